package house

import (
	"context"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// approved returns the owner's answers to what is asked, by the topic or the message;
// the best first.
func (f *Facts) approved(texts ...string) []Answer {
	type scored struct {
		Answer
		by float64
	}
	var all []scored
	for _, a := range f.Answers {
		best := 0.0
		for _, text := range texts {
			for _, q := range a.Ask {
				found, _ := shared(q, text)
				best = max(best, found)
			}
			if a.governs(text) {
				best = max(best, 1)
			}
		}
		if best >= enough {
			all = append(all, scored{a, best})
		}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return int(1000 * (b.by - a.by)) })
	var some []Answer
	for _, a := range all[:min(len(all), 3)] {
		some = append(some, a.Answer)
	}
	return some
}

// enough is the share of a question's telling words that a message has if it asks the
// same, and the share of the message's that the question has if it asks nothing else.
const enough, nothingElse = 0.7, 0.6

// Answers reports whether a message asks what the owner has answered or told, and nothing
// else.
func (h *House) Answers(ctx context.Context, message string) bool {
	f, err := h.facts(ctx)
	if err != nil {
		return false // the tool says so
	}
	for _, a := range f.Answers {
		for _, q := range a.Ask {
			if found, of := shared(q, message); found >= enough && of >= nothingElse {
				return true
			}
		}
		if a.governs(message) && len(words(message)) <= shortQuestion && !strings.ContainsAny(strings.TrimRight(message, ".!? "), ".!?;\n") {
			return true
		}
	}
	return f.toldAll(message)
}

// shortQuestion is how many words a message has at most of which a rule is the whole answer.
const shortQuestion = 14

// governs reports whether a message speaks of what a rule is about, in whatever words.
func (a *Answer) governs(message string) bool {
	said := stems(message)
	return slices.ContainsFunc(a.About, func(about string) bool {
		return !slices.ContainsFunc(stems(about), func(s string) bool { return !slices.Contains(said, s) })
	})
}

// toldAll reports whether the telling words of a short question are those of topics that
// the house has told of: "qual o telefone de vocês?".
func (f *Facts) toldAll(message string) bool {
	asked := topicsIn(message)
	for _, t := range asked {
		told := t == "hours" && f.Hours != "" || t == "kitchen" && f.Kitchen != ""
		for _, known := range f.texts() {
			told = told || known.topic == t && t != "booking" && t != "order" && t != "payment" && len(known.text) > 0
		}
		if !told {
			return false
		}
	}
	other := 0
	for _, w := range words(message) {
		if len(w) > 3 && !idle[w] && len(topicsIn(w)) == 0 {
			other++
		}
	}
	return len(asked) > 0 && other == 0
}

// shared returns which share of the telling words of a question a message has, and the
// reverse.
func shared(question, message string) (found, of float64) {
	asked, said := stems(question), stems(message)
	if len(asked) == 0 || len(said) == 0 {
		return 0, 0
	}
	both := 0
	for _, s := range asked {
		if slices.Contains(said, s) {
			both++
		}
	}
	return float64(both) / float64(len(asked)), float64(both) / float64(len(said))
}

// words are those of a text, folded.
func words(text string) (all []string) {
	text = lang.Fold(text)
	for from, to := range lang.Words(text) {
		all = append(all, text[from:to])
	}
	return all
}

// stems are those of the words of a text that tell something by themselves.
func stems(text string) []string {
	var all []string
	for _, w := range words(text) {
		if s := lang.Stem(w); len(w) > 3 && !idle[w] && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// idle are words of questions that tell nothing of what is asked.
var idle = map[string]bool{
	"voces": true, "voce": true, "posso": true, "quero": true, "queria": true, "saber": true, "essa": true, "esse": true, "casa": true, "aqui": true, "alguma": true, "algum": true, "quando": true, "como": true, "onde": true, "qual": true,
	"there": true, "have": true, "with": true, "does": true, "what": true, "when": true, "where": true, "your": true, "this": true, "that": true, "please": true, "could": true, "would": true, "some": true,
	"tienen": true, "puedo": true, "quiero": true, "cual": true, "donde": true, "cuando": true, "hacen": true, "ustedes": true,
}
