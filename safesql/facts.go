package safesql

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// facts are the rows of a population relation in columns, in order of their
// clients: what cells are counted from.
type facts struct {
	name     string // of the relation: "all_purchases"
	attrs    []*attribute
	measures []measure
	keys     []uint64  // of each client: a secret hash
	client   []uint32  // of each row
	values   []float64 // of each row, one for each measure; NaN is NULL
}

// attribute is something that figures are told by: a dimension of the relation,
// or a column of the catalogue that the relation refers to (the style of the
// beer).
type attribute struct {
	name     string
	ofClient bool     // says something about the client, as the state does; others may know it
	codes    []uint32 // of each row: which of labels
	labels   []any    // in order, once they are sorted
	known    map[any]uint32
	open     []bool   // by label: the period is not over
	decides  []string // attributes of which this one tells the value: a beer has one style
}

// measure is a number that is added up, or averaged if the policy says between
// which numbers it is.
type measure struct {
	name      string
	mean      bool
	whole     bool
	low, high float64
	from      float64 // what a mean is counted from: that of all rows
}

// of returns the measures of a row.
func (f *facts) of(row uint32) []float64 {
	n := len(f.measures)
	return f.values[int(row)*n : int(row)*n+n : int(row)*n+n]
}

func newAttribute(name string, ofClient bool) *attribute {
	return &attribute{name: name, ofClient: ofClient, known: map[any]uint32{}}
}

// add adds a row with that label.
func (a *attribute) add(label any) {
	code, ok := a.known[label]
	if !ok {
		code = uint32(len(a.labels))
		a.known[label] = code
		a.labels = append(a.labels, label)
	}
	a.codes = append(a.codes, code)
}

// sort puts the labels in order, so that cells have the same order whoever
// reads them.
func (a *attribute) sort() {
	order := identity(len(a.labels))
	slices.SortFunc(order, func(i, j uint32) int { return compareValues(a.labels[i], a.labels[j]) })
	to := make([]uint32, len(order))
	labels := make([]any, len(order))
	for n, i := range order {
		to[i], labels[n] = uint32(n), a.labels[i]
	}
	a.codes, a.labels = gather(to, a.codes), labels
}

// through makes an attribute that follows from another.
func through(of *attribute, name string, f func(label any) any) *attribute {
	a := newAttribute(name, of.ofClient)
	for _, l := range of.labels {
		a.add(f(l))
	}
	a.codes = gather(a.codes, of.codes)
	return a
}

func identity(n int) []uint32 {
	out := make([]uint32, n)
	for i := range out {
		out[i] = uint32(i)
	}
	return out
}

// pick copies some rows, in their order.
func (f *facts) pick(rows []uint32) *facts {
	out := &facts{name: f.name, measures: f.measures, keys: f.keys, client: gather(f.client, rows)}
	for _, a := range f.attrs {
		some := *a
		some.codes = gather(a.codes, rows)
		out.attrs = append(out.attrs, &some)
	}
	for _, row := range rows {
		out.values = append(out.values, f.of(row)...)
	}
	return out
}

func gather(from, rows []uint32) []uint32 {
	out := make([]uint32, len(rows))
	for i, row := range rows {
		out[i] = from[row]
	}
	return out
}

// attributeOrder is that in the names of tables. What is not here comes after,
// in the policy's order.
var attributeOrder = strings.Fields("month quarter year style type beer brewery origin state city segment channel")

func orderOf(name string) int {
	if i := slices.Index(attributeOrder, name); i >= 0 {
		return i
	}
	return len(attributeOrder)
}

// readFacts reads a population relation from the vault, and of its rows those of months that are over.
func readFacts(ctx context.Context, v Vault, rel *relation, public []*relation, secret []byte, now time.Time) (*facts, error) {
	f, err := readRows(ctx, v, rel, secret)
	if err == nil {
		f.attrs, err = derive(ctx, v, f.attrs, public, now)
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", rel.name, err)
	}
	var over []uint32
	month := slices.IndexFunc(f.attrs, func(a *attribute) bool { return a.name == "month" })
	for row := range f.client {
		if month < 0 || !f.attrs[month].open[f.attrs[month].codes[row]] {
			over = append(over, uint32(row))
		}
	}
	f = f.pick(over)
	f.centre()
	slices.SortStableFunc(f.attrs, func(a, b *attribute) int { return cmp.Compare(orderOf(a.name), orderOf(b.name)) })
	return f, nil
}

// readRows reads the relation, in order of its clients.
func readRows(ctx context.Context, v Vault, rel *relation, secret []byte) (*facts, error) {
	f, dims := &facts{name: rel.name}, make([]*attribute, len(rel.cols))
	for i, c := range rel.cols {
		if c.of.Use == useMeasure {
			f.measures = append(f.measures, measureOf(c))
			continue
		}
		dims[i] = newAttribute(c.name, c.ofClient)
		f.attrs = append(f.attrs, dims[i])
	}
	clients := newAttribute("", true)
	err := rel.each(ctx, v, nil, func(whose any, row []any) error {
		if whose == nil {
			return nil
		}
		clients.add(whose)
		for i, a := range dims {
			if a == nil {
				f.values = append(f.values, toFloat(row[i]))
			} else {
				a.add(row[i])
			}
		}
		return nil
	})
	clients.sort()
	for _, key := range clients.labels {
		f.keys = append(f.keys, keyOf(secret, fmt.Sprint(key)))
	}
	f.client = clients.codes
	rows := identity(len(f.client)) // those of each client as they were read
	slices.SortStableFunc(rows, func(x, y uint32) int { return cmp.Compare(f.client[x], f.client[y]) })
	return f.pick(rows), err
}

func measureOf(c column) measure {
	m := measure{name: c.name, whole: c.typ == "integer"}
	if c.name == "quantity" {
		m.name = "units"
	}
	if low, high := c.of.Min, c.of.Max; low != nil && high != nil {
		m.mean, m.whole, m.low, m.high = true, false, *low, *high
	}
	return m
}

// keyOf makes a number from the secret and a client's key.
func keyOf(secret []byte, client string) uint64 {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte("client\x00" + client))
	return binary.BigEndian.Uint64(m.Sum(nil))
}

// derive names the attributes, adds those of the catalogue and of time, and sorts their labels. The
// year that is counted from the month goes before a column of that name.
func derive(ctx context.Context, v Vault, read []*attribute, public []*relation, now time.Time) ([]*attribute, error) {
	var all []*attribute
	for _, a := range read {
		noun, isRef := strings.CutSuffix(a.name, "_id")
		if rel := referred(public, noun); isRef && rel != nil {
			more, err := refer(ctx, v, public, a, rel, noun)
			if err != nil {
				return nil, err
			}
			all = append(all, more...)
			continue
		}
		a.name = strings.TrimPrefix(a.name, "client_")
		all = append(all, a)
		if a.name == "month" {
			all = append(all, periods(a)...)
		}
	}
	seen := map[string]bool{}
	all = slices.DeleteFunc(all, func(a *attribute) bool {
		dup := seen[a.name]
		seen[a.name] = true
		return dup
	})
	for _, a := range all {
		a.sort()
		for _, l := range a.labels {
			a.open = append(a.open, isPeriod(a.name) && seen["month"] && isOpen(a.name, l, now))
		}
	}
	return all, nil
}

// referred finds the public relation that a column beer_id is about: beers.
func referred(public []*relation, noun string) *relation {
	plural := noun + "s"
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		plural = stem + "ies"
	}
	if rel := find(public, plural); rel != nil && rel.cols[0].name == "id" {
		return rel
	}
	return nil
}

// refer makes attributes of the columns of a public relation: its name, and
// texts of which there are few.
func refer(ctx context.Context, v Vault, public []*relation, ref *attribute, rel *relation, noun string) (out []*attribute, err error) {
	rows, err := rel.rows(ctx, v)
	if err != nil {
		return nil, err
	}
	byID := make(map[any][]any, len(rows))
	for _, row := range rows {
		byID[row[0]] = row
	}
	for i, c := range rel.cols[1:] {
		next, isRef := strings.CutSuffix(c.name, "_id")
		a := through(ref, strings.TrimPrefix(c.name, noun+"_"), func(id any) any {
			if row := byID[id]; row != nil {
				return row[i+1]
			}
			return nil
		})
		switch {
		case c.name == "name":
			a.name = noun
			out = slices.Insert(out, 0, a)
		case isRef && referred(public, next) != nil:
			more, err := refer(ctx, v, public, a, referred(public, next), next)
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
		case c.typ == "text" && a.name != "city" && a.name != "country" && len(a.labels) > 1 && 4*len(a.labels) <= len(rows):
			if a.name == "state" {
				a.name = "origin"
			}
			out = append(out, a)
		}
	}
	if len(out) > 0 && out[0].name == noun {
		for _, a := range out[1:] {
			out[0].decides = append(out[0].decides, a.name)
		}
	}
	return out, nil
}

var isMonth = regexp.MustCompile(`^\d{4}-(0[1-9]|1[0-2])`)

// quarterOf writes the quarter of a month, 2025-Q1.
func quarterOf(month string) string {
	return month[:4] + "-Q" + string('1'+((month[5]-'0')*10+month[6]-'0'-1)/3)
}

// periods makes quarters and years of months.
func periods(month *attribute) []*attribute {
	of := func(f func(month string) any) func(label any) any {
		return func(label any) any {
			if s, _ := label.(string); isMonth.MatchString(s) {
				return f(s)
			}
			return nil
		}
	}
	quarter := through(month, "quarter", of(func(m string) any { return quarterOf(m) }))
	year := through(month, "year", of(func(m string) any { return yearOf(m[:4]) }))
	month.decides, quarter.decides = []string{"quarter", "year"}, []string{"year"}
	return []*attribute{quarter, year}
}

// isOpen reports whether a period is not over, or is none.
func isOpen(period string, label any, now time.Time) bool {
	this := now.Format("2006-01")
	switch l := label.(type) {
	case string:
		if period == "month" {
			return l >= this || !isMonth.MatchString(l)
		}
		return l >= quarterOf(this)
	case int64:
		return period != "year" || l >= int64(now.Year())
	}
	return true
}

func yearOf(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64)
	return n
}

// centre finds out what means are counted from.
func (f *facts) centre() {
	for m := range f.measures {
		if !f.measures[m].mean {
			continue
		}
		sum, n := 0.0, 0
		for row := range f.client {
			if v := f.of(uint32(row))[m]; v == v {
				sum += v
				n++
			}
		}
		f.measures[m].from = round(sum/float64(max(1, n)), 1)
	}
}

// compareValues orders NULL, numbers and texts.
func compareValues(a, b any) int {
	rank := func(v any) int {
		switch v.(type) {
		case nil:
			return 0
		case string:
			return 2
		}
		return 1
	}
	if c := cmp.Compare(rank(a), rank(b)); c != 0 {
		return c
	}
	if s, ok := a.(string); ok {
		return strings.Compare(s, b.(string))
	}
	return cmp.Compare(toFloat(a), toFloat(b))
}
