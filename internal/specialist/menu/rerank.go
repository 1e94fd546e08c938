package menu

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

func candidate(it Item) Candidate {
	c := Candidate{ID: it.ID, Name: it.Name, Description: it.Description, Ingredients: it.Ingredients, Course: it.Course, Tags: it.Tags}
	if it.Price != nil {
		c.Price = it.Price.Text(lang.Portuguese)
	}
	return c
}

// made is what a candidate is by its name, its ingredients and its tags.
func (c Candidate) made() string {
	return c.Name + "\n" + strings.Join(c.Ingredients, ", ") + ". " + strings.Join(c.Tags, ", ")
}

func (c Candidate) drink() bool { return c.Course == "drink" || c.Course == "beer" }

// How much of a wish a candidate must meet, and how much of what the best one
// does.
const (
	enough   = 0.53
	nearBest = 0.8
	sure     = 0.75 // for a name to decide
	goesWith = 0.15 // for one thing to go with another
	trace    = 0.3  // of anything that is asked for there must be more
)

// rerankByRule keeps the candidates that meet the wish: what it names, of which
// course and kind, at what price, and nothing that it rules out.
func rerankByRule(in RerankIn) RerankOut {
	out := rankBy(readWish(in.Query), in)
	// What only praises sinks no wish, nor does whom it is for: a card need not
	// say that a beer is craft, or a dish for somebody's daughter.
	if plainer := dropWords(forWhom().ReplaceAllString(in.Query, " "), claims); len(out.IDs) == 0 && plainer != in.Query {
		in.Query = plainer
		out = rankBy(readWish(plainer), in)
	}
	return out
}

func rankBy(w wish, in RerankIn) RerankOut {
	var all []ranked
	for i, c := range in.Candidates {
		if c.is == nil {
			c.is = describe(c)
		}
		if w.rulesOut(c) {
			continue
		}
		r := ranked{c: c, score: w.score(c)}
		if r.score < enough {
			continue
		}
		r.place = r.score - 0.001*float64(i) // what was found first stays first
		if w.course == "" {
			r.place -= later[c.Course]
		}
		all = append(all, r)
	}
	all = w.called(all)
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(b.place, a.place) })
	least := nearBest * best(all)
	all = slices.DeleteFunc(all, func(r ranked) bool { return r.score < least })
	if w.kinds == 0 && w.course == "" && slices.ContainsFunc(all, func(r ranked) bool { return !r.c.drink() }) {
		all = slices.DeleteFunc(all, func(r ranked) bool { return r.c.drink() }) // "algo picante" is to eat
	}
	if w.price != 0 {
		slices.SortStableFunc(all, func(a, b ranked) int { return w.price * cmp.Compare(a.price(w.price), b.price(w.price)) })
	}
	if w.open {
		all = ofEachCourse(all)
	}
	out := RerankOut{IDs: []string{}}
	for _, r := range all[:min(len(all), cmp.Or(max(0, in.Limit), offered))] {
		out.IDs = append(out.IDs, r.c.ID)
	}
	return out
}

// later is how much an item of a course stands back when no course is asked
// for: who wants something vegan wants a dish rather than rice.
var later = map[string]float64{"side": 0.12, "dessert": 0.06, "drink": 0.06, "beer": 0.06, "breakfast": 0.04}

// ofEachCourse puts the first of each course first, as somebody eats who leaves
// it to the waiter.
func ofEachCourse(all []ranked) []ranked {
	met := map[string]int{}
	for i, r := range all {
		all[i].place = -float64(met[r.c.Course]*len(mealOrder) + slices.Index(mealOrder, r.c.Course))
		met[r.c.Course]++
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(b.place, a.place) })
	return all
}

var mealOrder = []string{"", "main", "starter", "dessert", "snack", "drink", "beer", "breakfast", "side"}

type ranked struct {
	c     Candidate
	score float64
	place float64 // by which it is sorted
}

func best(all []ranked) (score float64) {
	for _, r := range all {
		score = max(score, r.score)
	}
	return score
}

// price is what a candidate costs, or more or less than any, so that in an order
// what has none is the last.
func (r ranked) price(order int) int64 {
	p, ok := priceOf(r.c.Price)
	if !ok {
		return int64(order) << 62
	}
	return p
}

// A wish is a request, read once for all candidates.
type wish struct {
	o        *ontology.Ontology
	facets   []ontology.Facet
	parts    []ontology.Facet // of the single words of what several words name: "sobremesa de chocolate"
	excluded []int
	course   string
	only     bool // a drink that is named: no other will do
	kinds    ontology.Kinds
	most     int64
	price    int              // 1: what costs least first, -1: what costs most
	open     bool             // it leaves it to the waiter: "o que você recomenda?"
	words    []string         // stems, of what it names
	beside   []ontology.Facet // what something is wanted to go with
	scored   *scores
}

// scores are what the items of a card, by what their words mean, score for a wish: a turn
// asks several times.
type scores struct {
	mu sync.Mutex
	of map[*described]float64
}

// mostScored is how many scores of a wish are kept: those of a larger card are found anew.
const mostScored = 200

// readWish reads a wish, which nobody changes.
var readWish = recent.Texts(512, func(query string) wish {
	w := readAnew(query)
	w.scored = &scores{of: map[*described]float64{}}
	return w
})

func readAnew(query string) wish {
	o := knowledge().food
	if want, thing, ok := paired(query); ok {
		return pairWish(o, want, thing)
	}
	query = dropWords(unjoined(query), praise)
	w := wish{o: o, most: mostOf(query), price: byPrice(query)}
	if strings.ContainsAny(query, digits) {
		query = priced().ReplaceAllString(query, ". ")
	}
	w.excluded, w.kinds = excluded(query), o.Kinds(query)
	w.course, w.only = courseOf(query)
	course := map[int]bool{} // concepts of words that only name a course
	for _, m := range o.Read(query) {
		words := strings.Fields(m.Words)
		rules := slices.ContainsFunc(words, func(w string) bool { return without[w] || free[w] })
		if !slices.ContainsFunc(words, func(w string) bool {
			return !generic[w] && !asking[w] && (!rules || !without[w] && !free[w] && knowledge().named([]string{w}) == 0)
		}) {
			course[m.Concept] = true // "de sobremesa", "sobremesa sem glúten"
		}
		if len(words) > 1 && generic[m.Words] { // a "plato fuerte" need not be strong
			course[m.Concept] = true
			continue
		}
		if m.Negated || m.With || strings.HasPrefix(o.Name(m.Concept), "sem_") || slices.ContainsFunc(words, func(w string) bool { return dropped[w] }) {
			continue
		}
		for _, word := range words {
			if len(word) < 3 || generic[word] || common[word] {
				continue
			}
			w.words = append(w.words, lang.Stem(word))
			if len(words) > 1 {
				w.parts = append(w.parts, o.Facets(word)...)
			}
		}
	}
	asks := func(f ontology.Facet) bool {
		if w.price != 0 && slices.ContainsFunc(f.Any, func(c int) bool { return ofPrice[o.Name(c)] }) {
			return false
		}
		return slices.ContainsFunc(f.Any, func(c int) bool {
			// What a thing is to be without is seen to by what is excluded.
			without := len(w.excluded) > 0 && (strings.HasPrefix(o.Name(c), "sem_") || strings.HasPrefix(o.Name(c), "nao_") || seenTo[o.Name(c)])
			return !toldOtherwise()[c] && !course[c] && !without
		})
	}
	for _, f := range o.Facets(query) {
		if asks(f) {
			w.facets = append(w.facets, f)
		}
	}
	w.parts = slices.DeleteFunc(w.parts, func(f ontology.Facet) bool { return !asks(f) })
	words := wordsOf(forWhom().ReplaceAllString(query, " "))
	w.open = strings.TrimSpace(query) != "" && w.course == "" && len(w.excluded) == 0 && !slices.ContainsFunc(words, func(w string) bool { return !asking[w] })
	return w
}

// pairWish is a wish for what goes with something: to drink with what is eaten,
// and to eat with what is drunk, unless it says what.
func pairWish(o *ontology.Ontology, want, thing string) wish {
	w := wish{o: o, beside: o.Facets(thing), most: mostOf(want)}
	w.course, w.only = courseOf(want)
	if drink, _ := courseOf(thing); w.course == "" && drink != "beer" && drink != "drink" {
		w.course = "drink"
	}
	if w.course == "" {
		w.kinds = ontology.Comida
	}
	return w
}

var (
	andWords = lang.Set("e y and ou or o tambem")
	forWhom  = pattern.Of(`(?i)\b(?:para|pra|pro|for|com|with|con)\s+(?:(?:a|o|as|os|la|el|the)\s+)?(?:minha|meu|minhas|meus|my|mi|mis|nossa|nosso|our)\s+\pL+(?:,?\s+(?:que|who)\s+(?:come|eats)\s+(?:de\s+)?(?:tudo|todo|everything|anything))?|\b(?:pra|para|for)\s+(?:mim|me|m[íi]|ela|ele|her|him|ella|n[óo]s|us|nosotros|a gente)\b`)
)

// seenTo are concepts that a card does not speak of, and the guard sees to.
var seenTo = lang.Set("halal kosher gestante mocktail")

// toldOtherwise are concepts that an item's course or price tells, and not its
// words.
var toldOtherwise = sync.OnceValue(func() map[int]bool {
	all := map[int]bool{}
	for _, name := range strings.Fields("barato prato_principal sobremesa entrada petisco acompanhamento cafe_da_manha cerveja bebida iniciante refeicao prato meia_pensao com_sobremesa preco palavra_indica") {
		if id, ok := ontology.Default().ID(name); ok {
			all[id] = true
		}
	}
	return all
})

var ofPrice = lang.Set("barato precinho preco luxo caro")

// excluded returns the concepts that a wish rules out. A course is none of
// them: "sem carne nem peixe, prato principal".
func excluded(query string) []int {
	return slices.DeleteFunc(ontology.Default().Excluded(unjoined(query)), func(c int) bool { return toldOtherwise()[c] })
}

// unjoined makes a sentence of its own of a diet that follows something ruled
// out: "sem glúten e vegetariano" is not without vegetariano.
func unjoined(query string) string {
	words := strings.Fields(query)
	for i := range max(0, len(words)-1) {
		if i > 0 && andWords[lang.Fold(words[i])] && isDiet(words[i+1]) {
			words[i-1], words[i] = words[i-1]+".", ""
		}
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// rulesOut reports whether a candidate is not to be had with the wish at all.
func (w wish) rulesOut(c Candidate) bool {
	if w.o.Breaks(&c.is.said, w.excluded) {
		return true
	}
	if w.course != "" && c.Course != "" && !fitsCourse(c.Course, w.course, w.only) || w.course == "" && wrongKind(w.kinds, c.Course) {
		return true
	}
	p, ok := priceOf(c.Price)
	return ok && w.most > 0 && p > w.most
}

// score is how much of the wish a candidate meets. What a candidate is made of
// counts as much as all that is said of it: a description is full of pictures.
func (w wish) score(c Candidate) float64 {
	w.scored.mu.Lock()
	defer w.scored.mu.Unlock()
	score, ok := w.scored.of[c.is]
	if !ok {
		if score = w.scoreAnew(c); len(w.scored.of) < mostScored {
			w.scored.of[c.is] = score
		}
	}
	return score
}

func (w wish) scoreAnew(c Candidate) float64 {
	meets := func(f ontology.Facet) float64 { return (w.o.Meets(f, &c.is.made) + w.o.Meets(f, &c.is.said)) / 2 }
	if len(w.beside) > 0 {
		score := 0.0
		for _, f := range w.beside {
			score = max(score, w.o.Meets(f, &c.is.said))
		}
		if score < goesWith {
			return 0
		}
		return enough + score
	}
	if w.open {
		return enough
	}
	if len(w.facets) == 0 {
		if w.course != "" || w.most > 0 || w.price != 0 || len(w.excluded) > 0 {
			return max(enough, w.spelt(c)) // "uma sobremesa", "algo até 30 reais", "tudo menos frango"
		}
		return w.spelt(c)
	}
	score := 0.0
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
		score = (score + least) / 2
		if least < enough {
			score = least
		}
	}
	return max(score, w.spelt(c))
}

// touches reports whether a candidate has anything of what a wish asks for, if it
// asks for something that is known: with "picante" a sweet beer is not near, and
// with "sobremesa" no salad.
func (w wish) touches(c Candidate) bool {
	course := w.course
	if course == "beer" {
		course = "drink" // with no beer that will do another drink may
	}
	if course != "" && c.Course != "" && !fitsCourse(c.Course, course, false) {
		return false
	}
	all := slices.Concat(w.facets, w.parts)
	return len(all) == 0 || course != w.course || w.spelt(c) > 0 || slices.ContainsFunc(all, func(f ontology.Facet) bool {
		return w.o.Meets(f, &c.is.made)+w.o.Meets(f, &c.is.said) >= enough
	})
}

// akin reports whether an item is made of the same kind of food as a dish: fish, as
// sushi is.
func akin(dish string, c Candidate) bool {
	o := knowledge().food
	d := o.Describe(dish)
	return slices.ContainsFunc(kinFoods, func(name string) bool {
		id, ok := o.ID(name)
		return ok && d.Has(id) && c.is.made.Has(id)
	})
}

var kinFoods = strings.Fields("pescado carne_vermelha suino frango massa doce chocolate queijo cerveja vinho alcool cafe")

// spelt is how much of a candidate's name stands in the wish.
func (w wish) spelt(c Candidate) float64 {
	name, found := c.nameWords(), 0
	for _, word := range name {
		if slices.Contains(w.words, word) {
			found++
		}
	}
	if found > 0 && !slices.ContainsFunc(w.words, func(word string) bool { return !slices.Contains(name, word) }) {
		return 0.9 // all that is asked for is in its name
	}
	return float64(found) / float64(max(1, len(name)))
}

// called keeps the candidates that are called what the wish names, if one that
// meets it begins with that: who wants a salada wants none of what is like one.
func (w wish) called(all []ranked) []ranked {
	for _, r := range all {
		name := r.c.nameWords()
		if r.score < sure || len(name) == 0 || !slices.Contains(w.words, name[0]) || isPlain(wordsOf(r.c.Name)[0]) { // "algo com frango" need not be called so
			continue
		}
		return slices.DeleteFunc(all, func(r ranked) bool { return !slices.Contains(r.c.nameWords(), name[0]) })
	}
	return all
}

func (c Candidate) nameWords() []string {
	if c.words == nil {
		return nameWords(c.Name)
	}
	return c.words
}

// nameWords are the words that tell a name from others, as stems.
func nameWords(name string) []string {
	var all []string
	for _, w := range wordsOf(name) {
		if len(w) > 2 && !common[w] {
			all = append(all, lang.Stem(w))
		}
	}
	return all
}

// byPrice tells whether a wish is for what costs little (1) or much (-1).
func byPrice(query string) int {
	switch folded := spaced(query); {
	case says(folded, []string{"barat", "em conta", "economic", "cheap", "menor preco", "low price", "least expensive", "menos car"}):
		return 1
	case says(folded, []string{"mais car", "mas car", "most expensive", "priciest", "maior preco", "highest price", "mayor precio"}):
		return -1
	}
	return 0
}

// priceOf reads a price as Money writes it in Portuguese.
func priceOf(text string) (int64, bool) {
	figures := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
	if figures == "" {
		return 0, false
	}
	var n int64
	for _, r := range figures {
		n = n*10 + int64(r-'0')
	}
	return n, true
}
