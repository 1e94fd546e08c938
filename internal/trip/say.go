package trip

import (
	"fmt"
	"slices"

	"github.com/maitre-dev/maitre/internal/voice"
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
