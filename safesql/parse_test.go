package safesql

import (
	_ "embed"
	"strings"
	"testing"
)

//go:embed testdata/honest.txt
var honest string

func reprint(sql string) (string, error) {
	tokens, err := lex(sql)
	if err != nil {
		return "", err
	}
	q, err := parse(tokens)
	if err != nil {
		return "", err
	}
	return printQuery(q), nil
}

// FuzzPrintedStatementsReadTheSame holds for every statement that parses:
// what is printed parses, to the same tree.
func FuzzPrintedStatementsReadTheSame(f *testing.F) {
	for line := range strings.Lines(honest) {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, sql string) {
		once, err := reprint(sql)
		if err != nil || len(once) > maxStatement {
			return
		}
		twice, err := reprint(once)
		if err != nil && !strings.HasPrefix(err.Error(), CodeLimit) {
			t.Errorf("%s is printed as %s: %v", sql, once, err)
		}
		if err == nil && once != twice {
			t.Errorf("%s is printed as %s, and that as %s", sql, once, twice)
		}
	})
}

func TestPrecedence(t *testing.T) {
	for sql, want := range map[string]string{
		"SELECT 1 + 2 * 3":                     `SELECT (1 + (2 * 3))`,
		"SELECT a OR b AND NOT c = d":          `SELECT ("a" OR ("b" AND (NOT ("c" = "d"))))`,
		"SELECT a BETWEEN 1 AND 2 AND b":       `SELECT (("a" BETWEEN 1 AND 2) AND "b")`,
		"SELECT -a || b":                       `SELECT ((- "a") || "b")`,
		"SELECT a IS NOT NULL, a NOT IN (1,2)": `SELECT ("a" IS NOT NULL), ("a" NOT IN (1, 2))`,
		"SELECT a < b = c":                     `SELECT (("a" < "b") = "c")`,
	} {
		if got, err := reprint(sql); got != want || err != nil {
			t.Errorf("%s is printed as %s, %v; want %s", sql, got, err, want)
		}
	}
}

func TestConjunctsSeeThroughNot(t *testing.T) {
	for sql, want := range map[string]int{
		"a = 1 AND b = 2":                  2,
		"NOT (a = 1 OR b = 2)":             2,
		"NOT (a = 1 OR NOT (b = 2))":       2,
		"NOT NOT (a = 1 AND b = 2)":        2,
		"NOT (a = 1 AND b = 2)":            1,
		"NOT (NOT (a = 1) OR NOT (b = 2))": 2,
	} {
		tokens, err := lex("SELECT 1 FROM t WHERE " + sql)
		if err != nil {
			t.Fatal(err)
		}
		q, err := parse(tokens)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(conjuncts(q.cores[0].where)); got != want {
			t.Errorf("%s has %d conjuncts, want %d", sql, got, want)
		}
	}
}
