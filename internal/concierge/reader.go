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
	"github.com/maitre-dev/maitre/hook"
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

// byReader returns the calls of tools that the reader hears in a message, and then the answer made of their results. failed: a model was asked first.
func (c *Concierge) byReader(ctx context.Context, s agent.State, o own, tools []llm.ToolSpec, say func(event.Words), failed bool) agent.Thought {
	if o.Turn.Reply != "" && !o.goesOn() { // a hook gave the reply
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
			d := task.Decision{By: task.ByRule, Cost: new(llm.USD), Sure: sure, Acts: namesOf(steps)}
			if slices.Contains(d.Acts, "unsure") || len(steps) == 0 {
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

// goesOn reports whether a message asks for more than a hook's reply answers: "sim. e tem sobremesa?".
func (o own) goesOn() bool {
	a := asked{text: o.Turn.Message, at: o.Scene}
	hesitates := o.Turn.Reply == texts.In(o.Scene.Language).Memory.Maybe && len(strings.Fields(a.text)) > shortOrder
	erased, _ := a.erasing()
	return hesitates || rights(understand.Read(a.text, understand.Before{}), o) || a.asksNoted() || a.says("erase") && len(sentences(a.text)) > 1 || len(erased) > 0
}

// hearing is one message while it is understood: the words that are left of it, and the steps for the words before.
type hearing struct {
	c     *Concierge
	ctx   context.Context
	o     own
	a     asked
	steps []step
	calls int
	sure  float64
	aside []string // answers to sentences about things that the house does not do
}

// steps returns the steps that a message asks for. Each listener takes up one matter and reports whether no words are left.
func (c *Concierge) steps(ctx context.Context, o own) ([]step, float64) {
	h := &hearing{c: c, ctx: ctx, o: o, sure: 1, a: asked{text: o.Turn.Message, at: o.Scene, last: o.Did, onCard: c.dishFinder(ctx, o)}}
	for _, listen := range []func(*hearing) bool{
		(*hearing).emergency, (*hearing).ofTables, (*hearing).foreign, (*hearing).ownTool, (*hearing).ofFigures, (*hearing).answersOfOwner, (*hearing).agrees, (*hearing).sends,
		(*hearing).scraps, (*hearing).putsRight, (*hearing).names, (*hearing).forgets, (*hearing).ofRequest, (*hearing).toKitchen, (*hearing).toPeople, (*hearing).byActs,
	} {
		if listen(h) {
			break
		}
	}
	h.passesChange(o.Turn.Message)
	if len(h.aside) > 0 {
		h.steps = slices.DeleteFunc(h.steps, func(s step) bool { return len(s.Calls) == 0 && s.Act != "tell" }) // small words about the rest
		h.steps = append(h.steps, step{"outside", nil, strings.Join(h.aside, " ")})
	}
	slices.SortStableFunc(h.steps, func(a, b step) int { // a greeting comes first
		return strings.Count(b.Act, "hello") - strings.Count(a.Act, "hello")
	})
	return h.steps, h.sure
}

// add adds a step, without calls that another step makes already.
func (h *hearing) add(act string, calls []llm.ToolCall, words string) bool {
	calls = slices.DeleteFunc(calls, func(x llm.ToolCall) bool {
		return slices.ContainsFunc(h.steps, func(s step) bool {
			return slices.ContainsFunc(s.Calls, func(had llm.ToolCall) bool { return had.Name == x.Name && (had.Args == x.Args || saysNoMore(x, had)) })
		})
	})
	for i := range calls {
		h.calls++
		calls[i].ID = readID + strconv.Itoa(h.calls)
	}
	if len(calls) > 0 || words != "" || act == "tell" {
		h.steps = append(h.steps, step{act, calls, words})
	}
	return true
}

// saysNoMore reports whether, of two calls for one table, x has only the guest's words and had what they mean: "at nine then, our train is late".
func saysNoMore(x, had llm.ToolCall) bool {
	var in, before args
	if x.Name != "ask_staff" || json.Unmarshal([]byte(x.Args), &in) != nil || json.Unmarshal([]byte(had.Args), &before) != nil {
		return false
	}
	kind, _ := in["kind"].(string)
	return kind == "booking" && len(in) == 2 && in["request"] != nil && before["kind"] == nil && (before["time"] != nil || before["date"] != nil || before["people"] != nil)
}

// leave makes the rest of the message the text that is still to be read, and reports whether the rest is empty.
func (h *hearing) leave(rest string) bool {
	if rest = strings.TrimSpace(rest); rest != h.a.text {
		h.o.Scene = scene.Of(h.o.raw()) // a copy, for the rest alone
		h.o.Turn.Message, h.o.Scene.Message = rest, rest
		h.a.text, h.a.at = rest, h.o.Scene
	}
	return rest == ""
}

func (h *hearing) emergency() bool {
	help := chat.Emergency(chat.ReplyIn{Message: h.a.text, Language: string(h.o.Scene.Language)})
	return help != "" && h.add("", nil, help)
}

func (h *hearing) foreign() bool {
	said, rest := h.c.foreign(h.o)
	if h.aside = said; rest == "" {
		h.sure = doubtful
	}
	if h.a.part(rest).saysThere() { // "is Recife warm in May? we'd stay there from the 5th": what is left goes with its town and month
		rest = h.a.text
	}
	return h.leave(rest)
}

// ownTool has a tool answer that the operator of the house wrote.
func (h *hearing) ownTool() bool {
	if h.c.Own == nil {
		return false
	}
	tool := h.c.Own(h.ctx, h.o.Turn)
	return tool != "" && h.add("", call(tool, args{"question": h.a.text}), "")
}

// answersOfOwner answers a question to which the owner of the house wrote an answer: "is there parking?".
func (h *hearing) answersOfOwner() bool {
	a := h.a
	warns := func(x aside) bool {
		return x.subject == "allergy" || x.subject == "send" && len(a.tab())+len(a.mentions(a.text)) > 0
	} // "send it to the kitchen" asks nothing of the kitchen
	if h.c.Told == nil || a.placeNew() != "" && a.ofPlaces("stay") && !a.says("yours") || strings.Contains(a.text, "[PHONE]") || a.comes() || a.ofRequest() != nil || slices.ContainsFunc(a.asidesOf(), warns) {
		return false
	}
	told, rest := h.c.Told(h.ctx, a.text)
	if told == "" && a.namesDay() && does(understand.Read(a.saidBefore(), understand.Before{}), "house_info") { // "e no dia 24?"
		told, rest = a.text, ""
	}
	if told == "" {
		return false
	}
	h.add("house_info", call("house_info", args{"topic": told}), "")
	more := goesOn(rest) || len(understand.Needs(rest)) > 0 || a.namesDish(rest) || a.toldOrder() && a.part(rest).agreeing() != "" || does(understand.Read(rest, understand.Before{}), "ask_staff")
	return h.leave(rest) || !more
}

// agrees files the request that was read back when the guest says yes to it.
func (h *hearing) agrees() bool {
	if h.a.asksNoted() {
		if h.add("ask_staff", call("ask_staff", args{"filed": "state"}), ""); len(h.a.tab()) > 0 {
			h.add("bill", call("bill", args{"tab": true}), "")
		}
		return true
	}
	rest, ok := h.a.agrees()
	if !ok {
		return h.a.wouldAsk() && h.add("ask_staff", call("ask_staff", args{"kind": "other", "request": bare(h.a.saidBefore()), "send": true}), "")
	}
	in, only := args{"answer": "yes"}, !strings.Contains(rest, "?") && len(strings.Fields(rest)) <= shortAnswer
	if answer, _ := choice.Read(rest, nil); only && rest != "" && !answer.Yes { // "yes. Table 3, under Kim", and not "yes, please"
		in["request"], in["name"] = rest, h.a.part(rest).bookedIn()
	}
	h.add("agreed", call("ask_staff", in), "")
	return h.leave(rest) || only
}

func (h *hearing) sends() bool {
	clause, rest := h.a.sends()
	if clause != "" {
		h.steps = append(h.steps, h.c.sending(h.ctx, h.o, clause, rest)...)
	}
	return clause != ""
}

func (h *hearing) putsRight() bool {
	return h.a.putsRight() && len(h.a.changes()) > 0 && h.add("order", h.a.bill(true), "")
}

// forgets calls forget for what the message orders to erase: "apaga minha alergia".
func (h *hearing) forgets() bool {
	calls, rest := h.a.erasing()
	if left := h.a.last == "memory" && len(spots(h.a.text)) < fewWords && h.a.says("left_over"); left { // "what is left?"
		calls, rest = call("recall", args{}), ""
	}
	if len(calls) == 0 {
		return false
	}
	h.add("forget", calls, "")
	left := understand.Read(rest, understand.Before{})
	return h.leave(rest) || !goesOn(rest) && (!does(left, "recall") || left.Sure < heardLeast)
}

// toPeople passes a sentence that asks something of the staff on to them ("traz um cadeirão"), whatever act the reader takes it for.
func (h *hearing) toPeople() bool {
	a, all := h.a, h.a.asidesOf()
	_, waits := a.awaited()
	for _, x := range all {
		kind := toStaff[x.subject]
		if x.subject == "person" && slices.Contains(all, aside{"sorry", x.sentence}) { // a complaint asks for the manager anyway
			continue
		}
		if kind == "" && ofFiled[x.subject] == "" || x.subject == "notice" && (slices.Contains(all, aside{"to_me", x.sentence}) || len(a.mentions(a.text)) > 0) {
			continue
		}
		if rest := strings.Replace(a.text, x.sentence, "", 1); kind == "notice" && !goesOn(rest) && !a.namesDish(rest) {
			x.sentence = a.text // it may belong to a table
		}
		for _, c := range parted().Split(x.sentence, -1) { // "duas sopas e traz um cadeirão"
			if a.namesDish(x.sentence) && !a.namesDish(c) && slices.ContainsFunc(asides(c), func(y aside) bool { return y.subject == x.subject }) {
				x.sentence = c
			}
		}
		p := a.part(x.sentence)
		p.spans = understand.Read(x.sentence, understand.Before{}).Spans
		h.tells(x, kind)
		switch {
		case kind == "":
			if h.add("ask_staff", p.filed(x.subject), ""); x.subject == "order_state" {
				h.add("ask_staff", nil, texts.In(a.at.Language).House.Offer)
			}
		case x.subject == "check":
			if len(a.tab()) > 0 {
				h.add("bill", a.bill(false), "")
			}
			h.add("ask_staff", call("ask_staff", args{"kind": kind, "request": bare(x.sentence), "send": true}), "")
		case kind == "medicine":
			h.add("hello", nil, x.reply(h.o, h.c.house(h.o)))
		case kind == "complaint":
			h.add("hello", nil, x.reply(h.o, h.c.house(h.o)))
			if len(understand.Needs(a.text)) > 0 { // a complaint about a dish that the guest must not have
				h.add("hello", nil, aside{subject: "beware"}.reply(h.o, h.c.house(h.o)))
			}
			h.add("ask_staff", p.staff(kind), "")
		case kind == "notice" && (x.subject == "notice" || waits || p.says("book") || p.says("a_table") || p.comes()):
			h.add("ask_staff", p.staff(""), "")
		case kind == "notice": // for those who are here; that somebody is cold is why, and no complaint
			h.add("ask_staff", p.staff("other"), "")
		default:
			h.add("ask_staff", p.staff(kind), "")
		}
		rest := strings.TrimSpace(strings.Replace(a.text, x.sentence, "", 1))
		orders := kind != "complaint" && a.namesDish(rest)      // "two pilsen and the check, please"
		if !orders && (x.subject == "check" || !goesOn(rest)) { // one of its sentences may: "the soup made us ill. it was busy. what is in it?"
			some := slices.DeleteFunc(sentences(rest), func(s string) bool { return !strings.HasSuffix(s, "?") || !goesOn(s) })
			rest = strings.Join(some, "")
		}
		return h.leave(rest)
	}
	return false
}

// toKitchen puts a sentence to the kitchen as a note on the order ("o pato bem passado"), whatever act the reader takes it for.
func (h *hearing) toKitchen() bool {
	notes, rest := "", ""
	for _, s := range sentences(h.a.text) {
		if h.a.part(s).tellsKitchen() {
			notes += s
		} else {
			rest += s
		}
	}
	if notes == "" || len(h.a.mentions(rest)) > 0 { // the order is changed as a whole
		return false
	}
	p := h.a.part(notes)
	p.act = "order"
	h.add("order", p.bill(false), "")
	return h.leave(rest)
}

// byActs makes steps of the acts of the message, and before them remembers the facts that it tells.
func (h *hearing) byActs() bool {
	c, o, a := h.c, &h.o, h.a
	r := a.hear(o)
	h.sure, a.last = r.Sure, o.Did
	said := scene.Unnamed(a.text, o.Scene.Shown)
	if r.whole.Corrects(said) {
		forgets := func(a understand.Act) bool { return a.Name == "forget" || a.Name == "recall" }
		r.Acts, r.whole.Acts = slices.DeleteFunc(slices.Clone(r.Acts), forgets), slices.DeleteFunc(slices.Clone(r.whole.Acts), forgets)
	}
	facts := moved(ofOther(told(r.whole, said, o.Scene.Said...), *o), r.whole, *o)
	silent := func(f args) bool { return f["silent"] == true }
	if some := slices.DeleteFunc(slices.Clone(facts), func(f args) bool { return !silent(f) }); len(some) > 0 {
		h.add("silent", call("remember", args{"facts": some}), "")
		facts = slices.DeleteFunc(facts, silent)
	}
	asks := strings.Contains(a.text, "?")
	if len(facts) > 0 {
		h.add("tell", call("remember", args{"facts": facts}), "")
		over, fits := !slices.ContainsFunc(facts, func(f args) bool { return f["over"] == nil }), a.fits(own{Steps: h.steps}.toldOf())
		switch {
		case fits != nil:
			return h.add("again", fits, "")
		case a.says("anew") && a.follows() && len(a.eaters()) == 0 && !a.namesDish(a.text): // "I'm coeliac too. That list again, please"
			return h.add("again", slices.Clone(o.Again), "")
		case (over && !a.says("want") && !a.says("bring") && !a.namesDish(a.text) || rights(r.whole, *o)) && !asks && !a.wishesBeside(): // "sorry" is all the rest of it, or "still no milk"
			return true
		}
		if len(a.kept().If) > 0 && !asks { // the meal that was put together is another with what was told
			h.add("bill", a.affords(), "")
		}
	} else if words := unsure(r.Reading, *o); words != "" {
		return h.add("unsure", nil, words)
	}
	if keep := c.keeping(*o, r.Reading, facts); keep != nil {
		if keepsNot(a.text) && onlyTold(h.steps) && !slices.ContainsFunc(facts, func(f args) bool { return f["person"] == nil }) { // said back as what holds for now alone
			h.steps[len(h.steps)-1].Act = "held"
		}
		h.add("keep", keep, "")
		rest := strings.Join(slices.DeleteFunc(clauses(a.text), func(s string) bool { return a.part(s).says("keep") || a.part(s).says("may_keep") }), ",")
		if len(facts) == 0 && !asks && !a.wishesBeside() && !goesOn(rest) && !a.namesDish(rest) {
			return true
		}
		r.Acts = slices.DeleteFunc(slices.Clone(r.Acts), func(x understand.Act) bool {
			return x.Name == "forget" || x.Name == "yes" || x.Name == "no" || x.Name == "recall" && (!asks || a.says("may_keep") && len(facts) > 0)
		})
	}
	all := civil(beyondTold(parts(a.text, r), a.text), *o)
	for i := range all {
		all[i].at, all[i].last, all[i].again, all[i].onCard = o.Scene, o.Did, o.Again, a.onCard
	}
	all = oneTrip(all)
	for _, p := range all {
		ofCard := subjects[p.act] == "card"
		switch {
		case o.lacks(actTopics[p.act]):
			h.add(p.act, nil, chat.Missing(chat.ReplyIn{Message: p.text, Language: string(o.Scene.Language), House: c.house(*o)}))
			continue
		case p.act == "choose" && slices.ContainsFunc(all, func(x asked) bool {
			return x.act == "trip_total" && x.text == p.text || x.act == "order" && x.orders() && !p.orders()
		}): // "how much is the cheapest?" chooses nothing
			continue
		case p.act == "find_dishes" && p.also("about_dish") && p.text == a.text && p.asksContents(): // "o frango é com pimenta?"
			continue
		case p.act == "house_info" && p.also("find_dishes") && p.text == a.text && p.says("some") && len(facts) == 0: // "is there something for a toddler?" asks nothing of the house
			continue
		case len(facts) > 0 && !asks && (p.act == "outside" || p.act == "recall"): // what is told is noted
			continue
		}
		calls := p.calls()
		if p.act == "ask_staff" && len(calls) > 0 && strings.Contains(calls[0].Args, `"kind":"complaint"`) {
			h.add("hello", nil, aside{subject: "sorry"}.reply(*o, c.house(*o)))
		}
		switch {
		case len(calls) > 0, p.act == "tell", len(facts) > 0 && p.act == "plan_trip":
			h.add(p.act, calls, "")
		case ofCard && len(facts) > 0 && !p.questions(): // it was told, and noted: "no como cerdo"
		default:
			h.add(p.act, nil, c.wordsTo(p, *o, len(h.steps) > 0 || len(all) > 1))
		}
	}
	binds := (o.Did == "menu" || o.Did == "consent" && o.Under == "menu") && len(a.tab()) == 0 && len(understand.Needs(a.text)) > 0 // "nada de porco também": the list was for somebody else
	if onlyTold(h.steps) && (asks || binds) {                                                                                       // "isso muda algo?": what was found is looked for again
		p := asked{act: "find_dishes", text: a.text, spans: r.Spans, at: o.Scene, last: o.Did, again: o.Again, onCard: a.onCard}
		h.add("again", p.afresh(), "")
	}
	h.unsaid(said)
	return true
}

// unsaid adds the answer to a question that the card cannot answer and the staff can, such as one about the size of a portion.
func (h *hearing) unsaid(message string) {
	has := func(of func(step) bool) bool { return slices.ContainsFunc(h.steps, of) }
	figures := has(func(s step) bool { return subjects[s.Act] == "figures" }) // "how many units did I buy?" asks of no portion
	if strings.HasPrefix(h.o.Did, "trip") || h.o.Did == "place" || figures {
		return
	}
	for _, x := range asides(message) {
		noted := x.subject == "without" && has(func(s step) bool { return len(s.Calls) > 0 && s.Calls[0].Name == "bill" })
		billed := x.subject == "discount" && !has(func(s step) bool { return s.Act == "bill" })
		ofKitchen := x.subject == "kitchen" || x.subject == "sources" && h.a.follows() && slices.ContainsFunc(h.a.at.Table, hook.Person.Safety) // "are you sure?" of a list that keeps to a need
		if unsaid[x.subject] && !noted || billed || ofKitchen {
			rest := strings.Replace(message, x.sentence, "", 1)
			if !billed && h.a.follows() && !goesOn(rest) && !h.a.namesDish(rest) {
				h.steps = slices.DeleteFunc(h.steps, func(s step) bool { return shownAgain(s, ofKitchen) })
			}
			if calls := h.a.serves(x.sentence); x.subject == "portion" && calls != nil {
				h.steps = slices.DeleteFunc(h.steps, func(s step) bool { return shownAgain(s, false) || s.Act == "about_dish" && !h.a.says("price") })
				h.add("about_dish", calls, "")
				continue
			}
			h.add("outside", nil, x.reply(h.o, h.c.house(h.o)))
		}
	}
}

// wordsTo returns the words that answer a part of a message without a tool. Beside the answers to other parts a courtesy gets none.
func (c *Concierge) wordsTo(p asked, o own, beside bool) string {
	switch {
	case !beside:
		return c.talk(p, o)
	case p.act == "yes" || p.act == "no" || p.act == "about_brewery" || p.act == "choose" || courtesies[p.act]:
		return "" // nothing was asked, or which one
	case p.act == "outside" || p.act == "help" && p.requests():
		return beyond(p.text, o)
	}
	return c.talk(p, o)
}

func (c *Concierge) house(o own) chat.House {
	return chat.House{Name: cmp.Or(o.Turn.House, c.House.Name), Topics: o.Turn.Topics}
}

// onlyTold reports whether steps do nothing but note what was told.
func onlyTold(steps []step) bool {
	return len(steps) > 0 && !slices.ContainsFunc(steps, func(s step) bool { return s.Act != "tell" && s.Act != "silent" })
}

// findNames finds the dishes of the card that a text names: "a moqueca e o mate" has two.
type findNames func(text string) []scene.Mention

// dishFinder returns the findNames of one message. It keeps its results, since many listeners look for the same words.
func (c *Concierge) dishFinder(ctx context.Context, o own) findNames {
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

// compose joins the results of the steps to one answer, in their order, and leaves out lines that were said before.
func (c *Concierge) compose(s agent.State, steps []step, done map[string]*llm.ToolResult, o own) string {
	w := texts.In(o.Scene.Language)
	var said []string
	add := func(text string) {
		kept := slices.DeleteFunc(strings.Split(strings.TrimSpace(text), "\n"), func(line string) bool {
			return slices.ContainsFunc(said, func(had string) bool { return slices.Contains(strings.Split(had, "\n"), line) })
		})
		if text = strings.TrimSpace(strings.Join(kept, "\n")); text != "" {
			said = append(said, text)
		}
	}
	drawn := c.drawn(steps, done, o)
	for _, st := range steps {
		add(st.Words)
		for _, x := range st.Calls {
			r := done[x.ID]
			i := slices.IndexFunc(c.Tools, func(t agent.Tool) bool { return t.Name == x.Name })
			switch {
			case r == nil || i < 0:
			case slices.ContainsFunc(s.Declined, func(d llm.ToolCall) bool { return d.ID == x.ID }):
				add(w.Concierge.Fine)
			case r.IsError && x.Name == "brewery_details":
				var in struct{ Brewery string }
				_ = json.Unmarshal([]byte(x.Args), &in) // ours
				add(fmt.Sprintf(w.Beer.Unknown, ui.Clean(in.Brewery)))
			case r.IsError && x.Name == "draw_chart":
				if len(st.Calls) == 1 { // else what was asked says why
					add(w.Data.NotDrawn)
				}
			case r.IsError:
				add(w.Again(w.Beer.Failed))
			default:
				text := c.Tools[i].Say(r.Value(), o.Scene.Language)
				if x.Name == "bill" && passesOrder(steps) { // an order that is being sent needs no advice how to send it
					text = strings.TrimSpace(strings.Replace(text, w.Menu.Order, "", 1))
				}
				if st.Act != "held" && (text != w.Memory.Maybe || len(said) == 0) {
					add(undrawn(text, drawn))
				}
			}
		}
	}
	switch {
	case len(said) > 0:
		return strings.Join(said, "\n\n")
	case onlyTold(steps): // what was told is known
		return w.Concierge.Fine
	}
	return notUnderstood(o)
}

// drawn returns the text of the chart that a message asked for, or "".
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

// undrawn returns an answer without the lines that the chart beside it shows: a list under its title, and lines of its own text.
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
