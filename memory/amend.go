package memory

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// heard reads what a guest says, knowing what they said before, oldest first.
// Beyond what Detect finds in a message alone, a plain denial takes back what
// was told, "na verdade é castanha" tells of one more allergy after another was
// told, and what is misspelt has its right name.
func heard(before []string, message string) []Candidate {
	found := readAs(message, true)
	for _, c := range amend(before, message) {
		if !slices.ContainsFunc(found, func(f Candidate) bool {
			return f.Retract && f.Kind == Diet && strings.Contains(lang.Fold(c.Value), lang.Fold(f.Value))
		}) {
			found = append(found, c) // but "oops, I do eat shrimp" names no allergy
		}
	}
	return unique(spellOut(found))
}

// lookBack is how many messages before a correction are read. It is of the last
// one, which may be a correction too, or of the one before a yes or no.
const lookBack = 4

// amend reads what sets right an allergy or intolerance that was told just
// before. What was told stays unless it is denied: to take one allergy too many
// for true does no harm.
func amend(before []string, message string) []Candidate {
	a := amendmentIn(message)
	none := takesBack(message)
	if a.empty() && !none {
		return nil
	}
	var told []Candidate
	for _, q := range before[max(0, len(before)-lookBack):] {
		if answer, _ := yesOrNo(q); answer == "" {
			told = reactions(append(read(q), amendmentIn(q).of(told)...))
		}
	}
	if now := reactions(read(message)); len(now) > 0 {
		told = now
	} else if none {
		for _, c := range told {
			a.wrong = append(a.wrong, c.Value)
		}
	}
	return a.of(told)
}

// takesBack reports "na verdade não sou alérgico" and "esqueça minha alergia":
// what was told is no more, and what that was need not be said.
func takesBack(message string) bool {
	for _, s := range split(message) {
		for _, h := range s.hits() {
			if !h.reacts() || s.asked || h.take != "foods" || !s.endsWith(&h) {
				continue
			}
			verb := h.from - 1
			for verb >= 0 && !s.verbAt(verb).first {
				verb--
			}
			i := s.find(s.open(h.from), h.from, iHaveNo)
			if i >= 0 && h.from-i < 6 || s.plainlyDenied(verb, &h) || mine[s.wordAt(h.from-1)] && s.forgets(s.open(h.from), h.from) >= 0 {
				return true
			}
		}
	}
	return false
}

// endsWith reports whether a sentence says nothing of importance after a hit.
func (s *sentence) endsWith(h *hit) bool {
	return !slices.ContainsFunc(s.tokens[h.to:], func(t token) bool {
		return !trailing[t.word] && !thanks[t.word] && !denials[t.word] && !nones[t.word] && t.word != "nada" && t.word != "anything"
	})
}

// reactions returns the allergies and intolerances of what is told.
func reactions(found []Candidate) []Candidate {
	return slices.DeleteFunc(found, func(c Candidate) bool { return c.Kind != Diet || c.Key == "restriction" || c.Retract })
}

// An amendment is what a message sets right without saying of what.
type amendment struct {
	right, wrong []string
	marked       bool // it says that it does: "na verdade"
}

func (a amendment) empty() bool { return len(a.right)+len(a.wrong) == 0 }

// of makes of an amendment what it says of what was told, the last of which
// it is about.
func (a amendment) of(told []Candidate) (all []Candidate) {
	if len(told) == 0 {
		return nil
	}
	for _, c := range told {
		if slices.ContainsFunc(a.wrong, func(w string) bool { return sameValue(w, c.Value) }) {
			c.Retract, c.Confidence = true, implied
			all = append(all, c)
		}
	}
	if len(all) == 0 && !a.marked {
		return nil
	}
	c := told[len(told)-1]
	c.Confidence = implied
	for _, c.Value = range a.right {
		all = append(all, c)
	}
	return all
}

// amendmentIn finds the sentences of a message that name what one may react to
// and hardly anything else: "na verdade é castanha", "não é amendoim, é
// castanha". "Na verdade quero castanha" is an order.
func amendmentIn(message string) (all amendment) {
	if answer, _ := yesOrNo(message); answer != "" || copied(message) {
		return all
	}
	for _, s := range split(message) {
		a := s.amendment(0)
		if i := s.find(0, len(s.tokens), amends); a.empty() && i > 0 {
			a = s.amendment(i) // "sou alérgico a amendoim, aliás, castanha"
		}
		all.right, all.wrong, all.marked = append(all.right, a.right...), append(all.wrong, a.wrong...), all.marked || a.marked
	}
	return all
}

// amendment reads an amendment from a token on. It ends before the clause that
// is about something else: "na verdade é castanha, o que sugere?".
func (s *sentence) amendment(i int) (a amendment) {
	var done amendment // up to the last clause
	var things []string
	denied, end := false, -1 // where the last of things ended
	for i < len(s.tokens) {
		t := s.tokens[i]
		if i > 0 && s.tokens[i-1].stop >= comma {
			done = a
		}
		if n := s.phraseAt(i, amends); n > 0 {
			a.marked, denied = true, false
			i += n
			continue
		}
		switch {
		case denials[t.word] && end == i && s.tokens[i-1].stop == goesOn && (t.stop >= comma || i+1 == len(s.tokens)):
			a.right = a.right[:max(0, len(a.right)-len(things))] // "castanha não"
			a.wrong = append(a.wrong, things...)
			i++
		case denials[t.word]:
			a.marked = a.marked || t.stop >= comma // "não, é castanha"
			denied = t.stop < comma
			i++
		case copulas[t.word] || t.word == "es" || t.word == "soy":
			denied = denied && denials[s.wordAt(i-1)]
			i++
		case s.find(i, i+1, merely) == i:
			a.marked, denied = a.marked || denied, false // "não é só amendoim, é castanha"
			i++
		case linking[t.word] || joints[t.word] || trailing[t.word] && end == i:
			i++
			end = i
		case ordering[t.word]:
			return done
		default:
			things = nil
			for _, p := range s.list(i, len(s.tokens), false) {
				if !s.reactive(p) {
					break
				}
				things = append(things, s.text(p))
				end = p.to
			}
			switch {
			case len(things) == 0:
				return done
			case denied:
				a.wrong, things = append(a.wrong, things...), nil
			default:
				a.right = append(a.right, things...)
			}
			i, denied = end, false
		}
	}
	if s.asked {
		return done
	}
	return a
}

// reactive reports whether a span is something that one may react to, and
// nothing else.
func (s *sentence) reactive(p span) bool {
	f, ok := s.food(p, allergen)
	return ok && f == p && !yeses[s.words(p)] || spelt(s.words(p)) != ""
}

// instead reads what somebody reacts to in place of what is denied: "não sou
// alérgico a amendoim, é castanha".
func (s *sentence) instead(h *hit) []string {
	i := s.find(h.to, len(s.tokens), rather)
	if i < 0 {
		return nil
	}
	return s.amendment(i).right
}

// plainlyDenied reports "não sou alérgico": nothing stands between the denial
// and what it denies, as in "não sou tão alérgico", and the denial is not denied.
func (s *sentence) plainlyDenied(verb int, h *hit) bool {
	if h.kind != Diet || verb < 0 || !s.verbAt(verb).first {
		return false
	}
	i := h.from - 1
	for i >= 0 && (i == verb || denials[s.tokens[i].word] || articles[s.tokens[i].word] || nones[s.tokens[i].word]) {
		i--
	}
	for k := range i + 1 {
		if denials[s.tokens[k].word] && s.tokens[k].stop < comma {
			return false // "nunca disse que não sou alérgico"
		}
	}
	return i < verb && (denials[s.wordAt(verb-1)] || denials[s.wordAt(verb+1)])
}

var (
	amends = phrases("na verdade", "na real", "na vdd", "alias", "actually", "en realidad", "ops", "oops", "desculpa", "desculpe", "perdao", "perdon", "sorry", "errei", "me enganei", "me equivoque", "engano", "corrigindo", "correcao",
		"correction", "correccion", "quis dizer", "quise decir", "i meant", "i mean", "ou melhor", "melhor dizendo", "mejor dicho", "or rather", "pensando bem", "on second thought", "mudei de ideia", "i changed my mind", "cambie de idea", "digo", "my mistake")
	rather  = phrases("é", "is", "it is", "es", "sou", "soy", "e sim", "mas", "but", "sino", "pero")
	iHaveNo = phrases("i do not have", "i have no")
	nones   = set("nenhum nenhuma any ningun ninguna qualquer mais")
	linking = set("a o as os ao aos à the to al el la los las it i eu yo minha my mi alergia allergy sim but mas pero sino que")
	// What one says who orders, or is polite.
	ordering = set("um uma uns umas un una one two dois duas favor please pf pfv pls")
)
