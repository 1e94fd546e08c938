package menu

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

type billIn struct {
	Items   []billItem `json:"items,omitempty" jsonschema:"all of it, also what was on the bill; empty: the bill, else shown"`
	People  float64    `json:"people,omitempty" jsonschema:"split evenly"`
	Split   []payment  `json:"split,omitempty" jsonschema:"unevenly: who pays together"`
	Kitty   float64    `json:"kitty,omitempty" jsonschema:"pays first"`
	Service float64    `json:"service_percent,omitempty"`
	Tip     tip        `json:"tip,omitempty" jsonschema:"amount, or 10%"`
	Budget  float64    `json:"budget,omitempty" jsonschema:"in all"`
	PerHead float64    `json:"budget_per_person,omitempty"`
	WhatIf  bool       `json:"what_if,omitempty"` // only a question ("and with two soups?"): the last bill stays

	// Of the reader; a model adds up anew.
	Tab     bool     `json:"tab,omitempty" jsonschema:"-"`     // of the order of this conversation
	Changes []change `json:"changes,omitempty" jsonschema:"-"` // to it
	Own     bool     `json:"own,omitempty" jsonschema:"-"`     // each pays what they have
	Order   bool     `json:"order,omitempty" jsonschema:"-"`   // the changes are an order, and not a question about prices
	Fits    bool     `json:"fits,omitempty" jsonschema:"-"`    // the guest asks whether the bill is within the budget
	Sober   payment  `json:"sober,omitzero" jsonschema:"-"`    // people who pay for no drinks, and by how many the bill is split
}

type billItem struct {
	Dish     string   `json:"dish"`
	Quantity float64  `json:"quantity,omitempty"`
	By       []string `json:"by,omitempty"`  // people who pay for it, in equal parts
	For      string   `json:"for,omitempty"` // the person who eats it
	Note     string   `json:"note,omitempty" jsonschema:"size, extras, how it is made"`
}

// A tip is an amount, or a percentage of what was eaten.
type tip struct {
	amount  float64
	percent bool
}

// UnmarshalJSON reads 15, "15" or "10%".
func (t *tip) UnmarshalJSON(raw []byte) error {
	t.percent = strings.Contains(string(raw), "%")
	t.amount, _ = agent.Figure(string(raw))
	return nil
}

type billOut struct {
	Lines   []billLine `json:"lines"`
	Sum     string     `json:"sum,omitempty"`
	Service string     `json:"service,omitempty"`
	Percent string     `json:"service_percent,omitempty"`
	Tip     string     `json:"tip,omitempty"`
	Total   string     `json:"total,omitempty"`
	People  int        `json:"people,omitempty"`
	Each    string     `json:"each,omitempty"`
	Rounded string     `json:"rounded_up,omitempty"` // by how much all shares together exceed the total
	Shares  []share    `json:"shares,omitempty"`     // the part of the total that each person pays
	Nobody  string     `json:"paid_by_nobody,omitempty"`
	Kitty   string     `json:"kitty,omitempty"`
	Rest    string     `json:"after_kitty,omitempty"` // of the total
	Budget  string     `json:"budget,omitempty"`      // in all
	Left    string     `json:"left,omitempty"`        // of it
	Over    string     `json:"over,omitempty"`        // by how much the total exceeds it
	Fits    bool       `json:"fits,omitempty"`        // the guest asked whether it fits the budget

	// Dishes that were asked for and are not in the sum.
	Which     []missing `json:"say_which,omitempty"` // the word may mean any of the nearest dishes
	NotOnCard []missing `json:"not_on_card,omitempty"`
	NoPrice   []string  `json:"no_price,omitempty"`
	Nobodys   []leftOut `json:"nobody_may_have,omitempty"` // drinks, where nobody at the table drinks

	Order  string   `json:"order,omitempty"`   // how to order
	Off    []string `json:"off,omitempty"`     // dishes taken off the order
	Empty  bool     `json:"empty,omitempty"`   // nothing is ordered yet
	If     string   `json:"if,omitempty"`      // the total of the order as it stays, beside that of a what-if
	WhatIf bool     `json:"what_if,omitempty"` // a question: its lines are not on the bill
	Staff  bool     `json:"staff,omitempty"`   // the staff confirms a note

	Cheapest bool     `json:"cheapest,omitempty"`  // the house chose the dishes
	Caution  []string `json:"caution,omitempty"`   // warnings about the dishes that it chose
	None     string   `json:"none_fits,omitempty"` // why it could choose no dish

	limit *share  // what each person may spend ("at most 80 each"), and what is left of it; only a model gets it
	less  string  // by how much the total is below that of the bill before; only a model gets it
	more  string  // by how much it is above
	own   []share // the sum of each person's own dishes, where the lines name people; only a model gets it
}

// forModel returns a bill as a model gets it: with the people who must not have a line, also where the guest was told
// before.
func (out billOut) forModel() any {
	lines := []billLine{}
	for _, l := range out.Lines {
		l.NotFor, l.New, l.For = l.bars, false, nil
		lines = append(lines, l)
	}
	out.Lines, out.Fits = lines, false
	if out.limit != nil { // it holds for each person, and not for the bill
		out.Budget, out.Left, out.Over = "", "", ""
	}
	if len(out.own) == 1 { // one of them is no split: "the duck for Ana"
		out.own = nil
	}
	return struct {
		billOut
		Limit *share  `json:"limit_per_person,omitempty"`
		Own   []share `json:"own_dishes,omitempty"`
		Less  string  `json:"less_than_before,omitempty"`
		More  string  `json:"more_than_before,omitempty"`
	}{out, out.limit, out.own, out.less, out.more}
}

type billLine struct {
	Name     string   `json:"name"`
	Quantity int64    `json:"quantity"`
	Price    string   `json:"price"`
	Sum      string   `json:"sum,omitempty"`            // of several
	NotFor   []bar    `json:"not_for,omitempty"`        // people who must not have it, unless the guest was told before
	Disliked []bar    `json:"disliked,omitempty"`       // people who have it and dislike something in it
	New      bool     `json:"new,omitempty"`            // the line is new, or its quantity has changed
	Closed   string   `json:"not_served_now,omitempty"` // with the hours at which it is served
	For      []string `json:"for,omitempty"`            // the people who have it
	Note     string   `json:"note,omitempty"`
	bars     []bar    // NotFor as a model gets it, also where the guest was told before
}

func (w *Waiter) billTool() (agent.Tool, error) {
	return agent.NewTool("bill", "Adds up, splits, tells what is left.", w.bill, agent.Options[billOut]{
		Schema: func(s *jsonschema.Schema) {
			split, figure := s.Properties["split"].Items, []string{"string", "number"}
			split.Required = nil
			split.Properties["amount"] = &jsonschema.Schema{Types: figure, Description: split.Properties["amount"].Description}
			s.Properties["tip"] = &jsonschema.Schema{Types: figure, Description: s.Properties["tip"].Description}
			item := s.Properties["items"].Items
			item.Properties["by"].Description = "who pays; with people the others pay the rest"
			item.Properties["for"].Description = "who has it"
		},
		Tell: billOut.forModel, Say: sayBill, Lenient: true,
	})
}

const (
	mostBilled   = 12   // dishes shown last that a bill without items adds up; of more it asks which
	mostQuantity = 1000 // of one dish
	mostPeople   = 1000
)

// A reckoning is one call of bill: the tab before it (last), the tab after it (now), and the result.
type reckoning struct {
	view

	in        billIn
	last, now tab
	by        []paidFor
	out       billOut
	guessed   bool // the lines are the dishes shown last, which nobody has ordered
	sum       int64
	currency  string
}

func (w *Waiter) bill(ctx context.Context, in billIn) (out billOut, err error) {
	s := scene.From(ctx)
	card, err := w.onTable(ctx, s, "")
	if err != nil {
		return out, err
	}
	if err := in.check(); err != nil {
		return out, err
	}
	b := &reckoning{view: w.viewOf(card, s, nil), in: in, last: lastTab(ctx, s)}
	another := func(said string) bool { return minuteTold(said) == anotherDay }
	b.sure = b.sure || !slices.ContainsFunc(append(slices.Clip(s.Said), s.Message), another) // an order is for today unless a message names another day
	b.now = b.last
	b.now.Lines, b.now.Asked, b.now.If = nil, nil, nil
	b.now.Budget = cmp.Or(in.Budget, b.last.Budget)
	for _, step := range []func(context.Context) error{b.begin, b.order, b.lines} {
		if err := step(ctx); err != nil || b.out.Empty {
			return b.out, err
		}
	}
	b.changed()
	if len(b.out.Lines) > 0 {
		b.addUp()
	}
	if b.guessed && !in.Order {
		b.now.Lines = nil // a guest who asks the price of shown dishes has not ordered them
	}
	if in.WhatIf && in.Tab { // the order stays, and only the question is kept
		budget := b.now.Budget
		b.now, b.now.If, b.now.Budget = b.last, in.Changes, budget
	}
	if !in.WhatIf || in.Tab {
		err = b.now.keep(ctx, s)
	}
	return b.out, err
}

// check reports figures that make no bill.
func (in billIn) check() error {
	odd := func(p payment) bool { return p.Amount.amount < 0 || p.Heads < 0 || p.Heads > mostPeople }
	switch {
	case in.Service < 0 || in.Service > 100 || in.Tip.amount < 0 || in.People < 0 || in.People > mostPeople || in.People != math.Trunc(in.People):
		return errors.New("service_percent is from 0 to 100, tip not negative, people a whole number")
	case in.Kitty < 0 || slices.ContainsFunc(in.Split, odd):
		return errors.New("kitty and the amounts of split are not negative")
	}
	for _, item := range in.Items {
		if item.Quantity < 0 || item.Quantity > mostQuantity || item.Quantity != math.Trunc(item.Quantity) {
			return fmt.Errorf("the quantity of %s is a whole number from 1 to %d", item.Dish, mostQuantity)
		}
	}
	return nil
}

// begin finds what to add up: the running tab, the items of the call, or the dishes shown last. Items are added to an empty
// tab.
func (b *reckoning) begin(context.Context) error {
	shown := b.card.lastShown(b.s)
	switch running := b.in.Tab || b.s.Later && len(b.in.Items) == 0 && len(b.last.Lines) > 0; {
	case running:
		b.now.Lines = slices.Clone(b.last.Lines)
		if len(b.in.Changes)+len(b.now.Lines) == 0 {
			b.out = billOut{Lines: []billLine{}, Empty: true}
		}
	case len(b.in.Items) > 0:
	case len(shown) == 0 || len(shown) > mostBilled:
		return errors.New("say which dishes: name them in items")
	default:
		b.guessed = true
		for _, it := range shown {
			b.in.Items = append(b.in.Items, billItem{Dish: it.ID})
		}
	}
	for _, item := range b.in.Items {
		b.in.Changes = append(b.in.Changes, change{Do: "add", Dish: item.Dish, Quantity: max(1, item.Quantity), For: item.For, Note: item.Note, by: item.By, item: true})
	}
	return nil
}

// order makes the changes to the tab.
func (b *reckoning) order(ctx context.Context) error {
	named := map[string]int{} // how often the message named a dish before
	for _, c := range b.in.Changes {
		c.Quantity = min(c.Quantity, mostQuantity)
		if c.Missing && b.extra(c) {
			continue
		}
		it := b.card.byID[c.Dish]
		if c.Do == "add" || c.Do == "set" {
			var err error
			if it, err = b.find(ctx, c); err != nil {
				return err
			}
			if it.ID == "" {
				continue
			}
		}
		said := c.Note
		if c.item {
			said = c.Dish + ", " + c.Note
		} else if (c.Do == "add" || c.Do == "set") && !c.Own {
			c.Note = b.card.noted(b.s, it, c.Note, b.s.Message, named[it.ID])
			said = c.Note
			named[it.ID]++
		}
		b.out.Staff = b.out.Staff || !c.item && c.Note != "" && len(it.optionsIn(c.Note)) == 0
		c.Note = b.card.noted(b.s, it, c.Note, said, 0)
		among := kept(b.now.merged(), func(l tabLine) bool { return slices.Contains(c.Among, l.ID) })
		if c.Do == "drop" && len(among) > 1 {
			b.ask(ctx, c.Dish, b.items(among))
			continue
		}
		if b.now.change(b.card, it, c); len(c.by) > 0 {
			b.by = append(b.by, paidFor{it.ID, c.by, c.Quantity * float64(it.with(c.Note).Price.Amount)})
		}
	}
	b.askAgain(ctx)
	return nil
}

// extra notes an option of a dish of the tab, "e com bacon", and reports whether a change is that.
func (b *reckoning) extra(c change) bool {
	i := slices.IndexFunc(b.now.Lines, func(l tabLine) bool { return len(b.card.byID[l.ID].optionsIn(c.Dish)) > 0 })
	if i >= 0 {
		l := &b.now.Lines[i]
		l.Note = b.card.noted(b.s, b.card.byID[l.ID], l.Note, c.Dish, 0)
	}
	return i >= 0
}

func (b *reckoning) items(lines []tabLine) (items []Item) {
	for _, l := range lines {
		items = append(items, b.card.byID[l.ID])
	}
	return items
}

// find returns the item of the card that a change means: the dish of that name, or the dish that the house chooses. The
// item is empty where the dish is not on the card, has no price, or may be any of several; the bill then says so.
func (b *reckoning) find(ctx context.Context, c change) (it Item, err error) {
	seats, _ := b.card.seats(b.s, whoseOf(c.For))
	some, err := b.meantBy(ctx, &c, seats)
	if err != nil || b.out.None != "" {
		return it, err
	}
	there := kept(some, func(it Item) bool { return !it.isSoldOut(b.at) })
	switch {
	case len(there) == 0:
		if len(some) > 0 {
			c.Dish = some[0].called(b.l)
		}
		near, fits, err := b.w.nearest(ctx, b.card, b.s, findDishesIn{Wish: c.Dish})
		if err != nil {
			return it, err
		}
		if len(some) == 0 && fits && len(near) > 1 && b.card.isKind(c.Dish) {
			b.ask(ctx, c.Dish, near)
		} else {
			b.out.NotOnCard = append(b.out.NotOnCard, missing{c.Dish, withPrices(near, b.l), len(some) > 0})
		}
	case len(there) > 1:
		var ids []string
		for _, it := range there {
			ids = append(ids, it.ID)
		}
		b.askLater(ctx, asked{ids, int64(c.Quantity), c.For, c.Dish})
		if len(c.Among) > len(ids) { // the answer names only some of them
			b.now.Asked[len(b.now.Asked)-1].Among = c.Among
		}
	case there[0].Price == nil:
		b.out.NoPrice = append(b.out.NoPrice, there[0].Name)
	default:
		return there[0], nil
	}
	return it, nil
}

// meantBy returns the items that a change may mean, one of those shown last before others. Where the house is to choose and
// finds nothing, the bill says why.
func (b *reckoning) meantBy(ctx context.Context, c *change, seats []seat) (some []Item, err error) {
	switch {
	case c.Pick != nil:
		found, q, err := b.w.findHeard(ctx, *c.Pick)
		if err != nil {
			return nil, err
		}
		if found.fits() > 0 {
			some = append(some, b.card.byID[found.Dishes[0].ID])
		}
		if found.caution = q.caution(); len(b.out.Caution) == 0 {
			b.out.Caution = wordsIn(b.l).caution(found.caution)
		}
		if c.Dish = or(c.Dish, c.Pick.Wish); c.Dish == "" && len(some) == 0 {
			b.out.None = sayFound(found, b.l)
		}
	case len(c.Among) > 1:
		some = b.someOf(c.Among, seats)
	case !c.Missing:
		some = b.card.refer(b.s, c.Dish)
	}
	shown := b.card.lastShown(b.s)
	if one := kept(some, func(it Item) bool { return slices.ContainsFunc(shown, func(x Item) bool { return x.ID == it.ID }) }); len(one) == 1 {
		some = one
	}
	return some, nil
}

// someOf returns up to four of several items to ask about: only those that all people they are for may have, if there are
// any.
func (b *reckoning) someOf(ids []string, seats []seat) (all []Item) {
	for _, id := range ids {
		if it, ok := b.card.byID[id]; ok {
			all = append(all, it)
		}
	}
	if may := kept(all, func(it Item) bool { return len(b.card.bars(it, seats, b.l)) == 0 }); len(may) > 0 {
		all = may
	}
	return all[:min(len(all), 4)]
}

// askAgain asks again which of some dishes are meant, where only another such question was answered.
func (b *reckoning) askAgain(ctx context.Context) {
	open := slices.DeleteFunc(slices.Clone(b.last.Asked), func(x asked) bool {
		return slices.ContainsFunc(b.in.Changes, func(c change) bool { return slices.Contains(x.Among, c.Dish) })
	})
	for _, x := range open {
		if len(open) < len(b.last.Asked) || b.in.Tab && len(b.in.Changes) == 0 {
			b.askLater(ctx, x)
		}
	}
}

// askLater asks which of some dishes is meant, and keeps the question with the order.
func (b *reckoning) askLater(ctx context.Context, x asked) {
	seats, _ := b.card.seats(b.s, whoseOf(x.For))
	b.ask(ctx, x.Dish, b.someOf(x.Among, seats))
	b.now.Asked = append(b.now.Asked, x)
}

// ask asks once which of some dishes is meant.
func (b *reckoning) ask(ctx context.Context, dish string, some []Item) {
	near := withPrices(some, b.l)
	if slices.ContainsFunc(b.out.Which, func(m missing) bool { return slices.Equal(m.Nearest, near) || m.Asked == dish && dish != "" }) {
		return
	}
	b.out.Which = append(b.out.Which, missing{Asked: dish, Nearest: near})
	picks := things(some, b.l)
	for i := range picks {
		picks[i].Pick = true
	}
	b.s.Offer(ctx, picks...)
}

// lines puts the lines of the tab on the bill, each with its warnings (NotFor, Closed, Disliked), and adds them up.
func (b *reckoning) lines(ctx context.Context) error {
	b.now.Lines = slices.DeleteFunc(b.now.Lines, b.refuseAlcohol)
	for i, l := range b.now.Lines {
		if it := b.card.byID[l.ID].with(l.Note); it.Price != nil {
			b.now.Lines[i].Each = it.Price.Amount
			b.now.Lines[i].Against, b.now.Lines[i].Doubt = b.needAgainst(it, l)
			b.now.Lines[i].Closed = ""
			if served, closed := b.served(it); closed != "" {
				b.now.Lines[i].Closed = wordsIn(b.l).notAt(closed) + " " + wordsIn(b.l).hours(it.called(b.l), served)
			}
		}
	}
	b.out.Lines = []billLine{}
	for _, l := range b.now.merged() {
		it := b.card.byID[l.ID].with(l.Note)
		if it.Price == nil { // the card has changed
			continue
		}
		if b.currency != "" && it.Price.Currency != b.currency {
			return errors.New("the dishes are priced in different currencies and cannot be added up: ask for one bill each")
		}
		b.currency = it.Price.Currency
		b.sum += l.Quantity * it.Price.Amount
		b.out.Lines = append(b.out.Lines, b.line(it, l))
		t := things([]Item{it}, b.l)[0]
		t.Note = noteOf(b.card.bars(it, b.meant, b.l)) // for any person of the table
		b.s.Offer(ctx, t)
	}
	return nil
}

// line makes a line of the bill. Whom it is not for is said again only where its quantity has grown.
func (b *reckoning) line(it Item, l tabLine) billLine {
	line := billLine{
		Name: it.called(b.l), New: b.last.quantity(l.ID) != l.Quantity, Quantity: l.Quantity, Price: it.Price.Text(b.l),
		NotFor: b.warned(it, b.now.eaters(b.card, b.s, l, b.meant)), For: b.now.who(l), Note: l.Note, Closed: l.Closed,
		bars: b.card.bars(it, new(tab).eaters(b.card, b.s, l, b.meant), b.l),
	}
	if l.Quantity > 1 {
		line.Sum = b.say(l.Quantity * it.Price.Amount)
	}
	switch told := l.ID + " " + l.For; {
	case slices.Contains(b.now.Told, told) && l.Quantity <= b.last.quantity(l.ID):
		line.NotFor = nil
	case len(line.NotFor) > 0:
		b.now.Told = append(b.now.Told, told)
	}
	if l.For != "" {
		eating, _ := b.s.Meant(whoseOf(l.For))
		line.Disliked = b.card.dislikedBy(it, eating)
	}
	return line
}

// refuseAlcohol reports whether a line is to be taken off the order because it is a drink that none of its people may
// have: a drink with alcohol for one person ("uma caipirinha pro menino"), or any such drink at a table where nobody may
// drink. It notes the drink on the bill (Nobodys), so that the answer says why.
func (b *reckoning) refuseAlcohol(l tabLine) bool {
	it, one := b.card.byID[l.ID], len(whoseOf(l.For)) == 1 && b.last.quantityOf(l.ID, l.For) < l.Quantity
	eaters := b.now.eaters(b.card, b.s, l, b.meant)
	bars := b.card.bars(it, eaters, b.l)
	alcohol := slices.ContainsFunc(bars, func(x bar) bool { return x.Why != unknownContents && aDrink(x.Why) })
	if len(bars) == 0 || len(bars) < len(eaters) || !it.drinkable() || !dry(b.s) && !(alcohol && one) {
		return false
	}
	b.out.Nobodys = leaveAll(b.out.Nobodys, bars, it.Name, mostOfEach)
	return true
}

// needAgainst returns the needs that a line breaks, of the people it is for: "guest: camarão; Ana: leite". Where a line is
// for no person in particular it returns no need, and doubt reports whether it breaks that of anybody at the table.
func (b *reckoning) needAgainst(it Item, l tabLine) (need string, doubt bool) {
	who, nobody := known(b.s, whoseOf(l.For))
	if nobody != "" {
		who = nil
	}
	seats, _ := b.card.seats(b.s, who)
	var all []string
	for _, x := range b.card.bars(it, seats, b.l) {
		if x.Why != unknownContents {
			all = append(all, x.Who+": "+x.Why)
		}
	}
	if len(who) == 0 && (l.For != "" || b.s.Party > 1 || len(b.s.People()) > 1) {
		return "", len(all) > 0
	}
	return strings.Join(all, "; "), false
}

// changed notes on the bill the dishes that were taken off, the total of the order beside a what-if, and how to order.
func (b *reckoning) changed() {
	for _, l := range b.last.Lines {
		if it, ok := b.card.byID[l.ID]; ok && b.in.Tab && b.now.quantity(l.ID) == 0 && !slices.Contains(b.out.Off, it.Name) {
			b.out.Off = append(b.out.Off, it.Name)
		}
	}
	if b.in.WhatIf && b.in.Tab && len(b.last.Lines) > 0 {
		sum := int64(0)
		for _, l := range b.last.Lines {
			if it := b.card.byID[l.ID].with(l.Note); it.Price != nil {
				sum += l.Quantity * it.Price.Amount
			}
		}
		b.out.If = b.say(sum)
	}
	fresh := slices.ContainsFunc(b.out.Lines, func(l billLine) bool { return l.New })
	if b.in.Order && !b.in.WhatIf && !b.now.Ordered && fresh {
		b.now.Ordered, b.out.Order = true, cmp.Or(b.w.House.Order, askTheStaff)
	}
}

// askTheStaff is how to order where the house has not said how.
const askTheStaff = "staff"

func (b *reckoning) say(minor int64) string {
	return ui.Money{Amount: minor, Currency: b.currency}.Text(b.l)
}

// amount returns a tip or a person's payment in minor units, a percentage being of the given sum.
func (b *reckoning) amount(t tip, of int64) int64 {
	if t.percent {
		return int64(math.Round(float64(of) * t.amount / 100))
	}
	return b.card.minor(t.amount)
}
