package server

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/token"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/thread"
)

// who is the sender of a request, and what they may do.
type who struct {
	guest    string
	by       string // how we know: token, link, cookie, or default
	operator bool
	staff    bool       // may see what guests asked of the house; the operator may, too
	person   string     // who signed in, also when they look at the house as a guest by a link
	name     string     // of the token
	key      string     // its id
	link     staff.Link // of a guest who came in by one
}

// called is the name of who asks, or else their id.
func (w who) called() string { return cmp.Or(w.name, w.guest) }

// stranger is who asks in a demonstration without having signed in: Bar do
// João of the sample, so that any client works at once.
const stranger = "C001"

// demonstrated is who asks in a demonstration: they sit at the machine.
func demonstrated(guest, by string) who {
	return who{guest: guest, person: guest, by: by, operator: true, staff: true}
}

// who says who sent a request. A bearer token counts before all else, and one
// that is not good is an error everywhere; in a demonstration one that is not even
// ours is let be, for OpenAI's clients send a key whatever they talk to. Who of the house's
// people has come in by a link, too, is its guest, and keeps their name and rights; who has
// only come in by a link has no rights of a demonstration.
func (srv *Server) who(r *http.Request) (who, error) {
	head := r.Header.Get("Authorization")
	scheme, secret, _ := strings.Cut(head, " ")
	secret = strings.TrimSpace(secret)
	switch bearer := strings.EqualFold(scheme, "Bearer"); {
	case bearer && strings.HasPrefix(secret, token.Prefix):
		return srv.byHash(r, token.Hash(secret), time.Time{}, errSignIn)
	case head != "" && (srv.o.Tokens || !bearer || secret == ""):
		return who{}, errSignIn
	}
	person, err := srv.byCookie(r)
	guest, link := srv.visitor(r)
	if guest == "" {
		if errors.Is(err, errSignIn) && !srv.o.Tokens {
			return srv.sampled(r), nil
		}
		return person, err
	}
	at, ended := srv.kept.Links.Check(r.Context(), link)
	if ended == nil || err != nil {
		person.guest, person.by, person.link = guest, "link", at
		return person, linkError(ended)
	}
	return person, nil
}

// byHash is who the token of a hash signs in, where they have not signed out everywhere
// since they began; where there is no such token it fails with none.
func (srv *Server) byHash(r *http.Request, hash []byte, began time.Time, none error) (who, error) {
	t, err := srv.o.Store.TokenByHash(r.Context(), hash)
	switch {
	case errors.Is(err, token.ErrNotFound), err == nil && !began.IsZero() && !began.After(t.SignedOut):
		return who{}, none
	case err != nil:
		return who{}, fmt.Errorf("looking up a token: %w", err)
	}
	owner := t.Role == token.Owner || t.Guest == srv.o.Operator
	return who{guest: t.Guest, person: t.Guest, name: t.Name, by: "token", key: t.ID, operator: owner, staff: owner || t.Role == token.Staff}, nil
}

// byCookie says who a browser was signed in as with a token, if the token is still good
// and they have not signed out everywhere since. The cookie is HASH.UNIXMILLI, signed: it
// holds no secret, and outlives this process.
func (srv *Server) byCookie(r *http.Request) (who, error) {
	digits, since, _ := strings.Cut(srv.signed(r, cookieName, useToken), ".")
	hash, errHash := hex.DecodeString(digits)
	began, errTime := strconv.ParseInt(since, 10, 64)
	if digits == "" || errHash != nil || errTime != nil {
		return who{}, errSignIn
	}
	return srv.byHash(r, hash, time.UnixMilli(began), errSignIn)
}

// visitor says which guest a device is that came in by a link: the signed cookie
// GUEST.LINK. Without one it returns "".
func (srv *Server) visitor(r *http.Request) (guest, link string) {
	guest, link, _ = strings.Cut(srv.signed(r, visitCookie, useLink), ".")
	return guest, link
}

// sampled is who asks in a demonstration: whom they said they are, or somebody.
func (srv *Server) sampled(r *http.Request) who {
	if guest := srv.signed(r, cookieName, useDemo); guest != "" {
		return demonstrated(guest, "cookie")
	}
	return demonstrated(stranger, "default")
}

// admit lets a request through to a route, and returns who asks. The
// limit for addresses is for requests that nobody answers for: behind a load
// balancer all guests have one address.
func (srv *Server) admit(r *http.Request, may access) (asks who, err error) {
	if isProbe(r) {
		return who{}, nil // whoever asks too often must not take a worker out
	}
	from, rate := addressOf(r), srv.o.Rate
	if from.IsLoopback() {
		rate *= 100
	}
	if may != anyone {
		asks, err = srv.who(r)
	}
	key := "guest " + asks.guest
	if asks.guest == "" || err != nil {
		key = "address " + network(from)
	}
	if err := srv.limits.take(key, rate); err != nil {
		return who{}, err
	}
	if err == nil && (may == operator && !asks.operator || may == people && !asks.staff) {
		err = errOperator
	}
	if err == nil && asks.by == "link" && r.Method != http.MethodGet { // who was forgotten at table 7, and orders a beer, is still there
		_, err = srv.kept.Links.Seat(r.Context(), asks.guest, asks.link)
	}
	return asks, err
}

// recheck is how often a request that lasts is asked again who sends it.
const recheck = 5 * time.Second

// whileGood is the context of a request, which ends soon after the token or the link that
// it came with is revoked. A store that cannot tell lets it last.
func (srv *Server) whileGood(r *http.Request, guest string) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(r.Context())
	go every(ctx, recheck, func() {
		asks, err := srv.who(r)
		if _, refused := errors.AsType[*apiError](err); refused || err == nil && asks.guest != guest {
			cancel(errSignIn)
		}
	})
	return ctx, func() { cancel(nil) }
}

// journal writes down a change of the house. One that could not be is told to the log: the
// change has happened.
func (srv *Server) journal(c *call, e staff.Entry) {
	e.By = c.by.name
	if typed, err := url.PathUnescape(c.Header.Get("Maitre-By")); err == nil && e.By == "" && !srv.o.Tokens { // nobody of a demonstration has an access with a name
		e.By = thread.CleanTitle(typed)
	}
	e.By = cmp.Or(e.By, c.by.person)
	if e.Role = token.Staff; c.by.operator {
		e.Role = token.Owner
	}
	if err := srv.kept.Journal.Add(context.WithoutCancel(c.Context()), e); err != nil {
		srv.o.Log.ErrorContext(c.Context(), "a change of the house was not written down", "did", e.Did, "by", e.By, "err", err)
	}
}

const (
	cookieName  = "maitre_session"
	signedIn    = 30 * 24 * time.Hour
	visitCookie = "maitre_guest"
	visitTime   = 30 * 24 * time.Hour // a device is known for, at most
)

// over is when a cookie ends that is taken away.
var over = time.Unix(1, 0)

func setCookie(c *call, name, value string, until time.Time) {
	http.SetCookie(c.w, &http.Cookie{Name: name, Value: value, Path: "/", Expires: until, HttpOnly: true, Secure: scheme(c.Request) == "https", SameSite: http.SameSiteStrictMode})
}

// scheme is how the client reached us; a proxy on the same machine is believed.
func scheme(r *http.Request) string {
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https"
	}
	return "http"
}

// signed returns what a cookie of a request says, if we have signed it for a use.
func (srv *Server) signed(r *http.Request, name, use string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return srv.signer.read(use, c.Value, time.Now())
}

// signer is the secret that signs cookies, which nobody else can: TEXT.UNIXTIME.SIGNATURE.
// What is signed for one use is worth nothing for another.
type signer []byte

// What cookies are signed for.
const (
	useDemo  = "demo"
	useToken = "token"
	useLink  = "link"
)

func (s signer) write(use, text string, until time.Time) string {
	text += "." + strconv.FormatInt(until.Unix(), 10)
	return text + "." + s.sign(use, text)
}

// read returns the text of a cookie that is genuine and not too old, or "".
func (s signer) read(use, value string, now time.Time) string {
	i := strings.LastIndexByte(value, '.')
	if i < 0 || !hmac.Equal([]byte(s.sign(use, value[:i])), []byte(value[i+1:])) {
		return ""
	}
	j := strings.LastIndexByte(value[:i], '.')
	until, err := strconv.ParseInt(value[j+1:i], 10, 64)
	if err != nil || j < 0 || now.Unix() > until {
		return ""
	}
	return value[:j]
}

func (s signer) sign(use, text string) string {
	mac := hmac.New(sha256.New, s)
	mac.Write([]byte(use + " session " + text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
