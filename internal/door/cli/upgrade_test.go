package cli

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/internal/testkit/providertest"
	"github.com/maitre-dev/maitre/store/sqlite"
)

// upgraded returns the path of a database as it was written before there were
// tools of one agent. testdata/before-tools.sql says what was talked about. The
// question in it, of the thread cervejas, stays open until a time.
func upgraded(t *testing.T, open time.Time) string {
	t.Helper()
	text, err := theOld()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "maitre.db")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	execSQLite(t, path, fmt.Sprintf("UPDATE runs SET deadline = %d WHERE status = 'waiting'", open.UnixMicro()))
	return path
}

// theOld is the file of such a database, made once for all tests.
var theOld = sync.OnceValues(func() ([]byte, error) {
	const schema = 7
	var all strings.Builder
	all.WriteString("BEGIN;")
	for _, m := range sqlite.Migrations()[:schema] {
		all.WriteString(m.SQL)
	}
	rows, err := os.ReadFile("testdata/before-tools.sql")
	if err != nil {
		return nil, err
	}
	all.Write(rows)
	fmt.Fprintf(&all, "PRAGMA application_id = 0x6d616974; PRAGMA user_version = %d; COMMIT", schema)
	dir, err := os.MkdirTemp("", "maitre-old-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "maitre.db")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		return nil, err
	}
	_, err = db.Exec(all.String())
	if err := errors.Join(err, db.Close()); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// waiting returns how many runs of a database wait for an answer.
func waiting(t *testing.T, path string) int {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	n := -1
	if err := db.QueryRowContext(t.Context(), `SELECT count(*) FROM runs WHERE status IN ('waiting', 'running')`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestConversationsFromBeforeTheUpgradeGoOn(t *testing.T) {
	path := upgraded(t, time.Unix(1, 0))
	for _, tt := range []struct{ name, guest, thread, says, want string }{
		{"about dishes", "ana", "jantar", "o que vem no talharim com ragu de costela?", "Talharim fresco com ragu de costela"},
		{"about a trip", "ana", "viagem", "quero um hotel em Florianópolis", "Hotel Faz de Conta da Praça"},
		{"what was told is known", "ana", "jantar", "o que você sabe de mim?", "camarão"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, err := said(t, "ask", "--db", path, "--as", tt.guest, "--thread", tt.thread, tt.says)
			if err != nil || !strings.Contains(out, tt.want) {
				t.Errorf("%q: %s, %v, want %q in it", tt.says, out, err, tt.want)
			}
		})
	}
}

func TestMustNotsFromBeforeTheUpgradeHold(t *testing.T) {
	path := upgraded(t, time.Unix(1, 0))
	for _, thread := range []string{"jantar", "nova"} { // it was to be kept beyond the conversation
		out, err := said(t, "ask", "--db", path, "--as", "ana", "--thread", thread, "quero moqueca de camarão")
		if err != nil || !strings.Contains(out, "camarão") || strings.Contains(out, "[moqueca-baiana-de-camarao]") {
			t.Errorf("in the thread %s: %s, %v, want no shrimp", thread, out, err)
		}
	}
}

func TestAQuestionThatWasOpenAtTheUpgradeEndsCleanly(t *testing.T) {
	soon, past := time.Now().Add(time.Hour), time.Unix(1, 0)
	for _, tt := range []struct {
		name string
		open time.Time
		says string
		want string // in the answer
	}{
		{"no", soon, "não", ""},
		{"one of those it had shown", soon, "a segunda", ""},
		{"something else", soon, "que cervejarias novas tem por aqui?", "San Diego"},
		{"yes, when it is too late", past, "sim", ""},
		{"something else, when it is too late", past, "que cervejarias novas tem por aqui?", "San Diego"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := upgraded(t, tt.open)
			out, err := said(t, "ask", "--db", path, "--customers", ofSample(t, "customers.db"), "--as", "C001", "--thread", "cervejas", tt.says)
			if err != nil || out == "" || !strings.Contains(out, tt.want) {
				t.Errorf("%q: %s, %v, want %q in it", tt.says, out, err, tt.want)
			}
			left := 0
			if strings.HasSuffix(strings.TrimSpace(out), "Quer saber mais de alguma delas?") {
				left = 1 // the question of this answer
			}
			if n := waiting(t, path); n != left {
				t.Errorf("%d runs are under way, want %d", n, left)
			}
		})
	}
}

func TestWhatHappenedBeforeTheUpgradeIsStillCounted(t *testing.T) {
	path := upgraded(t, time.Unix(1, 0))
	out, err := said(t, "metrics", "--db", path)
	for _, want := range []string{"get_client_profile", "search_breweries", "list-accommodations", "list-restaurants"} {
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("metrics: %s, %v, want %s in it", out, err, want)
		}
	}
	const beer = "06gu5rbejhhqa20ung7icevn"
	if out, err := said(t, "trace", "--db", path, beer); err != nil || !strings.Contains(out, "search_breweries") {
		t.Errorf("trace: %s, %v, want the tool of the time in it", out, err)
	}
}

// upgradedServing is a house with a model on a database from before. Whoever
// wrote it had the customers of the sample.
func upgradedServing(t *testing.T, play providertest.Player, open time.Time) *served {
	t.Helper()
	return serving(t, play, config.Flags{"db": upgraded(t, open)})
}

func TestWithAModelConversationsFromBeforeTheUpgradeGoOn(t *testing.T) {
	const second = "o que vem no segundo?"
	h := upgradedServing(t, script(map[string][]step{
		second: {call("dish_details", `{"dishes":["Talharim fresco com ragu de costela"]}`), says("O Talharim fresco com ragu de costela leva costela bovina e vinho tinto.")},
	}), time.Unix(1, 0))
	got := h.say(t, "ana", "jantar", second, nil)
	if want := "O Talharim fresco com ragu de costela leva costela bovina e vinho tinto."; got.text != want {
		t.Errorf("%q, want %q", got.text, want)
	}
	asked := h.model.Asked()
	if len(asked) == 0 {
		t.Fatal("no model was asked")
	}
	for _, words := range []string{"quero uma massa", "Talharim fresco com ragu de costela", "the guest: camarão (allergy or intolerance)"} {
		if !strings.Contains(asked[0].Prompt, words) {
			t.Errorf("the model is not told %q:\n%s", words, asked[0].Prompt)
		}
	}
}

func TestWithAModelATripFromBeforeTheUpgradeGoesOn(t *testing.T) {
	const eat = "e onde jantamos por lá?"
	h := upgradedServing(t, script(map[string][]step{eat: {call("list-restaurants", `{"place":"Florianópolis"}`), says("Gosto da Cozinha Era Uma Vez do Sol.")}}), time.Unix(1, 0))
	got := h.say(t, "ana", "viagem", eat, nil)
	if got.text != "Gosto da Cozinha Era Uma Vez do Sol." || !slices.Contains(got.cards, "restaurants-list") || strings.Contains(got.all, `"name":"Peixaria`) {
		t.Errorf("%q, shown %q: %.2000s", got.text, got.cards, got.all)
	}
	if asked := h.model.Asked(); !strings.Contains(asked[0].Prompt, "Quero ir para Florianópolis com meu marido") {
		t.Errorf("the model is not told of the trip:\n%s", asked[0].Prompt)
	}
}

func TestWithAModelMustNotsFromBeforeTheUpgradeHold(t *testing.T) {
	const wish = "quero moqueca de camarão"
	h := upgradedServing(t, script(map[string][]step{wish: {call("find_dishes", `{"wish":"moqueca de camarão"}`), says("Prove a Moqueca baiana de camarão, perfeita para você.")}}), time.Unix(1, 0))
	for _, thread := range []string{"jantar", "nova"} {
		got := h.say(t, "ana", thread, wish, nil)
		if got.text == "" || strings.Contains(got.text, "Prove a Moqueca baiana") || slices.Contains(got.cards, "dishes-list") && strings.Contains(got.all, `"id":"moqueca-baiana-de-camarao"`) {
			t.Errorf("in the thread %s: %q, shown %s", thread, got.text, got.all)
		}
	}
}

func TestWithAModelAQuestionThatWasOpenAtTheUpgradeEndsCleanly(t *testing.T) {
	soon, past := time.Now().Add(time.Hour), time.Unix(1, 0)
	for _, tt := range []struct {
		name, says, want string
		open             time.Time
	}{
		{"no", "não", "", soon},
		{"another wish", "quanto gastei no total?", "US$", soon},
		{"another wish, when it is too late", "quanto gastei no total?", "US$", past},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := upgradedServing(t, well, tt.open)
			got := h.say(t, "C001", "cervejas", tt.says, nil)
			if got.text == "" || !strings.Contains(got.text, tt.want) {
				t.Errorf("%q: %q, want %q in it", tt.says, got.text, tt.want)
			}
			if n := waiting(t, h.app.config.DB.Reveal()); n != 0 {
				t.Errorf("%d runs are under way", n)
			}
			if next := h.say(t, "C001", "cervejas", "boa noite, tudo bem?", nil); next.text == "" || !slices.Contains(next.by, "decide=test") {
				t.Errorf("the thread does not go on: %q by %q", next.text, next.by)
			}
		})
	}
}
