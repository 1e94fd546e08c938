package vector

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// A Query asks for the vectors nearest to Vector, whose length does not matter.
type Query struct {
	Vector []float32
	K      int // at most so many; below 1, none

	// Floor leaves out lower scores. Zero leaves out what points away from
	// Vector; -2 leaves out nothing.
	Floor float32

	// Keep says which items count at all; nil is all. It is asked only about
	// items that are near enough, in no particular order, by several goroutines
	// at once, and must not use the index.
	Keep func(id string) bool
}

// A Hit is an item that was found. Score is the cosine of the angle between
// it and the query: 1 for the same direction, give or take some rounding.
type Hit struct {
	ID    string
	Score float32
}

// wide is how many products are too many for one core: with fewer, a second
// one takes longer to wake up than it saves.
const wide = 1 << 20

// Top appends to dst the best hits, best first and those of one score in the
// order of their ids, and returns it. A query whose vector could not be put in the index
// is an error.
func (x *Index) Top(dst []Hit, q Query) ([]Hit, error) {
	s, err := x.newSearch(q)
	if err != nil {
		return dst, err
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	workers := 1
	if len(x.ids)*x.stride > wide {
		workers = runtime.GOMAXPROCS(0)
	}
	found := make([]best, workers)
	func() {
		var wg sync.WaitGroup
		defer wg.Wait() // even if Keep panics
		for w := range workers {
			found[w] = best{search: s, bar: q.Floor}
			if w > 0 {
				wg.Go(found[w].work)
			}
		}
		found[0].work()
	}()
	// Which worker does what is a matter of luck, but what is best is not.
	for _, b := range found[1:] {
		for _, e := range b.entries {
			found[0].offer(e)
		}
	}
	for _, e := range found[0].entries {
		dst = append(dst, Hit{ID: x.ids[e.row], Score: e.score})
	}
	return dst, nil
}

// A search is a query made ready.
type search struct {
	x      *Index
	vector []float32 // of length 1, whole lanes
	spans  []span    // where it is not zero, if that is in few places; else none
	k      int
	keep   func(id string) bool
	next   atomic.Int64 // the next block
}

func (x *Index) newSearch(q Query) (*search, error) {
	length, err := x.check(q.Vector)
	if err != nil {
		return nil, err
	}
	if math.IsNaN(float64(q.Floor)) {
		return nil, fmt.Errorf("floor is %v", q.Floor)
	}
	s := &search{x: x, vector: make([]float32, x.stride), k: q.K, keep: q.Keep}
	scale(s.vector, q.Vector, length)
	s.spans = spansOf(s.vector)
	return s, nil
}

// A span is some lanes of a vector, one after the other.
type span struct{ from, n int }

// spanCost is how many components could be read in the time it takes to go to
// another span.
const spanCost = 16 * lanes

// spansOf returns where v is not zero: a vector of concepts and words names
// few of them. It is none if the spans would take longer than v.
func spansOf(v []float32) (spans []span) {
	read := 0
	for from := 0; from < len(v); from += lanes {
		if *(*[lanes]float32)(v[from:]) == [lanes]float32{} {
			continue
		}
		if last := len(spans) - 1; last >= 0 && spans[last].from+spans[last].n == from {
			spans[last].n += lanes
		} else {
			spans = append(spans, span{from, lanes})
		}
		read += lanes
	}
	if read+len(spans)*spanCost > len(v) {
		return nil
	}
	return spans
}

// best are the best entries that one worker has found so far, the best first.
type best struct {
	*search
	entries []entry
	bar     float32 // a lower score is not among them
}

type entry struct {
	score float32
	row   int
}

// work reads one block after the other, until none is left.
func (b *best) work() {
	for b.k > 0 {
		block := int(b.next.Add(1)) - 1
		if block >= len(b.x.blocks) {
			return
		}
		first := block * blockRows
		rows := min(blockRows, len(b.x.ids)-first)
		if len(b.spans) > 0 {
			b.sparse(b.x.blocks[block], first, rows)
		} else {
			b.whole(b.x.blocks[block], first, rows)
		}
	}
}

// whole offers the first rows of a block, the first of which is the row called first.
//
// Four rows are read at a time, and those far from each other: the processor
// then fetches from four places at once, which is faster than from one.
func (b *best) whole(vectors []float32, first, rows int) {
	quarter, stride := (rows+3)/4, b.x.stride
	var scores [4]float32
	for i := range quarter {
		dot4(&b.vector[0], &vectors[i*stride], quarter*stride, stride, &scores)
		for j, score := range scores {
			if row := i + j*quarter; row < rows && score >= b.bar {
				b.ask(entry{score, first + row})
			}
		}
	}
}

// sparse does the same, reading only where the query is not zero: what is left
// out adds nothing, so the scores are the same to the last bit.
func (b *best) sparse(vectors []float32, first, rows int) {
	for row := range rows {
		vector := vectors[row*b.x.stride:][:b.x.stride]
		var sums [lanes]float32
		for _, s := range b.spans {
			dot(&b.vector[s.from], &vector[s.from], s.n, &sums)
		}
		if score := add(&sums); score >= b.bar {
			b.ask(entry{score, first + row})
		}
	}
}

// ask offers e if it is near enough and the query keeps it.
func (b *best) ask(e entry) {
	if last := len(b.entries) - 1; last+1 == b.k && b.compare(e, b.entries[last]) > 0 {
		return
	}
	if b.keep == nil || b.keep(b.x.ids[e.row]) {
		b.offer(e)
	}
}

// offer adds e, if it is among the k best.
func (b *best) offer(e entry) {
	at, _ := slices.BinarySearchFunc(b.entries, e, b.compare)
	if len(b.entries) == b.k {
		if at == b.k {
			return
		}
		b.entries = b.entries[:b.k-1]
	}
	b.entries = slices.Insert(b.entries, at, e)
	if len(b.entries) == b.k {
		b.bar = b.entries[b.k-1].score
	}
}

// compare orders entries, the best first.
func (b *best) compare(e, f entry) int {
	return cmp.Or(cmp.Compare(f.score, e.score), cmp.Compare(b.x.ids[e.row], b.x.ids[f.row]))
}
