package safesql

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// gateway rewrites one statement: every SELECT over a population relation
// becomes an aggregate that the vault computes and the policy releases, a
// table in the room; the statement then reads that table.
type gateway struct {
	gate   *Gate
	ctx    context.Context //nolint:containedctx // it lives as long as one statement
	room   *room
	client string

	blocks    []Block
	notes     []string
	tables    int // that were named
	ships     int
	prints    int // expressions printed for the vault
	projected map[*query]projection
}

// projection remembers what a subquery was found to be: nested ones would
// otherwise be looked at again and again.
type projection struct {
	view *view
	err  error
}

const maxBlocks = 12 // in one statement

// scope is where CTEs are known.
type scope struct {
	up        *scope
	ctes      map[string]*view // by name in lower case; nil: a CTE of the room
	room      []*cte           // those of the room, in order
	recursive bool
}

func (s *scope) find(name string) (*view, bool) {
	for x := s; x != nil; x = x.up {
		if v, ok := x.ctes[strings.ToLower(name)]; ok {
			return v, true
		}
	}
	return nil, false
}

// all returns the CTEs of the room that are known here.
func (s *scope) all() (out []*cte, recursive bool) {
	if s == nil {
		return nil, false
	}
	out, recursive = s.up.all()
	return append(out, s.room...), recursive || s.recursive
}

// purpose is what the rows of a query are used for.
type purpose uint8

const (
	asRows purpose = iota
	asSet          // IN (...): repeats do not matter
	asTest         // EXISTS (...): values do not matter
)

// query rewrites q in place, so that it reads the room only.
func (gw *gateway) query(q *query, up *scope, why purpose) error {
	env := &scope{up: up, ctes: map[string]*view{}, recursive: q.recursive}
	var keep []*cte
	for _, c := range q.with {
		v, err := gw.project(c.q, env)
		if err != nil {
			return err
		}
		if v != nil {
			if c.cols != nil {
				return refuse(CodeUnsupported, "give the columns aliases inside the SELECT", "the CTE %s over population rows has a list of columns", c.name)
			}
			env.ctes[strings.ToLower(c.name)] = v
			continue
		}
		if q.recursive && mentions(c.q, c.name) {
			if slices.ContainsFunc(gw.gate.rel.population, func(r *relation) bool { return mentions(c.q, r.name) }) {
				return refuse(CodeUnsupported, hintAggregate, "a recursive CTE cannot read population rows")
			}
		} else if err := gw.query(c.q, env, asRows); err != nil {
			return err
		}
		env.ctes[strings.ToLower(c.name)] = nil
		env.room = append(env.room, c)
		keep = append(keep, c)
	}
	q.with = keep
	for _, c := range q.cores {
		var order []orderTerm
		if len(q.cores) == 1 {
			order = q.order
		}
		if err := gw.core(c, order, env, why); err != nil {
			return err
		}
	}
	if slices.Contains(q.ops, "EXCEPT") && len(gw.blocks) > 0 {
		gw.note(noteAbsent)
	}
	if len(q.cores) > 1 {
		if err := gw.inRoom(env, terms(q.order)...); err != nil {
			return err
		}
	}
	return gw.inRoom(env, q.limit, q.offset)
}

// mentions reports whether q may read a relation of that name.
func mentions(q *query, name string) bool {
	return strings.Contains(strings.ToLower(printQuery(q)), strings.ToLower(quoteName(name)))
}

func (gw *gateway) core(c *core, order []orderTerm, env *scope, why purpose) error {
	reads, err := gw.reads(c, env)
	if err != nil {
		return err
	}
	if reads {
		return gw.block(c, order, env, why)
	}
	for i := range c.from {
		if c.from[i].sub != nil {
			if err := gw.query(c.from[i].sub, env, asRows); err != nil {
				return err
			}
		}
	}
	return gw.inRoom(env, append(c.exprs(), terms(order)...)...)
}

// inRoom rewrites the subqueries of expressions that stay in the room.
func (gw *gateway) inRoom(env *scope, l ...*expr) error {
	for _, e := range l {
		for x := range e.all() {
			if x.q == nil {
				continue
			}
			if err := gw.subquery(x, env); err != nil {
				return err
			}
		}
	}
	return nil
}

// subquery rewrites the query of e.
func (gw *gateway) subquery(e *expr, env *scope) error {
	before := len(gw.blocks)
	if err := gw.query(e.q, env, purposeOf(e)); err != nil {
		return err
	}
	if e.not && len(gw.blocks) > before {
		gw.note(noteAbsent)
	}
	return nil
}

func purposeOf(e *expr) purpose {
	switch e.kind { //nolint:exhaustive // the rest wants values
	case inExpr:
		return asSet
	case existsExpr:
		return asTest
	}
	return asRows
}

// eval computes a subquery of a block in the room: its values become constants
// of the statement for the vault.
func (gw *gateway) eval(q *query, env *scope, why purpose) (*table, error) {
	if err := gw.query(q, env, why); err != nil {
		return nil, err
	}
	whole := *q
	with, recursive := env.all()
	whole.with = append(slices.Clone(with), q.with...)
	whole.recursive = q.recursive || recursive
	t, err := gw.room.run(gw.ctx, printQuery(&whole), maxShipped)
	var refused *Error
	switch {
	case errors.As(err, &refused) && refused.Code == CodeNoColumn:
		return nil, refuse(CodeUnsupported, "use a JOIN", "a subquery inside a population query cannot refer to the query around it (%s)", refused.Message)
	case err != nil:
		return nil, gw.explain(err)
	case t.truncated:
		return nil, refuse(CodeLimit, hintSimplify, "a subquery inside a population query returns more than %d rows", maxShipped)
	}
	return t, nil
}

const maxShipped = 500 // rows that go from the room to the vault

// explain turns an error of the room into one for the caller.
func (gw *gateway) explain(err error) error {
	var none errNoTable
	if errors.As(err, &none) {
		return gw.gate.noTable(none.name)
	}
	return err
}

// What a reader should know about some figures.
const (
	noteAbsent = "what is withheld looks absent: NOT IN, NOT EXISTS and EXCEPT also list what a few clients have"
	noteGroups = "columns that are not in GROUP BY were added to it: each row is for one value of them"
)

// note remembers something to tell about the result.
func (gw *gateway) note(text string) {
	if !slices.Contains(gw.notes, text) {
		gw.notes = append(gw.notes, text)
	}
}

// inner turns the name of an unknown column into an error: there is no query
// around this one that could have it.
func (gw *gateway) inner(err error) error {
	var o errOuter
	switch {
	case !errors.As(err, &o):
		return err
	case gw.gate.policy.isParticular(o.name):
		return refuse(CodeOtherClient, "use the my_... relations for the caller's own", "%s is not known of other clients", o.name)
	}
	return noColumn(o.name)
}

func noColumn(name string) error { return refuse(CodeNoColumn, "", "no such column: %s", name) }

// tableName names the room's table of a block. Blocks inside of it are released
// before it is.
func (gw *gateway) tableName() string {
	gw.tables++
	return fmt.Sprintf("_p%d", gw.tables)
}
