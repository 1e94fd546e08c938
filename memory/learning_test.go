package memory_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/memory"
)

// sums are α and β of what is known, in millionths.
func (h *house) sums(guest string) map[string][2]int64 {
	all := map[string][2]int64{}
	for _, m := range h.of(guest).In("") {
		if m.Kind != memory.Asked {
			all[m.Value] = [2]int64{m.Alpha, m.Beta}
		}
	}
	return all
}

func TestAnOpinionIsSharedAmongWhatTheAnswerUsed(t *testing.T) {
	const alpha, beta = 3_600_000, 400_000 // of 0.9
	for _, tt := range []struct {
		name  string
		kinds []hook.Opinion
		want  map[string][2]int64
	}{
		{"praise", []hook.Opinion{hook.Positive}, map[string][2]int64{"polvo": {alpha + 300_000, beta}, "lula": {alpha + 300_000, beta}, "camarão": {alpha, beta}}},
		{"blame", []hook.Opinion{hook.Negative}, map[string][2]int64{"polvo": {alpha, beta + 500_000}, "lula": {alpha, beta + 500_000}, "camarão": {alpha, beta}}},
		{"praise twice counts once", []hook.Opinion{hook.Positive, hook.Positive}, map[string][2]int64{"polvo": {alpha + 300_000, beta}, "lula": {alpha + 300_000, beta}, "camarão": {alpha, beta}}},
		{"praise and blame", []hook.Opinion{hook.Positive, hook.Negative}, map[string][2]int64{"polvo": {alpha + 300_000, beta + 500_000}, "lula": {alpha + 300_000, beta + 500_000}, "camarão": {alpha, beta}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := open(t)
			h.says("ana", "t1", "adoro polvo e lula. sou alérgica a camarão")
			h.says("ana", "t1", "sim")
			s := h.says("ana", "t2", "o que sugerem?")
			for _, k := range tt.kinds {
				must.Do(t, h.chain.Feedback(t.Context(), s.Turn, hook.Feedback{Kind: k}))
			}
			if diff := cmp.Diff(tt.want, h.sums("ana")); diff != "" {
				t.Errorf("α and β (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFeedbackIsRefused(t *testing.T) {
	h := open(t)
	h.says("ana", "t1", "adoro polvo")
	s := h.says("ana", "t1", "o que sugerem?")
	want := h.sums("ana")
	for name, tt := range map[string]struct {
		guest, run string
		kind       hook.Opinion
	}{
		"of another's turn":  {"bia", s.Run, hook.Negative},
		"of nobody":          {"", s.Run, hook.Negative},
		"of no turn":         {"ana", "none", hook.Negative},
		"of no kind we know": {"ana", s.Run, "furious"},
	} {
		turn := hook.Turn{Thread: "t1", Guest: tt.guest, Run: tt.run, Time: noon}
		if err := h.chain.Feedback(t.Context(), turn, hook.Feedback{Kind: tt.kind}); err == nil {
			t.Errorf("feedback %s is taken", name)
		}
	}
	if diff := cmp.Diff(want, h.sums("ana")); diff != "" {
		t.Errorf("what was refused moved (-want +got):\n%s", diff)
	}
}

func TestWhenFeedbackIsAskedFor(t *testing.T) {
	failed := hook.Response{Text: "Não consegui ver.", Specialist: "menu", Tools: []hook.Tool{{Name: "search", Err: "unreachable"}}}
	fine := hook.Response{Text: "Sugiro o polvo.", Specialist: "menu", Tools: []hook.Tool{{Name: "search"}}}
	chat := hook.Response{Text: "Olá!", Specialist: "chat", Tools: failed.Tools}
	mute := hook.Response{Specialist: "menu", Tools: failed.Tools}
	for _, tt := range []struct {
		name     string
		before   string // what the guest has said in an earlier session
		doubt    bool   // and has blamed an answer for
		response hook.Response
		want     bool
	}{
		{"a tool has failed", "", false, failed, true},
		{"all went well and is sure", "adoro polvo", false, fine, false},
		{"a memory is doubtful", "adoro polvo", true, fine, true},
		{"an allergy that votes do not move is not", "sou alérgica a camarão", true, fine, false},
		{"small talk", "adoro polvo", true, chat, false},
		{"no answer", "adoro polvo", true, mute, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := open(t)
			if tt.before != "" {
				h.says("ana", "t1", tt.before)
				h.says("ana", "t1", "sim")
			}
			if tt.doubt {
				s := h.says("ana", "t2", "o que sugerem?")
				must.Do(t, h.Feedback(t.Context(), s.Turn, hook.Feedback{Kind: hook.Negative}))
			}
			s := h.answers("ana", "t3", "o que sugerem hoje?", tt.response)
			if got := s.heard.of(event.FeedbackAsked); (got == 1) != tt.want {
				t.Errorf("it is asked %d times, want %v", got, tt.want)
			}
		})
	}
}

func TestFeedbackIsAskedForOnceAWeek(t *testing.T) {
	h := open(t)
	failed := hook.Response{Text: "Não consegui ver.", Specialist: "menu", Tools: []hook.Tool{{Name: "search", Err: "unreachable"}}}
	for _, tt := range []struct {
		after time.Duration
		want  int
	}{{0, 1}, {time.Hour, 0}, {6 * 24 * time.Hour, 0}, {24 * time.Hour, 1}, {24 * time.Hour, 0}, {7 * 24 * time.Hour, 1}} {
		h.now = h.now.Add(tt.after)
		if got := h.answers("ana", "t1", "tem?", failed).heard.of(event.FeedbackAsked); got != tt.want {
			t.Errorf("at %v it is asked %d times, want %d", h.now, got, tt.want)
		}
	}
	h.knows("ana", "t1")
	if got := h.answers("", "t2", "tem?", failed).heard.of(event.FeedbackAsked); got != 0 {
		t.Error("nobody is asked")
	}
}
