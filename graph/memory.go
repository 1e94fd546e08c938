package graph

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// Memory is a Store that ends with the process: for tests, and for graphs
// that need not survive it. It is an event.Log too. It keeps no messages.
type Memory struct {
	mu      sync.Mutex
	runs    map[string]*Checkpoint
	threads map[string][]string // the runs of a thread, as they began
	log     []logged            // of all runs
	last    int64               // the number of its last event
}

// logged is an event with its number among those of all runs: the cursor after it.
type logged struct {
	number int64
	event.Event
}

var (
	_ Store     = (*Memory)(nil)
	_ event.Log = (*Memory)(nil)
)

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{runs: map[string]*Checkpoint{}, threads: map[string][]string{}}
}

// Save implements Store.
func (m *Memory) Save(ctx context.Context, cp *Checkpoint, events []event.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, known := m.runs[cp.Run]
	if !known {
		r = &Checkpoint{Run: cp.Run}
	}
	runs := m.threads[cp.Thread]
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case r.Version != cp.Version-1 || r.Seq != cp.Seq-int64(len(events)) || !r.before(events):
		return ErrConflict
	case !known && len(runs) > 0 && !m.runs[runs[len(runs)-1]].Status.Over():
		return ErrBusy
	}
	if m.runs[cp.Run] = r; !known && cp.Thread != "" {
		m.threads[cp.Thread] = append(runs, cp.Run)
	}
	cp.Updated = now()
	*r = *cp
	r.Deadline = micro(cp.Deadline)
	m.append(events)
	return nil
}

// before reports whether events are the run's next.
func (cp *Checkpoint) before(events []event.Event) bool {
	for i, e := range events {
		if e.Run != cp.Run || e.Seq != cp.Seq+int64(i)+1 {
			return false
		}
	}
	return true
}

// AppendEvents implements Store.
func (m *Memory) AppendEvents(ctx context.Context, run string, version int64, events []event.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	cp := m.runs[run]
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case cp == nil || cp.Version != version || !cp.before(events):
		return ErrConflict
	}
	cp.Updated = now()
	cp.Seq += int64(len(events))
	m.append(events)
	return nil
}

func (m *Memory) append(events []event.Event) {
	for _, e := range events {
		e.Time = micro(e.Time)
		m.last++
		m.log = append(m.log, logged{m.last, e})
	}
}

// Load implements Store.
func (m *Memory) Load(ctx context.Context, run string) (*Checkpoint, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := m.runs[run]
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case found == nil:
		return nil, ErrNotFound
	}
	cp := *found
	return &cp, nil
}

// Due implements Store.
func (m *Memory) Due(ctx context.Context, graph string, now time.Time, limit int) ([]string, error) {
	return m.find(ctx, limit, func(cp *Checkpoint) (time.Time, bool) {
		return cp.Deadline, cp.Graph == graph && cp.Status == Waiting && !cp.Deadline.IsZero() && !cp.Deadline.After(now)
	})
}

// Stalled implements Store.
func (m *Memory) Stalled(ctx context.Context, graph string, before time.Time, limit int) ([]string, error) {
	return m.find(ctx, limit, func(cp *Checkpoint) (time.Time, bool) {
		return cp.Updated, cp.Graph == graph && cp.Status == Running && cp.Updated.Before(before)
	})
}

// find returns runs that are wanted, ordered by the time that want gives them.
func (m *Memory) find(ctx context.Context, limit int, want func(*Checkpoint) (time.Time, bool)) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := map[string]time.Time{}
	var ids []string
	for id, cp := range m.runs {
		if since, ok := want(cp); ok {
			found[id] = since
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b string) int { return found[a].Compare(found[b]) })
	return ids[:min(limit, len(ids))], ctx.Err()
}

// Events implements event.Log.
func (m *Memory) Events(ctx context.Context, run string, after int64, limit int) ([]event.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []event.Event
	for _, e := range m.log {
		if e.Run == run && e.Seq > after && (limit <= 0 || len(all) < limit) {
			all = append(all, e.Event)
		}
	}
	return all, ctx.Err()
}

// Runs implements event.Log.
func (m *Memory) Runs(ctx context.Context, thread string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.threads[thread]), ctx.Err()
}

// All implements event.Log.
func (m *Memory) All(ctx context.Context, after string, limit int) (all []event.Event, cursor string, err error) {
	var seen int64
	if after != "" {
		if seen, err = strconv.ParseInt(after, 10, 64); err != nil {
			return nil, "", fmt.Errorf("%q is not a cursor", after)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range m.log {
		if e.number > seen && len(all) < limit {
			all, seen = append(all, e.Event), e.number
		}
	}
	return all, strconv.FormatInt(seen, 10), ctx.Err()
}

// Prune implements event.Log.
func (m *Memory) Prune(ctx context.Context, before time.Time) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	old := func(run string) bool {
		cp := m.runs[run]
		return cp.Status.Over() && cp.Updated.Before(before)
	}
	all := len(m.log)
	m.log = slices.DeleteFunc(m.log, func(e logged) bool { return old(e.Run) })
	for id, cp := range m.runs {
		if old(id) {
			m.threads[cp.Thread] = slices.DeleteFunc(m.threads[cp.Thread], func(run string) bool { return run == id })
			delete(m.runs, id)
		}
	}
	return all - len(m.log), nil
}
