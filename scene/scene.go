// Package scene is what a tool may know of the conversation in which it is used:
// who is at the table and what each of them must not have, the language, the
// day, what the guest was shown, and what a specialist noted in an earlier turn.
//
// A tool takes it from its context:
//
//	func findDishes(ctx context.Context, in findIn) (findOut, error) {
//		s := scene.From(ctx)
//		never := s.MustNots(in.For)
//		…
//		s.Show(ctx, things...)
//	}
//
// Outside a conversation, as when another program calls the tool, From returns
// an empty scene, so that a tool never asks whether there is one.
package scene

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
)

// Scene is the state of a conversation that tools share. It survives JSON. Its
// methods are safe for concurrent use: the tools of one decision run at once.
type Scene struct {
	Language lang.Language              `json:"language"`
	Currency string                     `json:"currency,omitempty"` // of the house, as BRL
	Now      time.Time                  `json:"now"`
	Message  string                     `json:"message"`           // the guest's, of this turn
	Said     []string                   `json:"said,omitempty"`    // by the guest before, oldest first
	Last     string                     `json:"last,omitempty"`    // what the house said last, which the message may answer
	Table    []hook.Person              `json:"table,omitempty"`   // who is there; the guest, with no name, comes first
	Budget   hook.Budget                `json:"budget,omitzero"`   // the guest's standing one
	Party    int                        `json:"party,omitempty"`   // people; 0: unknown
	Unknown  bool                       `json:"unknown,omitempty"` // what is dangerous for the guest could not be found out
	Shown    []Thing                    `json:"shown,omitempty"`   // what was shown last comes first
	Found    []Thing                    `json:"found,omitempty"`   // by tools of this turn, to be named in the answer or not
	Notes    map[string]json.RawMessage `json:"notes,omitempty"`   // of the specialists, by a key of theirs

	// Later says that a model answers with what the tools find: lists are held until its
	// answer tells what of them is shown.
	Later bool `json:"-"`

	// Names finds in a text what it names of the card, in any language of the house's; nil: nobody can.
	Names func(text string) []Mention `json:"-"`

	mu    sync.Mutex
	added map[string]pending // in this step, by the key of the call
}

type pending struct{ shown, found []Thing }

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

// Mention is where a message names things, such as dishes of the card.
type Mention struct {
	From, To int     // in the message, in bytes
	Things   []Thing // several: it may be any of these
	Kind     bool    // it says only what kind of thing it is: "o peixe"
	Plain    bool    // it is the name of a food that is in many a dish: "camarão", "leite"
	Within   bool    // it is a food that things are made with, and none is called by: "pimentão"
}

type sceneKey struct{}

// With returns a context for tools that are used in a scene.
func With(ctx context.Context, s *Scene) context.Context {
	return context.WithValue(ctx, sceneKey{}, s)
}

// From returns the scene of a tool's context.
func From(ctx context.Context) *Scene {
	if s, ok := ctx.Value(sceneKey{}).(*Scene); ok {
		return s
	}
	return &Scene{Now: time.Now(), Language: lang.Portuguese}
}

// Show notes a list that the guest is shown. Its things are numbered here, and
// replace what was shown of the same kind under the same ids.
func (s *Scene) Show(ctx context.Context, things ...Thing) {
	things = slices.Clone(things)
	for i := range things {
		things[i].Number = i + 1
	}
	s.add(ctx, func(p *pending) { p.shown = append(p.shown, things...) })
}

// Offer notes what a tool has found for whoever answers to choose from. Only
// what the answer names becomes Shown.
func (s *Scene) Offer(ctx context.Context, things ...Thing) {
	s.add(ctx, func(p *pending) { p.found = append(p.found, things...) })
}

func (s *Scene) add(ctx context.Context, to func(*pending)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.added == nil {
		s.added = map[string]pending{}
	}
	p := s.added[agent.Key(ctx)]
	to(&p)
	s.added[agent.Key(ctx)] = p
}

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
		slices.SortStableFunc(found, func(a, b Thing) int { return aside(a) - aside(b) }) // what one call found another only lists
		s.Found = joined(found, nil)
	}
	s.shown(lists)
	s.Found = s.Found[:min(len(s.Found), mostFound)]
	s.added = nil
}

const (
	most      = 80  // things that are remembered: more than anybody points back to
	mostFound = 200 // things of one turn that an answer may name
)

func aside(t Thing) int {
	if t.Aside {
		return 1
	}
	return 0
}

// joined returns the things of both lists, the first of those with one id.
func joined(a, b []Thing) []Thing {
	var all []Thing
	for _, t := range slices.Concat(a, b) {
		if !slices.ContainsFunc(all, func(had Thing) bool { return had.Kind == t.Kind && had.ID == t.ID }) {
			all = append(all, t)
		}
	}
	return all
}

// Named makes the things that an answer names the list shown last of their kind,
// numbered in the order of the answer. One thing alone out of the last list leaves
// that list as it is: "o segundo" is still its second. Things that an answer names
// only to leave them out have no number, nor has an order beside dishes of which the
// house asks which is meant.
func (s *Scene) Named(things []Thing, without ...Thing) {
	if picks := slices.DeleteFunc(slices.Clone(things), func(t Thing) bool { return !t.Pick }); len(picks) > 1 {
		without = append(without, slices.DeleteFunc(things, func(t Thing) bool { return t.Pick })...)
		things = picks
	}
	of := map[string][]Thing{}
	for _, t := range things {
		of[t.Kind] = append(of[t.Kind], t)
	}
	var list []Thing
	for _, t := range things {
		if s.inLast(of[t.Kind]) {
			continue
		}
		t.Number, t.Aside, t.Pick = slices.IndexFunc(of[t.Kind], func(x Thing) bool { return x.ID == t.ID })+1, false, false
		list = append(list, t)
	}
	for i := range without {
		without[i].Number, without[i].Aside = 0, false
	}
	for i, had := range s.Shown { // with the prices of now
		if k := slices.IndexFunc(s.Found, func(t Thing) bool { return t.Kind == had.Kind && t.ID == had.ID }); k >= 0 {
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

// inLast reports whether things are only one, which has its number in a list.
func (s *Scene) inLast(things []Thing) bool {
	return len(things) == 1 && slices.ContainsFunc(s.Shown, func(had Thing) bool {
		return had.Kind == things[0].Kind && had.ID == things[0].ID && had.Number > 0
	})
}

// Thing returns what a guest or a model points at: by id, or by name without
// regard to accents and capitals.
func (s *Scene) Thing(kind, ref string) (Thing, bool) { return s.thing(kind, ref, nil) }

// Latest is as Thing for a tool that runs after the others of its step: also of what these
// have shown and found.
func (s *Scene) Latest(kind, ref string) (Thing, bool) { return s.thing(kind, ref, s.added) }

func (s *Scene) thing(kind, ref string, added map[string]pending) (Thing, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := slices.Concat(s.Shown, s.Found)
	for _, p := range added {
		all = slices.Concat(all, p.shown, p.found)
	}
	i := slices.IndexFunc(all, func(t Thing) bool { return t.Kind == kind && t.ID == ref })
	if i < 0 {
		name := lang.Fold(ref)
		i = slices.IndexFunc(all, func(t Thing) bool { return t.Kind == kind && lang.Fold(t.Name) == name })
	}
	if i < 0 {
		return Thing{}, false
	}
	return all[i], true
}

// Save keeps a note for a later call, also of a later turn.
func (s *Scene) Save(key string, note any) error {
	return s.Update(key, func(json.RawMessage) any { return note })
}

// Load reads a note into a pointer and reports whether there is one.
func (s *Scene) Load(key string, note any) bool {
	s.mu.Lock()
	raw := s.Notes[key]
	s.mu.Unlock()
	return raw != nil && json.Unmarshal(raw, note) == nil
}

// Update changes a note in one step: change gets what was kept, nil if nothing
// was, and returns what to keep now, so that tools that run at once do not undo
// what the other has noted. change must not use the scene.
func (s *Scene) Update(key string, change func(before json.RawMessage) any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	raw, err := json.Marshal(change(s.Notes[key]))
	if err != nil {
		return fmt.Errorf("keeping %s for later: %w", key, err)
	}
	if s.Notes == nil {
		s.Notes = map[string]json.RawMessage{}
	}
	s.Notes[key] = raw
	return nil
}

// Change is as Update with a note that is read into a pointer, and has it changed there.
func (s *Scene) Change(key string, note any, change func()) (err error) {
	kept := s.Update(key, func(raw json.RawMessage) any {
		if raw != nil {
			err = json.Unmarshal(raw, note)
		}
		if err != nil {
			return raw
		}
		change()
		return note
	})
	if err != nil {
		return fmt.Errorf("reading what is kept of %s: %w", key, err)
	}
	return kept
}

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
	for i, p := range people { // who is one of a group has its needs
		for _, group := range hook.Among(people, p.Of) {
			are[group] = are[group] || p.Of != "" && are[i]
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

// called returns the places of those whom a name means, also by words for several of them
// or by a name that the guest introduced them by.
func (s *Scene) called(people []hook.Person, name string) (at []int) {
	if at = hook.Among(people, name); len(at) == 0 {
		at = hook.Together(people, name)
	}
	for i, p := range people {
		if len(at) == 0 && s.introduced(p.Name, name) {
			at = append(at, i)
		}
	}
	return at
}

// Strangers returns those of some names that nobody at the table has.
func (s *Scene) Strangers(who []string) (names []string) {
	people := s.People()
	if Everybody(who) {
		return nil
	}
	for _, name := range Apart(people, who) {
		if len(s.called(people, name)) == 0 {
			names = append(names, name)
		}
	}
	return names
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

// introduced reports whether the guest has said that two names are one person's.
func (s *Scene) introduced(a, b string) bool {
	return slices.ContainsFunc(append(slices.Clip(s.Said), s.Message), func(text string) bool { return hook.Introduces(text, a, b) })
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

// Of returns the scene that an agent's state carries, for who asks the guest
// something before a tool runs.
func Of(own json.RawMessage) *Scene {
	var state struct{ Scene *Scene }
	if json.Unmarshal(own, &state) != nil || state.Scene == nil {
		return &Scene{Now: time.Now(), Language: lang.Portuguese}
	}
	return state.Scene
}
