package data

import (
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/table"
)

// sayings are times that are said from today.
var sayings = []struct {
	layout              string
	years, months, days int
	words               string
}{
	{"2006", 0, 0, 0, "este ano|neste ano|deste ano|esse ano|nesse ano|desse ano|ano atual|ano corrente|this year|current year"},
	{"2006", -1, 0, 0, "ano passado|ano anterior|last year|previous year|ano pasado|ultimo ano"},
	{"2006-01", 0, 0, 0, "este mes|neste mes|deste mes|esse mes|nesse mes|desse mes|mes atual|mes corrente|this month|current month"},
	{"2006-01", 0, -1, 0, "mes passado|mes anterior|last month|previous month|mes pasado|ultimo mes"},
	{time.DateOnly, 0, 0, 0, "hoje|today|hoy"},
	{time.DateOnly, 0, 0, -1, "ontem|yesterday|ayer"},
}

// fromToday takes a time that is said from today out of the words: "este ano"
// asks for no trend by year. It is kept as dates begin.
func (r *reading) fromToday() {
	today, err := time.Parse(time.DateOnly, r.Today)
	if err != nil || !r.has(table.Date) {
		return
	}
	for _, s := range sayings {
		for said := range strings.SplitSeq(s.words, "|") {
			words := strings.Fields(said)
			for at := 0; at+len(words) <= len(r.words); at++ {
				if !slices.Equal(r.words[at:at+len(words)], words) {
					continue
				}
				from := today
				if s.months != 0 {
					from = from.AddDate(0, 0, 1-from.Day()) // the month before the 31st has fewer days
				}
				r.when = from.AddDate(s.years, s.months, s.days).Format(s.layout)
				r.words = slices.Delete(r.words, at, at+len(words))
				return
			}
		}
	}
}
