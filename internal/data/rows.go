package data

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/table"
	"github.com/maitre-dev/maitre/lang"
)

// OfRows makes a table of what a database returned.
func OfRows(ctx context.Context, columns []string, rows [][]any) (*table.Table, error) {
	records := [][]string{columns}
	types := map[string]table.Kind{}
	for _, row := range rows {
		record := make([]string, len(row))
		for i, v := range row {
			switch v := v.(type) {
			case nil:
			case int64:
				record[i], types[columns[i]] = strconv.FormatInt(v, 10), table.Number
			case float64:
				record[i], types[columns[i]] = plainNumber(strconv.FormatFloat(v, 'f', -1, 64)), table.Number
			default:
				record[i] = fmt.Sprint(v)
			}
		}
		records = append(records, record)
	}
	return ofRecords(ctx, records, types)
}

// plainNumber writes a number so that its point is not taken for one between
// thousands.
func plainNumber(s string) string {
	if _, decimals, ok := strings.Cut(s, "."); ok && len(decimals) == 3 {
		return s + "0"
	}
	return s
}

func ofRecords(ctx context.Context, records [][]string, types map[string]table.Kind) (*table.Table, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.WriteAll(records); err != nil {
		return nil, err
	}
	return table.Read(ctx, bytes.NewReader(b.Bytes()), table.Options{Separator: ',', Header: table.WithHeader, Types: types})
}

// Only is a condition on rows: a column whose value is the text, or, of dates,
// begins with it: "2025", "2025-03". "-03" is March of every year.
type Only struct {
	Column string `json:"column"`
	Value  string `json:"value"`
}

// holding returns the rows of a table for which all conditions hold, of several
// on one column any of them. There may be none: then the table is nil.
func holding(ctx context.Context, t *table.Table, only []Only) (*table.Table, error) {
	columns := t.Columns()
	header := make([]string, len(columns))
	types := map[string]table.Kind{}
	for i, c := range columns {
		header[i], types[c.Name] = c.Name, c.Kind
	}
	records := [][]string{header}
	for i := range t.Kept {
		row := t.Row(i)
		if allHold(only, columns, row) {
			records = append(records, written(columns, row))
		}
	}
	if len(records) == 1 {
		return nil, nil
	}
	part, err := ofRecords(ctx, records, types)
	if err == nil && t.Approximate {
		part.Approximate = true
	}
	return part, err
}

func allHold(only []Only, columns []table.Column, row []string) bool {
	return !slices.ContainsFunc(only, func(o Only) bool {
		return !slices.ContainsFunc(only, func(other Only) bool { return other.Column == o.Column && other.holds(columns, row) })
	})
}

func (o Only) holds(columns []table.Column, row []string) bool {
	i := slices.IndexFunc(columns, func(c table.Column) bool { return c.Name == o.Column })
	if i < 0 {
		return false
	}
	if columns[i].Kind == table.Date {
		if strings.HasPrefix(o.Value, "-") {
			return len(row[i]) > len("2006") && strings.HasPrefix(row[i][len("2006"):], o.Value)
		}
		return strings.HasPrefix(row[i], o.Value)
	}
	return row[i] == o.Value || lang.Fold(row[i]) == lang.Fold(o.Value) && lang.Fold(o.Value) != ""
}

// written puts a row so that it is read as what it was.
func written(columns []table.Column, row []string) []string {
	for i, c := range columns {
		if c.Kind != table.Number || row[i] == "" {
			continue
		}
		row[i] = plainNumber(row[i])
		if c.Unit == "%" {
			row[i] += c.Unit
		} else {
			row[i] = c.Unit + row[i]
		}
	}
	return row
}
