package data

import (
	"cmp"
	"context"
	"math"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/figures/question"
	"github.com/maitre-dev/maitre/internal/figures/table"
)

// What a summary in a few lines tells of a column of texts.
const (
	manyLeads  = 3   // columns whose first is named
	plainLead  = 0.8 // of the whole: a first that has more is no news
	someMonths = 6   // fewer have no trend
)

// brief sums a table up in as many lines as the plan asks for, or in fewer if there is less
// to tell: the total, the best month, the trend, what leads in columns of texts, the mean
// mark.
func (c *computation) brief(ctx context.Context, v *question.Vocabulary) error {
	lines := c.plan.Top
	p := question.Plan{About: c.plan.About, Where: c.plan.Where, When: c.plan.When, Measure: v.Money(), Stat: question.Sum}
	if p.Measure == "" {
		p.Stat = question.Count
	}
	said, rows, err := c.answer(ctx, v, p)
	if err != nil || len(rows) == 0 {
		return err
	}
	whole := number(rows[0])
	facts := []string{said}
	if p.Measure != "" {
		count := p
		count.Measure, count.Stat = "", question.Count
		if _, rows, err = c.answer(ctx, v, count); err != nil {
			return err
		}
		facts[0] = strings.TrimSuffix(said, ".") + "; " + v.Answer(count, []string{"rows"}, rows, c.w.Language, "").Cell(0, rows[0][0]) + "."
	}
	if v.Dated() {
		ends := p
		ends.Measure, ends.Stat, ends.More = "day", question.Min, []question.Figure{{Measure: "day", Stat: question.Max}}
		if said, _, err = c.answer(ctx, v, ends); err != nil {
			return err
		}
		facts[0] += " " + said
		months := p
		months.By = []string{"month"}
		if _, rows, err = c.answer(ctx, v, months); err != nil {
			return err
		}
		if lead, _, err := c.lead(ctx, v, p, "month", whole); err != nil {
			return err
		} else if len(rows) > 1 {
			facts = append(facts, lead)
		}
		if months.Then = question.Slope; len(rows) >= someMonths {
			_, rows, err := c.answer(ctx, v, months)
			if err != nil {
				return err
			}
			way := c.w.Data.Rising
			by := number(rows[0])
			if by < 0 {
				way = c.w.Data.Falling
			}
			facts = append(facts, c.line(way, v.Answer(p, nil, nil, c.w.Language, "").Name(cmp.Or(p.Measure, "rows")), c.number(math.Round(math.Abs(by)*100)/100)))
		}
	}
	leads := 0
	for _, x := range c.t.Columns() {
		d, err := c.t.Distribution(x.Name)
		if err != nil || x.Kind != table.Text || leads == manyLeads || d.Distinct < 2 || d.Distinct > c.t.Kept/2 {
			continue
		}
		lead, share, err := c.lead(ctx, v, p, x.Name, whole)
		if err != nil {
			return err
		}
		if lead != "" && share <= plainLead {
			facts = append(facts, lead)
			leads++
		}
	}
	if mark := v.Mark(); mark != "" {
		p.Measure, p.Stat = mark, question.Mean
		if said, _, err = c.answer(ctx, v, p); err != nil {
			return err
		}
		facts = append(facts, said)
	}
	lines = min(lines, len(facts))
	for i := range lines {
		c.tell(strings.Join(facts[i*len(facts)/lines:(i+1)*len(facts)/lines], " "))
	}
	return nil
}

// lead says which group of a field has the most, and its share of the whole.
func (c *computation) lead(ctx context.Context, v *question.Vocabulary, p question.Plan, field string, whole float64) (said string, share float64, err error) {
	p.By, p.Order, p.Top = []string{field}, question.Desc, 1
	_, rows, err := c.answer(ctx, v, p)
	if err != nil || len(rows) == 0 || whole <= 0 {
		return "", 0, err
	}
	a := v.Answer(p, []string{field, cmp.Or(p.Measure, "rows")}, rows, c.w.Language, "")
	if share = number(rows[0]) / whole; share > 1 {
		return "", 0, nil
	}
	return c.line(c.w.Data.Lead, a.Name(field), a.Cell(0, rows[0][0]), a.Cell(1, rows[0][1]), c.percent(share)), share, nil
}

// answer runs a plan, and says what it came to.
func (c *computation) answer(ctx context.Context, v *question.Vocabulary, p question.Plan) (string, [][]any, error) {
	sql, err := v.Write(p, time.Now())
	if err != nil {
		return "", nil, err
	}
	columns, rows, err := c.t.Query(ctx, sql, maxRows)
	return v.Answer(p, columns, rows, c.w.Language, "").Text(), rows, err
}

// number is the last value of a row, or 0.
func number(row []any) float64 {
	switch n := row[len(row)-1].(type) {
	case int64:
		return float64(n)
	case float64:
		return n
	}
	return 0
}
