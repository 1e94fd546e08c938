package llm_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
)

func TestAModelThatIsDownIsSparedForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := script(llmtest.Fail(llm.Transient), llmtest.Say("oi"), llmtest.Step{Err: &llm.Error{Kind: llm.Permanent, Provider: "x", Err: errors.New("no")}}, llmtest.Say("oi"))
		rested := llm.Rest(30 * time.Second)(m)
		ask := func() error {
			_, err := llm.Complete(t.Context(), rested, ask)
			return err
		}
		if ask() == nil {
			t.Fatal("the first call did not fail")
		}
		time.Sleep(10 * time.Second)
		if err := ask(); err == nil || len(m.Asked()) != 1 || !strings.HasSuffix(err.Error(), " (not asked again for 20s)") || llm.KindOf(err) != llm.Transient {
			t.Errorf("%d calls, the second with %v", len(m.Asked()), err)
		}
		time.Sleep(20 * time.Second)
		if err := ask(); err != nil {
			t.Errorf("after the pause: %v", err)
		}
		if err := ask(); err == nil || ask() != nil {
			t.Error("what is wrong with one question is not so with the next")
		}
	})
}
