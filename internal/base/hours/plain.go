package hours

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

const dayWord = `(?:dom|seg|ter|qua|qui|sex|sab|lun|mar|mie|jue|vie|sun|mon|tue|wed|thu|fri|sat)[a-z]*|(?:su|mo|tu|we|th|fr|sa)\b`

var (
	// 11:30-15:00, 11h30 as 15h, das 18 a 23, from 6 to 10
	fromTo = pattern.Of(`(?:\b(?:das?|de|from)\s+)?` + clockForm + `\s*(?:[-–—]|\s(?:as|a|ate|to)\s)\s*` + clockForm)
	// aos domingos, todas as quartas, sab
	dayForm = pattern.Of(`(?:\b(?:aos?|as|os|nas?|nos?|on|los|el|todos?|todas?|de)\s+)*\b(` + dayWord + `)`)
	// what stands between two days or two times
	listForm, rangeForm, loose = pattern.Of(`\s*[,;|/&]\s*|\s(?:e|y|and)\s`), pattern.Of(`\s*[-–—]\s*|\s(?:a|to)\s`), pattern.Of(`([A-Z][a-z])[:,] ?(\d)`)

	// unaccented takes accents away, and what Portuguese adds to the name of a day.
	unaccented = strings.NewReplacer("á", "a", "à", "a", "é", "e", "ç", "c", "-feiras", "", "-feira", "")

	// daysCalled has how the names of each weekday begin, from Sunday on.
	daysCalled = [][]string{{"su", "dom"}, {"mo", "seg", "lun"}, {"tu", "ter", "mar"}, {"we", "qua", "mie"}, {"th", "qui", "jue"}, {"fr", "sex", "vie"}, {"sa"}}
)

const clockForm = `(\d{1,2})(?:[:h](\d{2})?)?(?:h|hs)?`

// Plain writes hours as Parse reads them that people write in words of Portuguese, English or Spanish: "qua e sáb 12h às 16h" is
// "We,Sa 12:00-16:00". What it does not know it leaves as it is.
func Plain(text string) string {
	text = fromTo().ReplaceAllStringFunc(unaccented.Replace(strings.ToLower(text)), func(said string) string {
		m := fromTo().FindStringSubmatch(said)
		clock := func(hour, minute string) string { return ("0" + hour)[len(hour)-1:] + ":" + (minute + "00")[:2] }
		return clock(m[1], m[2]) + "-" + clock(m[3], m[4])
	})
	text = dayForm().ReplaceAllStringFunc(text, func(said string) string {
		word := dayForm().FindStringSubmatch(said)[1]
		return Weekdays[slices.IndexFunc(daysCalled, func(all []string) bool {
			return slices.ContainsFunc(all, func(first string) bool { return strings.HasPrefix(word, first) })
		})]
	})
	text = rangeForm().ReplaceAllString(listForm().ReplaceAllString(strings.TrimSpace(text), ","), "-")
	return loose().ReplaceAllString(text, "$1 $2")
}
