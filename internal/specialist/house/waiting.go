package house

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/pattern"
	"github.com/maitre-dev/maitre/internal/understand"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/scene"
)

// waiting is a request that was read back and has had no answer yet.
type waiting struct {
	Request
	Message string `json:"message"`         // in which it was asked for
	Undo    bool   `json:"undo,omitempty"`  // it is filed, and to be withdrawn
	Whom    bool   `json:"whom,omitempty"`  // who they are was asked
	Count   []line `json:"count,omitempty"` // of an order
	Risk    string `json:"risk,omitempty"`  // the lines against somebody's need that were read back
	Run     string `json:"run,omitempty"`   // in which they were

	Days   []string `json:"days,omitempty"` // that were offered instead of a closed one
	InText struct {
		People     int
		Date, Time string
	} `json:"in_text,omitzero"` // what Text says, also of what there is not

	Before []waiting `json:"before,omitempty"` // others that wait
}

// turnTo makes the request of a kind the one that is spoken of; what was spoken of before
// goes on waiting.
func (w *waiting) turnTo(kind string) {
	if !slices.Contains(kinds, kind) || w.Kind == "" || w.Kind == kind {
		return
	}
	w.leave()
	for i, x := range slices.Backward(w.Before) {
		if x.Kind == kind {
			x.Before = slices.Delete(w.Before, i, i+1)
			*w = x
			return
		}
	}
}

// leave makes room for another request; this one goes on waiting.
func (w *waiting) leave() {
	all := append(slices.Clone(w.Before), *w)
	all[len(all)-1].Before = nil
	*w = waiting{Before: all}
}

// next is what waits when a request no longer does.
func (w *waiting) next() (n waiting) {
	if last := len(w.Before) - 1; last >= 0 {
		n = w.Before[last]
		n.Before = w.Before[:last]
	}
	return n
}

// waitingNote is the key of the request that waits for the guest's yes, contactNote that
// of the telephone number which they gave in some message, filedNote that of the last
// requests that were filed.
const waitingNote, contactNote, filedNote = "house.request", "house.contact", "house.filed"

// Waiting says for a model, as a turn begins, which requests wait for the guest's yes, which
// were filed, and what an order comes to that was not sent, or nothing. How the guest of the
// turn can be reached it notes for a later request.
func Waiting(ctx context.Context, s *scene.Scene) (waits, filed, unsent string) {
	if contact := hook.Contact(ctx); contact != "" {
		_ = s.Save(contactNote, contact) // else the staff asks for it
	}
	var w waiting
	var all []string
	lines, unsent, _ := ordered(s, "")
	for s.Load(waitingNote, &w); w.Text != ""; w = w.next() {
		if w.Order != nil && len(lines) > 0 { // the kitchen gets what is on the bill by then
			w.bring(s)
		}
		said := w.said(lang.English)
		if w.Undo {
			said = "to withdraw: " + said
		}
		if w.dated() || w.Order != nil {
			said += ", " + strconv.Quote(w.Text)
		}
		if missing := w.missing(); len(missing) > 0 {
			said += " (begun: not told yet are " + strings.Join(missing, ", ") + ")"
		}
		all = append(all, said)
	}
	var sent []string
	for _, r := range filedOf(s) {
		sent = append(sent, r.said(lang.English))
	}
	return strings.Join(all, "; and "), strings.Join(sent, "; and "), unsent
}

// forModel is what a model is told of a call: a request that waits beside the one that was filed is no part of it.
func (out askStaffOut) forModel() any {
	if out.Filed == nil || out.Confirm == nil {
		return out
	}
	still := *out.Confirm
	out.Confirm, still.Needs = nil, nil
	return struct {
		askStaffOut
		Still Request `json:"still_unsent"` // without the guest's yes
	}{out, still}
}

// filedOf are the last requests that this conversation has filed.
func filedOf(s *scene.Scene) (all []Request) {
	s.Load(filedNote, &all)
	return all
}

// toldFiled is how many of the requests that were filed a model is told of.
const toldFiled = 3

// beside is what a request for a table says after its people, day and time: "perto da janela".
// Of the first words of a guest about it only that is no part of it.
func beside(text string, people int, first bool) string {
	from := -1
	for _, x := range understand.Read(text, understand.Before{Last: "ask_staff"}).Spans {
		all := x.Kind == "people" && (&askStaffIn{People: x.Text}).people() == people // and not "com um bebê"
		if all || x.Kind == "date" || x.Kind == "time" || x.Kind == "name" {
			from = max(from, x.To)
		}
	}
	switch {
	case from < 0 && first:
		return ""
	case from < 0:
		return text
	}
	rest := strings.FieldsFunc(joins().ReplaceAllString(text[from:], ""), func(r rune) bool { return strings.ContainsRune(".!?;\n", r) })
	rest = slices.DeleteFunc(rest, func(sentence string) bool { // "por favor"; how the guest is reached; what they must not have
		acts := understand.Read(sentence, understand.Before{}).Acts
		return len(acts) > 0 && noWish[acts[0].Name] || len(telling(sentence)) == 0 || strings.Contains(sentence, "[") || len(understand.Needs(sentence)) > 0
	})
	return strings.TrimSpace(strings.Join(rest, "."))
}

// noWish are the acts of a sentence that wants nothing of a table: "dá para reservar por aqui?".
var noWish = lang.Set("thanks greet bye help")

var joins = pattern.Of(`(?i)^[\s.,;:!?)h-]*(?:(?:e|y|and)\s+)?`)

// maxRequest is how many characters of a wish the staff reads.
const maxRequest = 1000

// plain is a text on one line, as a terminal may show it.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	all := []rune(strings.Join(strings.Fields(text), " "))
	return string(all[:min(len(all), maxRequest)])
}
