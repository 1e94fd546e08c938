package menu

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/hours"
	"github.com/maitre-dev/maitre/lang"
)

const (
	mostTold  = 2 // dishes that are told of with what is in them; of more only their descriptions are
	mostBrief = 3 // dishes that have an ingredient and are described; of more the names are told
)

// sayDetails answers a question about dishes, or describes them.
func sayDetails(out dishDetailsOut, l lang.Language) string {
	t := wordsIn(l)
	compares := t.Menu.Compare[out.Asked]
	if out.Asked == askBest {
		compares = t.Menu.Pick
	}
	switch {
	case compares != "" && len(out.Best) > 1:
		return fmt.Sprintf(compares, t.List(out.Best))
	case compares != "" && len(out.Best) == 1 && len(out.Dishes) == 1:
		d := out.Dishes[0]
		return joined(fmt.Sprintf(compares, t.brief(d)), t.notFor(d.Name, d.NotFor))
	case out.Having:
		return strings.Join(t.having(out), "\n")
	}
	var lines []string
	if len(out.Dishes) == 1 && len(out.Dishes[0].Has) == 0 && len(out.Best) == 0 && !slices.Contains(ownAsks, out.Asked) {
		lines = append(lines, fmt.Sprintf(t.Menu.NotSaid, out.Asked, out.Dishes[0].Name)) // "tem espinha?"
	}
	lines = append(lines, t.each(&out)...)
	for _, k := range out.Kinds {
		lines = append(lines, t.Menu.Have+" "+t.List(k.Nearest)+".")
	}
	return strings.Join(append(append(lines, t.missing(out.NotOnCard)...), t.caution(out.caution)...), "\n")
}

// each answers of one dish after the other, and takes the caution back where there is nothing to be careful of, or where each
// answer has it.
func (t phrases) each(out *dishDetailsOut) (lines []string) {
	var safe []string
	barred := false
	for _, d := range out.Dishes {
		barred = barred || len(d.NotFor) > 0
		not, check := t.notFor(d.Name, d.NotFor), t.checks(d.Check)
		harmless := len(d.NotFor) == 0 && !d.Unknown && !slices.ContainsFunc(d.Check, func(b bar) bool { return b.Why == t.Menu.Checks["alcohol"] })
		var text string
		switch {
		case out.Asked == askSafe && not != "":
			text, not = t.Menu.Better+" "+not+" "+t.instead(d.Instead), ""
		case out.Asked == askSafe && harmless && check == "" && len(out.Dishes) > 1:
			safe = append(safe, d.Name)
			continue
		case out.Asked == askSafe && harmless:
			text, out.Kitchen = fmt.Sprintf(t.Menu.Safe, d.Name)+" "+t.madeOf(d), ""
		default:
			text = t.answer(d, out)
		}
		if strings.HasPrefix(out.Asked, askPrice) || out.Asked == askHours {
			check = ""
		}
		lines = append(lines, joined(text, check, not, d.Options))
	}
	if len(safe) > 0 {
		lines, out.Kitchen = append(lines, fmt.Sprintf(t.Menu.AllSafe, t.List(safe))), kitchenConfirms
	}
	if len(lines) == 0 || out.Asked == askHours || strings.HasPrefix(out.Asked, askPrice) && !barred {
		out.Kitchen = ""
	}
	return lines
}

// answer says of a dish what is asked, or all that there is to say.
func (t phrases) answer(d dishFacts, out *dishDetailsOut) string {
	switch priced := d.Name + " (" + cmp.Or(d.Price, t.House.NoPrice) + ")"; {
	case strings.HasPrefix(out.Asked, askPrice):
		return d.Name + ": " + cmp.Or(d.Price, t.House.NoPrice) + "."
	case out.Asked == askHours:
		return t.whenServed(d)
	case out.Asked == askAlcohol:
		out.Kitchen = ""
		return fmt.Sprintf(t.Menu.Strength, priced, cmp.Or(d.Alcohol, t.Menu.NoStrength))
	case out.Asked == askServes && d.Serves == "":
		out.Kitchen = ""
		return fmt.Sprintf(t.Menu.NoServes, d.Name)
	case out.Asked == askServes:
		out.Kitchen = ""
		return fmt.Sprintf(t.Menu.Serves, d.Name, d.Serves)
	case len(d.Has) > 0:
		out.Kitchen = ""
		return t.whether(d, out.Asked)
	case len(out.Dishes) > mostTold:
		return "- " + t.brief(d)
	}
	return t.facts(d)
}

// whenServed says when a dish is served, and that it is not at the hour of which the guest speaks.
func (t phrases) whenServed(d dishFacts) string {
	if d.Served == "" {
		return fmt.Sprintf(t.Menu.AnyHour, d.Name)
	}
	if d.Closed != "" {
		return t.notAt(d.Closed) + " " + t.hours(d.Name, d.Served)
	}
	return t.hours(d.Name, d.Served)
}

// whether says if a dish has what is asked, or suits a diet, as far as the card tells.
func (t phrases) whether(d dishFacts, asked string) string {
	var lines []string
	sure := true
	for i, said := range strings.Split(asked, ", ") {
		taste := is(lang.Fold(said), "taste")
		answers := map[string]string{"yes": t.Menu.Yes, "no": t.Menu.No, mayHave: t.Menu.MayHave, likelyHas: t.Menu.LikelyHas, unknownContents: t.Menu.DontKnow}
		switch {
		case taste:
			answers["yes"], answers["no"] = t.Menu.Is, t.Menu.IsNot
		case isWay(lang.Fold(said)):
			answers["yes"], answers["no"] = t.Menu.SuitsNot, t.Menu.Suits
		}
		said = called([]string{said}, t.Language)[0]
		sure = sure && (d.Has[i] == "yes" || d.Has[i] == "no")
		if taste && d.Has[i] == unknownContents {
			lines = append(lines, fmt.Sprintf(t.Menu.TasteUnsaid, said, d.Name))
			continue
		}
		lines = append(lines, fmt.Sprintf(answers[d.Has[i]], d.Name, said))
	}
	if sure && slices.Contains(d.Has, "no") {
		lines = append(lines, t.madeOf(d))
	}
	return strings.Join(lines, " ")
}

// madeOf says what is in a dish that was named just before, as far as the card tells.
func (t phrases) madeOf(d dishFacts) string {
	if len(d.Ingredients) == 0 {
		return ""
	}
	return fmt.Sprintf(t.Menu.MadeOf, t.List(d.Ingredients))
}

// having says which dishes of the card have an ingredient, and who must not have them.
func (t phrases) having(out dishDetailsOut) (lines []string) {
	asked := called(strings.Split(out.Asked, ", "), t.Language)
	if out.Explain {
		lines = append(lines, fmt.Sprintf(t.Menu.Explain, t.List(asked)))
	}
	one := ""
	if len(out.Dishes) == 1 {
		one = strings.TrimSuffix(t.facts(out.Dishes[0]), ".")
	}
	lines = append(lines, strings.TrimSuffix(fmt.Sprintf(t.Menu.With, t.Either(asked), one), " ."))
	var barred []leftOut
	for _, d := range out.Dishes {
		switch {
		case len(out.Dishes) > mostBrief:
			lines = append(lines, "- "+strings.TrimSpace(d.Name+" "+d.Price))
		case len(out.Dishes) > 1:
			lines = append(lines, "- "+t.brief(d))
		}
		barred = leaveAll(barred, d.NotFor, d.Name, mostFound)
	}
	return append(append(lines, t.leftOut(barred)...), t.caution(out.caution)...)
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
