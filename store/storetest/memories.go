package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
)

// Memories are given as "id=value".
var memoryCases = cases{
	"an owner of whom nothing was written has no revision": func(t test) {
		for _, after := range []int64{0, 1, time.Now().UnixMicro()} {
			for _, owner := range []string{"ana", ""} {
				page := t.page(owner, after)
				if t.wantPage("nobody's", page, true); page.Rev != 0 {
					t.Errorf("the revision is %d, want 0", page.Rev)
				}
			}
		}
	},
	"a page has what changed after a revision, by id; who knows one that never was is given all": func(t test) {
		begin := time.Now().UnixMicro()
		first := t.learn("ana", "r1", "m2=vinho", "m1=camarão")
		second := t.learn("ana", "r2", "m3=rock", "m1=lagosta")
		third := t.learn("ana", "r3", "m2=cerveja")
		t.learn("rui", "r4", "m4=sal")
		if first.Rev < begin || second.Rev <= first.Rev || third.Rev <= second.Rev {
			t.Errorf("the revisions are %d, %d, %d after %d, want them to grow with the clock", first.Rev, second.Rev, third.Rev, begin)
		}
		all := []string{"m1=lagosta", "m2=cerveja", "m3=rock"}
		for _, tt := range []struct {
			after int64
			all   bool
			want  []string
		}{
			{0, true, all},
			{first.Rev, false, all},
			{second.Rev, false, []string{"m2=cerveja"}},
			{third.Rev, false, nil},
			{-1, true, all},
			{first.Rev - 1, true, all},
			{third.Rev + 1, true, all},
			{third.Rev + 1e12, true, all},
		} {
			page := t.page("ana", tt.after)
			if t.wantPage(fmt.Sprint("after ", tt.after-first.Rev), page, tt.all, tt.want...); page.Rev != third.Rev {
				t.Errorf("the page leads to %d, want %d", page.Rev, third.Rev)
			}
			var seen memory.Page
			l := memory.Lesson{Owner: "ana", Run: fmt.Sprint("look", tt.after), After: tt.after}
			must.Get(t.Learn(t.Context(), l, func(p memory.Page) (n memory.Notes, err error) { seen = p; return n, nil }))(t)
			t.same("what decide sees", seen, page)
		}
	},
	"Learn returns what Memories then does": func(t test) {
		first := t.learn("ana", "r1", "m2=vinho", "m4=rock")
		t.learn("ana", "r2", "m3=sol")
		for i, after := range []int64{0, first.Rev, first.Rev - 1, first.Rev + 1e12} {
			l := memory.Lesson{Owner: "ana", Run: fmt.Sprint("again", i), After: after}
			got := must.Get(t.Learn(t.Context(), l, always(saved("m5=chuva", "m1=mar", "m2=água"))))(t)
			t.same(fmt.Sprint("Learn after ", after), got, t.page("ana", after))
		}
		got := must.Get(t.Learn(t.Context(), memory.Lesson{Owner: "rui", Run: "r9", After: 7}, always(saved("n1=sal"))))(t)
		t.wantPage("of a new owner", got, true, "n1=sal")
	},
	"rows and entries are kept byte by byte, however many": func(t test) {
		odd := json.RawMessage("{\"value\": \"a\\u0000<b>\u2028 \", \"n\": 1.0}")
		for _, owner := range []string{"ana", ""} {
			var n memory.Notes
			for i := range 50 {
				id := fmt.Sprintf("%s%02d", owner, i)
				n.Entries = append(n.Entries, memory.Entry{Memory: id, Type: event.MemorySaved, Time: morning, Data: odd})
				n.Rows = append(n.Rows, memory.Row{ID: id, Body: odd})
			}
			must.Get(t.Learn(t.Context(), memory.Lesson{Owner: owner, Run: "r-" + owner}, always(n)))(t)
			t.same("the rows of "+owner, lines(t.page(owner, 0).Rows), lines(n.Rows))
			t.wantSays("r-"+owner, slices.Repeat([]string{string(odd)}, len(n.Entries))...)
		}
	},
	"a lesson is learnt once": func(t test) {
		before := t.learn("ana", "r1", "m1=camarão")
		for _, owner := range []string{"ana", "rui"} {
			t.wantLearnt(owner, "r1")
		}
		if after := t.page("ana", 0); after.Rev != before.Rev {
			t.Error("the revision has grown")
		}
		t.wantAll("ana", "m1=camarão")
		t.wantSays("r1", `{"value":"camarão"}`)
	},
	"a decide that fails, or says nothing, writes nothing": func(t test) {
		rev := t.learn("ana", "r1", "m1=camarão").Rev
		unsure := errors.New("unsure")
		for _, owner := range []string{"ana", "rui"} {
			l := memory.Lesson{Owner: owner, Run: "r2"}
			_, err := t.Learn(t.Context(), l, func(memory.Page) (memory.Notes, error) { return saved("m2=vinho"), unsure })
			t.fails(unsure, map[string]error{"Learn": err})
			t.same("the page", must.Get(t.Learn(t.Context(), l, always(memory.Notes{})))(t), t.page(owner, 0))
		}
		if t.page("ana", rev).Rev != rev || t.page("rui", 0).Rev != 0 {
			t.Error("a revision has grown")
		}
		t.wantSays("r2")
		t.wantAll("rui")
		t.learn("ana", "r2", "m2=vinho") // it was not learnt before
	},
	"a decide that panics does so to its caller alone": func(t test) {
		for i := range 20 { // more than a pool has connections
			func() {
				defer func() {
					if got := recover(); got != "a bug" {
						t.Errorf("recovered %v, want the panic of decide", got)
					}
				}()
				_, _ = t.Learn(t.Context(), memory.Lesson{Owner: "ana", Run: fmt.Sprint("r", i)}, func(memory.Page) (memory.Notes, error) {
					panic("a bug")
				})
			}()
		}
		t.wantSays("r0")
		t.learn("ana", "r0", "m1=camarão")
		t.wantAll("ana", "m1=camarão")
	},
	"owners are apart, and listed in order, without the house": func(t test) {
		owners := []string{"ana", "Ana", "anabela", "an_", "a%", "", "Zé", "ção", "bia"}
		for i, owner := range owners {
			t.learn(owner, fmt.Sprint("r", i), fmt.Sprintf("m%d=segredo de %s", i, owner))
		}
		for i, owner := range owners {
			t.wantAll(owner, fmt.Sprintf("m%d=segredo de %s", i, owner))
		}
		t.purge("bia")
		for _, tt := range []struct {
			after string
			limit int
			want  []string
		}{
			{"", 9, []string{"Ana", "Zé", "a%", "an_", "ana", "anabela", "ção"}},
			{"", 2, []string{"Ana", "Zé"}},
			{"ana", 2, []string{"anabela", "ção"}},
			{"b", 1, []string{"ção"}},
			{"ção", 9, nil},
		} {
			t.same(fmt.Sprintf("Owners(%q, %d)", tt.after, tt.limit), must.Get(t.Owners(t.Context(), tt.after, tt.limit))(t), tt.want)
		}
	},
	"a memory of another owner is not touched": func(t test) {
		t.learn("ana", "r1", "m1=camarão")
		t.learn("", "r2", "m2=vinho")
		for owner, id := range map[string]string{"rui": "m1", "": "m1", "ana": "m2"} {
			steal := saved(id + "=lagosta")
			for j, n := range []memory.Notes{steal, {Entries: steal.Entries}} {
				l := memory.Lesson{Owner: owner, Run: fmt.Sprint("steal", owner, j)}
				if _, err := t.Learn(t.Context(), l, always(n)); err == nil || strings.Contains(err.Error(), "lagosta") {
					t.Errorf("%q: error = %v, want that it is another's", owner, err)
				}
				t.wantSays(l.Run)
			}
			t.purge(owner, id)
		}
		t.wantAll("ana", "m1=camarão")
		t.wantAll("", "m2=vinho")
		t.wantAll("rui")
		t.wantSays("r1", `{"value":"camarão"}`)
		t.wantSays("r2", `{"value":"vinho"}`)
	},
	"what was learnt is in the log, and is no run": func(t test) {
		n := saved("m1=camarão")
		n.Entries = append(n.Entries, memory.Entry{Type: event.MemoryRejected, Time: morning.Add(time.Second), Data: json.RawMessage(`{"why":"past"}`)},
			memory.Entry{Type: event.MemoryCandidate, Time: morning})
		ana, house := memory.Lesson{Owner: "ana", Run: "r1", Thread: "t1"}, memory.Lesson{Run: "r2"}
		must.Get(t.Learn(t.Context(), ana, always(n)))(t)
		must.Get(t.Learn(t.Context(), house, always(saved("m2=vinho"))))(t)
		of := func(l memory.Lesson, n memory.Notes) (events []event.Event) {
			for i, e := range n.Entries {
				events = append(events, event.Event{Run: l.Run, Seq: int64(i) + 1, Thread: l.Thread, Guest: l.Owner, Type: e.Type, Time: e.Time, Data: e.Data})
			}
			return events
		}
		t.wantEvents("r1", 0, 0, of(ana, n)...)
		t.wantEvents("r1", 1, 1, of(ana, n)[1])
		t.same("the log", t.readAll(), map[string][]event.Event{"r1": of(ana, n), "r2": of(house, saved("m2=vinho"))})
		t.wantRuns("t1")
		t.wantNoRun("r1")
		t.begin("r3", "t1") // the thread is free
	},
	"what was learnt stays when its run is pruned or its thread deleted": func(t test) {
		v := newVisit("ana")
		cp := t.visit(v)
		t.learn("ana", "l1", "m1=camarão")
		cp.Version, cp.Status, cp.Question, cp.Deadline = 3, graph.Ended, nil, time.Time{}
		t.save(cp)
		if n, err := t.Prune(t.Context(), time.Now().Add(time.Hour)); n != 3 || err != nil {
			t.Errorf("Prune = %d, %v, want the 3 events of the run", n, err)
		}
		t.wantSays("l1", `{"value":"camarão"}`)
		t.rebuild(lastSaid)
		t.remove(v.thread, "ana")
		t.wantAll("ana", "m1=camarão")
		t.rebuild(lastSaid)
		t.wantAll("ana", "m1=camarão")
	},
	"a call whose context has ended does nothing": func(t test) {
		t.learn("ana", "r1", "m1=camarão")
		ctx := t.ended()
		_, errMemories := t.Memories(ctx, "ana", 0)
		_, errOwners := t.Owners(ctx, "", 9)
		_, errLearn := t.Learn(ctx, memory.Lesson{Owner: "ana", Run: "r2"}, func(memory.Page) (memory.Notes, error) {
			t.Error("decide was called")
			return saved("m2=vinho"), nil
		})
		t.fails(context.Canceled, map[string]error{
			"Memories": errMemories, "Owners": errOwners, "Learn": errLearn, "Purge": t.Purge(ctx, "ana", nil),
			"Rebuild": t.Rebuild(ctx, func(_, id string, _ []event.Event) (memory.Row, error) { return saved(id + "=outro").Rows[0], nil }),
		})
		t.wantAll("ana", "m1=camarão")
		t.wantSays("r1", `{"value":"camarão"}`)
		t.wantSays("r2")
	},
	"many learn at once, or while memories are made anew, and no count is lost": func(t test) {
		const workers, each = 12, 8
		var wg sync.WaitGroup
		for w := range workers {
			c := counter{s: t}
			wg.Go(func() {
				for i := range each {
					if err := c.add(t.Context(), fmt.Sprintf("r%d-%d", w, i)); err != nil {
						t.Error(err)
					}
				}
			})
		}
		for range 5 {
			t.rebuild(foldCount)
		}
		wg.Wait()
		t.wantCount(workers * each)
	},
	"a purged memory is gone, and nothing else": func(t test) {
		v := newVisit("ana")
		t.visit(v)
		was := t.learn("ana", "r1", "m1=camarão", "m2=vinho", "m1=lagosta", "m3=rock")
		t.learn("rui", "r2", "m4=camarão")
		t.purge("ana", "m1", "m3", "none", "")
		t.wantAll("ana", "m2=vinho")
		t.wantSays("r1", saysForgotten, `{"value":"vinho"}`, saysForgotten, saysForgotten)
		t.wantLearnt("ana", "r1")
		purged := t.page("ana", was.Rev)
		if t.wantPage("who knew it is told", purged, true, "m2=vinho"); purged.Rev <= was.Rev {
			t.Errorf("the revision is %d after %d, want it to grow", purged.Rev, was.Rev)
		}
		t.learn("ana", "r3", "m1=polvo") // anew
		t.wantPage("after the purge", t.page("ana", purged.Rev), false, "m1=polvo")
		t.wantPage("after the revision before", t.page("ana", was.Rev), true, "m1=polvo", "m2=vinho")
		must.Do(t, t.Purge(t.Context(), "ana", []string{})) // which is none, not all
		t.wantAll("ana", "m1=polvo", "m2=vinho")
		last := t.page("ana", 0).Rev
		t.purge("ana")
		t.wantPage("after all are purged", t.page("ana", last), true)
		t.wantSays("r3", saysForgotten)
		t.wantVisit(v, true)
		t.wantAll("rui", "m4=camarão")
		t.wantSays("r2", `{"value":"camarão"}`)
		t.purge("bia")
	},
	"a lesson can drop memories": func(t test) {
		was := t.learn("ana", "r1", "m1=camarão", "m2=vinho")
		t.learn("rui", "r2", "m4=camarão")
		n := saved("m3=rock")
		n.Drop = []string{"m1", "m4"}
		must.Get(t.Learn(t.Context(), memory.Lesson{Owner: "ana", Run: "r3"}, always(n)))(t)
		t.wantAll("ana", "m2=vinho", "m3=rock")
		t.wantAll("rui", "m4=camarão") // it is not ana's
		t.wantSays("r1", saysForgotten, `{"value":"vinho"}`)
		t.wantPage("who knew what was dropped is told", t.page("ana", was.Rev), true, "m2=vinho", "m3=rock")
		must.Get(t.Learn(t.Context(), memory.Lesson{Owner: "ana", Run: "r4"}, always(memory.Notes{Drop: []string{"m2"}})))(t)
		t.wantAll("ana", "m3=rock")
	},
	"memories of the house are purged": func(t test) {
		t.purge("")
		note := saved("m2=vinho", "m1=camarão")
		note.Entries = append(note.Entries, memory.Entry{Type: event.MemoryRejected, Time: morning, Data: []byte(`{"why":"past"}`)})
		must.Get(t.Learn(t.Context(), memory.Lesson{Run: "r1"}, always(note)))(t)
		t.learn("ana", "r2", "m3=rock")
		t.purge("", "m1")
		t.wantAll("", "m2=vinho")
		t.wantSays("r1", `{"value":"vinho"}`, saysForgotten, `{"why":"past"}`)
		t.learn("", "r3", "m1=lagosta") // anew
		t.wantAll("", "m1=lagosta", "m2=vinho")
		t.wantSays("r3", `{"value":"lagosta"}`)
		t.purge("")
		t.wantAll("")
		t.wantSays("r1", saysForgotten, saysForgotten, `{"why":"past"}`)
		t.wantAll("ana", "m3=rock")
		t.wantSays("r2", `{"value":"rock"}`)
	},
	"a forgotten guest has no memories, and who comes back no revision seen before": func(t test) {
		before := t.learn("ana", "r1", "m1=camarão")
		t.learn("rui", "r2", "m2=camarão")
		t.learn("", "r3", "m3=camarão")
		t.forget("ana")
		gone := t.page("ana", before.Rev)
		if t.wantPage("a guest who is gone", gone, true); gone.Rev != 0 {
			t.Errorf("the revision is %d, want 0", gone.Rev)
		}
		t.wantSays("r1", saysForgotten)
		t.wantAll("rui", "m2=camarão")
		t.wantAll("", "m3=camarão")
		t.wantSays("r2", `{"value":"camarão"}`)
		t.same("Owners", must.Get(t.Owners(t.Context(), "", 9))(t), []string{"rui"})

		t.learn("ana", "r4", "m1=lagosta", "m2a=vinho")
		t.learn("ana", "r5", "m3a=rock")
		page := t.page("ana", before.Rev)
		if t.wantPage("a guest who is back", page, true, "m1=lagosta", "m2a=vinho", "m3a=rock"); page.Rev <= before.Rev {
			t.Errorf("the revision is %d after %d, want it to grow", page.Rev, before.Rev)
		}
		t.wantSays("r1", saysForgotten)
		t.wantSays("r4", `{"value":"lagosta"}`, `{"value":"vinho"}`)
		t.wantLearnt("ana", "r1")
	},
	// Whatever came first, rows and log agree, and in the end nothing is left.
	"guests are forgotten while they are learnt of": func(t test) {
		const guests, turns = 4, 10
		ctx := t.Context()
		var wg sync.WaitGroup
		for g := range guests {
			guest := fmt.Sprint("g", g)
			wg.Go(func() {
				for n := range turns {
					l := memory.Lesson{Owner: guest, Run: fmt.Sprint(guest, "-", n)}
					if _, err := t.Learn(ctx, l, always(saved(fmt.Sprint(guest, "-", n%3, "=", n)))); err != nil {
						t.Error(err)
					}
				}
			})
			wg.Go(func() {
				for range turns / 4 {
					if err := errors.Join(t.Forget(ctx, guest), t.Purge(ctx, guest, []string{guest + "-0", guest + "-1"})); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		var before [guests][]string
		for g := range guests {
			before[g] = lines(t.page(fmt.Sprint("g", g), 0).Rows)
		}
		t.rebuild(lastSaid)
		for g := range guests {
			guest := fmt.Sprint("g", g)
			t.same("what the log makes", lines(t.page(guest, 0).Rows), before[g])
			t.forget(guest)
			t.wantAll(guest)
		}
		for run := range t.readAll() {
			t.wantSays(run, saysForgotten)
		}
	},
	"memories are made anew from the log, but for what is forgotten": func(t test) {
		t.learn("ana", "r9", "m1=camarão", "m2=vinho", "m1=lagosta")
		t.learn("rui", "r5", "m3=rock")
		t.learn("ana", "r1", "m1=polvo")
		t.learn("", "r0", "m4=sol", "m5=lua")
		t.learn("bia", "r6", "m7=rock", "m8=sol")
		t.learn("caio", "r7", "m9=sal")
		t.purge("caio", "m9")
		t.learn("caio", "r8", "m9=mel")
		t.forget("bia")
		t.learn("bia", "r10", "m7=samba")
		t.purge("", "m5")
		before := t.page("ana", 0)
		t.rebuild(lastSaid)
		t.wantAll("ana", "m1=polvo", "m2=vinho")
		page := t.page("ana", before.Rev)
		if t.wantPage("after the revision before", page, true, "m1=polvo", "m2=vinho"); page.Rev <= before.Rev {
			t.Errorf("the revision is %d after %d, want it to grow", page.Rev, before.Rev)
		}
		t.wantPage("after it", t.page("ana", page.Rev), false)
		t.rebuild(func(owner, id string, events []event.Event) (memory.Row, error) { // all that they say
			body := fmt.Appendf(nil, `[%q`, owner)
			for _, e := range events {
				body = fmt.Appendf(body, `,{"%s-%d":%s}`, e.Run, e.Seq, e.Data)
			}
			return memory.Row{ID: id, Body: append(body, ']')}, nil
		})
		for owner, want := range map[string][]string{
			"ana": {
				`m1 ["ana",{"r9-1":{"value":"camarão"}},{"r9-3":{"value":"lagosta"}},{"r1-1":{"value":"polvo"}}]`,
				`m2 ["ana",{"r9-2":{"value":"vinho"}}]`,
			},
			"rui":  {`m3 ["rui",{"r5-1":{"value":"rock"}}]`},
			"":     {`m4 ["",{"r0-1":{"value":"sol"}}]`},
			"bia":  {`m7 ["bia",{"r10-1":{"value":"samba"}}]`},
			"caio": {`m9 ["caio",{"r8-1":{"value":"mel"}}]`},
		} {
			t.same("the memories of "+owner, lines(t.page(owner, 0).Rows), want)
		}
		t.rebuild(func(_, id string, events []event.Event) (memory.Row, error) { // a fold may make no row
			if id == "m1" {
				return memory.Row{}, nil
			}
			return lastSaid("", id, events)
		})
		t.wantAll("ana", "m2=vinho")
	},
	"a fold that fails or panics changes nothing": func(t test) {
		before := t.learn("ana", "r1", "m1=camarão", "m2=vinho")
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
				return t.Rebuild(t.Context(), func(_, id string, _ []event.Event) (memory.Row, error) {
					if id == "m2" {
						return end()
					}
					return memory.Row{ID: id, Body: []byte(`{"value":"outro"}`)}, nil
				})
			}()
			if err == nil || what != "another's id" && !errors.Is(err, broken) {
				t.Errorf("%s: error = %v", what, err)
			}
			t.same(what, t.page("ana", 0), before)
		}
	},
}

// saved is an entry and a row for each memory.
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

func (t test) learn(owner, run string, memories ...string) memory.Page {
	t.Helper()
	l := memory.Lesson{Owner: owner, Run: run, Thread: "t-" + owner}
	return must.Get(t.Learn(t.Context(), l, always(saved(memories...))))(t)
}

func (t test) purge(owner string, ids ...string) {
	t.Helper()
	must.Do(t, t.Purge(t.Context(), owner, ids))
}

func (t test) rebuild(fold func(owner, id string, events []event.Event) (memory.Row, error)) {
	t.Helper()
	must.Do(t, t.Rebuild(t.Context(), fold))
}

func (t test) page(owner string, after int64) memory.Page {
	t.Helper()
	return must.Get(t.Memories(t.Context(), owner, after))(t)
}

// wantPage checks a page: whether it is all there is, and what is in it.
func (t test) wantPage(what string, page memory.Page, all bool, memories ...string) {
	t.Helper()
	if got, want := lines(page.Rows), lines(saved(memories...).Rows); page.All != all || !slices.Equal(got, want) {
		t.Errorf("%s: all %v, %q; want all %v, %q", what, page.All, got, all, want)
	}
}

func (t test) wantAll(owner string, memories ...string) {
	t.Helper()
	t.wantPage("the memories of "+owner, t.page(owner, 0), true, memories...)
}

func (t test) wantLearnt(owner, run string) {
	t.Helper()
	page, err := t.Learn(t.Context(), memory.Lesson{Owner: owner, Run: run}, func(memory.Page) (memory.Notes, error) {
		t.Error("decide was called")
		return saved("m1=outro"), nil
	})
	if !errors.Is(err, memory.ErrLearnt) || page.Rev != 0 {
		t.Errorf("Learn = %v, %v, want ErrLearnt", page, err)
	}
}

// lines are rows byte by byte.
func lines(rows []memory.Row) (lines []string) {
	for _, r := range rows {
		lines = append(lines, r.ID+" "+string(r.Body))
	}
	return lines
}

// A counter counts, in two memories of one guest, how often it was told to. It
// knows them from what it was last given, as who caches memories does.
type counter struct {
	s    memory.Store
	rev  int64
	rows map[string]int
}

const counted = "ana" // the guest

var counters = []string{"even", "odd"}

// add learns a lesson that adds one to both counters.
func (c *counter) add(ctx context.Context, run string) error {
	l := memory.Lesson{Owner: counted, Run: run, Thread: "t1", After: c.rev}
	page, err := c.s.Learn(ctx, l, func(p memory.Page) (n memory.Notes, err error) {
		know, err := c.knowing(p)
		for _, id := range counters {
			n.Entries = append(n.Entries, memory.Entry{Memory: id, Type: event.MemorySaved, Time: morning, Data: []byte(`1`)})
			n.Rows = append(n.Rows, memory.Row{ID: id, Body: fmt.Append(nil, know[id]+1)})
		}
		return n, err
	})
	if err == nil {
		c.rows, err = c.knowing(page)
		c.rev = page.Rev
	}
	return err
}

// knowing returns what c knows with a page, which changes nothing in c.
func (c *counter) knowing(p memory.Page) (map[string]int, error) {
	rows := map[string]int{}
	for id, n := range c.rows {
		if !p.All {
			rows[id] = n
		}
	}
	for _, r := range p.Rows {
		var n int
		if err := json.Unmarshal(r.Body, &n); err != nil {
			return nil, err
		}
		rows[r.ID] = n
	}
	return rows, nil
}

func foldCount(_, id string, events []event.Event) (memory.Row, error) {
	return memory.Row{ID: id, Body: fmt.Append(nil, len(events))}, nil
}

// wantCount checks what the rows count, what the log does, and what is made of
// it anew.
func (t test) wantCount(n int) {
	t.Helper()
	want := []string{fmt.Sprint("even ", n), fmt.Sprint("odd ", n)}
	t.same("the memories", lines(t.page(counted, 0).Rows), want)
	logs := t.readAll()
	if len(logs) != n {
		t.Errorf("the log has %d lessons, want %d", len(logs), n)
	}
	for run, events := range logs {
		if len(events) != len(counters) {
			t.Errorf("the lesson %s has %d events, want %d", run, len(events), len(counters))
		}
	}
	t.rebuild(foldCount)
	t.same("the memories made anew", lines(t.page(counted, 0).Rows), want)
}
