package maitre

import (
	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/beer"
	"github.com/maitre-dev/maitre/lang"
)

// Beer is the specialist that finds breweries and answers about purchases.
func Beer(a *beer.Advisor) (Specialist, error) {
	g, err := a.Graph()
	if err != nil {
		return Specialist{}, err
	}
	begin := func(q Query) agent.State {
		var before *agent.State
		if last := new(agent.State); q.Last(last) {
			before = last
		}
		var said []beer.Line
		for _, m := range q.History {
			said = append(said, beer.Line{Role: string(m.Role), Text: m.Text})
		}
		return a.Begin(before, q.Message, said, lang.Language(q.Language))
	}
	s := NewSpecialist("beer", "breweries, and what the guest buys", g, begin, func(s agent.State) string { return s.Text })
	s.Tools, s.err = a.Tools()
	s.sense.offer, s.sense.schema = beer.Offer, a.Schema
	return s, nil
}
