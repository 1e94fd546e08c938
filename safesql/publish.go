package safesql

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
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

// sheets computes the tables and gives each to put, in order.
func (p *publication) sheets(ctx context.Context, put func(*sheet) error) error {
	for _, rel := range p.rel.population {
		f, err := readFacts(ctx, p.vault, rel, p.rel.public, p.noise.secret, p.now)
		if err != nil {
			return err
		}
		if err := p.cubes(ctx, f, put); err != nil {
			return err
		}
		if err := p.alsoBought(f, put); err != nil {
			return err
		}
	}
	return nil
}

// cubes computes the tables of a relation, on all processors.
func (p *publication) cubes(ctx context.Context, f *facts, put func(*sheet) error) error {
	if len(f.client) == 0 {
		return nil
	}
	sets := f.sets()
	done := make([]chan *sheet, len(sets))
	for i := range done {
		done[i] = make(chan *sheet, 1)
	}
	next := make(chan int)
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	known, frozen := newTold(f, p.noise), p.frozen(f)
	for range min(runtime.GOMAXPROCS(0), 4) {
		wg.Go(func() {
			var r radix
			for i := range next {
				done[i] <- p.sheet(f, sets[i], known, &r)
			}
		})
	}
	wg.Go(func() {
		defer close(next)
		for i := range sets {
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	})
	for i := range done {
		select {
		case s := <-done[i]:
			if s == nil {
				s = f.describe(sets[i]) // which may have been carried before
			}
			if err := p.before.keep(s, func(labels []any) bool { return frozen[s.periodOf(labels)] }); err != nil {
				return err
			}
			if s.Rows == 0 {
				continue
			}
			if err := put(s); err != nil {
				return err
			}
		case <-ctx.Done():
			return context.Cause(ctx)
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

// sheet computes one table, nil if the data does not carry it.
func (p *publication) sheet(f *facts, attrs []int, known *told, r *radix) *sheet {
	c := newCube(f, attrs, r)
	if c == nil || len(c.cells) == 0 || len(c.cells) > 40*maxCells {
		return nil
	}
	groups := make([]map[uint64][]float64, len(attrs)+1) // by depth
	for depth := range groups {
		groups[depth] = known.by(f.ofClient(attrs[:depth]))
	}
	c.mayTell = func(code uint64, depth int) bool { _, ok := groups[depth][c.group(code, depth)]; return ok }
	c.hideSmall(minClients)
	if c.covered() < carries[len(attrs)] {
		return nil
	}
	c.hide(minClients)
	c.release(minClients)
	if len(c.out) == 0 || len(c.out) > maxCells || c.covered() < carries[len(attrs)] {
		return nil
	}
	s := f.describe(attrs)
	t := newTally(f)
	for _, row := range c.out {
		group := known.everybody
		if code, _ := c.codeOf(int(row.rows[0])); !row.merged {
			group = groups[len(attrs)][c.group(code, len(attrs))]
		}
		figures := t.figures(p.noise, group, row.rows)
		s.rows, s.sketches = append(s.rows, append(row.labels, figures...)), append(s.sketches, t.sketch)
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
	all := make([]uint32, len(f.client))
	for i := range all {
		all[i] = uint32(i)
	}
	unit(nil, all)
	for i, a := range f.attrs {
		if !isPeriod(a.name) {
			continue
		}
		c := newCube(f, []int{i}, &radix{})
		for _, x := range c.cells {
			unit(a.labels[x.code], c.rows[x.begin:x.end])
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
// the catalogue.
func (p *publication) alsoBought(f *facts, put func(*sheet) error) error {
	i := slices.IndexFunc(f.attrs, func(a *attribute) bool { return a.name == "beer" })
	if i < 0 {
		return nil
	}
	a := f.attrs[i]
	n := uint64(len(a.labels))
	both := map[uint64]*pair{}
	var mine []uint32
	flush := func(client uint32) {
		slices.Sort(mine)
		mine = slices.Compact(mine)
		if len(mine) > maxMine {
			mine = mine[:maxMine]
		}
		for x, b := range mine {
			for _, o := range mine[x+1:] {
				key := uint64(b)*n + uint64(o)
				if both[key] == nil {
					both[key] = &pair{}
				}
				both[key].add(f.keys[client])
			}
		}
		mine = mine[:0]
	}
	for row, client := range f.client {
		mine = append(mine, a.code[row])
		if row+1 == len(f.client) || f.client[row+1] != client {
			flush(client)
		}
	}
	s := &sheet{Table: Table{
		Name: "all_also_bought", Columns: []string{"beer", "also", "clients"}, Attributes: []string{"beer", "also"}, Measures: []string{"clients"},
		About: "how many clients bought both of two beers",
	}}
	everybody := newTold(f, p.noise).everybody[:1]
	for key, x := range both {
		if x.clients < minClients {
			continue
		}
		count := int64(max(minClients, float64(x.clients)+clientNoise*p.noise.of(everybody, x.mark)[0]+0.5))
		for _, labels := range [][]any{{a.labels[key/n], a.labels[key%n]}, {a.labels[key%n], a.labels[key/n]}} {
			s.rows, s.sketches = append(s.rows, append(labels, count)), append(s.sketches, x.sketch)
		}
	}
	if s.Rows = len(s.rows); s.Rows == 0 {
		return nil
	}
	s.sort()
	if s.Rows > maxPairs {
		s.Rows, s.rows, s.sketches = maxPairs, s.rows[:maxPairs], s.sketches[:maxPairs]
	}
	frozen := p.frozen(f)[nil]
	if err := p.before.keep(s, func([]any) bool { return frozen }); err != nil {
		return err
	}
	return put(s)
}

const (
	maxMine  = 200     // things of one client that are paired
	maxPairs = 100_000 // that are released
)

type pair struct {
	clients int
	mark    uint64
	sketch  sketch
}

func (x *pair) add(key uint64) {
	h := mix(key)
	x.clients++
	x.mark += h
	x.sketch[key%buckets] ^= byte(h>>56) | 1
}

// sort puts the rows with most clients first.
func (s *sheet) sort() {
	order := make([]int, len(s.rows))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if c := compareValues(s.rows[j][2], s.rows[i][2]); c != 0 {
			return c
		}
		return compareLabels(s.rows[i][:2], s.rows[j][:2])
	})
	rows, sketches := make([][]any, len(order)), make([]sketch, len(order))
	for n, i := range order {
		rows[n], sketches[n] = s.rows[i], s.sketches[i]
	}
	s.rows, s.sketches = rows, sketches
}
