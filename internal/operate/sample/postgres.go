package sample

import (
	"context"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"
)

// WritePostgres makes the tables of [Write], with the same rows, in a
// PostgreSQL database: all of them, or none if one is there already. An error
// does not repeat the password in dsn.
func WritePostgres(ctx context.Context, dsn string, o Options) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("writing sample customers to PostgreSQL: %w", err)
		}
	}()
	tables, err := o.tables()
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, schema); err != nil {
			return err
		}
		for _, t := range tables {
			if err := copyTo(ctx, tx, t); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, indexes)
		return err
	})
}

// copyTo fills all columns of the table, in their order.
func copyTo(ctx context.Context, tx pgx.Tx, t table) error {
	const query = `
		SELECT column_name FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position`
	rows, _ := tx.Query(ctx, query, t.name)
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	next, stop := iter.Pull(t.rows)
	defer stop()
	_, err = tx.CopyFrom(ctx, pgx.Identifier{t.name}, columns, pgx.CopyFromFunc(func() ([]any, error) {
		row, _ := next()
		return row, nil // nil ends it
	}))
	return err
}
