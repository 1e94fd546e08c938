package concierge

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/internal/chat"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
)

// step is one thing to do or to say for a message: some calls, or words.
type step struct {
	act   string
	calls []llm.ToolCall
	words string
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
	if o.Turn.Reply != "" { // a hook knows what to say
		return c.answered(ctx, o.Turn.Reply, o, tools, say)
	}
	steps, _ := c.steps(ctx, o)
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
			d := task.Decision{By: task.ByRule, Cost: new(llm.USD)}
			if slices.ContainsFunc(steps, func(s step) bool { return s.act == "unsure" }) || len(steps) == 0 {
				d.Why = "not understood"
			}
			decided(ctx, d)
		}
		var calls []llm.ToolCall
		for _, st := range steps {
			for _, x := range st.calls {
				offered := slices.ContainsFunc(tools, func(t llm.ToolSpec) bool { return t.Name == x.Name })
				takes := func(t agent.Tool) bool { return t.Name == x.Name && t.Check(x.Args) == nil }
				if offered && slices.ContainsFunc(c.Tools, takes) { // "o segundo" of no list is not a call
					calls = append(calls, x)
				}
			}
		}
		if len(calls) > 0 {
			return agent.Thought{Calls: calls}
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
			return []step{{calls: calls}}, 1
		}
	}
	r := read(o.Turn.Message, understand.Before{Last: o.Did, House: o.Scene.Last})
	number := 0
	add := func(act string, calls []llm.ToolCall, words string) {
		for i := range calls {
			number++
			calls[i].ID = readID + strconv.Itoa(number)
		}
		steps = append(steps, step{act, calls, words})
	}
	if help := chat.Emergency(chat.ReplyIn{Message: o.Turn.Message, Language: string(o.Scene.Language)}); help != "" {
		return []step{{words: help}}, 1
	}
	if facts := told(r, o.Turn.Message); len(facts) > 0 {
		add("tell", call("remember", args{"facts": facts}), "")
	} else if words := unsure(r, o); words != "" {
		add("unsure", nil, words)
		return steps, r.Sure
	}
	all := civil(beyondTold(parts(o.Turn.Message, r), o.Turn.Message), o)
	for i := range all {
		all[i].at, all[i].last, all[i].again = o.Scene, o.Did, o.Again
	}
	for _, p := range onFigures(onTrips(all)) {
		calls := p.calls()
		words := ""
		chatter := p.act == "smalltalk" || p.act == "outside"
		if len(calls) == 0 && p.act != "tell" && !(chatter && len(steps) > 0) { // "sou alérgica a camarão" is noted, and no joke
			words = c.talk(p, o)
		}
		if len(calls) > 0 || words != "" || p.act == "tell" {
			add(p.act, calls, words)
		}
	}
	return steps, r.Sure
}

// compose says what the steps of a message came to, each once, in their order.
func (c *Concierge) compose(s agent.State, steps []step, done map[string]*llm.ToolResult, o own) string {
	w := voice.In(o.Scene.Language)
	var said []string
	add := func(text string) {
		if text = strings.TrimSpace(text); text != "" && !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	for _, st := range steps {
		add(st.words)
		for _, x := range st.calls {
			r := done[x.ID]
			i := slices.IndexFunc(c.Tools, func(t agent.Tool) bool { return t.Name == x.Name })
			if r == nil || i < 0 {
				continue
			}
			switch {
			case slices.ContainsFunc(s.Declined, func(d llm.ToolCall) bool { return d.ID == x.ID }):
				add(w.Concierge.Fine)
				continue
			case r.IsError:
				add(w.Again(w.Beer.Failed))
				continue
			}
			add(c.Tools[i].Say(r.Content, o.Scene.Language))
		}
	}
	if len(said) == 0 {
		undone := func(s step) bool { return s.act != "tell" }
		if len(steps) > 0 && !slices.ContainsFunc(steps, undone) { // what was told is known
			return voice.In(o.Scene.Language).Concierge.Fine
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
	"trip_total": "place", "ask_data": "table", "draw_chart": "chart", "recall": "memory", "forget": "memory", "remember": "memory",
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

// read reads a message. Of one that seems to be courtesies alone and has several
// parts the parts are read too, so that a wish before "valeu!" is heard.
func read(message string, b understand.Before) understand.Reading {
	r := understand.Read(message, b)
	all := pieces(message)
	if len(all) < 2 || slices.ContainsFunc(r.Acts, func(a understand.Act) bool { return !courtesies[a.Name] }) {
		return r
	}
	for _, piece := range all {
		for _, a := range understand.Read(piece, b).Acts {
			if !courtesies[a.Name] && !slices.ContainsFunc(r.Acts, func(had understand.Act) bool { return had.Name == a.Name }) {
				r.Acts = append(r.Acts, a)
			}
		}
	}
	return r
}
