package memory

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
)

// table returns who is at the table by what is held, and what each must not
// have: the guest first, then those who have a name, and last whoever nobody has
// named. What a house notes for all its guests is everybody's.
func table(held []*Memory) []hook.Person {
	guest, named, others := []hook.Person{{}}, []hook.Person(nil), []hook.Person(nil)
	var all []hook.Person           // what is everybody's
	counted := map[string]*Memory{} // what was said last of how many they are
	var needs []*Memory
	for _, m := range held {
		if had := counted[m.Person]; m.Count > 0 && (had == nil || m.Last.After(had.Last)) {
			counted[m.Person] = m
		}
		if m.Kind == Diet {
			needs = append(needs, m)
		}
	}
	dislikes := newest(held, func(m *Memory) bool { return m.Kind != Diet && m.needs() })
	needs = append(first(maxNeeds, slices.Values(needs), mattersMore), dislikes...)
	slices.SortFunc(needs, mattersMore)
	for _, m := range distinct(needs) {
		p := m.person()
		if last := counted[m.Person]; last != nil && m.Person != "" {
			p.Count = last.Count
		}
		switch {
		case m.Person != "":
			named = hook.Seat(named, p)
		case m.Subject == Companion:
			others = hook.Seat(others, p)
		default:
			guest = hook.Seat(guest, p)
			if m.For != ForUser {
				all = append(all, p)
			}
		}
	}
	seated := slices.Concat(guest, named, others)
	if len(seated) == 1 && !guest[0].Safety() && len(guest[0].Dislikes) == 0 {
		return nil
	}
	for i, p := range seated {
		for _, house := range all {
			house.Name = p.Name
			seated[i] = hook.Seat([]hook.Person{seated[i]}, house)[0]
		}
	}
	return seated
}

// distinct leaves out what somebody needs by another word or as another kind of need:
// "celíaca" of who is coeliac. What comes first stays.
func distinct(needs []*Memory) (all []*Memory) {
	for _, m := range needs {
		if !slices.ContainsFunc(all, func(had *Memory) bool {
			return had.Kind == Diet && m.Kind == Diet && had.Subject == m.Subject && had.Person == m.Person && had.For == m.For && sameValue(had.Value, m.Value)
		}) {
			all = append(all, m)
		}
	}
	return all
}

// maxNeeds is how many dangers are told of a table: more than anybody has.
const maxNeeds = 500

// mattersMore orders needs: what is dangerous before what is not liked, and then
// as it was told.
func mattersMore(a, b *Memory) int { return cmp.Or(cmp.Compare(b.danger(), a.danger()), asTold(a, b)) }

// asTold orders memories as they were told; those of one message so that they
// stay as they are, whenever they are read.
func asTold(a, b *Memory) int {
	return cmp.Or(a.Since.Compare(b.Since), strings.Compare(a.Person, b.Person), strings.Compare(string(a.Kind), string(b.Kind)), strings.Compare(a.Value, b.Value), strings.Compare(a.ID, b.ID))
}

// needs reports whether a memory says that somebody must not have something, or
// does not like it.
func (m *Memory) needs() bool {
	return m.Kind == Diet || m.Kind == Dislike && (m.Key == "food" || m.Key == "drink") || m.young()
}

// young reports whether a memory is the age of a companion who is too young to drink: "6 anos".
func (m *Memory) young() bool {
	return m.Kind == Fact && m.Person != "" && understand.Young(m.Value+" anos")
}

// person returns somebody of whom nothing but a memory is known.
func (m *Memory) person() hook.Person {
	p := hook.Person{Name: m.Person, Count: m.Count}
	if m.Subject == Companion && p.Name == "" {
		p.Name = hook.Companion
	}
	switch {
	case m.young():
		p.Diets = []string{"bebida alcoólica"} // as package menu calls it
	case m.Kind == Diet && m.Key == "restriction":
		p.Diets = []string{m.Value}
	case m.Kind == Diet:
		p.Allergies = []string{m.Value}
	default:
		p.Dislikes = []string{m.Value}
	}
	return p
}

// present leaves out companions whom the guest does not speak of in this
// conversation. What is kept of them waits until they come along.
func present(held []*Memory, t hook.Turn) []*Memory {
	spoken := map[string]bool{}
	return slices.DeleteFunc(held, func(m *Memory) bool {
		if m.Person == "" || m.Session != "" {
			return false
		}
		is, known := spoken[m.Person]
		if !known {
			is = hook.Speaks(t.Message, m.Person)
			for i := 0; i < len(t.History) && !is; i++ {
				is = hook.Speaks(t.History[i].Text, m.Person)
			}
			spoken[m.Person] = is
		}
		return !is
	})
}

// firstHand reports what the rules read that the guest says of themselves in so
// many words: "sou alérgico", not "alergia: camarão".
func (c *Candidate) firstHand() bool { return c.Subject == User && c.Confidence != implied }

// unnamed reports whether something is told of a companion of whom it is not said who.
func (c *Candidate) unnamed() bool { return c.Subject == Companion && c.Person == "" }

// says returns what a memory says, as a candidate.
func (m *Memory) says() *Candidate {
	return &Candidate{Kind: m.Kind, Key: m.Key, Value: m.Value, Subject: m.Subject, Person: m.Person}
}

// owns reports whether what is told of the guest, or of somebody by name, says whose
// something is that was noted of a companion without a name. Who does not like milk may
// be who must not have it, but not who is allergic to it; who has no milk has no cheese.
func (c *Candidate) owns(noted *Candidate) bool {
	if c.unnamed() || !noted.unnamed() || c.Retract {
		return false
	}
	both := c.Kind == noted.Kind || c.Kind == Diet && noted.Kind == Dislike || c.Kind == Dislike && noted.Kind == Diet && !reaction(noted)
	return both && (sameValue(c.Value, noted.Value) || c.Kind == Diet && Covers(c.Value, noted.Value))
}

// Call gives somebody the name that they have by now in a conversation: one of "my sisters"
// is Neide. What is kept for good of them stays under the word that may come again.
func (b *Book) Call(ctx context.Context, t hook.Turn, was, name string) error {
	lesson := Lesson{Owner: t.Guest, Run: t.Run + "~call~" + mark(was+"\n"+name), Thread: t.Thread}
	return b.learn(ctx, lesson, t.Time, func(d *draft) {
		for _, m := range d.held(t.Thread) {
			if m.Session != "" && m.Person != "" && hook.SameName(m.Person, was) {
				named := *m
				named.Person = name
				d.save(&named)
			}
		}
	})
}

// give takes from the companion without a name what was told of somebody in a turn.
func (d *draft) give(t hook.Turn, found []Candidate, verdicts []Verdict) {
	for _, m := range d.known(t.Thread, Diet, Dislike, Fact) {
		for i := range found {
			if m.Session != "" && verdicts[i].Reject == "" && found[i].owns(m.says()) {
				d.change(event.MemoryRetired, Change{ID: m.ID, Why: "superseded", Run: t.Run})
				break
			}
		}
	}
}

// theirs leaves out of what the rules find in a turn what is known to be
// somebody's: who remembered it in this turn said whose it is, or the message names
// somebody of whom it is known. What the guest says of themselves stays theirs.
func (d *draft) theirs(t hook.Turn, found []Candidate) []Candidate {
	return slices.DeleteFunc(found, func(c Candidate) bool {
		if c.firstHand() {
			return false
		}
		for m := range d.each(c.Kind, Diet, Dislike) {
			now := m.Run == t.Run || m.Again == t.Run
			told := now || m.Person != "" && hook.Speaks(t.Message, m.Person)
			if told && (m.Retired == "" || c.Retract) && (m.Session == "" || m.Session == t.Thread) && m.hasOf(c) {
				return true
			}
		}
		return false
	})
}

// hasOf reports whether a memory has what the rules found, which may be of somebody else
// by them: a companion is often the one whom who listened calls by another name.
func (m *Memory) hasOf(c Candidate) bool {
	if c.Retract {
		return m.Person != "" && c.Person == "" && m.Kind == c.Kind && sameValue(m.Value, c.Value)
	}
	if c.Subject == User {
		return m.Person != "" && m.Kind == c.Kind && sameValue(m.Value, c.Value)
	}
	if c.Person != "" && hook.SameName(m.Person, c.Person) && IsState(c.Value) { // "diabético" is more than "sem açúcar"
		return m.Kind == c.Kind && sameValue(m.Value, c.Value)
	}
	c.Person = ""
	return m.says().owns(&c)
}

// pending reports whether something that was remembered in a turn waits for the
// guest's leave to be kept.
func (s *Set) pending(t hook.Turn) bool {
	return slices.ContainsFunc(slices.Concat(s.kinds[Diet], s.kinds[Fact]), func(m *Memory) bool { return m.Pending && m.Run == t.Run && m.Retired == "" })
}

// Need returns what a candidate says that somebody must not have, or does not
// like, and whether it says such a thing.
func (c Candidate) Need() (hook.Person, bool) {
	m := Memory{Kind: c.Kind, Key: c.Key, Value: c.Value, Subject: c.Subject, Person: c.Person, Count: c.Count}
	if !m.needs() {
		return hook.Person{}, false
	}
	return m.person(), true
}

// Needs returns what somebody at a table needs, each by itself.
func Needs(p hook.Person) (all []Candidate) {
	c := Candidate{Subject: User, Scope: Session, Confidence: certain}
	if p.Name != "" {
		c.Subject, c.Person = Companion, p.Name
	}
	for _, some := range []struct {
		kind   Kind
		key    string
		values []string
	}{{Diet, "allergy", p.Allergies}, {Diet, "restriction", p.Diets}, {Dislike, "food", p.Dislikes}} {
		c.Kind, c.Key = some.kind, some.key
		for _, c.Value = range some.values {
			all = append(all, c)
		}
	}
	return all
}

// Owns reports whether what a candidate says of somebody is also the guest's own:
// it was known of them before a turn, or they say so of themselves.
func (s *Set) Owns(t hook.Turn, c Candidate) bool {
	if slices.ContainsFunc(s.kinds[c.Kind], func(m *Memory) bool {
		return m.Subject == User && m.Run != t.Run && m.holds(t.Thread) && sameValue(m.Value, c.Value)
	}) {
		return true
	}
	words := append(guestsWords(t.History), t.Message)
	for i, q := range words {
		if slices.ContainsFunc(heard(words[:i], q), func(h Candidate) bool {
			return h.firstHand() && !h.Retract && h.Kind == c.Kind && sameValue(h.Value, c.Value)
		}) {
			return true
		}
	}
	return false
}
