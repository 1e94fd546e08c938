package server

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/thread"
	"github.com/maitre-dev/maitre/ui"
)

// A conversation that is taken away has what stood on cards beside an answer, and each once.
func TestAnExportSaysWhatCardsShow(t *testing.T) {
	made := func(kind event.Type, data any) event.Event {
		raw, err := json.Marshal(data)
		must(t, err)
		return event.Event{Run: "r1", Thread: "t1", Type: kind, Data: raw, Time: time.Now()}
	}
	card := func(text string) ui.Component {
		return ui.Component{V: 1, ID: text[:1], Name: "chart", Props: json.RawMessage(`{}`), Text: text}
	}
	h := &history{
		said: []thread.Message{{ID: "q", Role: thread.RoleUser, Text: "And by month?"}, {ID: "a", Role: thread.RoleAssistant, Text: "June was the best. Told already."}, {ID: "b", Role: thread.RoleAssistant, Text: "Shall I go on?"}},
		runs: [][]event.Event{{
			made(event.PreQuery, event.Said{ID: "q", Text: "And by month?"}), made(event.UI, card("May 3, June 9")), made(event.UI, card("Told already.")),
			made(event.PostResponse, event.Said{ID: "a", Text: "June was the best. Told already."}), made(event.PostResponse, event.Said{ID: "b", Text: "Shall I go on?"}),
		}},
	}
	var got []string
	for _, m := range h.withCards() {
		got = append(got, m.Text)
	}
	if diff := cmp.Diff([]string{"And by month?", "June was the best. Told already.", "Shall I go on?\n\nMay 3, June 9"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
