package safesql

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// value is an expression printed for the vault.
type value struct {
	sql      string
	typ      valueType
	constant bool
	v        any // of a constant
}

// marks says what an expression reads.
type marks struct{ measure, key bool }

// errOuter is a column that the block does not have: perhaps the statement
// around it does.
type errOuter struct{ name string }

func (e errOuter) Error() string { return "outer column " + e.name }

func (b *block) dialect() Dialect { return b.gw.gate.vault.Dialect() }

func unsupported(e *expr) error {
	return refuse(CodeUnsupported, "aggregate first, then compute on the result", "not available over population rows: %s", printExpr(e))
}

const (
	maxJoined   = 8        // texts in one
	maxPrinted  = 64 << 10 // bytes of a statement for the vault
	maxPiece    = maxPrinted / 2
	maxPrints   = 20_000 // expressions printed for one statement: some are printed twice
	maxConstant = 200    // bytes of a text that is compared with population rows
)

var errPrinted = refuse(CodeLimit, hintSimplify, "the population query is too large")

// scalar is print within bounds: what is nested in what is printed twice
// doubles at each level.
func (b *block) scalar(e *expr, m *marks) (value, error) {
	b.gw.prints++
	if b.gw.prints > maxPrints {
		return value{}, errPrinted
	}
	if b.gw.ctx.Err() != nil {
		return value{}, errTime
	}
	x, err := b.print(e, m)
	if err == nil && len(x.sql) > maxPiece {
		err = errPrinted
	}
	if s, ok := x.v.(string); err == nil && ok && len(s) > maxConstant {
		err = refuse(CodeUnsupported, "compare with a shorter text", "a text for population rows is longer than %d bytes", maxConstant)
	}
	return x, err
}

// print prints an expression over the rows of a block. It accepts only what
// is total, so that no error depends on a row, and means the same in every
// dialect. What reads no column is computed in the room and printed as a
// constant: of the model's text only operators, known functions and names that
// were resolved are printed.
func (b *block) print(e *expr, m *marks) (value, error) {
	if isConstant(e) && e.kind != tupleExpr {
		return b.constantOf(e)
	}
	switch e.kind { //nolint:exhaustive // the rest is not available
	case columnExpr:
		return b.columnValue(e, m)
	case unaryExpr:
		return b.unary(e, m)
	case binaryExpr:
		return b.binary(e, m)
	case callExpr:
		return b.call(e, m)
	case caseExpr:
		return b.caseWhen(e, m)
	case castExpr:
		return b.cast(e, m)
	case inExpr:
		return b.in(e, m)
	case betweenExpr:
		low := infix(">=", e.args[0], e.args[1])
		high := infix("<=", e.args[0], e.args[2])
		both := infix("AND", low, high)
		if e.not {
			both = negate(both)
		}
		return b.scalar(both, m)
	case likeExpr:
		return b.like(e, m)
	case nullExpr:
		x, err := b.scalar(e.args[0], m)
		return condition("(" + x.sql + " IS" + notWord(e.not) + " NULL)"), err
	case existsExpr:
		sql, err := b.exists(e)
		return condition(sql), err
	case subqueryExpr:
		t, err := b.gw.eval(e.q, b.env, asRows)
		if err != nil {
			return value{}, err
		}
		if len(t.rows) == 0 {
			return newConstant(nil)
		}
		return newConstant(t.rows[0][0])
	case collateExpr:
		return b.scalar(e.args[0], m)
	}
	return value{}, unsupported(e)
}

func condition(sql string) value { return value{sql: sql, typ: boolType} }

// number returns x as a value that can be computed with: a condition as 1 or 0.
func (b *block) number(x value) value {
	if x.typ == boolType {
		return value{sql: b.dialect().boolValue(x.sql), typ: intType}
	}
	return x
}

// truth prints an expression as a condition.
func (b *block) truth(e *expr, m *marks) (string, error) {
	x, err := b.scalar(e, m)
	if err != nil {
		return "", err
	}
	switch {
	case x.typ == boolType:
		return x.sql, nil
	case x.typ == anyType:
		return "(1 = NULL)", nil
	case x.typ.numeric():
		return "(" + x.sql + " <> 0)", nil
	}
	return "", unsupported(e)
}

// constantOf computes a constant in the room.
func (b *block) constantOf(e *expr) (value, error) {
	if e.kind == literalExpr {
		switch c := e.op[0]; {
		case e.op == "NULL":
			return newConstant(nil)
		case c == '\'':
			return newConstant(strings.ReplaceAll(e.op[1:len(e.op)-1], "''", "'"))
		case isDigit(c):
			if n, err := strconv.ParseInt(e.op, 10, 64); err == nil {
				return newConstant(n)
			}
		}
	}
	t, err := b.gw.room.run(b.gw.ctx, "SELECT "+printExpr(e), 1)
	if err != nil {
		return value{}, b.gw.explain(err)
	}
	return newConstant(t.rows[0][0])
}

func newConstant(v any) (value, error) {
	x := value{constant: true, v: v}
	switch v := v.(type) {
	case nil:
		x.sql = "NULL"
	case int64:
		x.sql, x.typ = "("+strconv.FormatInt(v, 10)+")", intType
	case float64:
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return x, refuse(CodeUnsupported, "", "a number is too large")
		}
		x.sql, x.typ = "("+strconv.FormatFloat(v, 'g', -1, 64)+")", realType
	case string:
		if !utf8.ValidString(v) || strings.IndexByte(v, 0) >= 0 {
			return x, refuse(CodeUnsupported, "", "a text is not valid UTF-8")
		}
		x.sql, x.typ = quoteText(v), textType
	}
	return x, nil
}

func (b *block) columnValue(e *expr, m *marks) (value, error) {
	s, c, err := b.resolve(e)
	if err != nil {
		return value{}, err
	}
	if s == nil {
		return value{}, errOuter{e.name}
	}
	switch c.use {
	case useMeasure:
		m.measure = true
	case useKey:
		m.key = true
		return value{sql: quoteName(s.alias) + "._ck"}, nil
	}
	s.used[strings.ToLower(c.name)] = true
	return value{sql: quoteName(s.alias) + "." + quoteName(c.name), typ: c.typ}, nil
}

func (b *block) unary(e *expr, m *marks) (value, error) {
	if e.op == "NOT" {
		x, err := b.truth(e.args[0], m)
		return condition("(NOT " + x + ")"), err
	}
	x, err := b.scalar(e.args[0], m)
	if err != nil || e.op == "+" {
		return x, err
	}
	if e.op != "-" || !x.typ.numeric() {
		return value{}, unsupported(e)
	}
	return value{sql: b.dialect().arithmetic("-", "0", x.sql, x.typ), typ: x.typ}, nil
}

func (b *block) binary(e *expr, m *marks) (value, error) {
	d := b.dialect()
	if e.op == "AND" || e.op == "OR" {
		l, err := b.truth(e.args[0], m)
		if err != nil {
			return value{}, err
		}
		r, err := b.truth(e.args[1], m)
		return condition("(" + l + " " + e.op + " " + r + ")"), err
	}
	a, err := b.all(e.args, m)
	if err != nil {
		return value{}, err
	}
	l, r := a[0], a[1]
	switch e.op {
	case "=", "<>", "<", "<=", ">", ">=", "IS", "IS NOT":
		if isNoCase(e.args[0]) || isNoCase(e.args[1]) {
			l.sql, r.sql, l.constant, r.constant = d.lower(b.as(l, textType)), d.lower(b.as(r, textType)), false, false
			l.typ, r.typ = textType, textType
		}
		sql, err := b.compare(e, l, r)
		return condition(sql), err
	case "||":
		if err := b.bounded(e); err != nil {
			return value{}, err
		}
		return value{sql: "(" + b.as(l, textType) + " || " + b.as(r, textType) + ")", typ: textType}, nil
	case "+", "-", "*", "/", "%":
		l, r, typ := b.number(l), b.number(r), intType
		if l.typ == realType || r.typ == realType {
			typ = realType
		}
		if !l.typ.numeric() || !r.typ.numeric() || e.op == "%" && typ != intType {
			return value{}, unsupported(e)
		}
		if err := b.bounded(e); err != nil {
			return value{}, err
		}
		return value{sql: d.arithmetic(e.op, l.sql, r.sql, typ), typ: typ}, nil
	}
	return value{}, unsupported(e)
}

// bounded refuses what might grow too large for some rows: an error that only
// some rows cause tells about them.
func (b *block) bounded(e *expr) error {
	sums, joins, casts := 0, 0, 0
	var walk func(e *expr) bool
	walk = func(e *expr) bool {
		if isConstant(e) {
			f, ok := number(e)
			return !ok || math.Abs(f) <= 10_000 || sums == 0
		}
		switch {
		case e.kind == castExpr:
			casts++
		case e.kind == binaryExpr && e.op == "||":
			joins++
		case e.kind == binaryExpr && strings.Contains("+-*/%", e.op):
			sums++
		case e.kind == columnExpr:
			if _, c, _ := b.resolve(e); c.computed {
				sums, joins, casts = sums+3, joins+maxJoined, casts+1
			}
		}
		for _, a := range e.args {
			if !walk(a) {
				return false
			}
		}
		return true
	}
	if !walk(e) || sums > 3 || joins > maxJoined || casts > 2 {
		return unsupported(e)
	}
	return nil
}

func isNoCase(e *expr) bool { return e.kind == collateExpr && strings.EqualFold(e.op, "nocase") }

// compare prints l op r for the operator of e.
func (b *block) compare(e *expr, l, r value) (string, error) {
	l, r, err := b.unify(e, l, r)
	if err != nil {
		return "", err
	}
	d, op := b.dialect(), e.op
	switch op {
	case "<", "<=", ">", ">=":
		l.sql, r.sql = d.ordered(l.sql, l.typ), d.ordered(r.sql, r.typ)
	case "IS":
		op = d.pick(op, "IS NOT DISTINCT FROM")
	case "IS NOT":
		op = d.pick(op, "IS DISTINCT FROM")
	}
	return "(" + l.sql + " " + op + " " + r.sql + ")", nil
}

// unify gives two values one type, as SQLite's affinities would.
func (b *block) unify(e *expr, l, r value) (value, value, error) {
	l, r = b.number(l), b.number(r)
	switch {
	case l.typ == r.typ, l.typ.numeric() && r.typ.numeric(), l.typ == anyType, r.typ == anyType:
		return l, r, nil
	case l.typ == textType && !l.constant:
		return l, value{sql: b.as(r, textType), typ: textType}, nil
	case r.typ == textType && !r.constant:
		return value{sql: b.as(l, textType), typ: textType}, r, nil
	}
	// A number and a text constant.
	for _, x := range []*value{&l, &r} {
		if s, ok := x.v.(string); ok {
			f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
			if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
				return l, r, refuse(CodeUnsupported, "compare numbers with numbers", "a number is compared with the text %s: %s", quoteText(s), printExpr(e))
			}
			*x = value{sql: "(" + strconv.FormatFloat(f, 'g', -1, 64) + ")", typ: realType}
		}
	}
	return l, r, nil
}

// as prints x as a value of type t.
func (b *block) as(x value, t valueType) string {
	if x.constant && t == textType {
		switch v := x.v.(type) {
		case int64:
			return quoteText(strconv.FormatInt(v, 10))
		case float64:
			return quoteText(strconv.FormatFloat(v, 'g', -1, 64))
		}
	}
	if x.typ == anyType {
		return "CAST(NULL AS " + b.dialect().typeName(t) + ")"
	}
	return b.dialect().cast(x.sql, x.typ, t)
}

// same gives values one type: the branches of a CASE, the arguments of
// COALESCE.
func (b *block) same(e *expr, l []value) (valueType, error) {
	t := anyType
	for i := range l {
		l[i] = b.number(l[i])
		switch x := l[i].typ; {
		case x == anyType || x == t:
		case t == anyType:
			t = x
		case t.numeric() && x.numeric():
			t = realType
		default:
			return t, refuse(CodeUnsupported, "give all branches one type", "texts and numbers are mixed: %s", printExpr(e))
		}
	}
	if t == anyType {
		t = textType
	}
	for i := range l {
		l[i].sql = b.as(l[i], t)
	}
	return t, nil
}

func (b *block) all(l []*expr, m *marks) ([]value, error) {
	out := make([]value, len(l))
	for i, e := range l {
		var err error
		if out[i], err = b.scalar(e, m); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (b *block) caseWhen(e *expr, m *marks) (value, error) {
	args := e.args
	var base *expr
	if e.hasBase {
		base, args = args[0], args[1:]
	}
	var conds []string
	var branches []value
	for ; len(args) >= 2; args = args[2:] {
		when := args[0]
		if base != nil {
			when = infix("=", base, when)
		}
		c, err := b.truth(when, m)
		if err != nil {
			return value{}, err
		}
		then, err := b.scalar(args[1], m)
		if err != nil {
			return value{}, err
		}
		conds, branches = append(conds, c), append(branches, then)
	}
	if e.hasElse {
		x, err := b.scalar(args[0], m)
		if err != nil {
			return value{}, err
		}
		branches = append(branches, x)
	}
	t, err := b.same(e, branches)
	if err != nil {
		return value{}, err
	}
	var sql strings.Builder
	sql.WriteString("CASE")
	for i, c := range conds {
		sql.WriteString(" WHEN " + c + " THEN " + branches[i].sql)
	}
	if e.hasElse {
		sql.WriteString(" ELSE " + branches[len(conds)].sql)
	}
	return value{sql: sql.String() + " END", typ: t}, nil
}

var castTypes = map[string]valueType{
	"INT": intType, "INTEGER": intType, "BIGINT": intType, "SMALLINT": intType, "SIGNED": intType,
	"REAL": realType, "FLOAT": realType, "DOUBLE": realType, "NUMERIC": realType, "DECIMAL": realType,
	"TEXT": textType, "VARCHAR": textType, "CHAR": textType, "STRING": textType,
}

func (b *block) cast(e *expr, m *marks) (value, error) {
	t, ok := castTypes[strings.Fields(e.op)[0]]
	if !ok {
		return value{}, unsupported(e)
	}
	x, err := b.scalar(e.args[0], m)
	if err != nil {
		return value{}, err
	}
	if err := b.bounded(e); err != nil {
		return value{}, err
	}
	return value{sql: b.as(x, t), typ: t}, nil
}

func (b *block) like(e *expr, m *marks) (value, error) {
	if e.op != "LIKE" || len(e.args) > 2 {
		return value{}, unsupported(e)
	}
	l, err := b.all(e.args, m)
	if err != nil {
		return value{}, err
	}
	if _, ok := l[1].v.(string); !ok && l[1].typ != anyType {
		return value{}, refuse(CodeUnsupported, "write the pattern itself", "a pattern for population rows is a constant text: %s", printExpr(e))
	}
	return condition(b.dialect().like(b.as(l[0], textType), b.as(l[1], textType), e.not)), nil
}

// call prints the few functions that are offered over population rows.
func (b *block) call(e *expr, m *marks) (value, error) {
	if hasWindow(e) {
		return value{}, refuse(CodeRawPopulation, hintAggregate, "window functions cannot run over population rows")
	}
	if e.distinct || e.filter != nil || isAggregate(e) {
		return value{}, unsupported(e)
	}
	if (e.op == "iif" || e.op == "if") && (len(e.args) == 2 || len(e.args) == 3) {
		return b.caseWhen(&expr{kind: caseExpr, args: e.args, hasElse: len(e.args) == 3}, m)
	}
	a, err := b.all(e.args, m)
	if err != nil {
		return value{}, err
	}
	d := b.dialect()
	text := func(i int) string { return b.as(a[i], textType) }
	switch n := len(a); {
	case e.op == "lower" && n == 1:
		return value{sql: d.lower(text(0)), typ: textType}, nil
	case e.op == "upper" && n == 1:
		return value{sql: d.upper(text(0)), typ: textType}, nil
	case e.op == "trim" && n == 1:
		return value{sql: "trim(" + text(0) + ")", typ: textType}, nil
	case e.op == "length" && n == 1:
		return value{sql: "length(" + text(0) + ")", typ: intType}, nil
	case e.op == "instr" && n == 2:
		return value{sql: d.pick("instr", "strpos") + "(" + text(0) + ", " + text(1) + ")", typ: intType}, nil
	case (e.op == "substr" || e.op == "substring") && (n == 2 || n == 3):
		return b.substr(e, text(0), a[1:])
	case e.op == "strftime" && n == 2:
		return b.strftime(e, text(1), a[0])
	case (e.op == "coalesce" || e.op == "ifnull") && n >= 2 && n <= 6, e.op == "nullif" && n == 2:
		t, err := b.same(e, a)
		var sql []string
		for _, x := range a {
			sql = append(sql, x.sql)
		}
		return value{sql: strings.ReplaceAll(e.op, "ifnull", "coalesce") + "(" + strings.Join(sql, ", ") + ")", typ: t}, err
	case e.op == "round" && n >= 1 && n <= 2 && a[0].typ.numeric():
		digits, _ := a[n-1].v.(int64)
		if n == 2 && (!a[1].constant || digits < 0 || digits > 9) {
			break
		}
		if n == 1 {
			digits = 0
		}
		form := d.pick("round(%s, %d)", "CAST(round(CAST(%s AS numeric), %d) AS double precision)")
		return value{sql: fmt.Sprintf(form, a[0].sql, digits), typ: realType}, nil
	}
	return value{}, refuse(CodeUnsupported, "aggregate first, then compute on the result", "the function %s is not available over population rows", e.op)
}

// substr takes constant positions only. From the end it is another function in
// PostgreSQL.
func (b *block) substr(e *expr, text string, pos []value) (value, error) {
	start, ok := pos[0].v.(int64)
	if !ok || start < -1000 || start > 1000 {
		return value{}, unsupported(e)
	}
	sql := fmt.Sprintf("substr(%s, %d)", text, start)
	if start < 0 && b.dialect() == PostgreSQL {
		sql = fmt.Sprintf("right(%s, %d)", text, -start)
	}
	if len(pos) == 2 {
		n, ok := pos[1].v.(int64)
		if !ok || n < 0 || n > 1000 {
			return value{}, unsupported(e)
		}
		if start > 0 {
			sql = fmt.Sprintf("substr(%s, %d, %d)", text, start, n)
		} else {
			sql = fmt.Sprintf("substr(%s, 1, %d)", sql, n)
		}
	}
	return value{sql: sql, typ: textType}, nil
}

// strftime takes a year or a month out of a text that begins like a date.
// Unlike that of SQLite it needs no day, since a month is what there is.
func (b *block) strftime(e *expr, text string, format value) (value, error) {
	parts := map[any][2]int{"%Y": {1, 4}, "%m": {6, 2}, "%Y-%m": {1, 7}}
	p, ok := parts[format.v]
	if !ok {
		return value{}, refuse(CodeUnsupported, "group by month or year, or use strftime with '%Y', '%m' or '%Y-%m'", "not available over population rows: %s", printExpr(e))
	}
	return value{sql: fmt.Sprintf("CASE WHEN %s THEN substr(%s, %d, %d) END", b.dialect().like(text, "'____-__%'", false), text, p[0], p[1]), typ: textType}, nil
}
