package guard

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/recent"
)

// said is what one text of the conversation says, for comparing.
type said struct {
	amounts []float64 // sorted
	limits  []float64 // of them, what people said with a currency and no cents, or as a limit
	counts  []float64 // numbers that are called people or nights
	nights  []float64 // of them, those of nights
	clocks  []int     // minutes
	dates   [][2]int  // month, day
	years   []int
	words   map[string]bool
	result  bool      // of a tool
	sums    []float64 // of neighbours in its columns, sorted
}

var readings = recent.Table[string, *said]{Size: 1024}

// texts returns what was said, oldest first, and last the guest's message.
func (c *checker) texts() []*said {
	if c.said == nil {
		for _, t := range append(slices.Clone(c.Texts), c.Asked) {
			c.said = append(c.said, readings.Get(t, func() *said { return readSaid(t) }))
		}
	}
	return c.said
}

// says reports whether some text says something.
func (c *checker) says(it func(*said) bool) bool { return slices.ContainsFunc(c.texts(), it) }

// latest returns what the results of this turn say, or if it has none, those before.
func (c *checker) latest() (all []*said) {
	for i, s := range c.texts() {
		if s.result && i < len(c.Texts) && slices.Contains(c.Fresh, c.Texts[i]) {
			all = append(all, s)
		}
	}
	if len(all) == 0 {
		all = slices.DeleteFunc(slices.Clone(c.texts()), func(s *said) bool { return !s.result })
	}
	return all
}

func readSaid(raw string) *said {
	s := &said{words: map[string]bool{}, result: strings.HasPrefix(raw, "{") || strings.HasPrefix(raw, "[")}
	t := &text{raw: raw, tokens: tokens(raw)}
	t.units = []unit{{to: len(raw), span: span{0, len(t.tokens)}}}
	t.mark()
	for _, k := range t.tokens {
		s.words[k.word], s.words[k.same] = true, true
	}
	for _, f := range t.numbers() {
		s.add(t, f)
	}
	var v any
	if s.result && json.Unmarshal([]byte(raw), &v) == nil {
		s.addUp(v)
	}
	slices.Sort(s.amounts)
	slices.Sort(s.sums)
	return s
}

// add notes a number.
func (s *said) add(t *text, f figure) {
	switch f.kind {
	case clock:
		s.clocks = append(s.clocks, int(f.values[0]))
		return
	case date:
		s.dates, s.amounts = append(s.dates, [2]int{f.month, f.day}, [2]int{f.day, f.month}), append(s.amounts, float64(f.day))
		if d, err := time.Parse(time.DateOnly, t.tokens[f.first].word); err == nil {
			s.years = append(s.years, d.Year())
		}
		return
	}
	s.amounts = append(s.amounts, f.values...)
	beside := func(list string) bool { return t.has(list, f.first-1, f.first) || t.has(list, f.last, f.last+1) }
	switch {
	case beside("night"):
		s.nights, s.counts = append(s.nights, f.values...), append(s.counts, f.values...)
	case beside("party"):
		s.counts = append(s.counts, f.values...)
	case !s.result && (f.kind == money && !f.exact || f.kind == plain && !f.small() || t.has("limit", max(0, f.first-3), f.first)):
		s.limits = append(s.limits, f.values...)
	}
}

// addUp notes what neighbours in the columns of a result come to: the first three, June to November, all.
func (s *said) addUp(v any) {
	switch v := v.(type) {
	case map[string]any:
		for _, x := range v {
			s.addUp(x)
		}
	case []any:
		columns := map[string][]float64{}
		for _, x := range v {
			for k, cell := range cells(x) {
				if n, ok := amount(cell); ok && !strings.Contains(k, "price") { // a card's are of one each
					columns[k] = append(columns[k], n)
				} else {
					s.addUp(cell)
				}
			}
		}
		for _, column := range columns {
			for i := range column[:min(len(column), most)] {
				s.sums = append(s.sums, runs(column[i:])...)
			}
			if all := runs(column); len(all) > 0 {
				s.sums = append(s.sums, all[len(all)-1]/float64(len(column)))
			}
		}
	}
}

// most is of how many rows a table is added up from each.
const most = 40

// cells are those of a row: an object, a list, or a line with bars between them.
func cells(row any) map[string]any {
	if r, ok := row.(map[string]any); ok {
		return r
	}
	list, _ := row.([]any)
	if line, _ := row.(string); strings.Contains(line, " | ") {
		for cell := range strings.SplitSeq(line, " | ") {
			list = append(list, cell)
		}
	}
	r := map[string]any{}
	for i, cell := range list {
		r[strconv.Itoa(i)] = cell
	}
	return r
}

// amount reads a number, or a text that is one: "R$ 94,00".
func amount(v any) (float64, bool) {
	if n, ok := v.(float64); ok {
		return n, true
	}
	s, _ := v.(string)
	all := tokens(strings.TrimLeft(s, "RUSD$ "))
	if len(all) != 1 || !all[0].digits || strings.ContainsAny(s, ":/") {
		return 0, false
	}
	n := values(all[0].word)
	return append(n, 0)[0], len(n) > 0
}

// runs returns the sums of the first two and more of some amounts.
func runs(amounts []float64) (all []float64) {
	sum := 0.0
	for n, x := range amounts {
		if sum += x; n > 0 {
			all = append(all, sum)
		}
	}
	return all
}
