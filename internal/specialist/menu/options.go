package menu

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/scene"
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

// allergenLists returns the three lists of allergens of an option, each with the words that stand before it in a cell,
// "contém leite". The first word is the one that an export writes.
func (o *Option) allergenLists() []optionList {
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
	if strings.HasPrefix(f["options"], "{") {
		in.wrong("option", "options", f["options"], "options are one text, such as \"Grande; 60 | com bacon; +8; contém soja\"")
		return nil
	}
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
	for _, x := range o.allergenLists() {
		for _, w := range x.words {
			if rest, ok := strings.CutPrefix(strings.ToLower(part), w+" "); ok {
				said := in.allergens("options", rest)
				*x.of = append(*x.of, said.has.names()...)
				o.May, o.Without = append(o.May, said.may.names()...), append(o.Without, said.without.names()...)
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
		for _, x := range o.allergenLists() {
			if len(*x.of) > 0 {
				parts = append(parts, x.words[0]+" "+strings.Join(*x.of, ", "))
			}
		}
		cells = append(cells, strings.Join(parts, listed))
	}
	return strings.Join(cells, " | ")
}

// optionsOf says in which ways an item is to be had, who of those who may have it must not have one, and which of them the
// card states to be without all that bars it. Whether that is safe is the kitchen's to say.
func (v view) optionsOf(it Item) string {
	t := wordsIn(v.l)
	var names, lines []string
	for _, o := range it.Options {
		names = append(names, t.option(o))
		extra := Item{Name: o.Name, Allergens: o.Allergens, Inferred: o.Inferred, May: o.May}
		var bars []bar
		lifted := false
		for _, p := range v.meant {
			barred := v.card.broken(it, p.rules) != nil
			i := slices.IndexFunc(p.rules, func(r *rule) bool { return r.breaks(extra) })
			if i >= 0 && !barred {
				bars = append(bars, bar{p.who, p.rules[i].reason(extra, v.l)})
			}
			lifted = lifted || i < 0 && barred && lifts(o, it, p.rules)
		}
		if len(bars) > 0 {
			lines = append(lines, t.notFor(it.called(v.l)+", "+o.Name, bars))
		}
		if lifted {
			lines = append(lines, fmt.Sprintf(t.Menu.StatedWithout, o.Name, t.List(allergensIn(o.Without, v.l))))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return strings.Join(append([]string{fmt.Sprintf(t.Menu.Options, t.List(names))}, lines...), " ")
}

// optionsIn are the options of an item that words name, in whatever language, "grande", "sin queso", or of which they name a
// food that is in no other and not in the item: "com cheddar", of which the card says "com cheddar e bacon".
func (it Item) optionsIn(text string) (all []Option) {
	if len(it.Options) == 0 {
		return nil
	}
	own := stems(it.Name + " " + strings.Join(it.Ingredients, " "))
	named := map[string]bool{}
	for _, piece := range pieces.Split(text, -1) {
		said := wordsOf(piece)
		lacks := func(i int) bool { return slices.ContainsFunc(said[max(0, i-2):i], negates) }
		has := func(o Option, w string) bool {
			return slices.ContainsFunc(o.words(), func(x string) bool { return alikeOption(w, x) })
		}
		for _, o := range it.Options {
			missing := slices.DeleteFunc(o.words(), func(x string) bool {
				return slices.ContainsFunc(said, func(w string) bool { return alikeOption(w, x) && lacks(slices.Index(said, w)) == o.negated() })
			})
			named[o.Name] = named[o.Name] || len(missing) == 0
		}
		for i, w := range said {
			with := kept(it.Options, func(o Option) bool { return has(o, w) })
			begins := i == 0 || is(said[i-1], "joins") || slices.Contains(own, lang.Stem(said[i-1]))
			food := isThing(w) || isAllergen(w) || sizeOf(w) != ""
			if len(with) == 1 && begins && food && !with[0].negated() && !lacks(i) && !slices.Contains(own, lang.Stem(w)) {
				named[with[0].Name] = true
			}
		}
	}
	return kept(it.Options, func(o Option) bool { return named[o.Name] })
}

// words returns the words of an option's name that tell it from other options.
func (o Option) words() []string {
	return slices.DeleteFunc(besides(o.Name, "in_name"), func(w string) bool { return sizeOf(w) == "" && is(w, "common") || len(w) < 3 || negates(w) })
}

// negated reports whether an option is one without something.
func (o Option) negated() bool { return slices.ContainsFunc(wordsOf(o.Name), negates) }

// alikeOption reports whether two words are one, or mean one food or size.
func alikeOption(a, b string) bool {
	if lang.Stem(a) == lang.Stem(b) || sizeOf(a) != "" && sizeOf(a) == sizeOf(b) {
		return true
	}
	o := ontology.Default()
	return slices.ContainsFunc(o.Read(a), func(x ontology.Mention) bool {
		return slices.ContainsFunc(o.Read(b), func(y ontology.Mention) bool { return x.Concept == y.Concept })
	})
}

// sizeOf is the size that a word names, or "".
func sizeOf(word string) string {
	for _, size := range []string{"large", "small", "medium", "double"} {
		if is(word, size) {
			return size
		}
	}
	return ""
}

func negates(word string) bool { return word == "no" || is(word, "without") }

// with is an item with the options that a note names: their prices, and what they contain.
func (it Item) with(note string) Item {
	all := it.optionsIn(note)
	slices.SortStableFunc(all, func(a, b Option) int { return len(a.plus()) - len(b.plus()) }) // a size first, and then what is added
	for _, o := range all {
		if o.Price != nil && it.Price != nil {
			price := *o.Price
			if o.More {
				price.Amount += it.Price.Amount
			}
			it.Price = &price
		}
		if it.Ingredients = slices.Clip(it.Ingredients); !o.negated() {
			it.Ingredients = append(it.Ingredients, o.Name)
		}
		it.Allergens, it.Inferred, it.May = slices.Concat(it.Allergens, o.Allergens), slices.Concat(it.Inferred, o.Inferred), slices.Concat(it.May, o.May)
	}
	return it
}

// noted is a note with the options of an item that are said in a message, behind where it names the item after so many
// times, up to the next dish.
func (card *Card) noted(s *scene.Scene, it Item, note, message string, times int) string {
	if len(it.Options) == 0 {
		return note
	}
	own, of, said := true, true, false
	for _, piece := range pieces.Split(message, -1) {
		some := it.optionsIn(piece)
		first := append(wordsOf(piece), "")[0]
		if all := card.Mentions(s, piece); slices.ContainsFunc(all, func(m Mention) bool { return !m.plain }) {
			of = slices.ContainsFunc(all, func(m Mention) bool { return slices.ContainsFunc(m.Items, func(x Item) bool { return x.ID == it.ID }) })
			own, said = of && times == 0, false
			if of {
				times--
			}
		} else if of && said && len(some) > 0 && (is(first, "one") || is(first, "numbers")) { // "uma grande e uma pequena"
			own, times = times == 0, times-1
		}
		said = said || len(some) > 0
		for _, o := range some {
			in := it.optionsIn(note)
			switch {
			case !own || strings.Contains(note, o.Name):
			case len(in) == 1 && in[0].Name == o.Name && len(wordsOf(note)) <= len(wordsOf(o.Name))+1: // in other words
				note = o.Name
			case !slices.ContainsFunc(in, func(x Option) bool { return x.Name == o.Name }):
				note = strings.TrimPrefix(note+", "+o.Name, ", ")
			}
		}
	}
	return note
}

var pieces = regexp.MustCompile(`(?i)[.,;!?\n]| (?:e|y|and) `)

// lifts reports whether the card states that with an option an item has none of the allergens by which it breaks rules.
func lifts(o Option, it Item, rules []*rule) bool {
	return !slices.ContainsFunc(rules, func(r *rule) bool {
		return r.breaks(it) && (r.way || r.never == 0 || r.never&^setOf(o.Without...) != 0)
	})
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
