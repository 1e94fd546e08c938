package retrieve

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/vector"
)

// A Refiner searches, and as long as what it finds is too far from what was
// asked tries again in other words: the question as it is, paraphrases, what
// the ontology adds to it, and at last all documents there are, up to 800. It
// stops at the first try that is near enough. The zero value is ready to use,
// with rules for paraphrases.
type Refiner struct {
	Tasks       *task.Runner    // who paraphrases; nil: the rule
	Cache       *semcache.Cache // where a model's paraphrases are kept, by their key; nil: nowhere
	About       string          // what the collection has, told to a model
	Threshold   float32         // a cosine that is near enough; 0: the embedder's
	Paraphrases int             // how many; 0: 3, below 0: none
	Iterations  int             // tries with the ontology; 0: 3, below 0: none
	NoGlobal    bool            // no last stage: what was found first is returned, however far
	Limit       time.Duration   // for all of it; 0: 40 s
}

// The stages of the cascade, in order.
const (
	Original    = "original"
	Paraphrased = "paraphrase"
	Ontology    = "ontology"
	Global      = "global"
)

// A Try is one query of the cascade.
type Try struct {
	Stage      string  `json:"stage"`
	Query      string  `json:"query"`
	Similarity float32 `json:"similarity"` // of the nearest document
	Hits       int     `json:"hits"`
	MS         float64 `json:"ms"`
}

// Refinement is what the cascade did, as the log has it.
type Refinement struct {
	Query           string    `json:"query"` // the one that found what was returned
	Embedding       []float32 `json:"-"`
	Similarity      float32   `json:"similarity_to_best"`
	Threshold       float32   `json:"similarity_threshold"`
	Iterations      int       `json:"iterations"` // searches with the question as it is and with the ontology
	Success         bool      `json:"success"`    // the threshold was reached
	Stage           string    `json:"stage"`      // that found what was returned
	ParaphraseUsed  bool      `json:"paraphrase_used"`
	Tested          int       `json:"num_paraphrases_tested"`
	BestParaphrase  float32   `json:"best_paraphrase_similarity"`
	Model           string    `json:"llm_model_id,omitempty"`
	ParaphraseCache string    `json:"paraphrase_cache,omitempty"` // CACHE_HIT: they were kept
	ParaphraseTime  float64   `json:"paraphrase_elapsed_time"`    // seconds
	Paraphrases     []string  `json:"paraphrases_generated"`
	Tries           []Try     `json:"tries"`
	Err             string    `json:"error,omitempty"` // what went wrong on the way
	Elapsed         float64   `json:"elapsed_time"`    // seconds
}

// chunks is how many documents the last stage reads at most.
const chunks = 800

// Search is [Collection.Search] with as many tries as it takes. It fails only
// if the question itself cannot be searched. It emits an event.Retrieved.
func (r *Refiner) Search(ctx context.Context, c *Collection, s Search) (Result, Refinement, error) {
	bounded, cancel := context.WithTimeout(ctx, cmp.Or(r.Limit, 40*time.Second))
	defer cancel()
	s.Text = cut(s.Text)
	x := &cascade{r: r, c: c, s: s}
	x.did.Threshold = cmp.Or(r.Threshold, c.info.Good)
	start := time.Now()
	best, err := x.run(bounded)
	if err != nil && (len(x.all) == 0 || ctx.Err() != nil) {
		return Result{}, x.did, cmp.Or(ctx.Err(), err)
	}
	if err != nil {
		x.did.Err = event.Brief(err.Error())
	}
	x.did.Elapsed = time.Since(start).Seconds()
	event.Emit(ctx, event.Retrieved, x.did)
	return best, x.did, nil
}

type cascade struct {
	r   *Refiner
	c   *Collection
	s   Search
	did Refinement
	all []Result // of every try: the first is of the question as it is
}

// run goes from stage to stage, until one is near enough. When none is, and there is no last
// stage, or something went wrong on the way, what was found first is returned.
func (x *cascade) run(ctx context.Context) (Result, error) {
	for _, stage := range []struct {
		name    string
		queries func() []string
	}{
		{Original, func() []string { return []string{x.s.Text} }},
		{Paraphrased, func() []string { return x.paraphrases(ctx, cmp.Or(x.r.Paraphrases, 3)) }},
		{Ontology, func() []string {
			tries := expansions(x.c.ontology(), x.s.Text)
			return tries[:min(len(tries), max(0, cmp.Or(x.r.Iterations, 3)))]
		}},
	} {
		nearest := -1 // of this stage
		for _, q := range stage.queries() {
			if err := x.try(ctx, stage.name, q); err != nil {
				return x.first(), err
			}
			if i := len(x.all) - 1; nearest < 0 || x.all[i].Best > x.all[nearest].Best {
				nearest = i
			}
			if stage.name != Paraphrased && x.reached(nearest) { // of paraphrases the best of all counts
				break
			}
		}
		if x.reached(nearest) {
			x.did.Success = true
			x.found(nearest)
			return x.merge(x.all[nearest], 0.5), nil
		}
	}
	if x.r.NoGlobal {
		return x.first(), nil
	}
	return x.global()
}

// try searches for q.
func (x *cascade) try(ctx context.Context, stage, q string) error {
	start := time.Now()
	s := x.s
	s.Text, s.rules = q, x.s.Text // other words may have lost what is ruled out
	res, err := x.c.Search(ctx, s)
	if err != nil {
		return err
	}
	x.all = append(x.all, res)
	x.did.Tries = append(x.did.Tries, Try{stage, q, res.Best, len(res.Hits), ms(start)})
	if stage == Paraphrased {
		x.did.Tested++
		x.did.BestParaphrase = max(x.did.BestParaphrase, res.Best)
	} else {
		x.did.Iterations++
	}
	return nil
}

func (x *cascade) reached(i int) bool { return i >= 0 && x.all[i].Best >= x.did.Threshold }

// found notes the try whose result is returned.
func (x *cascade) found(i int) {
	t := x.did.Tries[i]
	x.did.Query, x.did.Embedding, x.did.Similarity, x.did.Stage = t.Query, x.all[i].Vector, t.Similarity, t.Stage
	x.did.ParaphraseUsed = t.Stage == Paraphrased
}

func (x *cascade) first() Result {
	if len(x.all) == 0 {
		return Result{}
	}
	x.found(0)
	return x.all[0]
}

// paraphrases says the question in other words. A model that fails or answers rubbish, or a cache
// that fails, costs nothing but itself: the rule takes the place of the model.
func (x *cascade) paraphrases(ctx context.Context, n int) []string {
	if n < 0 {
		return nil
	}
	start := time.Now()
	in := ParaphraseIn{Query: x.s.Text, N: n, About: x.r.About}
	runner := cmp.Or(x.r.Tasks, &task.Runner{})
	p, err := x.kept(ctx, runner, in)
	if err != nil && !errors.Is(err, errByRule) && ctx.Err() == nil {
		x.did.Err = event.Brief(err.Error())
		p, err = say(ctx, runner, in)
	}
	if err != nil {
		x.did.Err = event.Brief(err.Error())
		p = paraphrases{task.ByRule, reword(x.c.ontology(), in.Query, n)}
	}
	x.did.Model, x.did.Paraphrases, x.did.ParaphraseTime = p.By, p.Lines, time.Since(start).Seconds()
	return p.Lines
}

// kept returns what the cache has, or has a model write it. The rule's
// paraphrases are not worth keeping.
func (x *cascade) kept(ctx context.Context, runner *task.Runner, in ParaphraseIn) (p paraphrases, err error) {
	if x.r.Cache == nil || len(runner.Models) == 0 {
		return say(ctx, runner, in)
	}
	// The words of a guest are kept without what must be struck out, and not in the key.
	in.Query = scrub.Text(in.Query)
	key := fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%d\x00%s\x00%s", in.N, in.About, cmp.Or(lang.Fold(in.Query), in.Query))))
	p, answer, err := semcache.Value(ctx, x.r.Cache, semcache.Question{Key: key}, func(ctx context.Context) (paraphrases, error) { return say(ctx, runner, in) })
	if err == nil {
		x.did.ParaphraseCache = string(answer.State)
	}
	return p, err
}

// global ranks the 800 nearest documents by all the queries tried together,
// whatever their distance: what is returned then is the nearest there is, and
// perhaps not what was asked.
func (x *cascade) global() (Result, error) {
	start := time.Now()
	sum := make([]float32, len(x.all[0].Vector))
	var text strings.Builder
	nearest := 0
	for i, res := range x.all {
		for j, f := range res.Vector {
			sum[j] += f
		}
		text.WriteString(x.did.Tries[i].Query + "\n")
		if res.Best > x.all[nearest].Best {
			nearest = i
		}
	}
	if !vector.Normalize(sum) {
		copy(sum, x.all[0].Vector)
	}
	s := x.s
	s.Text, s.rules, s.all = text.String(), x.s.Text, true
	res, err := x.c.rank(s, sum)
	if err != nil {
		return x.first(), err
	}
	x.found(nearest)
	x.did.Tries = append(x.did.Tries, Try{Global, x.s.Text, res.Best, len(res.Hits), ms(start)})
	x.did.Stage = Global
	return x.merge(res, 0.2), nil
}

// merge makes one order of the first result and a later one, whose ranks count
// by the share: the question's own words still have a say, other words may mean something else.
func (x *cascade) merge(later Result, share float64) Result {
	first := x.all[0]
	if &later.Vector[0] == &first.Vector[0] {
		return first
	}
	hits := map[string]Hit{}
	for _, h := range first.Hits {
		hits[h.Doc.ID] = h
	}
	for _, h := range later.Hits {
		h.Rank *= share
		if first, ok := hits[h.Doc.ID]; ok {
			first.Rank += h.Rank
			h = first
		}
		hits[h.Doc.ID] = h
	}
	out := Result{Vector: x.did.Embedding, Best: max(first.Best, later.Best), Hits: slices.SortedFunc(maps.Values(hits), better)}
	out.Hits = out.Hits[:min(cmp.Or(max(0, x.s.K), defaultK), len(out.Hits))]
	return out
}

func ms(since time.Time) float64 { return float64(time.Since(since).Microseconds()) / 1000 }
