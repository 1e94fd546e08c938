// Package scrub finds what must not be logged, stored or sent on (documents,
// cards, contacts, passwords, keys) in what people write, and puts a mark with
// its type in its place:
//
//	scrub.Text("meu CPF é 529.982.247-25") // "meu CPF é [CPF]"
//
// It reads Portuguese as written in Brazil, then English and Spanish. Check
// digits decide where there are any; where there are none, the words around a
// number do. DESIGN.md says what counts as what, and what is not found: names,
// addresses, birth dates.
//
// Text that was scrubbed is not changed by scrubbing it again. Time grows with
// the length of the text and no faster, whatever the text is.
package scrub

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Type is what a finding is.
type Type string

// The types of findings. Each is replaced by its name in brackets: [CPF].
const (
	CPF         Type = "CPF"         // a person's tax number
	CNPJ        Type = "CNPJ"        // a company's, in digits or with letters
	RG          Type = "RG"          // an identity card
	CNH         Type = "CNH"         // a driving licence
	SSN         Type = "SSN"         // a Social Security number of the United States
	Card        Type = "CARD"        // a payment card's number, or its expiry beside it
	Pix         Type = "PIX"         // a random PIX key, or a payment code to copy and paste
	Phone       Type = "PHONE"       // not the public 0800 lines
	Email       Type = "EMAIL"       // also spelt out: "ana arroba gmail ponto com"
	Password    Type = "PASSWORD"    // told in prose: "a senha do wi-fi é …"
	PIN         Type = "PIN"         // a PIN, a CVV, a door's or a one-time code
	Token       Type = "TOKEN"       // an API key known by its prefix, or after Bearer
	JWT         Type = "JWT"         // a JSON Web Token
	PEM         Type = "PEM"         // a PEM block, even one cut short
	Credentials Type = "CREDENTIALS" // user:password in a URL
	Secret      Type = "SECRET"      // a value beside its key: api_key=…, "senha":"…"
)

// Mark is what stands in a clean text where a finding of this type was.
func (t Type) Mark() string { return "[" + string(t) + "]" }

// Sensitivity is how much harm a finding does in the wrong hands.
type Sensitivity string

// Of high sensitivity is what opens a door, spends money or stands for a
// person before the state; of medium, what reaches a person.
const (
	Medium Sensitivity = "medium"
	High   Sensitivity = "high"
)

// Sensitivity of all findings of this type.
func (t Type) Sensitivity() Sensitivity {
	switch t {
	case Phone, Email, Pix:
		return Medium
	default:
		return High
	}
}

// Finding is a piece of a text that must not be kept.
type Finding struct {
	Type        Type        `json:"type"`
	Start       int         `json:"start"` // in bytes of the text that was searched
	End         int         `json:"end"`   // the byte after the last
	Sensitivity Sensitivity `json:"sensitivity"`
}

// Text returns s with every finding replaced by its mark, and s itself when
// there is none.
func Text(s string) string {
	clean, _ := Replace(s)
	return clean
}

// Replace is Text that also says what was found in s.
func Replace(s string) (clean string, found []Finding) {
	found = Find(s)
	return replace(s, found), found
}

// maxPasses bounds the repetition in Find: ordinary text needs two, and what
// an attacker can make of marks is worth no more.
const maxPasses = 16

// Find returns what is to be hidden in s, in order and without overlap. Every
// span starts and ends at the edge of a character.
func Find(s string) (found []Finding) {
	// A mark reads differently from what it replaced, so a neighbour may look
	// like a finding now. It is one then: text is scrubbed once and for all.
	// Passwords are looked for in what the rest has left.
	for pass, prose := 0, false; pass < maxPasses; pass++ {
		more, announced := scan(read(s, found), prose)
		more = slices.DeleteFunc(more, func(f Finding) bool {
			_, public := spared.Load(s[f.Start:f.End])
			return public
		})
		if len(more) == 0 && (prose || !announced) {
			break
		}
		prose = len(more) == 0
		found = union(append(found, more...))
	}
	return found
}

// spared are texts that look like a secret and are public.
var spared sync.Map

// Spare has the process leave standing, wherever it is said, what a text has that looks
// like personal data and is none: the telephone by which a house is reached.
func Spare(text string) {
	for _, f := range Find(text) {
		spared.Store(text[f.Start:f.End], true)
	}
}

// union sorts findings, and makes one of those that overlap.
func union(all []Finding) []Finding {
	slices.SortStableFunc(all, func(a, b Finding) int { return cmp.Or(a.Start-b.Start, b.End-a.End) })
	apart := all[:0]
	for _, f := range all {
		if n := len(apart); n > 0 && f.Start < apart[n-1].End {
			apart[n-1].End = max(apart[n-1].End, f.End)
		} else {
			apart = append(apart, f)
		}
	}
	return apart
}

func replace(s string, found []Finding) string {
	if len(found) == 0 {
		return s
	}
	var b strings.Builder
	from := 0
	for _, f := range found {
		b.WriteString(s[from:f.Start])
		b.WriteString(f.Type.Mark())
		from = f.End
	}
	b.WriteString(s[from:])
	return b.String()
}
