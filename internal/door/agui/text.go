package agui

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/event"
)

// say tells words. A restart takes back those before.
func (e *Encoder) say(ev event.Event, w event.Words) {
	if w.Restart {
		e.withdraw()
	}
	if e.kept.open == "" {
		w.Text = strings.TrimLeft(w.Text, " \n")
	}
	if w.Text == "" {
		return
	}
	e.settle()
	if e.kept.open == "" {
		e.kept.open = ev.MessageID()
		e.kept.put(Message{ID: e.kept.open, Role: "assistant", Content: ""})
		e.send(wire{Type: "TEXT_MESSAGE_START", MessageID: e.kept.open, Role: "assistant"})
	}
	m := e.kept.find(e.kept.open)
	m.Content = m.Content.(string) + w.Text
	e.kept.touched = true
	for piece := range pieces(w.Text) {
		e.send(wire{Type: TextContent, MessageID: e.kept.open, Delta: piece})
	}
}

// hush ends the message that is being said.
func (e *Encoder) hush() {
	if e.kept.open == "" {
		return
	}
	e.send(wire{Type: "TEXT_MESSAGE_END", MessageID: e.kept.open})
	e.kept.hush()
}

// withdraw takes back the message that is being said. The protocol has no
// other way than to replace all messages.
func (e *Encoder) withdraw() {
	id := e.kept.open
	if id == "" {
		return
	}
	e.hush()
	e.kept.said = e.kept.said[:len(e.kept.said)-1]
	e.kept.messages = slices.DeleteFunc(e.kept.messages, func(m Message) bool { return m.ID == id })
	e.kept.touched = true
	e.messages()
}

// respond makes sure that the client has the answer, which most often was told
// word by word.
func (e *Encoder) respond(ev event.Event, answer string) {
	if id := e.kept.told(answer); e.kept.open == "" && id != "" { // before a question
		e.answered = cmp.Or(e.answered, id)
		return
	}
	spoken := e.kept.spoken()
	whole := strings.Join(append(slices.Clone(e.kept.said), spoken), " ")
	switch rest, goesOn := strings.CutPrefix(answer, spoken); {
	case same(answer, spoken), same(answer, whole):
	case goesOn:
		e.say(ev, event.Words{Text: rest})
	default:
		e.say(ev, event.Words{Text: answer, Restart: true})
	}
	e.answered = cmp.Or(e.answered, e.kept.open)
	e.hush()
}

// How long a piece of text is, in bytes: an answer that came at once is told in
// about eight pieces, as one from a model would be.
const (
	minPiece = 8
	maxPiece = 48
)

// pieces parts a text after spaces. None is empty, none parts a letter, and
// together they are the text.
func pieces(text string) iter.Seq[string] {
	size := min(max(len(text)/8, minPiece), maxPiece)
	return func(yield func(string) bool) {
		for text != "" {
			n := piece(text, size)
			if !yield(text[:n]) {
				return
			}
			text = text[n:]
		}
	}
}

// piece returns where the first piece ends: after the first space beyond size,
// or at twice the size where there is none.
func piece(text string, size int) int {
	if len(text) <= size {
		return len(text)
	}
	end := min(2*size, len(text))
	if i := strings.IndexByte(text[size-1:end], ' '); i >= 0 {
		return size + i
	}
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end++
	}
	return end
}

// same reports whether two texts differ in white space only.
func same(a, b string) bool { return slices.Equal(strings.Fields(a), strings.Fields(b)) }
