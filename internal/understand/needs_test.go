package understand_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
)

// told are needs as testdata/needs.txt has them: "allergy lula: minha tia".
func told(needs []understand.Need) string {
	var all []string
	for _, n := range needs {
		kind := n.Kind
		if n.Over {
			kind = "over"
		}
		all = append(all, kind+" "+n.What+": "+strings.Join(n.Of, "+"))
	}
	return strings.Join(all, "; ")
}

func TestNeeds(t *testing.T) {
	file, err := os.ReadFile("testdata/needs.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(file)) {
		says, want, ok := strings.Cut(strings.TrimSpace(line), " |")
		if want = strings.TrimSpace(want); !ok {
			continue
		}
		before, message, several := strings.Cut(says, " // ")
		if !several {
			before, message = "", says
		}
		r := understand.Read(message, understand.Before{})
		if got := strings.TrimSpace(told(r.Needs(message, before))); got != want {
			t.Errorf("Needs(%q) = %q, want %q", says, got, want)
		}
		n++
	}
	if n < 200 {
		t.Errorf("%d messages, want 200", n)
	}
}

func FuzzNeedsEnds(f *testing.F) {
	f.Add("my wife's mother's sister's allergic to nuts, e o caçula de 3 anos")
	f.Fuzz(func(_ *testing.T, text string) { understand.Needs(text) })
}

// A reading of more words than the text has is no reason to fail: what they say is left out.
func TestAReadingOfALongerTextDoesNoHarm(*testing.T) {
	r := understand.Read("Quiero 1 Baião de dois com carne de sol", understand.Before{Last: "menu"})
	r.Needs("Quiero 1 . Envíe el pedido a la cocina, por favor.", "soy alérgico al camarón. ¿Qué plato principal recomienda?")
	r = understand.Read("boa tarde, minha prima Lia é alérgica a camarão e eu também", understand.Before{})
	r.Needs("eu também")
}

func TestAChildIsToldByItsAge(t *testing.T) {
	for says, want := range map[string]bool{
		"something soft for a 3-year-old":      true,
		"my nephew is 4, what can he have?":    true,
		"o que serve pra minha filha, 6?":      true,
		"mi hijo tiene 2 añitos":               true,
		"our 5yo is hungry":                    true,
		"minha mãe de 70 anos gosta de sopa":   false,
		"meu irmão e mais 4 amigos vêm jantar": false,
		"my son wants 2 soups":                 false,
	} {
		if got := understand.Young(says); got != want {
			t.Errorf("%q tells of a child: %v", says, got)
		}
	}
}

// Whoever is too young to drink is told by a number, in figures or in words, whatever is spoken of.
func TestMinorsAreThoseWhoseAgeIsTold(t *testing.T) {
	for _, c := range []struct {
		text, who string
		said      []string
	}{
		{"venho com minha afilhada de 9 anos", "minha afilhada de 9 anos", nil},
		{"my 16 year old nephew is coming", "my 16 year old nephew", nil},
		{"um vinho pro meu primo, ele tem 16", "meu primo", nil},
		{"minha neta vai fazer 9 anos", "minha neta", nil},
		{"my niece is seven", "my niece", nil},
		{"my cousin, who just turned fifteen, wants a lager", "my cousin", nil},
		{"un vino para mi primo. solo tiene diecisiete", "mi primo", nil},
		{"ela tem 12", "minha afilhada", []string{"minha afilhada quer um gim"}},
		{"tiene catorce", "mi ahijado", []string{"mi ahijado quiere un vino"}},
		{"minha avó de 81 anos vem junto", "", nil},
		{"a mesa 9 é boa?", "", nil},
		{"meu primo tem 25 anos", "", nil},
		{"my cousin has 2 pints", "", nil},
		{"minha tia chega às 9", "", nil},
	} {
		got := ""
		if all := understand.Minors(c.text, c.said...); len(all) > 0 {
			got = all[0].Of[0]
		}
		if got != c.who {
			t.Errorf("Minors(%q): %q, want %q", c.text, got, c.who)
		}
	}
}

func TestMoved(t *testing.T) {
	for message, want := range map[string][2][]string{ // to, from
		"não, a soja não é comigo, é minha tia que tem alergia": {{"minha tia"}, {""}},
		"desculpa, é meu tio que é alérgico a soja, eu não":     {{"meu tio"}, {""}},
		"desculpa, não sou eu, é meu avô":                       {{"meu avô"}, {""}},
		"errei: quem não come glúten é a Tânia, o Davi come":    {{"Tânia"}, {"Davi"}},
		"sorry, it's my nephew who is vegan, not me":            {{"my nephew"}, {""}},
		"perdón, no es mi tía, es mi suegro":                    {{"mi suegro"}, {"mi tía"}},
		"quem não come glúten é a Tânia":                        {nil, nil}, // nothing is put right
		"na verdade prefiro o peixe":                            {nil, nil},
	} {
		r := understand.Read(message, understand.Before{})
		if to, from := r.Moved(message); !slices.Equal(to, want[0]) || !slices.Equal(from, want[1]) {
			t.Errorf("Moved(%q) = %q from %q, want %q", message, to, from, want)
		}
	}
}

// A town, a beer, a word that begins a line and an exclamation are nobody.
func TestWhoIsSpokenOf(t *testing.T) {
	for says, want := range map[string]string{
		"uma Weiss de Pomerode pra Lia e um chope pro Beto": "Lia, Beto",
		"graças a Deus a Tina chegou":                       "Tina",
		"ok\nThen bring it to Mick":                         "Mick",
		"vamos pra Vitória com a Lia":                       "Lia",
		"oi, sou a Marta, e o Davi vem também":              "Davi",
		"Dona Cida e Seu Jorge pagam a metade":              "Dona Cida, Seu Jorge",
		"a Rosa fica com o pudim":                           "Rosa",
	} {
		var got []string
		for _, p := range understand.People(says) {
			got = append(got, p.Name)
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("People(%q) = %q, want %q", says, got, want)
		}
	}
}

func TestANameIsIntroduced(t *testing.T) {
	for message, want := range map[string]bool{"me chamo Dalva": true, "Dalva": true, "I'm with Dalva": false, "a mesa é perto da Dalva": false} {
		at := strings.Index(message, "Dalva")
		if got := understand.Introduces(message, &understand.Span{Text: "Dalva", From: at, To: at + 5}); got != want {
			t.Errorf("Introduces(%q) = %v", message, got)
		}
	}
}
