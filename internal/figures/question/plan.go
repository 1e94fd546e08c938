package question

import (
	"cmp"
	"slices"
	"strings"
)

// plan makes the plan of a question by the first shape that fits.
func (q *reading) plan() (Plan, error) {
	p := Plan{About: q.about, Where: slices.Clone(q.where)}
	shapes := []func(*Plan) bool{q.profile, q.besideEveryone, q.lookup, q.untried, q.share, q.latest, q.extreme, q.sideBySide, q.ranked, q.figure, q.listed}
	if q.table() {
		shapes = []func(*Plan) bool{q.examined, q.share, q.latest, q.extreme, q.sideBySide, q.ranked, q.figure, q.listed, q.spread}
		q.columns(&p)
	}
	if err := q.declined(); err != nil {
		return p, err
	}
	p.When = slices.SortedStableFunc(slices.Values(q.when), func(a, b Span) int { return a.From.Compare(b.From) })
	switch {
	case q.beside():
		p.Whose = Both
	case q.table():
	case q.all:
		p.Whose = All
	case q.about == "purchases" || q.about == "trips":
		p.Whose = Mine
	}
	q.bind(&p)
	for _, fits := range shapes {
		one := p
		one.Where = slices.Clone(p.Where)
		if !fits(&one) {
			continue
		}
		if one.Do != "" || one.Then == Share || one.Whose == Both || one.Each != "" {
			one.More = nil
		}
		return one, q.single(one)
	}
	return p, cannot(NotUnderstood, map[bool]string{true: q.strange()}[q.table()])
}

// single is the error of a plan that would tell of one client, or of single purchases of everybody's.
func (q *reading) single(p Plan) error {
	rows := p.Do == List && (q.has("rows") || q.target == "clients") || p.Do == First || p.Do == Last || p.Do == Extreme && len(p.By) == 0
	switch {
	case p.Whose == All && (rows || p.Stat == Max || p.Stat == Min): // the most that any one spent
		return cannot(OtherClient, "")
	case p.Do == Untried && p.About == "trips":
		return cannot(NotPublished, q.first("never"))
	}
	return nil
}

// profiled and catalogued are columns, by the concepts that ask for them: what the house knows of the guest, and the
// catalogue.
var (
	profiled = [][2]string{
		{"email", "email"},
		{"postal", "postal_code"},
		{"named", "client_name"},
		{"clientid", "client_id"},
		{"joined", "joined_year"},
		{"mysegment segment type", "segment"},
		{"mycity city where", "city"},
		{"mystate state where", "state"},
	}
	catalogued = [][2]string{
		{"abv", "abv"},
		{"ibu", "ibu"},
		{"style", "style"},
		{"type", "type"},
		{"site", "site"},
		{"where city", "city"},
		{"where state", "state"},
		{"country", "country"},
		{"brewery make", "brewery"},
	}
)

func (q *reading) asked(columns [][2]string) (all []string) {
	for _, c := range columns {
		if q.has(strings.Fields(c[0])...) {
			all = append(all, c[1])
		}
	}
	return all
}

func (q *reading) profile(p *Plan) bool {
	if !q.has("profile") || q.has("account", "order") {
		return false
	}
	if p.Show = q.asked(profiled); len(p.Show) == 0 && q.has("myprofile") {
		p.Show = []string{"*"}
	}
	p.Do, p.About, p.Whose, p.Where = Profile, "profile", Mine, nil
	return len(p.Show) > 0
}

// besideEveryone sets the guest's figure beside that of the mean client, or of all clients together if
// it is a share of theirs.
func (q *reading) besideEveryone(p *Plan) bool {
	if p.Whose != Both {
		return false
	}
	q.all, q.s = false, schemaOf(q.about, false)
	q.measure(p, "")
	mean := q.perPurchase() || len(q.said) > 0 && q.said[0].said && q.said[0].Stat == Mean // "meu gasto médio"; "the average" alone is that of the others
	switch p.Per, p.Other = "", ""; {
	case p.Measure == "price":
		p.Stat = Ratio
	case q.summable(p.Measure) && !mean:
		p.Stat = Sum
	}
	p.Then = map[bool]string{true: Share}[q.has("percent")]
	return true
}

// lookup answers what the catalogue says of a beer or a brewery that is named.
func (q *reading) lookup(p *Plan) bool {
	of, whole := "brewery", "type city state site"
	if p.cond("beer") != nil {
		of, whole = "beer", "style abv ibu brewery"
	}
	if q.about != "beers" && q.about != "breweries" || q.has("figure", "percent", "never", "order") || len(q.having) > 0 || p.cond(of) == nil || of == "brewery" && q.has("beer", "style") {
		return false
	}
	said := slices.DeleteFunc(q.asked(catalogued), func(c string) bool { return c == of })
	if len(said) == 0 {
		said = strings.Fields(whole)
	}
	p.Do, p.About, p.Show = Lookup, map[string]string{"beer": "beers", "brewery": "breweries"}[of], append([]string{of}, said...)
	p.Where = []Cond{*p.cond(of)} // "is it a micro?" asks for its type
	return true
}

// untried lists what the guest has not bought.
func (q *reading) untried(p *Plan) bool {
	suggests := q.has("suggest") && q.own && q.about == "purchases"
	if !q.has("never") && !suggests {
		return false
	}
	by := cmp.Or(map[string]string{"brewery": "brewery", "style": "style", "type": "brewery", "state": "state", "city": "city"}[q.target], "beer")
	p.Do, p.By, p.Top, p.Having = Untried, []string{by}, q.limit, nil
	p.Stat = map[bool]string{true: Count}[q.has("howmany")]
	switch {
	case q.about == "trips":
		return true
	case suggests && by == "beer": // of the styles that the guest buys most
		p.Whose, p.When, p.Measure, p.Order, p.Top = Mine, nil, "units", Desc, cmp.Or(q.limit, 3)
	case q.has("everyone", "most"):
		p.Whose, p.Order, p.Top, p.Measure, p.Stat = Both, q.order(), q.top(), "units", Sum
	default:
		q.about, q.all, q.s = "beers", false, beers // the catalogue's places are the breweries'
		q.readFilters()
		p.Whose, p.Where = Mine, slices.Clone(q.where)
	}
	return true
}

// share answers how much of something something else is: of a whole the groups, what is said last of
// conditions, or a time.
func (q *reading) share(p *Plan) bool {
	if !q.has("percent") || q.has("change", "grow", "rise", "fall") || q.has("strength") {
		return false
	}
	if q.measure(p, ""); p.Stat != Sum && p.Stat != "" {
		p.Measure, p.Stat, p.Other = "", Count, ""
	}
	last := len(p.Where) - 1
	switch p.Per, p.More, p.Then, p.By = "", nil, Share, q.groups(); {
	case len(p.By) > 0:
	case last >= 0: // of purchases in Ohio, those that are IPA
		p.Part, p.Where = p.Where[last:], p.Where[:last]
		return true
	case q.grouping():
		p.By = []string{q.target}
	case len(q.when) == 1:
		return true
	default:
		p.By = q.other()
	}
	if len(p.By) > 0 && !isPeriod(p.By[0]) {
		p.Order = Desc
	}
	return len(p.By) > 0
}

// grouping reports whether what is asked for is something that rows can be grouped by.
func (q *reading) grouping() bool {
	return q.target != "" && q.target != "rows" && q.kind(q.target) != Number
}

// other returns the first thing that is named besides the target.
func (q *reading) other() []string {
	for i := range q.toks {
		if f := q.dim(i); f != "" && f != q.target && !q.announces(i) {
			return []string{f}
		}
	}
	return nil
}

// latest answers about the last or the first rows.
func (q *reading) latest(p *Plan) bool {
	grouped := len(q.groups()) > 0 && q.target == "" || q.has("order") && q.limit > 0 // "by style, the first 3" are those with the most
	if !q.has("last", "first") || grouped || p.Whose != Mine && !q.table() || q.s.Moment == "" {
		return false
	}
	p.Do, p.Top, p.Show = Last, cmp.Or(q.limit, 1), q.s.Row
	if q.plural && q.limit == 0 && !isPeriod(q.target) {
		p.Top = few
	}
	if !q.has("last") {
		p.Do = First
	}
	said := ""
	if len(q.said) > 0 {
		said = q.said[0].Measure
	}
	switch moment := q.s.Row[0]; {
	case q.table():
		if q.has("when") || len(q.mentioned(Date)) > 0 {
			p.Show = []string{q.s.at(p.Time).Date}
		}
	case said == "price":
		p.Measure, p.Show = said, []string{"beer", moment, said}
	case q.summable(said) && !q.has("which"):
		p.Measure, p.Stat, p.Show = said, Sum, []string{said}
	case q.has("when"):
		p.Show = []string{moment}
	case isEntity(q.target):
		p.Show = []string{q.target, moment}
	}
	return true
}

// few are as many as are told of several, if nobody says how many.
const few = 5

// extreme answers about the largest or smallest purchase, trip or row of a table.
func (q *reading) extreme(p *Plan) bool {
	i := q.index("rows")
	if i < 0 || !q.has("order") || q.has("howmany", "times", "avg", "total", "compare", "median", "percent", "favourite") {
		return false
	}
	p.Do, p.Measure, p.Order, p.Top = Extreme, q.role("money"), q.order(), q.top()
	for _, f := range q.said {
		if q.table() && f.Measure != "" || slices.Contains([]string{"units", "rating", "nights"}, f.Measure) {
			p.Measure = f.Measure
		}
	}
	switch {
	case q.table():
		by := len(q.by) == 1 && q.summable(q.by[0]) // "top 5 sales by value"
		if q.target != "" || !q.at(q.last(i)).has("most", "least") || !q.toks[i].plural() || len(q.by) > 0 && !by {
			return false // "qual a maior venda?" asks for a number
		}
		if p.Top, p.Show = max(1, q.limit), q.listedColumns(); by {
			p.Measure = q.by[0]
		}
		if len(p.Show) < 2 {
			p.Show = q.s.Row
		}
		p.Where, p.Having = append(p.Where, p.Having...), nil
	case q.target != "rows" || len(q.by) > 0 || q.all && len(q.other()) > 0: // "the most popular booking month"
		return false
	default:
		p.Show = strings.Fields(map[string]string{"purchases": "beer purchased_at units amount", "trips": "city state check_in nights amount"}[q.about])
	}
	return true
}

// ranked answers which have the most, and how much each has, or how much each of some groups has.
func (q *reading) ranked(p *Plan) bool {
	best := q.has("order")
	if p.By = q.grouped(p, best); len(p.By) == 0 {
		return false
	}
	by := p.By[0]
	q.measure(p, by)
	for _, b := range p.Having {
		if !best && len(q.said) == 0 { // "which beers cost over 50?": the number that is bound is shown
			p.Measure, p.Stat, p.Per = b.Field, Distinct, ""
			if f := q.s.field(b.Field); f == nil {
				p.Measure, p.Stat = "", Count
			} else if f.Kind == Number {
				p.Stat = f.Stat
			}
		}
	}
	switch {
	case len(p.By) == 0: // of periods
	case best && len(p.By) == 1 && len(q.by) == 1 && q.target != by && q.grouping(): // "o estilo mais vendido em cada estado"
		p.Each, p.By, p.Order, p.Top = by, []string{by, q.target}, q.order(), max(1, q.limit)
	case p.Stat == "": // "a cerveja mais forte": nothing to add up
		p.Do, p.Show, p.Order, p.Top, p.Skip = Extreme, []string{by, p.Measure}, q.order(), q.top(), q.skip()
	default:
		q.then(p)
		q.sort(p, best)
	}
	return true
}

// grouped returns what a measure is wanted for each of.
func (q *reading) grouped(p *Plan, best bool) []string {
	by, asked := q.groups(), best || len(p.Having) > 0
	if len(q.by) == 1 && q.table() && q.summable(q.by[0]) && (best || q.grouping()) && len(q.mentioned(Number)) < 2 { // "top 5 clientes por valor"
		q.by = nil
	}
	switch {
	case q.listsRows():
		return nil
	case len(by) > 0:
		return by
	case asked && q.grouping(), q.table() && q.grouping() && (len(q.mentioned(Number)) > 0 || q.has("compare")) && !q.which() && !q.has("figure"): // "valor e estado"
		return []string{q.target}
	case q.table() || !asked:
		return nil
	}
	if by = q.other(); len(by) == 0 && q.has("favourite", "again") {
		by = []string{"beer"}
	}
	return by // "compras: em que canal faço mais?"
}

// then sets what is made of the figures of periods.
func (q *reading) then(p *Plan) {
	period := slices.ContainsFunc(p.By, isPeriod)
	switch {
	case q.has("running"):
		p.Then = Running
	case q.has("change") || period && q.has("grow", "rise", "fall", "difference"):
		p.Then = Change
	}
}

// sort sets the order of groups, and how many are told.
func (q *reading) sort(p *Plan, best bool) {
	switch {
	case best:
		p.Order, p.Top, p.Skip = q.order(), q.top(), q.skip()
		if len(q.groups()) > 0 && q.limit == 0 && !q.has("which") {
			p.Top = 0 // "vendas por estado, da maior para a menor"
		}
	case q.has("sorted", "sortedup") || !isPeriod(p.By[0]) && len(p.By) == 1:
		p.Order, p.Top = q.order(), q.limit
	}
}

// top is how many are listed of those that have the most.
func (q *reading) top() int {
	if q.limit == 0 && (q.plural || q.has("list") && q.implied) {
		return few
	}
	return max(1, q.limit)
}

// skip is how many to leave out: one for "the second best selling style".
func (q *reading) skip() int {
	for n, place := range []string{"second", "third", "fourth", "fifth"} {
		if j := q.next(q.index(place)); j > 0 && !q.at(j).has("client", "number", "own", "everyone", "others", "rating", "time") { // "segundo minhas notas"
			return n + 1
		}
	}
	return 0
}

// sideBySide compares values of a field, or times.
func (q *reading) sideBySide(p *Plan) bool {
	changes := q.has("grow", "rise", "fall")
	compared := changes || q.has("compare", "difference", "between")
	if len(q.when) < 2 && slices.ContainsFunc(q.by, isPeriod) && !q.has("compare") || !compared && q.has("which") && q.has("order") && q.grouping() {
		return false // "crescimento mês a mês"; "qual estilo, entre IPA e stout, …" is a ranking
	}
	for _, c := range q.where {
		each := compared || c.names > 1 && q.hasFigure() && !q.has("list", "together", "percent") || q.has("order") && c.names > 1
		if len(c.Values) > 1 && c.Op == "=" && !isPeriod(c.Field) && each {
			p.By = append([]string{c.Field}, slices.DeleteFunc(q.groups(), func(f string) bool { return f == c.Field })...)
			if q.measure(p, c.Field); len(p.By) == 1 {
				p.Order = q.order()
			}
			p.Stat = cmp.Or(p.Stat, Max)
			return true
		}
	}
	switch {
	case len(p.When) == 1 && (changes || q.has("compare", "difference")):
		p.When = p.When[0].beside(q.now)
	case len(p.When) == 0 && p.Whose == Mine && changes && len(q.by) == 0 && q.target == "" && !q.has("which", "list"):
		p.When = []Span{yearSoFar(q.now).in(q.now.Year() - 1), yearSoFar(q.now)} // "is my spending rising?"
	}
	if len(p.When) < 2 || q.target != "" && q.has("order") && !compared || q.has("list") {
		return false
	}
	p.By = q.groups()
	q.measure(p, "")
	if len(p.By) == 0 && (changes || q.has("difference", "change")) {
		p.Then = Change
	}
	return true
}

// figure answers with one number.
func (q *reading) figure(p *Plan) bool {
	plainly, best := q.has("figure", "range"), q.has("order")
	asked := plainly || len(q.when) > 1 || len(q.said) > 0 || q.table() && (best || q.has("rows"))
	things := q.has("which") && q.grouping() && !(q.implied && q.both("amount", "own") && !best) // "what did I pay for stouts?"
	if !asked || q.listsRows() || !plainly && (q.has("list") || things && !q.has("price") && !q.at(q.index("which")+1).has("rating")) {
		return false
	}
	q.measure(p, "")
	if q.table() {
		number := p.Measure != "" && (len(p.Where)+len(p.When) > 0 || q.has("which") && p.Stat == Sum || p.Stat == Ratio)
		if !plainly && !best && !number && !q.has("rows") || p.Measure == "" && !q.has("howmany", "rows", "total") {
			return false
		}
	}
	stat, _ := q.statistic()
	switch {
	case q.has("range"):
		p.Stat, p.More = Min, []Figure{{Measure: p.Measure, Stat: Max}}
	case q.all && len(q.said) > 0 && q.has("order"):
		p.Stat = Max
	case best && p.Measure != "" && stat != Mean && (p.Stat == "" || p.Measure == "rating" || p.Measure == "price" || q.table() && stat == ""):
		p.Stat = map[string]string{Desc: Max, Asc: Min}[q.order()]
	}
	p.Stat = cmp.Or(p.Stat, Mean)
	return true
}

// listsRows reports whether rows of a table are asked for, and no figure of them: "quais vendas passaram de 300: data e valor".
func (q *reading) listsRows() bool {
	i := q.index("rows")
	before := q.at(q.last(i))
	return q.table() && i >= 0 && len(q.by) == 0 && !q.has("figure", "order", "percent", "first", "last", "compare") && (before.has("which", "list", "every") || before.text == "" && len(q.having)+len(q.where) > 0)
}

// listed names the things that the filters leave, or lists rows.
func (q *reading) listed(p *Plan) bool {
	target, narrowed := q.target, len(q.where)+len(q.having)+len(q.when) > 0
	catalogue := q.about == "beers" || q.about == "breweries"
	switch {
	case q.table() && (q.listsRows() || !q.grouping() || !q.has("which", "list", "exist", "distinct")):
		return (q.listsRows() || narrowed && (q.has("list", "rows", "which") || len(q.toks) < 5)) && q.listedRows(p)
	case target == "" && q.about == "purchases" && q.has("buy"): // "o que comprei ontem?", "o que os bares compram?"
		target = map[bool]string{true: "beer", false: "rows"}[q.all]
	}
	switch {
	case target == "" || !narrowed && !q.has("which", "list", "distinct", "own", "exist") || target == "rows" && q.has("order"):
		return false
	case q.all && !catalogue && target != "rows" && q.kind(target) != Number:
		q.measure(p, target)
		p.By, p.Order, p.Top = []string{target}, Desc, q.limit
		return true
	}
	p.Do, p.Top, p.Show = List, q.limit, q.s.Row
	switch {
	case target == "rows":
	case q.has("good", "bad"):
		p.Show = strings.Fields("purchased_at beer rating")
	case target == "beer" && catalogue:
		p.About, p.Show = "beers", []string{target}
		for _, m := range []string{"abv", "ibu"} {
			if q.has(m) || p.cond(m) != nil {
				p.Show = append(p.Show, m)
			}
		}
	default:
		p.Show, p.Stat = []string{target}, Distinct
		if target == "brewery" && catalogue {
			p.About = "breweries"
		}
	}
	return true
}

// listedRows lists rows of a table, with the columns that are named.
func (q *reading) listedRows(p *Plan) bool {
	p.Do, p.Show, p.Top = List, q.listedColumns(), cmp.Or(q.limit, 20)
	if len(p.Show) == 0 || len(p.Show) == 1 && p.cond(p.Show[0]) != nil {
		p.Show = q.s.Row
	}
	p.Where, p.Having = append(p.Where, p.Having...), nil
	return true
}
