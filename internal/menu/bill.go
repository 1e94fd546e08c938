package menu

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

type billIn struct {
	Items   []billItem `json:"items,omitempty" jsonschema:"empty: one of each dish shown last"`
	People  number     `json:"people,omitempty" jsonschema:"to split by"`
	Service number     `json:"service_percent,omitempty"`
	Tip     tip        `json:"tip,omitempty" jsonschema:"amount, or 10%"`
}

type billItem struct {
	Dish     string `json:"dish"`
	Quantity number `json:"quantity,omitempty"`
}

// UnmarshalJSON reads an item, or the dish alone.
func (b *billItem) UnmarshalJSON(raw []byte) error {
	type plain billItem
	var dish list
	if strings.HasPrefix(strings.TrimSpace(string(raw)), "{") {
		var p struct {
			plain
			Dish list `json:"dish"`
		}
		if err := json.Unmarshal(raw, &p); err != nil {
			return err
		}
		*b, dish = billItem(p.plain), p.Dish
	} else if err := json.Unmarshal(raw, &dish); err != nil {
		return err
	}
	b.Dish = strings.Join(dish, " ")
	return nil
}

// A tip is an amount, or a percentage of what was eaten.
type tip struct {
	amount  number
	percent bool
}

// UnmarshalJSON reads 15, "15" or "10%".
func (t *tip) UnmarshalJSON(raw []byte) error {
	t.percent = strings.Contains(string(raw), "%")
	return json.Unmarshal(raw, &t.amount)
}

type billOut struct {
	Lines   []billLine `json:"lines"`
	Sum     string     `json:"sum"`
	Service string     `json:"service,omitempty"`
	Percent string     `json:"service_percent,omitempty"`
	Tip     string     `json:"tip,omitempty"`
	Total   string     `json:"total"`
	People  int        `json:"people,omitempty"`
	Each    string     `json:"each,omitempty"`
	Rounded string     `json:"rounded_up,omitempty"` // how much more than the total all shares are
}

type billLine struct {
	Name     string `json:"name"`
	Quantity int64  `json:"quantity"`
	Price    string `json:"price"`
	Sum      string `json:"sum,omitempty"` // of several
}

func (w *Waiter) billTool() (agent.Tool, error) {
	return agent.NewTool("bill", "Adds up dishes, with service and tip, and splits. For every sum.", w.bill, agent.Options[billOut]{
		Schema: func(s *jsonschema.Schema) {
			forgiving("people", "service_percent")(s)
			s.Properties["tip"] = &jsonschema.Schema{Types: []string{"number", "string"}, Description: s.Properties["tip"].Description}
			item := s.Properties["items"].Items
			item.Types, item.Type = []string{"object", "string", "integer"}, ""
			forgiving("quantity")(item)
			item.Properties["dish"].Type, item.Properties["dish"].Types = "", []string{"string", "integer"}
		},
		Say: sayBill,
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
	if len(in.Items) == 0 {
		shown := card.lastShown(s)
		if len(shown) == 0 || len(shown) > mostBilled {
			return out, errors.New("say which dishes: name them in items")
		}
		for _, it := range shown {
			in.Items = append(in.Items, billItem{Dish: it.ID})
		}
	}
	if in.Service < 0 || in.Service > 100 || in.Tip.amount < 0 || in.People < 0 || in.People > mostPeople || float64(in.People) != math.Trunc(float64(in.People)) {
		return out, errors.New("service_percent is from 0 to 100, tip not negative, people a whole number")
	}
	var wrong []string
	var sum int64
	currency := ""
	for _, item := range in.Items {
		it, problem := card.priced(s, item)
		switch {
		case problem != "":
			wrong = append(wrong, problem)
			continue
		case currency != "" && it.Price.Currency != currency:
			return out, errors.New("the dishes are priced in different currencies and cannot be added up: ask for one bill each")
		}
		currency = it.Price.Currency
		n := max(1, int64(item.Quantity))
		line := billLine{Name: it.Name, Quantity: n, Price: it.Price.Text(s.Language)}
		if n > 1 {
			line.Sum = ui.Money{Amount: n * it.Price.Amount, Currency: currency}.Text(s.Language)
		}
		sum += n * it.Price.Amount
		out.Lines = append(out.Lines, line)
		s.Offer(ctx, things([]Item{it}, s.Language)...)
	}
	if len(wrong) > 0 {
		return billOut{}, errors.New(strings.Join(wrong, "; "))
	}
	say := func(minor int64) string { return ui.Money{Amount: minor, Currency: currency}.Text(s.Language) }
	share := func(percent number) int64 { return int64(math.Round(float64(sum) * float64(percent) / 100)) }
	total := sum
	out.Sum = say(sum)
	if in.Service > 0 {
		total += share(in.Service)
		out.Service, out.Percent = say(share(in.Service)), voice.In(s.Language).Number(float64(in.Service))+"%"
	}
	if in.Tip.amount > 0 {
		extra := int64(math.Round(float64(in.Tip.amount) * math.Pow10(currencies[currency])))
		if in.Tip.percent {
			extra = share(in.Tip.amount)
		}
		total += extra
		out.Tip = say(extra)
	}
	out.Total = say(total)
	if people := int64(in.People); people > 1 {
		each := (total + people - 1) / people
		out.People, out.Each = int(people), say(each)
		if over := each*people - total; over > 0 {
			out.Rounded = say(over)
		}
	}
	return out, nil
}

// priced returns the item that is billed, or what is wrong with it, for a model.
func (card *Card) priced(s *scene.Scene, item billItem) (Item, string) {
	items := card.refer(s, item.Dish)
	switch {
	case len(items) == 0:
		problem := fmt.Sprintf("%q is not on the card", item.Dish)
		if near := card.nearestNames(item.Dish); len(near) > 0 {
			problem += ", the nearest is " + strings.Join(near, " or ")
		}
		return Item{}, problem
	case len(items) > 1:
		var names []string
		for _, it := range items[:min(len(items), 4)] {
			names = append(names, it.Name)
		}
		return Item{}, fmt.Sprintf("%q may be %s: say which", item.Dish, strings.Join(names, " or "))
	case items[0].Price == nil:
		return Item{}, items[0].Name + " has no price on the card: leave it out and say so"
	case item.Quantity < 0 || item.Quantity > mostQuantity || float64(item.Quantity) != math.Trunc(float64(item.Quantity)):
		return Item{}, fmt.Sprintf("the quantity of %s is a whole number from 1 to %d", items[0].Name, mostQuantity)
	}
	return items[0], ""
}

// sayBill says the bill, a line a dish.
func sayBill(out billOut, l lang.Language) string {
	t := voice.In(l)
	var lines []string
	for _, line := range out.Lines {
		if line.Quantity > 1 {
			lines = append(lines, fmt.Sprintf("- %d × %s: %s", line.Quantity, line.Name, line.Sum))
		} else {
			lines = append(lines, fmt.Sprintf("- %s: %s", line.Name, line.Price))
		}
	}
	if out.Service != "" {
		lines = append(lines, fmt.Sprintf("- "+t.Menu.Service, out.Percent, out.Service))
	}
	if out.Tip != "" {
		lines = append(lines, fmt.Sprintf("- "+t.Menu.Tip, out.Tip))
	}
	total := fmt.Sprintf(t.Menu.Total, out.Total)
	if out.Each != "" {
		total += " " + fmt.Sprintf(t.Menu.Each, t.Count(out.People, t.House.People), out.Each)
	}
	return strings.Join(append(lines, total), "\n")
}
