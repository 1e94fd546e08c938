package menu

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
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
	WhatIf  bool       `json:"what_if,omitempty"` // nobody takes it: the last bill stays

	// Of the reader; a model adds up anew.
	Tab     bool     `json:"tab,omitempty"`     // of the order of this conversation
	Changes []change `json:"changes,omitempty"` // to it
	Own     bool     `json:"own,omitempty"`     // each pays what they have
	Sober   payment  `json:"sober,omitzero"`    // who pays for no drinks, and by how many it is split
	Order   bool     `json:"order,omitempty"`   // they are ordered
	Fits    bool     `json:"fits,omitempty"`    // whether it is within the budget is asked
	Charged float64  `json:"charged,omitempty"` // what the house has asked for it, which is to be checked
}

type billItem struct {
	Dish     string   `json:"dish"`
	Quantity float64  `json:"quantity,omitempty"`
	By       []string `json:"by,omitempty"`  // who pays for it, in equal parts
	For      string   `json:"for,omitempty"` // who has it
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
	Rounded string     `json:"rounded_up,omitempty"` // how much more than the total all shares are
	Shares  []share    `json:"shares,omitempty"`     // who pays what, of the total
	Nobody  string     `json:"paid_by_nobody,omitempty"`
	Kitty   string     `json:"kitty,omitempty"`
	Rest    string     `json:"after_kitty,omitempty"` // of the total
	Budget  string     `json:"budget,omitempty"`      // in all
	Left    string     `json:"left,omitempty"`        // of it
	Over    string     `json:"over,omitempty"`        // how much more than it the total is
	Fits    bool       `json:"fits,omitempty"`        // it is what was asked
	Charged []string   `json:"charged,omitempty"`     // more, less or right; what was charged, and by how much it is so

	// What was asked for and is not in the sum.
	Which     []missing `json:"say_which,omitempty"` // it may be any of the nearest
	NotOnCard []missing `json:"not_on_card,omitempty"`
	NoPrice   []string  `json:"no_price,omitempty"`
	Nobodys   []leftOut `json:"nobody_may_have,omitempty"` // drinks, where nobody at the table drinks

	Order  string   `json:"order,omitempty"`   // how to order
	Off    []string `json:"off,omitempty"`     // what was taken off the order
	Empty  bool     `json:"empty,omitempty"`   // nobody has said what was ordered
	If     string   `json:"if,omitempty"`      // what the order comes to, which stays as it is
	WhatIf bool     `json:"what_if,omitempty"` // it is not on the bill
	Staff  bool     `json:"staff,omitempty"`   // the staff confirms a note

	Cheapest bool     `json:"cheapest,omitempty"`  // the house chose what is on it
	Caution  []string `json:"caution,omitempty"`   // of what it chose
	None     string   `json:"none_fits,omitempty"` // why it could choose nothing

	limit *share  // for a model: of each person
	own   []share // for a model: what the dishes of each come to, where it is told whose they are
	less  string  // than the bill before it
	more  string
}

// told is a bill as a model is told it: who must not have what, also if the guest knows, and what has changed since the bill
// before.
func (out billOut) told() any {
	lines := []billLine{}
	for _, l := range out.Lines {
		l.NotFor, l.New, l.Served, l.For = l.bars, false, "", nil
		lines = append(lines, l)
	}
	out.Lines, out.Fits = lines, false
	if out.limit != nil { // which is nobody's to share
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
	Sum      string   `json:"sum,omitempty"`      // of several
	NotFor   []bar    `json:"not_for,omitempty"`  // unless it was told before
	Disliked []bar    `json:"disliked,omitempty"` // by whoever has it
	New      bool     `json:"new,omitempty"`      // it was put on the order, or is another number
	Closed   string   `json:"not_served_at,omitempty"`
	Served   string   `json:"served,omitempty"`
	For      []string `json:"for,omitempty"` // who has it
	Note     string   `json:"note,omitempty"`
	bars     []bar    // as NotFor, for a model
}

func (w *Waiter) billTool() (agent.Tool, error) {
	return agent.NewTool("bill", "Adds up, splits, tells what is left.", w.bill, agent.Options[billOut]{
		Schema: func(s *jsonschema.Schema) {
			for _, own := range []string{"tab", "changes", "own", "sober", "order", "fits", "charged"} {
				delete(s.Properties, own)
			}
			split, figure := s.Properties["split"].Items, []string{"string", "number"}
			delete(split.Properties, "heads")
			split.Required = nil
			split.Properties["amount"] = &jsonschema.Schema{Types: figure, Description: split.Properties["amount"].Description}
			s.Properties["tip"] = &jsonschema.Schema{Types: figure, Description: s.Properties["tip"].Description}
			item := s.Properties["items"].Items
			item.Properties["by"].Description = "who pays; with people the others pay the rest"
			item.Properties["for"].Description = "who has it"
		},
		Tell: billOut.told, Say: sayBill, Lenient: true,
	})
}

const (
	mostBilled   = 12   // dishes shown that are taken for what was eaten
	mostQuantity = 1000 // of one dish
	mostPeople   = 1000
)

// A reckoning is a bill that is made: the tab as it was, as it is now, and what is told of it.
type reckoning struct {
	view

	in        billIn
	last, now tab
	by        []paidFor
	out       billOut
	guessed   bool // what was shown is added up, and not ordered
	sum       int64
	currency  string
}

func (w *Waiter) bill(ctx context.Context, in billIn) (out billOut, err error) {
	s := scene.From(ctx)
	card, err := w.onTable(ctx, s, "")
	if err != nil {
		return out, err
	}
	odd := func(p payment) bool { return p.Amount.amount < 0 || p.Heads < 0 || p.Heads > mostPeople }
	switch {
	case in.Service < 0 || in.Service > 100 || in.Tip.amount < 0 || in.People < 0 || in.People > mostPeople || in.People != math.Trunc(in.People):
		return out, errors.New("service_percent is from 0 to 100, tip not negative, people a whole number")
	case in.Kitty < 0 || slices.ContainsFunc(in.Split, odd):
		return out, errors.New("kitty and the amounts of split are not negative")
	}
	b := &reckoning{view: w.viewOf(card, s, nil), in: in, last: lastTab(ctx, s)}
	b.now = b.last
	b.now.Lines, b.now.Asked, b.now.If = nil, nil, nil
	b.now.Budget, b.now.Charged = cmp.Or(in.Budget, b.last.Budget), cmp.Or(in.Charged, b.last.Charged)
	if err := b.begin(); err != nil || b.out.Empty {
		return b.out, err
	}
	if err := b.order(ctx); err != nil {
		return billOut{}, err
	}
	b.askAgain(ctx)
	if err := b.lines(ctx); err != nil {
		return b.out, err
	}
	b.changed()
	if len(b.out.Lines) > 0 {
		b.addUp()
	}
	if b.guessed && !in.Order {
		b.now.Lines = nil // what was shown is not ordered by asking what it costs
	}
	if in.WhatIf && in.Tab { // of the order as it is only the question is kept
		b.now, b.now.If = b.last, in.Changes
	}
	if !in.WhatIf || in.Tab {
		err = b.now.keep(ctx, s)
	}
	return b.out, err
}

// begin finds what is added up: the running bill, what is named, or what was shown last.
func (b *reckoning) begin() error {
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
	return nil
}

// order puts items on the tab, and makes changes to it.
func (b *reckoning) order(ctx context.Context) error {
	for _, item := range b.in.Items {
		if item.Quantity < 0 || item.Quantity > mostQuantity || item.Quantity != math.Trunc(item.Quantity) {
			return fmt.Errorf("the quantity of %s is a whole number from 1 to %d", item.Dish, mostQuantity)
		}
		c := change{Do: "add", Dish: item.Dish, Quantity: max(1, item.Quantity), For: item.For}
		it, err := b.find(ctx, c)
		if err != nil {
			return err
		}
		if it.Price == nil {
			continue
		}
		c.Note = b.card.noted(b.s, it, item.Note, item.Dish+", "+item.Note, 0)
		if b.now.change(b.card, it, c); len(item.By) > 0 {
			b.by = append(b.by, paidFor{it.ID, item.By, c.Quantity * float64(it.with(c.Note).Price.Amount)})
		}
	}
	named := map[string]int{}
	for _, c := range b.in.Changes {
		c.Quantity = min(c.Quantity, mostQuantity)
		with := func(l tabLine) bool { return len(b.card.byID[l.ID].optionsIn(c.Dish)) > 0 }
		if i := slices.IndexFunc(b.now.Lines, with); c.Missing && i >= 0 { // "e com bacon"
			l := &b.now.Lines[i]
			l.Note = b.card.noted(b.s, b.card.byID[l.ID], l.Note, c.Dish, 0)
			continue
		}
		var it Item
		if c.Do == "add" || c.Do == "set" || c.Do == "instead" {
			var err error
			if it, err = b.find(ctx, c); err != nil {
				return err
			}
			if it.ID == "" {
				continue
			}
			if !c.Own {
				c.Note = b.card.noted(b.s, it, c.Note, b.s.Message, named[it.ID])
				named[it.ID]++
			}
		}
		of := b.card.byID[cmp.Or(it.ID, c.Dish)]
		b.out.Staff = b.out.Staff || c.Note != "" && len(of.optionsIn(c.Note)) == 0
		c.Note = b.card.noted(b.s, of, c.Note, c.Note, 0)
		among := kept(b.now.merged(), func(l tabLine) bool { return slices.Contains(c.Among, l.ID) })
		if c.Do == "drop" && len(among) > 1 {
			b.ask(ctx, c.Dish, b.items(among), 0)
			continue
		}
		b.now.change(b.card, it, c)
	}
	return nil
}

func (b *reckoning) items(lines []tabLine) (items []Item) {
	for _, l := range lines {
		items = append(items, b.card.byID[l.ID])
	}
	return items
}

// find is the item that is to come on the bill: what is called so, or what the house chooses. None is one that is not on the
// card, has no price, or may be any of several; the bill says so.
func (b *reckoning) find(ctx context.Context, c change) (it Item, err error) {
	seats, _ := b.card.seats(b.s, whoseOf(c.For))
	var some []Item
	switch {
	case c.Pick != nil:
		found, q, err := b.w.findDishes(ctx, b.card, *c.Pick)
		if err != nil {
			return it, err
		}
		if found.fits() > 0 {
			some = append(some, b.card.byID[found.Dishes[0].ID])
		}
		if found.caution = q.caution(); len(b.out.Caution) == 0 {
			b.out.Caution = wordsIn(b.l).caution(found.caution)
		}
		if c.Dish = or(c.Dish, c.Pick.Wish); c.Dish == "" && len(some) == 0 {
			b.out.None = sayFound(found, b.l)
			return it, nil
		}
	case len(c.Among) > 1:
		some = b.someOf(c.Among, seats)
	case !c.Missing:
		some = b.card.refer(b.s, c.Dish)
	}
	shown := b.card.lastShown(b.s)
	one := kept(some, func(it Item) bool { return slices.ContainsFunc(shown, func(x Item) bool { return x.ID == it.ID }) })
	if len(one) == 1 {
		some = one
	}
	there := kept(some, func(it Item) bool { return !it.isSoldOut(b.at) })
	switch {
	case len(there) == 0:
		if len(some) > 0 {
			c.Dish = some[0].called(b.l)
		}
		near, fits, err := b.w.nearest(ctx, b.card, b.s, c.Dish)
		if err != nil {
			return it, err
		}
		if len(some) == 0 && fits && len(near) > 1 && b.card.isKind(c.Dish) {
			b.ask(ctx, c.Dish, near, int64(c.Quantity))
		} else {
			b.out.NotOnCard = append(b.out.NotOnCard, missing{c.Dish, withPrices(near, b.l), len(some) > 0})
		}
	case len(there) > 1:
		var ids []string
		for _, it := range there {
			ids = append(ids, it.ID)
		}
		if b.ask(ctx, c.Dish, b.someOf(ids, seats), int64(c.Quantity)); len(c.Among) > len(ids) { // of which it names some
			ids = c.Among
		}
		b.now.Asked = append(b.now.Asked, asked{ids, int64(c.Quantity), c.For, c.Dish})
	case there[0].Price == nil:
		b.out.NoPrice = append(b.out.NoPrice, there[0].Name)
	default:
		return there[0], nil
	}
	return it, nil
}

// someOf names some of several items, those that everybody whom they are for may have first.
func (b *reckoning) someOf(ids []string, seats []seat) []Item {
	all := kept(b.card.all, func(it Item) bool { return slices.Contains(ids, it.ID) })
	slices.SortStableFunc(all, func(x, y Item) int { return slices.Index(ids, x.ID) - slices.Index(ids, y.ID) })
	may := kept(all, func(it Item) bool { return len(b.card.bars(it, seats, b.l)) == 0 })
	if len(may) == 0 {
		may = all
	}
	return may[:min(len(may), 4)]
}

// askAgain asks again which of some dishes are meant, where only another such question was answered.
func (b *reckoning) askAgain(ctx context.Context) {
	open := slices.DeleteFunc(slices.Clone(b.last.Asked), func(x asked) bool {
		return slices.ContainsFunc(b.in.Changes, func(c change) bool { return slices.Contains(x.Among, c.Dish) })
	})
	for _, x := range open {
		if len(open) < len(b.last.Asked) || b.in.Tab && len(b.in.Changes) == 0 {
			seats, _ := b.card.seats(b.s, whoseOf(x.For))
			b.ask(ctx, x.Dish, b.someOf(x.Among, seats), x.Quantity)
			b.now.Asked = append(b.now.Asked, x)
		}
	}
}

// ask asks once which of some dishes is meant.
func (b *reckoning) ask(ctx context.Context, dish string, some []Item, n int64) {
	near := withPrices(some, b.l)
	for i, it := range some {
		if n > 1 && it.Price != nil { // "12 sopas" of which there are two
			sum := ui.Money{Amount: n * it.Price.Amount, Currency: it.Price.Currency}.Text(b.l)
			near[i] = fmt.Sprintf("%s (%d × %s = %s)", it.Name, n, priceIn(it, b.l), sum)
		}
	}
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

// lines puts the lines of the tab on the bill, with what is to be said of each, and adds them up.
func (b *reckoning) lines(ctx context.Context) error {
	b.now.Lines = slices.DeleteFunc(b.now.Lines, b.forNobody)
	for i, l := range b.now.Lines {
		if it := b.card.byID[l.ID].with(l.Note); it.Price != nil {
			b.now.Lines[i].Each = it.Price.Amount
			b.now.Lines[i].Against, b.now.Lines[i].Doubt = b.against(it, l)
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
		eaters := b.now.eaters(b.card, b.s, l, b.meant)
		line := billLine{
			Name: it.called(b.l), New: b.last.quantity(l.ID) != l.Quantity, Quantity: l.Quantity, Price: it.Price.Text(b.l),
			NotFor: b.warned(it, eaters), For: b.now.who(l), Note: l.Note,
		}
		line.Served, line.Closed = b.served(it)
		line.bars = b.card.bars(it, new(tab).eaters(b.card, b.s, l, b.meant), b.l)
		if l.Quantity > 1 {
			line.Sum = b.say(l.Quantity * it.Price.Amount)
		}
		b.sum += l.Quantity * it.Price.Amount
		t := things([]Item{it}, b.l)[0]
		t.Note = noteOf(b.card.bars(it, b.meant, b.l)) // whoever has it
		b.s.Offer(ctx, t)
		switch told := l.ID + " " + l.For; {
		case slices.Contains(b.now.Told, told) && l.Quantity <= b.last.quantity(l.ID): // of more of it that is said again
			line.NotFor = nil
		case len(line.NotFor) > 0:
			b.now.Told = append(b.now.Told, told)
		}
		if l.For != "" {
			eating, _ := b.s.Meant(whoseOf(l.For))
			line.Disliked = b.card.dislikedBy(it, eating)
		}
		b.out.Lines = append(b.out.Lines, line)
	}
	return nil
}

// forNobody reports whether a line is a drink for people alone who must not have it as it has alcohol, for one, "uma
// caipirinha pro menino", or at a table where nobody drinks, and says so on the bill.
func (b *reckoning) forNobody(l tabLine) bool {
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

// against tells whose need a line is against, of those whom it is for: "guest: camarão; Ana: leite". Where nobody said whom
// it is for, it is in doubt if it is against anybody's.
func (b *reckoning) against(it Item, l tabLine) (need string, doubt bool) {
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

// changed says what was taken off, what an order comes to that is only asked about, and how to order.
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

// amount is a tip, or what somebody pays, of a sum.
func (b *reckoning) amount(t tip, of int64) int64 {
	if t.percent {
		return int64(math.Round(float64(of) * t.amount / 100))
	}
	return b.card.minor(t.amount)
}

// addUp tells the total with service and tip, who pays what of it, and how it stands to the budget.
func (b *reckoning) addUp() {
	in, out := b.in, &b.out
	total := b.sum
	out.Sum, out.Fits, out.WhatIf = b.say(b.sum), in.Fits, in.WhatIf
	if in.Service > 0 {
		service := b.amount(tip{in.Service, true}, b.sum)
		total += service
		b.now.Service = strconv.FormatFloat(in.Service, 'f', -1, 64)
		out.Service, out.Percent = b.say(service), wordsIn(b.l).Number(in.Service)+"%"
	}
	if in.Tip.amount > 0 {
		extra := b.amount(in.Tip, b.sum)
		total += extra
		out.Tip = b.say(extra)
	}
	out.Total = b.say(total)
	switch {
	case b.last.Total > total:
		out.less = b.say(b.last.Total - total)
	case b.last.Total > 0 && b.last.Total < total:
		out.more = b.say(total - b.last.Total)
	}
	b.now.Total = total
	b.divide(total)
	out.Cheapest = in.Fits && slices.ContainsFunc(in.Changes, func(c change) bool { return c.Pick != nil && c.Pick.Sort == "cheap" })
	if charged := b.card.minor(b.now.Charged); charged > 0 {
		how := []string{"less", "right", "more"}[1+cmp.Compare(charged, total)]
		out.Charged = []string{how, b.say(charged), b.say(max(charged-total, total-charged))}
	}
	if budget := b.card.minor(cmp.Or(budgetOf(in, b.s), b.now.Budget)); budget > 0 && budget != b.card.minor(b.now.Kitty) {
		var x share
		x.within(total, budget, b.say)
		out.Budget, out.Left, out.Over = b.say(budget), x.Left, x.Over
	}
}

// divide tells who pays what of a total.
func (b *reckoning) divide(total int64) {
	in, out := b.in, &b.out
	pay := total - min(total, b.card.minor(in.Kitty))
	if pay < total {
		b.now.Kitty = in.Kitty
		out.Kitty, out.Rest = b.say(total-pay), b.say(pay)
	}
	b.now.Sober = in.Sober
	most := b.card.minor(perHead(in, b.s))
	out.Shares, out.Nobody = b.payers(in, b.now.Lines, b.by, total).shares(b.sum, pay, most, b.say)
	if out.Shares == nil && in.People == 0 {
		owned := kept(b.now.Lines, func(l tabLine) bool { return !scene.Everybody(whoseOf(l.For)) }) // of which it was said whose they are
		rest := ""
		if out.own, rest = b.payers(billIn{Own: true}, owned, nil, total).shares(b.sum, pay, most, b.say); len(out.own) > 1 && rest != "" {
			out.own = append(out.own, share{Who: "shared, or of nobody told", Pays: rest})
		}
	}
	people := int64(in.People)
	each := (pay + people - 1) / max(1, people)
	if people > 1 && len(b.by) == 0 {
		out.People, out.Each, b.now.People = int(people), b.say(each), people
		if over := each*people - pay; over > 0 {
			out.Rounded = b.say(over)
		}
	}
	if most > 0 {
		if out.limit = (&share{Most: b.say(most)}); people > 1 {
			out.limit.within(each, most, b.say)
		}
	}
}

// budgetOf is what a party has for a bill, in all: as it is told with the bill, or else before. One that is told with a trip
// is of the trip.
func budgetOf(in billIn, s *scene.Scene) float64 {
	people := cmp.Or(in.People, float64(s.Party))
	switch {
	case in.Budget > 0:
		return in.Budget
	case in.PerHead > 0:
		return in.PerHead * max(1, people)
	case plansTrip(s):
		return 0
	case s.Budget.Total > 0:
		return s.Budget.Total
	case people < 2 || in.Tab: // the price of one dish is no budget
		return 0
	}
	return s.Budget.Person * people
}

// perHead is the most that each at the table will pay, if that is what was told.
func perHead(in billIn, s *scene.Scene) float64 {
	if in.Budget > 0 || in.PerHead == 0 && (plansTrip(s) || s.Budget.Total > 0) {
		return 0
	}
	return cmp.Or(in.PerHead, s.Budget.Person)
}

func plansTrip(s *scene.Scene) bool {
	return slices.ContainsFunc(s.Shown, func(t scene.Thing) bool { return t.Kind == "lodging" })
}

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
	if x := out.Charged; len(x) > 0 {
		lines = append(lines, strings.NewReplacer("{sum}", x[1], "{by}", x[2]).Replace(t.Menu.Charged[x[0]]))
	}
	for _, x := range out.Shares {
		if x.Who == "" {
			lines = append(lines, "- "+fmt.Sprintf(t.Menu.Rest, x.Pays, x.Each))
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
		closed := ""
		if line.New && line.Closed != "" {
			closed = t.notAt(line.Closed) + " " + t.hours(line.Name, line.Served)
		}
		warnings := []string{t.notFor(line.Name, line.NotFor), t.disliked(line.Name, line.Disliked), closed}
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

// budget says what is left of a budget, or how much more than it a bill is.
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
