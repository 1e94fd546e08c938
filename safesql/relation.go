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
	single  bool   // a client has one row at most
	cols    []column
}

type column struct {
	name       string
	use        string
	typ        valueType
	sql        string
	fromClient bool
	catalogue  bool // of a public relation
	computed   bool // by a view
	compared   bool // and with CASE WHEN
	ofClient   bool // says something about the client, not about a row

	low, high *float64 // what the policy says
}

// sql prints the relation as a subquery with the columns named, the client's
// key as _ck where there is one, and _one, which is not NULL.
func (r *relation) sql(named func(name string) bool) string {
	own := ""
	if r.key != "" {
		own = r.key + " AS _ck, "
	}
	return "(" + r.selected(named, own+"1 AS _one") + ")"
}

// rows prints the statement that copies the relation into a room: all rows, or
// those of one client, who is parameter 1.
func (r *relation) rows() string {
	sql := r.selected(func(string) bool { return true })
	if r.key != "" {
		sql += " WHERE " + r.key + " = $1"
	}
	return sql
}

func (r *relation) selected(named func(name string) bool, more ...string) string {
	var out []string
	from := r.from
	for _, c := range r.cols {
		if c.use == useKey || !named(c.name) {
			continue
		}
		out = append(out, c.sql+" AS "+quoteName(c.name))
		if c.fromClient {
			from = r.from + r.clients
		}
	}
	return "SELECT " + strings.Join(append(out, more...), ", ") + " FROM " + from
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
			r, err := compileRelation(ctx, p, &list[i], kind == "population", v)
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

func compileRelation(ctx context.Context, p *Policy, pr *Relation, isPopulation bool, v Vault) (*relation, error) {
	d := v.Dialect()
	r := &relation{name: pr.Name, from: quoteTable(pr.Table) + " AS t"}
	if pr.Client != "" {
		r.key = "t." + quoteName(pr.Client)
		r.clients = " JOIN " + quoteTable(p.Clients.Table) + " AS c ON c." + quoteName(p.Clients.Key) + " = " + r.key
	}
	if pr.Client == p.Clients.Key && pr.Table == p.Clients.Table {
		var err error
		if r.single, err = isUnique(ctx, v, pr.Table, pr.Client); err != nil {
			return nil, err
		}
	}
	for _, pc := range pr.Columns {
		c := column{name: pc.Name, use: pc.Use, typ: typeNamed(pc.Type), fromClient: pc.Client != "", low: pc.Min, high: pc.Max, catalogue: pr.Client == ""}
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
		of := func(alias string) string {
			base := alias + "." + quoteName(name)
			if pc.Path != "" {
				base = jsonPath(d, base, strings.Split(pc.Path, "."))
			}
			return computed(d, base, native, c.typ, pc)
		}
		c.sql = of(alias)
		if isPopulation && c.use == useDimension && (c.fromClient || pr.Table == p.Clients.Table) {
			c.ofClient = true
			c.sql = maskRare(p, c, of("r"))
		}
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

// rare is what is known of a client instead of a text that fewer than k
// clients have in that column. A number is NULL instead.
const rare = "(rare)"

// maskRare prints a column of the table of clients so that nobody can be
// chosen, or left out, by a value that a few have: it is as if they had none.
func maskRare(p *Policy, c column, ofOthers string) string {
	instead := "NULL"
	if c.typ == textType {
		instead = quoteText(rare)
	}
	return fmt.Sprintf("CASE WHEN %s IN (SELECT %s FROM %s AS r GROUP BY 1 HAVING COUNT(DISTINCT r.%s) < %d) THEN %s ELSE %s END",
		c.sql, ofOthers, quoteTable(p.Clients.Table), quoteName(p.Clients.Key), minGroup, instead, c.sql)
}

// isUnique reports whether no two rows have the same value. The table of
// clients promises it; one that does not keep it is read with more care.
func isUnique(ctx context.Context, v Vault, table, name string) (bool, error) {
	n := quoteName(name)
	rows, err := v.Query(ctx, "SELECT "+n+" FROM "+quoteTable(table)+" WHERE "+n+" IS NOT NULL GROUP BY "+n+" HAVING COUNT(*) > 1 LIMIT 1", nil)
	return len(rows) == 0, err
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
