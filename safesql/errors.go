package safesql

import "fmt"

// Error says why a statement was refused, in words that help whoever wrote it
// to write a better one. It never holds data of the vault.
type Error struct {
	Code    string // CodeSyntax and the like; they do not change
	Message string
	Hint    string // what to write instead; may be empty
}

func (e *Error) Error() string {
	if e.Hint == "" {
		return e.Code + ": " + e.Message
	}
	return e.Code + ": " + e.Message + "; " + e.Hint
}

// The codes of an [Error].
const (
	CodeSyntax        = "E_SYNTAX"         // not a statement that can be read
	CodeWrite         = "E_WRITE"          // would change something
	CodeManyStatement = "E_MANY"           // more than one statement
	CodeForbidden     = "E_FORBIDDEN"      // a function, table or name that is not offered
	CodeNoTable       = "E_NO_TABLE"       // no such relation
	CodeNoColumn      = "E_NO_COLUMN"      // no such column
	CodeOtherClient   = "E_OTHER_CLIENT"   // rows or particulars of other clients
	CodeRawPopulation = "E_RAW_POPULATION" // rows of everybody, of which there are figures only
	CodeLimit         = "E_LIMIT"          // too long, too large, too slow
	CodeUnavailable   = "E_UNAVAILABLE"    // the data could not be read
)

func refuse(code, hint, format string, a ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, a...), Hint: hint}
}

const hintSimplify = "ask for less at a time"
