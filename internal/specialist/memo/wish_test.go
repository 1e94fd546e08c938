package memo_test

import (
	"strings"
	"testing"
)

// Who asks outright to have a need kept is not asked again: their words are the yes.
func TestAWishToKeepIsTheConsent(t *testing.T) {
	for _, tt := range []struct{ before, says, call, kept string }{
		{"", "anota aí pra próxima que eu não como amendoim", `remember {"facts":[{"what":"amendoim","kind":"allergy"}],"keep":"anota aí pra próxima"}`, "amendoim"},
		{"", "keep in mind for next time that I can't have sesame", `remember {"facts":[{"what":"sesame","kind":"allergy"}],"keep":"keep in mind for next time"}`, "gergelim"},
		{"", "acuérdate para la próxima de que soy celíaca", `remember {"facts":[{"what":"celíaca","kind":"intolerance"}],"keep":"acuérdate para la próxima"}`, "celíaco"},
		{"", "please remember I'm lactose intolerant", `remember {"facts":[{"what":"lactose","kind":"intolerance"}]}`, "lactose"},
		{"", "ten en cuenta para otra vez que no puedo con la soya", `remember {"facts":[{"what":"soya","kind":"intolerance","always":true}]}`, "soja"},
		{"eu não bebo álcool", "guarda que eu não bebo, tá?", `remember {"facts":[{"what":"álcool","kind":"diet","always":true}],"keep":"guarda que eu não bebo"}`, "álcool"},
		{"no tomo alcohol", "guárdate que no tomo, porfa", `consent {"answer":"yes","only":["alcohol"],"words":"guárdate que no tomo, porfa"}`, "álcool"},
		{"I'm allergic to kiwi", "make a note of the kiwi, would you", `consent {"answer":"yes","words":"make a note of the kiwi"}`, "kiwi"},
		{"", "guarda que eu detesto quiabo, o da minha irmã não precisa guardar", `remember {"facts":[{"what":"quiabo","kind":"dislike","always":true}],"keep":"guarda que eu detesto quiabo"}`, "quiabo"},
	} {
		h := open(t)
		if tt.before != "" {
			h.turn(turn{guest: "bia", says: tt.before, answer: "Certo."})
		}
		c := h.turn(turn{guest: "bia", says: tt.says, calls: []string{tt.call}, answer: "Certo."})
		if !strings.Contains(c.results[0], `"kept":[`) || !strings.Contains(before(c.results[0], "for_now"), tt.kept) {
			t.Errorf("%q: %s", tt.says, c.results[0])
		}
		if strings.Contains(c.more, "?") {
			t.Errorf("%q: the guest is asked %q", tt.says, c.more)
		}
		if c = h.turn(turn{guest: "bia", thread: "t2", says: "o que sabe de mim?", calls: []string{"recall {}"}}); !strings.Contains(c.results[0], tt.kept) {
			t.Errorf("%q: the next time %s", tt.says, c.results[0])
		}
	}
}

// What is told beside a need and is a part of it is kept with it, unless it is named apart.
func TestAPartOfANeedIsKeptWithIt(t *testing.T) {
	for _, tt := range []struct {
		before, says, only, words string
		kept                      int
	}{
		{"não posso com leite nem queijo, passo mal", "anota que eu não posso com leite pra próxima vez", "leite", "anota que eu não posso com leite pra próxima vez", 2},
		{"I'm allergic to seafood and shrimp", "please remember the seafood for next time", "seafood", "please remember the seafood for next time", 2},
		{"soy alérgica a la leche y al maní", "recuerda lo de la leche para la próxima", "leche", "recuerda lo de la leche para la próxima", 1},
	} {
		h := open(t)
		h.turn(turn{guest: "bia", says: tt.before, answer: "Certo."})
		c := h.turn(turn{guest: "bia", says: tt.says, calls: []string{`consent {"answer":"yes","only":["` + tt.only + `"],"words":"` + tt.words + `"}`}, answer: "Certo."})
		if n := strings.Count(c.results[0], ": "); n != tt.kept {
			t.Errorf("%q: %s, want %d", tt.says, c.results[0], tt.kept)
		}
	}
}
