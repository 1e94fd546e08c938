package server

import (
	"context"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/internal/specialist/data"
	"github.com/maitre-dev/maitre/retrieve"
)

// An owner brings tables of data; what is none is refused in one line and changes nothing.
func TestAnOwnerBringsATable(t *testing.T) {
	h := opened(t, func(o *Options) {
		o.Tokens, o.Rate = true, 1e6
		o.Tables = &data.Tables{Store: o.Store.(retrieve.Store), Embedder: func(context.Context) (embed.Embedder, error) { return embed.Local(), nil }}
	})
	bring := func(query, body string) answer {
		return h.ask(request{method: "POST", path: "/api/v1/tables?" + query, body: body, guest: "dona"})
	}
	var v tableView
	read(t, bring("name=vendas&look=1", "produto,valor\nVinho,30\nSuco,9\n"), 200, &v)
	if v.Kept || v.Rows != 2 || v.Columns[1].Kind != "number" || v.First[0][0] != "Vinho" {
		t.Errorf("a look: %+v", v)
	}
	if a := h.ask(request{method: "GET", path: "/api/v1/tables", guest: "dona"}); !strings.Contains(a.body, `"tables":[]`) {
		t.Errorf("a look has kept something: %s", a.body)
	}
	read(t, bring("name=vendas&file=vendas.csv&type=valor=text", "produto,valor\nVinho,30\nSuco,9\n"), 201, &v)
	for name, bad := range map[string]struct{ query, body, code string }{
		"a picture":      {"name=x", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "unreadable"},
		"a spreadsheet":  {"name=x", "PK\x03\x04\x14\x00\x06\x00", "unreadable"},
		"nothing":        {"name=x", "", "unreadable"},
		"no name":        {"", "a,b\n1,2\n", "table_name"},
		"a name of HTML": {"name=%3Cb%3E", "a,b\n1,2\n", "table_name"},
		"another's name": {"name=vendas~before", "a,b\n1,2\n", "table_name"},
	} {
		if wrong := isError(bring(bad.query, bad.body), 422, bad.code); wrong != "" {
			t.Errorf("%s: %s", name, wrong)
		}
	}
	if wrong := isError(bring("name=x", strings.Repeat("a,b\n", 5<<20)), 413, "too_large"); wrong != "" {
		t.Errorf("20 MB: %s", wrong)
	}
	if wrong := isError(bring("name=x&type=valor", "a\n1\n"), 400, "bad_request"); wrong != "" {
		t.Error(wrong)
	}
	read(t, h.ask(request{method: "GET", path: "/api/v1/tables/vendas", guest: "dona"}), 200, &v)
	if v.Columns[1].Kind != "text" || v.Rows != 2 {
		t.Errorf("it is %+v", v)
	}
	if wrong := isError(h.ask(request{method: "POST", path: "/api/v1/tables/vendas/undo", guest: "dona"}), 404, "not_found"); wrong != "" {
		t.Errorf("there is nothing before it: %s", wrong)
	}
	if a := h.ask(request{method: "GET", path: "/api/v1/tables", guest: "rita"}); a.status != 403 {
		t.Errorf("staff: %d %s", a.status, a.body)
	}
}
