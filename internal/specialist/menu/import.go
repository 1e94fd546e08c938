package menu

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/records"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Options are what a file need not say.
type Options struct {
	Restaurant string    // of items that name none; empty: the house
	Currency   string    // of prices that name none; empty: BRL
	Source     ui.Source // of every item; empty: "menu"
}

// A Problem is something in a file that a person should look at. An item with
// a problem that is no Warning is not read.
type Problem struct {
	Line    int    `json:"line"` // from 1
	Text    string `json:"text"`
	Warning bool   `json:"warning,omitempty"`
	Code    string `json:"code,omitempty"`   // what kind of problem it is, for a page to say in its language
	Column  string `json:"column,omitempty"` // of the cell, as [Columns] call it
	What    string `json:"what,omitempty"`   // the value, or the part of it, that is meant
}

func (p Problem) String() string {
	if p.Warning {
		return fmt.Sprintf("line %d: warning: %s", p.Line, p.Text)
	}
	return fmt.Sprintf("line %d: %s", p.Line, p.Text)
}

// How much is read: far more than a card, little enough for any machine.
const (
	maxBytes       = 64 << 20
	maxItems       = 50_000
	maxName        = 120 // characters, as the next
	maxDescription = 1000
	maxEntry       = 120 // of an ingredient or a tag
	maxEntries     = 60
	maxValue       = 4000 // what ui.Clean leaves whole
)

// Read reads a card by the name of its file: .json is a list of objects, a Menu of
// schema.org or Google's FoodMenus, .jsonl and .ndjson are objects one a line,
// everything else is a table with a header, whatever its separator. Columns may be
// named in Portuguese, English or Spanish. The problems are all that there are, in the
// order of the lines; the error is of what could not be read to its end.
func Read(r io.Reader, name string, opts Options) ([]Item, []Problem, error) {
	in := newReader(opts)
	in.table = isTable(name)
	limited := &io.LimitedReader{R: r, N: maxBytes + 1}
	all, err := open(limited, name)
	if err != nil {
		return nil, nil, fmt.Errorf("reading the card: %w", err)
	}
	for row := range all {
		switch {
		case errors.Is(row.Err, records.ErrRead):
			return in.items, in.problems, fmt.Errorf("reading the card: line %d: %w", row.Line, row.Err)
		case row.Err != nil:
			in.line = row.Line
			in.wrong("unreadable", "", "", "%v", row.Err)
		default:
			in.row(row)
		}
		if len(in.items) > maxItems || limited.N <= 0 {
			return nil, in.problems, fmt.Errorf("reading the card: more than %d items or %d MB", maxItems, maxBytes>>20)
		}
	}
	return in.items, in.all(), nil
}

func newReader(opts Options) *reader {
	return &reader{opts: opts, ids: map[string]int{}, warned: map[string]bool{}, seen: map[string]bool{}}
}

// isTable reports whether the first line of a file names its columns.
func isTable(name string) bool {
	return !slices.Contains([]string{".json", ".jsonld", ".jsonl", ".ndjson"}, strings.ToLower(path.Ext(name)))
}

// open returns the rows of a file by its name.
func open(r io.Reader, name string) (iter.Seq[records.Row], error) {
	if ext := strings.ToLower(path.Ext(name)); ext == ".json" || ext == ".jsonld" {
		return menus(r)
	}
	return records.Read(r, name), nil
}

// all returns the problems. That no column has the names is one, however many
// lines there are.
func (in *reader) all() []Problem {
	if !in.table || in.named || len(in.seen) == 0 {
		return in.problems
	}
	var columns []string
	for _, name := range slices.Sorted(maps.Keys(in.seen)) {
		columns = append(columns, fmt.Sprintf("%q", short(name)))
	}
	names := strings.Join(columns[:min(len(columns), 20)], ", ")
	first := Problem{Line: 1, Code: "names", What: ui.Clean(names), Text: ui.Clean("no column has the names of the dishes: call it name, nome or nombre; the columns are " + names)}
	return append([]Problem{first}, slices.DeleteFunc(in.problems, func(p Problem) bool { return p.Text == noName })...)
}

const noName = "the name is empty"

// reader collects what a file says.
type reader struct {
	opts     Options
	line     int
	failed   bool // the item of this line
	items    []Item
	problems []Problem
	ids      map[string]int // the line of each
	warned   map[string]bool
	table    bool            // its first line names the columns
	raw      bool            // values are only taken apart
	named    bool            // some column has the names
	seen     map[string]bool // columns, as they are called
}

// wrong says what is wrong in a column of the line, of which what is quoted.
func (in *reader) wrong(code, column, what, format string, args ...any) {
	in.failed = true
	in.problems = append(in.problems, Problem{Line: in.line, Code: code, Column: column, What: ui.Clean(short(what)), Text: ui.Clean(fmt.Sprintf(format, args...))})
}

// warn says something of a column or a value, once.
func (in *reader) warn(line int, code, of, format string, args ...any) {
	if !in.warned[of] {
		in.warned[of] = true
		in.problems = append(in.problems, Problem{Line: line, Warning: true, Code: code, What: ui.Clean(short(of)), Text: ui.Clean(fmt.Sprintf(format, args...))})
	}
}

func (in *reader) row(row records.Row) {
	in.line, in.failed = row.Line, false
	f := in.fields(row.Fields)
	it := Item{
		Restaurant:  in.text("restaurant", or(f["restaurant"], oneLine(in.opts.Restaurant)), maxName),
		Name:        in.text("name", cmp.Or(f["name"], f["name_pt"], f["name_en"], f["name_es"]), maxName),
		Description: in.text("description", cmp.Or(f["description"], f["description_pt"], f["description_en"], f["description_es"]), maxDescription),
		Ingredients: in.list("ingredients", f["ingredients"]),
		Tags:        in.list("tags", f["tags"]),
		Course:      in.course(f["course"]),
		Also:        in.list("also", f["also"]),
		Options:     in.options(f),
		Source:      or(in.opts.Source, "menu"),
		Translations: Translations{
			in.text("name_pt", f["name_pt"], maxName), in.text("name_en", f["name_en"], maxName), in.text("name_es", f["name_es"], maxName),
			in.text("description_pt", f["description_pt"], maxDescription), in.text("description_en", f["description_en"], maxDescription), in.text("description_es", f["description_es"], maxDescription),
		},
	}
	if it.Name == "" {
		in.wrong("empty", "name", "", noName)
	}
	it.Allergens, it.Nuts = in.allergens("allergens", f["allergens"])
	it.May, _ = in.allergens("may", f["may"])
	it.May = slices.DeleteFunc(it.May, func(a string) bool { return slices.Contains(it.Allergens, a) })
	it.None = f["allergens"] != "" && len(it.Allergens) == 0
	it.Unknown = len(it.Ingredients) == 0 && f["allergens"] == ""
	it.Inferred = infer(it)
	var err error
	if it.Price, err = parsePrice(f["price"], f["currency"], in.opts.Currency); err != nil {
		in.wrong("price", "price", f["price"], "price %q: %v", short(f["price"]), err)
	}
	if text := f["hours"]; text != "" && !always[lang.Fold(text)] {
		spans, err := parseHours(text)
		if err != nil {
			in.wrong("hours", "hours", text, "hours %q: %v", short(text), err)
		}
		it.Hours = hours(spans)
	}
	if pictureForm().MatchString(f["photo"]) {
		it.Picture = f["photo"]
	} else if f["photo"] != "" {
		if it.Photo, err = ui.ParseURL(f["photo"]); err != nil {
			in.wrong("photo", "photo", "", "photo: %v", err) // the address may hold a password
		}
	}
	it.ID = or(f["id"], madeID(it.Restaurant, it.Name))
	if it.Name == "" && f["id"] == "" { // said already
	} else if !idForm().MatchString(it.ID) {
		in.wrong("id", "id", it.ID, "id %q: use up to 100 letters without accents, digits and - _ . :", short(it.ID))
	} else if first, ok := in.ids[it.ID]; ok {
		in.wrong("twice", "id", it.ID, "id %q is on line %d and on line %d", it.ID, first, in.line)
	} else {
		in.ids[it.ID] = in.line
	}
	if !in.failed {
		in.items = append(in.items, it)
	}
}

var (
	idForm      = pattern.Of(`^[A-Za-z0-9][A-Za-z0-9_.:-]{0,99}$`)
	pictureForm = pattern.Of(`^[0-9a-f]{32}\.jpg$`)
	always      = map[string]bool{"sempre": true, "always": true, "siempre": true, "todo dia": true, "all day": true, "todo el dia": true}
)

func or[S ~string](a, b S) S {
	if a == "" {
		return b
	}
	return a
}

// short is a value for a problem to quote.
func short(s string) string {
	if utf8.RuneCountInString(s) > 40 {
		s = string([]rune(s)[:40]) + "…"
	}
	return s
}

var (
	//go:embed data/columns.txt
	columnsText string
	//go:embed data/sections.txt
	sectionsText string
)

// columns has what the columns are called, folded.
var columns = func() map[string]string {
	all := map[string]string{}
	for column, names := range wordfile.Lists(columnsText) {
		for _, name := range names {
			all[name] = strings.TrimPrefix(column, "none")
		}
	}
	return all
}()

// columnOf returns what a column is by what it is called: one of the names, or
// some of them with words that say nothing more, "Nome do prato", "Preço (R$)".
// Of two names the one that is not the dish's counts: "categoria do prato".
func columnOf(called string) (column string, ok bool) {
	folded := lang.Fold(called)
	if column, ok = columns[folded]; ok {
		return column, true
	}
	if i := strings.LastIndexByte(folded, ' '); i > 0 { // name_en, "descrição em inglês"
		if l := languages[folded[i+1:]]; l != "" {
			column, ok = columnOf(inLanguage.Replace(folded[:i] + " "))
			return column + "_" + l, ok && (column == "name" || column == "description")
		}
	}
	for w := range strings.FieldsSeq(folded) {
		c, known := columns[w]
		switch {
		case besideNames[w]:
		case !known || c == "" || ok && c != column && c != "name" && column != "name":
			return "", false
		case !ok || column == "name":
			column, ok = c, true
		}
	}
	return column, ok
}

var inLanguage = strings.NewReplacer(" em ", "", " en ", "", " in ", "")

// languages are what a column of translations may call its language, folded.
var languages = map[string]string{
	"pt": "pt", "br": "pt", "portugues": "pt", "portuguese": "pt", "en": "en", "ingles": "en", "english": "en",
	"es": "es", "espanhol": "es", "espanol": "es", "spanish": "es", "castellano": "es",
}

var besideNames = lang.Set("de do da dos das del of the em en in r rs brl reais principal principais principales main completo completa complete full curta short breve unitario unitaria unit venda venta sale final list publico")

// fields returns the values by what their columns are. A column that is called
// exactly so comes before one that is nearly.
func (in *reader) fields(row map[string]string) map[string]string {
	line := in.line
	if in.table {
		line = 1
	}
	f, from := map[string]string{}, map[string]string{}
	names := slices.SortedFunc(maps.Keys(row), func(a, b string) int {
		_, exactly := columns[lang.Fold(a)]
		_, too := columns[lang.Fold(b)]
		if exactly != too {
			return map[bool]int{true: -1, false: 1}[exactly]
		}
		return strings.Compare(a, b)
	})
	for _, name := range names {
		in.seen[name] = true
		column, ok := columnOf(name)
		in.named = in.named || strings.HasPrefix(column, "name")
		switch {
		case !ok:
			in.warn(line, "column", name, "column %q is not known and not read", short(name))
		case column == "":
		case from[column] != "":
			in.warn(line, "column", name, "column %q is not read: %q is the %s already", short(name), short(from[column]), column)
		case in.raw:
			f[column], from[column] = strings.TrimSpace(row[name]), name
		case utf8.RuneCountInString(row[name]) > maxValue: // cleaning would cut it, and an ingredient may be lost
			in.wrong("long", column, "", "the %s has more than %d characters", column, maxValue)
			from[column] = name
		default:
			f[column], from[column] = oneLine(row[name]), name
			if minus := strings.TrimSpace(row[name]); column == "price" && strings.HasPrefix(minus, "-") && f[column] != "" {
				f[column] = short(minus) // which is a mistake
			}
		}
	}
	return f
}

// oneLine makes a text of a file fit to be shown, on one line. It does not
// begin like a formula, for an export may be opened in a spreadsheet.
func oneLine(s string) string {
	return strings.TrimLeft(strings.Join(strings.Fields(ui.Clean(s)), " "), "=+-@ ")
}

func (in *reader) text(column, s string, most int) string {
	if n := utf8.RuneCountInString(s); n > most {
		in.wrong("long", column, "", "the %s has %d characters, %d at most", column, n, most)
	}
	return s
}

func (in *reader) list(column, s string) []string {
	all := Entries(s)
	if len(all) > maxEntries || utf8.RuneCountInString(strings.Join(all, listed)) > maxValue {
		in.wrong("long", column, "", "%d %s, %d at most, and %d characters", len(all), column, maxEntries, maxValue)
	}
	for _, entry := range all {
		if n := utf8.RuneCountInString(entry); n > maxEntry {
			in.wrong("long", column, entry, "one of the %s has %d characters, %d at most", column, n, maxEntry)
		}
	}
	return all
}

// Entries returns the entries of a cell that is a list, each once. What stands in parentheses
// stays together; parentheses that do not match are dropped.
func Entries(s string) []string {
	parens := strings.NewReplacer("(", " ", ")", " ")
	depth, matched := 0, true
	for _, r := range s {
		if r == '(' {
			depth++
		} else if r == ')' {
			depth--
		}
		matched = matched && depth >= 0
	}
	if !matched || depth != 0 {
		s = parens.Replace(s)
	}
	var all []string
	depth = 0
	for entry := range strings.FieldsFuncSeq(s, func(r rune) bool {
		if r == '(' {
			depth++
		} else if r == ')' {
			depth--
		}
		return depth == 0 && (r == ';' || r == ',' || r == '|')
	}) {
		if entry = oneLine(entry); entry != "" && !slices.Contains(all, entry) {
			all = append(all, entry)
		}
	}
	return all
}

// courseNames has the courses by what else they, or the sections of a card, are
// called, folded and in the singular.
var courseNames = func() map[string]string {
	all := map[string]string{}
	for course, names := range wordfile.Lists(sectionsText) {
		for _, name := range names {
			all[name] = course
		}
	}
	return all
}()

// course returns what a section of a card is by the first of its words that is
// known: "Massas frescas".
func (in *reader) course(s string) string {
	folded := lang.Fold(s)
	if folded == "" || slices.Contains(Courses, folded) {
		return folded
	}
	for w := range strings.FieldsSeq(folded) {
		if course := cmp.Or(courseNames[w], courseNames[strings.TrimSuffix(w, "s")], courseNames[strings.TrimSuffix(w, "es")]); course != "" {
			return course
		}
	}
	in.warn(in.line, "course", s, "course %q is not known and left out; it is one of %s", short(s), strings.Join(Courses, ", "))
	return ""
}

// none has how a restaurant says that there are no allergens.
var none = map[string]bool{"nenhum": true, "none": true, "ninguno": true, "nao contem": true, "no contiene": true}

// allergens reads those of a column, and which nuts are among them.
func (in *reader) allergens(column, s string) (all, which []string) {
	for _, word := range Entries(s) {
		if none[lang.Fold(word)] {
			continue
		}
		found := ParseAllergens(word)
		if len(found) == 0 {
			in.wrong("allergen", column, word, "allergen %q is not known", short(word))
		}
		all = append(all, found...)
		if slices.Equal(found, []string{nuts}) && isOne(word) {
			which = append(which, word)
		}
	}
	return setOf(all...).names(), which
}

// isOne reports whether a word names one kind of an allergen ("avelã"), and is not just
// another word for it ("nuts").
func isOne(word string) bool {
	words := plain(word)
	_, n := knowledge().spelt.at(words)
	return n < len(words) || slices.Contains(Lists()["anvisa"], strings.ToLower(word))
}

// madeID is the id of an item that has none: always the same for the same
// names. What a slug cannot show goes into a number behind it.
func madeID(restaurant, name string) string {
	folded := lang.Fold(restaurant + " " + name)
	slug := strings.Join(strings.FieldsFunc(folded, func(r rune) bool { return r > 'z' || r == ' ' }), "-")
	if slug == "" || len(slug) > 80 || strings.ContainsFunc(folded, func(r rune) bool { return r > 'z' }) {
		h := fnv.New32a()
		_, _ = h.Write([]byte(restaurant + " " + name))
		slug = strings.Trim(fmt.Sprintf("%s-%08x", slug[:min(len(slug), 80)], h.Sum32()), "-")
	}
	return slug
}
