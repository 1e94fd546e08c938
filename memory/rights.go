package memory

import (
	"cmp"
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
