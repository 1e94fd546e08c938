// Package memory is what the house knows of a guest: what they said of
// themselves, with how sure it is and since when, and what follows from it for
// those who serve them.
//
// What a guest says passes a detector that only proposes ([Detect]), a policy
// that decides, and a writer. What is known is given to whoever answers as a
// working set: text for a model, fenced as data, and typed constraints that
// code must obey.
package memory

import (
	"math"
	"time"

	"github.com/maitre-dev/maitre/lang"
)

// A Kind is what a memory is about.
type Kind string

// The kinds, each with its keys.
const (
	Communication Kind = "communication" // style, tone, language, format, name
	Correction    Kind = "correction"    // what it corrects
	Fact          Kind = "fact"          // name, role, company, birthday, anniversary, family, marital, pet, mobility, health, schedule, other
	Diet          Kind = "diet"          // allergy, intolerance, restriction
	Preference    Kind = "preference"    // food, drink, ambience, lodging, transport
	Dislike       Kind = "dislike"       // the same
	Budget        Kind = "budget"        // max_person, max_total, max_night, range, level
	Location      Kind = "location"      // home, current, destination, work
	PartySize     Kind = "party_size"    // people
	Episode       Kind = "episode"       // visit, trip
)

// How long a candidate is meant to hold, and of whom it is told.
const (
	Durable   = "durable"
	Session   = "session" // "hoje", "dessa vez"
	User      = "user"
	Companion = "companion" // "minha esposa é celíaca"
)

// Asked is the kind of what the house has asked a guest, and the answer: it is
// about no taste, so no detector proposes it. Its keys are health (may it be
// remembered? asked, yes or no) and feedback (when it was last asked for).
const Asked Kind = "asked"

// Whom a memory is for.
const (
	ForUser   = "user"   // one guest
	ForOrg    = "org"    // all guests of a house
	ForGlobal = "global" // all guests of all houses that share a store
)

// A Candidate is something that might be remembered, or, if Retract is set, no
// longer. It is a proposal: only the policy decides.
type Candidate struct {
	Kind       Kind    `json:"kind"`
	Key        string  `json:"key"`
	Value      string  `json:"value"` // the thing itself in plain form: "camarão", "80"
	Scope      string  `json:"scope"`
	Subject    string  `json:"subject"`
	Confidence float64 `json:"confidence"`
	Retract    bool    `json:"retract,omitempty"`

	// Person is who a Companion is, as the guest says it: "Ana", "minha filha".
	// Empty: nobody said. Count is how many they are, if it is more than one.
	Person string `json:"person,omitempty"`
	Count  int    `json:"count,omitempty"`
}

// A Memory is one thing that is known. What happened to it is in the log: it is
// the sum of that, and sums do not depend on the order.
type Memory struct {
	ID      string `json:"id"`
	For     string `json:"for"`
	Org     string `json:"org,omitempty"` // whose guests, if For is org
	Kind    Kind   `json:"kind"`
	Key     string `json:"key"`
	Value   string `json:"value"`
	Subject string `json:"subject"`
	Person  string `json:"person,omitempty"` // who the companion is, as in a Candidate
	Count   int    `json:"count,omitempty"`

	// Session is the thread that it holds in; empty: beyond. Pending is of what
	// concerns the guest's health and awaits their leave to be kept beyond.
	Session string `json:"session,omitempty"`
	Pending bool   `json:"pending,omitempty"`

	Source   string    `json:"source"` // guest or operator
	Thread   string    `json:"thread,omitempty"`
	Run      string    `json:"run,omitempty"`   // in which it was first said
	Again    string    `json:"again,omitempty"` // the run in which it was last said again, or taken back
	Since    time.Time `json:"since"`
	Last     time.Time `json:"last"`     // when it was last said
	Evidence int       `json:"evidence"` // how often
	Sessions []string  `json:"sessions"` // in which saying it has counted, by the first signs of a hash

	// Alpha and Beta count what speaks for it and against it, in millionths.
	Alpha int64 `json:"alpha"`
	Beta  int64 `json:"beta"`

	Retired string `json:"retired,omitempty"` // why it no longer holds: superseded, retracted, corrected

	about *about // nil: not found out yet
}

// Where a memory comes from.
const (
	FromGuest    = "guest"
	FromOperator = "operator"
)

// Confidence is how sure it is that the memory is true.
func (m *Memory) Confidence() float64 {
	if m.Alpha+m.Beta == 0 {
		return 0
	}
	return float64(m.Alpha) / float64(m.Alpha+m.Beta)
}

// Salience is how much the memory matters now. It halves with every half year in which
// nobody speaks of it; the confidence does not.
func (m *Memory) Salience(now time.Time) float64 {
	const half = 182 * 24 * time.Hour
	age := max(now.Sub(m.Last), 0)
	return m.Confidence() * math.Exp2(-float64(age)/float64(half))
}

// Safety reports whether to overlook the memory can harm the guest.
func (m *Memory) Safety() bool { return safety(m.Kind, m.Key) }

func safety(k Kind, key string) bool {
	return k == Diet || k == Fact && (key == "health" || key == "mobility")
}

// fixed reports whether votes, and saying it again, leave the memory alone: that
// an answer was bad says nothing of an allergy.
func (m *Memory) fixed() bool {
	return m.Kind == Diet && m.Key != "restriction" || m.Kind == Asked
}

// holds reports whether the memory counts in a thread.
func (m *Memory) holds(thread string) bool {
	return m.Retired == "" && (m.Session == "" || m.Session == thread)
}

// sober reports whether a memory is what the house itself makes of who drives or is a child.
func (m *Memory) sober() bool { return is(lang.Fold(m.Value), "alcoholic") }

// fed reports whether what is kept under a kind is to eat, or how one eats.
func fed(k Kind) bool { return k == Diet || k == Preference || k == Dislike }
