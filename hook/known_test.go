package hook_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/hook"
)

func TestWhatHooksKnowIsPutTogether(t *testing.T) {
	type constraints = hook.Constraints
	tests := []struct {
		name   string
		a, b   hook.Known
		want   hook.Known
		either bool // order
	}{
		{"nothing", hook.Known{}, hook.Known{}, hook.Known{}, true},
		{
			"contexts stand one after the other",
			hook.Known{Context: "likes IPA"},
			hook.Known{Context: "speaks English"},
			hook.Known{Context: "likes IPA\nspeaks English"},
			false,
		},
		{"the first reply is the answer", hook.Known{Reply: "yes"}, hook.Known{Reply: "no"}, hook.Known{Reply: "yes"}, false},
		{"a later reply is one too", hook.Known{}, hook.Known{Reply: "no"}, hook.Known{Reply: "no"}, true},
		{
			"all that is dangerous for anybody is to be avoided, each thing once",
			hook.Known{Constraints: constraints{Allergies: []string{"camarão", "amendoim"}, Diets: []string{"vegano"}, Dislikes: []string{"coentro"}}},
			hook.Known{Constraints: constraints{Allergies: []string{"amendoim", "leite"}, Diets: []string{"halal"}, Dislikes: []string{"coentro"}}},
			hook.Known{Constraints: constraints{Allergies: []string{"camarão", "amendoim", "leite"}, Diets: []string{"vegano", "halal"}, Dislikes: []string{"coentro"}}},
			false,
		},
		{
			"the least budget counts",
			hook.Known{Constraints: constraints{Budget: hook.Budget{Person: 80, Total: 500}}},
			hook.Known{Constraints: constraints{Budget: hook.Budget{Person: 120, Total: 300, Night: 900}}},
			hook.Known{Constraints: constraints{Budget: hook.Budget{Person: 80, Total: 300, Night: 900}}},
			true,
		},
		{
			"the first level counts",
			hook.Known{Constraints: constraints{Budget: hook.Budget{Level: "econômico"}}},
			hook.Known{Constraints: constraints{Budget: hook.Budget{Level: "luxo"}}},
			hook.Known{Constraints: constraints{Budget: hook.Budget{Level: "econômico"}}},
			false,
		},
		{
			"the table is set for the most people",
			hook.Known{Constraints: constraints{Party: 2}},
			hook.Known{Constraints: constraints{Party: 6}},
			hook.Known{Constraints: constraints{Party: 6}},
			true,
		},
		{
			"what one does not know is unknown",
			hook.Known{Constraints: constraints{Unknown: true}},
			hook.Known{Constraints: constraints{Allergies: []string{"leite"}}},
			hook.Known{Constraints: constraints{Unknown: true, Allergies: []string{"leite"}}},
			true,
		},
	}
	knows := func(k hook.Known) hook.Hook {
		return hook.Hook{PreQuery: func(context.Context, hook.Turn) (hook.Known, error) { return k, nil }}
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, hook.Chain{knows(tt.a), knows(tt.b)}.PreQuery(t.Context(), hook.Turn{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if !tt.either {
				return
			}
			if diff := cmp.Diff(tt.want, hook.Chain{knows(tt.b), knows(tt.a)}.PreQuery(t.Context(), hook.Turn{})); diff != "" {
				t.Errorf("the other way round (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSafetySaysWhetherAnythingMayBeDangerous(t *testing.T) {
	tests := []struct {
		name string
		c    hook.Constraints
		want bool
	}{
		{"nothing is known", hook.Constraints{}, false},
		{"an allergy", hook.Constraints{Allergies: []string{"leite"}}, true},
		{"a diet", hook.Constraints{Diets: []string{"celíaco"}}, true},
		{"it could not be found out", hook.Constraints{Unknown: true}, true},
		{"a dislike is not dangerous", hook.Constraints{Dislikes: []string{"coentro"}, Budget: hook.Budget{Person: 80}, Party: 4}, false},
	}
	for _, tt := range tests {
		if got := tt.c.Safety(); got != tt.want {
			t.Errorf("%s: Safety = %v, want %v", tt.name, got, tt.want)
		}
	}
}
