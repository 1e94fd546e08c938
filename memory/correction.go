package memory

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// A sort is what a word of a correction may be one of: what is wrong and what
// is right are of one sort.
type sort uint8

const (
	thing sort = iota
	number
	hour
	weekday
	month
	named
)

// correction turns what a sentence tells, the candidates from first on, into
// what it sets right: "meu niver é 8 de junho e não julho". What no frame
// reads it adds itself: "meu quarto é o 305, não o 503".
func (m *message) correction(n, first int) {
	s := &m.sentences[n]
	if s.asked {
		return
	}
	said := m.wrong || s.has(weakly...)
	right, ok := s.contrast(said)
	spelled := said && s.has(spellsOut...)
	if !ok && !m.wrong && !spelled {
		return
	}
	first = min(first, len(m.found))
	turned := false
	for i := first; i < len(m.found); i++ {
		c := &m.found[i]
		if c.Retract || c.Subject != User || ok && !s.shares(c.Value, right) || !ok && !s.has(wrongs...) && !(spelled && c.Key == "name") {
			continue
		}
		switch c.Kind {
		case Fact, Location, PartySize, Budget:
			c.Kind, turned = Correction, true
		case Diet: // it is kept as what it is too: it is too dear to lose
			m.found = append(m.found, Candidate{Kind: Correction, Key: c.Key, Value: c.Value, Scope: c.Scope, Subject: User, Confidence: reading})
			return
		}
	}
	if turned || !ok {
		return
	}
	c := Candidate{Kind: Correction, Key: s.corrected(right), Value: s.text(right), Scope: Session, Subject: User, Confidence: reading}
	if c.Key == "" || c.Value == "" {
		return // nobody says of what: "aliás, não amendoim"
	}
	if lasting[c.Key] {
		c.Scope = Durable
	}
	if c.Key == "people" {
		m.found = slices.DeleteFunc(m.found, func(f Candidate) bool { return f.Kind == PartySize })
	}
	m.found = append(m.found, c)
}

// has reports whether a message has one of several phrases in it.
func (m *message) has(any []phrase) bool {
	return slices.ContainsFunc(m.sentences, func(s sentence) bool { return s.has(any...) })
}

// shares reports whether a value has a word of a span in it.
func (s *sentence) shares(value string, p span) bool {
	words := strings.Fields(lang.Fold(value))
	for i := p.from; i < p.to; i++ {
		number, _ := numberOf(s.tokens[i].word)
		if slices.Contains(words, s.tokens[i].word) || slices.Contains(words, number) {
			return true
		}
	}
	return false
}

// contrast finds what is right in "não é Paulo, é Pablo", "é Pablo, não Paulo"
// and "sexta em vez de sábado". What is right and what is wrong are of one
// sort, unless the guest says that something was wrong.
func (s *sentence) contrast(said bool) (right span, ok bool) {
	for i, t := range s.tokens {
		if (t.word == "mas" || t.word == "but") && copulas[s.wordAt(i+1)] && i > 0 { // "colocaram Mateus, mas é Matheus"
			right := s.bare(i+2, s.shut(i+2))
			if wrong, ok := s.alike(span{0, i}, right, false, false); ok && s.sort(right.from) != thing {
				return s.alike(right, wrong, false, true)
			}
		}
		if said && copulas[t.word] && s.sort(s.bare(i+1, s.shut(i+1)).from) != thing && (i > 0 && i == s.open(i) || s.wordAt(i-1) == "certo" || s.wordAt(i-1) == "correto") {
			right := s.bare(i+1, s.shut(i+1)) // "meu sobrenome está errado, é Schmidt"
			return s.alike(right, right, true, true)
		}
		if t.word != "nao" && t.word != "not" && t.word != "vez" && t.word != "inves" && t.word != "instead" || i+1 >= len(s.tokens) {
			continue
		}
		wrong := s.bare(i+1, s.shut(i+1))
		instead := i < 2 && (t.word == "vez" || t.word == "inves") // "em vez de sexta, é sábado"
		if copulas[s.wordAt(i+1)] || instead {                     // "não é Paulo, é Pablo"
			wrong = s.bare(i+2, s.shut(i+2))
			for k := wrong.from; k < wrong.to; k++ {
				if s.wordAt(k) == "que" {
					return right, false
				}
			}
			k := wrong.to
			for between[s.wordAt(k)] || s.wordAt(k) == "mas" || s.wordAt(k) == "it" {
				k++
			}
			if copulas[s.wordAt(k)] {
				return s.alike(s.bare(k+1, s.shut(k+1)), wrong, said, true)
			}
			continue
		}
		if i == 0 || s.tokens[i-1].stop != comma && !joints[s.wordAt(i-1)] && t.word != "vez" && t.word != "inves" && t.word != "instead" || wrong.to <= wrong.from || verbs[s.wordAt(wrong.from)].known {
			continue
		}
		if t.word == "vez" || t.word == "inves" {
			i--
		}
		if p, ok := s.alike(span{0, i}, wrong, said, false); ok {
			return p, true
		}
	}
	return right, false
}

// alike finds in a span what is of the sort of what is wrong: from its
// beginning, or the nearest to its end.
func (s *sentence) alike(in, wrong span, said, start bool) (span, bool) {
	kind := s.sort(wrong.from)
	if kind == thing {
		if !start {
			for i := in.from; i < in.to; i++ { // "eu pedi mesa na varanda, não no salão"
				if w := s.tokens[i].word; (w == "pedi" || w == "disse" || w == "falei" || w == "said") && (i == 0 || people[s.wordAt(i-1)] == guest || s.tokens[i-1].stop >= comma) && s.find(i, in.to, thats) < 0 {
					p := s.bare(i+1, in.to)
					return p, p.to > p.from && p.to-p.from < 5
				}
			}
			if p := s.bare(in.to-1, in.to); p.to > p.from && len(s.words(p)) > 3 && lang.Distance(s.words(p), s.wordAt(wrong.from)) <= 2 {
				return p, true // "é luiza, não luisa"
			}
			in.from = max(in.from, in.to-1)
		}
		return s.bare(in.from, in.to), said && in.to > in.from && in.to-in.from < 4 && s.sort(s.bare(in.from, in.to).from) == thing
	}
	for k := range in.to - in.from {
		i := in.to - 1 - k
		if start {
			i = in.from + k
		}
		if s.sort(i) != kind || kind == named && s.tokens[i].word == s.wordAt(wrong.from) && !start && i > 0 && s.sort(i-1) == named {
			continue
		}
		p := span{i, i + 1}
		for kind == named && !start && p.from > in.from && s.sort(p.from-1) == named && s.tokens[p.from-1].stop == goesOn {
			p.from--
		}
		if kind == named {
			p, _ = s.proper(p.from, false)
			p.to = min(p.to, max(in.to, p.from+1))
		}
		return p, true
	}
	return span{}, false
}

// sort is what a word is one of.
func (s *sentence) sort(i int) sort {
	if i < 0 || i >= len(s.tokens) {
		return thing
	}
	t := s.tokens[i]
	digit := s.isDigits(i)
	switch {
	case weekdays[t.word]:
		return weekday
	case months[t.word]:
		return month
	case digit && (strings.Contains(t.word, ":") || strings.HasPrefix(strings.TrimLeft(t.word, "0123456789"), "h") || ends(t.word, 0, "pm", "am")):
		return hour
	case digit, s.isNumber(i) && t.word != "um" && t.word != "uma":
		return number
	case t.name && i > 0 && len(t.text) > 1 || lists()["places"][t.word] || t.name && len(t.text) > 2 && !leading[t.word] && !ending[t.word] && !verbs[t.word].known && !copulas[t.word]:
		return named
	}
	return thing
}

// corrected is what a correction is of: the noun it is said of, or else the
// sort of what is right; "" if it is of no sort.
func (s *sentence) corrected(right span) string {
	if s.sort(right.from) == number && s.wordAt(right.from-1) == "para" {
		return "people"
	}
	from := s.open(right.from)
	if right.from-from < 4 { // "meu quarto não é o 12, é o 21"
		from = 0
	}
	for i := from; i < right.from; i++ {
		if key, ok := ofNouns[s.tokens[i].word]; ok {
			return key
		}
	}
	if lists()["relatives"][s.wordAt(right.from)] {
		return "family"
	}
	for i := from; i < right.from; i++ {
		w := s.tokens[i].word
		owned := mine[s.wordAt(i-1)] || articles[s.wordAt(i-1)] || s.wordAt(i-1) == "the"
		if (owned || i == right.from-1 && !ending[w]) && len(w) > 2 && !verbs[w].known && !leading[w] && !copulas[w] && !reports[w] && w != "pedi" && w != "falei" && w != "meant" && w != "certo" && w != "correto" && w != "errado" && w != "wrong" && !turning[w] && s.sort(i) == thing {
			return strings.ToLower(s.tokens[i].text)
		}
	}
	keys := map[sort]string{named: "name", weekday: "dia", month: "dia", hour: "horário", number: "people"}
	if s.has(inEnglish...) {
		keys[weekday], keys[month], keys[hour] = "day", "day", "time"
	}
	switch {
	case lists()["places"][s.words(right)]:
		keys[named] = "home"
	case strings.ContainsAny(s.wordAt(right.from), "stnrdh"): // 21st
		keys[number] = "date"
	case s.has(perHead...):
		keys[number] = "max_person"
	}
	return keys[s.sort(right.from)]
}

var (
	copulas   = set("é era sao foi sou somos is are was am disse falei pedi said")
	weekdays  = set("segunda terca quarta quinta sexta sabado domingo monday tuesday wednesday thursday friday saturday sunday hoje amanha")
	inEnglish = phrases("i", "not", "the", "is")
	wrongs    = phrases("erraram", "errou", "o certo é", "o correto é", "errado", "errada", "errei", "corrigindo", "corrige", "corrija", "corrijam", "correcao", "equivoco", "engano", "se enganou", "enganei", "confundiu", "confundi", "trocou", "trocaram", "wrong", "my mistake", "correction", "mixed up", "correcting", "misspelled", "retificando", "retificar", "i meant", "quis dizer", "typo")
	spellsOut = phrases("com k", "com h", "com z", "com s", "com y", "com w", "com c", "com dois", "com duas", "sem h", "sem acento", "com acento", "with a", "with an", "with two", "without the")
	weakly    = phrases("na real", "na verdade", "actually", "na vdd", "ops", "opa", "alias")
	turning   = set("alias actually verdade real realidad vdd ops opa desculpa desculpe sorry")
	lasting   = set("name family company birthday home allergy intolerance restriction role anniversary")
	// What is set right by the noun it is said of, where a kind has a key for it.
	ofNouns = map[string]string{
		"nome": "name", "sobrenome": "name", "surname": "name", "name": "name", "chamo": "name", "empresa": "company", "company": "company", "aniversario": "birthday", "birthday": "birthday", "moro": "home", "live": "home", "somos": "people",
		"alergia": "allergy", "allergy": "allergy", "intolerancia": "intolerance", "restricao": "restriction", "cargo": "role", "profissao": "role", "casamento": "anniversary", "anniversary": "anniversary",
	}
)

// bare is a span without what no thing begins or ends with.
func (s *sentence) bare(from, to int) span {
	from, to = max(from, 0), min(to, len(s.tokens))
	for from < to && (leading[s.tokens[from].word] || s.wordAt(from) == "às" || s.wordAt(from) == "dia" || s.wordAt(from) == "at" || s.wordAt(from) == "para" || s.wordAt(from) == "on" || s.wordAt(from) == "room" || s.wordAt(from) == "quarto") && !(s.isNumber(from) && s.wordAt(from) != "um") && from < to-1 {
		from++
	}
	return span{from, s.trim(from, max(from, to))}
}
