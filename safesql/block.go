package safesql

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// block replaces a SELECT over population rows by one over a table of the
// room with what is released of it.
func (gw *gateway) block(c *core, order []orderTerm, env *scope, why purpose) error {
	if len(gw.blocks) >= maxBlocks {
		return refuse(CodeLimit, hintSimplify, "more than %d population queries in one statement", maxBlocks)
	}
	b, err := gw.newBlock(c, order, env, true)
	if err != nil {
		return err
	}
	aggregated := c.aggregated() || slices.ContainsFunc(order, func(o orderTerm) bool { return hasAggregate(o.e) })
	if !aggregated && !c.distinct && why == asRows {
		return refuse(CodeRawPopulation, hintAggregate, "%s holds rows of other clients, of which only aggregates are shown", b.population(false).alias)
	}
	s := &selection{block: b, core: c, table: gw.tableName()}
	if err := s.groupBy(); err != nil {
		return err
	}
	items, err := s.items(why)
	if err != nil {
		return err
	}
	having, err := s.replace(c.having)
	if err != nil {
		return err
	}
	newOrder := make([]*expr, len(order))
	for i, o := range order {
		if !o.desc && o.nulls == "" && s.isFigure(o.e) {
			order[i].nulls = "LAST" // what is withheld is not the least
		}
		newOrder[i] = o.e
		if o.e.kind == literalExpr || o.e.kind == columnExpr && o.e.tab == "" && s.byAlias(o.e.name) != nil {
			continue
		}
		if newOrder[i], err = s.replace(o.e); err != nil {
			return err
		}
	}
	var where []*expr
	for _, co := range b.corrs {
		where = append(where, infix("=", s.group(co.inside, co.expr), co.outside))
	}
	if err := s.merges(); err != nil {
		return err
	}
	if n := b.filters(); n > maxFilters {
		return refuse(CodeLimit, hintSimplify, "more than %d conditions on population rows", maxFilters)
	}
	if len(s.aggregates) > maxAggregates || len(s.groups) > maxGroups {
		return refuse(CodeLimit, hintSimplify, "more than %d aggregates or %d grouping expressions", maxAggregates, maxGroups)
	}
	if err := s.release(why != asTest); err != nil {
		return err
	}
	if having != nil {
		where = append(where, having)
	}
	c.items, c.from, c.where = items, []source{{table: s.table}}, conjunction(where)
	c.group, c.having = nil, nil
	for i := range order {
		order[i].e = newOrder[i]
	}
	c.distinct = c.distinct || why == asSet && !aggregated
	return nil
}

const (
	maxGroups  = 12 // expressions in one GROUP BY
	maxFilters = 8  // columns that conditions are on: each pair is guarded
)

func (b *block) filters() int {
	n := 0
	for _, c := range b.conds {
		if c.kind == filterCond {
			n += 1 + len(c.loose)
		}
	}
	return n
}

// selection is what a block asks for: groups, and aggregates of each.
type selection struct {
	*block
	core       *core
	table      string // where the room will have it
	groups     []group
	aggregates []aggregate
}

type group struct {
	sql      string
	typ      valueType
	outside  bool // reads relations that are not population
	computed bool // is an expression of the statement, not a column

	clients string // the columns of clients that it reads
	merged  bool   // and may put values of them together
}

// group returns the column of the room with the value of the grouping
// expression e, which was printed as x.
func (s *selection) group(x value, e *expr) *expr {
	if x.constant {
		return literal(x.sql)
	}
	x = s.number(x)
	i := slices.IndexFunc(s.groups, func(g group) bool { return g.sql == x.sql })
	if i < 0 {
		i = len(s.groups)
		clients := strings.Join(s.clientFields(e), " ")
		merged := clients != "" && (!keepsApart(e) || len(s.fieldsThat(e, func(c column) bool { return c.computed })) > 0)
		s.groups = append(s.groups, group{x.sql, x.typ, s.kindOf(e) != filterCond, e.kind != columnExpr, clients, merged})
	}
	return s.column("g", i)
}

func (s *selection) column(prefix string, i int) *expr {
	return columnOf(s.table, prefix+strconv.Itoa(i+1))
}

// dimension prints an expression that may be shown.
func (s *selection) dimension(e *expr) (value, error) {
	var m marks
	x, err := s.scalar(e, &m)
	if err != nil {
		return x, err
	}
	if m.key {
		return x, refuse(CodeRawPopulation, "for a mean per client divide by COUNT(DISTINCT client_key)", "grouping by client_key would list single clients")
	}
	if err := m.refuse(e); err != nil {
		return x, err
	}
	return x, s.shown(e)
}

func (s *selection) byAlias(name string) *expr {
	for _, it := range s.core.items {
		if it.alias != "" && strings.EqualFold(it.alias, name) {
			return it.e
		}
	}
	return nil
}

// isFigure reports whether a term of ORDER BY is one of the aggregates.
func (s *selection) isFigure(e *expr) bool {
	if e.kind == columnExpr && e.tab == "" {
		e = cmp.Or(s.byAlias(e.name), e)
	} else if n, err := strconv.Atoi(e.op); err == nil && e.kind == literalExpr && n >= 1 && n <= len(s.core.items) {
		e = s.core.items[n-1].e
	}
	return hasAggregate(e)
}

// groupBy reads GROUP BY, whose terms may be positions and aliases.
func (s *selection) groupBy() error {
	for _, e := range s.core.group {
		if e.kind == literalExpr {
			if n, err := strconv.Atoi(e.op); err == nil {
				if n < 1 || n > len(s.core.items) || s.core.items[n-1].star {
					return refuse(CodeSyntax, "", "GROUP BY %d: there is no such column", n)
				}
				e = s.core.items[n-1].e
			}
		} else if e.kind == columnExpr && e.tab == "" {
			if of, _, _ := s.resolve(e); of == nil {
				e = cmp.Or(s.byAlias(e.name), e)
			}
		}
		if isConstant(e) {
			continue
		}
		x, err := s.dimension(e)
		if err != nil {
			return s.gw.inner(err)
		}
		s.group(x, e)
	}
	return nil
}

func (s *selection) items(why purpose) ([]item, error) {
	if why == asTest {
		return []item{{e: literal("1")}}, nil
	}
	grouped := len(s.groups)
	var out []item
	for _, it := range s.core.items {
		if it.star {
			return nil, refuse(CodeRawPopulation, "name the columns and aggregate", "* over population rows")
		}
		x, err := s.replace(it.e)
		if err != nil {
			return nil, err
		}
		out = append(out, item{e: x, alias: cmp.Or(it.alias, it.e.name, strings.ReplaceAll(printExpr(it.e), `"`, ""))})
	}
	if s.core.aggregated() && len(s.groups) > grouped {
		s.gw.note(noteGroups)
	}
	return out, nil
}

// replace turns an expression over population rows into one over the table of
// the room: aggregates and dimensions become its columns.
func (s *selection) replace(e *expr) (*expr, error) {
	if e == nil || isConstant(e) {
		return e, nil
	}
	if isAggregate(e) {
		return s.replaceAggregate(e)
	}
	if e.kind == columnExpr {
		if of, _, err := s.resolve(e); of == nil {
			if err == nil && s.byAlias(e.name) == nil && s.gw.gate.policy.isParticular(e.name) && s.env.up == nil {
				return nil, s.gw.inner(errOuter{e.name})
			}
			return e, err // an alias, or of the query around: the room knows
		}
		x, err := s.dimension(e)
		if err != nil {
			return nil, err
		}
		return s.group(x, e), nil
	}
	if !hasAggregate(e) && !hasWindow(e) && !hasQuery(e) {
		var m marks
		if x, err := s.scalar(e, &m); err == nil && !m.key && !m.measure {
			if slices.ContainsFunc(s.groups, func(g group) bool { return g.sql == x.sql }) {
				return s.group(x, e), nil
			}
		}
	}
	n := *e
	var err error
	if n.args, err = s.replaceAll(e.args); err != nil {
		return nil, err
	}
	if e.q != nil {
		if err := s.gw.subquery(&n, s.env); err != nil {
			return nil, err
		}
		return &n, s.correlated(n.q)
	}
	if n.filter, err = s.replace(e.filter); err != nil {
		return nil, err
	}
	if e.over != nil {
		w := *e.over
		if w.partition, err = s.replaceAll(w.partition); err != nil {
			return nil, err
		}
		w.order = slices.Clone(w.order)
		for i := range w.order {
			if w.order[i].e, err = s.replace(w.order[i].e); err != nil {
				return nil, err
			}
		}
		n.over = &w
	}
	return &n, nil
}

// correlated replaces the columns of the block that a subquery, which stays in
// the room, refers to.
func (s *selection) correlated(q *query) error {
	hidden := map[string]bool{} // by relations of the subquery
	var ours []*expr
	q.walk(func(e *expr) {
		if e.kind == columnExpr && e.tab != "" {
			ours = append(ours, e)
		}
	}, func(f *source) { hidden[strings.ToLower(f.called())] = true })
	for _, e := range ours {
		if hidden[strings.ToLower(e.tab)] {
			continue
		}
		x, err := s.replace(e)
		if err != nil {
			return err
		}
		*e = *x
	}
	return nil
}

func (s *selection) replaceAll(l []*expr) ([]*expr, error) {
	out := make([]*expr, len(l))
	for i, e := range l {
		var err error
		if out[i], err = s.replace(e); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *selection) replaceAggregate(e *expr) (*expr, error) {
	a, err := s.aggregate(e)
	if err != nil {
		return nil, s.gw.inner(err)
	}
	i := slices.IndexFunc(s.aggregates, func(x aggregate) bool { return x.same(a) })
	if i < 0 {
		i = len(s.aggregates)
		s.aggregates = append(s.aggregates, *a)
	}
	col := s.column("a", i)
	if a.factor == 1 {
		return col, nil
	}
	x, err := newConstant(a.factor)
	if err != nil {
		return nil, err
	}
	return infix("*", col, literal(x.sql)), nil
}

// columns are those of the room's table.
func (s *selection) columns() []column {
	var out []column
	for i, g := range s.groups {
		out = append(out, column{name: fmt.Sprintf("g%d", i+1), typ: g.typ})
	}
	for i := range s.aggregates {
		out = append(out, column{name: fmt.Sprintf("a%d", i+1)})
	}
	if len(out) == 0 {
		out = []column{{name: "x"}}
	}
	return out
}
