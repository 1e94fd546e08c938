package safesql

import (
	"context"
	"errors"
)

// Vault reads the operator's database, where everybody's rows are. It sees
// only statements that are made of the policy, never a model's text, and must
// not be able to change anything.
type Vault interface {
	Dialect() Dialect

	// Query runs one statement, whose parameters are $1, $2 and so on. Values
	// are nil, int64, float64 or string. It returns [ErrManyRows] rather than
	// more than [MaxVaultRows] rows. It is safe for concurrent use.
	Query(ctx context.Context, sql string, args []any) ([][]any, error)

	// Each calls f with every row of a statement, however many there are and
	// however long it takes. The slice is used again.
	Each(ctx context.Context, sql string, f func(row []any) error) error
}

// MaxVaultRows is how many rows a statement may bring out of the vault.
const MaxVaultRows = 20_000

// ErrManyRows is returned by a vault for a result that is too large.
var ErrManyRows = errors.New("the result has too many rows")

// restricted is a vault that can refuse, by itself, to read any other column
// than those the policy names.
type restricted interface {
	restrict(columns map[[2]string]bool) // table and column, in lower case
}
