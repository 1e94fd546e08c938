package safesql

import (
	"cmp"
	"slices"
)

// cube is the cells of some attributes: by state and year.
type cube struct {
	f     *facts
	attrs []int // of the facts
	rows  []uint32
	cells []cell
	out   []released

	// mayTell reports whether the group of clients that the first attributes of
	// a cell tell may be told.
	mayTell func(code uint64, depth int) bool
}

// cell is the rows with the same values of a cube's attributes.
type cell struct {
	code       uint64
	begin, end uint32 // in cube.rows
	clients    uint32
	hidden     bool // part of a row with 'other'
}

// released is a row of a release: a cell, or several small ones together.
type released struct {
	labels []any
	code   uint64
	rows   []uint32 // of the facts, in order of their clients
	merged bool     // it has 'other'
}

// other is the value of an attribute in a row that is of several small cells.
const other = "other"

// newCube finds the cells of some attributes. It returns nil if there are too
// many, or so many rows are in cells of fewer than minClients that less than a
// part of them can be told.
func newCube(f *facts, attrs []int, part float64) *cube {
	codes, space := f.codesOf(attrs)
	if space > maxCodes {
		return nil
	}
	c := &cube{f: f, attrs: attrs, rows: sorted(codes, space)}
	few := 0
	for i := 0; i < len(c.rows); {
		one := cell{code: codes[c.rows[i]], begin: uint32(i)}
		for last := ^uint32(0); i < len(c.rows) && codes[c.rows[i]] == one.code; i++ {
			if client := f.client[c.rows[i]]; client != last {
				last = client
				one.clients++
			}
		}
		if one.end = uint32(i); one.clients < minClients {
			few += int(one.end - one.begin)
		}
		c.cells = append(c.cells, one)
	}
	if len(c.cells) > maxFound || float64(few) > (1-part)*float64(len(f.client)) {
		return nil
	}
	return c
}

const (
	maxFound = 800_000 // cells, before small ones are put together
	maxCodes = 1 << 40
	open     = 1 << 63 // the code of a row whose period is not over, at least
)

// codesOf numbers the cell of each row, and returns how many there could be.
func (f *facts) codesOf(attrs []int) (codes []uint64, space uint64) {
	codes, space = make([]uint64, len(f.client)), 1
	for _, n := range slices.Backward(attrs) {
		a := f.attrs[n]
		for i, l := range a.codes {
			if a.open[l] {
				codes[i] |= open
			} else {
				codes[i] += uint64(l) * space
			}
		}
		space *= uint64(len(a.labels))
	}
	return codes, space
}

// sorted are the rows in order of their codes, and those of a code as they were.
// Rows of open periods are left out.
func sorted(codes []uint64, space uint64) []uint32 {
	const dense = 1 << 22
	rows := slices.DeleteFunc(identity(len(codes)), func(row uint32) bool { return codes[row] >= open })
	if space > dense {
		slices.SortStableFunc(rows, func(a, b uint32) int { return cmp.Compare(codes[a], codes[b]) })
		return rows
	}
	next := make([]uint32, space+1)
	for _, row := range rows {
		next[codes[row]+1]++
	}
	for i := range space {
		next[i+1] += next[i]
	}
	out := make([]uint32, len(rows))
	for _, row := range rows {
		out[next[codes[row]]] = row
		next[codes[row]]++
	}
	return out
}

// digits are the codes of the attributes in the code of a cell.
func (c *cube) digits(code uint64) []uint32 {
	out := make([]uint32, len(c.attrs))
	for i := len(c.attrs) - 1; i >= 0; i-- {
		n := uint64(len(c.f.attrs[c.attrs[i]].labels))
		out[i] = uint32(code % n)
		code /= n
	}
	return out
}

// few is a set of clients that stops counting at enough.
type few struct {
	clients []uint32
	enough  int
}

func (s *few) add(client uint32) {
	if len(s.clients) < s.enough && !slices.Contains(s.clients, client) {
		s.clients = append(s.clients, client)
	}
}

func (s *few) is() bool { return len(s.clients) > 0 && len(s.clients) < s.enough }

// hideSmall hides the cells with fewer clients, and of groups that may not be
// told.
func (c *cube) hideSmall(enough int) {
	for i := range c.cells {
		c.cells[i].hidden = int(c.cells[i].clients) < enough || c.mayTell != nil && !c.mayTell(c.cells[i].code, len(c.attrs))
	}
}

// hide hides the smallest cell of a line, too, if the hidden ones of it have
// fewer clients together. A line is the cells that differ in one attribute only;
// their sum is in another table, and whoever subtracts what is told of it must
// be left with enough clients.
func (c *cube) hide(enough int) {
	for i := range c.attrs {
		c.hideInLines(i, enough)
	}
}

type line struct {
	rest  few
	least int // the smallest cell that is told, or -1
}

func (c *cube) hideInLines(attr, enough int) {
	step := uint64(1)
	for _, a := range c.attrs[attr+1:] {
		step *= uint64(len(c.f.attrs[a].labels))
	}
	span := step * uint64(len(c.f.attrs[c.attrs[attr]].labels))
	lines := map[uint64]*line{}
	for i := range c.cells {
		x := &c.cells[i]
		key := x.code/span*span + x.code%step
		l := lines[key]
		if l == nil {
			l = &line{few{enough: enough}, -1}
			lines[key] = l
		}
		if x.hidden {
			c.each(x, l.rest.add)
		} else if l.least < 0 || x.clients < c.cells[l.least].clients {
			l.least = i
		}
	}
	for _, l := range lines {
		if l.rest.is() && l.least >= 0 {
			c.cells[l.least].hidden = true
		}
	}
}

// each calls f with the clients of a cell.
func (c *cube) each(x *cell, f func(client uint32)) {
	for _, row := range c.rows[x.begin:x.end] {
		f(c.f.client[row])
	}
}

// release makes the rows of the release. Hidden cells are merged with their
// neighbours: those that have all but the last attribute in common, else all but
// the last two, and so on.
func (c *cube) release(enough int) {
	if len(c.cells) > 0 {
		c.merge(0, len(c.cells), 0, enough)
	}
	slices.SortStableFunc(c.out, func(a, b released) int { return compareLabels(a.labels, b.labels) })
}

// merge releases the cells from i to j, which have the first depth attributes
// in common, and returns those that are too few even together.
func (c *cube) merge(i, j, depth, enough int) (rest []int) {
	first := len(c.out)
	if depth == len(c.attrs) {
		x := &c.cells[i]
		if x.hidden {
			return []int{i}
		}
		c.out = append(c.out, released{labels: c.labels(x.code, depth), code: x.code, rows: c.rows[x.begin:x.end]})
		return nil
	}
	below := uint64(1)
	for _, a := range c.attrs[depth+1:] {
		below *= uint64(len(c.f.attrs[a].labels))
	}
	for from := i; from < j; {
		to := from + 1
		for to < j && c.cells[to].code/below == c.cells[from].code/below {
			to++
		}
		rest = append(rest, c.merge(from, to, depth+1, enough)...)
		from = to
	}
	if len(rest) == 0 || c.mayTell != nil && !c.mayTell(c.cells[i].code, depth) {
		return rest
	}
	together := few{enough: enough}
	var rows []uint32
	for _, n := range rest {
		x := &c.cells[n]
		c.each(x, together.add)
		rows = append(rows, c.rows[x.begin:x.end]...)
	}
	if together.is() {
		least := c.least(first)
		if least < 0 {
			return rest
		}
		rows = append(rows, c.out[least].rows...)
		c.out = slices.Delete(c.out, least, least+1)
	}
	slices.Sort(rows) // in order of their clients
	c.out = append(c.out, released{labels: c.labels(c.cells[i].code, depth), rows: rows, merged: true})
	return nil
}

// least returns the smallest row from first on, or -1.
func (c *cube) least(first int) int {
	best := -1
	for i := first; i < len(c.out); i++ {
		if best < 0 || len(c.out[i].rows) < len(c.out[best].rows) {
			best = i
		}
	}
	return best
}

// labels are the values of the first attributes of a cell, and 'other' for the
// rest.
func (c *cube) labels(code uint64, depth int) []any {
	out := make([]any, len(c.attrs))
	for i, d := range c.digits(code) {
		out[i] = any(other)
		if i < depth {
			out[i] = c.f.attrs[c.attrs[i]].labels[d]
		}
	}
	return out
}

func compareLabels(a, b []any) int {
	for i := range a {
		if c := compareValues(a[i], b[i]); c != 0 {
			return c
		}
	}
	return 0
}

// covered is the part of the rows that are in cells that are not hidden.
func (c *cube) covered() float64 {
	n := 0
	for _, x := range c.cells {
		if !x.hidden {
			n += int(x.end - x.begin)
		}
	}
	return float64(n) / float64(max(1, len(c.rows)))
}
