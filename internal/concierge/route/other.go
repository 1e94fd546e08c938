package route

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

// byReading decides by what the reader makes of a message.
func byReading(in In) string {
	message := in.Message[:min(len(in.Message), messageBytes)]
	house := ""
	if n := len(in.Recent); n > 0 && n%2 == 0 {
		house = in.Recent[n-1]
	}
	ours := Chat
	for _, a := range understand.Read(message, understand.Before{Last: last[in.Active], House: house}).Acts {
		name, known := does[a.Name]
		if !known && in.Active != "" { // a follow-up: nothing in it leads away
			name = in.Active
		}
		if name != "" && name != Chat {
			ours = name
			break
		}
	}
	if name := in.other(message, house, ours); name != "" {
		return name
	}
	if slices.Contains(in.Absent, ours) {
		return Chat
	}
	return ours
}

// messageBytes is how much of a message is read.
const messageBytes = 2000

// does names who does what; what is not here may belong to anybody.
var does = map[string]string{
	"find_dishes": Menu, "show_card": Menu, "about_dish": Menu, "bill": Menu, "order": Menu,
	"find_breweries": Beer, "about_brewery": Beer, "ask_purchases": Beer, "plan_trip": Trip, "trip_total": Trip, "ask_data": Data, "draw_chart": Data,
	"house_info": Chat, "ask_staff": Chat, "recall": Chat, "forget": Chat, "greet": Chat, "thanks": Chat, "bye": Chat, "help": Chat, "smalltalk": Chat, "outside": Chat,
}

// last is what a specialist has shown last, as far as its name tells.
var last = map[string]string{Menu: "menu", Beer: "breweries", Trip: "trip_stay", Data: "table", Chat: "chat"}

// other returns the specialist of the house's own making that a message is for,
// or "": one that shares a word with it; or whoever is in charge, or there alone,
// of a message that is for none of ours.
func (in In) other(message, house, ours string) string {
	best, most := "", 0
	for _, o := range in.Others {
		if n := o.shares(message); n > most {
			best, most = o.Name, n
		}
	}
	there := ours != Chat && !slices.Contains(in.Absent, ours)
	alone := len(in.Others) == 1 && !slices.ContainsFunc(specialists[1:], func(s string) bool { return s != in.Others[0].Name && !slices.Contains(in.Absent, s) })
	switch {
	case best != "":
		return best
	case there:
		return ""
	case slices.ContainsFunc(in.Others, func(o Other) bool { return o.Name == in.Active }) && !housekeeping(message, house):
		return in.Active
	case alone && !housekeeping(message, house):
		return in.Others[0].Name
	}
	return ""
}

// housekeeping reports whether a message only greets, thanks, takes leave or asks what there is, or is
// about what the house remembers: a need that it tells, a yes to the house that asked to keep it.
func housekeeping(message, house string) bool {
	courtesies := []string{"greet", "thanks", "bye", "help", "recall", "forget"}
	if texts.AskConsent(house) {
		courtesies = append(courtesies, "yes", "no")
	}
	if len(understand.Needs(message)) > 0 && !strings.Contains(message, "?") {
		courtesies = append(courtesies, "tell", "smalltalk")
	}
	acts := understand.Read(message, understand.Before{House: house}).Acts
	return !slices.ContainsFunc(acts, func(a understand.Act) bool { return !slices.Contains(courtesies, a.Name) })
}

// shares counts the telling words that a message shares with what a specialist is
// about.
func (o Other) shares(message string) (n int) {
	about := map[string]bool{}
	for word := range strings.FieldsSeq(lang.Fold(o.Name + " " + o.About)) {
		if telling(word) {
			about[lang.Stem(word)], about[strings.TrimSuffix(word, "s")] = true, true // "chains" has the stem chaim, as "bombons" has bombom
		}
	}
	for word := range strings.FieldsSeq(lang.Fold(message)) {
		if telling(word) && (about[lang.Stem(word)] || about[strings.TrimSuffix(word, "s")]) {
			n++
		}
	}
	return n
}

// telling reports whether a word tells what a text is about: most short ones,
// and those that only hold a sentence together, do not.
func telling(word string) bool {
	return len(word) > 3 && !strings.Contains(" about what where when which with from your have sobre para como onde qual quais cosas donde ", " "+word+" ")
}
