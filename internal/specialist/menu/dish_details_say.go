package menu

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/hours"
	"github.com/maitre-dev/maitre/lang"
)

// sayDetails answers a question about dishes, or describes them.
func sayDetails(out dishDetailsOut, l lang.Language) string {
	t := wordsIn(l)
	var lines []string
	compares := t.Menu.Compare[out.Asked]
	if out.Asked == askBest {
		compares = t.Menu.Pick
	}
	several := len(out.Dishes) > 1
	switch {
	case compares != "" && len(out.Best) > 1:
		return fmt.Sprintf(compares, t.List(out.Best))
	case compares != "" && len(out.Best) == 1 && len(out.Dishes) == 1:
		d := out.Dishes[0]
		return joined(fmt.Sprintf(compares, t.brief(d)), t.notFor(d.Name, d.NotFor))
	case out.Having:
		lines = t.having(out)
	case out.Asked == askHours && len(out.Dishes) > 0:
		lines = append(t.hoursOf(out.Dishes), t.missing(out.NotOnCard)...)
	case several && len(out.Dishes[0].Has) > 0:
		lines = append(t.grouped(out.Dishes, out.Asked), t.missing(out.NotOnCard)...)
	case several && out.Asked == askSafe:
		lines = append(t.safety(out.Dishes), t.missing(out.NotOnCard)...)
	default:
		if lines = t.each(&out); !several && len(lines) > 0 && len(out.Dishes[0].Has) == 0 && len(out.Best) == 0 && !slices.Contains(ownAsks, out.Asked) {
			lines = slices.Insert(lines, 0, fmt.Sprintf(t.Menu.NotSaid, out.Asked, out.Dishes[0].Name)) // "tem espinha?"
		}
		if out.Apart != "" {
			lines = append(lines, fmt.Sprintf(t.Menu.Apart, out.Apart))
		}
		for _, k := range out.Kinds {
			lines = append(lines, t.Menu.Have+" "+t.List(k.Nearest)+".")
		}
		lines = append(append(lines, t.missing(out.NotOnCard)...), t.caution(out.caution)...)
	}
	return strings.Join(lines, "\n")
}

// each answers of one dish after the other, and takes the caution back where there is nothing to be careful of.
func (t phrases) each(out *dishDetailsOut) (lines []string) {
	barred := false
	for _, d := range out.Dishes {
		text, not := "", t.notFor(d.Name, d.NotFor)
		barred = barred || len(d.NotFor) > 0
		price := cmp.Or(d.Price, t.House.NoPrice)
		switch {
		case strings.HasPrefix(out.Asked, askPrice):
			text = d.Name + ": " + price + "."
		case out.Asked == askAlcohol:
			text, out.Kitchen = fmt.Sprintf(t.Menu.Strength, d.Name+" ("+price+")", cmp.Or(d.Alcohol, t.Menu.NoStrength)), ""
		case out.Asked == askServes:
			text, out.Kitchen = fmt.Sprintf(t.Menu.NoServes, d.Name), ""
			if d.Serves != "" {
				text = fmt.Sprintf(t.Menu.Serves, d.Name, d.Serves)
			}
		case len(d.Has) > 0:
			text, out.Kitchen = t.whether(d, out.Asked), ""
		case out.Asked == askSafe && not != "":
			text, not = t.Menu.Better+" "+not+" "+t.instead(d.Instead), ""
		case out.Asked == askSafe && len(d.NotFor) == 0 && !d.Unknown && !slices.ContainsFunc(d.Check, func(b bar) bool { return b.Why == t.Menu.Checks["alcohol"] }):
			text, out.Kitchen = fmt.Sprintf(t.Menu.Safe, d.Name), ""
			if len(d.Ingredients) > 0 {
				text += " " + fmt.Sprintf(t.Menu.MadeOf, t.List(d.Ingredients))
			}
		case len(out.Dishes) > mostTold:
			text = "- " + t.brief(d)
		default:
			text = t.facts(d)
		}
		if !strings.HasPrefix(out.Asked, askPrice) {
			text += " " + t.checks(d.Check)
		}
		lines = append(lines, joined(text, not, d.Options))
	}
	switch {
	case out.Asked == askWhether && len(lines) > 1:
		lines = slices.Insert(lines, 0, t.Menu.Have)
	case out.Asked == askWhether && len(lines) == 1:
		lines[0] = t.Menu.Have + " " + lines[0]
	case strings.HasPrefix(out.Asked, askPrice) && !barred, len(lines) == 0:
		out.Kitchen = ""
	}
	return lines
}

// hoursOf says when dishes are served, those of the same hours together, and that they are not at the hour of which the
// guest speaks.
func (t phrases) hoursOf(all []dishFacts) (lines []string) {
	names := map[string][]string{}
	for _, d := range all {
		names[d.Served] = append(names[d.Served], d.Name)
	}
	for _, d := range all {
		if names[d.Served] == nil { // it is said
			continue
		}
		line := fmt.Sprintf(t.Menu.AnyHour, t.List(names[d.Served]))
		if d.Served != "" {
			line = t.hours(t.List(names[d.Served]), d.Served)
		}
		if names[d.Served] = nil; d.Closed != "" {
			line = t.notAt(d.Closed) + " " + line
		}
		lines = append(lines, line)
	}
	return lines
}

// answers returns the phrases that answer a question about an ingredient: yes and no of one dish, and the two lists of
// several (dishes with it, dishes without). A diet is suited, and a taste is a property.
func (t phrases) answers(asked string) (yes, no, these, others string) {
	switch folded := lang.Fold(asked); {
	case is(folded, "taste"):
		return t.Menu.Is, t.Menu.IsNot, t.Menu.Are, t.Menu.AreNot
	case isWay(folded):
		return t.Menu.SuitsNot, t.Menu.Suits, t.Menu.NoneFor, t.Menu.AllFor
	}
	return t.Menu.Yes, t.Menu.No, t.Menu.With, t.Menu.Without
}

// whether says if a dish has what is asked, or suits a diet, as far as the card tells.
func (t phrases) whether(d dishFacts, asked string) string {
	var lines []string
	sure := true
	for i, said := range strings.Split(asked, ", ") {
		yes, no, _, _ := t.answers(said)
		answer, known := map[string]string{"yes": yes, mayHave: t.Menu.MayHave, likelyHas: t.Menu.LikelyHas, unknownContents: t.Menu.DontKnow}[d.Has[i]]
		if !known {
			answer = no
		}
		args := []any{d.Name, called([]string{said}, t.Language)[0]}
		if d.Has[i] == unknownContents && is(lang.Fold(said), "taste") {
			answer = t.Menu.TasteUnsaid
			slices.Reverse(args)
		}
		sure = sure && (d.Has[i] == "yes" || d.Has[i] == "no")
		lines = append(lines, fmt.Sprintf(answer, args...))
	}
	if sure && len(d.Ingredients) > 0 && slices.Contains(d.Has, "no") {
		lines = append(lines, fmt.Sprintf(t.Menu.MadeOf, t.List(d.Ingredients)))
	}
	return strings.Join(lines, " ")
}

// grouped says which of several dishes have what is asked, or suit a diet, and which do not.
func (t phrases) grouped(all []dishFacts, asked string) (lines []string) {
	for i, said := range strings.Split(asked, ", ") {
		_, _, these, others := t.answers(said)
		unsaid := t.Menu.NotSaid
		if is(lang.Fold(said), "taste") {
			unsaid = t.Menu.TasteUnsaid
		}
		of := map[string][]string{}
		for _, d := range all {
			of[d.Has[i]] = append(of[d.Has[i]], d.Name)
		}
		for _, line := range []struct{ has, says string }{{"no", others}, {"yes", these}, {mayHave, t.Menu.MayBeIn}, {likelyHas, t.Menu.LikelyIn}, {unknownContents, unsaid}} {
			if names := of[line.has]; len(names) > 0 {
				lines = append(lines, fmt.Sprintf(line.says, called([]string{said}, t.Language)[0], t.List(names)))
			}
		}
	}
	return append(lines, t.Menu.Kitchen)
}

// safety says which of several dishes are not for whom, of which it is not known, and that nothing is against the others.
func (t phrases) safety(all []dishFacts) (lines []string) {
	var safe, unknown []string
	for _, d := range all {
		barred, check := t.notFor(d.Name, d.NotFor), t.checks(d.Check)
		if check != "" {
			lines = append(lines, d.Name+": "+check)
		}
		switch {
		case barred != "":
			lines = append(lines, joined(barred, t.instead(d.Instead)))
		case d.Unknown || len(d.NotFor) > 0:
			unknown = append(unknown, d.Name)
		case check == "": // else something is
			safe = append(safe, d.Name)
		}
	}
	if len(unknown) > 0 {
		lines = append(lines, fmt.Sprintf(t.Menu.Unsaid, t.List(unknown)))
	}
	if len(safe) > 0 {
		lines = append(lines, fmt.Sprintf(t.Menu.AllSafe, t.List(safe)))
	}
	return append(lines, t.Menu.Kitchen)
}

// brief is a dish in a line of a list.
func (t phrases) brief(d dishFacts) string {
	text := d.Name + " (" + cmp.Or(d.Price, t.House.NoPrice) + ")"
	if about := strings.TrimRight(shorten(d.About, aboutChars), "."); about != "" {
		text += ": " + t.tells(about)
	}
	return strings.TrimSuffix(text, "…") + "."
}

// facts says what a dish is, what is in it and when it is served.
func (t phrases) facts(d dishFacts) string {
	text := d.Name + " (" + cmp.Or(d.Price, t.House.NoPrice) + ")"
	if about := strings.TrimSuffix(strings.TrimSpace(d.About), "."); about != "" {
		text += ": " + t.tells(about)
	}
	parts := []string{text + "."}
	if len(d.Ingredients) == 0 {
		parts = append(parts, fmt.Sprintf(t.Menu.NoIngredients, d.Name))
	}
	for _, x := range []struct {
		says string
		of   []string
	}{{t.Menu.MadeOf, d.Ingredients}, {t.Menu.Contains, d.Contains}, {t.Menu.Inferred, d.Likely}, {t.Menu.May, d.May}} {
		if len(x.of) > 0 {
			parts = append(parts, fmt.Sprintf(x.says, t.List(x.of)))
		}
	}
	if d.Serves != "" {
		parts = append(parts, fmt.Sprintf(t.Menu.Serves, d.Name, d.Serves))
	}
	if d.Served != "" {
		if slices.Contains(hours.Weekdays, d.Closed) {
			parts = append(parts, t.notAt(d.Closed))
		}
		parts = append(parts, t.hours(d.Name, d.Served))
	}
	return strings.Join(parts, " ")
}
