package memory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/thread"
)

// Limits of one turn and of one guest.
const (
	maxCandidates = 20
	maxMemories   = 20_000
)

// A proposal is the data of memory_candidate and memory_rejected. What was
// proposed is not in it: what is not kept is not written. Its words are ours, none of the
// guest's or of a model's, such as the key of a correction.
type proposal struct {
	Kind       Kind    `json:"kind"`
	Key        string  `json:"key"`
	Scope      string  `json:"scope"`
	Subject    string  `json:"subject"`
	Confidence float64 `json:"confidence"`
	Retract    bool    `json:"retract,omitempty"`
	Memory     string  `json:"memory,omitempty"`
	Reason     string  `json:"reason,omitempty"`
}

func proposed(c Candidate) proposal {
	ours := func(word string, some ...string) string {
		if slices.Contains(some, word) {
			return word
		}
		return ""
	}
	p := proposal{Confidence: c.Confidence, Retract: c.Retract, Scope: ours(c.Scope, Durable, Session), Subject: ours(c.Subject, User, Companion)}
	if keys, ok := Keys[c.Kind]; ok {
		p.Kind, p.Key = c.Kind, ours(c.Key, keys...)
	}
	return p
}

// take has the policy decide on a candidate, and records what it decides. It returns the memory
// that says so now, or why there is none.
func (d *draft) take(c Candidate, t hook.Turn, s Setting) (*Memory, string) {
	d.taken++
	s.Consent, s.Known = d.Health(c.Person), d.near(t.Thread, c)
	v, p := Decide(c, s), proposed(c)
	if room := d.taken <= maxCandidates && (c.Retract || len(d.all) < maxMemories); !room && !safety(c.Kind, c.Key) {
		v = Verdict{Reject: TooMany}
	}
	m := d.fresh(c, t)
	switch {
	case v.Reject != "":
	case v.Retract:
		p.Memory = v.Retire[0]
	case v.Again != "":
		p.Memory = v.Again
	default:
		p.Memory = m.ID
	}
	for _, id := range v.Retire {
		d.change(event.MemoryRetired, Change{ID: id, Why: v.Why, Beta: correctedBy, Run: t.Run})
	}
	d.tell(event.MemoryCandidate, p)
	switch {
	case v.Reject != "":
		p.Reason = v.Reject
		d.tell(event.MemoryRejected, p)
		return nil, v.Reject
	case v.Retract:
	case v.Again != "":
		d.change(event.MemorySaved, Change{ID: v.Again, Session: t.Thread, Run: t.Run, Count: c.Count})
	default:
		if m.Pending = v.Pending; v.Session {
			m.Session = t.Thread
		}
		d.save(m)
	}
	return d.get(p.Memory), ""
}

// near returns the memories that can matter to a candidate. To compare all of ten thousand
// with it word by word would take too long.
func (d *draft) near(thread string, c Candidate) (some []Memory) {
	first := spaced(c.Value)
	first = first[:min(len(first), 3)]
	all := single(c) || c.Retract
	compared := map[Kind][]Kind{Preference: {Dislike, Diet}, Dislike: {Preference, Diet}, Diet: {Preference, Dislike}}[c.Kind]
	for _, m := range d.which(func(m *Memory) bool {
		return m.holds(thread) && (all || c.Kind == Diet || m.Kind == Diet || strings.Contains(m.words().folded, first))
	}, append(compared, c.Kind)...) {
		some = append(some, *m)
	}
	return some
}

// hear takes what the guest says in a turn; and what they said before in the thread of what
// may harm them, of which there is no trace in the book, not even that it no longer holds: the
// process may have died before it was learnt, or the session have been ended too early. r is
// how the turn ended, or nil.
func (d *draft) hear(t hook.Turn, r *hook.Response) {
	var said []string
	for i, m := range append(slices.Clone(t.History), thread.Message{Role: thread.RoleUser, Text: t.Message}) {
		if m.Role != thread.RoleUser {
			continue
		}
		at, now := t, i == len(t.History)
		if !now {
			at.Run = "" // nobody is told of it, or asked
		}
		found := slices.DeleteFunc(overheard(t, said, m.Text), func(c Candidate) bool {
			if now {
				tastes := c.Kind == Dislike || c.Kind == Preference && c.Subject == Companion // which whoever listened was told
				return d.settled(t, c, true) || r != nil && ran(*r, Remembering) && tastes
			}
			return !safety(c.Kind, c.Key) || d.settled(t, c, false) || d.forgot(t.Guest, c, m.Time)
		})
		said = append(said, m.Text)
		for _, c := range found {
			d.take(c, at, Setting{Said: strings.Join(said, "\n")})
		}
	}
}

// overheard is what is noted of a message beside who answers. A model that listens remembers
// what it is told, and knows better what is liked, how many come and what they spend: then it
// is what safety needs, in words that say so themselves, and the language.
func overheard(t hook.Turn, before []string, message string) []Candidate {
	found := heard(before, message)
	if !t.Listens {
		return found
	}
	return slices.DeleteFunc(found, func(c Candidate) bool {
		wished := c.Key == "restriction" && c.Confidence == implied && Edible(c.Value)
		return c.Key != "language" && (!safety(c.Kind, c.Key) || c.Retract || wished)
	})
}

// settled reports whether what the reader finds is settled by somebody who listened. In a turn they
// noted it, of whomever it is, or took it back, or the message names somebody of whom it is known; of
// what was said before there is, or was, a memory. What the guest says of themselves in so many words
// stays theirs: "sou alérgico", not "alergia: camarão".
func (d *draft) settled(t hook.Turn, c Candidate, now bool) bool {
	firstHand := c.Subject == User && c.Confidence != implied && safety(c.Kind, c.Key)
	return d.any(func(m *Memory) bool {
		touched := m.Run == t.Run || m.Again == t.Run
		switch {
		case m.Kind == Asked:
			return now && m.Run == t.Run && m.forgets(t.Guest, c)
		case m.Session != "" && m.Session != t.Thread:
			return false
		case now && m.Run == t.Run && m.Retired == "" && m.Kind == c.Kind && (c.Retract && Same(m.Value, c.Value) || single(c) && m.Key == c.Key):
			return true
		case !now && m.Kind == c.Kind && c.whose(m) && Same(m.Value, c.Value):
			return !c.Retract || m.Run != "" || m.Retired != "" // else it was heard just now, of the same past
		case now && !touched && !(m.Person != "" && hook.Speaks(t.Message, m.Person)), !now && m.Thread != t.Thread:
			return false
		}
		return !firstHand && (m.Retired == "" || c.Retract || !now) && m.hasOf(c)
	}, c.Kind, Diet, Dislike, Fact, Asked)
}

// hasOf reports whether a memory has what the reader found, which may be of somebody else
// by it: a companion is often the one whom who listened calls by another name.
func (m *Memory) hasOf(c Candidate) bool {
	same := m.Kind == c.Kind && Same(m.Value, c.Value)
	switch {
	case c.Retract:
		return m.Person != "" && c.Person == "" && same
	case c.Subject == User:
		return m.Person != "" && same
	case c.Person != "" && hook.SameName(m.Person, c.Person) && understand.IsState(c.Value): // "diabético" is more than "sem açúcar"
		return same
	}
	c.Person = ""
	return m.Candidate().owns(c)
}

// Learn takes what can be learnt from a turn: once, however often it is called. It returns
// what is known then, and whether the guest is to be asked now if their health may be
// remembered.
func (b *Book) Learn(ctx context.Context, t hook.Turn, r hook.Response) (now *Set, asks bool, err error) {
	if t.Guest == "" || t.Thread == "" || t.Message == "" {
		return nothing, false, nil
	}
	if now, err = b.Of(ctx, t.Guest); err != nil {
		return nil, false, err
	}
	t.History = now.counted(t.History)
	answer := now.answered(t)
	learn := func(d *draft) {
		switch answer {
		case "yes", "no":
			d.consent(t, "", answer)
		case "maybe": // they are asked again, but not at once
			d.supersede(d.asked("health", ""))
		}
		d.hear(t, &r)
		if !ran(r, requesting) { // whose read-back the guest's yes answers
			d.ask(t)
		}
	}
	dry := newDraft(now, t.Time)
	if learn(dry); len(dry.entries) > 0 {
		err = b.learn(ctx, lesson(t, "memory"), t.Time, learn)
	}
	if err == nil {
		now, err = b.wiped(ctx, t)
	}
	if err != nil {
		return nil, false, err
	}
	m := now.asked("health", "")
	return now, m != nil && m.Value == "asked" && m.Run == t.Run, nil // also if it was learnt before
}

// End takes what can be learnt from a session as a whole, and drops what was
// meant for it alone. What was sure enough was taken in its turn.
func (b *Book) End(ctx context.Context, t hook.Turn) error {
	if t.Guest == "" || t.Thread == "" || len(t.History) == 0 {
		return nil
	}
	own, err := b.Of(ctx, t.Guest)
	if err != nil {
		return err
	}
	var said []string
	var found []Candidate
	for _, m := range own.counted(t.History) {
		if m.Role == thread.RoleUser && !wants(m.Text, notToKeep) {
			found = append(found, slices.DeleteFunc(overheard(t, said, m.Text), func(c Candidate) bool { return own.forgot(t.Guest, c, m.Time) })...)
			said = append(said, m.Text)
		}
	}
	run := fmt.Sprintf("%s~end~%s", t.Thread, t.History[len(t.History)-1].ID)
	return b.learn(ctx, Lesson{Owner: t.Guest, Run: run, Thread: t.Thread}, t.Time, func(d *draft) {
		for _, c := range unique(found) {
			over := slices.ContainsFunc(found, func(r Candidate) bool {
				return r.Retract && r.Subject == c.Subject && r.Person == c.Person && Same(r.Value, c.Value)
			})
			m := d.standing("", c)
			done := m != nil && slices.Contains(m.Sessions, mark(t.Thread)) // when the session was ended before
			if c.Confidence < ToWrite && c.Scope != Session && !c.Retract && !over && !done {
				d.take(c, t, Setting{Said: strings.Join(said, "\n"), End: true})
			}
		}
		d.drop(func(m *Memory) bool { return m.Session == t.Thread })
	})
}

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

// Remember takes, during a turn, what somebody who listens to the guest proposes: once,
// however often it is called with the same candidates. The policy decides, by what the guest
// said in the turn and before it. Who a companion is must have been said too; if it was not,
// they are somebody without a name. What it returns holds in the conversation even where it
// could not be written: with an error, or of a guest without an id.
func (b *Book) Remember(ctx context.Context, t hook.Turn, found []Candidate) (r Remembered, err error) {
	own := nothing
	if t.Guest != "" {
		if own, err = b.Of(ctx, t.Guest); err != nil {
			own = nothing
		} else if t.Thread == "" || t.Run == "" {
			err = errors.New("to remember something takes a thread and a run")
		}
	}
	t.History = own.counted(t.History)
	r = newDraft(own, t.Time).remember(t, found)
	if t.Guest == "" || err != nil {
		return r, err
	}
	raw, err := json.Marshal(found)
	if err != nil {
		return r, err
	}
	err = b.learn(ctx, lesson(t, "remember~"+mark(string(raw))), t.Time, func(d *draft) { r = d.remember(t, found) })
	if err == nil {
		_, err = b.wiped(ctx, t)
	}
	return r, err
}

// remember takes what a listener proposes. Of what is taken back it is recorded that it does
// not hold, whoever it was noted for, so that the rules do not note it after.
func (d *draft) remember(t hook.Turn, found []Candidate) (r Remembered) {
	for _, c := range found {
		c, why := d.admit(c, t)
		var m *Memory
		if why == "" {
			m, why = d.take(c, t, Setting{Said: allSaid(t)})
		}
		switch {
		case c.Retract && (why == "" || why == NotKnown):
			r.Over = append(r.Over, c)
			for _, subject := range []string{User, Companion} {
				d.note(partly, "", forgottenMark(t.Guest, subject, c.Value), t)
			}
		case why != "":
			r.Rejected = append(r.Rejected, Rejection{c, why})
		case m.Pending:
			r.Pending = append(r.Pending, c)
		case m.Session != "":
			r.ForNow = append(r.ForNow, c)
		default:
			r.Kept = append(r.Kept, c)
		}
	}
	return r
}

// admit returns a listener's candidate as it comes before the policy, or why it does not: it
// takes back what may harm somebody and the guest did not.
func (d *draft) admit(c Candidate, t hook.Turn) (Candidate, string) {
	if named, _ := utf8.DecodeRuneInString(c.Person); unicode.IsUpper(named) && !spokenOf(allSaid(t), c.Person) {
		c.Person = "" // nobody was called that
	}
	asked := func(clause string) bool { return speaksOfKeeping(clause, false) && Names(clause, c.Value) } // "but keep that I like …"
	if !c.Retract && wants(t.Message, notToKeep) && !slices.ContainsFunc(clauses(t.Message), asked) {
		c.Scope = Session
	}
	switch {
	case c.Retract && safety(c.Kind, c.Key) && !TakenBack(t, c.Value) && !d.mayWithdraw(t, c):
		return c, NotTakenBack
	case c.Kind == Communication && c.Key != "language" && c.Key != "name" && c.Scope == Session && !hasPhrase(t.Message, "later"):
		return c, ThisOnce
	case c.Kind == Dislike && !c.Retract:
		for _, n := range understand.Needs(t.Message) { // "não como porco" is more than a dislike
			if n.Kind == "diet" && !n.Over && Same(n.What, c.Value) {
				c.Kind, c.Key = Diet, "restriction"
			}
		}
	}
	return c, ""
}

// spokenOf reports whether a guest has spoken of a person: by name, or by a word of
// what somebody calls them ("the colleague who is vegan"); "my brother's girl" is a niece.
func spokenOf(text, person string) bool {
	return hook.Speaks(text, person) || hook.Kin(person) || shares(text, person)
}

// mayWithdraw reports whether who listens may take back a note of what somebody must not have:
// the house made it in this conversation and nobody agreed to keep it, and no sentence of the
// guest's plainly states an allergy by itself.
func (s *Set) mayWithdraw(t hook.Turn, c Candidate) bool {
	if m := s.standing(t.Thread, c); m != nil && m.Session == "" {
		return false
	}
	return !slices.ContainsFunc(sentences(allSaid(t)), func(said string) bool {
		return slices.ContainsFunc(understand.Needs(said), func(n understand.Need) bool {
			own := slices.Contains(n.Of, "") == (c.Subject == User)
			return n.Plain && !n.Over && n.Kind != "diet" && own && Same(n.What, c.Value)
		})
	})
}

func guestsWords(history []thread.Message) (said []string) {
	for _, m := range history {
		if m.Role == thread.RoleUser {
			said = append(said, m.Text)
		}
	}
	return said
}

// allSaid is all that the guest said until a turn.
func allSaid(t hook.Turn) string {
	return strings.Join(append(guestsWords(t.History), t.Message), "\n")
}
