package menu

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/retrieve"
)

// A guard knows what may not be offered. It is asked before anything is ranked,
// and nothing that is ranked later can get past it.
type guard struct {
	card     *Card
	c        hook.Constraints
	excluded []int // that the message itself rules out
	without  set   // allergens among these: "sem lactose"
	never    set   // these, and those that the constraints stand for
	most     int64 // in minor units; 0: any price
	now      time.Time
}

func newGuard(card *Card, s State, now time.Time) *guard {
	g := &guard{card: card, c: s.Constraints, now: now, most: cmp.Or(mostOf(s.Message), mostOf(s.Query))}
	for _, text := range []string{s.Query, s.Message} { // a model may have said the wish in its own words
		g.excluded = append(g.excluded, excluded(text)...)
		for _, c := range knowledge().clauses(text) {
			g.without |= c.without | c.lactose
		}
	}
	g.never = g.without
	for _, a := range slices.Concat(s.Constraints.Allergies, s.Constraints.Diets) {
		g.never |= setOf(ParseAllergens(a))
	}
	if g.most == 0 {
		g.most = int64(s.Constraints.Budget.Person * 100)
	}
	return g
}

// strict reports whether what is in an item must be known.
func (g *guard) strict() bool {
	return len(g.c.Allergies) > 0 || len(g.c.Diets) > 0 || g.without != 0
}

// keep returns what can be told of an item at a glance, for every item of a
// card: all but what takes reading its words. It is nil if there is nothing to
// tell.
func (g *guard) keep() func(*retrieve.Doc) bool {
	if g.never == 0 && g.most == 0 {
		return nil
	}
	return func(d *retrieve.Doc) bool { return g.glance(d.ID) }
}

func (g *guard) glance(id string) bool {
	b, ok := g.card.brief[id]
	return ok && b.has&g.never == 0 && (g.most == 0 || b.price <= g.most)
}

func (g *guard) may(it Item) bool { return g.glance(it.ID) }

// allows reports whether an item may be offered, but for what is in it not
// being known and the hour.
func (g *guard) allows(it Item) bool {
	return g.may(it) && g.card.harm(it, g.c) == "" &&
		(len(g.excluded) == 0 || !ontology.Default().Breaks(&g.card.read[it.ID]().said, g.excluded))
}

// Harms returns the constraint that an item breaks, or nothing. Of an item that
// is Unknown nothing is no promise.
func Harms(it Item, c hook.Constraints) string {
	for _, a := range slices.Concat(c.Allergies, c.Diets) {
		if slices.ContainsFunc(ParseAllergens(a), it.Contains) {
			return a
		}
	}
	why, _ := c.Forbids(it.Text())
	return why
}

var (
	limits  = regexp.MustCompile(`(?i)(?:^|\s)(?:at[ée]|no m[áa]ximo|m[áa]ximo(?: de)?|menos (?:de|que)|abaixo de|under|up to|at most|below|less than|max|hasta)\s+(?:uns\s+)?(?:r\$|rs|us\$|\$)?\s*(\d{1,6}(?:[.,]\d{1,2})?)(?:$|[^\d])`)
	priced  = regexp.MustCompile(limits.String() + `?(?:\s*(?:reais|real|pesos|d[óo]lares|dollars|euros))?`)
	notCash = regexp.MustCompile(`^\s*(?:pessoas?|min|minutos|horas|h\b|pratos|people|itens|ml|g\b)`)
)

// mostOf reads the highest price that a message names, the last if it names
// several, in minor units.
func mostOf(message string) int64 {
	message = strings.ToLower(message)
	var most int64
	for _, m := range limits.FindAllStringSubmatchIndex(message, -1) {
		if notCash.MatchString(message[m[3]:]) {
			continue
		}
		if amount, err := strconv.ParseFloat(strings.ReplaceAll(message[m[2]:m[3]], ",", "."), 64); err == nil {
			most = int64(amount*100 + 0.5)
		}
	}
	return most
}

// What a sentence says when it says what somebody must not have, folded, with
// its commas: that they must not, what follows it up to something else, and
// what says that it is not so.
var (
	mustNot = regexp.MustCompile(`\b(?:alergic[oa]s?|alergias?|allergic|allerg(?:y|ies)|intoleran(?:tes?|cias?|t|ces?)|nao (?:posso|pode|podemos|como|comemos)(?: (?:comer|beber|tomar))?|can ?(?:no)?t (?:eat|have|drink)|no (?:puedo|puede|podemos|como)(?: (?:comer|tomar|beber))?)\b(?: (?:a|ao|aos|as|o|os|to|al|la|el|los|las|com|con|de|da|do|nada|nenhuma?|any|anything|with|is|sao|e|:)\b)*([^.]*)`)
	itsName = regexp.MustCompile(`\b(?:(?:have|has|with) )?(?:an? )?(?:severe |bad )?([a-z]{3,}(?: [a-z]{3,})?) (?:allerg(?:y|ies)|intolerance)\b`)
	isNot   = regexp.MustCompile(`\b(?:nao (?:sou|somos|e|tenho|temos|ha)|sem|not|no (?:soy|somos|tengo)|nunca fui|don t have|doesn t have|no)(?: (?:nenhuma?|an?|any|mais))*\s*$`)
	ends    = regexp.MustCompile(`\b(?:mas|but|pero|o que|what|que|qual|quero|queria|gostaria|tem|tienes?|do you|i d|i want|i eat|por favor|please|entao|so|quiero|hay|me|posso|can|como|pode|algo|something|uma?)\b.*`)
	joints  = regexp.MustCompile(`\s*(?:,|\b(?:e|ou|and|or|y|nem|ni|nor|a|ao|aos|as|to|al)\b)\s*`)
	diets   = regexp.MustCompile(`\b(?:sou|somos|i m|i am|we are|we re|soy|e|is|es|sao|are) (?:uma? |an? )?((?:vegan|vegetarian|celiac|coeliac)[oa]?s?)\b`)
)

// mostTold is how much of one kind a message is taken to tell.
const mostTold = 12

// told reads what a guest says that they must not have: nobody else may have
// noticed. Whose it is does not matter: it is for the table.
func told(text string) (c hook.Constraints) {
	for sentence := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(".!?;\n", r) }) {
		clauses := strings.Split(sentence, ",")
		for i := range clauses {
			clauses[i] = lang.Fold(clauses[i])
		}
		folded := strings.Join(clauses, " , ")
		for _, m := range mustNot.FindAllStringSubmatchIndex(folded, mostTold) {
			if isNot.MatchString(folded[:m[0]]) {
				continue
			}
			for _, thing := range joints.Split(ends.ReplaceAllString(folded[m[2]:m[3]], ""), -1) {
				thing = strings.TrimSpace(thing)
				known := strings.Contains(folded[m[0]:m[2]], "ler") || len(knowledge().food.Read(thing)) > 0 // "não como desde ontem"
				if known && thing != "" && len(thing) <= 40 && len(c.Allergies) < mostTold {
					c.Allergies = append(c.Allergies, thing)
				}
			}
		}
		if m := itsName.FindStringSubmatchIndex(folded); m != nil && !isNot.MatchString(folded[:m[2]]) && len(knowledge().food.Read(folded[m[2]:m[3]])) > 0 {
			c.Allergies = append(c.Allergies, folded[m[2]:m[3]])
		}
		for _, m := range diets.FindAllStringSubmatchIndex(folded, mostTold) {
			diet := folded[m[2]:m[3]]
			switch {
			case isNot.MatchString(folded[:m[2]]):
			case strings.Contains(diet, "eliac"):
				c.Allergies = append(c.Allergies, "glúten")
			default:
				c.Diets = append(c.Diets, diet)
			}
		}
	}
	return c
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
