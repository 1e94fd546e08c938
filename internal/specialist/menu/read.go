package menu

import (
	"cmp"
	_ "embed"
	"encoding/csv"
	"encoding/json"
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

	"github.com/maitre-dev/maitre/internal/base/hours"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/records"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ui"
)

// Options are values for items that a file leaves out.
type Options struct {
	Restaurant string    // of items that name none; empty: the house
	Currency   string    // of prices that name none; empty: BRL
	Source     ui.Source // of every item; empty: "menu"
}

// A Problem is something in a file that a person should look at. An item with a problem that is no Warning is not read.
type Problem struct {
	Line    int    `json:"line"` // from 1; of a .json file it is the place of the dish
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

// A Row is a line of a card before it is understood: cells of text, as people write them, which they may change until they
// are right.
type Row struct {
	Line  int               `json:"line"`
	Cells map[string]string `json:"cells"`           // by column, of Columns
	Error string            `json:"error,omitempty"` // why a line of a file could not be taken apart into cells
}

// Columns are what the cells of a row are called, in the order of an export.
var Columns = strings.Fields("id restaurant name description ingredients course price currency allergens may options also tags hours serves photo " +
	"name_pt name_en name_es description_pt description_en description_es")

// formats are the endings of files that are cards.
var formats = []string{".csv", ".tsv", ".txt", ".json", ".jsonld", ".jsonl", ".ndjson"}

// Read reads a card by the name of its file: .json is a list of objects, a Menu of schema.org or Google's FoodMenus, .jsonl
// and .ndjson are objects one a line, everything else is a table with a header, whatever its separator. Columns may be named
// in Portuguese, English or Spanish. The problems are all that there are, in the order of the lines; the error is of what
// could not be read to its end.
func Read(r io.Reader, name string, opts Options) ([]Item, []Problem, error) {
	rows, notes, err := takeApart(r, name, maxItems)
	if err != nil {
		return nil, nil, err
	}
	in := newReader(opts)
	in.rows(rows)
	if slices.ContainsFunc(notes, func(p Problem) bool { return p.Code == "names" }) { // that is one mistake, however many lines there are
		in.problems = slices.DeleteFunc(in.problems, func(p Problem) bool { return p.Text == noName })
	}
	again := kept(in.problems, func(p Problem) bool { return p.Code == "twice" })
	if len(again) >= 10 && 2*len(again) > len(rows) {
		text := fmt.Sprintf("this does not look like a card: %d of %d lines name a dish again, as a table of sales does", len(again), len(rows))
		in.items, in.problems = nil, []Problem{{Line: 1, Code: "nocard", Text: text}}
	}
	problems := append(notes, in.problems...)
	slices.SortStableFunc(problems, func(a, b Problem) int { return a.Line - b.Line })
	return in.items, problems, nil
}

// ReadRows reads a file as Read does, but only takes it apart: at most most rows. Every line has a number of its own. The
// problems are warnings of columns that are not read.
func ReadRows(r io.Reader, name string, most int) ([]Row, []Problem, error) {
	if !slices.Contains(formats, strings.ToLower(path.Ext(name))) {
		return nil, nil, fmt.Errorf("a card is a file of one of these formats: %s", strings.Join(formats, ", "))
	}
	rows, notes, err := takeApart(r, name, most)
	for i := range notes {
		if notes[i].Code == "health" {
			return nil, nil, errors.New(notes[i].Text)
		}
		notes[i].Warning = true // rows say themselves what is wrong with them
	}
	last := 0
	for i := range rows {
		last = max(last+1, rows[i].Line)
		rows[i].Line = last
	}
	return rows, notes, err
}

// Understand reads rows as Read does. The items are by line.
func Understand(rows []Row, opts Options) (map[int]Item, []Problem) {
	in := newReader(opts)
	return in.rows(rows), in.problems
}

// takeApart cuts a file into rows, and tells what of its columns is not read.
func takeApart(r io.Reader, name string, most int) (rows []Row, notes []Problem, err error) {
	var all iter.Seq[records.Row]
	h := header{from: map[string]string{}, seen: map[string]bool{}, lines: strings.Contains(path.Ext(strings.ToLower(name)), "js")}
	limited := &io.LimitedReader{R: r, N: maxBytes + 1}
	if ext := strings.ToLower(path.Ext(name)); ext == ".json" || ext == ".jsonld" {
		if all, err = menus(limited); err != nil {
			return nil, nil, fmt.Errorf("reading the card: %w", err)
		}
	} else {
		all = records.Read(limited, name)
	}
	for row := range all {
		if errors.Is(row.Err, records.ErrRead) {
			return nil, nil, fmt.Errorf("reading the card: line %d: %w", row.Line, row.Err)
		}
		if len(rows) == most || limited.N <= 0 {
			return nil, nil, fmt.Errorf("reading the card: more than %d items or %d MB", most, maxBytes>>20)
		}
		out := Row{Line: row.Line, Cells: h.cells(row)}
		if row.Err != nil {
			out.Error = row.Err.Error()
		}
		rows = append(rows, out)
	}
	if !h.lines && !h.named && len(h.seen) > 0 {
		var columns []string
		for _, name := range slices.Sorted(maps.Keys(h.seen)) {
			columns = append(columns, fmt.Sprintf("%q", short(name)))
		}
		names := strings.Join(columns[:min(len(columns), 20)], ", ")
		text := "no column has the names of the dishes: call it name, nome or nombre; the columns are " + names
		h.notes = append([]Problem{{Line: 1, Code: "names", What: ui.Clean(names), Text: ui.Clean(text)}}, h.notes...)
	}
	return rows, h.notes, nil
}

// A header knows the columns of a file by what they are called.
type header struct {
	lines bool // every line names its own
	named bool // some column has the names of the dishes
	from  map[string]string
	seen  map[string]bool
	notes []Problem
}

// cells returns the values of a row by what their columns are. A column that is called exactly so comes before one that is
// nearly.
func (h *header) cells(row records.Row) map[string]string {
	cells, from := map[string]string{}, map[string]string{}
	inexactly := func(name string) int {
		if _, exactly := columns[lang.Fold(name)]; exactly {
			return 0
		}
		return 1
	}
	names := slices.SortedFunc(maps.Keys(row.Fields), func(a, b string) int { return cmp.Or(inexactly(a)-inexactly(b), strings.Compare(a, b)) })
	for _, name := range names {
		column, ok := columnOf(name)
		h.named = h.named || strings.HasPrefix(column, "name")
		switch {
		case !ok:
			h.note(row.Line, name, fmt.Sprintf("column %q is not known and not read", short(name)))
		case column == "":
		case from[column] != "" && (column == "hours" || column == "tags"): // "Dias" beside "Horário", "Obs" beside "Tags"
			cells[column] = strings.Trim(cells[column]+map[string]string{"hours": " ", "tags": listed}[column]+row.Fields[name], " ;")
		case from[column] != "":
			h.note(row.Line, name, fmt.Sprintf("column %q is not read: %q is the %s already", short(name), short(from[column]), column))
		default:
			cells[column], from[column] = strings.TrimSpace(row.Fields[name]), name
		}
		h.seen[name] = true
	}
	return cells
}

// note says once why a column is not read. That is a mistake where it seems to tell of allergens: "Restrições".
func (h *header) note(line int, column, text string) {
	if !h.lines {
		line = 1
	}
	p := Problem{Line: line, Warning: true, Code: "column", What: ui.Clean(short(column))}
	if words, known := plain(column), columns[lang.Fold(column)]; known == "allergens" || known == "may" || knowledge().named(words) != 0 ||
		slices.ContainsFunc(words, func(w string) bool { return is(w[:min(len(w), 6)], "of_allergens") }) {
		p.Warning, p.Code = false, "health"
		text += ", and seems to tell of allergens: call it allergens or alérgenos, may or pode conter, or take it out"
	}
	if p.Text = ui.Clean(text); !h.seen[column] {
		h.notes = append(h.notes, p)
	}
}

const noName = "the name is empty"

// reader collects what rows say.
type reader struct {
	opts     Options
	line     int
	failed   bool // the item of this line
	items    []Item
	problems []Problem
	ids      map[string]int // the line of each
	warned   map[string]bool
}

func newReader(opts Options) *reader {
	return &reader{opts: opts, ids: map[string]int{}, warned: map[string]bool{}}
}

// wrong says what is wrong in a column of the line, of which what is quoted.
func (in *reader) wrong(code, column, what, format string, args ...any) {
	in.warn(code, column, what, format, args...)
	in.failed, in.problems[len(in.problems)-1].Warning = true, false
}

// warn notes a warning about a column of the current line, for a person to look at.
func (in *reader) warn(code, column, what, format string, args ...any) {
	text := ui.Clean(fmt.Sprintf(format, args...))
	in.problems = append(in.problems, Problem{Line: in.line, Warning: true, Code: code, Column: column, What: ui.Clean(short(what)), Text: text})
}

// rows reads rows and returns their items by line.
func (in *reader) rows(rows []Row) map[int]Item {
	items := map[int]Item{}
	for _, row := range rows {
		if in.line, in.failed = row.Line, false; row.Error != "" && len(row.Cells) == 0 {
			in.wrong("unreadable", "", row.Error, "%s", row.Error)
			continue
		}
		if it := in.item(in.values(row.Cells)); !in.failed {
			in.items, items[row.Line] = append(in.items, it), it
		}
	}
	in.weigh(rows, items)
	return items
}

// values are cells, cleaned.
func (in *reader) values(cells map[string]string) map[string]string {
	f := map[string]string{}
	for _, column := range Columns {
		text := strings.TrimSpace(cells[column])
		if n := utf8.RuneCountInString(text); n > maxValue { // cleaning would cut it, and an ingredient may be lost
			in.wrong("long", column, "", "the %s has more than %d characters", column, maxValue)
			continue
		}
		f[column] = oneLine(text)
		if column == "price" && strings.HasPrefix(text, "-") && f[column] != "" {
			f[column] = short(text) // which is a mistake
		}
	}
	return f
}

func (in *reader) item(f map[string]string) Item {
	it := Item{
		Restaurant:  in.text("restaurant", or(f["restaurant"], oneLine(in.opts.Restaurant)), maxName),
		Name:        in.text("name", cmp.Or(f["name"], f["name_pt"], f["name_en"], f["name_es"]), maxName),
		Description: in.text("description", cmp.Or(f["description"], f["description_pt"], f["description_en"], f["description_es"]), maxDescription),
		Ingredients: in.list("ingredients", f["ingredients"]),
		Tags:        in.list("tags", f["tags"]),
		Course:      in.course(f["course"]),
		Also:        in.list("also", f["also"]),
		Options:     in.options(f),
		Serves:      in.text("serves", f["serves"], maxEntry),
		Source:      or(in.opts.Source, "menu"),
		Translations: Translations{
			in.text("name_pt", f["name_pt"], maxName), in.text("name_en", f["name_en"], maxName), in.text("name_es", f["name_es"], maxName),
			in.text("description_pt", f["description_pt"], maxDescription), in.text("description_en", f["description_en"], maxDescription),
			in.text("description_es", f["description_es"], maxDescription),
		},
	}
	if it.Name == "" {
		in.wrong("empty", "name", "", noName)
	}
	said, may := in.allergens("allergens", f["allergens"]), in.allergens("may", f["may"])
	it.Allergens, it.Nuts, it.May = (said.has | may.has).names(), said.nuts, ((said.may | may.may) &^ (said.has | may.has)).names()
	it.Tags = add(it.Tags, said.tags...)
	it.None = said.none && len(it.Allergens) == 0
	it.Unknown = len(it.Ingredients)+len(it.Allergens) == 0 && !it.None
	if it.Inferred = infer(it); it.None && !in.failed && len(it.Inferred) > 0 {
		var all []string
		for _, a := range it.Inferred {
			all = append(all, fmt.Sprintf("%s (“%s”)", a, it.because(setOf(a))))
		}
		found := strings.Join(all, ", ")
		in.warn("contradicts", "allergens", found, "allergens are none, and its words tell of %s: guests who must not have it are not offered it; state it, or say in the description what the dish is without", found)
	}
	var err error
	if it.Price, err = parsePrice(f["price"], f["currency"], in.opts.Currency); err != nil {
		in.wrong("price", "price", f["price"], "price %q: %v", short(f["price"]), err)
	}
	if text := f["hours"]; text != "" && !always[lang.Fold(text)] {
		if it.Hours = hours.Plain(text); hoursOf(it.Hours) == nil {
			in.wrong("hours", "hours", text, "hours %q: write the hours as 11:30-15:00,18:00-23:00, or with days: qua,sáb 12:00-16:00", short(text))
		}
	}
	if pictureForm().MatchString(f["photo"]) {
		it.Picture = f["photo"]
	} else if f["photo"] != "" {
		if it.Photo, err = ui.ParseURL(f["photo"]); err != nil {
			in.wrong("photo", "photo", "", "photo: %v", err) // the address may hold a password
		}
	}
	in.identify(&it, f["id"])
	return it
}

// identify gives an item its id, which no other has.
func (in *reader) identify(it *Item, id string) {
	it.ID = or(id, madeID(it.Restaurant, it.Name))
	first, taken := in.ids[it.ID]
	switch {
	case it.Name == "" && id == "": // said already
	case !idForm().MatchString(it.ID):
		in.wrong("id", "id", it.ID, "id %q: use up to 100 letters without accents, digits and - _ . :", short(it.ID))
	case taken:
		in.wrong("twice", "id", it.ID, "id %q is on line %d and on line %d", it.ID, first, in.line)
	default:
		in.ids[it.ID] = in.line
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

// oneLine makes a text of a file fit to be shown, on one line. It does not begin like a formula, for an export may be opened
// in a spreadsheet.
func oneLine(s string) string {
	return strings.TrimLeft(strings.Join(strings.Fields(ui.Clean(s)), " "), "=+-@ ")
}

var (
	//go:embed data/columns.txt
	columnsText string
	//go:embed data/sections.txt
	sectionsText string
)

// keyed are the keys of a file of lists, by their entries.
func keyed(file string) map[string]string {
	all := map[string]string{}
	for key, names := range wordfile.Lists(file) {
		for _, name := range names {
			all[name] = key
		}
	}
	return all
}

// columns has what the columns are called, folded; courseNames has the courses by what else they, or the sections of a card,
// are called, in the singular.
var columns, courseNames = keyed(columnsText), keyed(sectionsText)

// columnOf returns the column of Columns that a header cell means: "Preço (R$)" is price, "Nome do prato" is name. Of two
// names in one cell the one that is not "name" counts: "categoria do prato" is course. The column is "", and known, for a
// cell that an export has and that is not read back, because Read works it out: "inferred".
func columnOf(called string) (column string, ok bool) {
	folded := lang.Fold(called)
	if column, ok = columns[folded]; ok {
		return strings.TrimPrefix(column, "none"), true
	}
	if i := strings.LastIndexByte(folded, ' '); i > 0 { // name_en, "descrição em inglês"
		for _, l := range []string{"pt", "en", "es"} {
			if is(folded[i+1:], "column_"+l) {
				column, ok = columnOf(strings.NewReplacer(" em ", "", " en ", "", " in ", "").Replace(folded[:i] + " "))
				return column + "_" + l, ok && (column == "name" || column == "description")
			}
		}
	}
	for w := range strings.FieldsSeq(folded) {
		c, known := columns[w]
		switch {
		case is(w, "column_beside"):
		case !known || c == "none" || ok && c != column && c != "name" && column != "name":
			return "", false
		case !ok || column == "name":
			column, ok = c, true
		}
	}
	return column, ok
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

// Entries returns the entries of a cell that is a list, each once. What stands in parentheses stays together; parentheses
// that do not match are dropped.
func Entries(s string) (all []string) {
	depth, least := 0, 0
	nest := func(r rune) int {
		depth += strings.Count("(", string(r)) - strings.Count(")", string(r))
		return depth
	}
	for _, r := range s {
		least = min(least, nest(r))
	}
	if least < 0 || depth != 0 {
		s, depth = strings.NewReplacer("(", " ", ")", " ").Replace(s), 0
	}
	for entry := range strings.FieldsFuncSeq(s, func(r rune) bool { return nest(r) == 0 && (r == ';' || r == ',' || r == '|') }) {
		if entry = oneLine(entry); entry != "" && !slices.Contains(all, entry) {
			all = append(all, entry)
		}
	}
	return all
}

// course returns the course that the name of a section means, by the first of its words that is known:
// "Massas frescas".
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
	if !in.warned[s] {
		in.warned[s] = true
		in.warn("course", "", s, "course %q is not known and left out; it is one of %s", short(s), strings.Join(Courses, ", "))
	}
	return ""
}

// allergens reads what a column says of allergens.
func (in *reader) allergens(column, s string) statement {
	st := statementOf(s, column == "may")
	for _, odd := range st.odd {
		in.wrong("allergen", column, odd, "allergen %q is not known: write as in \"leite e ovo; pode conter soja; sem glúten\", or, where there are none, \"nenhum\"", short(odd))
	}
	return st
}

// madeID is the id of an item that has none: always the same for the same names. What a slug cannot show goes into a number
// behind it.
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

const listed = "; " // between the entries of a list

// RowsOf returns items as rows, which [Understand] reads as the same items.
func RowsOf(items []Item) []Row {
	rows := make([]Row, len(items))
	for i, it := range items {
		rows[i] = Row{Line: i + 1, Cells: cellsOf(it)}
	}
	return rows
}

func cellsOf(it Item) map[string]string {
	list := func(all []string) string { return strings.Join(all, listed) }
	cells := map[string]string{
		"id": it.ID, "restaurant": it.Restaurant, "name": it.Name, "description": it.Description, "ingredients": list(it.Ingredients),
		"course": it.Course, "allergens": list(stated(it)), "may": list(it.May), "options": optionCell(it.Options), "also": list(it.Also),
		"tags": list(it.Tags), "hours": it.Hours, "serves": it.Serves, "photo": or(it.Picture, string(it.Photo)),
		"name_pt": it.NamePT, "name_en": it.NameEN, "name_es": it.NameES,
		"description_pt": it.DescriptionPT, "description_en": it.DescriptionEN, "description_es": it.DescriptionES,
	}
	if it.Price != nil {
		cells["price"], cells["currency"] = plainPrice(*it.Price), it.Price.Currency
	}
	maps.DeleteFunc(cells, func(_, value string) bool { return value == "" })
	return cells
}

// stated returns what the restaurant said of allergens, also if that was none.
func stated(it Item) []string {
	if it.None || len(it.Allergens) == 0 && len(it.Ingredients) == 0 && !it.Unknown {
		return []string{"nenhum"}
	}
	all := slices.Clone(it.Allergens)
	if i := slices.Index(all, nuts); i >= 0 && len(it.Nuts) > 0 {
		return slices.Replace(all, i, i+1, it.Nuts...)
	}
	return all
}

// WriteJSONL writes a card, one item a line. [Read] reads the same items from it, given the same Options.
func WriteJSONL(w io.Writer, card []Item) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, it := range card {
		it.Allergens = stated(it)
		if err := enc.Encode(struct {
			Item
			Options string `json:"options,omitempty"`
		}{it, optionCell(it.Options)}); err != nil {
			return fmt.Errorf("writing the card: %w", err)
		}
	}
	return nil
}

// WriteCSV writes a card as a table with a header, without what is inferred. [Read] reads the same items from it, given the
// same Options.
func WriteCSV(w io.Writer, card []Item) error {
	c := csv.NewWriter(w)
	_ = c.Write(Columns)
	for _, it := range card {
		cells, record := cellsOf(it), make([]string, len(Columns))
		for i, column := range Columns {
			record[i] = cells[column]
		}
		_ = c.Write(record)
	}
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("writing the card: %w", err)
	}
	return nil
}
