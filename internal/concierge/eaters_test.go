package concierge

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/scene"
)

// Each has a search of their own, and "ela" is who was named before, not who is named behind it.
func TestADishForEachOfTwoIsForThoseTwo(t *testing.T) {
	table := []hook.Person{{}, {Name: "minha tia"}, {Name: "meu primo"}}
	for message, want := range map[string]string{
		"uma entrada pra ele e um prato pra ela":            "starter [meu primo], main [minha tia]",
		"um prato pra ela e outro para o meu primo":         "main [minha tia], main [meu primo]",
		"uma sobremesa pro meu primo e uma pra minha tia":   "dessert [meu primo], dessert [minha tia]",
		"um prato que sirva pra minha tia e pro meu primo":  "main [minha tia meu primo]",
		"um prato que seja bom pra ela e para o meu primo?": "main [minha tia meu primo]",
	} {
		a := asked{act: "find_dishes", text: message, at: &scene.Scene{Message: message, Table: table, Said: []string{"minha tia é celíaca e meu primo não come porco"}}}
		var got []string
		for _, c := range a.findDishes() {
			in := args{}
			_ = json.Unmarshal([]byte(c.Args), &in) // ours
			got = append(got, fmt.Sprint(in["course"], " ", in["for"]))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q looks for %v, want %s", message, got, want)
		}
	}
}

// The diet of a course is wished for, whoever else is named.
func TestADietBesideACourseIsAWish(t *testing.T) {
	for text, want := range map[string]string{"minhas primas vêm, e tem entrada vegana?": "vegana", "minha prima vegana vem jantar": ""} {
		vegan := understand.Span{Kind: "diet", Text: "vegana", Of: "companion"}
		if got := (asked{text: text, spans: []understand.Span{vegan}}).wishWords(wishKinds...); got != want {
			t.Errorf("the wish of %q is %q, want %q", text, got, want)
		}
	}
}

func TestCooksOf(t *testing.T) {
	for text, want := range map[string]bool{
		"uma sobremesa [paraense]": true, "a [Bahian] dessert": true, "algo do [sul]": true,
		"vamos a [Bahia] amanhã": false, "moro perto de [Minas]": false,
	} {
		from, to := strings.Index(text, "["), strings.Index(text, "]")
		plain := strings.NewReplacer("[", "", "]", "").Replace(text)
		if got := (asked{text: plain}).cooksOf(from, to-1); got != want {
			t.Errorf("cooksOf in %q = %v, want %v", text, got, want)
		}
	}
}

func TestDishesHold(t *testing.T) {
	for text, want := range map[string]bool{
		"does it have sesame?": true, "do they have sesame?": true, "do any of those have sesame?": true, "¿esas tienen sésamo?": true,
		"do you have sesame?": false, "what do you guys have?": false, "¿qué tienen?": false,
	} {
		verb := max(strings.Index(text, "have"), strings.Index(text, "tienen"))
		if got := (asked{text: text}).dishesHold(verb, nil); got != want {
			t.Errorf("dishesHold in %q = %v, want %v", text, got, want)
		}
	}
}

// What is for all at the table is for nobody apart, whatever else a message says of the guest.
func TestWhatIsForAllIsForNobodyApart(t *testing.T) {
	table := []hook.Person{{}, {Name: "meu tio", Diets: []string{"celíaco"}}}
	for message, want := range map[string]int{
		"a starter for both of us, I eat anything but nuts":      0,
		"um petisco pra nós dois, eu como de tudo menos fígado":  0,
		"una entrada para los dos, yo como de todo menos hígado": 0,
		"uma entrada pra mim": 1,
	} {
		a := asked{text: message, at: &scene.Scene{Message: message, Table: table}}
		if got := a.eaters(); len(got) != want {
			t.Errorf("%q is for %q", message, got)
		}
	}
}

func TestWhatSomebodyDrinksIsAskedForThem(t *testing.T) {
	table := []hook.Person{{}, {Name: "minha prima", Diets: []string{"grávida"}}}
	for message, want := range map[string]bool{"e minha prima bebe o quê?": true, "minha prima bebe pouco": false, "o que tem pra beber?": false, "minha prima come o quê?": false} {
		if got := (asked{text: message, at: &scene.Scene{Message: message, Table: table}}).thirsts(); got != want {
			t.Errorf("%q asks for a drink for her: %v, want %v", message, got, want)
		}
	}
}
