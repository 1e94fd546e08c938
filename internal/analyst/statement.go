package analyst

import (
	"regexp"
	"strconv"
	"strings"
)

// statement is a SELECT in parts. Rows come from one relation, which has an
// alias; beers (b) and breweries (br) are joined where a part names them.
type statement struct {
	from   string // "my_purchases p"
	cols   []string
	where  []string
	group  []string
	having []string
	order  []string
	limit  int
	offset int
	single bool   // SELECT DISTINCT
	whole  string // the statement, if it is not of these parts
}

var (
	usesBeer    = regexp.MustCompile(`\bb\.`)
	usesBrewery = regexp.MustCompile(`\bbr\.`)
)

func (s *statement) String() string {
	if s.whole != "" {
		return s.whole
	}
	if _, _, of := strings.Cut(s.from, "all_"); of && !strings.Contains(s.from, "_by_") && !strings.Contains(s.from, "_total") {
		return s.published().String()
	}
	var b strings.Builder
	b.WriteString("SELECT ")
	if s.single {
		b.WriteString("DISTINCT ")
	}
	b.WriteString(strings.Join(s.cols, ", ") + " FROM " + s.from)
	var tail strings.Builder
	clause := func(word, glue string, parts []string) {
		if len(parts) > 0 {
			tail.WriteString(" " + word + " " + strings.Join(parts, glue))
		}
	}
	clause("WHERE", " AND ", s.where)
	clause("GROUP BY", ", ", s.group)
	clause("HAVING", " AND ", s.having)
	clause("ORDER BY", ", ", s.order)
	all := strings.Join(s.cols, " ") + tail.String()
	all = subqueries.ReplaceAllString(all, "")
	beer, brewery := usesBeer.MatchString(all), usesBrewery.MatchString(all)
	switch _, alias, _ := strings.Cut(s.from, " "); alias {
	case "p":
		if strings.HasPrefix(s.from, "all_") {
			break
		}
		if beer || brewery {
			b.WriteString(" JOIN beers b ON b.id = p.beer_id")
		}
		if brewery {
			b.WriteString(" JOIN breweries br ON br.id = b.brewery_id")
		}
	case "b":
		if brewery {
			b.WriteString(" JOIN breweries br ON br.id = b.brewery_id")
		}
	case "br":
		if beer {
			b.WriteString(" JOIN beers b ON b.brewery_id = br.id")
		}
	}
	b.WriteString(tail.String())
	if s.limit > 0 {
		b.WriteString(" LIMIT " + strconv.Itoa(s.limit))
	}
	if s.limit > 0 && s.offset > 0 {
		b.WriteString(" OFFSET " + strconv.Itoa(s.offset))
	}
	return b.String()
}

// subqueries have their own FROM: what they name is not joined for them.
var subqueries = regexp.MustCompile(`\(SELECT [^()]*\)`)

// quote makes a literal of a text.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }

func quotes(all []string) string {
	out := make([]string, len(all))
	for i, s := range all {
		out[i] = quote(s)
	}
	return strings.Join(out, ", ")
}

func number64(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
