package memory

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/thread"
)

// An Export is all that is known of a guest.
type Export struct {
	Guest    string    `json:"guest"`
	Time     time.Time `json:"time"`
	Health   string    `json:"health_may_be_remembered"` // yes, no, asked or not asked
	Memories []Shown   `json:"memories"`
	Markdown string    `json:"-"`
}

// A Shown is a memory as the guest sees it.
type Shown struct {
	ID         string    `json:"id"`
	Kind       Kind      `json:"kind"`
	Key        string    `json:"key"`
	Value      string    `json:"value"`
	Subject    string    `json:"subject"`
	Person     string    `json:"person,omitempty"` // who the companion is, if the guest said so
	Who        string    `json:"who,omitempty"`    // the companion, as the house calls them
	Confidence float64   `json:"confidence"`
	Evidence   int       `json:"evidence"`
	Since      time.Time `json:"since"`
	Last       time.Time `json:"last"`
	Thread     string    `json:"thread,omitempty"` // in which it was said
	Session    bool      `json:"session,omitempty"`
	Retired    string    `json:"retired,omitempty"`
	Safety     bool      `json:"safety,omitempty"` // to overlook it can harm somebody
	Label      string    `json:"label"`            // what it is of, in the guest's language: "Alergia"
	Said       string    `json:"said"`             // the value in that language
	Why        string    `json:"why"`              // who said it, when and for how long it holds
	Text       string    `json:"text"`             // all of that in one sentence
}

// Export returns all that is known of a guest ("": what this house has noted for
// all), also what no longer holds.
func (b *Book) Export(ctx context.Context, guest string, l lang.Language) (*Export, error) {
	s, err := b.Of(ctx, guest)
	if err != nil {
		return nil, err
	}
	all := b.sorted(s)
	now := time.Now().UTC()
	e := &Export{Guest: guest, Time: now.Truncate(time.Second), Health: "not asked", Memories: []Shown{}, Markdown: tell(all, l)}
	if m := s.asked("health"); m != nil {
		e.Health = m.Value
	}
	for _, m := range all {
		e.Memories = append(e.Memories, Shown{
			m.ID, m.Kind, m.Key, m.Value, m.Subject, m.Person, texts.In(l).Yours(m.Person), float64(int(m.Confidence()*1000+.5)) / 1000, m.Evidence,
			m.Since, m.Last, m.Thread, m.Session != "", m.Retired, m.Safety(), m.label(l), m.saidIn(l), strings.Join(m.reasons(l), "; "), m.sentence(l),
		})
	}
	return e, nil
}

// sorted returns all memories but what the house has asked, and what is another
// house's, the oldest first.
func (b *Book) sorted(s *Set) []*Memory {
	var all []*Memory
	for _, m := range s.all {
		if m.Kind != Asked && (m.For != ForOrg || b.ours(m)) {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, older)
	return all
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
	return slices.DeleteFunc(b.sorted(s), func(m *Memory) bool {
		return !w.All && m.ID != w.ID && (w.Kind == "" || m.Kind != w.Kind) && (w.Person == "" || !m.isOf(w.Person))
	}), nil
}

// Forget forgets memories for good; with All everything that is kept of the
// guest: memories, conversations, and what the log says of them. It returns
// how many memories there were.
func (b *Book) Forget(ctx context.Context, owner string, w What) (int, error) {
	some, err := b.Matching(ctx, owner, w)
	if err != nil {
		return 0, err
	}
	defer b.drop(owner)
	if w.All && owner != "" {
		if b.o.Forget == nil {
			return 0, errors.New("this store cannot forget a guest")
		}
		return len(some), b.o.Forget(ctx, owner)
	}
	if owner != "" {
		return len(some), b.ForgetSome(ctx, hook.Turn{Guest: owner, Run: thread.NewID(), Time: time.Now()}, some, w.Person)
	}
	ids := make([]string, len(some))
	for i, m := range some {
		ids[i] = m.ID
	}
	return len(some), b.purge(ctx, owner, ids)
}

// answers returns the ids of what the guest was asked of a person, and answered.
func (s *Set) answers(person string) (ids []string) {
	for _, m := range s.kinds[Asked] {
		if person != "" && m.isOf(person) {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// Add writes a memory of the operator's: for one guest, or, if guest is "", for
// the house (ForOrg) or all houses (ForGlobal). What it says is taken as true.
// It returns the memory, or the one that said so already.
func (b *Book) Add(ctx context.Context, guest, whom string, k Kind, key, value string) (*Memory, error) {
	if (guest != "") != (whom == ForUser) || whom != ForUser && whom != ForOrg && whom != ForGlobal {
		return nil, fmt.Errorf("a memory is for a guest, who has to be named, or for org or global, and then for no guest")
	}
	if err := checkValue(k, key, value); err != nil {
		return nil, err
	}
	var made *Memory
	t := hook.Turn{Guest: guest, Run: thread.NewID(), Time: time.Now()}
	err := b.learn(ctx, Lesson{Owner: guest, Run: t.Run + "~add"}, t.Time, func(d *draft) {
		c := Candidate{Kind: k, Key: key, Value: strings.TrimSpace(value), Scope: Durable, Subject: User, Confidence: 1}
		for _, m := range d.known("", k) {
			switch same := m.For == whom && m.Org == b.org(whom) && m.Kind == k && m.Key == key && m.Subject == User; {
			case same && sameValue(m.Value, c.Value):
				made = &m
				d.change(event.MemorySaved, Change{ID: m.ID, Session: t.Run})
				return
			case same && single(c):
				d.change(event.MemoryRetired, Change{ID: m.ID, Why: "superseded", Beta: correctedBy})
			}
		}
		made = d.fresh(c, t)
		made.For, made.Org, made.Source = whom, b.org(whom), FromOperator
		d.save(made)
	})
	return made, err
}

// checkValue returns why a memory cannot say a value, or nil.
func checkValue(k Kind, key, value string) error {
	switch err := checkKey(k, key); {
	case err != nil:
		return err
	case strings.TrimSpace(value) == "" || !plainText(value) || !plainText(key):
		return fmt.Errorf("a value is one line of at least one sign and at most %d, without < > { } or `", valueRunes)
	case scrub.Text(value) != value || scrub.Text(key) != key:
		return errors.New("this looks like a document number, a password or the like, which is never remembered")
	}
	return nil
}

// ErrValue is of a value that no memory can have.
var ErrValue = errors.New("not a value")

// Change puts a memory of the guest's right: it says another value from now on, as
// sure as the guest is. What it said before is forgotten for good. It returns nil
// if the guest has no such memory.
func (b *Book) Change(ctx context.Context, guest, id, value string) (*Memory, error) {
	some, err := b.Matching(ctx, guest, What{ID: id})
	if err != nil || len(some) == 0 {
		return nil, err
	}
	was, value := some[0], strings.TrimSpace(value)
	if err := checkValue(was.Kind, was.Key, value); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrValue, err)
	}
	if value == was.Value {
		return was, nil
	}
	t := hook.Turn{Guest: guest, Thread: was.Thread, Run: thread.NewID(), Time: time.Now()}
	var made *Memory
	err = b.learn(ctx, Lesson{Owner: guest, Run: t.Run + "~change"}, t.Time, func(d *draft) {
		made = d.fresh(Candidate{Kind: was.Kind, Key: was.Key, Value: value, Subject: was.Subject, Person: was.Person, Count: was.Count, Confidence: 1}, t)
		made.Session, made.Pending = was.Session, was.Pending
		d.save(made)
	})
	if err != nil {
		return nil, err
	}
	return made, b.ForgetSome(ctx, t, some, "")
}

// ForgetOne forgets a memory of the guest's for good, so that it is not learnt again
// from what was said before. It reports whether there was one.
func (b *Book) ForgetOne(ctx context.Context, guest, id string) (bool, error) {
	some, err := b.Matching(ctx, guest, What{ID: id})
	if err != nil || len(some) == 0 {
		return false, err
	}
	return true, b.ForgetSome(ctx, hook.Turn{Guest: guest, Run: thread.NewID(), Time: time.Now()}, some, "")
}

func (b *Book) org(whom string) string {
	if whom == ForOrg {
		return b.o.Org
	}
	return ""
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
		for _, owner := range owners {
			gone := 0
			err := b.learn(ctx, Lesson{Owner: owner, Run: thread.NewID() + "~expire"}, now, func(d *draft) {
				gone = d.drop(func(m *Memory) bool { return m.expired(keep, now) })
			})
			if err != nil {
				return n, err
			}
			n += gone
		}
		after = owners[len(owners)-1]
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
