package config

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"reflect"
	"regexp"
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
	path    string // of its field in Config
	std     string // the default; a setting that has one cannot be emptied
	help    string // one line; a word in `back quotes` names the flag's value
	aliases []string
	oneOf   []string
	like    *regexp.Regexp // that each value meets
	but     string         // what is said of one that does not
}

// table is the one list of settings.
var table = readTable()

//go:embed settings.txt
var settings string

func readTable() (all []row) {
	known := strings.NewReplacer(
		"{providers}", strings.Join(providers, ", "), "{embedders}", strings.Join(embedders, ", "),
		"{pt}", texts.In(lang.Portuguese).House.Opening, "{en}", texts.In(lang.English).House.Opening, "{es}", texts.In(lang.Spanish).House.Opening,
	)
	topic := ""
	for name, value := range wordfile.Entries(settings) {
		value = known.Replace(value)
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
			r.path = value
		case "default":
			r.std = value
		case "also":
			r.aliases = wordfile.List(value)
		case "one of":
			r.oneOf = wordfile.List(value)
		case "like":
			r.like = regexp.MustCompile(value)
		case "else":
			r.but = value
		case "help":
			r.help = value
		}
	}
	return all
}

// rowOf returns the row of a key, or nil.
func rowOf(key string) *row {
	if i := slices.IndexFunc(table, func(r row) bool { return r.key == key }); i >= 0 {
		return &table[i]
	}
	return nil
}

// field returns a pointer to the row's field of c.
func (r row) field(c *Config) any {
	v := reflect.ValueOf(c).Elem()
	for name := range strings.SplitSeq(r.path, ".") {
		v = v.FieldByName(name)
	}
	return v.Addr().Interface()
}

// wants says what a value of the file must be.
func (r row) wants() (what string, number, list bool) {
	switch r.field(&Config{}).(type) {
	case *int, *llm.USD:
		return "a number", true, false
	case *[]string, *[]Model:
		return "text in quotes, or a list of such texts", false, true
	}
	return "text in quotes", false, false
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
	var err error
	values := []string{text}
	switch field := r.field(c).(type) {
	case *string:
		*field = text
	case *[]string:
		values = wordfile.List(strings.ToLower(text))
		*field = values
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
	return errors.Join(err, r.check(values))
}

// check refuses values that are not as settings.txt says, and what is not there.
func (r row) check(values []string) error {
	for _, v := range values {
		if r.like != nil && !r.like.MatchString(v) {
			return fmt.Errorf("%q %s", Address(v).String(), r.but)
		}
	}
	switch v := values[0]; r.key {
	case "db", "customers":
		return checkDB(v)
	case "house.timezone":
		if _, err := time.LoadLocation(v); err != nil {
			return fmt.Errorf("%q is no time zone; write an IANA name such as America/Sao_Paulo or Europe/Lisbon", v)
		}
	case "prompts":
		if info, err := os.Stat(v); err != nil || !info.IsDir() {
			return fmt.Errorf("directory %q does not exist; create it or leave the setting out", v)
		}
	}
	return nil
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

// Flags holds the settings given on the command line, by key.
type Flags map[string]string

// AddFlags adds a flag for every setting but secrets: other users of a machine
// can read its command lines. A flag that fs already has is left alone. The
// returned Flags are filled when fs parses; Load checks what they hold.
func AddFlags(fs *flag.FlagSet) Flags {
	flags := Flags{}
	for _, r := range table {
		if r.flag() == "" || fs.Lookup(r.flag()) != nil {
			continue
		}
		fs.Func(r.flag(), r.usage(), func(text string) error {
			flags[r.key] = text
			return nil
		})
	}
	return flags
}

// WriteHelp lists every setting for a reader at a terminal: flag, variables,
// what it is, default.
func WriteHelp(w io.Writer) error {
	var b strings.Builder
	for i, r := range table {
		if r.topic != "" && i > 0 {
			b.WriteString("\n")
		}
		if r.topic != "" {
			fmt.Fprintln(&b, r.topic)
		}
		names := r.env()
		if r.flag() != "" {
			names = append([]string{"--" + r.flag()}, names...)
		}
		fmt.Fprintf(&b, "  %s\n      %s\n", strings.Join(names, ", "), strings.ReplaceAll(r.usage(), "`", ""))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// usage is the row's help with its default, unless that is a long text.
func (r row) usage() string {
	const long = 40
	if r.std == "" || len(r.std) > long {
		return r.describe()
	}
	return r.describe() + " (default " + r.std + ")"
}

// describe is the row's help with what may be chosen.
func (r row) describe() string {
	if r.oneOf == nil {
		return r.help
	}
	return r.help + ": " + strings.Join(r.oneOf, ", ")
}

// flag returns the name of the row's flag without dashes, "" when it has none.
func (r row) flag() string {
	if _, secret := r.field(&Config{}).(*Secret); secret {
		return ""
	}
	return strings.NewReplacer(".", "-", "_", "-").Replace(r.key)
}

// env returns the names of the row's variables; the first that is set counts.
func (r row) env() []string {
	own := prefix + strings.ToUpper(strings.ReplaceAll(r.key, ".", "_"))
	return append([]string{own}, r.aliases...)
}
