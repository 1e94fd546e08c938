package cli

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/door/config"
)

func TestHelpDescribesEveryCommandAndNoOther(t *testing.T) {
	var described, groups []string
	for _, e := range entries() {
		if e.about == "" || strings.HasSuffix(e.about, ".") {
			t.Errorf("%s: a line that ends without a full stop says what it is, not %q", e.name, e.about)
		}
		if _, ok := lookup(e.name); ok {
			described = append(described, e.name)
		} else {
			groups = append(groups, e.name)
		}
	}
	var want []string
	for _, c := range commands() {
		want = append(want, c.name)
	}
	if !slices.Equal(described, want) {
		t.Errorf("described: %q, want %q", described, want)
	}
	for _, g := range groups {
		if len(below(g)) == 0 {
			t.Errorf("help describes %s, which is neither a command nor the first word of one", g)
		}
	}
}

func TestACommandOfTheLastReleaseSaysWhatToTypeNow(t *testing.T) {
	for old, now := range moved {
		var said strings.Builder
		got := instead(&said, append(strings.Fields(old), "--json", "x"))
		if want := append(strings.Fields(now), "--json", "x"); !slices.Equal(got, want) {
			t.Errorf("%s: runs %q, want %q", old, got, want)
		}
		if strings.Count(said.String(), "\n") != 1 || !strings.Contains(said.String(), `is now "maitre `+now+`"`) {
			t.Errorf("%s: says %q", old, said.String())
		}
		if _, ok := lookup(old); ok {
			t.Errorf("%s is still a command", old)
		}
		if err := typed(strings.Fields(now)); err != nil {
			t.Errorf("%s: %v", now, err)
		}
	}
}

// A command finds its flags by their names, which only help/commands.txt has.
func TestEveryFlagThatACommandReadsIsOneOfACommand(t *testing.T) {
	known := map[string]bool{}
	for _, c := range commands() {
		c.flags().VisitAll(func(f *flag.Flag) { known[f.Name] = true })
	}
	read := map[string]bool{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		code, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?:\ba\.(?:text|texts|is|number)\(|\bflagOf\[[\w.]+\]\(a, )"([\w-]+)"`).FindAllStringSubmatch(string(code), -1) {
			if read[m[1]] = true; !known[m[1]] {
				t.Errorf("%s reads --%s, which no command has", name, m[1])
			}
		}
	}
	for name := range known {
		if !read[name] {
			t.Errorf("nothing reads --%s", name)
		}
	}
}

func TestTopicsAreShortAndTheirOwn(t *testing.T) {
	for _, tp := range topics() {
		if lines := strings.Count(strings.TrimSpace(tp.text), "\n") + 1; lines > 25 {
			t.Errorf("%s has %d lines, want at most 25", tp.name, lines)
		}
		for line := range strings.Lines(tp.text) {
			if len([]rune(line)) > 101 {
				t.Errorf("%s: too long for a terminal: %s", tp.name, line)
			}
		}
		if _, ok := entryOf(tp.name); ok {
			t.Errorf("the topic %s hides the help of a command", tp.name)
		}
	}
}

// What a topic tells to type can be typed, and what it names is there.
func TestTopicsTellTheTruth(t *testing.T) {
	var settings, all strings.Builder
	if err := config.WriteHelp(&settings); err != nil {
		t.Fatal(err)
	}
	for _, c := range commands() {
		if err := help(&all, strings.Fields(c.name)); err != nil {
			t.Fatal(err)
		}
	}
	quoted := regexp.MustCompile(`"(maitre [^"]+)"`)
	flags, variables := regexp.MustCompile(`--[a-z][a-z-]+`), regexp.MustCompile(`\b(MAITRE_[A-Z_]+|[A-Z]+_API_KEY)\b`)
	for _, tp := range topics() {
		var lines []string
		for line := range strings.Lines(tp.text) {
			if cmd, ok := strings.CutPrefix(line, "  maitre "); ok {
				cmd, _, _ = strings.Cut(strings.TrimSpace(cmd), "   ")
				lines = append(lines, "maitre "+cmd)
			}
		}
		for _, m := range quoted.FindAllStringSubmatch(tp.text, -1) {
			lines = append(lines, m[1])
		}
		if len(lines) == 0 {
			t.Errorf("%s tells nothing to type", tp.name)
		}
		for _, line := range lines {
			if err := typed(strings.Fields(line)[1:]); err != nil {
				t.Errorf("%s: %s: %v", tp.name, line, err)
			}
		}
		for _, name := range flags.FindAllString(tp.text, -1) {
			if known := settings.String() + all.String(); name != "--help" && !regexp.MustCompile(regexp.QuoteMeta(name)+`\b`).MatchString(known) {
				t.Errorf("%s: there is no %s", tp.name, name)
			}
		}
		for _, name := range variables.FindAllString(tp.text, -1) {
			if !strings.Contains(settings.String(), name) {
				t.Errorf("%s: there is no %s", tp.name, name)
			}
		}
	}
}

// typed reads a command line as run does, and runs nothing.
func typed(args []string) error {
	if args[0] == "help" {
		return help(io.Discard, args[1:])
	}
	cmd, rest, err := find(args)
	if err != nil {
		return err
	}
	fs := cmd.flags()
	fs.SetOutput(io.Discard)
	config.AddFlags(fs)
	if _, err = parse(fs, rest); err == flag.ErrHelp {
		return nil
	}
	return err
}

func TestHelpOnWhatIsNotThereNamesTheNearest(t *testing.T) {
	for name, want := range map[string]string{
		"privcy":       `there is no help on "privcy" (did you mean "maitre help privacy"?)`,
		"setings":      `there is no help on "setings" (did you mean "maitre help settings"?)`,
		"menu imprt":   `there is no help on "menu imprt" (did you mean "maitre help menu import"?)`,
		"zebra":        `there is no help on "zebra" ("maitre help" lists the commands and topics)`,
		"chat privacy": `there is no help on "chat privacy" ("maitre help" lists the commands and topics)`,
	} {
		if err := help(io.Discard, strings.Fields(name)); err == nil || err.Error() != want {
			t.Errorf("help %s: %v, want %s", name, err, want)
		}
	}
}
