package storetest

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/store/sqlite"
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
	Open Open
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
	{func(r *reader) { r.add("%s", must.Get(r.t.Secret(r.t.Context(), "s4"))(r.t)) }, `0123456789abcdef0123456789abcdef`},
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
	for i, step := range o.Steps {
		if step.Number != i+1 || !strings.HasPrefix(step.Name, fmt.Sprintf("%04d_", i+1)) || !strings.Contains(step.SQL, "TABLE") {
			t.Errorf("step %d is number %d, %s", i+1, step.Number, step.Name)
		}
		rows = append(rows, string(must.Get(fs.ReadFile(o.Rows, step.Name+".sql"))(t)))
		t.Run("of "+step.Name, func(t *testing.T) {
			s := o.Open.test(t, o.Make(t, rows))
			for i := range rows {
				r := &reader{t: s}
				written[i].read(r)
				if got := strings.Join(r.lines, "; "); got != written[i].want {
					t.Errorf("what was written after %s:\n got %s\nwant %s", o.Steps[i].Name, got, written[i].want)
				}
			}
			// The guest of the first step does what only the last one allows: talks,
			// sealed, signs in, and is forgotten.
			_, tok, hash := token.New("ana", "página")
			s.say("t1", "ana", said("e a conta"))
			must.Do(t, s.PutToken(t.Context(), tok, hash))
			s.wantTexts("t1", "ana", 0, "uma IPA", "Claro!", "e a conta")
			s.forget("ana")
			s.wantNoThread("t1", "ana")
		})
	}
}

// reader writes down what a store says.
type reader struct {
	t     test
	lines []string
}

func (r *reader) add(format string, args ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

func (r *reader) thread(id, guest string) {
	for _, t := range must.Get(r.t.List(r.t.Context(), guest, 0))(r.t) {
		r.add("%q %d %d", t.Title, t.Created.UnixMicro(), t.Updated.UnixMicro())
	}
	ms, err := r.t.Messages(r.t.Context(), id, guest, 0)
	for _, m := range ms {
		r.add("%s: %s %d", m.Role, m.Text, m.Time.UnixMicro())
	}
	if err != nil {
		r.add("%v", err)
	}
}

func (r *reader) spent(day string) {
	total, _, err := r.t.Spend(r.t.Context(), day, 0, 100)
	must.Do(r.t, err)
	r.add("spent %d", total)
}

func (r *reader) run(id string) {
	cp, err := r.t.Load(r.t.Context(), id)
	if err != nil {
		r.add("%v", err)
		return
	}
	r.add("%s %q %s%s", cp.Status, cp.Question.Text, cp.State, cp.Err)
	for _, e := range must.Get(r.t.Events(r.t.Context(), id, 0, 0))(r.t) {
		r.add("%s %s", e.Type, e.Data)
	}
}

func (r *reader) doc(collection, embedder string) {
	for _, d := range r.t.docs(collection, embedder, 0, 0) {
		r.add("%s %s %q %v %v", d.ID, d.Title, d.Text, d.Fields, d.Vector)
	}
}

func (r *reader) cached(space, key string) {
	e := must.Get(r.t.CacheGet(r.t.Context(), space, key))(r.t)
	r.add("%q %s", e.Text, e.Value)
}

func (r *reader) release(name string) {
	version, data, err := r.t.Release(r.t.Context(), name, "")
	must.Do(r.t, err)
	r.add("%s %s", version, data)
}

func (r *reader) memories(owner, run string) {
	for _, m := range r.t.page(owner, 0).Rows {
		r.add("%s %s", m.ID, m.Body)
	}
	for _, e := range must.Get(r.t.Events(r.t.Context(), run, 0, 0))(r.t) {
		r.add("%s", e.Data)
	}
}

func (r *reader) tokens(guest, secret string) {
	for _, t := range must.Get(r.t.Tokens(r.t.Context(), guest))(r.t) {
		r.add("%s %s", t.ID, t.Name)
	}
	r.add("%s", must.Get(r.t.TokenByHash(r.t.Context(), token.Hash(secret)))(r.t).ID)
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
	s := test{t, b.Store, b.Store, b.Other}
	wantRead := func(guest string, want int) {
		t.Helper()
		r := &reader{t: s}
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
	s.forget("ana")
	wantRead("ana", 0)
	wantRead("rui", 7)
	if err := b.Exec(t, `DELETE FROM event_payloads`); err == nil {
		t.Error("after Forget events can be deleted")
	}
}
