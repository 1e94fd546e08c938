package guard

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/recent"
)

// amounts is what one text of the conversation says, for comparing.
type amounts struct {
	words  map[string]bool
	values []float64 // sorted
	money  []float64 // of values, those with a currency or of a limit
	counts []float64 // of values, those that count who is there: "somos quatro"
	clocks []int     // minutes
	days   []time.Time
	result bool // of a tool, and has
	lists  [][]row
	single []float64 // numbers that are in no list
}

// A row is what a result has for one thing, month or style.
type row struct {
	words  []string
	values []float64
	named  bool // it is a thing with a name, and has amounts of its own
}

var readings = recent.Table[string, *amounts]{Size: 1024}

func readAmounts(s string) *amounts {
	return readings.Get(s, func() *amounts { return newAmounts(s) })
}

// said returns what the texts of the conversation say, oldest first, and behind them the guest's message.
func (c *checker) said() []*amounts {
	if c.told == nil {
		for _, s := range append(slices.Clone(c.Texts), c.Asked) {
			c.told = append(c.told, readAmounts(s))
		}
	}
	return c.told
}

func newAmounts(s string) *amounts {
	m := &amounts{words: map[string]bool{}, result: strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[")}
	t := readText(s)
	for _, k := range t.tokens {
		m.words[k.word], m.words[k.same] = true, true
	}
	for _, f := range t.numbers() {
		m.values = append(m.values, f.values...)
		switch {
		case f.kind == date:
			m.days = append(m.days, f.day)
		case f.kind == clock:
			m.clocks = append(m.clocks, int(f.values[0]))
		case f.kind == money || t.has("limit", f.first-3, f.first):
			m.money = append(m.money, f.values...)
		case f.small(): // "às oito", "at half past eight"
			if len(t.phrases["party"]) > 0 && !m.result {
				m.counts = append(m.counts, f.values...)
			}
			m.clocks = append(m.clocks, int(f.values[0])*60)
			if t.has("half_past", f.last, f.last+2) || t.has("half_past", f.first-2, f.first) {
				m.clocks = append(m.clocks, int(f.values[0])*60+30)
			}
		}
	}
	if len(t.phrases["noon"]) > 0 {
		m.clocks = append(m.clocks, 12*60)
	}
	if slices.Sort(m.values); m.result {
		var v any
		_ = json.Unmarshal([]byte(s), &v) // else it has no rows
		m.tabulate(v)
	}
	return m
}

// tabulate reads the numbers of a result.
func (m *amounts) tabulate(v any) {
	switch v := v.(type) {
	case map[string]any:
		m.single = append(m.single, m.row(v).values...)
	case []any:
		var rows []row
		for _, x := range v {
			cells, ok := x.(map[string]any)
			list, _ := x.([]any)
			if line, _ := x.(string); strings.Contains(line, " | ") {
				for cell := range strings.SplitSeq(line, " | ") {
					list = append(list, cell)
				}
			}
			if !ok {
				cells = map[string]any{}
			}
			for i, y := range list {
				cells[strconv.Itoa(i)] = y
			}
			rows = append(rows, m.row(cells))
		}
		m.lists = append(m.lists, rows)
	}
}

// row reads the cells of an object, and what stands deeper in it on its own. Of a thing with a name the name says which it
// is, of others all that they have.
func (m *amounts) row(cells map[string]any) (r row) {
	label := ""
	for _, key := range slices.Sorted(maps.Keys(cells)) {
		s, ok := cells[key].(string)
		if n, is := amountIn(cells[key]); is {
			r.values = append(r.values, n)
		} else if ok {
			label += " " + s
		} else {
			m.tabulate(cells[key])
		}
	}
	name, named := cells["name"].(string)
	r.words, r.named = telling(cmp.Or(name, label)), named
	return r
}

// amountIn reads a number, or a text that is one: "R$ 94,00".
func amountIn(v any) (float64, bool) {
	if n, ok := v.(float64); ok {
		return n, true
	}
	s, _ := v.(string)
	if len(s) > 20 || !amountForm().MatchString(s) {
		return 0, false
	}
	if all := readText(s).numbers(); len(all) > 0 {
		return all[0].values[0], true
	}
	return 0, false
}

var amountForm = pattern.Of(`^\pL{0,3}[$€£]?\s*\d[\d.,]*\s*%?$`) // "Rua 12" is none
