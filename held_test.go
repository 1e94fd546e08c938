package maitre_test

import (
	"context"
	"testing"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

// While a person has a conversation, what the guest says is kept and hooks learn from
// it; nobody else answers.
func TestTheConciergeIsSilentWhileAPersonHasTheConversation(t *testing.T) {
	db := storetest.Memory(t)
	var says string
	var held bool
	learnt := 0
	m, err := maitre.New(maitre.Options{
		House: maitre.House{Name: "Casa", Language: "pt"}, Store: db,
		Held: func(_ context.Context, guest, thread string, l lang.Language) (string, bool, error) {
			if guest != "ana" || thread != "t" || l != lang.Portuguese {
				t.Errorf("asked of %s, %s in %s", guest, thread, l)
			}
			return says, held, nil
		},
		Hooks: hook.Chain{{Name: "ear", PostResponse: func(context.Context, hook.Turn, hook.Response) (string, error) {
			learnt++
			return "Anotei.", nil
		}}},
	})
	must(t, err)
	for i, tt := range []struct {
		says      string
		held      bool
		wantText  string
		wantLines int // in the thread, after the turn
	}{
		{"Rita está com a conversa.", true, "Rita está com a conversa.", 2},
		{"", true, "", 3},
		{"", false, "any", 6},
	} {
		says, held = tt.says, tt.held
		reply, err := m.Turn(t.Context(), maitre.Turn{Thread: "t", Guest: "ana", Message: "Sou alérgica a camarão, tá?"}, nil)
		must(t, err)
		if reply.Text != tt.wantText && (tt.wantText != "any" || reply.Text == "") {
			t.Errorf("turn %d says %q, want %q", i, reply.Text, tt.wantText)
		}
		all, err := db.Messages(t.Context(), "t", "ana", 0)
		if err != nil || len(all) != tt.wantLines || all[0].Role != thread.RoleUser {
			t.Errorf("after turn %d the thread has %+v, %v", i, all, err)
		}
	}
	if learnt != 3 {
		t.Errorf("hooks learnt from %d turns", learnt)
	}
}
