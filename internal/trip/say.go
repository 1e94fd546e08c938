package trip

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/places"
	"github.com/maitre-dev/maitre/ui"
)

// phrases are what the planner says in one language.
type phrases struct {
	and, or string

	// Questions.
	where, which string

	// The trip.
	trip    func(d Details, from, to, nights, people string) string
	day     func(day int, month string, year int) string
	months  [12]string
	night   [2]string
	person  [2]string
	assumed string
	fields  map[string]string // of Details; "dates" are both

	// Lists.
	stay, eat               string
	noLodging, noRestaurant string
	kinds                   map[places.Kind]string
	perNight, inAll         string
	rooms, beds             string
	perPerson, noPrice      string
	sample, sampleNote      string
	leftOut, more           string
	overBudget, tooSmall    string
	unchecked               string
	notices                 map[places.Notice]string
	source                  string

	// What surrounds them.
	avoiding, unknown string
	failed            map[string]string // by tool
	next              string

	// A pick.
	pick, pickNo, contact string
	phone, noContact      string
	samplePick            string
}

// listed joins names as in "a, b or c".
func listed(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + last + " " + names[len(names)-1]
}

func count(n int, forms [2]string) string {
	if n == 1 {
		return "1 " + forms[0]
	}
	return fmt.Sprint(n, " ", forms[1])
}

func (w phrases) date(d ui.Date) string {
	t := dayOf(string(d))
	return w.day(t.Day(), w.months[t.Month()-1], t.Year())
}

// summary says the trip, and what of it was assumed.
func (w phrases) summary(p SummaryProps) string {
	d := p.TripDetails
	text := w.trip(d, w.date(d.StartDate), w.date(d.EndDate), count(p.Nights, w.night), count(d.NumberOfGuests, w.person))
	fields := slices.Clone(p.Assumed)
	if slices.Contains(fields, "startDate") && slices.Contains(fields, "endDate") {
		fields = slices.DeleteFunc(fields, func(f string) bool { return f == "endDate" })
		fields[slices.Index(fields, "startDate")] = "dates"
	}
	for i, f := range fields {
		fields[i] = w.fields[f]
		if f == "numberOfGuests" {
			fields[i] = count(d.NumberOfGuests, w.person)
		}
	}
	if len(fields) > 0 {
		text += " " + fmt.Sprintf(w.assumed, listed(fields, w.and))
	}
	return text
}

// answer says in words what the components show.
func (s State) answer(failed []string) string {
	w := texts[s.Language]
	var lines []string
	for _, c := range s.UI {
		lines = append(lines, c.Text)
	}
	for _, f := range failed {
		lines = append(lines, w.failed[f])
	}
	if s.Constraints.Unknown && len(s.Listed.Restaurants) > 0 {
		lines = append(lines, w.unknown)
	}
	all := s.Listed.all()
	if slices.ContainsFunc(all, func(x shown) bool { return x.Source == ui.Sample }) {
		lines = append(lines, w.sampleNote)
	}
	if len(all) > 0 {
		lines = append(lines, w.next)
	}
	return strings.Join(lines, "\n\n")
}
