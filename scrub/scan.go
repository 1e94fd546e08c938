package scrub

import (
	"slices"
	"strings"
)

// found is a finding in a reading. One of no type is to be left standing.
type found struct {
	typ        Type
	start, end int
	rank       int // among the forms
}

// mention is a word that was read and says something of what follows, or a finding.
type mention struct {
	kind       kind
	start, end int
	nth        int // word, number or finding of the text
}

// scanner reads a text from left to right and remembers what words say about
// the numbers to come. Distances are counted in words, of which a finding is
// one, so that they are the same in a text and in its clean copy. It looks
// ahead and behind by a bounded number of bytes, so that time stays linear.
type scanner struct {
	reading
	formed []found // what is known by its form, and not yet reached
	found  []found
	said   []mention
	nth    int  // words, numbers and findings so far
	prose  bool // passwords are looked for

	announced bool // by a word such as "senha"
}

// scan reads a text for what is known by its form or its number and, if prose,
// for what is told in words too. announced says that there may be some of that.
func scan(t reading, prose bool) (all []Finding, announced bool) {
	s := scanner{reading: t, formed: formed(t.plain), prose: prose}
	for i := 0; i < len(s.plain); {
		i = max(s.next(i), i+1)
	}
	for _, f := range s.found {
		from, to := s.original(f.start, f.end)
		all = append(all, Finding{f.typ, from, to, f.typ.Sensitivity()})
	}
	return all, s.announced
}

// next reads what stands at i and returns where to go on.
func (s *scanner) next(i int) int {
	for len(s.formed) > 0 && s.formed[0].start < i { // inside a password
		s.formed = s.formed[1:]
	}
	if len(s.formed) > 0 && s.formed[0].start == i {
		if f := s.formed[0]; f.typ != "" {
			s.add(f.typ, f.start, f.end)
		}
		return s.formed[0].end
	}
	switch b := s.plain[i]; {
	case isLetter(b):
		return s.word(i)
	case isDigit(b):
		return s.numbers(i)
	case b == '#':
		s.say(otherWord, i, i+1)
	case b == '[':
		if t, end := markAt(s.plain, i); end > i {
			s.note(t, i, end)
			return end
		}
	}
	return i
}

// ahead is the text up to the next thing that is known by its form.
func (s *scanner) ahead() string {
	if len(s.formed) > 0 {
		return s.plain[:s.formed[0].start]
	}
	return s.plain
}

func (s *scanner) say(k kind, start, end int) {
	s.nth++
	s.said = append(s.said, mention{k, start, end, s.nth})
}

// add records a finding.
func (s *scanner) add(t Type, start, end int) {
	s.found = append(s.found, found{typ: t, start: start, end: end})
	s.note(t, start, end)
}

// note remembers what follows from a finding, or from its mark.
func (s *scanner) note(t Type, start, end int) {
	switch t {
	case CPF, CNPJ, RG, CNH, SSN:
		s.say(doneWord, start, end)
	case Password:
		s.say(toldWord, start, end)
	case Phone: // another may follow at once: "… ou 3456-7890"
		s.say(phoneWord, start, end)
		s.said[len(s.said)-1].nth -= numberReach - nextPhone
	default:
		s.nth++
	}
}

// marks are the names of all types.
var marks = []Type{CPF, CNPJ, RG, CNH, SSN, Card, Pix, Phone, Email, Password, PIN, Token, JWT, PEM, Credentials, Secret}

// markAt returns the type of the mark at i and its end, or i.
func markAt(s string, i int) (Type, int) {
	if byteAt(s, i) == '[' {
		for _, t := range marks {
			if strings.HasPrefix(s[i:], t.Mark()) {
				return t, i + len(t.Mark())
			}
		}
	}
	return "", i
}

// word reads the word at i and returns where to go on.
func (s *scanner) word(i int) int {
	end := wordEnd(s.ahead(), i)
	k, start := kindOf(s.plain[i:end]), i
	with := s.beside(i)
	if both := together[[2]kind{with.kind, k}]; both != noWord {
		k, start = both, with.start
	}
	if k == noWord {
		s.nth++
		return end
	}
	if k == newWord && s.saidOf(toldWord, numberReach) { // "a senha era x1, a nova é y2"
		k = passwordWord
	}
	s.say(k, start, end)
	switch k { //nolint:exhaustive // the others tell of numbers
	case passwordWord, passWord, pinWord, secretWord:
		if s.announced = true; s.prose {
			return s.told(s.said[len(s.said)-1])
		}
	}
	return end
}

// beside returns the word that one at i may belong to: "código de la puerta".
func (s *scanner) beside(i int) mention {
	const most = 10 // bytes between them
	for _, m := range slices.Backward(s.said) {
		if i-m.end > most {
			break
		}
		if m.kind != smallWord {
			return m
		}
	}
	return mention{}
}

// saidOf reports whether a kind was said at most so many words ago.
func (s *scanner) saidOf(k kind, reach int) bool {
	for _, m := range slices.Backward(s.said) {
		if s.nth-m.nth > reach {
			return false
		}
		if m.kind == k {
			return true
		}
	}
	return false
}
