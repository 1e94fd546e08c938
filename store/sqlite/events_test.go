package sqlite_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/store/sqlite"
)

func TestEventsAreOnlyAppended(t *testing.T) {
	s := openStore(t, newPath(t))
	begin(t, s, "r1")
	must.Do(t, s.AppendEvents(t.Context(), "r1", 1, text("r1", 1)))
	want := must.Get(s.Events(t.Context(), "r1", 0, 0))(t)
	for _, query := range []string{
		`UPDATE agent_events SET type = 'ui'`,
		`UPDATE OR REPLACE agent_events SET id = 7`,
		`DELETE FROM agent_events`,
		`INSERT OR REPLACE INTO agent_events (id, run, seq, thread, step, type, time) VALUES (1, 'r1', 1, '', 1, 'ui', 1)`,
		`REPLACE INTO agent_events (run, seq, thread, step, type, time) VALUES ('r1', 1, '', 1, 'ui', 1)`,
		`UPDATE event_payloads SET body = NULL`,
		`DELETE FROM event_payloads`,
		`REPLACE INTO event_payloads (event, guest) VALUES (1, 'rui')`,
		`INSERT INTO removal (allowed) VALUES (1); UPDATE agent_events SET type = 'ui'`,
	} {
		if err := s.TryExec(t, `BEGIN; `+query); err == nil || !strings.Contains(err.Error(), "events are only appended") {
			t.Errorf("%s: error = %v, want that events are only appended", query, err)
		}
		s.Exec(t, `ROLLBACK`)
	}
	got, err := s.Events(t.Context(), "r1", 0, 0)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("events (-want +got):\n%s%v", diff, err)
	}
}

func TestEventsOfAnotherRunOrNumberAreRefused(t *testing.T) {
	s := openStore(t, newPath(t))
	begin(t, s, "r1")
	want := must.Get(s.Load(t.Context(), "r1"))(t)
	for name, second := range map[string][]event.Event{"another run's": text("r2", 2), "the same number": text("r1", 1), "a gap": text("r1", 3)} {
		next := *want
		next.Version, next.Seq = 2, 2
		events := append(text("r1", 1), second...)
		if err := s.Save(t.Context(), &next, events); !errors.Is(err, graph.ErrConflict) {
			t.Errorf("%s: Save = %v, want ErrConflict", name, err)
		}
		if err := s.AppendEvents(t.Context(), "r1", 1, events); !errors.Is(err, graph.ErrConflict) {
			t.Errorf("%s: AppendEvents = %v, want ErrConflict", name, err)
		}
	}
	wantUntouched(t, s, want)
}

func TestPruneLeavesNothingBehind(t *testing.T) {
	s := openStore(t, newPath(t))
	const runs = 250 // more than one transaction removes
	for i := range runs {
		run := fmt.Sprint("r", i)
		cp := checkpoint(run)
		cp.Status, cp.Seq = graph.Ended, 1
		must.Do(t, s.Save(t.Context(), cp, text(run, 1)))
	}
	begin(t, s, "under-way")
	if n, err := s.Prune(t.Context(), time.Now().Add(time.Hour)); n != runs || err != nil {
		t.Errorf("Prune = %d, %v, want %d", n, err, runs)
	}
	for table, want := range map[string]int{"agent_events": 0, "event_payloads": 0, "runs": 1, "removal": 0} {
		if got := s.Count(t, table); got != want {
			t.Errorf("%s has %d rows, want %d", table, got, want)
		}
	}
	must.Do(t, s.AppendEvents(t.Context(), "under-way", 1, text("under-way", 1)))
	if err := s.TryExec(t, `DELETE FROM agent_events`); err == nil {
		t.Error("after Prune events can be deleted")
	}
}

func TestSaveFailsClearly(t *testing.T) {
	for name, tt := range map[string]struct{ spoil, mend, want string }{
		"the disk is full":      {`PRAGMA max_page_count = 1`, `PRAGMA max_page_count = 100000`, "database or disk is full (free some space; what was saved before is safe)"},
		"it may not be written": {`PRAGMA query_only = ON`, `PRAGMA query_only = OFF`, "attempt to write a readonly database (this user must be able to write to the file and to its directory)"},
	} {
		t.Run(name, func(t *testing.T) {
			path := newPath(t)
			s := openStore(t, path)
			begin(t, s, "r1")
			before := must.Get(s.Load(t.Context(), "r1"))(t)
			next := *before
			next.Version, next.Seq, next.State = 2, 1, []byte(`"`+strings.Repeat("segredo ", 10_000)+`"`)
			s.Exec(t, tt.spoil)
			err := s.Save(t.Context(), &next, text("r1", 1))
			if want := "saving a run: " + path + ": sqlite3: " + tt.want; err == nil || err.Error() != want {
				t.Errorf("Save = %q, want %q", err, want)
			}
			if !next.Updated.Equal(before.Updated) {
				t.Errorf("Updated became %v", next.Updated)
			}
			wantUntouched(t, s, before)
			s.Exec(t, tt.mend)
			if err := s.Save(t.Context(), &next, text("r1", 1)); err != nil {
				t.Errorf("once it is mended: %v", err)
			}
		})
	}
}

func wantUntouched(t *testing.T, s *sqlite.Store, want *graph.Checkpoint) {
	t.Helper()
	got, err := s.Load(t.Context(), want.Run)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("the checkpoint (-want +got):\n%s%v", diff, err)
	}
	if events, err := s.Events(t.Context(), want.Run, want.Seq, 0); len(events) != 0 || err != nil {
		t.Errorf("events = %v, %v, want none", events, err)
	}
}
