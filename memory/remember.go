package memory

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/thread"
)

// Remembered is what became of candidates.
type Remembered struct {
	Kept     []Candidate // for good
	ForNow   []Candidate // for this conversation
	Pending  []Candidate // for this conversation, until the guest agrees that it is kept
	Over     []Candidate // no longer holds
	Rejected []Rejection
}

// A Rejection is a candidate that was not taken, and why.
type Rejection struct {
	Candidate
	Why string
}

// NotTakenBack is why what may harm a guest is not lifted: nobody but they can.
const NotTakenBack = "not taken back by the guest"

// OfADish is why an amount is no budget: the guest named it for one dish.
const OfADish = "the limit of one dish, not of what they spend"

// NotAll is why a number is no party: the guest speaks of more people in the message.
const NotAll = "some of those whom the guest speaks of, not all"

// ThisOnce is why a way to be answered is not noted: it is of one answer.
const ThisOnce = "asked of this answer only: do so, there is nothing to note"

// passing reports whether a candidate says how a guest wishes to be answered this once.
func (c *Candidate) passing(message string) bool {
	style := c.Kind == Communication && c.Key != "language" && c.Key != "name"
	return style && !c.Retract && !lasting(message) && !asksToKeep(message) && !slices.ContainsFunc(read(message), func(r Candidate) bool { return r.Kind == Communication })
}

// Remember takes, during a turn, what somebody who listens to the guest proposes:
// once, however often it is called with the same candidates. The policy decides,
// by what the guest said in the turn and before it. Who a companion is must have
// been said too; if it was not, they are somebody without a name.
func (b *Book) Remember(ctx context.Context, t hook.Turn, found []Candidate) (Remembered, error) {
	if t.Guest == "" || t.Thread == "" || t.Run == "" {
		return Remembered{}, errors.New("to remember something takes a guest, a thread and a run")
	}
	own, err := b.Of(ctx, t.Guest)
	if err != nil {
		return Remembered{}, err
	}
	t.History = own.counted(t.History)
	words := allSaid(t)
	raw, err := json.Marshal(found)
	if err != nil {
		return Remembered{}, err
	}
	lesson := Lesson{Owner: t.Guest, Run: t.Run + "~remember~" + mark(string(raw)), Thread: t.Thread}
	found, r := own.admitted(found, t)
	var verdicts []Verdict
	err = b.learn(ctx, lesson, t.Time, func(d *draft) {
		verdicts = d.take(found, t, words, false)
		d.withdraw(t, found, verdicts)
		d.give(t, found, verdicts)
	})
	if err != nil {
		return Remembered{}, err
	}
	if own, err = b.Of(ctx, t.Guest); err != nil {
		return Remembered{}, err
	}
	if err := b.wipe(ctx, t, own); err != nil {
		return Remembered{}, err
	}
	for i, c := range found {
		m := own.standing(t.Thread, c)
		switch {
		case verdicts != nil && verdicts[i].Reject != "":
			r.Rejected = append(r.Rejected, Rejection{c, verdicts[i].Reject})
		case c.Retract:
			r.Over = append(r.Over, c)
		case m == nil: // it was rejected when it was learnt before
			why := Decide(c, Setting{Said: words, Thread: t.Thread}).Reject
			r.Rejected = append(r.Rejected, Rejection{c, why})
		case m.Pending:
			r.Pending = append(r.Pending, c)
		case m.Session != "":
			r.ForNow = append(r.ForNow, c)
		default:
			r.Kept = append(r.Kept, c)
		}
	}
	return r, nil
}

// Admit returns what of candidates a conversation takes, whatever is kept of it.
func (s *Set) Admit(t hook.Turn, found []Candidate) Remembered {
	found, r := s.admitted(found, t)
	for _, c := range found {
		c.Scope = Session
		why := refuse(c, Setting{Said: allSaid(t), Thread: t.Thread})
		switch {
		case why != "":
			r.Rejected = append(r.Rejected, Rejection{c, why})
		case c.Retract:
			r.Over = append(r.Over, c)
		default:
			r.ForNow = append(r.ForNow, c)
		}
	}
	return r
}

// admitted returns candidates as they come before the policy. What takes back
// something that may harm the guest, and that they did not, comes not.
func (s *Set) admitted(found []Candidate, t hook.Turn) (in []Candidate, r Remembered) {
	for _, c := range found {
		if named, _ := utf8.DecodeRuneInString(c.Person); unicode.IsUpper(named) && !spokenOf(allSaid(t), c.Person) {
			c.Person = "" // nobody was called that
		}
		if refusesAll(t.Message) && !c.Retract {
			c.Scope = Session
		}
		if c.Retract && safety(c.Kind, c.Key) && !TakenBack(t, c.Value) && !movesOn(t, c, found) && !s.mayWithdraw(t, c) {
			r.Rejected = append(r.Rejected, Rejection{c, NotTakenBack})
			continue
		}
		if c.Kind == Budget && !c.Retract && limitOfDish(t.Message, c.Value) {
			r.Rejected = append(r.Rejected, Rejection{c, OfADish})
			continue
		}
		if c.passing(t.Message) {
			r.Rejected = append(r.Rejected, Rejection{c, ThisOnce})
			continue
		}
		if c.Kind == PartySize && !c.Retract && partOfParty(t.Message, c.Value) {
			r.Rejected = append(r.Rejected, Rejection{c, NotAll})
			continue
		}
		in = append(in, c)
	}
	return in, r
}

// partOfParty reports whether a message says that more people come than a number: of "dois
// adultos e duas meninas" the girls are no party. Who is alone is one, whoever stayed at home.
func partOfParty(message, number string) bool {
	all, ok := statedParty(message, false)
	n, err := strconv.Atoi(number)
	return ok && err == nil && n < all && !(n == 1 && hasPhrase(message, unjoined))
}

// limitOfDish reports whether a message names an amount as what one dish may cost, and not
// a meal or a night.
func limitOfDish(message, amount string) bool {
	return slices.ContainsFunc(understand.Read(message, understand.Before{}).Spans, func(s understand.Span) bool {
		n, _ := amountIn(s.Text)
		return s.Kind == "money" && s.Per == "item" && n == amount
	})
}

// spokenOf reports whether a guest has spoken of a person: by name, or by a word of
// what somebody calls them ("the colleague who is vegan").
func spokenOf(text, person string) bool {
	if hook.Speaks(text, person) || hook.Kin(person) { // "my brother's girl" is a niece
		return true
	}
	said := stemsIn(text)
	return slices.ContainsFunc(plainWords(person), func(w string) bool { return len(w) > 2 && said[lang.Stem(w)] })
}

// movesOn reports whether a need is taken back because it is another's: the guest speaks of
// whose it was, or says that it is not their own, and the need is told of somebody else in the
// same breath.
func movesOn(t hook.Turn, c Candidate, found []Candidate) bool {
	spoken := c.Subject == Companion && spokenOf(t.Message, c.Person)
	if c.Subject == User {
		r := understand.Read(t.Message, understand.Before{})
		_, from := r.Moved(t.Message)
		spoken = slices.Contains(from, "")
	}
	return spoken && slices.ContainsFunc(found, func(o Candidate) bool {
		return !o.Retract && o.Kind == c.Kind && sameValue(o.Value, c.Value) && !hook.SameName(o.Person, c.Person)
	})
}

// mayWithdraw reports whether who listens may take back a note of what somebody must
// not have: the house made it in this conversation and nobody agreed to keep it, and
// no sentence of the guest's plainly states an allergy by itself.
func (s *Set) mayWithdraw(t hook.Turn, c Candidate) bool {
	if m := s.standing(t.Thread, c); m != nil && m.Session == "" {
		return false
	}
	for _, said := range sentences(allSaid(t)) {
		if slices.ContainsFunc(understand.Needs(said.text), func(n understand.Need) bool {
			own := slices.Contains(n.Of, "")
			return n.Plain && !n.Over && n.Kind != "diet" && own == (c.Subject == User) && sameValue(n.What, c.Value)
		}) {
			return false
		}
	}
	return true
}

// withdraw records of what was taken back before it was noted that it does not hold:
// whoever listens after does not note it.
func (d *draft) withdraw(t hook.Turn, found []Candidate, verdicts []Verdict) {
	for i, c := range found {
		if !c.Retract || verdicts[i].Reject != NotKnown {
			continue
		}
		m := d.fresh(c, t)
		m.Session = t.Thread
		d.save(m)
		d.change(event.MemoryRetired, Change{ID: m.ID, Why: "retracted"})
		verdicts[i] = Verdict{Retract: true}
	}
}

// withdrawn reports whether a candidate of a turn was taken back in that turn: whoever it
// was noted for, unless it was told of somebody else instead.
func (s *Set) withdrawn(t hook.Turn, c Candidate) bool {
	back, told := false, false
	for _, m := range s.kinds[c.Kind] {
		if (m.Run == t.Run || m.Again == t.Run) && sameValue(m.Value, c.Value) {
			back, told = back || m.Retired == "retracted", told || m.Retired == ""
		}
	}
	return !c.Retract && back && !told
}

// allSaid is all that the guest said until a turn.
func allSaid(t hook.Turn) string {
	return strings.Join(append(guestsWords(t.History), t.Message), "\n")
}

// standing returns the memory that holds in a thread and says what a candidate
// does: of two, what is kept for good.
func (s *Set) standing(thread string, c Candidate) (found *Memory) {
	for _, m := range s.kinds[c.Kind] {
		if m.holds(thread) && m.Key == c.Key && c.whose(m) && sameValue(m.Value, c.Value) && (found == nil || m.Session == "") {
			found = m
		}
	}
	return found
}

// TakenBack reports whether the guest themselves takes back in a turn that
// something harms somebody: they say so, or speak of it in words with which one
// may say so, or they agree to a question of the house that names it.
func TakenBack(t hook.Turn, value string) bool {
	found := heard(guestsWords(t.History), t.Message)
	about := func(retract bool) bool {
		return slices.ContainsFunc(found, func(c Candidate) bool {
			return c.Retract == retract && safety(c.Kind, c.Key) && sameValue(c.Value, value)
		})
	}
	switch {
	case about(true):
		return true
	case about(false):
		return false
	}
	for _, s := range sentences(t.Message) {
		may := slices.ContainsFunc(wordsOf(s.text), func(w string) bool { return takingBack[w] })
		if !s.asked && may && !excludes(s.text, value) && Names(s.text, value) {
			return true
		}
	}
	last := houseSaid(t)
	answer, _ := answerTo(last, t.Message)
	return answer == "yes" && strings.Contains(last, "?") && Names(last, value)
}

// takingBack are words with which one says that something does no harm.
var takingBack = lists()["takingBack"]

// houseSaid is what the house said last, before a turn.
func houseSaid(t hook.Turn) string {
	if n := len(t.History); n > 0 && t.History[n-1].Role == thread.RoleAssistant {
		return t.History[n-1].Text
	}
	return ""
}

// excludes reports "sem camarão".
func excludes(text, value string) bool {
	words := plainWords(text)
	for i, w := range words {
		if (w == "sem" || w == "without" || w == "sin") && speaksOf(strings.Join(words[i+1:min(len(words), i+1+longestName)], " "), value) {
			return true
		}
	}
	return false
}

// Same reports whether two values are the same thing: "camarões" and "shrimp".
func Same(a, b string) bool { return sameValue(a, b) }

// Covers reports whether who must not have one thing must not have another for that very
// reason: cheese has milk in it.
func Covers(need, other string) bool {
	o := ontology.Default()
	d := o.Describe(other)
	return slices.ContainsFunc(o.Read(need), func(m ontology.Mention) bool { return d.Has(m.Concept) })
}

// Names reports whether a text names a thing, in any language of the house's or
// by another word that means the same.
func Names(text, value string) bool {
	if speaksOf(text, value) {
		return true
	}
	o := ontology.Default()
	meant := o.Read(value)
	return slices.ContainsFunc(o.Read(text), func(t ontology.Mention) bool {
		return slices.ContainsFunc(meant, func(m ontology.Mention) bool { return m.Concept == t.Concept })
	})
}
