package cli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scrub"
)

func memoryRecallCommand() command {
	return command{
		name: "memory recall", args: "< in.jsonl", about: "what of given memories would be told to whoever answers a message",
		help: `A line {"type":"memory","user","id","kind","key","text","sens"} is a memory of that user from there on, unless
its sens is high; the same id once more replaces it. A line {"type":"query","user","id","text"} gives
{"id":…,"injected":"…","ids":[…]}, a line that cannot be used {"id":…,"error":"…"}. Nothing is stored.

  maitre memory recall < in.jsonl`,
		setup: func(*flag.FlagSet) func(context.Context, *app, []string) error {
			return func(ctx context.Context, a *app, args []string) error {
				if err := noArgs(args); err != nil {
					return err
				}
				return recall(ctx, a.Stdin, a.Stdout)
			}
		},
	}
}

// recallLine is a memory or a query. Ids and users may be any JSON.
type recallLine struct {
	Type string          `json:"type"`
	User json.RawMessage `json:"user"`
	ID   json.RawMessage `json:"id"`
	Kind string          `json:"kind"`
	Key  string          `json:"key"`
	Text string          `json:"text"`
	Sens string          `json:"sens"`
}

// recalled answers a query.
type recalled struct {
	ID       json.RawMessage   `json:"id"`
	Injected string            `json:"injected"`
	IDs      []json.RawMessage `json:"ids"`
}

// notRecalled answers a line that cannot be used.
type notRecalled struct {
	ID    json.RawMessage `json:"id"`
	Error string          `json:"error"`
}

// recall answers queries of the memories on the lines before them.
func recall(ctx context.Context, in io.Reader, out io.Writer) error {
	known := &shelves{rows: map[string][]memory.Row{}}
	book := memory.NewBook(memory.Options{Store: known})
	for line := range jsonl.Lines(in) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if errors.Is(line.Err, jsonl.ErrRead) {
			return line.Err
		}
		var l recallLine
		err := line.Err
		if err == nil {
			err = jsonl.Decode(line.Data, &l)
		}
		if len(l.ID) == 0 {
			l.ID = json.RawMessage("null")
		}
		if err == nil {
			err = l.check()
		}
		var says any
		switch {
		case err != nil:
		case l.Type == "memory":
			if err = known.load(string(l.User), l); err == nil {
				continue
			}
		default:
			says, err = answer(ctx, book, string(l.User), l)
		}
		if err != nil {
			says = notRecalled{l.ID, fmt.Sprintf("line %d: %v", line.Number, err)}
		}
		if err := writeJSON(out, says); err != nil {
			return fmt.Errorf("writing the answers: %w", err)
		}
	}
	return nil
}

func (l *recallLine) check() error {
	switch user := string(l.User); {
	case l.Type != "memory" && l.Type != "query":
		return fmt.Errorf(`"type" is "memory" or "query", not %q`, l.Type)
	case user == "" || user == "null" || user == `""`:
		return errors.New(`there is no "user"`)
	case strings.TrimSpace(l.Text) == "":
		return errors.New(`there is no "text"`)
	}
	return nil
}

// shelves hold what lines have loaded, by user, as it came in: the same id once
// more stands for what it says last. They are read through a Book, which does
// not look at a memory twice, and which is asked for nothing else.
type shelves struct {
	memory.Store // nil
	rows         map[string][]memory.Row
}

// Memories implements memory.Store. A user's revision is how many rows there
// are.
func (s *shelves) Memories(_ context.Context, user string, after int64) (memory.Page, error) {
	rows := s.rows[user]
	return memory.Page{Rev: int64(len(rows)), All: after == 0, Rows: rows[after:]}, nil
}

// load keeps a memory with what must never be remembered struck out.
func (s *shelves) load(user string, l recallLine) error {
	id := string(l.ID)
	if id == "null" || id == `""` {
		return errors.New(`there is no "id"`)
	}
	m := memory.Memory{ID: id, Retired: "sensitive"}
	if !strings.EqualFold(strings.TrimSpace(l.Sens), "high") {
		now := time.Now()
		m = memory.Memory{
			ID: id, For: memory.ForUser, Kind: memory.Kind(strings.ToLower(l.Kind)), Key: scrub.Text(l.Key), Value: scrub.Text(l.Text), Subject: memory.User,
			Source: memory.FromGuest, Since: now, Last: now, Evidence: 1, Alpha: 1,
		}
	}
	body, err := json.Marshal(m)
	s.rows[user] = append(s.rows[user], memory.Row{ID: id, Body: body})
	return err
}

// answer tells what of a user's memories has to do with a message.
func answer(ctx context.Context, book *memory.Book, user string, l recallLine) (*recalled, error) {
	known, err := book.Of(ctx, user)
	if err != nil {
		return nil, err
	}
	w := memory.Choose(known.In(""), scrub.Text(l.Text), nil, time.Now())
	r := &recalled{ID: l.ID, Injected: w.Text, IDs: []json.RawMessage{}}
	for _, id := range w.IDs() {
		r.IDs = append(r.IDs, json.RawMessage(id))
	}
	return r, nil
}
