package memory_test

import (
	"context"
	"errors"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/memory"
)

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
