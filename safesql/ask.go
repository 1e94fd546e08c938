package safesql

import (
	"fmt"
	"slices"
	"strings"
)

// forgetFew takes values out of conditions that choose several of a column of
// clients: those that too few of the clients have that the rest of the filter
// leaves. With and without them the answer is the same then.
func (s *selection) forgetFew() error {
	b := *s.block
	var err error
	if b.conds, err = s.withoutFew(b.conds); err != nil {
		return err
	}
	s.block = &b
	for i := range s.aggregates {
		a := &s.aggregates[i]
		if a.conds, err = s.withoutFew(a.conds); err != nil {
			return err
		}
	}
	return nil
}

func (s *selection) withoutFew(conds []cond) ([]cond, error) {
	conds = slices.Clone(conds)
	for i, c := range conds {
		if c.choice == "" {
			continue
		}
		rows, err := s.gw.gate.vault.Query(s.gw.ctx, s.withSQL()+s.rows(c.choice)+" AND "+c.sql+
			" GROUP BY "+c.choice+fmt.Sprintf(" HAVING %s < %d", s.clientCount(), minClients), nil)
		if err != nil {
			return nil, err
		}
		var few []string
		for _, row := range rows {
			if x, err := newConstant(row[0]); err == nil && row[0] != nil {
				few = append(few, x.sql)
			}
		}
		if len(few) > 0 {
			conds[i].sql = "(" + c.sql + " AND " + c.choice + " NOT IN (" + strings.Join(few, ", ") + "))"
		}
	}
	return conds, nil
}

const maxAsked = 8 // times that one block is asked, with conditions left out

// askInstead asks with other conditions. What it returns is by group.
func (s *selection) askInstead(conds []cond, asked *int) (map[string][]any, error) {
	b, o := *s.block, *s
	b.conds, o.block = conds, &b
	return o.askByGroup(asked)
}

// askLooser asks without the condition of an aggregate that leaves out a few
// clients: that of a number of [aggregate.complements].
func (s *selection) askLooser(i, complement int, asked *int) (map[string][]any, error) {
	o := *s
	o.aggregates = slices.Clone(s.aggregates)
	a := &o.aggregates[i]
	switch c := complement - 1; {
	case c < 0:
		a.conds = nil
	case c < len(a.conds):
		a.conds = slices.Delete(slices.Clone(a.conds), c, c+1)
	}
	if a.fn == shareOf && (complement == 0 || complement > len(s.aggregates[i].conds)) {
		a.arg = "1 = 1"
	}
	return o.askByGroup(asked)
}

func (s *selection) askByGroup(asked *int) (map[string][]any, error) {
	rows, err := s.ask(s.statements(), asked)
	out := map[string][]any{}
	for _, row := range rows {
		out[rowKey(row[:len(s.groups)])] = row
	}
	return out, err
}

// fewLeftOut returns which complement of an aggregate has a few clients, or -1.
// If the aggregate itself has too few, nothing is to be known of it.
func fewLeftOut(n []float64) int {
	if n[clients] < minClients {
		return -1
	}
	return slices.IndexFunc(n[fixedNumbers:], func(left float64) bool { return left > 0 && left < minGroup })
}

// ask runs the statements and returns what may be known, in order of the
// groups. A condition that makes a difference of 1 to k-1 clients to a group
// is not applied to it, so that it is answered as if there were none of them.
func (s *selection) ask(st *statements, asked *int) ([][]any, error) {
	if *asked++; *asked > maxAsked {
		return nil, nil
	}
	gw, n := s.gw, len(s.groups)
	query := func(sql string, args ...any) ([][]any, error) { return gw.gate.vault.Query(gw.ctx, sql, args) }
	raw, err := query(st.main, gw.gate.noise.clientKey)
	if err != nil || len(raw) == 0 {
		return nil, err
	}
	guards := slices.Clone(st.guards)
	for i, g := range guards {
		rows, err := query(g.head + s.among(g, raw) + g.tail)
		if err != nil {
			return nil, err
		}
		guards[i].few = g.findFew(rows)
	}
	distinct := make([]map[string]float64, len(st.distinct))
	for i, sql := range st.distinct {
		if sql == "" {
			continue
		}
		rows, err := query(sql)
		if err != nil {
			return nil, err
		}
		distinct[i] = map[string]float64{}
		for _, row := range rows {
			distinct[i][rowKey(row[:n])] = toFloat(row[n])
		}
	}
	var out [][]any
	other := map[[2]int64]map[string][]any{} // by guard, and what fails
	looser := map[[2]int]map[string][]any{}  // by aggregate and complement
	for _, row := range raw {
		known := make([]any, 0, n+len(s.aggregates))
		for i, g := range s.groups {
			known = append(known, g.value(row[i]))
		}
		if slices.Contains(known, any(rare)) {
			continue
		}
		if i := slices.IndexFunc(guards, func(g guard) bool { _, few := g.few[g.key(row)]; return few }); i >= 0 {
			g := guards[i]
			at := [2]int64{int64(i), g.few[g.key(row)]}
			instead, ok := g.instead[at[1]]
			if !ok {
				continue
			}
			if other[at] == nil {
				if other[at], err = s.askInstead(instead, asked); err != nil {
					return nil, err
				}
			}
			if row, ok := other[at][rowKey(known)]; ok {
				out = append(out, row)
			}
			continue
		}
		at := n + 1
		for i := range s.aggregates {
			a := &s.aggregates[i]
			end := at + fixedNumbers + len(a.complements())
			v := gw.gate.noise.release(a, floats(row[at:end]), distinct[i][rowKey(row[:n])])
			if few := fewLeftOut(floats(row[at:end])); few >= 0 {
				c := [2]int{i, few}
				if looser[c] == nil {
					if looser[c], err = s.askLooser(i, few, asked); err != nil {
						return nil, err
					}
				}
				if row, ok := looser[c][rowKey(known[:n])]; ok {
					v = row[n+i]
				}
			}
			known = append(known, v)
			at = end
		}
		if n > 0 && len(s.aggregates) > 0 && allNil(known[n:]) { // there is nothing to tell, and NULL would sort first
			continue
		}
		if len(known) == 0 {
			known = []any{int64(1)}
		}
		out = append(out, known)
	}
	slices.SortFunc(out, func(a, b []any) int { return compareRows(a[:n], b[:n]) })
	return out, nil
}

func allNil(l []any) bool { return !slices.ContainsFunc(l, func(v any) bool { return v != nil }) }
