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

// finder looks for one client, and notes how.
type finder struct {
	db     DB
	search *Search
}

// found notes by which method a client was found.
func (f finder) found(c client, method, match string) *client {
	f.search.Status, f.search.Method, f.search.Match, f.search.Reason = Found, method, match, ""
	return &c
}

// self finds the caller, if they ask for themselves: by their id, or for nobody in particular.
func (f finder) self(ctx context.Context, id string, who Lookup) (*client, error) {
	if f.search.Reason = NotSignedIn; id == "" {
		return nil, nil
	}
	method, asked := BySession, plain(who.ClientID)
	if asked != "" || plain(who.PostalCode+who.Name) != "" {
		method = ByClientID
	}
	f.search.Tried = append(f.search.Tried, method)
	if f.search.Reason = NotYours; method == ByClientID && asked != plain(id) {
		return nil, nil
	}
	own, err := f.clients(ctx, "client_id = $1", id)
	if f.search.Reason = NoMatch; err != nil || len(own) != 1 {
		return nil, err
	}
	return f.found(own[0], method, ""), nil
}

// The longest id, postal code or name that is looked at. A longer one is no
// one's.
const longest = 200

// anyone finds whom the operator asks for.
func (f finder) anyone(ctx context.Context, who Lookup) (*client, error) {
	short := func(s string) bool { return s != "" && len(s) <= longest }
	f.search.Reason = Incomplete
	if short(plain(who.ClientID)) {
		fit, err := f.byID(ctx, who.ClientID)
		if c := f.one(fit, ByClientID, ""); c != nil || err != nil {
			return c, err
		}
	}
	if short(plain(who.PostalCode)) && short(lang.Fold(who.Name)) {
		fit, match, err := f.byPostal(ctx, who)
		if err != nil {
			return nil, err
		}
		return f.one(fit, ByPostalCode, match), nil
	}
	return nil, nil
}

// one returns a client if they are the only one who fits.
func (f finder) one(fit []client, method, match string) *client {
	f.search.Tried = append(f.search.Tried, method)
	switch len(fit) {
	case 0:
		f.search.Reason = NoMatch
	case 1:
		return f.found(fit[0], method, match)
	default:
		f.search.Reason = Ambiguous
	}
	return nil
}

// byID asks for the id as it is written, which an index answers, before it
// looks at all of them for one that is written otherwise.
func (f finder) byID(ctx context.Context, id string) ([]client, error) {
	if id = strings.TrimSpace(id); utf8.ValidString(id) && !strings.Contains(id, "\x00") { // PostgreSQL refuses those
		found, err := f.clients(ctx, "client_id = $1", id)
		if err != nil || len(found) > 0 {
			return found, err
		}
	}
	return f.clients(ctx, plainSQL("client_id")+" = $1", plain(id))
}

// byPostal returns the clients at a postal code whose name is the one asked for, without regard to
// accents, capitals and spaces; if there is none, those whose name has the words that were typed.
func (f finder) byPostal(ctx context.Context, who Lookup) ([]client, string, error) {
	code, typed := plain(who.PostalCode), lang.Fold(who.Name)
	near, err := f.clients(ctx, "SUBSTR("+plainSQL("postal_code")+", 1, 5) = $1", fmt.Sprintf("%.5s", code))
	if err != nil {
		return nil, "", err
	}
	near = slices.DeleteFunc(near, func(c client) bool { return !samePostal(code, plain(c.postal)) })
	exact := slices.DeleteFunc(slices.Clone(near), func(c client) bool { return plain(lang.Fold(c.name)) != plain(typed) })
	if len(exact) > 0 {
		return exact, "exact", nil
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
func (f finder) clients(ctx context.Context, condition, arg string) ([]client, error) {
	rows, err := f.db.Query(ctx, `SELECT client_id, client_name, city, state, postal_code FROM clients WHERE `+condition, arg)
	if err != nil {
		return nil, err
	}
	var all []client
	for _, row := range rows {
		if len(row) != 5 {
			return nil, fmt.Errorf("a row has %d columns", len(row))
		}
		all = append(all, client{text(row[0]), text(row[1]), text(row[2]), text(row[3]), text(row[4])})
	}
	return all, nil
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
