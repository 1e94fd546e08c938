package data

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/chart"
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
	Notes   []string `json:"notes,omitempty"`  // which rows are meant, that they are an estimate
	Title   string   `json:"title,omitempty"`  // of the values
	Values  []value  `json:"values,omitempty"` // by group or by time
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
	maxValues = 26              // two years of months
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
	out := told(found, from, plan.Intent, sc.Language)
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
	out.Tables = append(out.Tables, tableOut{Whose: from.whose(), Rows: w.Number(float64(from.Table.Rows)), Columns: some(names(from.Table))})
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

func names(t *table.Table) []string {
	var all []string
	for _, c := range t.Columns() {
		all = append(all, c.Name)
	}
	return all
}

// planned finds the table that is asked about and what to compute of it.
// ignored is what of the plan cannot be done together with the rest.
func (s *Statistician) planned(ctx context.Context, in askDataIn) (from Source, plan IntentOut, ignored string, err error) {
	var before *asked
	if note := new(asked); scene.From(ctx).Load(askedNote, note) {
		before = note
	}
	if from, err = s.asksAbout(ctx, in, before); err != nil {
		return from, plan, "", err
	}
	measure, period, kind := meantMeasure(in.Measure), meantPeriod(in.Period), meantKind(in.Kind)
	if in.plans() {
		plan, ignored, err = columnsOf(from.Table, in, period, kind)
	} else {
		plan, err = s.read(ctx, from, in.Question, before)
	}
	if err != nil {
		return from, plan, "", err
	}
	for _, f := range []struct{ field, said, meant string }{{"measure", in.Measure, measure}, {"period", in.Period, period}, {"kind", in.Kind, kind}} {
		if f.said != "" && f.meant == "" {
			ignored = strings.TrimPrefix(fmt.Sprintf("%s; %s: %q is none", ignored, f.field, clip(f.said)), "; ")
		}
	}
	plan.Measure = cmp.Or(measure, plan.Measure)
	if in.Top > 0 {
		plan.N = min(int(in.Top), most)
	}
	if len(in.Filter) > 0 {
		plan.Only, err = filters(from.Table, in.Filter)
	}
	return from, plan, ignored, err
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

// columnsOf makes a plan of the fields.
func columnsOf(t *table.Table, in askDataIn, period, kind string) (plan IntentOut, ignored string, err error) {
	kinds := map[string]table.Kind{}
	for _, c := range t.Columns() {
		kinds[c.Name] = c.Kind
	}
	plan = IntentOut{Intent: kind, Period: period}
	for _, said := range in.Columns {
		name, err := columnOf(t, said)
		if err != nil {
			return plan, "", err
		}
		plan.Columns = append(plan.Columns, name)
	}
	if in.By != "" {
		if p := meantPeriod(in.By); p != "" && !slices.Contains(names(t), in.By) {
			plan.Period = cmp.Or(plan.Period, p) // by month
		} else if plan.By, err = columnOf(t, in.By); err != nil {
			return plan, "", err
		}
	}
	if plan.Intent == "" {
		plan.Intent = suits(plan, kinds, in)
	}
	switch plan.Intent {
	case Comparing, Top:
		if plan.Period != "" && plan.By != "" && kinds[plan.By] != table.Date {
			ignored = "period: one grouping at a time"
		}
		plan.By, plan.Columns = groupedBy(plan, kinds)
		if len(plan.Columns) > 1 {
			ignored = "all columns but " + inert(plan.Columns[0])
		}
	case Trending:
		if plan.By != "" && kinds[plan.By] != table.Date {
			ignored = "by: one grouping at a time, here time"
		}
		plan.Columns = slices.DeleteFunc(plan.Columns, func(name string) bool { return kinds[name] != table.Number })
	}
	return plan, ignored, nil
}

// suits returns the kind of a plan that names none.
func suits(plan IntentOut, kinds map[string]table.Kind, in askDataIn) string {
	switch {
	case kinds[plan.By] == table.Date || plan.By == "" && plan.Period != "":
		return Trending
	case in.Top > 0:
		return Top
	case plan.By != "" || meantMeasure(in.Measure) == "share":
		return Comparing
	}
	return Summary
}

// groupedBy returns by what a comparison groups, and of what numbers: a column
// of texts among those whose values are asked for is what to group by.
func groupedBy(plan IntentOut, kinds map[string]table.Kind) (by string, numbers []string) {
	by = plan.By
	for _, name := range plan.Columns {
		if kinds[name] == table.Number {
			numbers = append(numbers, name)
		} else if by == "" {
			by = name
		}
	}
	return by, numbers
}

// columnOf returns the column that is meant by a name, or by a word for it.
func columnOf(t *table.Table, said string) (string, error) {
	known := names(t)
	if name, ok := nearest(known, said); ok {
		return name, nil
	}
	for _, other := range synonyms(said) {
		if i := slices.IndexFunc(known, func(name string) bool { return lang.Fold(name) == other }); i >= 0 {
			return known[i], nil
		}
	}
	return "", fmt.Errorf("there is no column %q; the columns are: %s", clip(said), strings.Join(some(known), ", "))
}

// filters are conditions with names and values as the table has them.
func filters(t *table.Table, said []onlyRows) ([]Only, error) {
	var all []Only
	for _, f := range said {
		name, err := columnOf(t, f.Column)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(t.Columns(), func(c table.Column) bool { return c.Name == name })
		value := string(f.Value)
		switch t.Columns()[i].Kind {
		case table.Date:
			value = dateOf(value)
		case table.Text, table.Bool:
			if value, err = valueOf(t, i, name, value); err != nil {
				return nil, err
			}
		}
		all = append(all, Only{name, value})
	}
	return all, nil
}

// dateOf returns the beginning of dates that is meant: "março" is -03, and
// 03/2025 is 2025-03.
func dateOf(said string) string {
	said = strings.TrimSpace(said)
	for _, layout := range []string{"01/2006", "1/2006", "02/01/2006", "2/1/2006", time.RFC3339} {
		if at, err := time.Parse(layout, said); err == nil {
			if len(said) > len("01/2006") {
				return at.Format(time.DateOnly)
			}
			return at.Format("2006-01")
		}
	}
	month, rest := "", year.FindString(said)
	for _, w := range strings.Fields(lang.Fold(said)) {
		month = cmp.Or(month, monthName[w])
	}
	if month != "" {
		return rest + "-" + month
	}
	return said
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
func told(found Finding, from Source, intent string, language lang.Language) askDataOut {
	out := askDataOut{Table: from.Name, Whose: from.whose(), Rows: voice.In(language).Number(float64(from.Table.Rows))}
	out.Notes, out.Facts = cleaned(found.Facts[1:found.head]), cleaned(found.Facts[found.head:])
	for _, f := range found.Figures {
		out.Charts = append(out.Charts, inert(f.Title))
	}
	if len(found.Figures) != 1 || intent == Missing { // of what is missing the bars are shares, the fact counts
		return out
	}
	// The values in a sentence say no more than the values.
	f := found.Figures[0]
	if all := values(f); len(all) > 0 && len(all) <= maxValues {
		out.Title, out.Values, out.Charts = out.Charts[0], all, nil
		if f.Kind == chart.Bar {
			out.Facts = slices.DeleteFunc(out.Facts, func(fact string) bool { return fact == ui.Clean(f.Caption) })
		}
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
	if len(out.Values) > 0 && len(out.Facts) == 0 {
		lines = append(lines, sentence(w, out.Title, out.Values))
	}
	return strings.Join(append(lines, out.Facts...), "\n")
}

// sentence lists values.
func sentence(w *voice.Words, title string, all []value) string {
	var named []string
	for _, v := range all {
		named = append(named, v.String())
	}
	return title + ": " + w.List(named) + "."
}

// meantKind, meantMeasure and meantPeriod read a field that a model wrote in
// its own words; "" is none.
func meantKind(said string) string {
	said = lang.Fold(said)
	switch said {
	case "":
		return ""
	case "compare", "comparar":
		return Comparing
	case "correlate":
		return Correlating
	case "rank":
		return Top
	}
	for _, w := range ways {
		if w.intent == said {
			return w.intent
		}
	}
	for _, w := range ways {
		if slices.Contains(w.words, said) {
			return w.intent
		}
	}
	return ""
}

func meantMeasure(said string) string {
	said = lang.Fold(said)
	switch said {
	case "":
		return ""
	case "share", "percent", "percentage", "participacao", "participacion", "porcentagem", "percentual", "porcentaje":
		return "share"
	}
	for _, m := range measures {
		if m.name == said || slices.Contains(m.words, said) {
			return m.name
		}
	}
	return ""
}

func meantPeriod(said string) string { return string(periodOf(lang.Fold(said))) }
