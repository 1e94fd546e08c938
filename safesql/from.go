package safesql

import (
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
	using map[string]*src // columns of USING, in lower case
	ships []string        // tables that come from the room, as CTEs
	loose map[string][]string
}

// src is a relation that a block reads.
type src struct {
	alias string
	cols  []column
	names map[string]column // by name in lower case
	used  map[string]bool   // columns that were printed

	view   *view     // population rows, or
	public *relation // the catalogue in the vault, or
	ship   string    // a table from the room

	left bool   // LEFT JOIN
	on   string // its condition
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

type condKind uint8

const (
	linkCond    condKind = iota // the same client in two relations
	filterCond                  // chooses population rows: guarded
	outsideCond                 // joins relations that are not population
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

// from adds the relations of FROM. Those that are neither population nor
// public are computed in the room and shipped.
func (b *block) from(c *core) error {
	b.using = map[string]*src{}
	for i := range c.from {
		if err := b.add(&c.from[i], i); err != nil {
			return err
		}
	}
	if b.bases() > maxBases {
		return refuse(CodeLimit, "use client_key IN (SELECT ...)", "more than %d population relations are joined", maxBases)
	}
	b.tighten(c)
	for i := range c.from {
		if err := b.joinConds(&c.from[i], b.srcs[i], i); err != nil {
			return err
		}
	}
	if s := b.population(false); len(b.srcs) > 1 && slices.ContainsFunc(b.srcs, func(s *src) bool { return s.view != nil && s.view.distinct }) {
		return refuse(CodeUnsupported, "use "+s.alias+".client_key IN (SELECT ...)", "SELECT DISTINCT client_key cannot be joined")
	}
	return b.linked(c)
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
		return refuse(CodeForbidden, "write the relation's name alone", "schema-qualified names are not offered")
	}
	s := &src{alias: f.called(), left: f.join == "LEFT", names: map[string]column{}, used: map[string]bool{}}
	if s.alias == "" {
		s.alias = fmt.Sprintf("_d%d", i)
	}
	if slices.ContainsFunc(b.srcs, func(o *src) bool { return strings.EqualFold(o.alias, s.alias) }) {
		return refuse(CodeSyntax, "give each relation an alias of its own", "two relations are called %s", s.alias)
	}
	v, err := b.gw.viewOf(f, b.env)
	if err != nil {
		return err
	}
	_, isCTE := b.env.find(f.table)
	switch {
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
	case f.sub == nil && !f.isCall && !isCTE && b.gw.gate.publicRelation(f.table) != nil:
		s.public = b.gw.gate.publicRelation(f.table)
		s.cols = s.public.cols
	default:
		if err := b.ship(f, s); err != nil {
			return err
		}
	}
	for _, c := range s.cols {
		s.names[strings.ToLower(c.name)] = c
	}
	b.srcs = append(b.srcs, s)
	return nil
}

// ship computes a relation in the room and prints it as a CTE.
func (b *block) ship(f *source, s *src) error {
	q := f.sub
	if q == nil {
		q = &query{cores: []*core{{items: []item{{star: true}}, from: []source{{table: f.table, isCall: f.isCall, args: f.args}}}}}
	}
	t, err := b.gw.eval(q, b.env, false)
	if err != nil {
		return err
	}
	d := b.dialect()
	var empty []string
	names := []string{"_one"}
	for i, name := range t.cols {
		if strings.HasPrefix(name, "_") || len(name) > maxName {
			return refuse(CodeForbidden, "give the column an alias", "the column %s cannot be joined with population rows", name)
		}
		c := column{name: name, use: useDimension, typ: columnType(t.rows, i), shipped: true}
		s.cols = append(s.cols, c)
		names = append(names, quoteName(name))
		empty = append(empty, ", CAST(NULL AS "+d.typeName(c.typ)+")")
	}
	rows := make([]string, 0, len(t.rows))
	for _, row := range t.rows {
		sql := "(1"
		for i, v := range row {
			x, err := newConstant(v)
			if err != nil {
				return err
			}
			sql += ", " + b.as(x, s.cols[i].typ)
		}
		rows = append(rows, sql+")")
	}
	if !b.gw.gate.isOwn(f) || len(rows) > 1 || s.left {
		return refuse(CodeUnsupported, "filter with IN (SELECT ...), or join after aggregating: FROM (SELECT ... GROUP BY ...) JOIN ...", "%s cannot be joined with population rows", s.describe(f))
	}
	b.gw.ships++
	s.ship = fmt.Sprintf("_s%d", b.gw.ships)
	body := "VALUES " + strings.Join(rows, ", ")
	if len(rows) == 0 {
		body = "SELECT 1" + strings.Join(empty, "") + " WHERE 1 = 0"
	}
	b.ships = append(b.ships, s.ship+"("+strings.Join(names, ", ")+") AS ("+body+")")
	return nil
}

func (s *src) describe(f *source) string {
	if f.called() == "" {
		return "a subquery"
	}
	return f.called()
}

// isOwn reports whether f is a relation of the caller's, as it is.
func (g *Gate) isOwn(f *source) bool {
	return f.sub == nil && !f.isCall && slices.ContainsFunc(g.policy.Own, func(r Relation) bool { return strings.EqualFold(r.Name, f.table) })
}

// columnType is the type that holds all values of a column.
func columnType(rows [][]any, i int) valueType {
	t := anyType
	for _, row := range rows {
		x, _ := newConstant(row[i])
		switch {
		case x.typ == anyType || x.typ == t:
		case t == anyType:
			t = x.typ
		case t.numeric() && x.typ.numeric():
			t = realType
		default:
			return textType
		}
	}
	if t == anyType {
		return textType
	}
	return t
}

// tighten makes a LEFT JOIN to the catalogue an inner one where a later join
// needs its match anyway: breweries LEFT JOIN beers LEFT JOIN population, whose
// rows without a client do not count. A LEFT JOIN is printed last, and what is
// joined through it would be a product before that.
func (b *block) tighten(c *core) {
	for i, s := range slices.Backward(b.srcs) {
		if s.left {
			continue
		}
		for _, e := range conjuncts(c.from[i].on) {
			if e.kind != binaryExpr || e.op != "=" {
				continue
			}
			for _, a := range e.args {
				if a.kind != columnExpr {
					continue
				}
				if o, _, ok, err := b.resolve(a); err == nil && ok && o.view == nil {
					o.left = false
				}
			}
		}
	}
}

func (b *block) joinConds(f *source, s *src, i int) error {
	on := f.on
	for _, u := range f.using {
		left := slices.IndexFunc(b.srcs[:i], func(o *src) bool { _, ok := o.names[strings.ToLower(u)]; return ok })
		if left < 0 {
			return noColumn(u)
		}
		b.using[strings.ToLower(u)] = b.srcs[left]
		same := infix("=", &expr{kind: columnExpr, tab: b.srcs[left].alias, name: u}, &expr{kind: columnExpr, tab: s.alias, name: u})
		on = conjunction(append(conjuncts(on), same))
	}
	if !s.left {
		return b.filter(on, false)
	}
	if on == nil {
		on = literal("1")
	}
	var sql []string
	for _, x := range conjuncts(on) {
		var m marks
		link := b.isLink(x)
		t, err := b.truth(x, &m)
		switch {
		case err != nil:
			return inner(err)
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

// isLink reports whether e says that two population relations have the same
// client.
func (b *block) isLink(e *expr) bool {
	if e.kind != binaryExpr || e.op != "=" || e.args[0].kind != columnExpr || e.args[1].kind != columnExpr {
		return false
	}
	l, lc, ok1, err1 := b.resolve(e.args[0])
	r, rc, ok2, err2 := b.resolve(e.args[1])
	return err1 == nil && err2 == nil && ok1 && ok2 && l != r && lc.use == useKey && rc.use == useKey
}

// linked refuses population relations that are not joined on client_key: their
// rows would be pairs of clients.
func (b *block) linked(c *core) error {
	group := map[*src]*src{}
	root := func(s *src) *src {
		for group[s] != nil {
			s = group[s]
		}
		return s
	}
	link := func(e *expr) {
		if !b.isLink(e) {
			return
		}
		l, _, _, _ := b.resolve(e.args[0])
		r, _, _, _ := b.resolve(e.args[1])
		if root(l) != root(r) {
			group[root(l)] = root(r)
		}
	}
	for _, e := range conjuncts(c.where) {
		link(e)
	}
	for i := range c.from {
		for _, e := range conjuncts(c.from[i].on) {
			link(e)
		}
		for _, u := range c.from[i].using {
			if first := b.using[strings.ToLower(u)]; first != nil {
				link(infix("=", &expr{kind: columnExpr, tab: first.alias, name: u}, &expr{kind: columnExpr, tab: b.srcs[i].alias, name: u}))
			}
		}
	}
	if err := b.attached(c); err != nil {
		return err
	}
	var first *src
	for _, s := range b.srcs {
		switch {
		case s.view == nil:
		case first == nil:
			first = s
		case root(s) != root(first):
			return refuse(CodeUnsupported, fmt.Sprintf("add %s.client_key = %s.client_key", first.alias, s.alias), "population relations are joined on client_key only: rows of different clients cannot be combined")
		}
	}
	return nil
}

// attached refuses relations that no column of theirs joins with the others:
// they would multiply population rows.
func (b *block) attached(c *core) error {
	near := map[*src][]*src{}
	join := func(l, r *src) { near[l], near[r] = append(near[l], r), append(near[r], l) }
	look := func(l []*expr) {
		for _, e := range l {
			if e.kind != binaryExpr || e.op != "=" || e.args[0].kind != columnExpr || e.args[1].kind != columnExpr {
				continue
			}
			l, _, ok1, _ := b.resolve(e.args[0])
			r, _, ok2, _ := b.resolve(e.args[1])
			if ok1 && ok2 && l != r {
				join(l, r)
			}
		}
	}
	look(conjuncts(c.where))
	for i := range c.from {
		look(conjuncts(c.from[i].on))
		for _, u := range c.from[i].using {
			join(b.srcs[i], b.using[strings.ToLower(u)])
		}
	}
	reached := map[*src]bool{}
	var reach func(s *src)
	reach = func(s *src) {
		if !reached[s] {
			reached[s] = true
			for _, o := range near[s] {
				reach(o)
			}
		}
	}
	reach(b.population(false))
	for _, s := range b.srcs {
		if s.view == nil && !reached[s] {
			return refuse(CodeUnsupported, "join it with ON a.column = b.column", "%s multiplies population rows", s.alias)
		}
	}
	return nil
}

// resolve finds the column that e names. It is not found if the block has no
// such relation or column.
func (b *block) resolve(e *expr) (*src, column, bool, error) {
	name := strings.ToLower(e.name)
	if e.tab != "" {
		for _, s := range b.srcs {
			if !strings.EqualFold(s.alias, e.tab) {
				continue
			}
			c, ok := s.names[name]
			if !ok {
				return nil, column{}, false, b.noColumn(s, e)
			}
			return s, c, true, nil
		}
		return nil, column{}, false, nil
	}
	if s := b.using[name]; s != nil {
		return s, s.names[name], true, nil
	}
	var found *src
	for _, s := range b.srcs {
		c, ok := s.names[name]
		switch {
		case !ok, found != nil && c.use == useKey && found.names[name].use == useKey:
		case found != nil:
			return nil, column{}, false, refuse(CodeSyntax, "write relation.column", "ambiguous column name: %s", e.name)
		default:
			found = s
		}
	}
	if found == nil {
		return nil, column{}, false, nil
	}
	return found, found.names[name], true, nil
}

func (b *block) noColumn(s *src, e *expr) error {
	if s.view != nil && b.gw.gate.policy.isParticular(e.name) {
		return refuse(CodeOtherClient, "use the my_... relations for the caller's own", "%s is not known of other clients", e.name)
	}
	return noColumn(e.tab + "." + e.name)
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

// outside returns the relations that are not population and that every row
// must have a match in.
func (b *block) outside() []*src {
	var out []*src
	for _, s := range b.srcs {
		if s.view == nil && !s.left {
			out = append(out, s)
		}
	}
	return out
}

// marker prints a value that is NULL in a row of outerFrom that has no match
// outside. It is empty if nothing is outside.
func (b *block) marker() string {
	if o := b.outside(); len(o) > 0 {
		return quoteName(o[0].alias) + "._one"
	}
	return ""
}

func (b *block) withSQL() string {
	if len(b.ships) == 0 {
		return ""
	}
	return "WITH " + strings.Join(b.ships, ", ") + " "
}

// fromSQL prints FROM; all conditions but those of LEFT JOIN are in where.
func (b *block) fromSQL() string {
	var inner, left strings.Builder
	for _, s := range b.srcs {
		switch {
		case s.left:
			left.WriteString(" LEFT JOIN " + s.text() + " ON " + s.on)
		case inner.Len() > 0:
			inner.WriteString(" JOIN " + s.text() + " ON 1 = 1")
		default:
			inner.WriteString(s.text())
		}
	}
	return inner.String() + left.String()
}

// outerFrom prints FROM so that population rows without a match outside are
// kept.
func (b *block) outerFrom() string {
	out := b.outside()
	if len(out) == 0 {
		return b.fromSQL()
	}
	var inner, left, group strings.Builder
	for _, s := range b.srcs {
		switch {
		case s.left:
			left.WriteString(" LEFT JOIN " + s.text() + " ON " + s.on)
		case s.view == nil:
			if group.Len() > 0 {
				group.WriteString(" JOIN ")
			}
			group.WriteString(s.text())
			if s != out[0] {
				on := "1 = 1"
				if s == out[len(out)-1] {
					on = b.where(outsideOnly)
				}
				group.WriteString(" ON " + on)
			}
		case inner.Len() > 0:
			inner.WriteString(" JOIN " + s.text() + " ON 1 = 1")
		default:
			inner.WriteString(s.text())
		}
	}
	on := b.where(outsideCond)
	if len(out) == 1 {
		return inner.String() + " LEFT JOIN " + group.String() + " ON " + on + " AND " + b.where(outsideOnly) + left.String()
	}
	return inner.String() + " LEFT JOIN (" + group.String() + ") ON " + on + left.String()
}

// where prints the conditions of the kinds.
func (b *block) where(kinds ...condKind) string {
	var out []string
	if slices.Contains(kinds, linkCond) {
		out = append(out, b.key()+" IS NOT NULL")
	}
	for _, c := range b.conds {
		if slices.Contains(kinds, c.kind) {
			out = append(out, c.sql)
		}
	}
	if len(out) == 0 {
		return "1 = 1"
	}
	return strings.Join(out, " AND ")
}
