package understand

import (
	"cmp"
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// Pointing is what words such as "o segundo" or "os dois" point at in a list.
type Pointing struct {
	Numbers []int  // places in the list; -1 is the last
	Count   int    // "os dois", "those three": so many of those shown last
	Sort    string // cheap or dear: "o mais barato"
	Ranks   []int  // which of that order: 2 of "o segundo mais barato", 1 and 2 of "os dois mais baratos"
	Middle  bool   // "o do meio"
}

// Point reads a reference. One that only points ("esse", "that one") is empty.
func Point(ref string) (p Pointing) {
	words := strings.Fields(lang.Fold(ref))
	for i, w := range words {
		if n := ordinals[w]; n != 0 {
			p.Numbers = append(p.Numbers, n)
			continue
		}
		n, err := strconv.Atoi(w)
		if err != nil {
			n = counts[w]
		}
		switch {
		case n == 0:
		case i > 0 && plural[words[i-1]] && n > 1 && n < 10: // "os 2", "those three"
			p.Count, p.Numbers = n, nil // and not the first, of "the first two"
		case w == "both" || w == "ambos" || w == "ambas":
			p.Count = 2
		case err == nil && n < 50, i > 0 && numbered[words[i-1]]: // "a número um"
			p.Numbers = append(p.Numbers, n)
		}
		switch {
		case cheap[w], i > 0 && cheapPairs[words[i-1]+"-"+w]:
			p.Sort, p.Ranks = "cheap", ranks(words[:i])
		case dear[w]:
			p.Sort, p.Ranks = "dear", ranks(words[:i])
		case w == "meio" || w == "middle" || w == "medio":
			p.Middle = true
		}
	}
	return p
}

// ranks are the ranks that the word before a superlative says: 2 of "second", 1 and 2 of "two".
func ranks(before []string) (all []int) {
	last := len(before) - 1
	for last > 0 && superlative[before[last]] {
		last--
	}
	if last < 0 {
		return nil
	}
	if n := ordinals[before[last]]; n > 0 {
		return []int{n}
	}
	n, _ := strconv.Atoi(before[last])
	for n = range min(cmp.Or(n, counts[before[last]]), 9) {
		all = append(all, n+1)
	}
	return all
}

var (
	cheapPairs  = lang.Set("em-conta menor-preco menor-valor menor-precio lowest-price")
	numbered    = lang.Set("numero number opcao option opcion")
	superlative = lang.Set("mais mas more most em")
	ordinals    = map[string]int{
		"primeiro": 1, "primeira": 1, "segundo": 2, "segunda": 2, "terceiro": 3, "terceira": 3, "quarto": 4, "quarta": 4, "quinto": 5, "quinta": 5, "sexto": 6, "sexta": 6, "ultimo": -1, "ultima": -1,
		"1a": 1, "2a": 2, "3a": 3, "4a": 4, "1o": 1, "2o": 2, "3o": 3, "4o": 4, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": -1, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4,
		"primero": 1, "primera": 1, "tercero": 3, "tercera": 3, "cuarto": 4, "cuarta": 4, "sexto ": 6,
	}
	counts = map[string]int{"dois": 2, "duas": 2, "two": 2, "dos": 2, "both": 2, "ambos": 2, "ambas": 2, "tres": 3, "three": 3, "quatro": 4, "four": 4, "cuatro": 4}
	plural = lang.Set("top best melhores mejores first primeiros primeiras primeros primeras os as dos das los las the those these esses essas estes estas aqueles aquelas esos esas estos all todos todas")
	cheap  = lang.Set("barato barata baratos baratas cheap cheaper cheapest economico economica economicos economicas baratinho baratinha")
	dear   = lang.Set("caro cara caros caras expensive dearest dearer priciest")
)

// Edible reports whether words may name something to eat or drink: the ontology says so,
// or nobody knows them. "Dirigindo" is known, and is none.
func Edible(words string) bool {
	o := ontology.Default()
	if slices.ContainsFunc(o.Read(words), func(m ontology.Mention) bool { return o.Edible(m.Concept) }) {
		return true
	}
	m := newMessage(words, Before{})
	return !slices.ContainsFunc(m.tokens, func(t token) bool { return len(t.word) > shortWord && len(t.means) > 0 })
}

// Foods are what words name to eat or drink, as the ontology knows it: "frutos secos".
func Foods(words string) (all []string) {
	o := ontology.Default()
	for _, m := range o.Read(words) {
		if o.Edible(m.Concept) && !slices.ContainsFunc(all, func(had string) bool { return strings.Contains(had, m.Words) }) {
			all = append(slices.DeleteFunc(all, func(had string) bool { return strings.Contains(m.Words, had) }), m.Words)
		}
	}
	return all
}

// Tastes returns how a text says that something is to taste, by concepts of the ontology: picante for
// "que arda". What is not to be so ("nada que arda") is left out.
func Tastes(words string) (all []string) {
	o := ontology.Default()
	for _, m := range o.Read(words) {
		if !m.Negated && flavours[o.Name(m.Concept)] {
			all = append(all, o.Name(m.Concept))
		}
	}
	return all
}

// Mood returns a wish for food that suits the occasion, the mood or the eater that a text tells of: "caldo quente" for a hangover.
func Mood(words string) string {
	o := ontology.Default()
	told := slices.DeleteFunc(o.Read(words), func(m ontology.Mention) bool { return m.Negated })
	for concepts, wish := range wordfile.Entries(moodsText) {
		if slices.ContainsFunc(told, func(m ontology.Mention) bool { return slices.Contains(strings.Fields(concepts), o.Name(m.Concept)) }) {
			return wish
		}
	}
	return ""
}

//go:embed moods.txt
var moodsText string

// flavours are the concepts that say how food tastes, or how or whose it is: hot, soft, of the Amazon.
var flavours = lang.Set("picante crocante cremoso refrescante azedo acido amargo defumado agridoce suave quente bebida_quente leve macio low_carb " +
	"mineira nordestina baiana gaucha amazonica")

// shortWord is how long words are that may stand in any name: "com", "the".
const shortWord = 3
