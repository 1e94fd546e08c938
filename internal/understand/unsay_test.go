package understand

import (
	"fmt"
	"strings"
	"testing"
)

// needsIn are the needs of a message, a line each: "allergy lula of , over".
func needsIn(message string) string {
	var all []string
	for _, n := range Needs(message) {
		s := fmt.Sprintf("%s %s of %s", n.Kind, n.What, strings.Join(n.Of, "+"))
		if n.Over {
			s += ", over"
		}
		all = append(all, s)
	}
	return strings.Join(all, "; ")
}

func TestANeedIsTakenBackOnlyWhereItIsSaid(t *testing.T) {
	for message, want := range map[string]string{
		"desculpa, ostra eu posso comer":                    "allergy ostra of , over",
		"my mistake, mussels are ok":                        "allergy mussels of , over",
		"posso comer ostra":                                 "",
		"posso comer ostra ou não":                          "",
		"minha mãe diz que não sou alérgica a kiwi":         "",
		"não esquece que sou alérgica a kiwi":               "allergy kiwi of ",
		"minha sobrinha Bia não bebe álcool":                "diet álcool of minha sobrinha Bia",
		"não anota minha alergia a kiwi":                    "allergy kiwi of ",
		"não sou muito alérgica a kiwi":                     "allergy kiwi of ",
		"não sou alérgica a kiwi, é manga":                  "allergy kiwi of , over; allergy manga of ",
		"não sou mais alérgica a kiwi, o que vocês trazem?": "allergy kiwi of , over",
	} {
		if got := needsIn(message); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

func TestANeedIsHeardThoughAWordIsWrong(t *testing.T) {
	for message, want := range map[string]string{
		"sou alergca a kiwi":                            "allergy kiwi of ",
		"I'm allergic to brontafel":                     "allergy brontafel of ",
		"boa noite. minha irmã é alérgica a brontafel":  "allergy brontafel of minha irmã",
		"a alergia da minha irmã a kiwi é forte":        "allergy kiwi of minha irmã",
		"meu pai é alérgico a kiwi e eu a manga":        "allergy kiwi of meu pai; allergy manga of ",
		"adoro lula, mas sou alérgica a kiwi":           "allergy kiwi of ",
		"hoje não vou beber":                            "diet álcool of ",
		"a diabetic uncle of mine is coming for dinner": "diet diabetic of diabetic uncle",
	} {
		if got := needsIn(message); got != want {
			t.Errorf("%q: %q, want %q", message, got, want)
		}
	}
}

func TestANameIsIntroduced(t *testing.T) {
	for message, want := range map[string]bool{"me chamo Dalva": true, "Dalva": true, "I'm with Dalva": false, "a mesa é perto da Dalva": false} {
		at := strings.Index(message, "Dalva")
		if got := Introduces(message, &Span{Text: "Dalva", From: at, To: at + 5}); got != want {
			t.Errorf("Introduces(%q) = %v", message, got)
		}
	}
}

func TestWhatIsAllowedInItsOwnClauseIsNoNeed(t *testing.T) {
	for message, want := range map[string]string{
		"soy alérgica al huevo, la leche sí puedo":         "huevo",
		"sou alérgico a camarão, peixe eu posso comer":     "camarão",
		"allergic to walnuts, sesame and soy, wheat is ok": "walnuts, sesame, soy",
		"sou alérgica a ovo, leite e soja":                 "ovo, leite, soja",
		"não posso leite, ovo também não posso":            "leite, ovo",
	} {
		var got []string
		for _, n := range Needs(message) {
			if !n.Over {
				got = append(got, n.What)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: must not have %q, want %q", message, strings.Join(got, ", "), want)
		}
	}
}

// What the guest said before is taken back in one clause; behind it something may be told anew.
func TestWhatWasSaidIsTakenBack(t *testing.T) {
	for text, want := range map[string]bool{
		"esquece que eu disse que não bebo":            true,
		"ignore what I said about being vegetarian":    true,
		"olvida que dije que soy celíaca":              true,
		"olvida que dije que no bebo":                  true,
		"forget what I told you, I'm allergic to milk": false,
		"esquece o que falei, sou celíaca":             false,
		"não esquece que eu falei que sou vegana":      false,
	} {
		r := Read(text, Before{})
		all := r.Needs(text)
		if len(all) != 1 || all[0].Over != want {
			t.Errorf("Needs(%q): %+v, want one, over: %v", text, all, want)
		}
	}
}
