package ui_test

import (
	"encoding/json"
	"fmt"
	"log"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

type roomProps struct {
	Hotel  string    `json:"hotel"`
	From   ui.Date   `json:"from"`
	Price  *ui.Money `json:"price,omitempty"`
	Site   ui.URL    `json:"site,omitempty"`
	Source ui.Source `json:"source"`
}

var roomCard = ui.Define("room-card", 1, func(p roomProps) string {
	price := "preço desconhecido"
	if p.Price != nil {
		price = p.Price.Text(lang.Portuguese)
	}
	return fmt.Sprintf("%s: %s", p.Hotel, price)
})

func Example() {
	card, err := roomCard.New("run7:2", roomProps{
		Hotel:  "Pousada <b>da Ilha</b>", // as some page wrote it
		From:   "2027-03-10",
		Price:  &ui.Money{Amount: 123456, Currency: "BRL"},
		Source: ui.Sample,
	})
	if err != nil {
		log.Fatal(err)
	}
	raw, _ := json.MarshalIndent(card, "", "  ")
	fmt.Println(string(raw))
	// Output:
	// {
	//   "v": 1,
	//   "id": "run7:2",
	//   "name": "room-card",
	//   "props": {
	//     "from": "2027-03-10",
	//     "hotel": "Pousada da Ilha",
	//     "price": {
	//       "amount": 123456,
	//       "currency": "BRL"
	//     },
	//     "source": "sample"
	//   },
	//   "text": "Pousada da Ilha: R$ 1.234,56"
	// }
}
