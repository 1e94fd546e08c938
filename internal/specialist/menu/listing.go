package menu

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/scene"
)

// A listing is the result of find_dishes as a model gets it: a line for every dish that the people it is for may have, and
// the names of dishes that are left out, with the reason.
type listing struct {
	Count     int      `json:"count"`                      // of dishes, others and more
	Match     string   `json:"match,omitempty"`            // that no dish fits by words
	Dishes    []string `json:"dishes"`                     // that fit the wish, the best first; with none that does all
	Others    []string `json:"others,omitempty"`           // that the search does not take for the wish
	Names     string   `json:"more,omitempty"`             // that follow, by name and price
	Rest      string   `json:"rest,omitempty"`             // that are not named
	Closed    string   `json:"not_served_then,omitempty"`  // of those that follow
	Elsewhere string   `json:"other_courses,omitempty"`    // that fit the wish
	Against   string   `json:"against_wish,omitempty"`     // what its words rule out
	LeftOut   []string `json:"left_out,omitempty"`         // by person and reason
	Dearer    string   `json:"above_limit,omitempty"`      // that would fit but for the price
	Unsure    string   `json:"contents_unknown,omitempty"` // left out: the card does not say what is in them
	AskFirst  string   `json:"ask_first,omitempty"`
	Nobody    string   `json:"for,omitempty"` // names that nobody at the table has
	caution
}

// Limits of a listing.
const (
	mostLines    = 36 // dishes with all that the card says
	mostMixed    = 12 // of these, of a wish for no course; of the others only what fits is named
	mostJudged   = 24 // of these, where none fits by words and all are described
	mostOthers   = 10 // that do not fit, beside few that do
	manyFit      = 6  // beside so many that fit, the others are names
	mostNames    = 60 // further ones by name and price
	mostFurther  = 20 // of these, beside many that fit
	mostNear     = 5  // beside a dish that was asked for by its name
	mostAside    = 12 // that are left out for one reason
	mostDearer   = 6
	mostPraised  = 4 // of the best, with the beginning of their description
	praisedChars = 60
)

// forModel returns the result of find_dishes as a model gets it: the listing.
func (out findDishesOut) forModel() any {
	if out.list == nil { // only the reader searches for each person
		return out
	}
	return out.list
}

// list makes the listing of the whole card. The dishes that may be had come in the order of the wish.
func (q *search) list(ctx context.Context) *listing {
	out := &listing{Dishes: []string{}}
	asked, fit, w := q.askedFor(), q.meeting(), readWish(q.text)
	have := slices.DeleteFunc(q.among(0), func(c *offer) bool { return q.misses(c, asked, w) && q.wish != "" && q.dry && c.drinkable() })
	q.fillLeftOut(out, asked, w)
	if q.course != "" && (fit != nil || len(have) == 0) {
		out.Elsewhere = few(q.short(q.itemsOf(q.inOtherCourses(len(have) == 0))), mostAside)
	}
	if len(fit) == 0 || q.sort == "cheap" || q.sort == "dear" {
		have = sorted(have, q.sort)
	}
	slices.SortStableFunc(have, func(a, b *offer) int { return placeOf(fit, a) - placeOf(fit, b) })
	var rest []*offer // beside a dish that was asked for by its name
	if len(asked) > 0 {
		is := func(c *offer) bool { return slices.Contains(asked, c.ID) }
		slices.SortStableFunc(have, func(a, b *offer) int { return boolToInt(is(b)) - boolToInt(is(a)) })
		fit = slices.DeleteFunc(slices.Clone(have), func(c *offer) bool { return !is(c) })
		q.whole = true
		near := min(len(have), len(fit)+mostNear)
		have, rest = have[:near], have[near:]
	}
	told := out.fill(q, have, fit)
	if q.course != "" && len(rest) > 0 { // of a course every dish is named
		out.Names, out.Count = q.names(q.itemsOf(rest)), out.Count+len(rest)
	}
	if len(asked) > 0 && len(fit) == 0 {
		out.Match, out.Dishes, out.Others = bestLeftOut, []string{}, out.Dishes
	}
	for i, c := range have[:told] { // "the duck" means only a dish that fits; the others go by their whole names
		t := things([]Item{c.Item}, q.l)[0]
		t.Aside, t.Note = i >= mostLines || len(fit) > 0 && !slices.Contains(fit, c), noteOf(q.card.bars(c.Item, q.others, q.l))
		q.s.Offer(ctx, t)
	}
	return out
}

// meeting returns the offers that meet the wish, the best first. It is nil, and not empty, if the wish has no word that the
// search knows.
func (q *search) meeting() []*offer {
	w := readWish(q.text)
	if q.any || w.open || len(w.facets)+len(w.parts)+len(w.beside) == 0 && w.sort == "" {
		if q.any || !w.health && len(w.exclude) == 0 && !sharing().MatchString(q.wish) {
			return nil
		}
		return slices.DeleteFunc(q.among(0), func(c *offer) bool { return !q.marked(c) })
	}
	fit := q.fits()
	var more []*offer
	score := map[*offer]float64{}
	for _, c := range q.among(0) {
		if score[c] = w.score(c); score[c] >= enough && !w.rulesOut(c) && !slices.Contains(fit, c) {
			more = append(more, c)
		}
	}
	slices.SortStableFunc(more, func(a, b *offer) int { return cmp.Compare(score[b], score[a]) })
	fit = sorted(append(fit, more...), q.sort)
	if fit == nil {
		fit = []*offer{}
	}
	if w := readWish(q.or); q.or != "" {
		fit = append(fit, slices.DeleteFunc(q.among(0), func(c *offer) bool { return q.breaksWish(c, w) || slices.Contains(fit, c) })...)
	}
	return fit
}

// inOtherCourses returns the offers of other courses than the one asked for that fit the wish: a soup that is a starter for
// "a soup as main". With none, no dish of the course may be had, and offers that come near the wish do too.
func (q *search) inOtherCourses(none bool) []*offer {
	among := slices.DeleteFunc(q.among(elsewhere), func(c *offer) bool { return c.off == 0 })
	if q.wish == "" {
		return nil
	}
	fit := rank(q.wish, among)
	if w := readWish(q.wish); none && len(fit) == 0 {
		fit = slices.DeleteFunc(among, func(c *offer) bool { return !w.touches(c) })
	}
	return fit
}

// fillLeftOut puts the dishes that may not be had into a listing, by reason: forbidden for a person (LeftOut), against the
// wish (Against), of unknown contents (Unsure), too dear (Dearer). Only dishes are named that the wish asks for by name,
// that would fit it, or that are of its course.
func (q *search) fillLeftOut(out *listing, asked []string, w wish) {
	aimed := !q.any && !w.open && len(w.facets) > 0
	var left []leftOut
	var ruled, unclear []string
	for _, c := range q.offers {
		switch {
		case c.off&(elsewhere|gone) != 0, len(asked) > 0 && !slices.Contains(asked, c.ID),
			q.misses(c, asked, w) && (aimed && len(c.bars) > 0 || q.wish != "" && q.dry && c.drinkable()):
		case c.off&forbidden != 0:
			left = leave(left, bar{Why: strings.Join(barsIn(c.bars), ", ")}, c.Name, mostAside)
		case c.off&unsure != 0:
			unclear = append(unclear, c.Name)
		case c.off&dear == 0 && c.off&againstWish != 0:
			ruled = append(ruled, c.Name)
		}
	}
	dearer := slices.DeleteFunc(q.among(dear), func(c *offer) bool { return c.off == 0 })
	if !q.any && !w.open {
		dearer = q.choose(dearer)
	}
	out.Dearer = few(q.short(q.itemsOf(sorted(dearer, "cheap"))), mostDearer)
	out.LeftOut, out.Against, out.Unsure = leftOutLines(left), few(ruled, mostAside), few(unclear, mostAside)
}

// misses reports whether an item is neither asked for by its name, nor of the course that is asked for, nor like the wish.
func (q *search) misses(c *offer, asked []string, w wish) bool {
	return len(asked) == 0 && q.course == "" && w.score(c) < enough
}

// leftOutLines writes the dishes that are left out, a line for each person and reason: "Ana (leite): pudim; quindim".
func leftOutLines(all []leftOut) (lines []string) {
	for _, l := range all {
		line := l.Why
		if l.Who != "" {
			line = barsIn([]bar{l.bar})[0]
		}
		line += ": " + strings.Join(l.Dishes, "; ")
		if l.More > 0 {
			line += fmt.Sprintf(" and %d more", l.More)
		}
		lines = append(lines, line)
	}
	return lines
}

// few joins the first names, and adds the number of the others: "pudim; quindim and 3 more".
func few(names []string, most int) string {
	text := strings.Join(names[:min(len(names), most)], "; ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func (q *search) itemsOf(offers []*offer) (items []Item) {
	for _, c := range offers {
		items = append(items, c.Item)
	}
	return items
}

// askedFor are the dishes that a wish names, and nothing else.
func (q *search) askedFor() (ids []string) {
	rest := q.wish
	for _, m := range slices.Backward(q.card.mentions(q.wish)) {
		if rest = rest[:m.From] + rest[m.To:]; !m.Kind && !m.plain && !m.weak && m.sure {
			for _, it := range m.Items {
				ids = append(ids, it.ID)
			}
		}
	}
	if slices.ContainsFunc(besides(rest, "in_name", "asking", "common"), func(w string) bool { return !generic[w] }) {
		return nil
	}
	return ids
}

// ofCourse reports whether a wish names nothing but a course, or leaves it to the house.
func (q *search) ofCourse() bool {
	named := func(w string) bool { return generic[w] || courseCalled(w) != "" }
	return generic[strings.TrimSpace(spaced(q.wish))] || !slices.ContainsFunc(besides(q.wish, "asking", "common"), func(w string) bool { return !named(w) })
}

// noneByWords tells a model that the search knows no better than the card.
const noneByWords = "none by words; judge yourself by the descriptions"

// fill puts dishes into a listing, those that fit the wish first. Where none fits ("something elegant") all get their
// descriptions, by which the model judges. told is how many of have it names.
func (out *listing) fill(q *search, have, fit []*offer) (told int) {
	wished := !q.any && q.wish != "" && !q.ofCourse()
	judged := wished && len(fit) == 0 && len(have) > 0
	if judged {
		out.Match = noneByWords
	}
	most, lines := mostNames, mostLines
	if len(fit) >= manyFit {
		most = mostFurther
	}
	if q.course == "" && wished {
		most, lines = max(0, len(fit)-mostMixed), mostMixed
	}
	if judged {
		lines = min(lines, mostJudged)
	}
	var names, closed []Item
	for i, c := range have {
		about := 0
		if judged || fit != nil && i < mostPraised {
			about = praisedChars
		}
		fits := len(fit) == 0 || slices.Contains(fit, c)
		switch hours, hour := q.served(c.Item); {
		case i < lines && fits:
			out.Dishes = append(out.Dishes, q.line(c.Item, about))
		case i < lines && len(out.Dishes) < manyFit && len(out.Others) < mostOthers:
			out.Others = append(out.Others, q.line(c.Item, 0))
		case hour != "" && hours != soldOut:
			closed = append(closed, c.Item)
		default:
			names = append(names, c.Item)
		}
	}
	out.Count, told = len(have), len(have)
	if more := len(names) - most; more > 0 {
		out.Rest = fmt.Sprintf("%d more fit less well: narrow the wish", more)
		names, told = names[:most], told-more
	}
	out.Names, out.Closed = q.names(names), few(q.short(closed), mostAside)
	return told
}

// short tells items by name and price, their courses where they differ, and what to ask of them.
func (v view) short(items []Item) (all []string) {
	for _, it := range items {
		text := strings.TrimSpace(it.called(v.l) + " " + priceIn(it, v.l))
		if v.course == "" || it.Course != v.course {
			text += " (" + it.Course + ")"
		}
		if checks := v.card.checks(it, v.meant, v.l); len(checks) > 0 {
			text += " (check " + strings.Join(barsIn(checks), ", ") + ")"
		}
		all = append(all, text)
	}
	return all
}

// names tells items by name and price, a course after the other.
func (v view) names(items []Item) string {
	var parts []string
	for _, course := range append(slices.Clone(Courses), "") {
		some := slices.DeleteFunc(slices.Clone(items), func(it Item) bool { return it.Course != course })
		if len(some) == 0 {
			continue
		}
		one := v
		one.course = course
		text := strings.Join(one.short(some), "; ")
		if v.course == "" {
			text = cmp.Or(course, otherCourse) + ": " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ". ")
}

// line tells of an item in a line: "Name · price · course · ingredients · contains … · tags · hours · for whom it is
// not". about is how much of its description there is.
func (v view) line(it Item, about int) string {
	parts := []string{it.called(v.l), cmp.Or(priceIn(it, v.l), "no price")}
	add := func(label string, all ...string) {
		if text := strings.Join(all, ", "); text != "" {
			parts = append(parts, label+text)
		}
	}
	strength := abvOf(it, v.l)
	if add("", strength); v.course == "" || it.Course != v.course {
		add("", it.Course)
	}
	if about > 0 {
		add("", shorten(it.about(v.l), about))
	}
	if add("", it.Ingredients...); it.Unknown {
		add("", "contents unknown")
	}
	if add("contains ", allergensIn(it.Allergens, v.l)...); it.None && len(it.Allergens) == 0 {
		add("", "declares no allergens")
	}
	add("nuts: ", it.Nuts...)
	add("likely ", allergensIn(it.Inferred, v.l)...)
	add("may contain traces of ", allergensIn(it.May, v.l)...)
	add("", slices.DeleteFunc(slices.Clone(it.Tags), func(t string) bool { return strength != "" && strings.HasSuffix(t, "%") })...)
	switch hours, closed := v.served(it); {
	case hours == soldOut:
		add("", soldOut)
	case closed != "":
		add("served ", hours+", not at "+closed)
	default:
		add("served ", hours)
	}
	bars := v.card.bars(it, v.others, v.l)
	if v.whole {
		add("fits ", fitsWhom(v.s, bars))
	}
	add("not for ", barsIn(bars)...)
	add("disliked by ", barsIn(v.dislikes(it))...)
	add("check ", barsIn(v.card.checks(it, v.meant, v.l))...)
	return strings.Join(parts, " · ")
}

// fitsWhom returns the people of a table who may have a dish: "all", or their names. At a table without needs it is "".
func fitsWhom(s *scene.Scene, bars []bar) string {
	people := s.People()
	var may []string
	for _, p := range people {
		if who := or(p.Name, guestName); !slices.ContainsFunc(bars, func(b bar) bool { return b.Who == who }) {
			may = append(may, who)
		}
	}
	switch {
	case !slices.ContainsFunc(people, hook.Person.Safety):
		return ""
	case len(may) == len(people):
		return "all"
	}
	return cmp.Or(strings.Join(may, ", "), "nobody")
}

// dislikes returns the people who dislike something in an item, and what: "Ana (picante: malagueta)".
func (v view) dislikes(it Item) (all []bar) {
	for _, p := range v.asked {
		var why []string
		for _, x := range v.card.disliked(it, p.Dislikes) {
			why = append(why, whatOf(it, x))
		}
		if len(why) > 0 {
			all = append(all, bar{or(p.Name, guestName), strings.Join(why, ", ")})
		}
	}
	return all
}

// unliked returns the concepts that a dislike rules out: of "leite de coco" that alone, and no milk.
func unliked(what string) (all []int) {
	for _, m := range ontology.Default().Read(what) {
		if strings.Contains(m.Words, " ") && m.Words == lang.Fold(what) {
			all = append(all, m.Concept)
		}
	}
	if len(all) == 0 {
		all = excluded("sem " + what)
	}
	return all
}

// whatOf returns a dislike with the ingredients that it is about, "picante: malagueta", unless one has its name.
func whatOf(it Item, dislike string) string {
	o, never, taste := ontology.Default(), unliked(dislike), tasteOf(dislike)
	var of []string
	for _, x := range it.Ingredients {
		made := o.Describe(x)
		switch {
		case strings.Contains(lang.Fold(x), lang.Fold(dislike)):
			return dislike
		case taste != 0 && contentsOf(Item{Ingredients: []string{x}})&taste != 0, taste == 0 && o.Breaks(&made, never):
			of = append(of, x)
		}
	}
	if len(of) == 0 {
		return dislike
	}
	return dislike + ": " + strings.Join(of, ", ")
}

// barsIn writes bars as a model reads them: "Ana (leite)".
func barsIn(bars []bar) (all []string) {
	for _, b := range bars {
		all = append(all, b.Who+" ("+b.Why+")")
	}
	return all
}

// disliked returns which of some dislikes an item has, in whatever language they are told: "cilantro" is coentro.
func (card *Card) disliked(it Item, dislikes []string) (has []string) {
	for _, x := range dislikes {
		taste, made := tasteOf(x), card.read[it.ID]().made
		if len(it.Ingredients) == 0 { // mustard is hot, and no pepper
			taste = 0
		} else if strings.Contains(x, " ") { // what other fish stews have is not listed here
			made = ontology.Default().Describe(strings.Join(it.Ingredients, ", "))
		}
		if taste != 0 && contentsOf(it)&taste != 0 || taste == 0 && (slices.Contains([]string{"yes", likelyHas}, card.has(it, x)) || ontology.Default().Breaks(&made, unliked(x))) {
			has = append(has, x)
		}
	}
	return has
}

// dislikedBy returns, of some people, those who dislike something in an item, and what.
func (card *Card) dislikedBy(it Item, people []hook.Person) (all []bar) {
	for _, p := range people {
		if has := card.disliked(it, p.Dislikes); len(has) > 0 {
			all = append(all, bar{or(p.Name, guestName), strings.Join(has, ", ")})
		}
	}
	return all
}

// A caution is what a card cannot promise to the people at a table, and whether the kitchen is to confirm the dishes.
type caution struct {
	CannotJudge []bar  `json:"cannot_judge,omitempty"` // needs that no card can be judged by
	Cautioned   bool   `json:"told_before,omitempty"`  // of these needs: it is not said again
	Kitchen     string `json:"kitchen,omitempty"`      // whether it is to confirm
}

const (
	kitchenConfirms = "confirm" // whenever somebody must not have something

	cautionNote, kitchenNote = "menu.cautioned", "menu.kitchen"
)

// cautionOf makes the caution for some people. That the kitchen confirms is left out where the house said it of the same
// people in its last answer, unless always is set.
func cautionOf(s *scene.Scene, seats []seat, kitchen, always bool) (c caution) {
	for _, p := range seats {
		if len(p.cannot) > 0 {
			c.CannotJudge = append(c.CannotJudge, bar{p.who, strings.Join(p.cannot, ", ")})
		}
	}
	c.Cautioned = cautioned(s, c.CannotJudge)
	if (kitchen || len(c.CannotJudge) > 0) && (always || !saidKitchen(s)) {
		c.Kitchen = kitchenConfirms
	}
	return c
}

// saidKitchen reports whether the house's last answer said, for the same people, that the kitchen confirms, and keeps the
// people of this turn. Searches of one turn, which may run at the same time, get the same result.
func saidKitchen(s *scene.Scene) bool {
	var told struct {
		Turn        int
		Now, Before string // who is there, with their needs
	}
	s.Load(kitchenNote, &told)
	if told.Turn != len(s.Said)+1 {
		told.Turn, told.Before, told.Now = len(s.Said)+1, told.Now, fmt.Sprint(s.People())
		_ = s.Save(kitchenNote, told) // plain words
	}
	return told.Now == told.Before && strings.Contains(s.Last, texts.In(s.Language).Menu.Kitchen)
}

// cautioned reports whether an earlier answer told the guest that a card cannot be judged by these needs, and keeps that
// this turn tells it. Two calls of one turn both count as the first, since the model has not answered yet.
func cautioned(s *scene.Scene, cannot []bar) bool {
	told := map[string]int{} // in which turn
	s.Load(cautionNote, &told)
	all := len(cannot) > 0
	for _, b := range cannot {
		turn, had := told[b.Why]
		if all = all && had && (!s.Later || turn < len(s.Said)); !had {
			told[b.Why] = len(s.Said)
		}
	}
	if !all && len(cannot) > 0 {
		_ = s.Save(cautionNote, told) // plain words
	}
	return all
}
