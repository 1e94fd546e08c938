package safesql

import (
	"errors"
	"regexp"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

var (
	errMemory = refuse(CodeLimit, hintSimplify, "the statement needs more memory than it may have")
	errTime   = refuse(CodeLimit, hintSimplify, "the statement took too long")
	errWrite  = refuse(CodeWrite, "write one SELECT", "only reading is possible")
)

// writes matches statements that would change something, whatever it is.
var writes = regexp.MustCompile(`(?i)^\s*(INSERT|UPDATE|DELETE|REPLACE|DROP|CREATE|ALTER|TRUNCATE|GRANT|VACUUM|REINDEX|ANALYZE|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b`)

// explain turns an error of the engine into one for the caller. It may quote
// the engine, which knows nothing that the caller may not see. The message of
// a table that is not there is its name: [Gate.advise] says what there is.
func (r *room) explain(err error) error {
	if r.ctx.Err() != nil || errors.Is(err, sqlite3.INTERRUPT) {
		return errTime
	}
	if r.calls > maxAuthorizerCalls {
		return refuse(CodeLimit, hintSimplify, "the statement is too complex")
	}
	if d := r.denied; d != (deniedAction{}) {
		switch d.action { //nolint:exhaustive // the rest writes
		case sqlite3.AUTH_FUNCTION:
			return refuse(CodeForbidden, "use the common functions of SQLite", "the function %s is not offered", d.name)
		case sqlite3.AUTH_PRAGMA, sqlite3.AUTH_ATTACH:
			return refuse(CodeForbidden, "write a SELECT", "PRAGMA and ATTACH are not offered")
		case sqlite3.AUTH_READ:
			return refuse(CodeForbidden, "", "%s is not offered", d.name)
		}
		return errWrite
	}
	text := err.Error()
	if i := strings.LastIndex(text, "error: "); strings.HasPrefix(text, "sqlite3: ") && i >= 0 {
		text = text[i+len("error: "):]
	}
	text = strings.TrimPrefix(text, "sqlite3: ")
	switch name, table := strings.CutPrefix(text, "no such table: "); {
	case table:
		return refuse(CodeNoTable, "", "%s", name)
	case strings.HasPrefix(text, "no such column"):
		return refuse(CodeNoColumn, "", "%s", text)
	case strings.HasPrefix(text, "no such function"):
		return refuse(CodeForbidden, "use the common functions of SQLite", "%s", text)
	case errors.Is(err, sqlite3.TOOBIG), errors.Is(err, sqlite3.NOMEM), errors.Is(err, sqlite3.FULL),
		strings.Contains(text, "too many"), strings.Contains(text, "too large"), strings.Contains(text, "overflow"),
		strings.Contains(text, "too big"), strings.Contains(text, "too complex"):
		return refuse(CodeLimit, hintSimplify, "%s", text)
	}
	return refuse(CodeSyntax, "", "%s", text)
}
