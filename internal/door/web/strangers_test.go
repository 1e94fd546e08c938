package web_test

import (
	"fmt"
	"strings"
	"testing"
)

// What strangers tried at the page and what failed then: see docs/quality.md.
func TestPageUnderstandsWhatStrangersTried(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		says []string // the last of which is answered
		want []string // in its answer
		not  string
	}{
		{"a main for each", []string{"Sou vegano e o Davi é celíaco", "Um principal para cada um"}, []string{"Davi (celíaco)", "você (vegano)", "Quero este"}, "entendi"},
		{"a main for each", []string{"I am vegan and Tom is celiac", "A main for each of us, please"}, []string{"Tom (celiac)", "you (vegan)", "I want this"}, "understand"},
		{"a diet that is wished for", []string{"I would like a light vegetarian dish"}, []string{"I want this"}, "camarão"}, // which the page offers
		{"a diet that is wished for", []string{"Muéstreme platos vegetarianos"}, []string{"Quiero este"}, "camarão"},
		{"to drink", []string{"Mostre as sobremesas", "E para beber?"}, []string{"bebida", "Quero este"}, "crianças"},
		{"a longer stay", []string{"I want a hotel in Gramado from December 10 to 13, for 2 people", "Make it a day longer"}, []string{"Dec 10 – 14, 2026", "4 nights"}, "the way you asked"},
		{"a taste beside an allergy", []string{"I'm allergic to walnuts and I love red wine", "Yes", "What do you know about me?"}, []string{"walnut", "red wine"}, ""},
		{"what became of it", []string{"Pode pedir uma almofada para a minha mesa?", "Sim", "Já falou com eles?"}, []string{"ainda não respondeu", "almofada"}, "Posso passar"},
		{"thanks", []string{"Mostre as sobremesas", "Obrigada, estava ótimo"}, nil, "R$"},
		{"two requests", []string{"Quero reservar uma mesa para 4 amanhã às 20h, em nome de Rita Sá", "Quero pedir 2 Sorbet de cajá. Pode mandar para a cozinha.", "Sim", "Sim"}, []string{"Passei à equipe: mesa, 4 pessoas"}, "Posso passar"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := enter(t, ruled, 390, 800)
			for _, text := range tt.says {
				p.asks(text)
			}
			has := func(text string) string {
				return fmt.Sprintf(`document.querySelector(".latest .answer").innerText.replaceAll("\u00a0", " ").includes(%q)`, text)
			}
			for _, want := range tt.want {
				p.wait(want, has(want))
			}
			if got := js[string](p, `document.querySelector(".latest .answer").innerText`); got == "" || tt.not != "" && strings.Contains(got, tt.not) {
				t.Errorf("%q is answered %q", tt.says, got)
			}
		})
	}
}
