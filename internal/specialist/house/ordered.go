package house

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// line is one of the bill of a conversation, which the bill tool writes.
type line struct {
	ID       string `json:"id"`
	Quantity int    `json:"quantity"`
	Note     string `json:"note,omitempty"`    // for the kitchen
	Each     int64  `json:"each,omitempty"`    // with its options, in minor units
	Of       string `json:"of,omitempty"`      // the request with which it was passed on
	Against  string `json:"against,omitempty"` // whose need it is against that has it: "Ana: camarão", "guest: leite"
	Doubt    bool   `json:"doubt,omitempty"`   // somebody at the table must not have it, and who has it is not told
	Closed   string `json:"closed,omitempty"`  // that it is not served now, and when it is, as the guest is told
}

// bill is that of a conversation, the message since which it stands as it is, and what it was before a model's last step.
type bill struct {
	Lines  []line
	Since  string
	Before *bill
}

// billNote is the key of the bill.
const billNote = "menu.bill"

func billed(s *scene.Scene) (b bill) {
	s.Load(billNote, &b)
	return b
}

// sentNote is the key of the lines that were passed on to the staff.
const sentNote = "house.sent"

func sent(s *scene.Scene) (all []line) {
	s.Load(sentNote, &all)
	return all
}

// without leaves out the lines that were passed on with a request.
func without(all []line, request string) []line {
	return slices.DeleteFunc(all, func(l line) bool { return request != "" && l.Of == request })
}

// ofRequest are the lines that were passed on with a request, of which a change of it tells nothing; nil: there are none.
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

// ordered are the lines of the bill of this conversation that were not passed on yet, or only with
// the request that this order takes the place of, what they come to if all have prices, and the same as numbers.
func ordered(s *scene.Scene, instead string) (said []string, total string, new []line) {
	had := counted(without(sent(s), instead), lineID)
	for _, l := range billed(s).Lines {
		before := min(had[l.ID], l.Quantity)
		had[l.ID] -= before
		l.Quantity -= before
		same := slices.IndexFunc(new, func(n line) bool { n.Quantity = l.Quantity; return n == l })
		if _, ok := s.Latest("dish", l.ID); same >= 0 {
			new[same].Quantity += l.Quantity // one for each of two guests
		} else if ok && l.Quantity > 0 {
			new = append(new, l)
		}
	}
	for _, l := range new {
		t, _ := s.Latest("dish", l.ID)
		text := fmt.Sprintf("%d x %s", l.Quantity, t.Name)
		if l.Note != "" {
			text += " (" + l.Note + ")"
		}
		said = append(said, text+l.warns(s.Language))
	}
	return said, totalOf(new, s), new
}

// fewer is the order of some that were sent of whose dishes the bill has fewer by now, or nil: it is the one that is changed.
func fewer(s *scene.Scene, filed []Request) *Request {
	now, had := counted(billed(s).Lines, lineID), counted(sent(s), lineID)
	i := slices.IndexFunc(filed, func(r Request) bool {
		return r.stands(s.Now) && slices.ContainsFunc(ofRequest(sent(s), r.ID), func(l line) bool { return now[l.ID] < had[l.ID] })
	})
	if i < 0 {
		return nil
	}
	return &filed[i]
}

// besides is what the text of an order says that its lines do not: "please confirm the vinegar". What it says of a dish
// that is no longer on the bill goes.
func (r *Request) besides(s *scene.Scene) string {
	if r.Text == strings.Join(r.Order, ", ") {
		return ""
	}
	now := counted(billed(s).Lines, lineID)
	all := slices.DeleteFunc(statements().FindAllString(r.Text, -1), func(clause string) bool {
		return orderLine().MatchString(clause) || slices.ContainsFunc(sent(s), func(l line) bool { return now[l.ID] == 0 && l.named(clause, s) })
	})
	return plain(strings.Join(all, " "))
}

// statements are the sentences of a text, and what semicolons part; orderLine begins one that is a line of an order: "2 x".
var (
	statements = pattern.Of(`[^;\n]+?(?:[.!?;](?:\s+|$)|[;\n]|$)`)
	orderLine  = pattern.Of(`^\s*\d+ x `)
)

// totalOf is what some lines come to, or "" if one has no price.
func totalOf(lines []line, s *scene.Scene) string {
	sum := 0.0
	for _, l := range lines {
		t, _ := s.Latest("dish", l.ID)
		price, known := understand.Amount(t.Price)
		if !known {
			return ""
		}
		if l.Each > 0 {
			price = float64(l.Each) / 100
		}
		sum += price * float64(l.Quantity)
	}
	if sum == 0 {
		return ""
	}
	return texts.In(s.Language).Money(int64(math.Round(100*sum)), s.Currency)
}

// onlyAdds reports whether a change of an order that was sent leaves all its lines and adds some, "and a cake": these are
// an order of their own, for the kitchen may have begun with the other.
func (in *askStaffIn) onlyAdds(s *scene.Scene) bool {
	_, _, more := ordered(s, "")
	now, had := counted(billed(s).Lines, made), counted(sent(s), made)
	for dish, n := range had {
		if now[dish] < n {
			return false
		}
	}
	told := in.Name+in.Where == "" || billed(s).Since == s.Message
	return in.Filed == "change" && in.Kind == "order" && len(had) > 0 && len(more) > 0 && told
}

// bring makes an order what is on the bill now: the kitchen goes by its lines, and of a text that speaks of one
// that has changed since it knows so.
func (w *waiting) bring(s *scene.Scene) {
	lines, had := strings.Join(w.Order, ", "), w.Count
	w.Order, w.Total, w.Count = ordered(s, w.Instead)
	w.unsay(s)
	before, _, _ := strings.Cut(texts.In(s.Language).House.Earlier, "%s")
	now, then := counted(w.Count, made), counted(had, made)
	stale := func(l line) bool { return now[made(l)] != then[made(l)] && l.named(w.Text, s) }
	switch {
	case w.Text != "" && w.Text == lines:
		w.Text = strings.Join(w.Order, ", ")
	case w.Text != "" && had != nil && !strings.HasPrefix(w.Text, before) && slices.ContainsFunc(append(slices.Clone(had), w.Count...), stale):
		w.Text = before + w.Text
	}
}

// unsay leaves out of an order the needs that hold no more, and of its text what it says of people with whom they went: the
// guest had them forgotten.
func (w *waiting) unsay(s *scene.Scene) {
	had, now := w.Needs, needs(s, w.Kind)
	for _, need := range had {
		who, what, named := strings.Cut(need, ": ")
		if holds := func(n string) bool { return strings.HasSuffix(n, what) }; !named || slices.ContainsFunc(now, holds) {
			continue
		}
		said := parted().Split(w.Text, -1)
		if rest := slices.DeleteFunc(slices.Clone(said), func(clause string) bool { return hook.Speaks(clause, who) }); len(rest) < len(said) {
			w.Text = cmp.Or(plain(strings.Join(rest, "; ")), strings.Join(w.Order, ", "))
		}
	}
	if had != nil {
		w.Needs = now
	}
}

// unordered returns what keeps an order from being sent as it was changed from what the guest was told (had), and why. Their own
// message must order something, "two of those", "and a juice": then each new line is of a dish that they or the house have named in
// this conversation. Or it says yes to what the house offered with its name, "shall I add a juice and send it?", and with the total
// unless it is one more. What the kitchen has already is taken back by its name, or as the only dish that a
// word of taking off can mean, and what somebody at the table must not have is
// told first, unless it is known who has it.
func (w *waiting) unordered(had []line, s *scene.Scene) (held []string) {
	text, refused, ok := wanted(s.Message)
	heard := func(l line) bool {
		t, _ := s.Latest("dish", l.ID)
		return strings.Contains(spaced(s.Last), spaced(t.Name))
	}
	known := func(l line) bool {
		shown := slices.ContainsFunc(s.Shown, func(t scene.Thing) bool { return t.Kind == "dish" && t.ID == l.ID })
		return shown || heard(l) || slices.ContainsFunc(s.Said, func(text string) bool { return l.named(text, s) || l.ofKind(text, s) })
	}
	now, before := counted(w.Count, lineID), counted(had, lineID) // how one is made is no other dish
	total := w.Total != "" && strings.Contains(s.Last, w.Total)
	agreed := strings.Contains(s.Last, "?") && slices.ContainsFunc(parted().Split(text, -1), func(clause string) bool { return agrees(clause, s.Last, false) })
	more := orders(text) || slices.ContainsFunc(w.Count, func(l line) bool { return l.named(text, s) })
	fallen := 0
	for id, n := range before {
		if now[id] < n {
			fallen++
		}
	}
	for _, l := range append(slices.Clone(had), w.Count...) {
		n := now[l.ID] - before[l.ID]
		named := l.named(text, s) || l.ofKind(text, s)
		t, _ := s.Latest("dish", l.ID)
		why := t.Name + notNamed
		switch {
		case l.Doubt && (n > 0 || n == 0 && w.Instead == "" && !agreed): // also beside what is added to it
			why = t.Name + notWhose
		case n == 0, n < 0 && (w.Instead == "" || fallen == 1 && has(s.Message, "remove") || heard(l) || l.named(s.Message, s) || l.ofKind(s.Message, s) || more && owned().MatchString(s.Message)):
			continue
		case n > mostUnsaid && !counts(s.Message, n):
			why = t.Name + notCounted
		case n > 0 && (named || more && known(l) && !l.named(refused, s) || agreed && (total || n == 1) && heard(l)):
			continue
		}
		if !slices.Contains(held, why) {
			held = append(held, why)
		}
	}
	if !ok && len(held) == 0 {
		return []string{notPlain}
	}
	return held
}

// mostUnsaid is how many of a dish are sent that the message does not count, "one for each of us".
const mostUnsaid = 8

// counts reports whether a text says a number: "twelve", "12".
func counts(text string, n int) bool {
	return slices.ContainsFunc(said(text), func(word string) bool { is, ok := understand.Amount(word); return ok && is == float64(n) })
}

// What a model is told of what keeps an order from being sent.
const (
	notNamed   = ": the guest's message does not name or point at it"
	notWhose   = ": somebody at the table must not have it, and the bill does not say for whom it is"
	notCounted = ": the guest's message does not say so many"
	notPlain   = "the guest's message asks, waits or refuses"
)

// wanted are the clauses of a message that may order something, and those that refuse a part of it, "no onions on mine". What
// is asked of a dish takes back what was said before it, "a soup. is it hot?". It is not ok if nothing is wanted, or the message
// ends with a refusal of all of it, "wait", or refuses to have it sent, "don't send it yet".
func wanted(message string) (text, refused string, ok bool) {
	ok = true
	for _, part := range phrases().FindAllString(message, -1) {
		if strings.Contains(part, "?") {
			if acts := understand.Read(part, understand.Before{}).Acts; len(acts) > 0 && weighs[acts[0].Name] {
				text = ""
			}
			continue
		}
		for _, clause := range parted().Split(part, -1) {
			words := said(clause)
			bare := !slices.ContainsFunc(words, func(w string) bool { return !agreed().Set("refuse")[w] && !agreed().Set("lead")[w] })
			switch {
			case len(words) == 0 || understand.Says(words[0], "question_word"):
			case !has(condition().ReplaceAllString(clause, ""), "refuse"), len(words) > 3 && leaves().MatchString(clause): // "and a farofa if it has no nuts"
				text, ok = text+clause+". ", true
			case has(clause, "send"):
				return "", clause, false
			default:
				refused, ok = refused+clause+". ", ok && !bare
			}
		}
	}
	return text, refused, ok && text != ""
}

// condition is on what something is ordered, or what it is to be like; leaves begins a clause that leaves a dish to somebody, "deixa o
// bife pra mim"; owned are words for the dish that somebody has, "swap mine".
var (
	condition = pattern.Of(`(?i)\s(?:(?:se|if|si|caso)|(?:que|that|which)\s+(?:n[aã]o|no|n|doesn'?t|isn'?t|has no))\s.*`)
	leaves    = pattern.Of(`(?i)^\s*(?:e |y |and )?deixa (?:[oa]s? |um|uma |só )`)
	owned     = pattern.Of(`(?i)\b(?:mine|hers|his|theirs|[oa] (?:meu|minha|dele|dela)|[oa]s (?:meus|minhas|deles|delas)|(?:el|la|lo) (?:m[ií]o|m[ií]a|suyo|suya))(?:[^a-zà-ú]|$)`)
)

// weighs are the acts of a question by whose answer an order may yet change.
var weighs = lang.Set("about_dish find_dishes")

// orders reports whether a text orders, chooses, or only points at something or wants it, beyond "yes, send it".
func orders(text string) bool {
	r := understand.Read(strings.Join(slices.DeleteFunc(parted().Split(text, -1), bare), ". "), understand.Before{})
	acts := slices.DeleteFunc(r.Acts, func(a understand.Act) bool { return a.Score < likely })
	return slices.ContainsFunc(acts, func(a understand.Act) bool { return a.Name == "order" || a.Name == "choose" }) ||
		len(acts) == 0 && slices.ContainsFunc(r.Spans, func(s understand.Span) bool { return s.Kind == "ref" || s.P == "want" })
}

// named reports whether a text names a line's dish, in whatever language, or has a telling word of its name.
func (l line) named(text string, s *scene.Scene) bool {
	if s.Names != nil && slices.ContainsFunc(s.Names(text), func(m scene.Mention) bool {
		return (!m.Kind || len(m.Things) == 1) && !m.Plain && !m.Within && slices.ContainsFunc(m.Things, func(t scene.Thing) bool { return t.ID == l.ID })
	}) {
		return true
	}
	t, _ := s.Latest("dish", l.ID)
	of := stems(t.Name)
	return slices.ContainsFunc(stems(text), func(word string) bool { return slices.Contains(of, word) })
}

// ofKind reports whether a text names what a line is, or is made of, as several dishes are: "add rice".
func (l line) ofKind(text string, s *scene.Scene) bool {
	return s.Names != nil && slices.ContainsFunc(s.Names(text), func(m scene.Mention) bool {
		return slices.ContainsFunc(m.Things, func(t scene.Thing) bool { return t.ID == l.ID })
	})
}

// spaced are the words of a text with a space around each: in "bolo" there is no "bolo de milho".
func spaced(text string) string { return " " + strings.Join(said(text), " ") + " " }

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

// against are the lines of an order that are against the need of whoever has them.
func (w *waiting) against() (all []string) {
	for i, l := range w.Count {
		if l.Against != "" && i < len(w.Order) {
			all = append(all, w.Order[i])
		}
	}
	return all
}

// warned notes that the guest is told of such lines in a run, and reports whether they were told in
// another one before.
func (w *waiting) warned(risks []string, run string) bool {
	before := w.Risk == strings.Join(risks, "\n") && w.Run != run
	if w.Risk = strings.Join(risks, "\n"); !before {
		w.Run = run
	}
	return before
}

// unbilled are the dishes that a request for the kitchen names and that are not on the bill,
// once there is one: the kitchen goes by its lines. What was on it may be named as taken off.
func unbilled(s *scene.Scene, request string) (names []string) {
	lines, rest := billed(s).Lines, spaced(request)
	all := append(sent(s), lines...)
	if b := billed(s).Before; b != nil {
		all = append(all, b.Lines...)
	}
	for _, l := range lines {
		if t, ok := s.Latest("dish", l.ID); ok { // in "bolo de milho" there is no "milho"
			rest = strings.ReplaceAll(rest, spaced(t.Name), " ")
		}
	}
	for _, t := range slices.Concat(s.Shown, s.Found) {
		on := len(lines) == 0 || slices.ContainsFunc(all, func(l line) bool { return l.ID == t.ID })
		if t.Kind == "dish" && !on && !slices.Contains(names, t.Name) && strings.Contains(rest, spaced(t.Name)) {
			names = append(names, t.Name)
		}
	}
	return names
}
