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
	open    map[string]*Checkpoint // those that are not over
	threads map[string][]string    // the runs of a thread
	log     []logged               // of all runs
	last    int64                  // the number of its last event
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
	return &Memory{runs: map[string]*Checkpoint{}, open: map[string]*Checkpoint{}, threads: map[string][]string{}}
}

// Save implements Store.
func (m *Memory) Save(ctx context.Context, cp *Checkpoint, events []event.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.runs[cp.Run]
	isNew := r == nil
	if isNew {
		r = &Checkpoint{}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case r.Version != cp.Version-1 || r.Seq != cp.Seq-int64(len(events)) || !follow(events, cp.Run, r.Seq):
		return ErrConflict
	case isNew && m.busy(cp.Thread):
		return ErrBusy
	}
	if isNew {
		m.runs[cp.Run], m.open[cp.Run] = r, r
	}
	if isNew && cp.Thread != "" {
		m.threads[cp.Thread] = append(m.threads[cp.Thread], cp.Run)
	}
	if cp.Status.Over() {
		delete(m.open, cp.Run)
	}
	cp.Updated = now()
	*r = *cp
	r.Deadline = micro(cp.Deadline)
	m.append(events)
	return nil
}

// busy reports whether a thread has a run that is not over.
func (m *Memory) busy(thread string) bool {
	for _, cp := range m.open {
		if thread != "" && cp.Thread == thread {
			return true
		}
	}
	return false
}

// AppendEvents implements Store.
func (m *Memory) AppendEvents(ctx context.Context, run string, version int64, events []event.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	cp := m.runs[run]
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case cp == nil || cp.Version != version || !follow(events, run, cp.Seq):
		return ErrConflict
	}
	cp.Updated = now()
	cp.Seq += int64(len(events))
	m.append(events)
	return nil
}

// follow reports whether events are a run's next.
func follow(events []event.Event, run string, seq int64) bool {
	for i, e := range events {
		if e.Run != run || e.Seq != seq+int64(i)+1 {
			return false
		}
	}
	return true
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
	return m.find(ctx, graph, limit, func(cp *Checkpoint) (time.Time, bool) {
		return cp.Deadline, cp.Status == Waiting && !cp.Deadline.IsZero() && !cp.Deadline.After(now)
	})
}

// Stalled implements Store.
func (m *Memory) Stalled(ctx context.Context, graph string, before time.Time, limit int) ([]string, error) {
	return m.find(ctx, graph, limit, func(cp *Checkpoint) (time.Time, bool) {
		return cp.Updated, cp.Status == Running && cp.Updated.Before(before)
	})
}

// find returns runs that are wanted, ordered by the time that want gives them.
func (m *Memory) find(ctx context.Context, graph string, limit int, want func(*Checkpoint) (time.Time, bool)) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := map[string]time.Time{}
	var ids []string
	for id, cp := range m.open {
		if since, ok := want(cp); ok && cp.Graph == graph {
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
func (m *Memory) All(ctx context.Context, after string, limit int) ([]event.Event, string, error) {
	var seen int64
	if after != "" {
		var err error
		if seen, err = strconv.ParseInt(after, 10, 64); err != nil {
			return nil, "", fmt.Errorf("%q is not a cursor", after)
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	var all []event.Event
	for _, e := range m.log {
		if e.number > seen && len(all) < limit {
			all, seen = append(all, e.Event), e.number
		}
	}
	return all, strconv.FormatInt(seen, 10), nil
}

// Prune implements event.Log.
func (m *Memory) Prune(ctx context.Context, before time.Time) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	all := len(m.log)
	m.log = slices.DeleteFunc(m.log, func(e logged) bool { return m.old(e.Run, before) })
	for id, cp := range m.runs {
		if m.old(id, before) {
			m.threads[cp.Thread] = slices.DeleteFunc(m.threads[cp.Thread], func(run string) bool { return run == id })
			delete(m.runs, id)
		}
	}
	return all - len(m.log), nil
}

func (m *Memory) old(run string, before time.Time) bool {
	cp := m.runs[run]
	return cp.Status.Over() && cp.Updated.Before(before)
}

func micro(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }
