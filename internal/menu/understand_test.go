package menu

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/task"
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
	items := map[string]Item{}
	for _, spelt := range []string{"Cúrcuma", "curcuma", "cúrcuma", "CURCUMA"} {
		items[spelt] = Item{ID: spelt, Ingredients: []string{spelt}}
	}
	want := slipsOf(items)["curcuma"]
	for n := range 200 {
		if got := slipsOf(items)["curcuma"]; got != want {
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

// Whatever a guest says that they must not have: if nobody understands it, no
// answer says that it was kept in mind, and nothing is offered, not even by a
// model that would.
func TestNothingIsClaimedOfAnAllergenThatNobodyUnderstands(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 2))
	rules, lies := sit(t, Sample(), nil), sit(t, Sample(), lie(Sample()))
	forms := []string{"camarão", "amendoim", "gergelim", "crustáceos", "peanuts", "shellfish", "mostarda", "castanhas", "lactose", "sulfitos"}
	tried := 0
	for range 400 {
		letters := []byte(lang.Fold(forms[random.IntN(len(forms))]))
		random.Shuffle(len(letters), func(i, j int) { letters[i], letters[j] = letters[j], letters[i] })
		word := string(letters)
		if rules.card.knows(word) || rules.card.near(word) != "" {
			continue
		}
		tried++
		tb := rules
		if tried%4 == 0 {
			tb = lies
		}
		request := requests()[random.IntN(200)]
		message, guest := request, State{Constraints: hook.Constraints{Allergies: []string{word, "leite"}}}
		if tried%2 == 0 {
			message, guest = "sou alérgico a "+word+". "+request, State{}
		}
		s := tb.turn(nil, message, guest)
		for range 2 {
			if len(s.Picked)+len(s.Offer)+len(s.UI) > 0 {
				t.Errorf("%q, who must not have %s: %v is offered", message, word, s.Picked)
			}
			text := lang.Fold(s.Text)
			for _, claim := range []string{"levei em conta", "i kept in mind", "tuve en cuenta", "anotado", "noted"} {
				if strings.Contains(text, claim) && strings.Contains(text, word) {
					t.Errorf("%q, who must not have %s, is told %q", message, word, s.Text)
				}
			}
			if !strings.Contains(text, word) && s.Intent != Order {
				t.Errorf("%q, who must not have %s, is not asked what that is: %q", message, word, s.Text)
			}
			s = tb.turn(s, "quero massa", guest)
		}
	}
	if tried < 300 {
		t.Errorf("%d words were tried, want most of 400", tried)
	}
}

func TestTheAnswerToWhatAWordMeansBinds(t *testing.T) {
	for _, tt := range []struct{ reply, avoids, offers string }{
		{"é leite", "leite", "espaguete-com-tomate-assado-e-manjericao"},
		{"quero dizer lactose", "leite", "espaguete-com-tomate-assado-e-manjericao"},
		{"sou alérgico a leite", "leite", "espaguete-com-tomate-assado-e-manjericao"},
		{"é um remédio", "", "talharim-fresco-com-ragu-de-costela"},
		{"massa", "", ""},
		{"não sei", "", ""},
	} {
		tb := sit(t, Sample(), nil)
		s := tb.turn(nil, "sou alérgico a zorblax, quero massa", State{})
		if s = tb.turn(s, tt.reply, State{}); fmt.Sprint(s.Avoid) != fmt.Sprint(strings.Fields(tt.avoids)) {
			t.Errorf("%q: keeps in mind %q, want %q", tt.reply, s.Avoid, tt.avoids)
		}
		if got := fmt.Sprint(s.Picked); (len(s.Picked) > 0) != (tt.offers != "") || !strings.Contains(got, tt.offers) {
			t.Errorf("%q: offers %s, want %q", tt.reply, got, tt.offers)
		}
		if tt.avoids != "" && strings.Contains(fmt.Sprint(s.Picked), "talharim") {
			t.Errorf("%q: offers what has milk: %v", tt.reply, s.Picked)
		}
	}
}

// Two words that nobody understands are two questions: the answer to one says
// nothing of the other.
func TestEachUnclearWordIsAskedAbout(t *testing.T) {
	tb := sit(t, Sample(), nil)
	guest := State{Constraints: hook.Constraints{Allergies: []string{"zorblax", "blixtor"}}}
	s := tb.turn(nil, "quero massa", guest)
	s = tb.turn(s, "é camarão", guest)
	if len(s.Picked) > 0 || !strings.Contains(s.Text, "blixtor") {
		t.Errorf("after one answer: %v, %q; want to be asked about the other", s.Picked, s.Text)
	}
	if s = tb.turn(s, "é amendoim", guest); len(s.Picked) == 0 {
		t.Errorf("after both answers nothing is offered: %q", s.Text)
	}
}

func TestWhileItIsNotKnownWhatAGuestMustNotHaveNothingIsOffered(t *testing.T) {
	guest := State{Constraints: hook.Constraints{Unknown: true}}
	for reply, offers := range map[string]bool{"não": true, "como de tudo": true, "sou alérgica a amendoim": true, "quero massa": false, "e um vinho?": false, "não sei": false} {
		tb := sit(t, Sample(), &task.Runner{})
		s := tb.turn(nil, "quero massa", guest)
		if len(s.Picked)+len(s.UI) > 0 {
			t.Errorf("%v is offered before anything is known", s.Picked)
		}
		if s = tb.turn(s, reply, guest); (len(s.Picked) > 0) != offers {
			t.Errorf("%q: offers %v (%s), want any: %v", reply, s.Picked, s.Text, offers)
		}
	}
}

func TestAWishOutsideAConversationAsksToo(t *testing.T) {
	tb := sit(t, Sample(), nil)
	for _, c := range []hook.Constraints{{Allergies: []string{"zorblax"}}, {Diets: []string{"fodmap"}}, {Unknown: true}} {
		shown, text, err := tb.w.Recommend(t.Context(), "quero massa", lang.Portuguese, c)
		if err != nil || strings.Contains(string(shown.Props), "espaguete") || strings.Contains(text, "Levei em conta") || !strings.Contains(text, "?") {
			t.Errorf("%+v: %s, %q, %v", c, shown.Props, text, err)
		}
	}
}

func TestWhatAWordWasTakenForHoldsAtAnotherCard(t *testing.T) {
	tb := sit(t, Sample(), nil)
	tb.w.Others = cards{"Cantina Bela": sit(t, []Item{
		{ID: "penne", Name: "Penne ao sugo", Ingredients: []string{"penne", "tomate"}, Inferred: []string{"glúten"}, Course: "main"},
		{ID: "bifum", Name: "Massa de arroz ao sugo", Ingredients: []string{"macarrão de arroz", "tomate"}, Course: "main"},
	}, nil).card}
	guest := State{Constraints: hook.Constraints{Allergies: []string{"glutem"}}}
	s := tb.turn(nil, "quero massa", guest)
	s = tb.turn(s, "e no cardápio da Cantina Bela?", guest)
	if len(s.Picked) != 1 || s.Picked[0].ID != "bifum" || !strings.Contains(s.Text, "Levei em conta: glúten") {
		t.Errorf("at the other card: %v, %q", s.Picked, s.Text)
	}
}
