package attack

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/safesql"
)

// source reads the operator's tables past the gate.
type source struct {
	vault  safesql.Vault
	client string
}

// ownedTables returns the tables with rows of clients, and the column that
// says whose a row is.
func ownedTables(p *safesql.Policy) map[string]string {
	owned := map[string]string{p.Clients.Table: p.Clients.Key}
	for _, r := range slices.Concat(p.Own, p.Population) {
		owned[r.Table] = r.Client
	}
	return owned
}

// visible returns the values that the client may see.
func (s source) visible(ctx context.Context, p *safesql.Policy) ([]string, error) {
	var out []string
	for table, owner := range ownedTables(p) {
		values, err := s.rows(ctx, table, owner, "=")
		if err != nil {
			return nil, err
		}
		out = append(out, values...)
	}
	for _, r := range slices.Concat(p.Public, p.Population) {
		for _, c := range r.Columns {
			if c.Use != "dimension" || c.BandsOf != "" || c.YearOf != "" {
				continue
			}
			table, column := r.Table, c.Column
			if c.Client != "" {
				table, column = p.Clients.Table, c.Client
			}
			values, err := s.dimension(ctx, table, column, c.Path)
			if err != nil {
				return nil, err
			}
			out = append(out, values...)
		}
	}
	return out, nil
}

// rows returns what is in the rows of a table: those whose owner is ("="), or
// is not ("<>"), the client.
func (s source) rows(ctx context.Context, table, owner, is string) ([]string, error) {
	return s.texts(ctx, fmt.Sprintf("SELECT * FROM %s AS t WHERE CAST(t.%s AS text) %s $1 LIMIT %d", quoteTable(table), quote(owner), is, maxRows), s.client)
}

// dimension returns the values of a column, or of what is at a path in it.
func (s source) dimension(ctx context.Context, table, column, path string) ([]string, error) {
	all, err := s.texts(ctx, fmt.Sprintf("SELECT DISTINCT CAST(%s AS text) FROM %s LIMIT %d", quote(column), quoteTable(table), maxRows))
	for i, value := range all {
		if path != "" {
			all[i] = follow(value, strings.Split(path, "."))
		}
	}
	return all, err
}

// texts returns all texts and long numbers that a statement finds.
func (s source) texts(ctx context.Context, sql string, args ...any) (all []string, err error) {
	rows, err := safesql.Rows(ctx, s.vault, sql, args...)
	for _, v := range slices.Concat(rows...) {
		if t := text(v); t != "" {
			all = append(all, t)
		}
	}
	return all, err
}

func follow(text string, steps []string) string {
	var v any
	_ = json.Unmarshal([]byte(text), &v)
	for _, step := range steps {
		object, _ := v.(map[string]any)
		v = object[step]
	}
	if s, ok := v.(string); ok {
		return s
	}
	return ""
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// quoteTable quotes a name that may have a schema: crm.customers.
func quoteTable(name string) string {
	parts := strings.Split(name, ".")
	for i, p := range parts {
		parts[i] = quote(p)
	}
	return strings.Join(parts, ".")
}
