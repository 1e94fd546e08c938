package scene_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/scene"
)

func TestWhatIsTakenBackIsThatPersons(t *testing.T) {
	s := &scene.Scene{}
	s.Tell(hook.Person{Allergies: []string{"camarão"}})
	s.Tell(hook.Person{Name: "minha filha", Allergies: []string{"camarão", "ovo"}, Diets: []string{"vegana"}})
	s.Untell(hook.Person{Name: "filha", Allergies: []string{"Camarão"}})
	want := []hook.Person{{Allergies: []string{"camarão"}}, {Name: "minha filha", Allergies: []string{"ovo"}, Diets: []string{"vegana"}}}
	if diff := cmp.Diff(want, s.People()); diff != "" {
		t.Errorf("at the table (-want +got):\n%s", diff)
	}
	s.Leave("a filha")
	s.Leave("")
	if diff := cmp.Diff([]hook.Person{{}}, s.People()); diff != "" {
		t.Errorf("when both have left (-want +got):\n%s", diff)
	}
}

func TestLimitsStayUnlessTheyAreSaidAnew(t *testing.T) {
	s := &scene.Scene{Party: 2, Budget: hook.Budget{Person: 80}}
	s.Limit(6, hook.Budget{Night: 300})
	s.Limit(0, hook.Budget{Person: 90})
	got := s.MustNots(nil)
	if want := (hook.Constraints{Party: 6, Budget: hook.Budget{Person: 90, Night: 300}}); !cmp.Equal(got, want) {
		t.Errorf("the limits are %+v, want %+v", got, want)
	}
}

func TestWhoIsMeantTogetherAndInAGroup(t *testing.T) {
	s := &scene.Scene{}
	s.Tell(hook.Person{})
	s.Tell(hook.Person{Name: "Caio", Allergies: []string{"soja"}})
	s.Tell(hook.Person{Name: "tia Lia", Diets: []string{"vegana"}})
	s.Tell(hook.Person{Name: "outros dois", Count: 2, Diets: []string{"celíacos"}})
	s.Tell(hook.Person{Name: "um dos celíacos", Dislikes: []string{"coentro"}})
	for _, tt := range []struct {
		who  []string
		want []string
	}{
		{[]string{"Caio e Lia"}, []string{"soja", "vegana"}},
		{[]string{"um dos celíacos"}, []string{"celíacos"}},
		{[]string{"me"}, nil},
		{[]string{"a galera"}, []string{"soja", "vegana", "celíacos"}},
	} {
		c := s.MustNots(tt.who)
		if got := append(c.Allergies, c.Diets...); !cmp.Equal(got, tt.want) {
			t.Errorf("%q must not have %q, want %q", tt.who, got, tt.want)
		}
	}
}

func TestWordsForSeveralPeopleMeanThoseWhoAreNoted(t *testing.T) {
	s := &scene.Scene{}
	for _, p := range []hook.Person{{}, {Name: "minha mãe", Diets: []string{"vegana"}}, {Name: "papai", Allergies: []string{"soja"}}, {Name: "Nico"}} {
		s.Tell(p)
	}
	for who, want := range map[string]int{"meus pais": 2, "mis padres": 2, "them": 0, "the siblings": 0, "Nico": 1} {
		meant, _ := s.Meant([]string{who})
		if strangers := s.Strangers([]string{who}); len(meant) != want || (len(strangers) == 0) != (want > 0) {
			t.Errorf("%q means %v, and nobody is %q", who, meant, strangers)
		}
	}
}
