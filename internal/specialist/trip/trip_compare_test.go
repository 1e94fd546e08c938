package trip

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

func TestATownCostsWhatAllItsLodgingsDo(t *testing.T) {
	night := func(name string, amount int64) places.Listing {
		return places.Listing{Place: places.Place{Name: name}, Kind: places.Hotel, Sleeps: 2, Night: &ui.Money{Amount: amount, Currency: "BRL"}}
	}
	got, ok := plan{People: 2}.townPrice("Natal", []places.Listing{night("A", 30000), night("B", 10000), {Place: places.Place{Name: "C"}}}, lang.English)
	if !ok || got.Lodgings != 2 || got.Cheapest != "B" || got.Low != "R$100.00" || got.High != "R$300.00" || got.Mean != "R$200.00" {
		t.Errorf("%+v", got)
	}
	if _, ok := (plan{People: 2}).townPrice("Natal", nil, lang.English); ok {
		t.Error("a price of nothing")
	}
}
