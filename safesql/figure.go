package safesql

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
)

// What is published. DESIGN.md says what follows from these numbers.
const (
	minClients = 6  // behind every figure
	minGroup   = 28 // clients of a state, a city, a segment, and where they meet, that is told at all

	clientNoise = 3.5 // the deviation of the noise of a number of clients
	shared      = 0.6 // of the variance of noise, what all cells of a group of clients have in common

	buckets    = 16 // of a sketch
	minChanged = 12 // clients, in a period, before any of its figures change
)

// sketch tells how many clients of a cell changed since it was taken: each
// client is in one bucket, a byte that any change of the client's rows changes.
type sketch [buckets]byte

// changed is how many clients changed at least.
func (s sketch) changed(old sketch) (n int) {
	for i := range s {
		if s[i] != old[i] {
			n++
		}
	}
	return n
}

// largest keeps the six largest parts that clients have in a figure.
type largest struct {
	top [6]float64
	sum float64
}

func (l *largest) add(x float64) {
	l.sum += x
	if x <= l.top[5] {
		return
	}
	i := 5
	for ; i > 0 && l.top[i-1] < x; i-- {
		l.top[i] = l.top[i-1]
	}
	l.top[i] = x
}

// flat returns the sum, and the mean of the five largest parts, after each
// part is flattened to the mean of the five largest others.
func (l *largest) flat() (sum, mean float64) {
	top, sum := l.top, l.sum
	for i := range 5 {
		others := 0.0
		for j, x := range top {
			if j != i {
				others += x
			}
		}
		if others /= 5; top[i] > others {
			sum -= top[i] - others
			top[i] = others
		}
	}
	for _, x := range top[:5] {
		mean += x / 5
	}
	return sum, mean
}

// tally adds up a row of a release, client by client.
type tally struct {
	f       *facts
	rows    int
	clients int
	count   largest   // of rows
	parts   []largest // by measure; of a mean, how far a client pulls it
	total   []float64
	n       []int  // rows with the measure
	raters  []int  // clients with the measure
	mark    uint64 // of the contributors and what they contribute
	sketch  sketch

	sum []float64 // of the client who is being read
	has []int
}

func newTally(f *facts) *tally {
	n := len(f.measures)
	return &tally{f: f, parts: make([]largest, n), total: make([]float64, n), n: make([]int, n), raters: make([]int, n), sum: make([]float64, n), has: make([]int, n)}
}

func (t *tally) reset() {
	t.clients, t.count, t.mark, t.sketch = 0, largest{}, 0, sketch{}
	clear(t.parts)
	clear(t.total)
	clear(t.n)
	clear(t.raters)
}

// add reads the rows, which are in order of their clients.
func (t *tally) add(rows []uint32) {
	t.reset()
	f := t.f
	t.rows = len(rows)
	for i := 0; i < len(rows); {
		client, j := f.client[rows[i]], i+1
		for j < len(rows) && f.client[rows[j]] == client {
			j++
		}
		for m := range f.measures {
			t.sum[m], t.has[m] = f.sum(m, rows[i:j])
		}
		t.client(client, j-i)
		i = j
	}
}

// sum adds up a measure, less what it is counted from, and counts the rows that
// have it.
func (f *facts) sum(m int, rows []uint32) (sum float64, has int) {
	from, step := f.measures[m].from, len(f.measures)
	for _, row := range rows {
		if v := f.values[int(row)*step+m]; v == v {
			sum += v - from
			has++
		}
	}
	return sum, has
}

// client takes up what one client has, in sum.
func (t *tally) client(client uint32, rows int) {
	t.clients++
	t.count.add(float64(rows))
	h := mix(t.f.keys[client] + uint64(rows))
	for m, is := range t.f.measures {
		x := t.sum[m]
		h = mix(h ^ math.Float64bits(x) + uint64(t.has[m]))
		t.n[m] += t.has[m]
		t.total[m] += x
		if t.has[m] > 0 {
			t.raters[m]++
		}
		if is.mean {
			x = math.Abs(x)
		}
		t.parts[m].add(x)
	}
	t.mark += h
	t.sketch[t.f.keys[client]%buckets] ^= byte(h >> 56)
}

// mix is the finalizer of SplitMix64.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// noise draws numbers like those of a normal distribution from a secret: always
// the same for the same clients with the same rows.
type noise struct{ secret []byte }

// draw returns n numbers for a mark of clients.
func (n noise) draw(what string, mark uint64, many int) []float64 {
	out := make([]float64, 0, many+7)
	for block := byte(0); len(out) < many; block++ {
		b := append(append([]byte{block}, n.secret...), what...)
		sum := sha256.Sum256(binary.BigEndian.AppendUint64(b, mark))
		for i := 0; i < len(sum); i += 8 {
			u, v := binary.BigEndian.Uint32(sum[i:]), binary.BigEndian.Uint32(sum[i+4:])
			r, angle := math.Sqrt(-2*math.Log((float64(u)+0.5)/(1<<32))), 2*math.Pi*float64(v)/(1<<32)
			out = append(out, r*math.Cos(angle), r*math.Sin(angle))
		}
	}
	return out[:many]
}

// of draws the noise of the figures of a cell. A part of it is the same in all
// cells of a group of clients, so that adding up months or styles does not
// average it away.
func (n noise) of(group []float64, cell uint64) []float64 {
	out := n.draw("cell", cell, len(group))
	for i, z := range group {
		out[i] = math.Sqrt(shared)*z + math.Sqrt(1-shared)*out[i]
	}
	return out
}

// figures are the numbers of a row: clients, rows, and the measures.
func (t *tally) figures(n noise, group []float64) []any {
	z := n.of(group, t.mark)
	out := []any{int64(math.Round(max(minClients, float64(t.clients)+clientNoise*z[0])))}
	if len(t.f.measures) == 0 && t.clients == t.rows { // the table of clients
		return out
	}
	sum, dev := t.count.flat()
	out = append(out, int64(math.Round(max(minClients, sum+dev*z[1]))))
	for m, is := range t.f.measures {
		sum, dev := t.parts[m].flat()
		z := z[2+m]
		switch {
		case is.mean && t.raters[m] < minClients:
			out = append(out, nil)
		case is.mean:
			out = append(out, round(max(is.low, min(is.high, is.from+(t.total[m]+z*dev)/float64(t.n[m]))), 2))
		case is.whole:
			out = append(out, int64(math.Round(max(0, sum+dev*z))))
		default:
			out = append(out, round(max(0, sum+dev*z), 2))
		}
	}
	return out
}

func round(v float64, digits int) float64 {
	p := math.Pow10(digits)
	return math.Round(v*p) / p
}

// told are the groups of clients that may be told, by the attributes of clients
// that they are groups of.
type told struct {
	once      *facts // a row of each client
	noise     noise
	everybody []float64                       // the noise that all clients together have
	groups    map[string]map[uint64][]float64 // the noise of each group that may be told
}

func newTold(f *facts, n noise) *told {
	t := &told{once: f.oncePerClient(), noise: n, groups: map[string]map[uint64][]float64{}}
	t.everybody = t.of(func(add func(uint32)) {
		for c := range f.keys {
			add(uint32(c))
		}
	})
	return t
}

// of draws the noise that the cells of a group have in common.
func (t *told) of(each func(add func(client uint32))) []float64 {
	mark := uint64(0)
	each(func(c uint32) { mark += mix(t.once.keys[c]) })
	return t.noise.draw("group", mark, 2+len(t.once.measures))
}

// by decides which groups of some attributes of clients may be told: those of
// at least minGroup clients, if the others are as many.
func (t *told) by(attrs []int) map[uint64][]float64 {
	key := fmt.Sprint(attrs)
	if t.groups[key] != nil {
		return t.groups[key]
	}
	groups := map[uint64][]float64{}
	t.groups[key] = groups
	c := newCube(t.once, attrs, 0)
	if c == nil {
		return groups
	}
	c.hideSmall(minGroup)
	c.hide(minGroup)
	for i := range c.cells {
		if x := &c.cells[i]; !x.hidden {
			groups[x.code] = t.of(func(add func(uint32)) { c.each(x, add) })
		}
	}
	return groups
}

// oncePerClient has the first row of each client.
func (f *facts) oncePerClient() *facts {
	var rows []uint32
	for row, client := range f.client {
		if row == 0 || client != f.client[row-1] {
			rows = append(rows, uint32(row))
		}
	}
	return f.pick(rows)
}
