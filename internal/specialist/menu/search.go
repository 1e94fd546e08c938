package menu

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/scene"
)

// A search is one call of find_dishes: the wish, and an offer for every item of the card, with the reasons (flags) for
// which the item may not be had. The results are choices among these offers: dishes that fit, dishes that come near,
// dishes that are left out for a person, dishes above the price.
type search struct {
	view

	in     findDishesIn
	wish   string // in the guest's words
	or     string // what would do as well: the "sem carne" of "peixe ou sem carne"
	text   string // the wish, or the words that stand for it: "bebida combina com moqueca"
	read   wish   // the text, as it is read
	sort   string
	any    bool  // no dish is described: the whole card, or a whole course, is wanted
	dry    bool  // no drink was wished for: none with alcohol comes near
	pairs  bool  // the wish is for what goes with another dish or drink
	most   int64 // price in minor units; 0: no limit
	strict bool  // an item whose contents are unknown is not offered
	offers []*offer
}

// Limits of a search.
const (
	pool    = 25 // items that the retrieval puts in an order
	offered = 4  // dishes that are recommended
)

// flags are the reasons for which an item is not offered; an offer without any may be had.
type flags uint8

const (
	elsewhere   flags = 1 << iota // of another course than was asked for
	forbidden                     // for somebody whom it is for
	unsure                        // nobody knows what is in it
	dear                          // it costs more than was said
	againstWish                   // the wish itself rules it out
	gone                          // sold out, shown before, or not for this table
)

// newSearch reads what was asked for and makes an offer of every item of the card, in the order of retrieval.
func (w *Waiter) newSearch(ctx context.Context, card *Card, s *scene.Scene, in findDishesIn) (*search, error) {
	q := &search{view: w.viewOf(card, s, in.For), in: in}
	q.wish, q.or = either(card.mended(strings.TrimSpace(in.Wish)))
	q.course = courseCalled(in.Course)
	if q.course == "" && (in.Sort == "strong" || in.Sort == "weak") {
		q.course = "drink"
	}
	q.text, q.sort = q.wish, sortKey(in.Sort, q.course)
	if q.sort == "strong" || q.sort == "weak" { // the order counts, and no word of the wish
		q.text = ""
	}
	beside := q.pairWith(in.PairWith)
	q.dry = q.course != "drink" && q.course != "beer" && !q.pairs && !wishesDrink(q.wish)
	if q.text == "" {
		q.any = q.course != "" || q.sort != "" // and else a few of each
		q.text = cmp.Or(courseWords[q.course], "o que você recomenda?")
	}
	if len(in.For) == 0 && (q.course == "beer" || namesAlcohol(q.wish)) {
		q.drinkersFirst()
	}
	q.read = readWish(q.text)
	q.most = cmp.Or(card.minor(in.MaxPrice), q.read.most, int64(s.Budget.Person*100))
	q.strict = q.read.without != 0 || len(q.read.rules) > 0 || slices.ContainsFunc(q.meant, func(p seat) bool {
		return slices.ContainsFunc(p.rules, func(r *rule) bool { return !r.drives })
	})
	items := card.courses()
	if !q.any && !q.read.open {
		found, err := card.items.Search(ctx, retrieve.Search{Text: strings.ReplaceAll(unjoined(q.text), " para ", ". Para "), K: 2 * pool})
		if err != nil {
			return nil, err
		}
		items = byPlace(slices.Clone(items), found.Hits)
	}
	for _, it := range items {
		q.offers = append(q.offers, q.offer(it, beside))
	}
	return q, nil
}

// byPlace puts items in the order of hits, and the others behind them.
func byPlace(items []Item, hits []retrieve.Hit) []Item {
	place := map[string]int{}
	for i, h := range hits {
		place[h.Doc.ID] = i - len(hits)
	}
	slices.SortStableFunc(items, func(a, b Item) int { return place[a.ID] - place[b.ID] })
	return items
}

// pairWith makes the wish one for what goes with a dish or a drink, and returns its id if it is on the card. For a name that
// the ontology does not know the wish has its first ingredients: "Tesouro do Mar, camarão, coco, arroz".
func (q *search) pairWith(thing string) (id string) {
	if thing == "" {
		_, with := paired(q.text)
		q.pairs = with != ""
		return ""
	}
	if items := q.card.refer(q.s, thing); len(items) > 0 {
		id, thing = items[0].ID, items[0].Name
		if len(knowledge().food.Facets(thing)) == 0 {
			thing += ", " + strings.Join(items[0].Ingredients[:min(3, len(items[0].Ingredients))], ", ")
		}
	}
	q.pairs, q.text = true, strings.TrimSpace(cmp.Or(courseWords[q.course], q.text)+" combina com "+thing)
	return id
}

// mended returns a wish with the words behind "sem" spelt right: "massa sem glutem" becomes "massa sem glúten".
func (card *Card) mended(wish string) string {
	words := strings.Fields(wish)
	for i, w := range words {
		if i > 0 && is(lang.Fold(words[i-1]), "without") && !card.knows(w) {
			words[i] = cmp.Or(card.near(lang.Fold(w)), w)
		}
	}
	return strings.Join(words, " ")
}

// courseWords ask for a course as a guest does.
var courseWords = map[string]string{
	"starter": "entrada", "main": "prato principal", "side": "acompanhamento", "dessert": "sobremesa",
	"drink": "bebida", "beer": "cerveja", "snack": "petisco", "breakfast": "café da manhã",
}

// drinkersFirst takes the people out of a search for beer who must not have any beer, such as a driver, so that their need
// does not remove the beers of the others. If the guest is one of them the search stays as it is.
func (q *search) drinkersFirst() {
	var drink, not []seat
	for _, p := range q.meant {
		may := func(it Item) bool { return it.Course == "beer" && len(q.card.bars(it, []seat{p}, q.l)) == 0 }
		switch {
		case hook.SameName(p.who, hook.Companion), slices.ContainsFunc(q.card.all, may):
			drink = append(drink, p)
		case p.who == guestName:
			return
		default:
			not = append(not, p)
		}
	}
	q.meant, q.others = drink, append(slices.Clip(q.others), not...)
}

// wishesDrink reports whether a wish is for something to drink.
func wishesDrink(wish string) bool {
	o := knowledge().food
	course, _ := courseOf(wish)
	return course == "drink" || course == "beer" || slices.ContainsFunc(o.Read(wish), func(m ontology.Mention) bool {
		return !m.Negated && o.KindsOf(m.Concept)&ontology.Bebida != 0
	})
}

// offer makes an offer of an item and sets its flags: forbidden comes from the bars of the people it is for, as with a
// pudim for a person allergic to milk.
func (q *search) offer(it Item, beside string) *offer {
	c := &offer{Item: it, is: q.card.read[it.ID](), words: q.card.words[it.ID], bars: q.card.bars(it, q.meant, q.l), later: !it.Available(q.at)}
	for flag, is := range map[flags]bool{
		elsewhere:   q.course != "" && it.Course != "" && !fitsCourse(it.Course, q.course, false) || q.course == "" && spiced(q.sort) && it.drinkable(),
		forbidden:   slices.ContainsFunc(c.bars, func(b bar) bool { return b.Why != unknownContents }),
		unsure:      it.Unknown && (q.strict || len(c.bars)+len(q.read.exclude) > 0),
		dear:        q.most > 0 && it.Price != nil && it.Price.Amount > q.most,
		againstWish: q.breaksWish(c, q.read),
		gone: it.ID == beside || it.isSoldOut(q.at) || q.in.Minor && q.dry && strong(it) ||
			(q.in.Others || others().MatchString(q.in.Wish)) && q.justTold(it),
	} {
		if is {
			c.off |= flag
		}
	}
	return c
}

// breaksWish reports whether the wish itself rules an item out, whoever it is for: a moqueca for "algo sem peixe".
func (q *search) breaksWish(c *offer, w wish) bool {
	has := setOf(c.Allergens...) | setOf(c.Inferred...) | setOf(c.May...)
	return q.card.broken(c.Item, w.rules) != nil || knowledge().food.Breaks(&c.is.said, w.exclude) || has&w.without != 0
}

// others finds words that ask for other dishes than the answer before named: "tem mais", "another".
var others = pattern.Of(`(?i)\b(?:outr[ao]s?|otr[ao]s?|others?|another|mais op|tem mais|(?:some|any)thing else)\b`)

// justTold reports whether the house's last answer named an item that it also showed.
func (q *search) justTold(it Item) bool {
	return slices.ContainsFunc(q.s.Shown, func(t scene.Thing) bool {
		return t.Kind == dishKind && t.ID == it.ID && (q.s.Last == "" || strings.Contains(spaced(q.s.Last), spaced(t.Name)))
	})
}

// strong reports whether an item is a drink with alcohol.
func strong(it Item) bool { return it.drinkable() && contentsOf(it)&alcohol != 0 }

// among returns the offers that have no other flags than those in pass: among(0) may be had, and among(dear) also those
// whose only fault is the price.
func (q *search) among(pass flags) []*offer {
	return kept(q.offers, func(c *offer) bool { return c.off&^pass == 0 })
}

// only returns the offers whose only fault is one flag.
func (q *search) only(fault flags) []*offer {
	return kept(q.offers, func(c *offer) bool { return c.off == fault })
}

// choose returns the offers that fit the wish, the best first. Where the wish has a dish to go with ("a white wine" beside
// a moqueca) it returns the offers that fit the wish alone, and puts those first that go with the dish.
func (q *search) choose(among []*offer) []*offer {
	all := rank(q.text, among)
	if q.in.PairWith != "" && q.wish != "" {
		beside := all
		all = rank(q.wish, among)
		slices.SortStableFunc(all, func(a, b *offer) int { return placeOf(beside, a) - placeOf(beside, b) })
	}
	return sorted(all, q.sort)
}

// placeOf is the index of an offer in a list, or the list's length.
func placeOf(all []*offer, c *offer) int {
	if i := slices.Index(all, c); i >= 0 {
		return i
	}
	return len(all)
}

// fits returns the offers that fit the wish and may be had, the best first: dishes that are served now, then dishes that
// are served later. A dish that a person dislikes is left out while another fits.
func (q *search) fits() (fit []*offer) {
	for _, late := range []bool{false, true} {
		some := q.choose(kept(q.among(0), func(c *offer) bool { return c.later == late }))
		liked := kept(some, func(c *offer) bool { return len(q.card.dislikedBy(c.Item, q.asked)) == 0 })
		if len(liked) == 0 {
			liked = some
		}
		fit = append(fit, liked...)
	}
	return q.markedFirst(fit)
}

// markedFirst puts the offers first that the card's own tags mark as the wish, if no other order was asked for: for "algo
// sem glúten" the dishes with that tag.
func (q *search) markedFirst(all []*offer) []*offer {
	if q.sort == "" && q.read.sort == "" {
		slices.SortStableFunc(all, func(a, b *offer) int { return boolToInt(q.marked(b)) - boolToInt(q.marked(a)) })
	}
	return all
}

func boolToInt(is bool) int {
	if is {
		return 1
	}
	return 0
}

// marked reports whether a tag of the card marks an item as the wish: as a dish to share, or as a dish without a food that
// the wish or a person's need rules out ("sem glúten").
func (q *search) marked(c *offer) bool {
	never := q.read.without
	for _, p := range q.meant {
		for _, r := range p.rules {
			never |= r.never
		}
	}
	shared := sharing().MatchString(q.wish)
	return slices.ContainsFunc(c.Tags, func(tag string) bool {
		free, ok := strings.CutPrefix(lang.Fold(tag), "sem ")
		return shared && sharing().MatchString(tag) || ok && never&allergensOf(free) != 0
	})
}

// near returns the offers that come near the wish besides those that fit it, the nearest first. Offers that the wish rules
// out are among them only if there are no others.
func (q *search) near(fit []*offer) (near []*offer) {
	if len(fit) == 0 {
		near = q.besides()
	}
	for _, strict := range []bool{true, false} {
		var some []*offer
		for i, c := range q.among(0) {
			out := slices.Contains(fit, c) || q.dry && strong(c.Item) || i >= pool && !q.any
			if !out && (!strict || !q.read.rulesOut(c)) && q.read.touches(c) {
				some = append(some, c)
			}
		}
		if len(fit)+len(some) > 0 {
			slices.SortStableFunc(some, func(a, b *offer) int { return boolToInt(a.later) - boolToInt(b.later) })
			return append(near, sorted(some, q.sort)...)
		}
	}
	return near
}

// besides returns a few offers that come near a wish that no dish fits: dishes that go with the same other one, dishes of
// other courses, and dishes that fit the wish without what it rules out ("a cocktail with rum, not a sour one"), unless that
// is a matter of health.
func (q *search) besides() (all []*offer) {
	if q.wish == "" {
		return nil
	}
	if q.course != "" && q.course != "dessert" && q.course != "drink" { // a soup is no dessert
		all = append(all, rank(q.text, q.among(elsewhere))...)
	}
	if plain := strings.TrimSpace(notThat().ReplaceAllString(q.wish, "")); plain != q.wish && plain != "" && !q.read.health {
		all = append(all, rank(plain, q.among(againstWish))...)
	}
	all = kept(all, func(c *offer) bool { return !q.dry || !strong(c.Item) })
	all = all[:min(mostElsewhere, len(all))]
	if q.in.PairWith != "" {
		all = append(all, rank(q.text, q.among(0))...)
	}
	return all
}

var notThat = pattern.Of(`(?i)[,;]?\s*\b(?:que n[aã]o|mas n[aã]o|que no|pero no|but not|not|no|sem|sin|without|nada)\s.*$`)

// leftOut returns the dishes that would be chosen but for the flag forbidden, by person and reason: {Ana, leite: pudim,
// quindim}. meant reports whether the wish fits them; else they only come near it. It is the step behind bars, and leave
// puts each dish into its group.
func (q *search) leftOut() (all []leftOut, meant bool) {
	among := q.among(forbidden)
	some := rank(q.text, among)
	if meant = len(some) > 0 && !q.read.open; len(some) == 0 {
		some = among[:min(pool, len(among))]
	}
	for _, c := range some {
		for _, b := range c.bars {
			all = leave(all, b, c.Name, mostOfEach)
		}
	}
	return all, meant && len(all) > 0
}

// barsAll reports whether one bar, {Ana, leite}, holds for every dish of the course, apart from those whose contents are
// unknown: then the answer says "no dessert is for Ana".
func (q *search) barsAll(b bar) bool {
	return q.course != "" && !slices.ContainsFunc(q.offers, func(c *offer) bool {
		return c.Course == q.course && !c.Unknown && !slices.Contains(c.bars, b)
	})
}

// sortKey is the order in which dishes are asked for: "cheap", "dear", of drinks "strong" and "weak", a key of qualities, or
// else the words of a food that there is to be much of.
func sortKey(asked, course string) string {
	folded := lang.Fold(asked)
	for _, w := range wordsOf(folded) {
		for _, key := range []string{"weak", "strong"} {
			if (course == "drink" || course == "beer") && is(w, key) {
				return key
			}
		}
	}
	if strings.HasPrefix(folded, "expensive") {
		return "dear"
	}
	return cmp.Or(byPrice(folded), folded)
}

// qualities are the keys by which dishes are compared besides price and alcohol. Each has two lists of words of the
// ontology: those that a dish is to have more of, and less of.
var qualities = map[string][2]string{
	"light": {"leve", "pesado"}, "heavy": {"pesado", "leve"}, "spicy": {"picante", ""}, "mild": {"", "picante"}, "sweet": {"doce", "ácido, amargo"},
	"dry": {"ácido, amargo", "doce"}, "sour": {"ácido", "doce"}, "bitter": {"amargo", ""}, "smooth": {"", "amargo"},
}

// spiced reports whether dishes are sorted by a taste that only some have.
func spiced(sort string) bool {
	_, ok := qualities[sort]
	return ok && sort != "light" && sort != "heavy"
}

// degree is the number by which offers are sorted, the highest first: for "strong" the percentage of alcohol. An offer of
// which the card does not tell it comes last.
func (c *offer) degree(by string) float64 {
	o := knowledge().food
	meets := func(words string) (sum float64) {
		for _, f := range o.Facets(words) {
			sum += o.Meets(f, &c.is.made) + o.Meets(f, &c.is.said)
		}
		return sum
	}
	sign := map[string]float64{"cheap": -1, "dear": 1, "weak": -1, "strong": 1}[by]
	percent, told := abv(c.Item)
	switch more, ok := qualities[by]; {
	case ok:
		return meets(more[0]) - meets(more[1])
	case sign == 0:
		return meets(by)
	case (by == "cheap" || by == "dear") && c.Price != nil:
		return sign * float64(c.Price.Amount)
	case (by == "weak" || by == "strong") && told && percent > 0: // what has no alcohol is not asked for
		return sign * percent
	}
	return math.Inf(-1)
}

// sorted puts offers in the order that was asked for, if any was.
func sorted(all []*offer, by string) []*offer {
	if by != "" {
		degree := map[*offer]float64{}
		for _, c := range all {
			degree[c] = c.degree(by)
		}
		slices.SortStableFunc(all, func(a, b *offer) int { return cmp.Compare(degree[b], degree[a]) })
	}
	return all
}
