package server

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/figures/table"
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

// addTable answers POST /api/v1/tables?name=NAME&file=FILE: a file becomes a table, in the
// place of the one of that name; with look in the query it is only read. The kinds of
// columns are guessed, unless the query says type=COLUMN=KIND.
func (srv *Server) addTable(w http.ResponseWriter, r *http.Request, _ string) error {
	q := r.URL.Query()
	o := table.Options{Types: map[string]table.Kind{}}
	for _, s := range q["type"] {
		name, kind, err := table.ParseType(s)
		if err != nil {
			return bad("type is COLUMN=KIND, where a kind is number, date, bool or text")
		}
		o.Types[name] = kind
	}
	raw, err := readBody(r)
	if err != nil {
		return err
	}
	t, err := table.Read(r.Context(), bytes.NewReader(raw), o)
	if err != nil {
		if r.Context().Err() != nil {
			return err
		}
		return &apiError{http.StatusUnprocessableEntity, "unreadable", strings.ReplaceAll(err.Error(), "\n", " ")}
	}
	view := viewTable(q.Get("name"), t, 0)
	if q.Get("look") != "" {
		return writeJSON(w, http.StatusOK, view)
	}
	file := fileName(q.Get("file"))
	if _, err := srv.kept.Tables.Add(r.Context(), view.Name, file[:min(len(file), 200)], t); err != nil {
		return err
	}
	note(r, "%s: %d", view.Name, view.Rows)
	view.Kept = true
	return writeJSON(w, http.StatusCreated, view)
}

// table answers GET /api/v1/tables/{id}?from=N: its columns, and rows from there on.
func (srv *Server) table(r *http.Request, _ string) (any, error) {
	from, err := strconv.Atoi("0" + r.URL.Query().Get("from"))
	if err != nil {
		return nil, bad("from is the number of a row, from 0")
	}
	found, err := srv.kept.Tables.Open(r.Context(), r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	view := viewTable(found.Name, found.Table, from)
	view.Kept, view.Version = true, found.Version
	return view, nil
}

type cellIn struct {
	Version, Column, Value string
	Row                    int
}

// setCell answers PATCH /api/v1/tables/{id}: another value in a cell of that version.
func (srv *Server) setCell(r *http.Request, _ string, in cellIn) (any, error) {
	now, err := srv.kept.Tables.Set(r.Context(), r.PathValue("id"), in.Version, in.Row, in.Column, in.Value)
	if err != nil {
		return nil, err
	}
	note(r, "%s: %s, %d", now.Name, in.Column, in.Row+1)
	return now, nil
}

// undoTable answers POST /api/v1/tables/{id}/undo?version=V: that version is the table
// again; of none, the one before.
func (srv *Server) undoTable(r *http.Request, _ string) (any, error) {
	back, err := srv.kept.Tables.Undo(r.Context(), r.PathValue("id"), r.URL.Query().Get("version"))
	if err != nil {
		return nil, err
	}
	note(r, "%s: %d", back.Name, back.Rows)
	return back, nil
}
