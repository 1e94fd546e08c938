package brewery

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/outside/webclient"
	"github.com/maitre-dev/maitre/lang"
)

// ErrQuery is that of a query which no finder can answer. What is said with it
// has none of the query's words.
var ErrQuery = errors.New("brewery query")

// Clean returns the query as finders want it: texts on one line, State and
// Country under the names that are stored, the country that a known state is
// in, and a Limit. The error is an ErrQuery.
func (q Query) Clean() (Query, error) {
	q.City, q.Name = webclient.Line(q.City, 80), webclient.Line(q.Name, maxName)
	q.State, q.Country = webclient.Line(q.State, 80), webclient.Line(q.Country, 80)
	if e, ok := exonyms[key(q.City)]; ok {
		q.City = e
	}
	q.State, q.Country = located(q.State, q.Country)
	if n := utf8.RuneCountInString(q.State); n > 0 && n < 3 {
		return q, fmt.Errorf("%w: that is no state's code", ErrQuery)
	}
	if q.Type != "" {
		t := knownType(q.Type)
		if t == "" {
			return q, fmt.Errorf("%w: the type is none of %s", ErrQuery, strings.Join(types, ", "))
		}
		q.Type = t
	}
	if q.Near != nil && !q.Near.valid() {
		return q, fmt.Errorf("%w: the coordinates are not on Earth", ErrQuery)
	}
	if q.City+q.State+q.Country+q.Type+q.Name == "" && q.Near == nil {
		return q, fmt.Errorf("%w: it asks for nothing", ErrQuery)
	}
	for _, text := range []string{q.City, q.State, q.Country, q.Name} {
		if text != "" && key(text) == "" {
			return q, fmt.Errorf("%w: a text has neither letters nor digits", ErrQuery)
		}
	}
	if q.Limit <= 0 || q.Limit > MaxFound {
		q.Limit = MaxFound
	}
	return q, nil
}

// Fits reports whether b is what a clean query asks for.
func (q Query) Fits(b Brewery) bool { return q.want().fits(index(b)) }

// entry is a brewery with its place in the form in which places are compared.
type entry struct {
	Brewery
	city, state, country, text string
}

func index(b Brewery) *entry {
	state, country := located(b.State, b.Country)
	return &entry{b, cityKey(b.City), key(state), key(country), lang.Fold(b.Name)}
}

// wanted is a query in the same form.
type wanted struct {
	entry
	brand string
}

func (q Query) want() wanted {
	w := wanted{entry: entry{Brewery{Type: q.Type}, cityKey(q.City), key(q.State), key(q.Country), lang.Fold(q.Name)}}
	if q.Name != "" {
		w.brand = parse(q.Name, q.City, q.State).key
	}
	return w
}

func (w wanted) fits(e *entry) bool {
	switch {
	case w.Type != "" && w.Type != e.Type,
		w.city != "" && w.city != e.city,
		w.state != "" && w.state != e.state,
		w.country != "" && w.country != e.country:
		return false
	}
	return w.text == "" || strings.Contains(" "+e.text, " "+w.text) || w.brand == parse(e.Name, e.City, e.State).key
}
