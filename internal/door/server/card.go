package server

import (
	"bytes"
	"net/http"
	"path"

	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/menu/editor"
)

// cardView is a card to be changed, and the allergens that it should name.
type cardView struct {
	*editor.View
	Lists map[string][]string `json:"lists"`
}

// card answers GET /api/v1/card: the draft, or the card as guests have it.
func (srv *Server) card(c *call) (any, error) {
	view, err := srv.o.Desk.Look(c.Context())
	return cardView{view, menu.Lists()}, err
}

type cardIn struct {
	Version int64
	Rows    []menu.Row
}

// setCard answers PUT /api/v1/card: rows become the draft.
func (srv *Server) setCard(c *call, in cardIn) (any, error) {
	if in.Rows == nil {
		return nil, bad("rows are the rows of the draft, all of them")
	}
	if err := srv.o.Desk.Set(c.Context(), in.Version, in.Rows, c.by.called()); err != nil {
		return nil, err
	}
	return srv.card(c)
}

// uploadCard answers POST /api/v1/card/file: a file becomes the draft.
func (srv *Server) uploadCard(c *call) (any, error) {
	version, err := c.number("version", 0, 0)
	if err != nil {
		return nil, err
	}
	name := fileName(c.URL.Query().Get("name"))
	if len(path.Ext(name)) < 2 || len(name) > maxFileName {
		return nil, bad("name is the file's, which says what it is: menu.csv, menu.tsv, menu.jsonl, menu.json")
	}
	if err := srv.o.Desk.Upload(c.Context(), version, name, bytes.NewReader(c.body), c.by.called()); err != nil {
		return nil, err
	}
	return srv.card(c)
}

// publishCard answers POST /api/v1/card/publish.
func (srv *Server) publishCard(c *call, in struct{ Version int64 }) (any, error) {
	if in.Version == 0 {
		return nil, bad("version is the draft's that is published")
	}
	return srv.o.Desk.Publish(c.Context(), in.Version, c.by.called())
}

// cardVersions answers GET /api/v1/card/versions.
func (srv *Server) cardVersions(c *call) ([]editor.Version, error) {
	return srv.o.Desk.Versions(c.Context())
}

// soldOut answers PUT and DELETE /api/v1/card/items/{id}/sold-out.
func (srv *Server) soldOut(c *call) (err error) {
	c.note, err = srv.o.Desk.SoldOut(c.Context(), c.PathValue("id"), c.Method == http.MethodPut)
	return err
}

// cardWord answers PUT and DELETE /api/v1/card/items/{id}/words/{word}: guests call the
// dish so, or no more.
func (srv *Server) cardWord(c *call) error {
	id, word := c.PathValue("id"), c.PathValue("word")
	c.notef("%s: %s", id, word)
	return srv.o.Desk.Call(c.Context(), id, word, c.Method == http.MethodPut, c.by.called())
}

// keepPhoto answers POST /api/v1/card/photos.
func (srv *Server) keepPhoto(c *call) (any, error) {
	name, err := srv.o.Desk.KeepPhoto(c.Context(), c.body)
	return map[string]string{"photo": name, "path": menu.PicturePath + name}, err
}

// photo answers GET /api/v1/photos/{file}. A photo never changes.
func (srv *Server) photo(c *call) (any, error) {
	jpeg, err := srv.o.Desk.Photo(c.Context(), c.PathValue("file"))
	if err != nil {
		return nil, err
	}
	c.w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	return file{"image/jpeg", jpeg}, nil
}
