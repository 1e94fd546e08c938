package memory

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	intern "unique"

	"github.com/maitre-dev/maitre/hook"
)

// A Set is what is known of one owner at one time, the oldest first. It does not change.
type Set struct {
	rev int64
	all []*Memory
}

var nothing = &Set{}

// with returns the set after a page.
func (s *Set) with(p Page) (*Set, error) {
	if p.Rev == s.rev && !p.All {
		return s, nil
	}
	changed := map[string]*Memory{}
	for _, r := range p.Rows {
		m := &Memory{}
		if err := json.Unmarshal(r.Body, m); err != nil {
			return nil, fmt.Errorf("memory %s cannot be read: %w", r.ID, err)
		}
		for _, word := range []*string{(*string)(&m.Kind), &m.Key, &m.Subject, &m.For, &m.Source} {
			*word = intern.Make(*word).Value() // of ten thousand few are different
		}
		m.about = m.read()
		changed[m.ID] = m
	}
	all := slices.Collect(maps.Values(changed))
	for _, m := range s.all {
		if !p.All && changed[m.ID] == nil {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, older)
	return &Set{p.Rev, all}, nil
}

// put adds a memory to a set that may be changed, or replaces the one of its id.
func (s *Set) put(m *Memory) {
	m.about = m.read()
	i := slices.IndexFunc(s.all, func(was *Memory) bool { return was.ID == m.ID })
	if i >= 0 {
		s.all[i] = m
		return
	}
	i, _ = slices.BinarySearchFunc(s.all, m, older)
	s.all = slices.Insert(s.all, i, m)
}

// older orders memories by when they were first said.
func older(a, b *Memory) int {
	if since := a.Since.Compare(b.Since); since != 0 {
		return since
	}
	return strings.Compare(a.ID, b.ID)
}

// get returns the memory of an id, or nil.
func (s *Set) get(id string) *Memory {
	if i := slices.IndexFunc(s.all, func(m *Memory) bool { return m.ID == id }); i >= 0 {
		return s.all[i]
	}
	return nil
}

// which returns those memories of some kinds, or (none) of all, that are.
func (s *Set) which(are func(*Memory) bool, kinds ...Kind) (some []*Memory) {
	for _, m := range s.all {
		if (len(kinds) == 0 || slices.Contains(kinds, m.Kind)) && are(m) {
			some = append(some, m)
		}
	}
	return some
}

// any reports whether there is a memory of some kinds that is.
func (s *Set) any(is func(*Memory) bool, kinds ...Kind) bool {
	return slices.ContainsFunc(s.all, func(m *Memory) bool { return (len(kinds) == 0 || slices.Contains(kinds, m.Kind)) && is(m) })
}

// In returns what holds in a thread ("": beyond all), the oldest first.
func (s *Set) In(thread string) []*Memory {
	return s.which(func(m *Memory) bool { return m.holds(thread) })
}

// standing returns the memory that holds in a thread and says what a candidate does: of two,
// what is kept for good.
func (s *Set) standing(thread string, c Candidate) (found *Memory) {
	for _, m := range s.which(func(m *Memory) bool {
		return m.holds(thread) && m.Key == c.Key && c.whose(m) && Same(m.Value, c.Value)
	}, c.Kind) {
		if found == nil || m.Session == "" {
			found = m
		}
	}
	return found
}

// asked returns what the guest was last asked, of themselves or of a person.
func (s *Set) asked(key, person string) *Memory {
	all := s.which(func(m *Memory) bool { return m.Key == key && hook.SameName(m.Person, person) && m.Retired == "" }, Asked)
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}

// Health returns what the guest said to having their health, or what they tell of a person,
// remembered: yes, no, asked, or nothing.
func (s *Set) Health(person string) string {
	if m := s.asked("health", person); m != nil {
		return m.Value
	}
	return ""
}

// Retired returns what was known once and was put right or taken back since, oldest first:
// who has all forgotten has that forgotten too.
func (s *Set) Retired() []*Memory {
	return s.which(func(m *Memory) bool { return m.Retired != "" && m.Kind != Asked })
}

// OnlyToday are the companions of a thread whose needs are kept for this conversation
// alone: a yes to keeping the guest's own is none to theirs.
func (s *Set) OnlyToday(thread string) (names []string) {
	for _, m := range s.About(thread, "") {
		if m.Person != "" && m.Person != hook.Companion && m.Session != "" && m.Safety() && !m.sober() && !slices.Contains(names, m.Person) {
			names = append(names, m.Person)
		}
	}
	return names
}
