package understand

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// hearing is a message with what its words say of who must not have what.
type hearing struct {
	text   string
	lang   lang.Language
	tokens []token
	clues  [][]string // by token, of clues.txt
	parts  []part     // by token
	spans  []Span
	things []thing
	people []person
}

// part is where the sentence of a token (from, to) and its clause in it (begin, end) lie.
type part struct {
	from, to, begin, end int
	asked                bool
}

// thing is a food, a drink or a state of somebody that a message names, and the clue that somebody must not have it.
type thing struct {
	from, to int  // tokens
	span     int  // the reader's, or -1
	state    bool // celíaca, and not camarão
	known    bool // by a list
	allergen bool // by a list
	sure     bool // a state that is one without doubt
	list     int  // things of one list have the same: "no meat, no fish"

	p         string // allergy, intolerance, cannot …; "" where nothing is said
	rank      int    // of the clue: see triggers
	at        int    // its token
	least     float32
	plain     bool // the words say by themselves what somebody must not have
	over, out bool // it no longer holds; it is not meant of anybody here
	anybody   bool // it is of whoever is so: "o que tem para quem é vegano?"
}

//go:embed clues.txt
var cluesText string

// clues are those of clues.txt, by concept, by class and by form. A concept that is left out of a clue counts for none of its class.
var clues = sync.OnceValue(func() (b struct {
	concepts, classes, not map[uint32][]string
	forms                  map[string][]string
},
) {
	b.concepts, b.classes, b.not, b.forms = map[uint32][]string{}, map[uint32][]string{}, map[uint32][]string{}, map[string][]string{}
	for key, all := range wordfile.Entries(cluesText) {
		sort, name, _ := strings.Cut(key, " ")
		switch sort {
		case "said":
			for _, form := range wordfile.List(all) {
				b.forms[form] = append(b.forms[form], name)
			}
		case "word":
			for w := range strings.FieldsSeq(all) {
				b.forms[w] = append(b.forms[w], name)
			}
		default:
			for c := range strings.FieldsSeq(all) {
				to, c := map[byte]map[uint32][]string{'@': b.classes, '-': b.not}[c[0]], strings.TrimLeft(c, "@-")
				if to == nil {
					to = b.concepts
				}
				to[hash(c)] = append(to[hash(c)], key)
			}
		}
	}
	return b
})

// cluesOf returns the clues that a meaning of the thesaurus gives.
func cluesOf(m meaning) []string {
	b := clues()
	all := slices.Clip(b.concepts[m.concept])
	for _, c := range b.classes[m.class] {
		if !slices.Contains(b.not[m.concept], c) {
			all = append(all, c)
		}
	}
	return all
}

// is reports whether a token has one of some clues. There are none outside the message.
func (h *hearing) is(k int, names ...string) bool {
	return k >= 0 && k < len(h.clues) && slices.ContainsFunc(names, func(n string) bool { return slices.Contains(h.clues[k], n) })
}

// says reports whether a word by itself has one of some clues.
func says(word string, names ...string) bool {
	return slices.ContainsFunc(clues().forms[word], func(n string) bool { return slices.Contains(names, n) })
}

// any reports whether a token from one up to another has one of some clues.
func (h *hearing) any(from, to int, names ...string) bool {
	for k := max(0, from); k < min(to, len(h.clues)); k++ {
		if h.is(k, names...) {
			return true
		}
	}
	return false
}

func (h *hearing) word(k int) string {
	if k < 0 || k >= len(h.tokens) {
		return ""
	}
	return h.tokens[k].word
}

// raw is a token as the guest wrote it, in small letters.
func (h *hearing) raw(k int) string { return strings.ToLower(h.text[h.tokens[k].from:h.tokens[k].to]) }

// said is the text of some tokens.
func (h *hearing) said(from, to int) string { return h.text[h.tokens[from].from:h.tokens[to-1].to] }

// hear marks what the words of a message mean. Every form of the thesaurus counts, also one inside another ("alergia" in
// "alergia a camarão").
func hear(text string, spans []Span) *hearing {
	h := &hearing{text: text, spans: spans}
	h.lang, _ = lang.Detect(text)
	h.tokens = slices.DeleteFunc(tokens(text), func(t token) bool { return t.shape == mark && strings.Contains("'’*\"“”«»", t.word) })
	for i := range h.tokens {
		h.respell(i)
	}
	n := len(h.tokens)
	h.clues = make([][]string, n)
	foods, states, allergens := make([]int, n), make([]int, n), make([]bool, n)
	eachForm(h.tokens, func(i, size int, form string, means []meaning) {
		found := slices.Clip(clues().forms[form])
		for _, m := range means {
			c := cluesOf(m)
			found = append(found, c...)
			if slices.Contains(c, "state") || slices.Contains(c, "ill") {
				states[i] = i + size
			}
			if isFood(m) {
				foods[i], allergens[i] = i+size, allergens[i] || m.class == classAllergen
			}
		}
		for k := range size {
			h.clues[i+k] = append(h.clues[i+k], found...)
		}
	})
	h.negatedVerbs()
	for i := range foods {
		if h.is(i, "filler", "and") {
			foods[i] = 0
		}
		for k := i + 1; k < foods[i]; k++ {
			if h.is(k, "allergy", "intolerance", "refuses") { // "lactose intolerant" is a form of lactose
				foods[i] = k
			}
		}
	}
	h.findThings(spans, foods, states, allergens)
	h.findPeople()
	h.cut()
	h.troubles()
	h.ground()
	return h
}

var classAllergen, classFoodGroup = hash("allergen"), hash("food_group")

// respelt are forms that another word is spelt like once their marks are gone.
var respelt = map[string]string{"tô": "estou", "sí": "sim", "él": "ele", "bebê": "nene", "bebé": "nene", "cómo": "how"}

// respell mends a token that is a slip of a word for an allergy ("alergco"), or that another word is spelt like.
func (h *hearing) respell(i int) {
	t := &h.tokens[i]
	switch said := respelt[h.raw(i)]; {
	case said != "":
		t.word = said
	case t.word == "no" && h.lang == lang.Portuguese:
		t.word = "na" // "no bolo", which is no denial
	case t.word == "to" && h.lang == lang.Portuguese:
		t.word = "estou"
	case t.word == "q" && h.lang != lang.English:
		t.word = "que"
	case t.word == "soy" && (h.lang == lang.English || len(h.tokens) == 1 || says(h.word(i-1), "article", "to", "and")):
		t.word = "soya" // and no verb
	case len(t.word) > 5 && !IsWord(t.word):
		for _, w := range mattering {
			if w[0] == t.word[0] && w[len(w)-1] == t.word[len(t.word)-1] && lang.Distance(w, t.word) == 1 {
				t.word = w
			}
		}
	}
}

var mattering = strings.Fields("alergico alergia alergias alergica alergicos intolerante intolerancia vegetariano vegetariana vegano vegana celiaco celiaca allergic allergy intolerant vegetarian")

// negatedVerbs marks a no before a verb of eating ("não come", "doesn't really eat") and what is left of all that somebody
// eats: "come de tudo menos".
func (h *hearing) negatedVerbs() {
	for i := range h.tokens {
		if h.is(i, "eat", "drink") {
			k := i + 1
			for k < i+6 && h.is(k, "vague", "filler", "all") && !h.is(k, "but for") {
				k++
			}
			if h.is(k, "but for") && h.any(i, k, "all") {
				h.mark(i, k, "quits")
			}
		}
		wont := h.word(i) == "t" && h.word(i-1) == "won"
		for k := i + 1; (wont || h.is(i, "not")) && k < min(len(h.tokens), i+4) && h.tokens[k].shape != mark && !h.is(k, "if"); k++ {
			if h.is(k, "eat", "drink") {
				h.mark(i, k, "refuses")
				break
			}
			if h.is(k, "love") {
				h.mark(i, k, "dislikes")
				break
			}
		}
	}
}

// mark gives a clue to some tokens, which then say of nobody that they eat all.
func (h *hearing) mark(i, last int, clue string) {
	for ; i <= last; i++ {
		h.clues[i] = append(slices.DeleteFunc(h.clues[i], func(c string) bool { return c == "free" }), clue)
	}
}

// findThings unites what the reader found with what the lists know.
func (h *hearing) findThings(spans []Span, foods, states []int, allergens []bool) {
	taken := make([]bool, len(h.tokens))
	take := func(t thing) {
		for k := t.from; k < t.to; k++ {
			taken[k] = true
		}
		h.things = append(h.things, t)
	}
	for i := range spans {
		s := &spans[i]
		from := slices.IndexFunc(h.tokens, func(t token) bool { return t.to > s.From })
		to := from
		for to >= 0 && to < len(h.tokens) && h.tokens[to].from < s.To {
			to++
		}
		if from < 0 || to <= from {
			continue
		}
		t, only, dry := thing{from: from, to: to, span: i}, true, false // only words such as "intolerante"; "não bebe"
		for k := from; k < to; k++ {
			if s.Kind == "name" {
				h.clues[k] = append(h.clues[k], "name")
			}
			taken[k] = taken[k] || s.Kind == "name"
			t.known = t.known || foods[k] > 0 || h.is(k, "state", "ill")
			t.state = t.state || h.is(k, "state", "ill")
			t.allergen = t.allergen || allergens[k]
			only = only && h.is(k, "allergy", "intolerance")
			dry = dry || (s.Kind == "fact" || s.Kind == "drink") && h.is(k, "refuses") && h.is(k, "drink")
		}
		for !only && t.from < to-1 && h.is(t.from, "allergy", "intolerance", "article", "to") && h.any(from, t.from+1, "allergy", "intolerance") { // "alergico a camarão"
			t.from++
		}
		if t.from > from {
			from, s.From = t.from, h.tokens[t.from].from
			s.Text = h.text[s.From:s.To]
		}
		t.state = s.Kind == "diet" && (t.state || !t.known)
		if s.Kind == "food" && h.is(from-1, "of") && !t.known && len(Foods(s.Text)) == 0 && len(Foods(h.said(from-1, to))) > 0 { // "mar" is no food, "do mar" is
			t.from, s.From = from-1, h.tokens[from-1].from
			s.Text = h.text[s.From:s.To]
		}
		if mayBeNeed[s.Kind] && !only && !dry && !h.is(from, "void") {
			take(t)
		}
	}
	for i := range h.tokens {
		to := max(foods[i], states[i])
		if to > i && h.is(i, "refuses") && h.hasObject(to, foods, taken) { // "no tomo leche"
			continue
		}
		if to > i && !slices.Contains(taken[i:to], true) && !h.is(i, "allergy", "intolerance", "void") {
			take(thing{from: i, to: to, span: -1, state: foods[i] <= i, known: true, allergen: allergens[i], sure: h.is(i, "sure")})
		}
		k := i + 1 // "sou alérgica a zumbarel", which nobody knows
		for h.is(i, "allergy", "intolerance") && h.is(k, "to", "article") {
			k++
		}
		if k > i+1 && k < len(h.tokens) && h.tokens[k].shape < number && !taken[k] && len(h.clues[k]) == 0 && len(h.word(k)) > shortWord && !IsWord(h.word(k)) {
			take(thing{from: k, to: k + 1, span: -1, known: true})
		}
	}
	slices.SortFunc(h.things, func(a, b thing) int { return a.from - b.from })
	for i := 1; i < len(h.things); i++ {
		t, last := &h.things[i], &h.things[i-1]
		if t.list = i; h.joined(last, t) {
			t.list = last.list
		}
	}
}

// hasObject reports whether what somebody does without follows a verb that ends at a token: "não bebo mais cerveja".
func (h *hearing) hasObject(k int, foods []int, taken []bool) bool {
	for k < len(h.tokens) && h.is(k, "filler", "vague", "past") && h.word(k) != "," && !h.is(k, "and") {
		k++
	}
	return k < len(h.tokens) && (taken[k] || foods[k] > k)
}

// joined reports whether only words as in a list stand between two things: "no meat, no fish", "ovo e leite". "Bolo sem leite"
// is no list.
func (h *hearing) joined(last, t *thing) bool {
	listed := h.any(last.to, t.from, "lacks") && h.any(last.from-2, last.from, "lacks")
	for k := last.to; k < t.from; k++ {
		if !h.is(k, "filler", "and", "lacks") {
			return false
		}
		listed = listed || h.is(k, "and") || h.word(k) == ","
	}
	return listed
}

var mayBeNeed = lang.Set("food drink taste diet beer_style fact cuisine")

// cut finds the sentence and the clause of each token: a clause is what stands between commas, words such as "mas", and an
// "e" behind which somebody else is spoken of.
func (h *hearing) cut() {
	n := len(h.tokens)
	h.parts = make([]part, n)
	ends := func(k int) bool { return strings.Contains(".!?;", h.tokens[k].word) }
	parts := func(k int) bool {
		if !h.is(k, "and") || h.isThird(k) { // "é"
			return h.word(k) == "," || h.is(k, "but")
		}
		return h.is(k+1, "first", "pronoun") || h.personAt(k+1) != nil || h.is(k+1, "article") && h.personAt(k+2) != nil
	}
	for from := 0; from < n; {
		to := from
		for to < n && !ends(to) {
			to++
		}
		for begin := from; begin <= to && begin < n; {
			end := begin
			for end < to && !parts(end) {
				end++
			}
			for k := begin; k <= min(end, n-1); k++ {
				h.parts[k] = part{from, to, begin, end, to < n && h.word(to) == "?" || h.is(to-1, "not") && h.is(to-2, "and")} // "posso comer ostra ou não"
			}
			begin = end + 1
		}
		from = to + 1
	}
}

func (h *hearing) thingAt(k int) *thing {
	if i := slices.IndexFunc(h.things, func(t thing) bool { return t.from <= k && k < t.to }); i >= 0 {
		return &h.things[i]
	}
	return nil
}
