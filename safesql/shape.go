package safesql

import (
	"maps"
	"slices"
	"strings"
)

// fields returns the population columns that e reads, in order. Conditions on
// one column are guarded together; a condition on several can mean a few
// clients that no column alone does.
func (b *block) fields(e *expr) []string {
	return b.fieldsThat(e, func(column) bool { return true })
}

// clientFields are those that say something about the client.
func (b *block) clientFields(e *expr) []string {
	return b.fieldsThat(e, func(c column) bool { return c.ofClient || c.use == useKey })
}

func (b *block) fieldsThat(e *expr, is func(column) bool) []string {
	out := map[string]bool{}
	for x := range e.all() {
		if s, c, _ := b.resolve(x); s != nil && s.view != nil && is(c) {
			out[strings.ToLower(s.alias+"."+c.name)] = true
		}
	}
	return slices.Sorted(maps.Keys(out))
}

// oneColumn refuses a condition that reads several columns, unless it compares
// two of them. Hidden in an expression, an
// AND would not be guarded.
func (b *block) oneColumn(e *expr) error {
	nested := e.kind == caseExpr || e.kind == callExpr || e.kind == binaryExpr && e.op != "OR" && slices.ContainsFunc(e.args, compares)
	if nested && compares(e) && len(b.clientFields(e)) > 0 || len(b.fieldsThat(e, func(c column) bool { return c.compared })) > 0 {
		return refuse(CodeUnsupported, "write the condition on the column itself, with AND, OR, IN", "a condition on the result of another: %s", printExpr(e))
	}
	if len(b.fields(e)) < 2 {
		return nil
	}
	if e.kind == binaryExpr && e.args[0].kind == columnExpr && e.args[1].kind == columnExpr {
		return nil
	}
	return refuse(CodeUnsupported, "use AND between simple conditions, UNION ALL instead of OR, or GROUP BY with more columns", "a condition on population rows reads one column: not %s", printExpr(e))
}

// choice prints the column of clients of which the condition names several
// values: with IN, OR or LIKE. One of them may mean a few clients.
func (b *block) choice(e *expr) string {
	if !compares(e) || e.kind == binaryExpr && e.op != "OR" || (e.kind == inExpr || e.kind == likeExpr) && e.not || e.kind == nullExpr || e.kind == betweenExpr || e.kind == unaryExpr {
		return ""
	}
	sql := ""
	for x := range e.all() {
		if _, c, _ := b.resolve(x); c.ofClient && c.use == useDimension {
			if v, err := b.scalar(x, &marks{}); err == nil {
				sql = v.sql
			}
		}
	}
	return sql
}

// chooses refuses clients chosen by several values of a column of clients.
func (v *view) chooses(e *expr) error {
	for _, c := range v.choices {
		if c != "" {
			return refuse(CodeUnsupported, "put the IN or OR on the column itself into WHERE", "client_key among clients chosen by several values: %s", printExpr(e))
		}
	}
	return nil
}

// shown refuses a grouping that compares: of several columns, or as a
// condition, of which the rest would be a group too.
func (b *block) shown(e *expr) error {
	hint := "group by the columns themselves, or use CASE WHEN ... THEN inside SUM or COUNT"
	if isPredicate(e) {
		return refuse(CodeUnsupported, hint, "population rows cannot be grouped by a condition: %s", printExpr(e))
	}
	if compares(e) && len(b.fields(e)) > 1 {
		return refuse(CodeUnsupported, hint, "a grouping of population rows that compares reads one column: not %s", printExpr(e))
	}
	return nil
}

// merges refuses groups that put several values of a column of clients
// together, where another condition or group is on clients too: the two can
// choose a few of them.
func (s *selection) merges() error {
	for i, g := range s.groups {
		if !g.merged {
			continue
		}
		other := slices.ContainsFunc(s.conds, func(c cond) bool { return c.clients != "" && c.clients != g.clients })
		for j, o := range s.groups {
			other = other || i != j && o.clients != "" && o.clients != g.clients
		}
		if other {
			return refuse(CodeUnsupported, "group by the column itself, and add up the groups", "CASE over a column of clients beside another condition on clients")
		}
	}
	return nil
}

// keepsApart reports whether different values stay different, or nearly.
func keepsApart(e *expr) bool {
	joins := e.kind == binaryExpr && e.op == "||" || e.kind == callExpr && (e.op == "upper" || e.op == "lower")
	return e.kind == columnExpr || isConstant(e) || joins && !slices.ContainsFunc(e.args, func(a *expr) bool { return !keepsApart(a) })
}
