package question

import (
	"maps"
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
	Days   Span     // of a date: from the first to the last
	Daily  bool     // of a date: it tells no hours
}

// Relation is the name under which a table's rows are read in SQL.
const Relation = "data"

// Table returns the vocabulary of a table: its columns and their values, besides the general words.
func Table(name string, columns []Column) *Vocabulary {
	s := &Schema{Name: name, From: Relation + " t"}
	v := &Vocabulary{lexicon: generalWords(), values: map[string][]value{}, table: s, fields: map[string]string{}, loose: map[string]string{}}
	for _, c := range columns {
		f := Field{Name: c.Name, Kind: c.Kind, Unit: c.Unit, SQL: `t."` + strings.ReplaceAll(c.Name, `"`, `""`) + `"`}
		mean := c.Unit == "%" || worded(c.Name, "mean") && !total(c.Name)
		if c.Unit == "" && worded(c.Name, "id") && !total(c.Name) { // the number of an order is added to no other
			f.Kind = Text
		}
		if f.Kind == Number { // the statistic that is meant if the question names none
			f.Stat = map[bool]string{true: Mean, false: Sum}[mean]
		}
		s.Fields = append(s.Fields, f)
		s.Row = append(s.Row, c.Name)
		for _, x := range c.Values {
			v.add(x, value{c.Name, x})
			v.add(x+"s", value{c.Name, x})
			v.add(strings.TrimSuffix(x, "s"), value{c.Name, x})
			if said := " " + loosely(lang.Fold(x)) + " "; strings.Count(said, " ") <= maxWords+1 {
				v.parts = append(v.parts, value{c.Name, x})
				v.said = append(v.said, said)
			}
		}
		if d := c.Days; v.days.From.IsZero() || !d.From.IsZero() && d.From.Before(v.days.From) {
			v.days.From = d.From
		}
		if c.Days.To.After(v.days.To) {
			v.days.To = c.Days.To
		}
	}
	s.clock("")
	if daily := !slices.ContainsFunc(columns, func(c Column) bool { return c.Kind == Date && !c.Daily }); daily && !slices.Contains(s.Row, "hour") {
		s.Fields = slices.DeleteFunc(s.Fields, func(f Field) bool { return f.Name == "hour" })
	}
	v.nameFields()
	return v
}

// maxWords of a value that is found by some of them: longer ones are sentences, not names.
const maxWords = 8

// worded reports whether a word of a column's name is in a set of words/columns.txt.
func worded(name, set string) bool {
	return slices.ContainsFunc(nameWords(name), func(w string) bool { return columnWords()[set][w] })
}

func total(name string) bool { return strings.Contains(lang.Fold(name), "total") }

// Amounts reports whether a column of such a name holds amounts of money: "valor", "preço unitário".
func Amounts(name string) bool {
	return (worded(name, "money") || worded(name, "price") || total(name)) && !worded(name, "units")
}

// part returns the values of which the words from i on are a part, "feijoada" of "Feijoada completa", and how
// many words these are: as many as can be.
func (v *Vocabulary) part(words []token, i int) (found []value, n int) {
	for n = min(maxWords, len(words)-i); n > 0 && len(words[i].text) > 2; n-- {
		said := phrase(words[i : i+n])
		for at, whole := range v.said {
			if strings.Contains(whole, " "+loosely(said)+" ") {
				found = append(found, v.parts[at])
			}
		}
		if len(found) > 0 {
			return found, n
		}
	}
	return nil, 0
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
			if key != "mean" && key != "total" && key != "thing" && key != "id" {
				all = append(all, strings.Fields(same))
			}
		}
		return all
	})
	// columnNouns are all of them.
	columnNouns = sync.OnceValue(func() map[string]bool {
		all := map[string]bool{}
		for _, same := range sameWords() {
			for _, w := range same {
				all[w] = true
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
	tests := []func(f Field) bool{func(f Field) bool { return (usual == "" || f.Stat == usual) && worded(f.Name, role) }}
	if role == "money" {
		whole := func(f Field) bool { // "total", "valor total", but not "total de pessoas"
			return total(f.Name) && !slices.ContainsFunc(nameWords(f.Name), func(w string) bool { return !columnWords()["total"][w] })
		}
		tests = append(slices.Insert(tests, 0, whole), func(f Field) bool { return f.Stat == Sum && f.Unit != "" && f.Unit != "%" }, func(f Field) bool { return f.Unit != "" && f.Unit != "%" })
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
			v.longest = max(v.longest, strings.Count(said, " ")+1)
		}
		if key := loosely(said); v.loose[key] == "" && (key == said || !columnNouns()[key]) { // custo is no form of custa
			v.loose[key] = field
		}
	}
	for _, c := range v.table.Row {
		put(lang.Fold(c), c)
		put(strings.Join(nameWords(c), " "), c)
	}
	// Of "valor unitário" and "valor total" the latter is meant by "valor", and by other words for it.
	money, columns := v.table.role("money"), slices.Clone(v.table.Row)
	if i := slices.Index(columns, money); i > 0 {
		columns = slices.Insert(slices.Delete(columns, i, i+1), 0, money)
	}
	for _, c := range columns {
		for _, w := range nameWords(c) {
			if len(w) > 2 && !slices.Contains(strings.Fields("do da de of the del por em"), w) && !slices.Contains(v.lexicon.exact[w], "plain") {
				put(w, c)
			}
		}
	}
	for _, c := range columns {
		same := Synonyms(c)
		if c == money {
			same = append(same, slices.Sorted(maps.Keys(columnWords()["money"]))...)
		}
		for _, w := range same {
			if concepts := v.lexicon.exact[w]; concepts == nil || v.fields[w] == "" && !slices.ContainsFunc(concepts, grammar) {
				put(w, c)
			}
		}
	}
}

// grammar reports whether a concept is of the grammar of questions, and no name of a column.
func grammar(concept string) bool {
	return slices.Contains(strings.Fields("which when where by most least total avg list howmany howmuch plain time day month year compare trend rows last first week quarter"), concept)
}
