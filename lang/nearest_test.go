package lang_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/maitre-dev/maitre/lang"
)

func TestNearest(t *testing.T) {
	words := []string{"ask", "chat", "task run", "doctor", "config", "version", "João"}
	for _, tt := range []struct{ wrong, want string }{
		{"chta", "chat"},
		{"docter", "doctor"},
		{"confg", "config"},
		{"Joao", "João"},
		{"chat", "chat"},
		{"zebra", ""},
		{"", ""},
		{"CONFG", "config"},
		{strings.Repeat("chat", 17), ""},
	} {
		if got := lang.Nearest(tt.wrong, words); got != tt.want {
			t.Errorf("Nearest(%q) = %q, want %q", tt.wrong, got, tt.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "db", 2}, {"db", "", 2}, {"name", "nmae", 1}, {"kitten", "sitting", 3}, {"água", "agua", 1}} {
		if got := lang.Distance(tt.a, tt.b); got != tt.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestDistanceIsSymmetricAndBounded(t *testing.T) {
	word := rapid.StringOfN(rapid.RuneFrom([]rune("abcãé")), 0, 8, -1)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := lang.Distance(a, b)
		if d != lang.Distance(b, a) {
			t.Errorf("Distance(%q, %q) is not symmetric", a, b)
		}
		if (d == 0) != (a == b) || d > max(len([]rune(a)), len([]rune(b))) {
			t.Errorf("Distance(%q, %q) = %d", a, b, d)
		}
		if again := lang.Distance(a+"x", b+"x"); again > d {
			t.Errorf("a common ending made it %d from %d", again, d)
		}
	})
}
