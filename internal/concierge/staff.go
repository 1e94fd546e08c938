package concierge

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/internal/understand/choice"
	"github.com/maitre-dev/maitre/internal/understand/staydate"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/scene"
)

// request is a wish for the people of the house, as ask_staff keeps it: read back to the guest, or filed.
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

// awaited is the wish that was read back in answer to the guest's last message.
func (a asked) awaited() (r request, ok bool) {
	_ = json.Unmarshal(a.at.Notes["house.request"], &r)
	return r, r.Text != "" && r.Message == a.saidBefore()
}

// latest is the request that was read back or filed last in this conversation, and whether the house spoke of it just now.
func (a asked) latest() (r request, now bool) {
	if r, now = a.awaited(); r.Text != "" && !r.Undo {
		return r, now
	}
	var all []request
	a.at.Load("house.filed", &all)
	filed, _, _ := strings.Cut(texts.In(a.at.Language).House.Filed, "%s")
	return append([]request{{}}, all...)[len(all)], strings.Contains(a.at.Last, filed)
}

// shortAnswer is how many words may answer a question of the house.
const shortAnswer = 12

// toldOrder reports whether the house has just told the order, which waits to be sent, and asked nothing of it.
func (a asked) toldOrder() bool {
	t := texts.In(a.at.Language).Menu
	total, _, _ := strings.Cut(t.Total, "%s")
	_, missing, _ := strings.Cut(t.NotOnCard, "%s")
	told := func(text string) bool { return strings.Contains(a.at.Last, text) }
	read := slices.ContainsFunc(a.lastTold(), func(x scene.Thing) bool { return slices.Contains(a.tab(), x.ID) })
	return a.unsent() && (read || a.kept().Since == a.saidBefore() || told(t.Order) || told(total)) && !told("?") && !told(missing)
}

// agrees reports whether a sentence is a plain yes: "isso, pode mandar".
func (a asked) agrees() bool {
	if strings.Contains(a.text, "?") || len(a.mentions(a.text)) > 0 || len(spots(a.text)) > shortAnswer || a.says("not", "drop", "sum", "fetch") {
		return false
	}
	answer, ok := choice.Read(a.text, nil)
	if ok {
		return answer.Yes
	}
	read := understand.Read(a.text, understand.Before{Last: "ask_staff", House: fmt.Sprintf(texts.In(a.at.Language).House.ReadBack, "")})
	heard := len(read.Acts) > 0 && read.Acts[0].Name == "yes" && read.Acts[0].Score >= beside
	return heard || a.says("go_ahead", "pass_on") && len(spots(a.text)) < 7
}

// saysYes reports whether a sentence is a yes and nothing else.
func (a asked) saysYes() bool {
	answer, ok := choice.Read(a.text, nil)
	return ok && answer.Yes
}

// declines reports whether a sentence is a plain no to what was read back, or says that it is settled.
func (a asked) declines() bool {
	answer, ok := choice.Read(a.text, nil)
	return ok && !answer.Yes || a.says("settled")
}

// offersToAsk reports whether the house has just offered to ask the staff.
func (a asked) offersToAsk() bool {
	return strings.Contains(a.at.Last, texts.In(a.at.Language).House.Offer)
}

// plain is the act of a sentence that the state of the conversation, or words such as "avisa a cozinha", make plain, and its subject; or "".
func (h *hearing) plain(s asked) (act, subject string) {
	r, waits := s.awaited()
	all := asides(s.text)
	is := func(subject string) bool { return slices.Contains(all, subject) }
	staff := aside(s.text, toStaff)
	if chances := h.chances(s.text); staff != "allergy" && staff != "told" && chances["ask_staff"] < 0.15 && (slices.ContainsFunc([]string{"find_dishes", "about_dish", "plan_trip", "trip_total", "house_info"}, func(act string) bool { return chances[act] > 0.8 }) || staff == "party" && shownIn[s.last] == "trip") {
		staff = "" // the reader is sure of something else
	}
	if staff == "notice" && len(understand.Needs(s.text)) > 0 { // "avisem que tenho alergia a nozes"
		staff = "allergy"
	}
	sent := s.at.Notes["house.sent"] != nil
	latest, now := s.latest()
	switch {
	case h.c.Tabled != nil && s.asks() && s.last != "purchases" && h.c.Tabled(h.ctx, h.o.Turn.Guest, s.text) && understand.Buyer(s.text) != understand.OtherPurchases && len(s.named()) == 0 && figure().MatchString(words(s.text)):
		return "ask_data", ""
	case s.forgets() != nil:
		return "forget", ""
	case waits && !r.incomplete() && s.agrees() && staff == "", waits && r.Undo && s.says("agree", "drop", "erase") && !s.asks():
		return "agree", ""
	case waits && s.declines() && s.details(r) == nil:
		return "decline", ""
	case s.toldOrder() && s.agrees() && staff == "" && !s.says("what"), is("send") && (s.unsent() || len(s.mentions(h.a.text)) > 0) && !s.says("fetch", "not", "what") && len(s.mentions(s.text)) == 0 && (!s.asks() || len(spots(s.text)) < 7):
		return "send", ""
	case s.offersToAsk() && (s.agrees() || is("ask")):
		return "ask", ""
	case (is("withdraw") || is("undo") && (now || len(s.tab()) > 0 && !s.unsent()) || is("absent") && latest.dated()) && latest.Text != "" && len(s.mentions(s.text)) == 0:
		return "ask_staff", "withdraw"
	case sent && (is("underway") || is("wait")):
		return "ask_staff", "underway"
	case aside(s.text, filed) != "" && len(s.mentions(s.text)) == 0:
		return "ask_staff", aside(s.text, filed)
	case latest.dated() && (is("moved") || !s.says("book", "table_of")) && shownIn[s.last] != "trip" && (!h.surely(s.text) || strings.Contains(s.text, "[PHONE]") || strings.Contains(s.text, "[EMAIL]")) && s.changesRequest(latest, now || is("moved") || is("other_time")):
		return "ask_staff", "details"
	case latest.dated() && now && is("other_time"):
		return "ask_staff", "details"
	case latest.Text != "" && (now && latest.ID != "" || !strings.Contains(s.at.Last, "?")) && s.saysYes() && latest.Kind != "order":
		return "ask_staff", "state"
	case s.answersWhich():
		return "order", ""
	case s.asks() && s.follows() && !s.has("place", "brewery") && s.compared() != nil:
		return "about_dish", ""
	case shownIn[s.last] != "trip" && s.town() == "" && (s.wantsTable() || s.says("room") && !s.says("hall") && s.says("book")):
		return "ask_staff", "table"
	case staff != "" && (staff != "told" || slices.ContainsFunc(s.at.People(), isSafety) || len(understand.Needs(h.a.text)) > 0) && !(staff == "party" && s.asks() && len(s.named()) == 0 && !s.says("may_be", "bring")):
		return "ask_staff", staff
	}
	if subject := s.subjectOf(); subject != "" {
		return "outside", subject
	}
	if waits && !r.dated() && r.Kind != "order" && !s.asks() && len(s.tab()) == 0 && !h.surely(s.text) { // more of a complaint
		return "ask_staff", "more"
	}
	if is("portion") && (len(s.named()) > 0 || s.follows()) {
		return "about_dish", ""
	}
	if _, counts := staydate.Party(s.text); counts && len(s.tab()) == 0 && shownIn[s.last] != "trip" && !s.asks() && len(s.spans) > 0 && !slices.ContainsFunc(s.spans, func(x understand.Span) bool { return x.Kind != "people" }) && !s.says("book", "want", "seat") {
		return "tell", "party"
	}
	if s.onlyDay() && does(understand.Read(s.saidBefore(), understand.Before{}), "house_info") {
		return "house_info", ""
	}
	if h.c.Told != nil && len(s.named()) == 0 {
		if told, _ := h.c.Told(h.ctx, s.text); told != "" {
			return "house_info", "told"
		}
	}
	return "", ""
}

// surely reports whether the reader is sure of something that a text asks for, and that is no answer to the house.
func (h *hearing) surely(text string) bool {
	for act, n := range h.chances(text) {
		if n > 0.6 && subjects[act] != "" && act != "order" && act != "ask_staff" && act != "plan_trip" && act != "trip_total" || n > 0.6 && courtesies[act] {
			return true
		}
	}
	return false
}

// answersWhich reports whether words name one of the dishes of which the house has just asked which is ordered: "de caju".
func (a asked) answersWhich() bool {
	named := a.meants()
	return strings.Contains(a.at.Last, "?") && len(named) == 1 && len(spots(a.text)) <= shortAnswer && !a.asks() && slices.ContainsFunc(a.kept().Asked, func(q question) bool {
		return slices.ContainsFunc(named[0].ids, func(id string) bool { return slices.Contains(q.Among, id) })
	})
}

// wantsTable reports whether words ask for a table, or a room to eat in, by how many come and the day.
func (a asked) wantsTable() bool {
	people, counted := staydate.Party(a.text)
	_, day := staydate.Dates(a.text, a.at.Now)
	return counted && people > 1 && day && a.says("hall", "feast", "seat", "a_table", "table_of", "space") && !a.says("errand") && len(a.named()) == 0
}

// onlyDay reports whether words ask of a day, and of nothing else: "e no dia 24?".
func (a asked) onlyDay() bool {
	_, day := staydate.Dates(a.text, a.at.Now)
	return day && a.asks() && len(spots(a.text)) < 7 && !a.has("people", "time", "place")
}

// figure matches words that ask for a figure.
var figure = pattern.Of(`\b(?:quant[oa]s?|qual|quais|how (?:much|many|often)|what|which|when|cuant[oa]s?|cual(?:es)?|cuando|quando|total|media|average|promedio)\b`)

// changesRequest reports whether a sentence says more of a table or a room that was asked for. Where the house has spoken of something else
// since, only that more or fewer come does.
func (a asked) changesRequest(r request, spoken bool) bool {
	in := a.details(r)
	return in != nil && (spoken || in["people"] != nil)
}

// details are what a sentence says of a table or a room that was asked for: another day, hour, number or name; nil: nothing.
func (a asked) details(r request) args {
	if !r.dated() || len(a.named()) > 0 || len(spots(a.text)) > 2*shortAnswer {
		return nil
	}
	in := a.booking(r)
	delete(in, "request")
	delete(in, "kind")
	had, _ := time.Parse(time.DateOnly, r.Date)
	if stay, ok := (staydate.Stay{Start: had}).Next(notWhy(a.text), a.at.Now); ok && !stay.Start.IsZero() && !had.IsZero() { // "the 14th" is of the same month
		in["date"] = stay.Start.Format(time.DateOnly)
	}
	if r.Kind == "room" && r.Date != "" && in["date"] != nil { // the day that follows an arrival is that of departure
		in["until"] = in["date"]
		delete(in, "date")
	}
	seat := r.Kind == "booking" && a.says("of_seat") && (!a.asks() || a.says("may_be"))
	if seat {
		in["request"] = bare(a.text)
	}
	if len(in) == 0 {
		return nil
	}
	return in
}

// booking are the arguments of ask_staff for a table or a room.
func (a asked) booking(had request) args {
	in := args{"request": bare(a.text)}
	said := denied().ReplaceAllString(notWhy(a.text), "")
	people := comers(had.People, said)
	if n := a.onlyNumber(said); people == 0 && had.People > 0 {
		people = n
	}
	if people != had.People {
		in.put("people", people)
	}
	if stay, day := staydate.Dates(said, a.at.Now); day && !stay.Start.IsZero() {
		in["date"] = said
	}
	if had.Kind != "room" {
		in.put("time", a.clock(said))
	}
	in.put("name", a.bookedIn(had))
	return in
}

// comers is how many words say that come, where so many were to come before; 0: not said. One is somebody who is alone: "um imprevisto" is nobody.
func comers(before int, text string) int {
	n, ok := staydate.PartyAfter(before, text)
	named := slices.ContainsFunc(spots(text), func(w spot) bool { return numeral(w.word) == n })
	if !ok || n == 1 && !alone().MatchString(words(text)) || before == 0 && !named { // "it is my niece's birthday" says of nobody that they come
		return 0
	}
	return n
}

// clock is the time of day that a text says, as it is said.
func (a asked) clock(text string) string {
	for _, t := range a.all("time") {
		if _, ok := staydate.ClockIn(t, true); ok && strings.Contains(text, t) {
			all := strings.Fields(t)
			for len(all) > 1 && slices.Contains([]string{"as", "at", "a", "las"}, lang.Fold(all[0])) {
				all = all[1:]
			}
			return strings.Join(all, " ")
		}
	}
	c, _ := staydate.ClockIn(text, false)
	return c.Said
}

// onlyNumber is the one number of a short text, as who is asked for how many says it: "ah, 12 then".
func (a asked) onlyNumber(text string) (n int) {
	_, timed := staydate.ClockIn(text, false)
	_, day := staydate.Dates(text, a.at.Now)
	for _, w := range spots(text) {
		if k := numeral(w.word); k > 0 && n > 0 {
			return 0
		} else if k > 0 {
			n = k
		}
	}
	if timed || day || n == 1 || len(spots(text)) > 6 {
		return 0
	}
	return n
}

var (
	// denied is a number that words say not to be so: the 7 of "we are 9 and not 7".
	denied = pattern.Of(`(?i)\b(?:n[aã]o|not|isn't|aren't|en? vez de|instead of)\s+(?:(?:somos|sou|são|é|son|es|as|às|at|a las|para|pra|for|de)\s+)*(?:\d+(?:[:h]\d*)?(?: ?[ap]m)?|\pL+)\b`)
	// why stands before why something is wanted, in which another day or hour may be named.
	why = pattern.Of(`(?i)(?:^|[\s,])(?:pq|porque|pois|because|cos|cuz|since|j[aá] que|ya que|so that|para que|que (?:no |na |el |la )?(?:s[aá]bado|domingo|segunda|ter[cç]a|quarta|quinta|sexta|lunes|martes|mi[eé]rcoles|jueves|viernes))\s`)
	// inName finds a name in capitals behind a word for it, or between a comma and the end or the next comma.
	inName = pattern.Of(`(?i:\b(?:anot\w+|apunt\w+|nome|name|nombre|under|como|for|para|pra|it's|this is|aqui é|soy|sou)(?:\s+(?:usted|como|as|is|é|es|a|de|do|da|del|el|la|me|us|down))*)\s+(` + capitals + `)` +
		`|(?:^|,\s+)(` + capitals + `)(?:[,.!]|\s*$)`)
)

const capitals = `\p{Lu}[\p{L}'’-]+(?: (?:(?:d[aeo]s?|del?|la|van|von) )?\p{Lu}[\p{L}'’-]+){0,3}`

func notWhy(text string) string { return why().Split(text, 2)[0] }

// bookedIn is the name that words give of who books, or "". Some word of it is no word of the language.
func (a asked) bookedIn(r request) string {
	for _, m := range inName().FindAllStringSubmatch(a.text, -1) {
		name := m[1] + m[2]
		if strings.Contains(a.text, "[") || slices.ContainsFunc(understand.Senses(name), func(s understand.Sense) bool { return !s.Known() }) { // and not "it's Friday"
			return name
		}
	}
	if name := a.first("name"); r.Whom || a.says("name_of") {
		return name
	}
	return ""
}

// staff passes a wish to the people of the house: a table, a complaint, a word.
func (a asked) staff() []llm.ToolCall {
	r, _ := a.latest()
	if act := filed[a.subject]; act != "" || a.subject == "underway" {
		return a.ofFiled(cmp.Or(act, "state"), r)
	}
	if a.subject == "details" {
		in := a.details(r)
		if in == nil { // "can we do another day?"
			in = args{}
		}
		if r.ID != "" {
			in["filed"] = "change"
		}
		return call("ask_staff", in)
	}
	kind := toStaff[a.subject]
	if a.subject == "more" {
		kind = r.Kind
	}
	in := args{"request": bare(a.text)}
	room := a.says("room") && !a.says("hall", "dine")
	_, day := staydate.Dates(a.text, a.at.Now)
	people, counted := staydate.Party(a.text)
	table := a.subject == "table" || a.says("book", "a_table") || a.says("table_of", "seat", "feast") && (counted && people > 0 || day)
	switch {
	case kind != "" && !(kind == "other" && a.subject == "notice" && table):
	case room && (a.says("book") || day || counted):
		kind = "room"
	case table:
		kind = "booking"
	case understand.Says(a.text, "complaint"):
		kind = "complaint"
	default:
		kind = cmp.Or(kind, "other")
	}
	switch kind {
	case "allergy":
		in["request"] = bare(a.at.Message)
	case "booking", "room":
		in = a.booking(request{Kind: kind})
	case "other":
		sits := placeNumber().MatchString(lang.Fold(a.text)) && !a.asks()
		in.put("send", sits || a.subject == "check" || slices.Contains([]string{"person", "things"}, a.subject))
	}
	in["kind"] = kind
	return call("ask_staff", in)
}

// placeNumber finds at which table or in which room a guest sits: "na mesa 14". "Mesa 4 pessoas" says it of none.
var placeNumber = pattern.Of(`\b(?:mesa|table|quarto|room|habitacion|suite|chale)\s+(?:n\S{0,2}\s+|(?:numero|number)\s+)?\d{1,4}(?:$|[^\d\s]|\s+(?:[a-oq-z]|p[a-df-z]))`)

// ofFiled is what a guest wants of a request that was filed: change, withdraw or state.
func (a asked) ofFiled(act string, r request) []llm.ToolCall {
	in := args{}
	if act == "state" && r.ID == "" && r.Text != "" { // it still waits for a yes: it is read back once more
		return call("ask_staff", args{"kind": r.Kind})
	}
	if act == "change" {
		in = a.booking(r)
		delete(in, "request")
	}
	in["filed"] = act
	_, now := a.latest()
	switch {
	case a.subject == "underway":
		in["kind"] = "order"
	case now && r.Kind != "":
		in["kind"] = r.Kind
	case a.says("room"):
		in["kind"] = "room"
	case a.says("book", "table_of"):
		in["kind"] = "booking"
	case len(a.tab()) > 0 && act == "withdraw":
		in["kind"] = "order"
	}
	if _, ok := staydate.Dates(a.text, a.at.Now); ok && in["date"] == nil {
		in["date"] = a.text
	}
	return call("ask_staff", in)
}

// send passes the order to the kitchen, with what else is said for those who bring it. What somebody told since must be known of each line.
func (h *hearing) send(a asked) {
	if len(h.steps) == 0 || !slices.ContainsFunc(h.steps, func(s step) bool { return s.Act == "order" || s.Act == "bill" }) {
		if slices.ContainsFunc(a.at.People(), isSafety) && a.unsent() {
			h.add("held", call("bill", args{"tab": true}), "")
		}
	}
	in := args{"kind": "order", "request": bare(a.text), "send": true}
	if slices.ContainsFunc(h.steps, func(s step) bool {
		return s.Act == "order" || s.Act == "bill" && strings.Contains(s.Calls[0].Args, `"changes"`)
	}) { // it is another order than was told
		in = args{"kind": "order", "request": bare(h.a.text)}
	}
	if !a.unsent() && len(h.steps) == 0 {
		in = args{} // how it stands
	}
	if !a.toldOrder() {
		delete(in, "send")
	}
	h.add("ask_staff", call("ask_staff", in), "")
}

// passChange passes a change of the order to the staff where they have the order already.
func (h *hearing) passChange() {
	changed, asked := false, h.a.at.Notes["house.sent"] == nil
	for _, s := range h.steps {
		for _, x := range s.Calls {
			changed = changed || x.Name == "bill" && strings.Contains(x.Args, `"dish"`) && !strings.Contains(x.Args, `"what_if"`)
			asked = asked || x.Name == "ask_staff"
		}
	}
	if changed && !asked {
		h.add("ask_staff", call("ask_staff", args{"kind": "order", "filed": "change", "request": bare(h.o.Turn.Message), "send": true, "if_changed": true}), "")
	}
}
