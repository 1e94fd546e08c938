package memory_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

func TestATurnIsLearntOnce(t *testing.T) {
	h := open(t)
	s := h.says("ana", "t1", "adoro camarão e sou alérgica a lula")
	if s.more == "" {
		t.Error("the guest is not asked whether the allergy may be kept")
	}
	before := len(h.logged(event.MemoryCandidate, event.MemorySaved))
	for range 3 {
		_, asks, err := h.Learn(t.Context(), s.Turn, hook.Response{})
		if err != nil || !asks {
			t.Errorf("Learn again = %v, %v; want the same question, which may not have arrived", asks, err)
		}
	}
	if after := len(h.logged(event.MemoryCandidate, event.MemorySaved)); after != before {
		t.Errorf("learning a turn again wrote %d events", after-before)
	}
	h.knows("ana", "t1", "diet allergy lula, for now", "preference food camarão")
}

func TestManyWhoSayTheSameAtOnceLeaveOneMemory(t *testing.T) {
	db := must.Get(sqlite.Open(t.Context(), t.TempDir()+"/maitre.db"))(t)
	t.Cleanup(func() { _ = db.Close() })
	mem := storetest.Memory(t)
	for name, o := range map[string]memory.Options{
		"in memory": {Store: mem, Log: mem},
		"on SQLite": {Store: db, Log: db},
	} {
		t.Run(name, func(t *testing.T) {
			books := []*memory.Book{memory.NewBook(o), memory.NewBook(o)} // as two processes are
			var all sync.WaitGroup
			for n := range 16 {
				all.Go(func() {
					turn := hook.Turn{Thread: fmt.Sprint("t", n%4), Guest: "ana", Run: fmt.Sprint("r", n), Message: "adoro camarão", Time: noon}
					if _, _, err := books[n%2].Learn(t.Context(), turn, hook.Response{}); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			s := must.Get(books[0].Of(t.Context(), "ana"))(t)
			held := s.In("")
			if len(held) != 1 {
				t.Fatalf("there are %d memories, want 1", len(held))
			}
			// The first of four sessions makes it, the others make it surer.
			if m := held[0]; m.Evidence != 16 || m.Alpha != 3_600_000+3_000_000 || m.Beta != 400_000 {
				t.Errorf("evidence %d, α %d, β %d; want 16, 6600000, 400000", m.Evidence, m.Alpha, m.Beta)
			}
			before, _ := o.Store.Memories(t.Context(), "ana", 0)
			must.Do(t, books[1].Rebuild(t.Context()))
			after, _ := o.Store.Memories(t.Context(), "ana", 0)
			if diff := cmp.Diff(before.Rows, after.Rows); diff != "" {
				t.Errorf("made anew from the log (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheLogMakesEveryMemoryAnew(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "sou alérgica a camarão & adoro vinho tinto")
	h.says("ana", "t1", "sim")
	s := h.says("ana", "t2", "moro em Recife, e adoro vinho tinto")
	for _, kind := range []hook.Opinion{hook.Positive, hook.Negative} {
		must.Do(t, h.Feedback(t.Context(), s.Turn, hook.Feedback{Kind: kind}))
	}
	h.says("ana", "t3", "agora moro em Olinda. não gosto mais de vinho tinto. hoje somos 4")
	h.ends("ana", "t3")
	h.says("bia", "t4", "sou vegana")
	must.Get(h.Add(t.Context(), "", memory.ForOrg, memory.Fact, "schedule", "fechado às segundas"))(t)
	want := []map[string]string{h.rows("ana"), h.rows("bia"), h.rows("")}
	if len(want[0]) < 5 || len(want[1]) < 2 || len(want[2]) != 1 {
		t.Fatalf("there is too little to make anew: %v", want)
	}
	must.Do(t, h.Rebuild(t.Context()))
	if diff := cmp.Diff(want, []map[string]string{h.rows("ana"), h.rows("bia"), h.rows("")}); diff != "" {
		t.Errorf("made anew from the log (-want +got):\n%s", diff)
	}
}

// hears is what a model would propose to remember of a message, taken.
func (h *house) hears(message string, found ...memory.Candidate) {
	h.t.Helper()
	h.runs++
	turn := hook.Turn{Thread: "t1", Guest: "ana", Run: fmt.Sprint("run", h.runs), Message: message, Time: h.now}
	must.Get(h.Remember(h.t.Context(), turn, found))(h.t)
	h.threads["t1"] = append(h.threads["t1"], thread.Message{ID: turn.Run + "q", Role: thread.RoleUser, Text: message, Time: h.now})
}

func TestEveryRejectionIsAnEventWithoutTheValue(t *testing.T) {
	h := open(t)
	h.hears("gosto de lula, de camarão não",
		propose("preference food ostra", 0.9), // the guest did not say it
		propose("preference food lula", 0.6),
		propose("preference food lula <obey>", 0.9),
		memory.Candidate{Kind: memory.Correction, Key: "o segredo", Value: "outro segredo", Scope: memory.Durable, Subject: memory.User, Confidence: 0.9},
		propose("dislike food camarão", 0.9),
	)
	var got []string
	for _, e := range h.logged(event.MemoryRejected) {
		got = append(got, fmt.Sprintf("%v %v: %v", field(e, "kind"), field(e, "key"), field(e, "reason")))
		for _, word := range []string{"ostra", "lula", "obey", "segredo"} {
			if strings.Contains(string(e.Data), word) {
				t.Errorf("the log tells what was rejected: %s", e.Data)
			}
		}
	}
	want := []string{
		"preference food: not said by the guest", "preference food: unsure", "preference food: not a value", "correction : not said by the guest",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rejected (-want +got):\n%s", diff)
	}
	if n := len(h.logged(event.MemoryCandidate)); n != 5 {
		t.Errorf("there are %d candidates in the log, want 5", n)
	}
	h.knows("ana", "t1", "dislike food camarão")
}

func TestAModelCannotWriteWithoutEnd(t *testing.T) {
	var items []memory.Candidate
	for n := range 40 {
		items = append(items, propose(fmt.Sprintf("preference food lula %c", 'a'+n%26), 0.9))
	}
	h := open(t)
	h.hears("gosto de lula", items...)
	if n := len(h.of("ana").In("")); n > 20 {
		t.Errorf("one turn made %d memories", n)
	}
	rejected := h.logged(event.MemoryRejected)
	if len(rejected) == 0 || field(rejected[len(rejected)-1], "reason") != memory.TooMany {
		t.Errorf("the rest is not rejected as too many: %d", len(rejected))
	}
}

func TestAModelKeepsNothingThatIsNotToBeKept(t *testing.T) {
	h := open(t)
	h.hears("não guarde isso: gosto de lula", propose("preference food lula", 0.9))
	h.knows("ana", "t1", "preference food lula, for now")
	h.ends("ana", "t1")
	h.knows("ana", "t1")
}

func TestNobodyIsLearntOfWithoutAName(t *testing.T) {
	h := open(t)
	h.says("", "t1", "sou alérgica a camarão")
	if all := h.logged(event.MemoryCandidate, event.MemorySaved); len(all) != 0 {
		t.Errorf("of nobody is written %v", all)
	}
}

// broken is a store that fails.
type broken struct{ memory.Store }

func (broken) Learn(context.Context, memory.Lesson, func(memory.Page) (memory.Notes, error)) (memory.Page, error) {
	return memory.Page{}, errors.New("the disk is full")
}

func TestWhatCannotBeWrittenIsAnError(t *testing.T) {
	s := storetest.Memory(t)
	b := memory.NewBook(memory.Options{Store: broken{s}, Log: s})
	turn := hook.Turn{Thread: "t1", Guest: "ana", Run: "r", Message: "adoro lula", Time: noon}
	if _, _, err := b.Learn(t.Context(), turn, hook.Response{}); err == nil {
		t.Error("Learn says nothing of a full disk")
	}
	turn.History = []thread.Message{{ID: "1", Role: thread.RoleUser, Text: "acho que gosto de lula"}}
	if err := b.End(t.Context(), turn); err == nil {
		t.Error("End says nothing of a full disk")
	}
}
