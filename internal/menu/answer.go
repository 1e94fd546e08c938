package menu

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// phrases are what the waiter says in one language.
type phrases struct {
	hello, order, orderHere      string
	one, some, pair              string
	nothing, nearest             string
	avoid, unknown, unsure       string
	heard, unclear               string
	has, noIngredients, noPrice  string
	allergens, inferred, and, or string
	sample                       string
	later, to, next, harmful     string
	noted, costs                 string
	yes, no, dontKnow            string
	card, seated, home, house    string
	cards, oneCard               string
}

var texts = map[lang.Language]phrases{
	lang.Portuguese: {
		hello: "Olá! Me diga do que você tem vontade e eu procuro no cardápio.", order: "Os pedidos são com a equipe da casa: é só chamar.", orderHere: "Para pedir: %s",
		one: "Sugiro %s", some: "Algumas ideias:", pair: "Combina bem:",
		nothing: "Não tenho no cardápio algo que seja mesmo isso.", nearest: " O mais próximo é %s: quer saber mais?",
		avoid: "Levei em conta: %s. A cozinha confirma.",
		heard: "Entendi: %s.", unclear: "Não sei o que é “%s”: de que ingrediente ou dieta se trata? Até eu entender, não recomendo nada.",
		unknown: "Não consegui verificar suas alergias agora: há algo que você não pode comer?", unsure: "Deixei de fora, por não saber os ingredientes: %s.",
		has: "%s leva %s.", noIngredients: "O cardápio não diz o que vai em %s: pergunte à cozinha.", noPrice: "preço não informado",
		allergens: "Contém %s.", inferred: "Pelos ingredientes, deve conter %s.", and: "e", or: "ou", sample: "exemplo",
		noted: "Anotado: %s. Do que você tem vontade?", costs: "Custa %s.", later: "Servimos %s das %s.", to: " às ", next: " e das ", harmful: "Não é para você (%s): não recomendo.",
		yes: "Sim: %s contém %s.", no: "Pelo cardápio, %s não leva %s; a cozinha confirma.", dontKnow: "O cardápio não diz se %s leva %s: pergunte à cozinha.",
		card: "Do cardápio de %s:", seated: "Este é o cardápio de %s. Me diga do que você tem vontade e eu procuro nele.", home: "Este é o cardápio da casa. Me diga do que você tem vontade e eu procuro nele.", house: "a casa",
		cards: "Tenho também: %s. Qual cardápio você quer ver?", oneCard: "Só tenho um cardápio: este.",
	},
	lang.English: {
		hello: "Hello! Tell me what you feel like and I will look through the card.", order: "Orders are with the staff of the house: just call them.", orderHere: "To order: %s",
		one: "I suggest %s", some: "A few ideas:", pair: "These go well with it:",
		nothing: "I have nothing on the card that is really that.", nearest: " The nearest is %s: would you like to hear more?",
		avoid: "I kept in mind: %s. The kitchen confirms it.",
		heard: "I take that to be: %s.", unclear: "I do not know “%s”: which ingredient or diet is it? Until I understand, I recommend nothing.",
		unknown: "I could not check your allergies just now: is there anything you cannot eat?", unsure: "Left out, as I do not know what is in it: %s.",
		has: "%s has %s.", noIngredients: "The card does not say what is in %s: please ask the kitchen.", noPrice: "price not known",
		allergens: "Contains %s.", inferred: "By its ingredients it should contain %s.", and: "and", or: "or", sample: "sample",
		noted: "Noted: %s. What do you feel like?", costs: "It costs %s.", later: "We serve %s from %s.", to: " to ", next: " and from ", harmful: "It is not for you (%s): I do not recommend it.",
		yes: "Yes: %s contains %s.", no: "By the card there is no %[2]s in %[1]s; the kitchen confirms it.", dontKnow: "The card does not say whether %s has %s: please ask the kitchen.",
		card: "From the card of %s:", seated: "This is the card of %s. Tell me what you feel like and I will look through it.", home: "This is the card of the house. Tell me what you feel like and I will look through it.", house: "the house",
		cards: "There are also: %s. Whose card would you like to see?", oneCard: "I have only one card: this one.",
	},
	lang.Spanish: {
		hello: "¡Hola! Dígame qué le apetece y busco en la carta.", order: "Los pedidos son con el personal de la casa: solo llame.", orderHere: "Para pedir: %s",
		one: "Sugiero %s", some: "Algunas ideas:", pair: "Combina bien:",
		nothing: "No tengo en la carta algo que sea realmente eso.", nearest: " Lo más cercano es %s: ¿quiere saber más?",
		avoid: "Tuve en cuenta: %s. La cocina lo confirma.",
		heard: "Entendí: %s.", unclear: "No sé qué es “%s”: ¿de qué ingrediente o dieta se trata? Hasta entenderlo, no recomiendo nada.",
		unknown: "No pude verificar sus alergias ahora: ¿hay algo que no pueda comer?", unsure: "Dejé fuera, por no saber los ingredientes: %s.",
		has: "%s lleva %s.", noIngredients: "La carta no dice qué lleva %s: pregunte a la cocina.", noPrice: "precio no informado",
		allergens: "Contiene %s.", inferred: "Por los ingredientes, debe contener %s.", and: "y", or: "o", sample: "ejemplo",
		noted: "Anotado: %s. ¿Qué le apetece?", costs: "Cuesta %s.", later: "Servimos %s de %s.", to: " a ", next: " y de ", harmful: "No es para usted (%s): no lo recomiendo.",
		yes: "Sí: %s contiene %s.", no: "Según la carta, %s no lleva %s; la cocina lo confirma.", dontKnow: "La carta no dice si %s lleva %s: pregunte a la cocina.",
		card: "De la carta de %s:", seated: "Esta es la carta de %s. Dígame qué le apetece y busco en ella.", home: "Esta es la carta de la casa. Dígame qué le apetece y busco en ella.", house: "la casa",
		cards: "También tengo: %s. ¿Qué carta quiere ver?", oneCard: "Solo tengo una carta: esta.",
	},
}

// answerByRule says it in the card's own words.
func answerByRule(in AnswerIn) string {
	t, ok := texts[in.Language]
	if !ok {
		t = texts[lang.Portuguese]
	}
	var lines []string
	if in.Restaurant != "" {
		lines = append(lines, fmt.Sprintf(t.card, in.Restaurant))
	}
	if len(in.Heard) > 0 {
		lines = append(lines, fmt.Sprintf(t.heard, list(called(in.Heard, in.Language), t.and)))
	}
	if ask := t.asks(in); ask != "" && (in.Intent == Wish || in.Intent == Pairing || in.Intent == Talk && (len(in.Unclear) > 0 || Told(in.Message).Unknown)) {
		return strings.Join(append(lines, ask), "\n")
	}
	switch in.Intent {
	case Talk:
		if len(in.Heard) > 0 {
			return strings.Join(append(lines, fmt.Sprintf(t.noted, list(called(in.Avoid, in.Language), t.and))), "\n")
		}
		if c := Told(in.Message); len(c.Allergies)+len(c.Diets) > 0 {
			return fmt.Sprintf(t.noted, list(called(in.Avoid, in.Language), t.and))
		}
		return t.hello
	case Order:
		if in.House.Order != "" {
			return fmt.Sprintf(t.orderHere, in.House.Order)
		}
		return t.order
	case Seat:
		if in.Restaurant == "" {
			return t.home
		}
		return fmt.Sprintf(t.seated, in.Restaurant)
	case Which:
		return t.which(in)
	case About:
		for _, it := range in.Items {
			lines = append(lines, t.about(it, fmt.Sprintf("%s [%s]", it.Name, it.ID), in))
		}
		for _, h := range in.Harmful {
			line := t.about(h.Item, h.Item.Name, in)
			if h.Why != "" {
				line += " " + fmt.Sprintf(t.harmful, h.Why)
			}
			lines = append(lines, line)
		}
	default:
		switch {
		case len(in.Items) == 0:
			text := t.nothing
			if len(in.Later) > 0 {
				text = t.served(in.Later)
			} else if in.Nearest != "" {
				text += fmt.Sprintf(t.nearest, in.Nearest)
			}
			lines = append(lines, text)
		case len(in.Items) == 1:
			lines = append(lines, fmt.Sprintf(t.one, t.offer(in.Items[0], in.Language)))
		default:
			head := t.some
			if in.Intent == Pairing {
				head = t.pair
			}
			lines = append(lines, head)
			for _, it := range in.Items {
				lines = append(lines, "- "+t.offer(it, in.Language))
			}
		}
	}
	if len(in.Avoid) > 0 && len(in.Items) > 0 {
		lines = append(lines, fmt.Sprintf(t.avoid, strings.Join(called(in.Avoid, in.Language), ", ")))
	}
	if ask := t.asks(in); ask != "" {
		lines = append(lines, ask)
	}
	if len(in.Unsure) > 0 {
		lines = append(lines, fmt.Sprintf(t.unsure, strings.Join(in.Unsure, ", ")))
	}
	return strings.Join(lines, "\n")
}

// asks is the question what the guest must not have, if that is not known: of
// several words about the first.
func (t phrases) asks(in AnswerIn) string {
	switch {
	case len(in.Unclear) > 0:
		word := []rune(in.Unclear[0])
		return fmt.Sprintf(t.unclear, string(word[:min(len(word), 60)]))
	case in.Unknown:
		return t.unknown
	}
	return ""
}

// which says which other cards there are.
func (t phrases) which(in AnswerIn) string {
	if len(in.Restaurants) == 0 {
		return t.oneCard
	}
	all := slices.Clone(in.Restaurants)
	if i := slices.Index(all, ""); i >= 0 {
		all[i] = t.house
	}
	return fmt.Sprintf(t.cards, list(all, t.and))
}

// offer is an item in the card's own words.
func (t phrases) offer(it Item, l lang.Language) string {
	text := fmt.Sprintf("%s [%s]", it.Name, it.ID)
	if d := strings.TrimSuffix(strings.TrimSpace(it.Description), "."); d != "" {
		text += ": " + lowerFirst(d)
	}
	return text + " (" + t.price(it, l) + ")."
}

func (t phrases) price(it Item, l lang.Language) string {
	if it.Price == nil {
		return t.noPrice
	}
	return it.Price.Text(l)
}

// served says when items are to be had.
func (t phrases) served(items []Item) string {
	var all []string
	for _, it := range items {
		all = append(all, fmt.Sprintf(t.later, it.Name, strings.NewReplacer("-", t.to, ",", t.next).Replace(it.Hours)))
	}
	return strings.Join(all, " ")
}

// about answers what is in a dish, and first whether it has what was asked.
func (t phrases) about(it Item, name string, in AnswerIn) string {
	var parts []string
	if asked := knowledge().named(plain(in.Message)).names(); len(asked) > 0 {
		parts = append(parts, t.whether(it, name, asked, in.Language))
		name = it.Name
	}
	if len(it.Ingredients) == 0 {
		parts = append(parts, fmt.Sprintf(t.noIngredients, name))
	} else {
		parts = append(parts, fmt.Sprintf(t.has, name, list(it.Ingredients, t.and)))
	}
	if d := strings.TrimSpace(it.Description); d != "" {
		parts = append(parts, strings.TrimSuffix(d, ".")+".")
	}
	if len(it.Allergens) > 0 {
		parts = append(parts, fmt.Sprintf(t.allergens, list(called(it.Allergens, in.Language), t.and)))
	}
	if len(it.Inferred) > 0 {
		parts = append(parts, fmt.Sprintf(t.inferred, list(called(it.Inferred, in.Language), t.and)))
	}
	if it.Hours != "" {
		parts = append(parts, t.served([]Item{it}))
	}
	if it.Price != nil {
		parts = append(parts, fmt.Sprintf(t.costs, it.Price.Text(in.Language)))
	}
	return strings.Join(parts, " ")
}

// whether says if an item has any of some allergens, as far as is known.
func (t phrases) whether(it Item, name string, asked []string, l lang.Language) string {
	var found []string
	for _, a := range asked {
		if it.Contains(a) {
			found = append(found, a)
		}
	}
	switch {
	case len(found) > 0:
		return fmt.Sprintf(t.yes, name, list(called(found, l), t.and))
	case it.Unknown:
		return fmt.Sprintf(t.dontKnow, name, list(called(asked, l), t.or))
	}
	return fmt.Sprintf(t.no, name, list(called(asked, l), t.or))
}

// called says allergens and diets in a language.
func called(allergens []string, l lang.Language) []string {
	all := make([]string, len(allergens))
	for i, a := range allergens {
		all[i] = dietName(AllergenName(a, l), l)
	}
	return all
}

func list(words []string, and string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + and + " " + words[len(words)-1]
}

func lowerFirst(s string) string {
	r := []rune(s)
	if len(r) > 1 && strings.ToUpper(string(r[1])) == string(r[1]) && strings.ToLower(string(r[1])) != string(r[1]) {
		return s // an abbreviation
	}
	return strings.ToLower(string(r[:1])) + string(r[1:])
}
