package safesql

import (
	"context"
	"fmt"
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
	shipped    bool // comes from the room, not from the policy
}

// sql prints the relation as a subquery with the columns named, the client's
// key as _ck where there is one, and _one, which is not NULL.
func (r *relation) sql(named func(name string) bool) string {
	var out []string
	from := r.from
	joined := false
	for _, c := range r.cols {
		if c.use == useKey || !named(c.name) {
			continue
		}
		out = append(out, c.sql+" AS "+quoteName(c.name))
		joined = joined || c.fromClient
	}
	if r.key != "" {
		out = append(out, r.key+" AS _ck")
	}
	if joined {
		from += r.clients
	}
	return "(SELECT " + strings.Join(append(out, "1 AS _one"), ", ") + " FROM " + from + ")"
}

// rows prints the statement that copies the relation into a room: all rows, or
// those of one client, who is parameter 1.
func (r *relation) rows() string {
	var out []string
	from := r.from
	for _, c := range r.cols {
		out = append(out, c.sql+" AS "+quoteName(c.name))
		if c.fromClient && !strings.HasSuffix(from, r.clients) {
			from += r.clients
		}
	}
	sql := "SELECT " + strings.Join(out, ", ") + " FROM " + from
	if r.key != "" {
		sql += " WHERE " + r.key + " = $1"
	}
	return sql
}

// relations are the policy's, by name in lower case.
type relations struct {
	own, public []*relation
	population  map[string]*relation
}

// compile prints the policy's columns for the vault, which it asks for the
// types that the policy leaves open.
func compile(ctx context.Context, p *Policy, v Vault) (*relations, error) {
	out := &relations{population: map[string]*relation{}}
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
				out.population[strings.ToLower(r.name)] = r
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
		c := column{name: pc.Name, use: pc.Use, typ: typeNamed(pc.Type), fromClient: pc.Client != ""}
		if c.use == useKey {
			r.cols = append(r.cols, c)
			continue
		}
		table, base := pr.Table, "t."+quoteName(pc.Column)
		name := pc.Column
		if c.fromClient {
			table, base, name = p.Clients.Table, "c."+quoteName(pc.Client), pc.Client
		}
		native, err := nativeType(ctx, v, table, name)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", pc.Name, err)
		}
		if pc.Path != "" {
			base, native = jsonPath(d, base, strings.Split(pc.Path, ".")), textType
		}
		if pc.Type == "" {
			c.typ = native
		}
		switch {
		case pc.YearOf != "" && d == PostgreSQL:
			c.sql = "CAST(substring(CAST(" + base + " AS text) from '^[0-9]{4}') AS bigint)"
		case pc.YearOf != "":
			c.sql = "CAST(substr(" + base + ", 1, 4) AS INTEGER)"
		case pc.BandsOf != "":
			c.sql = bands(d, base, native, pc)
		case d == PostgreSQL && native == c.typ:
			c.sql = "CAST(" + base + " AS " + d.typeName(c.typ) + ")"
		case d == PostgreSQL || pc.Path != "":
			c.sql = d.cast(base, native, c.typ)
		default: // bare, so that an index on it serves
			c.sql = base
		}
		r.cols = append(r.cols, c)
	}
	return r, nil
}

// nativeType asks the vault what a column of the operator's holds.
func nativeType(ctx context.Context, v Vault, table, name string) (valueType, error) {
	f := "typeof(%s)"
	if v.Dialect() == PostgreSQL {
		f = "CAST(pg_typeof(%s) AS text)"
	}
	n := quoteName(name)
	rows, err := v.Query(ctx, "SELECT "+fmt.Sprintf(f, n)+" FROM "+quoteTable(table)+" WHERE "+n+" IS NOT NULL LIMIT 1", nil)
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
