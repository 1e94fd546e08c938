package concierge

import (
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
)

// A town that everybody knows may be named, and a house that nobody told of may not.
func TestATownIsNobodysInvention(t *testing.T) {
	f := guard.Facts{Language: lang.Portuguese, Asked: "para onde eu vou?"}
	for name, want := range map[string]int{"Ouro Preto": 0, "Chapada dos Veadeiros": 0, "Bistrô Sol Nascente": 1} {
		if got := check("Eu iria conhecer "+name+" nas férias.", f); len(got) != want {
			t.Errorf("check(%s) = %v, want %d", name, got, want)
		}
	}
}

// A mark tells for whom a name is, which the words around it may not: the guest reads the
// name without it.
func TestAMarkTellsForWhomANameIs(t *testing.T) {
	pie := guard.Thing{Kind: dish, ID: "1", Name: "Torta de nozes", Price: 2000, NotFor: []guard.NotFor{{Who: "Lia", Why: "nozes"}}}
	jam := guard.Thing{Kind: dish, ID: "2", Name: "Geleia de uva", Price: 1000}
	f := guard.Facts{Language: lang.Portuguese, Asked: "quanto dá para nós?", Things: []guard.Thing{pie, jam}, Table: []hook.Person{{}, {Name: "Lia", Allergies: []string{"nozes"}}}}
	const word = "\nTorta de nozes não é para Lia (nozes)."
	for answer, want := range map[string]string{
		"A Torta de nozes leva nozes e não é para a Lia. São R$ 20,00 da Torta de nozes.": kept,
		"Nesta mesa a [Torta de nozes](you) e a [Geleia de uva](Lia) caem bem.":           kept,
		"A [Torta de nozes](-) fica para outra noite.":                                    kept,
		"No pedido estão 1 Torta de nozes e 2 Geleia de uva. Mando assim?":                repaired,
		"Para a Lia, sugiro a Torta de nozes.":                                            refused,
		"Sugiro muito a [Torta de nozes](-) a ela.":                                       refused,
		"Ela vai gostar da [Torta de nozes](Lia).":                                        refused,
		"Eu dividiria a [Torta de nozes](all).":                                           refused,
	} {
		plain, _ := guard.Unmark(answer)
		text := plain
		if want == repaired {
			text += word
		}
		if got := judge(answer, f, false); got.outcome != want || got.text != text {
			t.Errorf("judge(%q) = %s, %q; want %s", answer, got.outcome, got.text, want)
		}
		const rest = "A Geleia de uva é nossa, e você pode pedir já. "
		if got := judge(rest+answer, f, true); want == refused && got.text != strings.TrimSpace(rest)+word { // asked for again, and it says the same
			t.Errorf("judge(%q) at last = %s, %q", rest+answer, got.outcome, got.text)
		}
	}
}

// The card's word is told in the guest's language, once for each dish.
func TestTheCardsWord(t *testing.T) {
	found := []guard.Violation{
		{Word: guard.NotForThem, Thing: "Torta", Who: "Lia", Why: "leite"},
		{Word: guard.NotForThem, Thing: "Torta", Who: "", Why: "ovo"},
		{Word: guard.NotForThem, Thing: "Torta", Who: "Lia", Why: "leite"},
		{Word: guard.Has, Thing: "Torta", Why: "leite"},
		{Word: guard.IsNot, Thing: "Torta", Why: "vegano"},
		{Word: guard.NotTold, Thing: "Bolo", Why: "glúten"},
		{Word: guard.NotForThem, Thing: "Surpresa", Who: "Lia", Why: "unknown"},
		{Word: guard.NotVouched},
	}
	want := `Boa noite.
Torta não é para Lia (leite) e você (ovo).
Pelo cardápio, Torta leva leite.
Pelo cardápio, Torta não é vegano.
O cardápio não diz se Bolo leva glúten: pergunte à cozinha.
O cardápio não diz o que vai em Surpresa: pergunte à cozinha.
Não posso garantir isso pelo cardápio. Para alergias e restrições, confirme com a cozinha antes de pedir.`
	if got := withWord("Boa noite.", "", lang.Portuguese, found); got != want {
		t.Errorf("the answer is\n%s\nwant\n%s", got, want)
	}
	if got := withWord("Certo.", want, lang.Portuguese, found); got != "Certo." {
		t.Errorf("what the answer before said is said again: %q", got)
	}
}

// The days for which a tool was called stand in its facts, if it did not fail.
func TestADayThatWasAskedForIsAFact(t *testing.T) {
	c := &Concierge{Tasks: &task.Runner{}}
	for err, want := range map[bool]string{false: kept, true: refused} {
		asks := llm.ToolCall{ID: "1", Name: "ask_purchases", Args: `{"sql":"SELECT 1 WHERE d >= '2024-02-03' AND d < '2024-07-01'"}`}
		result := &llm.ToolResult{CallID: "1", Name: "ask_purchases", Content: `{"rows":[["31"]]}`, IsError: err}
		s := agent.State{Messages: []llm.Message{{Parts: []llm.Part{{Call: &asks}}}, {Parts: []llm.Part{{Result: result}}}}}
		o := own{Scene: &scene.Scene{Language: lang.Portuguese}}
		if got := judge("De 03/02/2024 a 30/06/2024 você não comprou nada.", c.groundsOf(t.Context(), s, o), false); got.outcome != want {
			t.Errorf("after an error (%t) the answer is %s: %v", err, got.outcome, got.found)
		}
	}
}
