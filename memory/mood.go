package memory

import "strings"

// A verb is what a form of to be or to have, or their like, tells.
type verb struct {
	known, first, third bool
	past, unreal        bool
}

var verbs = func() map[string]verb {
	m := map[string]verb{}
	add := func(v verb, words string) {
		v.known = true
		for w := range set(words) {
			m[w] = v
		}
	}
	add(verb{first: true}, "sou tenho estou to ando virei fiquei tornei possuo sofro descobri fico viro somos temos estamos viramos am soy tengo uso preciso")
	add(verb{third: true}, "é tem sao esta ta estao anda fica ficam vira ficou virou tornou is has es tiene possui sofre usa precisa gets uses carries wears")
	add(verb{}, "have are sendo being got been")
	add(verb{past: true}, "era fui foi tinha tive teve estava eramos eram was were had")
	add(verb{unreal: true}, "fosse seria teria tivesse would ser virar be become ter should vire pudesse might")
	return m
}()

// A mood is how something is said, and of whom.
type mood struct {
	who     person
	verb    int // where the verb stands, -1 if there is none
	retract bool
	weak    bool
}

// judge decides whether a hit is meant: not asked, supposed, over, denied or
// said by others.
func (m *message) judge(n int, h *hit) (mood, bool) {
	s := &m.sentences[n]
	open := s.open(h.from)
	how := mood{who: guest, verb: -1}
	if h.kind == Diet && (s.find(h.to, s.shut(h.to-1), likeMe) >= 0 || s.find(open, h.from, oneOf) >= 0) {
		return how, true // "pra quem é intolerante a lactose como eu"
	}
	for i := h.from - 1; i >= open; i-- {
		if s.verbAt(i).known && !(s.tokens[i].word == "to" && i < h.from-2) {
			how.verb = i
			break
		}
	}
	var v verb
	if how.verb >= 0 {
		v = s.verbAt(how.verb)
	}
	if h.who != "i" && !(h.kind == Fact && verbs[s.tokens[h.from].word].first) { // "uso muletas"
		they := h.who == "they" || v.third || how.verb < 0 && h.kind == Diet && verbs[s.tokens[h.from].word].third
		how.who = m.about(n, h.from, they)
		if how.who == other && h.take == "around" && s.find(0, h.from, ofMe) >= 0 && !s.others(0, h.from) {
			how.who = guest // "abacate e eu não combinamos, vira urticária"
		}
		if how.who == guest && how.verb < 0 && h.take == "around" && s.find(0, len(s.tokens), ofMe) < 0 && !s.owned(0, len(s.tokens)) && s.stranger(h.from, true) == 1 {
			how.who = m.atTable(absent, s, 1) // "a síndica do prédio, a garganta fecha com nozes"
		}
		if p, ok := m.owner(n, h); ok {
			how.who = p
		} else if h.reacts() && mine[s.wordAt(h.from-1)] && people[s.wordAt(h.from-2)] == nobody {
			how.who = guest // "o médico confirmou minha alergia"
		} else if how.verb < 0 && how.who == guest || v.third && how.who == other {
			if p, ok := m.behind(n, h); ok {
				how.who = p
			}
		}
		if p, ok := s.follows(h.to); ok && h.take == "self" {
			how.who = m.atTable(p, s, h.to)
		}
		if there := s.find(open, h.from, thereIs) >= 0; h.take == "self" && (there || s.isDigits(h.from-1)) && (m.joined || m.booking) {
			how.who, v.unreal = party, v.unreal && !there // "3 vegetarianos, 1 celíaco"
		} else if h.take == "self" && !s.governed(h, how.verb) {
			return how, false
		}
	}
	how.retract = h.retract || m.takenBack(n, h, open, how.verb) || h.reacts() && m.answer(n) < 0
	bare := h.who == "any" && how.verb < 0 // nobody is said to be or to have it
	whose := bare && how.who == guest
	answered := h.reacts() && m.answer(n) != 0
	switch w := s.tokens[h.from].word; {
	case whose && (m.asks(n, h, open, false) && !(how.retract && !s.asked) && !answered || s.causes(h.from-1)),
		whose && !mine[s.wordAt(h.from-1)] && s.find(h.to, s.shut(h.to-1), generally) >= 0,      // "alergia a glúten é coisa séria"
		bare && several[s.wordAt(h.from-1)], whose && (w == "alergicos" || w == "intolerantes"), // "os alérgicos a glúten"
		h.when && (s.find(0, len(s.tokens), whenWith) < 0 || s.find(h.from, s.shut(h.to), watering) >= 0),
		h.symptom && !m.habitual(n, open, h),             // "ontem passei a noite no banheiro"
		h.retract && s.find(open, h.from, whenever) >= 0: // "whenever I eat strawberries"
		return how, false
	}
	revised := h.tasteful() && (v.past && h.who != "i" || s.reported(h.from) && s.find(0, h.from, records) >= 0) && m.revised()
	how.retract = how.retract || revised // "o cadastro diz que sou intolerante, isso está errado"
	first := h.who == "i" || v.first || how.who != guest
	switch {
	case how.who != guest && how.who != family && how.who != party:
		return how, false
	case (how.who != guest || how.verb < 0) && s.find(0, h.from, tales) >= 0 && !s.owned(open, h.from), whose && s.find(h.to, len(s.tokens), tales) >= 0:
		return how, false
	case h.who != "i" && (v.past && !h.past && !revised || v.unreal && !how.retract) && s.find(open, h.from, over) < 0 && s.find(how.verb, h.from, diagnosed) < 0:
		return how, false
	case s.supposed(open, h.from) && !h.supposed, unreals[s.wordAt(0)], s.find(open, h.from+1, wishes) >= 0, h.kind != Communication && s.grownUp(open, h.from+1), s.find(h.to, len(s.tokens), afterPast) >= 0 && h.kind == Diet:
		return how, false
	case s.asked && !h.request && !h.taken && !(how.retract && s.forgets(0, h.from) >= 0) && m.asks(n, h, open, first) && !answered:
		return how, false
	case s.reported(h.from) && !revised && !(how.who != guest && h.kind == Diet && !how.retract):
		return how, false
	}
	if h.take == "self" && s.find(open, h.from, hyperbole) >= 0 && !s.jointly(h) {
		return how, false // "bebi tanto que virei abstêmio"
	}
	if s.wordAt(h.to) == "ish" || s.wordAt(h.to) == "friendly" {
		return how, false
	}
	how.weak = s.find(open, h.from, guesses) >= 0
	if i := s.find(h.to, s.shut(h.to-1), notHad); i >= 0 && h.reacts() && how.verb < 0 {
		how.retract = how.retract || s.find(i, i+4, noMore) >= 0
		return how, how.retract // "alergia não tenho"
	}
	if no, longer := s.denied(how.verb, open, h); no {
		if !longer && !how.retract && !m.revised() && !(m.denies && s.plainlyDenied(how.verb, h)) {
			return how, false
		}
		how.retract = true
	}
	if h.marked && !m.setsRight(n, h) {
		return how, false
	}
	if h.taken && s.forgets(0, len(s.tokens)) < 0 && !s.has(takeOut...) {
		if n+1 >= len(m.sentences) || m.sentences[n+1].forgets(0, 3) < 0 {
			return how, false
		}
		how.retract = true // "lembra que eu falei que odiava coentro? esquece"
	}
	return how, true
}

// verbAt is the verb at a word. In English soy is a bean, and to is none.
func (s *sentence) verbAt(i int) verb {
	w := s.tokens[i].word
	next := s.wordAt(i + 1)
	if w == "soy" && !ends(next, 0, "o", "a", "ulman", "ante") && next != "de" && next != "un" || w == "to" && s.find(0, len(s.tokens), english) >= 0 {
		return verb{}
	}
	if w == "ser" && s.wordAt(i-1) == "a" && strings.HasPrefix(s.wordAt(i-2), "cheg") {
		return verbs["fui"] // "cheguei a ser internada"
	}
	if w == "ser" && s.wordAt(i-1) == "por" {
		return verbs["sou"] // "por ser vegana"
	}
	return verbs[w]
}

// owner finds whose an allergy is by what follows it: "a alergia do meu filho
// a leite", "a alergia a ovo da minha filha", "a nut allergy in the group".
func (m *message) owner(n int, h *hit) (person, bool) {
	s := &m.sentences[n]
	shut := s.shut(h.to - 1)
	if h.kind == Fact {
		shut = h.to // "o aniversário da minha esposa é"
	} else if h.kind != Diet || h.take == "self" {
		return nobody, false
	}
	for i := h.from + 1; i < shut; i++ {
		if s.personAt(i) != nobody && mine[s.wordAt(i-1)] && owning[s.wordAt(i-2)] {
			return m.atTable(s.personAt(i), s, i), true
		}
		if w := s.tokens[i].word; i >= h.to && (w == "dele" || w == "dela") && h.reacts() || w == "dela" && h.taken {
			return m.named(n, i), true // "a restrição de glúten dela"
		}
		if s.tokens[i].name && !allCaps(s.tokens[i].text) && (s.wordAt(i-1) == "da" || s.wordAt(i-1) == "do") && h.reacts() && !lists()["places"][s.tokens[i].word] && !edible(s.tokens[i].word) {
			return family, true // "a alergia da Bia"
		}
	}
	if s.find(h.to, shut, inGroup) >= 0 && s.find(0, h.from, haveIn) >= 0 {
		return party, true
	}
	return nobody, false
}

// habitual reports whether a symptom is somebody's, the guest's or one who is
// with them, and not what happened once.
func (m *message) habitual(n, open int, h *hit) bool {
	s := &m.sentences[n]
	whose := false
	for i, t := range s.tokens {
		whose = whose || t.word == "me" || mine[t.word] || s.personAt(i) != nobody || s.verbAt(i).first
		if once[t.word] || i >= open && i < h.from && strings.HasSuffix(t.word, "ei") && len(t.word) > 4 {
			return false
		}
	}
	return whose
}

func allCaps(text string) bool { return strings.ToUpper(text) == text }

// behind finds whose an allergy is that nobody was named for: "peanut allergy
// (my son)".
func (m *message) behind(n int, h *hit) (person, bool) {
	s := &m.sentences[n]
	for i := h.to; i < min(h.to+7, len(s.tokens)); i++ {
		if p := s.personAt(i); p != nobody && p != guest && mine[s.wordAt(i-1)] && (!beside[s.wordAt(i-2)] || i-2 == h.to && s.tokens[h.to-1].stop == goesOn) {
			return m.atTable(p, s, i), true
		}
	}
	return nobody, false
}

// governed reports whether "vegetariano" is said of a person, not of a dish.
func (s *sentence) governed(h *hit, verb int) bool {
	if _, ok := s.follows(h.to); ok || s.forgets(s.open(h.from), h.from) >= 0 || s.find(s.open(h.from), h.from, over) >= 0 {
		return true
	}
	if s.tokens[h.to-1].stop == goesOn && edible(s.wordAt(h.to)) {
		return false // "the vegan burger"
	}
	i := h.from - 1
	if joints[s.wordAt(i)] && verb >= 0 && (s.verbAt(verb).first || s.tokens[verb].word == "é") {
		return true // "sou intolerante à lactose e celíaca"
	}
	for ; i >= 0 && (between[s.tokens[i].word] || selfish(s.tokens[i].word)); i-- {
		if s.personAt(i) == party {
			return true // "um deles vegetariano"
		}
	}
	if i >= 0 && (i == verb || s.tokens[i].word == "alem") || verb > i {
		return true
	}
	if i >= 0 {
		switch s.personAt(i) {
		case family, party, friend, kin, absent, pronoun:
			return true
		}
	}
	// "Vegetariana aqui!", "mesa pra 2, vegetarianos"
	open, shut := s.open(h.from), s.shut(h.to-1)
	after := s.wordAt(h.to)
	return h.from-open <= 1 && (shut-h.to <= 1 || after == "desde" || after == "since" || after == "ha" || after == "de" && s.wordAt(h.to+1) == "carteirinha" || after == "e" || after == "and") && i < open && !s.asked
}

// selfish reports what somebody is, not a thing.
func selfish(word string) bool {
	return starts(word, "vegetarian", "vegan", "celiac", "diabetic", "hipertens", "casad", "solteir", "intolerant", "alergic", "cadeirant", "gravid", "divorciad", "muculman", "musulman")
}

// follows is the person named right after: "my vegan wife".
func (s *sentence) follows(to int) (person, bool) {
	if to >= len(s.tokens) || to == 0 || s.tokens[to-1].stop > goesOn {
		return nobody, false
	}
	switch p := s.personAt(to); p {
	case family, party, friend, kin, absent:
		return p, true
	}
	return nobody, false
}

// causes reports what something does to people: "amendoim dá alergia em muita
// gente". It tells dá from da.
func (s *sentence) causes(i int) bool {
	if i < 0 {
		return false
	}
	switch t := s.tokens[i]; t.word {
	case "causa", "causam", "provoca", "provocam", "cause", "causes", "give", "gives":
		return true
	case "da", "dao":
		return t.text != t.word
	}
	return false
}

// owned reports whether somebody of the guest's is named between two tokens.
func (s *sentence) owned(from, to int) bool {
	return s.any(from, to, mine) || s.any(from, to, ourOwn)
}

// supposed reports an if, or its like, in a clause before a word.
func (s *sentence) supposed(open, before int) bool {
	for i := open; i < before; i++ {
		if (maybes[s.tokens[i].word] || s.tokens[i].word == "had" && s.wordAt(i+1) == "i") && !s.polite(i+1) && !(s.tokens[i].word == "se" && i == before-1 && i > open) && s.find(i, before, beware) < 0 {
			return true
		}
	}
	return false
}

// grownUp reports "quando eu for rico". "Quando for reservar" tells when to
// think of what follows.
func (s *sentence) grownUp(from, to int) bool {
	i := s.find(from, to, someDay)
	for i >= 0 && i < to && s.tokens[i].word != "for" {
		i++
	}
	return i >= 0 && !infinitive(s.wordAt(i+1)) && s.wordAt(i+1) != "me"
}

// polite reports "se puder", "se não for incômodo".
func (s *sentence) polite(i int) bool {
	w := s.wordAt(i)
	return politely[w] && (w != "nao" || !iDo(s.wordAt(i+1)) && !verbs[s.wordAt(i+1)].first)
}

// reported reports whether what stands at a word is what somebody else says.
// What the guest said before and what a doctor found is not.
func (s *sentence) reported(at int) bool {
	for i := at - 1; i >= 0; i-- {
		w := s.tokens[i].word
		if w == "mas" || w == "but" || strings.HasPrefix(w, "avis") || strings.HasPrefix(w, "lembr") {
			return false
		}
		if s.tokens[i].stop == colon && s.speaks(i+1) || quoting[w] && s.wordAt(i-1) != "eu" {
			return true // "o cara gritou: sou vegano"
		}
		if !reports[w] {
			continue
		}
		if !englishSays[w] && s.find(i, i+4, thats) < 0 && s.tokens[i].stop != colon {
			continue
		}
		return !s.any(i-3, i, doctors) && !s.any(i-3, i, saysI)
	}
	return false
}

// speaks reports whether what stands before a colon says that somebody else
// says what follows it.
func (s *sentence) speaks(colon int) bool {
	for i := s.open(colon - 1); i < colon; i++ {
		w := s.tokens[i].word
		if starts(w, "diz", "disse", "fala", "falou", "grit", "escrev", "respond", "pergunt", "coment", "traduz", "repet", "cant", "post", "translat", "said", "says", "wrote", "reads") &&
			!ends(w, 0, "ei", "r") && s.wordAt(i-1) != "eu" && s.wordAt(i-1) != "i" {
			return true
		}
		if i == colon-1 && preterite(w) && !strings.HasSuffix(w, "ei") {
			return true
		}
	}
	return false
}

// denied reports whether a verb, or what it says, is denied, and whether it
// was true before: "não sou mais".
func (s *sentence) denied(verb, open int, h *hit) (no, longer bool) {
	from, to := max(open, h.from-3), h.from
	if verb >= 0 {
		from = max(open, verb-2)
	}
	for i := from; i < to; i++ {
		switch w := s.tokens[i].word; {
		case denials[w] && s.find(i+1, h.to+1, merely) < 0 && !(w == "no" && s.wordAt(i+1) != "longer" && s.wordAt(i+1) != "allergies" && verb < 0):
			if w == "no" && (s.wordAt(i-1) == "to" || i < verb && !spanish[s.wordAt(i+1)]) || strings.HasPrefix(s.wordAt(i+1), "esquec") || s.wordAt(i+1) == "forget" {
				continue // in the; "não esquece que"
			}
			no = true
			longer = longer || s.wordAt(i+1) == "longer" || s.wordAt(i-1) == "ja" || s.wordAt(i-1) == "ya"
		case w == "mais" && no:
			longer = true
		}
	}
	switch {
	case !h.tasteful() && s.find(h.from, h.to, noLonger) >= 0:
		return true, true
	case no && (s.find(h.to, h.to+5, anymore) >= 0 || s.wordAt(h.to) == "mais" && h.take == "self" || !h.tasteful() && s.find(h.from, h.to, noMore) >= 0):
		longer = true
	}
	return no, longer
}

// asks reports whether a hit is part of what is asked. Of "sou vegano, o que
// tem?" and of "tem algo pra mim que sou vegano?" it is not.
func (m *message) asks(n int, h *hit, open int, first bool) bool {
	s := &m.sentences[n]
	shut := s.shut(h.to - 1)
	opened := open < len(s.tokens) && openers[s.tokens[open].word] && open < h.from && s.wordAt(open+1) != "not" // but "don't forget my allergy"
	if !s.asked {
		return opened && !first
	}
	if shut < len(s.tokens) && !opened { // not the last clause
		return false
	}
	if !first {
		return true
	}
	for i := open; i < h.from; i++ {
		switch s.tokens[i].word {
		case "que", "porque", "pois", "como", "since", "because", "as", "cause", "who":
			return s.reported(h.from) || guess(s.wordAt(i-1))
		}
	}
	if s.any(h.to, shut, openers) {
		return opened
	}
	return !tags[s.wordAt(len(s.tokens)-1)]
}

func guess(word string) bool { return word == "sera" || word == "acha" || word == "sabe" }

var (
	// Words that may stand between a verb and what it says of somebody.
	between = set(`um uma a o as os an the muito muita bem super totalmente tambem realmente meio quase praticamente estritamente e ou nem ligeiramente agora infelizmente very really also actually
	currently strictly fully all todos todas ambos both mais nao not no and or y 100 mega extremamente completamente severamente desde sempre hoje portador portadora uns umas anymore longer recentemente
	considered ambas diagnosticado diagnosticada diagnosed deles delas basicamente mostly quite bastante highly severely super deathly dois duas tres quatro two three four terribly mildly pouco only so recem com de tipo`)

	denials  = set("nao nunca nem jamais not never no tampouco")
	maybes   = set("se caso if imagina imagine suponha suponhamos digamos fosse porventura talvez maybe perhaps whether quem unless supondo vai_que suppose")
	guesses  = phrases("acho que", "acho q", "i think", "creio que", "desconfio que", "deve ser", "quase", "praticamente", "suspeito que", "suspeita de", "suspeitam de", "suspeita que", "suspected", "i guess", "probably", "provavelmente", "parece que", "meio", "acho")
	unreals  = set("imagina imagine suponha suponhamos supondo suppose")
	politely = set("tem possivel puder der quiser nao necessario")
	reports  = set("diz dizem disse disseram fala falam falou falaram contou jura insiste brinca acha acham achou reclama says said thinks claims told say think tells acredita vive")
	quoting  = set("dizia diziam dizendo gritando")
	// After these no que is needed.
	englishSays = set("says said thinks claims told say think tells")
	doctors     = set("medico medica doutor doutora nutricionista nutri doctor exame alergista gastro teste dr dra test")
	saysI       = set("eu ja te lhe como i we nos")
	openers     = set("tem tens voces voce qual quais sera existe posso pode poderia podem aceita aceitam do does can could what which any where how is are will would onde quanto quantos sabe rola ha serve servem what tienen hay")
	tags        = set("ta ok viu ne beleza blz certo right certinho sabe entendeu tudo pode acredita")
	forgetful   = phrases("esquece", "esqueca", "esquecam", "esquecer", "desconsider*", "ignora", "ignore", "ignorem", "ignorar", "apaga", "apague", "apaguem", "apagar", "delet*", "remov*", "remocao", "exclui", "exclua", "excluam", "excluir", "exclusao", "risca", "risque", "risquem", "riscar", "cancela", "cancele", "cancelar", "tira da", "retiro",
		"nao vale mais", "olvida", "olvide", "olviden", "olvidar", "olvidate", "olvidese", "borra", "borre", "borren", "borrar", "elimin*", "quita", "quite", "quiten", "forget", "scratch", "disregard", "erase", "drop that", "drop the", "drop my", "never mind", "nevermind", "deixa para la")
	wishes    = phrases("pretend", "dreamed", "dreamt", "i wish", "not true that", "nao é verdade que", "quem disse que", "mentira que", "sera que", "se eu disser", "quero ser", "quero virar", "vou virar", "pensando em", "tentando", "want to", "trying to", "thinking of", "thinking about", "used to", "gostaria de ser", "gostaria de ter", "gostaria de virar", "queria ser", "queria virar", "costumava", "quando crianca", "when i was", "quando eu era", "antes eu", "finge que", "faz de conta", "sonho em", "sonhei", "no filme", "na novela", "when i am rich", "when i grow", "um dia", "algum dia", "one day", "quem me dera")
	someDay   = phrases("quando eu for", "quando for", "quando eu tiver", "quando tiver", "quando eu ficar", "quando eu crescer")
	tales     = phrases("li que", "li numa", "li num", "vi que", "ouvi que", "ouvi dizer", "soube que", "i read", "i heard", "segundo a", "segundo o", "segundo um", "segundo uma", "conforme", "according", "reportagem", "noticia", "estudo", "pesquisa", "livro", "filme", "novela", "serie", "podcast", "personagem", "materia", "artigo", "documentario", "jornal", "numero de", "prevalencia", "study", "the book", "a book", "movie", "tv show", "article", "the news", "percent of", "maioria", "metade")
	thats     = phrases("que")
	noLonger  = phrases("no longer")
	noMore    = phrases("mais")
	merely    = phrases("so", "somente", "apenas", "only", "just", "solo", "solamente") // "não sou só alérgico a ovo"
	beware    = phrases("avisa que", "avise que", "avisem que", "avisa porque", "avisa pois", "cuidado que", "let me know")
	oneOf     = phrases("i am one of those", "sou um daqueles", "sou uma daquelas", "sou desses que", "sou dessas que")
	likeMe    = phrases("como eu", "que nem eu", "feito eu", "igual eu", "igual a mim", "like me", "like myself", "que sou")
	ofMe      = phrases("eu", "me", "comigo", "mim", "i", "me")
	records   = phrases("cadastro", "ficha", "sistema", "perfil", "registro", "profile", "file", "record")
	hyperbole = phrases("tanto", "tanta", "so much")
	notHad    = phrases("nao tenho", "nao temos", "nao sou", "nunca tive", "nenhuma", "num tenho")
	anymore   = phrases("anymore", "any more", "faz tempo")
	afterPast = phrases("quando crianca", "quando pequeno", "quando pequena", "na infancia", "as a kid", "as a child", "when i was", "quando era", "quando eu era", "anos atras", "antigamente", "por uma semana", "por um mes", "por um tempo", "for a week", "for a while", "for a month", "desisti", "nao deu certo")
	spanish   = set("soy tengo somos tenemos es tiene estoy")
	thereIs   = phrases("there is", "there are", "there will be", "havera", "teremos", "vai ter", "we have")
	english   = phrases("is", "my", "the", "and", "for", "with", "i", "am", "have", "we", "our", "are", "of", "has", "not")
	once      = set("ontem yesterday deu kkk kkkk kkkkk haha hahaha")
	beside    = set("com para e and with for mas but")
	owning    = set("da do de das dos of na no em para")
	inGroup   = phrases("no grupo", "na mesa", "na turma", "in the group", "in our group", "at the table", "in our party", "in the party", "entre nos")
	haveIn    = phrases("temos", "tem", "we have", "there is", "we also have")
	whenWith  = phrases("se", "quando", "sempre que", "toda vez", "com", "depois de", "if", "when", "whenever", "with", "after", "every time")
	watering  = phrases("agua", "saliva", "saliv*", "water*", "baba", "fome", "ronc*", "vazi*", "agradec*", "pede", "growl*", "full", "empty", "feliz", "happy", "canta", "sorri", "sings", "dances", "danca", "cheia")
	whenever  = phrases("when", "whenever", "if", "quando", "se", "sempre que", "toda vez")
	several   = set("os as dos das aos muitos varios alguns outros the most some")
	mine      = set("minha minhas meu my mi")
	ourOwn    = set("our nosso nossa")
	diagnosed = phrases("diagnos*")
	generally = phrases("é", "is", "are", "can", "pode", "sao", "costuma", "nao é")
)
