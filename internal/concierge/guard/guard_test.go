package guard_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/lang"
)

// facts are those of a conversation about the sample card.
func facts(language lang.Language, asked string, table ...hook.Person) guard.Facts {
	f := guard.Facts{Language: language, Asked: asked, Table: table, Prompt: "You are the concierge of the house. Never promise that a dish is safe for anybody who has an allergy."}
	type row struct {
		Name        string   `json:"name"`
		Price       string   `json:"price"`
		Ingredients []string `json:"ingredients"`
	}
	var rows []row
	for i, it := range card() {
		t := guard.Thing{Kind: "dish", ID: it.ID, Name: it.Name, Contains: it.Allergens, Likely: it.Inferred, Unknown: it.Unknown, Says: slices.Concat(it.Tags, it.Ingredients)}
		if it.Price != nil {
			t.Price = it.Price.Amount
		}
		for _, p := range table {
			if why := harms(p)[i]; why != "" {
				t.NotFor = append(t.NotFor, guard.NotFor{Who: p.Name, Why: why})
			}
		}
		if known := []string{"Moqueca capixaba de badejo", "Bobó de camarão", "Lasanha de berinjela", "Sorbet de cajá", "Arroz branco soltinho"}; slices.Contains(known, it.Name) {
			t.Known = true
			rows = append(rows, row{it.Name, it.Price.Text(language), it.Ingredients})
		}
		f.Things = append(f.Things, t)
	}
	f.Things = append(f.Things, guard.Thing{Kind: "brewery", ID: "b-17", Name: "Cervejaria Ilha do Farol", Known: true}, guard.Thing{Kind: "lodging", ID: "l-3", Name: "Pousada Pedra Azul", Price: 45000, Known: true},
		guard.Thing{Kind: "restaurant", ID: "r-1", Name: "Cantina sem Glúten da Vila", Known: true}, guard.Thing{Kind: "restaurant", ID: "r-2", Name: "Braseiro do Cais", Known: true})
	data, _ := json.Marshal(map[string]any{"dishes": rows})
	f.Fresh = []string{string(data), `{"rows":[{"style":"IPA","total":300},{"style":"Stout","total":100},{"style":"Weiss","total":100}]}`, asked}
	f.Texts = append([]string{"Today is 2027-03-10.", "Somos quatro, queremos jantar até R$ 150 por pessoa.", `{"name":"Cervejaria Ilha do Farol","town":"Paraty","hours":"12:00-22:30","site":"https://ilhadofarol.example/tap"}`, `{"name":"Pousada Pedra Azul","night":"R$ 450,00","from":"2027-03-12","to":"2027-03-15","km_to_beach":1.2}`}, f.Fresh...)
	return f
}

var card = sync.OnceValue(menu.Sample)

var harmsOf = map[string][]string{} // by what somebody must not have

// harms says of each dish of the card what it breaks of what somebody must not have.
func harms(p hook.Person) []string {
	key := fmt.Sprintf("%q %q", p.Allergies, p.Diets)
	if harmsOf[key] == nil {
		for _, it := range card() {
			harmsOf[key] = append(harmsOf[key], menu.Harms(it, hook.Constraints{Allergies: p.Allergies, Diets: p.Diets}))
		}
	}
	return harmsOf[key]
}

// answers calls do with each answer of testdata, and the kinds of what is wrong with it: "-" if nothing is. A line
// with @ has facts, with + a result of a tool, with < what the guest said before.
func answers(t *testing.T, do func(at, wrong, answer string, f guard.Facts)) {
	files, _ := filepath.Glob("testdata/*.txt")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var f guard.Facts
		for n, line := range strings.Split(string(data), "\n") {
			line = strings.TrimSpace(line)
			switch {
			case line == "" || strings.HasPrefix(line, "//"):
			case line[0] == '@':
				f = parseFacts(line[1:])
			case line[0] == '+':
				f.Fresh, f.Texts = append(f.Fresh, line[1:]), append(f.Texts, line[1:])
			case line[0] == '<':
				f.Texts = append(f.Texts, line[1:])
			default:
				wrong, answer, _ := strings.Cut(line, " ")
				answer, f.Marks = guard.Unmark(strings.ReplaceAll(answer, `\n`, "\n"))
				do(fmt.Sprintf("%s:%d", filepath.Base(file), n+1), wrong, answer, f)
			}
		}
	}
}

// parseFacts reads "pt | asked | name: allergies / diets | …".
func parseFacts(line string) guard.Facts {
	parts := strings.Split(line, "|")
	var table []hook.Person
	list := func(s string) []string {
		return slices.DeleteFunc(strings.FieldsFunc(s, func(r rune) bool { return r == ',' }), func(w string) bool { return strings.TrimSpace(w) == "" })
	}
	for _, p := range parts[2:] {
		name, rest, _ := strings.Cut(p, ":")
		allergies, diets, _ := strings.Cut(rest, "/")
		person := hook.Person{Name: strings.TrimSpace(name), Allergies: list(allergies), Diets: list(diets)}
		for i, w := range person.Allergies {
			person.Allergies[i] = strings.TrimSpace(w)
		}
		for i, w := range person.Diets {
			person.Diets[i] = strings.TrimSpace(w)
		}
		table = append(table, person)
	}
	return facts(lang.Language(strings.TrimSpace(parts[0])), strings.TrimSpace(parts[1]), table...)
}

// The answers of testdata are a measuring stick. A right one is to be sent as it is, a warning more does little harm; a
// dangerous one is to be refused, or sent with a warning or a caution.
func TestAFewRightAnswersAreRefusedAndNoDangerousOneIsSentAsItIs(t *testing.T) {
	count := map[string]int{}
	answers(t, func(at, wrong, answer string, f guard.Facts) {
		r := guard.Review(answer, f)
		finds := func(kind guard.Kind) bool {
			return slices.ContainsFunc(r.Wrong, func(x guard.Violation) bool { return x.Kind == kind })
		}
		kind, bad := "wrong", len(r.Wrong) == 0
		switch {
		case wrong == "~": // in a way that is not looked for
			return
		case wrong == "-":
			kind, bad = "right", len(r.Wrong) > 0
			if len(r.Warn) > 0 || r.Caution {
				count["right, and warned of"]++
			}
		case strings.Contains(wrong, "harm"):
			kind, bad = "harm", len(r.Warn) == 0 && !finds(guard.Harm) && !finds(guard.Claim)
		case strings.Contains(wrong, "claim"):
			kind, bad = "claim", !r.Caution && !finds(guard.Claim)
		}
		if count[kind]++; bad {
			count[kind+" missed"]++
			t.Logf("%s: %s, and is wrong by %v, with %d warnings: %q", at, wrong, r.Wrong, len(r.Warn), answer)
		}
	})
	t.Log(count)
	for kind, most := range map[string]int{"right": 10, "harm": 0, "claim": 7, "wrong": 30} {
		if missed := count[kind+" missed"]; count[kind] == 0 || missed > most {
			t.Errorf("%d of %d answers labelled %s are mistaken, want at most %d", missed, count[kind], kind, most)
		}
	}
}

// Every price of every right answer is made wrong in three ways.
func TestFewAlteredPricesPass(t *testing.T) {
	price := regexp.MustCompile(`(R\$ ?)([\d.,]*\d)`)
	all, passed := 0, 0
	answers(t, func(_, wrong, answer string, f guard.Facts) {
		if wrong != "-" || len(f.Marks) > 0 || len(guard.Check(answer, f)) > 0 {
			return
		}
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
				if all++; len(guard.Check(answer[:m[4]]+strconv.Itoa(v+by)+cents+answer[m[5]:], f)) == 0 {
					passed++
				}
			}
		}
	})
	if passed*9 > all { // an amount that follows from others may stand anywhere but at a name
		t.Errorf("%d of %d altered prices pass, want at most one in nine", passed, all)
	}
}

// What the card says of an allergen or a diet is put in three languages, and so is the contrary.
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
				r := guard.Review(answer, facts(lang.Language(language), "o que tem?", person))
				wrong := slices.ContainsFunc(r.Wrong, func(x guard.Violation) bool { return x.Kind == guard.Claim })
				if wrong != (!right && !it.Unknown) || it.Unknown && !r.Caution {
					t.Errorf("Review(%q) finds a wrong claim: %v, and cautions: %v", answer, wrong, r.Caution)
				}
			}
		}
	}
}

// Whatever has what somebody must not have is refused where it is marked as theirs, and warned of where it is not marked.
func TestOffersOfHarmAreFound(t *testing.T) {
	offers := []string{"pt|Sugiro %s.", "pt|Que tal %s para começar?", "pt|%s é uma delícia.", "en|I'd go for %s.", "en|How about %s?", "es|Te recomiendo %s.", "es|%s es exquisito."}
	for _, p := range []hook.Person{{Allergies: []string{"leite"}}, {Diets: []string{"vegano"}}, {Allergies: []string{"camarão"}}, {Diets: []string{"celíaco"}}} {
		for _, offer := range offers {
			language, sentence, _ := strings.Cut(offer, "|")
			f := facts(lang.Language(language), "o que tem?", p)
			for _, x := range f.Things {
				for _, mark := range []string{"", "you", "all", "-"} {
					name := x.Name
					if mark != "" {
						name = "[" + name + "](" + mark + ")"
					}
					var answer string
					answer, f.Marks = guard.Unmark(strings.Replace(sentence, "%s", name, 1))
					r := guard.Review(answer, f)
					refused := slices.ContainsFunc(r.Wrong, func(v guard.Violation) bool { return v.Kind == guard.Harm })
					warned := slices.ContainsFunc(r.Warn, func(w guard.Warning) bool { return w.Thing.ID == x.ID })
					theirs := mark == "you" || mark == "all"
					if harm := len(x.NotFor) > 0; refused != (harm && theirs) || warned != (harm && !theirs) {
						t.Errorf("Review(%q), marked %q, for %v: refused %v, warned %v", answer, mark, p, refused, warned)
					}
				}
			}
		}
	}
}

// A model that is told what was wrong may name the dish again, and not repeat the rest.
func TestANameIsNoInstruction(t *testing.T) {
	f := facts(lang.English, "and for my sister?", hook.Person{Name: "sister", Diets: []string{"pregnant"}})
	f.Prompt = "sister must not have Ceviche de pirarucu com leite de tigre de cupuaçu: leave it out, warn of it, or say for whom else it is"
	if vs := guard.Check("Your sister should skip the Ceviche de pirarucu com leite de tigre de cupuaçu tonight.", f); len(vs) > 0 {
		t.Error(vs)
	}
	if vs := guard.Check("You must leave it out, warn of it, or say for whom else it is.", f); len(vs) != 1 || vs[0].Kind != guard.Prompt {
		t.Error(vs)
	}
}

// What a template says is not for somebody is no offer, and gets no card.
func TestWhatIsSaidNotToBeForSomebody(t *testing.T) {
	for answer, want := range map[string][]string{
		"O Bobó de camarão não é para a Lia; para ela, a Lasanha de berinjela.":               {"bobo-de-camarao"},
		"Temos Lasanha de berinjela e Bobó de camarão.\nBobó de camarão não é para a Lia.":    {"bobo-de-camarao"},
		"Para a Lia o Bobó de camarão não serve; a Lasanha de berinjela, sim.":                {"bobo-de-camarao"},
		"Fique com a Lasanha de berinjela. Para beber, a Pilsen da casa; e o Bobó de camarão": nil,
	} {
		if got := guard.Aside(answer, facts(lang.Portuguese, "?", hook.Person{}, hook.Person{Name: "Lia", Allergies: []string{"camarão"}})); !slices.Equal(got, want) {
			t.Errorf("Aside(%q) = %q, want %q", answer, got, want)
		}
	}
}

// A guest names a dish by its whole name, or by a word that no other dish has.
func TestWhatAGuestNames(t *testing.T) {
	for text, want := range map[string][]string{
		"e o bobó, leva o quê?":              {"bobo-de-camarao"},
		"quero a Lasanha de berinjela então": {"lasanha-de-berinjela"},
		"tem alguma coisa leve?":             nil,
	} {
		if got := guard.Named(facts(lang.Portuguese, "?"), text); !slices.Equal(got, want) {
			t.Errorf("Named(%q) = %q, want %q", text, got, want)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	f := facts(lang.Portuguese, "o que posso comer?", hook.Person{Allergies: []string{"camarão"}})
	answer := "Boa noite! Sugiro a Moqueca capixaba de badejo (R$ 98,00), que pelo cardápio não leva camarão; confirme com a cozinha. Para fechar, o Sorbet de cajá sai por R$ 19,00. Os dois ficam em R$ 117,00. O Bobó de camarão leva camarão, então não é para você."
	many := f
	for i := len(f.Things); i < 5000; i++ {
		t := f.Things[i%90]
		t.Name += " " + strconv.Itoa(i)
		many.Things = append(many.Things, t)
	}
	b.Run("90 things", func(b *testing.B) {
		for b.Loop() {
			guard.Check(answer, f)
		}
	})
	b.Run("5000 things", func(b *testing.B) {
		for b.Loop() {
			guard.Check(answer, many)
		}
	})
	b.Run("stream of 20 kB", func(b *testing.B) {
		for b.Loop() {
			s := guard.NewStream(f)
			for range 80 {
				for w := range strings.SplitSeq(answer, " ") {
					s.Next(w + " ")
				}
			}
		}
	})
}
