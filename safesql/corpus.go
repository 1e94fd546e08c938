package safesql

import (
	_ "embed"
	"strings"
)

//go:embed testdata/attacks.txt
var attacks string

// Attack is a statement that must not get anything out of a gate.
type Attack struct {
	Kind string // "base tables", "error channels"
	SQL  string
}

// Attacks returns the statements that every change of this package is tried
// with, written for the sample's tables. Package attack runs them.
func Attacks() []Attack {
	var all []Attack
	kind := ""
	for line := range strings.Lines(attacks) {
		line = strings.TrimRight(line, "\n")
		if remark, ok := strings.CutPrefix(line, "#"); ok {
			kind = strings.TrimSpace(remark)
		} else if line != "" {
			all = append(all, Attack{kind, line})
		}
	}
	return all
}
