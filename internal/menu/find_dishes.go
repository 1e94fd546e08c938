package menu

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
)

type findDishesIn struct {
	Wish       string `json:"wish,omitempty" jsonschema:"in the guest's words"`
	Course     string `json:"course,omitempty" jsonschema:"starter, main, side, dessert, drink, beer, snack or breakfast"`
	MaxPrice   number `json:"max_price,omitempty"`
	Sort       string `json:"sort,omitempty" jsonschema:"cheap, light, strong…"`
	PairWith   string `json:"pair_with,omitempty" jsonschema:"dish or drink"`
	For        list   `json:"for,omitempty" jsonschema:"who will have it: me (the guest alone), names; empty: all"`
	Restaurant string `json:"restaurant,omitempty" jsonschema:"if not this house"`
}

type findDishesOut struct {
	Dishes      []foundDish `json:"dishes"` // the best first
	LeftOut     []leftOut   `json:"left_out,omitempty"`
	Unsure      []string    `json:"unsure,omitempty"`       // left out: the card does not say what is in them
	CannotJudge []bar       `json:"cannot_judge,omitempty"` // needs that no card can be judged by
	Kitchen     string      `json:"kitchen,omitempty"`
	AskFirst    string      `json:"ask_first,omitempty"`
}

// A foundDish is a candidate: whoever answers chooses.
type foundDish struct {
	ID       string   `json:"-"` // names do: an id in a text would be copied
	Name     string   `json:"name"`
	Price    string   `json:"price,omitempty"`
	Course   string   `json:"course,omitempty"` // if none was asked for
	Fits     bool     `json:"fits,omitempty"`   // a rule would choose it
	About    string   `json:"about,omitempty"`
	Of       string   `json:"of,omitempty"`       // ingredients
	Contains []string `json:"contains,omitempty"` // allergens that the card states
	Likely   []string `json:"likely,omitempty"`   // allergens by its ingredients
	Tags     []string `json:"tags,omitempty"`
	Served   string   `json:"served,omitempty"`
	Now      *bool    `json:"now,omitempty"` // false: it is not served at this hour
	NotFor   []bar    `json:"not_for,omitempty"`
}

// leftOut is what would have been found but for what somebody must not have.
type leftOut struct {
	Name string `json:"name"`
	bar
}

func (w *Waiter) findDishesTool() (agent.Tool, error) {
	return agent.NewTool("find_dishes", "Searches the card; leaves out what people must not have. Choose among the results.", w.findDishes, agent.Options[findDishesOut]{
		Schema: forgiving("max_price", "for"),
		Say:    sayFound,
	})
}

// How many candidates there are.
const (
	mostFitting = 6
	mostFound   = 8
	mostLeftOut = 3
	aboutChars  = 70
	aboutDishes = 5 // that are described
	mostTags    = 3
)

func (w *Waiter) findDishes(ctx context.Context, in findDishesIn) (out findDishesOut, err error) {
	s := scene.From(ctx)
	card, err := w.onTable(ctx, s, in.Restaurant)
	if err != nil {
		return out, err
	}
	meant, others := card.seats(s, in.For)
	q := w.query(card, s, in)
	q.never = join(s.MustNots(in.For), meant)
	f, err := q.search(ctx)
	if err != nil {
		return out, err
	}
	found := q.candidates(f)
	for _, also := range w.besides(card, s, in, q, found) {
		more, err := also.search(ctx)
		if err != nil {
			return out, err
		}
		found = merged(also.candidates(more), found)
	}
	out.Dishes = []foundDish{}
	var offered []scene.Thing
	for i, c := range found {
		it := card.byID[c.id]
		d := foundDish{
			ID: it.ID, Name: it.Name, Price: priceIn(it, s.Language), Course: it.Course, Fits: c.fits,
			Contains: allergensIn(it.Allergens, s.Language), Likely: allergensIn(it.Inferred, s.Language),
			NotFor: card.bars(it, others, s.Language),
		}
		d.Served, d.Now = served(it, w.timeOf(s))
		if i < aboutDishes {
			d.About = shorten(it.Description, aboutChars)
		}
		if d.Of = strings.Join(it.Ingredients, ", "); in.Course != "" {
			d.Course = ""
		}
		d.Tags = mainTags(it.Tags)
		out.Dishes = append(out.Dishes, d)
		t := things([]Item{it}, s.Language)[0]
		t.Note = noteOf(d.NotFor)
		offered = append(offered, t)
	}
	s.Offer(ctx, offered...)
	for _, c := range f.unsure.Candidates {
		if len(out.Unsure) < mostLeftOut && (q.any || slices.Contains(rerankByRule(f.unsure).IDs, c.ID)) {
			out.Unsure = append(out.Unsure, c.Name)
		}
	}
	out.LeftOut, err = q.leftOut(ctx, meant, s.Language)
	if err != nil {
		return out, err
	}
	out.CannotJudge = cannotJudge(append(slices.Clip(meant), others...)...)
	if safe, _ := q.guard(); safe.strict() || len(others) > 0 || len(out.CannotJudge) > 0 {
		out.Kitchen = kitchenConfirms
	}
	if s.Unknown {
		out.AskFirst = "what they must not eat could not be looked up: ask before you recommend"
	}
	return out, nil
}

// mainTags returns the tags that decide a choice, diets and strength first.
func mainTags(tags []string) []string {
	rank := func(tag string) int {
		folded := lang.Fold(tag)
		if strings.HasPrefix(folded, "veg") || strings.HasPrefix(folded, "sem ") || strings.Contains(tag, "%") || strings.HasPrefix(folded, "picant") || strings.HasPrefix(folded, "doce") {
			return 0
		}
		return 1
	}
	tags = slices.Clone(tags)
	slices.SortStableFunc(tags, func(a, b string) int { return rank(a) - rank(b) })
	return tags[:min(len(tags), mostTags)]
}

// besides returns other searches for a wish: without what it is to go with, which
// leaves little room for the wish itself, and, if nothing fits, without what it is
// not to be ("a cocktail with rum, not a sour one"), unless that is a matter of health.
func (w *Waiter) besides(card *Card, s *scene.Scene, in findDishesIn, q query, found []chosen) (all []query) {
	try := func(in findDishesIn) {
		other := w.query(card, s, in)
		other.never = q.never
		all = append(all, other)
	}
	if in.PairWith != "" && strings.TrimSpace(in.Wish) != "" {
		alone := in
		alone.PairWith = ""
		try(alone)
	}
	safe, state := q.guard()
	wanted := notThat().ReplaceAllString(in.Wish, "")
	if wanted != in.Wish && strings.TrimSpace(wanted) != "" && len(safe.asked(state)) == 0 && !slices.ContainsFunc(found, func(c chosen) bool { return c.fits }) {
		plain := in
		plain.Wish = wanted
		try(plain)
	}
	return all
}

var notThat = lazily(`(?i)[,;]?\s*\b(?:que n[aã]o|mas n[aã]o|que no|pero no|but not|not|no|sem|sin|without|nada)\s.*$`)

// merged returns candidates of two searches: those of the first that fit come
// first, then those of the second, then the rest.
func merged(a, b []chosen) (all []chosen) {
	for _, c := range slices.Concat(fitting(a, true), b, fitting(a, false)) {
		if !slices.ContainsFunc(all, func(had chosen) bool { return had.id == c.id }) && len(all) < mostFound {
			all = append(all, c)
		}
	}
	return all
}

func fitting(all []chosen, fits bool) []chosen {
	return slices.DeleteFunc(slices.Clone(all), func(c chosen) bool { return c.fits != fits })
}

// A query is a search of the card as a tool was asked for it.
type query struct {
	card   *Card
	text   string // the wish as readWish understands it
	intent Intent
	any    bool // all there is, or all of a course, is wanted
	only   func(Item) bool
	most   int64
	sort   string
	now    time.Time
	seen   []string
	never  hook.Constraints
	refine *retrieve.Refiner
}

func (w *Waiter) query(card *Card, s *scene.Scene, in findDishesIn) query {
	rules := &task.Runner{}
	if w.Tasks != nil {
		*rules = *w.Tasks
		rules.Models = nil
	}
	q := query{
		card: card, text: strings.TrimSpace(in.Wish), intent: Wish, sort: lang.Fold(in.Sort), now: w.timeOf(s),
		most: card.minor(float64(in.MaxPrice)), refine: &retrieve.Refiner{Tasks: rules},
	}
	if says(spaced(in.Wish), others) {
		for _, it := range card.lastShown(s) {
			q.seen = append(q.seen, it.ID)
		}
	}
	course := courseCalled(in.Course)
	beside := ""
	if in.PairWith != "" {
		thing := in.PairWith
		if items := card.refer(s, in.PairWith); len(items) > 0 {
			beside, thing = items[0].ID, items[0].Name
			if len(knowledge().food.Facets(thing)) == 0 {
				thing += ", " + strings.Join(items[0].Ingredients[:min(3, len(items[0].Ingredients))], ", ")
			}
		}
		q.intent, q.text = Pairing, strings.TrimSpace(cmp.Or(courseWords[course], q.text)+" combina com "+thing)
	} else if _, _, ok := paired(q.text); ok {
		q.intent = Pairing
	}
	if course != "" || beside != "" {
		q.only = func(it Item) bool {
			return it.ID != beside && (course == "" || it.Course == "" || fitsCourse(it.Course, course, false))
		}
	}
	if q.text == "" {
		q.any = course != "" || q.sort != "" // and else a few of each
		q.text = cmp.Or(courseWords[course], "o que você recomenda?")
	}
	return q
}

// courseWords ask for a course as a guest does.
var courseWords = map[string]string{
	"starter": "entrada", "main": "prato principal", "side": "acompanhamento", "dessert": "sobremesa", "drink": "bebida", "beer": "cerveja", "snack": "petisco", "breakfast": "café da manhã",
}

// courseCalled returns the course that a model means.
func courseCalled(name string) string {
	folded := lang.Fold(name)
	for _, c := range Courses {
		if folded == c || folded == c+"s" {
			return c
		}
	}
	course, _ := courseOf(name)
	return course
}

// guard is who keeps from a search what must not be found.
func (q query) guard() (*guard, State) {
	s := State{Query: q.text, Intent: q.intent, Constraints: q.never, Seen: q.seen}
	g := newGuard(q.card, s, q.now)
	g.only = q.only
	if q.most > 0 {
		g.most = q.most
	}
	return g, s
}

func (q query) search(ctx context.Context) (found, error) {
	safe, s := q.guard()
	open := q.open()
	if !q.any && !open {
		return q.card.look(ctx, safe, s, q.refine)
	}
	var all []chosen
	for _, id := range q.card.items.IDs() {
		all = append(all, chosen{id: id})
	}
	var hits []retrieve.Hit
	met := map[string]int{}
	for _, c := range q.sorted(all) {
		it := q.card.byID[c.id]
		d, ok := q.card.items.Get(c.id)
		if !ok || !safe.allows(it) || slices.Contains(q.seen, c.id) {
			continue
		}
		if !it.Unknown && (q.now.IsZero() || it.Available(q.now)) {
			if met[it.Course]++; open && met[it.Course] > pool/len(Courses) {
				continue // a few of each
			}
		}
		hits = append(hits, retrieve.Hit{Doc: d})
	}
	return sift(q.card, safe, s, hits), nil
}

// open reports whether it is left to the house what to eat.
func (q query) open() bool { return q.intent == Wish && !q.any && readWish(q.text).open }

// A chosen is a candidate that is returned, and whether the rule would choose it.
type chosen struct {
	id   string
	fits bool
}

// candidates returns what is to be chosen from, the best first: what fits and is
// served now, what fits and is served later, and some that come near.
func (q query) candidates(f found) []chosen {
	// That it is to be shared is no trait that a card tells of every dish.
	ranked := func(in RerankIn) []string {
		ids := rerankByRule(in).IDs
		if plainer := sharing().ReplaceAllString(in.Query, " "); len(ids) == 0 && plainer != in.Query {
			in.Query = plainer
			ids = rerankByRule(in).IDs
		}
		return ids
	}
	var fit, near []chosen
	taken := map[string]bool{}
	for _, in := range []RerankIn{f.fit, f.closed} {
		in.Limit = pool
		var some []chosen
		for _, p := range picks(in, ranked(in), q.never.Dislikes, pool) {
			some = append(some, chosen{p.ID, true})
			taken[p.ID] = true
		}
		fit = append(fit, q.sorted(some)...)
	}
	wish := readWish(q.text)
	for _, strict := range []bool{true, false} {
		for _, c := range slices.Concat(f.fit.Candidates, f.closed.Candidates) {
			if !taken[c.ID] && (!strict || !wish.rulesOut(c)) {
				near = append(near, chosen{c.ID, false})
				taken[c.ID] = true
			}
		}
		if len(fit)+len(near) > 0 {
			break // what the wish rules out comes only if there is nothing else
		}
	}
	if !q.any {
		fit = fit[:min(len(fit), mostFitting)]
	}
	fit = fit[:min(len(fit), mostFound)]
	more := 6
	switch {
	case q.any:
		more = mostFound - len(fit)
	case len(fit) > 3:
		more = 2
	case len(fit) > 0:
		more = 3
	}
	return append(fit, q.sorted(near[:min(len(near), more)])...)
}

var sharing = lazily(`(?i)\b(?:(?:para|pra|to|for)\s+)?(?:dividir|compartilhar|partilhar|share|sharing|compartir)\b(?:\s+(?:entre|com|between|among|con)\s+\S+(?:\s+(?:pessoas|people|personas))?)?`)

// sorted puts candidates in the order that was asked for.
func (q query) sorted(all []chosen) []chosen {
	switch by := byPrice(q.sort); {
	case q.sort == "":
	case by != 0 || strings.HasPrefix(q.sort, "expensive") || strings.HasPrefix(q.sort, "car") || strings.HasPrefix(q.sort, "price"):
		if by == 0 {
			by = -1
			if strings.HasPrefix(q.sort, "price") {
				by = 1
			}
		}
		slices.SortStableFunc(all, func(a, b chosen) int {
			return by * cmp.Compare(q.card.brief[a.id].price, q.card.brief[b.id].price)
		})
	default:
		o := knowledge().food
		meets := func(c chosen) (sum float64) {
			for _, f := range o.Facets(q.sort) {
				sum += o.Meets(f, &q.card.read[c.id]().said)
			}
			return sum
		}
		slices.SortStableFunc(all, func(a, b chosen) int { return cmp.Compare(meets(b), meets(a)) })
	}
	return all
}

// leftOut returns what the rule would choose but for what people must not have.
func (q query) leftOut(ctx context.Context, seats []seat, l lang.Language) (all []leftOut, err error) {
	if len(seats) == 0 || q.open() {
		return nil, nil
	}
	q.never, q.refine, q.now = hook.Constraints{Budget: q.never.Budget}, once, time.Time{}
	f, err := q.search(ctx)
	if err != nil {
		return nil, err
	}
	f.fit.Limit = pool
	for _, id := range rerankByRule(f.fit).IDs {
		it := q.card.byID[id]
		if it.Unknown {
			continue
		}
		if bars := q.card.bars(it, seats, l); len(bars) > 0 && len(all) < mostLeftOut {
			all = append(all, leftOut{it.Name, bars[0]})
		}
	}
	return all, nil
}

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

// served returns when an item is to be had, and that it is not now.
func served(it Item, now time.Time) (hours string, open *bool) {
	if it.Hours != "" && !it.Available(now) {
		open = new(bool)
	}
	return it.Hours, open
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
	return cut + "…"
}

// sayFound says what fits in the words of the house, or what comes nearest.
func sayFound(out findDishesOut, l lang.Language) string {
	t := phrases{voice.In(l)}
	var lines, offers []string
	for _, d := range out.Dishes {
		if d.Fits && len(offers) < offered {
			offers = append(offers, t.dish(d))
		}
	}
	switch {
	case out.AskFirst != "":
		return t.Menu.Unknown
	case len(offers) == 1:
		lines = append(lines, fmt.Sprintf(t.Menu.One, offers[0]))
	case len(offers) > 1:
		lines = append(lines, t.Menu.Some)
		for _, o := range offers {
			lines = append(lines, "- "+o)
		}
	case len(out.Dishes) > 0:
		lines = append(lines, t.Menu.Nothing+" "+fmt.Sprintf(t.Menu.Nearest, out.Dishes[0].Name))
	default:
		lines = append(lines, t.Menu.Nothing)
	}
	if len(offers) < 2 {
		for _, left := range out.LeftOut {
			lines = append(lines, t.notFor(left.Name, []bar{left.bar}))
		}
	}
	if len(out.Unsure) > 0 {
		lines = append(lines, fmt.Sprintf(t.Menu.Unsure, t.List(out.Unsure)))
	}
	return strings.Join(append(lines, t.caution(out.CannotJudge, out.Kitchen)...), "\n")
}

// dish says a candidate with its price, and when and for whom it is not.
func (t phrases) dish(d foundDish) string {
	text := d.Name
	if about := strings.TrimSuffix(d.About, "."); about != "" {
		text += ": " + lowerFirst(about)
	}
	text += " (" + cmp.Or(d.Price, t.House.NoPrice) + ")."
	if d.Now != nil && !*d.Now {
		text += " " + t.served([]Item{{Name: d.Name, Hours: d.Served}})
	}
	return strings.TrimSpace(text + " " + t.notFor(d.Name, d.NotFor))
}

// notFor says who must not have a dish, as far as it is known what is in it.
func (t phrases) notFor(name string, bars []bar) string {
	var who []string
	for _, b := range bars {
		one := b.Who
		if one == guestName {
			one = t.Menu.You
		}
		if b.Why != unknownContents {
			who = append(who, one+" ("+b.Why+")")
		}
	}
	if len(who) == 0 {
		return ""
	}
	return fmt.Sprintf(t.Menu.NotFor, name, t.List(who))
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
