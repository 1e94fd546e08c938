package memory

// episode adds a visit, by when it was, or a trip, by where it went.
func (m *message) episode(n int) {
	s := &m.sentences[n]
	if s.asked || s.reported(len(s.tokens)) {
		return
	}
	c := Candidate{Kind: Episode, Scope: Durable, Subject: User, Confidence: reading}
	if s.has(wasHere...) {
		if i := s.find(0, len(s.tokens), when); i >= 0 {
			for _, p := range when {
				if begins(s.tokens[i:], p) > 0 {
					from := i
					if p[0] == "em" || p[0] == "no" {
						from++
					}
					c.Key, c.Value = "visit", s.text(span{from, i + len(p)})
					m.found = append(m.found, c)
					return
				}
			}
		}
	}
	if i := s.find(0, len(s.tokens), when); i < 0 {
		return
	}
	for i := range s.tokens {
		for _, p := range wasAway {
			if begins(s.tokens[i:], p) == 0 {
				continue
			}
			from := i + len(p)
			if s.wordAt(from) == "o" || s.wordAt(from) == "a" {
				from++
			}
			if place, ok := s.place(from, false); ok && !s.supposed(0, i) {
				c.Key, c.Value = "trip", s.text(place)
				m.found = append(m.found, c)
				return
			}
		}
	}
}

// Ways to say that one has been here, or somewhere, before.
var (
	wasHere = phrases("estive ai", "estivemos ai", "fui ai", "fomos ai", "jantei ai", "jantamos ai", "almocei ai", "almocamos ai", "fiquei ai", "ficamos ai", "me hospedei ai", "nos hospedamos ai", "estive aqui", "estivemos aqui", "jantei aqui", "jantamos aqui", "vim aqui", "viemos aqui",
		"fiquei hospedado ai", "fiquei hospedada ai", "fiquei com voces", "fui no restaurante de voces", "comi ai", "comi aqui", "comemos ai", "almocei aqui", "ficamos hospedados ai", "comemoramos ai", "visitei voces", "ate here", "stayed here", "stayed with you", "dined here", "visited you", "were here", "was here", "stayed at your", "came here", "been here", "ate at your place", "dined with you")
	wasAway = phrases("viajei para", "viajamos para", "fui para", "fomos para", "estive em", "estivemos em", "visitei", "visitamos", "conheci", "conhecemos", "voltei de", "voltamos de", "i went to", "we went to", "visited", "got back from", "passei as ferias em", "passamos as ferias em", "passei ferias em", "passei o reveillon em", "lua de mel em", "lua de mel foi em")
	when    = phrases("ano passado", "mes passado", "semana passada", "ontem", "anteontem", "last year", "last month", "last week", "last summer", "yesterday", "last night", "natal passado", "verao passado", "fim de semana passado", "sexta passada", "sabado passado", "domingo passado", "no reveillon", "no carnaval", "em janeiro", "em fevereiro", "em marco", "em abril", "em maio", "em junho", "em julho", "em agosto", "em setembro", "em outubro", "em novembro", "em dezembro", "no natal")
)
