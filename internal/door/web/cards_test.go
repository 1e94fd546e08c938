package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/specialist/beer"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/trip"
	"github.com/maitre-dev/maitre/ui"
)

// The kinds that cards draw and no specialist makes yet.
type (
	cell  = beer.Cell
	table struct {
		Columns []beer.ColumnCard `json:"columns"`
		Rows    [][]cell          `json:"rows"`
	}
	chart struct {
		Title   string `json:"title"`
		Caption string `json:"caption,omitempty"`
		Src     string `json:"src"`
		Table   table  `json:"table"`
	}
	sources struct {
		Items []beer.SourceCard `json:"items"`
	}
	noted struct {
		ID     string `json:"id,omitempty"`
		Label  string `json:"label,omitempty"`
		Value  string `json:"value,omitempty"`
		Reason string `json:"reason,omitempty"`
	}
	memories struct {
		Saved    []noted `json:"saved"`
		Rejected []noted `json:"rejected"`
	}
	failure struct {
		Message   string `json:"message"`
		Retryable bool   `json:"retryable"`
	}
)

var (
	chartKind   = ui.Define("chart", 1, func(p chart) string { return p.Title })
	sourcesKind = ui.Define("sources", 1, func(sources) string { return "Fontes" })
	memoryKind  = ui.Define("memory-notice", 1, func(memories) string { return "Anotado" })
	errorKind   = ui.Define("error-card", 1, func(p failure) string { return p.Message })
	newerKind   = ui.Define("dishes-list", 2, func(failure) string { return "Um cartão mais novo" })
	unknownKind = ui.Define("seat-map", 1, func(failure) string { return "Mesa 4, à janela\nàs 20h" })
)

func made[P any](t *testing.T, k *ui.Kind[P], props P) ui.Component {
	t.Helper()
	c, err := k.New("c-"+k.Name(), props)
	must(t, err)
	return c
}

func reais(cents int64) *ui.Money { return &ui.Money{Amount: cents, Currency: "BRL"} }

// deck has a component of every kind, as a guest may get it.
func deck(t *testing.T) []ui.Component {
	stone := beer.BreweryCard{
		ID: "stone", Name: "Stone Brewing", Type: "regional", Address: "1999 Citracado Pkwy", City: "Escondido", State: "California",
		Phone: "+1 760 294 7866", Site: "https://www.stonebrewing.com/visit", Why: []string{"perto de você", "faz IPAs, que você compra"},
	}
	small := beer.BreweryCard{ID: "x", Name: "Nano do Zé", Type: "nano", City: "Blumenau", State: "Santa Catarina"}
	number := func(n float64, text string) cell { return cell{Text: text, Number: new(n)} }
	rows := [][]cell{{{Text: "Colorado Indica"}, number(48, "48"), number(95040, "R$ 950,40")}, {{Text: "Dama Bier Pilsen"}, number(24, "24"), number(31200, "R$ 312,00")}, {{Text: "Way Amburana"}, number(6, "6"), number(11940, "R$ 119,40")}}
	columns := []beer.ColumnCard{{Name: "Cerveja", Kind: "text"}, {Name: "Garrafas", Kind: "number"}, {Name: "Total", Kind: "money"}}
	gramado := trip.Details{Location: "Gramado", StartDate: "2026-12-10", EndDate: "2026-12-13", NumberOfGuests: 2}
	return []ui.Component{
		made(t, beer.List, beer.ListProps{Language: "pt", City: "Escondido", State: "California", Source: "openbrewerydb", Notice: "stale", Items: []beer.BreweryCard{stone, small}}),
		made(t, beer.Details, beer.DetailsProps{
			Language: "pt", Brewery: stone, Summary: "Fundada em 1996, é conhecida pelas IPAs de muito lúpulo.\nO jardim abre todos os dias.", Verified: true, AgeDays: 12,
			Sources: []beer.SourceCard{{Title: "Stone Brewing: about us", URL: "https://www.stonebrewing.com/about"}, {Title: "Wikipedia", URL: "https://en.wikipedia.org/wiki/Stone_Brewing"}},
		}),
		made(t, menu.Dishes, menu.DishesProps{Language: "pt", Items: []menu.DishProps{
			{ID: "1", Name: "Dadinhos de tapioca", Description: "Crocantes por fora, com geleia de pimenta.", Price: reais(3600), Course: "starter", Allergens: []string{"leite", "sulfitos"}, Inferred: []string{"glúten"}, Why: []string{"vegetariano", "para dividir"}, Source: ui.Sample},
			{ID: "2", Name: "Moqueca de banana-da-terra", Course: "main"},
		}}),
		made(t, trip.Accommodations, trip.AccommodationsProps{
			ToolCallID: "c1", Location: "Gramado", StartDate: gramado.StartDate, EndDate: gramado.EndDate, Nights: 3, Guests: 2, Language: "pt", Notice: places.Down,
			Items: []trip.LodgingProps{
				{Place: places.Place{ID: "a", Name: "Pousada da Serra", Address: "Rua das Hortênsias, 10", Source: ui.Sample}, Kind: places.GuestHouse, Stars: 3, Night: reais(42000), Total: reais(126000), Rooms: 1},
				{Place: places.Place{ID: "b", Name: "Hostel do Lago", Address: "Av. Central, 5, Gramado", Site: "https://hostel.example", Source: "osm"}, Kind: places.Hostel, Rooms: 2, Night: reais(9000), Total: reais(54000)},
				{Place: places.Place{ID: "c", Name: "Hotel sem preço", Source: "osm"}, Kind: places.Hotel},
			},
			Attribution: "© OpenStreetMap", LeftOut: []places.Note{{Reason: places.OverBudget}, {Reason: places.OverBudget}},
		}),
		made(t, trip.Restaurants, trip.RestaurantsProps{
			ToolCallID: "c2", TripDetails: gramado, Language: "pt", Avoid: []string{"camarão", "kiwi"},
			Items: []trip.RestaurantProps{
				{Place: places.Place{ID: "a", Name: "Cantina da Nona", Address: "Rua Coberta, 3", Source: "osm"}, Cuisines: []string{"italian", "pizza"}, Diets: []string{"vegetarian"}, Hours: "Tu-Su,PH 12:00-23:00; Mo off", Person: reais(8000)},
				{Place: places.Place{ID: "b", Name: "Galeto Exemplo", Source: ui.Sample}, Cuisines: []string{"barbecue"}},
			},
			LeftOut: []places.Note{{Place: "Peixaria do Porto", Reason: places.Allergen, Word: "camarão"}, {Reason: places.Unchecked, Word: "kiwi"}},
		}),
		made(t, trip.Summary, trip.SummaryProps{TripDetails: gramado, Nights: 3, Assumed: []string{"endDate"}, Language: "pt"}),
		made(t, trip.Pick, trip.PickProps{Place: places.Place{Name: "Pousada da Serra", Address: "Rua das Hortênsias, 10", Phone: "(54) 3286-0000", Source: ui.Sample}, Language: "pt"}),
		made(t, beer.Result, beer.ResultProps{Language: "pt", Question: "o que mais comprei?", Caption: "Você comprou mais Colorado Indica: 48 garrafas.", Columns: columns, Rows: rows, Chart: &beer.Chart{Label: 0, Value: 1}, Truncated: true, Source: ui.Sample, SQL: "SELECT beer, SUM(bottles) FROM purchases GROUP BY beer"}),
		made(t, chartKind, chart{"Garrafas por mês", "Março foi o melhor.", "/chart.svg", table{columns, rows}}),
		made(t, sourcesKind, sources{[]beer.SourceCard{{Title: "Open Brewery DB", URL: "https://www.openbrewerydb.org/"}}}),
		made(t, memoryKind, memories{[]noted{{ID: "m1", Label: "Gosta de", Value: "vinho tinto"}}, []noted{{Reason: "sensitive"}, {Reason: "too many"}}}),
		made(t, errorKind, failure{"A fonte não respondeu.", true}),
		made(t, unknownKind, failure{}),
		made(t, newerKind, failure{}),
	}
}

// drawn shows components in the stage.
func drawn(t *testing.T, language string, all any) *visit {
	t.Helper()
	return open(t, fmt.Sprintf(`import { renderCard } from "/page/js/cards.js";
import "/page/js/words-pt.js";
import "/page/js/words-en.js";
import "/page/js/words-es.js";
const all = %s;
for (const c of all) document.querySelector("#stage").append(renderCard(c, { lang: %q }));
document.documentElement.dataset.ready = "true";`, inJS(t, all), language), nil)
}

// cardTexts are what the cards say to who reads them, in order.
const cardTexts = `[...document.querySelectorAll(".card")].map((c) => c.dataset.component + ": " + c.innerText.replace(/\s+/g, " ").trim())`

func TestPageEveryComponentHasACard(t *testing.T) {
	t.Parallel()
	b := drawn(t, "pt", deck(t))
	got := js[[]string](b, cardTexts)
	for i, c := range deck(t) {
		if want := c.Name + ": "; !strings.HasPrefix(got[i], want) || len(got[i]) < len(want)+9 {
			t.Errorf("card %d says %q, want a %s", i, got[i], c.Name)
		}
	}
	bar := `[...document.querySelectorAll("[data-component=query-result] .plot-bar")].map((r) => r.width.baseVal.value)`
	if diff := cmp.Diff([]float64{100, 50, 12.5}, js[[]float64](b, bar)); diff != "" {
		t.Errorf("bars (-want +got):\n%s", diff)
	}
	if js[int](b, `(async (i) => { await i.decode(); return i.naturalWidth })(document.querySelector("[data-component=chart] img"))`) != 320 {
		t.Error("the chart's image was not loaded")
	}
	if n := js[int](b, `document.querySelectorAll("a[target]:not([rel='noopener noreferrer'])").length`); n != 0 {
		t.Errorf("%d links tell others where the guest comes from", n)
	}
	for _, l := range looks {
		l.at(b)
		if by := b.wide(); by > 0 {
			t.Errorf("%s: the page is %d px wider than its window", l.name, by)
		}
		if all := b.tooSmall(".card :is(a, button, summary)"); len(all) > 0 {
			t.Errorf("%s: too small to touch: %q", l.name, all)
		}
		b.picture("cards-"+l.name, "#stage")
		for i, c := range deck(t) {
			b.picture(fmt.Sprintf("card-%s-v%d-%s", c.Name, c.V, l.name), fmt.Sprintf(".card:nth-child(%d)", i+2))
		}
	}
}

func TestPageEveryWordIsInEveryLanguage(t *testing.T) {
	t.Parallel()
	b := open(t, `import { spoken } from "/page/js/words.js";
await Promise.all(["pt", "en", "es"].map((l) => import("/page/js/words-" + l + ".js")));
const parts = ["page", "panels", "cards"].map((part) => ["pt", "en", "es"].map((l) => spoken[l][part]));
window.words = parts.map((all) => all.map((d) => Object.keys(d).sort().join(" ")));
window.fields = parts.map((all) => all.map((d) => Object.entries(d).filter(([, v]) => typeof v === "string").map(([k, v]) => k + v.split("|").length + [...new Set(v.match(/\{\w+\}/g))].filter((f) => f !== "{n}").sort()).sort().join(" ")));
window.spoken = spoken;
document.documentElement.dataset.ready = "true";`, nil)
	for _, what := range []string{"words", "fields"} {
		for _, all := range js[[][]string](b, what) {
			for _, other := range all[1:] {
				if diff := cmp.Diff(strings.Fields(all[0]), strings.Fields(other)); diff != "" {
					t.Errorf("%s (-Portuguese +other):\n%s", what, diff)
				}
			}
		}
	}
}

// Package ui lets none of this through; whoever else makes an envelope may.
func TestPageHostilePropsAreInert(t *testing.T) {
	t.Parallel()
	const evil = `<img src=x onerror="console.log('ran')"><script>console.log('ran')</script>` + "\u202egpj.exe"
	var all []map[string]any
	for _, c := range deck(t) {
		var props any
		must(t, json.Unmarshal(c.Props, &props))
		all = append(all, map[string]any{"v": 1, "name": c.Name, "id": evil, "text": evil, "props": poisoned(props, evil)})
		all = append(all, map[string]any{"v": 1, "name": c.Name, "text": evil, "props": map[string]any{"items": "none", "rows": 3, "columns": nil, "language": evil}})
	}
	for _, name := range []string{"__proto__", "constructor", "toString", evil, ""} {
		all = append(all, map[string]any{"v": 1, "name": name, "text": evil})
	}
	wide := make([]beer.ColumnCard, 30)
	rows := make([][]cell, 1000)
	for i := range rows {
		rows[i] = make([]cell, len(wide))
		for j := range rows[i] {
			rows[i][j].Text = strings.Repeat("w", 40)
		}
	}
	all = append(all, map[string]any{"v": 1, "name": "query-result", "text": "x", "props": map[string]any{"caption": "x", "columns": wide, "rows": rows}})
	links := []any{}
	for _, u := range []string{"javascript:console.log('ran')", "data:text/html,x", "http://plain.example", "https://bank.example@evil.example/", "//evil.example", "nonsense"} {
		links = append(links, map[string]string{"title": "page", "url": u})
	}
	all = append(all, map[string]any{"v": 1, "name": "sources", "text": "x", "props": map[string]any{"items": links}})
	for _, src := range []string{"https://evil.example/x.svg", "//evil.example/x.svg", "data:image/svg+xml,<svg/>", "javascript:1"} {
		all = append(all, map[string]any{"v": 1, "name": "chart", "text": "x", "props": map[string]any{"title": "x", "src": src}})
	}

	b := drawn(t, "pt", all)
	for _, tt := range []struct {
		what, count string
		want        int
	}{
		{"cards", `.card`, len(all)},
		{"scripts, images, frames and styled elements", `.card :is(script, img, iframe, object, style, [style], [onerror])`, 0},
		{"links that lead elsewhere than to https and the telephone", `.card a:not([href^="https://"], [href^="tel:"])`, 0},
		{"links of the hostile list of sources", `.card[data-component=sources]:last-of-type a`, 0},
		{"rows of the huge table", `.card tbody tr:nth-child(201)`, 0},
	} {
		if got := js[int](b, fmt.Sprintf("document.querySelectorAll(%q).length", tt.count)); got != tt.want {
			t.Errorf("%d %s, want %d", got, tt.what, tt.want)
		}
	}
	if js[bool](b, `document.querySelector("#stage").textContent.includes("\u202e")`) {
		t.Error("a sign that turns the direction of writing is shown")
	}
	if looks[3].at(b); b.wide() > 0 {
		t.Errorf("at 320 px the page is %d px wider than its window", b.wide())
	}
}

// poisoned returns a value with another text in place of each of its own.
func poisoned(v any, text string) any {
	switch v := v.(type) {
	case string:
		return text
	case []any:
		for i := range v {
			v[i] = poisoned(v[i], text)
		}
	case map[string]any:
		for k := range v {
			v[k] = poisoned(v[k], text)
		}
	}
	return v
}

func TestPageACardAsksItsPageToForget(t *testing.T) {
	t.Parallel()
	b := drawn(t, "en", deck(t)[10:11])
	got := js[[]string](b, `(() => {
  const said = () => document.querySelector(".note-row").innerText.replace(/\s+/g, " ").trim();
  const all = [];
  addEventListener("maitre:forget", (e) => { all.push(e.detail.id, said()); e.detail.done(all.length > 2); all.push(said()); });
  document.querySelector(".card button").click();
  document.querySelector(".card button").click();
  return all;
})()`)
	const asks, done = "I made a note of you: Gosta de: vinho tinto Do not keep this", "I made a note of you: Gosta de: vinho tinto Forgotten."
	if diff := cmp.Diff([]string{"m1", asks, asks, "m1", asks, done}, got); diff != "" {
		t.Errorf("first it fails, then it is done (-want +got):\n%s", diff)
	}
}
