package vector

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// kinds are ways to make a vector that a search may find hard.
var kinds = map[string]func(r *rand.Rand, v []float32){
	"any": func(r *rand.Rand, v []float32) { copy(v, numbers(r, len(v), 1)) },
	"many of one score": func(r *rand.Rand, v []float32) {
		v[r.IntN(len(v))] = 1
		v[r.IntN(len(v))] = float32(1 - 2*r.IntN(2))
	},
	"all near each other": func(r *rand.Rand, v []float32) {
		for i, x := range numbers(r, len(v), 1e-4) {
			v[i] = 1 + x
		}
	},
	"nothing but rounding apart": func(r *rand.Rand, v []float32) {
		for i := range v {
			v[i] = 1
		}
		v[r.IntN(len(v))] += float32(r.IntN(4)) * 0x1p-23
	},
}

func TestTopIsWhatSortingThemAllFinds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 70).Draw(t, "dim")
		fill := kinds[rapid.SampledFrom(slices.Sorted(maps.Keys(kinds))).Draw(t, "kind")]
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		x, held := New(dim), map[string][]float32{}
		vector := func() []float32 {
			v := make([]float32, dim)
			fill(random, v)
			v[0] += 0x1p-20 // never zero
			return v
		}
		put := func(id string) {
			v := vector()
			if err := x.Put(id, v); err != nil {
				t.Fatal(err)
			}
			Normalize(v)
			held[id] = v
		}
		items := rapid.SampledFrom([]int{0, 1, 63, 64, 130, 1400}).Draw(t, "items")
		for i := range items {
			put(strconv.Itoa(i))
		}
		for range rapid.IntRange(0, 300).Draw(t, "writes") {
			id := strconv.Itoa(random.IntN(items + 20))
			if random.IntN(3) == 0 {
				put(id)
				continue
			}
			_, had := held[id]
			if x.Remove(id) != had {
				t.Fatalf("Remove(%s) = %v", id, !had)
			}
			delete(held, id)
		}
		if x.Len() != len(held) {
			t.Fatalf("Len() = %d, want %d", x.Len(), len(held))
		}
		for range rapid.SampledFrom([]int{1, 2, 20}).Draw(t, "queries") {
			q := Query{
				Vector: vector(),
				K:      []int{0, 1, 5, 25, 5000}[random.IntN(5)],
				Floor:  []float32{-2, 0, 0.5}[random.IntN(3)],
			}
			if of := random.IntN(4); of > 0 {
				q.Keep = func(id string) bool { return int(id[len(id)-1])%of == 0 }
			}
			want := append([]Hit{{ID: "before"}}, sorted(held, q)...)
			got, err := x.Top([]Hit{{ID: "before"}}, q)
			if diff := gocmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("Top differs (-want +got), %v:\n%s", err, diff)
			}
		}
	})
}

// Large enough for all cores.
func TestALargeSearchIsExactToo(t *testing.T) {
	const dim, items = 500, 3000
	for kind, fill := range kinds {
		t.Run(kind, func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, 7))
			x, held := New(dim), map[string][]float32{}
			for i := range items {
				v := make([]float32, dim)
				fill(random, v)
				v[0] += 0x1p-20
				id := strconv.Itoa(i)
				if err := x.Put(id, v); err != nil {
					t.Fatal(err)
				}
				Normalize(v)
				held[id] = v
			}
			for range 5 {
				q := Query{Vector: held[strconv.Itoa(random.IntN(items))], K: 25, Keep: func(id string) bool { return id != "1" }}
				got, err := x.Top(nil, q)
				if err != nil {
					t.Fatal(err)
				}
				if diff := gocmp.Diff(sorted(held, q), got); diff != "" {
					t.Errorf("Top differs (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// sorted answers q by sorting all that is held, with the portable kernel.
func sorted(held map[string][]float32, q Query) []Hit {
	pad := func(v []float32) []float32 { return append(slices.Clone(v), make([]float32, lanes-len(v)%lanes)...) }
	v := slices.Clone(q.Vector)
	Normalize(v)
	v = pad(v)
	all := []Hit{}
	for id, w := range held {
		var sums [lanes]float32
		dotPortable(&v[0], &pad(w)[0], len(v), &sums)
		if score := add(&sums); score >= q.Floor && (q.Keep == nil || q.Keep(id)) {
			all = append(all, Hit{ID: id, Score: score})
		}
	}
	slices.SortFunc(all, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
	})
	if k := min(q.K, len(all)); k > 0 {
		return all[:k]
	}
	return nil
}
