package ui

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

// Besides returns the text of the components that a client without cards has to write
// below an answer, a paragraph each: the answer "Here is where to stay in Natal" needs
// the list of hotels below it.
//
// A list of which the answer names nothing is written whole, and an empty list never. Of
// a list of which the answer names an item ("I would take the Pousada do Sol"), and of
// other lists of the same subject, only the prices of named items are written that the
// answer leaves out. A list of samples is marked as such once: by the list itself where it
// is written, or else by a line of its own.
//
// whole means that the model knew that the guest reads nothing but its words. Then no
// missing price is added, and no summary of a trip.
func Besides(answer string, whole bool, shown []Component) []string {
	shown = lastOf(shown, answer)
	chosen := chosenSubjects(answer, shown)
	marked, mark := tellsSample(answer), ""
	var all, prices []string
	for i, c := range shown {
		l := listOf(c)
		switch {
		case c.Name == tripHead && (whole || !listFollows(shown[i+1:], answer, chosen)): // a head of nothing
		case toldOf(c, answer):
		case !slices.ContainsFunc(strings.Split(c.Text, "\n"), func(line string) bool { return !strings.Contains(words(answer), words(line)) }):
			marked = marked || l.sample()
		case l.empty || chosen[subjects[c.Name]] || l.toldIn(answer) && !announces(answer, c):
			for _, line := range l.untold(answer) {
				if !whole && !slices.Contains(prices, line) {
					prices = append(prices, line)
				}
			}
			if l.sample() {
				mark = sampleMark(c, l)
			}
		default:
			all, answer = append(all, c.Text), answer+"\n"+c.Text // so that it is written once
			marked = marked || l.sample()
		}
	}
	if len(prices) > 0 {
		all = append(all, strings.Join(prices, "\n"))
	}
	if mark != "" && !marked && !strings.Contains(words(answer), words(mark)) {
		all = append(all, mark)
	}
	return all
}

// toldOf reports whether an answer tells where the brewery is that a component is about, and
// that has no summary from the web besides.
func toldOf(c Component, answer string) bool {
	var p struct {
		Brewery struct {
			item
			City string
		}
		Sources []any
	}
	said := names(answer)
	return c.Name == "brewery-details" && json.Unmarshal(c.Props, &p) == nil && len(p.Sources) == 0 && p.Brewery.in(said) && p.Brewery.City != "" && strings.Contains(said, names(p.Brewery.City))
}

// subjects are what lists are about. A list of places to eat is of the subject of
// one of places to stay: an answer that names a hotel has seen both.
var subjects = map[string]string{
	dishes: "dishes", "accommodations-list": "trip", "restaurants-list": "trip", "breweries-list": "beer", figures: "beer",
}

// chosenSubjects returns the subjects of which an answer names something. A list
// whose text it holds chooses nothing of the others.
func chosenSubjects(answer string, shown []Component) map[string]bool {
	chosen := map[string]bool{}
	said := names(answer)
	for _, c := range shown {
		if subject := subjects[c.Name]; subject != "" && !strings.Contains(words(answer), words(c.Text)) && listOf(c).namedIn(said) {
			chosen[subject] = true
		}
	}
	for _, c := range shown {
		if announces(answer, c) {
			delete(chosen, subjects[c.Name])
		}
	}
	return chosen
}

// announces reports whether an answer has the house's own words before a list: "Veja
// onde ficar em".
func announces(answer string, c Component) bool {
	w := texts.In(listOf(c).Language)
	before, after := "", ""
	switch c.Name {
	case "accommodations-list":
		before, _, _ = strings.Cut(w.Trip.Here["lodging"], "%s")
	case "restaurants-list":
		before, _, _ = strings.Cut(w.Trip.Here["restaurant"], "%s")
	case "breweries-list":
		before, after, _ = strings.Cut(w.Beer.Many, "%d")
	}
	return before != "" && strings.Contains(answer, before) && strings.Contains(answer, after)
}

func sampleMark(c Component, l list) string {
	w := texts.In(l.Language)
	if c.Name == dishes {
		return w.Menu.Sample
	}
	return w.House.Samples
}

// tellsSample reports whether an answer says that something in it is a sample.
func tellsSample(answer string) bool {
	return slices.ContainsFunc(strings.Fields(names(answer)), func(w string) bool { return sampleWords[w] })
}

var sampleWords = lang.Set("sample amostro exemplo muestro ejemplo inventado")

// lastOf returns components without those that a later one of the same kind and
// place replaces: who looks for restaurants twice shows the second list. A list of which
// the answer names something stays.
func lastOf(shown []Component, answer string) []Component {
	said := names(answer)
	place := func(c Component) (p struct {
		Location    string
		TripDetails struct{ Location string }
	},
	) {
		_ = json.Unmarshal(c.Props, &p) // others are nowhere
		return p
	}
	var all []Component
	for i, c := range shown {
		at := place(c)
		again := slices.ContainsFunc(shown[i+1:], func(d Component) bool { return d.Name == c.Name && place(d) == at })
		if !again || at.Location+at.TripDetails.Location == "" || listOf(c).namedIn(said) {
			all = append(all, c)
		}
	}
	return all
}

// tripHead is the component that says which trip the lists after it are for.
const tripHead = "trip-summary"

// listFollows reports whether the next component is a list that is written as a whole or whose
// head the answer has: prices of what an answer names may be of several towns.
func listFollows(next []Component, answer string, chosen map[string]bool) bool {
	if len(next) == 0 || next[0].Name == tripHead {
		return false
	}
	l := listOf(next[0])
	return !l.empty && (announces(answer, next[0]) || !l.toldIn(answer) && !chosen[subjects[next[0].Name]])
}

// Components that are treated each in a way of its own: dishes are those that an
// answer names or a card's whole course, figures are rows of a question's answer.
const (
	dishes  = "dishes-list"
	figures = "query-result"
)

// list is what components that list things have in common.
type list struct {
	Language lang.Language
	Items    []item
	Rows     [][]struct{ Text string } // of figures

	empty bool // it lists, and has nothing
	many  bool // it is named by most of its items only
}

type item struct {
	Name, Kind                  string
	Source                      Source
	Rooms                       int // or beds of a hostel, of which Night is the price
	Price, Night, Total, Person *Money
}

// listOf reads the items of a component. Others have none.
func listOf(c Component) (l list) {
	if json.Unmarshal(c.Props, &l) != nil {
		return list{}
	}
	l.empty = subjects[c.Name] != "" && len(l.Items)+len(l.Rows) == 0
	l.many = c.Name == dishes
	return l
}

func (l list) sample() bool {
	return slices.ContainsFunc(l.Items, func(it item) bool { return it.Source == Sample })
}

// namedIn reports whether an answer chooses of a list: it names an item, or a value
// of a row. A card's course is chosen from when half of it is named.
func (l list) namedIn(said string) bool {
	n := 0
	for _, it := range l.Items {
		if it.in(said) {
			n++
		}
	}
	for _, row := range l.Rows {
		for _, cell := range row {
			if name := names(cell.Text); len(name) > len(" abc ") && strings.Contains(said, name) {
				return true
			}
		}
	}
	return n > 0 && (!l.many || 2*n >= len(l.Items))
}

// in reports whether an answer names an item, in the singular or the plural.
func (it item) in(said string) bool { return it.Name != "" && strings.Contains(said, names(it.Name)) }

// toldIn reports whether a text names each item, and a price of each that has
// one.
func (l list) toldIn(answer string) bool {
	said := names(answer)
	for _, it := range l.Items {
		if !it.in(said) || !it.priced(answer) {
			return false
		}
	}
	return len(l.Items) > 0
}

// untold returns a line for each item that an answer names without a price of it, or
// of several of it, in the order of the answer: "the second" is the second of both.
func (l list) untold(answer string) (lines []string) {
	w, said := texts.In(l.Language), names(answer)
	items := slices.SortedStableFunc(slices.Values(l.Items), func(a, b item) int {
		return strings.Index(said, names(a.Name)) - strings.Index(said, names(b.Name))
	})
	for _, it := range items {
		if it.in(said) && !it.priced(answer) && !it.billed(answer) {
			lines = append(lines, "- "+it.Name+": "+it.cost(w))
		}
	}
	return lines
}

func (it item) cost(w *texts.Words) string {
	switch {
	case it.Price != nil:
		return it.Price.Text(w.Language)
	case it.Night != nil && it.Total != nil:
		return it.night(w) + ", " + fmt.Sprintf(w.Trip.InAll, it.Total.Text(w.Language))
	case it.Night != nil:
		return it.night(w)
	case it.Person != nil:
		return fmt.Sprintf(w.Trip.PerPerson, it.Person.Text(w.Language))
	}
	return it.Total.Text(w.Language)
}

// night says what a night costs, of each room or bed if there are several.
func (it item) night(w *texts.Words) string {
	text := fmt.Sprintf(w.House.PerNight, it.Night.Text(w.Language))
	switch {
	case it.Rooms > 1 && it.Kind == "hostel":
		return fmt.Sprintf(w.Trip.Beds, it.Rooms, text)
	case it.Rooms > 1:
		return fmt.Sprintf(w.Trip.Rooms, it.Rooms, text)
	}
	return text
}

// billed reports whether a text has an item as a line of a bill: "2 × Vinho branco: R$
// 72,00".
func (it item) billed(answer string) bool {
	_, after, _ := strings.Cut(strings.ToLower(answer), strings.ToLower(it.Name)+": ")
	sign := strings.IndexByte(after, '$')
	return sign >= 0 && sign < len("US$")
}

// priced reports whether a sentence that names an item has a price of it, or the item has
// none: the same amount may be a sum of something else.
func (it item) priced(answer string) bool {
	prices := slices.DeleteFunc([]*Money{it.Price, it.Night, it.Total, it.Person}, func(m *Money) bool { return m == nil })
	return len(prices) == 0 || slices.ContainsFunc(sentenceEnd.Split(answer, -1), func(sentence string) bool {
		return it.in(names(sentence)) && slices.ContainsFunc(prices, func(m *Money) bool { return m.in(sentence) })
	})
}

var sentenceEnd = regexp.MustCompile(`[.!?]\s+|\n`)

// in reports whether a text has the amount, as any language writes it, with or
// without its cents if there are none.
func (m *Money) in(text string) bool {
	text = squeeze(text)
	for _, w := range texts.All() {
		said := squeeze(m.Text(w.Language))
		whole := strings.TrimSuffix(strings.TrimSuffix(said, ",00"), ".00")
		for _, rest := range strings.Split(text, whole)[1:] {
			rest = strings.TrimPrefix(rest, said[len(whole):])
			digit := strings.TrimLeft(rest, ",.")
			if digit == "" || digit[0] < '0' || digit[0] > '9' {
				return true
			}
		}
	}
	return false
}

// words folds a text, with a space before the first word and after the last.
func words(text string) string { return " " + strings.TrimSpace(lang.Fold(text)) + " " }

// names folds a text to words without plurals, with spaces around each: "Queijos
// coalho" names "Queijo coalho".
func names(text string) string {
	all := strings.FieldsFunc(lang.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range all {
		all[i] = lang.Same(w)
	}
	return " " + strings.Join(all, " ") + " "
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
