package config

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const mask = "****"

// Secret is a key. However it is printed, encoded or logged it shows a mask,
// except from an unexported field, where fmt cannot ask it.
type Secret string

// Reveal returns the key itself.
func (s Secret) Reveal() string { return string(s) }

// String returns a mask, or "" when there is no secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return mask
}

// Format writes String for every verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// MarshalText keeps JSON, slog and other encodings from the key.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

func parseSecret(text string) (Secret, error) {
	// A header could not carry it, and the error would come late and elsewhere.
	if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", errors.New("holds a space or a character that keys do not have; copy the key again")
	}
	return Secret(text), nil
}

// Address is a path or a URL. Printed, encoded or logged it shows neither user
// nor password, with the exception that Secret makes.
type Address string

// Reveal returns the address with all that is in it.
func (a Address) Reveal() string { return string(a) }

// passwordIn finds a password in a URL's query or in a list of key=value.
var passwordIn = regexp.MustCompile(`(?i)((?:^|[?&\s])\w*(?:pass|key|token|secret)\w*\s*=\s*)('[^']*'|[^&\s]+)`)

// String returns the address with a mask in place of user and password.
func (a Address) String() string {
	text := string(a)
	if scheme, user, rest, ok := a.split(); ok && user != "" {
		text = scheme + "://" + mask + "@" + rest
	}
	return passwordIn.ReplaceAllString(text, "${1}"+mask)
}

// Format writes String for every verb.
func (a Address) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, a.String()) }

// MarshalText keeps JSON, slog and other encodings from the password.
func (a Address) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// split takes a URL apart without parsing it: url.Parse refuses the very
// passwords that need hiding most. Everything before the last @ is the user.
func (a Address) split() (scheme, user, rest string, isURL bool) {
	scheme, rest, isURL = strings.Cut(string(a), "://")
	if at := strings.LastIndex(rest, "@"); isURL && at >= 0 {
		user, rest = rest[:at], rest[at+1:]
	}
	return scheme, user, rest, isURL
}

// passwords returns what String hides, as written and as meant.
func (a Address) passwords() []string {
	var all []string
	if _, user, _, _ := a.split(); user != "" {
		_, password, _ := strings.Cut(user, ":")
		all = append(all, password)
	}
	for _, found := range passwordIn.FindAllStringSubmatch(string(a), -1) {
		all = append(all, strings.Trim(found[2], "'"))
	}
	for _, password := range slices.Clone(all) {
		if meant, err := url.PathUnescape(password); err == nil {
			all = append(all, meant)
		}
	}
	return all
}

func checkDB(text string) error {
	a := Address(text)
	scheme, _, _, isURL := a.split()
	if !isURL && a.String() == text {
		return nil // a path
	}
	if _, err := url.Parse(text); err != nil || scheme != "postgres" && scheme != "postgresql" {
		return fmt.Errorf("%q is neither a path nor a PostgreSQL address; write postgres://user:password@host/database, with %%40 for @ and %%2F for / in the password", a.String())
	}
	return nil
}

// Log says what is logged and how.
type Log struct {
	Level  slog.Level
	Format string // text or json
}

// Logger returns a logger that writes lines to w. Should a configured secret
// get into a message, a key or a value, the line shows a mask instead: callers
// keep secrets out of logs, and this is for the day one forgets.
func (c *Config) Logger(w io.Writer) *slog.Logger {
	w, options := striker{w, hider(c.Secrets())}, &slog.HandlerOptions{Level: c.Log.Level}
	if c.Log.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

// striker writes lines without secrets. A handler writes each line at once.
type striker struct {
	w    io.Writer
	hide *strings.Replacer
}

// Write implements io.Writer.
func (s striker) Write(line []byte) (int, error) {
	_, err := s.hide.WriteString(s.w, string(line))
	return len(line), err
}

// hider masks secrets, the first listed first: as they are, quoted once or twice, and as bytes are in JSON.
func hider(secrets []string) *strings.Replacer {
	quote := func(s string) string { // as it stands within quotes
		q := strconv.Quote(s)
		return q[1 : len(q)-1]
	}
	var pairs []string
	for _, s := range secrets {
		for _, form := range []string{s, quote(s), quote(quote(s)), base64.StdEncoding.EncodeToString([]byte(s))} {
			pairs = append(pairs, form, mask)
		}
	}
	return strings.NewReplacer(pairs...)
}
