package memory

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/scrub"
	"github.com/maitre-dev/maitre/thread"
)

// Limits of one turn and of one guest.
const (
	maxCandidates = 20
	maxMemories   = 20_000
)

// A proposal is the data of memory_candidate and memory_rejected. What was
// proposed is not in it: what is not kept is not written.
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

// proposed says what of a candidate may be told: words of ours, none of the
// guest's or of a model's, such as the key of a correction.
func proposed(c Candidate) proposal {
	p := proposal{Confidence: c.Confidence, Retract: c.Retract}
	if keys, ok := Keys[c.Kind]; ok {
		p.Kind = c.Kind
		if slices.Contains(keys, c.Key) {
			p.Key = c.Key
		}
	}
	if c.Scope == Durable || c.Scope == Session {
		p.Scope = c.Scope
	}
	if c.Subject == User || c.Subject == Companion {
		p.Subject = c.Subject
	}
	return p
}

// Learn takes what can be learnt from a turn: once, however often it is called.
// It returns whether the guest is to be asked now if their health may be
// remembered.
func (b *Book) Learn(ctx context.Context, t hook.Turn) (asks bool, err error) {
	_, asks, err = b.learnBeside(ctx, t, hook.Response{})
	return asks, err
}

// learnBeside learns from a turn in which who answered has noted what the guest told, or
// not. If so, what the guest likes was noted then, and of the right person. It returns what
// is known now, or nil if that is to be read.
func (b *Book) learnBeside(ctx context.Context, t hook.Turn, r hook.Response) (now *Set, asks bool, err error) {
	if t.Guest == "" || t.Thread == "" || t.Message == "" {
		return nil, false, nil
	}
	before, err := b.Of(ctx, t.Guest)
	if err != nil {
		return nil, false, err
	}
	t.History = before.counted(t.History)
	queries := append(guestsWords(t.History), t.Message)
	found := slices.DeleteFunc(detect(t, queries[:len(queries)-1], t.Message), func(c Candidate) bool {
		theirs := func(m *Memory) bool { return m.Subject == Companion && m.Kind == c.Kind && sameValue(m.Value, c.Value) }
		noted := c.Kind == Dislike || c.Kind == Preference && (t.Listens || c.Subject == Companion || slices.ContainsFunc(slices.Collect(maps.Values(before.all)), theirs)) // with no model, remember is not told what the guest likes
		return before.withdrawn(t, c) || before.forgotIn(t, c) || remembers(r) && !c.Retract && noted
	})
	answer, _ := before.answered(t)
	if len(found) == 0 && answer == "" && !before.pending(t) {
		return before, false, nil
	}
	err = b.learn(ctx, Lesson{Owner: t.Guest, Run: t.Run + "~memory", Thread: t.Thread}, t.Time, func(d *draft) {
		switch answer {
		case "yes", "no":
			d.consent(t, "", answer)
		case "maybe":
			d.undecided()
		}
		if answer == "yes" { // they may have been asked before the session was ended
			d.catchUp(t, slices.DeleteFunc(slices.Clone(t.History), func(m thread.Message) bool { return unkept(m.Text) }))
		}
		d.take(d.theirs(t, d.meant(t, unique(found))), t, strings.Join(queries, "\n"), false)
		if !ran(r, requesting) { // whose read-back the guest's yes answers
			d.ask(t)
		}
	})
	if err != nil {
		return nil, false, err
	}
	own, err := b.Of(ctx, t.Guest)
	if err != nil {
		return nil, false, err
	}
	if err := b.wipe(ctx, t, own); err != nil {
		return nil, false, err
	}
	m := own.asked("health")
	return nil, m != nil && m.Value == "asked" && m.Run == t.Run, nil // also if it was learnt before
}

// End takes what can be learnt from a session as a whole, and drops what was
// meant for it alone.
func (b *Book) End(ctx context.Context, t hook.Turn) error {
	if t.Guest == "" || t.Thread == "" || len(t.History) == 0 {
		return nil
	}
	own, err := b.Of(ctx, t.Guest)
	if err != nil {
		return err
	}
	t.History = own.counted(t.History)
	var queries []string
	var found []Candidate
	for _, m := range t.History {
		if m.Role != thread.RoleUser || unkept(m.Text) {
			continue
		}
		if OnlyThat(m.Text) && asksToKeep(m.Text) {
			found = nil
			continue
		}
		found = append(found, slices.DeleteFunc(overheard(t, queries, m.Text), func(c Candidate) bool { return own.forgot(t.Guest, c, m.Time) })...)
		queries = append(queries, m.Text)
	}
	last := t.History[len(t.History)-1]
	return b.learn(ctx, Lesson{Owner: t.Guest, Run: fmt.Sprintf("%s~end~%s", t.Thread, last.ID), Thread: t.Thread}, t.Time, func(d *draft) {
		d.take(d.open(t.Thread, unique(found)), t, strings.Join(queries, "\n"), true)
		d.drop(func(m *Memory) bool { return m.Session == t.Thread })
	})
}

// open returns what is left to be decided when a session ends. What was sure
// enough was taken in its turn; what was taken back, or was taken when the
// session was ended before, is done with.
func (d *draft) open(thread string, found []Candidate) []Candidate {
	return slices.DeleteFunc(slices.Clone(found), func(c Candidate) bool {
		return c.Confidence >= ToWrite || c.Scope == Session || c.Retract ||
			slices.ContainsFunc(found, func(r Candidate) bool {
				return r.Retract && r.Subject == c.Subject && r.Person == c.Person && sameValue(r.Value, c.Value)
			}) ||
			slices.ContainsFunc(d.near(thread, c), func(m Memory) bool {
				return m.Kind == c.Kind && m.Key == c.Key && c.whose(&m) && m.Session == "" &&
					slices.Contains(m.Sessions, mark(thread)) && sameValue(m.Value, c.Value)
			})
	})
}

func (b *Book) purge(ctx context.Context, owner string, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	defer b.drop(owner)
	return b.o.Store.Purge(ctx, owner, ids)
}

func guestsWords(history []thread.Message) (said []string) {
	for _, m := range history {
		if m.Role == thread.RoleUser {
			said = append(said, m.Text)
		}
	}
	return said
}

// detect proposes what may be remembered of a message, knowing what the guest
// said before.
func detect(t hook.Turn, before []string, message string) []Candidate {
	found := overheard(t, before, message)
	if unkept(message) {
		for i := range found {
			found[i].Scope = Session
		}
	}
	return unique(found)
}

// take lets the policy decide on candidates, and records and returns what it
// decides.
func (d *draft) take(found []Candidate, t hook.Turn, said string, end bool) (verdicts []Verdict) {
	for i, c := range found {
		p := proposed(c)
		v := Verdict{Reject: TooMany}
		room := i < maxCandidates && (c.Retract || len(d.set.all)+len(d.changed) < maxMemories)
		if d.harms(c, t, found) {
			v.Reject = Harmful
		} else if room || safety(c.Kind, c.Key) {
			v = Decide(c, Setting{Said: said, Thread: t.Thread, End: end, Consent: d.consented(c.Person), Known: d.near(t.Thread, c)})
		}
		verdicts = append(verdicts, v)
		if v.Reject != "" {
			d.tell(event.MemoryCandidate, p)
			p.Reason = v.Reject
			d.tell(event.MemoryRejected, p)
			continue
		}
		for _, id := range v.Retire {
			d.change(event.MemoryRetired, Change{ID: id, Why: v.Why, Beta: correctedBy, Run: t.Run})
		}
		switch p.Memory = v.Again; {
		case v.Retract:
			p.Memory = v.Retire[0]
			d.tell(event.MemoryCandidate, p)
		case v.Again != "":
			d.tell(event.MemoryCandidate, p)
			d.change(event.MemorySaved, Change{ID: v.Again, Session: t.Thread, Run: t.Run, Count: c.Count})
		default:
			m := d.fresh(c, t)
			m.Pending = v.Pending
			if v.Session {
				m.Session = t.Thread
			}
			p.Memory = m.ID
			d.tell(event.MemoryCandidate, p)
			d.save(m)
		}
	}
	return verdicts
}

// harms reports whether a candidate is a liking of what whose it is must not have, by what is known or
// told beside it: "adoro queijo" of who has no milk.
func (d *draft) harms(c Candidate, t hook.Turn, beside []Candidate) bool {
	if c.Kind != Preference || c.Retract {
		return false
	}
	bars := func(value string) bool { return sameValue(value, c.Value) || Covers(value, c.Value) }
	return slices.ContainsFunc(d.known(t.Thread, Diet), func(m Memory) bool { return c.whose(&m) && bars(m.Value) }) ||
		slices.ContainsFunc(beside, func(o Candidate) bool {
			return o.Kind == Diet && !o.Retract && o.Subject == c.Subject && hook.SameName(o.Person, c.Person) && bars(o.Value)
		})
}

// catchUp takes what a guest said before in a thread of what may harm them and
// of which there is no trace in the book, not even that it no longer holds.
func (d *draft) catchUp(t hook.Turn, history []thread.Message) {
	var before []string
	for _, m := range history {
		if m.Role != thread.RoleUser {
			continue
		}
		missed := slices.DeleteFunc(overheard(t, before, m.Text), func(c Candidate) bool {
			return !safety(c.Kind, c.Key) || d.set.traces(t.Thread, c) || d.set.forgot(t.Guest, c, m.Time)
		})
		d.take(missed, t, m.Text, false)
		before = append(before, m.Text)
	}
}

// traces reports whether there is, or was, a memory for a thread of what a
// candidate says.
func (s *Set) traces(thread string, c Candidate) bool {
	return slices.ContainsFunc(slices.Concat(s.kinds[Diet], s.kinds[Dislike], s.kinds[Fact]), func(m *Memory) bool {
		told := m.Kind == c.Kind && c.whose(m) && sameValue(m.Value, c.Value)
		byListener := m.Thread == thread && !c.firstHand() && m.hasOf(c) // who knew whose it is
		withdrawn := m.Session == thread && m.Retired == "retracted" && m.Kind == c.Kind && sameValue(m.Value, c.Value)
		return withdrawn || (m.Session == "" || m.Session == thread) && (told || byListener)
	})
}

// meant finds out what the guest takes back with "pode esquecer o que eu disse
// do polvo". It does not say what that was: it is what is known of it.
func (d *draft) meant(t hook.Turn, found []Candidate) []Candidate {
	if !slices.ContainsFunc(wordsOf(t.Message), func(w string) bool { return toForget[w] }) {
		return found
	}
	for i, c := range found {
		if !c.Retract || !fed(c.Kind) {
			continue
		}
		for _, m := range d.known(t.Thread, Preference, Dislike, Diet) {
			if c.whose(&m) && sameValue(m.Value, c.Value) && (!m.Safety() || Forgets(t.Message, m.Value)) {
				found[i].Kind, found[i].Key = m.Kind, m.Key
			}
		}
	}
	return found
}

// fresh makes a memory of a candidate.
func (d *draft) fresh(c Candidate, t hook.Turn) *Memory {
	alpha := int64(c.Confidence*1000+.5) * (prior / 1000)
	return &Memory{
		ID: d.newID(), For: ForUser, Kind: c.Kind, Key: c.Key, Value: c.Value, Subject: c.Subject, Person: c.Person, Count: c.Count,
		Source: FromGuest, Thread: t.Thread, Run: t.Run, Since: d.now, Last: d.now,
		Evidence: 1, Sessions: []string{mark(t.Thread)}, Alpha: alpha, Beta: prior - alpha,
	}
}

// newID makes an id that sorts after those made before in one lesson, and that no log strikes
// out: one in thirty thousand looks like a document's number.
func (d *draft) newID() string {
	for {
		if id := thread.NewID(); id > d.lastID && scrub.Text(id) == id {
			d.lastID = id
			return id
		}
	}
}

// known returns memories of some kinds, and of their opposites, that hold in a
// thread.
func (d *draft) known(thread string, kinds ...Kind) []Memory {
	return d.which(kinds, func(m *Memory) bool { return m.holds(thread) })
}

// near returns the memories that can matter to a candidate. To compare all of
// ten thousand with it word by word would take too long.
func (d *draft) near(thread string, c Candidate) []Memory {
	first := " "
	if f := plainWords(c.Value); len(f) > 0 {
		first += f[0][:min(len(f[0]), 2)]
	}
	all := single(c) || c.Retract || c.Kind == Diet
	kinds := []Kind{c.Kind}
	if c.Kind == Diet {
		kinds = append(kinds, Preference)
	}
	return d.which(kinds, func(m *Memory) bool {
		return m.holds(thread) && (all || strings.Contains(m.words().folded, first))
	})
}

// which returns those memories of some kinds, and of their opposites, that are.
func (d *draft) which(kinds []Kind, are func(*Memory) bool) (all []Memory) {
	for _, k := range kinds {
		if other, ok := opposite[k]; ok {
			kinds = append(kinds, other)
		}
	}
	for m := range d.each(kinds...) {
		if are(m) {
			all = append(all, *m)
		}
	}
	slices.SortFunc(all, func(a, b Memory) int { return older(&a, &b) })
	return all
}
