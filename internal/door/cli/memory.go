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

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scrub"
)

func memoryAddCommand(fs *flag.FlagSet) action {
	guest := fs.String("guest", "", "`GUEST` for whom it is noted")
	scope := fs.String("scope", "", "`SCOPE` instead of a guest: org or global")
	return func(ctx context.Context, a *app, args []string) error {
		whom := *scope
		switch {
		case (*guest == "") == (*scope == "") || *scope != "" && *scope != memory.ForOrg && *scope != memory.ForGlobal:
			return &usageError{"say for whom it is: --guest GUEST, --scope org or --scope global", ""}
		case *guest != "":
			whom = memory.ForUser
			if err := (&whose{guest: *guest}).check(); err != nil {
				return err
			}
		}
		book, err := a.book(ctx)
		if err != nil {
			return err
		}
		m, err := book.Add(ctx, *guest, whom, memory.Kind(args[0]), args[1], args[2])
		if err != nil {
			return err
		}
		return a.tell(m, "%s  %s %s: %s", m.ID, m.Kind, plain(m.Key), plain(oneLine(m.Value)))
	}
}

func kindsAndKeys() string {
	var b strings.Builder
	for _, k := range kinds() {
		keys := strings.Join(memory.Keys[memory.Kind(k)], ", ")
		if keys == "" {
			keys = "what it corrects, in a word"
		}
		fmt.Fprintf(&b, "  %-14s %s\n", k, keys)
	}
	return b.String()
}

func memoryFeedbackCommand(fs *flag.FlagSet) action {
	var w whose
	w.register(fs)
	run := fs.String("run", "", "`RUN` that is judged")
	return func(ctx context.Context, a *app, args []string) error {
		if err := w.check(); err != nil {
			return err
		}
		f, err := feedbackOf(args)
		if err != nil {
			return err
		}
		if *run == "" {
			return &usageError{"say which run is judged", "--run RUN"}
		}
		m, err := a.maitre(ctx)
		if err != nil {
			return err
		}
		err = m.Feedback(ctx, w.guest, *run, f)
		if errors.Is(err, graph.ErrNotFound) {
			return fmt.Errorf("there is no run %q of guest %s", *run, w.guest)
		}
		if err != nil {
			return err
		}
		return a.tell(nil, "noted")
	}
}

func feedbackOf(args []string) (hook.Feedback, error) {
	const example = `maitre memory feedback --run RUN correction "não sou vegetariano"`
	if len(args) == 0 {
		return hook.Feedback{}, &usageError{"say what the guest thinks: positive, negative, correction or preference", example}
	}
	f := hook.Feedback{Kind: hook.Opinion(args[0]), Text: strings.Join(args[1:], " ")}
	switch f.Kind {
	case hook.Positive, hook.Negative:
	case hook.Correction, hook.Preferred:
		if strings.TrimSpace(f.Text) == "" {
			return f, &usageError{fmt.Sprintf("a %s needs what the guest says instead", f.Kind), example}
		}
	default:
		return f, &usageError{fmt.Sprintf("feedback is positive, negative, correction or preference, not %q", args[0]), example}
	}
	return f, nil
}

func memoryRebuildCommand(ctx context.Context, a *app, _ []string) error {
	if err := a.bookOf(a.db).Rebuild(ctx); err != nil {
		return err
	}
	return a.tell(nil, "all memories are made anew from the log")
}

func memoryDetectCommand(ctx context.Context, a *app, _ []string) error {
	return answerLines(ctx, a, `{"id":…,"text":…}`, detectLine)
}

type detectIn struct {
	Text    string   `json:"text"`
	Queries []string `json:"queries"`
}

type detectOut struct {
	Items []memory.Candidate `json:"items"`
}

// detectLine strikes documents, cards and passwords out before it looks for memories.
func detectLine(_ context.Context, in detectIn) (detectOut, error) {
	queries := in.Queries
	if in.Text != "" {
		queries = append(queries, in.Text)
	}
	if strings.TrimSpace(strings.Join(queries, "")) == "" {
		return detectOut{}, errors.New(`there is no "text" and there are no "queries"`)
	}
	clean := make([]string, len(queries))
	for i, q := range queries {
		clean[i] = scrub.Text(q)
	}
	return detectOut{append([]memory.Candidate{}, memory.Detect(clean)...)}, nil
}

func memoryRecallCommand(ctx context.Context, a *app, _ []string) error {
	return recall(ctx, a.Stdin, a.Stdout)
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

// shelves is a store of the memories that lines have loaded, by user, in the order
// of the lines: of two with one id the later holds. A Book reads them and writes none.
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

// load keeps a memory, with documents, cards and passwords struck out.
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

// answer returns the memories of a user that a message is about.
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
