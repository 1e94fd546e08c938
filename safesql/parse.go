package safesql

import "fmt"

// parse reads exactly one SELECT statement. Anything outside the grammar is
// refused.
func parse(tokens []token) (q *query, err error) {
	p := &parser{tokens: tokens}
	defer func() {
		if r := recover(); r != nil {
			b, ok := r.(bail)
			if !ok {
				panic(r)
			}
			q, err = nil, b.err
		}
	}()
	q = p.query()
	for p.op(";") { // more statements were refused by screen
	}
	if p.peek().kind != endToken {
		p.fail("unexpected %q", p.peek().text)
	}
	return q, nil
}

type parser struct {
	tokens []token
	i      int
	depth  int
}

// bail carries an error out of the parser, which panics with it.
type bail struct{ err error }

// reserved are the words that cannot be a name without quotes.
var reserved = set(`SELECT FROM WHERE GROUP HAVING ORDER LIMIT OFFSET UNION INTERSECT EXCEPT ON USING
	JOIN LEFT INNER CROSS OUTER NATURAL AS WITH CASE WHEN THEN ELSE END AND OR NOT IN IS NULL BETWEEN
	EXISTS DISTINCT ALL VALUES COLLATE CAST INTO INSERT UPDATE DELETE CREATE DROP ALTER SET TABLE INDEX
	DEFAULT FOREIGN REFERENCES UNIQUE PRIMARY CHECK CONSTRAINT TRANSACTION RETURNING ISNULL NOTNULL TO`)

func (p *parser) peek() token { return p.tokens[p.i] }

func (p *parser) next() token {
	t := p.tokens[p.i]
	if t.kind != endToken {
		p.i++
	}
	return t
}

// word takes the word w if it comes next.
func (p *parser) word(w string) bool {
	if !p.isWord(w) {
		return false
	}
	p.i++
	return true
}

// word is empty in tokens that are no words, and the end is never passed.
func (p *parser) isWord(w string) bool { return p.peek().word == w }

func (p *parser) isWordNext(w string) bool { return p.tokens[min(p.i+1, len(p.tokens)-1)].word == w }

// op takes the operator o if it comes next.
func (p *parser) op(o string) bool {
	if !p.isOp(o) {
		return false
	}
	p.i++
	return true
}

func (p *parser) isOp(o string) bool { return p.isOpAt(0, o) }

func (p *parser) isOpAt(n int, o string) bool {
	t := p.tokens[min(p.i+n, len(p.tokens)-1)]
	return t.kind == opToken && t.text == o
}

// several reads one or more, with commas between them.
func several[T any](p *parser, read func() T) []T {
	out := []T{read()}
	for p.op(",") {
		out = append(out, read())
	}
	return out
}

// inside reads what is in parentheses.
func inside[T any](p *parser, read func() T) T {
	p.want("(")
	x := read()
	p.want(")")
	return x
}

func (p *parser) stop(err error) { panic(bail{err}) }

func (p *parser) fail(format string, a ...any) {
	p.stop(refuse(CodeSyntax, "", "%s (at byte %d)", fmt.Sprintf(format, a...), p.peek().pos))
}

func (p *parser) want(o string) {
	if !p.op(o) {
		p.fail("expected %q near %q", o, p.peek().text)
	}
}

func (p *parser) wantWord(w string) {
	if !p.word(w) {
		p.fail("expected %s near %q", w, p.peek().text)
	}
}

func (p *parser) enter() {
	p.depth++
	if p.depth > maxDepth {
		p.stop(refuse(CodeLimit, hintSimplify, "the statement is nested deeper than %d", maxDepth))
	}
}

func (p *parser) leave() { p.depth-- }

func (p *parser) isName() bool {
	t := p.peek()
	return t.kind == quotedToken || t.kind == wordToken && !reserved[t.word]
}

func (p *parser) name(what string) string {
	if !p.isName() {
		p.fail("expected %s near %q", what, p.peek().text)
	}
	return p.next().text
}

func (p *parser) columns() []string {
	return several(p, func() string { return p.name("column") })
}

func (p *parser) isQuery() bool { return p.isWord("SELECT") || p.isWord("WITH") || p.isWord("VALUES") }

func (p *parser) query() *query {
	p.enter()
	defer p.leave()
	q := &query{}
	if p.word("WITH") {
		q.recursive = p.word("RECURSIVE")
		q.with = several(p, p.cte)
	}
	q.cores = append(q.cores, p.core())
	for p.isWord("UNION") || p.isWord("INTERSECT") || p.isWord("EXCEPT") {
		op := p.next().word
		if op == "UNION" && p.word("ALL") {
			op = "UNION ALL"
		}
		q.ops = append(q.ops, op)
		q.cores = append(q.cores, p.core())
	}
	q.order = p.orderBy()
	if len(q.cores) == 1 {
		p.useWindows(q.cores[0].windows, terms(q.order)...)
	}
	if p.word("LIMIT") {
		q.limit = p.expr()
		if p.word("OFFSET") {
			q.offset = p.expr()
		} else if p.op(",") {
			q.offset = q.limit
			q.limit = p.expr()
		}
	}
	return q
}

func (p *parser) cte() *cte {
	c := &cte{name: p.name("CTE name")}
	if p.isOp("(") {
		c.cols = inside(p, p.columns)
	}
	p.wantWord("AS")
	if p.word("NOT") {
		p.wantWord("MATERIALIZED")
	} else {
		p.word("MATERIALIZED")
	}
	c.q = inside(p, p.query)
	return c
}

func (p *parser) orderBy() []orderTerm {
	if !p.word("ORDER") {
		return nil
	}
	p.wantWord("BY")
	return several(p, p.orderTerm)
}

func (p *parser) orderTerm() orderTerm {
	o := orderTerm{e: p.expr(), desc: p.word("DESC")}
	if !o.desc {
		p.word("ASC")
	}
	if p.word("NULLS") {
		o.nulls = "FIRST"
		if !p.word("FIRST") {
			p.wantWord("LAST")
			o.nulls = "LAST"
		}
	}
	return o
}

func (p *parser) core() *core {
	c := &core{}
	if p.word("VALUES") {
		c.values = several(p, func() []*expr { return inside(p, p.exprList) })
		return c
	}
	if !p.word("SELECT") {
		p.fail("only SELECT statements are allowed")
	}
	if c.distinct = p.word("DISTINCT"); !c.distinct {
		p.word("ALL")
	}
	c.items = several(p, p.selected)
	if p.word("FROM") {
		c.from = p.fromList()
	}
	if p.word("WHERE") {
		c.where = p.expr()
	}
	if p.word("GROUP") {
		p.wantWord("BY")
		c.group = p.exprList()
	}
	if p.word("HAVING") {
		c.having = p.expr()
	}
	c.windows = p.windows()
	for _, it := range c.items {
		p.useWindows(c.windows, it.e)
	}
	return c
}

func (p *parser) selected() item {
	if p.op("*") {
		return item{star: true}
	}
	if p.isName() && p.isOpAt(1, ".") && p.isOpAt(2, "*") {
		tab := p.next().text
		p.i += 2
		return item{star: true, starTab: tab}
	}
	it := item{e: p.expr()}
	switch {
	case p.word("AS") && p.peek().kind == stringToken:
		it.alias = p.next().text
		if err := checkName(it.alias); err != nil {
			p.stop(err)
		}
	case p.tokens[p.i-1].word == "AS":
		it.alias = p.name("alias")
	case p.isName() && !p.isWord("WINDOW"):
		it.alias = p.next().text
	}
	return it
}

const maxSources = 12 // relations in one FROM

func (p *parser) fromList() []source {
	out := []source{p.relation("")}
	for {
		join, ok := p.join()
		if !ok {
			return out
		}
		f := p.relation(join)
		if p.word("ON") {
			f.on = p.expr()
		} else if p.word("USING") {
			f.using = inside(p, p.columns)
		}
		if out = append(out, f); len(out) > maxSources {
			p.stop(refuse(CodeLimit, hintSimplify, "more than %d joined relations", maxSources))
		}
	}
}

func (p *parser) join() (string, bool) {
	switch {
	case p.op(","):
		return ",", true
	case p.word("JOIN"):
		return "INNER", true
	case p.isWord("INNER") || p.isWord("CROSS"):
		join := p.next().word
		p.wantWord("JOIN")
		return join, true
	case p.isWord("LEFT") || p.isWord("RIGHT") || p.isWord("FULL"):
		join := p.next().word
		p.word("OUTER")
		p.wantWord("JOIN")
		return join, true
	}
	return "", false
}

func (p *parser) relation(join string) source {
	f := source{join: join}
	if p.op("(") {
		if !p.isQuery() {
			p.fail("joins in parentheses are not supported")
		}
		f.sub = p.query()
		p.want(")")
	} else {
		f.table = p.name("table name")
		if p.op(".") {
			f.schema = f.table
			f.table = p.name("table name")
		}
		if p.op("(") {
			f.isCall = true
			if !p.isOp(")") {
				f.args = p.exprList()
			}
			p.want(")")
		}
	}
	if p.word("AS") {
		f.alias = p.name("alias")
	} else if p.isName() && !p.isWord("RIGHT") && !p.isWord("FULL") && !p.isWord("WINDOW") && !p.isWord("INDEXED") {
		f.alias = p.next().text
	}
	return f
}
