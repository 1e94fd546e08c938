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
	Reach   string            `json:"reach"`
	None    string            `json:"contact,omitempty"`
}

func (h *House) houseInfoTool() (agent.Tool, error) {
	return agent.NewTool("house_info", "The house: hours, open now, address, payment, wifi, rules, contact.", h.info, agent.Options[houseInfoOut]{Reads: true, Say: sayInfo})
}

// info tells all that the house says of itself: what the topic is about, and the rest for a model to choose from.
func (h *House) info(ctx context.Context, in houseInfoIn) (houseInfoOut, error) {
	f, err := h.facts(ctx)
	if err != nil {
		return houseInfoOut{}, err
	}
	at := scene.From(ctx)
	l := at.Language
	out := houseInfoOut{House: h.name(f), Topic: strings.TrimSpace(in.Topic), Order: h.order(f, l), Reach: h.reach(f, l), About: topicsIn(in.Topic), Facts: map[string]string{}}
	if h.contact(f, "") == "" {
		out.None = "none was told; only staff in the house can help"
	}
	for topic, text := range f.texts() {
		if words := text.In(l); words != "" && topic != "order" && topic != "contact" {
			out.Facts[topic] = words
		}
	}
	asked := in.Topic
	for _, q := range questions(at.Message) { // of which a caller may have taken a word
		if strings.Contains(q, in.Topic) {
			asked = q
			break
		}
	}
	out.answer(f, asked, at)
	days := f.daysIn(asked, at.Now)
	holidays := len(days) == 0 && speaksOf(asked, "holiday")
	house, kitchen := f.opens()
	out.Hours, out.Kitchen = f.openings(house, at.Now, l, holidays, days...), f.openings(kitchen, at.Now, l, holidays, days...)
	if len(days) > 0 && len(out.About)+len(out.Answers) == 0 { // "e no natal?"
		out.About = []string{"hours"}
	}
	if out.Told, err = h.notes(ctx, in.Topic); err != nil {
		return houseInfoOut{}, fmt.Errorf("reading what the house says of itself: %w", err)
	}
	out.NotTold = len(out.Told)+len(out.Facts)+len(out.Answers) == 0 && out.Hours == nil && out.Kitchen == nil
	return out, nil
}

// answer adds what the owner wants said to what is asked, or else to the whole message: a model says the topic in its own words.
func (out *houseInfoOut) answer(f *Facts, asked string, at *scene.Scene) {
	answers := f.approved(asked)
	if len(answers) == 0 {
		answers = f.approved(at.Message)
	}
	for _, a := range answers {
		out.Answers = append(out.Answers, a.Answer.In(at.Language))
		own := topicsIn(strings.Join(slices.Concat(a.Ask, a.About), ". "))
		out.About = slices.DeleteFunc(out.About, func(t string) bool { return slices.Contains(own, t) })
	}
}

// notes are what the operator noted, what is about the topic first.
func (h *House) notes(ctx context.Context, topic string) ([]string, error) {
	const most = 12
	if h.Notes == nil {
		return nil, nil
	}
	notes, err := h.Notes(ctx)
	first := about(notes, topic)
	rest := slices.DeleteFunc(slices.Clone(notes), func(n string) bool { return slices.Contains(first, n) })
	all := slices.Concat(first, rest)
	return all[:min(len(all), most)], err
}

// about returns the notes that have a word of the topic, in whatever form.
func about(notes []string, topic string) (some []string) {
	asked := stems(topic)
	for _, n := range notes {
		if slices.ContainsFunc(stems(n), func(s string) bool { return slices.Contains(asked, s) }) {
			some = append(some, n)
		}
	}
	return some
}

//go:embed topics.txt
var topicsText string

// topicWords are the words of guests for each topic, in the order of the file, or meanings of the thesaurus.
var topicWords = sync.OnceValue(func() (all []topicWord) {
	for key, list := range wordfile.Entries(topicsText) {
		topic, means := strings.CutPrefix(key, "means ")
		all = append(all, topicWord{topic, wordfile.List(list), means})
	}
	return all
})

type topicWord struct {
	topic string
	words []string
	means bool
}

// topicsIn returns what a guest's words ask of a house: "que horas fecha?" is hours.
func topicsIn(text string) []string {
	all, _ := topicsOf(text)
	return all
}

// topicsOf returns what a guest's words ask of a house, and those words that say something
// else.
func topicsOf(text string) (all, rest []string) {
	said, of := " "+strings.Join(words(text), " ")+" ", map[string]bool{} // the words that ask it
	add := func(topic string, by ...string) {
		if !slices.Contains(all, topic) {
			all = append(all, topic)
		}
		for _, word := range by {
			of[word] = true
		}
	}
	for _, t := range topicWords() {
		if t.means {
			for _, s := range understand.Senses(text) {
				if s.Means(t.words) {
					add(t.topic, s.Word)
				}
			}
			continue
		}
		for _, w := range t.words {
			w, whole := strings.CutSuffix(w, ".") // "bebe." is no part of "beber"
			if whole {
				w += " "
			}
			if at := strings.Index(said, " "+w); at >= 0 {
				add(t.topic, strings.Fields(said[at:])[:len(strings.Fields(w))]...)
			}
		}
	}
	for _, w := range telling(text) {
		if len(w.Word) > 3 && !of[w.Word] && strings.Contains(said, " "+w.Word+" ") {
			rest = append(rest, w.Word)
		}
	}
	drop := map[string]string{"kitchen": "hours", "link": "wifi"} // "a que horas fecha a cozinha?"
	return slices.DeleteFunc(slices.Clone(all), func(t string) bool {
		return slices.ContainsFunc(all, func(o string) bool { return drop[o] == t })
	}), rest
}

// sayInfo tells what the house said about the topic, or that it did not.
func sayInfo(out houseInfoOut, l lang.Language) string {
	w := texts.In(l)
	told := slices.Concat(out.Answers, out.sayFacts(w))
	switch {
	case len(out.Answers) > 0:
	case out.Topic != "":
		told = append(told, about(out.Told, out.Topic)...)
	default:
		told = append(told, out.Told...)
	}
	if len(told) > 0 {
		return strings.Join(told, "\n")
	}
	text := fmt.Sprintf(w.House.NotTold, out.Reach)
	if len(out.About) == 1 && w.House.Facts[out.About[0]] != "" {
		text = fmt.Sprintf(w.House.NotToldOf, strings.ToLower(w.House.Facts[out.About[0]]), out.Reach)
	}
	return text + " " + w.House.Offer
}

// sayFacts tells the facts that a topic asks for; all of them where there is none.
func (out *houseInfoOut) sayFacts(w *texts.Words) (told []string) {
	of := func(topic string) bool { return slices.Contains(out.About, topic) }
	all := out.Topic == ""
	if out.Hours != nil && (all || of("hours") || of("kitchen") && out.Kitchen == nil) {
		told = append(told, out.Hours.say(w.Menu.House, w))
	}
	if out.Kitchen != nil && (all || of("kitchen")) {
		told = append(told, out.Kitchen.say(w.House.TheKitchen, w))
	}
	for _, t := range topics {
		if out.Facts[t] != "" && (all || of(t) || t == "booking" && of("link")) {
			told = append(told, w.House.Facts[t]+": "+out.Facts[t])
		}
	}
	if out.Order != "" && of("order") {
		told = append(told, out.Order)
	}
	if out.None == "" && of("contact") {
		told = append(told, out.Reach)
	}
	return told
}
