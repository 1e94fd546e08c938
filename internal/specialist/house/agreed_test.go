package house_test

import (
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// staffTalk is a conversation in which requests are made.
type staffTalk struct {
	t   *testing.T
	box *house.Inbox
	at  *scene.Scene
}

func newStaffTalk(t *testing.T) *staffTalk {
	return &staffTalk{t, inbox(t), &scene.Scene{Language: lang.English, Now: time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)}}
}

// says returns what a model reads when it calls ask_staff for a message; "": no call.
func (s *staffTalk) says(message, args string) string {
	s.t.Helper()
	if s.at.Message != "" && s.at.Message != message {
		s.at.Said = append(s.at.Said, s.at.Message)
	}
	if s.at.Message = message; args == "" {
		return ""
	}
	out, err := toolOf(s.t, &house.House{Inbox: s.box}, "ask_staff").Run(scene.With(s.t.Context(), s.at), args)
	if err != nil {
		s.t.Fatal(err)
	}
	return llm.ToolCall{}.Reply(out, nil).Result.Content
}

func (s *staffTalk) filed() []house.Request {
	s.t.Helper()
	all, err := s.box.List(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

func TestAYesInOtherWordsFilesTheRequest(t *testing.T) {
	const wish = `{"kind":"complaint","request":"the soup came cold"}`
	for _, tt := range []struct {
		between, message, args string
		files                  bool
	}{
		{"", "avisa eles então, mesa 7", `{"kind":"complaint","request":"the soup came cold, table 7"}`, true},
		{"", "isso, pode mandar", `{"answer":"yes"}`, true},
		{"", "go on then, and it is table 7", `{"kind":"complaint","request":"the soup came cold, table 7","answer":"go on then"}`, true},
		{"", "perfect, send it", `{"answer":"true"}`, true},
		{"", "dale, diles nomás", `{"answer":"dale"}`, true},
		{"what is in the pie?", "yes, tell them about the soup", `{"answer":"yes"}`, true},
		{"", "lovely. And what is in the pie?", `{"answer":"lovely"}`, true},
		{"", "I want the chef to taste it himself", `{"kind":"complaint","request":"the soup came cold; the chef is to taste it"}`, false},
		{"", "how much is the pie?", `{"answer":"yes"}`, false},
		{"", "quanto custa a torta?", wish, false},
		{"", "no, déjalo", `{"answer":"yes"}`, false},
		{"", "espera, deixa eu ver com ela", `{"answer":"sim"}`, false},
		{"", "a torta de limão para mim", `{"answer":"yes"}`, false},
		{"what is in the pie?", "thanks", wish, false},
	} {
		s := newStaffTalk(t)
		s.says("the soup was cold", wish)
		if tt.between != "" {
			s.says(tt.between, "")
		}
		got := s.says(tt.message, tt.args)
		if files := len(s.filed()) == 1; files != tt.files || files != strings.Contains(got, `"filed"`) {
			t.Errorf("%q filed: %t, want %t; %s", tt.message, files, tt.files, got)
		}
	}
}

func TestAChangedRequestReplacesWhatItSaid(t *testing.T) {
	s := newStaffTalk(t)
	s.says("send two soups and a tea to table 4", `{"kind":"order","request":"two soups and one tea to table 4"}`)
	got := s.says("make it three soups", `{"kind":"order","request":"three soups and one tea to table 4"}`)
	if strings.Contains(got, "two soups") || !strings.Contains(got, "three soups") {
		t.Errorf("read back %s", got)
	}
	if got = s.says("what is the wifi password?", `{"kind":"order","request":"three soups and one tea to table 4"}`); !strings.Contains(got, `"pending"`) {
		t.Errorf("what waits is not said to wait: %s", got)
	}
	if got = house.Waiting(t.Context(), s.at); !strings.Contains(got, "three soups") {
		t.Errorf("waiting: %q", got)
	}
}

func TestARequestGoesOnWaitingBesideAnother(t *testing.T) {
	s := newStaffTalk(t)
	s.says("a table for 4 on Friday at 8", `{"kind":"booking","request":"a table","people":4,"date":"2026-11-20","time":"20:00"}`)
	s.says("and last time the soup was cold", `{"kind":"complaint","request":"the soup was cold"}`)
	if got := house.Waiting(t.Context(), s.at); !strings.Contains(got, "soup") || !strings.Contains(got, "4 people") {
		t.Errorf("waiting: %q", got)
	}
	s.says("yes, tell them", `{"kind":"complaint","answer":"yes"}`)
	s.says("yes, the table too", `{"kind":"booking","answer":"yes"}`)
	if all := s.filed(); len(all) != 2 {
		t.Errorf("filed: %+v", all)
	}
}

func TestABookingKeepsItsDetailsBetweenQuestions(t *testing.T) {
	s := newStaffTalk(t)
	s.says("mesa pra 4 na sexta às 20h", `{"kind":"booking","request":"mesa","people":4,"date":"2026-11-20","time":"20:00"}`)
	s.says("tem estacionamento?", "")
	if got := s.says("agora somos 6", `{"kind":"booking","people":6}`); !strings.Contains(got, `"people":6,"date":"2026-11-20","time":"20:00"`) || strings.Contains(got, "ask_for") {
		t.Errorf("read back %s", got)
	}
}

// A telephone number reaches the staff from whatever message, and no model.
func TestTheModelHearsOnlyThatTheStaffHasTheNumber(t *testing.T) {
	s := newStaffTalk(t)
	s.says("my number is [PHONE]", "")
	house.Waiting(hook.WithContact(t.Context(), "+44 20 7946 0958"), s.at)
	for _, call := range []struct{ message, args string }{{"a taxi at ten, please", `{"kind":"other","request":"a taxi at ten"}`}, {"yes", `{"answer":"yes"}`}} {
		if got := s.says(call.message, call.args); !strings.Contains(got, "the staff gets the number") || strings.Contains(got, "7946") {
			t.Errorf("%s: %s", call.message, got)
		}
	}
	if all := s.filed(); len(all) != 1 || all[0].Contact != "+44 20 7946 0958" {
		t.Errorf("filed %+v", all)
	}
}
