package sqlite_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/sqlite"
)

// remember learns n memories of a guest, some kilobytes at a time.
func remember(t testing.TB, s *sqlite.Store, guest string, n int) memory.Page {
	t.Helper()
	var page memory.Page
	for i := 0; i < n; i += 1000 {
		var notes memory.Notes
		for j := i; j < min(n, i+1000); j++ {
			notes = with(notes, fmt.Sprintf("m%05d", j), strings.Repeat("camarão ", 20))
		}
		var err error
		l := memory.Lesson{Owner: guest, Run: fmt.Sprint("begin", i), After: page.Rev}
		if page, err = s.Learn(t.Context(), l, func(memory.Page) (memory.Notes, error) { return notes, nil }); err != nil {
			t.Fatal(err)
		}
	}
	return page
}

func with(n memory.Notes, id, value string) memory.Notes {
	body, _ := json.Marshal(value) // cannot fail
	n.Entries = append(n.Entries, memory.Entry{Memory: id, Type: event.MemorySaved, Time: time.Now(), Data: body})
	n.Rows = append(n.Rows, memory.Row{ID: id, Body: body})
	return n
}

// Of a lesson whose commit failed nothing is there: it is learnt when it is
// tried again, once.
func TestALessonWhoseCommitFails(t *testing.T) {
	s := openStore(t, newPath(t))
	remember(t, s, "ana", 1)
	fails := true
	s.OnCommit(t, func() bool {
		ok := !fails
		fails = false
		return ok
	})
	l := memory.Lesson{Owner: "ana", Run: "r1"}
	decide := func(memory.Page) (memory.Notes, error) { return with(memory.Notes{}, "m00001", "vinho"), nil }
	if page, err := s.Learn(t.Context(), l, decide); err == nil || page.Rev != 0 {
		t.Errorf("Learn = %v, %v, want that the commit failed", page, err)
	}
	if page, err := s.Learn(t.Context(), l, decide); err != nil || len(page.Rows) != 2 {
		t.Errorf("Learn, again = %v, %v, want it learnt", page, err)
	}
	if _, err := s.Learn(t.Context(), l, decide); !errors.Is(err, memory.ErrLearnt) {
		t.Errorf("Learn, once more: error = %v, want ErrLearnt", err)
	}
}

// What one turn costs with 10,000 memories of the guest, and what it costs to
// read them all.
func BenchmarkMemories(b *testing.B) {
	s := must.Get(sqlite.Open(b.Context(), b.TempDir()+"/maitre.db"))(b)
	b.Cleanup(func() { s.Close() })
	rev := remember(b, s, "ana", 10_000).Rev
	b.Run("Learn", func(b *testing.B) {
		var took []time.Duration
		for b.Loop() {
			begin := time.Now()
			l := memory.Lesson{Owner: "ana", Run: fmt.Sprint("r", begin.UnixNano()), After: rev}
			page, err := s.Learn(b.Context(), l, func(memory.Page) (memory.Notes, error) {
				n := with(memory.Notes{}, fmt.Sprintf("m%05d", len(took)%10_000), "vinho")
				return with(n, fmt.Sprintf("m%05d", (len(took)+1)%10_000), "vinho"), nil
			})
			if err != nil {
				b.Fatal(err)
			}
			rev = page.Rev
			took = append(took, time.Since(begin))
		}
		slices.Sort(took)
		b.ReportMetric(took[len(took)*95/100].Seconds()*1000, "p95-ms")
	})
	b.Run("Memories", func(b *testing.B) {
		for b.Loop() {
			if page, err := s.Memories(b.Context(), "ana", 0); err != nil || len(page.Rows) != 10_000 {
				b.Fatalf("%d rows, %v", len(page.Rows), err)
			}
		}
	})
	b.Run("Memories, none new", func(b *testing.B) {
		for b.Loop() {
			if page, err := s.Memories(b.Context(), "ana", rev); err != nil || len(page.Rows) != 0 {
				b.Fatalf("%d rows, %v", len(page.Rows), err)
			}
		}
	})
}
