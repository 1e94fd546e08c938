package menu

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/ui"

	"github.com/maitre-dev/maitre/lang"
)

// An Item is a dish or a drink on a card. Items come from [Read], which keeps
// to what the fields promise.
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
	Also        []string  `json:"also,omitempty"`  // what guests call it
	Hours       string    `json:"hours,omitempty"` // as in 11:30-15:00,18:00-02:00; empty: always
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
	return slices.DeleteFunc([]string{t.NamePT, t.NameEN, t.NameES, t.DescriptionPT, t.DescriptionEN, t.DescriptionES}, func(s string) bool { return s == "" })
}

// Courses are what an item may be.
var Courses = []string{"starter", "main", "side", "dessert", "drink", "beer", "snack", "breakfast"}

// Text is the item in words, to embed and to describe: its name on the first
// line, then what is said of it.
func (it Item) Text() string {
	lines := []string{it.Name}
	for _, line := range []string{it.Description, strings.Join(it.Ingredients, ", "), strings.Join(it.Tags, ", "), strings.Join(it.Also, ", ")} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(append(lines, it.all()...), "\n")
}

// made is the item in words, for what is in it. A dish that the card calls vegan, and
// whose ingredients it lists, is judged by these: its name and praise ("baião", "azeitonas
// carnudas") speak of what it is like. See also kindless.
func (it Item) made() string {
	vegan := slices.ContainsFunc(it.Tags, func(t string) bool { return strings.HasPrefix(lang.Fold(t), "vegan") })
	if vegan && len(it.Ingredients) > 0 {
		return "\n" + strings.Join(it.Ingredients, ", ") + "\n" + strings.Join(it.Tags, ", ")
	}
	it.Name, it.Description = it.kindless(it.Name), it.kindless(it.Description)
	return it.Text()
}

// Contains reports whether the item has an allergen, stated or inferred, or may have
// traces of it. Of an Unknown item false says nothing.
func (it Item) Contains(allergen string) bool {
	return it.madeWith(allergen) || slices.Contains(it.May, allergen)
}

// madeWith is Contains but for traces.
func (it Item) madeWith(allergen string) bool {
	return slices.Contains(it.Allergens, allergen) || slices.Contains(it.Inferred, allergen)
}

// Available reports whether the item is served at t, by the clock of t's own
// time zone. The end of its hours is not in them.
func (it Item) Available(t time.Time) bool {
	if it.isSoldOut(t) {
		return false
	}
	if it.Hours == "" {
		return true
	}
	spans, err := parseHours(it.Hours)
	return err == nil && slices.ContainsFunc(spans, func(s span) bool { return s.covers(t) })
}

func (it Item) isSoldOut(t time.Time) bool { return !it.SoldOut.IsZero() && t.Before(it.SoldOut) }
