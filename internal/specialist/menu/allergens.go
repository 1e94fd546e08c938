package menu

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

// An allergen is one of those that a label in Brazil must name, or one that
// guests from elsewhere know from theirs. What has it is in data/allergens.txt.
type allergen struct {
	name     string // in Portuguese, as items have it
	concept  string // of the ontology: what is a kind of it, or has it, has the allergen
	spelt    string // what it is called besides, folded: "sem …" of one of these rules it out
	ofAnimal bool
}

var allergens = []allergen{
	{"glúten", "gluten", "trigo, farinha de trigo, wheat, wheat flour, harina de trigo, tacc, cereais com gluten", false},
	{"crustáceos", "crustaceo", "crustaceo, crustacean", true},
	{"ovo", "ovo", "ovos, eggs, huevos", true},
	{"peixe", "peixe", "peixes, pescados", true},
	{"amendoim", "amendoim", "amendoins, peanuts, cacahuete, cacahuate", false},
	{"soja", "soja", "soya", false},
	{"leite", "laticinio", "laticinio, laticinios, lacteo, lacteos, dairy, lactose, lactosa, derivados de leite, aplv, proteina do leite", true},
	{"castanhas", "oleaginosa", "castanha, nozes, noz, oleaginosa, oleaginosas, nuts, nut, tree nut, nueces, frutos de casca", false},
	{"gergelim", "gergelim", "ajonjoli", false},
	{"mostarda", "mostarda", "", false},
	{"aipo", "aipo", "salsao", false},
	{"sulfitos", "", "sulfito, sulfite, sulfites, sulphite, dioxido de enxofre", false},
	{"moluscos", "molusco", "molusco, mollusc, mollusk, mollusks", true},
	{"tremoço", "tremoco", "tremocos, lupini, altramuces", false},
	{"látex", "", "latex natural, natural latex", false},
}

const nuts = "castanhas"

//go:embed data/allergens.txt
var knownIn string

// AllergenNames returns the names that items have allergens by, in order.
func AllergenNames() []string {
	all := make([]string, len(allergens))
	for i, a := range allergens {
		all[i] = a.name
	}
	return all
}

// AllergenName says an allergen in a language; one that is not known stays as
// it is.
func AllergenName(name string, language lang.Language) string {
	return cmp.Or(texts.In(language).Menu.Allergens[name], name)
}

// spellings are what the allergen is called in all languages, and besides.
func (a allergen) spellings() []string {
	all := strings.Split(a.spelt, ", ")
	for _, w := range texts.All() {
		all = append(all, w.Menu.Allergens[a.name])
	}
	return all
}

// ParseAllergens returns the allergens that a word on a label, or of a guest,
// stands for: milk is leite, camarão is crustáceos, shellfish is crustáceos
// and moluscos. It is nil for a word that stands for none.
func ParseAllergens(word string) []string {
	k := knowledge()
	words := plain(word)
	if s, n := k.spelt.at(words); n > 0 && n == len(words) {
		return s.names()
	}
	return k.in(words).names()
}

// A set has a bit an allergen, in the order of the table.
type set uint32

func (s set) names() []string {
	var all []string
	for i, a := range allergens {
		if s&(1<<i) != 0 {
			all = append(all, a.name)
		}
	}
	return all
}

// setOf returns the set of names.
func setOf(names []string) (s set) {
	for i, a := range allergens {
		if slices.Contains(names, a.name) {
			s |= 1 << i
		}
	}
	return s
}

// inOrder returns names in the order of the table, each once.
func inOrder(names []string) []string { return setOf(names).names() }

// bit is the set of one allergen, by its name in the table.
func bit(name string) set {
	return 1 << slices.IndexFunc(allergens, func(a allergen) bool { return a.name == name })
}
