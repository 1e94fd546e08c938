package safesql

import "strings"

// frameWords are the words of a window's frame, which is kept as it stands.
var frameWords = set("ROWS RANGE GROUPS BETWEEN AND UNBOUNDED PRECEDING FOLLOWING CURRENT ROW EXCLUDE NO OTHERS TIES GROUP")

func (p *parser) isFrame() bool { return p.isWord("ROWS") || p.isWord("RANGE") || p.isWord("GROUPS") }

func (p *parser) window() *window {
	w := &window{}
	if p.isName() && !p.isWord("PARTITION") && !p.isFrame() {
		w.base = p.name("window")
	}
	if p.word("PARTITION") {
		p.wantWord("BY")
		w.partition = p.exprList()
	}
	if p.word("ORDER") {
		p.wantWord("BY")
		w.order = p.orderList()
	}
	if p.isFrame() {
		var words []string
		for !p.isOp(")") {
			t := p.peek()
			if t.kind != numberToken && !(t.kind == wordToken && frameWords[t.word]) {
				p.fail("unsupported window frame near %q", t.text)
			}
			words = append(words, p.next().text)
		}
		w.frame = strings.Join(words, " ")
	}
	p.want(")")
	return w
}

// inlineWindows writes the windows of WINDOW clauses where they are used, so
// that nothing else need know of them.
func (p *parser) inlineWindows(q *query) {
	for _, c := range q.cores {
		if len(c.windows) == 0 {
			continue
		}
		known := map[string]*window{}
		for _, n := range c.windows {
			known[strings.ToLower(n.name)] = p.based(n.w, known)
		}
		var l []*expr
		for _, it := range c.items {
			l = append(l, it.e)
		}
		if len(q.cores) == 1 {
			l = append(l, terms(q.order)...)
		}
		p.useWindows(known, l...)
		c.windows = nil
	}
}

func (p *parser) useWindows(known map[string]*window, l ...*expr) {
	for _, e := range l {
		if e == nil {
			continue
		}
		switch {
		case e.overName != "":
			e.over, e.overName = p.based(&window{base: e.overName}, known), ""
		case e.over != nil:
			e.over = p.based(e.over, known)
		}
		p.useWindows(known, e.args...)
	}
}

// based completes a window that is written upon another.
func (p *parser) based(w *window, known map[string]*window) *window {
	if w.base == "" {
		return w
	}
	b := known[strings.ToLower(w.base)]
	if b == nil {
		p.fail("no such window: %s", w.base)
	}
	all := *w
	all.base = ""
	all.partition = b.partition
	if len(b.order) > 0 {
		all.order = b.order
	}
	if all.frame == "" {
		all.frame = b.frame
	}
	return &all
}
