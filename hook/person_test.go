package hook_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/hook"
)

func TestANameIsKnownByWhatTellsItFromOthers(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		want       bool
	}{
		{"capitals and accents do not matter", "Zoé", "zoe", true},
		{"whose daughter she is does not matter", "minha filha", "a filha", true},
		{"nor in which words", "my daughter", "the daughter", true},
		{"nor in which language", "minha esposa", "my wife", true},
		{"nor what explains it", "sogra (mãe da namorada)", "mother-in-law", true},
		{"a mother is no mother-in-law", "my mother", "sogra", false},
		{"two children are two", "my son", "my daughter", false},
		{"nor in the words of which region", "o guri", "meu moleque", true},
		{"the guest has no name", "", "guest", true},
		{"nor has who has it alone", "", "só para mim", true},
		{"the guest is nobody else", "", "Ana", false},
		{"an article alone may be a name", "A", "a", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := hook.SameName(tt.a, tt.b); got != tt.want {
				t.Errorf("SameName(%q, %q) = %v, want %v", tt.a, tt.b, got, tt.want)
			}
		})
	}
}

func TestANameMeansWhoeverItMayMean(t *testing.T) {
	table := []hook.Person{{}, {Name: "o bebê de 2 anos"}, {Name: "o bebê de 1 ano"}, {Name: "minha filha Bia"}, {Name: "sogra, mãe da namorada"}, {Name: "my wife's sister"}, {Name: "o convidado vegano"}}
	for _, tt := range []struct {
		name string
		want []int
	}{
		{"me", []int{0}},
		{"the baby", []int{1, 2}},
		{"bebê de 2", []int{1}},
		{"Bia", []int{3}},
		{"daughter", []int{3}},
		{"minha filha Ana", nil},
		{"namorada", nil},
		{"my wife", nil},
		{"sister", []int{5}},
		{"João", nil},
		{"convidado vegano", []int{6}},
		{"convidado que não come porco", nil},
	} {
		if got := hook.Among(table, tt.name); !slices.Equal(got, tt.want) {
			t.Errorf("Among(%q) = %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestASeatIsKnownByItsFullestName(t *testing.T) {
	var table []hook.Person
	for _, name := range []string{"", "meu filho", "o filho mais velho", "o filho mais novo"} {
		table = hook.Seat(table, hook.Person{Name: name, Allergies: []string{"ovo"}})
	}
	if len(table) != 3 || len(hook.Among(table, "filho mais novo")) != 1 || len(hook.Among(table, "son")) != 2 {
		t.Errorf("at the table: %+v", table)
	}
}

func TestAWiderWordMeansTheOnlyOne(t *testing.T) {
	table := hook.Seat([]hook.Person{{}, {Name: "meu filho", Allergies: []string{"ovo"}}}, hook.Person{Name: "o garoto", Diets: []string{"mel"}})
	if len(table) != 2 || len(table[1].Diets) != 1 {
		t.Errorf("one boy: %+v", table)
	}
	for _, other := range []string{"a guria", "o bebê", "o garoto da minha irmã", "o garoto mais velho"} {
		if got := hook.Seat(table, hook.Person{Name: other}); len(got) != 3 {
			t.Errorf("%s: %+v", other, got)
		}
	}
	two := hook.Seat(table, hook.Person{Name: "minha filha"})
	if got := hook.Among(two, "a criança"); len(got) != 2 {
		t.Errorf("of two children one is meant: %v", got)
	}
}

func TestATextIntroducesSomebody(t *testing.T) {
	for text, want := range map[string]bool{
		"vou com minha esposa, a Carla, amanhã": true,
		"a Carla, minha mulher, vem também":     true,
		"my wife is called Carla":               true,
		"minha esposa e a Carla":                false,
		"minha esposa gosta da Carla":           false,
	} {
		if got := hook.Introduces(text, "esposa", "Carla"); got != want {
			t.Errorf("Introduces(%q) = %v, want %v", text, got, want)
		}
	}
	if hook.Introduces("tonight my husband's sisters come along", "husband's sisters", "husband") {
		t.Error("somebody's sisters are taken for them")
	}
}

func TestATextSpeaksOfAPerson(t *testing.T) {
	for _, tt := range []struct {
		name, text, person string
		want               bool
	}{
		{"by name", "vou com a Ana!", "Ana", true},
		{"by what they are to the guest", "jantar com a minha filha", "my filha", true},
		{"a part of a word is no name", "quero banana", "Ana", false},
		{"the guest is not named", "eu quero", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := hook.Speaks(tt.text, tt.person); got != tt.want {
				t.Errorf("Speaks(%q, %q) = %v, want %v", tt.text, tt.person, got, tt.want)
			}
		})
	}
}

func TestWhatHooksKnowOfPeopleIsUnited(t *testing.T) {
	knows := func(people ...hook.Person) hook.Hook {
		return hook.Hook{PreQuery: func(context.Context, hook.Turn) (hook.Known, error) { return hook.Known{People: people}, nil }}
	}
	got := hook.Chain{
		knows(hook.Person{Diets: []string{"vegano"}}, hook.Person{Name: "Ana", Allergies: []string{"camarão"}}),
		knows(hook.Person{Allergies: []string{"soja"}}, hook.Person{Name: "ana", Allergies: []string{"ovo"}}, hook.Person{Name: "Leo"}),
	}.PreQuery(t.Context(), hook.Turn{})
	want := []hook.Person{
		{Allergies: []string{"soja"}, Diets: []string{"vegano"}},
		{Name: "Ana", Allergies: []string{"camarão", "ovo"}},
		{Name: "Leo"},
	}
	if diff := cmp.Diff(want, got.People); diff != "" {
		t.Errorf("the people (-want +got):\n%s", diff)
	}
}
