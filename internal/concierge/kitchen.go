package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// note is where a sentence says how the kitchen is to make a dish.
type note struct{ from, to int }

// kitchenNotes finds what is said to the kitchen behind a dish, "sem cebola", "com o ovo bem passado", or of one that
// is ordered: "mas sem sal".
func (a asked) kitchenNotes(ordered bool) (all []note) {
	words := spots(a.text)
	for i, w := range words {
		cooked := slices.ContainsFunc(menuWords()["_cooked"], func(phrase string) bool {
			return strings.HasPrefix(joinWords(words[i:])+" ", phrase+" ")
		})
		begins := ordered && !slices.ContainsFunc(words[:i], func(w spot) bool { return !is(w.word, "and") && !is(w.word, "but") && !is(w.word, "turns") })
		lacks := a.lacksAt(words, i) && !a.addsUp() && (begins || i > 0 && numeral(words[i-1].word) > 0 || slices.ContainsFunc(a.part(a.text[:w.from]).dishes(), func(d meant) bool { return !d.kind }))
		named := lacks && slices.ContainsFunc(a.mentions(a.text[:w.from]), func(m scene.Mention) bool { // a dish that is called so
			return strings.HasPrefix(a.text[m.From:], m.Things[0].Name) && w.from < m.From+len(m.Things[0].Name)
		})
		if !cooked && !lacks || named || len(all) > 0 && all[len(all)-1].to > w.from {
			continue
		}
		n := note{w.from, len(a.text)}
		for k := i - 1; k >= max(0, i-4); k-- {
			if strings.ContainsAny(a.text[words[k].to:words[k+1].from], ".,;:!?") {
				break
			}
			if cooked && is(words[k].word, "with") || lacks && numeral(words[k].word) > 0 { // "um deles sem cebola"
				n.from = words[k].from
				break
			}
			if lacks && !is(words[k].word, "of_them") {
				break
			}
		}
		for k := i + 1; k < len(words); k++ {
			again := k+1 < len(words) && a.lacksAt(words, k+1)
			if strings.ContainsAny(a.text[words[k-1].to:words[k].from], ".,;:!?") || is(words[k].word, "and") && !again || is(words[k].word, "for") && words[k].word != "a" || is(words[k].word, "please") || is(words[k].word, "note_end") {
				n.to = words[k-1].to
				break
			}
		}
		all = append(all, n)
	}
	return all
}

// keepNotes puts notes on the dishes that they stand behind, or on the dish of the order that is
// spoken of.
func (o *ordering) keepNotes() {
	for _, n := range o.notes {
		whole := strings.Trim(o.text[n.from:n.to], " .,;:!?")
		text := whole
		for all := spots(text); len(all) > 1 && (is(all[0].word, "with") || is(all[0].word, "article") && text != whole); all = spots(text) {
			text = text[all[1].from:]
		}
		dish, times := o.about, 0
		for _, d := range o.things {
			if d.at < n.from {
				if d.name != dish {
					times = 0
				}
				dish, times = d.name, times+1
			}
		}
		if foods := understand.Foods(text); dish == "" && len(o.things) == 0 && len(foods) > 0 { // of the dish that has it
			o.out = append(o.out, change{Do: "without", Dish: foods[0], Quantity: 1, Note: text, firm: true})
			continue
		} else if dish == "" && len(o.things) == 0 {
			dish = o.spoken()
		}
		var of []int // the changes of that dish
		for i, c := range o.out {
			if c.Do == "add" && c.Dish == dish && dish != "" {
				of = append(of, i)
			}
		}
		if len(of) > 0 { // "um filé mal passado e um bem passado"
			i := of[min(len(of), max(1, times))-1]
			o.out[i].Note, o.out[i].firm = strings.TrimPrefix(o.out[i].Note+", "+text, ", "), true
			continue
		}
		if o.quantity(dish) > 0 {
			o.out = append(o.out, change{Do: "note", Dish: dish, Note: text, firm: true})
		}
	}
}

// lacksAt reports whether words say from a place on what a dish is to be without, or to have little of: "sem sal",
// "no onions", "con poca sal".
func (a asked) lacksAt(words []spot, i int) bool {
	if i+1 >= len(words) {
		return false
	}
	w, next := words[i].word, words[i+1].word
	return is(w, "without") || a.at.Language == lang.English && i > 0 && (w == "no" || w == "hold" && next == "the") || is(w, "with") && is(next, "little") && i+2 < len(words)
}

// without has a food left out of the dishes of the order that it is in, or of the one that is named with it: "tira o
// coentro", "tira a cebola da sopa".
func (o *ordering) without(t meant) {
	food := t.text
	for _, w := range spots(t.text) {
		if is(w.word, "of_place") && w.from > 0 {
			food = strings.TrimSpace(t.text[:w.from])
			break
		}
	}
	on := slices.DeleteFunc(append([]string{t.name}, t.among...), func(id string) bool { return o.quantity(id) == 0 })
	o.out = append(o.out, change{Do: "without", Dish: food, Among: on, Note: withoutWord[o.at.Language] + " " + food, firm: true})
}

var withoutWord = map[lang.Language]string{lang.Portuguese: "sem", lang.English: "without", lang.Spanish: "sin"}

// onlyNotes reports whether changes say how the kitchen is to make what is ordered, and nothing else.
func onlyNotes(all []change) bool {
	return len(all) > 0 && !slices.ContainsFunc(all, func(c change) bool { return c.Do != "note" && c.Do != "without" })
}

// spoken is the dish that a message adds last, or else the newest of the order: "um mate. sem gelo, por favor".
func (o *ordering) spoken() string {
	for _, c := range slices.Backward(o.out) {
		if c.Do == "add" && !c.Missing && len(c.Among) == 0 {
			return c.Dish
		}
	}
	return o.newest()
}
