package house

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// line is one of the bill of a conversation, which the bill tool writes.
type line struct {
	ID       string `json:"id"`
	Quantity int    `json:"quantity"`
	For      string `json:"for,omitempty"`     // who has it; "me" is the guest
	Note     string `json:"note,omitempty"`    // for the kitchen
	Each     int64  `json:"each,omitempty"`    // with its options, in minor units
	Of       string `json:"of,omitempty"`      // the request with which it was passed on
	Against  string `json:"against,omitempty"` // whose need it is against that has it: "Ana: camarão", "guest: leite"
	Doubt    bool   `json:"doubt,omitempty"`   // somebody at the table must not have it, and who has it is not told
}

// bill is that of a conversation, the message since which it stands as it is, and what it was before a model's last step.
type bill struct {
	Lines  []line
	Since  string
	Before *bill
}

// The notes of the scene: the bill, and the lines that were passed on to the staff.
const billNote, sentNote = "menu.bill", "house.sent"

func billed(s *scene.Scene) (b bill) {
	s.Load(billNote, &b)
	return b
}

func sent(s *scene.Scene) (all []line) {
	s.Load(sentNote, &all)
	return all
}

// without leaves out the lines that were passed on with a request.
func without(all []line, request string) []line {
	return slices.DeleteFunc(all, func(l line) bool { return request != "" && l.Of == request })
}

// ofRequest are the lines that were passed on with a request.
func ofRequest(all []line, request string) (some []line) {
	for _, l := range all {
		if request != "" && l.Of == request {
			some = append(some, l)
		}
	}
	return some
}

func lineID(l line) string { return l.ID }

// made is a dish as the kitchen is to make it.
func made(l line) [2]string { return [2]string{l.ID, l.Note} }

// counted are the quantities of some lines by what key makes of each.
func counted[K comparable](lines []line, key func(line) K) map[K]int {
	all := map[K]int{}
	for _, l := range lines {
		all[key(l)] += l.Quantity
	}
	return all
}

// ordered are the lines of the bill that were not passed on yet, or only with the request that this order takes the place of.
func ordered(s *scene.Scene, instead string) []line { return unsent(billed(s).Lines, s, instead) }

func unsent(lines []line, s *scene.Scene, instead string) (some []line) {
	had := counted(without(sent(s), instead), lineID)
	for _, l := range lines {
		before := min(had[l.ID], l.Quantity)
		had[l.ID] -= before
		l.Quantity -= before
		if _, ok := s.Latest("dish", l.ID); !ok || l.Quantity == 0 {
			continue
		}
		same := slices.IndexFunc(some, func(n line) bool { n.Quantity = l.Quantity; return n == l })
		if same >= 0 { // one for each of two guests
			some[same].Quantity += l.Quantity
		} else {
			some = append(some, l)
		}
	}
	return some
}

// read says lines: "2 x Coxinha (sem sal)".
func read(lines []line, s *scene.Scene) (said []string) {
	for _, l := range lines {
		text := fmt.Sprintf("%d x %s", l.Quantity, l.name(s))
		if besides := strings.Trim(l.whose(s)+"; "+l.Note, "; "); besides != "" {
			text += " (" + besides + ")"
		}
		said = append(said, text+l.warns(s.Language))
	}
	return said
}

// whose is who has a line, of somebody else than the guest who orders, or of a guest who must not have something: the kitchen knows that
// plate from the others.
func (l line) whose(s *scene.Scene) string {
	who := strings.TrimSuffix(l.For, "me")
	of := hook.Among(s.People(), who)
	switch {
	case l.For == "", l.Against != "": // which tells them itself
		return ""
	case who != "" && len(of) == 1:
		return s.People()[of[0]].Name
	case who == "" && len(of) == 1 && s.People()[of[0]].Safety():
		return texts.In(s.Language).House.Asker
	}
	return who
}

func (l line) name(s *scene.Scene) string {
	t, _ := s.Latest("dish", l.ID)
	return t.Name
}

// warns says of a line whose need it is against, or nothing.
func (l line) warns(in lang.Language) string {
	if l.Against == "" {
		return ""
	}
	w := texts.In(in)
	who := strings.Split(l.Against, "; ")
	for i, x := range who {
		if who[i] = w.Yours(x); strings.HasPrefix(x, "guest: ") {
			who[i] = w.House.Asker + strings.TrimPrefix(x, "guest")
		} else if rest, is := strings.CutPrefix(x, hook.Companion+":"); is {
			who[i] = w.Menu.Companion + ":" + rest
		}
	}
	return " (" + fmt.Sprintf(w.House.Against, strings.Join(who, "; ")) + ")"
}

// totalOf is what some lines come to, or "" if one has no price.
func totalOf(lines []line, s *scene.Scene) string {
	sum := int64(0)
	for _, l := range lines {
		t, _ := s.Latest("dish", l.ID)
		price, known := understand.Amount(t.Price)
		if !known {
			return ""
		}
		each := int64(math.Round(100 * price))
		if l.Each > 0 {
			each = l.Each
		}
		sum += each * int64(l.Quantity)
	}
	if sum == 0 {
		return ""
	}
	return texts.In(s.Language).Money(sum, s.Currency)
}

// asSent reports whether the kitchen has what is on the bill.
func asSent(s *scene.Scene) bool {
	now, had := counted(billed(s).Lines, made), counted(sent(s), made)
	return len(now) == len(had) && !fewerOf(now, had) && !fewerOf(had, now)
}

// fewerOf reports whether there are fewer of something now than there were.
func fewerOf[K comparable](now, had map[K]int) bool {
	for what, n := range had {
		if now[what] < n {
			return true
		}
	}
	return false
}

// losing is the order of some that were sent of whose dishes the bill has fewer by now: it is the one that is changed; nil: none does.
func losing(s *scene.Scene, filed []Request) *Request {
	now := counted(billed(s).Lines, lineID)
	i := slices.IndexFunc(filed, func(r Request) bool {
		return r.stands(s.Now) && fewerOf(now, counted(ofRequest(sent(s), r.ID), lineID))
	})
	if i < 0 {
		return nil
	}
	return &filed[i]
}

// onlyAdds reports whether a change of an order that was sent leaves all its lines and adds some, "and a cake": these are
// an order of their own, for the kitchen may have begun with the other.
func (in *askStaffIn) onlyAdds(s *scene.Scene) bool {
	had := counted(sent(s), made)
	changed := in.Name+in.Where == "" || billed(s).Since == s.Message
	return in.Filed == "change" && in.Kind == "order" && changed && len(had) > 0 && !fewerOf(counted(billed(s).Lines, made), had) && len(ordered(s, "")) > 0
}

// bring makes an order what is on the bill now. The kitchen goes by its lines: a text that speaks of one that has changed says so.
func (w *waiting) bring(s *scene.Scene) {
	lines, had := strings.Join(w.Order, ", "), w.Count
	w.Count = ordered(s, w.Instead)
	w.Order, w.Total = read(w.Count, s), totalOf(w.Count, s)
	w.forget(s)
	before, _, _ := strings.Cut(texts.In(s.Language).House.Earlier, "%s")
	now, then := counted(w.Count, made), counted(had, made)
	stale := func(l line) bool { return now[made(l)] != then[made(l)] && l.meant(w.Text, s) }
	if w.Text == lines {
		w.Text = strings.Join(w.Order, ", ")
	} else if had != nil && !strings.HasPrefix(w.Text, before) && slices.ContainsFunc(slices.Concat(had, w.Count), stale) {
		w.Text = before + w.Text
	}
}

// forget leaves out of an order the needs that hold no more, and with them a text that speaks of whoever had them.
func (w *waiting) forget(s *scene.Scene) {
	if w.Needs == nil {
		return
	}
	had := w.Needs
	w.Needs = needs(s, w.Kind)
	for _, need := range had {
		who, what, named := strings.Cut(need, ": ")
		holds := slices.ContainsFunc(w.Needs, func(n string) bool { return strings.HasSuffix(n, what) })
		if named && !holds && hook.Speaks(w.Text, who) {
			w.Text = strings.Join(w.Order, ", ")
		}
	}
}

// against are the lines of an order that are against the need of whoever has them.
func (w *waiting) against() (all []string) {
	for i, l := range w.Count {
		if l.Against != "" {
			all = append(all, w.Order[i])
		}
	}
	return all
}

// warned notes that the guest is told of such lines in a run, and reports whether they were told in another one before.
func (w *waiting) warned(risks []string, run string) bool {
	all := strings.Join(risks, "\n")
	before := w.Risk == all && w.Run != run
	if w.Risk = all; !before {
		w.Run = run
	}
	return before
}

// unbilled are the dishes that a request for the kitchen names and that neither are nor were on the bill: the kitchen goes by its lines.
func unbilled(s *scene.Scene, request string) (names []string) {
	b, rest := billed(s), spaced(request)
	on := append(sent(s), b.Lines...)
	if b.Before != nil {
		on = append(on, b.Before.Lines...)
	}
	for _, l := range on { // in "bolo de milho" there is no "milho"
		rest = strings.ReplaceAll(rest, spaced(l.name(s)), " ")
	}
	for _, t := range slices.Concat(s.Shown, s.Found) {
		if t.Kind == "dish" && len(b.Lines) > 0 && strings.Contains(rest, spaced(t.Name)) && !slices.Contains(names, t.Name) {
			names = append(names, t.Name)
		}
	}
	return names
}

// What a model is told of what keeps an order from being sent.
const (
	notNamed = ": the guest's message does not name or point at it"
	notWhose = ": somebody at the table must not have it, and the bill does not say for whom it is"
	notPlain = "the guest's message asks, waits or refuses"
)

// mostUnsaid is how many of a dish are sent without being read back.
const mostUnsaid = 8

// known are the lines of an order that the guest was told in an earlier message: it was read back, or it is what the kitchen has, or
// the bill was so.
func (w *waiting) known(s *scene.Scene, yes bool) []line {
	b := billed(s).Before
	switch {
	case yes && w.Count != nil:
		return w.Count
	case w.Instead != "":
		return ofRequest(sent(s), w.Instead)
	case b != nil && b.Since != s.Message:
		return unsent(b.Lines, s, "")
	}
	return nil
}

// held says what keeps an order from being sent in the very message that changed it from what the guest was told (had). Their message must
// say to send it, or be a plain one, and name each dish that comes or goes, or order or agree to what the house has just named, with its
// total unless it is one more. For whom a new dish is that somebody must not have is known first, or the house has just named it.
func (w *waiting) held(had []line, s *scene.Scene) (all []string) {
	commanded := sends(s.Message)
	if slices.ContainsFunc(parted().Split(s.Message, -1), func(c string) bool { return holds(c) && !(commanded && asksFirst(c)) }) || !commanded && strings.Contains(s.Message, "?") {
		all = []string{notPlain}
	}
	orders := orders(s.Message)
	agreed := strings.Contains(s.Last, "?") && (&askStaffIn{}).agreed(s)
	total := w.Total != "" && strings.Contains(s.Last, w.Total)
	now, before := counted(w.Count, lineID), counted(had, lineID) // how one is made is no other dish
	for _, l := range slices.Concat(had, w.Count) {
		n, why := now[l.ID]-before[l.ID], ""
		heard := strings.Contains(spaced(s.Last), spaced(l.name(s)))
		switch {
		case l.Doubt && n > 0 && !heard:
			why = l.name(s) + notWhose
		case n > mostUnsaid:
			why = l.name(s) + notNamed
		case n == 0, l.meant(s.Message, s), heard && (orders || agreed && (total || n == 1)):
			continue
		case n > 0, w.Instead != "" && !has(s.Message, "remove"): // the kitchen has it
			why = l.name(s) + notNamed
		}
		if why != "" && !slices.Contains(all, why) {
			all = append(all, why)
		}
	}
	return all
}

// doubts are the lines of an order that somebody at the table must not have, where nobody said for whom they are.
func (w *waiting) doubts(s *scene.Scene) (all []string) {
	for _, l := range w.Count {
		if l.Doubt {
			all = append(all, l.name(s)+notWhose)
		}
	}
	return all
}

// sends reports whether a clause of a message says to send or bring something, whatever the others ask, "does it go with the duck? send it",
// and none says not to. "Confirma como ficou" asks.
func sends(message string) bool {
	commands := func(clause string) bool {
		return has(clause, "send") && !slices.ContainsFunc(said(clause), func(w string) bool { return understand.Says(w, "question_word") })
	}
	sent := false
	for _, part := range phrase().FindAllString(message, -1) {
		for _, clause := range parted().Split(part, -1) {
			if has(clause, "send") && has(clause, "refuse") {
				return false
			}
			sent = sent || commands(clause) && !strings.Contains(part, "?")
		}
	}
	return sent
}

// holds reports whether a clause asks, waits or refuses; "a Rute não come amendoim" does not, nor does "se não combinar".
func holds(clause string) bool {
	return asksFirst(clause) || has(clause, "refuse") && len(understand.Needs(clause)) == 0 && !slices.Contains([]string{"se", "if", "si"}, append(said(clause), "")[0])
}

// asksFirst reports whether a clause begins with a word of a question.
func asksFirst(clause string) bool {
	return understand.Says(append(said(clause), "")[0], "question_word")
}

// orders reports whether a text orders, chooses, or only points at something or wants it, beyond "yes, send it".
func orders(text string) bool {
	r := understand.Read(strings.Join(slices.DeleteFunc(parted().Split(text, -1), bare), ". "), understand.Before{})
	acts := slices.DeleteFunc(r.Acts, func(a understand.Act) bool { return a.Score < likely })
	return slices.ContainsFunc(acts, func(a understand.Act) bool { return a.Name == "order" || a.Name == "choose" }) ||
		len(acts) == 0 && slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return s.Kind == "ref" || s.P == "want" })
}

// meant reports whether a text names a line's dish or a kind that it is of, in whatever language, or has a telling word of its name.
func (l line) meant(text string, s *scene.Scene) bool {
	if s.Names != nil && slices.ContainsFunc(s.Names(text), func(m scene.Mention) bool {
		return slices.ContainsFunc(m.Things, func(t scene.Thing) bool { return t.ID == l.ID })
	}) {
		return true
	}
	of := stems(l.name(s))
	return slices.ContainsFunc(stems(text), func(word string) bool { return slices.Contains(of, word) })
}

// spaced are the words of a text with a space around each: in "bolo" there is no "bolo de milho".
func spaced(text string) string { return " " + strings.Join(said(text), " ") + " " }
