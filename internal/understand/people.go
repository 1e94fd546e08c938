package understand

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// person is somebody who is spoken of.
type person struct {
	from, to int // tokens
	name     string
	gone     bool // "minha falecida esposa"
	named    bool // "Ana"
}

// findPeople finds those who are called by what they are to the guest, with the words that tell them from others ("minha irmã
// mais nova", "my 3 year old son"), and those who are called by a name.
func (h *hearing) findPeople() {
	for i := 0; i < len(h.tokens); i++ {
		if !h.is(i, "family", "absent") && (h.isKin(i) || h.isOwned(i)) {
			h.people = append(h.people, h.kinAt(i))
			i = h.people[len(h.people)-1].to - 1
		}
	}
	for i := range h.tokens {
		if h.personAt(i) == nil && (h.isName(i) || h.isAged(i)) {
			h.people = append(h.people, h.namedAt(i))
		}
	}
	slices.SortFunc(h.people, func(a, b person) int { return a.from - b.from })
}

// kinAt returns who a word for somebody at a token is, with the words that belong to it: "minha filha Bia", "uma das crianças".
func (h *hearing) kinAt(i int) person {
	from, to := i, i+1
	for k := i - 1; k >= max(0, i-5) && !h.is(k, "and", "for", "allergy", "refuses") && !strings.Contains(".!?;,", h.word(k)); k-- {
		if h.is(k, "my", "article") {
			from = k
			break
		}
	}
	for h.isKin(to) || h.is(to, "tells") || h.isNumber(to) && h.is(to+1, "tells") || h.word(to) == "de" && h.isNumber(to+1) {
		to++
	}
	if h.isCapital(to) {
		to++ // "minha filha Bia"
	}
	switch {
	case h.is(from, "article") && h.is(from+1, "of"): // "uma das crianças"
	case h.is(from-1, "of") && h.is(from-2, "one"):
		from -= 2
	case h.is(from, "article") && from < i:
		from++
	}
	for to > from+1 && (h.word(to-1) == "s" || h.word(to-1) == "de") { // "my wife's"
		to--
	}
	return person{from: h.takeOwner(from), to: to, gone: h.any(from, to, "absent")}.called(h)
}

// isAged reports whether a token is the age by which somebody is called: "o de 9 é celíaco".
func (h *hearing) isAged(i int) bool {
	return h.isNumber(i) && h.word(i-1) == "de" && h.is(i-2, "article") && (h.is(i+1, "years") || h.acts(i+1))
}

// namedAt returns who a name or an age at a token is, with title and surname.
func (h *hearing) namedAt(i int) person {
	from, to := i, i+1
	if h.isNumber(i) {
		from -= 2
	}
	for h.is(to, "years") {
		to++
	}
	for h.is(from-1, "title") {
		from--
	}
	for h.isCapital(to) && h.personAt(to) == nil { // "Ana Paula"
		to++
	}
	return person{from: h.takeOwner(from), to: to, named: true}.called(h)
}

// takeOwner returns where a person begins who stands at a token: "a noiva do Beto" and "colega de minha irmã" are one person.
func (h *hearing) takeOwner(from int) int {
	for n := range h.people {
		if h.people[n].to == from-1 && h.is(from-1, "of") {
			from = h.people[n].from
			h.people = slices.Delete(h.people, n, n+1)
			break
		}
	}
	return from
}

func (p person) called(h *hearing) person {
	p.name = h.said(p.from, p.to)
	return p
}

func (h *hearing) isNumber(k int) bool {
	return k >= 0 && k < len(h.tokens) && h.tokens[k].shape == number
}

// isCapital reports whether a token has a capital letter and names no food.
func (h *hearing) isCapital(k int) bool {
	return k < len(h.tokens) && h.tokens[k].shape == capital && h.thingAt(k) == nil
}

// isKin reports whether a token is a word for somebody: of "minha irmã não" irmã is.
func (h *hearing) isKin(k int) bool {
	if !h.is(k, "kin") || h.is(k-1, "not") {
		return false
	}
	if w := h.word(k); w == "mate" || w == "bebe" { // a drink, a verb
		return h.is(k-1, "my")
	}
	return h.word(k) == "son" || !h.is(k, "my", "article", "not", "third", "can", "who", "and")
}

// isOwned reports whether a token is somebody by what is said of them: "meu zelador não come", "my landlord is".
func (h *hearing) isOwned(k int) bool {
	said := func(c string) bool { return c != "my" && c != "name" }
	return h.is(k-1, "my") && h.tokens[k].shape != mark && h.thingAt(k) == nil && h.acts(k+1) && !slices.ContainsFunc(h.clues[k], said)
}

// acts reports whether a verb begins at a token: who stands before it is its subject.
func (h *hearing) acts(k int) bool {
	return h.isThird(k) || h.is(k, "can", "says") || h.is(k, "not") && h.is(k+1, "eat", "drink", "third", "love")
}

// isThird reports whether a token is a verb of the third person: "é" is, "e" is not.
func (h *hearing) isThird(k int) bool { return h.is(k, "third") && h.raw(k) != "e" }

// isName reports whether a token is the name of a person: "a Ana é vegana", "o tuca não come carne", "and kyle is celiac".
func (h *hearing) isName(k int) bool {
	t := &h.tokens[k]
	if t.shape >= number || len(t.word) < 2 || h.thingAt(k) != nil || h.is(k-1, "at") || h.introduced(k) ||
		slices.ContainsFunc(h.clues[k], func(c string) bool { return c != "kin" && c != "woman" && c != "man" && c != "name" && c != "refuses" }) {
		return false
	}
	begins, article := h.begins(k), h.is(k-1, "article")
	switch {
	case h.is(k, "name"):
		return t.shape == capital || h.acts(k+1)
	case t.shape == capital && begins:
		return h.acts(k+1) && !IsWord(t.word) // "Quanto é"
	case t.shape == capital:
		its := article || h.is(k-1, "of") && h.word(k-1) != "de" && h.isThird(k-2) // "é da Ana", and not "é de Natal"
		return h.acts(k+1) || h.is(k-1, "title") || its && h.lang != lang.English && len(Foods(t.word)) == 0
	case article:
		return !begins && h.acts(k+1) && (h.is(k+1, "not") || !IsWord(t.word))
	}
	return (begins || h.is(k-1, "and") || h.word(k-1) == ",") && !IsWord(t.word) && h.goesWithout(k+1)
}

// goesWithout reports whether a verb at a token is of what somebody must not have: "is allergic to milk".
func (h *hearing) goesWithout(k int) bool {
	return h.isThird(k) && slices.ContainsFunc(h.things, func(t thing) bool {
		return k < t.from && t.from-k < 4 && (t.state || h.any(k+1, t.to, "allergy", "intolerance", "lacks"))
	})
}

// introduced reports whether a name is the guest's own: "sou a Ana".
func (h *hearing) introduced(k int) bool {
	for k--; k > 0 && (h.is(k, "article") || h.isThird(k)); k-- {
	}
	return h.is(k, "I am")
}

// begins reports whether a token is the first of a sentence or a line.
func (h *hearing) begins(k int) bool {
	return k == 0 || h.tokens[k-1].shape == mark && h.word(k-1) != "," || strings.Contains(h.text[h.tokens[k-1].to:h.tokens[k].from], "\n")
}

// IsWord reports whether a word is one of the lists', and so hardly a name.
func IsWord(w string) bool { return len(words().of(w)) > 0 || len(ontology.Default().Read(w)) > 0 }

func (h *hearing) personAt(k int) *person {
	if i := slices.IndexFunc(h.people, func(p person) bool { return p.from <= k && k < p.to }); i >= 0 {
		return &h.people[i]
	}
	return nil
}

// names reports whether somebody is spoken of between two tokens.
func (h *hearing) names(from, to int) bool {
	return slices.ContainsFunc(h.people, func(p person) bool { return p.from >= from && p.from < to }) || h.any(from, to, "first", "pronoun")
}

// together returns a person with those whom "e" joins: "meu marido e meu filho".
func (h *hearing) together(p int) []string {
	all := []string{h.people[p].name}
	for ; ; p-- {
		at := h.people[p].from
		for at > 0 && h.is(at-1, "article") {
			at--
		}
		switch {
		case at < 2 || !h.is(at-1, "and") && h.word(at-1) != ",":
			return all
		case h.is(at-2, "me"):
			return append([]string{""}, all...)
		case p == 0 || h.people[p-1].to != at-1 || len(all) == 1 && h.word(at-1) == "," && h.people[p].named != h.people[p-1].named: // "a Bia, minha filha"
			return all
		}
		all = append([]string{h.people[p-1].name}, all...)
	}
}

// withMe returns the guest with those whom "e" joins to them: "meu marido e eu".
func (h *hearing) withMe(me int) []string {
	p := slices.IndexFunc(h.people, func(p person) bool { return p.to == me-1 && h.is(me-1, "and") })
	if p < 0 {
		return []string{""}
	}
	return append([]string{""}, h.together(p)...)
}

// Spoken is somebody of whom a text speaks, and where.
type Spoken struct {
	Name     string
	From, To int // in bytes
}

// People returns those of whom a text speaks by what they are to the guest, or by name: "minha irmã", "o Beto".
func People(text string) (all []Spoken) {
	h, places := hear(text, nil), gazetteer.Read(text)
	for _, p := range h.people {
		all = append(all, Spoken{p.name, h.tokens[p.from].from, h.tokens[p.to-1].to})
	}
	for k, t := range h.tokens {
		place := slices.ContainsFunc(places, func(p gazetteer.Mention) bool { return p.From <= t.from && t.to <= p.To })
		if h.isCapital(k) && !h.begins(k) && len(t.word) > 1 && h.personAt(k) == nil && !h.is(k, "first", "pronoun", "void") && !h.introduced(k) && !place &&
			(h.is(k-1, "for") || !IsWord(t.word)) {
			all = append(all, Spoken{text[t.from:t.to], t.from, t.to})
		}
	}
	slices.SortFunc(all, func(a, b Spoken) int { return cmp.Compare(a.From, b.From) })
	return all
}

// Companions returns those of whom a message speaks: by what they are to the guest, or by name.
func (r *Reading) Companions(text string) (names []string) {
	for _, p := range hear(text, r.Spans).people {
		names = append(names, p.name)
	}
	for i := range r.Spans {
		s := &r.Spans[i]
		in := func(name string) bool { return strings.Contains(name, s.Text) } // "minha filha Bia"
		if s.Kind == "name" && !Introduces(text, s) && !slices.ContainsFunc(names, in) {
			names = append(names, s.Text)
		}
	}
	return names
}

// Introduces reports whether a message says that a name is the guest's, or is nothing else: a word with a capital letter may
// be anything.
func Introduces(message string, s *Span) bool {
	if s.From < 0 || s.To > len(message) || s.From > s.To {
		return false
	}
	before, after := strings.Fields(lang.Fold(message[strings.LastIndexAny(message[:s.From], ".!?;\n")+1:s.From])), lang.Fold(message[s.To:])
	if lang.Fold(message[:s.From])+after == "" {
		return true
	}
	next, _, _ := strings.Cut(after, " ")
	n := len(before)
	if says(next, "third") && next != "e" || n > 0 && says(before[n-1], "with") { // "soy vegano y Ana es celíaca", "I'm with Pedro"
		return false
	}
	return slices.ContainsFunc(before[max(0, n-4):], func(w string) bool { return says(w, "introduces") })
}
