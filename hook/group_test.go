package hook_test

import (
	"slices"
	"testing"

	"github.com/maitre-dev/maitre/hook"
)

func TestWhoIsOneOfAGroupHasItsNeeds(t *testing.T) {
	table := []hook.Person{{}, {Name: "os outros três", Count: 3, Diets: []string{"celíacos"}}, {Name: "minha mãe"}, {Name: "papai", Allergies: []string{"soja"}}, {Name: "um dos celíacos"}}
	for words, want := range map[string][]int{"um dos celíacos": {4, 1}, "meus pais": {2, 3}, "quem não come soja": {3}, "minha mãe": {2}, "the siblings": nil} {
		if got := hook.Called(table, words); !slices.Equal(got, want) {
			t.Errorf("Called(%q) = %v, want %v", words, got, want)
		}
	}
}

func TestAJoinedNameIsOfSeveral(t *testing.T) {
	for name, want := range map[string][]string{
		"Caio e Duda":         {"Caio", "Duda"},
		"my uncle and Lia":    {"my uncle", "Lia"},
		"Caio, Duda y Iara":   {"Caio", "Duda", "Iara"},
		"minha filha":         {"minha filha"},
		"quem come de tudo e": {"quem come de tudo e"},
	} {
		if got := hook.Split(name); !slices.Equal(got, want) {
			t.Errorf("Split(%q) = %q", name, got)
		}
	}
}
