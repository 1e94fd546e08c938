package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
)

type indexIn struct {
	File, Collection string
	Strict, Replace  bool
}

type indexReport struct {
	Collection string    `json:"collection"`
	Rows       int       `json:"rows"` // that could be read
	Changed    int       `json:"changed"`
	Removed    int       `json:"removed"`
	Documents  int       `json:"documents"` // in the collection
	Bad        []badLine `json:"bad,omitempty"`
}

func index(ctx context.Context, a *app, in indexIn) (any, error) {
	docs, bad, err := readRows(ctx, a, in.File, func(fields map[string]string, _ bool) (d retrieve.Doc, id string, err error) {
		d = docOf(fields)
		return d, d.ID, d.Check()
	})
	switch {
	case err != nil:
	case len(bad) > 0 && in.Strict:
		err = fmt.Errorf("%d bad rows: nothing was indexed", len(bad))
	case len(bad) > 0 && in.Replace:
		err = fmt.Errorf("%d bad rows: with --replace, what they were would be removed; mend or drop them first", len(bad))
	case len(docs) == 0:
		err = fmt.Errorf("%s has no row that can be indexed", in.File)
	}
	if err != nil || !a.json {
		a.tellLines(bad)
	}
	if err != nil {
		return nil, err
	}
	c, err := a.collection(ctx, in.Collection)
	if err != nil {
		return nil, err
	}
	report := indexReport{Collection: in.Collection, Rows: len(docs), Bad: bad}
	p := a.progress("rows")
	report.Changed, err = c.Put(ctx, docs, func(done int) { p.at(done, len(docs)) })
	p.end()
	if err == nil && in.Replace {
		report.Removed, err = removeOthers(ctx, c, docs)
	}
	report.Documents = c.Len()
	if err != nil {
		err = fmt.Errorf("%d new or changed rows are indexed; run it again to go on: %w", report.Changed, err)
	}
	return report, err
}

// removeOthers removes what is not among some documents.
func removeOthers(ctx context.Context, c *retrieve.Collection, docs []retrieve.Doc) (int, error) {
	keep := map[string]bool{}
	for _, d := range docs {
		keep[d.ID] = true
	}
	gone := slices.DeleteFunc(slices.Clone(c.IDs()), func(id string) bool { return keep[id] })
	return len(gone), c.Remove(ctx, gone...)
}

// The columns that have a meaning; of several, the first that a row has.
var (
	idColumns    = strings.Fields("id code codigo código sku key")
	titleColumns = strings.Fields("name title nome titulo título nombre prato item produto")
	wordColumns  = strings.Fields(`desc description descricao descrição descripcion descripción text texto details detalhes ingredients ingredientes
		tags category categoria course curso style estilo type tipo cuisine cozinha notes notas`)
)

func docOf(fields map[string]string) retrieve.Doc {
	values := func(columns []string) (all []string) {
		for _, c := range columns {
			if v := fields[c]; v != "" {
				all = append(all, v)
			}
		}
		return all
	}
	d := retrieve.Doc{ID: cmp.Or(values(idColumns)...), Title: cmp.Or(values(titleColumns)...), Fields: fields}
	d.Text = strings.Join(values(wordColumns), ". ")
	if d.ID == "" {
		d.ID = strings.ReplaceAll(lang.Fold(d.Title), " ", "-")
	}
	return d
}

// refining has the flags of the refining cascade.
type refining struct {
	Threshold               float64
	Paraphrases, Iterations int
	NoParaphrase            bool
}

// refiner makes the cascade; to it 0 is the default, and less is none.
func (in refining) refiner() retrieve.Refiner {
	r := retrieve.Refiner{Threshold: float32(in.Threshold), Paraphrases: cmp.Or(in.Paraphrases, -1), Iterations: cmp.Or(in.Iterations, -1)}
	if in.NoParaphrase {
		r.Paraphrases = -1
	}
	return r
}

type searchIn struct {
	refining
	Where      []string
	K          int
	Explain    bool
	Collection string
	Query      words
}

type searchFound struct {
	retrieve.Hit
	Concepts []string `json:"concepts"`
}

type searchResult struct {
	Query      string              `json:"query"`
	Filters    []string            `json:"filters,omitempty"`
	Hits       []searchFound       `json:"hits"`
	Refinement retrieve.Refinement `json:"refinement"`
	Explain    bool                `json:"-"`
}

func search(ctx context.Context, a *app, in searchIn) (any, error) {
	keep, err := filter(in.Where)
	if err != nil {
		return nil, err
	}
	c, err := a.collection(ctx, in.Collection)
	if err != nil {
		return nil, err
	}
	if err := a.mustHave(ctx, c, in.Collection); err != nil {
		return nil, err
	}
	r := in.refiner()
	if r.Tasks, err = a.runner(ctx, ""); err != nil {
		return nil, err
	}
	r.Cache = semcache.New(a.db, "paraphrase", semcache.Options{})
	text := string(in.Query)
	res, did, err := r.Search(ctx, c, retrieve.Search{Text: text, K: in.K, Keep: keep})
	if err != nil {
		return nil, err
	}
	out := searchResult{Query: text, Filters: in.Where, Hits: []searchFound{}, Refinement: did, Explain: in.Explain}
	for _, h := range res.Hits {
		out.Hits = append(out.Hits, searchFound{h, c.Why(text, h.ID)})
	}
	return out, nil
}

// mustHave syncs a collection and fails if there is nothing in it.
func (a *app) mustHave(ctx context.Context, c *retrieve.Collection, name string) error {
	if err := c.Sync(ctx); err != nil || c.Len() > 0 {
		return err
	}
	all, err := a.db.Collections(ctx)
	if err != nil {
		return err
	}
	hint := "maitre index FILE --collection " + name
	if len(all) > 0 {
		hint = "there are " + strings.Join(slices.Sorted(maps.Keys(all)), ", ")
	}
	return wrong(hint, "the collection %q is empty", name)
}

// collection opens a collection under the configured embedder.
func (a *app) collection(ctx context.Context, name string) (*retrieve.Collection, error) {
	if err := a.openDB(ctx); err != nil {
		return nil, err
	}
	e, err := a.embedder(ctx)
	if err != nil {
		return nil, err
	}
	c := retrieve.New(name, a.db, e)
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
	m := a.config.Embedder
	if m.IsLocal() {
		return embed.Local(), nil
	}
	p, err := provider(a.config, m)
	if err != nil {
		return nil, err
	}
	model, ok := p.(embed.Model)
	if !ok {
		return nil, wrong("embedder local, openai:…, gemini:… or ollama:…", "%s makes no embeddings", m.Provider)
	}
	if err := a.openDB(ctx); err != nil {
		return nil, err
	}
	return embed.Remote(ctx, m.String(), model,
		llm.Retry(a.config.Retries, 500*time.Millisecond),
		llm.Observe(m.String(), a.logCall),
		a.budget().Middleware(m.String(), a.config.Price(m)))
}

// condition is what --where takes: a field, how it is compared, a value.
var condition = regexp.MustCompile(`(?s)^([^=<>!]+)(=|!=|<=?|>=?)([^=<>!].*|)$`)

// filter makes one test of all conditions; none of no conditions.
func filter(where []string) (func(*retrieve.Doc) bool, error) {
	var tests []func(*retrieve.Doc) bool
	for _, w := range where {
		m := condition.FindStringSubmatch(w)
		if m == nil {
			return nil, wrong("--where city=Salvador, --where price<=30", "--where %q is no condition with one of = != < <= > >=", w)
		}
		field, op, value := strings.ToLower(strings.TrimSpace(m[1])), m[2], strings.TrimSpace(m[3])
		number, err := strconv.ParseFloat(value, 64)
		if err != nil && strings.ContainsAny(op, "<>") {
			return nil, wrong("--where price<=30", "--where %q compares with no number", w)
		}
		tests = append(tests, func(d *retrieve.Doc) bool { return holds(d.Fields[field], op, value, number) })
	}
	if len(tests) == 0 {
		return nil, nil
	}
	return func(d *retrieve.Doc) bool {
		return !slices.ContainsFunc(tests, func(t func(*retrieve.Doc) bool) bool { return !t(d) })
	}, nil
}

// holds reports whether a field meets a condition such as <= 30. A field that is
// missing or no number meets none of < <= > >=.
func holds(field, op, value string, number float64) bool {
	if !strings.ContainsAny(op, "<>") {
		return alike(field, value) == (op == "=")
	}
	n, err := strconv.ParseFloat(strings.Replace(field, ",", ".", 1), 64)
	return err == nil && (n < number && op[0] == '<' || n > number && op[0] == '>' || n == number && len(op) == 2)
}

// alike reports whether two values are equal but for case and accents; values without
// letters and digits, such as "€", must be equal.
func alike(a, b string) bool {
	x, y := lang.Fold(a), lang.Fold(b)
	if x == "" || y == "" {
		return a == b
	}
	return x == y
}
