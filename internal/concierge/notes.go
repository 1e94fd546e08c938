package concierge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// notesOf are a line for each person, for a model: what they must not have, and what else
// is known of them. What could not be read of the guest comes back as it is.
func notesOf(at *scene.Scene, known string) (lines []string, unread string) {
	type noted struct {
		name string
		says []string
	}
	var all []noted
	note := func(name, says string) {
		i := slices.IndexFunc(all, func(n noted) bool { return hook.SameName(n.name, name) })
		if i < 0 {
			i, all = len(all), append(all, noted{name: name})
		}
		if says != "" {
			all[i].says = append(all[i].says, says)
		}
	}
	for _, p := range at.Table {
		if needs := needsOf(p); needs != "" || p.Name != "" && !p.Is(hook.Companion) {
			note(p.Name, needs)
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
			note(cmp.Or(otherNames[f[3]], f[3]), says)
		}
	}
	for _, n := range all {
		label := labelOf(at, n.name)
		if len(n.says) > 0 {
			label += ": " + strings.Join(n.says, ", ")
		}
		lines = append(lines, plain(label))
	}
	return lines, unread
}

// knownLine is something that package memory knows: "preference/food (of Ana): figo (this
// time)".
var knownLine = pattern.Of(`^(\w+)(?:/([^:(]*?))?(?: \(of ([^)]+)\))?: (.*?)(?: \(this time\))?$`)

// otherNames maps names in package memory to those of the notes, where they differ.
var otherNames = map[string]string{"a companion": hook.Companion}

// unneeded are the kinds of what is known that the notes have anyway, or that nobody needs: what one must not have, and
// where one goes, of which the talk is.
var unneeded = lang.Set("diet procedural dislike/food dislike/drink location/destination")

// toldOf says what is known, by its kind and key, or nothing.
func toldOf(kind, key, value string) string {
	label := cmp.Or(key, kind)
	switch {
	case unneeded[kind] || unneeded[kind+"/"+key]:
		return ""
	case kind == "preference":
		label = "likes"
	case kind == "dislike":
		label = "dislikes"
	case kind == "party_size":
		label = "party of"
	case kind == "budget":
		return "budget " + value + map[string]string{"max_person": " each", "max_night": " a night", "max_total": " in all"}[key]
	case kind == "fact" && key == "other" || label == value: // "anniversary anniversary"
		return value
	}
	return label + " " + value
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

// labelOf returns the words by which the notes name a person: "the guest", "Ana (2 people)".
func labelOf(at *scene.Scene, name string) string {
	label := cmp.Or(name, "the guest")
	if hook.SameName(name, hook.Companion) {
		label = "somebody (call remember with whose it is)"
	}
	i := slices.IndexFunc(at.Table, func(p hook.Person) bool { return p.Is(name) })
	if i < 0 {
		return label
	}
	p := at.Table[i]
	if p.Count > 1 {
		label += fmt.Sprintf(" (%d people)", p.Count)
	}
	if at.Away(p) {
		label += " (not here today; name them in `for` to ask for them)"
	}
	return label
}
