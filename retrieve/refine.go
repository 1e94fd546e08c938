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
	limit := cmp.Or(r.Limit, 40*time.Second)
	bounded, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	s.Text = cut(s.Text)
	x := &cascade{r: r, c: c, s: s, start: time.Now()}
	x.did.Threshold = cmp.Or(r.Threshold, c.info.Good)
	err := x.run(bounded)
	if err != nil && (x.first.Vector == nil || ctx.Err() != nil) {
		return Result{}, x.did, cmp.Or(ctx.Err(), err)
	}
	if err != nil {
		x.did.Err = event.Brief(err.Error())
	}
	if !x.did.Success && x.did.Stage != Global { // what was found first is returned
		x.found(x.did.Tries[0], x.first)
	}
	x.did.Elapsed = time.Since(x.start).Seconds()
	event.Emit(ctx, event.Retrieved, x.did)
	return x.best, x.did, nil
}

type cascade struct {
	r     *Refiner
	c     *Collection
	s     Search
	start time.Time

	did   Refinement
	first Result   // of the question as it is
	best  Result   // so far
	all   []Result // of every try
}

func (x *cascade) run(ctx context.Context) error {
	if done, err := x.try(ctx, Original, x.s.Text); done || err != nil {
		return err
	}
	if n := cmp.Or(x.r.Paraphrases, 3); n > 0 {
		if done, err := x.paraphrase(ctx, n); done || err != nil {
			return err
		}
	}
	tries := expansions(x.c.ontology(), x.s.Text)
	for _, q := range tries[:min(len(tries), max(0, cmp.Or(x.r.Iterations, 3)))] {
		x.did.Iterations++
		if done, err := x.try(ctx, Ontology, q); done || err != nil {
			return err
		}
	}
	if x.r.NoGlobal {
		return nil
	}
	return x.global()
}

// try searches for q and reports whether the cascade may stop.
func (x *cascade) try(ctx context.Context, stage, q string) (bool, error) {
	start := time.Now()
	s := x.s
	s.Text, s.rules = q, x.s.Text // other words may have lost what is ruled out
	res, err := x.c.Search(ctx, s)
	if err != nil {
		return false, err
	}
	did := Try{stage, q, res.Best, len(res.Hits), ms(start)}
	x.did.Tries = append(x.did.Tries, did)
	if x.first.Vector == nil {
		x.first, x.best = res, res
		x.did.Iterations = 1
	}
	x.all = append(x.all, res)
	if len(x.all) == 1 || res.Best > x.did.Similarity {
		x.found(did, res)
	}
	if stage == Paraphrased {
		x.did.Tested++
		x.did.BestParaphrase = max(x.did.BestParaphrase, res.Best)
		return false, nil // the best of all of them counts
	}
	return x.reached(res.Best, res), nil
}

// found notes the try that found the nearest document so far.
func (x *cascade) found(t Try, res Result) {
	x.did.Query, x.did.Embedding, x.did.Similarity, x.did.Stage = t.Query, res.Vector, t.Similarity, t.Stage
	x.did.ParaphraseUsed = t.Stage == Paraphrased
}

// reached takes a result that is near enough as the answer. The question's own
// words still have a say in the order: other words may mean something else.
func (x *cascade) reached(best float32, res Result) bool {
	if best < x.did.Threshold {
		return false
	}
	x.did.Success = true
	x.best = x.merge(res, 0.5)
	return true
}

func (x *cascade) paraphrase(ctx context.Context, n int) (bool, error) {
	start := time.Now()
	lines := x.lines(ctx, n)
	x.did.ParaphraseTime = time.Since(start).Seconds()
	x.did.Paraphrases = lines
	best := -1
	for _, q := range lines {
		if _, err := x.try(ctx, Paraphrased, q); err != nil {
			return false, err
		}
		if i := len(x.all) - 1; best < 0 || x.all[i].Best > x.all[best].Best {
			best = i
		}
	}
	return best >= 0 && x.reached(x.all[best].Best, x.all[best]), nil
}

// lines asks for paraphrases. A model that fails or answers rubbish, or a cache
// that fails, costs nothing but itself: the rule takes the place of the model.
func (x *cascade) lines(ctx context.Context, n int) []string {
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
	x.did.Model = p.By
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
func (x *cascade) global() error {
	start := time.Now()
	sum := make([]float32, len(x.first.Vector))
	var text strings.Builder
	for i, res := range x.all {
		for j, f := range res.Vector {
			sum[j] += f
		}
		text.WriteString(x.did.Tries[i].Query + "\n")
	}
	if !vector.Normalize(sum) {
		copy(sum, x.first.Vector)
	}
	s := x.s
	s.Text, s.rules, s.all = text.String(), x.s.Text, true
	res, err := x.c.rank(s, sum)
	if err != nil {
		return err
	}
	x.best = x.merge(res, 0.2)
	x.did.Tries = append(x.did.Tries, Try{Global, x.s.Text, res.Best, len(res.Hits), ms(start)})
	x.did.Stage = Global
	return nil
}

// merge makes one order of the first result and a later one, whose ranks count
// by the share.
func (x *cascade) merge(later Result, share float64) Result {
	if &later.Vector[0] == &x.first.Vector[0] {
		return x.first
	}
	hits := map[string]Hit{}
	for _, h := range x.first.Hits {
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
	out := Result{Vector: x.did.Embedding, Best: max(x.first.Best, later.Best), Hits: slices.SortedFunc(maps.Values(hits), better)}
	out.Hits = out.Hits[:min(cmp.Or(max(0, x.s.K), defaultK), len(out.Hits))]
	return out
}

func ms(since time.Time) float64 { return float64(time.Since(since).Microseconds()) / 1000 }
