package safesql

import "iter"

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
	overName string
	q        *query
}

type window struct {
	base      string
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

type namedWindow struct {
	name string
	w    *window
}

// core is one SELECT of a compound, or a VALUES.
type core struct {
	distinct bool
	items    []item
	from     []source
	where    *expr
	group    []*expr
	having   *expr
	windows  []namedWindow
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
func infix(op string, a, b *expr) *expr { return &expr{kind: binaryExpr, op: op, args: []*expr{a, b}} }

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

func negate(e *expr) *expr { return &expr{kind: unaryExpr, op: "NOT", args: []*expr{e}} }

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
	if e.kind != callExpr || e.over != nil || e.overName != "" || !aggregates[e.op] {
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

func hasAggregate(e *expr) bool {
	if e == nil {
		return false
	}
	if isAggregate(e) {
		return true
	}
	for _, a := range e.args {
		if hasAggregate(a) {
			return true
		}
	}
	if e.over != nil {
		for _, a := range e.over.partition {
			if hasAggregate(a) {
				return true
			}
		}
		for _, o := range e.over.order {
			if hasAggregate(o.e) {
				return true
			}
		}
	}
	return false
}

func hasWindow(e *expr) bool {
	if e.over != nil || e.overName != "" {
		return true
	}
	for _, a := range e.args {
		if hasWindow(a) {
			return true
		}
	}
	return false
}

// aggregated reports whether the SELECT returns groups and not rows.
func (c *core) aggregated() bool {
	if len(c.group) > 0 || c.having != nil {
		return true
	}
	for _, it := range c.items {
		if !it.star && hasAggregate(it.e) {
			return true
		}
	}
	return false
}

// isConstant reports whether e reads no column: the room can compute it alone.
func isConstant(e *expr) bool {
	switch e.kind {
	case columnExpr, subqueryExpr, existsExpr, starExpr:
		return false
	case inExpr:
		if e.q != nil {
			return false
		}
	case callExpr:
		if e.over != nil || e.overName != "" || e.filter != nil || isAggregate(e) {
			return false
		}
	}
	for _, a := range e.args {
		if !isConstant(a) {
			return false
		}
	}
	return true
}

// exprs yields every expression of the query, those of its subqueries too.
func (q *query) exprs() iter.Seq[*expr] {
	return func(yield func(*expr) bool) { q.walk(yield, func(*source) bool { return true }) }
}

// sources yields every relation in a FROM of the query and its subqueries.
func (q *query) sources() iter.Seq[*source] {
	return func(yield func(*source) bool) { q.walk(func(*expr) bool { return true }, yield) }
}

// walk calls the functions until one returns false.
func (q *query) walk(onExpr func(*expr) bool, onSource func(*source) bool) bool {
	var exprs func(l ...*expr) bool
	exprs = func(l ...*expr) bool {
		for _, e := range l {
			if e == nil {
				continue
			}
			if !onExpr(e) || !exprs(e.args...) || !exprs(e.filter) || e.q != nil && !e.q.walk(onExpr, onSource) {
				return false
			}
			if e.over != nil && (!exprs(e.over.partition...) || !exprs(terms(e.over.order)...)) {
				return false
			}
		}
		return true
	}
	for _, c := range q.with {
		if !c.q.walk(onExpr, onSource) {
			return false
		}
	}
	for _, c := range q.cores {
		for i := range c.from {
			f := &c.from[i]
			if !onSource(f) || f.sub != nil && !f.sub.walk(onExpr, onSource) || !exprs(f.on) || !exprs(f.args...) {
				return false
			}
		}
		for _, it := range c.items {
			if !exprs(it.e) {
				return false
			}
		}
		for _, row := range c.values {
			if !exprs(row...) {
				return false
			}
		}
		if !exprs(c.where, c.having) || !exprs(c.group...) {
			return false
		}
	}
	return exprs(terms(q.order)...) && exprs(q.limit, q.offset)
}

func terms(l []orderTerm) []*expr {
	out := make([]*expr, len(l))
	for i, o := range l {
		out[i] = o.e
	}
	return out
}
