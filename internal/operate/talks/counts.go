package talks

import (
	"slices"
	"time"
)

// Counts are what guests said in some days, without who they are.
type Counts struct {
	Days     []Day          `json:"days"` // each one, also those on which nobody wrote
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

// Day is a day of Counts.
type Day struct {
	Day      string         `json:"day"`
	Messages int            `json:"messages"`
	Kinds    map[string]int `json:"kinds"`
	Topics   map[string]int `json:"topics"`
	Calls    int            `json:"model_calls"`
	Cost     float64        `json:"cost_usd"`
}

// Count adds up the turns of some days, the last of which is that of now.
func Count(turns []*Turn, days int, now time.Time) *Counts {
	c := &Counts{
		Kinds: map[string]int{}, Topics: map[string]int{}, Langs: map[string]int{}, Missing: map[string]int{}, Refused: map[string]int{}, Opinions: map[string]int{},
	}
	for i := range days {
		c.Days = append(c.Days, Day{Day: day(now.Local().AddDate(0, 0, i-days+1)), Kinds: map[string]int{}, Topics: map[string]int{}})
	}
	for _, t := range turns {
		i := slices.IndexFunc(c.Days, func(d Day) bool { return d.Day == day(t.At) })
		if i < 0 {
			continue
		}
		d := &c.Days[i]
		d.Messages++
		d.Calls += t.Calls
		d.Cost += t.Cost
		c.Messages++
		c.Calls += t.Calls
		c.Cost += t.Cost
		c.Hours[t.At.Local().Hour()]++
		c.Langs[t.Lang]++
		tally(t.Kinds, c.Kinds, d.Kinds)
		tally(t.Topics, c.Topics, d.Topics)
		tally(t.Missing, c.Missing)
		tally(t.Refused, c.Refused)
		tally(t.Opinions, c.Opinions)
	}
	return c
}

func tally(what []string, in ...map[string]int) {
	for _, name := range what {
		for _, m := range in {
			m[name]++
		}
	}
}
