package safesql

import (
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"
)

// advise adds a hint to the error of a table or a column that is not there.
func (g *Gate) advise(err error, sql string) error {
	e, ok := errors.AsType[*Error](err)
	switch {
	case ok && e.Code == CodeNoTable:
		return g.noTable(e.Message)
	case ok && e.Code == CodeNoColumn:
		return refuse(e.Code, g.columnHint(e.Message, sql), "%s", e.Message)
	}
	return err
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
	said := words.FindAllString(strings.ToLower(sql), -1)
	for _, t := range g.known() {
		if slices.Contains(said, strings.ToLower(t.Name)) {
			out = append(out, t.Name+" has "+strings.Join(t.Columns, ", "))
		}
	}
	return strings.Join(out, "; ")
}

// noTable explains a name that the room does not know.
func (g *Gate) noTable(name string) error {
	bare := strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	switch {
	case g.policy.isPrivateTable(bare):
		return refuse(CodeOtherClient, "use "+names(g.policy.Own)+" for the caller's rows, and the tables that "+allTables+" lists for figures about all", "%s holds rows of other clients", bare)
	case find(g.rel.population, bare) != nil:
		return refuse(CodeRawPopulation, "use a table that "+allTables+" lists, such as "+g.nearest(bare), "of %s there are figures only", bare)
	case slices.ContainsFunc(g.rel.population, func(r *relation) bool { return strings.HasPrefix(bare, prefixOf(r.name)+"_") }):
		return refuse(CodeNoTable, "nearest is "+g.nearest(bare), "no such table: %s", name)
	}
	return refuse(CodeNoTable, "there are "+names(slices.Concat(g.policy.Own, g.policy.Public))+", and those that "+allTables+" lists", "no such table: %s", name)
}

// nearest names the table of the release whose name shares most words, if there is one.
func (g *Gate) nearest(name string) string {
	asked := strings.Split(name, "_")
	best, most := allTables, math.MinInt
	for _, t := range g.known() {
		n := -len(t.Attributes)
		for _, w := range strings.Split(strings.NewReplacer("_by_", "_", "_total", "").Replace(t.Name), "_") {
			if n--; slices.Contains(asked, w) {
				n += 3
			}
		}
		if n > most && len(t.Measures) > 0 {
			best, most = t.Name, n
		}
	}
	return best
}

func names(all []Relation) string {
	var out []string
	for _, r := range all {
		out = append(out, r.Name)
	}
	return strings.Join(out, ", ")
}
