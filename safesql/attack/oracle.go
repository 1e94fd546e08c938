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
	o := &Oracle{client: client, tables: map[string]string{}, begin: map[string][]string{}}
	s := source{v, client}
	owned := ownedTables(p)
	for _, table := range slices.Sorted(maps.Keys(owned)) {
		hidden, err := s.rows(ctx, table, owned[table], "<>")
		if err != nil {
			return nil, fmt.Errorf("reading the rows of others in %s: %w", table, err)
		}
		for _, value := range hidden {
			o.add(value, table)
		}
	}
	visible, err := s.visible(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("reading what the client may see: %w", err)
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

// add takes up a value that is distinctive. What is inside JSON counts on its
// own.
func (o *Oracle) add(value, table string) {
	if inside := insideJSON(value); inside != nil {
		for _, s := range inside {
			o.add(s, table)
		}
		return
	}
	value = strings.TrimSpace(value)
	if !distinctive(value) {
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

// insideJSON returns the texts and long numbers in a JSON object or list, nil
// if the text is none.
func insideJSON(text string) []string {
	var v any
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") || json.Unmarshal([]byte(text), &v) != nil {
		return nil
	}
	out := []string{}
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
	return out
}
