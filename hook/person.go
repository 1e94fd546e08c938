package hook

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
)

// Person is somebody at the table, and what they must not have. Words are those
// of the guest, as in Constraints.
type Person struct {
	Name      string   `json:"name,omitempty"`  // as the guest calls them: "Ana", "my son"; empty: the guest who writes
	Count     int      `json:"count,omitempty"` // people that it stands for, as in "two of us"; 0: one
	Allergies []string `json:"allergies,omitempty"`
	Diets     []string `json:"diets,omitempty"`
	Dislikes  []string `json:"dislikes,omitempty"`
}

// Companion is the name of people of whom nobody has said who they are.
const Companion = "companion"

// Safety reports whether there is anything that the person must not have.
func (p Person) Safety() bool { return len(p.Allergies)+len(p.Diets) > 0 }

// Is reports whether a name is this person's: see SameName.
func (p Person) Is(name string) bool { return SameName(p.Name, name) }

// Without returns somebody without some of what they need, whatever its case and accents.
func (p Person) Without(gone Person) Person {
	p.Allergies, p.Diets, p.Dislikes = without(p.Allergies, gone.Allergies), without(p.Diets, gone.Diets), without(p.Dislikes, gone.Dislikes)
	return p
}

func without(all, gone []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(a string) bool {
		return slices.ContainsFunc(gone, func(g string) bool { return lang.Fold(g) == lang.Fold(a) })
	})
}

// Seat adds what is known of a person to a table and returns it: to the one whom
// the name means, see Among, or else as one more. Of what is said of somebody by name nothing
// remains with the Companion, who was that somebody.
func Seat(table []Person, p Person) []Person {
	table = slices.Clone(table)
	i := len(table)
	if at := Among(table, p.Name); len(at) == 1 {
		i = at[0]
	} else {
		table = append(table, Person{Name: p.Name})
	}
	q := table[i]
	if !q.Is(p.Name) && len(p.Name) > len(q.Name) {
		q.Name = p.Name // "o filho" is "o filho mais velho", and not another son
	}
	q.Allergies, q.Diets, q.Dislikes = union(slices.Clip(q.Allergies), p.Allergies), union(slices.Clip(q.Diets), p.Diets), union(slices.Clip(q.Dislikes), p.Dislikes)
	q.Diets = without(q.Diets, q.Allergies) // "coeliac" is said once
	q.Count = cmp.Or(p.Count, q.Count)      // "they are only two now"
	table[i] = q
	if p.Name == "" || p.Is(Companion) {
		return table
	}
	for i, q := range table {
		if q.Is(Companion) {
			table[i].Allergies, table[i].Diets = without(q.Allergies, p.Allergies), without(q.Diets, p.Diets)
		}
	}
	return slices.DeleteFunc(table, func(q Person) bool { return q.Is(Companion) && !q.Safety() && len(q.Dislikes) == 0 })
}

// SameName reports whether two names are of one person: "minha filha" is "the
// daughter". The guest who writes is "", and what stands for it.
func SameName(a, b string) bool { return a == b || nameOf(a) == nameOf(b) }

// Speaks reports whether a text names a person. It never names the guest.
func Speaks(text, name string) bool {
	name = nameOf(name)
	return name != "" && strings.Contains(" "+strings.Join(canonical(text), " ")+" ", " "+name+" ")
}

// Among returns the places of those at a table whom a name means: the one of that
// name, or else all whom it may mean, as "the baby" does "o bebê de 2 anos", and
// "Bia" does "minha filha Bia".
func Among(table []Person, name string) (places []int) {
	if i := slices.IndexFunc(table, func(p Person) bool { return p.Is(name) }); i >= 0 {
		return []int{i}
	}
	for i, p := range table {
		if alike(p.Name, name) {
			places = append(places, i)
		}
	}
	return places
}

// Called returns the places of those at a table whom words mean: by name, see Among, or
// without one, as "meus pais" are the mother and the father, and "the vegan" is who is vegan.
// Who is one of a group has its needs: "one of the vegans".
func Called(table []Person, words string) []int {
	places := Among(table, words)
	several := relations()["several"][nameOf(words)]
	named := stems(slices.DeleteFunc(canonical(words), func(w string) bool { return beforeNames[w] || distinguishing[w] }))
	known := len(places) > 0
	for i, p := range table {
		who, _ := parts(p.Name)
		needs := overlap(named, stems(strings.Fields(strings.Join(slices.Concat(p.Allergies, p.Diets), " "))))
		if !slices.Contains(places, i) && (!known && overlap(who, several) || needs && (!known || p.Count > 1)) {
			places = append(places, i)
		}
	}
	return places
}

func stems(words []string) (all []string) {
	for _, w := range words {
		all = append(all, lang.Stem(lang.Fold(w)))
	}
	return all
}

// Split returns the people whom a name joins: "Ana e João" are two. A name that joins
// nobody is one.
func Split(name string) []string {
	var all, words []string
	for _, w := range strings.Fields(strings.ReplaceAll(name, ",", " , ")) {
		if w == "," || w == "&" || joining[lang.Fold(w)] {
			all, words = append(all, strings.Join(words, " ")), nil
			continue
		}
		words = append(words, w)
	}
	all = append(all, strings.Join(words, " "))
	if len(all) == 1 || slices.ContainsFunc(all, func(part string) bool { return part == "" || len(strings.Fields(part)) > 3 }) {
		return []string{name}
	}
	return all
}

// Kin reports whether a name says what somebody is to the guest: "a sobrinha", "my boss".
func Kin(name string) bool {
	who, _ := parts(name)
	return len(who) > 0 && !slices.ContainsFunc(who, func(w string) bool { return relations()["person"][w] == nil })
}

// Introduces reports whether a text says that two names are of one person: "minha
// esposa, a Ana", "my wife is called Ana".
func Introduces(text, a, b string) bool {
	one, ofOne := parts(a)
	two, ofTwo := parts(b)
	if len(ofOne) > 0 && within(two, ofOne) || len(ofTwo) > 0 && within(one, ofTwo) { // "my wife's parents" are not my wife
		return false
	}
	words := slices.DeleteFunc(canonical(text), func(w string) bool { return introducing[w] || beforeNames[w] })
	for i := range max(0, len(words)-1) {
		next := func(x, y []string) bool { return slices.Contains(x, words[i]) && slices.Contains(y, words[i+1]) }
		if next(one, two) || next(two, one) {
			return true
		}
	}
	return false
}

// alike reports whether two names may be of one person: one says no more than the
// other of who that is and of what distinguishes them, or is a wider word for them.
// "The vegan guest" is not "the guest who eats no pork".
func alike(a, b string) bool {
	who, which := parts(a)
	other, whichOther := parts(b)
	wider := func(x, y []string) bool { return overlap(y, relations()["wider"][strings.Join(x, " ")]) }
	if len(which)+len(whichOther) == 0 && (wider(who, other) || wider(other, who)) {
		return true
	}
	return len(who) > 0 && len(other) > 0 && (within(who, other) && within(which, whichOther) || within(other, who) && within(whichOther, which))
}

func within(some, all []string) bool {
	return !slices.ContainsFunc(some, func(w string) bool { return !slices.Contains(all, w) })
}

func overlap(a, b []string) bool {
	return slices.ContainsFunc(a, func(x string) bool { return slices.Contains(b, x) })
}

// parts returns the words of a name that say who somebody is, and those after
// them that say which: "baby" and "2 anos" of "o bebê de 2 anos".
func parts(name string) (who, which []string) {
	words := strings.Fields(nameOf(name))
	if i := slices.Index(words, "s"); i > 0 { // "my wife's sister"
		words, which = words[i+1:], words[:i]
	}
	for i, w := range words {
		if distinguishing[w] && len(who) > 0 {
			return who, append(which, words[i+1:]...)
		}
		if !beforeNames[w] {
			who = append(who, w)
		}
	}
	return who, which
}

// nameOf returns what tells a name from others, folded. What stands in brackets
// explains it.
func nameOf(name string) string {
	if open := strings.IndexByte(name, '('); open > 0 {
		name = name[:open]
	}
	words := canonical(name)
	for len(words) > 1 && (beforeNames[words[0]] || alone[words[0]]) {
		words = words[1:]
	}
	if len(words) == 1 && ownNames[words[0]] {
		return ""
	}
	return strings.Join(words, " ")
}

// canonical returns the words of a text, folded, with one word for all that say
// what somebody is to the guest.
func canonical(text string) []string {
	if text == "" {
		return nil
	}
	// Each word has the spaces around it that a replacer looks for.
	return strings.Fields(kin().Replace(" " + strings.Join(strings.Fields(lang.Fold(text)), "  ") + " "))
}

//go:embed people.txt
var peopleWords string

// relations are the lists of people.txt: of a person, of several, and wider words.
var relations = sync.OnceValue(func() map[string]map[string][]string {
	all := map[string]map[string][]string{}
	for key, list := range wordfile.Entries(peopleWords) {
		sort, name, _ := strings.Cut(key, " ")
		if all[sort] == nil {
			all[sort] = map[string][]string{}
		}
		all[sort][strings.ReplaceAll(name, " ", "_")] = wordfile.List(list)
	}
	return all
})

var kin = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for is, others := range relations()["person"] {
		for _, said := range append(others, strings.ReplaceAll(is, "_", " ")) {
			if said != is {
				pairs = append(pairs, " "+strings.ReplaceAll(said, " ", "  ")+" ", " "+is+" ")
			}
		}
	}
	return strings.NewReplacer(pairs...)
})

var (
	joining        = lang.Set("e y and")
	ownNames       = lang.Set("guest user me myself i eu mim yo mi hospede huesped")
	beforeNames    = lang.Set("a o as os the my our mi mis el la los las meu minha meus minhas nosso nossa nossos nossas nuestro nuestra nuestros nuestras da do de of")
	alone          = lang.Set("only just so somente apenas solo for para pra")
	distinguishing = lang.Set("de da do dos das del of who que com con with from")
	introducing    = lang.Set("is es se chama llama chamado chamada named called name nome nombre s")
)
