package chart_test

import (
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/maitre-dev/maitre/internal/figures/chart"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

var update = flag.Bool("update", false, "write the golden files")

// figures has one of each kind, and some that are awkward.
func figures() map[string]chart.Figure {
	r := rand.New(rand.NewPCG(1, 2))
	var points [][2]float64
	for range 5000 {
		x := r.NormFloat64()
		points = append(points, [2]float64{50 + 20*x, 3.5 + 0.4*x + 0.3*r.NormFloat64()})
	}
	money, count := chart.Axis{Title: "Preço", Unit: "R$"}, chart.Axis{Title: "Compras"}
	return map[string]chart.Figure{
		"histogram": {
			Kind: chart.Histogram, Title: "Distribuição do preço", Caption: "A maioria custa menos de R$ 40.", X: money, Y: count,
			Bins: []chart.Bin{{0, 12.5, 210}, {12.5, 25, 540}, {25, 37.5, 1320}, {37.5, 50, 610}, {50, 62.5, 205}, {62.5, 75, 60}, {75, 87.5, 0}, {87.5, 100, 12}},
		},
		"ratings": {
			Kind: chart.Histogram, Title: "Notas", X: chart.Axis{Title: "Nota"},
			Bins: []chart.Bin{{0.5, 1.5, 1}, {1.5, 2.5, 2}, {2.5, 3.5, 0}, {3.5, 4.5, 1}, {4.5, 5.5, 2}},
		},
		"box": {
			Kind: chart.BoxPlot, Title: "Dispersão do preço por estilo", Caption: "IPA varia mais.", X: money, Y: chart.Axis{Title: "Estilo"},
			Boxes: []chart.Box{{"Pilsen", 8, 12, 15, 18, 25, []float64{40, 44}}, {"IPA", 10, 20, 28, 39, 62, []float64{95}}, {"Cerveja de trigo com um nome bem longo mesmo", 9, 14, 17, 21, 30, nil}},
		},
		"bar": {
			Kind: chart.Bar, Title: "Vendas por estado", Caption: "São Paulo vende mais.", X: chart.Axis{Title: "Vendas", Unit: "R$"}, Y: chart.Axis{Title: "Estado"},
			Labels: []string{"São Paulo", "Rio de Janeiro", "Minas Gerais", "Bahia", "Ceará"}, Values: []float64{1_520_340.5, 980_000, 455_120, 12_000, -230_000},
		},
		"ring": {
			Kind: chart.Ring, Title: "Gasto por estilo (%)", X: chart.Axis{Title: "parte", Unit: "%"}, Y: chart.Axis{Title: "Estilo"},
			Labels: []string{"IPA", "Porter", "Weiss", "Sour"}, Values: []float64{52.5, 30, 17.5, 0},
		},
		"line": {
			Kind: chart.Line, Title: "Sales by month", Caption: "Sales rose in winter.", X: chart.Axis{Title: "Month"}, Y: chart.Axis{Title: "Sales", Unit: "US$"}, Language: lang.English,
			Labels: []string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
			Values: []float64{1200, 1340.5, 1100, math.NaN(), 1890, 2250, 2400, 2380, 1700, 1500, 1450, 1980},
		},
		"scatter": {
			Kind: chart.Scatter, Title: "Preço e nota", Caption: "O que é mais caro tem nota um pouco melhor.", X: money, Y: chart.Axis{Title: "Nota"}, Points: points,
		},
		"empty": {Kind: chart.Bar, Title: "Ventas", Language: lang.Spanish},
		"hostile": {
			Kind: chart.Bar, Title: `<script>alert(1)</script>"&]]>`, Caption: "</desc><script>", X: chart.Axis{Title: "\u202e<b>x", Unit: `"onload="`},
			Labels: []string{"<img src=x onerror=alert(1)>", "a\x1b[31mb\nc", strings.Repeat("longo ", 200)}, Values: []float64{1, math.Inf(1), 1e308},
		},
	}
}

func TestFiguresAreDrawnAsBefore(t *testing.T) {
	for name, f := range figures() {
		golden(t, name+".svg", f.SVG())
		golden(t, name+".txt", f.Text(72))
		raw, err := json.MarshalIndent(f.Table(), "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if name != "scatter" { // whose points are in the picture
			golden(t, name+".json", string(raw)+"\n")
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// safe fails when an SVG holds anything but shapes and text, or draws outside
// of itself.
func safe(t interface{ Errorf(string, ...any) }, svg string) {
	known := map[string]bool{"svg": true, "title": true, "desc": true, "style": true, "text": true, "rect": true, "path": true, "circle": true}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Errorf("%v in %.300s", err, svg)
			return
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !known[start.Name.Local] {
			t.Errorf("there is a <%s>", start.Name.Local)
		}
		for _, a := range start.Attr {
			var v float64
			switch a.Name.Local {
			case "x", "y", "cx", "cy":
				if _, err := fmt.Sscan(a.Value, &v); err != nil || v < -1 || v > 641 {
					t.Errorf("<%s %s=%q> is outside of the picture", start.Name.Local, a.Name.Local, a.Value)
				}
			case "href", "onload", "src":
				t.Errorf("there is a %s", a.Name.Local)
			}
		}
	}
	if !strings.Contains(svg, `role="img"`) || !strings.Contains(svg, "<title") || !strings.Contains(svg, "<desc") {
		t.Errorf("it does not say what it shows")
	}
}

func TestAnythingCanBeDrawn(t *testing.T) {
	for _, f := range figures() {
		safe(t, f.SVG())
	}
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-100, 100), rapid.SampledFrom([]float64{0, math.NaN(), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 5e-324, 1e16}))
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "<svg onload=x>", "&amp;", "]]>", "\xff", "日本語"}))
		numbers := rapid.SliceOfN(number, 0, 50)
		f := chart.Figure{
			Kind:  rapid.SampledFrom([]chart.Kind{chart.Histogram, chart.BoxPlot, chart.Bar, chart.Ring, chart.Line, chart.Scatter, "none"}).Draw(t, "kind"),
			Title: text.Draw(t, "title"), X: chart.Axis{Title: text.Draw(t, "x"), Unit: text.Draw(t, "unit")},
			Labels: rapid.SliceOfN(text, 0, 50).Draw(t, "labels"), Values: numbers.Draw(t, "values"),
		}
		for _, v := range f.Values {
			w := number.Draw(t, "other")
			f.Points = append(f.Points, [2]float64{v, w})
			f.Bins = append(f.Bins, chart.Bin{Low: v, High: w, Count: rapid.IntRange(0, 9).Draw(t, "count")})
			f.Boxes = append(f.Boxes, chart.Box{Label: f.Title, Low: v, Q1: w, Median: v, Q3: w, High: v, Outliers: f.Values})
		}
		safe(t, f.SVG())
		width := rapid.IntRange(-1, 120).Draw(t, "width")
		for line := range strings.Lines(f.Text(width)) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > max(width, 40) {
				t.Errorf("a line of %d characters in a width of %d: %q", n, width, line)
			}
		}
		if _, err := json.Marshal(f.Table()); err != nil {
			t.Errorf("the table is no JSON: %v", err)
		}
	})
}

func TestLongDataAreThinned(t *testing.T) {
	f := chart.Figure{Kind: chart.Scatter}
	for i := range 100_000 {
		f.Points = append(f.Points, [2]float64{float64(i), float64(i % 7)})
	}
	if n := strings.Count(f.SVG(), "<circle"); n != 1000 {
		t.Errorf("%d points are drawn, want 1000", n)
	}
	if n := len(f.Table().Rows); n != 200 {
		t.Errorf("%d points are in the table, want 200", n)
	}
}

func TestTheComponentHasThePictureAndItsTable(t *testing.T) {
	f := figures()["bar"]
	c, err := chart.Chart.New("run1:1", f.Props("/charts/1.svg", ui.Sample))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(c.Text, "Vendas por estado\nSão Paulo ") || !strings.Contains(c.Text, "█ R$ 1.520.340,50\n") || strings.Contains(c.Text, "São Paulo vende mais.") {
		t.Errorf("text = %q, want a title and bars; the caption is the answer's", c.Text)
	}
	var p chart.Props
	if err := json.Unmarshal(c.Props, &p); err != nil || p.Src != "/charts/1.svg" || p.Table.Rows[0][1].Text != "R$ 1.520.340,50" || p.Caption == "" {
		t.Errorf("props = %s, %v", c.Props, err)
	}
}

func TestALongLineIsDrawnForATerminal(t *testing.T) {
	f := chart.Figure{Kind: chart.Line, Title: "Spending by month", Language: lang.English}
	for i := range 38 {
		f.Labels, f.Values = append(f.Labels, fmt.Sprint("month ", i+1)), append(f.Values, float64(i*i))
	}
	lines := strings.Split(strings.TrimSpace(f.Text(80)), "\n")
	if len(lines) > 32 || !strings.HasPrefix(lines[1], "month 1 ") || !strings.HasSuffix(lines[1], "● 0") {
		t.Errorf("38 points are drawn as %q", lines)
	}
}

// Two years beside each other are two lines, two columns of the table and two bars of a terminal.
func TestSeveralSeriesAreToldApart(t *testing.T) {
	f := chart.Figure{
		Kind: chart.Line, Title: "Gasto por mês", Language: lang.Portuguese, Labels: []string{"jan", "fev"}, Values: []float64{1, 2},
		Series: []chart.Series{{Name: "2025", Values: []float64{1, 2}}, {Name: "2026", Values: []float64{30, math.NaN()}}},
	}
	for _, kind := range []chart.Kind{chart.Line, chart.Bar} {
		f.Kind = kind
		svg := f.SVG()
		for _, want := range []string{">2025<", ">2026<", "#3f7fc0", "#c4653d"} {
			if !strings.Contains(svg, want) {
				t.Errorf("%s: no %q in the picture", kind, want)
			}
		}
		if got := f.Table(); len(got.Columns) != 3 || got.Columns[2].Name != "2026" || len(got.Rows) != 2 || *got.Rows[0][2].Number != 30 || got.Rows[1][2].Number != nil {
			t.Errorf("%s: table %+v, want a column a series and nothing where nothing is", kind, got)
		}
		c, err := chart.Chart.New("run1:1", f.Props("/charts/1.svg", ui.Sample))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{f.Text(60), c.Text} {
			if !strings.Contains(text, "jan, 2026") || !strings.Contains(text, "fev, 2025") {
				t.Errorf("%s: %s, want a bar for each month and year", kind, text)
			}
		}
	}
}
