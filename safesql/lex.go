package safesql

import (
	"regexp"
	"strings"
)

type tokenKind uint8

const (
	endToken tokenKind = iota
	wordToken
	quotedToken // an identifier in quotes
	stringToken
	numberToken
	opToken
)

type token struct {
	kind tokenKind
	text string // without quotes
	word string // in capitals, of a wordToken
	pos  int
}

const (
	maxStatement = 8 << 10 // bytes
	maxTokens    = 2500
	maxDepth     = 40
)

// lex splits a statement into tokens, the last of which is the end. What the
// gateway never accepts is refused here: parameters, BLOB literals, names that
// begin with an underscore (those of the gateway itself), databases by name.
func lex(s string) ([]token, error) {
	if len(s) > maxStatement {
		return nil, refuse(CodeLimit, hintSimplify, "the statement is longer than %d bytes", maxStatement)
	}
	if strings.IndexByte(s, 0) >= 0 {
		return nil, refuse(CodeSyntax, "", "the statement holds a NUL byte")
	}
	l := lexer{s: s, out: make([]token, 0, len(s)/4+8)}
	for l.i < len(s) {
		if err := l.next(); err != nil {
			return nil, err
		}
		if len(l.out) > maxTokens {
			return nil, refuse(CodeLimit, hintSimplify, "the statement has more than %d words", maxTokens)
		}
	}
	l.add(endToken, "", len(s))
	return l.out, nil
}

type lexer struct {
	s   string
	i   int
	out []token
}

func (l *lexer) add(k tokenKind, text string, end int) {
	l.out = append(l.out, token{kind: k, text: text, pos: l.i})
	l.i = end
}

func (l *lexer) next() error {
	s, i := l.s, l.i
	switch c := s[i]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
		l.i++
		return nil
	case strings.HasPrefix(s[i:], "--"):
		n := strings.IndexByte(s[i:], '\n')
		if n < 0 {
			n = len(s) - i
		}
		l.i += n
		return nil
	case strings.HasPrefix(s[i:], "/*"):
		n := strings.Index(s[i+2:], "*/")
		if n < 0 {
			return refuse(CodeSyntax, "", "a comment does not end")
		}
		l.i += n + 4
		return nil
	case c == '\'':
		return l.quoted(stringToken, '\'')
	case c == '"' || c == '`':
		return l.quoted(quotedToken, c)
	case c == '[':
		return l.quoted(quotedToken, ']')
	case isWordStart(c):
		return l.wordAt()
	case isDigit(c) || c == '.' && i+1 < len(s) && isDigit(s[i+1]):
		return l.number()
	}
	return l.operator()
}

func (l *lexer) quoted(k tokenKind, end byte) error {
	var b strings.Builder
	for j := l.i + 1; j < len(l.s); j++ {
		if l.s[j] != end {
			b.WriteByte(l.s[j])
			continue
		}
		if end != ']' && j+1 < len(l.s) && l.s[j+1] == end {
			b.WriteByte(end)
			j++
			continue
		}
		if k == quotedToken {
			if err := checkName(b.String()); err != nil {
				return err
			}
		}
		l.add(k, b.String(), j+1)
		return nil
	}
	return refuse(CodeSyntax, "", "a quote does not end")
}

func (l *lexer) wordAt() error {
	j := l.i + 1
	for j < len(l.s) && (isWordStart(l.s[j]) || isDigit(l.s[j]) || l.s[j] == '$') {
		j++
	}
	w := l.s[l.i:j]
	if strings.EqualFold(w, "x") && j < len(l.s) && l.s[j] == '\'' {
		return refuse(CodeForbidden, "write the text itself", "BLOB literals are not offered")
	}
	if err := checkName(w); err != nil {
		return err
	}
	l.add(wordToken, w, j)
	l.out[len(l.out)-1].word = strings.ToUpper(w)
	return nil
}

// maxName is what PostgreSQL keeps of an identifier: two that differ later
// would be one.
const maxName = 60

func checkName(s string) error {
	switch {
	case strings.HasPrefix(s, "_"):
		return errName
	case len(s) > maxName:
		return refuse(CodeLimit, "choose a shorter name", "a name is longer than %d bytes", maxName)
	}
	return nil
}

var numberForm = regexp.MustCompile(`^[0-9]*\.?[0-9]*([eE][-+]?[0-9]+)?`)

func (l *lexer) number() error {
	text := numberForm.FindString(l.s[l.i:])
	end := l.i + len(text)
	if end < len(l.s) && isWordStart(l.s[end]) {
		return refuse(CodeSyntax, "", "malformed number at byte %d", l.i)
	}
	l.add(numberToken, text, end)
	return nil
}

var longOperators = [...]string{"->>", "||", "<=", ">=", "<>", "!=", "==", "<<", ">>", "->"}

func (l *lexer) operator() error {
	for _, o := range longOperators {
		if strings.HasPrefix(l.s[l.i:], o) {
			l.add(opToken, o, l.i+len(o))
			return nil
		}
	}
	c := l.s[l.i]
	switch {
	case strings.HasPrefix(l.s[l.i:], "::"):
		return refuse(CodeSyntax, "write CAST(x AS type)", "unexpected ::")
	case strings.IndexByte("?:@$", c) >= 0:
		return refuse(CodeForbidden, "write the value itself", "parameters are not offered")
	case strings.IndexByte("+-*/%=<>(),.;&|~", c) < 0:
		return refuse(CodeSyntax, "", "unexpected character %q", c)
	}
	l.add(opToken, string(c), l.i+1)
	return nil
}

func isWordStart(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// screen refuses what is refused wherever it stands. Some of it would do no
// harm in the room, but would be answered with something that misleads.
func screen(tokens []token) error {
	switch first := tokens[0]; {
	case first.kind == endToken:
		return refuse(CodeSyntax, "", "there is no statement")
	case writes[first.word]:
		return errWrite
	case first.word != "SELECT" && first.word != "WITH" && first.word != "VALUES":
		return refuse(CodeSyntax, "write one SELECT", "only SELECT is possible")
	}
	for i, t := range tokens[:len(tokens)-1] {
		next := tokens[i+1]
		switch {
		case t.kind == opToken && t.text == ";" && next.kind != endToken && next.text != ";":
			return refuse(CodeManyStatement, "send one statement at a time", "only one statement is allowed")
		case t.kind != wordToken && t.kind != quotedToken:
		case next.kind == opToken && next.text == "." && (strings.EqualFold(t.text, "main") || strings.EqualFold(t.text, "temp")):
			return errSchema
		case (t.word == "NATURAL" || t.word == "RIGHT" || t.word == "FULL") && joinWords[next.word]:
			return refuse(CodeUnsupported, "use JOIN ... ON or LEFT JOIN ... ON", "%s JOIN is not offered", t.word)
		}
	}
	return nil
}

var (
	writes = set(`INSERT UPDATE DELETE REPLACE CREATE DROP ALTER TRUNCATE MERGE GRANT REVOKE ATTACH DETACH
		VACUUM REINDEX ANALYZE PRAGMA BEGIN COMMIT END ROLLBACK SAVEPOINT RELEASE COPY CALL DO SET EXEC EXECUTE`)
	joinWords = set("JOIN OUTER LEFT INNER CROSS")
)

// set makes a set of words.
func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
