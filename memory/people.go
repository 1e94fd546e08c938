package memory

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
)

// How many dangers, and how many wishes, are told of a table: more than anybody has.
const (
	maxNeeds    = 500
	maxDislikes = 50
)

// needsOf returns what people must not have, or do not like, by memories that hold: what is
// dangerous first, and what somebody needs by another word or as another kind of need once.
func needsOf(held []*Memory) (all []*Memory) {
	dangers := only(held, func(m *Memory) bool { return m.Kind == Diet })
	dislikes := only(held, func(m *Memory) bool { return m.Kind != Diet && m.Candidate().needs() })
	slices.SortFunc(dislikes, func(a, b *Memory) int { return lastCounts(b, a) })
	dislikes = dislikes[:min(len(dislikes), maxDislikes)]
	slices.SortFunc(dangers, mattersMore)
	slices.SortFunc(dislikes, mattersMore)
	seen := map[[5]string]bool{}
	for _, m := range slices.Concat(dangers, dislikes) {
		key := [5]string{string(m.Kind), m.Subject, m.Person, m.For, thing(m.Value)}
		if !seen[key] {
			all = append(all, m)
		}
		seen[key] = true
	}
	return all
}

// mattersMore orders needs: what is dangerous before what is not liked, and then
// as it was told.
func mattersMore(a, b *Memory) int { return cmp.Or(cmp.Compare(b.danger(), a.danger()), older(a, b)) }

// lastCounts orders memories of which the last one counts: what the guest says
// goes before what the house does, and what is said for this time before what
// is known.
func lastCounts(a, b *Memory) int {
	rank := func(m *Memory) int {
		switch {
		case m.Session != "":
			return 2
		case m.For == ForUser:
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), older(a, b))
}

// Need returns what a candidate says that somebody must not have, or does not
// like, and whether it says such a thing.
func (c Candidate) Need() (hook.Person, bool) {
	p := hook.Person{Name: c.Person, Count: c.Count}
	if c.Subject == Companion {
		p.Name = cmp.Or(p.Name, hook.Companion)
	}
	switch {
	case c.young():
		p.Diets = []string{"bebida alcoólica"} // as package menu calls it
	case c.Kind == Diet && c.Key == "restriction":
		p.Diets = []string{c.Value}
	case c.Kind == Diet:
		p.Allergies = []string{c.Value}
	default:
		p.Dislikes = []string{c.Value}
	}
	return p, c.needs()
}

func (c Candidate) needs() bool {
	return c.Kind == Diet || c.Kind == Dislike && (c.Key == "food" || c.Key == "drink") || c.young()
}

// young reports the age of a companion who is too young to drink: "6 anos".
func (c Candidate) young() bool {
	return c.Kind == Fact && c.Person != "" && understand.Young(c.Value+" anos")
}

// table returns who is at the table by what is held, and what each must not
// have: the guest first, then those who have a name, and last whoever nobody has
// named. What a house notes for all its guests is everybody's.
func table(held []*Memory) []hook.Person {
	counted := map[string]*Memory{} // what was said last of how many they are
	for _, m := range held {
		if had := counted[m.Person]; m.Person != "" && m.Count > 0 && (had == nil || m.Last.After(had.Last)) {
			counted[m.Person] = m
		}
	}
	needs := needsOf(held)
	needs = needs[:min(len(needs), maxNeeds)]
	rank := func(m *Memory) int { return len(m.Subject) - min(len(m.Person), 1) } // user, companions by name, companion
	slices.SortStableFunc(needs, func(a, b *Memory) int { return cmp.Compare(rank(a), rank(b)) })
	seated := []hook.Person{{}}
	for _, m := range needs {
		p, _ := m.Candidate().Need()
		if last := counted[m.Person]; last != nil {
			p.Count = last.Count
		}
		seated = hook.Seat(seated, p)
	}
	for _, m := range needs {
		for _, p := range seated {
			if house, _ := m.Candidate().Need(); m.For != ForUser && m.Subject != Companion {
				house.Name = p.Name
				seated = hook.Seat(seated, house)
			}
		}
	}
	if len(needs) == 0 {
		return nil
	}
	return seated
}

// Constrain makes constraints of memories that hold.
func Constrain(held []*Memory) (c hook.Constraints) {
	seen := map[string]bool{}
	add := func(to *[]string, list, value string) {
		if key := list + thing(value); !seen[key] {
			seen[key] = true
			*to = append(*to, value)
		}
	}
	for _, m := range needsOf(held) {
		switch {
		case m.Kind == Diet && m.Key == "restriction":
			add(&c.Diets, "diets ", m.Value)
		case m.Kind == Diet:
			add(&c.Allergies, "allergies ", m.Value)
			c.Unknown = c.Unknown || strange(m.Value)
		case m.Kind == Dislike && m.Subject == User:
			add(&c.Dislikes, "dislikes ", m.Value)
		}
	}
	for _, m := range lastOf(held, Budget, PartySize) {
		amount, err := strconv.ParseFloat(m.Value, 64)
		sound := err == nil && amount > 0 && !math.IsInf(amount, 0)
		into := map[string]*float64{"max_person": &c.Budget.Person, "max_total": &c.Budget.Total, "max_night": &c.Budget.Night}[m.Key]
		switch {
		case m.Key == "level":
			c.Budget.Level = m.Value
		case sound && m.Kind == PartySize:
			c.Party = int(amount)
		case sound && into != nil:
			*into = amount
		}
	}
	return c
}

// lastOf returns the guest's own memories of some kinds, the one that counts last.
func lastOf(held []*Memory, kinds ...Kind) []*Memory {
	some := only(held, func(m *Memory) bool { return m.Subject == User && slices.Contains(kinds, m.Kind) })
	slices.SortFunc(some, lastCounts)
	return some
}

// wishedLanguage returns the language that a guest has asked for, if it is one of ours.
func wishedLanguage(held []*Memory) (code string) {
	for _, m := range lastOf(held, Communication) {
		if m.Key == "language" {
			code = keyOf(m.Value, code, "pt", "en", "es")
		}
	}
	return code
}

// present leaves out companions whom the guest does not speak of in this
// conversation. What is kept of them waits until they come along.
func present(held []*Memory, t hook.Turn) []*Memory {
	words := allSaid(t) + "\n" + houseSaid(t)
	people := understand.People(words)
	spoken := map[string]bool{"": true}
	for _, m := range held {
		if _, known := spoken[m.Person]; !known {
			spoken[m.Person] = hook.Speaks(words, m.Person) || slices.ContainsFunc(people, func(p understand.Spoken) bool { // "Lourival" is "meu padrinho Lourival"
				return len(hook.Among([]hook.Person{{Name: m.Person}}, p.Name)) > 0
			})
		}
	}
	return only(held, func(m *Memory) bool { return m.Session != "" || spoken[m.Person] })
}

// Call gives somebody the name that they have by now in a conversation: one of "my sisters"
// is Neide. What is kept for good of them stays under the word that may come again.
func (b *Book) Call(ctx context.Context, t hook.Turn, was, name string) error {
	return b.learn(ctx, lesson(t, "call~"+mark(was+"\n"+name)), t.Time, func(d *draft) {
		for _, m := range d.In(t.Thread) {
			if m.Session != "" && m.Person != "" && hook.SameName(m.Person, was) {
				named := *m
				named.Person = name
				d.save(&named)
			}
		}
	})
}

// Needs returns what somebody at a table needs, each by itself.
func Needs(p hook.Person) (all []Candidate) {
	c := Candidate{Subject: User, Scope: Session, Confidence: certain}
	if p.Name != "" {
		c.Subject = Companion
	}
	if !p.Is(hook.Companion) {
		c.Person = p.Name
	}
	add := func(k Kind, key string, values []string) {
		for _, v := range values {
			c.Kind, c.Key, c.Value = k, key, v
			all = append(all, c)
		}
	}
	add(Diet, "allergy", p.Allergies)
	add(Diet, "restriction", p.Diets)
	add(Dislike, "food", p.Dislikes)
	return all
}
