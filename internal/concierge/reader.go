package concierge

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/concierge/chat"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/gazetteer"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
	"github.com/maitre-dev/maitre/task"
	"github.com/maitre-dev/maitre/ui"
)

// step is one thing to do or to say for a message: some calls, or words.
type step struct {
	Act   string         `json:"act"`
	Calls []llm.ToolCall `json:"calls,omitempty"`
	Words string         `json:"words,omitempty"`
}

// readID begins the ids of the reader's calls.
const readID = "read-"

// byReader reports whether the reader has decided what to do for this message.
func byReader(s agent.State, from int) bool {
	return slices.ContainsFunc(s.Messages[min(from, len(s.Messages)):], func(m llm.Message) bool {
		return slices.ContainsFunc(m.Parts, func(p llm.Part) bool { return p.Call != nil && strings.HasPrefix(p.Call.ID, readID) })
	})
}

// byReader decides as the reader understands the message: first the calls that
// its acts ask for, and then, of what they found, the answer. Where a model has
// failed the log knows already who decides.
func (c *Concierge) byReader(ctx context.Context, s agent.State, o own, tools []llm.ToolSpec, say func(event.Words), failed bool) agent.Thought {
	hesitates := o.Turn.Reply == texts.In(o.Scene.Language).Memory.Maybe
	if (asked{text: o.Turn.Message, at: o.Scene}).asksNoted() || hesitates && len(strings.Fields(o.Turn.Message)) > shortOrder || erases(o.Turn.Message) && len(sentences(o.Turn.Message)) > 1 {
		o.Turn.Reply = "" // the guest has gone on with something else
	}
	if o.Turn.Reply != "" { // a hook knows what to say
		said := []string{o.Turn.Reply}
		for _, x := range asides(o.Turn.Message) {
			if text := x.reply(o, c.house(o)); worldly[x.subject] && !slices.Contains(said, text) {
				said = append(said, text)
			}
		}
		return c.answered(ctx, strings.Join(said, "\n\n"), o, tools, say)
	}
	steps, sure := o.Steps, 0.0
	if steps == nil {
		steps, sure = c.steps(ctx, o)
	}
	done := map[string]*llm.ToolResult{}
	for _, m := range s.Messages[min(o.From, len(s.Messages)):] {
		for _, p := range m.Parts {
			if p.Result != nil && strings.HasPrefix(p.Result.CallID, readID) {
				done[p.Result.CallID] = p.Result
			}
		}
	}
	if len(done) == 0 {
		if !failed {
			d := task.Decision{By: task.ByRule, Cost: new(llm.USD), Sure: sure}
			if slices.ContainsFunc(steps, func(s step) bool { return s.Act == "unsure" }) || len(steps) == 0 {
				d.Why = "not understood"
			}
			decided(ctx, d)
		}
		var calls []llm.ToolCall
		for _, st := range steps {
			for _, x := range st.Calls {
				offered := slices.ContainsFunc(tools, func(t llm.ToolSpec) bool { return t.Name == x.Name })
				takes := func(t agent.Tool) bool { return t.Name == x.Name && t.Check(x.Args) == nil }
				if offered && slices.ContainsFunc(c.Tools, takes) { // "o segundo" of no list is not a call
					calls = append(calls, x)
				}
			}
		}
		if len(calls) > 0 {
			o.Steps = steps
			return agent.Thought{Calls: calls, Own: o.raw()}
		}
	}
	return c.answered(ctx, c.compose(s, steps, done, o), o, tools, say)
}

// steps are what a message asks for, in the order in which it is done and told.
func (c *Concierge) steps(ctx context.Context, o own) (steps []step, sure float64) {
	if c.Own != nil {
		if tool := c.Own(ctx, o.Turn); tool != "" {
			calls := call(tool, args{"question": o.Turn.Message})
			calls[0].ID = readID + "own"
			return []step{{Calls: calls}}, 1
		}
	}
	if c.Told != nil && c.Told(ctx, o.Turn.Message) {
		calls := call("house_info", args{"topic": o.Turn.Message})
		calls[0].ID = readID + "told"
		return []step{{"house_info", calls, ""}}, 1
	}
	if rest, ok := (asked{at: o.Scene}).agrees(o.Turn.Message); ok {
		in, only := args{"answer": "yes"}, !strings.Contains(rest, "?") && len(strings.Fields(rest)) <= shortAnswer
		if only && rest != "" { // "yes. Table 3, under Kim"
			in["request"] = rest
		}
		filed := call("ask_staff", in)
		if filed[0].ID = readID + "yes"; only {
			return []step{{"yes", filed, ""}}, 1
		}
		steps, o.Turn.Message = []step{{"yes", filed, ""}}, rest
	}
	if clause, rest := (asked{text: o.Turn.Message, at: o.Scene, onCard: c.naming(ctx, o)}).sends(); clause != "" {
		return c.sending(ctx, o, clause, rest), 1
	}
	heard := scene.Unnamed(o.Turn.Message, o.Scene.Shown)
	if chosen := (asked{text: o.Turn.Message, at: o.Scene, last: o.Did}).byName(heard); chosen != nil {
		chosen[0].ID = readID + "name"
		return append(steps, step{"choose", chosen, ""}), 1
	}
	beside := ofHouse(asides(heard), o.Did)
	if (asked{text: o.Turn.Message, at: o.Scene}).erasesAll(beside) {
		calls := call("forget", args{"what": "everything"})
		calls[0].ID = readID + "forget"
		return append(steps, step{"forget", calls, ""}), 1
	}
	if (asked{text: o.Turn.Message}).hasWord(booking) { // "move our booking, the flight is late"
		beside = slices.DeleteFunc(beside, func(x aside) bool { return x.subject == "travel" })
	}
	if i := slices.IndexFunc(beside, func(x aside) bool { return x.subject == "here" }); i >= 0 { // "jantamos aí com vocês": of the house, not of a trip
		if beside = slices.Delete(beside, i, i+1); strings.HasPrefix(o.Did, "trip") || o.Did == "place" {
			o.Did = "chat"
		}
	}
	if o.Did == "consent" && o.Under != "" && !answersConsent(o) {
		o.Did = o.Under // what was shown is spoken of, and not what may be kept
	}
	named := c.naming(ctx, o)
	if (asked{text: o.Turn.Message, at: o.Scene, last: o.Did, onCard: named}).leavesTrip() {
		o.Did = "chat"
	}
	r, own, whole := read(o.Turn.Message, understand.Before{Last: o.Did, House: o.Scene.Last})
	if heard != o.Turn.Message {
		_, _, whole = read(heard, understand.Before{Last: o.Did, House: o.Scene.Last})
	}
	r.Spans = asRefs(r, o)
	r.Acts = proven(r, o, named)
	beside = slices.DeleteFunc(beside, func(x aside) bool {
		served := asked{text: x.sentence, spans: r.Spans, at: o.Scene, last: o.Did, onCard: named}.asksHours() // the card says when
		away := strings.HasPrefix(o.Did, "brewer") || strings.HasPrefix(o.Did, "trip") || o.Did == "place"
		return unsaid[x.subject] && away || x.subject == "advise" && !mayAdvise(r, o) || x.subject == "fact" && (served || does(r, "plan_trip"))
	})
	if idle := func(a understand.Act) bool { return a.Name == "outside" || a.Name == "help" || courtesies[a.Name] }; len(whole.Acts) > 0 && !slices.ContainsFunc(whole.Acts, idle) {
		beside = slices.DeleteFunc(beside, func(x aside) bool { return worldly[x.subject] }) // "away from the window, it is cold there" asks for no forecast
	}
	if i := slices.IndexFunc(beside, func(x aside) bool { return x.subject == "forget" }); i >= 0 && !does(r, "forget") { // whatever else it was taken for
		r.Acts = append(r.Acts, understand.Act{Name: "forget", Score: 1})
		own["forget"] = beside[i].sentence
	}
	number := 0
	add := func(act string, calls []llm.ToolCall, words string) {
		for i := range calls {
			number++
			calls[i].ID = readID + strconv.Itoa(number)
		}
		steps = append(steps, step{act, calls, words})
	}
	if help := chat.Emergency(chat.ReplyIn{Message: o.Turn.Message, Language: string(o.Scene.Language)}); help != "" {
		return []step{{Words: help}}, 1
	}
	facts := ofOther(told(whole, beyondFacts(heard, beside), o.Scene.Said...), o)
	if clause := passedOn(beside); len(facts) == 0 && clause != "" {
		_, _, whole = read(clause, understand.Before{})
		facts = ofOther(told(whole, clause), o)
	}
	if len(facts) > 0 {
		add("tell", call("remember", args{"facts": facts}), "")
	} else if words := unsure(r, o); words != "" && changesOrder(o, r, named) {
		r.Acts = []understand.Act{{Name: "bill"}}
	} else if words != "" && len(beside) == 0 {
		add("unsure", nil, words)
		return steps, r.Sure
	}
	keep := c.keeping(o, r, facts)
	if keep != nil {
		if keepsNot(o.Turn.Message) && onlyTold(steps) { // said back as what holds for now alone
			steps[len(steps)-1].Act = "held"
		}
		add("keep", keep, "")
		r.Acts = slices.DeleteFunc(slices.Clone(r.Acts), func(a understand.Act) bool {
			return a.Name == "forget" || a.Name == "yes" || a.Name == "no" || a.Name == "recall" && !strings.Contains(o.Turn.Message, "?")
		})
	}
	all := civil(beyondTold(parts(o.Turn.Message, r, own), o.Turn.Message), o)
	for i := range all {
		all[i].at, all[i].last, all[i].again, all[i].onCard = o.Scene, o.Did, o.Again, named
		if o.Did == "consent" && o.Under != "" && all[i].act != "yes" && all[i].act != "no" {
			all[i].last = o.Under
		}
	}
	all = slices.DeleteFunc(toldStaff(o.Turn.Topics, onFigures(onTrips(onTable(all, o.Turn.Message)))), func(p asked) bool {
		guessed := p.act == "recall" && own["recall"] == "" && does(r, "forget") // what is to be forgotten is not told first
		return guessed || p.givesWay(beside)
	})
	for _, p := range all {
		calls := p.calls()
		words := ""
		switch {
		case len(calls) > 0 || p.act == "tell":
		case (p.act == "about_brewery" || p.act == "choose") && len(all)+len(beside) > 1: // which one is no question beside other wishes
		case (p.act == "outside" || p.act == "help" && p.requests()) && len(all)+len(beside) > 1:
			if !p.amongAsides(beside) {
				words = beyond(p.text, o)
			}
		case (p.act == "yes" || p.act == "no" || p.act == "heard") && len(all)+len(beside) > 1: // nothing was asked
		case p.act == "plan_trip" && onlyTold(steps): // "ela não come peixe, isso muda algo?"
		case p.act != "smalltalk" || len(steps)+len(beside) == 0: // "sou alérgica a camarão" is noted, and no joke
			words = c.talk(p, o)
		}
		if len(calls) > 0 || words != "" || p.act == "tell" {
			add(p.act, calls, words)
		}
	}
	if len(steps) == 0 { // acts that each leave the words to the other
		for _, p := range all {
			p.with = []string{p.act}
			if calls := p.calls(); len(calls) > 0 {
				add(p.act, calls, "")
				break
			}
		}
		if a := (asked{act: "find_dishes", text: o.Turn.Message, spans: r.Spans, at: o.Scene, last: o.Did, again: o.Again, onCard: named}); len(steps)+len(beside) == 0 && len(a.courses()) > 0 {
			add(a.act, a.calls(), "") // a part of the card is named, whatever is said of it
		}
	}
	if onlyTold(steps) && (strings.Contains(o.Turn.Message, "?") || o.Did == "trip_eat" && does(r, "plan_trip")) { // "isso muda algo?": what was found is looked for again
		add("again", slices.Clone(o.Again), "")
	}
	for _, x := range beside {
		if x.subject == "forget" {
			continue
		}
		if x.subject == "fact" {
			add("house_info", call("house_info", args{"topic": bare(x.sentence)}), "")
			continue
		}
		if x.subject == "advise" {
			if calls := (asked{act: "plan_trip", text: x.sentence, spans: r.Spans, at: o.Scene, last: o.Did}).compareTowns(); calls != nil {
				add("advise", calls, "")
			} else if !listsCheapest(steps) && !compares(steps) {
				add("advise", nil, advice(o))
			}
			continue
		}
		if x.subject == "separate" && len((asked{at: o.Scene}).tab()) > 0 {
			if !slices.ContainsFunc(steps, func(s step) bool { return s.Act == "bill" || s.Act == "order" }) {
				add("bill", call("bill", args{"tab": true, "own": true}), "")
			}
			continue
		}
		if x.subject == "sorry" {
			add("hello", nil, x.reply(o, c.house(o)))
		}
		if kind, ok := requestKinds[x.subject]; ok {
			if kind != "-" && !slices.ContainsFunc(steps, func(s step) bool { return s.Act == "ask_staff" }) {
				add("ask_staff", asked{act: "ask_staff", text: x.sentence, at: o.Scene, with: called(steps)}.staff(kind), "")
			}
			continue
		}
		add("outside", nil, x.reply(o, c.house(o)))
	}
	if slices.ContainsFunc(steps, func(s step) bool { return s.Act == "ask_staff" }) { // "não quero desculpas, quero o gerente" is no answer
		steps = slices.DeleteFunc(steps, func(s step) bool {
			return (s.Act == "no" || s.Act == "yes") && len(s.Calls) > 0 && s.Calls[0].ID != readID+"yes"
		})
	}
	slices.SortStableFunc(steps, func(a, b step) int { return greets(b) - greets(a) })
	return steps, r.Sure
}

func (c *Concierge) house(o own) chat.House {
	return chat.House{Name: cmp.Or(o.Turn.House, c.House.Name), Topics: o.Turn.Topics}
}

// greets is 1 of a greeting, which comes first.
func greets(s step) int {
	if s.Act == "hello" {
		return 1
	}
	return 0
}

// answersConsent reports whether a message answers, or may answer, whether something may be kept.
func answersConsent(o own) bool {
	r := understand.Read(o.Turn.Message, understand.Before{Last: o.Did, House: o.Scene.Last})
	answers := func(act string) bool { return does(r, act) }
	return len(r.Acts) == 0 || slices.ContainsFunc([]string{"yes", "no", "tell", "forget", "recall"}, answers) || asked{text: o.Turn.Message}.says("keep")
}

// asRefs takes what counts places of a list for a reference where dishes were told of last:
// "e na segunda, o que vai?".
func asRefs(r understand.Reading, o own) []understand.Span {
	if o.Did != "menu" && o.Did != "dish" || does(r, "ask_staff") || does(r, "house_info") {
		return r.Spans
	}
	all := slices.Clone(r.Spans)
	for i, s := range all {
		if (s.Kind == "operator" || s.Kind == "date") && len(understand.Point(s.Text).Numbers) > 0 {
			all[i].Kind = "ref"
		}
	}
	if slices.ContainsFunc(all, func(s understand.Span) bool { return s.Kind == "ref" }) || !does(r, "about_dish") && !does(r, "order") && !does(r, "choose") {
		return all
	}
	for _, w := range spots(o.Turn.Message) { // "how is the first made?"
		if p := understand.Point(w.word); len(p.Numbers) > 0 && len(w.word) > 3 {
			all = append(all, understand.Span{Kind: "ref", Text: o.Turn.Message[w.from:w.to], From: w.from, To: w.to})
		}
	}
	return all
}

// listsCheapest reports whether steps list places with the cheapest first, which says
// what the house would take.
func listsCheapest(steps []step) bool {
	return slices.ContainsFunc(steps, func(s step) bool {
		return slices.ContainsFunc(s.Calls, func(c llm.ToolCall) bool {
			return strings.HasPrefix(c.Name, "list-") && strings.Contains(c.Args, `"sort":"cheap"`) && strings.Contains(c.Args, `"place":`)
		})
	})
}

// compares reports whether steps tell what places cost, which says what the house would take.
func compares(steps []step) bool {
	return slices.ContainsFunc(steps, func(s step) bool {
		return slices.ContainsFunc(s.Calls, func(c llm.ToolCall) bool { return c.Name == "trip_total" })
	})
}

// does reports whether a reading has an act.
func does(r understand.Reading, act string) bool {
	return slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return a.Name == act })
}

// onlyTold reports whether steps do nothing but note what was told.
func onlyTold(steps []step) bool {
	return len(steps) > 0 && !slices.ContainsFunc(steps, func(s step) bool { return s.Act != "tell" })
}

// changesOrder reports whether a message changes the order, or asks for it.
func changesOrder(o own, r understand.Reading, named findNames) bool {
	return asked{act: (asked{act: "repeat", text: o.Turn.Message, spans: r.Spans, at: o.Scene, last: o.Did, onCard: named}).tableAct(), last: o.Did}.bills()
}

// findNames finds dishes of the card in words of a guest.
type findNames func(text string) []scene.Mention

// naming is that of one message, whose words are asked about again and again: each is
// looked for once.
func (c *Concierge) naming(ctx context.Context, o own) findNames {
	if c.Named == nil {
		return nil
	}
	found := map[string][]scene.Mention{}
	return func(text string) []scene.Mention {
		all, ok := found[text]
		if !ok {
			all = slices.DeleteFunc(c.Named(scene.With(ctx, o.Scene), text), func(m scene.Mention) bool { return beginsBreakfast(text[m.From:]) })
			found[text] = all
		}
		return all
	}
}

// compose says what the steps of a message came to, each once, in their order.
func (c *Concierge) compose(s agent.State, steps []step, done map[string]*llm.ToolResult, o own) string {
	w := texts.In(o.Scene.Language)
	var said []string
	add := func(text string) {
		kept := slices.DeleteFunc(strings.Split(strings.TrimSpace(text), "\n"), func(line string) bool {
			return slices.ContainsFunc(said, func(had string) bool { return slices.Contains(strings.Split(had, "\n"), line) })
		})
		for i, line := range kept { // a sentence that begins a line is said once too
			if first, rest, ok := strings.Cut(line, ". "); ok && slices.ContainsFunc(said, func(had string) bool { return strings.Contains(had, first+". ") }) && !strings.HasPrefix(line, "- ") {
				kept[i] = rest
			}
		}
		unknown := func(text string) bool {
			return strings.HasPrefix(text, w.House.NotTold[:strings.IndexByte(w.House.NotTold, '%')])
		}
		about, _, _ := strings.Cut(w.House.NotToldOf, "%s")
		if text = strings.TrimSpace(strings.Join(kept, "\n")); unknown(text) && slices.ContainsFunc(said, func(had string) bool { return strings.HasPrefix(had, about) }) {
			return // it was said of what
		}
		if text != "" {
			said = append(said, text)
		}
	}
	for _, st := range steps {
		add(st.Words)
		for _, x := range st.Calls {
			r := done[x.ID]
			i := slices.IndexFunc(c.Tools, func(t agent.Tool) bool { return t.Name == x.Name })
			if r == nil || i < 0 {
				continue
			}
			switch {
			case slices.ContainsFunc(s.Declined, func(d llm.ToolCall) bool { return d.ID == x.ID }):
				add(w.Concierge.Fine)
				continue
			case r.IsError && x.Name == "brewery_details":
				var in struct{ Brewery string }
				_ = json.Unmarshal([]byte(x.Args), &in) // ours
				add(fmt.Sprintf(w.Beer.Unknown, ui.Clean(in.Brewery)))
				continue
			case r.IsError && x.Name == "draw_chart":
				if len(st.Calls) == 1 { // else what was asked says why
					add(w.Data.NotDrawn)
				}
				continue
			case r.IsError:
				add(w.Again(w.Beer.Failed))
				continue
			}
			if text := c.Tools[i].Say(r.Value(), o.Scene.Language); st.Act != "held" && (text != w.Memory.Maybe || len(said) == 0) {
				add(text)
			}
			if x.Name == "recall" && slices.ContainsFunc(c.Tools, func(t agent.Tool) bool { return t.Name == "ask_purchases" }) {
				add(w.Concierge.Reads)
			}
		}
	}
	if len(said) == 0 {
		if onlyTold(steps) { // what was told is known
			return texts.In(o.Scene.Language).Concierge.Fine
		}
		return notUnderstood(o)
	}
	return strings.Join(said, "\n\n")
}

// did returns what the house showed or asked last, in the words of
// understand.Before, and the searches with which it did.
func did(s agent.State, o own) (what string, again []llm.ToolCall) {
	what, again = o.Did, o.Again
	fresh := true
	for _, m := range s.Messages[min(o.From, len(s.Messages)):] {
		for _, p := range m.Parts {
			if p.Call == nil {
				continue
			}
			if w := shows[p.Call.Name]; w != "" {
				what = w
			}
			if strings.HasPrefix(p.Call.Name, "find_") || strings.HasPrefix(p.Call.Name, "list-") {
				if fresh {
					again, fresh = nil, false
				}
				again = append(again, *p.Call)
			}
		}
	}
	return what, again
}

// shows tells what the house has shown when a tool has run.
var shows = map[string]string{
	"find_dishes": "menu", "whole_card": "menu", "dish_details": "dish", "bill": "dish", "find_breweries": "breweries", "brewery_details": "brewery",
	"ask_purchases": "purchases", "client_profile": "purchases", "list-accommodations": "trip_stay", "list-restaurants": "trip_eat", "choose_place": "place",
	"trip_total": "place", "ask_data": "table", "draw_chart": "chart", "recall": "memory", "forget": "memory",
}

// Shown tells what the house has shown last after some calls, or else by its words.
func Shown(calls []llm.ToolCall, said string) string {
	for _, c := range slices.Backward(calls) {
		if what := shows[c.Name]; what != "" {
			return what
		}
	}
	if strings.HasSuffix(strings.TrimSpace(said), "?") {
		return "question"
	}
	return "chat"
}

// ActsOf returns the acts that calls do, each once: the table of asked.calls read
// backwards.
func ActsOf(calls []llm.ToolCall) (acts []string) {
	for _, c := range calls {
		a := doneBy[c.Name]
		if c.Name == "consent" {
			if a = "no"; strings.Contains(c.Args, `"yes"`) {
				a = "yes"
			}
		}
		if a != "" && !slices.Contains(acts, a) {
			acts = append(acts, a)
		}
	}
	if len(acts) > 1 { // what is remembered beside a wish is not told for its own sake
		acts = slices.DeleteFunc(acts, func(a string) bool { return a == "tell" })
	}
	return acts
}

var doneBy = map[string]string{
	"find_dishes": "find_dishes", "whole_card": "show_card", "dish_details": "about_dish", "bill": "bill", "ask_staff": "ask_staff", "house_info": "house_info",
	"find_breweries": "find_breweries", "brewery_details": "about_brewery", "ask_purchases": "ask_purchases", "list-accommodations": "plan_trip", "list-restaurants": "plan_trip",
	"choose_place": "choose", "trip_total": "trip_total", "ask_data": "ask_data", "draw_chart": "draw_chart", "recall": "recall", "forget": "forget", "remember": "tell",
}

// read reads a message, and then its sentences: a wish that stands in a sentence of
// its own is heard whatever the rest is about, "valeu!" or a bill. own are these
// sentences, by act; whole is the message without them.
func read(message string, b understand.Before) (r understand.Reading, own map[string]string, whole understand.Reading) {
	r = understand.Read(message, b)
	whole, own = r, map[string]string{}
	r.Acts = slices.Clone(r.Acts)
	all := sentences(message)
	if asksWhereToGo(message) && !does(r, "plan_trip") {
		r.Acts, r.Sure = []understand.Act{{Name: "plan_trip", Score: 1}}, 1
	}
	if len(all) < 2 {
		return r, own, whole
	}
	least := heardLeast
	idle := func(a understand.Act) bool { return courtesies[a.Name] || a.Name == "outside" || a.Name == "help" }
	if !slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return !idle(a) }) {
		least = heardIdle
	}
	if !slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return !courtesies[a.Name] }) {
		if rest := understand.Read(beyondCourtesy(all, b), b); len(rest.Acts) > 0 {
			r.Acts, r.Sure = append(r.Acts, rest.Acts...), rest.Sure
		}
	}
	for _, sentence := range all {
		if len(strings.Fields(sentence)) < 3 {
			continue
		}
		part := understand.Read(strings.TrimSpace(sentence), b)
		if onlyCounts(part) {
			continue
		}
		if asksWhereToStay(sentence) && len(gazetteer.Read(message)) > 0 || shiftsTrip(sentence, b.Last) || asksWhereToGo(sentence) { // and no address of the house
			part = understand.Reading{Acts: []understand.Act{{Name: "plan_trip"}}, Sure: 1}
		}
		for _, a := range part.Acts {
			subject := subjects[a.Name]
			known := func(had understand.Act) bool { return subjects[had.Name] == subject }
			if a.Name == "recall" && !understand.Says(sentence, "memory") && !understand.Says(sentence, "mind_verb") && !understand.Says(sentence, "privacy") { // "o que vocês têm?"
				continue
			}
			if subject != "" && part.Sure >= max(heard[a.Name], least) && !slices.ContainsFunc(r.Acts, known) {
				r.Acts = append(r.Acts, a)
				own[a.Name] = sentence
			}
		}
	}
	return r, own, whole
}

// onlyCounts reports whether a sentence says how many come and nothing else: "somos 4".
func onlyCounts(r understand.Reading) bool {
	return len(r.Spans) > 0 && !slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return s.Kind != "people" }) && does(r, "ask_staff")
}

// beyondCourtesy is a message without the sentences that are courtesies.
func beyondCourtesy(sentences []string, b understand.Before) string {
	rest := slices.DeleteFunc(slices.Clone(sentences), func(s string) bool {
		part := understand.Read(strings.TrimSpace(s), b)
		return len(part.Acts) > 0 && courtesies[part.Acts[0].Name]
	})
	return strings.TrimSpace(strings.Join(rest, ""))
}

// subjects are what acts are about that a sentence of its own may ask for. Of acts of
// one subject the whole message knows better which is meant.
var subjects = map[string]string{
	"find_dishes": "card", "show_card": "card", "about_dish": "card", "bill": "card", "order": "card", "more": "", "other": "",
	"find_breweries": "breweries", "about_brewery": "breweries", "ask_purchases": "figures", "ask_data": "figures", "draw_chart": "figures",
	"plan_trip": "trip", "trip_total": "trip", "recall": "memory", "forget": "memory", "ask_staff": "staff", "house_info": "house", "outside": "outside", "help": "help",
}

// heardLeast is how sure the reader must be of a sentence to hear a wish in it that it
// did not hear in the whole message, by its scores on writers it was not trained on;
// heardIdle is for a message in which it heard no wish. heard are acts of which it must
// be surer, for they are often found by mistake.
const heardLeast, heardIdle = 0.58, 0.45

var heard = map[string]float64{"ask_purchases": 0.8, "ask_data": 0.8, "ask_staff": 0.7, "outside": 0.52, "find_breweries": 0.65, "house_info": 0.65, "bill": 0.62, "order": 0.62, "about_dish": 0.62, "show_card": 0.62}
