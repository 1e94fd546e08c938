package safesql

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// aggregate is a number that the vault computes for each group.
type aggregate struct {
	fn     aggregateFn
	arg    string  // a column, or the condition of a share
	conds  []cond  // over which rows
	factor float64 // that the room multiplies it by
	whole  bool    // the result is an integer

	low, high *float64 // between which an average is, if the policy says so
}

type aggregateFn uint8

const (
	countRows     aggregateFn = iota
	countClients              // COUNT(DISTINCT client_key)
	countDistinct             // COUNT(DISTINCT dimension)
	sumOf
	averageOf
	shareOf // AVG of a condition
)

const maxAggregates = 16 // in one block

func (a *aggregate) same(b *aggregate) bool {
	return a.fn == b.fn && a.arg == b.arg && a.when() == b.when()
}

// when prints the condition of the aggregate.
func (a *aggregate) when() string { return allOf(a.tests()) }

func (a *aggregate) tests() []string {
	out := make([]string, len(a.conds))
	for i, c := range a.conds {
		out[i] = c.sql
	}
	return out
}

func (a *aggregate) whereNotNull(x string) {
	a.conds = append(a.conds, cond{sql: "(" + x + " IS NOT NULL)"})
}

// aggregate reads an aggregate function over population rows.
func (b *block) aggregate(e *expr) (*aggregate, error) {
	a := &aggregate{factor: 1}
	switch e.op {
	case "count", "sum", "avg", "total":
	default:
		return nil, refuse(CodeRawPopulation, b.hintFor(e), "%s over population rows would reveal single rows", strings.ToUpper(e.op))
	}
	if e.filter != nil {
		if err := b.when(a, e.filter); err != nil {
			return nil, err
		}
	}
	if len(e.args) > 1 || len(e.args) == 0 && e.op != "count" {
		return nil, refuse(CodeSyntax, "", "%s takes one argument", strings.ToUpper(e.op))
	}
	if len(e.args) == 0 || e.args[0].kind == starExpr {
		if e.op != "count" || e.distinct {
			return nil, refuse(CodeSyntax, "", "%s of *", strings.ToUpper(e.op))
		}
		a.fn = b.rowCount()
		return a, nil
	}
	if e.distinct {
		return a, b.distinct(a, e)
	}
	return a, b.argument(a, e)
}

// argument reads what the aggregate e is of.
func (b *block) argument(a *aggregate, e *expr) error {
	x := e.args[0]
	if e.op != "count" {
		x, a.factor = linear(x)
	}
	if x.kind == callExpr && (x.op == "iif" || x.op == "if") && len(x.args) >= 2 {
		x = &expr{kind: caseExpr, args: x.args, hasElse: len(x.args) == 3}
	}
	if x.kind == callExpr && (x.op == "coalesce" || x.op == "ifnull") && len(x.args) == 2 && isNumber(x.args[1], 0) && (e.op == "sum" || e.op == "total") {
		x = x.args[0]
	}
	n, isConst := number(x)
	switch {
	case isPredicate(x) && e.op != "count":
		return b.ofCondition(a, e, x)
	case x.kind == caseExpr:
		return b.conditional(a, e, x)
	case !isConst:
		return b.ofColumn(a, e, x)
	case n != 1 && e.op != "count" || e.op == "avg":
		return conditionalConstant(e)
	}
	a.fn = b.rowCount()
	return nil
}

// hintFor says what to write instead of an aggregate that is not offered.
func (b *block) hintFor(e *expr) string {
	if (e.op == "min" || e.op == "max") && len(e.args) == 1 {
		if _, c, _ := b.resolve(e.args[0]); c.use == useDimension {
			order := ""
			if e.op == "max" {
				order = " DESC"
			}
			return fmt.Sprintf("write SELECT %[1]s, COUNT(*) ... GROUP BY %[1]s ORDER BY %[1]s%[2]s LIMIT 1", c.name, order)
		}
	}
	return "use COUNT, SUM or AVG, with GROUP BY"
}

// rowCount is the function behind COUNT(*).
func (b *block) rowCount() aggregateFn {
	if v := b.population(true).view; v.distinct {
		return countClients
	}
	return countRows
}

// when adds a condition to the aggregate.
func (b *block) when(a *aggregate, e *expr) error {
	for _, x := range conjuncts(e) {
		c, err := b.condition(x)
		switch {
		case err != nil:
			return b.gw.inner(err)
		case c.loose != nil:
			return severalConditions(x)
		case !slices.Contains(a.tests(), c.sql):
			a.conds = append(a.conds, c)
		}
	}
	return nil
}

// ofCondition reads SUM(condition), the rows for which it holds, and
// AVG(condition), their share.
func (b *block) ofCondition(a *aggregate, e, x *expr) error {
	if e.op != "avg" {
		a.fn = countRows
		return b.when(a, x)
	}
	var share aggregate
	if err := b.when(&share, x); err != nil {
		return err
	}
	if slices.ContainsFunc(share.conds, func(c cond) bool { return c.choice != "" }) {
		return refuse(CodeUnsupported, "divide: SUM(CASE WHEN ... THEN 1 ELSE 0 END) * 1.0 / COUNT(*)", "the share of several values of a column of clients: %s", printExpr(x))
	}
	a.fn, a.arg = shareOf, share.when()
	return nil
}

// conditional reads an aggregate of CASE WHEN condition THEN x [ELSE 0] END.
func (b *block) conditional(a *aggregate, e, x *expr) error {
	if x.hasBase && len(x.args) >= 3 {
		x = &expr{kind: caseExpr, args: append([]*expr{infix("=", x.args[0], x.args[1])}, x.args[2:]...), hasElse: x.hasElse}
	}
	zero := false
	switch {
	case len(x.args) > 3 || len(x.args) == 3 && !x.hasElse:
		return refuse(CodeUnsupported, "use one CASE WHEN in each aggregate", "an aggregate over population rows has one condition: %s", printExpr(e))
	case x.hasElse && isNumber(x.args[2], 0):
		zero = true
	case x.hasElse && !(x.args[2].kind == literalExpr && x.args[2].op == "NULL"):
		return conditionalConstant(e)
	}
	when, then := x.args[0], x.args[1]
	if n, ok := number(then); ok {
		switch {
		case n != 1 || e.op == "count" && zero || e.op == "avg" && !zero:
			return conditionalConstant(e)
		case e.op == "avg":
			return b.ofCondition(a, e, when)
		}
		a.fn = countRows
		return b.when(a, when)
	}
	if zero && e.op != "sum" && e.op != "total" {
		return refuse(CodeUnsupported, "leave ELSE out", "ELSE 0 inside %s over population rows: %s", strings.ToUpper(e.op), printExpr(e))
	}
	if err := b.when(a, when); err != nil {
		return err
	}
	if e.op != "count" {
		var f float64
		then, f = linear(then)
		a.factor *= f
	}
	return b.ofColumn(a, e, then)
}

func conditionalConstant(e *expr) error {
	return refuse(CodeUnsupported, "write CASE WHEN ... THEN 1 ELSE 0 END, or THEN a column", "constants other than 0 and 1 cannot be aggregated over population rows: %s", printExpr(e))
}

// ofColumn reads an aggregate of one column.
func (b *block) ofColumn(a *aggregate, e, x *expr) error {
	c, sql, err := b.measure(x)
	if err != nil {
		return err
	}
	switch {
	case c.use == useKey && e.op != "count":
		return refuse(CodeRawPopulation, hintKey, "client_key can only be counted")
	case c.use == useKey:
		a.fn = b.rowCount()
		a.whereNotNull(sql)
	case e.op == "count" && x.kind != columnExpr:
		return refuse(CodeUnsupported, "count a column, or rows with COUNT(*)", "COUNT(%s) over population rows", printExpr(x))
	case e.op == "count":
		a.fn = countRows
		a.whereNotNull(sql)
	case !c.typ.numeric():
		return refuse(CodeUnsupported, "use COUNT or GROUP BY", "%s is not a number", x.name)
	case c.use != useMeasure && !c.catalogue:
		return refuse(CodeUnsupported, "aggregate a measure, or a column of the catalogue; count or group by others", "%s is no measure", printExpr(x))
	case e.op == "avg":
		a.fn, a.arg, a.low, a.high = averageOf, sql, c.low, c.high
	default:
		a.fn, a.arg, a.whole = sumOf, sql, c.typ == intType
	}
	return nil
}

// distinct reads COUNT(DISTINCT ...).
func (b *block) distinct(a *aggregate, e *expr) error {
	if e.op != "count" {
		return refuse(CodeUnsupported, "leave DISTINCT out", "%s(DISTINCT) over population rows", strings.ToUpper(e.op))
	}
	x := e.args[0]
	if x.kind == caseExpr && !x.hasBase && len(x.args) == 2 { // COUNT(DISTINCT CASE WHEN c THEN client_key END)
		if err := b.when(a, x.args[0]); err != nil {
			return err
		}
		x = x.args[1]
	}
	var m marks
	v, err := b.scalar(x, &m)
	s, c, _ := b.resolve(x)
	switch {
	case err != nil && x.kind == columnExpr:
		return b.gw.inner(err)
	case c.use == useKey:
		a.fn = countClients
		a.whereNotNull(v.sql)
		return nil
	case s == nil || len(a.conds) > 0 || c.computed || s.ship != "":
		return refuse(CodeUnsupported, "count different values of one column, or COUNT(DISTINCT CASE WHEN ... THEN client_key END)", "COUNT(DISTINCT) over population rows is of one column: not %s", printExpr(x))
	}
	a.fn, a.arg = countDistinct, v.sql
	return m.refuse(e)
}

// measure resolves the column that an aggregate is of. A measure times a column
// of the catalogue, and the ratio of two measures, are as good as one.
func (b *block) measure(x *expr) (column, string, error) {
	if x.kind == binaryExpr {
		var f factors
		v, err := b.scalar(x, &marks{})
		if err == nil && b.factors(x, false, &f) && f.allowed(v.typ) {
			return column{use: useMeasure, typ: v.typ}, v.sql, nil
		}
	}
	if x.kind != columnExpr {
		return column{}, "", refuse(CodeUnsupported, "aggregate single columns and compute with the results: SUM(x) / SUM(y)", "inside an aggregate over population rows is one column, perhaps with CASE WHEN: not %s", printExpr(x))
	}
	v, err := b.scalar(x, &marks{})
	if err != nil {
		return column{}, "", b.gw.inner(err)
	}
	_, c, err := b.resolve(x)
	return c, v.sql, err
}

// factors are the columns of a product or a ratio.
type factors struct {
	measures, divisors []string
	public             int
}

// allowed reports whether the result is a measure: of one, no more than
// weighted. Integers are not divided, which would compare them.
func (f *factors) allowed(t valueType) bool {
	switch {
	case len(f.measures) != 1 || f.public > 1:
		return false
	case len(f.divisors) == 0:
		return true
	}
	return len(f.divisors) == 1 && f.divisors[0] != f.measures[0] && t == realType
}

// factors collects the columns of a product, and reports whether it is one.
func (b *block) factors(e *expr, divisor bool, f *factors) bool {
	if n, ok := number(e); ok {
		return n != 0
	}
	switch {
	case e.kind == binaryExpr && e.op == "*" && !divisor:
		return b.factors(e.args[0], false, f) && b.factors(e.args[1], false, f)
	case e.kind == binaryExpr && e.op == "/" && !divisor:
		return b.factors(e.args[0], false, f) && b.factors(e.args[1], true, f)
	}
	s, c, _ := b.resolve(e)
	switch {
	case s == nil:
		return false
	case s.public != nil && !divisor:
		f.public++
	case c.use == useMeasure && divisor:
		f.divisors = append(f.divisors, s.alias+"."+c.name)
	case c.use == useMeasure:
		f.measures = append(f.measures, s.alias+"."+c.name)
	default:
		return false
	}
	return true
}

// linear strips constant factors and casts that change nothing: 1.0 * x,
// x / 100, CAST(x AS REAL).
func linear(e *expr) (*expr, float64) {
	switch {
	case e.kind == binaryExpr && e.op == "*":
		for i, a := range e.args {
			if f, ok := number(a); ok {
				x, g := linear(e.args[1-i])
				return x, f * g
			}
		}
	case e.kind == binaryExpr && e.op == "/":
		if f, ok := number(e.args[1]); ok && f != 0 {
			if n, isInt := e.args[1], strings.ContainsAny(e.args[1].op, ".eE"); n.kind == literalExpr && isInt {
				x, g := linear(e.args[0])
				return x, g / f
			}
		}
	case e.kind == castExpr:
		if castTypes[strings.Fields(e.op)[0]] == realType {
			return linear(e.args[0])
		}
	}
	return e, 1
}

// number returns the value of a numeric literal.
func number(e *expr) (float64, bool) {
	if e.kind == unaryExpr && (e.op == "-" || e.op == "+") {
		f, ok := number(e.args[0])
		if e.op == "-" {
			f = -f
		}
		return f, ok
	}
	if e.kind != literalExpr || !isDigit(e.op[0]) && e.op[0] != '.' {
		return 0, false
	}
	f, err := strconv.ParseFloat(e.op, 64)
	return f, err == nil && !math.IsInf(f, 0)
}

func isNumber(e *expr, n float64) bool {
	f, ok := number(e)
	return ok && f == n
}
