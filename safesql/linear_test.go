package safesql

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/operate/sample"
)

// world is what was published about some of many people. The attacker knows the
// state, city and segment of all of them, and not who is a client.
type world struct {
	all    *facts // of everybody
	in     []bool // by person: is a client
	sheets map[string]*sheet

	noted   map[uint64]sketch
	members map[string][]int // people by what is known of them: "state=CA|"
}

// who are the people of a row: those with its values of what is known about
// people. If one is 'other', those of them whom no other row of the table tells.
func (w *world) who(s *sheet, row []any) (key string) {
	var attrs []int
	rest := false
	for i, name := range s.Attributes {
		if w.all.attr(name).ofClient {
			attrs = append(attrs, i)
			rest = rest || row[i] == other
			key += fmt.Sprintf("%s=%v|", name, row[i])
		}
	}
	told := map[string]bool{}
	if rest {
		key = s.Name + " " + key
	}
	if _, found := w.members[key]; found {
		return key
	}
	if rest {
		for _, r := range s.rows {
			one := ""
			for _, i := range attrs {
				one += fmt.Sprint(r[i], "|")
			}
			told[one] = true
		}
	}
	w.members[key] = nil
	for person, r := range firstRows(w.all) {
		in, one := true, ""
		for _, i := range attrs {
			a := w.all.attr(s.Attributes[i])
			label := a.labels[a.codes[r]]
			in = in && (label == row[i] || row[i] == other)
			one += fmt.Sprint(label, "|")
		}
		if in && !told[one] {
			w.members[key] = append(w.members[key], person)
		}
	}
	return key
}

var newYear = time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)

func people(t testing.TB, n int) *facts {
	t.Helper()
	path := filepath.Join(t.TempDir(), "people.db")
	must(t, sample.Write(t.Context(), path, sample.Options{Clients: n, Seed: 11}))
	v, err := OpenSQLite(path)
	must(t, err)
	defer v.Close()
	p, err := ParsePolicy(samplePolicy)
	must(t, err)
	rel, err := compile(t.Context(), p, v)
	must(t, err)
	f, err := readFacts(t.Context(), v, find(rel.population, "all_purchases"), rel.public, []byte("a secret of the test"), newYear)
	must(t, err)
	return f
}

// only are the facts of some people.
func (f *facts) only(in []bool) *facts {
	var rows []uint32
	for row, c := range f.client {
		if in[c] {
			rows = append(rows, uint32(row))
		}
	}
	out := f.pick(rows)
	number := map[uint32]uint32{}
	out.keys = nil
	for row, c := range out.client {
		if _, ok := number[c]; !ok {
			number[c] = uint32(len(out.keys))
			out.keys = append(out.keys, f.keys[c])
		}
		out.client[row] = number[c]
	}
	return out
}

func publishFor(t testing.TB, all *facts, in []bool, secret string) *world {
	t.Helper()
	return publishAfter(t, nil, all, in, secret)
}

func publishAfter(t testing.TB, before *kept, all *facts, in []bool, secret string) *world {
	t.Helper()
	w := &world{all: all, in: in, sheets: map[string]*sheet{}, members: map[string][]int{}, noted: map[uint64]sketch{}}
	p := &publication{noise: noise{[]byte(secret)}, now: newYear, before: before, note: func(key uint64, k sketch) { w.noted[key] = k }}
	err := p.tables(context.Background(), all.only(in), func(s *sheet) error {
		if s.Name != "all_also_bought" { // which tells nothing by what is known of people
			w.sheets[s.Name] = s
		}
		return nil
	})
	must(t, err)
	return w
}

// observation is a figure about a group of people that the attacker knows.
type observation struct {
	members []int
	value   float64
}

// attacker is a way to read what is published.
type attacker struct {
	attributes int     // of the tables that are read, at most
	rest       bool    // rows with 'other' are read, too
	doubt      float64 // of estimate
}

// groups adds up a measure over the rows of each table that match: the figure
// of every group of people that a table tells, scaled so that all groups of it
// together are as expected.
func (w *world) groups(a attacker, measure string, mean []float64, match func(attr string, label any) bool, need string) []observation {
	type sums struct {
		members []int
		value   float64
		n       int
	}
	all := map[string]*sums{}
	for _, s := range w.sheets {
		if need != "" && !slices.Contains(s.Attributes, need) && !(need == "time" && (slices.Contains(s.Attributes, "month") || slices.Contains(s.Attributes, "quarter") || slices.Contains(s.Attributes, "year"))) {
			continue
		}
		if len(s.Attributes) > a.attributes {
			continue
		}
		m := len(s.Attributes) + slices.Index(s.Measures, measure)
		mine := map[string]*sums{}
		for _, row := range s.rows {
			ok, key := true, w.who(s, row)
			for i, name := range s.Attributes {
				ofClient := w.all.attr(name).ofClient
				ok = ok && (ofClient || match(name, row[i])) && (a.rest || !ofClient || row[i] != other)
			}
			if !ok {
				continue
			}
			x := mine[key]
			if x == nil {
				x = &sums{members: w.members[key]}
				mine[key] = x
			}
			if row[m] != nil {
				x.value += toFloat(row[m])
			}
		}
		value, expected := 0.0, 0.0
		for _, x := range mine {
			value += x.value
			for _, p := range x.members {
				expected += mean[p]
			}
		}
		for key, x := range mine {
			y := all[key]
			if y == nil {
				y = &sums{members: x.members}
				all[key] = y
			}
			if value > 0 {
				y.value += x.value * expected / value
				y.n++
			}
		}
	}
	var out []observation
	for _, x := range all {
		if x.n > 0 {
			out = append(out, observation{x.members, x.value / float64(x.n)})
		}
	}
	return out
}

func firstRows(f *facts) []int {
	var out []int
	for row, c := range f.client {
		if row == 0 || c != f.client[row-1] {
			out = append(out, row)
		}
	}
	return out
}

// estimate is the best linear estimate of what each person has, from figures
// about groups: means and variances are known, doubt is the part of a group's
// variance that the attacker believes noise to have. What is known of
// colluders is exact.
func estimate(obs []observation, mean, variance []float64, doubt float64) []float64 {
	n := len(obs)
	s := make([][]float64, n)
	has := make([]map[int]bool, n)
	for i, o := range obs {
		has[i] = map[int]bool{}
		for _, p := range o.members {
			has[i][p] = true
		}
	}
	r := make([]float64, n)
	for i, o := range obs {
		s[i] = make([]float64, n)
		r[i] = o.value
		for _, p := range o.members {
			r[i] -= mean[p]
		}
		for j := range obs {
			for _, p := range o.members {
				if has[j][p] {
					s[i][j] += variance[p]
				}
			}
		}
		s[i][i] += 1e-9
	}
	for i := range s {
		s[i][i] *= 1 + doubt
	}
	weights := solve(s, r)
	out := slices.Clone(mean)
	for i, o := range obs {
		for _, p := range o.members {
			out[p] += variance[p] * weights[i]
		}
	}
	return out
}

// solve solves a symmetric system by elimination.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		p := i
		for j := i + 1; j < n; j++ {
			if math.Abs(a[j][i]) > math.Abs(a[p][i]) {
				p = j
			}
		}
		a[i], a[p], b[i], b[p] = a[p], a[i], b[p], b[i]
		if a[i][i] == 0 {
			continue
		}
		for j := i + 1; j < n; j++ {
			k := a[j][i] / a[i][i]
			if k == 0 {
				continue
			}
			for m := i; m < n; m++ {
				a[j][m] -= k * a[i][m]
			}
			b[j] -= k * b[i]
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		x[i] = b[i]
		for j := i + 1; j < n; j++ {
			x[i] -= a[i][j] * x[j]
		}
		if a[i][i] != 0 {
			x[i] /= a[i][i]
		}
	}
	return x
}

// yearly is what each person spent in 2025.
func yearly(f *facts) []float64 {
	out := make([]float64, len(f.keys))
	year, amount := f.attr("year"), slices.IndexFunc(f.measures, func(m measure) bool { return m.name == "amount" })
	for row, c := range f.client {
		if year.labels[year.codes[row]] == int64(2025) {
			out[c] += f.of(uint32(row))[amount]
		}
	}
	return out
}

func (f *facts) attr(name string) *attribute {
	return f.attrs[slices.IndexFunc(f.attrs, func(a *attribute) bool { return a.name == name })]
}

// bySegment are the mean and variance of a value among the people of the same
// segment.
func bySegment(f *facts, value []float64) (mean, variance []float64) {
	seg := f.attr("segment")
	n, sum, squares := map[uint32]float64{}, map[uint32]float64{}, map[uint32]float64{}
	first := firstRows(f)
	for p, row := range first {
		s := seg.codes[row]
		n[s]++
		sum[s] += value[p]
		squares[s] += value[p] * value[p]
	}
	for _, row := range first {
		s := seg.codes[row]
		mean = append(mean, sum[s]/n[s])
		variance = append(variance, squares[s]/n[s]-sum[s]/n[s]*sum[s]/n[s])
	}
	return mean, variance
}

func in2025(attr string, label any) bool {
	s := fmt.Sprint(label)
	return attr != "month" && attr != "quarter" && attr != "year" || len(s) >= 4 && s[:4] == "2025"
}

func anything(string, any) bool { return true }

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}

// TestLinearAttack is the best linear attack of an outsider: all public
// attributes, the own rows and those of four clients who collude.
func TestLinearAttack(t *testing.T) {
	const worlds = 3
	f := people(t, 800)
	n := len(f.keys)
	spent := yearly(f)
	var doubts []attacker
	for _, n := range []int{1, 2, 3} {
		for _, rest := range []bool{false, true} {
			doubts = append(doubts, attacker{n, rest, 0.1}, attacker{n, rest, 1})
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	guess, attack := []float64{}, make([][]float64, len(doubts))
	present, absent := make([]map[string][]float64, len(doubts)), make([]map[string][]float64, len(doubts))
	for i := range doubts {
		present[i], absent[i] = map[string][]float64{}, map[string][]float64{}
	}
	for w := range worlds {
		in := make([]bool, n)
		for _, p := range rng.Perm(n)[:n/2] {
			in[p] = true
		}
		wd := publishFor(t, f, in, fmt.Sprint("a secret of world ", w))
		half := make([]float64, n) // what a person spent if a client
		one := make([]float64, n)
		for p := range half {
			if in[p] {
				half[p], one[p] = spent[p], 1
			}
		}
		colluders := map[int]bool{}
		for _, p := range rng.Perm(n) {
			if in[p] && len(colluders) < 5 {
				colluders[p] = true
			}
		}
		known := func(value []float64) (mean, variance []float64) {
			mean, variance = bySegment(f, value)
			for p := range colluders {
				mean[p], variance[p] = value[p], 0
			}
			return mean, variance
		}
		targets := rng.Perm(n)[:400]
		sure, doubtful := bySegment(f, spent)
		for _, p := range targets {
			if in[p] && !colluders[p] {
				guess = append(guess, math.Abs(sure[p]-spent[p]))
			}
		}
		mean, variance := known(half)
		ones, var1 := known(one)
		for d, a := range doubts {
			amount := estimate(wd.groups(a, "amount", mean, in2025, "time"), mean, variance, a.doubt)
			for _, p := range targets { // of somebody who is known to be a client: what did they spend?
				if in[p] && !colluders[p] {
					attack[d] = append(attack[d], math.Abs(sure[p]+(amount[p]-mean[p])*doubtful[p]/variance[p]-spent[p]))
				}
			}
			clients, purchases := estimate(wd.groups(a, "clients", ones, anything, ""), ones, var1, a.doubt), estimate(wd.groups(a, "purchases", ones, anything, ""), ones, var1, a.doubt)
			for p := range n {
				if colluders[p] {
					continue
				}
				z := map[string]float64{"amount": (amount[p] - mean[p]) / math.Sqrt(variance[p]), "clients": 2 * (clients[p] - ones[p]), "purchases": 2 * (purchases[p] - ones[p])}
				z["all"] = z["amount"] + z["clients"] + z["purchases"]
				to := absent[d]
				if in[p] {
					to = present[d]
				}
				for m, x := range z {
					to[m] = append(to[m], x)
				}
			}
		}
	}
	above := func(x []float64) float64 {
		k := 0
		for _, v := range x {
			if v > 0 {
				k++
			}
		}
		return float64(k) / float64(len(x))
	}
	least, most := 1.0, 0.0
	for d, a := range doubts {
		ratio := median(attack[d]) / median(guess)
		line := fmt.Sprintf("%+v: amount %.3f of guessing; presence", a, ratio)
		for _, m := range []string{"amount", "clients", "purchases", "all"} {
			adv := above(present[d][m]) - above(absent[d][m])
			line += fmt.Sprintf(" %s %.3f", m, adv)
			most = max(most, adv)
		}
		least = min(least, ratio)
		t.Log(line)
	}
	t.Logf("best attack: amount %.3f of guessing, presence %.3f", least, most)
	if least < 0.9 || most > 0.1 {
		t.Errorf("the best attack misses amounts by %.3f of guessing, and its advantage for presence is %.3f; want 0.9 and 0.1", least, most)
	}
}

// must ends a test that cannot go on.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
