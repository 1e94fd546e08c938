package mcp

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/maitre-dev/maitre/internal/door/web"
)

// cardsURI names the view of every tool: a component says itself how it is to be
// drawn.
const (
	cardsURI  = "ui://maitre/cards.html"
	cardsType = "text/html;profile=mcp-app"
)

func readCards(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	html, err := view()
	border := map[string]any{"prefersBorder": false} // a card has one
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: cardsURI, MIMEType: cardsType, Text: html, Meta: sdk.Meta{"ui": border}}}}, err
}

var (
	//go:embed app.html
	document string // with places for the styles and the script

	//go:embed app.js
	app string // that talks with the host; the cards are the page's
)

// view is the page's cards in one file. A host shows it in a frame that may load
// nothing, so that all it needs is in it.
var view = sync.OnceValues(func() (string, error) {
	b := bundle{done: map[string]bool{}}
	css := b.page("css/tokens.css") + b.page("css/cards.css")
	for _, name := range []string{"js/words-pt.js", "js/words-en.js", "js/words-es.js", "js/cards.js"} {
		b.add(name)
	}
	b.out.WriteString(app)
	if strings.Contains(b.out.String(), "</script") || strings.Contains(css, "</style") {
		b.err = errors.New("the page's files cannot stand within a page")
	}
	return fmt.Sprintf(document, css, b.out.String()), b.err
})

// bundle makes one script of modules. Each becomes a function that returns what
// it exports, in a constant by its name, before the modules that import it. It
// knows the few forms of import and export that the page's modules have.
type bundle struct {
	done map[string]bool
	out  strings.Builder
	err  error
}

var (
	imports = regexp.MustCompile(`(?m)^import \{([^}]*)\} from "\./([\w-]+\.js)";\n`)
	exports = regexp.MustCompile(`(?m)^export ((?:async )?(?:function\*?|const|class) (\w+))`)
	other   = regexp.MustCompile(`(?m)^(?:import|export)\b|\bimport\(`)
)

func (b *bundle) add(name string) {
	if b.done[name] {
		return
	}
	b.done[name] = true
	text := b.page(name)
	for _, m := range imports.FindAllStringSubmatch(text, -1) {
		b.add(path.Join(path.Dir(name), m[2]))
	}
	var names []string
	for _, m := range exports.FindAllStringSubmatch(text, -1) {
		names = append(names, m[2])
	}
	text = imports.ReplaceAllStringFunc(text, func(line string) string {
		m := imports.FindStringSubmatch(line)
		return fmt.Sprintf("const {%s} = %s;\n", strings.ReplaceAll(m[1], " as ", ": "), constant(m[2]))
	})
	text = exports.ReplaceAllString(text, "$1")
	if found := other.FindString(text); found != "" {
		b.err = fmt.Errorf("%s has an import or export that cannot be bundled: %s", name, found)
	}
	fmt.Fprintf(&b.out, "const %s = (() => {\n%s\nreturn { %s };\n})();\n", constant(path.Base(name)), text, strings.Join(names, ", "))
}

// constant is the name of a module in the script.
func constant(file string) string {
	return "module_" + strings.NewReplacer("-", "_", ".js", "").Replace(file)
}

// page returns a file of the page.
func (b *bundle) page(name string) string {
	content, ok := web.File(name)
	if !ok {
		b.err = fmt.Errorf("the page has no file %s", name)
	}
	return string(content)
}
