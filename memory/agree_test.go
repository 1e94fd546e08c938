package memory

import (
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/thread"
)

// asking is a turn in which a guest answers the house.
func asking(house, message string) hook.Turn {
	return hook.Turn{Guest: "ana", Thread: "t1", Message: message, History: []thread.Message{{Role: thread.RoleUser, Text: "oi"}, {Role: thread.RoleAssistant, Text: house}}}
}

func TestAnAnswerToWhetherSomethingMayBeKept(t *testing.T) {
	const pt, en, es = "Posso guardar a sua alergia a kiwi para as próximas visitas?", "May I keep your kiwi allergy for your next visits?", "¿Puedo guardar su alergia al kiwi para otras visitas?"
	for _, tt := range []struct{ house, says, want string }{
		{pt, "uai, bota aí sim", "yes"},
		{pt, "pode. e qual cerveja vai com a costela?", "yes"},
		{pt, "prefiro que não", "no"},
		{pt, "não precisa guardar isso", "no"},
		{pt, "a costela vem com farofa?", ""},
		{pt, "me traz mais um chope", ""},
		{pt, "conta isso pro chef", ""},
		{pt, "sim, e conta pro chef também", "yes"},
		{en, "let the kitchen know about that", ""},
		{en, "be my guest, go ahead", "yes"},
		{en, "rather not, thanks", "no"},
		{en, "I'd like the ribs", ""},
		{es, "dale, guardalo", "yes"},
		{es, "ni loco", "no"},
		{es, "¿la costilla viene con papas?", ""},
	} {
		turn, got := asking(tt.house, tt.says), ""
		switch {
		case nothing.Agrees(turn, ""):
			got = "yes"
		case nothing.Refuses(turn, ""):
			got = "no"
		}
		if got != tt.want {
			t.Errorf("to %q the guest says %q: %q, want %q", tt.house, tt.says, got, tt.want)
		}
	}
}

func TestAnAnswerIsOfWhomItSpeaks(t *testing.T) {
	const house = "Posso guardar a sua alergia e a da Rita para a próxima vez?"
	for _, tt := range []struct {
		says          string
		guest, friend bool
	}{
		{"apenas a minha, a dela não precisa anotar", true, false},
		{"just mine", true, false},
		{"solo la mía, la de ella no la guardes", true, false},
		{"pode guardar as duas", true, true},
		{"não guarde nenhuma", false, false},
	} {
		turn := asking(house, tt.says)
		if got := nothing.Agrees(turn, ""); got != tt.guest {
			t.Errorf("%q: the guest's own is kept: %v", tt.says, got)
		}
		if got := nothing.Agrees(turn, "Rita"); got != tt.friend {
			t.Errorf("%q: Rita's is kept: %v", tt.says, got)
		}
	}
}

func TestAWishToForget(t *testing.T) {
	for message, want := range map[string]bool{
		"apaga o que anotou da minha coluna":           true,
		"please strike my phone number from your file": true,
		"não se esqueça de que sou alérgica a kiwi":    false,
		"don't forget the kiwi allergy":                false,
		"me olvidé el paraguas en la mesa":             false,
	} {
		if got := Forgets(message, ""); got != want {
			t.Errorf("Forgets(%q) = %v", message, got)
		}
	}
	for message, want := range map[string]bool{
		"La cena estuvo muy rica y mañana volvemos a casa. Borra todo lo que sepas de mí": true,
		"the room was great. now wipe everything you have on me":                          true,
		"tira os outliers dos meus dados":                                                 false,
	} {
		if got := ForgetsAll(message); got != want {
			t.Errorf("ForgetsAll(%q) = %v", message, got)
		}
	}
}

func TestErasingAllIsNoAnswerToConsent(t *testing.T) {
	const house = "May I keep your kiwi allergy for your next visits?"
	for _, message := range []string{"erase everything, my name as well. and tell me after", "borra todo, mi nombre también. y avísame luego", "apaga tudo, o nome junto. e me avisa"} {
		if answer, _ := nothing.answered(asking(house, message)); answer != "" || asksToForget(message) {
			t.Errorf("%q answers %q", message, answer)
		}
	}
}
