package hook_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/hook"
)

func TestAGroupSitsAtTheTableOnce(t *testing.T) {
	celiacs := hook.Person{Name: "os outros três", Count: 3, Diets: []string{"celíacos"}}
	for _, tt := range []struct {
		name string
		then hook.Person
		want []hook.Person
	}{
		{"one of them brings no need of theirs again", hook.Person{Name: "um dos celíacos", Diets: []string{"celíaco"}}, []hook.Person{celiacs}},
		{
			"one of them with a need of their own",
			hook.Person{Name: "one of the celíacos", Diets: []string{"celíaco"}, Allergies: []string{"soja"}},
			[]hook.Person{celiacs, {Name: "one of the celíacos", Allergies: []string{"soja"}, Of: "os outros três"}},
		},
		{
			"others with a name of their own",
			hook.Person{Name: "meus três primos", Count: 3, Diets: []string{"vegano"}},
			[]hook.Person{celiacs, {Name: "meus três primos", Count: 3, Diets: []string{"vegano"}}},
		},
	} {
		got := hook.Seat([]hook.Person{celiacs}, tt.then)
		if diff := cmp.Diff(tt.want, got, cmp.Transformer("none", func(s []string) string {
			if len(s) == 0 {
				return ""
			}
			return s[0]
		})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestAJoinedNameIsOfSeveral(t *testing.T) {
	for name, want := range map[string][]string{
		"Caio e Duda":         {"Caio", "Duda"},
		"my uncle and Lia":    {"my uncle", "Lia"},
		"Caio, Duda y Iara":   {"Caio", "Duda", "Iara"},
		"minha filha":         {"minha filha"},
		"quem come de tudo e": {"quem come de tudo e"},
	} {
		if got := hook.Split(name); !slices.Equal(got, want) {
			t.Errorf("Split(%q) = %q", name, got)
		}
	}
}
