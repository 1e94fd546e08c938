package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/internal/figures/table"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/internal/specialist/menu/editor"
	"github.com/maitre-dev/maitre/llm"
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
	errNotFound   = &apiError{http.StatusNotFound, "not_found", "there is no such thing, or it is not yours"}
	errSignIn     = &apiError{http.StatusUnauthorized, "unauthorized", "send a valid token: Authorization: Bearer mtr_…"}
	errOperator   = &apiError{http.StatusForbidden, "operator_only", "this is for the operator"}
	errProxied    = &apiError{http.StatusForbidden, "demo_behind_proxy", "a demonstration answers who sits at the machine, not a proxy: serve with --auth token and --public-host"}
	errBusy       = &apiError{http.StatusServiceUnavailable, "busy", "too much is being sent at once: try again"}
	errHost       = &apiError{http.StatusForbidden, "host_not_allowed", "the server does not go by this name: see the setting public_host"}
	errOrigin     = &apiError{http.StatusForbidden, "origin_not_allowed", "pages of this origin may not ask: see the setting cors"}
	errTooLarge   = &apiError{http.StatusRequestEntityTooLarge, "too_large", "a body has at most 2 MB, a card, a table or a photo 10 MB"}
	errTooSlow    = &apiError{http.StatusRequestTimeout, "too_slow", "the body did not come in time"}
	errClosing    = &apiError{http.StatusServiceUnavailable, "closing", "the server is shutting down: ask again"}
	errStore      = &apiError{http.StatusServiceUnavailable, "not_ready", "this could not be kept, or found, just now: try again"}
	errUnwritable = &apiError{http.StatusServiceUnavailable, "not_writable", "the database cannot be written: its disk may be full or read-only, see the log"}
	errProvider   = &apiError{http.StatusServiceUnavailable, "provider_unavailable", "the model's provider does not answer"}
	errInternal   = &apiError{http.StatusInternalServerError, "internal", "something went wrong"}
)

// meanings is the one table of what errors of other packages mean to a client,
// who is never told their words. Any other is errInternal.
var meanings = []struct {
	err error
	is  *apiError
}{
	{graph.ErrUnavailable, errStore},
	{thread.ErrNotFound, errNotFound},
	{graph.ErrNotFound, errNotFound},
	{maitre.ErrEmptyMessage, &apiError{http.StatusBadRequest, "empty_message", "the message is empty"}},
	{maitre.ErrLongMessage, &apiError{http.StatusBadRequest, "long_message", "the message is too long"}},
	{maitre.ErrPending, &apiError{http.StatusConflict, "interrupt_pending", "a question waits for an answer"}},
	{graph.ErrBusy, &apiError{http.StatusConflict, "busy", "the thread has a run under way"}},
	{graph.ErrConflict, &apiError{http.StatusConflict, "conflict", "another request was faster"}},
	{graph.ErrNoAsk, &apiError{http.StatusConflict, "interrupt_answered", "no such question waits"}},
	{editor.ErrNone, errNotFound},
	{editor.ErrChanged, &apiError{http.StatusConflict, "changed", "somebody else has changed the draft: look again"}},
	{editor.ErrBusy, &apiError{http.StatusConflict, "busy", "the card is being changed by somebody else: try again"}},
	{editor.ErrMistakes, &apiError{http.StatusUnprocessableEntity, "mistakes", "the draft has mistakes: mend them first"}},
	{editor.ErrEmpty, &apiError{http.StatusUnprocessableEntity, "empty", "the draft has no item"}},
	{editor.ErrLarge, &apiError{http.StatusUnprocessableEntity, "too_many", editor.ErrLarge.Error() + ": bring larger ones with maitre menu import"}},
	{editor.ErrOther, &apiError{http.StatusConflict, "other", editor.ErrOther.Error()}},
	{data.ErrNoTable, errNotFound},
	{data.ErrNoPicture, errNotFound},
	{data.ErrChanged, &apiError{http.StatusConflict, "changed", data.ErrChanged.Error()}},
	{data.ErrName, &apiError{http.StatusUnprocessableEntity, "table_name", data.ErrName.Error()}},
	{data.ErrLarge, &apiError{http.StatusUnprocessableEntity, "table_large", data.ErrLarge.Error()}},
	{table.ErrKind, &apiError{http.StatusUnprocessableEntity, "cell", "the value is not of the column's kind"}},
	{table.ErrColumn, &apiError{http.StatusUnprocessableEntity, "cell", "there is no such cell"}},
	{staff.ErrNoRequest, errNotFound},
	{staff.ErrTaken, &apiError{http.StatusConflict, "taken", "somebody else has it: look again"}},
	{staff.ErrFull, &apiError{http.StatusConflict, "full", "its seats were given to others: the slot is full"}},
	{staff.ErrRevised, &apiError{http.StatusConflict, "changed", "somebody else has changed it: look again"}},
	{learn.ErrBusy, &apiError{http.StatusConflict, "learning", "it is learning already"}},
	{learn.ErrNothing, &apiError{http.StatusBadRequest, "nothing_taught", "there is nothing to learn: say first what a message meant"}},
	{learn.ErrNoTurn, errNotFound},
	{llm.ErrOverBudget, &apiError{http.StatusServiceUnavailable, "over_budget", "what may be spent is spent"}},
	{context.DeadlineExceeded, &apiError{http.StatusGatewayTimeout, "timeout", "it took too long"}},
	{context.Canceled, &apiError{499, "gone", "the client did not wait"}}, // 499 is what others log for it, too
}

// slowDown says that a client asks too often.
type slowDown struct{ wait time.Duration }

func (e *slowDown) Error() string { return "asked too often" }

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
	for _, k := range meanings {
		if errors.Is(err, k.err) {
			return k.is
		}
	}
	if _, ok := errors.AsType[*llm.Error](err); ok {
		return errProvider
	}
	return errInternal
}

// fail answers with an error.
func (srv *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	e := explain(err)
	if e == errInternal {
		srv.o.Log.ErrorContext(r.Context(), "request failed", "request", requestID(w), "route", r.Pattern, "err", err)
	}
	if e == errStore {
		srv.o.Log.WarnContext(r.Context(), "the store failed", "request", requestID(w), "route", r.Pattern, "err", err)
		w.Header().Set("Retry-After", "1")
	}
	if slow, ok := errors.AsType[*slowDown](err); ok {
		w.Header().Set("Retry-After", strconv.Itoa(int(slow.wait/time.Second)+1))
	}
	if e.status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", `Bearer realm="maitre"`)
	}
	_ = writeJSON(w, e.status, map[string]any{"error": map[string]string{"code": e.code, "message": e.message}}) // who is gone need not know
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

// readJSON reads a body into v. It must be one JSON value in UTF-8 whose fields
// have the right types; fields that v does not have are ignored.
func readJSON(r *http.Request, v any) error {
	raw, err := readBody(r)
	if err != nil {
		return err
	}
	if !utf8.Valid(raw) {
		return bad("the body is not UTF-8")
	}
	err = json.Unmarshal(raw, v)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return bad(fmt.Sprintf("%s is a %s", wrong.Field, wrong.Value))
	}
	if err != nil {
		return bad("the body is not the JSON object that is wanted")
	}
	return nil
}

func readBody(r *http.Request) ([]byte, error) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, badInput(err)
	}
	return raw, nil
}

// fileName is the name of a file that somebody sends, without its folder.
func fileName(sent string) string { return path.Base(strings.ReplaceAll(sent, `\`, "/")) }

// bad says what is wrong with a request. It must not quote it.
func bad(message string) error {
	return &apiError{http.StatusBadRequest, "bad_request", message}
}

// badInput says why a body could not be read. The error's words must be fit for
// whoever sent it, as those of agui.Decode are.
func badInput(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return errTooLarge
	}
	if errors.Is(err, errBusy) {
		return errBusy
	}
	if broken, ok := errors.AsType[net.Error](err); ok && broken.Timeout() {
		return errTooSlow
	} else if ok || errors.Is(err, io.ErrUnexpectedEOF) {
		return bad("the body could not be read")
	}
	return bad(err.Error())
}
