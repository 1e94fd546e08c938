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

// Table returns the vocabulary of a table: its columns and their values, besides
// the general words.
func Table(name string, columns []Column) *Vocabulary {
	s := &Schema{Name: name, From: Relation + " t"}
	v := &Vocabulary{lexicon: generalWords(), values: map[string][]value{}, table: s, fields: map[string]string{}, loose: map[string]string{}}
	for _, c := range columns {
		f := Field{Name: c.Name, Kind: c.Kind, Unit: c.Unit, SQL: `t."` + strings.ReplaceAll(c.Name, `"`, `""`) + `"`}
		if c.Kind == Number {
			f.Stat = usual(c)
		}
		s.Fields = append(s.Fields, f)
		s.Row = append(s.Row, c.Name)
		for _, x := range c.Values {
			v.add(x, value{c.Name, x})
			v.add(x+"s", value{c.Name, x})
			for _, other := range houseWords().forms(lang.Fold(x)) {
				v.add(other, value{c.Name, x}) // "telefone" of phone
			}
		}
	}
	s.clock("")
	v.nameFields()
	return v
}

// Money is the column that stands for money or sales, or "".
func (v *Vocabulary) Money() string { return (&reading{schema: v.table}).money() }

// Mark is the column of marks, such as stars, or "".
func (v *Vocabulary) Mark() string {
	return (&reading{schema: v.table}).firstNumber(func(f Field) bool { return f.Stat == Mean && called(f.Name, 2) })
}

// Dated reports whether the rows have a time.
func (v *Vocabulary) Dated() bool { return v.table.Moment != "" }

// clock makes the periods those of a column of dates; empty: of the first.
func (s *Schema) clock(name string) {
	i := slices.IndexFunc(s.Fields, func(f Field) bool { return f.Kind == Date && (name == "" || f.Name == name) })
	if i < 0 {
		return
	}
	at := s.Fields[i].SQL
	s.Moment, s.Month, s.Year = at, "substr("+at+", 1, 7)", "CAST(substr("+at+", 1, 4) AS INTEGER)"
	for _, f := range timeFields(s.Moment, s.Month, s.Year) {
		if old := s.field(f.Name); old == nil {
			s.Fields = append(s.Fields, f)
		} else if isPeriod(old.Name) && !slices.Contains(s.Row, old.Name) {
			*old = f
		}
	}
}

// at returns the schema with the periods of another column of dates.
func (s *Schema) at(date string) *Schema {
	c := *s
	c.Fields = slices.Clone(s.Fields)
	c.clock(date)
	return &c
}

// usual is what is made of a column's numbers if nothing is said.
func usual(c Column) string {
	if c.Unit == "%" {
		return Mean
	}
	for _, w := range strings.Fields(lang.Fold(c.Name)) {
		if meanWords()[w] {
			return Mean
		}
	}
	return Sum
}

var meanWords = sync.OnceValue(func() map[string]bool { return wordfile.Sets(wordFile("columns"))["mean"] })

// synonymLines are words that name the same column.
var synonymLines = sync.OnceValue(func() (all [][]string) {
	for key, same := range wordfile.Entries(wordFile("columns")) {
		if key == "same" {
			all = append(all, strings.Fields(same))
		}
	}
	return all
})

// Synonyms returns other words for a word of a column's name.
func Synonyms(name string) (other []string) {
	for _, w := range strings.Fields(lang.Fold(name)) {
		for _, line := range synonymLines() {
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

// nameFields notes what people may call each column: its name, then its words,
// then other words for them. What several may mean is the first's.
func (v *Vocabulary) nameFields() {
	columns := v.table.Row
	put := func(said, field string) {
		if said = strings.TrimSpace(said); said != "" && v.fields[said] == "" {
			v.fields[said] = field
			v.words = max(v.words, strings.Count(said, " ")+1)
		}
		if key := loosely(said); v.loose[key] == "" {
			v.loose[key] = field
		}
	}
	for _, c := range columns {
		put(lang.Fold(c), c)
		put(strings.ReplaceAll(lang.Fold(c), "_", " "), c)
	}
	for _, c := range columns {
		for _, w := range strings.Fields(strings.ReplaceAll(lang.Fold(c), "_", " ")) {
			if len(w) > 2 && !fillers[w] && v.lexicon.exact[w] != "plain" {
				put(w, c)
			}
		}
	}
	for _, c := range columns {
		for _, w := range Synonyms(strings.ReplaceAll(c, "_", " ")) {
			if class := v.lexicon.exact[w]; class == "" || v.fields[w] == "" && !grammatical[class] {
				put(w, c)
			}
		}
	}
}

var (
	fillers     = lang.Set("do da de of the del por em")
	grammatical = lang.Set("which when where by most least total avg list howmany howmuch plain time day month year compare trend rows last first week quarter")
)

// column is that of the value at token i: the one named just before, or the
// first that has it.
func (q *reading) column(i int) string {
	for j := i - 1; j >= 0 && j >= i-3; j-- {
		if q.class(j) == "field" && len(valuesOf(q.toks[i], q.toks[j].field)) > 0 {
			return q.toks[j].field
		}
	}
	return q.toks[i].values[0].column
}
