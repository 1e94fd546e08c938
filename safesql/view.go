package safesql

import (
	"cmp"
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
	if r := find(gw.gate.rel.population, f.table); r != nil {
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
	if reads, err := gw.reads(c, env); !reads || err != nil || c.aggregated() || c.distinct && !isKeyOnly(c) {
		return nil, err // DISTINCT of dimensions is a grouping
	}
	if len(q.with) > 0 {
		return nil, refuse(CodeUnsupported, "move WITH to the beginning of the statement", "WITH inside a subquery over population rows")
	}
	if q.limit != nil || q.order != nil {
		return nil, refuse(CodeRawPopulation, hintAggregate, "ORDER BY and LIMIT would pick single population rows")
	}
	b, err := gw.newBlock(c, nil, env, false)
	if err != nil {
		return nil, err
	}
	return b.view(c)
}

// reads reports whether the SELECT reads population rows.
func (gw *gateway) reads(c *core, env *scope) (bool, error) {
	for i := range c.from {
		if v, err := gw.viewOf(&c.from[i], env); v != nil || err != nil {
			return v != nil, err
		}
	}
	return false, nil
}

func isKeyOnly(c *core) bool {
	return len(c.items) == 1 && !c.items[0].star && strings.EqualFold(c.items[0].e.name, "client_key")
}

// view prints the block as a view.
func (b *block) view(c *core) (*view, error) {
	v := &view{distinct: c.distinct, bases: b.bases()}
	var out []string
	add := func(name, sql string, col column) error {
		if strings.HasPrefix(name, "_") {
			return errName
		}
		if slices.ContainsFunc(v.cols, func(o column) bool { return strings.EqualFold(o.name, name) }) {
			return refuse(CodeUnsupported, "give each column an alias of its own", "two columns are named %s", name)
		}
		col.name = name
		v.cols = append(v.cols, col)
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
		if err := add(cmp.Or(it.alias, it.e.name, fmt.Sprintf("column%d", len(v.cols)+1)), sql, col); err != nil {
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
		return column{}, "", b.gw.inner(err)
	}
	if e.kind == columnExpr {
		_, col, err := b.resolve(e)
		return col, x.sql, err
	}
	if err := m.refuse(e); err != nil {
		return column{}, "", err
	}
	if err := b.shown(e); err != nil {
		return column{}, "", err
	}
	x = b.number(x)
	return column{use: useDimension, typ: x.typ, computed: true, compared: compares(e), ofClient: len(b.clientFields(e)) > 0}, x.sql, nil
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
