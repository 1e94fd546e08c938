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
	return r.dated() && (r.People == 0 || r.Date == "") || r.Kind == "booking" && r.Time == "" || r.Kind == "room" && r.Until == ""
}

// awaited returns the wish that was read back in answer to the guest's last message.
func (a asked) awaited() (r request, ok bool) {
	_ = json.Unmarshal(a.at.Notes["house.request"], &r)
	return r, r.Text != "" && r.Message == a.saidBefore()
}

// latest is the request that was read back or passed on last in this conversation, and whether the house spoke of it just now.
func (a asked) latest() (r request, now bool) {
	if r, now = a.awaited(); r.Text != "" && !r.Undo {
		return r, now
	}
	var all []request
	a.at.Load("house.filed", &all)
	filed, _, _ := strings.Cut(texts.In(a.at.Language).House.Filed, "%s")
	return append([]request{{}}, all...)[len(all)], strings.Contains(a.at.Last, filed)
}

// staff is a wish that people of the house fulfil: a table, a complaint.
func (a asked) staff(kind string) []llm.ToolCall {
	in, all := args{"request": bare(a.text)}, asides(a.at.Message)
	asksElse := kind == "" && slices.ContainsFunc(a.with, func(act string) bool { return !answerActs[act] })
	if beside := a.part(strings.Replace(a.at.Message, a.text, "", 1)); kind == "other" && (len(beside.courses()) > 0 || a.namesDish(beside.text)) {
		asksElse = true // "show us the desserts. and please call the waiter"
	}
	if !asksElse && strings.Contains(a.at.Message, a.text) && len(strings.Fields(a.at.Message)) <= wholeRequest {
		in["request"] = bare(a.at.Message) // what else was said of it belongs to it
	}
	if (a.says("ask_it") || is(wordBehind(a.text, 0), "and")) && a.offers() { // "ask them and tell me", "and a fork is missing"
		in["request"] = bare(a.saidBefore()) + ". " + bare(a.text)
	}
	about := func(subject string) bool {
		return slices.ContainsFunc(all, func(x aside) bool { return x.subject == subject })
	}
	people, day, clock := a.when(kind)
	r, now := a.latest()
	table := a.says("book") || a.says("table_of") && !a.sits() && (people > 0 || day) || a.says("a_table") || a.comes() || people > 0 && day && (clock != "" || a.says("seat"))
	switch {
	case kind != "":
	case about("allergy"):
		kind = "allergy"
	case about("sorry"):
		kind = "complaint"
	case a.saysJust("room") && !a.says("hall") && (a.says("book") || people > 0 || day):
		kind = "room"
	case table && (!a.says("errand") || a.comes() || a.says("table_of") && people > 0 && day): // "ninguém veio à mesa" books none
		kind = "booking"
	case understand.Says(a.text, "complaint") && !(now && r.dated()): // "the stairs are bad for her" of the table that is wanted
		kind = "complaint"
	}
	var had request
	a.at.Load("house.request", &had)
	if in.put("kind", kind); kind == "complaint" || cmp.Or(kind, had.Kind, "other") == "other" {
		in.put("send", kind != "complaint" && a.forNow())
		return call("ask_staff", in) // in the guest's words: "I lost my hat on Friday"
	}
	in.put("people", people)
	in.put("name", a.bookedIn())
	if day {
		in["date"] = forReason().Split(a.text, 2)[0]
	}
	if kind != "room" {
		in.put("time", clock)
	}
	return call("ask_staff", in)
}

// forNow reports whether words call somebody, ask for a thing of the house or say where the guest is, of which nothing is to be settled.
func (a asked) forNow() bool {
	return a.sits() && !a.questions() || slices.ContainsFunc(asides(a.text), func(x aside) bool { return x.subject == "person" || x.subject == "things" })
}

// sits reports whether words say at which table or in which room the guest is: "na mesa 14", "room 12". "Mesa 4 pessoas" says it of none.
func (a asked) sits() bool {
	m := placeNumber().FindStringSubmatch(lang.Fold(a.text))
	return m != nil && m[1] == ""
}

var placeNumber = pattern.Of(`\b(?:mesa|table|quarto|room|habitacion|suite|apartamento|apto|chale)\s+(?:n\S{0,2}\s+|(?:my )?(?:numero|number)\s+)?\d{1,4}\b(\s*(?:pessoas|personas|people|lugares|pax|pm|am|h\b|:|de\b|noites|noches|nights|/))?`)

// when returns the number of people, whether a day is named, and the time, as words say them for a table
// or a room: "amanhã às 20h pra 4".
func (a asked) when(kind string) (people int, day bool, clock string) {
	var had request
	a.at.Load("house.request", &had)
	a = a.part(denied().ReplaceAllString(forReason().Split(a.text, 2)[0], ""))
	n, party := staydate.PartyAfter(had.People, a.text)
	if said, more, ok := a.number(had.People > 0); ok && !party && had.dated() {
		if n, party = said, true; more {
			n += had.People
		}
	}
	counted := func(w spot) bool { return numeral(w.word) == n }
	along := a.hasPhrase("along") && !slices.ContainsFunc(spots(a.text), counted) && !a.says("only")
	if party && !(along && n < had.People) && (had.People > 0 || along || a.has("people") || slices.ContainsFunc(spots(a.text), counted)) { // "it is my niece's birthday" says of nobody that they come
		people = n
	}
	stay, day := staydate.Dates(a.text, a.at.Now)
	day = day && (kind == "room" || !stay.Start.IsZero()) // "até o dia 23" is a departure
	for _, t := range a.all("time") {
		if _, ok := staydate.ClockIn(t, true); (ok || clock == "") && !(people > 0 && numeral(t) == people) && !(clock != "" && is(wordBehind(t, 0), "serving")) { // "on the 14th for about twenty"
			clock = t
		}
	}
	c, _ := staydate.ClockIn(a.text, false)
	if _, ok := staydate.ClockIn(clock, true); !ok { // "dinner, at half past seven"
		clock = cmp.Or(c.Said, clock)
	}
	words := strings.Fields(clock)
	for len(words) > 1 && atHour[lang.Fold(words[0])] {
		words = words[1:]
	}
	return people, day, cmp.Or(a.putOff(), strings.Join(words, " "))
}

// denied is a number that words say not to be so: the 7 of "we are 9 and not 7".
var denied = pattern.Of(`(?i)\b(?:n[aã]o|not|isn't|aren't|en? vez de|instead of)\s+(?:(?:somos|sou|são|é|son|es|as|às|at|a las|para|pra|for|de)\s+)*(?:\d+(?:[:h]\d*)?(?: ?[ap]m)?|um|uma|dois|duas|tr[eê]s|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|dos|cuatro|siete|ocho|nueve|diez|once|doce|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b`)

// putOff is the hour that a message moves another one to, or "": "meia hora mais tarde", "push it back an hour".
func (a asked) putOff() string {
	r, _ := a.latest()
	m := anAmount().FindStringSubmatch(lang.Fold(a.text))
	c, ok := staydate.ClockIn(r.Time, true)
	if m == nil || !ok || a.says("move_later") == a.says("move_earlier") {
		return ""
	}
	by := 60 * max(numeral(m[2]), 1)
	if m[1] != "" {
		by = 30
	}
	if a.says("move_earlier") {
		by = -by
	}
	if c.Late && c.Hour < 12 {
		c.Hour += 12
	}
	return time.Date(2000, 1, 1, c.Hour, c.Minute+by, 0, 0, time.UTC).Format("15:04")
}

// anAmount is by how much an hour is moved: half an hour, or some hours.
var anAmount = pattern.Of(`\b(?:(meia hora|media hora|half an hour|half hour|30 min\w*)|(\d+|um|uma|un|una|an|one|duas|dos|two) ?(?:h|hr|horas?|hours?))\b`)

var atHour = lang.Set("as at a las")

// forReason stands before why something is wanted, in which another day or hour may be named.
var forReason = pattern.Of(`(?i)(?:[\s,]+(?:que (?:no |na |el |la )?(?:s[aá]bado|domingo|segunda|ter[cç]a|quarta|quinta|sexta|lunes|martes|mi[eé]rcoles|jueves|viernes)|pq|porque|pois|because|cos|cuz|since|j[aá] que|ya que|so that|para que)|(?:^|,\s*)q(?:ue)?)\s`) // "…, que o trem atrasou"

// comes reports whether words ask for a table by how many come, the day and a time, a feast or room: "our graduation on Friday, 12 people".
func (a asked) comes() bool {
	people, day, clock := a.when("")
	feast := a.says("feast") && !a.hasPhrase("errand")
	room := (clock != "" || a.says("space") && !a.says("lodge")) && !a.says("errand") && len(a.mentions(a.text)) == 0
	return people > 0 && day && (feast || room) && !a.onTrip() && a.placeNew() == ""
}

// namesDay reports whether a message asks of a day, and of nothing else: "and on the 24th?".
func (a asked) namesDay() bool {
	people, day, _ := a.when("")
	return day && people == 0 && strings.HasSuffix(a.text, "?") && len(spots(a.text)) <= shortAnswer/2 && is(wordBehind(a.text, 0), "and")
}

// number is the count that a clause consists of, as who is asked for how many says it: "ah, 12 then". Where that is known it is put
// right, "na verdade viramos 12", or so many more come, "bota mais dois".
func (a asked) number(known bool) (n int, more, ok bool) {
	_, now := a.latest()
	for _, clause := range parted().Split(a.text, -1) {
		p, all := a.part(clause), spots(clause)
		counts := slices.DeleteFunc(slices.Clone(all), func(w spot) bool { return numeral(w.word) == 0 })
		_, timed := staydate.ClockIn(clause, false)
		if _, day := staydate.Dates(clause, a.at.Now); len(counts) != 1 || len(all) >= fewWords || timed || day || len(a.mentions(clause)) > 0 {
			continue
		}
		last := all[len(all)-1]
		more = known && p.says("more")
		if !known || now && (more || p.says("only") || p.says("turn") || p.says("slip")) && (last == counts[0] || is(last.word, "more") || is(last.word, "head")) {
			return numeral(counts[0].word), more, true
		}
	}
	return 0, false, false
}

// Limits in words: a message up to wholeRequest is passed to the staff whole, and one up to shortAnswer may answer a question of
// the house.
const wholeRequest, shortAnswer = 60, 12

// answerActs are the acts that the answer to a question of the house may be taken for.
var answerActs = lang.Set("ask_staff tell yes plan_trip trip_total smalltalk thanks outside repeat help choose")

// ofRequest passes words about a request that was read back or filed on to the staff ("make it 8 pm"), and remembers the facts beside
// them. What a sentence beside them wishes for is still to be read: "we are five after all, and is there soup?".
func (h *hearing) ofRequest() bool {
	for _, s := range slices.Compact(append(sentences(h.a.text), h.a.text)) {
		p, rest := h.a.part(s), strings.Replace(h.a.text, s, "", 1)
		if rest != "" && (strings.Contains(s, "?") || !goesOn(rest) || h.a.part(rest).ofRequest() != nil) {
			continue
		}
		calls := p.ofRequest()
		if calls == nil && rest == "" && !p.readsBack() {
			calls = p.adds()
		}
		if calls == nil {
			continue
		}
		if facts := ofOther(told(understand.Read(s, understand.Before{}), s), h.o); len(facts) > 0 {
			h.add("tell", call("remember", args{"facts": facts}), "")
		}
		h.add("ask_staff", calls, "")
		return h.leave(rest)
	}
	return false
}

// ofRequest returns the calls for a message about the table or room that was asked for: a missing detail ("sábado às 20h"), a
// change ("make it 9 pm"), the name, or a wish ("perto da janela"). The message names no dish and asks nothing else.
func (a asked) ofRequest() []llm.ToolCall {
	r, now := a.latest()
	reached := strings.Contains(a.text, "[PHONE]") || strings.Contains(a.text, "[EMAIL]")
	seat := now && r.Kind == "booking" && a.says("of_seat") && (!strings.Contains(a.text, "?") || a.says("may_be"))
	another, opens := a.says("book") || a.says("table_of"), false
	for _, x := range asides(a.text) {
		switch x.subject {
		case "withdraw", "undo", "state":
			return nil
		case "absent": // "just two of us, my parents can't come"
			if _, party := staydate.PartyAfter(r.People, a.text); !party {
				return nil
			}
		case "moved":
			another = false
		case "other_time": // "can we do another day?"
			another, opens = false, true
		}
	}
	if !r.dated() || a.onTrip() && !now || another || a.namesDish(a.text) || len(strings.Fields(a.text)) > shortAnswer && !seat {
		return nil
	}
	read := understand.Read(a.text, understand.Before{Last: "ask_staff"})
	_, _, counted := a.number(r.People > 0)
	other := slices.ContainsFunc(read.Acts, func(x understand.Act) bool {
		return x.Score >= heardLeast && !answerActs[x.Name] && x.Name != "order" && x.Name != "no" // "no, we are 5"
	})
	if other && !reached && !seat && !opens && !(now && counted) {
		return nil
	}
	a.spans = read.Spans
	var said args
	_ = json.Unmarshal([]byte(a.staff(r.Kind)[0].Args), &said)
	had, _ := time.Parse(time.DateOnly, r.Date)
	if stay, ok := (staydate.Stay{Start: had}).Next(forReason().Split(a.text, 2)[0], a.at.Now); ok && !stay.Start.IsZero() && !had.IsZero() { // "the 14th" is of the same month
		if back := stay.Start.AddDate(0, 0, -7); a.says("weekday") && had.Sub(back) < 4*24*time.Hour && back.After(a.at.Now) { // the Friday before that Saturday
			stay.Start = back
		}
		said["date"] = stay.Start.Format(time.DateOnly)
	}
	if r.Kind == "room" && now && r.Date != "" && said["date"] != nil { // the day that follows an arrival is that of departure
		said["until"] = said["date"]
		delete(said, "date")
	}
	moves := r.moved(said) || now && said["date"] != nil // or it is the same day
	said.put("name", a.signedBy(r))
	if !moves && (a.declines() || !seat && !reached && !opens && said["name"] == nil) { // "no, we are 5" moves it
		return nil
	}
	if !seat {
		delete(said, "request")
	}
	if r.ID != "" {
		said["filed"] = "change"
	}
	return call("ask_staff", said)
}

// moved reports whether a call says another day, time or number of people than a request has.
func (r *request) moved(in args) bool {
	n, counted := in["people"].(float64)
	said, _ := in["time"].(string)
	clock, timed := staydate.ClockIn(said, true)
	had, _ := staydate.ClockIn(r.Time, true)
	return counted && int(n) != r.People || in["until"] != nil || in["date"] != nil && in["date"] != r.Date || timed && (clock.Minute != had.Minute || (clock.Hour-had.Hour)%12 != 0)
}

// signedBy is the name that a message gives of who books, or "": as the reader hears it or, where it was asked for, all that the message
// says besides a number, "carla nunes, [PHONE]".
func (a asked) signedBy(r request) string {
	name := a.first("name")
	if m := signed().FindStringSubmatch(strings.TrimSpace(a.text)); m != nil && !a.part(m[1]).says("rings") && (name != "" || r.Whom) && strings.Contains(m[1], name) {
		if name != "" || unicode.IsUpper([]rune(m[1])[0]) || strings.Contains(a.text, "[") || !slices.ContainsFunc(understand.Senses(m[1]), func(s understand.Sense) bool { return s.Known() }) { // and not "depois"
			return m[1]
		}
	}
	return name
}

// bookedIn is the name that a message gives beside a table, or "": "…, under Maya Brown", "anota como Davi". Some word of it is no word of the language.
func (a asked) bookedIn() string {
	for _, m := range inName().FindAllStringSubmatch(a.text, -1) {
		if name := m[1] + m[2]; strings.Contains(a.text, m[0]+" [") || slices.ContainsFunc(understand.Senses(name), func(s understand.Sense) bool { return !s.Known() }) { // and not "it's Friday"
			return name
		}
	}
	return ""
}

// inName finds a name in capitals behind a word for it, or between a comma and the end of a sentence or the next comma.
var inName = pattern.Of(`(?i:\b(?:anot\w+|apunt\w+|nome|name|nombre|under|como|it's|this is|aqui é|soy|sou)(?:\s+(?:usted|como|as|is|é|es|a|de|do|da|del|el|la|me|us|down))*)\s+(` + capitals + `)` +
	`|,\s+(` + capitals + `)(?:[,.!]|\s*$)`)

const capitals = `\p{Lu}[\p{L}'’-]+(?: (?:(?:d[aeo]s?|del?|la|van|von) )?\p{Lu}[\p{L}'’-]+){0,3}`

// signed is a name by itself, or before a telephone number or address: "Marina, [PHONE]", "o nome é João da Silva".
var signed = pattern.Of(`(?i)^(?:(?:tel\w*|fone|cel\w*|whats\w*|zap|phone|mobile|n[uú]mero|number|sim|yes|s[ií]|ok|claro|pode ser|pode passar|please|por favor|it's|it is|this is|i'm|i am|under|for|my|meu|mi|the|o|a|el|la|em|no|nome|nombre|name|name's|is|é|es|de|do|da|sou|soy|me|chamo|llamo|aqui)[\s,.:!]+)*` +
	`(\p{L}[\p{L}'’-]*(?: (?:d[aeo]s?|del?|la|van|von)?\s*\p{L}[\p{L}'’-]+){0,3}?)` +
	`[.!]?(?:[,.;]?\s*(?:(?:e|y|and|o|el|my|meu|mi|n[uú]mero|number|tel\w*|fone|cel\w*|whats\w*|zap|phone|mobile|e-?mail|mail|contato|contacto|é|es|is)[\s,:.]+)*\[(?:PHONE|EMAIL)\])?[\s.!]*$`)

// declines reports whether a message is a no to a request that was read back, or says that it is done: "no, leave it". Of a longer one
// that says something else the no is part: "não quero confusão, só outra mesa".
func (a asked) declines() bool {
	all := spots(a.text)
	answer, ok := choice.Read(a.text, nil)
	refuses := func(s spot) bool {
		return is(s.word, "refuse") && !(s.word == "no" && a.at.Language == lang.Portuguese) // "no nome de Carla"
	}
	return ok && !answer.Yes || a.says("settled") || len(all) > 0 && len(all) < fewWords && !a.says("pays") && (refuses(all[0]) || refuses(all[len(all)-1])) // and not "no pudim", "não pago os 10%"
}

// agrees reports whether a message begins with a yes to the request that was read back, and returns the words behind it: "Ok. And
// a dessert menu?".
func (a asked) agrees() (rest string, ok bool) {
	w, waits := a.awaited()
	first := a.text
	if i := strings.IndexAny(first, ".,;:!\n"); i >= 0 {
		first, rest = first[:i], strings.TrimSpace(first[i+1:])
	}
	said := spots(first)
	person := func(x aside) bool { return x.subject == "person" } // "chama o gerente, por favor" goes on
	if !waits || slices.ContainsFunc(asides(first), person) || w.incomplete() || strings.Contains(first, "?") || len(said) == 0 || len(said) > 5 {
		return "", false
	}
	if answer, ok := choice.Read(first, nil); ok {
		return rest, answer.Yes
	}
	return rest, is(said[0].word, "pass_on") && !slices.ContainsFunc(asides(first), func(x aside) bool { return x.subject == "notice" })
}

// wouldAsk reports whether a message has the house ask the staff what it does not know, as it has just offered: "yes, ask them".
func (a asked) wouldAsk() bool {
	answer, _ := choice.Read(a.text, nil) // not "ok"
	yes := answer.Yes && (a.says("agree") || a.says("please") || a.says("do")) || len(strings.Fields(a.text)) < fewWords && a.says("ask_it")
	return yes && a.offers()
}

// offers reports whether the house has just offered to ask the staff.
func (a asked) offers() bool {
	return strings.Contains(a.at.Last, texts.In(a.at.Language).House.Offer)
}

// adds is what a message adds to a complaint or another word for the staff that was read back or passed on just now: "it is table 4". It
// says nothing else that the house knows to do.
func (a asked) adds() []llm.ToolCall {
	r, now := a.latest()
	_, day, _ := a.when("")
	if !now || r.Text == "" || r.dated() || r.Kind == "order" || day && (a.saysJust("room") || a.says("book") || a.says("table_of")) || a.declines() || strings.Contains(a.text, "?") || a.says("keep") || a.says("erase") || a.placeNew() != "" {
		return nil
	}
	dish, staff := a.namesDish(a.text), false
	for _, x := range asides(a.text) {
		staff = staff || toStaff[x.subject] != "" // "get me the manager", whatever it was taken for
		if elsewhere[x.subject] || r.ID != "" && toStaff[x.subject] != "" && x.subject != "things" {
			return nil
		}
	}
	heard := understand.Read(a.text, understand.Before{Last: a.last, House: a.at.Last})
	for _, x := range heard.Acts {
		polite := courtesies[x.Name] && heard.Sure >= doubtful
		other := x.Name == "yes" && !dish || !answerActs[x.Name] && x.Name != "no"
		if !staff && (polite || other && (x.Score >= heardLeast || dish)) {
			return nil
		}
	}
	in := args{"request": bare(a.text), "kind": r.Kind}
	if r.ID != "" {
		in["filed"] = "change"
		in.put("send", r.Kind == "other" && a.forNow()) // "and two forks" needs no yes
	}
	return call("ask_staff", in)
}

// elsewhere are the subjects of asides that do something else with a request than add to it.
var elsewhere = lang.Set("amend withdraw state undo absent send forget allergy told medicine")

// toStaff are the subjects of asides that are for the people of the house, with the kind of request; ofFiled those about a request that
// was filed: it is changed, withdrawn or asked about.
var (
	toStaff = map[string]string{"check": "other", "person": "other", "sorry": "complaint", "allergy": "allergy", "ask": "other", "notice": "notice", "party": "notice", "things": "notice", "medicine": "medicine"}
	ofFiled = map[string]string{"amend": "change", "withdraw": "withdraw", "state": "state", "order_state": "state"}
)

// asidesOf are the asides of a message, as the conversation lets them be read: a bare "cancela" withdraws the request that was spoken of
// where nothing that is ordered can be meant, and "avisa o chef" is of an allergy that was told.
func (a asked) asidesOf() []aside {
	needs := slices.ContainsFunc(a.at.People(), func(p hook.Person) bool { return len(p.Allergies)+len(p.Diets) > 0 })
	tells := len(understand.Needs(a.text)) > 0
	open := len(a.tab()) == 0 && a.at.Notes["house.request"] != nil || len(a.tab()) > 0 && !a.unsent()
	r, now := a.latest()
	all := slices.Clone(asides(a.text))
	for i, x := range all {
		short := len(strings.Fields(x.sentence)) <= shortAnswer && !saysThat().MatchString(x.sentence) // not "diz pro chef que a sopa está ótima"
		switch {
		case x.subject == "absent" && r.dated(), x.subject == "undo" && open && (now || len(strings.Fields(a.text)) <= shortOrder) && len(a.mentions(a.text)) == 0:
			all[i].subject = "withdraw"
		case (x.subject == "wait" || x.subject == "underway") && a.at.Notes["house.sent"] != nil:
			all[i].subject = "order_state"
		case x.subject == "notice" && tells, x.subject == "told" && (tells || needs && (short || slices.Contains(all, aside{"kitchen", x.sentence}))):
			all[i].subject = "allergy"
		}
	}
	return all
}

var saysThat = pattern.Of(`(?i)\s(?:que|that|about|of|on|da|do|das|dos|de|del|sobre)\s`)

// booksRoom reports whether words book a room of this house: outright, or, of a house that plans no trips, for a day.
func (a asked) booksRoom(topics []string) bool {
	_, day := staydate.Dates(a.text, a.at.Now)
	wants := a.says("book") || day && !slices.Contains(topics, "trip")
	return a.saysJust("room") && !a.says("hall") && wants && a.destination() == "" && !a.onTrip()
}

// filed is what a guest wants of a request that was filed.
func (a asked) filed(subject string) []llm.ToolCall {
	in := args{}
	if subject == "amend" {
		_ = json.Unmarshal([]byte(a.staff("booking")[0].Args), &in)
		delete(in, "request")
	}
	in["filed"] = ofFiled[subject]
	switch r, now := a.latest(); {
	case now && !(a.says("book") && r.Kind == "other"): // "take that of the table back"
		in["kind"] = r.Kind
	case a.saysJust("room"):
		in["kind"] = "room"
	case a.says("book") || a.says("table_of"):
		in["kind"] = "booking"
	case slices.ContainsFunc(asides(a.text), func(x aside) bool { return x.subject == "sorry" }): // "cancel my complaint"
		in["kind"] = "complaint"
	case len(a.tab()) > 0 && subject == "withdraw", subject == "order_state":
		in["kind"] = "order"
	}
	if _, ok := staydate.Dates(a.text, a.at.Now); ok {
		in["date"] = a.text
	}
	return call("ask_staff", in)
}

// namesDish reports whether words name a dish of the card, and not only a kind of them.
func (a asked) namesDish(text string) bool {
	return slices.ContainsFunc(a.mentions(text), func(m scene.Mention) bool { return !m.Plain && !m.Kind })
}
