package maitre

import (
	"github.com/maitre-dev/maitre/internal/data"
	"github.com/maitre-dev/maitre/lang"
)

// Data is the specialist that answers about tables.
func Data(s *data.Statistician) Specialist {
	begin := func(q Query) data.State {
		var before *data.State
		if last := new(data.State); q.Last(last) {
			before = last
		}
		return s.Begin(before, q.Message, lang.Language(q.Language))
	}
	x := NewSpecialist("data", "what is in a table, and its statistics", s.Graph(), begin, func(s data.State) string { return s.Text })
	x.Tools, x.err = s.Tools()
	return x
}
