package concierge

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/scene"
)

// An answer that only lists dishes warns of those that somebody at the table must not have, once.
func TestAListWarnsOfWhatIsNotForSomebody(t *testing.T) {
	c := &Concierge{Things: func(context.Context, *scene.Scene) []guard.Thing {
		return []guard.Thing{
			{Kind: dish, ID: "bolo", Name: "Bolo de milho", Price: 1200, NotFor: []guard.NotFor{{Why: "leite"}}},
			{Kind: dish, ID: "cafe", Name: "Café coado", Price: 900},
			{Kind: dish, ID: "cocada", Name: "Cocada com castanha-do-pará", Price: 900, NotFor: []guard.NotFor{{Why: "castanhas"}}},
		}
	}}
	s := &scene.Scene{Language: "pt", Message: "o que tem cedo?", Table: []hook.Person{{}}}
	o := own{Scene: s}
	o.Turn.Message = s.Message
	list := "Servimos Bolo de milho e Café coado das 07:00 às 11:00."
	got := c.warned(t.Context(), list, o)
	if want := list + "\nBolo de milho não é para você (leite)."; got != want {
		t.Errorf("warned: %q, want %q", got, want)
	}
	if got := c.warned(t.Context(), "Servimos Cocada com castanha-do-pará.", o); !strings.HasSuffix(got, "\nCocada com castanha-do-pará não é para você (castanhas).") {
		t.Errorf("a name that ends in a small word is not warned of: %q", got)
	}
	if s.Last = got; c.warned(t.Context(), list, o) != list {
		t.Error("it is told again at once")
	}
	s.Last = ""
	if said := "Fora por leite: Bolo de milho."; strings.Contains(c.warned(t.Context(), said, o), "não é para") {
		t.Error("it is said already")
	}
	for _, said := range []string{"Servimos Bolo de milho.\nBolo de milho não é para você (lactose).", "Servimos Bolo de milho.\nPara você, fora por lactose: Bolo de milho."} {
		if got := c.warned(t.Context(), said, o); got != said {
			t.Errorf("it is said already, by another word: %q", got)
		}
	}
}

// What somebody must not have, told after the order, is warned of where the order has it for them or for all.
func TestTheOrderIsLookedAtWhenANeedIsTold(t *testing.T) {
	c := &Concierge{Things: func(context.Context, *scene.Scene) []guard.Thing {
		return []guard.Thing{
			{Kind: dish, ID: "bolo", Name: "Bolo de milho", NotFor: []guard.NotFor{{Who: "minha tia", Why: "leite"}}},
			{Kind: dish, ID: "vinho", Name: "Vinho tinto", NotFor: []guard.NotFor{{Who: "minha tia", Why: "álcool"}}},
		}
	}}
	for _, x := range []struct{ kept, told, want string }{
		{`{"lines":[{"id":"bolo","quantity":1}]}`, "minha tia", "Anotado.\nBolo de milho não é para sua tia (leite)."},
		{`{"lines":[{"id":"bolo","quantity":1,"for":"meu tio"}]}`, "minha tia", "Anotado."},
		{`{"lines":[{"id":"bolo","quantity":1}]}`, "meu tio", "Anotado."},
		{`{}`, "minha tia", "Anotado."},
		{`{"lines":[{"id":"vinho","quantity":1}]}`, "minha tia", "Anotado."},
		{`{"lines":[{"id":"vinho","quantity":1,"for":"minha tia"}]}`, "minha tia", "Anotado.\nVinho tinto não é para sua tia (álcool)."},
	} {
		o := own{Scene: &scene.Scene{Language: "pt", Notes: map[string]json.RawMessage{"menu.bill": json.RawMessage(x.kept)}}}
		o.Steps = []step{{Act: "tell", Calls: call("remember", args{"facts": []args{{"what": "leite", "kind": "allergy", "person": x.told}}})}}
		if got := c.warned(t.Context(), "Anotado.", o); got != x.want {
			t.Errorf("of %s, told of %s: %q, want %q", x.kept, x.told, got, x.want)
		}
	}
}

// A list for one person has no warning of what another must not have.
func TestAListForOneWarnsOfThatOne(t *testing.T) {
	c := &Concierge{Things: func(context.Context, *scene.Scene) []guard.Thing {
		return []guard.Thing{{Kind: dish, ID: "bolo", Name: "Bolo de milho", Price: 1200, NotFor: []guard.NotFor{{Why: "leite"}}}}
	}}
	s := &scene.Scene{Language: "pt", Message: "o que sugere?", Table: []hook.Person{{}, {Name: "tio"}}}
	list := "Sugiro Bolo de milho."
	for who, warns := range map[string]bool{`["tio"]`: false, `["me"]`: true, `["tio","me"]`: true, `[]`: true} {
		o := own{Scene: s, Steps: []step{{Calls: call("find_dishes", args{"for": json.RawMessage(who)})}}}
		o.Turn.Message = s.Message
		if got := c.warned(t.Context(), list, o); strings.Contains(got, "não é para") != warns {
			t.Errorf("for %s: %q", who, got)
		}
	}
}

// A question about the whole order beside a need is answered dish by dish; a wish for another dish is none.
func TestTheOrderIsCheckedForANeedThatIsTold(t *testing.T) {
	notes := map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":[{"id":"bolo","quantity":1},{"id":"vinho","quantity":1}]}`)}
	for message, want := range map[string]string{
		"minha tia é alérgica a milho, tem problema no nosso pedido?": `{"ask":"safe","dishes":["bolo","vinho"],"for":["minha tia"]}`,
		"minha tia é alérgica a milho, o que eu troco?":               `{"ask":"safe","dishes":["bolo","vinho"],"for":["minha tia"]}`,
		"minha tia é alérgica a milho, que sobremesa tem?":            "",
		"minha tia é alérgica a milho, ponha no pedido":               "",
	} {
		a, got := asked{text: message, at: &scene.Scene{Language: "pt", Message: message, Notes: notes}}, ""
		for _, c := range a.fits([]string{"minha tia"}) {
			got = c.Args
		}
		if got != want {
			t.Errorf("%q: %s, want %s", message, got, want)
		}
	}
}

// Without an order the list told of last is checked.
func TestTheListIsCheckedForANeedThatIsTold(t *testing.T) {
	shown := []scene.Thing{{Kind: dish, ID: "bolo", Name: "Bolo de milho"}, {Kind: dish, ID: "vinho", Name: "Vinho tinto"}}
	for message, want := range map[string]int{"nem milho minha tia pode, quais saem?": 1, "nem milho minha tia pode": 0} {
		a := asked{text: message, last: "menu", at: &scene.Scene{Language: "pt", Message: message, Shown: shown, Last: "Temos Bolo de milho e Vinho tinto."}}
		if got := a.fits([]string{"minha tia"}); len(got) != want {
			t.Errorf("%q: %v", message, got)
		}
	}
}

// What is changed of an order that the staff has goes to them too; what is only asked does not, and where it is they tell.
func TestAChangeOfASentOrderIsPassedOn(t *testing.T) {
	c := &Concierge{Named: func(_ context.Context, text string) []scene.Mention { return nameDishes(text) }}
	lines := `[{"id":"lasanha","quantity":1},{"id":"limonada","quantity":2}]`
	for message, want := range map[string]string{
		"mais um tacacá, por favor":                             `"filed":"change"`,
		"drop one limonada":                                     `"filed":"change"`,
		"e se eu botar um tacacá, dá quanto?":                   "",
		"quanto deu?":                                           "",
		"onde anda a nossa comida?":                             `"filed":"state"`,
		"will it be much longer? how much longer for our food?": `"filed":"state"`,
		"¿cuánto falta? ya tenemos hambre":                      `"filed":"state"`,
	} {
		notes := map[string]json.RawMessage{"menu.bill": json.RawMessage(`{"lines":` + lines + `}`), "house.sent": json.RawMessage(lines)}
		steps, _ := c.steps(t.Context(), own{Turn: Turn{Message: message}, Did: "dish", Scene: &scene.Scene{Message: message, Notes: notes}})
		got := ""
		for _, s := range steps {
			for _, x := range s.Calls {
				if x.Name == "ask_staff" {
					got += x.Args
				}
			}
		}
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q asks the staff %q, want %s", message, got, want)
		}
	}
}
