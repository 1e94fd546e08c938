package question

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// maxLines of a list that are said; the rest is counted.
const maxLines = 12

// Text says an answer: a sentence first, then a short list if there are several
// rows. Whose figures they are is said.
func (a Answer) Text() string {
	a.Rows = known(a.Rows)
	if a.Plan.About == "" && a.Plan.Do == "" && !isTable(a.schema) {
		return a.plain()
	}
	s := a.say() + a.nothingIn()
	if a.Plan.Whose == All && a.Plan.Do != Also && !strings.Contains(s, a.text("all")) && a.Plan.About != "clients" {
		s = a.text("everybody") + " " + lower(s)
	}
	if a.Plan.Instead != "" {
		s = a.text("instead", "part", Inert(a.Plan.Instead)) + " " + s
	}
	return s
}

// nothingIn says which of the times that are compared have no row.
func (a Answer) nothingIn() (said string) {
	if len(a.Plan.When) < 2 || a.Plan.Top > 0 || len(a.Rows) == 0 || a.Plan.Do != "" || slices.ContainsFunc(a.Plan.By, isPeriod) || !slices.ContainsFunc(a.Columns, func(c string) bool { return isPeriod(c) || c == "period" }) {
		return ""
	}
	for _, s := range a.Plan.When {
		names := []string{s.label(), s.quarter()}
		if s.year() > 0 {
			names = append(names, itoa(s.year()))
		} else if s == months(s.From.Year(), s.From.Month(), 1) {
			names = append(names, s.From.Format("2006-01"))
		}
		of := func(row []any) bool {
			return slices.ContainsFunc(row, func(v any) bool { return slices.Contains(names, fmt.Sprint(v)) })
		}
		if a.Plan.When = []Span{s}; !slices.ContainsFunc(a.Rows, of) {
			said += "\n" + a.text("nothing", "of", a.of(), "when", a.when())
		}
	}
	return said
}

func lower(s string) string {
	if r := []rune(s); len(r) > 1 && strings.ToUpper(string(r[1])) != string(r[1]) {
		return strings.ToLower(string(r[:1])) + string(r[1:])
	}
	return s
}

func (a Answer) say() string {
	p := a.Plan
	of := []string{"of", a.of(), "when", a.when(), "label", a.label(), "Label", capital(a.label()), "by", a.by()}
	switch {
	case p.Do == Gaps && p.Stat != Count && len(a.Rows) == 0:
		return a.text("gaps.none"+a.ofTable(), of...)
	case p.Do == Shift:
		return a.shifts(of)
	case len(a.Rows) == 0:
		return a.text("nothing", of...)
	case p.Do == Profile || p.Do == Lookup:
		return a.lines("", a.Rows)
	case p.Whose == Both && p.Then == Share:
		return a.text("share.mine", append(of, "v", a.Cell(0, a.Rows[0][0]))...)
	case p.Whose == Both && p.Do == "":
		return a.beside()
	case p.Do == Gaps && p.Stat != Count:
		return a.text("gaps"+a.ofTable(), append(of, "n", a.counted(), "list", a.words().List(a.firsts()))...)
	case p.Do == Gaps:
		return a.text("gaps.count"+a.ofTable(), append(of, "v", a.Cell(0, a.Rows[0][0]))...)
	case p.Do == Untried && p.Stat == Count:
		return a.text("untried.count", append(of, "v", a.Cell(0, a.Rows[0][0]))...)
	case p.Do == Untried:
		return a.lines(a.text("untried", append(of, "n", a.counted())...), a.Rows)
	case p.Do == Also:
		return a.lines(a.text("also", of...), a.Rows)
	case p.Do == First || p.Do == Last || p.Do == Extreme:
		return a.told(of)
	case p.Do == List:
		return a.listed(of)
	case p.Do == Interval && len(a.Columns) == 3:
		r := a.Rows[0]
		return a.text("interval", append(of, "v", a.words().Number(round(r[2])), "a", a.Cell(0, r[0]), "b", a.Cell(1, r[1]))...)
	case p.Do == Interval:
		return a.text("interval.mean", append(of, "v", a.words().Number(round(a.Rows[0][0])))...)
	case p.Then == Ratio:
		return a.sides(of)
	case p.Then == Slope:
		return a.text("slope", append(of, "v", a.number(p.Measure, round(a.Rows[0][0])))...)
	case len(p.More) > 0 && len(p.By) == 0 && len(a.Rows) == 1:
		return a.besides(of)
	case len(a.Rows) == 1 && len(a.Columns) == 1:
		return a.figure(of)
	}
	return a.groups(of)
}

// ofTable ends the name of a text that says nothing of purchases.
func (a Answer) ofTable() string {
	if isTable(a.schema) {
		return ".rows"
	}
	return ""
}

// counted is how many rows there are, with what they are.
func (a Answer) counted() string {
	field := cmp.Or(firstOf(a.Plan.By), firstOf(a.Plan.Show))
	n := float64(len(a.Rows))
	if forms := a.text("count." + field); forms != "" {
		one, many, _ := strings.Cut(strings.NewReplacer(" diferentes", "", " diferente", "", "different ", "").Replace(forms), ", ")
		if n == 1 {
			return "1 " + one
		}
		return a.words().Number(n) + " " + many
	}
	return a.words().Number(n)
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
func (a Answer) figure(of []string) string {
	p := a.Plan
	of = append(of, "v", a.Cell(0, a.Rows[0][0]))
	if p.Then == Share && len(p.Part) > 0 {
		whole := a.text(map[bool]string{true: "part.of.mine", false: "part.of.all"}[p.Whose == Mine])
		return a.text("part", append(of, "part", capital(a.condition(p.Part[0])), "verb", a.text("represents"), "whole", whole)...)
	}
	key := "figure"
	switch {
	case p.Then == Share:
		key = "share"
	case p.Whose == Mine && p.Stat == Distinct && a.text("count."+p.Measure) != "":
		key = "mine.distinct"
	case p.About == "clients" && p.Stat == Count:
		key = "clients"
	case p.Whose == "" && (!isTable(a.schema) || p.Measure == "") && (p.Stat == Count || p.Stat == Distinct):
		key = "are"
	case p.Whose == All && p.Measure == "clients":
		key = "all.clients.sum"
	case p.Whose == Mine && p.Per == "" && p.Do == "":
		key = "mine." + cmp.Or(p.Measure, p.About) + "." + p.Stat
	}
	if p.Do == CountGroups || a.text(key) == "" {
		key = "figure"
	}
	return a.text(key, of...)
}

// told says the first, the last or the largest.
func (a Answer) told(of []string) string {
	p := a.Plan
	if p.Stat == Sum && len(a.Rows) == 1 && len(a.Columns) == 1 {
		return a.text("figure", append(of, "v", a.Cell(0, a.Rows[0][0]))...)
	}
	one := map[string]string{First: "first.mine", Last: "last.mine", Extreme: "extreme." + p.Order}[p.Do]
	switch {
	case p.Do == Extreme && len(p.By) > 0:
		one = "strongest"
	case p.Do == Last && p.Skip == 1:
		one = "penultimate.mine"
	}
	if len(a.Rows) == 1 {
		return a.text(one, append(of, "row", a.row(a.Rows[0]))...)
	}
	return a.lines(a.text(map[string]string{First: "firsts", Last: "lasts", Extreme: "tops"}[p.Do], of...), a.Rows)
}

func (a Answer) listed(of []string) string {
	if len(a.Rows) == 1 {
		return a.text("list.one", append(of, "row", a.row(a.Rows[0]))...)
	}
	return a.lines(a.text("list", append(of, "n", a.counted())...), a.Rows)
}

// groups says figures of groups.
func (a Answer) groups(of []string) string {
	p := a.Plan
	dims := len(a.Columns) - 1
	if len(p.More) > 0 {
		dims = len(a.Columns) - 1 - len(p.More)
	}
	if p.Beside {
		dims--
	}
	if len(p.More) > 0 && len(a.Rows) > 0 {
		var heads []string
		for i := dims; i < len(a.Columns); i++ {
			heads = append(heads, a.Column(i))
		}
		label := a.words().List(heads)
		return a.lines(a.text("groups", append([]string{"label", label, "Label", capital(label)}, of...)...), a.Rows)
	}
	if p.Then == Running || p.Then == Change && len(a.Columns) > 2 {
		dims = slices.Index(a.Columns, map[string]string{Running: "running", Change: "change"}[p.Then]) - 1
	}
	dims = max(dims, 1)
	if len(a.Rows) == 1 && dims == 1 {
		row := a.Rows[0]
		if len(row) < 2 {
			return a.figure(of)
		}
		of = append(of, "name", a.Cell(0, row[0]), "v", a.Cell(1, row[1]))
		return a.text(a.topKey(), append(of, "n", itoa(p.Skip+1))...)
	}
	if p.first() && dims == 1 && len(a.Columns) == 2 {
		return a.text("tie", append(of, "list", a.words().List(a.firsts()), "v", a.Cell(1, a.Rows[0][1]))...)
	}
	key := map[string]string{"": "groups", Desc: "tops", Asc: "bottoms"}[p.Order]
	if at := a.extreme(dims); at >= 0 && p.Order == "" && dims == 1 && p.Then == "" && len(a.Rows) > 2 {
		key, of = "groups.highest", append(of, "name", a.Cell(0, a.Rows[at][0]), "v", a.Cell(1, a.Rows[at][1]))
	}
	head := a.text(key, of...)
	text := a.lines(head, a.Rows)
	switch last := a.Rows[len(a.Rows)-1]; {
	case p.Then == Running:
		text += "\n" + a.text("running", "v", a.Cell(len(last)-1, last[len(last)-1]))
	case len(a.Rows) == 2 && dims == 1 && len(p.When) == 2 && p.Then != Share:
		text += "\n" + a.changed(1)
	}
	return text
}

// topKey is the text for what has the most.
func (a Answer) topKey() string {
	p := a.Plan
	switch {
	case p.Top != 1 || len(p.By) == 0:
		return "only"
	case p.Order == Asc:
		return "bottom"
	case isTable(a.schema) && p.Stat == Count && p.Measure == "" && p.Skip == 0:
		return "top.rows"
	case p.Skip > 0:
		return "second"
	case p.Stat == Mean || p.Stat == Median || isPeriod(p.By[0]) && p.Whose != Mine:
		return "top"
	case isPeriod(p.By[0]):
		return "top.mine.period"
	}
	if !slices.Contains([]string{"beer", "style", "brewery", "type", "channel"}, p.By[0]) {
		return "top"
	}
	key := "top." + p.Whose + "." + cmp.Or(p.Measure, "purchases")
	if a.text(key) == "" {
		return "top"
	}
	return key
}

// extreme returns the row with the highest figure.
func (a Answer) extreme(dims int) int {
	at, most := -1, math.Inf(-1)
	for i, r := range a.Rows {
		if n, ok := float(r[dims]); ok && n > most {
			at, most = i, n
		}
	}
	return at
}

// changed says how the second of two figures differs from the first.
func (a Answer) changed(column int) string {
	before, ok1 := float(a.Rows[0][column])
	after, ok2 := float(a.Rows[1][column])
	if !ok1 || !ok2 || before == 0 {
		return ""
	}
	more := a.text("level")
	switch d := after - before; {
	case d > 0:
		more = a.text("rise", "v", a.number(a.Columns[column], d))
	case d < 0:
		more = a.text("fall", "v", a.number(a.Columns[column], -d))
	}
	percent := fmt.Sprintf("%+.1f", 100*(after-before)/before)
	if a.Columns[0] == "period" { // which are long to say
		return a.text("change.later", "more", more, "percent", a.words().Number(parse(percent))+"%")
	}
	return a.text("change", "from", a.Cell(0, a.Rows[0][0]), "to", a.Cell(0, a.Rows[1][0]), "more", more, "percent", a.words().Number(parse(percent))+"%")
}

func parse(s string) (n float64) { _, _ = fmt.Sscan(s, &n); return n }

// beside says the guest's figure and the mean client's.
func (a Answer) beside() string {
	w := a.words()
	mine, ok1 := float(a.Rows[0][0])
	all, ok2 := float(a.Rows[0][1])
	if !ok1 || !ok2 {
		return w.Purchases.Nothing
	}
	text := capital(a.label()) + a.of() + a.when() + ": " + fmt.Sprintf(w.Purchases.Mine, a.Cell(0, mine))
	if own := a.text("mine."+cmp.Or(a.Plan.Measure, a.Plan.About)+"."+a.Plan.Stat, "v", a.Cell(0, mine), "of", a.of(), "when", a.when()); own != "" {
		text = strings.TrimSuffix(own, ".")
	}
	text += "; " + fmt.Sprintf(w.Purchases.Everyone, a.Cell(1, all))
	if len(a.Plan.When) == 0 {
		text += " (" + w.Purchases.Closed + ")"
	}
	if all <= 0 {
		return text + "."
	}
	switch d := math.Round(100 * (mine - all) / all); {
	case d >= 1:
		return text + ": " + fmt.Sprintf(w.Purchases.Above, w.Number(d)+"%") + "."
	case d <= -1:
		return text + ": " + fmt.Sprintf(w.Purchases.Below, w.Number(-d)+"%") + "."
	}
	return text + ": " + w.Purchases.About + "."
}

// lines are a heading and rows beneath.
func (a Answer) lines(head string, rows [][]any) string {
	var all []string
	if head != "" {
		all = append(all, head)
	}
	for i, r := range rows {
		if i == maxLines {
			all = append(all, a.text("more", "n", a.words().Number(float64(len(rows)-maxLines))))
			break
		}
		all = append(all, "- "+a.row(r))
	}
	if head == "" && len(rows) == 1 {
		return strings.TrimPrefix(all[0], "- ") + "."
	}
	return strings.Join(all, "\n")
}

// row says a row: the first text, and then what else there is.
func (a Answer) row(row []any) string {
	var parts []string
	for i, v := range row {
		if v == nil || i >= len(a.Columns) {
			continue
		}
		cell := a.Cell(i, v)
		switch n, _ := float(v); {
		case a.Columns[i] == "running":
			cell = a.Column(i) + " " + cell
		case (a.Columns[i] == "change" || a.Columns[i] == "percent" && a.Plan.Then == Change) && n > 0:
			cell = "+" + cell
		}
		parts = append(parts, cell)
	}
	if len(parts) > 1 && a.isLabel(0, row[0]) {
		return parts[0] + ": " + strings.Join(parts[1:], ", ")
	}
	return strings.Join(parts, ", ")
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

// plain says rows of which no plan is known, such as those of a statement that
// a model wrote.
func (a Answer) plain() string {
	w := a.words()
	switch {
	case len(a.Rows) == 0 || len(a.Columns) == 0:
		return w.Purchases.Nothing
	case len(a.Rows) == 1 && len(a.Columns) == 2 && a.Columns[0] == "mine" && a.Columns[1] == "everyone":
		return fmt.Sprintf(w.Purchases.Mine, a.Cell(0, a.Rows[0][0])) + "; " + fmt.Sprintf(w.Purchases.Everyone, a.Cell(1, a.Rows[0][1])) + "."
	case len(a.Rows) == 1:
		return a.row(a.Rows[0]) + "."
	}
	return a.lines(fmt.Sprintf(w.Purchases.Several, len(a.Rows)), a.Rows)
}

// known drops the rows in which nothing is known: a sum of no purchases.
func known(rows [][]any) (out [][]any) {
	for _, row := range rows {
		if slices.ContainsFunc(row, func(v any) bool { return v != nil }) {
			out = append(out, row)
		}
	}
	return out
}

// Why says why a question is not answered, and which part of it is the reason;
// "" is left to the caller.
func (a Answer) Why(c *Cannot) string {
	var parts []string
	for part := range strings.SplitSeq(c.Part, ", ") {
		if t := a.text(part); t != "" && !strings.Contains(t, "{") {
			part = strings.TrimSuffix(strings.TrimSuffix(t, " de"), " of")
		} else if name := a.words().Beer.Columns[part]; name != "" { // a column is called as guests do
			part = name
		}
		parts = append(parts, part)
	}
	part := a.words().List(parts)
	switch {
	case part == "":
		return ""
	case c.Why == NotPublished:
		return a.text("not_published", "part", Inert(part))
	case c.Why == NotInData && isTable(a.schema):
		return a.text("no_column", "part", Inert(part), "columns", a.words().List(a.schema.Row))
	case c.Why == NotInData:
		return a.text("cannot", "part", Inert(part))
	case c.Why == NotUnderstood:
		return a.text("not_understood", "part", Inert(part))
	}
	return ""
}

func round(v any) float64 {
	n, _ := float(v)
	return math.Round(n*100) / 100
}

// besides says several figures of the same rows: "Valor: 10. Unidades: 3."
func (a Answer) besides(of []string) string {
	if p := a.Plan; p.Measure == "day" && p.Stat == Min && len(p.More) == 1 && p.More[0] == (Figure{Measure: "day", Stat: Max}) {
		return capital(a.text("from.to", "a", a.Cell(0, a.Rows[0][0]), "b", a.Cell(1, a.Rows[0][1]))) + a.of() + "."
	}
	var all []string
	for i, v := range a.Rows[0] {
		all = append(all, a.Column(i)+": "+a.Cell(i, v))
	}
	return capital(strings.Join(all, "; ")) + a.of() + a.when() + "."
}

// sides says two figures and the first by the second.
func (a Answer) sides(of []string) string {
	names := make([]string, 2)
	for i := range names {
		if p := a.Plan; len(p.By) == 0 && len(p.When) == 2 {
			names[i] = a.period(p.When[i].label())
		} else if c := p.cond(firstOf(p.By)); c != nil && i < len(c.Values) {
			names[i] = a.textCell(c.Field, c.Values[i])
		}
	}
	r := a.Rows[0]
	x, y := round(r[0]), round(r[1])
	a.Plan.Then = ""
	return a.text("sides", append(of, "a", names[0], "x", a.number(a.Plan.Measure, x), "b", names[1], "y", a.number(a.Plan.Measure, y), "v", a.words().Number(round(r[2])))...)
}
