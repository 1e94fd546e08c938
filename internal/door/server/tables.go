package server

import (
	"bytes"
	"net/http"
	"path"
	"strings"

	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/internal/specialist/data"
)

// tableView is what was understood of a table.
type tableView struct {
	Name    string       `json:"name"`
	Rows    int          `json:"rows"`
	Broken  int          `json:"broken"`
	Lines   []brokenLine `json:"lines"` // the first of those that are broken
	Columns []columnView `json:"columns"`
	From    int          `json:"from"`  // the first of the rows that follow, from 0
	First   [][]string   `json:"first"` // rows
	Version string       `json:"version,omitempty"`
	Kept    bool         `json:"kept"`
	Sample  int          `json:"sample,omitempty"` // rows that are kept of too many
}

type brokenLine struct {
	Line int    `json:"line"`
	Why  string `json:"why"`
}

type columnView struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"` // number, date, bool or text
	Unit  string `json:"unit,omitempty"`
	Unfit int    `json:"unfit"` // values that are not of the kind, and count as missing

	Examples []string `json:"examples,omitempty"` // of them
}

const firstRows, firstBroken = 20, 20

func viewTable(name string, t *table.Table, from int) *tableView {
	v := &tableView{Name: name, From: from, Rows: t.Rows, Broken: t.Broken, Lines: []brokenLine{}, Columns: []columnView{}, First: [][]string{}}
	if t.Approximate {
		v.Sample = t.Kept
	}
	for _, b := range t.BrokenLines[:min(len(t.BrokenLines), firstBroken)] {
		v.Lines = append(v.Lines, brokenLine{b.Line, b.Reason})
	}
	for _, c := range t.Columns() {
		v.Columns = append(v.Columns, columnView{c.Name, string(c.Kind), c.Unit, c.Unfit, c.Examples})
	}
	for i := from; i < min(t.Kept, from+firstRows); i++ {
		v.First = append(v.First, t.Row(i))
	}
	return v
}

// tables answers GET /api/v1/tables.
func (srv *Server) tables(c *call) ([]data.Entry, error) { return srv.kept.Tables.List(c.Context()) }

// tableVersions answers GET /api/v1/tables/{id}/versions.
func (srv *Server) tableVersions(c *call) ([]data.Entry, error) {
	return srv.kept.Tables.Versions(c.Context(), c.PathValue("id"))
}

// addTable answers POST /api/v1/tables?name=NAME&file=FILE: a file becomes a table, in the
// place of the one of that name; with look in the query it is only read. The kinds of
// columns are guessed, unless the query says type=COLUMN=KIND.
func (srv *Server) addTable(c *call) (any, error) {
	q := c.URL.Query()
	o := table.Options{Types: map[string]table.Kind{}}
	for _, s := range q["type"] {
		name, kind, err := table.ParseType(s)
		if err != nil {
			return nil, bad("type is COLUMN=KIND, where a kind is number, date, bool or text")
		}
		o.Types[name] = kind
	}
	t, err := table.Read(c.Context(), bytes.NewReader(c.body), o)
	if c.Context().Err() != nil {
		return nil, err
	}
	if err != nil {
		return nil, &apiError{http.StatusUnprocessableEntity, "unreadable", strings.ReplaceAll(err.Error(), "\n", " ")}
	}
	view := viewTable(q.Get("name"), t, 0)
	if q.Get("look") != "" {
		return view, nil
	}
	file := fileName(q.Get("file"))
	if _, err := srv.kept.Tables.Add(c.Context(), view.Name, file[:min(len(file), maxFileName)], t); err != nil {
		return nil, err
	}
	c.notef("%s: %d", view.Name, view.Rows)
	view.Kept = true
	return status{http.StatusCreated, view}, nil
}

const maxFileName = 200

// fileName is the name of a file that somebody sends, without its folder.
func fileName(sent string) string { return path.Base(strings.ReplaceAll(sent, `\`, "/")) }

// table answers GET /api/v1/tables/{id}?from=N: its columns, and rows from there on.
func (srv *Server) table(c *call) (any, error) {
	from, err := c.number("from", 0, 0)
	if err != nil {
		return nil, err
	}
	found, err := srv.kept.Tables.Open(c.Context(), c.PathValue("id"))
	if err != nil {
		return nil, err
	}
	view := viewTable(found.Name, found.Table, int(from))
	view.Kept, view.Version = true, found.Version
	return view, nil
}

type cellIn struct {
	Version, Column, Value string
	Row                    int
}

// setCell answers PATCH /api/v1/tables/{id}: another value in a cell of that version.
func (srv *Server) setCell(c *call, in cellIn) (any, error) {
	now, err := srv.kept.Tables.Set(c.Context(), c.PathValue("id"), in.Version, in.Row, in.Column, in.Value)
	c.notef("%s: %s, %d", now.Name, in.Column, in.Row+1)
	return now, err
}

// undoTable answers POST /api/v1/tables/{id}/undo?version=V: that version is the table
// again; of none, the one before.
func (srv *Server) undoTable(c *call) (any, error) {
	back, err := srv.kept.Tables.Undo(c.Context(), c.PathValue("id"), c.URL.Query().Get("version"))
	c.notef("%s: %d", back.Name, back.Rows)
	return back, err
}
