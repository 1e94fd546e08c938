// Package pgvault reads customers' data from PostgreSQL for [safesql]:
//
//	v, err := pgvault.Open(ctx, dsn)
//	gate, err := safesql.Open(ctx, safesql.Options{Vault: v, ...})
//
// The role in the connection string needs SELECT on the tables that the policy
// names and should have nothing else.
package pgvault

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/maitre-dev/maitre/safesql"
)

// Vault is a vault in a PostgreSQL database. Each statement runs in a
// transaction of its own that can only read.
type Vault struct{ pool *pgxpool.Pool }

var _ safesql.Vault = (*Vault)(nil)

const session = `SET statement_timeout = '2s'; SET lock_timeout = '500ms';
SET default_transaction_read_only = on; SET standard_conforming_strings = on; SET jit = off;
SET work_mem = '16MB'; SET client_encoding = 'UTF8'`

// Open connects to the database. An error does not hold the connection
// string, which may hold a password.
func Open(ctx context.Context, dsn string) (*Vault, error) {
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, errors.New("the connection string of the customers' database cannot be read")
	}
	cfg.MaxConns = 4
	// Statements differ from question to question: none is worth keeping
	// prepared.
	cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeDescribeExec
	cfg.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, session, pgx.QueryExecModeSimpleProtocol)
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("connecting to the customers' database: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("connecting to the customers' database: %w", err)
	}
	return &Vault{pool}, nil
}

// Close waits for statements to end and closes the connections.
func (v *Vault) Close() error {
	v.pool.Close()
	return nil
}

// Dialect implements [safesql.Vault].
func (v *Vault) Dialect() safesql.Dialect { return safesql.PostgreSQL }

// Query implements [safesql.Vault].
func (v *Vault) Query(ctx context.Context, sql string, args []any) ([][]any, error) {
	var out [][]any
	err := v.each(ctx, "", sql, args, func(row []any) error {
		if len(out) == safesql.MaxVaultRows {
			return safesql.ErrManyRows
		}
		out = append(out, row)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Each implements [safesql.Vault]. It reads a table always in the same order: noise
// depends on sums, whose last bits depend on it.
func (v *Vault) Each(ctx context.Context, sql string, f func(row []any) error) error {
	return v.each(ctx, "SET LOCAL statement_timeout = '10min'; SET LOCAL synchronize_seqscans = off; SET LOCAL max_parallel_workers_per_gather = 0", sql, nil, f)
}

func (v *Vault) each(ctx context.Context, settings, sql string, args []any, f func(row []any) error) error {
	return pgx.BeginTxFunc(ctx, v.pool, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		if settings != "" {
			if _, err := tx.Exec(ctx, settings, pgx.QueryExecModeSimpleProtocol); err != nil {
				return err
			}
		}
		rows, err := tx.Query(ctx, sql, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			row, err := rows.Values()
			if err != nil {
				return err
			}
			for i := range row {
				if row[i], err = plain(row[i]); err != nil {
					return err
				}
			}
			if err := f(row); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}

// plain turns a value of the driver into one of the vault's types.
func plain(v any) (any, error) {
	switch x := v.(type) {
	case nil, int64, float64, string:
		return x, nil
	case int16:
		return int64(x), nil
	case int32:
		return int64(x), nil
	case float32:
		return float64(x), nil
	case pgtype.Numeric:
		if x.Valid && !x.NaN && x.InfinityModifier == pgtype.Finite && x.Exp >= 0 && x.Exp < 19 {
			n := new(big.Int).Mul(x.Int, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(x.Exp)), nil))
			if n.IsInt64() {
				return n.Int64(), nil
			}
		}
		f, err := x.Float64Value()
		return f.Float64, err
	}
	return nil, fmt.Errorf("a value of type %T", v)
}
