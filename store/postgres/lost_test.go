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

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/memory"
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

// A connection breaks while a write is under way, however far it had come: it is done, and once.
func TestALostAnswerIsFoundOutAbout(t *testing.T) {
	ctx := t.Context()
	for name, at := range cuts {
		t.Run(name, func(t *testing.T) {
			dsn := pgtest.Start(t)
			p, through := newProxy(t, dsn)
			s := openStore(t, through)
			openThread(t, s, "t1")
			cp := run("r1", "t1")
			mustSave(t, s, cp, event.RunStart)
			docs := func(id string) []retrieve.Row {
				return []retrieve.Row{{Doc: retrieve.Doc{ID: id}, Vector: []byte{1}}, {Doc: retrieve.Doc{ID: "gone" + id}, Gone: true}}
			}
			writes := map[string]func(id string) error{
				"Append": func(id string) error {
					return s.Append(ctx, "t1", "ana", thread.Message{Role: thread.RoleUser, Text: id})
				},
				"Save of a new run": func(id string) error {
					cp := run("new"+id, "")
					return s.Save(ctx, cp, happened(cp, event.RunStart))
				},
				"Save": func(id string) error {
					cp.Version, cp.Seq = cp.Version+1, cp.Seq+1
					said := happened(cp, event.PreQuery)
					said[0].Data = event.Payload(event.PreQuery, event.Said{ID: "m" + id, Text: id})
					return s.Save(ctx, cp, said)
				},
				"AppendEvents": func(string) error {
					cp.Seq++
					return s.AppendEvents(ctx, "r1", cp.Version, happened(cp, event.Text))
				},
				"Rename":   func(id string) error { return s.Rename(ctx, "t1", "ana", id) },
				"Attend":   func(string) error { return s.Attend(ctx, "r1") },
				"PutDocs":  func(id string) error { return s.PutDocs(ctx, "menu", "e1", docs(id)) },
				"CachePut": func(id string) error { return s.CachePut(ctx, "s", semcache.Entry{Key: id, Made: time.Now()}, 2) },
				"CacheClaim": func(id string) error {
					ok, err := s.CacheClaim(ctx, "s", id, "w1", time.Now(), time.Now().Add(time.Hour))
					if !ok && err == nil {
						err = errors.New("it was not given")
					}
					return err
				},
				"PutToken": func(id string) error {
					_, k, hash := token.New("ana", "")
					k.ID = id
					return errors.Join(s.PutToken(ctx, k, hash), s.RevokeToken(ctx, id))
				},
				"Learn": func(id string) error {
					_, err := s.Learn(ctx, memory.Lesson{Owner: "ana", Run: "l" + id}, saying("m"+id))
					return err
				},
			}
			made := map[string]int{}
			for what, write := range writes {
				for cut := true; cut; made[what]++ {
					p.after(made[what], at, nil)
					if err := write(fmt.Sprint(what, made[what])); err != nil {
						t.Errorf("%s, cut after %d exchanges: %v", what, made[what], err)
					}
					cut = p.done()
				}
				if made[what] < 2 {
					t.Errorf("%s was not cut", what)
				}
			}
			s = openStore(t, dsn)
			if ts, err := s.Tokens(ctx, "ana"); err != nil || len(ts) != made["PutToken"] || ts[0].Revoked.IsZero() {
				t.Errorf("Tokens = %+v, %v, want %d that are revoked", ts, err, made["PutToken"])
			}
			if got, err := s.Collections(ctx); err != nil || got["menu"] != made["PutDocs"] {
				t.Errorf("Collections = %v, %v, want %d documents", got, err, made["PutDocs"])
			}
			if got, err := s.CacheAfter(ctx, "s", 0, 0); err != nil || len(got) != 2 {
				t.Errorf("CacheAfter = %+v, %v, want the last two", got, err)
			}
			if ms := must.Get(s.Messages(ctx, "t1", "ana", 0))(t); len(ms) != made["Append"]+made["Save"] {
				t.Errorf("%d messages, want %d and %d", len(ms), made["Append"], made["Save"])
			}
			if got := wantRun(t, s, "r1"); got.Version != 1+int64(made["Save"]) || got.Seq != cp.Seq {
				t.Errorf("r1 stands at version %d, event %d; want %d, %d", got.Version, got.Seq, 1+made["Save"], cp.Seq)
			}
			for n := range made["Save of a new run"] {
				wantRun(t, s, fmt.Sprint("newSave of a new run", n))
			}
			if page := must.Get(s.Memories(ctx, "ana", 0))(t); len(page.Rows) != made["Learn"] {
				t.Errorf("%d memories, want %d", len(page.Rows), made["Learn"])
			}
		})
	}
}

// saying decides on a memory.
func saying(id string) func(memory.Page) (memory.Notes, error) {
	return func(memory.Page) (memory.Notes, error) {
		body := json.RawMessage(`{"value":"camarão"}`)
		return memory.Notes{
			Entries: []memory.Entry{{Memory: id, Type: event.MemorySaved, Time: time.Now(), Data: body}},
			Rows:    []memory.Row{{ID: id, Body: body}},
		}, nil
	}
}

// However far a deletion had come, it is done, and a thread that was never there
// is not taken for it.
func TestALostDeletionIsDone(t *testing.T) {
	for name, at := range cuts {
		t.Run(name, func(t *testing.T) {
			p, through := newProxy(t, pgtest.Start(t))
			s := openStore(t, through)
			cut := true
			n := 0
			for ; cut; n++ {
				openThread(t, s, "t1")
				cp := run(fmt.Sprint("r", n), "t1")
				mustSave(t, s, cp, event.RunStart)
				p.after(n, at, nil)
				if err := s.Delete(t.Context(), "t1", "ana"); err != nil {
					t.Errorf("Delete, cut after %d exchanges: %v", n, err)
				}
				cut = p.done()
				if _, err := s.Load(t.Context(), cp.Run); !errors.Is(err, graph.ErrNotFound) {
					t.Errorf("cut after %d exchanges: Load: error = %v, want ErrNotFound", n, err)
				}
				p.after(n, at, nil)
				if err := s.Delete(t.Context(), "t1", "ana"); !errors.Is(err, thread.ErrNotFound) {
					t.Errorf("Delete of nothing, cut after %d exchanges: error = %v, want ErrNotFound", n, err)
				}
				p.done()
			}
			if n < 3 { // to find it, to remove it
				t.Errorf("%d of its exchanges were cut", n-1)
			}
		})
	}
}

// Of two who write what only one can, as a connection breaks, one has, and knows it.
func TestALostAnswerIsNotTakenForARivals(t *testing.T) {
	for name, at := range cuts {
		t.Run(name, func(t *testing.T) {
			dsn := pgtest.Start(t)
			p, through := newProxy(t, dsn)
			s, rival := openStore(t, through), openStore(t, dsn)
			for what, tt := range map[string]struct {
				lost  error
				write func(s *postgres.Store, id string) error
			}{
				"Save": {graph.ErrConflict, func(s *postgres.Store, id string) error {
					cp := run(id, "")
					cp.Version, cp.Seq = 2, 2
					return s.Save(context.Background(), cp, happened(cp, event.Answer))
				}},
				"Learn": {memory.ErrLearnt, func(s *postgres.Store, id string) error {
					_, err := s.Learn(context.Background(), memory.Lesson{Owner: "ana", Run: "l" + id}, saying("m"+id))
					return err
				}},
			} {
				n := 0
				for cut := true; cut; n++ {
					id := fmt.Sprint(what, n)
					mustSave(t, rival, run(id, ""), event.RunStart)
					theirs := make(chan error, 1)
					p.after(n, at, func() { go func() { theirs <- tt.write(rival, id) }() })
					ours := tt.write(s, id)
					if cut = p.done(); !cut {
						break
					}
					got := []error{ours, <-theirs}
					if (got[0] == nil) == (got[1] == nil) || !errors.Is(errors.Join(got...), tt.lost) {
						t.Errorf("%s, cut after %d exchanges: we got %v, the rival %v; want that one has done it", what, n, got[0], got[1])
					}
				}
				if n < 2 {
					t.Errorf("%s: %d exchanges were cut", what, n)
				}
			}
		})
	}
}

func TestALostAnswerThatStaysUnknownIsAnError(t *testing.T) {
	const unknown = "it is not known whether"
	dsn := pgtest.Start(t)
	p, through := newProxy(t, dsn)
	s := openStore(t, through)
	done, doubts := 0, 0
	for n, cut := 0, true; cut; n++ {
		p.after(n, beforeAnswer, nil)
		_, _, err := s.Spend(t.Context(), "2026-03-14", 10, 1000)
		switch cut = p.done(); {
		case err == nil:
			done++
		case strings.Contains(err.Error(), unknown) && errors.Is(err, graph.ErrUnavailable):
			doubts++
		default:
			t.Errorf("Spend: %v", err)
		}
	}
	total, _, err := s.Spend(t.Context(), "2026-03-14", 0, 1000)
	if err != nil || int(total) < 10*done || int(total) > 10*(done+doubts) || doubts == 0 {
		t.Errorf("spent %d, %v; %d were done, and %d perhaps", total, err, done, doubts)
	}

	doubts = 0
	for n := range 4 {
		p, through := newProxy(t, dsn)
		s := openStore(t, through)
		cp := run(fmt.Sprint("r", n), "")
		mustSave(t, s, cp, event.RunStart)
		s.SetPatience(100 * time.Millisecond)
		cp.Version, cp.Seq = 2, 2
		p.after(n, beforeAnswer, func() { p.Close() })
		err := s.Save(t.Context(), cp, happened(cp, event.Text))
		if !p.done() {
			must.Do(t, err)
			break
		}
		wantUnreachable(t, err, dsn)
		if strings.Contains(fmt.Sprint(err), unknown) {
			doubts++
		}
	}
	if doubts == 0 {
		t.Error("no error says what is not known")
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
		if got := wantRun(t, s, cp.Run); got.Version != cp.Version || got.Seq != cp.Seq {
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
	says := thread.Message{Role: thread.RoleUser, Text: "segredo"}
	for what, call := range map[string]func() error{
		"Append":   func() error { return s.Append(t.Context(), "t1", "ana", says) },
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
	must.Do(t, s.Append(t.Context(), "t1", "ana", says))
	wantTexts(t, s, "t1", "segredo")
}

// run returns the first checkpoint of a run.
func run(id, thread string) *graph.Checkpoint {
	return &graph.Checkpoint{
		Run: id, Thread: thread, Guest: "ana", Graph: "test@1", Version: 1, Seq: 1, Status: graph.Running,
		Step: 1, Next: "node", State: json.RawMessage(`{"b": 1.0, "a":"\u0000"}`),
	}
}

// happened returns the events that lead to a checkpoint.
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
	var got []string
	for _, m := range must.Get(s.Messages(t.Context(), id, "ana", 0))(t) {
		got = append(got, m.Text)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the messages of %s are %q, want %q", id, got, want)
	}
}
