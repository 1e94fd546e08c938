package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/base/token"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
)

// The page tells every change of the journal in words, in each language.
func TestTheJournalIsToldInWords(t *testing.T) {
	words, err := os.ReadFile("../web/page/js/guests-words.js")
	must(t, err)
	for _, rt := range withPeople(t).routes() {
		if did := rt.method + " " + rt.path; rt.may >= people && rt.method != http.MethodGet && strings.Count(string(words), `"did `+did+`": "`) != 3 {
			t.Errorf("%s is not said in three languages", did)
		}
	}
}

// withPeople is a house of dona, in which rita works.
func withPeople(t *testing.T) *house {
	t.Helper()
	h := opened(t, func(o *Options) { o.Tokens, o.Rate = true, 1e6 })
	h.kept.School.Train = quick
	return h
}

// enter signs in with somebody's token and returns the cookie.
func (h *house) enter(guest string) string {
	h.t.Helper()
	a := h.ask(request{method: "POST", path: "/api/v1/session", body: `{"token":"` + h.token(guest) + `"}`})
	c, rest, _ := strings.Cut(a.header.Get("Set-Cookie"), ";")
	if a.status != 200 || !strings.Contains(rest, "HttpOnly") || !strings.Contains(rest, "SameSite=Strict") || !strings.Contains(rest, "Expires") || strings.Contains(c, h.token(guest)) {
		h.t.Fatalf("signing in: %d %s %s", a.status, a.header.Get("Set-Cookie"), a.body)
	}
	return c
}

// as asks with a cookie. The name that the page sends along counts in a demonstration alone: the
// journal has that of the access.
func (h *house) as(cookie, method, path, body string) answer {
	h.t.Helper()
	return h.ask(request{method: method, path: "/api/v1" + path, body: body, header: map[string]string{"Cookie": cookie, "Maitre-By": "Nobody"}})
}

// read wants a status, and reads the answer into v.
func read(t *testing.T, a answer, status int, v any) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.body), v); a.status != status || err != nil {
		t.Fatalf("%d %s, %v, want %d", a.status, a.body, err, status)
	}
}

func TestASignInSurvivesARestartUntilItIsEnded(t *testing.T) {
	h := withPeople(t)
	one, two, rita := h.enter("dona"), h.enter("dona"), h.enter("rita")
	again := opened(t, func(o *Options) { *o = h.o })
	if a := again.as(one, "GET", "/session", ""); a.status != 200 || !strings.Contains(a.body, `"operator":true`) {
		t.Fatalf("after a restart: %d %s", a.status, a.body)
	}
	for name, c := range map[string]string{"another's signature": strings.Replace(one, "=", "=0", 1), "cut": one[:len(one)-1], "empty": "maitre_session=", "a sample customer's": "maitre_session=" + h.signer.write(useDemo, "dona", time.Now().Add(time.Hour))} {
		refused(t, h.as(c, "GET", "/session", ""), 401, "unauthorized", name)
	}
	refused(t, h.ask(request{method: "POST", path: "/api/v1/session", body: `{"token":"mtr_x"}`}), 401, "unauthorized")
	answered(t, h.as(one, "DELETE", "/session?everywhere=1", ""), 204, "signing out everywhere")
	for _, c := range []string{one, two} {
		refused(t, h.as(c, "GET", "/session", ""), 401, "unauthorized", "after signing out everywhere")
	}
	answered(t, h.as(h.enter("dona"), "GET", "/session", ""), 200, "signing in again")
	made, err := h.o.Store.Tokens(t.Context(), "rita")
	if err != nil || len(made) != 1 || h.as(rita, "GET", "/requests", "").status != 200 {
		t.Fatal("rita is out", err)
	}
	must(t, h.o.Store.RevokeToken(t.Context(), made[0].ID))
	refused(t, h.as(rita, "GET", "/requests", ""), 401, "unauthorized", "with a revoked token")
}

// Every route of the house is tried by a guest, one of the staff and an owner.
func TestStaffCannotDoWhatOnlyOwnersMay(t *testing.T) {
	h := withPeople(t)
	cookies := map[string]string{"ana": h.enter("ana"), "rita": h.enter("rita"), "dona": h.enter("dona")}
	tried := 0
	for _, rt := range h.routes() {
		path, v1 := strings.CutPrefix(parameter.ReplaceAllString(rt.path, "x"), "/api/v1")
		if !v1 || rt.may < people {
			continue
		}
		tried++
		for guest, cookie := range cookies {
			a := h.as(cookie, rt.method, path, "{}")
			may := guest == "dona" || guest == "rita" && rt.may == people
			if (isError(a, 403, "operator_only") != "") != may || a.status == 401 {
				t.Errorf("%s %s by %s: %d %s", rt.method, path, guest, a.status, a.body)
			}
		}
		answered(t, h.as("", rt.method, path, "{}"), 401, rt.method, path)
	}
	if tried < 10 {
		t.Errorf("%d routes were tried", tried)
	}
}

func TestAnOwnerGivesAndEndsAccessAndReadsWhoDidWhat(t *testing.T) {
	h := withPeople(t)
	dona := h.enter("dona")
	for body, want := range map[string]string{`{"role":"staff"}`: "name is", `{"name":"Rui","role":"king"}`: "role is", `{"name":"\u0000","role":"staff"}`: "name is"} {
		if a := h.as(dona, "POST", "/access", body); a.status != 400 || !strings.Contains(a.body, want) {
			t.Errorf("%s: %d %s", body, a.status, a.body)
		}
	}
	var made struct {
		Access token.Token
		Secret string
	}
	read(t, h.as(dona, "POST", "/access", `{"name":"Rui","role":"staff"}`), http.StatusCreated, &made)
	h.tokens["rui"] = made.Secret
	rui := h.enter("rui")
	answered(t, h.as(rui, "GET", "/requests", ""), 200, "the new one")
	answered(t, h.as(dona, "POST", "/links", `{"tables":["7"],"days":1}`), 201, "a link")
	var list struct {
		Access []token.Token
		Own    string
	}
	read(t, h.as(dona, "GET", "/access", ""), 200, &list)
	if len(list.Access) != 2 || list.Own == "" {
		t.Errorf("the accesses are %+v", list)
	}
	refused(t, h.as(dona, "DELETE", "/access/"+list.Own, ""), 409, "own_access")
	if a := h.as(dona, "DELETE", "/access/"+made.Access.ID, ""); a.status != 204 || h.as(rui, "GET", "/requests", "").status != 401 {
		t.Errorf("ending it: %d %s", a.status, a.body)
	}
	var journal struct{ Changes []staff.Entry }
	read(t, h.as(dona, "GET", "/journal", ""), 200, &journal)
	var did []string
	for _, e := range journal.Changes {
		did = append(did, e.Did+" "+e.Note)
		if e.By != "test" || e.Role != token.Owner || e.At.IsZero() {
			t.Errorf("a change is %+v", e)
		}
	}
	if got, want := strings.Join(did, "; "), "DELETE /api/v1/access/{id} Rui: staff; POST /api/v1/links 7; POST /api/v1/access Rui: staff"; got != want {
		t.Errorf("the journal says %s, want %s", got, want)
	}
}

// An owner who opens a table's link in their own browser is its guest there, and still
// the owner of the house.
func TestAnOwnerLooksAtTheHouseAsAGuest(t *testing.T) {
	h := withPeople(t)
	dona := h.enter("dona")
	var made struct{ Links []madeLink }
	read(t, h.as(dona, "POST", "/links", `{"tables":["7"],"days":1}`), 201, &made)
	_, code, _ := strings.Cut(made.Links[0].URL, "#c=")
	a := h.as(dona, "POST", "/session/link", `{"code":"`+code+`"}`)
	visit, _, _ := strings.Cut(a.header.Get("Set-Cookie"), ";")
	both := dona + "; " + visit
	if a := h.as(both, "GET", "/session", ""); !strings.Contains(a.body, `"table":"7"`) || !strings.Contains(a.body, `"operator":true`) {
		t.Errorf("she is %s", a.body)
	}
	answered(t, h.as(both, "GET", "/links", ""), 200, "her links")
	var access struct{ Own string }
	if read(t, h.as(both, "GET", "/access", ""), 200, &access); access.Own == "" {
		t.Error("she may end the access that she uses")
	}
	var journal struct{ Changes []staff.Entry }
	answered(t, h.as(both, "POST", "/links", `{"tables":["8"],"days":1}`), 201, "another link")
	if read(t, h.as(both, "GET", "/journal", ""), 200, &journal); journal.Changes[0].By != journal.Changes[1].By {
		t.Errorf("the journal says %+v", journal)
	}
	answered(t, h.as(visit, "GET", "/links", ""), 403, "a guest's links")
}

func TestWrongCodesAreRateLimited(t *testing.T) {
	h := withPeople(t)
	for path, body := range map[string]string{"/api/v1/session": `{"token":"mtr_%d"}`, "/api/v1/session/link": `{"code":"wrong-%d"}`} {
		limited := 0
		for i := range 40 {
			a := h.ask(request{method: "POST", path: path, body: fmt.Sprintf(body, i)})
			if a.status == 429 && a.header.Get("Retry-After") != "" {
				limited++
			} else if limited > 20 {
				t.Errorf("%s: the wrong code %d is looked at: %d %s", path, i, a.status, a.body)
			}
		}
		if limited < 20 {
			t.Errorf("%s: %d of 40 wrong codes were limited", path, limited)
		}
	}
	h = withPeople(t)
	for range 40 { // who has the right one is let in as often as they come
		h.enter("dona")
	}
}
