package concierge

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

const breweryKind = "brewery"

// breweries is a search for breweries. One that names no place narrows the list
// that is shown: what it does not say stays as it was.
func (a asked) breweries() []llm.ToolCall {
	in := args{}
	place := a.breweryPlace()
	if place == "" && a.last == "breweries" {
		for _, c := range a.again {
			if c.Name == "find_breweries" {
				_ = json.Unmarshal([]byte(c.Args), &in) // ours, or checked by its schema
				delete(in, "others")
			}
		}
	}
	in.put("place", place)
	in.put("style", a.first("beer_style"))
	in.put("type", a.breweryType())
	in["new"] = !a.hasWord(boughtWords)
	return call("find_breweries", in)
}

// breweryPlace is where breweries are looked for: a town that is known, or else
// what is written as a name.
func (a asked) breweryPlace() (place string) {
	for _, s := range a.spans {
		if s.Kind != "place" || s.Role != "" || s.Drop {
			continue
		}
		if len(gazetteer.Find(s.Text)) > 0 {
			return s.Text
		}
		if first, _ := firstRune(s.Text); unicode.IsUpper(first) || place == "" && !nowhere[lang.Fold(s.Text)] {
			place = s.Text
		}
	}
	return place
}

// ofBrewery is what there is to tell of breweries that are pointed at or named.
func (a asked) ofBrewery() []llm.ToolCall {
	names := a.things(breweryKind)
	if len(names) == 0 {
		shown := slices.DeleteFunc(slices.Clone(a.at.Shown), func(t scene.Thing) bool { return t.Kind != breweryKind || t.Number == 0 })
		said := nameWords(a.text)
		for _, t := range shown {
			if slices.ContainsFunc(nameWords(t.Name), func(w string) bool { return len(w) > 3 && !breweryWords[w] && slices.Contains(said, w) }) {
				names = append(names, t.Name)
			}
		}
		if len(names) == 0 && len(shown) == 1 {
			names = []string{shown[0].Name}
		}
	}
	return each("brewery_details", "brewery", names)
}

// breweriesShown are the names of the list of breweries that is shown.
func (a asked) breweriesShown() (names []string) {
	for _, t := range a.at.Shown {
		if t.Kind == breweryKind && t.Number > 0 {
			names = append(names, t.Name)
		}
	}
	return names
}

// figures is a question about purchases, or about a table. Statistics over all
// customers are among the purchases, unless a table is spoken of.
func (a asked) figures() []llm.ToolCall {
	tool := a.act
	if a.hasWord(tableWords) {
		tool = "ask_data"
	}
	if tool == "ask_data" && a.last != "table" && !a.hasWord(tableWords) && a.hasWord(customerWords) {
		tool = "ask_purchases"
	}
	return call(tool, args{"question": a.text})
}

// chart is a picture: of the figures given last, or of a question. One that goes on
// from purchases ("agora por mês") asks for them first.
func (a asked) chart() []llm.ToolCall {
	in := args{}
	in.put("type", a.chartType())
	if !a.has("measure", "dimension", "operator", "date") {
		return call("draw_chart", in)
	}
	_, ofTable := a.at.Notes["data"]
	if (a.last == "purchases" || a.last == "chart" && !ofTable) && !a.has("measure") {
		var news []string
		for _, s := range a.spans {
			if s.Kind == "dimension" || s.Kind == "operator" || s.Kind == "date" {
				news = append(news, s.Text)
			}
		}
		return append(call("ask_purchases", args{"question": "e " + strings.Join(news, " ")}), call("draw_chart", in)...)
	}
	in.put("of", a.text)
	return call("draw_chart", in)
}

// chartType is how a chart is to look.
func (a asked) chartType() string {
	for _, w := range strings.Fields(lang.Fold(a.text)) {
		if t := chartTypes[lang.Stem(w)]; t != "" {
			return t
		}
	}
	return ""
}

// onFigures puts right acts about beer: who asks which breweries they bought from
// asks about purchases, and for one thing nobody asks two tools.
func onFigures(all []asked) []asked {
	has := func(act string) bool { return slices.ContainsFunc(all, func(a asked) bool { return a.act == act }) }
	return slices.DeleteFunc(all, func(a asked) bool {
		switch a.act {
		case "find_breweries":
			return has("ask_purchases") && a.hasWord(boughtWords)
		case "ask_data":
			return has("ask_purchases")
		case "ask_purchases":
			return has("draw_chart") && !strings.ContainsAny(strings.TrimRight(a.text, ".?! "), ".?!;")
		}
		return false
	})
}

var (
	boughtWords   = stemSet("comprei compramos bought purchased compre compramos comprado")
	customerWords = stemSet("cliente clientes customer customers client clients consumidores")
	tableWords    = stemSet("tabela planilha table spreadsheet tabla planilla csv dataset")
	breweryWords  = lang.Set("brewing brewery company cervejaria cerveceria beer works")
	nowhere       = lang.Set("aqui perto here nearby nova novas novo novos new nuevas nueva cerca la ai por aqui aca regiao near")
	chartTypes    = stems(`bar: barra barras bar bars
line: linha linhas line lines linea lineas
pie: pizza torta pie
histogram: histograma histogram
scatter: dispersao scatter dispersion`)
)

// asksProfile reports whether a guest asks who they are as a client.
func (a asked) asksProfile() bool {
	switch a.act {
	case "recall", "ask_purchases", "house_info", "smalltalk", "outside":
		return slices.ContainsFunc(strings.Fields(lang.Fold(a.text)), func(w string) bool { return profiles[lang.Stem(w)] != "" })
	}
	return false
}

var profiles = stems("profile: perfil profile")
