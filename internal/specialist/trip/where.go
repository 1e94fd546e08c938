package trip

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

const (
	maxPlace  = 80 // bytes of a place's name
	mostTowns = 5  // that a guest is offered
)

// whereTo finds the place that a call names: nil if it names none, and what to
// ask if there are several, or none that anybody knows.
func (p *Planner) whereTo(ctx context.Context, s *scene.Scene, name string, before plan) (*spot, Plan, error) {
	if name = strings.TrimSpace(ui.Clean(name)); name == "" {
		return nil, Plan{}, nil
	}
	if short := strings.ToUpper(name); len(name) < 4 && len(gazetteer.Find(name)) == 0 && len(gazetteer.Find(short)) > 0 { // "la"
		name = short
	}
	if towns := townsOf(name); towns != nil { // "na praia"
		return nil, Plan{Ask: "landscape", Place: name, Which: towns}, nil
	}
	if one := chosen(name, before.Which); one != "" { // "a da Bolívia"
		name = one
	}
	all := meant(name, append(slices.Clone(s.Said), s.Message))
	if found := gazetteer.Read(name); len(all) == 0 && len(found) == 1 && !found[0].Guess { // "no centro de Maceió"
		all = found[0].Places
	}
	switch {
	case len(all) > 1:
		return nil, Plan{Ask: "which_place", Which: namesOf(all)}, nil
	case len(all) == 0:
		return p.locate(ctx, name)
	}
	to := all[0]
	if near := to.Near(); means("near", name) && len(near) > 0 { // and not in it
		return nil, Plan{Ask: "town_near", Place: to.Name, Which: firstNames(near)}, nil
	}
	if towns := to.Towns(); len(towns) > 0 { // nobody sleeps "in Bahia"
		return nil, Plan{Ask: "town", Place: to.Name, Which: firstNames(towns)}, nil
	}
	where := &spot{Name: to.Name, Key: to.String(), Area: places.Area{Name: to.Name, Country: to.Country, Lat: to.Lat, Lon: to.Lon}}
	switch {
	case len(gazetteer.Find(to.Name)) > 1: // the name alone would not tell which
		where.Name = to.String()
	case to.Country != "BR" && s.Language != lang.Portuguese: // Lisbon is Lisboa only to some
		where.Name, _, _ = strings.Cut(name, ",")
	}
	return where, Plan{}, nil
}

// locate looks for a place that the gazetteer does not know. It is somewhere, even if who could
// tell where cannot be asked.
func (p *Planner) locate(ctx context.Context, name string) (*spot, Plan, error) {
	var at *places.Area
	var err error
	if p.Locate != nil {
		at, err = p.Locate(ctx, name)
	}
	bare, _, _ := strings.Cut(name, ",")
	switch {
	case ctx.Err() != nil:
		return nil, Plan{}, context.Cause(ctx)
	case len(name) > maxPlace || at == nil && err == nil:
		return nil, Plan{Ask: "place", PlaceUnknown: name}, nil
	case err != nil:
		return &spot{Name: bare, Key: lang.Fold(bare), Area: places.Area{Name: bare}}, Plan{}, nil
	}
	return &spot{Name: at.Name, Key: at.Name + " " + at.Country, Area: *at, Credit: p.Credit}, Plan{}, nil
}

// meant returns the places that a name may mean after all that was said:
// several if the guest is to be asked, none if we do not know it.
func meant(name string, said []string) []gazetteer.Place {
	all := gazetteer.Find(name)
	if len(all) < 2 {
		return all
	}
	for _, text := range slices.Backward(said) {
		if one := chosen(text, namesOf(all)); one != "" {
			return slices.DeleteFunc(all, func(p gazetteer.Place) bool { return p.String() != one })
		}
	}
	return all
}

// chosen returns the candidate that an answer names: by its name, its state or its country.
func chosen(text string, candidates []string) string {
	t := " " + lang.Fold(text) + " "
	for i, c := range candidates {
		others := slices.Concat(candidates[:i], candidates[i+1:])
		for part := range strings.SplitSeq(c, ", ") {
			unique := !slices.ContainsFunc(others, func(o string) bool { return strings.Contains(o, part) })
			if unique && strings.Contains(t, " "+lang.Fold(part)+" ") {
				return c
			}
		}
	}
	return ""
}

func namesOf(all []gazetteer.Place) (names []string) {
	for _, p := range all {
		names = append(names, p.String())
	}
	return names
}

func firstNames(towns []gazetteer.Place) (names []string) {
	for _, p := range towns[:min(len(towns), mostTowns)] {
		names = append(names, p.Name)
	}
	return names
}

//go:embed words.txt
var wordsText string

// meaning is a line of words.txt: what is meant, and how words begin that mean it.
type meaning struct {
	name  string
	words []string
}

// meanings are those of words.txt by their sorts, in the order of the file.
var meanings = sync.OnceValue(func() map[string][]meaning {
	all := map[string][]meaning{}
	for key, list := range wordfile.Entries(wordsText) {
		sort, name, _ := strings.Cut(key, " ")
		all[sort] = append(all[sort], meaning{name, strings.Split(list, ", ")})
	}
	return all
})

// named returns the names of a sort that a text means: the kinds of "uma pousada ou hotel".
func named(sort, text string) (names []string) {
	folded := plainWords(text)
	for _, m := range meanings()[sort] {
		if slices.ContainsFunc(m.words, func(w string) bool { return strings.Contains(folded, " "+w) }) {
			names = append(names, m.name)
		}
	}
	return names
}

// means reports whether a text means any name of a sort.
func means(sort, text string) bool { return len(named(sort, text)) > 0 }

// plainWords folds a text, but keeps its commas as words.
func plainWords(text string) string {
	clauses := strings.Split(strings.NewReplacer("-", " ", "_", " ").Replace(text), ",")
	for i, c := range clauses {
		clauses[i] = lang.Fold(c)
	}
	return " " + strings.Join(clauses, " , ") + " "
}

// townsOf returns the towns of a landscape, "praia"; none if a name is of none.
func townsOf(landscape string) []string {
	for _, m := range meanings()["landscape"] {
		if slices.Contains(strings.Fields(m.name), lang.Fold(landscape)) {
			return m.words
		}
	}
	return nil
}
