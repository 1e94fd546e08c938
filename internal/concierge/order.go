package concierge

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// order is the note of a conversation's order that the bill tool keeps, as this package reads it.
type order struct {
	Lines   []orderLine `json:"lines"`
	If      []change    `json:"if"`      // what it was asked what they come to
	Budget  float64     `json:"budget"`  // of which it was asked whether it is enough
	People  int         `json:"people"`  // by whom it was split
	Split   []args      `json:"split"`   // who pays for what
	Service string      `json:"service"` // in percent
	Sober   args        `json:"sober"`   // who has no part of its drinks
	Since   string      `json:"since"`   // the message that changed it last
	Asked   []struct {
		Among    []string `json:"among"`
		Quantity int      `json:"quantity"`
		For      string   `json:"for"`
	} `json:"asked"` // which of some dishes is meant
}

type orderLine struct {
	ID       string `json:"id"`
	Quantity int    `json:"quantity"`
	For      string `json:"for"`
	Note     string `json:"note"`
}

// A change is one edit of the order: "add two mates for Ana, without ice".
type change struct {
	Do       string   `json:"do"`              // add, set, drop, note (and for whom), without, clear, round
	Dish     string   `json:"dish,omitempty"`  // its id, what it is called, or a course
	Among    []string `json:"among,omitempty"` // it may be any of these
	Most     string   `json:"most,omitempty"`  // it is the one of these that is most of something: "light"
	Missing  bool     `json:"missing,omitempty"`
	Quantity int      `json:"quantity,omitempty"` // 0: all that there are
	For      string   `json:"for,omitempty"`      // who has it; "me" is the guest
	Note     string   `json:"note,omitempty"`     // for the kitchen
	Own      bool     `json:"own,omitempty"`      // the note says all of how it is to be
	Pick     args     `json:"pick,omitempty"`     // the house chooses it, within the budget

	said bool // how many
	part bool // of what was counted before
	firm bool // a verb, a number or a person says that somebody has it
	ref  bool // it is pointed at

	called string // as it is said
}

func (a asked) kept() (o order) {
	_ = json.Unmarshal(a.at.Notes["menu.bill"], &o) // written by the bill tool
	return o
}

// tab is the ids of what is on the order, the last the newest.
func (a asked) tab() (ids []string) {
	for _, l := range a.kept().Lines {
		ids = append(ids, l.ID)
	}
	return ids
}

// unsent reports whether the order has something that was not passed on to the staff.
func (a asked) unsent() bool {
	var sent []orderLine
	_ = json.Unmarshal(a.at.Notes["house.sent"], &sent) // written by ask_staff
	n := 0
	for _, l := range a.kept().Lines {
		n += l.Quantity
	}
	for _, l := range sent {
		n -= l.Quantity
	}
	return n > 0
}

// restates reports whether a message lists the whole order behind a colon: "a conta: uma sopa e dois cafés". A list that
// is to be added to a bill is none.
func (a asked) restates() bool {
	head, list, ok := strings.Cut(a.text, ":")
	if !ok || len(a.mentions(head)) > 0 || len(a.mentions(list)) == 0 {
		return false
	}
	before, more := a.part(head), len(a.mentions(list)) > 1
	if before.paysApart() || a.part(list).paysApart() {
		return false
	}
	tally := before.says("sum") || before.saysJust("tally") // "somos" is none
	return (tally && (more || len(a.tab()) == 0) || (before.says("recap") || before.says("again")) && more) && !before.says("onto")
}

// dropsOrdered reports whether a message takes a dish off the order, "can you remove the soup?", be it for another, and wishes for no advice.
func (a asked) dropsOrdered() bool {
	all := a.changes()
	asks := a.questions() && (a.addsUp() || !a.says("safe")) || a.says("best") || a.says("some")
	other := func(c change) bool { return c.Do != "drop" && c.Do != "add" || c.Missing || len(c.Among) > 0 }
	return !asks && !slices.ContainsFunc(all, other) && slices.ContainsFunc(all, func(c change) bool { return c.Do == "drop" && slices.Contains(a.tab(), c.Dish) })
}

// keepsOnly takes all off the order but the dishes that a message names: "deixa só o café", "I only want the soup, nothing else".
func (a asked) keepsOnly() (all []change) {
	only := a.says("just") && (a.says("leave") || a.says("has_it") || a.hasPhrase("nothing_else"))
	named := slices.DeleteFunc(a.dishes(), func(d meant) bool { return d.not || !a.hasOrdered(d) })
	if !only || len(named) == 0 || len(a.tab()) < 2 || a.questions() || a.addsUp() {
		return nil
	}
	for _, id := range a.tab() {
		i := slices.IndexFunc(named, func(d meant) bool { return d.name == id })
		if i < 0 {
			all = append(all, change{Do: "drop", Dish: id, firm: true})
		} else if named[i].count > 0 {
			all = append(all, change{Do: "set", Dish: id, Quantity: named[i].count, firm: true})
		}
	}
	return all
}

// scraps is the clause of a message that has all taken off the order that waits, and that speaks of nothing else: "cancela tudo",
// "never mind the whole order".
func (a asked) scraps() string {
	if a.at.Notes["house.sent"] != nil || !a.unsent() {
		return ""
	}
	for _, c := range parted().Split(a.text, -1) {
		p := a.part(c)
		verb := p.says("drop") || p.says("erase") || p.says("scrap")
		other := slices.ContainsFunc(spots(c), func(w spot) bool {
			return !is(w.word, "drop") && !is(w.word, "erase") && !is(w.word, "scrap") && !is(w.word, "whole_order") && !is(w.word, "everything")
		})
		if p.hasPhrase("whole_order") || verb && !other && (p.says("everything") || p.saysJust("ordered")) {
			return c
		}
	}
	return ""
}

// tellsKitchen reports whether a sentence says how the kitchen is to make an ordered dish, "o pato bem passado", and tells no
// need: a need is for all dishes.
func (a asked) tellsKitchen() bool {
	all := spots(a.text)
	food := func(s understand.Span) bool { return s.Kind == "food" && s.P == "not" && s.Text == all[1].word }
	lacks := a.at.Language == lang.English && len(all) > 1 && all[0].word == "no" && (is(all[1].word, "kitchen") || understand.Edible(all[1].word) || slices.ContainsFunc(a.spans, food)) && !a.namesDish(all[1].word) // "no ice in the mate"
	made := a.says("prepare") && (a.says("with") || a.says("without")) && !is(wordBehind(a.text, 0), "interrogative") || lacks
	o := ordering{asked: a, had: a.kept()}
	if !a.unsent() || !a.saysJust("kitchen_way") && !a.hasPhrase("kitchen_way") && (!made || !a.namesDish(a.text) || o.named(a.text) == "") || a.addsUp() || a.says("pays") || a.says("pair") || len(understand.Needs(a.text)) > 0 {
		return false
	}
	if slices.ContainsFunc(asides(a.text), func(x aside) bool { return x.subject == "allergy" }) { // "avisa a cozinha da alergia" is of the whole order
		return false
	}
	return o.named(a.text) != "" || len(understand.Foods(a.text)) > 0 || a.says("kitchen")
}

// tells takes up what is told the kitchen of a dish of the order, in the guest's words: "nota: o pato bem quente".
func (o *ordering) tells(told string) {
	if o.about, o.some = o.named(told), 0; o.about == "" && o.part(told).saysJust("kitchen") { // the sauce or the salt is of no drink
		o.out = append(o.out, change{Do: "without", Dish: bare(told), Quantity: 1 + o.part(told).count("both"), Note: bare(told), firm: true})
		return
	}
	o.note(cmp.Or(o.about, o.newest(0)), bare(told))
}

// note is where a sentence says how the kitchen is to make a dish.
type note struct{ from, to int }

// kitchenNotes finds what is said to the kitchen behind a dish, "sem cebola", "com o ovo bem passado", or of one that is
// ordered: "mas sem sal".
func (a asked) kitchenNotes(ordered bool) (all []note) {
	words := spots(a.text)
	sums := a.addsUp()
	apart := func(k int) bool { return strings.ContainsAny(a.text[words[k-1].to:words[k].from], ".,;:!?") }
	for i, w := range words {
		cooked := slices.Contains(menuWords()["=cooked"], w.word) || slices.ContainsFunc(menuWords()["_cooked"], func(phrase string) bool {
			return strings.HasPrefix(joinWords(words[i:])+" ", phrase+" ")
		})
		begins := ordered && !slices.ContainsFunc(words[:i], func(w spot) bool { return !is(w.word, "and") && !is(w.word, "but") && !is(w.word, "turns") })
		lacks := !sums && a.lacksAt(words, i) && (begins || i > 0 && (numeral(words[i-1].word) > 0 || is(words[i-1].word, "of_them") || ordered && is(words[i-1].word, "but")) || slices.ContainsFunc(a.part(a.text[:w.from]).dishes(), func(d meant) bool { return !d.kind }))
		if lacks && slices.ContainsFunc(a.mentions(a.text), func(m scene.Mention) bool { // "sem as sopas" takes them off
			in := slices.ContainsFunc(spots(a.text[m.From:m.To]), func(x spot) bool { return slices.Contains(strings.Fields("na no nas nos on in en"), x.word) }) // "sem alho na sopa" is a note
			return !in && !m.Plain && !m.Within && m.From > w.to && len(spots(a.text[w.to:m.From])) < 2 && slices.Contains(a.tab(), m.Things[0].ID)
		}) {
			continue
		}
		if !cooked && !lacks || len(all) > 0 && all[len(all)-1].to > w.from || a.withinName(w.from) {
			continue
		}
		n := note{w.from, len(a.text)}
		for k := i - 1; cooked && k >= max(0, i-4) && !apart(k+1); k-- {
			if is(words[k].word, "with") {
				n.from = words[k].from
				break
			}
		}
		for k := i + 1; k < len(words); k++ {
			next := ""
			if k+1 < len(words) {
				next = words[k+1].word
			}
			behind := is(words[k].word, "for") && words[k].word != "a" && !is(next, "more") // "ao ponto pra mais"
			if apart(k) || is(words[k].word, "and") && !(k+1 < len(words) && a.lacksAt(words, k+1)) || behind || is(words[k].word, "please") || is(words[k].word, "note_end") {
				n.to = words[k-1].to
				break
			}
		}
		all = append(all, n)
	}
	return all
}

// withinName reports whether what stands at a place belongs to the name of a dish, as it is written on the card.
func (a asked) withinName(at int) bool {
	return slices.ContainsFunc(a.mentions(a.text[:at]), func(m scene.Mention) bool {
		return strings.HasPrefix(lang.Fold(a.text[m.From:]), lang.Fold(m.Things[0].Name)) && at < m.From+len(m.Things[0].Name)
	})
}

// lacksAt reports whether words say from a place on what a dish is to be without, or to have little of: "sem sal", "no onions",
// "con poca sal".
func (a asked) lacksAt(words []spot, i int) bool {
	if i+1 >= len(words) {
		return i > 0 && is(words[i].word, "without") && numeral(words[i-1].word) > 0 // "um sem"
	}
	w, next := words[i].word, words[i+1].word
	return is(w, "without") || a.at.Language == lang.English && i > 0 && (w == "no" || w == "hold" && next == "the") || is(w, "with") && is(next, "little") && i+2 < len(words)
}

// noted is what a note says, without the words that join it to a dish.
func (o *ordering) noted(n note) string {
	text := strings.Trim(o.text[n.from:n.to], " .,;:!?")
	for whole, all := text, spots(text); len(all) > 1 && (is(all[0].word, "of_them") || is(all[0].word, "with") && !o.counting || is(all[0].word, "article") && text != whole); all = spots(text) {
		text = text[all[1].from:]
	}
	if last := o.added(); len(spots(text)) == 1 && last >= 0 && is(lang.Fold(text), "without") { // "um com gelo e um sem"
		_, what, _ := strings.Cut(o.out[last].Note, " ")
		text += " " + what
	}
	return text
}

// note adds a note for the kitchen to a dish that the message adds or that is ordered. A food to leave out, said without a
// dish, goes to the dish that has it.
func (o *ordering) note(dish, text string) {
	for i := len(o.out) - 1; i >= 0; i-- {
		if c := &o.out[i]; (c.Do == "add" || c.Do == "note") && c.Dish == dish {
			c.Note, c.firm = strings.TrimPrefix(c.Note+", "+text, ", "), true
			return
		}
	}
	if foods := understand.Foods(text); o.about == "" && len(foods) > 0 {
		o.out = append(o.out, change{Do: "without", Dish: foods[0], Quantity: 1, Note: text, firm: true})
	} else if o.quantity(dish, "") > 0 {
		o.out = append(o.out, change{Do: "note", Dish: dish, Quantity: o.some, Note: text, firm: true})
	}
}

// without has a food left out of the dishes of the order that it is in, or of the one that is named with it: "tira o coentro",
// "tira a cebola da sopa".
func (o *ordering) without(t meant) {
	food := t.text
	for _, w := range spots(t.text) {
		if is(w.word, "of_place") && w.from > 0 {
			food = strings.TrimSpace(t.text[:w.from])
			break
		}
	}
	on := slices.DeleteFunc(append([]string{t.name}, t.among...), func(id string) bool { return o.quantity(id, "") == 0 })
	o.out = append(o.out, change{Do: "without", Dish: food, Among: on, Note: withoutWord[o.at.Language] + " " + food, firm: true})
}

var withoutWord = map[lang.Language]string{lang.Portuguese: "sem", lang.English: "without", lang.Spanish: "sin"}

// onlyCounts reports whether a message is nothing but dishes, each with how many of it: "uma feijoada e duas pilsen".
func (a asked) onlyCounts() bool {
	var rest strings.Builder
	at := 0
	for _, m := range a.mentions(a.text) {
		if m.From < at || m.Kind && len(m.Things) == 0 {
			return false
		}
		rest.WriteString(a.text[at:m.From] + "·")
		at = m.To
	}
	rest.WriteString(a.text[at:])
	return at > 0 && countedOnly().MatchString(strings.ToLower(rest.String()))
}

var countedOnly = pattern.Of(`^\W*(?:(?:oi|olá|ola|boa noite|boa tarde|bom dia|hi|hello|hey|good evening|hola|buenas(?: noches| tardes)?)\W+)?(?:(?:\d+|um|uma|dois|duas|tr[eê]s|quatro|cinco|seis|un|una|dos|cuatro|an?|one|two|three|four|five|six) ·(?:,? (?:e |y |and |mais |más )?|\+)?)+(?:,? ?(?:por favor|please|porfa|pls))?[.!]?\s*$`)
