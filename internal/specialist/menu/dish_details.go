package menu

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/scene"
)

type dishDetailsIn struct {
	Dishes []string `json:"dishes,omitempty" jsonschema:"names; empty: those shown last"`

	// What is asked of them, of the reader: askPrice, askWhether they are to be had,
	// or an ingredient, allergen or diet. A model finds it in the facts.
	Ask    string   `json:"ask,omitempty"`
	For    []string `json:"for,omitempty"`    // of whom it is asked; nobody: all
	Course string   `json:"course,omitempty"` // of the reader: all dishes of a course, or of any that have what is asked

	Explain bool `json:"explain,omitempty"` // of the reader: what is asked for is not known to the guest
}

// anyCourse stands for all courses.
const anyCourse = "any"

const (
	askPrice   = "price"
	askWhether = "whether"
	askSafe    = "safe" // for those at the table
	askHours   = "hours"
	askAlcohol = "strength" // of drinks
	askMost    = "most "    // "most cheap": which of them is; see qualities
)

type dishDetailsOut struct {
	Dishes      []dishFacts `json:"dishes"`
	NotOnCard   []missing   `json:"not_on_card,omitempty"`
	Kinds       []missing   `json:"kinds,omitempty"` // asked for by their kind: "chope"
	CannotJudge []bar       `json:"cannot_judge,omitempty"`
	Cautioned   bool        `json:"told_before,omitempty"` // of these needs: it is not said again
	Kitchen     string      `json:"kitchen,omitempty"`
	Asked       string      `json:"asked,omitempty"`
	Having      bool        `json:"having,omitempty"`  // these are all that have what is asked
	Explain     bool        `json:"explain,omitempty"` // what it is was asked
	Best        []string    `json:"best,omitempty"`    // of those compared, which may be all

	lines []string // of the dishes, for a model
}

// told is a result as a model is told it: the dishes in lines, as find_dishes has them.
func (out dishDetailsOut) told() any {
	lines := out.lines
	out.Asked, out.Best, out.Dishes = "", nil, nil
	silent := "traces, portion size"
	if len(lines) == 0 {
		silent = ""
	}
	return struct {
		Dishes []string `json:"dishes"`
		dishDetailsOut
		Silent string `json:"card_says_nothing_about,omitempty"`
	}{lines, out, silent}
}

// dishFacts is what the card says of a dish.
type dishFacts struct {
	ID          string   `json:"-"`
	Name        string   `json:"name"`
	Price       string   `json:"price,omitempty"`
	About       string   `json:"about,omitempty"`
	Ingredients []string `json:"ingredients,omitempty"`
	Contains    []string `json:"contains,omitempty"` // allergens that the card states
	Likely      []string `json:"likely,omitempty"`   // allergens by its ingredients
	May         []string `json:"may,omitempty"`      // allergens of which the card says that there may be traces
	Unknown     bool     `json:"unknown,omitempty"`  // the card does not say what is in it
	Alcohol     string   `json:"alcohol,omitempty"`
	Options     string   `json:"options,omitempty"` // the ways to have it, and who must not have which
	Served      string   `json:"served,omitempty"`
	Closed      string   `json:"not_served_at,omitempty"`
	NotFor      []bar    `json:"not_for,omitempty"`
	Check       []bar    `json:"check,omitempty"`             // what the kitchen is to be asked, and for whom
	Has         []string `json:"has_what_is_asked,omitempty"` // yes, no, traces or unknown
	Instead     []string `json:"instead,omitempty"`           // what comes near it and everybody may have
}

// missing is what was asked for and is not on the card.
type missing struct {
	Asked   string   `json:"asked"`
	Nearest []string `json:"nearest,omitempty"`
	SoldOut bool     `json:"sold_out_today,omitempty"` // it is on the card
}

func (w *Waiter) dishDetailsTool() (agent.Tool, error) {
	return agent.NewTool("dish_details", "All the card says of dishes, and who may have them.", w.dishDetails, agent.Options[dishDetailsOut]{
		Schema: func(s *jsonschema.Schema) {
			delete(s.Properties, "ask")
			delete(s.Properties, "for")
			delete(s.Properties, "course")
			delete(s.Properties, "explain")
		},
		Tell:  dishDetailsOut.told,
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
	seats, _ := card.seats(s, in.For)
	var items []Item
	for _, ref := range in.Dishes {
		some := card.refer(s, ref)
		if len(some) == 0 {
			items, fits, err := w.nearest(ctx, card, s, ref)
			if err != nil {
				return out, err
			}
			near := withPrices(items, s.Language)
			if of := card.ofKind(items, ref); len(of) > 0 {
				out.Kinds = append(out.Kinds, missing{Asked: ref, Nearest: withPrices(of, s.Language)})
			} else if fits && card.isKind(ref) {
				out.Kinds = append(out.Kinds, missing{Asked: ref, Nearest: near})
			} else {
				out.NotOnCard = append(out.NotOnCard, missing{Asked: ref, Nearest: near})
			}
		}
		items = append(items, some...)
	}
	if in.Course == anyCourse {
		items = card.having(in.Ask, in.Explain)
		out.Having, out.Explain = true, in.Explain && !strings.Contains(s.Last, in.Ask) // it is said once
	} else if in.Course != "" {
		items = slices.DeleteFunc(slices.Clone(card.Items()), func(it Item) bool { return it.Course != in.Course })
	} else if len(in.Dishes) == 0 {
		if items = card.lastShown(s); len(items) == 0 {
			return out, fmt.Errorf("no dish was shown yet: name the dishes")
		}
	}
	if by, ok := strings.CutPrefix(in.Ask, askMost); ok {
		in.Ask = by
		all := len(items)
		if by == askBest {
			items = w.advised(card, items, seats, s)
		} else {
			items = card.most(items, by)
		}
		for _, it := range items {
			out.Best = append(out.Best, it.called(s.Language))
		}
		if len(items) == all {
			in.Ask = "unknown"
		} else if len(items) > 1 {
			in.Ask = "same"
		}
	}
	out.Dishes = []dishFacts{}
	asks := card.asks(in.Ask)
	v := w.viewOf(card, s, nil)
	v.others, v.whole = v.meant, true
	var offered []scene.Thing
	for _, it := range items {
		if len(out.Dishes) == mostDetailed && len(asks) == 0 || slices.ContainsFunc(out.Dishes, func(d dishFacts) bool { return d.ID == it.ID }) {
			continue
		}
		d := dishFacts{
			ID: it.ID, Name: it.called(s.Language), Price: priceIn(it, s.Language), About: it.about(s.Language), Ingredients: ingredientsIn(it, s.Language),
			Contains: allergensIn(it.Allergens, s.Language), Likely: allergensIn(it.Inferred, s.Language), May: allergensIn(it.May, s.Language), Unknown: it.Unknown,
			NotFor: card.unasked(it, seats, in, s), Check: card.checks(it, seats, s.Language), Options: card.optionsOf(it, seats, phrases{texts.In(s.Language)}),
		}
		d.Served, d.Closed = w.served(it, v.at, v.sure)
		d.Alcohol = abvOf(it, s.Language)
		for _, ask := range asks {
			d.Has = append(d.Has, card.has(it, ask))
		}
		if in.Ask == askSafe && len(d.NotFor) > 0 {
			instead, _, err := w.nearest(ctx, card, s, it.Name)
			if err != nil {
				return out, err
			}
			d.Instead = withPrices(instead, s.Language)
		}
		out.Dishes, out.lines = append(out.Dishes, d), append(out.lines, strings.TrimSuffix(v.line(it, wholeAbout)+" · "+d.Options, " · "))
		t := things([]Item{it}, s.Language)[0]
		t.Note = noteOf(card.bars(it, seats, s.Language))
		offered = append(offered, t)
	}
	s.Offer(ctx, offered...)
	if out.Having && len(items) == 0 {
		near, _, err := w.nearest(ctx, card, s, in.Ask)
		if err != nil {
			return out, err
		}
		out.NotOnCard = []missing{{Asked: in.Ask, Nearest: withPrices(near, s.Language)}}
	}
	if out.Asked = in.Ask; len(asks) > 0 || strings.Contains(in.Ask, " ") {
		out.Asked = strings.Join(asks, ", ")
	}
	out.CannotJudge = cannotJudge(seats...)
	out.Cautioned = cautioned(s, out.CannotJudge)
	if len(seats) > 0 || s.Unknown {
		out.Kitchen = kitchenConfirms
	}
	return out, nil
}

// unasked are the bars of an item that an answer tells: all where it is asked for whom it is, and
// else not that a driver has no beer, nor, beside a price, for which companions it is not.
func (card *Card) unasked(it Item, seats []seat, in dishDetailsIn, s *scene.Scene) []bar {
	if len(in.For) > 0 || in.Ask == askSafe {
		return card.bars(it, seats, s.Language)
	}
	return slices.DeleteFunc(card.warned(it, seats, s), func(b bar) bool { return in.Ask == askPrice && b.Who != guestName && b.Who != hook.Companion })
}

// asks are the ingredients, allergens, diets and tastes among what is asked of some dishes. A word
// that neither the card nor the ontology knows is none.
func (card *Card) asks(ask string) (all []string) {
	if slices.Contains([]string{askPrice, askWhether, askSafe, askHours, askAlcohol}, ask) {
		return nil
	}
	for x := range strings.SplitSeq(ask, ", ") {
		plain := strings.TrimSpace(spaced(x))
		whole := slices.ContainsFunc(knowledge().food.Read(plain), func(m ontology.Mention) bool { return m.Words == plain })
		if x != "" && (whole || isAllergen(x) || !strings.Contains(plain, " ") && card.knows(x) || card.near(plain) != "") {
			all = append(all, x)
		}
	}
	return all
}

// mayHave says of an allergen that there may be traces of it.
const mayHave = "traces"

// has reports whether an item has an ingredient or allergen, or is for a diet, that
// is asked about: yes, no, traces or unknown.
func (card *Card) has(it Item, ask string) string {
	if isTaste[lang.Fold(ask)] {
		o, d := knowledge().food, card.read[it.ID]()
		if slices.ContainsFunc(o.Facets(ask), func(f ontology.Facet) bool { return max(o.Meets(f, &d.made), o.Meets(f, &d.said)) >= enough }) {
			return "yes"
		}
		return "no"
	}
	bound, cannot := card.bind(hook.Constraints{Allergies: []string{ask}})
	harms := card.harm(it, bound) != ""
	switch traces := ParseAllergens(ask); {
	case harms && isAllergen(ask) && !slices.ContainsFunc(traces, it.madeWith) && slices.ContainsFunc(traces, func(a string) bool { return slices.Contains(it.May, a) }):
		return mayHave
	case harms && card.tells(it, ask):
		return "yes"
	case harms || it.Unknown || len(cannot) > 0, isAllergen(ask) && !it.None && len(it.Allergens) == 0 && it.veiled():
		return unknownContents
	}
	return "no"
}

// tells reports whether the card says itself that an item has something: in its words, or
// as a food that is one. What a guard only fears (sugar in a banana) is no answer.
func (card *Card) tells(it Item, ask string) bool {
	if isAllergen(ask) {
		return slices.ContainsFunc(ParseAllergens(ask), it.madeWith) || len(it.May) == 0
	}
	o := knowledge().food
	plain := strings.TrimSpace(spaced(ask))
	words := spaced(strings.Join(append([]string{it.Name, it.Description}, it.Ingredients...), " "))
	if strings.Contains(words, " "+plain+" ") {
		return true
	}
	made := card.read[it.ID]().made
	if len(it.Ingredients) > 0 { // what is in others of its name need not be in this one
		made = o.Describe(strings.Join(it.Ingredients, ", "))
	}
	return slices.ContainsFunc(o.Read(plain), func(m ontology.Mention) bool { return m.Words == plain && o.Edible(m.Concept) && made.Has(m.Concept) })
}

// nearest names what comes nearest to a dish that is not on the card and everybody
// at the table may have, and reports whether it is of the kind: "chope" is any beer.
func (w *Waiter) nearest(ctx context.Context, card *Card, s *scene.Scene, dish string) (items []Item, fits bool, err error) {
	q := w.query(card, s, findDishesIn{Wish: dish})
	meant, _ := card.seats(s, nil)
	q.never = join(s.MustNots(nil), meant)
	f, err := q.search(ctx)
	if err != nil {
		return nil, false, err
	}
	at, _, _ := w.timeOf(s)
	for _, m := range card.mentions(dish) {
		items = append(items, slices.DeleteFunc(m.Items, func(it Item) bool { return m.Kind || it.isSoldOut(at) || len(card.bars(it, meant, s.Language)) > 0 })...)
	}
	items = items[:min(len(items), mostLeftOut)]
	for _, c := range q.candidates(f) {
		if slices.ContainsFunc(items, func(it Item) bool { return it.ID == c.id }) {
			continue
		}
		if len(items) < mostLeftOut && (c.fits || akin(dish, card.candidate(card.byID[c.id]))) {
			items, fits = append(items, card.byID[c.id]), fits || c.fits
		}
	}
	return items, fits, nil
}

// mostTold is how many dishes are told of with what is in them; of more only their
// descriptions are.
const mostTold = 2

// sayDetails answers what is asked of dishes, or says what they are.
func sayDetails(out dishDetailsOut, l lang.Language) string {
	t := phrases{texts.In(l)}
	var lines []string
	kitchen := out.Kitchen
	compares := t.Menu.Compare[out.Asked]
	if out.Asked == askBest {
		compares = t.Menu.Pick
	}
	if compares != "" && len(out.Best) > 1 {
		return fmt.Sprintf(compares, t.List(out.Best))
	} else if compares != "" && len(out.Best) == 1 && len(out.Dishes) == 1 {
		d := out.Dishes[0]
		return strings.TrimSpace(fmt.Sprintf(compares, t.brief(d)) + " " + t.notFor(d.Name, d.NotFor))
	}
	if out.Having {
		return strings.Join(t.having(out), "\n")
	}
	if out.Asked == askHours && len(out.Dishes) > 0 {
		return strings.Join(append(t.hours(out.Dishes), t.missing(out.NotOnCard)...), "\n")
	}
	if len(out.Dishes) > 1 && len(out.Dishes[0].Has) > 0 {
		return strings.Join(append(t.sorted(out.Dishes, out.Asked), t.missing(out.NotOnCard)...), "\n")
	}
	if len(out.Dishes) > 1 && out.Asked == askSafe {
		return strings.Join(append(t.safety(out.Dishes), t.missing(out.NotOnCard)...), "\n")
	}
	for _, d := range out.Dishes {
		text := ""
		switch {
		case out.Asked == askPrice:
			text = d.Name + ": " + cmp.Or(d.Price, t.House.NoPrice) + "."
		case out.Asked == askAlcohol:
			text, kitchen = fmt.Sprintf(t.Menu.Strength, d.Name+" ("+cmp.Or(d.Price, t.House.NoPrice)+")", cmp.Or(d.Alcohol, t.Menu.NoStrength)), ""
		case len(d.Has) > 0:
			text, kitchen = t.whether(d, out.Asked), ""
		case out.Asked == askSafe && t.notFor(d.Name, d.NotFor) != "":
			lines = append(lines, strings.TrimSpace(t.Menu.Better+" "+t.notFor(d.Name, d.NotFor)+" "+strings.Join(strings.Fields(t.instead(d.Instead)+" "+d.Options+" "+t.checks(d.Check)), " ")))
			continue
		case out.Asked == askSafe && len(d.NotFor) == 0 && !d.Unknown:
			text = fmt.Sprintf(t.Menu.Safe, d.Name) + " " + fmt.Sprintf(t.Menu.MadeOf, t.List(d.Ingredients))
			kitchen = ""
		case len(out.Dishes) > mostTold:
			text = "- " + t.brief(d)
		default:
			text = t.facts(d)
		}
		if out.Asked != askPrice {
			text += " " + t.checks(d.Check)
		}
		lines = append(lines, strings.Join(strings.Fields(text+" "+t.notFor(d.Name, d.NotFor)+" "+d.Options), " "))
	}
	if out.Asked == askWhether && len(lines) > 0 {
		if len(lines) > 1 {
			lines = slices.Insert(lines, 0, t.Menu.Have)
		} else {
			lines[0] = t.Menu.Have + " " + lines[0]
		}
	}
	if out.Asked == askPrice && !slices.ContainsFunc(out.Dishes, func(d dishFacts) bool { return len(d.NotFor) > 0 }) {
		kitchen = ""
	}
	if len(out.Dishes) == 0 {
		kitchen = ""
	}
	for _, k := range out.Kinds {
		lines = append(lines, t.Menu.Have+" "+t.List(k.Nearest)+".")
	}
	lines = append(lines, t.missing(out.NotOnCard)...)
	return strings.Join(append(lines, t.caution(unlessTold(out.CannotJudge, out.Cautioned), kitchen)...), "\n")
}

// hours says when dishes are served, those of the same hours together, and that they are
// not at the hour of which the guest speaks.
func (t phrases) hours(all []dishFacts) (lines []string) {
	var told []string
	for _, d := range all {
		if slices.Contains(told, d.Served) {
			continue
		}
		told = append(told, d.Served)
		var names []string
		for _, x := range all {
			if x.Served == d.Served {
				names = append(names, x.Name)
			}
		}
		line := fmt.Sprintf(t.Menu.AnyHour, t.List(names))
		if d.Served != "" {
			line = t.served([]Item{{Name: t.List(names), Hours: d.Served}})
		}
		if d.Closed != "" {
			line = t.notAt(d.Closed) + " " + line
		}
		lines = append(lines, line)
	}
	return lines
}

// instead offers what comes near to something that is not to be had.
func (t phrases) instead(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(t.Menu.Instead, t.Either(names))
}

// missing says what is not on the card, and what comes nearest.
func (t phrases) missing(all []missing) (lines []string) {
	for _, m := range all {
		line := fmt.Sprintf(t.Menu.NotOnCard, m.Asked)
		if m.SoldOut {
			line = fmt.Sprintf(t.Menu.SoldOut, m.Asked)
		}
		lines = append(lines, line+" "+cmp.Or(t.instead(m.Nearest), t.Menu.Feel))
	}
	return lines
}

// whether says if a dish has what is asked, or suits a diet, as far as the card
// tells.
func (t phrases) whether(d dishFacts, asked string) string {
	var lines []string
	sure := true
	for i, said := range strings.Split(asked, ", ") {
		yes, no := t.Menu.Yes, t.Menu.No
		if isWay(lang.Fold(said)) {
			yes, no = t.Menu.SuitsNot, t.Menu.Suits
		}
		if isTaste[lang.Fold(said)] {
			yes, no = t.Menu.Is, t.Menu.IsNot
		}
		said = called([]string{said}, t.Language)[0]
		switch d.Has[i] {
		case "yes":
			lines = append(lines, fmt.Sprintf(yes, d.Name, said))
		case mayHave:
			lines, sure = append(lines, fmt.Sprintf(t.Menu.MayHave, d.Name, said)), false
		case unknownContents:
			lines, sure = append(lines, fmt.Sprintf(t.Menu.DontKnow, d.Name, said)), false
		default:
			lines = append(lines, fmt.Sprintf(no, d.Name, said))
		}
	}
	if sure && len(d.Ingredients) > 0 && slices.Contains(d.Has, "no") {
		lines = append(lines, fmt.Sprintf(t.Menu.MadeOf, t.List(d.Ingredients)))
	}
	return strings.Join(lines, " ")
}

// sorted says which of several dishes have what is asked, or suit a diet, and which
// do not.
func (t phrases) sorted(all []dishFacts, asked string) (lines []string) {
	for i, said := range strings.Split(asked, ", ") {
		has, hasNot := t.Menu.With, t.Menu.Without
		if isWay(lang.Fold(said)) {
			has, hasNot = t.Menu.NoneFor, t.Menu.AllFor
		}
		if isTaste[lang.Fold(said)] {
			has, hasNot = t.Menu.Are, t.Menu.AreNot
		}
		said = called([]string{said}, t.Language)[0]
		of := map[string][]string{}
		for _, d := range all {
			of[d.Has[i]] = append(of[d.Has[i]], d.Name)
		}
		for _, line := range []struct{ has, says string }{{"no", hasNot}, {"yes", has}, {mayHave, t.Menu.MayBeIn}, {unknownContents, t.Menu.NotSaid}} {
			if names := of[line.has]; len(names) > 0 {
				lines = append(lines, fmt.Sprintf(line.says, said, t.List(names)))
			}
		}
	}
	return append(lines, t.Menu.Kitchen)
}

// safety says which of several dishes are not for whom, of which it is not known, and that
// nothing is against the others.
func (t phrases) safety(all []dishFacts) (lines []string) {
	var safe, unknown []string
	for _, d := range all {
		barred, check := t.notFor(d.Name, d.NotFor), t.checks(d.Check)
		if check != "" {
			lines = append(lines, d.Name+": "+check)
		}
		switch {
		case barred != "":
			lines = append(lines, barred)
		case d.Unknown || len(d.NotFor) > 0:
			unknown = append(unknown, d.Name)
		case check == "": // else something is
			safe = append(safe, d.Name)
		}
	}
	if len(unknown) > 0 {
		lines = append(lines, fmt.Sprintf(t.Menu.Unsaid, t.List(unknown)))
	}
	if len(safe) > 0 {
		lines = append(lines, fmt.Sprintf(t.Menu.AllSafe, t.List(safe)))
	}
	return append(lines, t.Menu.Kitchen)
}

// brief is a dish in a line of a list.
func (t phrases) brief(d dishFacts) string {
	text := d.Name + " (" + cmp.Or(d.Price, t.House.NoPrice) + ")"
	if about := strings.TrimRight(shorten(d.About, aboutChars), "."); about != "" {
		text += ": " + t.tells(about)
	}
	return strings.TrimSuffix(text, "…") + "."
}

// facts says what a dish is, what is in it and when it is served.
func (t phrases) facts(d dishFacts) string {
	text := d.Name + " (" + cmp.Or(d.Price, t.House.NoPrice) + ")"
	if about := strings.TrimSuffix(strings.TrimSpace(d.About), "."); about != "" {
		text += ": " + t.tells(about)
	}
	parts := []string{text + "."}
	if len(d.Ingredients) == 0 {
		parts = append(parts, fmt.Sprintf(t.Menu.NoIngredients, d.Name))
	} else {
		parts = append(parts, fmt.Sprintf(t.Menu.MadeOf, t.List(d.Ingredients)))
	}
	if len(d.Contains) > 0 {
		parts = append(parts, fmt.Sprintf(t.Menu.Contains, t.List(d.Contains)))
	}
	if len(d.Likely) > 0 {
		parts = append(parts, fmt.Sprintf(t.Menu.Inferred, t.List(d.Likely)))
	}
	if len(d.May) > 0 {
		parts = append(parts, fmt.Sprintf(t.Menu.May, t.List(d.May)))
	}
	if d.Served != "" {
		if slices.Contains(dayNames, d.Closed) {
			parts = append(parts, t.notAt(d.Closed))
		}
		parts = append(parts, t.served([]Item{{Name: d.Name, Hours: d.Served}}))
	}
	return strings.Join(parts, " ")
}
