package memory_test

import (
	"os"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/testkit/must"
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
