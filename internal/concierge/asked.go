package concierge

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// asked is a part of a message: an act, and the words and spans that are about it.
type asked struct {
	act     string
	subject string // what a sentence that is passed on, or answered by the house, is about: see asides
	text    string
	spans   []understand.Span // with their places in text
	at      *scene.Scene
	last    string             // what the house showed or asked last
	again   []llm.ToolCall     // the searches that did it
	chances map[string]float64 // how likely a sentence means each act
	sums    bool               // dishes that are only asked about are counted too
	with    []string           // all acts of the message
	onCard  findNames
}

// findNames finds the dishes of the card that a text names: "a moqueca e o mate" has two.
type findNames func(text string) []scene.Mention

// cut is the part of the words between two places.
func (a asked) cut(from, to int) asked {
	for from < to && a.text[from] == ' ' {
		from++
	}
	var spans []understand.Span
	for _, s := range a.spans {
		if s.From >= from && s.To <= to {
			s.From, s.To = s.From-from, s.To-from
			spans = append(spans, s)
		}
	}
	a.text, a.spans = strings.TrimRight(a.text[from:to], " "), spans
	return a
}

// join is two parts as one: what stands between them is left out.
func (a asked) join(b asked) asked {
	by := len(a.text) + 1
	a.spans = slices.Clone(a.spans)
	for _, s := range b.spans {
		s.From, s.To = s.From+by, s.To+by
		a.spans = append(a.spans, s)
	}
	a.text += " " + b.text
	return a
}

// read is a part with other words, which are read anew.
func (a asked) read(text string) asked {
	a.text, a.spans = text, understand.Read(text, understand.Before{Last: a.last}).Spans
	return a
}

func (a asked) says(uses ...string) bool { return says(a.text, uses...) }

func (a asked) has(kinds ...string) bool {
	return slices.ContainsFunc(a.spans, func(s understand.Span) bool { return slices.Contains(kinds, s.Kind) })
}

// all are the words of the spans of a kind that are not refused.
func (a asked) all(kind string) (texts []string) {
	for _, s := range a.spans {
		if s.Kind == kind && s.P != "not" && !s.Drop {
			texts = append(texts, s.Text)
		}
	}
	return texts
}

func (a asked) first(kind string) string { return append(a.all(kind), "")[0] }

// also reports whether the message is about another act too.
func (a asked) also(act string) bool { return a.act != act && slices.Contains(a.with, act) }

// asks reports whether words are a question.
func (a asked) asks() bool {
	all := spots(a.text)
	for len(all) > 1 && joining[all[0].word] {
		all = all[1:]
	}
	what := len(all) > 1 && all[0].word == "o" && strings.HasPrefix(all[1].word, "q")
	return strings.Contains(a.text, "?") || what || len(all) > 0 && is(all[0].word, "question_word") || says(a.text, "passes")
}

// mentions are where a text names dishes of the card.
func (a asked) mentions(text string) []scene.Mention {
	if a.onCard == nil || text == "" {
		return nil
	}
	return a.onCard(text)
}

// named are the dishes that words name by their names, and not by a kind or an ingredient.
func (a asked) named() (all []scene.Thing) {
	for _, m := range a.mentions(a.text) {
		if !m.Plain && !m.Kind {
			all = append(all, m.Things...)
		}
	}
	return all
}

// saidBefore is what the guest said before this message.
func (a asked) saidBefore() string { return append([]string{""}, a.at.Said...)[len(a.at.Said)] }

// courses are the courses that words wish for: main and dessert for "um prato e um docinho".
func (a asked) courses() (all []string) {
	add := func(c string) {
		if c != "" && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	for _, w := range spots(a.text) {
		if !a.ruledOut(w.from) && !(is(w.word, "plate") && a.near(w.from, 1, "this")) && !(w.word == "bebe" && a.near(w.from, 1, "article", "own")) {
			add(courseNamed(w.word))
		}
	}
	folded := words(a.text)
	for _, c := range courseWords {
		if hasPhrase(folded, c) {
			add(c)
		}
	}
	return all
}

// count is how many words are of a use.
func (a asked) count(use string) (n int) {
	for _, w := range spots(a.text) {
		if is(w.word, use) {
			n++
		}
	}
	return n
}

// near reports whether one of the n words before a place is of one of some uses.
func (a asked) near(at, n int, uses ...string) bool {
	before := spots(a.text[:min(at, len(a.text))])
	return slices.ContainsFunc(before[max(0, len(before)-n):], func(w spot) bool { return isAny(w.word, uses...) })
}

// ruledOut reports whether what stands at a place is not wanted: a negation stands before it, or the reader has heard so.
func (a asked) ruledOut(at int) bool {
	return a.near(at, 2, "without", "nothing") || slices.ContainsFunc(a.spans, func(s understand.Span) bool {
		return s.From <= at && at < s.To && (s.P != "" && s.P != "want" && s.P != "like" || s.Drop)
	})
}

// amount is the largest amount of money that words say per something; without a unit it is any.
func (a asked) amount(per ...string) (most float64) {
	for _, s := range a.spans {
		if n, ok := understand.Amount(s.Text); ok && s.Kind == "money" && slices.Contains(per, s.Per) && !s.Drop && !a.inName(s.From) {
			most = max(most, n)
		}
	}
	return most
}

// inName reports whether a place is within the name of a dish: the 600 of "uma praia 600".
func (a asked) inName(at int) bool {
	return slices.ContainsFunc(a.mentions(a.text), func(m scene.Mention) bool {
		name := lang.Fold(m.Things[0].Name)
		return m.From <= at && at < m.From+len(name) && strings.HasPrefix(lang.Fold(a.text[m.From:]), name)
	})
}

// sum is the largest number that words say which may be an amount of money.
func (a asked) sum() (most float64) {
	for _, w := range spots(a.text) {
		if n, ok := understand.Amount(w.word); ok && n >= leastSum && !strings.HasSuffix(w.word, "%") && !a.inName(w.from) {
			most = max(most, n)
		}
	}
	return most
}

// leastSum is the lowest number that is taken for an amount: "for 4" is none.
const leastSum = 20

// cuts are where a message is cut into sentences: after its marks, and before a clause that asks for something of its own.
var cuts = pattern.Of(`[.!?;\n]+(?:\s+|$)|,\s+(?i:(?:e|y|and|mas|but|pero)\s+(?:\S+\s+){2}\S)|\s+(?i:(?:e|y|and)\s+(?:(?:queria|quero|quiero|to|i want to|i'd like to)\s+)?` +
	`(?:quant|cu[aá]nt|how |qual|quais|cu[aá]l|which|what|o que |qué |onde|where|d[oó]nde|me (?:fala|diz|diga|dice)|saber|know|tem (?:algum|como|um)))`)

// sentences cuts words into parts that are read by themselves: "uma sopa. e quanto fica?".
func (a asked) sentences() (all []asked) {
	from := 0
	add := func(to int) {
		if p := a.cut(from, to); p.text != "" {
			all = append(all, p)
		}
		from = to
	}
	for _, m := range cuts().FindAllStringIndex(a.text, -1) {
		mark := a.text[m[0]]
		to := m[1]
		if mark == ',' || mark == ' ' {
			to = m[0] + 1
		}
		if strings.TrimSpace(a.text[from:to]) != "" && to > from {
			add(to)
		}
	}
	for _, m := range parted().FindAllStringIndex(a.text, -1) { // "um café e pode mandar"
		if m[0] <= from {
			continue
		}
		rest := a.cut(m[1], len(a.text))
		passes := rest.says("go_ahead") || slices.Contains(asides(rest.text), "send") || aside(rest.text, toStaff) != "" && aside(a.text[from:m[0]], toStaff) == ""
		if passes && len(rest.mentions(rest.text)) == 0 {
			add(m[1])
		}
	}
	add(len(a.text))
	return all
}

// clauses cuts words at their marks and at words that join: "um mate pra Ana e uma sopa pra mim" has two.
func (a asked) clauses() (all []asked) {
	from := 0
	for _, m := range parted().FindAllStringIndex(a.text, -1) {
		if p := a.cut(from, m[0]); p.text != "" {
			all = append(all, p)
		}
		from = m[1]
	}
	if p := a.cut(from, len(a.text)); p.text != "" {
		all = append(all, p)
	}
	return all
}

var parted = pattern.Of(`[.,;:!?\n]+(?:\s|$)|\s(?i:e|y|and|mas|but|pero|ou|or)\s`)

// args are those of a call.
type args map[string]any

// put sets an argument that says something.
func (a args) put(name string, value any) {
	v := reflect.ValueOf(value)
	if none := v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0; !none {
		a[name] = value
	}
}

func call(tool string, in args) []llm.ToolCall {
	raw, _ := json.Marshal(in) // plain data
	return []llm.ToolCall{{Name: tool, Args: string(raw)}}
}

// argsOf are the arguments of a call of ours.
func argsOf(c llm.ToolCall) (in args) {
	in = args{}
	_ = json.Unmarshal([]byte(c.Args), &in) // ours, or checked by its schema
	return in
}
