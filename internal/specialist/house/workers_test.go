package house_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/outside/webhook"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/store/postgres"
)

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == workerArg {
		if err := work(os.Stdin); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(pgtest.Main(m, os.Getenv("CI") == "true"))
}

const (
	crowd, wishes = 50, 20 // guests, and what each of them asks for
	perKill       = 110    // requests are filed between one kill and the next
	workerArg     = "house-worker"
	hurry         = 20 // as fast as any clock is a worker's, so that what a dead one claimed is free soon
)

// order is what a worker is to do.
type order struct {
	DSN, Hook string
	Began     time.Time
	Wishes    map[string][]int // by guest
}

// done is what came of a wish.
type done struct {
	Guest string
	Wish  int
	ID    string // of the request; "": the time is full
}

func capacity() *house.Capacity { return &house.Capacity{Seats: 12, Stay: 120, Slot: 30} }

// request is the wish of a guest: a third are tables of one evening.
func request(guest string, n int) house.Request {
	r := house.Request{Guest: guest, Thread: "t-" + guest, Kind: "other", Text: fmt.Sprint("wish ", n)}
	if n%3 == 0 {
		g := int(guest[len(guest)-1])
		r.Kind, r.People, r.At = "booking", 1+g%3, friday.Add(time.Duration((g+n)%4)*30*time.Minute)
	}
	return r
}

// work files requests, has staff do them, and tells the webhook, until it is killed.
func work(in io.Reader) error {
	var o order
	if err := json.NewDecoder(in).Decode(&o); err != nil {
		return err
	}
	ctx := context.Background()
	db, err := postgres.Open(ctx, o.DSN)
	if err != nil {
		return err
	}
	box := &house.Inbox{Store: db, Threads: db, Now: func() time.Time { return o.Began.Add(time.Since(o.Began) * hurry) }}
	hook := &webhook.Hook{URL: o.Hook, Secret: "a secret of the tests"}
	go (&house.Courier{Inbox: box, Send: hook.Send, Every: 20 * time.Millisecond}).Run(ctx)
	var all sync.WaitGroup
	slots := make(chan struct{}, 8)
	for guest, wishes := range o.Wishes {
		all.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			for _, n := range wishes {
				r, err := box.Book(ctx, fmt.Sprint("key", n), request(guest, n), capacity())
				if err == nil {
					_, err = box.Set(ctx, r.ID, house.Change{State: house.Done, By: "Rita"}) // so that there is room for the next
				} else if errors.Is(err, house.ErrFull) {
					r.ID, err = "", nil
				}
				if err != nil {
					fmt.Fprintln(os.Stderr, guest, n, err)
					os.Exit(1)
				}
				line, _ := json.Marshal(done{guest, n, r.ID})
				_, _ = os.Stdout.Write(append(line, '\n')) // in one piece
			}
		})
	}
	all.Wait()
	select {} // the webhook has more to hear
}

// worker is a process that works.
type worker struct {
	cmd    *exec.Cmd
	stderr strings.Builder
	heard  chan struct{}
}

// employ starts one; hear is told what is done.
func employ(t *testing.T, o order, hear func(done)) *worker {
	t.Helper()
	w := &worker{cmd: exec.Command(os.Args[0], workerArg), heard: make(chan struct{})} //nolint:noctx // it is killed
	raw, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	w.cmd.Stdin, w.cmd.Stderr = strings.NewReader(string(raw)), &w.stderr
	out, err := w.cmd.StdoutPipe()
	if err = errors.Join(err, w.cmd.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.cmd.Process.Kill() })
	go func() {
		defer close(w.heard)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var d done
			if json.Unmarshal(lines.Bytes(), &d) == nil { // a line that was cut off says nothing
				hear(d)
			}
		}
	}()
	return w
}

// kill ends a worker as kill -9 does. It must not have ended by itself.
func (w *worker) kill(t *testing.T) {
	t.Helper()
	_ = w.cmd.Process.Kill()
	<-w.heard
	_ = w.cmd.Wait()
	if w.stderr.Len() > 0 {
		t.Errorf("a worker says %s", w.stderr.String())
	}
}

// ledger is what is known of all wishes.
type ledger struct {
	mu   sync.Mutex
	ids  map[string]map[int]string // by guest and wish
	n    int
	more chan struct{} // there is news
}

func (l *ledger) hear(d done) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ids[d.Guest] == nil {
		l.ids[d.Guest] = map[int]string{}
	}
	if _, known := l.ids[d.Guest][d.Wish]; !known {
		l.n++
	}
	l.ids[d.Guest][d.Wish] = d.ID
	select {
	case l.more <- struct{}{}:
	default:
	}
}

// until waits for so many wishes to be done.
func (l *ledger) until(t *testing.T, n int, w ...*worker) {
	t.Helper()
	for {
		l.mu.Lock()
		have := l.n
		l.mu.Unlock()
		if have >= n {
			return
		}
		select {
		case <-l.more:
		case <-w[0].heard:
			t.Fatalf("a worker ended: %s", w[0].stderr.String())
		case <-w[1].heard:
			t.Fatalf("a worker ended: %s", w[1].stderr.String())
		}
	}
}

// left are the wishes for one of two workers that are not known to be done: those of its
// guests, and a tenth of the other's, which both then file at once.
func (l *ledger) left(slot int) map[string][]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := map[string][]int{}
	for g := range crowd {
		guest := fmt.Sprint("guest", g)
		for n := range wishes {
			if _, known := l.ids[guest][n]; !known && (g%2 == slot || n%10 == 0) {
				all[guest] = append(all[guest], n)
			}
		}
	}
	return all
}

// A thousand requests of fifty guests at two workers that are killed again and again:
// each is in the inbox once, no seat is sold twice, each reaches the webhook under one
// key, and nobody sees another's.
func TestKilledWorkersFileEachRequestOnceAndOversellNoSeat(t *testing.T) {
	dsn := pgtest.Start(t)
	db, err := postgres.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	told := &hookEnd{by: map[string]int{}}
	hook := httptest.NewServer(told)
	t.Cleanup(hook.Close)

	began := time.Now()
	l := &ledger{ids: map[string]map[int]string{}, more: make(chan struct{}, 1)}
	start := func(slot int) *worker { return employ(t, order{dsn, hook.URL, began, l.left(slot)}, l.hear) }
	workers, kills := []*worker{start(0), start(1)}, 0
	for n := perKill; n < crowd*wishes; n += perKill {
		l.until(t, n, workers...)
		slot := kills % 2
		workers[slot].kill(t)
		workers[slot] = start(slot)
		kills++
	}
	l.until(t, crowd*wishes, workers...)
	filing := time.Since(began)

	box := &house.Inbox{Store: db, Threads: db}
	all, err := box.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	inboxed := map[string]int{}
	for _, r := range all {
		inboxed[r.ID]++
	}
	full := 0
	for guest, of := range l.ids {
		for n, id := range of {
			if id == "" {
				full++
			} else if inboxed[id] != 1 {
				t.Errorf("%s of %s is in the inbox %d times", fmt.Sprint("wish ", n), guest, inboxed[id])
			}
		}
	}
	if len(inboxed) != len(all) || len(inboxed)+full != crowd*wishes || full == 0 {
		t.Errorf("%d in the inbox, %d of them different, and %d full, of %d", len(all), len(inboxed), full, crowd*wishes)
	}
	oversold(t, all, capacity())
	for g := range crowd {
		guest, other := fmt.Sprint("guest", g), fmt.Sprint("t-guest", (g+1)%crowd)
		own, err1 := box.Of(t.Context(), guest, other)
		talk, err2 := box.Talk(t.Context(), guest, other)
		if err := errors.Join(err1, err2); err != nil || len(own) > 0 || talk.Open > 0 || talk.Person != "" {
			t.Errorf("a guest sees another's requests: %v, %v, %v", own, talk, err)
		}
	}
	told.wait(t, inboxed)
	for _, w := range workers {
		w.kill(t)
	}
	t.Logf("%d requests, %d full, %d kills: filed in %.1f s, the webhook told in %.1f s, of %d twice", len(all), full, kills, filing.Seconds(), time.Since(began).Seconds(), told.twice())
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

// hookEnd is a webhook that fails now and then.
type hookEnd struct {
	mu  sync.Mutex
	by  map[string]int // by key
	all int
	bad string
}

func (h *hookEnd) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body struct{ Data struct{ ID string } }
	err := json.NewDecoder(r.Body).Decode(&body)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all++; h.all%50 == 0 {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	key := r.Header.Get("Idempotency-Key")
	if err != nil || key == "" || key != body.Data.ID || key != r.Header.Get("Webhook-Id") {
		h.bad = fmt.Sprintf("key %q, body %q, %v", key, body.Data.ID, err)
	}
	h.by[key]++
}

// wait waits until the webhook has heard of all requests, and of nothing else.
func (h *hookEnd) wait(t *testing.T, want map[string]int) {
	t.Helper()
	missing := func() (n int) {
		h.mu.Lock()
		defer h.mu.Unlock()
		for id := range want {
			if h.by[id] == 0 {
				n++
			}
		}
		return n
	}
	for deadline := time.Now().Add(time.Minute); missing() > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the webhook was not told of %d of %d requests", missing(), len(want))
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.by) != len(want) || h.bad != "" {
		t.Errorf("the webhook heard of %d requests, want %d; %s", len(h.by), len(want), h.bad)
	}
}

func (h *hookEnd) twice() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, times := range h.by {
		if times > 1 {
			n++
		}
	}
	return n
}
