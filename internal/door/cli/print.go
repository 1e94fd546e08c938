package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"
	"unicode"

	"golang.org/x/term"

	"github.com/maitre-dev/maitre/internal/base/jsonl"
	"github.com/maitre-dev/maitre/internal/base/page"
	"github.com/maitre-dev/maitre/internal/base/records"
	"github.com/maitre-dev/maitre/internal/operate/eval"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/ui"
)

// answers is help/answers.tmpl, which has a template for each result that is told in words, named after its command.
var answers = sync.OnceValue(func() *page.Page {
	of := func(f func(args []any) any) page.Func { return func(args []any) (any, error) { return f(args), nil } }
	p, err := page.Parse("answers", helpFile("answers.tmpl"), map[string]page.Func{
		// texts
		"line":  of(func(args []any) any { return oneLine(fmt.Sprint(args[0])) }),
		"cut":   of(func(args []any) any { return cut(fmt.Sprint(args[0])) }),
		"cell":  of(func(args []any) any { return cell(args[0]) }),
		"rule":  page.Of(func(text string) string { return strings.Repeat("-", len([]rune(text))) }),
		"join":  of(func(args []any) any { return strings.Join(args[0].([]string), args[1].(string)) }),
		"has":   of(func(args []any) any { return strings.Contains(args[0].(string), args[1].(string)) }),
		"row":   page.Of(row),
		"upper": page.Of(func(text string) string { return strings.ToUpper(text[:1]) + text[1:] }),

		// numbers, money and times
		"num":     page.Of(func(i int) int { return i + 1 }),
		"count":   of(func(args []any) any { return counted(args[0].(int), args[1].(string)) }),
		"counts":  page.Of(counts),
		"read":    page.Of(func(u llm.Usage) int { return u.Input + u.CacheRead + u.CacheWrite }),
		"cost":    of(func(args []any) any { return cost(args[0]) }),
		"spent":   of(func(args []any) any { return spent(args[0].(float64), args[1].(int)) }),
		"price":   page.Of(func(m ui.Money) string { return m.Text("pt") }),
		"seconds": page.Of(func(ms int64) float64 { return float64(ms) / 1000 }),
		"day":     page.Of(func(t time.Time) string { return t.Local().Format(time.DateOnly) }),
		"minute":  page.Of(func(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }),
		"never":   page.Of(time.Time.IsZero),
		"past":    page.Of(func(t time.Time) bool { return time.Now().After(t) }),

		// what commands tell of
		"called":    page.Of(called),
		"dry":       page.Of(func(run bool) string { return map[bool]string{true: " (nothing was done)"}[run] }),
		"usage":     page.Of(entry.usage),
		"isCommand": page.Of(entry.isCommand),
		"names":     page.Of(entry.names),
		"below":     page.Of(entry.below),
		"steps":     page.Of(traced.inOrder),
		"told":      page.Of(told),
		"again":     page.Of(traced.again),
		"fields":    page.Of(func(r eval.Report) []string { return r.Fields() }),
		"whole": page.Of(func(r eval.RankingReport) eval.Variant {
			return eval.Variant{Name: "the whole pipeline", Quality: r.Quality}
		}),
	})
	if err != nil {
		panic(err) // it is embedded
	}
	return p
})

// print writes what a command found: with --json as it is, a list an element a line; else in words.
func (a *app) print(name string, v any) error {
	all := []any{v}
	list := reflect.ValueOf(v)
	if _, whole := v.(json.Marshaler); list.Kind() == reflect.Slice && !whole {
		all = nil
		for _, one := range list.Seq2() {
			all = append(all, one.Interface())
		}
	}
	switch {
	case v == nil || list.Kind() == reflect.Pointer && list.IsNil():
		return nil
	case !a.json:
		return write(a.Stdout, name, all...)
	}
	for _, one := range all {
		if err := writeJSON(a.Stdout, one); err != nil {
			return err
		}
	}
	return nil
}

// write tells values in words, by a template, in columns and without what would steer a terminal. A text is told
// as it is.
func write(w io.Writer, template string, all ...any) error {
	var b strings.Builder
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, one := range all {
		if text, ok := one.(string); ok {
			fmt.Fprintln(tw, text)
		} else if err := answers().WriteNamed(tw, template, one); err != nil {
			return err
		}
	}
	_ = tw.Flush() // a strings.Builder takes everything
	_, err := io.WriteString(w, plain(b.String()))
	return err
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// tell says something beside the result, on standard error.
func (a *app) tell(format string, args ...any) {
	fmt.Fprintln(a.Stderr, plain(fmt.Sprintf(format, args...)))
}

// note is tell for what --json does not want.
func (a *app) note(format string, args ...any) {
	if !a.json {
		a.tell(format, args...)
	}
}

// badLine is a line of a file that could not be taken.
type badLine struct {
	Line  int    `json:"line"`
	Error string `json:"error"`
}

// tellLines tells of lines that could not be taken, and after 20 only how many more.
func (a *app) tellLines(bad []badLine) {
	const most = 20
	for _, l := range bad[:min(most, len(bad))] {
		a.tell("line %d: %s", l.Line, l.Error)
	}
	if n := len(bad) - most; n > 0 {
		a.tell("and %s more", counted(n, "line"))
	}
}

// plain takes control characters out of a text, which a model or a web page may have
// written: they would steer the terminal.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, s)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// cell is a value on one line.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return oneLine(fmt.Sprint(v))
}

// row is a row of a table.
func row(cells []string) string {
	var all []string
	for _, c := range cells {
		all = append(all, oneLine(c))
	}
	return strings.Join(all, " | ")
}

// cut shortens what is only to be recognised.
func cut(s string) string {
	if r := []rune(s); len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return s
}

// cost is a sum of money, nil if it is not known.
func cost(usd any) string {
	if usd == nil {
		return "unknown"
	}
	return fmt.Sprintf("$%.4f", usd)
}

// counted says how many there are of something.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// counts says how many there are of several things: "2 failed, 7 ended".
func counts(m map[string]int) string {
	var all []string
	for name, n := range m {
		all = append(all, fmt.Sprintf("%d %s", n, name))
	}
	slices.Sort(all)
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}

// width is the number of columns of the terminal, or 80.
func (a *app) width() int {
	if f, ok := a.Stdout.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil {
			return w
		}
	}
	return 80
}

// input returns standard input, which ends with the cause when ctx is done: a command
// that waits for a line must still hear Ctrl-C.
func (a *app) input(ctx context.Context) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { in.CloseWithError(context.Cause(ctx)) })
	go func() {
		_, err := io.Copy(in, a.Stdin)
		in.CloseWithError(err)
	}()
	return out
}

// read opens a file, or standard input for "-", and tells how much of it was read. An error says
// what it was opened for, such as "reading the table".
func (a *app) read(ctx context.Context, path, what string) (io.ReadCloser, error) {
	m := &metered{p: a.progress("kB read")}
	if path == "-" {
		m.in = io.NopCloser(a.input(ctx))
		return m, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	m.in = f
	return m, nil
}

// metered is a file that tells how much of it was read.
type metered struct {
	in io.ReadCloser
	p  *progress
	n  int
}

func (m *metered) Read(b []byte) (int, error) {
	n, err := m.in.Read(b)
	m.n += n
	m.p.at(m.n>>10, 0)
	return n, err
}

func (m *metered) Close() error {
	m.p.end()
	return m.in.Close()
}

// readRows makes something of each row of a file, in which no two may have one id, and returns the rows of which it
// could not. of hears whether any row has an id.
func readRows[T any](ctx context.Context, a *app, path string, of func(fields map[string]string, hasIDs bool) (T, string, error)) (all []T, bad []badLine, err error) {
	in, err := a.read(ctx, path, "reading the rows")
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	rows := slices.Collect(records.Read(in, filepath.Base(path)))
	hasIDs := slices.ContainsFunc(rows, func(r records.Row) bool { return r.Fields["id"] != "" })
	lines := map[string]int{} // by id
	for _, row := range rows {
		if errors.Is(row.Err, records.ErrRead) {
			return nil, nil, fmt.Errorf("line %d: %w", row.Line, row.Err)
		}
		var one T
		id, err := "", row.Err
		if err == nil {
			one, id, err = of(row.Fields, hasIDs)
		}
		if first := lines[id]; err == nil && first > 0 {
			err = fmt.Errorf("%q is the id of line %d already", id, first)
		}
		if err != nil {
			bad = append(bad, badLine{row.Line, err.Error()})
			continue
		}
		lines[id] = row.Line
		all = append(all, one)
	}
	return all, bad, nil
}

// answerLines answers each line of standard input with one of standard output.
// It tells a person at a terminal what a line looks like.
func answerLines[In, Out any](ctx context.Context, a *app, like string, answer func(context.Context, In) (Out, error)) error {
	if isTerminal(a.Stdin) {
		a.tell("(reading lines %s from the terminal; Ctrl-D ends)", like)
	}
	p := a.progress("lines")
	count, err := jsonl.Run(ctx, a.input(ctx), a.Stdout, answer, func(c jsonl.Count) { p.at(c.Lines, 0) })
	p.end()
	switch {
	case err != nil || count.Bad == 0:
		return err
	case count.Bad == 1 && count.Lines == 1:
		return errors.New("the line could not be answered; it says why")
	case count.Bad == count.Lines:
		return fmt.Errorf("none of %d lines could be answered; each says why", count.Lines)
	}
	a.tell("maitre: %d of %d lines could not be answered; each says why", count.Bad, count.Lines)
	return nil
}

// progress tells a person at the terminal how far a long command is, from the
// third second on.
type progress struct {
	w     io.Writer // nil: nobody looks
	what  string
	start time.Time
	last  time.Time
}

func (a *app) progress(what string) *progress {
	p := &progress{what: what, start: time.Now()}
	if isTerminal(a.Stderr) {
		p.w = a.Stderr
	}
	return p
}

// at says that done of total are done; a total of 0 is unknown.
func (p *progress) at(done, total int) {
	now := time.Now()
	if p.w == nil || now.Sub(p.start) < 2*time.Second || now.Sub(p.last) < 100*time.Millisecond {
		return
	}
	p.last = now
	of := ""
	if total > 0 {
		of = fmt.Sprintf(" of %d", total)
	}
	fmt.Fprintf(p.w, "\r%d%s %s, %s \x1b[K", done, of, p.what, now.Sub(p.start).Round(time.Second))
}

func (p *progress) end() {
	if !p.last.IsZero() {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
