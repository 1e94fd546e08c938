package server

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/token"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/thread"
)

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

// sessionOf is the session of who asks: a guest who came in by a link is at its table, and
// one of the sample has a name there.
func (srv *Server) sessionOf(ctx context.Context, asks who) (session, error) {
	told := session{Guest: asks.guest, By: asks.by, Operator: asks.operator, Staff: asks.staff, Demo: !srv.o.Tokens}
	if asks.staff {
		told.Name = asks.name
	}
	if asks.by == "link" {
		at, err := srv.kept.Links.Visitor(ctx, asks.guest)
		told.Name, told.Table = cmp.Or(at.Name, told.Name), asks.link.Table
		return told, err
	}
	if found, err := srv.sample(ctx, asks.guest); err == nil { // the name is a courtesy
		told.Name, told.City = found.Name, found.City
	}
	return told, nil
}

// sample finds a sample customer; a house may have none.
func (srv *Server) sample(ctx context.Context, id string) (Guest, error) {
	if srv.o.Tokens || srv.o.Guests == nil {
		return Guest{}, errNotFound
	}
	found, err := srv.o.Guests(ctx, id)
	if err == nil && len(found) != 1 {
		err = errNotFound
	}
	if err != nil {
		return Guest{}, err
	}
	return found[0], nil
}

type signInIn struct {
	Guest, Token string
	Keep         bool // what the guest of a table said on this device
}

// signIn answers POST /api/v1/session: a token is exchanged for a cookie that no script
// reads; a demonstration also takes everybody's word for who of the sample they are.
func (srv *Server) signIn(c *call, in signInIn) (any, error) {
	asks, use, value := demonstrated(in.Guest, "cookie"), useDemo, in.Guest
	if in.Token == "" {
		if _, err := srv.sample(c.Context(), in.Guest); err != nil {
			return nil, err
		}
	} else {
		var err error
		hash := token.Hash(strings.TrimSpace(in.Token))
		asks, err = guess(srv, c.Request, func() (who, error) { return srv.byHash(c.Request, hash, time.Time{}, errBadToken) })
		if err != nil {
			return nil, err
		}
		use, value = useToken, hex.EncodeToString(hash)+"."+strconv.FormatInt(time.Now().UnixMilli(), 10)
	}
	if in.Keep {
		if err := srv.adopt(c.Request, asks.guest); err != nil {
			return nil, err
		}
	}
	until := time.Now().Add(signedIn)
	setCookie(c, cookieName, srv.signer.write(use, value, until), until)
	setCookie(c, visitCookie, "", over) // it is no visitor's any more
	return srv.sessionOf(c.Context(), asks)
}

// adopt gives what the guest of a table said to who signs in on the same device, if
// they want that: conversations, what is known of them, and requests. Then the guest of
// the table is forgotten. Cut off, it goes on when it is asked again.
func (srv *Server) adopt(r *http.Request, to string) error {
	from, _ := srv.visitor(r)
	if from == "" || from == to {
		return nil
	}
	ctx := context.WithoutCancel(r.Context())
	threads, err := srv.moveThreads(ctx, from, to)
	if err == nil {
		err = srv.o.Book.Adopt(ctx, from, to, threads)
	}
	if err == nil {
		err = srv.kept.Inbox.Adopt(ctx, from, to, threads)
	}
	if err == nil {
		err = learn.Adopt(ctx, srv.o.Store, from, to)
	}
	if err == nil {
		_, err = srv.o.Book.Forget(ctx, from, memory.What{All: true})
	}
	return err
}

// moveThreads copies the conversations of a guest, under the names that they have for
// that guest, and returns what each is called now.
func (srv *Server) moveThreads(ctx context.Context, from, to string) (map[string]string, error) {
	all, err := srv.conversations(ctx, from)
	if err != nil {
		return nil, err
	}
	moved := map[string]string{}
	for _, t := range all {
		own, err := thread.OpenNamed(ctx, srv.o.Store, t.ID, to)
		if err != nil {
			return nil, err
		}
		moved[t.ID] = own.ID
		had, err := srv.o.Store.Messages(ctx, own.ID, to, 1)
		if err == nil && len(had) == 0 && len(t.Messages) > 0 {
			err = srv.o.Store.Append(ctx, own.ID, to, t.Messages...)
		}
		if err == nil && own.Title != t.Title {
			err = srv.o.Store.Rename(ctx, own.ID, to, t.Title)
		}
		if err != nil && !errors.Is(err, thread.ErrNotFound) { // deleted meanwhile
			return nil, err
		}
	}
	return moved, nil
}

// signOut answers DELETE /api/v1/session: the device is nobody's any more; with
// everywhere in the query, no device is theirs who signed in with a token.
func (srv *Server) signOut(c *call) error {
	if all, _ := strconv.ParseBool(c.URL.Query().Get("everywhere")); all {
		var err error
		if c.by, err = srv.who(c.Request); err == nil {
			err = srv.o.Store.SignOutTokens(c.Context(), c.by.person)
		}
		if err != nil {
			return err
		}
		if c.by.staff {
			srv.journal(c, staff.Entry{Did: "DELETE /api/v1/session"})
		}
	}
	setCookie(c, cookieName, "", over)
	setCookie(c, visitCookie, "", over)
	return nil
}

// sampleGuests answers GET /api/v1/session/guests.
func (srv *Server) sampleGuests(c *call) ([]Guest, error) {
	if srv.o.Tokens || srv.o.Guests == nil {
		return nil, errNotFound
	}
	return srv.o.Guests(c.Context(), "")
}

// newVisitors is how many guests a second may come in by one link.
const newVisitors = 2.0

// enter answers POST /api/v1/session/link: the code of a link becomes a cookie. A device
// that has one already is the same guest as before, at this table.
func (srv *Server) enter(c *call, in struct{ Code string }) (any, error) {
	link, err := guess(srv, c.Request, func() (staff.Link, error) {
		link, err := srv.kept.Links.Open(c.Context(), in.Code)
		return link, linkError(err)
	})
	if err != nil {
		return nil, err
	}
	guest, _ := srv.visitor(c.Request)
	if guest == "" {
		if err := srv.limits.take("link "+link.ID, newVisitors); err != nil {
			return nil, err
		}
		guest = "g-" + thread.NewID()
	}
	if _, err := srv.kept.Links.Seat(c.Context(), guest, link); err != nil {
		return nil, err
	}
	until := time.Now().Add(visitTime)
	if link.Until.Before(until) {
		until = link.Until
	}
	setCookie(c, visitCookie, srv.signer.write(useLink, guest+"."+link.ID, until), until)
	return srv.sessionOf(c.Context(), who{guest: guest, by: "link", link: link})
}

// rename answers PATCH /api/v1/session: a guest who came by a link says their name.
func (srv *Server) rename(c *call, in struct{ Name string }) (any, error) {
	if c.by.by != "link" {
		return nil, errNotFound
	}
	if _, err := srv.kept.Links.Rename(c.Context(), c.by.guest, in.Name); err != nil {
		return nil, err
	}
	return srv.sessionOf(c.Context(), c.by)
}
