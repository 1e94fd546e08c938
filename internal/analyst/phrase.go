package analyst

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/voice"
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
// Portuguese. Amounts are in a currency, such as "BRL"; empty is Currency.
func Phrase(question string, columns []string, rows [][]any, language lang.Language, currency string) string {
	language, ok := lang.Parse(string(language))
	if !ok {
		language, ok = lang.Detect(question)
	}
	if !ok {
		language = lang.Portuguese
	}
	say := wording{voice.In(language), currency}
	rows = known(rows)
	switch {
	case len(rows) == 0 || len(columns) == 0:
		return say.none(question)
	case len(rows) == 1 && len(columns) == 2 && columns[0] == "mine" && columns[1] == "everyone":
		return say.beside(question, rows[0])
	case len(rows) == 1:
		return say.row(columns, rows[0]) + "."
	}
	var b strings.Builder
	fmt.Fprintf(&b, say.Purchases.Several, len(rows))
	for i, row := range rows {
		if i == maxLines {
			fmt.Fprintf(&b, "\n"+say.Purchases.More, len(rows)-maxLines)
			break
		}
		b.WriteString("\n- " + say.row(columns, row))
	}
	return b.String()
}

// none says that there is nothing, and of what if a time was asked about.
func (s wording) none(question string) string {
	q := read(newVocabulary(), question, dayOf(""))
	switch {
	case len(q.when) > 0 && q.about == "purchases":
		return s.Purchases.Purchases
	case len(q.when) > 0 && q.about == "trips":
		return s.Purchases.Trips
	}
	return s.Purchases.Nothing
}

// Show writes a value as a table in a language has it.
func Show(column string, v any, language lang.Language, currency string) string {
	return wording{voice.In(language), currency}.cell(column, v)
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

// wording is what is said in one language, of amounts in one currency.
type wording struct {
	*voice.Words
	currency string
}

var money = lang.Set("amount total price unit_price spent")

// row says a row: the first text, and then what else there is.
func (s wording) row(columns []string, row []any) string {
	var parts []string
	for i, v := range row {
		if v == nil || i >= len(columns) {
			continue
		}
		column := columns[i]
		if i == 0 && len(row) > 1 && isLabel(column, v) {
			column = "year" // a label, whatever it is called
		}
		parts = append(parts, s.cell(column, v))
	}
	if len(parts) > 1 && isLabel(columns[0], row[0]) {
		return parts[0] + ": " + strings.Join(parts[1:], ", ")
	}
	return strings.Join(parts, ", ")
}

func (s wording) cell(column string, v any) string {
	if text, ok := v.(string); ok {
		if t, err := time.Parse(time.DateTime, text); err == nil {
			text = s.Day(t)
		}
		return line(text)
	}
	n, ok := float(v)
	if !ok {
		return line(fmt.Sprint(v))
	}
	shown := s.Number(n)
	switch {
	case money[column]:
		shown = s.money(n)
	case column == "year" || column == "joined_year":
		shown = strconv.Itoa(int(n))
	case column == "nights":
		return s.House.Nights.Of(n, shown)
	case column == "per_night":
		return fmt.Sprintf(s.House.PerNight, s.money(n))
	case column == "percent":
		return s.Number(n) + "%"
	}
	if forms, ok := s.Purchases.Counts[column]; ok {
		return forms.Of(n, shown)
	}
	if as := s.Purchases.Values[column]; as != "" {
		return fmt.Sprintf(as, shown)
	}
	return shown
}

// line makes one line of a text from the data, which anybody may have typed.
func line(text string) string {
	return strings.Join(strings.Fields(ui.Clean(text)), " ")
}

func (s wording) money(n float64) string {
	return s.Money(int64(math.Round(n*100)), cmp.Or(s.currency, Currency))
}

// beside says the guest's figure and the mean client's.
func (s wording) beside(question string, row []any) string {
	mine, okMine := float(row[0])
	all, okAll := float(row[1])
	if !okMine || !okAll {
		return s.Purchases.Nothing
	}
	show := func(n float64) string { return s.Number(n) }
	if q := read(newVocabulary(), question, dayOf("")); q.has("money", "moneyown", "ticket", "price", "howmuch") {
		show = func(n float64) string { return s.money(n) }
	}
	text := fmt.Sprintf(s.Purchases.Mine, show(mine)) + "; " + fmt.Sprintf(s.Purchases.Everyone, show(all))
	if all <= 0 {
		return text + "."
	}
	switch d := math.Round(100 * (mine - all) / all); {
	case d >= 1:
		return text + ": " + fmt.Sprintf(s.Purchases.Above, s.Number(d)+"%") + "."
	case d <= -1:
		return text + ": " + fmt.Sprintf(s.Purchases.Below, s.Number(-d)+"%") + "."
	}
	return text + ": " + s.Purchases.About + "."
}
