package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/lang"
)

// headings put the commands, by their first words, in the order in which a
// stranger wants them.
var headings = []struct{ title, words string }{
	{"Begin here", "chat ask serve doctor"},
	{"Your house", "house link menu breweries data customer sql index search sample"},
	{"Your guests", "requests memory token"},
	{"What happened", "trace metrics replay scrub"},
	{"Models", "task eval learn"},
	{"The program", "mcp config migrate prune version"},
}

// groups are the first words that are no commands by themselves.
var groups = map[string]string{
	"house":     "what the house says of itself",
	"requests":  "what guests asked of the staff",
	"menu":      "a restaurant's card",
	"breweries": "the catalogue of breweries",
	"data":      "tables to ask about in words",
	"memory":    "what is known of guests",
	"token":     "what guests' programs sign in with",
	"task":      "every decision a model can take here",
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
	if len(words) == 1 && isGroup(name) {
		return list(w, name+" ")
	}
	cmd, rest, err := find(words)
	if err != nil || len(rest) > 0 {
		for _, c := range commands() {
			names = append(names, c.name)
		}
		hint := `"maitre help" lists the commands and topics`
		if near := lang.Nearest(name, names); near != "" {
			hint = `did you mean "maitre help ` + near + `"?`
		}
		return &usageError{fmt.Sprintf("there is no help on %q", name), hint}
	}
	fs := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	cmd.setup(fs)
	own := map[string]bool{}
	fs.VisitAll(func(f *flag.Flag) { own[f.Name] = true })
	return commandHelp(w, cmd, fs, own)
}

func overview(w io.Writer) error {
	fmt.Fprint(w, "maitre is a concierge for bars, restaurants and hotels.\n")
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, h := range headings {
		fmt.Fprintf(tw, "\n%s\n", h.title)
		for word := range strings.FieldsSeq(h.words) {
			overviewRows(tw, word)
		}
	}
	fmt.Fprint(tw, "\nTopics\n")
	for _, t := range topics() {
		fmt.Fprintf(tw, "  maitre help %s\t%s\n", t.name, t.about)
	}
	fmt.Fprint(tw, "  maitre help settings\tevery setting: its flag, its variable, its default\n  maitre help COMMAND\tmore of a command, such as \"maitre help menu import\"\n")
	if err := tw.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, `
It runs with no key: a reader inside decides. To let a model decide, set a key and name the model:

  GEMINI_API_KEY=… maitre chat --model gemini:gemini-2.5-flash

Exit codes: 0 done, 1 failed, 2 wrong command line or configuration, 130 interrupted.
`)
	return err
}

// overviewRows shows a group in one row, and a command with those below it.
func overviewRows(w io.Writer, word string) {
	var below []string
	for _, c := range commands() {
		first, rest, _ := strings.Cut(c.name, " ")
		switch {
		case first != word:
		case groups[word] != "":
			below = append(below, rest)
		default:
			fmt.Fprintf(w, "  maitre %s\t%s\n", strings.TrimSpace(c.name+" "+c.args), c.about)
		}
	}
	if len(below) > 0 {
		fmt.Fprintf(w, "  maitre %s …\t%s: %s\n", word, groups[word], strings.Join(below, ", "))
	}
}

// list shows the commands whose names begin with prefix.
func list(w io.Writer, prefix string) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range commands() {
		if strings.HasPrefix(c.name, prefix) {
			fmt.Fprintf(tw, "  maitre %s\t%s\n", strings.TrimSpace(c.name+" "+c.args), c.about)
		}
	}
	return tw.Flush()
}

func commandHelp(w io.Writer, cmd command, fs *flag.FlagSet, own map[string]bool) error {
	fmt.Fprintf(w, "usage: maitre %s\n\n%s.\n", strings.TrimSpace(cmd.name+" [flags] "+cmd.args), upper(cmd.about))
	if cmd.help != "" {
		fmt.Fprintf(w, "\n%s\n", strings.TrimSpace(cmd.help))
	}
	if len(own) > 0 {
		fmt.Fprint(w, "\nflags:\n")
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fs.VisitAll(func(f *flag.Flag) {
		if !own[f.Name] {
			return
		}
		value, usage := flag.UnquoteUsage(f)
		fmt.Fprintf(tw, "  --%s\t%s\n", strings.TrimSpace(f.Name+" "+value), usage)
	})
	if err := tw.Flush(); err != nil {
		return err
	}
	if isBegun(cmd.name) {
		fmt.Fprint(w, "\nsee also:\n")
		if err := list(w, cmd.name+" "); err != nil {
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
