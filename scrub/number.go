package scrub

import "strings"

// group is digits that stand together.
type group struct{ start, end int }

// number is some groups of a row that may be one number, as it was written.
type number struct {
	text   string // in which the groups are
	groups []group
	count  int // of digits
	last   int // the index of its last group in the row
}

// longest is the number of digits of the longest number there is to find, a card's.
const longest = 19

// Signs that may stand in a number; those that may part the digits of a document
// or card wherever its writer likes; and those of a telephone number.
const (
	anySign = " .-_~/\\,()"
	loose   = " .-_~"
	dialled = loose + "()"

	mostSigns, mostBlanks = 4, 12 // between two groups
)

// row reads the groups at i. A line break ends a row.
func row(s string, i int) (all []group) {
	for i < len(s) && isDigit(s[i]) {
		g := group{i, digitsEnd(s, i)}
		all = append(all, g)
		i = skip(s, g.end, anySign, mostBlanks)
		if strings.Count(s[g.end:i], " ") < i-g.end-mostSigns {
			break
		}
	}
	return all
}

func digitsEnd(s string, i int) int {
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i
}

// from returns the numbers that begin with a group of a row, the longest last.
func from(s string, row []group, a int) (all []number) {
	n := number{text: s}
	for b := a; b < len(row); b++ {
		if n.count += row[b].end - row[b].start; n.count > longest {
			break
		}
		n.groups, n.last = row[a:b+1], b
		all = append(all, n)
	}
	return all
}

func (n number) start() int { return n.groups[0].start }
func (n number) end() int   { return n.groups[len(n.groups)-1].end }

// digits returns them all.
func (n number) digits() string { return only(n.text[n.start():n.end()], isDigit) }

// is reports whether the groups have these lengths.
func (n number) is(lens ...int) bool { return len(lens) == len(n.groups) && n.begins(lens...) }

// begins reports whether the first groups do.
func (n number) begins(lens ...int) bool {
	if len(lens) > len(n.groups) {
		return false
	}
	for i, length := range lens {
		if g := n.groups[i]; g.end-g.start != length {
			return false
		}
	}
	return true
}

// has reports whether only such signs stand between the groups.
func (n number) has(signs string) bool {
	for i := range len(n.groups) - 1 {
		if strings.Trim(n.gap(i), signs) != "" {
			return false
		}
	}
	return true
}

// gap is what stands behind a group.
func (n number) gap(i int) string { return n.text[n.groups[i].end:n.groups[i+1].start] }

// shape writes a number with 0 for its digits and the most telling sign of each gap: "(00) 00000-0000" is 00)00000-0000.
func (n number) shape() string {
	var b strings.Builder
	for i, g := range n.groups {
		b.WriteString(strings.Repeat("0", g.end-g.start))
		if i < len(n.groups)-1 {
			gap := n.gap(i)
			b.WriteByte(gap[max(0, strings.IndexAny(gap, ")-./"))])
		}
	}
	return b.String()
}

// isEven reports whether no group but the last is short, or all are single
// digits: other numbers in a row are seldom like that.
func (n number) isEven() bool {
	large := true
	for _, g := range n.groups[:len(n.groups)-1] {
		large = large && g.end-g.start >= 4
	}
	return large || n.count == len(n.groups)
}

// isDate reports whether a number begins like a date: 28.07.2026.
func (n number) isDate() bool {
	return (n.begins(2, 2, 4) || n.begins(4, 2, 2)) && n.gap(0) == n.gap(1) && n.gap(0) != " "
}

// numbers finds what is to be hidden in the row of groups at i, and returns its end.
func (s *scanner) numbers(i int) int {
	text := s.ahead()
	all := row(text, i)
	end := all[len(all)-1].end
	s.nth++
	c := s.context(i, end)
	for a := 0; a < len(all); a++ {
		if isFraction(text, all[a]) {
			continue
		}
		f, last := s.identify(from(text, all, a), c)
		if f.typ == "" || f.rank > 0 && surerWithin(text, all[:last+1], a+1, c) {
			continue
		}
		s.add(f.typ, f.start, f.end)
		c, a = s.context(f.end, end), last
	}
	return end
}

// surerWithin reports whether a later group begins a number that is beyond
// doubt: in "mesa 12 529.982.247-25" the 12 is no part of it.
func surerWithin(text string, row []group, a int, c context) bool {
	for ; a < len(row); a++ {
		for _, n := range from(text, row, a) {
			if sure(n, c).typ != "" {
				return true
			}
		}
	}
	return false
}

// isFraction reports whether digits follow a decimal point: 0.4901161193847656.
func isFraction(text string, g group) bool {
	point := byteAt(text, g.start-1)
	return g.end-g.start >= 11 && (point == '.' || point == ',') && isDigit(byteAt(text, g.start-2))
}
