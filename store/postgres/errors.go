package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/store/internal/sqlstore"
)

// Fail implements sqlstore.DB: it says what was being done, to which database, and what usually helps. A
// message of PostgreSQL names tables and columns; the values are in its detail,
// which is not shown. The end of ctx comes back as itself, and so does what
// tells a caller how a thread or a run stands.
func (e engine) Fail(ctx context.Context, doing string, err error) error {
	if err == nil || slices.ContainsFunc(sqlstore.Standing, func(known error) bool { return errors.Is(err, known) }) {
		return err
	}
	if code(err) == "23503" { // the run that it belongs to was removed just now
		return graph.ErrNotFound
	}
	if by, ok := errors.AsType[*sqlstore.CallersError](err); ok {
		return fmt.Errorf("%s: %w", doing, by.Err)
	}
	ended := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	lost, _ := errors.AsType[*lostError](err)
	doubt := ""
	if lost != nil && lost.sent {
		doubt = " (" + sqlstore.ErrUnknown.Error() + ")"
	}
	switch {
	case errors.Is(err, sqlstore.ErrUnknown):
		return graph.Unavailable(fmt.Errorf("%s: %s: %w", doing, e.where, err))
	case ended && ctx.Err() != nil:
		return fmt.Errorf("%s: %w%s", doing, ctx.Err(), doubt)
	case ended:
		return graph.Unavailable(fmt.Errorf("%s: %s cannot be reached: no answer for %v%s", doing, e.where, e.patience, doubt))
	case connecting || lost != nil:
		err = cause(err)
	}
	if is := code(err); is != "" && !gone(is) {
		told := fmt.Errorf("%s: %s: %w%s", doing, e.where, err, hints[is])
		if strings.HasPrefix(is, "53") || is == "57014" { // no room, no connection, no time
			return graph.Unavailable(told)
		}
		return told
	}
	if connecting || lost != nil {
		return graph.Unavailable(fmt.Errorf("%s: %s cannot be reached: %w%s", doing, e.where, err, doubt))
	}
	return fmt.Errorf("%s: %s: %w", doing, e.where, err)
}

// cause returns the one line at the bottom of an error.
func cause(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the connection broke off")
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e
	}
	if e, ok := errors.AsType[*net.OpError](err); ok {
		return e.Err
	}
	for next := err; next != nil; next = errors.Unwrap(next) {
		err = next
	}
	return errors.New(strings.ReplaceAll(err.Error(), "\n", "; "))
}

// gone reports whether the server said good-bye, or is not ready yet.
func gone(code string) bool { return strings.HasPrefix(code, "57P") || strings.HasPrefix(code, "08") }

// hints say what usually helps, by the server's code.
var hints = map[string]string{
	"28P01": " (check the user and the password)",
	"28000": " (check the user and the password)",
	"3D000": " (make the database first, with createdb)",
	"25006": " (this server can only be read: name the one that is written to)",
	"42501": " (this user must be able to make tables, and to write to them)",
	"53300": " (raise max_connections of the server, or lower pool_max_conns in the connection string)",
	"53100": " (free some space; what was saved before is safe)",
	"57014": " (it took longer than statement_timeout: another program may hold a lock)",
}
