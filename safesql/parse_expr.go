package safesql

import "strings"

func (p *parser) exprList() []*expr {
	var out []*expr
	for {
		out = append(out, p.expr())
		if !p.op(",") {
			return out
		}
	}
}

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
		return &expr{kind: unaryExpr, op: "NOT", args: []*expr{p.not()}}
	}
	return p.eq()
}

func (p *parser) eq() *expr {
	l := p.rel()
	for {
		switch {
		case p.op("=") || p.op("=="):
			l = infix("=", l, p.rel())
		case p.op("!=") || p.op("<>"):
			l = infix("<>", l, p.rel())
		case p.word("ISNULL"):
			l = &expr{kind: nullExpr, args: []*expr{l}}
		case p.word("NOTNULL"):
			l = &expr{kind: nullExpr, not: true, args: []*expr{l}}
		case p.word("IS"):
			not := p.word("NOT")
			if p.word("DISTINCT") {
				p.wantWord("FROM")
				not = !not
			}
			if p.word("NULL") {
				l = &expr{kind: nullExpr, not: not, args: []*expr{l}}
				break
			}
			r := p.rel()
			if not {
				l = infix("IS NOT", l, r)
			} else {
				l = infix("IS", l, r)
			}
		default:
			not := false
			if p.isWord("NOT") {
				if p.isWordNext("NULL") {
					p.i += 2
					l = &expr{kind: nullExpr, not: true, args: []*expr{l}}
					continue
				}
				if p.isWordNext("IN") || p.isWordNext("LIKE") || p.isWordNext("GLOB") || p.isWordNext("BETWEEN") {
					p.i++
					not = true
				}
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
				l = e
			case p.isWord("LIKE") || p.isWord("GLOB"):
				op := p.next().word
				e := &expr{kind: likeExpr, op: op, not: not, args: []*expr{l, p.rel()}}
				if p.word("ESCAPE") {
					e.args = append(e.args, p.rel())
				}
				l = e
			case p.word("BETWEEN"):
				a := p.rel()
				p.wantWord("AND")
				b := p.rel()
				l = &expr{kind: betweenExpr, not: not, args: []*expr{l, a, b}}
			default:
				if not {
					p.fail("unexpected NOT")
				}
				return l
			}
		}
	}
}

func (p *parser) rel() *expr  { return p.level(p.bits, "<=", ">=", "<", ">") }
func (p *parser) bits() *expr { return p.level(p.sum, "<<", ">>", "&", "|") }
func (p *parser) sum() *expr  { return p.level(p.product, "+", "-") }

func (p *parser) product() *expr { return p.level(p.concat, "*", "/", "%") }
func (p *parser) concat() *expr  { return p.level(p.collate, "||", "->>", "->") }

// level reads a chain of operators that bind equally, to the left.
func (p *parser) level(tighter func() *expr, ops ...string) *expr {
	l := tighter()
	for {
		op, ok := p.anyOp(ops...)
		if !ok {
			return l
		}
		l = infix(op, l, tighter())
	}
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
			p.want("(")
			e := &expr{kind: existsExpr, not: not, q: p.query()}
			p.want(")")
			return e
		}
		if p.isOpAt(1, "(") && (!reserved[t.word] || t.word == "LEFT") {
			p.i += 2
			return p.call(t)
		}
	}
	name := p.name("expression")
	if !p.op(".") {
		return &expr{kind: columnExpr, name: name}
	}
	e := &expr{kind: columnExpr, tab: name, name: p.name("column")}
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
		p.want("(")
		p.wantWord("WHERE")
		e.filter = p.expr()
		p.want(")")
	}
	if p.word("OVER") {
		if p.op("(") {
			e.over = p.window()
		} else {
			e.overName = p.name("window name")
		}
	}
	return e
}
