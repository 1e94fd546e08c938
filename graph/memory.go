package graph

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
)

// Memory is a Store that ends with the process: for tests, and for graphs
// that need not survive it. It is an event.Log too. It keeps no messages.
type Memory struct {
	mu      sync.Mutex
	runs    map[string]*memoryRun
	open    map[string]*memoryRun // those that are not over
	busy    map[string]bool       // threads that have one of those
	threads map[string][]string   // the runs of a thread
	commits []commit              // of all runs
	total   int64                 // of events, with those that were pruned
}

var (
	_ Store     = (*Memory)(nil)
	_ event.Log = (*Memory)(nil)
)

type memoryRun struct {
	cp      Checkpoint
	commits []commit
}

// commit is what was appended to a run at once.
type commit struct {
	events []event.Event
	total  int64 // of all runs' events, with these: the cursor after the last
}

// NewMemory returns an empty store.
func NewMemory() *Memory {
	return &Memory{runs: map[string]*memoryRun{}, open: map[string]*memoryRun{}, busy: map[string]bool{}, threads: map[string][]string{}}
}

// Save implements Store.
func (m *Memory) Save(ctx context.Context, cp *Checkpoint, events []event.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.runs[cp.Run]
	isNew := r == nil
	if isNew {
		r = &memoryRun{}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case r.cp.Version != cp.Version-1 || r.cp.Seq != cp.Seq-int64(len(events)):
		return ErrConflict
	case isNew && m.busy[cp.Thread]:
		return ErrBusy
	}
	if isNew {
		m.runs[cp.Run], m.open[cp.Run] = r, r
	}
	if isNew && cp.Thread != "" {
		m.busy[cp.Thread] = true
		m.threads[cp.Thread] = append(m.threads[cp.Thread], cp.Run)
	}
	if cp.Status.Over() {
		delete(m.open, cp.Run)
		delete(m.busy, cp.Thread)
	}
	cp.Updated = now()
	r.cp = *cp
	r.cp.Deadline = micro(cp.Deadline)
	m.append(r, events)
	return nil
}

// AppendEvents implements Store.
func (m *Memory) AppendEvents(ctx context.Context, run string, version int64, events []event.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.runs[run]
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case r == nil || r.cp.Version != version || len(events) > 0 && events[0].Seq != r.cp.Seq+1:
		return ErrConflict
	}
	r.cp.Updated = now()
	r.cp.Seq += int64(len(events))
	m.append(r, events)
	return nil
}

func (m *Memory) append(r *memoryRun, events []event.Event) {
	if len(events) == 0 {
		return
	}
	events = slices.Clone(events)
	for i := range events {
		events[i].Time = micro(events[i].Time)
	}
	m.total += int64(len(events))
	c := commit{events, m.total}
	r.commits = append(r.commits, c)
	m.commits = append(m.commits, c)
}

// Load implements Store.
func (m *Memory) Load(ctx context.Context, run string) (*Checkpoint, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.runs[run]
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case r == nil:
		return nil, ErrNotFound
	}
	cp := r.cp
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
	for id, r := range m.open {
		if since, ok := want(&r.cp); ok && r.cp.Graph == graph {
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
	r := m.runs[run]
	if r == nil || ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var all []event.Event
	for _, c := range r.commits {
		for _, e := range c.events {
			if e.Seq > after && (limit <= 0 || len(all) < limit) {
				all = append(all, e)
			}
		}
	}
	return all, nil
}

// Runs implements event.Log.
func (m *Memory) Runs(ctx context.Context, thread string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.threads[thread]), ctx.Err()
}

// All implements event.Log. The cursor is how many events came before.
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
	from := sort.Search(len(m.commits), func(i int) bool { return m.commits[i].total > seen })
	for _, c := range m.commits[from:] {
		news := c.events[max(0, int64(len(c.events))-(c.total-seen)):]
		if room := max(0, limit-len(all)); room < len(news) {
			all = append(all, news[:room]...)
			seen = c.total - int64(len(news)-room)
			break
		}
		all = append(all, news...)
		seen = c.total
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
	pruned := 0
	old := map[string]bool{}
	for id, r := range m.runs {
		if r.cp.Status.Over() && r.cp.Updated.Before(before) {
			old[id] = true
			pruned += int(r.cp.Seq)
			delete(m.runs, id)
			thread := m.threads[r.cp.Thread]
			m.threads[r.cp.Thread] = slices.DeleteFunc(thread, func(run string) bool { return run == id })
		}
	}
	m.commits = slices.DeleteFunc(m.commits, func(c commit) bool { return old[c.events[0].Run] })
	return pruned, nil
}

func micro(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }
