package memory

import "strings"

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
		pet := false
		for i := h.from - 1; i >= max(0, h.from-3); i-- {
			pet = pet || lists()["pets"][s.tokens[i].word]
		}
		if pet != (h.key == "pet") {
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
			if v.key == "" {
				v.key = "role"
			}
			all = append(all, v)
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

var naming = phrases("nome", "name", "chamo", "chama", "chamar", "chame", "chamem", "chamado", "chamada", "call", "llamo", "nombre", "go by", "calls", "tratar", "trata", "trate", "tratem", "calling", "called", "named")

var notNames = set("social completo spelled written estado forma jeito maneira modo novo volta tarde manha manhã noite proposito repente nome")

var introduces = set("from and e da do de aqui here moro tenho")

var titles = set("doutor doutora dr dra seu dona senhor senhora don mr mrs ms professor professora tio tia")

// origin reports what is written with a capital and is no name: "I'm Italian".
func origin(word string) bool {
	for _, end := range [...]string{"ian", "ish", "ese", "ican", "ense", "ista", "eiro", "eira", "ano", "ana"} {
		if len(word) > len(end)+2 && strings.HasSuffix(word, end) && !christian[word] {
			return true
		}
	}
	return origins[word]
}

// Names that end as where people come from does.
var christian = set("mariana juliana luciana adriano luciano fabiano fabiana cristiano cristiana adriana tatiana brian emiliano juliano rosana susana luana silvana joana diana viviana giuliana bibiana floriano emiliana fabian adrian damian sebastian vivian gillian lilian")

var origins = set("german french dutch greek swiss czech thai muslim jewish hindu catholic christian american flamengo corinthians palmeiras vasco gremio fluminense botafogo santos cruzeiro inter galo vip sorry fine so not here looking")

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
	return p, ok
}

// where reads a place. With no capital it must be known, but after "moro em".
// "Trabalho na Petrobras" is for whom, not where.
func (s *sentence) where(h *hit) (span, bool) {
	last := s.wordAt(h.to - 1)
	p, ok := s.place(h.to, h.key == "home" && last == "em" && s.wordAt(h.to-2) != "de")
	if lists()["companies"][s.words(p)] || ok && len(s.tokens[p.from].text) < 4 && allCaps(s.tokens[p.from].text) && !lists()["places"][s.tokens[p.from].word] {
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
	if lists()["roles"][words] || lists()["roles"][strings.TrimSuffix(words, "s")] {
		return true
	}
	for _, end := range [...]string{"ologo", "ologa", "iatra", "ografo", "ografa", "apeuta", "ologist", "ographer", "apist", "iatrist"} {
		if len(words) > len(end)+1 && strings.HasSuffix(words, end) {
			return true
		}
	}
	return len(words) > 6 && strings.HasSuffix(words, "ista") && !strings.Contains(words, " ") && !views[words]
}

var views = set("adventista metodista paulista santista flamenguista turista otimista pessimista realista perfeccionista feminista comunista capitalista budista nudista sulista nordestista nacionalista egoista anarquista altruista esquerdista direitista revista conquista baptista batista calvinista socialista minimalista idealista fatalista machista racista consumista entrevista saudosista imediatista detalhista autista")

// qualifies reports words that go on with a trade: "engenheiro civil".
func qualifies(word string) bool {
	if len(word) < 5 || ending[word] || trailing[word] || leading[word] || people[word] != nobody || strings.HasPrefix(word, "casad") || strings.HasPrefix(word, "divorciad") || strings.HasPrefix(word, "formad") || selfish(word) {
		return false
	}
	for _, end := range [...]string{"al", "il", "ar", "ivo", "iva", "ado", "ada", "ico", "ica", "ior", "ario", "aria", "inho", "inha", "ista", "ense", "eiro", "eira"} {
		if strings.HasSuffix(word, end) {
			return true
		}
	}
	return false
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
	for _, end := range [...]string{"ite", "ose", "emia", "algia", "patia", "idismo", "plegia", "noia", "itis", "osis", "fobia", "lepsia"} {
		if len(w) > len(end)+2 && strings.HasSuffix(w, end) && !(end == "ose" && edible(w)) && !healthy[w] {
			return span{from, from + 1}, true
		}
	}
	return span{}, false
}

var wasSo = phrases("ninguem", "nobody", "foi", "foram", "era", "ficou", "was", "were")

var stops = phrases("para de", "parar de", "pare de", "parem de", "stop", "nao precisa mais", "nao precisam mais", "chega de")

var soMuch = phrases("de tanto", "de tanta", "de amor", "de amores", "de raiva", "de fome", "de paixao", "de ciumes", "de felicidade", "quando", "so de")

var recurring = phrases("toda", "todo", "todas", "todos", "every", "sempre", "always")

var healthy = set("limite convite palpite academia apetite satelite enfeite azeite deleite")

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

var notHired = set("herdeiro herdeira filho filha neto neta amigo amiga primo prima fan cliente hospede torcedor torcedora morador moradora aluno aluna vizinho devoto devota frequentador leitor assinante natural louca louco doido doida apaixonado apaixonada descendente membro socio socia original parte team brasileiro brasileira daqui hoje aqui aluno veterano freguesa fregues")

var houses = set("hotel casa restaurante bar pousada lugar estabelecimento place")

var offices = set("estado uniao justica trabalho municipio republica fazenda")

var employers = set("na no da do at for with")

// crosses reports whether something ends between two tokens.
func (s *sentence) crosses(from, to int) bool {
	for i := from; i < to-1; i++ {
		if s.tokens[i].stop >= colon {
			return true
		}
	}
	return false
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
	if w := s.wordAt(to); number && s.tokens[to-1].stop == goesOn && (strings.HasPrefix(w, "pequen") || strings.HasPrefix(w, "adolescent") || strings.HasPrefix(w, "adult")) {
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

var articles = set("a an o um uma so apenas a two lindo linda")

func (s *sentence) isNumber(i int) bool {
	_, ok := numberOf(s.wordAt(i))
	return ok
}

var months = set(`janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro january february march april may june july august september october november december
	jan fev mar abr mai jun jul ago set out nov dez`)

// date reads a day: "12 de março", "12/03", "March 12th", "hoje".
func (s *sentence) date(h *hit) []value {
	from := h.from
	if h.key == "anniversary" { // "dia 22/9 fazemos 10 anos de casados"
		from = s.open(h.from)
	}
	for i := from; i < min(h.to+4, s.shut(h.to-1)); i++ {
		w := s.tokens[i].word
		switch {
		case i >= h.to-1 && (w == "hoje" || w == "amanha" || w == "today" || w == "tomorrow"):
			return []value{{text: s.tokens[i].text}}
		case i >= h.from && i < h.to:
		case weekdays[w]:
			return []value{{text: s.tokens[i].text}}
		case strings.Contains(w, "/"):
			return []value{{text: s.tokens[i].text}}
		case months[w]:
			to := i + 1
			if to < len(s.tokens) && s.tokens[i].stop == goesOn && len(s.tokens[to].word) <= 4 && s.tokens[to].word[0] <= '9' {
				to++
			}
			from := i
			for from > 0 && from != h.to && (s.wordAt(from-1) == "de" || s.wordAt(from-1) == "of" || s.tokens[from-1].word[0] <= '9') {
				from--
			}
			if w := s.wordAt(to + 1); (s.wordAt(to) == "de" || s.wordAt(to) == "of") && len(w) == 4 && w[0] <= '2' {
				to += 2
			}
			return []value{{text: s.text(span{from, to})}}
		}
	}
	if w := s.wordAt(h.to); w != "" && w[0] <= '9' && s.wordAt(h.to-1) == "dia" {
		return []value{{text: "dia " + s.tokens[h.to].text}}
	}
	return nil
}

// What a time of the day begins with, and what it may have in it.
var (
	timeFirst = set("aos nos nas bem em from segundas tercas quartas quintas sextas sabados domingos fridays mondays night depois antes cedo tarde as às ao a de noite madrugada manha fim finais meio turno segunda terca quarta quinta sexta sabado domingo apos partir nights late early after before at on weekends evenings mornings um fins home no do pela na")
	timeWords = set(`almoco aos nos nas bem em from tercas quartas quintas sextas fridays mondays tuesdays wednesdays thursdays shift shifts depois antes cedo tarde as ao a de da do das dos noite madrugada manha fim finais semana meio dia turno segunda terca quarta quinta sexta sabado domingo sabados domingos segundas feira apos partir
		nights late early after before at on weekends evenings mornings night the pm am horas hora e meia noturno diurno uns fins office home`)
)

var timely = set("meio almoco segundas tercas quartas quintas sextas fridays mondays tuesdays wednesdays thursdays cedo tarde noite madrugada manha turno segunda terca quarta quinta sexta sabado domingo sabados domingos nights late early weekends evenings mornings night noturno diurno semana")

// time reads when somebody eats, works or sleeps. A day alone is no time.
func (s *sentence) time(h *hit) (span, bool) {
	from := h.to
	if w := s.wordAt(h.to - 1); (w == "a" || w == "de" || w == "turno") && h.to-1 > h.from {
		from = h.to - 1
	}
	if from >= len(s.tokens) || s.tokens[h.to-1].stop >= comma {
		return span{}, false
	}
	for w := s.wordAt(from); w == "la" || w == "pelas" || w == "apenas" || w == "so" || w == "somente" || w == "only"; w = s.wordAt(from) {
		from++
	}
	if w := s.wordAt(from); !timeFirst[w] && !(w != "" && w[0] <= '9' && (strings.HasSuffix(w, "h") || strings.HasSuffix(w, "am") || strings.HasSuffix(w, "pm") || s.wordAt(from+1) == "da")) {
		return span{}, false
	}
	to := from
	told := false
	for to < len(s.tokens) && to-from < 7 {
		w := s.tokens[to].word
		digit := w != "" && w[0] >= '0' && w[0] <= '9'
		if !timeWords[w] && !digit {
			break
		}
		told = told || digit || timely[w]
		to++
		if s.tokens[to-1].stop > goesOn {
			break
		}
	}
	if h.to == h.from+1 && from == h.to && strings.ContainsAny(s.words(span{from, to}), "0123456789") {
		from-- // "acordo às 5h"
	}
	return span{from, s.trimTime(from, to)}, told
}

func (s *sentence) trimTime(from, to int) int {
	for to > from && (links[s.tokens[to-1].word] || s.tokens[to-1].word == "e") {
		to--
	}
	return to
}

// along reads a pet that comes with the guest.
func (s *sentence) along(h *hit) (span, bool) {
	return span{h.value[0], h.value[1]}, s.has(together...)
}

// weekly reads what the guest does every week: "toda segunda e terça".
func (s *sentence) weekly(h *hit) (span, bool) {
	p := span{h.from, h.to}
	for joints[s.wordAt(p.to)] && lists()["weekdays"][s.wordAt(p.to+1)] {
		p.to += 2
	}
	for i := s.open(h.from); i < s.shut(h.to-1); i++ {
		if w := s.tokens[i].word; verbs[w].first || doing[w] {
			return p, true
		}
	}
	return p, false
}

var doing = set("plantao folga aula terapia treino reuniao vou vamos venho viemos levo levamos janto jantamos almoco almocamos trabalho chego saio viajo treino passo fico tomo como i we faco fazemos gravo jogo corro")

// passing reports that what a sentence tells is over soon: "até sexta".
func (s *sentence) passing() bool {
	for i, t := range s.tokens {
		next := s.wordAt(i + 1)
		if demonstratives[t.word] && occasions[next] {
			return true
		}
		if next == "o" || next == "a" || next == "dia" {
			next = s.wordAt(i + 2)
		}
		if (t.word == "ate" || t.word == "until" || t.word == "till") && next != "" && (weekdays[next] || months[next] || units[next] || next == "fim" || next == "final" || next == "proximo" || next == "proxima" || next == "next" || next[0] <= '9' && !strings.Contains(next, "h")) {
			return true
		}
	}
	return s.has(forNow...)
}
