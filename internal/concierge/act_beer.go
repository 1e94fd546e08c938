package concierge

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

const breweryKind = "brewery"

// breweries is a search for breweries. One that names no place narrows the list
// that is shown: what it does not say stays as it was.
func (a asked) breweries() (all []llm.ToolCall) {
	in := args{}
	in.put("max", a.breweryCount())
	if places := a.stops(); len(places) > 1 {
		for _, place := range places {
			in["place"] = place
			in.put("style", a.first("beer_style"))
			in.put("type", a.breweryType())
			in["new"] = !a.hasWord(boughtWords)
			in.put("max", cmp.Or(a.breweryCount(), compared))
			all = append(all, call("find_breweries", in)...)
		}
		return all
	}
	place := a.breweryPlace()
	if stops := a.stops(); len(stops) == 1 && (strings.Contains(stops[0], ", ") || strings.HasPrefix(a.last, "brewer")) {
		place = stops[0]
	}
	if strings.HasPrefix(a.last, "brewer") && (place == "" || !a.hasWord(breweryWords)) { // "e em Denver?" asks for the same there
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

// stops are the places of a route, or those that are to be compared.
func (a asked) stops() (all []string) {
	last := -1
	for _, s := range a.spans {
		if s.Kind != "place" || s.Role == "home" || s.Drop || s.P == "not" || nowhere[lang.Fold(s.Text)] || slices.Contains(all, s.Text) {
			continue
		}
		if len(all) > 0 && s.From == last+len(", ") { // "Austin, Texas" is one
			all[len(all)-1] += ", " + s.Text
		} else {
			all = append(all, s.Text)
		}
		last = s.To
	}
	return all
}

// breweryCount is how many breweries are asked for, in each place; 0: not said. Of
// "one or two" it is two.
func (a asked) breweryCount() (n int) {
	all := strings.Fields(words(a.text))
	for i, w := range all {
		of := i+1 < len(all) && (breweryWords[all[i+1]] || breweryWords[lang.Stem(all[i+1])] || slices.Contains([]string{"per", "por", "in", "em", "en", "each"}, all[i+1]))
		only := i > 0 && onlyWords[all[i-1]]
		if k := numeral(w); k > 0 && k <= 5 && (only || of && (k > 1 || all[i+1] == "por" || all[i+1] == "per")) {
			n = max(n, k)
		}
	}
	return n
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
		if first, _ := utf8.DecodeRuneInString(s.Text); unicode.IsUpper(first) || place == "" && !vagueWhere(s.Text) {
			place = s.Text
		}
	}
	if place == "" {
		return a.townMeant()
	}
	return place
}

// townMeant is where a search is that names no place: where the trip goes, or the town named
// last if words say "there". Empty: nowhere but at the guest's own, or where the last search was.
func (a asked) townMeant() string {
	plan, _ := a.planned()
	there, _ := a.thereAt()
	away := there >= 0 || a.hasWord(nearWords) || a.hasWord(townWords) || a.hasWord(wayWords)
	switch {
	case a.hasWord(homeWords):
	case plan.Place.Name != "" && (away || a.onTrip() || a.at.Notes["breweries"] == nil && !ownTaste().MatchString(lang.Fold(a.text))):
		return plan.Place.Name
	case away:
		town, _ := a.townBefore()
		return town
	}
	return ""
}

// ownTaste is said of breweries by what the guest buys, wherever they go: "new breweries for me".
var ownTaste = pattern.Of(`\b(?:para mim|pra mim|for me|para mi|que eu (?:ainda )?nao|i haven t|i have not|que no (?:conozco|he))\b`)

// townBefore is the town that an earlier message of the guest names to go to, and where that
// message is among those said; empty: none does.
func (a asked) townBefore() (town string, at int) {
	for at, said := range slices.Backward(a.at.Said) {
		spans := understand.Read(said, understand.Before{}).Spans
		for _, m := range gazetteer.Read(said) {
			goes := func(s understand.Span) bool {
				return s.Kind == "place" && s.Role == "" && !s.Drop && s.From <= m.From && m.To <= s.To
			}
			if !m.Guess && !m.Origin && !wide(m.Words) && slices.ContainsFunc(spans, goes) {
				return m.Words, at
			}
		}
	}
	return "", 0
}

// namesBrewery reports whether words speak of breweries, and of no beer besides.
func (a asked) namesBrewery() bool {
	all := strings.Fields(words(a.text))
	beer := func(w string) bool { return is(w, "beer") && !brewhouseWords[w] }
	return a.hasWord(brewhouseWords) && !slices.ContainsFunc(all, beer)
}

// seeksBreweries reports whether words that were read as another wish ask where to have a beer in
// a town, or for breweries and nothing else of a trip.
func (a asked) seeksBreweries() bool {
	switch a.act {
	case "plan_trip":
		if s := a.search(); a.namesBrewery() && !s.stay && !s.eat && !s.date && s.nights+s.people == 0 {
			return true
		}
	case "find_dishes", "about_dish", "ask_purchases":
	default:
		return false
	}
	return a.whereTo(drinksThere) && (a.says("beer") || a.has("beer_style")) && !a.namesDish(a.text) && (a.destination() != "" || a.townMeant() != "")
}

// vagueWhere reports whether words point somewhere and name no place: "por ali".
func vagueWhere(text string) bool {
	return !slices.ContainsFunc(strings.Fields(lang.Fold(text)), func(w string) bool { return !nowhere[w] && !there[w] && !homeWords[w] && !wayWords[w] && !townWords[w] })
}

// ofBrewery is what there is to tell of breweries that are pointed at or named.
func (a asked) ofBrewery() []llm.ToolCall {
	names, said := a.things(breweryKind), nameWords(a.text)
	for _, name := range a.breweriesShown() { // "fale da Border X"
		if len(names) == 0 && slices.ContainsFunc(nameWords(name), func(w string) bool { return len(w) > 3 && !breweryWords[w] && slices.Contains(said, w) }) {
			names = []string{name}
		}
	}
	var all []llm.ToolCall
	for _, n := range names {
		in := args{"brewery": n}
		in.put("ask", a.act == "more" && !a.has("ref") || a.asks() && len(strings.Fields(a.text)) > 3 && a.countWord(brewWords) == 0)
		all = append(all, call("brewery_details", in)...)
	}
	return all
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
// customers are among the purchases, unless a table is spoken of; what the guest bought
// always is ("for my spreadsheet: how much did I buy?").
func (a asked) figures() []llm.ToolCall {
	tool := a.act
	_, ofTable := a.at.Notes["data"]
	switch {
	case a.hasWord(tableWords), tool == "draw_chart" && (ofTable && a.last != "purchases" || a.also("ask_data") && !a.also("ask_purchases")):
		tool = "ask_data"
	case tool == "draw_chart":
		tool = "ask_purchases"
	}
	buyer := understand.Buyer(a.text)
	ofPurchases := a.last == "purchases" || a.last == "chart" && !ofTable
	if tool == "ask_data" && a.last != "table" && (buyer == understand.OwnPurchases || !a.hasWord(tableWords) && (a.hasWord(customerWords) || ofPurchases)) {
		tool = "ask_purchases"
	}
	if tool == "ask_purchases" && buyer == "" && !a.hasWord(customerWords) && (a.last == "table" || a.last == "chart") && a.ofTable() { // what goes on from a table is about it
		tool = "ask_data"
	}
	question := a.asking()
	if a.also("find_breweries") { // "breweries like those I usually buy from" asks for no figures
		question = strings.Join(slices.DeleteFunc(ands().Split(question, -1), func(piece string) bool { return !asksFigure().MatchString(lang.Fold(piece)) }), ", ")
		if question == "" {
			return nil
		}
	}
	calls := call(tool, args{"question": question})
	if a.act != "draw_chart" && !a.also("draw_chart") && a.has("dimension") && a.countWord(chartWords)+a.countWord(strokeWords) > 0 { // "draw what I spent by month"
		in := args{}
		in.put("type", a.chartType())
		calls = append(calls, call("draw_chart", in)...)
	}
	return calls
}

// meansFigures reports whether a message that was read as a wish for something else asks what was
// bought: it names a figure and what it is wanted of, whose figure it is, or beers as the guest's
// own, which those of the card are not yet.
func (a asked) meansFigures(r understand.Reading) bool {
	a.spans = r.Spans
	said := words(a.text)
	if a.last == "purchases" && (whoBrews().MatchString(said) || dropsOne().MatchString(said) && a.has("beer_style", "brewery")) {
		return true
	}
	own := ownBeers().MatchString(said)
	clause := len(pieces(a.text)) == 1 && !ands().MatchString(a.text) // one, which asks for one thing
	other := func(x understand.Act) bool {
		return !misheard[x.Name] && !(x.Name == "ask_purchases" && clause || own && x.Name == "find_breweries" && a.countWord(brewhouseWords) == 1)
	}
	asks := slices.ContainsFunc(r.Acts, func(x understand.Act) bool { return x.Name != "tell" })
	if !asks || slices.ContainsFunc(r.Acts, other) || a.has("food", "money", "people", "place", "taste", "amenity") || a.says("card") {
		return false
	}
	switch {
	case own:
		return true
	case a.namesDish(a.text): // who names one speaks of it
		return false
	case a.has("measure") && (a.has("operator") || a.has("dimension")):
		return true
	case understand.Buyer(a.text) == understand.OwnPurchases:
		return a.has("measure") && asksFigure().MatchString(said)
	}
	return a.has("operator") && ofCustomers().MatchString(said) || (a.last == "purchases" || a.last == "chart") && a.has("dimension") && asksFigure().MatchString(said)
}

// misheard are the acts that a question about purchases is taken for.
var misheard = lang.Set("find_dishes show_card about_dish recall trip_total tell thanks greet smalltalk outside help")

var (
	ownBeers    = pattern.Of(`\b(?:minhas|meus|nossas|mis|nuestras|my|our) (?:\pL+ ){0,2}?(?:cervejas|cervezas|beers|cervejarias|cervecerias|breweries|estilos|styles|(?:ipa|lager|stout|porter|ale|sour|pilsner|pilsen|witbier|weiss|helles|dubbel)e?s)\b`)
	whoBrews    = pattern.Of(`\b(?:who|quem|quien) (?:brews|makes|produces|faz|fabrica|produz|hace|elabora|produce)\b|^ ?(?:(?:e|and|y) )?(?:(?:de|from|by|of) )?(?:qual|que|cual|which|what) (?:cervejaria|brewery|cerveceria|estilo|style)(?: (?:e|ela|is|it|es|from|that))* ?$`)
	dropsOne    = pattern.Of(`^ ?(?:(?:e|and|y|agora|now|ahora) )?(?:sem|without|sin|tir[ae]|quit[ae]|leave out|take out) (?:\pL+ ?){1,4}$`)
	ofCustomers = pattern.Of(`\b(?:(?:todos (?:os |los )?(?:seus |sus )?|outros |demais |otros |demas |all (?:your |the )?|other |your )(?:clientes|customers|clients)|(?:entre|among|amongst) (?:os |the |los |your |seus |sus )?(?:clientes|customers|clients))\b`)
)

// ofTable reports whether the last figures are of a table that the house added.
func (a asked) ofTable() bool {
	var last struct{ Table string }
	return json.Unmarshal(a.at.Notes["data"], &last) == nil && last.Table != ""
}

// asking is the part of a long message that asks for figures: what is told around it, up
// to a mark each, is left out.
func (a asked) asking() string {
	const long = 14
	figure := func(s understand.Span) bool {
		return slices.Contains([]string{"measure", "dimension", "operator"}, s.Kind)
	}
	cut := sentences(a.text)
	if len(strings.Fields(a.text)) >= long {
		cut = pieces(a.text)
	}
	var kept []string
	asks := false
	for _, piece := range cut {
		some := slices.ContainsFunc(a.spans, func(s understand.Span) bool {
			asks = asks || figure(s) && s.Kind != "operator" && strings.Contains(piece, s.Text)
			return strings.Contains(piece, s.Text) && (figure(s) || slices.Contains([]string{"date", "beer_style", "brewery", "place", "money", "drink"}, s.Kind))
		})
		if ofSelf().MatchString(words(piece)) && !slices.ContainsFunc(a.spans, func(s understand.Span) bool { return figure(s) && strings.Contains(piece, s.Text) }) {
			continue // "I manage a shop in Recife"
		}
		question := strings.HasSuffix(strings.TrimSpace(piece), "?") && asksFigure().MatchString(lang.Fold(piece)) // "what is the total?"
		if some || question || asks && strings.ContainsFunc(piece, unicode.IsDigit) {                              // "2 or less"
			kept = append(kept, strings.TrimSpace(piece))
		}
	}
	question := a.text
	if asks {
		question = strings.Join(kept, " ")
	}
	if a.act != "draw_chart" {
		return question
	}
	return strings.Join(slices.DeleteFunc(strings.Fields(question), func(w string) bool { return chartTypes[lang.Stem(lang.Fold(w))] != "" || chartWords[lang.Fold(w)] }), " ") // "a pie chart of my styles"
}

// chart is a picture: of the figures given last, or of a question, which is asked first.
// One that goes on from purchases ("agora por mês") changes what was asked.
func (a asked) chart() []llm.ToolCall {
	if a.last == "purchases" && a.countWord(chartWords)+a.countWord(drawWords) == 0 && a.chartType() == "" { // "and by style?" asks for figures
		return call("ask_purchases", args{"question": a.text})
	}
	in := args{}
	in.put("type", a.chartType())
	drawn := call("draw_chart", in)
	if !a.has("measure", "dimension", "operator", "date", "beer_style") {
		return drawn
	}
	_, ofTable := a.at.Notes["data"]
	if (a.last == "purchases" || a.last == "chart" && !ofTable) && !a.has("measure") && !a.hasWord(compareWords) {
		var news []string
		for _, s := range a.spans {
			if slices.Contains([]string{"dimension", "operator", "date", "beer_style"}, s.Kind) && !notBefore().MatchString(a.text[:s.From]) {
				news = append(news, s.Text)
			}
		}
		return append(call("ask_purchases", args{"question": "e " + strings.Join(news, " ")}), drawn...)
	}
	return append(a.figures(), drawn...)
}

// notBefore ends words before what is not wanted: "by channel, not by year".
var notBefore = pattern.Of(`(?i)(?:^|\s)(?:n[aã]o|no|not|em vez d[eo]|en vez de|instead of|rather than)\s*$`)

// tableSummary asks for what a table has.
var tableSummary = map[lang.Language]string{lang.Portuguese: "resumo", lang.English: "summary", lang.Spanish: "resumen"}

// linesWanted are the words that say in how many lines something is to be told, or nothing:
// " em 4 linhas".
func (a asked) linesWanted() string {
	return inLines().FindString(words(a.text))
}

var asksFigure = pattern.Of(`\b(?:quant[oa]s?|qual|quais|quando|how (?:much|many|often)|what|which|when|cuant[oa]s?|cual(?:es)?|cuando|total|media|average|promedio|mais (?:comprei|gastei|compro)|mas (?:compre|gaste|compro))\b`)

var ofSelf = pattern.Of(`^ ?(?:(?:oi|ola|hi|hello|hola|eu|yo|aqui) )?(?:sou|tenho|moro|trabalho|soy|tengo|vivo|trabajo|i m|i am|i own|i run|i have|i live|i manage|we run|we own|we have) `)

var inLines = pattern.Of(` (?:em|in|en) \S+ (?:linhas?|lines?|lineas?|frases?|sentences?|oracion(?:es)?|bullets?|topicos?)\b`)

// chartType is how a chart is to look.
func (a asked) chartType() string {
	for _, w := range strings.Fields(lang.Fold(a.text)) {
		if t := chartTypes[lang.Stem(w)]; t != "" {
			return t
		}
	}
	return ""
}

var (
	chartWords    = lang.Set("grafico graficos grafica chart charts graph graphs plot")
	strokeWords   = lang.Set("desenha desenhe desenhar desenhame draw pinta pinte pintar pintame dibuja dibuje dibujar dibujame plota plote plotar grafica graficar sketch")
	drawWords     = stemSet("desenha desenhe desenhar draw drawn pinta pintar pintame dibuja dibujar dibujame visualiza visual mostra mostre show muestra muestrame picture imagem imagen curva curve")
	boughtWords   = stemSet("comprei compramos bought purchased compre compramos comprado")
	customerWords = stemSet("cliente clientes customer customers client clients consumidores gente pessoal povo galera people folks everyone everybody")
	tableWords    = stemSet("tabela planilha table spreadsheet tabla planilla csv dataset histograma histogram distribuicao distribution distribucion")
	breweryWords  = lang.Set("brewing brewery breweries company cervejaria cervejarias cerveceria cervecerias beer works")
	brewWords     = stemSet("cerveja cervejas beer beers cerveza cervezas brew brews faz fazem produz produzem hace hacen make makes sobre about acerca conta fala tell cuentame hablame")
	onlyWords     = lang.Set("so apenas somente only just solo solamente")
	nowhere       = lang.Set("daqui dai dali aqui perto alrededor around close this that the area zona redondeza redondezas arredores da na de em do here nearby on the no en el in nova novas novo novos new nuevas nueva cerca la ai por aqui aca regiao near")
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
