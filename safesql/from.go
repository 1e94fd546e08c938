package safesql

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// block is one SELECT over population rows while it is printed for the vault.
type block struct {
	gw    *gateway
	env   *scope
	srcs  []*src
	conds []cond
	corrs []correlation
	using map[string]*src     // columns of USING, in lower case
	ships []string            // tables that come from the room, as CTEs
	loose map[string][]string // see [cond], by condition
}

// src is a relation that a block reads.
type src struct {
	alias string
	cols  []column
	used  map[string]bool // columns that were printed, in lower case

	view   *view     // population rows, or
	public *relation // the catalogue in the vault, or
	ship   string    // a table from the room

	joins []*expr // the conditions of ON and USING
	left  bool    // LEFT JOIN
	on    string  // its condition
}

func (s *src) text() string {
	named := func(name string) bool { return s.used[strings.ToLower(name)] }
	var t string
	switch {
	case s.view != nil:
		t = s.view.text(named)
	case s.public != nil:
		t = s.public.sql(named)
	default:
		t = s.ship
	}
	return t + " AS " + quoteName(s.alias)
}

func (s *src) column(name string) (column, bool) {
	i := slices.IndexFunc(s.cols, func(c column) bool { return strings.EqualFold(c.name, name) })
	if i < 0 {
		return column{}, false
	}
	return s.cols[i], true
}

type condKind uint8

const (
	linkCond    condKind = iota // the same client in two relations
	filterCond                  // chooses population rows: guarded
	outsideCond                 // joins the catalogue
	outsideOnly                 // and reads no population row
)

type cond struct {
	sql   string
	kind  condKind
	reads string // population columns

	clients string // columns of clients; "*" if others than the block's own

	// The column of clients of which the condition chooses several values.
	choice string

	loose []string // the same with one filter less of the clients that it names
}

// correlation is "population expression = expression of the query around".
type correlation struct {
	inside  value
	expr    *expr // that was printed as inside
	outside *expr
}

// newBlock reads FROM and WHERE. If allowOuter, conditions may compare with the
// query around.
func (gw *gateway) newBlock(c *core, order []orderTerm, env *scope, allowOuter bool) (*block, error) {
	b := &block{gw: gw, env: env, using: map[string]*src{}, loose: map[string][]string{}}
	if err := gw.antiJoins(c, order, env); err != nil {
		return nil, err
	}
	if err := b.from(c); err != nil {
		return nil, err
	}
	return b, b.filter(conjuncts(c.where), allowOuter)
}

// from adds the relations of FROM, and refuses joins that would multiply rows.
func (b *block) from(c *core) error {
	for i := range c.from {
		if err := b.add(&c.from[i], i); err != nil {
			return err
		}
	}
	if b.bases() > maxBases {
		return refuse(CodeLimit, "use client_key IN (SELECT ...)", "more than %d population relations are joined", maxBases)
	}
	b.tighten()
	for _, s := range b.srcs {
		if err := b.joinConds(s); err != nil {
			return err
		}
	}
	if s := b.population(false); len(b.srcs) > 1 && slices.ContainsFunc(b.srcs, func(s *src) bool { return s.view != nil && s.view.distinct }) {
		return refuse(CodeUnsupported, "use "+s.alias+".client_key IN (SELECT ...)", "SELECT DISTINCT client_key cannot be joined")
	}
	return b.linked(conjuncts(c.where))
}

// maxBases bounds how many rows a client has in a join, and so the time, which
// would tell about them.
const maxBases = 3

func (b *block) bases() int {
	n := 0
	for _, s := range b.srcs {
		if s.view != nil {
			n += s.view.bases
		}
	}
	return n
}

func (b *block) add(f *source, i int) error {
	switch {
	case f.join == "RIGHT" || f.join == "FULL":
		return refuse(CodeUnsupported, "use JOIN or LEFT JOIN", "%s JOIN is not offered", f.join)
	case f.schema != "":
		return errSchema
	}
	s := &src{alias: cmp.Or(f.called(), fmt.Sprintf("_d%d", i)), left: f.join == "LEFT", used: map[string]bool{}, joins: conjuncts(f.on)}
	if slices.ContainsFunc(b.srcs, func(o *src) bool { return strings.EqualFold(o.alias, s.alias) }) {
		return refuse(CodeSyntax, "give each relation an alias of its own", "two relations are called %s", s.alias)
	}
	for _, u := range f.using {
		left := slices.IndexFunc(b.srcs, func(o *src) bool { _, ok := o.column(u); return ok })
		if left < 0 {
			return noColumn(u)
		}
		b.using[strings.ToLower(u)] = b.srcs[left]
		s.joins = append(s.joins, infix("=", columnOf(b.srcs[left].alias, u), columnOf(s.alias, u)))
	}
	v, err := b.gw.viewOf(f, b.env)
	if err != nil {
		return err
	}
	_, isCTE := b.env.find(f.table)
	isTable := f.sub == nil && !f.isCall && !isCTE
	switch public := find(b.gw.gate.rel.public, f.table); {
	case v != nil:
		s.view, s.cols = v, v.cols
		s.left = s.left && b.population(false) != nil // else rows without a client would be dropped anyway
		if s.left && len(v.filters) > 0 {
			return refuse(CodeUnsupported, "use JOIN, or join the relation itself", "LEFT JOIN to a filtered subquery over population rows")
		}
		for i, h := range v.filters {
			c := cond{sql: quoteName(s.alias) + "." + h, kind: filterCond, clients: "*"}
			if v.choices[i] != "" {
				c.choice = quoteName(s.alias) + "." + v.choices[i]
			}
			b.conds = append(b.conds, c)
		}
	case isTable && public != nil:
		s.public, s.cols = public, public.cols
	case isTable && !s.left:
		if err := b.ship(f.table, s); err != nil {
			return err
		}
	default:
		return notJoined(cmp.Or(f.called(), "a subquery"))
	}
	b.srcs = append(b.srcs, s)
	return nil
}

func notJoined(what string) error {
	return refuse(CodeUnsupported, "filter with IN (SELECT ...), or join after aggregating: FROM (SELECT ... GROUP BY ...) JOIN ...", "%s cannot be joined with population rows", what)
}

// ship prints a relation of the caller's as a CTE of constants, if it has one
// row at most: more of them could choose clients.
func (b *block) ship(table string, s *src) error {
	t, err := b.gw.eval(&query{cores: []*core{{items: []item{{star: true}}, from: []source{{table: table}}}}}, b.env, asRows)
	if err != nil {
		return err
	}
	own := find(b.gw.gate.rel.own, table)
	if own == nil || len(t.rows) > 1 {
		return notJoined(s.alias)
	}
	row, where := make([]any, len(own.cols)), " WHERE 1 = 0"
	if len(t.rows) == 1 {
		row, where = t.rows[0], ""
	}
	names, values := []string{"_one"}, []string{"1"}
	for i, c := range own.cols {
		x, err := newConstant(row[i])
		if err != nil {
			return err
		}
		names, values = append(names, quoteName(c.name)), append(values, b.as(x, c.typ))
	}
	b.gw.ships++
	s.ship, s.cols = fmt.Sprintf("_s%d", b.gw.ships), own.cols
	b.ships = append(b.ships, s.ship+"("+strings.Join(names, ", ")+") AS (SELECT "+strings.Join(values, ", ")+where+")")
	return nil
}

// tighten makes a LEFT JOIN to the catalogue an inner one where a later join
// needs its match anyway: breweries LEFT JOIN beers LEFT JOIN population, whose
// rows without a client do not count. A LEFT JOIN is printed last, and what is
// joined through it would be a product before that.
func (b *block) tighten() {
	for _, s := range slices.Backward(b.srcs) {
		for _, e := range s.joins {
			if s.left || !isEquality(e) {
				continue
			}
			for _, a := range e.args {
				if o, _, _ := b.resolve(a); o != nil && o.view == nil {
					o.left = false
				}
			}
		}
	}
}

func (b *block) joinConds(s *src) error {
	if !s.left {
		return b.filter(s.joins, false)
	}
	if len(s.joins) == 0 {
		s.joins = []*expr{literal("1")}
	}
	var sql []string
	for _, x := range s.joins {
		var m marks
		link := b.isLink(x)
		t, err := b.truth(x, &m)
		switch {
		case err != nil:
			return b.gw.inner(err)
		case s.view != nil && !link:
			return refuse(CodeUnsupported, "move the condition to WHERE or into CASE WHEN", "LEFT JOIN between population relations is on client_key alone")
		case !link && (m.measure || m.key):
			return m.refuse(x)
		}
		sql = append(sql, t)
	}
	s.on = strings.Join(sql, " AND ")
	return nil
}

func isEquality(e *expr) bool { return e.kind == binaryExpr && e.op == "=" }

// sides returns the two relations that e, a.x = b.y, joins, and whether x and y
// are the client's key. They are nil if e is anything else.
func (b *block) sides(e *expr) (l, r *src, link bool) {
	if !isEquality(e) {
		return nil, nil, false
	}
	l, lc, _ := b.resolve(e.args[0])
	r, rc, _ := b.resolve(e.args[1])
	if l == nil || r == nil || l == r {
		return nil, nil, false
	}
	return l, r, lc.use == useKey && rc.use == useKey
}

// isLink reports whether e says that two population relations have the same
// client.
func (b *block) isLink(e *expr) bool {
	_, _, link := b.sides(e)
	return link
}

// linked refuses population relations that are not joined on client_key, whose
// rows would be pairs of clients, and others that no column of theirs joins,
// which would multiply population rows.
func (b *block) linked(conds []*expr) error {
	for _, s := range b.srcs {
		conds = append(conds, s.joins...)
	}
	first := b.population(false)
	rows, clients := b.reached(first, conds, false), b.reached(first, conds, true)
	for _, s := range b.srcs {
		switch {
		case s.view == nil && !rows[s]:
			return refuse(CodeUnsupported, "join it with ON a.column = b.column", "%s multiplies population rows", s.alias)
		case s.view != nil && !clients[s]:
			return refuse(CodeUnsupported, fmt.Sprintf("add %s.client_key = %s.client_key", first.alias, s.alias), "population relations are joined on client_key only: rows of different clients cannot be combined")
		}
	}
	return nil
}

// reached returns the relations that the conditions join with the first,
// directly or through others.
func (b *block) reached(first *src, conds []*expr, byKey bool) map[*src]bool {
	out := map[*src]bool{first: true}
	for again := true; again; {
		again = false
		for _, e := range conds {
			if l, r, link := b.sides(e); out[l] != out[r] && (link || !byKey) {
				out[l], out[r], again = true, true, true
			}
		}
	}
	return out
}

// resolve finds the column that e names. The relation is nil if the block has
// no such relation or column, or e is something else.
func (b *block) resolve(e *expr) (*src, column, error) {
	if s := b.using[strings.ToLower(e.name)]; s != nil && e.tab == "" {
		c, _ := s.column(e.name)
		return s, c, nil
	}
	var found *src
	var col column
	for _, s := range b.srcs {
		c, ok := s.column(e.name)
		switch {
		case e.kind != columnExpr, e.tab != "" && !strings.EqualFold(s.alias, e.tab):
		case !ok && e.tab != "":
			if s.view != nil && b.gw.gate.policy.isParticular(e.name) {
				return nil, column{}, b.gw.inner(errOuter{e.name})
			}
			return nil, column{}, noColumn(e.tab + "." + e.name)
		case !ok, found != nil && c.use == useKey && col.use == useKey:
		case found != nil:
			return nil, column{}, refuse(CodeSyntax, "write relation.column", "ambiguous column name: %s", e.name)
		default:
			found, col = s, c
		}
	}
	return found, col, nil
}

// population returns the first population relation, or the first that every
// row has.
func (b *block) population(always bool) *src {
	for _, s := range b.srcs {
		if s.view != nil && !(always && s.left) {
			return s
		}
	}
	return nil
}

// key prints whose a row is.
func (b *block) key() string { return quoteName(b.population(true).alias) + "._ck" }

// outside reports whether the relation is one of the catalogue that every row
// must have a match in. The caller's row is none: its values are constants, and
// conditions on them filters.
func (s *src) outside() bool { return s.public != nil && !s.left }

// marker prints a value that is NULL in a row of outerFrom that has no match
// outside. It is empty if nothing is outside.
func (b *block) marker() string {
	if i := slices.IndexFunc(b.srcs, (*src).outside); i >= 0 {
		return quoteName(b.srcs[i].alias) + "._one"
	}
	return ""
}

func (b *block) withSQL() string {
	if len(b.ships) == 0 {
		return ""
	}
	return "WITH " + strings.Join(b.ships, ", ") + " "
}

// joined prints relations side by side, the last with its condition.
func joined(l []*src, on string) string {
	var sql strings.Builder
	for i, s := range l {
		switch i {
		case 0:
			sql.WriteString(s.text())
		case len(l) - 1:
			sql.WriteString(" JOIN " + s.text() + " ON " + on)
		default:
			sql.WriteString(" JOIN " + s.text() + " ON " + always)
		}
	}
	return sql.String()
}

const always = "1 = 1"

// leftJoins prints the LEFT JOINs, which come last.
func (b *block) leftJoins() string {
	var sql strings.Builder
	for _, s := range b.srcs {
		if s.left {
			sql.WriteString(" LEFT JOIN " + s.text() + " ON " + s.on)
		}
	}
	return sql.String()
}

// fromSQL prints FROM; all conditions but those of LEFT JOIN are in where.
func (b *block) fromSQL() string {
	inner := slices.DeleteFunc(slices.Clone(b.srcs), func(s *src) bool { return s.left })
	return joined(inner, always) + b.leftJoins()
}

// outerFrom prints FROM so that population rows without a match outside are
// kept.
func (b *block) outerFrom() string {
	var inside, outside []*src
	for _, s := range b.srcs {
		switch {
		case s.outside():
			outside = append(outside, s)
		case !s.left:
			inside = append(inside, s)
		}
	}
	sql := joined(inside, always)
	switch on, only := b.where(outsideCond), b.where(outsideOnly); len(outside) {
	case 0:
	case 1:
		sql += " LEFT JOIN " + outside[0].text() + " ON " + on + " AND " + only
	default:
		sql += " LEFT JOIN (" + joined(outside, only) + ") ON " + on
	}
	return sql + b.leftJoins()
}

// where prints the conditions of the kinds, or all of them.
func (b *block) where(kinds ...condKind) string {
	var out []string
	if len(kinds) == 0 || slices.Contains(kinds, linkCond) {
		out = append(out, b.key()+" IS NOT NULL")
	}
	for _, c := range b.conds {
		if len(kinds) == 0 || slices.Contains(kinds, c.kind) {
			out = append(out, c.sql)
		}
	}
	return allOf(out)
}

// allOf prints that all conditions hold.
func allOf(conds []string) string {
	if len(conds) == 0 {
		return always
	}
	return strings.Join(conds, " AND ")
}

// rows prints SELECT of the columns from the rows of the block.
func (b *block) rows(cols ...string) string {
	return "SELECT " + strings.Join(cols, ", ") + " FROM " + b.fromSQL() + " WHERE " + b.where()
}
