package question

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// maxLines of a list that are said; the rest is counted.
const maxLines = 12

// Text says an answer: a sentence first, then a short list if there are several rows. Whose figures
// they are is said.
func (a Answer) Text() string {
	a.Rows = known(a.Rows)
	p := a.Plan
	if p.About == "" && p.Do == "" && !isTable(a.schema) {
		return a.plain()
	}
	s := a.say() + a.nothingIn()
	if p.Whose == All && p.Do != Also && !strings.Contains(s, a.text("all")) && p.About != "clients" {
		if r := []rune(s); len(r) > 1 && strings.ToUpper(string(r[1])) != string(r[1]) {
			s = strings.ToLower(string(r[:1])) + string(r[1:])
		}
		s = a.text("everybody") + " " + s
	}
	if p.Basis {
		s += "\n" + a.text("basis")
	}
	if p.Instead != "" {
		s = a.text("instead", "part", Inert(p.Instead)) + " " + s
	}
	return s
}

// known drops the rows in which nothing is known: a sum of no purchases.
func known(rows [][]any) [][]any {
	return slices.DeleteFunc(slices.Clone(rows), func(row []any) bool {
		return !slices.ContainsFunc(row, func(v any) bool { return v != nil })
	})
}

// nothingIn says which of the times that are compared have no row.
func (a Answer) nothingIn() (said string) {
	p := a.Plan
	if len(p.When) < 2 || p.Top > 0 || len(a.Rows) == 0 || p.Do != "" || slices.ContainsFunc(p.By, isPeriod) {
		return ""
	}
	for _, s := range p.When {
		names := []string{s.label(), s.quarter(), strconv.Itoa(s.year()), s.From.Format("2006-01")}
		of := func(row []any) bool {
			return slices.ContainsFunc(row, func(v any) bool { return slices.Contains(names, fmt.Sprint(v)) })
		}
		if a.Plan.When = []Span{s}; !slices.ContainsFunc(a.Rows, of) {
			said += "\n" + a.text("nothing", "of", a.where(), "when", a.when())
		}
	}
	return said
}

// texter says a text of what every sentence has, and more.
type texter func(key string, more ...string) string

func (a Answer) say() string {
	p := a.Plan
	common := []string{"of", a.where(), "when", a.when(), "label", a.label(), "Label", capital(a.label()), "by", a.by()}
	text := func(key string, more ...string) string { return a.text(key, append(more, common...)...) }
	ofTable := map[bool]string{true: ".rows"}[isTable(a.schema)]
	switch {
	case p.Do == Gaps && p.Stat != Count && len(a.Rows) == 0:
		return text("gaps.none" + ofTable)
	case p.Do == Shift:
		return a.shifts(text)
	case len(a.Rows) == 0:
		return text("nothing")
	}
	row := a.Rows[0]
	first, only := a.Cell(0, row[0]), len(a.Rows) == 1
	switch {
	case p.Do == Profile || p.Do == Lookup:
		return a.lines("")
	case p.Whose == Both && p.Then == Share:
		return text("share.mine", "v", first)
	case p.Whose == Both && p.Do == "":
		return a.beside()
	case p.Do == Gaps && p.Stat == Count:
		return text("gaps.count"+ofTable, "v", first)
	case p.Do == Gaps:
		return text("gaps"+ofTable, "n", a.counted(), "list", a.words().List(a.firsts()))
	case p.Do == Untried && p.Stat == Count:
		return text("untried.count", "v", first)
	case p.Do == List && only:
		return text("list.one", "row", a.row(row))
	case p.Do == Untried && p.Measure == "units" && p.Whose == Mine:
		return a.lines(text("untried.like")) + "\n" + text("untried.label")
	case p.Do == Untried || p.Do == List || p.Do == Also:
		return a.lines(text(p.Do, "n", a.counted()))
	case p.Do == First || p.Do == Last || p.Do == Extreme:
		return a.told(text)
	case p.Do == Interval && len(row) == 3:
		return text("interval", "v", a.words().Number(round(row[2])), "a", first, "b", a.Cell(1, row[1]))
	case p.Do == Interval:
		return text("interval.mean", "v", a.words().Number(round(row[0])))
	case p.Then == Slope:
		return text("slope", "v", a.number("slope", round(row[0])))
	case len(p.More) > 0 && len(p.By) == 0 && only:
		return a.besides()
	case only && len(row) == 1:
		return a.figure(text)
	}
	return a.groups(text)
}

// counted writes the number of rows with their noun: "3 breweries".
func (a Answer) counted() string {
	n := float64(len(a.Rows))
	forms := a.text("count." + cmp.Or(firstOf(a.Plan.By), firstOf(a.Plan.Show)))
	forms = strings.NewReplacer(" diferentes", "", " diferente", "", "different ", "").Replace(forms)
	return strings.TrimSpace(a.words().Number(n) + " " + oneOf(forms, n))
}

func firstOf(list []string) string {
	if len(list) > 0 {
		return list[0]
	}
	return ""
}

func (a Answer) firsts() (all []string) {
	for _, r := range a.Rows[:min(len(a.Rows), maxLines)] {
		all = append(all, a.Cell(0, r[0]))
	}
	return all
}

// figure says one number.
func (a Answer) figure(text texter) string {
	p, v, key := a.Plan, a.Cell(0, a.Rows[0][0]), "figure"
	switch counts := p.Stat == Count || p.Stat == Distinct; {
	case p.Then == Share && len(p.Part) > 0:
		whole := a.text(map[bool]string{true: "part.of.mine", false: "part.of.all"}[p.Whose == Mine])
		return text("part", "v", v, "part", capital(a.condition(p.Part[0])), "verb", a.text("represents"), "whole", whole)
	case p.Then == Share:
		key = "share"
	case p.Do == CountGroups:
	case p.Whose == Mine && p.Stat == Distinct && a.text("count."+p.Measure) != "":
		key = "mine.distinct"
	case p.About == "clients" && p.Stat == Count:
		key = "clients"
	case p.Whose == "" && counts && (p.Measure == "" || !isTable(a.schema)):
		key = "are"
	case p.Whose == All && p.Measure == "clients":
		key = "all.clients.sum"
	case p.Whose == Mine && p.Per == "":
		key = "mine." + cmp.Or(p.Measure, p.About) + "." + p.Stat
	}
	return cmp.Or(text(key, "v", v), text("figure", "v", v))
}

// told says the first, the last or the largest.
func (a Answer) told(text texter) string {
	p, one := a.Plan, len(a.Rows) == 1
	key := map[string]string{First: "first.mine", Last: "last.mine", Extreme: "extreme." + p.Order}[p.Do]
	switch {
	case one && p.Stat == Sum && len(a.Columns) == 1:
		return text("figure", "v", a.Cell(0, a.Rows[0][0]))
	case !one:
		return a.lines(text(map[string]string{First: "firsts", Last: "lasts", Extreme: "tops"}[p.Do]))
	case p.Do == Extreme && len(p.By) > 0:
		key = "strongest"
	case p.Do == Last && p.Skip == 1:
		key = "penultimate.mine"
	}
	return text(key, "row", a.row(a.Rows[0]))
}

// groups says figures of groups.
func (a Answer) groups(text texter) string {
	p, row, last := a.Plan, a.Rows[0], a.Rows[len(a.Rows)-1]
	dims := len(row) - 1 - len(p.More)
	switch {
	case len(p.More) > 0:
		var heads []string
		for i := dims; i < len(a.Columns); i++ {
			heads = append(heads, a.Column(i))
		}
		label := a.words().List(heads)
		return a.lines(text("groups", "label", label, "Label", capital(label)))
	case len(row) < 2:
		return a.figure(text)
	case p.Beside, p.Then == Running:
		dims--
	case p.Then == Change:
		dims = slices.Index(a.Columns, "change") - 1
	}
	dims = max(dims, 1)
	plain, at := dims == 1 && len(row) == 2, highest(a.Rows, dims)
	key := cmp.Or(map[string]string{Desc: "tops", Asc: "bottoms"}[p.Order], "groups")
	switch {
	case len(a.Rows) == 1 && dims == 1:
		return text(a.topKey(), "name", a.Cell(0, row[0]), "v", a.Cell(1, row[1]), "n", strconv.Itoa(p.Skip+1))
	case p.first() && plain:
		return text("tie", "list", a.words().List(a.firsts()), "v", a.Cell(1, row[1]))
	case p.Then == Running:
		return a.lines(text(key)) + "\n" + a.text("running", "v", a.Cell(len(last)-1, last[len(last)-1]))
	case len(a.Rows) == 2 && dims == 1 && len(p.When) == 2 && p.Then != Share:
		return a.lines(text(key)) + "\n" + a.changed()
	case at >= 0 && plain && p.Order == "" && p.Then == "" && len(a.Rows) > 2:
		return a.lines(text("groups.highest", "name", a.Cell(0, a.Rows[at][0]), "v", a.Cell(1, a.Rows[at][1])))
	}
	return a.lines(text(key))
}

// topKey is the text for what has the most.
func (a Answer) topKey() string {
	p := a.Plan
	key := "top." + p.Whose + "." + cmp.Or(p.Measure, "purchases")
	switch {
	case p.Top != 1 || len(p.By) == 0:
		return "only"
	case p.Order == Asc:
		return "bottom"
	case p.Skip > 0:
		return "second"
	case isTable(a.schema) && p.Stat == Count && p.Measure == "":
		return "top.rows"
	case isPeriod(p.By[0]) && p.Whose == Mine && p.Stat != Mean && p.Stat != Median:
		return "top.mine.period"
	case p.Stat == Mean || p.Stat == Median || a.text(key) == "" || !slices.Contains([]string{"beer", "style", "brewery", "type", "channel"}, p.By[0]):
		return "top"
	}
	return key
}

// highest returns the row with the highest number of a column, or -1.
func highest(rows [][]any, column int) int {
	at, most := -1, math.Inf(-1)
	for i, r := range rows {
		if n, ok := Float(r[column]); ok && n > most {
			at, most = i, n
		}
	}
	return at
}

// changed writes how the second of two figures differs from the first: "20% more".
func (a Answer) changed() string {
	before, ok1 := Float(a.Rows[0][1])
	after, ok2 := Float(a.Rows[1][1])
	if !ok1 || !ok2 || before == 0 {
		return ""
	}
	more, d := a.text("level"), after-before
	if d != 0 {
		more = a.text(map[bool]string{true: "rise", false: "fall"}[d > 0], "v", a.number(a.Columns[1], math.Abs(d)))
	}
	percent := a.words().Number(math.Round(1000*d/before)/10) + "%"
	if a.Columns[0] == "period" { // which are long to say
		return a.text("change.later", "more", more, "percent", percent)
	}
	return a.text("change", "from", a.Cell(0, a.Rows[0][0]), "to", a.Cell(0, a.Rows[1][0]), "more", more, "percent", percent)
}

// beside says the guest's figure and the mean client's.
func (a Answer) beside() string {
	w := a.words().Purchases
	mine, ok1 := Float(a.Rows[0][0])
	all, ok2 := Float(a.Rows[0][1])
	if !ok1 || !ok2 {
		return w.Nothing
	}
	own := a.text("mine."+cmp.Or(a.Plan.Measure, a.Plan.About)+"."+a.Plan.Stat, "v", a.Cell(0, mine), "of", a.where(), "when", a.when())
	text := cmp.Or(strings.TrimSuffix(own, "."), capital(a.label())+a.where()+a.when()+": "+fmt.Sprintf(w.Mine, a.Cell(0, mine)))
	text += "; " + fmt.Sprintf(w.Everyone, a.Cell(1, all))
	if len(a.Plan.When) == 0 {
		text += " (" + w.Closed + ")"
	}
	if all <= 0 {
		return text + "."
	}
	far, d := w.About, math.Round(100*(mine-all)/all)
	if d != 0 {
		far = fmt.Sprintf(map[bool]string{true: w.Above, false: w.Below}[d > 0], a.words().Number(math.Abs(d))+"%")
	}
	return text + ": " + far + "."
}

// lines are a heading and the rows beneath.
func (a Answer) lines(head string) string {
	var all []string
	if head != "" {
		all = append(all, head)
	}
	for _, r := range a.Rows[:min(len(a.Rows), maxLines)] {
		all = append(all, "- "+a.row(r))
	}
	if more := len(a.Rows) - maxLines; more > 0 {
		all = append(all, a.text("more", "n", a.words().Number(float64(more))))
	}
	if head == "" && len(all) == 1 {
		return strings.TrimPrefix(all[0], "- ") + "."
	}
	return strings.Join(all, "\n")
}

// row says a row: the first text, and then what else there is.
func (a Answer) row(row []any) string {
	var parts []string
	for i, v := range row[:min(len(row), len(a.Columns))] {
		if v == nil {
			continue
		}
		cell, column := a.Cell(i, v), a.Columns[i]
		switch n, _ := Float(v); {
		case column == "running":
			cell = a.Column(i) + " " + cell
		case (column == "change" || column == "percent" && a.Plan.Then == Change) && n > 0:
			cell = "+" + cell
		}
		parts = append(parts, cell)
	}
	switch {
	case a.Plan.Do == Shift && a.Plan.Order != "":
		return a.text("shift.row", "name", parts[0], "a", parts[1], "b", parts[2])
	case a.Plan.Do == Shift:
		parts = parts[:2]
	case len(parts) < 2 || !a.isLabel(0, row[0]):
		return strings.Join(parts, ", ")
	}
	return parts[0] + ": " + strings.Join(parts[1:], ", ")
}

func (a Answer) isLabel(i int, v any) bool {
	switch v.(type) {
	case string:
		return true
	case int64:
		return a.Columns[i] == "year" || a.Columns[i] == "joined_year" || slices.Contains(a.Plan.By, a.Columns[i])
	}
	return false
}

// plain says rows of which no plan is known, such as those of a statement that a model wrote.
func (a Answer) plain() string {
	w := a.words().Purchases
	switch {
	case len(a.Rows) == 0 || len(a.Columns) == 0:
		return w.Nothing
	case len(a.Rows) == 1 && slices.Equal(a.Columns, []string{"mine", "everyone"}):
		return fmt.Sprintf(w.Mine, a.Cell(0, a.Rows[0][0])) + "; " + fmt.Sprintf(w.Everyone, a.Cell(1, a.Rows[0][1])) + "."
	case len(a.Rows) == 1:
		return a.row(a.Rows[0]) + "."
	}
	return a.lines(fmt.Sprintf(w.Several, len(a.Rows)))
}

// Why says why a question is not answered, and which part of it is the reason; "" is left to the
// caller.
func (a Answer) Why(c *Cannot) string {
	var parts []string
	for part := range strings.SplitSeq(c.Part, ", ") {
		if t := a.text(part); t != "" && !strings.Contains(t, "{") {
			part = strings.TrimSuffix(strings.TrimSuffix(t, " de"), " of")
		}
		parts = append(parts, cmp.Or(a.words().Beer.Columns[part], part)) // a column is called as guests do
	}
	part, key := Inert(a.words().List(parts)), map[string]string{NotInData: "cannot", NotPublished: NotPublished, OnlyNear: OnlyNear, NotUnderstood: NotUnderstood}[c.Why]
	switch {
	case part == "" || key == "":
		return ""
	case c.Why == NotInData && isTable(a.schema):
		return a.text("no_column", "part", part, "columns", a.words().List(a.schema.Row))
	}
	return a.text(key, "part", part)
}

// besides says several figures of the same rows: "Valor: 10. Unidades: 3."
func (a Answer) besides() string {
	p, row := a.Plan, a.Rows[0]
	if p.Measure == "day" && p.Stat == Min && slices.Equal(p.More, []Figure{{Measure: "day", Stat: Max}}) {
		return capital(a.text("from.to", "a", a.Cell(0, row[0]), "b", a.Cell(1, row[1]))) + a.where() + "."
	}
	var all []string
	for i, v := range row {
		all = append(all, a.Column(i)+": "+a.Cell(i, v))
	}
	return capital(strings.Join(all, "; ")) + a.where() + a.when() + "."
}

// shifts says what changed, each with both figures.
func (a Answer) shifts(text texter) string {
	key := "shift." + map[string]string{Desc: "up", Asc: "down", "": "gone"}[a.Plan.Order]
	if len(a.Rows) == 0 {
		key += ".none"
	}
	return a.lines(text(key, "from", a.span(a.Plan.When[0], true), "to", a.span(a.Plan.When[1], true)))
}

// Alone says one figure as that of a style without its kinds; there is no mean of nothing.
func (a Answer) Alone(style string) string {
	rows, v := known(a.Rows), a.words().Number(0)
	switch {
	case len(rows) > 0:
		v = a.Cell(0, rows[0][0])
	case a.Plan.Stat != Sum && a.Plan.Stat != Count:
		return ""
	}
	return "\n" + a.text("only", "name", style, "when", "", "v", v)
}
