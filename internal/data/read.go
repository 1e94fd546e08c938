package data

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/table"
	"github.com/maitre-dev/maitre/lang"
)

// reading is a question as the rule reads it.
type reading struct {
	IntentIn
	words  []string // folded, with mistakes in typing put right
	known  []naming // the columns
	points map[string]float64
	named  []mention // columns, in the order they are named
	when   string    // a time that is said from today, as dates begin
}

// naming is a column and what it may be called.
type naming struct {
	ColumnIn
	words, stems []string   // of its name
	synonyms     []string   // of all its words
	forms        [][]string // by word of its name: stems that stand for it
}

// means reports whether a stem may stand for a word of the name.
func (n naming) means(stem string) bool {
	return slices.ContainsFunc(n.forms, func(f []string) bool { return slices.Contains(f, stem) })
}

// covered is the share of the name's words that a text has, in whatever form.
func (n naming) covered(stems []string) float64 {
	found := 0
	for _, f := range n.forms {
		if slices.ContainsFunc(stems, func(s string) bool { return slices.Contains(f, s) }) {
			found++
		}
	}
	return float64(found) / float64(max(1, len(n.forms)))
}

// mention is a column that a question names.
type mention struct {
	column  ColumnIn
	at, end int  // its words
	by      bool // after "por", "by" and the like
}

// decide is the rule of the task Intent.
func decide(in IntentIn) IntentOut {
	in.Question = clip(in.Question)
	r := &reading{IntentIn: in, words: strings.Fields(lang.Fold(in.Question)), points: map[string]float64{}}
	for _, c := range in.Columns {
		n := naming{ColumnIn: c, words: strings.Fields(lang.Fold(c.Name)), stems: stemsOf(c.Name), synonyms: synonyms(c.Name)}
		for i, w := range n.words {
			if len(w) > 2 { // "do" in "nota do cliente" is nothing to go by
				n.forms = append(n.forms, append([]string{n.stems[i]}, stemsOf(strings.Join(synonyms(w), " "))...))
			}
		}
		r.known = append(r.known, n)
	}
	r.spell()
	r.fromToday()
	r.name()
	r.weigh()
	out := r.intent()
	if in.Before != nil && r.follows() {
		return r.follow(out, *in.Before)
	}
	return r.complete(out)
}

// clip keeps a question short: nobody asks more than that in one go.
func clip(s string) string {
	if len(s) <= 1000 {
		return s
	}
	return strings.ToValidUTF8(s[:1000], "")
}

// maxSpelt bounds the work that a long question can cause.
const maxSpelt = 60

// spell puts right what is almost a word of ours. A word that the ontology
// knows is left alone.
func (r *reading) spell() {
	var known []string
	for _, w := range ways {
		known = append(known, w.words...)
	}
	for _, m := range measures { // "vendi" is no misspelt "venda"
		known = append(known, m.words...)
	}
	for _, p := range periods {
		known = append(known, p.words...)
	}
	known = append(known, slices.Sorted(maps.Keys(monthName))...)
	for _, n := range r.known {
		known = append(append(known, n.words...), n.synonyms...)
	}
	for i, w := range r.words[:min(len(r.words), maxSpelt)] {
		if len(w) < 5 || len(w) > 30 || slices.Contains(known, w) || len(statistics().Read(w)) > 0 {
			continue
		}
		best, fewest := "", 1+len(w)/8
		for _, k := range known {
			if d := len(k) - len(w); len(k) < 5 || d > 2 || d < -2 {
				continue
			}
			if d := lang.Distance(w, k); d <= fewest && (best == "" || d < fewest) {
				best, fewest = k, d
			}
		}
		if best != "" {
			r.words[i] = best
		}
	}
}

// generic are words for data as such, which name no column.
var generic = strings.Fields("valores values dados datos dataset")

// name finds the columns that are named: by their whole name first, as it is
// and then by its stems, then by a word of it or a synonym, of which most of
// the name is there. A word names one column.
func (r *reading) name() {
	taken := make([]bool, len(r.words))
	stems := make([]string, len(r.words))
	for i, w := range r.words {
		stems[i] = lang.Stem(w)
		taken[i] = slices.Contains(generic, w) || w == "data" && r.Language == lang.English
	}
	take := func(c ColumnIn, at, n int) {
		for i := at; i < at+n; i++ {
			if taken[i] {
				return
			}
		}
		if i := slices.IndexFunc(r.named, func(m mention) bool { return m.column.Name == c.Name }); i >= 0 {
			r.named[i].by = r.named[i].by || r.afterBy(at)
			return
		}
		for i := at; i < at+n; i++ {
			taken[i] = true
		}
		r.named = append(r.named, mention{c, at, at + n, r.afterBy(at)})
	}
	longest := slices.SortedStableFunc(slices.Values(r.known), func(a, b naming) int { return cmp.Compare(len(b.Name), len(a.Name)) })
	whole := func(said []string, name func(naming) []string) {
		for _, c := range longest {
			want := name(c)
			for at := 0; len(want) > 0 && at+len(want) <= len(said); at++ {
				if slices.Equal(said[at:at+len(want)], want) {
					take(c.ColumnIn, at, len(want))
				}
			}
		}
	}
	whole(r.words, func(n naming) []string { return n.words })
	whole(stems, func(n naming) []string { return n.stems })
	for i, stem := range stems {
		var fit []ColumnIn
		most := 0.0
		for _, n := range r.known {
			if taken[i] || len(stem) < 3 || !n.means(stem) {
				continue
			}
			switch share := n.covered(stems); {
			case share > most:
				fit, most = []ColumnIn{n.ColumnIn}, share
			case share == most:
				fit = append(fit, n.ColumnIn)
			}
		}
		if len(fit) > 0 {
			take(r.nearest(fit), i, 1)
		}
	}
	slices.SortFunc(r.named, func(a, b mention) int { return cmp.Compare(a.at, b.at) })
}

// nearest returns the column that the search found first, of several that a
// word may mean.
func (r *reading) nearest(fit []ColumnIn) ColumnIn {
	for _, name := range r.Near {
		if i := slices.IndexFunc(fit, func(c ColumnIn) bool { return c.Name == name }); i >= 0 {
			return fit[i]
		}
	}
	return fit[0]
}

var (
	byWords   = strings.Fields("por by per cada each segun segundo conforme entre across every")
	fillWords = strings.Fields("o a os as de da do das dos the of el la los las cada each en em na no in")
)

// afterBy reports whether a word stands after "por" or the like.
func (r *reading) afterBy(at int) bool {
	for at--; at >= 0; at-- {
		if slices.Contains(byWords, r.words[at]) {
			return true
		}
		if !slices.Contains(fillWords, r.words[at]) {
			return false
		}
	}
	return false
}

// weigh counts what speaks for each way of asking.
func (r *reading) weigh() {
	naming := map[string]bool{} // words that name a column say nothing else
	for _, m := range r.named {
		for _, w := range r.words[m.at:m.end] {
			naming[w] = true
		}
	}
	for _, m := range statistics().Read(strings.Join(r.words, " ")) {
		if naming[m.Words] {
			continue
		}
		name := statistics().Name(m.Concept)
		for _, w := range ways {
			if slices.Contains(w.concepts, name) {
				r.points[w.intent]++
			}
		}
	}
	for _, w := range ways {
		for _, word := range r.words {
			if slices.Contains(w.words, word) && !naming[word] {
				r.points[w.intent]++
			}
		}
	}
	text := " " + strings.Join(r.words, " ") + " "
	for _, p := range phrases {
		if strings.Contains(text, " "+p.words+" ") {
			r.points[p.intent] += p.points
		}
	}
	for _, m := range r.named {
		switch {
		case m.by && m.column.Kind == table.Date:
			r.points[Trending] += 2
		case m.by && m.column.Kind != table.Number && len(r.columns(table.Number)) == 0:
			r.points[Comparing] += 0.5
		case m.by && m.column.Kind != table.Number:
			r.points[Comparing] += 1.5
		}
	}
	if r.number() > 0 && r.points[Top] > 0 {
		r.points[Top]++
	}
	if _, several := r.only(); several != "" {
		r.points[Comparing] += 2
	}
	if len(r.columns(table.Number)) > 1 { // that is how two are asked about
		r.points[Correlating] += 0.5
	}
	for i, w := range r.words {
		if r.has(table.Date) && periodOf(w) != "" && r.afterBy(i) {
			r.points[Trending] += 2
		}
	}
}

// phrases ask for a way in several words.
var phrases = []struct {
	words, intent string
	points        float64
}{
	{"fora da curva", Outlying, 3},
	{"fora do normal", Outlying, 3},
	{"fora do padrao", Outlying, 3},
	{"fora do comum", Outlying, 3},
	{"out of the ordinary", Outlying, 3},
	{"fuera de lo normal", Outlying, 3},
	{"fuera de lo comun", Outlying, 3},
	{"stand out", Outlying, 2},
	{"stands out", Outlying, 2},
	{"ao longo", Trending, 2},
	{"over time", Trending, 3},
	{"por mes", Trending, 2},
	{"mes a mes", Trending, 3},
	{"month by month", Trending, 3},
	{"a lo largo", Trending, 2},
	{"com o tempo", Trending, 3},
	{"con el tiempo", Trending, 3},
	{"no tempo", Trending, 2},
	{"o que esse dado tem", Summary, 4},
	{"o que tem", Summary, 2},
	{"o que ha", Summary, 2},
	{"que hay en", Summary, 3},
	{"que tiene", Summary, 2},
	{"what is in", Summary, 3},
	{"whats in", Summary, 3},
	{"what s in", Summary, 3},
	{"what does this data", Summary, 3},
	{"visao geral", Summary, 3},
	{"vista general", Summary, 3},
	{"mais ou menos", Top, -2},
	{"em branco", Missing, 2},
	{"en blanco", Missing, 2},
	{"sem valor", Missing, 3},
	{"without a value", Missing, 3},
	{"sin valor", Missing, 3},
	{"nao tem valor", Missing, 3},
	{"tem a ver", Correlating, 3},
	{"tiene que ver", Correlating, 3},
	{"to do with", Correlating, 3},
	{"andam juntos", Correlating, 3},
	{"andam juntas", Correlating, 3},
	{"go together", Correlating, 3},
	{"van juntos", Correlating, 3},
	{"quanto mais", Correlating, 3},
	{"the more", Correlating, 3},
	{"cuanto mas", Correlating, 3},
	{"como se distribui", Distribution, 3},
	{"como se distribuem", Distribution, 3},
	{"que mais aparece", Top, 2},
	{"mais comum", Top, 2},
	{"mais comuns", Top, 2},
	{"most common", Top, 2},
	{"mas comunes", Top, 2},
	{"em torno da media", Dispersion, 3},
	{"around the mean", Dispersion, 3},
	{"around the average", Dispersion, 3},
	{"alrededor de la media", Dispersion, 3},
	{"longe da media", Dispersion, 3},
	{"desvio padrao", Dispersion, 3},
	{"standard deviation", Dispersion, 3},
	{"desviacion estandar", Dispersion, 3},
	{"box plot", Dispersion, 3},
	{"grafico de caixa", Dispersion, 3},
	{"quanto variam", Dispersion, 2},
	{"1 5 iqr", Outlying, 4},
	{"most values", Distribution, 3},
	{"most of the values", Distribution, 3},
	{"maioria dos valores", Distribution, 3},
	{"mayoria de los valores", Distribution, 3},
	{"em que faixas", Distribution, 3},
	{"which ranges", Distribution, 3},
	{"que rangos", Distribution, 3},
	{"quanto varia", Dispersion, 2},
}

// intent chooses the way for which most speaks. If nothing does, the search
// does, by the chunk that it found first.
func (r *reading) intent() IntentOut {
	out := IntentOut{Measure: r.measure(), Period: r.period(), N: r.number()}
	out.Only, out.By = r.only()
	best := 0.0
	for _, w := range ways {
		if p := r.points[w.intent]; p > best {
			out.Intent, best = w.intent, p
		}
	}
	return out
}

func (r *reading) measure() string {
	for _, m := range measures {
		if slices.ContainsFunc(r.words, func(w string) bool { return slices.Contains(m.words, w) }) {
			return m.name
		}
	}
	return ""
}

func (r *reading) period() string {
	for _, w := range r.words {
		if p := periodOf(w); p != "" {
			return string(p)
		}
	}
	return ""
}

func periodOf(word string) table.Period {
	for _, p := range periods {
		if slices.Contains(p.words, word) {
			return p.period
		}
	}
	return ""
}

func (r *reading) has(kind table.Kind) bool {
	return slices.ContainsFunc(r.Columns, func(c ColumnIn) bool { return c.Kind == kind })
}

// most is how many groups are shown at most.
const most = 50

var numberWords = map[string]int{
	"tres": 3, "three": 3, "quatro": 4, "four": 4, "cuatro": 4, "cinco": 5, "five": 5, "seis": 6, "six": 6, "dez": 10, "ten": 10, "diez": 10, "vinte": 20, "twenty": 20, "veinte": 20,
}

// number returns how many are asked for; 0 is as many as suit.
func (r *reading) number() int {
	for _, w := range r.words {
		if n, err := strconv.Atoi(w); err == nil && n >= 1 && n <= most {
			return n
		}
		if n := numberWords[w]; n > 0 {
			return n
		}
	}
	return 0
}

var (
	year      = regexp.MustCompile(`\b(19|20)\d\d(-(0[1-9]|1[0-2]))?\b`)
	monthName = map[string]string{
		"janeiro": "01", "january": "01", "enero": "01", "fevereiro": "02", "february": "02", "febrero": "02", "marco": "03", "march": "03", "marzo": "03",
		"abril": "04", "april": "04", "maio": "05", "may": "05", "mayo": "05", "junho": "06", "june": "06", "junio": "06", "julho": "07", "july": "07", "julio": "07",
		"agosto": "08", "august": "08", "setembro": "09", "september": "09", "septiembre": "09", "outubro": "10", "october": "10", "octubre": "10",
		"novembro": "11", "november": "11", "noviembre": "11", "dezembro": "12", "december": "12", "diciembre": "12",
	}
)

// only returns the conditions that a question sets: a year, or a month of it,
// and values of a column that it names. Several values of a column are no
// condition but to be compared: the column is returned.
func (r *reading) only() (conditions []Only, compared string) {
	text := " " + strings.Join(r.words, " ") + " "
	if i := slices.IndexFunc(r.Columns, func(c ColumnIn) bool { return c.Kind == table.Date }); i >= 0 {
		when := cmp.Or(year.FindString(r.Question), r.when)
		if len(when) <= len("2006") {
			when += r.month()
		}
		if when != "" {
			conditions = append(conditions, Only{r.Columns[i].Name, when})
		}
	}
	for _, c := range r.Columns {
		var said []string
		for _, v := range c.Values {
			if value := lang.Fold(v); strings.Contains(text, " "+value+" ") && r.means(c, value) {
				said = append(said, v)
			}
		}
		switch len(said) {
		case 0:
		case 1:
			conditions = append(conditions, Only{c.Name, said[0]})
		default:
			compared = c.Name
		}
	}
	return conditions, compared
}

// month returns the one month that a question is about, as "-03", or "".
// "May" and "march" are months after "in" or before a year only.
func (r *reading) month() string {
	found := ""
	for i, w := range r.words {
		m := "-" + monthName[w]
		if m == "-" || m == found || (w == "may" || w == "march") && !slices.Contains(inWords, before(r.words, w)) && !year.MatchString(strings.Join(r.words[i:min(i+2, len(r.words))], " ")) {
			continue
		}
		if found != "" {
			return "" // a span of several
		}
		found = m
	}
	return found
}

var inWords = strings.Fields("in of for during this last only just")

// means reports whether words that are a value of a column are meant as one:
// "SC" after "em" is a state, and "os" a small word.
func (r *reading) means(c ColumnIn, value string) bool {
	named := slices.ContainsFunc(r.named, func(m mention) bool { return m.column.Name == c.Name })
	if len(value) < 2 || c.Kind != table.Text || r.names(value) {
		return false
	}
	after := before(r.words, value)
	return len(value) > 3 || len(value) > 2 && r.capital(value) || named && len(value) > 2 || slices.Contains([]string{"em", "in", "so", "only", "solo", "apenas", "en"}, after) ||
		len(value) > 2 && slices.Contains([]string{"com", "with", "con", "de", "of", "on"}, after)
}

// capital reports whether a word is written as a name is, and not because it
// begins the question.
func (r *reading) capital(word string) bool {
	said := strings.Fields(r.Question)
	return len(said) > 1 && slices.ContainsFunc(said[1:], func(w string) bool {
		return lang.Fold(w) == word && unicode.IsUpper([]rune(w)[0])
	})
}

// names reports whether the words are those that name a column.
func (r *reading) names(folded string) bool {
	return slices.ContainsFunc(r.named, func(m mention) bool { return strings.Join(r.words[m.at:m.end], " ") == folded })
}

func before(words []string, w string) string {
	if i := slices.Index(words, w); i > 0 {
		return words[i-1]
	}
	return ""
}
