package memory

import (
	"slices"
	"strings"
)

// budget adds what the guest wants to spend, or no longer wants to.
func (m *message) budget(n int) {
	s := &m.sentences[n]
	if s.reported(len(s.tokens)) || s.has(wishes...) || s.supposed(0, min(2, len(s.tokens))) || slices.ContainsFunc(s.tokens, func(t token) bool { return spends[t.word] || unreal(t.word) }) {
		return
	}
	c := Candidate{Kind: Budget, Scope: Session, Subject: User, Confidence: certain, Retract: s.withdrawn()}
	if c.Retract || (s.has(usually...) || s.ownLimit()) && !s.occasion() {
		c.Scope = Durable
	}
	add := func(key, value string) {
		c.Key, c.Value = key, value
		m.found = append(m.found, c)
	}
	_, past := s.over()
	if past && !c.Retract {
		return
	}
	if level, ok := s.level(); ok {
		amounts := c.Scope
		if !s.occasion() {
			c.Scope = Durable
		}
		m.found = slices.DeleteFunc(m.found, func(f Candidate) bool { // "gosto de lugar barato" is no taste
			return (f.Kind == Preference || f.Kind == Dislike) && strings.Contains(f.Value, level)
		})
		add("level", level)
		c.Scope = amounts
	}
	if !c.Retract && !s.has(limits...) || !s.has(money...) && !s.has(perHead...) && !s.has(perBed[:6]...) {
		return
	}
	last := 0
	for i := 0; i < len(s.tokens); i++ {
		amount, next := s.amount(i)
		if next == i {
			continue
		}
		from := max(last, i-7)
		value, end, ranges := s.upTo(i, next)
		near := c.Retract || s.find(max(last, i-3), i, maybeNow) >= 0 || s.find(from, i, limits) >= 0 || s.find(end, end+4, atMost) >= 0 || s.find(end, end+2, currency) >= 0 && s.find(end, len(s.tokens), spending) >= 0
		asked := s.asked && !s.has(usually...) && s.shut(i) == len(s.tokens)
		if !near || asked || s.ofDish(i, next) || s.find(max(last, i-6), i, spent) >= 0 || m.comes(n, i) ||
			s.tokens[next-1].stop == goesOn && notPeople[s.wordAt(next)] && s.wordAt(next) != "reais" && s.wordAt(next) != "a" && s.wordAt(next+1) != "casal" && s.wordAt(next) != "noite" {
			continue
		}
		if ranges {
			add("range", value)
			i, last = end, end
			continue
		}
		add(s.per(i, next, from), amount)
		last, i = next, next-1
		if c.Retract { // "esquece os 70 por pessoa, pode ser 100 hoje"
			c.Retract = false
			if s.occasion() {
				c.Scope = Session
			}
		}
	}
}

// ofDish reports whether an amount limits the price of a dish or a drink, and not
// what people spend: "um vinho de até 150 reais".
func (s *sentence) ofDish(i, next int) bool {
	if s.has(spending...) || s.has(outings...) || s.find(next, next+5, perPerson) >= 0 {
		return false
	}
	for k := s.open(i); k < i; k++ {
		if w := s.tokens[k].word; lists()["dishes"][w] || eaten(w) && !leading[w] {
			return true
		}
	}
	return false
}

// dishLimit reports whether a message names an amount as the limit of a dish.
func dishLimit(text, amount string) bool {
	for _, s := range split(text) {
		for i := range s.tokens {
			if value, next := s.amount(i); next > i && value == amount && s.ofDish(i, next) {
				return true
			}
		}
	}
	return false
}

// amount is the number at a token, "dois mil" and "cento e vinte" too, and the
// token behind it: i if there is none.
func (s *sentence) amount(i int) (value string, next int) {
	value, ok := numberOf(s.wordAt(i))
	if w := s.wordAt(i); !ok || w == "um" || w == "uma" || w == "one" {
		return "", i
	}
	next = i + 1
	if w := s.wordAt(next); (w == "mil" || w == "thousand") && s.wordAt(i) != "mil" {
		value, next = value+"000", next+1
	}
	if w := s.wordAt(next); (strings.HasPrefix(w, "conto") || w == "pau" || w == "paus") && len(value) == 1 {
		value += "000" // nobody dines for two
	}
	for s.wordAt(next) == "e" && s.wordAt(next+1) > "9" { // in words
		more, ok := numberOf(s.wordAt(next + 1))
		if !ok || len(more) >= len(value) || strings.Trim(value[len(value)-len(more):], "0") != "" {
			break
		}
		value, next = value[:len(value)-len(more)]+more, next+2
	}
	return value, next
}

// per is what an amount between two tokens is for: a person, a night or all.
func (s *sentence) per(i, next, from int) string {
	end := min(next+6, len(s.tokens))
	for k := next; k < end; k++ {
		if s.isNumber(k) && s.tokens[k].word[0] <= '9' {
			end = k
		}
	}
	for _, at := range [...]span{{next, end}, {from, i}} {
		switch {
		case s.find(at.from, at.to, overall) >= 0:
			return "max_total"
		case s.find(at.from, at.to, perHead) >= 0:
			return "max_person"
		case s.find(at.from, at.to, perBed) >= 0:
			return "max_night"
		}
	}
	return "max_total"
}

// upTo reads "entre 100 e 150" from its first number on, and where it ends.
func (s *sentence) upTo(i, next int) (value string, end int, ok bool) {
	before := s.wordAt(i - 1)
	if before == "r" || before == "$" {
		before = s.wordAt(i - 2)
	}
	for k := next; k < min(next+3, len(s.tokens)); k++ {
		switch w := s.tokens[k].word; w {
		case "e", "a", "and", "to", "ate":
			for j := k + 1; j < min(k+3, len(s.tokens)); j++ {
				if to, after := s.amount(j); after > j && (before == "entre" || before == "between" || before == "de" || before == "from" || w == "a" || w == "to") {
					low, _ := s.amount(i)
					return low + " " + s.tokens[k].text + " " + to, after, true
				}
			}
		}
	}
	return "", next, false
}

// withdrawn reports that a sentence takes something back.
func (s *sentence) withdrawn() bool {
	if s.forgets(0, len(s.tokens)) >= 0 || s.has(takeOut...) || s.has(gone...) || s.has(takesOff...) && s.has(limitNouns...) {
		return true
	}
	no := s.find(0, len(s.tokens), phrases("nao", "no"))
	return no >= 0 && s.find(no, no+5, stillNot) >= 0 && s.find(no, len(s.tokens), limitNouns) >= 0
}

// ownLimit reports "nosso teto", "our cap".
func (s *sentence) ownLimit() bool {
	i := s.find(1, len(s.tokens), limitNouns)
	return i > 0 && s.owned(i-1, i)
}

// occasion reports that a sentence is about one meal, one stay or one day.
func (s *sentence) occasion() bool {
	return s.now(0, len(s.tokens)) || s.has(thisTime...)
}

// tagged reports a question that asks nothing: "orçamento apertado, ok?"
func (s *sentence) tagged() bool {
	n := len(s.tokens)
	return n > 1 && tags[s.tokens[n-1].word] && s.tokens[n-2].stop == comma
}

// unreal reports verbs such as fosse and ganhasse.
func unreal(word string) bool {
	return len(word) > 4 && strings.HasSuffix(word, "sse") && !realities[word] || strings.HasPrefix(word, "supo")
}

// level reads how dear it may be, in the guest's words: "orçamento apertado",
// "sou mais do rolê baratinho".
func (s *sentence) level() (string, bool) {
	if s.asked && !s.tagged() {
		return "", false
	}
	for i, t := range s.tokens {
		if n := s.phraseAt(i, carefree); n > 0 {
			return s.text(span{i, i + n}), true
		}
		size := s.pricedAt(i)
		if size == 0 || s.wordAt(i-1) == "nao" || s.wordAt(i-1) == "not" || s.wordAt(i-2) == "nada" {
			continue
		}
		switch before := max(s.open(i), i-5); {
		case s.find(before, i, purses) >= 0, // "a verba é curta"
			pricedFor[t.word] && s.find(before, i, seeks) >= 0,
			s.find(i+size, i+size+1, purses) >= 0: // "tight budget"
			return s.text(span{i, i + size}), true
		}
	}
	return "", false
}

// pricedAt is how many words at a token say how dear something is.
func (s *sentence) pricedAt(i int) int {
	switch w := s.tokens[i].word; {
	case w == "em" && s.wordAt(i+1) == "conta", (w == "high" || w == "low") && s.wordAt(i+1) == "end", (w == "mid" || w == "price") && s.wordAt(i+1) == "range", w == "alto" && s.wordAt(i+1) == "padrao":
		return 2
	case priced[w] || strings.HasPrefix(w, "barat") || strings.HasPrefix(w, "economic"):
		return 1
	}
	return 0
}

var (
	limits = phrases("maxima", "ate", "maximo", "max", "limite", "orcamento", "budget", "up to", "under", "no more than", "nao passar de", "passe de", "passo de", "passamos de", "acima de", "abaixo de", "mais do que", "estourar", "within", "mais de", "mais que", "more than", "teto", "gasto", "gastar", "gastando", "gastamos", "pagar", "pago", "pagamos", "spend", "at most", "less than", "menos de", "below",
		"faixa", "entre", "between", "verba", "tops", "ultrapassar", "ultrapasse", "exceder", "exceda", "passar de", "go over", "exceed", "over", "above", "beyond", "cap", "limit", "ceiling", "around", "no valor de", "disponho de", "investir", "tenho", "temos")
	money = phrases("reais", "real", "conto", "contos", "pila", "pilas", "r", "$", "dolares", "dollars", "usd", "bucks", "brl", "euros", "mangos", "pratas", "orcamento", "budget", "por pessoa", "per person", "por cabeca", "a diaria", "por noite", "per night", "a night", "diaria", "gasto", "gastar", "gastando", "gastamos", "spend", "pagar", "pago", "a head", "verba", "por casal", "cada um",
		"no total", "in total", "da conta", "conta", "faixa", "teto", "limite de", "spending")
	usually    = phrases("sempre", "nunca", "normalmente", "geralmente", "costumo", "costumamos", "em geral", "usually", "never", "always", "gasto", "gastamos", "nao gosto de", "i spend", "nao pago", "passo de", "eu pago", "pago", "pagamos", "we spend", "we pay", "i pay", "topo", "sou mais", "sou de", "gosto de", "prefiro", "preferimos", "gostamos de", "nao me importo", "nao ligo", "i prefer", "we prefer", "i like", "minha faixa", "nossa faixa")
	thisTime   = phrases("para viagem", "para a viagem", "whole trip", "the trip", "dessa vez", "nessa viagem", "hoje", "tonight", "this trip", "a viagem", "o jantar", "esse jantar", "essa viagem", "this time", "viagem toda", "da viagem", "do jantar", "segunda", "terca", "quarta", "quinta", "sexta", "sabado", "domingo", "feriado", "amanha", "tomorrow", "weekend", "fim de semana")
	atMost     = phrases("no maximo", "tops", "max", "at most", "maximo", "para gastar", "to spend", "de limite", "de orcamento", "de teto")
	spent      = phrases("ia gastar", "ia pagar", "capaz que", "amo pagar", "adoro pagar", "odeio pagar", "custa", "custou", "paguei", "pagamos ontem", "cobraram", "costs", "cost", "era", "gastei", "foi", "deu", "custam", "sao")
	spends     = set("gasta paga pagam gastam cobra cobram spends pays charges gastava custava pagava gastaria pagaria")
	perHead    = phrases("por refeicao", "por jantar", "por almoco", "per meal", "por pessoa", "por cabeca", "per person", "cada", "a head", "each", "pp", "por cada", "para cada", "per head", "por pax", "p pessoa", "para pessoa", "pessoa", "a cabeca", "apiece")
	perPerson  = phrases("por pessoa", "por persona", "por cabeca", "por cabeza", "per person", "a head", "per head", "pp", "cada um", "for each of us", "no total", "in total")
	outings    = phrases("jantar", "almoco", "almocar", "refeicao", "dinner", "lunch", "meal", "cena", "almuerzo", "viagem", "trip")
	overall    = phrases("no total", "ao todo", "in total", "total", "no geral", "para tudo", "tudo")
	perBed     = phrases("diaria", "diarias", "por noite", "per night", "nightly", "a night", "pernoite", "a noite", "por diaria", "noite", "hotel", "hoteis", "quarto", "pousada")
	maybeNow   = phrases("pode ser", "agora é", "agora pode")
	currency   = phrases("reais", "conto", "contos", "pila", "dollars", "bucks", "euros", "por pessoa", "por cabeca", "per person")
	spending   = phrases("gastar", "gasto", "pagar", "pago", "spend", "pay", "limite", "orcamento", "teto", "budget")
	takesOff   = phrases("tira", "tirar", "tirem", "tire", "pode tirar")
	stillNot   = phrases("mais", "longer", "anymore")
	limitNouns = phrases("politica", "policy", "max", "maximum", "ceiling", "limite", "teto", "orcamento", "verba", "maximo", "budget", "limit", "cap", "restricao")
	purses     = phrases("gastar", "orcamento", "verba", "grana", "dinheiro", "bolso", "budget", "padrao", "money", "categoria", "faixa de preco", "nivel")
	seeks      = phrases("algo", "tem que ser", "precisa ser", "something", "sou mais", "sou de", "prefiro", "preferimos", "gosto", "gostamos", "curto", "busco", "procuro", "sempre", "costumo", "so vou em", "so fico em", "prefer", "usually", "always", "look for")
	carefree   = phrases("money is not an issue", "money is no issue", "dinheiro nao é problema", "dinheiro nao é o problema", "sem limite de gasto", "sem limite de orcamento", "nao me importo com preco", "nao ligo para preco", "preco nao é problema", "preco nao importa", "money is no object", "money is no problem", "no budget limit", "price is no object")
	priced     = set("pouco apertado apertada curto curta baixo baixa limitado limitada enxuto enxuta modesto modesta folgado folgada livre ilimitado alto generoso luxo premium medio media intermediario popular tight limited low small modest flexible unlimited cheap affordable luxury upscale expensive caro cara caros caras")
	pricedFor  = set("em barato barata baratos baratas baratinho baratinha economico economica economicos high low mid luxo premium cheap affordable luxury upscale caro cara caros caras")
	realities  = set("esse nesse desse passe disse interesse isse")
)
