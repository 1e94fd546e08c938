package understand

import (
	"cmp"
	"slices"
	"strings"
)

// Somebody is the owner of a need of whom the message does not say who it is.
const Somebody = "companion"

// owner is whose a need is.
type owner struct {
	of   []string
	sure bool   // the message says so
	they string // the word that stands for somebody whom the message does not name: "ela"
}

func of(names ...string) owner { return owner{of: names, sure: true} }

// whose returns whose a need is that is spoken of at a token: the subject nearest before it, "ela" being who was named last
// and agrees with it. A verb of the first person is the guest's; of one that needs a subject and has none it is not said who
// that is.
func (h *hearing) whose(i int) owner {
	switch who, they := h.forWhom(i); {
	case they == "me":
		return of("")
	case who != "":
		return owner{[]string{who}, true, they}
	}
	if p := h.personAt(i); p != nil { // "a diabetic husband"
		return of(p.name)
	}
	for k := i; h.is(k, "refuses", "quits"); k++ {
		switch {
		case h.personAt(k) != nil: // "nem eu nem a Ana bebemos"
			return h.before(k)
		case k > i && h.is(k, "pronoun"): // "told her to avoid"
			return owner{[]string{Somebody}, true, h.word(k)}
		case k > i && h.is(k, "first", "goes") && !h.is(k, "we", "me"): // "não como"
			return of(h.withMe(i)...)
		}
	}
	return h.before(i)
}

// before returns the subject nearest before a token, or that token.
func (h *hearing) before(i int) owner {
	theirs, ours, called := false, false, "" // a verb was passed that is somebody else's, or one of us all; a pronoun
	for k := i; k >= 0; k-- {
		if p := slices.IndexFunc(h.people, func(p person) bool { return p.to-1 == k }); p >= 0 {
			all := h.together(p)
			switch {
			case called != "" && !h.agrees(called, h.people[p]):
				continue
			case says(called, "he", "she"), h.alone(k + 1): // "vim com meu pai e minha filha é celíaca"
				all = all[len(all)-1:]
			case ours && all[0] != "":
				all = append([]string{""}, all...)
			}
			return of(all...)
		}
		one := h.is(k, "one")
		switch {
		case h.personAt(k) != nil, called != "":
		case h.is(k, "family") && h.is(k-1, "mine"):
			return of("", Somebody)
		case h.is(k, "someone", "whoever"):
			is := func(k int) bool { return h.isThird(k) || h.is(k, "article") && h.isThird(k-1) }
			if p := slices.IndexFunc(h.people, func(p person) bool { return p.from > i && p.to <= h.parts[i].end && is(p.from-1) }); p >= 0 {
				return of(h.people[p].name) // "quem não pode é a Ana"
			}
			return of(Somebody)
		case h.is(k, "me") && !(k == i && h.is(k, "reacts")):
			return of(h.withMe(k)...)
		case h.word(k) == "nos" && h.raw(k) == "nos", one && (h.is(k+1, "nobody", "reacts", "years") || (h.isThird(k-1) || h.is(k-1, "first")) && !h.is(k+1, "sufferer")): // "nos rins", "tenho uma alergia", and not "tem um alérgico"
		case one && (theirs && h.isThird(k+1) || !theirs && !ours && i-k < 4 && k < i), h.isNumber(k) && k == i-1: // "uma é alérgica"
			return of(Somebody)
		case h.is(k, "we") || h.word(k) == "gente" && h.word(k-1) == "a":
			if h.is(k-1, "of") {
				return of(Somebody) // "dois de nós"
			}
			ours = ours || !h.is(k-1, "with") && !h.is(k-2, "with")
		case h.is(k, "first") && !theirs && !ours:
			return of("")
		case h.is(k, "pronoun"):
			called = h.word(k)
		case h.isThird(k):
			theirs = true
		case strings.Contains(".!?;", h.word(k)) && !theirs:
			k = 0
		}
	}
	switch {
	case ours:
		return of("", Somebody)
	case theirs || called != "":
		for _, p := range h.people { // "é alérgica a camarão, a minha irmã"
			if p.from > i && p.from-i < 8 && (!h.acts(p.to) || h.parts[i].from != h.parts[p.from].from) && h.agrees(called, p) {
				return of(p.name)
			}
		}
		return owner{[]string{Somebody}, called != "", cmp.Or(called, "they")}
	}
	return owner{of: []string{""}}
}

// alone reports whether what is said from a token on is of one person, who stands before it: "é celíaca", "que não come peixe".
func (h *hearing) alone(k int) bool {
	at := k
	if h.word(at) == "," {
		at++
	}
	if !h.is(at, "who") {
		return h.isThird(k) && !h.is(k, "several") && !strings.HasSuffix(h.word(k), "m") && !strings.HasSuffix(h.word(k), "n")
	}
	for at++; h.is(at, "not"); at++ {
	}
	verb := h.word(at)
	if verb == "can" { // one may, or both: in doubt both must not
		return h.word(k) == ","
	}
	return verb == "tem" || verb != "" && !h.is(at, "we", "several") && !strings.HasSuffix(verb, "m") && !strings.HasSuffix(verb, "n") && !strings.HasSuffix(verb, "mos")
}

// agrees reports whether a pronoun may stand for a person: "ela" for "minha esposa" and for "Ana", not for "meu pai" or "as
// crianças".
func (h *hearing) agrees(pronoun string, p person) bool {
	if !says(pronoun, "he", "she") {
		return true
	}
	he := says(pronoun, "he")
	for k := max(0, p.from-1); k < p.to; k++ {
		w := h.word(k)
		switch {
		case k < p.from && !h.is(k, "article"):
		case h.is(k, "many"), h.is(k, "kin") && strings.HasSuffix(w, "s") && !h.is(k, "woman", "man"):
			return false
		case h.is(k, "woman", "man"):
			return he == h.is(k, "man")
		case h.is(k, "feminine", "masculine"):
			return he == h.is(k, "masculine")
		case h.is(k, "kin") && w != "colega" && (strings.HasSuffix(w, "a") || strings.HasSuffix(w, "o")):
			return he == strings.HasSuffix(w, "o")
		}
	}
	return true
}

// standsFor returns whom a pronoun of a message means who was named in those before it, oldest first, or "".
func standsFor(pronoun string, said []string) string {
	var all []string
	for _, text := range slices.Backward(said) {
		h := hear(text, nil)
		for _, p := range slices.Backward(h.people) {
			switch {
			case p.gone || !p.named && !h.is(p.from, "my") || !h.agrees(pronoun, p):
			case says(pronoun, "he", "she"):
				return p.name
			case !slices.Contains(all, p.name):
				all = append(all, p.name)
			}
		}
	}
	if len(all) == 1 {
		return all[0]
	}
	return ""
}

// after returns the names of who owns a need, by what was said before.
func (o owner) after(said []string) []string {
	if name := standsFor(o.they, said); o.they != "" && name != "" {
		return []string{name}
	}
	return o.of
}

// forWhom returns for whom something is, who is named behind it ("sem leite pro meu filho"), or the pronoun that stands for
// somebody whom the message does not name.
func (h *hearing) forWhom(i int) (who, they string) {
	for k, end := i, i+8; k < min(len(h.tokens)-1, end) && !strings.Contains(".!?;", h.word(k)) && (h.word(k) != "," || h.is(k+1, "lacks")); k++ {
		its := h.is(k, "of") && k > i && (k == i+1 || h.isThird(k-1)) && (h.word(k) != "de" || h.is(k+1, "my", "pronoun")) // "o ovo é do Beto", "lo de celíaco de él"
		if h.is(k, "lacks") {                                                                                              // "no meat, no fish and no eggs for my aunt"
			end = k + 8
		}
		if !h.is(k, "for") && !its {
			continue
		}
		next := k + 1
		if h.is(next, "me") { // "cerveja pra mim nem pensar"
			return "", "me"
		}
		if h.is(next, "article") && h.personAt(next) == nil {
			next++
		}
		if p := h.personAt(next); p != nil && p.from == next {
			return p.name, ""
		}
		if h.is(k+1, "pronoun") {
			before := slices.DeleteFunc(slices.Clone(h.people), func(p person) bool { return p.to > k })
			for _, p := range slices.Backward(before) { // "minha cunhada e o bebê, nada de leite pra ela"
				if he := h.agrees("he", p); he != h.agrees("she", p) && he == says(h.word(k+1), "he") {
					return p.name, ""
				}
			}
			if len(before) > 0 {
				return before[len(before)-1].name, ""
			}
			return Somebody, h.word(k + 1)
		}
	}
	return "", ""
}

// Whose returns whose something is that stands at a byte of a message, after those that were said before: see [Need].
func Whose(text string, at int, said ...string) []string {
	h := hear(text, nil)
	i := slices.IndexFunc(h.tokens, func(t token) bool { return t.to > at })
	if i < 0 {
		return []string{Somebody}
	}
	return h.whose(i).after(said)
}

// Moved returns whom a message that puts something right names as those who are meant, and in place of whom, as in [Need]:
// "não sou eu, é minha mãe", "sorry, Ana is the vegan, not Rui".
func (r *Reading) Moved(text string) (to, from []string) {
	h := hear(text, r.Spans)
	if !h.rectifies() {
		return nil, nil
	}
	all := slices.Clone(h.people)
	ends := func(k int) bool { return k == len(h.tokens) || h.tokens[k].shape == mark }
	for k := range h.tokens {
		mine := h.is(k, "mine", "with me") && h.any(k-2, k, "not") && ends(k+1) // "é da Ana, não minha"
		if (h.is(k, "me") || mine) && h.personAt(k) == nil {
			all = append(all, person{from: k, to: k + 1})
		}
	}
	for _, p := range all {
		at := p.from
		for h.is(at-1, "article", "to", "of") && !h.isThird(at-1) {
			at--
		}
		switch {
		case h.any(at-2, at, "not") || h.word(at-1) == "t", h.is(p.to, "eat"), h.is(p.to, "not") && ends(p.to+1): // "not Rui", "o Rui come tudo", "eu não"
			from = append(from, p.name)
		case h.isThird(at-1) || h.is(at-1, "first"), h.isThird(p.to) && h.is(p.to+1, "article"):
			to = append(to, p.name)
		}
	}
	return to, from
}

// rectifies reports whether a message puts something right: "na verdade", "sorry", "não, …"; or says who it is that must not have what was
// told before: "quem não pode é meu marido".
func (h *hearing) rectifies() bool {
	for k := 0; len(h.things) == 0 && k < len(h.parts); k++ {
		if !h.parts[k].asked && h.is(k, "whoever") && h.is(k+1, "not") && h.is(k+2, "eat", "may") && h.isThird(k+3) {
			return true
		}
	}
	return h.any(0, len(h.tokens), "sorry") || h.is(0, "not") && h.word(1) == "," || h.is(1, "not") && h.word(2) == ","
}
