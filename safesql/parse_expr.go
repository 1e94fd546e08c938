package safesql

import (
	"slices"
	"strings"
)

func (p *parser) exprList() []*expr { return several(p, p.expr) }

func (p *parser) expr() *expr {
	p.enter()
	defer p.leave()
	return p.or()
}

func (p *parser) or() *expr {
	l := p.and()
	for p.word("OR") {
		l = infix("OR", l, p.and())
	}
	return l
}

func (p *parser) and() *expr {
	l := p.not()
	for p.word("AND") {
		l = infix("AND", l, p.not())
	}
	return l
}

func (p *parser) not() *expr {
	if p.isWord("NOT") && !p.isWordNext("EXISTS") {
		p.i++
		p.enter()
		defer p.leave()
		return negate(p.not())
	}
	return p.eq()
}

func (p *parser) eq() *expr {
	l := p.rel()
	for e := l; e != nil; e = p.comparison(l) {
		l = e
	}
	return l
}

// comparison reads what compares l, nil if nothing does.
func (p *parser) comparison(l *expr) *expr {
	isNull := func(not bool) *expr { return &expr{kind: nullExpr, not: not, args: []*expr{l}} }
	switch {
	case p.op("=") || p.op("=="):
		return infix("=", l, p.rel())
	case p.op("!=") || p.op("<>"):
		return infix("<>", l, p.rel())
	case p.word("ISNULL"):
		return isNull(false)
	case p.word("NOTNULL"):
		return isNull(true)
	case p.isWord("NOT") && p.isWordNext("NULL"):
		p.i += 2
		return isNull(true)
	case p.word("IS"):
		not := p.word("NOT")
		if p.word("DISTINCT") {
			p.wantWord("FROM")
			not = !not
		}
		if p.word("NULL") {
			return isNull(not)
		}
		return infix("IS"+notWord(not), l, p.rel())
	}
	not := p.isWord("NOT") && slices.ContainsFunc([]string{"IN", "LIKE", "GLOB", "BETWEEN"}, p.isWordNext)
	if not {
		p.i++
	}
	switch {
	case p.word("IN"):
		e := &expr{kind: inExpr, not: not, args: []*expr{l}}
		p.want("(")
		if p.isQuery() {
			e.q = p.query()
		} else if !p.isOp(")") {
			e.args = append(e.args, p.exprList()...)
		}
		p.want(")")
		return e
	case p.isWord("LIKE") || p.isWord("GLOB"):
		e := &expr{kind: likeExpr, op: p.next().word, not: not, args: []*expr{l, p.rel()}}
		if p.word("ESCAPE") {
			e.args = append(e.args, p.rel())
		}
		return e
	case p.word("BETWEEN"):
		low := p.rel()
		p.wantWord("AND")
		return &expr{kind: betweenExpr, not: not, args: []*expr{l, low, p.rel()}}
	}
	return nil
}

func (p *parser) rel() *expr  { return p.level(p.bits, "<=", ">=", "<", ">") }
func (p *parser) bits() *expr { return p.level(p.sum, "<<", ">>", "&", "|") }
func (p *parser) sum() *expr  { return p.level(p.product, "+", "-") }

func (p *parser) product() *expr { return p.level(p.concat, "*", "/", "%") }
func (p *parser) concat() *expr  { return p.level(p.collate, "||", "->>", "->") }

// level reads a chain of operators that bind equally, to the left.
func (p *parser) level(tighter func() *expr, ops ...string) *expr {
	l := tighter()
	for slices.ContainsFunc(ops, p.isOp) {
		l = infix(p.next().text, l, tighter())
	}
	return l
}

func (p *parser) collate() *expr {
	l := p.unary()
	for p.word("COLLATE") {
		l = &expr{kind: collateExpr, op: p.name("collation"), args: []*expr{l}}
	}
	return l
}

func (p *parser) unary() *expr {
	t := p.peek()
	if t.kind == opToken && (t.text == "-" || t.text == "+" || t.text == "~") {
		p.i++
		p.enter()
		defer p.leave()
		return &expr{kind: unaryExpr, op: t.text, args: []*expr{p.unary()}}
	}
	return p.primary()
}

func (p *parser) primary() *expr {
	t := p.peek()
	switch t.kind {
	case numberToken:
		return literal(p.next().text)
	case stringToken:
		return literal(quoteText(p.next().text))
	case opToken:
		if p.op("(") {
			return p.parenthesis()
		}
	case wordToken:
		switch t.word {
		case "NULL", "TRUE", "FALSE", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP":
			return literal(p.next().word)
		case "CASE":
			return p.caseWhen()
		case "CAST":
			return p.cast()
		case "EXISTS", "NOT":
			not := p.word("NOT")
			p.wantWord("EXISTS")
			return &expr{kind: existsExpr, not: not, q: inside(p, p.query)}
		}
		if p.isOpAt(1, "(") && (!reserved[t.word] || t.word == "LEFT") {
			p.i += 2
			return p.call(t)
		}
	}
	name := p.name("expression")
	if !p.op(".") {
		return columnOf("", name)
	}
	e := columnOf(name, p.name("column"))
	if p.isOp(".") {
		p.stop(refuse(CodeForbidden, "write relation.column", "schema-qualified names are not offered"))
	}
	return e
}

func (p *parser) parenthesis() *expr {
	if p.isQuery() {
		q := p.query()
		p.want(")")
		return &expr{kind: subqueryExpr, q: q}
	}
	l := p.exprList()
	p.want(")")
	if len(l) == 1 {
		return l[0]
	}
	return &expr{kind: tupleExpr, args: l}
}

func (p *parser) caseWhen() *expr {
	p.wantWord("CASE")
	e := &expr{kind: caseExpr}
	if !p.isWord("WHEN") {
		e.hasBase = true
		e.args = append(e.args, p.expr())
	}
	p.wantWord("WHEN")
	for again := true; again; again = p.word("WHEN") {
		e.args = append(e.args, p.expr())
		p.wantWord("THEN")
		e.args = append(e.args, p.expr())
	}
	if p.word("ELSE") {
		e.hasElse = true
		e.args = append(e.args, p.expr())
	}
	p.wantWord("END")
	return e
}

func (p *parser) cast() *expr {
	p.wantWord("CAST")
	p.want("(")
	e := &expr{kind: castExpr, args: []*expr{p.expr()}}
	p.wantWord("AS")
	var words []string
	for p.peek().kind == wordToken {
		words = append(words, p.next().word)
	}
	if len(words) == 0 {
		p.fail("expected a type near %q", p.peek().text)
	}
	e.op = strings.Join(words, " ")
	if p.op("(") { // VARCHAR(20), DECIMAL(10, 2): SQLite ignores the numbers
		for p.peek().kind == numberToken || p.isOp(",") {
			p.next()
		}
		p.want(")")
	}
	p.want(")")
	return e
}

func (p *parser) call(t token) *expr {
	e := &expr{kind: callExpr, op: strings.ToLower(t.text)}
	if p.op("*") {
		e.args = []*expr{{kind: starExpr}}
	} else if !p.isOp(")") {
		e.distinct = p.word("DISTINCT")
		e.args = p.exprList()
		if p.isWord("ORDER") {
			p.fail("ORDER BY inside an aggregate is not supported")
		}
	}
	p.want(")")
	if p.word("FILTER") {
		e.filter = inside(p, func() *expr {
			p.wantWord("WHERE")
			return p.expr()
		})
	}
	if p.word("OVER") {
		if p.isOp("(") {
			e.over = inside(p, p.window)
		} else {
			e.over = &window{base: p.name("window name")}
		}
	}
	return e
}
