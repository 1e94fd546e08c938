package concierge

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

var (
	eatKinds   = strings.Fields("food taste cuisine diet place")
	drinkKinds = strings.Fields("drink beer_style")
	wishKinds  = slices.Concat(eatKinds, drinkKinds)
)

// findDishes returns the calls of find_dishes for a message. A message that only refines the last search ("algo mais barato?") keeps the
// arguments that it does not change.
func (a asked) findDishes() []llm.ToolCall {
	if a.says("avoid") && a.asksForbidden() { // "o que ela deve evitar?"
		return a.forbidden()
	}
	if each := a.portions(); len(each) > 1 && !a.portion {
		return each
	}
	in, courses, sorts := args{}, a.courses(), a.sorts()
	if with, singled := a.pairedWith(); with != "" {
		if in.put("pair_with", with); singled { // "o que combina com a mais barata?"
			sorts = nil
		}
		in.put("wish", a.wishWords("taste", "beer_style", "drink"))
	} else {
		limit := ""
		if strings.Contains(a.text, "%") && a.has("drink", "beer_style") { // "até 7% de álcool", which the card reads itself
			limit = a.wish()
		}
		in.put("wish", a.bound(a.withRegion(cmp.Or(limit, a.mood(), a.wishWords(wishKinds...), a.foodWish(), strings.Join(understand.Tastes(a.wish()), ", "), a.chilled()))))
	}
	in.put("max_price", a.most())
	in.put("for", a.eaters())
	in.put("minor", slices.ContainsFunc(append(slices.Clone(a.at.Said), a.text), understand.Young))
	in.put("others", a.also("other") || a.also("more"))
	if told := a.lastTold(); a.follows() && len(told) > 1 && !a.superlative() && a.says("than") && slices.Equal(sorts, []string{"cheap"}) && in["max_price"] == nil && len(courses) == 0 { // than what was shown
		if least, _ := understand.Amount(cheapest(told, false).Price); len(told) <= manyTold {
			in.put("max_price", least-1)
		}
		in["others"] = in["max_price"] != nil // of all mains the cheapest are those that cost less
	}
	in.put("count", a.howMany())
	in.put("each", a.says("each") && len(a.at.Table) > 1)
	if len(sorts) > 0 {
		in["sort"] = sorts[0]
	}
	if len(sorts) > 0 && a.superlative() {
		if !slices.Contains(comparing[:6], sorts[0]) && a.courseAsked() == "" { // "o prato mais picante" may be a starter
			courses = nil
		}
		delete(in, "wish")
		in["count"] = cmp.Or(a.howMany(), 1)
		if drink := a.first("drink"); drink == "" || !vague(drink) && courseNamed(lang.Fold(drink)) == "" { // "a cerveja mais forte" is any beer
			in.put("wish", a.wishWords("food", "cuisine", "diet", "place", "drink", "beer_style"))
		}
		if len(sorts) > 1 && in["pair_with"] == nil && len(courses) < 2 { // "a mais forte e a mais barata"
			in.put("course", strings.Join(courses, ""))
			other := maps.Clone(in)
			other["sort"] = sorts[1]
			return slices.Concat(call("find_dishes", in), call("find_dishes", other))
		}
	}
	if len(courses) == 0 && in["pair_with"] == nil && !a.wishesFor("food", "drink", "beer_style", "cuisine") && !(a.also("order") && a.asksAdvice()) {
		in = a.refineLast(in)
	}
	plain := in["course"] == nil && in["pair_with"] == nil && in["wish"] == nil && (len(sorts) == 0 || slices.Contains(comparing[:6], sorts[0]))
	if len(courses) == 0 && plain && !a.has("food", "drink", "beer_style", "taste") {
		courses = []string{"main"} // "o que comemos?"
	}
	in.put("usual", in["max_price"] != nil && slices.Equal(courses, []string{"main"}) && !a.says("main"))
	drinks := len(courses) == 1 && (courses[0] == "drink" || courses[0] == "beer")
	if a.wishesFor("food", "cuisine") && a.wishesFor(drinkKinds...) && in["pair_with"] == nil && len(courses) < 2 { // "carne na brasa e uma cerveja escura"
		drink := maps.Clone(in)
		in["wish"], drink["wish"], drink["course"] = a.wishWords(eatKinds...), a.wishWords(drinkKinds...), "drink"
		if delete(in, "course"); len(courses) == 1 && !drinks {
			in["course"] = courses[0]
		}
		delete(drink, "count")
		return slices.Concat(call("find_dishes", in), call("find_dishes", drink))
	}
	if drinks && a.alsoSome() { // "algo pra dividir, e de beber algo seco"
		courses = append([]string{"main"}, courses...)
	}
	if len(courses) < 2 {
		in.put("course", strings.Join(courses, ""))
		in.put("heard", a.heard(in))
		in.put("loose", !a.wishesFood())
		return call("find_dishes", in)
	}
	var all []llm.ToolCall
	for _, c := range courses { // "uma entrada e uma sobremesa"
		delete(in, "wish")
		delete(in, "heard")
		in["course"] = c
		own := a.partOf(c)
		in.put("count", own.howMany())                   // "duas entradas e três sobremesas"
		if own.text != a.text && len(own.people()) > 0 { // "uma sobremesa que ela possa e uma cerveja pra mim"
			delete(in, "for")
			in.put("for", own.eaters())
		}
		if in.put("wish", a.wishFor(c)); in["pair_with"] != nil { // what it goes with is no wish
			in["wish"] = own.wishWords("taste")
		}
		in.put("heard", own.heard(in))
		all = append(all, call("find_dishes", in)...)
	}
	return all
}

// wishFor returns what a message with several courses wishes of one of them.
func (a asked) wishFor(course string) string {
	own, wish := a.partOf(course), a.wishWords(eatKinds...)
	if own.text != a.text {
		wish = strings.TrimPrefix(cmp.Or(own.wishWords(wishKinds...), own.foodWish(), own.chilled())+a.barring(own.text), ", ") // "um prato sem carne e um vinho"
	}
	return a.withRegion(wish)
}

// manyTold is from how many dishes on a list is taken for all that there are of a course: more than find_dishes tells at once.
const manyTold = 8

// pointsBack reports whether a question is about the dishes told of last, and no new wish: "algum desses dá problema pra ele?", "ele pode comer
// os dois?".
func (a asked) pointsBack() bool {
	if !a.follows() || !a.questions() && !a.asksWhich() || a.also("order") || a.thirsts() || a.courseAsked() != "" || len(a.onCardNamed()) > 0 {
		return false
	}
	within := a.asksWhich() && (a.says("holds") || a.says("except") || len(understand.Needs(a.text)) > 0) || a.says("among_these") && a.wishWords("taste") != ""
	return within || (a.has("ref") || a.countsTold() > 0) && a.wishWords(wishKinds...) == "" && (a.says("safe") || a.says("danger"))
}

// asksWhich reports whether a question picks among the dishes told of last, without naming another: "alguma sem leite?".
func (a asked) asksWhich() bool {
	which := slices.ContainsFunc(spots(a.text), func(w spot) bool {
		next := wordBehind(a.text, w.to)
		return is(w.word, "which_one") && courseNamed(next) == "" && !is(next, "other") && !is(next, "plate") && len(understand.Foods(next)) == 0
	})
	return a.follows() && len(a.lastTold()) > 1 && len(a.courses())+len(a.onCardNamed()) == 0 && (which || a.says("among_these") || a.hasPhrase("which_one"))
}

// bound adds the "sem …" parts of the last search to a wish for food, where the message does not mention them: after "nada frito" the next
// search is without fried food too.
func (a asked) bound(wish string) string {
	last := a.searched()
	was, _ := last["wish"].(string)
	drinks := func(c string) bool { return c == "drink" || c == "beer" }
	course, _ := last["course"].(string)
	if last["for"] != nil || len(a.eaters()) > 0 || drinks(course) || slices.ContainsFunc(a.courses(), drinks) || a.wishesFor(drinkKinds...) || a.superlative() || a.says("pair") {
		return wish
	}
	for part := range strings.SplitSeq(was, ", ") {
		if what, lacks := strings.CutPrefix(part, "sem "); lacks && !strings.Contains(words(a.at.Message), strings.TrimSpace(words(what))) {
			wish = strings.TrimPrefix(wish+", "+part, ", ")
		}
	}
	return wish
}

// alsoSome reports whether a clause wishes for something to eat without naming a course: the first of "algo pra dividir, e de beber algo seco".
func (a asked) alsoSome() bool {
	return slices.ContainsFunc(ands().Split(a.text, -1), func(clause string) bool {
		p := a.part(clause)
		return p.says("some") && len(p.courses()) == 0 && !p.wishesFor(drinkKinds...)
	})
}

// refineLast returns the arguments of the last search changed by a message that only refines it: after "um vinho tinto", "e mais barato?" keeps
// the wish and sets the order. For another person ("e pra Ana?") only the course and the price stay.
func (a asked) refineLast(in args) args {
	elliptic := a.says("one") || a.says("only") || len(spots(a.text)) <= shortOrder // "e uma que seja mais doce?"
	follows := a.last == "menu" || a.last == "consent" || a.follows() && elliptic
	says := a.has("taste", "money", "diet") || in["max_price"] != nil || in["sort"] != nil || in["for"] != nil || in["count"] != nil
	last := a.searched()
	if last == nil || a.hasPhrase("any_dish") || !follows || !says || a.says("eat") && (last["course"] == "drink" || last["course"] == "beer") { // "e de comer, algo quente"
		return in
	}
	if in["for"] != nil || a.portion {
		maps.DeleteFunc(last, func(k string, _ any) bool {
			return !slices.Contains([]string{"course", "max_price", "minor", "loose", "usual"}, k)
		})
	}
	if !a.has("taste", "diet") {
		delete(in, "wish")
	}
	maps.Copy(last, in)
	return last
}

// searched returns the arguments of the last find_dishes, or nil.
func (a asked) searched() args {
	for _, c := range a.again {
		last := args{}
		if c.Name == "find_dishes" && json.Unmarshal([]byte(c.Args), &last) == nil {
			delete(last, "others")
			return last
		}
	}
	return nil
}

// narrowed returns the last search with one more food ruled out: "mas sem coco, por favor". Before anything is ordered that is a new search,
// and no note to the kitchen. It is nil where the message wishes for anything else.
func (a asked) narrowed() []llm.ToolCall {
	last, own := a.searched(), a.wishWords(wishKinds...)
	asks := a.act == "find_dishes" || a.act == "other" || a.act == "more" || (a.act == "order" && !a.says("want") || a.act == "no") && len(a.lastTold()) > 1
	follows := (a.follows() || a.last == "consent") && len(a.tab()) == 0 && len(a.courses()) == 0
	wishes := func(part string) bool { return !strings.HasPrefix(part, "sem ") }
	if last == nil || !asks || !follows || a.says("some") || slices.ContainsFunc(strings.Split(own, ", "), wishes) {
		return nil
	}
	was, _ := last["wish"].(string)
	last["wish"] = strings.TrimPrefix(was+", "+own, ", ")
	delete(last, "heard")
	last.put("for", a.eaters())
	last.put("others", a.says("other"))
	last.put("max_price", a.most())
	last.put("sort", append(a.sorts(), "")[0])
	return call("find_dishes", last)
}

// heard returns further wishes to try where no dish fits the first: the whole sentence, each food of "pato, ou talvez um peixe", and "*" (any
// dish of the course or price) if no food was wished for.
func (a asked) heard(in args) (all []string) {
	wish, _ := in["wish"].(string)
	if wish == "" {
		return nil
	}
	if words := a.foodWish(); words != "" && words != wish {
		all = append(all, a.bound(words))
	}
	if strings.Contains(wish, "sem ") || strings.Contains(wish, "que não seja ") { // a further wish would drop it
		return all
	}
	for _, s := range a.spans { // "pato, ou talvez um peixe"
		if slices.Contains(wishKinds, s.Kind) && s.Kind != "place" && isWished(s) && !vague(s.Text) && s.Text != wish && !a.near(max(0, strings.Index(a.text, s.Text)), 1, "less") {
			all = append(all, s.Text)
		}
	}
	if (in["course"] != nil || in["max_price"] != nil) && !a.wishesFood() && !a.has("taste", "cuisine", "place") && !a.wants("diet") && len(understand.Tastes(wish)) == 0 {
		all = append(all, "*") // anything
	}
	return all
}

// isWished reports whether a span is part of a wish ("um peixe"), and not of an allergy or of something to go without.
func isWished(s understand.Span) bool { return s.P == "" || s.P == "want" || s.P == "like" }

// wants reports whether a span of a kind is said to be wanted.
func (a asked) wants(kind string) bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.Kind == kind && s.P == "want" })
}

// wishesFor reports whether a span of one of these kinds is part of a wish.
func (a asked) wishesFor(kinds ...string) bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool { return slices.Contains(kinds, s.Kind) && isWished(s) })
}

// wishesFood reports whether a message wishes for a food or a drink by its name; "petiscos" name none.
func (a asked) wishesFood() bool {
	p := a
	p.spans = slices.DeleteFunc(slices.Clone(a.spans), func(s understand.Span) bool { return vague(s.Text) })
	return p.wishesFor("food", "drink", "beer_style")
}

// wishWords returns the spans of some kinds that a message wishes for, joined as the wish of find_dishes: "peixe, sem coco".
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
		case s.Kind == "taste" && a.near(at, 1, "less"): // "pouco doce"
			before := spots(a.text[:at])
			all = append(all, a.text[before[len(before)-1].from:at+len(s.Text)])
		case s.Kind != "diet" && end >= 0 && at > end && at-end < 10 && !strings.ContainsAny(a.text[end:at], ".,;!?"): // "carne a la parrilla"
			all[len(all)-1] += a.text[end:at] + s.Text
		case s.Kind != "diet" || s.P == "want" || s.P == "" && (s.Of == "" || s.Of == "party" || a.besideCourse(at, at+len(s.Text))): // "a vegan dish, please"
			all = append(all, s.Text)
		}
		end = at + len(s.Text)
	}
	return strings.Join(slices.Compact(all), ", ")
}

// notToBe reports whether the word at an offset is ruled out as the dish itself, and not as an ingredient: "que não seja café".
func (a asked) notToBe(at int) bool { return a.ruledOut(at) && a.near(at, 3, "be") }

// asksNot matches a text that ends in a question by negation, which wishes for what follows: "não tem uma mais…?".
var asksNot = pattern.Of(` (?:nao|n|no|don t you|dont you) (?:tem|teria|tienen|tiene|hay|have)(?: \S+){0,4} $`)

// ruledOut reports whether a negation stands just before the word at an offset: "que não seja massa".
func (a asked) ruledOut(at int) bool {
	before := spots(a.text[:min(at, len(a.text))])
	for i := len(before) - 1; i >= max(0, len(before)-3); i-- {
		w := before[i].word
		if is(w, "not") && w != "no" || is(w, "except") || w == "no" && i+1 < len(before) && is(before[i+1].word, "be") {
			return true
		}
	}
	return false
}

// markUnwished returns spans with those marked (P) that a clause goes without or complains of: in "nada gorduroso" the span is "not", in "no me
// sienta bien el picante" it is "dislike".
func (a asked) markUnwished(spans []understand.Span) []understand.Span {
	for _, clause := range clauses(a.text) {
		from := strings.Index(a.text, clause)
		for i, s := range spans {
			at := strings.Index(clause, s.Text)
			if at >= 0 && s.Kind == "drink" && s.P == "cannot" && s.Of == "" && a.part(clause).near(at, 1, "without") { // "e de bebida sem álcool?"
				spans[i].P = "not"
			}
			if at < 0 || s.From < from || s.From > from+len(clause) || !isWished(s) || !slices.Contains(wishKinds, s.Kind) {
				continue
			}
			before, after := spots(clause[:at]), spots(a.text[from+at+len(s.Text):])
			for len(before) > 0 && (is(before[len(before)-1].word, "of_place") || is(before[len(before)-1].word, "very")) { // "nada de massa"
				before = before[:len(before)-1]
			}
			n := len(before)
			not := n > 1 && is(before[n-1].word, "would_be") && (is(before[n-2].word, "not") || is(before[n-2].word, "neither")) // "que tampoco sea pato"
			switch p := a.part(clause); {
			case not, len(before) > 0 && is(before[len(before)-1].word, "nothing"), a.follows() && len(after) > 0 && is(after[0].word, "not") && (len(before) == 0 && (len(after) == 1 || firstPiece(a.text[from+at+len(s.Text):]) == ",") || noBehind().MatchString(a.text[from+at+len(s.Text):])): // "shrimp, no", "the soup no, the fish yes"
				spans[i].P = "not"
			case (p.hasPhrase("upsets") || p.hasPhrase("known_out")) && !p.questions():
				spans[i].P = "dislike"
			}
		}
	}
	return spans
}

// noBehind matches a text that begins with a "no" that stands alone.
var noBehind = pattern.Of(`(?i)^ n(?:ão|ao|o)(?:[.,;!]|$)`)

// cooksOf reports whether a place stands for its food, "algo do norte", "entrada paraense", and not for a person's home or destination.
func (a asked) cooksOf(from, to int) bool {
	return a.besideCourse(from, to) || a.near(from, 1, "of_place") && !a.near(from, 4, "lives")
}

// besideCourse reports whether words stand before or behind the name of a course: "sobremesa vegana", "vegan starters".
func (a asked) besideCourse(from, to int) bool {
	before := spots(a.text[:from])
	return len(before) > 0 && courseNamed(before[len(before)-1].word) != "" || courseNamed(wordBehind(a.text, to)) != ""
}

// regions are the parts of the country, each a use of words/menu.txt.
var regions = []string{"norte", "nordeste", "sul", "sudeste"}

// withRegion adds the part of the country whose food a message wishes for to a wish: "a dessert from the south" adds "comida do sul".
func (a asked) withRegion(wish string) string {
	all := spots(a.text)
	for i, w := range all {
		of := a.cooksOf(w.from, w.to) || i > 0 && slices.Contains(definite, all[i-1].word) && a.near(all[i-1].from, 1, "of_place") && !a.near(w.from, 5, "lives")
		for _, name := range regions {
			if of && is(w.word, name) && !a.near(w.from, 3, "part_of_name") {
				return strings.TrimPrefix(wish+", comida do "+name, ", ")
			}
		}
	}
	return wish
}

// howMany returns the number of dishes that a message asks for: 2 for "me diga dois", 1 for "escolhe por mim", or 0.
func (a asked) howMany() int {
	text := spots(a.text)
	for i, w := range text {
		n := numeral(w.word)
		if n < 2 || n > 6 || i == 0 {
			continue
		}
		after := i+1 == len(text) || is(text[i+1].word, "option") || courseNamed(text[i+1].word) != "" || is(text[i+1].word, "and")
		if before := text[i-1].word; is(before, "tell") || after && !is(before, "for") && !is(before, "we") {
			return n
		}
	}
	if a.says("pick") {
		return 1
	}
	return 0
}

// follows reports whether the last answer showed or described dishes.
func (a asked) follows() bool { return a.last == "menu" || a.last == "dish" }

// wish returns the message without greetings and without facts about people, which every search keeps to anyway.
func (a asked) wish() string {
	all := pieces(a.text)
	question := func(piece string) bool { return strings.HasSuffix(strings.TrimSpace(piece), "?") }
	asks := slices.ContainsFunc(all, question)
	kept := slices.DeleteFunc(slices.Clone(all), func(piece string) bool {
		story := a.tellsNeed(piece) || asks && !a.part(piece).wishesSome()
		return !question(piece) && (story || understand.Closest(strings.TrimSpace(piece), wishOrTalk) > 0)
	})
	if len(kept) == 0 && len(all) == 1 && len(told(understand.Reading{Spans: a.spansHere()}, a.text)) == 0 {
		kept = all
	}
	return strings.Trim(strings.Join(kept, ""), " ,;")
}

var wishOrTalk = []understand.Act{{Name: "find_dishes"}, {Name: "tell"}, {Name: "greet"}, {Name: "thanks"}}

// foodWish returns the whole wish if it names a food that the guest does not go without, and else "": other words are a story.
func (a asked) foodWish() string {
	wish := a.wish()
	foods := understand.Foods(wish)
	for _, m := range a.mentions(wish) {
		foods = append(foods, wish[m.From:m.To])
	}
	if slices.ContainsFunc(foods, func(food string) bool {
		return !a.avoided(food, true) && !a.barred(lang.Fold(food)) && courseNamed(lang.Fold(food)) == ""
	}) {
		return wish
	}
	return ""
}

// mood returns the wish of somebody who names no food, but an occasion or who eats it: "a first date", "something for a toddler". What it
// is to be without is kept: "soft, but not spicy".
func (a asked) mood() string {
	wish := understand.Mood(a.at.Message)
	elsewhere := a.wishesFor("cuisine") && understand.Mood(a.first("cuisine")) == "" // "Italian", and not "Brazilian"
	if wish == "" || elsewhere || a.wishesFor("food", "drink", "beer_style", "diet", "place") || a.foodWish() != "" || len(understand.Needs(a.text)) > 0 {
		return ""
	}
	switch courses := a.courses(); {
	case slices.Contains(courses, "drink") && strings.Contains(wish, "álcool"): // a juice for a child
		return "sem álcool"
	case slices.Contains(courses, "drink") || slices.Contains(courses, "beer"):
		return ""
	case len(courses) > 0:
		wish = strings.TrimPrefix(wish, "prato principal ")
	}
	for part := range strings.SplitSeq(a.wishWords(wishKinds...), ", ") {
		if strings.HasPrefix(part, "sem ") {
			wish += ", " + part
		}
	}
	return wish
}

// wishesSome reports whether a message has any word of a wish: a food, a taste, a price, a course. A sentence beside a question that has none
// is a story.
func (a asked) wishesSome() bool {
	return a.has(wishKinds...) || a.has("money") || len(a.courses()) > 0 || a.says("some")
}

// tellsNeed reports whether a sentence tells a need, "sou alérgica a camarão", and wishes for nothing.
func (a asked) tellsNeed(words string) bool {
	p, needs := a.part(words), false
	for _, s := range p.spans {
		if slices.Contains(wishKinds, s.Kind) && (s.P == "want" || s.P == "") || s.Kind == "money" {
			return false
		}
		needs = needs || s.P == "allergy" || s.P == "intolerance" || s.P == "cannot" && s.Of != ""
	}
	return needs && len(p.courses()) == 0
}

// most returns the highest price that a dish may have; an amount for the whole table is divided by its people.
func (a asked) most() float64 {
	all := a.limit("all")
	switch each := a.limit("item", "person", ""); {
	case a.says("above") && !a.says("none"):
		return 0
	case each > 0, all == 0:
		return each
	case a.at.Party < 2 || a.says("snack") || a.says("shared"): // a dish to share is paid once
		return all
	}
	return all / float64(a.at.Party)
}

// pairedWith returns the name of the dish or drink that another is to go with, and whether the guest picked it by its price: "o que combina com
// a mais barata?".
func (a asked) pairedWith() (name string, singled bool) {
	if !a.says("pair") && !goesWell().MatchString(words(a.text)) {
		return "", false
	}
	all := spots(a.text)
	if i := slices.IndexFunc(all, func(w spot) bool { return is(w.word, "pair") }); i >= 0 {
		rest, told := a.part(a.text[all[i].to:]), a.lastTold()
		if by := understand.Point(rest.text).Sort; by != "" && rest.superlative() && len(told) > 1 && len(a.mentions(rest.text)) == 0 {
			return cheapest(told, by == "dear").Name, true
		}
	}
	for _, d := range a.dishes() {
		if !is(lang.Fold(d.text), "beer") && !is(lang.Fold(d.text), "drink") && len(d.among) == 0 {
			return d.name, false
		}
	}
	return append(a.focus(), scene.Thing{})[0].Name, false
}

var goesWell = pattern.Of(` (?:como|comer|comemos|bebo|beber|bebemos|tomo|tomar|eat|drink|have|serve|serviria|servirias) (?:com|con|with) ` +
	`(?:ela|ele|isso|ess[ea]|it|that|this|them|ella|el|la|eso|es[ea]|o|a|the|my) | (?:vai|vao|cai|caem|va|van|ira|go|goes|fica|queda) (?:bem |bien |well )?(?:com|con|with) ` +
	`| (?:vai|cai|vao|caem|va|van|ira|goes) (?:bem|bien|well) (?:junto|depois|despues|next|after\w*) | (?:completar|complete|completa[rs]) (?:ess[ea]|est[ea]|es[ea]|th[ai]t|this) ` +
	`|^ (?:com|con|with) (?:\S+ )+(?:bebo|bebemos|beber|tomo|tomamos|tomar|drink|drinks) `)

// showCard returns the calls that show the card, or the courses of it that are asked for.
func (a asked) showCard() (all []llm.ToolCall) {
	if a.says("without") || a.most() > 0 || a.howMany() > 1 || a.wishWords("diet") != "" || a.withRegion("") != "" || a.wishWords("food") != "" { // "show me two starters", "the card without meat"
		return a.findDishes()
	}
	for _, c := range append(a.courses(), "")[:max(1, len(a.courses()))] {
		in := args{}
		in.put("course", c)
		all = append(all, call("whole_card", in)...)
	}
	return all
}

// moreDishes returns the calls for "mais" or "outra": more about the last dishes, or other dishes.
func (a asked) moreDishes() []llm.ToolCall {
	anything := a.act == "other" && len(a.again) == 0 && !a.follows()                                                   // "surprise me with something different"
	if anything || a.follows() && len(a.sorts()) > 0 || len(a.courses()) > 0 || a.has("taste") || len(a.eaters()) > 0 { // "mais alguma coisa pra beber?"
		return a.findDishes()
	}
	if all := a.others(); len(all) > 0 || !a.follows() {
		return all
	}
	return call("find_dishes", args{"others": true})
}

// hearWish sets the act find_dishes where the reader was unsure or read small talk, and the words are a wish: "valeu, me vê um docinho".
func (r *heard) hearWish(a asked, dish bool) {
	answers := does(r.Reading, "yes") || does(r.Reading, "no")
	vague := r.Sure < doubtful || answers && r.Sure < certain
	talk := !slices.ContainsFunc(r.Acts, func(x understand.Act) bool { return !idle(x) })
	fresh, found := !a.onTrip() && slices.Contains(strings.Fields("chat question consent memory"), cmp.Or(a.last, "chat")), does(r.Reading, "find_dishes") || does(r.Reading, "show_card")
	said := a
	said.spans = r.Spans
	named := said.wishesFor("food", "drink", "beer_style", "taste", "cuisine") || len(a.courses()) > 0
	ofCard := slices.ContainsFunc(r.Acts, func(x understand.Act) bool { return subjects[x.Name] == "card" })
	anyOf := func(w spot) bool {
		return courseNamed(w.word) != "" && a.near(w.from, 4, "holds") && !a.near(w.from, 1, "told_of")
	}
	tells := len(r.Acts) == 1 && does(r.Reading, "tell") && a.questions() // "I love okra, do you make it?"
	switch {
	case fresh && named && !found && !(dish && ofCard) && !a.namesBrewery() && (r.Sure < doubtful || tells || talk && a.howMany() > 1) && len(r.Needs(a.text)) == 0 && !said.has("dimension", "date", "people"):
		r.is("find_dishes", doubtful)
	case vague && !dish && a.says("each") && len(a.courses()) > 0 && len(a.at.Table) > 1: // "a main for each of us"
		r.is("find_dishes", doubtful)
	case does(r.Reading, "about_dish") && !dish && !said.has("ref") && (a.says("one") && len(r.Needs(a.text)) > 0 || a.questions() && slices.ContainsFunc(spots(a.text), anyOf)): // "tem uma vegana? minha prima é", "are there vegan dishes?", and not "is the dish vegan?"
		r.is("find_dishes", 0, "about_dish")
	case talk && a.thirsts():
		r.is("find_dishes", doubtful)
	case talk && does(r.Reading, "thanks") && len(a.courses()) > 0 && (a.questions() || a.says("put")): // "valeu, me vê um docinho"
		r.is("find_dishes", doubtful, "thanks")
	case talk && a.last == "consent" && a.wishesBeside():
		r.is("find_dishes", doubtful, "help", "outside")
	case (talk || does(r.Reading, "recall")) && !a.follows() && a.says("advises"): // "what would you have in my place?"
		r.is("find_dishes", doubtful, "recall", "help", "smalltalk")
	case talk && does(r.Reading, "greet") && (slices.ContainsFunc(r.Spans, wanted) || a.questions() && len(a.courses()) > 0): // "hi, I'm new in town, anything spicy?"
		r.is("find_dishes", doubtful, "greet")
	}
}

// wishesBeside reports whether a message about keeping a note names a course in another clause: "não guarde, mas quero sobremesa".
func (a asked) wishesBeside() bool {
	return slices.ContainsFunc(clauses(a.text), func(c string) bool {
		p := a.part(c)
		return len(p.courses()) > 0 && !p.says("keep") && !p.says("may_keep") && !p.says("refuse")
	})
}
