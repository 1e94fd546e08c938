package concierge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/scene"
)

// noted is what the notes say of one person.
type noted struct {
	name, label string
	says        []string
}

// notesOf are a line for each person, for a model: what they must not have, and what else
// is known of them. What could not be read of the guest comes back as it is.
func notesOf(at *scene.Scene, known string) (lines []string, unread string) {
	var all []*noted
	of := func(p hook.Person) *noted {
		i := slices.IndexFunc(all, func(n *noted) bool { return hook.SameName(n.name, p.Name) })
		if i < 0 {
			i, all = len(all), append(all, &noted{name: p.Name, label: labelOf(p)})
			if at.Away(p) {
				all[i].label += " (not here today; name them in `for` to ask for them)"
			}
		}
		return all[i]
	}
	for _, p := range at.Table {
		if needs := needsOf(p); needs != "" || p.Name != "" && !p.Is(hook.Companion) {
			of(p).says = append(of(p).says, needs)
		}
	}
	for line := range strings.Lines(known) {
		if strings.HasPrefix(line, "{") {
			unread = known
			break
		}
		f := knownLine().FindStringSubmatch(strings.TrimSpace(line))
		if f == nil {
			continue
		}
		if says := toldOf(f[1], f[2], f[4]); says != "" && (f[3] == "" || !hook.SameName(f[3], f[4])) {
			n := of(hook.Person{Name: cmp.Or(otherNames[f[3]], f[3])})
			n.says = append(n.says, says)
		}
	}
	for _, n := range all {
		says := slices.DeleteFunc(n.says, func(s string) bool { return s == "" })
		lines = append(lines, plain(strings.TrimSuffix(n.label+": "+strings.Join(says, ", "), ": ")))
	}
	return lines, unread
}

// knownLine is something that package memory knows: "preference/food (of Ana): figo (this
// time)".
var knownLine = pattern.Of(`^(\w+)(?:/([^:(]*?))?(?: \(of ([^)]+)\))?: (.*?)(?: \(this time\))?$`)

// otherNames maps names in package memory to those of the notes, where they differ.
var otherNames = map[string]string{"a companion": hook.Companion}

// toldOf says what is known, by its kind and key, or nothing if the notes have it anyway or
// nobody needs it: what one must not have, and where one goes, of which the talk is.
func toldOf(kind, key, value string) string {
	switch kind {
	case "diet", "procedural":
		return ""
	case "preference":
		return "likes " + value
	case "dislike":
		if key == "food" || key == "drink" {
			return ""
		}
		return "dislikes " + value
	case "party_size":
		return "party of " + value
	case "budget":
		return "budget " + value + map[string]string{"max_person": " each", "max_night": " a night", "max_total": " in all"}[key]
	case "location":
		if key == "destination" {
			return ""
		}
	case "fact":
		if key == "other" {
			return value
		}
	}
	if label := cmp.Or(key, kind); label != value { // "anniversary anniversary"
		return label + " " + value
	}
	return value
}

// needsOf writes the needs and dislikes of a person: "leite (allergy or intolerance), dislikes
// coentro".
func needsOf(p hook.Person) string {
	var all []string
	if len(p.Allergies) > 0 {
		all = append(all, strings.Join(p.Allergies, ", ")+" (allergy or intolerance)")
	}
	all = append(all, p.Diets...)
	for _, d := range p.Dislikes {
		all = append(all, "dislikes "+d)
	}
	return strings.Join(all, ", ")
}

// labelOf returns the words by which the notes name a person: "the guest", "Ana".
func labelOf(p hook.Person) string {
	who := p.Name
	switch {
	case who == "":
		who = "the guest"
	case p.Is(hook.Companion):
		who = "somebody (call remember with whose it is)"
	}
	if p.Count > 1 {
		who = fmt.Sprintf("%s (%d people)", who, p.Count)
	}
	return who
}
