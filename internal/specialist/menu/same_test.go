package menu

import "testing"

func TestOneNeedHasManyNames(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"pregnant", "gestante", true},
		{"APLV", "leite", true},
		{"proteína do leite de vaca", "APLV", true},
		{"manteiga", "APLV", false},
		{"camarão", "crustáceos", false},
		{"camarão", "lagosta", false},
		{"manteiga", "butter", true},
		{"celíaca", "glúten", true},
		{"muçulmana", "halal", true},
		{"vegana", "vegan", true},
		{"vegana", "vegetariana", false},
		{"camarão", "amendoim", false},
		{"vegano", "leite", false},
	} {
		if got := SameNeed(tt.a, tt.b); got != tt.want {
			t.Errorf("SameNeed(%q, %q) = %v", tt.a, tt.b, got)
		}
	}
	if CoversNeed("veg", "manteiga") { // a word that is cut short
		t.Error("veg covers manteiga")
	}
	if !CoversNeed("APLV", "manteiga") || CoversNeed("manteiga", "APLV") || CoversNeed("celíaca", "leite") {
		t.Error("want milk to cover butter, and nothing else")
	}
	for text, want := range map[string]string{"grávida de 5 meses": "grávida", "she is pregnant": "pregnant", "10 meses": ""} {
		if got := DietIn(text); got != want {
			t.Errorf("DietIn(%q) = %q, want %q", text, got, want)
		}
	}
}
