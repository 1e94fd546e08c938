package understand

import (
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// Need is something that somebody at the table must not have.
type Need struct {
	What string   `json:"what"` // the guest's words: "camarão", "celíaca"
	Kind string   `json:"kind"` // allergy, intolerance or diet
	Of   []string `json:"of"`   // whose it is: "minha irmã"; "" is the guest, Somebody an unnamed companion
	Over bool     `json:"over,omitempty"`

	// Plain says that the words say so themselves, whatever the reader makes of them.
	Plain bool `json:"plain,omitempty"`

	// Sober says that somebody drives or is under age: it is theirs alone.
	Sober bool `json:"sober,omitempty"`

	From int `json:"-"` // in the message, in bytes
	To   int `json:"-"`
}

// Needs returns what people at the table must not have, of a message alone.
func Needs(text string) []Need {
	r := Read(text, Before{})
	return r.Needs(text)
}

// Needs returns what people at the table must not have, of a message and its reading. In doubt an allergy is one; what is
// denied or past is Over; what is supposed, or said of somebody who does not come, is left out.
// Said are the guest's messages before it, oldest first: "ela" may be somebody there.
func (r *Reading) Needs(text string, said ...string) (all []Need) {
	h := hear(text, slices.DeleteFunc(slices.Clone(r.Spans), func(s Span) bool { // of another text
		return s.From < 0 || s.To < s.From || s.To > len(text)
	}))
	for i := range h.things {
		n, ok := h.need(&h.things[i], said)
		if ok && !slices.ContainsFunc(all, n.repeats) {
			all = append(all, n)
		}
	}
	for _, n := range h.sober(said) {
		all = slices.DeleteFunc(all, func(had Need) bool { // "she is driving, so she won't drink"
			return n.What == drinks(text) && had.What == alcohol(text) && slices.Equal(had.Of, n.Of)
		})
		if !slices.ContainsFunc(all, func(had Need) bool { return had.What == n.What && slices.Equal(had.Of, n.Of) }) {
			all = append(all, n)
		}
	}
	return all
}

// repeats reports whether a need says another once more, or is the reason why it is taken back.
func (n Need) repeats(had Need) bool {
	return lang.Fold(n.What) == lang.Fold(had.What) && slices.Equal(n.Of, had.Of) && (n.Over || !had.Over && n.Kind == had.Kind)
}

// kindsOfNeeds are the kinds of needs by what a span says.
var kindsOfNeeds = map[string]string{"allergy": "allergy", "intolerance": "intolerance", "cannot": "diet"}

// need makes a need of a thing that somebody must not have.
func (h *hearing) need(t *thing, said []string) (n Need, ok bool) {
	if t.span < 0 {
		return n, false
	}
	s := &h.spans[t.span]
	kind := kindsOfNeeds[s.P]
	if kind == "" || h.onlyAsked(t) || h.leftOut(t) || !strings.ContainsFunc(s.Text, unicode.IsLetter) {
		return n, false
	}
	n = Need{What: s.Text, Kind: kind, Of: h.called(s, t, said), Over: s.Drop || s.When == "past", Plain: t.plain, From: s.From, To: s.To}
	if n.Over && !h.takesBack(t) {
		n.Over = false
		if t.over || !t.plain {
			return n, false
		}
	}
	if h.dry(t) {
		n.What = alcohol(h.text)
	}
	if !n.Over && !slices.Contains(n.Of, "") && meToo().MatchString(lang.Fold(h.text[s.To:])) {
		n.Of = append(slices.Clone(n.Of), "")
	}
	absent := s.Of == "other" && (!t.plain || slices.Equal(n.Of, []string{""}) || slices.Equal(n.Of, []string{Somebody}))
	return n, len(n.Of) > 0 && !absent
}

// leftOut reports whether a thing only tells which dish or drink is wanted, in words that speak of nobody: "um pastel sem azeitona",
// "una moqueca vegana", "e de bebida sem álcool?".
func (h *hearing) leftOut(t *thing) bool {
	p, s := h.parts[t.from], &h.spans[t.span]
	if s.Kind == "diet" && !t.lacks() {
		return slices.ContainsFunc(h.spans, func(x Span) bool { return x.Kind == "food" && (x.To+1 == s.From || s.To+1 == x.From) })
	}
	dish := s.Kind == "drink" || slices.ContainsFunc(h.spans, func(x Span) bool {
		return x.Kind == "food" && x.P == "want" && x.From >= h.tokens[p.from].from && x.To <= h.tokens[t.from].from
	})
	named := h.names(p.from, min(t.to+3, p.to))
	return dish && t.lacks() && !t.plain && !t.state && (!named || s.Kind == "drink" && p.asked)
}

// onlyAsked reports whether a thing is asked about with no word that somebody must not have it, beside a sentence that says what
// that is: "a sopa leva ovo? meu filho é alérgico a soja".
func (h *hearing) onlyAsked(t *thing) bool {
	p := h.parts[t.from]
	return !t.plain && h.asks(p) && slices.ContainsFunc(h.things, func(x thing) bool { return x.plain && (x.from < p.from || x.from >= p.to) })
}

// meToo follows what somebody must not have where the guest must not either: "minha mãe é alérgica a leite e eu também".
var meToo = pattern.Of(`^\s*(?:(?:e|y|and) )?(?:(?:eu|yo|me|i am|i m) (?:tambem|tb|tbm|tambien|too|as well)|so am i)\b`)

// takesBack reports whether words say that somebody may have a thing after all: not in a question, a supposition or a report,
// and not because a score says so.
func (h *hearing) takesBack(t *thing) bool {
	p := h.parts[t.from]
	reported := h.any(p.from, t.from, "says") && !h.any(p.from, t.from, "unsay") // "esquece que eu disse que não bebo" is no report
	return !h.asks(p) && !reported && !h.any(p.from, t.from, "if") && (t.over || h.any(p.from, p.to, "past") || h.unsays(t))
}

// unsays reports whether the words of a thing take it back, in its clause if that says plainly what somebody must not have:
// "esquece o leite", "não", and not "não esquece".
func (h *hearing) unsays(t *thing) bool {
	p := h.parts[t.from]
	from, to := p.from, p.to
	if t.plain {
		from, to = p.begin, p.end
	}
	for k := from; k < to; k++ {
		if h.is(k, "unsay") && !h.any(k-2, k, "not") || h.is(k, "not") && !h.any(k+1, k+3, "unsay", "keep") {
			return true
		}
	}
	return false
}

// withdrawn reports whether the clause of a token takes back what the guest said before: "esquece que eu falei que não como
// peixe", and not "não esquece que eu falei que sou vegana".
func (h *hearing) withdrawn(i int) bool {
	for k := h.parts[i].begin; k < i; k++ {
		if h.is(k, "unsay") && !h.any(k-2, k, "not") && h.any(k+1, i, "mentions") {
			return true
		}
	}
	return false
}

// called returns the names of whose a need is. Nobody is who does not come.
func (h *hearing) called(s *Span, t *thing, said []string) []string {
	o := h.owners(t)
	names := slices.DeleteFunc(slices.Clone(o.after(said)), func(name string) bool {
		return slices.ContainsFunc(h.people, func(p person) bool { return p.gone && p.name == name })
	})
	switch self := len(names) == 1 && names[0] == ""; {
	case len(h.people) == 0 && h.is(t.at-1, "mine"): // "minha alergia"
		return []string{""}
	case len(names) == 0, o.sure, self == (s.Of == ""):
		return names
	case s.Of == "":
		return []string{""}
	case len(h.people) == 1:
		return []string{h.people[0].name}
	}
	return []string{Somebody}
}

// owners returns whose the clue of a thing is. What is only left out, or asked about, is for who has the reason: "sem leite,
// minha filha é alérgica".
func (h *hearing) owners(t *thing) owner {
	o := h.whose(t.at)
	reason := slices.IndexFunc(h.things, func(t thing) bool { return t.plain && !t.over })
	if who, they := h.forWhom(t.at); reason < 0 || who+they != "" || t.p != "" && !t.lacks() || o.sure && (t.p == "" || o.of[0] != "" && o.of[0] != Somebody) {
		return o
	}
	return h.whose(h.things[reason].at)
}

// settle puts right what spans say of who must not have what, by the clues, and adds what the reader has overlooked: no score
// alone decides about an allergy.
func (r *Reader) settle(m *message, spans []Span, forget bool) []Span {
	h := hear(m.text, spans)
	shares := r.shares(m, spans)
	lists := map[int]float32{}
	for _, t := range h.things {
		if t.span >= 0 && t.lacks() {
			lists[t.list] = max(lists[t.list], shares[t.span])
		}
	}
	var added []Span
	for i := range h.things {
		t := &h.things[i]
		if t.span >= 0 {
			h.judge(&spans[t.span], t, max(shares[t.span], lists[t.list]), forget)
			continue
		}
		told := t.p != "" && t.least == 0 || t.sure && t.plain && (!t.over || h.withdrawn(t.at)) || t.lacks() && lists[t.list] > t.least
		if told && !t.out && !t.anybody {
			added = append(added, h.span(t))
		}
	}
	spans = append(spans, added...)
	slices.SortStableFunc(spans, func(a, b Span) int { return a.From - b.From })
	return spans
}

// judge puts right what a span says, of which the reader finds it so likely that somebody must not have it.
func (h *hearing) judge(s *Span, t *thing, share float32, forget bool) {
	never, need, unknown, leastOfUnknown := isNever(s.P), t.least, !t.known && t.least > 0, float32(leastUnknown)
	if t.state {
		leastOfUnknown = leastUnknownState
	}
	if isGrave(s.P) && need < leastContained { // in doubt an allergy is one
		need, unknown = min(need, 0.5), false
	}
	switch {
	case t.anybody: // "para quem não come ovo" is without eggs, for this once
		if s.P, s.Of, s.Drop = "not", "", false; s.Kind == "diet" {
			s.P = "want"
		}
	case h.empty(t) && s.P != "want" && s.P != "like":
		s.P = ""
	case t.p == "like" && (never || t.least == 0 || s.P == "dislike"):
		s.P = "like"
	case t.out || share < need || unknown && share < leastOfUnknown:
		if never && t.lacks() {
			s.P = "not"
		} else if never {
			s.P = ""
		}
	case s.Kind == "fact":
	default:
		h.assign(s, h.owners(t))
		if !never && t.p != "" && t.p != "like" || t.least == 0 && isGrave(t.p) {
			s.P = t.p
		}
		s.Drop = t.over || (s.Drop || forget) && h.unsays(t)
	}
}

func isNever(p string) bool { return isGrave(p) || p == "cannot" }

func isGrave(p string) bool { return p == "allergy" || p == "intolerance" }

// empty reports whether a thing is made of verbs, pronouns and words such as "tudo": nobody does without "everything".
// "Não bebe" is a thing: it means alcohol.
func (h *hearing) empty(t *thing) bool {
	for k := t.from; k < t.to; k++ {
		if h.dry(t) || !h.is(k, "allergy", "intolerance", "vague", "eat", "pronoun", "first", "third", "filler", "one", "not") {
			return false
		}
	}
	return true
}

// dry reports whether a thing says that somebody drinks no alcohol: "não bebe", "designated driver".
func (h *hearing) dry(t *thing) bool {
	return h.any(t.from, t.to, "dry") || h.any(t.from, t.to, "drink") && h.any(t.from, t.to, "refuses")
}

// assign says in a span whose the need is, if the words say so.
func (h *hearing) assign(s *Span, o owner) {
	switch {
	case s.Of == "other" || !o.sure || len(o.of) > 1 && s.Of == "party":
	case o.of[0] == "" && len(o.of) == 1:
		s.Of = ""
	case o.of[0] != "" && (s.Of == "" || o.of[0] != Somebody):
		s.Of = "companion"
	}
}

// span makes one of a thing that the reader has overlooked.
func (h *hearing) span(t *thing) Span {
	s := Span{Kind: "food", P: t.p, Drop: t.over, From: h.tokens[t.from].from, To: h.tokens[t.to-1].to}
	s.Text = h.text[s.From:s.To]
	if t.state {
		s.Kind = "diet"
	}
	h.assign(&s, h.owners(t))
	return s
}

// shares returns how likely each span is something that somebody must not have.
func (r *Reader) shares(m *message, spans []Span) []float32 {
	var places []place
	for i := range spans {
		p := place{Kind: slices.Index(Kinds, spans[i].Kind)}
		p.From = slices.IndexFunc(m.tokens, func(t token) bool { return t.to > spans[i].From })
		for p.To = p.From; p.To < len(m.tokens) && m.tokens[p.To].from < spans[i].To; p.To++ {
		}
		places = append(places, p)
	}
	all := make([]float32, len(spans))
	f, scores := make([]feature, 0, 256), make([]float32, valueCount)
	for i, p := range places {
		f = m.ofSpan(f[:0], p, spans[:i], places)
		clear(scores)
		r.attributes.addAll(f, scores)
		all[i] = share(scores[:len(Attributes[0].Values)], firstNever, lastNever)
	}
	return all
}

// Corrects reports whether a message takes back what the guest said before of a need, or tells one behind such words: both
// are told, and nothing else is to be forgotten.
func (r *Reading) Corrects(text string) bool {
	h := hear(text, r.Spans)
	return slices.ContainsFunc(h.things, func(t thing) bool {
		p := h.parts[t.from]
		return t.plain && h.any(p.from, t.from, "unsay") && p.begin > p.from
	})
}

// asks reports whether a clause is what a sentence asks.
func (h *hearing) asks(p part) bool { return p.asked && p.end == p.to }

// Supposes reports whether a message asks for whoever must not have something: "o que tem para quem é alérgico?".
func Supposes(text string) bool {
	r := Read(text, Before{})
	return slices.ContainsFunc(hear(text, r.Spans).things, func(t thing) bool { return t.anybody })
}

// Refers reports whether a need of a message only names somebody of whom it was told before: "o que o vegetariano pode comer?".
func Refers(text string, n Need, said []string) bool {
	before := strings.Fields(lang.Fold(text[:n.From]))
	if len(before) == 0 || !naming[before[len(before)-1]] || n.Over || n.Kind != "diet" || len(Foods(n.What)) > 0 {
		return false
	}
	same := lang.Stem(lang.Fold(strings.Fields(n.What + " .")[0]))
	return slices.ContainsFunc(tokens(strings.Join(said, " ")), func(t token) bool { return len(t.word) > shortWord && lang.Stem(t.word) == same })
}

var naming = lang.Set("o a os as the el la los las pro pra pros pras do da al del")
