package talks

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/thread"
)

// log is a log in memory.
type log struct {
	event.Log
	events []event.Event
}

func (l *log) All(_ context.Context, after string, _ int) ([]event.Event, string, error) {
	return l.events[min(len(after), len(l.events)):], strings.Repeat("x", len(l.events)), nil
}

var noon = time.Now().Truncate(time.Second)

func (l *log) add(run, of string, t event.Type, data any) {
	l.events = append(l.events, event.Event{Run: run, Thread: of, Guest: "ana", Type: t, Time: noon, Data: event.Payload(t, data)})
}

// turn adds a turn in which tools found something, given as JSON.
func (l *log) turn(run, of, message string, d llm.Decision, tools ...string) {
	l.add(run, of, event.PreQuery, event.Said{ID: "m" + run, Text: message})
	l.add(run, of, event.Decision, d)
	for i := 0; i < len(tools); i += 2 {
		l.add(run, of, event.ToolResult, event.Call{ID: "1", Tool: tools[i], Output: json.RawMessage(tools[i+1])})
	}
	l.add(run, of, event.RunEnd, map[string]string{"status": "ended"})
}

func TestALogIsReadAsAnOwnerDoes(t *testing.T) {
	l := &log{}
	cost := llm.Dollars(0.002)
	l.turn("1", "a", "A cozinha fecha que horas?", llm.Decision{By: "rule"}, "house_info", `{"about":["kitchen"],"facts":{"wifi":"x"}}`)
	l.turn("2", "a", "E o wifi, qual é?", llm.Decision{By: "rule"}, "house_info", `{"about":["wifi"],"facts":{"wifi":"x"}}`)
	l.turn("3", "b", "Do you have any sushi? And the shrimp stew for me", llm.Decision{By: "gpt", Cost: &cost}, "dish_details", `{"not_on_card":[{"asked":"Sushi"}],"dishes":["Moqueca · R$ 10 · main · not for guest (camarão)","Pirão · R$ 5"]}`)
	l.turn("4", "b", "One stew", llm.Decision{By: "rule", Why: "busy"}, "bill", `{"lines":[{"name":"Moqueca","not_for":[{"who":"guest","why":"camarão"}]},{"name":"Pirão"}]}`, "ask_staff", `{"filed":{"id":"1"}}`)
	l.turn("5", "c", "hmm", llm.Decision{By: "rule", Why: NotUnderstood, Sure: 0.1})
	l.add("5~memory", "c", event.Feedback, map[string]string{"kind": "negative", "run": "5"})
	b := &Book{}
	of := func(f Filter) (all []string) {
		if err := b.Read(t.Context(), l, func(turns []*Turn) {
			for _, talk := range Find(turns, f) {
				all = append(all, talk.First.Run)
			}
		}); err != nil {
			t.Fatal(err)
		}
		return all
	}
	today := day(noon)
	for _, c := range []struct {
		f    Filter
		want string
	}{
		{Filter{}, "1 3 5"},
		{Filter{Kind: Unanswered}, "1 5"},
		{Filter{Kind: Unsure}, "5"},
		{Filter{Kind: Disliked}, "5"},
		{Filter{Kind: Fallback}, "4"},
		{Filter{Kind: Request, Lang: "pt"}, ""},
		{Filter{Kind: Request}, "4"},
		{Filter{Topic: "wifi"}, "2"},
		{Filter{Topic: "talk", Day: today}, "5"},
		{Filter{Day: "2001-01-01"}, ""},
		{Filter{Lang: "en", Topic: "dishes"}, "3"},
	} {
		if got := strings.Join(of(c.f), " "); got != c.want {
			t.Errorf("%+v takes %q, want %q", c.f, got, c.want)
		}
	}
	var n *Counts
	_ = b.Read(t.Context(), l, func(turns []*Turn) { n = Count(turns, 3, noon) })
	if n.Messages != 5 || len(n.Days) != 3 || n.Days[2].Messages != 5 || n.Missing["sushi"] != 1 || n.Refused["Moqueca"] != 2 || len(n.Refused) != 1 || n.Hours[noon.Local().Hour()] != 5 || n.Cost != 0.002 || n.Opinions["negative"] != 1 {
		t.Errorf("the counts are %+v", n)
	}
	if d := n.Days[2]; d.Missing["sushi"] != 1 || d.Refused["Moqueca"] != 2 || d.Opinions["negative"] != 1 || d.Hours[noon.Local().Hour()] != 5 || d.Cost != 0.002 || len(n.Days[1].Missing) > 0 {
		t.Errorf("the last day counts %+v, the one before %+v", d, n.Days[1])
	}
}

func TestNamesAndHealthAreHidden(t *testing.T) {
	said := []thread.Message{
		{Role: thread.RoleUser, Text: "Oi! Me chamo Joana. Sou alérgica a amendoim. O que tem de doce?"},
		{Role: thread.RoleAssistant, Text: "Anotado: Joana; você, sem amendoim. Temos pudim de leite."},
		{Role: thread.RoleUser, Text: "My sister is celiac. Is the cake for Bruno fine?"},
		{Role: thread.RoleUser, Text: "Hoje quem paga a conta do Osvaldo e do velho Anacleto é a empresa. Em Paraty também."},
	}
	var all []string
	for _, m := range Hide(said, "Bruno", "lactose") {
		all = append(all, m.Text)
	}
	got := strings.Join(all, "\n")
	for _, private := range []string{"Joana", "amendoim", "alérgica", "celiac", "Bruno", "Osvaldo", "Anacleto"} {
		if strings.Contains(got, private) {
			t.Errorf("%q is shown in %s", private, got)
		}
	}
	for _, plain := range []string{"O que tem de doce?", "pudim de leite", "Is the cake for", "paga a conta do", "Em Paraty também"} {
		if !strings.Contains(got, plain) {
			t.Errorf("%q is hidden in %s", plain, got)
		}
	}
	if said[0].Text == Hide(said)[0].Text || !strings.Contains(said[0].Text, "Joana") {
		t.Error("what was said itself is changed")
	}
}
