package memo_test

import (
	"strings"
	"testing"
)

func TestAYesToOneThingIsNoneToAnother(t *testing.T) {
	for _, answer := range []string{"lo de la cebolla de Nélida guardalo, lo del cerdo no", "lo de la cebolla de Nélida guardalo"} {
		h := open(t)
		h.turn(turn{guest: "bia", says: "estoy con mi hermana Nélida, no puede con la cebolla y no come cerdo", answer: "ok"})
		c := h.turn(turn{guest: "bia", says: "lo de la cebolla de Nélida guardalo, lo del cerdo no. y el sabado abren?", calls: []string{`consent {"answer":"` + answer + `","person":"Nélida","only":["cebolla"]}`}})
		if got := c.results[0]; !strings.Contains(got, "cebola") || strings.Contains(got, "porco") || !strings.Contains(got, `"answer":"yes"`) {
			t.Error(got)
		}
	}
}

func TestATasteIsKeptWithTheWordsThatAskForIt(t *testing.T) {
	h := open(t)
	c := h.turn(turn{guest: "bia", says: "não guarda a gota do Osni. mas guarda q eu prefiro quarto térreo", calls: []string{
		`remember {"facts":[{"what":"quarto térreo","kind":"like"}],"keep":"guarda q eu prefiro quarto térreo"}`,
	}})
	if !strings.Contains(c.results[0], `"kept":["Gosta de: quarto térreo"]`) {
		t.Error(c.results[0])
	}
}
