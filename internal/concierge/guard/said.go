package guard

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/recent"
)

// said is what one text of the conversation says, for comparing.
type said struct {
	values  []float64 // sorted: days of dates and hours are among them
	amounts []float64 // sorted: and here they are not
	money   []float64 // of amounts, those that a person said with a currency, or as what may be spent
	purse   []float64 // of money, what is written without cents, as guests do, or as a limit
	days    []float64 // whole numbers in what people said, for ranges of dates
	nights  []float64 // numbers that are called nights
	spells  []int     // how long people said a time to be: months, and days below zero
	clocks  []int     // minutes
	dates   [][2]int  // month, day
	years   []int
	words   map[string]bool
	result  bool // of a tool, and has these
	rows    []row
	columns []column
}

var readings = recent.Table[string, *said]{Size: 1024}

// texts returns the texts of the conversation (messages, results of tools), oldest first, and behind them the guest's message.
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

// isResult reports whether a text is what a tool returned.
func isResult(text string) bool { return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") }

func readSaid(raw string) *said {
	s := &said{words: map[string]bool{}, result: isResult(raw)}
	t := &text{raw: raw, tokens: tokens(raw), by: make([][]mark, len(book().lists))}
	t.units = []unit{{to: len(raw), last: len(t.tokens)}}
	words := make([]string, len(t.tokens))
	for i, k := range t.tokens {
		if words[i] = k.word; !k.digits {
			s.words[k.word], s.words[k.same] = true, true
		}
	}
	marks := book().read(words)
	for _, m := range marks {
		t.by[m.list] = append(t.by[m.list], m)
	}
	for i := range t.tokens {
		if f, ok := t.number(i); ok {
			s.add(t, f)
		}
	}
	for _, m := range marks {
		switch book().lists[m.list] {
		case "noon":
			s.clocks = append(s.clocks, 12*60)
		case "midnight":
			s.clocks = append(s.clocks, 0)
		}
	}
	slices.Sort(s.values)
	slices.Sort(s.amounts)
	var v any
	if s.result && json.Unmarshal([]byte(raw), &v) == nil {
		s.tabulate(v)
	}
	return s
}

// add notes a number.
func (s *said) add(t *text, f figure) {
	k := t.tokens[f.first]
	if len(f.values) == 1 && (t.has("night", f.last, f.last+1) || s.result && f.first > 0 && t.has("night", f.first-1, f.first)) {
		s.nights = append(s.nights, f.values[0])
	}
	if f.kind == plain && t.monthNear(&f) {
		s.dates = append(s.dates, [2]int{f.month, f.day})
	}
	switch f.kind {
	case clock:
		s.clocks = append(s.clocks, int(f.values[0]))
		s.values = append(s.values, math.Trunc(f.values[0]/60))
		return
	case date:
		s.dates = append(s.dates, [2]int{f.month, f.day}, [2]int{f.day, f.month})
		d, err := time.Parse(time.DateOnly, k.word)
		if err != nil {
			d, err = time.Parse("2/1/2006", k.word)
		}
		if err == nil {
			s.years = union(s.years, []int{d.Year()})
		}
		s.values = append(s.values, float64(f.day))
		return
	}
	if to, ok := t.at("thousand", f.last); ok && !f.inWords && !t.tokens[f.last].breaks {
		f.values, f.last = scaled(f.values, 1e3), to
	}
	s.values, s.amounts = append(s.values, f.values...), append(s.amounts, f.values...)
	if !s.result {
		if strings.HasSuffix(strings.TrimRight(t.raw[:k.from], " "), "$") || t.has("money", f.last, f.last+1) || t.has("limit", max(0, f.first-3), f.first) {
			if s.money = append(s.money, f.values...); !f.exact || t.has("limit", max(0, f.first-3), f.first) {
				s.purse = append(s.purse, f.values...)
			}
		} else {
			s.days = append(s.days, f.values...)
		}
	}
	for _, id := range book().under("spell") {
		if !s.result && len(f.values) == 1 && f.values[0] < 1000 && t.has(book().lists[id], f.last, f.last+1) {
			s.spells = append(s.spells, int(f.values[0])*book().number(id))
		}
	}
	if half := f.last; len(f.values) == 1 && f.values[0] <= 24 && (t.has("half_past", half, half+2) || f.first > 1 && t.has("half_past", f.first-2, f.first)) {
		s.clocks = append(s.clocks, int(f.values[0])*60+30)
	}
	if f.last < len(t.tokens) && k.digits && !t.tokens[f.last].breaks {
		switch t.tokens[f.last].word {
		case "pm":
			s.clocks = append(s.clocks, int(f.values[0]+12)*60)
		case "am", "h", "hs", "horas":
			s.clocks = append(s.clocks, int(f.values[0])*60)
		}
	}
}
