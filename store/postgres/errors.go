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

// fail says what was being done, to which database, and what usually helps. A
// message of PostgreSQL names tables and columns; the values are in its detail,
// which is not shown. The end of ctx comes back as itself, and so does what
// tells a caller how a thread or a run stands.
func (s *Store) fail(ctx context.Context, doing string, err error) error {
	if err == nil || slices.ContainsFunc(sqlstore.Standing, func(known error) bool { return errors.Is(err, known) }) {
		return err
	}
	if constraint(err) == "attention_run_fkey" { // the run was removed just now
		return graph.ErrNotFound
	}
	if e, ok := errors.AsType[*sqlstore.CallersError](err); ok {
		return fmt.Errorf("%s: %w", doing, e.Err)
	}
	ended := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	lost, _ := errors.AsType[*lostError](err)
	doubt := ""
	if lost != nil && lost.sent {
		doubt = " (it is not known whether the last write was done)"
	}
	switch {
	case ended && ctx.Err() != nil:
		return fmt.Errorf("%s: %w%s", doing, ctx.Err(), doubt)
	case ended:
		return graph.Unavailable(fmt.Errorf("%s: %s cannot be reached: no answer for %v%s", doing, s.where, s.patience, doubt))
	case connecting || lost != nil:
		err = cause(err)
	}
	if e, ok := errors.AsType[*pgconn.PgError](err); ok && !gone(e) {
		told := fmt.Errorf("%s: %s: %w%s", doing, s.where, err, hint(e))
		if strings.HasPrefix(e.Code, "53") || e.Code == "57014" { // no room, no connection, no time
			return graph.Unavailable(told)
		}
		return told
	}
	if connecting || lost != nil {
		return graph.Unavailable(fmt.Errorf("%s: %s cannot be reached: %w%s", doing, s.where, err, doubt))
	}
	return fmt.Errorf("%s: %s: %w", doing, s.where, err)
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
func gone(e *pgconn.PgError) bool {
	return strings.HasPrefix(e.Code, "57P") || strings.HasPrefix(e.Code, "08")
}

func hint(e *pgconn.PgError) string {
	switch e.Code {
	case "28P01", "28000":
		return " (check the user and the password)"
	case "3D000":
		return " (make the database first, with createdb)"
	case "25006":
		return " (this server can only be read: name the one that is written to)"
	case "42501":
		return " (this user must be able to make tables, and to write to them)"
	case "53300":
		return " (raise max_connections of the server, or lower pool_max_conns in the connection string)"
	case "53100":
		return " (free some space; what was saved before is safe)"
	case "57014":
		return " (it took longer than statement_timeout: another program may hold a lock)"
	}
	return ""
}
