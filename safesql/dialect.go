package safesql

import (
	"fmt"
	"strings"
)

// Dialect is the SQL a vault reads. The gateway prints only what has the same
// meaning in all of them, and never an operation that fails for some rows: an
// error that depends on data is an answer about it.
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

// valueType is what the gateway knows about a value in the vault.
type valueType uint8

const (
	anyType valueType = iota // NULL
	textType
	intType
	realType
	boolType
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
	if from == boolType {
		return d.cast(d.boolValue(x), intType, to)
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

// boolValue prints the condition x as 1, 0 or NULL.
func (d Dialect) boolValue(x string) string {
	return d.pick(x, "CAST(CAST("+x+" AS integer) AS bigint)")
}

// total prints the sum of x, 0 if there is none, as a real.
func (d Dialect) total(x string) string {
	return d.pick("TOTAL("+x+")", "COALESCE(SUM(CAST("+x+" AS double precision)), 0)")
}

// number prints x as a real, 0 if it is NULL.
func (d Dialect) number(x string) string {
	return "COALESCE(CAST(" + x + " AS " + d.typeName(realType) + "), 0)"
}

// totalOver is total over the rows of a window.
func (d Dialect) totalOver(x, window string) string {
	return d.pick("TOTAL("+x+")", "SUM(CAST("+x+" AS double precision))") + " OVER (" + window + ")"
}

// once ends a subquery whose columns are computed once for each row, however
// often they are used outside of it.
func (d Dialect) once() string { return d.pick(" LIMIT -1", " OFFSET 0") }

// arithmetic prints a op b. In PostgreSQL it is done with numbers of any
// length, which cannot overflow.
func (d Dialect) arithmetic(op, a, b string, t valueType) string {
	if d == SQLite {
		return "(" + a + " " + op + " " + b + ")"
	}
	a, b = "CAST("+a+" AS numeric)", "CAST("+b+" AS numeric)"
	switch {
	case op == "/" && t == intType:
		return "div(" + a + ", NULLIF(" + b + ", 0))"
	case op == "/":
		return "(" + a + " / NULLIF(" + b + ", 0))"
	case op == "%":
		return "mod(" + a + ", NULLIF(" + b + ", 0))"
	}
	return "(" + a + " " + op + " " + b + ")"
}

// lower and upper change the letters A to Z only, as SQLite does.
func (d Dialect) lower(x string) string {
	return d.pick("lower("+x+")", "translate("+x+", 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')")
}

func (d Dialect) upper(x string) string {
	return d.pick("upper("+x+")", "translate("+x+", 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')")
}

func (d Dialect) like(x, pattern string, not bool) string {
	like := notWord(not) + " LIKE "
	return d.pick("("+x+like+pattern+")", "("+d.lower(x)+like+d.lower(pattern)+" ESCAPE '')")
}

// ordered prints text so that it sorts by its bytes.
func (d Dialect) ordered(x string, t valueType) string {
	if t != textType {
		return x
	}
	return d.pick(x, "("+x+` COLLATE "C")`)
}

// hash prints a number of 40 bits made from the secret, which is parameter 1,
// and the client's key. The SQLite vault has a function for it.
func (d Dialect) hash(key string) string {
	return d.pick(hashFunction+"($1, "+key+")",
		"CAST(CAST('x' || substr(encode(sha256(convert_to(CAST($1 AS text) || CAST("+key+" AS text), 'UTF8')), 'hex'), 1, 10) AS bit(40)) AS bigint)")
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
