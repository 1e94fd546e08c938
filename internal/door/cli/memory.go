package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/thread"
)

// whose is the owner of memories, by the flags --guest and --house.
type whose struct {
	guest string
	house bool
}

// nobody is the guest of commands that are given neither --as nor --guest.
const nobody = "local"

// whose reads the flags that name the owner of memories. Not every command has --house.
func (a *app) whose() whose {
	return whose{guest: a.text("guest"), house: a.flags.Lookup("house") != nil && a.is("house")}
}

func (w *whose) check() error {
	err := checkID("guest", w.guest)
	if w.house {
		w.guest = ""
	}
	return err
}

func (w *whose) String() string {
	if w.house {
		return "all guests"
	}
	return w.guest
}

func memoryShowCommand(ctx context.Context, a *app, _ []string) error {
	w := a.whose()
	e, err := a.known(ctx, &w, a.text("lang"))
	if err != nil {
		return err
	}
	if w.guest == nobody && !a.json {
		fmt.Fprintf(a.Stderr, "(of %s, as which speaks who does not say --as; --guest names another)\n", nobody)
	}
	return a.show(e, func(out io.Writer) { writeKnown(out, &w, e) })
}

// known reads the memories of a guest, or of the house, with their texts in a language.
func (a *app) known(ctx context.Context, w *whose, language string) (*memory.Export, error) {
	if _, err := w.find(ctx, a); err != nil {
		return nil, err
	}
	language = cmp.Or(language, a.config.House.Language)
	l, ok := lang.Parse(language)
	if !ok {
		return nil, &usageError{fmt.Sprintf("--lang %q: the house speaks pt, en and es", language), ""}
	}
	return a.book().Export(ctx, w.guest, l)
}

func writeKnown(out io.Writer, w *whose, e *memory.Export) {
	if len(e.Memories) == 0 {
		fmt.Fprintf(out, "nothing is known of %s\n", w)
	}
	for _, m := range e.Memories {
		fmt.Fprintf(out, "%s\t%s\n", m.ID, oneLine(m.Text))
	}
	switch e.Health {
	case "yes":
		fmt.Fprintln(out, "what concerns health may be remembered: the guest said so")
	case "no":
		fmt.Fprintln(out, "what concerns health is not remembered: the guest said so")
	case "asked":
		fmt.Fprintln(out, "what concerns health is not remembered: the guest was asked and has not answered")
	}
}

func memoryExportCommand(ctx context.Context, a *app, _ []string) error {
	dir := a.text("dir")
	w := a.whose()
	e, err := a.known(ctx, &w, a.text("lang"))
	if err != nil {
		return err
	}
	if dir == "" {
		return writeJSON(a.Stdout, e)
	}
	return export(a.Stdout, e, dir)
}

// export writes files that only their owner can read.
func export(out io.Writer, e *memory.Export, dir string) error {
	var b strings.Builder
	if err := writeJSON(&b, e); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("exporting: %w", err)
	}
	for name, text := range map[string]string{"memory.json": b.String(), "memory.md": e.Markdown + "\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return fmt.Errorf("exporting: %w", err)
		}
	}
	_, err := fmt.Fprintf(out, "%d memories of %s are in memory.json and memory.md in %s; conversations are not\n", len(e.Memories), e.Guest, dir)
	return err
}

// kinds returns the kinds of memories: diet, preference and so on.
func kinds() []string {
	var all []string
	for _, k := range slices.Sorted(maps.Keys(memory.Keys)) {
		all = append(all, string(k))
	}
	return all
}

// forgetting has the flags of "memory forget".
type forgetting struct {
	whose
	kind, person string
	all, yes     bool
}

// forgotten has the memories that were, or would be, forgotten, as --json writes it.
type forgotten struct {
	Guest         string   `json:"guest"`
	IDs           []string `json:"ids"`
	Conversations int      `json:"conversations"`
	Done          bool     `json:"done"`
}

func memoryForgetCommand(ctx context.Context, a *app, ids []string) error {
	f := &forgetting{whose: a.whose(), kind: a.text("kind"), person: a.text("person"), all: a.is("all"), yes: a.is("yes")}
	whats, err := f.whats(ids)
	if err != nil {
		return err
	}
	named, err := f.find(ctx, a)
	if err != nil {
		return err
	}
	if named && f.yes { // another may have that name tomorrow
		return &usageError{"who is to be forgotten is named by their id", "--guest " + f.guest}
	}
	book := a.book()
	gone := forgotten{Guest: f.guest, IDs: []string{}, Done: f.yes}
	var texts []string
	for _, w := range whats {
		some, err := book.Matching(ctx, f.guest, w)
		if err != nil {
			return err
		}
		if w.ID != "" && len(some) == 0 {
			return fmt.Errorf("there is no memory %q of %s, and nothing was forgotten", w.ID, &f.whose)
		}
		for _, m := range some {
			gone.IDs = append(gone.IDs, m.ID)
			text := fmt.Sprintf("%s  %s %s: %s", m.ID, m.Kind, m.Key, m.Value)
			if m.Person != "" {
				text += " (of " + m.Person + ")"
			}
			texts = append(texts, text)
		}
	}
	if f.all && !f.house {
		threads, err := a.db.List(ctx, f.guest, 0)
		if err != nil {
			return err
		}
		gone.Conversations = len(threads)
	}
	if f.yes {
		for _, w := range whats {
			if _, err := book.Forget(ctx, f.guest, w); err != nil {
				return err
			}
		}
	}
	return a.show(gone, func(w io.Writer) { f.write(w, gone, texts) })
}

// whats returns the memories that the arguments name: by ids, a kind, a companion, or all.
func (f *forgetting) whats(ids []string) ([]memory.What, error) {
	ways := []bool{len(ids) > 0, f.kind != "", f.person != "", f.all}
	if len(slices.DeleteFunc(ways, func(given bool) bool { return !given })) != 1 {
		return nil, &usageError{"say what is to be forgotten: ids, --kind, --person or --all", `"maitre memory show" tells the ids`}
	}
	if f.kind != "" && !slices.Contains(kinds(), f.kind) {
		return nil, &usageError{fmt.Sprintf("there is no kind %q", f.kind), strings.Join(kinds(), ", ")}
	}
	if len(ids) == 0 {
		return []memory.What{{Kind: memory.Kind(f.kind), Person: f.person, All: f.all}}, nil
	}
	var all []memory.What
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		all = append(all, memory.What{ID: id})
	}
	return all, nil
}

func (f *forgetting) write(w io.Writer, gone forgotten, texts []string) {
	what := fmt.Sprintf("%d memories of %s", len(gone.IDs), &f.whose)
	if f.all && !f.house {
		what += fmt.Sprintf(" and %d conversations, with all that the log says of them,", gone.Conversations)
	}
	if f.yes {
		fmt.Fprintf(w, "%s are forgotten\n", what)
		return
	}
	if f.all && !f.house && len(gone.IDs)+gone.Conversations == 0 {
		fmt.Fprintf(w, "no guest %s is known: \"maitre memory guests\" lists them; add --yes for what else may be theirs\n", f.guest)
		return
	}
	for _, t := range texts {
		fmt.Fprintln(w, oneLine(t))
	}
	fmt.Fprintf(w, "%s would be forgotten for good: add --yes\n", what)
}

func memoryConsentCommand(ctx context.Context, a *app, args []string) error {
	person := a.text("person")
	w := a.whose()
	if len(args) != 1 || args[0] != "yes" && args[0] != "no" {
		return &usageError{"say yes or no", "maitre memory consent --guest ana yes"}
	}
	if err := w.check(); err != nil {
		return err
	}
	t := hook.Turn{Guest: w.guest, Run: thread.NewID(), Time: time.Now()}
	if err := a.book().ConsentFor(ctx, t, person, args[0] == "yes"); err != nil {
		return err
	}
	says := map[string]string{"yes": "may be remembered", "no": "is not remembered, and what was is forgotten"}[args[0]]
	if person != "" {
		return a.tell(nil, "what %s tells of %s %s", &w, person, says)
	}
	return a.tell(nil, "what concerns the health of %s %s", &w, says)
}

func memoryAddCommand(ctx context.Context, a *app, args []string) error {
	guest, scope := a.text("guest"), a.text("scope")
	whom := scope
	switch {
	case (guest == "") == (scope == "") || scope != "" && scope != memory.ForOrg && scope != memory.ForGlobal:
		return &usageError{"say for whom it is: --guest GUEST, --scope org or --scope global", ""}
	case guest != "":
		whom = memory.ForUser
		if err := (&whose{guest: guest}).check(); err != nil {
			return err
		}
	}
	m, err := a.book().Add(ctx, guest, whom, memory.Kind(args[0]), args[1], args[2])
	if err != nil {
		return err
	}
	return a.tell(m, "%s  %s %s: %s", m.ID, m.Kind, plain(m.Key), plain(oneLine(m.Value)))
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

func memoryFeedbackCommand(ctx context.Context, a *app, args []string) error {
	run := a.text("run")
	w := a.whose()
	if err := w.check(); err != nil {
		return err
	}
	f, err := feedbackOf(args)
	if err != nil {
		return err
	}
	if run == "" {
		return &usageError{"say which run is judged", "--run RUN"}
	}
	m, err := a.maitre(ctx)
	if err != nil {
		return err
	}
	err = m.Feedback(ctx, w.guest, run, f)
	if errors.Is(err, graph.ErrNotFound) {
		return fmt.Errorf("there is no run %q of guest %s", run, w.guest)
	}
	if err != nil {
		return err
	}
	return a.tell(nil, "noted")
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
	if err := a.book().Rebuild(ctx); err != nil {
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
	Injected string            `json:"injected"`
	IDs      []json.RawMessage `json:"ids"`
}

// memoryRecallCommand answers queries of the memories on the lines before them.
func memoryRecallCommand(ctx context.Context, a *app, _ []string) error {
	known := &shelves{rows: map[string][]memory.Row{}}
	book := memory.NewBook(memory.Options{Store: known})
	_, err := jsonl.Run(ctx, a.input(ctx), a.Stdout, func(ctx context.Context, l recallLine) (*recalled, error) {
		if err := l.check(); err != nil {
			return nil, err
		}
		if l.Type == "memory" {
			return nil, known.load(l)
		}
		return l.answer(ctx, book)
	}, nil)
	return err
}

func (l recallLine) check() error {
	switch user := string(l.User); {
	case l.Type != "memory" && l.Type != "query":
		return jsonl.Unusable(fmt.Sprintf(`"type" is "memory" or "query", not %q`, l.Type))
	case user == "" || user == "null" || user == `""`:
		return jsonl.Unusable(`there is no "user"`)
	case strings.TrimSpace(l.Text) == "":
		return jsonl.Unusable(`there is no "text"`)
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
func (s *shelves) load(l recallLine) error {
	id, user := string(l.ID), string(l.User)
	if id == "" || id == "null" || id == `""` {
		return jsonl.Unusable(`there is no "id"`)
	}
	m := memory.Memory{ID: id, Retired: "sensitive"}
	if !strings.EqualFold(strings.TrimSpace(l.Sens), "high") {
		now := time.Now()
		m = memory.Memory{
			ID: id, For: memory.ForUser, Kind: memory.Kind(strings.ToLower(l.Kind)), Key: scrub.Text(l.Key), Value: scrub.Text(l.Text), Subject: memory.User,
			Source: memory.FromGuest, Since: now, Last: now, Evidence: 1, Alpha: 1,
		}
	}
	return s.add(user, m)
}

func (s *shelves) add(user string, m memory.Memory) error {
	body, err := json.Marshal(m)
	s.rows[user] = append(s.rows[user], memory.Row{ID: m.ID, Body: body})
	return err
}

// answer returns the memories of a user that a message is about.
func (l recallLine) answer(ctx context.Context, book *memory.Book) (*recalled, error) {
	known, err := book.Of(ctx, string(l.User))
	if err != nil {
		return nil, err
	}
	w := memory.Choose(known.In(""), scrub.Text(l.Text), nil, time.Now())
	r := &recalled{Injected: w.Text, IDs: []json.RawMessage{}}
	for _, id := range w.IDs() {
		r.IDs = append(r.IDs, json.RawMessage(id))
	}
	return r, nil
}
