package menu

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/hours"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

// phrases are what the waiter says in one language.
type phrases struct{ *texts.Words }

func wordsIn(l lang.Language) phrases { return phrases{texts.In(l)} }

// joined puts sentences together.
func joined(sentences ...string) string {
	return strings.Join(strings.Fields(strings.Join(sentences, " ")), " ")
}

// who is a person at the table as the house calls them.
func (t phrases) who(name string) string {
	switch name {
	case guestName:
		return t.Menu.You
	case hook.Companion:
		return t.Menu.Companion
	}
	return t.Yours(name)
}

// notFor says who must not have a dish, as far as it is known what is in it.
func (t phrases) notFor(name string, bars []bar) string {
	var who []string
	for _, b := range bars {
		if b.Why != unknownContents {
			who = append(who, t.who(b.Who)+" ("+b.Why+")")
		}
	}
	if len(who) == 0 {
		return ""
	}
	return fmt.Sprintf(t.Menu.NotFor, name, t.List(who))
}

// leaveAll adds a dish to what is left out for each of those who must not have it.
func leaveAll(all []leftOut, bars []bar, name string, most int) []leftOut {
	for _, b := range bars {
		if b.Why != unknownContents {
			all = leave(all, b, name, most)
		}
	}
	return all
}

// leftOut says which dishes are not for whom, by reason.
func (t phrases) leftOut(all []leftOut) (lines []string) {
	for _, left := range all {
		if names := left.Dishes; len(names) == 1 && left.More == 0 {
			lines = append(lines, t.notFor(names[0], []bar{left.bar}))
		} else if left.All != "" {
			lines = append(lines, fmt.Sprintf(t.Menu.NoneOf, t.Menu.Courses[left.All], t.who(left.Who), left.Why))
		} else {
			lines = append(lines, fmt.Sprintf(t.Menu.Avoid, t.who(left.Who), left.Why, t.List(names)))
		}
	}
	return lines
}

// noteOf says who must not have something.
func noteOf(bars []bar) string {
	var who []string
	for _, b := range bars {
		who = append(who, b.Who)
	}
	if len(who) == 0 {
		return ""
	}
	return "not for " + strings.Join(who, ", ")
}

// caution says what cannot be judged, if it was not said before, and that the kitchen is to be asked.
func (t phrases) caution(c caution) []string {
	switch {
	case len(c.CannotJudge) > 0 && !c.Cautioned:
		return []string{t.health(c)}
	case c.Kitchen != "":
		return []string{t.Menu.Kitchen}
	}
	return nil
}

// health says which needs no card can be judged by.
func (t phrases) health(c caution) string {
	var needs []string
	for _, b := range c.CannotJudge {
		needs = add(needs, b.Why)
	}
	return fmt.Sprintf(t.Menu.Health, t.List(needs))
}

// disliked says what somebody does not like in a dish.
func (t phrases) disliked(name string, bars []bar) string {
	var all []string
	for _, b := range bars {
		all = append(all, fmt.Sprintf(t.Menu.Disliked, name, b.Why, t.who(b.Who)))
	}
	return strings.Join(all, " ")
}

// checks says what is to be asked of the kitchen.
func (t phrases) checks(all []bar) string {
	var said []string
	for _, b := range all {
		said = add(said, b.Why)
	}
	if len(said) == 0 {
		return ""
	}
	return upperFirst(strings.Join(said, "; ")) + "."
}

func (t phrases) soldOut(names []string) (lines []string) {
	for _, name := range names {
		lines = append(lines, fmt.Sprintf(t.Menu.SoldOut, name))
	}
	return lines
}

// missing is what was asked for and is not on the card.
type missing struct {
	Asked   string   `json:"asked"`
	Nearest []string `json:"nearest,omitempty"`
	SoldOut bool     `json:"sold_out_today,omitempty"` // it is on the card
}

// missing says what is not on the card, and what comes nearest.
func (t phrases) missing(all []missing) (lines []string) {
	for _, m := range all {
		line := fmt.Sprintf(t.Menu.NotOnCard, m.Asked)
		if m.SoldOut {
			line = fmt.Sprintf(t.Menu.SoldOut, m.Asked)
		}
		lines = append(lines, line+" "+cmp.Or(t.instead(m.Nearest), t.Menu.Feel))
	}
	return lines
}

// instead offers what comes near to something that is not to be had.
func (t phrases) instead(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(t.Menu.Instead, t.Either(names))
}

// hours says when something is to be had, and behind each time the days, where it is not every day.
func (t phrases) hours(name, text string) string {
	h := hoursOf(text)
	switch {
	case text == soldOut:
		return fmt.Sprintf(t.Menu.SoldOut, name)
	case h == nil:
		return ""
	}
	days := map[string][]string{}
	var all []string
	for i := range 7 { // from Monday, the first of the year 1
		said := t.Spans(h.On(time.Time{}.AddDate(0, 0, i), false))
		if all = add(all, said); said != t.House.Closed {
			days[said] = append(days[said], t.House.Weekdays[(i+1)%7])
		}
	}
	if days[t.House.AllDay] != nil && len(days) == 1 {
		return fmt.Sprintf(t.Menu.ServedOn, name, t.List(days[t.House.AllDay]))
	}
	all = slices.DeleteFunc(all, func(said string) bool { return days[said] == nil })
	for i, said := range all {
		if len(days[said]) < 7 {
			all[i] += " (" + t.List(days[said]) + ")"
		}
	}
	return fmt.Sprintf(t.Menu.Served, name, t.List(all))
}

// notAt says that something is not served at an hour, or on a day.
func (t phrases) notAt(closed string) string {
	if i := slices.Index(hours.Weekdays, closed); i >= 0 {
		return fmt.Sprintf(t.Menu.NotOn, t.House.Weekdays[i])
	}
	return fmt.Sprintf(t.Menu.NotAt, closed)
}

// tells is a description within a sentence: one that the card has in another language alone is quoted.
func (t phrases) tells(about string) string {
	if own, ok := lang.Detect(about); ok && own != t.Language {
		return "“" + about + "”"
	}
	return lowerFirst(about)
}

func upperFirst(s string) string {
	r := []rune(s)
	return strings.ToUpper(string(r[:1])) + string(r[1:])
}

func lowerFirst(s string) string {
	r := []rune(s)
	if len(r) > 1 && strings.ToUpper(string(r[1])) == string(r[1]) && strings.ToLower(string(r[1])) != string(r[1]) {
		return s // an abbreviation
	}
	return strings.ToLower(string(r[:1])) + string(r[1:])
}
