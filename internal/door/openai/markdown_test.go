package openai

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/event"
)

func TestACardIsAListInMarkdown(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"a list":                   {"Onde ficar:\n1. Pousada: R$ 90\n2. Hotel\nFonte: OSM\nAmostra", "Onde ficar:\n\n1. Pousada: R\\$ 90\n2. Hotel\n\nFonte: OSM\n\nAmostra"},
		"names are no markup":      {"- *Bar* _do_ [João](javascript:x) ![](https://evil.example/a) <b> `c`", "- \\*Bar\\* \\_do\\_ \\[João\\](javascript:x) !\\[\\](https://evil.example/a) \\<b> \\`c\\`"},
		"a name that is a heading": {"# Bar\n> Café\n1. # Bar", "\\# Bar\n\n\\> Café\n\n1. \\# Bar"},
		"a link stays":             {"- Site https://example.com/a_b", "- Site https://example.com/a_b"},
		"a link with more in it":   {"- https://example.com/](x)", "- https://example.com/\\](x)"},
	} {
		if got := markdown(tt.text); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

var markup = regexp.MustCompile("(^|[^\\\\])(\\\\\\\\)*[\\[\\]<`*]")

func FuzzMarkdownOfACardHasNoMarkupInALine(f *testing.F) {
	f.Add("1. [a](b)\n- https://x/[y]\n\\[")
	f.Fuzz(func(t *testing.T, text string) {
		for line := range strings.SplitSeq(markdown(text), "\n") {
			if found := markup.FindString(line); found != "" {
				t.Errorf("%q becomes %q", text, line)
			}
		}
	})
}

func TestWordsThatWereTakenBackAreNotInTheAnswer(t *testing.T) {
	var told strings.Builder
	a := &answer{tell: func(text string, _ json.RawMessage) { told.WriteString(text) }}
	for _, w := range []event.Words{{Text: "Temos lag"}, {Text: "Temos moqueca.", Restart: true}} {
		a.hear(event.Event{Type: event.Text, Data: event.Payload(event.Text, w)})
	}
	a.hear(event.Event{Type: event.PostResponse, Data: event.Payload(event.PostResponse, event.Said{ID: "m", Text: "Temos moqueca."})})
	a.hear(event.Event{Type: event.PostResponse, Data: event.Payload(event.PostResponse, event.Said{ID: "n", Text: "Posso guardar isso?"})})
	if want := "Temos moqueca.\n\nPosso guardar isso?"; a.text() != want {
		t.Errorf("the answer is %q, want %q", a.text(), want)
	}
	if want := "Temos lag\n\nTemos moqueca.\n\nPosso guardar isso?"; told.String() != want {
		t.Errorf("the stream says %q, want %q", told.String(), want)
	}
}
