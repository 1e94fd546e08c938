package concierge

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// staff is a wish that people of the house fulfil: a table, a complaint.
func (a asked) staff(kind string) []llm.ToolCall {
	in := args{"request": bare(a.text)}
	asksElse := kind == "" && slices.ContainsFunc(a.with, func(act string) bool { return !answerActs[act] })
	if a.at != nil && !asksElse && strings.Contains(a.at.Message, a.text) && len(strings.Fields(a.at.Message)) <= wholeRequest {
		in["request"] = bare(a.at.Message) // what else was said of it belongs to it
	}
	if a.wouldAsk() { // "yes, ask them and tell me"
		in["request"] = bare(a.saidBefore()) + ". " + in["request"].(string)
	}
	var had request
	a.at.Load("house.request", &had)
	n, party := staydate.PartyAfter(had.People, a.text)
	if !party && had.dated() && had.People == 0 {
		n, party = a.number()
	}
	counted := func(w string) bool { return numeral(w) == n }
	party = party && (had.People > 0 || a.has("people") || slices.ContainsFunc(strings.Fields(words(a.text)), counted) || a.comes()) // "it is my niece's birthday" says of nobody that they come
	stay, day := staydate.Dates(a.text, a.at.Now)
	day = day && (kind == "room" || !stay.Start.IsZero()) // "até o dia 23" is a departure
	beside := func(subject string) bool {
		return slices.ContainsFunc(asides(a.at.Message), func(x aside) bool { return x.subject == subject })
	}
	switch {
	case kind != "":
	case beside("allergy"):
		kind = "allergy"
	case beside("sorry"):
		kind = "complaint"
	case a.saysRoom() && !a.says("hall") && (a.hasWord(booking) || party || day):
		kind = "room"
	case a.hasWord(booking) || a.hasWord(tableOf) && (party || day): // "ninguém veio à mesa" books none
		kind = "booking"
	case understand.Says(a.text, "complaint"):
		kind = "complaint"
	case a.says("a_table"), a.comes(), party && day && a.says("seat") && !a.says("errand"):
		kind = "booking"
	}
	if in.put("kind", kind); kind == "complaint" || cmp.Or(kind, had.Kind, "other") == "other" {
		return call("ask_staff", in) // in the guest's words: "I lost my hat on Friday"
	}
	if party {
		in["people"] = n
	}
	if day {
		in["date"] = a.text
	}
	read := func(said string) bool { _, ok := staydate.ClockIn(said, true); return ok }
	times := slices.DeleteFunc(a.all("time"), func(t string) bool { return party && numeral(lang.Fold(t)) == n }) // "on the 14th for about twenty"
	if len(times) > 0 && kind != "room" {
		words := strings.Fields(times[max(0, slices.IndexFunc(times, read))]) // "no almoço, 13h"
		for len(words) > 1 && atHour[lang.Fold(words[0])] {
			words = words[1:]
		}
		in["time"] = strings.Join(words, " ")
	} else if c, ok := staydate.ClockIn(a.text, false); ok && (kind == "booking" || kind == "") {
		in["time"] = c.Said
	}
	return call("ask_staff", in)
}

// number is the count that a clause consists of, as who is asked for how many says it: "ah, 12 then".
func (a asked) number() (n int, ok bool) {
	for _, clause := range parted().Split(a.text, -1) {
		_, timed := staydate.ClockIn(clause, false)
		all := strings.Fields(words(clause))
		counts := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return numeral(w) == 0 })
		if _, day := staydate.Dates(clause, a.at.Now); len(counts) == 1 && len(all) < fewWords && !timed && !day && len(a.mentions(clause)) == 0 {
			return numeral(counts[0]), true
		}
	}
	return 0, false
}

// saysRoom reports whether words name a room as they are written: "quarta" is a day.
func (a asked) saysRoom() bool {
	return slices.ContainsFunc(strings.Fields(words(a.text)), func(w string) bool { return slices.Contains(menuWords()["=room"], w) })
}

// comes reports whether words say how many come, on which day and at what time, as who asks for
// a table does: "could you squeeze in 3 of us tomorrow at 9?".
func (a asked) comes() bool {
	n, party := staydate.Party(a.text)
	stay, day := staydate.Dates(a.text, a.at.Now)
	_, timed := staydate.ClockIn(a.text, false)
	return !a.says("errand") && party && n > 0 && day && !stay.Start.IsZero() && (timed || a.has("time"))
}

// namesDay reports whether a message asks of a day, and of nothing else: "and on the 24th?".
func (a asked) namesDay() bool {
	stay, day := staydate.Dates(a.text, a.at.Now)
	_, party := staydate.Party(a.text)
	return day && !party && stay.End.IsZero() && strings.HasSuffix(a.text, "?") && len(strings.Fields(a.text)) <= shortAnswer/2 && is(spots(a.text)[0].word, "and")
}

// toPeople has what a sentence asks of the people of the house passed on, whatever the reader
// takes it for, and returns the rest of the message.
func (c *Concierge) toPeople(a asked, o own, add func(act string, calls []llm.ToolCall, words string)) (rest string, ok bool) {
	all := a.undone(asides(a.text))
	_, waits := a.awaited()
	for _, x := range all {
		kind := toStaff[x.subject]
		if kind == "" && ofFiled[x.subject] == "" || x.subject == "notice" && (slices.Contains(all, aside{"to_me", x.sentence}) || len(a.mentions(a.text)) > 0) {
			continue
		}
		if kind == "notice" && !goesOn(strings.Replace(a.text, x.sentence, "", 1)) {
			x.sentence = a.text // it may belong to a table
		}
		p := a.part(x.sentence)
		p.spans = understand.Read(x.sentence, understand.Before{}).Spans
		switch kind {
		case "notice":
			if kind = ""; x.subject == "things" && !waits { // that somebody is cold is why, and no complaint
				kind = "other"
			}
		case "":
			add("ask_staff", p.filed(x.subject), "")
			return strings.TrimSpace(strings.Replace(a.text, x.sentence, "", 1)), true
		case "complaint", "medicine":
			add("hello", nil, x.reply(o, c.house(o)))
			if kind == "complaint" && len(understand.Needs(a.text)) > 0 { // they were served what they must not have
				add("hello", nil, aside{subject: "beware"}.reply(o, c.house(o)))
			}
		}
		passed := x.sentence // what the kitchen is to know, said by itself: "avisem o chef que sou celíaca"
		if m := saysThat().FindStringIndex(passed); m != nil {
			passed = passed[m[1]:]
		}
		for _, clause := range []string{passed, a.text} {
			if facts := ofOther(told(understand.Reading{Spans: understand.Read(clause, understand.Before{}).Spans}, clause), o); len(facts) > 0 && kind != "other" {
				add("tell", call("remember", args{"facts": facts}), "")
				break
			}
		}
		if kind != "medicine" {
			add("ask_staff", p.staff(kind), "")
		}
		return strings.TrimSpace(strings.Replace(a.text, x.sentence, "", 1)), true
	}
	return "", false
}

// goesOn reports whether the rest of a message asks for something else.
func goesOn(rest string) bool {
	acts := understand.Read(rest, understand.Before{}).Acts
	return len(strings.Fields(rest)) > 2 && len(acts) > 0 && acts[0].Score >= heardLeast && subjects[acts[0].Name] != "" && !answerActs[acts[0].Name]
}

// toStaff are the subjects of asides that are for the people of the house, with the kind of request;
// ofRequest those that do something else with one than add to it.
var toStaff, ofRequest = map[string]string{"person": "other", "sorry": "complaint", "allergy": "allergy", "ask": "other", "notice": "notice", "party": "notice", "things": "notice", "medicine": "medicine"},
	lang.Set("amend withdraw state undo absent send forget allergy told medicine")

// ofFiled are the subjects of asides about a request that was filed: it is changed, withdrawn
// or asked about.
var ofFiled = map[string]string{"amend": "change", "withdraw": "withdraw", "state": "state"}

// undone takes a bare "cancela" for a request to be withdrawn, where one was spoken of and
// nothing that is ordered can be meant; and "avisa o chef" for an allergy that was told.
func (a asked) undone(all []aside) []aside {
	needs := slices.ContainsFunc(a.at.People(), func(p hook.Person) bool { return len(p.Allergies)+len(p.Diets) > 0 })
	open := len(a.tab()) == 0 && a.at.Notes["house.request"] != nil || len(a.tab()) > 0 && !a.unsent()
	all = slices.Clone(all)
	for i, x := range all {
		if _, booked := a.booked(); x.subject == "absent" && booked {
			all[i].subject = "withdraw"
		}
		bare := len(strings.Fields(x.sentence)) <= shortAnswer && !saysThat().MatchString(x.sentence) // not "diz pro chef que a sopa está ótima"
		if x.subject == "notice" && len(understand.Needs(a.text)) > 0 || x.subject == "told" && (len(understand.Needs(a.text)) > 0 || needs && (bare || slices.Contains(all, aside{"kitchen", x.sentence}))) {
			all[i].subject = "allergy"
		}
		if x.subject == "undo" && open && len(strings.Fields(a.text)) <= shortOrder && len(a.mentions(a.text)) == 0 {
			all[i].subject = "withdraw"
		}
	}
	return all
}

// booked is the table or room that was asked for last in this conversation, read back or filed.
func (a asked) booked() (r request, ok bool) {
	if a.at.Load("house.request", &r); r.dated() && !r.Undo {
		return r, true
	}
	var all []request
	a.at.Load("house.filed", &all)
	for _, r := range slices.Backward(all) {
		if r.dated() {
			return r, true
		}
	}
	return request{}, false
}

// amending has what a message changes of a table, or adds to a word for the staff, passed on,
// and what it tells besides kept.
func (c *Concierge) amending(a asked, o own, add func(act string, calls []llm.ToolCall, words string)) bool {
	calls := a.amends()
	if calls == nil {
		calls = a.ofSeat()
	}
	if calls == nil {
		calls = a.adds()
	}
	if facts := ofOther(told(understand.Read(a.text, understand.Before{}), a.text), o); calls != nil && len(facts) > 0 {
		add("tell", call("remember", args{"facts": facts}), "")
	}
	add("ask_staff", calls, "")
	return calls != nil
}

// amends is what a message changes of the table or room that was asked for: "make it 9 pm",
// "seremos 5", "otro día". It names no dish, books no other table, and asks nothing else.
func (a asked) amends() []llm.ToolCall {
	r, ok := a.booked()
	says := func(subject string) bool {
		return slices.ContainsFunc(asides(a.text), func(x aside) bool { return x.subject == subject })
	}
	if !ok || r.incomplete() || len(strings.Fields(a.text)) > shortAnswer || len(a.mentions(a.text)) > 0 || says("withdraw") || says("absent") || says("undo") {
		return nil
	}
	read := understand.Read(a.text, understand.Before{Last: "ask_staff"})
	other := a.hasWord(booking) || a.hasWord(tableOf) || slices.ContainsFunc(read.Acts, func(x understand.Act) bool { return x.Score >= heardLeast && !answerActs[x.Name] })
	if other && !says("moved") && !says("other_time") {
		return nil
	}
	a.spans = read.Spans
	var in args
	_ = json.Unmarshal([]byte(a.staff(r.Kind)[0].Args), &in)
	if !a.says("of_seat") {
		delete(in, "request")
	}
	if r.ID != "" {
		in["filed"] = "change"
	}
	delete(in, "date")
	had, _ := time.Parse(time.DateOnly, r.Date)
	if stay, ok := (staydate.Stay{Start: had}).Next(a.text, a.at.Now); ok && !stay.Start.IsZero() { // "the 14th" is of the same month
		in["date"] = stay.Start.Format(time.DateOnly)
	}
	if who := r.ID != "" && (r.Name == "" && a.has("name") || r.Contact == "" && a.reached()); !r.moved(in) && !who && !says("other_time") {
		return nil
	}
	in.put("name", a.signedBy())
	return call("ask_staff", in)
}

// ofSeat is what a message says of the table that was read back or passed on just now: "perto da
// janela", "the dog comes too". A question is one if it asks for that: "dá pra ser lá fora?".
func (a asked) ofSeat() []llm.ToolCall {
	r, waits := a.awaited()
	if filed, _, _ := strings.Cut(texts.In(a.at.Language).House.Filed, "%s"); !waits && strings.Contains(a.at.Last, filed) {
		r, _ = a.booked()
	}
	asks := strings.Contains(a.text, "?") && !a.says("may_be")
	if r.Kind != "booking" || r.incomplete() || asks || !a.says("of_seat") || len(strings.Fields(a.text)) > shortAnswer || a.declines() || a.hasWord(booking) || a.namesDish(a.text) {
		return nil
	}
	in := args{"kind": r.Kind, "request": bare(a.text)}
	if r.ID != "" {
		in["filed"] = "change"
	}
	return call("ask_staff", in)
}

// asksBooked reports whether words ask what table or room was asked for: "o que eu reservei?",
// "can you confirm the day and the time?".
func (a asked) asksBooked() bool {
	_, ok := a.booked()
	what := a.says("what") && strings.Contains(a.text, "?") && a.says("reserved")
	return ok && len(strings.Fields(a.text)) <= shortAnswer && (what || a.says("confirm") && a.says("day_or_time")) && !a.says("still")
}

// adds is what a message adds to a word for the staff that was read back or passed on just now: "it
// is table 4", "and don't throw the rice away". A yes, a no and a wish for something else add nothing.
func (a asked) adds() []llm.ToolCall {
	answer, _ := choice.Read(a.text, nil) // not "ok"
	if a.wouldAsk() && (answer.Yes && (a.says("agree") || a.says("please") || a.says("do")) || len(strings.Fields(a.text)) < fewWords && a.says("ask_it")) {
		return call("ask_staff", args{"request": bare(a.saidBefore()), "send": true})
	}
	r, waits := a.awaited()
	if filed, _, _ := strings.Cut(texts.In(a.at.Language).House.Filed, "%s"); !waits && strings.Contains(a.at.Last, filed) {
		var all []request
		a.at.Load("house.filed", &all)
		r = append([]request{{}}, all...)[len(all)]
	}
	if r.Text == "" || r.dated() || r.Kind == "order" || a.declines() || strings.Contains(a.text, "?") || erases(a.text) || a.says("keep") {
		return nil
	}
	heard, dish, staff := understand.Read(a.text, understand.Before{Last: a.last, House: a.at.Last}), a.namesDish(a.text), false
	for _, x := range asides(a.text) {
		if staff = staff || toStaff[x.subject] != ""; ofRequest[x.subject] || !waits && staff && x.subject != "things" {
			return nil
		}
	}
	for _, x := range heard.Acts {
		other := !answerActs[x.Name] && x.Name != "no" || x.Name == "yes" && !dish
		swaps := len(a.tab()) == 0 && a.says("swap") // of nothing that was ordered
		if !staff && (courtesies[x.Name] && heard.Sure >= doubtful || other && (x.Score >= heardLeast || dish) && !swaps) {
			return nil
		}
	}
	in := args{"request": bare(a.text), "kind": r.Kind}
	if !waits {
		in["filed"] = "change"
	}
	return call("ask_staff", in)
}

// declines reports whether a message is a no to a request that was read back, or says that it is done:
// "no, leave it". Of a longer one that says something else the no is part: "não quero confusão, só outra mesa".
func (a asked) declines() bool {
	all := strings.Fields(words(a.text))
	answer, ok := choice.Read(a.text, nil)
	return ok && !answer.Yes || a.says("settled") || len(all) > 0 && len(all) < fewWords && (is(all[0], "refuse") || is(all[len(all)-1], "refuse")) // and not "no pudim"
}

// wouldAsk reports whether the house has just offered to ask the staff what it does not know.
func (a asked) wouldAsk() bool {
	return a.at != nil && strings.Contains(a.at.Last, texts.In(a.at.Language).House.Offer)
}

// namesDish reports whether words name a dish of the card, and not only a kind of them.
func (a asked) namesDish(text string) bool {
	return slices.ContainsFunc(a.mentions(text), func(m scene.Mention) bool { return !m.Plain && !m.Kind })
}

// moved reports whether a call says another day, time or number of people than a request has.
func (r *request) moved(in args) bool {
	n, counted := in["people"].(float64)
	said, _ := in["time"].(string)
	clock, timed := staydate.ClockIn(said, true)
	had, _ := staydate.ClockIn(r.Time, true)
	return counted && int(n) != r.People || in["date"] != nil && in["date"] != r.Date || timed && (clock.Minute != had.Minute || (clock.Hour-had.Hour)%12 != 0)
}

// filed is what a guest wants of a request that was filed.
func (a asked) filed(subject string) []llm.ToolCall {
	in := args{}
	if subject == "amend" {
		_ = json.Unmarshal([]byte(a.staff("booking")[0].Args), &in)
		delete(in, "request")
	}
	in["filed"] = ofFiled[subject]
	switch {
	case a.saysRoom():
		in["kind"] = "room"
	case a.hasWord(booking) || a.hasWord(tableOf):
		in["kind"] = "booking"
	case slices.ContainsFunc(asides(a.text), func(x aside) bool { return x.subject == "sorry" }): // "cancel my complaint"
		in["kind"] = "complaint"
	case len(a.tab()) > 0 && subject == "withdraw":
		in["kind"] = "order"
	}
	if _, ok := staydate.Dates(a.text, a.at.Now); ok {
		in["date"] = a.text
	}
	return call("ask_staff", in)
}

// wholeRequest is of how many words a message is at most that the staff gets as a whole.
const wholeRequest = 60

// agrees reports whether a message begins with a yes to the wish that was read back, and
// returns what it says besides: "Ok. And a dessert menu?".
func (a asked) agrees(message string) (rest string, ok bool) {
	w, waits := a.awaited()
	if !waits || w.incomplete() {
		return "", false
	}
	first := message
	if i := strings.IndexAny(message, ".,;:!\n"); i >= 0 {
		first, rest = message[:i], strings.TrimSpace(message[i+1:])
	}
	said := strings.Fields(lang.Squeeze(lang.Fold(first)))
	if strings.Contains(first, "?") || len(said) == 0 || len(said) > 5 {
		return "", false
	}
	if answer, ok := choice.Read(first, nil); ok {
		return rest, answer.Yes
	}
	return rest, is(said[0], "pass_on") && !slices.ContainsFunc(asides(first), func(x aside) bool { return x.subject == "notice" })
}

// unanswered reports a yes to nothing that was asked just now, while a table or a room waits for one.
func (a asked) unanswered() bool {
	answer, ok := choice.Read(a.text, nil)
	w, awaited := a.awaited()
	return ok && answer.Yes && !awaited && w.dated() && !w.incomplete() && !w.Undo && !strings.Contains(a.at.Last, "?")
}

// request is a wish that was read back to the guest, as ask_staff keeps it.
type request struct {
	ID, Kind, Text, Date, Time, Until, Name, Contact, Message string
	People                                                    int
	Undo, Whom                                                bool
}

// dated reports whether a request is for a table or a room.
func (r *request) dated() bool { return r.Kind == "booking" || r.Kind == "room" }

// incomplete reports whether something is missing of a table or a room that is wanted.
func (r *request) incomplete() bool {
	return r.Kind == "booking" && (r.People == 0 || r.Date == "" || r.Time == "") || r.Kind == "room" && (r.People == 0 || r.Date == "" || r.Until == "")
}

// awaited returns the wish that was read back in answer to the guest's last message.
func (a asked) awaited() (r request, ok bool) {
	_ = json.Unmarshal(a.at.Notes["house.request"], &r)
	return r, r.Text != "" && r.Message == a.saidBefore()
}

// answerActs are the acts that the answer to a question of the house may be taken for.
var answerActs = lang.Set("ask_staff tell yes plan_trip trip_total smalltalk thanks outside repeat help choose")

// shortAnswer is of how many words an answer to a question of the house is at most.
const shortAnswer = 12

// toldStaff returns a message that says what was missing of a booking, such as "sábado
// às 20h" or who books, as an act; and one about a room of this house, which has no trips.
func toldStaff(topics []string, all []asked) []asked {
	if len(all) == 0 {
		return all
	}
	a := all[0]
	whole := a
	whole.text = a.at.Message
	if other := func(x asked) bool { return !answerActs[x.act] && x.act != "order" }; whole.booksRoom(topics) && !slices.ContainsFunc(all, other) {
		whole.act, whole.with = "ask_staff", []string{"ask_staff"}
		return []asked{whole}
	}
	asksStaff := func(x asked) bool { return x.act == "ask_staff" }
	if i := slices.IndexFunc(all, asksStaff); i >= 0 && len(all) > 1 && whole.comes() && len(a.mentions(whole.text)) == 0 && strings.Count(whole.text, "?") < 2 { // one wish, however it was cut
		whole.act, whole.with, whole.spans = "ask_staff", []string{"ask_staff"}, all[i].spans
		return append(slices.DeleteFunc(all, func(x asked) bool {
			_, party := staydate.Party(x.text)
			_, day := staydate.Dates(x.text, a.at.Now)
			return asksStaff(x) || party || day
		}), whole)
	}
	w, ok := a.awaited()
	reached := a.part(a.at.Message).reached()
	_, counted := whole.number()
	if counts := ok && w.dated() && w.People == 0 && counted; !reached && !counts && slices.ContainsFunc(all, func(x asked) bool { return !answerActs[x.act] }) || len(strings.Fields(a.at.Message)) > shortAnswer {
		return all // it asks for something else
	}
	if !ok || !w.dated() {
		return all
	}
	a.text = a.at.Message
	var said args
	_ = json.Unmarshal([]byte(a.staff(w.Kind)[0].Args), &said)
	a.waits = w
	who := reached || w.Name == "" && a.signedBy() != ""
	if !who && (!w.incomplete() || said["people"] == nil && said["date"] == nil && said["time"] == nil) {
		return all
	}
	a.act, a.with = "ask_staff", []string{"ask_staff"}
	return []asked{a}
}

// completing makes a call for a request that waits say only what completes it: the day that
// follows an arrival is that of departure.
func (a asked) completing(calls []llm.ToolCall) []llm.ToolCall {
	if a.waits.Kind == "" {
		return calls
	}
	var in args
	_ = json.Unmarshal([]byte(calls[0].Args), &in)
	delete(in, "request")
	if a.waits.Date != "" && a.waits.Kind == "room" && in["date"] != nil {
		in["until"] = in["date"]
		delete(in, "date")
	}
	in.put("name", a.signedBy())
	return call("ask_staff", in)
}

// reached reports whether words tell how the guest is reached.
func (a asked) reached() bool {
	return strings.Contains(a.text, "[PHONE]") || strings.Contains(a.text, "[EMAIL]")
}

// signedBy is the name that a message gives, or "": as the reader hears it or, where it was asked
// for, all that a message says besides a number, "carla nunes, [PHONE]".
func (a asked) signedBy() string {
	name := a.first("name")
	var m []string
	for rest, more := a.text, true; more && m == nil; { // "pode passar. Carla, [PHONE]"
		m = signed().FindStringSubmatch(strings.TrimSpace(rest))
		i := strings.IndexAny(rest, ".,!;")
		rest, more = rest[i+1:], i >= 0
	}
	if m == nil || name == "" && !a.waits.Whom || !strings.Contains(m[1], name) {
		return name
	}
	for _, s := range understand.Senses(m[1]) {
		if s.Known() && !unicode.IsUpper([]rune(m[1])[0]) && name == "" && !a.reached() { // "depois"
			return ""
		}
	}
	return m[1]
}

// signed is a name by itself, or before a telephone number or address: "Marina, [PHONE]", "o nome
// é João da Silva".
var signed = pattern.Of(`(?i)^(?:(?:sim|yes|s[ií]|ok|claro|pode ser|please|por favor|it's|it is|this is|i'm|i am|under|for|my|meu|mi|the|o|a|el|la|em|no|nome|nombre|name|name's|is|é|es|de|do|da|sou|soy|me|chamo|llamo|aqui)[\s,.:!]+)*` +
	`(\p{L}[\p{L}'’-]*(?: (?:d[aeo]s?|del?|la|van|von)?\s*\p{L}[\p{L}'’-]+){0,3}?)` +
	`[.!]?(?:[,.;]?\s*(?:(?:e|y|and|o|el|my|meu|mi|n[uú]mero|number|tel\w*|fone|cel\w*|whats\w*|zap|phone|mobile|e-?mail|mail|contato|contacto|é|es|is)[\s,:.]+)*\[(?:PHONE|EMAIL)\])?[\s.!]*$`)

// booksRoom reports whether words ask for a room of this house, or for a hall in it: to be booked, or of a house
// that plans no trips, and in no other town.
func (a asked) booksRoom(topics []string) bool {
	_, day := staydate.Dates(a.text, a.at.Now)
	sleeps := a.saysRoom() && !a.says("hall") && (a.hasWord(booking) || day && !slices.Contains(topics, "trip"))
	return (sleeps || a.says("hall") && a.comes()) && a.destination() == "" && !a.onTrip()
}

var saysThat = pattern.Of(`(?i)\s(?:que|that|about|of|on|da|do|das|dos|de|del|sobre)\s`)

var atHour = lang.Set("as at a las")
