package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/qr"
	"github.com/maitre-dev/maitre/internal/base/token"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/thread"
)

// What is wrong with an access or a guest's link.
var (
	errLastKey   = &apiError{http.StatusConflict, "own_access", "this is the access that you use: another owner ends it"}
	errBadToken  = &apiError{http.StatusUnauthorized, "unauthorized", "no such access code, or it is good no more"}
	errNoLink    = &apiError{http.StatusNotFound, "link_unknown", "there is no such code: ask the people of the house for another"}
	errLinkEnded = &apiError{http.StatusUnauthorized, "link_ended", "the code has ended: ask the people of the house for another"}
)

func linkError(err error) error {
	switch {
	case errors.Is(err, staff.ErrNoLink):
		return errNoLink
	case errors.Is(err, staff.ErrLinkEnded):
		return errLinkEnded
	}
	return err
}

// accesses answers GET /api/v1/access: the tokens of owners and staff.
func (srv *Server) accesses(c *call) (any, error) {
	all, err := srv.houseTokens(c.Context())
	return map[string]any{"access": all, "own": c.by.key}, err
}

func (srv *Server) houseTokens(ctx context.Context) ([]token.Token, error) {
	all, err := srv.o.Store.Tokens(ctx, "")
	all = slices.DeleteFunc(all, func(t token.Token) bool { return t.Role == "" && t.Guest != srv.o.Operator })
	return append([]token.Token{}, all...), err
}

// giveAccess answers POST /api/v1/access: a token for an owner or one of the staff.
func (srv *Server) giveAccess(c *call, in struct{ Name, Role string }) (any, error) {
	in.Name = thread.CleanTitle(in.Name)
	switch {
	case in.Name == "":
		return nil, bad("name is whose access it is")
	case in.Role != token.Owner && in.Role != token.Staff:
		return nil, bad("role is owner or staff")
	}
	secret, t, hash := token.New(token.Person(), in.Name)
	t.Role = in.Role
	c.note = t.Name + ": " + t.Role
	return map[string]any{"access": t, "secret": secret}, srv.o.Store.PutToken(c.Context(), t, hash)
}

// endAccess answers DELETE /api/v1/access/{id}. An owner cannot end the one they use, so
// that there is always one left.
func (srv *Server) endAccess(c *call) error {
	all, err := srv.houseTokens(c.Context())
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(t token.Token) bool { return t.ID == c.PathValue("id") })
	switch {
	case i < 0:
		return errNotFound
	case all[i].ID == c.by.key:
		return errLastKey
	}
	c.note = all[i].Name + ": " + all[i].Role
	return srv.o.Store.RevokeToken(c.Context(), all[i].ID)
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
func (srv *Server) makeLinks(c *call, in linksIn) (any, error) {
	if in.Base == "" {
		in.Base = scheme(c.Request) + "://" + c.Host
	}
	base, err := url.Parse(in.Base)
	switch {
	case len(in.Tables) == 0 || len(in.Tables) > maxTables:
		return nil, bad("tables are the names of 1 to 200 tables or rooms")
	case in.Days < 1 || in.Days > staff.MaxLinkDays:
		return nil, bad("days is a number from 1 to 1000")
	case err != nil || base.Scheme != "http" && base.Scheme != "https" || !srv.goesBy(base.Host):
		return nil, bad("base is where guests reach this server, such as https://maitre.example.com")
	case slices.ContainsFunc(in.Tables, func(table string) bool { return thread.CleanTitle(table) == "" }):
		return nil, bad("a table has no name")
	}
	made := []madeLink{}
	for _, table := range in.Tables {
		code, link, err := srv.kept.Links.Make(c.Context(), table, in.Days)
		if err != nil {
			return nil, err
		}
		m := madeLink{Link: link, URL: staff.LinkURL(base.Scheme+"://"+base.Host, code)}
		if m.SVG, err = qr.SVG(m.URL); err != nil {
			return nil, err
		}
		made = append(made, m)
	}
	c.note = strings.Join(in.Tables, ", ")
	return map[string]any{"links": made}, nil
}

// revokeLink answers DELETE /api/v1/links/{id}.
func (srv *Server) revokeLink(c *call) error {
	link, err := srv.kept.Links.Revoke(c.Context(), c.PathValue("id"))
	c.note = link.Table
	return linkError(err)
}
