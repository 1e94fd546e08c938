package server

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/internal/specialist/menu/editor"
)

// cardErrors are what keeps a card from being changed, as a client is told it.
var cardErrors = map[error]*apiError{
	editor.ErrNone:     errNotFound,
	editor.ErrChanged:  {http.StatusConflict, "changed", "somebody else has changed the draft: look again"},
	editor.ErrBusy:     {http.StatusConflict, "busy", "the card is being changed by somebody else: try again"},
	editor.ErrMistakes: {http.StatusUnprocessableEntity, "mistakes", "the draft has mistakes: mend them first"},
	editor.ErrEmpty:    {http.StatusUnprocessableEntity, "empty", "the draft has no item"},
	editor.ErrLarge:    {http.StatusUnprocessableEntity, "too_many", editor.ErrLarge.Error() + ": bring larger ones with maitre menu import"},
	editor.ErrOther:    {http.StatusConflict, "other", editor.ErrOther.Error()},
}

func cardError(err error) error {
	if m, ok := errors.AsType[*editor.Mistake](err); ok {
		return &apiError{http.StatusUnprocessableEntity, "unreadable", m.Error()}
	}
	for known, is := range cardErrors {
		if errors.Is(err, known) {
			return is
		}
	}
	return err
}

// atDesk has a handler do something only if the house's card can be changed here.
func (srv *Server) atDesk(do func(w http.ResponseWriter, r *http.Request, guest string) error) func(http.ResponseWriter, *http.Request, string) error {
	return func(w http.ResponseWriter, r *http.Request, guest string) error {
		if srv.o.Desk == nil {
			return errNotFound
		}
		return cardError(do(w, r, guest))
	}
}

// cardView is a card to be changed, and the allergens that it should name.
type cardView struct {
	*editor.View
	Lists map[string][]string `json:"lists"`
}

// card answers GET /api/v1/card: the draft, or the card as guests have it.
func (srv *Server) card(w http.ResponseWriter, r *http.Request, _ string) error {
	view, err := srv.o.Desk.Look(r.Context())
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, cardView{view, menu.Lists()})
}

// setCard answers PUT /api/v1/card: rows become the draft.
func (srv *Server) setCard(w http.ResponseWriter, r *http.Request, guest string) error {
	var in struct {
		Version int64
		Rows    []menu.Row
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if in.Rows == nil {
		return bad("rows are the rows of the draft, all of them")
	}
	if err := srv.o.Desk.Set(r.Context(), in.Version, in.Rows, guest); err != nil {
		return err
	}
	return srv.card(w, r, guest)
}

// uploadCard answers POST /api/v1/card/file: a file becomes the draft.
func (srv *Server) uploadCard(w http.ResponseWriter, r *http.Request, guest string) error {
	version, err := strconv.ParseInt(cmp.Or(r.URL.Query().Get("version"), "0"), 10, 64)
	if err != nil {
		return bad("version is the draft's that the file replaces")
	}
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return badInput(err)
	}
	name := path.Base(strings.ReplaceAll(r.URL.Query().Get("name"), `\`, "/"))
	if len(path.Ext(name)) < 2 || len(name) > 200 {
		return bad("name is the file's, which says what it is: menu.csv, menu.tsv, menu.jsonl, menu.json")
	}
	if err := srv.o.Desk.Upload(r.Context(), version, name, bytes.NewReader(raw), guest); err != nil {
		return err
	}
	return srv.card(w, r, guest)
}

// publishCard answers POST /api/v1/card/publish.
func (srv *Server) publishCard(w http.ResponseWriter, r *http.Request, guest string) error {
	var in struct{ Version int64 }
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if in.Version == 0 {
		return bad("version is the draft's that is published")
	}
	done, err := srv.o.Desk.Publish(r.Context(), in.Version, guest)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, done)
}

// discardCard answers DELETE /api/v1/card: the draft is dropped.
func (srv *Server) discardCard(w http.ResponseWriter, r *http.Request, _ string) error {
	if err := srv.o.Desk.Discard(r.Context()); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// cardVersions answers GET /api/v1/card/versions.
func (srv *Server) cardVersions(w http.ResponseWriter, r *http.Request, _ string) error {
	all, err := srv.o.Desk.Versions(r.Context())
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, map[string]any{"versions": all})
}

// undoCard answers POST /api/v1/card/versions/{id}: guests have that version again.
func (srv *Server) undoCard(w http.ResponseWriter, r *http.Request, guest string) error {
	done, err := srv.o.Desk.Undo(r.Context(), r.PathValue("id"), guest)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, done)
}

// soldOut answers PUT and DELETE /api/v1/card/items/{id}/sold-out.
func (srv *Server) soldOut(w http.ResponseWriter, r *http.Request, _ string) error {
	if err := srv.o.Desk.SoldOut(r.Context(), r.PathValue("id"), r.Method == http.MethodPut); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// cardWord answers PUT and DELETE /api/v1/card/items/{id}/words/{word}: guests call the
// dish so, or no more.
func (srv *Server) cardWord(w http.ResponseWriter, r *http.Request, guest string) error {
	if err := srv.o.Desk.Call(r.Context(), r.PathValue("id"), r.PathValue("word"), r.Method == http.MethodPut, guest); err != nil {
		return err
	}
	note(r, "%s: %s", r.PathValue("id"), r.PathValue("word"))
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// keepPhoto answers POST /api/v1/card/photos.
func (srv *Server) keepPhoto(w http.ResponseWriter, r *http.Request, _ string) error {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return badInput(err)
	}
	file, err := srv.o.Desk.KeepPhoto(r.Context(), raw)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusCreated, map[string]string{"photo": file, "path": menu.PicturePath + file})
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
