// Package chat makes small talk: it greets, thanks, says what the house can
// talk about, and stays honest about what it is and what it does not know.
//
// [Reply] is its one task. With no model it recognises what kind of small talk
// a message is and answers with what package voice has in the guest's language.
package chat

import (
	"context"
	_ "embed"
	"fmt"
	"hash/fnv"
	"strings"
	"time"
	"unicode"

	"github.com/maitre-dev/maitre/internal/voice"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/task"
)

//go:embed prompts/reply.md
var replyPrompt string

// Tasks are the decisions this package takes.
var Tasks = []task.Any{Reply}

// Reply answers a message that is small talk.
var Reply = &task.Task[ReplyIn, string]{
	Name:    "chat.reply",
	About:   "a short, warm answer to small talk, in the guest's language",
	Prompt:  replyPrompt,
	History: history,
	Params:  task.Params{Temperature: 0.7, Timeout: 15 * time.Second},
	Speaks: func(in ReplyIn) lang.Language {
		detected, _ := lang.Detect(in.Message)
		return languageOf(in, detected)
	},
	Rule: func(_ context.Context, in ReplyIn) (string, error) { return reply(in), nil },
}

// ReplyIn is a guest's message and what is known around it.
type ReplyIn struct {
	Message  string `json:"message"`
	Language string `json:"language,omitempty"` // of the guest, when known: "pt", "en-GB"
	House    House  `json:"house"`
	History  []Line `json:"history,omitempty"` // what was said before, oldest first
	Known    string `json:"known,omitempty"`   // of the guest, fenced as data, for a model
}

// House is who answers.
type House struct {
	Name     string   `json:"name,omitempty"`
	Persona  string   `json:"persona,omitempty"`
	Language string   `json:"language,omitempty"` // spoken when the guest's cannot be told; Portuguese if empty
	Topics   []string `json:"topics,omitempty"`   // the specialists that are there: "menu", "beer", "trip"; others are ignored
}

// Line is something said before, by the guest ("user") or by us ("assistant").
type Line struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// What a model is told of a conversation: enough to go on with small talk, and
// a bound on what a guest who pastes a book can cost.
const (
	historyLines = 20
	lineRunes    = 4000 // also in the prompt, for the message
)

// history is the conversation for a model. It begins with the guest, as some
// providers demand.
func history(in ReplyIn) []llm.Message {
	var said []llm.Message
	for _, l := range in.History[max(0, len(in.History)-historyLines):] {
		role := llm.Role(l.Role)
		text := strings.TrimSpace(fmt.Sprintf("%.*s", lineRunes, l.Text))
		switch {
		case text == "", role != llm.RoleUser && role != llm.RoleAssistant:
		case len(said) == 0 && role == llm.RoleAssistant:
		default:
			said = append(said, llm.Text(role, text))
		}
	}
	return said
}

// reply answers by rule. It says only what package voice has and the
// house's name: never a word of the guest's.
func reply(in ReplyIn) string {
	kind, wished, detected := kindOf(in.Message)
	there := in.House.topics()
	if kind == wish {
		kind, there = grant(wished, there)
	}
	v := phrasing{voice.In(languageOf(in, detected))}
	opening := v.opening(kind, momentOf(in.Message))
	house := cleanName(in.House.Name)
	if house == "" {
		house = v.Chat.House
	}
	last := ""
	if n := len(in.History); n > 0 {
		last = in.History[n-1].Text
	}

	// The same words at another point of the talk may get another answer; the
	// answer just given is not given again.
	says := v.answers(kind, there, house)
	h := fnv.New32a()
	_, _ = fmt.Fprint(h, len(in.History), in.Message)
	first := int(h.Sum32() % uint32(len(says)))
	var text string
	for i := range says {
		text = opening + says[(first+i)%len(says)]
		if text != last {
			break
		}
	}
	return text
}

// languageOf is the language to answer in: the guest's, the message's, that of
// what the guest said last, or the house's.
func languageOf(in ReplyIn, detected lang.Language) lang.Language {
	if l, ok := lang.Parse(in.Language); ok {
		return l
	}
	if detected != "" {
		return detected
	}
	for i := len(in.History) - 1; i >= 0 && i >= len(in.History)-historyLines; i-- {
		if in.History[i].Role != string(llm.RoleUser) {
			continue
		}
		if l, ok := lang.Detect(in.History[i].Text); ok {
			return l
		}
	}
	if l, ok := lang.Parse(in.House.Language); ok {
		return l
	}
	return lang.Portuguese
}

// cleanName makes a configured name fit for a sentence.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, " "))
	return strings.TrimSpace(fmt.Sprintf("%.60s", strings.Join(strings.Fields(name), " ")))
}
