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
	Course     string   `json:"course,omitempty"`
	For        []string `json:"for,omitempty"`
	Restaurant string   `json:"restaurant,omitempty"`
	Avoid      bool     `json:"avoid,omitempty"` // only what people must not have is told, and why
}

type wholeCardOut struct {
	Card        map[string][]string `json:"card,omitempty"` // names with prices by course
	More        int                 `json:"more,omitempty"`
	SoldOut     []string            `json:"sold_out_today,omitempty"`
	LeftOut     []leftOut           `json:"left_out,omitempty"` // by person and reason
	Out         int                 `json:"left_out_count,omitempty"`
	Check       []leftOut           `json:"check,omitempty"` // of which the kitchen is to be asked
	Unsure      []string            `json:"unsure,omitempty"`
	CannotJudge []bar               `json:"cannot_judge,omitempty"`
	Cautioned   bool                `json:"told_before,omitempty"` // of these needs: it is not said again
	Kitchen     string              `json:"kitchen,omitempty"`
	Nobody      string              `json:"for,omitempty"` // names that nobody at the table has

	key   string // of the call
	props DishesProps
}

// told is a result as a model is told it: a line for each course, person and reason.
func (out wholeCardOut) told() any {
	card := map[string]string{}
	for course, names := range out.Card {
		card[course] = strings.Join(names, "; ")
	}
	left, check, unsure := aside(out.LeftOut), aside(out.Check), few(out.Unsure, mostAside)
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
		Schema: func(s *jsonschema.Schema) {
			delete(s.Properties, "restaurant") // the one that find_dishes looked at
		},
		Tell:  wholeCardOut.told,
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
	if in.Course != "" && course == "" && !slices.Contains([]string{"all", "tudo", "todo", "todos", "todas", "any"}, lang.Fold(in.Course)) {
		return out, fmt.Errorf("there is no course %q: leave it out, or take one of %s", in.Course, strings.Join(Courses, ", "))
	}
	in.For, out.Nobody = known(s, in.For)
	meant, others := card.seats(s, in.For)
	var items []Item
	most := mostAside
	if in.Avoid {
		most = mostListed
	}
	at, _, _ := w.timeOf(s)
	for _, it := range card.Items() {
		if course != "" && !fitsCourse(it.Course, course, false) {
			continue
		}
		bars := card.bars(it, meant, s.Language)
		switch {
		case it.isSoldOut(at) && len(bars) == 0:
			out.SoldOut = append(out.SoldOut, it.called(s.Language))
		case len(bars) == 0:
			items = append(items, it)
		case slices.ContainsFunc(bars, func(b bar) bool { return b.Why != unknownContents }):
			out.Out++
			for _, b := range bars {
				if b.Why != unknownContents {
					out.LeftOut = leave(out.LeftOut, b, it.called(s.Language), most)
				}
			}
		default:
			out.Unsure = append(out.Unsure, it.called(s.Language))
		}
	}
	for _, it := range items {
		for _, b := range card.checks(it, meant, s.Language) {
			out.Check = leave(out.Check, b, it.called(s.Language), most)
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
		out.Card[of] = append(out.Card[of], strings.TrimSpace(strings.TrimSuffix(it.called(s.Language)+" "+priceIn(it, s.Language)+". "+card.optionsOf(it, meant, phrases{texts.In(s.Language)}), ". ")))
	}
	shown := things(items, s.Language)
	for i, it := range items {
		shown[i].Note = noteOf(card.bars(it, others, s.Language))
	}
	s.Show(ctx, shown...)
	out.key = keyOf(ctx)
	out.props = card.shownTo(s, items)
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
		lines = append(lines, t.Count(out.Out, t.Menu.LeftOut)+" ("+t.List(why)+").")
	}
	for _, name := range out.SoldOut {
		lines = append(lines, fmt.Sprintf(t.Menu.SoldOut, name))
	}
	if len(lines) == 0 {
		lines = append(lines, t.Menu.Nothing)
	}
	if len(out.Unsure) > 0 {
		lines = append(lines, fmt.Sprintf(t.Menu.Unsure, t.List(out.Unsure)))
	}
	return strings.Join(append(lines, t.caution(unlessTold(out.CannotJudge, out.Cautioned), out.Kitchen)...), "\n")
}
