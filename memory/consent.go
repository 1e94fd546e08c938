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
	for _, m := range d.which(func(m *Memory) bool {
		theirs := person != "" && m.Kind != Asked && hook.SameName(m.Person, person) && m.Session != ""
		return answer == "yes" && m.Retired == "" && (theirs || person == "" && m.Pending)
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
	why := "consent"
	if person != "" {
		why += "~" + mark(answer+person)
	}
	err := b.learn(ctx, lesson(t, why), t.Time, func(d *draft) { d.consent(t, person, answer) })
	if err != nil || yes {
		return err
	}
	s, err := b.Of(ctx, t.Guest)
	if err != nil {
		return err
	}
	return b.purge(ctx, t.Guest, ids(s.which(func(m *Memory) bool {
		return m.Kind != Asked && m.Session == "" && hook.SameName(m.Person, person) && (person != "" || m.Safety())
	})))
}

// ConsentSome records, in a turn, that of what the guest told of a person, or with no
// person of their own health, only some memories may be remembered. The rest holds for
// its conversation, and nothing more is kept before the guest agrees to it.
func (b *Book) ConsentSome(ctx context.Context, t hook.Turn, person string, some []*Memory) error {
	chosen := slices.Sorted(slices.Values(ids(some)))
	return b.learn(ctx, lesson(t, "consent~"+mark(strings.Join(chosen, " "))), t.Time, func(d *draft) {
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

// Adopt has a guest know what was told under another name, such as by a guest of a table
// who has signed in now: what holds of it, and to what they agreed. What the guest has
// said under their own name counts before it. threads tells what conversations are called
// now. Done twice it changes nothing more.
func (b *Book) Adopt(ctx context.Context, from, to string, threads map[string]string) error {
	theirs, err := b.Of(ctx, from)
	if err != nil {
		return err
	}
	return b.learn(ctx, Lesson{Owner: to, Run: from + "~adopt"}, time.Now(), func(d *draft) {
		refused := d.Health("") == "no"
		for _, m := range theirs.which(func(m *Memory) bool { return m.For == ForUser && m.Retired == "" && !d.has(m) }) {
			own := *m
			own.ID = d.newID()
			for _, id := range []*string{&own.Thread, &own.Session} {
				if now := threads[*id]; now != "" {
					*id = now
				}
			}
			if m.Safety() && m.Session == "" && refused { // it holds where it was said
				own.Session = own.Thread
			}
			d.save(&own)
		}
	})
}

// has reports whether what a memory says is known already, or is said otherwise where
// only one thing can be true.
func (s *Set) has(m *Memory) bool {
	one := m.Kind == Asked || single(m.Candidate())
	return s.any(func(k *Memory) bool {
		return k.holds("") && k.Key == m.Key && m.Candidate().whose(k) && (one || Same(k.Value, m.Value))
	}, m.Kind)
}
