package memory

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
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
	Thread  string   // in which
	End     bool     // of the session
	Consent string   // to remember the health of whom it is told: yes, no, asked, or empty
	Known   []Memory // that hold in the thread, of the candidate's kind or its opposite
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
	Unsure     = "unsure"
	NoSuchKind = "no such kind"
	NotAValue  = "not a value"
	Sensitive  = "sensitive"
	NotSaid    = "not said by the guest"
	NotKnown   = "nothing to retract"
	TooMany    = "too many"
	Harmful    = "liked, and not to be had"
)

// Decide is the policy. It is a pure function.
func Decide(c Candidate, s Setting) Verdict {
	if why := refuse(c, s); why != "" {
		return Verdict{Reject: why}
	}
	if c.Retract {
		v := Verdict{Retract: true, Why: "retracted"}
		for _, m := range s.Known {
			if m.Kind == c.Kind && c.whose(&m) && retracts(c, &m) {
				v.Retire = append(v.Retire, m.ID)
			}
		}
		if v.Retire == nil {
			return Verdict{Reject: NotKnown}
		}
		return v
	}
	var v Verdict
	switch health := safety(c.Kind, c.Key); {
	case c.Scope == Session, c.Subject == Companion && c.Person == "", health && s.Consent == "no", health && c.Confidence < ToWrite && !s.End:
		// What is told of somebody nobody can name is not ours to keep, and what
		// may be an allergy is one until the guest has eaten.
		v.Session = true
	case c.Person != "" && s.Consent != "yes":
		// Nor is anything of somebody who is known by name, until the guest says so.
		v.Session = true
	case health && s.Consent != "yes":
		v.Session, v.Pending = true, true
	}
	for _, m := range s.Known {
		alike := sameValue(m.Value, c.Value)
		if m.Subject == Companion && m.Person == "" && c.Person != "" && m.Session != "" && m.Kind == c.Kind && alike {
			v.Retire, v.Why = append(v.Retire, m.ID), "superseded" // now it is said who that companion is
			continue
		}
		if !c.whose(&m) {
			continue
		}
		switch {
		case m.Kind == Preference && c.Kind == Diet: // what is liked is not to be had from now on
			if alike || Covers(c.Value, m.Value) {
				v.Retire, v.Why = append(v.Retire, m.ID), "superseded"
			}
		case m.Kind == c.Kind && m.Key == c.Key && alike:
			switch {
			case m.Session != "" && !v.Session, v.Pending && m.Session != "" && !m.Pending:
				// What was meant for today is now meant for longer.
				v.Retire, v.Why = append(v.Retire, m.ID), "superseded"
			case v.Again == "" || m.Session == "": // what is kept for good counts first
				v.Again = m.ID
			}
		case m.Kind == c.Kind && m.Key == c.Key && single(c) && (m.Session != "") == v.Session,
			opposite[m.Kind] == c.Kind && m.Key == c.Key && alike && (m.Session != "") == v.Session:
			if c.Confidence < ToWrite { // what is vague goes before nothing
				return Verdict{Reject: Unsure}
			}
			v.Retire, v.Why = append(v.Retire, m.ID), "superseded"
		}
	}
	return v
}

// refuse says why a candidate cannot be taken at all.
func refuse(c Candidate, s Setting) string {
	least := ToWrite
	if s.End || safety(c.Kind, c.Key) && !c.Retract {
		least = ToWriteEnd
	}
	switch {
	case !(c.Confidence >= least && c.Confidence <= 1): // nor is it NaN
		return Unsure
	case checkKey(c.Kind, c.Key) != nil || c.Subject != User && c.Subject != Companion || c.Scope != Durable && c.Scope != Session:
		return NoSuchKind
	case strings.TrimSpace(c.Value) == "" || !plainText(c.Value) || !plainText(c.Key), !plainText(c.Person) || c.Person != "" && c.Subject != Companion:
		return NotAValue
	case c.Kind == Diet && !c.Retract && (!understand.IsObject(c.Value) || !strings.ContainsFunc(c.Value, unicode.IsLetter)):
		return NotAValue
	case scrub.Text(c.Value) != c.Value || scrub.Text(c.Key) != c.Key || scrub.Text(c.Person) != c.Person:
		return Sensitive
	case !said(c, s.Said):
		return NotSaid
	}
	return ""
}

// plainText reports whether a text is one that a value or a key can be: short,
// on one line, and without the signs that programs and prompts are made of.
func plainText(s string) bool {
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= valueRunes && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || strings.ContainsRune("<>{}`\u2028\u2029", r)
	})
}

// free are the keys whose value need not stand in the guest's words: "sem
// enrolação" is direct, and five of us are 5.
var free = map[Kind][]string{
	Communication: {"style", "tone", "language", "format"},
	Budget:        {"max_person", "max_total", "max_night", "range", "level"},
	PartySize:     {"people"},
	Diet:          {"restriction"},
	Fact:          {"marital", "family"},
}

// said reports whether the guest said what a candidate proposes. What a model
// makes of a text that it was shown is not what the guest said.
func said(c Candidate, text string) bool {
	if slices.Contains(free[c.Kind], c.Key) {
		return utf8.RuneCountInString(c.Value) <= 40
	}
	have := stemsIn(text)
	words, found := 0, 0
	for _, w := range plainWords(c.Value) {
		words++
		if have[lang.Stem(w)] || c.Kind == Diet && slip(w, text) {
			found++
		}
	}
	return words > 0 && 2*found >= words || fed(c.Kind) && speaksOf(text, c.Value)
}

// speaksOf reports whether a text has a value in it under any name of the house's:
// who wrote "shrimp" has spoken of camarão.
func speaksOf(text, value string) bool {
	key, known := things()[stems(lang.Fold(value))]
	words := plainWords(text)
	for i := range words {
		for n := range min(longestName, len(words)-i) {
			some := stems(strings.Join(words[i:i+n+1], " "))
			if other, ok := things()[some]; known && ok && other == key || some == stems(lang.Fold(value)) {
				return true
			}
		}
	}
	return false
}

// longestName is how many words the name of a thing has at most.
const longestName = 4

// slip reports whether a text has a word that is a slip of another.
func slip(word, text string) bool {
	return slices.ContainsFunc(plainWords(text), func(w string) bool {
		return w[0] == word[0] && lang.Fold(spelt(w)) == word
	})
}

func notWord(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9')
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

var opposite = map[Kind]Kind{Preference: Dislike, Dislike: Preference}

// sameValue reports whether two values are the same thing: "camarões" and
// "Camarão", or "shrimp".
func sameValue(a, b string) bool {
	a, b = lang.Fold(a), lang.Fold(b)
	if a == b {
		return true
	}
	a, b = stems(a), stems(b)
	thing, known := things()[a]
	return a == b || known && thing == things()[b]
}

func stems(folded string) string {
	words := strings.FieldsFunc(folded, notWord)
	for i, w := range words {
		words[i] = lang.Stem(lang.Same(w))
	}
	return strings.Join(words, " ")
}

// retracts reports whether a retraction means a memory: the same thing, or one
// that it names by its main word ("o peixe" of "peixe cru"). In an allergy the
// key does not matter, since an intolerance is often called one.
func retracts(c Candidate, m *Memory) bool {
	if m.Key != c.Key && c.Kind != Diet {
		return false
	}
	if sameValue(m.Value, c.Value) {
		return true
	}
	mine, theirs := strings.Fields(stems(lang.Fold(m.Value))), strings.Fields(stems(lang.Fold(c.Value)))
	return len(mine) > 0 && len(theirs) > 0 && !safety(m.Kind, m.Key) && (slices.Contains(mine, theirs[0]) || slices.Contains(theirs, mine[0]))
}
