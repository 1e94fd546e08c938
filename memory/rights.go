package memory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	all := s.which(b.shows)
	e := &Export{Guest: guest, Time: time.Now().UTC().Truncate(time.Second), Health: cmp.Or(s.Health(""), "not asked"), Memories: []Shown{}, Markdown: texts.In(l).Memory.Nothing}
	for _, m := range all {
		c, why := m.Candidate(), m.reasons(l)
		e.Memories = append(e.Memories, Shown{
			ID: m.ID, Kind: m.Kind, Key: m.Key, Value: m.Value, Subject: m.Subject, Person: m.Person, Who: texts.In(l).Yours(m.Person),
			Confidence: float64(int(m.Confidence()*1000+.5)) / 1000, Evidence: m.Evidence, Since: m.Since, Last: m.Last, Thread: m.Thread,
			Session: m.Session != "", Retired: m.Retired, Safety: m.Safety(),
			Label: c.label(l), Said: c.said(l), Why: strings.Join(why, "; "), Text: c.Says(l, why...),
		})
	}
	if len(all) > 0 {
		e.Markdown = texts.In(l).Memory.Told + "\n"
	}
	for _, m := range e.Memories {
		e.Markdown += "\n- " + m.Text
	}
	return e, nil
}

// shows reports whether a memory may be shown: it is none of what the house has asked, and no
// other house's.
func (b *Book) shows(m *Memory) bool { return m.Kind != Asked && (m.For != ForOrg || b.ours(m)) }

// ours reports whether a memory of a house is of this one.
func (b *Book) ours(m *Memory) bool { return m.For == ForGlobal || m.Org == b.o.Org }

// HouseNotes returns the facts that the operator noted for all guests of this
// house, a line each: "estacionamento: na rua de trás".
func (b *Book) HouseNotes(ctx context.Context) (all []string, err error) {
	s, err := b.Of(ctx, "")
	if err != nil {
		return nil, err
	}
	for _, m := range s.which(func(m *Memory) bool { return m.Retired == "" && b.ours(m) }, Fact, Correction, Location) {
		all = append(all, m.Key+": "+m.Value)
	}
	return all, nil
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
		for _, m := range d.which(func(m *Memory) bool {
			return m.holds("") && m.For == whom && m.Org == b.org(whom) && m.Key == key && m.Subject == User
		}, k) {
			switch {
			case Same(m.Value, c.Value):
				made = m
				d.change(event.MemorySaved, Change{ID: m.ID, Session: t.Run})
				return
			case single(c):
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
		c := was.Candidate()
		c.Value, c.Confidence = value, 1
		made = d.fresh(c, t)
		made.Session, made.Pending = was.Session, was.Pending
		d.save(made)
	})
	if err != nil {
		return nil, err
	}
	return made, b.ForgetSome(ctx, t, some, "")
}

func (b *Book) org(whom string) string {
	if whom == ForOrg {
		return b.o.Org
	}
	return ""
}
