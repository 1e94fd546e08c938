package memory_test

import (
	"context"
	"errors"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
)

// What was said before lies in the conversations still, and is not read there
// again: not in this one, nor in another, nor when it ends.
func TestWhatIsForgottenIsNotLearntAgain(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "sou alérgica a camarão")
	h.says("ana", "t1", "sim")
	h.knows("ana", "t2", "diet allergy camarão")
	h.says("ana", "t2", "esqueça tudo")
	for _, th := range []string{"t1", "t2"} {
		if c := h.says("ana", th, "o que tem de bom?").known.Constraints; len(c.Allergies) > 0 {
			t.Errorf("in %s %v still counts", th, c.Allergies)
		}
		h.knows("ana", th)
	}
	h.ends("ana", "t1")
	h.knows("ana", "")
	if e := h.export("ana", lang.Portuguese); e.Health != "not asked" || len(e.Memories) > 0 {
		t.Errorf("the export is %+v", e)
	}
	// What is said from now on counts as ever.
	h.says("ana", "t1", "sou alérgica a leite")
	h.knows("ana", "t1", "diet allergy leite, for now")
}

// Forgetting has its own time, longer than a guest waits for what is known of
// them, and says so when it fails.
func TestForgettingThatFailsIsNotCalledDone(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "adoro polvo")
	broken := openBook(t, h.store, memory.Options{Store: noPurge{h.store}, Log: h.store, Org: "casa"})
	k := broken.chain.PreQuery(t.Context(), hook.Turn{Thread: "t2", Guest: "ana", Run: "r9", Message: "esqueça tudo", Time: h.now})
	if want := "Não consegui esquecer tudo agora. Tente de novo daqui a pouco."; k.Reply != want {
		t.Errorf("the house replies %q, want %q", k.Reply, want)
	}
}

type noPurge struct{ memory.Store }

func (noPurge) Purge(context.Context, string, []string) error { return errors.New("the disk is full") }
