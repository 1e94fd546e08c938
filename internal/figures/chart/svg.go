package chart

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
)

// The size of a picture, in units of its own.
const (
	width  = 640
	height = 360
)

// style has the colours by day and by night. Both have a contrast of at least
// 4.5 for text and of 3 for shapes against the page.
const style = `text{font:12px system-ui,sans-serif;fill:#444}.t{font-size:16px;font-weight:600;fill:#1c1c1c}` +
	`.g{stroke:#ddd}.x{stroke:#777}.f{fill:#2f6fb0}.n{fill:#b4552d}.l{fill:none;stroke:#2f6fb0;stroke-width:2}.b{fill:#cfe0f1;stroke:#2f6fb0;stroke-width:1.5}` +
	`.m{stroke:#b4552d;stroke-width:2.5}.o{fill:none;stroke:#b4552d}.p{fill:#2f6fb0;fill-opacity:.5}` +
	`@media(prefers-color-scheme:dark){text{fill:#bbb}.t{fill:#f2f2f2}.g{stroke:#3c3c3c}.x{stroke:#999}.f{fill:#6ea8dc}.n{fill:#e08a5f}.l{stroke:#6ea8dc}` +
	`.b{fill:#24405c;stroke:#6ea8dc}.m{stroke:#e08a5f}.o{stroke:#e08a5f}.p{fill:#6ea8dc}}`

// picture is an SVG in the making.
type picture struct {
	strings.Builder
	f                        Figure
	left, right, top, bottom float64 // of the space for the data
}

// SVG draws the figure, 640 by 360 units, without background, scripts or
// anything from elsewhere.
func (f Figure) SVG() string {
	p := &picture{f: f.bounded(), left: 72, right: width - 28, top: 40, bottom: height - 56}
	title, caption := html.EscapeString(p.f.Title), html.EscapeString(p.f.Caption)
	p.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-labelledby="title desc">`, width, height)
	p.printf("\n<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n<style>%s</style>\n", title, caption, style)
	p.text(16, 24, "start", "t", p.f.Title, 66)
	if p.f.empty() {
		p.text(width/2, height/2, "middle", "", texts.In(p.f.Language).Chart.Nothing, 60)
	} else {
		p.draw()
	}
	p.WriteString("</svg>\n")
	return p.String()
}

func (f Figure) empty() bool {
	_, values := f.Flat()
	known := slices.ContainsFunc(values, func(v float64) bool { return !math.IsNaN(v) })
	return !known && len(f.Bins)+len(f.Boxes)+len(f.Points) == 0
}

func (p *picture) draw() {
	switch p.f.Kind {
	case Histogram:
		p.histogram()
	case BoxPlot:
		p.boxes()
	case Bar:
		p.bars()
	case Ring:
		p.ring()
	case Line:
		p.line()
	case Scatter:
		p.scatter()
	}
}

func (p *picture) histogram() {
	counts, edges := []float64{}, []float64{}
	for _, b := range p.f.Bins {
		counts, edges = append(counts, float64(b.Count)), append(edges, b.Low, b.High)
	}
	y := newScale(p.bottom, p.top, 5, true, counts...)
	y.step = max(y.step, 1)
	x := newScale(p.left, p.right, 8, false, edges...)
	p.axes(x, y)
	for _, b := range p.f.Bins {
		from, to := x.at(b.Low), x.at(b.High)
		if b.Low == b.High { // all values are the same
			from, to = from-20, to+20
		}
		p.rect(from+0.5, y.at(float64(b.Count)), max(to-from-1, 0.5), p.bottom-y.at(float64(b.Count)), "f")
	}
}

func (p *picture) boxes() {
	var data []float64
	var labels []string
	for _, b := range p.f.Boxes {
		labels, data = append(labels, b.Label), append(append(data, b.numbers()...), b.Outliers...)
	}
	p.left = p.labelRoom(labels)
	x := newScale(p.left, p.right, 8, false, data...)
	p.xAxis(x)
	each := (p.bottom - p.top) / float64(len(p.f.Boxes))
	for i, b := range p.f.Boxes {
		mid, half := p.top+each*(float64(i)+0.5), min(each*0.3, 40)
		p.text(p.left-8, mid+4, "end", "", b.Label, p.labelLetters())
		p.rule(x.at(b.Low), mid, x.at(b.High), mid, "x")
		p.rule(x.at(b.Low), mid-half/2, x.at(b.Low), mid+half/2, "x")
		p.rule(x.at(b.High), mid-half/2, x.at(b.High), mid+half/2, "x")
		p.rect(x.at(b.Q1), mid-half, max(x.at(b.Q3)-x.at(b.Q1), 1), 2*half, "b")
		p.rule(x.at(b.Median), mid-half, x.at(b.Median), mid+half, "m")
		for _, o := range b.Outliers[:min(len(b.Outliers), 50)] {
			p.dot(x.at(o), mid, 3, "o")
		}
	}
}

// bars lie, so that their labels have room.
func (p *picture) bars() {
	p.left = p.labelRoom(p.f.Labels)
	p.legend()
	_, values := p.f.Flat()
	x := newScale(p.left, p.right-32, 6, true, values...)
	p.xAxis(x)
	group, of := (p.bottom-p.top)/float64(len(p.f.Values)), len(p.f.series())
	each := group / float64(of)
	for i, v := range values {
		mid := p.top + each*(float64(i)+0.5)
		if i%of == 0 {
			p.sized(p.left-8, mid+4+(group-each)/2, "end", min(12, group*0.95), p.f.Labels[i/of], p.labelLetters())
		}
		if math.IsNaN(v) {
			continue
		}
		class, from, to := "f", x.at(0), x.at(v)
		if v < 0 {
			class, from, to = "n", to, from
		}
		p.rect(from, mid-each*0.38, max(to-from, 1), each*0.76, class+p.colour("fill", i%of))
		p.sized(to+4, mid+4, "start", min(12, each*0.95), texts.In(p.f.Language).Tick(v, math.Pow(10, math.Floor(math.Log10(max(math.Abs(v), 1e-5)))-2)), 14)
	}
	p.rule(x.at(0), p.top, x.at(0), p.bottom, "x")
}

// colour is what gives a shape the colour of a series, behind its class, where there are several.
func (p *picture) colour(of string, series int) string {
	if len(p.f.Series) < 2 {
		return ""
	}
	return `" style="` + of + ":" + ringColours[series]
}

// legend names the series in their colours, below the title.
func (p *picture) legend() {
	if len(p.f.Series) < 2 {
		return
	}
	p.top += 16
	for i, s := range p.f.Series {
		x := 24 + float64(i)*(width-40)/float64(len(p.f.Series))
		p.spot(x, 40, i)
		p.text(x+10, 44, "start", "", s.Name, 80/len(p.f.Series))
	}
}

func (p *picture) line() {
	p.legend()
	_, values := p.f.Flat()
	y := newScale(p.bottom, p.top, 5, false, values...)
	if y.low > 0 && y.low < y.high/2 { // near enough to zero to show it
		y = newScale(p.bottom, p.top, 5, true, values...)
	}
	n := len(p.f.Values)
	at := func(i int) float64 { return p.left + 8 + (p.right-p.left-24)*float64(i)/float64(max(n-1, 1)) }
	p.yAxis(y)
	for i := 0; i < n; i += (n + 7) / 8 {
		p.text(at(i), p.bottom+18, "middle", "", p.f.Labels[i], 12)
	}
	p.text((p.left+p.right)/2, height-16, "middle", "", p.f.X.label(), 70)
	for k, s := range p.f.series() {
		pen, path := "M", ""
		for i, v := range s.Values {
			if math.IsNaN(v) {
				pen = "M"
				continue
			}
			path += pen + coordinate(at(i)) + " " + coordinate(y.at(v))
			pen = "L"
		}
		p.printf("<path class=\"l%s\" d=\"%s\"/>\n", p.colour("stroke", k), path)
		for i, v := range s.Values {
			if n <= 60 && !math.IsNaN(v) {
				p.dot(at(i), y.at(v), 3, "f"+p.colour("fill", k))
			}
		}
	}
}

// ringColours are those that the parts of a ring, and several series, take in turn. Each has a contrast of
// 3 against a page by day and by night.
var ringColours = []string{"#3f7fc0", "#c4653d", "#4f8a3c", "#9a6fc0", "#9a7414", "#2b8a8a"}

// ring draws parts of a whole around a circle from the top, and beside it what
// each is called, with its number.
func (p *picture) ring() {
	const x, y, inner, outer = 170.0, 195.0, 70.0, 130.0
	whole := 0.0
	for _, v := range p.f.Values {
		if v > 0 {
			whole += v
		}
	}
	if whole == 0 || math.IsInf(whole, 0) {
		p.bars()
		return
	}
	each := min(30, (p.bottom+40-p.top)/float64(len(p.f.Values)))
	at := func(turn, r float64) string {
		sin, cos := math.Sincos(2 * math.Pi * turn)
		return coordinate(x+r*sin) + " " + coordinate(y-r*cos)
	}
	from := 0.0
	for i, v := range p.f.Values {
		line := p.top + each*(float64(i)+0.5)
		p.spot(345, line, i)
		p.sized(358, line+4, "start", min(13, each*0.9), p.f.Labels[i]+" · "+texts.In(p.f.Language).Exact(v, p.f.X.Unit), 40)
		if !(v > 0) {
			continue
		}
		to := min(from+v/whole, from+0.9999) // a whole circle would have no length
		long := int(math.Round(to - from))
		p.printf(`<path d="M%s A%g %g 0 %d 1 %s L%s A%g %g 0 %d 0 %s Z" fill="%s"/>`+"\n", at(from, outer), outer, outer, long, at(to, outer), at(to, inner), inner, inner, long, at(from, inner), ringColours[i%len(ringColours)])
		from = to
	}
}

func (p *picture) scatter() {
	var xs, ys []float64
	for _, pt := range p.f.Points {
		xs, ys = append(xs, pt[0]), append(ys, pt[1])
	}
	x, y := newScale(p.left, p.right, 8, false, xs...), newScale(p.bottom, p.top, 5, false, ys...)
	p.axes(x, y)
	for i := range xs {
		p.dot(x.at(xs[i]), y.at(ys[i]), 2.5, "p")
	}
}

// labelRoom returns where the data begin so that labels fit on their left.
func (p *picture) labelRoom(labels []string) float64 {
	longest := 0
	for _, l := range labels {
		longest = max(longest, len([]rune(l)))
	}
	return min(max(float64(longest)*6.8+24, 48), 190)
}

func (p *picture) labelLetters() int { return int((p.left - 20) / 6.8) }

func (p *picture) axes(x, y scale) {
	p.yAxis(y)
	p.xAxis(x)
	p.rule(p.left, p.bottom, p.right, p.bottom, "x")
}

func (p *picture) xAxis(x scale) {
	for _, v := range x.ticks() {
		p.rule(x.at(v), p.top, x.at(v), p.bottom, "g")
		p.text(x.at(v), p.bottom+18, "middle", "", texts.In(p.f.Language).Tick(v, x.step), 10)
	}
	p.text((p.left+p.right)/2, height-16, "middle", "", p.f.X.label(), 70)
}

func (p *picture) yAxis(y scale) {
	for _, v := range y.ticks() {
		p.rule(p.left, y.at(v), p.right, y.at(v), "g")
		p.text(p.left-8, y.at(v)+4, "end", "", texts.In(p.f.Language).Tick(v, y.step), 8)
	}
	if label := p.f.Y.label(); label != "" {
		mid := coordinate((p.top + p.bottom) / 2)
		p.printf("<text x=\"16\" y=\"%s\" text-anchor=\"middle\" transform=\"rotate(-90 16 %s)\">%s</text>\n", mid, mid, html.EscapeString(cut(label, 40)))
	}
}

func (p *picture) text(x, y float64, anchor, class, text string, most int) {
	if class != "" {
		anchor += `" class="` + class
	}
	p.printf("<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n", coordinate(x), coordinate(y), anchor, html.EscapeString(cut(text, most)))
}

// sized writes a text in a size of its own.
func (p *picture) sized(x, y float64, anchor string, size float64, text string, most int) {
	p.text(x, y, anchor+`" style="font-size:`+coordinate(size)+"px", "", text, most)
}

// spot is a circle in the colour of a part or of a series.
func (p *picture) spot(x, y float64, i int) {
	p.printf(`<circle cx="%s" cy="%s" r="5" fill="%s"/>`+"\n", coordinate(x), coordinate(y), ringColours[i%len(ringColours)])
}

func (p *picture) rect(x, y, w, h float64, class string) {
	p.printf("<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" class=\"%s\"/>\n", coordinate(x), coordinate(y), coordinate(w), coordinate(max(h, 0)), class)
}

func (p *picture) rule(x1, y1, x2, y2 float64, class string) {
	p.printf("<path d=\"M%s %sL%s %s\" class=\"%s\"/>\n", coordinate(x1), coordinate(y1), coordinate(x2), coordinate(y2), class)
}

func (p *picture) dot(x, y, r float64, class string) {
	p.printf("<circle cx=\"%s\" cy=\"%s\" r=\"%s\" class=\"%s\"/>\n", coordinate(x), coordinate(y), coordinate(r), class)
}

func (p *picture) printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// coordinate writes a place to a tenth of a unit; what has none is at 0.
func coordinate(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		x = 0
	}
	s := strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
	if s == "-0" {
		return "0"
	}
	return s
}

// scale is where on an axis numbers are.
type scale struct {
	low, high float64 // of the data, widened to whole ticks
	step      float64
	from, to  float64 // in the picture
}

// newScale makes a scale of about n ticks at round numbers, over some numbers.
// With zero it begins there, as bars must.
func newScale(from, to float64, n int, zero bool, data ...float64) scale {
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range data {
		if finite(x) {
			low, high = min(low, x), max(high, x)
		}
	}
	if low > high {
		low, high = 0, 1
	}
	if zero {
		low, high = min(low, 0), max(high, 0)
	}
	if low == high {
		gap := max(math.Abs(low)/10, 1e-9)
		if zero || low == 0 {
			gap = 1
		}
		high += gap
		if !zero {
			low -= gap
		}
	}
	step := nice((high - low) / float64(n))
	if low+step == low || high+step == high { // finer than the numbers are
		step = high - low
	}
	return scale{math.Floor(low/step+1e-9) * step, math.Ceil(high/step-1e-9) * step, step, from, to}
}

// nice returns the least of 1, 2 and 5 times a power of ten that is not below x.
func nice(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// at returns where in the picture a number is.
func (s scale) at(x float64) float64 {
	return s.from + (x-s.low)/(s.high-s.low)*(s.to-s.from)
}

// ticks returns the numbers to be named.
func (s scale) ticks() []float64 {
	n := int(math.Round((s.high - s.low) / s.step))
	ticks := make([]float64, 0, n+1)
	for i := range min(n, 20) + 1 {
		x := s.low + float64(i)*s.step
		if math.Abs(x) < s.step*1e-9 {
			x = 0
		}
		ticks = append(ticks, x)
	}
	return ticks
}
