package beer

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
)

// What a column is shown as.
const (
	asMoney   = "amount"
	asYear    = "year"
	asPercent = "percent"
	asNumber  = "value"
)

func isMoney(column string) bool { return book["money"][strings.ToLower(column)] }

var (
	named   = pattern.Of(`(?i)\s+AS\s+"?([\pL_][\pL\d_]*)"?`)
	counted = pattern.Of(`(?i)\bcount\s*\([^()]*\)`)
	sqlName = pattern.Of(`[\pL_][\pL\d_]*`)
	yearly  = pattern.Of(`(?i)^\s*(\w+\.)?year\s*$`)
)

// kindsOf tells how the columns of a statement's result are to be shown: it
// looks at what each was computed from, for a model calls a count "total" and
// a sum of money as it likes.
func kindsOf(sql string, columns []string) []string {
	computed := map[string]string{} // expressions by the names that they are given
	for _, at := range named().FindAllStringSubmatchIndex(sql, -1) {
		computed[strings.ToLower(sql[at[2]:at[3]])] = before(sql[:at[0]])
	}
	kinds := slices.Clone(columns)
	for i, name := range columns {
		expr, ok := computed[strings.ToLower(name)]
		if !ok {
			continue
		}
		switch kind := kindOfSQL(expr, computed, 3); {
		case kind == asMoney, kind == asYear, kind == asPercent:
			kinds[i] = kind
		case kind == asNumber && (isMoney(name) || name == asPercent || name == asYear):
			kinds[i] = asNumber
		}
	}
	return kinds
}

// before returns the expression at the end of a statement's beginning: what follows the last
// comma, SELECT or bracket that is not within brackets of the expression itself.
func before(sql string) string {
	depth := 0
	for i := len(sql) - 1; i >= 0; i-- {
		switch {
		case sql[i] == ')':
			depth++
		case sql[i] == '(' && depth == 0, sql[i] == ',' && depth == 0, depth == 0 && strings.HasSuffix(strings.ToUpper(sql[:i+1]), "SELECT "):
			return sql[i+1:]
		case sql[i] == '(':
			depth--
		}
	}
	return sql
}

// kindOfSQL returns the kind of an expression of SQL: money if it has an amount that is not only
// counted, unless one is divided by another. "" means that its column's name tells.
func kindOfSQL(expr string, computed map[string]string, depth int) string {
	expr = counted().ReplaceAllString(expr, "(0)")
	over, under, divided := strings.Cut(expr, "/")
	money := func(part string) bool {
		return slices.ContainsFunc(sqlName().FindAllString(part, -1), func(word string) bool {
			of, known := computed[strings.ToLower(word)]
			if known && depth > 0 {
				return kindOfSQL(of, computed, depth-1) == asMoney
			}
			return isMoney(word)
		})
	}
	switch {
	case divided && strings.Contains(expr, "100"):
		return asPercent
	case money(over) && money(under):
		return asNumber
	case money(over):
		return asMoney
	case yearly().MatchString(expr):
		return asYear
	case strings.ContainsAny(expr, "*+/(-"):
		return asNumber
	}
	return ""
}
