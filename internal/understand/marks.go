package understand

import (
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// Marks writes the marks that somebody dictated as marks: "tem sopa hoje
// interrogação" ends with "?". Only a message without marks is a dictated one, and a
// point is one only at its end: meat is done "ao ponto" elsewhere.
func Marks(message string) string {
	if strings.ContainsAny(message, ".?!;,") {
		return message
	}
	message = dictatedAsk().ReplaceAllString(message, "?")
	message = dictatedComma().ReplaceAllString(message, ",")
	rest := dictatedPoint().ReplaceAllString(message, "")
	if rest == message || doneTo[lastWord(rest)] {
		return message
	}
	return rest + "."
}

// doneTo are words before a point that is no mark: "ao ponto", "no ponto", "a punto".
var doneTo = lang.Set("ao no do a en al bom bem mal este esse nesse neste un um the")

func lastWord(text string) string {
	all := strings.Fields(lang.Fold(text))
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1]
}

var (
	dictatedAsk   = pattern.Of(`(?i)\s+(?:ponto de interroga[cç][aã]o|interroga[cç][aã]o|question mark|signo de interrogaci[oó]n|signo de pregunta)\b`)
	dictatedComma = pattern.Of(`(?i)\s+(?:v[ií]rgula|comma)\b`)
	dictatedPoint = pattern.Of(`(?i)\s+(?:ponto(?: final)?|punto(?: final)?|full stop|period)\s*$`)
)
