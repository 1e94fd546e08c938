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

func cards() *sdk.Resource {
	return &sdk.Resource{URI: cardsURI, Name: "cards", Title: "Cards", Description: "Draws what the tools show.", MIMEType: cardsType}
}

func readCards(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	html, err := view()
	if err != nil {
		return nil, err
	}
	border := map[string]any{"prefersBorder": false} // a card has one
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: cardsURI, MIMEType: cardsType, Text: html, Meta: sdk.Meta{"ui": border}}}}, nil
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
	var css, js strings.Builder
	for _, name := range []string{"css/tokens.css", "css/cards.css"} {
		text, err := page(name)
		if err != nil {
			return "", err
		}
		css.WriteString(text)
	}
	b := bundle{done: map[string]bool{}, out: &js}
	for _, name := range []string{"js/words-pt.js", "js/words-en.js", "js/words-es.js", "js/cards.js"} {
		if err := b.add(name); err != nil {
			return "", err
		}
	}
	js.WriteString(app)
	if strings.Contains(js.String(), "</script") || strings.Contains(css.String(), "</style") {
		return "", errors.New("the page's files cannot stand within a page")
	}
	return fmt.Sprintf(document, css.String(), js.String()), nil
})

// bundle makes one script of modules. Each becomes a function that returns what
// it exports, in a constant by its name, before the modules that import it. It
// knows the few forms of import and export that the page's modules have.
type bundle struct {
	done map[string]bool
	out  *strings.Builder
}

var (
	imports = regexp.MustCompile(`(?m)^import \{([^}]*)\} from "\./([\w-]+\.js)";\n`)
	exports = regexp.MustCompile(`(?m)^export ((?:async )?(?:function\*?|const|class) (\w+))`)
	other   = regexp.MustCompile(`(?m)^(?:import|export)\b|\bimport\(`)
)

func (b *bundle) add(name string) error {
	if b.done[name] {
		return nil
	}
	b.done[name] = true
	text, err := page(name)
	if err != nil {
		return err
	}
	for _, m := range imports.FindAllStringSubmatch(text, -1) {
		if err := b.add(path.Join(path.Dir(name), m[2])); err != nil {
			return err
		}
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
		return fmt.Errorf("%s has an import or export that cannot be bundled: %s", name, found)
	}
	fmt.Fprintf(b.out, "const %s = (() => {\n%s\nreturn { %s };\n})();\n", constant(path.Base(name)), text, strings.Join(names, ", "))
	return nil
}

// constant is the name of a module in the script.
func constant(file string) string {
	return "module_" + strings.NewReplacer("-", "_", ".js", "").Replace(file)
}

// page returns a file of the page.
func page(name string) (string, error) {
	content, ok := web.File(name)
	if !ok {
		return "", fmt.Errorf("the page has no file %s", name)
	}
	return string(content), nil
}
