package event

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/maitre-dev/maitre/thread"
)

// Said is what PreQuery and PostResponse carry: a message of the thread. It
// belongs where a run begins or is closed, which happens once. A node that is
// run again after a crash would say it again; if it must speak, its ID is to be
// the same both times.
type Said struct {
	ID   string `json:"id"` // of the message
	Text string `json:"text"`
}

// MessageID returns the id of the message that begins with e, known before that message ends.
// In the log, and so in the thread, an answer has the id of its Said besides.
func (e Event) MessageID() string { return fmt.Sprintf("%s-m%d", e.Run, e.Seq) }

// Messages returns what the events add to their thread, as thread.Complete
// makes it. A store appends them in the transaction that appends the events; a
// message whose ID the thread has is there already. Events of no thread add
// nothing.
func Messages(events []Event) ([]thread.Message, error) {
	var ms []thread.Message
	for _, e := range events {
		m := thread.Message{Role: thread.RoleUser, Time: e.Time}
		switch {
		case e.Thread == "":
			continue
		case e.Type == PreQuery:
		case e.Type == PostResponse:
			m.Role = thread.RoleAssistant
		default:
			continue
		}
		var said Said
		if err := json.Unmarshal(e.Data, &said); err != nil {
			return nil, fmt.Errorf("event %d of run %s says nothing that can be read: %w", e.Seq, e.Run, err)
		}
		m.ID, m.Text = said.ID, said.Text
		ms = append(ms, m)
	}
	if ms == nil {
		return nil, nil
	}
	return thread.Complete(ms, time.Now())
}
