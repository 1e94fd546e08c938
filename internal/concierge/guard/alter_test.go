package guard_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/lang"
)

// Every price of every right answer is made wrong in three ways.
func TestFewAlteredPricesPass(t *testing.T) {
	price := regexp.MustCompile(`(R\$ ?)([\d.,]*\d)`)
	all, passed := 0, 0
	for _, file := range []string{"cases.txt", "talk.txt", "more.txt", "free.txt"} {
		data, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		var f guard.Facts
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if rest, ok := strings.CutPrefix(line, "@"); ok {
				f = parseFacts(t, rest)
			} else if result, ok := strings.CutPrefix(line, "+"); ok {
				f.Fresh, f.Texts = append(f.Fresh, result), append(f.Texts, result)
			}
			answer, ok := strings.CutPrefix(line, "- ")
			if !ok {
				continue
			}
			answer = strings.ReplaceAll(answer, `\n`, "\n")
			for _, m := range price.FindAllStringSubmatchIndex(answer, -1) {
				whole, cents := answer[m[4]:m[5]], ""
				if n := len(whole) - 3; n > 0 && strings.ContainsAny(whole[n:n+1], ".,") {
					whole, cents = whole[:n], whole[n:]
				}
				v, err := strconv.Atoi(strings.NewReplacer(".", "", ",", "").Replace(whole))
				if err != nil {
					continue
				}
				for _, by := range []int{3, 10, -7} {
					if v+by <= 0 {
						continue
					}
					wrong := answer[:m[4]] + strconv.Itoa(v+by) + cents + answer[m[5]:]
					if all++; len(guard.Check(wrong, f)) == 0 {
						passed++
						t.Logf("passed: %s", wrong)
					}
				}
			}
		}
	}
	if passed*15 > all { // an amount of something else in the conversation may stand anywhere but at a name
		t.Errorf("%d of %d altered prices pass, want at most one in fifteen", passed, all)
	}
}

// What the card says of an allergen or a diet is put in three languages, and so
// is the contrary.
func TestClaimsAreHeldToTheCard(t *testing.T) {
	for _, tt := range []struct {
		allergy, diet, tag, allergen string
		claims                       []string
	}{
		{"", "celíaco", "sem glúten", "glúten", []string{"pt|%s é sem glúten.", "pt|Sugiro %s. Não leva glúten.", "en|%s is gluten-free.", "en|I like %s: there is no gluten in it.", "es|%s no lleva gluten.", "es|%s es sin gluten y muy rico."}},
		{"", "vegano", "vegano", "leite", []string{"pt|%s é opção vegana.", "pt|Temos %s, que é totalmente vegano.", "en|%s is vegan.", "en|%s happens to be fully plant-based.", "es|%s es vegano."}},
		{"leite", "", "vegano", "leite", []string{"pt|%s não leva leite.", "pt|%s: sem lactose e muito leve.", "en|%s is dairy-free.", "en|%s has no milk or dairy.", "es|%s no tiene lácteos."}},
		{"ovo", "", "vegano", "ovo", []string{"pt|%s não contém ovo.", "en|%s is made without eggs.", "es|%s va sin huevo."}},
		{"castanhas", "", "", "castanhas", []string{"pt|%s não tem castanhas nem amendoim.", "en|%s contains no nuts.", "es|%s no contiene frutos secos."}},
	} {
		for _, it := range menu.Sample() {
			right := tt.tag != "" && slices.Contains(it.Tags, tt.tag)
			if !right && !slices.Contains(it.Allergens, tt.allergen) && !slices.Contains(it.Inferred, tt.allergen) && !it.Unknown {
				continue
			}
			for _, claim := range tt.claims {
				language, sentence, _ := strings.Cut(claim, "|")
				answer := strings.Replace(sentence, "%s", it.Name, 1)
				person := hook.Person{}
				if tt.allergy != "" {
					person.Allergies = []string{tt.allergy}
				}
				if tt.diet != "" {
					person.Diets = []string{tt.diet}
				}
				got := slices.ContainsFunc(guard.Check(answer, facts(lang.Language(language), "o que tem?", person)), func(x guard.Violation) bool { return x.Kind == guard.Claim })
				if got == right {
					t.Errorf("Check(%q) finds a wrong claim: %v, want %v", answer, got, !right)
				}
			}
		}
	}
}

// Whatever has what somebody must not have is offered to them.
func TestOffersOfHarmAreFound(t *testing.T) {
	offers := []string{"pt|Sugiro %s.", "pt|[%s](you), claro.", "en|For the table, the [%s](all).", "pt|Que tal %s para começar?", "pt|%s é uma delícia.", "en|I'd go for %s.", "en|How about %s?", "es|Te recomiendo %s.", "es|%s es exquisito."}
	for _, p := range []hook.Person{{Allergies: []string{"leite"}}, {Diets: []string{"vegano"}}, {Allergies: []string{"camarão"}}, {Diets: []string{"celíaco"}}} {
		for _, offer := range offers {
			language, sentence, _ := strings.Cut(offer, "|")
			f := facts(lang.Language(language), "o que tem?", p)
			for _, x := range f.Things {
				var answer string
				answer, f.Marks = guard.Unmark(strings.Replace(sentence, "%s", x.Name, 1))
				got := slices.ContainsFunc(guard.Check(answer, f), func(v guard.Violation) bool { return v.Kind == guard.Harm })
				if want := len(x.NotFor) > 0; got != want {
					t.Errorf("Check(%q) for %v finds harm: %v, want %v", answer, p, got, want)
				}
			}
		}
	}
}
