package concierge

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

// findDishes is a search of the card. A message that only refines the last search
// ("algo mais barato?") goes on with it; one that wishes nothing and asks about what was
// shown ("sem nozes para ela: algum desses tem?") is no search.
func (a asked) findDishes() []llm.ToolCall {
	if a.has("ref") && a.questions() && a.last == "menu" && a.wishWords(wishKinds...) == "" && !a.other() && !a.thirsts() {
		return a.aboutDish()
	}
	if a.says("avoid") && a.asksForbidden() {
		return a.forbidden()
	}
	if each := a.portions(); len(each) > 1 && !a.portion {
		return each
	}
	in := args{}
	courses := a.courses()
	if with := a.pairedWith(); with != "" {
		in.put("pair_with", with)
		in.put("wish", a.wishWords("taste", "beer_style", "drink"))
	} else {
		in.put("wish", cmp.Or(a.wishWords(wishKinds...), a.foodWish(), strings.Join(understand.Tastes(a.wish()), ", ")))
	}
	if wish, _ := in["wish"].(string); in["pair_with"] == nil {
		in.put("wish", a.withRegion(wish))
	}
	in.put("max_price", a.most())
	in.put("for", a.eaters())
	in.put("minor", slices.ContainsFunc(append(slices.Clone(a.at.Said), a.text), understand.Young))
	in.put("others", a.also("other") || a.also("more"))
	in.put("count", a.howMany())
	in.put("each", a.says("each") && len(a.at.Table) > 1)
	sorts := a.sorts()
	in.put("sort", strings.Join(sorts[:min(1, len(sorts))], ""))
	if len(sorts) > 0 && a.superlative() {
		if !slices.Contains(comparing[:6], sorts[0]) && a.courseAsked() == "" { // "o prato mais picante" may be a starter
			courses = nil
		}
		if delete(in, "wish"); in["count"] == nil {
			in["count"] = 1
		}
		if in.put("wish", a.wishWords(slices.DeleteFunc(slices.Clone(wishKinds), func(k string) bool { return k == "taste" })...)); vague(a.first("drink")) || len(courses) == 1 && courseNamed(lang.Fold(a.first("drink"))) != "" {
			delete(in, "wish") // "a cerveja mais forte" is any beer
		}
		if wish, _ := in["wish"].(string); !strings.Contains(lang.Fold(wish), a.diet()) { // "the cheapest vegan main"
			in.put("wish", strings.TrimPrefix(wish+", "+a.diet(), ", "))
		}
		if len(sorts) > 1 && in["pair_with"] == nil && len(courses) < 2 { // "a mais forte e a mais barata"
			in.put("course", strings.Join(courses, ""))
			other := maps.Clone(in)
			other["sort"] = sorts[1]
			return slices.Concat(call("find_dishes", in), call("find_dishes", other))
		}
	}
	if len(courses) == 0 && in["pair_with"] == nil && !a.wishesFor("food", "drink", "beer_style", "cuisine") && !(a.also("order") && a.asksAdvice()) {
		in = a.refined(in)
	}
	if in["course"] == nil && in["pair_with"] == nil && in["wish"] == nil && len(courses) == 0 && (len(sorts) == 0 || slices.Contains(comparing[:6], sorts[0])) && !a.has("food", "drink", "beer_style", "taste") {
		courses = []string{"main"} // "o que comemos?"
	}
	if a.wishesFor("food", "cuisine") && a.wishesFor(drinkKinds...) && in["pair_with"] == nil && len(courses) < 2 { // "carne na brasa e uma cerveja escura"
		in["wish"] = a.wishWords(eatKinds...)
		drink := maps.Clone(in)
		drink["wish"], drink["course"] = a.wishWords(drinkKinds...), "drink"
		if delete(in, "course"); len(courses) == 1 && courses[0] != "drink" && courses[0] != "beer" {
			in["course"] = courses[0]
		}
		delete(drink, "count")
		return slices.Concat(call("find_dishes", in), call("find_dishes", drink))
	}
	if len(courses) == 1 && (courses[0] == "drink" || courses[0] == "beer") && a.alsoSome() { // "algo pra dividir, e de beber algo seco"
		courses = append([]string{"main"}, courses...)
	}
	if len(courses) < 2 {
		if len(courses) == 1 {
			in["course"] = courses[0]
		}
		in.put("heard", a.heard(in))
		in.put("loose", !a.wishesFood())
		return call("find_dishes", in)
	}
	var all []llm.ToolCall
	for _, c := range courses { // "uma entrada e uma sobremesa"
		in["course"] = c
		delete(in, "wish")
		if own := a.partOf(c); own.text != a.text {
			in.put("wish", strings.TrimPrefix(cmp.Or(own.wishWords(wishKinds...), own.foodWish())+a.barring(own.text), ", ")) // "um prato sem carne e um vinho"
		} else {
			in.put("wish", strings.Join(slices.Concat(own.all("taste"), own.wanted("diet")), ", "))
		}
		wish, _ := in["wish"].(string)
		in.put("wish", a.withRegion(wish))
		delete(in, "heard")
		in.put("heard", a.partOf(c).heard(in))
		all = append(all, call("find_dishes", in)...)
	}
	return all
}

// alsoSome reports whether words wish for something in a clause of its own that names no course and
// no drink.
func (a asked) alsoSome() bool {
	return slices.ContainsFunc(ands().Split(a.text, -1), func(clause string) bool {
		p := a.part(clause)
		return p.says("some") && len(p.courses()) == 0 && !p.wishesFor(drinkKinds...)
	})
}

// heard is what a wish comes to where nothing fits what the reader heard of it: its words,
// and else the course or the price alone, if no food was wished for.
func (a asked) heard(in args) (all []string) {
	wish, _ := in["wish"].(string)
	if wish == "" {
		return nil
	}
	if words := a.foodWish(); words != "" && words != wish {
		all = append(all, words)
	}
	if strings.Contains(wish, "sem ") || strings.Contains(wish, "que não seja ") { // which holds
		return all
	}
	for _, s := range a.spans { // "pato, ou talvez um peixe"
		if slices.Contains(wishKinds, s.Kind) && s.Kind != "place" && (s.P == "" || s.P == "want" || s.P == "like") && !vague(s.Text) && s.Text != wish {
			all = append(all, s.Text)
		}
	}
	if (in["course"] != nil || in["max_price"] != nil) && !a.wishesFood() && !a.has("taste", "cuisine", "place") && len(a.wanted("diet")) == 0 && len(understand.Tastes(wish)) == 0 {
		all = append(all, "*") // anything
	}
	return all
}

// wishesFood reports whether words name a food or a drink that is wished for; "petiscos"
// are none.
func (a asked) wishesFood() bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool {
		return (s.Kind == "food" || s.Kind == "drink" || s.Kind == "beer_style") && (s.P == "" || s.P == "want" || s.P == "like") && !vague(s.Text)
	})
}

// wishWords are what a message wishes for, as the reader heard it, or else its words.
func (a asked) wishWords(kinds ...string) string {
	var all []string
	end := -1
	for _, s := range a.spans {
		at := strings.LastIndex(a.text, s.Text)
		switch {
		case at < 0 || !slices.Contains(kinds, s.Kind) || vague(s.Text) || s.P == "allergy" || s.P == "intolerance" || s.P == "dislike" || s.P == "cannot" && (s.Of != "" || !a.notToBe(at)):
			continue
		case (s.P == "not" || s.Drop || a.ruledOut(at)) && !asksNot().MatchString(words(a.text[:at])):
			not := "sem "
			if a.notToBe(at) { // "que não seja café" bars no cup with a bean in it
				not = "que não seja "
			}
			all = append(all, not+s.Text)
		case s.Kind == "place":
			if a.cooksOf(at, at+len(s.Text)) {
				all = append(all, "comida de "+s.Text)
			}
			continue
		case s.Kind != "diet" && end >= 0 && at > end && at-end < 10 && !strings.ContainsAny(a.text[end:at], ".,;!?"): // "carne a la parrilla"
			all[len(all)-1] += a.text[end:at] + s.Text
		case s.Kind != "diet" || s.P == "want" || s.P == "" && s.Of == "": // "a vegan dish, please"
			all = append(all, s.Text)
		}
		end = at + len(s.Text)
	}
	return strings.Join(slices.Compact(all), ", ")
}

// near reports whether a word of a use is among the last n before a place.
func (a asked) near(at, n int, use string) bool {
	before := spots(a.text[:at])
	return slices.ContainsFunc(before[max(0, len(before)-n):], func(w spot) bool { return is(w.word, use) })
}

// notToBe reports whether what stands at a place is what something is not to be: "que não seja café".
func (a asked) notToBe(at int) bool { return a.ruledOut(at) && a.near(at, 3, "be") }

// cooksOf reports whether a place is one whose food is wished for, "algo do norte", "entrada paraense", and
// not where somebody lives or goes.
func (a asked) cooksOf(from, to int) bool {
	before := spots(a.text[:from])
	beside := len(before) > 0 && courseNamed(before[len(before)-1].word) != "" || courseNamed(wordBehind(a.text, to)) != ""
	return beside || a.near(from, 1, "of_place") && !a.near(from, 4, "lives")
}

// asksNot is how something is asked for by a "não tem uma mais…?".
var asksNot = pattern.Of(` (?:nao|n|no|don t you|dont you) (?:tem|teria|tienen|tiene|hay|have)(?: \S+){0,4} $`)

// ruledOut reports whether what stands at a place is not to be: "que não seja massa".
func (a asked) ruledOut(at int) bool {
	before := spots(a.text[:at])
	for i, w := range slices.Backward(before) {
		if len(before)-i > 3 {
			break
		}
		if is(w.word, "not") && w.word != "no" || is(w.word, "except") || w.word == "no" && i+1 < len(before) && is(before[i+1].word, "be") {
			return true
		}
	}
	return false
}

var (
	eatKinds   = strings.Fields("food taste cuisine diet place")
	drinkKinds = strings.Fields("drink beer_style")
	wishKinds  = slices.Concat(eatKinds, drinkKinds)
)

// diet is the diet that words name, or nothing: the "vegano" of "o prato vegano mais leve".
func (a asked) diet() string {
	for _, w := range spots(a.text) {
		if understand.Says(w.word, "diet") {
			return w.word
		}
	}
	return ""
}

// howMany is how many dishes are asked for: "me diga dois", "three options". One, that
// the house chooses, is "escolhe por mim".
func (a asked) howMany() int {
	text := spots(a.text)
	for i, w := range text {
		n := numeral(w.word)
		if n < 2 || n > 6 {
			continue
		}
		after := i+1 == len(text) || is(text[i+1].word, "option") || courseNamed(text[i+1].word) != "" || is(text[i+1].word, "and")
		if before := i > 0 && is(text[i-1].word, "tell"); before || after && i > 0 && !is(text[i-1].word, "for") && !is(text[i-1].word, "we") {
			return n
		}
	}
	if a.says("pick") {
		return 1
	}
	return 0
}

// refined is a search that goes on with the last one.
func (a asked) refined(in args) args {
	elliptic := a.says("one") || a.says("other") || a.says("only") || len(spots(a.text)) <= shortOrder // "e uma que seja mais doce?"
	if a.hasPhrase("any_dish") || a.last != "menu" && a.last != "consent" && !(a.follows() && elliptic) || !a.has("taste", "money", "diet") && in["max_price"] == nil && in["sort"] == nil && in["for"] == nil && in["count"] == nil {
		return in
	}
	for _, c := range a.again {
		last := args{}
		if c.Name != "find_dishes" || json.Unmarshal([]byte(c.Args), &last) != nil {
			continue
		}
		delete(last, "others")
		if a.says("eat") && (last["course"] == "drink" || last["course"] == "beer") { // "e de comer, algo quente"
			return in
		}
		if in["for"] != nil || a.portion { // of what was wished for somebody else only the course is left
			maps.DeleteFunc(last, func(k string, _ any) bool { return k != "course" && k != "max_price" && k != "minor" && k != "loose" })
		}
		if wish, ok := in["wish"].(string); ok && a.has("taste", "diet") {
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
	asks := slices.ContainsFunc(all, func(piece string) bool { return strings.HasSuffix(strings.TrimSpace(piece), "?") })
	kept := slices.DeleteFunc(slices.Clone(all), func(piece string) bool {
		if strings.HasSuffix(strings.TrimSpace(piece), "?") {
			return false
		}
		if a.tellsNeed(piece) || asks && !a.part(piece).wishesSome() {
			return true
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

// foodWish is the wish as it is said, if its words name a food that is not gone without: what else
// they say is a story.
func (a asked) foodWish() string {
	wish := a.wish()
	foods := understand.Foods(wish)
	for _, m := range a.mentions(wish) {
		foods = append(foods, wish[m.From:m.To])
	}
	if slices.ContainsFunc(foods, func(food string) bool { return !a.avoided(food, true) && !a.barred(lang.Fold(food)) }) {
		return wish
	}
	return ""
}

// wishesSome reports whether words have something of a wish: a food, a taste, a price, a
// course. What stands beside a question and has none is a story.
func (a asked) wishesSome() bool {
	return a.has(wishKinds...) || a.has("money") || len(a.courses()) > 0 || a.says("some") || a.says("except")
}

// tellsNeed reports whether words tell what somebody must not have, and wish for nothing.
func (a asked) tellsNeed(words string) bool {
	needs := false
	for _, s := range a.spans {
		if !strings.Contains(words, s.Text) {
			continue
		}
		if slices.Contains(wishKinds, s.Kind) && (s.P == "want" || s.P == "") || s.Kind == "money" {
			return false
		}
		needs = needs || s.P == "allergy" || s.P == "intolerance" || s.P == "cannot" && s.Of != ""
	}
	return needs && len(a.part(words).courses()) == 0
}

var wishOrTalk = []understand.Act{{Name: "find_dishes"}, {Name: "tell"}, {Name: "greet"}, {Name: "thanks"}}

// wishesFor reports whether something of these kinds is wished for, and not gone without.
func (a asked) wishesFor(kinds ...string) bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool {
		return slices.Contains(kinds, s.Kind) && (s.P == "" || s.P == "want" || s.P == "like")
	})
}

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
	if a.says("above") && !a.says("none") {
		return 0
	}
	if each := a.limit("item", "person", ""); each > 0 {
		return each
	}
	if n := a.newLimit(); n > 0 {
		return n
	}
	if all := a.limit("all"); all > 0 && a.at.Party > 1 {
		if a.says("snack") || a.says("shared") { // what is shared is not had by each
			return all
		}
		return all / float64(a.at.Party)
	}
	return 0
}

// pairedWith is what a dish or a drink is to go with.
func (a asked) pairedWith() string {
	if !a.says("pair") && !goesWell().MatchString(words(a.text)) {
		return ""
	}
	for _, d := range a.dishes() {
		if !is(lang.Fold(d.text), "beer") && !is(lang.Fold(d.text), "drink") && len(d.among) == 0 {
			return d.name
		}
	}
	if at := a.focus(); len(at) > 0 {
		return at[0].Name
	}
	return ""
}

var goesWell = pattern.Of(` (?:como|comer|comemos|bebo|beber|bebemos|tomo|tomar|eat|drink|have) (?:com|con|with) (?:ela|ele|isso|esse|essa|it|that|this|them|ella|el|eso|ese|esa) | (?:vai|vao|cai|caem|va|van|go|goes|fica|queda) (?:bem |bien |well )?(?:com|con|with) `)

// showCard is the card, or a part of it.
func (a asked) showCard() (all []llm.ToolCall) {
	if a.region() != "" || a.wishWords("diet") != "" || strings.HasPrefix(a.wishWords("food"), "sem ") { // "show me vegan dishes", "the card without meat"
		return a.findDishes()
	}
	for _, c := range a.courses() {
		all = append(all, call("whole_card", args{"course": c})...)
	}
	if len(all) == 0 {
		return call("whole_card", args{})
	}
	return all
}

// moreDishes is more of what was told of last, or others than those shown.
func (a asked) moreDishes() []llm.ToolCall {
	if len(a.courses()) > 0 || a.has("taste") || len(a.eaters()) > 0 { // "mais alguma coisa pra beber?"
		return a.findDishes()
	}
	return a.others()
}

// courses are the parts of the card that a message asks for.
func (a asked) courses() (all []string) {
	text := strings.Fields(words(a.text))
	for i, w := range text {
		denied := slices.ContainsFunc(text[max(0, i-2):i], func(w string) bool { return is(w, "except") }) || i > 0 && is(text[i-1], "not") || i > 1 && text[i-1] == "t" && is(text[i-2], "not") // "she doesn't drink"
		baby := w == "bebe" && i > 0 && (is(text[i-1], "own") || is(text[i-1], "article") || is(text[i-1], "one"))                                                                               // "nossa bebê"
		if c := courseNamed(w); c != "" && !denied && !baby && !a.barred(w) && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	if len(all) == 0 && a.says("breakfast") {
		return []string{"breakfast"}
	}
	for _, c := range []string{"beer", "drink"} { // "algo sem álcool"
		if len(all) == 0 && a.hasPhrase(c) {
			return []string{c}
		}
	}
	if len(all) == 0 || len(all) == 1 && (all[0] == "drink" || all[0] == "beer") {
		if a.says("eat") && !a.has("taste") {
			all = append([]string{"main"}, all...)
		}
	}
	return all
}

// barred reports whether the reader has heard a word as one for what is not to be had: "nem vinho".
func (a asked) barred(word string) bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool {
		return (s.P == "not" || s.P == "cannot" || s.P == "allergy" || s.P == "intolerance" || s.P == "dislike") && strings.Contains(words(s.Text), " "+word+" ")
	})
}

// beginsBreakfast reports whether words begin with the name of that meal, as "café da manhã",
// which is no coffee.
func beginsBreakfast(text string) bool {
	return slices.ContainsFunc(menuWords()["_breakfast"], func(name string) bool { return strings.HasPrefix(strings.TrimSpace(words(text)), name) })
}

// courseNamed is the course that a word names, or nothing.
func courseNamed(word string) string {
	for _, c := range []string{"starter", "snack", "main", "side", "dessert", "drink", "beer", "breakfast"} {
		if is(word, c) {
			return c
		}
	}
	return ""
}

// says reports whether a message has a word of a use.
func (a asked) says(use string) bool {
	text := words(a.text)
	for w := range strings.FieldsSeq(text) {
		if is(w, use) {
			return true
		}
	}
	return a.hasPhrase(use)
}

// hasPhrase reports whether a message has several words of a use that stand together.
func (a asked) hasPhrase(use string) bool {
	text := words(a.text)
	return slices.ContainsFunc(menuWords()["_"+use], func(phrase string) bool { return strings.Contains(text, " "+phrase+" ") })
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

// menuWords are the stems of words/menu.txt by their use, and the words behind "=".
var menuWords = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for use, list := range wordfile.Entries(menuText) {
		for w := range strings.FieldsSeq(list) {
			if strings.Contains(w, "_") { // words that stand together
				all["_"+use] = append(all["_"+use], strings.ReplaceAll(w, "_", " "))
				continue
			}
			all[use], all["="+use] = append(all[use], lang.Stem(w)), append(all["="+use], w)
		}
	}
	return all
})
