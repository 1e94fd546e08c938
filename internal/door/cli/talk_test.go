package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/door/config"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/store/storetest"
	"github.com/maitre-dev/maitre/task"
)

// sitting is a person at the terminal of a house, and what stands on it.
type sitting struct {
	conversation
	out bytes.Buffer
}

func sit(t *testing.T, o maitre.Options) *sitting {
	t.Helper()
	c, err := config.Load(nil, nil, func(string) ([]byte, error) { return nil, os.ErrNotExist })
	if err != nil {
		t.Fatal(err)
	}
	db := storetest.Memory(t)
	s := &sitting{conversation: conversation{guest: "ana", thread: "t1"}}
	s.app = &app{System: System{Stdout: &s.out, Stderr: &s.out}, config: c, db: db}
	o.Store = db
	if s.m, err = maitre.New(o); err != nil {
		t.Fatal(err)
	}
	return s
}

// types has the person type lines, and returns what stands on the terminal then.
func (s *sitting) types(t *testing.T, interrupts <-chan os.Signal, lines ...string) string {
	t.Helper()
	s.Stdin = strings.NewReader(strings.Join(lines, "\n"))
	if err := s.talk(t.Context(), interrupts); err != nil {
		t.Fatal(err)
	}
	return s.out.String()
}

func TestTalk(t *testing.T) {
	for _, tt := range []struct {
		name        string
		lines, want []string
	}{
		{"a greeting, help and the end", []string{"boa noite", "", "/help", "/quit", "never read"}, []string{"Em que posso ajudar?", "Boa noite", "/novo começa outra"}},
	} {
		out := sit(t, maitre.Options{}).types(t, nil, tt.lines...)
		for _, want := range tt.want {
			if !strings.Contains(out, want) {
				t.Errorf("%s: there is no %q:\n%s", tt.name, want, out)
			}
		}
	}
	s := sit(t, maitre.Options{})
	typed, keys := io.Pipe()
	s.Stdin = typed
	interrupts := make(chan os.Signal)
	go func() {
		interrupts <- os.Interrupt // at the prompt
		_, _ = io.WriteString(keys, "boa noite\n")
		_ = keys.Close()
	}()
	if err := s.talk(t.Context(), interrupts); err != nil || !strings.Contains(s.out.String(), "(Ctrl-D ou /sair para sair)") || !strings.Contains(s.out.String(), "Boa noite") {
		t.Errorf("after Ctrl-C: %v\n%s", err, &s.out)
	}
	s = sit(t, maitre.Options{})
	if s.types(t, nil, "oi", "/new"); s.thread == "t1" {
		t.Error("/new kept the thread")
	}
}

func TestAGuestIsAskedWhatTheyThinkAndCanSayIt(t *testing.T) {
	var heard []string
	h := hook.Hook{
		PostResponse: func(ctx context.Context, _ hook.Turn, _ hook.Response) (string, error) {
			event.Emit(ctx, event.FeedbackAsked, nil)
			return "", nil
		},
		Feedback: func(_ context.Context, t hook.Turn, f hook.Feedback) error {
			heard = append(heard, t.Guest+" "+string(f.Kind)+" "+f.Text)
			return nil
		},
		SessionEnd: func(_ context.Context, t hook.Turn) error {
			heard = append(heard, "end "+t.Thread)
			return nil
		},
	}
	out := sit(t, maitre.Options{Hooks: hook.Chain{h}}).types(t, nil, "/bom", "Good evening, how are you?", "/good", "boa noite", "/ruim sou vegano", "/new")
	if diff := cmp.Diff([]string{"ana positive ", "ana negative ", "ana correction sou vegano", "end t1"}, heard); diff != "" {
		t.Errorf("the hook heard (-want +got):\n%s", diff)
	}
	for _, want := range []string{"(ainda não há resposta)", "Say /good or /bad", "(noted, thank you)", "(anotado, obrigado)", "Diga /bom ou /ruim"} {
		if !strings.Contains(out, want) {
			t.Errorf("the talk has no %q:\n%s", want, out)
		}
	}
}

func TestCtrlCStopsTheTurnAndNotTheProgram(t *testing.T) {
	interrupts := make(chan os.Signal, 1)
	calls := 0
	endless := llm.ModelFunc(func(ctx context.Context, _ *llm.Request) iter.Seq2[llm.Chunk, error] {
		return func(yield func(llm.Chunk, error) bool) {
			if calls++; calls > 1 {
				_ = yield(llm.Chunk{Part: llm.Part{Text: "De volta."}}, nil) && yield(llm.Chunk{Finish: llm.Stop}, nil)
				return
			}
			if !yield(llm.Chunk{Part: llm.Part{Text: "Era uma vez um rei. E"}}, nil) {
				return
			}
			interrupts <- os.Interrupt
			select {
			case <-ctx.Done():
				yield(llm.Chunk{}, context.Cause(ctx))
			case <-time.After(10 * time.Second):
				yield(llm.Chunk{}, errors.New("nobody stopped me"))
			}
		}
	})
	out := sit(t, maitre.Options{Tasks: &task.Runner{Models: []llm.Model{endless}}}).types(t, interrupts, "conta", "e agora?")
	if !strings.Contains(out, "Era uma vez um rei.\n(interrompido)") || !strings.Contains(out, "De volta.") {
		t.Errorf("the talk went:\n%s", out)
	}
}

func TestPlainTakesOutWhatSteersATerminal(t *testing.T) {
	if got, want := plain("a\x1b[31mb\u202ec\x07\n\td\u009b1m"), "a[31mbc\n\td1m"; got != want {
		t.Errorf("plain = %q, want %q", got, want)
	}
}

func TestProgressIsShownFromTheThirdSecondOn(t *testing.T) {
	var b bytes.Buffer
	p := &progress{w: &b, what: "lines", start: time.Now()}
	p.at(1, 10)
	if b.Len() > 0 {
		t.Errorf("shown at once: %q", b.String())
	}
	p.start = p.start.Add(-3 * time.Second)
	p.at(2, 10)
	p.at(3, 10) // too soon after the last
	p.end()
	if got := b.String(); got != "\r2 of 10 lines, 3s \x1b[K\r\x1b[K" {
		t.Errorf("shown: %q", got)
	}
}
