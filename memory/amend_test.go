package memory_test

import (
	"strings"
	"testing"
)

func TestAnAllergyIsSetRight(t *testing.T) {
	for _, tt := range []struct {
		name, correction string
		want             []string
	}{
		{"the other one binds too", "na verdade é castanha", []string{"amendoim", "castanha"}},
		{"in English", "actually, it's walnuts", []string{"amendoim", "walnuts"}},
		{"in Spanish", "en realidad es nuez", []string{"amendoim", "nuez"}},
		{"without a verb", "aliás, castanha e avelã", []string{"amendoim", "castanha", "avelã"}},
		{"and a question", "na verdade é castanha, o que você sugere?", []string{"amendoim", "castanha"}},
		{"misspelt", "quis dizer glutem", []string{"amendoim", "glúten"}},
		{"denied, and another told", "não é amendoim, é castanha", []string{"castanha"}},
		{"told, and the other denied", "castanha, não amendoim", []string{"castanha"}},
		{"denied in full", "mudei de ideia, não sou alérgico a amendoim, é castanha", []string{"castanha"}},
		{"denied in full, without ado", "não sou alérgico a amendoim, e sim a castanha", []string{"castanha"}},
		{"denied", "não sou alérgico a amendoim", nil},
		{"no longer so", "não sou mais alérgico a amendoim", nil},
		{"eaten after all", "na verdade posso comer amendoim", nil},
		{"eaten after all, in Spanish", "en realidad puedo comer amendoim", nil},
		{"whether it may be eaten", "na verdade posso comer amendoim?", []string{"amendoim"}},
		{"still not eaten", "na verdade não posso comer amendoim", []string{"amendoim"}},
		{"no longer so, in Spanish", "ya no soy alérgico al amendoim", nil},
		{"not that alone", "não sou só alérgico a amendoim", []string{"amendoim"}},
		{"not so much", "não sou muito alérgico a amendoim", []string{"amendoim"}},
		{"and another", "não é só amendoim, é castanha", []string{"amendoim", "castanha"}},
		{"a denial denied", "nunca disse que não sou alérgico a amendoim", []string{"amendoim"}},
		{"a denial asked", "não sou alérgico a amendoim?", []string{"amendoim"}},
		{"a denial supposed", "se não sou alérgico a amendoim, o que posso comer?", []string{"amendoim"}},
		{"a denial of somebody else's", "meu marido diz que não sou alérgico a amendoim", []string{"amendoim"}},
		{"told, and the other denied twice over", "é castanha, não é amendoim não", []string{"castanha"}},
		{"denied, and a diet told", "não sou alérgico a amendoim, sou vegano", nil},
		{"denied, with joy", "não sou mais alérgico a amendoim, é ótimo", nil},
		{"denied, and an order", "não sou mais alérgico a amendoim, mas quero camarão", nil},
		{"denied twice over", "não, não sou alérgico a amendoim", nil},
		{"what is not denied of it stays", "na verdade não é castanha", []string{"amendoim"}},
		{"an order", "na verdade quero castanha", []string{"amendoim"}},
		{"a polite order", "desculpa, um camarão por favor", []string{"amendoim"}},
		{"something else", "na verdade é sexta", []string{"amendoim"}},
		{"a thing that is only named", "castanha", []string{"amendoim"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := open(t)
			h.says("ana", "t1", "Sou alérgico a amendoim")
			bound(t, h.before("ana", "t1", tt.correction), tt.want...)
			h.says("ana", "t1", tt.correction)
			bound(t, h.before("ana", "t1", "o que sugerem?"), tt.want...)
			h.says("ana", "t1", "obrigado")
			bound(t, h.before("ana", "t1", "e de sobremesa?"), tt.want...)
		})
	}
}

func TestAnAllergyIsSetRightAfterItWasAgreedToKeepIt(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "sou alérgica a amendoim")
	h.says("ana", "t1", "sim")
	h.says("ana", "t1", "na verdade é castanha")
	h.says("ana", "t1", "aliás, avelã")
	h.knows("ana", "t2", "diet allergy amendoim", "diet allergy castanha", "diet allergy avelã")
}

func TestACorrectionOfACompanionsAllergyIsTheCompanions(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "minha filha é alérgica a amendoim")
	h.says("ana", "t1", "na verdade é castanha")
	h.knows("ana", "t1", "diet allergy amendoim, a companion's, for now", "diet allergy castanha, a companion's, for now")
}

func TestNothingIsSetRightOfWhichNobodySpoke(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "sou alérgica a lula")
	h.says("ana", "t1", "quero uma torta")
	h.says("ana", "t1", "na verdade, castanha")
	bound(t, h.before("ana", "t1", "o que sugerem?"), "lula")
}

func TestTheGuestIsToldWhatNoLongerHolds(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "sou alérgica a amendoim")
	if s := h.says("ana", "t1", "não é amendoim, é castanha"); s.more != "Anotado: você, sem castanha.\nNão vale mais: Alergia: amendoim." {
		t.Errorf("the house says %q", s.more)
	}
	if s := h.says("ana", "t1", "obrigada"); s.more != "" {
		t.Errorf("the house says it again: %q", s.more)
	}
}

func TestADietThatIsDeniedGoes(t *testing.T) {
	for _, tt := range []struct{ was, now, want string }{
		{"sou vegano", "não sou vegano, sou vegetariano", "diet restriction vegetariano, for now"},
		{"I'm vegan", "I'm not vegan, I'm vegetarian", "diet restriction vegetarian, for now"},
		{"soy vegano", "no soy vegano, soy vegetariano", "diet restriction vegetariano, for now"},
	} {
		h := open(t)
		h.says("ana", "t1", tt.was)
		h.says("ana", "t1", tt.now)
		h.knows("ana", "t1", tt.want)
	}
}

func TestAMisspeltAllergenIsRememberedByItsName(t *testing.T) {
	for message, want := range map[string]string{
		"sou alérgico a glutem":        "glúten",
		"I'm allergic to shirmp":       "shrimp",
		"sou alérgica a amendoin":      "amendoim",
		"tenho intolerância a lactosi": "lactose",
		"sou alérgico a crustaseos":    "crustáceos",
	} {
		h := open(t)
		if s := h.says("ana", "t1", message); !strings.Contains(s.more, want+"; ") {
			t.Errorf("to %q the house does not say that it understood %s: %q", message, want, s.more)
		}
		c := h.before("ana", "t1", "o que sugerem?")
		bound(t, c, want)
		if c.Unknown {
			t.Errorf("after %q the guest is to be asked", message)
		}
		h.says("ana", "t1", "não sou mais alérgico a "+want)
		bound(t, h.before("ana", "t1", "o que sugerem?"))
	}
}

func TestAnAllergenThatNobodyKnowsIsKeptAndAskedAbout(t *testing.T) {
	for message, want := range map[string]string{
		"sou alérgico a zumbarel":       "zumbarel",
		"tenho intolerância a zumbarel": "zumbarel",
		"sou alérgico a carmim":         "carmim",
	} {
		h := open(t)
		if s := h.says("ana", "t1", message); strings.Contains(s.more, "Entendi") {
			t.Errorf("to %q the house says %q", message, s.more)
		}
		c := h.before("ana", "t1", "o que sugerem?")
		bound(t, c, want)
		if !c.Unknown {
			t.Errorf("after %q the guest is not asked", message)
		}
	}
}

func TestAWordThatIsKnownIsNoSlip(t *testing.T) {
	for _, word := range []string{"camarao", "camarões", "pólen", "látex", "nozes", "peanuts", "kiwi", "lagostas", "morangos"} {
		h := open(t)
		h.says("ana", "t1", "sou alérgico a "+word)
		c := h.before("ana", "t1", "o que sugerem?")
		if bound(t, c, word); c.Unknown {
			t.Errorf("%s is unknown", word)
		}
	}
}
