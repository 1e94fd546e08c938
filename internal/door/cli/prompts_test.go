package cli

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/task"
)

func TestAPromptWhoseTaskIsGoneIsNamedAndStopsNothing(t *testing.T) {
	gone := slices.DeleteFunc(maitre.GoneTasks(), func(name string) bool {
		return slices.ContainsFunc(maitre.Tasks(), func(t task.Any) bool { return t.Info().Name == name })
	})
	if len(gone) == 0 {
		t.Fatal("no task is gone")
	}
	file := gone[0] + ".md"
	dir := filepath.Dir(writeFile(t, file, "Só rimas."))
	var out, errs bytes.Buffer
	args := []string{"ask", "boa noite", "--prompts", dir, "--db", filepath.Join(dir, "maitre.db")}
	if code := Run(System{Args: args, Stdout: &out, Stderr: &errs}); code != exitOK || strings.Count(errs.String(), file) != 1 || strings.Count(errs.String(), "\n") != 1 {
		t.Errorf("ask: exit code %d, %s, want one line that names %s", code, &errs, file)
	}
	if told := must(t, "", "doctor", "--prompts", dir, "--db", filepath.Join(dir, "maitre.db")); !strings.Contains(told, file+" is not read: its task is gone") {
		t.Errorf("doctor does not name it:\n%s", told)
	}
	errs.Reset()
	if code := Run(System{Args: []string{"task", "show", gone[0]}, Stdout: &out, Stderr: &errs}); code == exitOK || !strings.Contains(errs.String(), "is gone") {
		t.Errorf("task show %s: exit code %d, %s", gone[0], code, &errs)
	}
}
