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
	spans := slices.DeleteFunc(slices.Clone(r.Spans), func(s Span) bool { // of another text
		return s.From < 0 || s.To < s.From || s.To > len(text)
	})
	h := hear(text, spans)
	for i := range h.things {
		t := &h.things[i]
		if t.span < 0 {
			continue
		}
		s := &spans[t.span]
		kind := map[string]string{"allergy": "allergy", "intolerance": "intolerance", "cannot": "diet"}[s.P]
		wish := t.lacks() && s.Kind == "drink"                                                                                                                          // "e de bebida sem álcool?"
		ofDish := s.Kind == "diet" && !t.lacks() && slices.ContainsFunc(spans, func(x Span) bool { return x.Kind == "food" && (x.To+1 == s.From || s.To+1 == x.From) }) // "una moqueca vegana"
		if kind == "" || wish || ofDish || h.onlyAsked(t) || h.leftOut(t, spans) || !strings.ContainsFunc(s.Text, unicode.IsLetter) || h.brought(t) || (!t.state || ofFood().MatchString(lang.Fold(s.Text))) && !t.lacks() && onlyThat().MatchString(lang.Fold(text[:s.From])) || courses[lang.Fold(s.Text)] || kind == "diet" && (isMedicine(s.Text) || t.lacks() && t.least != leastWithReason && seasoning[lang.Fold(s.Text)]) {
			continue
		}
		over := s.Drop || s.When == "past"
		if over && !h.takesBack(t) {
			if over = false; t.over || !t.plain {
				continue
			}
		}
		n := Need{What: s.Text, Kind: kind, Of: h.called(s, t, said), Over: over, Plain: t.plain, From: s.From, To: s.To}
		if h.dry(t) {
			if n.What = alcohol(text); h.conditional(t.to) {
				continue
			}
		}
		if s.Of == "other" && (!t.plain || len(n.Of) == 0 || n.Of[0] == "" || n.Of[0] == Somebody) { // of somebody who does not come
			continue
		}
		if !n.Over && !slices.Contains(n.Of, "") && meToo().MatchString(lang.Fold(text[s.To:])) {
			n.Of = append(slices.Clone(n.Of), "")
		}
		stated := func(had Need) bool { // also once more, or as the reason why something is taken back
			return lang.Fold(n.What) == lang.Fold(had.What) && slices.Equal(n.Of, had.Of) && (n.Over || !had.Over && n.Kind == had.Kind)
		}
		if len(n.Of) > 0 && !slices.ContainsFunc(all, stated) {
			all = append(all, n)
		}
	}
	var more []Need
	if h.any(0, len(h.tokens), "drinks", "drink") {
		more = h.minors(alcohol(text), said)
	}
	for _, n := range append(more, h.drivers()...) {
		all = slices.DeleteFunc(all, func(had Need) bool { // "she is driving, so she won't drink"
			return n.What == drinks(text) && had.What == alcohol(text) && slices.Equal(had.Of, n.Of)
		})
		if !slices.ContainsFunc(all, func(had Need) bool { return had.What == n.What && slices.Equal(had.Of, n.Of) }) {
			all = append(all, n)
		}
	}
	return all
}

// leftOut reports whether a thing is only left out of a dish that is wanted, in words that speak of nobody: "um pastel sem azeitona".
func (h *hearing) leftOut(t *thing, spans []Span) bool {
	p := h.parts[t.from]
	dish := slices.ContainsFunc(spans, func(x Span) bool {
		return x.Kind == "food" && x.P == "want" && x.From >= h.tokens[p.from].from && x.To <= h.tokens[t.from].from
	})
	return dish && t.lacks() && !t.plain && !t.state && !h.names(p.from, min(t.to+3, p.to))
}

// onlyAsked reports whether a thing is asked about with no word that somebody must not have it, beside a sentence that says what
// that is: "a sopa leva ovo? meu filho é alérgico a soja".
func (h *hearing) onlyAsked(t *thing) bool {
	p := h.parts[t.from]
	return !t.plain && h.asks(p) && slices.ContainsFunc(h.things, func(x thing) bool { return x.plain && (x.from < p.from || x.from >= p.to) })
}

// conditional reports whether what is said ends with when it holds, and that is something that the guest does: "não bebo
// quando corro no dia seguinte". How they are may be so now: "when I'm on medication".
func (h *hearing) conditional(k int) bool {
	for h.is(k, "drink") {
		k++
	}
	end := k
	for end < len(h.tokens) && h.tokens[end].shape != mark && !h.is(end, "and", "but", "sure state", "I am", "wheel") {
		end++
	}
	unwell := func(m meaning) bool { return m.class == classMedicine || isState(m) }
	return (h.is(k, "if") || h.word(k) == "when") && (end == len(h.tokens) || h.word(end) == ".") && !slices.ContainsFunc(sensesOf(h.tokens[k:end]), unwell)
}

// meToo follows what somebody must not have where the guest must not either: "minha mãe é alérgica a leite e eu também".
var meToo = pattern.Of(`^\s*(?:(?:e|y|and) )?(?:(?:eu|yo|me|i am|i m) (?:tambem|tb|tbm|tambien|too|as well)|so am i)\b`)

// onlyThat comes before what somebody has and nothing else: "she can only manage soft food", "só come peixe".
var onlyThat = pattern.Of(`\b(?:only (?:eat|eats|manage|manages|have|has|take|takes|drink|drinks|do|does)|(?:so|somente|apenas|solo|solamente) (?:(?:pode|podem|posso|consegue|consigo|puede|pueden|puedo|tolera) )?(?:come|comem|comer|como|comen|bebe|bebem|beber|bebo|beben|toma|tomar|tomo))(?: \pL+){0,1} ?$`)

// ofFood is in words for a kind of food that is nobody's diet: "soft food", "comida mole".
var ofFood = pattern.Of(`\b(?:food|foods|things|stuff|comida|comidas|coisa|coisas|cosa|cosas)\b`)

// seasoning is what a dish may be wished for without as a matter of taste.
var seasoning = lang.Set("acucar azucar sugar sal salt pimenta pimiento pepper cebola cebolla onion onions alho ajo garlic coentro cilantro coriander gelo hielo ice molho salsa sauce gordura grasa fritura frituras")

// courses are parts of a card, which nobody must go without: "tem sobremesa para ela?".
var courses = lang.Set("sobremesa sobremesas entrada entradas prato pratos principal principais dessert desserts starter starters main mains postre postres plato platos petisco petiscos snack snacks")

// isMedicine reports whether words name a medicine and not which: it is nobody's diet.
func isMedicine(text string) bool {
	all := sensesOf(tokens(text))
	return slices.ContainsFunc(all, func(m meaning) bool { return m.class == classMedicine }) && len(Foods(text)) == 0 &&
		!slices.ContainsFunc(all, func(m meaning) bool { return isState(m) || isFood(m) })
}

// brought reports whether a thing is for somebody who is called by what they must not have something else for: "um quindim
// pra alérgica", and not "nada de quindim pra alérgica".
func (h *hearing) brought(t *thing) bool {
	k := t.to
	for h.is(k, "for", "article") && k < t.at {
		k++
	}
	return h.is(t.to, "for") && k == t.at && h.is(k, "allergy", "intolerance") && !h.any(t.from-4, t.from, "lacks", "not", "refuses")
}

// takesBack reports whether words say that somebody may have a thing after all: not in a question, a supposition or a
// report, and not because a score says so.
func (h *hearing) takesBack(t *thing) bool {
	p := h.parts[t.from]
	said := slices.IndexFunc(h.tokens[p.from:t.from], func(t token) bool { return says(t.word, "says") })
	reported := said >= 0 && !h.any(p.from, p.from+said, "unsay") // "esquece que eu disse que não bebo" is no report
	return !(p.asked && p.end == p.to) && !reported && !h.any(p.from, t.from, "if") &&
		(t.over || h.any(p.from, p.to, "past") || h.unsays(t))
}

// withdrawn reports whether the clause of a token takes back what the guest said before: "esquece que eu falei que não como
// peixe", and not "não esquece que eu falei que sou vegana".
func (h *hearing) withdrawn(i int) bool {
	for k := h.parts[i].begin; k < i; k++ {
		if h.is(k, "unsay") && !h.is(k, "erases") && !h.any(k-2, k, "not") && h.any(k+1, i, "mentions") {
			return true
		}
	}
	return false
}

// revokes reports whether some tokens have a word that takes something back: "não", "esquece", and not "não esquece".
func (h *hearing) revokes(from, to int) bool {
	for k := from; k < to; k++ {
		if h.is(k, "unsay") && !h.any(k-2, k, "not") || h.is(k, "not") && !h.any(k+1, k+3, "unsay", "keep") {
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
	sure := o.sure || len(names) == 1 && names[0] != "" && names[0] != Somebody
	switch self := len(names) == 1 && names[0] == ""; {
	case len(h.people) == 0 && h.is(t.at-1, "mine"): // "minha alergia"
		return []string{""}
	case len(names) == 0, sure, self == (s.Of == ""):
		return names
	case s.Of == "":
		return []string{""}
	case s.Of == "companion" && len(h.people) == 1:
		return []string{h.people[0].name}
	}
	return []string{Somebody}
}

// owners returns whose the clue of a thing is. What is only left out, or asked about, is for who has the reason: "sem leite,
// minha filha é alérgica".
func (h *hearing) owners(t *thing) owner {
	o := h.whose(t.at)
	if t.p != "" && !t.lacks() || o.sure && t.p == "" || o.sure && len(o.of) == 1 && o.of[0] != "" && o.they == "" && o.of[0] != Somebody { // "Ana is vegan, and Rui can't have nuts"
		return o
	}
	if i := slices.IndexFunc(h.things, func(t thing) bool { return t.plain && !t.over && !t.out }); i >= 0 {
		if who, they := h.forWhom(t.at); who+they == "" {
			return h.whose(h.things[i].at)
		}
	}
	return o
}

// settle puts right what spans say of who must not have what, by the clues, and adds what the reader has overlooked: no score
// alone decides about an allergy.
func (r *Reader) settle(m *message, spans []Span, forget bool) []Span {
	spans = slices.DeleteFunc(spans, func(s Span) bool { // "nada que leve vinho"
		before := strings.Fields(lang.Fold(m.text[:s.From]))
		return s.Kind == "taste" && len(before) > 0 && says(before[len(before)-1], "who") && says(lang.Fold(s.Text), "contains")
	})
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
		if t.span < 0 {
			if t.anybody && t.least == 0 {
				added = append(added, h.span(t))
				suppose(&added[len(added)-1])
			} else if (t.p != "" && t.least == 0 || t.sure && t.plain && (!t.over || h.withdrawn(t.at)) || t.lacks() && lists[t.list] > t.least) && !t.out {
				added = append(added, h.span(t))
			}
			continue
		}
		s := &spans[t.span]
		share := max(shares[t.span], lists[t.list])
		never, need, unknown := isNever(s.P), t.least, !t.known && t.least > 0
		if (s.P == "allergy" || s.P == "intolerance") && need < leastAsked && need != leastContained && !h.any(h.parts[t.from].from, t.from, "unsay") {
			need, unknown = min(need, 0.5), false // in doubt an allergy is one
		}
		switch {
		case t.anybody:
			suppose(s)
		case h.misses(t), h.joins():
			s.P = "want"
		case h.empty(t):
			if s.P != "want" && s.P != "like" {
				s.P = ""
			}
		case t.p == "like" && (never || t.least == 0 || s.P == "dislike"):
			s.P = "like"
		case t.out || share < need || unknown && (share < leastUnknown || t.state && share < leastUnknownState):
			switch {
			case never && t.lacks():
				s.P = "not"
			case never:
				s.P = ""
			case s.P == "dislike" && !t.out: // "ele ama pimenta, mas a mim faz mal"
				h.assign(s, h.owners(t))
			}
		case s.Kind == "fact" && s.P != "allergy", t.over && !never && t.least > 0:
		default:
			h.assign(s, h.owners(t))
			if p := t.p; p == "" || p == "like" {
			} else if !never || t.least == 0 && p != "cannot" && (p != "dislike" || s.P != "allergy") {
				s.P = p
			}
			s.Drop = (s.Drop || forget) && (h.unsays(t) || t.over) || t.over && s.When != "past"
		}
	}
	spans = append(spans, added...)
	slices.SortStableFunc(spans, func(a, b Span) int { return a.From - b.From })
	for i := 1; i < len(spans); i++ {
		drink, taste := &spans[i-1], &spans[i]
		if taste.Kind == "taste" && drink.To+1 == taste.From && drink.P == "cannot" && taste.P == "cannot" && (drink.Kind == "drink" || says(lang.Fold(drink.Text), "drinks")) {
			drink.P, taste.P = "dislike", "dislike" // "não tomo vinho doce"
		}
	}
	return spans
}

// misses reports whether somebody has not had a dish for a while, or never: "faz anos que não como feijoada".
func (h *hearing) misses(t *thing) bool {
	before := lang.Fold(h.text[h.tokens[h.parts[t.from].from].from:h.tokens[t.from].from])
	return t.p == "cannot" && !t.known && !h.dry(t) && longAgo().MatchString(before) && !h.any(h.parts[t.from].from, h.parts[t.from].to, "allergy", "intolerance")
}

// joins reports whether the guest asks to have what somebody else has, and says of nobody that they must not: "they got the
// pudding? could I have one too".
func (h *hearing) joins() bool {
	return havingToo().MatchString(lang.Fold(h.text)) && !h.any(0, len(h.tokens), triggering...)
}

var havingToo = pattern.Of(`\b(?:(?:can|could|may) (?:i|we) (?:have|get|order|try)|i ll have|we ll have|i d like|posso (?:pedir|ter|comer|provar)|podemos pedir|` +
	`quero|queria|queremos|me traz|me ve|quiero|quisiera|puedo (?:pedir|comer|probar)|me trae|me da)\b.*\b(?:too|as well|tambem|tb|tbm|tambien|igual)\b`)

// suppose makes what whoever must not have of a span a wish for this once: "para quem não come ovo" is without eggs.
func suppose(s *Span) {
	if s.P, s.Of, s.Drop = "not", "", false; s.Kind == "diet" {
		s.P = "want"
	}
}

var longAgo = pattern.Of(`\b(?:(?:faz|fazem|ha|tem|hace|hacia) .*\bque (?:\w+ )?(?:nao|no|n)|quanto tempo .*\b(?:nao|no)|nunca (?:comi|bebi|tomei|provei|comimos|probe|he probado)|` +
	`never (?:had|tried|eaten|tasted)|(?:haven|hasn|have|has)(?:\W?t| not) (?:had|eaten|tasted|tried))\b`)

func isNever(p string) bool { return p == "allergy" || p == "intolerance" || p == "cannot" }

// unsays reports whether the sentence of a thing has a word that takes it back: nothing is withdrawn because a score says so.
func (h *hearing) unsays(t *thing) bool {
	p := h.parts[t.from]
	if t.plain {
		return h.revokes(p.begin, p.end)
	}
	return h.revokes(p.from, p.to)
}

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
	return h.any(t.from, t.to, "dry") || h.any(t.from, t.to, "drink") && h.any(t.from, t.to, "state", "refuses")
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

// Wonders returns the clauses of a message that ask whether somebody may have something: "o quindim dá pra mim" of "tenho
// alergia a ovo, o quindim dá pra mim?".
func Wonders(text string) (all []string) {
	h := hear(text, nil)
	for k, p := range h.parts {
		if k == p.begin && h.wonders(p) && h.any(k, p.end, "may") {
			all = append(all, h.said(k, p.end))
		}
	}
	return all
}

// wonders reports whether a clause asks what may be had, or what is in it, and says of nobody that they must not.
func (h *hearing) wonders(p part) bool {
	return p.asked && h.any(p.begin, p.end, "may", "contains") && !h.any(p.begin, p.end, "not") && !h.any(p.begin, p.end, triggering...)
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
	if raw := strings.Fields(text[:n.From]); len(raw) > 1 {
		verb := raw[len(raw)-2]
		if verb != "e" && singular[lang.Fold(verb)] || strings.HasSuffix(verb, "'s") || strings.HasSuffix(verb, "’s") {
			return false // "a Ana é a vegana" tells of her
		}
	}
	same := lang.Stem(lang.Fold(strings.Fields(n.What + " .")[0]))
	return slices.ContainsFunc(tokens(strings.Join(said, " ")), func(t token) bool { return len(t.word) > shortWord && lang.Stem(t.word) == same })
}

var naming, singular = lang.Set("o a os as the el la los las pro pra pros pras do da al del"), lang.Set("e eh is has es tiene doesn doesnt")
