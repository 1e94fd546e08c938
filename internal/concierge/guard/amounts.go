package guard

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/recent"
)

// amounts is what one text of the conversation says, for comparing.
type amounts struct {
	raw    string
	words  map[string]bool
	values []float64 // sorted
	money  []float64 // of values, those with a currency or of a limit
	counts []float64 // of values, those of people, nights and portions: "somos quatro"
	clocks []int     // minutes
	days   []time.Time
	result bool      // it is of a tool, and has
	order  []float64 // its numbers as they stand there
}

var readings = recent.Table[string, *amounts]{Size: 1024}

func readAmounts(s string) *amounts {
	return readings.Get(s, func() *amounts { return newAmounts(s) })
}

// said returns what the texts of the conversation say, oldest first, and behind them the guest's message.
func (c *checker) said() []*amounts {
	if c.sayings == nil {
		for _, s := range append(slices.Clone(c.Texts), c.Asked) {
			c.sayings = append(c.sayings, readAmounts(s))
		}
	}
	return c.sayings
}

func newAmounts(s string) *amounts {
	m := &amounts{raw: s, words: map[string]bool{}, result: strings.HasPrefix(s, "{") || strings.HasPrefix(s, "[")}
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
		case f.small(): // "às oito"
			if t.has("party", 0, len(t.tokens)) && !m.result {
				m.counts = append(m.counts, f.values...)
			}
			m.clocks = append(m.clocks, int(f.values[0])*60)
		}
	}
	if t.has("noon", 0, len(t.tokens)) {
		m.clocks = append(m.clocks, 12*60)
	}
	if m.result {
		m.order = slices.Clone(m.values)
		for _, n := range countKeys().FindAllStringSubmatch(s, -1) {
			count, _ := strconv.ParseFloat(n[1], 64)
			m.counts = append(m.counts, count)
		}
	}
	slices.Sort(m.values)
	return m
}

// countKeys are the fields of results that count.
var countKeys = pattern.Of(`"(?:nights|people|quantity|rooms|days|km\w*)":(\d+)`)
