package vector

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
)

// An Index holds vectors of one dimension under their ids, and finds the
// nearest. It may be used by many goroutines at once; those that write
// exclude all others.
type Index struct {
	dim  int
	mu   sync.RWMutex
	held map[string][]component
}

// A component of a vector is kept if it is not zero: a vector of concepts and
// words has few.
type component struct {
	at    int32
	value float32
}

// dot is Dot of a vector that is held and another.
func dot(held []component, v []float32) float32 {
	var sum float64
	for _, c := range held {
		sum += float64(c.value) * float64(v[c.at])
	}
	return float32(sum)
}

// New returns an empty index of vectors with dim components. It panics if dim
// is less than 1.
func New(dim int) *Index {
	if dim < 1 {
		panic("vector: New of a dimension below 1")
	}
	return &Index{dim: dim, held: map[string][]component{}}
}

// Put adds v, scaled to length 1, or replaces what is held under id. It copies
// v. A vector of another dimension or without a direction, as Normalize has
// it, is an error and changes nothing.
func (x *Index) Put(id string, v []float32) error {
	v, err := x.unit(v)
	if err != nil {
		return err
	}
	var held []component
	for i, value := range v {
		if value != 0 {
			held = append(held, component{int32(i), value})
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.held[id] = slices.Clone(held) // of no more room than it needs
	return nil
}

// unit returns v scaled to length 1, if the index can hold it.
func (x *Index) unit(v []float32) ([]float32, error) {
	if len(v) != x.dim {
		return nil, fmt.Errorf("vector has %d components, want %d", len(v), x.dim)
	}
	v = slices.Clone(v)
	if !Normalize(v) {
		return nil, errors.New("vector has no direction: it is zero, or not all finite")
	}
	return v, nil
}

// Remove removes what is held under id and reports whether there was any.
func (x *Index) Remove(id string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	_, ok := x.held[id]
	delete(x.held, id)
	return ok
}

// Len returns how many vectors the index holds.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.held)
}

// Get returns a copy of the vector held under id, of length 1.
func (x *Index) Get(id string) ([]float32, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	held, ok := x.held[id]
	if !ok {
		return nil, false
	}
	v := make([]float32, x.dim)
	for _, c := range held {
		v[c.at] = c.value
	}
	return v, true
}

// Cosine returns the cosine of the vector held under id and q, which must have
// length 1; 0 if there is none.
func (x *Index) Cosine(id string, q []float32) float32 {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return dot(x.held[id], q)
}

// A Query asks for the vectors nearest to Vector, whose length does not matter.
type Query struct {
	Vector []float32
	K      int // at most so many; below 1, none

	// Floor leaves out lower scores. Zero leaves out what points away from
	// Vector; -2 leaves out nothing.
	Floor float32

	// Keep says which items count at all; nil is all. It is asked about the
	// nearest first, until K are kept, and must not use the index.
	Keep func(id string) bool
}

// A Hit is an item that was found. Score is the cosine of the angle between
// it and the query: 1 for the same direction, give or take some rounding.
type Hit struct {
	ID    string
	Score float32
}

// Top appends to dst the best hits, best first and those of one score in the
// order of their ids, and returns it. A query whose vector could not be put in
// the index is an error.
func (x *Index) Top(dst []Hit, q Query) ([]Hit, error) {
	v, err := x.unit(q.Vector)
	if err != nil {
		return dst, err
	}
	if math.IsNaN(float64(q.Floor)) {
		return dst, fmt.Errorf("floor is %v", q.Floor)
	}
	x.mu.RLock()
	defer x.mu.RUnlock()
	near := make([]Hit, 0, len(x.held))
	for id, held := range x.held {
		if score := dot(held, v); score >= q.Floor {
			near = append(near, Hit{id, score})
		}
	}
	slices.SortFunc(near, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
	})
	left := q.K
	for _, h := range near {
		if left <= 0 {
			break
		}
		if q.Keep == nil || q.Keep(h.ID) {
			dst = append(dst, h)
			left--
		}
	}
	return dst, nil
}
