package server

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/memory"
)

// withLinks is a house that wants tokens, and lets guests in by links.
func withLinks(t *testing.T) (*house, *staff.Links) {
	t.Helper()
	h := opened(t, func(o *Options) {
		o.Tokens = true
	})
	return h, h.kept.Links
}

// enterBy comes in by a code and returns the cookie.
func (h *house) enterBy(code, cookie string) (answer, string) {
	h.t.Helper()
	body, _ := json.Marshal(map[string]string{"code": code})
	a := h.ask(request{method: "POST", path: "/api/v1/session/link", body: string(body), header: map[string]string{"Cookie": cookie}})
	set, _, _ := strings.Cut(a.header.Get("Set-Cookie"), ";")
	return a, set
}

func TestACodeBecomesAGuestOfItsTable(t *testing.T) {
	h, links := withLinks(t)
	made := h.ask(request{method: "POST", path: "/api/v1/links", body: `{"tables":["12"],"days":1}`, guest: "dona"})
	var out struct{ Links []madeLink }
	if err := json.Unmarshal([]byte(made.body), &out); err != nil || made.status != http.StatusCreated || len(out.Links) != 1 {
		t.Fatalf("making a link: %d %s", made.status, made.body)
	}
	_, code, _ := strings.Cut(out.Links[0].URL, "/#c=")
	a, cookie := h.enterBy(code, "")
	attributes := a.header.Get("Set-Cookie")
	if a.status != 200 || !strings.Contains(attributes, "HttpOnly") || !strings.Contains(attributes, "SameSite=Strict") || strings.Contains(attributes, code) {
		t.Fatalf("coming in: %d %s, %s", a.status, a.body, attributes)
	}
	who := func(cookie string) (s struct{ Guest, By, Table, Name string }) {
		h.t.Helper()
		a := h.ask(request{method: "GET", path: "/api/v1/session", header: map[string]string{"Cookie": cookie}})
		_ = json.Unmarshal([]byte(a.body), &s)
		return s
	}
	first := who(cookie)
	if first.Guest == "" || first.By != "link" || first.Table != "12" {
		t.Errorf("they are %+v", first)
	}
	if a := h.ask(request{method: "PATCH", path: "/api/v1/session", body: `{"name":"Lia\u202e"}`, header: map[string]string{"Cookie": cookie}}); a.status != 200 || who(cookie).Name != "Lia" {
		t.Errorf("saying a name: %d %s, %+v", a.status, a.body, who(cookie))
	}
	if _, again := h.enterBy(code, cookie); who(again).Guest != first.Guest {
		t.Error("the same device is another guest")
	}
	if _, other := h.enterBy(code, ""); who(other).Guest == first.Guest {
		t.Error("another device is the same guest")
	}
	for _, path := range []string{"/api/v1/links", "/api/v1/requests", "/api/v1/metrics"} {
		answered(t, h.ask(request{method: "GET", path: path, header: map[string]string{"Cookie": cookie}}), 403, path)
	}
	forged := strings.Replace(cookie, first.Guest, "dona", 1)
	if got := who(forged); got.Guest != "" {
		t.Errorf("a forged cookie is %+v", got)
	}
	if _, err := links.Revoke(t.Context(), out.Links[0].ID); err != nil {
		t.Fatal(err)
	}
	refused(t, h.ask(request{method: "GET", path: "/api/v1/threads", header: map[string]string{"Cookie": cookie}}), 401, "link_ended", "when it is revoked")
	ended, _ := h.enterBy(code, "")
	refused(t, ended, 401, "link_ended")
	unknown, _ := h.enterBy("x", "")
	refused(t, unknown, 404, "link_unknown")
	if strings.Contains(h.log.String(), code) {
		t.Error("the log tells the code")
	}
}

func TestAGuestOfALinkHasNoRightsWhereNobodyNeedsACode(t *testing.T) {
	h := opened(t, nil)
	code, link, err := h.kept.Links.Make(t.Context(), "Deck", 1)
	must(t, err)
	_, cookie := h.enterBy(code, "")
	var s session
	read(t, h.as(cookie, "GET", "/session", ""), 200, &s)
	if s.By != "link" || s.Operator || s.Staff {
		t.Errorf("they are %+v", s)
	}
	for _, path := range []string{"/tables", "/requests", "/guests", "/journal", "/links"} {
		refused(t, h.as(cookie, "GET", path, ""), 403, "operator_only", path)
		answered(t, h.as("", "GET", path, ""), 200, path, "by who sits at the machine")
	}
	_, err = h.kept.Links.Revoke(t.Context(), link.ID)
	must(t, err)
	refused(t, h.as(cookie, "GET", "/tables", ""), 401, "link_ended", "when the code has ended")
}

func TestWhoIsForgottenStaysAtTheTableOfTheirLink(t *testing.T) {
	h, links := withLinks(t)
	code, _, err := links.Make(t.Context(), "7", 1)
	must(t, err)
	a, cookie := h.enterBy(code, "")
	var guest session
	must(t, json.Unmarshal([]byte(a.body), &guest))
	ask := func(method, path, body string) (s session) {
		h.t.Helper()
		a := h.ask(request{method: method, path: path, body: body, header: map[string]string{"Cookie": cookie}})
		answered(t, a, 200, method+" "+path)
		_ = json.Unmarshal([]byte(a.body), &s)
		return s
	}
	ask("PATCH", "/api/v1/session", `{"name":"Bento"}`)
	_, err = h.o.Book.Forget(t.Context(), guest.Guest, memory.What{All: true})
	must(t, err)
	if s := ask("GET", "/api/v1/session", ""); s.Table != "7" || s.Name != "" {
		t.Errorf("they are %+v", s)
	}
	if known, err := links.Visitor(t.Context(), guest.Guest); err != nil || known.Table != "" {
		t.Errorf("who only looks is noted again: %+v, %v", known, err)
	}
	ask("POST", "/agui", `{"threadId":"t1","runId":"r1","messages":[{"id":"m1","role":"user","content":"oi"}],"tools":[],"context":[],"state":{},"forwardedProps":{}}`)
	r, err := h.kept.Inbox.File(t.Context(), "1", staff.Request{Guest: guest.Guest, Thread: "t1", Kind: "order", Text: "1 x Chope"})
	if err != nil || r.Table != "7" || r.Name != "" {
		t.Errorf("the order goes to table %q of %q, %v", r.Table, r.Name, err)
	}
}

func TestOneLinkMakesNotEndlesslyManyGuests(t *testing.T) {
	h, links := withLinks(t)
	code, _, err := links.Make(t.Context(), "1", 1)
	must(t, err)
	let := 0
	for range 60 {
		if a, _ := h.enterBy(code, ""); a.status == 200 {
			let++
		} else if a.status != http.StatusTooManyRequests {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	if let < 15 || let > 45 {
		t.Errorf("%d of 60 at once come in", let)
	}
}

func TestLinksLeadToThisServerOnly(t *testing.T) {
	h, _ := withLinks(t)
	for _, body := range []string{
		`{"tables":["1"],"days":1,"base":"https://evil.example"}`, `{"tables":["1"],"days":1,"base":"javascript:x"}`,
		`{"tables":[],"days":1}`, `{"tables":["1"],"days":0}`, `{"tables":["1"," "],"days":1}`,
	} {
		refused(t, h.ask(request{method: "POST", path: "/api/v1/links", body: body, guest: "dona"}), 400, "bad_request", body)
	}
}
