package beer

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/scene"
)

func TestAModelsStatementIsRefusedInWordsItCanActOn(t *testing.T) {
	const sql = `{"question":"quanto gastam todos?","sql":"SELECT AVG(amount) FROM clients"}`
	b := concierge(t, talk{}, "?")
	if _, err := b.use("ask_purchases", sql); err == nil || !strings.Contains(err.Error(), "without sql") {
		t.Errorf("with nobody to ask: %v", err)
	}
	b.a.AskOwn = func(context.Context, string, string) (*safesql.Result, error) {
		return nil, &safesql.Error{Code: "E_OTHER_CLIENT", Message: "clients holds rows of other clients", Hint: "use my_purchases"}
	}
	_, err := b.use("ask_purchases", sql)
	for _, want := range []string{"clients holds", "use my_purchases", "published about all"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: there is no %q", err, want)
		}
	}
	if b.scene.Load("figures", new(scene.Figures)) {
		t.Error("what was refused was kept")
	}
}

func TestFiguresAreKeptForAChart(t *testing.T) {
	b := concierge(t, talk{currency: "BRL"}, "?")
	b.a.AskOwn = func(context.Context, string, string) (*safesql.Result, error) {
		return &safesql.Result{Columns: []string{"mes", "gasto_total"}, Rows: [][]any{{"2026-01", 1234.5}, {"2026-02", 80.0}}}, nil
	}
	got := b.must("ask_purchases", "{\"question\":\"gastos por mês\",\"sql\":\"```sql\\nSELECT month AS mes, SUM(amount) AS gasto_total FROM my_purchases GROUP BY month;\\n```\"}")
	if want := `{"whose":"own","columns":["mes","gasto_total"],"rows":[["janeiro de 2026","R$ 1.234,50"],["fevereiro de 2026","R$ 80,00"]]}`; strings.ReplaceAll(got, "\u00a0", " ") != want {
		t.Errorf("facts %s", got)
	}
	var f scene.Figures
	b.scene.Load("figures", &f)
	want := scene.Figures{Title: "gastos por mês", Columns: []string{"mes", "gasto_total"}, Rows: [][]any{{"2026-01", 1234.5}, {"2026-02", 80.0}}, Money: "BRL"}
	if diff := cmp.Diff(want, f); diff != "" {
		t.Errorf("kept (-want +got):\n%s", diff)
	}
}

func TestRowsAreShownThatAModelMeansToShow(t *testing.T) {
	b := concierge(t, talk{currency: "BRL"}, "?")
	b.a.AskOwn = func(context.Context, string, string) (*safesql.Result, error) {
		r := &safesql.Result{Columns: []string{"mes", "gasto"}}
		for i := range fewRows + 1 {
			r.Rows = append(r.Rows, []any{fmt.Sprintf("2026-0%d", i+1), float64(i)})
		}
		return r, nil
	}
	for show, want := range map[bool]bool{true: true, false: false} {
		f, err := b.a.askPurchases(scene.With(t.Context(), b.scene), askIn{Question: "gastos por mês", SQL: "SELECT 1", Show: show})
		if err != nil {
			t.Fatal(err)
		}
		c, err := f.card()
		if shown := c.Name != ""; shown != want || err != nil {
			t.Errorf("with show %v a card is shown: %v, %v", show, shown, err)
		}
		if said := sayAsked(f, lang.Portuguese); strings.Contains(said, "março") == show {
			t.Errorf("with show %v it is said %q", show, said)
		}
	}
}

func TestColumnsAreShownAsWhatTheyWereComputedFrom(t *testing.T) {
	for _, tt := range []struct {
		sql     string
		columns string
		want    string
	}{
		{"SELECT COUNT(*) AS total FROM my_purchases", "total", "value"},
		{"SELECT SUM(p.amount) AS valor, SUM(quantity) AS unidades FROM my_purchases p", "valor unidades", "amount unidades"},
		{"SELECT SUM(quantity * unit_price) AS s, year AS ano FROM my_purchases GROUP BY year", "s ano", "amount year"},
		{"SELECT AVG(amount) AS media, COUNT(DISTINCT beer_id) AS price FROM my_purchases", "media price", "amount value"},
		{"WITH m AS (SELECT month, SUM(amount) AS s FROM my_purchases GROUP BY month) SELECT month, s FROM m ORDER BY s DESC", "month s", "month amount"},
		{"SELECT ROUND(100.0 * SUM(CASE WHEN channel = 'app' THEN amount END) / SUM(amount), 1) AS share FROM my_purchases", "share", "percent"},
		{"SELECT SUM(amount) / COUNT(*) AS ticket FROM my_purchases", "ticket", "amount"},
		{"SELECT (SELECT SUM(amount) FROM my_purchases) AS mine, (SELECT SUM(amount) / COUNT(DISTINCT client_key) FROM all_purchases) AS everyone", "mine everyone", "amount amount"},
		{"SELECT a.month, COALESCE(m.mine, 0) AS meu_gasto, m.mine AS gasto FROM months a LEFT JOIN (SELECT month, SUM(amount) AS mine FROM my GROUP BY 1) m USING (month)", "month meu_gasto gasto", "month amount amount"},
	} {
		if got := strings.Join(kindsOf(tt.sql, strings.Fields(tt.columns)), " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.sql, got, tt.want)
		}
	}
}

// Of several columns of numbers that is drawn of which the question speaks, or else the first:
// an amount is kept as one.
func TestTheColumnThatIsAskedForIsDrawn(t *testing.T) {
	b := concierge(t, talk{currency: "BRL"}, "?")
	columns := []string{"style", "amount", "purchases", "percent"}
	b.a.AskOwn = func(context.Context, string, string) (*safesql.Result, error) {
		return &safesql.Result{Columns: columns, Rows: [][]any{{"Porter", 90.0, int64(3), 75.0}, {"Saison", 30.0, int64(5), 25.0}}}, nil
	}
	for asked, want := range map[string]string{
		"how much did I spend on each style?": "amount",
		"number of purchases by style":        "purchases",
		"share of each style":                 "percent",
		"styles, please":                      "amount",
	} {
		b.must("ask_purchases", `{"question":"`+asked+`","sql":"SELECT style, SUM(amount) AS amount, COUNT(*) AS purchases, 1 AS percent FROM my_purchases GROUP BY style"}`)
		var f scene.Figures
		b.scene.Load("figures", &f)
		a := question.AnswerOf(question.Plan{}, f.Columns, f.Rows, lang.English, f.Money)
		a.Asked = f.Title
		if _, n := a.Axes(); columns[n] != want || (f.Money != "") != (want == "amount") {
			t.Errorf("%s: %s of %v is drawn, want %s; money %q", asked, columns[n], f.Columns, want, f.Money)
		}
	}
}

// Figures about everybody are of periods that are over: where one is not, the last is told.
func TestThePeriodsThatArePublishedAreTold(t *testing.T) {
	b := concierge(t, talk{}, "?")
	b.a.AskOwn = func(_ context.Context, _, sql string) (*safesql.Result, error) {
		res := &safesql.Result{Columns: []string{"year"}, Path: "population"}
		switch {
		case strings.Contains(sql, "FROM all_by_year ORDER"):
			res.Rows = [][]any{{int64(2025)}}
		case strings.Contains(sql, "FROM all_by_month ORDER"):
			res.Rows = [][]any{{"2026-10"}}
		}
		return res, nil
	}
	got := b.must("ask_purchases", `{"question":"everybody's spending this year","sql":"SELECT amount FROM all_by_year WHERE year = 2026"}`)
	if !strings.Contains(got, `"nothing_found":true,"last_published":["year 2025","month 2026-10"]`) {
		t.Errorf("facts %s", got)
	}
}

func TestAModelsStatementIsAsked(t *testing.T) {
	const byModel = "SELECT clients FROM all_clients_total"
	for _, tt := range []struct {
		name, sql, want string
		err             error
	}{
		{"the rule's is asked of everybody", "", "Ask", nil},
		{"a model's too", byModel, "AskOwn", nil},
		{"and may be refused", byModel, "AskOwn", &safesql.Error{Code: safesql.CodeNoTable}},
	} {
		var asked []string
		answer := func(how string, err error) func(context.Context, string, string) (*safesql.Result, error) {
			return func(_ context.Context, guest, _ string) (*safesql.Result, error) {
				asked = append(asked, how+" "+guest)
				return &safesql.Result{Columns: []string{"clients"}, Rows: [][]any{{int64(400)}}}, err
			}
		}
		k := talk{}
		if tt.sql != "" {
			k.model = []llmtest.Step{llmtest.Say(`{"sql":"` + tt.sql + `"}`)}
		}
		a := k.advisor(t)
		a.Ask, a.AskOwn = answer("Ask", nil), answer("AskOwn", tt.err)
		_, declined, err := a.Answer(t.Context(), "C001", "Quantos clientes existem?", "pt")
		if diff := cmp.Diff([]string{tt.want + " C001"}, asked); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
		if want := textsOf("pt").Beer.Declines["not_understood"]; tt.err != nil && (declined != want || want == "") || tt.err == nil && declined != "" {
			t.Errorf("%s: declined with %q", tt.name, declined)
		}
	}
}
