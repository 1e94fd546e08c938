package concierge

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// order is what the bill tool keeps of a conversation.
type order struct {
	Lines   []orderLine `json:"lines"`
	If      []change    `json:"if"`      // what it was asked what they come to
	People  int         `json:"people"`  // by whom it was split
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

// A change is what a message does to the order.
type change struct {
	Do       string   `json:"do"`              // add, set, drop, instead, note, without, clear, round
	Dish     string   `json:"dish,omitempty"`  // its id, what it is called, or a course
	Among    []string `json:"among,omitempty"` // it may be any of these
	Missing  bool     `json:"missing,omitempty"`
	Quantity int      `json:"quantity,omitempty"` // 0: all that there are
	For      string   `json:"for,omitempty"`      // who has it; "me" is the guest
	Note     string   `json:"note,omitempty"`     // for the kitchen
	Own      bool     `json:"own,omitempty"`      // the note says all of how it is to be
	Pick     args     `json:"pick,omitempty"`     // a search, of which the house takes the first

	said bool // how many
	part bool // of what was counted before: "dois mates, um pra Ana"
	firm bool // a verb, a number or a person says that somebody has it
	ref  bool // it is pointed at
}

// ordering reads sentences as changes of the order, word by word: a verb says whether the
// dishes behind it come or go.
type ordering struct {
	asked
	had    order
	words  []spot
	things []meant
	people []understand.Spoken
	notes  []note
	out    []change

	mode  string // add, drop, from and to (of a swap), keep
	once  bool   // the mode is of one dish: "em vez da sopa"
	more  bool   // to those that are there: "mais", "another"
	fix   bool   // a number is put right: "na verdade", "make it"
	verb  bool   // somebody wants them: "bota", "quero"
	named bool   // somebody is named who has a dish
	next  int    // how many have the dish that follows: "os outros cinco, costela"
	start int    // where the sentence begins among the changes
	from  change // what was last taken off for another
	about string // the dish of the order that is spoken of
	who   string // of whom the sentence before tells
	found args   // the search of the sentence before, for "dela"
}

// changes reads what a message does to the order: "troca o mate por duas caipirinhas" takes
// one off and adds two.
func (a asked) changes() []change {
	o := ordering{asked: a, had: a.kept()}
	if a.restates() {
		o.out = append(o.out, change{Do: "clear"})
		o.had.Lines = nil
	}
	all := sentences(a.text)
	for _, s := range all {
		if p := a.part(s); !p.paysApart() {
			o.read(p)
		}
	}
	return o.out
}

// open prepares a sentence to be read.
func (o *ordering) open(p asked) {
	o.text, o.spans, o.words = p.text, p.spans, spots(p.text)
	o.mode, o.once, o.more, o.fix, o.verb, o.named, o.next, o.start = "", false, false, false, false, false, 0, len(o.out)
	o.notes = p.kitchenNotes(len(o.had.Lines)+len(o.out) > 0)
	o.things = slices.DeleteFunc(p.eachDish(), func(d meant) bool { return o.inNote(d.at) })
	people := understand.People(p.text)
	if len(o.words) > 1 && o.words[0].from == 0 && unicode.IsUpper([]rune(p.text)[0]) && (is(o.words[1].word, "pays") || is(o.words[1].word, "want") || is(o.words[1].word, "only")) && !is(o.words[0].word, "me") && !is(o.words[0].word, "third") && len(people) == 0 && !understand.IsWord(o.words[0].word) {
		people = append(people, understand.Spoken{Name: p.text[:o.words[0].to], To: o.words[0].to}) // "Joe only pays…"
	}
	for _, w := range o.words { // who has something is known by name
		named := func(l orderLine) bool { return slices.Contains(strings.Split(l.For, " & "), o.text[w.from:w.to]) }
		if slices.ContainsFunc(o.had.Lines, named) && !slices.ContainsFunc(people, func(s understand.Spoken) bool { return s.From <= w.from && w.from < s.To }) && !is(w.word, "me") {
			people = append(people, understand.Spoken{Name: o.text[w.from:w.to], From: w.from, To: w.to})
		}
	}
	o.people = slices.DeleteFunc(people, func(s understand.Spoken) bool {
		return slices.ContainsFunc(o.things, func(d meant) bool { return d.at < s.To && s.From < d.to })
	})
}

func (o *ordering) inNote(at int) bool {
	return slices.ContainsFunc(o.notes, func(n note) bool { return n.from <= at && at < n.to })
}

// read takes up a sentence.
func (o *ordering) read(p asked) {
	o.open(p)
	next := 0
	for i := 0; i < len(o.words); i++ {
		w := o.words[i]
		if i > 0 && strings.Contains(o.text[o.words[i-1].to:w.from], ",") && (o.once || o.mode == "keep" || o.mode == "drop" && is(w.word, "sum")) { // "menos a Ana, quanto fica essa parte?"
			o.mode, o.once = "", false
		}
		switch {
		case o.inNote(w.from):
		case next < len(o.things) && w.from >= o.things[next].at:
			t := o.things[next]
			o.take(t, i)
			for next < len(o.things) && o.things[next].at <= w.from {
				next++
			}
			for i+1 < len(o.words) && o.words[i+1].from < t.to {
				i++
			}
		default:
			i += o.hear(i)
		}
	}
	for ; next < len(o.things); next++ { // pointed at by words that stand elsewhere
		o.take(o.things[next], len(o.words))
	}
	o.leaves()
	o.ellipsis()
	o.keepNotes()
	o.variants()
	o.found, o.who = nil, o.whoIn(0, len(o.text), true)
}

// take makes a change of a dish that begins with a word.
func (o *ordering) take(t meant, i int) {
	c := change{Do: "add", Dish: t.name, Among: t.among, Missing: !t.card && len(t.among) == 0, Quantity: t.count, For: o.eater(t), said: t.count > 0, ref: t.ref || onlyPoints(t.text)}
	if len(t.among) > 0 && (t.ref || onlyPoints(t.text) || unpointed(t.text) != t.text) {
		c.Dish = ""
	}
	if !c.said && o.mode != "drop" && o.mode != "from" {
		c = o.answers(c)
	}
	on := o.quantity(c.Dish)
	before := func(use string) bool { return i > 0 && is(o.words[i-1].word, use) }
	if o.next > 0 && !c.said {
		c.Quantity, c.said, o.next = o.next, true, 0
	}
	lacks := i > 0 && (before("except") || i > 1 && is(o.words[i-2].word, "except"))
	switch {
	case o.mode == "keep" && !(o.fix && c.said):
		o.about = c.Dish
		return
	case o.mode == "drop", o.mode == "from", t.not && o.mode != "to" && on > 0 && !slices.ContainsFunc(o.notes, func(n note) bool { return t.at <= n.from && n.from <= t.to+1 }), lacks && on > 0: // and not "o suco com pouco gelo"
		o.drop(c, t, i)
		return
	case lacks, t.not && o.mode != "to", o.describedBy(t):
		return
	case o.mode == "to" && !c.said && o.from.Do != "":
		c.Quantity, c.said = max(1, o.from.Quantity), true
	case before("other") && !c.said:
		c.Quantity, c.said, o.more = 1, true, true
	}
	if o.mode == "to" && c.For == "" {
		c.For = o.from.For
	}
	if n := countIn(c.For); n > 1 && !c.said && len(c.Among) == 0 && !o.part(o.text).says("shared") { // "as duas crianças querem a sopa"
		c.Quantity, c.said = n, true
	}
	only := i < len(o.words) && is(wordBehind(o.text, t.to), "only")
	switch {
	case on > 0 && (o.fix || only) && c.said:
		c.Do = "set"
	case on > 0 && !c.said && !o.more && o.mode != "to" && !(c.For != "" && o.whose(c.Dish) != ""):
		o.about = c.Dish // it is only spoken of
		return
	case t.plain && on == 0 && !c.said && c.For == "" && o.mode != "to" && !o.article(i) && !before("bring") && !((before("and") || i > 0 && strings.Contains(o.text[o.words[i-1].to:t.at], ",")) && len(o.out) > o.start): // "come carne"
		return
	}
	if !c.said && c.For == "" && c.Do == "add" && slices.ContainsFunc(o.out, func(x change) bool { return x.Dish == c.Dish && x.Do == "add" }) && !o.more {
		return // it is said already: "um mate. o mate sem gelo"
	}
	c.Quantity = max(1, c.Quantity)
	c.firm = c.firm || o.verb || o.mode == "to" || c.said || c.For != ""
	o.out = append(o.out, c)
	if o.once { // "em vez da sopa a salada"
		o.mode, o.once = "", false
	}
}

// drop takes a dish off the order. What is not on it may be what one of its dishes is to be without.
func (o *ordering) drop(c change, t meant, i int) {
	c.Do, c.firm = "drop", true
	if c.For == "" && i > 0 && i < len(o.words) && is(o.words[i-1].word, "ours") { // "troca a minha sopa"
		c.For = "me"
	}
	if last := len(o.out) - 1; c.For == "" && o.once && last >= o.start && o.out[last].Do == "add" { // "a Ana quer o risoto no lugar da sopa"
		c.For = o.out[last].For
	}
	if t.within {
		o.without(t)
		return
	}
	on, added := o.quantity(c.Dish), slices.IndexFunc(o.out, func(x change) bool { return x.Do == "add" && x.Dish == c.Dish })
	some := slices.ContainsFunc(c.Among, func(id string) bool { return o.quantity(id) > 0 })
	switch {
	case on == 0 && !some && added >= 0 && o.mode != "from": // "um mate… não, tira o mate"
		o.out = slices.Delete(o.out, added, added+1)
		return
	case on == 0 && !some && (t.plain || c.Missing && understand.Edible(t.text)):
		o.without(t)
		return
	case on == 0 && !some:
		return
	case c.Quantity >= on && on > 0:
		c.Quantity = 0
	}
	o.from = c
	if o.from.Quantity == 0 {
		o.from.Quantity = cmp.Or(o.quantityOf(c.Dish, c.For), on)
	}
	if o.from.For = c.For; c.For == "" {
		o.from.For = o.whose(c.Dish)
	}
	o.out = append(o.out, c)
	if o.once {
		o.mode, o.once = "", false
		last := len(o.out) - 2
		if last < o.start || o.out[last].Do != "add" {
			o.mode = "to"
		}
	}
}

// hear takes up a word that names no dish, and returns how many words more it took.
func (o *ordering) hear(i int) int {
	w := o.words[i].word
	is2 := func(use string) bool { return i+1 < len(o.words) && is(o.words[i+1].word, use) }
	if n := numeral(w); i > 0 && n > 1 && (is(o.words[i-1].word, "others") || is(o.words[i-1].word, "rest_of")) {
		o.next = n
		return 0
	}
	o.named = o.named || is(w, "for") && w != "a" && i+1 < len(o.words) && numeral(o.words[i+1].word) == 0 && !is2("everyone")
	if n := o.times(i); n > 0 {
		o.multiply(n, is(w, "each") && i > 0 && o.endsThing(i-1))
		return 0
	}
	if o.refuses(i) > 0 {
		o.mode, o.once = "drop", false
		return o.refuses(i)
	}
	dropping := o.mode == "drop" || o.mode == "from"
	switch {
	case o.insteadAt(i):
		o.mode, o.once = "drop", true
		return 1
	case is(w, "swap") && !is(w, "by"):
		o.mode = "from"
	case o.mode == "from" && is(w, "by"):
		o.mode = "to"
	case (is(w, "turn") || is(w, "become") && o.part(o.text).says("instead")) && o.flip():
		o.mode = "to"
	case is(w, "off") || is(w, "not") && is2("need"): // "take the soup off", "a farofa não precisa"
		if o.mode = ""; !o.flip() && is(w, "not") {
			o.mode = "drop"
		}
		return 1
	case is(w, "leave"):
		o.mode = "keep"
	case is(w, "drop") && !(is(w, "forget") && is2("not")):
		o.mode = "drop"
	case dropping && courseNamed(w) != "" && !o.endsThing(i):
		o.out = append(o.out, change{Do: "drop", Dish: courseNamed(w), For: o.whoIn(o.words[i].to, len(o.text), false), firm: true})
		o.from = change{Do: "drop"}
	case is(w, "round") && !o.roundsUp(i):
		o.round(i)
	case is(w, "same") && (is2("for") || is2("drink")), is(w, "again") && is2("of"):
		o.same(i)
	case is(w, "add"), is(w, "bring"), is(w, "want"):
		o.mode, o.verb = "add", true
	case is(w, "turns"):
		o.mode = ""
	case o.points(i):
		o.pronoun(i)
	case o.elided(i):
	}
	o.more = o.more || is(w, "more") && o.mode != "drop"
	o.fix = o.fix || is(w, "only") || is(w, "make")
	return 0
}

// roundsUp reports whether a round is one of a sum: "round it up".
func (o *ordering) roundsUp(i int) bool {
	return i+1 < len(o.words) && slices.Contains([]string{"it", "up", "off", "down"}, o.words[i+1].word)
}

// restates reports whether a message lists the whole order behind a colon: "a conta: uma
// sopa e dois cafés". What is to be added to a bill is no list of it.
func (a asked) restates() bool {
	head, list, ok := strings.Cut(a.text, ":")
	if !ok || len(a.mentions(head)) > 0 || len(a.mentions(list)) == 0 {
		return false
	}
	before := a.part(head)
	adds := slices.ContainsFunc(spots(head), func(w spot) bool { return is(w.word, "more") && !is(w.word, "tally") })
	tally := slices.ContainsFunc(spots(head), func(w spot) bool { return slices.Contains(menuWords()["=tally"], w.word) }) // "somos" is none
	whole := (before.says("sum") || tally) && (len(a.tab()) == 0 || len(a.mentions(list)) > 1) || before.says("recap") && len(a.mentions(list)) > 1
	return whole && !adds && !before.says("onto")
}

// saidBefore is what the guest said before this message.
func (a asked) saidBefore() string {
	if n := len(a.at.Said); n > 0 {
		return a.at.Said[n-1]
	}
	return ""
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

// is reports whether a folded word is of a use. Short words are compared as they are:
// "com" is no form of "come".
func is(word, use string) bool {
	if len(word) <= shortWord {
		return slices.Contains(menuWords()["="+use], word)
	}
	if slices.Contains(menuWords()[use], lang.Stem(word)) {
		return true
	}
	for _, pronoun := range clitics {
		if verb, ok := strings.CutSuffix(word, pronoun); ok && len(verb) > shortWord && slices.Contains(menuWords()["="+use], verb) {
			return true
		}
	}
	return false
}

// clitics are pronouns at the end of a verb: "cámbiele", "tráeme".
var clitics = strings.Fields("me le les nos lo la los las selo mela")

const shortWord = 4

// spot is a folded word with its place in a text.
type spot struct {
	word     string
	from, to int
}

// spots cuts a text into words.
func spots(text string) (all []spot) {
	for from, to := range lang.Words(text) {
		word := lang.Fold(text[from:to])
		if strings.HasPrefix(text[to:], "%") {
			word += "%" // no number of things
		}
		all = append(all, spot{word, from, to})
	}
	return all
}

// joinWords puts folded words together.
func joinWords(words []spot) string {
	var all []string
	for _, w := range words {
		all = append(all, w.word)
	}
	return strings.Join(all, " ")
}

// mentions are where a text names dishes of the card.
func (a asked) mentions(text string) []scene.Mention {
	if a.onCard == nil || text == "" {
		return nil
	}
	return a.onCard(text)
}
