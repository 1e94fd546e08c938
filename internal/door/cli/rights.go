package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/thread"
)

// whose has the flags that name the owner of memories: --guest ana, or --house.
type whose struct {
	guest string
	house bool
}

// nobody is the guest of commands that are given neither --as nor --guest.
const nobody = "local"

// register adds --guest.
func (w *whose) register(fs *flag.FlagSet) {
	fs.StringVar(&w.guest, "guest", nobody, "`GUEST` of whom it is known")
}

func (w *whose) registerHouse(fs *flag.FlagSet) {
	fs.BoolVar(&w.house, "house", false, "what the operator has noted for all guests, instead of one guest's")
}

func (w *whose) check() error {
	if err := thread.CheckID(w.guest); err != nil {
		return &usageError{fmt.Sprintf("--guest %q: %v", w.guest, err), ""}
	}
	if w.house {
		w.guest = ""
	}
	return nil
}

func (w *whose) String() string {
	if w.house {
		return "all guests"
	}
	return w.guest
}

func memoryShowCommand(fs *flag.FlagSet) action {
	var w whose
	w.register(fs)
	w.registerHouse(fs)
	language := fs.String("lang", "", "`LANGUAGE` to say it in: pt, en or es; without it that of the house")
	return func(ctx context.Context, a *app, _ []string) error {
		e, err := a.known(ctx, &w, *language)
		if err != nil {
			return err
		}
		if w.guest == nobody && !a.json {
			fmt.Fprintf(a.Stderr, "(of %s, as which speaks who does not say --as; --guest names another)\n", nobody)
		}
		return a.show(e, func(out io.Writer) { writeKnown(out, &w, e) })
	}
}

// known reads the memories of a guest, or of the house, with their texts in a language.
func (a *app) known(ctx context.Context, w *whose, language string) (*memory.Export, error) {
	if err := w.check(); err != nil {
		return nil, err
	}
	book, err := a.book(ctx)
	if err != nil {
		return nil, err
	}
	if language == "" {
		language = a.config.House.Language
	}
	l, ok := lang.Parse(language)
	if !ok {
		return nil, &usageError{fmt.Sprintf("--lang %q: the house speaks pt, en and es", language), ""}
	}
	return book.Export(ctx, w.guest, l)
}

func writeKnown(out io.Writer, w *whose, e *memory.Export) {
	if len(e.Memories) == 0 {
		fmt.Fprintf(out, "nothing is known of %s\n", w)
	}
	for _, m := range e.Memories {
		fmt.Fprintf(out, "%s\t%s\n", m.ID, oneLine(m.Text))
	}
	health := map[string]string{
		"yes": "may be remembered: the guest said so", "no": "is not remembered: the guest said so",
		"asked": "is not remembered: the guest was asked and has not answered",
	}[e.Health]
	if health != "" {
		fmt.Fprintf(out, "what concerns health %s\n", health)
	}
}

func memoryExportCommand(fs *flag.FlagSet) action {
	var w whose
	w.register(fs)
	dir := fs.String("dir", "", "`DIRECTORY` for the two files, made if there is none")
	language := fs.String("lang", "", "`LANGUAGE` to say it in: pt, en or es; without it that of the house")
	return func(ctx context.Context, a *app, _ []string) error {
		e, err := a.known(ctx, &w, *language)
		if err != nil {
			return err
		}
		if *dir == "" {
			return writeJSON(a.Stdout, e)
		}
		return export(a.Stdout, e, *dir)
	}
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

func memoryForgetCommand(fs *flag.FlagSet) action {
	var f forgetting
	f.register(fs)
	f.registerHouse(fs)
	fs.StringVar(&f.kind, "kind", "", "`KIND` that is forgotten: "+strings.Join(kinds(), ", "))
	fs.StringVar(&f.person, "person", "", "`NAME` of a companion of whom all is forgotten")
	fs.BoolVar(&f.all, "all", false, "everything, conversations included")
	fs.BoolVar(&f.yes, "yes", false, "do it: what is forgotten is gone")
	return func(ctx context.Context, a *app, ids []string) error { return f.do(ctx, a, ids) }
}

// kinds returns the kinds of memories: diet, preference and so on.
func kinds() []string {
	var all []string
	for k := range memory.Keys {
		all = append(all, string(k))
	}
	slices.Sort(all)
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

func (f *forgetting) do(ctx context.Context, a *app, ids []string) error {
	if err := f.check(); err != nil {
		return err
	}
	whats, err := f.whats(ids)
	if err != nil {
		return err
	}
	book, err := a.book(ctx)
	if err != nil {
		return err
	}
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
	given := 0
	for _, is := range []bool{len(ids) > 0, f.kind != "", f.person != "", f.all} {
		if is {
			given++
		}
	}
	if given != 1 {
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
	for _, t := range texts {
		fmt.Fprintln(w, oneLine(t))
	}
	fmt.Fprintf(w, "%s would be forgotten for good: add --yes\n", what)
}

func memoryConsentCommand(fs *flag.FlagSet) action {
	var w whose
	w.register(fs)
	person := fs.String("person", "", "`NAME` of a companion whose needs it is about, not the guest's own")
	return func(ctx context.Context, a *app, args []string) error {
		if err := w.check(); err != nil {
			return err
		}
		if len(args) != 1 || args[0] != "yes" && args[0] != "no" {
			return &usageError{"say yes or no", "maitre memory consent --guest ana yes"}
		}
		book, err := a.book(ctx)
		if err != nil {
			return err
		}
		t := hook.Turn{Guest: w.guest, Run: thread.NewID(), Time: time.Now()}
		if err := book.ConsentFor(ctx, t, *person, args[0] == "yes"); err != nil {
			return err
		}
		says := map[string]string{"yes": "may be remembered", "no": "is not remembered, and what was is forgotten"}[args[0]]
		if *person != "" {
			return a.tell(nil, "what %s tells of %s %s", &w, *person, says)
		}
		return a.tell(nil, "what concerns the health of %s %s", &w, says)
	}
}
