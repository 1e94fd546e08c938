package event_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/maitre-dev/maitre/event"
)

func TestASpeechIsScrubbedAndCanBeginAgain(t *testing.T) {
	for _, tt := range []struct {
		name  string
		words []event.Words
		want  []event.Words // with the pieces between two restarts joined
		text  string
	}{
		{"nothing", nil, nil, ""},
		{"in pieces", []event.Words{{Text: "Te"}, {Text: "mos uma I"}, {Text: "PA. "}}, []event.Words{{Text: "Temos uma IPA. "}}, "Temos uma IPA."},
		{"parted where it must not be", []event.Words{{Text: "O CPF é 529.98"}, {Text: "2.247-25"}, {Text: ". Certo?"}}, []event.Words{{Text: "O CPF é [CPF]. Certo?"}}, "O CPF é [CPF]. Certo?"},
		{"begun again", []event.Words{{Text: "Temos uma IPA. "}, {Restart: true, Text: "Temos "}, {Text: "duas. "}}, []event.Words{{Text: "Temos uma IPA. "}, {Text: "Temos duas. ", Restart: true}}, "Temos duas."},
		{"begun again with nothing yet", []event.Words{{Text: "Temos uma IPA. "}, {Restart: true}, {Text: "Não. "}}, []event.Words{{Text: "Temos uma IPA. "}, {Text: "Não. ", Restart: true}}, "Não."},
		{"withdrawn", []event.Words{{Text: "Temos uma IPA. "}, {Restart: true}}, []event.Words{{Text: "Temos uma IPA. "}, {Restart: true}}, ""},
		{"begun again before anything was said", []event.Words{{Text: "Te"}, {Restart: true}, {Text: "Oi"}}, []event.Words{{Text: "Oi"}}, "Oi"},
	} {
		var got []event.Words
		s := event.Speak(func(typ event.Type, data any) {
			w := data.(event.Words)
			if typ != event.Text {
				t.Errorf("%s: emitted %s", tt.name, typ)
			}
			if w.Restart || len(got) == 0 {
				got = append(got, w)
			} else {
				got[len(got)-1].Text += w.Text
			}
		})
		for _, w := range tt.words {
			s.Say(w)
		}
		s.End()
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if s.Text() != tt.text || strings.Contains(s.Text(), "982") {
			t.Errorf("%s: Text = %q, want %q", tt.name, s.Text(), tt.text)
		}
	}
}
