package understand

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

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
		case h.inPerson(i) && len(found) == 0 && i > 0 && belonging[h.tokens[i-1].word]:
			for i < to && h.inPerson(i) { // "a alergia do meu filho a leite"
				i++
			}
		case h.inPerson(i), len(found) > 0 && h.isThird(i):
			return found
		case linking[w], len(found) > 0 && vague[w]:
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
		case len(found) == 0 && words > 0 && h.has[k]&likes == 0 && !contrasting[h.tokens[k].word] && h.tokens[k].shape != mark && !h.inPerson(k):
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
	if i > 0 && pointing[h.tokens[i-1].word] {
		return nil // "por causa da alérgica": of whom it was said before
	}
	for k := len(h.things) - 1; k >= 0; k-- {
		if t := &h.things[k]; t.to <= i && i-t.to < 15 && !t.state && strings.HasPrefix(all[k].why, "refuses") && !all[k].over {
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

// ofDish reports whether a state is a dish's: "feijoada vegana", "a vegan menu", "is
// the bun vegan".
func (h *hearing) ofDish(t *thing, s sentence) bool {
	for k := t.from - 1; k >= max(s.from, t.from-5); k-- {
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

// isSaidOf reports whether somebody is spoken of before a state ("ela é vegana") or by
// its verb ("não bebo").
func (h *hearing) isSaidOf(t *thing, s sentence) bool {
	if slices.ContainsFunc(h.tokens[t.from:t.to], func(t token) bool { return first[t.word] }) {
		return true
	}
	for k := t.from - 1; k >= max(s.from, t.from-6); k-- {
		w := h.tokens[k].word
		if first[w] || counting[w] || pronouns[w] || h.inPerson(k) || forWhom[w] {
			return true
		}
		if contrasting[w] {
			return h.isThird(t.from-1) && !s.asked // "porque es celíaca"
		}
	}
	return t.from-s.from < 2 && !s.asked
}

// host reports whether a thing is a dish that something may be in, or one that is
// looked for: "leite no purê", "alguma massa", "um bolo".
func (h *hearing) host(t *thing) bool {
	if t.from > 1 && definite[h.tokens[t.from-1].word] && having[h.tokens[t.from-2].word] {
		return true // "can she have the curry"
	}
	if at := t.from - 1; at >= 0 && (paying[h.tokens[at].word] || at > 0 && determining[h.tokens[at].word] && paying[h.tokens[at-1].word]) {
		return true // "não vai pagar o vinho"
	}
	return t.from > 0 && hosting[h.tokens[t.from-1].word] || t.from > 1 && hosting[h.tokens[t.from-2].word] && determining[h.tokens[t.from-1].word]
}

// served reports whether what is left out is a way to serve something that stands just
// before it: "um café sem açúcar", "an iced tea, no sugar"; or one's own: "sem cebola no
// meu".
func (h *hearing) served(t *thing) bool {
	if k := t.to; k+1 < len(h.tokens) && hosting[h.tokens[k].word] && (k+2 >= len(h.tokens) || h.tokens[k+2].shape == mark) && ownOne[h.tokens[k+1].word] {
		return true
	}
	k := t.from - 1
	for k >= 0 && (determining[h.tokens[k].word] || lacking[h.tokens[k].word] || h.has[k]&lacks != 0 || h.tokens[k].word == "," || joined[h.tokens[k].word]) {
		k--
	}
	return k >= 0 && k < t.from-1 && h.thingAt(k) != nil && !h.thingAt(k).state && !h.lacked(h.thingAt(k), h.sentenceOf(k, h.sentences()))
}

// requested reports whether a kitchen is asked to leave a thing out, and nobody is spoken of who
// may have a reason: "pode vir sem cebola?".
func (h *hearing) requested(t *thing, s sentence) bool {
	begin, end := h.clause(s, t.from)
	for k, w := range h.tokens {
		if (k < begin || k >= end) && (own[w.word] || myself[w.word] || pronouns[w.word]) {
			return false
		}
	}
	return s.asked && len(h.people) == 0 && slices.ContainsFunc(h.tokens[min(begin, t.from):t.from], func(t token) bool { return serving[t.word] })
}

var (
	serving = lang.Set("vir vem venha venir viene venga fazer fazem faz hacer hacen prepara preparam preparar preparan pedir pedindo servir servem tirar tira tiram retirar sacar quitar quitan quita quitarle come comes coming made make remove removed leave skip order ordered")
	mixing  = lang.Set("mistura misturo misturamos misturar mezcla mezclo mezclamos mezclar mezclan mix mixes mixing junta juntamos")
)

// lacked reports whether a thing is said to be left out: "sem sal", "no onion", "nada
// frito", "pouco sal", "gluten free", "não põe sal".
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
		if linkers[h.next(k)] && vague[w] { // "no dije nada y …"
			return false
		}
		if lacking[w] || h.has[k]&lacks != 0 || putting[w] && slices.ContainsFunc(h.tokens[max(s.from, k-3):k], func(t token) bool { return negating[t.word] }) {
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
		over = over || h.has[k]&free != 0 && h.has[i]&(refuses|quits) == 0 && h.thingAt(k) == nil && h.inBreath(i, k)
		out = out || h.has[k]&quoted != 0
	}
	for k := s.from; k < i; k++ {
		out = out || h.has[k]&unreal != 0 && supposing[h.tokens[k].word]
	}
	for k := max(begin, i-3); k < i; k++ {
		switch w := h.tokens[k].word; {
		case slices.ContainsFunc(h.tokens[k:i], func(t token) bool { return degrees[t.word] || drinking[t.word] }): // "não sou muito alérgico", "não bebe álcool"
		case negating[w] && !lacking[w] && h.has[i]&refuses == 0, w == "no" && h.has[i]&refuses == 0, ended[w]:
			over = true
		}
	}
	out = out || h.has[i]&(allergy|intolerance|state) != 0 && h.ofNobody(s, begin, i, end)
	if strings.Contains(" "+phrase(h.tokens[s.from:s.to])+" ", " ja fui ") {
		over = true
	}
	for k := s.from + 1; k < s.to; k++ {
		if h.has[k]&missing != 0 && h.named(s.from, s.to) {
			out = true
		}
		if absent[h.tokens[k].word] && h.has[k]&refuses == 0 && (negating[h.tokens[k-1].word] || absentAlone[h.tokens[k].word] && within[h.next(k)]) && h.named(s.from, s.to) {
			out = true
		}
	}
	if nobody := slices.ContainsFunc(h.tokens[min(i, max(s.from, i-4)):i], func(t token) bool { return none[t.word] }); nobody {
		over = true
	}
	return over || h.withdrawn(s, i), out
}

// inBreath reports whether two tokens are said of one person, with no "and" between them behind
// which somebody else may be: "é alérgica a soja e o resto come de tudo", and not "e hoje come".
func (h *hearing) inBreath(i, k int) bool {
	for j := min(i, k); j < max(i, k); j++ {
		if linkers[h.tokens[j].word] && !h.isThird(j) && !nowadays[h.next(j)] {
			return false
		}
	}
	return true
}

var nowadays = lang.Set("hoje agora ja now today ahora hoy ya")

// ofNobody reports whether what is said at a token is said of nobody who comes: of
// people in general ("tem gente alérgica"), of who may be so one day ("se eu virar
// vegana"), of somebody from before ("minha ex").
func (h *hearing) ofNobody(s sentence, begin, i, end int) bool {
	mine := h.named(s.from, i)
	for k := begin; k < end; k++ {
		switch w := h.tokens[k].word; {
		case k < i && conditional[w] && (w != "se" || h.lang != lang.Spanish) && (k == begin || k == begin+1 && linkers[h.tokens[begin].word]), k < i && h.has[k]&away != 0 && !h.isKin(k):
			return true
		case h.has[k]&generic != 0 && !mine && !forWhom[h.tokens[max(0, k-1)].word]:
			return true
		}
	}
	return false
}

// ofAnybody reports whether a question is of whoever is what is said at a token, and of nobody at the
// table: "o que tem para quem é vegano?", "what can a vegan have?". "Para quem é vegano como eu" is of
// the guest.
func (h *hearing) ofAnybody(s sentence, i int) bool {
	asks := s.asked || slices.ContainsFunc(h.tokens[s.from:min(s.to, s.from+2)], func(t token) bool { return asking[t.word] })
	if !asks || h.named(i+1, s.to) {
		return false
	}
	for k := max(s.from+1, i-4); k < i; k++ {
		if !whoever[h.tokens[k].word] && !someone[h.tokens[k].word] {
			continue
		}
		at := k - 1
		for at > s.from && counting[h.tokens[at].word] || h.tokens[at].word == "a" && at > s.from {
			at--
		}
		if forWhom[h.tokens[at].word] {
			return true
		}
	}
	t := h.thingAt(i)
	return t != nil && t.state && t.to < s.to && t.from-2 >= s.from && (eating[h.tokens[t.to].word] || auxiliary[h.tokens[t.to].word] || having[h.tokens[t.to].word]) &&
		(articles[h.tokens[t.from-1].word] && h.lang == lang.English || counting[h.tokens[t.from-1].word])
}

var whoever = lang.Set("quem quien quienes anyone anybody those people gente pessoas personas")

// Supposes reports whether a message asks for whoever must not have something, and of nobody at the
// table.
func Supposes(text string) bool {
	r := Read(text, Before{})
	return slices.ContainsFunc(hear(text, r.Spans).grounds(), func(g ground) bool { return g.any })
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
	if !linkers[w] || h.isThird(i) { // "é"
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
