package menu

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/ui"
)

// An Item is a dish or a drink on a card. Items come from [Read], which keeps to what the fields promise.
type Item struct {
	ID          string    `json:"id"` // unique on the card; signs of ASCII without spaces
	Restaurant  string    `json:"restaurant,omitempty"`
	Name        string    `json:"name"`
	Description string    `json:"description,omitempty"`
	Ingredients []string  `json:"ingredients,omitempty"`
	Course      string    `json:"course,omitempty"` // one of Courses; empty: not said
	Price       *ui.Money `json:"price,omitempty"`
	Allergens   []string  `json:"allergens,omitempty"` // stated by the restaurant; of AllergenNames
	Inferred    []string  `json:"inferred,omitempty"`  // not stated, but likely by its words; of AllergenNames
	May         []string  `json:"may,omitempty"`       // that it may contain traces of, stated too; of AllergenNames
	Nuts        []string  `json:"nuts,omitempty"`      // which nuts are stated, as a list of [Lists] calls them
	None        bool      `json:"none,omitempty"`      // the restaurant states that it has no allergens
	Unknown     bool      `json:"unknown,omitempty"`   // neither ingredients nor allergens are stated
	Tags        []string  `json:"tags,omitempty"`
	Options     []Option  `json:"options,omitempty"`
	Also        []string  `json:"also,omitempty"`   // what guests call it
	Hours       string    `json:"hours,omitempty"`  // as in 11:30-15:00,18:00-02:00; empty: always
	Serves      string    `json:"serves,omitempty"` // how many people, in the card's words: "2 pessoas"
	Photo       ui.URL    `json:"photo,omitempty"`
	Picture     string    `json:"picture,omitempty"` // a photo that the house keeps, such as 0f….jpg
	SoldOut     time.Time `json:"sold_out,omitzero"` // until when it is
	Source      ui.Source `json:"source"`
	Translations
}

// Translations are an item's texts in languages that the card has beside its own.
type Translations struct {
	NamePT        string `json:"name_pt,omitempty"`
	NameEN        string `json:"name_en,omitempty"`
	NameES        string `json:"name_es,omitempty"`
	DescriptionPT string `json:"description_pt,omitempty"`
	DescriptionEN string `json:"description_en,omitempty"`
	DescriptionES string `json:"description_es,omitempty"`
}

// in returns the name and the description in a language; empty: the card has none.
func (t Translations) in(l lang.Language) (name, description string) {
	switch l {
	case lang.Portuguese:
		return t.NamePT, t.DescriptionPT
	case lang.English:
		return t.NameEN, t.DescriptionEN
	}
	return t.NameES, t.DescriptionES
}

// called returns the name of an item in a language: the card's own where it has no other.
func (it Item) called(l lang.Language) string {
	name, _ := it.in(l)
	return cmp.Or(name, it.Name)
}

// about returns the description of an item in a language, or else as it is.
func (it Item) about(l lang.Language) string {
	_, description := it.in(l)
	if it.Source == ui.Sample {
		description = cmp.Or(description, sampleIn()[it.ID][l])
	}
	return cmp.Or(description, it.Description)
}

// all returns the texts that there are.
func (t Translations) all() []string {
	all := []string{t.NamePT, t.NameEN, t.NameES, t.DescriptionPT, t.DescriptionEN, t.DescriptionES}
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}

// Courses are what an item may be.
var Courses = []string{"starter", "main", "side", "dessert", "drink", "beer", "snack", "breakfast"}

// otherCourse is where items stand of which the card does not say the course.
const otherCourse = "other"

// Text is the item in words, to embed and to describe: its name on the first line, then what is said of it.
func (it Item) Text() string {
	lines := []string{it.Name}
	for _, line := range []string{it.Description, strings.Join(it.Ingredients, ", "), strings.Join(it.Tags, ", "), strings.Join(it.Also, ", ")} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(append(lines, it.all()...), "\n")
}

// made is the item in words, for what is in it. A dish that the card calls vegan, and whose ingredients it lists, is
// judged by these: its name and praise ("baião", "azeitonas carnudas") speak of what it is like. See also kindless.
func (it Item) made() string {
	vegan := slices.ContainsFunc(it.Tags, func(t string) bool { return strings.HasPrefix(lang.Fold(t), "vegan") })
	if vegan && len(it.Ingredients) > 0 {
		return "\n" + strings.Join(it.Ingredients, ", ") + "\n" + strings.Join(it.Tags, ", ")
	}
	it.Name, it.Description = it.kindless(it.Name), it.kindless(it.Description)
	return it.Text()
}

// Contains reports whether the item has an allergen, stated or inferred, or may have traces of it. Of an Unknown item
// false says nothing.
func (it Item) Contains(allergen string) bool {
	return it.madeWith(allergen) || slices.Contains(it.May, allergen)
}

// madeWith is Contains but for traces.
func (it Item) madeWith(allergen string) bool {
	return slices.Contains(it.Allergens, allergen) || slices.Contains(it.Inferred, allergen)
}

// drinkable reports whether an item is a drink.
func (it Item) drinkable() bool { return it.Course == "drink" || it.Course == "beer" }

// Available reports whether the item is served at t, by the clock of t's own time zone. The end of its hours is not in
// them.
func (it Item) Available(t time.Time) bool {
	if it.isSoldOut(t) {
		return false
	}
	h := hoursOf(it.Hours)
	if it.Hours == "" || h == nil {
		return it.Hours == ""
	}
	open, _ := h.At(t, func(time.Time) bool { return false })
	return open
}

func (it Item) isSoldOut(t time.Time) bool { return !it.SoldOut.IsZero() && t.Before(it.SoldOut) }

// A Card is the items of a restaurant, ready to be searched.
type Card struct {
	Source   ui.Source // sample, if it is
	items    *retrieve.Collection
	byID     map[string]Item
	all      []Item // by id
	names    []named
	words    map[string][]string // of the names, as stems, by id
	read     map[string]func() *described
	harms    *recent.Table[harm, bool]   // which rules an item breaks
	courses  func() []Item               // a course after the other
	spelt    func() spellings            // what a misspelt word may be
	index    func() *index               // how its items may be called
	mentions func(text string) []Mention // dishes that the last texts name
}

// described is what the words of an item mean: of what it is made, and all that is said of it.
type described struct{ made, said ontology.Description }

func describe(it Item) *described {
	o := knowledge().food
	made := it.Name + "\n" + strings.Join(it.Ingredients, ", ") + ". " + strings.Join(it.Tags, ", ")
	return &described{o.Describe(made), o.Describe(made + ". " + it.Description)}
}

// named is a name of an item: its own, one in another language, or what guests call it.
type named struct{ id, name, spaced string }

// Collection is the name that a restaurant's card has in a store.
func Collection(restaurant string) string {
	if restaurant == "" {
		return "menu"
	}
	return "menu:" + restaurant
}

// Docs returns items as documents, with all there is in the field item.
func Docs(items []Item) (docs []retrieve.Doc, err error) {
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
	card := &Card{
		items: c, byID: map[string]Item{}, words: map[string][]string{}, read: map[string]func() *described{},
		harms: &recent.Table[harm, bool]{Size: 1 << 14},
	}
	card.spelt = sync.OnceValue(func() spellings { return spellingsOf(card.all) })
	card.index = sync.OnceValue(card.newIndex)
	card.mentions = recent.Texts(256, card.find)
	card.courses = sync.OnceValue(func() []Item {
		return slices.SortedStableFunc(slices.Values(card.all), func(a, b Item) int { return slices.Index(Courses, a.Course) - slices.Index(Courses, b.Course) })
	})
	card.all = slices.SortedFunc(slices.Values(items), func(a, b Item) int { return cmp.Compare(a.ID, b.ID) })
	for _, it := range items {
		card.byID[it.ID], card.words[it.ID] = it, stems(it.Name)
		for i, name := range append([]string{it.Name, it.NamePT, it.NameEN, it.NameES}, it.Also...) {
			if i == 0 || name != "" && name != it.Name {
				card.names = append(card.names, named{it.ID, name, spaced(name)})
			}
		}
		card.read[it.ID] = sync.OnceValue(func() *described { return describe(it) })
		if it.Source == ui.Sample {
			card.Source = ui.Sample
		}
	}
	return card
}

// Len is how many items there are.
func (card *Card) Len() int { return len(card.byID) }

// Items returns all items, by id. They are the card's: who changes them clones them.
func (card *Card) Items() []Item { return card.all }
