package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/internal/testkit/pgtest"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/safesql/attack"
)

func TestMain(m *testing.M) {
	code := pgtest.Main(m, os.Getenv("CI") == "true")
	for _, f := range afterwards {
		f()
	}
	os.Exit(code)
}

var afterwards []func() // all tests

// must runs a command line that succeeds, and returns what it wrote.
func must(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := Run(System{Args: args, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs}); code != exitOK {
		t.Fatalf("maitre %s: exit code %d: %s", strings.Join(args, " "), code, &errs)
	}
	return out.String()
}

// answered runs statements and returns the rows of each.
func answered(t *testing.T, db, customers string) (all []any) {
	t.Helper()
	const statements = `{"sql":"SELECT * FROM my_profile"}
{"sql":"SELECT id, beer_id, amount, rating FROM my_purchases ORDER BY id"}
{"sql":"SELECT clients FROM all_clients_total"}`
	out := must(t, statements, "sql", "--as", "C001", "--jsonl", "--db", db, "--customers", customers)
	for line := range strings.Lines(out) {
		var answer struct {
			Verdict, Source string
			Rows            []any
		}
		if err := json.Unmarshal([]byte(line), &answer); err != nil || answer.Verdict != "ok" || answer.Source != "sample" || len(answer.Rows) == 0 {
			t.Fatalf("%v: %s", err, line)
		}
		all = append(all, answer.Rows)
	}
	return all
}

func TestCustomersInPostgreSQL(t *testing.T) {
	dir := t.TempDir()
	db, lite, pg := filepath.Join(dir, "maitre.db"), filepath.Join(dir, "customers.db"), pgtest.Start(t)
	for _, out := range []string{lite, pg} {
		must(t, "", "sample", "customers", "--out", out, "--clients", "60")
	}
	want := must(t, "", "customer", "C001", "--json", "--customers", lite)
	if got := must(t, "", "customer", "--postal-code", "92101", "--name", "Bar do Joao", "--json", "--customers", pg); !strings.HasPrefix(got, want[:strings.Index(want, `"search_metadata"`)]) {
		t.Errorf("the profile is %s, want %s", got, want)
	}
	if diff := cmp.Diff(answered(t, db, lite), answered(t, db, pg)); diff != "" {
		t.Errorf("answers (-SQLite +PostgreSQL):\n%s", diff)
	}
	if got := must(t, "", "doctor", "--db", db, "--customers", pg); !strings.Contains(got, "has the tables that the policy names; source: sample") {
		t.Errorf("the doctor says\n%s", got)
	}
	if r := attacked(t, db, pg); len(r.Leaks) > 0 || r.Failed > 0 || r.Answered == 0 {
		t.Errorf("%+v", r)
	}
}

// attacked puts the shipped attacks to customers as "sql attack --time 300ms" does.
func attacked(t *testing.T, db, where string) attack.Report {
	t.Helper()
	a := &app{System: System{Stdout: io.Discard, Stderr: io.Discard}, settings: config.Flags{"db": db, "customers": where}, end: t.Context()}
	t.Cleanup(a.close)
	if err := a.load(); err != nil {
		t.Fatal(err)
	}
	c, err := a.customers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.attack(t.Context(), c, "C001", 300*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// maitre's own database is not a file: the sample must not stay anywhere.
func TestTheSampleLeavesNothingBehind(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Chdir(dir)
	pg := pgtest.Start(t)
	first := answered(t, pg, "")
	if diff := cmp.Diff(first, answered(t, pg, "")); diff != "" { // the secret stays
		t.Errorf("answers differ from one command to the next:\n%s", diff)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

func TestTheLogHasShapesOfStatements(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT 1 FROM my_purchases WHERE style = 'IPA' AND amount > 12.50": "SELECT ? FROM my_purchases WHERE style = ? AND amount > ?",
		"SELECT * FROM beers WHERE name = 'O''Hara' LIMIT 5":                "SELECT * FROM beers WHERE name = ? LIMIT ?",
		"SELECT 'never closed":     "SELECT ?",
		`SELECT "a guest's words"`: "SELECT ?",
	} {
		if got := shape(sql); got != want {
			t.Errorf("shape(%q) = %q, want %q", sql, got, want)
		}
	}
	if a, b := pseudonym([]byte("one"), "C001"), pseudonym([]byte("two"), "C001"); a == b || strings.Contains(a, "C001") {
		t.Errorf("C001 is %s and %s in the logs of two houses", a, b)
	}
}

func TestAReleaseHasOneNameInAllProcesses(t *testing.T) {
	name := func(where config.Address) string {
		p, err := safesql.ParsePolicy(safesql.SamplePolicy())
		if err != nil {
			t.Fatal(err)
		}
		return releaseName(&customers{where: where, policy: p})
	}
	if a, b := name("customers.db"), name("customers.db"); a != b {
		t.Errorf("one policy gives %q and %q", a, b)
	}
	if a, b := name("customers.db"), name("old.db"); a == b {
		t.Errorf("two databases have the name %q", a)
	}
}

func TestALeakIsAnError(t *testing.T) {
	r := attack.Report{Client: "C001", Attacks: 3, Refused: 2, Answered: 1, Leaks: []attack.Leak{}}
	leaky := r
	leaky.Leaks = []attack.Leak{{Kind: "joins", SQL: "SELECT\n 1", Where: "cell", Table: "clients"}}
	for _, tt := range []struct {
		report    attack.Report
		json      bool
		want      string // in the report
		isAnError bool
	}{
		{r, false, "2 refused, 1 answered, 0 leaks\n", false},
		{r, true, `{"source":"customers","client":"C001",`, false},
		{leaky, false, "LEAK  joins: a value of clients in a cell\n      SELECT 1\n", true},
		{leaky, true, `"leaks":[{"kind":"joins","sql":"SELECT\n 1","where":"cell","table":"clients"}]`, true},
	} {
		var b strings.Builder
		err := (&app{System: System{Stdout: &b}, json: tt.json}).print("sql attack", attackReport{"customers", tt.report, "c.db"})
		if !strings.Contains(b.String(), tt.want) || err != nil || (leaked(tt.report) != nil) != tt.isAnError {
			t.Errorf("%+v: %v and\n%s\nwant %s", tt.report, err, b.String(), tt.want)
		}
	}
}
