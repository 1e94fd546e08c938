package understand

import (
	"strings"
	"testing"
)

func TestAFancyIsAWishBesideATaste(t *testing.T) {
	for message, want := range map[string]bool{
		"I fancy a bit of lamb, mint is horrible to me": true,
		"odeio hortelã e tô a fim de um cordeiro":       true,
		"odio la menta y se me antoja un cordero":       true,
		"I don't fancy lamb":                            false,
		"não tô com vontade de cordeiro":                false,
		"I crave prawns but I'm allergic to them":       false,
	} {
		r := Read(message, Before{})
		if got := r.Craves(message); got != want {
			t.Errorf("%q wishes: %v, %+v", message, got, r.Spans)
		}
		for _, s := range r.Spans {
			if want && (s.P == "dislike" || s.P == "like") && craves(message[:s.From]) {
				t.Errorf("%q: %s is a taste", message, s.Text)
			}
		}
	}
	if needs := Needs("I crave prawns but I'm allergic to them"); len(needs) != 1 {
		t.Errorf("an allergy is lost: %+v", needs)
	}
}

func TestWhatIsAskedForIsNoTaste(t *testing.T) {
	for message, want := range map[string]string{
		"I hate mint, which soups do you have?":          "mint",
		"não suporto hortelã, que sucos vocês têm?":      "hortelã",
		"no me gusta la menta, ¿hay arroz?":              "menta",
		"do you have lamb? I hate mint and I hate soups": "mint soups",
	} {
		got := ""
		for _, s := range Read(message, Before{}).Spans {
			if s.P == "dislike" {
				got += " " + s.Text
			}
		}
		if got = strings.TrimSpace(got); got != want {
			t.Errorf("%q: disliked is %q, want %q", message, got, want)
		}
	}
}

func TestTastes(t *testing.T) {
	for words, want := range map[string]string{
		"me traz um trem quentinho":         "quente",
		"could I get a hot drink?":          "bebida_quente",
		"una cena ligera":                   "leve",
		"sem carboidrato, o que dá?":        "low_carb",
		"um petisco da Bahia":               "baiana",
		"qual a mesa mais perto da janela?": "",
	} {
		if got := strings.Join(Tastes(words), " "); got != want {
			t.Errorf("Tastes(%q) = %q, want %q", words, got, want)
		}
	}
}
