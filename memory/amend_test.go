package memory_test

import (
	"testing"
)

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
