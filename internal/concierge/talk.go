package concierge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/concierge/chat"
)

// talk is what is said to an act that no tool does.
func (c *Concierge) talk(a asked, o own) string {
	w := texts.In(o.Scene.Language)
	switch a.act {
	case "about_brewery", "choose":
		if list := a.listed(breweryKind); len(list) > 0 && shownIn[a.last] == "breweries" {
			var names []string
			for _, t := range list {
				names = append(names, t.Name)
			}
			return fmt.Sprintf(w.Menu.WhichOne, w.Either(names))
		}
	case "more", "other":
		return w.Concierge.NoMore
	case "hello":
		return w.Chat.Hello
	case "help":
		if !chat.AsksWho(a.text) {
			return can(o) + examples(o)
		}
	case "summary":
		return summary(o)
	case "plan_trip":
		if a.asks() { // what no list tells and nobody here knows
			return w.Trip.NotKnownAny
		}
		return w.Concierge.Fine
	}
	if !chat.Answers(a.act) {
		if words := bare(a.text); len(strings.Fields(words)) <= mostQuoted {
			return fmt.Sprintf(w.Concierge.NotGot, words) + " " + can(o) + examples(o)
		}
		return notUnderstood(o)
	}
	in := chat.ReplyIn{Message: a.text, Language: string(o.Scene.Language), House: c.house(o)}
	for _, l := range o.Turn.History {
		in.History = append(in.History, chat.Line{Role: l.Role, Text: l.Text})
	}
	return chat.ReplyTo(a.act, in)
}

// mostQuoted is of how many words what is not understood is said back.
const mostQuoted = 12

// notUnderstood says so, and what may be said instead.
func notUnderstood(o own) string {
	w := &texts.In(o.Scene.Language).Concierge
	return strings.TrimSpace(w.Lost + " " + can(o) + examples(o))
}

// civil leaves of greetings, thanks and goodbyes what a good host answers: one of them alone, and beside a wish only the greeting of a first
// message.
func civil(parts []asked, o own) []asked {
	polite := func(a asked) bool { return a.act == "greet" || a.act == "thanks" || a.act == "bye" }
	if !slices.ContainsFunc(parts, func(a asked) bool { return !polite(a) }) {
		return parts[:min(len(parts), 1)]
	}
	for i, a := range parts {
		if a.act == "greet" && len(o.Turn.History) == 0 {
			parts[i].act = "hello"
		}
	}
	return slices.DeleteFunc(parts, polite)
}

// can says what the house does, which is what it has something for.
func can(o own) string {
	w := texts.In(o.Scene.Language)
	var all []string
	for _, topic := range o.Turn.Topics {
		all = append(all, w.Concierge.Abilities[topic]...)
	}
	if about := strings.Join(o.Turn.About, ", "); about != "" {
		all = append(all, fmt.Sprintf(w.Concierge.Helps, about))
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf(w.Concierge.Can, w.List(all))
}

// examples are two things that a guest may say now.
func examples(o own) string {
	words := texts.In(o.Scene.Language)
	w, of := &words.Concierge, map[string]string{"card": "menu", "breweries": "beer", "figures": "beer"}[shownIn[o.Did]]
	one, two, ok := strings.Cut(w.Examples[of], "|")
	for _, topic := range o.Turn.Topics {
		if wish := words.Chat.Wishes[topic]; !ok && one == "" {
			one = wish
		} else if !ok && wish != "" {
			two = wish
		}
	}
	if two == "" {
		return ""
	}
	return fmt.Sprintf(w.ForExample, one, two)
}

// summary writes a summary of the conversation: the needs of the table, and the things shown last.
func summary(o own) string {
	words := texts.In(o.Scene.Language)
	w := &words.Concierge
	var lines []string
	add := func(of string, all []string) {
		if len(all) > 0 {
			lines = append(lines, "- "+fmt.Sprintf(w.Spoken[of], strings.Join(all, "; ")))
		}
	}
	var needs []string
	for _, p := range o.Scene.Table {
		who := words.Yours(p.Name)
		switch {
		case p.Name == "":
			who = words.Menu.You
		case p.Is(hook.Companion):
			who = words.Memory.Somebody
		}
		if all := slices.Concat(p.Allergies, p.Diets); len(all) > 0 {
			needs = append(needs, who+" ("+strings.Join(all, ", ")+")")
		}
	}
	add("needs", needs)
	for _, kind := range []string{dish, breweryKind, lodgingKind, restaurantKind} {
		var names []string
		for _, t := range o.Scene.Shown {
			if t.Kind == kind && t.Number > 0 {
				names = append(names, strings.TrimSuffix(t.Name+" ("+t.Price+")", " ()"))
			}
		}
		add(kind, names)
	}
	if len(lines) == 0 {
		return w.NothingAgreed
	}
	return w.Agreed + "\n\n" + strings.Join(lines, "\n")
}
