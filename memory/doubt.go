package memory

import (
	"regexp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// copied reports that a message is not the guest's own words: the output of a
// tool or a page, marked as such at its beginning.
func copied(text string) bool { return machineMark.MatchString(strings.ToLower(text)) }

var machineMark = regexp.MustCompile(`^\s*(?:\[(?:p[aá]gina|web|tool|site|resultado|result|system|sistema|documento|document|trecho|search|fonte|source)|<(?:html|tool|web|result|document)|\{\s*")`)

// unserious drops what is said with a laugh or a sneer: tastes and facts
// altogether, and of what one must not eat what has an end ("vegano até passar
// um churrasco kkk"). An allergy told with a laugh is an allergy.
func unserious(text string, found []Candidate) []Candidate {
	folded := lang.Fold(text)
	laughs, sneers := laughter.MatchString(folded), sneer.MatchString(strings.ToLower(text))
	if !laughs && !sneers {
		return found
	}
	ends := strings.Contains(folded, " ate ") || strings.Contains(folded, " until ")
	return slices.DeleteFunc(found, func(c Candidate) bool {
		switch {
		case c.Kind == Preference || c.Kind == Dislike:
			return sneers
		case c.Kind == Diet:
			return laughs && (ends && c.Key == "restriction" || c.Confidence == guessed)
		}
		return laughs && (c.Kind == Budget || c.Kind == Fact && c.Key == "role" || c.Kind == Fact && c.Key == "schedule")
	})
}

var (
	laughter = regexp.MustCompile(`\b(?:k{3,}|(?:ha){2,}h?|(?:rs){2,}|lol|lmao|(?:he){2,})\b`)
	sneer    = regexp.MustCompile(`^\s*(?:oh sure|oh yeah|yeah right|sure thing|oh great|claro|ah claro|ah sim|sim claro|ah que [oó]timo|nossa que)\s*[,.!…]+\s*(?:\w+\s+){0,2}(?:love|adore|amo|adoro)`)
)

// unheardOf reads "sou alérgico a X", or intolerant, where X is a word that
// nobody knows: it may be a food. It is not sure enough to be kept, but holds
// for the conversation.
func (s *sentence) unheardOf(h *hit) []value {
	if !h.reacts() || !against[s.wordAt(h.to-1)] || !starts(s.wordAt(h.from), "alerg", "allerg", "intoler") || s.tokens[h.to-1].stop > goesOn {
		return nil
	}
	i := h.to
	for i < len(s.tokens) && s.leads(i) {
		i++
	}
	w := s.wordAt(i)
	if len(w) < 4 || len(ontology.Default().Read(w)) > 0 || class(w) != "" || lists()["jokes"][w] || everyday[w] || people[w] != nobody || verbs[w].known {
		return nil
	}
	return []value{{text: s.tokens[i].text}}
}

// everyday is what nobody reacts to in earnest.
var everyday = set(`segunda terca quarta quinta sexta sabado domingo monday mondays reuniao reunioes meetings academia gym trabalho work chefe boss gente people pessoas fila filas espera mentira mentiras drama dramas
		despertador acordar politica politicos imposto impostos boleto boletos conta contas exercicio exercicios esporte vizinho sogra compromisso casamento amor frio calor multidao barulho transito traffic preguica
		bullshit nonsense crowds noise waiting queues small bills taxes commitment mornings homework bobagem besteira falsidade burrice injustica preco precos dinheiro money frescura frescuras everything anything fofoca fanatismo leaving`)
