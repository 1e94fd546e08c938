package places_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/outside/places"
)

func TestWhatAMessageAsksOfAKitchenIsRead(t *testing.T) {
	tests := []struct{ message, diets, without string }{
		{"restaurantes vegetarianos em Floripa", "vegetarianos", ""},
		{"restaurante sem glúten em Floripa em janeiro", "", "glúten"},
		{"onde posso comer em Floripa sendo alérgico a camarão?", "", "camarão"},
		{"onde comer com minha filha celíaca em Salvador?", "celíaca", ""},
		{"restaurante em Gramado sem glúten e vegetariano", "vegetariano", "glúten"},
		{"sem glúten, lactose e ovo", "", "glúten lactose ovo"},
		{"não como carne, sou vegetariano", "vegetariano", "carne"},
		{"um restaurante vegano no centro, ou no centro um vegano", "vegano vegano", ""},
		{"minha esposa não pode com lactose", "", "lactose"},
		{"sem peixe nem camarão", "", "peixe camarão"},
		{"where can I eat with my vegan daughter?", "vegan", ""},
		{"gluten free restaurants in Lisbon", "", "gluten"},
		{"a nut-free, dairy-free place", "", "nut dairy"},
		{"I can't have shellfish", "", "shellfish"},
		{"we don’t eat fish", "", "fish"},
		{"dinner with a lactose intolerant kid", "", "lactose"},
		{"dónde cenar con mi hijo alérgico a los mariscos", "", "mariscos"},
		{"no puedo comer gluten", "", "gluten"},
		{"soy celíaco y no como huevo", "celíaco", "huevo"},

		{"onde comer peixe em Floripa?", "", ""},
		{"não sei onde comer peixe", "", ""},
		{"where can I eat seafood?", "", ""},
		{"hotel sem café da manhã, com vista do mar", "", ""},
		{"não precisa ser vegetariano", "", ""},
		{"não somos veganos", "", ""},
		{"I'm not allergic to fish anymore", "", ""},
		{"no soy celíaca", "", ""},
		{"na verdade posso comer camarão, me enganei", "", ""},
		{"esqueça minha alergia a camarão", "", ""},
		{"não esqueça minha alergia a camarão", "", "camarão"},
		{"don't forget my nut allergy", "", "nut"},
		{"no olvide que soy vegano", "vegano", ""},
		{"actually I can eat shrimp", "", ""},
		{"não posso comer camarão", "", "camarão"},
		{"posso comer camarão?", "", ""},
		{"não sei onde posso comer camarão", "", ""},
	}
	for _, tt := range tests {
		diets, without := places.Asked(tt.message)
		if strings.Join(diets, " ") != tt.diets || strings.Join(without, " ") != tt.without {
			t.Errorf("Asked(%q) = %q, %q, want %q, %q", tt.message, diets, without, tt.diets, tt.without)
		}
	}
}

func TestWordsForTheSameFoodAreKnown(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"celíaca", "Glúten", true},
		{"shrimp", "camarão", true},
		{"vegana", "vegan", true},
		{"coentro", "Coentro", true},
		{"vegano", "vegetariano", false},
		{"coentro", "alho", false},
	} {
		if got := places.SameFood(tt.a, tt.b); got != tt.want {
			t.Errorf("SameFood(%q, %q) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}
