package eval

import (
	"math"
	"strings"
	"testing"
)

func TestTheNumbersOfARanking(t *testing.T) {
	rel := map[string]int{"a": 2, "b": 1, "c": 2}
	for _, tt := range []struct {
		ids               string
		recall, ndcg, mrr float64
	}{
		{"a c b", 1, 1, 1},
		{"x a y c z", 1, (3/math.Log2(3) + 3/math.Log2(5)) / (3 + 3/math.Log2(3) + 1/math.Log2(4)), 0.5},
		{"x y z w v a", 0, 0, 1. / 6},
		{"", 0, 0, 0},
	} {
		ids := strings.Fields(tt.ids)
		for name, pair := range map[string][2]float64{
			"recall": {recall(ids, rel, 5), tt.recall}, "nDCG": {ndcg(ids, rel, 5), tt.ndcg}, "MRR": {reciprocal(ids, rel), tt.mrr},
		} {
			if math.Abs(pair[0]-pair[1]) > 1e-9 {
				t.Errorf("%q: %s is %v, want %v", tt.ids, name, pair[0], pair[1])
			}
		}
	}
	many := map[string]int{"1": 2, "2": 2, "3": 2, "4": 2, "5": 2, "6": 2, "7": 2}
	if got := recall(strings.Fields("1 2 3 4 5"), many, 5); got != 1 {
		t.Errorf("five of seven in five places is %v, want 1", got)
	}
}

func TestASetIsCheckedWhole(t *testing.T) {
	_, err := LoadRanking(strings.NewReader(`{"items":[{"id":"a"},{"id":"a"},{"id":""}],"queries":[{"q":"x","rel":{"a":3,"z":1}}]}`))
	for _, want := range []string{`item 2: its id "a"`, `item 3: its id ""`, `"a" with grade 3`, `"z" with grade 1`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	for _, text := range []string{`[]`, `{`, `{"items":[],"queries":[]}`} {
		if _, err := LoadRanking(strings.NewReader(text)); err == nil {
			t.Errorf("%s passed for a set", text)
		}
	}
}
