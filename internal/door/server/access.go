package server

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/token"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/thread"
)

var (
	errLastKey  = &apiError{http.StatusConflict, "own_access", "this is the access that you use: another owner ends it"}
	errBadToken = &apiError{http.StatusUnauthorized, "unauthorized", "no such access code, or it is good no more"}
)

// byToken is who a token signs in.
func (srv *Server) byToken(t token.Token) who {
	owner := t.Role == token.Owner || t.Guest == srv.o.Operator
	return who{guest: t.Guest, person: t.Guest, name: t.Name, by: "token", key: t.ID, operator: owner, staff: owner || t.Role == token.Staff}
}

// role is what a journal calls those who may do what they did.
func (w who) role() string {
	switch {
	case w.operator:
		return token.Owner
	case w.staff:
		return token.Staff
	}
	return ""
}

// byCookie says who a browser was signed in as with a token, if the token is still good
// and they have not signed out everywhere since. The cookie is HASH.UNIXMILLI, signed: it
// holds no secret, and outlives this process.
func (srv *Server) byCookie(r *http.Request) (who, error) {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return who{}, errSignIn
	}
	digits, since, _ := strings.Cut(srv.tokens.read(c.Value, time.Now()), ".")
	hash, errHash := hex.DecodeString(digits)
	began, errTime := strconv.ParseInt(since, 10, 64)
	if digits == "" || errHash != nil || errTime != nil {
		return who{}, errSignIn
	}
	t, err := srv.tokenOf(r, hash, errSignIn)
	if err == nil && began <= t.SignedOut.UnixMilli() {
		err = errSignIn
	}
	if err != nil {
		return who{}, err
	}
	return srv.byToken(t), nil
}

// tokenOf finds the token of a hash; where there is none it fails with none.
func (srv *Server) tokenOf(r *http.Request, hash []byte, none error) (token.Token, error) {
	t, err := srv.o.Store.TokenByHash(r.Context(), hash)
	if errors.Is(err, token.ErrNotFound) {
		return t, none
	}
	if err != nil {
		return t, fmt.Errorf("looking up a token: %w", err)
	}
	return t, nil
}

// signInByToken exchanges a token for a cookie that no script reads.
func (srv *Server) signInByToken(w http.ResponseWriter, r *http.Request, secret string, keep bool) error {
	secret = strings.TrimSpace(secret)
	if !strings.HasPrefix(secret, token.Prefix) {
		return errBadToken
	}
	t, err := srv.tokenOf(r, token.Hash(secret), errBadToken)
	if err != nil {
		return err
	}
	if keep {
		if err := srv.adopted(r, t.Guest); err != nil {
			return err
		}
	}
	now := time.Now()
	value := srv.tokens.write(hex.EncodeToString(token.Hash(secret))+"."+strconv.FormatInt(now.UnixMilli(), 10), now.Add(signedIn))
	srv.setSession(w, r, value, now.Add(signedIn))
	return writeJSON(w, http.StatusOK, srv.sessionOf(srv.byToken(t)))
}

// setSession gives a browser a session; it is no visitor's any more.
func (srv *Server) setSession(w http.ResponseWriter, r *http.Request, value string, until time.Time) {
	http.SetCookie(w, cookie(r, cookieName, value, until))
	http.SetCookie(w, cookie(r, visitCookie, "", over))
}

// over is when a cookie ends that is taken away.
var over = time.Unix(1, 0)

// session is what a client is told of who it is signed in as.
type session struct {
	Guest    string `json:"guest"`
	By       string `json:"by"`
	Operator bool   `json:"operator"`
	Staff    bool   `json:"staff"`
	Demo     bool   `json:"demo"`
	Name     string `json:"name,omitempty"`
	City     string `json:"city,omitempty"`
	Table    string `json:"table,omitempty"`
}

func (srv *Server) sessionOf(asks who) session {
	told := session{Guest: asks.guest, By: asks.by, Operator: asks.operator, Staff: asks.staff, Demo: !srv.o.Tokens}
	if asks.staff {
		told.Name = asks.name
	}
	return told
}

// seated is the session of a guest who came in by a link, at its table.
func (srv *Server) seated(asks who, at staff.Visitor) session {
	told := srv.sessionOf(asks)
	told.Name, told.Table = cmp.Or(at.Name, told.Name), asks.link.Table
	return told
}

// note adds to what the journal says of a request that changes the house.
func note(r *http.Request, format string, args ...any) {
	if n, ok := r.Context().Value(noteKey{}).(*string); ok {
		*n = fmt.Sprintf(format, args...)
	}
}

type noteKey struct{}

// journaled has the journal say who used a route of the house's people that changes
// something. The table of routes tells which: a new one is written down by itself.
func (srv *Server) journaled(rt route) func(http.ResponseWriter, *http.Request, string) error {
	if rt.may < people || rt.method == http.MethodGet {
		return rt.do
	}
	return func(w http.ResponseWriter, r *http.Request, guest string) error {
		asks := asker(r)
		var said string
		of := r.PathValue("id")
		if err := rt.do(w, r.WithContext(context.WithValue(r.Context(), noteKey{}, &said)), guest); err != nil {
			return err
		}
		if typed, err := url.PathUnescape(r.Header.Get("Maitre-By")); err == nil && !srv.o.Tokens { // nobody of a demonstration has an access with a name
			asks.name = cmp.Or(asks.name, thread.CleanTitle(typed))
		}
		srv.wrote(r.Context(), asks, staff.Entry{Did: rt.method + " " + rt.path, Of: of, Note: said})
		return nil
	}
}

// wrote puts a change into the journal. One that could not be is told to the log: the
// change has happened.
func (srv *Server) wrote(ctx context.Context, by who, e staff.Entry) {
	e.By, e.Role = by.name, by.role()
	if e.By == "" {
		e.By = by.person
	}
	if err := srv.kept.Journal.Add(context.WithoutCancel(ctx), e); err != nil {
		srv.o.Log.ErrorContext(ctx, "a change of the house was not written down", "did", e.Did, "by", e.By, "err", err)
	}
}

// nameOf is the name of who asks, or else their id.
func (srv *Server) nameOf(r *http.Request, guest string) string {
	return cmp.Or(asker(r).name, guest)
}

// journalShows is how many changes an owner sees.
const journalShows = 200

// accesses answers GET /api/v1/access: the tokens of owners and staff.
func (srv *Server) accesses(r *http.Request, _ string) (any, error) {
	all, err := srv.houseTokens(r.Context())
	return map[string]any{"access": all, "own": asker(r).key}, err
}

func (srv *Server) houseTokens(ctx context.Context) ([]token.Token, error) {
	all, err := srv.o.Store.Tokens(ctx, "")
	all = slices.DeleteFunc(all, func(t token.Token) bool { return t.Role == "" && t.Guest != srv.o.Operator })
	return append([]token.Token{}, all...), err
}

// giveAccess answers POST /api/v1/access: a token for an owner or one of the staff.
func (srv *Server) giveAccess(r *http.Request, _ string, in struct{ Name, Role string }) (any, error) {
	in.Name = thread.CleanTitle(in.Name)
	switch {
	case in.Name == "":
		return nil, bad("name is whose access it is")
	case in.Role != token.Owner && in.Role != token.Staff:
		return nil, bad("role is owner or staff")
	}
	secret, t, hash := token.New(token.Person(), in.Name)
	t.Role = in.Role
	if err := srv.o.Store.PutToken(r.Context(), t, hash); err != nil {
		return nil, err
	}
	note(r, "%s: %s", t.Name, t.Role)
	return map[string]any{"access": t, "secret": secret}, nil
}

// endAccess answers DELETE /api/v1/access/{id}. An owner cannot end the one they use, so
// that there is always one left.
func (srv *Server) endAccess(r *http.Request, _ string) error {
	all, err := srv.houseTokens(r.Context())
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(t token.Token) bool { return t.ID == r.PathValue("id") })
	switch {
	case i < 0:
		return errNotFound
	case all[i].ID == asker(r).key:
		return errLastKey
	}
	if err := srv.o.Store.RevokeToken(r.Context(), all[i].ID); err != nil {
		return err
	}
	note(r, "%s: %s", all[i].Name, all[i].Role)
	return nil
}
