package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/internal/operate/talks"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/thread"
)

// nobody is the guest of commands that are given neither --as nor --guest.
const nobody = "local"

// guest is somebody of whom the house keeps something.
type guest struct {
	ID    string    `json:"guest"`
	Names []string  `json:"names"` // that they told, and in which they asked the staff for something
	Table string    `json:"table,omitempty"`
	Last  time.Time `json:"last,omitzero"` // when they last said something
}

// guests returns all of them, who spoke last first: those who said something, came by a link,
// asked the staff for something, or of whom something is remembered.
func (a *app) guests(ctx context.Context) ([]*guest, error) {
	known := map[string]*guest{}
	of := func(id, name string) *guest {
		g := known[id]
		if g == nil {
			g = &guest{ID: id, Names: []string{}}
			known[id] = g
		}
		if name != "" && !slices.Contains(g.Names, name) {
			g.Names = append(g.Names, name)
		}
		return g
	}
	errRead := new(talks.Book).Read(ctx, a.db, func(turns []*talks.Turn) {
		for _, t := range turns {
			of(t.Guest, "").Last = t.At
		}
	})
	visitors, errVisitors := a.links().Visitors(ctx)
	for id, v := range visitors {
		of(id, v.Name).Table = v.Table
	}
	requests, errRequests := a.inbox().List(ctx)
	for _, r := range requests {
		of(r.Guest, r.Name)
	}
	owners, errOwners := a.db.Owners(ctx, "", 0)
	err := errors.Join(errRead, errVisitors, errRequests, errOwners)
	for _, id := range owners {
		of(id, "")
		facts, errFacts := a.book().Matching(ctx, id, memory.What{Kind: memory.Fact})
		err = errors.Join(err, errFacts)
		for _, m := range facts {
			if m.Key == "name" {
				of(id, m.Value)
			}
		}
	}
	byLast := func(x, y *guest) int { return cmp.Or(y.Last.Compare(x.Last), strings.Compare(x.ID, y.ID)) }
	return slices.SortedFunc(maps.Values(known), byLast), err
}

// goesBy reports whether a guest has a name with all words of another: "ana" finds "Ana Lima".
func (g *guest) goesBy(name string) bool {
	return slices.ContainsFunc(g.Names, func(own string) bool {
		has := strings.Fields(lang.Fold(own))
		return !slices.ContainsFunc(strings.Fields(lang.Fold(name)), func(w string) bool { return !slices.Contains(has, w) })
	})
}

func memoryGuests(ctx context.Context, a *app, _ nothing) (any, error) { return a.guests(ctx) }

// whose is the owner of memories: a guest, by id or name, or the house.
type whose struct {
	Guest string
	House bool
}

func (w *whose) String() string {
	if w.Guest == "" {
		return "all guests"
	}
	return w.Guest
}

// find makes an id of what was said: "Marcos" becomes "g-06gv6p", and the house "". named says that it
// was a name.
func (w *whose) find(ctx context.Context, a *app) (named bool, err error) {
	if w.House {
		w.Guest = ""
	}
	if w.House || w.Guest == nobody {
		return false, nil
	}
	if threads, err := a.db.List(ctx, w.Guest, 1); err != nil || len(threads) > 0 {
		return false, err
	}
	all, err := a.guests(ctx)
	if err != nil || slices.ContainsFunc(all, func(g *guest) bool { return g.ID == w.Guest }) {
		return false, err
	}
	var ids []string
	for _, g := range all {
		if g.goesBy(w.Guest) {
			ids = append(ids, g.ID)
		}
	}
	switch len(ids) {
	case 0:
		if err := thread.CheckID(w.Guest); err != nil {
			return false, wrong("", "--guest %q: %v", w.Guest, err)
		}
		return false, nil
	case 1:
		a.tell("(%s is guest %s)", w.Guest, ids[0])
		w.Guest = ids[0]
		return true, nil
	}
	return false, wrong(`"maitre memory guests" tells them apart`, "%s may be %s", w.Guest, strings.Join(ids, " or "))
}

// known reads the memories of a guest, or of the house, with their texts in a language.
func (a *app) known(ctx context.Context, w *whose, language string) (*memory.Export, error) {
	if _, err := w.find(ctx, a); err != nil {
		return nil, err
	}
	l, ok := lang.Parse(cmp.Or(language, a.config.House.Language))
	if !ok {
		return nil, wrong("", "--lang %q: the house speaks pt, en and es", language)
	}
	return a.book().Export(ctx, w.Guest, l)
}

type memoryShowIn struct {
	whose
	Lang string
}

func memoryShow(ctx context.Context, a *app, in memoryShowIn) (any, error) {
	e, err := a.known(ctx, &in.whose, in.Lang)
	if err == nil && in.Guest == nobody {
		a.note("(of %s, as which speaks who does not say --as; --guest names another)", nobody)
	}
	return e, err
}

func memoryExport(ctx context.Context, a *app, in struct{ Guest, Dir, Lang string }) (any, error) {
	e, err := a.known(ctx, &whose{Guest: in.Guest}, in.Lang)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	if err := writeJSON(&text, e); err != nil {
		return nil, err
	}
	if in.Dir == "" {
		_, err := a.Stdout.Write([]byte(text.String()))
		return nil, err
	}
	err = os.MkdirAll(in.Dir, 0o700)
	for name, text := range map[string]string{"memory.json": text.String(), "memory.md": e.Markdown + "\n"} { // for their owner alone
		err = errors.Join(err, os.WriteFile(filepath.Join(in.Dir, name), []byte(text), 0o600))
	}
	if err != nil {
		return nil, fmt.Errorf("exporting: %w", err)
	}
	return fmt.Sprintf("%d memories of %s are in memory.json and memory.md in %s; conversations are not", len(e.Memories), e.Guest, in.Dir), nil
}

// kinds returns the kinds of memories: diet, preference and so on.
func kinds() (all []string) {
	for _, k := range slices.Sorted(maps.Keys(memory.Keys)) {
		all = append(all, string(k))
	}
	return all
}

// kindsAndKeys lists them for help.
func kindsAndKeys() string {
	var b strings.Builder
	for _, k := range kinds() {
		keys := cmp.Or(strings.Join(memory.Keys[memory.Kind(k)], ", "), "what it corrects, in a word")
		fmt.Fprintf(&b, "  %-14s %s\n", k, keys)
	}
	return b.String()
}

type memoryForgetIn struct {
	whose
	Kind, Person string
	All, Yes     bool
	IDs          []string
}

// forgotten has the memories that were, or would be, forgotten.
type forgotten struct {
	Guest         string   `json:"guest"`
	IDs           []string `json:"ids"`
	Conversations int      `json:"conversations"`
	Done          bool     `json:"done"`

	Of   string           `json:"-"`
	What []*memory.Memory `json:"-"`
	All  bool             `json:"-"` // of a guest, conversations included
}

func memoryForget(ctx context.Context, a *app, in memoryForgetIn) (any, error) {
	whats := in.whats()
	if len(whats) == 0 {
		return nil, wrong(`"maitre memory show" tells the ids`, "say what is to be forgotten: ids, --kind, --person or --all")
	}
	named, err := in.find(ctx, a)
	if err != nil {
		return nil, err
	}
	if named && in.Yes { // another may have that name tomorrow
		return nil, wrong("--guest "+in.Guest, "who is to be forgotten is named by their id")
	}
	gone := forgotten{Guest: in.Guest, IDs: []string{}, Done: in.Yes, Of: in.whose.String(), All: in.All && !in.House}
	for _, w := range whats {
		some, err := a.book().Matching(ctx, in.Guest, w)
		if err != nil {
			return nil, err
		}
		if w.ID != "" && len(some) == 0 {
			return nil, fmt.Errorf("there is no memory %q of %s, and nothing was forgotten", w.ID, gone.Of)
		}
		for _, m := range some {
			gone.IDs, gone.What = append(gone.IDs, m.ID), append(gone.What, m)
		}
	}
	if gone.All {
		threads, err := a.db.List(ctx, in.Guest, 0)
		if err != nil {
			return nil, err
		}
		gone.Conversations = len(threads)
	}
	for i := 0; in.Yes && i < len(whats); i++ {
		if _, err := a.book().Forget(ctx, in.Guest, whats[i]); err != nil {
			return nil, err
		}
	}
	return gone, nil
}

// whats returns the memories that are named in one way: by ids, a kind, a companion, or all; none if there
// is not one way.
func (in memoryForgetIn) whats() (all []memory.What) {
	for _, id := range slices.Compact(slices.Sorted(slices.Values(in.IDs))) {
		all = append(all, memory.What{ID: id})
	}
	ways := min(1, len(all))
	for _, w := range []memory.What{{Kind: memory.Kind(in.Kind)}, {Person: in.Person}, {All: in.All}} {
		if w != (memory.What{}) {
			all = append(all, w)
			ways++
		}
	}
	if ways != 1 {
		return nil
	}
	return all
}

type memoryConsentIn struct {
	Guest          id
	Person, Answer string
}

func memoryConsent(ctx context.Context, a *app, in memoryConsentIn) (any, error) {
	says := map[string]string{"yes": "may be remembered", "no": "is not remembered, and what was is forgotten"}[in.Answer]
	if says == "" {
		return nil, wrong("maitre memory consent --guest ana yes", "say yes or no")
	}
	t := hook.Turn{Guest: string(in.Guest), Run: thread.NewID(), Time: time.Now()}
	if err := a.book().ConsentFor(ctx, t, in.Person, in.Answer == "yes"); err != nil {
		return nil, err
	}
	if in.Person != "" {
		return fmt.Sprintf("what %s tells of %s %s", in.Guest, in.Person, says), nil
	}
	return fmt.Sprintf("what concerns the health of %s %s", in.Guest, says), nil
}

type memoryAddIn struct {
	Guest                   id
	Scope, Kind, Key, Value string
}

func memoryAdd(ctx context.Context, a *app, in memoryAddIn) (any, error) {
	if (in.Guest == "") == (in.Scope == "") {
		return nil, wrong("", "say for whom it is: --guest GUEST, --scope org or --scope global")
	}
	return a.book().Add(ctx, string(in.Guest), cmp.Or(in.Scope, memory.ForUser), memory.Kind(in.Kind), in.Key, in.Value)
}

type memoryFeedbackIn struct {
	Guest        id
	Run, Opinion string
	Words        []string
}

func memoryFeedback(ctx context.Context, a *app, in memoryFeedbackIn) (any, error) {
	const example = `maitre memory feedback --run RUN correction "não sou vegetariano"`
	f := hook.Feedback{Kind: hook.Opinion(in.Opinion), Text: strings.TrimSpace(strings.Join(in.Words, " "))}
	instead := f.Kind == hook.Correction || f.Kind == hook.Preferred
	switch {
	case !instead && f.Kind != hook.Positive && f.Kind != hook.Negative:
		return nil, wrong(example, "feedback is positive, negative, correction or preference, not %q", in.Opinion)
	case instead && f.Text == "":
		return nil, wrong(example, "a %s needs what the guest says instead", f.Kind)
	}
	m, err := a.maitre(ctx)
	if err != nil {
		return nil, err
	}
	err = m.Feedback(ctx, string(in.Guest), in.Run, f)
	if errors.Is(err, graph.ErrNotFound) {
		err = fmt.Errorf("there is no run %q of guest %s", in.Run, in.Guest)
	}
	if err != nil {
		return nil, err
	}
	return "noted", nil
}

func memoryRebuild(ctx context.Context, a *app, _ nothing) (any, error) {
	return "all memories are made anew from the log", a.book().Rebuild(ctx)
}

type detectIn struct {
	Text    string   `json:"text"`
	Queries []string `json:"queries"`
}

type detectOut struct {
	Items []memory.Candidate `json:"items"`
}

func memoryDetect(ctx context.Context, a *app, _ nothing) (any, error) {
	return nil, answerLines(ctx, a, `{"id":…,"text":…}`, detectLine)
}

// detectLine strikes documents, cards and passwords out before it looks for memories.
func detectLine(_ context.Context, in detectIn) (detectOut, error) {
	var clean []string
	for _, q := range append(in.Queries, in.Text) {
		if strings.TrimSpace(q) != "" {
			clean = append(clean, scrub.Text(q))
		}
	}
	if len(clean) == 0 {
		return detectOut{}, errors.New(`there is no "text" and there are no "queries"`)
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

// memoryRecall answers queries of the memories on the lines before them.
func memoryRecall(ctx context.Context, a *app, _ nothing) (any, error) {
	known := shelves{rows: map[string][]memory.Row{}}
	book := memory.NewBook(memory.Options{Store: known})
	_, err := jsonl.Run(ctx, a.input(ctx), a.Stdout, func(ctx context.Context, l recallLine) (*recalled, error) {
		switch {
		case l.Type != "memory" && l.Type != "query":
			return nil, jsonl.Unusable(fmt.Sprintf(`"type" is "memory" or "query", not %q`, l.Type))
		case missing(l.User):
			return nil, jsonl.Unusable(`there is no "user"`)
		case strings.TrimSpace(l.Text) == "":
			return nil, jsonl.Unusable(`there is no "text"`)
		case l.Type == "query":
			return l.answer(ctx, book)
		case missing(l.ID):
			return nil, jsonl.Unusable(`there is no "id"`)
		}
		return nil, known.load(l)
	}, nil)
	return nil, err
}

func missing(v json.RawMessage) bool { return len(v) == 0 || string(v) == "null" || string(v) == `""` }

// shelves is a store of the memories that lines have loaded, by user, in the order
// of the lines: of two with one id the later holds. A Book reads them and writes none.
type shelves struct {
	memory.Store // nil
	rows         map[string][]memory.Row
}

// Memories implements memory.Store. A user's revision is how many rows there
// are.
func (s shelves) Memories(_ context.Context, user string, after int64) (memory.Page, error) {
	rows := s.rows[user]
	return memory.Page{Rev: int64(len(rows)), All: after == 0, Rows: rows[after:]}, nil
}

// load keeps a memory, with documents, cards and passwords struck out.
func (s shelves) load(l recallLine) error {
	id, user, now := string(l.ID), string(l.User), time.Now()
	m := memory.Memory{
		ID: id, For: memory.ForUser, Kind: memory.Kind(strings.ToLower(l.Kind)), Key: scrub.Text(l.Key), Value: scrub.Text(l.Text), Subject: memory.User,
		Source: memory.FromGuest, Since: now, Last: now, Evidence: 1, Alpha: 1,
	}
	if strings.EqualFold(strings.TrimSpace(l.Sens), "high") {
		m = memory.Memory{ID: id, Retired: "sensitive"}
	}
	body, err := json.Marshal(m)
	s.rows[user] = append(s.rows[user], memory.Row{ID: id, Body: body})
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
