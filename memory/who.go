package memory

import (
	"maps"
	"slices"
	"strings"
)

// A person is someone whom a sentence may be about.
type person uint8

const (
	nobody  person = iota
	guest          // who writes
	family         // of the guest: at the table, and what is told of them lasts
	kin            // as family, but at the table only if the message says so
	party          // guests, children, "um de nós": at the table for now
	friend         // at the table only if the message says so
	absent         // at the table only if the sentence says so, and so is whoever has no name here
	other          // never: the house, a pet, everybody
	pronoun        // ele, she: whoever was named last
)

var people = byPerson(map[person]string{
	guest: `eu i nos we mim`,
	family: `conjuge nene nenem esposa esposo marido mulher namorado namorada noivo noiva filho filha filhos filhas filhinho filhinha bebe mae pai pais irmao irma irmaos irmas avo avos vovo vo sogro sogra sogros
		neto neta netos genro nora padrasto madrasta bisneto bisneta bisavo netinho netinha enteado enteada companheiro companheira parceiro parceira mina patroa muie mule painho mainha filhote netinhos hubby guri guria moleque coroa mamae papai gemeos cacula maridao marido esposinha mozao boy
		wife husband son daughter sons daughters kid kids child children boyfriend girlfriend partner fiance fiancee mom mum mother dad father parents brother sister baby toddler
		grandma grandmother grandpa grandfather spouse hijo hija hijos esposa`,
	party:  `convidado convidada convidados convidadas acompanhante acompanhantes crianca criancas menino menina guest guests`,
	friend: `amigo amiga amigos amigas friend friends colega colegas amigao amigona`,
	kin: `primo prima primos primas tio tia tios tias cunhado cunhada cunhados cunhadas sobrinho sobrinha sobrinhos sobrinhas afilhado afilhada afilhados madrinha padrinho compadre comadre concunhado
		cousin cousins uncle aunt nephew niece godson goddaughter`,
	absent: `hospede hospedes vizinho vizinha vizinhos chefe patrao professor professora alguem pessoa pessoas cliente casal senhor senhora rapaz moca moco cara homem garota garoto
		neighbor neighbour boss coworker colleague someone somebody roommate teacher babysitter baba diarista socio socia guy girl lady gentleman man woman couple lad`,
	other: `ex garcom garconete povo galera pessoal gente ninguem todos todas quem fulano voce voces cachorro cachorra cachorrinho cachorrinha gato gata gatinho chef cozinheiro
		atriz ator cantor cantora personagem clientes mundo people everyone nobody dog cat you waiter anyone influencer blogueira medico medica doctor`,
	pronoun: `ele ela eles elas dele dela he she they his her hers`,
})

func byPerson(table map[person]string) map[string]person {
	m := map[string]person{}
	for _, p := range slices.Sorted(maps.Keys(table)) {
		for w := range strings.FieldsSeq(table[p]) {
			m[w] = p
		}
	}
	return m
}

// personAt is the person whom the i-th word names.
func (s *sentence) personAt(i int) person {
	w := s.tokens[i].word
	p := people[w]
	if stem := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(w, "s"), "zinha"), "zinho"); p == nobody && len(stem)+4 < len(w) {
		p = people[stem] // "avozinha"
	}
	before := s.wordAt(i - 1)
	switch {
	case w == "gente" && before == "a":
		return guest
	case (p == other || p == absent) && (verbs[before].first || articles[before] && verbs[s.wordAt(i-2)].first && before != "o" && before != "a") && lists()["roles"][w]:
		return nobody // "sou médico"
	case (w == "people" || w == "pessoas") && s.isNumber(i-1) && s.wordAt(i+1) != "que":
		return nobody
	case w == "mulher" && before != "minha", w == "pais" && before != "meus" && before != "nossos", w == "nos" && s.isIn(i):
		return nobody
	case p == family && (s.wordAt(i+1) == "dele" || s.wordAt(i+1) == "dela" || s.wordAt(i+1) == "deles" || before == "his" || before == "her" || before == "their"):
		return absent
	case p == family && !mine[before] && !ours[before] && (s.wordAt(i+1) == "do" || s.wordAt(i+1) == "da") && !mine[s.wordAt(i+2)] && !ours[s.wordAt(i+2)] && s.personAt(min(i+2, len(s.tokens)-1)) != guest:
		return absent // "a filha do porteiro"
	case (w == "velho" || w == "velha" || w == "novo" || w == "nova") && (mine[before] && w[0] == 'v' || before == "mais" && mine[s.wordAt(i-2)]):
		return family
	case p == family && before == "ex":
		return other
	case w == "mina" && !mine[before]:
		return absent
	case p == friend && mine[before] && denials[s.wordAt(i-3)]:
		return nobody // "trigo não é meu amigo"
	case w == "date" && mine[before]:
		return party
	case (w == "pequeno" || w == "pequena" || w == "cacula" || w == "menor") && (determiners[before] || mine[before]) && (verbs[s.wordAt(i+1)].third || s.wordAt(i+1) == "aqui" || s.wordAt(i+1) == "que" || s.wordAt(i+1) == "nao"):
		return family
	case (w == "girl" || w == "boy" || w == "one") && (s.wordAt(i-1) == "little" || s.wordAt(i-1) == "youngest" || s.wordAt(i-1) == "oldest"):
		return family
	case (p == other || p == absent || p == friend || w == "tio" || w == "tia") && !indefinite[w] && !determiners[before] && (i == 0 || s.tokens[i-1].stop >= comma || w == "cara") && !verbs[s.wordAt(i+1)].third:
		return nobody // "gente, sou alérgico": spoken to
	case w == "um" || w == "uma" || w == "one" || w == "outro" || w == "outra" || w == "another" || w == "duas" || w == "dois" || w == "two" || w == "tres" || w == "three":
		switch next := s.wordAt(i + 1); {
		case next == "é" || next == "tem" || next == "is" || next == "has" || next == "sao" || next == "are" || next == "nao" || next == "come" || next == "deles" || next == "delas",
			selfish(next) && (!verbs[before].first || before == "temos"),
			(next == "de" || next == "of" || next == "das" || next == "dos") && inParty[s.wordAt(i+2)]:
			return party
		}
	}
	return p
}

// jointly reports what the guest says of somebody else too: "eu e minha mulher
// somos veganos".
func (s *sentence) jointly(h *hit) bool {
	for i := range h.from {
		if w := s.tokens[i].word; w != "eu" && w != "i" || s.crosses(i, h.from+1) {
			continue
		}
		with := nobody
		if joints[s.wordAt(i-1)] && i > 1 {
			with = s.personAt(i - 2)
		} else if joints[s.wordAt(i+1)] || s.wordAt(i+1) == "quanto" {
			for k := i + 2; k < min(i+5, h.from) && with == nobody; k++ {
				with = s.personAt(k)
			}
		}
		if with != family && with != friend && with != kin && with != party {
			continue
		}
		for k := i + 1; k < h.to; k++ {
			if w := s.tokens[k].word; strings.HasSuffix(w, "mos") || w == "are" || w == "have" || w == "do" || w == "can" {
				return true
			}
		}
	}
	return false
}

// others reports whether anybody but the guest is named before a token: by what
// they are to the guest, or, if the guest did not tell their own name, by name.
func (m *message) others(s *sentence, before int) bool {
	own := m.tells("name")
	for i := range before {
		p := s.personAt(i)
		if p != nobody && p != guest || !own && s.tokens[i].name && i > 0 && (s.tokens[i-1].word == "o" || s.tokens[i-1].word == "a") {
			return true
		}
	}
	return false
}

// others reports whether somebody else is spoken of between two tokens.
func (s *sentence) others(from, to int) bool {
	for i := from; i < to; i++ {
		if w := s.tokens[i].word; w == "senhor" || w == "senhora" {
			continue // that is whom the guest speaks to
		}
		switch s.personAt(i) {
		case family, friend, absent:
			return true
		case other:
			if w := s.tokens[i].word; w != "voce" && w != "voces" && w != "you" {
				return true
			}
		}
	}
	return false
}

// isIn tells nos, in the, from nos, us.
func (s *sentence) isIn(i int) bool {
	next := s.wordAt(i + 1)
	return i+1 < len(s.tokens) && !verbs[next].known && next != "nao" && next != "dois" && next != "tambem" && len(next) > 4
}

// about finds whom the words at from are said of: the nearest person before
// them, or the verb in the first person, if that is nearer. With they set the
// verb is in the third person, and the guest is not whom it can mean.
func (m *message) about(n, from int, they bool) person {
	s := &m.sentences[n]
	for i := from - 1; i >= 0; i-- {
		if !they && s.verbAt(i).first {
			return guest
		}
		p := s.personAt(i)
		if p == guest && i > 0 && (people[s.wordAt(i-1)] != nobody || s.wordAt(i-1) == "que" && people[s.wordAt(i-2)] != nobody) {
			continue // "a guy I know", "um cara que eu conheço"
		}
		if p == nobody && they && s.tokens[i].name && (s.wordAt(i-1) == "o" || s.wordAt(i-1) == "a") && !lists()["places"][s.tokens[i].word] {
			if p = friend; m.joined { // "o Marcos"
				return family
			}
		}
		if next := s.wordAt(i + 1); p == nobody && they && (next == "who" || next == "que") && (determiners[s.wordAt(i-1)] || mine[s.wordAt(i-1)]) && len(s.tokens[i].word) > 3 && class(s.tokens[i].word) == "" {
			p = absent // "the drummer, who's eating with us"
		}
		switch {
		case p == nobody, p == guest && (s.wordAt(i-1) == "com" || s.wordAt(i-2) == "com" || s.wordAt(i-1) == "para"),
			they && p == guest && s.tokens[i].word != "gente" && s.tokens[i].word != "we" && s.tokens[i].word != "i":
			continue
		case p == pronoun:
			if p = m.named(n, i); p == other && m.joined && !s.has(away...) {
				p = party // whoever comes along
				if k := s.possessed(i); k >= 0 && (mine[s.wordAt(k-1)] || s.tokens[k].name) {
					p = family
				}
			}
			return p
		}
		return m.atTable(p, s, i)
	}
	if i := s.stranger(from, they); i >= 0 {
		return m.atTable(absent, s, i)
	}
	if i := s.possessed(from); i >= 0 && !they {
		if s.tokens[i].name && m.joined && !s.has(away...) {
			return family
		}
		return m.atTable(absent, s, i)
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

// stranger is where somebody is named by a word that is in no list, before
// what is said of them: "o palestrante que almoça conosco é", "a síndica
// (alérgica". It is -1 if nobody is.
func (s *sentence) stranger(from int, they bool) int {
	first := 0
	if !they { // only what stands beside: "o palestrante, alérgico a ovo"
		if stem := s.tokens[from].word; !strings.HasPrefix(stem, "alergic") && !strings.HasPrefix(stem, "intolerant") {
			return -1
		}
		first = max(0, from-3)
	}
	for i := from - 1; i > first; i-- {
		before := s.tokens[i-1].word
		if (determiners[before] || mine[before] || ours[before]) && s.tokens[i-1].stop == goesOn && len(s.tokens[i].word) > 3 && !edible(s.tokens[i].word) && !verbs[s.tokens[i].word].known && class(s.tokens[i].word) == "" {
			return i
		}
	}
	return -1
}

// possessed is where the guest speaks of somebody by a word that is in no list,
// "minha orientanda que vem", or by a name, -1 if nowhere.
func (s *sentence) possessed(from int) int {
	for i := from - 1; i > 0; i-- {
		w, next := s.tokens[i].word, s.wordAt(i+1)
		if mine[s.tokens[i-1].word] && people[w] == nobody && (next == "que" || next == "who") && len(w) > 3 && !edible(w) && class(w) == "" {
			return i
		}
		if s.tokens[i].name && (s.wordAt(i-1) == "o" || s.wordAt(i-1) == "a") && !s.verbAt(max(i-2, 0)).first && s.wordAt(i-3) != "aqui" && !lists()["places"][w] {
			return i
		}
	}
	return -1
}

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
	with := s.has(together...) || (p == friend || p == kin) && m.joined
	if owning[s.wordAt(i-2)] && i >= 3 { // "a professora do meu filho", "o filho da minha amiga"
		switch head := s.personAt(i - 3); head {
		case absent, friend, kin, other:
			p = head
		}
	}
	switch {
	case p != guest && p != party && (s.has(away...) || !with && s.elsewhere(i+1)):
		return other
	case p == kin && joints[s.wordAt(i-2)] && i >= 3 && s.personAt(i-3) == family:
		return family // "minha irmã e meu cunhado"
	case p == party && (s.wordAt(i-1) == "um" || s.wordAt(i-1) == "uma") && !strings.HasPrefix(s.tokens[i].word, "convidad") && !with && !m.booking:
		return other // "estuda com um menino alérgico"
	case p == kin && with, (p == absent || p == party) && with && mine[s.wordAt(i-1)]:
		return family
	case p == friend && (with || m.booking || s.wordAt(i-1) == "nossa" || s.wordAt(i-1) == "nosso" || s.wordAt(i-1) == "our"), p == absent && (with || m.booking && amongs[s.wordAt(i-1)]):
		return party
	case p == friend || p == absent || p == kin:
		return other
	}
	return p
}

// elsewhere reports where somebody is who is not here: "meu tio lá de Goiânia".
func (s *sentence) elsewhere(i int) bool {
	w := s.wordAt(i)
	if (w == "la" || w == "back") && s.tokens[i-1].stop == goesOn {
		return true
	}
	_, ok := s.place(i+1, false)
	return ok && s.tokens[i-1].stop == goesOn && (w == "de" || w == "do" || w == "da" || w == "em" || w == "in" || w == "from") && lists()["places"][s.wordAt(i+1)]
}

var (
	indefinite = set("quem ninguem todos todas alguem someone somebody anyone nobody everyone people pessoas")
	inParty    = set("nos nossos nossas us them ours eles elas convidados convidadas criancas amigos amigas meninas meninos pessoas")
	ours       = set("nosso nossa nossos nossas our dos das uns umas outro outra seus suas esse essa este esta aquele aquela this that")
	amongs     = set("dos das outro outra")
	// What says that somebody is with the guest, or is not.
	together = phrases("acompanh*", "vai colar", "vao colar", "cola com", "comigo", "conosco", "junto", "juntos", "com a gente", "com nos", "na mesa", "da mesa", "nossa mesa", "do grupo", "no grupo", "nosso grupo", "da turma", "nossa turma", "nossa excursao", "vem", "vira", "vai vir", "vai jantar", "vai almocar", "vai estar", "vai tambem", "vao vir", "vao estar",
		"estara", "estarao", "levo", "trago", "recebo", "vou receber", "vou levar", "vou trazer", "levarei", "levaremos", "trarei", "traremos", "will be at", "will be there", "levando", "trazendo", "vou com", "vamos com", "viajo com", "viajamos com", "travels with", "travel with", "estou com", "to com", "jantar com", "de nos", "with us", "with me", "joining", "joins", "coming", "our group", "of us", "bringing", "our table", "my table", "my party", "our party")
	away = phrases("mora em", "moram em", "mora no", "mora na", "que mora", "lives in", "live in", "who lives", "nao vem", "nao vai", "nao veio", "nem vem", "nem vai", "nem ta", "nem esta", "nao esta", "nao ta", "nao estara", "nao vejo", "nunca vem", "ficou em casa", "ficou em", "ja morreu", "que morreu", "morreu ha", "faleceu", "finado", "finada", "falecido", "falecida",
		"not coming", "not joining", "will not be", "is not here", "back home", "passed away", "vive me", "vive falando", "enche o saco", "do lado", "ao lado", "outra mesa", "next table")
)
