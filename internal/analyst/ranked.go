package analyst

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/maitre-dev/maitre/lang"
)

// ranked answers which have the most, and how much each has.
func (q *question) ranked() (*statement, string) {
	by := q.grouping()
	if len(by) == 0 {
		return nil, ""
	}
	if q.column(by[0]) == "" {
		return nil, ""
	}
	s, why := q.rows()
	if why != "" {
		return nil, why
	}
	best := q.superlative()
	m := q.measure(by[0])
	if !best {
		for _, b := range q.bounds { // what is bound is what is shown
			if x := q.counting(b.measure); x.sql != "" && q.boundSQL(b) == "" {
				m = x
			}
		}
	}
	if q.has("avg") && len(q.by) == 1 && (by[0] == "month" || by[0] == "year") && m.sum && !best {
		s.cols, s.group = []string{m.sql + " AS x"}, []string{q.column(by[0])}
		return &statement{whole: "SELECT AVG(x) AS average FROM (" + s.String() + ")"}, ""
	}
	if m.row && len(by) == 1 && (by[0] == "beer" || by[0] == "brewery" && !q.has("avg")) { // "a cerveja mais forte": nothing to add up
		name := q.column(by[0])
		s.cols, s.order, s.limit = []string{name, m.sql}, []string{"2" + q.direction(), name}, q.top()
		s.single = s.alias() == "p"
		return s, ""
	}
	each := best && len(by) == 1 && len(q.by) == 1 && q.target != by[0] && q.column(q.target) != ""
	if m.row {
		f := "AVG"
		if each && q.ascending() {
			f = "MIN"
		} else if each {
			f = "MAX"
		}
		m.sql = f + "(" + m.sql + ")"
	}
	if m.name == "rating" && !q.all {
		s.where = append(s.where, "p.rating IS NOT NULL")
	}
	if each {
		return q.topOfEach(s, by[0], m), ""
	}
	s.having = q.having()
	q.group(s, by, m.per(s, q.perClient()))
	if best {
		s.limit, s.offset = q.top(), q.nth()
		if len(q.by) > 0 && q.limit == 0 && (!q.has("which") || q.column(q.target) == "") {
			s.limit = 0 // "vendas por estado, da maior para a menor"
		}
	}
	if len(s.having) > 0 && q.after("howmany") == by[0] { // "em quantos meses gastei mais de 300?"
		return &statement{whole: "SELECT COUNT(*) AS n FROM (" + s.String() + ")"}, ""
	}
	return s, ""
}

// nth is how many to leave out: one for "the second best selling style".
func (q *question) nth() int {
	for n, class := range []string{"second", "third"} {
		if c := q.after(class); c != "" && c != "client" {
			return n + 1
		}
	}
	return 0
}

// topOfEach answers which has the most in each of something else: "o estilo
// mais vendido em cada estado".
func (q *question) topOfEach(s *statement, each string, m measure) *statement {
	in, of := q.column(each), q.column(q.target)
	s.cols = []string{
		in + " AS " + each, of + " AS " + q.target, m.as(),
		"ROW_NUMBER() OVER (PARTITION BY " + in + " ORDER BY " + m.sql + q.direction() + ", " + of + ") AS place",
	}
	s.group = []string{in, of}
	return &statement{whole: "SELECT " + each + ", " + q.target + ", " + m.name + " FROM (" + s.String() + ") WHERE place <= " + strconv.Itoa(max(1, q.limit)) + " ORDER BY 1, place"}
}

// group makes rows of a measure for each of something: in the order of time, or
// from the most to the least.
func (q *question) group(s *statement, by []string, m measure) {
	for _, c := range by {
		s.cols = append(s.cols, q.labelled(c))
		switch c { // names are not unique
		case "beer":
			s.group = append(s.group, "b.id")
		case "brewery":
			s.group = append(s.group, "br.id")
		}
		if column := q.column(c); column == q.labelled(c) {
			s.group = append(s.group, column)
		} else {
			s.group = append(s.group, strconv.Itoa(len(s.cols)))
		}
	}
	s.cols = append(s.cols, m.as())
	value := strconv.Itoa(len(s.cols))
	switch {
	case q.superlative():
		s.order = []string{value + q.direction(), "1"}
	case timely[by[0]]:
		for i := range by {
			s.order = append(s.order, strconv.Itoa(i+1))
		}
	default:
		s.order, s.limit = []string{value + " DESC", "1"}, q.limit
	}
}

var timely = lang.Set("month year quarter day weekday hour")

// grouping returns what a measure is wanted for each of.
func (q *question) grouping() []string {
	by := slices.DeleteFunc(slices.Clone(q.by), func(c string) bool { return q.column(c) == "" })
	switch {
	case len(by) > 0:
		return by
	case q.superlative() && q.target != "" && !slices.Contains([]string{"purchase", "trip", "client", "night"}, q.target):
		return []string{q.target}
	case q.superlative():
		return q.other() // "compras: em que canal faço mais?"
	case len(q.having()) > 0 && q.column(q.target) != "":
		return []string{q.target}
	case len(q.having()) > 0:
		return q.other()
	}
	return nil
}

// other returns the first thing that is named besides the target.
func (q *question) other() []string {
	for i, t := range q.toks {
		if t.class != q.target && !q.announces(i) && slices.Contains(entities, t.class) && q.column(t.class) != "" {
			return []string{t.class}
		}
	}
	return nil
}

// perClient reports whether a figure is to be that of the mean client.
func (q *question) perClient() bool {
	return q.all && q.about != "clients" && (slices.Contains(q.by, "client") || meanClient.MatchString(q.said(q.index("others"))) || segments[q.class(q.index("avg")+1)])
}

var meanClient = regexp.MustCompile(`^(average|typical|cliente) `)

// having returns the bounds on what is counted.
func (q *question) having() (all []string) {
	for _, b := range q.bounds {
		if q.boundSQL(b) != "" {
			continue
		}
		if m := q.counting(b.measure); m.sql != "" {
			all = append(all, m.sql+b.sql())
		}
	}
	return all
}
