package lang_test

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/lang"
)

func TestNearest(t *testing.T) {
	words := []string{"ask", "chat", "task run", "doctor", "config", "version", "João"}
	for _, tt := range []struct{ wrong, want string }{
		{"chta", "chat"},
		{"docter", "doctor"},
		{"confg", "config"},
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
