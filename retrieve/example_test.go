package retrieve_test

import (
	"context"
	"fmt"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/retrieve"
)

func Example() {
	ctx := context.Background()
	c := retrieve.New("menu", nil, embed.Local()) // a store instead of nil keeps it
	_, err := c.Put(ctx, []retrieve.Doc{
		{ID: "moqueca", Title: "Moqueca de peixe", Text: "Robalo em leite de coco e dendê"},
		{ID: "salada", Title: "Salada da horta", Text: "Folhas, tomate e azeite"},
		{ID: "pudim", Title: "Pudim", Text: "Pudim de leite com calda de caramelo"},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var r retrieve.Refiner // asks again in other words when the first search is weak
	found, how, err := r.Search(ctx, c, retrieve.Search{Text: "something light, no fish", K: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Hits[0].Doc.Title, len(how.Tries) > 0)
	// Output: Salada da horta true
}
