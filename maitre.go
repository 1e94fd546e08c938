package maitre

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/chat"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/thread"
)

// Maitre is the concierge of one house. Set its fields before the first turn;
// it is then safe for concurrent use.
type Maitre struct {
	House   House
	Threads thread.Store
	Tasks   *task.Runner // who decides: a model, or the rules
	Budget  *llm.Budget  // nil: no cap per turn
}

// House is who speaks.
type House struct {
	Name     string
	Persona  string // how it speaks, for prompts
	Language string // pt, en or es: spoken when a guest's cannot be told
}

// Tasks returns every decision that a model can take in this program.
func Tasks() []task.Any {
	return chat.Tasks
}

// Turn is a guest's message. Thread may be one that does not exist yet.
type Turn struct {
	Thread  string
	Guest   string
	Message string
}

// Reply is the answer to a turn and how it came about.
type Reply struct {
	Thread    string
	MessageID string
	Text      string
	By        string // the model's name, or "rule"
	Why       string // why not the model that should have
	Usage     llm.Usage
	Cost      *llm.USD // nil: unknown
	Elapsed   time.Duration
}

// What is wrong with a message that Turn does not take.
var (
	ErrEmptyMessage = errors.New("the message is empty")
	ErrLongMessage  = fmt.Errorf("the message is longer than %d characters", maxMessage)
)

// maxMessage is some pages of text: more is a file, not something said.
const maxMessage = 16_000

// remembered is how much of a thread a specialist is told.
const remembered = 20

// Turn answers a message: it stores what the guest said, decides on an answer,
// tells it to say (which may be nil) as it comes, and stores it. When ctx is
// cancelled what was said until then is stored as the answer, so that the
// thread shows what the guest saw.
func (m *Maitre) Turn(ctx context.Context, t Turn, say func(task.Delta)) (*Reply, error) {
	start := time.Now()
	t.Message = strings.TrimSpace(strings.ToValidUTF8(t.Message, "\uFFFD"))
	switch {
	case t.Message == "":
		return nil, ErrEmptyMessage
	case utf8.RuneCountInString(t.Message) > maxMessage:
		return nil, ErrLongMessage
	}
	if m.Budget != nil {
		ctx = m.Budget.Begin(ctx)
	}
	if _, err := m.Threads.Open(ctx, t.Thread, t.Guest); err != nil {
		return nil, fmt.Errorf("thread %s of guest %s: %w", t.Thread, t.Guest, err)
	}
	history, err := m.Threads.Messages(ctx, t.Thread, t.Guest, remembered)
	if err != nil {
		return nil, err
	}
	if err := m.store(ctx, t, thread.RoleUser, t.Message, nil); err != nil {
		return nil, err
	}

	var said strings.Builder
	res, err := chat.Reply.Stream(ctx, m.Tasks, m.smallTalk(t.Message, history), func(d task.Delta) {
		if d.Restart {
			said.Reset()
		}
		said.WriteString(d.Text)
		if say != nil {
			say(d)
		}
	})
	reply := &Reply{Thread: t.Thread, Text: res.Out, By: res.By, Why: res.Why, Usage: res.Usage, Cost: res.Cost}
	if err != nil {
		reply.Text = strings.TrimSpace(said.String())
	}
	if reply.Text != "" {
		err = errors.Join(err, m.store(context.WithoutCancel(ctx), t, thread.RoleAssistant, reply.Text, &reply.MessageID))
	}
	reply.Elapsed = time.Since(start)
	return reply, err
}

func (m *Maitre) smallTalk(message string, history []thread.Message) chat.ReplyIn {
	in := chat.ReplyIn{Message: message, House: chat.House{Name: m.House.Name, Persona: m.House.Persona, Language: m.House.Language}}
	for _, h := range history {
		in.History = append(in.History, chat.Line{Role: string(h.Role), Text: h.Text})
	}
	return in
}

func (m *Maitre) store(ctx context.Context, t Turn, who thread.Role, text string, id *string) error {
	msg := thread.Message{ID: thread.NewID(), Role: who, Text: text}
	if id != nil {
		*id = msg.ID
	}
	return m.Threads.Append(ctx, t.Thread, t.Guest, msg)
}
