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

// whose returns whose a need is that is spoken of at a token: for whom it is said to be, or the subject nearest before it,
// "ela" being who was named last and agrees with it. A verb of the first person is the guest's; of one that needs a subject
// and has none it is not said who that is.
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
	for k := i + 1; h.is(k-1, "refuses", "quits") && h.is(k, "refuses", "quits"); k++ {
		if h.personAt(k) != nil { // "nem eu nem a Ana bebemos"
			return h.before(k)
		}
		if h.is(k, "first", "goes") && !h.is(k, "we", "me") { // "não como"
			return of(h.withMe(i)...)
		}
	}
	return h.before(i)
}

// before returns the subject nearest before a token, or that token.
func (h *hearing) before(i int) owner {
	theirs, ours, called := false, false, "" // a verb was passed that is somebody else's, or one of us all; a pronoun
	for k := i; k >= 0; k-- {
		p := h.endsAt(k)
		switch {
		case p >= 0 && (called == "" || h.agrees(called, h.people[p])):
			all := h.together(p)
			if says(called, "he", "she") || h.alone(k+1) { // "vim com meu pai e minha filha é celíaca"
				all = all[len(all)-1:]
			}
			return of(all...)
		case h.personAt(k) != nil, called != "":
		case h.is(k, "someone", "whoever"):
			return of(h.toldBehind(i))
		case h.is(k, "me"):
			return of(h.withMe(k)...)
		case h.is(k, "one") && (h.is(k+1, "nobody", "reacts", "years") || h.is(k-1, "first")): // "tenho uma alergia"
		case h.is(k, "one") && k < i && (theirs && h.isThird(k+1) || !theirs && i-k < 4), h.is(k, "we") && h.is(k-1, "of"): // "uma é alérgica", "dois de nós"
			return of(Somebody)
		case h.is(k, "we"):
			ours = ours || !h.is(k-1, "with")
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
			if p.from > i && p.from-i < 8 && !h.acts(p.to) && h.agrees(called, p) {
				return of(p.name)
			}
		}
		return owner{[]string{Somebody}, called != "", cmp.Or(called, "they")}
	}
	return owner{of: []string{""}}
}

// endsAt returns which of the people is the last word of whose name a token is, or -1.
func (h *hearing) endsAt(k int) int {
	return slices.IndexFunc(h.people, func(p person) bool { return p.to-1 == k })
}

// toldBehind returns who a clause says behind a token that "quem" is: "quem não pode é a Ana".
func (h *hearing) toldBehind(i int) string {
	for _, p := range h.people {
		if p.from > i && p.to <= h.parts[i].end && (h.isThird(p.from-1) || h.is(p.from-1, "article")) {
			return p.name
		}
	}
	return Somebody
}

// alone reports whether what is said from a token on is of one person, who stands before it: "é celíaca", "que não come peixe".
func (h *hearing) alone(k int) bool {
	behind := h.word(k) == "," && h.is(k+1, "who")
	if behind {
		k++
	}
	who := h.is(k, "who")
	for who && h.is(k, "who", "not") {
		k++
	}
	verb := h.word(k)
	plural := (strings.HasSuffix(verb, "m") || strings.HasSuffix(verb, "n")) && verb != "tem" && (verb != "can" || !behind)
	return (who || h.isThird(k)) && !h.is(k, "we", "several") && !plural
}

// agrees reports whether a pronoun may stand for a person: "ela" for "minha esposa" and for "Ana", not for "meu pai" or "as
// crianças".
func (h *hearing) agrees(pronoun string, p person) bool {
	if !says(pronoun, "he", "she") {
		return true
	}
	he := says(pronoun, "he")
	for k := max(0, p.from-1); k < p.to; k++ {
		switch w := h.word(k); {
		case k < p.from && !h.is(k, "article"):
		case h.is(k, "many"):
			return false
		case h.is(k, "woman", "man"):
			return he == h.is(k, "man")
		case h.is(k, "feminine", "masculine"):
			return he == h.is(k, "masculine")
		case h.is(k, "kin") && (strings.HasSuffix(w, "a") || strings.HasSuffix(w, "o")):
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
	for k := i; k < min(len(h.tokens)-1, i+10) && !strings.Contains(".!?;", h.word(k)) && (h.word(k) != "," || h.is(k+1, "lacks")); k++ {
		its := h.is(k, "of") && k > i && (k == i+1 || h.isThird(k-1)) && (h.word(k) != "de" || h.is(k+1, "my", "pronoun")) // "o ovo é do Beto"
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
		if p := h.personAt(next); p != nil {
			return p.name, ""
		}
		if h.is(next, "pronoun") {
			for _, p := range slices.Backward(h.people) { // "minha cunhada e o bebê, nada de leite pra ela"
				if p.to <= k && h.agrees(h.word(next), p) {
					return p.name, ""
				}
			}
			return Somebody, h.word(next)
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
	for k := range h.tokens {
		if h.is(k, "me", "with me") && h.personAt(k) == nil {
			all = append(all, person{from: k, to: k + 1})
		}
	}
	for _, p := range all {
		at := p.from
		for h.is(at-1, "article", "to", "of") && !h.isThird(at-1) {
			at--
		}
		last := p.to+1 >= len(h.tokens) || h.tokens[p.to+1].shape == mark
		switch {
		case h.any(at-2, at, "not"), h.is(p.to, "eat"), h.is(p.to, "not") && last: // "not Rui", "o Rui come tudo", "eu não"
			from = append(from, p.name)
		case h.isThird(at - 1), h.isThird(p.to) && h.is(p.to+1, "article"):
			to = append(to, p.name)
		}
	}
	return to, from
}

// rectifies reports whether a message puts something right: "na verdade", "sorry", "não, …".
func (h *hearing) rectifies() bool {
	return h.any(0, len(h.tokens), "sorry") || h.is(0, "not") && h.word(1) == "," || h.is(1, "not") && h.word(2) == ","
}
