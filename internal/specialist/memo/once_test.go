package memo_test

import (
	"strings"
	"testing"
)

func TestAPartyIsWhatTheGuestSaysItIs(t *testing.T) {
	for says, want := range map[string]int{
		"hoje à noite somos 6":                    6,
		"a table for three, please":               3,
		"nós duas vamos rachar a sobremesa":       0,
		"my husband and I split a bottle":         0,
		"una entrada para los dos, para repartir": 0,
		"divide the bill by 5 people":             0,
	} {
		if got := open(t).turn(turn{guest: "bia", says: says}).known.Constraints.Party; got != want {
			t.Errorf("%s: a party of %d, want %d", says, got, want)
		}
	}
}

func TestACountThatWasNotedStandsUntilTheGuestStatesAnother(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "mesa para 2 pessoas, e mais três colegas chegam depois", calls: []string{`remember {"facts":[{"what":"cinco","kind":"party","count":5}]}`}})
	for _, tt := range []struct {
		says string
		want int
	}{{"nós duas queremos dividir um prato", 5}, {"a starter for two of us", 5}, {"ahora somos 7", 7}} {
		if got := h.turn(turn{guest: "bia", says: tt.says}).known.Constraints.Party; got != tt.want {
			t.Errorf("%s: a party of %d, want %d", tt.says, got, tt.want)
		}
	}
}

func TestAMannerAskedOnceIsNotNoted(t *testing.T) {
	for says, noted := range map[string]bool{
		"me explica em duas frases o que é tucupi":             false,
		"in one line, which beer is the lightest?":             false,
		"en tres frases, ¿qué vino va con el pescado?":         false,
		"from now on answer in one line: which beer is light?": true,
	} {
		h := open(t)
		c := h.turn(turn{guest: "bia", says: says, calls: []string{`remember {"facts":[{"what":"short","kind":"manner"}]}`}, answer: "Claro: a pilsen."})
		if got := c.results[0]; strings.Contains(got, `"for_now"`) != noted {
			t.Errorf("%s: %s", says, got)
		}
		if c.more != "" {
			t.Errorf("%s: the answer ends with %q", says, c.more)
		}
	}
}

func TestAPersonIsForgottenAtOnceWhenTheGuestOrdersIt(t *testing.T) {
	for _, tt := range []struct {
		tells, what, person, says string
		gone                      bool
	}{
		{"meu sobrinho é alérgico a leite", "leite", "sobrinho", "esquece meu sobrinho e me mostra a carta de vinhos", true},
		{"my nephew is allergic to milk", "milk", "nephew", "I don't want my nephew in any file of yours. What desserts are there?", true},
		{"mi sobrino es alérgico a la leche", "leche", "sobrino", "borra a mi sobrino, y tráeme la cuenta", true},
		{"meu sobrinho é alérgico a leite", "leite", "sobrinho", "risca aí o q te contei do meu sobrinho, a mãe dele não gosta", true},
		{"my nephew is allergic to milk", "milk", "nephew", "could you take out what I told you about my nephew? thanks", true},
		{"mi sobrino es alérgico a la leche", "leche", "sobrino", "saca lo que te dije de mi sobrino", true},
		{"meu sobrinho é alérgico a leite", "leite", "sobrinho", "tira o suco e a cebola pro meu sobrinho, como falei", false},
		{"meu sobrinho é alérgico a leite", "leite", "sobrinho", "o que tem para o meu sobrinho?", false},
		{"my nephew is allergic to milk", "milk", "nephew", "don't forget my nephew", false},
	} {
		h := open(t)
		h.turn(turn{guest: "bia", says: tt.tells, calls: []string{`remember {"facts":[{"what":"` + tt.what + `","kind":"allergy","person":"` + tt.person + `"}]}`}})
		c := h.turn(turn{guest: "bia", says: tt.says, calls: []string{`forget {"what":"` + tt.person + `"}`}})
		if got := c.results[0]; strings.Contains(got, `"confirm"`) == tt.gone {
			t.Errorf("%s: %s", tt.says, got)
		}
		if left := h.turn(turn{guest: "bia", says: "ok"}).known.People; (len(left) == 0) != tt.gone {
			t.Errorf("%s: at the table are %+v", tt.says, left)
		}
	}
}

func TestAGroupMayShrink(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "três amigos veganos vêm, todos com alergia a nozes", calls: []string{`remember {"facts":[{"what":"vegano","kind":"diet","person":"amigos","count":3},{"what":"nozes","kind":"allergy","person":"amigos","count":3}]}`}})
	c := h.turn(turn{guest: "bia", says: "agora são só dois amigos veganos", calls: []string{`remember {"facts":[{"what":"vegano","kind":"diet","person":"amigos","count":2}]}`}})
	seated(t, c.table, ":", "amigos: nozes, vegano, 2 people")
	seated(t, h.turn(turn{guest: "bia", says: "o que sugere?"}).known.People, ":", "amigos: nozes, vegano, 2 people")
}
