package maitre

import (
	"github.com/maitre-dev/maitre/internal/trip"
	"github.com/maitre-dev/maitre/lang"
)

// Trip is the specialist that plans trips.
func Trip(p *trip.Planner) Specialist {
	begin := func(q Query) trip.State {
		var before *trip.State
		if last := new(trip.State); q.Last(last) {
			before = last
		}
		var said []trip.Message
		for _, m := range q.History {
			said = append(said, trip.Message{Role: string(m.Role), Content: m.Text})
		}
		said = append(said, trip.Message{Role: "user", Content: q.Message})
		return p.Begin(before, said, lang.Language(q.Language), q.Constraints)
	}
	return NewSpecialist("trip", "where to go, stay and eat on a trip", p.Graph(), begin, func(s trip.State) string { return s.Text })
}
