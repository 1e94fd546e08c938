package house_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/outside/webhook"
)

// TestAWebhookThatNeverAnswersLosesNothing has a server that takes requests and does not
// answer, until it does: each request then comes, each under one key, and nobody waited.
func TestAWebhookThatNeverAnswersLosesNothing(t *testing.T) {
	box := inbox(t)
	ids := map[string]int{}
	var mu sync.Mutex
	healthy, over, hanging, taken := false, make(chan struct{}), make(chan struct{}, 1000), make(chan string, 1000)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		answers := healthy
		mu.Unlock()
		if !answers {
			hanging <- struct{}{}
			<-over
			return
		}
		var got struct{ Data struct{ ID string } }
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil || got.Data.ID != r.Header.Get("Webhook-Id") {
			t.Errorf("%v: %+v under %s", err, got, r.Header.Get("Webhook-Id"))
		}
		taken <- got.Data.ID
	}))
	defer server.Close()
	defer close(over)
	now := time.Now()
	box.Now = func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Minute) // so that a retry is soon due
		return now
	}
	hook := &webhook.Hook{URL: server.URL, Secret: "0123456789abcdef"}
	send := func(ctx context.Context, id string, body []byte) error {
		mu.Lock()
		answers := healthy
		mu.Unlock()
		if !answers {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, 50*time.Millisecond) // in the place of ten seconds
			defer cancel()
		}
		return hook.Send(ctx, id, body)
	}
	carry(t, box, 2, send, func() {
		for _, guest := range []string{"ana", "bia", "caio"} {
			ids[file(t, box, guest, guest, "1").ID] = 0
		}
		for range 6 { // it was tried again and again
			<-hanging
		}
		if all, err := box.List(t.Context()); err != nil || len(all) != 3 || !all[0].Sent.IsZero() {
			t.Errorf("meanwhile the inbox has %+v, %v", all, err)
		}
		mu.Lock()
		healthy = true
		mu.Unlock()
		for left := len(ids); left > 0; {
			if id := <-taken; ids[id] == 0 {
				ids[id]++
				left--
			}
		}
	})
	if len(ids) != 3 {
		t.Errorf("%v were told", ids)
	}
}
