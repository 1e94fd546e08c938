package menu

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/hours"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// A view is a card as it is told at one table: the people it is for, their language, and the time at which they eat.
type view struct {
	w             *Waiter
	card          *Card
	s             *scene.Scene
	l             lang.Language
	course        string        // the course that every item has, which then goes unsaid
	meant, others []seat        // the needs of the people it is for, and of the others at the table
	asked         []hook.Person // the people it is for
	at            time.Time     // time of the meal
	sure          bool          // that time is known
}

func (w *Waiter) viewOf(card *Card, s *scene.Scene, who []string) view {
	v := view{w: w, card: card, s: s, l: s.Language}
	v.meant, v.others = card.seats(s, who)
	if v.asked, _ = s.Meant(who); slices.Equal(who, []string{"me"}) { // a companion's dislikes are not the guest's
		v.asked = slices.DeleteFunc(v.asked, func(p hook.Person) bool { return p.Is(hook.Companion) })
	}
	v.at, v.sure = w.timeOf(s)
	return v
}

// dry reports whether nobody at the table may have alcohol, as at a table of children.
func dry(s *scene.Scene) bool {
	all := s.People()
	return len(all) > 0 && s.Party <= len(all) && !slices.ContainsFunc(all, func(p hook.Person) bool { return !slices.ContainsFunc(p.Diets, aDrink) })
}

// brief is what every answer says of an item: its price, its hours, who must not have it and what the kitchen is to be asked.
func (v view) brief(it Item, notFor []bar) dishFacts {
	d := dishFacts{ID: it.ID, Name: it.called(v.l), Price: priceIn(it, v.l), NotFor: notFor, Check: v.card.checks(it, v.meant, v.l)}
	d.Served, d.Closed = v.served(it)
	return d
}

// warned returns the bars of an item that an answer says. That a child or a driver has no wine is not worth saying, unless
// nobody at the table may drink.
func (v view) warned(it Item, seats []seat) []bar {
	all := v.card.bars(it, seats, v.l)
	if !it.drinkable() || dry(v.s) {
		return all
	}
	return slices.DeleteFunc(all, func(b bar) bool { return b.Who != guestName && b.Why != unknownContents && aDrink(b.Why) })
}

// served returns when an item is to be had and, if that is not when the guest is there, the hour of that, or the day of it
// where there is none of the item: "We".
func (v view) served(it Item) (when, closed string) {
	if it.isSoldOut(v.at) {
		return soldOut, v.at.Format("15:04")
	}
	if v.sure && !it.Available(v.at) {
		if closed = v.at.Format("15:04"); hoursOf(it.Hours) == nil || len(hoursOf(it.Hours).On(v.at, false)) == 0 {
			closed = hours.Weekdays[v.at.Weekday()]
		}
	}
	return it.Hours, closed
}

// hoursOf reads the hours of an item; nil if they cannot be read.
var hoursOf = recent.Texts(256, func(text string) *hours.Hours {
	h, _ := hours.Parse(text)
	return h
})

// soldOut stands for the hours of an item that is.
const soldOut = "sold out today"

// short tells an item by name and price, its course where it differs, and what to ask of it.
func (v view) short(it Item) string {
	text := strings.TrimSpace(it.called(v.l) + " " + priceIn(it, v.l))
	if v.course == "" || it.Course != v.course {
		text += " (" + it.Course + ")"
	}
	if checks := v.card.checks(it, v.meant, v.l); len(checks) > 0 {
		text += " (check " + strings.Join(barsIn(checks), ", ") + ")"
	}
	return text
}

// line tells of an item in a line: "Name · price · course · ingredients · contains … · tags · hours · for whom it is
// not". about is how much of its description there is.
func (v view) line(it Item, about int) string {
	parts := []string{it.called(v.l), cmp.Or(priceIn(it, v.l), "no price")}
	add := func(label string, all ...string) {
		if text := strings.Join(all, ", "); text != "" {
			parts = append(parts, label+text)
		}
	}
	strength := abvOf(it, v.l)
	if add("", strength); v.course == "" || it.Course != v.course {
		add("", it.Course)
	}
	if about > 0 {
		add("", shorten(it.about(v.l), about))
	}
	if add("", it.Ingredients...); it.Unknown {
		add("", "contents unknown")
	}
	if add("contains ", allergensIn(it.Allergens, v.l)...); it.None && len(it.Allergens) == 0 {
		add("", "declares no allergens")
	}
	add("nuts: ", it.Nuts...)
	add("likely ", allergensIn(it.Inferred, v.l)...)
	add("may contain traces of ", allergensIn(it.May, v.l)...)
	add("", slices.DeleteFunc(slices.Clone(it.Tags), func(t string) bool { return strength != "" && strings.HasSuffix(t, "%") })...)
	switch hours, closed := v.served(it); {
	case hours == soldOut:
		add("", soldOut)
	case closed != "":
		add("served ", hours+", not at "+closed)
	default:
		add("served ", hours)
	}
	bars := v.card.everyBar(it, v.others, v.l)
	add("not for ", barsIn(bars)...)
	add("disliked by ", barsIn(v.card.dislikedBy(it, v.asked))...)
	add("check ", barsIn(v.card.checks(it, v.meant, v.l))...)
	return strings.Join(parts, " · ")
}

// barsIn writes bars as a model reads them: "Ana (leite)".
func barsIn(bars []bar) (all []string) {
	for _, b := range bars {
		all = append(all, b.Who+" ("+b.Why+")")
	}
	return all
}

// few joins the first names, and adds the number of the others: "pudim; quindim and 3 more".
func few(names []string, most int) string {
	text := strings.Join(names[:min(len(names), most)], "; ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// shorten cuts a text that is longer at the end of a part of a sentence, or of a word.
func shorten(text string, most int) string {
	text = strings.TrimSpace(text)
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	cut := string(runes[:most])
	if i := strings.LastIndexAny(cut, ".,;:"); i > most/3 {
		return cut[:i]
	}
	words := strings.Split(cut, " ")
	words = words[:max(1, len(words)-1)]
	for len(words) > 1 && is(lang.Fold(words[len(words)-1]), "in_name") { // it ends on no "e" or "de"
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ") + "…"
}

// A caution is what a card cannot promise to the people at a table, and whether the kitchen is to confirm the dishes.
type caution struct {
	CannotJudge []bar  `json:"cannot_judge,omitempty"` // needs that no card can be judged by
	Cautioned   bool   `json:"told_before,omitempty"`  // of these needs: it is not said again
	Kitchen     string `json:"kitchen,omitempty"`      // whether it is to confirm
}

const (
	kitchenConfirms = "confirm" // whenever somebody must not have something

	cautionNote, kitchenNote = "menu.cautioned", "menu.confirmed"
)

// cautionOf makes the caution for some people. That the kitchen confirms is left out where the house said it of the same
// people in its last answer, unless always is set.
func cautionOf(s *scene.Scene, seats []seat, kitchen, always bool) (c caution) {
	for _, p := range seats {
		if len(p.cannot) > 0 {
			c.CannotJudge = append(c.CannotJudge, bar{p.who, strings.Join(p.cannot, ", ")})
		}
	}
	c.Cautioned = len(c.CannotJudge) > 0 && cautioned(s, fmt.Sprint(c.CannotJudge))
	var before string
	s.Load(kitchenNote, &before)
	people := fmt.Sprint(s.People())
	if !always && before == people && strings.Contains(s.Last, texts.In(s.Language).Menu.Kitchen) {
		return c
	}
	if kitchen || len(c.CannotJudge) > 0 {
		c.Kitchen = kitchenConfirms
		_ = s.Save(kitchenNote, people) // plain words
	}
	return c
}

// cautioned reports whether an earlier answer told the guest that a card cannot be judged by some needs, and keeps that this
// turn tells it. Two calls of one turn both count as the first, since a model has not answered yet.
func cautioned(s *scene.Scene, needs string) bool {
	told := map[string]int{} // in which turn
	s.Load(cautionNote, &told)
	turn, had := told[needs]
	if !had {
		told[needs] = len(s.Said)
		_ = s.Save(cautionNote, told) // plain words
	}
	return had && (!s.Later || turn < len(s.Said))
}
