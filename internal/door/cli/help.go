package cli

import (
	"embed"
	"io"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/door/config"
)

// helpFiles has help/commands.txt, which describes every command, help/answers.tmpl, and a file
// for each topic, such as help/4-privacy.txt, in the order of their numbers.
//
//go:embed help
var helpFiles embed.FS

func helpFile(name string) string {
	text, _ := helpFiles.ReadFile(path.Join("help", name)) // it is embedded
	return string(text)
}

// entry is a paragraph of help/commands.txt, about a command or a group of commands such as
// menu: a line "## NAME | ARGUMENTS", a line that says what it does, a line for each flag, and text.
type entry struct {
	Name, Args, About, Text string
	Options                 []option

	Heading string // of the first below one
	Group   string // it stands in the row of its group
}

var entries = sync.OnceValue(func() (all []entry) {
	known := strings.NewReplacer("{kinds}\n", kindsAndKeys(), "{kind|kind}", strings.Join(kinds(), "|"), "{names of kinds}", strings.Join(kinds(), ", "))
	groups := map[string]bool{}
	for part := range strings.SplitSeq("\n"+known.Replace(helpFile("commands.txt")), "\n# ") {
		heading, rest, _ := strings.Cut(part, "\n")
		for _, one := range strings.Split(rest, "\n## ")[1:] {
			title, text, _ := strings.Cut(one, "\n")
			about, text, _ := strings.Cut(text, "\n")
			name, args, _ := strings.Cut(title, " | ")
			e := entry{Name: name, Args: args, About: about, Heading: heading}
			for line := ""; strings.HasPrefix(text, "--"); e.Options = append(e.Options, readOption(line)) {
				line, text, _ = strings.Cut(text, "\n")
			}
			e.Text, heading, groups[name] = strings.Trim(text, "\n"), "", true
			if group, _, within := strings.Cut(name, " "); within && groups[group] {
				e.Group = group
			}
			all = append(all, e)
		}
	}
	return all
})

func entryOf(name string) (entry, bool) {
	if i := slices.IndexFunc(entries(), func(e entry) bool { return e.Name == name }); i >= 0 {
		return entries()[i], true
	}
	return entry{}, false
}

// usage is how the command is typed.
func (e entry) usage() string { return strings.TrimSpace("maitre " + e.Name + " " + e.Args) }

// below returns the entries of commands such as "sql attack", for e "sql".
func (e entry) below() (all []entry) {
	for _, x := range entries() {
		if x.Group == e.Name {
			all = append(all, x)
		}
	}
	return all
}

// names are the second words of those.
func (e entry) names() string {
	var all []string
	for _, x := range e.below() {
		all = append(all, strings.TrimPrefix(x.Name, e.Name+" "))
	}
	return strings.Join(all, ", ")
}

// isCommand reports whether it is no mere group of commands.
func (e entry) isCommand() bool { return len(e.Options)+len(e.Text) > 0 || len(e.below()) == 0 }

// topic is a page of help that is about no one command. A test tries every
// command line in it, and looks for every setting that it names.
type topic struct{ Name, About, Text string }

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

// overview is what there is, and how to begin.
type overview struct {
	Entries []entry
	Topics  []topic
	End     string
}

// help writes the overview, or the help of the command or topic in words.
func help(w io.Writer, words []string) error {
	name, names := strings.Join(words, " "), append(commandNames(), "settings")
	switch name {
	case "":
		return write(w, "overview", overview{entries(), topics(), helpFile("overview.txt")})
	case "settings":
		if err := write(w, "settings", nil); err != nil {
			return err
		}
		return config.WriteHelp(w)
	}
	for _, t := range topics() {
		if t.Name == name {
			return write(w, "topic", t)
		}
		names = append(names, t.Name)
	}
	if e, ok := entryOf(name); ok {
		return write(w, "help", e)
	}
	return wrong(didYouMean(name, names, `"maitre help `, `"`, `"maitre help" lists the commands and topics`), "there is no help on %q", name)
}
