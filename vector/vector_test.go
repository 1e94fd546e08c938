package vector_test

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/maitre-dev/maitre/vector"
)

var (
	nan = float32(math.NaN())
	inf = float32(math.Inf(1))
)

func TestDotOfDifferentLengthsPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Dot did not panic")
		}
	}()
	vector.Dot(make([]float32, 3), make([]float32, 4))
}

func TestWhatHasNoDirectionIsRefusedAndChangesNothing(t *testing.T) {
	x := vector.New(2)
	if err := x.Put("a", []float32{0, 2}); err != nil {
		t.Fatal(err)
	}
	for _, v := range [][]float32{{1}, {1, 2, 3}, nil, {0, 0}, {nan, 1}, {1, inf}} {
		if err := x.Put("a", v); err == nil {
			t.Errorf("Put(%v) = nil", v)
		}
		if err := x.Put("b", v); err == nil {
			t.Errorf("Put(%v) = nil", v)
		}
		before := []vector.Hit{{ID: "z"}}
		if got, err := x.Top(before, vector.Query{Vector: v, K: 1}); err == nil || !slices.Equal(got, before) {
			t.Errorf("Top(%v) = %v, %v; want what it was given, and an error", v, got, err)
		}
	}
	if got, err := x.Top(nil, vector.Query{Vector: []float32{1, 0}, K: 1, Floor: nan}); err == nil {
		t.Errorf("Top with a floor that is no number = %v, nil", got)
	}
	if got, ok := x.Get("a"); !ok || !slices.Equal(got, []float32{0, 1}) || x.Len() != 1 {
		t.Errorf("Get(a) = %v, %v of %d", got, ok, x.Len())
	}
}

func TestAnIndexSharesNothingWithItsCallers(t *testing.T) {
	x := vector.New(2)
	v := []float32{1, 0}
	if err := x.Put("a", v); err != nil {
		t.Fatal(err)
	}
	v[0] = 7
	got, _ := x.Get("a")
	got[1] = 7
	if again, ok := x.Get("a"); !ok || !slices.Equal(again, []float32{1, 0}) {
		t.Errorf("Get(a) = %v, %v", again, ok)
	}
	if _, ok := x.Get("b"); ok {
		t.Error("Get(b) found what was never put")
	}
}

// It is the race detector that judges.
func TestManyReadAndWriteAtOnce(t *testing.T) {
	const dim, items, writers = 200, 400, 4
	x := vector.New(dim)
	at := func(i int) []float32 {
		v := make([]float32, dim)
		v[i%dim], v[(7*i+1)%dim] = 1, 2
		return v
	}
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range items {
				id := fmt.Sprint(w, "-", i)
				if err := x.Put(id, at(i)); err != nil {
					t.Error(err)
				}
				if i%3 == 0 && !x.Remove(id) {
					t.Errorf("Remove(%s) = false", id)
				}
			}
		})
		wg.Go(func() {
			for i := range items / 10 {
				for range 20 {
					if _, err := x.Top(nil, vector.Query{Vector: at(i), K: 3, Keep: func(id string) bool { return id != "" }}); err != nil {
						t.Error(err)
					}
				}
				x.Get("0-1")
			}
		})
	}
	wg.Wait()
	if want := writers * (items - (items+2)/3); x.Len() != want {
		t.Errorf("Len() = %d, want %d", x.Len(), want)
	}
}
