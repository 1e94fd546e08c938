//go:build soak && linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/base/token"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/thread"
)

const (
	askers, wishes = 50, 30 // guests, and what each of them asks of the staff
	leastFiled     = 1000   // the others are told that the time is full
	wishesPerKill  = 140
)

// asking is a house whose guests ask for things, and what came of it.
type asking struct {
	*house
	box  *staff.Inbox
	hook *httptest.Server

	mu     sync.Mutex
	told   map[string]int    // by the webhook's key
	filed  map[string]string // threads in which the house said that it was passed on, and whose they are
	full   int
	broken int // messages whose worker was killed
	done   chan struct{}
}

// TestSoakRequests has fifty guests file a thousand requests in conversations with two
// workers that are killed again and again. Each is in the inbox once, no seat is sold
// twice, the webhook hears of each under one key, and nobody sees another's.
func TestSoakRequests(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Minute)
	defer cancel()
	a := &asking{told: map[string]int{}, filed: map[string]string{}, done: make(chan struct{}, askers*wishes)}
	a.hook = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.told[r.Header.Get("Idempotency-Key")]++
	}))
	t.Cleanup(a.hook.Close)
	env := []string{"MAITRE_WEBHOOK_URL=" + a.hook.URL, "MAITRE_WEBHOOK_SECRET=a-secret-of-the-tests"}
	a.house = openHouse(ctx, t, pgtest.Start(t), askers)
	a.box = &staff.Inbox{Store: a.store, Threads: a.store}
	facts, err := staff.ParseFacts("[tables]\nseats = 12\nstay = 120")
	if err == nil {
		err = staff.Keep(ctx, a.store, facts, time.Now())
	}
	if err != nil {
		t.Fatal(err)
	}
	for i := range a.workers {
		a.replace(i, os.Args[0], env...)
	}
	secret, rita, hash := token.New(token.Person(), "Rita")
	rita.Role = token.Staff
	if err := a.store.PutToken(ctx, rita, hash); err != nil {
		t.Fatal(err)
	}
	a.tokens["rita"] = secret

	begin, kills := time.Now(), 0
	var all sync.WaitGroup
	for g := range askers {
		all.Go(func() {
			for n := range wishes {
				a.wish(guest(g), g, n)
				a.done <- struct{}{}
			}
		})
	}
	for n := 1; n <= askers*wishes; n++ {
		select {
		case <-a.done:
		case <-ctx.Done():
			t.Fatal(ctx.Err())
		}
		if n%wishesPerKill == 0 {
			a.replace(kills%2, os.Args[0], env...)
			kills++
		}
	}
	all.Wait()
	took := time.Since(begin)
	inbox, err := a.box.List(ctx)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]int{}
	for _, r := range inbox {
		of[r.Thread]++
		if a.filed[r.Thread] != r.Guest {
			t.Errorf("%s of %s is in the inbox, and was said to be %q", r.Thread, r.Guest, a.filed[r.Thread])
		}
	}
	for id := range a.filed {
		if of[id] != 1 {
			t.Errorf("%s is in the inbox %d times", id, of[id])
		}
	}
	if len(inbox)+a.full != askers*wishes || len(inbox) < leastFiled || a.full == 0 || a.broken == 0 {
		t.Errorf("%d in the inbox and %d full, of %d; %d messages lost their worker", len(inbox), a.full, askers*wishes, a.broken)
	}
	a.checkSeats(inbox, facts.Tables)
	for g := range askers {
		other := fmt.Sprintf("/api/v1/threads/wish-%d-1", (g+1)%askers)
		if got := a.status(a.next(), guest(g), http.MethodGet, other); got != http.StatusNotFound {
			t.Errorf("%s gets %d of %s", guest(g), got, other)
		}
	}
	for path, want := range map[string]int{"/api/v1/requests": 200, "/api/v1/links": 403, "/api/v1/access": 403, "/api/v1/house/facts": 403, "/api/v1/guests": 403, "/api/v1/journal": 403, "/api/v1/tables": 403} {
		if got := a.status(a.next(), "rita", http.MethodGet, path); got != want {
			t.Errorf("staff at %s: %d, want %d", path, got, want)
		}
	}
	for begin := time.Now(); ; time.Sleep(200 * time.Millisecond) {
		a.mu.Lock()
		missing := 0
		for _, r := range inbox {
			if a.told[r.ID] == 0 {
				missing++
			}
		}
		keys := len(a.told)
		a.mu.Unlock()
		if missing == 0 && keys == len(inbox) {
			break
		}
		if time.Since(begin) > 2*time.Minute {
			t.Fatalf("the webhook has not heard of %d of %d requests, and of %d in all", missing, len(inbox), keys)
		}
	}
	fmt.Printf("requests: %d filed and %d full in %v, %d kills, %d messages lost their worker, the webhook told\n", len(inbox), a.full, took.Round(time.Second), kills, a.broken)
}

// wish has a guest ask for something and agree.
func (a *asking) wish(guest string, g, n int) {
	id := fmt.Sprintf("wish-%d-%d", g, n)
	words := fmt.Sprintf("Quero falar com alguém da casa sobre o assunto número %d", n)
	if n%3 == 0 {
		words = fmt.Sprintf("Quero reservar uma mesa para %d pessoas no dia 5 de dezembro de 2026 às %s", 1+g%3, []string{"19h", "19h30", "20h", "20h30"}[(g+n)%4])
	}
	said := a.says(guest, id, words, 1)
	if strings.Contains(said, "Posso passar") { // a table waits for a yes, a wish for a person does not
		said = a.says(guest, id, "sim", 2)
	}
	a.count(id, guest, said)
	own, err := a.box.Of(a.ctx, guest, id)
	for _, r := range own {
		_, errSet := a.box.Set(a.ctx, r.ID, staff.Change{State: staff.Done, By: "Rita"})
		err = errors.Join(err, errSet)
	}
	if err != nil {
		a.t.Error(err)
	}
}

func (a *asking) count(id, guest, said string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if strings.Contains(said, "Passei à equipe") {
		a.filed[id] = guest
	} else {
		a.full++
	}
}

// says has a guest say the n-th thing in a thread, and returns the answer. Where the worker
// is gone, it looks whether it was heard before it says so again.
func (a *asking) says(guest, id, words string, n int) string {
	body, _ := json.Marshal(map[string]any{"model": "maitre", "metadata": map[string]string{"session_id": id}, "messages": []any{map[string]string{"role": "user", "content": words}}})
	for a.ctx.Err() == nil {
		res, err := a.ask(a.next(), guest, http.MethodPost, "/v1/chat/completions", http.Header{"Content-Type": {"application/json"}}, body)
		if err == nil {
			raw, readErr := io.ReadAll(res.Body)
			_ = res.Body.Close()
			if readErr == nil && res.StatusCode == http.StatusOK {
				return string(raw)
			}
		}
		if answer := a.heard(guest, id, n); answer != "" {
			return answer
		}
		time.Sleep(50 * time.Millisecond)
	}
	return ""
}

// heard waits for the answer to the n-th message of a thread, if a worker has begun it.
func (a *asking) heard(guest, id string, n int) string {
	first := true
	for a.ctx.Err() == nil {
		runs, err := a.store.Runs(a.ctx, id)
		if err == nil && len(runs) < n {
			return ""
		}
		if err == nil {
			cp, err := a.store.Load(a.ctx, runs[n-1])
			said, err2 := a.store.Messages(a.ctx, id, guest, 1)
			if errors.Join(err, err2) == nil && cp.Status.Over() && len(said) == 1 && said[0].Role == thread.RoleAssistant {
				return said[0].Text
			}
		}
		if first {
			a.mu.Lock()
			a.broken++
			a.mu.Unlock()
			first = false
		}
		time.Sleep(200 * time.Millisecond)
	}
	return ""
}

// checkSeats looks at every quarter of an hour of the evening.
func (a *asking) checkSeats(all []staff.Request, c *staff.Capacity) {
	most := 0
	evening := time.Date(2026, 12, 5, 18, 0, 0, 0, time.Local)
	for at := evening; at.Before(evening.Add(6 * time.Hour)); at = at.Add(15 * time.Minute) {
		n := 0
		for _, r := range all {
			if !r.At.IsZero() && !r.At.After(at) && at.Before(r.At.Add(time.Duration(c.Stay)*time.Minute)) {
				n += r.People
			}
		}
		most = max(most, n)
	}
	if most > c.Seats || most < c.Seats-3 {
		a.t.Errorf("%d of %d seats are taken", most, c.Seats)
	}
}
