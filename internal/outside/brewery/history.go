package brewery

// History is what a guest has had, to tell what is new. It is not changed
// after NewHistory, so it is safe for concurrent use; nil is an empty one.
type History struct {
	all    []*seen
	id     map[string][]*seen
	host   map[string][]*seen
	phone  map[string][]*seen
	name   map[string][]*seen
	cities map[string]bool
	types  map[string]bool
}

// NewHistory returns the history of a guest who had these. Some may be a name
// alone.
func NewHistory(had []Brewery) *History {
	h := &History{
		id: map[string][]*seen{}, host: map[string][]*seen{}, phone: map[string][]*seen{}, name: map[string][]*seen{},
		cities: map[string]bool{}, types: map[string]bool{},
	}
	for _, b := range had {
		s := known(b)
		h.all = append(h.all, s)
		for _, by := range []struct {
			index map[string][]*seen
			key   string
		}{{h.id, b.ID}, {h.host, s.host}, {h.phone, s.phone}, {h.name, s.name.key}} {
			if by.key != "" {
				by.index[by.key] = append(by.index[by.key], s)
			}
		}
		h.cities[s.city+"/"+s.state] = s.city != ""
		if b.Type != "" {
			h.types[b.Type] = true
		}
	}
	return h
}

// Had says whether the guest has had b, and as what: first by its id, its
// site and its phone, then by name and city. A name alone is enough only if
// the guest had one brewery of that name. If the verdict is Different there is
// none to tell.
func (h *History) Had(b Brewery) (Verdict, Brewery) {
	if h == nil {
		return Different, Brewery{}
	}
	s := known(b)
	best, as := Different, Brewery{}
	try := func(some []*seen) bool {
		for _, had := range some {
			if v := compare(s, had); v > best {
				best, as = v, had.Brewery
			}
		}
		return best == Same
	}
	if b.ID != "" && try(h.id[b.ID]) || s.host != "" && try(h.host[s.host]) || s.phone != "" && try(h.phone[s.phone]) {
		return best, as
	}
	alike := h.name[s.name.key]
	if s.name.key == "" || try(alike) {
		return best, as
	}
	if len(alike) == 1 && !s.name.weak && places(s, alike[0]) == unknown {
		return Same, alike[0].Brewery
	}
	try(h.all)
	return best, as
}

// been reports whether the guest has had something from the city of b.
func (h *History) been(s *seen) bool { return h != nil && h.cities[s.city+"/"+s.state] }
