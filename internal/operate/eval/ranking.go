package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/retrieve"
)

// Ranking is a labelled set for searches: things to be found, and questions
// with the grade of each thing that fits, 2 for what was asked and 1 for what
// is close.
type Ranking struct {
	Items []struct {
		ID   string `json:"id"`
		Name string `json:"name"`
		Desc string `json:"desc"`
	} `json:"items"`
	Queries []struct {
		Q   string         `json:"q"`
		Rel map[string]int `json:"rel"`
	} `json:"queries"`
}

// LoadRanking reads a set and returns all that is wrong with it.
func LoadRanking(r io.Reader) (*Ranking, error) {
	var set Ranking
	d := json.NewDecoder(r)
	if err := d.Decode(&set); err != nil {
		return nil, fmt.Errorf(`the set is not {"items":[{"id","name","desc"}],"queries":[{"q","rel":{"id":2}}]}: %w`, err)
	}
	var wrong []error
	known := map[string]bool{}
	for i, it := range set.Items {
		if it.ID == "" || known[it.ID] {
			wrong = append(wrong, fmt.Errorf("item %d: its id %q is empty or taken", i+1, it.ID))
		}
		known[it.ID] = true
	}
	for i, q := range set.Queries {
		for _, id := range slices.Sorted(maps.Keys(q.Rel)) {
			if g := q.Rel[id]; !known[id] || g < 1 || g > 2 {
				wrong = append(wrong, fmt.Errorf("query %d: %q with grade %d: no such item, or no grade of 1 or 2", i+1, id, g))
			}
		}
	}
	if len(set.Items) == 0 || len(set.Queries) == 0 {
		wrong = append(wrong, errors.New("the set has no items or no queries"))
	}
	return &set, errors.Join(wrong...)
}

// RankingReport is how well a set was searched: by the whole pipeline, and by
// parts of it.
type RankingReport struct {
	Quality
	Results  []Found   `json:"results"`
	Variants []Variant `json:"variants"`
	Embedder string    `json:"embedder"`
}

// Quality is the quality of a set's searches, each number the mean over its
// queries, and the median time of one.
type Quality struct {
	Recall5  float64 `json:"recall@5"`
	Recall25 float64 `json:"recall@25"`
	NDCG5    float64 `json:"ndcg@5"`
	MRR      float64 `json:"mrr"`
	MedianMS float64 `json:"median_ms"`
}

// Found is what was found for a query, best first.
type Found struct {
	Q     string   `json:"q"`
	IDs   []string `json:"ids"`
	Stage string   `json:"stage"` // of the cascade that found it
}

// Variant is the score of a part of the pipeline.
type Variant struct {
	Name string `json:"name"`
	Quality
}

// Rank searches for every query of the set, with the refiner as it is and with
// parts of the pipeline left out. Progress hears how many searches are done.
func Rank(ctx context.Context, set *Ranking, e embed.Embedder, r retrieve.Refiner, progress func(done, total int)) (*RankingReport, error) {
	c, err := set.collection(ctx, e)
	if err != nil {
		return nil, err
	}
	plain := r
	plain.Paraphrases, plain.Iterations, plain.Threshold = -1, -1, -1 // the first try is always near enough
	paraphrase := r
	paraphrase.Iterations, paraphrase.NoGlobal = -1, true
	ontology := r
	ontology.Paraphrases, ontology.NoGlobal = -1, true
	ways := []struct {
		name string
		way  retrieve.Way
		r    retrieve.Refiner
	}{
		{"the whole pipeline", retrieve.Both, r},
		{"vector alone", retrieve.ByVector, plain},
		{"words alone", retrieve.ByWords, plain},
		{"vector and words, no cascade", retrieve.Both, plain},
		{"with paraphrases, no ontology, no fallback", retrieve.Both, paraphrase},
		{"with ontology, no paraphrases, no fallback", retrieve.Both, ontology},
	}
	report := &RankingReport{Embedder: e.Info().ID}
	for i, w := range ways {
		score, found, err := rankOne(ctx, set, c, &w.r, w.way, func(n int) {
			if progress != nil {
				progress(i*len(set.Queries)+n, len(ways)*len(set.Queries))
			}
		})
		if err != nil {
			return nil, err
		}
		if i == 0 {
			report.Quality, report.Results = score, found
			continue
		}
		report.Variants = append(report.Variants, Variant{w.name, score})
	}
	return report, nil
}

func (set *Ranking) collection(ctx context.Context, e embed.Embedder) (*retrieve.Collection, error) {
	c := retrieve.New("set", nil, e)
	var docs []retrieve.Doc
	for _, it := range set.Items {
		docs = append(docs, retrieve.Doc{ID: it.ID, Title: it.Name, Text: it.Desc})
	}
	_, err := c.Put(ctx, docs, nil)
	return c, err
}

func rankOne(ctx context.Context, set *Ranking, c *retrieve.Collection, r *retrieve.Refiner, way retrieve.Way, done func(int)) (Quality, []Found, error) {
	var s Quality
	var all []Found
	var took []float64
	n := 0.0
	for i, q := range set.Queries {
		start := time.Now()
		res, how, err := r.Search(ctx, c, retrieve.Search{Text: q.Q, K: 25, Way: way})
		if err != nil {
			return s, nil, fmt.Errorf("query %d: %w", i+1, err)
		}
		took = append(took, float64(time.Since(start).Microseconds())/1000)
		f := Found{Q: q.Q, IDs: []string{}, Stage: how.Stage}
		for _, h := range res.Hits {
			f.IDs = append(f.IDs, h.Doc.ID)
		}
		all = append(all, f)
		done(i + 1)
		if len(q.Rel) == 0 {
			continue // nothing fits: there is nothing to recall
		}
		n++
		s.Recall5 += recall(f.IDs, q.Rel, 5)
		s.Recall25 += recall(f.IDs, q.Rel, 25)
		s.NDCG5 += ndcg(f.IDs, q.Rel, 5)
		s.MRR += reciprocal(f.IDs, q.Rel)
	}
	if n > 0 {
		s.Recall5, s.Recall25, s.NDCG5, s.MRR = s.Recall5/n, s.Recall25/n, s.NDCG5/n, s.MRR/n
	}
	slices.Sort(took)
	s.MedianMS = took[len(took)/2]
	return s, all, nil
}

// recall is how many of the items of grade 2 are among the first k, of as many
// as could be; of grade 1 where there are none of grade 2.
func recall(ids []string, rel map[string]int, k int) float64 {
	grade := 1
	for _, g := range rel {
		grade = max(grade, g)
	}
	all, found := 0, 0
	for _, g := range rel {
		if g == grade {
			all++
		}
	}
	for _, id := range ids[:min(k, len(ids))] {
		if rel[id] == grade {
			found++
		}
	}
	return float64(found) / float64(min(k, all))
}

// ndcg is the discounted gain of the first k, each item gaining 2^grade-1, of
// that of the best order there is.
func ndcg(ids []string, rel map[string]int, k int) float64 {
	gain := func(grade, place int) float64 {
		return (math.Pow(2, float64(grade)) - 1) / math.Log2(float64(place)+2)
	}
	var got, best float64
	for i, id := range ids[:min(k, len(ids))] {
		got += gain(rel[id], i)
	}
	grades := slices.SortedFunc(maps.Values(rel), func(a, b int) int { return b - a })
	for i, g := range grades[:min(k, len(grades))] {
		best += gain(g, i)
	}
	return got / best
}

// reciprocal is 1 over the place of the first item that fits.
func reciprocal(ids []string, rel map[string]int) float64 {
	for i, id := range ids {
		if rel[id] > 0 {
			return 1 / float64(i+1)
		}
	}
	return 0
}
