package menu

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
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
	Service string    `json:"service,omitempty"` // in percent
	Total   int64     `json:"total,omitempty"`
	Since   string    `json:"since,omitempty"`  // the message by which the lines became these
	Budget  float64   `json:"budget,omitempty"` // in all
	Kitty   float64   `json:"kitty,omitempty"`  // which is no budget
	Charged float64   `json:"charged,omitempty"`

	// Of what a model has added up: the step, and the bill before it. Several bills of one
	// step are alternatives, of which nobody has taken any.
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
}

// A change is what the reader heard to be done to the order.
type change struct {
	Do       string        `json:"do"`              // add, set, drop, instead, note, without, clear, round
	Dish     string        `json:"dish,omitempty"`  // or a course, of which all are meant, or the food that is left out
	Among    []string      `json:"among,omitempty"` // it may be any of these
	Missing  bool          `json:"missing,omitempty"`
	Quantity float64       `json:"quantity,omitempty"` // 0: all that there are
	For      string        `json:"for,omitempty"`
	Note     string        `json:"note,omitempty"`
	Own      bool          `json:"own,omitempty"`  // the note says all of how it is to be
	Pick     *findDishesIn `json:"pick,omitempty"` // the house chooses
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
		if t.Since = before.Since; !slices.EqualFunc(t.Lines, before.Lines, func(a, b tabLine) bool { return a.ID == b.ID && a.Quantity == b.Quantity }) {
			t.Since = s.Message
		}
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

// change makes a change to a tab: of an item, or else of the lines that it names.
func (t *tab) change(card *Card, it Item, c change) {
	n := int64(c.Quantity)
	switch c.Do {
	case "clear":
		t.Lines = nil
	case "round":
		t.another(card, c.Dish, max(1, n))
	case "set":
		if had := t.quantity(it.ID); had > n {
			t.drop(it.ID, had-n, c.For)
			break
		} else if n -= had; n == 0 && c.For == "" {
			break
		}
		fallthrough
	case "add", "instead":
		if course := it.Course; c.Do == "instead" { // of what they have of that course
			t.Lines = slices.DeleteFunc(t.Lines, func(l tabLine) bool { return l.For == c.For && card.byID[l.ID].Course == course })
		}
		i := slices.IndexFunc(t.Lines, func(l tabLine) bool { return l.ID == it.ID && l.For == c.For && l.Note == c.Note })
		if i < 0 {
			i, t.Lines = len(t.Lines), append(t.Lines, tabLine{ID: it.ID, For: c.For})
		}
		t.Lines[i].Quantity, t.Lines[i].Last, t.Lines[i].Note = t.Lines[i].Quantity+n, n, or(c.Note, t.Lines[i].Note)
	case "without":
		t.without(card, c)
	case "drop", "note":
		course := courseCalled(c.Dish)
		if _, named := card.byID[c.Dish]; named || len(c.Among) > 0 {
			course = ""
		}
		var gone []string
		for _, l := range slices.Clone(t.Lines) {
			if l.ID != c.Dish && !slices.Contains(c.Among, l.ID) && (course == "" || c.For != "" && l.For != c.For || !fitsCourse(card.byID[l.ID].Course, course, false)) || slices.Contains(gone, l.ID) {
				continue
			}
			if c.Do == "drop" {
				t.drop(l.ID, n, c.For)
				gone = append(gone, l.ID)
			} else {
				i := slices.IndexFunc(t.Lines, func(x tabLine) bool { return x == l })
				t.Lines[i].Note = c.Note
			}
			if len(c.Among) > 0 {
				break
			}
		}
	}
}

// drop takes some of an item off a tab, or all that is theirs: first those of whom they are said to be,
// and then those that are nobody's.
func (t *tab) drop(id string, n int64, who string) {
	if n <= 0 {
		n = cmp.Or(t.quantityOf(id, who), t.quantityOf(id, ""), t.quantity(id))
		if who == "" {
			n = t.quantity(id)
		}
	}
	for _, of := range []func(tabLine) bool{func(l tabLine) bool { return l.For == who }, func(l tabLine) bool { return l.For == "" }, func(tabLine) bool { return true }} {
		for i := len(t.Lines) - 1; i >= 0 && n > 0; i-- {
			if l := &t.Lines[i]; l.ID == id && of(*l) {
				off := min(n, l.Quantity)
				if n, l.Quantity = n-off, l.Quantity-off; l.Quantity == 0 {
					t.Lines = slices.Delete(t.Lines, i, i+1)
				}
			}
		}
	}
}

// without notes that a food is left out of some dishes of a tab: of those that are named, or all that have it, or as many,
// the newest first; if none has it, of the newest that is no drink.
func (t *tab) without(card *Card, c change) {
	drink := func(l tabLine) bool { return card.byID[l.ID].Course == "drink" || card.byID[l.ID].Course == "beer" }
	has := func(l tabLine) bool {
		return slices.Contains(c.Among, l.ID) || len(c.Among) == 0 && len(card.disliked(card.byID[l.ID], []string{c.Dish})) > 0
	}
	if !slices.ContainsFunc(t.Lines, has) {
		food := slices.ContainsFunc(t.Lines, func(l tabLine) bool { return !drink(l) })
		c.Quantity, has = 1, func(l tabLine) bool { return !food || !drink(l) }
	}
	left := cmp.Or(int(c.Quantity), len(t.Lines))
	for i, l := range slices.Backward(t.Lines) {
		if left > 0 && has(l) && !strings.Contains(l.Note, c.Note) {
			t.Lines[i].Note, left = strings.TrimPrefix(l.Note+", "+c.Note, ", "), left-1
		}
	}
}

// another puts another round of drinks on a tab: of one, or of all that came last.
func (t *tab) another(card *Card, dish string, n int64) {
	for i, l := range t.Lines {
		if it := card.byID[l.ID]; l.ID == dish || dish == "drink" && (it.Course == "drink" || it.Course == "beer") {
			t.Lines[i].Quantity += n * cmp.Or(l.Last, l.Quantity)
		}
	}
}

// among are the items of a tab that are some of those which may be meant.
func (t *tab) among(card *Card, ids []string) (all []Item) {
	for _, l := range t.merged(card) {
		if it, ok := card.byID[l.ID]; ok && slices.Contains(ids, l.ID) {
			all = append(all, it)
		}
	}
	return all
}

// sum is what the lines of a tab come to.
func (t *tab) sum(card *Card) (sum int64) {
	for _, l := range t.Lines {
		if it := card.byID[l.ID].with(l.Note); it.Price != nil {
			sum += l.Quantity * it.Price.Amount
		}
	}
	return sum
}

// A dishLine is all of a dish on a tab, and who has some of it.
type dishLine struct {
	tabLine
	who []string
}

// merged are the lines of a tab, a dish once that is made in one way. It is for nobody alone unless
// all of it is.
func (t *tab) merged(card *Card) (all []dishLine) {
	for _, l := range t.Lines {
		i := slices.IndexFunc(all, func(x dishLine) bool { return x.ID == l.ID && x.Note == l.Note })
		if i < 0 {
			i, all = len(all), append(all, dishLine{tabLine: tabLine{ID: l.ID, For: l.For, Note: l.Note}})
		}
		x := &all[i]
		x.Quantity += l.Quantity
		if x.For != l.For {
			x.For = joinNames(x.For, l.For)
		}
		if l.For != "" && !slices.Contains(x.who, l.For) {
			x.who = append(x.who, whoseOf(l.For)...)
		}
	}
	return all
}

// joinNames is who has a dish of which some is one's and some another's; what is nobody's may
// be anybody's.
func joinNames(a, b string) string {
	if a == "" || b == "" {
		return ""
	}
	return a + " & " + b
}

// eaters are those at the table who may have a line. If nobody said whose it is these are
// all; of what each has for themselves, as a main course, not those who have one. What a stranger
// has and is wanted too may be the guest's own: "aquele senhor pediu um bolo, quero um também".
func (t *tab) eaters(card *Card, s *scene.Scene, l tabLine, all []seat) []seat {
	if who := whoseOf(l.For); len(who) > 0 {
		stranger := func(name string) bool { return name == strings.ToLower(name) && !hook.Kin(name) }
		if slices.ContainsFunc(s.Strangers(who), stranger) && theSame().MatchString(lang.Fold(s.Message)) {
			who = append(who, "me")
		}
		some, _ := card.seats(s, who)
		return some
	}
	own := map[string]string{"main": "main", "drink": "drink", "beer": "drink"}
	course := own[card.byID[l.ID].Course]
	var have []seat
	for _, x := range t.Lines {
		if who := whoseOf(x.For); len(who) > 0 && course != "" && own[card.byID[x.ID].Course] == course {
			some, _ := card.seats(s, who)
			have = append(have, some...)
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(x seat) bool {
		return slices.ContainsFunc(have, func(h seat) bool { return h.who == x.who })
	})
}

// theSame are words of who wants what another has.
var theSame = pattern.Of(`\b(?:tambem|tb|tbm|tambien|too|as well|igual|same)\b`)

// known is a line for everybody, if it is not known who at the table is called as who has it.
func (l tabLine) known(s *scene.Scene) tabLine {
	if who, unsure := known(s, whoseOf(l.For)); len(who) == 0 || unsure != "" {
		l.For = ""
	}
	return l
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

// quantity is how many of an item are on a tab.
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
	of := tab{Lines: slices.DeleteFunc(slices.Clone(t.Lines), func(l tabLine) bool { return l.For != who })}
	return of.quantity(id)
}

// find is the item that is to come on a bill: what is called so, or what the house chooses.
// None is one that is not on the card, has no price, or may be any of several; the bill says so.
func (w *Waiter) find(ctx context.Context, card *Card, c change, now *tab, out *billOut) (it Item, err error) {
	s := scene.From(ctx)
	seats, _ := card.seats(s, whoseOf(c.For))
	var some []Item
	switch {
	case c.Pick != nil:
		found, q, err := w.findDishes(ctx, card, *c.Pick)
		if err != nil {
			return it, err
		}
		if found.fits() > 0 {
			some = append(some, card.byID[found.Dishes[0].ID])
		}
		if len(out.Caution) == 0 {
			out.Caution = wordsIn(s.Language).caution(q.caution())
		}
		if c.Dish = or(c.Dish, c.Pick.Wish); c.Dish == "" && len(some) == 0 {
			out.None = sayFound(found, s.Language)
			return it, nil
		}
	case len(c.Among) > 1:
		some = card.someOf(c.Among, seats, s.Language)
	case !c.Missing:
		some = card.refer(s, c.Dish)
	}
	if one := card.amongShown(s, some); len(some) > 1 && len(one) == 1 {
		some = one
	}
	at, _ := w.timeOf(s)
	there := slices.DeleteFunc(slices.Clone(some), func(it Item) bool { return it.isSoldOut(at) })
	if len(there) > 0 {
		some = there
	}
	switch {
	case len(some) > 0 && len(there) == 0:
		near, _, err := w.nearest(ctx, card, s, some[0].Name)
		if err != nil {
			return it, err
		}
		out.NotOnCard = append(out.NotOnCard, missing{some[0].called(s.Language), withPrices(near, s.Language), true})
	case len(some) == 0:
		near, fits, err := w.nearest(ctx, card, s, c.Dish)
		if err != nil {
			return it, err
		}
		if fits && len(near) > 1 && card.isKind(c.Dish) {
			out.ask(ctx, c.Dish, near, int64(c.Quantity))
		} else {
			out.NotOnCard = append(out.NotOnCard, missing{Asked: c.Dish, Nearest: withPrices(near, s.Language)})
		}
	case len(some) > 1:
		var ids []string
		for _, it := range some {
			ids = append(ids, it.ID)
		}
		out.ask(ctx, c.Dish, card.someOf(ids, seats, s.Language), int64(c.Quantity))
		if len(c.Among) > len(ids) { // of which it names some
			ids = c.Among
		}
		now.Asked = append(now.Asked, asked{ids, int64(c.Quantity), c.For, c.Dish})
	case some[0].Price == nil:
		out.NoPrice = append(out.NoPrice, some[0].Name)
	default:
		return some[0], nil
	}
	return it, nil
}

// someOf names some of several items, those that everybody at the table may have first.
func (card *Card) someOf(ids []string, seats []seat, l lang.Language) []Item {
	var may, rest []Item
	for _, id := range ids {
		if it, ok := card.byID[id]; ok && len(card.bars(it, seats, l)) == 0 {
			may = append(may, it)
		} else if ok {
			rest = append(rest, it)
		}
	}
	if len(may) == 0 {
		may = rest
	}
	return may[:min(len(may), 4)]
}

// against tells whose need a line is against, of those whom it is for: "guest: camarão; Ana: leite". Where
// nobody said whom it is for, it is in doubt if it is against anybody's.
func (card *Card) against(it Item, l tabLine, s *scene.Scene) (need string, doubt bool) {
	who := whoseOf(l.known(s).For)
	untold := len(who) == 0 && (l.For != "" || s.Party > 1 || len(s.People()) > 1)
	seats, _ := card.seats(s, who)
	bars := slices.DeleteFunc(card.bars(it, seats, s.Language), func(b bar) bool { return b.Why == unknownContents })
	var all []string
	for _, b := range bars {
		all = append(all, b.Who+": "+b.Why)
	}
	if untold {
		return "", len(all) > 0
	}
	return strings.Join(all, "; "), false
}

// isDrier reports whether the one whom an item is for must not have it as it has alcohol, "uma
// caipirinha pro menino", and says so on the bill.
func (card *Card) isDrier(it Item, who string, s *scene.Scene, out *billOut) bool {
	names := whoseOf(who)
	seats, _ := card.seats(s, names)
	bars := card.bars(it, seats, s.Language)
	if len(names) != 1 || !slices.ContainsFunc(bars, func(b bar) bool { return b.Why != unknownContents && aDrink(b.Why) }) {
		return false
	}
	for _, b := range bars {
		out.Nobodys = leave(out.Nobodys, b, it.Name, mostOfEach)
	}
	return true
}
