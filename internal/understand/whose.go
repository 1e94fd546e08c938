package understand

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// owner is whose a need is.
type owner struct {
	of   []string
	sure bool   // the message says so
	they string // the word that stands for somebody whom the message does not name: "ela"
}

// whose returns whose a need is that is spoken of at a token: the subject nearest
// before it, "ela" being who was named last and agrees with it. A verb of the first
// person is the guest's; of one that needs a subject and has none it is not said who
// that is.
func (h *hearing) whose(i int) owner {
	if who, they := h.forWhom(i); who != "" {
		return owner{of: []string{who}, sure: true, they: they}
	}
	if p := slices.IndexFunc(h.people, func(p person) bool { return p.from <= i && i < p.to }); p >= 0 { // "a diabetic husband"
		return owner{of: []string{h.people[p].name}, sure: true}
	}
	if p := h.cleft(i); p >= 0 {
		return owner{of: []string{h.people[p].name}, sure: true}
	}
	for k := i; k < len(h.tokens) && h.has[k]&(refuses|quits) != 0; k++ {
		if h.inPerson(k) { // "nem eu nem a Ana bebemos"
			i = k
			break
		}
		if w := h.tokens[k].word; pronouns[w] && k > i { // "told her to avoid"
			return owner{of: []string{Somebody}, sure: true, they: w}
		} else if (first[w] && !we[w] && w != "eu" || w == "vou" || w == "voy") && k > i { // "não como"
			return owner{of: h.withMe(i), sure: true}
		}
	}
	theirs, ours, called := false, false, "" // a verb was passed that is somebody else's, or one of us all; a pronoun
	for k := i; k >= 0; k-- {
		w := h.tokens[k].word
		if p := slices.IndexFunc(h.people, func(p person) bool { return p.to-1 == k }); p >= 0 {
			all := h.together(p)
			switch {
			case called != "" && !h.agrees(called, h.people[p].from, k+1):
				continue
			case males[called] || females[called], h.alone(k + 1): // "vim com meu pai e minha filha é celíaca"
				all = all[len(all)-1:]
			case ours && all[0] != "":
				all = append([]string{""}, all...)
			}
			return owner{of: all, sure: true}
		}
		switch {
		case h.inPerson(k), called != "":
		case someone[w]:
			return owner{of: []string{Somebody}, sure: true}
		case myself[w] && !(k == i && h.has[k]&reacts != 0):
			return owner{of: h.withMe(k), sure: true}
		case w == "nos" && !strings.HasPrefix(h.raw(k), "nós"): // "nos rins"
		case oneOf[w] && (illness[h.next(k)] || k > 0 && (h.isThird(k-1) || first[h.tokens[k-1].word])): // "tenho uma alergia", "Ana is one of the vegans"
		case oneOf[w] && i-k < 4 && k < i && !ours && !theirs || oneOf[w] && theirs && h.isThird(k+1), h.tokens[k].shape == number && k == i-1:
			return owner{of: []string{Somebody}, sure: true} // "uma é alérgica"
		case h.isWe(k) && k > 0 && (h.tokens[k-1].word == "de" || h.tokens[k-1].word == "of"):
			return owner{of: []string{Somebody}, sure: true} // "dois de nós"
		case h.isWe(k):
			ours = true
		case first[w] && !theirs && !ours && !(k > 0 && eating[w] && dative[h.tokens[k-1].word]): // "le puedo dar"
			return owner{of: []string{""}, sure: true}
		case pronouns[w]:
			called = w
		case h.isThird(k):
			theirs = true
		case ending[w] && !theirs:
			k = 0
		}
	}
	switch {
	case ours:
		return owner{of: []string{"", Somebody}, sure: true}
	case theirs || called != "":
		for _, p := range h.people { // "é alérgica a camarão, a minha irmã"
			if p.from > i && p.from-i < 8 && (!h.acts(p.to) || h.sentenceOf(i, h.sentences()) != h.sentenceOf(p.from, h.sentences())) && (called == "" || h.agrees(called, p.from, p.to)) {
				return owner{of: []string{p.name}, sure: true}
			}
		}
		return owner{of: []string{Somebody}, sure: called != "", they: cmp.Or(called, "they")}
	}
	return owner{of: []string{""}}
}

// cleft returns the person whom a clause with "who" is said of, or -1: "quem não pode é a Ana",
// "the one who is allergic is my son".
func (h *hearing) cleft(i int) int {
	begin, end := h.clause(h.sentenceOf(i, h.sentences()), i)
	if !slices.ContainsFunc(h.tokens[begin:i], func(t token) bool { return t.word == "quem" || t.word == "one" || relative[t.word] && t.word != "que" }) {
		return -1
	}
	return slices.IndexFunc(h.people, func(p person) bool {
		return p.from > i+1 && p.from < end && (h.isThird(p.from-1) || determining[h.tokens[p.from-1].word] && h.isThird(p.from-2))
	})
}

// alone reports whether what is said from a token on is of one person, who stands before it:
// "é celíaca", "que não come peixe", but not ", que não comem peixe".
func (h *hearing) alone(k int) bool {
	at, apart := k, k < len(h.tokens) && h.tokens[k].word == ","
	if apart {
		at++
	}
	if at >= len(h.tokens) || !relative[h.tokens[at].word] {
		return k < len(h.tokens) && singular[h.tokens[k].word] && h.isThird(k)
	}
	for k = at + 1; k < len(h.tokens) && negating[h.tokens[k].word]; k++ {
	}
	if k == len(h.tokens) {
		return false
	}
	verb := h.tokens[k].word
	if verb == "can" { // one may, or both: in doubt both must not
		return apart
	}
	return verb == "tem" || !we[verb] && !several[verb] && !strings.HasSuffix(verb, "m") && !strings.HasSuffix(verb, "n") && !strings.HasSuffix(verb, "mos")
}

// isWe reports whether a token speaks of the guest with others: "a gente", and not "com a gente".
func (h *hearing) isWe(k int) bool {
	is := we[h.tokens[k].word]
	if h.tokens[k].word == "gente" && k > 0 && h.tokens[k-1].word == "a" {
		is, k = true, k-1
	}
	return is && (k == 0 || !joined[h.tokens[k-1].word] || linkers[h.tokens[k-1].word])
}

// acts reports whether a verb begins at a token: who stands before it is its subject.
func (h *hearing) acts(k int) bool {
	return k+1 < len(h.tokens) && !ending[h.tokens[k+1].word] && (h.isThird(k) || negating[h.tokens[k].word] || auxiliary[h.tokens[k].word] || speaking[h.tokens[k].word])
}

// agrees reports whether a pronoun may stand for the person of some tokens: "ela" for
// "minha esposa" and for "Ana", not for "meu pai" or "as crianças".
func (h *hearing) agrees(pronoun string, from, to int) bool {
	if !males[pronoun] && !females[pronoun] {
		return true
	}
	if from > 0 && determining[h.tokens[from-1].word] {
		from--
	}
	for k := from; k < to; k++ {
		switch w := h.tokens[k].word; {
		case many[w]:
			return false
		case h.has[k]&(she|he) != 0:
			return males[pronoun] == (h.has[k]&he != 0)
		case feminine[w], masculine[w]:
			return males[pronoun] == masculine[w]
		case h.has[k]&kin != 0 && strings.HasSuffix(w, "s"):
			return false
		case h.has[k]&kin != 0 && len(w) > 3 && w != "colega" && (strings.HasSuffix(w, "a") || strings.HasSuffix(w, "o")):
			return males[pronoun] == strings.HasSuffix(w, "o")
		}
	}
	return true
}

// standsFor returns whom a pronoun of a message means who was named in those before
// it, oldest first, or "".
func standsFor(pronoun string, said []string) string {
	var all []string
	for i := len(said) - 1; i >= 0; i-- {
		h := hear(said[i], nil)
		for k := len(h.people) - 1; k >= 0; k-- {
			switch p := &h.people[k]; {
			case p.gone || !p.named && !owning[h.tokens[p.from].word] || !h.agrees(pronoun, p.from, p.to):
			case males[pronoun] || females[pronoun]:
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

// forWhom returns for whom something is, who is named behind it ("sem leite pro meu
// filho"), or the pronoun that stands for somebody whom the message does not name.
func (h *hearing) forWhom(i int) (who, they string) {
	for k, end := i, i+8; k < min(len(h.tokens)-1, end) && !ending[h.tokens[k].word] && (h.tokens[k].word != "," || lacking[h.next(k)]); k++ {
		if !forWhom[h.tokens[k].word] && !(belonging[h.tokens[k].word] && (h.tokens[k].word != "de" || owning[h.next(k)]) && k > i && (k == i+1 || h.isThird(k-1))) { // "o ovo é do Beto"
			if lacking[h.tokens[k].word] { // "no meat, no fish and no eggs for my aunt"
				end = k + 8
			}
			continue
		}
		if p := slices.IndexFunc(h.people, func(p person) bool { return p.from == k+1 || p.from == k+2 && determining[h.tokens[k+1].word] }); p >= 0 {
			return h.people[p].name, ""
		}
		if pronouns[h.next(k)] {
			if last := slices.IndexFunc(h.people, func(p person) bool { return p.to > k }); last != 0 && len(h.people) > 0 {
				if last < 0 {
					last = len(h.people)
				}
				return h.people[last-1].name, ""
			}
			return Somebody, h.next(k)
		}
	}
	return "", ""
}

// isName reports whether a token is the name of a person: "a Ana é vegana", "o tuca não
// come carne".
func (h *hearing) isName(k int) bool {
	t := &h.tokens[k]
	if len(t.word) < 2 || h.thingAt(k) != nil || h.has[k]&^(kin|she|he|refuses|name) != 0 || first[t.word] || pronouns[t.word] || small[t.word] || k > 0 && locating[h.tokens[k-1].word] || h.introduced(k) {
		return false
	}
	begins := h.begins(k)
	if h.has[k]&name != 0 && (t.shape == capital || h.acts(k+1)) || t.shape == capital && !begins && titles[h.tokens[k-1].word] {
		return true
	}
	if t.shape != capital {
		return !begins && articles[h.tokens[k-1].word] && h.isNickname(k)
	}
	if begins && IsWord(t.word) {
		return false // "Quanto é"
	}
	return k+1 < len(h.tokens) && (h.isThird(k+1) || speaking[h.next(k)] || auxiliary[h.next(k)]) || negating[h.next(k)] && (h.next(k) != "no" || k+2 < len(h.tokens) && (eating[h.tokens[k+2].word] || third[h.tokens[k+2].word])) || !begins && articles[h.tokens[k-1].word] && h.lang != lang.English
}

// introduced reports whether a name is the guest's own: "sou a Ana".
func (h *hearing) introduced(k int) bool {
	for k--; k > 0 && (articles[h.tokens[k].word] || h.isThird(k)); k-- {
	}
	return k >= 0 && selfNaming[h.tokens[k].word]
}

// begins reports whether a token is the first of a sentence or a line.
func (h *hearing) begins(k int) bool {
	return k == 0 || h.tokens[k-1].shape == mark && h.tokens[k-1].word != "," || strings.Contains(h.text[h.tokens[k-1].to:h.tokens[k].from], "\n")
}

// isNickname reports whether a word behind an article, without a capital letter, is a
// name: no list knows it, and it is said to be or to say something, or not to eat.
func (h *hearing) isNickname(k int) bool {
	t := &h.tokens[k]
	if t.shape != word || everybody[t.word] || notPeople[t.word] || dishes[t.word] || k+1 >= len(h.tokens) {
		return false
	}
	if negating[h.next(k)] && k+2 < len(h.tokens) && (eating[h.tokens[k+2].word] || drinking[h.tokens[k+2].word]) {
		return true
	}
	if !h.isThird(k+1) && !speaking[h.next(k)] {
		return false
	}
	return !IsWord(t.word)
}

// IsWord reports whether a word is one of the lists', and so hardly a name.
func IsWord(w string) bool {
	known := words()
	return len(known.of(w)) > 0 || len(ontology.Default().Read(w)) > 0
}

// Articles, and words that tell of one or of several who they are.
var (
	illness    = lang.Set("alergia alergias allergy allergies intolerancia intolerance reacao reaction reaccion restricao restriction restriccion dieta diet crise")
	auxiliary  = lang.Set("can cant cannot doesn doesnt isn isnt won wont mustn shouldn must")
	articles   = lang.Set("o a el la")
	titles     = lang.Set("dona seu don dona tia tio vo mr mrs ms miss dr dra")
	dative     = lang.Set("le les lhe lhes")
	locating   = lang.Set("em en in at from desde near")
	selfNaming = lang.Set("sou soy am im m chamo llamo nome nombre name")
	feminine   = lang.Set("a la minha nossa nuestra sua")
	masculine  = lang.Set("o el meu nosso nuestro seu")
	relative   = lang.Set("que who quien")
	several    = lang.Set("sao are have do don dont both")
	many       = lang.Set("os as los las meus minhas nossos nossas mis nuestros nuestras kids children people")
)
