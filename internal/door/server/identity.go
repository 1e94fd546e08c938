package server

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
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

// stranger is who asks in a demonstration without having signed in: Bar do
// João of the sample, so that any client works at once.
const stranger = "C001"

// who says who sent a request. A bearer token counts before all else, and one
// that is not good is an error everywhere; in a demonstration one that is not even
// ours is let be, for OpenAI's clients send a key whatever they talk to. There whoever
// comes without one may also read the metrics: they sit at the machine.
func (srv *Server) who(r *http.Request) (who, error) {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	secret = strings.TrimSpace(secret)
	bearer, ours := strings.EqualFold(scheme, "Bearer"), strings.HasPrefix(secret, token.Prefix)
	if foreign := !srv.o.Tokens && bearer && secret != "" && !ours; scheme+secret != "" && !foreign {
		if !bearer || !ours {
			return who{}, errSignIn
		}
		t, err := srv.tokenOf(r, token.Hash(secret), errSignIn)
		if err != nil {
			return who{}, err
		}
		return srv.byToken(t), nil
	}
	person, err := srv.byCookie(r)
	visitor, ended := srv.visiting(r)
	if errors.Is(err, errSignIn) && !srv.o.Tokens && visitor.guest == "" { // who comes by a link has no rights of a demonstration
		person, err = srv.sampled(r), nil
	}
	if visitor.guest != "" && (ended == nil || err != nil) {
		person.guest, person.by, person.link = visitor.guest, visitor.by, visitor.link // the house's people keep their name and rights when they look at it as a guest
		return person, ended
	}
	return person, err
}

// sampled is who asks in a demonstration: whom they said they are, or somebody.
func (srv *Server) sampled(r *http.Request) who {
	if c, err := r.Cookie(cookieName); err == nil {
		if guest := srv.signer.read(c.Value, time.Now()); guest != "" {
			return who{guest: guest, person: guest, by: "cookie", operator: true, staff: true}
		}
	}
	return who{guest: stranger, person: stranger, by: "default", operator: true, staff: true}
}

// admit lets a request through to a route, and returns who asks. The
// limit for addresses is for requests that nobody answers for: behind a load
// balancer all guests have one address.
func (srv *Server) admit(r *http.Request, may access) (asks who, err error) {
	if r.URL.Path == "/healthz" || r.URL.Path == "/readyz" {
		return who{}, nil // whoever asks too often must not take a worker out
	}
	from := addressOf(r)
	rate := srv.o.Rate
	if from.IsLoopback() {
		rate *= 100
	}
	if may != anyone {
		asks, err = srv.who(r)
	}
	key := "guest " + asks.guest
	if asks.guest == "" {
		key = "address " + network(from)
	}
	if wait := srv.limits.take(key, rate); wait > 0 {
		return who{}, &slowDown{wait}
	}
	if err == nil && (may == operator && !asks.operator || may == people && !asks.staff) {
		err = errOperator
	}
	if err == nil && asks.by == "link" && r.Method != http.MethodGet { // who was forgotten at table 7, and orders a beer, is still there
		_, err = srv.kept.Links.Seat(r.Context(), asks.guest, asks.link)
	}
	return asks, err
}

type whoKey struct{}

// asker says who sent a request that was admitted to a route that is not for anyone.
func asker(r *http.Request) who {
	asks, _ := r.Context().Value(whoKey{}).(who)
	return asks
}

// recheck is how often a request that lasts is asked again who sends it.
const recheck = 5 * time.Second

// whileGood returns a request that ends soon after the token or the link that it
// came with is revoked. A store that cannot tell lets it last.
func (srv *Server) whileGood(r *http.Request, guest string) (*http.Request, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(r.Context())
	r = r.WithContext(ctx)
	go every(ctx, recheck, func() {
		asks, err := srv.who(r)
		if _, refused := errors.AsType[*apiError](err); refused || err == nil && asks.guest != guest {
			cancel(errSignIn)
		}
	})
	return r, func() { cancel(nil) }
}

// session answers GET /api/v1/session.
func (srv *Server) session(r *http.Request, _ string) (any, error) {
	asks := asker(r)
	if asks.by == "link" {
		at, err := srv.kept.Links.Visitor(r.Context(), asks.guest)
		if err != nil {
			return nil, err
		}
		return srv.seated(asks, at), nil
	}
	told := srv.sessionOf(asks)
	if !srv.o.Tokens && srv.o.Guests != nil {
		if found, err := srv.o.Guests(r.Context(), asks.guest); err == nil && len(found) == 1 { // the name is a courtesy
			told.Name, told.City = found[0].Name, found[0].City
		}
	}
	return told, nil
}

// signIn answers POST /api/v1/session: with a token; a demonstration also takes
// everybody's word for who of the sample they are.
func (srv *Server) signIn(w http.ResponseWriter, r *http.Request, _ string) error {
	var in struct {
		Guest, Token string
		Keep         bool // what the guest of a table said on this device
	}
	if err := readJSON(r, &in); err != nil {
		return err
	}
	if in.Token != "" {
		return srv.guessing(r, func() error { return srv.signInByToken(w, r, in.Token, in.Keep) })
	}
	if srv.o.Tokens || srv.o.Guests == nil {
		return errNotFound
	}
	if thread.CheckID(in.Guest) != nil {
		return bad("guest is the id of a sample customer, such as C001")
	}
	found, err := srv.o.Guests(r.Context(), in.Guest)
	switch {
	case err != nil:
		return err
	case len(found) != 1:
		return errNotFound
	}
	if in.Keep {
		if err := srv.adopted(r, in.Guest); err != nil {
			return err
		}
	}
	until := time.Now().Add(signedIn)
	srv.setSession(w, r, srv.signer.write(in.Guest, until), until)
	told := srv.sessionOf(who{guest: in.Guest, by: "cookie", operator: true, staff: true})
	told.Name, told.City = found[0].Name, found[0].City
	return writeJSON(w, http.StatusOK, told)
}

// signOut answers DELETE /api/v1/session: the device is nobody's any more; with
// everywhere in the query, no device is theirs who signed in with a token.
func (srv *Server) signOut(w http.ResponseWriter, r *http.Request, _ string) error {
	if all, _ := strconv.ParseBool(r.URL.Query().Get("everywhere")); all {
		asks, err := srv.who(r)
		if err == nil {
			err = srv.o.Store.SignOutTokens(r.Context(), asks.person)
		}
		if err != nil {
			return err
		}
		if asks.staff {
			srv.wrote(r.Context(), asks, staff.Entry{Did: "DELETE /api/v1/session"})
		}
	}
	srv.setSession(w, r, "", over)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// sampleGuests answers GET /api/v1/session/guests.
func (srv *Server) sampleGuests(r *http.Request, _ string) (any, error) {
	if srv.o.Tokens || srv.o.Guests == nil {
		return nil, errNotFound
	}
	found, err := srv.o.Guests(r.Context(), "")
	return map[string]any{"guests": append([]Guest{}, found...)}, err
}

const (
	cookieName = "maitre_session"
	signedIn   = 30 * 24 * time.Hour
)

func cookie(r *http.Request, name, value string, until time.Time) *http.Cookie {
	return &http.Cookie{Name: name, Value: value, Path: "/", Expires: until, HttpOnly: true, Secure: scheme(r) == "https", SameSite: http.SameSiteStrictMode}
}

// signer writes cookies that nobody else can: GUEST.UNIXTIME.SIGNATURE. What is signed
// for one use is worth nothing for another.
type signer struct {
	secret []byte
	use    string
}

func (s signer) write(guest string, until time.Time) string {
	text := guest + "." + strconv.FormatInt(until.Unix(), 10)
	return text + "." + s.sign(text)
}

// read returns the guest of a cookie that is genuine and not too old, or "".
func (s signer) read(value string, now time.Time) string {
	i := strings.LastIndexByte(value, '.')
	if i < 0 || !hmac.Equal([]byte(s.sign(value[:i])), []byte(value[i+1:])) {
		return ""
	}
	j := strings.LastIndexByte(value[:i], '.')
	until, err := strconv.ParseInt(value[j+1:i], 10, 64)
	if err != nil || now.Unix() > until {
		return ""
	}
	return value[:j]
}

func (s signer) sign(text string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte(s.use + " session " + text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
