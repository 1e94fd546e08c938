package menu

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
)

// What an item of the sample has in it, by its own words: a second opinion on
// what the guard says.
var (
	ofMeat   = regexp.MustCompile(`(?i)porco|bacon|torresmo|paio|linguiça|lombo|carne|costela|filé|picanha|charque|frango|galinha|galeto|\bpato\b|bife`)
	ofPork   = regexp.MustCompile(`(?i)porco|bacon|torresmo|paio|linguiça`)
	redMeat  = regexp.MustCompile(`(?i)porco|bacon|torresmo|paio|linguiça|carne|costela|filé|picanha|charque`)
	ofBeef   = regexp.MustCompile(`(?i)carne|costela bovina|filé|picanha|charque`)
	ofFish   = regexp.MustCompile(`(?i)peixe|pirarucu|bacalhau|tambaqui|badejo|\bpacu\b`)
	ofShells = regexp.MustCompile(`(?i)camarão|\bsiri\b|sururu`)
	ofMilk   = regexp.MustCompile(`(?i)queijo|\bleite\b|manteiga|requeijão|ricota|muçarela|parmesão|creme de leite|lactose`)
	ofEgg    = regexp.MustCompile(`(?i)\bovos?\b|gema|maionese`)
	ofGluten = regexp.MustCompile(`(?i)trigo|farinha de rosca|\bpão\b|brioche|cevada|espaguete|aveia`)
	ofNuts   = regexp.MustCompile(`(?i)castanha`)
	ofPeanut = regexp.MustCompile(`(?i)amendoim`)
	ofDrink  = regexp.MustCompile(`(?i)cachaça|vinho (?:branco|tinto)|vermute|cevada`)
	ofRaw    = regexp.MustCompile(`(?i)ceviche|\bcru\b`)
	ofSweet  = regexp.MustCompile(`(?i)pudim|quindim|brigadeiro`)
	ofHoney  = regexp.MustCompile(`(?i)\bmel\b`)
)

// plantMilk is called milk, butter or cheese and is none, or is the name of a plant.
var plantMilk = regexp.MustCompile(`(?i)leite de (?:coco|tigre)|feijão-manteiguinha|pão de queijo`)

func TestPeopleAreOfferedNothingThatTheyMustNotHave(t *testing.T) {
	card, err := SampleCard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	animal := []*regexp.Regexp{ofMeat, ofFish, ofShells, ofMilk, ofEgg, ofHoney}
	for _, tt := range []struct {
		words string
		never []*regexp.Regexp
		least int // that are left to offer
	}{
		{"vegan, vegana, veganos, vegano, plant-based, a vegan diet, sou vegana", animal, 25},
		{"vegetarian, vegetariana, vegetarianos, ovo-lacto-vegetariano, doesn't eat meat, não come carne, no come carne", []*regexp.Regexp{ofMeat, ofFish, ofShells}, 40},
		{"pescetarian, pescetariana, pescatarian", []*regexp.Regexp{ofMeat}, 50},
		{"celíaca, celíaco, coeliac, celiac disease, gluten, glúten, sem glúten, gluten-free, glutem, intolerante a glúten, sin gluten, wheat, trigo", []*regexp.Regexp{ofGluten}, 45},
		{"lactose, lactose intolerant, intolerante à lactose, sem lactose, leche, leite, milk, dairy, dairy-free, laticínios, lácteos, APLV, queijo", []*regexp.Regexp{ofMilk}, 45},
		{"nuts, tree nuts, nut allergy, castanha, castanhas, nozes, nueces, frutos secos, alergia a castanhas", []*regexp.Regexp{ofNuts}, 60},
		{"peanut, peanuts, amendoim, amendoin, maní, cacahuete, alérgico a amendoim", []*regexp.Regexp{ofPeanut}, 70},
		{"marisco, mariscos, shellfish, frutos do mar, seafood, crustáceos e moluscos", []*regexp.Regexp{ofShells}, 60},
		{"camarão, camarao, shrimp, camarón, gambas, prawns", []*regexp.Regexp{regexp.MustCompile(`(?i)camarão`)}, 60},
		{"peixe, fish, pescado", []*regexp.Regexp{ofFish}, 60},
		{"kosher, kasher, judeu ortodoxo", []*regexp.Regexp{ofPork, ofShells}, 40},
		{"halal, muslim, muçulmana, musulmán", []*regexp.Regexp{ofPork, ofDrink}, 40},
		{"pregnant, grávida, embarazada, gestante, pregnancy", []*regexp.Regexp{ofDrink, ofRaw}, 50},
		{"sem álcool, não bebe, não bebe álcool, no alcohol, doesn't drink, sin alcohol, no bebe, alcohol, teetotal", []*regexp.Regexp{ofDrink}, 50},
		{"driving, dirigindo, alcoholic drinks, bebida alcoólica, designated driver, maneja", []*regexp.Regexp{regexp.MustCompile(`(?i)caipirinha|pilsen|vinho branco da serra|batida`)}, 65},
		{"porco, pork, cerdo, no pork, não come porco, sem porco, carne de porco, doesn't eat pork", []*regexp.Regexp{ofPork}, 60},
		{"carne vermelha, red meat, carne roja, sem carne vermelha, no red meat", []*regexp.Regexp{redMeat}, 50},
		{"animals with four legs, bichos de quatro patas, animales de cuatro patas, mammals", []*regexp.Regexp{redMeat, ofPork}, 70}, // fish has none
		{"beef, bovino, carne de vaca, carne bovina, hindu, hindú, doesn't eat beef", []*regexp.Regexp{ofBeef}, 50},
		{"ovo, ovos, egg, eggs, huevo, egg allergy, sem ovo", []*regexp.Regexp{ofEgg}, 60},
		{"mel, honey, miel", []*regexp.Regexp{ofHoney}, 60},
		{"diabético, diabetic, diabética, diabetes", []*regexp.Regexp{ofSweet}, 40},
	} {
		for word := range strings.SplitSeq(tt.words, ", ") {
			for kind, c := range map[string]hook.Constraints{"diet": {Diets: []string{word}}, "allergy": {Allergies: []string{word}}} {
				rules, cannot := card.bind(c.Allergies, c.Diets)
				if (len(cannot) > 0) != strings.HasPrefix(word, "diab") {
					t.Errorf("%s as a %s: what cannot be judged is %q", word, kind, cannot)
				}
				left := 0
				for _, it := range card.Items() {
					if it.Unknown || card.broken(it, rules) != nil {
						continue
					}
					left++
					text := plantMilk.ReplaceAllString(it.Name+"; "+strings.Join(it.Ingredients, "; "), "")
					text += "; " + strings.Join(it.Tags, "; ")
					if strings.Contains(text, "vegano") {
						text = strings.ReplaceAll(text, "Feijoada", "")
					}
					if i := slices.IndexFunc(tt.never, func(r *regexp.Regexp) bool { return r.MatchString(text) }); i >= 0 {
						t.Errorf("%s as a %s: %s is offered, which has %s", word, kind, it.Name, tt.never[i].FindString(text))
					}
				}
				if left < tt.least {
					t.Errorf("%s as a %s: %d items are left, want at least %d", word, kind, left, tt.least)
				}
			}
		}
	}
}

func TestWhatNoCardTellsIsSaidSo(t *testing.T) {
	card, err := SampleCard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"diabético", "diabetic", "low carb", "keto", "hipertenso", "fodmap", "macrobiotic", "gota", "zorblax", "high blood pressure", "pouco sódio"} {
		if _, cannot := card.bind(nil, []string{word}); !slices.Equal(cannot, []string{word}) {
			t.Errorf("%s: %q cannot be judged", word, cannot)
		}
	}
	rules, _ := card.bind(nil, []string{"low carb"})
	for _, it := range card.Items() {
		if card.broken(it, rules) != nil {
			t.Errorf("low carb: %s is left out, which nobody can judge", it.Name)
		}
	}
}

// What is plainly against an illness is left out, though no card says what is right for it.
func TestWhatAnIllnessRulesOut(t *testing.T) {
	card, err := SampleCard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string][2]string{ // left out, left
		"hemodiálise": {"Escondidinho de carne-seca", "Frango com quiabo e angu"}, "problema de rim": {"Maniçoba", "Arroz branco soltinho"}, "hipertensa": {"Escondidinho de carne-seca", "Frango com quiabo e angu"}, "blood pressure pills": {"Maniçoba", "Arroz branco soltinho"}, "sal": {"Tacacá", "Lasanha de berinjela"},
		"gout": {"Sururu ao coco", "Frango com quiabo e angu"}, "gastritis": {"Acarajé da casa", "Purê de mandioquinha"}, "colesterol alto": {"Torresmo de rolo", "Galinhada de pequi"},
		"diabético": {"Queijo coalho na brasa com melaço", "Café coado na mesa"},
	} {
		rules, _ := card.bind(nil, []string{word})
		for _, it := range card.Items() {
			if broken := card.broken(it, rules); it.Name == want[0] && broken == nil || it.Name == want[1] && broken != nil {
				t.Errorf("%s: %s is ruled out by %v", word, it.Name, broken)
			}
		}
	}
}

// What says only how much somebody has, or of what colour, leaves no dish out and asks for no caution.
func TestAMeasureLeavesNothingOut(t *testing.T) {
	card, err := SampleCard(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"smaller plates", "nada vermelho", "prato pequeno"} {
		if rules, cannot := card.bind(nil, []string{word}); len(rules)+len(cannot) > 0 {
			t.Errorf("%s: %v, %v", word, rules, cannot)
		}
		for _, it := range card.Items() {
			if Harms(it, hook.Constraints{Diets: []string{word}}) != "" {
				t.Errorf("%s leaves out %s", word, it.Name)
			}
		}
	}
}
