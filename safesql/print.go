package safesql

import "strings"

// printer writes a tree back as SQL, with every parenthesis, so that no rule
// of precedence is read twice.
type printer struct{ b strings.Builder }

// put writes texts and parts of the tree one after the other.
func (p *printer) put(parts ...any) {
	for _, x := range parts {
		switch x := x.(type) {
		case string:
			p.b.WriteString(x)
		case *expr:
			p.expr(x)
		case []*expr:
			putList(p, x, p.expr)
		case *query:
			p.query(x)
		}
	}
}

func putList[T any](p *printer, l []T, put func(T)) {
	for i, x := range l {
		if i > 0 {
			p.put(", ")
		}
		put(x)
	}
}

// clause writes a word and what follows it, if there is anything.
func (p *printer) clause(word string, l ...*expr) {
	if len(l) > 0 && l[0] != nil {
		p.put(word, l)
	}
}

// names writes the word, if there are names, and the names in parentheses.
func (p *printer) names(word string, l []string) {
	if len(l) > 0 {
		p.put(word, "(")
		putList(p, l, func(s string) { p.put(quoteName(s)) })
		p.put(")")
	}
}

func (p *printer) alias(s string) {
	if s != "" {
		p.put(" AS ", quoteName(s))
	}
}

func (p *printer) order(o orderTerm) {
	p.expr(o.e)
	if o.desc {
		p.put(" DESC")
	}
	if o.nulls != "" {
		p.put(" NULLS ", o.nulls)
	}
}

func notWord(b bool) string {
	if b {
		return " NOT"
	}
	return ""
}

func (p *printer) expr(e *expr) {
	a, not := e.args, notWord(e.not)
	switch e.kind {
	case literalExpr:
		p.put(e.op)
	case starExpr:
		p.put("*")
	case columnExpr:
		p.put(qualified(e.tab, quoteName(e.name)))
	case unaryExpr:
		p.put("(", e.op, " ", a[0], ")")
	case binaryExpr:
		p.put("(", a[0], " ", e.op, " ", a[1], ")")
	case callExpr:
		p.call(e)
	case caseExpr:
		p.caseWhen(e)
	case castExpr:
		p.put("CAST(", a[0], " AS ", e.op, ")")
	case inExpr:
		if e.q != nil {
			p.put("(", a[0], not, " IN (", e.q, "))")
		} else {
			p.put("(", a[0], not, " IN (", a[1:], "))")
		}
	case betweenExpr:
		p.put("(", a[0], not, " BETWEEN ", a[1], " AND ", a[2], ")")
	case likeExpr:
		p.put("(", a[0], not, " ", e.op, " ", a[1])
		p.clause(" ESCAPE ", a[2:]...)
		p.put(")")
	case nullExpr:
		p.put("(", a[0], " IS", not, " NULL)")
	case existsExpr:
		p.put("(", strings.TrimPrefix(not+" EXISTS (", " "), e.q, "))")
	case subqueryExpr:
		p.put("(", e.q, ")")
	case tupleExpr:
		p.put("(", a, ")")
	case collateExpr:
		p.put("(", a[0], " COLLATE ", quoteName(e.op), ")")
	}
}

func (p *printer) call(e *expr) {
	p.put(e.op, "(")
	if e.distinct {
		p.put("DISTINCT ")
	}
	p.put(e.args, ")")
	if e.filter != nil {
		p.put(" FILTER (WHERE ", e.filter, ")")
	}
	if e.over != nil {
		p.put(" OVER (", printWindow(e.over), ")")
	}
}

func (p *printer) caseWhen(e *expr) {
	p.put("CASE")
	a := e.args
	if e.hasBase {
		p.put(" ", a[0])
		a = a[1:]
	}
	for ; len(a) >= 2; a = a[2:] {
		p.put(" WHEN ", a[0], " THEN ", a[1])
	}
	p.clause(" ELSE ", a...)
	p.put(" END")
}

func (p *printer) orderBy(l []orderTerm) {
	if len(l) > 0 {
		p.put(" ORDER BY ")
		putList(p, l, p.order)
	}
}

func (p *printer) core(c *core) {
	if c.values != nil {
		p.put("VALUES ")
		putList(p, c.values, func(row []*expr) { p.put("(", row, ")") })
		return
	}
	p.put("SELECT ")
	if c.distinct {
		p.put("DISTINCT ")
	}
	putList(p, c.items, p.item)
	for i, f := range c.from {
		switch {
		case i == 0:
			p.put(" FROM ")
		case f.join == ",":
			p.put(", ")
		default:
			p.put(" ", f.join, " JOIN ")
		}
		p.source(f)
	}
	p.clause(" WHERE ", c.where)
	p.clause(" GROUP BY ", c.group...)
	p.clause(" HAVING ", c.having)
}

func (p *printer) item(it item) {
	if it.star {
		p.put(qualified(it.starTab, "*"))
	} else {
		p.expr(it.e)
	}
	p.alias(it.alias)
}

func (p *printer) source(f source) {
	if f.sub != nil {
		p.put("(", f.sub, ")")
	} else {
		p.put(qualified(f.schema, quoteName(f.table)))
	}
	if f.isCall {
		p.put("(", f.args, ")")
	}
	p.alias(f.alias)
	p.clause(" ON ", f.on)
	p.names(" USING ", f.using)
}

func (p *printer) query(q *query) {
	if len(q.with) > 0 {
		p.put("WITH ")
		if q.recursive {
			p.put("RECURSIVE ")
		}
		putList(p, q.with, func(c *cte) {
			p.put(quoteName(c.name))
			p.names("", c.cols)
			p.put(" AS (", c.q, ")")
		})
		p.put(" ")
	}
	for i, c := range q.cores {
		if i > 0 {
			p.put(" ", q.ops[i-1], " ")
		}
		p.core(c)
	}
	p.orderBy(q.order)
	p.clause(" LIMIT ", q.limit)
	p.clause(" OFFSET ", q.offset)
}

func printWindow(w *window) string {
	var p printer
	if w.base != "" {
		p.put(quoteName(w.base))
	}
	p.clause(" PARTITION BY ", w.partition...)
	p.orderBy(w.order)
	p.put(" ", w.frame)
	return strings.TrimSpace(p.b.String())
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

// qualified prints tab.name, or name alone.
func qualified(tab, name string) string {
	if tab == "" {
		return name
	}
	return quoteName(tab) + "." + name
}
