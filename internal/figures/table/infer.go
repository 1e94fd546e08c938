package table

import (
	"bytes"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// How many different values of a column are looked at to tell what it is, and the share
// of its values that must be of a kind for the column to be. A few that
// are not are dirt, and reported; more are a sign of another kind.
const (
	sampleWords = 5000
	fitShare    = 0.8
)

// dictionary gives each different text a code, from 1, in the order in which
// they come.
type dictionary struct {
	texts []string
	codes map[string]uint32
}

func newDictionary() *dictionary { return &dictionary{codes: map[string]uint32{}} }

func (d *dictionary) text(code uint32) string { return d.texts[code-1] }

// code returns the code of a text, which is added if it is new.
func (d *dictionary) code(text []byte) uint32 {
	if code, ok := d.codes[string(text)]; ok {
		return code
	}
	d.texts = append(d.texts, string(text))
	d.codes[d.texts[len(d.texts)-1]] = uint32(len(d.texts))
	return uint32(len(d.texts))
}

// format is how the values of a column are written.
type format struct {
	kind     Kind
	numeral  numeral
	unit     string // that numbers may have
	american bool
	near     Kind // of texts: what more than half of them are
}

// formats are those that are tried, the likelier first.
var formats = []format{
	{kind: Bool},
	{kind: Date},
	{kind: Date, american: true},
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
		_, ok = parseDate(b, f.american)
	case Bool:
		_, ok = bools[strings.ToLower(string(b))]
	}
	return ok
}

// guess is what the values of a column tell.
type guess struct {
	values [][]byte // different ones
	counts []int    // how often each occurs
	all    int      // of these
	fit    []int    // how many are written in each of formats
	either int      // numbers, with whichever decimal mark
}

func newGuess(x *texts) guess {
	g, counts := guess{fit: make([]int, len(formats))}, x.counts()
	for code := 1; code < min(len(counts), sampleWords); code++ {
		v, n := []byte(x.words.text(uint32(code))), counts[code]
		g.values, g.counts = append(g.values, v), append(g.counts, n)
		g.all += n
		for i, f := range formats {
			if f.fits(v) {
				g.fit[i] += n
			}
		}
		if _, _, ok := (numeral{}).read(v); ok {
			g.either += n
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
	case most == 0 || float64(most) < fitShare*float64(g.all):
		if 2*most <= g.all {
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
func (g guess) unit(n numeral) (best string) {
	counts := make(map[string]int)
	for i, v := range g.values {
		if _, unit, ok := n.read(v); ok && unit != "" {
			counts[unit] += g.counts[i]
		}
	}
	for _, unit := range slices.Sorted(maps.Keys(counts)) {
		if counts[unit] > counts[best] {
			best = unit
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

// texts is a column as it is read: the code of each row's text in words; 0 is missing.
type texts struct {
	words *dictionary
	codes []uint32
}

// code returns the code of a value of the file.
func (x *texts) code(b []byte) uint32 {
	if b = bytes.TrimSpace(b); isMissing(b) {
		return 0
	}
	return x.words.code(shorten(b))
}

// counts tells of each code how often it occurs.
func (x *texts) counts() []int {
	counts := make([]int, len(x.words.texts)+1)
	for _, code := range x.codes {
		counts[code]++
	}
	return counts
}

// column makes a column of a format. Unless a person said so, it is one of texts if too few
// values fit.
func (x *texts) column(name string, f format, said bool) *column {
	c := &column{Column: Column{Name: name, Kind: f.kind, Unit: f.unit, Whole: f.kind == Number, Near: f.near}}
	switch f.kind {
	case Text:
		c.words = x.words
	case Bool:
		c.words = newDictionary()
	}
	counts, fit := x.counts(), 0
	made := make([]float64, len(counts)) // by code
	made[0] = math.NaN()
	for code := 1; code < len(counts); code++ {
		b, n := []byte(x.words.text(uint32(code))), counts[code]
		v, ok := c.value(b, f)
		if made[code] = v; ok {
			fit += n
			continue
		}
		made[code] = math.NaN()
		if c.Unfit += n; len(c.Examples) < maxExamples {
			c.Examples = append(c.Examples, oneLine(b, 40))
		}
	}
	if fit > 0 {
		c.Confidence = float64(fit) / float64(fit+c.Unfit)
	}
	if c.Whole = c.Whole && fit > 0; !said && c.Unfit > 0 && c.Confidence < fitShare {
		return x.column(name, format{kind: Text, near: f.kind}, false)
	}
	c.values = make([]float64, len(x.codes))
	for row, code := range x.codes {
		c.values[row] = made[code]
	}
	return c
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
		seconds, ok := parseDate(b, f.american)
		return float64(seconds), ok
	case Bool:
		yes, ok := bools[strings.ToLower(string(b))]
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
	return append(slices.Clip(bytes.ToValidUTF8(b[:maxText], nil)), "…"...)
}
