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
	w.order = p.orderBy()
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
	return w
}

// windows reads a WINDOW clause.
func (p *parser) windows() map[string]*window {
	known := map[string]*window{}
	if p.word("WINDOW") {
		several(p, func() string {
			name := strings.ToLower(p.name("window name"))
			p.wantWord("AS")
			known[name] = p.based(inside(p, p.window), known)
			return name
		})
	}
	return known
}

// useWindows writes windows where they are used, so that nothing else need know
// their names.
func (p *parser) useWindows(known map[string]*window, l ...*expr) {
	for _, e := range l {
		for x := range e.all() {
			if x.over != nil {
				x.over = p.based(x.over, known)
			}
		}
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
