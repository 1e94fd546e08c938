package memory

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/scrub"
)

// How sure a candidate must be to be written: in a turn, and at the end of a
// session, when all that was said in it can be seen.
const (
	ToWrite    = 0.70
	ToWriteEnd = 0.50
)

// A Setting is what the policy is told besides the candidate.
type Setting struct {
	Said    string   // what the guest wrote: a candidate must come from it
	End     bool     // of the session
	Consent string   // to remember the health of whom it is told: yes, no, asked, or empty
	Known   []Memory // that hold in the thread, of kinds that the candidate may be about
}

// A Verdict is what the policy decides of a candidate. If Reject is set it is
// the reason, and nothing else is. Else either the memory Again is said once
// more, or, unless Retract is all there is to do, a new one is made.
type Verdict struct {
	Reject  string
	Again   string   // the id of a memory that says the same
	Retire  []string // the ids of those that no longer hold
	Why     string   // they do not: superseded, retracted or corrected
	Session bool     // the new one holds in this thread only
	Pending bool     // until the guest agrees that it is kept
	Retract bool     // nothing is made
}

// Reasons for which a candidate is rejected.
const (
	Unsure       = "unsure"
	NoSuchKind   = "no such kind"
	NotAValue    = "not a value"
	Sensitive    = "sensitive"
	NotSaid      = "not said by the guest"
	NotKnown     = "nothing to retract"
	TooMany      = "too many"
	Harmful      = "liked, and not to be had"
	ThisOnce     = "asked of this answer only: do so, there is nothing to note"
	NotTakenBack = "not taken back by the guest" // what may harm them: nobody but they can
)

// Decide is the policy. It is a pure function.
func Decide(c Candidate, s Setting) (v Verdict) {
	if v.Reject = rejects(c, s); v.Reject != "" {
		return v
	}
	if c.Retract {
		for _, m := range s.Known {
			if m.Kind == c.Kind && c.whose(&m) && c.takesBack(&m) {
				v.Retire = append(v.Retire, m.ID)
			}
		}
		if v.Retire == nil {
			return Verdict{Reject: NotKnown}
		}
		v.Retract, v.Why = true, "retracted"
		return v
	}
	v.Session, v.Pending = c.holdsFor(s)
	for _, m := range s.Known {
		switch v.compare(c, &m) {
		case "harm":
			return Verdict{Reject: Harmful}
		case "again":
			if v.Again == "" || m.Session == "" { // what is kept for good counts first
				v.Again = m.ID
			}
		case "other":
			if c.Confidence < ToWrite { // what is vague goes before nothing
				return Verdict{Reject: Unsure}
			}
			fallthrough
		case "over":
			v.Retire, v.Why = append(v.Retire, m.ID), "superseded"
		}
	}
	return v
}

// holdsFor says whether something holds in this conversation only, and whether it waits there for
// the guest's leave to be kept. What is told of somebody nobody can name is not ours to keep, what
// may be an allergy is one until the guest has eaten, and their health, or anything of somebody who
// is known by name, is kept after a yes.
func (c Candidate) holdsFor(s Setting) (session, pending bool) {
	health := safety(c.Kind, c.Key)
	if c.Scope == Session || c.unnamed() || health && (s.Consent == "no" || c.Confidence < ToWrite && !s.End) {
		return true, false
	}
	return (health || c.Person != "") && s.Consent != "yes", health && c.Person == "" && s.Consent != "yes"
}

// compare says what a candidate that is taken makes of a memory: it says the same again, is
// another value in its place (other), ends it because it says more (over), or is a liking of
// what is not to be had (harm).
func (v *Verdict) compare(c Candidate, m *Memory) string {
	same, kept := Same(m.Value, c.Value), (m.Session == "") == !v.Session
	switch {
	case m.Session != "" && c.owns(m.Candidate()): // now it is said who that companion is
		return "over"
	case !c.whose(m):
		return ""
	case m.Kind == Preference && c.Kind == Diet && (same || Covers(c.Value, m.Value)): // what is liked is not to be had from now on
		return "over"
	case m.Kind == Diet && c.Kind == Preference && (same || Covers(m.Value, c.Value)): // "adoro queijo" of who has no milk
		return "harm"
	case m.Kind == c.Kind && m.Key == c.Key && same:
		if m.Session != "" && (!v.Session || v.Pending && !m.Pending) { // what was meant for today is now meant for longer
			return "over"
		}
		return "again"
	case kept && m.Key == c.Key && (m.Kind == c.Kind && single(c) || opposite[m.Kind] == c.Kind && same):
		return "other"
	}
	return ""
}

var opposite = map[Kind]Kind{Preference: Dislike, Dislike: Preference}

// rejects says why a candidate cannot be taken at all.
func rejects(c Candidate, s Setting) string {
	least := ToWrite
	if s.End || safety(c.Kind, c.Key) && !c.Retract {
		least = ToWriteEnd
	}
	switch {
	case !(c.Confidence >= least && c.Confidence <= 1): // nor is it NaN
		return Unsure
	case checkKey(c.Kind, c.Key) != nil || c.Subject != User && c.Subject != Companion || c.Scope != Durable && c.Scope != Session:
		return NoSuchKind
	case strings.TrimSpace(c.Value) == "" || !plainText(c.Value, c.Key, c.Person) || c.Person != "" && c.Subject != Companion:
		return NotAValue
	case c.Kind == Diet && !c.Retract && (!understand.IsObject(c.Value) || !strings.ContainsFunc(c.Value, unicode.IsLetter)):
		return NotAValue
	case secret(c.Value, c.Key, c.Person):
		return Sensitive
	case !spoken(c, s.Said):
		return NotSaid
	}
	return ""
}

// Keys are the keys that each kind has. A correction's is free: what it corrects.
var Keys = map[Kind][]string{
	Communication: {"style", "tone", "language", "format", "name"},
	Correction:    nil,
	Fact:          {"name", "role", "company", "birthday", "anniversary", "family", "marital", "pet", "mobility", "health", "schedule", "other"},
	Diet:          {"allergy", "intolerance", "restriction"},
	Preference:    {"food", "drink", "ambience", "lodging", "transport"},
	Dislike:       {"food", "drink", "ambience", "lodging", "transport"},
	Budget:        {"max_person", "max_total", "max_night", "range", "level"},
	Location:      {"home", "current", "destination", "work"},
	PartySize:     {"people"},
	Episode:       {"visit", "trip"},
}

// checkKey says what is wrong with a kind and its key.
func checkKey(k Kind, key string) error {
	keys, ok := Keys[k]
	switch {
	case !ok:
		return fmt.Errorf("there is no kind %q", k)
	case keys != nil && !slices.Contains(keys, key):
		return fmt.Errorf("a %s has no key %q: it is one of %s", k, key, strings.Join(keys, ", "))
	}
	return nil
}

// valueRunes is how long a value may be: it is a thing, not a story.
const valueRunes = 120

// plainText reports whether texts are such as a value, a key or a name can be: short,
// on one line, and without the signs that programs and prompts are made of.
func plainText(all ...string) bool {
	sign := func(r rune) bool { return unicode.IsControl(r) || strings.ContainsRune("<>{}`\u2028\u2029", r) }
	return !slices.ContainsFunc(all, func(s string) bool {
		return !utf8.ValidString(s) || utf8.RuneCountInString(s) > valueRunes || strings.ContainsFunc(s, sign)
	})
}

// secret reports whether scrubbing would strike something of texts out: a document's number, a password.
func secret(all ...string) bool {
	return slices.ContainsFunc(all, func(s string) bool { return scrub.Text(s) != s })
}

func isName(of string) bool { return plainText(of) && !secret(of) }

// free are the keys whose value need not stand in the guest's words: "sem
// enrolação" is direct, and five of us are 5.
var free = map[Kind][]string{
	Communication: {"style", "tone", "language", "format"},
	Budget:        Keys[Budget],
	PartySize:     {"people"},
	Diet:          {"restriction"},
	Fact:          {"marital", "family"},
}

// spoken reports whether the guest said what a candidate proposes. What a model
// makes of a text that it was shown is not what the guest said.
func spoken(c Candidate, text string) bool {
	if slices.Contains(free[c.Kind], c.Key) {
		return utf8.RuneCountInString(c.Value) <= 40
	}
	have := stemsIn(text)
	words, found := plainWords(c.Value), 0
	for _, w := range words {
		if have[lang.Stem(w)] || c.Kind == Diet && slip(w, text) {
			found++
		}
	}
	return len(words) > 0 && 2*found >= len(words) || fed(c.Kind) && speaksOf(text, c.Value) || c.Kind == Diet && !c.Retract && sums(c.Value, text)
}

// sums reports whether a text names two things or more of a kind: "camarão, siri, essas coisas" are shellfish.
func sums(kind, text string) bool {
	named := map[string]bool{}
	for _, m := range ontology.Default().Read(text) {
		if Covers(kind, m.Words) {
			named[m.Words] = true
		}
	}
	return len(named) > 1
}

// single reports whether a key has one value at a time.
func single(c Candidate) bool {
	switch c.Kind {
	case Communication, Budget, Location, PartySize, Correction:
		return true
	case Fact:
		return c.Subject == User && slices.Contains([]string{"name", "role", "company", "birthday", "anniversary", "marital"}, c.Key)
	}
	return false
}

// takesBack reports whether a retraction means a memory: the same thing, or one
// that it names by its main word ("o peixe" of "peixe cru"). In an allergy the
// key does not matter, since an intolerance is often called one.
func (c Candidate) takesBack(m *Memory) bool {
	if m.Key != c.Key && c.Kind != Diet {
		return false
	}
	mine, theirs := strings.Fields(stems(m.Value)), strings.Fields(stems(c.Value))
	return Same(m.Value, c.Value) || len(mine) > 0 && len(theirs) > 0 && !m.Safety() && (slices.Contains(mine, theirs[0]) || slices.Contains(theirs, mine[0]))
}

// owns reports whether what is told of the guest, or of somebody by name, says whose
// something is that was noted of a companion without a name. Who does not like milk may
// be who must not have it, but not who is allergic to it; who has no milk has no cheese.
func (c Candidate) owns(noted Candidate) bool {
	if c.unnamed() || !noted.unnamed() || c.Retract {
		return false
	}
	both := c.Kind == noted.Kind || c.Kind == Diet && noted.Kind == Dislike || c.Kind == Dislike && noted.Kind == Diet && !noted.reaction()
	return both && (Same(c.Value, noted.Value) || c.Kind == Diet && Covers(c.Value, noted.Value))
}

// unnamed reports whether something is told of a companion of whom it is not said who.
func (c Candidate) unnamed() bool { return c.Subject == Companion && c.Person == "" }

// reaction reports whether a candidate is an allergy or an intolerance.
func (c Candidate) reaction() bool { return c.Kind == Diet && c.Key != "restriction" }

// whose reports whether a candidate is told of whom a memory is.
func (c Candidate) whose(m *Memory) bool {
	return m.Subject == c.Subject && hook.SameName(m.Person, c.Person)
}

// Candidate returns what a memory says.
func (m *Memory) Candidate() Candidate {
	return Candidate{Kind: m.Kind, Key: m.Key, Value: m.Value, Subject: m.Subject, Person: m.Person, Count: m.Count}
}
