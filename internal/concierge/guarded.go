package concierge

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/recent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/concierge/guard"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// What became of an answer.
const (
	kept     = "kept"
	repaired = "repaired"
	refused  = "retried" // the model is asked once more
	replaced = "replaced"
)

// verdict is what the guard makes of an answer.
type verdict struct {
	text    string
	marks   []guard.Mark // of the names in it
	outcome string
	found   []guard.Violation
}

// judge holds an answer to the facts: it stands, is mended, or is refused. A value is put right at once, and the
// card's word is told below it. A sentence that would have to go is first asked for again, if the model may be
// asked once more: it mostly answers part of the question, and a sum that nobody gave is then computed by a tool.
// Of a second answer what is wrong goes.
func judge(answer string, f guard.Facts, last bool) verdict {
	answer, f.Marks = guard.Unmark(strings.TrimSpace(answer))
	v := verdict{text: answer, marks: f.Marks, outcome: kept, found: check(answer, f)}
	if len(v.found) == 0 {
		return v
	}
	text, ok := guard.Mend(answer, v.found)
	f.Marks = guard.Moved(f.Marks, answer, text)
	left := check(text, f)
	goes := func(x guard.Violation) bool {
		return x.Again || x.Word == guard.NoWord && x.Fix == "" && x.Kind != guard.ID
	}
	wordless := func(x guard.Violation) bool { return x.Word == guard.NoWord }
	if !ok || !last && slices.ContainsFunc(v.found, goes) || slices.ContainsFunc(left, wordless) {
		v.outcome = refused
		return v
	}
	chosen := slices.DeleteFunc(slices.Clone(v.found), func(x guard.Violation) bool { return !x.Again })
	v.text, v.marks, v.outcome = withWord(text, "", f.Language, append(chosen, left...)), f.Marks, repaired
	return v
}

// withWord is an answer with the card's word below it, where neither it nor the answer before has it: "Acarajé da
// casa não é para sua irmã (amendoim)."
func withWord(text, before string, l lang.Language, found []guard.Violation) string {
	w := texts.In(l)
	heads := map[guard.Word]string{guard.NotForThem: w.Menu.NotFor, guard.Has: w.Menu.Has, guard.IsNot: w.Menu.IsNot, guard.NotTold: w.Menu.DontKnow, guard.NotVouched: w.Concierge.Confirm}
	type line struct{ head, of string }
	var lines []line
	why := map[line][]string{}
	for _, x := range found {
		at, reason := line{heads[x.Word], x.Thing}, w.Need(x.Why)
		switch {
		case x.Word == guard.NoWord:
			continue
		case x.Why == "unknown": // nobody knows what is in it
			at.head, reason = w.Menu.NoIngredients, ""
		case x.Word == guard.NotForThem && x.Who == "":
			reason = w.Menu.You + " (" + reason + ")"
		case x.Word == guard.NotForThem && hook.SameName(x.Who, hook.Companion):
			reason = w.Menu.Companion + " (" + reason + ")"
		case x.Word == guard.NotForThem:
			reason = w.Yours(x.Who) + " (" + reason + ")"
		}
		if !slices.Contains(lines, at) {
			lines = append(lines, at)
		}
		if reason != "" && !slices.Contains(why[at], reason) {
			why[at] = append(why[at], reason)
		}
	}
	for _, at := range lines {
		said := at.head
		switch {
		case len(why[at]) > 0:
			said = fmt.Sprintf(said, at.of, w.List(why[at]))
		case at.of != "":
			said = fmt.Sprintf(said, at.of)
		}
		if !strings.Contains(text, said) && !strings.Contains(before, said) {
			text += "\n" + said
		}
	}
	return text
}

// check returns the violations of an answer. A town of the gazetteer may be named without a fact.
func check(answer string, f guard.Facts) []guard.Violation {
	return slices.DeleteFunc(guard.Check(answer, f), func(x guard.Violation) bool {
		if x.Kind != guard.Name {
			return false
		}
		places := gazetteer.Read(answer[x.From:x.To])
		return len(places) == 1 && !places[0].Guess && places[0].Words == answer[x.From:x.To]
	})
}

// complaint tells a model what is wrong with its answer.
func (v verdict) complaint() string {
	var b strings.Builder
	b.WriteString("<notes>\nThe house did not send this answer. Give the guest the whole answer again with only this put right, and not a word about it; a sum that no tool gave is computed with a tool first:")
	for _, x := range v.found {
		b.WriteString("\n- " + plain(x.What))
	}
	return b.String() + "\n</notes>"
}

// A refusal is the last answer of this turn that was not sent, and what the model was told
// of it.
type refusal struct {
	At        int         `json:"at"` // how many messages there were
	Answer    llm.Message `json:"answer"`
	Complaint string      `json:"complaint"`
}

// among returns messages with the refusal where it was, so that a model which then calls a
// tool still knows what was wrong.
func (r refusal) among(messages []llm.Message) []llm.Message {
	if r.Complaint == "" || r.At > len(messages) {
		return messages
	}
	return slices.Insert(slices.Clone(messages), r.At, r.Answer, llm.Text(llm.RoleUser, r.Complaint))
}

// guarded logs the outcome of guarding an answer, for the trace to count.
func guarded(ctx context.Context, v verdict) {
	g := event.Guard{Outcome: v.outcome}
	for _, x := range v.found {
		if k := string(x.Kind); !slices.Contains(g.Kinds, k) {
			g.Kinds = append(g.Kinds, k)
		}
		g.What = append(g.What, x.What)
	}
	if v.outcome == refused {
		g.Unsent = v.text
	}
	event.Emit(ctx, event.Guarded, g)
}

// groundsOf collects what an answer may rest on.
func (c *Concierge) groundsOf(ctx context.Context, s agent.State, o own) guard.Facts {
	f := guard.Facts{
		Language: o.Scene.Language, Table: o.Scene.Table, Today: o.Scene.Now, Asked: o.Turn.Message, Prompt: s.System,
		Things: c.things(ctx, o.Scene), Shown: lately(o.Scene), Ordered: o.tab(), Fresh: append(results(s, o.From), o.Turn.Message),
	}
	f.Texts = append(f.Texts, o.Facts...)
	for _, l := range o.Turn.History {
		f.Texts = append(f.Texts, l.Text)
	}
	f.Texts = append(f.Texts, o.Turn.Known, c.House.Name, c.House.Persona, o.Scene.Now.Format("2006-01-02 Monday 15:04"))
	for _, t := range slices.Concat(o.Scene.Shown, o.Scene.Found) {
		f.Texts = append(f.Texts, t.Name+" "+t.Price+" "+t.Total+" "+t.Note)
	}
	f.Texts = append(append(f.Texts, f.Fresh...), daysAsked(s, o.From))
	for _, t := range f.Things { // what is on the bill may be added up
		if t.Price > 0 && slices.Contains(f.Ordered, t.ID) {
			f.Texts = append(f.Texts, t.Name+" "+priceOf(t, o.Scene))
		}
	}
	return f
}

var dayIn = pattern.Of(`\d{4}-\d{2}-\d{2}`)

// daysAsked returns the days for which tools were called that did not fail.
func daysAsked(s agent.State, from int) string {
	args, days := map[string]string{}, []string{}
	for p := range partsSince(s, from) {
		if p.Call != nil {
			args[p.Call.ID] = p.Call.Args
		} else if p.Result != nil && !p.Result.IsError {
			days = append(days, dayIn().FindAllString(args[p.Result.CallID], -1)...)
		}
	}
	return strings.Join(days, " ")
}

// things are what an answer may name: the dishes of the card, and what else was found
// or shown.
func (c *Concierge) things(ctx context.Context, s *scene.Scene) (all []guard.Thing) {
	if c.Things != nil {
		all = c.Things(ctx, s)
	}
	met := slices.Concat(s.Shown, s.Found)
	for i, x := range all {
		k := slices.IndexFunc(met, func(t scene.Thing) bool { return t.ID == x.ID && t.Kind == x.Kind })
		all[i].Known = k >= 0 && !met[k].Aside
	}
	for _, t := range met {
		had := slices.ContainsFunc(all, func(x guard.Thing) bool { return x.Kind == t.Kind && x.ID == t.ID }) // shown before, and found again
		if !had && (t.Kind != dish || c.Things == nil) {                                                      // the names of dishes are known
			all = append(all, guard.Thing{Kind: t.Kind, ID: t.ID, Name: t.Name, Known: true})
		}
	}
	return all
}

// lately returns the ids of the dishes found in this turn, unless they are a whole card,
// or else of the list that was shown last.
func lately(s *scene.Scene) (ids []string) {
	for _, t := range s.Found {
		if t.Kind == dish && !t.Aside {
			ids = append(ids, t.ID)
		}
	}
	if len(ids) > 0 && len(ids) <= maxShown {
		return ids
	}
	ids = nil
	for _, t := range s.Shown {
		if t.Kind != dish || t.Number != len(ids)+1 {
			break
		}
		ids = append(ids, t.ID)
	}
	return ids
}

// dish is the kind of things that the house knows all of.
const dish = "dish"

// words folds a text to words with a space around each.
var words = recent.Texts(1024, func(text string) string {
	return " " + strings.Join(strings.FieldsFunc(lang.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ") + " "
})

// singulars is words without plurals: "dois pães de queijo" names a "Pão de queijo".
var singulars = recent.Texts(1024, func(text string) string {
	all := strings.Fields(words(text))
	for i, w := range all {
		all[i] = lang.Same(w)
	}
	return " " + strings.Join(all, " ") + " "
})

// speech says an answer as it comes, sentence by sentence, each once the guard
// has let it pass.
type speech struct {
	stream *guard.Stream
	say    func(event.Words)
	said   strings.Builder
}

func (p *speech) hear(delta string) {
	if text := p.stream.Next(delta); text != "" {
		p.said.WriteString(text)
		p.say(event.Words{Text: text})
	}
}

// withdraw takes back what was said.
func (p *speech) withdraw() {
	if p.said.Len() > 0 {
		p.say(event.Words{Restart: true})
		p.said.Reset()
	}
}

// end makes what was said equal to the answer.
func (p *speech) end(answer string) {
	said := p.said.String()
	if rest, ok := strings.CutPrefix(answer, strings.TrimLeft(said, " \n")); ok {
		if rest != "" {
			p.say(event.Words{Text: rest})
		}
		return
	}
	p.withdraw()
	p.say(event.Words{Text: answer})
}
