package talks

import (
	"slices"
	"time"
)

// Counts are what guests said in some days, without who they are.
type Counts struct {
	Days []Day `json:"days"` // each one, also those on which nobody wrote
	Sums
}

// Day is a day of Counts.
type Day struct {
	Day string `json:"day"`
	Sums
}

// Sums are how often guests asked for what.
type Sums struct {
	Messages int            `json:"messages"`
	Kinds    map[string]int `json:"kinds"`
	Topics   map[string]int `json:"topics"`
	Langs    map[string]int `json:"languages"`
	Missing  map[string]int `json:"missing"` // dishes asked for that are not on the card
	Refused  map[string]int `json:"refused"` // dishes that somebody must not have
	Opinions map[string]int `json:"opinions"`
	Hours    [24]int        `json:"hours"` // messages by the hour of the day
	Calls    int            `json:"model_calls"`
	Cost     float64        `json:"cost_usd"`
}

func sums() Sums {
	return Sums{Kinds: map[string]int{}, Topics: map[string]int{}, Langs: map[string]int{}, Missing: map[string]int{}, Refused: map[string]int{}, Opinions: map[string]int{}}
}

func (s *Sums) add(t *Turn) {
	s.Messages++
	s.Calls += t.Calls
	s.Cost += t.Cost
	s.Hours[t.At.Local().Hour()]++
	s.Langs[t.Lang]++
	tally(t.Kinds, s.Kinds)
	tally(t.Topics, s.Topics)
	tally(t.Missing, s.Missing)
	tally(t.Refused, s.Refused)
	tally(t.Opinions, s.Opinions)
}

// Count adds up the turns of some days, the last of which is that of now.
func Count(turns []*Turn, days int, now time.Time) *Counts {
	c := &Counts{Sums: sums()}
	for i := range days {
		c.Days = append(c.Days, Day{day(now.Local().AddDate(0, 0, i-days+1)), sums()})
	}
	for _, t := range turns {
		if i := slices.IndexFunc(c.Days, func(d Day) bool { return d.Day == day(t.At) }); i >= 0 {
			c.Days[i].add(t)
			c.add(t)
		}
	}
	return c
}

func tally(what []string, in map[string]int) {
	for _, name := range what {
		in[name]++
	}
}
