package customer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/lang"
)

// client is a row of clients.
type client struct{ id, name, city, state, postal string }

// finder looks for one client, and notes how.
type finder struct {
	db     DB
	search Search
}

// find returns nil if there is no such client, with the reason in f.search.
func (f *finder) find(ctx context.Context, as Caller, who Lookup) (*client, error) {
	if as.Operator && (as.ClientID == "" || !who.blank()) {
		return f.anyone(ctx, who)
	}
	return f.self(ctx, as.ClientID, who)
}

func (l Lookup) blank() bool { return strings.TrimSpace(l.ClientID+l.PostalCode+l.Name) == "" }

// The longest id, postal code or name that is looked at. A longer one is no
// one's.
const longest = 200

// methods of a lookup that it has the fields for, in order.
func (l Lookup) methods() (all []string) {
	short := func(s string) bool { return s != "" && len(s) <= longest }
	if short(plain(l.ClientID)) {
		all = append(all, ByClientID)
	}
	if short(plain(l.PostalCode)) && short(lang.Fold(l.Name)) {
		all = append(all, ByPostalCode)
	}
	return all
}

// self finds the caller, if they are whom they ask for.
func (f *finder) self(ctx context.Context, id string, who Lookup) (*client, error) {
	if id == "" {
		f.search.Reason = NotSignedIn
		return nil, nil
	}
	methods := who.methods()
	switch {
	case who.blank():
		methods = []string{BySession}
	case len(methods) == 0:
		f.search.Reason = Incomplete
		return nil, nil
	}
	found, err := f.clients(ctx, "client_id = $1", id)
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		f.search.Reason = NoMatch
		return nil, nil
	}
	own := found[0]
	for _, method := range methods {
		f.search.Tried = append(f.search.Tried, method)
		match := exact
		switch method {
		case ByClientID:
			match = exactIf(plain(who.ClientID) == plain(own.id))
		case ByPostalCode:
			if match = compare(who.Name, own.name); !samePostal(who.PostalCode, own.postal) {
				match = different
			}
		}
		if match != different {
			return f.found(own, method, match), nil
		}
	}
	f.search.Reason = NotYours
	return nil, nil
}

// anyone finds whom the operator asks for.
func (f *finder) anyone(ctx context.Context, who Lookup) (*client, error) {
	f.search.Reason = Incomplete
	for _, method := range who.methods() {
		f.search.Tried = append(f.search.Tried, method)
		var fit []client
		var match match
		var err error
		if method == ByClientID {
			fit, err = f.byID(ctx, who.ClientID)
			match = exact
		} else {
			fit, match, err = f.byPostal(ctx, who)
		}
		switch {
		case err != nil:
			return nil, err
		case len(fit) == 1:
			return f.found(fit[0], method, match), nil
		case len(fit) > 1:
			f.search.Reason = Ambiguous
		default:
			f.search.Reason = NoMatch
		}
	}
	return nil, nil
}

func (f *finder) found(c client, method string, m match) *client {
	f.search.Status, f.search.Method, f.search.Reason = Found, method, ""
	if method == ByPostalCode {
		f.search.Match = m.String()
	}
	return &c
}

// plainSQL is what plain does, of a column.
func plainSQL(column string) string {
	column = "CAST(" + column + " AS text)" // ids may be numbers
	for _, c := range []string{"-", " ", ".", "_", "/"} {
		column = "REPLACE(" + column + ", '" + c + "', '')"
	}
	return "UPPER(" + column + ")"
}

// byID asks for the id as it is written, which an index answers, before it
// looks at all of them for one that is written otherwise.
func (f *finder) byID(ctx context.Context, id string) ([]client, error) {
	if id = strings.TrimSpace(id); utf8.ValidString(id) && !strings.Contains(id, "\x00") { // PostgreSQL refuses those
		found, err := f.clients(ctx, "client_id = $1", id)
		if err != nil || len(found) > 0 {
			return found, err
		}
	}
	return f.clients(ctx, plainSQL("client_id")+" = $1", plain(id))
}

// byPostal returns the clients at a postal code whose name is the one asked
// for; if there is none, those whose name could be meant.
func (f *finder) byPostal(ctx context.Context, who Lookup) ([]client, match, error) {
	code := plain(who.PostalCode)
	near, err := f.clients(ctx, "SUBSTR("+plainSQL("postal_code")+", 1, 5) = $1", fmt.Sprintf("%.5s", code))
	if err != nil {
		return nil, different, err
	}
	for _, wanted := range []match{exact, partial} {
		fit := slices.DeleteFunc(slices.Clone(near), func(c client) bool {
			return !samePostal(code, c.postal) || compare(who.Name, c.name) != wanted
		})
		if len(fit) > 0 {
			return fit, wanted, nil
		}
	}
	return nil, different, nil
}

// clients returns those for whom a condition holds.
func (f *finder) clients(ctx context.Context, condition, arg string) ([]client, error) {
	query := `SELECT client_id, client_name, city, state, postal_code FROM clients WHERE ` + condition
	rows, err := f.db.Query(ctx, query, arg)
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
