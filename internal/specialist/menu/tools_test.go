package menu

import (
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// A kit is the tools of a waiter who has a model that would lie, if it were
// asked.
type kit struct {
	*testing.T
	w     *Waiter
	tools []agent.Tool
}

func newKit(t *testing.T) *kit {
	t.Helper()
	card, err := SampleCard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	w := &Waiter{Tasks: &task.Runner{Models: []llm.Model{unasked{t}}}, Card: func(context.Context) (*Card, error) { return card, nil }}
	tools, err := w.Tools()
	if err != nil {
		t.Fatal(err)
	}
	return &kit{t, w, tools}
}

type unasked struct{ *testing.T }

func (u unasked) Generate(ctx context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
	u.Errorf("a tool asks a model: %s", req.Label)
	return (&llmtest.Script{}).Generate(ctx, req)
}

// call uses a tool and returns its result, and in words.
func (k *kit) call(s *scene.Scene, name, args string) (result, said string) {
	k.Helper()
	if s.Now.IsZero() {
		s.Now = lunch
	}
	i := slices.IndexFunc(k.tools, func(t agent.Tool) bool { return t.Name == name })
	out, err := k.tools[i].Run(scene.With(k.Context(), s), args)
	s.Settle()
	if err != nil {
		return "error: " + err.Error(), ""
	}
	reply := llm.ToolCall{}.Reply(out, nil)
	return reply.Result.Content, k.tools[i].Say(reply.Result.Content, s.Language)
}

func (k *kit) find(s *scene.Scene, args string) (out findDishesOut) {
	k.Helper()
	result, _ := k.call(s, "find_dishes", args)
	if err := json.Unmarshal([]byte(result), &out); err != nil {
		k.Fatalf("find_dishes %s: %s", args, result)
	}
	for i, d := range out.Dishes {
		if at := slices.IndexFunc(Sample(), func(it Item) bool { return it.Name == d.Name }); at >= 0 {
			out.Dishes[i].ID = Sample()[at].ID
		}
	}
	return out
}

func idsOf(dishes []dishFacts, fits bool) (ids []string) {
	for _, d := range dishes {
		if d.Fits || !fits {
			ids = append(ids, d.ID)
		}
	}
	return ids
}

// atTable is a guest who eats everything, Ana, who is vegan, and João, who is
// allergic to shrimp.
func atTable() []hook.Person {
	return []hook.Person{{}, {Name: "Ana", Diets: []string{"vegana"}}, {Name: "João", Allergies: []string{"camarão"}}}
}

func TestFindDishesFindsWhatIsMeant(t *testing.T) {
	k := newKit(t)
	const (
		spaghetti = "espaguete-com-tomate-assado-e-manjericao"
		sorbet    = "sorbet-de-caja"
		paçoca    = "pacoca-cremosa-com-banana"
	)
	for _, tt := range []struct {
		name, args string
		table      []hook.Person
		fits       string // some that must fit
		never      string // that must not be there
	}{
		{"a wish with a must-not of its own", `{"wish":"sobremesa sem lactose"}`, nil, sorbet, "pudim-de-leite-sem-furinhos"},
		{"in English", `{"wish":"pasta without milk"}`, nil, spaghetti, "talharim-fresco-com-ragu-de-costela"},
		{"in Spanish", `{"wish":"un postre sin leche"}`, nil, sorbet, "pudim-de-leite-sem-furinhos"},
		{"something to share need not say so", `{"wish":"algo leve pra dividir"}`, nil, "salada-de-feijao-manteiguinha", ""},
		{"to share is fine for all", `{"wish":"algo leve pra dividir"}`, atTable(), "salada-de-feijao-manteiguinha", "salada-de-folhas-caju-e-queijo-de-cabra"},
		{"a course and no wish is all of it", `{"course":"dessert","for":["Ana"]}`, atTable(), sorbet + " " + paçoca, "pudim-de-leite-sem-furinhos"},
		{"a course by another name", `{"course":"sobremesas"}`, nil, "pudim-de-leite-sem-furinhos", spaghetti},
		{"the cheapest of a long course", `{"course":"main","sort":"cheap"}`, nil, "hamburguer-de-picanha", ""},
		{"the cheapest of all", `{"sort":"cheap"}`, nil, "arroz-branco-soltinho", ""},
		{"a price of which nobody named the course", `{"course":"main","max_price":15,"usual":true}`, nil, "arroz-branco-soltinho", "feijoada-completa"},
		{"no more than a price as a text", `{"course":"main","max_price":"R$ 55,00"}`, nil, spaghetti, "feijoada-completa"},
		{"nothing said is some of each course", `{}`, atTable(), "baiao-de-dois-da-horta " + paçoca, "bobo-de-camarao"},
		{"surprise us", `{"wish":"surprise us"}`, nil, "acaraje-da-casa", ""},
		{"a beer with a dish by its id", `{"course":"beer","pair_with":"costela-fogo-de-chao"}`, nil, "red-ale-com-rapadura", "costela-fogo-de-chao"},
		{"with a dish by its name", `{"pair_with":"moqueca capixaba","wish":"vinho"}`, nil, "vinho-branco-da-serra-em-taca", ""},
		{"fields that models make up", `{"wish":"massa","limit":3,"for":null}`, nil, spaghetti, ""},
		{"for the guest alone", `{"wish":"moqueca de camarão","for":"guest"}`, atTable(), "moqueca-baiana-de-camarao", ""},
		{"for a name that nobody has is for all", `{"wish":"moqueca","for":["everyone"]}`, atTable(), "moqueca-de-banana-da-terra-e-palmito", "moqueca-baiana-de-camarao"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := k.find(&scene.Scene{Table: tt.table}, tt.args)
			for id := range strings.FieldsSeq(tt.fits) {
				if !slices.Contains(idsOf(out.Dishes, true), id) {
					t.Errorf("%s: %s does not fit among %q", tt.args, id, idsOf(out.Dishes, false))
				}
			}
			if slices.Contains(idsOf(out.Dishes, false), tt.never) {
				t.Errorf("%s: %s is there", tt.args, tt.never)
			}
			if len(out.Dishes) > mostFound {
				t.Errorf("%s: %d dishes", tt.args, len(out.Dishes))
			}
		})
	}
}

func TestFindDishesSaysForWhomADishIsNot(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Table: atTable(), Language: lang.Portuguese}
	out := k.find(s, `{"wish":"moqueca","for":["guest"]}`)
	i := slices.IndexFunc(out.Dishes, func(d dishFacts) bool { return d.ID == "moqueca-baiana-de-camarao" })
	if want := []bar{{"Ana", "vegano"}, {"João", "camarão"}}; i < 0 || !slices.Equal(out.Dishes[i].NotFor, want) {
		t.Errorf("not for %v, want %v", out.Dishes, want)
	}
	if i := slices.IndexFunc(s.Found, func(f scene.Thing) bool { return f.ID == "moqueca-baiana-de-camarao" }); i < 0 || s.Found[i].Note != "not for Ana, João" || s.Found[i].Price != "R$ 112,00" {
		t.Errorf("offered: %v", s.Found)
	}

	out = k.find(s, `{"wish":"moqueca"}`)
	want := []leftOut{
		{bar: bar{"Ana", "vegano"}, Dishes: []string{"Moqueca baiana de camarão", "Moqueca capixaba de badejo"}},
		{bar: bar{"João", "camarão"}, Dishes: []string{"Moqueca baiana de camarão"}},
	}
	if diff := gocmp(want, out.LeftOut); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
	if out.Kitchen == "" {
		t.Error("the kitchen need not confirm")
	}

	if out := k.find(&scene.Scene{}, `{"wish":"sobremesa sem lactose"}`); out.Kitchen == "" {
		t.Error("who asks for something without lactose is not told to ask the kitchen")
	}

	out = k.find(s, `{"wish":"prato do dia do chef"}`)
	if !slices.Contains(out.Unsure, "Prato do dia do chef") || slices.Contains(idsOf(out.Dishes, false), "prato-do-dia-do-chef") {
		t.Errorf("what is in it is not known: unsure %q", out.Unsure)
	}
	if out := k.find(&scene.Scene{Table: []hook.Person{{Diets: []string{"low carb"}}}}, `{"wish":"massa"}`); len(out.CannotJudge) != 1 || len(idsOf(out.Dishes, true)) == 0 {
		t.Errorf("low carb: %+v", out)
	}
	if out := k.find(&scene.Scene{Unknown: true}, `{"wish":"massa"}`); out.AskFirst == "" {
		t.Error("allergies are not known and nobody is asked")
	}
}

func TestDishDetailsSaysWhoMayHaveIt(t *testing.T) {
	k := newKit(t)
	for dish, want := range map[string]string{"baião de dois da horta": "· fits all", "moqueca baiana de camarão": `· fits guest"`, "moqueca capixaba": `· fits guest, João"`} {
		if got := k.told(&scene.Scene{Table: atTable()}, "dish_details", `{"dishes":["`+dish+`"]}`); !strings.Contains(got, want) {
			t.Errorf("details of %s: %s, want %s", dish, got, want)
		}
	}
	if got := k.told(&scene.Scene{}, "dish_details", `{"dishes":["moqueca"]}`); strings.Contains(got, "· fits") {
		t.Errorf("with no needs at the table: %s", got)
	}
}

func TestADislikeIsFoundInEveryLanguage(t *testing.T) {
	k := newKit(t)
	for _, tt := range []struct{ dislike, dish string }{
		{"cilantro", "moqueca capixaba"},
		{"coriander", "moqueca capixaba"},
		{"okra", "frango com quiabo"},
		{"berenjena", "lasanha de berinjela"},
		{"eggplant", "lasanha de berinjela"},
		{"basil", "espaguete"},
		{"albahaca", "espaguete"},
		{"sage", "nhoque"},
		{"salvia", "nhoque"},
		{"gallina", "galinhada"},
		{"puerco", "torresmo de rolo"},
		{"prawns", "bobó de camarão"},
		{"capsicum", "moqueca baiana"},
		{"honey", "salada de folhas"},
		{"aceitunas", "tremoços e azeitonas"},
	} {
		s := &scene.Scene{Table: []hook.Person{{}, {Name: "Rui", Dislikes: []string{tt.dislike}}}}
		out := k.find(s, `{"wish":"`+tt.dish+`"}`)
		i := slices.IndexFunc(out.Dishes, func(d dishFacts) bool { return strings.Contains(lang.Fold(d.Name), lang.Fold(tt.dish)) })
		if i < 0 || !slices.Contains(out.Dishes[i].Disliked, bar{"Rui", tt.dislike}) {
			t.Errorf("%s without %s: %+v", tt.dish, tt.dislike, out.Dishes)
		}
	}
}

func TestDishesAreServedAtTheHourThatTheGuestCame(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Now: lunch, Said: []string{"hoje chegamos às 20h30, somos três"}, Message: "tem feijoada?"}
	if out := k.find(s, `{"wish":"feijoada completa"}`); len(out.Dishes) == 0 || out.Dishes[0].Closed != "20:30" {
		t.Errorf("found %+v", out.Dishes)
	}
	if got := k.told(s, "dish_details", `{"dishes":["feijoada completa"]}`); !strings.Contains(got, "served 12:00-16:00, not at 20:30") {
		t.Errorf("details: %s", got)
	}
}

func TestFindDishesKnowsTheHour(t *testing.T) {
	k := newKit(t)
	for at, now := range map[time.Time]bool{lunch: true, lunch.Add(7 * time.Hour): false} {
		out := k.find(&scene.Scene{Now: at}, `{"wish":"feijoada completa"}`)
		if len(out.Dishes) == 0 || out.Dishes[0].Served != "12:00-16:00" || (out.Dishes[0].Closed == "") != now {
			t.Errorf("at %s: %+v", at.Format("15:04"), out.Dishes)
		}
	}
	if _, said := k.call(&scene.Scene{Now: lunch.Add(7 * time.Hour), Language: lang.English}, "find_dishes", `{"wish":"feijoada completa"}`); !strings.Contains(said, "12:00") {
		t.Errorf("the hours are not said: %s", said)
	}
}

func TestFindDishesShowsOthersWhenAsked(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{}
	first := k.find(s, `{"course":"dessert"}`)
	for i, d := range first.Dishes[:3] {
		s.Shown = append(s.Shown, scene.Thing{Kind: "dish", ID: d.ID, Number: i + 1})
	}
	for _, id := range idsOf(k.find(s, `{"wish":"outras sobremesas"}`).Dishes, false) {
		if slices.Contains(idsOf(first.Dishes[:3], false), id) {
			t.Errorf("%s is shown again", id)
		}
	}
}

func TestDishesAreFoundByWhatTheyAreCalled(t *testing.T) {
	k := newKit(t)
	card, _ := k.w.Card(t.Context())
	s := &scene.Scene{Shown: []scene.Thing{
		{Kind: "brewery", ID: "b", Number: 1}, {Kind: "dish", ID: "tacaca", Number: 1}, {Kind: "dish", ID: "manicoba", Number: 2}, {Kind: "dish", ID: "bobo-de-camarao", Number: 1},
	}}
	for ref, want := range map[string]string{
		"feijoada-completa":             "feijoada-completa",
		"[feijoada-completa]":           "feijoada-completa",
		"FEIJOADA COMPLETA":             "feijoada-completa",
		"a feijoada completa":           "feijoada-completa",
		"feijoadas completas":           "feijoada-completa",
		"moqeca de camarao":             "moqueca-baiana-de-camarao",
		"shrimp moqueca":                "moqueca-baiana-de-camarao",
		"bobo":                          "bobo-de-camarao",
		"moqueca":                       "moqueca-baiana-de-camarao moqueca-capixaba-de-badejo moqueca-de-banana-da-terra-e-palmito",
		"2":                             "manicoba",
		"o segundo":                     "manicoba",
		"the first one":                 "tacaca",
		"9":                             "",
		"pizza":                         "",
		"sushi de salmão":               "",
		"pudim":                         "pudim-de-leite-sem-furinhos",
		"IPA de maracujá":               "session-ipa-de-maracuja",
		"caipirinha":                    "caipirinha-de-limao-e-cachaca-de-alambique",
		"nhoque de mandioquinha":        "nhoque-de-mandioquinha-com-manteiga-de-salvia",
		"feijoada de legumes defumados": "feijoada-de-legumes-defumados",
	} {
		var got []string
		for _, it := range card.refer(s, ref) {
			got = append(got, it.ID)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s is %q, want %q", ref, got, want)
		}
	}
}

func TestDishDetailsTellsWhatTheCardSays(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Table: atTable(), Language: lang.Portuguese}
	result, said := k.call(s, "dish_details", `{"dishes":["bobó de camarão","prato do dia","feijoda de frango"]}`)
	for _, want := range []string{
		`"name":"Bobó de camarão","price":"R$ 94,00"`, `"likely":["crustáceos"]`, `{"who":"João","why":"camarão"}`, `"unknown":true`, `{"who":"Ana","why":"unknown"}`,
		`"not_on_card":[{"asked":"feijoda de frango"`, `"kitchen":"confirm"`,
	} {
		if !strings.Contains(result, want) {
			t.Errorf("%s is not in %s", want, result)
		}
	}
	for _, want := range []string{"Leva camarão", "não é para Ana (vegano) e João (camarão)", "O cardápio não diz o que vai em Prato do dia do chef", "“feijoda de frango” não está no cardápio"} {
		if !strings.Contains(said, want) {
			t.Errorf("%s is not in %s", want, said)
		}
	}
	if len(s.Found) != 2 {
		t.Errorf("offered: %v", s.Found)
	}
	s.Shown = []scene.Thing{{Kind: "dish", ID: "tacaca", Number: 1}}
	if result, _ := k.call(s, "dish_details", `{}`); !strings.Contains(result, "Tacacá") {
		t.Errorf("of the dish shown last: %s", result)
	}
	if result, _ := k.call(&scene.Scene{}, "dish_details", `{}`); !strings.HasPrefix(result, "error: ") {
		t.Errorf("of nothing: %s", result)
	}
}

func TestWholeCardLeavesOutWhatPeopleMustNotHave(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Table: atTable(), Language: lang.Portuguese}
	result, said := k.call(s, "whole_card", `{"course":"dessert"}`)
	want := `{"card":{"dessert":["Paçoca cremosa com banana R$ 23,00","Sorbet de cajá R$ 19,00"]},"left_out":[{"who":"Ana","why":"vegano","dishes":["Bolo de rolo com calda de goiaba","Brigadeiro de colher amargo","Cartola pernambucana","Cocada de forno com sorvete de tapioca","Creme de cupuaçu com castanha","Pudim de leite sem furinhos","Quindim de coco fresco"]}],"left_out_count":7,"kitchen":"confirm"}`
	if result != want {
		t.Errorf("the desserts are\n%s, want\n%s", result, want)
	}
	if !strings.Contains(said, "Sobremesas:\n- Paçoca") || !strings.Contains(said, "Deixei de fora 7") {
		t.Errorf("said: %s", said)
	}
	if len(s.Shown) != 2 || s.Shown[1].ID != "sorbet-de-caja" || s.Shown[1].Number != 2 {
		t.Errorf("shown: %v", s.Shown)
	}
	out, err := k.w.wholeCard(scene.With(t.Context(), &scene.Scene{}), wholeCardIn{})
	if err != nil || len(out.props.Items) != 90 || len(out.Card) != len(Courses) {
		t.Errorf("the whole card has %d items in %d courses: %v", len(out.props.Items), len(out.Card), err)
	}
	if result, _ := k.call(s, "whole_card", `{"course":"xyzzy"}`); !strings.Contains(result, "starter, main") {
		t.Errorf("a course that is none: %s", result)
	}
}

func TestBillSaysWhatIsLeftOfABudget(t *testing.T) {
	k := newKit(t)
	const two = `{"items":[{"dish":"pilsen da casa","quantity":2}]` // 32
	for _, tt := range []struct {
		args, want string
		scene      *scene.Scene
	}{
		{two + `,"budget":50}`, `"budget":"R$ 50,00","left":"R$ 18,00"`, &scene.Scene{}},
		{two + `,"budget":"R$ 30"}`, `"budget":"R$ 30,00","over":"R$ 2,00"`, &scene.Scene{}},
		{two + `,"budget_per_person":20,"people":3}`, `"budget":"R$ 60,00","left":"R$ 28,00"`, &scene.Scene{}},
		{two + `,"service_percent":10}`, `"budget":"R$ 40,00","left":"R$ 4,80"`, &scene.Scene{Party: 2, Budget: hook.Budget{Person: 20}}},
		{two + `}`, `"budget":"R$ 32,00","left":"R$ 0,00"`, &scene.Scene{Budget: hook.Budget{Total: 32}}},
		{two + `}`, `"total":"R$ 32,00"}`, &scene.Scene{Budget: hook.Budget{Total: 3000}, Shown: []scene.Thing{{Kind: "lodging", ID: "h"}}}}, // of a trip
	} {
		tt.scene.Language = lang.Portuguese
		if got, _ := k.call(tt.scene, "bill", tt.args); !strings.Contains(got, tt.want) {
			t.Errorf("bill %s: %s, want %s", tt.args, got, tt.want)
		}
	}
}

func TestALimitOfEachIsNoBudgetOfTheTable(t *testing.T) {
	k := newKit(t)
	const items = `"items":[{"dish":"feijoada completa","for":"Ana"},{"dish":"pudim","for":"me"},{"dish":"tacaca","for":"me"}]`
	i := slices.IndexFunc(k.tools, func(t agent.Tool) bool { return t.Name == "bill" })
	for _, tt := range []struct{ args, want string }{
		{`{` + items + `,"budget_per_person":75}`, `"limit_per_person":{"most":"R$ 75,00"},"own_dishes":[{"who":"Ana","pays":"R$ 79,00","over":"R$ 4,00"},{"who":"guest","pays":"R$ 62,00","left":"R$ 13,00"}]`},
		{`{` + items + `,"budget_per_person":75,"people":2}`, `"limit_per_person":{"most":"R$ 75,00","left":"R$ 4,50"}`},
		{`{` + items + `,"budget":150}`, `"budget":"R$ 150,00","left":"R$ 9,00"`},
	} {
		s := &scene.Scene{Language: lang.Portuguese, Now: lunch, Table: []hook.Person{{}, {Name: "Ana"}}}
		out, err := k.tools[i].Run(scene.With(t.Context(), s), tt.args)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(out.(billOut).forModel())
		if err != nil || !strings.Contains(string(got), tt.want) || strings.Contains(tt.want, "most") == strings.Contains(string(got), `"budget"`) {
			t.Errorf("bill %s: %s, want %s", tt.args, got, tt.want)
		}
	}
}

func TestABillLeavesShownForWhomADishIsNot(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Language: lang.English, Table: atTable()}
	k.call(s, "bill", `{"items":[{"dish":"bobó de camarão","for":"me"},{"dish":"feijoada completa","for":"João"}]}`)
	for _, thing := range s.Found {
		if !strings.Contains(thing.Note, "not for Ana") || strings.Contains(thing.Note, "João") != (thing.ID == "bobo-de-camarao") {
			t.Errorf("%s: %q", thing.Name, thing.Note)
		}
	}
	if len(s.Found) != 2 {
		t.Errorf("found: %v", s.Found)
	}
}

func TestBillAddsUp(t *testing.T) {
	k := newKit(t)
	shown := []scene.Thing{{Kind: "dish", ID: "tacaca", Number: 1}, {Kind: "dish", ID: "manicoba", Number: 2}, {Kind: "dish", ID: "bobo-de-camarao", Number: 1}}
	for _, tt := range []struct {
		name, args string
		shown      []scene.Thing
		want       string
	}{
		{"dishes by name and quantity", `{"items":[{"dish":"feijoada completa","quantity":2},{"dish":"pudim"}]}`, nil, `"sum":"R$ 182,00","total":"R$ 182,00"`},
		{"split, with service, rounded up", `{"items":[{"dish":"feijoada completa","quantity":"2"},"pudim"],"people":3,"service_percent":10}`, nil, `"sum":"R$ 182,00","service":"R$ 18,20","service_percent":"10%","total":"R$ 200,20","people":3,"each":"R$ 66,74","rounded_up":"R$ 0,02"`},
		{"what was shown last", `{}`, shown, `"sum":"R$ 112,00","total":"R$ 112,00"`},
		{"by the number shown", `{"items":[{"dish":2}]}`, shown, `"sum":"R$ 74,00"`},
		{"a tip in per cent", `{"tip":"10%"}`, shown, `"tip":"R$ 11,20","total":"R$ 123,20"`},
		{"a tip as an amount", `{"tip":8}`, shown, `"tip":"R$ 8,00","total":"R$ 120,00"`},
		{"nothing was shown", `{}`, nil, `error: say which dishes`},
		{"no such dish", `{"items":[{"dish":"sushi"}]}`, nil, `"not_on_card":[{"asked":"sushi"`},
		{"several such dishes", `{"items":[{"dish":"moqueca"}]}`, nil, `"say_which":[{"asked":"moqueca","nearest":["Moqueca baiana de camarão (R$ 112,00)"`},
		{"a negative quantity", `{"items":[{"dish":"pudim","quantity":-2}]}`, nil, `error: the quantity of pudim`},
		{"half a person", `{"items":[{"dish":"pudim"}],"people":1.5}`, nil, `error: service_percent is`},
		{"a kitty that takes", `{"items":[{"dish":"pudim"}],"kitty":-50}`, nil, `error: kitty and`},
		{"one who is paid", `{"items":[{"dish":"pudim"}],"split":[{"who":["Ana"],"amount":-5}]}`, nil, `error: kitty and`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, _ := k.call(&scene.Scene{Shown: tt.shown, Language: lang.Portuguese}, "bill", tt.args); !strings.Contains(got, tt.want) {
				t.Errorf("bill %s = %s, want %s", tt.args, got, tt.want)
			}
		})
	}
}

// What tools say has no mark of the machine in it, in any language.
func TestToolsSayItAsAPersonWould(t *testing.T) {
	k := newKit(t)
	for _, w := range texts.All() {
		for name, args := range map[string][]string{
			"find_dishes":  {`{"wish":"moqueca"}`, `{"wish":"sushi"}`, `{}`, `{"wish":"feijoada","for":"guest"}`},
			"dish_details": {`{"dishes":["feijoada completa","pizza"]}`},
			"whole_card":   {`{}`},
			"bill":         {`{"items":["pudim","tacacá"],"people":2,"tip":5,"service_percent":10}`},
		} {
			for _, a := range args {
				_, said := k.call(&scene.Scene{Language: w.Language, Table: atTable()}, name, a)
				if said == "" || strings.ContainsAny(said, "[]{}%!") && !strings.Contains(said, "10%") || strings.Contains(said, "guest") {
					t.Errorf("%s %s in %s: %q", name, a, w.Language, said)
				}
			}
		}
	}
}

func TestTheGuardKnowsTheCard(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Language: lang.English}
	ctx := scene.With(t.Context(), s)
	card := k.w.OnTable(ctx)
	names := card.Items()
	if len(names) != 90 || !slices.ContainsFunc(names, func(it Item) bool { return it.ID == "tacaca" && it.Price.Amount == 3800 }) {
		t.Errorf("%d items: %v", len(names), names[:1])
	}
	for _, tt := range []struct {
		id   string
		c    hook.Constraints
		want string
	}{
		{"tacaca", hook.Constraints{Allergies: []string{"camarao"}}, "camarao"},
		{"tacaca", hook.Constraints{Diets: []string{"vegetarian"}}, "vegetarian"},
		{"tacaca", hook.Constraints{}, ""},
		{"sorbet-de-caja", hook.Constraints{Diets: []string{"vegan"}}, ""},
		{"prato-do-dia-do-chef", hook.Constraints{Diets: []string{"vegan"}}, "unknown"},
		{"prato-do-dia-do-chef", hook.Constraints{}, ""},
		{"ceviche-de-pirarucu-com-leite-de-tigre-de-cupuacu", hook.Constraints{Diets: []string{"grávida"}}, "grávida"},
	} {
		if got := card.HarmTo(tt.c)(card.byID[tt.id]); got != tt.want {
			t.Errorf("what harms %[2]v in %[1]s is %[3]q, want %[4]q", tt.id, tt.c, got, tt.want)
		}
	}
	shown, err := k.w.Cards(ctx, []scene.Thing{{Kind: "brewery", ID: "tacaca"}, {Kind: "dish", ID: "manicoba"}, {Kind: "dish", ID: "nowhere"}})
	if err != nil || shown.Name != Dishes.Name() || !strings.Contains(shown.Text, "Maniçoba (R$74.00)") || strings.Contains(shown.Text, "Tacacá") {
		t.Errorf("Cards = %+v, %v", shown, err)
	}
	if none, err := k.w.Cards(ctx, nil); err != nil || none.Name != "" {
		t.Errorf("Cards of nothing = %+v, %v", none, err)
	}
}

func TestToolsLookAtTheCardOfAnotherRestaurant(t *testing.T) {
	k := newKit(t)
	pizza, err := NewCard(t.Context(), []Item{{ID: "p1", Name: "Pizza margherita", Ingredients: []string{"farinha de trigo", "muçarela"}, Course: "main", Price: &ui.Money{Amount: 5000, Currency: "BRL"}}}, embed.Local())
	if err != nil {
		t.Fatal(err)
	}
	k.w.Others, k.w.House.Name = cards{"Cantina Bela": pizza}, "Casa Maré"
	s := &scene.Scene{}
	if out := k.find(s, `{"wish":"pizza","restaurant":"cantina"}`); len(out.Dishes) != 1 || !out.Dishes[0].Fits {
		t.Errorf("there: %+v", out)
	}
	if got, _ := k.call(s, "bill", `{"items":["pizza"]}`); !strings.Contains(got, "50,00") {
		t.Errorf("the card stays on the table: %s", got)
	}
	if got, _ := k.call(s, "find_dishes", `{"wish":"pizza","restaurant":"Bistrô Z"}`); !strings.Contains(got, "name one of: Cantina Bela") {
		t.Errorf("nowhere: %s", got)
	}
	if out := k.find(s, `{"wish":"feijoada","restaurant":"casa mare"}`); len(idsOf(out.Dishes, true)) == 0 {
		t.Errorf("back: %+v", out)
	}
}

func gocmp(want, got []leftOut) string { return cmp.Diff(want, got, cmp.AllowUnexported(leftOut{})) }

// All tools of a concierge together have a budget in its prompt.
func TestToolsAreShortlyDescribed(t *testing.T) {
	n := 0
	for _, tool := range newKit(t).tools {
		n += len(tool.Name) + len(tool.Description) + len(tool.Params)
	}
	if n > 2300 {
		t.Errorf("the tools take %d characters", n)
	}
}

func TestASearchFindsWhatIsAskedFor(t *testing.T) {
	k := newKit(t)
	drinks := func(d dishFacts) bool { return d.Course == "drink" || d.Course == "beer" }
	strong := func(d dishFacts) bool {
		return d.Course == "beer" || slices.ContainsFunc(Sample(), func(it Item) bool { return it.ID == d.ID && slices.Contains(it.Tags, "alcoólico") })
	}
	for _, tt := range []struct {
		name, args string
		never      func(dishFacts) bool // among what fits
		none       string
	}{
		{"no alcohol beside a dish", `{"wish":"no alcohol","course":"drink","pair_with":"Moqueca"}`, strong, ""},
		{"no alcohol in one word", `{"wish":"nonalcoholic drink"}`, strong, ""},
		{"something sweet beside a dish is no beer", `{"wish":"doce","pair_with":"Feijoada completa"}`, drinks, ""},
		{"what there is in another course only", `{"wish":"bem apimentado","course":"main"}`, nil, ""},
		{"what costs more", `{"wish":"moqueca","max_price":20}`, nil, "only above the price"},
		{"a course that costs more", `{"course":"main","max_price":15}`, nil, "only above the price"},
	} {
		out := k.find(&scene.Scene{}, tt.args)
		fits := slices.DeleteFunc(slices.Clone(out.Dishes), func(d dishFacts) bool { return !d.Fits })
		if out.None != tt.none || tt.never != nil && slices.ContainsFunc(fits, tt.never) {
			t.Errorf("%s: find_dishes %s found %+v, none %q", tt.name, tt.args, fits, out.None)
		}
	}
	if out := k.find(&scene.Scene{}, `{"wish":"moqueca","max_price":20}`); len(out.AbovePrice) == 0 || !strings.HasPrefix(out.AbovePrice[0], "Moqueca de banana-da-terra e palmito") {
		t.Errorf("above the price: %q", out.AbovePrice)
	}
	if out := k.find(&scene.Scene{}, `{"wish":"bem apimentado","course":"main"}`); len(out.Dishes) == 0 || out.Dishes[0].Course != "starter" {
		t.Errorf("the nearest to a spicy main are %+v", out.Dishes)
	}
	if out := k.find(&scene.Scene{}, `{"wish":"cerveja sem álcool"}`); len(out.Dishes) == 0 || slices.ContainsFunc(out.Dishes, strong) {
		t.Errorf("the nearest to a beer without alcohol are %+v", out.Dishes)
	}
	if out := k.find(&scene.Scene{Table: []hook.Person{{Diets: []string{"vegana"}}}}, `{"wish":"moqueca de camarão"}`); !strings.Contains(out.None, "left out for somebody") || len(out.LeftOut) == 0 {
		t.Errorf("for a vegan: %+v", out)
	}
}

// A drink's alcohol is told where the card says it.
func TestStrengthIsTold(t *testing.T) {
	k := newKit(t)
	ctx := scene.With(t.Context(), &scene.Scene{Language: lang.Portuguese})
	out, err := k.w.dishDetails(ctx, dishDetailsIn{Dishes: []string{"dubbel-com-castanha-do-para", "caju-amigo"}, Ask: askAlcohol})
	text := sayDetails(out, lang.Portuguese)
	if err != nil || !strings.Contains(text, "teor de álcool 7,2%") || !strings.Contains(text, "Caju amigo (R$ 32,00): teor de álcool não consta") {
		t.Error(err, text)
	}
}

// Of several searches each says for whom it is, also if nothing fits.
func TestAPortionIsSaidForWhomItIs(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Language: lang.Portuguese, Table: []hook.Person{{}, {Name: "Ana", Diets: []string{"vegana"}}}}
	for wish, want := range map[string]string{"": "Para Ana: ", "camarão": "Para Ana"} {
		out, err := k.w.findAndList(scene.With(t.Context(), s), findDishesIn{Course: "main", Wish: wish, For: []string{"Ana"}, Named: true})
		text := sayFound(out, lang.Portuguese)
		if err != nil || !strings.Contains(text, want) || out.fits() > mostOfOne {
			t.Errorf("%q: %v %s", wish, err, text)
		}
	}
}
