package vector_test

import (
	"fmt"

	"github.com/maitre-dev/maitre/vector"
)

func Example() {
	// In earnest, an embedder makes these of the text of each dish.
	dishes := vector.New(3) // how much it is of the sea, sweet, spicy
	for id, v := range map[string][]float32{
		"moqueca":    {9, 1, 3},
		"brigadeiro": {0, 9, 0},
		"vatapá":     {6, 1, 6},
	} {
		if err := dishes.Put(id, v); err != nil {
			fmt.Println(err)
		}
	}
	hits, err := dishes.Top(nil, vector.Query{Vector: []float32{1, 0, 0}, K: 2, Floor: 0.15})
	if err != nil {
		fmt.Println(err)
	}
	for _, h := range hits {
		fmt.Printf("%s %.2f\n", h.ID, h.Score)
	}
	// Output:
	// moqueca 0.94
	// vatapá 0.70
}

func ExampleQuery_keep() {
	dishes := vector.New(2)
	for id, v := range map[string][]float32{"camarão": {5, 1}, "palmito": {4, 2}, "feijoada": {0, 3}} {
		if err := dishes.Put(id, v); err != nil {
			fmt.Println(err)
		}
	}
	allergens := map[string]bool{"camarão": true}
	hits, err := dishes.Top(nil, vector.Query{
		Vector: []float32{1, 0}, K: 1,
		Keep: func(id string) bool { return !allergens[id] },
	})
	fmt.Println(hits[0].ID, err)
	// Output: palmito <nil>
}
