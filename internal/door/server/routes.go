package server

import (
	"net/http"

	"github.com/maitre-dev/maitre/thread"
)

// access is who may use a route.
type access int

const (
	anyone   access = iota // the handler is told no guest
	guests                 // whoever has signed in
	people                 // staff of the house: see who.go
	operator               // whose house it is
)

// route is a row of the table. A handler returns what went wrong instead of
// writing it, and then has written nothing.
type route struct {
	method, path string
	may          access
	do           func(w http.ResponseWriter, r *http.Request, guest string) error
}

// routes is all there is. The OpenAPI document and the test of who may see
// what are held to this table: a route that either does not know fails a test.
func (srv *Server) routes() []route {
	const v1 = "/api/v1"
	return []route{
		{"POST", "/agui", guests, srv.agui},
		{"GET", "/agui/capabilities", guests, srv.capabilities},
		{"GET", v1 + "/runs/{id}/events", guests, srv.runEvents},
		{"POST", v1 + "/runs/{id}/cancel", guests, srv.runCancel},
		{"POST", v1 + "/runs/{id}/extend", guests, srv.runExtend},

		{"POST", "/v1/chat/completions", guests, srv.chat},
		{"GET", "/v1/models", guests, srv.models},
		{"POST", "/mcp", guests, srv.mcp},

		{"GET", v1 + "/threads", guests, srv.threads},
		{"GET", v1 + "/threads/{id}", guests, srv.ofThread(srv.thread)},
		{"PATCH", v1 + "/threads/{id}", guests, srv.ofThread(srv.renameThread)},
		{"DELETE", v1 + "/threads/{id}", guests, srv.ofThread(srv.deleteThread)},
		{"GET", v1 + "/threads/{id}/staff", guests, srv.ofThread(srv.talk)},
		{"GET", v1 + "/threads/{id}/trace", guests, srv.ofThread(srv.traceThread)},
		{"GET", v1 + "/threads/{id}/export", guests, srv.ofThread(srv.exportThread)},
		{"POST", v1 + "/feedback", guests, srv.feedback},
		{"POST", "/api/feedback", guests, srv.feedback},

		{"GET", v1 + "/me/memory", guests, srv.memories},
		{"DELETE", v1 + "/me/memory", guests, srv.forgetAll},
		{"PATCH", v1 + "/me/memory/{id}", guests, srv.changeOne},
		{"DELETE", v1 + "/me/memory/{id}", guests, srv.forgetOne},
		{"POST", v1 + "/me/memory/consent", guests, srv.consent},
		{"GET", v1 + "/me/export", guests, srv.exportGuest},

		{"GET", v1 + "/charts/{file}", guests, srv.chart},

		{"GET", v1 + "/session", guests, srv.session},
		{"POST", v1 + "/session", anyone, srv.signIn},
		{"PATCH", v1 + "/session", guests, srv.rename},
		{"POST", v1 + "/session/link", anyone, srv.enter},
		{"DELETE", v1 + "/session", anyone, srv.signOut},
		{"GET", v1 + "/session/guests", anyone, srv.sampleGuests},

		{"GET", v1 + "/ui/components", anyone, srv.components},
		{"GET", v1 + "/ui/components/{name}/{version}", anyone, srv.component},
		{"GET", v1 + "/openapi.json", anyone, srv.openAPI},
		{"GET", v1 + "/house", anyone, srv.looks},
		{"GET", v1 + "/house/facts", operator, srv.houseFacts},
		{"PUT", v1 + "/house/facts", operator, srv.setHouseFacts},
		{"GET", v1 + "/requests", people, srv.requests},
		{"GET", v1 + "/requests/{id}", people, srv.request},
		{"POST", v1 + "/requests/{id}", people, srv.setRequest},
		{"GET", v1 + "/links", operator, srv.links},
		{"POST", v1 + "/links", operator, srv.makeLinks},
		{"DELETE", v1 + "/links/{id}", operator, srv.revokeLink},
		{"GET", v1 + "/card", people, srv.atDesk(srv.card)},
		{"PUT", v1 + "/card", operator, srv.atDesk(srv.setCard)},
		{"DELETE", v1 + "/card", operator, srv.atDesk(srv.discardCard)},
		{"POST", v1 + "/card/file", operator, srv.atDesk(srv.uploadCard)},
		{"POST", v1 + "/card/publish", operator, srv.atDesk(srv.publishCard)},
		{"GET", v1 + "/card/versions", operator, srv.atDesk(srv.cardVersions)},
		{"POST", v1 + "/card/versions/{id}", operator, srv.atDesk(srv.undoCard)},
		{"PUT", v1 + "/card/items/{id}/sold-out", people, srv.atDesk(srv.soldOut)},
		{"DELETE", v1 + "/card/items/{id}/sold-out", people, srv.atDesk(srv.soldOut)},
		{"PUT", v1 + "/card/items/{id}/words/{word}", operator, srv.atDesk(srv.cardWord)},
		{"DELETE", v1 + "/card/items/{id}/words/{word}", operator, srv.atDesk(srv.cardWord)},
		{"POST", v1 + "/card/photos", operator, srv.atDesk(srv.keepPhoto)},
		{"GET", v1 + "/photos/{file}", anyone, srv.atDesk(srv.photo)},
		{"GET", v1 + "/tables", operator, srv.withTables(srv.tables)},
		{"POST", v1 + "/tables", operator, srv.withTables(srv.addTable)},
		{"GET", v1 + "/tables/{id}", operator, srv.withTables(srv.table)},
		{"PATCH", v1 + "/tables/{id}", operator, srv.withTables(srv.setCell)},
		{"GET", v1 + "/tables/{id}/versions", operator, srv.withTables(srv.tableVersions)},
		{"POST", v1 + "/tables/{id}/undo", operator, srv.withTables(srv.undoTable)},
		{"DELETE", v1 + "/tables/{id}", operator, srv.withTables(srv.dropTable)},
		{"GET", v1 + "/guests", operator, srv.said},
		{"GET", v1 + "/guests/counts", operator, srv.saidCounts},
		{"GET", v1 + "/guests/{id}", operator, srv.saidIn},
		{"POST", v1 + "/guests/{id}/reveal", operator, srv.reveal},
		{"GET", v1 + "/lessons", operator, srv.atSchool(srv.lessons)},
		{"POST", v1 + "/lessons", operator, srv.atSchool(srv.keepLesson)},
		{"DELETE", v1 + "/lessons/{id}", operator, srv.atSchool(srv.dropLesson)},
		{"POST", v1 + "/meanings", operator, srv.meanings},
		{"GET", v1 + "/learn", operator, srv.atSchool(srv.learning)},
		{"POST", v1 + "/learn", operator, srv.atSchool(srv.learn)},
		{"DELETE", v1 + "/learn", operator, srv.atSchool(srv.unlearn)},
		{"GET", v1 + "/answers", operator, srv.answers},
		{"POST", v1 + "/answers", operator, srv.keepAnswer},
		{"DELETE", v1 + "/answers/{id}", operator, srv.dropAnswer},
		{"GET", v1 + "/access", operator, srv.accesses},
		{"POST", v1 + "/access", operator, srv.giveAccess},
		{"DELETE", v1 + "/access/{id}", operator, srv.endAccess},
		{"GET", v1 + "/journal", operator, srv.journal},
		{"GET", v1 + "/metrics", operator, srv.metricsJSON},
		{"GET", "/metrics", operator, srv.metricsText},
		{"GET", "/healthz", anyone, srv.healthy},
		{"GET", "/readyz", anyone, srv.ready},
		{"GET", "/{$}", anyone, srv.page},
		{"GET", "/owner", anyone, srv.ownerPage},
		{"GET", "/page/{kind}/{file}", anyone, srv.pagePart},
	}
}

// ofThread has a handler find the thread that the guest calls by the name in the path.
func (srv *Server) ofThread(do func(http.ResponseWriter, *http.Request, string) error) func(http.ResponseWriter, *http.Request, string) error {
	return func(w http.ResponseWriter, r *http.Request, guest string) error {
		id, err := thread.Named(r.Context(), srv.o.Store, r.PathValue("id"), guest)
		if err != nil {
			return err
		}
		r.SetPathValue("id", id)
		return do(w, r, guest)
	}
}
