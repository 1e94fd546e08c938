package table_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/figures/table"
)

var update = flag.Bool("update", false, "write the golden files")

// What numpy and pandas compute of a table: see testdata/oracle.py.
type answers struct {
	Columns map[string]struct {
		Count, Missing, Distinct, Low, High     int
		Min, Q1, Median, Q3, Max, Mean, SD, Sum float64
		Bins                                    []int
	}
	Correlations []struct {
		A, B              string
		Count             int
		Pearson, Spearman *float64
	}
	Groups map[string][4]float64 // count, sum, mean, median
	Months map[string][2]float64 // count, sum
	Top    [][2]any
}

const goldenAnswers = "testdata/oracle.json"

// ask returns the answers of numpy and pandas (python3-numpy and python3-pandas
// of Debian): with -update it asks them, else it reads what they answered then.
func ask(t *testing.T, tables []string) (all []answers) {
	t.Helper()
	if *update {
		in, err := json.Marshal(tables)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), "python3", "testdata/oracle.py")
		cmd.Stdin, cmd.Stderr = bytes.NewReader(in), t.Output()
		raw, err := cmd.Output()
		if err == nil {
			err = os.WriteFile(goldenAnswers, raw, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(goldenAnswers)
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestStatisticsAreThoseOfNumpyAndPandas(t *testing.T) {
	var tables []string
	for seed := range 20 {
		tables = append(tables, generate(uint64(seed)))
	}
	all := ask(t, tables)
	if len(all) != len(tables) {
		t.Fatalf("%d answers for %d tables", len(all), len(tables))
	}
	for i, text := range tables {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			got, err := table.Read(t.Context(), strings.NewReader(text), table.Options{})
			if err != nil {
				t.Fatal(err)
			}
			compareColumns(t, got, all[i])
			compareCorrelations(t, got, all[i])
			compareGroups(t, got, all[i])
		})
	}
}

func compareColumns(t *testing.T, got *table.Table, want answers) {
	for name, w := range want.Columns {
		p, err := got.Distribution(name)
		if err != nil {
			t.Fatal(err)
		}
		if p.Kind != table.Number {
			t.Fatalf("%s is %s", name, p.Kind)
		}
		n, o := p.Numbers, p.Numbers.Outliers
		if counts, want := [...]int{p.Count, p.Missing, p.Distinct, o.Low, o.High}, [...]int{w.Count, w.Missing, w.Distinct, w.Low, w.High}; counts != want {
			t.Errorf("%s: count, missing, distinct, outliers below and above = %v, want %v", name, counts, want)
		}
		size := max(math.Abs(w.Min), math.Abs(w.Max))
		for what, pair := range map[string][2]float64{
			"min": {n.Min, w.Min}, "q1": {n.Q1, w.Q1}, "median": {n.Median, w.Median}, "q3": {n.Q3, w.Q3}, "max": {n.Max, w.Max},
			"mean": {n.Mean, w.Mean}, "sd": {n.SD, w.SD}, "sum": {n.Sum, w.Sum},
		} {
			if !near(pair[0], pair[1], 1e-13*size) {
				t.Errorf("%s: %s = %v, want %v", name, what, pair[0], pair[1])
			}
		}
		var bins []int
		for _, b := range n.Histogram {
			bins = append(bins, b.Count)
		}
		if len(w.Bins) > 0 && fmt.Sprint(bins) != fmt.Sprint(w.Bins) {
			t.Errorf("%s: histogram %v, want %v", name, bins, w.Bins)
		}
	}
}

func compareCorrelations(t *testing.T, got *table.Table, want answers) {
	for _, w := range want.Correlations {
		c, err := got.Correlation(w.A, w.B)
		if err != nil {
			t.Fatal(err)
		}
		if c.Count != w.Count || c.Defined != (w.Pearson != nil) {
			t.Errorf("%s, %s: %d pairs, defined %v; want %d, %v", w.A, w.B, c.Count, c.Defined, w.Count, w.Pearson != nil)
			continue
		}
		if c.Defined && (!near(c.Pearson, *w.Pearson, 1e-9) || !near(c.Spearman, *w.Spearman, 1e-9)) {
			t.Errorf("%s, %s: Pearson %v, Spearman %v; want %v, %v", w.A, w.B, c.Pearson, c.Spearman, *w.Pearson, *w.Spearman)
		}
	}
}

func compareGroups(t *testing.T, got *table.Table, want answers) {
	_, groups, err := got.Query(t.Context(), `SELECT "group", COUNT(plain), SUM(plain), AVG(plain) FROM data WHERE plain IS NOT NULL GROUP BY 1`, 1000)
	if err != nil {
		t.Fatal(err)
	}
	if len(groups) != len(want.Groups) {
		t.Errorf("%d groups, want %d", len(groups), len(want.Groups))
	}
	for _, g := range groups {
		for i, v := range []float64{float64(g[1].(int64)), g[2].(float64), g[3].(float64)} {
			if !near(v, want.Groups[g[0].(string)][i], 1e-9) {
				t.Errorf("group %v, want %v", g, want.Groups[g[0].(string)])
			}
		}
	}
	_, months, err := got.Query(t.Context(), `SELECT substr("when", 1, 7), COUNT(plain), SUM(plain) FROM data WHERE plain IS NOT NULL AND "when" IS NOT NULL GROUP BY 1`, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range months {
		if w := want.Months[m[0].(string)]; float64(m[1].(int64)) != w[0] || !near(m[2].(float64), w[1], 1e-9) {
			t.Errorf("%v, want %v", m, w)
		}
	}
	p, err := got.Distribution("group")
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range p.Top {
		if w := want.Top[i]; v.Text != w[0] || float64(v.Count) != w[1] {
			t.Errorf("top value %d is %v, want %v", i, v, w)
		}
	}
}

// near allows for the last digits, and for what is lost where large numbers
// cancel out.
func near(got, want, lost float64) bool {
	return math.Abs(got-want) <= max(1e-10*math.Abs(want), lost)
}

// generate makes a table with ties, missing values, constants and huge numbers.
func generate(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 7))
	rows := 3 + r.IntN(400)
	gaps := r.IntN(4)
	maybe := func(v float64, format string) string {
		if r.IntN(10) < gaps {
			return ""
		}
		return fmt.Sprintf(format, v)
	}
	var b strings.Builder
	b.WriteString("plain,ties,constant,skewed,huge,near,when,group\n")
	for i := range rows {
		x := r.NormFloat64()
		when := fmt.Sprintf("2023-%02d-%02d", 1+r.IntN(12), 1+r.IntN(28))
		if i > 2 && r.IntN(10) < gaps {
			when = ""
		}
		plain, skewed := maybe(10+3*x, "%.6f"), maybe(math.Exp(2*r.NormFloat64()), "%.9f")
		if i < 3 { // something of each must be there
			plain, skewed = fmt.Sprintf("%.6f", x), fmt.Sprintf("%.9f", 0.5+x*x)
		}
		fmt.Fprintf(&b, "%s,%d,%s,%s,%.17e,%.3f,%s,g%02d\n", plain, r.IntN(6), "7.5", skewed,
			(x+r.NormFloat64())*math.Pow(10, float64(90+r.IntN(3))), 1e9+x, when, int(math.Abs(3*r.NormFloat64())))
	}
	return b.String()
}
