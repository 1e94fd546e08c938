package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/specialist/beer/customer"
	"github.com/maitre-dev/maitre/safesql"
)

// find finds a client, in the tables that the policy names.
func (c *customers) find(ctx context.Context, p *safesql.Policy, as customer.Caller, who customer.Lookup) (customer.Profile, error) {
	return customer.Find(ctx, lookups{c.vault, tablesOf(p, isURL(c.where))}, as, who)
}

// lookups lets package customer read a vault whose tables have other names: the
// ones it knows come before each of its statements.
type lookups struct {
	vault safesql.Vault
	with  string
}

func (l lookups) Query(ctx context.Context, sql string, args ...any) ([][]any, error) {
	return l.vault.Query(ctx, l.with+sql, args)
}

// tablesOf is a WITH clause with the tables that package customer reads, made of
// the policy's relations. What the policy does not have is empty.
func tablesOf(p *safesql.Policy, inPostgres bool) string {
	s := schema{p, inPostgres}
	return "WITH " + strings.Join([]string{
		s.table("clients", p.Own, "my_profile", "client_name", "city", "state", "postal_code"),
		s.table("purchases", p.Own, "my_purchases", "id", "beer_id", "purchased_at"),
		s.table("beers", p.Public, "beers", "id", "name", "brewery_id"),
		s.table("breweries", p.Public, "breweries", "id", "name", "brewery_type"),
	}, ", ") + " "
}

type schema struct {
	*safesql.Policy
	inPostgres bool
}

// table writes one relation, with ids and names as texts. Of those that are somebody's
// client_id says whose, as the column is, so that an index finds it.
func (s schema) table(name string, among []safesql.Relation, relation string, columns ...string) string {
	own := name == "clients" || name == "purchases"
	r := safesql.Relation{}
	if i := slices.IndexFunc(among, func(r safesql.Relation) bool { return strings.EqualFold(r.Name, relation) }); i >= 0 {
		r = among[i]
	} else if name == "clients" {
		r.Table, r.Client = s.Clients.Table, s.Clients.Key
	}
	var all []string
	switch {
	case own && r.Table == "":
		all = append(all, "NULL AS client_id")
	case own:
		all = append(all, quoted(r.Client)+" AS client_id")
	}
	for _, c := range columns {
		value := s.column(r, c)
		if c != "purchased_at" && (c != "id" || name != "purchases") { // which are put in order
			value = "CAST(" + value + " AS text)"
		}
		all = append(all, value+" AS "+c)
	}
	from := " WHERE 1 = 0"
	if r.Table != "" {
		from = " FROM " + s.real(r.Table)
	}
	return name + " AS (SELECT " + strings.Join(all, ", ") + from + ")"
}

// column writes the value of a relation's column.
func (s schema) column(r safesql.Relation, name string) string {
	i := slices.IndexFunc(r.Columns, func(c safesql.Column) bool { return strings.EqualFold(c.Name, name) })
	if i < 0 {
		return "NULL"
	}
	c := r.Columns[i]
	column := c.Name
	switch {
	case c.Client != "" && r.Table != s.Clients.Table, c.YearOf != "", c.BandsOf != "":
		return "NULL" // nothing that a profile needs is made so
	case c.Client != "":
		column = c.Client
	case c.Column != "":
		column = c.Column
	}
	column = `"` + strings.ReplaceAll(column, `"`, `""`) + `"`
	path := strings.ReplaceAll(c.Path, "'", "''")
	switch {
	case path == "":
		return column
	case s.inPostgres:
		return fmt.Sprintf("(%s::jsonb #>> '{%s}')", column, strings.ReplaceAll(path, ".", ","))
	}
	return fmt.Sprintf("json_extract(%s, '$.%s')", column, path)
}

// real names a table of the operator. In SQLite a table that is called as the
// one that is made of it needs its schema.
func (s schema) real(table string) string {
	if !s.inPostgres && !strings.Contains(table, ".") {
		table = "main." + table
	}
	return quoted(table)
}
