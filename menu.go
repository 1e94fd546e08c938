package maitre

import (
	"github.com/maitre-dev/maitre/internal/menu"
	"github.com/maitre-dev/maitre/lang"
)

// Menu is the specialist that knows the card of the house.
func Menu(w *menu.Waiter) Specialist {
	begin := func(q Query) menu.State {
		var before *menu.State
		if last := new(menu.State); q.Last(last) {
			before = last
		}
		var said []menu.Line
		for _, m := range q.History {
			said = append(said, menu.Line{Role: string(m.Role), Text: m.Text})
		}
		return w.Begin(before, q.Message, said, q.Context, lang.Language(q.Language), q.Constraints)
	}
	return NewSpecialist("menu", "dishes and drinks of the house", w.Graph(), begin, func(s menu.State) string { return s.Text })
}
