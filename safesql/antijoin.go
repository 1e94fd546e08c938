package safesql

import (
	"slices"
	"strings"
)

// antiJoins writes a LEFT JOIN b ON b.client_key = a.client_key ... WHERE
// b.client_key IS NULL as NOT EXISTS, which says the same about clients and is
// guarded.
func (gw *gateway) antiJoins(c *core, order []orderTerm, env *scope) error {
	for i := len(c.from) - 1; i > 0; i-- {
		f := c.from[i]
		if f.join != "LEFT" || f.on == nil {
			continue
		}
		v, err := gw.viewOf(&f, env)
		if err != nil {
			return err
		}
		if v == nil {
			continue
		}
		conds := conjuncts(c.where)
		at := slices.IndexFunc(conds, func(e *expr) bool {
			return e.kind == nullExpr && !e.not && isKeyOf(v, f.called(), e.args[0])
		})
		if at < 0 {
			continue
		}
		rest := *c
		rest.from = slices.Delete(slices.Clone(c.from), i, i+1)
		rest.where = conjunction(slices.Delete(slices.Clone(conds), at, at+1))
		if (&query{cores: []*core{&rest}, order: order}).names(f.called()) {
			continue
		}
		on := f.on
		f.join, f.on = "", nil
		none := &core{items: []item{{e: literal("1")}}, from: []source{f}, where: on}
		absent := &expr{kind: existsExpr, not: true, q: &query{cores: []*core{none}}}
		rest.where = conjunction(append(conjuncts(rest.where), absent))
		*c = rest
	}
	return nil
}

// isKeyOf reports whether e is alias.client_key.
func isKeyOf(v *view, alias string, e *expr) bool {
	return e.kind == columnExpr && strings.EqualFold(e.tab, alias) && strings.EqualFold(e.name, v.keyName())
}

// names reports whether the query mentions a column of the relation.
func (q *query) names(alias string) (found bool) {
	q.walk(func(e *expr) {
		found = found || e.kind == columnExpr && strings.EqualFold(e.tab, alias)
	}, func(*source) {})
	return found
}
