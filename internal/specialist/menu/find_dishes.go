package menu

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scene"
)

type findDishesIn struct {
	Wish       string   `json:"wish,omitempty"` // in the guest's words
	Course     string   `json:"course,omitempty" jsonschema:"starter, main, side, dessert, drink, beer, snack, breakfast"`
	MaxPrice   float64  `json:"max_price,omitempty"`
	Sort       string   `json:"sort,omitempty" jsonschema:"cheap, dear, strong, weak, light, spicy"`
	PairWith   string   `json:"pair_with,omitempty"` // a dish or a drink
	For        []string `json:"for,omitempty" jsonschema:"me, names; empty: all"`
	When       string   `json:"when,omitempty" jsonschema:"YYYY-MM-DD HH:MM, if not now"`
	Restaurant string   `json:"restaurant,omitempty" jsonschema:"if another"`

	// Of the reader; a model chooses itself.
	Others bool     `json:"others,omitempty" jsonschema:"-"` // than those shown
	Each   bool     `json:"each,omitempty" jsonschema:"-"`   // one dish for each person
	Named  bool     `json:"named,omitempty" jsonschema:"-"`  // one of several searches, each for one person: the answer says for whom
	Whom   string   `json:"whom,omitempty" jsonschema:"-"`   // a name that nobody at the table has: the dishes are those that everybody may have, and are said to be for this person
	Count  float64  `json:"count,omitempty" jsonschema:"-"`  // how many are asked for; 1: the house chooses
	Heard  []string `json:"heard,omitempty" jsonschema:"-"`  // wishes to search for where nothing fits the words of Wish; "*": anything
	Usual  bool     `json:"usual,omitempty" jsonschema:"-"`  // the guest did not name the course: the reader took the usual one
	Loose  bool     `json:"loose,omitempty" jsonschema:"-"`  // the wish names no food or drink ("something light"), so that a dish which comes near is offered as the closest, and not instead
	Minor  bool     `json:"minor,omitempty" jsonschema:"-"`  // a child is at the table: nothing with alcohol, unless a drink is wished for
}

// findDishesOut is the result of find_dishes as the house says it. A model gets the listing instead: see forModel.
type findDishesOut struct {
	Dishes     []dishFacts `json:"dishes"`                    // the best first
	None       string      `json:"none_fits,omitempty"`       // why there are no dishes
	NoneFor    []string    `json:"none_for,omitempty"`        // people for whom no dish was found
	AbovePrice []string    `json:"above_max_price,omitempty"` // dishes that would fit but for their price, the cheapest first
	LeftOut    []leftOut   `json:"left_out,omitempty"`
	SoldOut    []string    `json:"sold_out,omitempty"` // dishes that the wish names
	Unsure     []string    `json:"unsure,omitempty"`   // dishes left out because the card does not say what is in them
	AskFirst   string      `json:"ask_first,omitempty"`
	Course     string      `json:"course,omitempty"`  // that was asked for
	Count      int         `json:"count,omitempty"`   // how many dishes were asked for
	Sorted     string      `json:"sorted,omitempty"`  // the order: "cheap", a key of qualities
	Loose      bool        `json:"loose,omitempty"`   // the wish named no food: a dish that comes near is said as "the closest", and not as "there is none; instead …"
	Whom       string      `json:"whom,omitempty"`    // the person, of several, for whom no dish fits
	Rest       bool        `json:"no_main,omitempty"` // no main dish is for these people: the dishes are of other courses
	Apart      bool        `json:"apart,omitempty"`   // the dishes are for some people of the table: the answer does not say which of the others must not have them
	caution

	list *listing
}

// leftOut are the dishes that would have been found but for one bar: {Ana, leite: pudim, quindim}. It is the last form of
// a dish that a need removes, which the answer tells.
type leftOut struct {
	bar
	Dishes []string `json:"dishes"`
	More   int      `json:"more,omitempty"`
	All    string   `json:"all_of,omitempty"` // the course of which everything is
}

// leave adds the name of a dish to the leftOut of the same person and reason, or begins one. Of more than most names only
// the number is kept.
func leave(all []leftOut, b bar, name string, most int) []leftOut {
	i := slices.IndexFunc(all, func(l leftOut) bool { return l.bar == b })
	switch {
	case i < 0:
		return append(all, leftOut{bar: b, Dishes: []string{name}})
	case len(all[i].Dishes) < most:
		all[i].Dishes = append(all[i].Dishes, name)
	default:
		all[i].More++
	}
	return all
}

func (w *Waiter) findDishesTool() (agent.Tool, error) {
	about := "What those in `for` may have: `dishes` fit the wish, `others` and `more` hardly. Judge yourself."
	return agent.NewTool("find_dishes", about, w.findAndList, agent.Options[findDishesOut]{
		Schema: func(s *jsonschema.Schema) {
			if w.Others == nil {
				delete(s.Properties, "restaurant")
			}
		},
		Tell:  findDishesOut.forModel,
		Say:   sayFound,
		Reads: true, Lenient: true,
	})
}

// Limits of a result.
const (
	mostFitting = 6
	mostFound   = 8
	mostLeftOut = 3
	mostOfEach  = 4 // names left out for one reason

	mostSaid      = 3 // dishes in an answer
	mostOfOne     = 2 // dishes for one of several people
	mostElsewhere = 4 // dishes that come near a wish which none fits
	aboutChars    = 70
	aboutDishes   = 5 // dishes that are described
)

// findAndList runs find_dishes: it returns the dishes for the house's answer, with the listing that a model gets.
func (w *Waiter) findAndList(ctx context.Context, in findDishesIn) (out findDishesOut, err error) {
	s := scene.From(ctx)
	if in.When != "" {
		if err := come(s, in.When); err != nil {
			return out, err
		}
	}
	who, nobody := known(s, in.For)
	in.For = who
	out, q, err := w.findHeard(ctx, in)
	if err != nil {
		return out, err
	}
	if out.caution = q.caution(); !in.Each {
		out.list = q.list(ctx)
		out.list.Nobody, out.list.caution, out.list.AskFirst = nobody, out.caution, out.AskFirst
	}
	return out, nil
}

// caution returns the warnings about the needs of the table and about the wish: "the kitchen confirms".
func (q *search) caution() caution {
	return cautionOf(q.s, append(slices.Clip(q.meant), q.others...), q.strict || memory.Supposes(q.s.Message) || len(q.others) > 0, false)
}

// findHeard finds dishes, and looks for something else where nothing fits: the other wishes that were heard, a drink for a
// beer, and any course for a main dish.
func (w *Waiter) findHeard(ctx context.Context, in findDishesIn) (out findDishesOut, q *search, err error) {
	s := scene.From(ctx)
	card, err := w.onTable(ctx, s, in.Restaurant)
	if err != nil {
		return out, nil, err
	}
	if in.Restaurant = ""; in.Each {
		return w.findForEach(ctx, card, in)
	}
	if shown := card.lastShown(s); in.Others && in.Wish == "" && in.Course == "" && len(shown) > 0 {
		in.Course = shown[0].Course
	}
	out, q, err = w.findDishes(ctx, card, in)
	if err != nil || out.fits() > 0 {
		return out, q, err
	}
	if plain := out.None == "" || out.None == noneOnCard; plain || in.Loose && out.barred() {
		for _, wish := range in.Heard {
			again := in
			again.Wish = strings.Trim(wish, "*")
			if next, asked, err := w.findDishes(ctx, card, again); err != nil || next.fits() > 0 {
				return next, asked, err
			}
		}
	}
	instead := in
	switch {
	case q.course == "beer" && len(out.Dishes) == 0:
		instead.Course, instead.Wish = "drink", ""
	case in.Course == "main" && in.Wish == "" && (out.barred() || in.Usual && len(out.AbovePrice) > 0):
		instead.Course = ""
	default:
		return out, q, nil
	}
	next, _, err := w.findDishes(ctx, card, instead)
	if err != nil {
		return out, q, err
	}
	for _, d := range next.Dishes {
		if drink := d.Course == "drink" || d.Course == "beer"; instead.Course == "drink" || !drink { // a drink is no meal
			d.Fits = d.Fits && instead.Course == ""
			out.Dishes = append(out.Dishes, d)
		}
	}
	if out.Rest = out.fits() > 0 && len(out.AbovePrice) == 0; out.fits() > 0 {
		out.AbovePrice = nil
	}
	if instead.Course == "drink" && out.None == noneOnCard {
		out.None, out.Loose = "", false
	}
	return out, q, nil
}

// findForEach finds one dish for each person at the table, another for each where there are enough.
func (w *Waiter) findForEach(ctx context.Context, card *Card, in findDishesIn) (all findDishesOut, q *search, err error) {
	in.Each = false
	people := scene.From(ctx).People()
	if len(people) < 2 || slices.ContainsFunc(people, func(p hook.Person) bool { return p.Is(hook.Companion) || p.Count > 1 }) {
		return w.findDishes(ctx, card, in)
	}
	for _, p := range people {
		in.For = []string{or(p.Name, "me")}
		var one findDishesOut
		if one, q, err = w.findDishes(ctx, card, in); err != nil {
			return all, q, err
		}
		all.AskFirst, all.LeftOut = or(all.AskFirst, one.AskFirst), append(all.LeftOut, one.LeftOut...)
		fit := kept(one.Dishes, func(d dishFacts) bool { return d.Fits })
		i := slices.IndexFunc(fit, func(d dishFacts) bool {
			return !slices.ContainsFunc(all.Dishes, func(had dishFacts) bool { return had.ID == d.ID })
		})
		if len(fit) == 0 {
			all.NoneFor, all.AbovePrice = append(all.NoneFor, or(p.Name, guestName)), one.AbovePrice
			continue
		}
		d := fit[max(0, i)]
		d.For, d.NotFor = or(p.Name, guestName), nil
		all.Dishes = append(all.Dishes, d)
	}
	return all, q, nil
}

// fits counts the dishes that fit.
func (out findDishesOut) fits() (n int) {
	return len(kept(out.Dishes, func(d dishFacts) bool { return d.Fits }))
}

// barred reports whether what would fit is left out for somebody.
func (out findDishesOut) barred() bool { return out.None == onlyLeftOut || out.None == bestLeftOut }

// candidates returns the offers to choose from, the best first: those that fit, and some that come near.
func (q *search) candidates() (fit, near []*offer) {
	fit = q.fits()
	near = q.near(fit)
	mains := kept(fit, func(c *offer) bool { return c.Course == "main" })
	switch {
	case q.any && q.sort == "":
		fit = q.markedFirst(varied(fit))
	case q.sort != "" && q.course == "" && !q.any && !q.pairs && !spiced(q.sort) && len(mains) > 0: // the cheapest pasta is no cake
		fit = mains
	}
	if open := kept(fit, func(c *offer) bool { return !c.later }); q.sure && q.in.Wish == "" && len(open) > 0 { // who wishes for nothing gets what is served now
		fit, near = open, kept(near, func(c *offer) bool { return !c.later })
	}
	most, more := mostFitting, 6
	switch {
	case q.any:
		most, more = mostFound, mostFound
	case len(fit) > 3:
		more = 0
	case len(fit) > 0:
		more = 3
	}
	fit = fit[:min(len(fit), most)]
	near = kept(near, func(c *offer) bool { return !slices.Contains(fit, c) })
	return fit, near[:min(len(near), more, mostFound-len(fit))]
}

// varied puts dishes first that are served now, and of these some of different kinds: a fish, a meat, a pasta, none called
// as another.
func varied(all []*offer) []*offer {
	slices.SortStableFunc(all, func(a, b *offer) int {
		return cmp.Or(boolToInt(a.later)-boolToInt(b.later), cmp.Compare(a.ID, b.ID))
	})
	had := map[string]bool{}
	var first, rest []*offer
	for _, c := range all {
		kinds := append(c.words[:min(1, len(c.words)):1], kindsOf(&c.is.made)...)
		if slices.ContainsFunc(kinds, func(k string) bool { return had[k] }) {
			rest = append(rest, c)
			continue
		}
		for _, k := range kinds {
			had[k] = true
		}
		first = append(first, c)
	}
	return append(first, rest...)
}

func (w *Waiter) findDishes(ctx context.Context, card *Card, in findDishesIn) (out findDishesOut, q *search, err error) {
	s := scene.From(ctx)
	if q, err = w.newSearch(ctx, card, s, in); err != nil {
		return out, q, err
	}
	fit, near := q.candidates()
	out.Course, out.Count, out.Apart, out.Loose, out.Dishes = q.course, int(in.Count), len(in.For) > 0 && len(q.asked) > 0, in.Loose, []dishFacts{}
	out.Sorted = q.sort
	for i, c := range append(slices.Clip(fit), near...) {
		d := q.found(c, i < len(fit), i < aboutDishes)
		out.Dishes = append(out.Dishes, d)
		t := things([]Item{c.Item}, s.Language)[0]
		t.Note = noteOf(d.NotFor)
		s.Offer(ctx, t)
	}
	out.forWhom(q)
	for _, it := range card.refer(s, in.Wish) {
		if in.Wish != "" && it.isSoldOut(q.at) {
			out.SoldOut = append(out.SoldOut, it.called(s.Language))
		}
	}
	for _, c := range q.choose(q.only(unsure)) {
		if len(out.Unsure) < mostLeftOut {
			out.Unsure = append(out.Unsure, c.Name)
		}
	}
	var wished bool
	if out.LeftOut, wished = q.leftOut(); len(fit) == 0 {
		for i, l := range out.LeftOut {
			if q.barsAll(l.bar) {
				out.LeftOut[i].All = q.course
			}
		}
		for _, c := range sorted(q.choose(q.only(dear)), "cheap") {
			if len(out.AbovePrice) < mostLeftOut {
				out.AbovePrice = append(out.AbovePrice, c.called(s.Language)+" "+priceIn(c.Item, s.Language))
			}
		}
		out.None = out.noneFound(wished)
	}
	out.AskFirst = q.askFirst()
	return out, q, nil
}

// askToWhat is the AskFirst of an allergy that was told without its cause: "my daughter is allergic".
const askToWhat = "an allergy or intolerance was told, and not to what: ask before you recommend"

// askFirst returns what is to be asked before anything is recommended: what those at the table must not have could not be
// looked up, or an allergy was told without its cause.
func (q *search) askFirst() string {
	allergic := func(p hook.Person) bool { return len(p.Allergies) > 0 }
	unjudged := slices.ContainsFunc(slices.Concat(q.meant, q.others), func(p seat) bool { return len(p.cannot) > 0 }) // the answer says so: "allergic to xyzzy"
	switch s := q.s; {
	case s.Unknown && !unjudged:
		return "what they must not eat could not be looked up: ask before you recommend"
	case !slices.ContainsFunc(s.Table, allergic) && !memory.Supposes(s.Message) && Told(s.Message).Unknown:
		return askToWhat
	}
	return ""
}

// found makes the dish of a result of an offer.
func (q *search) found(c *offer, fits, described bool) dishFacts {
	d := q.brief(c.Item, q.warned(c.Item, q.others))
	d.Fits, d.Disliked = fits, q.card.dislikedBy(c.Item, q.asked)
	if q.sort == "strong" || q.sort == "weak" {
		d.Price = strings.TrimSuffix(d.Price+", "+abvOf(c.Item, q.l), ", ")
	}
	if described {
		d.About = shorten(c.about(q.l), aboutChars)
	}
	if c.Course != q.course {
		d.Course = c.Course
	}
	return d
}

// forWhom sets For on the dishes where the search was for one of several people, and keeps as many as an answer has room
// for.
func (out *findDishesOut) forWhom(q *search) {
	whom := q.in.Whom
	people := slices.DeleteFunc(slices.Clone(q.asked), func(p hook.Person) bool { return p.Is(hook.Companion) })
	if q.in.Named && len(people) == 1 {
		whom = or(people[0].Name, guestName)
	}
	switch n := min(mostOfOne, out.fits()); {
	case whom == "":
	case n == 0:
		out.Whom = whom
	default:
		out.Dishes = out.Dishes[:n] // those that fit are the first
		for i := range out.Dishes {
			out.Dishes[i].For, out.Dishes[i].NotFor = whom, nil
		}
	}
}

// Why nothing was found.
const (
	noneOnCard  = "nothing on the card is that"
	onlyLeftOut = "only what is left out for somebody" // the card has what was wished
	bestLeftOut = "what fits best is left out for somebody; these come near"
)

// noneFound returns why no dish fits: the dishes that would are sold out, too dear or left out for a person. It is ""
// where dishes come near, which the answer then judges.
func (out findDishesOut) noneFound(leftOut bool) string {
	switch {
	case len(out.SoldOut) > 0:
		return soldOut
	case len(out.AbovePrice) > 0:
		return "only above the price"
	case leftOut && len(out.Dishes) > 0:
		return bestLeftOut
	case leftOut:
		return onlyLeftOut
	case len(out.Dishes) > 0:
		return ""
	case len(out.Unsure) > 0:
		return "only what the card does not tell the contents of"
	}
	return noneOnCard
}

// minor returns an amount in the minor units of the card's currency.
func (card *Card) minor(amount float64) int64 {
	return int64(math.Round(amount * math.Pow10(currencies[card.currency()])))
}

// currency returns the currency of the card's prices, BRL if it has none.
func (card *Card) currency() string {
	i := slices.IndexFunc(card.all, func(it Item) bool { return it.Price != nil })
	if i < 0 {
		return "BRL"
	}
	return card.all[i].Price.Currency
}

// sayFound says the dishes that fit, or those that come nearest, in the words of the house.
func sayFound(out findDishesOut, l lang.Language) string {
	t := wordsIn(l)
	if out.AskFirst == askToWhat {
		return t.Menu.ToWhat
	} else if out.AskFirst != "" {
		return t.Menu.Unknown
	}
	lines := t.soldOut(out.SoldOut)
	offers, barred := t.offers(out)
	switch {
	case len(offers) > 0:
		lines = append(lines, t.listed(out, offers)...)
	case len(out.AbovePrice) > 0:
		lines = append(lines, fmt.Sprintf(t.Menu.Above, t.Either(out.AbovePrice[:min(2, len(out.AbovePrice))])))
	case len(out.Dishes) > 0:
		lines = append(lines, t.comesNear(out)...)
	case !out.barred():
		lines = append(lines, t.Menu.Nothing)
	}
	if out.Whom != "" && len(lines) > 0 {
		lines[0] = fmt.Sprintf(t.Menu.ForWhom, t.who(out.Whom), lowerFirst(lines[0]))
	}
	lines = append(lines, t.leftOut(barred)...)
	if out.Rest || len(offers) == 0 && (out.barred() || len(out.NoneFor) > 0) {
		lines = append(t.leftOut(out.LeftOut), lines...)
	}
	if len(out.Unsure) > 0 {
		lines = append(lines, fmt.Sprintf(t.Menu.Unsure, t.List(out.Unsure)))
	}
	if len(out.Dishes) == 0 { // without a dish the kitchen has nothing to confirm
		out.Kitchen = ""
	}
	return strings.Join(append(lines, t.caution(out.caution)...), "\n")
}

// offers says the dishes that fit, as many as were asked for. Of several dishes it returns the people they are not for as
// barred, to be said once behind all of them.
func (t phrases) offers(out findDishesOut) (offers []string, barred []leftOut) {
	most := cmp.Or(out.Count, mostSaid)
	if len(out.Dishes) > 0 && out.Dishes[0].For != "" {
		most = len(out.Dishes)
	}
	fit := kept(out.Dishes, func(d dishFacts) bool { return d.Fits })
	for _, d := range fit[:min(most, len(fit))] {
		if !out.Apart && len(fit) > 1 && most > 1 {
			barred = leaveAll(barred, d.NotFor, d.Name, mostFound)
		}
		if out.Apart || len(fit) > 1 && most > 1 {
			d.NotFor = nil
		}
		offers = append(offers, t.dish(d))
	}
	return offers, barred
}

// listed says dishes as an answer.
func (t phrases) listed(out findDishesOut, offers []string) []string {
	switch {
	case out.Dishes[0].For != "":
		return offers
	case len(offers) == 1 && out.Count == 1:
		return []string{fmt.Sprintf(cmp.Or(t.Menu.Compare[out.Sorted], t.Menu.Pick), offers[0])}
	case len(offers) == 1:
		return []string{fmt.Sprintf(t.Menu.One, offers[0])}
	}
	lines := []string{t.Menu.Some}
	if out.Course != "" {
		lines[0] = t.Menu.Courses[out.Course] + ":"
	}
	for _, o := range offers {
		lines = append(lines, "- "+o)
	}
	return lines
}

// comesNear says the dishes that come near a wish which none fits. A drink is said only where the first of them is one.
func (t phrases) comesNear(out findDishesOut) (lines []string) {
	var near []string
	for _, d := range out.Dishes {
		if drinks := d.Course == "drink" || d.Course == "beer"; len(near) < mostLeftOut && (len(near) == 0 || !drinks) {
			near = append(near, strings.TrimSpace(d.Name+" "+d.Price))
		}
	}
	if out.Loose {
		return []string{fmt.Sprintf(t.Menu.Closest, t.Either(near))}
	}
	if out.None == "" {
		lines = append(lines, t.Menu.Nothing)
	}
	return append(lines, fmt.Sprintf(t.Menu.Instead, t.Either(near)))
}

// dish says a candidate with its price, the hours it is not served, and the people it is not for.
func (t phrases) dish(d dishFacts) string {
	text := d.Name
	if about := strings.TrimRight(d.About, ".…"); about != "" {
		text += ": " + t.tells(about)
	}
	text += " (" + cmp.Or(d.Price, t.House.NoPrice) + ")."
	if d.For != "" {
		text = fmt.Sprintf(t.Menu.ForWhom, t.who(d.For), text)
	}
	if d.Closed != "" {
		text += " " + t.hours(d.Name, d.Served)
	}
	return joined(text, t.disliked(d.Name, d.Disliked), t.checks(d.Check), t.notFor(d.Name, d.NotFor))
}
