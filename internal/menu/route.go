package menu

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// An Intent is what a guest wants.
type Intent string

// The intents.
const (
	Talk    Intent = "talk"    // small talk: nothing is searched
	Wish    Intent = "wish"    // something to eat or drink
	About   Intent = "about"   // a question about a dish on the card
	Pairing Intent = "pairing" // what goes with something
	Order   Intent = "order"   // to order: how that is done here

	// These are told before any of the others.
	Seat  Intent = "seat"  // the card of another restaurant, or the house's again
	Which Intent = "which" // which cards there are
)

// asked is a message and what it may refer to.
type asked struct {
	Message string
	Query   string // what was searched last
	Dishes  []Dish // of the card, that the message names or points at
}

// A Dish is one of the card, by name.
type Dish struct {
	ID   string
	Name string
}

// intentOf tells what a message wants and, of a wish or a pairing, what is to be
// searched, in words that need no conversation. It goes by what stands in the
// message: an order, a pairing, a question about a dish of the card, a wish, or
// else small talk.
func intentOf(in asked) (intent Intent, query string) {
	folded := spaced(in.Message)
	o := ontology.Default()
	kinds := o.Kinds(in.Message)
	facets := knowledge().food.Facets(beyond(spaced(wishOf(in.Message)), smallTalk))
	food := kinds&(ontology.Comida|ontology.Bebida) != 0 || len(facets) > 0 || asksForCourse(in.Message) || says(folded, hungry) ||
		says(folded, wants) && len(excluded(in.Message)) > 0 || // "qualquer coisa menos frango"
		readWish(beyond(folded, smallTalk)).open // "o que tem de bom?"
	_, _, pairs := paired(in.Message)
	told := tell(in.Message)
	only := told.any() && !strings.Contains(in.Message, "?") && !says(folded, wants) && !asksForCourse(beyondDiets(in.Message))
	switch {
	case says(folded, orders), len(in.Dishes) > 0 && says(folded, takes):
		return Order, ""
	case pairs:
		return Pairing, in.Message
	case only && len(told.freed) > 0, acknowledges(in.Message) && (len(in.Dishes) != 1 || !affirms(in.Message)):
		return Talk, ""
	case len(in.Dishes) > 0 && (says(folded, asksOf) || asksAgain(in.Message) || strings.Contains(in.Message, "?") && (len(wordsOf(in.Message)) <= 3 || asksOfFirst(in))):
		return About, ""
	case len(in.Dishes) == 1 && (pointed(in.Message) > 0 || affirms(in.Message)):
		return About, ""
	case only:
		return Talk, ""
	case says(folded, smallTalk) && !food && len(wordsOf(in.Message)) <= 8:
		return Talk, ""
	}
	if in.Query != "" && followsUp(folded, in.Message, food) && !turnsFrom(in.Query, in.Message) {
		return Wish, goOn(in.Query, in.Message)
	}
	if !food && len(in.Dishes) == 0 {
		return Talk, ""
	}
	return Wish, wishOf(in.Message)
}

// asksOfFirst reports whether a message begins with a dish of the card and goes
// on to ask something of it: "a coxinha tem frango?".
func asksOfFirst(in asked) bool {
	words := slices.DeleteFunc(wordsOf(in.Message), func(w string) bool { return articles[w] })
	return len(words) > 1 && slices.ContainsFunc(in.Dishes, func(d Dish) bool { return slices.Contains(nameWords(d.Name), lang.Stem(words[0])) })
}

// acknowledges reports whether a message takes note and says nothing.
func acknowledges(message string) bool {
	words := wordsOf(message)
	return len(words) > 0 && len(words) <= 5 && !slices.ContainsFunc(words, func(w string) bool { return !noting[w] })
}

// followsUp reports whether a message goes on with the last wish: it names
// nothing of its own to eat or drink, or says that it goes on.
func followsUp(folded, message string, food bool) bool {
	if says(folded, more) || rulesOutOnly(message) {
		return true
	}
	if w := readWish(message); w.most > 0 && w.course == "" && len(w.facets) == 0 {
		return true // "até 60 reais"
	}
	return !food && len(wordsOf(message)) <= 8 && (len(excluded(message)) > 0 || says(folded, others))
}

// turnsFrom reports whether a message names another course than the last wish:
// after beers "qual o prato mais leve?" asks for a dish.
func turnsFrom(query, message string) bool {
	was, _ := courseOf(query)
	is, _ := courseOf(message)
	if was == "" {
		return is != "" && wrongKind(knowledge().food.Kinds(query), is)
	}
	return is != "" && is != was
}

// rulesOutOnly reports whether all that a message says is what is not wanted:
// "e sem queijo?". With its accent "é sem queijo?" asks about a dish.
func rulesOutOnly(message string) bool {
	words := wordsOf(message)
	if len(words) > 1 && (joining[words[0]] || words[0] == "mas" || words[0] == "pero" || words[0] == "but") {
		words = words[1:]
	}
	return len(words) > 1 && len(words) <= 5 && without[words[0]] && !strings.HasPrefix(strings.ToLower(strings.TrimSpace(message)), "é")
}

// goOn adds what follows up to a wish, of which the beginning and the latest
// are kept.
func goOn(query, message string) string {
	all := append(strings.Split(query, ". "), message)
	if len(all) > 5 {
		all = append(all[:1], all[len(all)-4:]...)
	}
	return strings.Join(all, ". ")
}

// beyond returns what a message says besides phrases.
func beyond(folded string, phrases []string) string {
	for _, p := range phrases {
		folded = strings.ReplaceAll(folded, " "+p, " ")
	}
	return folded
}

func says(folded string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(folded, " "+p) })
}

// Each a phrase that a message may have, from the beginning of a word.
var (
	orders    = []string{"quero pedir", "fazer o pedido", "fazer um pedido", "fazer pedido", "anota o pedido", "anota ai", "pode trazer", "traz ", "fechar a conta", "a conta por favor", "chama o garcom", "i want to order", "i d like to order", "can i order", "place an order", "the bill", "quiero pedir", "la cuenta", "como peco", "como faco para pedir", "how do i order", "o pedido", "me traz", "can we order", "ready to order", "como pido"}
	takes     = []string{"vou querer", "vou de ", "quero esse", "quero essa", "i ll have", "i will have", "i ll take", "voy a querer", "me das "}
	asksOf    = []string{"o que vem", "o que tem n", "o que leva", "oq vem", "que vem n", "leva ", "vem com", "tem gluten", "tem lactose", "tem pimenta", "tem alho", "tem cebola", "contem", "e apimentad", "e picante", "como e ", "do que e feit", "de que e feit", "qual o preco", "quanto custa", "quanto e", "quanto sai", "ingredientes", "serve quantas", "what s in", "what is in", "whats in", "does the", "does it", "is the", "is it", "how much", "que lleva", "que trae", "cuanto cuesta", "tem carne", "tem leite", "tem ovo", "tem camarao", "e vegan", "e vegetarian", "o que e ", "what is ", "what s ", "que es ", "feit", "tem amendoim", "tem soja", "tem peixe", "tem nozes", "tem castanha", "tiene ", "lleva ", "posso comer", "posso pedir", "posso tomar", "can i eat", "can i have", "may i have", "puedo comer", "puedo tomar", "puedo pedir", "e seguro", "safe "}
	smallTalk = []string{"oi ", "ola ", "bom dia", "boa tarde", "boa noite", "tudo bem", "obrigad", "valeu", "tchau", "ate logo", "hi ", "hello", "hey ", "good morning", "good evening", "good afternoon", "thanks", "thank you", "bye", "hola", "gracias", "buenas", "quem e voce", "who are you", "como vai", "how are you", "prazer", "que lugar bonito", "lugar lindo", "nice place", "que lugar lindo", "there "}
	hungry    = []string{"fome", "comer", "comida", "beber", "sede ", "cardapio", "menu ", "prato", "sugere", "sugestao", "recomenda", "indica", "hungry", "thirsty", "eat ", "drink", "food", "suggest", "recommend", "comer", "hambre", "recomiend", "sugier", "jantar", "almoc", "lanche", "petisc", "sobremesa", "vegan", "vegetarian"}
	more      = []string{"algo mais", "alguma coisa mais", "mais leve", "mais barat", "mais em conta", "e sem", "mas sem", "outra opcao", "outro ", "outra ", "mais opco", "e com", "tem mais", "something lighter", "something else", "cheaper", "anything else", "without", "another", "lighter", "otra opcion", "mas barato", "mas ligero", "menos "}
	wants     = []string{"quero", "queria", "gostaria", "o que", "algo", "alguma coisa", "posso pedir", "me sug", "me rec", "sugere", "recomend", "suger", "indica", "what", "i d like", "i want", "i would", "something", "suggest", "quiero", "quisiera", "que puedo", "traz"}
	others    = []string{"outra opcao", "outras opc", "outro ", "outra ", "outros ", "outras ", "mais opco", "tem mais", "something else", "anything else", "another", "others", "other options", "otra ", "otro ", "otras "}
)

var (
	articles = lang.Set("a o as os e the la el los las um uma essa esse is does do")
	noting   = lang.Set(`obrigado obrigada valeu thanks thank you gracias ok okay okey certo beleza blz legal entendi entendido perfeito otimo show joia ta bom tudo bem sim claro combinado vou pensar hmm hum ah oh
		fine great cool got it right alright good sure i see perfect nice noted vale bien muy bueno entiendo perfecto genial claro dale listo`)
)

func asksForCourse(message string) bool {
	course, _ := courseOf(message)
	return course != ""
}

// wishOf returns what a message wishes for, without what the guest says they
// must not have, or may have after all: that is not a dish they want. "Sou
// alérgico a camarão, quero uma moqueca" wishes for a moqueca.
func wishOf(message string) string {
	var kept []string
	for _, clause := range strings.FieldsFunc(beyondFreed(message), func(r rune) bool { return strings.ContainsRune(",;.!\n", r) }) {
		clause = strings.TrimSpace(clause)
		folded := lang.Fold(clause)
		at := allergic().FindStringIndex(folded)
		if at == nil || len(folded) != len([]rune(clause)) {
			kept = append(kept, clause)
			continue
		}
		if on := wishes().FindStringIndex(folded[at[1]:]); on != nil {
			kept = append(kept, strings.TrimSpace(string([]rune(clause)[at[1]+on[0]:])))
		}
	}
	if wish := strings.TrimSpace(strings.Join(kept, ", ")); wish != "" {
		return wish
	}
	return message
}

var (
	allergic = lazily(`\b(?:alerg|allerg|intoleran|nao posso comer|can t eat|cannot eat|no puedo comer)`)
	mistaken = []string{"me enganei", "foi engano", "my mistake", "i was wrong", "me equivoque"}
	wishes   = lazily(`\b(?:quero|queria|gostaria|o que|que prato|qual|tem |me ve|i want|i d like|i would like|what|which|can i|do you|quiero|que me)\b?`)
)

// spaced folds a text to words with a space around each.
func spaced(text string) string { return " " + strings.Join(wordsOf(text), " ") + " " }
