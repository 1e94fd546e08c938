package understand

import (
	"github.com/maitre-dev/maitre/lang"
)

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
	{"dislikes", "dislike", 2, 3, true, 0},
	{"lacks", "cannot", 1, 0, false, leastLeftOut},
	{"likes", "like", 1, 2, false, 1},
}

// triggering are the clues of triggers but for likes.
var triggering = []string{"allergy", "intolerance", "reacts", "refuses", "quits", "dislikes", "lacks"}

// How likely the reader must find it that somebody must not have a thing.
const (
	leastLeftOut    = 0.6  // "sem leite"
	leastWithReason = 0.2  // the same, and a reason is given
	leastServed     = 0.91 // "um café sem açúcar"
	leastNamed      = 0.75 // a food that is only named, beside a reason
	leastAlone      = 0.8  // the same without one
	leastContained  = 0.92 // "tem leite?"
	leastAsked      = 1    // what is asked for

	leastSaid         = 0.3 // a state of somebody
	leastOfDish       = 0.9 // "a vegan burger"
	leastState        = 0.6 // a state, it is not said of whom
	leastUnknown      = 0.8 // a word that no list knows
	leastUnknownState = 0.97
)

// ground finds for each thing the clue that somebody must not have it.
func (h *hearing) ground() {
	reason := h.any(0, len(h.tokens), "allergy", "intolerance", "reacts", "refuses", "ill")
	for i := range h.things {
		t := &h.things[i]
		if t.rank, t.at = len(triggers), t.from; t.state {
			h.stateOf(t)
			reason = reason || t.least <= leastState
		}
	}
	for i := range h.things {
		t := &h.things[i]
		if t.state {
			continue
		}
		t.least = h.leastOfName(t, reason)
		t.over, t.out = h.mood(t.at)
		if k := t.from - 1; t.over && !h.rectifies() && !(h.isThird(k) || h.is(k, "article", "to") && h.isThird(k-1)) { // "que não seja café", and not "não é café"
			t.over, t.out = false, true
		}
	}
	for i := 0; i < len(h.tokens); i++ {
		for rank, tr := range triggers {
			if !h.is(i, tr.clue) || h.is(i, "void") && tr.clue != "likes" || h.thingAt(i) != nil && rank > 1 {
				continue
			}
			if tr.clue == "dislikes" && h.is(i, "love") && !h.is(i, "not") { // "prefiro vinho tinto"
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
			h.stateOf(t)
		}
		h.allow(t)
		t.anybody = t.p != "" && h.ofAnybody(t)
		if t.lacks() && reason {
			t.least = leastWithReason
		}
		t.plain = t.plain || t.p != "" && t.least == 0
	}
}

// leastOfName is how likely it must be that somebody must not have a food of which no clue says so.
func (h *hearing) leastOfName(t *thing, reason bool) float32 {
	p := h.parts[t.from]
	asked := h.asks(p) && !h.any(p.begin, p.end, triggering...)
	switch {
	case h.hosts(t), h.any(t.from-4, t.from, "mixes"), // "no mezclamos carne con lácteos"
		asked && (h.any(p.begin, p.end, "may") || !t.allergen && h.any(p.begin, p.end, "holds")):
		return leastAsked
	case asked && !reason && h.any(t.from-3, t.from, "contains"):
		return leastContained
	case asked && reason:
		return leastLeftOut
	case reason:
		return leastNamed
	}
	return leastAlone
}

// hosts reports whether a thing is a dish that something may be in, that is looked for or paid, or what a dish is looked for
// with: "leite no purê", "alguma massa", "can she have the curry", "não vai pagar o vinho", "algo com queijo".
func (h *hearing) hosts(t *thing) bool {
	k := t.from - 1
	if h.is(k, "article") && h.is(k-1, "has it") || h.is(k, "pays") {
		return true
	}
	return h.is(k, "hosts") || h.is(k, "article") && h.is(k-1, "hosts", "pays") || h.is(k, "with") && h.is(k-1, "dish")
}

// stateOf judges a diet, an illness or another state: somebody's it is, and not a dish's.
func (h *hearing) stateOf(t *thing) {
	p := h.parts[t.from]
	t.p, t.least = "cannot", leastState
	ofDish := h.ofDish(t)
	switch {
	case h.asks(p) && (ofDish || h.any(t.from-4, t.from, "this") && !h.names(p.begin, p.end)): // "is that one vegan?"
		t.least = leastAsked
	case ofDish:
		t.least = leastOfDish
	case !h.asks(p) && t.from-p.from < 2, h.names(p.begin, p.end) || h.is(t.from-1, "one", "for") || h.isNumber(t.from-1) || h.any(p.begin, t.from, "one", "third") && !h.asks(p): // "vegetariano e leve"
		t.least, t.plain = leastSaid, true
	}
	t.over, t.out = h.mood(t.at)
}

// ofDish reports whether a state is a dish's: "feijoada vegana", "a vegan menu", "is the bun vegan".
func (h *hearing) ofDish(t *thing) bool {
	dish := func(k int) bool {
		next := h.thingAt(k)
		return h.is(k, "dish") || next != nil && !next.state
	}
	for k := t.from - 1; k >= max(h.parts[t.from].from, t.from-5) && h.word(k) != "," && h.personAt(k) == nil && !h.is(k, "first", "pronoun"); k-- {
		if dish(k) {
			return true
		}
	}
	return !h.dry(t) && dish(t.to)
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
	case !p.asked && t.p == "" && (h.any(p.begin, p.end, "ended") || h.any(p.begin, p.end, "again") && !h.any(p.begin, p.end, "not", "if")): // "não tenho mais problema com ovo", "peixe posso de novo"
		t.p, t.least, t.over, t.out = "allergy", 0, true, false
	case t.state || p.asked || inside || h.is(p.begin, "not") || h.any(p.begin+1, t.from, "not") || h.any(t.to, t.to+2, "not"):
	case h.rectifies() && h.any(p.begin, p.end, "able"), h.any(p.begin, t.from, "freed"):
		t.p, t.least, t.over, t.out = "allergy", 0, true, false
	case last >= t.to && h.is(last, "able", "yes") && !h.is(last-1, "not"), h.is(p.begin-1, "but") && h.is(p.begin, "able"), h.is(t.from-1, "brings") && h.is(t.from-2, "able"): // "mas como ovo", "puede llevar crema"
		t.out = true
	}
}

// ofAnybody reports whether a question is of whoever must not have a thing, and of nobody at the table: "o que tem para quem é
// vegano?", "what can a vegan have?". "Para quem é vegano como eu" is of the guest.
func (h *hearing) ofAnybody(t *thing) bool {
	p := h.parts[t.at]
	if !p.asked && !h.any(p.from, p.from+2, "asking") || h.names(t.at+1, p.to) {
		return false
	}
	for k := max(p.from, t.at-4); k < t.at; k++ {
		at := k - 1
		for h.is(at, "one") || h.word(at) == "a" {
			at--
		}
		may := h.any(p.from, k, "may") || !h.is(k, "someone") && h.any(t.to, p.to, "may") // "quem é alérgico a leite pode comer?"
		if h.is(k, "anybody") && (h.is(at, "for") || may && !h.names(k+1, t.at)) {
			return true
		}
	}
	some := h.is(t.from-1, "one") || h.lang == lang.English && h.word(t.from-1) == "a"
	return t.state && some && t.from-2 >= p.from && h.is(t.to, "eat", "can")
}

// troubles marks the words by which people speak of an intolerance without naming it: "ela tem um problema com leite", "he's got
// the wheat thing". Somebody has it, and a food stands beside it; "I'll have the crab thing" is an order.
func (h *hearing) troubles() {
	for i, p := range h.parts {
		if !h.is(i, "trouble") || h.asks(p) || !h.besideFood(i) {
			continue
		}
		for k := max(p.begin, i-5); k < i; k++ {
			if h.is(k, "bears") && !h.is(k-1, "orders", "not") && h.names(p.begin, k+1) {
				h.clues[i] = append(h.clues[i], "intolerance")
			}
		}
	}
}

// besideFood reports whether a food stands right before a token ("wheat thing") or behind it and a preposition: "negócio do
// leite". What the guest has with "the" food is a complaint: "I have a problem with the fish".
func (h *hearing) besideFood(i int) bool {
	food := func(k int) bool {
		t := h.thingAt(k)
		return t != nil && !t.state && t.known
	}
	if food(i - 1) {
		return true
	}
	k := i + 1
	for k < i+3 && h.is(k, "of", "with", "article") {
		k++
	}
	return k > i+1 && food(k) && !(h.any(i-4, i, "first") && h.is(k-1, "article"))
}

// lacks reports whether a thing is only said to be left out.
func (t *thing) lacks() bool { return t.rank < len(triggers) && triggers[t.rank].clue == "lacks" }

// trigger gives the objects of a clue that stands from token i to j.
func (h *hearing) trigger(i, j, rank int, reason bool) {
	tr, p := triggers[rank], h.parts[i]
	var found []*thing
	if h.thingAt(i-1) == nil || !h.is(j, "eat") { // "can someone with a nut allergy eat the soup?"
		found = h.after(j, p.to, tr.ahead)
	}
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
	switch {
	case tr.clue == "likes" && h.is(i, "dislikes"): // "prefiro vinho tinto" tells a taste
		least = 0
	case tr.clue != "lacks" || reason:
	case h.asks(p) && h.any(p.begin, i, "may"): // "pode vir sem cebola?"
		least = leastAsked
	case h.thingAt(i-1) != nil: // "um café sem açúcar"
		least = leastServed
	}
	over, out := h.mood(i)
	if tr.clue == "lacks" { // "he was told no grapefruit"
		over, out = false, false
	}
	for _, t := range found {
		if rank < t.rank || t.over && !over {
			t.p, t.rank, t.at, t.least, t.over, t.out = tr.p, rank, i, least, over, out
		}
	}
	if len(found) > 0 && rank < 2 {
		h.elided(found[len(found)-1], rank)
	}
}

// elided gives the clue of a thing to what follows it and is another's, of whom the verb is not said again: "minha filha é
// alérgica a ovo e eu a castanha".
func (h *hearing) elided(last *thing, rank int) {
	who := last.to
	for h.is(who, "and") || h.word(who) == "," {
		who++
	}
	k := who
	for h.is(k, "me") || h.personAt(k) != nil || h.is(k, "article") && h.isCapital(k+1) || k > who && h.isCapital(k) {
		k++
	}
	if k == who || !h.is(k, "article", "to") {
		return
	}
	for _, t := range h.after(k, h.parts[k].to, 0) {
		if !h.is(t.to, "not") { // "e eu a nozes não"
			t.p, t.rank, t.at, t.least = triggers[rank].p, rank, k-1, triggers[rank].least
		}
	}
}

// after returns the things from a token on, with no more than some words of no meaning before the first, and only commas,
// articles and conjunctions between them.
func (h *hearing) after(from, to, words int) (found []*thing) {
	for i := from; i < to; i++ {
		t, p := h.thingAt(i), h.personAt(i)
		switch {
		case t != nil && t.state, t != nil && h.parts[t.from].begin > from && h.wonders(h.parts[t.from]),
			h.word(i-1) == "," && h.is(i, "dish") && h.is(i+1, "with"): // "não come carne, algo com queijo"
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
		other := t.p == "like" && h.any(t.to, i, "but") // "ela adora pimenta, mas eu detesto"
		if t.to > i || t.state || i-t.to > 20 || h.hosts(t) || !other && !t.allergen && t.p != "cannot" && !h.any(t.from-2, t.from, "contains") {
			continue
		}
		for j := range h.things {
			if other := &h.things[j]; other.list == t.list && other.to <= i {
				found = append(found, other)
			}
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
	over = over || h.is(i+1, "not") && h.isThird(i+2) && i+3 == p.end // "alergia não é"
	mine, told := h.names(p.from, p.to), h.is(i, "allergy", "intolerance", "state")
	supposed := (h.is(p.begin, "if") || h.is(p.begin+1, "if") && h.is(p.begin, "and")) && (h.lang != lang.Spanish || h.word(p.begin) != "se")
	out = h.any(p.begin, p.end, "quoted") || h.any(p.from, i, "suppose") && h.any(p.from, i, "unreal") || told && (h.any(p.begin, p.end, "generic") && !h.names(p.from, i) || supposed && i > p.begin) ||
		mine && h.any(p.from, p.to, "missing")
	for k := p.begin; k < i && told; k++ {
		out = out || h.is(k, "absent") && !h.isKin(k)
	}
	for k := p.from + 1; k < p.to; k++ {
		out = out || mine && (h.is(k, "away") && !h.is(k, "refuses") && h.is(k-1, "not") || h.is(k, "lives") && h.is(k+1, "at"))
	}
	return over || h.withdrawn(i), out
}
