package data

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// What a statement of a model's may take, and how much of what it finds is told and kept.
const (
	sqlTimeout = 5 * time.Second
	sqlTold    = 60
	sqlKept    = 200
)

// askSQL answers with a statement that whoever decides has written: it reads the rows of one
// table, and nothing else is there. What it finds can be drawn.
func (s *Statistician) askSQL(ctx context.Context, in askDataIn) (askDataOut, error) {
	sc := scene.From(ctx)
	from, _, err := s.asksAbout(ctx, in)
	if err != nil {
		return askDataOut{}, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, sqlTimeout, fmt.Errorf("the statement takes longer than %v", sqlTimeout))
	defer cancel()
	columns, rows, err := from.Table.Query(ctx, strings.TrimSuffix(strings.TrimSpace(in.SQL), ";"), sqlKept)
	if err != nil {
		return askDataOut{}, fmt.Errorf("%w; the relation is data, its columns are %s", err, strings.Join(some(columnNames(from.Table)), ", "))
	}
	out := from.facts(sc.Language)
	out.Result = append(out.Result, ui.Clean(strings.Join(columns, " | ")))
	for _, row := range rows[:min(len(rows), sqlTold)] {
		cells := make([]string, len(row))
		for i, v := range row {
			cells[i] = cellOf(v)
		}
		out.Result = append(out.Result, ui.Clean(strings.Join(cells, " | ")))
	}
	switch {
	case len(rows) == 0:
		out.Notes = append(out.Notes, "no row")
	case len(rows) > sqlTold:
		out.Notes = append(out.Notes, fmt.Sprintf("%d of %d rows, or more", sqlTold, len(rows)))
	}
	found := Finding{columns: columns, rows: rows}
	if err := keep(sc, from, question.Plan{About: from.Name, Do: question.Summary}, found); err != nil {
		return out, err
	}
	return out, sc.Save(figuresNote, scene.Figures{Title: cmp.Or(in.Question, from.Name), Columns: columns, Rows: rows})
}

// cellOf writes a value: a number with at most two decimals.
func cellOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "-"
	case float64:
		return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
	case string:
		if len(v) > 120 {
			v = strings.ToValidUTF8(v[:120], "") + "…"
		}
		return v
	}
	return fmt.Sprint(v)
}
