package eval

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/retrieve"
)

// The least that searching may score on each labelled set with no model. It
// scores more (docs/retrieval.md); this is to notice when a change costs much.
var least = map[string]struct{ recall, ndcg float64 }{
	"menu":   {0.70, 0.65},
	"places": {0.68, 0.58},
	"stats":  {0.65, 0.50},
}

func TestSearchesFindWhatPeopleMean(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no labelled sets", err)
	}
	type sum struct{ recall, ndcg, n float64 }
	sums := map[string]sum{}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		set, err := LoadRanking(f)
		if _ = f.Close(); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		c, err := set.collection(t.Context(), embed.Local())
		if err != nil {
			t.Fatal(err)
		}
		report, _, err := rankOne(t.Context(), set, c, &retrieve.Refiner{}, retrieve.Both, func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%-24s recall@5 %.3f nDCG@5 %.3f", filepath.Base(file), report.Recall5, report.NDCG5)
		for subject := range least {
			if filepath.Base(file)[:4] == subject[:4] {
				n := float64(len(set.Queries))
				s := sums[subject]
				sums[subject] = sum{s.recall + n*report.Recall5, s.ndcg + n*report.NDCG5, s.n + n}
			}
		}
	}
	for subject, want := range least {
		s := sums[subject]
		if s.n == 0 || s.recall/s.n < want.recall || s.ndcg/s.n < want.ndcg {
			t.Errorf("%s: recall@5 %.3f, nDCG@5 %.3f, want %v", subject, s.recall/s.n, s.ndcg/s.n, want)
		}
	}
}
