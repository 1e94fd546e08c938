package menu

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/recent"
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
	all    []Item // by id
	brief  map[string]brief
	names  []named
	abroad []named                      // other names that the card has: in other languages, and what guests say
	read   map[string]func() *described // by id, once somebody asks
	words  func() map[string]bool       // stems of its names and ingredients
	slips  func() map[string]string     // what a misspelt word may be
	index  func() *index                // how its items may be called
	told   func(text string) []Mention  // dishes that the last texts name
	rules  func(text string) ruled
	ranked func() map[string]Candidate // by id, but for what their words mean
	strong func(id string) bool        // an item is a drink with alcohol

	courses func() []Item // a course after the other

	mu    sync.Mutex
	harms map[string]map[string]string // by constraints and id, what Harms says
}

// brief is what is looked at of every item of a card in every search.
type brief struct {
	made  set   // allergens, stated and inferred
	has   set   // and traces
	price int64 // in minor units; 0: not known
	words []string
}

func briefOf(it Item) brief {
	b := brief{made: setOf(it.Allergens) | setOf(it.Inferred)}
	b.has = b.made | setOf(it.May)
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
	out := c.ranked()[it.ID]
	out.is = c.read[it.ID]()
	return out
}

// harm is Harms, remembered for the guests of the moment.
func (c *Card) harm(it Item, with hook.Constraints) string {
	if len(it.Ingredients) != len(c.byID[it.ID].Ingredients) { // with an option
		return Harms(it, with)
	}
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
	card.index = sync.OnceValue(card.newIndex)
	card.told, card.rules = recent.Texts(256, card.find), recent.Texts(256, card.readRules)
	card.ranked = sync.OnceValue(func() map[string]Candidate {
		all := map[string]Candidate{}
		for _, it := range card.all {
			c := candidate(it)
			c.words = card.brief[it.ID].words
			all[it.ID] = c
		}
		return all
	})
	card.strong = recent.Texts(256, func(id string) bool {
		it := card.byID[id]
		return it.drinkable() && contentsOf(it)&alcohol != 0
	})
	card.courses = sync.OnceValue(func() []Item {
		return slices.SortedStableFunc(slices.Values(card.all), func(a, b Item) int { return slices.Index(Courses, a.Course) - slices.Index(Courses, b.Course) })
	})
	card.all = slices.SortedFunc(slices.Values(items), func(a, b Item) int { return cmp.Compare(a.ID, b.ID) })
	for _, it := range items {
		name, b := nameOf(it), briefOf(it)
		b.words = name.words
		card.byID[it.ID], card.brief[it.ID] = it, b
		card.names = append(card.names, name)
		for _, other := range append([]string{it.NamePT, it.NameEN, it.NameES}, it.Also...) {
			if other != "" && other != it.Name {
				card.abroad = append(card.abroad, nameOf(Item{ID: it.ID, Name: other}))
			}
		}
		card.read[it.ID] = sync.OnceValue(func() *described { return describe(candidate(it)) })
		if it.Source == ui.Sample {
			card.Source = ui.Sample
		}
	}
	return card
}

// Len is how many items there are.
func (c *Card) Len() int { return len(c.byID) }

// Items returns all items, by id. They are the card's: who changes them clones them.
func (c *Card) Items() []Item { return c.all }

func nameOf(it Item) named {
	return named{id: it.ID, name: it.Name, words: nameWords(it.Name), spaced: spaced(it.Name)}
}

var common = lang.Set("com sem para pela casa moda prato porcao molho mini grande mais muito bem algo more very with and the")

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
	if course, _ := courseOf(want); course == "" && pairWish(knowledge().food, want, thing).course == "drink" {
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

var pairedApart = pattern.Of(`^(.*) (?:harmoniza|harmonizam|harmonizaria|combina|combinam|combinaria|marida|pairs|pair|goes|va bien|vai bem|cai bem)( .+)? (?:com|con|with) (.+)$`)

// pairs are what stands before what something is to go with.
var pairs = []string{"combina com", "combinam com", "harmoniza com", "harmonizam com", "acompanha ", "combina", "va bien con", "van bien con", "vai bem com", "cai bem com", "beber com", "tomar com", "para acompanhar", "pra acompanhar", "goes with", "go with", "goes well with", "pair with", "pairs with", "to drink with", "with my", "combina bien con", "marida con"}

func wordsOf(text string) []string {
	return strings.FieldsFunc(lang.Fold(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
}
