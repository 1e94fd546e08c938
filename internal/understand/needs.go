package understand

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// Need is something that somebody at the table must not have.
type Need struct {
	What string   `json:"what"` // the guest's words: "camarão", "celíaca"
	Kind string   `json:"kind"` // allergy, intolerance or diet
	Of   []string `json:"of"`   // whose it is: "minha irmã"; "" is the guest, Somebody an unnamed companion
	Over bool     `json:"over,omitempty"`

	From int `json:"-"` // in the message, in bytes
	To   int `json:"-"`
}

// Somebody is the owner of a need of whom the message does not say who it is.
const Somebody = "companion"

// Needs returns what people at the table must not have, of a message and its reading.
// In doubt an allergy is one; what is denied or past is Over; what is supposed, or
// said of somebody who does not come, is left out.
func (r *Reading) Needs(text string) (all []Need) {
	h := hear(text, r.Spans)
	grounds := h.grounds()
	for i := range h.things {
		t := &h.things[i]
		if t.span < 0 {
			continue
		}
		s := &r.Spans[t.span]
		kind := map[string]string{"allergy": "allergy", "intolerance": "intolerance", "cannot": "diet"}[s.P]
		if kind == "" || s.Of == "other" {
			continue
		}
		n := Need{What: s.Text, Kind: kind, Of: h.called(s, grounds[i]), Over: s.Drop || s.When == "past", From: s.From, To: s.To}
		if h.sober(t) {
			n.What = alcohol(text)
		}
		all = append(all, n)
	}
	return all
}

// Needs returns what people at the table must not have, of a message alone.
func Needs(text string) []Need {
	r := Read(text, Before{})
	return r.Needs(text)
}

// Whose returns whose something is that stands at a byte of a message: see [Need].
func Whose(text string, at int) []string {
	h := hear(text, nil)
	i := slices.IndexFunc(h.tokens, func(t token) bool { return t.to > at })
	if i < 0 {
		return []string{Somebody}
	}
	of, _ := h.whose(i)
	return of
}

// called returns the names of whose a need is.
func (h *hearing) called(s *Span, g ground) []string {
	of, sure := h.owners(g)
	switch self := len(of) == 1 && of[0] == ""; {
	case sure, self == (s.Of == ""):
		return of
	case s.Of == "":
		return []string{""}
	case s.Of == "companion" && len(h.people) == 1:
		return []string{h.people[0].name}
	}
	return []string{Somebody}
}

// alcohol is its word in the language of a text.
func alcohol(text string) string {
	if l, _ := lang.Detect(text); l == lang.Portuguese {
		return "álcool"
	}
	return "alcohol"
}

// ground is why somebody must not have a thing.
type ground struct {
	p         string // allergy, intolerance, cannot
	at        int    // the token that says so
	why       string // the rule, for measuring
	over, out bool
}

// grounds finds for each thing of a message the words that say that somebody must
// not have it.
func (h *hearing) grounds() []ground {
	all := make([]ground, len(h.things))
	sentences := h.sentences()
	for _, s := range sentences {
		h.triggers(all, s)
		h.freed(all, s)
	}
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
	return all
}

// sentence is a part of a message between marks.
type sentence struct {
	from, to int
	asked    bool
}

func (h *hearing) sentences() (all []sentence) {
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
	if !strings.HasPrefix(g.why, "lacks") {
		g.over, g.out = h.mood(s, g.at)
	}
	if all[i].p != "" && weight[all[i].p] >= weight[g.p] && !(all[i].over && !g.over) {
		return true
	}
	all[i] = g
	return true
}

var weight = map[string]int{"cannot": 1, "intolerance": 2, "allergy": 3}

// least is how likely the reader must find it that somebody must not have a thing, by
// the words that say so: measured on writers that a reader was not trained on. What
// is plain needs no reader.
var least = map[string]float32{
	"reacts": 0.2, "reacts-before": 0.2, "reacts-earlier": 0.2, "refuses-asked": 0.8,
	"lacks-reason": 0.2, "lacks": 0.6, "asked-reason": 0.6, "asked": 0.8, "none-reason": 0.75, "none": 0.8, "host": 1,
	"state-said": 0.3, "state": 0.6, "state-asked": 0.6, "state-dish": 0.9,
}

// leastUnknown is how likely it must be of a word that no list knows.
const leastUnknown = 0.8

// settle puts right what spans say of who must not have what, by the rules, and adds
// what the reader has overlooked: no score alone decides about an allergy.
func (r *Reader) settle(m *message, spans []Span, forget bool) []Span {
	h := hear(m.text, spans)
	shares := r.shares(m, spans)
	var added []Span
	for i, g := range h.grounds() {
		t := &h.things[i]
		if t.span < 0 {
			if least[g.why] == 0 && !g.out || t.sure && g.why == "state-said" && !g.over && !g.out {
				added = append(added, h.span(t, g))
			}
			continue
		}
		s := &spans[t.span]
		if h.empty(t) {
			if s.P != "want" && s.P != "like" {
				s.P = ""
			}
			continue
		}
		if s.P == "dislike" && g.p != "dislike" && !h.avoided(t) {
			s.P = ""
		}
		unknown := !t.known && least[g.why] > 0
		switch never := s.P == "allergy" || s.P == "intolerance" || s.P == "cannot"; {
		case g.out || shares[t.span] < least[g.why] || unknown && (t.state && shares[t.span] < 0.97 || shares[t.span] < leastUnknown):
			if never {
				s.P = ""
				if strings.HasPrefix(g.why, "lacks") {
					s.P = "not"
				}
			}
		case s.Kind == "fact" && s.P != "allergy":
		case g.over && !never && least[g.why] > 0:
		default:
			h.assign(s, g)
			if !never || least[g.why] == 0 && g.p != "cannot" && (g.p != "dislike" || s.P == "cannot") {
				s.P = g.p
			}
			s.Drop = s.Drop || forget || g.over && s.When != "past"
		}
	}
	if len(added) > 0 {
		spans = append(spans, added...)
		slices.SortStableFunc(spans, func(a, b Span) int { return a.From - b.From })
	}
	return spans
}

// empty reports whether a thing is made of verbs, pronouns and words such as "tudo":
// nobody does without "everything". "Não bebe" is a thing: it means alcohol.
func (h *hearing) empty(t *thing) bool {
	return !h.sober(t) && !slices.ContainsFunc(h.tokens[t.from:t.to], func(t token) bool {
		w := t.word
		return !vague[w] && !eating[w] && !pronouns[w] && !first[w] && !third[w] && !linking[w] && !counting[w] && !negating[w]
	})
}

// sober reports whether a thing says that somebody drinks no alcohol, in a verb: "não
// bebe", "don't drink".
func (h *hearing) sober(t *thing) bool {
	verb := slices.ContainsFunc(h.tokens[t.from:t.to], func(t token) bool { return drinking[t.word] })
	return verb && slices.ContainsFunc(h.has[t.from:t.to], func(r role) bool { return r&(state|refuses) != 0 })
}

// avoided reports whether the sentence of a thing has a word that says why it is not
// had: a denial, a dislike, a refusal ("she loves seafood" has none).
func (h *hearing) avoided(t *thing) bool {
	s := h.sentenceOf(t.from, h.sentences())
	for k := s.from; k < s.to; k++ {
		if h.has[k]&(dislikes|refuses|quits|lacks) != 0 || negating[h.tokens[k].word] || lacking[h.tokens[k].word] {
			return true
		}
	}
	return false
}

// owners returns whose the ground of a need is. What is only left out, or asked
// about, is for who has the reason: "sem leite, minha filha é alérgica".
func (h *hearing) owners(g ground) (of []string, sure bool) {
	at := g.at
	if h.cause >= 0 && least[g.why] > 0 && !strings.HasPrefix(g.why, "state") && !strings.HasPrefix(g.why, "reacts") {
		if who := h.forWhom(at); who == "" {
			at = h.cause
		}
	}
	return h.whose(at)
}

// assign says in a span whose the need is, if the words say so.
func (h *hearing) assign(s *Span, g ground) {
	of, sure := h.owners(g)
	switch {
	case s.Of == "other" || !sure:
	case len(of) > 1 && s.Of == "party":
	case len(of) > 1 && of[0] != "":
		s.Of = "companion"
	case of[0] == "":
		s.Of = ""
	case s.Of == "":
		s.Of = "companion"
	case of[0] != Somebody:
		s.Of = "companion"
	}
}

// ownRole returns what a thing says itself: "lactose intolerant", "nut allergy".
func (h *hearing) ownRole(t *thing) string {
	for k := t.from; k < t.to; k++ {
		switch {
		case h.has[k]&intolerance != 0:
			return "intolerance"
		case h.has[k]&allergy != 0:
			return "allergy"
		}
	}
	return ""
}

// span makes one of a thing that the reader has overlooked.
func (h *hearing) span(t *thing, g ground) Span {
	s := Span{Kind: "food", P: g.p, Drop: g.over, From: h.tokens[t.from].from, To: h.tokens[t.to-1].to}
	s.Text = h.text[s.From:s.To]
	if t.state {
		s.Kind = "diet"
	}
	h.assign(&s, g)
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
		if s.asked && !h.named(s.from, i) {
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
		if found = h.after(j, s.to, 2); len(found) == 0 {
			found = h.beside(s.from, i, 3)
		}
	}
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
}

// freed marks what somebody says that they do have: "she is fine with lactose".
func (h *hearing) freed(all []ground, s sentence) {
	for i := s.from; i+2 < s.to && !s.asked; i++ {
		if !freeing[phrase(h.tokens[i:i+2])] || i > s.from && negating[h.tokens[i-1].word] {
			continue
		}
		for _, k := range h.after(i+2, s.to, 0) {
			if all[k].p == "" {
				all[k] = ground{p: "allergy", at: i, why: "freed", over: true}
			}
		}
	}
}

var freeing = map[string]bool{"fine with": true, "ok with": true, "okay with": true, "can eat": true, "pode comer": true, "posso comer": true, "puede comer": true, "puedo comer": true, "come sim": true, "como sim": true, "ta liberado": true, "bem com": true, "bien con": true}

// after returns the things from a token on: with no more than some words of no
// meaning before the first, and only commas, articles and conjunctions between them.
func (h *hearing) after(from, to, words int) (found []int) {
	for i := from; i < to; {
		if k := h.thingIndex(i); k >= 0 {
			if h.things[k].state {
				return found
			}
			found = append(found, k)
			i = h.things[k].to
			continue
		}
		w := h.tokens[i].word
		switch {
		case h.inPerson(i):
			return found
		case linking[w]:
			if w == "," && len(found) == 0 {
				return nil
			}
			i++
		case len(found) == 0 && words > 0 && h.has[i]&(triggering|likes) == 0 && h.tokens[i].shape != mark && !contrasting[w]:
			words--
			i++
		default:
			return found
		}
	}
	return found
}

// beside returns the foods that end just before a token: "peanut allergy", "camarão me
// dá alergia".
func (h *hearing) beside(from, i, words int) (found []int) {
	for k := i - 1; k >= from; {
		t := h.thingEnding(k)
		switch {
		case t >= 0 && h.things[t].state:
			return found
		case t >= 0:
			found = append([]int{t}, found...)
			k = h.things[t].from - 1
		case len(found) > 0 && linkers[h.tokens[k].word], len(found) > 0 && h.tokens[k].word == ",":
			k--
		case len(found) == 0 && words > 0 && h.has[k]&likes == 0 && !contrasting[h.tokens[k].word] && h.tokens[k].word != "," && !h.inPerson(k):
			words--
			k--
		default:
			return found
		}
	}
	return found
}

// earlier returns the foods of which something was said or asked before: "não come
// peixe, é alérgica", "tem castanha? sou alérgico".
func (h *hearing) earlier(all []ground, i int) (found []int) {
	for k := len(h.things) - 1; k >= 0; k-- {
		if t := &h.things[k]; t.to <= i && i-t.to < 15 && !t.state && all[k].p != "" && !all[k].over {
			for ; k >= 0 && all[k].at == all[h.thingIndex(t.from)].at && all[k].p != ""; k-- {
				found = append(found, k)
			}
			return found
		}
	}
	for k := len(h.things) - 1; k >= 0; k-- {
		t := &h.things[k]
		if t.to > i || t.state || i-t.to > 20 {
			continue
		}
		if (h.contained(t.from) || t.allergen || h.lacked(t, sentence{max(0, t.from-4), i, false})) && !h.host(t) {
			found = append(found, k)
			for k > 0 && t.from-h.things[k-1].to <= 2 && t.from > h.things[k-1].to && slices.ContainsFunc(h.tokens[h.things[k-1].to:t.from], func(t token) bool { return linkers[t.word] || t.word == "," }) {
				k--
				t = &h.things[k]
				found = append(found, k)
			}
			return found
		}
	}
	return nil
}

// contained reports whether a thing is spoken of as part of a dish: "tem leite?",
// "sem leite", "is there milk in it".
func (h *hearing) contained(from int) bool {
	for k := from - 1; k >= max(0, from-3); k-- {
		if containing[h.tokens[k].word] {
			return true
		}
	}
	return false
}

// stateOf judges a diet, an illness or another state: somebody's it is, and not a
// dish's.
func (h *hearing) stateOf(all []ground, i int, sentences []sentence) {
	t := &h.things[i]
	s := h.sentenceOf(t.from, sentences)
	g := ground{p: "cannot", at: t.from, why: "state"}
	switch {
	case h.ofDish(t, s):
		g.why = "state-dish"
	case h.isSaidOf(t, s):
		g.why = "state-said"
	case s.asked:
		g.why = "state-asked"
	}
	h.give(all, i, g, s)
}

// ofDish reports whether a state is a dish's: "feijoada vegana", "a vegan menu", "is
// the bun vegan".
func (h *hearing) ofDish(t *thing, s sentence) bool {
	for k := t.from - 1; k >= max(s.from, t.from-3); k-- {
		w := h.tokens[k].word
		if h.inPerson(k) || first[w] || pronouns[w] || w == "," {
			break
		}
		if dishes[w] || h.thingAt(k) != nil && !h.thingAt(k).state {
			return true
		}
	}
	for k := t.to; k < min(s.to, t.to+2); k++ {
		if dishes[h.tokens[k].word] || h.thingAt(k) != nil && !h.thingAt(k).state {
			return true
		}
		if h.tokens[k].shape == mark || linking[h.tokens[k].word] {
			break
		}
	}
	return false
}

// isSaidOf reports whether somebody is spoken of before a state: "ela é vegana".
func (h *hearing) isSaidOf(t *thing, s sentence) bool {
	for k := t.from - 1; k >= max(s.from, t.from-6); k-- {
		w := h.tokens[k].word
		if first[w] || counting[w] || pronouns[w] || h.inPerson(k) || h.isName(k) || forWhom[w] {
			return true
		}
		if contrasting[w] {
			return false
		}
	}
	return t.from-s.from < 2 && !s.asked
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
	switch {
	case h.lacked(t, s) && reason:
		g.why = "lacks-reason"
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

// host reports whether a thing is a dish that something may be in, or one that is
// looked for: "leite no purê", "alguma massa", "um bolo".
func (h *hearing) host(t *thing) bool {
	if t.from > 1 && definite[h.tokens[t.from-1].word] && having[h.tokens[t.from-2].word] {
		return true // "can she have the curry"
	}
	return t.from > 0 && hosting[h.tokens[t.from-1].word] || t.from > 1 && hosting[h.tokens[t.from-2].word] && determining[h.tokens[t.from-1].word]
}

// lacked reports whether a thing is said to be left out: "sem sal", "no onion", "nada
// frito", "pouco sal", "gluten free".
func (h *hearing) lacked(t *thing, s sentence) bool {
	for k := t.from; k < t.to; k++ {
		if lacking[h.tokens[k].word] {
			return true
		}
	}
	if t.to < s.to && following[h.tokens[t.to].word] {
		return true
	}
	for k := t.from - 1; k >= s.from; k-- {
		w := h.tokens[k].word
		if lacking[w] || h.has[k]&lacks != 0 {
			return true
		}
		if p := h.thingEnding(k); p >= 0 && h.lacked(&h.things[p], s) && t.from-k <= 2 {
			return true
		}
		if !linking[w] && t.from-k > 2 || h.tokens[k].shape == mark {
			return false
		}
	}
	return false
}

// mood tells how a word is meant in its sentence: over, or not meant at all.
func (h *hearing) mood(s sentence, i int) (over, out bool) {
	begin, end := h.clause(s, i)
	for k := begin; k < end; k++ {
		over = over || h.has[k]&free != 0 && h.thingAt(k) == nil
		out = out || h.has[k]&quoted != 0
	}
	for k := s.from; k < i; k++ {
		out = out || h.has[k]&unreal != 0 && supposing[h.tokens[k].word]
	}
	for k := max(begin, i-3); k < i; k++ {
		switch w := h.tokens[k].word; {
		case negating[w] && !lacking[w] && h.has[i]&refuses == 0, w == "no" && h.has[i]&refuses == 0, ended[w]:
			over = true
		}
	}
	if strings.Contains(" "+phrase(h.tokens[s.from:s.to])+" ", " ja fui ") {
		over = true
	}
	for k := s.from + 1; k < s.to; k++ {
		if absent[h.tokens[k].word] && (negating[h.tokens[k-1].word] || absentAlone[h.tokens[k].word]) && h.named(s.from, s.to) {
			out = true
		}
	}
	if nobody := slices.ContainsFunc(h.tokens[max(s.from, i-4):i], func(t token) bool { return none[t.word] }); nobody {
		over = true
	}
	return over, out
}

// clause returns the clause of a token: what stands between commas and words such as
// "mas".
func (h *hearing) clause(s sentence, i int) (begin, end int) {
	begin, end = i, i+1
	for begin > s.from && !h.parts(begin-1) {
		begin--
	}
	for end < s.to && !h.parts(end) {
		end++
	}
	return begin, end
}

// parts reports whether a token parts two clauses: a comma, "mas", or an "e" behind
// which somebody else is spoken of.
func (h *hearing) parts(i int) bool {
	w := h.tokens[i].word
	if !linkers[w] {
		return w == "," || contrasting[w]
	}
	next := h.next(i)
	return first[next] || pronouns[next] || i+1 < len(h.tokens) && h.inPerson(i+1) || i+2 < len(h.tokens) && determining[next] && h.inPerson(i+2)
}

func (h *hearing) thingIndex(i int) int {
	return slices.IndexFunc(h.things, func(t thing) bool { return t.from <= i && i < t.to })
}

func (h *hearing) thingEnding(i int) int {
	return slices.IndexFunc(h.things, func(t thing) bool { return t.to == i+1 })
}

func (h *hearing) thingAt(i int) *thing {
	if k := h.thingIndex(i); k >= 0 {
		return &h.things[k]
	}
	return nil
}
