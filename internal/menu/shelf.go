package menu

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/ui"
)

// A Card is the items of a restaurant, ready to be searched.
type Card struct {
	Source ui.Source // sample, if it is
	items  *retrieve.Collection
	byID   map[string]Item
	brief  map[string]brief
	names  []named
	read   map[string]func() *described // by id, once somebody asks
	words  func() map[string]bool       // stems of its names and ingredients
	slips  func() map[string]string     // what a misspelt word may be

	mu    sync.Mutex
	harms map[string]map[string]string // by constraints and id, what Harms says
}

// brief is what is looked at of every item of a card in every search.
type brief struct {
	has   set   // allergens, stated and inferred
	price int64 // in minor units; 0: not known
}

func briefOf(it Item) brief {
	b := brief{has: setOf(it.Allergens) | setOf(it.Inferred)}
	if it.Price != nil {
		b.price = it.Price.Amount
	}
	return b
}

// described is what the words of an item mean.
type described struct{ made, said ontology.Description }

func describe(c Candidate) *described {
	o := knowledge().food
	return &described{o.Describe(c.made()), o.Describe(c.made() + ". " + c.Description)}
}

// pack writes what the words of items mean, for unpack.
func pack(items []Item) []byte {
	var all []ontology.Description
	for _, it := range items {
		d := describe(candidate(it))
		all = append(all, d.made, d.said)
	}
	return ontology.Pack(all)
}

func unpack(packed string) []*described {
	var all []*described
	for pair := range slices.Chunk(ontology.Unpack(packed), 2) {
		all = append(all, &described{pair[0], pair[1]})
	}
	return all
}

// candidate is an item as it is ranked, its words read once for all wishes.
func (c *Card) candidate(it Item) Candidate {
	out := candidate(it)
	out.is = c.read[it.ID]()
	return out
}

// harm is Harms, remembered for the guests of the moment.
func (c *Card) harm(it Item, with hook.Constraints) string {
	key := strings.Join(with.Allergies, "\x00") + "\x01" + strings.Join(with.Diets, "\x00")
	c.mu.Lock()
	why, ok := c.harms[key][it.ID]
	c.mu.Unlock()
	if ok {
		return why
	}
	why = Harms(it, with)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.harms[key] == nil {
		if len(c.harms) >= guests {
			clear(c.harms)
		}
		c.harms[key] = map[string]string{}
	}
	c.harms[key][it.ID] = why
	return why
}

// guests is of how many a card remembers what would harm them.
const guests = 64

// named is an item's name as it may be said.
type named struct {
	id, name string
	words    []string // that tell it from others, folded
	spaced   string
}

// Collection is the name that a restaurant's card has in a store.
func Collection(restaurant string) string {
	if restaurant == "" {
		return "menu"
	}
	return "menu:" + restaurant
}

// Docs returns items as documents, with all there is in the field item.
func Docs(items []Item) ([]retrieve.Doc, error) {
	var docs []retrieve.Doc
	for _, it := range items {
		raw, err := json.Marshal(it)
		if err != nil {
			return nil, err
		}
		d := docOf(it)
		d.Fields = map[string]string{"item": string(raw)}
		docs = append(docs, d)
	}
	return docs, nil
}

// docOf is the words of an item.
func docOf(it Item) retrieve.Doc {
	title, text, _ := strings.Cut(it.Text(), "\n")
	return retrieve.Doc{ID: it.ID, Title: title, Text: text}
}

// NewCard returns a card that is kept in memory only.
func NewCard(ctx context.Context, items []Item, e embed.Embedder) (*Card, error) {
	docs, err := Docs(items)
	if err != nil {
		return nil, err
	}
	c := retrieve.New("menu", nil, e)
	if _, err := c.Put(ctx, docs, nil); err != nil {
		return nil, err
	}
	return OpenCard(ctx, c)
}

// OpenCard returns the card that a collection holds.
func OpenCard(ctx context.Context, c *retrieve.Collection) (*Card, error) {
	if err := c.Sync(ctx); err != nil {
		return nil, err
	}
	var items []Item
	for _, id := range c.IDs() {
		d, ok := c.Get(id)
		if !ok {
			continue
		}
		var it Item
		if err := json.Unmarshal([]byte(d.Fields["item"]), &it); err != nil {
			return nil, fmt.Errorf("%s is no item of a card: import it with maitre menu import", id)
		}
		items = append(items, it)
	}
	return cardOf(c, items), nil
}

// cardOf is the card of a collection that has these items.
func cardOf(c *retrieve.Collection, items []Item) *Card {
	card := &Card{items: c, byID: map[string]Item{}, brief: map[string]brief{}, read: map[string]func() *described{}, harms: map[string]map[string]string{}}
	card.words = sync.OnceValue(func() map[string]bool { return stemsOf(card.byID) })
	card.slips = sync.OnceValue(func() map[string]string { return slipsOf(card.byID) })
	for _, it := range items {
		card.byID[it.ID], card.brief[it.ID] = it, briefOf(it)
		card.names = append(card.names, nameOf(it))
		card.read[it.ID] = sync.OnceValue(func() *described { return describe(candidate(it)) })
		if it.Source == ui.Sample {
			card.Source = ui.Sample
		}
	}
	return card
}

// Len is how many items there are.
func (c *Card) Len() int { return len(c.byID) }

// Items returns all items, by id.
func (c *Card) Items() []Item {
	var all []Item
	for _, id := range c.items.IDs() {
		if it, ok := c.byID[id]; ok {
			all = append(all, it)
		}
	}
	return all
}

func nameOf(it Item) named {
	return named{id: it.ID, name: it.Name, words: nameWords(it.Name), spaced: spaced(it.Name)}
}

var common = lang.Set("com sem para pela casa moda prato porcao molho mini grande mais muito bem algo more very with and the")

// mentioned returns the items that a message names, or points at among those
// that were offered: "o segundo".
func (c *Card) mentioned(message string, offer []Pick) (dishes []Dish) {
	said := map[string]bool{}
	for _, w := range wordsOf(message) {
		said[lang.Stem(w)] = true
	}
	for _, m := range knowledge().food.Read(message) {
		for w := range strings.FieldsSeq(m.Words) {
			if m.Negated {
				delete(said, lang.Stem(w)) // "e sem queijo?" names no queijo coalho
			}
		}
	}
	in := map[string]bool{} // what is asked for in a dish: "a coxinha tem frango?"
	for i, w := range wordsOf(message) {
		if i > 1 && holds[wordsOf(message)[i-1]] {
			in[lang.Stem(w)] = true
		}
	}
	best := 0
	for _, n := range c.names {
		found := 0
		for _, w := range n.words {
			if said[w] {
				found++
			}
		}
		if found == 0 || !said[n.words[0]] || in[n.words[0]] { // the first says what it is
			continue
		}
		if found > best {
			best, dishes = found, nil
		}
		if found == best {
			dishes = append(dishes, Dish{n.id, n.name})
		}
	}
	if i := pointed(message); i > 0 && i <= len(offer) {
		if it, ok := c.byID[offer[i-1].ID]; ok {
			return []Dish{{it.ID, it.Name}}
		}
	}
	if len(offer) == 1 && affirms(message) {
		if it, ok := c.byID[offer[0].ID]; ok {
			return []Dish{{it.ID, it.Name}}
		}
	}
	if len(dishes) == 0 && len(offer) > 0 && asksAgain(message) {
		for _, p := range offer {
			dishes = append(dishes, Dish{p.ID, c.byID[p.ID].Name})
		}
		return dishes
	}
	if len(dishes) > 3 { // a kind of dish, rather than one
		return nil
	}
	return dishes
}

// pointed returns which of several a message means, or 0.
func pointed(message string) int {
	words := wordsOf(message)
	for i, w := range words {
		before := ""
		if i > 0 {
			before = words[i-1]
		}
		n := ordinals[w]
		if n > 0 && (len(words) <= 3 || slices.Contains([]string{"o", "a", "the", "el", "la", "no", "na", "do", "da", "nesse", "desse"}, before)) {
			return n
		}
	}
	if len(words) <= 6 && !forWhom().MatchString(message) && slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"esse", "essa", "dele", "dela", "nele", "nela", "desse", "dessa", "ele", "ela", "it", "that", "este", "ese"}, w)
	}) {
		return 1
	}
	return 0
}

// asksAgain reports whether a message asks for an allergen in what was talked
// about: "tem glúten?". One that names something besides asks of that: "is the
// brownie gluten free?". Fish and seafood may as well be a wish.
func asksAgain(message string) bool {
	asked := knowledge().named(plain(message)) &^ (bit("peixe") | bit("crustáceos") | bit("moluscos"))
	words := wordsOf(message)
	return asked != 0 && len(words) <= 5 && !rulesOutOnly(message) && slices.Contains([]string{"tem", "leva", "contem", "lleva", "tiene", "contiene", "does", "is", "do", "e", "vai"}, words[0]) &&
		!slices.ContainsFunc(knowledge().food.Read(message), func(m ontology.Mention) bool {
			return knowledge().named(plain(m.Words)) == 0 && !asking[m.Words] && !free[m.Words]
		})
}

// affirms reports whether a message is a yes and nothing else.
func affirms(message string) bool {
	words := wordsOf(message)
	return len(words) > 0 && len(words) <= 4 && slices.Contains([]string{"sim", "quero", "claro", "pode", "yes", "sure", "yeah", "si", "ok", "aceito", "dale", "please"}, words[0]) &&
		!slices.ContainsFunc(words[1:], func(w string) bool {
			return !slices.Contains([]string{"quero", "por", "favor", "saber", "mais", "please", "ser", "sim", "claro", "quiero", "tell", "me", "more"}, w)
		})
}

var ordinals = map[string]int{
	"primeiro": 1, "primeira": 1, "segundo": 2, "segunda": 2, "terceiro": 3, "terceira": 3, "quarto": 4, "quarta": 4,
	"first": 1, "second": 2, "third": 3, "fourth": 4, "primero": 1, "tercero": 3, "cuarto": 4,
}

// pairing says "que cerveja combina com costela?" as the ontology knows it, "que
// cerveja com costela": what goes with a thing is found by its links.
func pairing(query string) string {
	want, thing, ok := paired(query)
	if !ok {
		return query
	}
	if !asksForCourse(want) && pairWish(knowledge().food, want, thing).course == "drink" {
		want += " bebida"
	}
	return want + " com " + thing
}

// paired takes a question of what goes with what apart.
func paired(query string) (want, thing string, ok bool) {
	folded := spaced(query)
	for _, p := range pairs {
		if want, thing, ok := strings.Cut(folded, " "+p); ok && (p != "with my" || isFood(thing)) {
			return strings.TrimSpace(want), strings.TrimSpace(strings.TrimPrefix(thing, " com ")), true
		}
	}
	if m := pairedApart().FindStringSubmatch(folded); m != nil { // "harmoniza o que com moqueca?"
		return strings.TrimSpace(m[1] + m[2]), strings.TrimSpace(m[3]), true
	}
	return "", "", false
}

var pairedApart = lazily(`^(.*) (?:harmoniza|harmonizam|harmonizaria|combina|combinam|combinaria|marida|pairs|pair|goes|va bien|vai bem|cai bem)( .+)? (?:com|con|with) (.+)$`)

// pairs are what stands before what something is to go with.
var pairs = []string{"combina com", "combinam com", "harmoniza com", "harmonizam com", "acompanha ", "combina", "va bien con", "van bien con", "vai bem com", "cai bem com", "beber com", "tomar com", "para acompanhar", "pra acompanhar", "goes with", "go with", "goes well with", "pair with", "pairs with", "to drink with", "with my", "combina bien con", "marida con"}

func wordsOf(text string) []string {
	return strings.FieldsFunc(lang.Fold(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}
