package memory

// budget adds what the guest wants to spend.
func (m *message) budget(n int) {
	s := &m.sentences[n]
	if s.reported(len(s.tokens)) || s.supposed(0, min(2, len(s.tokens))) {
		return
	}
	add := func(key, value string) {
		c := Candidate{Kind: Budget, Key: key, Value: value, Scope: Session, Subject: User, Confidence: clear}
		if s.has(habits...) && !s.now(0, len(s.tokens)) && !s.has(thisTime...) {
			c.Scope = Durable
		}
		m.found = append(m.found, c)
	}
	for _, l := range levels {
		if s.has(l.is...) && !s.asked {
			add("level", l.value)
			return
		}
	}
	if !s.has(limits...) || !s.has(money...) {
		return
	}
	for i := range s.tokens {
		amount, ok := numberOf(s.tokens[i].word)
		if !ok || s.wordAt(i) == "um" || s.wordAt(i) == "uma" || s.tokens[i].stop == goesOn && notPeople[s.wordAt(i+1)] && s.wordAt(i+1) != "reais" && s.wordAt(i+1) != "a" || s.find(i+1, i+2, partyAfter) >= 0 {
			continue
		}
		if s.wordAt(i+1) == "mil" && s.wordAt(i) != "mil" {
			amount += "000"
		}
		if s.asked && !s.has(habits...) && s.shut(i) == len(s.tokens) {
			return
		}
		near := s.find(max(0, i-7), i, limits) >= 0 || s.find(i+1, i+4, atMost) >= 0
		if !near || s.find(max(0, i-6), i, spent) >= 0 {
			continue
		}
		if to, ok := s.upTo(i); ok {
			add("range", amount+"-"+to)
			return
		}
		end := min(len(s.tokens), i+7)
		switch {
		case s.find(i+1, end, perHead) >= 0 || s.find(max(0, i-6), i, perHead) >= 0:
			add("max_person", amount)
		case s.find(i+1, end, perBed) >= 0 || s.find(max(0, i-6), i, perBed[:5]) >= 0:
			add("max_night", amount)
		default:
			add("max_total", amount)
		}
		return
	}
}

var thisTime = phrases("dessa vez", "nessa viagem", "hoje", "tonight", "this trip", "a viagem", "o jantar", "esse jantar", "essa viagem")

// upTo is the upper end of "entre 100 e 150".
func (s *sentence) upTo(i int) (string, bool) {
	before := s.wordAt(i - 1)
	if before == "r" {
		before = s.wordAt(i - 2)
	}
	for k := i + 1; k < min(i+5, len(s.tokens)); k++ {
		switch w := s.tokens[k].word; w {
		case "e", "a", "and", "to", "ate":
			for j := k + 1; j < min(k+3, len(s.tokens)); j++ {
				if to, ok := numberOf(s.tokens[j].word); ok && (before == "entre" || before == "between" || before == "de" || before == "from" || w == "a" || w == "to") {
					return to, true
				}
			}
		}
	}
	return "", false
}

var (
	limits  = phrases("ate", "maximo", "max", "limite", "orcamento", "budget", "up to", "under", "no more than", "nao passar de", "passe de", "passo de", "mais de", "mais que", "teto", "gasto", "gastar", "pagar", "pago", "spend", "at most", "less than", "menos de", "below", "faixa", "entre", "between", "verba", "tops")
	money   = phrases("reais", "real", "conto", "contos", "pila", "r", "dolares", "dollars", "usd", "bucks", "brl", "euros", "mangos", "pratas", "orcamento", "budget", "por pessoa", "per person", "por cabeca", "a diaria", "por noite", "per night", "a night", "diaria", "gasto", "gastar", "spend", "pagar", "pago", "a head", "verba")
	habits  = phrases("sempre", "nunca", "normalmente", "geralmente", "costumo", "costumamos", "em geral", "meu limite", "meu orcamento", "meu teto", "nosso orcamento", "my budget", "our budget", "usually", "never", "always", "gasto", "nao gosto de", "my limit", "i spend", "nao pago", "meu maximo", "nao passo de", "nosso limite", "nosso teto", "eu pago", "pagamos", "our limit", "we spend", "we pay", "i pay")
	atMost  = phrases("no maximo", "tops", "max", "at most", "maximo")
	spent   = phrases("custa", "custou", "paguei", "cobraram", "costs", "era", "gastei", "foi", "deu")
	perHead = phrases("por pessoa", "por cabeca", "per person", "cada", "a head", "each", "pp", "por cada", "pra cada", "para cada", "per head", "por pax", "p pessoa", "para pessoa")
	perBed  = phrases("diaria", "diarias", "por noite", "per night", "nightly", "a night", "pernoite", "a noite", "por diaria", "noite")
	levels  = []struct {
		is    []phrase
		value string
	}{
		{phrases("orcamento apertado", "orcamento ta apertado", "orcamento esta apertado", "orcamento é apertado", "meu orcamento anda apertado"), "apertado"},
		{phrases("orcamento curto", "orcamento é curto", "orcamento ta curto", "grana curta", "grana ta curta", "dinheiro curto"), "curto"},
		{phrases("orcamento baixo", "orcamento é baixo"), "baixo"},
		{phrases("orcamento limitado", "orcamento é limitado"), "limitado"},
		{phrases("tight budget", "budget is tight"), "tight"},
		{phrases("dinheiro nao é problema", "dinheiro nao é o problema", "sem limite de gasto", "orcamento livre", "sem limite de orcamento", "orcamento é livre"), "sem limite"},
		{phrases("money is no object", "money is no problem", "no budget limit"), "no limit"},
		{phrases("nao gosto de gastar muito", "nao gosto de lugar caro", "gosto de lugar barato", "prefiro lugar barato", "prefiro lugares baratos", "prefiro coisa barata", "sou economico", "sou economica"), "econômico"},
	}
)
