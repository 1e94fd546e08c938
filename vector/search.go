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

// Top appends to dst the best hits, best first and those of one score in the
// order of their ids, and returns it. It allocates only if dst is too short. A
// query whose vector could not be put in the index is an error.
func (x *Index) Top(dst []Hit, q Query) ([]Hit, error) {
	s := x.newSearch()
	if err := s.target.aim(x, q); err != nil {
		return dst, err
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	s.run()
	dst = s.hits(dst)
	s.free()
	return dst, nil
}

// A search is the state of one Top, used again for later ones.
type search struct {
	x       *Index
	target  target
	coded   bool // whether the target has codes
	workers []*worker
	next    atomic.Int64 // the next block
	wg      sync.WaitGroup
}

// A target is a query made ready.
type target struct {
	vector []float32 // of length 1, whole lanes
	spans  []span    // where it is not zero, if that is in few places; else none
	codes  []int16
	bound  bound
	k      int
	floor  float32
	keep   func(id string) bool
}

// wide is how many products are too many for one core: with fewer, a second
// one takes longer to wake up than it saves.
const wide = 1 << 20

// manyBlocks is with how many blocks codes begin to pay.
const manyBlocks = 16

func (x *Index) newSearch() *search {
	s, ok := x.searches.Get().(*search)
	if !ok {
		s = &search{x: x}
		for range runtime.GOMAXPROCS(0) {
			w := &worker{search: s}
			w.start = w.work
			s.workers = append(s.workers, w)
		}
	}
	return s
}

// free lets a later search use s.
func (s *search) free() {
	s.target.keep = nil
	s.x.searches.Put(s)
}

// aim makes of a target that of q.
func (t *target) aim(x *Index, q Query) error {
	length, err := x.check(q.Vector)
	if err != nil {
		return err
	}
	if math.IsNaN(float64(q.Floor)) {
		return fmt.Errorf("floor is %v", q.Floor)
	}
	if t.vector == nil {
		t.vector = make([]float32, x.stride)
		t.codes = make([]int16, x.stride)
	}
	scale(t.vector, q.Vector, length)
	t.spans = appendSpans(t.spans[:0], t.vector)
	t.k, t.floor, t.keep = q.K, q.Floor, q.Keep
	return nil
}

// A span is some lanes of a vector, one after the other.
type span struct{ from, n int }

// appendSpans appends where v is not zero: a vector of concepts and words names
// few of them. It appends nothing if the spans would take longer than v.
func appendSpans(spans []span, v []float32) []span {
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
		return spans[:0]
	}
	return spans
}

// spanCost is how many components could be read in the time it takes to go to
// another span.
const spanCost = 16 * lanes

// encode makes a target's codes.
func (t *target) encode(stride int) {
	step, lost := encode(t.codes, t.vector, queryCode(stride))
	t.bound = newBound(step, lost, stride)
}

// run finds the best and leaves them with the first worker.
// Which worker does what is a matter of luck, but what is best is not.
func (s *search) run() {
	s.next.Store(0)
	n := 1
	if len(s.x.ids)*s.x.stride > wide {
		n = len(s.workers)
	}
	workers := s.workers[:n]
	if s.coded = s.x.coded(); s.coded {
		s.target.encode(s.x.stride)
	}
	for _, w := range workers {
		w.prepare()
	}
	func() {
		defer s.wg.Wait() // even if Keep panics
		for _, w := range workers[1:] {
			s.wg.Add(1)
			go w.start()
		}
		s.wg.Add(1)
		workers[0].work()
	}()
	for _, w := range workers[1:] {
		for _, e := range w.best.heap {
			workers[0].best.offer(s.x, e)
		}
	}
}

// hits appends to dst what was found.
func (s *search) hits(dst []Hit) []Hit {
	heap := s.workers[0].best.heap
	slices.SortFunc(heap, s.x.compare)
	dst = slices.Grow(dst, len(heap))
	for _, e := range heap {
		dst = append(dst, Hit{ID: s.x.ids[e.row], Score: e.score})
	}
	return dst
}

// compare orders entries, the best first.
func (x *Index) compare(a, b entry) int {
	if c := cmp.Compare(b.score, a.score); c != 0 {
		return c
	}
	return cmp.Compare(x.ids[a.row], x.ids[b.row])
}
