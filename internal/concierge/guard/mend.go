package guard

import (
	"cmp"
	"slices"
	"strings"
)

// Mend puts values right where their violations have a Fix, takes out ids, and
// deletes the sentence or the line of a list of every other violation.
// It is not ok if nothing that says anything remains.
func Mend(answer string, vs []Violation) (mended string, ok bool) {
	t := readText(answer)
	type cut struct {
		from, to int
		put      string
	}
	var cuts []cut
	gone := make([]bool, len(t.units))
	for _, x := range vs {
		if x.From < 0 || x.To > len(answer) || x.From > x.To {
			continue
		}
		switch {
		case x.Kind == Language:
			return "", false
		case x.Fix != "" || x.Kind == ID:
			cuts = append(cuts, cut{x.From, x.To, strings.TrimSpace(x.Fix)})
		default:
			for i, u := range t.units {
				gone[i] = gone[i] || x.From < u.to && x.To > u.from
			}
		}
	}
	for i := 1; i < len(t.units); i++ { // "Custa R$ 94." goes with the name it hangs on
		u := t.units[i]
		if _, costs := t.at("costs", u.first); gone[i-1] && costs && !u.list && !strings.Contains(answer[t.units[i-1].to:u.from], "\n") {
			gone[i] = true
		}
	}
	for i, u := range t.units { // a head goes with the last line under it
		under := func(w unit) bool { return w.under == i }
		if u.opens && !gone[i] && slices.ContainsFunc(t.units, under) {
			left := false
			for j, w := range t.units {
				left = left || under(w) && !gone[j]
			}
			gone[i] = !left
		}
	}
	for i, u := range t.units {
		if gone[i] {
			if (u.from == 0 || answer[u.from-1] == '\n') && u.to < len(answer) && answer[u.to] == '\n' {
				u.to++ // the whole line
			}
			cuts = append(cuts, cut{u.from, u.to, ""})
		}
	}
	slices.SortStableFunc(cuts, func(a, b cut) int { return cmp.Or(a.from-b.from, b.to-a.to) })
	var b strings.Builder
	at := 0
	for _, x := range cuts {
		if x.from >= at {
			b.WriteString(answer[at:x.from] + x.put)
			at = x.to
		}
	}
	b.WriteString(answer[at:])
	mended = tidy(b.String())
	left := readText(mended)
	says := 0
	for _, u := range left.units {
		if !u.opens && !strings.HasSuffix(strings.TrimSpace(left.raw[u.from:u.to]), "?") {
			says += u.last - u.first
		}
	}
	return mended, says >= 3
}

// tidy takes away the empty lines and spaces that deleting left.
func tidy(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t")
		if at := len(line) - len(strings.TrimLeft(line, " ")); at == 1 {
			lines[i] = strings.TrimSpace(line)
		}
	}
	s = strings.Join(lines, "\n")
	for strings.Contains(s, "\n\n\n") {
		s = strings.ReplaceAll(s, "\n\n\n", "\n\n")
	}
	return strings.TrimSpace(s)
}
