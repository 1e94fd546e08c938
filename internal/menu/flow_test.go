package menu

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/graph"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

var update = flag.Bool("update", false, "write the golden files")

// lunch is when guests come in these tests.
var lunch = time.Date(2026, 11, 15, 13, 0, 0, 0, time.UTC)

// A talk is what a guest says, one message after the other.
type talk struct {
	name  string
	guest hook.Constraints
	house House
	at    time.Time // zero: lunch
	says  []string
}

var talks = []talk{
	{name: "a greeting searches nothing", says: []string{"Boa noite!"}},
	{name: "a wish", says: []string{"Quero massa"}},
	{name: "nothing fits", says: []string{"Vocês têm sushi?", "sim"}},
	{name: "an allergy from an earlier conversation", guest: hook.Constraints{Allergies: []string{"camarão"}}, says: []string{"Quero uma moqueca", "o que vem no bobó de camarão?"}},
	{name: "an allergy that is told now", says: []string{"Sou alérgica a amendoim e leite", "uma sobremesa, por favor"}},
	{name: "what nobody knows is not for an allergic guest", guest: hook.Constraints{Allergies: []string{"ovo"}}, at: lunch.Add(6 * time.Hour), says: []string{"uma tábua surpresa para dividir", "o que vem na tábua surpresa?"}},
	{name: "allergies could not be found out", guest: hook.Constraints{Unknown: true}, says: []string{"uma salada"}},
	{name: "an allergy that is misspelt", says: []string{"sou alérgico a glutem", "uma entrada"}},
	{name: "an allergy that nobody understands", says: []string{"i am allergic to zorblax", "I want pasta", "it is milk"}},
	{name: "an allergy to nobody knows what", says: []string{"tenho alergia alimentar, quero uma salada", "não, nada"}},
	{name: "what is served", says: []string{"o que vocês servem para o jantar?"}},
	{name: "a negation", says: []string{"uma entrada sem queijo"}},
	{name: "follow-ups", says: []string{"quero massa", "algo mais leve", "e sem pimenta?", "o primeiro", "mais barato"}},
	{name: "the second", says: []string{"uma sobremesa com banana", "o segundo"}},
	{name: "others", says: []string{"uma cerveja", "tem outras opções?"}},
	{name: "what is in a dish", says: []string{"o que vem no tutu?", "tem glúten?", "quanto custa a maniçoba?"}},
	{name: "a pairing", says: []string{"que cerveja combina com costela?"}},
	{name: "an order", says: []string{"quero pedir"}},
	{name: "an order as the house takes it", house: House{Order: "use o QR code da mesa."}, says: []string{"quero pedir a feijoada"}},
	{name: "in English", says: []string{"Good evening!", "I would like something with shrimp, please", "what is in the second one?", "I'd like to order"}},
	{name: "in Spanish", says: []string{"Hola, buenas noches", "quiero un plato vegetariano", "¿lleva gluten?"}},
	{name: "a price limit", says: []string{"um prato até R$ 55"}},
	{name: "a budget that is known", guest: hook.Constraints{Budget: hook.Budget{Person: 60}}, says: []string{"quero massa"}},
	{name: "served at another hour", at: lunch.Add(7 * time.Hour), says: []string{"quero feijoada"}},
}

func TestTalksGoAsReviewed(t *testing.T) {
	for _, talk := range talks {
		t.Run(talk.name, func(t *testing.T) {
			tb := sit(t, Sample(), new(task.Runner).Logged())
			tb.w.House = talk.house
			tb.w.Now = func() time.Time { return lunch }
			if !talk.at.IsZero() {
				tb.w.Now = func() time.Time { return talk.at }
			}
			golden(t, "testdata/talk."+strings.ReplaceAll(talk.name, " ", "-")+".golden", tb.transcript(talk))
		})
	}
}

// transcript has a talk and writes down what happened.
func (tb *table) transcript(talk talk) string {
	tb.t.Helper()
	var (
		b      strings.Builder
		before *State
		said   []Line
	)
	for i, message := range talk.says {
		fmt.Fprintf(&b, "> %s\n", message)
		out, err := tb.run.Run(tb.t.Context(), graph.Run{ID: fmt.Sprintf("run%d", i+1)}, tb.w.Begin(before, message, said, "", "", talk.guest), func(e event.Event) { write(tb.t, &b, e) })
		if err != nil {
			tb.t.Fatalf("%q: %v", message, err)
		}
		said = append(said, Line{"user", message}, Line{"assistant", out.State.Text})
		before = &out.State
		fmt.Fprintf(&b, "%s\n\n", out.State.Text)
	}
	return b.String()
}

// write writes an event without what differs from run to run.
func write(t testing.TB, b *strings.Builder, e event.Event) {
	var d struct{ Node, Task, By, Text, Stage string }
	_ = json.Unmarshal(e.Data, &d)
	switch e.Type {
	case event.StepStart:
		fmt.Fprintf(b, "step       %s\n", d.Node)
	case event.Decision:
		fmt.Fprintf(b, "decision   %s by %s\n", d.Task, d.By)
	case event.Retrieved:
		fmt.Fprintf(b, "retrieved\n")
	case event.UI:
		c, err := ui.Decode(e.Data, Kinds)
		if err != nil {
			t.Error(err)
		}
		var p DishesProps
		if err := json.Unmarshal(c.Props, &p); err != nil {
			t.Error(err)
		}
		fmt.Fprintf(b, "ui         %s v%d\n", c.Name, c.V)
		for _, d := range p.Items {
			fmt.Fprintf(b, "           %s: %s\n", d.ID, strings.Join(d.Why, ", "))
		}
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is no longer what happens; if it is right, go test -update (-want +got):\n%s", file, diff)
	}
}
