package chat

import "testing"

// Who is called Socorro, or was ill another day, needs no ambulance.
func TestAnEmergencyIsOfNow(t *testing.T) {
	for message, want := range map[string]bool{
		"socorro, ele está engasgado": true, "minha mãe está passando mal": true, "desde ontem ela está passando mal": true, "minha filha passou mal agora na mesa": true,
		"oi, aqui é Socorro de Olinda, quero uma mesa": false, "sou a Maria do Socorro": false, "na última vez meu marido passou mal com o camarão": false, "socorro, que fome kkkkk": false, "socorro, não consigo escolher": false, "socorro hahaha ela desmaiou de fome": true, "socorro! meu irmão não respira": true,
		"passei mal semana passada com o bolinho": false,
	} {
		if got := Emergency(ReplyIn{Message: message}) != ""; got != want {
			t.Errorf("%q is an emergency: %t, want %t", message, got, want)
		}
	}
}
