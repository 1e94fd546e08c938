package menu

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// An Option is a way to have an item, or an extra: a size, a sauce, "sem queijo". Its
// allergens are of AllergenNames.
type Option struct {
	Name      string    `json:"name"`
	Price     *ui.Money `json:"price,omitempty"`
	More      bool      `json:"more,omitempty"`      // the price is added to the item's
	Allergens []string  `json:"allergens,omitempty"` // that it adds, stated by the restaurant
	Inferred  []string  `json:"inferred,omitempty"`  // that it likely adds, by its words
	May       []string  `json:"may,omitempty"`       // that it may add traces of, stated
	Without   []string  `json:"without,omitempty"`   // that the item then does not have: never inferred
}

// told are the allergens of an option, each kind with the words that a cell has before it:
// the first are those of an export.
func (o *Option) told() []optionList {
	return []optionList{
		{[]string{"contém", "contains", "contiene"}, &o.Allergens},
		{[]string{"pode conter", "may contain", "puede contener"}, &o.May},
		{[]string{"sem", "without", "sin"}, &o.Without},
	}
}

type optionList struct {
	words []string
	of    *[]string
}

const maxOptions = 40

// options reads a cell such as "Grande; 60,00 | com bacon; +8; contém soja | sem queijo;
// sem leite": after its name an option has a price and allergens.
func (in *reader) options(f map[string]string) (all []Option) {
	for text := range strings.SplitSeq(f["options"], "|") {
		name, rest, _ := strings.Cut(text, ";")
		o := Option{Name: in.text("options", oneLine(name), maxEntry)}
		if o.Name == "" {
			continue
		}
		for part := range strings.SplitSeq(rest, ";") {
			in.option(&o, strings.TrimSpace(part), f["currency"])
		}
		o.Inferred = infer(Item{Name: o.Name, Allergens: o.Allergens})
		all = append(all, o)
	}
	if len(all) > maxOptions {
		in.wrong("long", "options", "", "%d options, %d at most", len(all), maxOptions)
	}
	return all
}

// option reads a part of an option: what it contains, or its price.
func (in *reader) option(o *Option, part, currency string) {
	for _, x := range o.told() {
		for _, w := range x.words {
			if rest, ok := strings.CutPrefix(strings.ToLower(part), w+" "); ok {
				*x.of, _ = in.allergens("options", rest)
				return
			}
		}
	}
	amount, more := strings.CutPrefix(part, "+")
	price, err := parsePrice(strings.TrimSpace(amount), currency, in.opts.Currency)
	if err != nil {
		in.wrong("option", "options", part, "option %q: %q is no price, and does not begin with contém, pode conter or sem", short(o.Name), short(part))
	}
	if price != nil {
		o.Price, o.More = price, more
	}
}

// plus is the sign before what an option costs more.
func (o Option) plus() string {
	if o.More {
		return "+"
	}
	return ""
}

// optionCell writes options as a cell has them.
func optionCell(all []Option) string {
	var cells []string
	for _, o := range all {
		parts := []string{o.Name}
		if o.Price != nil {
			parts = append(parts, o.plus()+plainPrice(*o.Price))
		}
		for _, x := range o.told() {
			if len(*x.of) > 0 {
				parts = append(parts, x.words[0]+" "+strings.Join(*x.of, ", "))
			}
		}
		cells = append(cells, strings.Join(parts, listed))
	}
	return strings.Join(cells, " | ")
}

// optionFacts is what the card says of an option.
type optionFacts struct {
	Text   string   `json:"text"`              // "com bacon (+R$ 8,00; contém soja)"
	NotFor []bar    `json:"not_for,omitempty"` // of who may have the dish
	Lifts  []string `json:"card_states_without,omitempty"`

	name string
}

// optionsOf tells of the options of an item at a table: which of them somebody must not
// have, and which the card states to be without all that bars the item. That it is safe is
// the kitchen's to say.
func (card *Card) optionsOf(it Item, seats []seat, t phrases) (all []optionFacts) {
	for _, o := range it.Options {
		f := optionFacts{name: o.Name}
		extra := Item{Name: o.Name, Allergens: o.Allergens, Inferred: o.Inferred, May: o.May}
		for _, p := range seats {
			barred := card.harm(it, p.c) != ""
			if why := Harms(extra, p.c); why != "" && !barred {
				f.NotFor = append(f.NotFor, bar{p.who, reason(why, extra, t.Language)})
			} else if why == "" && barred && lifts(o, it, p.c) {
				f.Lifts = add(f.Lifts, allergensIn(o.Without, t.Language))
			}
		}
		f.Text = t.option(o)
		all = append(all, f)
	}
	return all
}

// lifts reports whether the card states that with an option an item has none of the
// allergens by which it breaks constraints.
func lifts(o Option, it Item, c hook.Constraints) bool {
	for _, word := range slices.Concat(c.Allergies, c.Diets) {
		if Harms(it, as(hook.Constraints{}, word)) != "" && (barred(word) == 0 || barred(word)&^setOf(o.Without) != 0 || isWay(lang.Fold(word))) {
			return false
		}
	}
	return true
}

// option is an option with its price and what it contains.
func (t phrases) option(o Option) string {
	var parts []string
	if o.Price != nil {
		parts = append(parts, o.plus()+o.Price.Text(t.Language))
	}
	for _, x := range []struct {
		says string
		of   []string
	}{{t.Menu.Contains, o.Allergens}, {t.Menu.Inferred, o.Inferred}, {t.Menu.May, o.May}} {
		if len(x.of) > 0 {
			parts = append(parts, lowerFirst(strings.TrimSuffix(fmt.Sprintf(x.says, t.List(allergensIn(x.of, t.Language))), ".")))
		}
	}
	if len(parts) == 0 {
		return o.Name
	}
	return o.Name + " (" + strings.Join(parts, "; ") + ")"
}

// options says in which ways a dish is to be had, and for whom not.
func (t phrases) options(d dishFacts) string {
	var names, lines []string
	for _, o := range d.Options {
		names = append(names, o.Text)
		if barred := t.notFor(d.Name+", "+o.name, o.NotFor); barred != "" {
			lines = append(lines, barred)
		}
		if len(o.Lifts) > 0 {
			lines = append(lines, fmt.Sprintf(t.Menu.StatedWithout, o.name, t.List(o.Lifts)))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return strings.Join(append([]string{fmt.Sprintf(t.Menu.Options, t.List(names))}, lines...), " ")
}

// optionsLine tells a model of options.
func optionsLine(all []optionFacts) string {
	var said []string
	for _, o := range all {
		text := o.Text
		if len(o.NotFor) > 0 {
			text += ", not for " + strings.Join(barsIn(o.NotFor), ", ")
		}
		if len(o.Lifts) > 0 {
			text += ", the card states that it is then without " + strings.Join(o.Lifts, ", ") + ": the kitchen must confirm"
		}
		said = append(said, text)
	}
	if len(said) == 0 {
		return ""
	}
	return " · options: " + strings.Join(said, " / ")
}
