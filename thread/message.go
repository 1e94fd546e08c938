package thread

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Complete returns a copy of ms as every store keeps them: a missing ID and
// Time filled in, times in UTC to the microsecond, and bytes that are not
// UTF-8 or are NUL, which not every database can hold, replaced by U+FFFD.
// An unknown role or a malformed ID is an error.
func Complete(ms []Message, now time.Time) ([]Message, error) {
	ms = slices.Clone(ms)
	for i := range ms {
		m := &ms[i]
		if m.Role != RoleUser && m.Role != RoleAssistant {
			return nil, fmt.Errorf("message %d of %d: its role is neither %s nor %s", i+1, len(ms), RoleUser, RoleAssistant)
		}
		if m.ID == "" {
			m.ID = NewID()
		}
		if err := CheckID(m.ID); err != nil {
			return nil, fmt.Errorf("message %d of %d: %w", i+1, len(ms), err)
		}
		if m.Time.IsZero() {
			m.Time = now
		}
		m.Time = m.Time.UTC().Truncate(time.Microsecond)
		m.Text = strings.ReplaceAll(strings.ToValidUTF8(m.Text, "\uFFFD"), "\x00", "\uFFFD")
	}
	return ms, nil
}

// titleLength is what a list of conversations shows on one line.
const titleLength = 60

// instead stands in the id of a message between its own and the one that it
// takes the place of: "b.re.a" is what the guest says instead of "a".
const instead = ".re."

// Replaced returns the id of the message that the one with this id takes the
// place of, or "".
func Replaced(id string) string {
	_, first, _ := strings.Cut(id, instead)
	return first
}

// Standing returns messages without those that a later one takes the place of,
// and without what followed them: a conversation as it stands.
func Standing(ms []Message) []Message {
	var all []Message
	for _, m := range ms {
		if at := replacedBy(all, m.ID); at >= 0 {
			all = all[:at]
		}
		all = append(all, m)
	}
	return all
}

// replacedBy returns where the messages begin that one takes the place of, or -1.
func replacedBy(ms []Message, id string) int {
	first := Replaced(id)
	if first == "" {
		return -1
	}
	return slices.IndexFunc(ms, func(m Message) bool { return m.Role == RoleUser && (m.ID == first || Replaced(m.ID) == first) })
}

// Title returns the title that messages give a thread: the words of the first
// one of the guest that has any, as CleanTitle leaves them. It is empty when the
// guest has said nothing.
func Title(ms []Message) string {
	for _, m := range ms {
		if m.Role != RoleUser {
			continue
		}
		if title := CleanTitle(m.Text); title != "" {
			return title
		}
	}
	return ""
}

// CleanTitle returns words on one line without control characters, cut after a
// word to 60 runes.
func CleanTitle(words string) string { return cut(oneLine(words)) }

func oneLine(s string) string {
	printable := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r):
			return ' '
		case !unicode.IsGraphic(r): // a mark that turns the line around, for one
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(printable), " ")
}

func cut(line string) string {
	runes := []rune(line)
	if len(runes) <= titleLength {
		return line
	}
	end := titleLength - 1 // room for the mark
	for i := end; i > 0; i-- {
		if runes[i] == ' ' {
			end = i
			break
		}
	}
	return string(runes[:end]) + "…"
}
