package memory_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/thread"
)

// of proposes a need of a person.
func of(person, text string) memory.Candidate { return propose("of "+person+": "+text, 0.9) }

func TestWhatIsKnownOfPeopleOutlivesTheProcess(t *testing.T) {
	db := must.Get(sqlite.Open(t.Context(), t.TempDir()+"/maitre.db"))(t)
	t.Cleanup(func() { _ = db.Close() })
	o := memory.Options{Store: db, Log: db, Forget: db.Forget}
	b := memory.NewBook(o)
	turn := hook.Turn{Thread: "t1", Guest: "bia", Run: "r1", Message: "a Ana é alérgica a lula e duas de nós são veganas", Time: noon}
	two := of("duas de nós", "diet restriction veganas")
	two.Count = 2
	r, err := b.Remember(t.Context(), turn, []memory.Candidate{of("Ana", "diet allergy lula"), two, of("Ana", "diet allergy ostra")})
	if err != nil || len(r.ForNow) != 2 || len(r.Rejected) != 1 || r.Rejected[0].Why != memory.NotSaid {
		t.Fatalf("Remember = %+v, %v", r, err)
	}
	must.Do(t, b.ConsentFor(t.Context(), turn, "ana", true))
	before, _ := db.Memories(t.Context(), "bia", 0)
	must.Do(t, b.Rebuild(t.Context()))
	after, _ := db.Memories(t.Context(), "bia", 0)
	if diff := cmp.Diff(before.Rows, after.Rows); diff != "" {
		t.Errorf("made anew from the log (-want +got):\n%s", diff)
	}
	own := must.Get(memory.NewBook(o).Of(t.Context(), "bia"))(t)
	text := must.Get(b.Export(t.Context(), "bia", lang.English))(t).Markdown
	for _, want := range []string{"Allergy: squid (of Ana; said on", "(of duas de nós; said on 2026-11-14; for this conversation only)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the guest is told %q, want %q in it", text, want)
		}
	}
	if own.Health("Ana") != "yes" || own.Health("") != "" || own.Health("duas de nós") != "" {
		t.Error("the answer for one is the answer for another")
	}
	if n, err := b.Forget(t.Context(), "bia", memory.What{Person: "a Ana"}); n != 1 || err != nil {
		t.Errorf("Forget = %d, %v; want 1", n, err)
	}
	own, _ = b.Of(t.Context(), "bia")
	if own.Health("Ana") != "" || len(own.About("t1", "")) != 1 {
		t.Errorf("after forgetting Ana there is %s", must.Get(b.Export(t.Context(), "bia", lang.English))(t).Markdown)
	}
	if err := b.ConsentFor(t.Context(), turn, "Ana\n", true); err == nil {
		t.Error("what is no name is taken for one")
	}
}

func TestARefusalForAPersonForgetsWhatWasKeptOfThem(t *testing.T) {
	h := open(t)
	turn := hook.Turn{Thread: "t1", Guest: "bia", Run: "r1", Message: "a Ana é alérgica a lula, e eu sou alérgica a lula", Time: noon}
	must.Get(h.Remember(t.Context(), turn, []memory.Candidate{of("Ana", "diet allergy lula"), propose("diet allergy lula", 0.9)}))(t)
	for _, person := range []string{"", "Ana"} {
		must.Do(t, h.ConsentFor(t.Context(), turn, person, true))
	}
	h.knows("bia", "", "diet allergy lula", "diet allergy lula, a companion's")
	turn.Run = "r2"
	must.Do(t, h.ConsentFor(t.Context(), turn, "Ana", false))
	h.knows("bia", "", "diet allergy lula")
}

func TestRowsThatKnowNoPersonGoOnAsTheyAre(t *testing.T) {
	const old = `{"id":"a","for":"user","kind":"diet","key":"allergy","value":"lula","subject":"companion","session":"t1","source":"guest","since":"2026-01-02T03:04:05Z","last":"2026-01-02T03:04:05Z","evidence":1,"sessions":["00"],"alpha":3600000,"beta":400000}`
	var m memory.Memory
	must.Do(t, json.Unmarshal([]byte(old), &m))
	raw, err := json.Marshal(&m)
	if err != nil || string(raw) != old {
		t.Errorf("an old row is written as %s, %v", raw, err)
	}
}

func TestRememberingTwiceIsRememberingOnce(t *testing.T) {
	h := open(t)
	turn := hook.Turn{
		Thread: "t1", Guest: "bia", Run: "r1", Message: "adoro polvo", Time: noon,
		History: []thread.Message{{Role: thread.RoleAssistant, Text: "Temos ostra.", Time: noon}},
	}
	found := []memory.Candidate{propose("preference food polvo", 0.9), propose("preference food ostra", 0.9)}
	first, err := h.Remember(t.Context(), turn, found)
	if err != nil || len(first.Kept) != 1 || len(first.Rejected) != 1 {
		t.Fatalf("Remember = %+v, %v; what only the house said is not the guest's", first, err)
	}
	again, err := h.Remember(t.Context(), turn, found)
	if diff := cmp.Diff(first, again); diff != "" || err != nil {
		t.Errorf("Remember again, %v (-want +got):\n%s", err, diff)
	}
	h.knows("bia", "", "preference food polvo")
	if r, err := h.Remember(t.Context(), hook.Turn{Message: "adoro polvo"}, found); err != nil || len(r.Kept) != 1 {
		t.Errorf("of nobody: %+v, %v", r, err)
	}
	if _, err := h.Remember(t.Context(), hook.Turn{Guest: "bia", Message: "adoro polvo"}, found); err == nil {
		t.Error("something is remembered of no turn")
	}
}
