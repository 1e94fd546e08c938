package ui

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
)

// Besides returns what a client that draws no components has to write below an
// answer, a paragraph each: the texts of the components, but for those whose
// text the answer holds and those whose items it names, each with a price of
// its. What is made up is marked once: by the lists that are written, or else by
// a line of its own.
func Besides(answer string, shown []Component) []string {
	marked, mark := false, ""
	var all []string
	for i, c := range lastOf(shown) {
		l := listOf(c)
		switch {
		case c.Name == tripHead && !listFollows(lastOf(shown)[i+1:], answer): // a head of nothing
		case strings.Contains(words(answer), words(c.Text)):
			marked = marked || l.sample()
		case !l.toldIn(answer):
			all, answer = append(all, c.Text), answer+"\n"+c.Text // so that it is written once
			marked = marked || l.sample()
		case l.sample():
			w := voice.In(l.Language)
			if mark = w.House.Samples; c.Name == dishes {
				mark = w.Menu.Sample
			}
		}
	}
	if mark != "" && !marked && !strings.Contains(words(answer), words(mark)) {
		all = append(all, mark)
	}
	return all
}

// lastOf returns components without those that a later one of the same kind and
// place replaces: who looks for restaurants twice shows the second list.
func lastOf(shown []Component) []Component {
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
		if !again || at.Location+at.TripDetails.Location == "" {
			all = append(all, c)
		}
	}
	return all
}

// tripHead is the component that says which trip the lists after it are for.
const tripHead = "trip-summary"

// listFollows reports whether the next component is a list that an answer does not
// tell.
func listFollows(next []Component, answer string) bool {
	return len(next) > 0 && next[0].Name != tripHead && !listOf(next[0]).toldIn(answer)
}

// dishes is the component whose items a card made up, not a list of places.
const dishes = "dishes-list"

// list is what components that list things have in common.
type list struct {
	Language lang.Language
	Items    []struct {
		Name                        string
		Source                      Source
		Price, Night, Total, Person *Money
	}
}

// listOf reads the items of a component. Others have none.
func listOf(c Component) (l list) {
	if json.Unmarshal(c.Props, &l) != nil {
		return list{}
	}
	return l
}

func (l list) sample() bool {
	for _, it := range l.Items {
		if it.Source == Sample {
			return true
		}
	}
	return false
}

// toldIn reports whether a text names each item, and a price of each that has
// one.
func (l list) toldIn(answer string) bool {
	said := words(answer)
	for _, it := range l.Items {
		if it.Name == "" || !strings.Contains(said, words(it.Name)) {
			return false
		}
		prices := slices.DeleteFunc([]*Money{it.Price, it.Night, it.Total, it.Person}, func(m *Money) bool { return m == nil })
		if len(prices) > 0 && !slices.ContainsFunc(prices, func(m *Money) bool { return m.in(answer) }) {
			return false
		}
	}
	return len(l.Items) > 0
}

// in reports whether a text has the amount, as any language writes it, with or
// without its cents if there are none.
func (m *Money) in(text string) bool {
	text = squeeze(text)
	for _, w := range voice.All() {
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

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
