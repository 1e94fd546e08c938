package analyst

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Currency is what amounts in the sample are in.
const Currency = "USD"

// maxLines of a list that are said; the rest is counted.
const maxLines = 10

// Shape says how a result is best drawn.
type Shape struct {
	Bar          bool // one bar for each row
	Label, Value int  // the columns of the bars
}

// maxBars are as many as fit a screen.
const maxBars = 40

// ShapeOf finds the shape of a result: bars where every row has one label and
// one number, and there are several.
func ShapeOf(columns []string, rows [][]any) Shape {
	if len(columns) != 2 || len(rows) < 2 || len(rows) > maxBars {
		return Shape{}
	}
	s := Shape{Bar: true, Value: 1}
	for _, row := range rows {
		if len(row) != 2 || !isLabel(columns[0], row[0]) {
			return Shape{}
		}
		if n, ok := float(row[1]); !ok || n < 0 {
			return Shape{}
		}
	}
	return s
}

func isLabel(column string, v any) bool {
	switch v.(type) {
	case string:
		return true
	case int64:
		return column == "year" || column == "joined_year"
	}
	return false
}

func float(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	}
	return 0, false
}

// Phrase says a result in words: a sentence for a figure or a row, a short list
// for several. If the language is not known it is the question's, or else
// Portuguese.
func Phrase(question string, columns []string, rows [][]any, language lang.Language) string {
	language, ok := lang.Parse(string(language))
	if !ok {
		language, ok = lang.Detect(question)
	}
	if !ok {
		language = lang.Portuguese
	}
	say := sayings[language]
	rows = known(rows)
	switch {
	case len(rows) == 0 || len(columns) == 0:
		return say.none(question)
	case len(rows) == 1 && len(columns) == 2 && columns[0] == "mine" && columns[1] == "everyone":
		return say.beside(question, rows[0], language)
	case len(rows) == 1:
		return say.row(columns, rows[0], language) + "."
	}
	var b strings.Builder
	fmt.Fprintf(&b, say.several, len(rows))
	for i, row := range rows {
		if i == maxLines {
			fmt.Fprintf(&b, "\n"+say.more, len(rows)-maxLines)
			break
		}
		b.WriteString("\n- " + say.row(columns, row, language))
	}
	return b.String()
}

// none says that there is nothing, and of what if a time was asked about.
func (s wording) none(question string) string {
	q := read(newVocabulary(), question, dayOf(""))
	switch {
	case len(q.when) > 0 && q.about == "purchases":
		return s.purchases
	case len(q.when) > 0 && q.about == "trips":
		return s.trips
	}
	return s.nothing
}

// Show writes a value as a table in a language has it.
func Show(column string, v any, language lang.Language) string {
	return sayings[language].cell(column, v, language)
}

// known drops the rows in which nothing is known: a sum of no purchases.
func known(rows [][]any) (out [][]any) {
	for _, row := range rows {
		for _, v := range row {
			if v != nil {
				out = append(out, row)
				break
			}
		}
	}
	return out
}

// wording is what is said in one language.
type wording struct {
	nothing, several, more string
	purchases, trips       string // nothing in the time that was asked about
	mine, everyone         string
	above, below, about    string
	names                  map[string]string // of columns, for one and for many; "%s" is the number
}

var money = lang.Set("amount total price unit_price per_night spent")

var sayings = map[lang.Language]wording{
	lang.Portuguese: {
		nothing: "Não encontrei nada com isso nos dados.", several: "Encontrei %d:", more: "… e mais %d.",
		purchases: "Não encontrei compras assim nesse período.", trips: "Não encontrei viagens assim nesse período.",
		mine: "Você: %s", everyone: "média dos clientes: %s", above: "%s acima da média", below: "%s abaixo da média", about: "praticamente na média",
		names: map[string]string{
			"quantity": "%s unidade|%s unidades", "purchases": "%s compra|%s compras", "clients": "%s cliente|%s clientes", "beers": "%s cerveja|%s cervejas", "breweries": "%s cervejaria|%s cervejarias",
			"styles": "%s estilo|%s estilos", "trips": "%s viagem|%s viagens", "nights": "%s noite|%s noites", "ratings": "%s avaliação|%s avaliações", "rating": "nota %s", "abv": "%s% de álcool",
			"ibu": "%s IBU", "per_night": "%s por noite", "unit_price": "%s a unidade", "price": "%s em média", "joined_year": "cliente desde %s",
		},
	},
	lang.English: {
		nothing: "I found nothing like that in the data.", several: "I found %d:", more: "… and %d more.",
		purchases: "I found no such purchases in that time.", trips: "I found no such trips in that time.",
		mine: "You: %s", everyone: "the average customer: %s", above: "%s above average", below: "%s below average", about: "about average",
		names: map[string]string{
			"quantity": "%s unit|%s units", "purchases": "%s purchase|%s purchases", "clients": "%s customer|%s customers", "beers": "%s beer|%s beers", "breweries": "%s brewery|%s breweries",
			"styles": "%s style|%s styles", "trips": "%s trip|%s trips", "nights": "%s night|%s nights", "ratings": "%s rating|%s ratings", "rating": "rated %s", "abv": "%s% alcohol",
			"ibu": "%s IBU", "per_night": "%s per night", "unit_price": "%s each", "price": "%s on average", "joined_year": "a customer since %s",
		},
	},
	lang.Spanish: {
		nothing: "No encontré nada así en los datos.", several: "Encontré %d:", more: "… y %d más.",
		purchases: "No encontré compras así en ese período.", trips: "No encontré viajes así en ese período.",
		mine: "Usted: %s", everyone: "promedio de los clientes: %s", above: "%s por encima del promedio", below: "%s por debajo del promedio", about: "casi en el promedio",
		names: map[string]string{
			"quantity": "%s unidade|%s unidades", "purchases": "%s compra|%s compras", "clients": "%s cliente|%s clientes", "beers": "%s cerveza|%s cervezas", "breweries": "%s cervecería|%s cervecerías",
			"styles": "%s estilo|%s estilos", "trips": "%s viaje|%s viajes", "nights": "%s noche|%s noches", "ratings": "%s valoración|%s valoraciones", "rating": "nota %s", "abv": "%s% de alcohol",
			"ibu": "%s IBU", "per_night": "%s por noche", "unit_price": "%s la unidad", "price": "%s en promedio", "joined_year": "cliente desde %s",
		},
	},
}

// row says a row: the first text, and then what else there is.
func (s wording) row(columns []string, row []any, language lang.Language) string {
	var parts []string
	for i, v := range row {
		if v == nil || i >= len(columns) {
			continue
		}
		column := columns[i]
		if i == 0 && len(row) > 1 && isLabel(column, v) {
			column = "year" // a label, whatever it is called
		}
		parts = append(parts, s.cell(column, v, language))
	}
	if len(parts) > 1 && isLabel(columns[0], row[0]) {
		return parts[0] + ": " + strings.Join(parts[1:], ", ")
	}
	return strings.Join(parts, ", ")
}

func (s wording) cell(column string, v any, language lang.Language) string {
	if text, ok := v.(string); ok {
		if t, err := time.Parse(time.DateTime, text); err == nil {
			text = t.Format(time.DateOnly)
		}
		return line(text)
	}
	n, ok := float(v)
	if !ok {
		return line(fmt.Sprint(v))
	}
	shown := figure(n, language)
	switch {
	case money[column]:
		shown = dollars(n, language)
	case column == "year" || column == "joined_year":
		shown = strconv.Itoa(int(n))
	case column == "percent":
		return figure(n, language) + "%"
	}
	if name := s.names[column]; name != "" {
		if one, many, ok := strings.Cut(name, "|"); ok && n == 1 {
			name = one
		} else if ok {
			name = many
		}
		return strings.Replace(name, "%s", shown, 1)
	}
	return shown
}

// line makes one line of a text from the data, which anybody may have typed.
func line(text string) string {
	return strings.Join(strings.Fields(ui.Clean(text)), " ")
}

func dollars(n float64, language lang.Language) string {
	return ui.Money{Amount: int64(math.Round(n * 100)), Currency: Currency}.Text(language)
}

// figure writes a number as the language does, with at most two decimals.
func figure(n float64, language lang.Language) string {
	text := strconv.FormatFloat(math.Round(n*100)/100, 'f', -1, 64)
	whole, part, _ := strings.Cut(text, ".")
	comma, point := ".", ","
	if language == lang.English {
		comma, point = ",", "."
	}
	sign := strings.HasPrefix(whole, "-")
	whole = strings.TrimPrefix(whole, "-")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + comma + whole[i:]
	}
	if part != "" {
		whole += point + part
	}
	if sign {
		return "-" + whole
	}
	return whole
}

// beside says the guest's figure and the mean client's.
func (s wording) beside(question string, row []any, language lang.Language) string {
	mine, okMine := float(row[0])
	all, okAll := float(row[1])
	if !okMine || !okAll {
		return s.nothing
	}
	show := func(n float64) string { return figure(n, language) }
	if q := read(newVocabulary(), question, dayOf("")); q.has("money", "moneyown", "ticket", "price", "howmuch") {
		show = func(n float64) string { return dollars(n, language) }
	}
	text := fmt.Sprintf(s.mine, show(mine)) + "; " + fmt.Sprintf(s.everyone, show(all))
	if all <= 0 {
		return text + "."
	}
	switch d := math.Round(100 * (mine - all) / all); {
	case d >= 1:
		return text + ": " + fmt.Sprintf(s.above, figure(d, language)+"%") + "."
	case d <= -1:
		return text + ": " + fmt.Sprintf(s.below, figure(-d, language)+"%") + "."
	}
	return text + ": " + s.about + "."
}
