package house

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/thread"
)

// Request is what a guest wants of the people of the house: a table, an order, to
// complain. Nothing of it is done until one of them has said so.
type Request struct {
	ID       string    `json:"id,omitempty"`
	Guest    string    `json:"guest,omitempty"`
	Thread   string    `json:"thread,omitempty"`
	Table    string    `json:"table,omitempty"` // of a guest who came by its link
	Kind     string    `json:"kind"`            // one of kinds
	Text     string    `json:"text"`            // in the guest's words
	More     string    `json:"more,omitempty"`  // what a table or a room is wanted with: "perto da janela"; where an order or a person of the staff goes to: "mesa 31", "quarto 12"
	People   int       `json:"people,omitempty"`
	Date     string    `json:"date,omitempty"` // 2026-11-21
	Time     string    `json:"time,omitempty"`
	Until    string    `json:"until,omitempty"` // of a room: the day of departure
	At       time.Time `json:"at,omitzero"`     // both, where the house keeps seats
	Name     string    `json:"name,omitempty"`
	Contact  string    `json:"contact,omitempty"`    // how the staff reaches the guest: a telephone number
	Order    []string  `json:"order,omitempty"`      // "2 x Coxinha"
	Total    string    `json:"total,omitempty"`      // of the order
	Needs    []string  `json:"needs,omitempty"`      // of those at the table: "Ana: glúten"
	State    string    `json:"state,omitempty"`      // new, taken, done
	By       string    `json:"by,omitempty"`         // who of the staff took it
	Reply    string    `json:"reply,omitempty"`      // what they said last
	Declined bool      `json:"declined,omitempty"`   // done, but not as the guest wished: its seats are free again
	Instead  string    `json:"instead_of,omitempty"` // the request that it takes the place of
	Undone   bool      `json:"withdrawn,omitempty"`  // done, for the guest has withdrawn it
	Again    int       `json:"again,omitempty"`      // how often it was taken back after it was declined or withdrawn
	Told     bool      `json:"told,omitempty"`       // the guest knows that a person has the conversation
	Made     time.Time `json:"made,omitzero"`
	Changed  time.Time `json:"changed,omitzero"`
	Heard    time.Time `json:"heard,omitzero"` // the guest's last message to who has it
	Sent     time.Time `json:"sent,omitzero"`  // to the webhook
}

// The states of a request.
const (
	New   = "new"
	Taken = "taken"
	Done  = "done"
)

var states = []string{New, Taken, Done}

func (r *Request) open() bool { return r.State != Done }

// off reports whether a request was declined or withdrawn, and has no seats.
func (r *Request) off() bool { return r.Declined || r.Undone }

// promised reports whether the staff has agreed to a table or a room.
func (r *Request) promised() bool { return r.State == Done && r.Date != "" && !r.off() }

// Inbox keeps requests in a store that all workers share, those of a guest in one entry
// that is changed by compare-and-swap: so a request is filed once, one of the staff takes
// it, and nobody has more open ones than MaxOpen. It goes when the guest is forgotten.
type Inbox struct {
	Store   semcache.Store
	Threads thread.Store // where replies are said
	Now     func() time.Time
}

const (
	// MaxOpen is how many requests of a guest may wait at a time.
	MaxOpen = 5
	// maxKept is how many requests of a guest are kept, done ones included.
	maxKept = 50
	// maxReply is how long a person's message in a conversation is.
	maxReply = 2000
)

// What may be wrong with a request or its change: there is none, another has it, or the
// guest has too many.
var (
	ErrNoRequest = errors.New("no such request")
	ErrTaken     = errors.New("it is taken")
	ErrTooMany   = errors.New("too many requests wait already")
)

func (b *Inbox) now() time.Time { return clock(b.Now) }

// guestKey begins the key of a guest's requests: a guest of the command line may have no name.
const guestKey = "guest "

func (b *Inbox) requests() shelf[[]Request] { return shelf[[]Request]{b.Store, "inbox", b.Now} }

// of reads the requests of a guest, and the number of their entry.
func (b *Inbox) of(ctx context.Context, guest string) ([]Request, int64, error) {
	return b.requests().get(ctx, guestKey+guest)
}

// own keeps whose a request is.
func (b *Inbox) own(ctx context.Context, r Request, guest string) error {
	return b.Store.CachePut(ctx, idSpace, semcache.Entry{Key: r.ID, Value: []byte(guest), Guest: guest, Made: r.Made}, 0)
}

const idSpace = "inbox.ids"

// change changes the requests of a guest.
func (b *Inbox) change(ctx context.Context, guest string, with func([]Request) ([]Request, error)) error {
	return b.requests().change(ctx, guestKey+guest, guest, with)
}

// set changes one request of a guest, and returns it.
func (b *Inbox) set(ctx context.Context, guest, id string, with func(r *Request, all []Request) error) (r Request, err error) {
	err = b.change(ctx, guest, func(all []Request) ([]Request, error) {
		i := index(all, id)
		if i < 0 {
			return nil, ErrNoRequest
		}
		err := with(&all[i], all)
		r = all[i]
		return all, err
	})
	return r, err
}

// File puts a request into the inbox. The key names what led to it, such as a run: filed
// again under the same key it is the same request.
func (b *Inbox) File(ctx context.Context, key string, r Request) (Request, error) {
	r.ID = requestID(r.Guest, r.Thread, key)
	at, err := (&Links{Store: b.Store}).Visitor(ctx, r.Guest)
	if err != nil {
		return r, err
	}
	r.Table, r.Name = at.Table, cmp.Or(r.Name, at.Name)
	r.State, r.Made = New, b.now()
	if err := b.own(ctx, r, r.Guest); err != nil {
		return r, err
	}
	err = b.change(ctx, r.Guest, func(all []Request) ([]Request, error) {
		if i := index(all, r.ID); i >= 0 {
			r = all[i]
			return nil, errSame
		}
		waiting := slices.DeleteFunc(slices.Clone(all), func(had Request) bool { return !had.open() || had.ID == r.Instead })
		if len(waiting) >= MaxOpen {
			return nil, ErrTooMany
		}
		r.Changed = b.now()
		return trim(append(all, r)), nil
	})
	return r, err
}

func requestID(guest, thread, key string) string {
	sum := sha256.Sum256([]byte(guest + "\x00" + thread + "\x00" + key))
	return hex.EncodeToString(sum[:6])
}

// trim drops the oldest requests that are done, beyond maxKept.
func trim(all []Request) []Request {
	for i := 0; i < len(all) && len(all) > maxKept; {
		if all[i].open() {
			i++
			continue
		}
		all = slices.Delete(all, i, i+1)
	}
	return all
}

func index(all []Request, id string) int {
	return slices.IndexFunc(all, func(r Request) bool { return r.ID == id })
}

// Adopt gives the requests of a guest to another, who is the same, with their ids and
// seats. threads tells what their conversations are called now.
func (b *Inbox) Adopt(ctx context.Context, from, to string, threads map[string]string) error {
	theirs, _, err := b.of(ctx, from)
	if err != nil || len(theirs) == 0 {
		return err
	}
	err = b.change(ctx, to, func(all []Request) ([]Request, error) {
		for _, r := range theirs {
			if index(all, r.ID) < 0 {
				r.Guest, r.Thread = to, cmp.Or(threads[r.Thread], r.Thread)
				all = append(all, r)
			}
		}
		return trim(all), nil
	})
	for _, r := range theirs {
		if err == nil {
			err = b.own(ctx, r, to)
		}
	}
	if err != nil {
		return err
	}
	return b.Store.CacheRemove(ctx, b.requests().space, guestKey+from)
}

// List returns all requests, those that wait longest first and those that are done last.
func (b *Inbox) List(ctx context.Context) ([]Request, error) {
	all, _, err := b.Since(ctx, 0)
	return all, err
}

// Since returns the requests of all guests of whom one has changed after a number, and
// the number to go on from: who asks again is told what is new, at the price of one
// query. The order is that of List.
func (b *Inbox) Since(ctx context.Context, after int64) (all []Request, next int64, err error) {
	_, some, next, err := b.requests().all(ctx, after)
	all = slices.Concat(some...)
	slices.SortStableFunc(all, func(a, b Request) int {
		return cmp.Or(slices.Index(states, a.State)-slices.Index(states, b.State), a.Made.Compare(b.Made), strings.Compare(a.ID, b.ID))
	})
	return all, next, err
}

// Of returns the requests of a conversation, or of all of a guest's if none is named, the
// newest first.
func (b *Inbox) Of(ctx context.Context, guest, thread string) ([]Request, error) {
	all, _, err := b.of(ctx, guest)
	own := slices.DeleteFunc(all, func(r Request) bool { return thread != "" && r.Thread != thread })
	slices.SortStableFunc(own, func(a, b Request) int { return b.Made.Compare(a.Made) })
	return own, err
}

// Get returns a request by its id.
func (b *Inbox) Get(ctx context.Context, id string) (Request, error) {
	e, err := b.Store.CacheGet(ctx, idSpace, id)
	if errors.Is(err, semcache.ErrNone) {
		return Request{}, ErrNoRequest
	}
	if err != nil {
		return Request{}, err
	}
	all, _, err := b.of(ctx, string(e.Value))
	if err != nil {
		return Request{}, err
	}
	i := index(all, id)
	if i < 0 {
		return Request{}, ErrNoRequest
	}
	return all[i], nil
}

// Change is what somebody of the staff, whose name guests may read, does to a request.
// Taken, its conversation is theirs and the concierge is silent; new hands it back; done
// closes it.
type Change struct {
	State    string
	By       string
	Reply    string // said in the guest's conversation; "": nothing is
	Declined bool   // done, and not as the guest wished
}

// Set changes a request. One who takes what another has taken, or a request of a
// conversation that another has, is told so; and one who takes back what was declined or
// withdrawn gets ErrFull if its seats are no longer there.
func (b *Inbox) Set(ctx context.Context, id string, c Change) (Request, error) {
	if !slices.Contains(states, c.State) {
		return Request{}, fmt.Errorf("a request is %s, not %q; one that is refused is done, and declined", strings.Join(states, ", "), c.State)
	}
	r, err := b.Get(ctx, id)
	if err != nil {
		return r, err
	}
	f, err := Kept(ctx, b.Store)
	if err != nil {
		return r, err
	}
	ctx, stop := context.WithTimeout(ctx, filing/2) // then its seats may be another's
	defer stop()
	c.Reply = strings.TrimSpace(strings.ToValidUTF8(c.Reply, ""))
	r, err = b.set(ctx, r.Guest, id, func(r *Request, all []Request) error {
		if has := holder(all, r.Thread); c.State == Taken && has.By != "" && has.By != c.By {
			return fmt.Errorf("%w by %s, who has its conversation by request %s", ErrTaken, has.By, has.ID)
		}
		off := r.off()
		if c.apply(r, b.now()); !off || r.off() {
			return nil
		}
		r.Again++ // its seats were given up
		return b.hold(ctx, f.Tables, *r)
	})
	if err == nil && r.Declined {
		err = b.release(ctx, r)
	}
	if err != nil || c.Reply == "" {
		return r, err
	}
	err = b.Threads.Append(ctx, r.Thread, r.Guest, personSays(cmp.Or(c.By, r.By), c.Reply))
	if errors.Is(err, thread.ErrNotFound) { // deleted: the reply is told to who asks
		err = nil
	}
	return r, err
}

func (c *Change) apply(r *Request, now time.Time) {
	if c.State != Taken || r.State != Taken {
		r.Told = false
	}
	r.State, r.By, r.Changed = c.State, cmp.Or(c.By, r.By), now
	if c.State == New {
		r.By = ""
	}
	r.Declined, r.Undone = c.State == Done && c.Declined, r.Undone && c.State == Done
	r.Reply = cmp.Or(c.Reply, r.Reply)
}

// Withdraw closes a request that its guest no longer wants, as withdrawn, and frees its
// seats. The staff is told of it as of a new one.
func (b *Inbox) Withdraw(ctx context.Context, guest, id string) (Request, error) {
	r, err := b.set(ctx, guest, id, func(r *Request, _ []Request) error {
		if r.open() || r.promised() {
			r.State, r.Undone, r.Changed, r.Sent = Done, true, b.now(), time.Time{}
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	return r, b.release(ctx, r)
}

// PersonID begins the ids of messages that a person of the house wrote. No model and no
// guest can have the concierge say something under one.
const PersonID = "person-"

// personSays is a person's message in a guest's conversation.
func personSays(by, text string) thread.Message {
	runes := []rune(text)
	text = string(runes[:min(len(runes), maxReply)])
	return thread.Message{ID: PersonID + thread.NewID(), Role: thread.RoleAssistant, Text: fmt.Sprintf("👤 %s: %s", thread.CleanTitle(cmp.Or(by, "—")), text)}
}

// holder is the request by which one of the staff has a conversation, if somebody has it.
func holder(all []Request, thread string) (r Request) {
	all = append(slices.DeleteFunc(slices.Clone(all), func(r Request) bool { return r.Thread != thread || r.State != Taken }), r)
	return all[0]
}

// Talk is how a conversation stands with the people of the house.
type Talk struct {
	Person  string `json:"person,omitempty"` // who has it; "": the concierge
	Open    int    `json:"open"`             // requests that are not done
	Version int64  `json:"version"`          // rises with every change
}

// Talk returns how a conversation stands, at the price of one query.
func (b *Inbox) Talk(ctx context.Context, guest, thread string) (Talk, error) {
	all, seq, err := b.of(ctx, guest)
	t := Talk{Person: holder(all, thread).By, Version: seq}
	for _, r := range all {
		if r.Thread == thread && r.open() {
			t.Open++
		}
	}
	return t, err
}

// Hold reports whether a person has the conversation in which a guest has just said
// something, so that the concierge is silent. What it returns to say is said once: that
// a person has it.
func (b *Inbox) Hold(ctx context.Context, guest, thread string, l lang.Language) (say string, held bool, err error) {
	by := ""
	err = b.change(ctx, guest, func(all []Request) ([]Request, error) {
		if by, say = holder(all, thread).By, ""; by == "" {
			return nil, errSame
		}
		for i, r := range all {
			if r.Thread != thread || r.State != Taken {
				continue
			}
			if !r.Told {
				say = fmt.Sprintf(texts.In(l).House.Held, by)
			}
			all[i].Told, all[i].Heard = true, b.now()
		}
		return all, nil
	})
	return say, by != "", err
}
