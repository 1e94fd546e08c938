package vector_test

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/vector"
)

var (
	nan = float32(math.NaN())
	inf = float32(math.Inf(1))
)

func TestNormalize(t *testing.T) {
	for _, tt := range []struct {
		name string
		v    []float32
		want []float32 // nil: it has no direction
	}{
		{"three and four make five", []float32{3, 0, -4}, []float32{0.6, 0, -0.8}},
		{"the longest there are", []float32{math.MaxFloat32, math.MaxFloat32}, []float32{math.Sqrt2 / 2, math.Sqrt2 / 2}},
		{"the shortest there are", []float32{math.SmallestNonzeroFloat32, 0}, []float32{1, 0}},
		{"zero", []float32{0, 0}, nil},
		{"no components", nil, nil},
		{"not a number", []float32{1, nan}, nil},
		{"infinite", []float32{1, -inf}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := slices.Clone(tt.v)
			if ok := vector.Normalize(got); ok != (tt.want != nil) {
				t.Fatalf("Normalize(%v) = %v", tt.v, ok)
			}
			want := tt.want
			if want == nil {
				want = tt.v
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("Normalize(%v) makes it %v, want %v", tt.v, got, want)
			}
		})
	}
}

func TestNormalizingTwiceChangesNothing(t *testing.T) {
	for n := 1; n < 3000; n += 7 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(math.Sin(float64(i*i + n)))
		}
		vector.Normalize(v)
		once := slices.Clone(v)
		vector.Normalize(v)
		if !slices.Equal(v, once) {
			t.Errorf("%d components changed", n)
		}
	}
}

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
	must.Do(t, x.Put("a", []float32{0, 2}))
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

func TestTop(t *testing.T) {
	x := vector.New(2)
	for id, v := range map[string][]float32{"east": {5, 0}, "orient": {1, 0}, "north": {0, 1}, "west": {-1, 0}, "northeast": {2, 2}} {
		must.Do(t, x.Put(id, v))
	}
	const half = float32(math.Sqrt2 / 2)
	east, orient := vector.Hit{ID: "east", Score: 1}, vector.Hit{ID: "orient", Score: 1}
	northeast, north, west := vector.Hit{ID: "northeast", Score: half}, vector.Hit{ID: "north"}, vector.Hit{ID: "west", Score: -1}
	for _, tt := range []struct {
		name string
		q    vector.Query
		want []vector.Hit
	}{
		{"best first, and those of one score by id", vector.Query{K: 3}, []vector.Hit{east, orient, northeast}},
		{"what points away is left out", vector.Query{K: 9}, []vector.Hit{east, orient, northeast, north}},
		{"unless the floor is lower", vector.Query{K: 9, Floor: -2}, []vector.Hit{east, orient, northeast, north, west}},
		{"a score equal to the floor is not below it", vector.Query{K: 9, Floor: 1}, []vector.Hit{east, orient}},
		{"none are asked for", vector.Query{Floor: -2}, nil},
		{"less than none are asked for", vector.Query{K: -1}, nil},
		{
			"what is not kept takes no place",
			vector.Query{K: 2, Keep: func(id string) bool { return id[0] == 'n' }},
			[]vector.Hit{northeast, north},
		},
		{"nothing is kept", vector.Query{K: 2, Keep: func(string) bool { return false }}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.q.Vector = []float32{3, 0}
			got := must.Get(x.Top(nil, tt.q))(t)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Top differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAnIndexSharesNothingWithItsCallers(t *testing.T) {
	x := vector.New(2)
	v := []float32{1, 0}
	must.Do(t, x.Put("a", v))
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

func TestKeepMayPanic(t *testing.T) {
	x := vector.New(1)
	must.Do(t, x.Put("a", []float32{1}))
	func() {
		defer func() { recover() }()
		x.Top(nil, vector.Query{Vector: []float32{1}, K: 1, Keep: func(string) bool { panic("no") }})
	}()
	if !x.Remove("a") { // would wait for ever
		t.Error("Remove(a) = false")
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
