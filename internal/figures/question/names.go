package question

import (
	"maps"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// choose tells which column a name is of that several have: what the noun before it says, or else the
// first of an order in which it is likely; of a table the first that has it.
func (q *reading) choose(i int) string {
	t := q.toks[i]
	order := []string{t.values[0].column}
	if !q.table() {
		order = strings.Fields("state city style beer brewery weekday type channel segment kind")
		if q.about == "trips" {
			order = slices.Insert(order, 0, "kind")
		}
	}
	for j := i - 1; j >= max(0, i-3); j-- { // "no estado de Ohio", but "cervejarias de San Diego" are of the town
		f := q.at(j).field
		if f != "" && (q.table() || j == i-1 || f == "city" || f == "state") {
			order = slices.Insert(order, 0, f)
		}
	}
	return order[slices.IndexFunc(order, func(c string) bool { return len(t.of(c)) > 0 })]
}

// announces reports whether the token at i only says what the name after it is: "no estado de Ohio".
func (q *reading) announces(i int) bool {
	f, j := q.at(i).field, i+1
	if q.at(j).has("prep") {
		j++
	}
	return f != "" && len(q.at(j).values) > 0 && q.choose(j) == f
}

// place tells whose place the token at i is: the brewery's, the client's, or that of a trip. It is what
// stands before "city" and "state" in a field's name.
func (q *reading) place(i int) string {
	noun := q.last(i)
	for noun >= 0 && q.at(noun).has("city", "state") { // "no estado de Ohio"
		noun = q.last(noun)
	}
	t := q.at(noun)
	brewery := t.has("brewery") || len(t.of("type")) > 0
	made := (t.has("beer") || len(t.of("style")) > 0) && q.at(i-1).has("of")
	switch {
	case q.about == "trips" && q.all:
		return "dest_"
	case q.about != "purchases" || !q.all || t.has("client", "everyone"):
		return ""
	case q.at(i + 1).has("brewery"), brewery && q.index("order") <= noun, made:
		return "brewery_"
	}
	return ""
}

// names finds out what names mean that the catalogue does not have as they are written: one of its
// names with a slip of the finger, a place, or a person.
func (q *reading) names() {
	for i := 0; i < len(q.toks); i++ {
		t := &q.toks[i]
		if !t.unknown() || !t.proper || len(t.text) < 3 {
			continue
		}
		end, name := i+1, t.raw
		for end < len(q.toks) && q.at(end).unknown() && q.at(end).proper {
			name += " " + q.at(end).raw
			end++
		}
		near, before := q.v.near(lang.Fold(name)), q.at(q.last(i))
		switch {
		case len(near) == 0 && q.at(i-1).has("placing"):
			near = []value{{"city", name}}
			fallthrough
		case len(near) > 0:
			t.values, t.text = near, lang.Fold(name)
			q.toks = slices.Delete(q.toks, i+1, end)
		case before.has("beer", "brewery", "style") || len(before.values) > 0:
			q.unknown = name
		default:
			q.stranger = name
		}
	}
}

// near returns the value whose name is a slip away from the words.
func (v *Vocabulary) near(said string) []value {
	if len(said) < 5 {
		return nil
	}
	best, fewest := "", max(1, len(said)/6)+1
	for name := range v.values {
		if d := len(name) - len(said); d < -2 || d > 2 || len(name) < 5 {
			continue
		}
		if d := lang.Distance(said, name); d < fewest || d == fewest && name < best {
			best, fewest = name, d
		}
	}
	return v.values[best]
}

// readFilters reads the values that fields must have.
func (q *reading) readFilters() {
	q.where = nil
	for i, t := range q.toks {
		c := Cond{Op: "="}
		if q.without(i) {
			c.Op = "<>"
		}
		switch {
		case q.kind(t.field) == Bool && !slices.Contains(q.by, t.field):
			c.Field, c.Values = t.field, []string{map[string]string{"=": "true", "<>": "false"}[c.Op]}
		case len(t.of("weekday")) > 0 && (q.at(i-1).has("deadline") || q.at(q.last(i)).has("deadline")): // "by Friday"
		case len(t.values) > 0:
			c.Field = q.choose(i)
			if c.Values = t.of(c.Field); !q.table() {
				q.ofHouse(i, &c)
			}
		case q.table():
		case t.has("mycity", "mystate"):
			c.Field, c.Op = q.place(i)+t.is[0][2:], "mine"
		case t.has("mysegment") && q.all:
			c.Field, c.Op = "segment", "mine"
		case t.has("unrated") && q.about == "purchases":
			c.Field, c.Op = "rating", "missing"
		case t.has("site") && q.about == "breweries" && q.has("brewery") && !q.named("brewery"):
			c.Field, c.Op = "site", map[string]string{"=": "present", "<>": "missing"}[c.Op]
		}
		if q.s.field(c.Field) != nil || c.Field != "" && q.s.Cube != "" {
			q.filter(c)
		}
	}
	if q.hours != nil && q.s.field("hour") != nil {
		q.filter(*q.hours)
	}
}

// ofHouse makes a condition that the token at i names one of the house's rows: a place is somebody's, and
// written as they have it, and a style counts its kinds among the guest's purchases.
func (q *reading) ofHouse(i int, c *Cond) {
	switch {
	case c.Field == "state" || c.Field == "city":
		c.Field = q.place(i) + c.Field
		codes := q.about == "trips" || q.all && c.Field != "brewery_state"
		for i, code := range c.Values {
			if s := q.v.states[code]; s != "" && !codes {
				c.Values[i] = s
			}
		}
	case c.Field == "style" && q.about == "purchases" && !q.all:
		c.Kin = map[string][]string{c.Values[0]: q.v.kinOf(c.Values[0])}
	}
}

// without reports whether the token at i is said to be left out.
func (q *reading) without(i int) bool {
	for j := i - 1; j >= max(0, i-3); j-- {
		if q.at(j).has("without") {
			return true
		}
		if q.at(j).means() || q.at(j+1).sep {
			return false
		}
	}
	return false
}

// filter adds values to those that the field may have.
func (q *reading) filter(c Cond) {
	c.names = 1
	i := slices.IndexFunc(q.where, func(o Cond) bool { return o.Field == c.Field && o.Op == c.Op })
	if i < 0 {
		q.where = append(q.where, c)
		return
	}
	f := &q.where[i]
	for _, t := range c.Values {
		if !slices.Contains(f.Values, t) {
			f.Values = append(slices.Clone(f.Values), t)
		}
	}
	f.names++
	maps.Copy(f.Kin, c.Kin)
	for style, kin := range f.Kin {
		f.Kin[style] = slices.DeleteFunc(kin, func(k string) bool { return slices.Contains(f.Values, k) })
	}
}

// severalNamed reports whether a field may have several values.
func (q *reading) severalNamed() bool {
	return slices.ContainsFunc(q.where, func(c Cond) bool { return len(c.Values) > 1 })
}

// named reports whether a value of one of some columns is named.
func (q *reading) named(columns ...string) bool {
	for i, t := range q.toks {
		if len(t.values) > 0 && slices.Contains(columns, q.choose(i)) {
			return true
		}
	}
	return false
}
