package safesql

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// guard finds groups from which one condition removes a few clients. Between
// head and tail there is room for a condition.
type guard struct {
	head, tail string
	keys       []int // the groups it returns

	// What to ask instead for these groups: the conditions as they would be if
	// that one were not there. If nil the groups are withheld. A guard of
	// several conditions returns, after the groups, which of them rows fail, a
	// bit for each; for others that is 0.
	instead map[int64][]cond
	several bool

	few map[string]int64 // what findFew found
}

// key tells to which of the guard's groups a row of the block belongs.
func (g *guard) key(row []any) string {
	part := make([]any, len(g.keys))
	for i, k := range g.keys {
		part[i] = row[k]
	}
	return rowKey(part)
}

// guards prints, for each filter, which groups would have 1 to k-1 more
// clients without it, and the same for the joins with what is outside.
func (s *selection) guards() []guard {
	var out []guard
	all := make([]int, len(s.groups))
	for i := range all {
		all[i] = i
	}
	var filters []int
	for i := range s.conds {
		if s.conds[i].kind != filterCond {
			continue // what joins is not left out
		}
		for _, loose := range s.conds[i].loose {
			instead := slices.Clone(s.conds)
			instead[i] = cond{sql: loose, kind: filterCond}
			out = append(out, s.guardInstead(all, instead, "("+loose+" IS TRUE) <> ("+s.conds[i].sql+" IS TRUE)", i))
		}
		filters = append(filters, i)
	}
	switch len(filters) {
	case 0:
	case 1:
		i := filters[0]
		out = append(out, s.guardInstead(all, slices.Delete(slices.Clone(s.conds), i, i+1), s.conds[i].sql+" IS NOT TRUE", i))
	default:
		out = append(out, s.guardFailing(all, filters))
	}
	if m := s.marker(); m != "" {
		var inside []int
		for i, g := range s.groups {
			if !g.outside {
				inside = append(inside, i)
			}
		}
		out = append(out, s.guard(inside, s.outerFrom(), s.where(linkCond, filterCond)+" AND "+m+" IS NULL"))
	}
	if slices.ContainsFunc(s.groups, func(g group) bool { return g.computed }) {
		out = append(out, s.remainder())
	}
	return out
}

// guardInstead prints a guard over the rows that all conditions but some let
// pass, and that differ: those of the groups in which they are of 1 to k-1
// clients are asked for instead.
func (s *selection) guardInstead(keys []int, instead []cond, differ string, without ...int) guard {
	where := []string{s.where(linkCond, outsideCond, outsideOnly)}
	for j, c := range s.conds {
		if c.kind == filterCond && !slices.Contains(without, j) {
			where = append(where, c.sql)
		}
	}
	g := s.guard(keys, s.fromSQL(), strings.Join(append(where, differ), " AND "))
	g.instead = map[int64][]cond{0: instead}
	return g
}

// guardFailing prints one guard for each of the filters and each two and three
// of them: how many clients of a group have rows that fail just these.
func (s *selection) guardFailing(all, filters []int) guard {
	g := guard{keys: all, instead: map[int64][]cond{}, several: true}
	var sum, masks []string
	for n, i := range filters {
		sum = append(sum, fmt.Sprintf("CASE WHEN %s THEN 0 ELSE %d END", s.conds[i].sql, 1<<n))
	}
	for mask := range int64(1) << len(filters) {
		if n := bits.OnesCount64(uint64(mask)); n < 1 || n > 3 {
			continue
		}
		masks = append(masks, strconv.FormatInt(mask, 10))
		g.instead[mask] = []cond{}
		for i, c := range s.conds {
			if n := slices.Index(filters, i); n < 0 || mask&(1<<n) == 0 {
				g.instead[mask] = append(g.instead[mask], c)
			}
		}
	}
	cols := append(s.groupColumns(), s.key()+" AS k", strings.Join(sum, " + ")+" AS failing")
	names := append(s.groupNames(), "failing")
	g.head = s.withSQL() + "SELECT " + strings.Join(names, ", ") + ", COUNT(DISTINCT k) FROM (SELECT " + strings.Join(cols, ", ") + " FROM " + s.fromSQL() + " WHERE " + s.where(linkCond, outsideCond, outsideOnly)
	g.tail = ") AS _g WHERE failing IN (" + strings.Join(masks, ", ") + ") GROUP BY " + strings.Join(names, ", ")
	return g
}

// findFew returns the groups, and which conditions are to be left out, where
// that adds 1 to k-1 clients: none of them alone adds any. The rows are those
// of the guard.
func (g *guard) findFew(rows [][]any) map[string]int64 {
	counts, keys := map[string]map[int64]float64{}, len(g.keys)
	out := map[string]int64{}
	for _, row := range rows {
		key := rowKey(row[:keys])
		if !g.several {
			out[key] = 0
			continue
		}
		if counts[key] == nil {
			counts[key] = map[int64]float64{}
		}
		counts[key][int64(toFloat(row[keys]))] = toFloat(row[keys+1])
	}
	for key, of := range counts {
		masks := slices.Sorted(maps.Keys(of))
		if i := slices.IndexFunc(masks, func(mask int64) bool {
			isPart := func(part int64) bool { return part != mask && part&^mask == 0 }
			return of[mask] < minGroup && !slices.ContainsFunc(masks, isPart)
		}); i >= 0 {
			out[key] = masks[i]
		}
	}
	return out
}

// remainder prints whether all groups that are too small have 1 to k-1 clients
// together. A statement that makes up its groups can make one of all clients
// but these.
func (s *selection) remainder() guard {
	count := s.clientCount()
	return guard{
		head: s.withSQL() + "SELECT SUM(n) FROM (" + s.rows(count+" AS n"),
		tail: " GROUP BY " + strings.Join(s.groupSQL(), ", ") + fmt.Sprintf(" HAVING %s < %d) AS _g HAVING SUM(n) BETWEEN 1 AND %d", count, minClients, minGroup-1),
	}
}

// clientCount prints how many clients a group of rows has.
func (s *selection) clientCount() string {
	if s.single() {
		return "COUNT(*)"
	}
	return "COUNT(DISTINCT " + s.key() + ")"
}

func (s *selection) guard(keys []int, from, where string) guard {
	if len(keys) == 0 { // the engine may stop at the k-th client
		return guard{
			head: s.withSQL() + "SELECT COUNT(*) FROM (SELECT DISTINCT " + s.key() + " FROM " + from + " WHERE " + where,
			tail: fmt.Sprintf(" LIMIT %d) AS _g HAVING COUNT(*) BETWEEN 1 AND %d", minGroup, minGroup-1),
		}
	}
	var cols, groups []string
	for _, k := range keys {
		cols = append(cols, fmt.Sprintf("%s AS g%d", s.groups[k].sql, k+1))
		groups = append(groups, s.groups[k].sql)
	}
	return guard{
		keys: keys,
		head: s.withSQL() + "SELECT " + strings.Join(cols, ", ") + " FROM " + from + " WHERE " + where,
		tail: " GROUP BY " + strings.Join(groups, ", ") + fmt.Sprintf(" HAVING %s BETWEEN 1 AND %d", s.clientCount(), minGroup-1),
	}
}

// among prints a condition for a guard, that a group is one of the rows: the
// others need not be looked at. It is empty if there are many.
func (s *selection) among(g guard, rows [][]any) string {
	const many = 100
	var sql strings.Builder
	for _, k := range g.keys {
		values := map[string]bool{}
		for _, row := range rows {
			x, err := newConstant(row[k])
			if err != nil {
				return ""
			}
			if values[x.sql] = true; len(values) > many {
				return ""
			}
		}
		if values["NULL"] {
			continue
		}
		sql.WriteString(" AND " + s.groups[k].sql + " IN (" + strings.Join(slices.Sorted(maps.Keys(values)), ", ") + ")")
	}
	return sql.String()
}
