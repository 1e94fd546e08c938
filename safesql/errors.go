package safesql

import "fmt"

// Error says why a statement was refused, in words that help whoever wrote it
// to write a better one. It never holds data of the vault.
type Error struct {
	Code    string // one of the codes below; they do not change
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
	CodeSyntax        = "E_SYNTAX"         // not a SELECT that can be read
	CodeWrite         = "E_WRITE"          // would change something
	CodeManyStatement = "E_MANY"           // more than one statement
	CodeForbidden     = "E_FORBIDDEN"      // a function, table or name that is not offered
	CodeNoTable       = "E_NO_TABLE"       // no such relation
	CodeNoColumn      = "E_NO_COLUMN"      // no such column
	CodeOtherClient   = "E_OTHER_CLIENT"   // rows or particulars of other clients
	CodeRawPopulation = "E_RAW_POPULATION" // population rows that are not aggregated
	CodePopulation    = "E_POPULATION"     // population relations, and only one's own may be read
	CodeUnsupported   = "E_UNSUPPORTED"    // cannot be done over population rows
	CodeLimit         = "E_LIMIT"          // too long, too large, too slow
	CodeQuota         = "E_QUOTA"          // no population question left for today
	CodeUnavailable   = "E_UNAVAILABLE"    // the data could not be read
)

func refuse(code, hint, format string, a ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, a...), Hint: hint}
}

var (
	errSchema = refuse(CodeForbidden, "write the relation's name alone", "schema-qualified names are not offered")
	errName   = refuse(CodeForbidden, "choose another name", "names that begin with _ are reserved")
)

// Hints that several refusals share.
const (
	hintAggregate = "aggregate this (COUNT, SUM or AVG, with GROUP BY) or use your own rows (my_...)"
	hintBands     = "filter or group by a coarse column (a band, a month), or aggregate with SUM or AVG"
	hintKey       = "use COUNT(DISTINCT client_key), or join population relations on client_key"
	hintSimplify  = "ask for less at a time"
)
