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
			return laughs && ends && c.Key == "restriction"
		}
		return laughs && (c.Kind == Budget || c.Kind == Fact && c.Key == "role" || c.Kind == Fact && c.Key == "schedule")
	})
}

var (
	laughter = regexp.MustCompile(`\b(?:k{3,}|(?:ha){2,}h?|(?:rs){2,}|lol|lmao|(?:he){2,})\b`)
	sneer    = regexp.MustCompile(`^\s*(?:oh sure|oh yeah|yeah right|sure thing|oh great|claro|ah claro|ah sim|sim claro|ah que [oó]timo|nossa que)\s*[,.!…]+\s*(?:\w+\s+){0,2}(?:love|adore|amo|adoro)`)
)

// outright finds "sou alérgico a X", or intolerant, where X is a word that nobody knows: it may
// be a food. It is not sure enough to be kept, but holds for the conversation.
func outright(text string) []Candidate {
	if strings.ContainsAny(text, "\"“”") || laughter.MatchString(lang.Fold(text)) {
		return nil
	}
	for sentence := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".!;\n", r) }) {
		folded := lang.Fold(sentence)
		m := allergicTo.FindStringSubmatchIndex(folded)
		if m == nil || strings.Contains(sentence, "?") || aside.MatchString(folded) {
			continue
		}
		key, word := "allergy", folded[m[4]:m[5]]
		if folded[m[2]] == 'i' {
			key = "intolerance"
		}
		if len(word) < 4 || len(ontology.Default().Read(word)) > 0 || class(word) != "" || everyday[word] || people[word] != nobody || verbs[word].known {
			continue
		}
		return []Candidate{{Kind: Diet, Key: key, Value: word, Scope: Durable, Subject: User, Confidence: guessed}}
	}
	return nil
}

// guessed is the confidence of what may be an allergy.
const guessed = 0.6

var (
	allergicTo = regexp.MustCompile(`(?:^|[.,;!] |\be |\beu |\bpois |\bque )(?:eu )?(?:sou|soy|tenho|tengo|i am|i m|im|i'm)\s+(?:muito |muy |super |severely |very )?(alergic[oa]|alergia|allergic|intoleran\w+)\s+(?:a|à|ao|aos|as|al|a la|com|de|to)\s+([a-z]+)`)
	aside      = regexp.MustCompile(`\b(?:se eu|if i|disse|diz|falou|said|says|fosse|seria|would|parece|quase|praticamente|basicamente|basically|nao sou|not)\b`)
	everyday   = set(`segunda terca quarta quinta sexta sabado domingo monday mondays reuniao reunioes meetings academia gym trabalho work chefe boss gente people pessoas fila filas espera mentira mentiras drama dramas
		despertador acordar politica politicos imposto impostos boleto boletos conta contas exercicio exercicios esporte vizinho sogra compromisso casamento amor frio calor multidao barulho transito traffic preguica
		bullshit nonsense crowds noise waiting queues small bills taxes commitment mornings homework bobagem besteira falsidade gente burrice injustica preco precos`)
)
