package memory

import "slices"

// A person is someone whom a sentence may be about.
type person uint8

const (
	nobody  person = iota
	guest          // who writes
	family         // of the guest: at the table, and what is told of them lasts
	party          // guests, children, "um de nós": at the table for now
	friend         // at the table only if the message says so
	absent         // at the table only if the sentence says so
	other          // never: the house, a pet, everybody
	pronoun        // ele, she: whoever was named last
)

var people = byPerson(map[person]string{
	guest: `eu i nos we mim`,
	family: `esposa esposo marido mulher namorado namorada noivo noiva filho filha filhos filhas filhinho filhinha bebe mae pai pais irmao irma irmaos irmas avo vovo vo sogro sogra
		neto neta netos enteado enteada companheiro companheira mamae papai gemeos cacula maridao marido esposinha mozao boy
		wife husband son daughter sons daughters kid kids child children boyfriend girlfriend partner fiance fiancee mom mum mother dad father parents brother sister baby toddler
		grandma grandmother grandpa grandfather spouse hijo hija hijos esposa`,
	party:  `convidado convidada convidados convidadas acompanhante acompanhantes crianca criancas menino menina guest guests`,
	friend: `amigo amiga amigos amigas friend friends colega colegas amigao amigona`,
	absent: `vizinho vizinha vizinhos chefe patrao primo prima primos primas tio tia tios cunhado cunhada sobrinho sobrinha sobrinhos professor professora alguem pessoa pessoas cliente
		neighbor neighbour boss coworker colleague cousin uncle aunt nephew niece someone somebody roommate teacher babysitter baba diarista socio socia`,
	other: `ex garcom garconete cara moca moco povo galera pessoal gente ninguem todos todas quem fulano voce voces cachorro cachorra cachorrinho cachorrinha gato gata gatinho chef cozinheiro
		atriz ator cantor cantora personagem clientes mundo people everyone nobody guy girl lady dog cat you waiter anyone influencer blogueira medico medica doctor`,
	pronoun: `ele ela eles elas he she they`,
})

func byPerson(table map[person]string) map[string]person {
	m := map[string]person{}
	for p, words := range table {
		for w := range set(words) {
			m[w] = p
		}
	}
	return m
}

// personAt is the person whom the i-th word names.
func (s *sentence) personAt(i int) person {
	w := s.tokens[i].word
	p := people[w]
	before := s.wordAt(i - 1)
	switch {
	case w == "gente" && before == "a":
		return guest
	case (w == "people" || w == "pessoas") && s.isNumber(i-1) && s.wordAt(i+1) != "que":
		return nobody
	case w == "mulher" && before != "minha", w == "pais" && before != "meus" && before != "nossos", w == "nos" && s.isIn(i):
		return nobody
	case w == "um" || w == "uma" || w == "one" || w == "outro" || w == "outra" || w == "another" || w == "duas" || w == "dois" || w == "two" || w == "tres" || w == "three":
		switch next := s.wordAt(i + 1); {
		case next == "é" || next == "tem" || next == "is" || next == "has" || next == "sao" || next == "are" || next == "nao" || next == "come" || next == "deles" || next == "delas",
			selfish(next) && !verbs[before].first,
			(next == "de" || next == "of" || next == "das" || next == "dos") && inParty[s.wordAt(i+2)]:
			return party
		}
	}
	return p
}

var inParty = set("nos us them eles elas convidados convidadas criancas amigos amigas meninas meninos pessoas")

// isIn tells nos, in the, from nos, us.
func (s *sentence) isIn(i int) bool {
	next := s.wordAt(i + 1)
	return i+1 < len(s.tokens) && !verbs[next].known && next != "nao" && next != "dois" && next != "tambem" && len(next) > 4
}

func (s *sentence) wordAt(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	return s.tokens[i].word
}

// about finds whom the words at from are said of: the nearest person before
// them, or the verb in the first person, if that is nearer. With they set the
// verb is in the third person, and the guest is not whom it can mean.
func (m *message) about(n, from int, they bool) person {
	s := &m.sentences[n]
	for i := from - 1; i >= 0; i-- {
		if !they && verbs[s.tokens[i].word].first {
			return guest
		}
		p := s.personAt(i)
		switch {
		case p == nobody, p == guest && (s.wordAt(i-1) == "com" || s.wordAt(i-2) == "com" || s.wordAt(i-1) == "para"),
			they && p == guest && s.tokens[i].word != "gente" && s.tokens[i].word != "we" && s.tokens[i].word != "i":
			continue
		case p == pronoun:
			return m.named(n, i)
		}
		return m.atTable(p, s, i)
	}
	if they && from == s.open(from) && subjectless[s.tokens[from].word] {
		return guest // "Can't do spicy food, sorry"
	}
	// "É alérgica também": whoever was spoken of.
	last := m.named(n, 0)
	switch {
	case last == family || last == party:
		return last
	case they:
		return other
	}
	return guest
}

var subjectless = set("can do love hate never nunca")

// named is the person named last before a word of a sentence.
func (m *message) named(n, before int) person {
	for ; n >= 0; n-- {
		s := &m.sentences[n]
		for i := before - 1; i >= 0; i-- {
			switch p := s.personAt(i); p {
			case nobody, guest, pronoun:
			case other:
				if w := s.tokens[i].word; w != "voce" && w != "voces" && w != "you" && w != "gente" {
					return p
				}
			default:
				return m.atTable(p, s, i)
			}
		}
		if n > 0 {
			before = len(m.sentences[n-1].tokens)
		}
	}
	return other
}

// atTable decides whether a person is with the guest: family, party or other.
func (m *message) atTable(p person, s *sentence, i int) person {
	with := s.has(together...)
	if owning[s.wordAt(i-2)] && i >= 3 { // "a professora do meu filho", "o filho da minha amiga"
		switch head := s.personAt(i - 3); head {
		case absent, friend, other:
			p = head
		}
	}
	switch {
	case p == family && s.has(away...):
		return other
	case p == friend && (with || m.booking || s.wordAt(i-1) == "nossa" || s.wordAt(i-1) == "nosso"), p == absent && with:
		return party
	case p == friend || p == absent:
		return other
	}
	return p
}

// What says that somebody is with the guest, or is not.
var (
	together = phrases("comigo", "conosco", "junto", "juntos", "com a gente", "com nos", "na mesa", "da mesa", "do grupo", "no grupo", "da turma", "do nosso grupo", "vem", "vai vir", "vai", "vao", "levo",
		"vou levar", "levando", "vou com", "vamos com", "estou com", "to com", "jantar com", "de nos", "with us", "with me", "joining", "coming", "at our table", "in our group", "of us", "bringing", "our table", "in my party", "in our party", "aqui na mesa", "vai estar", "to levando")
	away = phrases("mora em", "moram em", "mora no", "mora na", "que mora", "lives in", "live in", "who lives", "nao vem", "nao vai", "nao veio", "ficou em casa", "la em", "morreu", "faleceu", "not coming", "passed away", "vive me", "vive falando", "nem vem", "enche o saco")
)

// A phrase is some words in a row.
type phrase []string

func phrases(all ...string) []phrase {
	var list []phrase
	for _, p := range all {
		list = append(list, fields(p))
	}
	return list
}

// has reports whether a sentence has one of several phrases in it.
func (s *sentence) has(any ...phrase) bool { return s.find(0, len(s.tokens), any) >= 0 }

// find is where the first of several phrases begins between two tokens, -1 if
// none does.
func (s *sentence) find(from, to int, any []phrase) int {
	for i := max(from, 0); i < min(to, len(s.tokens)); i++ {
		if slices.ContainsFunc(any, func(p phrase) bool { return begins(s.tokens[i:], p) > 0 }) {
			return i
		}
	}
	return -1
}
