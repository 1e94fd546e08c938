package memory_test

import (
	"os"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/testkit/must"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/memory"
)

// TestTalks has the conversations of testdata/talks.txt. A talk is a name, and then
// lines that are a thread in which Ana says something, or
//
//	bia t2: what another guest says
//	house: what she is answered next
//	knows t1: all that is known of Ana in a thread, by "|"
//	binds t1: what she must not be served there
//	adds: what is added to the last answer, lines by "|"; "-" for nothing
//	asks: whether that asks something
//	ends: a thread whose session ends
//	consent: yes or no, outside the conversation; page: a value that is forgotten on the page
//	feedback correction: what Ana says of the last answer
//	bound: what binds the last message; language: in which it is answered
//	told en: what Ana is told of herself in a language, and gone: what nobody can read any more
func TestTalks(t *testing.T) {
	file := must.Get(os.ReadFile("testdata/talks.txt"))(t)
	var names []string
	talks := map[string][][2]string{}
	for key, value := range wordfile.Entries(string(file)) {
		if key == "talk" {
			names = append(names, value)
			continue
		}
		name := names[len(names)-1]
		talks[name] = append(talks[name], [2]string{key, value})
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			talk := &talk{house: open(t)}
			for _, line := range talks[name] {
				talk.line(t, line[0], line[1])
			}
		})
	}
}

// A talk is a house in which a conversation has come to a line.
type talk struct {
	*house
	last   said
	answer string
}

func (h *talk) line(t *testing.T, key, value string) {
	var list []string
	if value != "" {
		list = strings.Split(value, " | ")
	}
	what, thread, _ := strings.Cut(key, " ")
	none := value == "-"
	switch what {
	case "knows":
		h.knows("ana", thread, list...)
	case "binds":
		bound(t, h.before("ana", thread, "o que sugerem?"), list...)
	case "adds":
		if got := h.last.more; none && got != "" || !none && got != strings.Join(list, "\n") {
			t.Errorf("to %q the house adds %q, want %q", h.last.Message, got, value)
		}
	case "asks":
		if got := strings.Contains(h.last.more, "?"); yes(got) != value {
			t.Errorf("to %q the house adds %q; it asks: %s", h.last.Message, h.last.more, value)
		}
	case "ends":
		h.ends("ana", value)
	case "house":
		h.answer = value
	case "consent":
		must.Do(t, h.Consent(t.Context(), "ana", value == "yes"))
	case "page":
		must.Get(h.Forget(t.Context(), "ana", memory.What{ID: h.the("ana", "t1", value).ID}))(t)
	case "feedback":
		must.Do(t, h.Feedback(t.Context(), h.last.Turn, hook.Feedback{Kind: hook.Opinion(thread), Text: value}))
	case "bound":
		bound(t, h.last.known.Constraints, list...)
	case "language":
		if got := h.last.known.Language; got != value {
			t.Errorf("the guest is answered in %q, want %q", got, value)
		}
	case "told":
		if got := h.export("ana", lang.Language(thread)).Markdown; !strings.Contains(got, value) {
			t.Errorf("in %s the house tells %q, want %q in it", thread, got, value)
		}
	case "gone":
		h.gone(t, value)
	default: // somebody says something
		guest := what
		if thread == "" {
			guest, thread = "ana", what
		}
		r := hook.Response{Text: "Pois não.", Specialist: "menu"}
		if h.answer != "" {
			r.Text, h.answer = h.answer, ""
		}
		h.last = h.answers(guest, thread, value, r)
	}
}

// gone checks that neither the book nor the log says a word any more.
func (h *talk) gone(t *testing.T, word string) {
	t.Helper()
	text := h.export("ana", lang.Portuguese).Markdown
	for _, row := range h.rows("ana") {
		text += row
	}
	for _, e := range h.logged(event.MemorySaved, event.MemoryKept, event.MemoryRetired) {
		if e.Guest == "ana" {
			text += string(e.Data)
		}
	}
	if strings.Contains(text, word) {
		t.Errorf("there is still %s", text)
	}
}
