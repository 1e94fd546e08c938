package safesql

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// release asks the vault for the block, applies the policy and loads what may
// be known into the room. If single, a block without groups has one row even
// if nothing may be known.
func (s *selection) release(single bool) error {
	gw := s.gw
	st := s.statements()
	if slices.ContainsFunc(st.all(), func(sql string) bool { return len(sql) > maxPrinted }) {
		return errPrinted
	}
	if err := gw.gate.mayAsk(gw.ctx, gw.client, st.text()); err != nil {
		return err
	}
	rows, ok := gw.gate.released.get(st.text())
	if !ok {
		var err error
		if err := s.forgetFew(); err != nil {
			return gw.hide("vault failed", err)
		}
		asked := 0
		if rows, err = s.ask(s.statements(), &asked); err != nil {
			return gw.hide("vault failed", err)
		}
		gw.gate.released.put(st.text(), rows)
	}
	// An answer with many figures is worth several questions.
	for i := range len(rows) * len(s.aggregates) / figuresAsked {
		if err := gw.gate.mayAsk(gw.ctx, gw.client, fmt.Sprintf("%s\n%d", st.text(), i)); err != nil {
			return err
		}
	}
	gw.blocks = append(gw.blocks, Block{Table: s.table, SQL: st.main, Rows: len(rows)})
	if len(rows) == 0 && single && len(s.groups) == 0 {
		rows = [][]any{make([]any, len(s.columns()))}
	}
	if err := gw.room.load(s.table, s.columns(), rows); err != nil {
		return gw.hide("loading released figures failed", err)
	}
	return nil
}

const figuresAsked = 100 // that count as one more question

// hide logs what happened, and tells the caller no more than that it did.
func (gw *gateway) hide(event string, err error) error {
	var refused *Error
	switch {
	case errors.As(err, &refused):
		return err
	case gw.ctx.Err() != nil:
		return errTime
	case errors.Is(err, ErrManyRows):
		return refuse(CodeLimit, hintSimplify, "the result has too many groups")
	}
	gw.gate.failed(event, err)
	return refuse(CodeUnavailable, "ask in a simpler way or try again later", "the population query could not be answered")
}

// statements are what a block asks the vault.
type statements struct {
	what     string // is made of the numbers
	main     string
	guards   []guard
	distinct []string // for each aggregate: COUNT(DISTINCT ...) for each group, or ""
}

func (st *statements) all() []string {
	out := []string{st.main}
	for _, g := range st.guards {
		out = append(out, g.head+g.tail)
	}
	return append(out, st.distinct...)
}

// text identifies the block: two with one text have one answer.
func (st *statements) text() string { return st.what + strings.Join(st.all(), "\n") }

// Numbers that the statement returns for each aggregate, before those of its
// conditions.
const (
	exactTotal = iota
	noisyTotal
	largestPart // of one client
	noisyRows
	clients
	noisyClients
	clientsHash
	largestPull // of one client on the mean, times the rows
	fixedNumbers
)

// factor prints a client's fixed factor, from its hash h: 3 to 8 % up or down.
// It is the same in every answer, so asking often does not average it away.
const factor = "(1 + (CASE WHEN h % 2 = 0 THEN 1 ELSE -1 END) * (0.03 + 0.05 * ((h / 2) % 1048576) / 1048576.0))"

func (s *selection) statements() *statements {
	d, st := s.dialect(), &statements{distinct: make([]string, len(s.aggregates))}
	inner := append(s.groupColumns(), d.hash(s.key())+" AS h")
	middle := []string{"*", factor + " AS f"}
	outer := append(s.groupNames(), "COUNT(*)")
	for i := range s.aggregates {
		a := &s.aggregates[i]
		st.what += fmt.Sprintf("%d/%t ", a.fn, a.whole)
		in, out := a.columns(d, i+1, s.single())
		inner, outer = append(inner, in...), append(outer, out...)
		switch a.fn { //nolint:exhaustive // the rest needs no more
		case countDistinct:
			st.distinct[i] = s.distinctStatement(a)
		case averageOf, shareOf:
			over := listed("PARTITION BY ", s.groupNames())
			middle = append(middle, fmt.Sprintf("%s / NULLIF(%s, 0) AS m%d", d.totalOver(fmt.Sprintf("v%d", i+1), over), d.totalOver(fmt.Sprintf("n%d", i+1), over), i+1))
		}
	}
	perClient := listed(" GROUP BY ", append(s.groupSQL(), s.key()))
	if s.single() {
		perClient = d.once()
	}
	st.main = s.withSQL() + "SELECT " + strings.Join(outer, ", ") +
		" FROM (SELECT " + strings.Join(middle, ", ") + " FROM (" + s.rows(inner...) + perClient + ") AS _i) AS _j" + listed(" GROUP BY ", s.groupNames()) +
		fmt.Sprintf(" HAVING COUNT(*) >= %d", minClients)
	st.guards = s.guards()
	return st
}

// single reports whether each row of the block is another client.
func (s *selection) single() bool {
	return len(s.srcs) == 1 && s.srcs[0].view.rel != nil && s.srcs[0].view.rel.single
}

// columns prints the aggregate for each client and group, as its value v and
// the rows n behind it, and over clients. If single, a client has one row.
func (a *aggregate) columns(d Dialect, n int, single bool) (inner, outer []string) {
	count, total, any := a.counted, d.total, "MAX(%s)"
	if single {
		count, total, any = a.isCounted, d.number, "%s"
	}
	val, rows, has := "", "", fmt.Sprintf("v%d", n)
	switch a.fn {
	case countRows, countClients:
		val = count("1")
	case shareOf:
		rows = count("1")
		val = count("CASE WHEN " + a.arg + " THEN 1 END")
	case sumOf, averageOf:
		val = total(a.conditional(a.arg))
		rows, has = count(a.arg), fmt.Sprintf("n%d", n)
	case countDistinct:
		val = count(a.arg)
	}
	inner = []string{fmt.Sprintf("%s AS v%d", val, n)}
	outer = slices.Repeat([]string{"0"}, fixedNumbers) // what is not needed costs nothing
	outer[clients] = fmt.Sprintf("SUM(CASE WHEN %s > 0 THEN 1 ELSE 0 END)", has)
	outer[clientsHash] = fmt.Sprintf("SUM(CASE WHEN %s > 0 THEN h ELSE 0 END)", has)
	switch a.fn { //nolint:exhaustive // the rest is a total
	case countClients:
		outer[noisyClients] = d.total(fmt.Sprintf("CASE WHEN %s > 0 THEN f END", has))
	case countDistinct:
	default:
		outer[exactTotal] = d.total(fmt.Sprintf("v%d", n))
		outer[noisyTotal] = d.total(fmt.Sprintf("f * v%d", n))
		outer[largestPart] = fmt.Sprintf("MAX(ABS(f * v%d))", n)
	}
	if rows != "" {
		inner = append(inner, fmt.Sprintf("%s AS n%d", rows, n))
	}
	if a.fn == averageOf || a.fn == shareOf {
		outer[noisyRows] = d.total(fmt.Sprintf("f * n%d", n))
		outer[largestPull] = fmt.Sprintf("MAX(ABS(v%[1]d - n%[1]d * m%[1]d))", n)
	}
	for j, c := range a.complements() {
		inner = append(inner, fmt.Sprintf(any+" AS x%d_%d", "CASE WHEN "+c+" THEN 1 ELSE 0 END", n, j))
		outer = append(outer, fmt.Sprintf("SUM(x%d_%d)", n, j))
	}
	return inner, outer
}

// conditional prints x where the aggregate's conditions hold.
func (a *aggregate) conditional(x string) string {
	if len(a.conds) == 0 {
		return x
	}
	return "CASE WHEN " + a.when() + " THEN " + x + " END"
}

// counted prints in how many rows x is not NULL and the conditions hold.
func (a *aggregate) counted(x string) string {
	if len(a.conds) == 0 && x == "1" {
		return "COUNT(*)"
	}
	return "COUNT(" + a.conditional(x) + ")"
}

// isCounted prints 1 or 0: what counted prints for a single row.
func (a *aggregate) isCounted(x string) string {
	if len(a.conds) == 0 && x == "1" {
		return "1"
	}
	return "CASE WHEN " + a.conditional(x) + " IS NULL THEN 0 ELSE 1 END"
}

// complements prints which rows the aggregate leaves out: all of them, and
// those that one of several conditions alone leaves out.
func (a *aggregate) complements() []string {
	conds := a.tests()
	if a.fn == shareOf {
		conds = append(conds, "("+a.arg+")")
	}
	if len(conds) == 0 {
		return nil
	}
	out := []string{"(" + strings.Join(conds, " AND ") + ") IS NOT TRUE"}
	if len(conds) == 1 {
		return out
	}
	for i, c := range conds {
		rest := slices.Delete(slices.Clone(conds), i, i+1)
		out = append(out, strings.Join(rest, " AND ")+" AND "+c+" IS NOT TRUE")
	}
	return out
}

func (s *selection) groupSQL() []string {
	out := make([]string, len(s.groups))
	for i, g := range s.groups {
		out[i] = g.sql
	}
	return out
}

func (s *selection) groupColumns() []string {
	out := s.groupSQL()
	for i := range out {
		out[i] += fmt.Sprintf(" AS g%d", i+1)
	}
	return out
}

func (s *selection) groupNames() []string {
	out := make([]string, len(s.groups))
	for i := range out {
		out[i] = fmt.Sprintf("g%d", i+1)
	}
	return out
}

// listed prints the word and the list, or nothing if that is empty.
func listed(word string, l []string) string {
	if len(l) == 0 {
		return ""
	}
	return word + strings.Join(l, ", ")
}

func (s *selection) distinctStatement(a *aggregate) string {
	cols := append(s.groupColumns(), "COUNT(DISTINCT CASE WHEN "+a.when()+" THEN "+a.arg+" END)")
	return s.withSQL() + s.rows(cols...) + listed(" GROUP BY ", s.groupSQL())
}

// rowKey tells rows apart.
func rowKey(row []any) string {
	var b []byte
	for _, v := range row {
		switch v := v.(type) {
		case nil:
			b = append(b, 'n')
		case string:
			b = strconv.AppendQuote(b, v)
		case int64:
			b = strconv.AppendInt(b, v, 10)
		case float64:
			b = strconv.AppendFloat(b, v, 'g', -1, 64)
		}
		b = append(b, ',')
	}
	return string(b)
}

// value gives a group's value the type that it has in every dialect.
func (g group) value(v any) any {
	if f, ok := v.(float64); ok && g.typ == intType && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return int64(f)
	}
	if n, ok := v.(int64); ok && g.typ == realType {
		return float64(n)
	}
	return v
}

func floats(l []any) []float64 {
	out := make([]float64, len(l))
	for i, v := range l {
		out[i] = toFloat(v)
	}
	return out
}

func toFloat(v any) float64 {
	switch x := v.(type) {
	case int64:
		return float64(x)
	case float64:
		return x
	}
	return 0
}

// compareRows orders NULL, numbers, texts, as SQLite does.
func compareRows(a, b []any) int {
	rank := func(v any) int {
		switch v.(type) {
		case nil:
			return 0
		case string:
			return 2
		}
		return 1
	}
	for i := range a {
		c := cmp.Compare(rank(a[i]), rank(b[i]))
		if s, ok := a[i].(string); ok && c == 0 {
			c = strings.Compare(s, b[i].(string))
		} else if c == 0 {
			c = cmp.Compare(toFloat(a[i]), toFloat(b[i]))
		}
		if c != 0 {
			return c
		}
	}
	return 0
}
