package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/base/records"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/semcache"
)

func indexCommand(ctx context.Context, a *app, args []string) error {
	name, only := a.text("collection"), a.is("replace")
	if len(args) != 1 || name == "" {
		return &usageError{"say which file, and the name of the collection", "maitre index FILE --collection NAME"}
	}
	docs, bad, err := a.readDocs(ctx, args[0])
	switch {
	case err != nil:
		return err
	case len(bad) > 0 && a.is("strict"):
		err = fmt.Errorf("%d bad rows: nothing was indexed", len(bad))
	case len(bad) > 0 && only:
		err = fmt.Errorf("%d bad rows: with --replace, what they were would be removed; mend or drop them first", len(bad))
	case len(docs) == 0:
		err = fmt.Errorf("%s has no row that can be indexed", args[0])
	}
	if err != nil {
		a.tellBad(bad)
		return err
	}
	c, err := a.collection(ctx, name)
	if err != nil {
		return err
	}
	report, err := a.index(ctx, c, docs, only)
	report.Collection, report.Rows, report.Bad = name, len(docs), bad
	if a.json {
		return errors.Join(err, writeJSON(a.Stdout, report))
	}
	a.tellBad(bad)
	if err != nil {
		return fmt.Errorf("%d new or changed rows are indexed; run it again to go on: %w", report.Changed, err)
	}
	_, err = fmt.Fprintf(a.Stdout, "%s: %d rows, %d new or changed, %d removed, %d bad; %d documents\n",
		name, report.Rows, report.Changed, report.Removed, len(bad), report.Documents)
	return err
}

type indexReport struct {
	Collection string   `json:"collection"`
	Rows       int      `json:"rows"` // that could be read
	Changed    int      `json:"changed"`
	Removed    int      `json:"removed"`
	Documents  int      `json:"documents"` // in the collection
	Bad        []badRow `json:"bad,omitempty"`
}

type badRow struct {
	Line  int    `json:"line"`
	Error string `json:"error"`
}

func (a *app) tellBad(bad []badRow) {
	a.tellLines(len(bad), "", func(i int) (int, string) { return bad[i].Line, bad[i].Error })
}

// tellLines tells of lines of a file that could not be taken, and after 20 only how many more.
func (a *app) tellLines(n int, where string, of func(int) (line int, text string)) {
	const most = 20
	for i := range min(most, n) {
		line, text := of(i)
		fmt.Fprintf(a.Stderr, "line %d: %s\n", line, plain(text))
	}
	if n > most {
		fmt.Fprintf(a.Stderr, "and %s more%s\n", counted(n-most, "line"), where)
	}
}

func (a *app) index(ctx context.Context, c *retrieve.Collection, docs []retrieve.Doc, only bool) (indexReport, error) {
	p := a.progress("rows")
	changed, err := c.Put(ctx, docs, func(done int) { p.at(done, len(docs)) })
	p.end()
	report := indexReport{Changed: changed, Documents: c.Len()}
	if err != nil || !only {
		return report, err
	}
	keep := map[string]bool{}
	for _, d := range docs {
		keep[d.ID] = true
	}
	gone := slices.DeleteFunc(slices.Clone(c.IDs()), func(id string) bool { return keep[id] })
	err = c.Remove(ctx, gone...)
	report.Removed, report.Documents = len(gone), c.Len()
	return report, err
}

// readDocs makes documents of the rows of a file, and returns the rows of which it cannot.
func (a *app) readDocs(ctx context.Context, path string) (docs []retrieve.Doc, bad []badRow, err error) {
	f, err := a.openInput(ctx, path, "reading the table")
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	lines := map[string]int{}
	for row := range records.Read(f, filepath.Base(path)) {
		if errors.Is(row.Err, records.ErrRead) {
			return nil, nil, fmt.Errorf("line %d: %w", row.Line, row.Err)
		}
		err := row.Err
		var d retrieve.Doc
		if err == nil {
			d = docOf(row.Fields)
			err = d.Check()
		}
		if first, ok := lines[d.ID]; ok && err == nil {
			err = fmt.Errorf("%q is the id of line %d already", d.ID, first)
		}
		if err != nil {
			bad = append(bad, badRow{row.Line, err.Error()})
			continue
		}
		lines[d.ID] = row.Line
		docs = append(docs, d)
	}
	return docs, bad, nil
}

// The columns that have a meaning; of several, the first that a row has.
var (
	idColumns    = []string{"id", "code", "codigo", "código", "sku", "key"}
	titleColumns = []string{"name", "title", "nome", "titulo", "título", "nombre", "prato", "item", "produto"}
	wordColumns  = []string{
		"desc", "description", "descricao", "descrição", "descripcion", "descripción", "text", "texto", "details", "detalhes",
		"ingredients", "ingredientes", "tags", "category", "categoria", "course", "curso", "style", "estilo", "type", "tipo", "cuisine", "cozinha", "notes", "notas",
	}
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
	words := values(wordColumns)
	if len(words) == 0 { // a table with other names: all its words
		for _, c := range slices.Sorted(maps.Keys(fields)) {
			if v := fields[c]; v != d.ID && v != d.Title && strings.ContainsAny(strings.ToLower(v), "abcdefghijklmnopqrstuvwxyz") {
				words = append(words, v)
			}
		}
	}
	d.Text = strings.Join(words, ". ")
	if d.ID == "" {
		d.ID = strings.ReplaceAll(lang.Fold(d.Title), " ", "-")
	}
	return d
}

// refiner makes the refining cascade of the flags.
func (a *app) refiner() (retrieve.Refiner, error) {
	threshold := flagOf[float64](a, "threshold")
	r := retrieve.Refiner{Threshold: float32(threshold), Paraphrases: a.number("paraphrases"), Iterations: a.number("iterations")}
	if threshold < -1 || threshold > 1 {
		return r, &usageError{fmt.Sprintf("--threshold %v is no cosine", threshold), "from -1 to 1"}
	}
	if r.Paraphrases < 0 || r.Paraphrases > 20 || r.Iterations < 0 || r.Iterations > 20 {
		return r, &usageError{"--paraphrases and --iterations are from 0 to 20", ""}
	}
	if a.is("no-paraphrase") || r.Paraphrases == 0 {
		r.Paraphrases = -1
	}
	if r.Iterations == 0 {
		r.Iterations = -1
	}
	return r, nil
}

func searchCommand(ctx context.Context, a *app, args []string) error {
	k := a.number("k")
	where := a.texts("where")
	if len(args) < 2 {
		return &usageError{"say which collection and what to search for", `maitre search NAME "QUERY"`}
	}
	if k < 1 || k > 1000 {
		return &usageError{"-k is from 1 to 1000", ""}
	}
	keep, err := filter(where)
	if err != nil {
		return err
	}
	r, err := a.refiner()
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
	r.Cache = semcache.New(a.db, "paraphrase", semcache.Options{})
	text := strings.Join(args[1:], " ")
	res, did, err := r.Search(ctx, c, retrieve.Search{Text: text, K: k, Keep: keep})
	if err != nil {
		return err
	}
	out := searchResult{Query: text, Filters: where, Hits: []searchFound{}, Refinement: did}
	for _, h := range res.Hits {
		out.Hits = append(out.Hits, searchFound{h, c.Why(text, h.ID)})
	}
	return a.show(out, func(w io.Writer) { out.write(w, a.is("explain")) })
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
	return &usageError{fmt.Sprintf("the collection %q is empty", name), hint}
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
		return nil, &usageError{fmt.Sprintf("%s makes no embeddings", m.Provider), "embedder local, openai:…, gemini:… or ollama:…"}
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
var condition = regexp.MustCompile(`(?s)^([^=<>!]+)([=<>!]+)(.*)$`)

// filter makes one test of all conditions.
func filter(where []string) (func(*retrieve.Doc) bool, error) {
	var tests []func(*retrieve.Doc) bool
	for _, w := range where {
		m := condition.FindStringSubmatch(w)
		if m == nil {
			return nil, &usageError{fmt.Sprintf("--where %q is no condition", w), "--where city=Salvador, --where price<=30"}
		}
		field, op, value := strings.ToLower(strings.TrimSpace(m[1])), m[2], strings.TrimSpace(m[3])
		number, err := strconv.ParseFloat(value, 64)
		if err != nil && strings.ContainsAny(op, "<>") {
			return nil, &usageError{fmt.Sprintf("--where %q compares with no number", w), "--where price<=30"}
		}
		if !slices.Contains([]string{"=", "!=", "<", "<=", ">", ">="}, op) {
			return nil, &usageError{fmt.Sprintf("--where %q: there is no %s", w, op), "one of = != < <= > >="}
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

type searchFound struct {
	retrieve.Hit
	Concepts []string `json:"concepts"`
}

type searchResult struct {
	Query      string              `json:"query"`
	Filters    []string            `json:"filters,omitempty"`
	Hits       []searchFound       `json:"hits"`
	Refinement retrieve.Refinement `json:"refinement"`
}

func (s searchResult) write(w io.Writer, explain bool) {
	if explain {
		for _, f := range s.Filters {
			fmt.Fprintf(w, "filter      %s\n", f)
		}
		for _, t := range s.Refinement.Tries {
			fmt.Fprintf(w, "%-11s %.3f of %.3f  %.2f ms  %s\n", t.Stage, t.Similarity, s.Refinement.Threshold, t.MS, t.Query)
		}
		if s.Refinement.Model != "" {
			fmt.Fprintf(w, "paraphrases by %s\n", s.Refinement.Model)
		}
		if s.Refinement.Err != "" {
			fmt.Fprintf(w, "on the way  %s\n", s.Refinement.Err)
		}
		fmt.Fprintln(w)
	}
	for i, h := range s.Hits {
		ruled := ""
		if h.Ruled {
			ruled = "  (has what was ruled out)"
		}
		fmt.Fprintf(w, "%2d. %s  [%s]%s\n", i+1, h.Title, h.ID, ruled)
		if h.Text != "" {
			fmt.Fprintf(w, "    %s\n", h.Text)
		}
		if explain {
			fmt.Fprintf(w, "    rank %.3f  cosine %.3f  words %.2f  facets %.2f  by %s\n", h.Rank, h.Cosine, h.Words, h.Facets, strings.Join(h.Concepts, ", "))
		}
	}
	if len(s.Hits) == 0 {
		fmt.Fprintln(w, "nothing found")
	}
}
