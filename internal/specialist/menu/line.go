package menu

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/scene"
)

// A view is what is told of items at a table.
type view struct {
	w             *Waiter
	card          *Card
	s             *scene.Scene
	l             lang.Language
	course        string // that every item has
	whole         bool   // who may have it is told too
	meant, others []seat // whom it is for, and who else must not have something
	asked         []hook.Person
	at            time.Time // when they eat, if that is sure
	sure          bool
}

func (w *Waiter) viewOf(card *Card, s *scene.Scene, who []string) view {
	v := view{w: w, card: card, s: s, l: s.Language}
	v.meant, v.others = card.seats(s, who)
	v.asked, _ = s.Meant(who)
	v.at, _, v.sure = w.timeOf(s)
	return v
}

// short tells items by name and price, their courses where they differ, and what to ask of them.
func (v view) short(items []Item) (all []string) {
	for _, it := range items {
		text := strings.TrimSpace(it.called(v.l) + " " + priceIn(it, v.l))
		if v.course == "" || it.Course != v.course {
			text += " (" + it.Course + ")"
		}
		if checks := v.card.checks(it, v.meant, v.l); len(checks) > 0 {
			text += " (check " + strings.Join(barsIn(checks), ", ") + ")"
		}
		all = append(all, text)
	}
	return all
}

// names tells items by name and price, a course after the other.
func (v view) names(items []Item) string {
	var parts []string
	for _, course := range append(slices.Clone(Courses), "") {
		some := slices.DeleteFunc(slices.Clone(items), func(it Item) bool { return it.Course != course })
		if len(some) == 0 {
			continue
		}
		one := v
		one.course = course
		text := strings.Join(one.short(some), "; ")
		if v.course == "" {
			text = cmp.Or(course, otherCourse) + ": " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ". ")
}

// offered are items as they may be named in an answer: by less than the whole name only
// those that fit a wish.
func (v view) offered(items []Item, fit []string) []scene.Thing {
	all := things(items, v.l)
	for i, it := range items {
		all[i].Aside = i >= mostLines || len(fit) > 0 && !slices.Contains(fit, it.ID)
		all[i].Note = noteOf(v.card.bars(it, v.others, v.l))
	}
	return all
}

// line tells of an item in a line: "Name · price · course · ingredients · contains … ·
// tags · hours · for whom it is not". about is how much of its description there is.
func (v view) line(it Item, about int) string {
	parts := []string{it.called(v.l), cmp.Or(priceIn(it, v.l), "no price")}
	add := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	list := func(label string, all []string) string {
		if len(all) == 0 {
			return ""
		}
		return label + strings.Join(all, ", ")
	}
	strength := abvOf(it, v.l)
	if add(strength); v.course == "" || it.Course != v.course {
		add(it.Course)
	}
	if about > 0 {
		add(shorten(it.about(v.l), about))
	}
	add(strings.Join(it.Ingredients, ", "))
	if it.Unknown {
		add("contents unknown")
	}
	add(list("contains ", allergensIn(it.Allergens, v.l)))
	add(list("nuts: ", it.Nuts))
	add(list("likely ", allergensIn(it.Inferred, v.l)))
	add(list("may contain traces of ", allergensIn(it.May, v.l)))
	add(strings.Join(slices.DeleteFunc(slices.Clone(it.Tags), func(t string) bool { return strength != "" && strings.HasSuffix(t, "%") }), ", "))
	if hours, closed := v.w.served(it, v.at, v.sure); hours == soldOut {
		add(soldOut)
	} else if closed != "" {
		add("served " + hours + ", not at " + closed)
	} else {
		add(list("served ", fields(hours)))
	}
	bars := v.card.bars(it, v.others, v.l)
	if whom := fitsWhom(v.s, bars); v.whole {
		add(list("fits ", fields(whom)))
	}
	add(list("not for ", barsIn(bars)))
	add(list("disliked by ", barsIn(v.dislikes(it))))
	add(list("check ", barsIn(v.card.checks(it, v.meant, v.l))))
	return strings.Join(parts, " · ")
}

func fields(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// dislikes are who does not like an item and what of it: "Ana (picante: malagueta)".
func (v view) dislikes(it Item) (all []bar) {
	for _, p := range v.asked {
		var why []string
		for _, x := range v.card.disliked(it, p.Dislikes) {
			why = append(why, whatOf(it, x))
		}
		if len(why) > 0 {
			all = append(all, bar{or(p.Name, guestName), strings.Join(why, ", ")})
		}
	}
	return all
}

// whatOf tells a dislike with the ingredients that it is about, unless they are called so.
func whatOf(it Item, dislike string) string {
	o := ontology.Default()
	never := excluded("sem " + dislike)
	taste, isTaste := tasteOf(dislike)
	var of []string
	for _, x := range it.Ingredients {
		made := o.Describe(x)
		switch {
		case strings.Contains(lang.Fold(x), lang.Fold(dislike)):
			return dislike
		case isTaste && taste.shows(Item{Ingredients: []string{x}}), !isTaste && o.Breaks(&made, never):
			of = append(of, x)
		}
	}
	if len(of) == 0 {
		return dislike
	}
	return dislike + ": " + strings.Join(of, ", ")
}

// barsIn tells who and why: "Ana (leite)".
func barsIn(bars []bar) (all []string) {
	for _, b := range bars {
		all = append(all, b.Who+" ("+b.Why+")")
	}
	return all
}
