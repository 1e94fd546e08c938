package server

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/door/openai"
	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/specialist/menu/editor"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/thread"
)

// apiError is an error as a client is told it: code is for programs, message
// for whoever writes them.
type apiError struct {
	status  int
	code    string
	message string
}

func (e *apiError) Error() string { return e.code + ": " + e.message }

// What a handler finds wrong with a request.
var (
	errNotFound   = &apiError{404, "not_found", "there is no such thing, or it is not yours"}
	errSignIn     = &apiError{401, "unauthorized", "send a valid token: Authorization: Bearer mtr_…"}
	errOperator   = &apiError{403, "operator_only", "this is for the operator"}
	errProxied    = &apiError{403, "demo_behind_proxy", "a demonstration answers who sits at the machine, not a proxy: serve with --auth token and --public-host"}
	errBusy       = &apiError{503, "busy", "too much is being sent at once: try again"}
	errHost       = &apiError{403, "host_not_allowed", "the server does not go by this name: see the setting public_host"}
	errOrigin     = &apiError{403, "origin_not_allowed", "pages of this origin may not ask: see the setting cors"}
	errTooLarge   = &apiError{413, "too_large", "a body has at most 2 MB, a card, a table or a photo 10 MB"}
	errTooSlow    = &apiError{408, "too_slow", "the body did not come in time"}
	errClosing    = &apiError{503, "closing", "the server is shutting down: ask again"}
	errStore      = &apiError{503, "not_ready", "this could not be kept, or found, just now: try again"}
	errUnwritable = &apiError{503, "not_writable", "the database cannot be written: its disk may be full or read-only, see the log"}
	errProvider   = &apiError{503, "provider_unavailable", "the model's provider does not answer"}
	errInternal   = &apiError{500, "internal", "something went wrong"}
)

// meanings is the one table of what errors of other packages mean to a client,
// who is never told their words, unless the message is "": then they are fit for it. Any
// other is errInternal.
var meanings = []struct {
	err     error
	status  int
	code    string
	message string
}{
	{maitre.ErrEmptyMessage, 400, "empty_message", "the message is empty"},
	{maitre.ErrLongMessage, 400, "long_message", "the message is too long"},
	{maitre.ErrPending, 409, "interrupt_pending", "a question waits for an answer"},
	{memory.ErrValue, 400, "bad_request", "nothing can be remembered as this: it is empty, too long or no plain text"},
	{graph.ErrBusy, 409, "busy", "the thread has a run under way"},
	{graph.ErrConflict, 409, "conflict", "another request was faster"},
	{graph.ErrNoAsk, 409, "interrupt_answered", "no such question waits"},
	{editor.ErrChanged, 409, "changed", "somebody else has changed the draft: look again"},
	{editor.ErrBusy, 409, "busy", "the card is being changed by somebody else: try again"},
	{editor.ErrMistakes, 422, "mistakes", "the draft has mistakes: mend them first"},
	{editor.ErrEmpty, 422, "empty", "the draft has no item"},
	{editor.ErrLarge, 422, "too_many", "a card that is changed here has at most 2,000 items: bring larger ones with maitre menu import"},
	{editor.ErrOther, 409, "other", ""},
	{data.ErrChanged, 409, "changed", ""},
	{data.ErrName, 422, "table_name", ""},
	{data.ErrLarge, 422, "table_large", ""},
	{table.ErrKind, 422, "cell", "the value is not of the column's kind"},
	{table.ErrColumn, 422, "cell", "there is no such cell"},
	{staff.ErrTaken, 409, "taken", "somebody else has it: look again"},
	{staff.ErrFull, 409, "full", "its seats were given to others: the slot is full"},
	{staff.ErrRevised, 409, "changed", "somebody else has changed it: look again"},
	{learn.ErrBusy, 409, "learning", "it is learning already"},
	{learn.ErrNothing, 400, "nothing_taught", "there is nothing to learn: say first what a message meant"},
	{llm.ErrOverBudget, 503, "over_budget", "what may be spent is spent"},
	{context.DeadlineExceeded, 504, "timeout", "it took too long"},
	{context.Canceled, 499, "gone", "the client did not wait"}, // 499 is what others log for it, too
}

// missing are the errors that say that there is no such thing.
var missing = []error{thread.ErrNotFound, graph.ErrNotFound, editor.ErrNone, data.ErrNoTable, data.ErrNoPicture, staff.ErrNoRequest, learn.ErrNoTurn}

func explain(err error) *apiError {
	if e, ok := errors.AsType[*apiError](err); ok {
		return e
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return errTooLarge
	}
	if m, ok := errors.AsType[*editor.Mistake](err); ok {
		return &apiError{http.StatusUnprocessableEntity, "unreadable", m.Error()}
	}
	if _, ok := errors.AsType[*slowDown](err); ok {
		return &apiError{http.StatusTooManyRequests, "rate_limited", "you ask too often: see Retry-After"}
	}
	if errors.Is(err, graph.ErrUnavailable) {
		return errStore
	}
	for _, none := range missing {
		if errors.Is(err, none) {
			return errNotFound
		}
	}
	for _, k := range meanings {
		if !errors.Is(err, k.err) {
			continue
		}
		if k.message == "" {
			k.message = k.err.Error()
		}
		return &apiError{k.status, k.code, k.message}
	}
	if _, ok := errors.AsType[*llm.Error](err); ok {
		return errProvider
	}
	return errInternal
}

// fail answers with an error.
func (srv *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if known, ok := errors.AsType[*openai.Error](err); ok {
		known.Write(w)
		return
	}
	e := explain(err)
	switch e {
	case errInternal:
		srv.o.Log.ErrorContext(r.Context(), "request failed", "request", requestID(w), "route", r.Pattern, "err", err)
	case errStore:
		srv.o.Log.WarnContext(r.Context(), "the store failed", "request", requestID(w), "route", r.Pattern, "err", err)
		w.Header().Set("Retry-After", "1")
	}
	if slow, ok := errors.AsType[*slowDown](err); ok {
		w.Header().Set("Retry-After", strconv.Itoa(int(slow.wait/time.Second)+1))
	}
	if e.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="maitre"`)
	}
	if strings.HasPrefix(r.URL.Path, "/v1/") { // whose clients know errors of another shape
		(&openai.Error{Status: e.status, Code: e.code, Message: e.message}).Write(w)
		return
	}
	_ = writeJSON(w, e.status, map[string]any{"error": map[string]string{"code": e.code, "message": e.message}}) // who is gone need not know
}

// bad says what is wrong with a request. It must not quote it.
func bad(message string) error { return &apiError{http.StatusBadRequest, "bad_request", message} }
