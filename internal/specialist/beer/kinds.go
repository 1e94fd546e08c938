package beer

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/lang"
)

// What a column is shown as.
const (
	asMoney   = "amount"
	asYear    = "year"
	asPercent = "percent"
	asNumber  = "value"
)

// moneyNames are columns that hold amounts, in the sample and as operators and
// models call them.
var moneyNames = lang.Set("amount total price unit_price spent per_night valor preco custo gasto monto precio cost revenue spend spending")

func isMoney(column string) bool { return moneyNames[strings.ToLower(column)] }

// kindsOf tells how the columns of a statement's result are to be shown: it
// looks at what each was computed from, for a model calls a count "total" and
// a sum of money as it likes.
func kindsOf(sql string, columns []string) []string {
	q := statement{tokens: words(sql), alias: map[string]string{}}
	for range 2 { // a name may be used before the SELECT that defines it
		for i := range q.tokens {
			if strings.EqualFold(q.tokens[i], "SELECT") {
				q.items(i)
			}
		}
	}
	var outer []string
	depth := 0
	for i, t := range q.tokens {
		switch {
		case t == "(":
			depth++
		case t == ")":
			depth--
		case depth == 0 && outer == nil && strings.EqualFold(t, "SELECT"):
			outer = q.items(i)
		}
	}
	kinds := slices.Clone(columns)
	for i, name := range columns {
		computed := ""
		if len(outer) == len(columns) {
			computed = outer[i]
		}
		switch {
		case computed == asMoney && !isMoney(name), computed == asYear, computed == asPercent:
			kinds[i] = computed
		case computed == asNumber && (isMoney(name) || name == asPercent || name == asYear):
			kinds[i] = asNumber
		}
	}
	return kinds
}

var sqlWord = pattern.Of(`'(?:[^']|'')*'|"[^"]*"|[\pL_][\pL\d_]*|\d+(?:\.\d+)?|[^\s]`)

// words cuts a statement: names without their quotes, texts with theirs.
func words(sql string) []string {
	all := sqlWord().FindAllString(sql, -1)
	for i, t := range all {
		all[i] = strings.Trim(t, `"`)
	}
	return all
}

// statement is one whose columns are being told apart.
type statement struct {
	tokens []string
	alias  map[string]string // what names given in it are shown as
}

// items returns what each item of the SELECT at a token is shown as, and notes
// the names that they are given.
func (q statement) items(at int) (kinds []string) {
	depth, from := 0, at+1
	end := func(i int) {
		item := q.tokens[from:i]
		from = i + 1
		name := ""
		if n := len(item); n > 2 && strings.EqualFold(item[n-2], "AS") {
			item, name = item[:n-2], strings.ToLower(item[n-1])
		}
		k := q.kind(item)
		if kinds = append(kinds, k); name != "" {
			q.alias[name] = k
		}
	}
	for i := at + 1; i < len(q.tokens); i++ {
		switch t := q.tokens[i]; {
		case t == "(":
			depth++
		case t == ")" && depth == 0:
			end(i)
			return kinds
		case t == ")":
			depth--
		case depth == 0 && t == ",":
			end(i)
		case depth == 0 && slices.Contains([]string{"FROM", "UNION", "ORDER", "LIMIT", "WHERE"}, strings.ToUpper(t)):
			end(i)
			return kinds
		}
	}
	end(len(q.tokens))
	return kinds
}

// kind tells what an expression is: an amount if it has one that is not only
// counted, unless one is divided by another. "" is what its name says.
func (q statement) kind(expr []string) string {
	sides := [2]bool{} // money before and behind the first division
	side, hundred, sums, counted := 0, false, false, 0
	for i := 0; i < len(expr); i++ {
		t := strings.ToLower(expr[i])
		switch {
		case t == "count" && i+1 < len(expr) && expr[i+1] == "(":
			sums = true
			for depth := 0; i+1 < len(expr); {
				if i++; expr[i] == "(" {
					depth++
				} else if expr[i] == ")" {
					if depth--; depth == 0 {
						break
					}
				}
			}
		case t == "/":
			side = 1
		case t == "100" || t == "100.0":
			hundred = true
		case i+1 < len(expr) && expr[i+1] == "(", t == "(":
			sums = sums || t != "("
		case q.alias[t] == asMoney, q.alias[t] == "" && isMoney(t):
			sides[side] = true
		case t == asYear, q.alias[t] == asYear:
			counted++
		case t == "*" || t == "+" || t == "-":
			sums = true
		}
	}
	switch {
	case hundred && side == 1:
		return asPercent
	case sides[0] && sides[1]:
		return asNumber
	case sides[0]:
		return asMoney
	case counted > 0 && !sums && side == 0:
		return asYear
	case sums || side == 1:
		return asNumber
	}
	return ""
}
