package memo_test

import (
	"strings"
	"testing"
)

func TestConsentIsGivenInTheGuestsWords(t *testing.T) {
	for _, tt := range []struct{ says, answer, want string }{
		{"pode guardar que sou alérgica a soja", "pode guardar que sou alérgica a soja", `"answer":"yes"`},
		{"please keep my soy allergy", "please keep my soy allergy", `"answer":"yes"`},
		{"no guardes mi alergia", "no guardes mi alergia", `"answer":"no"`},
		{"a da soja pode deixar guardada", "a da soja pode deixar guardada", `"answer":"yes"`},
		{"guarda a da soja, mas o leite não precisa guardar", "o leite não precisa guardar", `"answer":"no"`},
		{"qual o vinho da casa?", "qual o vinho da casa?", "neither a yes nor a no"},
	} {
		h := open(t)
		h.turn(turn{guest: "bia", says: "sou alérgica a soja", calls: []string{`remember {"facts":[{"what":"soja","kind":"allergy"}]}`}, answer: "Certo."})
		c := h.turn(turn{guest: "bia", says: tt.says, calls: []string{`consent {"answer":"` + tt.answer + `"}`}})
		if !strings.Contains(c.results[0], tt.want) {
			t.Errorf("%s: %s, want %s", tt.says, c.results[0], tt.want)
		}
	}
}

func TestAYesStandsInTheMessageHoweverItIsQuoted(t *testing.T) {
	for _, tt := range []struct{ says, want string }{
		{"a alergia do meu neto pode ficar registrada para a próxima vez", `"answer":"yes"`},
		{"you can leave my grandson's allergy on file for next time", `"answer":"yes"`},
		{"meu neto adorou o suco", "no words of the guest's"},
		{"não guarde nada do meu neto", "no words of the guest's"},
	} {
		h := open(t)
		person := "neto"
		if strings.Contains(tt.says, "grandson") {
			person = "grandson"
		}
		h.turn(turn{guest: "bia", says: "meu " + person + " é alérgico a soja", calls: []string{`remember {"facts":[{"what":"soja","kind":"allergy","person":"` + person + `"}]}`}, answer: "Certo."})
		c := h.turn(turn{guest: "bia", says: tt.says, calls: []string{`consent {"answer":"yes","person":"` + person + `","words":"sim, sim"}`}})
		if !strings.Contains(c.results[0], tt.want) {
			t.Errorf("%s: %s, want %s", tt.says, c.results[0], tt.want)
		}
	}
}

func TestOnlyKeepsAllThatWasToldTogether(t *testing.T) {
	for _, tt := range []struct{ tells, facts, says, only, want string }{
		{"camarão e lula me fazem mal", `{"what":"camarão","kind":"intolerance"},{"what":"lula","kind":"intolerance"}`, "pode guardar o do camarão", `"camarão","lula"`, `{"answer":"yes","kept":["Intolerância: camarão","Intolerância: lula"]}`},
		{"I am allergic to mango and kiwi", `{"what":"mango","kind":"allergy"},{"what":"kiwi","kind":"allergy"}`, "keep the mango, but not the kiwi", `"mango","kiwi"`, `{"answer":"yes","kept":["Alergia: mango"]}`},
		{"soy alérgica al apio", `{"what":"apio","kind":"allergy"}`, "puedes guardar el apio", `"apio","mostaza"`, `{"answer":"yes","kept":["Alergia: aipo"],"not_known":["mostaza"]}`},
	} {
		h := open(t)
		h.turn(turn{guest: "bia", says: tt.tells, calls: []string{`remember {"facts":[` + tt.facts + `]}`}, answer: "Ok."})
		h.turn(turn{guest: "bia", says: tt.says, calls: []string{`consent {"answer":"yes","only":[` + tt.only + `]}`}}).result(t, tt.want)
	}
}

func TestHealthIsHeldForNowWhateverItIsCalled(t *testing.T) {
	for _, tt := range []struct{ says, fact string }{
		{"tomo sertralina todo dia", `{"what":"tomo sertralina","kind":"fact","always":true}`},
		{"I am married and on antibiotics", `{"what":"married and on antibiotics","kind":"other","always":true}`},
		{"tuve una cirugía, háblame despacio", `{"what":"cirugía","kind":"manner","always":true}`},
	} {
		h := open(t)
		c := h.turn(turn{guest: "bia", says: tt.says, calls: []string{`remember {"facts":[` + tt.fact + `]}`}})
		if got := c.results[0]; strings.Contains(got, `"kept"`) || !strings.Contains(got, `"for_now"`) {
			t.Errorf("%s: %s", tt.says, got)
		}
	}
}

// A yes to keeping one's own needs is none to a companion's, which is said.
func TestAYesSaysWhoseNeedsItDoesNotKeep(t *testing.T) {
	h := open(t)
	h.turn(turn{guest: "bia", says: "sou alérgica a soja e o Rui é celíaco", calls: []string{`remember {"facts":[{"what":"soja","kind":"allergy"},{"what":"celíaco","kind":"diet","person":"Rui"}]}`}, answer: "Certo."})
	c := h.turn(turn{guest: "bia", says: "sim, pode guardar", calls: []string{`consent {"answer":"yes"}`}})
	c.result(t, `{"answer":"yes","kept":["Alergia: soja"],"only_this_conversation":["Rui"]}`)
}
