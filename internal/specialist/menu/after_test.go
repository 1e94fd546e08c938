package menu

import (
	"slices"
	"testing"
)

// needIn is what somebody tells that they must not have.
func needIn(t *testing.T, told string) string {
	t.Helper()
	read := Told(told)
	all := slices.Concat(read.Allergies, read.Diets)
	if len(all) == 0 {
		t.Fatalf("%q tells nothing", told)
	}
	return all[0]
}

func TestWhatAGuestPlainlyTakesBackBindsNoMore(t *testing.T) {
	for _, tt := range []struct{ told, back string }{
		{"sou alérgico a camarão", "não sou alérgico a camarão"},
		{"sou alérgico a camarão", "na verdade posso comer camarão, me enganei"},
		{"sou alérgico a camarão", "não, eu posso camarão sim"},
		{"sou alérgico a camarão", "esqueça minha alergia a camarão"},
		{"I'm allergic to shrimp", "esqueça minha alergia a camarão"},
		{"tenho alergia a camarão", "não tenho alergia a camarão"},
		{"I'm allergic to shrimp", "I'm not allergic to shrimp"},
		{"soy alérgica al maní", "olvida mi alergia al maní"},
		{"soy alérgico al camarón", "no soy alérgico al camarón"},
		{"sou vegano", "não sou vegano"},
	} {
		if freed := tell(tt.back).freed; !slices.ContainsFunc(freed, func(f string) bool { return covered([]string{f}, needIn(t, tt.told)) }) {
			t.Errorf("%q does not take back %q: %q", tt.back, tt.told, freed)
		}
	}
}

func TestWhatIsNotPlainlyTakenBackBinds(t *testing.T) {
	for _, tt := range []struct{ told, then string }{
		{"sou alérgico a camarão", "posso comer camarão?"},
		{"sou alérgico a camarão", "posso comer camarão, mas só cozido"},
		{"sou alérgico a camarão", "acho que posso comer camarão"},
		{"sou alérgico a camarão", "não esqueça minha alergia a camarão"},
		{"sou alérgico a camarão", "não posso comer camarão"},
		{"sou alérgico a camarão", "não sou alérgico a amendoim"},
		{"sou alérgico a camarão", "minha esposa não é alérgica a camarão"},
		{"sou alérgico a crustáceos", "posso comer camarão"},
		{"sou alérgico a leite", "não sou intolerante à lactose"},
		{"sou alérgico a nozes", "não sou alérgico a castanhas"},
		{"sou celíaco", "não sou alérgico a trigo"},
		{"sou vegetariano", "eu como peixe"},
		{"I'm allergic to shrimp", "I can eat shrimp sometimes"},
		{"soy alérgico al camarón", "¿puedo comer camarón?"},
	} {
		if freed := tell(tt.then).freed; slices.ContainsFunc(freed, func(f string) bool { return covered([]string{f}, needIn(t, tt.told)) }) {
			t.Errorf("%q takes back %q: %q", tt.then, tt.told, freed)
		}
	}
}
