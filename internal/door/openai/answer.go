package openai

import (
	"encoding/json"
	"strings"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/ui"
)

// answer is a reply as it comes: paragraphs, of which each is something said, a
// card or a question.
type answer struct {
	// tell hears every piece of the text, or a component that the piece shows.
	tell func(text string, card json.RawMessage)

	paragraphs []string
	ui         []json.RawMessage
	cards      []ui.Component // of which nothing was said yet
	whole      bool           // a model's words, which are all that it tells
	saying     bool           // the last paragraph goes on
	breaks     bool           // the next piece begins a paragraph
}

// text is all of it.
func (a *answer) text() string {
	var whole []string
	for _, p := range a.paragraphs {
		if p = strings.TrimSpace(p); p != "" {
			whole = append(whole, p)
		}
	}
	return strings.Join(whole, "\n\n")
}

// hear takes what happens in the run.
func (a *answer) hear(e event.Event) {
	switch e.Type {
	case event.Text:
		a.say(event.Read[event.Words](e))
	case event.PostResponse:
		if said := event.Read[event.Said](e); !a.told(said.Text) {
			a.add(said.Text)
		}
		a.saying = false
	case event.StepStart, event.StepEnd:
		a.saying = false
	case event.Guarded:
		a.whole = event.Read[event.Guard](e).Stands()
	case event.UI:
		var c ui.Component
		if json.Unmarshal(e.Data, &c) == nil {
			a.show(c, e.Data)
		}
	}
}

// say takes words as they come. A restart takes back the paragraph; a client
// that has it already reads on in the next one.
func (a *answer) say(w event.Words) {
	if w.Restart && a.saying {
		a.paragraphs[len(a.paragraphs)-1] = ""
		a.breaks = true
	}
	if !a.saying {
		if w.Text = strings.TrimLeft(w.Text, " \n"); w.Text == "" {
			return
		}
		a.begin()
		a.saying = true
	}
	a.piece(w.Text)
}

// show passes a component on. Its words wait: most often the answer says them.
func (a *answer) show(c ui.Component, raw json.RawMessage) {
	a.ui, a.cards = append(a.ui, raw), append(a.cards, c)
	a.tell("", raw)
}

// rest says of the components what the answer did not.
func (a *answer) rest() {
	for _, more := range ui.Besides(strings.Join(a.paragraphs, " "), a.whole, a.cards) {
		a.add(markdown(more))
	}
	a.cards = nil
}

// add adds a paragraph.
func (a *answer) add(text string) {
	a.begin()
	a.saying = false
	a.piece(strings.TrimSpace(text))
}

func (a *answer) begin() {
	a.breaks = len(a.paragraphs) > 0
	a.paragraphs = append(a.paragraphs, "")
}

func (a *answer) piece(text string) {
	if text == "" {
		return
	}
	a.paragraphs[len(a.paragraphs)-1] += text
	if a.breaks {
		text, a.breaks = "\n\n"+text, false
	}
	a.tell(text, nil)
}

// told reports whether a text was said already, but for white space. The one of a run
// that had asked something begins with what was said before the question.
func (a *answer) told(text string) bool {
	said, text := squeeze(strings.Join(a.paragraphs, " ")), squeeze(text)
	return strings.Contains(said, text) || said != "" && strings.HasSuffix(text, said)
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
