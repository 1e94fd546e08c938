package vector

import (
	"errors"
	"fmt"
	"sync"
)

// An Index holds vectors of one dimension under their ids, and finds the
// nearest. It may be used by many goroutines at once; those that write
// exclude all others. It keeps 4 bytes for each component.
type Index struct {
	dim    int
	stride int // dim rounded up, so that a row is whole lanes

	mu     sync.RWMutex
	blocks [][]float32 // of blockRows vectors: an index grows by a block at a time, and never moves what it holds
	ids    []string    // of each row; row i is in blocks[i/blockRows]
	rows   map[string]int
}

const blockRows = 64

// New returns an empty index of vectors with dim components. It panics if dim
// is less than 1.
func New(dim int) *Index {
	if dim < 1 {
		panic("vector: New of a dimension below 1")
	}
	return &Index{dim: dim, stride: (dim + lanes - 1) &^ (lanes - 1), rows: map[string]int{}}
}

// Put adds v, scaled to length 1, or replaces what is held under id. It copies
// v. A vector of another dimension or without a direction, as Normalize has
// it, is an error and changes nothing.
func (x *Index) Put(id string, v []float32) error {
	length, err := x.check(v)
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	row, ok := x.rows[id]
	if !ok {
		row = len(x.ids)
		if row == len(x.blocks)*blockRows {
			x.blocks = append(x.blocks, make([]float32, blockRows*x.stride))
		}
		x.ids = append(x.ids, id)
		x.rows[id] = row
	}
	scale(x.vector(row), v, length)
	return nil
}

// Remove removes what is held under id and reports whether there was any.
func (x *Index) Remove(id string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	row, ok := x.rows[id]
	if !ok {
		return false
	}
	// The last row takes its place.
	last := len(x.ids) - 1
	if row != last {
		copy(x.vector(row), x.vector(last))
		x.ids[row] = x.ids[last]
		x.rows[x.ids[row]] = row
	}
	delete(x.rows, id)
	x.ids[last] = ""
	x.ids = x.ids[:last]
	if last%blockRows == 0 {
		x.blocks[len(x.blocks)-1] = nil
		x.blocks = x.blocks[:len(x.blocks)-1]
	}
	return true
}

// Len returns how many vectors the index holds.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.ids)
}

// Get returns a copy of the vector held under id, of length 1.
func (x *Index) Get(id string) ([]float32, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	row, ok := x.rows[id]
	if !ok {
		return nil, false
	}
	return append([]float32(nil), x.vector(row)...), true
}

// check returns the length of v, if the index can hold it.
func (x *Index) check(v []float32) (float64, error) {
	if len(v) != x.dim {
		return 0, fmt.Errorf("vector has %d components, want %d", len(v), x.dim)
	}
	length, ok := length(v)
	if !ok {
		return 0, errors.New("vector has no direction: it is zero, or not all finite")
	}
	return length, nil
}

// Cosine returns the cosine of the vector held under id and q, which must have
// length 1; 0 if there is none.
func (x *Index) Cosine(id string, q []float32) float32 {
	x.mu.RLock()
	defer x.mu.RUnlock()
	row, ok := x.rows[id]
	if !ok {
		return 0
	}
	return Dot(q, x.vector(row))
}

// vector returns the vector of a row, which is shared.
func (x *Index) vector(row int) []float32 {
	return x.blocks[row/blockRows][row%blockRows*x.stride:][:x.dim]
}
