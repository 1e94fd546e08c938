package menu

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

type wholeCardIn struct {
	Course     string `json:"course,omitempty"`
	For        list   `json:"for,omitempty"`
	Restaurant string `json:"restaurant,omitempty"`
	Avoid      bool   `json:"avoid,omitempty" jsonschema:"only this, and why"`
}

type wholeCardOut struct {
	Card        map[string][]string `json:"card,omitempty"` // names with prices by course
	More        int                 `json:"more,omitempty"`
	LeftOut     []leftOut           `json:"left_out,omitempty"` // by person and reason
	Out         int                 `json:"left_out_count,omitempty"`
	Check       []leftOut           `json:"check,omitempty"` // of which the kitchen is to be asked
	Unsure      []string            `json:"unsure,omitempty"`
	CannotJudge []bar               `json:"cannot_judge,omitempty"`
	Cautioned   bool                `json:"told_before,omitempty"` // of these needs: it is not said again
	Kitchen     string              `json:"kitchen,omitempty"`

	key   string // of the call
	props DishesProps
}

func (w *Waiter) wholeCardTool() (agent.Tool, error) {
	return agent.NewTool("whole_card", "Shows the guest the card by course, without what people must not have; or lists what to avoid.", w.wholeCard, agent.Options[wholeCardOut]{
		Schema: func(s *jsonschema.Schema) {
			forgiving("for")(s)
			delete(s.Properties, "restaurant") // the one that find_dishes looked at
		},
		Say: sayCard,
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
	if in.Course != "" && course == "" && !slices.Contains([]string{"all", "tudo", "todo", "todos", "todas", "any"}, lang.Fold(in.Course)) {
		return out, fmt.Errorf("there is no course %q: leave it out, or take one of %s", in.Course, strings.Join(Courses, ", "))
	}
	meant, others := card.seats(s, in.For)
	var items []Item
	most := mostOfEach
	if in.Avoid {
		most = mostListed
	}
	for _, it := range card.Items() {
		if course != "" && !fitsCourse(it.Course, course, false) {
			continue
		}
		bars := card.bars(it, meant, s.Language)
		switch {
		case len(bars) == 0:
			items = append(items, it)
		case slices.ContainsFunc(bars, func(b bar) bool { return b.Why != unknownContents }):
			out.Out++
			for _, b := range bars {
				if b.Why != unknownContents {
					out.LeftOut = leave(out.LeftOut, b, it.Name, most)
				}
			}
		default:
			out.Unsure = append(out.Unsure, it.Name)
		}
	}
	for _, it := range items {
		for _, b := range card.checks(it, meant, s.Language) {
			out.Check = leave(out.Check, b, it.Name, most)
		}
	}
	out.CannotJudge = cannotJudge(append(slices.Clip(meant), others...)...)
	out.Cautioned = cautioned(s, out.CannotJudge)
	if len(meant)+len(others) > 0 {
		out.Kitchen = kitchenConfirms
	}
	if in.Avoid {
		return out, nil
	}
	slices.SortStableFunc(items, func(a, b Item) int { return slices.Index(Courses, a.Course) - slices.Index(Courses, b.Course) })
	out.Card = map[string][]string{}
	for i, it := range items {
		if i >= mostListed {
			out.More++
			continue
		}
		of := cmp.Or(it.Course, otherCourse)
		out.Card[of] = append(out.Card[of], strings.TrimSpace(it.Name+" "+priceIn(it, s.Language)))
	}
	shown := things(items, s.Language)
	for i, it := range items {
		shown[i].Note = noteOf(card.bars(it, others, s.Language))
	}
	s.Show(ctx, shown...)
	out.key = keyOf(ctx)
	out.props = dishesOf(s.Language, items, card.Source)
	return out, nil
}

// otherCourse is where items stand of which the card does not say the course.
const otherCourse = "other"

// sayCard says the card, a course a paragraph.
func sayCard(out wholeCardOut, l lang.Language) string {
	t := phrases{texts.In(l)}
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
		for _, c := range out.Check {
			lines = append(lines, t.List(c.Dishes)+": "+c.Why+".")
		}
		lines = append(t.leftOut(out.LeftOut), lines...)
	case len(out.LeftOut) > 0:
		var why []string
		for _, left := range out.LeftOut {
			why = add(why, []string{left.Why})
		}
		lines = append(lines, fmt.Sprintf(t.Menu.LeftOut, out.Out, t.List(why)))
	}
	if len(lines) == 0 {
		lines = append(lines, t.Menu.Nothing)
	}
	if len(out.Unsure) > 0 {
		lines = append(lines, fmt.Sprintf(t.Menu.Unsure, t.List(out.Unsure)))
	}
	return strings.Join(append(lines, t.caution(unlessTold(out.CannotJudge, out.Cautioned), out.Kitchen)...), "\n")
}
