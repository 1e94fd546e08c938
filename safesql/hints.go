package safesql

import (
	"errors"
	"regexp"
	"slices"
	"strings"
)

// advise adds a hint to the error of a column that is not there.
func (g *Gate) advise(err error, sql string) error {
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Code != CodeNoColumn {
		return err
	}
	return refuse(e.Code, g.columnHint(e.Message, sql), "%s", e.Message)
}

var words = regexp.MustCompile(`[A-Za-z_]\w*`)

// columnHint explains a column that is not there: a text in the wrong quotes,
// or a name to be chosen among those of the tables that are read.
func (g *Gate) columnHint(message, sql string) string {
	_, name, _ := strings.Cut(message, ": ")
	name, _, _ = strings.Cut(name, " - ")
	name = strings.Trim(name, `"`)
	if strings.Contains(sql, `"`+name+`"`) {
		return "texts are in single quotes: " + quoteText(name)
	}
	var out []string
	for _, t := range g.known() {
		if hasWord(sql, t.Name) {
			out = append(out, t.Name+" has "+strings.Join(t.Columns, ", "))
		}
	}
	return strings.Join(out, "; ")
}

func hasWord(sql, name string) bool {
	return slices.ContainsFunc(words.FindAllString(sql, -1), func(w string) bool { return strings.EqualFold(w, name) })
}

// noTable explains a name that the room does not know.
func (g *Gate) noTable(name string) error {
	bare := strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	switch {
	case g.policy.isPrivateTable(bare):
		return refuse(CodeOtherClient, "use "+names(g.policy.Own)+" for the caller's rows, and the tables that "+allTables+" lists for figures about all", "%s holds rows of other clients", bare)
	case find(g.rel.population, bare) != nil:
		return refuse(CodeRawPopulation, "use a table that "+allTables+" lists, such as "+g.nearest(bare), "of %s there are figures only", bare)
	case strings.HasPrefix(bare, "all_"):
		return refuse(CodeNoTable, "nearest is "+g.nearest(bare), "no such table: %s", name)
	}
	return refuse(CodeNoTable, "there are "+names(g.policy.Own)+", "+names(g.policy.Public)+", and those that "+allTables+" lists", "no such table: %s", name)
}

// nearest names the tables of the release whose name shares most words.
func (g *Gate) nearest(name string) string {
	want := strings.Split(strings.TrimPrefix(name, "all_"), "_")
	best, score := "all_total", 0
	for _, t := range g.known() {
		n := 0
		for _, w := range want {
			if slices.Contains(t.Attributes, w) {
				n += 2
			}
		}
		if n -= len(t.Attributes); n > score && strings.HasPrefix(t.Name, "all_by_") {
			best, score = t.Name, n
		}
	}
	return best
}

func names(l []Relation) string {
	out := make([]string, len(l))
	for i, r := range l {
		out[i] = r.Name
	}
	return strings.Join(out, ", ")
}
