package safesql

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// kept is what the publisher keeps of a release.
func (w *world) kept() *kept {
	k := &kept{sketches: w.noted}
	k.rows = func(t *Table) ([][]any, error) {
		if s := w.sheets[t.Name]; s != nil {
			return s.rows, nil
		}
		return nil, nil
	}
	for _, s := range w.sheets {
		for i, row := range s.rows {
			k.sketches[cellKey(s.Name, row[:len(s.Attributes)])] = s.sketches[i]
		}
	}
	return k
}

// differences counts the rows that two releases both have, and those of them
// that differ.
func differences(a, b *world) (both, differ int) {
	old := map[uint64][]any{}
	for _, s := range a.sheets {
		for _, row := range s.rows {
			old[cellKey(s.Name, row[:len(s.Attributes)])] = row[len(s.Attributes):]
		}
	}
	for _, s := range b.sheets {
		n := len(s.Attributes)
		for _, row := range s.rows {
			if then, ok := old[cellKey(s.Name, row[:n])]; ok {
				both++
				if fmt.Sprint(then) != fmt.Sprint(row[n:]) {
					differ++
				}
			}
		}
	}
	return both, differ
}

// Clients come and go between two releases. What one of them did cannot be
// found by subtracting: what fewer than six changed is as it was.
func TestReleasesOverTime(t *testing.T) {
	f := people(t, 400)
	n := len(f.keys)
	in := make([]bool, n)
	for i := range in {
		in[i] = i%10 > 0
	}
	first := publishFor(t, f, in, "a secret of time")
	for _, step := range []struct {
		name string
		many int
	}{{"nobody", 0}, {"one comes", 1}, {"five come", 5}, {"forty come", 40}} {
		now := slices.Clone(in)
		for i := 0; i < step.many; i++ {
			now[i*10] = true
		}
		both, differ := differences(first, publishAfter(t, first.kept(), f, now, "a secret of time"))
		t.Logf("%s: %d of %d figures in both releases differ", step.name, differ, both)
		if step.many < minClients && differ > 0 {
			t.Errorf("%s: %d rows of the release have changed", step.name, differ)
		}
		if step.many == 40 && differ == 0 {
			t.Error("forty come, and no figure changes")
		}
	}
}

// TestInsider tells how near somebody comes who knows the rows of everybody but
// one, and how figures are made: from each figure the flattened sum of the others
// is subtracted, and the noise that the cells of a group share, which the cells
// without the client tell. There is no promise against them.
func TestInsider(t *testing.T) {
	f := people(t, 400)
	in := make([]bool, len(f.keys))
	for i := range in {
		in[i] = true
	}
	w := publishFor(t, f, in, "a secret before insiders")
	spent := yearly(f)
	var plain, misses []float64
	for _, p := range rand.New(rand.NewPCG(3, 4)).Perm(len(f.keys))[:60] {
		parts, common := w.without(p)
		var less, guesses []float64
		for _, cells := range parts {
			all, guess, told := 0.0, 0.0, 0.0 // of what the client spent in cells that are told
			for _, c := range cells {
				all, guess, told = all+c.more, guess+c.more-c.dev*mean(common[c.group]), told+c.mine
			}
			if told > 0.7*spent[p] {
				less, guesses = append(less, all*spent[p]/told), append(guesses, guess*spent[p]/told)
			}
		}
		if len(guesses) > 0 {
			plain = append(plain, math.Abs(median(less)-spent[p])/spent[p])
			misses = append(misses, math.Abs(median(guesses)-spent[p])/spent[p])
		}
	}
	slices.Sort(misses)
	n := len(misses)
	t.Logf("%d clients: an insider misses the yearly amount by (of it): a tenth of them %.2f, median %.2f, nine tenths %.2f; median %.2f if the shared noise is left in", n, misses[n/10], misses[n/2], misses[9*n/10], median(plain))
}

// part is what an insider knows of a cell that a client is in.
type part struct {
	group     string  // of clients, that the cell names
	more, dev float64 // the figure less what the others have, and the deviation of its noise
	mine      float64 // what the client has
}

// without are the cells of 2025 that a client is in, by table, and the noise, in
// deviations, of the cells that the client is not in, by the group that they name.
func (w *world) without(p int) (parts map[string][]part, common map[string][]float64) {
	f, parts, common := w.all, map[string][]part{}, map[string][]float64{}
	amount := slices.IndexFunc(f.measures, func(m measure) bool { return m.name == "amount" })
	for _, set := range f.sets() {
		s := w.sheets[f.describe(set).Name]
		if s == nil || len(set) == 0 || len(set) > 2 || !isPeriod(s.Attributes[0]) {
			continue
		}
		c, column := newCube(f, set, 0), len(set)+slices.Index(s.Measures, "amount")
		figures := map[uint64]any{}
		for _, row := range s.rows {
			figures[cellKey(s.Name, row[:len(set)])] = row[column]
		}
		for i := range c.cells {
			labels := c.labels(c.cells[i].code, len(set))
			v, ok := figures[cellKey(s.Name, labels)]
			if !ok || !in2025(s.Attributes[0], labels[0]) {
				continue
			}
			one := part{}
			if last := len(set) - 1; f.attr(s.Attributes[last]).ofClient {
				one.group = fmt.Sprint(s.Attributes[last], labels[last])
			}
			rows := slices.DeleteFunc(slices.Clone(c.cells[i].rows), func(r uint32) bool {
				if int(f.client[r]) == p {
					one.mine += f.of(r)[amount]
				}
				return int(f.client[r]) == p
			})
			others := newTally(f)
			others.add(rows)
			sum, dev := others.parts[amount].flat()
			if one.more, one.dev = toFloat(v)-sum, dev; one.mine > 0 {
				parts[s.Name] = append(parts[s.Name], one)
			} else if dev > 0 {
				common[one.group] = append(common[one.group], one.more/dev)
			}
		}
	}
	return parts, common
}

func mean(x []float64) (sum float64) {
	for _, v := range x {
		sum += v / float64(len(x))
	}
	return sum
}

// TestStyleAttack guesses whether somebody who is a client bought a style, from
// the number of clients in the groups that they are of.
func TestStyleAttack(t *testing.T) {
	f := people(t, 400)
	n := len(f.keys)
	in := make([]bool, n)
	for i := range in {
		in[i] = true
	}
	w := publishFor(t, f, in, "a secret of styles")
	style := f.attr("style")
	asked, guessed, attacked := 0, 0, 0
	for code, label := range style.labels {
		bought := make([]float64, n)
		for row, c := range f.client {
			if style.codes[row] == uint32(code) {
				bought[c] = 1
			}
		}
		mean, variance := bySegment(f, bought)
		this := func(attr string, l any) bool { return attr == "style" && l == label }
		got := estimate(w.groups(attacker{2, false, 0.1}, "clients", mean, this, "style"), mean, variance, 0.1)
		for p := range n {
			asked++
			if (mean[p] > 0.5) == (bought[p] > 0.5) {
				guessed++
			}
			if (got[p] > 0.5) == (bought[p] > 0.5) {
				attacked++
			}
		}
	}
	gain := float64(attacked-guessed) / float64(asked)
	t.Logf("of %d, %.3f are right by the segment alone, %.3f with what is published", asked, float64(guessed)/float64(asked), float64(attacked)/float64(asked))
	if gain > 0.1 {
		t.Errorf("what is published helps by %.3f", gain)
	}
}
