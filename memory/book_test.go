package memory_test

import (
	"fmt"
	"testing"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
)

func TestABookOfMoreGuestsThanItHoldsStillKnowsEach(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "adoro polvo")
	for n := range 4500 {
		h.of(fmt.Sprint("guest", n))
	}
	h.knows("ana", "", "preference food polvo")
}

func TestWhatAnotherProcessWritesIsSeen(t *testing.T) {
	h := open(t)
	other := openBook(t, h.store, memory.Options{Store: h.store, Log: h.store, Forget: h.store.Forget})
	other.runs = 100
	h.says("ana", "t1", "adoro polvo")
	other.says("ana", "t2", "adoro lula")
	h.knows("ana", "", "preference food polvo", "preference food lula")
	must.Get(other.Forget(t.Context(), "ana", memory.What{All: true}))(t)
	h.knows("ana", "")
	other.says("ana", "t3", "adoro ostra")
	h.knows("ana", "", "preference food ostra")
}
