package menu

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// A listing is what a model is told of a search: every dish that those it is for may
// have, a line each, and the names of those that it does not have and why.
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
	Cannot    []bar    `json:"cannot_judge,omitempty"`
	Cautioned bool     `json:"told_before,omitempty"`
	Kitchen   string   `json:"kitchen,omitempty"`
	AskFirst  string   `json:"ask_first,omitempty"`
	Nobody    string   `json:"for,omitempty"` // names that nobody at the table has
}

// How much a listing has.
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

// told is a result of find_dishes as a model is told it.
func (out findDishesOut) told() any {
	if out.list == nil { // of a search that only the reader makes
		return out
	}
	return out.list
}

// findAndList is find_dishes: what the reader says of a search, and what a model is told.
func (w *Waiter) findAndList(ctx context.Context, in findDishesIn) (out findDishesOut, err error) {
	s := scene.From(ctx)
	if in.When != "" {
		if err := come(s, in.When); err != nil {
			return out, err
		}
	}
	who, nobody := known(s, in.For)
	in.For = who
	if out, err = w.findHeard(ctx, in); err != nil || in.Each {
		return out, err
	}
	if out.list, err = w.list(ctx, in, out); err == nil {
		out.list.Nobody = nobody
		out.list.Cannot, out.list.Cautioned, out.list.Kitchen, out.list.AskFirst = out.CannotJudge, out.Cautioned, out.Kitchen, out.AskFirst
	}
	return out, err
}

// list goes through the whole card: what may be had comes in the order of the wish.
func (w *Waiter) list(ctx context.Context, in findDishesIn, had findDishesOut) (*listing, error) {
	s := scene.From(ctx)
	card, err := w.onTable(ctx, s, "") // that find_dishes has put there
	if err != nil {
		return nil, err
	}
	out := &listing{Dishes: []string{}}
	if len(in.For) == 0 && courseCalled(in.Course) == "beer" {
		in.For = card.drinkers(s)
	}
	v := w.viewOf(card, s, in.For)
	v.course = courseCalled(in.Course)
	q := w.query(card, s, in)
	q.never = join(s.MustNots(in.For), v.meant)
	asked := slices.DeleteFunc(card.askedFor(q.wish), func(id string) bool { return q.only != nil && !q.only(card.byID[id]) })
	items, dear := q.allowed(v, out, asked)
	fit, order, err := w.byWish(ctx, card, s, in, q, had)
	if err != nil {
		return nil, err
	}
	if q.or != "" {
		also := in
		also.Wish = q.or
		safe, _ := w.query(card, s, also).guard()
		fit = append(fit, idsOfItems(slices.DeleteFunc(slices.Clone(items), func(it Item) bool { return !safe.allows(it) || slices.Contains(fit, it.ID) }))...)
	}
	if dear, err = q.dearest(ctx, dear); err != nil {
		return nil, err
	}
	out.Dearer = few(v.short(dear), mostDearer)
	if (fit != nil || len(items) == 0) && in.Course != "" {
		if out.Elsewhere, err = w.elsewhere(ctx, v, s, in, q, len(items) == 0); err != nil {
			return nil, err
		}
	}
	if items = byIDs(items, order); len(fit) == 0 || byPrice(q.sort) != 0 {
		items = q.sortedItems(items)
	}
	if marked := q.marked(items); fit == nil && len(marked) > 0 {
		fit = marked
	} else {
		fit = byPlace(fit, marked)
	}
	if fit != nil {
		items = byIDs(items, fit)
	}
	var rest []Item // beside a dish that was asked for by its name
	if len(asked) > 0 {
		items, v.whole = byIDs(items, asked), true
		fit = amongItems(slices.Clone(asked), items)
		near := min(len(items), len(fit)+mostNear)
		items, rest = items[:near], items[near:]
	}
	fit = amongItems(fit, items)
	told := out.fill(v, items, fit, q.wish != "" && !q.any && !q.ofCourse())
	if v.course != "" && len(rest) > 0 { // a course is told whole
		out.Names, out.Count = v.names(rest), out.Count+len(rest)
	}
	if len(asked) > 0 && len(fit) == 0 {
		out.Match, out.Dishes, out.Others = bestLeftOut, []string{}, out.Dishes
	}
	s.Offer(ctx, v.offered(items[:told], fit)...)
	return out, nil
}

// allowed returns what may be had, and what only its price is against. What somebody must
// not have, and what the wish itself rules out, is told of in the listing where it is asked
// for by its name, would fit or is of the course that is asked for. Who wishes for no drink is
// told of none that does not fit.
func (q query) allowed(v view, out *listing, asked []string) (have, dear []Item) {
	safe, _ := q.guard()
	wish := readWish(q.text)
	aimed := !q.any && !wish.open && len(wish.facets) > 0
	var left []leftOut
	var against, unsure []string
	for _, it := range q.card.courses() {
		bars := q.card.bars(it, v.meant, v.l)
		unknown := it.Unknown && (safe.strict() || len(bars) > 0)
		misses := len(asked) == 0 && v.course == "" && wish.score(q.card.candidate(it)) < enough
		switch price := q.card.brief[it.ID].price; {
		case q.only != nil && !q.only(it):
		case len(asked) > 0 && !slices.Contains(asked, it.ID) && (unknown || len(bars) > 0 || !safe.allows(it)),
			misses && (aimed && len(bars) > 0 || q.wish != "" && q.dry && it.drinkable()):
		case unknown:
			unsure = append(unsure, it.Name)
		case len(bars) > 0:
			left = leave(left, bar{Why: strings.Join(barsIn(bars), ", ")}, it.Name, mostAside)
		case safe.most > 0 && price > safe.most:
			dear = append(dear, it)
		case !safe.allows(it):
			against = append(against, it.Name)
		default:
			have = append(have, it)
		}
	}
	out.LeftOut, out.Against, out.Unsure = aside(left), few(against, mostAside), few(unsure, mostAside)
	return have, dear
}

// aside tells dishes by person and reason, a line each: "Ana (leite): pudim, quindim".
func aside(all []leftOut) (lines []string) {
	for _, l := range all {
		line := l.Why + ": " + strings.Join(l.Dishes, "; ")
		if l.Who != "" {
			line = barsIn([]bar{l.bar})[0] + ": " + strings.Join(l.Dishes, "; ")
		}
		if l.More > 0 {
			line += fmt.Sprintf(" and %d more", l.More)
		}
		lines = append(lines, line)
	}
	return lines
}

// few joins some names, and says how many there are besides.
func few(names []string, most int) string {
	text := strings.Join(names[:min(len(names), most)], "; ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// byWish returns what fits a wish, the best first: nil, if it asks for nothing that the
// search knows; and the order in which the search found dishes.
func (w *Waiter) byWish(ctx context.Context, card *Card, s *scene.Scene, in findDishesIn, q query, had findDishesOut) (fit, order []string, err error) {
	if q.any || q.open() {
		return nil, nil, nil
	}
	if in.PairWith != "" && q.wish != "" { // what goes with the dish comes first of what is wished
		alone := func(in findDishesIn) ([]string, []string, error) {
			one := w.query(card, s, in)
			one.never = q.never
			return w.byWish(ctx, card, s, in, one, findDishesOut{})
		}
		beside := in // whatever else is wished
		beside.Wish = ""
		pairs, _, err := alone(beside)
		if err != nil {
			return nil, nil, err
		}
		fit, order, err = alone(in.unpaired())
		if len(fit) == 0 {
			return pairs, order, err
		}
		return byPlace(fit, pairs), order, err
	}
	f := had.found
	if !q.isSame(had.asked) {
		if f, err = q.search(ctx); err != nil {
			return nil, nil, err
		}
	}
	for _, h := range f.hits {
		order = append(order, h.Doc.ID)
	}
	wish := readWish(q.text)
	if len(wish.facets)+len(wish.parts)+len(wish.beside) == 0 && wish.price == 0 {
		return nil, order, nil
	}
	fits := q.fits(f)
	near := idsIn(q.sorted(q.near(f, fits)))
	return idsIn(q.sorted(append(fits, q.meeting(wish, fits)...))), append(near, order...), nil
}

// marked are the items that the card itself marks as what is wished: to be shared, or
// without what is ruled out.
func (q query) marked(items []Item) (ids []string) {
	safe, _ := q.guard()
	shared := sharing().MatchString(q.wish)
	for _, it := range items {
		if slices.ContainsFunc(it.Tags, func(tag string) bool {
			free, ok := strings.CutPrefix(lang.Fold(tag), "sem ")
			id, _ := knowledge().food.ID(free)
			return shared && sharing().MatchString(tag) || ok && (safe.without&setOf(ParseAllergens(free)) != 0 || slices.Contains(safe.excluded, id))
		}) {
			ids = append(ids, it.ID)
		}
	}
	return ids
}

// askedFor are the dishes that a wish names, and nothing else.
func (card *Card) askedFor(wish string) (ids []string) {
	rest := wish
	for _, m := range slices.Backward(card.mentions(wish)) {
		if rest = rest[:m.From] + rest[m.To:]; !m.Kind && !m.plain && !m.weak && m.sure {
			ids = append(ids, idsOfItems(m.Items)...)
		}
	}
	if slices.ContainsFunc(wordsOf(rest), func(w string) bool { return !inName[w] && !generic[w] && !asking[w] && !common[w] }) {
		return nil
	}
	return ids
}

func idsOfItems(items []Item) (ids []string) {
	for _, it := range items {
		ids = append(ids, it.ID)
	}
	return ids
}

// byPlace puts ids in the order of others, and those that are not among them behind.
func byPlace(ids, order []string) []string {
	slices.SortStableFunc(ids, func(a, b string) int { return placeOf(order, a) - placeOf(order, b) })
	return ids
}

// meeting returns what else of the card meets a wish, the best first.
func (q query) meeting(w wish, fits []chosen) (all []chosen) {
	score := map[string]float64{}
	for _, it := range q.card.courses() {
		c := q.card.candidate(it)
		if score[it.ID] = w.score(c); score[it.ID] >= enough && !w.rulesOut(c) && !isAmong(fits, it.ID) {
			all = append(all, chosen{id: it.ID})
		}
	}
	slices.SortStableFunc(all, func(a, b chosen) int { return cmp.Compare(score[b.id], score[a.id]) })
	return all
}

func idsIn(all []chosen) []string {
	ids := []string{}
	for _, c := range all {
		ids = append(ids, c.id)
	}
	return ids
}

// placeOf is where an id stands in a list: behind it, if it does not.
func placeOf(ids []string, id string) int {
	if i := slices.Index(ids, id); i >= 0 {
		return i
	}
	return len(ids)
}

// amongItems are the ids that are those of items: what fits a wish may be left out.
func amongItems(ids []string, items []Item) []string {
	return slices.DeleteFunc(ids, func(id string) bool {
		return !slices.ContainsFunc(items, func(it Item) bool { return it.ID == id })
	})
}

// byIDs puts items in the order of ids, and the others behind them.
func byIDs(items []Item, ids []string) []Item {
	slices.SortStableFunc(items, func(a, b Item) int { return placeOf(ids, a.ID) - placeOf(ids, b.ID) })
	return items
}

// sortedItems puts items in the order that was asked for.
func (q query) sortedItems(items []Item) []Item {
	var all []chosen
	for _, it := range items {
		all = append(all, chosen{id: it.ID})
	}
	return byIDs(items, idsIn(q.sorted(all)))
}

// dearest returns of items that cost too much those that fit the wish, the cheapest first.
func (q query) dearest(ctx context.Context, items []Item) ([]Item, error) {
	q.sort = "price"
	if len(items) == 0 || q.any || q.open() {
		return q.sortedItems(items), nil
	}
	q.most = math.MaxInt64
	f, err := q.search(ctx)
	if err != nil {
		return nil, err
	}
	fit := q.fits(f)
	return q.sortedItems(slices.DeleteFunc(items, func(it Item) bool { return !isAmong(fit, it.ID) })), nil
}

// elsewhere names what fits a wish in other courses than the one that is asked for, or, if of
// that none may be had, what comes nearest to it.
func (w *Waiter) elsewhere(ctx context.Context, v view, s *scene.Scene, in findDishesIn, q query, none bool) (string, error) {
	in.Course = ""
	other := w.query(v.card, s, in)
	other.never = q.never
	f, err := other.search(ctx)
	if err != nil {
		return "", err
	}
	fit := other.fits(f)
	if none && len(fit) == 0 {
		fit = other.near(f, nil)
	}
	var items []Item
	for _, c := range fit {
		if it := v.card.byID[c.id]; q.only != nil && !q.only(it) && !it.Unknown && len(v.card.bars(it, v.meant, v.l)) == 0 {
			items = append(items, it)
		}
	}
	return few(v.short(items), mostAside), nil
}

// noneByWords tells a model that the search knows no better than the card.
const noneByWords = "none by words; judge yourself by the descriptions"

// fill puts items into a listing, those that fit a wish apart. Where none does, all are
// told with their descriptions: "elegant" or "filling" is for whoever reads them to judge.
func (out *listing) fill(v view, items []Item, fit []string, wished bool) (told int) {
	judged := wished && len(fit) == 0 && len(items) > 0
	if judged {
		out.Match = noneByWords
	}
	var names, closed []Item
	further := func(it Item) {
		if hours, hour := v.w.served(it, v.at, v.sure); hour != "" && hours != soldOut {
			closed = append(closed, it)
		} else {
			names = append(names, it)
		}
	}
	most, lines := mostNames, mostLines
	if len(fit) >= manyFit {
		most = mostFurther
	}
	if v.course == "" && wished {
		most, lines = max(0, len(fit)-mostMixed), mostMixed
	}
	for i, it := range items {
		about := 0
		if judged || fit != nil && i < mostPraised {
			about = praisedChars
		}
		switch {
		case i >= lines, judged && i >= mostJudged:
			further(it)
		case len(fit) == 0 || slices.Contains(fit, it.ID):
			out.Dishes = append(out.Dishes, v.line(it, about))
		case len(out.Dishes) < manyFit && len(out.Others) < mostOthers:
			out.Others = append(out.Others, v.line(it, 0))
		default:
			further(it)
		}
	}
	out.Count, told = len(items), len(items)
	if more := len(names) - most; more > 0 {
		out.Rest = fmt.Sprintf("%d more fit less well: narrow the wish", more)
		names, told = names[:most], told-more
	}
	out.Names, out.Closed = v.names(names), few(v.short(closed), mostAside)
	return told
}

// ofCourse reports whether a wish names nothing but a course, or leaves it to the house.
func (q query) ofCourse() bool {
	for _, named := range courseWords {
		if spaced(q.text) == spaced(named) {
			return true
		}
	}
	return !slices.ContainsFunc(wordsOf(q.text), func(w string) bool { return !generic[w] && !asking[w] && !common[w] && courseCalled(w) == "" })
}
