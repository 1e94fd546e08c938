package question

import (
	"cmp"
	"slices"
	"strings"
)

// shape makes a plan of what kind of question it is, or is none.
type shape func(*Plan) (bool, error)

// sure is a shape that never declines.
func sure(is func(*Plan) bool) shape { return func(p *Plan) (bool, error) { return is(p), nil } }

// plan makes the plan of a question by the first shape that fits.
func (q *reading) plan() (Plan, error) {
	p := Plan{About: q.about, When: q.when, Where: slices.Clone(q.where), Instead: q.instead}
	shapes := []shape{
		sure(q.profile), sure(q.besideEveryone), q.shifted, sure(q.lookup), sure(q.interval), sure(q.gaps), q.untried, q.also,
		q.share, q.latest, q.extreme, sure(q.sideBySide), sure(q.ranked), q.figure, q.listed,
	}
	if q.table() {
		shapes = []shape{
			sure(q.gaps), sure(q.ends), sure(q.rows), sure(q.tally), sure(q.examined), q.share, q.latest, sure(q.sideBySide),
			sure(q.ranked), q.figure, q.listed, sure(q.spread),
		}
		q.columns(&p)
	}
	if err := q.declined(); err != nil {
		return p, err
	}
	switch {
	case q.table():
	case q.beside():
		p.Whose = Both
	case q.all:
		p.Whose = All
	case q.about == "purchases" || q.about == "trips":
		p.Whose = Mine
	}
	q.bind(&p, true)
	for _, fits := range shapes {
		one := p
		one.Where = slices.Clone(p.Where)
		ok, err := fits(&one)
		if err != nil {
			return p, err
		}
		if ok {
			if one.Do != "" || one.Then == Share || one.Whose == Both || one.Each != "" {
				one.More = nil
			}
			return one, nil
		}
	}
	return p, cannot(NotUnderstood, map[bool]string{true: q.strange()}[q.table()])
}

// bind puts the bounds to the rows of a plan, or to its groups.
func (q *reading) bind(p *Plan, groups bool) {
	for i, b := range q.having {
		again := func(o Cond) bool { return o.Field == b.Field && o.Op == b.Op && o.N == b.N } // "a low mark, 2 or less"
		if slices.ContainsFunc(q.having[:i], again) {
			continue
		}
		if groups && q.ofGroups(b) {
			p.Having = append(p.Having, b)
		} else {
			p.Where = append(p.Where, b)
		}
	}
}

// asked are columns, by the classes that ask for them: what the house knows of the guest, and the
// catalogue.
type asked []struct{ classes, column string }

var (
	profiled = asked{
		{"email", "email"},
		{"postal", "postal_code"},
		{"named", "client_name"},
		{"clientid", "client_id"},
		{"joined", "joined_year"},
		{"mysegment segment type", "segment"},
		{"mycity city where", "city"},
		{"mystate state where", "state"},
	}
	catalogued = asked{
		{"abv", "abv"},
		{"ibu", "ibu"},
		{"style", "style"},
		{"type micro brewpub regional large", "type"},
		{"site", "site"},
		{"where city", "city"},
		{"where state", "state"},
		{"country", "country"},
		{"brewery make", "brewery"},
	}
)

func (a asked) in(q *reading) (all []string) {
	for _, c := range a {
		if q.has(strings.Fields(c.classes)...) {
			all = append(all, c.column)
		}
	}
	return all
}

func (q *reading) profile(p *Plan) bool {
	if q.hasOf("not.profile") || len(q.where) > 1 || q.superlative() || !q.hasOf("profile") && !q.says("living") {
		return false
	}
	if p.Show = profiled.in(q); len(p.Show) == 0 && q.has("myprofile") {
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
	q.all, q.schema = false, schemaOf(q.about, false)
	q.measure(p, "")
	switch p.Per = ""; {
	case p.Measure == "price":
		p.Stat = Ratio
	case q.summable(p.Measure) && !q.perPurchase() && !q.meansMean(): // "the average" alone is that of the others
		p.Stat = Sum
	}
	p.Then = map[bool]string{true: Share}[q.has("percent")]
	return true
}

// meansMean reports whether the figure that is named is a mean itself: "meu gasto médio".
func (q *reading) meansMean() bool {
	said := q.figuresSaid()
	return len(said) > 0 && said[0].said && said[0].Stat == Mean
}

// lookup answers what the catalogue says of a beer or a brewery that is named.
func (q *reading) lookup(p *Plan) bool {
	of, whole := "brewery", "type city state site"
	if p.cond("beer") != nil {
		of, whole = "beer", "style abv ibu brewery"
	}
	if q.about != "beers" && q.about != "breweries" || q.superlative() || q.has("howmany", "avg", "percent", "never") ||
		len(q.having) > 0 || p.cond(of) == nil || of == "brewery" && q.has("beer", "style") {
		return false
	}
	said := slices.DeleteFunc(catalogued.in(q), func(c string) bool { return c == of })
	if len(said) == 0 {
		said = strings.Fields(whole)
	}
	p.Do, p.About, p.Show = Lookup, map[string]string{"beer": "beers", "brewery": "breweries"}[of], append([]string{of}, said...)
	p.Where = slices.DeleteFunc(p.Where, func(c Cond) bool { return c.Field != "beer" && c.Field != "brewery" }) // "is it a micro?" asks for its type
	return true
}

// interval is the longest time between purchases, or the mean.
func (q *reading) interval(p *Plan) bool {
	longest := q.has("most", "maximum") && q.has("gap") && (q.target == "day" || !isPeriod(q.target)) && len(q.by) == 0
	often := strings.Contains(q.saidOf("interval"), "cada") || strings.Contains(q.saidOf("interval"), "quanto em")
	p.Do, p.Order, p.Stat = Interval, q.order(), map[bool]string{true: Mean}[often || q.has("avg")]
	return (longest || q.has("interval")) && p.Whose == Mine
}

// gaps answers in which months nothing was bought.
func (q *reading) gaps(p *Plan) bool {
	period := cmp.Or(q.target, q.periodSaid())
	if i := slices.IndexFunc(q.by, isPeriod); i >= 0 {
		period = q.by[i]
	}
	none := q.has("gap", "never") && p.Whose == Mine
	if q.table() {
		none = q.has("without") && q.has("rows") && q.schema.Moment != ""
	}
	p.Do, p.By = Gaps, []string{period}
	p.Stat = map[bool]string{true: Count}[q.has("howmany")]
	return none && periodMonths[period] > 0
}

// periodSaid is the first period that is named, or "".
func (q *reading) periodSaid() string {
	i := slices.IndexFunc(q.toks, func(t token) bool { return isPeriod(t.class) && q.schema.field(t.class) != nil })
	return q.class(i)
}

// untried lists what the guest has not bought.
func (q *reading) untried(p *Plan) (bool, error) {
	suggests := q.has("suggest") && q.own && q.about == "purchases"
	if !q.has("never", "gap") && !suggests {
		return false, nil
	}
	if q.about == "trips" || q.has("client") && !q.own {
		return false, cannot(NotPublished, q.saidOf("never", "gap"))
	}
	by := cmp.Or(map[string]string{"brewery": "brewery", "style": "style", "type": "brewery", "state": "state", "city": "city"}[q.target], "beer")
	p.Do, p.By, p.Whose, p.Top, p.Having = Untried, []string{by}, Mine, q.limit, nil
	p.Stat = map[bool]string{true: Count}[q.has("howmany")]
	if suggests && by == "beer" { // of the styles that the guest buys most
		p.When, p.Measure, p.Order, p.Top = nil, "units", Desc, cmp.Or(q.limit, 3)
		return true, nil
	}
	if q.has("popular", "everyone", "best", "most") {
		p.Whose, p.Order, p.Top, p.Measure, p.Stat = Both, q.order(), q.top(), "units", Sum
		return true, nil
	}
	q.about, q.all = "beers", false // the catalogue's places are the breweries'
	q.readFilters()
	p.Where = slices.Clone(q.where)
	return true, nil
}

// also plans a question about other beers of the buyers of one: "what do people who buy IPA buy
// besides?".
func (q *reading) also(p *Plan) (bool, error) {
	if !q.has("also") && !(q.has("buyers") && !q.has("howmany", "howmuch") && !(q.has("compare") && q.severalNamed())) {
		return false, nil
	}
	if !q.hasValue("beer", "style", "brewery") {
		return false, cannot(NotUnderstood, "")
	}
	p.Do, p.Whose, p.Top, p.Order = Also, All, cmp.Or(q.limit, 5), Desc
	return true, nil
}

// share answers how much of something something else is: of a whole the groups, what is said last of
// conditions, or a time.
func (q *reading) share(p *Plan) (bool, error) {
	strength := !q.table() && q.has("abv") && !q.has("howmany", "beer") // it is a percentage too
	if !q.has("percent") || q.has("change", "grow", "rise", "fall") || strength {
		return false, nil
	}
	q.measure(p, "")
	switch p.Per, p.More, p.Then = "", nil, Share; {
	case q.all && q.about == "purchases" && q.has("client") && len(q.figuresSaid()) == 0:
		p.Measure, p.Stat = "clients", Sum
	case p.Stat != Sum && p.Stat != "":
		p.Measure, p.Stat = "", Count
	}
	by, last := q.groups(q.by), len(p.Where)-1
	switch {
	case len(by) > 0:
		p.By, p.Beside = by, q.has("howmuch")
	case q.grouping(q.target) && q.superlative() && q.has("which"): // "from which brewery comes the larger part?"
		p.By, p.Order, p.Top = []string{q.target}, q.order(), q.top()
		return true, nil
	case last >= 0: // of purchases in Ohio, those that are IPA
		p.Part = []Cond{p.Where[last]}
		p.Where = slices.Delete(p.Where, last, last+1)
		return true, nil
	case q.grouping(q.target):
		p.By = []string{q.target}
	case len(q.when) == 1:
		return true, nil
	default:
		p.By = q.other()
	}
	if len(p.By) == 0 && !q.table() {
		return false, cannot(NotUnderstood, "")
	}
	p.Order = map[bool]string{true: Desc}[!isPeriod(firstOf(p.By))]
	return len(p.By) > 0, nil
}

// other returns the first thing that is named besides the target.
func (q *reading) other() []string {
	for i := range q.toks {
		if f := q.field(i); f != q.target && q.grouping(f) && !q.announces(i) {
			return []string{f}
		}
	}
	return nil
}

// latest answers about the last or the first rows.
func (q *reading) latest(p *Plan) (bool, error) {
	grouped := len(q.groups(q.by)) > 0 && q.target == "" || q.superlative() && q.limit > 0 // "by style, the first 3" are those with the most
	if !q.has("last", "first", "penultimate") || grouped || q.has("quartile", "quarter") || p.Whose != Mine && !q.table() || q.schema.Moment == "" {
		return false, nil
	}
	several := q.plural && (q.target == "rows" || in("entity", q.target) || q.table())
	p.Do, p.Top, p.Show = Last, cmp.Or(q.limit, map[bool]int{true: 5, false: 1}[several]), q.schema.Row
	if q.has("first") && !q.has("last") {
		p.Do = First
	}
	if q.has("penultimate") && !q.has("last") {
		p.Top, p.Skip = 1, 1
	}
	said, moment, first := "", q.schema.Row[0], q.saidOf("first")
	for _, m := range q.figuresSaid() {
		said = cmp.Or(said, m.Measure)
	}
	switch {
	case q.table():
		if q.has("when") || len(q.mentioned(Date)) > 0 {
			p.Show = []string{q.schema.at(p.Time).Date}
		}
	case said == "price":
		p.Measure, p.Show = said, []string{"beer", moment, said}
	case q.summable(said) && !q.has("which"):
		p.Measure, p.Stat, p.Show = said, Sum, []string{said}
	case q.has("when") || strings.HasPrefix(first, "desde") || strings.HasPrefix(first, "since"):
		p.Show = q.schema.Row[:1]
	case q.about == "trips" && q.has("where", "dest"):
		p.Show = []string{"city", "state"}
	case in("entity", q.target):
		p.Show = []string{q.target, moment}
	}
	return true, nil
}

// extreme answers about the largest or smallest purchase or trip.
func (q *reading) extreme(p *Plan) (bool, error) {
	aside := q.has("howmany", "times", "avg", "total", "compare", "median", "monthly", "favourite") || len(q.by) > 0
	if q.target != "rows" || !q.superlative() || aside || q.all && len(q.other()) > 0 {
		return false, nil // "the most popular booking month"
	}
	if q.all {
		return false, cannot(OtherClient, "") // it is one client's
	}
	p.Do, p.Measure, p.Order, p.Top, p.Show = Extreme, "amount", q.order(), q.top(), strings.Fields("beer purchased_at units amount")
	if q.about == "trips" {
		p.Show = strings.Fields("city state check_in nights amount")
	}
	for _, m := range []string{"units", "rating", "nights"} {
		if said := q.figuresSaid(); len(said) > 0 && said[0].Measure == m || m == "nights" && in("long", lastWord(q.saidOf("most", "least"))) {
			p.Measure = m
		}
	}
	switch {
	case q.has("howmuch"):
		p.Show = []string{p.Measure}
	case q.has("when"):
		p.Show = []string{q.schema.Row[0], p.Measure}
	}
	return true, nil
}

// ranked answers which have the most, and how much each has, or how much each of some groups has.
func (q *reading) ranked(p *Plan) bool {
	best := q.superlative()
	if p.By = q.grouped(p, best); len(p.By) == 0 {
		return false
	}
	by := p.By
	q.measure(p, by[0])
	if p.Stat == Ratio && q.table() {
		p.By = q.groups(q.by)
		return true
	}
	for _, b := range p.Having {
		other := func(m mention) bool { return m.Measure != "" && m.Measure != b.Field }
		if !best && !slices.ContainsFunc(q.figuresSaid(), other) { // "which beers cost over 50?": the number that is bound is shown
			p.Measure, p.Stat, p.Per = b.Field, Distinct, ""
			if f := q.schema.field(b.Field); f == nil {
				p.Measure, p.Stat = "", Count
			} else if f.Kind == Number {
				p.Stat = f.Stat
			}
		}
	}
	switch {
	case len(p.By) == 0: // of periods
		return true
	case q.each(p, by, best):
	case p.Stat == "": // "a cerveja mais forte": nothing to add up
		p.Do, p.Show, p.Order, p.Top, p.Skip = Extreme, []string{by[0], p.Measure}, q.order(), q.top(), q.skip()
	default:
		q.then(p)
		q.sort(p, best)
		if len(p.Having) > 0 && q.counted() == by[0] { // "em quantos meses gastei mais de 300?"
			p.Do = CountGroups
		}
	}
	return true
}

// grouped returns what a measure is wanted for each of.
func (q *reading) grouped(p *Plan, best bool) []string {
	by, counted, bound := q.groups(q.by), q.counted(), len(p.Having) > 0
	if i := slices.IndexFunc(by, q.summable); i >= 0 && (best || q.grouping(q.target)) && len(q.numbersSaid()) == 0 { // "top 5 clientes por valor"
		q.by = slices.DeleteFunc(slices.Clone(q.by), func(f string) bool { return f == by[i] })
		by = slices.Delete(by, i, i+1)
	}
	switch {
	case len(by) > 0:
		return by
	case (best || bound) && q.grouping(q.target):
		return []string{q.target}
	case q.table() && best && q.periodSaid() != "" && q.has("which", "when"):
		return []string{q.periodSaid()}
	case q.table() && bound && q.grouping(counted):
		return []string{counted}
	case q.table() && q.grouping(q.target) && (len(q.numbersSaid()) > 0 || q.has("compare")) && !q.which() && !q.hasOf("figure"):
		return []string{q.target} // "valor e estado", "compare estados"
	case q.table() || !best && !bound:
		return nil
	}
	if by = q.other(); len(by) == 0 && q.has("favourite", "again") {
		by = []string{"beer"}
	}
	return by // "compras: em que canal faço mais?"
}

// each makes a top for each of a field: "o estilo mais vendido em cada estado".
func (q *reading) each(p *Plan, by []string, best bool) bool {
	said := lastWord(q.saidOf("by"))
	asked := q.limit > 0 || q.has("which", "list", "popular", "unpopular", "favourite", "best") || said == "cada" || said == "each"
	if !best || len(by) != 1 || len(q.by) != 1 || q.target == by[0] || !q.grouping(q.target) || !asked {
		return false
	}
	p.Each, p.By, p.Order, p.Top = by[0], []string{by[0], q.target}, q.order(), max(1, q.limit)
	return true
}

// then sets what is made of the figures of periods.
func (q *reading) then(p *Plan) {
	period := slices.ContainsFunc(p.By, isPeriod)
	switch {
	case q.has("slope") && period && len(p.By) == 1:
		p.Then = Slope
	case q.has("running"):
		p.Then = Running
	case q.has("change") || period && q.has("grow", "rise", "fall", "difference"):
		p.Then = Change
	}
}

// sort sets the order of groups, and how many are told.
func (q *reading) sort(p *Plan, best bool) {
	switch said := len(q.groups(q.by)) > 0; {
	case best:
		p.Order, p.Top, p.Skip = q.order(), q.top(), q.skip()
		if said && q.limit == 0 && p.Top <= 5 && !q.has("which") {
			p.Top = 0 // "vendas por estado, da maior para a menor"
		}
	case q.has("sorted", "sortedup") || !isPeriod(p.By[0]) && len(p.By) == 1:
		p.Order, p.Top = q.order(), q.limit
	}
}

// figure answers with one number.
func (q *reading) figure(p *Plan) (bool, error) {
	plainly, best, said := q.hasOf("figure"), q.superlative(), q.figuresSaid()
	asked := plainly || len(q.when) > 1 || q.has("range") || len(said) > 0 && !(q.about == "trips" && q.limit > 0) || q.table() && (best || q.has("rows"))
	things := q.has("which") && q.target != "" && q.target != "rows" && !(q.implied && q.has("moneyown") && !q.superlative()) // "what did I pay for stouts?"
	of := q.class(q.index("which") + 1)                                                                                       // "what rating do …"
	if !asked || q.has("list") && !plainly || things && !plainly && of != "rating" && !q.has("price") {
		return false, nil
	}
	q.measure(p, "")
	if q.table() {
		number := p.Measure != "" && (len(p.Where)+len(p.When) > 0 || q.has("which") && p.Stat == Sum || p.Stat == Ratio)
		if !plainly && !best && !number && !q.has("rows", "range") || p.Measure == "" && !q.has("howmany", "rows", "total") {
			return false, nil
		}
	}
	extreme := best && !q.has("avg") && (p.Stat == "" || p.Measure == "rating" || p.Measure == "price" || q.table() && q.statistic() == "")
	switch {
	case q.has("range"):
		p.Stat, p.More = Min, []Figure{{Measure: p.Measure, Stat: Max}}
	case q.all && q.has("most", "least", "maximum", "minimum"):
		return false, cannot(OtherClient, "") // the most that any one spent
	case extreme && p.Measure != "":
		p.Stat = map[string]string{Desc: Max, Asc: Min}[q.order()]
	}
	p.Stat = cmp.Or(p.Stat, Mean)
	return true, nil
}

// listed names the things that the filters leave, or lists rows.
func (q *reading) listed(p *Plan) (bool, error) {
	target, narrowed := q.target, len(q.where)+len(q.having)+len(q.when) > 0
	catalogue := q.about == "beers" || q.about == "breweries"
	switch {
	case q.table() && !(q.grouping(target) && q.has("which", "list", "exist", "distinct")):
		if !narrowed || !q.has("list", "rows", "which") && len(q.toks) > 4 {
			return false, nil
		}
		target = "rows"
	case target == "" && q.about == "purchases" && q.has("buy", "buyown", "buyall"): // "o que comprei ontem?", "o que os bares compram?"
		target = map[bool]string{true: "beer", false: "rows"}[q.all]
	}
	asks := narrowed || q.has("which", "list", "distinct", "own", "exist")
	planned := target == "rows" && q.about == "trips" && !q.plural && !q.has("own", "which", "list") // a trip yet to be made
	switch {
	case target == "client" && q.has("list"), target == "rows" && q.all:
		return false, cannot(OtherClient, "") // no single rows of everybody's
	case target == "" || target == "client" || !asks || planned || target == "rows" && q.superlative() && !q.table():
		return false, nil
	case q.all && !catalogue:
		q.measure(p, target)
		p.By, p.Order, p.Top = []string{target}, Desc, q.limit
		return true, nil
	}
	p.Do, p.Top = List, q.limit
	switch {
	case target == "rows":
		p.Show = q.schema.Row
		if q.table() {
			p.Top = cmp.Or(p.Top, 20)
		}
	case target == "beer" && q.has("lowrated", "highrated"):
		p.Show = strings.Fields("purchased_at beer rating")
	case target == "beer" && catalogue:
		p.About, p.Show = "beers", []string{target}
		for _, m := range []string{"abv", "ibu"} {
			if q.has(m) || q.isBound(m) {
				p.Show = append(p.Show, m)
			}
		}
	default:
		p.Show, p.Stat = []string{target}, Distinct
		if target == "brewery" && catalogue {
			p.About = "breweries"
		}
	}
	return true, nil
}
