package understand

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
)

// Whose purchases a clause is about.
const (
	OwnPurchases   = "own"
	OtherPurchases = "other"
)

// Buyer tells whose purchases a clause is about, by the person of its words: "quanto
// gastei" is the speaker's, "o que minha irmã compra" another's. "" is neither or both.
func Buyer(clause string) string {
	clause = strings.ReplaceAll(" "+strings.ToLower(clause), " a gente ", " nós ")
	words := strings.FieldsFunc(clause, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '’' })
	found := map[string]bool{}
	for i := range words {
		found[buyerAt(words, i)] = true
	}
	switch {
	case found[OwnPurchases] == found[OtherPurchases]:
		return ""
	case found[OwnPurchases]:
		return OwnPurchases
	}
	return OtherPurchases
}

// buyerAt is whose a word of buying is: as the verb says, or the nearest word of a
// person, before it or, of a noun or in Spanish, behind it.
func buyerAt(words []string, i int) string {
	is, w, before := buyerWords(), words[i], slices.Clone(words[max(0, i-6):i])
	slices.Reverse(before)
	switch {
	case is["mine"][w], strings.HasSuffix(w, "ado") && i > 0 && words[i-1] == "he": // "lo que he gastado"
		return OwnPurchases
	case !is["theirs"][w] && !is["nouns"][w]:
		return ""
	case i > 0 && is["self"][words[i-1]]: // "we buy him another"
		return OwnPurchases
	case nearestPerson(words[i+1:min(len(words), i+5)]) == OtherPurchases:
		return OtherPurchases
	}
	return nearestPerson(before)
}

// nearestPerson is who the first word of a person in a row is.
func nearestPerson(words []string) string {
	is := buyerWords()
	for i, w := range words {
		switch {
		case is["people"][w], is["pronoun"][w], is["owner"][w] && i+1 < len(words) && is["people"][words[i+1]]: // "my boss", read forwards
			return OtherPurchases
		case is["self"][w], is["owner"][w]:
			return OwnPurchases
		}
	}
	return ""
}

//go:embed buyers.txt
var buyersText string

var buyerWords = sync.OnceValue(func() wordfile.Book { return wordfile.Sets(buyersText) })
