package memory

import "testing"

func TestANoBeforeAVerbOfKeeping(t *testing.T) {
	for message, want := range map[string]bool{
		"lo del maní no lo apuntes":               true,
		"no hace falta que lo registres":          true,
		"não precisa anotar nada disso":           true,
		"please don't write that down":            true,
		"you do not need to keep it":              true,
		"não tem problema, pode guardar":          false,
		"não como porco, anota aí":                false,
		"no tomo alcohol, apúntalo":               false,
		"I can't have nuts, please remember that": false,
		"não esquece de anotar que sou alérgica":  false,
	} {
		if got := unkept(message); got != want {
			t.Errorf("%q is not to be kept: %t, want %t", message, got, want)
		}
	}
}

func TestWhoseAnAllergyIsIsNoFood(t *testing.T) {
	for message, want := range map[string]int{"a alergia do Caio pode ficar": 0, "la alergia de Inés, ¿la guardan?": 0, "alergia de camarão": 1, "minha alergia é de Camarão": 1} {
		if got := Detect([]string{message}); len(got) > want {
			t.Errorf("%q: %+v", message, got)
		}
	}
}

// What is not to be kept is named, and not told anew; what is told in the same words is.
func TestWhatIsNotToBeKeptIsNotTold(t *testing.T) {
	for message, want := range map[string]int{
		"não precisa registrar nada da gravidez": 0, "no apuntes lo de mi diabetes": 0, "sou diabética, mas não guarde isso": 1, "não guarde que sou alérgica a camarão": 1,
	} {
		if got := Detect([]string{message}); len(got) != want {
			t.Errorf("%q: %+v, want %d", message, got, want)
		}
	}
}
