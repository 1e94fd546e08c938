package safesql

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
)

// Table describes a table of the room.
type Table struct {
	Name       string
	Columns    []string
	Attributes []string // of a release: what its figures are told by
	Measures   []string // of a release
	Rows       int      // of a release
	About      string
}

// publication computes a release from the operator's database.
type publication struct {
	vault  Vault
	rel    *relations
	noise  noise
	now    time.Time
	before *kept                      // the release before, or nil
	note   func(key uint64, k sketch) // keeps a sketch for the next release; nil: nothing is kept
}

// sheet is a table of a release, with a sketch for each row.
type sheet struct {
	Table
	rows     [][]any
	sketches []sketch
}

const (
	maxAttributes = 3
	maxCells      = 20_000 // of a table
)

// carries is the part of the rows that must be in cells of their own, by the
// number of attributes, or the data does not carry the table.
var carries = [maxAttributes + 1]float64{0, 0.02, 0.05, 0.25}

// sheets computes the tables and gives each to put.
func (p *publication) sheets(ctx context.Context, put func(*sheet) error) error {
	for _, rel := range p.rel.population {
		f, err := readFacts(ctx, p.vault, rel, p.rel.public, p.noise.secret, p.now)
		if err != nil {
			return err
		}
		if err := p.tables(ctx, f, put); err != nil {
			return err
		}
	}
	return nil
}

// tables computes those of a relation.
func (p *publication) tables(ctx context.Context, f *facts, put func(*sheet) error) error {
	if len(f.client) == 0 {
		return nil
	}
	known, frozen := newTold(f, p.noise), p.frozen(f)
	keep := func(s *sheet) error {
		if err := p.before.keep(s, func(labels []any) bool { return frozen[s.periodOf(labels)] }); err != nil || s.Rows == 0 {
			return err
		}
		return put(s)
	}
	if s := p.alsoBought(f, known.everybody[:1]); s != nil {
		if err := keep(s); err != nil {
			return err
		}
	}
	for _, attrs := range f.sets() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := keep(p.sheet(f, attrs, known)); err != nil {
			return err
		}
	}
	return nil
}

// sets are the sets of up to three attributes that there are tables for.
func (f *facts) sets() [][]int {
	out := [][]int{nil}
	var grow func(set []int)
	grow = func(set []int) {
		from := 0
		if len(set) > 0 {
			from = set[len(set)-1] + 1
		}
		for a := from; a < len(f.attrs); a++ {
			if slices.ContainsFunc(set, func(b int) bool { return f.needless(a, b) }) {
				continue
			}
			bigger := append(slices.Clone(set), a)
			out = append(out, bigger)
			if len(bigger) < maxAttributes {
				grow(bigger)
			}
		}
	}
	grow(nil)
	slices.SortStableFunc(out, func(a, b []int) int { return len(a) - len(b) })
	return out
}

func (f *facts) needless(a, b int) bool {
	x, y := f.attrs[a], f.attrs[b]
	return slices.Contains(x.decides, y.name) || slices.Contains(y.decides, x.name)
}

// sheet computes one table, without rows if the data does not carry it.
func (p *publication) sheet(f *facts, attrs []int, known *told) *sheet {
	s := f.describe(attrs) // which may have been carried before
	c := newCube(f, attrs, carries[len(attrs)])
	if c == nil || len(c.cells) == 0 {
		return s
	}
	groups := make([]map[uint64][]float64, len(attrs)+1) // by depth
	for depth := range groups {
		groups[depth] = known.by(f.ofClient(attrs[:depth]))
	}
	c.mayTell = func(code uint64, depth int) bool { _, ok := groups[depth][c.group(code, depth)]; return ok }
	c.hideSmall(minClients)
	if c.covered() < carries[len(attrs)] {
		return s
	}
	c.hide(minClients)
	c.release(minClients)
	if len(c.out) == 0 || len(c.out) > maxCells || c.covered() < carries[len(attrs)] {
		return s
	}
	t := newTally(f)
	for _, row := range c.out {
		group := known.everybody
		if !row.merged {
			group = groups[len(attrs)][c.group(row.code, len(attrs))]
		}
		t.add(row.rows)
		s.rows, s.sketches = append(s.rows, append(row.labels, t.figures(p.noise, group)...)), append(s.sketches, t.sketch)
	}
	s.Rows = len(s.rows)
	return s
}

// frozen says of each period which of the facts have so few changes that
// what was published of it stays; nil is all time.
func (p *publication) frozen(f *facts) map[any]bool {
	out := map[any]bool{}
	t := newTally(f)
	unit := func(period any, rows []uint32) {
		t.add(rows)
		out[period] = p.before.isFrozen(f.name, period, t.sketch)
		seen := t.sketch
		if out[period] {
			seen = p.before.sketches[cellKey(f.name, []any{period})]
		}
		if p.note != nil {
			p.note(cellKey(f.name, []any{period}), seen)
		}
	}
	unit(nil, identity(len(f.client)))
	for i, a := range f.attrs {
		if !isPeriod(a.name) {
			continue
		}
		c := newCube(f, []int{i}, 0)
		if c == nil {
			continue
		}
		for _, x := range c.cells {
			unit(a.labels[x.code], x.rows)
		}
	}
	return out
}

func isPeriod(name string) bool { return name == "month" || name == "quarter" || name == "year" }

// periodOf is the period that a row of a table is of; nil is all time.
func (s *sheet) periodOf(labels []any) any {
	if len(labels) > 0 && isPeriod(s.Attributes[0]) && labels[0] != other {
		return labels[0]
	}
	return nil
}

// ofClient are those of the attributes that say something about a client.
func (f *facts) ofClient(attrs []int) []int {
	return slices.DeleteFunc(slices.Clone(attrs), func(a int) bool { return !f.attrs[a].ofClient })
}

// group numbers the group of clients that the first attributes of a cell tell.
func (c *cube) group(code uint64, depth int) (n uint64) {
	for i, d := range c.digits(code)[:depth] {
		if a := c.f.attrs[c.attrs[i]]; a.ofClient {
			n = n*uint64(len(a.labels)) + uint64(d)
		}
	}
	return n
}

// describe names a table and says what is in it.
func (f *facts) describe(attrs []int) *sheet {
	_, what, found := strings.Cut(f.name, "_")
	if !found {
		what = "rows"
	}
	s := &sheet{Table: Table{Measures: []string{"clients"}}}
	for _, a := range attrs {
		s.Attributes = append(s.Attributes, f.attrs[a].name)
	}
	s.Name = prefixOf(f.name) + "_total"
	if len(attrs) > 0 {
		s.Name = prefixOf(f.name) + "_by_" + strings.Join(s.Attributes, "_")
	}
	if what != "clients" {
		s.Measures = append(s.Measures, what)
	}
	for _, m := range f.measures {
		s.Measures = append(s.Measures, m.name)
	}
	s.Columns = slices.Concat(s.Attributes, s.Measures)
	s.About = what + " of all clients"
	if len(attrs) > 0 {
		s.About += " by " + strings.Join(s.Attributes, ", ")
	}
	return s
}

// prefixOf is how the names of the tables of a relation begin. Most questions
// are about purchases: all_by_style.
func prefixOf(relation string) string {
	if relation == "all_purchases" {
		return "all"
	}
	return strings.ToLower(relation)
}

// alsoBought counts the clients who have both of two things that have a name in
// the catalogue, nil if none have.
func (p *publication) alsoBought(f *facts, everybody []float64) *sheet {
	i := slices.IndexFunc(f.attrs, func(a *attribute) bool { return a.name == "beer" })
	if i < 0 {
		return nil
	}
	labels, pairs := f.attrs[i].labels, map[[2]uint32]*pair{}
	for client, things := range f.things(f.attrs[i]) {
		for n, thing := range things {
			for _, also := range things[n+1:] {
				two := [2]uint32{thing, also}
				if pairs[two] == nil {
					pairs[two] = &pair{thing: thing, also: also}
				}
				pairs[two].add(f.keys[client])
			}
		}
	}
	var all []pair
	for _, x := range pairs {
		if x.clients < minClients {
			continue
		}
		x.count = int64(max(minClients, float64(x.clients)+clientNoise*p.noise.of(everybody, x.mark)[0]+0.5))
		other := *x
		other.thing, other.also = x.also, x.thing
		all = append(all, *x, other)
	}
	slices.SortFunc(all, func(x, y pair) int {
		return cmp.Or(cmp.Compare(y.count, x.count), cmp.Compare(x.thing, y.thing), cmp.Compare(x.also, y.also))
	})
	s := &sheet{Table: Table{
		Name: "all_also_bought", Columns: []string{"beer", "also", "clients"}, Attributes: []string{"beer", "also"}, Measures: []string{"clients"},
		About: "how many clients bought both of two beers",
	}}
	for _, x := range all[:min(len(all), maxPairs)] {
		s.rows, s.sketches = append(s.rows, []any{labels[x.thing], labels[x.also], x.count}), append(s.sketches, x.sketch)
	}
	if s.Rows = len(s.rows); s.Rows == 0 {
		return nil
	}
	return s
}

const (
	maxMine  = 200     // things of one client that are paired
	maxPairs = 100_000 // that are released
)

// things are what each client has, in order, of what enough clients have.
func (f *facts) things(a *attribute) map[uint32][]uint32 {
	all, having := map[uint32][]uint32{}, make([]int, len(a.labels))
	for row, client := range f.client {
		all[client] = append(all[client], a.codes[row])
	}
	for client, mine := range all {
		slices.Sort(mine)
		mine = slices.Compact(mine)
		all[client] = mine[:min(len(mine), maxMine)]
		for _, thing := range all[client] {
			having[thing]++
		}
	}
	for client, mine := range all {
		all[client] = slices.DeleteFunc(mine, func(thing uint32) bool { return having[thing] < minClients })
	}
	return all
}

// pair is two things that clients have.
type pair struct {
	thing, also uint32
	clients     int
	count       int64 // as it is published
	mark        uint64
	sketch      sketch
}

func (x *pair) add(key uint64) {
	h := mix(key)
	x.clients++
	x.mark += h
	x.sketch[key%buckets] ^= byte(h>>56) | 1
}
