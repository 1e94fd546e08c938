package menu

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/scene"
)

// A search goes once through a card and says of every item how near it is to a wish, and why it is not to
// be had, if it is not. Whatever is told of it (what fits, what comes near, what is left out for whom, what
// costs too much) is a choice among these offers.
type search struct {
	view

	in     findDishesIn
	wish   string // in the guest's words
	or     string // what would do as well: the "sem carne" of "peixe ou sem carne"
	text   string // as readWish understands it
	sort   string
	any    bool // all there is, or all of a course, is wanted
	dry    bool // no drink was wished for: none with alcohol comes near
	pairs  bool
	most   int64
	proof  *proof
	strict bool // what is in an item must be known
	offers []*offer
}

// Limits of a search.
const (
	pool    = 25 // items that the retrieval puts in an order
	offered = 4  // that are recommended
)

// flags are why an item is not to be had.
type flags uint8

const (
	elsewhere flags = 1 << iota // of another course than was asked for
	forbidden                   // for somebody whom it is for
	unsure                      // nobody knows what is in it
	dear                        // it costs more than was said
	against                     // the wish itself rules it out
	gone                        // sold out, shown before, or not for this table
)

func (w *Waiter) search(ctx context.Context, card *Card, s *scene.Scene, in findDishesIn) (*search, error) {
	q := &search{view: w.viewOf(card, s, in.For), in: in}
	q.proof, q.wish = proofIn(card.mended(strings.TrimSpace(in.Wish)))
	q.wish, q.or = either(q.wish)
	q.course = courseCalled(in.Course)
	if q.course == "" && (in.Sort == "strong" || in.Sort == "weak") {
		q.course = "drink"
	}
	q.text, q.sort = q.wish, sortKey(in.Sort, q.course)
	if q.sort == "strong" || q.sort == "weak" { // the order counts, and no word of the wish
		q.text = ""
	}
	beside := q.pairWith(in.PairWith)
	q.dry = q.course != "drink" && q.course != "beer" && !q.pairs && q.proof == nil && !wishesDrink(q.wish)
	if q.text == "" {
		q.any = q.course != "" || q.sort != "" // and else a few of each
		q.text = cmp.Or(courseWords[q.course], "o que você recomenda?")
	}
	if len(in.For) == 0 && (q.course == "beer" || namesAlcohol(q.wish)) {
		q.drinkersFirst()
	}
	wish := readWish(q.text)
	q.most = cmp.Or(card.minor(in.MaxPrice), wish.most, int64(s.Budget.Person*100))
	q.strict = wish.without != 0 || len(wish.rules) > 0 || slices.ContainsFunc(q.meant, func(p seat) bool {
		return slices.ContainsFunc(p.rules, func(r *rule) bool { return !r.drives })
	})
	items := card.courses()
	if !q.any && !wish.open {
		found, err := card.items.Search(ctx, retrieve.Search{Text: strings.ReplaceAll(unjoined(q.text), " para ", ". Para "), K: 2 * pool})
		if err != nil {
			return nil, err
		}
		items = byPlace(slices.Clone(items), found.Hits)
	}
	for _, it := range items {
		q.offers = append(q.offers, q.offer(it, wish, beside))
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

// beside returns what a thing is called as wishes know it, to find what goes with it, and its id if it is on the card.
func (card *Card) beside(s *scene.Scene, thing string) (id, called string) {
	if items := card.refer(s, thing); len(items) > 0 {
		id, thing = items[0].ID, items[0].Name
		if len(knowledge().food.Facets(thing)) == 0 {
			thing += ", " + strings.Join(items[0].Ingredients[:min(3, len(items[0].Ingredients))], ", ")
		}
	}
	return id, thing
}

// pairWith makes the wish one for what goes with a dish or a drink, and returns its id.
func (q *search) pairWith(thing string) (id string) {
	if _, _, ok := paired(q.text); thing == "" {
		q.pairs = ok
		return ""
	}
	id, thing = q.card.beside(q.s, thing)
	q.pairs, q.text = true, strings.TrimSpace(cmp.Or(courseWords[q.course], q.text)+" combina com "+thing)
	return id
}

// mended is a wish in which what is ruled out is spelt right: "massa sem glutem".
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

// drinkersFirst takes those out of a search for drinks who must not have any beer, as a driver, unless the
// guest is one of them: they bar it to nobody else.
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

// offer says of an item why it is not to be had.
func (q *search) offer(it Item, w wish, beside string) *offer {
	c := &offer{Item: it, is: q.card.read[it.ID](), words: q.card.words[it.ID], bars: q.card.bars(it, q.meant, q.l), later: !it.Available(q.at)}
	seen := q.in.Others || says(spaced(q.in.Wish), others)
	for flag, is := range map[flags]bool{
		elsewhere: q.course != "" && it.Course != "" && !fitsCourse(it.Course, q.course, false) || q.course == "" && spiced(q.sort) && it.drinkable(),
		forbidden: slices.ContainsFunc(c.bars, func(b bar) bool { return b.Why != unknownContents }),
		unsure:    it.Unknown && (q.strict || len(c.bars)+len(w.exclude) > 0),
		dear:      q.most > 0 && it.Price != nil && it.Price.Amount > q.most,
		against:   q.against(c, w),
		gone:      !q.proof.allows(it) || it.ID == beside || it.isSoldOut(q.at) || q.in.Minor && q.dry && strong(it) || seen && q.told(it),
	} {
		if is {
			c.off |= flag
		}
	}
	return c
}

// against reports whether a wish itself rules an offer out.
func (q *search) against(c *offer, w wish) bool {
	has := setOf(c.Allergens...) | setOf(c.Inferred...) | setOf(c.May...)
	return q.card.broken(c.Item, w.rules) != nil || knowledge().food.Breaks(&c.is.said, w.exclude) || has&w.without != 0
}

// others are phrases that ask for others than were told of, from the beginning of a word.
var others = strings.Split("outra opcao,outras opc,outro ,outra ,outros ,outras ,mais opco,tem mais,something else,anything else,another,"+
	"others,other options,otra ,otro ,otras ", ",")

// told reports whether the house has told of an item last.
func (q *search) told(it Item) bool {
	return slices.ContainsFunc(q.s.Shown, func(t scene.Thing) bool {
		return t.Kind == dishKind && t.ID == it.ID && (q.s.Last == "" || strings.Contains(spaced(q.s.Last), spaced(t.Name)))
	})
}

// strong reports whether an item is a drink with alcohol.
func strong(it Item) bool { return it.drinkable() && contentsOf(it)&alcohol != 0 }

// among returns the offers that nothing stands against but what is let pass.
func (q *search) among(pass flags) []*offer {
	return slices.DeleteFunc(slices.Clone(q.offers), func(c *offer) bool { return c.off&^pass != 0 })
}

// choose returns what of some offers is what is wished, the best first. Of a pair of which a wish is told
// too it is what fits the wish alone, and first what goes with the other.
func (q *search) choose(among []*offer) []*offer {
	if q.in.PairWith == "" || q.wish == "" {
		return sorted(rank(q.text, among), q.sort)
	}
	beside := rank(q.text, among)
	all := rank(q.wish, among)
	slices.SortStableFunc(all, func(a, b *offer) int { return placeOf(beside, a) - placeOf(beside, b) })
	return sorted(all, q.sort)
}

func placeOf(all []*offer, c *offer) int {
	if i := slices.Index(all, c); i >= 0 {
		return i
	}
	return len(all)
}

// fits returns what fits the wish and may be had, the best first: what is served now, then what is served
// later. What somebody does not like is left out if anything else is there.
func (q *search) fits() (fit []*offer) {
	now := slices.DeleteFunc(q.among(0), func(c *offer) bool { return c.later })
	then := slices.DeleteFunc(q.among(0), func(c *offer) bool { return !c.later })
	for _, some := range [][]*offer{now, then} {
		some = q.choose(some)
		liked := slices.DeleteFunc(slices.Clone(some), func(c *offer) bool { return len(q.card.dislikedBy(c.Item, q.asked)) > 0 })
		if len(liked) == 0 {
			liked = some
		}
		fit = append(fit, liked...)
	}
	return q.markedFirst(fit)
}

// markedFirst puts first what the card itself marks as what is wished, if no other order was asked for.
func (q *search) markedFirst(all []*offer) []*offer {
	marked := slices.DeleteFunc(slices.Clone(all), func(c *offer) bool { return !q.marked(c) })
	if q.sort != "" || readWish(q.text).sort != "" {
		return all
	}
	return append(marked, slices.DeleteFunc(all, func(c *offer) bool { return slices.Contains(marked, c) })...)
}

func boolToInt(is bool) int {
	if is {
		return 1
	}
	return 0
}

// marked reports whether the card itself marks an item as what is wished: to be shared, or without what the
// wish or somebody's need rules out: "sem glúten".
func (q *search) marked(c *offer) bool {
	w := readWish(q.text)
	never := w.without
	for _, p := range q.meant {
		for _, r := range p.rules {
			never |= r.never
		}
	}
	shared := sharing().MatchString(q.wish)
	return slices.ContainsFunc(c.Tags, func(tag string) bool {
		free, ok := strings.CutPrefix(lang.Fold(tag), "sem ")
		id, known := knowledge().food.ID(free)
		lacks := known && slices.Contains(w.exclude, id) && !(c.drinkable() && q.course+w.course == "")
		return shared && sharing().MatchString(tag) || ok && (never&allergensOf(free) != 0 || lacks)
	})
}

// near returns what comes near the wish besides what fits it. What the wish rules out comes only if there is
// nothing else.
func (q *search) near(fit []*offer) (near []*offer) {
	w := readWish(q.text)
	for _, strict := range []bool{true, false} {
		for i, c := range q.among(0) {
			out := slices.Contains(fit, c) || q.dry && strong(c.Item) || i >= pool && !q.any
			if !out && (!strict || !w.rulesOut(c)) && w.touches(c) {
				near = append(near, c)
			}
		}
		if len(fit)+len(near) > 0 {
			break
		}
	}
	slices.SortStableFunc(near, func(a, b *offer) int { return boolToInt(a.later) - boolToInt(b.later) })
	return sorted(near, q.sort)
}

// besides returns what other searches find for a wish that nothing fits: in other courses, and without what it
// is not to be ("a cocktail with rum, not a sour one"), unless that is a matter of health. It comes near.
func (q *search) besides() (all []*offer) {
	if q.wish == "" {
		return nil
	}
	if q.course != "" && q.course != "dessert" && q.course != "drink" { // a soup is no dessert
		all = append(all, rank(q.text, q.among(elsewhere))...)
	}
	if q.course != "" && q.sort != "" { // the strongest of all, if no word of the wish is known
		all = append(all, sorted(rank(courseWords[q.course], q.among(0)), q.sort)...)
	}
	if plain := strings.TrimSpace(notThat().ReplaceAllString(q.wish, "")); plain != q.wish && plain != "" && !readWish(q.text).health {
		all = append(all, rank(plain, q.among(against))...)
	}
	return slices.DeleteFunc(all, func(c *offer) bool { return q.dry && strong(c.Item) })
}

var notThat = pattern.Of(`(?i)[,;]?\s*\b(?:que n[aã]o|mas n[aã]o|que no|pero no|but not|not|no|sem|sin|without|nada)\s.*$`)

// leftOut returns what would be chosen but for what people must not have, by person and reason, and whether
// the wish means it: else it is what comes near.
func (q *search) leftOut() (all []leftOut, meant bool) {
	among := q.among(forbidden)
	some := rank(q.text, among)
	if meant = len(some) > 0 && !readWish(q.text).open; len(some) == 0 {
		some = among[:min(pool, len(among))]
	}
	for _, c := range some {
		for _, b := range c.bars {
			all = leave(all, b, c.Name, mostOfEach)
		}
	}
	return all, meant && len(all) > 0
}

// barsAll reports whether whatever there is of the course is not for somebody, or nobody knows what is in it.
func (q *search) barsAll(b bar) bool {
	return q.course != "" && !slices.ContainsFunc(q.offers, func(c *offer) bool {
		return c.Course == q.course && !c.Unknown && !slices.Contains(c.bars, b)
	})
}

// sortKey is what dishes are to be sorted by: "cheap", "dear", of drinks "strong" and "weak", a quality, or
// else words for what there is to be much of.
func sortKey(asked, course string) string {
	folded := lang.Fold(asked)
	for _, w := range wordsOf(folded) {
		for _, key := range []string{"weak", "strong"} {
			if (course == "drink" || course == "beer") && is(w, key) {
				return key
			}
		}
	}
	if key := byPrice(folded); key != "" {
		return key
	}
	for prefix, key := range map[string]string{"expensive": "dear", "dear": "dear", "car": "dear", "price": "cheap"} {
		if strings.HasPrefix(folded, prefix) {
			return key
		}
	}
	return folded
}

// qualities are what dishes are compared by, besides their price and their alcohol: words that the ontology
// knows of which there is to be more, and less.
var qualities = map[string][2]string{
	"light": {"leve", "pesado"}, "heavy": {"pesado", "leve"}, "spicy": {"picante", ""}, "mild": {"", "picante"}, "sweet": {"doce", "ácido, amargo"},
	"dry": {"ácido, amargo", "doce"}, "sour": {"ácido", "doce"}, "bitter": {"amargo", ""}, "smooth": {"", "amargo"},
}

// spiced reports whether dishes are sorted by a taste that only some have.
func spiced(sort string) bool {
	_, ok := qualities[sort]
	return ok && sort != "light" && sort != "heavy"
}

// degree is how much an item is of what dishes are sorted by. What the card does not tell is the least.
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

// A view is what is told of items at a table.
type view struct {
	w             *Waiter
	card          *Card
	s             *scene.Scene
	l             lang.Language
	course        string        // that every item has
	whole         bool          // who may have it is told too
	meant, others []seat        // whom it is for, and who else must not have something
	asked         []hook.Person // whom it is for
	at            time.Time     // when they eat, if that is sure
	sure          bool
}

func (w *Waiter) viewOf(card *Card, s *scene.Scene, who []string) view {
	v := view{w: w, card: card, s: s, l: s.Language}
	v.meant, v.others = card.seats(s, who)
	if v.asked, _ = s.Meant(who); slices.Equal(who, []string{"me"}) { // what who is with them dislikes is not theirs
		v.asked = slices.DeleteFunc(v.asked, func(p hook.Person) bool { return p.Is(hook.Companion) })
	}
	v.at, v.sure = w.timeOf(s)
	return v
}

// dry reports whether nobody at the table may have alcohol, as where all are under age.
func dry(s *scene.Scene) bool {
	all := s.People()
	return len(all) > 0 && s.Party <= len(all) && !slices.ContainsFunc(all, func(p hook.Person) bool { return !slices.ContainsFunc(p.Diets, aDrink) })
}
