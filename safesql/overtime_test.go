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
// is subtracted. There is no promise against them.
func TestInsider(t *testing.T) {
	f := people(t, 400)
	in := make([]bool, len(f.keys))
	for i := range in {
		in[i] = true
	}
	w := publishFor(t, f, in, "a secret before insiders")
	spent, amount := yearly(f), slices.IndexFunc(f.measures, func(m measure) bool { return m.name == "amount" })
	var misses []float64
	for _, p := range rand.New(rand.NewPCG(3, 4)).Perm(len(f.keys))[:60] {
		var guesses []float64
		for _, set := range f.sets() {
			s := w.sheets[f.describe(set).Name]
			if s == nil || len(set) == 0 || len(set) > 2 || !isPeriod(s.Attributes[0]) {
				continue
			}
			c, column := newCube(f, set, 0, &scratch{}), len(set)+slices.Index(s.Measures, "amount")
			figures := map[uint64]any{}
			for _, row := range s.rows {
				figures[cellKey(s.Name, row[:len(set)])] = row[column]
			}
			guess, told := 0.0, 0.0 // of what the client spent in cells that are told
			for i := range c.cells {
				rows := c.rows[c.cells[i].begin:c.cells[i].end]
				labels := c.labels(c.cells[i].code, len(set))
				v, ok := figures[cellKey(s.Name, labels)]
				if !ok || !in2025(s.Attributes[0], labels[0]) {
					continue
				}
				others, mine := newTally(f), 0.0
				others.add(slices.DeleteFunc(slices.Clone(rows), func(r uint32) bool { return int(f.client[r]) == p }))
				for _, r := range rows {
					if int(f.client[r]) == p {
						mine += f.of(r)[amount]
					}
				}
				if mine > 0 {
					sum, _ := others.parts[amount].flat()
					guess, told = guess+toFloat(v)-sum, told+mine
				}
			}
			if told > 0.7*spent[p] {
				guesses = append(guesses, guess*spent[p]/told)
			}
		}
		if len(guesses) > 0 {
			misses = append(misses, math.Abs(median(guesses)-spent[p])/spent[p])
		}
	}
	slices.Sort(misses)
	n := len(misses)
	t.Logf("%d clients: an insider misses the yearly amount by (of it): a tenth of them %.2f, median %.2f, nine tenths %.2f", n, misses[n/10], misses[n/2], misses[9*n/10])
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
			if f.label(style, row) == uint32(code) {
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
