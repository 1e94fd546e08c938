package memory

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/thread"
)

// Keys of the marks that all was forgotten, or something: of that a hash is kept to know it by.
const (
	forgotten = "forgotten"
	partly    = "partly"
)

// forgottenMark stands for a value that was forgotten.
func forgottenMark(guest, subject, value string) string {
	return mark(guest + "\n" + subject + "\n" + thing(value))
}

// aMoment is how much later than its turn a message may be dated that asked to forget.
const aMoment = 30 * time.Second

// forgets reports whether a memory is a mark that what a candidate says was forgotten.
func (m *Memory) forgets(guest string, c Candidate) bool {
	return m.Key == partly && m.Value == forgottenMark(guest, c.Subject, c.Value)
}

// forgot reports whether what a candidate says was forgotten after it was said, or by the
// message that says it.
func (s *Set) forgot(guest string, c Candidate, said time.Time) bool {
	return s.any(func(m *Memory) bool { return m.forgets(guest, c) && said.Before(m.Since.Add(aMoment)) }, Asked)
}

// since returns when the guest last had all forgotten, or the zero time.
func (s *Set) since() time.Time {
	if m := s.asked(forgotten, ""); m != nil {
		return m.Since
	}
	return time.Time{}
}

// counted returns what was said since the guest last had all forgotten, or nobody knows when.
func (s *Set) counted(history []thread.Message) []thread.Message {
	since := s.since()
	i := slices.IndexFunc(history, func(m thread.Message) bool { return m.Time.IsZero() || !m.Time.Before(since) })
	if i < 0 {
		return nil
	}
	return history[i:]
}

// ForgetAll forgets for good all memories of a guest, also that they were asked
// something, and returns how many they were. Their conversations stay, but what
// they said there until now counts no more: from those, nothing is learnt again.
func (b *Book) ForgetAll(ctx context.Context, guest string) (n int, err error) {
	return b.forgetAll(ctx, hook.Turn{Guest: guest, Run: thread.NewID(), Time: time.Now()})
}

func (b *Book) forgetAll(ctx context.Context, t hook.Turn) (n int, err error) {
	t.Thread = ""
	// The mark comes first: with it alone nothing is lost, without it what is
	// forgotten could be learnt anew.
	if err = b.learn(ctx, lesson(t, "forget"), t.Time, func(d *draft) { d.note(forgotten, "", "yes", t) }); err != nil {
		return 0, err
	}
	s, err := b.Of(ctx, t.Guest)
	if err != nil {
		return 0, err
	}
	mark := s.asked(forgotten, "")
	gone := s.which(func(m *Memory) bool { return m != mark })
	return len(only(gone, func(m *Memory) bool { return m.Kind != Asked })), b.purge(ctx, t.Guest, ids(gone))
}

// ForgetSome forgets for good, in a turn, memories of the guest's: also of a
// person, if there is one, that the guest was asked whether they may be kept; and
// what was said of them before it was put right. What was said of it until now, and is
// still in conversations, is not learnt again.
func (b *Book) ForgetSome(ctx context.Context, t hook.Turn, some []*Memory, person string) error {
	var said []Candidate
	for _, m := range some {
		said = append(said, m.Candidate())
	}
	if err := b.Unhear(ctx, t, said); err != nil || len(some) == 0 {
		return err
	}
	s, err := b.Of(ctx, t.Guest)
	if err != nil {
		return err
	}
	return b.purge(ctx, t.Guest, ids(s.which(func(m *Memory) bool {
		if m.Kind == Asked {
			return person != "" && hook.SameName(m.Person, person)
		}
		return slices.ContainsFunc(some, func(k *Memory) bool {
			one := m.Kind == k.Kind && m.Key == k.Key && single(k.Candidate()) || Same(k.Value, m.Value)
			return k.ID == m.ID || m.Retired != "" && hook.SameName(m.Person, k.Person) && one
		})
	})))
}

// Unhear forgets what was said in a turn and is not noted yet: nobody notes it after.
func (b *Book) Unhear(ctx context.Context, t hook.Turn, some []Candidate) error {
	if len(some) == 0 || t.Guest == "" {
		return nil
	}
	var marks []string
	for _, c := range some {
		marks = append(marks, forgottenMark(t.Guest, c.Subject, c.Value))
	}
	return b.learn(ctx, lesson(t, "forget~"+mark(strings.Join(marks, " "))), t.Time, func(d *draft) {
		for _, m := range marks {
			d.note(partly, "", m, t)
		}
	})
}

// wiped returns what is known after a turn, without what the guest orders in it to be forgotten:
// "esqueça o polvo" leaves nothing to read, "não gosto mais de polvo" leaves that they did.
func (b *Book) wiped(ctx context.Context, t hook.Turn) (*Set, error) {
	own, err := b.Of(ctx, t.Guest)
	if err != nil || !wants(t.Message, toErase) {
		return own, err
	}
	gone := own.which(func(m *Memory) bool {
		now := m.holds(t.Thread) || m.Again == t.Run && m.Retired == "retracted"
		return now && m.Kind != Asked && Forgets(t.Message, m.Value) && slices.ContainsFunc(clauses(t.Message), func(c string) bool {
			do, object := order(c)
			return do == toErase && Names(object, m.Value)
		})
	})
	if err := b.ForgetSome(ctx, t, gone, ""); err != nil || len(gone) == 0 {
		return own, err
	}
	return b.Of(ctx, t.Guest)
}

// A What says what is to be forgotten: one memory, a kind, a person, or all.
type What struct {
	ID     string
	Kind   Kind
	Person string
	All    bool
}

// Matching returns the memories of an owner that a What means.
func (b *Book) Matching(ctx context.Context, owner string, w What) ([]*Memory, error) {
	s, err := b.Of(ctx, owner)
	if err != nil {
		return nil, err
	}
	return s.which(func(m *Memory) bool {
		meant := w.All || m.ID == w.ID || w.Kind != "" && m.Kind == w.Kind || w.Person != "" && hook.SameName(m.Person, w.Person)
		return meant && b.shows(m)
	}), nil
}

// Forget forgets memories for good, so that they are not learnt again from what was said
// before; with All everything that is kept of the guest: memories, conversations, and what
// the log says of them. It returns how many memories there were.
func (b *Book) Forget(ctx context.Context, owner string, w What) (int, error) {
	some, err := b.Matching(ctx, owner, w)
	if err != nil {
		return 0, err
	}
	defer b.drop(owner)
	switch {
	case owner == "":
		err = b.purge(ctx, owner, ids(some))
	case !w.All:
		err = b.ForgetSome(ctx, hook.Turn{Guest: owner, Run: thread.NewID(), Time: time.Now()}, some, w.Person)
	case b.o.Forget == nil:
		return 0, errors.New("this store cannot forget a guest")
	default:
		err = b.o.Forget(ctx, owner)
	}
	return len(some), err
}

func (b *Book) purge(ctx context.Context, owner string, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	defer b.drop(owner)
	return b.o.Store.Purge(ctx, owner, ids)
}

// Keep is how long memories are kept without being spoken of.
type Keep struct {
	Memories time.Duration // 0: for ever
	Sessions time.Duration // what was meant for one session that nobody has ended
	Retired  time.Duration // what no longer holds
}

// Expire forgets what is older than it is to be kept, and returns how many
// memories.
func (b *Book) Expire(ctx context.Context, keep Keep, now time.Time) (n int, err error) {
	for after := ""; ; { // the house's own are before all, and do not expire
		owners, err := b.o.Store.Owners(ctx, after, 100)
		if err != nil || len(owners) == 0 {
			return n, err
		}
		for _, after = range owners {
			gone := 0
			err := b.learn(ctx, Lesson{Owner: after, Run: thread.NewID() + "~expire"}, now, func(d *draft) {
				gone = d.drop(func(m *Memory) bool { return m.expired(keep, now) })
			})
			if err != nil {
				return n, err
			}
			n += gone
		}
	}
}

func (m *Memory) expired(keep Keep, now time.Time) bool {
	limit := keep.Memories
	switch {
	case m.Retired != "":
		limit = keep.Retired
	case m.Session != "":
		limit = keep.Sessions
	}
	return limit > 0 && now.Sub(m.Last) > limit
}

// Rebuild makes all memories anew from the log.
func (b *Book) Rebuild(ctx context.Context) error { return b.o.Store.Rebuild(ctx, Fold) }
