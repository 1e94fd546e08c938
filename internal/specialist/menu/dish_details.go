package menu

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/scene"
)

type dishDetailsIn struct {
	Dishes []string `json:"dishes,omitempty" jsonschema:"names; empty: those shown last"`

	// What is asked of them, of the reader: askPrice or another of ownAsks, "most cheap", or an ingredient, allergen or
	// diet. A model finds it in the facts.
	Ask     string   `json:"ask,omitempty" jsonschema:"-"`
	For     []string `json:"for,omitempty" jsonschema:"-"`     // of whom it is asked; nobody: all
	Course  string   `json:"course,omitempty" jsonschema:"-"`  // all dishes of a course, or anyCourse: all that have what is asked
	Explain bool     `json:"explain,omitempty" jsonschema:"-"` // with anyCourse: it was asked what that is
}

const (
	askPrice   = "price"
	askSafe    = "safe" // for those at the table
	askHours   = "hours"
	askServes  = "serves"   // how many people
	askAlcohol = "strength" // of drinks
	askMost    = "most "    // "most cheap": which of them is; see qualities
	askBest    = "best"     // "most best": which of them the house would choose
)

// ownAsks are those that ask for no ingredient.
var ownAsks = []string{"", askPrice, askSafe, askHours, askServes, askAlcohol, "difference", "price_difference"}

// anyCourse stands for all courses.
const anyCourse = "any"

type dishDetailsOut struct {
	Dishes    []dishFacts `json:"dishes"`
	NotOnCard []missing   `json:"not_on_card,omitempty"`
	Kinds     []missing   `json:"kinds,omitempty"` // asked for by their kind: "chope"
	Asked     string      `json:"asked,omitempty"`
	Having    bool        `json:"having,omitempty"`  // these are all that have what is asked
	Explain   bool        `json:"explain,omitempty"` // what it is was asked, and has not been said yet
	Best      []string    `json:"best,omitempty"`    // of those compared, which may be all
	caution

	lines []string // of the dishes, for a model
}

// forModel returns a result as a model gets it: a line for each dish, as in find_dishes.
func (out dishDetailsOut) forModel() any {
	lines := out.lines
	silent := "traces, portion size"
	if len(lines) == 0 {
		silent = ""
	} else if slices.ContainsFunc(out.Dishes, func(d dishFacts) bool { return d.Serves != "" }) {
		silent = "traces"
	}
	out.Asked, out.Best, out.Dishes = "", nil, nil
	return struct {
		Dishes []string `json:"dishes"`
		dishDetailsOut
		Silent string `json:"card_says_nothing_about,omitempty"`
	}{lines, out, silent}
}

// dishFacts is what is told of a dish: all that the card says of it or, of one that is found, what an answer offers it with.
type dishFacts struct {
	ID          string   `json:"-"`
	Name        string   `json:"name"`
	Price       string   `json:"price,omitempty"`
	Course      string   `json:"course,omitempty"` // of a dish that is found, if none was asked for
	Fits        bool     `json:"match,omitempty"`  // the wish
	For         string   `json:"for,omitempty"`    // the person it is chosen for
	About       string   `json:"about,omitempty"`
	Ingredients []string `json:"ingredients,omitempty"`
	Contains    []string `json:"contains,omitempty"` // allergens that the card states
	Likely      []string `json:"likely,omitempty"`   // allergens by its ingredients
	May         []string `json:"may,omitempty"`      // allergens of which the card says that there may be traces
	Unknown     bool     `json:"unknown,omitempty"`  // the card does not say what is in it
	Alcohol     string   `json:"alcohol,omitempty"`
	Options     string   `json:"options,omitempty"` // the ways to have it, and who must not have which
	Served      string   `json:"served,omitempty"`
	Serves      string   `json:"serves,omitempty"` // how many people
	Closed      string   `json:"not_served_at,omitempty"`
	NotFor      []bar    `json:"not_for,omitempty"`
	Disliked    []bar    `json:"disliked,omitempty"`          // people who dislike something in it, and what
	Check       []bar    `json:"check,omitempty"`             // what the kitchen is to be asked, and for whom
	Has         []string `json:"has_what_is_asked,omitempty"` // yes, no, traces or unknown
	Instead     []string `json:"instead,omitempty"`           // what comes near it and everybody may have
}

func (w *Waiter) dishDetailsTool() (agent.Tool, error) {
	return agent.NewTool("dish_details", "All the card says of dishes, and who may have them.", w.dishDetails, agent.Options[dishDetailsOut]{
		Tell:  dishDetailsOut.forModel,
		Say:   sayDetails,
		Reads: true, Lenient: true,
	})
}

// How many dishes are told of at once, and how much of each.
const (
	mostDetailed = 8
	wholeAbout   = 2000 // characters of a description
)

func (w *Waiter) dishDetails(ctx context.Context, in dishDetailsIn) (out dishDetailsOut, err error) {
	s := scene.From(ctx)
	card, err := w.onTable(ctx, s, "")
	if err != nil {
		return out, err
	}
	v := w.viewOf(card, s, in.For)
	items, err := v.askedItems(ctx, in, &out)
	if err != nil {
		return out, err
	}
	if by, ok := strings.CutPrefix(in.Ask, askMost); ok {
		items, in.Ask = out.compare(v, items, by)
	}
	asks, ordered := card.asks(in.Ask), lastTab(ctx, s)
	out.Dishes = []dishFacts{}
	for _, it := range items {
		had := func(d dishFacts) bool { return d.ID == it.ID }
		if len(out.Dishes) == mostDetailed && len(asks) == 0 && in.Ask != askSafe || slices.ContainsFunc(out.Dishes, had) {
			continue
		}
		d := v.facts(it, in)
		for _, ask := range asks {
			d.Has = append(d.Has, card.has(it, ask))
		}
		if in.Ask == askSafe && len(d.NotFor) > 0 && (len(items) == 1 || ordered.quantity(it.ID) > 0) {
			instead, _, err := w.nearest(ctx, card, s, findDishesIn{Wish: it.Name, Course: it.Course})
			if err != nil {
				return out, err
			}
			d.Instead = withPrices(instead, v.l)
		}
		out.Dishes, out.lines = append(out.Dishes, d), append(out.lines, v.detailed(it, d))
		t := things([]Item{it}, v.l)[0]
		t.Note = noteOf(card.bars(it, v.meant, v.l))
		s.Offer(ctx, t)
	}
	if out.Asked = in.Ask; len(asks) > 0 || strings.Contains(in.Ask, " ") && !out.Having {
		out.Asked = strings.Join(asks, ", ")
	}
	out.caution = cautionOf(s, v.meant, len(v.meant) > 0 || s.Unknown, true)
	return out, nil
}

// detailed tells a model all of an item in a line, for everybody at the table.
func (v view) detailed(it Item, d dishFacts) string {
	all := v.w.viewOf(v.card, v.s, nil)
	all.others = all.meant
	line := all.line(it, wholeAbout)
	if who := fitsWhom(v.s, v.card.bars(it, all.meant, v.l)); who != "" {
		line += " · fits " + who
	}
	line = strings.TrimSuffix(line+" · "+d.Options, " · ")
	if d.Serves != "" {
		line += " · serves: " + d.Serves
	}
	return line
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

// askedItems are the items that are asked about. What is not on the card is told with what comes near it.
func (v view) askedItems(ctx context.Context, in dishDetailsIn, out *dishDetailsOut) (items []Item, err error) {
	named := func(it Item) bool { return spaced(it.Name) == spaced(in.Ask) }
	switch {
	case in.Course == anyCourse && slices.ContainsFunc(v.card.all, named): // "o que é o PF do dia?"
		in.Dishes = []string{in.Ask}
	case in.Course == anyCourse:
		items = v.card.having(in.Ask, in.Explain)
		out.Explain = in.Explain && !strings.Contains(v.s.Last, in.Ask)
		if out.Having = len(items) > 0; !out.Having {
			in.Dishes = []string{in.Ask}
		}
	case in.Course != "":
		return kept(v.card.all, func(it Item) bool { return it.Course == in.Course }), nil
	case len(in.Dishes) == 0:
		if items = v.card.lastShown(v.s); len(items) == 0 {
			return nil, errors.New("no dish was shown yet: name the dishes")
		}
	}
	for _, ref := range in.Dishes {
		some := v.card.refer(v.s, ref)
		if items = append(items, some...); len(some) > 0 {
			continue
		}
		near, fits, err := v.w.nearest(ctx, v.card, v.s, findDishesIn{Wish: ref})
		if err != nil {
			return nil, err
		}
		m := missing{Asked: ref, Nearest: withPrices(near, v.l)}
		if fits && v.card.isKind(ref) {
			out.Kinds = append(out.Kinds, m)
		} else {
			out.NotOnCard = append(out.NotOnCard, m)
		}
	}
	return items, nil
}

// having are the items of which the card says that they have one of some ingredients, or traces of it. Where it was asked what
// the ingredient is, those that have its word come alone: a cassava leaf is told of by the dish that names it.
func (card *Card) having(ask string, word bool) []Item {
	named := kept(card.all, func(it Item) bool {
		text := spaced(strings.Join(append([]string{it.Name, it.Description}, it.Ingredients...), " "))
		return word && strings.Contains(text, spaced(ask)) && !strings.Contains(text, " sem"+spaced(ask))
	})
	if len(named) > 0 {
		return named
	}
	asks := card.asks(ask)
	return kept(card.all, func(it Item) bool {
		return slices.ContainsFunc(asks, func(x string) bool { has := card.has(it, x); return has == "yes" || has == mayHave || has == likelyHas })
	})
}

// compare keeps those of some items that are the most by something, and tells them: all, if the card does not tell. It
// returns what is then asked of them. The best is the first that those may have for whom it is asked, and that is served.
func (out *dishDetailsOut) compare(v view, items []Item, by string) (best []Item, ask string) {
	if by == askBest {
		best = kept(items, func(it Item) bool {
			_, closed := v.served(it)
			return closed == "" && !it.Unknown && len(v.card.bars(it, v.meant, v.l)) == 0
		})
		best = best[:min(1, len(best))]
	} else {
		best = v.card.most(items, by)
	}
	if len(best) == 0 {
		best = items
	}
	for _, it := range best {
		out.Best = append(out.Best, it.called(v.l))
	}
	switch {
	case len(best) == len(items):
		return best, "unknown"
	case len(best) > 1:
		return best, "same"
	}
	return best, by
}

// most are the items that are the lightest, the spiciest, the cheapest, the strongest and so on of some: all of them if
// the card does not tell. Drinks are light and heavy by their alcohol.
func (card *Card) most(items []Item, by string) (best []Item) {
	if alcohol := map[string]string{"light": "weak", "mild": "weak", "heavy": "strong"}[by]; alcohol != "" &&
		!slices.ContainsFunc(items, func(it Item) bool { _, told := abv(it); return !told }) {
		by = alcohol
	}
	var offers []*offer
	for _, it := range items {
		offers = append(offers, &offer{Item: it, is: card.read[it.ID]()})
	}
	for _, c := range sorted(offers, by) {
		if c.degree(by) == offers[0].degree(by) {
			best = append(best, c.Item)
		}
	}
	return best
}

// facts is what the card says of an item, and for whom it is not: all where it is asked for whom it is, and else not that
// a driver has no beer, nor, beside a price, for which companions it is not.
func (v view) facts(it Item, in dishDetailsIn) dishFacts {
	d := v.brief(it, v.card.bars(it, v.meant, v.l))
	d.About, d.Ingredients, d.Unknown, d.Alcohol = it.about(v.l), ingredientsIn(it, v.l), it.Unknown, abvOf(it, v.l)
	d.Contains, d.Likely, d.May = allergensIn(it.Allergens, v.l), allergensIn(it.Inferred, v.l), allergensIn(it.May, v.l)
	d.Options, d.Serves = v.optionsOf(it), it.Serves
	if len(in.For) == 0 && in.Ask != askSafe {
		d.NotFor = slices.DeleteFunc(v.warned(it, v.meant), func(b bar) bool { return in.Ask == askPrice && b.Who != guestName && b.Who != hook.Companion })
	}
	return d
}

// asks are the ingredients, allergens, diets and tastes among what is asked of some dishes. A word that neither the card
// nor the ontology knows is none.
func (card *Card) asks(ask string) (all []string) {
	if slices.Contains(ownAsks, ask) {
		return nil
	}
	for x := range strings.SplitSeq(ask, ", ") {
		plain := strings.TrimSpace(spaced(x))
		whole := slices.ContainsFunc(knowledge().food.Read(plain), func(m ontology.Mention) bool { return m.Words == plain })
		near := card.near(plain)
		slips := near != "" && (isAllergen(near) || slip(lang.Fold(near), plain) < 2) // "espinha" is no esfiha
		if x != "" && (whole || isAllergen(x) || !strings.Contains(plain, " ") && card.knows(x) || slips) {
			all = append(all, x)
		}
	}
	return all
}

// mayHave says of an allergen that there may be traces of it, likelyHas that nobody states it and words of the card suggest it.
const mayHave, likelyHas = "traces", "likely"

// has reports whether an item has an ingredient or allergen, or is for a diet, that is asked about: yes, no, traces or
// unknown.
func (card *Card) has(it Item, ask string) string {
	o, d := knowledge().food, card.read[it.ID]()
	if raw := tasteOf(ask) & contentsIn("raw greens"); raw != 0 && contentsOf(it)&raw != 0 {
		return "yes"
	} else if is(lang.Fold(ask), "taste") {
		if slices.ContainsFunc(o.Facets(ask), func(f ontology.Facet) bool { return max(o.Meets(f, &d.made), o.Meets(f, &d.said)) >= enough }) {
			return "yes"
		} else if len(it.Ingredients) == 0 || it.veiled() {
			return unknownContents
		}
		return "no"
	}
	rules, cannot := card.bind([]string{ask}, nil)
	harms := card.broken(it, rules) != nil
	of, words := allergensOf(ask), o.Read(strings.Join(append([]string{it.Name}, it.Ingredients...), ", "))
	written := func(m ontology.Mention) bool {
		return slices.ContainsFunc(words, func(x ontology.Mention) bool { return x.Concept == m.Concept })
	}
	switch made := setOf(it.Allergens...) | setOf(it.Inferred...); {
	case harms && isAllergen(ask) && of&made == 0 && of&setOf(it.May...) != 0:
		return mayHave
	case harms && isAllergen(ask) && of&setOf(it.Allergens...) == 0 && of&setOf(it.Inferred...) != 0 && !slices.ContainsFunc(o.Read(spaced(ask)), written):
		return likelyHas
	case harms && card.tells(it, ask):
		return "yes"
	case harms || it.Unknown || len(cannot) > 0, isAllergen(ask) && !it.None && len(it.Allergens) == 0 && it.veiled():
		return unknownContents
	}
	return "no"
}

// tells reports whether the card's own words say that an item has something, by its name or as a kind of it. A guess of
// a rule (sugar in a banana) does not count.
func (card *Card) tells(it Item, ask string) bool {
	if isAllergen(ask) {
		return slices.ContainsFunc(ParseAllergens(ask), it.madeWith) || len(it.May) == 0
	}
	o, plain := knowledge().food, spaced(ask)
	if strings.Contains(spaced(strings.Join(append([]string{it.Name, it.Description}, it.Ingredients...), " ")), plain) {
		return true
	}
	made := card.read[it.ID]().made
	if len(it.Ingredients) > 0 { // what is in others of its name need not be in this one
		made = o.Describe(strings.Join(it.Ingredients, ", "))
	}
	plain = strings.TrimSpace(plain)
	return slices.ContainsFunc(o.Read(plain), func(m ontology.Mention) bool { return m.Words == plain && o.Edible(m.Concept) && made.Has(m.Concept) })
}

// nearest names what comes nearest to the wished dish and everybody at the table may have, and reports whether it is of the
// kind: "chope" is any beer. In place of a dish of a course there is any other of that course: of a pudim a sorbet.
func (w *Waiter) nearest(ctx context.Context, card *Card, s *scene.Scene, in findDishesIn) (items []Item, fits bool, err error) {
	q, err := w.newSearch(ctx, card, s, in)
	if err != nil {
		return nil, false, err
	}
	ofCourse := func(it Item) bool { return in.Course == "" || it.Course == in.Course }
	for _, m := range card.mentions(in.Wish) {
		items = append(items, kept(m.Items, func(it Item) bool { return !m.Kind && !it.isSoldOut(q.at) && len(card.bars(it, q.meant, q.l)) == 0 })...)
	}
	items = kept(items, ofCourse)
	items = items[:min(len(items), mostLeftOut)]
	is := knowledge().food.Describe(in.Wish)
	kin := kindsOf(&is)
	fit, near := q.candidates()
	for i, c := range append(fit, near...) {
		akin := slices.ContainsFunc(kindsOf(&c.is.made), func(k string) bool { return slices.Contains(kin, k) })
		had := slices.ContainsFunc(items, func(it Item) bool { return it.ID == c.ID })
		if !had && len(items) < mostLeftOut && ofCourse(c.Item) && (i < len(fit) || akin || in.Course != "") {
			items, fits = append(items, c.Item), fits || i < len(fit)
		}
	}
	return items, fits, nil
}

// kindsOf are the kinds of food that something is made of: fish, as sushi is.
func kindsOf(is *ontology.Description) (kinds []string) {
	for name := range book.Set("kin_foods") {
		if id, ok := knowledge().food.ID(name); ok && is.Has(id) {
			kinds = append(kinds, name)
		}
	}
	return kinds
}

// withPrices names items with their prices.
func withPrices(items []Item, l lang.Language) (all []string) {
	for _, it := range items {
		name := it.Name
		if it.Price != nil {
			name += " (" + priceIn(it, l) + ")"
		}
		all = append(all, name)
	}
	return all
}
