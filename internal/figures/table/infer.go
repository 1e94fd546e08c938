package table

import (
	"bytes"
	"math"
	"strconv"
)

// How much of a file is looked at to tell what its columns are, and the share
// of a column's values that must be of a kind for the column to be. A few that
// are not are dirt, and reported; more are a sign of another kind.
const (
	sampleRows  = 2000
	sampleBytes = 16 << 20
	fitShare    = 0.8
)

// format is how the values of a column are written.
type format struct {
	kind       Kind
	numeral    numeral
	unit       string // that numbers may have
	monthFirst bool
	near       Kind // of texts: what more than half of them are
}

// formats are those that are tried, the likelier first.
var formats = []format{
	{kind: Bool},
	{kind: Date},
	{kind: Date, monthFirst: true},
	{kind: Number},
	{kind: Number, numeral: numeral{comma: true}},
}

// fits reports whether a value, of any unit, is written in this way.
func (f format) fits(b []byte) bool {
	ok := true
	switch f.kind {
	case Number:
		_, _, ok = f.numeral.parse(b)
	case Date:
		_, ok = parseDate(b, f.monthFirst)
	case Bool:
		_, ok = parseBool(b)
	}
	return ok
}

// guess is what a sample of a column's values tells.
type guess struct {
	values [][]byte // without the missing ones
	fit    []int    // how many are written in each of formats
	either int      // numbers, with whichever decimal mark
}

func newGuess(column [][]byte) guess {
	g := guess{fit: make([]int, len(formats))}
	for _, v := range column {
		if v = bytes.TrimSpace(v); isMissing(v) {
			continue
		}
		g.values = append(g.values, v)
		for i, f := range formats {
			if f.fits(v) {
				g.fit[i]++
			}
		}
		if _, _, ok := (numeral{}).read(v); ok {
			g.either++
		}
	}
	return g
}

// format returns how the column is written. If kind is given it is of that
// kind, whatever it looks like. comma is how numbers that leave it open are
// meant: is 1.234 more than a thousand?
func (g guess) format(kind Kind, comma bool) format {
	best, most := format{kind: Text}, 0
	for i, f := range formats {
		if kind != "" && f.kind != kind {
			continue
		}
		tie := f.kind == Number && best.kind == Number && g.fit[i] == most && f.numeral.comma == comma
		if g.fit[i] > most || tie {
			best, most = f, g.fit[i]
		}
	}
	if best.kind == Number {
		most = g.either
	}
	switch {
	case kind != "":
		best.kind = kind
		best.numeral.loose = true
		if most == 0 {
			best.numeral.comma = comma
		}
	case most == 0 || float64(most) < fitShare*float64(len(g.values)):
		if 2*most <= len(g.values) {
			best.kind = ""
		}
		return format{kind: Text, near: best.kind}
	}
	if best.kind == Number {
		best.unit = g.unit(best.numeral)
	}
	return best
}

// unit returns the unit that most of the numbers with one have.
func (g guess) unit(n numeral) string {
	counts := make(map[string]int)
	for _, v := range g.values {
		if _, unit, ok := n.read(v); ok && unit != "" {
			counts[unit]++
		}
	}
	best := ""
	for _, u := range units { // in a fixed order
		if counts[u.unit] > counts[best] {
			best = u.unit
		}
	}
	return best
}

// commas tells how numbers are written in a file: by the columns that leave no
// doubt, and else by the separator, for where commas are decimal marks they are
// not used as separators.
func commas(guesses []guess, sep byte) bool {
	balance := 0
	for _, g := range guesses {
		point, comma := g.fit[len(formats)-2], g.fit[len(formats)-1]
		switch {
		case point > comma:
			balance--
		case comma > point:
			balance++
		}
	}
	return balance > 0 || balance == 0 && sep == ';'
}

// put stores a value of the file in row i.
func (c *column) put(i int, b []byte, f format) {
	c.values[i] = math.NaN()
	if b = bytes.TrimSpace(b); isMissing(b) {
		return
	}
	v, ok := c.value(b, f)
	if !ok {
		c.Unfit++
		if len(c.Examples) < maxExamples {
			c.Examples = append(c.Examples, oneLine(b, 40))
		}
		return
	}
	c.values[i] = v
	c.fit++
}

// value reads a value that is there, and false if it is not of the column's kind.
func (c *column) value(b []byte, f format) (float64, bool) {
	switch c.Kind {
	case Number:
		v, unit, ok := f.numeral.read(b)
		if !ok || unit != "" && unit != f.unit { // euros do not add up with dollars
			return 0, false
		}
		c.Whole = c.Whole && v == math.Trunc(v) && math.Abs(v) < 1e15
		return v, true
	case Date:
		seconds, ok := parseDate(b, f.monthFirst)
		return float64(seconds), ok
	case Bool:
		yes, ok := parseBool(b)
		if !ok {
			return 0, false
		}
		b = strconv.AppendBool(nil, yes)
	}
	return float64(c.words.code(shorten(b))), true
}

// The longest text that is kept of a value, in bytes, and how many examples of
// unfit values are.
const (
	maxText     = 500
	maxExamples = 5
)

func shorten(b []byte) []byte {
	if len(b) <= maxText {
		return b
	}
	return append(bytes.ToValidUTF8(b[:maxText], nil), other...)
}
