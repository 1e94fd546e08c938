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

// The id of a message may say, behind its own, that it does not follow what was said last: "b.re.a" is
// said instead of "a", and "b.on.a" after the answers to "a".
const instead, after = ".re.", ".on."

// Placed reports whether the message with this id says where in the conversation it is said.
func Placed(id string) bool { return strings.Contains(id, instead) || strings.Contains(id, after) }

// Standing returns the branch of a conversation that its last message is said in.
func Standing(ms []Message) []Message {
	for i := range slices.Backward(ms) {
		if from := follows(ms, i); from < i {
			return append(Standing(ms[:from:from]), ms[i:]...)
		}
	}
	return ms
}

// follows returns how many messages had been said where the one at i is said.
func follows(ms []Message, i int) int {
	_, first, _ := strings.Cut(ms[i].ID, instead)
	_, last, _ := strings.Cut(ms[i].ID, after)
	isOne := func(m Message) bool {
		return m.Role == RoleUser && (m.ID == first+last || Placed(m.ID) && strings.HasPrefix(m.ID, first+last+"."))
	}
	if first+last == "" {
		return i
	}
	switch at := slices.IndexFunc(ms[:i], isOne); {
	case at < 0:
		return i
	case first != "":
		return follows(ms, at)
	default:
		for at++; at < i && ms[at].Role != RoleUser; at++ {
		}
		return at
	}
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
