package main

import (
	"bytes"
	"flag"
	"os"
	"os/signal"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/internal/cli"
)

var update = flag.Bool("update", false, "write testdata/conversation.txt")

const conversation = "testdata/conversation.txt"

// TestOneConversationGoesThroughTheWholeHouse has the conversation of
// testdata/conversation.txt once more: no model, no settings, a new database,
// and a clock that says what the file says. A line "> " is what the guest says,
// "@ " begins a thread at a time. Below them stands what the house answers.
func TestOneConversationGoesThroughTheWholeHouse(t *testing.T) {
	file, err := os.ReadFile(conversation)
	if err != nil {
		t.Fatal(err)
	}
	got := have(t, string(file))
	if *update {
		if err := os.WriteFile(conversation, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(strings.Split(string(file), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("it went otherwise (-file +now; -update writes it):\n%s", diff)
	}
}

// have has a conversation and writes it down.
func have(t *testing.T, script string, flags ...string) string {
	// The runtime starts listening for signals when it is first asked to, and
	// must not do so in the bubble.
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	signal.Stop(c)
	dir := t.TempDir()
	var had strings.Builder
	synctest.Test(t, func(t *testing.T) {
		thread := "first"
		for line := range strings.Lines(script) {
			line = strings.TrimSpace(line)
			switch said, ok := strings.CutPrefix(line, "> "); {
			case strings.HasPrefix(line, "@ "):
				at, err := time.Parse("@ 2006-01-02 15:04", line)
				if err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Until(at))
				thread = at.Format("day-2006-01-02")
				had.WriteString(line + "\n\n")
			case ok:
				args := append([]string{"ask", "--as", "C001", "--db", dir + "/maitre.db", "--thread", thread}, flags...)
				var out, errs bytes.Buffer
				if code := cli.Run(cli.System{Args: append(args, "--", said), Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs}); code != 0 {
					t.Fatalf("ask %q: exit code %d: %s", said, code, &errs)
				}
				had.WriteString(line + "\n" + strings.TrimSpace(out.String()) + "\n\n")
			}
		}
	})
	return strings.TrimSpace(had.String()) + "\n"
}
