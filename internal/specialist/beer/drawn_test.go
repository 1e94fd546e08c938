package beer

import (
	"context"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/safesql"
	"github.com/maitre-dev/maitre/scene"
)

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

// A model may call a column as the house does whose values are none of the house's.
func TestLabelsOfAModelAreToldAsTheyAre(t *testing.T) {
	b := concierge(t, talk{}, "?")
	b.a.AskOwn = func(context.Context, string, string) (*safesql.Result, error) {
		return &safesql.Result{Columns: []string{"period", "hour", "n"}, Rows: [][]any{{"since Easter", "", int64(3)}, {"in all", "late", int64(9)}}}, nil
	}
	got := b.must("ask_purchases", `{"question":"how many since Easter?","sql":"SELECT 'since Easter' AS period, '' AS hour, 3 AS n UNION SELECT 'in all', 'late', 9"}`)
	for _, want := range []string{"since Easter", "in all", "late"} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q in %s", want, got)
		}
	}
}
