package menu

import (
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
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

// chosen are the options of an item that words name, in whatever language: "grande", "com bacon",
// "sin queso".
func (it Item) chosen(text string) (all []Option) {
	if len(it.Options) == 0 || text == "" {
		return nil
	}
	named := ontology.Default().Read(text)
	for _, o := range it.Options {
		like := func(x Option) bool { return x.Name != o.Name && x.meantIn(ontology.Default().Read(o.Name), o.Name) } // "mal passado" and "ao ponto"
		before, _, whole := strings.Cut(spaced(text), spaced(o.Name))
		last := strings.Fields("- " + before)
		if whole && !negates(last[len(last)-1]) || slices.ContainsFunc(pieces.Split(text, -1), o.saidIn) ||
			!slices.ContainsFunc(it.Options, like) && (slices.ContainsFunc(pieces.Split(text, -1), o.named) || o.meantIn(named, text)) {
			all = append(all, o)
		}
	}
	return all
}

// picked are the options of an item that words name, or of which they name a part behind a "with": "com cheddar".
func (it Item) picked(text string) []Option {
	all := it.chosen(text)
	words, own := wordsOf(text), stemmed(it.Name)
	for i, w := range words {
		if i > 0 && !joins[words[i-1]] && !slices.Contains(own, lang.Stem(words[i-1])) {
			continue
		}
		if o, ok := it.optionWith(w); ok && !slices.ContainsFunc(all, func(x Option) bool { return x.Name == o.Name }) {
			all = append(all, o)
		}
	}
	return all
}

// optionWith is the only option of an item that has a food in its name, "cheddar" of "com cheddar e bacon", or a
// size. What the item has anyway is of none.
func (it Item) optionWith(word string) (Option, bool) {
	has := func(text string) bool { return slices.Contains(stemmed(text), lang.Stem(word)) }
	some := slices.DeleteFunc(slices.Clone(it.Options), func(o Option) bool { return !has(o.Name) })
	size := func(words []string) bool { return slices.Contains(words, word) }
	if len(some) != 1 || has(it.Name+" "+strings.Join(it.Ingredients, " ")) || slices.ContainsFunc(stemmed(some[0].Name), negates) || !isThing(word) && !isAllergen(word) && !slices.ContainsFunc(sizes(), size) {
		return Option{}, false
	}
	return some[0], true
}

// joins are words before what a dish is to have.
var joins = lang.Set("com con with w plus extra mais mas more")

// named reports whether words, as in no more than one piece, name an option.
func (o Option) named(text string) bool {
	return o.saidIn(text) || o.meantIn(ontology.Default().Read(text), text)
}

// saidIn reports whether words name an option as the card does.
func (o Option) saidIn(text string) bool {
	said, name := stemmed(text), append([]string{"-"}, stemmed(o.Name)...)
	lacks := func(w string) bool { return !negates(w) && len(w) > 2 && !slices.Contains(said, w) }
	at := slices.Index(said, name[len(name)-1])
	return at >= 0 && !slices.ContainsFunc(name, lacks) && slices.ContainsFunc(said[max(0, at-2):at], negates) == slices.ContainsFunc(name, negates)
}

// meantIn reports whether what a text names is what an option is called: as foods, with or
// without them, and sizes.
func (o Option) meantIn(named []ontology.Mention, text string) bool {
	called, said := " "+lang.Fold(o.Name)+" ", wordsOf(text)
	found := false
	for _, m := range ontology.Default().Read(o.Name) {
		same := func(x ontology.Mention) bool { return x.Concept == m.Concept && x.Negated == m.Negated }
		if slices.ContainsFunc(named, same) {
			called, found = strings.Replace(called, " "+m.Words+" ", " ", 1), true
		}
	}
	for _, w := range strings.Fields(called) {
		size := slices.IndexFunc(sizes(), func(some []string) bool { return slices.Contains(some, w) })
		switch {
		case size >= 0 && slices.ContainsFunc(said, func(x string) bool { return slices.Contains(sizes()[size], x) }):
			found = true
		case len(w) > 2 && !is(w, "in_name") && !negates(w):
			return false
		}
	}
	return found
}

// sizes are the words for each size that options have.
var sizes = sync.OnceValue(func() [][]string { return slices.Collect(maps.Values(wordfile.Lists(sizesText))) })

//go:embed data/sizes.txt
var sizesText string

func negates(word string) bool { return slices.Contains([]string{"sem", "sin", "no", "without"}, word) }

// with is an item with the options that a note names: their prices, and what they contain.
func (it Item) with(note string) Item {
	all := it.chosen(note)
	slices.SortStableFunc(all, func(a, b Option) int { return len(a.plus()) - len(b.plus()) }) // a size first, and then what is added
	for _, o := range all {
		if o.Price != nil && it.Price != nil {
			price := *o.Price
			if o.More {
				price.Amount += it.Price.Amount
			}
			it.Price = &price
		}
		if it.Ingredients = slices.Clip(it.Ingredients); !slices.ContainsFunc(stemmed(o.Name), negates) {
			it.Ingredients = append(it.Ingredients, o.Name)
		}
		it.Allergens, it.Inferred, it.May = slices.Concat(it.Allergens, o.Allergens), slices.Concat(it.Inferred, o.Inferred), slices.Concat(it.May, o.May)
	}
	return it
}

// noted is a note with the options of an item that are said in a message, behind where it
// names the item after so many times, up to the next dish.
func (card *Card) noted(s *scene.Scene, it Item, note, message string, times int) string {
	own, of, said := true, true, false
	for _, piece := range pieces.Split(message, -1) {
		picked := it.picked(piece)
		if all := card.Mentions(s, piece); slices.ContainsFunc(all, func(m Mention) bool { return !m.plain }) {
			of = slices.ContainsFunc(all, func(m Mention) bool { return slices.ContainsFunc(m.Items, func(x Item) bool { return x.ID == it.ID }) })
			own, said = of, false
			if of {
				own, times = times == 0, times-1
			}
		} else if of && said && len(picked) > 0 && slices.ContainsFunc(wordsOf(piece)[:1], func(w string) bool { return oneOf[w] || numbers[w] }) { // "uma grande e uma pequena"
			own, times = times == 0, times-1
		}
		said = said || len(picked) > 0
		for _, o := range picked {
			switch in := it.picked(note); {
			case !own || strings.Contains(note, o.Name):
			case len(in) == 1 && in[0].Name == o.Name && len(stemmed(note)) <= len(stemmed(o.Name))+1: // in other words
				note = o.Name
			case !slices.ContainsFunc(in, func(x Option) bool { return x.Name == o.Name }):
				note = strings.TrimPrefix(note+", "+o.Name, ", ")
			}
		}
	}
	return note
}

// oneOf are words for one more of what was named.
var oneOf = lang.Set("um uma un una uno one a another outro outra otro otra")

var pieces = regexp.MustCompile(`(?i)[.,;!?\n]| (?:e|y|and) `)

// lifts reports whether the card states that with an option an item has none of the allergens by which it breaks rules.
func lifts(o Option, it Item, rules []*rule) bool {
	return !slices.ContainsFunc(rules, func(r *rule) bool {
		return r.breaks(it) && (r.way || r.never == 0 || r.never&^setOf(o.Without...) != 0)
	})
}

// stemmed are the stems of the words of a text.
func stemmed(text string) []string {
	all := wordsOf(text)
	for i, w := range all {
		all[i] = lang.Stem(w)
	}
	return all
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
