package web_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/specialist/beer"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/ui"
)

// sights are components with a translation, a map and a line.
func sights(t *testing.T) []any {
	month := func(name string, n float64, text string) []cell {
		return []cell{{Text: name}, {Text: text, Number: &n}}
	}
	figure := func(kind string, rows ...[]cell) map[string]any {
		return map[string]any{"v": 1, "id": kind, "name": "chart", "props": map[string]any{
			"title": "Bottles", "kind": kind, "src": "/chart.svg", "source": "sample",
			"table": table{[]beer.ColumnCard{{Name: "Month", Kind: "text"}, {Name: "Bottles", Kind: "number"}}, rows},
		}}
	}
	months := [][]cell{month("Jan", 3, "3 bottles"), month("Feb", 9, "9 bottles"), month("Mar", 6, "6 bottles")}
	pair := func(x, y float64, text string) []cell {
		return []cell{{Text: text, Number: &x}, {Text: text, Number: &y}}
	}
	return []any{
		made(t, menu.Dishes, menu.DishesProps{Language: "en", Items: []menu.DishProps{
			{ID: "1", Name: "Caldo de sururu", NameIn: "Mussel broth", Description: "Hot and spicy.", Price: reais(4200), Source: ui.Sample, Suits: []menu.Suited{{Without: []string{"leite", "camarão"}}, {Who: "Ana", Diets: []string{"coeliac"}}}},
			{ID: "2", Name: "Cuscuz", Description: "De milho, no vapor.", Lang: "pt", Price: reais(1900), Source: ui.Sample},
		}}),
		made(t, trip.Restaurants, trip.RestaurantsProps{ToolCallID: "c", TripDetails: trip.Details{Location: "Recife", StartDate: "2026-12-10", EndDate: "2026-12-13", NumberOfGuests: 2}, Language: "en", Items: []trip.RestaurantProps{
			{Place: places.Place{ID: "a", Name: "Mangue", Address: "Rua A", Source: "osm", Lat: -8.06, Lon: -34.87}},
			{Place: places.Place{ID: "b", Name: "Frevo", Source: "osm"}},
			{Place: places.Place{ID: "c", Name: "Capibaribe", Source: "osm", Lat: -8.05, Lon: -34.88}},
		}}),
		figure("line", months...), figure("histogram", months...), figure("ring", months...), figure("bar", months...),
		figure("scatter", pair(1, 5, "one"), pair(2, 2, "two"), pair(9, 9, "nine")),
		made(t, beer.List, beer.ListProps{Language: "en", Source: "openbrewerydb", Items: []beer.BreweryCard{
			{ID: "x", Name: "Elm", Type: "micro", Lat: new(44.05), Lon: new(-121.3)}, {ID: "y", Name: "Fir", Type: "brewpub", Address: "2 Fir St", City: "Bend"}, {ID: "z", Name: "Oak", Type: "micro", Lat: new(44.06), Lon: new(-121.31)},
		}}),
	}
}

func TestPageMapsAndChartsAreReadByKeys(t *testing.T) {
	t.Parallel()
	b := drawn(t, "en", sights(t))
	if n := js[int](b, `import("/page/js/plot.js").then((m) => m.line("x", [{ label: "a", value: 1 }, { label: "b", value: 3 }], true).querySelectorAll("rect").length)`); n != 2 {
		t.Errorf("%d columns are drawn of 2", n)
	}
	b.usesThePoints()
	b.goesThroughValues()
	for _, place := range []string{"dishes-list", "restaurants-list"} {
		if got := js[string](b, fmt.Sprintf(`[...document.querySelectorAll("[data-component=%s] :is(.dish, .sign)")].map((e) => e.tagName + e.querySelectorAll("svg").length).join()`, place)); got != map[string]string{"dishes-list": "SPAN1,SPAN1", "restaurants-list": "SPAN1,SPAN1,SPAN1"}[place] {
			t.Errorf("the photos of a %s are %s", place, got)
		}
	}
	if got := js[string](b, `document.querySelector("[data-component=dishes-list] li:nth-child(2) p[lang]").lang`); got != "pt" {
		t.Errorf("the original is in %q", got)
	}
	right := `[...document.querySelectorAll("[data-component=dishes-list] .price")].map((p) => Math.round(p.getBoundingClientRect().right))`
	if at := js[[]int](b, right); len(at) != 2 || at[0] != at[1] {
		t.Errorf("prices end at %v", at)
	}
	for _, l := range looks {
		l.at(b)
		b.picture("sight-"+l.name, "#stage")
	}
}

// usesThePoints goes through the points of maps with keys alone.
func (p *visit) usesThePoints() {
	p.t.Helper()
	for _, tt := range []struct{ of, first, second string }{{"restaurants-list", "1 Mangue", "3 Capibaribe"}, {"breweries-list", "1 Elm", "3 Oak"}} {
		js[any](p, fmt.Sprintf(`document.querySelector("[data-component=%s] .plot-map [tabindex='0']").focus()`, tt.of))
		p.wait("the first point", fmt.Sprintf(`document.activeElement.getAttribute("aria-label") === %q && document.activeElement.getAttribute("role") === "button"`, tt.first))
		p.key("ArrowRight", 39)
		p.wait("the second point, with its name", fmt.Sprintf(`document.activeElement.getAttribute("aria-label") === %[1]q && document.querySelector("[data-component=%[2]s] .plot-map + p").textContent === %[1]q`, tt.second, tt.of))
		p.do(chromedp.KeyEvent("\r"))
		p.wait("its place in the list", fmt.Sprintf(`document.activeElement.matches("li.here") && document.activeElement.innerText.includes(%q)`, tt.second[2:]))
	}
}

// goesThroughValues points at values of each kind of chart, and goes through them with keys.
func (p *visit) goesThroughValues() {
	p.t.Helper()
	for _, tt := range []struct{ kind, pointed, before string }{
		{"line", "Feb: 9 bottles", "Jan: 3 bottles"},
		{"histogram", "Feb: 9 bottles", "Jan: 3 bottles"},
		{"ring", "Feb: 9 bottles (50%)", "Jan: 3 bottles (16.7%)"},
		{"scatter", "two · two", "one · one"},
	} {
		at := fmt.Sprintf(`[...document.querySelectorAll("[data-component=chart]")][%d].querySelector("svg[role=slider]")`, slices.Index([]string{"line", "histogram", "ring", "bar", "scatter"}, tt.kind))
		js[any](p, fmt.Sprintf(`(() => { const svg = %s, r = (svg.querySelectorAll(".plot-part, rect, circle")[1]).getBoundingClientRect(), ring = svg.matches(".plot-ring") ? r.width * 0.2 : 0;
			svg.dispatchEvent(new PointerEvent("pointermove", { clientX: r.left + r.width / 2 + ring, clientY: r.bottom - r.height / 2 + ring })) })()`, at))
		p.wait(tt.kind+", pointed at", at+fmt.Sprintf(`.nextSibling.textContent === %q`, tt.pointed))
		js[any](p, at+".focus()")
		p.key("ArrowLeft", 37)
		p.wait(tt.kind+", by keys", at+fmt.Sprintf(`.getAttribute("aria-valuetext") === %q`, tt.before))
	}
}
