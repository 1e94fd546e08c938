package maitre

import "github.com/maitre-dev/maitre/internal/specialist/data"

// Data is the specialist that answers about tables.
func Data(d *data.Statistician) Specialist {
	s := Specialist{Name: "data", About: "what is in a table, and its statistics"}
	s.Tools, s.err = d.Tools()
	s.sense.spare = d.Spare
	return s
}
