package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/records"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/retrieve"
)

func indexCommand() command {
	return command{
		name: "index", args: "FILE --collection NAME", about: "make a table searchable",
		help: `FILE is CSV (any separator), TSV or JSON lines; "-" is standard input, as CSV. A column id names each thing (else its
name does), name or title is its title, and desc, text, ingredients, tags, style and the like are what it is
found by, in English, Portuguese or Spanish. All columns can be filtered by in "maitre search --where".

Indexing a file again does only what changed; one that was cut off goes on where it stopped.

  maitre index menu.csv --collection menu`,
		setup: func(fs *flag.FlagSet) func(context.Context, *app, []string) error {
			name := fs.String("collection", "", "`NAME` of the collection")
			strict := fs.Bool("strict", false, "refuse the whole file if one row is bad")
			only := fs.Bool("replace", false, "remove what the file does not have")
			asJSON := fs.Bool("json", false, "the report as one JSON object")
			return func(ctx context.Context, a *app, args []string) error {
				if len(args) != 1 || *name == "" {
					return &usageError{"say which file, and the name of the collection", "maitre index FILE --collection NAME"}
				}
				docs, bad, err := a.readDocs(args[0])
				if err != nil {
					return err
				}
				if len(bad) > 0 && *strict {
					a.tellBad(bad)
					return fmt.Errorf("%d bad rows: nothing was indexed", len(bad))
				}
				if len(bad) > 0 && *only {
					a.tellBad(bad)
					return fmt.Errorf("%d bad rows: with --replace, what they were would be removed; mend or drop them first", len(bad))
				}
				if len(docs) == 0 {
					a.tellBad(bad)
					return fmt.Errorf("%s has no row that can be indexed", args[0])
				}
				c, err := a.collection(ctx, *name)
				if err != nil {
					return err
				}
				report, err := a.index(ctx, c, docs, *only)
				report.Collection, report.Rows, report.Bad = *name, len(docs), bad
				if *asJSON {
					return errors.Join(err, writeJSON(a.Stdout, report))
				}
				a.tellBad(bad)
				if err != nil {
					return fmt.Errorf("%d new or changed rows are indexed; run it again to go on: %w", report.Changed, err)
				}
				_, err = fmt.Fprintf(a.Stdout, "%s: %d rows, %d new or changed, %d removed, %d bad; %d documents\n",
					*name, report.Rows, report.Changed, report.Removed, len(bad), report.Documents)
				return err
			}
		},
	}
}

type indexReport struct {
	Collection string   `json:"collection"`
	Rows       int      `json:"rows"` // that could be read
	Changed    int      `json:"changed"`
	Removed    int      `json:"removed"`
	Documents  int      `json:"documents"` // in the collection
	Bad        []badRow `json:"bad,omitempty"`
}

type badRow struct {
	Line  int    `json:"line"`
	Error string `json:"error"`
}

func (a *app) tellBad(bad []badRow) {
	const most = 20
	for _, b := range bad[:min(most, len(bad))] {
		fmt.Fprintf(a.Stderr, "line %d: %s\n", b.Line, plain(b.Error))
	}
	if len(bad) > most {
		fmt.Fprintf(a.Stderr, "and %d more bad rows\n", len(bad)-most)
	}
}

func (a *app) index(ctx context.Context, c *retrieve.Collection, docs []retrieve.Doc, only bool) (indexReport, error) {
	p := a.progress("rows")
	changed, err := c.Put(ctx, docs, func(done int) { p.at(done, len(docs)) })
	p.end()
	report := indexReport{Changed: changed, Documents: c.Len()}
	if err != nil || !only {
		return report, err
	}
	keep := map[string]bool{}
	for _, d := range docs {
		keep[d.ID] = true
	}
	var gone []string
	for _, id := range c.IDs() {
		if !keep[id] {
			gone = append(gone, id)
		}
	}
	err = c.Remove(ctx, gone...)
	report.Removed, report.Documents = len(gone), c.Len()
	return report, err
}

func (a *app) readDocs(path string) ([]retrieve.Doc, []badRow, error) {
	in := a.Stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, nil, fmt.Errorf("reading the table: %w", err)
		}
		defer f.Close()
		in = f
	}
	return docsOf(in, filepath.Base(path))
}

// docsOf makes documents of rows; a row that makes none is a bad one.
func docsOf(r io.Reader, name string) (docs []retrieve.Doc, bad []badRow, err error) {
	lines := map[string]int{}
	for row := range records.Read(r, name) {
		if errors.Is(row.Err, records.ErrRead) {
			return nil, nil, fmt.Errorf("line %d: %w", row.Line, row.Err)
		}
		err := row.Err
		var d retrieve.Doc
		if err == nil {
			d = docOf(row.Fields)
			err = d.Check()
		}
		if first, ok := lines[d.ID]; ok && err == nil {
			err = fmt.Errorf("%q is the id of line %d already", d.ID, first)
		}
		if err != nil {
			bad = append(bad, badRow{row.Line, err.Error()})
			continue
		}
		lines[d.ID] = row.Line
		docs = append(docs, d)
	}
	return docs, bad, nil
}

// The columns that have a meaning; of several, the first that a row has.
var (
	idColumns    = []string{"id", "code", "codigo", "código", "sku", "key"}
	titleColumns = []string{"name", "title", "nome", "titulo", "título", "nombre", "prato", "item", "produto"}
	wordColumns  = []string{
		"desc", "description", "descricao", "descrição", "descripcion", "descripción", "text", "texto", "details", "detalhes",
		"ingredients", "ingredientes", "tags", "category", "categoria", "course", "curso", "style", "estilo", "type", "tipo", "cuisine", "cozinha", "notes", "notas",
	}
)

func docOf(fields map[string]string) retrieve.Doc {
	first := func(columns []string) string {
		for _, c := range columns {
			if v := fields[c]; v != "" {
				return v
			}
		}
		return ""
	}
	d := retrieve.Doc{ID: first(idColumns), Title: first(titleColumns), Fields: fields}
	var words []string
	for _, c := range wordColumns {
		if v := fields[c]; v != "" {
			words = append(words, v)
		}
	}
	if len(words) == 0 { // a table with other names: all its words
		for _, c := range slices.Sorted(maps.Keys(fields)) {
			if v := fields[c]; v != d.ID && v != d.Title && strings.ContainsAny(strings.ToLower(v), "abcdefghijklmnopqrstuvwxyz") {
				words = append(words, v)
			}
		}
	}
	d.Text = strings.Join(words, ". ")
	if d.ID == "" {
		d.ID = strings.ReplaceAll(lang.Fold(d.Title), " ", "-")
	}
	return d
}
