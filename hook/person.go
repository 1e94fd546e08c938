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
	Of        string   `json:"of,omitempty"` // the name of the group that they are one of, and whose needs are theirs
}

// Companion is the name of people of whom nobody has said who they are.
const Companion = "companion"

// Is reports whether a name is this person's: see SameName.
func (p Person) Is(name string) bool { return SameName(p.Name, name) }

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
	for i, p := range table {
		if p.Is(name) {
			return []int{i}
		}
	}
	for i, p := range table {
		if alike(p.Name, name) {
			places = append(places, i)
		}
	}
	return places
}

// alike reports whether two names may be of one person: one says no more than the
// other of who that is, and of what distinguishes them, or is a wider word for them.
func alike(a, b string) bool {
	who, which := parts(a)
	other, whichOther := parts(b)
	if len(which)+len(whichOther) == 0 && (overlap(other, groups()["a "+strings.Join(who, " ")]) || overlap(who, groups()["a "+strings.Join(other, " ")])) {
		return true
	}
	return len(who) > 0 && len(other) > 0 && (within(who, other) || within(other, who)) && (within(which, whichOther) || within(whichOther, which))
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

func within(some, all []string) bool {
	return !slices.ContainsFunc(some, func(w string) bool { return !slices.Contains(all, w) })
}

// Kin reports whether a name says what somebody is to the guest: "a sobrinha", "my boss".
func Kin(name string) bool {
	who, _ := parts(name)
	return len(who) > 0 && !slices.ContainsFunc(who, func(w string) bool { return !relations()[w] })
}

var relations = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for is := range wordfile.Entries(peopleWords) {
		all[strings.ReplaceAll(is, " ", "_")] = true
	}
	return all
})

// Introduces reports whether a text says that two names are of one person: "minha
// esposa, a Ana", "my wife is called Ana".
func Introduces(text, a, b string) bool {
	words := canonical(text)
	one, ofOne := parts(a)
	two, ofTwo := parts(b)
	if len(ofOne) > 0 && within(two, ofOne) || len(ofTwo) > 0 && within(one, ofTwo) { // "my wife's parents" are not my wife
		return false
	}
	for i, w := range words {
		if !slices.Contains(one, w) && !slices.Contains(two, w) {
			continue
		}
		rest := two
		if slices.Contains(two, w) {
			rest = one
		}
		for _, next := range words[i+1:] {
			if slices.Contains(rest, next) {
				return true
			}
			if !introducing[next] && !beforeNames[next] {
				break
			}
		}
	}
	return false
}

// nameOf returns what tells a name from others, folded. What stands in brackets
// explains it.
func nameOf(name string) string {
	if name == "" {
		return ""
	}
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
	// Each word has the spaces around it that a replacer looks for.
	return strings.Fields(kin().Replace(" " + strings.Join(strings.Fields(lang.Fold(text)), "  ") + " "))
}

//go:embed people.txt
var peopleWords string

var kin = sync.OnceValue(func() *strings.Replacer {
	var pairs []string
	for is, list := range wordfile.Entries(peopleWords) {
		said := " " + strings.ReplaceAll(is, " ", "  ") + " "
		if is = strings.ReplaceAll(is, " ", "_"); strings.Contains(is, "_") {
			pairs = append(pairs, said, " "+is+" ")
		}
		for _, w := range wordfile.List(list) {
			pairs = append(pairs, " "+w+" ", " "+is+" ")
		}
	}
	return strings.NewReplacer(pairs...)
})

var (
	ownNames       = lang.Set("guest user me myself i eu mim yo mi hospede huesped")
	beforeNames    = lang.Set("a o as os the my our mi mis el la los las meu minha meus minhas nosso nossa nossos nossas nuestro nuestra nuestros nuestras da do de of")
	alone          = lang.Set("only just so somente apenas solo for para pra")
	distinguishing = lang.Set("de da do dos das del of who que com con with from")
	introducing    = lang.Set("is es se chama llama chamado chamada named called name nome nombre s")
)

// Safety reports whether there is anything that the person must not have.
func (p Person) Safety() bool { return len(p.Allergies)+len(p.Diets) > 0 }

// Seat adds what is known of a person to a table and returns it: to the one whom
// the name means, see Among, or else as one more. Of what is said of somebody by name nothing
// remains with the Companion, who was that somebody.
func Seat(table []Person, p Person) []Person {
	table = slices.Clone(table)
	if at := member(table, p); at >= 0 {
		if p = p.besides(table[at]); len(p.needs()) == 0 {
			return table
		}
	}
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
	q.Diets = without(q.Diets, q.Allergies)                      // "coeliac" is said once
	q.Count, q.Of = cmp.Or(p.Count, q.Count), cmp.Or(p.Of, q.Of) // "they are only two now"
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
