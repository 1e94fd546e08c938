package house_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/specialist/house"
)

// receiver is who is told of requests; it fails the first tries.
type receiver struct {
	mu   sync.Mutex
	fail int
	got  map[string]int
	all  chan string
}

func (r *receiver) send(_ context.Context, id string, _ []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fail > 0 {
		r.fail--
		return errors.New("not now")
	}
	r.got[id]++
	r.all <- id
	return nil
}

// carry runs couriers, each as a worker of its own, until the test has what it waits for.
func carry(t *testing.T, box *house.Inbox, workers int, send func(context.Context, string, []byte) error, until func()) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() { (&house.Courier{Inbox: box, Send: send, Every: 5 * time.Millisecond}).Run(ctx) })
	}
	until()
	stop()
	wg.Wait()
}

func TestEveryRequestIsSentAndAfterARestartNotAgain(t *testing.T) {
	box := inbox(t)
	ids := map[string]bool{file(t, box, "ana", "a", "1").ID: true, file(t, box, "bia", "b", "1").ID: true}
	r := &receiver{got: map[string]int{}, all: make(chan string, 100)}
	wait := func(n int) func() {
		return func() {
			for range n {
				select {
				case <-r.all:
				case <-time.After(20 * time.Second):
					t.Error("a request was not sent")
				}
			}
		}
	}
	carry(t, box, 2, r.send, wait(2))
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) { // it is noted after it was received
		all, err := box.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !all[0].Sent.IsZero() && !all[1].Sent.IsZero() {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("that it was sent is not noted: %+v", all)
		}
	}
	later := file(t, box, "caio", "c", "1").ID
	ids[later] = true
	carry(t, box, 2, r.send, wait(1))
	for id := range ids {
		if r.got[id] != 1 {
			t.Errorf("%s was sent %d times", id, r.got[id])
		}
	}
}

func TestWhatWasNotTakenIsSentAgain(t *testing.T) {
	box := inbox(t)
	id := file(t, box, "ana", "a", "1").ID
	var clock sync.Mutex
	ahead := time.Duration(0)
	box.Now = func() time.Time {
		clock.Lock()
		defer clock.Unlock()
		ahead += 500 * time.Millisecond // so that a retry is soon due
		return time.Now().Add(ahead)
	}
	r := &receiver{fail: 3, got: map[string]int{}, all: make(chan string, 9)}
	carry(t, box, 1, r.send, func() {
		select {
		case got := <-r.all:
			if got != id {
				t.Errorf("sent %s, want %s", got, id)
			}
		case <-time.After(20 * time.Second):
			t.Error("it was given up")
		}
	})
}

func TestAReceiverThatHangsKeepsNobodyWaiting(t *testing.T) {
	box := inbox(t)
	file(t, box, "ana", "a", "1")
	hanging := make(chan struct{}, 9)
	hang := func(ctx context.Context, _ string, _ []byte) error {
		hanging <- struct{}{}
		<-ctx.Done()
		return ctx.Err()
	}
	carry(t, box, 1, hang, func() {
		<-hanging
		start := time.Now()
		r := file(t, box, "bia", "b", "1")
		if _, err := box.Set(t.Context(), r.ID, house.Change{State: house.Taken, By: "Rita"}); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("filing and taking took %v", took)
		}
	})
}
