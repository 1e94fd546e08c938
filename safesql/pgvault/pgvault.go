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
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/maitre-dev/maitre/safesql"
)

// Vault is a vault in a PostgreSQL database. Each statement runs in a
// transaction of its own that can only read.
type Vault struct{ pool *pgxpool.Pool }

var _ safesql.Vault = (*Vault)(nil)

// session lets a statement only read, and a table always in the same order: noise depends
// on sums, whose last bits depend on it.
const session = `SET statement_timeout = '10min'; SET lock_timeout = '500ms';
SET default_transaction_read_only = on; SET standard_conforming_strings = on; SET jit = off;
SET work_mem = '16MB'; SET client_encoding = 'UTF8'; SET synchronize_seqscans = off; SET max_parallel_workers_per_gather = 0`

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

// Each implements [safesql.Vault]. What a function that the statement calls may have written
// is undone.
func (v *Vault) Each(ctx context.Context, sql string, args []any, f func(row []any) error) error {
	tx, err := v.pool.BeginTx(ctx, pgx.TxOptions{AccessMode: pgx.ReadOnly})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	rows, err := tx.Query(ctx, sql, append([]any{pgx.QueryResultFormats{pgx.TextFormatCode}}, args...)...)
	if err != nil {
		return err
	}
	defer rows.Close()
	fields := rows.FieldDescriptions()
	row := make([]any, len(fields))
	for rows.Next() {
		for i, text := range rows.RawValues() {
			if row[i], err = value(text, fields[i].DataTypeOID); err != nil {
				return err
			}
		}
		if err := f(row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// value reads a value as the database writes it: what is no number is text.
func value(text []byte, oid uint32) (any, error) {
	if text == nil {
		return nil, nil
	}
	switch oid {
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID:
		return strconv.ParseInt(string(text), 10, 64)
	case pgtype.Float4OID, pgtype.Float8OID, pgtype.NumericOID:
		return strconv.ParseFloat(string(text), 64)
	case pgtype.BoolOID:
		return map[string]string{"t": "true", "f": "false"}[string(text)], nil
	case pgtype.BPCharOID: // it is padded
		return strings.TrimRight(string(text), " "), nil
	}
	return string(text), nil
}
