package question

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// housePlan makes the plan of a question about purchases, trips, clients or the
// catalogue.
func (q *reading) housePlan() (Plan, error) {
	p := Plan{About: q.about, When: q.when}
	switch {
	case q.beside():
		p.Whose = Both
	case q.all:
		p.Whose = All
	case q.about == "purchases" || q.about == "trips":
		p.Whose = Mine
	}
	p.Where = slices.Clone(q.where)
	for _, b := range q.having {
		if q.ofRow(b) {
			p.Where = append(p.Where, b)
		} else {
			p.Having = append(p.Having, b)
		}
	}
	err := q.shaped(&p, q.profile, q.prevails, q.besideEveryone, q.shifted, q.lookup, q.interval, q.gaps, q.untried, q.also, q.share, q.latest, q.extreme, q.sideBySide, q.ranked, q.figure, q.listed)
	return p, err
}

// shape makes a plan of what kind of question it is, or is none.
type shape func(*Plan) (bool, error)

// sure is a shape that never declines.
func sure(is func(*Plan) bool) shape { return func(p *Plan) (bool, error) { return is(p), nil } }

// shaped makes the plan by the first shape that fits.
func (q *reading) shaped(p *Plan, all ...shape) error {
	for _, fits := range all {
		if ok, err := fits(p); ok || err != nil {
			q.several(p)
			return err
		}
	}
	return cannot(NotUnderstood, "")
}

// ofRow reports whether a bound is on a number of each row, not on what is made
// of many.
func (q *reading) ofRow(b Cond) bool {
	switch b.Field {
	case "abv", "ibu":
		return q.about != "trips" && (!q.has("avg") || q.target == "beer")
	case "rating":
		return q.about == "purchases" && !q.all && !q.has("avg")
	case "amount":
		return !q.all && (q.target == "purchase" || q.target == "trip" || q.target == "" && len(q.by) == 0)
	case "price":
		return q.about == "purchases" && !q.all
	case "units":
		return q.about == "purchases" && !q.all && q.target == "purchase"
	case "nights":
		return q.about == "trips" && !q.all
	}
	return false
}

func (q *reading) profile(p *Plan) (bool, error) {
	if q.has("purchase", "beer", "brewery", "style", "money", "moneyown", "trip", "night", "channel", "rating", "client", "sold", "popular", "everyone", "others", "howmany", "buy", "buyown") || len(q.where) > 1 || q.superlative() && !q.has("named") {
		return false, nil
	}
	own := q.has("own", "mycity", "mystate", "mysegment", "myprofile", "joined", "clientid") || slices.ContainsFunc(q.toks, func(t token) bool {
		return slices.Contains([]string{"moro", "vivo", "live", "sou", "am", "soy"}, t.text)
	})
	if !own {
		return false, nil
	}
	for _, c := range []struct{ classes, column string }{
		{"email", "email"},
		{"postal", "postal_code"},
		{"named", "client_name"},
		{"clientid", "client_id"},
		{"joined", "joined_year"},
		{"mysegment segment type", "segment"},
		{"mycity city where", "city"},
		{"mystate state where", "state"},
	} {
		if q.has(strings.Fields(c.classes)...) {
			p.Show = append(p.Show, c.column)
		}
	}
	if len(p.Show) == 0 && q.has("myprofile") {
		p.Show = []string{"*"}
	}
	if len(p.Show) == 0 {
		return false, nil
	}
	p.Do, p.About, p.Whose, p.Where = Profile, "profile", Mine, nil
	return true, nil
}

// besideEveryone sets the guest's figure beside that of the mean client, or of
// all clients together if it is a share of theirs.
func (q *reading) besideEveryone(p *Plan) (bool, error) {
	if p.Whose != Both || q.about != "purchases" && q.about != "trips" {
		return false, nil
	}
	q.measure(p, "")
	if q.has("percent") {
		p.Then = Share
	}
	return true, nil
}

// lookup answers what the catalogue says of a beer or a brewery that is named.
func (q *reading) lookup(p *Plan) (bool, error) {
	if q.about != "beers" && q.about != "breweries" || q.superlative() || q.has("howmany", "avg", "percent", "never", "median", "sd") || len(q.having) > 0 {
		return false, nil
	}
	columns := []struct{ classes, field string }{
		{"abv", "abv"},
		{"ibu", "ibu"},
		{"style", "style"},
		{"type micro brewpub regional large", "type"},
		{"site", "site"},
		{"where city", "city"},
		{"where state", "state"},
		{"country", "country"},
	}
	whole := "type city state site"
	switch {
	case p.cond("beer") != nil:
		p.About, p.Show, whole = "beers", []string{"beer"}, "style abv ibu brewery"
		columns = append(columns, struct{ classes, field string }{"brewery make", "brewery"})
	case p.cond("brewery") != nil && !q.has("beer", "style", "abv", "ibu"):
		p.About, p.Show = "breweries", []string{"brewery"}
	default:
		return false, nil
	}
	for _, c := range columns {
		if q.has(strings.Fields(c.classes)...) {
			p.Show = append(p.Show, c.field)
		}
	}
	if len(p.Show) == 1 {
		p.Show = append(p.Show, strings.Fields(whole)...)
	}
	p.Do = Lookup // "is it a micro?" asks for its type
	p.Where = slices.DeleteFunc(p.Where, func(c Cond) bool { return c.Field != "beer" && c.Field != "brewery" })
	return true, nil
}

// gaps answers in which months nothing was bought.
func (q *reading) gaps(p *Plan) (bool, error) {
	period := q.target
	if q.voc.table != nil && period == "" {
		period = q.periodSaid()
	}
	for _, f := range q.by {
		if isPeriod(f) {
			period = f
		}
	}
	none := q.has("gap", "never", "stopped")
	if q.voc.table != nil {
		none = q.has("without") && q.has("rows", "earn") && q.schema.Moment != ""
	} else if p.Whose != Mine {
		return false, nil
	}
	if !none || period != "month" && period != "quarter" && period != "year" {
		return false, nil
	}
	p.Do, p.By = Gaps, []string{period}
	if q.has("howmany") {
		p.Stat = Count
	}
	return true, nil
}

// untried lists what the guest has not bought.
func (q *reading) untried(p *Plan) (bool, error) {
	if !q.has("never", "gap") {
		return false, nil
	}
	if q.about == "trips" || q.has("client") && !q.own {
		return false, cannot(NotPublished, q.said(q.index("never", "gap")))
	}
	if i := slices.IndexFunc(q.toks, func(t token) bool { return t.class == "value" }); q.own && q.implied && i > q.index("never") && q.has("never") && !q.has("which", "list", "howmany", "popular", "sold", "everyone") && !q.superlative() { // "I never ordered a bock, right?"
		p.Do, p.Whose, p.Show = List, Mine, q.schema.Row
		return true, nil
	}
	target := q.target
	if target != "brewery" && target != "style" && target != "type" && target != "state" && target != "city" {
		target = "beer"
	}
	if target == "type" {
		target = "brewery"
	}
	p.Do, p.By, p.Whose = Untried, []string{target}, Mine
	if q.has("popular", "sold", "everyone", "best", "favourite") || q.has("most") && !q.has("strongest", "bitterest") {
		p.Whose, p.Order, p.Top = Both, q.order(), q.top()
		if p.Measure, p.Stat = "units", Sum; q.has("rating", "best") && !q.has("popular", "sold") {
			p.Measure, p.Stat = "rating", Mean
		}
	}
	if q.has("howmany") {
		p.Stat = Count
	}
	if q.has("strongest", "weakest", "bitterest", "mildest") {
		q.strength(p)
		p.Order, p.Top = q.order(), q.top()
	}
	if q.limit > 0 {
		p.Top = q.limit
	}
	if p.Whose == Mine { // the catalogue's places are the breweries'
		q.about, q.all, q.where = "beers", false, nil
		q.readFilters()
		p.Where = slices.Clone(q.where)
		for _, b := range q.having {
			if b.Field == "abv" || b.Field == "ibu" {
				p.Where = append(p.Where, b)
			}
		}
	}
	return true, nil
}

// also answers what those who buy something buy besides.
func (q *reading) also(p *Plan) (bool, error) {
	if !q.has("also") && !(q.has("buyers") && !q.has("howmany", "howmuch") && !q.compares()) {
		return false, nil
	}
	if p.cond("beer") == nil && p.cond("style") == nil && p.cond("brewery") == nil {
		return false, cannot(NotUnderstood, "")
	}
	p.Do, p.Whose, p.Top, p.Order = Also, All, max(q.limit, 5), Desc
	if q.limit > 0 {
		p.Top = q.limit
	}
	return true, nil
}

// share answers how much of something something else is.
func (q *reading) share(p *Plan) (bool, error) {
	if !q.has("percent") || q.has("change", "grow", "ratio") || q.has("abv") && !q.has("howmany", "beer") { // strength is a percentage too
		return false, nil
	}
	switch {
	case q.has("money", "moneyown", "sold") && !q.has("unit"):
		p.Measure, p.Stat = "amount", Sum
	case q.about == "purchases" && (q.has("unit") || q.has("beer", "buy", "buyown") && !q.has("purchase", "times", "client")):
		p.Measure, p.Stat = "units", Sum
	case q.about == "trips" && q.has("night"):
		p.Measure, p.Stat = "nights", Sum
	default:
		p.Measure, p.Stat = "", Count
		if q.all && q.about == "purchases" && q.has("client") && !q.has("purchase") {
			p.Measure, p.Stat = "clients", Sum
		}
	}
	if !q.parts(p, slices.DeleteFunc(slices.Clone(q.by), func(f string) bool { return !q.grouping(f) })) {
		return false, cannot(NotUnderstood, "")
	}
	return true, nil
}

// parts tells what a share is of: of a whole the groups, what is said last of
// conditions, or a time.
func (q *reading) parts(p *Plan, by []string) bool {
	p.Then = Share
	switch {
	case len(by) > 0:
		p.By, p.Beside = by, q.has("howmuch")
	case len(p.Where) > 0: // of purchases in Ohio, those that are IPA
		last := 0
		for i := range p.Where {
			if p.Where[i].at > p.Where[last].at {
				last = i
			}
		}
		p.Part = []Cond{p.Where[last]}
		p.Where = slices.Delete(p.Where, last, last+1)
		return true
	case q.grouping(q.target):
		p.By = []string{q.target}
	case len(q.when) == 1: // the share of a time in all
		return true
	default:
		p.By = q.other()
	}
	if len(p.By) == 0 {
		return false
	}
	if p.Order = Desc; inOrder(p.By[0]) {
		p.Order = ""
	}
	return true
}

// latest answers about the guest's last or first purchases and trips.
func (q *reading) latest(p *Plan) (bool, error) {
	grouped := len(q.by) > 0 && !isPeriod(q.by[0]) && q.target == "" || entity[q.target] && q.limit > 0 && q.has("most", "least", "favourite") // "by style, the first 3" are those with the most
	if !q.has("last", "first", "penultimate") || grouped || p.Whose != Mine || q.has("quarter", "quartile") && q.has("howmuch", "howmany") {
		return false, nil
	}
	if q.has("first") && len(q.when) == 1 && q.plural && q.grouping(q.target) {
		return false, cannot(NotUnderstood, "") // what is new in a time
	}
	p.Do = Last
	if q.has("first") && !q.has("last") {
		p.Do = First
	}
	p.Top = q.limit
	if p.Top == 0 {
		p.Top = 1
		if q.plural && slices.Contains([]string{"purchase", "beer", "brewery", "trip", "style"}, q.target) || q.target == "" && strings.HasPrefix(q.said(q.index("last")), "recent") {
			p.Top = 5
		}
	}
	if q.has("penultimate") && q.has("last") {
		p.Top = 2
	} else if q.has("penultimate") {
		p.Top, p.Skip = 1, 1
	}
	trips := q.about == "trips"
	money := q.has("howmuch") || q.has("money", "moneyown") && (trips || !q.has("beer"))
	switch {
	case !trips && (q.has("price") || q.class(q.index("by")+1) == "unit"):
		p.Measure, p.Show = "price", []string{"beer", "purchased_at", "price"}
	case money && !trips && q.has("which") && q.target == "purchase" && q.limit == 0: // what it was, and how much
		p.Show = q.schema.Row
	case money:
		p.Measure, p.Stat, p.Show = "amount", Sum, []string{"amount"}
	case trips && q.has("howmany") && q.has("night"):
		p.Measure, p.Stat, p.Show = "nights", Sum, []string{"nights"}
	case q.has("howmany") && q.has("unit"):
		p.Measure, p.Stat, p.Show = "units", Sum, []string{"units"}
	case q.has("when") || strings.HasPrefix(q.said(q.index("first")), "desde") || strings.HasPrefix(q.said(q.index("first")), "since"):
		p.Show = q.schema.Row[:1]
	case trips && q.has("where", "dest", "city"):
		p.Show = []string{"city", "state"}
	case trips:
		p.Show = q.schema.Row
	case q.has("rating") && q.target == "":
		p.Show = []string{"rating"}
	case !entity[q.target]:
		p.Show = q.schema.Row
	default:
		p.Show = []string{q.target, "purchased_at"}
	}
	return true, nil
}

// extreme answers about the largest or smallest purchase or trip.
func (q *reading) extreme(p *Plan) (bool, error) {
	thing := q.target == "purchase" || q.target == "trip"
	if !thing || !q.superlative() || len(q.by) > 0 || q.has("favourite") && !q.has("most", "least", "dearest", "cheapest") || q.has("howmany", "times", "avg", "total", "compare", "median", "monthly") || q.all && len(q.other()) > 0 {
		return false, nil // "the most popular booking month"
	}
	if q.all {
		return false, cannot(OtherClient, "") // it is one client's
	}
	p.Do, p.Measure, p.Order, p.Top = Extreme, "amount", q.order(), max(1, q.limit)
	switch {
	case q.about == "trips" && (q.has("night") || lasting().MatchString(q.said(q.index("most", "least")))):
		p.Measure = "nights"
	case q.about == "trips":
	case q.has("unit"):
		p.Measure = "units"
	case q.has("rating", "best"):
		p.Measure = "rating"
	}
	if q.plural && q.limit == 0 {
		p.Top = 5
	}
	switch {
	case q.has("howmuch") || slices.Contains([]string{"valor", "value", "amount", "importe"}, q.said(q.index("money"))):
		p.Show = []string{p.Measure}
	case q.has("when"):
		p.Show = []string{q.schema.Row[0], p.Measure}
	case q.about == "trips":
		p.Show = []string{"city", "state", "check_in", "nights", "amount"}
	default:
		p.Show = []string{"beer", "purchased_at", "units", "amount"}
	}
	return true, nil
}

var often = pattern.Of(`^(de|cada|how far) `)

var lasting = pattern.Of(`long|larg|short|curt|cort`)

// interval is the longest time between purchases.
func (q *reading) interval(p *Plan) (bool, error) {
	longest := q.has("most", "maximum") && (q.has("gap") && (q.target == "day" || !isPeriod(q.target)) && len(q.by) == 0 || q.class(q.index("between")+1) == "purchase")
	if !q.has("interval") && !longest || p.Whose != Mine {
		return false, nil
	}
	p.Do, p.Order = Interval, q.order()
	if q.has("avg") || often().MatchString(q.said(q.index("interval"))) {
		p.Stat = Mean
	}
	return true, nil
}
