package agui_test

import (
	"testing"

	"github.com/maitre-dev/maitre/internal/door/agui"
	"github.com/maitre-dev/maitre/lang"
)

// The names in a list may be of another language than the answer.
func TestSpokenIsTheLanguageOfTheWordsAroundAList(t *testing.T) {
	for text, want := range map[string]lang.Language{
		"O que você comprou, do maior para o menor:\n- The Old Ferry in the Rain: 3\n- With Love from the Harbor: 2": lang.Portuguese,
		"- The soup of the day\n- What is in the pot":                                                                lang.English,
	} {
		if got, _ := agui.Spoken(text); got != want {
			t.Errorf("Spoken(%q) = %s, want %s", text, got, want)
		}
	}
}
