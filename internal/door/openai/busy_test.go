package openai_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/door/openai"
)

// busy is a house whose thread is busy until a moment.
type busy struct{ until time.Time }

func (b busy) Say(_ context.Context, t maitre.Turn, watch func(event.Event)) (*maitre.Reply, error) {
	if time.Now().Before(b.until) {
		return nil, graph.ErrBusy
	}
	watch(event.Event{Type: event.Text, Data: event.Payload(event.Text, event.Words{Text: "Boa noite!"})})
	return &maitre.Reply{Thread: t.Thread}, nil
}

func TestAThreadThatIsJustEndingIsWaitedFor(t *testing.T) {
	for takes, want := range map[time.Duration]error{0: nil, time.Second: nil, time.Minute: graph.ErrBusy} {
		synctest.Test(t, func(t *testing.T) {
			w := httptest.NewRecorder()
			d := openai.Door{Talker: busy{time.Now().Add(takes)}}
			err := d.Chat(w, httptest.NewRequest("POST", "/", strings.NewReader(body("oi"))), guest)
			if !errors.Is(err, want) || strings.Contains(w.Body.String(), "Boa noite!") != (want == nil) {
				t.Errorf("a thread that is busy for %v: %v, %s", takes, err, w.Body)
			}
		})
	}
}
