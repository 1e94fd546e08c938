package menu

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/voice"
)

func TestMessagesChooseACard(t *testing.T) {
	two := []string{"Bar do Porto", "Cantina Bela"}
	for _, tt := range []struct {
		name, message, at string
		names, choices    []string
		want              choice
	}{
		{"by its name", "e no cardápio da Cantina Bela?", "", two, nil, choice{asks: true, found: true, to: "Cantina Bela", rest: "e no da"}},
		{"its name is enough", "o que tem na cantina bela", "", two, nil, choice{asks: true, found: true, to: "Cantina Bela", rest: "o que tem na"}},
		{"a word of the name beside cards", "me mostra a carta da Bela", "", two, nil, choice{asks: true, found: true, to: "Cantina Bela", rest: "me mostra a da"}},
		{"a word of the name alone says nothing", "que mesa mais bela", "", two, nil, choice{}},
		{"what is shared says nothing", "o cardápio do bar", "", two, nil, choice{}},
		{"a dish is no restaurant", "o cardápio de moqueca", "", []string{"Moqueca"}, nil, choice{}},
		{"with a wish", "na Cantina Bela tem massa?", "", two, nil, choice{asks: true, found: true, to: "Cantina Bela", rest: "na tem massa"}},
		{"the only other", "quero ver o cardápio do outro restaurante", "", two[1:], nil, choice{asks: true, found: true, to: "Cantina Bela", rest: "quero ver o do"}},
		{"one of several others", "is there another restaurant?", "", two, nil, choice{asks: true, among: two}},
		{"the other is the house", "quiero ver otra carta", "Cantina Bela", two[1:], nil, choice{asks: true, found: true, rest: "quiero ver"}},
		{"which there are", "que restaurantes vocês têm?", "", two[1:], nil, choice{asks: true, among: two[1:]}},
		{"there is no other", "quero outro cardápio", "", nil, nil, choice{asks: true}},
		{"back to the house", "volta para o cardápio da casa", "Cantina Bela", two, nil, choice{asks: true, found: true, rest: "volta para o"}},
		{"back to the house by its name", "the menu of Casa Maré please", "Cantina Bela", two, nil, choice{asks: true, found: true, rest: "of please"}},
		{"the second of those told", "o segundo", "", two, two, choice{asks: true, found: true, to: "Cantina Bela"}},
		{"one of those told, by a word", "a Bela", "", two, two, choice{asks: true, found: true, to: "Cantina Bela", rest: "a"}},
		{"a wish is no choice", "quero outro prato", "", two, nil, choice{}},
		{"the wine of the house is a wine", "um vinho da casa", "Cantina Bela", two, nil, choice{}},
		{"the card, where there is one", "queria ver o cardápio da casa", "", nil, nil, choice{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := readChoice(tt.message, "Casa Maré", tt.at, tt.names, tt.choices)
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(choice{})); diff != "" {
				t.Errorf("%q (-want +got):\n%s", tt.message, diff)
			}
		})
	}
}

// cards are some in memory.
type cards map[string]*Card

func (c cards) Names(context.Context) ([]string, error) { return slices.Sorted(maps.Keys(c)), nil }

func (c cards) Open(_ context.Context, restaurant string) (*Card, error) {
	if c[restaurant] == nil {
		return nil, fmt.Errorf("there is no card of %q", restaurant)
	}
	return c[restaurant], nil
}

func bela(t *testing.T) cards {
	t.Helper()
	card, err := NewCard(t.Context(), []Item{
		{ID: "lasanha", Name: "Lasanha de queijos", Ingredients: []string{"massa", "mussarela"}, Course: "main", Allergens: []string{"leite", "glúten"}},
		{ID: "espaguete", Name: "Espaguete ao sugo", Ingredients: []string{"espaguete", "tomate"}, Course: "main", Allergens: []string{"glúten"}},
	}, embed.Local())
	if err != nil {
		t.Fatal(err)
	}
	return cards{"Cantina Bela": card}
}

func TestAnotherCardStaysOnTheTable(t *testing.T) {
	tb := sit(t, Sample(), nil)
	tb.w.Others = bela(t)
	var before *State
	for _, step := range []struct {
		message    string
		restaurant string
		intent     Intent
		picked     []string
		says       string
	}{
		{"quero uma cerveja", "", Wish, nil, ""},
		{"quero ver o cardápio da Cantina Bela", "Cantina Bela", Seat, nil, "Este é o cardápio de Cantina Bela."},
		{"quero massa", "Cantina Bela", Wish, []string{"espaguete", "lasanha"}, "Do cardápio de Cantina Bela:"},
		{"sou alérgico a leite", "Cantina Bela", Talk, nil, ""},
		{"quero massa", "Cantina Bela", Wish, []string{"espaguete"}, "Do cardápio de Cantina Bela:"},
		{"e no cardápio da casa?", "", Wish, []string{"espaguete-com-tomate-assado-e-manjericao"}, "Sugiro"},
		{"tem outro restaurante?", "Cantina Bela", Seat, nil, "Cantina Bela"},
	} {
		s := tb.turn(before, step.message, State{})
		if s.Restaurant != step.restaurant || s.Intent != step.intent || !strings.Contains(s.Text, step.says) {
			t.Errorf("%q: %s at %q says %q", step.message, s.Intent, s.Restaurant, s.Text)
		}
		var ids []string
		for _, p := range s.Picked {
			ids = append(ids, p.ID)
		}
		if slices.Sort(ids); step.picked != nil && !slices.Equal(ids, step.picked) {
			t.Errorf("%q gives %q, want %q", step.message, ids, step.picked)
		}
		before = s
	}
	tb.w.Others = cards{} // the restaurant has closed
	if s := tb.turn(before, "quero massa", State{}); s.Restaurant != "" || len(s.Picked) == 0 {
		t.Errorf("with the card gone: %q says %q", s.Restaurant, s.Text)
	}
	if s := tb.turn(nil, "quero ver o cardápio do outro restaurante", State{}); s.Text != voice.In("pt").Menu.OneCard {
		t.Errorf("with one card: %q", s.Text)
	}
}
