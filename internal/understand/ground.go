package understand

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// ground is why somebody must not have a thing.
type ground struct {
	p         string // allergy, intolerance, cannot
	at        int    // the token that says so
	why       string // the rule, for measuring
	over, out bool
	any       bool // it is of whoever is so, and of nobody at the table
}

// plain reports whether the words of a ground say by themselves what somebody must not
// have.
func (g *ground) plain() bool { return g.p != "" && (least[g.why] == 0 || g.why == "state-said") }

// lacks reports whether a thing is only said to be left out.
func (g *ground) lacks() bool { return strings.HasPrefix(g.why, "lacks") }

// grounds finds for each thing of a message the words that say that somebody must
// not have it.
func (h *hearing) grounds() []ground {
	all := make([]ground, len(h.things))
	sentences := h.sentences()
	for _, s := range sentences {
		h.triggers(all, s)
		h.freed(all, s)
		h.allowed(all, s)
	}
	h.instead(all)
	for _, g := range h.late {
		g.over, g.out = h.mood(h.sentenceOf(g.at, sentences), g.at)
		all = append(all, g)
	}
	for i := range h.things {
		if p := h.ownRole(&h.things[i]); p != "" {
			h.give(all, i, ground{p: p, at: h.things[i].from, why: "own"}, h.sentenceOf(h.things[i].from, sentences))
		}
	}
	for i := range h.things {
		if t := &h.things[i]; t.state && all[i].p == "" {
			h.stateOf(all, i, sentences)
		}
	}
	reason := h.reason(all)
	h.cause = -1
	for i, g := range all {
		if g.p != "" && !g.over && !g.out && (least[g.why] == 0 || g.why == "state-said" || strings.HasPrefix(g.why, "reacts")) && h.cause < 0 {
			h.cause = all[i].at
		}
	}
	for i := range h.things {
		if t := &h.things[i]; !t.state && all[i].p == "" {
			h.lacking(all, i, reason, sentences)
		}
	}
	for _, s := range sentences {
		h.exempt(all, s)
	}
	return all
}

// sentence is a part of a message between marks.
type sentence struct {
	from, to int
	asked    bool
}

func (h *hearing) sentences() []sentence {
	if h.cut == nil {
		h.cut = h.cutSentences()
	}
	return h.cut
}

func (h *hearing) cutSentences() (all []sentence) {
	for from := 0; from < len(h.tokens); {
		to := from
		for to < len(h.tokens) && !ending[h.tokens[to].word] {
			to++
		}
		if to > from {
			all = append(all, sentence{from, to, to < len(h.tokens) && h.tokens[to].word == "?"})
		}
		from = to + 1
	}
	return all
}

func (h *hearing) sentenceOf(i int, all []sentence) sentence {
	for _, s := range all {
		if i < s.to {
			return s
		}
	}
	return sentence{0, len(h.tokens), false}
}

// give lets a thing have a ground, unless it has one that weighs more.
func (h *hearing) give(all []ground, i int, g ground, s sentence) bool {
	if !g.lacks() {
		g.over, g.out = h.mood(s, g.at)
		g.any = h.ofAnybody(s, g.at)
	}
	if all[i].p != "" && weight[all[i].p] >= weight[g.p] && !(all[i].over && !g.over) {
		return true
	}
	all[i] = g
	return true
}

var weight = map[string]int{"cannot": 1, "intolerance": 2, "allergy": 3}

const triggering = allergy | intolerance | reacts | refuses | quits | pen | dislikes

// triggers gives the words of a sentence that speak of allergy, reaction or refusal
// their objects.
func (h *hearing) triggers(all []ground, s sentence) {
	for i := s.from; i < s.to; {
		r := h.has[i] & triggering
		if r == 0 || h.thingAt(i) != nil {
			i++
			continue
		}
		j := i + 1
		for j < s.to && h.has[j]&r != 0 && h.thingAt(j) == nil {
			r &= h.has[j]
			j++
		}
		h.trigger(all, s, i, j, r)
		i = j
	}
}

func (h *hearing) trigger(all []ground, s sentence, i, j int, r role) {
	g := ground{at: i}
	var found []int
	switch {
	case r&(allergy|pen) != 0:
		g.p, g.why = "allergy", "allergy"
		if found = h.after(j, s.to, 3); len(found) == 0 {
			if found = h.beside(s.from, i, 5); len(found) == 0 {
				found = h.earlier(all, i)
				g.why = "allergy-earlier"
			}
		}
	case r&intolerance != 0:
		g.p, g.why = "intolerance", "intolerance"
		if found = h.after(j, s.to, 3); len(found) == 0 {
			if found = h.beside(s.from, i, 3); len(found) == 0 {
				found = h.earlier(all, i)
				g.why = "intolerance-earlier"
			}
		}
	case r&refuses != 0:
		g.p, g.why = "cannot", "refuses"
		if slices.ContainsFunc(h.tokens[i:j], func(t token) bool { return tolerating[t.word] }) {
			g.p = "intolerance"
		}
		if found = h.after(j, s.to, 2); len(found) == 0 {
			if found = h.beside(s.from, i, 2); len(found) == 0 && !s.asked {
				found = h.earlier(all, i)
				g.why = "refuses-earlier"
			} else {
				g.why = "refuses-before"
			}
		}
		if s.asked && !h.named(s.from, i) && !h.asksBehind(s, i) {
			g.why = "refuses-asked"
		}
	case r&reacts != 0:
		g.p, g.why = "intolerance", "reacts"
		if found = h.after(j, s.to, 3); len(found) == 0 {
			g.why = "reacts-before"
			if found = h.beside(s.from, i, 6); len(found) == 0 {
				found = h.earlier(all, i)
				g.why = "reacts-earlier"
			}
		}
	case r&dislikes != 0:
		g.p, g.why = "dislike", "dislikes"
		if found = h.after(j, s.to, 2); len(found) == 0 {
			found = h.beside(s.from, i, 3)
		}
	case r&quits != 0:
		g.p, g.why = "cannot", "quits"
		if s.asked {
			g.why = "quits-asked"
		}
		if found = h.after(j, s.to, 2); len(found) == 0 {
			found = h.beside(s.from, i, 3)
		}
	}
	found = slices.DeleteFunc(found, func(k int) bool {
		t := &h.things[k]
		return r&refuses != 0 && isMedicine(h.text[h.tokens[t.from].from:h.tokens[t.to-1].to]) // "toma remédio e não vai beber"
	})
	if len(found) == 0 && r&refuses != 0 && slices.ContainsFunc(h.tokens[i:j], func(t token) bool { return drinking[t.word] }) && (!s.asked || h.named(s.from, i)) {
		h.things = append(h.things, thing{from: i, to: j, span: -1, state: true, known: true}) // "dois não bebem"
		h.late = append(h.late, ground{p: "cannot", at: i, why: "sober"})
	}
	if begin, end := h.clause(s, i); g.p == "cannot" && slices.ContainsFunc(h.has[begin:end], func(r role) bool { return r&dislikes != 0 }) {
		g.p, g.why = "dislike", "dislikes"
	}
	for _, k := range found {
		h.give(all, k, g, s)
	}
	if len(found) > 0 && r&(allergy|intolerance) != 0 {
		h.gapped(all, s, h.things[found[len(found)-1]].to, g)
	}
}

// asksBehind reports whether a sentence asks only behind the clause of a token: "não como
// porco de jeito nenhum, o que tem?".
func (h *hearing) asksBehind(s sentence, i int) bool {
	_, end := h.clause(s, i)
	return slices.ContainsFunc(h.tokens[end:s.to], func(t token) bool { return asking[t.word] })
}

var asking = lang.Set("que qual quais what which how cual cuales")

// gapped gives the ground of one to another of whom the verb is not said again: "minha
// filha é alérgica a ovo e eu a castanha".
func (h *hearing) gapped(all []ground, s sentence, i int, g ground) {
	for i < s.to && (linkers[h.tokens[i].word] || h.tokens[i].word == ",") {
		i++
	}
	who := i
	for i < s.to && (myself[h.tokens[i].word] || h.inPerson(i) || determining[h.tokens[i].word] && i+1 < s.to && h.tokens[i+1].shape == capital || i > who && h.tokens[i].shape == capital) {
		i++
	}
	if i == who || i >= s.to || !preposed[h.tokens[i].word] {
		return
	}
	for _, k := range h.after(i, s.to, 0) {
		if negating[h.next(h.things[k].to-1)] { // "e eu a nozes não"
			continue
		}
		h.give(all, k, ground{p: g.p, at: i - 1, why: g.why}, s)
	}
}

// freed marks what somebody says that they do have: "she is fine with lactose".
func (h *hearing) freed(all []ground, s sentence) {
	for i := s.from; i+1 < s.to && !s.asked; i++ {
		if !freeing[phrase(h.tokens[i:i+2])] || i > s.from && negating[h.tokens[i-1].word] {
			continue
		}
		found := h.after(i+2, s.to, 0)
		if len(found) == 0 {
			found = h.beside(s.from, i, 1) // "camarão ela pode comer"
		}
		for _, k := range found {
			if all[k].p == "" {
				all[k] = ground{p: "allergy", at: i, why: "freed", over: true}
			}
		}
	}
}

var freeing = map[string]bool{"fine with": true, "ok with": true, "okay with": true, "can eat": true, "pode comer": true, "posso comer": true, "puede comer": true, "puedo comer": true, "come sim": true, "como sim": true, "ta liberado": true, "bem com": true, "bien con": true}

// stateOf judges a diet, an illness or another state: somebody's it is, and not a
// dish's.
func (h *hearing) stateOf(all []ground, i int, sentences []sentence) {
	t := &h.things[i]
	s := h.sentenceOf(t.from, sentences)
	g := ground{p: "cannot", at: t.from, why: "state"}
	switch {
	case h.ofDish(t, s) && s.asked:
		g.why = "host"
	case h.ofDish(t, s):
		g.why = "state-dish"
	case h.isSaidOf(t, s):
		g.why = "state-said"
	case s.asked:
		g.why = "state-asked"
	}
	h.give(all, i, g, s)
}

// reason reports whether a message tells of somebody why they do without something.
func (h *hearing) reason(all []ground) bool {
	for i, g := range all {
		if g.p != "" && !g.out && (!h.things[i].state || g.why == "state-said" || g.why == "state") {
			return true
		}
	}
	return slices.ContainsFunc(h.has, func(r role) bool { return r&(allergy|intolerance|refuses|ill) != 0 })
}

// lacking judges a thing that is to be left out, or asked about.
func (h *hearing) lacking(all []ground, i int, reason bool, sentences []sentence) {
	t := &h.things[i]
	s := h.sentenceOf(t.from, sentences)
	g := ground{p: "cannot", at: t.from}
	forSomebody, _ := h.forWhom(t.from)
	switch {
	case slices.ContainsFunc(h.tokens[max(0, t.from-4):t.from], func(t token) bool { return mixing[t.word] }): // "no mezclamos carne con lácteos"
		g.why = "host"
	case h.lacked(t, s) && reason:
		g.why = "lacks-reason"
	case h.lacked(t, s) && h.requested(t, s):
		g.why = "lacks-asked"
	case h.lacked(t, s) && h.served(t):
		g.why = "lacks-served"
	case h.lacked(t, s) && forSomebody != "":
		g.why = "lacks-for"
	case h.lacked(t, s):
		g.why = "lacks"
	case h.host(t):
		g.why = "host"
	case h.contained(t.from) && reason && s.asked:
		g.why = "asked-reason"
	case h.contained(t.from) && s.asked:
		g.why = "asked"
	case reason:
		g.why = "none-reason"
	default:
		g.why = "none"
	}
	h.give(all, i, g, s)
}
