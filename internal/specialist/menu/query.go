package menu

import (
	"cmp"
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
)

// A query is a search of the card as a tool was asked for it.
type query struct {
	card     *Card
	wish     string // in the guest's words
	or       string // what would do as well: "sem carne" of "peixe ou sem carne"
	text     string // the wish as readWish understands it
	intent   Intent
	any      bool // all there is, or all of a course, is wanted
	only     func(Item) bool
	most     int64
	sort     string
	proof    *proof
	strength int // of drinks: the weakest first (1) or the strongest (-1)
	now      time.Time
	seen     []string
	never    hook.Constraints
	dry      bool // no drink was wished for: none with alcohol comes near
	refine   *retrieve.Refiner
}

func (w *Waiter) query(card *Card, s *scene.Scene, in findDishesIn) query {
	rules := &task.Runner{}
	if w.Tasks != nil {
		*rules = *w.Tasks
		rules.Models = nil
	}
	now, _, _ := w.timeOf(s)
	limit, wish := proofIn(strings.TrimSpace(in.Wish))
	wish, or := either(wish)
	q := query{
		card: card, wish: wish, or: or, text: wish, proof: limit, intent: Wish, sort: lang.Fold(in.Sort), now: now,
		most: card.minor(in.MaxPrice), refine: &retrieve.Refiner{Tasks: rules},
	}
	if in.Others || says(spaced(in.Wish), others) { // than those told of last
		for _, t := range s.Shown {
			if t.Kind == dishKind && (s.Last == "" || strings.Contains(spaced(s.Last), spaced(t.Name))) {
				q.seen = append(q.seen, t.ID)
			}
		}
	}
	course := courseCalled(in.Course)
	if q.strength = byStrength(q.sort, course); q.strength != 0 { // the order counts, and no word of the wish
		q.text = ""
	}
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
	q.dry = course != "drink" && course != "beer" && q.intent == Wish && limit == nil && !wishesDrink(wish)
	if course != "" || beside != "" || limit != nil || in.Minor && q.dry || q.spiced() {
		q.only = func(it Item) bool {
			return !(course == "" && q.spiced() && (it.Course == "drink" || it.Course == "beer")) && it.ID != beside && !(in.Minor && q.dry && card.strong(it.ID)) && limit.allows(it) && (course == "" || it.Course == "" || fitsCourse(it.Course, course, false))
		}
	}
	if q.text == "" {
		q.any = course != "" || q.sort != "" // and else a few of each
		q.text = cmp.Or(courseWords[course], "o que você recomenda?")
	}
	return q
}

// spiced reports whether dishes are sorted by a taste that only some have.
func (q query) spiced() bool {
	return qualities[q.sort] != quality{} && q.sort != "light" && q.sort != "heavy"
}

// either parts a wish that names something, or else what has no such thing: what the second
// rules out is no matter of the first.
func either(wish string) (one, or string) {
	words := strings.Fields(wish)
	for i := 1; i+1 < len(words); i++ {
		if one, or = strings.Join(words[:i], " "), strings.Join(words[i+1:], " "); !orWords[lang.Fold(words[i])] {
			continue
		}
		if free := func(text string) bool { return len(excluded(text)) == 0 && !isDiet(text) }; free(one) && !free(or) && len(readWish(one).facets) > 0 {
			return one, or
		} else if isDiet(one) && free(or) && len(readWish(or).facets) > 0 {
			return or, one
		}
	}
	return wish, ""
}

var orWords = lang.Set("ou or o u")

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
func (q query) guard() (*guard, wanted) {
	s := wanted{Query: q.text, Message: q.wish, Intent: q.intent, Constraints: q.never, Seen: q.seen}
	g := newGuard(q.card, s, q.now)
	g.only = q.only
	if q.most > 0 {
		g.most = q.most
	}
	return g, s
}

// isSame reports whether another search, for the same input of a tool, would find the same.
func (q query) isSame(other query) bool {
	return q.card == other.card && q.wish == other.wish && q.text == other.text && q.intent == other.intent && slices.Equal(q.seen, other.seen) && q.now.Equal(other.now) && reflect.DeepEqual(q.never, other.never)
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

// fits returns what the rule would choose, the best first: what is served now, then what
// is served later.
func (q query) fits(f found) (fit []chosen) {
	// That it is to be shared is no trait that a card tells of every dish.
	ranked := func(in RerankIn) []string {
		ids := rerankByRule(in).IDs
		if plainer := sharing().ReplaceAllString(in.Query, " "); len(ids) == 0 && plainer != in.Query {
			in.Query = plainer
			ids = rerankByRule(in).IDs
		}
		return ids
	}
	for _, in := range []RerankIn{f.fit, f.closed} {
		in.Limit = pool
		var some []chosen
		for _, p := range picks(in, ranked(in), func(id string) bool { return len(q.card.disliked(q.card.byID[id], q.never.Dislikes)) > 0 }, pool) {
			some = append(some, chosen{p.ID, true})
		}
		fit = append(fit, q.sorted(some)...)
	}
	return fit
}

// candidates returns what is to be chosen from, the best first: what fits, and some that
// come near.
func (q query) candidates(f found) []chosen {
	fit := q.fits(f)
	near := q.near(f, fit)
	if q.any && q.sort == "" {
		fit = q.card.varied(fit)
	}
	isMain := func(c chosen) bool { return q.card.byID[c.id].Course == "main" }
	if q.sort != "" && q.only == nil && !q.spiced() && slices.ContainsFunc(fit, isMain) { // the cheapest pasta is no cake
		fit = slices.DeleteFunc(fit, func(c chosen) bool { return !isMain(c) })
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
		more = 0
	case len(fit) > 0:
		more = 3
	}
	return append(fit, q.sorted(near[:min(len(near), more)])...)
}

// near returns what comes near a wish besides what fits it.
func (q query) near(f found, fit []chosen) (near []chosen) {
	wish := readWish(q.text)
	for _, strict := range []bool{true, false} {
		for _, c := range slices.Concat(f.fit.Candidates, f.closed.Candidates) {
			if !isAmong(fit, c.ID) && !isAmong(near, c.ID) && (!strict || !wish.rulesOut(c)) && wish.touches(c) && !(q.dry && q.card.strong(c.ID)) {
				near = append(near, chosen{c.ID, false})
			}
		}
		if len(fit)+len(near) > 0 {
			break // what the wish rules out comes only if there is nothing else
		}
	}
	return near
}

// wishesDrink reports whether a wish is for something to drink.
func wishesDrink(wish string) bool {
	o := knowledge().food
	course, _ := courseOf(wish)
	return course == "drink" || course == "beer" || slices.ContainsFunc(o.Read(wish), func(m ontology.Mention) bool {
		return !m.Negated && o.KindsOf(m.Concept)&ontology.Bebida != 0
	})
}

var sharing = pattern.Of(`(?i)\b(?:(?:para|pra|to|for)\s+)?(?:dividir|compartilhar|partilhar|share|sharing|compartir)\b(?:\s+(?:entre|com|between|among|con)\s+\S+(?:\s+(?:pessoas|people|personas))?)?`)

// varied puts first dishes of different kinds: a fish, a meat, a pasta, none called as
// another.
func (card *Card) varied(all []chosen) []chosen {
	o := knowledge().food
	had := map[string]bool{}
	var first, rest []chosen
	for _, c := range all {
		kinds := nameWords(card.byID[c.id].Name)[:1]
		for _, name := range kinFoods {
			if id, ok := o.ID(name); ok && card.read[c.id]().made.Has(id) {
				kinds = append(kinds, name)
			}
		}
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

// byStrength tells whether drinks are to be sorted by their alcohol: the weakest first
// (1) or the strongest (-1).
func byStrength(sort, course string) int {
	if course != "drink" && course != "beer" {
		return 0
	}
	words := wordsOf(sort)
	has := func(set map[string]bool) bool {
		return slices.ContainsFunc(words, func(w string) bool { return set[w] })
	}
	switch {
	case has(weakWords):
		return 1
	case has(strongWords):
		return -1
	}
	return 0
}

var (
	weakWords   = lang.Set("weak weakest light lightest least less low lower lowest fraca fraco fracas leve leves menos menor suave suaves floja flojo ligera ligero baja bajo baixo mild session")
	strongWords = lang.Set("heavy strong stronger strongest alcohol abv forte fortes fuerte fuertes alcool alcoolica teor high higher highest alto alta maior mais graduacao graduacion")
)

// alcohol is how much a drink has, for sorting: one that does not say comes last.
func (q query) alcohol(id string, by int) float64 {
	percent, ok := abv(q.card.byID[id])
	if !ok {
		return float64(by) * 100
	}
	return percent
}

// sorted puts candidates in the order that was asked for.
func (q query) sorted(all []chosen) []chosen {
	switch by := byPrice(q.sort); {
	case q.sort == "":
	case q.strength != 0:
		slices.SortStableFunc(all, func(a, b chosen) int {
			return q.strength * cmp.Compare(q.alcohol(a.id, q.strength), q.alcohol(b.id, q.strength))
		})
	case by != 0 || strings.HasPrefix(q.sort, "expensive") || strings.HasPrefix(q.sort, "dear") || strings.HasPrefix(q.sort, "car") || strings.HasPrefix(q.sort, "price"):
		if by == 0 {
			by = -1
			if strings.HasPrefix(q.sort, "price") {
				by = 1
			}
		}
		slices.SortStableFunc(all, func(a, b chosen) int {
			return by * cmp.Compare(q.card.brief[a.id].price, q.card.brief[b.id].price)
		})
	case qualities[q.sort] != quality{}:
		slices.SortStableFunc(all, func(a, b chosen) int {
			return cmp.Compare(q.card.degree(q.card.byID[b.id], q.sort), q.card.degree(q.card.byID[a.id], q.sort))
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

// leftOut returns what the rule would choose but for what people must not have, and
// whether it would: else it is what comes near.
func (q query) leftOut(ctx context.Context, seats []seat, l lang.Language) (all []leftOut, meant bool, err error) {
	if len(seats) == 0 {
		return nil, false, nil
	}
	q.never, q.refine, q.now = hook.Constraints{Budget: q.never.Budget}, once, time.Time{}
	f, err := q.search(ctx)
	if err != nil {
		return nil, false, err
	}
	f.fit.Limit = pool
	ids := rerankByRule(f.fit).IDs
	if meant = len(ids) > 0 && !q.open(); len(ids) == 0 {
		for _, c := range f.fit.Candidates {
			ids = append(ids, c.ID)
		}
	}
	for _, id := range ids {
		it := q.card.byID[id]
		if it.Unknown {
			continue
		}
		for _, b := range q.card.bars(it, seats, l) {
			all = leave(all, b, it.Name, mostOfEach)
		}
	}
	return all, meant && len(all) > 0, nil
}

// besides returns other searches for a wish that nothing fits: in other courses,
// and without what it is not to be ("a cocktail with rum, not a sour one"), unless
// that is a matter of health. What they find comes near, and does not fit.
func (w *Waiter) besides(card *Card, s *scene.Scene, in findDishesIn, q query, found []chosen) (all []query) {
	if q.wish == "" || slices.ContainsFunc(found, func(c chosen) bool { return c.fits }) {
		return nil
	}
	try := func(in findDishesIn) {
		other := w.query(card, s, in)
		other.never = q.never
		all = append(all, other)
	}
	if elsewhere := in; in.Course != "" && courseCalled(in.Course) != "dessert" && courseCalled(in.Course) != "drink" { // a soup is no dessert
		elsewhere.Course = ""
		try(elsewhere)
	}
	if all := in; in.Sort != "" && in.Course != "" { // the strongest of all, if no word of the wish is known
		all.Wish = ""
		try(all)
	}
	safe, state := q.guard()
	plain := in
	if plain.Wish = strings.TrimSpace(notThat().ReplaceAllString(in.Wish, "")); plain.Wish != q.wish && plain.Wish != "" && len(safe.asked(state)) == 0 {
		try(plain)
	}
	return all
}

// unpaired is the search without what the dish is to go with.
func (in findDishesIn) unpaired() findDishesIn {
	in.PairWith = ""
	return in
}

// alsoWished returns candidates for a pair of which a wish is told: those that fit
// the wish alone, and among them those first that go with the other. If none fits
// the wish the pairs only come near.
func (q query) alsoWished(ctx context.Context, pairs []chosen, alone query) (all []chosen, err error) {
	alone.never = q.never
	f, err := alone.search(ctx)
	if err != nil {
		return nil, err
	}
	wished := alone.candidates(f)
	fits := map[string]bool{}
	for _, in := range []RerankIn{f.fit, f.closed} {
		in.Limit = pool
		for _, id := range rerankByRule(in).IDs {
			fits[id] = true
		}
	}
	for _, c := range pairs {
		if fits[c.id] && c.fits {
			all = append(all, c)
		}
	}
	for _, c := range wished {
		if !isAmong(all, c.id) {
			all = append(all, c)
		}
	}
	for _, c := range pairs {
		if len(fits) == 0 && !isAmong(all, c.id) {
			all = append(all, chosen{id: c.id})
		}
	}
	return all[:min(len(all), mostFound)], nil
}

func isAmong(all []chosen, id string) bool {
	return slices.ContainsFunc(all, func(c chosen) bool { return c.id == id })
}

// above returns what fits a search but for its price, the cheapest first.
func (q query) above(ctx context.Context, l lang.Language) (names []string, err error) {
	safe, _ := q.guard()
	if safe.most == 0 {
		return nil, nil
	}
	q.most = math.MaxInt64
	f, err := q.search(ctx)
	if err != nil {
		return nil, err
	}
	q.sort = "price"
	for _, c := range q.sorted(fitting(q.candidates(f), true)) {
		if it := q.card.byID[c.id]; len(names) < mostLeftOut && it.Price != nil {
			names = append(names, it.called(l)+" "+priceIn(it, l))
		}
	}
	return names, nil
}

var notThat = pattern.Of(`(?i)[,;]?\s*\b(?:que n[aã]o|mas n[aã]o|que no|pero no|but not|not|no|sem|sin|without|nada)\s.*$`)

func fitting(all []chosen, fits bool) []chosen {
	return slices.DeleteFunc(slices.Clone(all), func(c chosen) bool { return c.fits != fits })
}
