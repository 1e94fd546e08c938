package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/thread"
)

// Older is how databases of earlier versions of the program are made.
type Older struct {
	// Steps are those of the schema, in order.
	Steps []sqlite.Migration
	// Rows has for each step a file NAME.sql: what a program wrote whose last step
	// it was. A file never changes, as the steps do not.
	Rows fs.FS
	// Make returns a new database in which each of the first steps was taken, and
	// its rows were written before the next one.
	Make func(t *testing.T, rows []string) (dsn string)
	// Open opens it as the program does.
	Open func(t *testing.T, dsn string) Store
}

// written is what the rows of each step say, and how that is read. A new step
// adds to it, and a file to each store's testdata.
var written = []struct {
	read func(r *reader)
	want string
}{
	{func(r *reader) { r.thread("t1", "ana"); r.spent("2026-03-14") }, `"uma IPA" 1000000 2000000; user: uma IPA 1500000; assistant: Claro! 2000000; spent 42`},
	{func(r *reader) { r.run("r2") }, `waiting "Quer saber mais?" {"found":2}; text {"text":"Achei duas."}`},
	{func(r *reader) { r.doc("menu", "e3"); r.cached("web", "k3") }, `d3 Moqueca "com banana" map[course:main] [1 2]; "quem é a Amplified?" {"site":"a"}`},
	{func(r *reader) { r.secret("s4") }, `0123456789abcdef0123456789abcdef`},
	{
		func(r *reader) { r.thread("t5", "bia"); r.run("r5") },
		`"sou alérgica a camarão" 5000000 5000000; user: sou alérgica a camarão 5000000; assistant: Anotado. 5000000; waiting "Posso guardar?" {"wish":"moqueca"}; text {"text":"Moqueca sem camarão"}`,
	},
	{func(r *reader) { r.memories("caio", "r6~memory") }, `m6 {"id":"m6","value":"vinho tinto"}; {"value":"vinho tinto"}`},
	{func(r *reader) { r.tokens("davi", "mtr_davi") }, `k7 telefone; k7`},
	{func(r *reader) { r.release("customers") }, `2026-01-05T00:00:00Z figures`},
	{func(r *reader) { r.tokens("eva", "mtr_eva") }, `k9 balcão; k9`},
	{func(r *reader) { r.thread("t10", "fia") }, `"mesa na varanda" 10000000 10000000; user: mesa na varanda 10000000`},
}

// TestOlder checks that a database of any earlier version of the program comes
// up to date when it is opened: nothing that was in it is lost, and it does what
// is new.
func TestOlder(t *testing.T, o Older) {
	if len(o.Steps) != len(written) {
		t.Fatalf("there are %d steps, and rows of %d", len(o.Steps), len(written))
	}
	var rows []string
	for _, step := range o.Steps {
		text := must.Get(fs.ReadFile(o.Rows, step.Name+".sql"))(t)
		rows = append(rows, string(text))
		t.Run("of "+step.Name, func(t *testing.T) {
			s := o.Open(t, o.Make(t, rows))
			for i := range rows {
				r := &reader{ctx: t.Context(), s: s}
				written[i].read(r)
				if got := strings.Join(r.lines, "; "); got != written[i].want || r.err != nil {
					t.Errorf("what was written after %s: %v\n got %s\nwant %s", o.Steps[i].Name, r.err, got, written[i].want)
				}
			}
			goOn(t, s)
		})
	}
}

// goOn lets the guest of the first step do what only the last one allows: talk,
// sealed, sign in, and be forgotten.
func goOn(t *testing.T, s Store) {
	ctx := t.Context()
	_, tok, hash := token.New("ana", "página")
	err := errors.Join(
		s.Append(ctx, "t1", "ana", thread.Message{Role: thread.RoleUser, Text: "e a conta"}),
		s.PutToken(ctx, tok, hash),
	)
	messages, read := s.Messages(ctx, "t1", "ana", 0)
	if err = errors.Join(err, read); err != nil || len(messages) != 3 || messages[0].Text != "uma IPA" || messages[2].Text != "e a conta" {
		t.Errorf("the conversation goes on: %v, %v", messages, err)
	}
	err = s.Forget(ctx, "ana")
	if _, read = s.Messages(ctx, "t1", "ana", 0); err != nil || !errors.Is(read, thread.ErrNotFound) {
		t.Errorf("forgotten: %v; then Messages: %v, want %v", err, read, thread.ErrNotFound)
	}
}

// reader writes down what a store says, until it fails.
type reader struct {
	ctx   context.Context
	s     Store
	lines []string
	err   error
}

func (r *reader) add(err error, format string, args ...any) {
	r.err = errors.Join(r.err, err)
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

func (r *reader) thread(id, guest string) {
	threads, err := r.s.List(r.ctx, guest, 0)
	for _, t := range threads {
		r.add(nil, "%q %d %d", t.Title, t.Created.UnixMicro(), t.Updated.UnixMicro())
	}
	messages, errMessages := r.s.Messages(r.ctx, id, guest, 0)
	for _, m := range messages {
		r.add(nil, "%s: %s %d", m.Role, m.Text, m.Time.UnixMicro())
	}
	r.err = errors.Join(r.err, err, errMessages)
}

func (r *reader) spent(day string) {
	total, _, err := r.s.Spend(r.ctx, day, 0, 100)
	r.add(err, "spent %d", total)
}

func (r *reader) run(id string) {
	cp, err := r.s.Load(r.ctx, id)
	if err != nil {
		r.add(err, "no run")
		return
	}
	r.add(nil, "%s %q %s%s", cp.Status, cp.Question.Text, cp.State, cp.Err)
	events, err := r.s.Events(r.ctx, id, 0, 0)
	for _, e := range events {
		r.add(nil, "%s %s", e.Type, e.Data)
	}
	r.err = errors.Join(r.err, err)
}

func (r *reader) doc(collection, embedder string) {
	rows, err := r.s.DocsAfter(r.ctx, collection, embedder, 0, 0)
	for _, d := range rows {
		r.add(nil, "%s %s %q %v %v", d.ID, d.Title, d.Text, d.Fields, d.Vector)
	}
	r.err = errors.Join(r.err, err)
}

func (r *reader) cached(space, key string) {
	e, err := r.s.CacheGet(r.ctx, space, key)
	r.add(err, "%q %s", e.Text, e.Value)
}

func (r *reader) release(name string) {
	version, data, err := r.s.Release(r.ctx, name, "")
	r.add(err, "%s %s", version, data)
}

func (r *reader) secret(name string) {
	b, err := r.s.Secret(r.ctx, name)
	r.add(err, "%s", b)
}

func (r *reader) memories(owner, run string) {
	page, err := r.s.Memories(r.ctx, owner, 0)
	for _, m := range page.Rows {
		r.add(nil, "%s %s", m.ID, m.Body)
	}
	events, errEvents := r.s.Events(r.ctx, run, 0, 0)
	for _, e := range events {
		r.add(nil, "%s", e.Data)
	}
	r.err = errors.Join(r.err, err, errEvents)
}

func (r *reader) tokens(guest, secret string) {
	tokens, err := r.s.Tokens(r.ctx, guest)
	for _, t := range tokens {
		r.add(nil, "%s %s", t.ID, t.Name)
	}
	found, errFound := r.s.TokenByHash(r.ctx, token.Hash(secret))
	r.add(errors.Join(err, errFound), "%s", found.ID)
}

// TestPlain checks that what guests said before there were keys is sealed when a
// database is brought up to date. Its rows, which an earlier version wrote for each
// GUEST, say SECRET seven times.
func TestPlain(t *testing.T, o Older, behind func(t *testing.T, dsn string) Behind) {
	const secret = "jabuticaba-7f3a91"
	rows := must.Get(fs.ReadFile(o.Rows, "plain.sql"))(t)
	visit := func(guest string) string {
		return strings.NewReplacer("GUEST", guest, "SECRET", secret+guest).Replace(string(rows))
	}
	b := behind(t, o.Make(t, []string{"", "", "", visit("ana") + visit("rui")}))
	wantRead := func(guest string, want int) {
		t.Helper()
		r := &reader{ctx: t.Context(), s: b.Store.(Store)}
		r.thread("t-"+guest, guest)
		r.run("r-" + guest)
		events, err := b.Store.Events(t.Context(), "r-"+guest, 0, 0)
		if got := strings.Count(fmt.Sprint(r.lines), secret+guest); got != want || err != nil || len(events) != 2 || events[1].Guest != guest {
			t.Errorf("the words of %s were read %d times, want %d: %q, %v, %v", guest, got, want, r.lines, events, err)
		}
		if want == 0 && string(events[1].Data) != saysForgotten {
			t.Errorf("an event of %s says %s", guest, events[1].Data)
		}
	}
	wantRead("ana", 7)
	if bytes.Contains(b.Bytes(), []byte(secret)) {
		t.Error("the words are in the files")
	}
	mustForget(t, b.Store, "ana")
	wantRead("ana", 0)
	wantRead("rui", 7)
	if err := b.Exec(t, `DELETE FROM event_payloads`); err == nil {
		t.Error("after Forget events can be deleted")
	}
}
