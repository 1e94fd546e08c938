package customer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/lang"
)

// client is a row of clients.
type client struct{ id, name, city, state, postal string }

// self finds the caller, if they ask for themselves: by their id, or for nobody in particular.
func (s *Search) self(ctx context.Context, db DB, id string, who Lookup) (*client, error) {
	if s.Reason = NotSignedIn; id == "" {
		return nil, nil
	}
	method, asked := BySession, plain(who.ClientID)
	if asked != "" || plain(who.PostalCode+who.Name) != "" {
		method = ByClientID
	}
	s.Tried = append(s.Tried, method)
	if s.Reason = NotYours; method == ByClientID && asked != plain(id) {
		return nil, nil
	}
	own, err := clients(ctx, db, "client_id = $1", id)
	return s.one(own, method), err
}

// anyone finds whom the operator asks for: by id, else by postal code and name.
func (s *Search) anyone(ctx context.Context, db DB, who Lookup) (*client, error) {
	const longest = 200 // a longer id, code or name is nobody's
	short := func(text string) bool { return text != "" && len(text) <= longest }
	s.Reason = Incomplete
	if short(plain(who.ClientID)) {
		s.Tried = append(s.Tried, ByClientID)
		fit, err := byID(ctx, db, who.ClientID)
		if c := s.one(fit, ByClientID); c != nil || err != nil {
			return c, err
		}
	}
	if !short(plain(who.PostalCode)) || !short(lang.Fold(who.Name)) {
		return nil, nil
	}
	s.Tried = append(s.Tried, ByPostalCode)
	fit, match, err := byPostal(ctx, db, plain(who.PostalCode), lang.Fold(who.Name))
	c := s.one(fit, ByPostalCode)
	if c != nil {
		s.Match = match
	}
	return c, err
}

// one returns a client if they are the only one who fits.
func (s *Search) one(fit []client, method string) *client {
	switch len(fit) {
	case 0:
		s.Reason = NoMatch
	case 1:
		s.Status, s.Method, s.Reason = Found, method, ""
		return &fit[0]
	default:
		s.Reason = Ambiguous
	}
	return nil
}

// byID asks for the id as it is written, which an index answers, before it
// looks at all of them for one that is written otherwise.
func byID(ctx context.Context, db DB, id string) ([]client, error) {
	if id = strings.TrimSpace(id); utf8.ValidString(id) && !strings.Contains(id, "\x00") { // PostgreSQL refuses those
		found, err := clients(ctx, db, "client_id = $1", id)
		if err != nil || len(found) > 0 {
			return found, err
		}
	}
	return clients(ctx, db, plainSQL("client_id")+" = $1", plain(id))
}

// byPostal returns the clients at a postal code whose name is the one asked for, without regard to
// accents, capitals and spaces; if there is none, those whose name has the words that were typed.
func byPostal(ctx context.Context, db DB, code, typed string) (fit []client, match string, err error) {
	near, err := clients(ctx, db, "SUBSTR("+plainSQL("postal_code")+", 1, 5) = $1", fmt.Sprintf("%.5s", code))
	if err != nil {
		return nil, "", err
	}
	near = slices.DeleteFunc(near, func(c client) bool { return !samePostal(code, plain(c.postal)) })
	fit = slices.DeleteFunc(slices.Clone(near), func(c client) bool { return plain(lang.Fold(c.name)) != plain(typed) })
	if len(fit) > 0 {
		return fit, "exact", nil
	}
	return slices.DeleteFunc(near, func(c client) bool { return !within(strings.Fields(typed), strings.Fields(lang.Fold(c.name))) }), "partial", nil
}

// within reports whether all words are in a name, one of them long enough to mean something: "do"
// alone is nobody's name.
func within(words, name []string) bool {
	const meaningful = 3
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(name, w) }) &&
		slices.ContainsFunc(words, func(w string) bool { return len(w) >= meaningful })
}

// clients returns those for whom a condition holds.
func clients(ctx context.Context, db DB, condition, arg string) (all []client, err error) {
	rows, err := db.Query(ctx, `SELECT client_id, client_name, city, state, postal_code FROM clients WHERE `+condition, arg)
	for _, row := range rows {
		if len(row) != 5 {
			return nil, fmt.Errorf("a row has %d columns", len(row))
		}
		all = append(all, client{text(row[0]), text(row[1]), text(row[2]), text(row[3]), text(row[4])})
	}
	return all, err
}

// plain returns the letters and digits of an id or a postal code, in capitals:
// 01310-100 is 01310100.
func plain(code string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, code))
}

// plainSQL writes, as an expression of SQL on a column, the normalisation that plain does to a
// string.
func plainSQL(column string) string {
	column = "CAST(" + column + " AS text)" // ids may be numbers
	for _, c := range []string{"-", " ", ".", "_", "/"} {
		column = "REPLACE(" + column + ", '" + c + "', '')"
	}
	return "UPPER(" + column + ")"
}

const zip, zip4 = 5, 9 // digits: 92101, 92101-4321

// samePostal forgives the last four digits of a ZIP+4, on either side.
func samePostal(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a != "" && (a == b || len(a) == zip && len(b) == zip4 && strings.HasPrefix(b, a))
}
