package scene_test

import (
	"slices"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/scene"
)

func TestANeedLimitsOnlyWhomItIs(t *testing.T) {
	s := &scene.Scene{Table: []hook.Person{
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
		{"of a husband nothing is known", []string{"marido"}, []string{"celíaco"}},
	} {
		c := s.MustNots(tt.who)
		if got := slices.Concat(c.Allergies, c.Diets); !slices.Equal(got, tt.want) {
			t.Errorf("%s: MustNots(%q) = %q, want %q", tt.name, tt.who, got, tt.want)
		}
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
