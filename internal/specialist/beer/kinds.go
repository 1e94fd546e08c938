package beer

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

func isMoney(column string) bool { return book["money"][strings.ToLower(column)] }

var (
	named   = pattern.Of(`(?i)\s+AS\s+"?([\pL_][\pL\d_]*)"?`)
	counted = pattern.Of(`(?i)\bcount\s*\([^()]*\)`)
	sqlName = pattern.Of(`[\pL_][\pL\d_]*`)
	yearly  = pattern.Of(`(?i)^\s*(\w+\.)?year\s*$`)
)

// kindsOf tells how the columns of a statement's result are to be shown: amount, year, percent
// or value. It looks at what each was computed from, for a model calls a count "total" and a sum
// of money as it likes.
func kindsOf(sql string, columns []string) []string {
	kinds := map[string]string{} // of the names that expressions are given
	for range 2 {                // what a subquery names is used before it
		for _, at := range named().FindAllStringSubmatchIndex(sql, -1) {
			kinds[strings.ToLower(sql[at[2]:at[3]])] = kindOfSQL(expressionBefore(sql[:at[0]]), kinds)
		}
	}
	all := slices.Clone(columns)
	for i, name := range columns {
		kind := kinds[strings.ToLower(name)]
		if kind != "" && (kind != "value" || isMoney(name) || name == "percent" || name == "year") {
			all[i] = kind
		}
	}
	return all
}

// expressionBefore returns the expression at the end of a statement's beginning: what follows the last
// comma, SELECT or bracket that is not within brackets of its own.
func expressionBefore(sql string) string {
	depth := 0
	for i := len(sql) - 1; i >= 0; i-- {
		switch b := sql[i]; {
		case b == ')':
			depth++
		case b == '(' && depth > 0:
			depth--
		case depth == 0 && (b == '(' || b == ',' || strings.HasSuffix(strings.ToUpper(sql[:i+1]), "SELECT ")):
			return sql[i+1:]
		}
	}
	return sql
}

// kindOfSQL returns the kind of an expression: an amount if it has one that is not only
// counted, unless one is divided by another. "" means that its column's name tells.
func kindOfSQL(expr string, known map[string]string) string {
	expr = counted().ReplaceAllString(expr, "(0)")
	over, under, divided := strings.Cut(expr, "/")
	money := func(part string) bool {
		return slices.ContainsFunc(sqlName().FindAllString(part, -1), func(word string) bool {
			kind, ok := known[strings.ToLower(word)]
			return kind == "amount" || !ok && isMoney(word)
		})
	}
	switch {
	case divided && strings.Contains(expr, "100"):
		return "percent"
	case money(over) && !money(under):
		return "amount"
	case yearly().MatchString(expr):
		return "year"
	case strings.ContainsAny(expr, "*+/(-"):
		return "value"
	}
	return ""
}
