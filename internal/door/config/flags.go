package config

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// Flags holds the settings given on the command line, by key.
type Flags map[string]string

// AddFlags adds a flag for every setting but secrets: other users of a machine
// can read its command lines. A flag that fs already has is left alone. The
// returned Flags are filled when fs parses; Load checks what they hold.
func AddFlags(fs *flag.FlagSet) Flags {
	flags := Flags{}
	for _, r := range table {
		if r.flag() == "" || fs.Lookup(r.flag()) != nil {
			continue
		}
		fs.Func(r.flag(), r.usage(), func(text string) error {
			flags[r.key] = text
			return nil
		})
	}
	return flags
}

// WriteHelp lists every setting for a reader at a terminal: flag, variables,
// what it is, default.
func WriteHelp(w io.Writer) error {
	var b strings.Builder
	for i, r := range table {
		if r.topic != "" && i > 0 {
			b.WriteString("\n")
		}
		if r.topic != "" {
			fmt.Fprintln(&b, r.topic)
		}
		names := r.env()
		if r.flag() != "" {
			names = append([]string{"--" + r.flag()}, names...)
		}
		fmt.Fprintf(&b, "  %s\n      %s\n", strings.Join(names, ", "), strings.ReplaceAll(r.usage(), "`", ""))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// usage is the row's help with its default, unless that is a long text.
func (r row) usage() string {
	const long = 40
	if r.std == "" || len(r.std) > long {
		return r.describe()
	}
	return r.describe() + " (default " + r.std + ")"
}

// describe is the row's help with what may be chosen.
func (r row) describe() string {
	if r.oneOf == nil {
		return r.help
	}
	return r.help + ": " + strings.Join(r.oneOf, ", ")
}

// flag returns the name of the row's flag without dashes, "" when it has none.
func (r row) flag() string {
	if _, secret := r.field(&Config{}).(*Secret); secret {
		return ""
	}
	return strings.NewReplacer(".", "-", "_", "-").Replace(r.key)
}

// env returns the names of the row's variables; the first that is set counts.
func (r row) env() []string {
	own := prefix + strings.ToUpper(strings.ReplaceAll(r.key, ".", "_"))
	return append([]string{own}, r.aliases...)
}
