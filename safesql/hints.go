package safesql

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// dialectHints say what to write instead of words of other dialects.
var dialectHints = map[string]map[string]bool{
	"write LIKE, which ignores case":       set("ILIKE"),
	"write LIKE":                           set("SIMILAR REGEXP RLIKE"),
	"write LIMIT n at the end":             set("TOP FETCH"),
	"filter in a query around this one":    set("QUALIFY"),
	"write date('now')":                    set("NOW GETDATE CURDATE SYSDATE"),
	"write date('now', '-1 year')":         set("INTERVAL DATEADD DATE_SUB"),
	"subtract julianday(a) - julianday(b)": set("DATEDIFF"),
	hintDates:                              set("DATE_TRUNC DATE_PART DATE_FORMAT EXTRACT TO_CHAR TO_DATE YEAR MONTH"),
	"write substr(x, 1, n)":                set("LEFT"),
	"write substr(x, -n)":                  set("RIGHT"),
	"write COALESCE":                       set("NVL ISNULL"),
	"use AVG, SUM and COUNT":               set("STDDEV VARIANCE"),
	"use a JOIN with a subquery":           set("LATERAL"),
}

const (
	hintDates  = "group by the columns month ('2025-03') and year (2025), or use strftime('%Y', a date)"
	hintQuotes = "texts are in single quotes: '%s'"
)

// advise adds a hint to an error that a known mistake explains. Names that are
// known better than by the engine are looked up here.
func (g *Gate) advise(err error, tokens []token) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	hint := ""
	switch e.Code {
	case CodeNoColumn:
		hint = g.columnHint(e.Message, tokens)
	case CodeSyntax, CodeForbidden, CodeUnsupported:
		hint = dialectHint(e, tokens)
	}
	if hint == "" {
		return err
	}
	better := *e
	better.Hint = hint
	return &better
}

// dialectHint looks for a word of another dialect where the statement went
// wrong: a function by its name, other words anywhere.
func dialectHint(e *Error, tokens []token) string {
	for i, t := range tokens {
		if t.kind != wordToken {
			continue
		}
		isCall := tokens[i+1].kind == opToken && tokens[i+1].text == "("
		named := strings.Contains(strings.ToUpper(e.Message), t.word)
		for hint, words := range dialectHints {
			if words[t.word] && (e.Code == CodeSyntax && (isCall || !functionWords[t.word]) || named && isCall) {
				return hint
			}
		}
	}
	return ""
}

// functionWords mean something else, or are a column, unless they are called.
var functionWords = set("LEFT RIGHT YEAR MONTH NOW ISNULL")

// columnHint explains a column that is not there: a text in the wrong quotes,
// or a name to be chosen among those of the relations that are read.
func (g *Gate) columnHint(message string, tokens []token) string {
	_, name, _ := strings.Cut(message, ": ")
	name, _, _ = strings.Cut(name, " - ")
	name = strings.Trim(name, `"`)
	if slices.ContainsFunc(tokens, func(t token) bool { return t.kind == quotedToken && t.text == name }) {
		return fmt.Sprintf(hintQuotes, strings.ReplaceAll(name, "'", "''"))
	}
	var out []string
	for _, list := range g.policy.kinds() {
		for _, r := range list {
			if !slices.ContainsFunc(tokens, func(t token) bool { return strings.EqualFold(t.text, r.Name) }) {
				continue
			}
			names := make([]string, len(r.Columns))
			for i, c := range r.Columns {
				names[i] = c.Name
			}
			out = append(out, r.Name+" has "+strings.Join(names, ", "))
		}
	}
	return strings.Join(out, "; ")
}
