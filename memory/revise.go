package memory

import "strings"

// forget adds what the guest takes back without saying what it was: "pode
// esquecer o que eu disse do camarão".
func (m *message) forget(n int, hits []hit) {
	s := &m.sentences[n]
	i := s.find(0, len(s.tokens), forgetful)
	if i < 0 || s.asked || i > 0 && (denials[s.wordAt(i-1)] || denials[s.wordAt(i-2)]) {
		return
	}
	for k := range hits {
		if hits[k].from > i && len(s.values(&hits[k], len(s.tokens))) > 0 {
			return // said in full
		}
	}
	from := s.find(i, len(s.tokens), mentions)
	if from < 0 {
		return
	}
	for k := from + 1; k < len(s.tokens); k++ {
		if leading[s.tokens[k].word] || ending[s.tokens[k].word] && s.tokens[k].word != "nao" || strings.HasPrefix(s.tokens[k].word, "sobre") || s.tokens[k].word == "about" {
			continue
		}
		values := s.foods(k, len(s.tokens), false)
		for _, v := range values {
			m.found = append(m.found, Candidate{Kind: Diet, Key: "restriction", Value: v.text, Scope: Durable, Subject: User, Confidence: implied, Retract: true})
		}
		if len(values) > 0 {
			return
		}
	}
}

var (
	mentions = phrases("disse", "falei", "comentei", "contei", "said", "told", "aquilo", "aquela", "historia", "lance", "restricao", "negocio", "mentioned", "sobre", "about", "coisa")
	inTruth  = phrases("na verdade", "actually", "corrigindo")
)

// correction adds "não é Paulo, é Pablo" and "meu nome é Pablo, não Paulo".
func (m *message) correction(n int) {
	s := &m.sentences[n]
	if s.asked || len(s.tokens) > 14 {
		return
	}
	add := func(wrong, right span) {
		if s.wordAt(right.from) == "que" || right.to <= right.from || wrong.to <= wrong.from || wrong.to-wrong.from > 4 || right.to-right.from > 5 {
			return
		}
		key := s.words(wrong)
		switch {
		case s.tokens[right.from].name && s.tokens[wrong.from].name && !lists()["places"][s.words(right)]:
			key = "name"
		case lists()["places"][s.words(right)]:
			key = "location"
		case s.isNumber(right.from):
			key = "people"
		}
		m.found = append(m.found, Candidate{Kind: Correction, Key: key, Value: s.text(right), Scope: Durable, Subject: User, Confidence: reading})
	}
	for i := range s.tokens {
		w := s.tokens[i].word
		isNot := w == "nao" && (s.wordAt(i+1) == "é" || s.wordAt(i+1) == "era" || s.wordAt(i+1) == "sao" || s.wordAt(i+1) == "foi") || w == "is" && s.wordAt(i+1) == "not"
		if !isNot {
			continue
		}
		for k := i + 2; k < len(s.tokens); k++ {
			if s.tokens[k].stop < comma || k+2 >= len(s.tokens) || s.wordAt(k+1) == "mas" && k+3 >= len(s.tokens) {
				continue
			}
			next := k + 1
			for next < len(s.tokens) && (s.wordAt(next) == "mas" || s.wordAt(next) == "e" || s.wordAt(next) == "it") {
				next++
			}
			if v := s.wordAt(next); v != "é" && v != "sao" && v != "is" && v != "era" && v != "foi" {
				break
			}
			wrong, right := s.bare(i+2, k+1), s.bare(next+1, s.shut(next+1))
			add(wrong, right)
			return
		}
	}
	really := s.has(inTruth...)
	for i := range s.tokens { // "eu disse sábado, não domingo"
		w := s.tokens[i].word
		said := (w == "disse" || w == "falei" || w == "pedi" || w == "said") && (i == 0 || s.wordAt(i-1) == "eu" || s.wordAt(i-1) == "i")
		if !said && !(really && (w == "somos" || w == "é" || w == "is" || w == "sao" || w == "are")) {
			continue
		}
		for k := i + 2; k+1 < len(s.tokens); k++ {
			if t := s.tokens[k].word; (t == "nao" || t == "not") && (s.tokens[k-1].stop == comma || s.wordAt(k-1) == "e" || s.wordAt(k-1) == "and") {
				right := s.bare(i+1, k)
				if s.isNumber(right.from) {
					right.to = right.from + 1
				}
				add(s.bare(k+1, s.shut(k+1)), right)
				return
			}
		}
	}
}

// bare is a span without what no thing begins or ends with.
func (s *sentence) bare(from, to int) span {
	to = min(to, len(s.tokens))
	for from < to && (leading[s.tokens[from].word] && !s.isNumber(from)) {
		from++
	}
	return span{from, s.trim(from, max(from, to))}
}
