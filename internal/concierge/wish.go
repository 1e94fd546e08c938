package concierge

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// Kinds of spans that a wish for a dish is made of.
var (
	foodKinds = strings.Fields("food drink beer_style cuisine")
	wishKinds = append(slices.Clone(foodKinds), "taste", "diet", "place")
)

// wish is what is looked for once: of one course, or for somebody.
type wish struct {
	asked
	course string
	who    []string
}

// wishes are the wishes of a message, one for each course and each person that it names: "algo leve pra Ana e um peixe pra mim".
func (a asked) wishes() (all []wish) {
	apart := !a.says("shared", "for_us", "any_dish")
	for _, c := range a.clauses() {
		next := wish{asked: c, course: append(c.courses(), "")[0]}
		if people := c.people(); apart && slices.ContainsFunc(people, func(x someone) bool { return x.behind }) {
			next.who = c.whoFor()
		}
		if len(all) == 0 {
			all = append(all, next)
			continue
		}
		last := &all[len(all)-1]
		another := next.course != "" && next.course != last.course && (last.course != "" || last.says("some") || last.wishesFood())
		whom := len(next.who) > 0 && len(last.who) > 0 && !slices.Equal(next.who, last.who) && len(spots(c.text)) > 3 // and not "pra mim e pra ela"
		if another || whom {
			if next.course == "" && !next.wishesFood() {
				next.course = last.course
			}
			all = append(all, next)
			continue
		}
		last.asked = last.join(c)
		last.course, last.who = cmp.Or(last.course, next.course), append(last.who, next.who...)
	}
	if len(all) > 1 || len(all) == 0 {
		return all
	}
	return []wish{{asked: a, course: all[0].course, who: a.whoFor()}} // in its own words
}

// wishesFood reports whether words wish for a food or a drink by its name; "petiscos" name none, nor does "sem carne".
func (a asked) wishesFood() bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool {
		return slices.Contains(foodKinds, s.Kind) && (s.P == "" || s.P == "want" || s.P == "like") && !vague(s.Text) && !a.unwanted(s)
	})
}

// findDishes are the searches that words ask for. A message that only refines the last search keeps what it does not change.
func (a asked) findDishes() (all []llm.ToolCall) {
	if a.asksForbidden() {
		return a.forbidden()
	}
	wishes := a.wishes()
	for i, w := range wishes {
		in := a.wished(w)
		if len(wishes) > 1 {
			delete(in, "each")
			in.put("named", len(w.who) > 0)
			if people := w.people(); len(w.who) == 0 && i > 0 && len(people) > 0 && people[0].name != "me" {
				in["whom"] = people[0].name
			}
			if in["max_price"] == nil {
				in.put("max_price", a.most())
			}
		}
		all = append(all, call("find_dishes", in)...)
	}
	return all
}

// wished are the arguments of find_dishes for one wish.
func (a asked) wished(w wish) args {
	in := args{}
	mood := ""
	if len(understand.Needs(w.text)) == 0 {
		mood = understand.Mood(w.text)
	}
	text := cmp.Or(w.wishWords(), mood, strings.Join(understand.Tastes(w.text), ", "))
	with := w.pairedWith()
	if barred := a.barred(w.text); barred != "" && len(w.text) < len(a.text) {
		text = strings.TrimPrefix(text+", "+barred, ", ")
	}
	in.put("wish", text)
	in.put("pair_with", with)
	in.put("course", w.course)
	in.put("max_price", w.most())
	in.put("for", w.who)
	in.put("count", w.howMany())
	in.put("others", a.act == "other" || a.act == "more" || a.also("other") || a.also("more"))
	in.put("each", w.says("each") && len(a.at.Table) > 1)
	in.put("minor", slices.ContainsFunc(append(slices.Clone(a.at.Said), a.at.Message), understand.Young))
	if by := w.sorts(); len(by) > 0 && with == "" {
		in["sort"] = by[0]
		if w.superlative() {
			in["count"] = cmp.Or(w.howMany(), 1)
		}
	}
	if w.course == "" && with == "" && !w.wishesFood() {
		in = a.refineLast(in, w)
	}
	if in["course"] == nil && in["wish"] == nil && in["pair_with"] == nil && in["sort"] == nil {
		in["course"], in["usual"] = "main", in["max_price"] != nil // "o que comemos?"
	}
	if in["wish"] != nil && !strings.Contains(text, "sem ") {
		heard := []string{w.text}
		if !w.wishesFood() && (in["course"] != nil || in["max_price"] != nil) {
			heard = append(heard, "*")
		}
		for _, s := range w.spans {
			if slices.Contains(foodKinds, s.Kind) && (s.P == "" || s.P == "want") && s.Text != text && !vague(s.Text) {
				heard = append(heard, s.Text)
			}
		}
		in["heard"] = heard
	}
	in.put("loose", !w.wishesFood())
	return in
}

// refineLast is the last search with what a message says of it: "algo mais barato?", "e pra Ana?", of whose search only the course and the
// price stay.
func (a asked) refineLast(in args, w wish) args {
	last := a.searched()
	says := w.has("taste", "money", "diet") || len(in) > 0 || slices.ContainsFunc(w.spans, func(s understand.Span) bool { return factKind(s) != "" })
	if last == nil || !a.follows() || !says || w.says("any_dish") || w.says("eat") && (last["course"] == "drink" || last["course"] == "beer") {
		return in
	}
	if in["for"] != nil {
		maps.DeleteFunc(last, func(k string, _ any) bool {
			return !slices.Contains([]string{"course", "max_price", "minor", "loose", "usual"}, k)
		})
	}
	if was, _ := last["wish"].(string); was != "" && in["wish"] != nil {
		if text := in["wish"].(string); strings.HasPrefix(text, "sem ") {
			in["wish"] = was + ", " + text
		}
	}
	maps.Copy(last, in)
	return last
}

// searched are the arguments of the last find_dishes, or nil.
func (a asked) searched() args {
	for _, c := range a.again {
		if c.Name == "find_dishes" {
			in := argsOf(c)
			delete(in, "others")
			delete(in, "heard")
			return in
		}
	}
	return nil
}

// unwanted reports whether words rule out what a span names: "sem carne", "no meat", "quais entradas não têm glúten?", and not "não têm
// sopa?".
func (a asked) unwanted(s understand.Span) bool {
	has := a.near(s.From, 3, "holds", "we") && len(a.courses()) == 0
	return s.P == "not" || s.Drop || a.near(s.From, 2, "without", "nothing") || a.near(s.From, 3, "not") && !has
}

// wishWords are the spans that words wish for, joined as the wish of find_dishes: "peixe, sem coco". What somebody must not have is noted
// and not wished.
func (a asked) wishWords() string {
	var all []string
	end := -1
	for _, s := range a.spans {
		need := slices.Contains([]string{"allergy", "intolerance", "dislike", "cannot"}, s.P) && !a.near(s.From, 2, "without")
		if !slices.Contains(wishKinds, s.Kind) || s.Kind != "taste" && vague(s.Text) || need || (s.P == "" || s.P == "like") && s.Of != "" {
			continue
		}
		switch not := a.unwanted(s) || s.P == "cannot"; {
		case not && a.near(s.From, 3, "be"):
			all = append(all, "que não seja "+s.Text)
		case not:
			all = append(all, "sem "+s.Text)
		case s.Kind == "place":
			if a.near(s.From, 1, "of_place") || a.says("food", "plate") {
				all = append(all, "comida de "+s.Text)
			}
			continue
		case s.Kind == "taste" && a.near(s.From, 1, "less"): // "pouco doce"
			before := spots(a.text[:s.From])
			all = append(all, a.text[before[len(before)-1].from:s.To])
		case end >= 0 && s.From > end && s.From-end < 10 && !strings.ContainsAny(a.text[end:s.From], ".,;!?") && s.Kind != "diet" && !strings.HasPrefix(all[len(all)-1], "sem "): // "carne a la parrilla"
			all[len(all)-1] += a.text[end:s.To]
		default:
			all = append(all, s.Text)
		}
		end = s.To
	}
	return strings.Join(slices.Compact(append(all, a.unheard()...)), ", ")
}

// unheard are foods and drinks that words rule out with a plain "sem", where the reader has heard nothing: "algo sin alcohol".
func (a asked) unheard() (all []string) {
	words := spots(a.text)
	for i, w := range words[min(1, len(words)):] {
		heard := slices.ContainsFunc(a.spans, func(s understand.Span) bool { return s.From < w.to && w.from < s.To })
		if is(words[i].word, "without") && !heard && len(understand.Foods(w.word)) > 0 {
			all = append(all, "sem "+a.text[w.from:w.to])
		}
	}
	return all
}

// barred is what all courses of a message are to be without, where a part of it does not say so itself.
func (a asked) barred(part string) string {
	var all []string
	for _, s := range a.spans {
		if said := strings.Contains(part, s.Text); s.P == "not" && slices.Contains(wishKinds, s.Kind) && !said {
			all = append(all, "sem "+s.Text)
		} else if s.Kind == "diet" && s.P == "want" && !said {
			all = append(all, s.Text)
		}
	}
	return strings.Join(all, ", ")
}

// most is the highest price of one dish; an amount for the whole table is divided by its people.
func (a asked) most() float64 {
	switch each, all := a.amount("item", "person", ""), a.amount("all"); {
	case a.says("above"):
		return 0
	case each > 0 || all == 0:
		return each
	case a.at.Party < 2 || a.says("snack", "shared"):
		return all
	default:
		return all / float64(a.at.Party)
	}
}

// howMany is the number of dishes that words ask for: 2 for "me diga dois", 1 for "escolhe por mim"; 0: not said.
func (a asked) howMany() int {
	text := spots(a.text)
	for i, w := range text {
		n := numeral(w.word)
		if n < 2 || n > 6 || i == 0 {
			continue
		}
		after := i+1 == len(text) || is(text[i+1].word, "option") || courseNamed(text[i+1].word) != ""
		if is(text[i-1].word, "tell") || after && !isAny(text[i-1].word, "for", "we", "we_are", "article") {
			return n
		}
	}
	if a.says("pick") {
		return 1
	}
	return 0
}

// comparing are what dishes are compared by, each a use of words/menu.txt, and the opposite of each. The first four are orders of every search.
var (
	comparing = strings.Fields("cheap dear weak strong light heavy spicy mild sweet sour bitter quick big")
	opposites = map[string]string{
		"cheap": "dear", "dear": "cheap", "weak": "strong", "strong": "weak", "light": "heavy", "heavy": "light",
		"spicy": "mild", "mild": "spicy", "sweet": "dry", "sour": "sweet", "bitter": "smooth", "quick": "quick", "big": "big",
	}
)

// by are the keys by which words compare dishes: "cheap" for "o mais barato", "weak" for "nothing too strong".
func (a asked) by() (all []string) {
	for _, by := range comparing {
		at := slices.IndexFunc(spots(a.text), func(w spot) bool { return is(w.word, by) })
		if at < 0 && !a.says(by) {
			continue
		}
		if at >= 0 {
			w := spots(a.text)[at]
			if a.near(w.from, 1, "less") || a.near(w.from, 4, "none_of") && (a.near(w.from, 2, "very") || a.near(w.from, 3, "nothing", "be")) {
				by = opposites[by]
			}
		}
		if !slices.Contains(all, by) {
			all = append(all, by)
		}
	}
	return all
}

// sorts are the orders in which dishes are asked for: by price or strength, and by a taste where the one that is most of it is asked for.
func (a asked) sorts() []string {
	return slices.DeleteFunc(a.by(), func(by string) bool {
		return !slices.Contains(comparing[:4], by) && (!a.superlative() || by == "quick" || by == "big")
	})
}

// superlative reports whether the one that is most of something is asked for: "qual é o mais barato?", "the cheapest", and not "um mais barato".
func (a asked) superlative() bool {
	all := spots(a.text)
	for i, w := range all {
		before := all[max(0, i-3):i]
		if is(w.word, "than") && !strings.HasSuffix(w.word, "er") && slices.ContainsFunc(before, func(b spot) bool { return slices.Contains(definite, b.word) }) {
			return true
		}
	}
	return false
}

var definite = strings.Fields("o a the el la your")

// pairedWith is the dish or drink that another is to go with, or "".
func (a asked) pairedWith() string {
	if !a.says("pair") && !goesWell().MatchString(words(a.text)) {
		return ""
	}
	for _, d := range a.meants() {
		if len(d.ids) == 1 && !d.kind && !d.missing {
			return d.ids[0]
		}
	}
	if told := append(a.lastTold(), a.ordered()...); len(told) > 0 {
		return told[0].Name
	}
	return ""
}

// ordered are the dishes of the order, as things that were shown.
func (a asked) ordered() []scene.Thing {
	return slices.DeleteFunc(slices.Clone(a.at.Shown), func(t scene.Thing) bool { return t.Kind != dish || !slices.Contains(a.tab(), t.ID) })
}

var goesWell = pattern.Of(` (?:como|comer|comemos|bebo|beber|bebemos|tomo|tomar|eat|drink|have|serve) (?:com|con|with) ` +
	`(?:ela|ele|isso|ess[ea]|it|that|this|them|ella|el|la|eso|es[ea]|o|a|the|my) | (?:vai|vao|cai|caem|va|van|go|goes|fica|queda) (?:bem |bien |well )?(?:com|con|with) `)

// asksSome reports whether words wish for some dishes of a course and not for all: at a price, for somebody, or suggested.
func (a asked) asksSome() bool {
	return a.says("some", "tell", "shared", "best", "i_may") || len(a.by())+len(a.spokenOf()) > 0 || a.has("money", "people") || len(understand.Needs(a.at.Message)) > 0
}

// showCard shows the card, or the courses of it that are asked for. With a wish they are found.
func (a asked) showCard() (all []llm.ToolCall) {
	if a.most() > 0 || a.howMany() > 1 || a.wishWords() != "" {
		return a.findDishes()
	}
	for _, c := range append(a.courses(), "")[:max(1, len(a.courses()))] {
		in := args{}
		in.put("course", c)
		all = append(all, call("whole_card", in)...)
	}
	return all
}

// others is the last search once more without what it showed: "outra", "mais alguma".
func (a asked) others() (all []llm.ToolCall) {
	if a.follows() && (len(a.courses()) > 0 || a.wishWords() != "" || len(a.sorts()) > 0 || len(a.spokenOf()) > 0) {
		return a.findDishes()
	}
	for _, c := range a.again {
		if in := argsOf(c); c.Name != "whole_card" {
			in["others"] = true
			all = append(all, call(c.Name, in)...)
		}
	}
	if len(all) == 0 && a.follows() {
		return call("find_dishes", args{"others": true})
	}
	return all
}
