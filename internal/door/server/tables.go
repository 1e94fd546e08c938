package server

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"path"
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
	First   [][]string   `json:"first"` // rows
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

func viewTable(name string, t *table.Table) *tableView {
	v := &tableView{Name: name, Rows: t.Rows, Broken: t.Broken, Lines: []brokenLine{}, Columns: []columnView{}, First: [][]string{}}
	if t.Approximate {
		v.Sample = t.Kept
	}
	for _, b := range t.BrokenLines[:min(len(t.BrokenLines), firstBroken)] {
		v.Lines = append(v.Lines, brokenLine{b.Line, b.Reason})
	}
	for _, c := range t.Columns() {
		v.Columns = append(v.Columns, columnView{c.Name, string(c.Kind), c.Unit, c.Unfit})
	}
	for i := range min(t.Kept, firstRows) {
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
	view := viewTable(q.Get("name"), t)
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

// table answers GET /api/v1/tables/{id}: its columns and first rows.
func (srv *Server) table(w http.ResponseWriter, r *http.Request, _ string) error {
	found, err := srv.o.Tables.Open(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	view := viewTable(found.Name, found.Table)
	view.Kept = true
	return writeJSON(w, http.StatusOK, view)
}

// undoTable answers POST /api/v1/tables/{id}/undo: the table before is there again.
func (srv *Server) undoTable(w http.ResponseWriter, r *http.Request, _ string) error {
	back, err := srv.o.Tables.Undo(r.Context(), r.PathValue("id"))
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
