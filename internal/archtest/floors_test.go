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
	ground = " event lang scrub thread ui internal/jsonl internal/voice"
)

// floors says what each package may import besides the standard library. The
// root package is ".", "cmd/..." is cmd and all below it, "..." is all of
// maitre; what other modules a package may use is named.
var floors = []struct {
	pkg string
	may string
}{
	// Ground: vocabulary and arithmetic.
	{"lang", "golang.org/x/text/... github.com/blevesearch/snowballstem/..."},
	{"internal/voice", "lang"},
	{"ontology", "lang"},
	{"vector", "golang.org/x/sys/cpu"},
	{"scrub", ""},
	{"thread", ""},
	{"event", "scrub thread"},
	{"ui", "internal/voice lang" + schema},
	{"internal/jsonl", ""},
	{"internal/polite", "ui"},
	{"internal/token", "thread"},
	{"internal/rows", "internal/jsonl"},

	// Runtime: knows no vendor, no database and no beer.
	{"llm", ground + schema},
	{"llm/llmtest", "llm" + ground},
	{"task", "llm" + ground + schema},
	{"graph", ground},
	{"agent", "graph llm" + ground + schema},
	{"embed", "llm ontology vector" + ground},
	{"semcache", "embed llm ontology vector" + ground},
	{"retrieve", "embed llm ontology semcache task vector" + ground},
	{"safesql", "event scrub github.com/BurntSushi/toml github.com/ncruces/go-sqlite3/..."},
	{"safesql/attack", "safesql"},
	{"hook", "ontology" + ground},
	{"scene", "agent hook lang"},
	{"internal/guard", "hook lang ontology"},
	{"memory", "internal/staydate internal/understand embed hook llm ontology task vector" + ground + schema},
	{"internal/customer", "lang"},
	{"internal/table", "lang github.com/ncruces/go-sqlite3/..."},
	{"internal/chart", "internal/voice lang ui"},
	{"internal/explore", "llm semcache task" + ground},
	{"internal/brewery", "internal/polite lang retrieve ui"},
	{"internal/choice", "lang"},
	{"internal/staydate", "lang"},
	{"internal/gazetteer", "lang"},
	{"internal/understand", "internal/gazetteer ontology task" + ground},
	{"internal/understand/train", "internal/understand"},
	{"internal/question", "internal/chart internal/sample internal/understand llm ontology task" + ground + schema},
	{"internal/places", "semcache" + ground},
	{"internal/eval", "embed llm retrieve task" + ground},
	{"internal/trace", "llm task" + ground},

	// Adapters: each speaks to one thing outside, and knows no other.
	{"llm/internal/wire", "llm"},
	{"llm/anthropic", "llm llm/internal/wire"},
	{"llm/gemini", "llm llm/internal/wire"},
	{"llm/openai", "llm llm/internal/wire"},
	{"store/internal/fields", ""},
	{"store/internal/seal", ""},
	{"store/internal/tail", "graph"},
	{"store/internal/sqlstore", "store/internal/fields store/internal/seal internal/token store/internal/tail graph memory retrieve semcache" + ground},
	{"store/sqlite", "store/internal/seal store/internal/sqlstore internal/token store/internal/tail graph llm memory retrieve semcache" + ground + " github.com/ncruces/go-sqlite3/..."},
	{"store/postgres", "store/internal/seal store/internal/sqlstore internal/token store/internal/tail graph llm memory retrieve semcache" + ground + " github.com/jackc/pgx/..."},
	{"store/storetest", "internal/token store/sqlite graph llm memory retrieve semcache" + ground},
	{"safesql/pgvault", "safesql github.com/jackc/pgx/..."},
	{"internal/places/geocode", "internal/places internal/polite semcache" + ground},
	{"internal/places/overpass", "internal/places internal/polite" + ground},
	{"internal/brewery/obdb", "internal/brewery internal/polite lang"},
	{"internal/sample", "lang github.com/ncruces/go-sqlite3/... github.com/jackc/pgx/..."},
	{"internal/pgtest", "github.com/jackc/pgx/..."},
	{"internal/providertest", "llm task" + ground},

	// Specialists: ask, and are handed what they ask.
	{"internal/chat", "graph" + ground},
	{"internal/route", "internal/understand llm task" + ground + schema},
	{"internal/beer", "internal/brewery internal/choice internal/customer internal/explore internal/gazetteer internal/question internal/understand agent graph llm ontology safesql scene task" + ground + schema},
	{"internal/data", "internal/chart internal/guard internal/question internal/table agent scene embed graph llm ontology retrieve semcache task" + ground + schema},
	{"internal/hours", ""},
	{"internal/house", "internal/choice internal/hours internal/staydate agent graph scene semcache github.com/BurntSushi/toml" + ground + schema},
	{"internal/menu", "internal/jsonl internal/rows agent embed graph hook memory ontology retrieve scene task" + ground + schema},
	{"internal/trip", "internal/choice internal/gazetteer internal/places internal/staydate agent graph hook ontology scene task" + ground + schema},
	{"internal/memo", "agent graph hook memory scene" + ground + schema},

	// Concierge: decides, uses the specialists' tools, answers.
	{"internal/concierge", "internal/brewery internal/chat internal/gazetteer internal/guard internal/route internal/staydate internal/understand agent graph hook llm scene task" + ground},

	{"internal/learn", "internal/concierge internal/understand llm semcache task" + ground},

	// Root: message in, reply out.
	{".", "internal/beer internal/chat internal/choice internal/concierge internal/data internal/explore internal/guard internal/house internal/menu internal/question internal/route internal/trip internal/understand agent graph hook llm memory retrieve scene semcache task" + ground},

	// Doors: only here are adapters chosen and wired.
	{"internal/config", "internal/voice lang llm github.com/BurntSushi/toml"},
	{"internal/agui", "agent graph hook llm task" + ground + schema},
	{"internal/agui/aguitest", "internal/agui" + ground},
	{"internal/web", ""},
	{"internal/completions", ". internal/route graph llm task" + ground},
	{"internal/mcp", "internal/beer internal/brewery internal/menu internal/trip internal/web hook llm semcache" + ground + schema + " github.com/modelcontextprotocol/go-sdk/..."},
	{"internal/server", ". internal/completions internal/house internal/mcp internal/web internal/agui internal/token internal/trace agent graph hook llm memory task" + ground + schema},
	{"internal/cli", "... golang.org/x/term"},
	{"cmd/...", "internal/cli"},
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
		{"task", module + "/internal/chat", false},
		{"llm/gemini", module + "/llm/openai", false},
		{"llm/gemini", "google.golang.org/genai", false},
		{"store/sqlite", module + "/llm/gemini", false},
		{"internal/chat", module + "/store/sqlite", false},
		{"internal/config", module + "/internal/cli", false},
		{".", module + "/llm/gemini", false},
		{".", module + "/store/sqlite", false},
		{"internal/cli", module, true},
		{"internal/cli", module + "/store/sqlite", true},
		{"internal/cli", "github.com/spf13/cobra", false},
		{"cmd/maitre", module + "/internal/cli", true},
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
