package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
)

// MemoryStore is a store that keeps memories beside the log they come from.
type MemoryStore interface {
	ForgetStore
	memory.Store
}

// TestMemories checks that a store does as memory.Store promises. Each call of
// open returns a store with nothing in it.
func TestMemories(t *testing.T, open func(t *testing.T) MemoryStore) {
	for name, test := range map[string]func(memoryTest){
		"an owner of whom nothing was written has no revision": memoryTest.nothing,
		"a page has what changed after a revision, by id":      memoryTest.pages,
		"who knows a revision that never was is given all":     memoryTest.unknown,
		"Learn returns what Memories then does":                memoryTest.returned,
		"decide sees what others have written":                 memoryTest.seen,
		"rows and entries are kept byte by byte, however many": memoryTest.bytes,
		"a lesson is learnt once":                              memoryTest.once,
		"a decide that fails, or says nothing, writes nothing": memoryTest.undecided,
		"a decide that panics does so to its caller alone":     memoryTest.panics,

		"owners are apart":                                   memoryTest.apart,
		"a memory of another owner is not touched":           memoryTest.stolen,
		"owners are listed in order, without the house":      memoryTest.owners,
		"what was learnt is in the log":                      memoryTest.logged,
		"a lesson is no run":                                 memoryTest.noRun,
		"what was learnt is not pruned":                      memoryTest.unpruned,
		"what was learnt in a deleted thread stays":          memoryTest.deletedThread,
		"a call whose context has ended does nothing":        memoryTest.cancelled,
		"many learn at once, and no count is lost":           memoryTest.counts,
		"a purged memory is gone, and nothing else":          memoryTest.purgeOne,
		"a lesson can drop memories":                         memoryTest.drop,
		"an owner's memories are purged, and not the talk":   memoryTest.purgeAll,
		"memories of the house are purged":                   memoryTest.purgeHouse,
		"who knew a purged memory is given all":              memoryTest.purgeSeen,
		"a purged memory may be learnt anew":                 memoryTest.purgeAgain,
		"what is not there is purged without error":          memoryTest.purgeNothing,
		"a forgotten guest has no memories":                  memoryTest.forget,
		"a guest who comes back has no revision seen before": memoryTest.forgetReturn,
		"guests are forgotten while they are learnt of":      memoryTest.forgetWhileLearning,
		"memories are made anew from the log":                memoryTest.rebuild,
		"what is forgotten is not made anew":                 memoryTest.rebuildForgotten,
		"a fold that fails or panics changes nothing":        memoryTest.rebuildFails,
		"memories are made anew while others learn":          memoryTest.rebuildWhileLearning,
	} {
		t.Run(name, func(t *testing.T) { test(memoryTest{t, open(t)}) })
	}
}

// memoryTest is a test with the store that it is about.
type memoryTest struct {
	t *testing.T
	s MemoryStore
}

// saved is an entry and a row for each memory, given as "id=value".
func saved(memories ...string) (n memory.Notes) {
	for _, m := range memories {
		id, value, _ := strings.Cut(m, "=")
		body, _ := json.Marshal(map[string]string{"value": value}) // cannot fail
		n.Entries = append(n.Entries, memory.Entry{Memory: id, Type: event.MemorySaved, Time: morning, Data: body})
		n.Rows = append(n.Rows, memory.Row{ID: id, Body: body})
	}
	return n
}

// lastSaid folds the events of a memory into what the last says.
func lastSaid(_, id string, events []event.Event) (memory.Row, error) {
	return memory.Row{ID: id, Body: events[len(events)-1].Data}, nil
}

func always(n memory.Notes) func(memory.Page) (memory.Notes, error) {
	return func(memory.Page) (memory.Notes, error) { return n, nil }
}

// learn learns memories that are given as "id=value".
func (m memoryTest) learn(owner, run string, memories ...string) memory.Page {
	m.t.Helper()
	l := memory.Lesson{Owner: owner, Run: run, Thread: "t-" + owner}
	return must.Get(m.s.Learn(m.t.Context(), l, always(saved(memories...))))(m.t)
}

func (m memoryTest) page(owner string, after int64) memory.Page {
	m.t.Helper()
	return must.Get(m.s.Memories(m.t.Context(), owner, after))(m.t)
}

// want checks a page: whether it is all there is, and what is in it, given as
// "id=value".
func (m memoryTest) want(what string, page memory.Page, all bool, memories ...string) {
	m.t.Helper()
	if got, want := lines(page.Rows), lines(saved(memories...).Rows); page.All != all || !slices.Equal(got, want) {
		m.t.Errorf("%s: all %v, %q; want all %v, %q", what, page.All, got, all, want)
	}
}

func (m memoryTest) wantAll(owner string, memories ...string) {
	m.t.Helper()
	m.want("the memories of "+owner, m.page(owner, 0), true, memories...)
}

// lines are rows byte by byte.
func lines(rows []memory.Row) (lines []string) {
	for _, r := range rows {
		lines = append(lines, r.ID+" "+string(r.Body))
	}
	return lines
}

// says returns what the events of a run say.
func (m memoryTest) says(run string) (data []string) {
	m.t.Helper()
	events := must.Get(m.s.Events(m.t.Context(), run, 0, 0))(m.t)
	for _, e := range events {
		data = append(data, string(e.Data))
	}
	return data
}

func (m memoryTest) wantSays(run string, want ...string) {
	m.t.Helper()
	if got := m.says(run); !slices.Equal(got, want) {
		m.t.Errorf("the events of %s say %q, want %q", run, got, want)
	}
}

func (m memoryTest) nothing() {
	for _, after := range []int64{0, 1, time.Now().UnixMicro()} {
		for _, owner := range []string{"ana", ""} {
			page := m.page(owner, after)
			if m.want("nobody's", page, true); page.Rev != 0 {
				m.t.Errorf("the revision is %d, want 0", page.Rev)
			}
		}
	}
}

func (m memoryTest) pages() {
	begin := time.Now().UnixMicro()
	first := m.learn("ana", "r1", "m2=vinho", "m1=camarão")
	second := m.learn("ana", "r2", "m3=rock", "m1=lagosta")
	third := m.learn("ana", "r3", "m2=cerveja")
	if first.Rev < begin || second.Rev <= first.Rev || third.Rev <= second.Rev {
		m.t.Errorf("the revisions are %d, %d, %d after %d, want them to grow with the clock", first.Rev, second.Rev, third.Rev, begin)
	}
	for after, want := range map[int64][]string{
		first.Rev:  {"m1=lagosta", "m2=cerveja", "m3=rock"},
		second.Rev: {"m2=cerveja"},
		third.Rev:  nil,
	} {
		page := m.page("ana", after)
		if m.want(fmt.Sprint("after ", after-first.Rev), page, false, want...); page.Rev != third.Rev {
			m.t.Errorf("the page leads to %d, want %d", page.Rev, third.Rev)
		}
	}
	m.wantAll("ana", "m1=lagosta", "m2=cerveja", "m3=rock")
}

func (m memoryTest) unknown() {
	rev := m.learn("ana", "r1", "m1=camarão").Rev
	for _, after := range []int64{-1, 1, rev - 1, rev + 1, rev + 1e12} {
		m.want(fmt.Sprint("after ", after), m.page("ana", after), true, "m1=camarão")
	}
}

func (m memoryTest) returned() {
	first := m.learn("ana", "r1", "m2=vinho", "m4=rock")
	m.learn("ana", "r2", "m3=sol")
	for i, after := range []int64{0, first.Rev, first.Rev - 1, first.Rev + 1e12} {
		l := memory.Lesson{Owner: "ana", Run: fmt.Sprint("again", i), After: after}
		got := must.Get(m.s.Learn(m.t.Context(), l, always(saved("m5=chuva", "m1=mar", "m2=água"))))(m.t)
		want := m.page("ana", after)
		if got.Rev != want.Rev || got.All != want.All || !slices.Equal(lines(got.Rows), lines(want.Rows)) {
			m.t.Errorf("Learn after %d = %v, Memories = %v", after, got, want)
		}
	}
	got, err := m.s.Learn(m.t.Context(), memory.Lesson{Owner: "rui", Run: "r9", After: 7}, always(saved("n1=sal")))
	if m.want("of a new owner", got, true, "n1=sal"); err != nil {
		m.t.Error(err)
	}
}

func (m memoryTest) seen() {
	first := m.learn("ana", "r1", "m1=camarão")
	m.learn("ana", "r2", "m2=vinho")
	m.learn("rui", "r3", "m3=rock")
	for i, tt := range []struct {
		after int64
		all   bool
		want  []string
	}{
		{0, true, []string{"m1=camarão", "m2=vinho"}},
		{first.Rev, false, []string{"m2=vinho"}},
	} {
		var seen memory.Page
		l := memory.Lesson{Owner: "ana", Run: fmt.Sprint("look", i), After: tt.after}
		if _, err := m.s.Learn(m.t.Context(), l, func(p memory.Page) (memory.Notes, error) {
			seen = p
			return memory.Notes{}, nil
		}); err != nil {
			m.t.Fatal(err)
		}
		m.want("what decide sees", seen, tt.all, tt.want...)
	}
}

func (m memoryTest) bytes() {
	odd := json.RawMessage("{\"value\": \"a\\u0000<b>\u2028 \", \"n\": 1.0}")
	var n memory.Notes
	for i := range 50 {
		id := fmt.Sprintf("m%02d", i)
		n.Entries = append(n.Entries, memory.Entry{Memory: id, Type: event.MemorySaved, Time: morning, Data: odd})
		n.Rows = append(n.Rows, memory.Row{ID: id, Body: odd})
	}
	for _, owner := range []string{"ana", ""} {
		must.Get(m.s.Learn(m.t.Context(), memory.Lesson{Owner: owner, Run: "r-" + owner}, always(n)))(m.t)
		if got := m.page(owner, 0); !slices.Equal(lines(got.Rows), lines(n.Rows)) {
			m.t.Errorf("the rows of %q are %q", owner, lines(got.Rows))
		}
		m.wantSays("r-"+owner, slices.Repeat([]string{string(odd)}, len(n.Entries))...)
		for i := range n.Rows { // the house's have other ids
			n.Entries[i].Memory += "h"
			n.Rows[i].ID += "h"
		}
	}
}

func (m memoryTest) once() {
	m.learn("ana", "r1", "m1=camarão")
	before := m.page("ana", 0)
	for _, owner := range []string{"ana", "rui"} {
		page, err := m.s.Learn(m.t.Context(), memory.Lesson{Owner: owner, Run: "r1"}, func(memory.Page) (memory.Notes, error) {
			m.t.Error("decide was called")
			return saved("m1=lagosta"), nil
		})
		if !errors.Is(err, memory.ErrLearnt) || page.Rev != 0 {
			m.t.Errorf("Learn = %v, %v, want ErrLearnt", page, err)
		}
	}
	if after := m.page("ana", 0); after.Rev != before.Rev {
		m.t.Error("the revision has grown")
	}
	m.wantAll("ana", "m1=camarão")
	m.wantSays("r1", `{"value":"camarão"}`)
}

func (m memoryTest) undecided() {
	rev := m.learn("ana", "r1", "m1=camarão").Rev
	unsure := errors.New("unsure")
	for _, owner := range []string{"ana", "rui"} {
		l := memory.Lesson{Owner: owner, Run: "r2"}
		_, err := m.s.Learn(m.t.Context(), l, func(memory.Page) (memory.Notes, error) { return saved("m2=vinho"), unsure })
		if !errors.Is(err, unsure) {
			m.t.Errorf("error = %v, want that of decide", err)
		}
		page, err := m.s.Learn(m.t.Context(), l, always(memory.Notes{}))
		if want := m.page(owner, 0); err != nil || page.Rev != want.Rev || !slices.Equal(lines(page.Rows), lines(want.Rows)) {
			m.t.Errorf("Learn = %v, %v, want %v", page, err, want)
		}
	}
	if page := m.page("ana", rev); page.Rev != rev || m.page("rui", 0).Rev != 0 {
		m.t.Error("a revision has grown")
	}
	m.wantSays("r2")
	m.wantAll("rui")
	m.learn("ana", "r2", "m2=vinho") // it was not learnt before
}

func (m memoryTest) panics() {
	for i := range 20 { // more than a pool has connections
		func() {
			defer func() {
				if got := recover(); got != "a bug" {
					m.t.Errorf("recovered %v, want the panic of decide", got)
				}
			}()
			_, _ = m.s.Learn(m.t.Context(), memory.Lesson{Owner: "ana", Run: fmt.Sprint("r", i)}, func(memory.Page) (memory.Notes, error) {
				panic("a bug")
			})
		}()
	}
	m.wantSays("r0")
	m.learn("ana", "r0", "m1=camarão")
	m.wantAll("ana", "m1=camarão")
}

func (m memoryTest) apart() {
	owners := []string{"ana", "Ana", "anabela", "an_", "a%", ""}
	for i, owner := range owners {
		m.learn(owner, fmt.Sprint("r", i), fmt.Sprintf("m%d=segredo de %s", i, owner))
	}
	for i, owner := range owners {
		m.wantAll(owner, fmt.Sprintf("m%d=segredo de %s", i, owner))
	}
}

func (m memoryTest) stolen() {
	m.learn("ana", "r1", "m1=camarão")
	m.learn("", "r2", "m2=vinho")
	for i, owner := range []string{"rui", "", "ana"} {
		steal := saved("m1=lagosta")
		if owner == "ana" {
			steal = saved("m2=lagosta")
		}
		for j, n := range []memory.Notes{steal, {Entries: steal.Entries}} {
			l := memory.Lesson{Owner: owner, Run: fmt.Sprint("steal", i, j)}
			if _, err := m.s.Learn(m.t.Context(), l, always(n)); err == nil || strings.Contains(err.Error(), "lagosta") {
				m.t.Errorf("%q: error = %v, want that it is another's", owner, err)
			}
			m.wantSays(l.Run)
		}
		if err := m.s.Purge(m.t.Context(), owner, []string{steal.Rows[0].ID}); err != nil {
			m.t.Error(err)
		}
	}
	m.wantAll("ana", "m1=camarão")
	m.wantAll("", "m2=vinho")
	m.wantAll("rui")
	m.wantSays("r1", `{"value":"camarão"}`)
	m.wantSays("r2", `{"value":"vinho"}`)
}

func (m memoryTest) owners() {
	for i, owner := range []string{"rui", "ana", "", "Zé", "ção", "bia"} {
		m.learn(owner, fmt.Sprint("r", i), fmt.Sprintf("m%d=sal", i))
	}
	must.Do(m.t, m.s.Purge(m.t.Context(), "bia", nil))
	for _, tt := range []struct {
		after string
		limit int
		want  []string
	}{
		{"", 9, []string{"Zé", "ana", "rui", "ção"}},
		{"", 2, []string{"Zé", "ana"}},
		{"ana", 2, []string{"rui", "ção"}},
		{"b", 1, []string{"rui"}},
		{"ção", 9, nil},
	} {
		if got, err := m.s.Owners(m.t.Context(), tt.after, tt.limit); err != nil || !slices.Equal(got, tt.want) {
			m.t.Errorf("Owners(%q, %d) = %q, %v, want %q", tt.after, tt.limit, got, err, tt.want)
		}
	}
}

func (m memoryTest) logged() {
	n := saved("m1=camarão")
	n.Entries = append(n.Entries, memory.Entry{Type: event.MemoryRejected, Time: morning.Add(time.Second), Data: json.RawMessage(`{"why":"past"}`)},
		memory.Entry{Type: event.MemoryCandidate, Time: morning})
	l := memory.Lesson{Owner: "ana", Run: "r1", Thread: "t1"}
	must.Get(m.s.Learn(m.t.Context(), l, always(n)))(m.t)
	house := memory.Lesson{Run: "r2"}
	must.Get(m.s.Learn(m.t.Context(), house, always(saved("m2=vinho"))))(m.t)
	r := runTest{m.t, m.s}
	of := func(l memory.Lesson, n memory.Notes) (events []event.Event) {
		for i, e := range n.Entries {
			events = append(events, event.Event{Run: l.Run, Seq: int64(i) + 1, Thread: l.Thread, Guest: l.Owner, Type: e.Type, Time: e.Time, Data: e.Data})
		}
		return events
	}
	r.wantEvents("r1", 0, 0, of(l, n)...)
	r.wantEvents("r1", 1, 1, of(l, n)[1])
	wantSame(m.t, "the log", readAll(m.t, m.s), map[string][]event.Event{"r1": of(l, n), "r2": of(house, saved("m2=vinho"))})
}

func (m memoryTest) noRun() {
	m.learn("ana", "r1", "m1=camarão")
	r := runTest{m.t, m.s}
	if got := r.runsOf("t-ana"); len(got) != 0 {
		m.t.Errorf("the thread has the runs %q, want none", got)
	}
	wantNoRun(m.t, m.s, "r1")
	later := time.Now().Add(time.Hour)
	for _, name := range []string{"", "memory", "beer@1"} {
		due, errDue := m.s.Due(m.t.Context(), name, later, 9)
		stalled, errStalled := m.s.Stalled(m.t.Context(), name, later, 9)
		if err := errors.Join(errDue, errStalled); err != nil || len(due)+len(stalled) > 0 {
			m.t.Errorf("of %q overdue %q, abandoned %q, %v; want none", name, due, stalled, err)
		}
	}
	r.begin("r2", "t-ana") // the thread is free
}

func (m memoryTest) unpruned() {
	v := newVisit("ana")
	v.begin(m.t, m.s)
	m.learn("ana", "r1", "m1=camarão")
	mustForget(m.t, m.s, "rui")
	must.Do(m.t, m.s.AppendEvents(m.t.Context(), v.run, 2, nil))
	cp := runTest{m.t, m.s}.load(v.run)
	cp.Version, cp.Status, cp.Question, cp.Deadline = 3, graph.Ended, nil, time.Time{}
	runTest{m.t, m.s}.save(cp)
	if n, err := m.s.Prune(m.t.Context(), time.Now().Add(time.Hour)); n != 3 || err != nil {
		m.t.Errorf("Prune = %d, %v, want the 3 events of the run", n, err)
	}
	m.wantSays("r1", `{"value":"camarão"}`)
	if err := m.s.Rebuild(m.t.Context(), lastSaid); err != nil {
		m.t.Error(err)
	}
	m.wantAll("ana", "m1=camarão")
}

func (m memoryTest) cancelled() {
	m.learn("ana", "r1", "m1=camarão")
	ctx := ended(m.t)
	_, errMemories := m.s.Memories(ctx, "ana", 0)
	_, errOwners := m.s.Owners(ctx, "", 9)
	_, errLearn := m.s.Learn(ctx, memory.Lesson{Owner: "ana", Run: "r2"}, func(memory.Page) (memory.Notes, error) {
		m.t.Error("decide was called")
		return saved("m2=vinho"), nil
	})
	wantErr(m.t, context.Canceled, map[string]error{
		"Memories": errMemories, "Owners": errOwners, "Learn": errLearn,
		"Purge":   m.s.Purge(ctx, "ana", nil),
		"Rebuild": m.s.Rebuild(ctx, func(_, id string, _ []event.Event) (memory.Row, error) { return saved(id + "=outro").Rows[0], nil }),
	})
	m.wantAll("ana", "m1=camarão")
	m.wantSays("r1", `{"value":"camarão"}`)
	m.wantSays("r2")
}

func (m memoryTest) counts() {
	m.count(16, 8, func() error { return nil })
}
