// Package chat makes small talk: it greets, thanks, says what the house can
// talk about, and stays honest about what it is and what it does not know.
//
// [Reply] recognises what kind of small talk a message is and answers with what
// package texts has in the guest's language. A wish is for the tools of the house: here it is not understood.
package chat

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

// ReplyIn is a guest's message and what is known around it.
type ReplyIn struct {
	Message  string `json:"message"`
	Language string `json:"language,omitempty"` // of the guest, when known: "pt", "en-GB"
	House    House  `json:"house"`
	History  []Line `json:"history,omitempty"` // what was said before, oldest first
}

// House is who answers.
type House struct {
	Name   string   `json:"name,omitempty"`
	Topics []string `json:"topics,omitempty"` // the specialists that are there: "menu", "beer", "trip"; others are ignored
}

// Line is something said before, by the guest ("user") or by us ("assistant").
type Line struct {
	Role string `json:"role"`
	Text string `json:"text"`
}

// Reply answers a message that is small talk. It says only what package texts has
// and the house's name: never a word of the guest's.
func Reply(in ReplyIn) string {
	kind, detected := kindOf(in.Message)
	return reply(in, kind, detected)
}

// ReplyTo answers a message of which the reader says what it is: greet, thanks, bye,
// help, smalltalk, outside, yes or no.
func ReplyTo(act string, in ReplyIn) string {
	k, detected := kindOf(in.Message)
	if said := acts[act]; len(said) > 0 && !slices.Contains(said, k) {
		k = said[0]
	}
	return reply(in, k, detected)
}

// Emergency is what is said to a message that calls for help, or "": no other
// reading of it comes first.
func Emergency(in ReplyIn) string {
	k, detected := kindOf(in.Message)
	if left, _ := kindOf(calm().ReplaceAllString(lang.Fold(in.Message), " ${beside} ")); k != emergency || left != emergency {
		return ""
	}
	return reply(in, k, detected)
}

// calm is how words of an emergency tell of none: somebody is called Socorro, was ill another
// day, or calls for help with laughter or hunger. What is said beside that call may still be one.
var calm = pattern.Of(`\b(?:e|sou|soy|dona|dona|nome|nombre|chamo|chama|llamo|llama) (?:a |e |o )*socorro\b|\bmaria do socorro\b|` +
	`\b(?:socorro|auxilio)\b(?P<beside>[^.?]{0,20}(?:\b(?:k{2,}|(?:ha|rs|he|ja){2,}|lol)|😂|🤣)|[^.?]{0,40}\b(?:fome|hambre|escolher|elegir|decidir|que pedir)\b)|` +
	`\b(?:ultima vez|outra vez|outro dia|ontem|semana passada|mes passado|ano passado)\b[^.!?]{0,60}\bpass(?:ou|ei|aram|amos) mal\b|\bpass(?:ou|ei|aram|amos) mal\b[^.!?]{0,40}\b(?:ultima vez|outra vez|outro dia|ontem|semana passada|mes passado|ano passado)\b`)

// Missing is what is said to a wish for something that the house does not offer.
func Missing(in ReplyIn) string { return reply(in, missing, "") }

// Answers reports whether an act is small talk, that a reply answers.
func Answers(act string) bool { return act == "tell" || len(acts[act]) > 0 }

// AsksWho reports whether a message asks who answers: a person or a program.
func AsksWho(message string) bool {
	k, _ := kindOf(message)
	return k == who || k == robot
}

// acts are the kinds that an act may be, the usual first.
var acts = map[string][]kind{
	"greet": {greeting, howAreYou, intro}, "thanks": {thanks, compliment}, "bye": {goodbye}, "help": {can, who, robot}, "yes": {yes}, "no": {no},
	"smalltalk": {laughter, howAreYou, joke, insult, compliment, sorry, intro, robot, who}, "outside": {offTopic, emergency},
}

func reply(in ReplyIn, kind kind, detected lang.Language) string {
	v := phrasing{texts.In(languageOf(in, detected))}
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
	says := v.answers(kind, in.House.topics(), house)
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

// languageOf is the language to answer in: the guest's, the message's, or Portuguese.
func languageOf(in ReplyIn, detected lang.Language) lang.Language {
	if l, ok := lang.Parse(in.Language); ok {
		return l
	}
	return cmp.Or(detected, lang.Portuguese)
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
