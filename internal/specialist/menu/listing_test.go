package menu

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/ui"
)

// told uses a tool and returns what a model is told.
func (k *kit) told(s *scene.Scene, name, args string) string {
	k.Helper()
	if s.Now.IsZero() {
		s.Now = lunch
	}
	s.Language = lang.Portuguese
	i := slices.IndexFunc(k.tools, func(t agent.Tool) bool { return t.Name == name })
	out, err := k.tools[i].Run(scene.With(k.Context(), s), args)
	s.Settle()
	if err != nil {
		k.Fatalf("%s %s: %v", name, args, err)
	}
	return llm.ToolCall{}.Reply(k.tools[i].Told(out), nil).Result.Content
}

func (k *kit) list(s *scene.Scene, args string) (l listing) {
	k.Helper()
	if err := json.Unmarshal([]byte(k.told(s, "find_dishes", args)), &l); err != nil {
		k.Fatal(err)
	}
	return l
}

// namesIn are the names with which lines begin.
func namesIn(lines []string) (names []string) {
	for _, l := range lines {
		name, _, _ := strings.Cut(l, " · ")
		names = append(names, name)
	}
	return names
}

func TestAModelIsToldEveryDishThatFits(t *testing.T) {
	k := newKit(t)
	for _, tt := range []struct{ name, args, want string }{
		{"a soup by another word", `{"wish":"um creme ou ensopado leve, de colher, pra esquentar"}`, "Sopa de abóbora com gengibre"},
		{"a soup in Spanish", `{"wish":"un caldito"}`, "Caldinho de feijão com torresmo; Sopa de abóbora com gengibre; Tacacá"},
		{"the cheapest with an ingredient", `{"wish":"queijo coalho","sort":"cheap"}`, "Cuscuz de milho com ovos e queijo coalho; Queijo coalho na brasa com melaço; Dadinhos de tapioca com geleia de pimenta; Escondidinho de carne-seca"},
		{"all of a region", `{"wish":"comida gaúcha ou paranaense, do sul"}`, "Barreado do litoral; Costela fogo de chão; Galeto ao primo canto com polenta"},
		{"what the card says is to be shared", `{"wish":"una cosa grande para compartir"}`, "Camarão na moranga; Bife à parmegiana; Tábua surpresa do boteco"},
		{"all of a course", `{"course":"side"}`, "Arroz branco soltinho; Couve refogada no alho; Farofa de manteiga e banana; Pirão de peixe; Purê de mandioquinha; Vinagrete de feijão-fradinho"},
	} {
		l := k.list(&scene.Scene{}, tt.args)
		for want := range strings.SplitSeq(tt.want, "; ") {
			if !slices.Contains(namesIn(append(slices.Clone(l.Dishes), l.Others...)), want) && !strings.Contains(l.Names+l.Closed, want) {
				t.Errorf("%s: %s is not in %q, %q", tt.name, want, namesIn(l.Dishes), namesIn(l.Others))
			}
		}
	}
	l := k.list(&scene.Scene{}, `{"wish":"carne bovina","course":"main","sort":"cheap"}`)
	if len(l.Dishes) == 0 || !strings.HasPrefix(l.Dishes[0], "Hambúrguer de picanha · R$ 49,00") || l.Count != 31 || len(l.Others) > 0 || !strings.Contains(l.Names, "Tambaqui na brasa R$ 89,00") {
		t.Errorf("of all mains the cheapest with beef: %d, %q", l.Count, namesIn(l.Dishes))
	}
}

func TestALineSaysWhatTheCardSays(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Table: []hook.Person{{}, {Name: "Ana", Diets: []string{"vegana"}}, {Name: "Rui", Dislikes: []string{"coentro"}}}, Now: lunch.Add(7 * time.Hour)}
	for _, tt := range []struct{ args, want string }{
		{`{"course":"main","for":["me","Rui"]}`, "Baião de dois com carne de sol · R$ 69,00 · arroz, feijão-verde, queijo coalho, nata, carne de sol, manteiga de garrafa, coentro · contains leite · ceará, nordeste, quente · not for Ana (vegano) · disliked by Rui (coentro)"},
		{`{"course":"main","for":["me"]}`, "Feijoada de legumes defumados · R$ 62,00 · feijão-preto, abóbora, cogumelo, tofu defumado, couve, farinha de mandioca, alho, arroz, laranja · contains soja · vegano, rio, quente · served 12:00-16:00, not at 20:00"},
		{`{"course":"main","for":["me"]}`, "Prato do dia do chef · R$ 56,00 · contents unknown · surpresa · served 11:30-15:00, not at 20:00 · not for Ana (unknown)"},
		{`{"course":"beer","for":["me"]}`, "Weiss de Blumenau · R$ 26,00 · 5,3% · água, malte de trigo, malte de cevada, lúpulo · likely glúten · trigo, frutada"},
	} {
		if l := k.list(s, tt.args); !slices.Contains(l.Dishes, tt.want) {
			t.Errorf("%s: no line\n%s in\n%s", tt.args, tt.want, strings.Join(l.Dishes, "\n"))
		}
	}
	l := k.list(s, `{"course":"dessert","max_price":20}`)
	if len(l.Dishes) != 1 || !strings.HasPrefix(l.LeftOut[0], "Ana (vegano): Bolo de rolo") || l.Dearer != "Paçoca cremosa com banana R$ 23,00" {
		t.Errorf("desserts for up to R$ 20: %+v", l)
	}
	if got := k.told(s, "dish_details", `{"dishes":["baião da horta"]}`); !strings.Contains(got, "· disliked by Rui (coentro)") {
		t.Errorf("details: %s", got)
	}
	if l = k.list(s, `{"wish":"sem coentro","course":"starter","for":["me"]}`); !strings.Contains(l.Against, "Sururu ao coco") || slices.Contains(namesIn(l.Dishes), "Sururu ao coco") {
		t.Errorf("without coriander: %+v", l)
	}
	if l = k.list(s, `{"wish":"caldinho","course":"main","for":["me"]}`); !strings.Contains(l.Elsewhere, "Caldinho de feijão com torresmo R$ 22,00 (starter)") {
		t.Errorf("in other courses: %q", l.Elsewhere)
	}
	if !slices.ContainsFunc(s.Found, func(f scene.Thing) bool { return f.Name == "Weiss de Blumenau" }) {
		t.Errorf("what is listed may be named: %v", s.Found)
	}
}

func TestWhereNothingFitsByWordsAModelJudges(t *testing.T) {
	k := newKit(t)
	l := k.list(&scene.Scene{}, `{"wish":"para impressionar a sogra","course":"dessert"}`)
	if l.Match != noneByWords || len(l.Dishes) != 9 || len(l.Others) > 0 || !strings.Contains(strings.Join(l.Dishes, "\n"), "textura de neve") {
		t.Errorf("a wish of no known word: %q, %q", l.Match, l.Dishes)
	}
	if l = k.list(&scene.Scene{}, `{"wish":"café da manhã","course":"breakfast"}`); l.Match != "" || len(l.Dishes) != 3 {
		t.Errorf("all of a course: %q, %q", l.Match, l.Dishes)
	}
	if l = k.list(&scene.Scene{}, `{"wish":"chocolate"}`); len(l.Dishes) == 0 || len(l.Dishes) >= manyFit || len(l.Dishes)+len(l.Others) != mostMixed || l.Rest == "" {
		t.Errorf("beside few that fit: %q, %d others", namesIn(l.Dishes), len(l.Others))
	}
}

func TestADishAskedForByNameComesWithFewOthers(t *testing.T) {
	k := newKit(t)
	s := func() *scene.Scene {
		return &scene.Scene{Table: []hook.Person{{Diets: []string{"pescetariano"}}, {Name: "Ana"}}}
	}
	l := k.list(s(), `{"wish":"uma feijoada, por favor","for":["Ana"],"when":"2026-11-20 20:00"}`)
	if got := strings.Join(namesIn(l.Dishes), "; "); got != "Feijoada completa; Feijoada de legumes defumados" || len(l.Others) > mostOthers || l.Names != "" || !strings.Contains(l.Dishes[0], "not at 20:00 · not for guest (pescetariano)") {
		t.Errorf("by name: %q, %d others, more %q", l.Dishes, len(l.Others), l.Names)
	}
	if l = k.list(s(), `{"wish":"hambúrguer"}`); l.Match != bestLeftOut || len(l.Dishes) > 0 || len(l.LeftOut) != 1 || l.LeftOut[0] != "guest (pescetariano): Hambúrguer de picanha" {
		t.Errorf("what the guest must not have, by name: %+v", l)
	}
}

func TestAWishIsMetByWhatTheCardMarks(t *testing.T) {
	k := newKit(t)
	for _, tt := range []struct{ args, first, never string }{
		{`{"wish":"gluten free","course":"dessert"}`, "Sorbet de cajá", "Bolo de rolo"},
		{`{"wish":"algo para compartir entre dos","course":"main"}`, "Bife à parmegiana", "Arroz branco"},
		{`{"wish":"peixe ou vegetariano","course":"side"}`, "Pirão de peixe", "Farofa de manteiga e banana com bacon"},
		{`{"wish":"fish or no meat","course":"main"}`, "Moqueca capixaba de badejo", "Costela fogo"},
	} {
		l := k.list(&scene.Scene{}, tt.args)
		if dishes := strings.Join(l.Dishes, "\n"); l.Match != "" || !strings.Contains(dishes, tt.first) || strings.Contains(dishes, tt.never) || strings.Contains(l.Against, tt.first) {
			t.Errorf("%s: %q, %q, against %q", tt.args, l.Match, namesIn(l.Dishes), l.Against)
		}
	}
	l := k.list(&scene.Scene{}, `{"wish":"fish or no meat","course":"main"}`)
	if !slices.ContainsFunc(l.Dishes, func(d string) bool { return strings.HasPrefix(d, "Lasanha de berinjela") }) {
		t.Errorf("fish or no meat: %q", namesIn(l.Dishes))
	}
	l = k.list(&scene.Scene{Table: []hook.Person{{Diets: []string{"pescetariano"}, Allergies: []string{"leite"}}}}, `{"wish":"leve","sort":"cheap","course":"starter"}`)
	if prices := namesIn(l.Others); len(prices) == 0 || prices[0] != "Tremoços e azeitonas da casa" {
		t.Errorf("the others are not the cheapest first: %q", prices)
	}
	if l = k.list(&scene.Scene{}, `{"wish":"Bahia","when":"2026-11-20 20:00"}`); strings.Contains(l.Names, "Maniçoba") || !strings.Contains(l.Closed, "Maniçoba") {
		t.Errorf("in the evening: more %q, not served %q", l.Names, l.Closed)
	}
}

func TestALineSaysWhatOfADishIsDisliked(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Table: []hook.Person{{}, {Name: "Téo", Dislikes: []string{"marisco"}}}}
	if l := k.list(s, `{"course":"main","for":["Téo"]}`); !strings.Contains(strings.Join(l.Dishes, "\n"), "disliked by Téo (marisco)") {
		t.Errorf("%s", strings.Join(l.Dishes, "\n"))
	}
	s = &scene.Scene{Now: lunch.Add(-10 * time.Hour), Message: "e o barreado, como é?"}
	if l := k.list(s, `{"wish":"barreado"}`); !strings.HasSuffix(l.Dishes[0], "served 12:00-16:00") {
		t.Errorf("at night the hours are told: %s", l.Dishes[0])
	}
}

// What a wish is without is a food of the card, in each language: no beer is looked for.
func TestAWishWithoutAFoodFindsDishes(t *testing.T) {
	k := newKit(t)
	for wish, never := range map[string]string{"na brasa, sem arroz": "Bife à parmegiana", "asado, sin arroz": "Bife à parmegiana", "na brasa, sem milho": "Cuscuz de milho com ovos e queijo coalho"} {
		l := k.list(&scene.Scene{}, `{"wish":"`+wish+`"}`)
		if names := namesIn(l.Dishes); l.Match != "" || !slices.Contains(names, "Tambaqui na brasa") || slices.Contains(names, never) {
			t.Errorf("%s: %q, %q", wish, l.Match, names)
		}
	}
}

// What fits a wish and has nothing of a food fits the wish without that food too.
func TestAWishWithoutOneFoodMoreDropsNothingElse(t *testing.T) {
	k := newKit(t)
	for wish, never := range map[string]string{"sem fritura, assado ou cozido": "camarão", "salada ou sopa, leve": "camarão", "leve, crua ou grelhada": "coentro"} {
		before, then := k.list(&scene.Scene{}, `{"wish":"`+wish+`"}`), k.list(&scene.Scene{}, `{"wish":"`+wish+`, sem `+never+`"}`)
		has := namesIn(then.Dishes)
		for _, line := range before.Dishes {
			if name := namesIn([]string{line})[0]; len(before.Dishes) < mostLines && !strings.Contains(lang.Fold(line), lang.Fold(never)) && !strings.Contains(then.Against, name) && !slices.Contains(has, name) {
				t.Errorf("%s, sem %s: %s is gone, of %q", wish, never, name, has)
			}
		}
	}
}

func TestWhomASearchIsForIsResolved(t *testing.T) {
	k := newKit(t)
	table := []hook.Person{{}, {Name: "minha mãe", Diets: []string{"vegana"}}, {Name: "meu pai", Allergies: []string{"amendoim"}}, {Name: "o sobrinho"}}
	for _, tt := range []struct{ who, nobody string }{
		{"meus pais", ""},
		{"my parents", ""},
		{"padre", ""},
		{"mãe e pai", ""},
		{"o cunhado", "o cunhado: nobody in the notes; taken for everybody"},
	} {
		l := k.list(&scene.Scene{Table: table}, `{"course":"dessert","for":["`+tt.who+`"]}`)
		names := namesIn(l.Dishes)
		if l.Nobody != tt.nobody || slices.Contains(names, "Paçoca cremosa com banana") || !slices.Contains(names, "Sorbet de cajá") || tt.who != "padre" && len(names) != 1 {
			t.Errorf("for %s: %q, %q", tt.who, names, l.Nobody)
		}
	}
	if l := k.list(&scene.Scene{Table: table}, `{"course":"dessert","for":["sobrinho"]}`); len(l.Dishes) != 9 {
		t.Errorf("for who may have all: %+v", l)
	}
	for message, want := range map[string]int{"": 1, "algo doce pro caio": 9} { // of whom nobody spoke
		named := []hook.Person{{Diets: []string{"vegana"}}, {Name: "Lia", Allergies: []string{"amendoim"}}}
		if l := k.list(&scene.Scene{Table: named, Message: message}, `{"course":"dessert","for":["Caio"]}`); len(l.Dishes) != want || (l.Nobody == "") != (want == 9) {
			t.Errorf("%q: %d are for Caio, %q", message, len(l.Dishes), l.Nobody)
		}
	}
	l := k.list(&scene.Scene{Table: []hook.Person{{Diets: []string{"vegana"}}, {Name: "meu primo", Allergies: []string{"amendoim"}}}, Message: "algo doce pro Caio"}, `{"course":"dessert","for":["Caio"]}`)
	if names := namesIn(l.Dishes); slices.Contains(names, "Paçoca cremosa com banana") || len(names) < 5 || !strings.HasSuffix(l.Nobody, "may be that of meu primo") {
		t.Errorf("for who may be the cousin: %q, %q", names, l.Nobody)
	}
}

func TestAListingStaysShort(t *testing.T) {
	k := newKit(t)
	for args, most := range map[string]int{`{"course":"main"}`: 1300, `{}`: 2600, `{"wish":"algo vegetariano e leve"}`: 2600, `{"wish":"peixe","course":"main"}`: 1400} {
		if n := len([]rune(k.told(&scene.Scene{}, "find_dishes", args))) / 4; n > most {
			t.Errorf("%s is told in %d tokens, want no more than %d", args, n, most)
		}
	}
	var items []Item
	for i := range 500 {
		items = append(items, Item{ID: fmt.Sprint("d", i), Name: fmt.Sprint("Prato ", i), Ingredients: []string{"arroz", "feijão"}, Course: "main", Price: &ui.Money{Amount: int64(1000 + i), Currency: "BRL"}})
	}
	card, err := NewCard(t.Context(), items, embed.Local())
	if err != nil {
		t.Fatal(err)
	}
	k.w.Others = cards{"Grande": card}
	l := k.list(&scene.Scene{}, `{"restaurant":"Grande","course":"main","sort":"dear"}`)
	if l.Count != 500 || len(l.Dishes) != mostLines || !strings.HasPrefix(l.Dishes[0], "Prato 499 ") || l.Rest != "404 more fit less well: narrow the wish" {
		t.Errorf("of a big card: %d, %d lines, %q", l.Count, len(l.Dishes), l.Rest)
	}
}

// A wish for something to eat is answered with dishes, few of them, and says what was left out.
func TestAWishForNoCourseIsAnsweredWithSomeDishes(t *testing.T) {
	k := newKit(t)
	for _, wish := range []string{"algo que aqueça depois da chuva", "something hearty", "con palmito"} {
		l := k.list(&scene.Scene{}, `{"wish":"`+wish+`"}`)
		all := append(slices.Clone(l.Dishes), l.Others...)
		if len(all) == 0 || len(all) > mostMixed || l.Rest == "" {
			t.Errorf("%s: %d lines, rest %q", wish, len(all), l.Rest)
		}
		if text := strings.Join(all, "\n") + l.Names; strings.Contains(text, "· beer") || strings.Contains(text, "beer:") || strings.Contains(text, "· drink") {
			t.Errorf("%s: %s", wish, text)
		}
	}
	if l := k.list(&scene.Scene{}, `{"wish":"a dark beer"}`); len(l.Dishes) == 0 || !strings.Contains(l.Dishes[0], "beer") {
		t.Errorf("a beer: %q", l.Dishes)
	}
	nuts := &scene.Scene{Table: []hook.Person{{Allergies: []string{"castanhas"}}}}
	if l := k.list(nuts, `{"course":"beer","wish":"bem leve"}`); !strings.Contains(strings.Join(l.LeftOut, "\n"), "Dubbel com castanha-do-pará") {
		t.Errorf("left out of the beers: %q", l.LeftOut)
	}
	if l := k.list(nuts, `{"course":"side"}`); !strings.Contains(strings.Join(l.Dishes, "\n"), "noz-moscada") {
		t.Errorf("nutmeg is a spice: %q, without %q", l.Dishes, l.LeftOut)
	}
	sweet := &scene.Scene{Table: []hook.Person{{}, {Name: "vovô", Diets: []string{"diabético"}}}}
	if l := k.list(sweet, `{"course":"dessert","wish":"algo leve","for":["vovô"]}`); l.Count > 0 || l.Elsewhere == "" || len(l.LeftOut) == 0 {
		t.Errorf("a dessert for who must not have sugar: %+v", l)
	}
	fried := &scene.Scene{Table: []hook.Person{{Allergies: []string{"glúten"}}}}
	if l := k.list(fried, `{}`); !strings.Contains(l.Names, "Galeto ao primo canto com polenta R$ 69,00 (main) (check guest (é frito") {
		t.Errorf("what is named only: %q", l.Names)
	}
}

// A beer does not fit a table with a child, and a search for beer is for the others.
func TestABeerIsNotForAChild(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Table: []hook.Person{{}, {Name: "Caio", Diets: []string{"bebida alcoólica"}}}}
	if l := k.list(s, `{"wish":"Pilsen da casa"}`); strings.Contains(strings.Join(l.Dishes, "\n"), "fits all") || !strings.Contains(strings.Join(append(l.Dishes, l.LeftOut...), "\n"), "Caio") {
		t.Errorf("a pilsen: %+v", l)
	}
	if l := k.list(s, `{"course":"beer"}`); len(l.Dishes) < 5 {
		t.Errorf("beers for the others: %+v", l)
	}
}

// Who is pure veg has milk, and no egg.
func TestPureVegIsNotVegan(t *testing.T) {
	card, err := SampleCard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, diet := range []string{"pure veg", "pure vegetarian", "lacto-vegetarian", "lactovegetariana"} {
		seats, _ := card.seats(&scene.Scene{Table: []hook.Person{{Diets: []string{diet}}}}, nil)
		for id, want := range map[string]bool{"queijo-coalho-na-brasa-com-melaco": false, "lasanha-de-berinjela": true, "tacaca": true} {
			if got := len(card.bars(card.byID[id], seats, lang.English)) > 0; got != want {
				t.Errorf("%s is not for who is %s: %v, want %v", id, diet, got, want)
			}
		}
	}
}

func TestWhatIsHotIsNoPepper(t *testing.T) {
	card, err := SampleCard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]bool{"isca-de-tambaqui-com-maionese-de-jambu": false, "manicoba": false, "sopa-de-abobora-com-gengibre": false, "sururu-ao-coco": true, "dadinhos-de-tapioca-com-geleia-de-pimenta": true} {
		if got := len(card.disliked(card.byID[id], []string{"pimenta"})) > 0; got != want {
			t.Errorf("%s has pepper: %v, want %v", id, got, want)
		}
	}
}

// By night a bill says what is not served.
func TestABillOfANight(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Now: time.Date(2026, 11, 16, 2, 30, 0, 0, time.UTC)}
	if got := k.told(s, "bill", `{"items":[{"dish":"sopa de abóbora"}]}`); !strings.Contains(got, `"not_served_now":"Às 02:30 não sai.`) {
		t.Error(got)
	}
	s.Message = "amanhã a gente volta"
	if got := k.told(s, "bill", `{"items":[{"dish":"sopa de abóbora"}]}`); strings.Contains(got, "not_served_now") {
		t.Error(got)
	}
}

func TestABillTellsAModelWhatItMustKnow(t *testing.T) {
	k := newKit(t)
	s := &scene.Scene{Table: []hook.Person{{}, {Name: "Ana", Diets: []string{"vegana"}}, {Name: "Rui", Allergies: []string{"leite"}}}}
	got := k.told(s, "bill", `{"items":[{"dish":"sopa de abóbora","for":"Ana"},{"dish":"quindim","for":"Rui"},{"dish":"quindim","for":"me"}],"service_percent":10}`)
	for _, want := range []string{
		`{"name":"Sopa de abóbora com gengibre","quantity":1,"price":"R$ 27,00","not_served_now":"Às 13:00 não sai. Servimos Sopa de abóbora com gengibre das 18:00 às 23:00."}`, `"not_for":[{"who":"Rui","why":"leite"}]`,
		`"own_dishes":[{"who":"Ana","pays":"R$ 29,70"},{"who":"Rui","pays":"R$ 24,20"},{"who":"guest","pays":"R$ 24,20"}]`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is not in %s", want, got)
		}
	}
	if got = k.told(s, "bill", `{"items":[{"dish":"sopa de abóbora","for":"Ana"},{"dish":"quindim","for":"me"},{"dish":"sorbet","for":"all"},{"dish":"sorbet"}]}`); !strings.Contains(got, `"own_dishes":[{"who":"Ana","pays":"R$ 27,00"},{"who":"guest","pays":"R$ 22,00"},{"who":"shared, or of nobody told","pays":"R$ 38,00"}]`) {
		t.Errorf("with what is shared: %s", got)
	}
}
