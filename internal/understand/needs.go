package understand

import (
	"slices"
	"strings"

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
	h := hear(text, r.Spans)
	for i := range h.things {
		t := &h.things[i]
		if t.span < 0 {
			continue
		}
		s := &r.Spans[t.span]
		kind := map[string]string{"allergy": "allergy", "intolerance": "intolerance", "cannot": "diet"}[s.P]
		if kind == "" || courses[lang.Fold(s.Text)] || kind == "diet" && (isMedicine(s.Text) || t.lacks() && t.least != leastWithReason && seasoning[lang.Fold(s.Text)]) {
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
			n.What = alcohol(text)
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

// meToo follows what somebody must not have where the guest must not either: "minha mãe é alérgica a leite e eu também".
var meToo = pattern.Of(`^\s*(?:(?:e|y|and) )?(?:(?:eu|yo|me|i am|i m) (?:tambem|tb|tbm|tambien|too|as well)|so am i)\b`)

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

// takesBack reports whether words say that somebody may have a thing after all: not in a question, a supposition or a
// report, and not because a score says so.
func (h *hearing) takesBack(t *thing) bool {
	p := h.parts[t.from]
	return !(p.asked && p.end == p.to) && !h.any(p.from, t.from, "if", "says") && !strings.HasSuffix(h.said(p.from, p.to), "não") &&
		(t.over || h.any(p.from, p.to, "past") || h.unsays(t))
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

// A trigger is a clue that somebody must not have what stands near it: what it is then to them, how many words of no meaning
// may stand before its object and behind it, whether that may be something named before, and how likely the reader must find
// it too, as measured on writers that a reader was not trained on.
type trigger struct {
	clue, p       string
	ahead, behind int
	earlier       bool
	least         float32
}

// triggers, of which an earlier one weighs more.
var triggers = []trigger{
	{"allergy", "allergy", 3, 5, true, 0},
	{"intolerance", "intolerance", 3, 3, true, 0},
	{"reacts", "intolerance", 3, 6, true, 0.2},
	{"refuses", "cannot", 2, 2, true, 0},
	{"quits", "cannot", 2, 3, false, 0},
	{"dislikes", "dislike", 2, 3, false, 0},
	{"lacks", "cannot", 1, 0, false, leastLeftOut},
	{"likes", "like", 1, 2, false, 1},
}

// triggering are the clues of triggers but for likes.
var triggering = []string{"allergy", "intolerance", "reacts", "refuses", "quits", "dislikes", "lacks"}

// How likely the reader must find it that somebody must not have what is only left out, the same where a reason is given, and
// what is only named, in a question too; a state that is said of somebody, and one that is not; and how likely it must be of a word that no list
// knows.
const (
	leastLeftOut, leastWithReason, leastNamed, leastAsked = 0.6, 0.2, 0.75, 1
	leastSaid, leastState, leastUnknown                   = 0.3, 0.6, 0.8
)

// ground finds for each thing the clue that somebody must not have it.
func (h *hearing) ground() {
	reason := h.any(0, len(h.tokens), "allergy", "intolerance", "reacts", "refuses", "ill") ||
		slices.ContainsFunc(h.things, func(t thing) bool { return t.state && !h.is(t.from, "lacks") })
	for i := range h.things {
		t := &h.things[i]
		t.rank, t.at, t.least = len(triggers), t.from, leastNamed
		t.over, t.out = h.mood(t.at)
		if k := t.from - 1; t.over && !h.rectifies() && !(h.isThird(k) || h.is(k, "article", "to") && h.isThird(k-1)) { // "que não seja café", and not "não é café"
			t.over, t.out = false, true
		}
		if p := h.parts[t.from]; h.asks(p) && !h.any(p.begin, p.end, triggering...) {
			if t.least = leastAsked; reason && t.allergen && !h.any(p.begin, p.end, "may") {
				t.least = leastLeftOut
			}
		}
	}
	for i := 0; i < len(h.tokens); i++ {
		for rank, tr := range triggers {
			if !h.is(i, tr.clue) || h.is(i, "void") && tr.clue != "likes" || h.thingAt(i) != nil && rank > 1 {
				continue
			}
			j := i + 1
			for h.is(j, tr.clue) && h.thingAt(j) == nil {
				j++
			}
			h.trigger(i, j, rank, reason)
			i = j - 1
			break
		}
	}
	for i := range h.things {
		t := &h.things[i]
		if t.state && t.p == "" {
			p := h.parts[t.from]
			t.p, t.over, t.out = "cannot", false, false
			if next := h.thingAt(t.to); next != nil && !next.state && !h.dry(t) || h.any(t.from-2, t.from, "dish") || h.is(t.to, "dish") { // "a vegan burger"
				t.least = max(t.least, leastNamed)
			} else if h.names(p.begin, p.end) || h.is(t.from-1, "one", "for") || h.isNumber(t.from-1) || h.any(p.begin, t.from, "one", "third") && !h.asks(p) {
				t.least, t.plain = leastSaid, true
			} else if t.least = leastAsked; !h.asks(p) {
				t.least = leastState
			}
			t.over, t.out = h.mood(t.at)
		}
		h.allow(t)
		if t.lacks() && reason {
			t.least = leastWithReason
		}
		t.plain = t.plain || t.p != "" && t.least == 0
	}
}

// allow marks a thing that its own clause ends by allowing: "alérgica a peixe, camarão eu posso". Of who puts something right it
// is taken back: "na verdade posso comer camarão".
func (h *hearing) allow(t *thing) {
	p, last := h.parts[t.from], h.parts[t.from].end-1
	for last > t.to && h.is(last, "too") {
		last--
	}
	inside := t.p != "" && t.at >= p.begin && t.at < p.end
	switch {
	case t.state || p.asked || inside || h.is(p.begin, "not") || h.any(p.begin+1, t.from, "not") || h.any(t.to, t.to+2, "not"):
	case h.rectifies() && h.any(p.begin, p.end, "able"), h.any(p.begin, t.from, "freed"):
		t.p, t.least, t.over, t.out = "allergy", 0, true, false
	case last >= t.to && h.is(last, "able", "yes"), h.is(p.begin-1, "but") && h.is(p.begin, "able"): // "mas como ovo"
		t.out = true
	}
}

// lacks reports whether a thing is only said to be left out.
func (t *thing) lacks() bool { return t.rank < len(triggers) && triggers[t.rank].clue == "lacks" }

// trigger gives the objects of a clue that stands from token i to j.
func (h *hearing) trigger(i, j, rank int, reason bool) {
	tr, p := triggers[rank], h.parts[i]
	found := h.after(j, p.to, tr.ahead)
	if len(found) == 0 {
		found = h.beside(p.from, i, tr.behind)
	}
	if len(found) == 0 && tr.earlier && !(p.asked && tr.clue == "refuses") {
		found = h.earlier(i)
	}
	if t := h.thingAt(i); t != nil { // "nut allergy"
		found = append(found, t)
	}
	if len(found) == 0 && tr.clue == "refuses" && h.any(i, j, "drink") && (!p.asked || h.names(p.from, j)) {
		h.things = append(h.things, thing{from: i, to: j, span: -1, state: true, known: true, rank: len(triggers)}) // "dois não bebem"
		found = []*thing{&h.things[len(h.things)-1]}
	}
	least := tr.least
	if h.asks(p) && (tr.clue == "refuses" || tr.clue == "quits") && !h.names(p.from, j) {
		least = 0.8
	}
	if tr.clue == "lacks" && !reason && (h.thingAt(i-1) != nil || h.asks(p) && h.any(p.begin, i, "may")) {
		least = leastAsked // "um café sem açúcar", "pode vir sem cebola?"
	}
	over, out := h.mood(i)
	for _, t := range found {
		if rank < t.rank || t.over && !over {
			t.p, t.rank, t.at, t.least, t.over, t.out = tr.p, rank, i, least, over, out
		}
	}
}

// after returns the things from a token on, with no more than some words of no meaning before the first, and only commas,
// articles and conjunctions between them.
func (h *hearing) after(from, to, words int) (found []*thing) {
	for i := from; i < to; i++ {
		t, p := h.thingAt(i), h.personAt(i)
		switch {
		case t != nil && t.state, t != nil && h.parts[t.from].begin > from && h.wonders(h.parts[t.from]):
			return found
		case t != nil:
			found, i = append(found, t), t.to-1
		case p != nil && len(found) == 0 && h.is(p.from-1, "of"): // "a alergia do meu filho a leite"
			i = p.to - 1
		case p != nil, len(found) > 0 && h.isThird(i), len(found) == 0 && h.word(i) == ",":
			return found
		case h.is(i, "filler"), len(found) > 0 && h.is(i, "vague", "lacks"):
		case len(found) == 0 && words > 0 && h.tokens[i].shape != mark && !h.is(i, "but", "likes") && (h.is(i, "lacks") || !h.is(i, triggering...)):
			words--
		default:
			return found
		}
	}
	return found
}

// beside returns the foods that end just before a token: "peanut allergy", "camarão me dá alergia".
func (h *hearing) beside(from, i, words int) (found []*thing) {
	for k := i - 1; k >= from && words >= 0; k-- {
		t := h.thingAt(k)
		switch {
		case t != nil && t.state:
			return found
		case t != nil:
			found, k = append(found, t), t.from
		case len(found) > 0 && (h.is(k, "and") || h.word(k) == ","):
		case len(found) == 0 && words > 0 && h.tokens[k].shape != mark && h.personAt(k) == nil && !h.is(k, "but", "likes"):
			words--
		default:
			return found
		}
	}
	return found
}

// earlier returns the foods of which something was said or asked before: "não come peixe, é alérgica", "tem castanha? sou
// alérgico".
func (h *hearing) earlier(i int) (found []*thing) {
	if h.is(i-1, "of", "article") {
		return nil // "por causa da alérgica": of whom it was said before
	}
	for k := len(h.things) - 1; k >= 0; k-- {
		t := &h.things[k]
		if t.to > i || t.state || i-t.to > 20 || !t.allergen && t.p != "cannot" && !h.any(t.from-2, t.from, "contains") {
			continue
		}
		for list := t.list; k >= 0 && h.things[k].list == list; k-- {
			found = append(found, &h.things[k])
		}
		return found
	}
	return nil
}

// mood tells how the clue at a token is meant: over, or not meant of anybody who comes.
func (h *hearing) mood(i int) (over, out bool) {
	p := h.parts[i]
	denies := h.is(i, "refuses", "quits", "lacks")
	for k := p.begin; k < p.end && !denies; k++ {
		over = over || h.is(k, "free") && !h.any(min(i, k), max(i, k), "and") // "é alérgica a soja e o resto come de tudo"
	}
	over = over || h.any(max(p.begin, i-4), i, "none") || h.any(max(p.begin, i-3), i, "was")
	for k := max(p.begin, i-3); k < i && !denies; k++ {
		over = over || h.is(k, "not") && (!h.is(k, "lacks") || h.word(k) == "no") && !h.any(k, i, "very", "unsay", "keep") // "não sou muito alérgico", "não esquece minha alergia"
	}
	mine := h.names(p.from, p.to)
	supposed := (h.is(p.begin, "if") || h.is(p.begin+1, "if") && h.is(p.begin, "and")) && (h.lang != lang.Spanish || h.word(p.begin) != "se")
	out = h.any(p.begin, p.end, "quoted") || h.any(p.from, i, "suppose") && h.any(p.from, i, "unreal") || (h.any(p.begin, p.end, "generic") && !h.names(p.from, i) || supposed && i > p.begin || h.any(p.begin, i, "absent")) && !denies ||
		mine && h.any(p.from, p.to, "missing")
	for k := p.from + 1; k < p.to; k++ {
		out = out || mine && (h.is(k, "away") && !h.is(k, "refuses") && h.is(k-1, "not") || h.is(k, "lives") && h.is(k+1, "at"))
	}
	return over, out
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
		if t.span < 0 {
			if (t.p != "" && t.least == 0 && t.p != "dislike" || t.sure && t.plain && !t.over || t.lacks() && lists[t.list] > t.least) && !t.out {
				added = append(added, h.span(t))
			}
			continue
		}
		s := &spans[t.span]
		share := max(shares[t.span], lists[t.list])
		never, need, unknown := isNever(s.P), t.least, !t.known && t.least > 0
		if (s.P == "allergy" || s.P == "intolerance") && need < leastAsked && !h.any(h.parts[t.from].from, t.from, "unsay") {
			need, unknown = min(need, 0.5), false // in doubt an allergy is one
		}
		switch {
		case h.misses(t):
			s.P = "want"
		case h.empty(t):
			if s.P != "want" && s.P != "like" {
				s.P = ""
			}
		case t.p == "like" && never:
			s.P = "like"
		case t.out || share < need || unknown && share < leastUnknown:
			if never && t.lacks() {
				s.P = "not"
			} else if never {
				s.P = ""
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
	return spans
}

// misses reports whether somebody has not had a dish for a while, or never: "faz anos que não como feijoada".
func (h *hearing) misses(t *thing) bool {
	before := lang.Fold(h.text[h.tokens[h.parts[t.from].from].from:h.tokens[t.from].from])
	return t.p == "cannot" && !t.known && !h.dry(t) && longAgo().MatchString(before)
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
	h := hear(text, nil)
	return slices.ContainsFunc(h.things, func(t thing) bool {
		return t.p != "" && h.parts[t.from].asked && h.any(h.parts[t.from].from, t.from, "whoever", "someone")
	})
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
