package safesql

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// relation is one of the policy's, and how the vault reads what its columns are made of.
type relation struct {
	name string
	sql  string // reads whose a row is, and then a value for each column
	key  string // whose a row is; empty of a public relation
	cols []column
}

type column struct {
	name     string
	typ      string // text, integer or real; empty of a release's
	of       Column // the policy's
	ofClient bool   // says something about the client, not about a row
}

// each calls f with the rows, or those of one client, and whose each is. The slice is used
// again.
func (r *relation) each(ctx context.Context, v Vault, client []any, f func(whose any, row []any) error) error {
	sql := r.sql
	if len(client) > 0 {
		sql += " WHERE " + r.key + " = $1"
	}
	out := make([]any, len(r.cols))
	return v.Each(ctx, sql, client, func(row []any) error {
		for i := range r.cols {
			out[i] = r.cols[i].value(row[1+i])
		}
		return f(row[0], out)
	})
}

// rows returns the rows, or those of one client.
func (r *relation) rows(ctx context.Context, v Vault, client ...any) (rows [][]any, err error) {
	keep := collect(&rows)
	err = r.each(ctx, v, client, func(_ any, row []any) error { return keep(row) })
	return rows, err
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

// compile prints the policy's relations for the vault, which it asks for the
// types that the policy leaves open.
func compile(ctx context.Context, p *Policy, v Vault) (*relations, error) {
	out := &relations{}
	into := map[string]*[]*relation{"own": &out.own, "public": &out.public, "population": &out.population}
	for kind, list := range p.kinds() {
		for i := range list {
			r, err := compileRelation(ctx, p, kind, &list[i], v)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", list[i].Name, err)
			}
			*into[kind] = append(*into[kind], r)
		}
	}
	return out, nil
}

func compileRelation(ctx context.Context, p *Policy, kind string, pr *Relation, v Vault) (*relation, error) {
	r := &relation{name: pr.Name}
	from, read := quoteTable(pr.Table)+" AS t", []string{"NULL"}
	if pr.Client != "" {
		r.key = "t." + quoteName(pr.Client)
		read[0] = r.key
		if slices.ContainsFunc(pr.Columns, func(c Column) bool { return c.Client != "" }) {
			from += " JOIN " + quoteTable(p.Clients.Table) + " AS c ON c." + quoteName(p.Clients.Key) + " = " + r.key
		}
	}
	for _, pc := range pr.Columns {
		if pc.Use == useKey {
			continue
		}
		table, alias, name := pr.Table, "t.", pc.Column
		if pc.Client != "" {
			table, alias, name = p.Clients.Table, "c.", pc.Client
		}
		native, first, err := nativeType(ctx, v, table, name)
		if s, ok := first.(string); ok && kind == "population" && pc.Name == "month" && pc.Path == "" && !(isMonth.MatchString(s) && len(s) == len("2006-01")) {
			err = errors.New("its values are no months, as 2026-03: name it otherwise, or make a view that has months")
		}
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", pc.Name, err)
		}
		c := column{name: pc.Name, typ: pc.Type, of: pc, ofClient: table == p.Clients.Table}
		switch {
		case c.typ == "" && pc.Path != "":
			c.typ = "text"
		case c.typ == "":
			c.typ = native
		}
		r.cols, read = append(r.cols, c), append(read, alias+quoteName(name))
	}
	r.sql = "SELECT " + strings.Join(read, ", ") + " FROM " + from
	return r, nil
}

// nativeType asks the vault what a column of the operator's holds, and for a value of it.
func nativeType(ctx context.Context, v Vault, table, name string) (typ string, first any, err error) {
	n := quoteName(name)
	rows, err := Rows(ctx, v, "SELECT "+n+" FROM "+quoteTable(table)+" WHERE "+n+" IS NOT NULL LIMIT 1")
	if err != nil || len(rows) == 0 {
		return "text", nil, err
	}
	switch first = rows[0][0]; first.(type) {
	case int64:
		return "integer", first, nil
	case float64:
		return "real", first, nil
	}
	return "text", first, nil
}

// value makes the value of the column from what the vault has.
func (c *column) value(v any) any {
	if s, ok := v.(string); ok && c.of.Path != "" {
		v = inJSON(s, strings.Split(c.of.Path, "."))
	}
	switch {
	case v == nil:
		return nil
	case c.of.YearOf != "":
		if s := fmt.Sprint(v); isYear.MatchString(s) {
			return yearOf(s[:4])
		}
		return nil
	case c.of.BandsOf != "":
		above := slices.IndexFunc(c.of.Edges, func(edge float64) bool { return toFloat(v) < edge })
		if above < 0 {
			above = len(c.of.Edges)
		}
		return c.of.Labels[above]
	case c.of.Type == "real":
		return toFloat(v)
	case c.of.Type == "integer":
		if x, ok := v.(int64); ok {
			return x
		}
		if x := toFloat(v); math.Abs(x) < 9e18 {
			return int64(x)
		}
		return nil
	}
	return v
}

var (
	isYear = regexp.MustCompile(`^\d{4}`)
	number = regexp.MustCompile(`^\s*[-+]?\d+(\.\d+)?`)
)

// toFloat is the value of a number, or of the one that a text begins with; NaN is NULL.
func toFloat(v any) float64 {
	switch x := v.(type) {
	case int64:
		return float64(x)
	case float64:
		return x
	case string:
		n, _ := strconv.ParseFloat(strings.TrimSpace(number.FindString(x)), 64)
		return n
	}
	return math.NaN()
}

// inJSON returns the text at a path in JSON, nil if there is none.
func inJSON(text string, steps []string) any {
	for _, step := range steps {
		var object map[string]json.RawMessage
		if json.Unmarshal([]byte(text), &object) != nil || object[step] == nil {
			return nil
		}
		text = string(object[step])
	}
	var s string
	switch {
	case text == "null":
		return nil
	case json.Unmarshal([]byte(text), &s) == nil:
		return s
	}
	return text
}

// quoteTable quotes the name of a table of the operator, which may have a
// schema: crm.customers.
func quoteTable(s string) string {
	parts := strings.Split(s, ".")
	for i, p := range parts {
		parts[i] = quoteName(p)
	}
	return strings.Join(parts, ".")
}

func quoteName(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
func quoteText(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
