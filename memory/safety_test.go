package memory_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/storetest"
)

// bound checks what a guest must not be served.
func bound(t *testing.T, c hook.Constraints, want ...string) {
	t.Helper()
	got := slices.Sorted(slices.Values(c.Allergies))
	if slices.Sort(want); !slices.Equal(got, want) {
		t.Errorf("the allergies are %q, want %q", got, want)
	}
}

// before returns what binds the next message of a thread.
func (h *house) before(guest, thread, message string) hook.Constraints {
	h.t.Helper()
	turn := hook.Turn{Thread: thread, Guest: guest, Run: "next", Message: message, History: h.threads[thread], Time: h.now}
	return h.chain.PreQuery(h.t.Context(), turn).Constraints
}

func TestWhatIsSaidNowBindsWhenAStoreHangsFromTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := withoutTime(t, &moody{hangs: true})
		c := h.before("ana", "t1", "sou alérgica a lula, o que sugerem?")
		bound(t, c, "lula")
		if !c.Unknown {
			t.Error("what else is dangerous is not unknown")
		}
	})
}

func TestTheHousesOwnRulesBindWhenTheyCouldNotBeReadInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := withoutTime(t, &moody{})
		must.Get(h.Add(t.Context(), "", memory.ForOrg, memory.Diet, "allergy", "amendoim"))(t)
		slow := &slowOnce{Store: h.store}
		b := memory.NewBook(memory.Options{Store: slow, Log: h.store, Org: "casa"})
		h.chain = hook.Chain{b.Hook()}
		bound(t, h.before("ana", "t1", "o que sugerem?"), "amendoim")
	})
}

// slowOnce is a store that takes a second to answer at first.
type slowOnce struct {
	memory.Store
	asked atomic.Bool
}

func (s *slowOnce) Memories(ctx context.Context, owner string, after int64) (memory.Page, error) {
	if !s.asked.Swap(true) {
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return memory.Page{}, ctx.Err()
		}
	}
	return s.Store.Memories(ctx, owner, after)
}

func TestNoLimitLosesAnAllergy(t *testing.T) {
	t.Run("of a turn", func(t *testing.T) {
		h := open(t)
		var all strings.Builder
		for _, food := range strings.Fields("pizza sushi lasanha feijoada moqueca picanha tacos risoto ramen paella ceviche pastel coxinha nhoque polenta falafel kibe acarajé tapioca açaí brigadeiro") {
			all.WriteString("Adoro " + food + ". ")
		}
		h.says("ana", "t1", all.String()+"Sou alérgica a amendoim.")
		bound(t, h.before("ana", "t1", "o que sugerem?"), "amendoim")
	})
	t.Run("of a guest", func(t *testing.T) {
		h := open(t)
		_, err := h.store.Learn(t.Context(), memory.Lesson{Owner: "ana", Run: "seed"}, func(memory.Page) (n memory.Notes, err error) {
			for i := range 20_000 {
				m := memory.Memory{ID: fmt.Sprint("m", i), For: memory.ForUser, Kind: memory.Episode, Key: "visit", Value: "almoço", Subject: memory.User, Since: noon, Last: noon}
				if err := n.Add(&m, noon); err != nil {
					return n, err
				}
			}
			return n, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		h.says("ana", "t1", "sou alérgica a amendoim")
		bound(t, h.before("ana", "t1", "o que sugerem?"), "amendoim")
	})
}

func TestWhatIsKnownOutlivesTheEndOfASession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m moody
		h := withoutTime(t, &m)
		h.says("ana", "t1", "sou alérgica a camarão")
		h.says("ana", "t1", "sim")
		h.says("ana", "t1", "minha filha é alérgica a amendoim")
		h.ends("ana", "t1")
		m.hangs = true
		c := h.before("ana", "t2", "o que sugerem?")
		bound(t, c, "camarão")
		if c.Unknown {
			t.Error("it is said to be unknown")
		}
	})
}

func TestWhoKnowsLessDoesNotReplaceWhoKnowsMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := storetest.Memory(t)
		late := &lateAnswer{Store: s}
		h := openBook(t, s, memory.Options{Store: late, Log: s, Org: "casa"})
		late.waits = true
		var reading sync.WaitGroup
		reading.Go(func() { h.of("ana") }) // finds nothing yet
		synctest.Wait()
		late.waits = false
		must.Get(h.Add(t.Context(), "ana", memory.ForUser, memory.Diet, "allergy", "camarão"))(t)
		reading.Wait()
		late.err = context.DeadlineExceeded
		bound(t, h.before("ana", "t1", "o que sugerem?"), "camarão")
	})
}

// lateAnswer is a store whose answers may come a second after they were true.
type lateAnswer struct {
	memory.Store
	waits bool
	err   error
}

func (s *lateAnswer) Memories(ctx context.Context, owner string, after int64) (memory.Page, error) {
	if s.err != nil {
		return memory.Page{}, s.err
	}
	p, err := s.Store.Memories(ctx, owner, after)
	if s.waits {
		time.Sleep(time.Second)
	}
	return p, err
}
