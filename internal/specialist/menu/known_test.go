package menu

import (
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

func TestASlipIsTakenForTheOneWordThatIsNear(t *testing.T) {
	card := sit(t, Sample(), nil).card
	for word, want := range map[string]string{
		"glutem": "glúten", "shirmp": "shrimp", "camrao": "camarão", "lactoze": "leite", "penuts": "amendoim", "crustaseos": "crustáceos", "mostrada": "mostarda",
		"soij": "", "zorblax": "", "prontuario": "", "dipirona": "", "polen": "", // too short, or near to nothing
		"camar": "", // near to several
	} {
		if got := card.near(word); got != want {
			t.Errorf("%s is taken for %q, want %q", word, got, want)
		}
	}
}

func TestASlipIsTakenForTheSameEveryTime(t *testing.T) {
	var items []Item
	for _, spelt := range []string{"Cúrcuma", "curcuma", "cúrcuma", "CURCUMA"} {
		items = append(items, Item{ID: spelt, Ingredients: []string{spelt}})
	}
	want := spellingsOf(items).slips["curcuma"]
	for n := range 200 {
		if got := spellingsOf(items).slips["curcuma"]; got != want {
			t.Fatalf("the slip of curcuma is taken for %q and, time %d, for %q", want, n, got)
		}
		if got := Told("sou intolerane a lactose"); !slices.Equal(got.Allergies, []string{"lactose"}) {
			t.Fatalf("time %d: told of %q, want lactose", n, got.Allergies)
		}
	}
}

func TestWhatTheGuardKnows(t *testing.T) {
	card := sit(t, Sample(), nil).card
	for word, want := range map[string]bool{
		"glúten": true, "proteína do leite de vaca": true, "frutos do mar": true, "milho": true, "kiwi": true, "coentro": true, "pequi": true, "APLV": true,
		"halal": true, "álcool": true, "vegano": true, "low carb": true, "carne vermelha": true,
		"glutem": false, "gato": false, "noite": false, "fodmap": false, "tartrazina": false, "": false,
	} {
		if got := card.knows(word); got != want {
			t.Errorf("knows(%q) = %v, want %v", word, got, want)
		}
	}
}

func TestAWishOutsideAConversationAsksToo(t *testing.T) {
	tb := sit(t, Sample(), nil)
	for _, c := range []hook.Constraints{{Allergies: []string{"zorblax"}}, {Unknown: true}} {
		shown, text, err := tb.w.Recommend(t.Context(), "quero massa", lang.Portuguese, c)
		if err != nil || strings.Contains(string(shown.Props), "espaguete") || strings.Contains(text, "Levei em conta") || !strings.Contains(text, "?") {
			t.Errorf("%+v: %s, %q, %v", c, shown.Props, text, err)
		}
	}
}

func TestAnAllergyToWhatNobodyKnowsIsNamedInACaution(t *testing.T) {
	k := newKit(t)
	strange := &scene.Scene{Unknown: true, Table: []hook.Person{{Name: "Ana", Allergies: []string{"zorblax"}}}}
	if out := k.find(strange, `{"wish":"massa"}`); out.AskFirst != "" || len(out.CannotJudge) != 1 {
		t.Errorf("a word that no card knows: asked %q, cannot judge %v, want dishes with a caution that names it", out.AskFirst, out.CannotJudge)
	}
}

// A moqueca mostly has coconut milk, and this one's ingredients name none.
func TestWhatIsInADishIsToldByItsIngredients(t *testing.T) {
	card, err := SampleCard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]bool{"moqueca-capixaba-de-badejo": false, "moqueca-baiana-de-camarao": true} {
		if got := card.tells(card.byID[id], "coconut milk"); got != want {
			t.Errorf("%s has coconut milk: %v, want %v", id, got, want)
		}
	}
}
