package question

import (
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// Column is a column of a table that is asked about.
type Column struct {
	Name   string
	Kind   string   // Number, Text or Date
	Unit   string   // of a number, such as R$
	Values []string // of a text: what may be named in a question
}

// Relation is the name under which a table's rows are read in SQL.
const Relation = "data"

// Table returns the vocabulary of a table: its columns and their values, besides the general words.
func Table(name string, columns []Column) *Vocabulary {
	s := &Schema{Name: name, From: Relation + " t"}
	v := &Vocabulary{lexicon: generalWords(), values: map[string][]value{}, table: s, fields: map[string]string{}, loose: map[string]string{}}
	for _, c := range columns {
		f := Field{Name: c.Name, Kind: c.Kind, Unit: c.Unit, SQL: `t."` + strings.ReplaceAll(c.Name, `"`, `""`) + `"`}
		mean := c.Unit == "%" || slices.ContainsFunc(nameWords(c.Name), func(w string) bool { return columnWords()["mean"][w] })
		if c.Kind == Number { // what is made of it if nothing is said
			f.Stat = map[bool]string{true: Mean, false: Sum}[mean]
		}
		s.Fields = append(s.Fields, f)
		s.Row = append(s.Row, c.Name)
		for _, x := range c.Values {
			v.add(x, value{c.Name, x})
			v.add(x+"s", value{c.Name, x})
		}
	}
	s.clock("")
	v.nameFields()
	return v
}

// Money is the column that stands for money or sales, Mark that of marks, such as stars, or "".
func (v *Vocabulary) Money() string { return v.table.role("money") }
func (v *Vocabulary) Mark() string  { return v.table.role("mark") }

// Dated reports whether the rows have a time.
func (v *Vocabulary) Dated() bool { return v.table.Moment != "" }

// clock makes the periods those of a column of dates; empty: of the first.
func (s *Schema) clock(name string) {
	i := slices.IndexFunc(s.Fields, func(f Field) bool { return f.Kind == Date && (name == "" || f.Name == name) })
	if i < 0 {
		return
	}
	at := s.Fields[i].SQL
	s.Moment, s.Month, s.Date = at, "substr("+at+", 1, 7)", s.Fields[i].Name
	for _, f := range timeFields(s.Moment, s.Month, yearOf(at)) {
		if old := s.field(f.Name); old == nil {
			s.Fields = append(s.Fields, f)
		} else if !slices.Contains(s.Row, old.Name) {
			*old = f
		}
	}
}

// at returns the schema with the periods of another column of dates.
func (s *Schema) at(date string) *Schema {
	if date == "" {
		return s
	}
	c := *s
	c.Fields = slices.Clone(s.Fields)
	c.clock(date)
	return &c
}

var (
	columnWords = sync.OnceValue(func() wordfile.Book { return wordfile.Sets(wordFile("columns")) })
	// sameWords are words that name the same column.
	sameWords = sync.OnceValue(func() (all [][]string) {
		for key, same := range wordfile.Entries(wordFile("columns")) {
			if key != "mean" {
				all = append(all, strings.Fields(same))
			}
		}
		return all
	})
)

// nameWords are the words of a column's name.
func nameWords(name string) []string {
	return strings.Fields(strings.ReplaceAll(lang.Fold(name), "_", " "))
}

// role is the column of numbers that stands for money, price, units or mark, or "".
func (s *Schema) role(role string) string {
	usual := map[string]string{"money": Sum, "units": Sum, "mark": Mean}[role]
	tests := []func(f Field) bool{func(f Field) bool {
		return (usual == "" || f.Stat == usual) && slices.ContainsFunc(nameWords(f.Name), func(w string) bool { return columnWords()[role][w] })
	}}
	if role == "money" {
		tests = append(tests, func(f Field) bool { return f.Stat == Sum && f.Unit != "" && f.Unit != "%" }, func(f Field) bool { return f.Unit != "" && f.Unit != "%" })
	}
	for _, fits := range tests {
		if i := slices.IndexFunc(s.Fields, func(f Field) bool { return f.Kind == Number && fits(f) }); i >= 0 {
			return s.Fields[i].Name
		}
	}
	return ""
}

// Synonyms returns other words for a word of a column's name.
func Synonyms(name string) (other []string) {
	for _, w := range nameWords(name) {
		for _, line := range sameWords() {
			if !slices.ContainsFunc(line, func(x string) bool { return x == w || lang.Same(x) == lang.Same(w) }) {
				continue
			}
			for _, x := range line {
				if x != w && !slices.Contains(other, x) {
					other = append(other, x)
				}
			}
		}
	}
	return other
}

// nameFields notes what people may call each column: its name, then its words, then other words for
// them. What several may mean is the first's.
func (v *Vocabulary) nameFields() {
	put := func(said, field string) {
		if said = strings.TrimSpace(said); said != "" && v.fields[said] == "" {
			v.fields[said] = field
			v.words = max(v.words, strings.Count(said, " ")+1)
		}
		if key := loosely(said); v.loose[key] == "" {
			v.loose[key] = field
		}
	}
	for _, c := range v.table.Row {
		put(lang.Fold(c), c)
		put(strings.Join(nameWords(c), " "), c)
	}
	for _, c := range v.table.Row {
		for _, w := range nameWords(c) {
			if len(w) > 2 && !in("fillers", w) && v.lexicon.exact[w] != "plain" {
				put(w, c)
			}
		}
	}
	for _, c := range v.table.Row {
		for _, w := range Synonyms(c) {
			if class := v.lexicon.exact[w]; class == "" || v.fields[w] == "" && !in("grammar", class) {
				put(w, c)
			}
		}
	}
}
