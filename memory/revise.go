package memory

import "slices"

// forget adds what the guest takes back without saying what it was: "pode
// esquecer o que eu disse do camarão".
func (m *message) forget(n int, hits []hit) {
	s := &m.sentences[n]
	i := s.forgets(0, len(s.tokens))
	if i < 0 || s.asked {
		return
	}
	key := "restriction"
	for k := range hits {
		if hits[k].from > i && len(s.values(&hits[k], len(s.tokens))) > 0 {
			return // said in full
		}
		if hits[k].reacts() {
			key = hits[k].key // "fiz o teste e não sou alérgica"
		}
	}
	from := s.find(i, len(s.tokens), mentions)
	if from < 0 {
		return
	}
	for k := from + 1; k < len(s.tokens); k++ {
		values := s.foods(k, len(s.tokens), false)
		for _, v := range values {
			m.found = append(m.found, Candidate{Kind: Diet, Key: key, Value: v.text, Scope: Durable, Subject: User, Confidence: implied, Retract: true})
		}
		if len(values) > 0 {
			return
		}
	}
}

// forgets is where the guest asks that something be forgotten, -1 if nowhere.
// "Não esqueça que sou alérgico" asks the contrary.
func (s *sentence) forgets(from, to int) int {
	i := s.find(from, to, forgetful)
	if i > 0 && (denials[s.wordAt(i-1)] || denials[s.wordAt(i-2)]) && !denials[s.tokens[i].word] {
		return -1
	}
	return i
}

// takenBack reports whether what a hit tells is over: it is to be forgotten,
// it passed, or it is to be taken out of the guest's file. Of what is said in
// the present, "sou alérgico, pode tirar isso", it is the dish that changes.
func (m *message) takenBack(n int, h *hit, open, verb int) bool {
	s := &m.sentences[n]
	begin := h.from
	if denials[s.tokens[begin].word] {
		begin-- // "já não como carne" tells of what is
	}
	if s.forgets(open, h.from) >= 0 || s.find(open, begin, over) >= 0 || s.find(open, h.from, takeOut) >= 0 {
		return true
	}
	if !h.tasteful() {
		return false
	}
	if i := s.find(h.to, len(s.tokens), gone); i >= 0 && (!denials[s.wordAt(i-1)] || denials[s.tokens[i].word]) && (verb < 0 || !verbs[s.tokens[verb].word].first) {
		return true
	}
	present := h.who == "i" || verb >= 0 && (verbs[s.tokens[verb].word].first || verbs[s.tokens[verb].word].third)
	return (!present || s.has(mentioned...)) && (s.forgets(h.to, len(s.tokens)) >= 0 || s.has(takeOut...))
}

// revised reports that a message takes something back, or that something
// turned out otherwise: then a denial is news.
func (m *message) revised() bool {
	return m.has(takeOut) || m.has(otherwise) || slices.ContainsFunc(m.sentences, func(s sentence) bool { return s.forgets(0, len(s.tokens)) >= 0 })
}

// setsRight reports that what a hit tells is said against something that was
// told: "me enganei, posso comer camarão", "não, eu posso camarão sim".
func (m *message) setsRight(n int, h *hit) bool {
	s := &m.sentences[n]
	if h.take == "before" && (m.has(unable) || s.any(s.open(h.from), h.from, denials) || slices.ContainsFunc(s.tokens[h.to:s.shut(h.to-1)], func(t token) bool { return !trailing[t.word] && !thanks[t.word] })) {
		return false // "camarão pode me matar", "camarão tudo bem pra ela, mas eu não posso"
	}
	if m.wrong || m.revised() || m.has(amends) || m.has(waits) {
		return true
	}
	for i := range min(2, len(s.tokens)) { // "ah não, camarão pode"
		if denials[s.tokens[i].word] && s.tokens[i].stop >= comma {
			return true
		}
	}
	for i := max(s.open(h.from), h.from-2); i < s.shut(h.to-1); i++ {
		if t := s.tokens[i]; (t.word == "sim" || t.text == "sí") && !joints[s.wordAt(i+1)] {
			return true // but "sim ou não" asks
		}
	}
	return false
}

var (
	over = phrases("sarou", "sarei", "curei", "curou", "curad*", "superei", "superou", "livrei", "livrou", "deixei de ser", "deixou de ser", "deixei de ter", "deixou de ter", "parei de ser", "parou de ser", "larguei", "outgrew", "outgrown", "grew out of", "got over", "no longer", "nao existe mais",
		"acabou a", "acabou o", "ja nao", "quit being", "stopped being")
	unable    = phrases("nao posso", "nao podemos", "nao como", "no puedo", "no como", "can not", "cannot", "do not eat")
	waits     = phrases("espera", "espere", "pera", "wait", "hold on", "besteira", "bobagem")
	gone      = phrases("foi embora", "diagnostico errado", "gone", "passou", "sumiu", "sarou", "ja era", "acabou", "descartou", "descartad*", "deu negativo", "foi engano", "foi um engano", "era engano", "foi erro", "foi um erro", "nao existe mais", "nao tenho mais", "nao é mais", "nao procede", "nao vale mais", "nao precisa mais", "is gone", "went away", "curou", "cleared up", "not anymore", "false alarm", "was a mistake", "no longer")
	takeOut   = phrases("da ficha", "da minha ficha", "do cadastro", "do meu cadastro", "do registro", "do meu registro", "do perfil", "do meu perfil", "da lista", "do sistema", "das observacoes", "from my profile", "from my file", "off my file", "off my profile", "from my record", "drop that", "podem retirar", "pode retirar", "tirar a restricao", "tira a restricao", "tirem a restricao", "tirar a alergia", "tira a alergia", "tirem a alergia", "tirar a intolerancia", "tira a intolerancia", "tirar minha alergia", "tira minha alergia", "tire a alergia", "tire minha alergia", "retira a alergia", "retira minha alergia", "retire a alergia", "retire minha alergia", "take off my", "take out my", "cross out my", "de mi ficha", "de mi perfil", "pode tirar isso", "pode tirar essa", "podem tirar isso")
	otherwise = phrases("errado", "errada", "engano", "wrong", "mistake", "na verdade", "actually", "turns out", "after all", "afinal", "no fim das contas", "exame", "exames", "teste", "testes", "test", "tests", "me liberou", "liberou", "descobri que nao", "mudei de ideia", "pensando bem", "changed my mind", "on second thought", "cambie de idea", "en realidad", "equivoque", "me confundi", "me enganei", "i was wrong", "por error", "al final")
	mentioned = phrases("que informei", "que falei", "que eu falei", "que disse", "que eu disse", "que mencionei", "que eu informei", "que contei", "que passei", "i mentioned", "i told", "i said", "que comentei", "que esta ai", "que constava", "que consta")
	mentions  = phrases("disse", "falei", "comentei", "contei", "said", "told", "aquilo", "aquela", "historia", "lance", "restricao", "negocio", "mentioned", "sobre", "about", "coisa")
)
