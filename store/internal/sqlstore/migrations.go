package sqlstore

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

// Migration is a step of the schema.
type Migration struct {
	Number int // counts from 1
	Name   string
	SQL    string
}

// Migrations returns all steps of the schema, in order.
func Migrations(files embed.FS) []Migration {
	names, _ := fs.Glob(files, "migrations/*.sql") // fails only on a malformed pattern
	steps := make([]Migration, len(names))
	for i, name := range names {
		script, _ := files.ReadFile(name) // it is in the program
		steps[i] = Migration{i + 1, strings.TrimSuffix(path.Base(name), ".sql"), string(script)}
	}
	return steps
}
