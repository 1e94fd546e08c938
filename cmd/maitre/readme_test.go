package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestTheReadmeConversationIsReal finds the conversation that the READMEs show
// in the one that is had in TestOneConversationGoesThroughTheWholeHouse, where
// "…" stands for lines that are left out.
func TestTheReadmeConversationIsReal(t *testing.T) {
	file, err := os.ReadFile(short)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"../../README.md", "../../README.pt-BR.md"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, picture := range regexp.MustCompile(`src="([^"]+)"`).FindAllStringSubmatch(string(b), -1) {
			if _, err := os.Stat("../../" + picture[1]); err != nil {
				t.Errorf("%s shows a picture that is not there: %v", name, err)
			}
		}
		_, rest, ok := strings.Cut(string(b), "```\n> ")
		shown, _, ends := strings.Cut("> "+rest, "\n```")
		if !ok || !ends {
			t.Fatalf("%s shows no conversation", name)
		}
		had, cut := lines(string(file)), false
		for _, line := range lines(shown) {
			if line == "…" {
				cut = true
				continue
			}
			// Whole turns may be left out without a word.
			said := strings.HasPrefix(line, "> ")
			cut = cut || said && len(had) > 0 && begins(had[0])
			for cut && len(had) > 0 && had[0] != line {
				had = had[1:]
			}
			if len(had) == 0 || had[0] != line {
				t.Errorf("%s shows %q, which does not come next there", name, line)
				break
			}
			had, cut = had[1:], false
		}
		if !cut && len(had) > 0 && !begins(had[0]) {
			t.Errorf("%s leaves out %q", name, had[0])
		}
	}
}

// begins reports whether a line begins a turn or a thread.
func begins(line string) bool { return strings.HasPrefix(line, "> ") || strings.HasPrefix(line, "@ ") }

// lines returns the lines of a text that are not empty.
func lines(text string) (all []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}
