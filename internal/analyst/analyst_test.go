package analyst_test

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/analyst"
	"github.com/maitre-dev/maitre/internal/pgtest"
	"github.com/maitre-dev/maitre/internal/sample"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/safesql/pgvault"
	"github.com/maitre-dev/maitre/task"
)

var update = flag.Bool("update", false, "write the golden files")

func TestMain(m *testing.M) { pgtest.Main(m, os.Getenv("CI") == "true") }

const me = "C001"

// asked is a question, with the statement a person would write or the reason
// why there is none.
type asked struct {
	line             int
	now, question    string
	wantSQL, wantWhy string
}

func questions(t testing.TB) (all []asked) {
	t.Helper()
	f, err := os.Open("testdata/questions.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	now, question := "", ""
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		mark, text, _ := strings.Cut(lines.Text(), " ")
		switch mark {
		case "@":
			now = text
		case "?":
			question = text
		case "=":
			all = append(all, asked{line: n, now: now, question: question, wantSQL: text})
		case "!":
			all = append(all, asked{line: n, now: now, question: question, wantWhy: text})
		}
	}
	if err := lines.Err(); err != nil || len(all) < 120 {
		t.Fatalf("%d questions were read: %v", len(all), err)
	}
	return all
}

// gate opens so many of the sample's customers; all if 0.
func gate(t testing.TB, clients int) *safesql.Gate {
	t.Helper()
	path := filepath.Join(t.TempDir(), "customers.db")
	if err := sample.Write(t.Context(), path, sample.Options{Clients: clients}); err != nil {
		t.Fatal(err)
	}
	vault, err := safesql.OpenSQLite(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = vault.Close() })
	return open(t, vault)
}

func open(t testing.TB, vault safesql.Vault) *safesql.Gate {
	t.Helper()
	// A minute: the machine may be busy, and what is tested is not its speed.
	g, err := safesql.Open(t.Context(), safesql.Options{Vault: vault, Secret: []byte("sixteen bytes or more"), Time: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

func rule(t testing.TB, question, now string) analyst.SQLOut {
	t.Helper()
	res, err := analyst.SQL.Do(t.Context(), &task.Runner{}, analyst.SQLIn{Question: question, Now: now})
	if err != nil {
		t.Fatalf("%q: %v", question, err)
	}
	return res.Out
}

func TestTheRuleAnswersWithTheRowsAPersonWouldGive(t *testing.T) {
	g := gate(t, 0)
	for i, q := range questions(t) {
		got := rule(t, q.question, q.now)
		if got.Declined != q.wantWhy {
			t.Errorf("line %d: %q is declined as %q, want %q\n%s", q.line, q.question, got.Declined, q.wantWhy, got.SQL)
			continue
		}
		if q.wantWhy != "" || i%part != 0 {
			continue
		}
		if strings.Contains(q.wantSQL, "all_") { // written for everybody's rows, of which there are figures only
			if _, err := g.Query(t.Context(), me, got.SQL); unlike(err, safesql.CodeNoTable) {
				t.Errorf("line %d: %q: %v\n%s", q.line, q.question, err, got.SQL)
			}
			continue
		}
		want, err := g.Query(t.Context(), me, q.wantSQL)
		if err != nil {
			t.Fatalf("line %d: %v", q.line, err)
		}
		res, err := g.Query(t.Context(), me, got.SQL)
		if err != nil {
			t.Errorf("line %d: %q: %v\n%s", q.line, q.question, err, got.SQL)
			continue
		}
		if diff := cmp.Diff(shown(want.Rows), shown(res.Rows)); diff != "" {
			t.Errorf("line %d: %q\n%s\n(-want +got):\n%s", q.line, q.question, got.SQL, diff)
		}
	}
}

// unlike reports whether an error is any but a refusal with the code.
func unlike(err error, code string) bool {
	refused, ok := errors.AsType[*safesql.Error](err)
	return err != nil && !(ok && refused.Code == code)
}

// shown writes rows so that they can be compared: in an order of their own,
// with numbers to six digits.
func shown(rows [][]any) []string {
	out := make([]string, len(rows))
	for i, row := range rows {
		var cells []string
		for _, c := range row {
			switch c := c.(type) {
			case float64:
				cells = append(cells, fmt.Sprintf("%.6g", c))
			case int64:
				cells = append(cells, fmt.Sprintf("%.6g", float64(c)))
			default:
				cells = append(cells, fmt.Sprint(c))
			}
		}
		out[i] = strings.Join(cells, "|")
	}
	slices.Sort(out)
	return out
}

// What is composed of parts must be accepted in all combinations, not only in
// those that somebody thought of.
func TestNoStatementIsRefused(t *testing.T) {
	g := gate(t, 40)
	asked := 0
	ask := func(question string) {
		out := rule(t, question, "2025-11-15")
		if (out.SQL == "") == (out.Declined == "") {
			t.Errorf("%q: %+v", question, out)
		}
		if asked++; out.SQL == "" || asked%part != 0 {
			return
		}
		if _, err := g.Query(t.Context(), me, out.SQL); unlike(err, safesql.CodeNoTable) {
			t.Errorf("%q: %v\n%s", question, err, out.SQL)
		}
	}
	n := 0
	for _, what := range []string{
		"Quais %s eu mais compro%s?", "What are the best selling %s%s?", "%s com a melhor nota entre todos os clientes%s", "Quanto gastei por %s%s?",
		"Vendas por %s%s", "Quantas compras por %s fizeram os clientes%s?", "Que porcentagem das vendas é de cada %s%s?", "Gasto médio por cliente por %s%s",
		"%s com mais viagens entre os clientes%s", "Quantos clientes por %s%s?", "What is the average price by %s%s?", "Quantas cervejas diferentes os bares compram por %s%s?",
	} {
		for _, by := range []string{"cervejas", "breweries", "estilos", "tipo de cervejaria", "cidade", "state", "canal", "segmento", "mês", "year", "trimestre", "dia da semana"} {
			for i, of := range []string{"", " em Ohio", " em 2025", " nos últimos 3 meses", " de IPA pelo app", " na minha cidade", " desde julho", " na semana passada", " de microcervejarias da Califórnia"} {
				if n++; of != "" && n%7 != i%7 { // a part stands for all
					continue
				}
				ask(fmt.Sprintf(what, by, of))
			}
		}
	}
}

func TestEveryStatementMeansTheSameOnPostgreSQL(t *testing.T) {
	dsn := pgtest.Start(t)
	if err := sample.WritePostgres(t.Context(), dsn, sample.Options{}); err != nil {
		t.Fatal(err)
	}
	vault, err := pgvault.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = vault.Close() })
	lite, postgres := gate(t, 0), open(t, vault)
	for i, q := range questions(t) {
		out := rule(t, q.question, q.now)
		if !strings.Contains(out.SQL, "all_") || i%part != 0 {
			continue // it does not reach the operator's database
		}
		want, err := lite.Query(t.Context(), me, out.SQL)
		if err != nil {
			if unlike(err, safesql.CodeNoTable) {
				t.Errorf("line %d: SQLite: %v", q.line, err)
			}
			continue
		}
		got, err := postgres.Query(t.Context(), me, out.SQL)
		if err != nil {
			t.Errorf("line %d: PostgreSQL: %v\n%s", q.line, err, out.SQL)
			continue
		}
		if diff := cmp.Diff(shown(want.Rows), shown(got.Rows)); diff != "" {
			t.Errorf("line %d: %s (-SQLite +PostgreSQL):\n%s", q.line, out.SQL, diff)
		}
	}
}

func TestTasksAreSound(t *testing.T) {
	for _, a := range analyst.Tasks {
		if err := a.Verify(); err != nil {
			t.Error(err)
		}
	}
}

func TestThePromptIsAsReviewed(t *testing.T) {
	m := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say(`{"sql":"SELECT 1"}`)}}
	in := analyst.SQLIn{Question: "Quanto <b>gastei</b>, {{.Now}} \"já\"?", Now: "2026-11-15"}
	if _, err := analyst.SQL.Do(t.Context(), &task.Runner{Models: []llm.Model{m}}, in); err != nil {
		t.Fatal(err)
	}
	asked := m.Asked()[0]
	got := asked.System + "\n"
	for _, msg := range asked.Messages {
		got += fmt.Sprintf("\n--- %s\n%s\n", msg.Role, msg.Parts[0].Text)
	}
	_, out := analyst.SQL.Schemas()
	got += fmt.Sprintf("\n--- schema\n%s\n", out)
	const file = "testdata/beer.sql.prompt.golden"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("the prompt is no longer as it was; if it is right, go test -update (-want +got):\n%s", diff)
	}
}

func TestWhatAModelMayAnswer(t *testing.T) {
	const byRule = "SELECT COUNT(*) AS purchases FROM my_purchases p"
	for _, tt := range []struct{ name, answer, want string }{
		{"a statement", `{"sql":"SELECT 1"}`, "SELECT 1"},
		{"a statement in a fence", `{"sql":"` + "```sql\\nSELECT 1;\\n```" + `"}`, "SELECT 1"},
		{"a fence of another name", `{"sql":"` + "```sqlite\\nWITH x AS (SELECT 1) SELECT * FROM x\\n```" + `"}`, "WITH x AS (SELECT 1) SELECT * FROM x"},
		{"no answer at all", `{}`, byRule},
		{"a statement that is declined", `{"sql":"SELECT 1","declined":"write"}`, byRule},
		{"a reason of its own", `{"declined":"I would rather not"}`, byRule},
		{"a statement that writes", `{"sql":"DELETE FROM my_purchases"}`, byRule},
	} {
		m := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say(tt.answer), llmtest.Say(tt.answer)}}
		res, err := analyst.SQL.Do(t.Context(), &task.Runner{Models: []llm.Model{m}}, analyst.SQLIn{Question: "Quantas compras eu fiz?"})
		if err != nil || res.Out.SQL != tt.want {
			t.Errorf("%s: %+v, %v; want %q", tt.name, res.Out, err, tt.want)
		}
	}
}
