package memory

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// around reads what somebody reacts to, wherever it is named: after the phrase
// ("alergia braba de amendoim", "incho todo se como siri"), before it ("lactose
// me destrói, sou intolerante"), or in the sentence before.
func (m *message) around(n int, h *hit, limit int) []value {
	s := &m.sentences[n]
	if all := s.rightBefore(h, h.take == "around"); len(all) > 0 {
		return all // "morango me enche de bolinha"
	}
	shut := min(s.shut(h.to-1), limit, h.to+4)
	if h.take == "around" {
		limit = len(s.tokens)
		for shut = h.to; shut < limit && s.tokens[shut-1].stop < comma; shut++ {
		}
	}
	for i := h.to - 1; i < shut; i++ {
		w := s.tokens[i].word
		if !against[w] && !(h.take == "around" && eating[w]) || s.tokens[i].stop == comma {
			continue
		}
		if all := s.foods(i+1, limit, false); len(all) > 0 {
			return all
		}
		if toward[w] && h.take == "foods" {
			return nil // of what nobody eats: a joke
		}
	}
	all := s.lastFoods(0, h.from)
	if n > 0 && len(all) == 0 && !h.symptom && !(m.sentences[n-1].asked && s.recalls(h)) {
		before := &m.sentences[n-1]
		all = before.lastFoods(0, len(before.tokens))
	}
	if len(all) == 0 && m.answer(n) > 0 { // "Alergia? Sim, camarão"
		after := &m.sentences[n+1]
		all = after.foods(after.affirms(), len(after.tokens), false)
	}
	for i := h.to; i < len(s.tokens) && len(all) == 0 && h.take == "foods"; i++ { // "por causa de uma alergia minha, nada de amendoim"
		if against[s.wordAt(i-1)] && s.tokens[i-1].stop == goesOn {
			all = s.foods(i, len(s.tokens), false)
		}
	}
	return all
}

// recalls reports "remember my allergy": it was told before, and what is asked
// beside it is no part of it.
func (s *sentence) recalls(h *hit) bool {
	return mine[s.wordAt(h.from-1)] && slices.ContainsFunc(s.tokens[s.open(h.from):h.from], func(t token) bool { return keep[t.word] || forgetting[t.word] })
}

// gapped adds what others react to of whom nothing but that is said: "minha
// filha é alérgica a ovo e eu a castanha".
func (m *message) gapped(n int, h *hit, c Candidate) {
	s := &m.sentences[n]
	for i := h.to + 1; i+2 < len(s.tokens); i++ {
		if !joints[s.tokens[i].word] && s.tokens[i-1].stop != comma {
			continue
		}
		who := nobody
		for k := i; k < min(i+6, len(s.tokens)) && !(k > i && verbs[s.tokens[k].word].known); k++ {
			if toward[s.tokens[k].word] && who != nobody {
				for _, v := range s.foods(k+1, len(s.tokens), false) {
					if s.find(k+1, s.shut(k), phrases("nao", "not")) >= 0 {
						return
					}
					c.Value = v.text
					m.found = append(m.found, c)
				}
			}
			if p := s.personAt(k); p != nobody {
				if who = m.atTable(p, s, k); p == pronoun {
					who = m.named(n, k)
				}
			} else if w := s.tokens[k].word; w == "outro" || w == "outra" || w == "other" {
				who = party
			}
			switch who {
			case guest:
				c.Subject = User
			case family, party:
				c.Subject = Companion
			case nobody:
			default:
				return
			}
		}
	}
}

// explained reports whether what a thing does to the guest is put down to
// something else right after: "não posso com leite, tenho intolerância à
// lactose" tells of lactose.
func (s *sentence) explained(hits []hit, i int) bool {
	if hits[i].kind != Diet || hits[i].who != "i" || hits[i].key == "restriction" {
		return false
	}
	for k := i + 1; k < len(hits); k++ {
		h := &hits[k]
		if h.kind != Diet || h.who != "any" || h.key == "restriction" || h.from < hits[i].to {
			continue
		}
		open := s.open(h.from)
		return open > hits[i].to && !joints[s.wordAt(open)] && !joints[s.wordAt(open-1)] && len(s.values(h, len(s.tokens))) > 0
	}
	return false
}

// answer is what the guest says to a question of their own, or of a form: 1
// that it is so, -1 that it is so no longer, 0 nothing.
func (m *message) answer(n int) int {
	if n+1 >= len(m.sentences) {
		return 0
	}
	s, after := &m.sentences[n], &m.sentences[n+1]
	switch {
	case s.asked && after.find(0, 3, noLongerSo) >= 0:
		return -1
	case s.asked && yes[after.wordAt(0)], after.affirms() > 0 && after.tokens[after.affirms()-1].stop == colon:
		return 1
	}
	return 0
}

// affirms is how many words a sentence begins with that say yes, or mine.
func (s *sentence) affirms() int {
	if determiners[s.wordAt(0)] && mine[s.wordAt(1)] {
		return 2
	}
	if len(s.tokens) > 0 && (yes[s.tokens[0].word] || mine[s.tokens[0].word]) {
		return 1
	}
	return 0
}

// lastFoods reads the last thing to eat named between two tokens, or the list
// of them that it ends.
func (s *sentence) lastFoods(open, end int) []value {
	var all []value
	for to := end; to > open; to-- {
		p, ok := s.foodAt(open, to)
		if !ok && len(all) > 0 {
			break
		}
		if !ok {
			continue
		}
		all = append(all, value{text: s.text(p)})
		for p.from > open && determiners[s.tokens[p.from-1].word] && s.tokens[p.from-1].stop == goesOn {
			p.from--
		}
		switch {
		case p.from > open && joints[s.tokens[p.from-1].word]:
			to = p.from
		case p.from > open && s.tokens[p.from-1].stop == comma:
			to = p.from + 1
		default:
			to = open
		}
	}
	slices.Reverse(all)
	return all
}

// foodAt is the longest thing to eat that ends before a token: "corante amarelo
// tartrazina", of "wife is lactose" only the last word.
func (s *sentence) foodAt(open, to int) (span, bool) {
	for from := max(open, to-5); from < to; from++ {
		p := span{from, to}
		if s.crosses(from, to) || meal(s.words(span{from, min(to+2, len(s.tokens))})) || s.tokens[from].word == "soy" && s.verbAt(from).known || slices.ContainsFunc(s.tokens[from:to], func(t token) bool { return mixed[t.word] || judged[t.word] }) {
			continue
		}
		if s.exactly(p) || allergen(s.tokens[from].word) && s.startsFood(span{from, from + 1}) && s.qualified(p) {
			return p, true
		}
	}
	return span{}, false
}

// exactly reports whether a span is the name of one thing to eat.
func (s *sentence) exactly(p span) bool {
	words := s.words(p)
	return allergen(words) && (s.isOne(p) && !leading[s.tokens[p.from].word] || lists()["foods"][words] || lists()["foods"][words+"s"] || lists()["reactive"][words])
}

// qualified reports whether a thing to eat goes on to the end of a span.
func (s *sentence) qualified(p span) bool {
	for i := p.from + 1; i < p.to; i++ {
		w := s.tokens[i].word
		if !allergen(w) && !adjectives[w] && (!owning[w] || i+1 == p.to) {
			return false
		}
	}
	return true
}

// before reads what stands right before a phrase: "camarão me dá alergia", "a
// nut allergy".
func (s *sentence) before(h *hit) []value {
	open := s.open(h.from)
	if rest := s.tokens[open:h.from]; h.who == "i" && open > 0 && !slices.ContainsFunc(rest, func(t token) bool { return !ending[t.word] && !joints[t.word] }) {
		return s.lastFoods(s.open(open-1), open) // "não consigo comer ovo, me embrulha o estômago"
	}
	return s.rightBefore(h, h.who != "any") // "siri sempre me faz mal", but "a nut allergy"
}

// rightBefore reads what ends where a phrase begins, or, if loose is set, up to
// three words before: "canela, cravo e noz-moscada me dão asma".
func (s *sentence) rightBefore(h *hit, loose bool) []value {
	open, last := s.open(h.from), h.from-1
	if loose {
		last = h.from - 4
	}
	for end := h.from; end > max(open, last); end-- {
		if _, ok := s.foodAt(open, end); ok {
			return s.lastFoods(0, end)
		}
	}
	return nil
}

// topical reads what is named before it is judged: "cachaça não desce", "hotel
// grandão eu não curto". It is so only if the clause ends with the judgement.
func (s *sentence) topical(h *hit) []value {
	for i := h.to; i < s.shut(h.to-1) && h.take != "before"; i++ {
		if w := s.tokens[i].word; !trailing[w] && w != "them" && w != "it" && w != "isso" {
			return nil
		}
	}
	if s.wordAt(h.from-1) == "a" {
		return nil // "coentro a gosto"
	}
	p := span{s.open(h.from), h.from}
	for p.to > p.from && (trailing[s.tokens[p.to-1].word] || people[s.tokens[p.to-1].word] == guest) {
		p.to--
	}
	if p.to == p.from && p.from > 0 && h.who == "i" { // "jiló pra mim é castigo, não suporto"
		if before := s.list(s.open(p.from-1), p.from, false); len(before) > 0 {
			p = before[0]
		}
		if foods := s.lastFoods(p.from, p.to); len(foods) == 1 {
			return []value{{foods[0].text, class(lang.Fold(foods[0].text))}}
		}
		for i := p.from; i < p.to; i++ {
			if w := s.tokens[i].word; w == "para" || w == "é" {
				p.to = i
			}
		}
	}
	for p.from < p.to && s.leads(p.from) {
		p.from++
	}
	if f, ok := s.food(p, eaten); ok && h.take != "before" {
		p = f
	}
	key := class(s.words(p))
	if p.to-p.from > 5 || key == "" || h.session && (key == "food" || key == "drink") || slices.ContainsFunc(s.tokens[p.from:p.to], func(t token) bool { return ending[t.word] || verbs[t.word].known }) {
		return nil
	}
	return []value{{s.text(p), key}}
}

// weaker reports whether a says of a diet less than b does: who has an allergy
// to shrimp does not eat it either.
func weaker(a, b *Candidate) bool {
	if b.Kind != Diet || a.Subject != b.Subject || a.Person != b.Person || a.Retract != b.Retract {
		return false
	}
	order := []string{"restriction", "intolerance", "allergy"}
	return a.Kind == Dislike || a.Kind == Diet && slices.Index(order, a.Key) < slices.Index(order, b.Key)
}

// allergen reports whether words are what somebody may react to: no meal, and
// nothing that is too dear, too warm or too bad to be in earnest; nor is it to
// eat.
func allergen(words string) bool { return edible(words) && !meal(words) && !eating[words] }

// meal reports a meal, or what it is asked for: "para o jantar".
func meal(words string) bool {
	for {
		first, rest, more := strings.Cut(words, " ")
		if !more || !links[first] && !determiners[first] {
			return meals[words] || words == "cafe da manha" || words == "cafe de manha"
		}
		words = rest
	}
}

var (
	forgetting  = set("esqueca esquece esquecam esquecer forget olvide olvides recuerde recuerda considere consider mind")
	yes         = set("sim yes yeah yep tenho temos")
	noLongerSo  = phrases("nao tenho mais", "nao sou mais", "nao mais", "not anymore", "ja nao", "sarei", "passou")
	toward      = set("a ao aos as to al contra")
	against     = set("a ao aos as to al contra de do da dos das com por from of for")
	eating      = set("como comer comi comendo comesse come comem comeu provo provar provei provou bebo beber bebi bebe tomo tomar toma eat eats eating ate have has had having drink drinks with near touch touches smell encosto encostar cheiro toco vejo tiver tem")
	mixed       = set("com sem with without")
	determiners = set("o a os as um uma qualquer the an any")
	meals       = set(`jantar almoco pool piscina dieta cena cenar almorzar almuerzo desayuno desayunar merienda almocar supper brunch comida bebida cardapio menu porcao rodizio buffet refluxo gastrite azia sobremesa prato lanche ceia comer beber food dinner lunch breakfast dish dessert meal drink drinks
	pratos comidas bebidas sobremesas lanches cozinha kitchen restaurante festa side passa bolinha bolinhas bola balao combina combinam`)
)
