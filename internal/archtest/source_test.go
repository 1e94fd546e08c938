package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// source is one text file of the repository.
type source struct {
	path   string // from the root of the repository, with slashes
	text   string
	nested bool      // in a module of its own: tools, llm/oracle
	ast    *ast.File // nil if the file is not Go of ours
}

func (s source) dir() string  { return path.Dir(s.path) }
func (s source) isTest() bool { return strings.HasSuffix(s.path, "_test.go") }

// textual are the kinds of file the rules are about.
var textual = []string{".go", ".json", ".jsonl", ".md", ".mod", ".sh", ".sql", ".txt", ".yml", "Makefile", "run"}

// read returns the files of the repository, in order.
func read(t *testing.T) []source {
	t.Helper()
	all, err := readOnce()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// It reads the files itself, rather than asking "go list", so that go test's
// cache sees them change.
var readOnce = sync.OnceValues(func() (all []source, err error) {
	const root = "../.."
	nested := "none/"
	err = fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if slices.Contains([]string{".git", "dist", "artifacts"}, name) {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(root, name, "go.mod")); err == nil && name != "." {
				nested = name + "/"
			}
			return nil
		}
		if !slices.ContainsFunc(textual, func(end string) bool { return strings.HasSuffix(name, end) }) {
			return nil
		}
		b, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		s := source{path: name, text: string(b), nested: strings.HasPrefix(name, nested)}
		if path.Ext(name) == ".go" && !strings.Contains(name, "testdata/") {
			s.ast, err = parser.ParseFile(token.NewFileSet(), name, b, parser.ParseComments|parser.SkipObjectResolution)
		}
		all = append(all, s)
		return err
	})
	return all, err
})
