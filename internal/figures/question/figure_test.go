package question_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/lang"
)

// Numbers of one unit stand beside each other; a rank is no number to draw, units are none beside amounts.
func TestSeveralNumbersForALabelAreDrawnBesideEachOther(t *testing.T) {
	for _, tt := range []struct {
		name, asked string
		columns     []string
		rows        [][]any
		labels      int
		want        []string
	}{
		{"two columns", "me and the others by month", []string{"month", "bar_a", "bar_b"}, [][]any{{"2026-01", 1.0, 2.0}, {"2026-02", 3.0, 4.0}}, 2, []string{"bar a", "bar b"}},
		{"two years", "this year and last by month", []string{"m", "amount_2025", "amount_2026"}, [][]any{{"01", 1.0, 2.0}, {"02", 3.0, 4.0}}, 2, []string{"amount 2025", "amount 2026"}},
		{"two groups", "two styles by month", []string{"month", "style", "units"}, [][]any{{"2026-01", "Sour", int64(1)}, {"2026-01", "Porter", int64(2)}, {"2026-02", "Sour", int64(3)}}, 2, []string{"Sour", "Porter"}},
		{"a rank", "my styles", []string{"style", "units", "rank"}, [][]any{{"Sour", int64(9), int64(1)}, {"Porter", int64(2), int64(2)}}, 2, nil},
		{"other units", "my styles", []string{"style", "amount", "purchases"}, [][]any{{"Sour", 9.5, int64(1)}, {"Porter", 2.5, int64(2)}}, 2, nil},
		{"one row a group", "beers", []string{"beer", "style", "units"}, [][]any{{"A", "Sour", int64(1)}, {"B", "Porter", int64(2)}}, 2, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := question.AnswerOf(question.Plan{}, tt.columns, tt.rows, lang.English, "USD")
			a.Asked = tt.asked
			f, ok := a.Figure()
			var got []string
			for _, s := range f.Series {
				got = append(got, s.Name)
			}
			if diff := cmp.Diff(tt.want, got); !ok || diff != "" || len(f.Labels) != tt.labels || len(f.Values) != tt.labels {
				t.Errorf("%v, %d labels, %d values: %s", ok, len(f.Labels), len(f.Values), diff)
			}
		})
	}
}
