package webclient

import (
	"strings"

	"github.com/maitre-dev/maitre/ui"
)

// Line makes one clean line of at most so many characters of a text that
// anybody may have written.
func Line(s string, most int) string {
	if len(s) > 8*most { // enough for any honest one
		s = s[:8*most]
	}
	s = strings.Join(strings.Fields(ui.Clean(s)), " ")
	if r := []rune(s); len(r) > most {
		s = strings.TrimSpace(string(r[:most-1])) + "…"
	}
	return s
}
