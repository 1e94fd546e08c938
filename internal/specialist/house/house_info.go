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
	"github.com/maitre-dev/maitre/internal/understand"
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
	Asks    bool              `json:"staff_can_be_asked,omitempty"`
	None    string            `json:"contact,omitempty"`
}

// maxNotes is how many notes are told: those about the topic first.
const maxNotes = 12

func (h *House) houseInfoTool() (agent.Tool, error) {
	return agent.NewTool("house_info", "The house: hours, open now, address, payment, wifi, rules, contact.", h.info, agent.Options[houseInfoOut]{Reads: true, Say: sayInfo})
}

func (h *House) info(ctx context.Context, in houseInfoIn) (houseInfoOut, error) {
	f, err := h.facts(ctx)
	if err != nil {
		return houseInfoOut{}, err
	}
	at := scene.From(ctx)
	l := at.Language
	out := houseInfoOut{House: h.name(f), Topic: strings.TrimSpace(in.Topic), Order: h.order(f, l), Reach: h.reach(f, l), Asks: h.Inbox != nil, About: topicsIn(in.Topic)}
	if h.contact(f, "") == "" {
		out.None = "none was told; only staff in the house can help"
	}
	out.Facts = map[string]string{}
	for topic, text := range f.texts() {
		if words := text.In(l); words != "" && topic != "order" && topic != "contact" {
			out.Facts[topic] = words
		}
	}
	asked := in.Topic
	if i := slices.IndexFunc(questions(at.Message), func(q string) bool { return strings.Contains(q, in.Topic) }); i >= 0 {
		asked = questions(at.Message)[i] // of which a caller may have taken a word
	}
	answers := f.approved(asked)
	if len(answers) == 0 {
		answers = f.approved(at.Message) // a model says the topic in its own words
	}
	for _, a := range answers {
		out.Answers = append(out.Answers, a.Answer.In(l))
		own := topicsIn(strings.Join(slices.Concat(a.Ask, a.About), ". "))
		out.About = slices.DeleteFunc(out.About, func(t string) bool { return slices.Contains(own, t) })
	}
	days := f.daysIn(asked, at.Now)
	holidays := len(days) == 0 && speaksOf(asked, "holiday")
	house, kitchen := f.opens()
	out.Hours, out.Kitchen = f.openings(house, at.Now, l, holidays, days...), f.openings(kitchen, at.Now, l, holidays, days...)
	if len(days) > 0 && len(out.About)+len(answers) == 0 { // "e no natal?"
		out.About = []string{"hours"}
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

// topicWords are the words and meanings of guests for each topic, in the order of the file.
var topicWords = sync.OnceValue(func() (all []topicWord) {
	for topic, list := range wordfile.Entries(topicsText) {
		if name, ok := strings.CutPrefix(topic, "means "); ok {
			i := slices.IndexFunc(all, func(t topicWord) bool { return t.topic == name })
			all[i].means = wordfile.List(list)
			continue
		}
		all = append(all, topicWord{topic: topic, words: wordfile.List(list)})
	}
	return all
})

type topicWord struct {
	topic        string
	words, means []string
}

// topicsIn returns what a guest's words ask of a house: "que horas fecha?" is hours.
func topicsIn(text string) []string {
	all, _ := topicsOf(text)
	return all
}

// topicsOf returns what a guest's words ask of a house, and those words that say something
// else.
func topicsOf(text string) (all, rest []string) {
	said := " " + strings.Join(words(text), " ") + " "
	other := said
	for _, t := range topicWords() {
		for _, w := range t.words {
			w, whole := strings.CutSuffix(w, ".") // "bebe." is no part of "beber"
			if whole {
				w += " "
			}
			if at := strings.Index(said, " "+w); at >= 0 {
				end := at + len(w)
				end += strings.IndexByte(said[end:], ' ')
				other = other[:at+1] + strings.Repeat("-", end-at-1) + other[end:]
				all = append(all, t.topic)
			}
		}
		for _, s := range understand.Senses(text) {
			if s.Means(t.means) {
				other = strings.ReplaceAll(other, " "+s.Word+" ", " "+strings.Repeat("-", len(s.Word))+" ")
				all = append(all, t.topic)
			}
		}
	}
	for _, w := range telling(text) {
		if len(w.Word) > 3 && strings.Contains(other, " "+w.Word+" ") {
			rest = append(rest, w.Word)
		}
	}
	drop := map[string]string{"kitchen": "hours", "link": "wifi"} // "a que horas fecha a cozinha?"
	return slices.DeleteFunc(slices.Compact(all), func(t string) bool {
		return slices.ContainsFunc(all, func(o string) bool { return drop[o] == t })
	}), rest
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
	if len(told) > 0 {
		return strings.Join(told, "\n")
	}
	text := fmt.Sprintf(w.House.NotTold, out.Reach)
	if len(out.About) == 1 && w.House.Facts[out.About[0]] != "" {
		text = fmt.Sprintf(w.House.NotToldOf, strings.ToLower(w.House.Facts[out.About[0]]), out.Reach)
	}
	if out.Asks {
		text += " " + w.House.Offer
	}
	return text
}

// sayFacts tells the facts that a topic asks for; all of them where there is none.
func (out *houseInfoOut) sayFacts(w *texts.Words) (told []string) {
	asked := func(topic string) bool {
		return out.Topic == "" || slices.Contains(out.About, topic) || topic == "booking" && slices.Contains(out.About, "link")
	}
	if out.Kitchen == nil && slices.Contains(out.About, "kitchen") && out.Hours != nil { // only the house's are known
		told = append(told, out.Hours.say(w.Menu.House, w))
	}
	if out.Hours != nil && asked("hours") {
		told = append(told, out.Hours.say(w.Menu.House, w))
	}
	if out.Kitchen != nil && asked("kitchen") {
		told = append(told, out.Kitchen.say(w.House.TheKitchen, w))
	}
	for _, t := range topics {
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
