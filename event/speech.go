package event

import (
	"strings"

	"github.com/maitre-dev/maitre/scrub"
)

// Speech tells a guest words as they come, scrubbed even where what must be
// struck out is parted over several pieces.
type Speech struct {
	emit  func(Type, any)
	clean scrub.Stream
	said  strings.Builder
	again bool // the next words withdraw those before
}

// Speak begins a speech.
func Speak(emit func(Type, any)) *Speech { return &Speech{emit: emit} }

// Say takes the next words. Some are held back for the ones after them.
func (s *Speech) Say(w Words) {
	if w.Restart {
		s.clean = scrub.Stream{}
		s.again = s.again || s.said.Len() > 0
		s.said.Reset()
		if s.again && w.Text == "" {
			s.emit(Text, Words{Restart: true})
			s.again = false
		}
	}
	s.tell(s.clean.Next(w.Text))
}

// End says what was held back.
func (s *Speech) End() { s.tell(s.clean.End()) }

// Text returns what stands, without white space around it.
func (s *Speech) Text() string { return strings.TrimSpace(s.said.String()) }

func (s *Speech) tell(text string) {
	if text == "" {
		return
	}
	s.said.WriteString(text)
	s.emit(Text, Words{Text: text, Restart: s.again})
	s.again = false
}
