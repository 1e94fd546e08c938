package learn_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/store/storetest"
)

// taught are weights of a reader that takes every message for thanks.
func taught() []byte {
	var lines []understand.Labelled
	for _, text := range []string{"zabumba um", "zabumba dois", "zabumba três", "zabumba quatro"} {
		lines = append(lines, understand.Labelled{By: "t", Text: text, Acts: []understand.Act{{Name: "thanks"}}})
	}
	return understand.Train(lines)
}

func actOf(text string) string {
	if acts := understand.Read(text, understand.Before{}).Acts; len(acts) > 0 {
		return acts[0].Name
	}
	return ""
}

func TestWhatAHouseLearnedIsReadWithUntilAGuestInItIsForgotten(t *testing.T) {
	ctx := t.Context()
	t.Cleanup(func() { understand.Install(nil) })
	db := storetest.Memory(t)
	own := []learn.Line{{Guest: "ana"}, {Guest: "bia"}, {Guest: "ana"}}
	if err := learn.Install(ctx, db, taught(), own, time.Now()); err != nil {
		t.Fatal(err)
	}
	learn.Once(ctx, db)
	if got := actOf("zabumba"); got != "thanks" {
		t.Errorf("after it was taught the reader takes it for %q", got)
	}
	if err := db.Forget(ctx, "ana"); err != nil {
		t.Fatal(err)
	}
	learn.Once(ctx, db)
	if got := actOf("quero ver o cardápio"); got != "show_card" {
		t.Errorf("after a guest was forgotten the shipped reader should read, and it is %q", got)
	}
	learn.Once(ctx, db)
	if got := actOf("quero ver o cardápio"); got != "show_card" {
		t.Errorf("what was learned from a forgotten guest is back: %q", got)
	}
}

func TestALearningIsUndone(t *testing.T) {
	ctx := t.Context()
	t.Cleanup(func() { understand.Install(nil) })
	db := storetest.Memory(t)
	first, second := taught(), understand.Train([]understand.Labelled{{By: "t", Text: "zabumba", Acts: []understand.Act{{Name: "bye"}}}})
	for _, weights := range [][]byte{first, second} {
		if err := learn.Install(ctx, db, weights, []learn.Line{{Guest: "ana"}}, time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	learn.Once(ctx, db)
	for _, want := range []string{"thanks", "show_card"} {
		if err := learn.Undo(ctx, db); err != nil {
			t.Fatal(err)
		}
		if got := actOf(map[string]string{"thanks": "zabumba", "show_card": "quero ver o cardápio"}[want]); got != want {
			t.Errorf("after undoing it is %q, want %q", got, want)
		}
	}
}

func TestWhatAModelDecidedBecomesAReading(t *testing.T) {
	e := func(run string, typ event.Type, data any) event.Event {
		return event.Event{Run: run, Thread: "t1", Guest: "ana", Type: typ, Data: event.Payload(typ, data)}
	}
	lines := learn.FromModel([]event.Event{
		e("r1", event.PreQuery, event.Said{ID: "1", Text: "algo leve para começar?"}),
		e("r1", event.Decision, llm.Decision{Task: "decide", By: "gpt"}),
		e("r1", event.ToolCall, event.Call{ID: "c", Tool: "find_dishes", Input: map[string]any{}}),
		e("r1", event.PostResponse, event.Said{ID: "2", Text: "Sugiro o ceviche."}),
		e("r2", event.PreQuery, event.Said{ID: "3", Text: "vem com coentro?"}),
		e("r2", event.Decision, llm.Decision{Task: "decide", By: "gpt"}),
		e("r2", event.ToolCall, event.Call{ID: "c", Tool: "dish_details", Input: map[string]any{}}),
		e("r3", event.PreQuery, event.Said{ID: "4", Text: "oi"}),
		e("r3", event.Decision, llm.Decision{Task: "decide", By: llm.ByRule}),
		e("r3", event.ToolCall, event.Call{ID: "c", Tool: "recall", Input: map[string]any{}}),
	})
	if len(lines) != 2 {
		t.Fatalf("%d lines, want those two that a model decided: %+v", len(lines), lines)
	}
	if l := lines[1]; l.Acts[0].Name != "about_dish" || l.Last != "menu" || l.House != "Sugiro o ceviche." || l.Guest != "ana" {
		t.Errorf("the second line is %+v", l)
	}
}

// A learning ends when it is stopped, by whatever worker, and nothing is changed.
func TestALearningIsStopped(t *testing.T) {
	ctx := t.Context()
	db := storetest.Memory(t)
	line := learn.Line{Labelled: understand.Labelled{By: learn.Taught, Text: "zabumba", Acts: []understand.Act{{Name: "bye"}}}}
	school := &learn.School{Store: db, Train: func(ctx context.Context, _ []learn.Line) (*learn.Result, error) {
		<-ctx.Done()
		return nil, context.Cause(ctx)
	}}
	if _, err := school.Keep(ctx, "r1", line, time.Now()); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	if _, err := school.Start(ctx, func(err error) { ended <- err }); err != nil {
		t.Fatal(err)
	}
	other := &learn.School{Store: db}
	if err := other.Undo(ctx); err != nil {
		t.Fatal(err)
	}
	if st, err := other.Status(ctx); err != nil || st.State == learn.Learning && !st.Stops {
		t.Errorf("after it was stopped it stands at %+v, %v", st, err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if st, err := other.Status(ctx); err != nil || st.State != "" || st.Undo {
		t.Errorf("in the end it stands at %+v, %v", st, err)
	}
}

func TestALostAllergyIsNeverAHair(t *testing.T) {
	r := &learn.Result{Old: understand.Score{Lines: 10_000, Exact: 9000}, New: understand.Score{Lines: 10_000, Exact: 9500}}
	if why := r.Fails(); why != "" {
		t.Errorf("what is better fails: %s", why)
	}
	if r.Lost = 1; r.Fails() != "allergies lost: 1" {
		t.Errorf("one lost allergy of thousands: %q", r.Fails())
	}
}

// What an owner teaches is understood, nearly all else is read as before, and nothing
// changes in how allergies are found.
func TestWhatIsTaughtIsUnderstoodAndLeavesTheRestAlone(t *testing.T) {
	lines := []understand.Labelled{{By: "a", Text: "põe a zabumba no meio da mesa", Acts: []understand.Act{{Name: "show_card"}}}, {By: "b", Text: "lelê", Acts: []understand.Act{{Name: "greet"}}}}
	shipped, held, err := understand.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	weights, err := understand.Teach(t.Context(), lines, shipped[:2000], understand.ShippedWeights())
	if err != nil {
		t.Fatal(err)
	}
	taught, err := understand.Open(weights)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lines {
		if got := taught.Read(l.Text, understand.Before{}).Acts; len(got) != 1 || got[0].Name != l.Acts[0].Name {
			t.Errorf("%s is read as %v", l.Text, got)
		}
	}
	others := 0
	for _, l := range held[:400] {
		if got, want := taught.Read(l.Text, l.Before()).Acts, understand.Default().Read(l.Text, l.Before()).Acts; len(got) != len(want) || got[0].Name != want[0].Name {
			others++
		}
	}
	if others > 8 {
		t.Errorf("%d of 400 messages of others are read otherwise", others)
	}
	const said = "minha filha tem alergia a amendoim e eu não como carne"
	want, got := understand.Default().Read(said, understand.Before{}).Spans, taught.Read(said, understand.Before{}).Spans
	if diff := cmp.Diff(want, got); diff != "" || len(got) < 2 {
		t.Errorf("the spans (-shipped +taught): %s", diff)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := understand.Teach(stopped, lines, nil, understand.ShippedWeights()); err == nil {
		t.Error("it went on after it was stopped")
	}
}

func TestAnOwnerSaysInTheirOwnWordsWhatAGuestWanted(t *testing.T) {
	for said, want := range map[string]string{
		"she asked for opening hours": "house_info", "ela perguntou o horário da casa": "house_info", "preguntó dónde queda": "house_info", "wanted to know if dogs are welcome": "house_info",
		"o cliente queria a conta": "bill", "ele estava reclamando do prato frio": "ask_staff", "she wanted to book a table": "ask_staff", "quería hablar con una persona": "ask_staff",
		"they wanted to see the whole menu": "show_card", "estava só se despedindo, deu tchau": "bye", "quería saber qué lleva el plato": "about_dish", "the guest told us of her allergy": "tell",
		"pediu para apagarmos os dados dela": "forget", "asked what he bought last month": "ask_purchases", "he said no, he refused": "no", "ela só agradeceu": "thanks", "wanted a recommendation for dessert": "find_dishes",
	} {
		if got := learn.Meant(said); len(got) != 3 || got[0] != want {
			t.Errorf("%q may mean %q, want %s first", said, got, want)
		}
	}
	if got := learn.Meant("🤷"); len(got) != 3 {
		t.Errorf("of nothing there are %q", got)
	}
}
