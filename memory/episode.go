package memory

import (
	"slices"
	"strings"
)

// episode adds a visit, by when it was, or a trip, by where it went: something
// the guest did, at a time that is over.
func (m *message) episode(n int) {
	s := &m.sentences[n]
	if s.asked || s.reported(len(s.tokens)) {
		return
	}
	time, ok := s.over()
	if !ok {
		return
	}
	c := Candidate{Kind: Episode, Scope: Durable, Subject: User, Confidence: reading}
	for i := range s.tokens {
		if !s.did(i) || s.supposed(0, i) || denials[s.wordAt(i-1)] {
			continue
		}
		if s.find(i+1, i+7, withHouse) >= 0 || visits[s.tokens[i].word] {
			c.Key, c.Value = "visit", s.text(time)
			m.found = append(m.found, c)
			return
		}
		for k := i + 1; travelled[s.tokens[i].word] && s.wordAt(i+1) != "parar" && k < min(i+6, len(s.tokens)); k++ {
			if !toPlace[s.tokens[k].word] && !goes[s.tokens[i].word] {
				continue
			}
			if k > i+1 && goes[s.tokens[i].word] && !toPlace[s.tokens[k-1].word] {
				break
			}
			from := k
			for toPlace[s.wordAt(from)] || s.wordAt(from) == "o" {
				from++
			}
			place, ok := s.place(from, false)
			if !ok || place.from >= time.from && place.from < time.to || months[s.wordAt(place.from)] {
				continue
			}
			c.Key, c.Value = "trip", s.text(place)
			m.found = slices.DeleteFunc(m.found, func(f Candidate) bool { return f.Kind == Location && f.Value == c.Value })
			m.found = append(m.found, c)
			return
		}
	}
}

// did reports a verb that says what the guest did: "jantei", "estivemos", "we
// stayed".
func (s *sentence) did(i int) bool {
	w := s.tokens[i].word
	switch before := s.wordAt(i - 1); {
	case before == "i" || before == "we", before == "have" || before == "just":
		return s.tokens[i-1].stop == goesOn && (strings.HasSuffix(w, "ed") || went[w])
	case went[w] && len(w) > 3 && i == 0:
		return true
	case visits[w] && (s.wordAt(i-1) == "nossa" || mine[s.wordAt(i-1)] || s.wordAt(i-1) == "our"), were[w], w == "foi" && s.find(max(0, i-4), i, honeymoons) >= 0, w == "voltar" && strings.HasPrefix(s.wordAt(i-2), "acab"):
		return true
	}
	if (w == "foi" || strings.HasSuffix(w, "ou")) && s.find(max(0, i-3), i, usAll) >= 0 {
		return true
	}
	return len(w) > 4 && !wanting[w] && ends(w, 0, "ei", "amos", "emos", "imos")
}

var (
	withHouse  = phrases("no quarto", "no chale", "na suite", "in room", "ai", "aqui", "com voces", "de voces", "voces", "here", "with you", "at your", "your place", "your hotel", "your restaurant", "you guys", "la com voces", "neste hotel", "nesse hotel", "neste restaurante", "na casa")
	went       = set("went stayed ate dined visited came was were been had took flew celebrated spent got")
	honeymoons = phrases("lua de mel", "honeymoon", "nossa viagem", "minha viagem", "minhas ferias")
	visits     = set("visita estadia hospedagem visit stay")
	usAll      = phrases("a gente")
	were       = set("dormi fui fomos estive estivemos vim viemos comi comemos conheci conhecemos pedi bebi bebemos")
	travelled  = set("foi voltar fui fomos estive estivemos viajei viajamos visitei visitamos conheci conhecemos voltei voltamos passei passamos passeei fiquei ficamos curti curtimos fiz fizemos esquiei esquiamos mergulhei mergulhamos passeamos acampei acampamos surfei went stayed visited been took flew spent got")
	goes       = set("visitei visitamos conheci conhecemos visited")
	toPlace    = set("para em ao a to in de do from no na")
	wanting    = set("queremos podemos devemos vamos temos gostaremos teremos iremos seremos estaremos ficaremos faremos precisamos gostamos pretendemos estamos")
	units      = set("ano mes semana verao inverno sabado domingo segunda terca quarta quinta sexta feriado natal carnaval vez dia dias semanas meses anos primavera outono ferias noite reveillon pascoa year month week summer winter spring fall autumn weekend night time monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december years months weeks days christmas easter")
	feasts     = set("natal carnaval reveillon pascoa feriado christmas easter ano_novo quaresma sabado domingo")
)
