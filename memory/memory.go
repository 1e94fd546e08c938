// Package memory is what the house knows of a guest: what they said of
// themselves, with how sure it is and since when, and what follows from it for
// those who serve them.
//
// What a guest says passes a detector that only proposes ([Detect]), a policy
// that decides, and a writer. What is known is given to whoever answers as a
// working set: text for a model, fenced as data, and typed constraints that
// code must obey.
package memory

// A Kind is what a memory is about.
type Kind string

// The kinds, each with its keys.
const (
	Communication Kind = "communication" // style, tone, language, format, name
	Correction    Kind = "correction"    // what it corrects
	Fact          Kind = "fact"          // name, role, company, birthday, anniversary, family, marital, pet, mobility, health, schedule
	Diet          Kind = "diet"          // allergy, intolerance, restriction
	Preference    Kind = "preference"    // food, drink, ambience, lodging, transport
	Dislike       Kind = "dislike"       // the same
	Budget        Kind = "budget"        // max_person, max_total, max_night, range, level
	Location      Kind = "location"      // home, current, destination, work
	PartySize     Kind = "party_size"    // people
	Procedural    Kind = "procedural"    // topic
	Episode       Kind = "episode"       // visit, trip
)

// How long a candidate is meant to hold, and of whom it is told.
const (
	Durable   = "durable"
	Session   = "session" // "hoje", "dessa vez"
	User      = "user"
	Companion = "companion" // "minha esposa é celíaca"
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
}
