package concierge

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

// parts shares a message out among its acts: each sentence, or what stands between
// commas, goes to the act that it is most about. An act that no part is about has the
// whole message, unless it is a courtesy: "Boa noite!" is greeted once, and no goodbye.
// One act alone has it too. A sentence that is known to be an act's own is its.
func parts(message string, r heard) []asked {
	acts := actsOf(r.Acts)
	if does(r.Reading, "bill") { // it is that of the order
		r.Acts = slices.DeleteFunc(slices.Clone(r.Acts), func(x understand.Act) bool { return x.Name == "order" })
	}
	all := make([]asked, len(r.Acts))
	for i, x := range r.Acts {
		all[i] = asked{act: x.Name, text: message, spans: r.Spans, with: acts}
	}
	if len(all) < 2 {
		return all
	}
	texts, spans, from := make([]string, len(all)), make([][]understand.Span, len(all)), 0
	for _, piece := range pieces(message) {
		to, trimmed := from+len(piece), strings.TrimSpace(piece)
		best := understand.Closest(trimmed, r.Acts)
		if i := slices.IndexFunc(all, func(a asked) bool { return strings.Contains(r.own[a.act], trimmed) }); i >= 0 {
			best = i
		}
		texts[best] += piece
		for _, s := range r.Spans {
			if s.From >= from && s.From < to {
				spans[best] = append(spans[best], s)
			}
		}
		if texts[best] == piece {
			all[best].from = from
		}
		from = to
	}
	kept := all[:0]
	for i, a := range all {
		text := strings.TrimSpace(texts[i])
		points := a.act != "choose" || slices.ContainsFunc(spans[i], func(s understand.Span) bool { return s.Kind == "ref" || s.Kind == "name" })
		if text != "" && points { // a choice that its words do not tell stands elsewhere: "then, the cheapest. how much is it?"
			a.text, a.spans = text, spans[i]
		}
		if text != "" || !courtesies[a.act] {
			kept = append(kept, a)
		}
	}
	slices.SortStableFunc(kept, func(a, b asked) int { return a.from - b.from }) // as they were said
	return kept
}

// firstPiece is a text up to its first mark.
func firstPiece(text string) string { return pieces(text)[0] }

// sentences cuts a message after its marks, and where a clause of its own follows a
// comma: ", e quanto dá?".
func sentences(message string) (all []string) {
	sentence := ""
	for _, piece := range pieces(message) {
		first, _, _ := strings.Cut(strings.TrimSpace(strings.ToLower(piece)), " ")
		if (strings.HasSuffix(sentence, ",") && first != "é" && joining[lang.Fold(first)] && len(strings.Fields(piece)) > 3) || alsoAsks().MatchString(piece) && sentence != "" {
			all, sentence = append(all, sentence), ""
		}
		sentence += piece
		if !strings.HasSuffix(piece, ",") {
			all, sentence = append(all, sentence), ""
		}
	}
	if sentence != "" {
		all = append(all, sentence)
	}
	return all
}

// pieces cuts a message after its sentences and commas, and before what it wants to know
// besides: "a table for two and to know whether there is soup".
func pieces(message string) (all []string) {
	if at := alsoAsks().FindStringIndex(message); at != nil && at[0] > 0 {
		return append(pieces(message[:at[0]]), pieces(message[at[0]:])...)
	}
	from := 0
	for i, r := range message {
		if strings.ContainsRune(".?!;,\n", r) && i+1 < len(message) && message[i+1] == ' ' {
			all, from = append(all, message[from:i+1]), i+1
		}
	}
	return append(all, message[from:])
}

// partOf returns the part of a message that names a course, up to a comma or an "and": in "uma
// entrada leve e uma cerveja escura" only the beer is dark. "Jantar" may be a main dish, where no
// whole meal is put together.
func (a asked) partOf(course string) asked {
	whole := a.wholeMeal()
	for _, piece := range pieces(a.text) {
		for _, words := range ands().Split(piece, -1) {
			named := slices.ContainsFunc(spots(words), func(w spot) bool { return courseNamed(w.word) == course })
			if p := a.part(words); named || !whole && slices.Contains(p.courses(), course) {
				return p
			}
		}
	}
	return a
}

// barring is what all courses of a message are to be without, if a part of it does not say so itself: "uma entrada e um prato sem glúten".
func (a asked) barring(part string) (all string) {
	for _, s := range a.spans {
		not := s.P == "not" || s.P == "cannot" && s.Kind == "food" && s.Of == "" // a companion's need is held of them
		switch said := strings.Contains(part, s.Text); {
		case not && !said:
			all += ", sem " + s.Text
		case s.Kind == "diet" && s.P == "want" && !said:
			all += ", " + s.Text
		}
	}
	return all
}

var alsoAsks = pattern.Of(`(?i)\b(?:e|and|y) (?:(?:queria|quero|quer[ií]a|quiero|i'd like to|i want to|want to|to) )?(?:saber|sab[eê]|know|perguntar|preguntar) (?:se|si|if|whether|quant|cu[aá]nt|qual|quais|quando|cu[aá]l|cu[aá]ndo|que|how|what|which|when)`)

var ands = pattern.Of(`(?i)\s(?:e|and|y)\s`)

// courses returns the courses that a message asks for: main and dessert for "um prato e um docinho".
func (a asked) courses() (all []string) {
	text := spots(a.text)
	for i, w := range text {
		before := func(n int, uses ...string) bool {
			return slices.ContainsFunc(uses, func(use string) bool { return a.near(w.from, n, use) })
		}
		denied := before(2, "except") || before(1, "not") || i > 1 && text[i-1].word == "t" && is(text[i-2].word, "not")   // "she doesn't drink"
		denied = denied || is(w.word, "plate") && before(1, "this") && !before(1, "article")                               // "to go with this dish"
		baby := w.word == "bebe" && (strings.ToLower(a.text[w.from:w.to]) != w.word || before(1, "own", "article", "one")) // "nossa bebê"
		c := courseNamed(w.word)
		if c == "" && is(w.word, "sweet_thing") && (i == 0 || before(1, "article", "any_of", "one", "which", "own", "and", "bring") || strings.ContainsAny(a.text[text[i-1].to:w.from], ",.;:?!")) {
			c = "dessert" // "um docinho", and not "algo doce"
		}
		if c != "" && !denied && !baby && !a.barred(w.word) && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	for _, c := range []string{"breakfast", "beer", "drink", "dessert"} { // "algo sem álcool"
		if len(all) == 0 && a.hasPhrase(c) {
			return []string{c}
		}
	}
	if a.hasPhrase("some_drink") && !slices.Contains(all, "drink") { // beside dishes: "um prato e algo sem álcool"
		return append(all, "drink")
	}
	if len(all) == 0 || len(all) == 1 && (all[0] == "drink" || all[0] == "beer") {
		if a.says("eat") && !a.has("taste") {
			all = append([]string{"main"}, all...)
		}
	}
	return all
}

// barred reports whether a word belongs to a span that the guest goes without: "nem vinho".
func (a asked) barred(word string) bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool {
		return (s.P == "not" || s.P == "cannot" || s.P == "allergy" || s.P == "intolerance" || s.P == "dislike") && strings.Contains(words(s.Text), " "+word+" ")
	})
}

// beginsBreakfast reports whether a text begins with a name of breakfast: "café da manhã" is no coffee.
func beginsBreakfast(text string) bool {
	return slices.ContainsFunc(menuWords()["_breakfast"], func(name string) bool { return strings.HasPrefix(strings.TrimSpace(words(text)), name) })
}

// courseNamed returns the course that a word names, or "".
func courseNamed(word string) string {
	for _, c := range []string{"starter", "snack", "main", "side", "dessert", "drink", "beer", "breakfast"} {
		if is(word, c) {
			return c
		}
	}
	return ""
}

// courseAsked returns the course that a message names if it is the only one, or ""; "prato" is any dish.
func (a asked) courseAsked() (course string) {
	for _, w := range spots(a.text) {
		if c := courseNamed(w.word); c != "" && !is(w.word, "plate") && c != course {
			if course != "" {
				return ""
			}
			course = c
		}
	}
	return course
}
