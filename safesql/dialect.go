package safesql

import (
	"fmt"
	"strings"
)

// Dialect is the SQL a vault reads.
type Dialect string

// The dialects.
const (
	SQLite     Dialect = "sqlite"
	PostgreSQL Dialect = "postgres"
)

// pick returns what to write in the dialect.
func (d Dialect) pick(sqlite, postgres string) string {
	if d == PostgreSQL {
		return postgres
	}
	return sqlite
}

// valueType is what is known about a value in the vault.
type valueType uint8

const (
	anyType valueType = iota // NULL
	textType
	intType
	realType
)

func (t valueType) numeric() bool { return t == intType || t == realType }

func typeNamed(s string) valueType {
	switch s {
	case "integer", "bigint", "smallint":
		return intType
	case "real", "double precision", "numeric":
		return realType
	}
	return textType
}

func (d Dialect) typeName(t valueType) string {
	switch t { //nolint:exhaustive // the rest is kept as text
	case intType:
		return d.pick("INTEGER", "bigint")
	case realType:
		return d.pick("REAL", "double precision")
	}
	return "TEXT"
}

// cast prints x, of type from, as a value of type to. What is not a number
// becomes 0, as in SQLite; in PostgreSQL it would be an error.
func (d Dialect) cast(x string, from, to valueType) string {
	if from == to {
		return x
	}
	if d == PostgreSQL && from == textType && to.numeric() {
		pattern := `^\s*([-+]?[0-9]{1,18})`
		if to == realType {
			pattern = `^\s*([-+]?[0-9]{1,30}(?:\.[0-9]{1,30})?)`
		}
		return fmt.Sprintf("CASE WHEN %s IS NULL THEN NULL ELSE COALESCE(CAST(substring(%s from '%s') AS %s), 0) END", x, x, pattern, d.typeName(to))
	}
	if d == PostgreSQL && from == realType && to == intType {
		x = fmt.Sprintf("CASE WHEN abs(%s) < 9e18 THEN trunc(CAST(%s AS numeric)) END", x, x)
	}
	return fmt.Sprintf("CAST(%s AS %s)", x, d.typeName(to))
}

// quoteTable quotes the name of a table of the operator, which may have a
// schema: crm.customers.
func quoteTable(s string) string {
	parts := strings.Split(s, ".")
	for i, p := range parts {
		parts[i] = quoteName(p)
	}
	return strings.Join(parts, ".")
}

func quoteName(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
func quoteText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
