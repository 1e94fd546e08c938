package guard

import (
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// Mend puts values right where their violations have a Fix, takes out ids, and
// deletes the sentence or the line of a list of every other violation.
// It is not ok if nothing that says anything remains.
func Mend(answer string, vs []Violation) (mended string, ok bool) {
	t := readText(answer)
	gone := make([]bool, len(t.units))
	for _, x := range vs {
		if x.Kind == Language {
			return "", false
		}
		for i, u := range t.units {
			gone[i] = gone[i] || x.Fix == "" && x.Kind != ID && x.From < u.to && x.To > u.from
		}
	}
	for i, u := range t.units { // a head goes with the last line under it
		lines, left := 0, 0
		for j, w := range t.units {
			if w.under == i {
				if lines++; !gone[j] {
					left++
				}
			}
		}
		gone[i] = gone[i] || u.opens && lines > 0 && left == 0
	}
	var b strings.Builder
	at := 0
	for i, u := range t.units {
		b.WriteString(answer[at:max(at, u.from)])
		at = max(at, u.from)
		for _, x := range vs {
			if fixes := x.Fix != "" || x.Kind == ID; fixes && !gone[i] && u.from <= x.From && x.From < u.to && at <= x.From {
				b.WriteString(answer[at:x.From] + strings.TrimSpace(x.Fix))
				at = x.To
			}
		}
		if !gone[i] {
			b.WriteString(answer[at:max(at, u.to)])
		} else if u.to < len(answer) && answer[u.to] == '\n' && (u.from == 0 || answer[u.from-1] == '\n') {
			u.to++ // the whole line
		}
		at = max(at, u.to)
	}
	mended = tidy(b.String() + answer[at:])
	left, says := readText(mended), 0
	for _, u := range left.units {
		if !u.opens && !left.asks(u) {
			says += u.last - u.first
		}
	}
	return mended, says >= 3
}

var (
	spaces = pattern.Of(`(?m)[ \t]+$|^ (?:\b|$)`)
	blanks = pattern.Of(`\n{3,}`)
)

// tidy takes away the empty lines and spaces that deleting left.
func tidy(s string) string {
	return strings.TrimSpace(blanks().ReplaceAllString(spaces().ReplaceAllString(s, ""), "\n\n"))
}
