package server

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/qr"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/thread"
)

// What is wrong with a guest's link.
var (
	errNoLink    = &apiError{http.StatusNotFound, "link_unknown", "there is no such code: ask the people of the house for another"}
	errLinkEnded = &apiError{http.StatusUnauthorized, "link_ended", "the code has ended: ask the people of the house for another"}
)

const (
	visitCookie = "maitre_guest"
	visitTime   = 30 * 24 * time.Hour // a device is known for, at most

	newVisitors = 2.0 // a second, of one link
)

// visitor says which guest a device is that came in by a link: the signed cookie
// GUEST.LINK.UNIXTIME.SIGNATURE. Without one it returns "".
func (srv *Server) visitor(r *http.Request) (guest, link string) {
	c, err := r.Cookie(visitCookie)
	if err != nil {
		return "", ""
	}
	guest, link, _ = strings.Cut(srv.visits.read(c.Value, time.Now()), ".")
	return guest, link
}

// visiting says who came in by a link that still holds.
func (srv *Server) visiting(r *http.Request) (who, error) {
	guest, link := srv.visitor(r)
	if guest == "" {
		return who{}, nil
	}
	at, err := srv.kept.Links.Check(r.Context(), link)
	return who{guest: guest, by: "link", link: at}, linkError(err)
}

func linkError(err error) error {
	switch {
	case errors.Is(err, staff.ErrNoLink):
		return errNoLink
	case errors.Is(err, staff.ErrLinkEnded):
		return errLinkEnded
	}
	return err
}

// enter answers POST /api/v1/session/link: the code of a link becomes a cookie. A device
// that has one already is the same guest as before, at this table.
func (srv *Server) enter(w http.ResponseWriter, r *http.Request, _ string) error {
	var in struct{ Code string }
	if err := readJSON(r, &in); err != nil {
		return err
	}
	var link staff.Link
	if err := srv.guessing(r, func() (err error) {
		link, err = srv.kept.Links.Open(r.Context(), in.Code)
		return linkError(err)
	}); err != nil {
		return err
	}
	guest, _ := srv.visitor(r)
	if guest == "" {
		if wait := srv.limits.take("link "+link.ID, newVisitors); wait > 0 {
			return &slowDown{wait}
		}
		guest = "g-" + thread.NewID()
	}
	at, err := srv.kept.Links.Seat(r.Context(), guest, link)
	if err != nil {
		return err
	}
	until := time.Now().Add(visitTime)
	if link.Until.Before(until) {
		until = link.Until
	}
	http.SetCookie(w, cookie(r, visitCookie, srv.visits.write(guest+"."+link.ID, until), until))
	return writeJSON(w, http.StatusOK, srv.seated(who{guest: guest, by: "link", link: link}, at))
}

// scheme is how the client reached us; a proxy on the same machine is believed.
func scheme(r *http.Request) string {
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https"
	}
	return "http"
}

// rename answers PATCH /api/v1/session: a guest who came by a link says their name.
func (srv *Server) rename(r *http.Request, guest string, in struct{ Name string }) (any, error) {
	asks := asker(r)
	if asks.by != "link" {
		return nil, errNotFound
	}
	at, err := srv.kept.Links.Rename(r.Context(), guest, in.Name)
	return srv.seated(asks, at), err
}

// madeLink is a link with its code, which is told once.
type madeLink struct {
	staff.Link
	URL string `json:"url"`
	SVG string `json:"svg"` // its QR code
}

const maxTables = 200 // at once

type linksIn struct {
	Tables []string
	Days   int
	Base   string
}

// makeLinks answers POST /api/v1/links: a link, and its QR code, for each of some tables.
func (srv *Server) makeLinks(r *http.Request, _ string, in linksIn) (any, error) {
	if in.Base == "" {
		in.Base = scheme(r) + "://" + r.Host
	}
	base, err := url.Parse(in.Base)
	switch {
	case len(in.Tables) == 0 || len(in.Tables) > maxTables:
		return nil, bad("tables are the names of 1 to 200 tables or rooms")
	case in.Days < 1 || in.Days > staff.MaxLinkDays:
		return nil, bad("days is a number from 1 to 1000")
	case err != nil || base.Scheme != "http" && base.Scheme != "https" || !srv.goesBy(base.Host):
		return nil, bad("base is where guests reach this server, such as https://maitre.example.com")
	}
	for _, table := range in.Tables {
		if thread.CleanTitle(table) == "" {
			return nil, bad("a table has no name")
		}
	}
	made := []madeLink{}
	for _, table := range in.Tables {
		code, link, err := srv.kept.Links.Make(r.Context(), table, in.Days)
		if err != nil {
			return nil, err
		}
		m := madeLink{Link: link, URL: staff.LinkURL(base.Scheme+"://"+base.Host, code)}
		if m.SVG, err = qr.SVG(m.URL); err != nil {
			return nil, err
		}
		made = append(made, m)
	}
	note(r, "%s", strings.Join(in.Tables, ", "))
	return map[string]any{"links": made}, nil
}

// revokeLink answers DELETE /api/v1/links/{id}.
func (srv *Server) revokeLink(r *http.Request, _ string) error {
	link, err := srv.kept.Links.Revoke(r.Context(), r.PathValue("id"))
	if err != nil {
		return linkError(err)
	}
	note(r, "%s", link.Table)
	return nil
}
