package config

import (
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // an image from scratch has no time zones

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
)

const (
	prefix  = "MAITRE_"
	fileKey = "config" // the one setting that the file cannot hold
)

// row is one setting. Its kind is the type of its field.
type row struct {
	topic   string // opens a heading in docs/configuration.md; on the first row under it
	key     string // in the file; flag and environment names follow from it
	field   func(*Config) any
	std     string // the default; a setting that has one cannot be emptied
	help    string // one line; a word in `back quotes` names the flag's value
	aliases []string
	oneOf   []string
	check   func(text string) error
}

// table is the one list of settings.
var table = readTable()

//go:embed settings.txt
var settings string

// checks are those that settings.txt names.
var checks = map[string]func(text string) error{
	"Currency": checkCurrency, "DB": checkDB, "Directory": checkDirectory, "Hosts": checkHosts, "Listen": checkListen, "Origins": checkOrigins, "TTL": checkTTL, "URL": checkURL, "Zone": checkZone,
}

func readTable() (all []row) {
	known := strings.NewReplacer(
		"{providers}", strings.Join(providers, ", "), "{embedders}", strings.Join(embedders, ", "),
		"{pt}", texts.In(lang.Portuguese).House.Opening, "{en}", texts.In(lang.English).House.Opening, "{es}", texts.In(lang.Spanish).House.Opening,
	)
	topic := ""
	for name, value := range wordfile.Entries(settings) {
		if name == "topic" {
			topic = value
			continue
		}
		if name == "setting" {
			all = append(all, row{topic: topic, key: value})
			topic = ""
			continue
		}
		switch r := &all[len(all)-1]; name {
		case "field":
			r.field = fieldAt(value)
		case "default":
			r.std = known.Replace(value)
		case "also":
			r.aliases = wordfile.List(value)
		case "one of":
			r.oneOf = wordfile.List(value)
		case "check":
			if r.check = checks[value]; r.check == nil {
				panic("settings.txt: there is no check " + value)
			}
		case "help":
			r.help = known.Replace(value)
		}
	}
	return all
}

// fieldAt returns what finds a field of a Config by its path, such as "Log.Level".
func fieldAt(path string) func(*Config) any {
	return func(c *Config) any {
		v := reflect.ValueOf(c).Elem()
		for name := range strings.SplitSeq(path, ".") {
			v = v.FieldByName(name)
		}
		return v.Addr().Interface()
	}
}

var errEmpty = errors.New("is empty; give it a value or leave it out")

// set reads text into the row's field of c.
func (r row) set(c *Config, text string) error {
	if text == "" && r.std != "" {
		return errEmpty
	}
	if text == "" {
		return nil
	}
	if r.oneOf != nil {
		text = strings.ToLower(text)
		if !slices.Contains(r.oneOf, text) {
			return fmt.Errorf("%q is unknown; write one of %s", text, strings.Join(r.oneOf, ", "))
		}
	}
	if r.check != nil {
		if err := r.check(text); err != nil {
			return err
		}
	}
	var err error
	switch field := r.field(c).(type) {
	case *string:
		*field = text
	case *[]string:
		*field = list(text)
	case *Secret:
		*field, err = parseSecret(text)
	case *Address:
		*field = Address(text)
	case *int:
		*field, err = parseCount(text)
	case *time.Duration:
		*field, err = parseDuration(text)
	case *llm.USD:
		*field, err = parseDollars(text)
	case *[]Model:
		*field, err = ParseModels(text)
	case *Model:
		*field, err = parseEmbedder(text)
	case *slog.Level:
		err = field.UnmarshalText([]byte(text))
	default:
		panic(fmt.Sprintf("config: %s fills a field of a kind that set does not know", r.key))
	}
	return err
}

// shown returns text, which set has read, fit to be shown.
func (r row) shown(c *Config, text string) string {
	switch field := r.field(c).(type) {
	case *Secret:
		return field.String()
	case *Address:
		return field.String()
	}
	return text
}

// maxRetries is generous: after ten tries a guest has long given up.
const maxRetries = 10

func parseCount(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxRetries {
		return 0, fmt.Errorf("%q is not a number of times; write a whole number from 0 to %d", text, maxRetries)
	}
	return n, nil
}

// maxDays is a century: more is a slip of the finger, and far more overflows.
const maxDays = 36_500

// parseDuration also knows days, which have 24 hours: 30d.
func parseDuration(text string) (time.Duration, error) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil && n <= maxDays {
			return time.Duration(n) * 24 * time.Hour, nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, fmt.Errorf("%q is not a duration; write one such as 60s, 1m30s or 30d", text)
	}
	return d, nil
}

// checkTTL refuses zero, by which nobody could mean the same.
func checkTTL(text string) error {
	if d, err := parseDuration(text); err != nil || d > 0 {
		return err
	}
	return fmt.Errorf("%q is no time at all; write a duration such as 30d", text)
}

// maxDollars is where an amount must be a slip of the finger. It also keeps
// every sum of costs far from the limits of llm.USD.
const maxDollars = 1e6

func parseDollars(text string) (llm.USD, error) {
	d, err := strconv.ParseFloat(text, 64)
	// Less than a millionth would be rounded to zero, which is no cap at all.
	if err != nil || !isPrice(d) || d > 0 && d < 1e-6 {
		return 0, fmt.Errorf("%q is not an amount of dollars; write a number such as 0.50, or 0 for no cap", text)
	}
	return llm.Dollars(d), nil
}

// isPrice reports whether d can be an amount of dollars: NaN cannot.
func isPrice(d float64) bool { return d >= 0 && d <= maxDollars }

func checkZone(text string) error {
	if _, err := time.LoadLocation(text); err != nil {
		return fmt.Errorf("%q is no time zone; write an IANA name such as America/Sao_Paulo or Europe/Lisbon", text)
	}
	return nil
}

func checkCurrency(text string) error {
	if len(text) != 3 || strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return fmt.Errorf("%q is not the code of a currency; write one such as BRL, USD or EUR", text)
	}
	return nil
}

func checkDirectory(text string) error {
	info, err := os.Stat(text)
	if err == nil && info.IsDir() {
		return nil
	}
	if err == nil {
		return fmt.Errorf("%q is a file; name the directory it is in", text)
	}
	return fmt.Errorf("directory %q does not exist; create it or leave the setting out", text)
}

// list reads values that are separated by commas.
func list(text string) []string { return wordfile.List(strings.ToLower(text)) }

func checkListen(text string) error {
	_, port, err := net.SplitHostPort(text)
	if n, perr := strconv.Atoi(port); err != nil || perr != nil || n < 0 || n > 65535 {
		return fmt.Errorf("%q is no host:port; write one such as 127.0.0.1:8080", text)
	}
	return nil
}

func checkHosts(text string) error {
	for _, name := range list(text) {
		if strings.ContainsAny(name, ":/ *@") {
			return fmt.Errorf("%q is no name of a host; write one such as maitre.example.com, without scheme and port", name)
		}
	}
	return nil
}

func checkOrigins(text string) error {
	for _, origin := range list(text) {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || origin != u.Scheme+"://"+u.Host {
			return fmt.Errorf("%q is no origin; write one such as https://example.com, without a path", origin)
		}
	}
	return nil
}
