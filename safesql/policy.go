package safesql

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// Policy says which relations a statement may read, over which tables of the
// operator, and what may be done with each column. What it does not name does
// not exist: no statement that reaches the vault can mention it.
type Policy struct {
	Clients    Clients    `toml:"clients"`
	Own        []Relation `toml:"own"`        // the caller's rows, copied into the room
	Public     []Relation `toml:"public"`     // the catalogue, copied into the room
	Population []Relation `toml:"population"` // everybody's rows, aggregates only
}

// Clients is the operator's table with one row for each client.
type Clients struct {
	Table string `toml:"table"`
	Key   string `toml:"key"` // the column that tells clients apart
}

// Relation is a table as statements see it.
type Relation struct {
	Name    string   `toml:"name"`
	Table   string   `toml:"table"`  // of the operator
	Client  string   `toml:"client"` // the table's column with the client's key; not for public relations
	Columns []Column `toml:"columns"`
}

// Column is a column as statements see it. Its value is that of a column of
// the table, or made from one.
type Column struct {
	Name string `toml:"name"`

	// Use is, in a population relation, what may be done with the column: a
	// "dimension" (the default) filters and groups, a "measure" stands only
	// inside COUNT, SUM and AVG, the "key" tells clients apart and stands only
	// inside COUNT(DISTINCT) and joins.
	Use string `toml:"use"`

	// Type is "text", "integer" or "real". If it is empty the vault is asked.
	Type string `toml:"type"`

	Column string `toml:"column"`      // of the table; Name if empty
	Client string `toml:"from_client"` // of the table of clients, instead
	Path   string `toml:"path"`        // into a column that holds JSON, as "address.city"

	YearOf  string    `toml:"year_of"`  // the integer year of a column that begins with one
	BandsOf string    `toml:"bands_of"` // the label of the band a number is in
	Edges   []float64 `toml:"edges"`    // between the bands, ascending; a number on an edge is above it
	Labels  []string  `toml:"labels"`   // of the bands, one more than edges

	// Min and Max say between which numbers a measure always is, if that is
	// known. Averages, which are approximate, stay between them too.
	Min *float64 `toml:"min"`
	Max *float64 `toml:"max"`
}

// The uses of a column.
const (
	useDimension = "dimension"
	useMeasure   = "measure"
	useKey       = "key"
)

//go:embed policy.toml
var samplePolicy string

// SamplePolicy is the policy for the sample's tables, as a file: what an
// operator with other tables starts from.
func SamplePolicy() string { return samplePolicy }

// ParsePolicy reads a policy from the text of a file. A key it does not know
// is an error: a mistyped "use" must not turn a measure into a dimension.
func ParsePolicy(text string) (*Policy, error) {
	var p Policy
	meta, err := toml.Decode(text, &p)
	if err != nil {
		return nil, fmt.Errorf("reading the policy: %w", err)
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("reading the policy: unknown %s", strings.Trim(fmt.Sprint(unknown), "[]"))
	}
	if err := p.check(); err != nil {
		return nil, fmt.Errorf("checking the policy: %w", err)
	}
	return &p, nil
}

// check completes the policy and reports everything that is wrong with it.
func (p *Policy) check() error {
	var errs faults
	errs.add("[clients]", fault{p.Clients.Table == "" || p.Clients.Key == "", "needs table and key"})
	seen := map[string]bool{}
	for kind, relations := range p.kinds() {
		for i := range relations {
			r := &relations[i]
			errs.add(cmp.Or(r.Name, kind)+":",
				fault{!isPlainName(r.Name), "cannot be the name of a relation"},
				fault{seen[strings.ToLower(r.Name)], "there are two"},
				fault{r.Table == "", "no table"},
				fault{r.Client == "" && kind != "public", "no client, the column that says whose a row is"},
				fault{r.Client != "" && kind == "public", "a public relation belongs to no client"},
				fault{len(r.Columns) == 0 || len(r.Columns) > maxColumns, fmt.Sprintf("there are %d columns, not 1 to %d", len(r.Columns), maxColumns)})
			seen[strings.ToLower(r.Name)] = true
			r.check(kind, &errs)
		}
	}
	errs.add("policy:", fault{len(seen) == 0, "no relation"})
	return errors.Join(errs...)
}

// fault is something that may be wrong.
type fault struct {
	is  bool
	why string
}

type faults []error

// add notes the first of what may be wrong with something that is.
func (all *faults) add(what string, some ...fault) {
	for _, f := range some {
		if f.is {
			*all = append(*all, fmt.Errorf("%s %s", what, f.why))
			return
		}
	}
}

func (r *Relation) check(kind string, errs *faults) {
	seen := map[string]bool{}
	for i := range r.Columns {
		c := &r.Columns[i]
		c.Use, c.Column = cmp.Or(c.Use, useDimension), cmp.Or(c.Column, c.Name)
		if c.YearOf != "" {
			c.Column, c.Type = c.YearOf, "integer"
		}
		if c.BandsOf != "" {
			c.Column, c.Type = c.BandsOf, "text"
		}
		errs.add(r.Name+"."+c.Name+":",
			fault{!isPlainName(c.Name), "cannot be the name of a column"},
			fault{seen[strings.ToLower(c.Name)], "there are two"},
			fault{!slices.Contains([]string{"", "text", "integer", "real"}, c.Type), "type is text, integer or real, not " + c.Type},
			fault{!slices.Contains([]string{useDimension, useMeasure, useKey}, c.Use), "use is dimension, measure or key, not " + c.Use},
			fault{kind != "population" && c.Use != useDimension, "only columns of population relations have a use"},
			fault{kind == "public" && c.Client != "", "a public relation has nothing from a client"},
			fault{c.YearOf != "" && c.BandsOf != "", "year_of and bands_of exclude each other"},
			fault{c.BandsOf != "" && (len(c.Edges) == 0 || len(c.Labels) != len(c.Edges)+1 || !slices.IsSorted(c.Edges)), "bands need ascending edges and one label more than edges"},
			fault{(c.Min != nil || c.Max != nil) && c.Use != useMeasure, "only a measure has min and max"},
			fault{c.Min != nil && c.Max != nil && *c.Min >= *c.Max, "min is not below max"},
			fault{c.Path != "" && slices.Contains(strings.Split(c.Path, "."), ""), "path has an empty step"})
		seen[strings.ToLower(c.Name)] = true
	}
}

const maxColumns = 60 // of a relation

// isPlainName reports whether s can be written without quotes by a model and
// is not one of the engine's own.
func isPlainName(s string) bool {
	return plainName.MatchString(s) && !reserved[strings.ToUpper(s)] && !strings.HasPrefix(strings.ToLower(s), "sqlite_")
}

var plainName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,59}$`)

// kinds returns the relations by kind, in order.
func (p *Policy) kinds() func(yield func(string, []Relation) bool) {
	return func(yield func(string, []Relation) bool) {
		_ = yield("own", p.Own) && yield("public", p.Public) && yield("population", p.Population)
	}
}

// isPrivateTable reports whether the operator's table holds clients' rows.
func (p *Policy) isPrivateTable(name string) bool {
	if strings.EqualFold(p.Clients.Table, name) {
		return true
	}
	same := func(r Relation) bool { return strings.EqualFold(r.Table, name) }
	return slices.ContainsFunc(p.Own, same) || slices.ContainsFunc(p.Population, same)
}

// reads returns the operator's columns that statements may read: table and
// column, in lower case.
func (p *Policy) reads() map[[2]string]bool {
	out := map[[2]string]bool{}
	add := func(table, column string) { out[[2]string{strings.ToLower(table), strings.ToLower(column)}] = true }
	add(p.Clients.Table, p.Clients.Key)
	for _, list := range p.kinds() {
		for _, r := range list {
			if r.Client != "" {
				add(r.Table, r.Client)
			}
			for _, c := range r.Columns {
				switch {
				case c.Use == useKey:
				case c.Client != "":
					add(p.Clients.Table, c.Client)
				default:
					add(r.Table, c.Column)
				}
			}
		}
	}
	return out
}

// reserved are the words that cannot be a name without quotes.
var reserved = set(`SELECT FROM WHERE GROUP HAVING ORDER LIMIT OFFSET UNION INTERSECT EXCEPT ON USING
	JOIN LEFT INNER CROSS OUTER NATURAL AS WITH CASE WHEN THEN ELSE END AND OR NOT IN IS NULL BETWEEN
	EXISTS DISTINCT ALL VALUES COLLATE CAST INTO INSERT UPDATE DELETE CREATE DROP ALTER SET TABLE INDEX
	DEFAULT FOREIGN REFERENCES UNIQUE PRIMARY CHECK CONSTRAINT TRANSACTION RETURNING ISNULL NOTNULL TO`)
