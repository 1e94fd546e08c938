package safesql

import (
	"cmp"
	"errors"
	"slices"
	"strings"
)

// filter adds the conjuncts of a condition. If allowOuter, those that compare
// with the query around become correlations.
func (b *block) filter(where *expr, allowOuter bool) error {
	for _, e := range conjuncts(where) {
		if b.isLink(e) {
			sql, err := b.truth(e, &marks{})
			if err != nil {
				return err
			}
			b.conds = append(b.conds, cond{sql: sql, kind: linkCond})
			continue
		}
		var m marks
		sql, err := b.truth(e, &m)
		var outer errOuter
		if errors.As(err, &outer) {
			around := allowOuter && b.env.up != nil
			if around && b.correlate(e) {
				continue
			}
			if around {
				return refuse(CodeUnsupported, "compare with = only, or use a JOIN", "the condition on %s compares population rows with the query around", outer.name)
			}
			return b.noOuter(outer)
		}
		if err != nil {
			return err
		}
		if err := m.refuse(e); err != nil {
			return err
		}
		if err := b.oneColumn(e); err != nil {
			return err
		}
		if err := b.alone(sql, e); err != nil && b.loose[sql] == nil {
			return err
		}
		b.addCond(cond{sql: sql, kind: b.kindOf(e), reads: strings.Join(b.fields(e), " "), choice: b.choice(e), clients: b.restricts(e), loose: b.loose[sql]})
	}
	return nil
}

// restricts returns the columns of clients that a condition is on.
func (b *block) restricts(e *expr) string {
	if e.kind == existsExpr {
		return "*"
	}
	return strings.Join(b.clientFields(e), " ")
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

// asInner is [inner] for an error about a column of the block.
func (b *block) asInner(err error) error {
	var o errOuter
	if errors.As(err, &o) {
		return b.noOuter(o)
	}
	return err
}

func (b *block) noOuter(o errOuter) error {
	if b.gw.gate.policy.isParticular(o.name) {
		return refuse(CodeOtherClient, "use the my_... relations for the caller's own", "%s is not known of other clients", o.name)
	}
	return noColumn(o.name)
}

// kindOf classifies a condition by the relations it reads.
func (b *block) kindOf(e *expr) condKind {
	population, outside, left := false, false, false
	var walk func(e *expr)
	walk = func(e *expr) {
		if e.kind == columnExpr {
			if s, _, ok, _ := b.resolve(e); ok {
				population = population || s.view != nil
				outside = outside || s.view == nil && !s.left
				left = left || s.view == nil && s.left
			}
		}
		if e.kind == existsExpr { // of the same client
			population = true
		}
		for _, a := range e.args {
			walk(a)
		}
	}
	walk(e)
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
	if e.kind != binaryExpr || e.op != "=" {
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
		_, _, ok, err := b.resolve(e)
		return err == nil && !ok
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
	if e.q != nil && x.kind == columnExpr {
		if _, c, ok, err := b.resolve(x); err == nil && ok && c.use == useKey {
			return b.inKeys(e)
		}
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
	t, err := b.gw.eval(q, b.env, true)
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
	if b.loose == nil {
		b.loose = map[string][]string{}
	}
	for i := range v.filters {
		if len(v.filters) < 2 {
			break
		}
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
			s := &src{alias: c.from[i].called(), view: v, names: map[string]column{}}
			for _, col := range v.cols {
				s.names[strings.ToLower(col.name)] = col
			}
			probe.srcs = append(probe.srcs, s)
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
	c.items = []item{{e: &expr{kind: columnExpr, tab: probe.srcs[0].alias, name: probe.srcs[0].keyName()}}}
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
	if e.kind != binaryExpr || e.op != "=" {
		return nil
	}
	for i, in := range e.args {
		out := e.args[1-i]
		if in.kind != columnExpr || out.kind != columnExpr || out.tab == "" {
			continue
		}
		_, ic, ok, _ := inner.resolve(in)
		_, oc, okOut, _ := b.resolve(out)
		_, _, both, _ := inner.resolve(out)
		if ok && okOut && !both && ic.use == useKey && oc.use == useKey {
			return out
		}
	}
	return nil
}

// keyName is what the relation calls its key.
func (s *src) keyName() string {
	for _, c := range s.cols {
		if c.use == useKey {
			return c.name
		}
	}
	for _, c := range s.view.cols {
		if c.use == useKey {
			return c.name
		}
	}
	return ""
}
