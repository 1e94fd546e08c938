package places_test

import (
	"context"
	"fmt"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/lang"
)

func Example() {
	find := places.Fallback{Sample: places.Sample{}} // no live source: offline
	wish := places.Wish{Guests: 4, Nights: 5, BudgetNight: 600, Limit: 2}
	found, err := find.Lodgings(context.Background(), places.Area{Name: "Florianópolis", Country: "BR"}, wish)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, l := range found.Places {
		rooms, _ := l.Rooms(wish.Guests)
		fmt.Printf("%s: %d × %s, %s\n", l.Name, rooms, l.Night.Text(lang.English), l.Total(wish.Guests, wish.Nights).Text(lang.English))
	}
	fmt.Printf("not %s: %s\n", found.Notes[0].Place, found.Notes[0].Reason)
	fmt.Println("source:", found.Source)
	// Output:
	// Hostel Amostra das Flores: 4 × R$99.00, R$1,980.00
	// Pousada Exemplo do Jardim: 1 × R$580.00, R$2,900.00
	// not Hotel Era Uma Vez das Redes: over_budget
	// source: sample
}
