package memory_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
)

func TestAllIsForgottenWhenTheGuestPlainlySaysSo(t *testing.T) {
	for message, want := range map[string]string{
		"esqueça tudo": "Pronto: esqueci tudo",
		"Pode esquecer tudo o que você sabe de mim, por favor?": "Pronto: esqueci tudo",
		"apague todos os meus dados":                            "Pronto: esqueci tudo",
		"forget everything you know about me":                   "Done: I have forgotten",
		"please delete all my data":                             "Done: I have forgotten",
		"borre todos mis datos ahora":                           "Listo: olvidé todo",
		"olvide todo lo que sabe de mí":                         "Listo: olvidé todo",
		"não esqueça tudo":                                      "",
		"esquece tudo, quero ir para Gramado":                   "",
		"esqueça tudo o que eu disse do polvo":                  "",
		"esqueci tudo em casa":                                  "",
		"apague a conta":                                        "",
		"tudo sobre mim":                                        "",
	} {
		h := open(t)
		h.says("ana", "t1", "adoro polvo")
		h.says("bia", "t9", "adoro tainha")
		reply := h.says("ana", "t1", message).known.Reply
		if want == "" {
			if strings.Contains(reply, "esqueci") {
				t.Errorf("to %q the house replies %q", message, reply)
			}
			continue
		}
		if !strings.HasPrefix(reply, want) {
			t.Errorf("to %q the house replies %q, want %q", message, reply, want)
		}
		h.knows("ana", "t1")
		h.knows("bia", "", "preference food tainha")
		if got := h.says("ana", "t1", "o que sabe de mim?").known.Reply; !strings.Contains(got, "não guardei nada") {
			t.Errorf("after %q the house still says %q", message, got)
		}
	}
}

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
