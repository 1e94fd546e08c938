package trip

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/ui"
)

// phrases are what the planner says in one language.
type phrases struct{ *voice.Words }

// summary says the trip, and what of it was assumed.
func (w phrases) summary(p SummaryProps) string {
	d := p.TripDetails
	text := fmt.Sprintf(w.Trip.Plan, d.Location, w.Days(dayOf(string(d.StartDate)), dayOf(string(d.EndDate))), w.Count(p.Nights, w.House.Nights), w.Count(d.NumberOfGuests, w.House.People))
	fields := slices.Clone(p.Assumed)
	if slices.Contains(fields, "startDate") && slices.Contains(fields, "endDate") {
		fields = slices.DeleteFunc(fields, func(f string) bool { return f == "endDate" })
		fields[slices.Index(fields, "startDate")] = "dates"
	}
	for i, f := range fields {
		fields[i] = w.Trip.Fields[f]
		if f == "numberOfGuests" {
			fields[i] = w.Count(d.NumberOfGuests, w.House.People)
		}
	}
	if len(fields) > 0 {
		text += " " + fmt.Sprintf(w.Trip.Assumed, w.List(fields))
	}
	return text
}

// answer says in words what the components show.
func (s State) answer(failed []string) string {
	w := phrases{voice.In(s.Language)}
	var lines []string
	for _, c := range s.UI {
		lines = append(lines, c.Text)
	}
	for _, f := range failed {
		lines = append(lines, w.Again(w.Trip.Failed[f]))
	}
	for _, topic := range s.topics() {
		if topic != "sights" { // "uma praia" is where they go
			lines = append(lines, w.Trip.Beyond[topic])
		}
	}
	if s.Constraints.Unknown && len(s.Listed.Restaurants) > 0 {
		lines = append(lines, w.Trip.Unknown)
	}
	all := s.Listed.all()
	if slices.ContainsFunc(all, func(x shown) bool { return x.Source == ui.Sample }) {
		lines = append(lines, w.Trip.SampleNote)
	}
	if len(all) > 0 {
		lines = append(lines, w.Trip.Next)
	}
	return strings.Join(lines, "\n\n")
}
