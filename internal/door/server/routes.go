package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/door/openai"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/thread"
)

// access is who may use a route.
type access int

const (
	anyone   access = iota // the handler is told no guest
	guests                 // whoever has signed in
	people                 // staff of the house: see identity.go
	operator               // whose house it is
)

// route is a row of the table. What the house's people change by one is written into
// the journal.
type route struct {
	method, path string
	may          access
	do           handler
}

// handler is what a route does. What it returns is answered in JSON, nil with nothing; one
// that has written its answer itself returns written. What went wrong it returns, and
// then has written nothing.
type handler func(*call) (any, error)

// call is a request that was admitted to a route.
type call struct {
	*http.Request
	w    http.ResponseWriter
	by   who // sent by
	body []byte
	note string // what the journal says of it
}

// notef has the journal say something of the request.
func (c *call) notef(format string, args ...any) { c.note = fmt.Sprintf(format, args...) }

// number reads a number, from least on, of the query; none is another one.
func (c *call) number(name string, none, least int64) (int64, error) {
	text := c.URL.Query().Get(name)
	if text == "" {
		return none, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		return 0, bad(fmt.Sprintf("%s is a number from %d on", name, least))
	}
	return n, nil
}

// read reads the body into v. It must be one JSON value in UTF-8 whose fields
// have the right types; fields that v does not have are ignored.
func (c *call) read(v any) error {
	if !utf8.Valid(c.body) {
		return bad("the body is not UTF-8")
	}
	err := json.Unmarshal(c.body, v)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return bad(fmt.Sprintf("%s is a %s", wrong.Field, wrong.Value))
	}
	if err != nil {
		return bad("the body is not the JSON object that is wanted")
	}
	return nil
}

// takes has a handler with the body.
func takes[In any](do func(c *call, in In) (any, error)) handler {
	return func(c *call) (any, error) {
		var in In
		if err := c.read(&in); err != nil {
			return nil, err
		}
		return do(c, in)
	}
}

// does has a handler that answers nothing.
func does(do func(c *call) error) handler {
	return func(c *call) (any, error) { return nil, do(c) }
}

// lists has a handler that answers with all that there is of something, by its name.
func lists[T any](name string, find func(c *call) ([]T, error)) handler {
	return func(c *call) (any, error) {
		all, err := find(c)
		return map[string][]T{name: append([]T{}, all...)}, err
	}
}

// status is an answer of another status than 200.
type status struct {
	code  int
	value any
}

func with(code int, do handler) handler {
	return func(c *call) (any, error) {
		found, err := do(c)
		return status{code, found}, err
	}
}

// file is an answer that is no JSON value.
type file struct {
	kind    string
	content []byte
}

// written is the answer of a handler that has written it.
type written struct{}

// write answers with what a handler has returned.
func (c *call) write(found any) error {
	switch found := found.(type) {
	case written:
		return nil
	case nil:
		c.w.WriteHeader(http.StatusNoContent)
		return nil
	case status:
		return writeJSON(c.w, found.code, found.value)
	case file:
		c.w.Header().Set("Content-Type", found.kind)
		_, _ = c.w.Write(found.content) // a client that is gone is no error of ours
		return nil
	}
	return writeJSON(c.w, http.StatusOK, found)
}

func writeJSON(w http.ResponseWriter, status int, v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encoding an answer: %w", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(raw, '\n')) // a client that is gone is no error of ours
	return nil
}

// routes is all there is. The OpenAPI document and the test of who may see
// what are held to this table: a route that either does not know fails a test.
func (srv *Server) routes() []route {
	const v1 = "/api/v1"
	own, card, created := srv.ownThread, srv.withDesk, func(do handler) handler { return with(http.StatusCreated, do) }
	return []route{
		{"POST", "/agui", guests, srv.agui},
		{"GET", "/agui/capabilities", guests, srv.capabilities},
		{"GET", v1 + "/runs/{id}/events", guests, srv.runEvents},
		{"POST", v1 + "/runs/{id}/cancel", guests, does(srv.runCancel)},
		{"POST", v1 + "/runs/{id}/extend", guests, srv.runExtend},

		{"POST", "/v1/chat/completions", guests, srv.chat},
		{"GET", "/v1/models", guests, func(*call) (any, error) { return openai.Models(), nil }},
		{"POST", "/mcp", guests, srv.mcp},

		{"GET", v1 + "/threads", guests, lists("threads", srv.threads)},
		{"GET", v1 + "/threads/{id}", guests, own(srv.thread)},
		{"PATCH", v1 + "/threads/{id}", guests, own(takes(srv.renameThread))},
		{"DELETE", v1 + "/threads/{id}", guests, own(does(srv.deleteThread))},
		{"GET", v1 + "/threads/{id}/staff", guests, own(func(c *call) (any, error) {
			return srv.kept.Inbox.Talk(c.Context(), c.by.guest, c.PathValue("id"))
		})},
		{"GET", v1 + "/threads/{id}/trace", guests, own(srv.traceThread)},
		{"GET", v1 + "/threads/{id}/export", guests, own(srv.exportThread)},
		{"POST", v1 + "/feedback", guests, created(takes(srv.feedback))},
		{"POST", "/api/feedback", guests, created(takes(srv.feedback))},

		{"GET", v1 + "/me/memory", guests, func(c *call) (any, error) {
			return srv.o.Book.Export(c.Context(), c.by.guest, srv.language(c.Request))
		}},
		{"DELETE", v1 + "/me/memory", guests, does(srv.forgetAll)},
		{"PATCH", v1 + "/me/memory/{id}", guests, takes(srv.changeOne)},
		{"DELETE", v1 + "/me/memory/{id}", guests, does(srv.forgetOne)},
		{"POST", v1 + "/me/memory/consent", guests, takes(srv.consent)},
		{"GET", v1 + "/me/export", guests, srv.exportGuest},

		{"GET", v1 + "/charts/{file}", guests, srv.chart},

		{"GET", v1 + "/session", guests, func(c *call) (any, error) { return srv.sessionOf(c.Context(), c.by) }},
		{"POST", v1 + "/session", anyone, takes(srv.signIn)},
		{"PATCH", v1 + "/session", guests, takes(srv.rename)},
		{"POST", v1 + "/session/link", anyone, takes(srv.enter)},
		{"DELETE", v1 + "/session", anyone, does(srv.signOut)},
		{"GET", v1 + "/session/guests", anyone, lists("guests", srv.sampleGuests)},

		{"GET", v1 + "/ui/components", anyone, lists("components", srv.components)},
		{"GET", v1 + "/ui/components/{name}/{version}", anyone, srv.component},
		{"GET", v1 + "/openapi.json", anyone, func(*call) (any, error) { return file{"application/json", openAPI}, nil }},
		{"GET", v1 + "/house", anyone, srv.looks},
		{"GET", v1 + "/house/facts", operator, srv.houseFacts},
		{"PUT", v1 + "/house/facts", operator, takes(srv.setHouseFacts)},
		{"GET", v1 + "/requests", people, srv.requests},
		{"GET", v1 + "/requests/{id}", people, srv.request},
		{"POST", v1 + "/requests/{id}", people, takes(srv.setRequest)},
		{"GET", v1 + "/links", operator, lists("links", func(c *call) ([]staff.Link, error) { return srv.kept.Links.List(c.Context()) })},
		{"POST", v1 + "/links", operator, created(takes(srv.makeLinks))},
		{"DELETE", v1 + "/links/{id}", operator, does(srv.revokeLink)},
		{"GET", v1 + "/card", people, card(srv.card)},
		{"PUT", v1 + "/card", operator, card(takes(srv.setCard))},
		{"DELETE", v1 + "/card", operator, card(does(func(c *call) error { return srv.o.Desk.Discard(c.Context()) }))},
		{"POST", v1 + "/card/file", operator, card(srv.uploadCard)},
		{"POST", v1 + "/card/publish", operator, card(takes(srv.publishCard))},
		{"GET", v1 + "/card/versions", operator, card(lists("versions", srv.cardVersions))},
		{"POST", v1 + "/card/versions/{id}", operator, card(func(c *call) (any, error) {
			return srv.o.Desk.Undo(c.Context(), c.PathValue("id"), c.by.called())
		})},
		{"PUT", v1 + "/card/items/{id}/sold-out", people, card(does(srv.soldOut))},
		{"DELETE", v1 + "/card/items/{id}/sold-out", people, card(does(srv.soldOut))},
		{"PUT", v1 + "/card/items/{id}/words/{word}", operator, card(does(srv.cardWord))},
		{"DELETE", v1 + "/card/items/{id}/words/{word}", operator, card(does(srv.cardWord))},
		{"POST", v1 + "/card/photos", operator, card(created(srv.keepPhoto))},
		{"GET", v1 + "/photos/{file}", anyone, card(srv.photo)},
		{"GET", v1 + "/tables", operator, lists("tables", srv.tables)},
		{"POST", v1 + "/tables", operator, srv.addTable},
		{"GET", v1 + "/tables/{id}", operator, srv.table},
		{"PATCH", v1 + "/tables/{id}", operator, takes(srv.setCell)},
		{"GET", v1 + "/tables/{id}/versions", operator, lists("versions", srv.tableVersions)},
		{"POST", v1 + "/tables/{id}/undo", operator, srv.undoTable},
		{"DELETE", v1 + "/tables/{id}", operator, does(func(c *call) error { return srv.kept.Tables.Remove(c.Context(), c.PathValue("id")) })},
		{"GET", v1 + "/guests", operator, srv.said},
		{"GET", v1 + "/guests/counts", operator, srv.saidCounts},
		{"GET", v1 + "/guests/{id}", operator, srv.saidIn},
		{"POST", v1 + "/guests/{id}/reveal", operator, takes(srv.reveal)},
		{"GET", v1 + "/lessons", operator, lists("lessons", srv.lessons)},
		{"POST", v1 + "/lessons", operator, created(takes(srv.keepLesson))},
		{"DELETE", v1 + "/lessons/{id}", operator, does(srv.dropLesson)},
		{"POST", v1 + "/meanings", operator, takes(srv.meanings)},
		{"GET", v1 + "/learn", operator, func(c *call) (any, error) { return srv.kept.School.Status(c.Context()) }},
		{"POST", v1 + "/learn", operator, with(http.StatusAccepted, srv.learn)},
		{"DELETE", v1 + "/learn", operator, does(func(c *call) error { return srv.kept.School.Undo(c.Context()) })},
		{"GET", v1 + "/answers", operator, lists("answers", srv.answers)},
		{"POST", v1 + "/answers", operator, created(takes(srv.keepAnswer))},
		{"DELETE", v1 + "/answers/{id}", operator, does(srv.dropAnswer)},
		{"GET", v1 + "/access", operator, srv.accesses},
		{"POST", v1 + "/access", operator, created(takes(srv.giveAccess))},
		{"DELETE", v1 + "/access/{id}", operator, does(srv.endAccess)},
		{"GET", v1 + "/journal", operator, lists("changes", func(c *call) ([]staff.Entry, error) { return srv.kept.Journal.Last(c.Context(), journalShows) })},
		{"GET", v1 + "/metrics", operator, srv.metricsJSON},
		{"GET", "/metrics", operator, srv.metricsText},
		{"GET", "/healthz", anyone, func(*call) (any, error) { return map[string]string{"status": "ok"}, nil }},
		{"GET", "/readyz", anyone, srv.ready},
		{"GET", "/{$}", anyone, page("index.html")},
		{"GET", "/owner", anyone, page("owner.html")}, // of those whose house it is
		{"GET", "/page/{kind}/{file}", anyone, page("")},
	}
}

// journalShows is how many changes an owner sees.
const journalShows = 200

// ownThread has a handler find the thread that the guest calls by the name in the path.
func (srv *Server) ownThread(do handler) handler {
	return func(c *call) (any, error) {
		id, err := thread.Named(c.Context(), srv.o.Store, c.PathValue("id"), c.by.guest)
		if err != nil {
			return nil, err
		}
		if thread.CheckID(id) != nil {
			return nil, errNotFound
		}
		c.SetPathValue("id", id)
		return do(c)
	}
}

// withDesk has a route of a card, which a house may be without.
func (srv *Server) withDesk(do handler) handler {
	if srv.o.Desk != nil {
		return do
	}
	return func(*call) (any, error) { return nil, errNotFound }
}
