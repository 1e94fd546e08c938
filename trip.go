package maitre

import "github.com/maitre-dev/maitre/internal/specialist/trip"

// Trip is the specialist that plans trips.
func Trip(p *trip.Planner) Specialist {
	s := Specialist{Name: "trip", About: "where to go, stay and eat on a trip"}
	s.Tools, s.err = p.Tools()
	s.sense.held, s.sense.spare = p.Held, trip.Spare
	return s
}
