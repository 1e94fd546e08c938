package menu

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
)

// sayBill says the bill, a line a dish, or in a sentence if it is one dish.
func sayBill(out billOut, l lang.Language) string {
	t := wordsIn(l)
	switch {
	case out.Empty:
		return t.Menu.Empty
	case out.None != "": // what there is of other courses is no meal
		return out.None
	}
	lines, after := t.billed(out)
	total := t.totals(out, len(lines))
	if total != "" {
		lines = append(lines, total)
	}
	if left := t.budget(out); left != "" && out.Fits {
		lines = slices.Insert(lines, 0, left) // what was asked comes first
	} else if left != "" {
		lines = append(lines, left)
	}
	for _, x := range out.Shares {
		if x.Who == "" {
			rest := fmt.Sprintf(t.Menu.Rest, x.Pays, x.Each)
			if x.Each == x.Pays { // one pays it
				rest, _, _ = strings.Cut(rest, ", ")
			}
			lines = append(lines, "- "+rest)
			continue
		}
		who := strings.Split(x.Who, ", ")
		for i, name := range who {
			who[i] = t.who(name)
		}
		lines = append(lines, "- "+upperFirst(t.List(who))+": "+x.Pays)
	}
	if out.Cheapest {
		lines = append(lines, t.Menu.Cheapest)
	}
	lines = append(append(lines, out.Caution...), after...)
	for _, w := range out.Which {
		if w.Asked == "" {
			lines = append(lines, fmt.Sprintf(t.Menu.WhichOne, t.Either(w.Nearest)))
		} else {
			lines = append(lines, fmt.Sprintf(t.Menu.Which, w.Asked, t.Either(w.Nearest)))
		}
	}
	lines = append(append(lines, t.leftOut(out.Nobodys)...), t.missing(out.NotOnCard)...)
	for _, name := range out.NoPrice {
		lines = append(lines, name+": "+t.House.NoPrice+".")
	}
	if out.Staff {
		lines = append(lines, t.Menu.NoteKept)
	}
	if out.If != "" {
		lines = append(lines, fmt.Sprintf(t.Menu.WhatIf, out.If))
	}
	switch out.Order {
	case "":
	case askTheStaff:
		lines = append(lines, t.Menu.Order)
	default:
		lines = append(lines, fmt.Sprintf(t.Menu.OrderHere, out.Order))
	}
	return strings.Join(lines, "\n")
}

// billed says the lines of a bill, and after them whom they are not for and when they are not served.
func (t phrases) billed(out billOut) (lines, after []string) {
	if len(out.Lines) == 0 && len(out.Off) > 0 {
		lines = append(lines, fmt.Sprintf(t.Menu.Emptied, t.List(out.Off)))
	}
	for _, line := range out.Lines {
		name := line.Name + t.details(line)
		switch {
		case line.Quantity > 1:
			lines = append(lines, fmt.Sprintf("- %d × %s: %s", line.Quantity, name, line.Sum))
		case len(out.Lines) == 1 && out.Total == out.Sum:
			lines = append(lines, name+": "+line.Price+".")
		default:
			lines = append(lines, fmt.Sprintf("- %s: %s", name, line.Price))
		}
		if !line.New {
			line.Closed = ""
		}
		warnings := []string{t.notFor(line.Name, line.NotFor), t.disliked(line.Name, line.Disliked), line.Closed}
		after = append(after, kept(warnings, func(text string) bool { return text != "" })...)
	}
	if out.Service != "" {
		lines = append(lines, fmt.Sprintf("- "+t.Menu.Service, out.Percent, out.Service))
	}
	if out.Tip != "" {
		lines = append(lines, fmt.Sprintf("- "+t.Menu.Tip, out.Tip))
	}
	return lines, after
}

// totals says what the lines of a bill come to, and what each of some people pays.
func (t phrases) totals(out billOut, lines int) string {
	var all []string
	if lines > 1 || len(out.Lines) == 1 && out.Lines[0].Quantity > 1 {
		sum := out.Total
		if out.Service != "" && out.Tip == "" {
			sum += " (" + fmt.Sprintf(t.Menu.NoService, out.Sum) + ")"
		}
		all = append(all, fmt.Sprintf(t.Menu.Total, sum))
	}
	if out.Kitty != "" {
		all = append(all, fmt.Sprintf(t.Menu.Kitty, out.Kitty, out.Rest))
	}
	if out.Each != "" {
		all = append(all, fmt.Sprintf(t.Menu.Each, t.Count(out.People, t.House.People), out.Each))
	}
	return strings.Join(all, " ")
}

// budget says how much of a budget a bill leaves, or by how much it exceeds it.
func (t phrases) budget(out billOut) string {
	switch {
	case out.Over != "" && out.Fits:
		return fmt.Sprintf(t.Menu.FitsNot, out.Over, out.Budget)
	case out.Over != "":
		return fmt.Sprintf(t.Menu.OverBudget, out.Over, out.Budget)
	case out.Left != "" && out.Fits:
		return fmt.Sprintf(t.Menu.Fits, out.Left, out.Budget)
	case out.Left != "":
		return fmt.Sprintf(t.Menu.LeftOver, out.Left, out.Budget)
	}
	return ""
}

// details are for whom a line is and how the kitchen is to make it, in brackets.
func (t phrases) details(line billLine) string {
	var all []string
	for _, who := range line.For {
		if hook.SameName(who, "") {
			who = guestName
		}
		if len(line.For) > 1 || who != guestName {
			all = append(all, t.who(who))
		}
	}
	if line.Note != "" {
		all = append(all, line.Note)
	}
	if len(all) == 0 {
		return ""
	}
	return " (" + strings.Join(all, ", ") + ")"
}
