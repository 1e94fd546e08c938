package concierge

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/staydate"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// findDishes is a search of the card. A message that only refines the last search
// ("algo mais barato?") goes on with it.
func (a asked) findDishes() []llm.ToolCall {
	if a.also("about_dish") && a.single() && len(a.dishes()) > 0 {
		return nil // "qual é o mais barato?" asks about those shown
	}
	in := args{}
	if with := a.pairedWith(); with != "" {
		in.put("pair_with", with)
		in.put("wish", strings.Join(slices.Concat(a.all("taste"), a.all("beer_style"), a.wanted("diet")), ", "))
	} else {
		in.put("wish", a.wish())
	}
	in.put("max_price", a.most())
	in.put("for", a.eaters())
	in.put("others", a.also("other") || a.also("more"))
	if a.says("cheap") {
		in.put("sort", "cheap")
	} else if a.says("dear") {
		in.put("sort", "expensive")
	}
	courses := a.courses()
	if len(courses) == 0 && in["pair_with"] == nil && !a.has("food", "drink", "beer_style", "cuisine") {
		in = a.refined(in)
	}
	if len(courses) < 2 {
		if len(courses) == 1 {
			in["course"] = courses[0]
		}
		return call("find_dishes", in)
	}
	delete(in, "wish")
	var all []llm.ToolCall
	for _, c := range courses { // "uma entrada e uma sobremesa"
		in["course"] = c
		in.put("wish", strings.Join(slices.Concat(a.all("taste"), a.wanted("diet")), ", "))
		all = append(all, call("find_dishes", in)...)
	}
	return all
}

// refined is a search that goes on with the last one.
func (a asked) refined(in args) args {
	if a.last != "menu" || !a.has("taste", "money", "diet") && in["sort"] == nil && in["for"] == nil {
		return in
	}
	for _, c := range a.again {
		last := args{}
		if c.Name != "find_dishes" || json.Unmarshal([]byte(c.Args), &last) != nil {
			continue
		}
		delete(last, "others")
		if wish, ok := in["wish"].(string); ok && a.has("taste", "diet") {
			if before, ok := last["wish"].(string); ok && last["course"] == nil {
				wish = before + ". " + wish
			}
			last["wish"] = wish
		}
		delete(in, "wish")
		for k, v := range in {
			last[k] = v
		}
		return last
	}
	return in
}

// follows reports whether dishes were shown or told of last.
func (a asked) follows() bool { return a.last == "menu" || a.last == "dish" }

// wish is the message without greetings and what it only tells of people: that
// is remembered, and binds every search.
func (a asked) wish() string {
	all := pieces(a.text)
	kept := slices.DeleteFunc(slices.Clone(all), func(piece string) bool {
		if strings.HasSuffix(strings.TrimSpace(piece), "?") {
			return false
		}
		return understand.Closest(strings.TrimSpace(piece), wishOrTalk) > 0
	})
	if len(kept) == 0 {
		if len(all) > 1 || len(told(understand.Reading{Spans: a.spans}, a.text)) > 0 {
			return ""
		}
		kept = all
	}
	return strings.Trim(strings.Join(kept, ""), " ,;")
}

var wishOrTalk = []understand.Act{{Name: "find_dishes"}, {Name: "tell"}, {Name: "greet"}, {Name: "thanks"}}

// wanted returns the spans of a kind that are wished for, and not told of somebody.
func (a asked) wanted(kind string) (texts []string) {
	for _, s := range a.spans {
		if s.Kind == kind && s.P == "want" {
			texts = append(texts, s.Text)
		}
	}
	return texts
}

// most is the price that a dish may have.
func (a asked) most() float64 {
	if a.says("above") {
		return 0
	}
	if each := a.limit("item", "person", ""); each > 0 {
		return each
	}
	if all := a.limit("all"); all > 0 && a.at.Party > 1 {
		return all / float64(a.at.Party)
	}
	return 0
}

// eaters are for whom a wish is, if it is not for all.
func (a asked) eaters() (who []string) {
	text := words(a.text)
	for _, me := range []string{" para mim ", " pra mim ", " for me ", " para mi ", " so pra mim ", " just for me "} {
		if strings.Contains(text, me) {
			return []string{"me"}
		}
	}
	for _, p := range a.at.Table {
		name := strings.TrimSpace(words(p.Name))
		for _, before := range []string{"para ", "pra ", "pro ", "for ", "para a ", "para o "} {
			if name != "" && strings.Contains(text, " "+before+name+" ") {
				who = append(who, p.Name)
				break
			}
		}
	}
	return who
}

// pairedWith is what a dish or a drink is to go with.
func (a asked) pairedWith() string {
	if !a.says("pair") && !goesWell().MatchString(words(a.text)) {
		return ""
	}
	for _, d := range a.dishes() {
		if !slices.Contains(menuWords()["beer"], lang.Stem(lang.Fold(d.name))) && !slices.Contains(menuWords()["drink"], lang.Stem(lang.Fold(d.name))) {
			return d.name
		}
	}
	if at := a.focus(); len(at) > 0 {
		return at[0].Name
	}
	return ""
}

var goesWell = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(` (?:vai|vao|cai|caem|va|van|go|goes|fica|queda) (?:bem |bien |well )?(?:com|con|with) `)
})

// showCard is the card, or a part of it.
func (a asked) showCard() (all []llm.ToolCall) {
	for _, c := range a.courses() {
		all = append(all, call("whole_card", args{"course": c})...)
	}
	if len(all) == 0 {
		return call("whole_card", args{})
	}
	return all
}

// aboutDish is a question about dishes: of those named or pointed at, else of those
// the house spoke of last.
func (a asked) aboutDish() []llm.ToolCall {
	if a.also("order") && a.single() {
		return nil
	}
	ask := a.askedOf()
	var names []string
	for _, d := range a.dishes() {
		if d.name != ask {
			names = append(names, d.name)
		}
	}
	if ask == "whether" && len(names) == 0 {
		return nil
	}
	if len(names) == 0 {
		if !a.follows() && len(a.focus()) == 0 {
			if a.also("find_dishes") {
				return nil
			}
			return call("find_dishes", args{"wish": a.text})
		}
		for _, t := range a.focus() {
			names = append(names, t.Name)
		}
	}
	in := args{}
	in.put("dishes", names)
	in.put("ask", ask)
	return call("dish_details", in)
}

// askedOf is what is asked of dishes: "price", "whether" they are to be had, or an
// ingredient or diet. Nothing is: what they are.
func (a asked) askedOf() string {
	var things []understand.Span
	pointed := false
	for _, s := range a.spans {
		switch s.Kind {
		case "food", "drink", "diet":
			things = append(things, s)
		case "ref":
			pointed = true
		}
	}
	if len(things) > 0 && (a.says("holds") || things[len(things)-1].Kind == "diet") {
		last := things[len(things)-1]
		switch {
		case pointed || len(things) > 1 || last.Kind == "diet":
			return without(last.Text)
		case a.says("we") || len(a.focus()) != 1:
			return "whether"
		default:
			return without(last.Text)
		}
	}
	if a.says("price") || a.says("sum") {
		return "price"
	}
	if a.says("we") {
		return "whether"
	}
	return ""
}

// without takes the sem off "sem glúten".
func without(need string) string {
	for _, not := range []string{"sem ", "sin ", "no ", "without ", "free of "} {
		if len(need) > len(not) && strings.EqualFold(need[:len(not)], not) {
			return need[len(not):]
		}
	}
	return strings.TrimSuffix(strings.TrimSuffix(need, "-free"), " free")
}

// bill adds up dishes, changes the last bill ("tira uma caipirinha"), or says again
// what it comes to: split, or with service.
func (a asked) bill(order bool) []llm.ToolCall {
	in := args{}
	in.put("order", order)
	in.put("people", a.shares())
	if m := percent().FindStringSubmatch(a.text); m != nil && a.says("tip") {
		in["tip"] = m[1] + "%"
	} else if m != nil {
		in["service_percent"] = m[1]
	} else if n, ok := understand.Amount(afterWord(a.text, menuWords()["tip"])); ok {
		in.put("tip", n)
	}
	type item struct {
		Dish     string `json:"dish"`
		Quantity int    `json:"quantity,omitempty"`

		Among []string `json:"among,omitempty"`
	}
	var items, drop []item
	var among []string
	swaps := a.says("swap")
	for i, d := range a.dishes() {
		it := item{Dish: d.name, Quantity: d.count}
		if d.not || a.droppedBefore(d.at) || swaps && i == 0 {
			drop = append(drop, it)
			continue
		}
		if d.vague && (order || d.count > 0) {
			among = append(among, d.name)
			continue
		}
		it.Quantity = max(1, d.count)
		items = append(items, it)
	}
	if len(among) > 0 {
		items = append(items, item{Among: among})
	}
	if len(items) > 0 {
		in["items"] = items
	} else {
		in["last"] = true
	}
	if len(drop) > 0 {
		in["drop"] = drop
	}
	return call("bill", in)
}

var percent = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(\d{1,2}(?:[.,]\d)?)\s*%`) })

// droppedBefore reports whether what stands at a place of the message is taken off:
// the nearest verb before it says so.
func (a asked) droppedBefore(at int) bool {
	if at < 0 || at > len(a.at.Message) {
		return false
	}
	before := strings.Fields(words(a.at.Message[:at]))
	for i, w := range slices.Backward(before) {
		if len(before)-i > 4 || w == "e" || w == "y" || w == "and" {
			return false
		}
		if slices.Contains(menuWords()["drop"], lang.Stem(w)) {
			return true
		}
	}
	return false
}

// shares is by how many people a bill is split.
func (a asked) shares() int {
	if !a.says("split") {
		return 0
	}
	text := strings.Fields(words(a.text))
	for i, w := range text {
		n, ok := understand.Amount(w)
		if !ok || n < 2 || n > 50 || i+1 < len(text) && text[i+1] == "por" {
			continue
		}
		before, after := "", ""
		if i > 0 {
			before = text[i-1]
		}
		if i+1 < len(text) {
			after = text[i+1]
		}
		if slices.Contains(sharing, before) || slices.Contains(sharing, after) {
			return int(n)
		}
	}
	if n, ok := staydate.Party(a.text); ok {
		return n
	}
	return a.at.Party
}

var sharing = strings.Fields("por em entre by in between among para pra nos for ways way pessoas people personas partes split")

// order is what somebody wants to have: what it costs, and who takes orders.
func (a asked) order() []llm.ToolCall {
	if len(a.dishes()) == 0 && len(a.focus()) == 0 {
		return call("ask_staff", args{"request": a.text})
	}
	if len(a.dishes()) == 0 { // "quero esse"
		a.spans = append(a.spans, understand.Span{Kind: "ref", Text: "esse", From: -1})
	}
	return a.bill(true)
}

// moreDishes is more of what was told of last, or others than those shown.
func (a asked) moreDishes() []llm.ToolCall {
	switch at := a.focus(); {
	case a.also("find_dishes") || a.also("about_dish"):
		return nil
	case a.act == "more" && a.last == "dish" && len(at) == 1:
		return call("dish_details", args{"dishes": []string{at[0].Name}})
	}
	if all := a.others(); len(all) > 0 {
		return all
	}
	if a.follows() {
		return call("find_dishes", args{"others": true})
	}
	return nil
}

// courses are the parts of the card that a message asks for.
func (a asked) courses() (all []string) {
	for _, w := range strings.Fields(words(a.text)) {
		for _, c := range []string{"starter", "snack", "main", "side", "dessert", "drink", "beer", "breakfast"} {
			if slices.Contains(menuWords()[c], lang.Stem(w)) && !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	if i := slices.Index(all, "drink"); i >= 0 && slices.Contains(all, "beer") { // "a beer to drink"
		all = slices.Delete(all, i, i+1)
	}
	return all
}

// says reports whether a message has a word of a use.
func (a asked) says(use string) bool {
	for w := range strings.FieldsSeq(words(a.text)) {
		if slices.Contains(menuWords()[use], lang.Stem(w)) {
			return true
		}
	}
	return false
}

// also reports whether a message is about another act too.
func (a asked) also(act string) bool { return a.act != act && slices.Contains(a.with, act) }

// other reports whether an act of the card leaves its words to another act of the
// message.
func (a asked) other() bool {
	switch a.act {
	case "find_dishes", "about_dish", "order", "more", "other":
		return a.also("find_dishes") || a.also("about_dish") || a.also("bill") || a.also("order")
	}
	return false
}

// single reports whether a message is one sentence, so that its acts are guesses
// at the same words.
func (a asked) single() bool { return len(pieces(a.at.Message)) == 1 }

// afterWord is the text behind the first of some words, or nothing.
func afterWord(text string, stems []string) string {
	all := strings.Fields(words(text))
	for i, w := range all {
		if slices.Contains(stems, lang.Stem(w)) {
			return strings.Join(all[i+1:], " ")
		}
	}
	return ""
}

//go:embed words/menu.txt
var menuText string

// menuWords are the stems of words/menu.txt by their use.
var menuWords = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(menuText) {
		use, list, ok := strings.Cut(line, ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.FieldsSeq(list) {
			all[use] = append(all[use], lang.Stem(w))
		}
	}
	return all
})
