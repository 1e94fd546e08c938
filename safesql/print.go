package safesql

import "strings"

// printer writes a tree back as SQL, with every parenthesis, so that no rule
// of precedence is read twice.
type printer struct{ b strings.Builder }

func (p *printer) w(s ...string) {
	for _, x := range s {
		p.b.WriteString(x)
	}
}

func (p *printer) list(l []*expr) {
	for i, e := range l {
		if i > 0 {
			p.w(", ")
		}
		p.expr(e)
	}
}

func (p *printer) order(l []orderTerm) {
	for i, o := range l {
		if i > 0 {
			p.w(", ")
		}
		p.expr(o.e)
		if o.desc {
			p.w(" DESC")
		}
		if o.nulls != "" {
			p.w(" NULLS ", o.nulls)
		}
	}
}

func notWord(b bool) string {
	if b {
		return " NOT"
	}
	return ""
}

func (p *printer) expr(e *expr) {
	switch e.kind {
	case literalExpr:
		p.w(e.op)
	case starExpr:
		p.w("*")
	case columnExpr:
		if e.tab != "" {
			p.w(quoteName(e.tab), ".")
		}
		p.w(quoteName(e.name))
	case unaryExpr:
		p.w("(", e.op, " ")
		p.expr(e.args[0])
		p.w(")")
	case binaryExpr:
		p.w("(")
		p.expr(e.args[0])
		p.w(" ", e.op, " ")
		p.expr(e.args[1])
		p.w(")")
	case callExpr:
		p.w(e.op, "(")
		if e.distinct {
			p.w("DISTINCT ")
		}
		p.list(e.args)
		p.w(")")
		if e.filter != nil {
			p.w(" FILTER (WHERE ")
			p.expr(e.filter)
			p.w(")")
		}
		if e.over != nil {
			p.w(" OVER (")
			p.win(e.over)
			p.w(")")
		} else if e.overName != "" {
			p.w(" OVER ", quoteName(e.overName))
		}
	case caseExpr:
		p.w("CASE")
		a := e.args
		if e.hasBase {
			p.w(" ")
			p.expr(a[0])
			a = a[1:]
		}
		for len(a) >= 2 {
			p.w(" WHEN ")
			p.expr(a[0])
			p.w(" THEN ")
			p.expr(a[1])
			a = a[2:]
		}
		if e.hasElse {
			p.w(" ELSE ")
			p.expr(a[0])
		}
		p.w(" END")
	case castExpr:
		p.w("CAST(")
		p.expr(e.args[0])
		p.w(" AS ", e.op, ")")
	case inExpr:
		p.w("(")
		p.expr(e.args[0])
		p.w(notWord(e.not), " IN (")
		if e.q != nil {
			p.query(e.q)
		} else {
			p.list(e.args[1:])
		}
		p.w("))")
	case betweenExpr:
		p.w("(")
		p.expr(e.args[0])
		p.w(notWord(e.not), " BETWEEN ")
		p.expr(e.args[1])
		p.w(" AND ")
		p.expr(e.args[2])
		p.w(")")
	case likeExpr:
		p.w("(")
		p.expr(e.args[0])
		p.w(notWord(e.not), " ", e.op, " ")
		p.expr(e.args[1])
		if len(e.args) > 2 {
			p.w(" ESCAPE ")
			p.expr(e.args[2])
		}
		p.w(")")
	case nullExpr:
		p.w("(")
		p.expr(e.args[0])
		p.w(" IS", notWord(e.not), " NULL)")
	case existsExpr:
		if e.not {
			p.w("(NOT EXISTS (")
		} else {
			p.w("(EXISTS (")
		}
		p.query(e.q)
		p.w("))")
	case subqueryExpr:
		p.w("(")
		p.query(e.q)
		p.w(")")
	case tupleExpr:
		p.w("(")
		p.list(e.args)
		p.w(")")
	case collateExpr:
		p.w("(")
		p.expr(e.args[0])
		p.w(" COLLATE ", quoteName(e.op), ")")
	}
}

func (p *printer) win(w *window) {
	if w.base != "" {
		p.w(quoteName(w.base), " ")
	}
	if len(w.partition) > 0 {
		p.w("PARTITION BY ")
		p.list(w.partition)
		p.w(" ")
	}
	if len(w.order) > 0 {
		p.w("ORDER BY ")
		p.order(w.order)
		p.w(" ")
	}
	p.w(w.frame)
}

func (p *printer) core(c *core) {
	if c.values != nil {
		p.w("VALUES ")
		for i, r := range c.values {
			if i > 0 {
				p.w(", ")
			}
			p.w("(")
			p.list(r)
			p.w(")")
		}
		return
	}
	p.w("SELECT ")
	if c.distinct {
		p.w("DISTINCT ")
	}
	for i, it := range c.items {
		if i > 0 {
			p.w(", ")
		}
		if it.star {
			if it.starTab != "" {
				p.w(quoteName(it.starTab), ".")
			}
			p.w("*")
			continue
		}
		p.expr(it.e)
		if it.alias != "" {
			p.w(" AS ", quoteName(it.alias))
		}
	}
	for i, f := range c.from {
		switch {
		case i == 0:
			p.w(" FROM ")
		case f.join == ",":
			p.w(", ")
		default:
			p.w(" ", f.join, " JOIN ")
		}
		switch {
		case f.sub != nil:
			p.w("(")
			p.query(f.sub)
			p.w(")")
		default:
			if f.schema != "" {
				p.w(quoteName(f.schema), ".")
			}
			if f.isCall {
				p.w(quoteName(f.table), "(")
				p.list(f.args)
				p.w(")")
			} else {
				p.w(quoteName(f.table))
			}
		}
		if f.alias != "" {
			p.w(" AS ", quoteName(f.alias))
		}
		if f.on != nil {
			p.w(" ON ")
			p.expr(f.on)
		}
		if f.using != nil {
			p.w(" USING (")
			for i, u := range f.using {
				if i > 0 {
					p.w(", ")
				}
				p.w(quoteName(u))
			}
			p.w(")")
		}
	}
	if c.where != nil {
		p.w(" WHERE ")
		p.expr(c.where)
	}
	if c.group != nil {
		p.w(" GROUP BY ")
		p.list(c.group)
	}
	if c.having != nil {
		p.w(" HAVING ")
		p.expr(c.having)
	}
}

func (p *printer) query(q *query) {
	for i, c := range q.with {
		if i == 0 {
			p.w("WITH ")
			if q.recursive {
				p.w("RECURSIVE ")
			}
		} else {
			p.w(", ")
		}
		p.w(quoteName(c.name))
		if c.cols != nil {
			p.w("(")
			for i, u := range c.cols {
				if i > 0 {
					p.w(", ")
				}
				p.w(quoteName(u))
			}
			p.w(")")
		}
		p.w(" AS (")
		p.query(c.q)
		p.w(")")
	}
	if len(q.with) > 0 {
		p.w(" ")
	}
	for i, c := range q.cores {
		if i > 0 {
			p.w(" ", q.ops[i-1], " ")
		}
		p.core(c)
	}
	if q.order != nil {
		p.w(" ORDER BY ")
		p.order(q.order)
	}
	if q.limit != nil {
		p.w(" LIMIT ")
		p.expr(q.limit)
	}
	if q.offset != nil {
		p.w(" OFFSET ")
		p.expr(q.offset)
	}
}

func printQuery(q *query) string {
	var p printer
	p.query(q)
	return p.b.String()
}

func printExpr(e *expr) string {
	var p printer
	p.expr(e)
	return p.b.String()
}

func quoteName(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
func quoteText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
