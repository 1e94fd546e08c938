package menu

import (
	_ "embed"
	"slices"

	"github.com/maitre-dev/maitre/lang"
)

// An allergen is one of those that a label in Brazil must name, or one that
// guests from elsewhere know from theirs. What has it is in data/allergens.txt.
type allergen struct {
	name     string // in Portuguese, as items have it
	en, es   string
	concept  string // of the ontology: what is a kind of it, or has it, has the allergen
	spelt    string // what it is called besides, folded: "sem …" of one of these rules it out
	ofAnimal bool
}

var allergens = []allergen{
	{"glúten", "gluten", "gluten", "gluten", "trigo, farinha de trigo, wheat, wheat flour, harina de trigo, tacc, cereais com gluten", false},
	{"crustáceos", "crustaceans", "crustáceos", "crustaceo", "crustaceo, crustacean", true},
	{"ovo", "egg", "huevo", "ovo", "ovos, eggs, huevos", true},
	{"peixe", "fish", "pescado", "peixe", "peixes, pescados", true},
	{"amendoim", "peanut", "maní", "amendoim", "amendoins, peanuts, cacahuete, cacahuate", false},
	{"soja", "soy", "soja", "soja", "soya", false},
	{"leite", "milk", "leche", "laticinio", "laticinio, laticinios, lacteo, lacteos, dairy, lactose, lactosa, derivados de leite, aplv, proteina do leite", true},
	{"castanhas", "tree nuts", "frutos secos", "oleaginosa", "castanha, nozes, noz, oleaginosa, oleaginosas, nuts, nut, tree nut, nueces, frutos de casca", false},
	{"gergelim", "sesame", "sésamo", "gergelim", "ajonjoli", false},
	{"mostarda", "mustard", "mostaza", "mostarda", "", false},
	{"aipo", "celery", "apio", "aipo", "salsao", false},
	{"sulfitos", "sulphites", "sulfitos", "", "sulfito, sulfite, sulfites, sulphite, dioxido de enxofre", false},
	{"moluscos", "molluscs", "moluscos", "molusco", "molusco, mollusc, mollusk, mollusks", true},
	{"tremoço", "lupin", "altramuz", "tremoco", "tremocos, lupini, altramuces", false},
	{"látex", "latex", "látex", "", "latex natural, natural latex", false},
}

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
	for _, a := range allergens {
		switch {
		case a.name != name:
		case language == lang.English:
			return a.en
		case language == lang.Spanish:
			return a.es
		}
	}
	return name
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
