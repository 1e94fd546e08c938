package memory

import (
	"slices"
	"strings"
)

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
		case weekdays[w], strings.Contains(w, "/"):
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

// time reads when somebody eats, works or sleeps. A day alone is no time.
func (s *sentence) time(h *hit) (span, bool) {
	from := h.to
	if w := s.wordAt(h.to - 1); (w == "a" || w == "de" || w == "turno") && h.to-1 > h.from {
		from = h.to - 1
	}
	if from >= len(s.tokens) || s.tokens[h.to-1].stop >= comma {
		return span{}, false
	}
	for vaguely[s.wordAt(from)] {
		from++
	}
	if w := s.wordAt(from); !timeFirst[w] && !(w != "" && w[0] <= '9' && (ends(w, 0, "h", "am", "pm") || s.wordAt(from+1) == "da")) {
		return span{}, false
	}
	to, told := from, false
	for to < len(s.tokens) && to-from < 7 && (to == from || s.tokens[to-1].stop == goesOn) {
		tells := s.isDigits(to) || timely[s.tokens[to].word]
		if !tells && !timeWords[s.tokens[to].word] {
			break
		}
		told = told || tells
		to++
	}
	if h.to == h.from+1 && from == h.to && strings.ContainsAny(s.words(span{from, to}), "0123456789") {
		from-- // "acordo às 5h"
	}
	for to > from && (links[s.tokens[to-1].word] || s.tokens[to-1].word == "e") {
		to--
	}
	return span{from, to}, told
}

// weekly reads what the guest does every week: "toda segunda e terça".
func (s *sentence) weekly(h *hit) (span, bool) {
	p := span{h.from, h.to}
	for joints[s.wordAt(p.to)] && lists()["weekdays"][s.wordAt(p.to+1)] {
		p.to += 2
	}
	return p, slices.ContainsFunc(s.tokens[s.open(h.from):s.shut(h.to-1)], func(t token) bool { return verbs[t.word].first || doing[t.word] })
}

// over finds when something was: "no Réveillon de 2023", "há dois anos", "last
// July", without the preposition.
func (s *sentence) over() (span, bool) {
	year := func(i int) bool { w := s.wordAt(i); return len(w) == 4 && (w[:2] == "20" || w[:2] == "19") }
	of := func(p span) span { // "de 2023", "do ano passado"
		switch w := s.wordAt(p.to); {
		case w == "de" && year(p.to+1):
			p.to += 2
		case w == "de" && p.to+1 < len(s.tokens) && s.tokens[p.to+1].name: // "feriado de Corpus Christi"
			name, _ := s.proper(p.to+1, false)
			p.to = name.to
		case w == "passado" || w == "passada" || year(p.to):
			p.to++
		case (w == "do" || w == "deste" || w == "desse") && s.wordAt(p.to+1) == "ano":
			p.to += 2
			if s.wordAt(p.to) == "passado" {
				p.to++
			}
		}
		return p
	}
	for i, t := range s.tokens {
		before, next := s.wordAt(i-1), s.wordAt(i+1)
		switch {
		case t.word == "ontem" || t.word == "anteontem" || t.word == "yesterday", t.word == "voltar" && starts(s.wordAt(i-2), "acab"): // only just
			return span{i, i + 1}, true
		case starts(t.word, "passad", "retrasad"):
			from := max(0, i-1)
			if before == "semana" && s.wordAt(i-2) == "de" && i >= 3 {
				from = i - 3 // "fim de semana passado"
			}
			return span{from, i + 1}, true
		case (t.word == "last" || strings.HasPrefix(t.word, "ultim")) && units[next]:
			if w := s.wordAt(i + 2); next == "dia" && (w == "dos" || w == "das") && i+3 < len(s.tokens) {
				return span{i, i + 4}, true
			}
			return span{i, i + 2}, true
		case (t.word == "ago" || t.word == "atras") && i >= 2 && units[before]:
			return span{i - 2, i + 1}, true
		case (t.word == "ha" || t.word == "faz") && s.isNumber(i+1) && units[s.wordAt(i+2)] && (t.word == "ha" || i == 0 || s.wordAt(i+3) == "que" || s.tokens[i+2].stop > goesOn):
			return span{i, i + 3}, true
		case (before == "em" || before == "in") && (months[t.word] || year(i)):
			return of(span{i, i + 1}), true
		case (before == "no" || before == "na" || before == "nas" || before == "at" || before == "for" || before == "on" || before == "o" && strings.HasPrefix(s.wordAt(i-2), "pass")) && feasts[t.word]:
			return of(span{i, i + 1}), true
		case t.word == "lua" && next == "de" && s.wordAt(i+2) == "mel":
			return span{i, i + 3}, true
		case t.word == "dia" && (next == "dos" || next == "das"):
			return of(span{i, i + 3}), i+3 <= len(s.tokens)
		}
	}
	return span{}, false
}

// now reports whether a clause is about this occasion only.
func (s *sentence) now(from, to int) bool {
	open, shut := s.open(from), s.shut(max(to-1, from))
	if reasons[s.wordAt(shut)] { // "não posso beber, tô com antibiótico essa semana"
		shut = s.shut(shut)
	}
	if open > 0 { // "Hoje, prefiro a varanda"
		if before := s.open(open - 1); open-before <= 4 && open > before {
			open = before
		}
	}
	for i := open; i < shut && i < len(s.tokens); i++ {
		switch w := s.tokens[i].word; {
		case w == "hoje" && s.wordAt(i+1) == "em",
			w == "hoje" && s.wordAt(i+1) == "moro", w == "hoje" && s.find(0, i, formerly) >= 0: // "já fui vegana, hoje só não como carne"
		case w == "hoje" || w == "tonight" || w == "today" || w == "amanha" || w == "tomorrow" || w == "quaresma":
			return true
		case s.soonOver(i):
			return true
		}
	}
	return s.find(open, shut, forNow) >= 0
}

// passing reports that what a sentence tells is over soon: "até sexta".
func (s *sentence) passing() bool {
	for i := range s.tokens {
		if s.soonOver(i) {
			return true
		}
	}
	return s.has(forNow...)
}

// soonOver reports what says at a word that something passes: "nessa viagem",
// "até sexta", "until the 20th". "Até 80 reais" is no time.
func (s *sentence) soonOver(i int) bool {
	w, next := s.tokens[i].word, s.wordAt(i+1)
	if demonstratives[w] && occasions[next] {
		return true
	}
	day := next == "o" || next == "a" || next == "dia" || next == "the"
	if i++; day {
		i++
	}
	next = s.wordAt(i)
	return untils[w] && (weekdays[next] || months[next] || units[next] || endings[next] || s.isDigits(i) && (day || strings.Contains(next, "/")))
}

var (
	months = set(`janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro january february march april may june july august september october november december
	jan fev mar abr mai jun jul ago set out nov dez`)
	// What a time of the day begins with, and what it may have in it.
	timeFirst      = set("aos nos nas bem em from segundas tercas quartas quintas sextas sabados domingos fridays mondays night depois antes cedo tarde as às ao a de noite madrugada manha fim finais meio turno segunda terca quarta quinta sexta sabado domingo apos partir nights late early after before at on weekends evenings mornings um fins home no do pela na")
	timeWords      = set("aos nos nas bem em from shift shifts depois antes as ao a de da do das dos fim finais dia feira apos partir after before at on the pm am horas hora e meia uns fins office home")
	timely         = set("meio almoco segundas tercas quartas quintas sextas fridays mondays tuesdays wednesdays thursdays cedo tarde noite madrugada manha turno segunda terca quarta quinta sexta sabado domingo sabados domingos nights late early weekends evenings mornings night noturno diurno semana")
	doing          = set("plantao folga aula terapia treino reuniao vou vamos venho viemos levo levamos janto jantamos almoco almocamos trabalho chego saio viajo treino passo fico tomo como i we faco fazemos gravo jogo corro")
	vaguely        = set("la pelas apenas so somente only")
	untils         = set("ate until till")
	endings        = set("fim final proximo proxima next end")
	formerly       = phrases("ja fui", "antes", "era", "eramos", "used to", "antigamente")
	reasons        = set("to estou tomando porque pois because since")
	demonstratives = set("esses nesses nessa nesta nesse neste dessa desta desse deste essa esta esse este this esta these")
	occasions      = set("dias vez viagem noite semana mes reserva estadia jantar almoco ocasiao fim final feriado hospedagem visita time trip week weekend evening month stay visit dinner occasion")
	forNow         = phrases("por enquanto", "por agora", "por hora", "no momento", "so agora", "for now", "right now", "at the moment", "for the next", "pelos proximos", "pelas proximas", "nos proximos", "nas proximas", "durante a viagem", "agora a noite")
)
