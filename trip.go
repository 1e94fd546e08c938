package maitre

import (
	"github.com/maitre-dev/maitre/internal/menu"
	"github.com/maitre-dev/maitre/internal/trip"
	"github.com/maitre-dev/maitre/lang"
)

// Trip is the specialist that plans trips. What its guests must not eat is read
// as the waiter reads it, from the question itself too: "onde comer em Salvador
// com minha filha celíaca?".
func Trip(p *trip.Planner) Specialist {
	begin := func(q Query) trip.State {
		var before *trip.State
		if last := new(trip.State); q.Last(last) {
			before = last
		}
		var said []trip.Message
		var heard []menu.Line
		for _, m := range q.History {
			said = append(said, trip.Message{Role: string(m.Role), Content: m.Text})
			heard = append(heard, menu.Line{Role: string(m.Role), Text: m.Text})
		}
		said = append(said, trip.Message{Role: "user", Content: q.Message})
		language := lang.Language(q.Language)
		table := new(menu.Waiter).Begin(nil, q.Message, heard, q.Context, language, q.Constraints)
		return p.Begin(before, said, language, table.Constraints)
	}
	s := NewSpecialist("trip", "where to go, stay and eat on a trip", p.Graph(), begin, func(s trip.State) string { return s.Text })
	s.Tools, s.err = p.Tools()
	return s
}
