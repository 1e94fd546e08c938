package trip

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// The tools, in the order in which they are shown.
const (
	ListAccommodations = "list-accommodations"
	ListRestaurants    = "list-restaurants"
)

// wanted returns the tools that a conversation asks for: what its last message
// names, or else the last one before that names any, or else all.
func wanted(messages []Message) []string {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role != "user" {
			continue
		}
		if some := named(messages[i].Content); len(some) > 0 {
			return some
		}
	}
	return names()
}

func names() (all []string) {
	for _, t := range tools {
		all = append(all, t.name)
	}
	return all
}

// named returns the tools that a message names and does not rule out.
func named(text string) (some []string) {
	words := strings.FieldsFunc(lang.Fold(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	folded := " " + strings.Join(words, " ") + " "
	if containsAny(folded, whole) {
		return names()
	}
	for _, t := range tools {
		for _, w := range t.words {
			if i := strings.Index(folded, " "+w); i >= 0 && !ruledOut(folded[:i+1]) {
				some = append(some, t.name)
				break
			}
		}
	}
	return some
}

func containsAny(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, " "+w) })
}

// ruledOut reports whether what stands before a word says that it is not
// wanted: "já tenho hotel", "não preciso de pousada".
func ruledOut(before string) bool {
	words := strings.Fields(before)
	words = words[max(0, len(words)-5):]
	for i, w := range words {
		rest := len(words) - i
		switch w {
		case "nao", "no", "not", "dont", "don", "sem", "without", "sin", "nem", "esquece", "esqueca", "forget", "skip", "dispenso", "tirando", "menos", "fora":
			if rest <= 4 && !slices.Contains(words[i:], "mas") && !slices.Contains(words[i:], "but") {
				return true
			}
		case "ja", "already", "ya":
			if slices.ContainsFunc(words[i:], func(w string) bool {
				return slices.Contains([]string{"tenho", "temos", "reservei", "reservamos", "fechei", "tem", "have", "booked", "got", "tengo", "reserve"}, w)
			}) {
				return true
			}
		}
	}
	return false
}

// whole are how words begin that ask for all there is.
var whole = []string{"roteiro", "plano completo", "planejar", "planeje", "planeja ", "plan my", "plan a", "plan the", "plan our", "full plan", "itinerar", "onde ficar e comer", "ficar e comer", "onde ficar e onde comer", "stay and eat", "where to stay and", "tudo que", "as duas coisas", "os dois,", "ambos", "both"}
