package understand_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

func TestStatesAreToldFromFoods(t *testing.T) {
	for words, want := range map[string]bool{
		"grávida": true, "pregnant": true, "embarazada de 3 meses": true, "hipertensa": true, "hypertensive": true, "amamentando": true, "breastfeeding": true,
		"celíaca": true, "vegan": true, "diabético tipo 2": true, "vegetariana": true,
		"camarão": false, "milk": false, "queso azul": false, "carne de porco": false, "": false,
	} {
		if got := understand.IsState(words); got != want {
			t.Errorf("IsState(%q) = %t, want %t", words, got, want)
		}
	}
}

func TestAStateSaysWhatItLimits(t *testing.T) {
	for _, tt := range []struct {
		words string
		in    lang.Language
		want  string
	}{
		{"hipertensa", lang.Portuguese, "pouco sal"},
		{"hypertensive", lang.English, "little salt"},
		{"embarazada", lang.Spanish, "sin alcohol ni nada crudo"},
		{"sem glúten", lang.Portuguese, ""},
		{"camarão", lang.Portuguese, ""},
	} {
		if got := understand.Limit(tt.words, tt.in); got != tt.want {
			t.Errorf("Limit(%q, %s) = %q, want %q", tt.words, tt.in, got, tt.want)
		}
	}
}

func TestAnObjectIsAThing(t *testing.T) {
	for words, want := range map[string]bool{
		"camarão": true, "nut": true, "não bebe": true, "celíaca": true, "quinoa roxa": true, "xilitol": true, "soy": true,
		"la nena": false, "everything": false, "my wife": false, "come": false, "ela": false, "tudo": false,
	} {
		if got := understand.IsObject(words); got != want {
			t.Errorf("IsObject(%q) = %t, want %t", words, got, want)
		}
	}
}

func TestTastesAreHowSomethingIsToBe(t *testing.T) {
	for words, want := range map[string]string{
		"uma comida que arda":               "picante",
		"nada que arda":                     "",
		"me traz um trem quentinho":         "quente",
		"una cena ligera":                   "leve",
		"um petisco da Bahia":               "baiana",
		"qual a mesa mais perto da janela?": "",
	} {
		if got := strings.Join(understand.Tastes(words), " "); got != want {
			t.Errorf("Tastes(%q) = %q, want %q", words, got, want)
		}
	}
}
