package safesql

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Vault reads the operator's database, where everybody's rows are. It sees
// only statements that are made of the policy, never a model's text, and must
// not be able to change anything.
type Vault interface {
	// Each calls f with every row of a statement, whose parameters are $1, $2 and so
	// on, however many rows there are and however long it takes. Values are nil, int64,
	// float64 or string; the slice is used again. It is safe for concurrent use.
	Each(ctx context.Context, sql string, args []any, f func(row []any) error) error
}

const (
	maxVaultRows = 20_000 // that a statement may bring out of the vault
	maxVaultTime = 5 * time.Second
)

// ErrManyRows is the error of a result that is too large.
var ErrManyRows = errors.New("the result has too many rows")

// Rows returns the rows of a statement over a vault, which may be 20,000.
func Rows(ctx context.Context, v Vault, sql string, args ...any) (rows [][]any, err error) {
	ctx, cancel := context.WithTimeout(ctx, maxVaultTime)
	defer cancel()
	err = v.Each(ctx, sql, args, collect(&rows))
	return rows, err
}

func collect(rows *[][]any) func(row []any) error {
	return func(row []any) error {
		if len(*rows) == maxVaultRows {
			return ErrManyRows
		}
		*rows = append(*rows, slices.Clone(row))
		return nil
	}
}

// restricted is a vault that can refuse, by itself, to read any other column
// than those the policy names.
type restricted interface {
	restrict(columns map[[2]string]bool) // table and column, in lower case
}
