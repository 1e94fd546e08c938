package safesql

import (
	"fmt"
	"math"
	"testing"
)

// truth counts what a row of a release is about, exactly.
func truth(f *facts, s *sheet) map[uint64][]float64 {
	out := map[uint64][]float64{}
	seen := map[[2]uint64]bool{}
	n := make(map[uint64][]float64)
	for row, client := range f.client {
		labels := make([]any, len(s.Attributes))
		for i, a := range s.Attributes {
			x := f.attr(a)
			labels[i] = x.labels[x.codes[row]]
		}
		key := cellKey(s.Name, labels)
		if out[key] == nil {
			out[key] = make([]float64, 2+len(f.measures))
			n[key] = make([]float64, len(f.measures))
		}
		if who := [2]uint64{key, uint64(client)}; !seen[who] {
			seen[who] = true
			out[key][0]++
		}
		out[key][1]++
		for m := range f.measures {
			if v := f.of(uint32(row))[m]; v == v {
				out[key][2+m] += v
				n[key][m]++
			}
		}
	}
	for key, x := range out {
		for m, is := range f.measures {
			if is.mean {
				x[2+m] /= n[key][m]
			}
		}
	}
	return out
}

func TestFiguresAreNear(t *testing.T) {
	f := people(t, 400)
	in := make([]bool, len(f.keys))
	for i := range in {
		in[i] = true
	}
	sizes := []float64{6, 12, 20, 30, 45, 60, 100, 200, 1e9}
	near, all := map[string][]int{}, map[string][]int{}
	for secret := range 2 {
		w := publishFor(t, f, in, fmt.Sprint("a secret for figures ", secret))
		for _, s := range w.sheets {
			if len(s.Attributes) > 2 && secret+len(s.Name)%4 > 0 {
				continue // a quarter of them stands for all
			}
			exact := truth(f, s)
			for _, row := range s.rows {
				x := exact[cellKey(s.Name, row[:len(s.Attributes)])]
				if x == nil {
					continue
				}
				size := 0
				for x[0] >= sizes[size+1] {
					size++
				}
				for m, name := range s.Measures {
					v := row[len(s.Attributes)+m]
					if v == nil {
						continue
					}
					if all[name] == nil {
						all[name], near[name] = make([]int, len(sizes)), make([]int, len(sizes))
					}
					all[name][size]++
					if math.Abs(toFloat(v)-x[m]) <= 0.1*math.Abs(x[m]) {
						near[name][size]++
					}
				}
			}
		}
	}
	line := "clients      "
	for _, s := range sizes[:len(sizes)-1] {
		line += fmt.Sprintf("%8.0f", s)
	}
	t.Log(line)
	for name := range all {
		line := fmt.Sprintf("%-12s ", name)
		for i := range sizes[:len(sizes)-1] {
			line += fmt.Sprintf("%8.2f", float64(near[name][i])/float64(max(1, all[name][i])))
		}
		t.Log(line)
	}
	for from, want := range map[float64]float64{30: 0.75, 60: 0.9} {
		n, ok := 0, 0
		for name := range all {
			for i, size := range sizes {
				if size >= from {
					n, ok = n+all[name][i], ok+near[name][i]
				}
			}
		}
		part := float64(ok) / float64(n)
		t.Logf("from %.0f clients on %.3f of the figures are within a tenth", from, part)
		if part < want {
			t.Errorf("from %.0f clients on %.3f of the figures are within a tenth, want %.2f", from, part, want)
		}
	}
}
