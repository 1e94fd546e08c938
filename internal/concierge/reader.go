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
	"github.com/maitre-dev/maitre/internal/understand/choice"
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
	permitted, _ := permission(o.Turn.Message)
	erased, _ := asked{text: o.Turn.Message, at: o.Scene}.erasing()
	if rights(understand.Read(o.Turn.Message, understand.Before{}), o) || (asked{text: o.Turn.Message, at: o.Scene}).asksNoted() || hesitates && len(strings.Fields(o.Turn.Message)) > shortOrder || erases(o.Turn.Message) && len(sentences(o.Turn.Message)) > 1 || len(erased) > 0 || permitted != "" {
		o.Turn.Reply = "" // the guest has gone on with something else
	}
	if o.Turn.Reply != "" { // a hook knows what to say
		beside, _ := c.foreign(o)
		return c.answered(ctx, strings.Join(append([]string{o.Turn.Reply}, beside...), "\n\n"), o, tools, say)
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
			return agent.Thought{Calls: calls, Own: o.raw(), Free: !failed}
		}
	}
	return c.answered(ctx, c.warned(ctx, c.compose(s, steps, done, o), o), o, tools, say)
}

// steps are what a message asks for, in the order in which it is done and told.
func (c *Concierge) steps(ctx context.Context, o own) (steps []step, sure float64) {
	if help := chat.Emergency(chat.ReplyIn{Message: o.Turn.Message, Language: string(o.Scene.Language)}); help != "" {
		return []step{{Words: help}}, 1
	}
	if said, rest := c.foreign(o); rest != strings.TrimSpace(o.Turn.Message) {
		if sure = doubtful; rest != "" {
			o.Scene = scene.Of(o.raw()) // a copy, for the rest alone
			o.Turn.Message, o.Scene.Message = rest, rest
			steps, sure = c.steps(ctx, o)
		}
		if len(said) > 0 {
			steps = slices.DeleteFunc(steps, func(s step) bool { return len(s.Calls) == 0 && s.Act != "tell" }) // small words about the rest
			steps = append(steps, step{"outside", nil, strings.Join(said, " ")})
		}
		return steps, sure
	}
	number := 0
	add := func(act string, calls []llm.ToolCall, words string) {
		calls = slices.DeleteFunc(calls, func(x llm.ToolCall) bool { // two acts that ask for the same are one wish
			return slices.ContainsFunc(steps, func(s step) bool {
				return slices.ContainsFunc(s.Calls, func(had llm.ToolCall) bool { return had.Name == x.Name && had.Args == x.Args })
			})
		})
		for i := range calls {
			number++
			calls[i].ID = readID + strconv.Itoa(number)
		}
		if len(calls) > 0 || words != "" || act == "tell" {
			steps = append(steps, step{act, calls, words})
		}
	}
	if tool := c.ownTool(ctx, o); tool != "" {
		add("", call(tool, args{"question": o.Turn.Message}), "")
		return steps, 1
	}
	named := c.naming(ctx, o)
	tells := asked{text: o.Turn.Message, at: o.Scene, onCard: named}
	warns := func(x aside) bool { return x.subject == "allergy" || x.subject == "send" && len(tells.tab()) > 0 } // "send it to the kitchen" asks nothing of the kitchen
	if c.Told != nil && !tells.reached() && tells.ofSeat() == nil && !slices.ContainsFunc(tells.undone(asides(o.Turn.Message)), warns) {
		told, rest := c.Told(ctx, o.Turn.Message)
		if told == "" && tells.namesDay() && does(understand.Read(tells.saidBefore(), understand.Before{}), "house_info") { // "e no dia 24?"
			told, rest = o.Turn.Message, ""
		}
		if told != "" {
			if add("house_info", call("house_info", args{"topic": told}), ""); !goesOn(rest) && len(understand.Needs(rest)) == 0 && !tells.namesDish(rest) && (!tells.toldOrder() || tells.part(rest).agreeing() == "") && !does(understand.Read(rest, understand.Before{}), "ask_staff") {
				return steps, 1
			}
			o.Scene = scene.Of(o.raw()) // a copy, for the rest alone
			o.Turn.Message, o.Scene.Message = rest, rest
		}
	}
	a := asked{text: o.Turn.Message, at: o.Scene, last: o.Did, onCard: named}
	if r, _ := a.booked(); a.asksBooked() {
		in := args{}
		if r.ID != "" {
			in["filed"] = "state"
		}
		add("ask_staff", call("ask_staff", in), "")
		return steps, 1
	}
	if rest, ok := a.agrees(o.Turn.Message); ok {
		in, only := args{"answer": "yes"}, !strings.Contains(rest, "?") && len(strings.Fields(rest)) <= shortAnswer
		if answer, _ := choice.Read(rest, nil); only && rest != "" && !answer.Yes { // "yes. Table 3, under Kim", and not "yes, please"
			in["request"] = rest
		}
		if add("agreed", call("ask_staff", in), ""); only {
			return steps, 1
		}
		o.Turn.Message, a.text = rest, rest
	}
	if a.unanswered() { // it is read back once more
		add("ask_staff", call("ask_staff", args{}), "")
		return steps, 1
	}
	if clause, rest := a.sends(); clause != "" {
		return append(steps, c.sending(ctx, o, clause, rest)...), 1
	}
	if swap := a.corrects(); swap != nil {
		add("order", call("bill", args{"tab": true, "order": true, "changes": swap}), "")
		return steps, 1
	}
	heard := scene.Unnamed(o.Turn.Message, o.Scene.Shown)
	if chosen := a.byName(heard); chosen != nil {
		add("choose", chosen, "")
		return steps, 1
	}
	if a.erasesAll(asides(o.Turn.Message)) {
		add("forget", call("forget", args{"what": "everything"}), "")
		return steps, 1
	}
	if calls, rest := a.erasing(); len(calls) > 0 {
		left := understand.Read(rest, understand.Before{})
		if add("forget", calls, ""); !wishes(rest) && (!does(left, "recall") || left.Sure < heardLeast) {
			return steps, 1
		}
		o.Scene = scene.Of(o.raw()) // a copy, for the rest alone
		o.Turn.Message, o.Scene.Message, a.text = rest, rest, rest
	}
	if left := len(strings.Fields(a.text)) < fewWords && a.countWord(leftWords) > 0; a.last == "memory" && left || a.erasesBut() {
		a.act, a.spans = map[bool]string{true: "recall", false: "forget"}[left], understand.Read(a.text, understand.Before{Last: "memory"}).Spans
		add(a.act, a.memo(), "")
		return steps, 1
	}
	if !a.judges() && c.amending(a, o, add) {
		return steps, 1
	}
	if rest, ok := c.toPeople(a, o, add); ok {
		if !goesOn(rest) { // one of its sentences may: "the soup made us ill. it was busy. what is in it?"
			some := slices.DeleteFunc(sentences(rest), func(s string) bool { return !strings.HasSuffix(s, "?") || !goesOn(s) })
			if rest = strings.TrimSpace(strings.Join(some, "")); rest == "" {
				return steps, 1
			}
		}
		o.Turn.Message = rest
	}
	if rest, ok := c.permits(o, add); ok {
		o.Turn.Message = rest
	}
	r, own, whole := c.hear(&o, named)
	heard = scene.Unnamed(o.Turn.Message, o.Scene.Shown)
	if whole.Corrects(heard) {
		forgets := func(a understand.Act) bool { return a.Name == "forget" || a.Name == "recall" }
		r.Acts, whole.Acts = slices.DeleteFunc(slices.Clone(r.Acts), forgets), slices.DeleteFunc(slices.Clone(whole.Acts), forgets)
	}
	facts := moved(ofOther(told(whole, heard, o.Scene.Said...), o), whole, o)
	righted := slices.ContainsFunc(facts, func(f args) bool { return f["over"] == true })
	facts = withFish(facts, o)
	silent := func(f args) bool { return f["silent"] == true }
	if some := slices.DeleteFunc(slices.Clone(facts), func(f args) bool { return !silent(f) }); len(some) > 0 {
		add("silent", call("remember", args{"facts": some}), "")
		facts = slices.DeleteFunc(facts, silent)
	}
	if len(facts) > 0 {
		if add("tell", call("remember", args{"facts": facts}), ""); rights(whole, o) && !strings.Contains(o.Turn.Message, "?") { // "sorry" is all the rest of it
			return steps, r.Sure
		}
	} else if words := unsure(r, o); words != "" {
		add("unsure", nil, words)
		return steps, r.Sure
	}
	if keep := c.keeping(o, r, facts); keep != nil {
		if keepsNot(o.Turn.Message) && onlyTold(steps) && !slices.ContainsFunc(facts, func(f args) bool { return f["person"] == nil }) { // said back as what holds for now alone
			steps[len(steps)-1].Act = "held"
		}
		add("keep", keep, "")
		rest := o.Turn.Message // without what is to be kept
		for _, clause := range clauses(rest) {
			if p := (asked{text: clause}); p.says("keep") || p.says("may_keep") {
				rest = strings.Replace(rest, clause, "", 1)
			}
		}
		if len(rest) < len(o.Turn.Message) && len(facts) == 0 && !strings.Contains(rest, "?") && !wishes(rest) && !tells.namesDish(rest) {
			return steps, r.Sure
		}
		r.Acts = slices.DeleteFunc(slices.Clone(r.Acts), func(a understand.Act) bool {
			return a.Name == "forget" || a.Name == "yes" || a.Name == "no" || a.Name == "recall" && !strings.Contains(o.Turn.Message, "?")
		})
	}
	all := civil(beyondTold(parts(o.Turn.Message, r, own), o.Turn.Message), o)
	for i := range all {
		all[i].at, all[i].last, all[i].again, all[i].onCard = o.Scene, o.Did, o.Again, named
		if all[i].act == "help" && all[i].hasPhrase("may_order") {
			all[i].act = "find_dishes"
		}
	}
	all = toldStaff(o.Turn.Topics, oneTrip(all))
	for _, p := range all {
		if (p.act == "yes" || p.act == "no") && slices.ContainsFunc(steps, func(s step) bool { return s.Act == "agreed" }) {
			continue // it is answered
		}
		if o.lacks(actTopics[p.act]) {
			add(p.act, nil, chat.Missing(chat.ReplyIn{Message: p.text, Language: string(o.Scene.Language), House: c.house(o)}))
			continue
		}
		if p.act == "choose" && slices.ContainsFunc(all, func(x asked) bool { return x.act == "trip_total" && x.text == p.text }) {
			continue // "how much is the cheapest?" chooses nothing
		}
		if len(facts) > 0 && !strings.Contains(o.Turn.Message, "?") && (p.act == "outside" || p.act == "recall") {
			continue // what is told is noted
		}
		if p.act == "recall" && len(p.mentions(p.text))+len(p.courses())+len(understand.Foods(p.text)) > 0 && slices.ContainsFunc(all, func(x asked) bool { return subjects[x.act] == "card" }) {
			continue // "what juices do you have?" is of the card
		}
		calls := p.calls()
		if righted && p.act == "about_dish" && len(o.Again) > 0 && !slices.ContainsFunc(p.mentions(p.text), func(m scene.Mention) bool { return !m.Plain && !m.Kind }) { // "he does eat fish: what changes?"
			calls = slices.Clone(o.Again)
		}
		if len(calls) > 0 || p.act == "tell" || len(facts) > 0 && (p.act == "plan_trip" || p.act == "repeat") {
			add(p.act, calls, "")
			continue
		}
		if subjects[p.act] == "card" && len(facts) > 0 && !p.questions() {
			continue // it was told, and noted: "no como cerdo"
		}
		add(p.act, nil, c.wordsTo(p, o, len(steps) > 0 || len(all) > 1))
	}
	if onlyTold(steps) && strings.Contains(o.Turn.Message, "?") { // "isso muda algo?": what was found is looked for again
		p := asked{act: "find_dishes", text: o.Turn.Message, spans: r.Spans, at: o.Scene, last: o.Did, again: o.Again, onCard: named}
		add("again", p.afresh(), "")
	}
	figures := func(s step) bool { return subjects[s.Act] == "figures" } // "how many units did I buy?" asks of no portion
	if !strings.HasPrefix(o.Did, "trip") && o.Did != "place" && !slices.ContainsFunc(steps, figures) {
		for _, x := range asides(heard) {
			noted := x.subject == "without" && slices.ContainsFunc(steps, func(s step) bool { return len(s.Calls) > 0 && s.Calls[0].Name == "bill" })
			if unsaid[x.subject] && !noted || x.subject == "discount" && !slices.ContainsFunc(steps, func(s step) bool { return s.Act == "bill" }) {
				add("outside", nil, x.reply(o, c.house(o)))
			}
		}
	}
	slices.SortStableFunc(steps, func(a, b step) int { return greets(b) - greets(a) })
	return steps, r.Sure
}

// ownTool is the tool of the house's own making that answers a message, or "".
func (c *Concierge) ownTool(ctx context.Context, o own) string {
	if c.Own == nil {
		return ""
	}
	return c.Own(ctx, o.Turn)
}

// wordsTo is what is said to a part of a message that no tool is called for. Beside other
// parts it is little: what was asked for and cannot be had is named.
func (c *Concierge) wordsTo(p asked, o own, beside bool) string {
	var said []string
	for _, x := range asides(p.text) {
		if text := x.reply(o, c.house(o)); (chat.Answers(p.act) || p.act == "plan_trip" || p.act == "order") && !courtesies[p.act] && text != "" && !unsaid[x.subject] && (toSee[x.subject] == "" || x.ofTrip(o)) && !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	switch {
	case len(said) > 0:
		return strings.Join(said, " ")
	case !beside:
		return c.talk(p, o)
	case p.act == "yes" || p.act == "no" || p.act == "heard" || p.act == "about_brewery" || p.act == "choose" || courtesies[p.act]:
		return "" // nothing was asked, or which one
	case p.act == "outside" || p.act == "help" && p.requests():
		return beyond(p.text, o)
	}
	return c.talk(p, o)
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

// asRefs takes what counts places of a list for a reference where dishes were told of last:
// "e na segunda, o que vai?".
func asRefs(r understand.Reading, o own) []understand.Span {
	if o.Did != "menu" && o.Did != "dish" || does(r, "ask_staff") || does(r, "house_info") {
		return r.Spans
	}
	all := slices.Clone(r.Spans)
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

// does reports whether a reading has an act.
func does(r understand.Reading, act string) bool {
	return slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return a.Name == act })
}

// onlyTold reports whether steps do nothing but note what was told.
func onlyTold(steps []step) bool {
	return len(steps) > 0 && !slices.ContainsFunc(steps, func(s step) bool { return s.Act != "tell" && s.Act != "silent" })
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

		text = strings.TrimSpace(strings.Join(kept, "\n"))
		if text != "" {
			said = append(said, text)
		}
	}
	drawn := c.drawn(steps, done, o)
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
				if x.Name == "bill" && passesOrder(steps) { // how to send an order is told who has not
					text = strings.TrimSpace(strings.Replace(text, w.Menu.Order, "", 1))
				}
				add(undrawn(text, drawn))
			}
			if x.Name == "recall" && !o.lacks(actTopics["ask_purchases"]) && slices.ContainsFunc(c.Tools, func(t agent.Tool) bool { return t.Name == "ask_purchases" }) {
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

// drawn is what is said of the chart of a message, or nothing.
func (c *Concierge) drawn(steps []step, done map[string]*llm.ToolResult, o own) string {
	i := slices.IndexFunc(c.Tools, func(t agent.Tool) bool { return t.Name == "draw_chart" })
	for _, st := range steps {
		for _, x := range st.Calls {
			if r := done[x.ID]; x.Name == "draw_chart" && i >= 0 && r != nil && !r.IsError {
				return c.Tools[i].Say(r.Value(), o.Scene.Language)
			}
		}
	}
	return ""
}

// undrawn is an answer without what the chart beside it shows: a list whose head is the
// chart's title, and a line that is said of the chart too.
func undrawn(text, chart string) string {
	if chart == "" || text == chart {
		return text
	}
	var kept []string
	shown, lines := false, strings.Split(text, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "- ") && !strings.HasPrefix(line, "… ") {
			head := strings.FieldsFunc(line+":", func(r rune) bool { return r == ':' || r == ',' })
			list := i+1 < len(lines) && strings.HasPrefix(lines[i+1], "- ")
			shown = strings.Contains(chart, line) || list && len(head) > 0 && strings.Contains(chart, head[0]+".")
		}
		if !shown || line == "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// passesOrder reports whether a step asks the staff for an order.
func passesOrder(steps []step) bool {
	return slices.ContainsFunc(steps, func(st step) bool {
		return slices.ContainsFunc(st.Calls, func(x llm.ToolCall) bool {
			return x.Name == "ask_staff" && strings.Contains(x.Args, `"kind":"order"`)
		})
	})
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
