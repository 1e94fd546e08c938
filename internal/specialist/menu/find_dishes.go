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
	"github.com/maitre-dev/maitre/internal/base/texts"
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
	Others bool     `json:"others,omitempty"` // than those shown
	Each   bool     `json:"each,omitempty"`   // one dish for each person
	Named  bool     `json:"named,omitempty"`  // of several searches, each for somebody: it is said for whom
	Whom   string   `json:"whom,omitempty"`   // who is called so is not known: it is what all may have
	Count  float64  `json:"count,omitempty"`  // how many are asked for; 1: the house chooses
	Heard  []string `json:"heard,omitempty"`  // what the wish comes to, where nothing fits its words; "*": anything
	Loose  bool     `json:"loose,omitempty"`  // no food is named that a dish may not be
	Minor  bool     `json:"minor,omitempty"`  // a child is at the table: nothing with alcohol, unless a drink is wished for
}

type findDishesOut struct {
	Dishes      []foundDish `json:"dishes"`                    // the best first
	None        string      `json:"none_fits,omitempty"`       // why there are no dishes
	NoneFor     []string    `json:"none_for,omitempty"`        // people whom nothing was found for
	AbovePrice  []string    `json:"above_max_price,omitempty"` // what would fit but for its price, the cheapest first
	LeftOut     []leftOut   `json:"left_out,omitempty"`
	SoldOut     []string    `json:"sold_out,omitempty"`     // of what was wished by its name
	Unsure      []string    `json:"unsure,omitempty"`       // left out: the card does not say what is in them
	CannotJudge []bar       `json:"cannot_judge,omitempty"` // needs that no card can be judged by
	Cautioned   bool        `json:"told_before,omitempty"`  // of these needs: it is not said again
	Kitchen     string      `json:"kitchen,omitempty"`
	AskFirst    string      `json:"ask_first,omitempty"`
	Course      string      `json:"course,omitempty"`  // that was asked for
	Count       int         `json:"count,omitempty"`   // how many were
	Sorted      string      `json:"sorted,omitempty"`  // cheap or dear first
	Loose       bool        `json:"loose,omitempty"`   // what comes near is no less than was asked for
	Whom        string      `json:"whom,omitempty"`    // of several people whom nothing fits
	Rest        bool        `json:"no_main,omitempty"` // no main dish is for them: these are of the rest of the card
	Apart       bool        `json:"apart,omitempty"`   // it was asked for some of the table: for whom else it is not goes unsaid

	list  *listing // for a model
	asked query    // what was searched for
	found found
}

// A foundDish is a candidate: whoever answers chooses.
type foundDish struct {
	ID       string `json:"-"` // names do: an id in a text would be copied
	Name     string `json:"name"`
	Price    string `json:"price,omitempty"`
	Course   string `json:"course,omitempty"` // if none was asked for
	Fits     bool   `json:"match,omitempty"`  // a rule would choose it
	About    string `json:"about,omitempty"`
	Served   string `json:"served,omitempty"`
	Closed   string `json:"not_served_at,omitempty"` // the hour at which the guest is there
	NotFor   []bar  `json:"not_for,omitempty"`
	Disliked []bar  `json:"disliked,omitempty"` // it has what somebody does not like
	Check    []bar  `json:"check,omitempty"`    // what the kitchen is to be asked, and for whom
	For      string `json:"for,omitempty"`      // whom it is chosen for
}

// leftOut are dishes that would have been found but for what somebody must not have.
type leftOut struct {
	bar
	Dishes []string `json:"dishes"`
	More   int      `json:"more,omitempty"`
}

// leave adds a dish to what is left out, to those of the same person and reason.
func leave(all []leftOut, b bar, name string, most int) []leftOut {
	i := slices.IndexFunc(all, func(l leftOut) bool { return l.bar == b })
	if i < 0 {
		return append(all, leftOut{bar: b, Dishes: []string{name}})
	}
	if len(all[i].Dishes) < most {
		all[i].Dishes = append(all[i].Dishes, name)
	} else {
		all[i].More++
	}
	return all
}

func (w *Waiter) findDishesTool() (agent.Tool, error) {
	return agent.NewTool("find_dishes", "What those in `for` may have: `dishes` fit the wish, `others` and `more` hardly. Judge yourself.", w.findAndList, agent.Options[findDishesOut]{
		Schema: func(s *jsonschema.Schema) {
			for _, own := range []string{"others", "count", "each", "named", "whom", "heard", "loose", "minor"} {
				delete(s.Properties, own)
			}
			if w.Others == nil {
				delete(s.Properties, "restaurant")
			}
		},
		Tell:  findDishesOut.told,
		Say:   sayFound,
		Reads: true, Lenient: true,
	})
}

// How many candidates there are.
const (
	mostFitting = 6
	mostFound   = 8
	mostLeftOut = 3
	mostOfEach  = 4 // left out for one reason

	mostSaid      = 3 // in an answer
	mostOfOne     = 2 // for one of several people
	mostElsewhere = 4 // that come near a wish which nothing fits
	aboutChars    = 70
	aboutDishes   = 5 // that are described
)

// findHeard searches the card, and where nothing fits the words of a wish it searches for
// what the reader heard in them: guests say more than they wish for. Where no main dish is for
// them, what is of the rest of the card, and where no beer is, other drinks come near.
func (w *Waiter) findHeard(ctx context.Context, in findDishesIn) (out findDishesOut, err error) {
	out, err = w.findDishes(ctx, in)
	out.Loose = in.Loose
	for _, wish := range in.Heard {
		leftOut := out.None == onlyLeftOut || out.None == bestLeftOut
		if err != nil || out.None != "" && out.None != noneOnCard && !(in.Loose && leftOut) || len(fittingDishes(out.Dishes)) > 0 {
			break
		}
		in.Wish = strings.Trim(wish, "*")
		if next, err := w.findDishes(ctx, in); err == nil && len(fittingDishes(next.Dishes)) > 0 {
			return next, nil
		}
	}
	if err == nil && in.Course == "main" && in.Wish == "" && out.None == onlyLeftOut {
		in.Course = ""
		rest, err := w.findDishes(ctx, in)
		rest.Dishes = slices.DeleteFunc(rest.Dishes, func(d foundDish) bool { return d.Course == "drink" || d.Course == "beer" }) // they are hungry
		if err == nil && len(fittingDishes(rest.Dishes)) > 0 {
			rest.Rest, rest.LeftOut = true, out.LeftOut
			return rest, nil
		}
	}
	if err == nil && courseCalled(in.Course) == "beer" && len(out.Dishes) == 0 {
		in.Course, in.Wish = "drink", ""
		drinks, err := w.findDishes(ctx, in)
		out.Dishes = drinks.Dishes
		if out.None == noneOnCard {
			out.None, out.Loose = "", false
		}
		for i := range out.Dishes {
			out.Dishes[i].Fits = false
		}
		return out, err
	}
	return out, err
}

func (w *Waiter) findDishes(ctx context.Context, in findDishesIn) (out findDishesOut, err error) {
	s := scene.From(ctx)
	card, err := w.onTable(ctx, s, in.Restaurant)
	if err != nil {
		return out, err
	}
	if people := s.People(); in.Each && len(people) > 1 && !slices.ContainsFunc(people, func(p hook.Person) bool { return p.Is(hook.Companion) || p.Count > 1 }) {
		return w.findForEach(ctx, in, people)
	}
	apart := len(in.For) > 0
	if !apart && (courseCalled(in.Course) == "beer" || namesAlcohol(in.Wish)) {
		in.For = card.drinkers(s)
	}
	meant, others := card.seats(s, in.For)
	asked, _ := s.Meant(in.For)
	q := w.query(card, s, in)
	q.never = join(s.MustNots(in.For), meant)
	f, err := q.search(ctx)
	if err != nil {
		return out, err
	}
	out.asked, out.found = q, f
	found := q.candidates(f)
	if in.PairWith != "" && q.wish != "" {
		if found, err = q.alsoWished(ctx, found, w.query(card, s, in.unpaired())); err != nil {
			return out, err
		}
	}
	for _, also := range w.besides(card, s, in, q, found) {
		more, err := also.search(ctx)
		if err != nil {
			return out, err
		}
		for i, c := range fitting(also.candidates(more), true) {
			if i < mostElsewhere && !isAmong(found, c.id) && !(q.dry && card.strong(c.id)) {
				found = slices.Insert(found, min(i, len(found)), chosen{id: c.id})
			}
		}
	}
	if in.Sort == "" && byPrice(q.wish) == 0 {
		found = card.stated(found, q.never)
	}
	if in.Sort != "" {
		found = append(q.sorted(fitting(found, true)), q.sorted(fitting(found, false))...)
	}
	at, _, certain := w.timeOf(s)
	closed := func(c chosen) bool {
		_, hour := w.served(card.byID[c.id], at, certain)
		return hour != ""
	}
	if open := slices.DeleteFunc(slices.Clone(found), closed); in.Wish == "" && len(fitting(open, true)) > 0 { // who leaves it to the house gets what there is now
		found = open
	}
	found = found[:min(len(found), mostFound)]
	out.Course, out.Count, out.Apart = courseCalled(in.Course), int(in.Count), apart && len(asked) > 0
	switch {
	case byPrice(in.Sort) > 0:
		out.Sorted = "cheap"
	case strings.HasPrefix(in.Sort, "exp"), strings.HasPrefix(in.Sort, "dear"):
		out.Sorted = "dear"
	case q.strength < 0:
		out.Sorted = "strong"
	case q.strength > 0:
		out.Sorted = "weak"
	case qualities[q.sort] != quality{}:
		if out.Sorted = q.sort; out.Count == 1 { // those that are as much so are told too
			same := slices.DeleteFunc(fitting(found, true), func(c chosen) bool {
				return card.degree(card.byID[c.id], q.sort) < card.degree(card.byID[found[0].id], q.sort)
			})
			out.Count = max(1, min(len(same), mostSaid))
		}
	}
	out.Dishes = []foundDish{}
	var offered []scene.Thing
	for i, c := range found {
		it := card.byID[c.id]
		d := foundDish{
			ID: it.ID, Name: it.called(s.Language), Price: priceIn(it, s.Language), Course: it.Course, Fits: c.fits,
			NotFor: card.warned(it, others, s), Check: card.checks(it, meant, s.Language), Disliked: card.dislikedBy(it, asked),
		}
		if d.Served, d.Closed = w.served(it, at, certain); q.strength != 0 && abvOf(it, s.Language) != "" {
			d.Price += ", " + abvOf(it, s.Language)
		}
		if i < aboutDishes {
			d.About = shorten(it.about(s.Language), aboutChars)
		}
		if in.Course != "" && it.Course == courseCalled(in.Course) {
			d.Course = ""
		}
		out.Dishes = append(out.Dishes, d)
		t := things([]Item{it}, s.Language)[0]
		t.Note = noteOf(d.NotFor)
		offered = append(offered, t)
	}
	if one := slices.DeleteFunc(slices.Clone(asked), func(p hook.Person) bool { return p.Is(hook.Companion) }); in.Named && len(one) == 1 {
		in.Whom = or(one[0].Name, guestName)
	}
	if in.Whom != "" {
		fit := fittingDishes(out.Dishes)
		for i := range fit[:min(mostOfOne, len(fit))] {
			fit[i].For, fit[i].NotFor, out.Dishes = in.Whom, nil, fit[:i+1]
		}
		if len(fit) == 0 {
			out.Whom = in.Whom
		}
	}
	s.Offer(ctx, offered...)
	for _, it := range card.refer(s, in.Wish) {
		if in.Wish != "" && it.isSoldOut(at) {
			out.SoldOut = append(out.SoldOut, it.called(s.Language))
		}
	}
	for _, c := range f.unsure.Candidates {
		if len(out.Unsure) < mostLeftOut && (q.any || slices.Contains(rerankByRule(f.unsure).IDs, c.ID)) {
			out.Unsure = append(out.Unsure, c.Name)
		}
	}
	var wished bool
	if out.LeftOut, wished, err = q.leftOut(ctx, meant, s.Language); err != nil {
		return out, err
	}
	if !slices.ContainsFunc(found, func(c chosen) bool { return c.fits }) {
		if out.AbovePrice, err = q.above(ctx, s.Language); err != nil {
			return out, err
		}
		out.None = noneFound(out, wished)
	}
	out.CannotJudge = cannotJudge(append(slices.Clip(meant), others...)...)
	out.Cautioned = cautioned(s, out.CannotJudge)
	supposes := memory.Supposes(s.Message)
	if safe, _ := q.guard(); (safe.strict() || supposes || len(others) > 0 || len(out.CannotJudge) > 0) && !saidKitchen(s) {
		out.Kitchen = kitchenConfirms
	}
	switch allergic := func(p hook.Person) bool { return len(p.Allergies) > 0 }; {
	case s.Unknown && len(out.CannotJudge) == 0: // else the answer says what the card cannot be judged by: "allergic to xyzzy"
		out.AskFirst = "what they must not eat could not be looked up: ask before you recommend"
	case !slices.ContainsFunc(s.Table, allergic) && tell(s.Message).own.Unknown && !supposes: // "my daughter is allergic, what can she have?"
		out.AskFirst = askToWhat
	}
	return out, nil
}

// askToWhat is said of an allergy that was told without its cause.
const askToWhat = "an allergy or intolerance was told, and not to what: ask before you recommend"

// stated puts first what the card itself says to be without what somebody must not
// have: "sem glúten" for who has coeliac disease.
func (card *Card) stated(found []chosen, never hook.Constraints) []chosen {
	var bars set
	for _, x := range slices.Concat(never.Allergies, never.Diets) {
		bars |= barred(x)
	}
	states := func(c chosen) int {
		for _, tag := range card.byID[c.id].Tags {
			if free, ok := strings.CutPrefix(lang.Fold(tag), "sem "); ok && c.fits && bars&setOf(ParseAllergens(free)) != 0 {
				return 0
			}
		}
		return 1
	}
	slices.SortStableFunc(found, func(a, b chosen) int { return states(a) - states(b) })
	return found
}

// noneFound says why nothing was found, or only what comes near: what is wished costs
// more, or is left out. Else whoever answers judges what comes near.
func noneFound(out findDishesOut, leftOut bool) string {
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

const noneOnCard = "nothing on the card is that"

// onlyLeftOut says that what is wished is on the card, and left out.
const onlyLeftOut = "only what is left out for somebody"

// bestLeftOut says so beside what comes near.
const bestLeftOut = "what fits best is left out for somebody; these come near"

// minor returns an amount in the minor units of the card's currency.
func (card *Card) minor(amount float64) int64 {
	return int64(math.Round(amount * math.Pow10(currencies[card.currency()])))
}

// currency is that of the card's prices.
func (card *Card) currency() string {
	for _, id := range card.items.IDs() {
		if p := card.byID[id].Price; p != nil {
			return p.Currency
		}
	}
	return "BRL"
}

func allergensIn(names []string, l lang.Language) (all []string) {
	for _, n := range names {
		all = append(all, AllergenName(n, l))
	}
	return all
}

// noteOf says who must not have something.
func noteOf(bars []bar) string {
	if len(bars) == 0 {
		return ""
	}
	var who []string
	for _, b := range bars {
		who = append(who, b.Who)
	}
	return "not for " + strings.Join(who, ", ")
}

// shorten cuts a text that is longer at the end of a part of a sentence, or of
// a word.
func shorten(text string, most int) string {
	text = strings.TrimSpace(text)
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	cut := string(runes[:most])
	if i := strings.LastIndexAny(cut, ".,;:"); i > most/3 {
		return cut[:i]
	}
	if i := strings.LastIndex(cut, " "); i > 0 {
		cut = cut[:i]
	}
	for i := strings.LastIndex(cut, " "); i > 0 && inName[lang.Fold(cut[i+1:])]; i = strings.LastIndex(cut, " ") {
		cut = cut[:i] // ends on no "e" or "de"
	}
	return cut + "…"
}

// sayFound says what fits in the words of the house, or what comes nearest.
func sayFound(out findDishesOut, l lang.Language) string {
	t := phrases{texts.In(l)}
	var lines, offers []string
	most := cmp.Or(out.Count, mostSaid)
	if len(out.Dishes) > 0 && out.Dishes[0].For != "" {
		most = len(out.Dishes)
	}
	var barred []leftOut // of several dishes, said once
	for _, d := range out.Dishes {
		if !d.Fits || len(offers) >= most {
			continue
		}
		if out.Apart {
			d.NotFor = nil
		}
		if len(fittingDishes(out.Dishes)) > 1 && most > 1 {
			for _, b := range d.NotFor {
				if b.Why != unknownContents {
					barred = leave(barred, b, d.Name, mostFound)
				}
			}
			d.NotFor = nil
		}
		offers = append(offers, t.dish(d))
	}
	for _, name := range out.SoldOut {
		lines = append(lines, fmt.Sprintf(t.Menu.SoldOut, name))
	}
	switch {
	case out.AskFirst == askToWhat:
		return t.Menu.ToWhat
	case out.AskFirst != "":
		return t.Menu.Unknown
	case len(offers) > 0 && out.Dishes[0].For != "":
		lines = append(lines, offers...)
	case len(offers) == 1 && out.Count == 1 && out.Sorted != "":
		lines = append(lines, fmt.Sprintf(t.Menu.Compare[out.Sorted], offers[0]))
	case len(offers) == 1 && out.Count == 1:
		lines = append(lines, fmt.Sprintf(t.Menu.Pick, offers[0]))
	case len(offers) == 1:
		lines = append(lines, fmt.Sprintf(t.Menu.One, offers[0]))
	case len(offers) > 1:
		head := t.Menu.Some
		if out.Course != "" {
			head = t.Menu.Courses[out.Course] + ":"
		}
		lines = append(lines, head)
		for _, o := range offers {
			lines = append(lines, "- "+o)
		}
	case len(out.AbovePrice) > 0:
		lines = append(lines, fmt.Sprintf(t.Menu.Above, t.Either(out.AbovePrice[:min(2, len(out.AbovePrice))])))
	case len(out.Dishes) > 0:
		var near []string
		for _, d := range out.Dishes {
			if drinks := d.Course == "drink" || d.Course == "beer"; len(near) < mostLeftOut && (len(near) == 0 || !drinks) {
				near = append(near, strings.TrimSpace(d.Name+" "+d.Price))
			}
		}
		if out.None == "" && !out.Loose {
			lines = append(lines, t.Menu.Nothing)
		}
		if out.Loose {
			lines = append(lines, fmt.Sprintf(t.Menu.Closest, t.Either(near)))
		} else {
			lines = append(lines, fmt.Sprintf(t.Menu.Instead, t.Either(near)))
		}
	case out.None != onlyLeftOut && out.None != bestLeftOut:
		lines = append(lines, t.Menu.Nothing)
	}
	if out.Whom != "" && len(lines) > 0 {
		lines[0] = fmt.Sprintf(t.Menu.ForWhom, t.who(out.Whom), lowerFirst(lines[0]))
	}
	lines = append(lines, t.leftOut(barred)...)
	if out.Rest || len(offers) == 0 && (out.None == onlyLeftOut || out.None == bestLeftOut || len(out.NoneFor) > 0) {
		lines = append(t.leftOut(out.LeftOut), lines...)
	}
	if len(out.Unsure) > 0 && len(offers) < 2 {
		lines = append(lines, fmt.Sprintf(t.Menu.Unsure, t.List(out.Unsure)))
	}
	if len(out.Dishes) == 0 { // of nothing there is nothing to confirm
		out.Kitchen = ""
	}
	return strings.Join(append(lines, t.caution(unlessTold(out.CannotJudge, out.Cautioned), out.Kitchen)...), "\n")
}

// fittingDishes are the candidates that fit a wish.
func fittingDishes(all []foundDish) []foundDish {
	return slices.DeleteFunc(slices.Clone(all), func(d foundDish) bool { return !d.Fits })
}

// dish says a candidate with its price, and when and for whom it is not.
func (t phrases) dish(d foundDish) string {
	text := d.Name
	if about := strings.TrimRight(d.About, ".…"); about != "" {
		text += ": " + t.tells(about)
	}
	text += " (" + cmp.Or(d.Price, t.House.NoPrice) + ")."
	if d.For != "" {
		text = fmt.Sprintf(t.Menu.ForWhom, t.who(d.For), text)
	}
	if d.Closed != "" {
		text += " " + t.served([]Item{{Name: d.Name, Hours: d.Served}})
	}
	return strings.Join(strings.Fields(strings.Join([]string{text, t.disliked(d.Name, d.Disliked), t.checks(d.Check), t.notFor(d.Name, d.NotFor)}, " ")), " ")
}

// who is a person at the table as the house calls them.
func (t phrases) who(name string) string {
	switch name {
	case guestName:
		return t.Menu.You
	case hook.Companion:
		return t.Menu.Companion
	}
	return t.Yours(name)
}

// notFor says who must not have a dish, as far as it is known what is in it.
func (t phrases) notFor(name string, bars []bar) string {
	var who []string
	for _, b := range bars {
		one := t.who(b.Who)
		if b.Why != unknownContents {
			who = append(who, one+" ("+b.Why+")")
		}
	}
	if len(who) == 0 {
		return ""
	}
	return fmt.Sprintf(t.Menu.NotFor, name, t.List(who))
}

// leftOut says which dishes are not for whom, by reason.
func (t phrases) leftOut(all []leftOut) (lines []string) {
	for _, left := range all {
		if names := left.Dishes; len(names) == 1 && left.More == 0 {
			lines = append(lines, t.notFor(names[0], []bar{left.bar}))
		} else {
			lines = append(lines, fmt.Sprintf(t.Menu.Avoid, t.who(left.Who), left.Why, t.List(names)))
		}
	}
	return lines
}

// caution says what cannot be judged, and that the kitchen is to be asked.
func (t phrases) caution(cannot []bar, kitchen string) (lines []string) {
	var needs []string
	for _, b := range cannot {
		needs = add(needs, []string{b.Why})
	}
	if len(needs) > 0 {
		return []string{fmt.Sprintf(t.Menu.Health, t.List(needs))}
	}
	if kitchen != "" {
		lines = append(lines, t.Menu.Kitchen)
	}
	return lines
}
