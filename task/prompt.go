package task

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"text/template"
)

// Prompts are prompt files that stand in for the ones built in, by task name.
type Prompts map[string]*prompt

// A prompt file is one template in two parts. What stands above the line
// "=== user ===" is the system prompt, what stands below it is the message; a
// file without that line is all system prompt, and the message is the input as
// JSON. The input's fields are .Field, and {{json .Field}} writes one as JSON,
// which is how words of a guest are set apart from words of ours.
const userLine = "=== user ==="

type prompt struct {
	name         string // for errors: the task's, or the file's
	system, user *template.Template
}

// PromptError is a prompt file that cannot be used. Its text is one line.
type PromptError struct {
	Name string
	Err  error
}

func (e *PromptError) Error() string { return "prompt " + e.Name + ": " + oneLine(e.Err.Error()) }
func (e *PromptError) Unwrap() error { return e.Err }

// LoadPrompts reads a directory of prompt files, each named after its task:
// chat.reply.md. A file that names no task or does not parse, or that uses a
// field the task does not have, is a *PromptError.
func LoadPrompts(dir fs.FS, tasks []Any) (Prompts, error) {
	files, err := fs.ReadDir(dir, ".")
	if err != nil {
		return nil, fmt.Errorf("reading the prompts: %w", err)
	}
	prompts := Prompts{}
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), ".md")
		if !ok || f.IsDir() || strings.EqualFold(name, "readme") {
			continue
		}
		i := slices.IndexFunc(tasks, func(t Any) bool { return t.Info().Name == name })
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

// parsePrompt also tries the prompt on an empty input, so that a misspelt
// field is found before a guest meets it.
func parsePrompt(name, text string, empty any) (*prompt, error) {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	system, user, ok := strings.Cut(text, "\n"+userLine+"\n")
	if !ok {
		if system, ok = strings.CutPrefix(text, userLine+"\n"); ok {
			system, user = "", system
		} else {
			user = "{{json .}}"
		}
	}
	if strings.TrimSpace(text) == "" {
		return nil, &PromptError{name, errors.New("it is empty")}
	}
	p := &prompt{name: name}
	var err error
	if p.system, err = parseTemplate(name, system); err != nil {
		return nil, &PromptError{name, err}
	}
	// The line numbers in errors are those of the file.
	if p.user, err = parseTemplate(name, strings.Repeat("\n", strings.Count(text, "\n")-strings.Count(user, "\n"))+user); err != nil {
		return nil, &PromptError{name, err}
	}
	_, _, err = p.render(empty)
	return p, err
}

func parseTemplate(name, text string) (*template.Template, error) {
	return template.New(name).Option("missingkey=error").Funcs(template.FuncMap{"json": asJSON}).Parse(text)
}

func (p *prompt) render(in any) (system, user string, err error) {
	var s, u strings.Builder
	if err := errors.Join(p.system.Execute(&s, in), p.user.Execute(&u, in)); err != nil {
		return "", "", &PromptError{p.name, err}
	}
	return strings.TrimSpace(s.String()), strings.TrimSpace(u.String()), nil
}

func asJSON(v any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSpace(b.String()), err
}
