package data

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/figures/table"
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
	return table.Read(ctx, bytes.NewReader(b.Bytes()), table.Options{Separator: ',', Header: true, Types: types})
}
