package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/cli"
)

// TestTheReadmeConversationIsReal has the conversation that the READMEs show
// once more, with no settings and a new database.
func TestTheReadmeConversationIsReal(t *testing.T) {
	for _, name := range []string{"../../README.md", "../../README.pt-BR.md"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, ok := strings.Cut(string(b), "```\n> ")
		shown, _, ends := strings.Cut("> "+rest, "\n```")
		if !ok || !ends {
			t.Fatalf("%s shows no conversation", name)
		}
		db := t.TempDir() + "/maitre.db"
		var had strings.Builder
		for line := range strings.Lines(shown) {
			said, ok := strings.CutPrefix(strings.TrimSpace(line), "> ")
			if !ok {
				continue
			}
			var out, errs bytes.Buffer
			if code := cli.Run(cli.System{Args: []string{"ask", "--as", "C001", "--db", db, "--thread", "readme", "--", said}, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs}); code != 0 {
				t.Fatalf("ask %q: exit code %d: %s", said, code, &errs)
			}
			had.WriteString("> " + said + "\n" + out.String() + "\n")
		}
		if got := strings.TrimSpace(had.String()); got != shown {
			t.Errorf("%s shows\n%s\nand it went\n%s", name, shown, got)
		}
	}
}
