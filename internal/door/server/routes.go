package server

import (
	"net/http"

	"github.com/maitre-dev/maitre/internal/door/openai"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/specialist/menu/editor"
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

// route is a row of the table. A handler returns what went wrong instead of
// writing it, and then has written nothing.
type route struct {
	method, path string
	may          access
	do           handler
}

// handler is what a route does.
type handler = func(w http.ResponseWriter, r *http.Request, guest string) error

// shows answers with JSON.
func shows(find func(r *http.Request, guest string) (any, error)) handler {
	return answers(http.StatusOK, find)
}

func answers(status int, find func(r *http.Request, guest string) (any, error)) handler {
	return func(w http.ResponseWriter, r *http.Request, guest string) error {
		found, err := find(r, guest)
		if err != nil {
			return err
		}
		return writeJSON(w, status, found)
	}
}

// lists answers with all that there is of something, by its name.
func lists[T any](name string, find func(r *http.Request) ([]T, error)) handler {
	return shows(func(r *http.Request, _ string) (any, error) {
		all, err := find(r)
		return map[string][]T{name: append([]T{}, all...)}, err
	})
}

// takes reads the body of a request, which is JSON.
func takes[In any](do func(r *http.Request, guest string, in In) (any, error)) func(*http.Request, string) (any, error) {
	return func(r *http.Request, guest string) (any, error) {
		var in In
		if err := readJSON(r, &in); err != nil {
			return nil, err
		}
		return do(r, guest, in)
	}
}

// does answers with nothing but that it was done.
func does(do func(r *http.Request, guest string) error) handler {
	return func(w http.ResponseWriter, r *http.Request, guest string) error {
		if err := do(r, guest); err != nil {
			return err
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
}

// given has a route that a house may be without.
func given(there bool, do handler) handler {
	if there {
		return do
	}
	return func(http.ResponseWriter, *http.Request, string) error { return errNotFound }
}

// routes is all there is. The OpenAPI document and the test of who may see
// what are held to this table: a route that either does not know fails a test.
func (srv *Server) routes() []route {
	const v1 = "/api/v1"
	card := func(do handler) handler { return given(srv.o.Desk != nil, do) }
	return []route{
		{"POST", "/agui", guests, srv.agui},
		{"GET", "/agui/capabilities", guests, shows(srv.capabilities)},
		{"GET", v1 + "/runs/{id}/events", guests, srv.runEvents},
		{"POST", v1 + "/runs/{id}/cancel", guests, does(srv.runCancel)},
		{"POST", v1 + "/runs/{id}/extend", guests, shows(srv.runExtend)},

		{"POST", "/v1/chat/completions", guests, srv.chat},
		{"GET", "/v1/models", guests, shows(func(*http.Request, string) (any, error) { return openai.Models(), nil })},
		{"POST", "/mcp", guests, given(srv.o.MCP != nil, srv.o.MCP)},

		{"GET", v1 + "/threads", guests, shows(srv.threads)},
		{"GET", v1 + "/threads/{id}", guests, srv.ofThread(shows(srv.thread))},
		{"PATCH", v1 + "/threads/{id}", guests, srv.ofThread(shows(takes(srv.renameThread)))},
		{"DELETE", v1 + "/threads/{id}", guests, srv.ofThread(does(srv.deleteThread))},
		{"GET", v1 + "/threads/{id}/staff", guests, srv.ofThread(shows(func(r *http.Request, guest string) (any, error) {
			return srv.kept.Inbox.Talk(r.Context(), guest, r.PathValue("id"))
		}))},
		{"GET", v1 + "/threads/{id}/trace", guests, srv.ofThread(shows(srv.traceThread))},
		{"GET", v1 + "/threads/{id}/export", guests, srv.ofThread(srv.exportThread)},
		{"POST", v1 + "/feedback", guests, answers(http.StatusCreated, takes(srv.feedback))},
		{"POST", "/api/feedback", guests, answers(http.StatusCreated, takes(srv.feedback))},

		{"GET", v1 + "/me/memory", guests, shows(func(r *http.Request, guest string) (any, error) {
			return srv.o.Book.Export(r.Context(), guest, srv.language(r))
		})},
		{"DELETE", v1 + "/me/memory", guests, does(srv.forgetAll)},
		{"PATCH", v1 + "/me/memory/{id}", guests, shows(takes(srv.changeOne))},
		{"DELETE", v1 + "/me/memory/{id}", guests, does(srv.forgetOne)},
		{"POST", v1 + "/me/memory/consent", guests, does(srv.consent)},
		{"GET", v1 + "/me/export", guests, srv.exportGuest},

		{"GET", v1 + "/charts/{file}", guests, srv.chart},

		{"GET", v1 + "/session", guests, shows(srv.session)},
		{"POST", v1 + "/session", anyone, srv.signIn},
		{"PATCH", v1 + "/session", guests, shows(takes(srv.rename))},
		{"POST", v1 + "/session/link", anyone, srv.enter},
		{"DELETE", v1 + "/session", anyone, srv.signOut},
		{"GET", v1 + "/session/guests", anyone, shows(srv.sampleGuests)},

		{"GET", v1 + "/ui/components", anyone, shows(srv.components)},
		{"GET", v1 + "/ui/components/{name}/{version}", anyone, srv.component},
		{"GET", v1 + "/openapi.json", anyone, srv.openAPI},
		{"GET", v1 + "/house", anyone, shows(srv.looks)},
		{"GET", v1 + "/house/facts", operator, shows(srv.houseFacts)},
		{"PUT", v1 + "/house/facts", operator, shows(takes(srv.setHouseFacts))},
		{"GET", v1 + "/requests", people, shows(srv.requests)},
		{"GET", v1 + "/requests/{id}", people, shows(srv.request)},
		{"POST", v1 + "/requests/{id}", people, shows(takes(srv.setRequest))},
		{"GET", v1 + "/links", operator, lists("links", func(r *http.Request) ([]staff.Link, error) { return srv.kept.Links.List(r.Context()) })},
		{"POST", v1 + "/links", operator, answers(http.StatusCreated, takes(srv.makeLinks))},
		{"DELETE", v1 + "/links/{id}", operator, does(srv.revokeLink)},
		{"GET", v1 + "/card", people, card(shows(srv.card))},
		{"PUT", v1 + "/card", operator, card(shows(takes(srv.setCard)))},
		{"DELETE", v1 + "/card", operator, card(does(func(r *http.Request, _ string) error { return srv.o.Desk.Discard(r.Context()) }))},
		{"POST", v1 + "/card/file", operator, card(shows(srv.uploadCard))},
		{"POST", v1 + "/card/publish", operator, card(shows(takes(srv.publishCard)))},
		{"GET", v1 + "/card/versions", operator, card(lists("versions", func(r *http.Request) ([]editor.Version, error) { return srv.o.Desk.Versions(r.Context()) }))},
		{"POST", v1 + "/card/versions/{id}", operator, card(shows(func(r *http.Request, guest string) (any, error) {
			return srv.o.Desk.Undo(r.Context(), r.PathValue("id"), srv.nameOf(r, guest))
		}))},
		{"PUT", v1 + "/card/items/{id}/sold-out", people, card(does(srv.soldOut))},
		{"DELETE", v1 + "/card/items/{id}/sold-out", people, card(does(srv.soldOut))},
		{"PUT", v1 + "/card/items/{id}/words/{word}", operator, card(does(srv.cardWord))},
		{"DELETE", v1 + "/card/items/{id}/words/{word}", operator, card(does(srv.cardWord))},
		{"POST", v1 + "/card/photos", operator, card(answers(http.StatusCreated, srv.keepPhoto))},
		{"GET", v1 + "/photos/{file}", anyone, card(srv.photo)},
		{"GET", v1 + "/tables", operator, lists("tables", func(r *http.Request) ([]data.Entry, error) { return srv.kept.Tables.List(r.Context()) })},
		{"POST", v1 + "/tables", operator, srv.addTable},
		{"GET", v1 + "/tables/{id}", operator, shows(srv.table)},
		{"PATCH", v1 + "/tables/{id}", operator, shows(takes(srv.setCell))},
		{"GET", v1 + "/tables/{id}/versions", operator, lists("versions", func(r *http.Request) ([]data.Entry, error) {
			return srv.kept.Tables.Versions(r.Context(), r.PathValue("id"))
		})},
		{"POST", v1 + "/tables/{id}/undo", operator, shows(srv.undoTable)},
		{"DELETE", v1 + "/tables/{id}", operator, does(func(r *http.Request, _ string) error { return srv.kept.Tables.Remove(r.Context(), r.PathValue("id")) })},
		{"GET", v1 + "/guests", operator, shows(srv.said)},
		{"GET", v1 + "/guests/counts", operator, shows(srv.saidCounts)},
		{"GET", v1 + "/guests/{id}", operator, shows(srv.saidIn)},
		{"POST", v1 + "/guests/{id}/reveal", operator, shows(takes(srv.reveal))},
		{"GET", v1 + "/lessons", operator, shows(srv.lessons)},
		{"POST", v1 + "/lessons", operator, answers(http.StatusCreated, takes(srv.keepLesson))},
		{"DELETE", v1 + "/lessons/{id}", operator, does(srv.dropLesson)},
		{"POST", v1 + "/meanings", operator, shows(takes(srv.meanings))},
		{"GET", v1 + "/learn", operator, shows(func(r *http.Request, _ string) (any, error) { return srv.kept.School.Status(r.Context()) })},
		{"POST", v1 + "/learn", operator, answers(http.StatusAccepted, srv.learn)},
		{"DELETE", v1 + "/learn", operator, does(func(r *http.Request, _ string) error { return srv.kept.School.Undo(r.Context()) })},
		{"GET", v1 + "/answers", operator, shows(srv.answers)},
		{"POST", v1 + "/answers", operator, answers(http.StatusCreated, takes(srv.keepAnswer))},
		{"DELETE", v1 + "/answers/{id}", operator, does(srv.dropAnswer)},
		{"GET", v1 + "/access", operator, shows(srv.accesses)},
		{"POST", v1 + "/access", operator, answers(http.StatusCreated, takes(srv.giveAccess))},
		{"DELETE", v1 + "/access/{id}", operator, does(srv.endAccess)},
		{"GET", v1 + "/journal", operator, lists("changes", func(r *http.Request) ([]staff.Entry, error) { return srv.kept.Journal.Last(r.Context(), journalShows) })},
		{"GET", v1 + "/metrics", operator, srv.metricsJSON},
		{"GET", "/metrics", operator, srv.metricsText},
		{"GET", "/healthz", anyone, shows(healthy)},
		{"GET", "/readyz", anyone, shows(srv.ready)},
		{"GET", "/{$}", anyone, page("index.html")},
		{"GET", "/owner", anyone, page("owner.html")}, // of those whose house it is
		{"GET", "/page/{kind}/{file}", anyone, page("")},
	}
}

// ofThread has a handler find the thread that the guest calls by the name in the path.
func (srv *Server) ofThread(do handler) handler {
	return func(w http.ResponseWriter, r *http.Request, guest string) error {
		id, err := thread.Named(r.Context(), srv.o.Store, r.PathValue("id"), guest)
		if err != nil {
			return err
		}
		if thread.CheckID(id) != nil {
			return errNotFound
		}
		r.SetPathValue("id", id)
		return do(w, r, guest)
	}
}
