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
		add(s.withKids(i, count), scope, certain)
		return
	}
	if s.asked {
		return
	}
	switch count, ok := m.company(s); {
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

// withKids adds the children of "2 adultos e 3 crianças", and the guest to
// "eu e mais 3".
func (s *sentence) withKids(i int, count string) string {
	n, _ := strconv.Atoi(count)
	if s.find(max(0, i-3), i, besides) >= 0 {
		n++
	}
	if w := s.wordAt(i + 1); w == "casais" || w == "couples" {
		n *= 2
	}
	if s.find(i+1, i+2, grown) < 0 {
		return strconv.Itoa(n)
	}
	for k := i + 2; k < min(i+7, len(s.tokens)-1); k++ {
		if more, ok := numberOf(s.tokens[k].word); ok && s.find(k+1, k+2, small) >= 0 {
			kids, _ := strconv.Atoi(more)
			n += kids
		}
	}
	return strconv.Itoa(n)
}

// comes reports whether the number at a token is how many come: "somos 4",
// "mesa pra 6", "12 pessoas", and not "mesa pra 20h" or "éramos 4".
func (m *message) comes(n, i int) bool {
	s := &m.sentences[n]
	end := i
	if w := s.wordAt(i - 1); w == "uns" || w == "umas" || w == "os" || w == "so" || w == "apenas" || w == "only" || w == "just" {
		end--
	}
	before := slices.ContainsFunc(partyBefore, func(p phrase) bool { return end >= len(p) && begins(s.tokens[end-len(p):end], p) > 0 })
	after := s.find(i+1, i+2, partyAfter) >= 0
	if s.find(i+1, i+2, overall[:3]) >= 0 && s.find(0, i, going) >= 0 && !s.has(limits...) && !s.asked {
		return true // "vamos em família, 7 no total"
	}
	first := s.wordAt(i-1) == "somos" || s.wordAt(i-1) == "seremos"
	word := s.tokens[i].word
	switch {
	case word == "one" && s.wordAt(i+1) == "of", !before && !(after && (m.booking || s.wordAt(i-1) == "em" || s.find(i+1, i+2, grown) >= 0)),
		s.tokens[i].stop == goesOn && notPeople[s.wordAt(i+1)] && !after && !(s.wordAt(i+1) == "as" && s.wordAt(i+2) <= "9"),
		s.asked && !first && s.shut(i) == len(s.tokens),
		(word == "um" || word == "uma") && s.wordAt(i+1) != "pessoa" && s.tokens[i].stop == goesOn,
		s.supposed(s.open(i), i), s.reported(i), s.find(s.open(i), i, notNow) >= 0,
		s.wordAt(i-1) == "de" && s.wordAt(i-2) == "mesa" && !after:
		return false
	}
	return true
}

// company counts those who come by their names: "somos eu, minha esposa e dois
// filhos".
func (m *message) company(s *sentence) (string, bool) {
	i := s.find(0, len(s.tokens), byName)
	if k := s.find(0, len(s.tokens), andI); i < 0 && k >= 0 && m.has(bookings[4:]) {
		i = max(0, k-1)
	}
	if i < 0 || s.find(i, i+1, byName[:2]) >= 0 && s.find(0, i, dishes) >= 0 {
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
	partyBefore = phrases("party", "guests", "pax", "somo em", "somo", "galera de", "bando de", "nos", "com mais", "vai em", "vamos em", "vou em", "eu e mais", "me and", "me plus", "nois é em", "nois é", "nos é em", "gente é em", "gente vai em", "gente ta em", "chegaremos em", "chegamos em", "viremos em", "iremos em", "vamos estar em", "vao ser", "vai ser em", "seria para", "esperamos", "we are a", "total de", "ao todo somos", "place for", "seats for", "lunch for", "mesa seria para", "reserve para", "reserva é para", "mesa é para", "somos em", "somos", "seremos", "vamos em", "vamos ser", "estamos em", "estaremos em", "mesa para", "reserva para", "reservar para", "grupo de", "jantar para", "almoco para", "quarto para",
		"lugar para", "lugares para", "table for", "party of", "group of", "we are", "we will be", "there will be", "reservation for", "booking for", "dinner for", "room for", "mesa de", "mesa com", "grupo com", "vai ser", "vamos ser em", "seremos em", "turma de", "viagem para", "hotel para", "pousada para")
	going      = phrases("vamos", "somos", "seremos", "iremos", "mesa", "reserva", "we are", "table", "a gente vai", "chegaremos")
	besides    = phrases("com mais", "eu e mais", "eu mais", "me and", "me plus", "eu com mais", "myself and")
	grown      = phrases("adultos", "adulto", "adults", "adult")
	small      = phrases("crianca", "criancas", "bebe", "bebes", "kids", "kid", "children", "child", "baby", "adolescentes", "infants", "crianca", "teens")
	partyAfter = phrases("adulto", "person", "casais", "couples", "pessoas", "pessoa", "adultos", "people", "of us", "adults", "lugares", "guests", "convidados", "pax")
	notPeople  = set("kids children sons daughters filhas cachorros dogs cats netos netas h horas hs noites noite dias dia semanas da de as pm am reais hora meses anos nights days am minutos min quilos irmaos irmas filhos gatos cachorros o clock km")
	notNow     = phrases("eramos", "fomos", "were", "nao")
	notAlone   = phrases("moro", "vivo", "live", "odeio", "nao")
	always     = phrases("sempre", "geralmente", "normalmente", "costumamos", "costumo", "toda vez", "usually", "always", "em geral", "nunca", "never")
)

var (
	alone    = phrases("sera so eu", "sou so eu", "vai so eu", "vou so eu", "so eu hoje", "so vou eu", "only me", "so eu mesmo", "so eu mesma", "só eu", "vou sozinho", "vou sozinha", "estou sozinho", "estou sozinha", "viajando sozinha", "viajando sozinho", "just me", "table for one", "mesa so para mim", "viajo sozinho", "viajo sozinha")
	dishes   = phrases("sem", "prato", "pratos", "without", "free", "dish", "vegan*", "vegetarian*") // of which each is for somebody
	andI     = phrases("eu e minha", "eu e meu", "eu e meus", "just my", "me and my")
	byName   = phrases("para mim e", "for me and", "so eu e", "vou eu e", "somos eu", "vamos eu", "seremos eu", "it is me", "vou eu", "sera eu")
	withBaby = phrases("com um bebe", "com uma bebe", "com bebe", "e um bebe", "com um filho", "com uma filha", "com uma crianca", "com um filho", "e uma crianca", "with a baby")
	couple   = phrases("somos um casal", "para casal", "para um casal", "so nos dois", "just the two of us")
)
