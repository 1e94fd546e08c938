package memory_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
)

func TestOneThingInTwoLanguagesIsOneMemory(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "sou alérgica a camarão")
	h.says("ana", "t1", "I'm allergic to shrimp")
	h.says("ana", "t1", "soy alérgica a los camarones")
	h.knows("ana", "t1", "diet allergy camarão, for now, 3 times")
}

func TestWhoDidNotAnswerIsAskedOnceInEachConversation(t *testing.T) {
	h := open(t)
	for _, tt := range []struct {
		thread, message string
		asks            bool
	}{
		{"t1", "sou alérgica a amendoim", true},
		{"t1", "também sou alérgica a lula", false},
		{"t2", "o que sugerem?", false},
		{"t2", "sou alérgica a amendoim", true},
		{"t2", "e sou celíaca", false},
		{"t3", "I'm allergic to peanuts", true},
	} {
		s := h.says("ana", tt.thread, tt.message)
		if got := strings.Contains(s.more, "?"); got != tt.asks {
			t.Errorf("in %s to %q the house says %q", tt.thread, tt.message, s.more)
		}
	}
	h.says("ana", "t3", "yes")
	h.knows("ana", "", "diet allergy amendoim", "diet allergy lula", "diet restriction celíaca")
	if s := h.says("ana", "t4", "sou alérgica a kiwi"); strings.Contains(s.more, "?") {
		t.Errorf("who has said yes is asked again: %q", s.more)
	}
}

func TestWhatTheAnswerNotedIsNotNotedAgain(t *testing.T) {
	for _, tt := range []struct{ message, answer, want string }{
		{"sou alérgica a camarão", "Anotado: camarão. Do que você tem vontade?", ""},
		{"sou alérgica a camaroes", "Anotado: camarão.", ""},
		{"I'm allergic to shrimp", "Noted: shrimp. What do you feel like?", ""},
		{"sou celíaca", "Anotado: glúten. Do que você tem vontade?", ""},
		{"sou alérgica a camarão e lula", "Anotado: camarão.", "Anotado: você, sem lula."},
		{"sou alérgica a camarão", "Temos camarão ao alho.", "Anotado: você, sem camarão."},
		{"sou alérgica a camarao", "Pois não.", "Anotado: você, sem camarão."},
		{"minha esposa é vegana e as crianças são vegetarianas", "Pois não.", "Anotado: alguém da mesa, vegana — nada de origem animal; alguém da mesa, vegetarianas — sem carne nem peixe."},
	} {
		h := open(t)
		s := h.answers("ana", "t1", tt.message, hook.Response{Text: tt.answer, Specialist: "menu"})
		if got, _, _ := strings.Cut(s.more, "\n"); got != tt.want && !(tt.want == "" && strings.HasSuffix(got, "only.") || strings.HasPrefix(got, "Posso guardar")) {
			t.Errorf("to %q after %q the house adds %q, want %q", tt.message, tt.answer, s.more, tt.want)
		}
	}
}

func TestWhatTheAnswerSaysNoLongerHoldsIsNotSaidAgain(t *testing.T) {
	for answer, want := range map[string]string{
		"Certo, já não levo em conta: camarão. Do que você tem vontade?": "",
		"Pois não.": "Não vale mais: Alergia: camarão.",
	} {
		h := open(t)
		h.says("ana", "t1", "sou alérgica a camarão")
		s := h.answers("ana", "t1", "me enganei, posso comer camarão", hook.Response{Text: answer, Specialist: "menu"})
		if s.more != want {
			t.Errorf("after %q the house adds %q, want %q", answer, s.more, want)
		}
	}
}

func TestWhatIsKnownIsToldInTheGuestsLanguage(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "sou alérgica a camarao")
	for message, want := range map[string]string{
		"o que você sabe de mim?":    "Alergia: camarão (",
		"what do you know about me?": "Allergy: shrimp (",
		"¿qué sabe usted de mí?":     "Alergia: camarón (",
	} {
		if s := h.says("ana", "t1", message); !strings.Contains(s.known.Reply, want) {
			t.Errorf("to %q the house replies %q", message, s.known.Reply)
		}
	}
}

func TestAWishBesideHowAGuestIsCalledIsNotAnsweredWithThat(t *testing.T) {
	h := open(t)
	s := h.says("ana", "t1", "me chama de Ju e me mostra as sobremesas")
	if s.known.Reply != "" || s.more != "Anotado: vou chamar você de Ju." {
		t.Errorf("with another wish the house replies %q and adds %q", s.known.Reply, s.more)
	}
}

func TestATableOfTheGuestsIsNotWhatIsKnownOfThem(t *testing.T) {
	h := open(t)
	for _, message := range []string{
		"quais são os outliers dos meus dados?", "mostre meus dados por mês", "quero ver a tendência dos meus dados", "apague os outliers dos meus dados",
		"show the trend in my data", "show my data by region", "muestra el promedio de mis datos",
	} {
		if s := h.says("ana", "t1", message); s.known.Reply != "" {
			t.Errorf("to %q the house replies %q", message, s.known.Reply)
		}
	}
	for _, message := range []string{"quais dados vocês guardam de mim?", "what do you know about me?", "¿qué sabe usted de mí?"} {
		if s := h.says("ana", "t1", message); s.known.Reply == "" {
			t.Errorf("to %q the house has no reply", message)
		}
	}
}
