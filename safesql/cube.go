package safesql

import (
	"cmp"
	"slices"
)

// cube is the cells of some attributes: by state and year.
type cube struct {
	f     *facts
	attrs []int // of the facts
	cells []cell
	count int // of rows in them
	out   []released

	// mayTell reports whether the group of clients that the first attributes of
	// a cell tell may be told.
	mayTell func(code uint64, depth int) bool
}

// cell is the rows with the same values of a cube's attributes.
type cell struct {
	code    uint64
	rows    []uint32
	clients int
	hidden  bool // part of a row with 'other'
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
// part of them can be told. Rows of open periods are in no cell.
func newCube(f *facts, attrs []int, part float64) *cube {
	space := uint64(1)
	for _, a := range attrs {
		space *= uint64(len(f.attrs[a].labels))
	}
	if space > maxCodes {
		return nil
	}
	c := &cube{f: f, attrs: attrs}
	at, last := map[uint64]int{}, []uint32{} // of each code; of each cell
	for row, client := range f.client {
		code, ok := f.code(attrs, row)
		if !ok {
			continue
		}
		i, known := at[code]
		if !known {
			i = len(c.cells)
			at[code] = i
			c.cells, last = append(c.cells, cell{code: code}), append(last, ^client)
		}
		x := &c.cells[i]
		if x.rows = append(x.rows, uint32(row)); client != last[i] {
			last[i] = client
			x.clients++
		}
		c.count++
	}
	few := 0
	for _, x := range c.cells {
		if x.clients < minClients {
			few += len(x.rows)
		}
	}
	if len(c.cells) > maxFound || float64(few) > (1-part)*float64(len(f.client)) {
		return nil
	}
	slices.SortFunc(c.cells, func(a, b cell) int { return cmp.Compare(a.code, b.code) })
	return c
}

const (
	maxFound = 800_000 // cells, before small ones are put together
	maxCodes = 1 << 40
)

// code numbers the cell of a row, of which there is none if its period is not over.
func (f *facts) code(attrs []int, row int) (code uint64, ok bool) {
	for _, n := range attrs {
		a := f.attrs[n]
		label := a.codes[row]
		if a.open[label] {
			return 0, false
		}
		code = code*uint64(len(a.labels)) + uint64(label)
	}
	return code, true
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
		c.cells[i].hidden = c.cells[i].clients < enough || c.mayTell != nil && !c.mayTell(c.cells[i].code, len(c.attrs))
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
	for _, row := range x.rows {
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
		c.out = append(c.out, released{labels: c.labels(x.code, depth), code: x.code, rows: x.rows})
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
		rows = append(rows, x.rows...)
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
			n += len(x.rows)
		}
	}
	return float64(n) / float64(max(1, c.count))
}
