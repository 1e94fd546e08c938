package web_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

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

func TestPageCardsShowWhatIsSaidOfThem(t *testing.T) {
	t.Parallel()
	b := drawn(t, "en", sights(t))
	if n := js[int](b, `import("/page/js/plot.js").then((m) => m.line("x", [{ label: "a", value: 1 }, { label: "b", value: 3 }], true).querySelectorAll("rect").length)`); n != 2 {
		t.Errorf("%d columns are drawn of 2", n)
	}
	got := js[[]string](b, cardTexts)
	want := []string{
		"dishes-list: From the menu sample Mussel broth R$42.00 Caldo de sururu Hot and spicy. By the card, fine for you (without milk, without camarão) Ana (coeliac) Cuscuz R$19.00 De milho, no vapor. Texts in the original: Portuguese.",
		"restaurants-list: Where to eat Recife 1 3 500 m Mangue price not known Rua A Map openstreetmap.org Frevo price not known Capibaribe price not known Map openstreetmap.org",
		"chart: Bottles sample Jan Mar Mar: 6 bottles Table",
		"chart: Bottles sample Jan Mar Mar: 6 bottles Table",
		"chart: Bottles sample Jan: 3 bottles (16.7%) Jan 3 bottles · 16.7% Feb 9 bottles · 50% Mar 6 bottles · 33.3% Table",
		"chart: Bottles sample Jan 3 bottles Feb 9 bottles Mar 6 bottles Table",
		"chart: Bottles sample Month → ↑ Bottles nine · nine Table",
		"breweries-list: Breweries 1 3 500 m Elm microbrewery Map openstreetmap.org Fir brewpub 2 Fir St, Bend Map openstreetmap.org Oak microbrewery Map openstreetmap.org",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the cards say (-want +got):\n%s", diff)
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

func TestPageATripIsAPlanThatChangesWithTheConversation(t *testing.T) {
	t.Parallel()
	p := enter(t, ruled, 1400, 900)
	plan := func() string { return js[string](p, `document.querySelector("#plan").innerText.replace(/\s+/g, " ")`) }
	if js[bool](p, `document.querySelector("#plan").checkVisibility()`) {
		t.Error("there is a plan before there is a trip")
	}
	p.asks("Quero um hotel em Gramado de 10 a 13 de dezembro, para 2 pessoas")
	if got := plan(); !strings.Contains(got, "Gramado") || !strings.Contains(got, "2 pessoas") || !strings.Contains(got, "10 – 13 de dez. de 2026 · 3 noites") || !strings.Contains(got, "ainda não escolhida") {
		t.Errorf("the plan is %q", got)
	}
	name := js[string](p, `document.querySelector("[data-component=accommodations-list] .title strong").textContent`)
	total := js[string](p, `document.querySelector("[data-component=accommodations-list] .aside").textContent.replace(" no total", "")`)
	p.click("Escolher: " + name)
	p.idle()
	if got := plan(); !strings.Contains(got, name) || strings.Count(got, strings.ReplaceAll(total, "\u00a0", " ")) != 2 {
		t.Errorf("with %s (%s) the plan is %q", name, total, got)
	}
	p.asks("Cancela o " + name)
	p.wait("a plan without it", fmt.Sprintf(`!document.querySelector("#plan").innerText.includes(%q) && !document.querySelector("#plan").innerText.includes("Até aqui")`, name))
	p.click("Escolher: " + name)
	p.turn(4)
	p.asks("Onde jantar no dia 11 de dezembro?")
	meal := js[string](p, `document.querySelectorAll(".latest [data-component=restaurants-list] .title strong")[1].textContent`)
	p.click("Escolher: " + meal)
	p.turn(6)
	p.wait("the meal on its day", fmt.Sprintf(`[...document.querySelectorAll("#plan .days li")].map((e) => e.innerText.replace(/\s+/g, " ")).some((s) => s.startsWith("sex., 11") && s.includes(%q) && s.includes("R$"))`, meal))
	p.wait("both in the sum", fmt.Sprintf(`!document.querySelector("#plan .sum").innerText.replaceAll("\u00a0", " ").includes(%q)`, strings.ReplaceAll(total, "\u00a0", " ")))
	p.shot("plan-meal")
	p.asks("Depois quero 2 noites em Florianópolis")
	if got := plan(); !strings.Contains(got, name) || !strings.Contains(got, "Florianópolis 13 – 15 de dez. de 2026 · 2 noites Onde ficar ainda não escolhida") {
		t.Errorf("with two places the plan is %q", got)
	}
	p.shot("plan-wide")
	p.goTo(js[string](p, `location.pathname + location.hash`))
	p.wait("the plan again", `document.querySelector("#plan").innerText.includes("Gramado")`)
	js[any](p, `document.querySelector("#new").click()`)
	p.wait("no plan", `!document.querySelector("#plan").checkVisibility()`)
}

// The dates and the party of a trip are changed in place, by words that the form says, or by the guest's own.
func TestPageATripIsChangedByAForm(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ code, ask, open, said, facts, later, moved string }{
		{"pt", "Quero um hotel em Gramado de 10 a 13 de dezembro, para 2 pessoas", "Mudar datas ou pessoas", "Mude a viagem para Gramado: de 20 de dezembro de 2026 a 23 de dezembro de 2026, 3 pessoas", "20 – 23 de dez. de 2026 3 noites Quantos 3 pessoas", "Adia a viagem em uma semana", "27 – 30 de dez. de 2026 3 noites Quantos 3 pessoas"},
		{"en", "I want a hotel in Gramado from December 10 to 13, for 2 people", "Change dates or people", "Change the trip to Gramado: from December 20, 2026 to December 23, 2026, 3 people", "Dec 20 – 23, 2026 3 nights Party 3 people", "Push it back by a week", "Dec 27 – 30, 2026 3 nights Party 3 people"},
		{"es", "Quiero un hotel en Gramado del 10 al 13 de diciembre, para 2 personas", "Cambiar fechas o personas", "Cambie el viaje a Gramado: del 20 de diciembre de 2026 al 23 de diciembre de 2026, 3 personas", "20 – 23 de dic de 2026 3 noches Cuántos 3 personas", "Aplace el viaje una semana", "27 – 30 de dic de 2026 3 noches Cuántos 3 personas"},
	} {
		p := enter(t, ruled, 390, 800)
		p.asks(tt.ask)
		p.click(tt.open)
		js[any](p, `(() => {
			const [from, to, people] = document.querySelectorAll("[data-component=trip-summary] input");
			to.value = "2026-12-09"; to.dispatchEvent(new Event("change"));
			window.wrong = !to.checkValidity();
			to.value = "2026-12-13"; to.dispatchEvent(new Event("change"));
			from.value = "2026-12-20"; from.dispatchEvent(new Event("change")); // the stay moves along
			people.value = 3;
		})()`)
		if !js[bool](p, "window.wrong") {
			t.Errorf("%s: one may leave before one arrives", tt.code)
		}
		p.shot("trip-form-" + tt.code)
		js[any](p, `document.querySelector("[data-component=trip-summary] form").requestSubmit()`)
		p.turn(2)
		if got := js[string](p, said); got != tt.said {
			t.Errorf("the form says %q, want %q", got, tt.said)
		}
		const facts = `[...document.querySelectorAll("[data-component=trip-summary] dl")].at(-1).innerText.replace(/\s+/g, " ")`
		if got := js[string](p, facts); !strings.HasSuffix(got, tt.facts) {
			t.Errorf("the trip is %q, want %q", got, tt.facts)
		}
		p.asks(tt.later)
		if got := js[string](p, facts); !strings.HasSuffix(got, tt.moved) {
			t.Errorf("after %q the trip is %q, want %q", tt.later, got, tt.moved)
		}
	}
}
