package safesql

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
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
	if err := gw.gate.mayAsk(gw.ctx, gw.client, st.text()); err != nil {
		return err
	}
	rows, ok := gw.gate.released.get(st.text())
	if !ok {
		var err error
		if rows, err = s.ask(st); err != nil {
			return gw.vaultError(err)
		}
		gw.gate.released.put(st.text(), rows)
	}
	gw.blocks = append(gw.blocks, Block{Table: s.table, SQL: st.main, Rows: len(rows)})
	if len(rows) == 0 && single && len(s.groups) == 0 {
		rows = [][]any{make([]any, len(s.columns()))}
	}
	if err := gw.room.load(s.table, s.columns(), rows); err != nil {
		return gw.vaultError(err)
	}
	return nil
}

// vaultError hides what happened in the vault.
func (gw *gateway) vaultError(err error) error {
	var refused *Error
	switch {
	case errors.As(err, &refused):
		return err
	case gw.ctx.Err() != nil:
		return errTime
	case errors.Is(err, ErrManyRows):
		return refuse(CodeLimit, hintSimplify, "the result has too many groups")
	}
	gw.gate.failed(err)
	return refuse(CodeUnavailable, "ask in a simpler way or try again later", "the population query could not be answered")
}

// statements are what a block asks the vault.
type statements struct {
	what     string // is made of the numbers
	main     string
	guards   []guard
	distinct map[int]string // by aggregate: COUNT(DISTINCT ...) for each group
}

// guard finds groups from which one condition removes a few clients. Between
// head and tail there is room for a condition.
type guard struct {
	head, tail string
	keys       []int // the groups it returns
}

// text identifies the block: two with one text have one answer.
func (st *statements) text() string {
	var b strings.Builder
	b.WriteString(st.what + st.main)
	for _, g := range st.guards {
		b.WriteString("\n" + g.head + g.tail)
	}
	for i := range maxAggregates {
		if sql := st.distinct[i]; sql != "" {
			fmt.Fprintf(&b, "\n%d %s", i, sql)
		}
	}
	return b.String()
}

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
	fixedNumbers
)

// factor prints a client's fixed factor, from its hash h: 3 to 8 % up or down.
// It is the same in every answer, so asking often does not average it away.
const factor = "(1 + (CASE WHEN h % 2 = 0 THEN 1 ELSE -1 END) * (0.03 + 0.05 * ((h / 2) % 1048576) / 1048576.0))"

func (s *selection) statements() *statements {
	d, st := s.dialect(), &statements{distinct: map[int]string{}}
	inner := s.groupColumns()
	inner = append(inner, d.hash(s.key())+" AS h")
	outer := s.groupNames()
	outer = append(outer, "COUNT(*)")
	for i := range s.aggregates {
		st.what += fmt.Sprintf("%d/%t ", s.aggregates[i].fn, s.aggregates[i].whole)
		in, out := s.aggregates[i].columns(d, i+1)
		inner, outer = append(inner, in...), append(outer, out...)
		if s.aggregates[i].fn == countDistinct {
			st.distinct[i] = s.distinctStatement(&s.aggregates[i])
		}
	}
	st.main = s.withSQL() + "SELECT " + strings.Join(outer, ", ") +
		" FROM (SELECT *, " + factor + " AS f FROM (SELECT " + strings.Join(inner, ", ") + " FROM " + s.fromSQL() + " WHERE " + s.where(linkCond, filterCond, outsideCond, outsideOnly) +
		" GROUP BY " + strings.Join(append(s.groupSQL(), s.key()), ", ") + ") AS _i) AS _j" + s.groupClause() +
		fmt.Sprintf(" HAVING COUNT(*) >= %d", minClients)
	st.guards = s.guards()
	return st
}

// columns prints the aggregate for each client and group, as its value v and
// the rows n behind it, and over clients.
func (a *aggregate) columns(d Dialect, n int) (inner, outer []string) {
	val, rows, has := "COUNT(*)", "", fmt.Sprintf("v%d", n)
	switch a.fn {
	case countRows, countClients:
		val = a.counted("1")
	case shareOf:
		rows = a.counted("1")
		val = "COUNT(CASE WHEN " + a.when() + " AND (" + a.arg + ") THEN 1 END)"
	case sumOf, averageOf:
		val = d.total(a.conditional(a.arg))
		rows, has = a.counted(a.arg), fmt.Sprintf("n%d", n)
	case countDistinct:
		val = a.counted(a.arg)
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
	}
	for j, c := range a.complements() {
		inner = append(inner, fmt.Sprintf("MAX(CASE WHEN %s THEN 1 ELSE 0 END) AS x%d_%d", c, n, j))
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

// complements prints which rows the aggregate leaves out: all of them, and
// those that one of several conditions alone leaves out.
func (a *aggregate) complements() []string {
	conds := a.conds
	if a.fn == shareOf {
		conds = append(slices.Clone(conds), "("+a.arg+")")
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

func (s *selection) groupClause() string {
	if len(s.groups) == 0 {
		return ""
	}
	return " GROUP BY " + strings.Join(s.groupNames(), ", ")
}

func (s *selection) distinctStatement(a *aggregate) string {
	cols := append(s.groupColumns(), "COUNT(DISTINCT CASE WHEN "+a.when()+" THEN "+a.arg+" END)")
	sql := s.withSQL() + "SELECT " + strings.Join(cols, ", ") + " FROM " + s.fromSQL() + " WHERE " + s.where(linkCond, filterCond, outsideCond, outsideOnly)
	if len(s.groups) > 0 {
		sql += " GROUP BY " + strings.Join(s.groupSQL(), ", ")
	}
	return sql
}

// guards prints, for each filter, which groups would have 1 to k-1 more
// clients without it, and the same for the joins with what is outside.
func (s *selection) guards() []guard {
	var out []guard
	all := make([]int, len(s.groups))
	for i := range all {
		all[i] = i
	}
	for i := range s.conds {
		if s.conds[i].kind != filterCond {
			continue
		}
		where := []string{s.where(linkCond, outsideCond, outsideOnly)}
		for j, c := range s.conds {
			if c.kind == filterCond && i != j {
				where = append(where, c.sql)
			}
		}
		where = append(where, s.conds[i].sql+" IS NOT TRUE")
		out = append(out, s.guard(all, s.fromSQL(), strings.Join(where, " AND ")))
	}
	if m := s.marker(); m != "" {
		var inside []int
		for i, g := range s.groups {
			if !g.outside {
				inside = append(inside, i)
			}
		}
		out = append(out, s.guard(inside, s.outerFrom(), s.where(linkCond, filterCond)+" AND "+m+" IS NULL"))
	}
	if slices.ContainsFunc(s.groups, func(g group) bool { return g.computed }) {
		out = append(out, s.remainder())
	}
	return out
}

// remainder prints whether all groups that are too small have 1 to k-1 clients
// together. A statement that makes up its groups can make one of all clients
// but these.
func (s *selection) remainder() guard {
	count := "COUNT(DISTINCT " + s.key() + ")"
	return guard{
		head: s.withSQL() + "SELECT SUM(n) FROM (SELECT " + count + " AS n FROM " + s.fromSQL() + " WHERE " + s.where(linkCond, filterCond, outsideCond, outsideOnly),
		tail: " GROUP BY " + strings.Join(s.groupSQL(), ", ") + fmt.Sprintf(" HAVING %s < %d) AS _g HAVING SUM(n) BETWEEN 1 AND %d", count, minClients, minGroup-1),
	}
}

func (s *selection) guard(keys []int, from, where string) guard {
	if len(keys) == 0 { // the engine may stop at the k-th client
		return guard{
			head: s.withSQL() + "SELECT COUNT(*) FROM (SELECT DISTINCT " + s.key() + " FROM " + from + " WHERE " + where,
			tail: fmt.Sprintf(" LIMIT %d) AS _g HAVING COUNT(*) BETWEEN 1 AND %d", minGroup, minGroup-1),
		}
	}
	var cols, groups []string
	for _, k := range keys {
		cols = append(cols, fmt.Sprintf("%s AS g%d", s.groups[k].sql, k+1))
		groups = append(groups, s.groups[k].sql)
	}
	return guard{
		keys: keys,
		head: s.withSQL() + "SELECT " + strings.Join(cols, ", ") + " FROM " + from + " WHERE " + where,
		tail: " GROUP BY " + strings.Join(groups, ", ") + fmt.Sprintf(" HAVING COUNT(DISTINCT %s) BETWEEN 1 AND %d", s.key(), minGroup-1),
	}
}

// among prints a condition for a guard, that a group is one of the rows: the
// others need not be looked at. It is empty if there are many.
func (s *selection) among(g guard, rows [][]any) string {
	const many = 100
	var sql strings.Builder
	for _, k := range g.keys {
		values := map[string]bool{}
		for _, row := range rows {
			x, err := newConstant(row[k])
			if err != nil {
				return ""
			}
			if values[x.sql] = true; len(values) > many {
				return ""
			}
		}
		if values["NULL"] {
			continue
		}
		sql.WriteString(" AND " + s.groups[k].sql + " IN (" + strings.Join(slices.Sorted(maps.Keys(values)), ", ") + ")")
	}
	return sql.String()
}

// ask runs the statements and returns what may be known, in order of the
// groups.
func (s *selection) ask(st *statements) ([][]any, error) {
	gw, n := s.gw, len(s.groups)
	query := func(sql string, args ...any) ([][]any, error) { return gw.gate.vault.Query(gw.ctx, sql, args) }
	raw, err := query(st.main, gw.gate.noise.clientKey)
	if err != nil || len(raw) == 0 {
		return nil, err
	}
	withheld := make([]map[string]bool, len(st.guards))
	for i, g := range st.guards {
		among := s.among(g, raw)
		rows, err := query(g.head + among + g.tail)
		if err != nil {
			return nil, err
		}
		withheld[i] = map[string]bool{}
		for _, row := range rows {
			withheld[i][rowKey(row[:len(g.keys)])] = true
		}
	}
	distinct := map[int]map[string]float64{}
	for i, sql := range st.distinct {
		rows, err := query(sql)
		if err != nil {
			return nil, err
		}
		distinct[i] = map[string]float64{}
		for _, row := range rows {
			distinct[i][rowKey(row[:n])] = toFloat(row[n])
		}
	}
	var out [][]any
	for _, row := range raw {
		if slices.ContainsFunc(guardKeys(st.guards, row), func(k guardKey) bool { return withheld[k.guard][k.key] }) {
			continue
		}
		known := make([]any, 0, n+len(s.aggregates))
		for i, g := range s.groups {
			known = append(known, g.value(row[i]))
		}
		at := n + 1
		for i := range s.aggregates {
			a := &s.aggregates[i]
			end := at + fixedNumbers + len(a.complements())
			known = append(known, gw.gate.noise.release(a, floats(row[at:end]), distinct[i][rowKey(row[:n])]))
			at = end
		}
		if len(known) == 0 {
			known = []any{int64(1)}
		}
		out = append(out, known)
	}
	slices.SortFunc(out, func(a, b []any) int { return compareRows(a[:n], b[:n]) })
	return out, nil
}

type guardKey struct {
	guard int
	key   string
}

func guardKeys(guards []guard, row []any) []guardKey {
	out := make([]guardKey, len(guards))
	for i, g := range guards {
		var part []any
		for _, k := range g.keys {
			part = append(part, row[k])
		}
		out[i] = guardKey{i, rowKey(part)}
	}
	return out
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
