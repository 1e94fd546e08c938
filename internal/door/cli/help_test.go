package cli

import (
	"flag"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/door/config"
)

func TestHelpDescribesEveryCommandAndNoOther(t *testing.T) {
	var described, groups []string
	for _, e := range entries() {
		if e.About == "" || strings.HasSuffix(e.About, ".") {
			t.Errorf("%s: a line that ends without a full stop says what it is, not %q", e.Name, e.About)
		}
		if _, ok := lookup(e.Name); ok != e.isCommand() {
			t.Errorf("help says of %s that it is a command: %v", e.Name, e.isCommand())
		} else if ok {
			described = append(described, e.Name)
		} else {
			groups = append(groups, e.Name)
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

// A command finds its flags by the names of fields, and its arguments by their order.
func TestEveryCommandHasAFieldForEachOfItsFlags(t *testing.T) {
	for _, c := range commands() {
		in := c.does().in
		e, _ := entryOf(c.name)
		fields := map[string]bool{}
		for _, f := range reflect.VisibleFields(reflect.TypeOf(in).Elem()) {
			fields[f.Name] = !f.Anonymous
		}
		for _, o := range e.Options {
			f := o.field(in)
			if !f.IsValid() && o.Name != "json" {
				t.Errorf("%s has no field for --%s", c.name, o.Name)
			}
			for name := range fields {
				if strings.EqualFold(name, strings.ReplaceAll(o.Name, "-", "")) {
					fields[name] = false
				}
			}
			if o.Std != "" && (!o.allows(o.Std) || set(f.Addr().Interface(), o.Std) != nil) {
				t.Errorf("%s --%s may not have its default", c.name, o.Name)
			}
		}
		for name, argument := range fields {
			if argument && e.Args == "" {
				t.Errorf("%s: nothing fills %s", c.name, name)
			}
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
		for line := range strings.Lines(tp.Text) {
			if cmd, ok := strings.CutPrefix(line, "  maitre "); ok {
				cmd, _, _ = strings.Cut(strings.TrimSpace(cmd), "   ")
				lines = append(lines, "maitre "+cmd)
			}
		}
		for _, m := range quoted.FindAllStringSubmatch(tp.Text, -1) {
			lines = append(lines, m[1])
		}
		if len(lines) == 0 {
			t.Errorf("%s tells nothing to type", tp.Name)
		}
		for _, line := range lines {
			if err := typed(strings.Fields(line)[1:]); err != nil {
				t.Errorf("%s: %s: %v", tp.Name, line, err)
			}
		}
		for _, name := range flags.FindAllString(tp.Text, -1) {
			if known := settings.String() + all.String(); name != "--help" && !regexp.MustCompile(regexp.QuoteMeta(name)+`\b`).MatchString(known) {
				t.Errorf("%s: there is no %s", tp.Name, name)
			}
		}
		for _, name := range variables.FindAllString(tp.Text, -1) {
			if !strings.Contains(settings.String(), name) {
				t.Errorf("%s: there is no %s", tp.Name, name)
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
	if _, err = cmd.read(rest, cmd.does().in, &app{}); err == flag.ErrHelp {
		return nil
	}
	return err
}
