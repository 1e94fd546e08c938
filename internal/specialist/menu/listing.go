package menu

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
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
	mostAside    = 12 // that are left out for one reason
	mostDearer   = 6
	mostPraised  = 4 // of the best, with the beginning of their description
	praisedChars = 60
)

// noneByWords tells a model that the search knows no better than the card.
const noneByWords = "none by words; judge yourself by the descriptions"

// forModel returns the result of find_dishes as a model gets it: the listing.
func (out findDishesOut) forModel() any {
	if out.list == nil { // only the reader searches for each person
		return out
	}
	return out.list
}

// list makes the listing of the whole card: the dishes that may be had, those first that fit the wish, and by name those
// that may not.
func (q *search) list(ctx context.Context) *listing {
	out := &listing{Dishes: []string{}}
	fit := q.fitting()
	have := append(slices.Clip(fit), kept(q.near(fit), func(c *offer) bool { return c.off == 0 })...)
	for _, c := range sorted(q.among(0), q.sort) {
		if !slices.Contains(have, c) && (q.wish == "" || !q.dry || !c.drinkable()) {
			have = append(have, c)
		}
	}
	told := out.fill(q, have, len(fit))
	out.leaveOut(q)
	if len(out.LeftOut) > 0 && len(fit) == 0 && len(have) > 0 && q.wish != "" {
		if _, wished := q.leftOut(); wished {
			out.Match, out.Dishes, out.Others = bestLeftOut, []string{}, append(out.Dishes, out.Others...)
		}
	}
	for i, c := range have[:told] { // "the duck" means only a dish that fits; the others go by their whole names
		t := things([]Item{c.Item}, q.l)[0]
		t.Aside, t.Note = i >= mostLines || len(fit) > 0 && i >= len(fit), noteOf(q.card.bars(c.Item, q.others, q.l))
		q.s.Offer(ctx, t)
	}
	return out
}

// fitting returns the offers that meet the wish, the best first: those that fit, those that have enough of it, and those
// that would do as well.
func (q *search) fitting() []*offer {
	w := q.read
	if !q.any && !w.open && len(w.facets)+len(w.parts)+len(w.beside)+len(w.exclude) == 0 && w.sort == "" && !w.health && w.course == "" {
		return nil // no word is known
	}
	fit := q.fits()
	more := kept(q.among(0), func(c *offer) bool { return w.score(c) >= enough && !w.rulesOut(c) && !slices.Contains(fit, c) })
	slices.SortStableFunc(more, func(a, b *offer) int { return cmp.Compare(w.score(b), w.score(a)) })
	fit = sorted(append(fit, more...), q.sort)
	if w := readWish(q.or); q.or != "" {
		fit = append(fit, kept(q.among(0), func(c *offer) bool { return !q.breaksWish(c, w) && !slices.Contains(fit, c) })...)
	}
	return fit
}

// leaveOut puts the names of dishes that may not be had into a listing, by reason, and those of other courses that fit. Only
// dishes are named that would fit the wish, or that are of its course.
func (out *listing) leaveOut(q *search) {
	concerns := func(c *offer) bool { return q.course != "" || q.read.open || q.read.score(c) >= enough }
	var left []leftOut
	for _, c := range kept(q.offers, concerns) {
		if c.off&forbidden != 0 && c.off&(elsewhere|gone) == 0 {
			left = leave(left, bar{Why: strings.Join(barsIn(c.bars), ", ")}, c.Name, mostAside)
		}
	}
	named := func(fault flags) (names []string) {
		for _, c := range kept(q.only(fault), concerns) {
			names = append(names, c.Name)
		}
		return names
	}
	out.LeftOut, out.Against, out.Unsure = leftOutLines(left), few(named(againstWish), mostAside), few(named(unsure), mostAside)
	dearer := q.only(dear)
	if !q.any && !q.read.open {
		dearer = q.choose(dearer)
	}
	out.Dearer = few(q.shorts(sorted(dearer, "cheap")), mostDearer)
	if q.course != "" && q.wish != "" {
		out.Elsewhere = few(q.shorts(rank(q.wish, q.only(elsewhere))), mostAside)
	}
}

func (q *search) shorts(offers []*offer) (all []string) {
	for _, c := range offers {
		all = append(all, q.short(c.Item))
	}
	return all
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

// fill puts dishes into a listing, of which the first fit the wish. Where none fits ("something elegant") all get their
// descriptions, by which the model judges. told is how many of have it names.
func (out *listing) fill(q *search, have []*offer, fit int) (told int) {
	wished := !q.any && !q.read.open
	most, lines := mostNames, mostLines
	if wished && q.course == "" {
		most, lines = max(0, fit-mostMixed), mostMixed
	} else if wished && fit >= manyFit {
		most = mostFurther
	}
	if wished && fit == 0 && len(have) > 0 {
		out.Match, lines = noneByWords, min(lines, mostJudged)
	}
	var names, closed []*offer
	for i, c := range have {
		about := 0
		if wished && (i < mostPraised || fit == 0) {
			about = praisedChars
		}
		switch hours, hour := q.served(c.Item); {
		case i < lines && (i < fit || fit == 0):
			out.Dishes = append(out.Dishes, q.line(c.Item, about))
		case i < lines && len(out.Dishes) < manyFit && len(out.Others) < mostOthers:
			out.Others = append(out.Others, q.line(c.Item, 0))
		case hour != "" && hours != soldOut:
			closed = append(closed, c)
		default:
			names = append(names, c)
		}
	}
	out.Count, told = len(have), len(have)
	if more := len(names) - most; more > 0 {
		out.Rest = fmt.Sprintf("%d more fit less well: narrow the wish", more)
		names, told = names[:most], told-more
	}
	out.Names, out.Closed = strings.Join(q.shorts(names), "; "), few(q.shorts(closed), mostAside)
	return told
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
