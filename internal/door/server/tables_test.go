package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/specialist/data"
)

// An owner brings tables of data; what is none is refused in one line and changes nothing.
func TestAnOwnerBringsATable(t *testing.T) {
	h := opened(t, func(o *Options) {
		o.Tokens, o.Rate = true, 1e6
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
		refused(t, bring(bad.query, bad.body), 422, bad.code, name)
	}
	refused(t, bring("name=x", strings.Repeat("a,b\n", 5<<20)), 413, "too_large", "20 MB")
	refused(t, bring("name=x&type=valor", "a\n1\n"), 400, "bad_request")
	read(t, h.ask(request{method: "GET", path: "/api/v1/tables/vendas", guest: "dona"}), 200, &v)
	if v.Columns[1].Kind != "text" || v.Rows != 2 {
		t.Errorf("it is %+v", v)
	}
	const path = "/api/v1/tables/vendas"
	undo := func(version string) answer {
		return h.ask(request{method: "POST", path: path + "/undo?version=" + version, guest: "dona"})
	}
	refused(t, undo(""), 404, "not_found", "there is nothing before it")
	cell := func(version, column, value string) answer {
		return h.ask(request{method: "PATCH", path: path, body: fmt.Sprintf(`{"version":%q,"row":1,"column":%q,"value":%q}`, version, column, value), guest: "dona"})
	}
	now := func() string {
		t.Helper()
		read(t, h.ask(request{method: "GET", path: path + "?from=1", guest: "dona"}), 200, &v)
		return strings.Join(v.First[0], " ")
	}
	read(t, bring("name=vendas", "produto,valor\nVinho,30\nSuco,9\n"), 201, &v)
	first := now()
	for _, value := range []string{"R$ 12,50", "doze"} {
		refused(t, cell(v.Version, "valor", value), 422, "cell", value)
	}
	refused(t, cell("0", "valor", "12"), 409, "changed")
	for _, step := range []struct{ column, value, want string }{{"valor", "12,5", "Suco 12.5"}, {"produto", "<i>Água</i>", "<i>Água</i> 12.5"}, {"valor", "", "<i>Água</i> "}} {
		if a := cell(v.Version, step.column, step.value); a.status != 200 || now() != step.want {
			t.Errorf("%s: %d %s, then it is %q", step.value, a.status, a.body, now())
		}
	}
	var all struct{ Versions []data.Entry }
	if read(t, h.ask(request{method: "GET", path: path + "/versions", guest: "dona"}), 200, &all); len(all.Versions) != 5 || all.Versions[0].Version != v.Version {
		t.Fatalf("the versions are %+v", all)
	}
	for _, want := range []string{"<i>Água</i> 12.5", "Suco 12.5", first} {
		if a := undo(""); a.status != 200 || now() != want {
			t.Errorf("undone: %d %s, then it is %q, want %q", a.status, a.body, now(), want)
		}
	}
	if a := undo(all.Versions[1].Version); a.status != 200 || now() != "<i>Água</i> 12.5" {
		t.Errorf("brought back: %d %s, then it is %q", a.status, a.body, now())
	}
	refused(t, undo("nonsense"), 404, "not_found")
	for i := range 15 {
		cell(v.Version, "valor", fmt.Sprint(i))
		now()
	}
	if read(t, h.ask(request{method: "GET", path: path + "/versions", guest: "dona"}), 200, &all); len(all.Versions) != 11 {
		t.Errorf("%d versions are kept", len(all.Versions))
	}
	answered(t, h.ask(request{method: "GET", path: "/api/v1/tables", guest: "rita"}), 403, "staff")
}
