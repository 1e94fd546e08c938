package task

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/page"
)

// Prompts are prompt files that stand in for the ones built in, by task name.
// Make them with LoadPrompts.
//
// A prompt file is one template in two parts, in the language of text/template without
// method calls (see [Prompted]):
//
//	You seat the guests of {{.House}}. Does this one want to sit outside?
//	=== user ===
//	{{json .Message}}
//
// What stands above the line "=== user ===" is the system prompt, what stands
// below it is the message; a file without that line is all system prompt, and
// the message is the input as JSON. The fields are those of the task's In, by
// their names in Go, and {{json .Field}} writes one as JSON, which is how words
// of a guest are set apart from words of ours in the system prompt. A field that
// In does not have is an error when the prompt is read, not when it is used.
type Prompts map[string]*prompt

// Prompted is an In that has more for its prompt than its fields, by name: {{.Today}}.
type Prompted interface{ Prompted() map[string]any }

type prompt struct {
	name         string // for errors: the task's, or the file's
	system, user *page.Page
}

// PromptError is a prompt file that cannot be used. Its text is one line.
type PromptError struct {
	Name string
	Err  error
}

func (e *PromptError) Error() string { return "prompt " + e.Name + ": " + oneLine(e.Err.Error()) }
func (e *PromptError) Unwrap() error { return e.Err }

// LoadPrompts reads a directory of prompt files, each named after its task:
// menu.rerank.md. A file that names no task or does not parse, or that uses a
// field the task does not have, is a *PromptError. One that names a task which
// is gone is left out: see [GonePrompts].
func LoadPrompts(dir fs.FS, tasks []Any, gone ...string) (Prompts, error) {
	files, err := fs.ReadDir(dir, ".")
	if err != nil {
		return nil, fmt.Errorf("reading the prompts: %w", err)
	}
	prompts := Prompts{}
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), ".md")
		if !ok || strings.EqualFold(name, "readme") {
			continue
		}
		if info, err := fs.Stat(dir, f.Name()); err != nil || !info.Mode().IsRegular() {
			return nil, &PromptError{f.Name(), errors.New("it is not a file")}
		}
		i := slices.IndexFunc(tasks, func(t Any) bool { return t.Info().Name == name })
		if i < 0 && slices.Contains(gone, name) {
			continue
		}
		if i < 0 {
			return nil, &PromptError{path.Base(f.Name()), errors.New(`there is no task of that name; "maitre task list" shows them`)}
		}
		text, err := fs.ReadFile(dir, f.Name())
		if err != nil {
			return nil, &PromptError{f.Name(), err}
		}
		if prompts[name], err = tasks[i].parse(f.Name(), string(text)); err != nil {
			return nil, err
		}
	}
	return prompts, nil
}

// GonePrompts returns the files of a directory that LoadPrompts leaves out, because
// their task is gone: an operator is to be told of them.
func GonePrompts(dir fs.FS, tasks []Any, gone ...string) []string {
	var files []string
	for _, name := range gone {
		_, err := fs.Stat(dir, name+".md")
		if err == nil && !slices.ContainsFunc(tasks, func(t Any) bool { return t.Info().Name == name }) {
			files = append(files, name+".md")
		}
	}
	return files
}

// userLine parts a prompt file; spaces after it do not matter.
var userLine = regexp.MustCompile(`(?m)^=== user ===[ \t]*$\n?`)

// parsePrompt also tries the prompt on an input with nothing in it and on one
// with something everywhere, so that a misspelt field is found before a guest
// meets it.
func parsePrompt(name, text string, in reflect.Type) (*prompt, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	system, user := text, "{{json .}}"
	if at := userLine.FindStringIndex(text); at != nil {
		system, user = text[:at[0]], text[at[1]:]
	}
	if strings.TrimSpace(text) == "" {
		return nil, &PromptError{name, errors.New("it is empty")}
	}
	p := &prompt{name: name}
	var err error
	if p.system, err = page.Parse(name, system, nil); err != nil {
		return nil, &PromptError{name, err}
	}
	// The line numbers in errors are those of the file.
	if p.user, err = page.Parse(name, strings.Repeat("\n", strings.Count(text, "\n")-strings.Count(user, "\n"))+user, nil); err != nil {
		return nil, &PromptError{name, err}
	}
	full := reflect.New(in).Elem()
	fill(full, 3)
	for _, v := range []any{reflect.Zero(in).Interface(), full.Interface()} {
		if _, _, err := p.render(v); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// fill puts something into every field of v, depth levels deep.
func fill(v reflect.Value, depth int) {
	if !v.CanSet() || depth == 0 {
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(1)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), depth-1)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), depth-1)
		}
	}
}

func (p *prompt) render(in any) (system, user string, err error) {
	var s, u strings.Builder
	if err := errors.Join(p.system.Write(&s, in), p.user.Write(&u, in)); err != nil {
		return "", "", &PromptError{p.name, err}
	}
	return strings.TrimSpace(s.String()), strings.TrimSpace(u.String()), nil
}
