package menu

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/retrieve"
)

// A guard knows what may not be offered. It is asked before anything is ranked,
// and nothing that is ranked later can get past it.
type guard struct {
	card     *Card
	c        hook.Constraints
	excluded []int     // that the message itself rules out
	without  set       // allergens among these: "sem lactose"
	never    set       // these, and those that the constraints stand for
	diet     set       // those of which somebody minds no traces: a vegan
	most     int64     // in minor units; 0: any price
	now      time.Time // zero: whenever

	only func(Item) bool // nil: anything else that an item must be
}

func newGuard(card *Card, s wanted, now time.Time) *guard {
	g := &guard{card: card, c: s.Constraints, now: now, most: cmp.Or(mostOf(s.Message), mostOf(s.Query))}
	for _, text := range []string{s.Query, beyondFreed(s.Message)} { // a model may have said the wish in its own words
		r := card.rules(text)
		g.excluded = append(g.excluded, r.excluded...)
		g.c.Diets = add(g.c.Diets, r.diets)
		g.without |= r.without
	}
	g.never = g.without
	for _, a := range slices.Concat(s.Constraints.Allergies, s.Constraints.Diets) {
		if mindsTraces(a) {
			g.never |= barred(a)
		} else {
			g.diet |= barred(a)
		}
	}
	if g.most == 0 {
		g.most = int64(s.Constraints.Budget.Person * 100)
	}
	return g
}

// ruled is what a text rules out.
type ruled struct {
	excluded []int
	diets    []string
	without  set
}

func (c *Card) readRules(text string) ruled {
	kept, once := dietsIn(text)
	r := ruled{excluded(text), add(kept, once), c.misspelt(text)}
	for _, c := range knowledge().clauses(text) {
		r.without |= c.without | c.lactose
	}
	return r
}

// asked returns what the message itself rules out that a kitchen must confirm:
// allergens and ways to eat.
func (g *guard) asked(s wanted) (all []string) {
	allergens, o := g.without, knowledge().food
	for _, text := range []string{s.Query, beyondFreed(s.Message)} {
		all = add(all, g.card.rules(text).diets)
		for _, m := range o.Read(unjoined(text)) {
			name := o.Name(m.Concept)
			if m.Negated || texts.In(lang.Portuguese).Menu.Diets[name] == "" {
				continue
			}
			if all = add(all, []string{name}); name == "vegano" {
				allergens &^= knowledge().animal &^ knowledge().named(plain(text))
			}
		}
	}
	return append(allergens.names(), all...)
}

// strict reports whether what is in an item must be known.
func (g *guard) strict() bool {
	return len(g.c.Allergies) > 0 || slices.ContainsFunc(g.c.Diets, func(d string) bool { return !drives(d) }) || g.without != 0
}

// keep returns what can be told of an item at a glance, for every item of a
// card: all but what takes reading its words. It is nil if there is nothing to
// tell.
func (g *guard) keep() func(*retrieve.Doc) bool {
	if g.never|g.diet == 0 && g.most == 0 && g.only == nil {
		return nil
	}
	return func(d *retrieve.Doc) bool { return g.may(d.ID) }
}

func (g *guard) may(id string) bool {
	b, ok := g.card.brief[id]
	return ok && b.has&g.never|b.made&g.diet == 0 && (g.most == 0 || b.price <= g.most) && (g.only == nil || g.only(g.card.byID[id]))
}

// allows reports whether an item may be offered, but for what is in it not
// being known and the hour.
func (g *guard) allows(it Item) bool {
	return g.may(it.ID) && (g.now.IsZero() || !it.isSoldOut(g.now)) && g.card.harm(it, g.c) == "" &&
		(len(g.excluded) == 0 || !ontology.Default().Breaks(&g.card.read[it.ID]().said, g.excluded))
}

// Harms returns the constraint that an item breaks, or nothing. Of an item that
// is Unknown nothing is no promise.
func Harms(it Item, c hook.Constraints) string {
	for _, a := range slices.Concat(c.Allergies, c.Diets) {
		means, _ := meaning(lang.Fold(a))
		for _, m := range means {
			if m != a && harms(it, as(hook.Constraints{}, m)) != "" {
				return a
			}
		}
	}
	return harms(it, c)
}

func harms(it Item, c hook.Constraints) string {
	it = cutsOfFish(it)
	for _, a := range slices.Concat(c.Allergies, c.Diets) {
		if t, ok := tasteOf(a); ok {
			if t.shows(it) {
				return a
			}
			continue
		}
		contains := it.Contains
		if !mindsTraces(a) {
			contains = it.madeWith
		}
		if slices.ContainsFunc(barred(a).names(), contains) || breaks(a, it) {
			return a
		}
		if sober(a) && !it.drinkable() && (len(it.Ingredients) > 0 || drives(a)) {
			continue // a sauce that elsewhere is made with wine lists none here
		}
		one := hook.Constraints{Allergies: []string{a}}
		if slices.Contains(c.Diets, a) {
			one = hook.Constraints{Diets: []string{a}}
		}
		if why, forbidden := one.Violates(it.made()); forbidden {
			return why
		}
	}
	return ""
}

// drives reports whether a constraint is of drinks alone.
func drives(constraint string) bool {
	return slices.ContainsFunc(dietsOf(constraint), func(d diet) bool { return d.drink })
}

// drinkable reports whether an item is a drink.
func (it Item) drinkable() bool { return it.Course == "drink" || it.Course == "beer" }

// sober reports whether a constraint is alcohol and nothing else.
func sober(constraint string) bool {
	all := dietsOf(constraint)
	return len(all) > 0 && !slices.ContainsFunc(all, func(d diet) bool { return d.never != alcohol || d.apart != 0 })
}

// cutsOfFish is an item whose cuts of fish are called by the fish alone: a loin of
// pirarucu is no pork.
func cutsOfFish(it Item) Item {
	it.Name, it.Description = fishCuts(it.Name), fishCuts(it.Description)
	it.Ingredients = slices.Clone(it.Ingredients)
	for i, x := range it.Ingredients {
		it.Ingredients[i] = fishCuts(x)
	}
	return it
}

var cuts = pattern.Of(`(?i)\b(?:costelas?|lombos?|fil[eé]s?|postas?|iscas?|ventrechas?|lomos?|ribs?|loins?)\s+d[eo]\s+([\p{L}-]+)`)

func fishCuts(text string) string {
	o := knowledge().food
	fish, ok := o.ID("peixe")
	if !ok {
		return text
	}
	return cuts().ReplaceAllStringFunc(text, func(cut string) string {
		name := cuts().FindStringSubmatch(cut)[1]
		if d := o.Describe(name); d.Has(fish) {
			return name
		}
		return cut
	})
}

// barred returns the allergens that a constraint rules out: those it names, and
// those that are in nothing one eats on such a diet. A card may state them where
// its words do not tell.
var barred = recent.Texts(512, func(constraint string) set {
	if aDrink(constraint) {
		return 0
	}
	all := setOf(ParseAllergens(constraint))
	folded := lang.Fold(constraint)
	for diet, never := range dietNever {
		if strings.Contains(folded, diet) {
			all |= setOf(never)
		}
	}
	return all
})

// mindsTraces reports whether a dish that may contain traces of something breaks a
// constraint. To a vegan it does not; to an allergy it does.
func mindsTraces(constraint string) bool {
	folded := lang.Fold(constraint)
	return !strings.Contains(folded, "vegan") && !strings.Contains(folded, "vegetar")
}

// aDrink reports whether a constraint is a beer, a wine or another drink with alcohol:
// somebody who has no stout may have bread, though there is gluten in both, and who has
// no wine may have vinegar with its sulphites.
func aDrink(constraint string) bool {
	o := knowledge().food
	all := o.Read(constraint)
	return len(all) > 0 && !slices.ContainsFunc(all, func(m ontology.Mention) bool {
		d := o.Describe(o.Name(m.Concept))
		return !slices.ContainsFunc(drinks, func(name string) bool {
			id, ok := o.ID(name)
			return ok && (m.Concept == id || d.Has(id))
		})
	})
}

// drinks are the kinds of drinks with alcohol.
var drinks = []string{"cerveja", "vinho", "coquetel", "destilado", "alcool"}

var dietNever = map[string][]string{
	"eliac":   {"glúten"}, // celíaca, coeliac
	"vegan":   {"leite", "ovo", "peixe", "crustáceos", "moluscos"},
	"vegetar": {"peixe", "crustáceos", "moluscos"},
}

var (
	limits  = pattern.Of(limit)
	priced  = pattern.Of(limit + `?(?:\s*(?:reais|real|pesos|d[óo]lares|dollars|euros))?`)
	notCash = pattern.Of(`^\s*(?:pessoas?|min|minutos|horas|h\b|pratos|people|itens|ml|g\b|%|por\s?cento|per\s?cent|por\s?ciento|k?cal|calor|ibu|abv|graus|anos|años|years?|km|ingredient)`)
)

const limit = `(?i)(?:^|\s)(?:at[ée]|no m[áa]ximo|m[áa]ximo(?: de)?|menos (?:de|que)|abaixo de|under|up to|at most|below|less than|max|hasta)\s+(?:uns\s+)?(?:r\$|rs|us\$|\$)?\s*(\d{1,6}(?:[.,]\d{1,2})?)(?:$|[^\d])`

// mostOf reads the highest price that a message names, the last if it names
// several, in minor units.
func mostOf(message string) int64 {
	if !strings.ContainsAny(message, digits) {
		return 0
	}
	message = strings.ToLower(message)
	var most int64
	for _, m := range limits().FindAllStringSubmatchIndex(message, -1) {
		if notCash().MatchString(message[m[3]:]) {
			continue
		}
		if amount, err := strconv.ParseFloat(strings.ReplaceAll(message[m[2]:m[3]], ",", "."), 64); err == nil {
			most = int64(amount*100 + 0.5)
		}
	}
	return most
}

const digits = "0123456789"

// misspelt returns the allergens that a text rules out and does not spell:
// "massa sem glutem".
func (c *Card) misspelt(text string) (s set) {
	words := wordsOf(text)
	for i, w := range words {
		if i > 0 && without[words[i-1]] && !c.knows(w) {
			s |= setOf(ParseAllergens(c.near(w)))
		}
	}
	return s
}

// add adds what is not there yet.
func add(all, more []string) []string {
	for _, m := range more {
		if !slices.ContainsFunc(all, func(a string) bool { return lang.Fold(a) == lang.Fold(m) }) {
			all = append(slices.Clip(all), m)
		}
	}
	return all
}
