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
	labels   []any    // in order, once all are there
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

// factsReader reads one relation.
type factsReader struct {
	vault  Vault
	rel    *relation
	public []*relation
	secret []byte
	now    time.Time
	out    *facts
}

// readFacts reads a population relation from the vault.
func readFacts(ctx context.Context, v Vault, rel *relation, public []*relation, secret []byte, now time.Time) (*facts, error) {
	r := &factsReader{vault: v, rel: rel, public: public, secret: secret, now: now, out: &facts{name: rel.name}}
	if err := r.rows(ctx); err != nil {
		return nil, fmt.Errorf("reading %s: %w", rel.name, err)
	}
	if err := r.derive(ctx); err != nil {
		return nil, fmt.Errorf("reading %s: %w", rel.name, err)
	}
	f := r.out
	*f = *f.pick(f.over())
	f.centre()
	slices.SortStableFunc(f.attrs, func(a, b *attribute) int { return cmp.Compare(orderOf(a.name), orderOf(b.name)) })
	return f, nil
}

func orderOf(name string) int {
	if i := slices.Index(attributeOrder, name); i >= 0 {
		return i
	}
	return len(attributeOrder)
}

// rows reads the relation in order of its clients.
func (r *factsReader) rows(ctx context.Context) error {
	f, dims := r.out, make([]*attribute, len(r.rel.cols))
	for i, c := range r.rel.cols {
		if c.of.Use == useMeasure {
			f.measures = append(f.measures, measureOf(c))
			continue
		}
		dims[i] = newAttribute(c.name, c.ofClient)
		f.attrs = append(f.attrs, dims[i])
	}
	clients := newAttribute("", true)
	err := r.rel.each(ctx, r.vault, nil, func(whose any, row []any) error {
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
		f.keys = append(f.keys, keyOf(r.secret, fmt.Sprint(key)))
	}
	f.client = clients.codes
	rows := identity(len(f.client)) // those of each client as they were read
	slices.SortStableFunc(rows, func(x, y uint32) int { return cmp.Compare(f.client[x], f.client[y]) })
	*f = *f.pick(rows)
	return err
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

// derive names the attributes, and adds those of the catalogue and of time.
func (r *factsReader) derive(ctx context.Context) error {
	var all []*attribute
	for _, a := range r.out.attrs {
		noun, isRef := strings.CutSuffix(a.name, "_id")
		if rel := r.referred(noun); isRef && rel != nil {
			more, err := r.refer(ctx, a, rel, noun)
			if err != nil {
				return err
			}
			all = append(all, more...)
			continue
		}
		a.name = strings.TrimPrefix(a.name, "client_")
		all = append(all, a)
		if a.name == "month" {
			all = append(all, r.periods(a)...)
		}
	}
	seen := map[string]bool{}
	all = slices.DeleteFunc(all, func(a *attribute) bool { // the year that is counted from the month wins
		dup := seen[a.name]
		seen[a.name] = true
		return dup
	})
	for _, a := range all {
		a.sort()
	}
	r.out.attrs = all
	return nil
}

// referred finds the public relation that a column beer_id is about: beers.
func (r *factsReader) referred(noun string) *relation {
	plural := noun + "s"
	if stem, ok := strings.CutSuffix(noun, "y"); ok {
		plural = stem + "ies"
	}
	if rel := find(r.public, plural); rel != nil && rel.cols[0].name == "id" {
		return rel
	}
	return nil
}

// refer makes attributes of the columns of a public relation: its name, and
// texts of which there are few.
func (r *factsReader) refer(ctx context.Context, ref *attribute, rel *relation, noun string) ([]*attribute, error) {
	rows, err := rel.rows(ctx, r.vault)
	if err != nil {
		return nil, err
	}
	byID := make(map[any][]any, len(rows))
	for _, row := range rows {
		byID[row[0]] = row
	}
	var out []*attribute
	var decides []string
	for i, c := range rel.cols {
		if i == 0 {
			continue
		}
		next, isRef := strings.CutSuffix(c.name, "_id")
		a := through(ref, func(id any) any {
			if row := byID[id]; row != nil {
				return row[i]
			}
			return nil
		})
		switch {
		case c.name == "name":
			a.name = noun
			out = append([]*attribute{a}, out...)
		case isRef && r.referred(next) != nil:
			more, err := r.refer(ctx, a, r.referred(next), next)
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
		case c.typ == "text" && len(a.labels) > 1 && 4*len(a.labels) <= len(rows):
			a.name = strings.TrimPrefix(c.name, noun+"_")
			if a.name == "state" {
				a.name = "origin"
			}
			if a.name == "city" || a.name == "country" {
				continue
			}
			out = append(out, a)
		}
	}
	for _, a := range out {
		decides = append(decides, a.name)
	}
	if len(out) > 0 && out[0].name == noun {
		out[0].decides = decides[1:]
	}
	return out, nil
}

// through makes an attribute that follows from another.
func through(of *attribute, f func(label any) any) *attribute {
	a := newAttribute("", of.ofClient)
	for _, l := range of.labels {
		a.add(f(l))
	}
	a.codes = gather(a.codes, of.codes)
	return a
}

var isMonth = regexp.MustCompile(`^\d{4}-(0[1-9]|1[0-2])`)

// periods makes quarters and years of months, and marks those that are open.
func (r *factsReader) periods(month *attribute) []*attribute {
	part := func(name string, f func(year string, quarter byte) any) *attribute {
		a := through(month, func(label any) any {
			s, _ := label.(string)
			if !isMonth.MatchString(s) {
				return nil
			}
			return f(s[:4], '1'+((s[5]-'0')*10+s[6]-'0'-1)/3)
		})
		a.name = name
		return a
	}
	quarter := part("quarter", func(y string, q byte) any { return y + "-Q" + string(q) })
	year := part("year", func(y string, _ byte) any { return yearOf(y) })
	month.decides, quarter.decides = []string{"quarter", "year"}, []string{"year"}
	this := fmt.Sprintf("%d-Q%d", r.now.Year(), (int(r.now.Month())+2)/3)
	mark := func(a *attribute, isOpen func(label any) bool) {
		for _, l := range a.labels {
			a.open = append(a.open, l == nil || isOpen(l))
		}
	}
	mark(month, func(l any) bool {
		return fmt.Sprint(l) >= r.now.Format("2006-01") || !isMonth.MatchString(fmt.Sprint(l))
	})
	mark(quarter, func(l any) bool { return l.(string) >= this })
	mark(year, func(l any) bool { return l.(int64) >= int64(r.now.Year()) })
	return []*attribute{quarter, year}
}

func yearOf(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64)
	return n
}

// sort puts the labels in order, so that cells have the same order whoever
// reads them.
func (a *attribute) sort() {
	order := make([]int, len(a.labels))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return compareValues(a.labels[i], a.labels[j]) })
	to := make([]uint32, len(order))
	labels, open := make([]any, len(order)), make([]bool, len(order))
	for n, i := range order {
		to[i], labels[n] = uint32(n), a.labels[i]
		open[n] = a.open != nil && a.open[i]
	}
	a.codes, a.labels, a.open = gather(to, a.codes), labels, open
}

// over are the rows of months that are over.
func (f *facts) over() (rows []uint32) {
	i := slices.IndexFunc(f.attrs, func(a *attribute) bool { return a.name == "month" })
	for row := range f.client {
		if i < 0 || !f.attrs[i].open[f.attrs[i].codes[row]] {
			rows = append(rows, uint32(row))
		}
	}
	return rows
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
