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
	// tell hears every piece of the text, or a component.
	tell func(text string, card json.RawMessage)

	paragraphs []string
	ui         []json.RawMessage
	cards      []ui.Component // whose words wait: most often the answer says them
	whole      bool           // a model's words, which are all that it tells
	saying     bool           // the last paragraph goes on
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

// hear takes what happens in the run. A restart takes back the paragraph; a client
// that has it already reads on in the next one.
func (a *answer) hear(e event.Event) {
	switch e.Type {
	case event.Text:
		w := event.Read[event.Words](e)
		if w.Restart && a.saying {
			a.paragraphs[len(a.paragraphs)-1] = ""
			a.saying = false
		}
		a.say(w.Text)
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
		a.ui, a.cards = append(a.ui, e.Data), append(a.cards, event.Read[ui.Component](e))
		a.tell("", e.Data)
	}
}

// rest says of the components what the answer did not.
func (a *answer) rest() {
	for _, more := range ui.Besides(strings.Join(a.paragraphs, " "), a.whole, a.cards) {
		a.add(markdown(more))
	}
}

// add adds a paragraph.
func (a *answer) add(text string) {
	a.saying = false
	a.say(strings.TrimSpace(text))
	a.saying = false
}

// say goes on with what is being said, or begins a paragraph.
func (a *answer) say(text string) {
	if !a.saying {
		text = strings.TrimLeft(text, " \n")
	}
	if text == "" {
		return
	}
	if a.saying {
		a.paragraphs[len(a.paragraphs)-1] += text
	} else if a.paragraphs = append(a.paragraphs, text); len(a.paragraphs) > 1 {
		text = "\n\n" + text
	}
	a.saying = true
	a.tell(text, nil)
}

// told reports whether a text was said already, but for white space. The one of a run
// that had asked something begins with what was said before the question.
func (a *answer) told(text string) bool {
	said, text := squeeze(strings.Join(a.paragraphs, " ")), squeeze(text)
	return strings.Contains(said, text) || said != "" && strings.HasSuffix(text, said)
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }
