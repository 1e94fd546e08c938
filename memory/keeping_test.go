package memory_test

import (
	"testing"

	"github.com/maitre-dev/maitre/memory"
)

func TestKeepingIsWishedOrRefused(t *testing.T) {
	for _, tt := range []struct{ says, want string }{
		{"sim, guarda. Agora a conta", "yes"},
		{"anota a do amendoim também, por favor", "yes"},
		{"please remember the peanuts for next time", "yes"},
		{"recuerda lo del maní para la próxima vez", "yes"},
		{"não registrem nada do que contei", "no"},
		{"don't keep this, please", "no"},
		{"no guarden nada de mi hija", "no"},
		{"that's only for this conversation", "no"},
		{"anota aí mais dois chopes", ""},
		{"note two more beers", ""},
		{"vocês guardam isso?", ""},
		{"o que tem de sobremesa?", ""},
	} {
		if got := memory.Keeping(tt.says, "", []string{"amendoim"}); got != tt.want {
			t.Errorf("Keeping(%q) = %q, want %q", tt.says, got, tt.want)
		}
	}
}

func TestANoIsOfWhomItsClauseSpeaks(t *testing.T) {
	for _, tt := range []struct{ says, person, want string }{
		{"pode anotar que não como amendoim, mas da Rosa não guarda nada", "Rosa", "no"},
		{"pode anotar que não como amendoim, mas da Rosa não guarda nada", "", "yes"},
		{"please remember my peanuts. Don't keep anything about Rosa", "Rosa", "no"},
		{"guarda lo mío del amendoim para la próxima, pero de Rosa no guardes nada", "Rosa", "no"},
		{"please remember Rosa's peanuts for next time", "Rosa", "yes"},
	} {
		if got := memory.Keeping(tt.says, tt.person, []string{"amendoim"}); got != tt.want {
			t.Errorf("Keeping(%q, %q) = %q, want %q", tt.says, tt.person, got, tt.want)
		}
	}
}

func TestAWishAndARefusalInTheGuestsOwnWords(t *testing.T) {
	for _, tt := range []struct {
		message, words   string
		wishes, declines bool
	}{
		{"The bill please. Can you keep her nut thing for our next visit?", "Can you keep her nut thing for our next visit?", true, false},
		{"¿Podrías recordar lo de mi hermano? Gracias", "Podrías recordar lo de mi hermano?", true, false},
		{"Could you bear his sesame in mind next time? He's fine with it, no worries", "Could you bear his sesame in mind next time? He's fine with it, no worries", true, false},
		{"¿te acordás de lo suyo para la próxima? dijo que sí, no hay problema", "te acordás de lo suyo para la próxima? dijo que sí, no hay problema", true, false},
		{"Pode deixar registrado o glúten dele, ele não liga!", "Pode deixar registrado o glúten dele", true, false},
		{"please don't have that in your records", "don't have that in your records", false, true},
		{"Will you remember that?", "Will you remember that?", false, false},
		{"Não quero que fique nada da minha gravidez aí. E a conta?", "Não quero que fique nada da minha gravidez aí", false, true},
		{"A conta, por favor", "não guarde nada", false, false},
	} {
		if got := memory.Wishes(tt.message, tt.words); got != tt.wishes {
			t.Errorf("Wishes(%q) = %v", tt.words, got)
		}
		if got := memory.Declines(tt.message, tt.words); got != tt.declines {
			t.Errorf("Declines(%q) = %v", tt.words, got)
		}
	}
}

func TestOneThingIsKeptAndAnotherIsNot(t *testing.T) {
	for message, want := range map[string]bool{
		"Anota a intolerância dele, mas não guarda o telefone": true,
		"please save her allergy. don't keep her birthday":     true,
		"não guarde nada disso":                                false,
		"guarda a mesa perto da janela? não guarde meus dados": false,
	} {
		if got := memory.Wishes(message, ""); got != want {
			t.Errorf("Wishes(%q) = %v, want %v", message, got, want)
		}
	}
	if !memory.OnlyThat("guarda que sou celíaca, só isso") || memory.OnlyThat("guarda que sou celíaca") {
		t.Error("that nothing else is to be kept is not heard")
	}
}

func TestAYesStandsBesideANoOfSomebodyElse(t *testing.T) {
	const message = "pode guardar o amendoim da minha tia, do primo não precisa guardar nada"
	if !memory.WishesBeside(message, "pode guardar o amendoim da minha tia", []string{"primo"}) {
		t.Error("a no of another takes the yes away")
	}
	if memory.WishesBeside(message, "pode guardar o amendoim da minha tia", nil) {
		t.Error("a no of nobody else leaves the yes")
	}
}
