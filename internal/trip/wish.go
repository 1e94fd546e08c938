package trip

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/lang"
)

// asked adds to what is known of the party what the conversation asks of
// kitchens: "restaurantes veganos em Floripa". What a guest says not to be, "não
// sou celíaco", somebody with them may still be.
func asked(messages []Message, c hook.Constraints) hook.Constraints {
	var diets, without, firm []string // firm are of others
	names := func(some []string, w string) bool {
		return slices.ContainsFunc(some, func(known string) bool { return places.SameFood(known, w) })
	}
	for _, m := range messages {
		if m.Role != "user" {
			continue
		}
		eats, lacks, freed := places.Asked(m.Content)
		folded := plainWords(m.Content)
		if containsAny(folded, companions) {
			firm = slices.Concat(firm, eats, lacks)
		}
		over := func(w string) bool { return names(freed, w) && !(names(firm, w) && containsAny(folded, ownWords)) }
		diets = append(slices.DeleteFunc(diets, over), eats...)
		without = append(slices.DeleteFunc(without, over), lacks...)
	}
	known := slices.Concat(c.Diets, c.Allergies)
	news := func(words []string) []string {
		words = slices.DeleteFunc(words, func(w string) bool { return names(known, w) })
		known = append(known, words...)
		return words
	}
	c.Diets = append(slices.Clip(c.Diets), news(diets)...)
	c.Allergies = append(slices.Clip(c.Allergies), news(without)...)
	return c
}

var (
	companions = strings.Split("filh,espos,marido,mulher ,mae ,pai ,pais ,amig,crianc,namorad,noiv,irma,bebe,sogr,avo,net,kid,child,daughter,son ,sons ,wife,husband,mother,father,mom ,dad ,parents,friend,brother,sister,partner,baby,hij,madre,padre,nin,novi,herman,abuel,ela ,ele ,she ,he ,somos,nos ,we ", ",")
	ownWords   = []string{"sou ", "tenho ", "eu ", "i m ", "i am ", "i ", "soy ", "tengo ", "yo "}
)

// budgetOf returns what a message says that a night, or a meal for one, may
// cost, 0 if it does not: "pode ser uns 600 reais por noite". The least that it
// should cost is no budget.
func budgetOf(text string) (night, person float64) {
	text = strings.ToLower(text)
	for _, m := range prices.FindAllStringSubmatchIndex(text, -1) {
		group := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return text[m[2*n]:m[2*n+1]]
		}
		before := lang.Fold(text[max(0, m[0]-window):m[0]])
		amount := money(group(1)+group(5), group(2)+group(6) != "")
		switch unit := group(3); {
		case slices.ContainsFunc(lastWords(before, 4), func(w string) bool { return atLeast[w] }) && !containsAny(" "+before, atMost):
		case unit != "" && unit[0] != 'n' && unit[0] != 'd':
			person = amount
		case amount > 31: // else a day: "dia 10 a noite"
			night = amount
		}
	}
	return night, person
}

const (
	number = `(\d{1,3}(?:[.,]\d{3})+|\d{1,6})(?:[.,]\d{2})?\s?(mil|k)?\b`
	coin   = `(?:\s?(?:reais|reales|real|soles|libras|pounds|quid|contos?|pilas?|paus|d[oó]lares|dollars?|bucks|euros?|pesos|usd|brl|eur|€|\$))?`
)

var (
	// An amount and what it is for, or the other way round.
	prices = regexp.MustCompile(number + coin + `\s?(?:por|pela|a|an|per|each|la|cada|na|de|/|p/)\s?(?:uma?\s)?(noite|di[aá]ria|dia|d[ií]a|night|noche|day|pessoa|person|persona|cabe[cç]a|head)` +
		`|(?:(di[aá]rias?|noite|night|noche|pernoite)\s(?:(?:de|por|at[eé]|em|torno|no|m[aá]ximo|uns|cerca|up|to|around|under|about|at|max|hasta|unos|alrededor)\s){0,4})(?:[ru]?s?\$\s?)?` + number)
	atLeast = lang.Set("minimo acima mais least over above minimum partir custa custam custou costs cost vale")
	atMost  = []string{"nao mais", "no more", "not more", "not over", "no mas", "nao acima", "nothing over", "nothing above"}
)

// money reads a whole amount: 600, 1.200, 2 mil.
func money(digits string, thousands bool) float64 {
	n, _ := strconv.Atoi(strings.NewReplacer(".", "", ",", "").Replace(digits))
	if thousands && n < 1000 {
		n *= 1000
	}
	return float64(n)
}

// lodgings are the kinds and how words for them begin, folded.
var lodgings = []struct {
	kind  places.Kind
	words []string
}{
	{places.Hotel, []string{"hotel", "hoteis", "resort"}},
	{places.Hostel, []string{"hostel", "hostal", "albergue", "backpacker"}},
	{places.GuestHouse, []string{"pousad", "posada", "guesthouse", "guest house", "bed and breakfast", "bed breakfast", "b b ", "bnb", "inn ", "inns "}},
	{places.Apartment, []string{"apart", "apto", "flat ", "flats ", "airbnb", "casa de temporada", "casa de praia", "casa na praia", "casa com", "casa pra", "casa para", "uma casa", "casas ", "beach house", "house for", "house to rent", "studio", "kitnet", "loft", "villa ", "condo", "departamento"}},
}
