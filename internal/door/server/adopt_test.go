package server

import (
	"fmt"
	"strings"
	"testing"

	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/lang"
)

// A guest of a table who signs in and says yes has the conversation, what is known of them
// and the request; who says nothing has not. The guest of the table is forgotten.
func TestAGuestOfATableKeepsWhatTheySaidAfterAYes(t *testing.T) {
	h := withPeople(t)
	code, _, err := h.kept.Links.Make(t.Context(), "7", 1)
	must(t, err)
	visit := func() (cookie, guest string) {
		a, cookie := h.enterBy(code, "")
		_, rest, _ := strings.Cut(a.body, `"guest":"`)
		guest, _, _ = strings.Cut(rest, `"`)
		body := `{"model":"maitre","metadata":{"session_id":"mesa"},"messages":[{"role":"user","content":"Sou alérgico a amendoim."}]}`
		answered(t, h.ask(request{method: "POST", path: "/v1/chat/completions", body: body, header: map[string]string{"Cookie": cookie}}), 200)
		return cookie, guest
	}
	signIn := func(cookie, guest, keep string) {
		t.Helper()
		answered(t, h.as(cookie, "POST", "/session", fmt.Sprintf(`{"token":%q%s}`, h.token(guest), keep)), 200)
	}
	known := func(guest string) string {
		t.Helper()
		all, err := h.o.Book.Export(t.Context(), guest, lang.Portuguese)
		must(t, err)
		return all.Markdown
	}

	cookie, _ := visit()
	signIn(cookie, "bia", "")
	if got, _ := h.o.Store.List(t.Context(), "bia", 0); len(got) != 0 || strings.Contains(known("bia"), "amendoim") {
		t.Errorf("without a yes bia has %v and %s", got, known("bia"))
	}

	cookie, guest := visit()
	threads, err := h.o.Store.List(t.Context(), guest, 0)
	if err != nil || len(threads) != 1 {
		t.Fatal(threads, err)
	}
	filed, err := h.kept.Inbox.File(t.Context(), "k", staff.Request{Guest: guest, Thread: threads[0].ID, Kind: "other", Text: "um cobertor"})
	must(t, err)
	for range 2 { // the second time there is nothing more
		signIn(cookie, "ana", `,"keep":true`)
	}
	own, err := h.o.Store.List(t.Context(), "ana", 0)
	if err != nil || len(own) != 1 {
		t.Fatalf("ana has %v, %v", own, err)
	}
	said, err := h.o.Store.Messages(t.Context(), own[0].ID, "ana", 0)
	if err != nil || len(said) != 3 || said[0].Text != "Sou alérgico a amendoim." {
		t.Errorf("in it was said %v, %v", said, err)
	}
	if !strings.Contains(known("ana"), "amendoim") || strings.Contains(known(guest), "amendoim") {
		t.Errorf("of ana is known %s; of the guest of the table %s", known("ana"), known(guest))
	}
	r, err := h.kept.Inbox.Get(t.Context(), filed.ID)
	if err != nil || r.Guest != "ana" || r.Thread != own[0].ID {
		t.Errorf("the request is %+v, %v", r, err)
	}
	if all, err := h.kept.Inbox.List(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("in the inbox are %v, %v", all, err)
	}
	if a := h.ask(request{method: "GET", path: "/api/v1/threads/" + threads[0].ID, guest: "ana"}); a.status != 200 || !strings.Contains(a.body, "amendoim") {
		t.Errorf("by the name that it had: %d %s", a.status, a.body)
	}
	if left, _ := h.o.Store.List(t.Context(), guest, 0); len(left) != 0 {
		t.Errorf("the guest of the table still has %v", left)
	}
}
