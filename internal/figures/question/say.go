package question

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// maxLines of a list that are said; the rest is counted.
const maxLines = 12

// Text says an answer: a sentence first, then a short list if there are several rows. Whose figures
// they are is said.
func (a Answer) Text() string {
	a.Rows = known(a.Rows)
	p := a.Plan
	if p.About == "" && p.Do == "" && !a.ofTable() {
		return a.plain()
	}
	s := a.say()
	if p.Whose == All && !strings.Contains(s, a.text("all")) && p.About != "clients" {
		s = a.text("everybody") + " " + lower(s)
	}
	return s
}

// lower writes the first letter small, unless the second is a capital too.
func lower(s string) string {
	if r := []rune(s); len(r) > 1 && !unicode.IsUpper(r[1]) {
		return strings.ToLower(string(r[:1])) + string(r[1:])
	}
	return s
}

// known drops the rows in which nothing is known: a sum of no purchases.
func known(rows [][]any) [][]any {
	return slices.DeleteFunc(slices.Clone(rows), func(row []any) bool {
		return !slices.ContainsFunc(row, func(v any) bool { return v != nil })
	})
}

// tell fills the first of some texts that there is with what a sentence may have: the first row, all names of rows,
// the conditions, the time, the measure.
func (a Answer) tell(keys ...string) string {
	label := a.label()
	pairs := []string{"of", a.where(), "when", a.when(), "label", label, "Label", capital(label), "by", a.by(), "k", strconv.Itoa(a.Plan.Skip + 1)}
	if len(a.Rows) > 0 {
		row := a.Rows[0]
		var names []string
		for i := range a.Rows[:min(len(a.Rows), maxLines)] {
			names = append(names, a.cell(i, 0))
		}
		pairs = append(pairs, "name", names[0], "v", a.cell(0, min(1, len(row)-1)), "row", a.row(row), "n", a.counted(), "list", a.words().List(names))
	}
	for _, key := range keys {
		if s := a.text(key, pairs...); s != "" {
			return s
		}
	}
	return ""
}

// cell writes a value of a row.
func (a Answer) cell(row, column int) string { return a.Cell(column, a.Rows[row][column]) }

// counted writes the number of rows with their noun: "3 breweries".
func (a Answer) counted() string {
	n := float64(len(a.Rows))
	of := slices.Concat(a.Plan.By, a.Plan.Show, []string{"rows"})[0]
	forms := strings.NewReplacer(" diferentes", "", " diferente", "", "different ", "").Replace(a.text("count." + of))
	return strings.TrimSpace(a.words().Number(n) + " " + oneOf(forms, n))
}

// say says an answer by what its plan does.
func (a Answer) say() string {
	p, one := a.Plan, len(a.Rows) == 1
	if len(a.Rows) == 0 {
		return a.tell("nothing")
	}
	switch p.Do {
	case Profile, Lookup:
		return a.lines("")
	case Untried:
		switch {
		case p.Stat == Count:
			return a.tell("untried.count")
		case p.Measure == "units" && p.Whose == Mine:
			return a.lines(a.tell("untried.like")) + "\n" + a.tell("untried.like.label")
		}
		return a.lines(a.tell("untried"))
	case List:
		if one {
			return a.tell("list.one")
		}
		return a.lines(a.tell(p.Do))
	case First, Last, Extreme:
		switch {
		case one && p.Stat == Sum && len(a.Columns) == 1:
			return a.tell("figure")
		case !one:
			return a.lines(a.tell(map[string]string{First: "firsts", Last: "lasts", Extreme: "tops"}[p.Do]))
		}
		row := p.Do + ".row"
		return a.tell(map[bool]string{true: p.Do + ".group"}[len(p.By) > 0], row+"."+p.Order, row)
	}
	return a.figures()
}

// figures says figures: one, several of the same rows, or those of groups.
func (a Answer) figures() string {
	p, row := a.Plan, a.Rows[0]
	dims := len(row) - 1 - len(p.More)
	switch {
	case p.Whose == Both && p.Then == Share:
		return a.tell("share.mine")
	case p.Whose == Both && len(row) > 1:
		return a.beside()
	case len(p.By) == 0 && len(p.More) > 0 && len(a.Rows) == 1:
		return a.besides()
	case len(row) < 2:
		return a.figure()
	case len(p.More) > 0:
		var heads []string
		for i := dims; i < len(a.Columns); i++ {
			heads = append(heads, a.Column(i))
		}
		return a.lines(capital(a.words().List(heads)) + " " + a.text("per") + " " + a.by() + a.where() + a.when() + ":")
	case p.Then == Running:
		dims--
	case p.Then == Change:
		dims = slices.Index(a.Columns, "change") - 1
	}
	return a.groups(max(dims, 1))
}

// figure says one number.
func (a Answer) figure() string {
	p, key := a.Plan, "figure"
	switch counts := p.Stat == Count || p.Stat == Distinct; {
	case p.Then == Share && len(p.Part) > 0:
		whole := a.text(map[bool]string{true: "part.of.mine", false: "part.of.all"}[p.Whose == Mine])
		return a.text("part", "v", a.cell(0, 0), "part", capital(a.condition(p.Part[0])), "verb", a.text("represents"), "whole", whole, "of", a.where(), "when", a.when())
	case p.Then == Share:
		key = "share"
	case p.Whose == Mine && p.Stat == Distinct && a.text("count."+p.Measure) != "":
		key = "mine.distinct"
	case p.About == "clients" && p.Stat == Count:
		key = "clients"
	case p.Whose == "" && counts && (p.Measure == "" || !a.ofTable()):
		key = "are"
	case p.Whose == All && p.Measure == "clients":
		key = "all.clients.sum"
	case p.Whose == Mine && p.Per == "":
		key = "mine." + cmp.Or(p.Measure, p.About) + "." + p.Stat
	}
	return a.tell(key, "figure")
}

// groups says the figures of groups, which are in the column behind so many.
func (a Answer) groups(dims int) string {
	p, last := a.Plan, a.Rows[len(a.Rows)-1]
	plain, at := dims == 1 && len(last) == 2, highest(a.Rows, dims)
	key := cmp.Or(map[string]string{Desc: "tops", Asc: "bottoms"}[p.Order], "groups")
	switch {
	case len(a.Rows) == 1 && dims == 1:
		return a.tell(a.topKeys()...)
	case p.first() && plain:
		return a.tell("tie")
	case p.Then == Running:
		return a.lines(a.tell(key)) + "\n" + a.text("running", "v", a.Cell(len(last)-1, last[len(last)-1]))
	case len(a.Rows) == 2 && dims == 1 && len(p.When) == 2 && p.Then != Share:
		return a.lines(a.tell(key)) + "\n" + a.changed()
	case at >= 0 && plain && p.Order == "" && p.Then == "" && len(a.Rows) > 2:
		head := strings.TrimSuffix(a.tell(key), ":")
		return a.lines(head + ": " + lower(a.text("highest", "name", a.cell(at, 0), "v", a.cell(at, 1))))
	}
	return a.lines(a.tell(key))
}

// topKeys are the texts for what has the most.
func (a Answer) topKeys() []string {
	p := a.Plan
	switch {
	case p.Top != 1 || len(p.By) == 0:
		return []string{"only"}
	case p.Order == Asc:
		return []string{"bottom"}
	case p.Skip > 0:
		return []string{"second"}
	case isEntity(p.By[0]) && p.Stat != Mean && p.Stat != Median:
		return []string{"top." + p.Whose + "." + cmp.Or(p.Measure, "purchases"), "top"}
	}
	return []string{"top"}
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
	return a.text("change", "from", a.cell(0, 0), "to", a.cell(1, 0), "more", more, "percent", a.words().Number(math.Round(1000*d/before)/10)+"%")
}

// beside says the guest's figure and the mean client's.
func (a Answer) beside() string {
	w := a.words().Purchases
	mine, ok1 := Float(a.Rows[0][0])
	all, ok2 := Float(a.Rows[0][1])
	if !ok1 || !ok2 {
		return w.Nothing
	}
	own := a.text("mine."+cmp.Or(a.Plan.Measure, a.Plan.About)+"."+a.Plan.Stat, "v", a.cell(0, 0), "of", a.where(), "when", a.when())
	said := cmp.Or(strings.TrimSuffix(own, "."), capital(a.label())+a.where()+a.when()+": "+fmt.Sprintf(w.Mine, a.cell(0, 0)))
	said += "; " + fmt.Sprintf(w.Everyone, a.cell(0, 1))
	if len(a.Plan.When) == 0 {
		said += " (" + w.Closed + ")"
	}
	if all <= 0 {
		return said + "."
	}
	far, d := w.About, math.Round(100*(mine-all)/all)
	if d != 0 {
		far = fmt.Sprintf(map[bool]string{true: w.Above, false: w.Below}[d > 0], a.words().Number(math.Abs(d))+"%")
	}
	return said + ": " + far + "."
}

// besides says several figures of the same rows: "Valor: 10. Unidades: 3."
func (a Answer) besides() string {
	var all []string
	for i := range a.Rows[0] {
		all = append(all, a.Column(i)+": "+a.cell(0, i))
	}
	return capital(strings.Join(all, "; ")) + a.where() + a.when() + "."
}

// lines are a heading and the rows beneath.
func (a Answer) lines(head string) string {
	all := []string{head}
	for _, r := range a.Rows[:min(len(a.Rows), maxLines)] {
		all = append(all, "- "+a.row(r))
	}
	if more := len(a.Rows) - maxLines; more > 0 {
		all = append(all, a.text("more", "n", a.words().Number(float64(more))))
	}
	if head == "" && len(all) == 2 {
		return strings.TrimPrefix(all[1], "- ") + "."
	}
	return strings.TrimPrefix(strings.Join(all, "\n"), "\n")
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
	if len(parts) < 2 || !a.isLabel(0, row[0]) {
		return strings.Join(parts, ", ")
	}
	return parts[0] + ": " + strings.Join(parts[1:], ", ")
}

// isLabel reports whether a value of a column is a name, and no figure.
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
	part, key := Inert(a.words().List(parts)), map[string]string{NotInData: "cannot", NotPublished: NotPublished, NotUnderstood: NotUnderstood}[c.Why]
	switch {
	case part == "" || key == "":
		return ""
	case c.Why == NotInData && a.ofTable():
		return a.text("no_column", "part", part, "columns", a.words().List(a.schema.Row))
	}
	return a.text(key, "part", part)
}
