package menu

import (
	"cmp"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Dishes is a list of items of the card.
var Dishes = ui.Define("dishes-list", 1, func(p DishesProps) string {
	var b strings.Builder
	for _, d := range p.Items {
		b.WriteString("- " + d.Name)
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

// DishesProps are what a client draws of Dishes.
type DishesProps struct {
	Language lang.Language `json:"language"`
	Items    []DishProps   `json:"items"`
}

// DishProps is an item of the card.
type DishProps struct {
	ID          string    `json:"id"`
	Name        string    `json:"name"`
	Description string    `json:"description,omitempty"`
	Price       *ui.Money `json:"price,omitempty"`
	Course      string    `json:"course,omitempty"`
	Allergens   []string  `json:"allergens,omitempty" jsonschema:"that the card names"`
	Inferred    []string  `json:"inferred,omitempty" jsonschema:"allergens that follow from the ingredients"`
	Tags        []string  `json:"tags,omitempty"`
	Why         []string  `json:"why,omitempty" jsonschema:"the concepts by which it was chosen"`
	Photo       ui.URL    `json:"photo,omitempty"`
	Source      ui.Source `json:"source,omitempty"`
}

func dishesOf(l lang.Language, items []Item, source ui.Source) DishesProps {
	p := DishesProps{Language: l, Items: []DishProps{}}
	for _, it := range items {
		d := DishProps{
			ID: it.ID, Name: it.Name, Description: it.Description, Price: it.Price, Course: it.Course,
			Allergens: it.Allergens, Inferred: it.Inferred, Tags: it.Tags, Photo: it.Photo, Source: cmp.Or(it.Source, source),
		}
		p.Items = append(p.Items, d)
	}
	return p
}
