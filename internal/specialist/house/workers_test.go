package house_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/store/postgres"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, os.Getenv("CI") == "true")) }

// Several guests ask at two workers at once, each thing twice as after a crash.
func TestTwoWorkersFileEachRequestOnceAndOversellNoSeat(t *testing.T) {
	severalGuests(t, 8, 5)
}

// severalGuests has guests file requests, a third of them for tables of one evening, at
// two workers on PostgreSQL that also tell a webhook of them.
func severalGuests(t *testing.T, guests, each int) {
	f, err := house.ParseFacts("[tables]\nseats = 12\nstay = 120")
	if err != nil {
		t.Fatal(err)
	}
	boxes := workersOn(t, pgtest.Start(t))
	told := &counter{by: map[string]int{}}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for _, box := range boxes {
		go (&house.Courier{Inbox: box, Send: told.send, Every: 20 * time.Millisecond}).Run(ctx)
	}
	var wg sync.WaitGroup
	filed, full := &counter{by: map[string]int{}}, &counter{by: map[string]int{}}
	for g := range guests {
		wg.Go(func() {
			guest := fmt.Sprint("guest", g)
			for n := range each {
				r := house.Request{Guest: guest, Thread: "t-" + guest, Kind: "other", Text: fmt.Sprint("wish ", n)}
				if n%3 == 0 {
					r.Kind, r.People, r.At = "booking", 1+g%3, friday.Add(time.Duration((g+n)%4)*30*time.Minute)
				}
				twice(t, boxes, fmt.Sprint("key", n), r, f, filed, full)
			}
		})
	}
	wg.Wait()
	all, err := boxes[0].List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	inboxed := map[string]int{}
	for _, r := range all {
		inboxed[r.ID]++
	}
	for id, n := range inboxed {
		if n != 1 || filed.by[id] == 0 {
			t.Errorf("%s is in the inbox %d times, and was filed %d times", id, n, filed.by[id])
		}
	}
	if len(inboxed) != len(filed.by) || len(inboxed)+len(full.by) != guests*each {
		t.Errorf("%d in the inbox, %d filed, %d full, of %d", len(inboxed), len(filed.by), len(full.by), guests*each)
	}
	oversold(t, all, f.Tables)
	for g := range guests {
		own, err := boxes[1].Of(t.Context(), fmt.Sprint("guest", g), fmt.Sprint("t-guest", (g+1)%guests))
		if err != nil || len(own) > 0 {
			t.Errorf("a guest sees another's requests: %v, %v", own, err)
		}
	}
	told.wait(t, len(inboxed))
}

// workersOn opens two workers of one house.
func workersOn(t *testing.T, dsn string) (boxes [2]*house.Inbox) {
	t.Helper()
	for i := range boxes {
		db, err := postgres.Open(t.Context(), dsn)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		boxes[i] = &house.Inbox{Store: db, Threads: db}
	}
	return boxes
}

// twice files one request at both workers at once.
func twice(t *testing.T, boxes [2]*house.Inbox, key string, r house.Request, f *house.Facts, filed, full *counter) {
	var wg sync.WaitGroup
	for _, box := range boxes {
		wg.Go(func() {
			got, err := box.Book(t.Context(), key, r, f.Tables)
			switch {
			case errors.Is(err, house.ErrFull):
				full.add(r.Guest + key)
			case errors.Is(err, house.ErrTooMany):
				t.Errorf("%s has too many", r.Guest)
			case err != nil:
				t.Error(err)
			default:
				filed.add(got.ID)
			}
		})
	}
	wg.Wait()
	for _, own := range must(boxes[0].Of(t.Context(), r.Guest, r.Thread)) { // so that there is room for the next
		if own.State != house.Done {
			if _, err := boxes[1].Set(t.Context(), own.ID, house.Change{State: house.Done, By: "Rita"}); err != nil {
				t.Error(err)
			}
		}
	}
}

func must(all []house.Request, err error) []house.Request {
	if err != nil {
		panic(err)
	}
	return all
}

// oversold looks at every quarter of an hour of the evening.
func oversold(t *testing.T, all []house.Request, c *house.Capacity) {
	t.Helper()
	most := 0
	for at := friday; at.Before(friday.Add(5 * time.Hour)); at = at.Add(15 * time.Minute) {
		n := 0
		for _, r := range all {
			if !r.At.IsZero() && !r.At.After(at) && at.Before(r.At.Add(time.Duration(c.Stay)*time.Minute)) {
				n += r.People
			}
		}
		most = max(most, n)
	}
	if most > c.Seats || most < c.Seats-3 {
		t.Errorf("%d of %d seats are taken", most, c.Seats)
	}
}

// counter counts things by name.
type counter struct {
	mu sync.Mutex
	by map[string]int
}

func (c *counter) add(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by[name]++
}

func (c *counter) send(_ context.Context, id string, _ []byte) error {
	c.add(id)
	return nil
}

// wait waits until so many different things were counted.
func (c *counter) wait(t *testing.T, n int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		c.mu.Lock()
		have := len(c.by)
		c.mu.Unlock()
		if have == n {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the webhook was told of %d of %d requests", have, n)
		}
	}
}
