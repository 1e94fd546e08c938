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
		if got := memory.Keeping(tt.says, []string{"amendoim"}); got != tt.want {
			t.Errorf("Keeping(%q) = %q, want %q", tt.says, got, tt.want)
		}
	}
}
