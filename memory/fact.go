package memory

import "strings"

// personName reads a person's name. After "sou o" it takes a capital, and no
// role.
func (s *sentence) personName(h *hit) (span, bool) {
	last := s.wordAt(h.to - 1)
	if titles[s.wordAt(h.to)] {
		p, ok := s.proper(h.to+1, false)
		return span{h.to, p.to}, ok
	}
	p, ok := s.proper(h.to, last != "o" && last != "a" && last != "é")
	if !ok || lists()["roles"][s.words(p)] || lists()["roles"][s.tokens[p.from].word] || people[s.tokens[p.from].word] != nobody {
		return p, false
	}
	return span{p.from, min(p.to, p.from+4)}, true
}

var titles = set("doutor doutora dr dra seu dona senhor senhora don mr mrs ms professor professora tio tia")

// company reads the name of a company: a place is where, not for whom, one works.
func (s *sentence) company(from int) (span, bool) {
	if p, ok := s.place(from, false); ok && lists()["places"][s.words(p)] {
		return p, false
	}
	return s.proper(from, false)
}

// where reads a place. With no capital it must be known, but after "moro em".
// "Trabalho na Petrobras" is for whom, not where.
func (s *sentence) where(h *hit) (span, bool) {
	last := s.wordAt(h.to - 1)
	p, ok := s.place(h.to, h.key == "home" && last == "em" && s.wordAt(h.to-2) != "de")
	if ok && h.key == "work" && (last == "na" || last == "no") && !lists()["places"][s.words(p)] {
		return p, false
	}
	return p, ok
}

// role reads a trade, and the company: "gerente de vendas na Ambev".
func (s *sentence) role(from int) []value {
	for n := min(3, len(s.tokens)-from); n > 0; n-- {
		if !lists()["roles"][s.words(span{from, from + n})] || s.crosses(from, from+n) {
			continue
		}
		end := from + n
		for end+1 < len(s.tokens) && s.tokens[end-1].stop == goesOn && (s.tokens[end].word == "de" || s.tokens[end].word == "em") && !s.tokens[end+1].name && !leading[s.tokens[end+1].word] {
			end += 2
		}
		all := []value{{text: s.text(span{from, end})}}
		if end+1 < len(s.tokens) && s.tokens[end-1].stop == goesOn && employers[s.tokens[end].word] {
			if p, ok := s.company(end + 1); ok {
				all = append(all, value{s.text(p), "company"})
			}
		}
		return all
	}
	return nil
}

var employers = set("na no da do at for")

// crosses reports whether something ends between two tokens.
func (s *sentence) crosses(from, to int) bool {
	for i := from; i < to-1; i++ {
		if s.tokens[i].stop > colon {
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
	if before := s.wordAt(from - 1); i == from && number && before != "temos" && before != "de" && before != "of" || i >= len(s.tokens) {
		return span{}, false
	}
	to := i + 1
	if i+1 < len(s.tokens) && words[s.words(span{i, i + 2})] {
		to = i + 2
	} else if !words[s.tokens[i].word] {
		return span{}, false
	}
	// "tenho um filho alérgico": that is told of the child.
	if to < len(s.tokens) && s.tokens[to-1].stop == goesOn && (selfish(s.tokens[to].word) || s.tokens[to].word == "que" || s.tokens[to].word == "with" || s.tokens[to].word == "com") {
		return span{}, false
	}
	if number && i > from && s.isNumber(i-1) {
		return span{i - 1, to}, true
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
	for i := h.from; i < min(h.to+4, len(s.tokens)); i++ {
		w := s.tokens[i].word
		switch {
		case i >= h.to-1 && (w == "hoje" || w == "amanha" || w == "today" || w == "tomorrow"):
			return []value{{text: s.tokens[i].text}}
		case i < h.to:
		case strings.Contains(w, "/"):
			return []value{{text: s.tokens[i].text}}
		case months[w]:
			to := i + 1
			if to < len(s.tokens) && s.tokens[i].stop == goesOn && len(s.tokens[to].word) <= 4 && s.tokens[to].word[0] <= '9' {
				to++
			}
			from := i
			for from > h.to-1 && (s.wordAt(from-1) == "de" || s.wordAt(from-1) == "of" || s.tokens[from-1].word[0] <= '9') && from > h.to {
				from--
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
	timeFirst = set("depois antes cedo tarde as às ao a de noite madrugada manha fim finais meio turno segunda terca quarta quinta sexta sabado domingo apos partir nights late early after before at on weekends evenings mornings um fins home no do pela na")
	timeWords = set(`depois antes cedo tarde as ao a de da do das dos noite madrugada manha fim finais semana meio dia turno segunda terca quarta quinta sexta sabado domingo sabados domingos segundas feira apos partir
		nights late early after before at on weekends evenings mornings night the pm am horas hora e meia noturno diurno uns fins office home`)
)

var timely = set("cedo tarde noite madrugada manha turno segunda terca quarta quinta sexta sabado domingo sabados domingos nights late early weekends evenings mornings night noturno diurno semana")

// time reads when somebody eats, works or sleeps. A day alone is no time.
func (s *sentence) time(h *hit) (span, bool) {
	from := h.to
	if w := s.wordAt(h.to - 1); (w == "a" || w == "de" || w == "turno") && h.to-1 > h.from {
		from = h.to - 1
	}
	if from >= len(s.tokens) || s.tokens[h.to-1].stop >= comma {
		return span{}, false
	}
	if w := s.tokens[from].word; !timeFirst[w] {
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
	return span{from, s.trimTime(from, to)}, told
}

func (s *sentence) trimTime(from, to int) int {
	for to > from && (links[s.tokens[to-1].word] || s.tokens[to-1].word == "e") {
		to--
	}
	return to
}
