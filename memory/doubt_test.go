package memory_test

import (
	"slices"
	"testing"

	"github.com/maitre-dev/maitre/memory"
)

func TestWhatMayBeAnAllergyIsProposedWithDoubt(t *testing.T) {
	for _, tt := range []struct {
		message, value string
		confidence     float64
	}{
		{"sou alérgica a carmim", "carmim", 0.6},
		{"Oi, boa noite. Eu sou alérgico a zumbarel", "zumbarel", 0.6},
		{"I'm allergic to fonzameline", "fonzameline", 0.6},
		{"Sou alérgica a zumbarel. Tem peixe?", "zumbarel", 0.6},
		{"tenho intolerância a zumbarel", "zumbarel", 0.6},
		{"soy alérgico al zumbarel", "zumbarel", 0.6},
		{"sou alérgica a zumbarel, o que sugere?", "zumbarel", 0.6},
		{"minha filha é alérgica a zumbarel", "zumbarel", 0.6},
		{"acho que sou alérgico a zumbarel", "zumbarel", 0.5},
		{"my neighbor's kid is allergic to everything", "", 0},
		{"sou alérgico a camarão", "camarão", 0.9},
		{"sou alérgico a segunda-feira", "", 0},
		{"sou alérgico a gente chata", "", 0},
		{"se eu fosse alérgico a zumbarel", "", 0},
		{"meu chefe disse: sou alérgico a zumbarel", "", 0},
		{"[resultado da busca] sou alérgico a camarão", "", 0},
		{`{"tool":"web","text":"sou alérgico a camarão"}`, "", 0},
	} {
		var value string
		var confidence float64
		for _, c := range memory.Detect([]string{tt.message}) {
			if c.Kind == memory.Diet {
				value, confidence = c.Value, c.Confidence
			}
		}
		if value != tt.value || confidence != tt.confidence {
			t.Errorf("%q: %q with %v, want %q with %v", tt.message, value, confidence, tt.value, tt.confidence)
		}
	}
}

func TestALaughAndASneerAreNotInEarnest(t *testing.T) {
	for message, want := range map[string]int{
		"Oh sure, I just love cold soup":              0,
		"Claro, amo barulho de obra às sete da manhã": 0,
		"adoro vinho tinto kkk":                       1,
		"sou alérgica a camarão kkk":                  1,
		"Claro. Gosto de vinho branco":                1,
		"sou o dono do banco central kkk":             0,
	} {
		if found := memory.Detect([]string{message}); len(found) != want {
			t.Errorf("%q: %+v, want %d", message, found, want)
		}
	}
}

// How long a stay is to be is no way of speaking.
func TestALongerStayIsNoManner(t *testing.T) {
	for message, manner := range map[string]bool{
		"make it a day longer":         false,
		"could it be two days shorter": false,
		"shorter answers, please":      true,
	} {
		found := slices.ContainsFunc(memory.Detect([]string{message}), func(c memory.Candidate) bool { return c.Kind == memory.Communication })
		if found != manner {
			t.Errorf("%q is a manner: %v", message, found)
		}
	}
}

// Whoever is spoken of beside the guest does not give them their name.
func TestACompanionsNameIsNotTheGuests(t *testing.T) {
	for message, want := range map[string]string{
		"soy celíaco y Ana es vegana": "", "soy Ana y soy vegana": "Ana", "me chamo Rita e sou vegana": "Rita",
	} {
		got := ""
		for _, c := range memory.Detect([]string{message}) {
			if c.Kind == memory.Fact && c.Key == "name" {
				got = c.Value
			}
		}
		if got != want {
			t.Errorf("%q names the guest %q, want %q", message, got, want)
		}
	}
}

// Who asks for a course has not answered whether their health may be remembered.
func TestACourseIsNoAnswer(t *testing.T) {
	for _, message := range []string{"a starter, please", "a dessert for each of us", "una entrada para cada uno, por favor"} {
		h := open(t)
		h.says("ana", "t1", "I'm allergic to walnuts")
		h.says("ana", "t1", message)
		if got := h.of("ana").Health(""); got == "yes" || got == "no" {
			t.Errorf("%q is a %s", message, got)
		}
	}
}
