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
	"github.com/maitre-dev/maitre/internal/base/texts"
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

// told is a bill as a model is told it: who must not have what, also if the guest knows, and
// what has changed since the bill before.
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

func (w *Waiter) bill(ctx context.Context, in billIn) (out billOut, err error) {
	s := scene.From(ctx)
	card, err := w.onTable(ctx, s, "")
	if err != nil {
		return out, err
	}
	if in.Service < 0 || in.Service > 100 || in.Tip.amount < 0 || in.People < 0 || in.People > mostPeople || in.People != math.Trunc(in.People) {
		return out, errors.New("service_percent is from 0 to 100, tip not negative, people a whole number")
	}
	odd := func(p payment) bool { return p.Amount.amount < 0 || p.Heads < 0 || p.Heads > mostPeople }
	if in.Kitty < 0 || slices.ContainsFunc(in.Split, odd) {
		return out, errors.New("kitty and the amounts of split are not negative")
	}
	last := lastTab(ctx, s)
	now, by := last, []paidFor(nil)
	now.Lines, now.Asked, now.If = nil, nil, nil
	now.Budget, now.Charged = cmp.Or(in.Budget, last.Budget), cmp.Or(in.Charged, last.Charged)
	running := in.Tab || s.Later && len(in.Items) == 0 && len(last.Lines) > 0
	guessed := !running && len(in.Items) == 0
	switch shown := card.lastShown(s); {
	case running:
		now.Lines = slices.Clone(last.Lines)
		if len(in.Changes)+len(now.Lines) == 0 {
			return billOut{Lines: []billLine{}, Empty: true}, nil
		}
	case guessed && (len(shown) == 0 || len(shown) > mostBilled):
		return out, errors.New("say which dishes: name them in items")
	case guessed:
		for _, it := range shown {
			in.Items = append(in.Items, billItem{Dish: it.ID})
		}
	}
	for _, item := range in.Items {
		if item.Quantity < 0 || item.Quantity > mostQuantity || item.Quantity != math.Trunc(item.Quantity) {
			return billOut{}, fmt.Errorf("the quantity of %s is a whole number from 1 to %d", item.Dish, mostQuantity)
		}
		c := change{Do: "add", Dish: item.Dish, Quantity: max(1, item.Quantity), For: item.For}
		it, err := w.find(ctx, card, c, &now, &out)
		if err != nil {
			return out, err
		}
		if it.Price != nil {
			c.Note = card.noted(s, it, item.Note, item.Dish+", "+item.Note, 0)
			now.change(card, it, c)
			if len(item.By) > 0 {
				by = append(by, paidFor{it.ID, item.By, float64(int64(c.Quantity) * it.with(c.Note).Price.Amount)})
			}
		}
	}
	named := map[string]int{}
	for _, c := range in.Changes {
		c.Quantity = min(c.Quantity, mostQuantity)
		with := func(l tabLine) bool { return len(card.byID[l.ID].chosen(c.Dish)) > 0 }
		if i := slices.IndexFunc(now.Lines, with); c.Missing && i >= 0 { // "e com bacon"
			now.Lines[i].Note = card.noted(s, card.byID[now.Lines[i].ID], now.Lines[i].Note, c.Dish, 0)
			continue
		}
		var it Item
		if c.Do == "add" || c.Do == "set" || c.Do == "instead" {
			if it, err = w.find(ctx, card, c, &now, &out); err != nil {
				return out, err
			}
			if it.ID == "" || card.isDrier(it, c.For, s, &out) {
				continue
			}
			if !c.Own {
				c.Note = card.noted(s, it, c.Note, s.Message, named[it.ID])
				named[it.ID]++
			}
		}
		of := card.byID[cmp.Or(it.ID, c.Dish)]
		out.Staff = out.Staff || c.Note != "" && len(of.chosen(c.Note)) == 0
		c.Note = card.noted(s, of, c.Note, c.Note, 0)
		if some := now.among(card, c.Among); c.Do == "drop" && len(some) > 1 {
			out.ask(ctx, c.Dish, some, 0)
			continue
		}
		now.change(card, it, c)
	}
	open := slices.DeleteFunc(slices.Clone(last.Asked), func(x asked) bool {
		return slices.ContainsFunc(in.Changes, func(c change) bool { return slices.Contains(x.Among, c.Dish) })
	})
	for _, x := range open {
		if seats, _ := card.seats(s, whoseOf(x.For)); len(open) < len(last.Asked) || in.Tab && len(in.Changes) == 0 { // the other question is asked again
			out.ask(ctx, x.Dish, card.someOf(x.Among, seats, s.Language), x.Quantity)
			now.Asked = append(now.Asked, x)
		}
	}
	for i, l := range now.Lines {
		if it := card.byID[l.ID].with(l.Note); it.Price != nil {
			now.Lines[i].Each = it.Price.Amount
			now.Lines[i].Against, now.Lines[i].Doubt = card.against(it, l, s)
		}
	}
	sum, currency, err := w.total(ctx, card, &now, &last, &out)
	if err != nil {
		return out, err
	}
	for _, l := range last.Lines {
		if it, ok := card.byID[l.ID]; ok && in.Tab && now.quantity(l.ID) == 0 && !slices.Contains(out.Off, it.Name) {
			out.Off = append(out.Off, it.Name)
		}
	}
	if in.WhatIf && in.Tab && len(last.Lines) > 0 {
		out.If = ui.Money{Amount: last.sum(card), Currency: currency}.Text(s.Language)
	}
	defer func() {
		kept := now
		if in.WhatIf && in.Tab { // of the order as it is only the question is kept
			kept, kept.If = last, in.Changes
		}
		err = errors.Join(err, kept.keep(ctx, s, in.WhatIf && !in.Tab))
	}()
	if in.Order && !in.WhatIf && !now.Ordered && slices.ContainsFunc(out.Lines, func(l billLine) bool { return l.New }) {
		now.Ordered, out.Order = true, cmp.Or(w.House.Order, askTheStaff)
	}
	if len(out.Lines) == 0 {
		return out, nil
	}
	say := func(minor int64) string { return ui.Money{Amount: minor, Currency: currency}.Text(s.Language) }
	part := func(percent float64) int64 { return int64(math.Round(float64(sum) * percent / 100)) }
	total := sum
	out.Sum = say(sum)
	if in.Service > 0 {
		total += part(in.Service)
		now.Service = strconv.FormatFloat(in.Service, 'f', -1, 64)
		out.Service, out.Percent = say(part(in.Service)), texts.In(s.Language).Number(in.Service)+"%"
	}
	amount := func(t tip, of int64) int64 {
		if t.percent {
			return int64(math.Round(float64(of) * t.amount / 100))
		}
		return card.minor(t.amount)
	}
	if in.Tip.amount > 0 {
		extra := amount(in.Tip, sum)
		total += extra
		out.Tip = say(extra)
	}
	out.Total = say(total)
	most := card.minor(perHead(in, s))
	pay := total - min(total, card.minor(in.Kitty))
	if pay < total {
		now.Kitty = in.Kitty
		out.Kitty, out.Rest = say(total-pay), say(pay)
	}
	now.Sober = in.Sober
	fixed := func(t tip) int64 { return amount(t, total) }
	out.Shares, out.Nobody = card.payersOf(s, in, now.Lines, by, fixed).shares(sum, pay, most, say)
	if out.Shares == nil && in.People == 0 {
		owned := slices.DeleteFunc(slices.Clone(now.Lines), func(l tabLine) bool { return scene.Everybody(whoseOf(l.For)) }) // of which it was said whose they are
		rest := ""
		if out.own, rest = card.payersOf(s, billIn{Own: true}, owned, nil, fixed).shares(sum, pay, most, say); len(out.own) > 1 && rest != "" {
			out.own = append(out.own, share{Who: "shared, or of nobody told", Pays: rest})
		}
	}
	switch {
	case last.Total > total:
		out.less = say(last.Total - total)
	case last.Total > 0 && last.Total < total:
		out.more = say(total - last.Total)
	}
	now.Total = total
	if people := int64(in.People); people > 1 && len(by) == 0 {
		each := (pay + people - 1) / people
		out.People, out.Each, now.People = int(people), say(each), people
		if over := each*people - pay; over > 0 {
			out.Rounded = say(over)
		}
	}
	if most > 0 {
		out.limit = &share{Most: say(most)}
	}
	if people := int64(in.People); most > 0 && people > 1 {
		out.limit.within((pay+people-1)/people, most, say)
	}
	out.Fits, out.WhatIf = in.Fits, in.WhatIf
	out.Cheapest = in.Fits && slices.ContainsFunc(in.Changes, func(c change) bool { return c.Pick != nil && c.Pick.Sort == "cheap" })
	if charged := card.minor(now.Charged); charged > 0 {
		out.Charged = []string{[]string{"less", "right", "more"}[1+cmp.Compare(charged, total)], say(charged), say(max(charged-total, total-charged))}
	}
	if budget := card.minor(cmp.Or(budgetOf(in, s), now.Budget)); budget > 0 && budget != card.minor(now.Kitty) {
		if out.Budget = say(budget); total > budget {
			out.Over = say(total - budget)
		} else {
			out.Left = say(budget - total)
		}
	}
	if guessed && !in.Order {
		now.Lines = nil // what was shown is not ordered by asking what it costs
	}
	return out, nil
}

// total puts the lines of a tab on a bill, with what is to be said of each, and adds them up.
func (w *Waiter) total(ctx context.Context, card *Card, now, last *tab, out *billOut) (sum int64, currency string, err error) {
	s := scene.From(ctx)
	seats, _ := card.seats(s, nil)
	out.Lines = []billLine{}
	v := w.viewOf(card, s, nil)
	for _, l := range now.merged(card) {
		it, ok := card.byID[l.ID]
		if !ok || it.Price == nil { // the card has changed
			continue
		}
		it = it.with(l.Note)
		if currency != "" && it.Price.Currency != currency {
			return 0, "", errors.New("the dishes are priced in different currencies and cannot be added up: ask for one bill each")
		}
		currency = it.Price.Currency
		eaters := now.eaters(card, s, l.tabLine, seats)
		if bars := card.bars(it, seats, s.Language); dry(s) && len(bars) == len(seats) && slices.Contains([]string{"drink", "beer"}, it.Course) {
			for _, b := range bars {
				out.Nobodys = leave(out.Nobodys, b, it.Name, mostOfEach)
			}
			now.Lines = slices.DeleteFunc(now.Lines, func(x tabLine) bool { return x.ID == l.ID })
			continue
		}
		line := billLine{Name: it.called(s.Language), New: last.quantity(l.ID) != l.Quantity, Quantity: l.Quantity, Price: it.Price.Text(s.Language), NotFor: v.warned(it, eaters), For: l.who, Note: l.Note}
		line.Served, line.Closed = v.served(it)
		line.bars = card.bars(it, new(tab).eaters(card, s, l.known(s), seats), s.Language)
		if l.Quantity > 1 {
			line.Sum = ui.Money{Amount: l.Quantity * it.Price.Amount, Currency: currency}.Text(s.Language)
		}
		sum += l.Quantity * it.Price.Amount
		t := things([]Item{it}, s.Language)[0]
		t.Note = noteOf(card.bars(it, seats, s.Language)) // whoever has it
		s.Offer(ctx, t)
		switch told := l.ID + " " + l.For; {
		case slices.Contains(now.Told, told) && l.Quantity <= last.quantity(l.ID): // of more of it that is said again
			line.NotFor = nil
		case len(line.NotFor) > 0:
			now.Told = append(now.Told, told)
		}
		if l.For != "" {
			eating, _ := s.Meant(whoseOf(l.For))
			line.Disliked = card.dislikedBy(it, eating)
		}
		out.Lines = append(out.Lines, line)
	}
	return sum, currency, nil
}

// budgetOf is what a party has for a bill, in all: as it is told with the bill, or else
// before. One that is told with a trip is of the trip.
func budgetOf(in billIn, s *scene.Scene) float64 {
	people := cmp.Or(in.People, float64(s.Party))
	switch all, each := in.Budget, in.PerHead; {
	case all > 0:
		return all
	case each > 0:
		return each * max(1, people)
	case slices.ContainsFunc(s.Shown, func(t scene.Thing) bool { return t.Kind == "lodging" }):
		return 0
	case s.Budget.Total > 0:
		return s.Budget.Total
	}
	if people < 2 || in.Tab { // the price of one dish is no budget
		return 0
	}
	return s.Budget.Person * people
}

// perHead is the most that each at the table will pay, if that is what was told.
func perHead(in billIn, s *scene.Scene) float64 {
	trip := slices.ContainsFunc(s.Shown, func(t scene.Thing) bool { return t.Kind == "lodging" })
	if in.Budget > 0 || in.PerHead == 0 && (trip || s.Budget.Total > 0) {
		return 0
	}
	return cmp.Or(in.PerHead, s.Budget.Person)
}

// ask asks once which of some dishes is meant.
func (out *billOut) ask(ctx context.Context, dish string, some []Item, n int64) {
	s := scene.From(ctx)
	near := withPrices(some, s.Language)
	for i, it := range some {
		if n > 1 && it.Price != nil { // "12 sopas" of which there are two
			sum := ui.Money{Amount: n * it.Price.Amount, Currency: it.Price.Currency}.Text(s.Language)
			near[i] = fmt.Sprintf("%s (%d × %s = %s)", it.Name, n, priceIn(it, s.Language), sum)
		}
	}
	if slices.ContainsFunc(out.Which, func(m missing) bool { return slices.Equal(m.Nearest, near) || m.Asked == dish && dish != "" }) {
		return
	}
	out.Which = append(out.Which, missing{Asked: dish, Nearest: near})
	picks := things(some, s.Language)
	for i := range picks {
		picks[i].Pick = true
	}
	s.Offer(ctx, picks...)
}

// askTheStaff is how to order where the house has not said how.
const askTheStaff = "staff"

// sayBill says the bill, a line a dish, or in a sentence if it is one dish.
func sayBill(out billOut, l lang.Language) string {
	t := wordsIn(l)
	var lines, after []string
	if out.Empty {
		return t.Menu.Empty
	}
	if out.None != "" { // what there is of other courses is no meal
		return out.None
	}
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
		for _, warning := range []string{t.notFor(line.Name, line.NotFor), t.disliked(line.Name, line.Disliked), closed} {
			if warning != "" {
				after = append(after, warning)
			}
		}
	}
	if out.Service != "" {
		lines = append(lines, fmt.Sprintf("- "+t.Menu.Service, out.Percent, out.Service))
	}
	if out.Tip != "" {
		lines = append(lines, fmt.Sprintf("- "+t.Menu.Tip, out.Tip))
	}
	total := ""
	if len(lines) > 1 || len(out.Lines) == 1 && out.Lines[0].Quantity > 1 {
		sum := out.Total
		if out.Service != "" && out.Tip == "" {
			sum += " (" + fmt.Sprintf(t.Menu.NoService, out.Sum) + ")"
		}
		total = fmt.Sprintf(t.Menu.Total, sum)
	}
	if out.Kitty != "" {
		total += " " + fmt.Sprintf(t.Menu.Kitty, out.Kitty, out.Rest)
	}
	if out.Each != "" {
		total += " " + fmt.Sprintf(t.Menu.Each, t.Count(out.People, t.House.People), out.Each)
	}
	if total != "" {
		lines = append(lines, strings.TrimSpace(total))
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
