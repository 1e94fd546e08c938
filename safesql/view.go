package safesql

import (
	"fmt"
	"slices"
	"strings"
)

// view is population rows: a relation of the policy, or a SELECT over some
// that filters, joins and projects. It is never released; it is what a block
// aggregates.
type view struct {
	rel *relation // or
	sql string    // a subquery with the client's key as _ck

	cols []column

	// Hidden columns with the filters of the SELECT. The block that reads the
	// view applies them, and guards each.
	filters []string
	choices []string // for each filter: the hidden column that it chooses values of, or ""

	bases int // relations of the policy that are joined in it

	distinct bool // one row for each client: SELECT DISTINCT client_key
}

// text prints the view with the columns named.
func (v *view) text(named func(string) bool) string {
	if v.rel != nil {
		return v.rel.sql(named)
	}
	return v.sql
}

// keys prints the clients of the view, as a subquery without parentheses.
func (v *view) keys() string {
	where := append([]string{"_ck IS NOT NULL"}, v.filters...)
	return "SELECT _ck FROM " + v.text(func(string) bool { return false }) + " AS _k WHERE " + strings.Join(where, " AND ")
}

// viewOf returns the population rows behind a relation in FROM, or nil.
func (gw *gateway) viewOf(f *source, env *scope) (*view, error) {
	switch {
	case f.sub != nil:
		return gw.project(f.sub, env)
	case f.isCall:
		return nil, nil
	}
	if f.schema == "" {
		if v, ok := env.find(f.table); ok {
			return v, nil
		}
	}
	if r := gw.gate.rel.population[strings.ToLower(f.table)]; r != nil {
		return &view{rel: r, cols: r.cols, bases: 1}, nil
	}
	return nil, nil
}

// project returns q as a view, or nil if it is not one: if it reads no
// population rows, or aggregates them.
func (gw *gateway) project(q *query, env *scope) (*view, error) {
	if p, ok := gw.projected[q]; ok {
		return p.view, p.err
	}
	v, err := gw.newView(q, env)
	gw.projected[q] = projection{v, err}
	return v, err
}

func (gw *gateway) newView(q *query, env *scope) (*view, error) {
	if len(q.cores) != 1 || q.cores[0].values != nil {
		return nil, nil
	}
	c := q.cores[0]
	reads := false
	for i := range c.from {
		v, err := gw.viewOf(&c.from[i], env)
		if err != nil {
			return nil, err
		}
		reads = reads || v != nil
	}
	if !reads || c.aggregated() || c.distinct && !isKeyOnly(c) {
		return nil, nil // DISTINCT of dimensions is a grouping
	}
	if len(q.with) > 0 {
		return nil, refuse(CodeUnsupported, "move WITH to the beginning of the statement", "WITH inside a subquery over population rows")
	}
	if q.limit != nil || q.order != nil {
		return nil, refuse(CodeRawPopulation, hintAggregate, "ORDER BY and LIMIT would pick single population rows")
	}
	b := &block{gw: gw, env: env}
	if err := gw.antiJoins(c, nil, env); err != nil {
		return nil, err
	}
	if err := b.from(c); err != nil {
		return nil, err
	}
	if err := b.filter(c.where, false); err != nil {
		return nil, err
	}
	return b.view(c)
}

func isKeyOnly(c *core) bool {
	return len(c.items) == 1 && !c.items[0].star && c.items[0].e.kind == columnExpr && strings.EqualFold(c.items[0].e.name, "client_key")
}

// view prints the block as a view.
func (b *block) view(c *core) (*view, error) {
	v := &view{distinct: c.distinct, bases: b.bases()}
	var out []string
	add := func(name, sql string, col column) error {
		if strings.HasPrefix(name, "_") {
			return refuse(CodeForbidden, "choose another name", "names that begin with _ are reserved")
		}
		if slices.ContainsFunc(v.cols, func(o column) bool { return strings.EqualFold(o.name, name) }) {
			return refuse(CodeUnsupported, "give each column an alias of its own", "two columns are named %s", name)
		}
		v.cols = append(v.cols, column{name: name, use: col.use, typ: col.typ, shipped: col.shipped, catalogue: col.catalogue, computed: col.computed, ofClient: col.ofClient, compared: col.compared, low: col.low, high: col.high})
		if col.use != useKey {
			out = append(out, sql+" AS "+quoteName(name))
		}
		return nil
	}
	for _, it := range c.items {
		if it.star {
			for _, s := range b.srcs {
				if it.starTab != "" && !strings.EqualFold(s.alias, it.starTab) {
					continue
				}
				for _, col := range s.cols {
					s.used[strings.ToLower(col.name)] = true
					if err := add(col.name, quoteName(s.alias)+"."+quoteName(col.name), col); err != nil {
						return nil, err
					}
				}
			}
			continue
		}
		col, sql, err := b.projected(it.e)
		if err != nil {
			return nil, err
		}
		name := it.alias
		if name == "" && it.e.kind == columnExpr {
			name = it.e.name
		}
		if name == "" {
			name = fmt.Sprintf("column%d", len(v.cols)+1)
		}
		if err := add(name, sql, col); err != nil {
			return nil, err
		}
	}
	hide := func(filter, choice string) {
		hidden := fmt.Sprintf("_f%d", len(v.filters)+1)
		v.filters = append(v.filters, hidden)
		out = append(out, "("+filter+") AS "+hidden)
		if choice != "" {
			out = append(out, choice+" AS _x"+hidden)
			choice = "_x" + hidden
		}
		v.choices = append(v.choices, choice)
	}
	out = append(out, b.key()+" AS _ck")
	for _, f := range b.conds {
		if f.kind == filterCond {
			hide(f.sql, f.choice)
		}
	}
	if m := b.marker(); m != "" {
		hide(m+" IS NOT NULL", "")
	}
	v.sql = "(" + b.withSQL() + "SELECT " + strings.Join(out, ", ") + " FROM " + b.outerFrom() + " WHERE " + b.where(linkCond) + ")"
	if len(v.sql) > maxPiece {
		return nil, errPrinted
	}
	return v, nil
}

// projected prints a column of a view: a column as it is, or an expression
// over dimensions.
func (b *block) projected(e *expr) (column, string, error) {
	if hasWindow(e) {
		return column{}, "", refuse(CodeRawPopulation, hintAggregate, "window functions cannot run over population rows")
	}
	var m marks
	x, err := b.scalar(e, &m)
	if err != nil {
		return column{}, "", inner(err)
	}
	if e.kind == columnExpr {
		_, col, _, err := b.resolve(e)
		return col, x.sql, err
	}
	if err := m.refuse(e); err != nil {
		return column{}, "", err
	}
	if err := b.shown(e); err != nil {
		return column{}, "", err
	}
	t := x.typ
	if t == boolType {
		x.sql, t = b.dialect().boolValue(x.sql), intType
	}
	return column{use: useDimension, typ: t, computed: true, compared: compares(e), ofClient: len(b.clientFields(e)) > 0}, x.sql, nil
}

// refuse refuses keys and measures where only dimensions may be.
func (m *marks) refuse(e *expr) error {
	switch {
	case m.key && e.kind == nullExpr:
		return refuse(CodeUnsupported, "write WHERE NOT EXISTS (SELECT 1 FROM ... y WHERE y.client_key = x.client_key)", "client_key cannot be compared: %s", printExpr(e))
	case m.key:
		return refuse(CodeRawPopulation, hintKey, "client_key cannot be shown, grouped or compared: %s", printExpr(e))
	case m.measure:
		return refuse(CodeRawPopulation, hintBands, "a measure of single population rows cannot be shown, grouped or compared: %s", printExpr(e))
	}
	return nil
}
