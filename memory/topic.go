package memory

import (
	"cmp"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// topics returns what several messages have in common: the word, or the name
// of several words, that most of them have, and at least some.
func topics(queries []string, least int) []Candidate {
	if len(queries) < least {
		return nil
	}
	seen := map[string]*topic{}
	for n, q := range queries {
		for _, s := range split(q) {
			for i := range s.tokens {
				for size := 1; size <= 3 && i+size <= len(s.tokens); size++ {
					p := span{i, i + size}
					if s.telling(i) && s.telling(i+size-1) && !s.crosses(p.from, p.to) && (size == 1 || s.isOne(p)) {
						note(seen, &s, p, n)
					}
				}
			}
		}
	}
	var best *topic
	for _, x := range seen {
		if x.in >= least && (best == nil || x.before(best)) {
			best = x
		}
	}
	if best == nil {
		return nil
	}
	if strings.ToUpper(best.text) != best.text {
		best.text = strings.ToLower(best.text)
	}
	return []Candidate{{Kind: Procedural, Key: "topic", Value: best.text, Scope: Durable, Subject: User, Confidence: implied}}
}

// A topic is a word, or a few, of the messages.
type topic struct {
	text  string // its shortest form
	in    int    // messages it is in
	last  int    // the last of them
	words int
	known int // 1: to the ontology
	order int
}

// before reports whether one topic tells more than another.
func (x *topic) before(y *topic) bool {
	return cmp.Or(y.in-x.in, y.words-x.words, y.known-x.known, len(y.text)-len(x.text), x.order-y.order) < 0
}

func note(seen map[string]*topic, s *sentence, p span, n int) {
	key := lang.Same(s.words(p))
	x := seen[key]
	if x == nil {
		x = &topic{text: s.text(p), last: -1, words: p.to - p.from, order: len(seen)}
		if s.isOne(p) {
			x.known = 1
		}
		seen[key] = x
	}
	if text := s.text(p); len(text) < len(x.text) {
		x.text = text
	}
	if x.last != n {
		x.in, x.last = x.in+1, n
	}
}

// telling reports whether a word may be a topic, or begin or end one. What ails
// a guest may not.
func (s *sentence) telling(i int) bool {
	t := s.tokens[i]
	return len(t.word) > 2 && t.text != "" && t.word[0] > '9' && !stopwords[t.word] && (!leading[t.word] || eaten(t.word)) && !trailing[t.word] && !ending[t.word] &&
		!starts(t.word, "alerg", "allerg", "intoler", "anafil", "celiac") && !verbs[t.word].known && people[t.word] == nobody && !reports[t.word] && !lists()["common"][t.word] && !lists()["given"][t.word]
}

var stopwords = set(`qual quais quanto quantos custa custam preco precos valor tem tinha hoje amanha aqui ali onde como quando quero queria gostaria pode podem posso poderia voces voce sobre mais menos muito melhor melhores
	bom boa bons boas dia tarde noite oi ola obrigado obrigada favor valeu sim nao outro outra outros esse essa este esta isso algum alguma alguns tudo bem ainda tambem fica ficam abre abrem fecha hora horas horario qualquer ver saber
	mostra mostrar indica indicar recomenda recomendam sugere sugestao alguem pra para ate entre com sem que por perto algo coisa opcao opcoes gente semana mes ano vez fim reais uma tipo serve servem vende vendem acha
	the and for with what which where when how much many does have has any can could would want like best good near from today tomorrow tonight please thanks thank hello there here about more less other cost costs price
	you your are show tell need get find some know our open close recommend pessoas pessoa quem sera existe vai vou vamos tao novo nova novos novas new nuevo nueva nuevos nuevas cheap barato barata caro incluso inclusa isto aquilo mesa aceita aceitam preciso precisa`)
