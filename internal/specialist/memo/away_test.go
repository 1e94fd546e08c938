package memo_test

import (
	"strings"
	"testing"
)

func TestWhoIsAwayIsNotedForTheDay(t *testing.T) {
	h := open(t)
	c := h.turn(turn{guest: "bia", says: "minha tia Olga é alérgica a soja, e ela vem no sábado", calls: []string{
		`remember {"facts":[{"what":"soja","kind":"allergy","person":"tia Olga"},{"what":"vem no sábado","kind":"away","person":"tia Olga"}]}`,
	}, answer: "Certo."})
	if len(c.table) != 2 || c.scene.Away(c.table[0]) || !c.scene.Away(c.table[1]) || len(c.table[1].Allergies) != 1 {
		t.Fatalf("at the table are %+v", c.table)
	}
	if len(c.must) != 0 {
		t.Errorf("those who are there must not have %v", c.must)
	}
	if her := c.scene.MustNots([]string{"Olga"}); len(her.Allergies) != 1 {
		t.Errorf("Olga must not have %v", her.Allergies)
	}
	c.scene.Now = c.scene.Now.AddDate(0, 0, 1)
	if c.scene.Away(c.table[1]) {
		t.Error("who was away yesterday is away today")
	}
	c = h.turn(turn{guest: "bia", says: "ela chegou agora", notes: c.scene.Notes, calls: []string{`remember {"facts":[{"what":"chegou","kind":"away","person":"Olga","over":true}]}`}})
	if len(c.must) != 1 {
		t.Errorf("with Olga nobody may have %v", c.must)
	}
}

func TestAKindIsKeptWhoseThingsWereNamed(t *testing.T) {
	h := open(t)
	c := h.turn(turn{guest: "bia", says: "meu pai não pode camarão, siri, essas coisas. e nada de vinho pra ele", calls: []string{
		`remember {"facts":[{"what":"crustáceos","kind":"allergy","person":"pai"},{"what":"vinho","kind":"intolerance","person":"pai"},{"what":"no mastica bien","kind":"diet","person":"pai"}]}`,
	}})
	if !strings.Contains(c.results[0], "crustáceos") || !strings.Contains(c.results[0], "vinho") || strings.Contains(c.results[0], "few plain words") || strings.Contains(c.results[0], `"what":"Alergia: crustáceos`) {
		t.Error(c.results[0])
	}
}
