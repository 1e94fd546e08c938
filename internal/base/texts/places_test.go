package texts_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/maitre-dev/maitre/lang"
)

// elsewhere may hold sentences in the languages of guests that no guest is
// told: what is searched, and what stands for guests and providers in tests.
var elsewhere = []string{
	"internal/specialist/data/refine.go",
	"internal/testkit/providertest/", "internal/door/agui/aguitest/", "llm/llmtest/", "store/storetest/",
}

// English is not looked for: errors, help and prompts are in it, too. Who puts
// a sentence where it does not belong has most often put it there in three
// languages.
func TestWhatGuestsAreToldIsHere(t *testing.T) {
	const root = "../../.."
	files := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && name != "."):
			return fs.SkipDir
		case d.IsDir(), !strings.HasSuffix(name, ".go"), strings.HasSuffix(name, "_test.go"):
			return nil
		}
		for _, e := range elsewhere {
			if strings.HasPrefix(name, e) {
				return nil
			}
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files++
		ast.Inspect(file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil && isSentence(text) {
					t.Errorf("%s says %q: put it into this package", name, text)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 400 {
		t.Errorf("only %d files were read", files)
	}
}

// isSentence reports whether a text is something that a guest may be told, and
// not words to be recognised: it begins and ends like a sentence and is in
// Portuguese or Spanish.
func isSentence(text string) bool {
	text = strings.TrimSpace(text)
	first := []rune(strings.TrimLeft(text, "(¿¡“\"%s: ") + "  ")[:2]
	if !unicode.IsUpper(first[0]) || unicode.IsUpper(first[1]) || !strings.ContainsAny(text[max(0, len(text)-1):], ".!?:)") || !strings.Contains(text, " ") {
		return false
	}
	l, ok := lang.Detect(verbs.ReplaceAllString(text, ""))
	return ok && l != lang.English
}

func TestSentencesAreKnownFromWords(t *testing.T) {
	for text, want := range map[string]bool{
		"Não encontrei nada com isso.":              true,
		"(Você pode escrever /bom ou /ruim.)":       true,
		"%s: não há valores.":                       false, // a frame, of which too little is left
		"¿Qué le apetece?":                          true,
		"Encontrei %d cervejarias novas para você.": true,
		"quero um prato sem carne, por favor":       false,
		"obrigado, obrigada, valeu":                 false,
		"The message is too long.":                  false,
	} {
		if got := isSentence(text); got != want {
			t.Errorf("isSentence(%q) = %v, want %v", text, got, want)
		}
	}
}
