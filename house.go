package maitre

import "github.com/maitre-dev/maitre/internal/specialist/house"

// Facts is the specialist for what the house says of itself, and for its people.
func Facts(h *house.House) Specialist {
	s := Specialist{Name: "facts", About: "what the house says of itself, and its people"}
	s.Tools, s.err = h.Tools()
	s.sense.told, s.sense.waiting, s.sense.lacks = h.Answers, house.Waiting, h.Lacks
	return s
}
