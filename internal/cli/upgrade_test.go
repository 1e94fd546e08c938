package cli

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/store/sqlite"
)

// upgraded returns the path of a database as it was written before there were
// tools of one agent. testdata/before-tools.sql says what was talked about. The
// question in it, of the thread cervejas, stays open until a time.
func upgraded(t *testing.T, open time.Time) string {
	t.Helper()
	const schema = 7
	var all strings.Builder
	for _, m := range sqlite.Migrations()[:schema] {
		all.WriteString(m.SQL)
	}
	rows, err := os.ReadFile("testdata/before-tools.sql")
	if err != nil {
		t.Fatal(err)
	}
	all.Write(rows)
	fmt.Fprintf(&all, `UPDATE runs SET deadline = %d WHERE status = 'waiting';
		PRAGMA application_id = 0x6d616974; PRAGMA user_version = %d`, open.UnixMicro(), schema)
	path := filepath.Join(t.TempDir(), "maitre.db")
	execSQLite(t, path, all.String())
	return path
}

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
		{"what was shown can be pointed at", "ana", "jantar", "o que vem no segundo?", "Talharim fresco com ragu de costela"},
		{"a trip is still being planned", "ana", "viagem", "quero o segundo", "Hotel Faz de Conta da Praça"},
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
		if err != nil || !strings.Contains(out, "não é para você (camarão)") || strings.Contains(out, "[moqueca-baiana-de-camarao]") {
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
		{"no", soon, "não", "Bay City Brewing Company"},
		{"a name", soon, "a segunda", "Amplified Ale Works"},
		{"yes, when it is too late", past, "sim", ""},
		{"something else, when it is too late", past, "que cervejarias novas tem por aqui?", "San Diego"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := upgraded(t, tt.open)
			out, err := said(t, "ask", "--db", path, "--as", "C001", "--thread", "cervejas", tt.says)
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
