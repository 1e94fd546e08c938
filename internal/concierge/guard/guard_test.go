package guard_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/internal/specialist/menu"
	"github.com/maitre-dev/maitre/lang"
)

// facts are those of a conversation about the sample card.
func facts(language lang.Language, asked string, table ...hook.Person) guard.Facts {
	f := guard.Facts{Language: language, Asked: asked, Today: time.Date(2027, 3, 10, 20, 0, 0, 0, time.UTC), Table: table, Prompt: "You are the concierge of the house. Never promise that a dish is safe for anybody who has an allergy."}
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

// The cases are in testdata: facts, then answers, each with the kinds of what is
// wrong with it, - if nothing is, and ~ if something is that the guard lets through.
func TestAnswersThatAreRightStayAndOthersDoNot(t *testing.T) {
	for _, file := range []string{"cases.txt", "talk.txt", "more.txt", "free.txt", "host.txt", "warn.txt", "marks.txt", "apart.txt", "money.txt", "named.txt"} {
		t.Run(file, func(t *testing.T) { checkFile(t, "testdata/"+file) })
	}
}

func checkFile(t *testing.T, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var f guard.Facts
	for n, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		if rest, ok := strings.CutPrefix(line, "@"); ok {
			f = parseFacts(t, rest)
			continue
		}
		if result, ok := strings.CutPrefix(line, "+"); ok {
			f.Fresh, f.Texts = append(f.Fresh, result), append(f.Texts, result)
			continue
		}
		if name, ok := strings.CutPrefix(line, "="); ok { // it is ordered
			f.Ordered = append(f.Ordered, f.Things[slices.IndexFunc(f.Things, func(x guard.Thing) bool { return x.Name == name })].ID)
			continue
		}
		if before, ok := strings.CutPrefix(line, "<"); ok { // the guest said it before
			f.Texts = append(f.Texts, before)
			continue
		}
		want, answer, _ := strings.Cut(line, " ")
		answer = strings.ReplaceAll(answer, `\n`, "\n")
		answer, f.Marks = guard.Unmark(answer)
		got := guard.Check(answer, f)
		kinds := []string{}
		for _, x := range got {
			kinds = append(kinds, string(x.Kind))
		}
		slices.Sort(kinds)
		if have := strings.Join(slices.Compact(kinds), "+"); have != strings.Trim(want, "-~") {
			t.Errorf("line %d: %q is wrong by %q, want %q: %+v", n+1, answer, have, want, got)
		}
	}
}

// A model that is told what was wrong may name the dish again, and not repeat the rest.
func TestANameIsNoInstruction(t *testing.T) {
	f := facts(lang.English, "and for my sister?", hook.Person{Name: "sister", Diets: []string{"pregnant"}})
	f.Prompt = "sister must not have Ceviche de pirarucu com leite de tigre de cupuaçu: leave it out, warn of it, or say for whom else it is"
	for _, x := range guard.Check("Your sister should skip the Ceviche de pirarucu com leite de tigre de cupuaçu tonight.", f) {
		if x.Kind == guard.Prompt {
			t.Error(x)
		}
	}
	if vs := guard.Check("You must leave it out, warn of it, or say for whom else it is.", f); len(vs) != 1 || vs[0].Kind != guard.Prompt {
		t.Error(vs)
	}
}

// parseFacts reads "pt | asked | name: allergies / diets | …".
func parseFacts(t *testing.T, line string) guard.Facts {
	t.Helper()
	parts := strings.Split(line, "|")
	var table []hook.Person
	for _, p := range parts[2:] {
		name, rest, _ := strings.Cut(p, ":")
		allergies, diets, _ := strings.Cut(rest, "/")
		list := func(s string) (all []string) {
			for w := range strings.SplitSeq(s, ",") {
				if w = strings.TrimSpace(w); w != "" {
					all = append(all, w)
				}
			}
			return all
		}
		table = append(table, hook.Person{Name: strings.TrimSpace(name), Allergies: list(allergies), Diets: list(diets)})
	}
	return facts(lang.Language(strings.TrimSpace(parts[0])), strings.TrimSpace(parts[1]), table...)
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
