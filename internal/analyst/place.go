package analyst

import (
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// choose tells which column a name is of that several have: what the noun
// before it says, or else the place, the style, the beer, the brewery.
func (q *question) choose(i int) string {
	order := []string{"state", "city", "style", "beer", "brewery"}
	if c := q.class(i - 1); c == "brewery" || c == "beer" || c == "city" || c == "state" {
		order = slices.Insert(order, 0, c)
	} else if q.class(i-2) == "city" || q.class(i-2) == "state" {
		order = slices.Insert(order, 0, q.class(i-2))
	}
	for _, c := range order {
		if slices.ContainsFunc(q.toks[i].values, func(x value) bool { return x.column == c }) {
			return c
		}
	}
	return ""
}

// place tells whose place the token at i is: the brewery's, the client's, or
// that of a trip.
func (q *question) place(i int) string {
	if n := len(q.filters); n > 0 && (q.class(i-1) == "value" || q.class(i-2) == "value" && joining[q.said(i-1)]) {
		// "Ohio e Oregon", "Portland, Oregon": as the first
		for _, end := range []string{"state", "city"} {
			if whose, ok := strings.CutSuffix(q.filters[n-1].column, end); ok {
				return whose
			}
		}
	}
	j := i - 1
	if q.class(j) == "state" || q.class(j) == "city" { // "na cidade Bend"
		j--
	} else if q.class(j-1) == "state" || q.class(j-1) == "city" { // "no estado de Ohio"
		j -= 2
	}
	noun := q.class(j - 1)
	if noun == "" {
		noun = q.class(j - 2)
	}
	client := noun == "client" || segments[noun] || noun == "everyone" || noun == "buyall"
	switch {
	case q.about == "trips" && client && q.all && (coming[q.said(j)] || q.class(j-1) != ""): // but not "clients travel to"
		return "client "
	case q.about == "trips":
		return "trip "
	case q.about == "clients":
		return "home "
	case q.about == "catalogue" || !q.all || q.class(i+1) == "brewery" || types[noun]:
		return "brewery "
	case client:
		return "client "
	case coming[q.said(j)] && (slices.Contains([]string{"beer", "brewery", "style", "value", "own"}, noun) || noun == "popular" && q.target == "brewery"):
		return "brewery "
	case noun == "brewery" && q.index("most", "popular", "best", "least", "unpopular", "favourite") > j:
		return "brewery " // "which breweries in Ohio sell most", but not "the best brewery in Ohio"
	}
	return "client "
}

var (
	joining = lang.Set("e ou or and vs versus y o")
	coming  = lang.Set("de do da from of del dos das") // before where something comes from
	placed  = lang.Set("em in para pra to en near at around no na")
)

// breweryPlace reports whether "city" and "state" are those of breweries:
// "estado das cervejarias".
func (q *question) breweryPlace() bool {
	i := q.index("city", "state")
	if i < 0 {
		return false
	}
	for j := i + 1; j <= i+2; j++ {
		if q.class(j) == "brewery" {
			return true
		}
	}
	return q.class(i-1) == "brewery" // "brewery state"
}

func (v *Vocabulary) state(code string) string {
	if s := v.states[code]; s != "" {
		return s
	}
	return code
}

// myState is the guest's state as the catalogue writes it; the table of clients
// has its code.
func (v *Vocabulary) myState() string {
	var b strings.Builder
	b.WriteString("(SELECT CASE state")
	var all []string
	for code := range v.states {
		all = append(all, code)
	}
	slices.Sort(all)
	for _, code := range all {
		b.WriteString(" WHEN " + quote(code) + " THEN " + quote(v.states[code]))
	}
	b.WriteString(" ELSE state END FROM my_profile)")
	return b.String()
}

// names finds out what names mean that the catalogue does not have as they are
// written: one of its names with a slip of the finger, a place, or a person.
func (q *question) names() {
	for i := 0; i < len(q.toks); i++ {
		t := &q.toks[i]
		if t.class != "" || !t.proper || len(t.text) < 3 {
			continue
		}
		end := i + 1
		for end < len(q.toks) && q.toks[end].class == "" && q.toks[end].proper {
			end++
		}
		var raw []string
		for _, u := range q.toks[i:end] {
			raw = append(raw, u.raw)
		}
		name := strings.Join(raw, " ")
		if x, ok := q.voc.near(lang.Fold(name)); ok {
			t.class, t.values = "value", x
		} else if before := q.said(i - 1); placed[before] {
			t.class, t.values = "value", []value{{"city", name}}
		} else if c := q.class(i - 2); c == "beer" || c == "brewery" || c == "style" || q.class(i-1) == "beer" || q.class(i-1) == "brewery" {
			q.unknown = true
		} else {
			q.stranger = true
		}
		if t.class == "value" {
			t.text = lang.Fold(name)
			q.toks = slices.Delete(q.toks, i+1, end)
		}
	}
}

// near returns the value whose name is a slip away from the words.
func (v *Vocabulary) near(said string) ([]value, bool) {
	if len(said) < 5 || len(said) > 40 {
		return nil, false
	}
	best, fewest := "", max(1, len(said)/6)+1
	for name := range v.values {
		if d := len(name) - len(said); d < -2 || d > 2 || len(name) < 5 {
			continue
		}
		if d := lang.Distance(said, name); d < fewest || d == fewest && best != "" && name < best {
			best, fewest = name, d
		}
	}
	return v.values[best], best != ""
}
