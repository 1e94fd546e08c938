package eval

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
)

// shown is how many disagreements a person is shown; JSON has them all.
const shown = 20

// WriteText writes the report for a person.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s · %d lines of %s\n", r.Task, r.Lines, r.Set)
	for _, bad := range r.Bad {
		fmt.Fprintf(&b, "line %d left out: %s\n", bad.Line, bad.Error)
	}
	b.WriteByte('\n')
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	var fields []string
	for _, s := range r.Models {
		fields = append(fields, slices.Collect(maps.Keys(s.Fields))...)
	}
	slices.Sort(fields)
	fields = slices.Compact(fields)
	fmt.Fprintf(tw, "model\toverall\t%s\tfell back\terrors\tp50 ms\tp95 ms\ttokens in/out\tcost\n", strings.Join(fields, "\t"))
	for _, s := range r.Models {
		fmt.Fprintf(tw, "%s\t%.3f\t", s.Model, s.Overall)
		for _, f := range fields {
			fmt.Fprintf(tw, "%.3f\t", s.Fields[f])
		}
		cost := "unknown"
		if s.Cost != nil {
			cost = fmt.Sprintf("$%.4f", *s.Cost)
		}
		fmt.Fprintf(tw, "%d\t%d\t%.1f\t%.1f\t%d/%d\t%s\n", s.FellBack, s.Errors, s.P50, s.P95, s.Usage.Input+s.Usage.CacheRead+s.Usage.CacheWrite, s.Usage.Output, cost)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for _, s := range r.Models {
		if s.Why != "" {
			fmt.Fprintf(&b, "%s did not decide %d lines, the last because: %s\n", s.Model, s.FellBack, cut(s.Why))
		}
	}
	if n := len(r.Disagreements); n > 0 {
		fmt.Fprintf(&b, "\n%d lines on which a model was wrong", n)
		if n > shown {
			fmt.Fprintf(&b, ", the first %d (--json has all)", shown)
		}
		b.WriteString(":\n")
	}
	for _, d := range r.Disagreements[:min(shown, len(r.Disagreements))] {
		fmt.Fprintf(&b, "%s  in %s\n    want  %s\n", d.ID, cut(string(d.In)), cut(string(d.Want)))
		for _, s := range r.Models {
			a := d.Got[s.Model]
			switch {
			case a.Error != "":
				fmt.Fprintf(&b, "    %s  error: %s\n", s.Model, cut(a.Error))
			case len(a.Wrong) > 0:
				fmt.Fprintf(&b, "    %s  %s  (wrong: %s)\n", s.Model, cut(string(a.Out)), strings.Join(a.Wrong, ", "))
			default:
				fmt.Fprintf(&b, "    %s  right\n", s.Model)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func cut(s string) string {
	if r := []rune(s); len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return s
}
