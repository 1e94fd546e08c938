package maitre

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/thread"
)

// Say is Turn for doors where a guest can only write: while a question waits, a
// message that reads as its answer ("sim", "a segunda", a name) answers it. Any
// other message is a no to the question, and then a turn of its own.
func (m *Maitre) Say(ctx context.Context, t Turn, watch func(event.Event)) (*Reply, error) {
	t.WordsOnly = true
	for asked := 0; ; asked++ {
		cp, err := m.Pending(ctx, t.Guest, t.Thread)
		if err != nil {
			return nil, err
		}
		if cp == nil || asked == mostAsked {
			return m.Turn(ctx, t, watch)
		}
		value, ok := answerTo(cp.Question, t.Message)
		if ok && len(strings.Fields(t.Message)) <= m.longestAnswer() && understand.Buyer(t.Message) == "" { // "did I buy of the first?" asks for figures
			return m.Answer(ctx, t.Guest, cp.Run, graph.Answer{Value: value, Step: cp.Step}, watch)
		}
		no, _ := json.Marshal(agent.Approval{Aside: true})
		_, err = m.Answer(ctx, t.Guest, cp.Run, graph.Answer{Value: no, Step: cp.Step}, nil)
		if err != nil && !errors.Is(err, graph.ErrNoAsk) && !errors.Is(err, graph.ErrConflict) {
			return nil, err
		}
	}
}

// mostAsked is how many questions one message says no to: a run may ask another when
// its first is declined.
const mostAsked = 3

// longestAnswer is how many words an answer to a question has. What is longer is a
// wish, which a model understands better: "conta mais da segunda e da terceira" wants
// two.
func (m *Maitre) longestAnswer() int {
	if len(m.o.Tasks.Models) > 0 {
		return 4
	}
	return 7
}

// answerTo reads a message as the answer to a question. What is none is a no,
// and not ok.
func answerTo(q *graph.Question, message string) (value json.RawMessage, ok bool) {
	var about struct{ Choose string }
	_ = json.Unmarshal(q.Data, &about) // not every question offers a choice
	var names []string
	for _, o := range q.Options {
		names = append(names, o.Label)
	}
	said, ok := choice.Read(message, names)
	approval := agent.Approval{Approved: said.Yes}
	if said.Item > 0 && about.Choose != "" {
		chosen, _ := json.Marshal(q.Options[said.Item-1].Value)
		approval.Args = map[string]json.RawMessage{about.Choose: chosen}
	}
	value, _ = json.Marshal(approval)
	return value, ok
}

// Pending returns the run of a guest's thread that waits for an answer, or nil.
// One whose deadline is over waits no more, nor does one whose specialist is gone.
func (m *Maitre) Pending(ctx context.Context, guest, name string) (*graph.Checkpoint, error) {
	id, err := thread.Named(ctx, m.o.Store, name, guest)
	if err != nil {
		return nil, err
	}
	runs, err := m.o.Store.Runs(ctx, id)
	if err != nil || len(runs) == 0 {
		return nil, err
	}
	cp, err := m.o.Store.Load(ctx, runs[len(runs)-1])
	switch {
	case errors.Is(err, graph.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if cp.Guest != guest || cp.Status != graph.Waiting || !cp.Deadline.IsZero() && time.Now().After(cp.Deadline) {
		return nil, nil
	}
	if _, gone := m.specialistOf(cp); gone != nil {
		return nil, nil
	}
	return cp, nil
}
