// Package page writes pages: templates in the language of text/template, of which they have fields,
// variables, if, range, with, template and functions. That package looks methods up by name, for
// which the linker keeps every exported method of the program: three million bytes. Begin at [Parse].
package page

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"text/template/parse"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
)

// Page is a text with places to be filled, and those that it defines by name.
type Page struct {
	name  string
	trees map[string]*parse.Tree
	funcs map[string]Func
}

// Func is what a page can call, with one argument or more.
type Func func(args []any) (any, error)

// Of makes a Func of a function of one argument.
func Of[A, R any](f func(A) R) Func {
	return func(args []any) (any, error) {
		a, ok := args[0].(A)
		if !ok || len(args) > 1 {
			return nil, fmt.Errorf("it takes one %T", a)
		}
		return f(a), nil
	}
}

// prompted is a value that has more than its fields, by name.
type prompted interface{ Prompted() map[string]any }

// functions are those that every page can call, such as {{or .About "a house"}}.
var functions = map[string]Func{
	"json": func(args []any) (any, error) {
		b, err := jsonl.Marshal(args[0])
		return strings.TrimSpace(string(b)), err
	},
	"len":    func(args []any) (any, error) { return length(args[0]) },
	"not":    func(args []any) (any, error) { return !truth(args[0]), nil },
	"and":    func(args []any) (any, error) { return firstThat(args, false), nil },
	"or":     func(args []any) (any, error) { return firstThat(args, true), nil },
	"eq":     func(args []any) (any, error) { return slices.Contains(asTexts(args[1:]), fmt.Sprint(args[0])), nil },
	"ne":     func(args []any) (any, error) { return !slices.Contains(asTexts(args[1:]), fmt.Sprint(args[0])), nil },
	"lt":     func(args []any) (any, error) { return order(args) < 0, nil },
	"le":     func(args []any) (any, error) { return order(args) <= 0, nil },
	"gt":     func(args []any) (any, error) { return order(args) > 0, nil },
	"ge":     func(args []any) (any, error) { return order(args) >= 0, nil },
	"index":  element,
	"print":  func(args []any) (any, error) { return fmt.Sprint(args...), nil },
	"printf": func(args []any) (any, error) { return fmt.Sprintf(fmt.Sprint(args[0]), args[1:]...), nil },
}

// Parse reads a page, which may call more functions than those of every page.
func Parse(name, text string, more map[string]Func) (*Page, error) {
	p := &Page{name: name, funcs: maps.Clone(functions)}
	maps.Copy(p.funcs, more)
	known := map[string]any{}
	for f := range p.funcs {
		known[f] = f
	}
	var err error
	p.trees, err = parse.Parse(name, text, "", "", known)
	return p, err
}

// Write writes the page with the fields of in.
func (p *Page) Write(w io.Writer, in any) error { return p.WriteNamed(w, p.name, in) }

// WriteNamed writes what the page defines by a name.
func (p *Page) WriteNamed(w io.Writer, name string, in any) error {
	if name == p.name && p.trees[name] == nil { // nothing but white space
		return nil
	}
	return (&writing{Page: p, w: w}).page(name, plain(reflect.ValueOf(in)))
}

// writing is a page that is being written; of variables of one name the last is meant.
type writing struct {
	*Page
	tree *parse.Tree
	w    io.Writer
	vars []variable
	deep int // how many templates it is within
}

type variable struct {
	name  string
	value any
}

// wrong is an error that says where in the file it is.
func (w *writing) wrong(n parse.Node, format string, args ...any) error {
	where, at := w.tree.ErrorContext(n)
	return fmt.Errorf("template: %s: at <%s>: "+format, append([]any{where, at}, args...)...)
}

// maxDeep is how deep templates may stand in each other: one may call itself.
const maxDeep = 100

// page writes what is defined by a name.
func (w *writing) page(name string, in any) error {
	tree := w.trees[name]
	if tree == nil || w.deep == maxDeep {
		return fmt.Errorf("template: %s: there is no template %q, or it never ends", w.name, name)
	}
	return (&writing{w.Page, tree, w.w, []variable{{"$", in}}, w.deep + 1}).list(in, tree.Root)
}

// list writes nodes. Variables that are declared in them end with them.
func (w *writing) list(dot any, l *parse.ListNode) error {
	if l == nil {
		return nil
	}
	defer func(n int) { w.vars = w.vars[:n] }(len(w.vars))
	for _, n := range l.Nodes {
		if err := w.node(dot, n); err != nil {
			return err
		}
	}
	return nil
}

func (w *writing) node(dot any, n parse.Node) error {
	defer func(n int, declares bool) {
		if !declares {
			w.vars = w.vars[:n]
		}
	}(len(w.vars), n.Type() == parse.NodeAction)
	switch n := n.(type) {
	case *parse.TextNode:
		_, err := w.w.Write(n.Text)
		return err
	case *parse.ActionNode:
		v, err := w.pipe(dot, n.Pipe)
		if err == nil && len(n.Pipe.Decl) == 0 {
			_, err = fmt.Fprint(w.w, v)
		}
		return err
	case *parse.IfNode:
		return w.branch(dot, &n.BranchNode, func(any) error { return w.list(dot, n.List) })
	case *parse.WithNode:
		return w.branch(dot, &n.BranchNode, func(v any) error { return w.list(v, n.List) })
	case *parse.RangeNode:
		return w.branch(dot, &n.BranchNode, func(v any) error { return w.each(n, reflect.ValueOf(v)) })
	case *parse.TemplateNode:
		if n.Pipe == nil {
			return w.page(n.Name, nil)
		}
		v, err := w.pipe(dot, n.Pipe)
		if err != nil {
			return err
		}
		return w.page(n.Name, v)
	case *parse.CommentNode:
	default:
		return w.wrong(n, "a page has no such action")
	}
	return nil
}

// branch does then with the value of an if, a range or a with, or writes its else.
func (w *writing) branch(dot any, n *parse.BranchNode, then func(any) error) error {
	v, err := w.pipe(dot, n.Pipe)
	switch {
	case err != nil:
		return err
	case truth(v):
		return then(v)
	}
	return w.list(dot, n.ElseList)
}

func (w *writing) each(n *parse.RangeNode, list reflect.Value) error {
	if list.Kind() != reflect.Slice && list.Kind() != reflect.Array {
		return w.wrong(n.Pipe, "range can't iterate over %v", list)
	}
	for i := range list.Len() {
		v := plain(list.Index(i))
		switch names := n.Pipe.Decl; len(names) {
		case 1:
			w.vars = append(w.vars, variable{names[0].Ident[0], v})
		case 2:
			w.vars = append(w.vars, variable{names[0].Ident[0], i}, variable{names[1].Ident[0], v})
		}
		if err := w.list(v, n.List); err != nil {
			return err
		}
	}
	return nil
}

// pipe returns the value of a pipeline, and sets the variable that it declares.
func (w *writing) pipe(dot any, p *parse.PipeNode) (v any, err error) {
	for i, c := range p.Cmds {
		var last []any
		if i > 0 {
			last = []any{v}
		}
		if v, err = w.command(dot, c, last); err != nil {
			return nil, err
		}
	}
	for _, d := range p.Decl {
		if p.IsAssign {
			at := slices.IndexFunc(w.vars, func(x variable) bool { return x.name == d.Ident[0] })
			w.vars[at].value = v
			continue
		}
		w.vars = append(w.vars, variable{d.Ident[0], v})
	}
	return v, nil
}

// command returns the value of a function called with arguments and last, or of one operand.
func (w *writing) command(dot any, c *parse.CommandNode, last []any) (any, error) {
	var args []any
	name, call := c.Args[0].(*parse.IdentifierNode)
	for i, n := range c.Args {
		if i == 0 && call {
			continue
		}
		v, err := w.operand(dot, n)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
	}
	args = append(args, last...)
	switch {
	case call && len(args) == 0:
		return nil, w.wrong(name, "wrong number of args for %s: it has none", name.Ident)
	case call:
		v, err := w.funcs[name.Ident](args)
		if err != nil {
			err = w.wrong(name, "error calling %s: %w", name.Ident, err)
		}
		return v, err
	case len(args) > 1:
		return nil, w.wrong(c, "it is no function, and has arguments")
	}
	return args[0], nil
}

func (w *writing) operand(dot any, n parse.Node) (any, error) {
	switch n := n.(type) {
	case *parse.DotNode:
		return dot, nil
	case *parse.FieldNode:
		return w.fields(n, dot, n.Ident)
	case *parse.VariableNode:
		for _, v := range slices.Backward(w.vars) {
			if v.name == n.Ident[0] {
				return w.fields(n, v.value, n.Ident[1:])
			}
		}
	case *parse.ChainNode:
		v, err := w.operand(dot, n.Node)
		if err != nil {
			return nil, err
		}
		return w.fields(n, v, n.Field)
	case *parse.PipeNode:
		return w.pipe(dot, n)
	case *parse.BoolNode:
		return n.True, nil
	case *parse.StringNode:
		return n.Text, nil
	case *parse.NumberNode:
		if n.IsInt {
			return int(n.Int64), nil
		}
		return n.Float64, nil
	}
	return nil, w.wrong(n, "it is no value")
}

// fields returns the field of a struct, or of its field, and so on.
func (w *writing) fields(n parse.Node, v any, names []string) (any, error) {
	for _, name := range names {
		at := reflect.ValueOf(v)
		if at.Kind() == reflect.Struct && at.FieldByName(name).IsValid() && at.FieldByName(name).CanInterface() {
			v = plain(at.FieldByName(name))
			continue
		}
		more, _ := v.(prompted)
		if more == nil || more.Prompted()[name] == nil {
			return nil, w.wrong(n, "can't evaluate field %s in type %T", name, v)
		}
		v = more.Prompted()[name]
	}
	return v, nil
}

// plain returns a value, or what it points to; nil of a nil pointer.
func plain(v reflect.Value) any {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() {
		return nil
	}
	return v.Interface()
}

// truth reports whether a value is neither zero nor empty; a struct is always true.
func truth(v any) bool {
	switch at := reflect.ValueOf(v); at.Kind() {
	case reflect.Invalid:
		return false
	case reflect.Struct:
		return true
	case reflect.Slice, reflect.Map:
		return at.Len() > 0
	default:
		return !at.IsZero()
	}
}

// firstThat returns the first argument that is true, or false, and else the last.
func firstThat(args []any, is bool) any {
	i := slices.IndexFunc(args, func(v any) bool { return truth(v) == is })
	if i < 0 {
		i = len(args) - 1
	}
	return args[i]
}

func asTexts(args []any) []string {
	all := make([]string, len(args))
	for i, v := range args {
		all[i] = fmt.Sprint(v)
	}
	return all
}

// order compares the first argument with the second: two numbers, or else two texts.
func order(args []any) int {
	var numbers [2]float64
	texts := asTexts(args)
	for i := range numbers {
		n, err := strconv.ParseFloat(texts[min(i, len(texts)-1)], 64)
		if err != nil {
			return strings.Compare(texts[0], texts[len(texts)-1])
		}
		numbers[i] = n
	}
	return cmp.Compare(numbers[0], numbers[1])
}

// element is that of a list at a place, or of a map under a key.
func element(args []any) (any, error) {
	at := reflect.ValueOf(args[0])
	for _, arg := range args[1:] {
		key := reflect.ValueOf(arg)
		switch i, isInt := arg.(int); {
		case at.Kind() == reflect.Map && key.IsValid() && key.CanConvert(at.Type().Key()):
			at = at.MapIndex(key.Convert(at.Type().Key()))
		case isInt && at.Kind() == reflect.Slice && i >= 0 && i < at.Len():
			at = at.Index(i)
		default:
			return nil, fmt.Errorf("%v is no index of it", arg)
		}
	}
	return plain(at), nil
}

// length is the number of elements of a list or a map, or of bytes of a text.
func length(v any) (any, error) {
	switch at := reflect.ValueOf(v); at.Kind() {
	case reflect.String, reflect.Slice, reflect.Array, reflect.Map:
		return at.Len(), nil
	}
	return nil, fmt.Errorf("%T has no length", v)
}
