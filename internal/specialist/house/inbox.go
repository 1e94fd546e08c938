package house

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/thread"
)

// Request is what a guest wants of the people of the house: a table, an order, to
// complain. Nothing of it is done until one of them has said so.
type Request struct {
	ID      string    `json:"id,omitempty"`
	Guest   string    `json:"guest,omitempty"`
	Thread  string    `json:"thread,omitempty"`
	Table   string    `json:"table,omitempty"` // of a guest who came by its link
	Kind    string    `json:"kind"`            // booking, order, complaint, other
	Text    string    `json:"text"`            // in the guest's words
	People  int       `json:"people,omitempty"`
	Date    string    `json:"date,omitempty"` // 2026-11-21
	Time    string    `json:"time,omitempty"`
	Name    string    `json:"name,omitempty"`
	Order   []string  `json:"order,omitempty"` // "2 x Coxinha"
	Needs   []string  `json:"needs,omitempty"` // of those at the table: "Ana: glúten"
	State   string    `json:"state,omitempty"` // new, taken, done
	By      string    `json:"by,omitempty"`    // who of the staff took it
	Reply   string    `json:"reply,omitempty"` // what they said last
	Made    time.Time `json:"made,omitzero"`
	Changed time.Time `json:"changed,omitzero"`
}

// The states of a request.
const (
	New   = "new"
	Taken = "taken"
	Done  = "done"
)

// Inbox keeps requests in a store that all workers share. What a guest asked for goes
// when the guest is forgotten.
type Inbox struct {
	Store   semcache.Store
	Threads thread.Store // where replies are said
	Now     func() time.Time
}

const requestSpace = "requests"

// What may be wrong with a change of a request: there is none, or another has it.
var (
	ErrNoRequest = errors.New("no such request")
	ErrTaken     = errors.New("it is taken")
)

func (b *Inbox) now() time.Time {
	if b.Now != nil {
		return b.Now()
	}
	return time.Now()
}

// File puts a request into the inbox. The key names what led to it, such as a step of a
// run: filed again under the same key it is the same request.
func (b *Inbox) File(ctx context.Context, key string, r Request) (Request, error) {
	sum := sha256.Sum256([]byte(r.Guest + "\x00" + r.Thread + "\x00" + key))
	r.ID = hex.EncodeToString(sum[:6])
	if had, err := b.get(ctx, r.ID); !errors.Is(err, ErrNoRequest) {
		return had, err
	}
	at, err := (&Links{Store: b.Store}).Visitor(ctx, r.Guest)
	if err != nil {
		return r, err
	}
	r.Table, r.Name = at.Table, cmp.Or(r.Name, at.Name)
	r.State, r.Made = New, b.now().UTC()
	return r, b.put(ctx, &r)
}

func (b *Inbox) put(ctx context.Context, r *Request) error {
	r.Changed = b.now().UTC()
	raw, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return b.Store.CachePut(ctx, requestSpace, semcache.Entry{Key: r.ID, Value: raw, Guest: r.Guest, Made: r.Made}, 0)
}

func (b *Inbox) get(ctx context.Context, id string) (r Request, err error) {
	e, err := b.Store.CacheGet(ctx, requestSpace, id)
	if errors.Is(err, semcache.ErrNone) {
		return r, ErrNoRequest
	}
	if err == nil {
		err = json.Unmarshal(e.Value, &r)
	}
	return r, err
}

// List returns all requests, those that wait longest first and those that are done last.
func (b *Inbox) List(ctx context.Context) ([]Request, error) {
	all, err := b.each(ctx, func(semcache.Entry) bool { return true })
	slices.SortStableFunc(all, func(a, b Request) int {
		return cmp.Or(slices.Index(states, a.State)-slices.Index(states, b.State), a.Made.Compare(b.Made))
	})
	return all, err
}

// each reads the requests of which some entries are.
func (b *Inbox) each(ctx context.Context, wanted func(semcache.Entry) bool) (all []Request, err error) {
	for after := int64(0); ; {
		some, err := b.Store.CacheAfter(ctx, requestSpace, after, 500)
		if err != nil || len(some) == 0 {
			return all, err
		}
		for _, e := range some {
			if after = e.Seq; e.Gone || !wanted(e) {
				continue
			}
			r, err := b.get(ctx, e.Key)
			if errors.Is(err, ErrNoRequest) { // forgotten meanwhile
				continue
			}
			if err != nil {
				return nil, err
			}
			all = append(all, r)
		}
	}
}

var states = []string{New, Taken, Done}

// Of returns the requests of a conversation, the newest first.
func (b *Inbox) Of(ctx context.Context, guest, thread string) ([]Request, error) {
	all, err := b.each(ctx, func(e semcache.Entry) bool { return e.Guest == guest })
	own := slices.DeleteFunc(all, func(r Request) bool { return r.Thread != thread })
	slices.SortStableFunc(own, func(a, b Request) int { return b.Made.Compare(a.Made) })
	return own, err
}

// Set changes the state of a request, for somebody of the staff whose name guests may
// read. What they reply, if anything, is said in the guest's conversation, marked as
// theirs. One who takes what another has taken is told so.
func (b *Inbox) Set(ctx context.Context, id, state, by, reply string) (Request, error) {
	if !slices.Contains(states, state) {
		return Request{}, fmt.Errorf("a request is %s, not %q", strings.Join(states, ", "), state)
	}
	now := b.now()
	owner := thread.NewID()
	held, err := b.Store.CacheClaim(ctx, requestSpace, id, owner, now, now.Add(10*time.Second))
	if err != nil {
		return Request{}, err
	}
	if !held {
		return Request{}, fmt.Errorf("%w: it is being changed by somebody else; try again", ErrTaken)
	}
	defer func() { _ = b.Store.CacheRelease(context.WithoutCancel(ctx), requestSpace, id, owner) }()
	r, err := b.get(ctx, id)
	if err != nil {
		return r, err
	}
	if state == Taken && r.State == Taken && r.By != by {
		return r, fmt.Errorf("%w by %s", ErrTaken, r.By)
	}
	r.State, r.By = state, cmp.Or(by, r.By)
	if reply = strings.TrimSpace(reply); reply != "" {
		r.Reply = reply
		said := thread.Message{Role: thread.RoleAssistant, Text: fmt.Sprintf("👤 %s: %s", cmp.Or(r.By, "—"), reply)}
		if err := b.Threads.Append(ctx, r.Thread, r.Guest, said); err != nil && !errors.Is(err, thread.ErrNotFound) {
			return r, err
		}
	}
	return r, b.put(ctx, &r)
}
