package menu

import (
	"cmp"
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

// suited returns who at the table may have an item, of those who must not have something: nobody whose need no card can be
// judged by, and nobody who has to ask the kitchen first.
func (v view) suited(it Item) (all []Suited) {
	for _, p := range v.meant {
		one := []seat{p}
		if len(p.cannot) > 0 || len(v.card.bars(it, one, v.l)) > 0 || len(v.card.checks(it, one, v.l)) > 0 {
			continue
		}
		suits := Suited{Who: texts.In(v.l).Yours(strings.TrimPrefix(p.who, guestName))}
		for _, r := range p.rules {
			if r.way {
				suits.Diets = add(suits.Diets, memory.Candidate{Value: r.word}.Named(v.l))
			} else {
				suits.Without = add(suits.Without, memory.Candidate{Value: r.word}.Named(v.l))
			}
		}
		all = append(all, suits)
	}
	return all
}

// shownTo is what a table sees of some items.
func (w *Waiter) shownTo(card *Card, s *scene.Scene, items []Item) DishesProps {
	v := w.viewOf(card, s, nil)
	p := dishesOf(v.l, items, card.Source)
	for i, it := range items {
		p.Items[i].Suits = v.suited(it)
		p.Items[i].Description = strings.TrimSpace(p.Items[i].Description + " " + v.optionsOf(it))
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
