package server

import (
	"bytes"
	"cmp"
	"net/http"
	"path"
	"strconv"
	"time"

	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/menu/editor"
)

// cardView is a card to be changed, and the allergens that it should name.
type cardView struct {
	*editor.View
	Lists map[string][]string `json:"lists"`
}

// card answers GET /api/v1/card: the draft, or the card as guests have it.
func (srv *Server) card(r *http.Request, _ string) (any, error) {
	view, err := srv.o.Desk.Look(r.Context())
	return cardView{view, menu.Lists()}, err
}

type cardIn struct {
	Version int64
	Rows    []menu.Row
}

// setCard answers PUT /api/v1/card: rows become the draft.
func (srv *Server) setCard(r *http.Request, guest string, in cardIn) (any, error) {
	if in.Rows == nil {
		return nil, bad("rows are the rows of the draft, all of them")
	}
	if err := srv.o.Desk.Set(r.Context(), in.Version, in.Rows, srv.nameOf(r, guest)); err != nil {
		return nil, err
	}
	return srv.card(r, guest)
}

// uploadCard answers POST /api/v1/card/file: a file becomes the draft.
func (srv *Server) uploadCard(r *http.Request, guest string) (any, error) {
	version, err := strconv.ParseInt(cmp.Or(r.URL.Query().Get("version"), "0"), 10, 64)
	if err != nil {
		return nil, bad("version is the draft's that the file replaces")
	}
	raw, err := readBody(r)
	if err != nil {
		return nil, err
	}
	name := fileName(r.URL.Query().Get("name"))
	if len(path.Ext(name)) < 2 || len(name) > 200 {
		return nil, bad("name is the file's, which says what it is: menu.csv, menu.tsv, menu.jsonl, menu.json")
	}
	if err := srv.o.Desk.Upload(r.Context(), version, name, bytes.NewReader(raw), srv.nameOf(r, guest)); err != nil {
		return nil, err
	}
	return srv.card(r, guest)
}

// publishCard answers POST /api/v1/card/publish.
func (srv *Server) publishCard(r *http.Request, guest string, in struct{ Version int64 }) (any, error) {
	if in.Version == 0 {
		return nil, bad("version is the draft's that is published")
	}
	return srv.o.Desk.Publish(r.Context(), in.Version, srv.nameOf(r, guest))
}

// soldOut answers PUT and DELETE /api/v1/card/items/{id}/sold-out.
func (srv *Server) soldOut(r *http.Request, _ string) error {
	name, err := srv.o.Desk.SoldOut(r.Context(), r.PathValue("id"), r.Method == http.MethodPut)
	note(r, "%s", name)
	return err
}

// cardWord answers PUT and DELETE /api/v1/card/items/{id}/words/{word}: guests call the
// dish so, or no more.
func (srv *Server) cardWord(r *http.Request, guest string) error {
	if err := srv.o.Desk.Call(r.Context(), r.PathValue("id"), r.PathValue("word"), r.Method == http.MethodPut, srv.nameOf(r, guest)); err != nil {
		return err
	}
	note(r, "%s: %s", r.PathValue("id"), r.PathValue("word"))
	return nil
}

// keepPhoto answers POST /api/v1/card/photos.
func (srv *Server) keepPhoto(r *http.Request, _ string) (any, error) {
	raw, err := readBody(r)
	if err != nil {
		return nil, err
	}
	file, err := srv.o.Desk.KeepPhoto(r.Context(), raw)
	return map[string]string{"photo": file, "path": menu.PicturePath + file}, err
}

// photo answers GET /api/v1/photos/{file}. A photo never changes.
func (srv *Server) photo(w http.ResponseWriter, r *http.Request, _ string) error {
	jpeg, err := srv.o.Desk.Photo(r.Context(), r.PathValue("file"))
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "image/jpeg")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(jpeg))
	return nil
}
