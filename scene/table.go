package scene

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
)

// Tell adds what somebody must not have, or likes not: to the person of that
// name, or to the guest if there is none. What is told of a person with a name
// is taken from people without one: "a companion" was that person.
func (s *Scene) Tell(p hook.Person) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Table = hook.Seat(s.Table, p)
}

// change does something to the person whom a name means, if it is known who that is, and takes
// them from the table where it says so. The Companion of whom nothing is known goes too.
func (s *Scene) change(name string, to func(p *hook.Person) (leaves bool)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	table := slices.Clone(s.Table)
	if at := hook.Among(table, name); len(at) == 1 && to(&table[at[0]]) {
		table = slices.Delete(table, at[0], at[0]+1)
	}
	s.Table = slices.DeleteFunc(table, func(q hook.Person) bool { return q.Is(hook.Companion) && !q.Safety() && len(q.Dislikes) == 0 })
}

// Untell takes away what a person of that name, or the guest, has taken back: what
// is in p, as it is at the table. Who then needs nothing is still there.
func (s *Scene) Untell(p hook.Person) {
	s.change(p.Name, func(q *hook.Person) bool {
		*q = q.Without(p)
		return false
	})
}

// Call gives somebody at the table another name; who has it already is the same person.
func (s *Scene) Call(was, name string) {
	var p hook.Person
	s.change(was, func(q *hook.Person) bool {
		p = *q
		return p.Name != ""
	})
	if p.Name != "" {
		p.Name = name
		s.Tell(p)
	}
}

// Leave takes somebody from the table. The guest stays, and needs nothing.
func (s *Scene) Leave(name string) {
	s.change(name, func(q *hook.Person) bool {
		stays := q.Name == ""
		if stays {
			*q = hook.Person{}
		}
		return !stays
	})
}

// Limit notes how many people there are, and the most they will pay, as far as
// they are known.
func (s *Scene) Limit(party int, b hook.Budget) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Party = cmp.Or(party, s.Party)
	s.Budget = hook.Budget{
		Person: cmp.Or(b.Person, s.Budget.Person), Total: cmp.Or(b.Total, s.Budget.Total),
		Night: cmp.Or(b.Night, s.Budget.Night), Level: cmp.Or(b.Level, s.Budget.Level),
	}
}

// awayNote is the key of those of whom the guest said that they are not there today.
const awayNote = "away"

type away struct {
	Day string
	Who []string
}

// Send notes that somebody is not at the table today, though they are spoken of: "the twins come on Sunday"; or that they are there
// after all.
func (s *Scene) Send(name string, gone bool) error {
	var a away
	return s.Change(awayNote, &a, func() {
		if today := s.Now.Format(time.DateOnly); a.Day != today {
			a = away{Day: today}
		}
		a.Who = slices.DeleteFunc(a.Who, func(who string) bool { return hook.SameName(who, name) })
		if gone {
			a.Who = append(a.Who, name)
		}
	})
}

// Away reports whether somebody is not at the table today. The guest always is.
func (s *Scene) Away(p hook.Person) bool {
	var a away
	return p.Name != "" && s.Load(awayNote, &a) && a.Day == s.Now.Format(time.DateOnly) && slices.ContainsFunc(a.Who, p.Is)
}

// People returns who is at the table, and who is spoken of.
func (s *Scene) People() []hook.Person {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.Table)
}

// MustNots returns what nobody of those named may have, see Meant.
func (s *Scene) MustNots(who []string) hook.Constraints {
	c := hook.Constraints{Budget: s.Budget, Party: s.Party, Unknown: s.Unknown}
	meant, _ := s.Meant(who)
	for _, p := range meant {
		c.Add(hook.Constraints{Allergies: p.Allergies, Diets: p.Diets, Dislikes: p.Dislikes})
	}
	return c
}

// Meant returns those at the table whom some names mean, and the others: "" and
// "guest" are the guest who writes; with no names everybody is meant who is there today, and of a name
// that nobody has nothing is known, unless the guest introduced somebody by it. The
// Companion is always meant, until it is known who that is, and so is "the family": what all
// must not have each must not.
func (s *Scene) Meant(who []string) (meant, others []hook.Person) {
	people := s.People()
	everybody := Everybody(who)
	are := map[int]bool{}
	for _, name := range Apart(people, who) {
		for _, i := range s.called(people, name) {
			are[i] = true
		}
	}
	for i, p := range people {
		if everybody && !s.Away(p) || are[i] || p.Is(hook.Companion) || p.Name != "" && Everybody([]string{p.Name}) {
			meant = append(meant, p)
		} else {
			others = append(others, p)
		}
	}
	return meant, others
}

// Strangers returns those of some names that nobody at the table has.
func (s *Scene) Strangers(who []string) []string {
	people := s.People()
	if Everybody(who) {
		return nil
	}
	return slices.DeleteFunc(Apart(people, who), func(name string) bool { return len(s.called(people, name)) > 0 })
}

// called returns the places of those whom a name means, be it one that the guest introduced
// them by: "minha esposa, a Ana".
func (s *Scene) called(people []hook.Person, name string) []int {
	at := hook.Called(people, name)
	if len(at) > 0 {
		return at
	}
	said := append(slices.Clip(s.Said), s.Message)
	for i, p := range people {
		if slices.ContainsFunc(said, func(text string) bool { return hook.Introduces(text, p.Name, name) }) {
			return []int{i}
		}
	}
	return nil
}

// Apart returns names with those taken apart that join people: "Ana e João", if nobody
// is called so.
func Apart(people []hook.Person, who []string) (all []string) {
	for _, name := range who {
		if slices.ContainsFunc(people, func(p hook.Person) bool { return p.Is(name) }) {
			all = append(all, name)
		} else {
			all = append(all, hook.Split(name)...)
		}
	}
	return all
}

// Everybody reports whether names mean all at the table: there are none, or one is
// a word for all of them.
func Everybody(who []string) bool {
	return len(who) == 0 || slices.ContainsFunc(who, func(name string) bool { // "my whole family"
		name = lang.Fold(name)
		return forAll[name[strings.LastIndexByte(name, ' ')+1:]]
	})
}

var forAll = lang.Set("everyone everybody all todos todas todo table mesa us we nos nosotros group grupo party family familia gente pessoal galera turma povo rapaziada gang folks people crew crowd lads guys banda")
