package menu

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
)

// phrases are what the waiter says in one language.
type phrases struct{ *voice.Words }

// saying is what is to be said.
type saying struct {
	Message  string
	Intent   Intent
	Language lang.Language
	House    House
	// Restaurant is whose card it is, if not the house's; Restaurants are whose
	// there are besides, "" being the house's.
	Restaurant  string
	Restaurants []string

	Items   []Item
	Nearest string    // a dish's name, when none fits
	Later   []Item    // what fits, but is served at another hour
	Harmful []Harmful // asked about, and not for this guest
	Unsure  []string  // left out: what is in them is not known
	Avoid   []string  // what the guest must not have
	Heard   []string  // of these, what a misspelt word was taken for just now
	Unclear []string  // what the guest must not have, and nobody understands
	Unknown bool      // and whether that could be found out
	Health  []string  // of the guest, that no card can be judged by
}

// Harmful is an item that breaks a constraint, or may for all that is known:
// then Why is empty.
type Harmful struct {
	Item Item
	Why  string
}

// answerOf says it in the card's own words.
func answerOf(in saying) string {
	t := phrases{voice.In(in.Language)}
	var lines []string
	if in.Restaurant != "" {
		lines = append(lines, fmt.Sprintf(t.Menu.Card, in.Restaurant))
	}
	if len(in.Heard) > 0 {
		lines = append(lines, fmt.Sprintf(t.Menu.Heard, t.List(called(in.Heard, in.Language))))
	}
	if ask := t.asks(in); ask != "" && (in.Intent == Wish || in.Intent == Pairing || in.Intent == Talk && (len(in.Unclear) > 0 || Told(in.Message).Unknown)) {
		return strings.Join(append(lines, ask), "\n")
	}
	switch in.Intent {
	case Talk:
		return strings.Join(append(lines, t.talk(in)), "\n")
	case Order:
		if in.House.Order != "" {
			return fmt.Sprintf(t.Menu.OrderHere, in.House.Order)
		}
		return t.Menu.Order
	case Seat:
		if in.Restaurant == "" {
			return t.Menu.Home
		}
		return fmt.Sprintf(t.Menu.Seated, in.Restaurant)
	case Which:
		return t.which(in)
	case About:
		for _, it := range in.Items {
			lines = append(lines, t.about(it, in))
		}
		for _, h := range in.Harmful {
			line := t.about(h.Item, in)
			if h.Why != "" {
				line += " " + fmt.Sprintf(t.Menu.Harmful, t.List(called([]string{h.Why}, in.Language)))
			}
			lines = append(lines, line)
		}
	default:
		switch {
		case len(in.Items) == 0:
			text := t.Menu.Nothing
			if len(in.Harmful) > 0 {
				text = t.barred(in)
			}
			if len(in.Later) > 0 {
				text = t.served(in.Later)
			} else if in.Nearest != "" {
				text += " " + fmt.Sprintf(t.Menu.Nearest, in.Nearest)
			}
			lines = append(lines, text)
		case len(in.Items) == 1:
			lines = append(lines, fmt.Sprintf(t.Menu.One, t.offer(in.Items[0], in.Language)))
		default:
			head := t.Menu.Some
			if in.Intent == Pairing {
				head = t.Menu.Pair
			}
			lines = append(lines, head)
			for _, it := range in.Items {
				lines = append(lines, "- "+t.offer(it, in.Language))
			}
		}
	}
	if len(in.Avoid) > 0 && len(in.Items) > 0 {
		lines = append(lines, fmt.Sprintf(t.House.Minded, t.List(called(in.Avoid, in.Language))))
	}
	if len(in.Health) > 0 {
		lines = append(lines, fmt.Sprintf(t.Menu.Health, t.List(in.Health)))
	}
	if ask := t.asks(in); ask != "" {
		lines = append(lines, ask)
	}
	if len(in.Unsure) > 0 {
		lines = append(lines, fmt.Sprintf(t.Menu.Unsure, strings.Join(in.Unsure, ", ")))
	}
	return strings.Join(lines, "\n")
}

// asks is the question what the guest must not have, if that is not known: of
// several words about the first.
func (t phrases) asks(in saying) string {
	switch {
	case len(in.Unclear) > 0:
		word := []rune(in.Unclear[0])
		return fmt.Sprintf(t.Menu.Unclear, string(word[:min(len(word), 60)]))
	case in.Unknown:
		return t.Menu.Unknown
	}
	return ""
}

// noted repeats what the guest must not have, and asks for a wish.
func (t phrases) noted(in saying) string {
	return fmt.Sprintf(t.House.Noted, t.List(called(in.Avoid, in.Language))) + " " + t.Menu.Feel
}

// talk answers who asks for nothing: with what was understood of what they tell.
func (t phrases) talk(in saying) string {
	told := tell(in.Message)
	var said []string
	bound := slices.ContainsFunc(told.freed, func(thing string) bool { // who may have shrimp may not have crustaceans
		return Harms(Item{Name: thing, Inferred: infer(Item{Name: thing})}, hook.Constraints{Allergies: in.Avoid}) != ""
	})
	if len(told.freed) > 0 && !bound {
		said = append(said, fmt.Sprintf(t.Menu.Freed, t.List(called(told.freed, in.Language))))
	} else if told.apart {
		said = append(said, t.Menu.Apart)
	}
	if c := Told(in.Message); len(in.Heard) > 0 || bound || len(c.Allergies)+len(c.Diets) > 0 {
		return strings.Join(append(said, t.noted(in)), " ")
	}
	if len(told.health) > 0 {
		said = append(said, fmt.Sprintf(t.Menu.Health, t.List(told.health)))
	}
	switch {
	case len(said) > 0:
		return strings.Join(append(said, t.Menu.Feel), " ")
	case acknowledges(in.Message):
		return t.Menu.Ack
	}
	return t.Menu.Hello
}

// barred says what there is of what was asked for, and why it is not for the
// guest.
func (t phrases) barred(in saying) string {
	var names, why []string
	for _, h := range in.Harmful {
		names, why = append(names, h.Item.Name), append(why, h.Why)
	}
	return fmt.Sprintf(t.Menu.Barred, t.List(names), t.List(called(why, in.Language)))
}

// which says which other cards there are.
func (t phrases) which(in saying) string {
	if len(in.Restaurants) == 0 {
		return t.Menu.OneCard
	}
	all := slices.Clone(in.Restaurants)
	if i := slices.Index(all, ""); i >= 0 {
		all[i] = t.Menu.House
	}
	return fmt.Sprintf(t.Menu.Cards, t.List(all))
}

// offer is an item in the card's own words.
func (t phrases) offer(it Item, l lang.Language) string {
	text := it.Name
	if d := strings.TrimSuffix(strings.TrimSpace(it.Description), "."); d != "" {
		text += ": " + lowerFirst(d)
	}
	return text + " (" + t.price(it, l) + ")."
}

func (t phrases) price(it Item, l lang.Language) string {
	if it.Price == nil {
		return t.House.NoPrice
	}
	return it.Price.Text(l)
}

// served says when items are to be had.
func (t phrases) served(items []Item) string {
	var all []string
	for _, it := range items {
		all = append(all, fmt.Sprintf(t.Menu.Served, it.Name, strings.NewReplacer("-", t.Menu.To, ",", t.Menu.Then).Replace(it.Hours)))
	}
	return strings.Join(all, " ")
}

// about answers what is in a dish, and first whether it has what was asked.
func (t phrases) about(it Item, in saying) string {
	var parts []string
	if asked := knowledge().named(plain(in.Message)).names(); len(asked) > 0 {
		parts = append(parts, t.whether(it, asked, in.Language))
	} else if food, has := asksFor(it, in.Message); food != "" {
		answer := t.Menu.No
		if has {
			answer = t.Menu.Yes
		} else if it.Unknown {
			answer = t.Menu.DontKnow
		}
		parts = append(parts, fmt.Sprintf(answer, it.Name, food))
	}
	if len(it.Ingredients) == 0 {
		parts = append(parts, fmt.Sprintf(t.Menu.NoIngredients, it.Name))
	} else {
		parts = append(parts, fmt.Sprintf(t.Menu.Has, it.Name, t.List(it.Ingredients)))
	}
	if d := strings.TrimSpace(it.Description); d != "" {
		parts = append(parts, strings.TrimSuffix(d, ".")+".")
	}
	if len(it.Allergens) > 0 {
		parts = append(parts, fmt.Sprintf(t.Menu.Contains, t.List(called(it.Allergens, in.Language))))
	}
	if len(it.Inferred) > 0 {
		parts = append(parts, fmt.Sprintf(t.Menu.Inferred, t.List(called(it.Inferred, in.Language))))
	}
	if it.Hours != "" {
		parts = append(parts, t.served([]Item{it}))
	}
	if it.Price != nil {
		parts = append(parts, fmt.Sprintf(t.Menu.Costs, it.Price.Text(in.Language)))
	}
	return strings.Join(parts, " ")
}

// whether says if an item has any of some allergens, as far as is known.
func (t phrases) whether(it Item, asked []string, l lang.Language) string {
	var found []string
	for _, a := range asked {
		if it.Contains(a) {
			found = append(found, a)
		}
	}
	switch {
	case len(found) > 0:
		return fmt.Sprintf(t.Menu.Yes, it.Name, t.List(called(found, l)))
	case it.Unknown:
		return fmt.Sprintf(t.Menu.DontKnow, it.Name, t.Either(called(asked, l)))
	}
	return fmt.Sprintf(t.Menu.No, it.Name, t.Either(called(asked, l)))
}

// asksFor returns the food that a message asks for in an item, and whether it is
// in it: the first that is not part of the item's name.
func asksFor(it Item, message string) (food string, has bool) {
	o, name := knowledge().food, nameWords(it.Name)
	d := o.Describe(it.Text())
	words := strings.Fields(message)
	for i, w := range words[:max(0, len(words)-1)] {
		if !holds[lang.Fold(w)] && !with[lang.Fold(w)] {
			continue
		}
		food = strings.Trim(strings.Join(words[i+1:], " "), "?!.,; ")
		for _, m := range o.Read(food) {
			if !slices.Contains(name, lang.Stem(m.Words)) && isFood(m.Words) {
				return strings.ToLower(food), d.Has(m.Concept)
			}
		}
	}
	return "", false
}

// called says what guests must not have in a language, each thing once: an
// allergen or a diet by its name, and what is not known as they said it.
func called(things []string, l lang.Language) []string {
	w, o := voice.In(l).Menu, knowledge().food
	var all []string
	for _, thing := range things {
		folded := strings.TrimSuffix(lang.Fold(thing), " free")
		spelt, n := knowledge().spelt.at(strings.Fields(folded))
		switch names := spelt.names(); {
		case w.Allergens[thing] != "":
			thing = w.Allergens[thing]
		case w.Diets[thing] != "":
			thing = w.Diets[thing]
		case strings.Contains(folded, "eliac"):
			thing = w.Allergens["glúten"]
		case len(names) == 1 && n == len(strings.Fields(folded)) && !ownNames[folded]:
			thing = w.Allergens[names[0]]
		default:
			for _, m := range o.Read(thing) {
				if name := cmp.Or(w.Diets[o.Name(m.Concept)], w.Foods[o.Name(m.Concept)]); name != "" && m.Words == folded {
					thing = name
					break
				}
			}
		}
		all = add(all, []string{thing})
	}
	return all
}

// ownNames are more than names of an allergen: who says nozes is told nozes.
var ownNames = lang.Set("lactose lactosa nozes noz nueces castanha trigo wheat queijo")

func lowerFirst(s string) string {
	r := []rune(s)
	if len(r) > 1 && strings.ToUpper(string(r[1])) == string(r[1]) && strings.ToLower(string(r[1])) != string(r[1]) {
		return s // an abbreviation
	}
	return strings.ToLower(string(r[:1])) + string(r[1:])
}
