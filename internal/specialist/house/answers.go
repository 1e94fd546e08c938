package house

import (
	"context"
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/wordfile"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
)

// How alike a sentence is to a question that the owner has answered: leastAsked is the share of the question's meaning that it has at
// least, leastSaid the share of its own that the question has, and alike both together. nothingElse is the latter of a sentence
// that asks nothing else. Measured on testdata/wordings.txt.
const leastAsked, leastSaid, alike, nothingElse = 0.5, 0.4, 1.35, 0.6

// nearest returns the owner's answer whose question is most like a sentence, and the share of the
// sentence that it covers; nil if none is like enough. A rule of the owner governs whatever names its matter.
func (f *Facts) nearest(sentence string) (best *Answer, of float64) {
	said, most := telling(sentence), 0.0
	for i, a := range f.Answers {
		if slices.ContainsFunc(a.About, func(about string) bool { return covered(telling(about), said) == 1 }) {
			return &f.Answers[i], 1
		}
		for _, q := range a.Ask {
			asked := telling(q)
			found, share := covered(asked, said), covered(said, asked)
			if found >= leastAsked && share >= leastSaid && found+share >= alike && found+share > most {
				best, of, most = &f.Answers[i], share, found+share
			}
		}
	}
	return best, of
}

// approved returns the owner's answers to what a text asks, in its order.
func (f *Facts) approved(text string) (all []Answer) {
	for _, sentence := range questions(text) {
		for _, q := range f.parts(sentence) {
			if a, _ := f.nearest(q); a != nil {
				all = append(all, *a)
			}
		}
	}
	return all
}

// questions are the sentences of a text that ask or tell something, with their marks.
func questions(text string) []string {
	return slices.DeleteFunc(marked().FindAllString(text, -1), func(s string) bool { return len(telling(s)) == 0 })
}

var (
	marked = pattern.Of(`[^.?!;\n¿¡]+[.?!;\n]*`)
	joined = pattern.Of(`,? (?:e|y|and|também|también|also) |, `)
)

// parts are those of a sentence that each ask what the owner has answered or may have told, or
// something else, and not the same: "tem música ao vivo, e o estacionamento é pago?". Else it
// is one. Those of a question are questions.
func (f *Facts) parts(sentence string) []string {
	parts := joined().Split(sentence, -1)
	var had []*Answer
	for i, p := range parts {
		a, _ := f.nearest(p)
		if a == nil && len(topicsIn(p)) == 0 && !asksElse(p) || a != nil && slices.Contains(had, a) {
			return []string{sentence}
		}
		had = append(had, a)
		if strings.Contains(sentence, "?") && i < len(parts)-1 {
			parts[i] = p + "?"
		}
	}
	return parts
}

// Answers returns the sentences of a message that ask what the owner has answered or told, and the
// rest, which asks something else: "Tem música ao vivo? E quanto custa a sopa?". Where they
// cannot be told apart there is no such part; what is said beside a table belongs to that.
func (h *House) Answers(ctx context.Context, message string) (told, rest string) {
	f, err := h.facts(ctx)
	if err != nil {
		return "", message // the tool says so
	}
	for _, sentence := range marked().FindAllString(message, -1) {
		for _, q := range f.parts(sentence) {
			if f.asksFact(q) || f.asksAnswer(q) {
				told += q + " "
			} else if len(telling(q)) > 0 {
				rest += q + " "
			}
		}
	}
	table := slices.ContainsFunc(understand.Read(rest, understand.Before{}).Acts, func(a understand.Act) bool { return a.Name == "ask_staff" && a.Score >= likely })
	if rest != "" && (!asksElse(rest) || table && !strings.Contains(told, "?")) {
		return "", message
	}
	return strings.TrimSpace(told), strings.TrimSpace(rest)
}

// idle are the acts that a question to the house is taken for where the reader does not know its words.
var idle = lang.Set("outside help smalltalk greet")

// asksElse reports whether a text greets, or asks for something that is none of the house's facts.
func asksElse(text string) bool {
	const perhaps = 0.2
	acts := understand.Read(text, understand.Before{}).Acts
	return len(words(text)) > 2 && len(acts) > 0 && acts[0].Score >= perhaps && acts[0].Name != "house_info" && (acts[0].Name == "greet" || !idle[acts[0].Name])
}

// asksHouse reports whether the reader takes a sentence for a question to the house, or does
// not know what it asks.
func asksHouse(sentence string, question bool) bool {
	acts := understand.Read(sentence, understand.Before{}).Acts
	question = question || strings.Contains(sentence, "?")
	return question && (len(acts) == 0 || acts[0].Score < likely) || slices.ContainsFunc(acts, func(a understand.Act) bool { return a.Name == "house_info" })
}

// asksAnswer reports whether a sentence asks nothing but what the owner has answered. One that names a rule of the owner asks for nothing
// else, "uma mesa com desconto", and none speaks of a diet, or a food that is wanted, of which the answer says nothing.
func (f *Facts) asksAnswer(sentence string) bool {
	const short = 14 // words
	a, of := f.nearest(sentence)
	if a == nil || of < nothingElse || len(words(sentence)) > short {
		return false
	}
	r, rule := understand.Read(sentence, understand.Before{}), len(a.Ask) == 0
	about := telling(strings.Join(slices.Concat(a.Ask, a.About, slices.Collect(maps.Values(a.Answer))), ". "))
	strays := slices.ContainsFunc(r.Acts, func(act understand.Act) bool {
		return rule && (act.Name == "ask_staff" || act.Score >= likely && act.Name != "house_info" && !idle[act.Name])
	}) || slices.ContainsFunc(r.Spans, func(s understand.Span) bool {
		return (s.Kind == "diet" || s.P != "" && (s.Kind == "food" || s.Kind == "drink")) && covered(telling(s.Text), about) < 1
	})
	return !strays && (rule || of == 1 || asksHouse(sentence, false))
}

// asksFact reports whether a sentence asks of a house what an owner may tell, and nothing else,
// whatever small talk the reader takes it for: "qual o telefone de vocês?". A table and an order
// the staff takes.
func (f *Facts) asksFact(sentence string) bool {
	topics, rest := topicsOf(sentence)
	of := func(all ...string) bool {
		return slices.ContainsFunc(all, func(t string) bool { return slices.Contains(topics, t) })
	}
	if len(topics) == 0 || len(rest) > 0 || of("order", "payment") || of("hours", "kitchen") && f.Hours == "" {
		return false
	}
	if of("link", "booking") { // whoever asks for no link is booked for
		return of("link")
	}
	acts := understand.Read(sentence, understand.Before{}).Acts
	asks := strings.Contains(sentence, "?") || slices.ContainsFunc([]string{"question_word", "question_form", "ask_verb", "show_list", "wish_verb"}, func(class string) bool { return understand.Says(sentence, class) })
	small := !of("hours", "kitchen") && len(acts) > 0 && (idle[acts[0].Name] || of("speaks")) // "manda pra cozinha"
	return asksHouse(sentence, asks) || asks && small
}

// weighed is a word of a question, with how much it tells of what is asked.
type weighed struct {
	understand.Sense
	weight float64
}

// detail is the weight of a word that tells when or where.
const detail = 0.3

// telling are the words of a text that say what is asked.
func telling(text string) (all []weighed) {
	m := meanings()
	for _, s := range understand.Senses(text) {
		w := weighed{s.But(m["mixed"]), 1}
		switch {
		case slices.Contains(m["idle words"], s.Word):
			continue
		case slices.Contains(m["light words"], s.Word), s.In(m["light"]):
			w.weight = detail
		case s.Is(m["idle"]), !s.Known() && len(s.Word) < 3:
			continue
		}
		all = append(all, w)
	}
	return all
}

// covered is which share of some words others mean, too.
func covered(words, by []weighed) float64 {
	all, both := 0.0, 0.0
	for _, w := range words {
		all += w.weight
		if slices.ContainsFunc(by, func(o weighed) bool { return w.Same(&o.Sense) || sameThing(w.Stem, o.Stem) }) {
			both += w.weight
		}
	}
	return both / max(all, detail)
}

// sameThing reports whether two stems mean one thing in a question to a house.
func sameThing(a, b string) bool {
	return slices.ContainsFunc(things()[a], func(thing string) bool { return slices.Contains(things()[b], thing) })
}

//go:embed meaning.txt
var meaningText string

// meanings are the lists of meaning.txt, and things by stems what they mean in a question to
// a house.
var (
	meanings = sync.OnceValue(func() map[string][]string { return wordfile.Lists(meaningText) })
	things   = sync.OnceValue(func() map[string][]string {
		all := map[string][]string{}
		for key, list := range meanings() {
			for _, w := range list {
				if strings.HasPrefix(key, "same ") {
					all[lang.Stem(w)] = append(all[lang.Stem(w)], key)
				}
			}
		}
		return all
	})
)

// words are those of a text, folded.
func words(text string) (all []string) {
	text = lang.Fold(text)
	for from, to := range lang.Words(text) {
		all = append(all, text[from:to])
	}
	return all
}

// stems are those of the words of a text that tell something by themselves.
func stems(text string) (all []string) {
	for _, w := range telling(text) {
		if !slices.Contains(all, w.Stem) {
			all = append(all, w.Stem)
		}
	}
	return all
}
