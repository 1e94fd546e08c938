package safesql

import (
	"cmp"
	"errors"
	"slices"
	"strings"
)

// filter adds conditions. If allowOuter, those that compare with the query
// around become correlations.
func (b *block) filter(conds []*expr, allowOuter bool) error {
	for _, e := range conds {
		if b.isLink(e) {
			sql, err := b.truth(e, &marks{})
			if err != nil {
				return err
			}
			b.conds = append(b.conds, cond{sql: sql, kind: linkCond})
			continue
		}
		c, err := b.condition(e)
		var outer errOuter
		if errors.As(err, &outer) {
			around := allowOuter && b.env.up != nil
			if around && b.correlate(e) {
				continue
			}
			if around {
				return refuse(CodeUnsupported, "compare with = only, or use a JOIN", "the condition on %s compares population rows with the query around", outer.name)
			}
			return b.gw.inner(outer)
		}
		if err != nil {
			return err
		}
		b.addCond(c)
	}
	return nil
}

// condition reads a condition on population rows.
func (b *block) condition(e *expr) (cond, error) {
	var m marks
	sql, err := b.truth(e, &m)
	if err != nil {
		return cond{}, err
	}
	if err := cmp.Or(m.refuse(e), b.oneColumn(e)); err != nil {
		return cond{}, err
	}
	for inner := range b.loose {
		if b.loose[sql] == nil && strings.Contains(sql, inner) { // it would not be guarded there
			return cond{}, severalConditions(e)
		}
	}
	c := cond{sql: sql, kind: b.kindOf(e), reads: strings.Join(b.fields(e), " "), choice: b.choice(e), clients: strings.Join(b.clientFields(e), " "), loose: b.loose[sql]}
	if e.kind == existsExpr {
		c.clients = "*"
	}
	return c, nil
}

func severalConditions(e *expr) error {
	return refuse(CodeUnsupported, "write it as a condition of WHERE of its own", "clients chosen by several conditions: %s", printExpr(e))
}

// addCond adds a condition. Filters on one column become one: each alone might
// remove nobody, because another does.
func (b *block) addCond(c cond) {
	for i := range b.conds {
		o := &b.conds[i]
		switch {
		case o.sql == c.sql && o.kind == c.kind:
			return
		case c.kind == filterCond && o.kind == filterCond && c.reads != "" && o.reads == c.reads && c.loose == nil && o.loose == nil:
			o.sql, o.choice = "("+o.sql+" AND "+c.sql+")", cmp.Or(o.choice, c.choice)
			return
		}
	}
	b.conds = append(b.conds, c)
}

// kindOf classifies a condition by the relations it reads.
func (b *block) kindOf(e *expr) condKind {
	population, outside, left := false, false, false
	for x := range e.all() {
		if s, _, _ := b.resolve(x); s != nil {
			population = population || s.view != nil
			outside = outside || s.outside()
			left = left || s.public != nil && s.left
		}
		population = population || x.kind == existsExpr // of the same client
	}
	switch {
	case outside && !left && population:
		return outsideCond
	case outside && !left:
		return outsideOnly
	}
	return filterCond
}

// correlate accepts "population expression = expression of the query around".
func (b *block) correlate(e *expr) bool {
	if !isEquality(e) {
		return false
	}
	for i, in := range e.args {
		out := e.args[1-i]
		var m marks
		x, err := b.scalar(in, &m)
		if err == nil && !m.key && !m.measure && !x.constant && b.isOutside(out) {
			b.corrs = append(b.corrs, correlation{x, in, out})
			return true
		}
	}
	return false
}

// isOutside reports whether all columns of e belong to the query around.
func (b *block) isOutside(e *expr) bool {
	if e.kind == columnExpr {
		of, _, err := b.resolve(e)
		return err == nil && of == nil
	}
	if e.q != nil || isConstant(e) {
		return false
	}
	for _, a := range e.args {
		if !b.isOutside(a) && !isConstant(a) {
			return false
		}
	}
	return true
}

// in prints IN: over a list, over the values of a subquery, or over the
// clients of another population relation.
func (b *block) in(e *expr, m *marks) (value, error) {
	x := e.args[0]
	if _, c, _ := b.resolve(x); e.q != nil && c.use == useKey {
		return b.inKeys(e)
	}
	l, err := b.scalar(x, m)
	if err != nil {
		return value{}, err
	}
	var list []value
	if e.q == nil {
		list, err = b.all(e.args[1:], m)
	} else {
		list, err = b.values(e.q)
	}
	if err != nil {
		return value{}, err
	}
	if len(list) == 0 {
		if e.not {
			return condition("(1 = 1)"), nil
		}
		return condition("(1 = 0)"), nil
	}
	// One type for all: that of the first that is not NULL.
	out := make([]string, len(list))
	for i, r := range list {
		var left value
		if left, r, err = b.unify(e, l, r); err != nil {
			return value{}, err
		}
		if left.typ != l.typ && left.typ != anyType && r.typ != anyType {
			return value{}, unsupported(e)
		}
		out[i] = r.sql
	}
	return condition("(" + l.sql + notWord(e.not) + " IN (" + strings.Join(out, ", ") + "))"), nil
}

// values computes a subquery of one column in the room.
func (b *block) values(q *query) ([]value, error) {
	t, err := b.gw.eval(q, b.env, asSet)
	if err != nil {
		return nil, err
	}
	if len(t.cols) != 1 {
		return nil, refuse(CodeSyntax, "", "IN needs a subquery with one column")
	}
	out := make([]value, len(t.rows))
	for i, row := range t.rows {
		if out[i], err = newConstant(row[0]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (b *block) inKeys(e *expr) (value, error) {
	v, err := b.gw.project(e.q, b.env)
	if err != nil {
		return value{}, err
	}
	if v == nil || len(v.cols) != 1 || v.cols[0].use != useKey {
		return value{}, refuse(CodeRawPopulation, hintKey, "client_key can only be compared with the client_key of population rows")
	}
	if err := v.chooses(e); err != nil {
		return value{}, err
	}
	x, err := b.scalar(e.args[0], &marks{})
	return condition(b.oneOf(x, v, e.not)), err
}

// oneOf prints that the client x is one of the view's, and remembers the same
// without each of the view's filters.
func (b *block) oneOf(x value, v *view, not bool) string {
	in := func(v view) string { return "(" + x.sql + notWord(not) + " IN (" + v.keys() + "))" }
	sql := in(*v)
	if len(v.filters) < 2 {
		return sql
	}
	for i := range v.filters {
		w := *v
		w.filters = slices.Delete(slices.Clone(v.filters), i, i+1)
		b.loose[sql] = append(b.loose[sql], in(w))
	}
	return sql
}

// exists prints EXISTS (SELECT ... WHERE y.client_key = x.client_key AND ...)
// as a set of clients.
func (b *block) exists(e *expr) (string, error) {
	bad := refuse(CodeUnsupported, "link it with y.client_key = x.client_key", "EXISTS over population rows asks about the same client only")
	q := e.q
	if len(q.cores) != 1 || q.with != nil || q.limit != nil || q.cores[0].aggregated() || q.cores[0].values != nil {
		return "", bad
	}
	c := *q.cores[0]
	probe := &block{gw: b.gw, env: b.env}
	for i := range c.from {
		v, err := b.gw.viewOf(&c.from[i], b.env)
		if err != nil {
			return "", err
		}
		if v != nil {
			probe.srcs = append(probe.srcs, &src{alias: c.from[i].called(), view: v, cols: v.cols})
		}
	}
	if len(probe.srcs) == 0 {
		return "", bad
	}
	conds := conjuncts(c.where)
	i := slices.IndexFunc(conds, func(x *expr) bool { return b.linkTo(probe, x) != nil })
	if i < 0 {
		return "", bad
	}
	outside := b.linkTo(probe, conds[i])
	c.where = conjunction(slices.Delete(slices.Clone(conds), i, i+1))
	c.distinct = false
	c.items = []item{{e: columnOf(probe.srcs[0].alias, probe.srcs[0].view.keyName())}}
	v, err := b.gw.newView(&query{cores: []*core{&c}}, b.env)
	if err != nil {
		return "", err
	}
	x, err := b.scalar(outside, &marks{})
	if err != nil || v == nil {
		return "", errors.Join(bad, err)
	}
	return b.oneOf(x, v, e.not), v.chooses(e)
}

// linkTo returns the side of "inner key = outer key" that is of the block b.
func (b *block) linkTo(inner *block, e *expr) *expr {
	if !isEquality(e) {
		return nil
	}
	for i, in := range e.args {
		out := e.args[1-i]
		_, ic, _ := inner.resolve(in)
		_, oc, _ := b.resolve(out)
		both, _, _ := inner.resolve(out)
		if out.tab != "" && both == nil && ic.use == useKey && oc.use == useKey {
			return out
		}
	}
	return nil
}

// keyName is what the view calls its key.
func (v *view) keyName() string {
	for _, c := range v.cols {
		if c.use == useKey {
			return c.name
		}
	}
	return ""
}
