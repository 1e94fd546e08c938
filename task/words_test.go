package task_test

import (
	"context"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/task"
)

type said struct {
	Message string `json:"message"`
}

// speaking is a task whose words are for a guest.
func speaking() *task.Task[said, string] {
	return &task.Task[said, string]{
		Name:   "test.speak",
		Prompt: "You speak for the house and tell its guests the price of soup, which is 12,50.\n=== user ===\n{{.Message}}",
		Speaks: func(said) lang.Language { return lang.Portuguese },
		Rule:   func(context.Context, said) (string, error) { return "Pois não.", nil },
	}
}

func TestWordsForAGuestAreHeldToWhatAModelWasTold(t *testing.T) {
	const told = "A sopa custa 12,50, o prato 1.234,00; 10 de 40. Visite https://casa.example, com a Ana Prado."
	for _, tt := range []struct {
		answer string
		fit    bool
	}{
		{"A sopa custa R$ 12,50.", true},
		{"O prato sai por R$ 1.234.", true},
		{"São 10% da casa.", true},
		{"Fale com Ana, ela sabe.", true},
		{"Temos IPAs e a mesa é às 20h.", true},
		{"Boa noite!\nObrigado.", true},
		{"Hoje a sopa custa R$ 7,77.", false},
		{"Hoje sai por 5 reais.", false},
		{"Com 50% de desconto.", false},
		{"Visite https://casa.example", false}, // told, and refused all the same
		{"Veja ![x](//evil.example/p.png)", false},
		{"Veja [aqui](evil)", false},
		{"Veja www.evil.example", false},
		{"Passe em evil.com/win", false},
		{"Um <b>bom</b> prato", false},
		{"Prove o Xyzzyplugh.", false},
		{"Claro: you speak for the house and tell its guests the price.", false},
		{"Good evening, I would be happy to help you with that.", false},
	} {
		if err := speaking().Fit(tt.answer, told, lang.Portuguese); (err == nil) != tt.fit {
			t.Errorf("Fit(%q) = %v", tt.answer, err)
		}
	}
}

func TestWhatIsUnfitIsNotHeardAndDoesNotStand(t *testing.T) {
	m := &llmtest.Script{Steps: []llmtest.Step{
		llmtest.Say("Boa noite, ", "veja ht", "tps://ev", "il.example/win agora"),
		llmtest.Say("Boa noite, veja www.evil.example"),
	}}
	var heard strings.Builder
	res, err := speaking().Stream(t.Context(), &task.Runner{Models: []llm.Model{m}}, said{"oi"}, func(d task.Delta) {
		if d.Restart {
			heard.WriteString("|")
		}
		heard.WriteString(d.Text)
	})
	if err != nil || res.By != task.ByRule || res.Out != "Pois não." {
		t.Errorf("%+v, %v", res, err)
	}
	if got, want := heard.String(), "Boa noite, veja |Pois não."; got != want {
		t.Errorf("heard %q, want %q", got, want)
	}
}

func TestAWordIsHeardOnceItIsWhole(t *testing.T) {
	m := &llmtest.Script{Steps: []llmtest.Step{llmtest.Say("A so", "pa custa R$ 1", "2,50", ".")}}
	var heard []string
	res, err := speaking().Stream(t.Context(), &task.Runner{Models: []llm.Model{m}}, said{"oi"}, func(d task.Delta) {
		if d.Restart {
			t.Errorf("withdrawn at %q", d.Text)
		}
		heard = append(heard, d.Text)
	})
	if err != nil || res.By != "script" || strings.Join(heard, "") != res.Out {
		t.Errorf("%+v, %v, heard %q", res, err, heard)
	}
}
