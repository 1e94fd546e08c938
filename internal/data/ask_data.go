package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/question"
	"github.com/maitre-dev/maitre/internal/table"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// askDataIn is a question about a table: in words, or as a plan.
type askDataIn struct {
	Question string     `json:"question,omitempty" jsonschema:"empty: lists tables"`
	Table    string     `json:"table,omitempty"`
	Columns  []string   `json:"columns,omitempty"`
	By       string     `json:"by,omitempty" jsonschema:"group by column"`
	Measure  string     `json:"measure,omitempty" jsonschema:"total, mean, median, count, min, max or share"`
	Period   string     `json:"period,omitempty" jsonschema:"day, week, month, year"`
	Filter   []onlyRows `json:"filter,omitempty"`
	Top      count      `json:"top,omitempty"`
	Kind     string     `json:"kind,omitempty" jsonschema:"summary, distribution, trend, compare, correlation, outliers, missing or top"`
}

type onlyRows struct {
	Column string `json:"column"`
	Value  loose  `json:"value" jsonschema:"of dates 2025 or 2025-03"`
}

// askDataOut are the facts.
type askDataOut struct {
	Tables []tableOut `json:"tables,omitzero"` // when no question is asked, or there is none to ask about

	Table   string   `json:"table,omitempty"`
	Whose   string   `json:"whose,omitempty"`
	Rows    string   `json:"rows,omitempty"`
	Notes   []string `json:"notes,omitempty"` // which rows are meant, that they are an estimate
	Facts   []string `json:"facts,omitempty"`
	Charts  []string `json:"draw_chart_can_show,omitempty"`
	Ignored string   `json:"ignored,omitempty"`
}

type tableOut struct {
	Name    string   `json:"name,omitempty"`
	Whose   string   `json:"whose,omitempty"`
	Rows    string   `json:"rows"`
	Columns []string `json:"columns"`
}

// How much is told of a table.
const (
	maxFacts  = manyFigures + 2 // a column each, what the table has, and how many more there are
	maxTables = 10
	maxNamed  = 40 // columns, or values of one
)

func (s *Statistician) askDataTool() (agent.Tool, error) {
	return agent.NewTool("ask_data", "Computes from a table the house added, or the guest's own rows, by fields or by the question alone.", s.askData, agent.Options[askDataOut]{
		Schema: func(in *jsonschema.Schema) {
			text(in.Properties["filter"].Items.Properties["value"], "string", "number", "boolean")
			text(in.Properties["top"], "integer", "string")
		},
		Say: sayData,
	})
}

// text lets a field be of several types.
func text(s *jsonschema.Schema, types ...string) { s.Type, s.Types = "", types }

func (s *Statistician) askData(ctx context.Context, in askDataIn) (askDataOut, error) {
	sc := scene.From(ctx)
	if in.empty() {
		return s.listed(ctx)
	}
	from, plan, ignored, err := s.planned(ctx, in)
	if errors.Is(err, ErrNone) {
		return askDataOut{Tables: []tableOut{}}, nil
	}
	if no, ok := errors.AsType[*question.Cannot](err); ok {
		why := declined(vocabulary(from.Table, from.Name), no, sc.Language)
		return askDataOut{Table: from.Name, Whose: from.whose(), Rows: voice.In(sc.Language).Number(float64(from.Table.Rows)), Facts: []string{why}}, nil
	}
	if err != nil {
		return askDataOut{}, err
	}
	found, err := look(ctx, from, plan, sc.Language)
	if err != nil {
		return askDataOut{}, err
	}
	if err := keep(sc, from, plan, found); err != nil {
		return askDataOut{}, err
	}
	out := told(found, from, sc.Language)
	out.Ignored = ignored
	return out, nil
}

func (in askDataIn) empty() bool {
	return strings.TrimSpace(in.Question) == "" && in.Table == "" && len(in.Filter) == 0 && in.Top == 0 && in.Measure == "" && !in.plans()
}

// plans reports whether the fields say what to compute, so that the words of
// the question are not read.
func (in askDataIn) plans() bool {
	return len(in.Columns) > 0 || in.By != "" || in.Period != "" || in.Kind != ""
}

// listed are the tables that the guest may ask about.
func (s *Statistician) listed(ctx context.Context) (askDataOut, error) {
	guest, w := graph.Guest(ctx), voice.In(scene.From(ctx).Language)
	out := askDataOut{Tables: []tableOut{}}
	all, err := s.open(ctx, guest)
	if err != nil {
		return out, err
	}
	for _, e := range all[:min(len(all), maxTables)] {
		out.Tables = append(out.Tables, tableOut{Name: e.Name, Rows: w.Number(float64(e.Rows)), Columns: some(e.Columns)})
	}
	if len(all) > 0 {
		return out, nil
	}
	from, err := s.Source(ctx, guest, "", "")
	if errors.Is(err, ErrNone) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	out.Tables = append(out.Tables, tableOut{Whose: from.whose(), Rows: w.Number(float64(from.Table.Rows)), Columns: some(columnNames(from.Table))})
	return out, nil
}

// open returns the tables that were added, if the guest may see them.
func (s *Statistician) open(ctx context.Context, guest string) ([]Entry, error) {
	if s.Tables == nil || s.May != nil && !s.May(guest) {
		return nil, nil
	}
	return s.Tables.List(ctx)
}

// some are names as they may be told, not too many.
func some(all []string) []string {
	told := make([]string, 0, len(all))
	for _, name := range all[:min(len(all), maxNamed)] {
		told = append(told, inert(name))
	}
	return told
}

func columnNames(t *table.Table) []string {
	var all []string
	for _, c := range t.Columns() {
		all = append(all, c.Name)
	}
	return all
}

// planned finds the table that is asked about and what to compute of it.
// ignored is what of the fields means nothing.
func (s *Statistician) planned(ctx context.Context, in askDataIn) (from Source, p question.Plan, ignored string, err error) {
	var before *asked
	if note := new(asked); scene.From(ctx).Load(askedNote, note) {
		before = note
	}
	if from, err = s.asksAbout(ctx, in, before); err != nil {
		return from, p, "", err
	}
	if in.plans() || strings.TrimSpace(in.Question) == "" {
		p, ignored, err = fields(from.Table, in)
		return from, p, ignored, err
	}
	var last *question.Plan
	if before != nil && before.Table == from.Name {
		last = &before.Plan
	}
	now := scene.From(ctx).Now
	if now.IsZero() {
		now = s.today()
	}
	if p, err = vocabulary(from.Table, from.Name).Read(in.Question, now.UTC().Truncate(24*time.Hour), last); err != nil {
		return from, p, "", err
	}
	if p.Stat, p.Top = cmp.Or(meantMeasure(in.Measure), p.Stat), cmp.Or(min(int(in.Top), most), p.Top); len(in.Filter) > 0 {
		err = filters(from.Table, in.Filter, &p)
	}
	return from, p, "", err
}

// asksAbout returns the table that is named, in the field or in the question.
func (s *Statistician) asksAbout(ctx context.Context, in askDataIn, before *asked) (Source, error) {
	guest, last := graph.Guest(ctx), ""
	if before != nil {
		last = before.Table
	}
	if in.Table == "" {
		return s.Source(ctx, guest, in.Question, last)
	}
	all, err := s.open(ctx, guest)
	if err != nil || len(all) == 0 {
		return errOr(err, func() (Source, error) { return s.Source(ctx, guest, "", "") })
	}
	var known []string
	for _, e := range all {
		known = append(known, e.Name)
	}
	name, ok := nearest(known, in.Table)
	if !ok && len(all) > 1 {
		return Source{}, fmt.Errorf("there is no table %q; the tables are: %s", clip(in.Table), strings.Join(some(known), ", "))
	}
	return s.Source(ctx, guest, "", cmp.Or(name, known[0]))
}

func errOr(err error, or func() (Source, error)) (Source, error) {
	if err != nil {
		return Source{}, err
	}
	return or()
}

// most is how many groups can be asked for.
const most = 100

// fields makes a plan of the fields that a model filled in.
func fields(t *table.Table, in askDataIn) (p question.Plan, ignored string, err error) {
	measure, period, kind := meantMeasure(in.Measure), meantPeriod(in.Period), meantKind(in.Kind)
	for _, f := range []struct{ field, said, meant string }{{"measure", in.Measure, measure}, {"period", in.Period, period}, {"kind", in.Kind, kind}} {
		if f.said != "" && f.meant == "" {
			ignored = strings.TrimPrefix(fmt.Sprintf("%s; %s: %q is none", ignored, f.field, clip(f.said)), "; ")
		}
	}
	var names []string
	for _, said := range in.Columns {
		name, err := columnOf(t, said)
		if err != nil {
			return p, "", err
		}
		names = append(names, name)
	}
	by := ""
	if in.By != "" {
		if unit := meantPeriod(in.By); unit != "" && !slices.Contains(columnNames(t), in.By) {
			period = cmp.Or(period, unit) // by month
		} else if by, err = columnOf(t, in.By); err != nil {
			return p, "", err
		}
	}
	if err := filters(t, in.Filter, &p); err != nil {
		return p, "", err
	}
	p.About, p.Top = "table", min(int(in.Top), most)
	if examined(kind) && !(kind == question.Summary && measure != "") && by == "" && period == "" {
		p.Do, p.Show, p.Top = kind, names, 0
		return p, ignored, nil
	}
	ignored = strings.TrimPrefix(ignored+figures(t, &p, names, by, period, kind, measure), "; ")
	return p, ignored, nil
}

// figures sets what is measured and by what, and returns what is left out.
func figures(t *table.Table, p *question.Plan, names []string, by, period, kind, measure string) (ignored string) {
	for _, name := range names {
		switch k := kindOf(t, name); {
		case k == table.Number && p.Measure == "":
			p.Measure = name
		case k == table.Number:
			ignored = "; all columns but " + inert(p.Measure)
		case by == "" && k != table.Date:
			by = name
		}
	}
	if kind == trending && period == "" || kindOf(t, by) == table.Date {
		period = cmp.Or(period, "month")
	}
	if kindOf(t, by) == table.Date {
		p.Time, by = by, ""
	}
	if period != "" {
		p.By = []string{period}
	}
	if by != "" {
		p.By = append([]string{by}, p.By...)
	}
	switch {
	case measure == "share":
		p.Then, p.Stat = question.Share, question.Sum
	case measure != "":
		p.Stat = measure
	}
	if p.Measure == "" {
		p.Stat = question.Count
	}
	if period == "" && len(p.By) > 0 {
		p.Order = question.Desc
	}
	return ignored
}

func kindOf(t *table.Table, name string) table.Kind {
	for _, c := range t.Columns() {
		if c.Name == name {
			return c.Kind
		}
	}
	return ""
}

// columnOf returns the column that is meant by a name, or by a word for it.
func columnOf(t *table.Table, said string) (string, error) {
	known := columnNames(t)
	if name, ok := nearest(known, said); ok {
		return name, nil
	}
	for _, other := range question.Synonyms(said) {
		if i := slices.IndexFunc(known, func(name string) bool { return lang.Fold(name) == other }); i >= 0 {
			return known[i], nil
		}
	}
	return "", fmt.Errorf("there is no column %q; the columns are: %s", clip(said), strings.Join(some(known), ", "))
}

// filters adds conditions with names and values as the table has them.
func filters(t *table.Table, said []onlyRows, p *question.Plan) error {
	for _, f := range said {
		name, err := columnOf(t, f.Column)
		if err != nil {
			return err
		}
		value := string(f.Value)
		switch kindOf(t, name) {
		case table.Date:
			span, ok := question.ParseSpan(value)
			if !ok {
				return fmt.Errorf("%q is no time that %s may have: write 2025, 2025-03 or 2025-03-14", clip(value), inert(name))
			}
			p.Time, p.When = name, append(p.When, span)
			continue
		case table.Text, table.Bool:
			i := slices.IndexFunc(t.Columns(), func(c table.Column) bool { return c.Name == name })
			if value, err = valueOf(t, i, name, value); err != nil {
				return err
			}
		}
		p.Where = also(p.Where, name, value, kindOf(t, name) == table.Number)
	}
	return nil
}

// also adds a value to those that a column may have.
func also(all []question.Cond, field, value string, number bool) []question.Cond {
	if number {
		n, _ := strconv.ParseFloat(value, 64)
		return append(all, question.Cond{Field: field, Op: "=", N: n})
	}
	for i := range all {
		if all[i].Field == field && all[i].Op == "=" {
			all[i].Values = append(all[i].Values, value)
			return all
		}
	}
	return append(all, question.Cond{Field: field, Op: "=", Values: []string{value}})
}

// valueOf returns the value of a column that is meant.
func valueOf(t *table.Table, column int, name, said string) (string, error) {
	seen := map[string]bool{}
	var known []string
	for i := range t.Kept {
		if v := t.Row(i)[column]; v != "" && !seen[v] {
			if seen[v] = true; lang.Fold(v) == lang.Fold(said) {
				return v, nil
			}
			known = append(known, v)
		}
	}
	if v, ok := nearest(known, said); ok {
		return v, nil
	}
	return "", fmt.Errorf("no row has %q in %s; its values are: %s", clip(said), inert(name), strings.Join(some(known[:min(len(known), maxFacts)]), ", "))
}

// told are the facts of what was found.
func told(found Finding, from Source, language lang.Language) askDataOut {
	out := askDataOut{Table: from.Name, Whose: from.whose(), Rows: voice.In(language).Number(float64(from.Table.Rows))}
	out.Notes, out.Facts = cleaned(found.Facts[1:found.head]), cleaned(found.Facts[found.head:])
	for _, f := range found.Figures {
		out.Charts = append(out.Charts, inert(f.Title))
	}
	return out
}

func cleaned(facts []string) []string {
	var all []string
	for _, f := range facts[:min(len(facts), maxFacts)] {
		all = append(all, ui.Clean(f))
	}
	return all
}

// sayData tells the facts in words.
func sayData(out askDataOut, l lang.Language) string {
	w := voice.In(l)
	if out.Table == "" && out.Whose == "" {
		if len(out.Tables) == 0 {
			return w.Data.NoTable
		}
		var lines []string
		for _, t := range out.Tables {
			lines = append(lines, header(w, t.Name, cmp.Or(t.Whose, ofHouse), t.Rows)+" "+w.List(t.Columns)+".")
		}
		return strings.Join(lines, "\n")
	}
	lines := append([]string{header(w, out.Table, out.Whose, out.Rows)}, out.Notes...)
	return strings.Join(append(lines, out.Facts...), "\n")
}

// meantKind, meantMeasure and meantPeriod read a field that a model wrote in
// its own words; "" is none.
func meantKind(said string) string {
	switch said = lang.Fold(said); said {
	case "compare", "comparar":
		return comparing
	case "correlate":
		return question.Correlation
	case "rank", "ranking":
		return ranking
	}
	if slices.ContainsFunc(ways, func(w way) bool { return w.intent == said }) {
		return said
	}
	return ""
}

func meantMeasure(said string) string {
	switch said = lang.Fold(said); said {
	case "percent", "percentage", "participacao", "participacion", "porcentagem", "percentual", "porcentaje", "share":
		return "share"
	}
	if slices.Contains(measures, said) {
		return said
	}
	return question.Statistic(said)
}

func meantPeriod(said string) string { return question.Period(lang.Fold(said)) }
