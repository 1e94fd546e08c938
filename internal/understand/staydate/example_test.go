package staydate_test

import (
	"fmt"
	"time"

	"github.com/maitre-dev/maitre/internal/understand/staydate"
)

func Example() {
	now := time.Date(2026, time.November, 15, 9, 30, 0, 0, time.UTC)
	text := "Quero ir para Floripa com minha esposa e dois filhos, cinco noites a partir de 10 de março"

	stay, _ := staydate.Dates(text, now)
	nights, _ := staydate.Nights(text)
	party, _ := staydate.Party(text)
	fmt.Println(stay.Start.Format(time.DateOnly), stay.End.Format(time.DateOnly), nights, party)

	_, ok := staydate.Dates("quero a segunda opção", now)
	fmt.Println(ok)
	// Output:
	// 2027-03-10 2027-03-15 5 4
	// false
}
