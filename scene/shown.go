package scene

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/lang"
)

// Thing is something that a guest was shown and may point at: "o segundo".
type Thing struct {
	Kind   string `json:"kind"`             // dish, brewery, lodging, restaurant
	Number int    `json:"number,omitempty"` // its place in its list, from 1
	ID     string `json:"id"`
	Name   string `json:"name"`
	Price  string `json:"price,omitempty"` // as it is said: "R$ 98,00"
	Total  string `json:"total,omitempty"` // what a stay costs in all
	Note   string `json:"note,omitempty"`  // a few words more: a town, who must not have it
	Aside  bool   `json:"aside,omitempty"` // a tool listed it besides what it found: only its whole name means it
	Pick   bool   `json:"pick,omitempty"`  // the house asks whether it is the one that is meant
}

// Mention is where a message names things, such as dishes of the card.
type Mention struct {
	From, To int     // in the message, in bytes
	Things   []Thing // several: it may be any of these
	Kind     bool    // it says only what kind of thing it is: "o peixe"
	Plain    bool    // it is the name of a food that is in many a dish: "camarão", "leite"
	Within   bool    // it is a food that things are made with, and none is called by: "pimentão"
}

// Unnamed returns a message without the names of places that were shown, of three words or
// more and written as they were: "Mesa sem Glúten da Vila" is nothing that a guest must not have.
// Dishes stay: who is asked something and says "quero a Galinhada de pequi" has not said yes.
func Unnamed(message string, shown []Thing) string {
	for _, t := range shown {
		if strings.Count(t.Name, " ") > 1 && (t.Kind == "lodging" || t.Kind == "restaurant") {
			message = strings.ReplaceAll(message, t.Name, "")
		}
	}
	return strings.TrimSpace(message)
}

// Show notes a list that the guest is shown. Its things are numbered here, and
// replace what was shown of the same kind under the same ids.
func (s *Scene) Show(ctx context.Context, things ...Thing) {
	things = slices.Clone(things)
	for i := range things {
		things[i].Number = i + 1
	}
	s.add(ctx, pending{shown: things})
}

// Offer notes what a tool has found for whoever answers to choose from. Only
// what the answer names becomes Shown.
func (s *Scene) Offer(ctx context.Context, things ...Thing) { s.add(ctx, pending{found: things}) }

// pending is what a call has shown and found in the step that goes on.
type pending struct{ shown, found []Thing }

func (s *Scene) add(ctx context.Context, more pending) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.added == nil {
		s.added = map[string]pending{}
	}
	had := s.added[agent.Key(ctx)]
	s.added[agent.Key(ctx)] = pending{slices.Concat(had.shown, more.shown), slices.Concat(had.found, more.found)}
}

const (
	most      = 80  // things that are remembered: more than anybody points back to
	mostFound = 200 // things of one turn that an answer may name
)

// Settle puts what the calls of a step have shown and found in the order of the
// calls, however they ended.
func (s *Scene) Settle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	keys := slices.SortedFunc(maps.Keys(s.added), func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	var lists []Thing
	for _, k := range keys {
		lists = append(lists, s.added[k].shown...)
		found := slices.Concat(s.added[k].found, s.Found)
		aside := func(t Thing) bool { return t.Aside }
		s.Found = joined(slices.DeleteFunc(slices.Clone(found), aside), found) // what one call found another only lists
	}
	s.shown(lists)
	s.Found = s.Found[:min(len(s.Found), mostFound)]
	s.added = nil
}

// Named makes the things that an answer names the list shown last of their kind,
// numbered in the order of the answer. One thing alone out of the last list leaves
// that list as it is: "o segundo" is still its second. Things that an answer names
// only to leave them out have no number, nor has an order beside dishes of which the
// house asks which is meant.
func (s *Scene) Named(things []Thing, without ...Thing) {
	picked := func(t Thing) bool { return t.Pick }
	if picks := only(things, picked); len(picks) > 1 {
		without = append(without, slices.DeleteFunc(slices.Clone(things), picked)...)
		things = picks
	}
	numbers := map[string]int{}
	var list []Thing
	for _, t := range things {
		numbers[t.Kind]++
		alone := len(only(things, func(x Thing) bool { return x.Kind == t.Kind })) == 1
		if i := indexOf(s.Shown, t); alone && i >= 0 && s.Shown[i].Number > 0 {
			continue
		}
		t.Number, t.Aside, t.Pick = numbers[t.Kind], false, false
		list = append(list, t)
	}
	for i := range without {
		without[i].Number, without[i].Aside = 0, false
	}
	for i, had := range s.Shown { // with the prices of now
		if k := indexOf(s.Found, had); k >= 0 {
			s.Shown[i].Price, s.Shown[i].Total, s.Shown[i].Note = s.Found[k].Price, s.Found[k].Total, s.Found[k].Note
		}
	}
	s.shown(list)
	s.Shown = joined(s.Shown, without)
}

// shown puts a list before what was shown, whose numbers of that kind are over.
func (s *Scene) shown(list []Thing) {
	for i, had := range s.Shown {
		if slices.ContainsFunc(list, func(t Thing) bool { return t.Kind == had.Kind }) {
			s.Shown[i].Number = 0
		}
	}
	s.Shown = joined(list, s.Shown)
	s.Shown = s.Shown[:min(len(s.Shown), most)]
}

// Thing returns what a guest or a model points at: by id, or by name without
// regard to accents and capitals.
func (s *Scene) Thing(kind, ref string) (Thing, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return find(slices.Concat(s.Shown, s.Found), kind, ref)
}

// Latest is as Thing for a tool that runs after the others of its step: also of what these
// have shown and found.
func (s *Scene) Latest(kind, ref string) (Thing, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.Concat(s.Shown, s.Found)
	for _, p := range s.added {
		all = slices.Concat(all, p.shown, p.found)
	}
	return find(all, kind, ref)
}

func find(all []Thing, kind, ref string) (Thing, bool) {
	i, name := indexOf(all, Thing{Kind: kind, ID: ref}), lang.Fold(ref)
	if i < 0 {
		i = slices.IndexFunc(all, func(t Thing) bool { return t.Kind == kind && lang.Fold(t.Name) == name })
	}
	if i < 0 {
		return Thing{}, false
	}
	return all[i], true
}

// joined returns the things of both lists, the first of those with one id.
func joined(a, b []Thing) (all []Thing) {
	for _, t := range slices.Concat(a, b) {
		if indexOf(all, t) < 0 {
			all = append(all, t)
		}
	}
	return all
}

func indexOf(all []Thing, t Thing) int {
	return slices.IndexFunc(all, func(x Thing) bool { return x.Kind == t.Kind && x.ID == t.ID })
}

func only(all []Thing, are func(Thing) bool) []Thing {
	return slices.DeleteFunc(slices.Clone(all), func(t Thing) bool { return !are(t) })
}
