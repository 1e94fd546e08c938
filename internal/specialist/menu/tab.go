package menu

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// tab is the order of a conversation, as a scene keeps it.
type tab struct {
	Lines   []tabLine `json:"lines"`
	Ordered bool      `json:"ordered,omitempty"` // it was said how to order
	Told    []string  `json:"told,omitempty"`    // lines of which it was said whom they are not for
	Asked   []asked   `json:"asked,omitempty"`   // which of some dishes is meant
	If      []change  `json:"if,omitempty"`      // what it was asked what they come to
	People  int64     `json:"people,omitempty"`  // by whom it was split
	Sober   payment   `json:"sober,omitzero"`    // who has no part of its drinks
	Split   []payment `json:"split,omitempty"`
	Service string    `json:"service,omitempty"` // in percent
	Total   int64     `json:"total,omitempty"`
	Since   string    `json:"since,omitempty"`  // the message by which the lines became these
	Budget  float64   `json:"budget,omitempty"` // in all
	Kitty   float64   `json:"kitty,omitempty"`  // which is no budget

	// Of what a model has added up: the step, and the bill before it. Several bills of one step are alternatives, of which
	// nobody has taken any.
	Step   string `json:"step,omitempty"`
	Before *tab   `json:"before,omitempty"`
}

// asked is what was to come on the bill when the guest was asked which dish it is.
type asked struct {
	Among    []string `json:"among"`
	Quantity int64    `json:"quantity"`
	For      string   `json:"for,omitempty"`
	Dish     string   `json:"dish,omitempty"` // as the guest called it
}

type tabLine struct {
	ID       string `json:"id"`
	Quantity int64  `json:"quantity"`
	For      string `json:"for,omitempty"`     // who has it; "me" is the guest
	Note     string `json:"note,omitempty"`    // for the kitchen
	Last     int64  `json:"last,omitempty"`    // how many came last: a round
	Each     int64  `json:"each,omitempty"`    // the price of one with its options, in minor units
	Against  string `json:"against,omitempty"` // whose need it is against that has it, for the staff: "Ana: camarão"
	Doubt    bool   `json:"doubt,omitempty"`   // somebody at the table must not have it, and who has it is not told
	Closed   string `json:"closed,omitempty"`  // that it is not served then, and when it is, as the guest is told
}

// A change is what the reader heard to be done to the order.
type change struct {
	Do       string        `json:"do"`              // add, set, drop, note, without, clear, round
	Dish     string        `json:"dish,omitempty"`  // or a course, of which all are meant, or the food that is left out
	Among    []string      `json:"among,omitempty"` // it may be any of these
	Missing  bool          `json:"missing,omitempty"`
	Quantity float64       `json:"quantity,omitempty"` // 0: all that there are
	For      string        `json:"for,omitempty"`
	Note     string        `json:"note,omitempty"`
	Own      bool          `json:"own,omitempty"`  // the note says all of how it is to be
	Pick     *findDishesIn `json:"pick,omitempty"` // the house chooses

	by   []string // who pays for it
	item bool     // it is an item of the call
}

const tabNote = "menu.bill"

// lastTab is the bill as it was when a step began.
func lastTab(ctx context.Context, s *scene.Scene) (t tab) {
	if s.Load(tabNote, &t); t.Before != nil && t.Step == stepOf(ctx, s) {
		return *t.Before
	}
	return t
}

// keep makes a tab the last bill.
func (t tab) keep(ctx context.Context, s *scene.Scene) error {
	step := stepOf(ctx, s)
	var had tab
	return s.Change(tabNote, &had, func() {
		before := had
		if had.Step == step && step != "" {
			before, t = *had.Before, *had.Before
		}
		same := func(a, b tabLine) bool { return a.ID == b.ID && a.Quantity == b.Quantity }
		if before.Before, t.Since = nil, before.Since; !slices.EqualFunc(t.Lines, before.Lines, same) {
			t.Since = s.Message
		}
		if t.Step = step; step != "" {
			t.Before = &before
		}
		had = t
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

// change makes a change to a tab: of an item, or else of the lines that it names.
func (t *tab) change(card *Card, it Item, c change) {
	n := int64(c.Quantity)
	switch c.Do {
	case "clear":
		t.Lines = nil
	case "round": // of one drink, or of all that came last
		for i, l := range t.Lines {
			if l.ID == c.Dish || c.Dish == "drink" && card.byID[l.ID].drinkable() {
				t.Lines[i].Quantity += max(1, n) * cmp.Or(l.Last, l.Quantity)
			}
		}
	case "without":
		t.without(card, c)
	case "set":
		if had := t.quantity(it.ID); had > n {
			t.drop(it.ID, had-n, c.For)
		} else if n > had || c.For != "" {
			t.add(it.ID, n-had, c)
		}
	case "add":
		t.add(it.ID, n, c)
	case "drop", "note":
		var named []string
		for _, l := range t.Lines {
			if c.names(card, l) && (len(named) == 0 || len(c.Among) == 0) && !slices.Contains(named, l.ID) {
				named = append(named, l.ID)
			}
		}
		for _, id := range named {
			if c.Do == "note" {
				t.note(id, n, c)
			} else {
				t.drop(id, n, c.For)
			}
		}
	}
}

// note puts a note and a name on the lines of an item, or on some of them: "one of them well done".
func (t *tab) note(id string, n int64, c change) {
	for i, l := range t.Lines {
		switch {
		case l.ID != id:
		case n > 0 && n < l.Quantity:
			t.Lines[i].Quantity -= n
			c.For, c.Note = cmp.Or(c.For, l.For), alsoNoted(l.Note, c.Note)
			t.add(id, n, c)
			return
		default:
			t.Lines[i].For, t.Lines[i].Note = cmp.Or(c.For, l.For), alsoNoted(l.Note, c.Note)
		}
	}
}

// alsoNoted adds a note to another one, and drops the parts that the new one replaces: "bem passado" replaces "mal
// passado".
func alsoNoted(had, note string) string {
	last := func(text string) string { return lang.Fold(text[strings.LastIndexByte(text, ' ')+1:]) }
	if note == "" {
		return had
	}
	all := strings.Split(note, ", ")
	kept := slices.DeleteFunc(strings.Split(had, ", "), func(part string) bool {
		return part == "" || slices.ContainsFunc(all, func(more string) bool { return last(more) == last(part) })
	})
	return strings.Join(append(kept, all...), ", ")
}

// names reports whether a change is of a line: of its dish, one that may be meant, or all of a course, be it somebody's.
func (c change) names(card *Card, l tabLine) bool {
	course := courseCalled(c.Dish)
	if _, named := card.byID[c.Dish]; named || len(c.Among) > 0 {
		course = ""
	}
	ofCourse := course != "" && (c.For == "" || l.For == c.For) && fitsCourse(card.byID[l.ID].Course, course, false)
	return l.ID == c.Dish || slices.Contains(c.Among, l.ID) || ofCourse
}

func (t *tab) add(id string, n int64, c change) {
	i := slices.IndexFunc(t.Lines, func(l tabLine) bool { return l.ID == id && l.For == c.For && l.Note == c.Note })
	if i < 0 {
		i, t.Lines = len(t.Lines), append(t.Lines, tabLine{ID: id, For: c.For, Note: c.Note})
	}
	t.Lines[i].Quantity, t.Lines[i].Last = t.Lines[i].Quantity+n, n
}

// drop takes some of an item off a tab, or all that is theirs: first of whom they are said to be, and then of nobody.
func (t *tab) drop(id string, n int64, who string) {
	if n <= 0 {
		n = t.quantity(id)
		if who != "" {
			n = cmp.Or(t.quantityOf(id, who), t.quantityOf(id, ""), n)
		}
	}
	of := []func(tabLine) bool{
		func(l tabLine) bool { return l.For == who && l.Note == "" }, // what somebody has made in a way of its own stays
		func(l tabLine) bool { return l.For == who }, func(l tabLine) bool { return l.For == "" }, func(tabLine) bool { return true },
	}
	for _, theirs := range of {
		for i, l := range slices.Backward(t.Lines) {
			if l.ID == id && theirs(l) {
				off := min(n, l.Quantity)
				n, t.Lines[i].Quantity = n-off, l.Quantity-off
			}
		}
	}
	t.Lines = slices.DeleteFunc(t.Lines, func(l tabLine) bool { return l.ID == id && l.Quantity == 0 })
}

// without notes that a food is left out of some dishes of a tab: of those that are named, or all that have it, or as many, the
// newest first; if none has it, of the newest that is no drink.
func (t *tab) without(card *Card, c change) {
	drink := func(l tabLine) bool { return card.byID[l.ID].drinkable() }
	has := func(l tabLine) bool {
		return slices.Contains(c.Among, l.ID) || len(c.Among) == 0 && len(card.disliked(card.byID[l.ID], []string{c.Dish})) > 0
	}
	if !slices.ContainsFunc(t.Lines, has) {
		food := slices.ContainsFunc(t.Lines, func(l tabLine) bool { return !drink(l) })
		c.Quantity, has = max(1, c.Quantity), func(l tabLine) bool { return !food || !drink(l) }
	}
	left := cmp.Or(int(c.Quantity), len(t.Lines))
	for i, l := range slices.Backward(t.Lines) {
		if left > 0 && has(l) && !strings.Contains(l.Note, c.Note) {
			t.Lines[i].Note, left = alsoNoted(l.Note, c.Note), left-1
		}
	}
}

// merged are the lines of a tab, a dish once that is made in one way. It is for nobody alone unless all of it is: what is
// nobody's may be anybody's.
func (t *tab) merged() (all []tabLine) {
	for _, l := range t.Lines {
		i := slices.IndexFunc(all, func(x tabLine) bool { return x.ID == l.ID && x.Note == l.Note })
		if i < 0 {
			all = append(all, l)
			continue
		}
		x := &all[i]
		x.Quantity += l.Quantity
		switch {
		case x.For == "" || l.For == "":
			x.For = ""
		case x.For != l.For:
			x.For += " & " + l.For
		}
	}
	return all
}

// who are those who have some of a line, be it that some of it is nobody's.
func (t *tab) who(l tabLine) (all []string) {
	for _, x := range t.Lines {
		for _, name := range whoseOf(x.For) {
			if x.ID == l.ID && x.Note == l.Note && !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}

// eaters returns the people of a table who may eat a line. For a name that nobody at the table has it is all people, since
// it may be a person with a need. For a line without a name it is all people, too; of main courses and drinks without those
// who have one already.
func (t *tab) eaters(card *Card, s *scene.Scene, l tabLine, all []seat) []seat {
	if who, nobody := known(s, whoseOf(l.For)); len(who) > 0 && nobody == "" {
		some, _ := card.seats(s, who)
		return some
	}
	kind := map[string]string{"main": "main", "drink": "drink", "beer": "drink"}
	course := kind[card.byID[l.ID].Course]
	have := func(p seat) bool {
		return slices.ContainsFunc(t.Lines, func(x tabLine) bool {
			some, _ := card.seats(s, whoseOf(x.For))
			theirs := slices.ContainsFunc(some, func(h seat) bool { return h.who == p.who })
			return x.For != "" && course != "" && kind[card.byID[x.ID].Course] == course && theirs
		})
	}
	return kept(all, func(p seat) bool { return l.For != "" || !have(p) })
}

// whoseOf are the names in who has a line.
func whoseOf(who string) (all []string) {
	for _, name := range strings.Split(who, " & ") {
		if name != "" && !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}

// quantity returns the number of an item on a tab.
func (t *tab) quantity(id string) (n int64) {
	for _, l := range t.Lines {
		if l.ID == id {
			n += l.Quantity
		}
	}
	return n
}

// quantityOf is how many of an item somebody has; "" is of whom it is not said.
func (t *tab) quantityOf(id, who string) int64 {
	of := tab{Lines: kept(t.Lines, func(l tabLine) bool { return l.For == who })}
	return of.quantity(id)
}
