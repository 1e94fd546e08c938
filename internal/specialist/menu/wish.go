package menu

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// A wish is a request, read once for all items. Nobody changes it.
type wish struct {
	facets  []ontology.Facet
	parts   []ontology.Facet // of the single words of what several words name: "sobremesa de chocolate"
	beside  []ontology.Facet // what something is wanted to go with
	words   []string         // stems, of what it names
	course  string
	only    bool // a drink that is named: no other will do
	kinds   ontology.Kinds
	most    int64   // in minor units; 0: any price
	sort    string  // cheap or dear, if it is for what costs least or most
	open    bool    // it leaves it to the waiter: "o que você recomenda?"
	health  bool    // it says what somebody must not have, or how they eat: the kitchen is to confirm that
	exclude []int   // concepts that it rules out
	without set     // allergens that it rules out: "sem lactose"
	rules   []*rule // ways to eat that it names
}

// How much of a wish an item must meet, and how much of what the best one does.
const (
	enough   = 0.53
	nearBest = 0.8
	sure     = 0.75 // for a name to decide
	goesWith = 0.15 // for one thing to go with another
	trace    = 0.3  // of anything that is asked for there must be more
)

var readWish = recent.Texts(512, func(query string) wish {
	want, thing := paired(query)
	if thing == "" {
		want = ofSea().ReplaceAllString(besidesPraise(unjoined(query)), "${1}de peixe ou frutos do mar")
	}
	w := wish{most: mostOf(want), sort: byPrice(want), exclude: excluded(want)}
	w.ruleOut(want)
	if strings.ContainsAny(want, digits) {
		want = priced().ReplaceAllString(want, ". ")
	}
	if w.course, w.only = courseOf(want); thing != "" {
		w.goWith(thing)
		return w
	}
	w.describe(want)
	asked := forWhom().ReplaceAllString(want, " ")
	w.open = strings.TrimSpace(want) != "" && w.course == "" && len(w.exclude) == 0 && len(besides(asked, "asking")) == 0
	return w
})

// ofSea matches words for food out of the sea: "um prato do mar", "something from the sea".
var ofSea = pattern.Of(`(?i)((?:^|[^s] ))(?:d[oe]l? mar|(?:of|from) the (?:sea|ocean))\b`)

// besidesPraise is a wish without the words that say only that it is to be good.
func besidesPraise(query string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(query), func(w string) bool { return is(lang.Fold(w), "praise") }), " ")
}

// describe reads what a wish says of the dish itself: its kind, its facets, and the words of its name.
func (w *wish) describe(query string) {
	o := knowledge().food
	w.kinds = o.Kinds(query)
	var parts []ontology.Facet
	course := map[int]bool{} // concepts that are told by the course
	for _, m := range o.Read(query) {
		words := strings.Fields(m.Words)
		if namesCourse(words) || len(words) > 1 && generic[m.Words] { // "sobremesa sem glúten"; a "plato fuerte" need not be strong
			course[m.Concept] = true
		}
		dropped := slices.ContainsFunc(words, func(word string) bool { return is(word, "dropped") })
		if m.Negated || m.With || dropped || len(words) > 1 && generic[m.Words] || strings.HasPrefix(o.Name(m.Concept), "sem_") {
			continue
		}
		for _, word := range words {
			if len(word) < 3 || generic[word] || is(word, "common") {
				continue
			}
			if w.words = append(w.words, lang.Stem(word)); len(words) > 1 {
				parts = append(parts, o.Facets(word)...)
			}
		}
	}
	asks := func(f ontology.Facet) bool { return w.asks(f, course) }
	w.facets, w.parts = kept(o.Facets(query), asks), kept(parts, asks)
}

// namesCourse reports whether words name a course, and nothing but what is left out of it.
func namesCourse(words []string) bool {
	lacks := func(word string) bool { return is(word, "without") || is(word, "free") }
	rules := slices.ContainsFunc(words, lacks)
	return !slices.ContainsFunc(words, func(word string) bool {
		beside := rules && (lacks(word) || knowledge().named([]string{word}) != 0)
		return !generic[word] && !is(word, "asking") && !beside
	})
}

// asks reports whether a facet is to be looked for in the words of an item: the course, the price and what is left out
// are told otherwise.
func (w *wish) asks(f ontology.Facet, course map[int]bool) bool {
	o := knowledge().food
	if w.sort != "" && slices.ContainsFunc(f.Any, func(c int) bool { return is(o.Name(c), "of_price") }) {
		return false
	}
	return slices.ContainsFunc(f.Any, func(c int) bool {
		name := o.Name(c)
		lacks := len(w.exclude) > 0 && (strings.HasPrefix(name, "sem_") || strings.HasPrefix(name, "nao_") || is(name, "seen_to"))
		return !toldOtherwise()[c] && !course[c] && !lacks
	})
}

// ruleOut notes what a wish rules out that is a matter of health.
func (w *wish) ruleOut(query string) {
	kept, once := dietsIn(query)
	for _, d := range add(kept, once...) {
		w.rules = append(w.rules, ruleOf(d))
	}
	for _, c := range knowledge().clauses(query) {
		w.without |= c.without | c.lactose
	}
	o := knowledge().food
	w.health = len(w.rules) > 0 || w.without != 0 || slices.ContainsFunc(o.Read(query), func(m ontology.Mention) bool {
		return !m.Negated && texts.In(lang.Portuguese).Menu.Diets[o.Name(m.Concept)] != ""
	})
}

// goWith makes a wish one for what goes with something: to drink with what is eaten, and to eat with what is drunk, unless
// it says what.
func (w *wish) goWith(thing string) {
	w.beside = knowledge().food.Facets(thing)
	if drink, _ := courseOf(thing); w.course == "" && drink != "beer" && drink != "drink" {
		w.course = "drink"
	}
	if w.course == "" {
		w.kinds = ontology.Comida
	}
}

// paired takes a question of what goes with what apart; without a thing it is none.
func paired(query string) (want, thing string) {
	m := pairs().FindStringSubmatch(spaced(query))
	if m == nil || m[3] != "" && !isFood(m[4]) {
		return query, ""
	}
	return strings.TrimSpace(m[1] + m[2]), strings.TrimSpace(strings.TrimPrefix(m[4], "com "))
}

var (
	pairs = pattern.Of(`^(.*?) (?:(?:combina\w*|harmoniza\w*|marida|pairs?|goes|go|vai bem|cai bem|vao bem|va bien|van bien)( .+?)?? (?:com|con|with)` +
		`|(?:beber|tomar|drink) (?:com|with)|combina|(?:para |pra )acompanhar|acompanha|(with my)) (.+)$`)
	forWhom = pattern.Of(`(?i)\b(?:para|pra|pro|for|com|with|con)\s+(?:(?:a|o|as|os|la|el|the)\s+)?` +
		`(?:minha|meu|minhas|meus|my|mi|mis|nossa|nosso|our)\s+\pL+(?:,?\s+(?:que|who)\s+(?:come|eats)\s+(?:de\s+)?(?:tudo|todo|everything|anything))?` +
		`|\b(?:pra|para|for)\s+(?:mim|me|m[íi]|ela|ele|her|him|ella|n[óo]s|us|nosotros|a gente)\b`)
	sharing = pattern.Of(`(?i)\b(?:(?:para|pra|to|for)\s+)?(?:dividir|compartilhar|partilhar|share|sharing|compartir)\b` +
		`(?:\s+(?:entre|com|between|among|con)\s+\S+(?:\s+(?:pessoas|people|personas))?)?`)
	limits  = pattern.Of(limit)
	priced  = pattern.Of(limit + `?(?:\s*(?:reais|real|pesos|d[óo]lares|dollars|euros))?`)
	notCash = pattern.Of(`^\s*(?:pessoas?|min|minutos|horas|h\b|pratos|people|itens|ml|g\b|%|por\s?cento|per\s?cent|por\s?ciento|k?cal|calor|ibu` +
		`|abv|graus|anos|años|years?|km|ingredient)`)
)

const (
	limit = `(?i)(?:^|\s)(?:at[ée]|no m[áa]ximo|m[áa]ximo(?: de)?|menos (?:de|que)|abaixo de|under|up to|at most|below|less than|max|hasta)` +
		`\s+(?:uns\s+)?(?:r\$|rs|us\$|\$)?\s*(\d{1,6}(?:[.,]\d{1,2})?)(?:$|[^\d])`
	digits = "0123456789"
)

// toldOtherwise are concepts that an item's course or price tells, and not its words.
var toldOtherwise = sync.OnceValue(func() map[int]bool {
	all := map[int]bool{}
	for name := range book.Set("told_otherwise") {
		if id, ok := ontology.Default().ID(name); ok {
			all[id] = true
		}
	}
	return all
})

// excluded returns the concepts that a wish rules out. A course is none of them: "sem carne nem peixe, prato
// principal".
func excluded(query string) []int {
	return slices.DeleteFunc(ontology.Default().Excluded(unjoined(query)), func(c int) bool { return toldOtherwise()[c] })
}

// either splits a wish that names a food or else a lack of one: "peixe ou vegetariano" rules out no fish.
func either(wish string) (one, or string) {
	words := strings.Fields(wish)
	lacks := func(text string) bool { return isDiet(text) || len(excluded(text)) > 0 }
	for i := 1; i+1 < len(words); i++ {
		one, or := strings.Join(words[:i], " "), strings.Join(words[i+1:], " ")
		if isDiet(one) {
			one, or = or, one
		}
		if is(lang.Fold(words[i]), "or") && !strings.Contains(or, ",") && lacks(or) && !lacks(one) && len(readWish(one).facets) > 0 {
			return one, or
		}
	}
	return wish, ""
}

// unjoined makes a sentence of its own of a diet that follows something ruled out: "sem glúten e vegetariano"
// is not without vegetariano.
func unjoined(query string) string {
	words := strings.Fields(query)
	for i := range max(0, len(words)-1) {
		if i > 0 && is(lang.Fold(words[i]), "and_or") && isDiet(words[i+1]) {
			words[i-1], words[i] = words[i-1]+".", ""
		}
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// byPrice tells whether a wish is for what costs little or much.
func byPrice(query string) string {
	switch folded := spaced(query); {
	case says(folded, []string{"barat", "em conta", "economic", "cheap", "menor preco", "low price", "least expensive", "menos car"}):
		return "cheap"
	case says(folded, []string{"mais car", "mas car", "most expensive", "priciest", "maior preco", "highest price", "mayor precio"}):
		return "dear"
	}
	return ""
}

// mostOf reads the highest price that a message names, the last if it names several, in minor units.
func mostOf(message string) (most int64) {
	if !strings.ContainsAny(message, digits) {
		return 0
	}
	message = strings.ToLower(message)
	for _, m := range limits().FindAllStringSubmatchIndex(message, -1) {
		if notCash().MatchString(message[m[3]:]) {
			continue
		}
		if amount, err := strconv.ParseFloat(strings.ReplaceAll(message[m[2]:m[3]], ",", "."), 64); err == nil {
			most = int64(amount*100 + 0.5)
		}
	}
	return most
}

// An offer is an item as it is ranked: what its words mean, and what stands for or against it.
type offer struct {
	Item

	is    *described
	words []string // of its name, as stems
	bars  []bar    // of those whom it is for
	off   flags    // why it is not to be had
	later bool     // it is not served when they eat
}

// rulesOut reports whether an item is not to be had with the wish at all.
func (w wish) rulesOut(c *offer) bool {
	kinds := w.kinds & (ontology.Comida | ontology.Bebida)
	switch {
	case knowledge().food.Breaks(&c.is.said, w.exclude):
		return true
	case w.course != "":
		if c.Course != "" && !fitsCourse(c.Course, w.course, w.only) {
			return true
		}
	case kinds == ontology.Comida && c.drinkable(), kinds == ontology.Bebida && !c.drinkable() && c.Course != "":
		return true
	}
	return w.most > 0 && c.Price != nil && c.Price.Amount > w.most
}

// score returns how much of the wish an item meets. Its ingredients count as much as all other words: a
// description is full of pictures.
func (w wish) score(c *offer) float64 {
	o := knowledge().food
	meets := func(f ontology.Facet) float64 { return (o.Meets(f, &c.is.made) + o.Meets(f, &c.is.said)) / 2 }
	score := 0.0
	switch {
	case len(w.beside) > 0:
		for _, f := range w.beside {
			score = max(score, o.Meets(f, &c.is.said))
		}
		if score < goesWith {
			return 0
		}
		return enough + score
	case w.open:
		return enough
	case len(w.facets) == 0 && (w.course != "" || w.most > 0 || w.sort != "" || len(w.exclude) > 0):
		return max(enough, w.spelt(c)) // "uma sobremesa", "algo até 30 reais", "tudo menos frango"
	}
	for _, f := range w.facets {
		met := meets(f)
		if met < trace {
			return 0
		}
		score += met / float64(len(w.facets))
	}
	if len(w.parts) > 0 {
		least := 1.0
		for _, f := range w.parts {
			least = min(least, meets(f))
		}
		if score = (score + least) / 2; least < enough {
			score = least
		}
	}
	return max(score, w.spelt(c))
}

// spelt is how much of an item's name stands in the wish.
func (w wish) spelt(c *offer) float64 {
	found := kept(c.words, func(word string) bool { return slices.Contains(w.words, word) })
	if len(found) > 0 && !slices.ContainsFunc(w.words, func(word string) bool { return !slices.Contains(c.words, word) }) {
		return 0.9 // all that is asked for is in its name
	}
	return float64(len(found)) / float64(max(1, len(c.words)))
}

// touches reports whether an item has anything of what a wish asks for, if it asks for something that is
// known: with "picante" a sweet beer is not near, and with "sobremesa" no salad.
func (w wish) touches(c *offer) bool {
	course := w.course
	if course == "beer" {
		course = "drink" // with no beer that will do another drink may
	}
	if course != "" && c.Course != "" && !fitsCourse(c.Course, course, false) {
		return false
	}
	o, all := knowledge().food, slices.Concat(w.facets, w.parts)
	return len(all) == 0 || course != w.course || w.spelt(c) > 0 || slices.ContainsFunc(all, func(f ontology.Facet) bool {
		return o.Meets(f, &c.is.made)+o.Meets(f, &c.is.said) >= enough
	})
}

// rank returns what of some items, the nearest first, is what a wish asks for, the best first: what it
// names, of which course and kind, at what price, and nothing that it rules out.
func rank(query string, among []*offer) (all []*offer) {
	if all = readWish(query).rank(among); len(all) > 0 {
		return all
	}
	plain := sharing().ReplaceAllString(forWhom().ReplaceAllString(query, " "), " ") // a card need not say that a dish is to be shared
	return readWish(strings.Join(slices.DeleteFunc(strings.Fields(plain), func(w string) bool { return is(lang.Fold(w), "claims") }), " ")).rank(among)
}

// later is how much an item of a course stands back when no course is asked for: who wants something vegan
// wants a dish rather than rice.
var later = map[string]float64{"side": 0.12, "dessert": 0.06, "drink": 0.06, "beer": 0.06, "breakfast": 0.04}

func (w wish) rank(among []*offer) (all []*offer) {
	score, place := map[*offer]float64{}, map[*offer]float64{}
	best := 0.0
	for i, c := range among {
		if w.rulesOut(c) || w.score(c) < enough {
			continue
		}
		score[c] = w.score(c)
		place[c] = score[c] - 0.001*float64(min(i, pool)) // what was found first stays first
		if w.course == "" {
			place[c] -= later[c.Course]
		}
		all = append(all, c)
	}
	all = w.called(all, score)
	for _, c := range all {
		best = max(best, score[c])
	}
	all = kept(all, func(c *offer) bool { return score[c] >= nearBest*best })
	if food := kept(all, func(c *offer) bool { return !c.drinkable() }); w.kinds == 0 && w.course == "" && len(food) > 0 {
		all = food // "algo picante" is to eat
	}
	slices.SortStableFunc(all, func(a, b *offer) int { return cmp.Compare(place[b], place[a]) })
	if w.open { // one of each course, as somebody eats who leaves it to the waiter, and then another
		met, meal := map[string]int{}, strings.Split(" main starter dessert snack drink beer breakfast side", " ")
		for _, c := range all {
			place[c] = -float64(met[c.Course]*len(meal) + slices.Index(meal, c.Course))
			met[c.Course]++
		}
		slices.SortStableFunc(all, func(a, b *offer) int { return cmp.Compare(place[b], place[a]) })
	}
	return sorted(all, w.sort)
}

// called keeps the items that are called what the wish names, if one that meets it begins with that: who
// wants a salada wants none of what is like one.
func (w wish) called(all []*offer, score map[*offer]float64) []*offer {
	for _, c := range all {
		if score[c] < sure || len(c.words) == 0 || !slices.Contains(w.words, c.words[0]) || isPlain(wordsOf(c.Name)[0]) { // "algo com frango" need not be called so
			continue
		}
		return kept(all, func(x *offer) bool { return slices.Contains(x.words, c.words[0]) })
	}
	return all
}
