package safesql

import (
	"errors"
	"fmt"
	"regexp"
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
func (g *Gate) advise(err error, sql string) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	hint := ""
	switch e.Code {
	case CodeNoColumn:
		hint = g.columnHint(e.Message, sql)
	case CodeSyntax, CodeForbidden:
		hint = dialectHint(e, sql)
	}
	if hint == "" {
		return err
	}
	better := *e
	better.Hint = hint
	return &better
}

var words = regexp.MustCompile(`[A-Za-z_]\w*\s*\(?`)

// dialectHint looks for a word of another dialect where the statement went
// wrong: a function by its name, other words anywhere.
func dialectHint(e *Error, sql string) string {
	for _, w := range words.FindAllString(sql, -1) {
		word, isCall := strings.CutSuffix(strings.ToUpper(w), "(")
		word = strings.TrimSpace(word)
		named := strings.Contains(strings.ToUpper(e.Message), word)
		for hint, known := range dialectHints {
			if known[word] && (e.Code == CodeSyntax && (isCall || !functionWords[word]) || named && isCall) {
				return hint
			}
		}
	}
	return ""
}

// functionWords mean something else, or are a column, unless they are called.
var functionWords = set("LEFT RIGHT YEAR MONTH NOW ISNULL")

// columnHint explains a column that is not there: a text in the wrong quotes,
// or a name to be chosen among those of the tables that are read.
func (g *Gate) columnHint(message, sql string) string {
	_, name, _ := strings.Cut(message, ": ")
	name, _, _ = strings.Cut(name, " - ")
	name = strings.Trim(name, `"`)
	if strings.Contains(sql, `"`+name+`"`) {
		return fmt.Sprintf(hintQuotes, strings.ReplaceAll(name, "'", "''"))
	}
	var out []string
	for _, t := range g.known() {
		if hasWord(sql, t.Name) {
			out = append(out, t.Name+" has "+strings.Join(t.Columns, ", "))
		}
	}
	return strings.Join(out, "; ")
}

func hasWord(sql, name string) bool {
	return slices.ContainsFunc(words.FindAllString(sql, -1), func(w string) bool {
		return strings.EqualFold(strings.TrimRight(w, "( \t\r\n"), name)
	})
}

// noTable explains a name that the room does not know.
func (g *Gate) noTable(name string) error {
	bare := strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	switch {
	case g.policy.isPrivateTable(bare):
		return refuse(CodeOtherClient, "use "+names(g.policy.Own)+" for the caller's rows, and the tables that "+allTables+" lists for figures about all", "%s holds rows of other clients", bare)
	case find(g.rel.population, bare) != nil:
		return refuse(CodeRawPopulation, "use a table that "+allTables+" lists, such as "+g.nearest(bare), "of %s there are figures only", bare)
	case strings.HasPrefix(bare, "all_"):
		return refuse(CodeNoTable, "nearest is "+g.nearest(bare), "no such table: %s", name)
	}
	return refuse(CodeNoTable, "there are "+names(g.policy.Own)+", "+names(g.policy.Public)+", and those that "+allTables+" lists", "no such table: %s", name)
}

// nearest names the tables of the release whose name shares most words.
func (g *Gate) nearest(name string) string {
	want := strings.Split(strings.TrimPrefix(name, "all_"), "_")
	best, score := "all_total", 0
	for _, t := range g.known() {
		n := 0
		for _, w := range want {
			if slices.Contains(t.Attributes, w) {
				n += 2
			}
		}
		if n -= len(t.Attributes); n > score && strings.HasPrefix(t.Name, "all_by_") {
			best, score = t.Name, n
		}
	}
	return best
}

func names(l []Relation) string {
	out := make([]string, len(l))
	for i, r := range l {
		out[i] = r.Name
	}
	return strings.Join(out, ", ")
}
