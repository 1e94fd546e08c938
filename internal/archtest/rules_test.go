package archtest

import (
	"go/ast"
	"go/types"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// long lists the Go files of more than maxLines, each with the reason why it
// holds one idea all the same.
var long = map[string]string{}

const maxLines = 600

func TestEveryPackageSaysWhatItIsFor(t *testing.T) {
	names := map[string]string{}
	said := map[string]bool{}
	for _, s := range read(t) {
		if s.ast == nil || strings.HasSuffix(s.ast.Name.Name, "_test") {
			continue
		}
		name := s.ast.Name.Name
		names[s.dir()] = name
		doc := s.ast.Doc.Text()
		said[s.dir()] = said[s.dir()] || strings.HasPrefix(doc, "Package "+name+" ") || name == "main" && doc != ""
	}
	for dir, name := range names {
		if !said[dir] {
			t.Errorf("%s: no file has a comment that starts with %q", dir, "Package "+name)
		}
	}
}

func TestPackagesAreNamedAfterWhatTheyDo(t *testing.T) {
	vague := []string{"common", "helper", "helpers", "manager", "managers", "misc", "models", "services", "types", "util", "utils"}
	for _, s := range read(t) {
		if s.ast != nil && (slices.Contains(vague, s.ast.Name.Name) || slices.Contains(vague, path.Base(s.dir()))) {
			t.Errorf("%s: %q says nothing of what the package does", s.path, s.ast.Name.Name)
		}
	}
}

func TestFilesStayShort(t *testing.T) {
	overlong := map[string]bool{}
	for _, s := range read(t) {
		if lines := strings.Count(s.text, "\n"); s.ast != nil && lines > maxLines {
			overlong[s.path] = true
			if long[s.path] == "" {
				t.Errorf("%s has %d lines; look for a second idea in it, or list the reason in this test", s.path, lines)
			}
		}
	}
	for name := range long {
		if !overlong[name] {
			t.Errorf("%s is not long any more; take it off the list", name)
		}
	}
}

// A path that exists on one machine only: no use to anyone who reads it
// elsewhere, and it tells of the machine.
var machinePath = regexp.MustCompile(`(^|[^\w./-])/(home|root|tmp|Users|work)/[\w./-]*`)

func TestNoPathOfOneMachineIsWrittenDown(t *testing.T) {
	for _, s := range read(t) {
		for _, found := range machinePath.FindAllString(s.text, -1) {
			t.Errorf("%s mentions %s", s.path, found[strings.Index(found, "/"):])
		}
	}
}

// A skipped test looks like a passed one. Inside a fuzz target, return does
// the same as Skip; a *rapid.T may skip, for it then tries something else.
// Where PostgreSQL is not installed internal/testkit/pgtest may, for in CI it fails.
func TestNoTestSkipsItself(t *testing.T) {
	for _, s := range read(t) {
		if s.ast == nil || s.dir() == "internal/testkit/pgtest" {
			continue
		}
		ast.Inspect(s.ast, func(n ast.Node) bool {
			for _, name := range params(n, "testing.") {
				for _, sel := range selectors(n, name) {
					if strings.HasPrefix(sel, "Skip") {
						t.Errorf("%s calls %s.%s; make the test run everywhere", s.path, name, sel)
					}
				}
			}
			return true
		})
	}
}

// So that "maitre config" can say where every value came from.
func TestOnlyConfigReadsTheEnvironment(t *testing.T) {
	for _, s := range read(t) {
		if s.ast == nil || s.isTest() || s.dir() == "internal/door/config" {
			continue
		}
		for _, name := range selectors(s.ast, "os") {
			if name == "Getenv" || name == "LookupEnv" || name == "ExpandEnv" {
				t.Errorf("%s uses os.%s; only internal/door/config reads the environment", s.path, name)
			}
		}
	}
}

// selectors returns each Name of x.Name below n, but not where a function
// within n has a parameter x of its own.
func selectors(n ast.Node, x string) []string {
	var names []string
	ast.Inspect(n, func(m ast.Node) bool {
		if m != n && slices.Contains(params(m, ""), x) {
			return false
		}
		if sel, ok := m.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && id.Name == x {
				names = append(names, sel.Sel.Name)
			}
		}
		return true
	})
	return names
}

// params returns the parameters of n, if it is a function, whose type mentions
// a word.
func params(n ast.Node, word string) []string {
	var typ *ast.FuncType
	switch f := n.(type) {
	case *ast.FuncDecl:
		typ = f.Type
	case *ast.FuncLit:
		typ = f.Type
	default:
		return nil
	}
	var names []string
	for _, field := range typ.Params.List {
		if !strings.Contains(types.ExprString(field.Type), word) {
			continue
		}
		for _, id := range field.Names {
			names = append(names, id.Name)
		}
	}
	return names
}

// named finds the files of the repository that a document names: `memory/detect.go`, or [a page](trip.md#tools).
var named = regexp.MustCompile("`([\\w./-]+/[\\w.-]+\\.(?:go|md|txt|json))`|\\]\\(([\\w./-]+\\.(?:go|md|txt|json|yml))(?:#[^)]*)?\\)")

// TestDocumentsNameFilesThatExist: a file is named from the root or from the folder of who names it.
func TestDocumentsNameFilesThatExist(t *testing.T) {
	here := map[string]bool{}
	for _, s := range read(t) {
		here[s.path] = true
	}
	found := 0
	for _, s := range read(t) {
		if path.Ext(s.path) != ".md" || s.path == "CHANGELOG.md" {
			continue
		}
		for _, m := range named.FindAllStringSubmatch(s.text, -1) {
			name := m[1] + m[2]
			found++
			inPackage := strings.HasSuffix(s.dir(), "docs") && slices.ContainsFunc(read(t), func(o source) bool { return strings.HasSuffix(o.path, "/"+name) })
			if !here[name] && !here[path.Join(s.dir(), name)] && !inPackage {
				t.Errorf("%s names %s, which does not exist", s.path, name)
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d names of files found in documents", found)
	}
}
