package safesql

import (
	"iter"
	"slices"
)

// The tree of a statement: a closed grammar of SELECT, as SQLite writes it.

type exprKind uint8

const (
	literalExpr  exprKind = iota // op is its text, ready to print
	columnExpr                   // tab.name
	starExpr                     // only inside COUNT(*)
	unaryExpr                    // op a
	binaryExpr                   // a op b
	callExpr                     // op(args)
	caseExpr                     // CASE
	castExpr                     // CAST(a AS op)
	inExpr                       // a IN (args or q)
	betweenExpr                  // a BETWEEN b AND c
	likeExpr                     // a LIKE b, a GLOB b
	nullExpr                     // a IS NULL
	existsExpr                   // EXISTS (q)
	subqueryExpr                 // (q)
	tupleExpr                    // (a, b)
	collateExpr                  // a COLLATE op
)

type expr struct {
	kind     exprKind
	op       string // operator, function in lower case, literal, type or collation
	tab      string
	name     string
	args     []*expr
	not      bool
	distinct bool
	hasElse  bool // a CASE whose last argument is its ELSE
	hasBase  bool // a CASE whose first argument is what it compares
	filter   *expr
	over     *window
	q        *query
}

type window struct {
	base      string // another window, upon which this one is written
	partition []*expr
	order     []orderTerm
	frame     string
}

type orderTerm struct {
	e     *expr
	desc  bool
	nulls string
}

// item is a column of a SELECT, or a star.
type item struct {
	e       *expr
	alias   string
	star    bool
	starTab string
}

// source is a relation in FROM.
type source struct {
	join   string // "" for the first, then ",", INNER, LEFT, CROSS, RIGHT, FULL
	schema string
	table  string
	isCall bool
	args   []*expr
	sub    *query
	alias  string
	on     *expr
	using  []string
}

// called is the name by which the rest of the SELECT knows the source.
func (s *source) called() string {
	if s.alias != "" {
		return s.alias
	}
	return s.table
}

// core is one SELECT of a compound, or a VALUES.
type core struct {
	distinct bool
	items    []item
	from     []source
	where    *expr
	group    []*expr
	having   *expr
	windows  map[string]*window // of WINDOW, by name in lower case
	values   [][]*expr
}

type cte struct {
	name string
	cols []string
	q    *query
}

type query struct {
	with      []*cte
	recursive bool
	cores     []*core
	ops       []string // between the cores
	order     []orderTerm
	limit     *expr
	offset    *expr
}

func literal(text string) *expr         { return &expr{kind: literalExpr, op: text} }
func columnOf(tab, name string) *expr   { return &expr{kind: columnExpr, tab: tab, name: name} }
func infix(op string, a, b *expr) *expr { return &expr{kind: binaryExpr, op: op, args: []*expr{a, b}} }

func negate(e *expr) *expr { return &expr{kind: unaryExpr, op: "NOT", args: []*expr{e}} }

// conjuncts splits a condition at its ANDs. NOT is pushed inwards first, so
// that NOT (a OR b) is two conditions and not one.
func conjuncts(e *expr) []*expr {
	if e == nil {
		return nil
	}
	if e.kind == unaryExpr && e.op == "NOT" {
		switch x := e.args[0]; {
		case x.kind == unaryExpr && x.op == "NOT" && isPredicate(x.args[0]):
			return conjuncts(x.args[0])
		case x.kind == binaryExpr && x.op == "OR":
			return append(conjuncts(negate(x.args[0])), conjuncts(negate(x.args[1]))...)
		}
	}
	if e.kind == binaryExpr && e.op == "AND" {
		return append(conjuncts(e.args[0]), conjuncts(e.args[1])...)
	}
	return []*expr{e}
}

func conjunction(l []*expr) *expr {
	var all *expr
	for _, e := range l {
		if all == nil {
			all = e
		} else {
			all = infix("AND", all, e)
		}
	}
	return all
}

// isPredicate reports whether e is true, false or unknown, and no other value.
func isPredicate(e *expr) bool {
	switch e.kind {
	case inExpr, betweenExpr, likeExpr, nullExpr, existsExpr:
		return true
	case binaryExpr:
		switch e.op {
		case "=", "<>", "<", "<=", ">", ">=", "IS", "IS NOT", "AND", "OR":
			return true
		}
	case unaryExpr:
		return e.op == "NOT"
	}
	return false
}

// isAggregate reports whether e itself folds many rows into one.
func isAggregate(e *expr) bool {
	if e.kind != callExpr || e.over != nil || !aggregates[e.op] {
		return false
	}
	return e.op != "min" && e.op != "max" || len(e.args) <= 1
}

// aggregates are the functions that fold rows: those of SQLite, and those of
// other dialects that a model may try.
var aggregates = set(`count sum avg total min max group_concat string_agg json_group_array
	json_group_object jsonb_group_array jsonb_group_object median percentile percentile_cont
	percentile_disc stddev stddev_pop stddev_samp variance var_pop var_samp array_agg mode
	json_agg any_value bit_and bit_or every first last list`)

func hasAggregate(e *expr) bool { return e.has(isAggregate) }
func hasWindow(e *expr) bool    { return e.has(func(x *expr) bool { return x.over != nil }) }
func hasQuery(e *expr) bool     { return e.has(func(x *expr) bool { return x.q != nil }) }
func compares(e *expr) bool     { return e.has(isPredicate) }

// isConstant reports whether e reads no column: the room can compute it alone.
func isConstant(e *expr) bool {
	return !e.has(func(x *expr) bool {
		return x.kind == columnExpr || x.kind == starExpr || x.q != nil || x.over != nil || x.filter != nil || isAggregate(x)
	})
}

// aggregated reports whether the SELECT returns groups and not rows.
func (c *core) aggregated() bool {
	return len(c.group) > 0 || c.having != nil || slices.ContainsFunc(c.items, func(it item) bool { return hasAggregate(it.e) })
}

// all yields e and every expression inside of it, but not those of subqueries.
func (e *expr) all() iter.Seq[*expr] {
	return func(yield func(*expr) bool) { e.visit(yield) }
}

func (e *expr) visit(yield func(*expr) bool) bool {
	if e == nil {
		return true
	}
	if !yield(e) || !e.filter.visit(yield) {
		return false
	}
	inside := e.args
	if e.over != nil {
		inside = slices.Concat(inside, e.over.partition, terms(e.over.order))
	}
	return !slices.ContainsFunc(inside, func(x *expr) bool { return !x.visit(yield) })
}

func (e *expr) has(is func(*expr) bool) bool {
	for x := range e.all() {
		if is(x) {
			return true
		}
	}
	return false
}

// exprs returns the expressions of the SELECT itself.
func (c *core) exprs() []*expr {
	var out []*expr
	for i := range c.from {
		out = append(append(out, c.from[i].on), c.from[i].args...)
	}
	for _, it := range c.items {
		out = append(out, it.e)
	}
	out = append(append(out, slices.Concat(c.values...)...), c.where, c.having)
	return append(out, c.group...)
}

// walk visits every expression, and every relation in a FROM, of the query and
// its subqueries.
func (q *query) walk(onExpr func(*expr), onSource func(*source)) {
	for _, c := range q.with {
		c.q.walk(onExpr, onSource)
	}
	var l []*expr
	for _, c := range q.cores {
		for i := range c.from {
			onSource(&c.from[i])
			if c.from[i].sub != nil {
				c.from[i].sub.walk(onExpr, onSource)
			}
		}
		l = append(l, c.exprs()...)
	}
	for _, e := range append(append(l, terms(q.order)...), q.limit, q.offset) {
		for x := range e.all() {
			onExpr(x)
			if x.q != nil {
				x.q.walk(onExpr, onSource)
			}
		}
	}
}

func terms(l []orderTerm) []*expr {
	out := make([]*expr, len(l))
	for i, o := range l {
		out[i] = o.e
	}
	return out
}
