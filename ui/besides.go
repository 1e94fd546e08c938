package ui

import (
	"encoding/json"
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
// other lists of the same subject, only the lines of named items are written whose
// price the answer leaves out. A list of samples is marked as such once: by the list itself
// where it is written, or else by a line of its own.
//
// whole means that the model knew that the guest reads nothing but its words. Then no
// missing price is added, and no summary of a trip.
func Besides(answer string, whole bool, shown []Component) []string {
	said, chosen := names(answer), map[string]bool{}
	shown = lastOf(shown, said)
	for _, c := range shown {
		chosen[subjects[c.Name]] = chosen[subjects[c.Name]] || listOf(c).namedIn(said) && !holds(answer, c.Text)
	}
	for _, c := range shown {
		if announces(answer, c) {
			delete(chosen, subjects[c.Name])
		}
	}
	var all, prices []string
	head, mark, marked := "", "", tellsSample(said)
	for _, c := range shown {
		l := listOf(c)
		switch {
		case c.Name == tripHead: // written with the list that follows, if one is
			head = c.Text
			continue
		case holds(answer, c.Text) || l.Brewery.told(said):
			marked = marked || l.sample()
		case l.empty || chosen[subjects[c.Name]] && subjects[c.Name] != "":
			if !whole {
				prices = append(prices, l.untold(answer, c.Text)...)
			}
			if l.sample() {
				mark = sampleMark(c, l)
			}
		default:
			if head != "" && !whole && !holds(answer, head) {
				all = append(all, head)
			}
			all, answer = append(all, c.Text), answer+"\n"+c.Text // so that it is written once
			marked = marked || l.sample()
		}
		head = ""
	}
	if len(prices) > 0 {
		all = append(all, strings.Join(slices.Compact(prices), "\n"))
	}
	if mark != "" && !marked && !holds(answer, mark) {
		all = append(all, mark)
	}
	return all
}

// tripHead is the component that says which trip the lists after it are for, dishes the one
// whose items are a card's whole course, or those that an answer names.
const (
	tripHead = "trip-summary"
	dishes   = "dishes-list"
)

// announces reports whether an answer has the house's own words before a list: "Veja
// onde ficar em". Whatever it names then, the list follows.
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

// subjects are what lists are about. A list of places to eat is of the subject of
// one of places to stay: an answer that names a hotel has seen both.
var subjects = map[string]string{
	dishes: "dishes", "accommodations-list": "trip", "restaurants-list": "trip", "breweries-list": "beer", "query-result": "beer",
}

// holds reports whether an answer has every line of a text.
func holds(answer, text string) bool {
	answer = words(answer)
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.Contains(answer, words(line)) {
			return false
		}
	}
	return true
}

func sampleMark(c Component, l list) string {
	w := texts.In(l.Language)
	if c.Name == dishes {
		return w.Menu.Sample
	}
	return w.House.Samples
}

// tellsSample reports whether an answer says that something in it is a sample.
func tellsSample(said string) bool {
	return slices.ContainsFunc(strings.Fields(said), func(w string) bool { return sampleWords[w] })
}

var sampleWords = lang.Set("sample amostro exemplo muestro ejemplo inventado")

// lastOf returns components without those that a later one of the same kind and
// place replaces: who looks for restaurants twice shows the second list. A list of which
// the answer names something stays.
func lastOf(shown []Component, said string) (all []Component) {
	for i, c := range shown {
		l := listOf(c)
		again := slices.ContainsFunc(shown[i+1:], func(d Component) bool { return d.Name == c.Name && listOf(d).place() == l.place() })
		if !again || l.place() == "" || l.namedIn(said) {
			all = append(all, c)
		}
	}
	return all
}

// list is what components that list things have in common.
type list struct {
	Language    lang.Language
	Location    string
	TripDetails struct{ Location string }
	Items       []item
	Rows        [][]struct{ Text string } // of figures
	Brewery     brewery                   // of its details
	Sources     []any

	empty bool // it lists, and has nothing
	many  bool // it is named by most of its items only
}

type item struct {
	Name                        string
	Source                      Source
	Price, Night, Total, Person *Money
}

// listOf reads the items of a component. Others have none.
func listOf(c Component) (l list) {
	if json.Unmarshal(c.Props, &l) != nil {
		return list{}
	}
	l.empty = subjects[c.Name] != "" && len(l.Items)+len(l.Rows) == 0
	l.many = c.Name == dishes
	if len(l.Sources) > 0 {
		l.Brewery = brewery{}
	}
	return l
}

// A brewery whose details have no summary from the web is told of where its town is.
type brewery struct{ Name, City string }

func (b brewery) told(said string) bool {
	return b.Name != "" && b.City != "" && strings.Contains(said, names(b.Name)) && strings.Contains(said, names(b.City))
}

func (l list) place() string { return l.Location + l.TripDetails.Location }

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

// in reports whether a text names an item, in the singular or the plural.
func (it item) in(said string) bool { return it.Name != "" && strings.Contains(said, names(it.Name)) }

// untold returns the line of a list's text for each item that an answer names without a price
// of it, in the order of the answer: "the second" is the second of both.
func (l list) untold(answer, text string) (lines []string) {
	said := names(answer)
	items := slices.SortedStableFunc(slices.Values(l.Items), func(a, b item) int {
		return strings.Index(said, names(a.Name)) - strings.Index(said, names(b.Name))
	})
	for _, it := range items {
		if !it.in(said) || it.priced(answer) {
			continue
		}
		for line := range strings.SplitSeq(text, "\n") {
			if it.in(names(line)) {
				lines = append(lines, "- "+strings.TrimLeft(line, "0123456789.- "))
			}
		}
	}
	return lines
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
