package task_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/task"
)

func TestLoadPrompts(t *testing.T) {
	tasks := []task.Any{count(), greet()}
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }

	prompts, err := task.LoadPrompts(fstest.MapFS{
		"party.count.md": file("Conte.\r\n=== user === \r\nDiz: {{.Message}}\r\n"),
		"README.md":      file("{{not a prompt"),
		"notes.txt":      file("ignored"),
	}, tasks)
	if err != nil {
		t.Fatal(err)
	}
	m := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say(`{"guests":4}`), llmtest.Say("Olá!")}}
	r := &task.Runner{Models: []llm.Model{m}, Prompts: prompts}
	if _, err := count().Do(t.Context(), r, countIn{"somos quatro"}); err != nil {
		t.Fatal(err)
	}
	if _, err := greet().Do(t.Context(), r, countIn{"oi"}); err != nil {
		t.Fatal(err)
	}
	changed, builtIn := m.Asked()[0], m.Asked()[1]
	if changed.System != "Conte." || changed.Messages[0].Parts[0].Text != "Diz: somos quatro" {
		t.Errorf("the changed prompt was not used: %q, %q", changed.System, changed.Messages[0].Parts[0].Text)
	}
	if builtIn.System != "Greet." || builtIn.Messages[0].Parts[0].Text != `{"message":"oi"}` {
		t.Errorf("without a user part the message is the input as JSON; got %q, %q", builtIn.System, builtIn.Messages[0].Parts[0].Text)
	}

	for _, tt := range []struct{ name, file, text, want string }{
		{"a file of no task", "party.cuont.md", "x", "there is no task of that name"},
		{"a template that does not parse", "party.count.md", "a\n=== user ===\nb\n{{if}}", "party.count.md:4: missing value for if"},
		{"a field that the task does not have", "party.count.md", "{{.Guests}}", "can't evaluate field Guests"},
		{"a misspelt field where the input is not empty", "party.count.md", "{{if .Message}}{{.Mesage}}{{end}}", "can't evaluate field Mesage"},
		{"nothing in it", "party.count.md", " \n", "it is empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := task.LoadPrompts(fstest.MapFS{tt.file: file(tt.text)}, tasks)
			if err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), tt.file) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error = %v, want one line with %q", err, tt.want)
			}
		})
	}
}

func TestAPromptOfATaskThatIsGoneIsLeftOutAndNamed(t *testing.T) {
	tasks := []task.Any{count(), greet()}
	gone := []string{"party.guess", "party.count"} // the second is back
	dir := fstest.MapFS{
		"party.count.md": &fstest.MapFile{Data: []byte("Conte.")},
		"party.guess.md": &fstest.MapFile{Data: []byte("{{.NoSuchField")},
	}
	prompts, err := task.LoadPrompts(dir, tasks, gone...)
	if err != nil || len(prompts) != 1 {
		t.Errorf("LoadPrompts = %v, %v, want that of party.count", prompts, err)
	}
	if files := task.GonePrompts(dir, tasks, gone...); len(files) != 1 || files[0] != "party.guess.md" {
		t.Errorf("GonePrompts = %q", files)
	}
}
