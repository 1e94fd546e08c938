package scene_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/scene"
)

func TestANeedLimitsOnlyWhomItIs(t *testing.T) {
	s := &scene.Scene{Message: "minha esposa, a Ana, é vegana", Table: []hook.Person{
		{Allergies: []string{"camarão"}}, {Name: "Ana", Diets: []string{"vegana"}}, {Name: hook.Companion, Diets: []string{"celíaco"}},
	}}
	for _, tt := range []struct {
		name string
		who  []string
		want []string // allergies, then diets
	}{
		{"nobody named is everybody", nil, []string{"camarão", "vegana", "celíaco"}},
		{"a word for all is everybody", []string{"todos"}, []string{"camarão", "vegana", "celíaco"}},
		{"Ana's own, and what nobody knows whose it is", []string{"a Ana"}, []string{"vegana", "celíaco"}},
		{"the guest's", []string{"guest"}, []string{"camarão", "celíaco"}},
		{"the guest's alone", []string{"só eu"}, []string{"camarão", "celíaco"}},
		{"whom the guest introduced", []string{"my wife"}, []string{"vegana", "celíaco"}},
		{"of a husband nothing is known", []string{"marido"}, []string{"celíaco"}},
	} {
		c := s.MustNots(tt.who)
		if got := slices.Concat(c.Allergies, c.Diets); !slices.Equal(got, tt.want) {
			t.Errorf("%s: MustNots(%q) = %q, want %q", tt.name, tt.who, got, tt.want)
		}
	}
}

func TestTheCompanionLeavesWithTheLastNeed(t *testing.T) {
	s := &scene.Scene{Table: []hook.Person{{}, {Name: hook.Companion, Diets: []string{"celíaco"}}, {Name: "bebê de 1 ano", Diets: []string{"aplv"}}, {Name: "bebê de 2 anos", Diets: []string{"aplv"}}}}
	s.Untell(hook.Person{Name: hook.Companion, Diets: []string{"celíaco"}})
	s.Untell(hook.Person{Name: "bebê", Diets: []string{"aplv"}}) // nobody knows which
	if got := s.MustNots(nil).Diets; len(s.Table) != 3 || !slices.Equal(got, []string{"aplv"}) || len(s.Table[1].Diets) != 1 {
		t.Errorf("at the table: %+v", s.Table)
	}
}

func TestTheNewestListIsNumberedAndComesFirst(t *testing.T) {
	s := &scene.Scene{}
	s.Show(t.Context(), scene.Thing{Kind: "dish", ID: "a", Name: "Acarajé"}, scene.Thing{Kind: "dish", ID: "b", Name: "Bobó"})
	s.Settle()
	s.Named([]scene.Thing{{Kind: "dish", ID: "b", Name: "Bobó"}, {Kind: "dish", ID: "c", Name: "Cocada"}})
	var got []string
	for _, x := range s.Shown {
		got = append(got, x.ID)
	}
	if !slices.Equal(got, []string{"b", "c", "a"}) || s.Shown[1].Number != 2 {
		t.Errorf("shown %+v", s.Shown)
	}
	if x, ok := s.Thing("dish", "bobo"); !ok || x.ID != "b" {
		t.Errorf("bobo is %+v, %v", x, ok)
	}
}

func TestAnAnswerNumbersWhatItNames(t *testing.T) {
	thing := func(kind, id string) scene.Thing { return scene.Thing{Kind: kind, ID: id, Name: id} }
	for _, tt := range []struct {
		name    string
		named   []scene.Thing
		without []scene.Thing
		want    string
	}{
		{"several are a list of their own", []scene.Thing{thing("dish", "c"), thing("dish", "a")}, nil, "c1 a2 b0 inn1"},
		{"one alone leaves the list", []scene.Thing{thing("dish", "c")}, nil, "a1 b2 c3 inn1"},
		{"one that is new is a list", []scene.Thing{thing("dish", "d")}, nil, "d1 a0 b0 c0 inn1"},
		{"each kind has its numbers", []scene.Thing{thing("inn", "inn2"), thing("dish", "b"), thing("dish", "a")}, nil, "inn21 b1 a2 c0 inn0"},
		{"what is left out has none", []scene.Thing{thing("dish", "b"), thing("dish", "a")}, []scene.Thing{thing("dish", "d")}, "b1 a2 c0 inn1 d0"},
	} {
		s := &scene.Scene{}
		s.Show(t.Context(), thing("dish", "a"), thing("dish", "b"), thing("dish", "c"))
		s.Settle()
		s.Shown = append(s.Shown, scene.Thing{Kind: "inn", ID: "inn", Number: 1})
		s.Named(tt.named, tt.without...)
		var got []string
		for _, x := range s.Shown {
			got = append(got, x.ID+strconv.Itoa(x.Number))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: shown %v, want %s", tt.name, got, tt.want)
		}
	}
}
