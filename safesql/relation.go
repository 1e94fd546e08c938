package safesql

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// relation is one of the policy's, with the SQL of its columns for the vault.
type relation struct {
	name    string
	from    string // the operator's table, called t
	clients string // joins the table of clients, called c
	key     string // whose a row is
	cols    []column
}

type column struct {
	name       string
	use        string
	typ        valueType
	sql        string
	fromClient bool
	ofClient   bool // says something about the client, not about a row

	low, high *float64 // what the policy says
}

// rows prints the statement that copies the relation into a room: all rows, or
// those of one client, who is parameter 1.
func (r *relation) rows() string {
	var out []string
	for _, c := range r.cols {
		if c.use != useKey {
			out = append(out, c.sql+" AS "+quoteName(c.name))
		}
	}
	sql := "SELECT " + strings.Join(out, ", ") + " FROM " + r.tables()
	if r.key != "" {
		sql += " WHERE " + r.key + " = $1"
	}
	return sql
}

// facts prints the statement that reads everybody's values of some columns.
func (r *relation) facts(columns []string) string {
	return "SELECT " + strings.Join(append([]string{r.key}, columns...), ", ") + " FROM " + r.tables()
}

func (r *relation) tables() string {
	if slices.ContainsFunc(r.cols, func(c column) bool { return c.fromClient }) {
		return r.from + r.clients
	}
	return r.from
}

// table describes the relation.
func (r *relation) table(about string) Table {
	t := Table{Name: r.name, About: about}
	for _, c := range r.cols {
		t.Columns = append(t.Columns, c.name)
	}
	return t
}

// relations are the policy's.
type relations struct{ own, public, population []*relation }

// find returns the relation of that name, or nil.
func find(l []*relation, name string) *relation {
	if i := slices.IndexFunc(l, func(r *relation) bool { return strings.EqualFold(r.name, name) }); i >= 0 {
		return l[i]
	}
	return nil
}

// compile prints the policy's columns for the vault, which it asks for the
// types that the policy leaves open.
func compile(ctx context.Context, p *Policy, v Vault) (*relations, error) {
	out := &relations{}
	for kind, list := range p.kinds() {
		for i := range list {
			r, err := compileRelation(ctx, p, &list[i], v)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", list[i].Name, err)
			}
			switch kind {
			case "own":
				out.own = append(out.own, r)
			case "public":
				out.public = append(out.public, r)
			default:
				out.population = append(out.population, r)
			}
		}
	}
	return out, nil
}

func compileRelation(ctx context.Context, p *Policy, pr *Relation, v Vault) (*relation, error) {
	d := v.Dialect()
	r := &relation{name: pr.Name, from: quoteTable(pr.Table) + " AS t"}
	if pr.Client != "" {
		r.key = "t." + quoteName(pr.Client)
		r.clients = " JOIN " + quoteTable(p.Clients.Table) + " AS c ON c." + quoteName(p.Clients.Key) + " = " + r.key
	}
	for _, pc := range pr.Columns {
		c := column{name: pc.Name, use: pc.Use, typ: typeNamed(pc.Type), fromClient: pc.Client != "", low: pc.Min, high: pc.Max}
		if c.use == useKey {
			r.cols = append(r.cols, c)
			continue
		}
		table, alias, name := pr.Table, "t", pc.Column
		if c.fromClient {
			table, alias, name = p.Clients.Table, "c", pc.Client
		}
		native, err := nativeType(ctx, v, table, name)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", pc.Name, err)
		}
		if pc.Path != "" {
			native = textType
		}
		if pc.Type == "" {
			c.typ = native
		}
		base := alias + "." + quoteName(name)
		if pc.Path != "" {
			base = jsonPath(d, base, strings.Split(pc.Path, "."))
		}
		c.sql = computed(d, base, native, c.typ, pc)
		c.ofClient = c.fromClient || pr.Table == p.Clients.Table
		r.cols = append(r.cols, c)
	}
	return r, nil
}

// computed prints the value of a column from what the table has.
func computed(d Dialect, base string, native, typ valueType, c Column) string {
	switch {
	case c.YearOf != "":
		return d.pick("CAST(substr("+base+", 1, 4) AS INTEGER)", "CAST(substring(CAST("+base+" AS text) from '^[0-9]{4}') AS bigint)")
	case c.BandsOf != "":
		return bands(d, base, native, c)
	case d == PostgreSQL && native == typ:
		return "CAST(" + base + " AS " + d.typeName(typ) + ")"
	case d == PostgreSQL || c.Path != "":
		return d.cast(base, native, typ)
	}
	return base // bare, so that an index on it serves
}

// nativeType asks the vault what a column of the operator's holds.
func nativeType(ctx context.Context, v Vault, table, name string) (valueType, error) {
	n := quoteName(name)
	rows, err := v.Query(ctx, "SELECT "+v.Dialect().pick("typeof("+n+")", "CAST(pg_typeof("+n+") AS text)")+" FROM "+quoteTable(table)+" WHERE "+n+" IS NOT NULL LIMIT 1", nil)
	if err != nil || len(rows) == 0 {
		return textType, err
	}
	s, _ := rows[0][0].(string)
	return typeNamed(s), nil
}

// jsonPath prints the value inside a JSON column, NULL if there is none.
func jsonPath(d Dialect, x string, steps []string) string {
	if d == PostgreSQL {
		for i, s := range steps {
			steps[i] = quoteText(s)
		}
		return "(to_jsonb(" + x + ") #>> ARRAY[" + strings.Join(steps, ", ") + "])"
	}
	for i, s := range steps {
		steps[i] = quoteName(s)
	}
	return "CASE WHEN json_valid(" + x + ") THEN json_extract(" + x + ", " + quoteText("$."+strings.Join(steps, ".")) + ") END"
}

func bands(d Dialect, x string, native valueType, c Column) string {
	if d == PostgreSQL {
		x = d.cast(x, native, realType)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "CASE WHEN %s IS NULL THEN NULL", x)
	for i, edge := range c.Edges {
		fmt.Fprintf(&b, " WHEN %s < %v THEN %s", x, edge, quoteText(c.Labels[i]))
	}
	fmt.Fprintf(&b, " ELSE %s END", quoteText(c.Labels[len(c.Labels)-1]))
	return b.String()
}
