// Package memo is the house's notebook as tools: what a guest tells is
// remembered, recalled and forgotten, and kept for good only with their leave.
//
// Give a [Memo] the book and offer its Tools to whoever talks to the guest:
//
//	tools, err := (&memo.Memo{Book: book}).Tools()
package memo

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/thread"
)

// Memo is a notebook. Its tools are safe for concurrent use.
type Memo struct {
	Book *memory.Book

	// Nobody is the guest as whom those speak who do not say who they are. What
	// they tell holds for the conversation. So it does for a guest without an id.
	Nobody string

	// Diet returns the way to eat that a state of somebody stands for, as pregnancy
	// does, or "", in the words of the text; nil: none does.
	Diet func(text string) string

	// Same reports whether two words name one need; nil: memory.Same.
	Same func(a, b string) bool
}

// Tools returns remember, recall, forget and consent.
func (m *Memo) Tools() ([]agent.Tool, error) {
	remember, err1 := m.rememberTool()
	recall, err2 := m.recallTool()
	forget, err3 := m.forgetTool()
	consent, err4 := m.consentTool()
	return []agent.Tool{remember, recall, forget, consent}, errors.Join(err1, err2, err3, err4)
}

// turn returns the scene and the turn in which a tool is used. Without a book nobody has an id.
func (m *Memo) turn(ctx context.Context) (*scene.Scene, hook.Turn) {
	s, run := scene.From(ctx), graph.Of(ctx)
	t := hook.Turn{Thread: run.Thread, Guest: run.Guest, Run: run.ID, Message: s.Message, Time: s.Now}
	if t.Time.IsZero() {
		t.Time = time.Now()
	}
	if m.Book == nil {
		t.Guest = ""
	}
	for _, said := range s.Said {
		t.History = append(t.History, thread.Message{Role: thread.RoleUser, Text: said})
	}
	if s.Last != "" {
		t.History = append(t.History, thread.Message{Role: thread.RoleAssistant, Text: s.Last})
	}
	return s, t
}

// of returns what is known of the guest of a turn: of one without an id, nothing.
func (m *Memo) of(ctx context.Context, t hook.Turn) (*memory.Set, error) {
	if t.Guest == "" {
		return &memory.Set{}, nil
	}
	return m.Book.Of(ctx, t.Guest)
}

// stays reports whether what a guest tells may be kept beyond the conversation.
func (m *Memo) stays(t hook.Turn) bool { return t.Guest != "" && t.Guest != m.Nobody }

func (m *Memo) same(a, b string) bool {
	if m.Same == nil {
		return memory.Same(a, b)
	}
	return m.Same(a, b)
}

// known returns who is at the table by the book and the conversation, and what limits them all.
func (m *Memo) known(ctx context.Context, t hook.Turn) hook.Known {
	if m.Book == nil {
		return hook.Known{}
	}
	k, _ := m.Book.Known(ctx, t) // else nobody, and the table stays as it is
	return k
}

// A note is something that is known of somebody: in the book, or only heard in this conversation.
type note struct {
	memory.Candidate
	kept *memory.Memory // nil: in no book
}

// notes are what is known in a turn, of the book and of the table.
func notes(own *memory.Set, s *scene.Scene, t hook.Turn) (all []note) {
	for _, k := range own.About(t.Thread, "") {
		all = append(all, note{k.Candidate(), k})
	}
	kept := slices.Clone(all)
	for _, c := range needs(s.People()) {
		if !slices.ContainsFunc(kept, func(n note) bool { // "Zulmira" is "minha mulher Zulmira"
			return memory.Same(n.Value, c.Value) && len(hook.Among([]hook.Person{{Name: name(n.Candidate)}}, name(c))) > 0
		}) {
			all = append(all, note{Candidate: c})
		}
	}
	return all
}

// meant are the notes that some words mean, in whatever words.
func (m *Memo) meant(all []note, words string) []note {
	some := memory.Meant(words, all, func(n note) memory.Candidate { return n.Candidate })
	if len(some) == 0 {
		return only(all, func(n note) bool { return m.same(n.Value, words) })
	}
	return some
}

// narrow returns the notes that are, or, if none is, all of them.
func narrow(all []note, are func(note) bool) ([]note, bool) {
	if some := only(all, are); len(some) > 0 {
		return some, true
	}
	return all, false
}

// only returns those of some things that are.
func only[N any](all []N, are func(N) bool) []N {
	return slices.DeleteFunc(slices.Clone(all), func(n N) bool { return !are(n) })
}

// reseat has the table know what the book does now and did not before, for the tools that run after:
// what was told, and what is over. What no book has is told besides.
func (m *Memo) reseat(ctx context.Context, s *scene.Scene, t hook.Turn, before []hook.Person, told, over []memory.Candidate) {
	k := m.known(ctx, t)
	s.Limit(k.Constraints.Party, k.Constraints.Budget)
	had, now := needs(before), needs(k.People)
	lacks := func(some []memory.Candidate) func(memory.Candidate) bool {
		return func(c memory.Candidate) bool { return !m.has(some, c) }
	}
	for _, c := range append(only(had, lacks(now)), over...) {
		m.untell(s, c)
	}
	s.Tell(hook.Person{}) // the guest comes first
	taken := only(told, func(c memory.Candidate) bool { return t.Guest == "" || m.has(now, c) })
	for _, c := range append(only(now, lacks(had)), taken...) { // the table has the others, or knows whose they are by now
		if p, needs := c.Need(); needs {
			s.Tell(p)
		}
	}
}

// needs returns what people at a table need.
func needs(table []hook.Person) (all []memory.Candidate) {
	for _, p := range table {
		all = append(all, memory.Needs(p)...)
	}
	return all
}

// has reports whether some candidates have the need of one, in whatever words.
func (m *Memo) has(some []memory.Candidate, c memory.Candidate) bool {
	return slices.ContainsFunc(some, func(n memory.Candidate) bool { return hook.SameName(name(n), name(c)) && m.same(n.Value, c.Value) })
}

// name is what somebody is called at the table of whom a candidate is told.
func name(c memory.Candidate) string {
	if c.Subject == memory.Companion {
		return cmp.Or(c.Person, hook.Companion)
	}
	return ""
}

// untell takes from the table what a candidate says, under whatever name of it.
func (m *Memo) untell(s *scene.Scene, c memory.Candidate) {
	people := s.People()
	if at := hook.Among(people, name(c)); len(at) == 1 { // else nobody, or it is not known who
		p := people[at[0]]
		same := func(v string) bool { return m.same(v, c.Value) }
		s.Untell(hook.Person{Name: p.Name, Allergies: only(p.Allergies, same), Diets: only(p.Diets, same), Dislikes: only(p.Dislikes, same)})
	}
}

// texted says some candidates in a few words each.
func texted(all []memory.Candidate, s *scene.Scene) (texts []string) {
	for _, c := range all {
		if said := c.Says(s.Language); !slices.Contains(texts, said) {
			texts = append(texts, said)
		}
	}
	return texts
}

// said are what some notes say.
func said(some []note) (all []memory.Candidate) {
	for _, n := range some {
		all = append(all, n.Candidate)
	}
	return all
}

// kept are those of some notes that the book has.
func kept(some []note) (all []*memory.Memory) {
	for _, n := range some {
		if n.kept != nil {
			all = append(all, n.kept)
		}
	}
	return all
}

// says reports whether two candidates say the same of the same person.
func says(a, b memory.Candidate) bool {
	return a.Kind == b.Kind && memory.Same(a.Value, b.Value) && hook.SameName(name(a), name(b))
}
