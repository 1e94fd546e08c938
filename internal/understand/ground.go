package understand

import (
	"slices"

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
	leastNamed      = 0.75 // a food that is only named
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
		if t.over && !h.rectifies() && !h.isThird(t.from-1) { // "que não seja café", and not "não é café"
			t.over, t.out = false, true
		}
	}
	for i := 0; i < len(h.tokens); i++ {
		fond := h.is(i, "love") && !h.is(i, "not") // "prefiro vinho tinto"
		rank := slices.IndexFunc(triggers, func(tr trigger) bool { return h.is(i, tr.clue) && !(fond && tr.clue == "dislikes") })
		if rank < 0 || h.is(i, "void") && triggers[rank].clue != "likes" || h.thingAt(i) != nil && rank > 1 {
			continue
		}
		j := i + 1
		for h.is(j, triggers[rank].clue) && h.thingAt(j) == nil {
			j++
		}
		h.trigger(i, j, rank, reason)
		i = j - 1
	}
	for i := range h.things {
		t := &h.things[i]
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
	case h.hosts(t), asked && h.any(p.begin, p.end, "may"):
		return leastAsked
	case asked && !reason && h.any(t.from-3, t.from, "contains"):
		return leastContained
	}
	return leastNamed
}

// hosts reports whether a thing is a dish that something may be in: the purê of "leite no purê".
func (h *hearing) hosts(t *thing) bool {
	return h.is(t.from-1, "hosts") || h.is(t.from-1, "article") && h.is(t.from-2, "hosts")
}

// stateOf judges a diet, an illness or another state: somebody's it is, and not a dish's.
func (h *hearing) stateOf(t *thing) {
	p := h.parts[t.from]
	ofDish := h.ofDish(t)
	t.p, t.least = "cannot", leastState
	switch {
	case h.asks(p) && (ofDish || h.any(t.from-4, t.from, "this") && !h.names(p.begin, p.end)): // "is that one vegan?"
		t.least = leastAsked
	case ofDish:
		t.least = leastOfDish
	case h.names(p.begin, p.end), h.is(t.from-1, "one", "for"), h.isNumber(t.from - 1), !h.asks(p) && (t.from-p.from < 2 || h.any(p.begin, t.from, "one", "third")): // "vegetariano e leve"
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
	return dish(t.to)
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
	case !p.asked && t.p == "" && h.any(p.begin, p.end, "ended"): // "não tenho mais problema com ovo"
		t.p, t.least, t.over, t.out = "allergy", 0, true, false
	case t.state, p.asked, inside, h.any(p.begin, t.from, "not", "refuses"), h.any(t.to, t.to+2, "not"):
	case h.rectifies() && h.any(p.begin, p.end, "able"), h.any(p.begin, t.from, "freed"):
		t.p, t.least, t.over, t.out = "allergy", 0, true, false
	case last >= t.to && h.is(last, "able", "yes"), h.is(p.begin-1, "but") && h.is(p.begin, "able"): // "mas como ovo"
		t.out = true
	}
}

// ofAnybody reports whether a question is of whoever must not have a thing, and of nobody at the table: "o que tem para quem é
// vegano?", "what can a vegan have?". "Para quem é vegano como eu" is of the guest.
func (h *hearing) ofAnybody(t *thing) bool {
	p := h.parts[t.at]
	if !p.asked || h.names(t.at+1, p.to) {
		return false
	}
	for k := max(p.from, t.at-4); k < t.at; k++ {
		if h.is(k, "anybody") && (h.is(k-1, "for") || h.is(k-2, "for") && h.is(k-1, "one")) {
			return true
		}
	}
	return t.state && h.is(t.from-1, "one", "article") && h.is(t.to, "eat", "can")
}

// troubles marks the words by which people speak of an intolerance without naming it: "ela tem problema com leite". "A problem
// with the fish" is a complaint.
func (h *hearing) troubles() {
	for i, p := range h.parts {
		k := i + 1
		for h.is(k, "of", "with") {
			k++
		}
		t := h.thingAt(k)
		food := h.is(i, "trouble") && k > i+1 && t != nil && !t.state && t.known
		if food && !h.asks(p) && h.any(max(p.begin, i-5), i, "bears") && h.names(p.begin, i) {
			h.clues[i] = append(h.clues[i], "intolerance")
		}
	}
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
	if len(found) == 0 && tr.earlier {
		found = h.earlier(i)
	}
	if t := h.thingAt(i); t != nil { // "nut allergy"
		found = append(found, t)
	}
	if len(found) == 0 && tr.clue == "refuses" && h.any(i, j, "drink") && !p.asked {
		h.things = append(h.things, thing{from: i, to: j, span: -1, state: true, known: true, rank: len(triggers)}) // "dois não bebem"
		found = []*thing{&h.things[len(h.things)-1]}
	}
	least := tr.least
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
		case t != nil && t.state, h.parts[i].begin > from && h.asks(h.parts[i]) && h.any(h.parts[i].begin, h.parts[i].end, "may", "contains"): // "não come ovo, pode o pudim?"
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
	over = h.any(max(p.begin, i-4), i, "none") || h.any(max(p.begin, i-3), i, "was") || h.withdrawn(i)
	if !h.is(i, "refuses", "quits", "lacks") {
		for k := p.begin; k < p.end; k++ {
			near := k < i && k >= i-3
			over = over || h.is(k, "free") && !h.any(min(i, k), max(i, k), "and") || // "é alérgica a soja e o resto come de tudo"
				near && h.is(k, "not") && (!h.is(k, "lacks") || h.word(k) == "no") && !h.any(k, i, "very", "unsay", "keep") // "não sou muito alérgico"
		}
	}
	named, told := h.names(p.from, p.to), h.is(i, "allergy", "intolerance", "state")
	first := p.begin
	if h.is(first, "and") {
		first++
	}
	supposed := i > first && h.is(first, "if") && (h.lang != lang.Spanish || h.word(first) != "se")
	out = h.any(p.begin, p.end, "quoted") || h.any(p.from, i, "suppose") && h.any(p.from, i, "unreal") ||
		told && (h.any(p.begin, p.end, "generic") && !h.names(p.from, i) || supposed) || named && h.any(p.from, p.to, "missing")
	for k := p.begin; k < i && told; k++ {
		out = out || h.is(k, "absent") && !h.isKin(k)
	}
	for k := p.from + 1; k < p.to && named; k++ {
		out = out || h.is(k, "away") && !h.is(k, "refuses") && h.is(k-1, "not") // "minha irmã não vem"
	}
	return over, out
}
