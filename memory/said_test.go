package memory_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
)

func TestWhatTheAnswerNotedIsNotNotedAgain(t *testing.T) {
	for _, tt := range []struct{ message, answer, want string }{
		{"sou alérgica a camarão", "Anotado: camarão. Do que você tem vontade?", ""},
		{"sou alérgica a camaroes", "Anotado: camarão.", ""},
		{"I'm allergic to shrimp", "Noted: shrimp. What do you feel like?", ""},
		{"sou celíaca", "Anotado: glúten. Do que você tem vontade?", ""},
		{"sou alérgica a camarão e lula", "Anotado: camarão.", "Anotado: você, sem lula."},
		{"sou alérgica a camarão", "Temos camarão ao alho.", "Anotado: você, sem camarão."},
		{"sou alérgica a camarao", "Pois não.", "Anotado: você, sem camarão."},
		{"minha esposa é vegana e as crianças são vegetarianas", "Pois não.", "Anotado: crianças, vegetarianas — sem carne nem peixe; sua esposa, vegana — nada de origem animal."},
	} {
		h := open(t)
		s := h.answers("ana", "t1", tt.message, hook.Response{Text: tt.answer, Specialist: "menu"})
		if got, _, _ := strings.Cut(s.more, "\n"); got != tt.want && !(tt.want == "" && strings.HasSuffix(got, "only.") || strings.HasPrefix(got, "Posso guardar")) {
			t.Errorf("to %q after %q the house adds %q, want %q", tt.message, tt.answer, s.more, tt.want)
		}
	}
}

func TestWhatIsKnownIsToldInTheGuestsLanguage(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "sou alérgica a camarao")
	for l, want := range map[lang.Language]string{lang.Portuguese: "Alergia: camarão (", lang.English: "Allergy: shrimp (", lang.Spanish: "Alergia: camarón ("} {
		if got := h.export("ana", l).Markdown; !strings.Contains(got, want) {
			t.Errorf("in %s the house tells %q", l, got)
		}
	}
}
