package menu

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

type wholeCardIn struct {
	Course     string   `json:"course,omitempty"`
	For        []string `json:"for,omitempty"`
	Restaurant string   `json:"restaurant,omitempty" jsonschema:"-"`
	Avoid      bool     `json:"avoid,omitempty"` // only what people must not have is told, and why
}

type wholeCardOut struct {
	Card    map[string][]string `json:"card,omitempty"` // names with prices by course
	More    int                 `json:"more,omitempty"`
	SoldOut []string            `json:"sold_out_today,omitempty"`
	LeftOut []leftOut           `json:"left_out,omitempty"` // by person and reason
	Out     int                 `json:"left_out_count,omitempty"`
	Check   []leftOut           `json:"check,omitempty"` // of which the kitchen is to be asked
	Unsure  []string            `json:"unsure,omitempty"`
	Nobody  string              `json:"for,omitempty"` // names that nobody at the table has
	caution

	key   string // of the call
	props DishesProps
}

// forModel returns a result as a model gets it: a line for each course, person and reason.
func (out wholeCardOut) forModel() any {
	card := map[string]string{}
	for course, names := range out.Card {
		card[course] = strings.Join(names, "; ")
	}
	left, check, unsure := leftOutLines(out.LeftOut), leftOutLines(out.Check), few(out.Unsure, mostAside)
	out.Card, out.LeftOut, out.Check, out.Unsure = nil, nil, nil, nil
	return struct {
		Card    map[string]string `json:"card,omitempty"`
		LeftOut []string          `json:"left_out,omitempty"`
		Check   []string          `json:"check,omitempty"`
		Unsure  string            `json:"contents_unknown,omitempty"`
		wholeCardOut
	}{card, left, check, unsure, out}
}

func (w *Waiter) wholeCardTool() (agent.Tool, error) {
	return agent.NewTool("whole_card", "Shows the guest the card; or tells what to avoid, and why.", w.wholeCard, agent.Options[wholeCardOut]{
		Tell:  wholeCardOut.forModel,
		Say:   sayCard,
		Reads: true, Lenient: true,
		Show: func(out wholeCardOut) (ui.Component, error) {
			if len(out.props.Items) == 0 {
				return ui.Component{}, nil
			}
			return Dishes.New(out.key, out.props)
		},
	})
}

// mostListed is how many dishes a model is told of; the guest sees all.
const mostListed = 150

func (w *Waiter) wholeCard(ctx context.Context, in wholeCardIn) (out wholeCardOut, err error) {
	s := scene.From(ctx)
	card, err := w.onTable(ctx, s, in.Restaurant)
	if err != nil {
		return out, err
	}
	course := courseCalled(in.Course)
	if in.Course != "" && course == "" && !allAre(in.Course, "whole") {
		return out, fmt.Errorf("there is no course %q: leave it out, or take one of %s", in.Course, strings.Join(Courses, ", "))
	}
	in.For, out.Nobody = known(s, in.For)
	v := w.viewOf(card, s, in.For)
	most := mostAside
	if in.Avoid {
		most = mostListed
	}
	var items []Item
	for _, it := range card.courses() {
		if course != "" && !fitsCourse(it.Course, course, false) {
			continue
		}
		bars, name := card.bars(it, v.meant, v.l), it.called(v.l)
		known := slices.ContainsFunc(bars, func(b bar) bool { return b.Why != unknownContents })
		switch {
		case len(bars) == 0 && it.isSoldOut(v.at):
			out.SoldOut = append(out.SoldOut, name)
		case len(bars) == 0:
			items = append(items, it)
			out.Check = leaveAll(out.Check, card.checks(it, v.meant, v.l), name, most)
		case known:
			out.Out++
			out.LeftOut = leaveAll(out.LeftOut, bars, name, most)
		default:
			out.Unsure = append(out.Unsure, name)
		}
	}
	out.caution = cautionOf(s, append(slices.Clip(v.meant), v.others...), len(v.meant)+len(v.others) > 0, true)
	if in.Avoid {
		return out, nil
	}
	out.Card = map[string][]string{}
	shown := things(items, v.l)
	for i, it := range items {
		shown[i].Note = noteOf(card.bars(it, v.others, v.l))
		if i >= mostListed {
			out.More++
			continue
		}
		of := cmp.Or(it.Course, otherCourse)
		line := it.called(v.l) + " " + priceIn(it, v.l) + ". " + v.optionsOf(it)
		out.Card[of] = append(out.Card[of], strings.TrimSpace(strings.TrimSuffix(line, ". ")))
	}
	s.Show(ctx, shown...)
	out.key, out.props = keyOf(ctx), w.shownTo(card, s, items)
	return out, nil
}

// sayCard says the card, a course a paragraph.
func sayCard(out wholeCardOut, l lang.Language) string {
	t := wordsIn(l)
	var lines []string
	for _, course := range append(slices.Clone(Courses), otherCourse) {
		if names := out.Card[course]; len(names) > 0 {
			lines = append(lines, t.Menu.Courses[course]+":")
			for _, n := range names {
				lines = append(lines, "- "+n)
			}
		}
	}
	switch {
	case out.Card == nil: // what to avoid
		lines = t.leftOut(out.LeftOut)
		for _, c := range out.Check {
			lines = append(lines, t.List(c.Dishes)+": "+c.Why+".")
		}
	case len(out.LeftOut) > 0:
		var why []string
		for _, left := range out.LeftOut {
			why = add(why, left.Why)
		}
		lines = append(lines, t.Count(out.Out, t.Menu.LeftOut)+" ("+t.List(why)+").")
	}
	if lines = append(lines, t.soldOut(out.SoldOut)...); len(lines) == 0 {
		lines = append(lines, t.Menu.Nothing)
	}
	if len(out.Unsure) > 0 {
		lines = append(lines, fmt.Sprintf(t.Menu.Unsure, t.List(out.Unsure)))
	}
	return strings.Join(append(lines, t.caution(out.caution)...), "\n")
}
