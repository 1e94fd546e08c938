package memory

import (
	"cmp"
	"strings"
)

// introduced reads a person's name, and the trade that may follow it: "sou a
// Fernanda, secretária da Ambev". What a pet is called is told of the guest.
func (s *sentence) introduced(h *hit) []value {
	p, ok := s.personName(h)
	if !ok {
		return nil
	}
	if before := s.wordAt(h.from - 1); h.who == "they" && (before == "aqui" || before == "fala" || before == "escreve" || before == "nome") {
		return nil // "aqui é a Lourdes" is the guest
	}
	if h.who == "they" || h.key == "pet" {
		if pet := s.any(h.from-3, h.from, lists()["pets"]); pet != (h.key == "pet") {
			return nil
		}
	}
	all := []value{{text: s.text(p)}}
	if h.kind == Fact && h.who == "i" && p.to < len(s.tokens) && s.tokens[p.to-1].stop == comma {
		next := p.to
		for s.isNumber(next) { // "Sou a Marta, 52, professora"
			if next++; s.wordAt(next) == "anos" {
				next++
			}
		}
		if articles[s.wordAt(next)] {
			next++
		}
		if w := s.wordAt(next); w == "from" || w == "de" || w == "do" || w == "da" { // "I'm Jonas, from Hamburg"
			if place, ok := s.place(next+1, false); ok && !lists()["companies"][s.words(place)] && (w == "from" || w == "de" || lists()["places"][s.words(place)]) {
				return append(all, value{s.text(place), "home"})
			}
			if employers[s.wordAt(next+2)] { // "aqui é o Fábio, do financeiro da Klabin"
				next += 2
			}
			if p, ok := s.company(next + 1); ok && w != "from" && w != "de" {
				return append(all, value{s.text(p), "company"})
			}
		}
		for _, v := range s.role(next, false) {
			all = append(all, value{v.text, cmp.Or(v.key, "role")})
		}
	}
	return all
}

// personName reads a person's name. After "sou o" it takes a capital, and no
// role.
func (s *sentence) personName(h *hit) (span, bool) {
	from := h.to
	title := titles[s.wordAt(from)]
	if title {
		from++
	}
	strict := title || s.find(h.from, h.to, naming) < 0
	p, ok := s.proper(from, !strict)
	if title && h.kind != Fact { // "doutor Paulo", and "doutor" alone
		return span{h.to, max(p.to, from)}, ok || h.retract || s.tokens[h.to].word[0] != 's'
	}
	if !ok {
		return p, false
	}
	if last := s.wordAt(h.to - 1); (last == "am" || last == "is" || last == "sou") && strict && s.tokens[p.to-1].stop != comma && !introduces[s.wordAt(p.to)] && !(s.tokens[p.to-1].stop == full && s.more) {
		return p, false // "I'm Batman"
	}
	first := s.tokens[p.from]
	shout := len(first.text) < 3 || strings.ToUpper(first.text) == first.text
	if notNames[first.word] || lists()["companies"][first.word] || class(first.word) != "" && strict || isRole(s.words(p)) || isRole(first.word) || people[first.word] != nobody || strict && (shout || origin(first.word) || lists()["places"][first.word] || selfish(first.word)) {
		return p, false
	}
	for i := p.from + 1; i+1 < p.to; i++ {
		if links[s.tokens[i].word] && lists()["places"][s.tokens[i+1].word] {
			p.to = i // "aqui é a Dalva de Uberaba"
		}
	}
	return span{p.from, min(p.to, p.from+4)}, true
}

// origin reports what is written with a capital and is no name: "I'm Italian".
func origin(word string) bool {
	return origins[word] || !christian[word] && ends(word, 3, "ian", "ish", "ese", "ican", "ense", "ista", "eiro", "eira", "ano", "ana")
}

// company reads the name of a company: a place is where, not for whom, one works.
func (s *sentence) company(from int) (span, bool) {
	if p, ok := s.place(from, false); ok && (lists()["places"][s.words(p)] || spots[s.wordAt(from)]) {
		return p, false
	}
	p, ok := s.proper(from, false)
	for i := p.from + 1; i+1 < p.to; i++ {
		if links[s.tokens[i].word] && lists()["companies"][s.words(span{p.from, i})] && lists()["places"][s.tokens[i+1].word] {
			p.to = i // "no Bradesco da Paulista"
		}
	}
	return p, ok && !lists()["given"][s.words(p)] // "I'm with João"
}

// where reads a place. With no capital it must be known, but after "moro em".
// "Trabalho na Petrobras" is for whom, not where.
func (s *sentence) where(h *hit) (span, bool) {
	last := s.wordAt(h.to - 1)
	p, ok := s.place(h.to, h.key == "home" && last == "em" && s.wordAt(h.to-2) != "de")
	if lists()["companies"][s.words(p)] || lists()["given"][s.words(p)] || ok && len(s.tokens[p.from].text) < 4 && allCaps(s.tokens[p.from].text) && !lists()["places"][s.tokens[p.from].word] {
		return p, false // "sou do RH da Suzano"
	}
	if ok && h.key == "work" && strings.HasPrefix(s.wordAt(h.from), "trabalh") && (last == "na" || last == "no") && !spots[s.wordAt(p.from)] && !lists()["places"][s.words(p)] {
		return p, false
	}
	return p, ok
}

// role reads a trade, and the company: "gerente de vendas na Ambev". After
// "trabalho como" whatever follows is one.
func (s *sentence) role(from int, any bool) []value {
	end := from
	if titles[s.wordAt(from)] && from+1 < len(s.tokens) && s.tokens[from+1].name {
		return nil // "sou a Dona Zuleide"
	}
	for k := from; k < min(from+4, len(s.tokens)) && end == from; k++ {
		for n := min(3, len(s.tokens)-k); n > 0 && end == from; n-- {
			if isRole(s.words(span{k, k + n})) && !s.crosses(from, k+n) {
				end = k + n
			}
		}
		hired := employers[s.wordAt(k+1)] && k+2 < len(s.tokens) && s.tokens[k+2].name && s.tokens[k].stop == goesOn && !lists()["places"][s.wordAt(k+2)] && !notHired[s.tokens[k].word] && people[s.tokens[k].word] == nobody
		if k == from && end == from && (any || hired) && len(s.tokens[k].word) > 3 && !ending[s.tokens[k].word] && !leading[s.tokens[k].word] && !timely[s.tokens[k].word] && !s.tokens[k].name {
			end = k + 1
		}
		if s.wordAt(from-1) != "a" && s.wordAt(from-1) != "an" && s.wordAt(from-1) != "as" || joints[s.tokens[k].word] || s.tokens[k].word == "of" {
			break // only "a senior data analyst" has words before it
		}
	}
	if end == from {
		return nil
	}
	for end < len(s.tokens) && s.tokens[end-1].stop == goesOn {
		switch w := s.tokens[end].word; {
		case qualifies(w), isRole(w):
			end++
			continue
		case w == "de" && articles[s.wordAt(end+1)] && s.wordAt(end+1) != "o" && end+2 < len(s.tokens): // "dono de uma padaria"
			end += 3
			continue
		case (w == "do" || w == "da") && offices[s.wordAt(end+1)]: // "procuradora do Estado"
			end += 2
			continue
		case (w == "de" || w == "em") && end+1 < len(s.tokens) && (!s.tokens[end+1].name || allCaps(s.tokens[end+1].text)) && !leading[s.tokens[end+1].word] && s.tokens[end+1].word != "profissao" && s.tokens[end+1].word != "formacao" && !timely[s.tokens[end+1].word]:
			end += 2
			continue
		}
		break
	}
	if w := s.wordAt(end + 1); s.ofHouse(span{from, end}) || employers[s.wordAt(end)] && houses[w] && !s.tokens[end+1].name && !(end+2 < len(s.tokens) && s.tokens[end+2].name) {
		return nil // "sou o dono do hotel"
	}
	all := []value{{text: s.text(span{from, end})}}
	if end+1 < len(s.tokens) && s.tokens[end-1].stop == goesOn && employers[s.tokens[end].word] {
		if p, ok := s.company(end + 1); ok {
			all = append(all, value{s.text(p), "company"})
		}
	}
	return all
}

// isRole reports a trade: one of the list, or made as those of learned people
// are.
func isRole(words string) bool {
	return lists()["roles"][words] || lists()["roles"][strings.TrimSuffix(words, "s")] ||
		ends(words, 2, "ologo", "ologa", "iatra", "ografo", "ografa", "apeuta", "ologist", "ographer", "apist", "iatrist") ||
		ends(words, 3, "ista") && !strings.Contains(words, " ") && !views[words]
}

// qualifies reports words that go on with a trade: "engenheiro civil".
func qualifies(word string) bool {
	return len(word) >= 5 && ends(word, 0, "al", "il", "ar", "ivo", "iva", "ado", "ada", "ico", "ica", "ior", "ario", "aria", "inho", "inha", "ista", "ense", "eiro", "eira") &&
		!ending[word] && !trailing[word] && !leading[word] && people[word] == nobody && !selfish(word) && !starts(word, "formad")
}

// illness reads an illness, told by its name's ending: "fibromialgia",
// "sinusitis", "síndrome de Sjögren".
func (s *sentence) illness(from int) (span, bool) {
	for articles[s.wordAt(from)] || s.wordAt(from) == "muito" {
		from++
	}
	if from >= len(s.tokens) {
		return span{}, false
	}
	for n := min(5, len(s.tokens)-from); n > 0; n-- {
		if lists()["illnesses"][s.words(span{from, from + n})] && !s.crosses(from, from+n) {
			if w := s.wordAt(from + n); (w == "tipo" || w == "type") && s.isNumber(from+n+1) {
				n += 2
			}
			return span{from, from + n}, true
		}
	}
	w := s.tokens[from].word
	next := s.wordAt(from + 1)
	if (w == "sindrome" || w == "doenca" || w == "fobia" || w == "problema" || w == "problemas") && (next == "de" || next == "do" || next == "da" || next == "no" || next == "na") && from+2 < len(s.tokens) && s.wordAt(from+2) != "lactose" && s.wordAt(from+2) != "gluten" {
		end := from + 3
		for end < len(s.tokens) && s.tokens[end-1].stop == goesOn && s.tokens[end].name {
			end++
		}
		return span{from, end}, !edible(s.wordAt(from + 2))
	}
	ill := ends(w, 3, "ite", "ose", "emia", "algia", "patia", "idismo", "plegia", "noia", "itis", "osis", "fobia", "lepsia")
	return span{from, from + 1}, ill && !healthy[w] && !(ends(w, 0, "ose") && edible(w))
}

// wedded reports a marriage to no person: "casado com o meu trabalho".
func (s *sentence) wedded(to int) bool {
	if w := s.wordAt(to); w == "on" || w == "foi" {
		return true // "we got married on", "casei foi com essa costela"
	}
	if w := s.wordAt(to); w != "com" && w != "with" && w != "to" {
		return false
	}
	i := to + 1
	for articles[s.wordAt(i)] || mine[s.wordAt(i)] || demonstratives[s.wordAt(i)] {
		i++
	}
	return i > to+1 && i < len(s.tokens) && !s.tokens[i].name && s.personAt(i) == nobody && !selfish(s.tokens[i].word)
}

// counted reads an animal, or relatives with their number: it may be the
// second or the third thing of a list.
func (s *sentence) counted(from int, words map[string]bool, number bool) (span, bool) {
	for i := from; i < min(from+8, len(s.tokens)); i++ {
		if i > from && !joints[s.tokens[i-1].word] && s.tokens[i-1].stop != comma {
			continue
		}
		if p, ok := s.countedAt(i, words, number); ok {
			return p, true
		}
	}
	return span{}, false
}

func (s *sentence) countedAt(from int, words map[string]bool, number bool) (span, bool) {
	i := from
	for i < len(s.tokens) && (articles[s.tokens[i].word] || s.isNumber(i)) && i-from < 3 {
		i++
	}
	if before := s.wordAt(from - 1); i == from && number && before != "temos" && before != "de" && before != "of" && !(strings.HasSuffix(s.wordAt(i), "s") && !s.isNumber(i)) || i >= len(s.tokens) {
		return span{}, false
	}
	if number && i > from && i+1 < len(s.tokens) && s.tokens[i].stop == goesOn && !words[s.tokens[i].word] && words[s.tokens[i+1].word] {
		i++ // "two teenage daughters"
	}
	to := i + 1
	if i+2 < len(s.tokens) && words[s.words(span{i, i + 3})] {
		to = i + 3
	} else if i+1 < len(s.tokens) && words[s.words(span{i, i + 2})] {
		to = i + 2
	} else if w := s.tokens[i].word; !words[w] && !words[strings.TrimSuffix(w, "s")] {
		return span{}, false
	}
	// "tenho um filho alérgico": that is told of the child.
	if number && to < len(s.tokens) && s.tokens[to-1].stop == goesOn && (selfish(s.tokens[to].word) || s.tokens[to].word == "autista" || s.tokens[to].word == "que" || s.tokens[to].word == "with" || s.tokens[to].word == "com") {
		return span{}, false
	}
	if !number && s.tokens[to-1].stop == goesOn && words[s.wordAt(to)] {
		to++ // "gata siamesa"
	}
	if w := s.wordAt(to); number && s.tokens[to-1].stop == goesOn && starts(w, "pequen", "adolescent", "adult") {
		to++
	}
	if s.wordAt(to) == "de" && s.isNumber(to+1) && s.wordAt(to+2) == "anos" && number && i == from {
		to += 3 // "gêmeos de 4 anos"
	}
	if number && i > from {
		for k := i - 1; k >= from; k-- {
			if s.isNumber(k) {
				return span{k, to}, true
			}
		}
	}
	return span{i, to}, true
}

var (
	naming     = phrases("nome", "name", "chamo", "chama", "chamar", "chame", "chamem", "chamado", "chamada", "call", "llamo", "nombre", "go by", "calls", "tratar", "trata", "trate", "tratem", "calling", "called", "named")
	notNames   = set("social completo spelled written estado forma jeito maneira modo novo volta tarde manha manhã noite proposito repente nome")
	introduces = set("from and e da do de aqui here moro tenho")
	titles     = set("doutor doutora dr dra seu dona senhor senhora don mr mrs ms professor professora tio tia")
	// Names that end as where people come from does.
	christian = set("mariana juliana luciana adriano luciano fabiano fabiana cristiano cristiana adriana tatiana brian emiliano juliano rosana susana luana silvana joana diana viviana giuliana bibiana floriano emiliana fabian adrian damian sebastian vivian gillian lilian")
	origins   = set("german french dutch greek swiss czech thai muslim jewish hindu catholic christian american flamengo corinthians palmeiras vasco gremio fluminense botafogo santos cruzeiro inter galo vip sorry fine so not here looking")
	views     = set("adventista metodista paulista santista flamenguista turista otimista pessimista realista perfeccionista feminista comunista capitalista budista nudista sulista nordestista nacionalista egoista anarquista altruista esquerdista direitista revista conquista baptista batista calvinista socialista minimalista idealista fatalista machista racista consumista entrevista saudosista imediatista detalhista autista")
	wasSo     = phrases("ninguem", "nobody", "foi", "foram", "era", "ficou", "was", "were")
	stops     = phrases("para de", "parar de", "pare de", "parem de", "stop", "nao precisa mais", "nao precisam mais", "chega de")
	soMuch    = phrases("de tanto", "de tanta", "de amor", "de amores", "de raiva", "de fome", "de paixao", "de ciumes", "de felicidade", "quando", "so de")
	recurring = phrases("toda", "todo", "todas", "todos", "every", "sempre", "always")
	healthy   = set("limite convite palpite academia apetite satelite enfeite azeite deleite")
	notHired  = set("herdeiro herdeira filho filha neto neta amigo amiga primo prima fan cliente hospede torcedor torcedora morador moradora aluno aluna vizinho devoto devota frequentador leitor assinante natural louca louco doido doida apaixonado apaixonada descendente membro socio socia original parte team brasileiro brasileira daqui hoje aqui aluno veterano freguesa fregues")
	houses    = set("hotel casa restaurante bar pousada lugar estabelecimento place")
	offices   = set("estado uniao justica trabalho municipio republica fazenda")
	employers = set("na no da do at for with")
	articles  = set("a an o um uma so apenas a two lindo linda")
)
