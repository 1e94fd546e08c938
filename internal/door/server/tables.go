package server

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/internal/specialist/data"
)

// withTables has a handler do something only if tables can be changed here.
func (srv *Server) withTables(do func(w http.ResponseWriter, r *http.Request, guest string) error) func(http.ResponseWriter, *http.Request, string) error {
	return func(w http.ResponseWriter, r *http.Request, guest string) error {
		if srv.o.Tables == nil {
			return errNotFound
		}
		err := do(w, r, guest)
		switch {
		case errors.Is(err, data.ErrNoTable):
			return errNotFound
		case errors.Is(err, data.ErrChanged):
			return &apiError{http.StatusConflict, "changed", data.ErrChanged.Error()}
		case errors.Is(err, table.ErrKind), errors.Is(err, table.ErrColumn):
			return &apiError{http.StatusUnprocessableEntity, "cell", strings.ReplaceAll(err.Error(), "\n", " ")}
		case errors.Is(err, data.ErrName):
			return &apiError{http.StatusUnprocessableEntity, "table_name", data.ErrName.Error()}
		case errors.Is(err, data.ErrLarge):
			return &apiError{http.StatusUnprocessableEntity, "table_large", data.ErrLarge.Error()}
		}
		return err
	}
}

// tables answers GET /api/v1/tables: the operator's tables of data.
func (srv *Server) tables(w http.ResponseWriter, r *http.Request, _ string) error {
	all, err := srv.o.Tables.List(r.Context())
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, map[string]any{"tables": append([]data.Entry{}, all...)})
}

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
		v.Columns = append(v.Columns, columnView{c.Name, string(c.Kind), c.Unit, c.Unfit})
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
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return badInput(err)
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
	file := path.Base(strings.ReplaceAll(q.Get("file"), `\`, "/"))
	if _, err := srv.o.Tables.Add(r.Context(), view.Name, file[:min(len(file), 200)], t, nil); err != nil {
		return err
	}
	note(r, "%s: %d", view.Name, view.Rows)
	view.Kept = true
	return writeJSON(w, http.StatusCreated, view)
}

// table answers GET /api/v1/tables/{id}?from=N: its columns, and rows from there on.
func (srv *Server) table(w http.ResponseWriter, r *http.Request, _ string) error {
	from, err := strconv.Atoi("0" + r.URL.Query().Get("from"))
	if err != nil {
		return bad("from is the number of a row, from 0")
	}
	found, err := srv.o.Tables.Open(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	view := viewTable(found.Name, found.Table, from)
	view.Kept, view.Version = true, found.Version
	return writeJSON(w, http.StatusOK, view)
}

// setCell answers PATCH /api/v1/tables/{id}: another value in a cell of that version.
func (srv *Server) setCell(w http.ResponseWriter, r *http.Request, _ string) error {
	var in struct {
		Version, Column, Value string
		Row                    int
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	now, err := srv.o.Tables.Set(r.Context(), r.PathValue("id"), in.Version, in.Row, in.Column, in.Value)
	if err != nil {
		return err
	}
	note(r, "%s: %s, %d", now.Name, in.Column, in.Row+1)
	return writeJSON(w, http.StatusOK, now)
}

// tableVersions answers GET /api/v1/tables/{id}/versions.
func (srv *Server) tableVersions(w http.ResponseWriter, r *http.Request, _ string) error {
	all, err := srv.o.Tables.Versions(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, map[string]any{"versions": all})
}

// undoTable answers POST /api/v1/tables/{id}/undo?version=V: that version is the table
// again; of none, the one before.
func (srv *Server) undoTable(w http.ResponseWriter, r *http.Request, _ string) error {
	back, err := srv.o.Tables.Undo(r.Context(), r.PathValue("id"), r.URL.Query().Get("version"))
	if err != nil {
		return err
	}
	note(r, "%s: %d", back.Name, back.Rows)
	return writeJSON(w, http.StatusOK, back)
}

// dropTable answers DELETE /api/v1/tables/{id}.
func (srv *Server) dropTable(w http.ResponseWriter, r *http.Request, _ string) error {
	if err := srv.o.Tables.Remove(r.Context(), r.PathValue("id")); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}
