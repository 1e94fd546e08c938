package hook

import (
	"slices"
	"strings"

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

// Is reports whether a name is this person's: see SameName.
func (p Person) Is(name string) bool { return SameName(p.Name, name) }

// SameName reports whether two names are of one person: "minha filha" is "a
// filha". The guest who writes is "", and what stands for it.
func SameName(a, b string) bool { return nameOf(a) == nameOf(b) }

// Speaks reports whether a text names a person. It never names the guest.
func Speaks(text, name string) bool {
	name = nameOf(name)
	return name != "" && strings.Contains(" "+lang.Fold(text)+" ", " "+name+" ")
}

// nameOf returns what tells a name from others, folded.
func nameOf(name string) string {
	words := strings.Fields(lang.Fold(name))
	if len(words) == 1 && ownNames[words[0]] {
		return ""
	}
	for len(words) > 1 && beforeNames[words[0]] {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

var (
	ownNames    = lang.Set("guest user me myself i eu mim yo hospede huesped cliente")
	beforeNames = lang.Set("a o as os the my our mi mis el la los las meu minha meus minhas nosso nossa nossos nossas nuestro nuestra nuestros nuestras da do de of")
)

// Safety reports whether there is anything that the person must not have.
func (p Person) Safety() bool { return len(p.Allergies)+len(p.Diets) > 0 }

// Seat adds what is known of a person to a table and returns it: to the one of
// that name, or else as one more. Of what is said of somebody by name nothing
// remains with the Companion, who was that somebody.
func Seat(table []Person, p Person) []Person {
	table = slices.Clone(table)
	i := slices.IndexFunc(table, func(q Person) bool { return q.Is(p.Name) })
	if i < 0 {
		i = len(table)
		table = append(table, Person{Name: p.Name})
	}
	q := table[i]
	q.Allergies, q.Diets, q.Dislikes = union(slices.Clip(q.Allergies), p.Allergies), union(slices.Clip(q.Diets), p.Diets), union(slices.Clip(q.Dislikes), p.Dislikes)
	q.Count = max(q.Count, p.Count)
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

func without(all, gone []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(a string) bool {
		return slices.ContainsFunc(gone, func(g string) bool { return lang.Fold(g) == lang.Fold(a) })
	})
}
