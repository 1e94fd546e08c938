package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
)

// cascade are the flags of the refining cascade.
type cascade struct {
	threshold               float64
	paraphrases, iterations int
	noParaphrase            bool
}

func addCascade(fs *flag.FlagSet) *cascade {
	c := &cascade{}
	fs.Float64Var(&c.threshold, "threshold", 0, "`COSINE` from which a search is good enough; 0 is the embedder's own")
	fs.IntVar(&c.paraphrases, "paraphrases", 3, "how `MANY` paraphrases are tried")
	fs.IntVar(&c.iterations, "iterations", 3, "how `MANY` tries the ontology has")
	fs.BoolVar(&c.noParaphrase, "no-paraphrase", false, "try no paraphrases")
	return c
}

func (c *cascade) refiner() (retrieve.Refiner, error) {
	r := retrieve.Refiner{Threshold: float32(c.threshold), Paraphrases: c.paraphrases, Iterations: c.iterations}
	if c.threshold < -1 || c.threshold > 1 {
		return r, &usageError{fmt.Sprintf("--threshold %v is no cosine", c.threshold), "from -1 to 1"}
	}
	if c.paraphrases < 0 || c.paraphrases > 20 || c.iterations < 0 || c.iterations > 20 {
		return r, &usageError{"--paraphrases and --iterations are from 0 to 20", ""}
	}
	if c.noParaphrase || c.paraphrases == 0 {
		r.Paraphrases = -1
	}
	if c.iterations == 0 {
		r.Iterations = -1
	}
	return r, nil
}

func searchCommand() command {
	return command{
		name: "search", args: `NAME "QUERY"`, about: "search a collection that was indexed",
		help: `Searches by meaning and by words, and in other words when that finds too little. What the question rules out
("sem queijo", "nothing fried") comes last.

  maitre search menu "algo leve com peixe" --explain
  maitre search menu "sobremesa" --where "price<=30" --where "course=sobremesa"`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			k := fs.Int("k", 25, "how `MANY` at most")
			explain := fs.Bool("explain", false, "tell the tries, the scores and the concepts that met")
			asJSON := fs.Bool("json", false, "the result as one JSON object")
			var where names
			fs.Var(&where, "where", "`FIELD=VALUE` that a document must have, or with != < <= > >=; may be given several times")
			flags := addCascade(fs)
			return func(ctx context.Context, a *app, args []string) error {
				if len(args) < 2 {
					return &usageError{"say which collection and what to search for", `maitre search NAME "QUERY"`}
				}
				if *k < 1 || *k > 1000 {
					return &usageError{"-k is from 1 to 1000", ""}
				}
				keep, err := filter(where)
				if err != nil {
					return err
				}
				r, err := flags.refiner()
				if err != nil {
					return err
				}
				c, err := a.collection(ctx, args[0])
				if err != nil {
					return err
				}
				if err := a.mustHave(ctx, c, args[0]); err != nil {
					return err
				}
				if r.Tasks, err = a.runner(ctx, ""); err != nil {
					return err
				}
				db, err := a.store(ctx)
				if err != nil {
					return err
				}
				r.Cache = semcache.New(db, "paraphrase", semcache.Options{})
				text := strings.Join(args[1:], " ")
				res, did, err := r.Search(ctx, c, retrieve.Search{Text: text, K: *k, Keep: keep})
				if err != nil {
					return err
				}
				out := searchOutput(c, text, res, did, where)
				if *asJSON {
					return writeJSON(a.Stdout, out)
				}
				return out.write(a.Stdout, *explain)
			}
		},
	}
}

// mustHave syncs a collection and fails if there is nothing in it.
func (a *app) mustHave(ctx context.Context, c *retrieve.Collection, name string) error {
	if err := c.Sync(ctx); err != nil || c.Len() > 0 {
		return err
	}
	db, err := a.store(ctx)
	if err != nil {
		return err
	}
	all, err := db.Collections(ctx)
	if err != nil {
		return err
	}
	hint := "maitre index FILE --collection " + name
	if len(all) > 0 {
		hint = "there are " + strings.Join(slices.Sorted(maps.Keys(all)), ", ")
	}
	return &usageError{fmt.Sprintf("the collection %q is empty", name), hint}
}

// collection opens a collection under the configured embedder.
func (a *app) collection(ctx context.Context, name string) (*retrieve.Collection, error) {
	if err := a.load(); err != nil {
		return nil, err
	}
	db, err := a.store(ctx)
	if err != nil {
		return nil, err
	}
	e, err := a.embedder(ctx)
	if err != nil {
		return nil, err
	}
	c := retrieve.New(name, db, e)
	p := a.progress("vectors")
	c.Embedded = func(done, total int) {
		if p.at(done, total); done == total {
			p.end()
		}
	}
	return c, nil
}

// embedder makes the configured embedder.
func (a *app) embedder(ctx context.Context) (embed.Embedder, error) {
	if err := a.load(); err != nil {
		return nil, err
	}
	m := a.config.Embedder
	if m.IsLocal() {
		return embed.Local(), nil
	}
	p, err := provider(a.config, config.Model(m))
	if err != nil {
		return nil, err
	}
	model, ok := p.(embed.Model)
	if !ok {
		return nil, &usageError{fmt.Sprintf("%s makes no embeddings", m.Provider), "embedder local, openai:…, gemini:… or ollama:…"}
	}
	db, err := a.store(ctx)
	if err != nil {
		return nil, err
	}
	return embed.Remote(ctx, m.String(), model,
		llm.Retry(a.config.Retries, 500*time.Millisecond),
		llm.Observe(m.String(), a.logCall),
		a.budget(db).Middleware(m.String(), a.config.Price(config.Model(m))))
}

// filter makes one test of all conditions.
func filter(where []string) (func(*retrieve.Doc) bool, error) {
	if len(where) == 0 {
		return nil, nil
	}
	var tests []func(*retrieve.Doc) bool
	for _, w := range where {
		i := strings.IndexAny(w, "=<>!")
		if i <= 0 {
			return nil, &usageError{fmt.Sprintf("--where %q is no condition", w), "--where city=Salvador, --where price<=30"}
		}
		field, rest := strings.ToLower(strings.TrimSpace(w[:i])), w[i:]
		op := rest[:len(rest)-len(strings.TrimLeft(rest, "=<>!"))]
		value := strings.TrimSpace(rest[len(op):])
		number, err := strconv.ParseFloat(value, 64)
		if err != nil && strings.ContainsAny(op, "<>") {
			return nil, &usageError{fmt.Sprintf("--where %q compares with no number", w), "--where price<=30"}
		}
		if !slices.Contains([]string{"=", "!=", "<", "<=", ">", ">="}, op) {
			return nil, &usageError{fmt.Sprintf("--where %q: there is no %s", w, op), "one of = != < <= > >="}
		}
		tests = append(tests, func(d *retrieve.Doc) bool { return holds(d.Fields[field], op, value, number) })
	}
	return func(d *retrieve.Doc) bool {
		for _, t := range tests {
			if !t(d) {
				return false
			}
		}
		return true
	}, nil
}

// holds compares a field. A field that is missing or no number is neither more
// nor less than one.
func holds(field, op, value string, number float64) bool {
	switch op {
	case "=":
		return alike(field, value)
	case "!=":
		return !alike(field, value)
	}
	n, err := strconv.ParseFloat(strings.Replace(field, ",", ".", 1), 64)
	if err != nil {
		return false
	}
	switch op {
	case "<":
		return n < number
	case "<=":
		return n <= number
	case ">":
		return n > number
	}
	return n >= number
}

// alike compares words as people spell them; what has no words, as it is.
func alike(a, b string) bool {
	x, y := lang.Fold(a), lang.Fold(b)
	if x == "" || y == "" {
		return a == b
	}
	return x == y
}

type searchFound struct {
	ID       string            `json:"id"`
	Title    string            `json:"title"`
	Text     string            `json:"text"`
	Fields   map[string]string `json:"fields,omitempty"`
	Rank     float64           `json:"rank"`
	Cosine   float32           `json:"cosine"`
	Words    float64           `json:"words"`
	Facets   float64           `json:"facets"`
	Ruled    bool              `json:"ruled_out,omitempty"`
	Concepts []string          `json:"concepts"`
}

type searchResult struct {
	Query      string              `json:"query"`
	Filters    []string            `json:"filters,omitempty"`
	Hits       []searchFound       `json:"hits"`
	Refinement retrieve.Refinement `json:"refinement"`
}

func searchOutput(c *retrieve.Collection, text string, res retrieve.Result, did retrieve.Refinement, where []string) searchResult {
	out := searchResult{Query: text, Filters: where, Hits: []searchFound{}, Refinement: did}
	for _, h := range res.Hits {
		out.Hits = append(out.Hits, searchFound{
			h.Doc.ID, h.Doc.Title, h.Doc.Text, h.Doc.Fields, h.Rank, h.Cosine, h.Words, h.Facets, h.Ruled, c.Why(text, h.Doc.ID),
		})
	}
	return out
}

func (s searchResult) write(w io.Writer, explain bool) error {
	var b strings.Builder
	if explain {
		for _, f := range s.Filters {
			fmt.Fprintf(&b, "filter      %s\n", f)
		}
		for _, t := range s.Refinement.Tries {
			fmt.Fprintf(&b, "%-11s %.3f of %.3f  %.2f ms  %s\n", t.Stage, t.Similarity, s.Refinement.Threshold, t.MS, t.Query)
		}
		if s.Refinement.Model != "" {
			fmt.Fprintf(&b, "paraphrases by %s\n", s.Refinement.Model)
		}
		if s.Refinement.Err != "" {
			fmt.Fprintf(&b, "on the way  %s\n", s.Refinement.Err)
		}
		b.WriteByte('\n')
	}
	for i, h := range s.Hits {
		ruled := ""
		if h.Ruled {
			ruled = "  (has what was ruled out)"
		}
		fmt.Fprintf(&b, "%2d. %s  [%s]%s\n", i+1, h.Title, h.ID, ruled)
		if h.Text != "" {
			fmt.Fprintf(&b, "    %s\n", h.Text)
		}
		if explain {
			fmt.Fprintf(&b, "    rank %.3f  cosine %.3f  words %.2f  facets %.2f  by %s\n", h.Rank, h.Cosine, h.Words, h.Facets, strings.Join(h.Concepts, ", "))
		}
	}
	if len(s.Hits) == 0 {
		b.WriteString("nothing found\n")
	}
	_, err := io.WriteString(w, plain(b.String()))
	return err
}
