package menu

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/scene"
)

// tab is the last bill of a conversation, as a scene keeps it.
type tab struct {
	Lines   []tabLine `json:"lines"`
	Ordered bool      `json:"ordered,omitempty"` // it was said how to order
	Told    []string  `json:"told,omitempty"`    // ids of which it was said whom they are not for
	Asked   []asked   `json:"asked,omitempty"`   // which of some dishes is meant
	People  int64     `json:"people,omitempty"`  // by whom it was split
	Service string    `json:"service,omitempty"` // in percent
	Total   int64     `json:"total,omitempty"`
	Budget  float64   `json:"budget,omitempty"` // in all

	// Of what a model has added up: the step, and the bill before it. Several bills of one
	// step are alternatives, of which nobody has taken any.
	Step   string `json:"step,omitempty"`
	Before *tab   `json:"before,omitempty"`
}

// asked is what was to come on the bill when the guest was asked which dish it is.
type asked struct {
	Among    []string `json:"among"`
	Quantity int64    `json:"quantity"`
}

type tabLine struct {
	ID       string `json:"id"`
	Quantity int64  `json:"quantity"`
	Mine     bool   `json:"mine,omitempty"` // the guest's own
	For      string `json:"for,omitempty"`  // who else has it
	Last     int64  `json:"last,omitempty"` // how many came last: a round
}

const tabNote = "menu.bill"

// lastTab is the bill as it was when a step began.
func lastTab(ctx context.Context, s *scene.Scene) (t tab) {
	if s.Load(tabNote, &t); t.Before != nil && t.Step == stepOf(ctx, s) {
		return *t.Before
	}
	return t
}

// keep makes a tab the last bill, unless nobody takes it.
func (t tab) keep(ctx context.Context, s *scene.Scene, whatIf bool) error {
	if whatIf {
		return nil
	}
	step := stepOf(ctx, s)
	return s.Update(tabNote, func(raw json.RawMessage) any {
		var had tab
		_ = json.Unmarshal(raw, &had) // written here
		before := had
		if had.Step == step && step != "" {
			before, t = *had.Before, *had.Before
		}
		before.Before = nil
		if t.Step = step; step != "" {
			t.Before = &before
		}
		return t
	})
}

// stepOf is the step of a model that a call belongs to, or "".
func stepOf(ctx context.Context, s *scene.Scene) string {
	key := agent.Key(ctx)
	if at := strings.LastIndexByte(key, '.'); at >= 0 && s.Later {
		return key[:at]
	}
	return ""
}

// owned are the lines of which it was said whose they are.
func (t *tab) owned() []tabLine {
	return slices.DeleteFunc(slices.Clone(t.Lines), func(l tabLine) bool { return len(l.whose()) == 0 })
}

// add puts some of an item on a tab, or takes them off: all, if it has no more.
func (t *tab) add(id string, n int64) {
	i := slices.IndexFunc(t.Lines, func(l tabLine) bool { return l.ID == id })
	if i < 0 {
		if n > 0 {
			t.Lines = append(t.Lines, tabLine{ID: id, Quantity: n})
		}
		return
	}
	if t.Lines[i].Quantity += n; t.Lines[i].Quantity <= 0 {
		t.Lines = slices.Delete(t.Lines, i, i+1)
	}
}

// drop takes an item off a tab, one of several that may be meant, or all of a course.
func (t *tab) drop(card *Card, item billItem, some []Item) {
	course := courseCalled(item.Dish)
	for _, l := range slices.Clone(t.Lines) {
		n := int64(item.Quantity)
		if n <= 0 {
			n = l.Quantity
		}
		if len(some) == 0 && course != "" && fitsCourse(card.byID[l.ID].Course, course, false) {
			t.add(l.ID, -n)
		}
		if slices.ContainsFunc(some, func(it Item) bool { return it.ID == l.ID }) || slices.Contains(item.Among, l.ID) {
			t.add(l.ID, -n)
			return
		}
	}
}

// set puts so many of an item on a tab, or so many more.
func (t *tab) set(id string, n int64, more bool, item billItem) {
	i := slices.IndexFunc(t.Lines, func(l tabLine) bool { return l.ID == id })
	if i >= 0 && !more {
		n -= t.Lines[i].Quantity
	}
	t.add(id, n)
	if i = slices.IndexFunc(t.Lines, func(l tabLine) bool { return l.ID == id }); i >= 0 {
		t.Lines[i].Last = max(1, n)
		t.Lines[i].Mine = t.Lines[i].Mine || item.Mine
		if had := t.Lines[i].For; more && had != "" && item.For != "" && !hook.SameName(had, item.For) {
			item.For = had + " & " + item.For
		}
		t.Lines[i].For = cmp.Or(item.For, t.Lines[i].For)
	}
}

// another puts another round of drinks on a tab: of one, or of all that came last.
func (t *tab) another(card *Card, item billItem) {
	but := item.But
	for _, l := range slices.Clone(t.Lines) {
		it := card.byID[l.ID]
		if l.ID != item.Dish && (item.Dish != "drink" || it.Course != "drink" && it.Course != "beer") {
			continue
		}
		n := max(0, max(1, int64(item.Quantity))*cmp.Or(l.Last, l.Quantity)-but)
		but = max(0, but-cmp.Or(l.Last, l.Quantity))
		t.add(l.ID, n)
	}
}

// eaters are those at the table who may have a line. If nobody said whose it is these are
// all; of what each has for themselves, as a main course, not those who have one.
func (t *tab) eaters(card *Card, s *scene.Scene, l tabLine, all []seat) []seat {
	if who := l.whose(); len(who) > 0 {
		some, _ := card.seats(s, who)
		return some
	}
	own := map[string]string{"main": "main", "drink": "drink", "beer": "drink"}
	course := own[card.byID[l.ID].Course]
	var have []seat
	for _, x := range t.Lines {
		if who := x.whose(); len(who) > 0 && course != "" && own[card.byID[x.ID].Course] == course {
			some, _ := card.seats(s, who)
			have = append(have, some...)
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(x seat) bool {
		return slices.ContainsFunc(have, func(h seat) bool { return h.who == x.who })
	})
}

// known is a line for everybody, if nobody at the table is called as who has it.
func (l tabLine) known(s *scene.Scene) tabLine {
	if who, _ := known(s, l.whose()); len(who) == 0 {
		l.Mine, l.For = false, ""
	}
	return l
}

// whose are those who have a line, as far as it was said.
func (l tabLine) whose() (who list) {
	if l.Mine {
		who = append(who, "me")
	}
	if l.For != "" {
		who = append(who, l.For)
	}
	return who
}

// quantity is how many of an item are on a tab.
func (t *tab) quantity(id string) int64 {
	for _, l := range t.Lines {
		if l.ID == id {
			return l.Quantity
		}
	}
	return 0
}

// priceOf is what some items of a tab cost, and their names.
func (t *tab) priceOf(card *Card, ids []string) (sum int64, names []string) {
	for _, l := range t.Lines {
		if it, ok := card.byID[l.ID]; ok && it.Price != nil && slices.Contains(ids, l.ID) {
			sum, names = sum+l.Quantity*it.Price.Amount, append(names, it.Name)
		}
	}
	return sum, names
}
