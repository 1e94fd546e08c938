package cli

import (
	"cmp"
	"embed"
	"flag"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/maitre-dev/maitre/internal/door/config"
)

// helpFiles has help/commands.txt, which describes every command, and a file for
// each topic, such as help/4-privacy.txt, in the order of their numbers.
//
//go:embed help
var helpFiles embed.FS

func helpFile(name string) string {
	text, _ := helpFiles.ReadFile(path.Join("help", name)) // it is embedded
	return string(text)
}

// entry is a paragraph of help/commands.txt, about a command or a group of commands
// such as menu: a line "## NAME | ARGUMENTS", a line that says what it does, a line for each flag, and text.
type entry struct {
	heading, name, args, about, text string

	flags []string // see addFlag
}

func entries() (all []entry) {
	known := strings.NewReplacer("{kinds}\n", kindsAndKeys(), "{names of kinds}", strings.Join(kinds(), ", "))
	for part := range strings.SplitSeq("\n"+known.Replace(helpFile("commands.txt")), "\n# ") {
		heading, rest, _ := strings.Cut(part, "\n")
		for i, one := range strings.Split(rest, "\n## ") {
			if i == 0 {
				continue // above the first entry
			}
			title, text, _ := strings.Cut(one, "\n")
			about, text, _ := strings.Cut(text, "\n")
			name, args, _ := strings.Cut(title, " | ")
			e := entry{heading: heading, name: name, args: args, about: about}
			for line := ""; strings.HasPrefix(text, "--"); e.flags = append(e.flags, line) {
				line, text, _ = strings.Cut(strings.TrimPrefix(text, "--"), "\n")
			}
			e.text = strings.Trim(text, "\n")
			all = append(all, e)
		}
	}
	return all
}

func entryOf(name string) (entry, bool) {
	all := entries()
	if i := slices.IndexFunc(all, func(e entry) bool { return e.name == name }); i >= 0 {
		return all[i], true
	}
	return entry{}, false
}

func (e entry) usage() string { return strings.TrimSpace("maitre " + e.name + " " + e.args) }

// below returns the entries of commands such as "sql attack", for e "sql".
func (e entry) below() []entry {
	return slices.DeleteFunc(entries(), func(x entry) bool { return !strings.HasPrefix(x.name, e.name+" ") })
}

// topic is a page of help that is about no one command. A test tries every
// command line in it, and looks for every setting that it names.
type topic struct{ name, about, text string }

func topics() (all []topic) {
	files, _ := helpFiles.ReadDir("help") // it is embedded
	for _, f := range files {
		if _, name, ok := strings.Cut(strings.TrimSuffix(f.Name(), ".txt"), "-"); ok {
			about, text, _ := strings.Cut(helpFile(f.Name()), "\n")
			all = append(all, topic{name, about, text})
		}
	}
	return all
}

// help writes the overview, or the help of the command or topic in words.
func help(w io.Writer, words []string) error {
	name := strings.Join(words, " ")
	switch name {
	case "":
		return overview(w)
	case "settings":
		return settingsHelp(w)
	}
	names := []string{"settings"}
	for _, t := range topics() {
		if t.name == name {
			_, err := fmt.Fprintf(w, "%s\n%s", upper(t.about)+".", t.text)
			return err
		}
		names = append(names, t.name)
	}
	if cmd, ok := lookup(name); ok {
		return commandHelp(w, cmd)
	}
	if e, ok := entryOf(name); ok {
		return list(w, e.below())
	}
	near := commandLike(name)
	hint := didYouMean(cmp.Or(near, name), append(names, near), `"maitre help `, `"`, `"maitre help" lists the commands and topics`)
	if now, ok := moved[name]; ok {
		hint = `it is now "maitre ` + now + `"`
	}
	return &usageError{fmt.Sprintf("there is no help on %q", name), hint}
}

func overview(w io.Writer) error {
	fmt.Fprint(w, "maitre is a concierge for bars, restaurants and hotels.\n")
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	heading := ""
	for _, e := range entries() {
		if first, _, below := strings.Cut(e.name, " "); below {
			if _, ok := entryOf(first); ok {
				continue // in the row of its group
			}
		}
		if e.heading != heading {
			heading = e.heading
			fmt.Fprintf(tw, "\n%s\n", heading)
		}
		fmt.Fprintln(tw, e.row())
	}
	fmt.Fprint(tw, "\nTopics\n")
	for _, t := range topics() {
		fmt.Fprintf(tw, "  maitre help %s\t%s\n", t.name, t.about)
	}
	fmt.Fprint(tw, "  maitre help settings\tevery setting: its flag, its variable, its default\n  maitre help COMMAND\tmore of a command, such as \"maitre help menu import\"\n")
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, helpFile("overview.txt"))
	return err
}

// row is a command, or a group with the commands in it, in the overview.
func (e entry) row() string {
	var below []string
	for _, x := range e.below() {
		below = append(below, strings.TrimPrefix(x.name, e.name+" "))
	}
	names := strings.Join(below, ", ")
	switch _, ok := lookup(e.name); {
	case !ok:
		return fmt.Sprintf("  maitre %s …\t%s: %s", e.name, e.about, names)
	case names != "":
		return fmt.Sprintf("  %s\t%s; also %s", e.usage(), e.about, names)
	}
	return fmt.Sprintf("  %s\t%s", e.usage(), e.about)
}

func list(w io.Writer, all []entry) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, e := range all {
		fmt.Fprintf(tw, "  %s\t%s\n", e.usage(), e.about)
	}
	return tw.Flush()
}

// commandHelp writes the help of a command, with its own flags alone.
func commandHelp(w io.Writer, cmd command) error {
	e, _ := entryOf(cmd.name)
	fmt.Fprintf(w, "usage: maitre %s\n\n%s.\n", strings.TrimSpace(e.name+" [flags] "+e.args), upper(e.about))
	if e.text != "" {
		fmt.Fprintf(w, "\n%s\n", e.text)
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	title := "\nflags:\n"
	cmd.flags().VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		if !slices.Contains([]string{"", "0", "0s", "false"}, f.DefValue) {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(tw, "%s  --%s\t%s\n", title, strings.TrimSpace(f.Name+" "+value), usage)
		title = ""
	})
	if err := tw.Flush(); err != nil {
		return err
	}
	if below := e.below(); len(below) > 0 {
		fmt.Fprint(w, "\nsee also:\n")
		if err := list(w, below); err != nil {
			return err
		}
	}
	_, err := fmt.Fprint(w, "\nEvery setting is a flag too, such as --db FILE and --model PROVIDER:MODEL: see \"maitre help settings\".\n")
	return err
}

func settingsHelp(w io.Writer) error {
	fmt.Fprint(w, "A setting comes from its flag, else from the environment, else from the file maitre.toml\n(--config names another), else it has its default. \"maitre config\" shows what is in force.\n\n")
	return config.WriteHelp(w)
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
