package understand

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// takesBack reports whether words really say of a thing that somebody may have it after
// all: not in a question, a supposition or a report. "Posso comer camarão"
// asks, unless something is put right in the message.
func (h *hearing) takesBack(t *thing, g ground) bool {
	s := h.sentenceOf(t.from, h.sentences())
	_, end := h.clause(s, t.from)
	said := h.tokens[s.from:t.from]
	forgets := slices.IndexFunc(h.tokens[s.from:s.to], func(t token) bool { return unsaying[lang.Stem(t.word)] && forgetting[t.word] })
	says := slices.IndexFunc(said, func(t token) bool { return speaking[t.word] })
	switch {
	case s.asked && (end == s.to || g.why == "freed"), says >= 0 && (forgets < 0 || forgets > says), slices.ContainsFunc(said, func(t token) bool { return conditional[t.word] && !h.isYes(&t) }):
		return false
	case strings.HasSuffix(" "+phrase(h.tokens[s.from:s.to]), " ou nao"), strings.HasSuffix(phrase(h.tokens[s.from:s.to]), " or not"), strings.HasSuffix(phrase(h.tokens[s.from:s.to]), " o no"):
		return false
	case g.why == "freed":
		return h.rectifies() || g.at+1 < len(h.tokens) && joined[h.tokens[g.at+1].word] // "fine with"
	}
	return true
}

// withdrawn reports whether the clause of a token takes back what the guest said before: "esquece que eu falei que não
// como peixe". Behind the clause something new is told: "forget what I said, I'm allergic".
func (h *hearing) withdrawn(s sentence, i int) bool {
	begin, _ := h.clause(s, i)
	said := false
	for k := i - 1; k >= begin && h.tokens[k].word != ","; k-- {
		said = said || mentioning[h.tokens[k].word]
		if w := h.tokens[k].word; said && forgetting[w] && !erasing[w] {
			return !h.reminds(s)
		}
	}
	return false
}

// Corrects reports whether a message takes back what the guest said before of a need, or tells one behind such words: both are
// told, and nothing else is to be forgotten.
func (r *Reading) Corrects(text string) bool {
	h := hear(text, r.Spans)
	for i, g := range h.grounds() {
		if t := &h.things[i]; g.plain() && (h.withdrawn(h.sentenceOf(t.from, h.sentences()), t.from) || h.anew(t, g)) {
			return true
		}
	}
	return false
}

// anew reports whether something is told in a clause of its own behind the one that takes something back.
func (h *hearing) anew(t *thing, g ground) bool {
	s := h.sentenceOf(t.from, h.sentences())
	comma := -1
	for k := s.from; k < t.from; k++ {
		if h.tokens[k].word == "," && slices.ContainsFunc(h.tokens[s.from:k], func(t token) bool { return forgetting[t.word] }) {
			comma = k
		}
	}
	return comma >= 0 && g.plain() && !g.over && g.at > comma && !slices.ContainsFunc(h.tokens[comma:t.from], func(t token) bool { return negating[t.word] || pastWords[t.word] || forgetting[t.word] })
}

// erasing are words by which a record is to be deleted, not only no longer to hold.
var erasing = lang.Set("apaga apague apagar exclui exclua erase remove remova borra borre")

var mentioning = lang.Set("said told mentioned falei disse contei comentei mencionei dije conte mencione historia lance papo story bit part about sobre")

// reminds reports "não esqueça que sou alérgica", and "não guarde minha alergia", which
// is not to be kept and holds.
func (h *hearing) reminds(s sentence) bool {
	for k := s.from; k < s.to; k++ {
		if (forgetting[h.tokens[k].word] || keeping[h.tokens[k].word]) && slices.ContainsFunc(h.tokens[max(s.from, k-2):k], func(t token) bool { return negating[t.word] || t.word == "t" }) {
			return true
		}
	}
	return false
}

// abstains reports "ela não bebe álcool", "they don't eat pork": what is not had is ruled
// out by it, not taken back.
func (h *hearing) abstains(t *thing) bool {
	for k := t.from - 1; k > 0 && k >= t.from-3; k-- {
		if consuming[h.tokens[k].word] {
			return slices.ContainsFunc(h.tokens[max(0, k-2):k], func(t token) bool { return negating[t.word] || t.word == "t" })
		}
	}
	return false
}

var consuming = lang.Set("bebe bebo bebem bebemos beben beber come como comem comemos comen comer toma tomo tomam toman tomar drink drinks eat eats touch pode podem puede pueden")

// rectifies reports whether a message puts something right: "na verdade", "sorry", "eu
// como, sim".
func (h *hearing) rectifies() bool {
	return slices.ContainsFunc(h.tokens, func(t token) bool {
		return rectifying[t.word] || t.word == "si" && strings.ToLower(h.text[t.from:t.to]) == "sí"
	}) ||
		len(h.tokens) > 1 && (negating[h.tokens[0].word] && h.tokens[1].word == "," || negating[h.tokens[1].word] && len(h.tokens) > 2 && h.tokens[2].word == ",")
}

// Moved returns whom a message that puts something right names as those who are meant, and in
// place of whom, as in [Need]: "não sou eu, é minha mãe", "sorry, Ana is the vegan, not Rui".
func (r *Reading) Moved(text string) (to, from []string) {
	h := hear(text, r.Spans)
	if !h.rectifies() {
		return nil, nil
	}
	all := slices.Clone(h.people)
	for k, t := range h.tokens {
		if myself[t.word] && !h.inPerson(k) {
			all = append(all, person{from: k, to: k + 1})
		}
	}
	for _, p := range all {
		at := p.from
		for at > 0 && preposed[h.tokens[at-1].word] && !h.isThird(at-1) {
			at--
		}
		switch {
		case slices.ContainsFunc(h.tokens[max(0, at-2):at], func(t token) bool { return negating[t.word] || t.word == "t" }), eating[h.next(p.to-1)]: // "not Rui", "o Rui come tudo"
			from = append(from, p.name)
		case at > 0 && (h.isThird(at-1) || first[h.tokens[at-1].word]), p.to+1 < len(h.tokens) && h.isThird(p.to) && definite[h.tokens[p.to+1].word]:
			to = append(to, p.name)
		}
	}
	return to, from
}

// isYes tells "sí" from "si".
func (h *hearing) isYes(t *token) bool { return strings.ToLower(h.text[t.from:t.to]) == "sí" }

// allowed marks what somebody says, putting something right, that they do have: "eu como
// camarão, sim", "my mistake, shrimp is ok".
func (h *hearing) allowed(all []ground, s sentence) {
	if s.asked || !h.rectifies() {
		return
	}
	for i := s.from; i < s.to; i++ {
		if !able[h.tokens[i].word] || slices.ContainsFunc(h.tokens[max(s.from, i-2):i], func(t token) bool { return negating[t.word] }) {
			continue
		}
		begin, end := h.clause(s, i)
		for k := range h.things {
			if t := &h.things[k]; all[k].p == "" && !t.state && t.from >= begin && t.to <= end && !h.lacked(t, s) {
				all[k] = ground{p: "allergy", at: i, why: "freed", over: true}
			}
		}
	}
}

// exempt leaves out what its own clause ends by allowing: "alérgica a peixe, camarão
// eu posso", "allergic to fish, but shellfish is fine".
func (h *hearing) exempt(all []ground, s sentence) {
	for k := range all { // without things that were found later
		t := &h.things[k]
		if all[k].p == "" || s.asked || t.from < s.from || t.to > s.to {
			continue
		}
		begin, end := h.clause(s, t.from)
		granted := begin > s.from && contrasting[h.tokens[begin-1].word] && begin < t.from && able[h.tokens[begin].word] // "mas como ovo"
		if t.to >= end && !granted || least[all[k].why] == 0 && all[k].at >= begin && all[k].at < end {
			continue
		}
		last := end - 1
		for last > t.to && allowedTail[h.tokens[last].word] {
			last--
		}
		if t.to < end && !t.state && (h.isYes(&h.tokens[t.to]) || h.tokens[t.to].word == "sim") && slices.ContainsFunc(h.has[s.from:s.to], func(r role) bool { return r&(refuses|allergy) != 0 }) { // "peixe sim, o que não posso é polvo"
			all[k].out = all[k].out || least[all[k].why] > 0
		}
		barred := t.state || !able[h.tokens[last].word] && !granted
		for i := begin; i < end; i++ {
			barred = barred || negating[h.tokens[i].word] || lacking[h.tokens[i].word] || h.has[i]&triggering != 0
		}
		all[k].out = all[k].out || !barred
	}
}

// allowedTail are words that may follow the one that allows something: "posso comer sim".
var allowedTail = lang.Set("comer sim si eat have tambem too tambien normal numa boa for with pra para con com me her him them us ela ele mim all of todos everyone btw")

// instead gives what stands in place of what is denied its ground: "não sou alérgico a
// amendoim, é castanha", "not peanuts but walnuts".
func (h *hearing) instead(all []ground) {
	for i := 1; i < len(h.things); i++ {
		was, t := all[i-1], &h.things[i]
		if h.isMended(i) {
			all[i] = ground{p: "allergy", at: h.things[i-1].from, why: "mended", over: true}
			continue
		}
		if !was.over || t.state || was.p == "dislike" {
			continue
		}
		k := t.from - 1
		for k > h.things[i-1].to && (preposed[h.tokens[k].word] || h.tokens[k].word == "s") && !h.isThird(k) {
			k--
		}
		if k >= h.things[i-1].to && (h.isThird(k) || rather[h.tokens[k].word]) && !negating[h.tokens[k-1].word] {
			all[i] = ground{p: was.p, at: was.at, why: "instead"}
		}
	}
}

// isMended reports whether a thing is what another, just before it, was said for: "it is
// sesame, not eggs".
func (h *hearing) isMended(i int) bool {
	was, t := &h.things[i-1], &h.things[i]
	back := func(k int) int {
		for k > 0 && preposed[h.tokens[k].word] {
			k--
		}
		return k
	}
	k, is := back(t.from-1), back(was.from-1)
	return h.rectifies() && !t.state && is >= 0 && (h.isThird(is) || rectifying[h.tokens[is].word]) && k >= was.to && k <= was.to+1 && negating[h.tokens[k].word] && (is == 0 || !negating[h.tokens[is-1].word])
}

// slip returns the word that a word of a message is a slip of, if it is one of those that
// speak of an allergy: "alergico" for "alergco".
func slip(word string) string {
	if len(word) < 6 || len(word) > 14 || ownRight[word] || slices.Contains(mattering, word) {
		return word
	}
	for _, m := range mattering {
		if m[0] == word[0] && m[len(m)-1] == word[len(word)-1] && max(len(m)-len(word), len(word)-len(m)) <= 1 && lang.Distance(m, word) == 1 {
			return m
		}
	}
	return word
}

// unheard adds to the things of a message a word that nobody knows and that somebody is
// said to be allergic to: "sou alérgica a zumbarel".
func (h *hearing) unheard(taken []bool) {
	for i := 0; i+2 < len(h.tokens); i++ {
		if h.has[i]&(allergy|intolerance) == 0 || !preposed[h.tokens[i+1].word] {
			continue
		}
		k := i + 2
		for k < len(h.tokens)-1 && determining[h.tokens[k].word] {
			k++
		}
		t := &h.tokens[k]
		if t.shape == mark || taken[k] || len(t.word) < 4 || h.has[k] != 0 || IsWord(t.word) || vague[t.word] || jokes[t.word] || first[t.word] || third[t.word] || eating[t.word] {
			continue
		}
		taken[k] = true
		h.things = append(h.things, thing{from: k, to: k + 1, span: -1, known: true})
	}
}

var (
	forgetting = lang.Set("esqueca esquece esquecer esquecam apaga apague apagar exclui exclua remove remova retira retire tira tire forget forgets erase remove drop scratch ignore disregard ignora ignoren ignorar desconsidera desconsidere desconsiderar olvida olvide olvides olviden olvidar borra borre quita quite")
	keeping    = lang.Set("guarda guarde guardes guarden guardar anota anote anotes anoten anotar apunta apunte apuntes salva salve salvar registra registre registrar grava grave keep save store note record remember")
	rectifying = lang.Set("verdade real enganei engano errei erro alias realidad equivoque actually mistake wrong sorry desculpa desculpe perdao perdon oops ops sim besteira bobagem confundi wait espera scratch digo meant quise mixed troquei falei")
	able       = lang.Set("posso pode podemos puedo puede podemos como comemos come can eat eats ok okay fine tranquilo liberado bien")
	rather     = lang.Set("sim sino but mas pero")
	degrees    = lang.Set("muito tao tanto very that mucho tan")
	ownRight   = lang.Set("alegria alergicas")
	mattering  = strings.Fields("alergico alergia alergias alergica alergicos intolerante intolerancia vegetariano vegetariana vegano vegana celiaco celiaca allergic allergy intolerant intolerance vegetarian vegetarians")
	jokes      = lang.Set(`disciplina segunda segundas monday mondays reuniao reunioes meetings trabalho work chefe boss boleto boletos conta contas imposto impostos taxes preco precos academia gym exercicio politica politico politicos sogra mentira drama gente pessoa pessoas people
		fila filas queues barulho noise acordar waking mornings conversa small talk pobreza atraso burrice bills critica criticas compromisso commitment dieta funk voces dinheiro money frescura frescuras frio calor inverno matematica futebol esporte leaving bullshit nonsense crowds traffic transito homework bobagem besteira falsidade injustica fofoca lunes reuniones jefe trabajo impuestos mentiras`)
)
