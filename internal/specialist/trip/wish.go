package trip

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/outside/places"
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
