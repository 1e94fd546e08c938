package house

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

type houseInfoIn struct {
	Topic string `json:"topic,omitempty"`
}

type houseInfoOut struct {
	House   string            `json:"house,omitempty"`
	Topic   string            `json:"topic,omitempty"`
	About   []string          `json:"about,omitempty"` // of the facts, what the topic is
	Hours   *opening          `json:"hours,omitempty"`
	Kitchen *opening          `json:"kitchen,omitempty"`
	Facts   map[string]string `json:"facts,omitempty"`
	Answers []string          `json:"approved_answers,omitempty"` // by the owner, to such a question
	Told    []string          `json:"told,omitempty"`             // by the operator
	Order   string            `json:"order,omitempty"`
	NotTold bool              `json:"not_told,omitempty"`
	Ask     string            `json:"ask,omitempty"`
	Reach   string            `json:"reach"`
	None    string            `json:"contact,omitempty"`
}

// maxNotes is how many notes are told: those about the topic first.
const maxNotes = 12

func (h *House) houseInfoTool() (agent.Tool, error) {
	return agent.NewTool("house_info", "The house: hours, open now, address, payment, wifi, rules, contact.", h.info, agent.Options[houseInfoOut]{Say: sayInfo})
}

func (h *House) info(ctx context.Context, in houseInfoIn) (houseInfoOut, error) {
	f, err := h.facts(ctx)
	if err != nil {
		return houseInfoOut{}, err
	}
	at := scene.From(ctx)
	l := at.Language
	out := houseInfoOut{House: h.name(f), Topic: strings.TrimSpace(in.Topic), Order: h.order(f, l), Reach: h.reach(f, l), None: h.noContact(f), About: topicsIn(in.Topic)}
	for _, t := range f.texts() {
		if words := t.text.In(l); words != "" && t.topic != "order" && t.topic != "contact" {
			if out.Facts == nil {
				out.Facts = map[string]string{}
			}
			out.Facts[t.topic] = words
		}
	}
	asked := in.Topic
	if i := slices.IndexFunc(questions(at.Message), func(q string) bool { return strings.Contains(q, in.Topic) }); i >= 0 {
		asked = questions(at.Message)[i] // of which a caller may have taken a word
	}
	answers, rest := f.approved(asked)
	if len(answers) == 0 {
		answers, _ = f.approved(at.Message) // a model says the topic in its own words
	} else {
		out.About = topicsIn(strings.Join(rest, ". "))
	}
	days := daysIn(asked, at.Now)
	out.Hours, out.Kitchen = f.openings(f.Hours, at.Now, l, days...), f.openings(f.Kitchen, at.Now, l, days...)
	if len(days) > 0 && len(out.About)+len(answers) == 0 { // "e no natal?"
		out.About = []string{"hours"}
	}
	for _, a := range answers {
		out.Answers = append(out.Answers, a.Answer.In(l))
	}
	if h.Notes != nil {
		notes, err := h.Notes(ctx)
		if err != nil {
			return houseInfoOut{}, fmt.Errorf("reading what the house says of itself: %w", err)
		}
		first := about(notes, in.Topic)
		rest := slices.DeleteFunc(slices.Clone(notes), func(n string) bool { return slices.Contains(first, n) })
		out.Told = slices.Concat(first, rest)
		out.Told = out.Told[:min(len(out.Told), maxNotes)]
	}
	if len(out.Told)+len(out.Facts)+len(out.Answers) == 0 && out.Hours == nil && out.Kitchen == nil {
		out.NotTold, out.Ask = true, "staff"
	}
	return out, nil
}

//go:embed topics.txt
var topicsText string

// topicWords are the words of guests for each topic, in the order of the file.
var topicWords = sync.OnceValue(func() (all []topicWord) {
	for topic, list := range wordfile.Entries(topicsText) {
		all = append(all, topicWord{topic, wordfile.List(list)})
	}
	return all
})

type topicWord struct {
	topic string
	words []string
}

// topicsIn returns what a guest's words ask of a house: "que horas fecha?" is hours.
func topicsIn(text string) (all []string) {
	said := " " + strings.Join(words(text), " ")
	for _, t := range topicWords() {
		if slices.ContainsFunc(t.words, func(w string) bool { return strings.Contains(said, " "+w) }) {
			all = append(all, t.topic)
		}
	}
	if slices.Contains(all, "kitchen") { // "a que horas fecha a cozinha?"
		all = slices.DeleteFunc(all, func(t string) bool { return t == "hours" })
	}
	return all
}

// sayInfo tells what the house said about the topic, or that it did not.
func sayInfo(out houseInfoOut, l lang.Language) string {
	w := texts.In(l)
	told := slices.Concat(out.Answers, out.sayFacts(w))
	if len(out.Answers) > 0 {
		return strings.Join(told, "\n")
	}
	if out.Topic != "" {
		told = append(told, about(out.Told, out.Topic)...)
	} else {
		told = append(told, out.Told...)
	}
	if len(told) == 0 {
		if len(out.About) == 1 && w.House.Facts[out.About[0]] != "" {
			return fmt.Sprintf(w.House.NotToldOf, strings.ToLower(w.House.Facts[out.About[0]]), out.Reach)
		}
		return fmt.Sprintf(w.House.NotTold, out.Reach)
	}
	return strings.Join(told, "\n")
}

// sayFacts tells the facts that a topic asks for; all of them where there is none.
func (out *houseInfoOut) sayFacts(w *texts.Words) (told []string) {
	asked := func(topic string) bool { return out.Topic == "" || slices.Contains(out.About, topic) }
	if out.Kitchen == nil && slices.Contains(out.About, "kitchen") && out.Hours != nil { // only the house's are known
		told = append(told, out.Hours.say(w.Menu.House, w))
	}
	if out.Hours != nil && asked("hours") {
		told = append(told, out.Hours.say(w.Menu.House, w))
	}
	if out.Kitchen != nil && asked("kitchen") {
		told = append(told, out.Kitchen.say(w.House.TheKitchen, w))
	}
	for _, t := range (&Facts{}).topics() {
		if out.Facts[t] != "" && asked(t) {
			told = append(told, w.House.Facts[t]+": "+out.Facts[t])
		}
	}
	if out.Order != "" && slices.Contains(out.About, "order") {
		told = append(told, out.Order)
	}
	if out.None == "" && slices.Contains(out.About, "contact") {
		told = append(told, out.Reach)
	}
	return told
}
