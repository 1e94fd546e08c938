package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
)

// houseLooks is what anybody may know of a house who opens its page.
type houseLooks struct {
	Name    string     `json:"name,omitempty"`
	Welcome staff.Text `json:"welcome,omitempty"`
	Color   string     `json:"color,omitempty"`
	Mark    string     `json:"mark,omitempty"` // the path of a picture
	Own     bool       `json:"own"`            // the house has told of itself: it is no demonstration
	Open    *bool      `json:"open,omitempty"` // now, where hours were told
}

// looks answers GET /api/v1/house: whose page it is.
func (srv *Server) looks(r *http.Request, _ string) (any, error) {
	f, err := staff.Kept(r.Context(), srv.o.Store)
	if err != nil {
		return nil, err
	}
	is := houseLooks{Name: f.Name, Welcome: f.Welcome, Color: f.Color, Own: f.Own(), Open: f.OpenAt(time.Now())}
	if f.Mark != "" {
		is.Mark = menu.PicturePath + f.Mark
	}
	return is, nil
}

// houseView is what the owner told of the house.
type houseView struct {
	Version int64        `json:"version"` // to be said when it is changed
	Facts   *staff.Facts `json:"facts"`   // without the approved answers
	Hours   string       `json:"hours"`   // in words, as a guest is told
}

// houseFacts answers GET /api/v1/house/facts.
func (srv *Server) houseFacts(r *http.Request, _ string) (any, error) {
	f, version, err := staff.Told(r.Context(), srv.o.Store)
	if err != nil {
		return nil, err
	}
	f.Answers = nil
	return houseView{version, f, f.SayHours(time.Now(), srv.language(r))}, nil
}

type factsIn struct {
	Version int64
	Facts   *staff.Facts
}

// UnmarshalJSON refuses what is no fact: it would take the place of those that are.
func (in *factsIn) UnmarshalJSON(data []byte) error {
	type plain factsIn
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode((*plain)(in))
}

// setHouseFacts answers PUT /api/v1/house/facts: facts take the place of those of a
// version. Approved answers stay.
func (srv *Server) setHouseFacts(r *http.Request, guest string, in factsIn) (any, error) {
	if in.Facts == nil {
		return nil, bad("facts are what the house says of itself")
	}
	was, _, err := staff.Told(r.Context(), srv.o.Store)
	if err != nil {
		return nil, err
	}
	in.Facts.Answers = was.Answers
	err = staff.Revise(r.Context(), srv.o.Store, in.Version, in.Facts, time.Now())
	if wrong, ok := errors.AsType[*staff.Wrong](err); ok {
		return nil, &apiError{http.StatusUnprocessableEntity, "wrong_" + wrong.Fact, wrong.Error()}
	}
	if err != nil {
		return nil, err
	}
	note(r, "%s", strings.Join(was.Changed(in.Facts), ", "))
	return srv.houseFacts(r, guest)
}
