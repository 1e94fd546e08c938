package menu

import (
	"context"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"

	"github.com/maitre-dev/maitre/ontology"
)

// Cards are those of other restaurants than the house, which a guest may
// choose for the conversation.
type Cards interface {
	// Names are whose cards there are now, sorted, without the house's.
	Names(ctx context.Context) ([]string, error)
	// Open returns the card of one of them.
	Open(ctx context.Context, restaurant string) (*Card, error)
}

// card is the one that the guest has before them.
func (w *Waiter) card(ctx context.Context, s State) (*Card, error) {
	if s.Restaurant == "" || w.Others == nil {
		return w.Card(ctx)
	}
	return w.Others.Open(ctx, s.Restaurant)
}

// choose gives the guest the card that the message asks for, and returns what
// else it says. If that is nothing the intent is known.
func (w *Waiter) choose(ctx context.Context, s State) (State, string, error) {
	var names []string
	if w.Others != nil {
		var err error
		if names, err = w.Others.Names(ctx); err != nil {
			return s, "", err
		}
	}
	if s.Restaurant != "" && !slices.Contains(names, s.Restaurant) {
		s = s.at("") // it is gone
	}
	asked := readChoice(s.Message, w.House.Name, s.Restaurant, names, s.Restaurants)
	s.Restaurants = nil
	if !asked.asks {
		return s, s.Message, nil
	}
	if !asked.found {
		s.Intent, s.Restaurants = Which, asked.among
		return s, "", nil
	}
	s = s.at(asked.to)
	switch {
	case wishesFor(asked.rest):
		return s, asked.rest, nil
	case s.Query != "" && startsWith(asked.rest, goingOn):
		s.Intent = Wish // the same, there
	default:
		s.Intent = Seat
	}
	return s, "", nil
}

// at is the state with another card on the table: what was shown is of the
// one before.
func (s State) at(restaurant string) State {
	s.Restaurant, s.Offer, s.Seen = restaurant, nil, nil
	return s
}

// A choice is what a message says of whose card is wanted.
type choice struct {
	asks  bool
	found bool     // it is clear whose
	to    string   // then it is this one's; "": the house's
	among []string // or the guest must say which of these; none: there is no other
	rest  string   // the message without it, folded
}

// readChoice reads a message at the card of one restaurant, "" being the house,
// whose name may be empty. Of choices the guest was asked which one.
func readChoice(message, house, at string, names, choices []string) choice {
	folded := spaced(message)
	ofCards := says(folded, cardWords) || len(choices) > 0
	all := slices.Clone(names)
	if house != "" && len(names) > 0 {
		all = append(all, house)
	}
	for _, name := range all {
		said, ok := saidName(folded, name, all, ofCards)
		if !ok {
			continue
		}
		if name == house {
			name = ""
		}
		return choice{asks: true, found: true, to: name, rest: beyondCards(folded, said)}
	}
	if n := pointed(message); n > 0 && n <= len(choices) {
		return choice{asks: true, found: true, to: choices[n-1]}
	}
	for _, p := range homeward {
		if (at != "" || len(names) > 0) && strings.Contains(folded, " "+p) {
			return choice{asks: true, found: true, rest: beyondCards(folded, p)}
		}
	}
	list := says(folded, whichCards)
	for _, p := range otherCards {
		if !list && !strings.Contains(folded, " "+p) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == at })
		if at != "" {
			others = append(others, "")
		}
		if len(others) == 1 && !list {
			return choice{asks: true, found: true, to: others[0], rest: beyondCards(folded, p)}
		}
		return choice{asks: true, among: others}
	}
	return choice{}
}

// saidName returns the words by which a message names a restaurant: its whole
// name or, if it is cards that are spoken of, a word that no other has and that
// is no dish or drink. A name of one word may be anything: it counts only beside
// cards.
func saidName(folded, name string, all []string, ofCards bool) (string, bool) {
	whole := strings.TrimSpace(spaced(name))
	words := strings.Fields(whole)
	if len(words) > 1 && strings.Contains(folded, " "+whole+" ") {
		return whole, true
	}
	if !ofCards {
		return "", false
	}
	for _, w := range words {
		shared := slices.ContainsFunc(all, func(other string) bool { return other != name && strings.Contains(spaced(other), " "+w+" ") })
		if len(w) > 3 && !places[w] && !shared && strings.Contains(folded, " "+w+" ") && knowledge().food.Kinds(w) == 0 {
			return w, true
		}
	}
	return "", false
}

// beyondCards is what a message says besides whose card is wanted.
func beyondCards(folded, said string) string {
	words := strings.Fields(strings.Replace(folded, " "+said, " ", 1))
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return says(" "+w+" ", cardWords) || places[w] }), " ")
}

// wishesFor reports whether words ask for something to eat or drink.
func wishesFor(words string) bool {
	o := knowledge().food
	return o.Kinds(words)&(ontology.Comida|ontology.Bebida) != 0 || len(o.Facets(words)) > 0 || asksForCourse(words)
}

func startsWith(words string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(p string) bool { return strings.HasPrefix(words+" ", p+" ") })
}

var (
	cardWords  = []string{"cardapio", "menu ", "menus ", "carta ", "cartas ", "card ", "cards ", "restaurant"}
	otherCards = []string{"outro restaurante", "outros restaurantes", "outro cardapio", "outros cardapios", "outro menu", "outra carta", "another restaurant", "other restaurant", "another menu", "other menu", "another card", "other card", "otro restaurante", "otros restaurantes", "otra carta", "otras cartas", "otro menu", "otros menus"}
	whichCards = []string{"que restaurantes", "quais restaurantes", "quais os restaurantes", "quais cardapios", "que cardapios", "which restaurants", "what restaurants", "which menus", "what other restaurants", "cuales restaurantes", "que cartas"}
	homeward   = []string{"cardapio da casa", "menu da casa", "carta da casa", "house menu", "house card", "house s menu", "house s card", "card of the house", "menu of the house", "carta de la casa", "menu de la casa", "volta para a casa", "volta pra casa", "voltar para a casa", "voltar pra casa", "back to the house", "volver a la casa", "primeiro restaurante", "first restaurant", "primer restaurante"}
	goingOn    = []string{"e", "and", "y", "what about", "how about", "que tal"}
	places     = lang.Set("restaurante restaurantes restaurant restaurants bar cantina casa house bistro pizzaria pizzeria cafe boteco churrascaria lanchonete taberna tavern the")
)
