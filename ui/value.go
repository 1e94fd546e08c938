package ui

import (
	"errors"
	"net/url"
	"strings"
	"time"
)

// Date is a day of the calendar, written 2006-01-02. Days compare as strings.
type Date string

// DateOf returns the day that t is on, in t's own time zone.
func DateOf(t time.Time) Date { return Date(t.Format(time.DateOnly)) }

// UnmarshalText refuses what is no day, such as 2026-02-30.
func (d *Date) UnmarshalText(text []byte) error {
	if _, err := time.Parse(time.DateOnly, string(text)); err != nil {
		return errors.New("a date must be a day written like 2006-01-02")
	}
	*d = Date(text)
	return nil
}

// maxURL is how long a URL may be: what every browser opens.
const maxURL = 2048

// URL is an https address that is safe to make a link of. Make one of an
// address from elsewhere with [ParseURL], and leave the link out when it fails:
// [Kind.New] fails on a URL that keeps not to these rules.
type URL string

// ParseURL returns s, which people may have typed, as a URL: white space
// around it is dropped, and what must be escaped in a path is. An address
// of another scheme, with a user or a password in it, or with a host not
// in ASCII, fails.
func ParseURL(s string) (URL, error) {
	parsed, err := url.Parse(strings.TrimSpace(s))
	if err != nil {
		return "", errNoURL // err would quote s, and s may hold a password
	}
	u := URL(parsed.String())
	if err := u.check(); err != nil {
		return "", err
	}
	return u, nil
}

// UnmarshalText refuses what is no URL. It changes nothing in the others.
func (u *URL) UnmarshalText(text []byte) error {
	if err := URL(text).check(); err != nil {
		return err
	}
	*u = URL(text)
	return nil
}

var errNoURL = errors.New("it is no URL")

func (u URL) check() error {
	parsed, err := url.Parse(string(u))
	switch {
	case err != nil:
		return errNoURL
	case !strings.HasPrefix(string(u), "https://"):
		return errors.New("a URL must start with https://")
	case parsed.User != nil:
		return errors.New("a URL must name no user")
	case parsed.Hostname() == "":
		return errors.New("a URL must name a host")
	case len(u) > maxURL:
		return errors.New("a URL must be shorter")
	case strings.ContainsFunc(string(u), outsideURL), strings.ContainsFunc(parsed.Host, outsideURL):
		return errors.New("a URL must have its special characters escaped")
	default:
		return nil
	}
}

// outsideURL reports whether r stands in no URL as it is. Among others it keeps
// out a backslash, which browsers read as a slash, and so as another host.
func outsideURL(r rune) bool {
	return r <= ' ' || r >= 0x7f || strings.ContainsRune("<>\"\\^`{|}", r)
}

// Source says where the facts in props come from, in a word that clients know:
// "osm", "openbrewerydb". It is never empty.
type Source string

// Sample is the source of what the house made up, for clients to mark.
const Sample Source = "sample"
