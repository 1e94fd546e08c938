package menu

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/scene"
)

// fitsWhom says who of a table may have a dish that some must not have: "all", or their
// names. At a table where nobody must not have anything it says nothing.
func fitsWhom(s *scene.Scene, bars []bar) string {
	people := s.People()
	if !slices.ContainsFunc(people, hook.Person.Safety) {
		return ""
	}
	var may []string
	for _, p := range people {
		if who := or(p.Name, guestName); !slices.ContainsFunc(bars, func(b bar) bool { return b.Who == who }) {
			may = append(may, who)
		}
	}
	switch len(may) {
	case len(people):
		return "all"
	case 0:
		return "nobody"
	}
	return strings.Join(may, ", ")
}

// served returns when an item is to be had and, if that is not when the guest is there,
// the hour of that, or the day of it where there is none of the item: "We".
func (w *Waiter) served(it Item, at time.Time, sure bool) (hours, closed string) {
	if it.isSoldOut(at) {
		return soldOut, at.Format("15:04")
	}
	if sure && it.Hours != "" && !it.Available(at) {
		if closed = at.Format("15:04"); !it.servedOn(at.Weekday()) {
			closed = dayNames[at.Weekday()]
		}
	}
	return it.Hours, closed
}

// soldOut stands for the hours of an item that is.
const soldOut = "sold out today"

// disliked returns which of some dislikes an item has, in whatever language they are told:
// "cilantro" is coentro.
func (card *Card) disliked(it Item, dislikes []string) (has []string) {
	for _, x := range dislikes {
		t, told := tasteOf(x)
		told = told && len(it.Ingredients) > 0 // mustard is hot, and no pepper
		made := card.read[it.ID]().made
		if told && t.shows(it) || !told && (card.has(it, x) == "yes" || ontology.Default().Breaks(&made, excluded("sem "+x))) {
			has = append(has, x)
		}
	}
	return has
}

// dislikedBy returns who of some people does not like what is in an item.
func (card *Card) dislikedBy(it Item, people []hook.Person) (all []bar) {
	for _, p := range people {
		if has := card.disliked(it, p.Dislikes); len(has) > 0 {
			all = append(all, bar{or(p.Name, guestName), strings.Join(has, ", ")})
		}
	}
	return all
}

// disliked says what somebody does not like in a dish.
func (t phrases) disliked(name string, bars []bar) string {
	var all []string
	for _, b := range bars {
		all = append(all, fmt.Sprintf(t.Menu.Disliked, name, b.Why, t.who(b.Who)))
	}
	return strings.Join(all, " ")
}
