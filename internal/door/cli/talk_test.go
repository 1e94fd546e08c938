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

// keys plays a person at the terminal.
type keys struct {
	lines []string // "^C" is Ctrl-C
}

func (k *keys) ReadLine(context.Context) (string, error) {
	if len(k.lines) == 0 {
		return "", io.EOF
	}
	line := k.lines[0]
	k.lines = k.lines[1:]
	if line == "^C" {
		return "", errInterrupted
	}
	return line, nil
}

func talk(t *testing.T, model llm.Model, interrupts <-chan os.Signal, lines ...string) (string, *conversation) {
	t.Helper()
	db := storetest.Memory(t)
	var out bytes.Buffer
	c, err := config.Load(nil, nil, func(string) ([]byte, error) { return nil, os.ErrNotExist })
	if err != nil {
		t.Fatal(err)
	}
	a := &app{System: System{Stdout: &out, Stderr: &out}, config: c, db: db}
	conv := &conversation{guest: "ana", thread: "t1"}
	tasks := &task.Runner{}
	if model != nil {
		tasks.Models = []llm.Model{model}
	}
	m, err := maitre.New(maitre.Options{Store: db, Tasks: tasks})
	if err != nil {
		t.Fatal(err)
	}
	if err := conv.talk(t.Context(), a, m, &keys{lines}, interrupts); err != nil {
		t.Fatal(err)
	}
	return out.String(), conv
}

func TestTalk(t *testing.T) {
	out, _ := talk(t, nil, nil, "boa noite", "", "/help", "/quit", "never read")
	for _, want := range []string{"Em que posso ajudar?", "Boa noite", "/novo começa outra"} {
		if !strings.Contains(out, want) {
			t.Errorf("the talk has no %q:\n%s", want, out)
		}
	}
}

func TestNewBeginsAnotherThread(t *testing.T) {
	if _, conv := talk(t, nil, nil, "oi", "/new"); conv.thread == "t1" {
		t.Error("/new kept the thread")
	}
}

func TestAGuestIsAskedWhatTheyThinkAndCanSayIt(t *testing.T) {
	db := storetest.Memory(t)
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
	m, err := maitre.New(maitre.Options{Store: db, Hooks: hook.Chain{h}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(nil, nil, func(string) ([]byte, error) { return nil, os.ErrNotExist })
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	a := &app{System: System{Stdout: &out, Stderr: &out}, config: c, db: db}
	conv := &conversation{guest: "ana", thread: "t1"}
	lines := []string{"/bom", "Good evening, how are you?", "/good", "boa noite", "/ruim sou vegano", "/new"}
	if err := conv.talk(t.Context(), a, m, &keys{lines}, nil); err != nil {
		t.Fatal(err)
	}
	want := []string{"ana positive ", "ana negative ", "ana correction sou vegano", "end t1"}
	if diff := cmp.Diff(want, heard); diff != "" {
		t.Errorf("the hook heard (-want +got):\n%s", diff)
	}
	for _, want := range []string{"(ainda não há resposta)", "Say /good or /bad", "(noted, thank you)", "(anotado, obrigado)", "Diga /bom ou /ruim"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the talk has no %q:\n%s", want, out.String())
		}
	}
}

func TestCtrlCAtThePromptOnlyGivesUpTheLine(t *testing.T) {
	out, _ := talk(t, nil, nil, "^C", "boa noite")
	if !strings.Contains(out, "(Ctrl-D ou /sair para sair)") || !strings.Contains(out, "Boa noite") {
		t.Errorf("the talk went:\n%s", out)
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
	out, _ := talk(t, endless, interrupts, "conta", "e agora?")
	if !strings.Contains(out, "Era uma vez um rei.\n(interrompido)") || !strings.Contains(out, "De volta.") {
		t.Errorf("the talk went:\n%s", out)
	}
}

func TestATalkThatGoesOnShowsWhereItStood(t *testing.T) {
	db := storetest.Memory(t)
	m, err := maitre.New(maitre.Options{Store: db})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	a := &app{System: System{Stdout: &out, Stderr: &out}, config: &config.Config{}, db: db}
	conv := &conversation{guest: "ana", thread: "t1"}
	if _, err := conv.turn(t.Context(), a, m, "Boa noite"); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := conv.talk(t.Context(), a, m, &keys{}, nil); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "> Boa noite\nBoa noite") {
		t.Errorf("it began with:\n%s", out.String())
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
