package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
)

const saysForgotten = `{"forgotten":true}`

func (m memoryTest) purge(owner string, ids ...string) {
	m.t.Helper()
	must.Do(m.t, m.s.Purge(m.t.Context(), owner, ids))
}

func (m memoryTest) purgeOne() {
	m.learn("ana", "r1", "m1=camarão", "m2=vinho", "m1=lagosta", "m3=rock")
	m.learn("rui", "r2", "m4=camarão")
	m.purge("ana", "m1", "m3")
	m.wantAll("ana", "m2=vinho")
	m.wantSays("r1", saysForgotten, `{"value":"vinho"}`, saysForgotten, saysForgotten)
	m.wantAll("rui", "m4=camarão")
	m.wantSays("r2", `{"value":"camarão"}`)
	if _, err := m.s.Learn(m.t.Context(), memory.Lesson{Owner: "ana", Run: "r1"}, always(saved("m1=camarão"))); !errors.Is(err, memory.ErrLearnt) {
		m.t.Errorf("the lesson, again: error = %v, want ErrLearnt", err)
	}
}

func (m memoryTest) drop() {
	was := m.learn("ana", "r1", "m1=camarão", "m2=vinho")
	m.learn("rui", "r2", "m4=camarão")
	n := saved("m3=rock")
	n.Drop = []string{"m1", "m4"}
	must.Get(m.s.Learn(m.t.Context(), memory.Lesson{Owner: "ana", Run: "r3"}, always(n)))(m.t)
	m.wantAll("ana", "m2=vinho", "m3=rock")
	m.wantAll("rui", "m4=camarão") // it is not ana's
	m.wantSays("r1", saysForgotten, `{"value":"vinho"}`)
	if p, err := m.s.Memories(m.t.Context(), "ana", was.Rev); err != nil || !p.All {
		m.t.Errorf("who knew what was dropped is told %+v, %v: want all", p, err)
	}
	must.Get(m.s.Learn(m.t.Context(), memory.Lesson{Owner: "ana", Run: "r4"}, always(memory.Notes{Drop: []string{"m2"}})))(m.t)
	m.wantAll("ana", "m3=rock")
}

func (m memoryTest) purgeAll() {
	ana, rui := newVisit("ana"), newVisit("rui")
	for i, v := range []visit{ana, rui} {
		v.begin(m.t, m.s)
		m.learn(v.guest, "l-"+v.guest, fmt.Sprintf("m%d=camarão", i), fmt.Sprintf("n%d=vinho", i))
	}
	m.purge("ana")
	m.wantAll("ana")
	m.wantSays("l-ana", saysForgotten, saysForgotten)
	ana.want(m.t, m.s, true)
	rui.want(m.t, m.s, true)
	m.wantAll("rui", "m1=camarão", "n1=vinho")
	m.wantSays("l-rui", `{"value":"camarão"}`, `{"value":"vinho"}`)
}

func (m memoryTest) purgeHouse() {
	note := saved("m2=vinho", "m1=camarão")
	note.Entries = append(note.Entries, memory.Entry{Type: event.MemoryRejected, Time: morning, Data: []byte(`{"why":"past"}`)})
	must.Get(m.s.Learn(m.t.Context(), memory.Lesson{Run: "r1"}, always(note)))(m.t)
	m.learn("ana", "r2", "m3=rock")
	m.purge("", "m1")
	m.wantAll("", "m2=vinho")
	m.wantSays("r1", `{"value":"vinho"}`, saysForgotten, `{"why":"past"}`)
	m.purge("")
	m.wantAll("")
	m.wantSays("r1", saysForgotten, saysForgotten, `{"why":"past"}`)
	m.wantAll("ana", "m3=rock")
	m.wantSays("r2", `{"value":"rock"}`)
}

func (m memoryTest) purgeSeen() {
	before := m.learn("ana", "r1", "m1=camarão", "m2=vinho")
	m.purge("ana", "m1")
	page := m.page("ana", before.Rev)
	if m.want("after the revision before", page, true, "m2=vinho"); page.Rev <= before.Rev {
		m.t.Errorf("the revision is %d after %d, want it to grow", page.Rev, before.Rev)
	}
	m.want("after it", m.page("ana", page.Rev), false)
	m.learn("ana", "r2", "m3=rock")
	m.want("after the revision before", m.page("ana", before.Rev), true, "m2=vinho", "m3=rock")
	m.want("after it", m.page("ana", page.Rev), false, "m3=rock")
	last := m.page("ana", 0).Rev
	m.purge("ana")
	m.want("after all are purged", m.page("ana", last), true)
}

func (m memoryTest) purgeAgain() {
	for i, owner := range []string{"ana", ""} {
		id := fmt.Sprint("m", i)
		m.learn(owner, "old-"+owner, id+"=camarão")
		m.purge(owner, id)
		m.learn(owner, "new-"+owner, id+"=lagosta")
		m.wantAll(owner, id+"=lagosta")
		m.wantSays("old-"+owner, saysForgotten)
		m.wantSays("new-"+owner, `{"value":"lagosta"}`)
	}
}

func (m memoryTest) purgeNothing() {
	m.purge("ana")
	m.purge("ana", "m1")
	m.purge("")
	m.learn("ana", "r1", "m1=camarão")
	m.purge("ana", "m2", "")
	if err := m.s.Purge(m.t.Context(), "ana", []string{}); err != nil { // which is none, not all
		m.t.Error(err)
	}
	m.wantAll("ana", "m1=camarão")
	m.wantSays("r1", `{"value":"camarão"}`)
}

func (m memoryTest) forget() {
	for i, owner := range []string{"ana", "rui", ""} {
		m.learn(owner, "r-"+owner, fmt.Sprintf("m%d=camarão", i))
	}
	mustForget(m.t, m.s, "ana")
	page := m.page("ana", 0)
	if m.want("the memories of ana", page, true); page.Rev != 0 {
		m.t.Errorf("the revision is %d, want 0", page.Rev)
	}
	m.wantSays("r-ana", saysForgotten)
	m.wantAll("rui", "m1=camarão")
	m.wantAll("", "m2=camarão")
	m.wantSays("r-rui", `{"value":"camarão"}`)
	m.wantSays("r-", `{"value":"camarão"}`)
	if got, err := m.s.Owners(m.t.Context(), "", 9); err != nil || !slices.Equal(got, []string{"rui"}) {
		m.t.Errorf("Owners = %q, %v, want rui", got, err)
	}
}

func (m memoryTest) forgetReturn() {
	before := m.learn("ana", "r1", "m1=camarão")
	mustForget(m.t, m.s, "ana")
	m.want("a guest who is gone", m.page("ana", before.Rev), true)
	m.learn("ana", "r2", "m1=lagosta", "m2=vinho")
	m.learn("ana", "r3", "m3=rock")
	page := m.page("ana", before.Rev)
	if m.want("a guest who is back", page, true, "m1=lagosta", "m2=vinho", "m3=rock"); page.Rev <= before.Rev {
		m.t.Errorf("the revision is %d after %d, want it to grow", page.Rev, before.Rev)
	}
	m.wantSays("r1", saysForgotten)
	m.wantSays("r2", `{"value":"lagosta"}`, `{"value":"vinho"}`)
	if _, err := m.s.Learn(m.t.Context(), memory.Lesson{Owner: "ana", Run: "r1"}, always(saved("m1=camarão"))); !errors.Is(err, memory.ErrLearnt) {
		m.t.Errorf("the old lesson: error = %v, want ErrLearnt", err)
	}
}

// forgetWhileLearning lets guests be learnt of as they are forgotten and purged.
// Whatever came first, rows and log agree, and in the end nothing is left.
func (m memoryTest) forgetWhileLearning() {
	const guests, turns = 4, 10
	ctx := m.t.Context()
	var wg sync.WaitGroup
	for g := range guests {
		guest := fmt.Sprint("g", g)
		wg.Go(func() {
			for n := range turns {
				l := memory.Lesson{Owner: guest, Run: fmt.Sprint(guest, "-", n)}
				if _, err := m.s.Learn(ctx, l, always(saved(fmt.Sprint(guest, "-", n%3, "=", n)))); err != nil {
					m.t.Error(err)
				}
			}
		})
		wg.Go(func() {
			for n := range turns / 2 {
				err := m.s.Forget(ctx, guest)
				if n%2 == 0 {
					err = m.s.Purge(ctx, guest, []string{guest + "-0", guest + "-1"})
				}
				if err != nil {
					m.t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if m.t.Failed() {
		return
	}
	var before [guests][]string
	for g := range guests {
		before[g] = lines(m.page(fmt.Sprint("g", g), 0).Rows)
	}
	must.Do(m.t, m.s.Rebuild(ctx, lastSaid))
	for g := range guests {
		guest := fmt.Sprint("g", g)
		if got := lines(m.page(guest, 0).Rows); !slices.Equal(got, before[g]) {
			m.t.Errorf("the log makes %q, and there was %q", got, before[g])
		}
		mustForget(m.t, m.s, guest)
		m.wantAll(guest)
	}
	for run := range readAll(m.t, m.s) {
		m.wantSays(run, saysForgotten)
	}
}

// chronicle folds the events of a memory into all that they say.
func chronicle(owner, id string, events []event.Event) (memory.Row, error) {
	body := fmt.Appendf(nil, `[%q`, owner)
	for _, e := range events {
		body = fmt.Appendf(body, `,{"%s-%d":%s}`, e.Run, e.Seq, e.Data)
	}
	return memory.Row{ID: id, Body: append(body, ']')}, nil
}

func (m memoryTest) rebuild() {
	m.learn("ana", "r9", "m1=camarão", "m2=vinho", "m1=lagosta")
	m.learn("rui", "r5", "m3=rock")
	m.learn("ana", "r1", "m1=polvo")
	m.learn("", "r0", "m4=sol")
	before := m.page("ana", 0)
	must.Do(m.t, m.s.Rebuild(m.t.Context(), lastSaid))
	m.wantAll("ana", "m1=polvo", "m2=vinho")
	m.wantAll("rui", "m3=rock")
	m.wantAll("", "m4=sol")
	page := m.page("ana", before.Rev)
	if m.want("after the revision before", page, true, "m1=polvo", "m2=vinho"); page.Rev <= before.Rev {
		m.t.Errorf("the revision is %d after %d, want it to grow", page.Rev, before.Rev)
	}
	m.want("after it", m.page("ana", page.Rev), false)
	must.Do(m.t, m.s.Rebuild(m.t.Context(), chronicle))
	for owner, want := range map[string][]string{
		"ana": {
			`m1 ["ana",{"r9-1":{"value":"camarão"}},{"r9-3":{"value":"lagosta"}},{"r1-1":{"value":"polvo"}}]`,
			`m2 ["ana",{"r9-2":{"value":"vinho"}}]`,
		},
		"rui": {`m3 ["rui",{"r5-1":{"value":"rock"}}]`},
		"":    {`m4 ["",{"r0-1":{"value":"sol"}}]`},
	} {
		if got := lines(m.page(owner, 0).Rows); !slices.Equal(got, want) {
			m.t.Errorf("the memories of %q are %q, want %q", owner, got, want)
		}
	}
	if err := m.s.Rebuild(m.t.Context(), func(_, id string, events []event.Event) (memory.Row, error) {
		if id == "m1" {
			return memory.Row{}, nil
		}
		return lastSaid("", id, events)
	}); err != nil {
		m.t.Fatal(err)
	}
	m.wantAll("ana", "m2=vinho") // a fold may make no row
}

func (m memoryTest) rebuildForgotten() {
	for i, owner := range []string{"ana", ""} {
		one, two := fmt.Sprint("m", i), fmt.Sprint("n", i)
		m.learn(owner, "old-"+owner, one+"=camarão", two+"=vinho")
		m.purge(owner)
		m.learn(owner, "new-"+owner, one+"=lagosta")
	}
	m.learn("rui", "old-rui", "m7=rock", "m8=sol")
	mustForget(m.t, m.s, "rui")
	m.learn("rui", "new-rui", "m7=samba")
	must.Do(m.t, m.s.Rebuild(m.t.Context(), chronicle))
	for owner, want := range map[string]string{
		"ana": `m0 ["ana",{"new-ana-1":{"value":"lagosta"}}]`,
		"":    `m1 ["",{"new--1":{"value":"lagosta"}}]`,
		"rui": `m7 ["rui",{"new-rui-1":{"value":"samba"}}]`,
	} {
		if got := lines(m.page(owner, 0).Rows); !slices.Equal(got, []string{want}) {
			m.t.Errorf("the memories of %q are %q, want %q", owner, got, want)
		}
	}
}

func (m memoryTest) rebuildFails() {
	before := m.learn("ana", "r1", "m1=camarão", "m2=vinho")
	broken := errors.New("broken")
	for what, end := range map[string]func() (memory.Row, error){
		"an error":     func() (memory.Row, error) { return memory.Row{}, broken },
		"a panic":      func() (memory.Row, error) { panic(broken) },
		"another's id": func() (memory.Row, error) { return memory.Row{ID: "m1", Body: []byte(`{}`)}, nil },
	} {
		err := func() (err error) {
			defer func() {
				if r := recover(); r != nil {
					err = r.(error)
				}
			}()
			return m.s.Rebuild(m.t.Context(), func(_, id string, _ []event.Event) (memory.Row, error) {
				if id == "m2" {
					return end()
				}
				return memory.Row{ID: id, Body: []byte(`{"value":"outro"}`)}, nil
			})
		}()
		if err == nil || what != "another's id" && !errors.Is(err, broken) {
			m.t.Errorf("%s: error = %v", what, err)
		}
		page := m.page("ana", 0)
		if m.want(what, page, true, "m1=camarão", "m2=vinho"); page.Rev != before.Rev {
			m.t.Errorf("%s: the revision has grown", what)
		}
	}
}

func (m memoryTest) rebuildWhileLearning() {
	m.count(4, 10, func() error { return m.s.Rebuild(m.t.Context(), foldCount) })
}
