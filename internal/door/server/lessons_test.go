package server

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/operate/learn"
	"github.com/maitre-dev/maitre/internal/understand"
)

// quick learns from an owner's lines alone, which takes no minutes.
func quick(_ context.Context, own []learn.Line) (*learn.Result, error) {
	var lines []understand.Labelled
	for range 4 {
		for _, l := range own {
			lines = append(lines, l.Labelled)
		}
	}
	return &learn.Result{Lines: len(own), Taught: len(own), Understood: len(own), Weights: understand.Train(lines), Better: []learn.Change{{Text: "x", Now: []string{"bye"}}}}, nil
}

func TestAnOwnerTeachesAMessageHasItLearnedAndUndoesIt(t *testing.T) {
	t.Cleanup(func() { understand.Install(nil) })
	h := withPeople(t)
	dona := h.enter("dona")
	run := h.say("ana", "de-ana", "zabumba lelê")
	const before = `{"thread":"de-ana","run":"`
	for body, want := range map[string]int{
		before + run + `","act":"dance"}`: 400, before + `none","act":"bye"}`: 404, `{"thread":"none","run":"x","act":"bye"}`: 404, before + run + `","act":"bye"}`: 201,
	} {
		answered(t, h.as(dona, "POST", "/lessons", body), want, body)
	}
	var taught struct{ Lessons []learn.Lesson }
	if read(t, h.as(dona, "GET", "/lessons", ""), 200, &taught); len(taught.Lessons) != 1 || taught.Lessons[0].Act != "bye" || taught.Lessons[0].Text == "" {
		t.Errorf("the lessons are %+v", taught)
	}
	act := func() string { return understand.Read("zabumba lelê", understand.Before{}).Acts[0].Name }
	was := act()
	answered(t, h.as(dona, "POST", "/learn", ""), 202, "learning")
	var st learn.Status
	for end := time.Now().Add(20 * time.Second); st.State != learn.Done && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		read(t, h.as(dona, "GET", "/learn", ""), 200, &st)
	}
	if st.State != learn.Done || !st.Undo || !st.Report.Installed || len(st.Report.Better) != 1 || act() != "bye" {
		t.Errorf("it stands at %+v, and the message is read as %s", st, act())
	}
	if a := h.as(dona, "DELETE", "/learn", ""); a.status != 204 || act() != was {
		t.Errorf("undoing: %d %s; the message is read as %s", a.status, a.body, act())
	}
	answered(t, h.as(dona, "DELETE", "/lessons/"+run, ""), 204, "taking it back")
	if a := h.as(dona, "POST", "/meanings", `{"said":"perguntou a que horas fecha"}`); a.status != 200 || !strings.HasPrefix(a.body, `{"meanings":["house_info",`) {
		t.Errorf("what the owner means: %d %s", a.status, a.body)
	}
	refused(t, h.as(dona, "POST", "/meanings", `{"said":" "}`), 400, "bad_request")
	refused(t, h.as(dona, "POST", "/learn", ""), 400, "nothing_taught")
}

func TestAnOwnerApprovesAnswersAndRules(t *testing.T) {
	h := withPeople(t)
	dona := h.enter("dona")
	for body, want := range map[string]string{
		`{"answer":"sim"}`: "needs a question", `{"ask":["tem wifi?"]}`: "no text", `{"ask":["<i>wifi</i>"],"answer":"x"}`: "plain text", `{"about":["wifi"],"answer":"<b>"}`: "plain text",
		`{"ask":["tem wifi?"],"answer":7}`: "", `{"ask":["a wifi"],"answer":"` + strings.Repeat("x", 501) + `"}`: "500",
	} {
		if a := h.as(dona, "POST", "/answers", body); a.status != 400 || !strings.Contains(a.body, want) || strings.Contains(a.body, `\n`) {
			t.Errorf("%.50s: %d %s", body, a.status, a.body)
		}
	}
	for _, body := range []string{`{"ask":["tem música ao vivo?"],"answer":"Sextas."}`, `{"ask":["tem música ao vivo?"],"answer":"Sábados."}`, `{"about":["desconto"],"answer":{"pt":"Às terças.","en":"Tuesdays."}}`} {
		answered(t, h.as(dona, "POST", "/answers", body), 201, body)
	}
	var list struct{ Answers []struct{ ID string } }
	a := h.as(dona, "GET", "/answers", "")
	if read(t, a, 200, &list); len(list.Answers) != 2 || !strings.Contains(a.body, "Sábados") {
		t.Fatalf("the answers are %s", a.body)
	}
	for _, want := range []int{204, 404} {
		answered(t, h.as(dona, "DELETE", "/answers/"+list.Answers[0].ID, ""), want, "withdrawing")
	}
}
