package safesql

import (
	"cmp"
	"math/bits"
	"slices"
)

// widest is which of some attributes has most labels, -1 if there are none.
func (f *facts) widest(attrs []int) int {
	best := -1
	for _, a := range attrs {
		if best < 0 || len(f.attrs[a].labels) > len(f.attrs[best].labels) {
			best = a
		}
	}
	return best
}

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

// scratch is the memory in which cubes are made, one after the other.
type scratch struct {
	codes, codes2, rows, rows2 []uint32 // of the label that is being read
	all                        []uint32
	cells                      []cell
}

const (
	digit = 11      // bits that are sorted by at once, at most
	open  = 1 << 30 // more than any code: the period of the row is not over
)

// sort sorts the rows by their codes of so many bits, keeping the order of
// equals.
func (r *scratch) sort(width int) {
	if width == 0 {
		return
	}
	passes := (width + digit - 1) / digit
	step := (width + passes - 1) / passes
	var counts [1 << digit]uint32
	count, mask := counts[:1<<step], uint32(1)<<step-1
	for shift := 0; shift < width; shift += step {
		clear(count)
		for _, c := range r.codes {
			count[c>>shift&mask]++
		}
		at := uint32(0)
		for i, n := range count {
			count[i] = at
			at += n
		}
		for i, c := range r.codes {
			d := c >> shift & mask
			r.codes2[count[d]], r.rows2[count[d]] = c, r.rows[i]
			count[d]++
		}
		r.codes, r.codes2, r.rows, r.rows2 = r.codes2, r.codes, r.rows2, r.rows
	}
}

// size makes room for so many rows.
func (r *scratch) size(n int) {
	if cap(r.codes) < n {
		r.codes, r.codes2, r.rows, r.rows2 = make([]uint32, n), make([]uint32, n), make([]uint32, n), make([]uint32, n)
	}
	r.codes, r.codes2, r.rows, r.rows2 = r.codes[:n], r.codes2[:n], r.rows[:n], r.rows2[:n]
}

// newCube finds the cells of some attributes, in any order. It returns nil if
// there are too many, or so many rows are in cells of fewer than minClients that
// less than a part of them can be told.
func newCube(f *facts, attrs []int, part float64, r *scratch) *cube {
	c := &cube{f: f, attrs: attrs, rows: r.all[:0], cells: r.cells[:0]}
	keys, width := c.keys()
	if width >= bits.Len(open) {
		return nil
	}
	few := 0
	for label := range len(f.starts) - 1 {
		if f.by >= 0 && f.attrs[f.by].open[label] {
			continue
		}
		r.code(f, keys, f.starts[label], f.starts[label+1])
		r.sort(width)
		few += c.find(r)
		r.all, r.cells = c.rows, c.cells
		if len(c.cells) > maxFound || float64(few) > (1-part)*float64(len(f.client)) {
			return nil
		}
	}
	return c
}

const maxFound = 800_000 // cells, before small ones are put together

// key is what the values of a column add to the code by which rows are sorted.
type key struct {
	column int
	adds   []uint32
}

// keys are those of the attributes but the one that the rows are in order of, and
// how many bits the codes have.
func (c *cube) keys() (keys []key, width int) {
	step := uint64(1)
	for _, n := range slices.Backward(c.attrs) {
		if n == c.f.by {
			continue
		}
		a := c.f.attrs[n]
		adds := make([]uint32, len(a.to))
		for i, l := range a.to {
			adds[i] = l * uint32(step)
			if a.open[l] {
				adds[i] = open
			}
		}
		keys = append(keys, key{a.column, adds})
		if step *= uint64(len(a.labels)); step > open {
			return nil, 64
		}
	}
	return keys, bits.Len64(step - 1)
}

// code takes up the rows from begin to end that are not of an open period.
func (r *scratch) code(f *facts, keys []key, begin, end int) {
	r.size(end - begin)
	clear(r.codes)
	for _, k := range keys {
		for i, code := range f.codes[k.column][begin:end] {
			r.codes[i] += k.adds[code]
		}
	}
	n := 0
	for i, code := range r.codes {
		if code < open {
			r.codes[n], r.rows[n] = code, uint32(begin+i)
			n++
		}
	}
	r.size(n)
}

// find takes up the cells of sorted rows, and counts those of them that are in
// cells of too few clients.
func (c *cube) find(r *scratch) (few int) {
	first := uint32(len(c.rows))
	c.rows = append(c.rows, r.rows...)
	for i := 0; i < len(r.codes); {
		one := cell{code: c.codeOf(r.rows[i]), begin: first + uint32(i)}
		code, last := r.codes[i], ^uint32(0)
		for ; i < len(r.codes) && r.codes[i] == code; i++ {
			if client := c.f.client[r.rows[i]]; client != last {
				last = client
				one.clients++
			}
		}
		one.end = first + uint32(i)
		if one.clients < minClients {
			few += int(one.end - one.begin)
		}
		c.cells = append(c.cells, one)
	}
	return few
}

// codeOf numbers the cell of a row.
func (c *cube) codeOf(row uint32) (code uint64) {
	for _, a := range c.attrs {
		x := c.f.attrs[a]
		code = code*uint64(len(x.labels)) + uint64(c.f.label(x, int(row)))
	}
	return code
}

// sort puts the cells in order.
func (c *cube) sort() {
	slices.SortFunc(c.cells, func(a, b cell) int { return cmp.Compare(a.code, b.code) })
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
	c.f.byClient(rows)
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
