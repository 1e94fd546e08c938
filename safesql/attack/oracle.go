package attack

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/safesql"
)

// Oracle knows what a client must not see: every value in the rows of others
// that is neither in the client's own rows, nor public, nor a dimension that
// the policy shows of everybody.
type Oracle struct {
	vault  safesql.Vault
	client string
	tables map[string]string   // canary, in lower case: the table it is from
	begin  map[string][]string // the long ones, by how they begin
}

const (
	short = 4 // bytes; a value that is shorter is no canary
	long  = 8 // from here on a canary is found inside words and numbers too

	maxRows = 20_000 // of a table
)

// NewOracle reads what is hidden from the client. The vault must not be one
// that a gate was opened with: such a vault does not show what is hidden. Of a
// large table it reads a part.
func NewOracle(ctx context.Context, v safesql.Vault, p *safesql.Policy, client string) (*Oracle, error) {
	o := &Oracle{vault: v, client: client, tables: map[string]string{}, begin: map[string][]string{}}
	owners := map[string]string{p.Clients.Table: p.Clients.Key} // columns that say whose a row is, by table
	for _, r := range slices.Concat(p.Own, p.Population) {
		owners[r.Table] = r.Client
	}
	var visible []string
	for _, table := range slices.Sorted(maps.Keys(owners)) {
		hidden, err := o.rows(ctx, table, owners[table], "<>")
		if err != nil {
			return nil, fmt.Errorf("reading the rows of others in %s: %w", table, err)
		}
		for _, value := range hidden {
			o.add(value, table)
		}
		own, err := o.rows(ctx, table, owners[table], "=")
		if err != nil {
			return nil, fmt.Errorf("reading the client's rows in %s: %w", table, err)
		}
		visible = append(visible, own...)
	}
	for _, r := range slices.Concat(p.Public, p.Population) {
		for _, c := range r.Columns {
			if c.Use != "dimension" || c.BandsOf != "" || c.YearOf != "" {
				continue
			}
			shown, err := o.dimension(ctx, p, r, c)
			if err != nil {
				return nil, fmt.Errorf("reading what everybody may see: %w", err)
			}
			visible = append(visible, shown...)
		}
	}
	for _, value := range visible {
		for _, c := range append(o.all(value), o.all(hex.EncodeToString([]byte(value)))...) {
			delete(o.tables, c)
		}
	}
	return o, nil
}

// Len is how many values are looked for.
func (o *Oracle) Len() int { return len(o.tables) }

// rows returns what is in the rows of a table, past the gate: those whose owner is ("="), or
// is not ("<>"), the client.
func (o *Oracle) rows(ctx context.Context, table, owner, is string) ([]string, error) {
	return o.texts(ctx, fmt.Sprintf("SELECT * FROM %s AS t WHERE CAST(t.%s AS text) %s $1 LIMIT %d", quoteTable(table), quote(owner), is, maxRows), o.client)
}

// dimension returns the values of a column, or of what is at its path.
func (o *Oracle) dimension(ctx context.Context, p *safesql.Policy, r safesql.Relation, c safesql.Column) ([]string, error) {
	table, column := r.Table, c.Column
	if c.Client != "" {
		table, column = p.Clients.Table, c.Client
	}
	all, err := o.texts(ctx, fmt.Sprintf("SELECT DISTINCT CAST(%s AS text) FROM %s LIMIT %d", quote(column), quoteTable(table), maxRows))
	for i, value := range all {
		if c.Path != "" {
			all[i] = follow(value, strings.Split(c.Path, "."))
		}
	}
	return all, err
}

// texts returns all texts and long numbers that a statement finds.
func (o *Oracle) texts(ctx context.Context, sql string, args ...any) (all []string, err error) {
	rows, err := safesql.Rows(ctx, o.vault, sql, args...)
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
	s, _ := v.(string)
	return s
}

// quoteTable quotes a name that may have a schema: crm.customers.
func quoteTable(name string) string { return strings.ReplaceAll(quote(name), ".", `"."`) }
func quote(name string) string      { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// add takes up a value that is distinctive. What is inside JSON counts on its
// own.
func (o *Oracle) add(value, table string) {
	if inside, ok := insideJSON(value); ok {
		for _, s := range inside {
			o.add(s, table)
		}
		return
	}
	if value = strings.TrimSpace(value); !distinctive(value) {
		return
	}
	forms := []string{strings.ToLower(value)}
	if len(value) >= long {
		forms = append(forms, hex.EncodeToString([]byte(value)))
	}
	for _, c := range forms {
		if _, ok := o.tables[c]; ok {
			continue
		}
		o.tables[c] = table
		if len(c) >= long {
			o.begin[c[:long]] = append(o.begin[c[:long]], c)
		}
	}
}

// find returns the table of a canary in one of the texts. What the statement
// holds itself is an echo.
func (o *Oracle) find(texts []string, sql string) (table string) {
	var echo []string
	for _, s := range texts {
		found := o.all(s)
		if len(found) > 0 && echo == nil {
			echo = append(o.all(sql), "")
		}
		for _, c := range found {
			if !slices.Contains(echo, c) {
				return o.tables[c]
			}
		}
	}
	return ""
}

// all returns the canaries in a text.
func (o *Oracle) all(text string) (found []string) {
	text = strings.ToLower(text)
	for i := range len(text) {
		if i+long <= len(text) {
			for _, c := range o.begin[text[i:i+long]] {
				if _, ok := o.tables[c]; ok && strings.HasPrefix(text[i:], c) {
					found = append(found, c)
				}
			}
		}
		for n := short; n < long && i+n <= len(text); n++ {
			if _, ok := o.tables[text[i:i+n]]; ok && alone(text, i, i+n) {
				found = append(found, text[i:i+n])
			}
		}
	}
	return found
}

// alone reports whether text[i:j] is not part of a longer word or number.
func alone(text string, i, j int) bool {
	part := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '_' }
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	after, _ := utf8.DecodeRuneInString(text[j:])
	return !part(before) && !part(after)
}

// distinctive reports whether a value that turns up in an answer must be that
// value: not a word, a count, a price, a month or a date.
func distinctive(s string) bool {
	letters, digits, others := 0, 0, 0
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		default:
			others++
		}
	}
	switch {
	case letters == 0 && others == 0:
		return digits > short // 92101
	case letters == 0:
		return digits > long // (619) 555-0123, 2025-03-14 19:42:00
	case digits == 0:
		return others > 0 && len(s) >= long // Bar do João
	}
	return len(s) >= short // C002
}

// insideJSON returns the texts and long numbers in a JSON object or list, and whether the text is one.
func insideJSON(text string) (out []string, ok bool) {
	var v any
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") || json.Unmarshal([]byte(text), &v) != nil {
		return nil, false
	}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case float64:
			if s := fmt.Sprintf("%.0f", v); len(s) >= long {
				out = append(out, s)
			}
		case []any:
			for _, x := range v {
				walk(x)
			}
		case map[string]any:
			for _, x := range v {
				walk(x)
			}
		}
	}
	walk(v)
	return out, true
}
