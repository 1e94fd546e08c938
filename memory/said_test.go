package memory_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
)

func TestAnAllergyIsTakenBackInEveryForm(t *testing.T) {
	for _, message := range []string{
		"na verdade posso comer camarão, me enganei", "não, eu posso camarão sim", "esqueça minha alergia a camarão",
		"desculpa, camarão eu posso comer", "ah não, camarão pode", "eu como camarão sim", "camarão não me faz mal", "não tenho nenhuma alergia a camarão",
		"na verdade não sou alérgica", "esqueça minha alergia", "tire minha alergia a camarão da ficha",
		"forget my shrimp allergy", "sorry, I can eat shrimp", "my mistake, shrimp is ok", "I'm fine with prawns", "oops, I do eat shrimp", "actually I don't have any allergies",
		"olvida mi alergia a los camarones", "en realidad sí puedo comer camarones", "me equivoqué, puedo comer camarón", "camarones sí puedo", "no tengo ninguna alergia al camarón",
	} {
		for _, told := range []string{"sou alérgica a camarão", "I'm allergic to shrimp", "soy alérgica a los camarones"} {
			h := open(t)
			h.says("ana", "t1", told)
			s := h.says("ana", "t1", message)
			h.knows("ana", "t1")
			if len(s.known.Constraints.Allergies) > 0 {
				t.Errorf("%q after %q: in its own turn the guest must not have %q", message, told, s.known.Constraints.Allergies)
			}
		}
	}
}

func TestAnAllergyIsNotTakenBackByTheWay(t *testing.T) {
	for _, message := range []string{
		"posso comer camarão", "posso comer camarão sim ou não", "não sei se posso comer camarão, na verdade", "na verdade posso comer tudo menos camarão",
		"camarão pode me matar, na verdade", "camarão tudo bem pra ela, mas na verdade eu não posso", "meu marido pode camarão sim", "não esqueça minha alergia", "me enganei, não sou alérgica a lula",
		"posso comer tofu, me enganei", "I'm fine without shrimp", "shrimp is not fine for me", "actually, is shrimp ok?", "don't forget my allergy",
		"dime si puedo comer camarones", "no olvide mi alergia al camarón", "quita los camarones del plato, por favor",
	} {
		h := open(t)
		h.says("ana", "t1", "sou alérgica a camarão")
		h.says("ana", "t1", message)
		bound(t, h.before("ana", "t1", "o que sugerem?"), "camarão")
	}
}

// To the ontology a yolk is an egg and lactose is milk: who may have one of them
// may not have the other.
func TestWhatIsOnlyNearIsNotTakenBack(t *testing.T) {
	for told, message := range map[string]string{
		"sou alérgica a leite":  "na verdade posso comer lactose, me enganei",
		"sou alérgica a ovo":    "na verdade posso comer gema, me enganei",
		"sou alérgica a glúten": "na verdade posso comer trigo, me enganei",
		"sou alérgica a nozes":  "na verdade posso comer castanha, me enganei",
	} {
		h := open(t)
		h.says("ana", "t1", told)
		h.says("ana", "t1", message)
		bound(t, h.before("ana", "t1", "o que sugerem?"), strings.TrimPrefix(told, "sou alérgica a "))
	}
}

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
		{"minha esposa é vegana e as crianças são vegetarianas", "Pois não.", "Anotado: crianças, vegetarianas — sem carne nem peixe; sua esposa, vegana — nada de origem animal."},
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

func TestHowAGuestWishesToBeSpokenToIsSaidBack(t *testing.T) {
	for message, want := range map[string]string{
		"me chama de Jorginho":            "Anotado: vou chamar você de Jorginho.",
		"pode me chamar de Ju, por favor": "Anotado: vou chamar você de Ju.",
		"fala mais curto":                 "Anotado: vou falar com você do jeito que pediu (curto).",
		"call me George please":           "Noted: I will call you George.",
		"be brief":                        "Noted: I will talk to you the way you asked (be brief).",
		"llámame Pepe por favor":          "Anotado: le llamaré Pepe.",
	} {
		h := open(t)
		s := h.says("ana", "t1", message)
		if s.known.Reply != want {
			t.Errorf("to %q the house replies %q, want %q", message, s.known.Reply, want)
		}
		h = open(t)
		if s := h.answers("ana", "t1", message, hook.Response{Text: want}); s.more != "" {
			t.Errorf("to %q the house says it twice: %q", message, s.more)
		}
	}
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
