package memory_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/thread"
)

func TestATurnIsLearntOnce(t *testing.T) {
	h := open(t)
	s := h.says("ana", "t1", "adoro camarão e sou alérgica a lula")
	if s.more == "" {
		t.Error("the guest is not asked whether the allergy may be kept")
	}
	before := len(h.logged(event.MemoryCandidate, event.MemorySaved))
	for range 3 {
		asks, err := h.Learn(t.Context(), s.Turn)
		if err != nil || !asks {
			t.Errorf("Learn again = %v, %v; want the same question, which may not have arrived", asks, err)
		}
	}
	if after := len(h.logged(event.MemoryCandidate, event.MemorySaved)); after != before {
		t.Errorf("learning a turn again wrote %d events", after-before)
	}
	h.knows("ana", "t1", "diet allergy lula, for now", "preference food camarão")
}

func TestManyWhoSayTheSameAtOnceLeaveOneMemory(t *testing.T) {
	db, err := sqlite.Open(t.Context(), t.TempDir()+"/maitre.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	mem := storetest.Memory(t)
	for name, o := range map[string]memory.Options{
		"in memory": {Store: mem, Log: mem},
		"on SQLite": {Store: db, Log: db},
	} {
		t.Run(name, func(t *testing.T) {
			books := []*memory.Book{memory.NewBook(o), memory.NewBook(o)} // as two processes are
			var all sync.WaitGroup
			for n := range 16 {
				all.Go(func() {
					turn := hook.Turn{Thread: fmt.Sprint("t", n%4), Guest: "ana", Run: fmt.Sprint("r", n), Message: "adoro camarão", Time: noon}
					if _, err := books[n%2].Learn(t.Context(), turn); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			s, err := books[0].Of(t.Context(), "ana")
			if err != nil {
				t.Fatal(err)
			}
			held := s.In("")
			if len(held) != 1 {
				t.Fatalf("there are %d memories, want 1", len(held))
			}
			// The first of four sessions makes it, the others make it surer.
			if m := held[0]; m.Evidence != 16 || m.Alpha != 3_600_000+3_000_000 || m.Beta != 400_000 {
				t.Errorf("evidence %d, α %d, β %d; want 16, 6600000, 400000", m.Evidence, m.Alpha, m.Beta)
			}
			before, _ := o.Store.Memories(t.Context(), "ana", 0)
			if err := books[1].Rebuild(t.Context()); err != nil {
				t.Fatal(err)
			}
			after, _ := o.Store.Memories(t.Context(), "ana", 0)
			if diff := cmp.Diff(before.Rows, after.Rows); diff != "" {
				t.Errorf("made anew from the log (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheLogMakesEveryMemoryAnew(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "sou alérgica a camarão & adoro vinho tinto")
	h.says("ana", "t1", "sim")
	s := h.says("ana", "t2", "moro em Recife, e adoro vinho tinto")
	for _, kind := range []hook.Opinion{hook.Positive, hook.Negative} {
		if err := h.Feedback(t.Context(), s.Turn, hook.Feedback{Kind: kind}); err != nil {
			t.Fatal(err)
		}
	}
	h.says("ana", "t3", "agora moro em Olinda. não gosto mais de vinho tinto. hoje somos 4")
	h.ends("ana", "t3")
	h.says("bia", "t4", "sou vegana")
	if _, err := h.Add(t.Context(), "", memory.ForOrg, memory.Fact, "schedule", "fechado às segundas"); err != nil {
		t.Fatal(err)
	}
	want := []map[string]string{h.rows("ana"), h.rows("bia"), h.rows("")}
	if len(want[0]) < 5 || len(want[1]) < 2 || len(want[2]) != 1 {
		t.Fatalf("there is too little to make anew: %v", want)
	}
	if err := h.Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, []map[string]string{h.rows("ana"), h.rows("bia"), h.rows("")}); diff != "" {
		t.Errorf("made anew from the log (-want +got):\n%s", diff)
	}
}

// hears is what a model would propose to remember of a message, taken.
func (h *house) hears(message string, found ...memory.Candidate) {
	h.t.Helper()
	h.runs++
	turn := hook.Turn{Thread: "t1", Guest: "ana", Run: fmt.Sprint("run", h.runs), Message: message, Time: h.now}
	if _, err := h.Remember(h.t.Context(), turn, found); err != nil {
		h.t.Fatal(err)
	}
	h.threads["t1"] = append(h.threads["t1"], thread.Message{ID: turn.Run + "q", Role: thread.RoleUser, Text: message, Time: h.now})
}

func TestEveryRejectionIsAnEventWithoutTheValue(t *testing.T) {
	h := open(t)
	h.hears("gosto de lula, de camarão não",
		propose("preference food ostra", 0.9), // the guest did not say it
		propose("preference food lula", 0.6),
		propose("preference food lula <obey>", 0.9),
		memory.Candidate{Kind: memory.Correction, Key: "o segredo", Value: "outro segredo", Scope: memory.Durable, Subject: memory.User, Confidence: 0.9},
		propose("dislike food camarão", 0.9),
	)
	var got []string
	for _, e := range h.logged(event.MemoryRejected) {
		got = append(got, fmt.Sprintf("%v %v: %v", field(e, "kind"), field(e, "key"), field(e, "reason")))
		for _, word := range []string{"ostra", "lula", "obey", "segredo"} {
			if strings.Contains(string(e.Data), word) {
				t.Errorf("the log tells what was rejected: %s", e.Data)
			}
		}
	}
	want := []string{
		"preference food: not said by the guest", "preference food: unsure", "preference food: not a value", "correction : not said by the guest",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rejected (-want +got):\n%s", diff)
	}
	if n := len(h.logged(event.MemoryCandidate)); n != 5 {
		t.Errorf("there are %d candidates in the log, want 5", n)
	}
	h.knows("ana", "t1", "dislike food camarão")
}

func TestAModelCannotWriteWithoutEnd(t *testing.T) {
	var items []memory.Candidate
	for n := range 40 {
		items = append(items, propose(fmt.Sprintf("preference food lula %c", 'a'+n%26), 0.9))
	}
	h := open(t)
	h.hears("gosto de lula", items...)
	if n := len(h.of("ana").In("")); n > 20 {
		t.Errorf("one turn made %d memories", n)
	}
	rejected := h.logged(event.MemoryRejected)
	if len(rejected) == 0 || field(rejected[len(rejected)-1], "reason") != memory.TooMany {
		t.Errorf("the rest is not rejected as too many: %d", len(rejected))
	}
}

func TestHealthAsksOnceAndWaits(t *testing.T) {
	for _, tt := range []struct {
		name, answer string
		after        []string // what is known in another session
		reply        bool
	}{
		{"yes", "sim, pode", []string{"diet allergy camarão"}, true},
		{"yes, in English", "yes please", []string{"diet allergy camarão"}, true},
		{"yes, without ado", "sim, não tem problema", []string{"diet allergy camarão"}, true},
		{"yes, and a question", "pode sim. E o que tem de sobremesa?", []string{"diet allergy camarão"}, false},
		{"yes, with a shrug", "yeah sure whatever", []string{"diet allergy camarão"}, true},
		{"yes, in a word", "pode", []string{"diet allergy camarão"}, true},
		{"yes, in words that have no yes", "por mim tudo bem", []string{"diet allergy camarão"}, true},
		{"yes, in words that have a no", "por que não?", []string{"diet allergy camarão"}, true},
		{"yes, with a thumb", "👍🏽", []string{"diet allergy camarão"}, true},
		{"no, with a thumb", "👎", nil, true},
		{"no, after it is all right", "tudo bem, não precisa", nil, true},
		{"no", "não, obrigada", nil, true},
		{"no, after a word of assent", "claro que não", nil, true},
		{"an order is no answer", "quero a moqueca por favor", nil, false},
		{"a yes to an order is no answer", "pode ser, quero uma tapioca", nil, false},
		{"nor is one to an order for somebody else", "pode ser, uma tapioca para ela", nil, false},
		{"nor to what was offered", "sim, a segunda", nil, false},
		{"nor as a sentence of its own", "isso! me traz a conta", nil, false},
		{"nor in English", "yes please, the ribs", nil, false},
		{"nor in Spanish", "sí, quiero la segunda", nil, false},
		{"a yes that speaks of keeping is one beside an order", "pode guardar, quero uma tapioca", []string{"diet allergy camarão"}, false},
		{"in a clause of its own", "sim, pode guardar, quero uma tapioca", []string{"diet allergy camarão"}, false},
		{"a table that is kept is another wish", "sim, guarda uma mesa pra mim amanhã", nil, false},
		{"in English", "yes, remember that, I'll have the ribs", []string{"diet allergy camarão"}, false},
		{"a question is no answer", "isso tem glúten?", nil, false},
		{"a word in passing is no answer", "ok, e o que tem para beber?", nil, false},
		{"silence is no answer", "boa noite", nil, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := open(t)
			s := h.says("ana", "t1", "sou alérgica a camarão")
			if !strings.HasPrefix(s.more, "Anotado: você, sem camarão.\nPosso guardar") {
				t.Fatalf("after an allergy the house says %q", s.more)
			}
			h.knows("ana", "t1", "diet allergy camarão, for now")
			h.knows("ana", "t2")
			got := h.says("ana", "t1", tt.answer)
			if (got.known.Reply != "") != tt.reply {
				t.Errorf("to %q the house replies %q and %q", tt.answer, got.known.Reply, got.more)
			}
			if told := strings.Contains(got.known.Reply+got.more, "vou lembrar") || strings.Contains(got.known.Reply+got.more, "I will remember"); told != (tt.after != nil) {
				t.Errorf("to %q the guest is told %q and %q of what is kept", tt.answer, got.known.Reply, got.more)
			}
			h.knows("ana", "t2", tt.after...)
			if s := h.says("ana", "t1", "também sou alérgica a lula"); s.more != "Anotado: você, sem lula." {
				t.Errorf("the guest is asked again: %q", s.more)
			}
			h.ends("ana", "t1")
			if tt.after != nil {
				tt.after = append(tt.after, "diet allergy lula")
			}
			h.knows("ana", "t1", tt.after...)
		})
	}
}

func TestMaybeIsNeitherYesNorNo(t *testing.T) {
	for _, maybe := range []string{"talvez", "maybe later", "não sei", "tanto faz"} {
		t.Run(maybe, func(t *testing.T) {
			h := open(t)
			h.says("ana", "t1", "sou alérgica a camarão")
			if s := h.says("ana", "t1", maybe); s.known.Reply == "" || s.more != "" {
				t.Errorf("the house replies %q and %q", s.known.Reply, s.more)
			}
			h.knows("ana", "t1", "diet allergy camarão, for now")
			h.knows("ana", "t2")
			if s := h.says("ana", "t1", "adoro vinho tinto"); s.more != "" {
				t.Errorf("the guest is asked again at once: %q", s.more)
			}
			if s := h.says("ana", "t1", "também sou alérgica a lula"); !strings.Contains(s.more, "Posso guardar") {
				t.Errorf("the guest is not asked again: %q", s.more)
			}
			h.says("ana", "t1", "sim")
			h.knows("ana", "t2", "diet allergy camarão", "diet allergy lula", "preference drink vinho tinto")
		})
	}
}

func TestAYesRightAfterAMaybeIsAYes(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "sou alérgica a camarão")
	h.says("ana", "t1", "talvez")
	if s := h.says("ana", "t1", "sim"); s.known.Reply == "" {
		t.Error("the yes is not answered")
	}
	h.knows("ana", "t2", "diet allergy camarão")
	if s := h.says("ana", "t1", "sim"); s.known.Reply != "" {
		t.Errorf("a yes to nothing is answered: %q", s.known.Reply)
	}
}

func TestAYesKeepsWhatWaitsInEveryThreadOnce(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "sou alérgica a camarão")
	h.says("ana", "t2", "sou alérgica a camarão e a lula")
	h.says("ana", "t1", "sim")
	h.knows("ana", "", "diet allergy camarão", "diet allergy lula")
	h.ends("ana", "t2")
	h.knows("ana", "", "diet allergy camarão", "diet allergy lula")
}

func TestConsentGivenAndTakenBackOutsideTheConversation(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "sou alérgica a camarão e adoro vinho tinto")
	if err := h.Consent(t.Context(), "ana", true); err != nil {
		t.Fatal(err)
	}
	h.knows("ana", "", "diet allergy camarão", "preference drink vinho tinto")
	if err := h.Consent(t.Context(), "ana", false); err != nil {
		t.Fatal(err)
	}
	h.knows("ana", "", "preference drink vinho tinto")
	for _, e := range h.logged(event.MemorySaved, event.MemoryKept) {
		if strings.Contains(string(e.Data), "camarão") {
			t.Errorf("the log still says %s", e.Data)
		}
	}
	if s := h.says("ana", "t1", "sou alérgica a lula"); s.more != "Anotado: você, sem lula." {
		t.Errorf("who said no is asked again: %q", s.more)
	}
	h.knows("ana", "", "preference drink vinho tinto")
}

func TestASessionEnds(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "hoje somos 4 e não vou beber")
	h.says("ana", "t1", "acho que gosto de lula")
	h.says("ana", "t1", "minha esposa é celíaca")
	h.says("ana", "t1", "adoro polvo")
	h.knows("ana", "t1", "party_size people 4, for now", "diet restriction álcool, for now", "diet restriction celíaca, a companion's, for now", "preference food polvo")
	h.ends("ana", "t1")
	h.ends("ana", "t1")
	// What was not sure enough in a turn is, in the light of the whole.
	h.knows("ana", "t1", "preference food polvo", "preference food lula")
	if got := h.the("ana", "", "lula").Confidence(); got != 0.5 {
		t.Errorf("of lula it is %v sure, want 0.5", got)
	}
	for _, e := range h.logged(event.MemorySaved) {
		if strings.Contains(string(e.Data), "celíaca") {
			t.Errorf("the log still says %s", e.Data)
		}
	}
}

func TestASessionWithoutNameEndsNothing(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "adoro polvo")
	h.threads[""] = h.threads["t1"]
	h.ends("ana", "")
	h.knows("ana", "", "preference food polvo")
	if _, err := h.Learn(t.Context(), hook.Turn{Guest: "ana", Run: "r", Message: "hoje quero lula", Time: noon}); err != nil {
		t.Fatal(err)
	}
	h.knows("ana", "", "preference food polvo")
}

func TestNotToBeKept(t *testing.T) {
	for _, message := range []string{
		"não guarde isso, mas sou alérgica a camarão e adoro vinho tinto",
		"off the record: I love red wine",
	} {
		h := open(t)
		h.says("ana", "t1", "vocês têm vinho tinto?")
		h.says("ana", "t1", message)
		h.says("ana", "t1", "não guarde isso: vinho tinto, só entre nós")
		h.knows("ana", "")
		h.ends("ana", "t1")
		h.knows("ana", "t1")
		if got := h.rows("ana"); len(got) != 0 {
			t.Errorf("after %q there remains %v", message, got)
		}
	}
}

func TestAModelKeepsNothingThatIsNotToBeKept(t *testing.T) {
	h := open(t)
	h.hears("não guarde isso: gosto de lula", propose("preference food lula", 0.9))
	h.knows("ana", "t1", "preference food lula, for now")
	h.ends("ana", "t1")
	h.knows("ana", "t1")
}

// What somebody asks about again is no fact of theirs.
func TestQuestionsAreNotNoted(t *testing.T) {
	for _, all := range [][]string{
		{"tem estacionamento?", "e o estacionamento fica aberto até tarde?", "quanto custa o estacionamento?"},
		{"is there a jazz band?", "when does the jazz band play?", "is the jazz band any good?"},
		{"¿hay vino tinto?", "¿y qué vino va con pescado?", "¿hay vino por copa?"},
		{"tem opção para celíaco?", "e sobremesa para celíaco?", "sou alérgica a camarão", "a alergia a camarão é forte", "não"},
	} {
		h := open(t)
		for _, message := range all {
			h.says("ana", "t1", message)
		}
		h.ends("ana", "t1")
		h.knows("ana", "")
	}
}

func TestNobodyIsLearntOfWithoutAName(t *testing.T) {
	h := open(t)
	h.says("", "t1", "sou alérgica a camarão")
	if all := h.logged(event.MemoryCandidate, event.MemorySaved); len(all) != 0 {
		t.Errorf("of nobody is written %v", all)
	}
}

// broken is a store that fails.
type broken struct{ memory.Store }

func (broken) Learn(context.Context, memory.Lesson, func(memory.Page) (memory.Notes, error)) (memory.Page, error) {
	return memory.Page{}, errors.New("the disk is full")
}

func TestWhatCannotBeWrittenIsAnError(t *testing.T) {
	s := storetest.Memory(t)
	b := memory.NewBook(memory.Options{Store: broken{s}, Log: s})
	turn := hook.Turn{Thread: "t1", Guest: "ana", Run: "r", Message: "adoro lula", Time: noon}
	if _, err := b.Learn(t.Context(), turn); err == nil {
		t.Error("Learn says nothing of a full disk")
	}
	turn.History = []thread.Message{{ID: "1", Role: thread.RoleUser, Text: "acho que gosto de lula"}}
	if err := b.End(t.Context(), turn); err == nil {
		t.Error("End says nothing of a full disk")
	}
}

// One thing that is forgotten, on the page or in words, leaves nothing to read and is not
// learnt again from what was said before.
func TestOneThingIsForgottenForGood(t *testing.T) {
	page := func(h *house, value string) {
		if _, err := h.Forget(t.Context(), "ana", memory.What{ID: h.the("ana", "t1", value).ID}); err != nil {
			t.Fatal(err)
		}
	}
	words := func(message string) func(*house, string) {
		return func(h *house, _ string) { h.says("ana", "t1", message) }
	}
	for _, tt := range []struct {
		says, value string
		forget      func(h *house, value string)
	}{
		{"sou alérgica a lula", "lula", page},
		{"acho que gosto de polvo", "polvo", nil},
		{"adoro polvo", "polvo", page},
		{"adoro polvo", "polvo", words("esquece que eu gosto de polvo")},
		{"I love octopus", "octopus", words("please forget that I love octopus")},
		{"me encanta el pulpo", "pulpo", words("olvida que me gusta el pulpo")},
		{"sou alérgica a lula", "lula", words("pode esquecer a minha alergia a lula")},
	} {
		h := open(t)
		h.says("ana", "t1", "odeio jiló")
		h.says("ana", "t1", tt.says)
		if tt.forget == nil {
			h.ends("ana", "t1")
			page(h, tt.value)
		} else {
			tt.forget(h, tt.value)
		}
		h.says("ana", "t1", "obrigada")
		h.ends("ana", "t1")
		h.knows("ana", "t1", "dislike food jiló")
		for _, m := range h.export("ana", lang.Portuguese).Memories {
			if strings.Contains(m.Value, tt.value) {
				t.Errorf("%q: there is still %s %s %s, %s", tt.says, m.Kind, m.Key, m.Value, m.Retired)
			}
		}
		for _, row := range h.rows("ana") {
			if strings.Contains(row, tt.value) {
				t.Errorf("%q: the store still has %s", tt.says, row)
			}
		}
	}
}

func TestWhatTheGuestSaidOfSomethingIsForgottenWhateverItWas(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "adoro polvo")
	h.says("ana", "t1", "odeio coentro")
	h.says("ana", "t2", "pode esquecer o que eu disse do polvo")
	h.says("ana", "t2", "pode esquecer o que eu disse do coentro")
	h.knows("ana", "")
}

func TestWhatIsNoLongerADietMayStillBeLiked(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "adoro polvo")
	h.says("ana", "t1", "não sou mais alérgica a polvo")
	h.knows("ana", "t1", "preference food polvo")
}

func TestAtTheEndWhatIsVagueGivesWay(t *testing.T) {
	for _, tt := range []struct {
		name string
		says []string
		want []string
	}{
		{"it is taken", []string{"acho que gosto de polvo"}, []string{"preference food polvo"}},
		{"to what is sure", []string{"acho que moro em Recife", "moro em Olinda"}, []string{"location home Olinda"}},
		{"to its opposite", []string{"acho que gosto de polvo", "odeio polvo"}, []string{"dislike food polvo"}},
		{"to a retraction", []string{"acho que gosto de polvo", "pode esquecer o que eu disse do polvo"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := open(t)
			for _, message := range tt.says {
				h.says("ana", "t1", message)
			}
			h.ends("ana", "t1")
			h.knows("ana", "", tt.want...)
			h.says("ana", "t1", "obrigada")
			h.ends("ana", "t1") // once more: nobody has said it again
			h.knows("ana", "", tt.want...)
		})
	}
}

// What is liked is learnt also where remember was called for a need of the same message, unless a
// model called it, which remembers likings too.
func TestALikingBesideANeedIsKept(t *testing.T) {
	h := open(t)
	h.answers("ana", "t1", "I'm allergic to walnuts and I love red wine", hook.Response{Text: "Noted.", Tools: []hook.Tool{{Name: memory.Remembering}}})
	if got := h.of("ana").Tell("t1", "en"); !strings.Contains(got, "red wine") || !strings.Contains(got, "walnut") {
		t.Errorf("the house knows %s", got)
	}
}
