package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/maitre-dev/maitre/internal/config"
)

// help writes the overview, or the help of the command or topic in words.
func help(w io.Writer, words []string) error {
	topic := strings.Join(words, " ")
	switch topic {
	case "":
		return overview(w)
	case "settings":
		return settingsHelp(w)
	}
	if len(words) == 1 && isGroup(words[0]) {
		return list(w, words[0]+" ")
	}
	cmd, rest, err := find(words)
	if err != nil || len(rest) > 0 {
		return &usageError{fmt.Sprintf("there is no help on %q", topic), `"maitre help" lists the commands, "maitre help settings" the settings`}
	}
	fs := flag.NewFlagSet(cmd.name, flag.ContinueOnError)
	cmd.setup(fs)
	own := map[string]bool{}
	fs.VisitAll(func(f *flag.Flag) { own[f.Name] = true })
	return commandHelp(w, cmd, fs, own)
}

func overview(w io.Writer) error {
	fmt.Fprint(w, "maitre is a concierge for bars, restaurants and hotels.\n\n")
	if err := list(w, ""); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, `
"maitre help COMMAND" tells more of a command, "maitre help settings" of the settings.

It runs with no key: rules decide. To let a model decide, set a key and name the model:

  GEMINI_API_KEY=… maitre chat --model gemini:gemini-2.5-flash

Exit codes: 0 done, 1 failed, 2 wrong command line or configuration, 130 interrupted.
`)
	return err
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
