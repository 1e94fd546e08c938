package menu

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/retrieve"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// marks are ids of dishes in a text.
var marks = regexp.MustCompile(`\[([^\[\]\n]{1,200})\]`)

// said is what guests call allergens, and which of ours that is.
var said = map[string][]string{
	"glúten": {"glúten"}, "trigo": {"glúten"}, "gluten": {"glúten"}, "wheat": {"glúten"},
	"camarão": {"crustáceos"}, "frutos do mar": {"crustáceos", "moluscos"}, "shellfish": {"crustáceos", "moluscos"}, "shrimp": {"crustáceos"}, "mariscos": {"crustáceos", "moluscos"},
	"ovo": {"ovo"}, "eggs": {"ovo"}, "huevo": {"ovo"},
	"peixe": {"peixe"}, "fish": {"peixe"}, "pescado": {"peixe"},
	"amendoim": {"amendoim"}, "peanuts": {"amendoim"}, "maní": {"amendoim"},
	"soja": {"soja"}, "soy": {"soja"},
	"leite": {"leite"}, "lactose": {"leite"}, "queijo": {"leite"}, "dairy": {"leite"}, "lácteos": {"leite"},
	"castanhas": {"castanhas"}, "nozes": {"castanhas"}, "nuts": {"castanhas"}, "frutos secos": {"castanhas"},
	"gergelim": {"gergelim"}, "sesame": {"gergelim"},
	"mostarda": {"mostarda"}, "mustard": {"mostarda"},
	"aipo": {"aipo"}, "celery": {"aipo"},
	"sulfitos": {"sulfitos"}, "sulphites": {"sulfitos"},
	"moluscos": {"moluscos"}, "molluscs": {"moluscos"}, "crustáceos": {"crustáceos"}, "tremoço": {"tremoço"}, "lupin": {"tremoço"}, "látex": {"látex"},
}

// requests are two hundred things that guests say.
func requests() []string {
	var all []string
	for _, how := range []string{"quero %s", "tem %s?", "algo com %s", "o que você sugere de %s?", "I would like %s", "quiero %s, por favor", "%s até 80 reais", "o que vem na %s?", "%s", "que cerveja combina com %s?"} {
		for _, what := range []string{"massa", "moqueca", "camarão", "peixe", "sobremesa", "uma cerveja", "bolo", "queijo", "salada", "carne", "feijoada", "something vegan", "um petisco para dividir", "pudim", "acarajé", "risoto", "bobó de camarão", "um prato surpresa", "paçoca", "vinho"} {
			all = append(all, fmt.Sprintf(how, what))
		}
	}
	return all
}

// A liar answers what is worst: it ranks everything there is, most of all what
// was not asked.
type liar struct {
	ids []string
	n   int
}

func (l *liar) Generate(_ context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
	l.n++
	raw, _ := json.Marshal(RerankOut{append(append([]string{"invented", ""}, l.ids[l.n%len(l.ids):]...), l.ids...)})
	return (&llmtest.Script{Steps: []llmtest.Step{llmtest.Say(string(raw))}}).Generate(context.Background(), req)
}

func lie(items []Item) *task.Runner {
	l := &liar{}
	for _, it := range items {
		l.ids = append(l.ids, it.ID)
	}
	return &task.Runner{Models: []llm.Model{l}}
}

// randomCard is one of a house that writes down little and mixes everything.
func randomCard(r *rand.Rand) []Item {
	dishes := []string{"Moqueca", "Bolo", "Massa", "Salada", "Pastel", "Pudim", "Risoto", "Caldo", "Torta", "Cerveja", "Suco", "Sopa"}
	things := []string{"camarão", "leite", "queijo", "ovo", "trigo", "amendoim", "castanha de caju", "soja", "gergelim", "mostarda", "salsão", "vinho", "lula", "tremoço", "peixe", "arroz", "tomate", "banana", "frango", "coco", "manteiga", "farinha de rosca", "shoyu", "maionese", "siri", "nozes"}
	var items []Item
	for i := range 60 {
		it := Item{
			Name: fmt.Sprintf("%s de %s %d", dishes[r.IntN(len(dishes))], things[r.IntN(len(things))], i), ID: fmt.Sprint("i", i),
			Course: Courses[r.IntN(len(Courses))], Price: &ui.Money{Amount: int64(1000 + r.IntN(9000)), Currency: "BRL"},
		}
		for range r.IntN(5) {
			it.Ingredients = append(it.Ingredients, things[r.IntN(len(things))])
		}
		for range r.IntN(2) {
			it.Allergens = append(it.Allergens, AllergenNames()[r.IntN(len(AllergenNames()))])
		}
		it.Unknown = len(it.Ingredients) == 0 && len(it.Allergens) == 0
		it.Inferred = infer(it)
		items = append(items, it)
	}
	return items
}

// Whatever a guest says and whatever a model answers: nothing is offered that
// has what the guest must not have, and nothing of which that is not known.
func TestNothingHarmfulIsEverOffered(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1))
	all := requests()
	if len(all) != 200 {
		t.Fatalf("%d requests", len(all))
	}
	var words []string
	for w, names := range said {
		words = append(words, w)
		if got := ParseAllergens(w); slices.ContainsFunc(names, func(n string) bool { return !slices.Contains(got, n) }) {
			t.Errorf("%s is %q, want at least %q", w, got, names)
		}
	}
	slices.Sort(words)
	for _, a := range AllergenNames() {
		if !slices.Contains(words, a) {
			t.Errorf("no guest says %s", a)
		}
	}
	cards := [][]Item{Sample(), randomCard(random), randomCard(random)}
	var offers atomic.Int64
	t.Run("cards", func(t *testing.T) {
		for n, items := range cards {
			for half := range 4 { // the last two with a liar
				t.Run(fmt.Sprint(n, half), func(t *testing.T) {
					t.Parallel()
					bulk, tasks := n == 0 && half < 2, (*task.Runner)(nil)
					if half >= 2 {
						tasks = lie(items)
					}
					tb := sit(t, items, tasks)
					if bulk { // with one search for each
						tb.w.Refiner = &retrieve.Refiner{Paraphrases: -1, Iterations: -1, NoGlobal: true}
					}
					for w, word := range words {
						for i, request := range all {
							// Each allergen meets each request on the sample card; what else guests
							// call them, the other cards and a liar meet some.
							every := stride
							if bulk && slices.Contains(AllergenNames(), word) {
								every = part
							}
							if i%2 == half%2 && (i/2+w)%every == 0 {
								offers.Add(int64(tb.mustNotHarm(request, word)))
							}
						}
					}
				})
			}
		}
	})
	t.Logf("%d items were offered", offers.Load())
	if offers.Load() < 3500/part {
		t.Errorf("%d items were offered in all: a waiter who offers nothing is safe and useless", offers.Load())
	}
}

const stride = 50

// mustNotHarm has a guest who told it earlier, or tells it now, ask for
// something, and returns how much was offered.
func (tb *table) mustNotHarm(request, word string) int {
	tb.t.Helper()
	with := State{Constraints: hook.Constraints{Allergies: []string{word}}}
	if tb.n%3 == 0 {
		with, request = State{}, "Sou alérgico a "+word+". "+request
	}
	s := tb.turn(nil, request, with)
	shown := slices.Concat(s.Picked, s.Offer)
	for _, c := range s.UI {
		var p DishesProps
		if err := json.Unmarshal(c.Props, &p); err != nil {
			tb.t.Fatal(err)
		}
		for _, d := range p.Items {
			shown = append(shown, Pick{ID: d.ID})
		}
	}
	for _, p := range shown {
		it, ok := tb.card.byID[p.ID]
		if !ok {
			tb.t.Errorf("%q: %q is not on the card", request, p.ID)
		}
		for _, a := range said[word] {
			if it.Contains(a) {
				tb.t.Errorf("%q, who must not have %s: %s has %s (%s)", request, word, it.Name, a, s.Intent)
			}
		}
		if it.Unknown {
			tb.t.Errorf("%q, who must not have %s: nobody knows what is in %s", request, word, it.Name)
		}
	}
	for _, m := range marks.FindAllStringSubmatch(s.Text, -1) {
		if !slices.ContainsFunc(s.Picked, func(p Pick) bool { return p.ID == m[1] }) {
			tb.t.Errorf("%q: the text names [%s], which was not chosen", request, m[1])
		}
	}
	return len(s.Picked)
}

func TestWhatAModelMayNotDo(t *testing.T) {
	const pasta = "espaguete-com-tomate-assado-e-manjericao"
	guest := State{Constraints: hook.Constraints{Allergies: []string{"leite"}}}
	for _, tt := range []struct {
		name, ranks string
		want        []string
	}{
		{"it picks what fits", `{"ids":["` + pasta + `"]}`, []string{pasta}},
		{"invented ids are ignored", `{"ids":["d9","` + pasta + `","` + pasta + `"]}`, []string{pasta}},
		{"forbidden ids alone leave it to the rule", `{"ids":["talharim-fresco-com-ragu-de-costela"]}`, []string{pasta}},
		{"none is an answer", `{"ids":[]}`, nil},
		{"prose leaves it to the rule", "Todos são ótimos!", []string{pasta}},
		{"silence leaves it to the rule", "", []string{pasta}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := sit(t, Sample(), &task.Runner{Models: []llm.Model{byTask{"menu.rerank": tt.ranks}}})
			s := tb.turn(nil, "quero massa", guest)
			var got []string
			for _, p := range s.Picked {
				got = append(got, p.ID)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("picked (-want +got):\n%s", diff)
			}
			for _, bad := range []string{"[talharim", "d9"} {
				if strings.Contains(s.Text, bad) {
					t.Errorf("the guest is told of %s: %s", bad, s.Text)
				}
			}
		})
	}
}

// byTask is a model that has one answer for each task.
type byTask map[string]string

func (m byTask) Generate(ctx context.Context, req *llm.Request) iter.Seq2[llm.Chunk, error] {
	return (&llmtest.Script{Steps: []llmtest.Step{llmtest.Say(m[req.Label])}}).Generate(ctx, req)
}

// What a guest rules out holds even if the model that ranks leaves it out.
func TestAModelCannotForgetWhatTheMessageRulesOut(t *testing.T) {
	tb := sit(t, Sample(), &task.Runner{Models: []llm.Model{byTask{
		"menu.rerank": `{"ids":["talharim-fresco-com-ragu-de-costela","nhoque-de-mandioquinha-com-manteiga-de-salvia","espaguete-com-tomate-assado-e-manjericao"]}`,
	}}})
	for _, message := range []string{"massa sem queijo", "massa sem lactose", "massa até 60 reais", "pasta without milk"} {
		s := tb.turn(nil, message, State{})
		if len(s.Picked) != 1 || s.Picked[0].ID != "espaguete-com-tomate-assado-e-manjericao" {
			t.Errorf("%q: %v, want the spaghetti alone", message, s.Picked)
		}
	}
}

func TestWhatGuestsTellIsRead(t *testing.T) {
	for _, tt := range []struct{ text, allergies, diets string }{
		{"Não, sou alérgico a camarão e amendoim. Quero peixe!", "camarão amendoim", ""},
		{"I'm allergic to nuts, what can I eat?", "nuts", ""},
		{"minha filha tem alergia a leite, tem sobremesa?", "leite", ""},
		{"soy alérgica al maní", "maní", ""},
		{"sou intolerante à lactose mas como ovo", "lactose", ""},
		{"I can't eat gluten", "gluten", ""},
		{"I have a peanut allergy", "peanut", ""},
		{"meu marido é celíaco", "", "celíaco"},
		{"não posso comer nada com leite", "leite", ""},
		{"sou vegano", "", "vegano"},
		{"we are vegetarians", "", "vegetarians"},
		{"não sou alérgico a nada", "", ""},
		{"não sou vegano", "", ""},
		{"we have no allergies", "", ""},
		{"não como desde ontem", "", ""},
	} {
		c := Told(tt.text)
		if got := strings.Join(c.Allergies, " "); got != tt.allergies {
			t.Errorf("%q: allergies %q, want %q", tt.text, got, tt.allergies)
		}
		if got := strings.Join(c.Diets, " "); got != tt.diets {
			t.Errorf("%q: diets %q, want %q", tt.text, got, tt.diets)
		}
	}
}
