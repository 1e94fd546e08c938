package menu

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// Dishes is a list of items of the card.
var Dishes = ui.Define("dishes-list", 1, func(p DishesProps) string {
	var b strings.Builder
	for _, d := range p.Items {
		b.WriteString("- " + cmp.Or(d.NameIn, d.Name))
		if d.Price != nil {
			b.WriteString(" (" + d.Price.Text(p.Language) + ")")
		}
		if d.Description != "" {
			b.WriteString(": " + d.Description)
		}
		if d.Source == ui.Sample {
			b.WriteString(" [" + texts.In(p.Language).House.Sample + "]")
		}
		b.WriteString("\n")
	}
	return strings.TrimSpace(b.String())
})

// Kinds are the components this package shows.
var Kinds = []ui.Any{Dishes}

// PicturePath is where photos that the house keeps are served.
const PicturePath = "/api/v1/photos/"

// DishesProps are what a client draws of Dishes.
type DishesProps struct {
	Language lang.Language `json:"language"`
	Items    []DishProps   `json:"items"`
}

// DishProps is an item of the card.
type DishProps struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	NameIn      string    `json:"nameIn,omitempty" jsonschema:"the name in the guest's language, if the card has it"`
	Description string    `json:"description,omitempty"`
	Lang        string    `json:"lang,omitempty" jsonschema:"of the description, if it is another than the guest's"`
	Price       *ui.Money `json:"price,omitempty"`
	Course      string    `json:"course,omitempty"`
	Allergens   []string  `json:"allergens,omitempty" jsonschema:"that the card names"`
	Inferred    []string  `json:"inferred,omitempty" jsonschema:"allergens that follow from the ingredients"`
	May         []string  `json:"may,omitempty" jsonschema:"allergens of which the card says that there may be traces"`
	Nuts        []string  `json:"nuts,omitempty" jsonschema:"which nuts the card names"`
	Tags        []string  `json:"tags,omitempty"`
	Why         []string  `json:"why,omitempty" jsonschema:"the concepts by which it was chosen"`
	Suits       []Suited  `json:"suits,omitempty" jsonschema:"who at the table may have it by the card, of those who must not have something"`
	Photo       ui.URL    `json:"photo,omitempty"`
	Picture     string    `json:"picture,omitempty" jsonschema:"the path of a photo that the house keeps"`
	Source      ui.Source `json:"source,omitempty"`
}

// Suited is somebody who may have a dish, and what they must not have.
type Suited struct {
	Who     string   `json:"who,omitempty" jsonschema:"empty: who writes"`
	Without []string `json:"without,omitempty" jsonschema:"allergies"`
	Diets   []string `json:"diets,omitempty"`
}

// suited returns who at the table of a scene may have an item, of those who must not
// have something: nobody whose need no card can be judged by, and nobody who has to ask
// the kitchen first.
func (card *Card) suited(it Item, s *scene.Scene) (all []Suited) {
	meant, others := card.seats(s, nil)
	for _, p := range slices.Concat(meant, others) {
		one := []seat{p}
		if len(p.cannot) == 0 && len(card.bars(it, one, s.Language)) == 0 && len(card.checks(it, one, s.Language)) == 0 {
			all = append(all, Suited{texts.In(s.Language).Yours(strings.TrimPrefix(p.who, guestName)), needsIn(p.c.Allergies, s.Language), needsIn(p.c.Diets, s.Language)})
		}
	}
	return all
}

// needsIn says what somebody must not have, or how they eat, in a language.
func needsIn(values []string, l lang.Language) (all []string) {
	for _, v := range values {
		all = add(all, []string{memory.Candidate{Value: v}.Named(l)})
	}
	return all
}

// shownTo is what a table sees of some items.
func (card *Card) shownTo(s *scene.Scene, items []Item) DishesProps {
	p := dishesOf(s.Language, items, card.Source)
	for i, it := range items {
		p.Items[i].Suits = card.suited(it, s)
		seats, _ := card.seats(s, nil)
		p.Items[i].Description = strings.TrimSpace(p.Items[i].Description + " " + card.optionsOf(it, seats, phrases{texts.In(s.Language)}))
	}
	return p
}

func dishesOf(l lang.Language, items []Item, source ui.Source) DishesProps {
	p := DishesProps{Language: l, Items: []DishProps{}}
	for _, it := range items {
		d := DishProps{
			ID: it.ID, Name: it.Name, Description: it.about(l), Price: it.Price, Course: it.Course,
			Allergens: it.Allergens, Inferred: it.Inferred, May: it.May, Nuts: it.Nuts, Tags: it.Tags, Photo: it.Photo, Source: cmp.Or(it.Source, source),
		}
		if it.Picture != "" {
			d.Picture = PicturePath + it.Picture
		}
		if name, _ := it.in(l); name != it.Name {
			d.NameIn = name
		}
		if own, ok := lang.Detect(it.Description); ok && own != l && d.Description == it.Description {
			d.Lang = string(own)
		}
		p.Items = append(p.Items, d)
	}
	return p
}
