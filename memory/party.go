package memory

import (
	"slices"
	"strconv"
	"strings"
)

// party adds how many come.
func (m *message) party(n int) {
	s := &m.sentences[n]
	add := func(count, scope string, confidence float64) {
		m.found = append(m.found, Candidate{Kind: PartySize, Key: "people", Value: count, Scope: scope, Subject: User, Confidence: confidence})
	}
	for i := range s.tokens {
		count, ok := numberOf(s.tokens[i].word)
		if !ok || len(count) > 3 || count == "0" || !m.comes(n, i) {
			continue
		}
		scope := Session
		if s.find(s.open(i), s.shut(i), always) >= 0 {
			scope = Durable
		}
		add(count, scope, clear)
		return
	}
	if s.asked {
		return
	}
	switch count, ok := s.named(); {
	case ok:
		add(count, Session, implied)
	case s.has(alone...) && !s.has(notAlone...):
		add("1", Session, implied)
	case s.has(couple...) && s.has(withBaby...):
		add("3", Session, implied)
	case s.has(couple...):
		add("2", Session, implied)
	}
}

// comes reports whether the number at a token is how many come: "somos 4",
// "mesa pra 6", "12 pessoas", and not "mesa pra 20h" or "éramos 4".
func (m *message) comes(n, i int) bool {
	s := &m.sentences[n]
	end := i
	if w := s.wordAt(i - 1); w == "uns" || w == "umas" || w == "os" {
		end--
	}
	before := slices.ContainsFunc(partyBefore, func(p phrase) bool { return end >= len(p) && begins(s.tokens[end-len(p):end], p) > 0 })
	after := s.find(i+1, i+2, partyAfter) >= 0
	first := s.wordAt(i-1) == "somos" || s.wordAt(i-1) == "seremos"
	word := s.tokens[i].word
	switch {
	case !before && !(after && (m.booking || s.wordAt(i-1) == "em")),
		s.tokens[i].stop == goesOn && notPeople[s.wordAt(i+1)] && !after,
		s.asked && !first && s.shut(i) == len(s.tokens),
		(word == "um" || word == "uma") && s.wordAt(i+1) != "pessoa" && s.tokens[i].stop == goesOn,
		s.supposed(s.open(i), i), s.reported(i), s.find(s.open(i), i, notNow) >= 0,
		s.wordAt(i-1) == "de" && s.wordAt(i-2) == "mesa" && !after:
		return false
	}
	return true
}

// named counts those who come by their names: "somos eu, minha esposa e dois
// filhos".
func (s *sentence) named() (string, bool) {
	i := s.find(0, len(s.tokens), byName)
	if i < 0 {
		return "", false
	}
	count := 1
	for k := i + 2; k < len(s.tokens) && k < i+16; k++ {
		switch s.personAt(k) {
		case family, friend, party, absent:
			many := 1
			if n, ok := numberOf(s.wordAt(k - 1)); ok {
				many, _ = strconv.Atoi(n)
			} else if strings.HasSuffix(s.tokens[k].word, "s") {
				many = 2
			}
			count += many
		}
	}
	return strconv.Itoa(count), count > 1 && count < 100
}

var (
	partyBefore = phrases("somos em", "somos", "seremos", "vamos em", "vamos ser", "estamos em", "estaremos em", "mesa para", "reserva para", "reservar para", "grupo de", "jantar para", "almoco para", "quarto para",
		"lugar para", "lugares para", "table for", "party of", "group of", "we are", "we will be", "there are", "there will be", "reservation for", "booking for", "dinner for", "room for", "mesa de", "mesa com", "grupo com", "vai ser", "vamos ser em", "seremos em", "we have", "turma de", "viagem para", "hotel para", "pousada para", "mesa pra uns", "somos uns")
	partyAfter = phrases("pessoas", "pessoa", "adultos", "people", "of us", "adults", "lugares", "guests", "convidados", "pax")
	notPeople  = set("h horas hs noites noite dias dia semanas da de as pm am reais hora meses anos nights days am minutos min quilos irmaos irmas filhos gatos cachorros o clock km")
	notNow     = phrases("eramos", "fomos", "were", "nao")
	notAlone   = phrases("moro", "vivo", "live", "odeio", "nao")
	always     = phrases("sempre", "geralmente", "normalmente", "costumamos", "costumo", "toda vez", "usually", "always", "em geral", "nunca", "never")
)

var (
	alone    = phrases("so eu", "vou sozinho", "vou sozinha", "estou sozinho", "estou sozinha", "viajando sozinha", "viajando sozinho", "just me", "table for one", "mesa so para mim", "viajo sozinho", "viajo sozinha")
	byName   = phrases("somos eu", "vamos eu", "seremos eu", "it is me", "vou eu", "sera eu")
	withBaby = phrases("com um bebe", "com uma bebe", "com bebe", "e um bebe", "com um filho", "com uma filha", "com uma crianca")
	couple   = phrases("somos um casal", "so nos dois", "just the two of us", "so eu e meu marido", "so eu e minha esposa", "so eu e minha mulher")
)
