package postgres_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/postgres"
	"github.com/maitre-dev/maitre/thread"
)

var cuts = map[string]cut{
	"before the server has it":           beforeServer,
	"after it was done":                  beforeAnswer,
	"after it was done, before the last": withinAnswer,
}

// A connection breaks while a write is under way: it is done, and once.
func TestALostAnswerIsFoundOutAbout(t *testing.T) {
	for name, at := range cuts {
		t.Run(name, func(t *testing.T) {
			dsn := pgtest.Start(t)
			p, through := newProxy(t, dsn)
			s := openStore(t, through)
			openThread(t, s, "t1")

			do := func(what string, write func(n int) error) {
				t.Helper()
				for n := range 4 { // the first prepares the statement
					if n > 0 {
						p.next(at, nil)
					}
					if err := write(n); err != nil {
						t.Errorf("%s %d: %v", what, n, err)
					}
					if p.meets(at) == at {
						t.Errorf("%s %d went through without being cut", what, n)
					}
				}
			}
			do("Append", func(n int) error {
				return s.Append(t.Context(), "t1", "ana", thread.Message{Role: thread.RoleUser, Text: fmt.Sprint("a", n)})
			})
			do("Save of a new run", func(n int) error {
				cp := run(fmt.Sprint("new", n), "")
				return s.Save(t.Context(), cp, happened(cp, event.RunStart))
			})
			cp := run("r1", "t1")
			mustSave(t, s, cp, event.RunStart)
			do("Save", func(n int) error {
				cp.Version, cp.Seq = cp.Version+1, cp.Seq+1
				said := happened(cp, event.PreQuery)
				said[0].Data = event.Payload(event.PreQuery, event.Said{ID: fmt.Sprint("m", n), Text: fmt.Sprint("b", n)})
				return s.Save(t.Context(), cp, said)
			})
			do("AppendEvents", func(int) error {
				cp.Seq++
				return s.AppendEvents(t.Context(), "r1", cp.Version, happened(cp, event.Text))
			})
			row := func(id string) []retrieve.Row {
				return []retrieve.Row{{Doc: retrieve.Doc{ID: id}, Vector: []byte{1}}, {Doc: retrieve.Doc{ID: "gone" + id}, Gone: true}}
			}
			do("PutDocs", func(n int) error { return s.PutDocs(t.Context(), "menu", "e1", row(fmt.Sprint(n))) })
			do("CachePut", func(n int) error {
				return s.CachePut(t.Context(), "s", semcache.Entry{Key: fmt.Sprint(n), Made: time.Now()}, 2)
			})
			do("CacheClaim", func(n int) error {
				ok, err := s.CacheClaim(t.Context(), "s", fmt.Sprint(n), "w1", time.Now(), time.Now().Add(time.Hour))
				if !ok && err == nil {
					err = errors.New("it was not given")
				}
				return err
			})
			do("Rename", func(n int) error { return s.Rename(t.Context(), "t1", "ana", fmt.Sprint("c", n)) })
			do("Attend", func(int) error { return s.Attend(t.Context(), "r1") })
			do("PutToken", func(n int) error {
				_, k, hash := token.New("ana", "")
				k.ID = fmt.Sprint("k", n)
				return s.PutToken(t.Context(), k, hash)
			})
			do("RevokeToken", func(n int) error { return s.RevokeToken(t.Context(), fmt.Sprint("k", n)) })

			s = openStore(t, dsn)
			if ts, err := s.Tokens(t.Context(), "ana"); err != nil || len(ts) != 4 || ts[3].Revoked.IsZero() {
				t.Errorf("Tokens = %+v, %v, want four that are revoked", ts, err)
			}
			if got, err := s.Collections(t.Context()); err != nil || got["menu"] != 4 {
				t.Errorf("Collections = %v, %v, want 4 documents", got, err)
			}
			if got, err := s.CacheAfter(t.Context(), "s", 0, 0); err != nil || len(got) != 2 || got[0].Key != "2" || got[1].Key != "3" {
				t.Errorf("CacheAfter = %+v, %v, want the last two", got, err)
			}
			wantTexts(t, s, "t1", "a0", "a1", "a2", "a3", "b0", "b1", "b2", "b3")
			if got := wantRun(t, s, "r1"); got.Version != 5 || got.Seq != 9 {
				t.Errorf("r1 stands at version %d, event %d; want 5, 9", got.Version, got.Seq)
			}
			for n := range 4 {
				wantRun(t, s, fmt.Sprint("new", n))
			}
		})
	}
}

// However far a deletion had come, it is done, and a thread that was never there
// is not taken for it.
func TestALostDeletionIsDone(t *testing.T) {
	for name, at := range cuts {
		t.Run(name, func(t *testing.T) {
			p, through := newProxy(t, pgtest.Start(t))
			s := openStore(t, through)
			cuts := 0
			for n := range 12 { // more than it takes
				openThread(t, s, "t1")
				cp := run(fmt.Sprint("r", n), "t1")
				mustSave(t, s, cp, event.RunStart)
				p.after(n, at)
				if err := s.Delete(t.Context(), "t1", "ana"); err != nil {
					t.Errorf("Delete, cut after %d exchanges: %v", n, err)
				}
				if p.done() {
					cuts++
				}
				if _, err := s.Load(t.Context(), cp.Run); !errors.Is(err, graph.ErrNotFound) {
					t.Errorf("cut after %d exchanges: Load: error = %v, want ErrNotFound", n, err)
				}
				p.after(n, at)
				if err := s.Delete(t.Context(), "t1", "ana"); !errors.Is(err, thread.ErrNotFound) {
					t.Errorf("Delete of nothing, cut after %d exchanges: error = %v, want ErrNotFound", n, err)
				}
				p.done()
			}
			if cuts < 2 { // to find it, to remove it
				t.Errorf("%d of its exchanges were cut", cuts)
			}
		})
	}
}

// The version is as it would be had our Save been done, but it is another's.
func TestALostAnswerIsNotTakenForARivals(t *testing.T) {
	for name, at := range cuts {
		t.Run(name, func(t *testing.T) {
			dsn := pgtest.Start(t)
			p, through := newProxy(t, dsn)
			s, rival := openStore(t, through), openStore(t, dsn)
			cp := run("r1", "")
			mustSave(t, s, cp, event.RunStart)
			cp.Version, cp.Seq = 2, 2
			mustSave(t, s, cp, event.Text)

			theirs, ours := *cp, *cp
			theirs.Version, theirs.Seq = 3, 3
			ours.Version, ours.Seq = 3, 3
			want := error(nil)
			if at == beforeServer {
				want = graph.ErrConflict
			}
			p.next(at, func() {
				err := rival.Save(context.Background(), &theirs, happened(&theirs, event.Answer))
				if (err == nil) != (want != nil) {
					t.Errorf("the rival's Save: %v", err)
				}
			})
			if err := s.Save(t.Context(), &ours, happened(&ours, event.Answer)); !errors.Is(err, want) {
				t.Errorf("Save = %v, want %v", err, want)
			}
			wantRun(t, s, "r1")
		})
	}
}

func TestALostAnswerThatStaysUnknownIsAnError(t *testing.T) {
	dsn := pgtest.Start(t)
	p, through := newProxy(t, dsn)
	s := openStore(t, through)
	spend := func() error {
		_, _, err := s.Spend(t.Context(), "2026-03-14", 10, 100)
		return err
	}
	must.Do(t, spend())
	p.next(beforeAnswer, nil)
	if err := spend(); err == nil || !strings.Contains(err.Error(), "it is not known whether") {
		t.Errorf("Spend whose answer was lost: error = %v", err)
	}

	cp := run("r1", "")
	mustSave(t, s, cp, event.RunStart)
	s.SetPatience(100 * time.Millisecond)
	cp.Version, cp.Seq = 2, 2
	mustSave(t, s, cp, event.Text)
	cp.Version, cp.Seq = 3, 3
	p.next(beforeAnswer, func() { p.Close() })
	err := s.Save(t.Context(), cp, happened(cp, event.Text))
	wantUnreachable(t, err, dsn)
	if err != nil && !strings.Contains(err.Error(), "it is not known whether") {
		t.Errorf("error = %v, want it to tell what is not known", err)
	}
}

// Workers save step after step while the server crashes and comes back.
func TestARestartLosesNothing(t *testing.T) {
	dsn := pgtest.Start(t)
	s := openStore(t, dsn)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var wg sync.WaitGroup
	var steps atomic.Int64
	runs := make([]*graph.Checkpoint, 8)
	for w := range runs {
		cp := run(fmt.Sprint("r", w), fmt.Sprint("t", w))
		runs[w] = cp
		openThread(t, s, cp.Thread)
		mustSave(t, s, cp, event.RunStart)
		wg.Go(func() {
			for ctx.Err() == nil {
				next := *cp
				next.Version, next.Seq = cp.Version+1, cp.Seq+2
				err := s.Save(t.Context(), &next, happened(&next, event.StepStart, event.StepEnd))
				if err != nil {
					wantUnreachable(t, err, dsn)
					time.Sleep(5 * time.Millisecond)
					continue
				}
				*cp = next
				steps.Add(1)
			}
		})
	}
	for range 4 {
		for goal := steps.Load() + 50; steps.Load() < goal && !t.Failed(); {
			time.Sleep(time.Millisecond)
		}
		pgtest.Restart(t)
	}
	stop()
	wg.Wait()
	for _, cp := range runs {
		got := wantRun(t, s, cp.Run)
		if got.Version != cp.Version || got.Seq != cp.Seq {
			t.Errorf("%s stands at version %d, event %d; want %d, %d", cp.Run, got.Version, got.Seq, cp.Version, cp.Seq)
		}
	}
}

func TestAServerThatIsGoneIsAClearError(t *testing.T) {
	dsn := pgtest.Start(t)
	s := openStore(t, dsn)
	openThread(t, s, "t1")
	s.SetPatience(time.Second)
	pgtest.Stop(t)
	for what, call := range map[string]func() error{
		"Append": func() error {
			return s.Append(t.Context(), "t1", "ana", thread.Message{Role: thread.RoleUser, Text: "segredo"})
		},
		"Messages": func() error { _, err := s.Messages(t.Context(), "t1", "ana", 0); return err },
		"Save":     func() error { cp := run("r1", ""); return s.Save(t.Context(), cp, happened(cp, event.RunStart)) },
		"Load":     func() error { _, err := s.Load(t.Context(), "r1"); return err },
		"Spend":    func() error { _, _, err := s.Spend(t.Context(), "2026-03-14", 1, 100); return err },
		"Open":     func() error { _, err := postgres.Open(t.Context(), dsn); return err },
	} {
		begin := time.Now()
		err := call()
		wantUnreachable(t, err, dsn)
		if err == nil || strings.Contains(err.Error(), "segredo") || time.Since(begin) > 5*time.Second {
			t.Errorf("%s: error = %v after %v", what, err, time.Since(begin))
		}
	}
	pgtest.Restart(t)
	if err := s.Append(t.Context(), "t1", "ana", thread.Message{Role: thread.RoleUser, Text: "oi"}); err != nil {
		t.Errorf("Append to a server that is back: %v", err)
	}
	wantTexts(t, s, "t1", "oi")
}

// run returns the first checkpoint of a run.
func run(id, thread string) *graph.Checkpoint {
	return &graph.Checkpoint{
		Run: id, Thread: thread, Guest: "ana", Graph: "test@1", Version: 1, Seq: 1, Status: graph.Running,
		Step: 1, Next: "node", State: json.RawMessage(`{"b": 1.0, "a":"\u0000"}`),
	}
}

// happened returns the events that bring a run to where cp stands.
func happened(cp *graph.Checkpoint, types ...event.Type) []event.Event {
	var all []event.Event
	for i, typ := range types {
		all = append(all, event.Event{
			Run: cp.Run, Seq: cp.Seq - int64(len(types)-1-i), Thread: cp.Thread, Guest: cp.Guest, Step: cp.Step,
			Type: typ, Time: time.Now().UTC().Truncate(time.Microsecond), Data: json.RawMessage(`{"n": 1, "a":"\u0000"}`),
		})
	}
	return all
}

func mustSave(t *testing.T, s *postgres.Store, cp *graph.Checkpoint, types ...event.Type) {
	t.Helper()
	must.Do(t, s.Save(t.Context(), cp, happened(cp, types...)))
}

// wantRun loads a run and checks that its events are all there, once.
func wantRun(t *testing.T, s *postgres.Store, id string) *graph.Checkpoint {
	t.Helper()
	cp := must.Get(s.Load(t.Context(), id))(t)
	events := must.Get(s.Events(t.Context(), id, 0, 0))(t)
	for i, e := range events {
		if e.Seq != int64(i)+1 {
			t.Errorf("event %d of %s has number %d", i+1, id, e.Seq)
		}
	}
	if int64(len(events)) != cp.Seq {
		t.Errorf("%s has %d events, want %d", id, len(events), cp.Seq)
	}
	return cp
}

func wantUnreachable(t *testing.T, err error, dsn string) {
	t.Helper()
	_, password, _ := strings.Cut(strings.Split(dsn, "@")[0], "maitre:")
	if err == nil || !strings.Contains(err.Error(), "PostgreSQL at 127.0.0.1:") || !strings.Contains(err.Error(), " cannot be reached: ") ||
		strings.Contains(err.Error(), password) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error = %v, want one line that the server cannot be reached", err)
	}
	if !errors.Is(err, graph.ErrUnavailable) {
		t.Errorf("error = %v, want ErrUnavailable", err)
	}
}

func openThread(t *testing.T, s *postgres.Store, id string) {
	t.Helper()
	must.Get(s.Open(t.Context(), id, "ana"))(t)
}

func wantTexts(t *testing.T, s *postgres.Store, id string, want ...string) {
	t.Helper()
	ms := must.Get(s.Messages(t.Context(), id, "ana", 0))(t)
	var got []string
	for _, m := range ms {
		got = append(got, m.Text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("messages of %s (-want +got):\n%s", id, diff)
	}
}
