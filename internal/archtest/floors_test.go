// Package archtest keeps the house in order: the floors of the code stay
// apart (a package imports only what its row in the table allows), and a few
// rules that a reader relies on hold in every file. Read the table top down;
// it is the architecture.
package archtest

import (
	"slices"
	"strings"
	"testing"
)

const (
	module = "github.com/maitre-dev/maitre"

	schema = " github.com/google/jsonschema-go/..."
	ground = " internal/base/pattern internal/base/recent event lang scrub thread ui internal/base/jsonl internal/base/texts internal/base/wordfile"
)

// floors says what each package may import besides the standard library. The
// root package is ".", "cmd/..." is cmd and all below it, "..." is all of
// maitre; what other modules a package may use is named.
var floors = []struct {
	pkg string
	may string
}{
	// Folders: a doc.go that says what is in them.
	{"internal/base", ""},
	{"internal/door", ""},
	{"internal/figures", ""},
	{"internal/operate", ""},
	{"internal/outside", ""},
	{"internal/specialist", ""},
	{"internal/testkit", ""},

	// Ground: vocabulary and arithmetic.
	{"internal/base/wordfile", ""},
	{"internal/base/pattern", ""},
	{"internal/base/hours", "internal/base/pattern internal/base/wordfile"},
	{"internal/base/recent", ""},
	{"lang", "internal/base/recent internal/base/wordfile golang.org/x/text/... github.com/blevesearch/snowballstem/..."},
	{"internal/base/texts", "internal/base/hours internal/base/wordfile lang"},
	{"ontology", "internal/base/recent internal/base/wordfile lang"},
	{"vector", "golang.org/x/sys/cpu"},
	{"scrub", "internal/base/pattern internal/base/wordfile"},
	{"thread", ""},
	{"event", "internal/base/jsonl scrub thread"},
	{"ui", "internal/base/jsonl internal/base/texts lang" + schema},
	{"internal/base/jsonl", ""},
	{"internal/base/page", "internal/base/jsonl"},
	{"internal/outside/webclient", "ui"},
	{"internal/outside/webhook", ""},
	{"internal/base/token", "thread"},
	{"internal/base/qr", "rsc.io/qr/..."},
	{"internal/base/records", "internal/base/jsonl golang.org/x/text/..."},
	{"internal/base/photo", "golang.org/x/image/..."},

	// Runtime: knows no vendor, no database and no beer.
	{"llm", ground + schema},
	{"llm/llmtest", "llm" + ground},
	{"task", "internal/base/page llm" + ground + schema},
	{"graph", ground},
	{"agent", "graph llm" + ground + schema},
	{"embed", "llm ontology vector" + ground},
	{"semcache", "llm ontology" + ground},
	{"retrieve", "embed llm ontology semcache task vector" + ground},
	{"safesql", "event scrub github.com/BurntSushi/toml github.com/ncruces/go-sqlite3/..."},
	{"safesql/attack", "safesql"},
	{"hook", "ontology" + ground},
	{"scene", "agent hook lang"},
	{"internal/concierge/guard", "internal/base/pattern internal/base/recent internal/base/wordfile hook lang ontology"},
	{"memory", "internal/understand/staydate internal/understand embed hook llm ontology task vector" + ground + schema},
	{"internal/specialist/beer/customer", "lang"},
	{"internal/figures/table", "internal/base/records lang github.com/ncruces/go-sqlite3/..."},
	{"internal/figures/chart", "internal/base/texts lang ui"},
	{"internal/outside/websearch", "internal/outside/webclient llm semcache task" + ground},
	{"internal/outside/brewery", "internal/base/pattern internal/base/wordfile internal/outside/webclient lang retrieve ui"},
	{"internal/understand/choice", "lang"},
	{"internal/understand/staydate", "internal/base/pattern internal/base/wordfile lang"},
	{"internal/understand/gazetteer", "internal/base/wordfile lang"},
	{"internal/understand", "internal/understand/gazetteer ontology task" + ground},
	{"internal/understand/train", "internal/understand"},
	{"internal/figures/question", "internal/figures/chart internal/operate/sample internal/understand llm ontology task" + ground + schema},
	{"internal/outside/places", "semcache" + ground},
	{"internal/operate/eval", "embed llm retrieve task" + ground},
	{"internal/operate/trace", "llm task" + ground},

	// Adapters: each speaks to one thing outside, and knows no other.
	{"llm/internal/wire", "internal/base/jsonl llm"},
	{"llm/anthropic", "llm llm/internal/wire"},
	{"llm/gemini", "llm llm/internal/wire"},
	{"llm/openai", "llm llm/internal/wire"},
	{"store/internal/seal", ""},
	{"store/internal/tail", "graph"},
	{"store/internal/sqlstore", "store/internal/seal internal/base/token store/internal/tail graph llm memory retrieve semcache" + ground},
	{"store/sqlite", "store/internal/seal store/internal/sqlstore internal/base/token store/internal/tail graph llm memory retrieve semcache" + ground + " github.com/ncruces/go-sqlite3/..."},
	{"store/postgres", "store/internal/seal store/internal/sqlstore internal/base/token store/internal/tail graph llm memory retrieve semcache" + ground + " github.com/jackc/pgx/..."},
	{"store/storetest", "internal/base/token internal/testkit/must store/sqlite graph llm memory retrieve semcache" + ground},
	{"safesql/pgvault", "safesql github.com/jackc/pgx/..."},
	{"internal/outside/places/geocode", "internal/outside/places internal/outside/webclient semcache" + ground},
	{"internal/outside/places/overpass", "internal/outside/places internal/outside/webclient" + ground},
	{"internal/outside/brewery/obdb", "internal/base/pattern internal/outside/brewery internal/outside/webclient lang"},
	{"internal/operate/sample", "internal/base/wordfile lang github.com/ncruces/go-sqlite3/... github.com/jackc/pgx/..."},
	{"internal/testkit/must", ""},
	{"internal/testkit/pgtest", "github.com/jackc/pgx/..."},
	{"internal/testkit/providertest", "llm task" + ground},

	// Specialists: ask, and are handed what they ask.
	{"internal/concierge/chat", "graph" + ground},
	{"internal/concierge/route", "internal/understand llm task" + ground + schema},
	{"internal/specialist/beer", "internal/outside/brewery internal/understand/choice internal/specialist/beer/customer internal/outside/websearch internal/understand/gazetteer internal/figures/question internal/understand agent graph llm ontology safesql scene task" + ground + schema},
	{"internal/specialist/data", "internal/figures/chart internal/concierge/guard internal/figures/question internal/figures/table agent scene embed graph llm ontology retrieve semcache task" + ground + schema},
	{"internal/specialist/house", "hook internal/understand internal/understand/choice internal/base/hours internal/understand/staydate agent graph scene semcache github.com/BurntSushi/toml" + ground + schema},
	{"internal/specialist/menu", "internal/base/hours internal/base/jsonl internal/base/records internal/understand/staydate agent embed graph hook memory ontology retrieve scene task" + ground + schema},
	{"internal/specialist/menu/editor", "internal/base/photo internal/specialist/menu retrieve semcache" + ground},
	{"internal/specialist/trip", "internal/base/hours internal/understand internal/understand/choice internal/understand/gazetteer internal/outside/places internal/understand/staydate agent graph hook ontology scene task" + ground + schema},
	{"internal/specialist/memo", "agent graph hook memory scene" + ground + schema},

	// Concierge: decides, uses the specialists' tools, answers.
	{"internal/concierge", "internal/outside/brewery internal/concierge/chat internal/understand/gazetteer internal/concierge/guard internal/concierge/route internal/understand/choice internal/understand/staydate internal/understand agent graph hook llm scene task" + ground},

	{"internal/operate/learn", "internal/concierge internal/operate/trace internal/understand llm semcache task" + ground},

	{"internal/operate/talks", "internal/operate/trace internal/understand" + ground},

	// Root: message in, reply out.
	{".", "internal/specialist/beer internal/concierge/chat internal/understand/choice internal/concierge internal/specialist/data internal/outside/websearch internal/concierge/guard internal/specialist/house internal/specialist/memo internal/specialist/menu internal/figures/question internal/concierge/route internal/specialist/trip internal/understand agent graph hook llm memory retrieve scene semcache task" + ground},

	// Doors: only here are adapters chosen and wired.
	{"internal/door/config", "internal/base/texts internal/base/wordfile lang llm github.com/BurntSushi/toml"},
	{"internal/door/agui", "agent graph hook llm task" + ground + schema},
	{"internal/door/agui/aguitest", "internal/door/agui" + ground},
	{"internal/door/web", ""},
	{"internal/door/openai", ". graph llm" + ground},
	{"internal/door/mcp", "internal/specialist/beer internal/outside/brewery internal/specialist/menu internal/specialist/trip internal/door/web hook llm semcache" + ground + schema + " github.com/modelcontextprotocol/go-sdk/..."},
	{"internal/door/server", ". internal/base/qr internal/door/openai internal/specialist/house internal/figures/table internal/specialist/data internal/specialist/menu internal/specialist/menu/editor internal/door/mcp internal/door/web internal/door/agui internal/base/token internal/operate/learn internal/operate/talks internal/operate/trace internal/understand agent graph hook llm memory semcache task" + ground + schema},
	{"internal/door/cli", "... golang.org/x/term"},
	{"cmd/...", "internal/door/cli"},
}

func TestPackagesImportOnlyWhatTheirFloorAllows(t *testing.T) {
	used := map[string]bool{}
	homeless := map[string]bool{}
	for _, s := range read(t) {
		if s.ast == nil || s.nested || s.isTest() {
			continue
		}
		row := floor(s.dir())
		if row < 0 {
			homeless[s.dir()] = true
			continue
		}
		used[floors[row].pkg] = true
		for _, spec := range s.ast.Imports {
			imp := strings.Trim(spec.Path.Value, `"`)
			if !allowed(floors[row].may, imp) {
				t.Errorf("%s must not import %s", s.path, imp)
			}
		}
	}
	for dir := range homeless {
		t.Errorf("package %q is on no floor; add it to the table", dir)
	}
	for _, f := range floors {
		if !used[f.pkg] {
			t.Errorf("floor %q has no package; remove the row", f.pkg)
		}
	}
}

// What the table must never come to allow, whatever is added to it.
func TestTheTableKeepsTheFloorsApart(t *testing.T) {
	for _, tt := range []struct {
		pkg, imp string
		want     bool
	}{
		{"lang", "strings", true},
		{"lang", "golang.org/x/text/language", true},
		{"lang", "golang.org/x/textual", false},
		{"lang", module + "/llm", false},
		{"llm", "github.com/google/jsonschema-go/jsonschema", true},
		{"llm", module + "/llm/gemini", false},
		{"task", module + "/internal/concierge/chat", false},
		{"llm/gemini", module + "/llm/openai", false},
		{"llm/gemini", "google.golang.org/genai", false},
		{"store/sqlite", module + "/llm/gemini", false},
		{"internal/concierge/chat", module + "/store/sqlite", false},
		{"internal/door/config", module + "/internal/door/cli", false},
		{".", module + "/llm/gemini", false},
		{".", module + "/store/sqlite", false},
		{"internal/door/cli", module, true},
		{"internal/door/cli", module + "/store/sqlite", true},
		{"internal/door/cli", "github.com/spf13/cobra", false},
		{"cmd/maitre", module + "/internal/door/cli", true},
		{"cmd/maitre", module + "/llm", false},
	} {
		row := floor(tt.pkg)
		if row < 0 {
			t.Errorf("%s is on no floor", tt.pkg)
			continue
		}
		if got := allowed(floors[row].may, tt.imp); got != tt.want {
			t.Errorf("may %s import %s: %v, want %v", tt.pkg, tt.imp, got, tt.want)
		}
	}
}

// floor returns the first row that matches a package, or -1.
func floor(pkg string) int {
	for i, f := range floors {
		if match(f.pkg, pkg) {
			return i
		}
	}
	return -1
}

func allowed(may, imp string) bool {
	if first, _, _ := strings.Cut(imp, "/"); !strings.Contains(first, ".") {
		return true // standard library
	}
	if imp == module {
		imp = "."
	}
	imp = strings.TrimPrefix(imp, module+"/")
	return slices.ContainsFunc(strings.Fields(may), func(m string) bool { return match(m, imp) })
}

func match(pattern, pkg string) bool {
	if pattern == "..." {
		first, _, _ := strings.Cut(pkg, "/")
		return pkg == "." || !strings.Contains(first, ".")
	}
	if prefix, tree := strings.CutSuffix(pattern, "..."); tree {
		return strings.HasPrefix(pkg+"/", prefix)
	}
	return pattern == pkg
}
