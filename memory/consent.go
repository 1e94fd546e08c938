package memory

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/thread"
)

// ask records that the guest is asked whether their health may be remembered,
// if something that they have just said waits for the answer and they have not
// answered: once in a conversation, unless they could not decide.
func (d *draft) ask(t hook.Turn) {
	was := d.asked("health", "")
	waits := func(m *Memory) bool { return m.holds(t.Thread) && m.Pending && m.Run == t.Run }
	if (was == nil || was.Value == "asked" && was.Thread != t.Thread) && d.any(waits) {
		d.supersede(was)
		d.note("health", "", "asked", t)
	}
}

// consent records a guest's answer, yes or no, to having their health remembered, or what
// they tell of a person. With a yes what has waited for it is kept.
func (d *draft) consent(t hook.Turn, person, answer string) {
	if was := d.asked("health", person); was == nil || was.Value != answer {
		d.supersede(was)
		d.note("health", person, answer, t)
	} else if person == "" {
		return
	}
	if answer != "yes" {
		return
	}
	for _, m := range d.which(func(m *Memory) bool {
		theirs := person != "" && m.Kind != Asked && m.isOf(person) && m.Session != ""
		return m.Retired == "" && (theirs || person == "" && m.Pending)
	}) {
		if d.standing("", m.Candidate()) != nil { // said in two threads that waited
			d.supersede(m)
		} else {
			d.change(event.MemoryKept, Change{ID: m.ID})
		}
	}
}

// Consent records whether the guest's health may be remembered. With a no what
// was remembered of it is forgotten.
func (b *Book) Consent(ctx context.Context, guest string, yes bool) error {
	return b.ConsentFor(ctx, hook.Turn{Guest: guest, Run: thread.NewID(), Time: time.Now()}, "", yes)
}

// ConsentFor records, in a turn, whether what the guest tells of a person may be
// remembered beyond this conversation; with no person, whether their own health
// may. With a no what was remembered of it is forgotten. Only Guest, Thread, Run
// and Time of the turn count.
func (b *Book) ConsentFor(ctx context.Context, t hook.Turn, person string, yes bool) error {
	answer := map[bool]string{true: "yes", false: "no"}[yes]
	if person != "" && !isName(person) {
		return fmt.Errorf("%w: the name of a person", ErrValue)
	}
	l := Lesson{Owner: t.Guest, Run: t.Run + "~consent", Thread: t.Thread}
	if person != "" {
		l.Run += "~" + mark(answer+person)
	}
	err := b.learn(ctx, l, t.Time, func(d *draft) { d.consent(t, person, answer) })
	if err != nil || yes {
		return err
	}
	s, err := b.Of(ctx, t.Guest)
	if err != nil {
		return err
	}
	return b.purge(ctx, t.Guest, ids(s.which(func(m *Memory) bool {
		return m.Kind != Asked && m.Session == "" && m.isOf(person) && (person != "" || m.Safety())
	})))
}

// ConsentSome records, in a turn, that of what the guest told of a person, or with no
// person of their own health, only some memories may be remembered. The rest holds for
// its conversation, and nothing more is kept before the guest agrees to it.
func (b *Book) ConsentSome(ctx context.Context, t hook.Turn, person string, some []*Memory) error {
	chosen := slices.Sorted(slices.Values(ids(some)))
	return b.learn(ctx, Lesson{Owner: t.Guest, Run: t.Run + "~consent~" + mark(strings.Join(chosen, " ")), Thread: t.Thread}, t.Time, func(d *draft) {
		d.consent(t, person, "no")
		for _, m := range d.which(func(m *Memory) bool { return m.Retired == "" && m.Session != "" }) {
			if slices.Contains(chosen, m.ID) {
				d.change(event.MemoryKept, Change{ID: m.ID})
			} else if person == "" && m.Pending { // a later yes is to something else
				d.supersede(m)
				now := *m
				now.ID, now.Pending = d.newID(), false
				d.save(&now)
			}
		}
	})
}

// ids are those of some memories.
func ids(some []*Memory) (all []string) {
	for _, m := range some {
		all = append(all, m.ID)
	}
	return all
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
