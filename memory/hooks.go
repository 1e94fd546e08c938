package memory

import (
	"context"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/ontology"
)

// Hook returns the book as a hook. What the message itself says counts in its
// own turn: a guest who writes "sou alérgico a camarão, o que sugere?" is not
// offered any.
func (b *Book) Hook() hook.Hook {
	ontology.Default() // read now, not while a guest waits
	return hook.Hook{
		Name:         "memory",
		PreQuery:     b.recall,
		PostResponse: b.respond,
		Feedback:     b.Feedback,
		SessionEnd:   b.End,
		Safe:         b.safe,
	}
}

// recall implements hook.Hook.PreQuery.
func (b *Book) recall(ctx context.Context, t hook.Turn) (hook.Known, error) {
	house, err := b.Of(ctx, "")
	if err != nil {
		return hook.Known{}, err
	}
	own := nothing
	if t.Guest != "" {
		if own, err = b.Of(ctx, t.Guest); err != nil {
			return hook.Known{}, err
		}
	}
	held := b.held(house, own, t, Detect([]string{t.Message}))
	w := Choose(held, t.Message, t.History, t.Time)
	k := hook.Known{Context: w.Text, Constraints: Constrain(held), Language: wishedLanguage(held)}
	k.Reply = b.reply(own, t)
	if len(w.Memories) > 0 {
		c := k.Constraints
		ids := slices.DeleteFunc(w.IDs(), func(id string) bool { return own.all[id] == nil && house.all[id] == nil })
		event.Emit(ctx, event.MemoryRetrieved, used{ids, len([]rune(w.Text)), len(c.Allergies) + len(c.Diets) + len(c.Dislikes)})
	}
	return k, nil
}

// held returns what holds in a turn: what is known, and what the message says.
func (b *Book) held(house, own *Set, t hook.Turn, found []Candidate) (all []*Memory) {
	for _, m := range house.In(t.Thread) {
		if b.ours(m) {
			all = append(all, m)
		}
	}
	d := newDraft(own, t.Time)
	d.take(found, t, t.Message, false)
	return append(all, d.held(t.Thread)...)
}

// ours reports whether a memory of a house is of this one.
func (b *Book) ours(m *Memory) bool { return m.For == ForGlobal || m.Org == b.o.Org }

// safe implements hook.Hook.Safe: what was last known in this process, or, if
// that is nothing, what the store says, for which a guest may well wait.
func (b *Book) safe(ctx context.Context, t hook.Turn) hook.Constraints {
	own := nothing
	var err error
	if t.Guest != "" {
		if own = b.last(t.Guest); own == nothing {
			own, err = b.Of(ctx, t.Guest)
		}
	}
	if err != nil {
		own = nothing
	}
	held := b.held(b.last(""), own, t, Detect([]string{t.Message}))
	c := Constrain(held)
	c.Unknown = err != nil
	return c
}

// respond implements hook.Hook.PostResponse.
func (b *Book) respond(ctx context.Context, t hook.Turn, r hook.Response) (string, error) {
	asks, err := b.Learn(ctx, t)
	if err != nil {
		return "", err
	}
	l := languageOf(t)
	more := b.last(t.Guest).noted(t.Run, l)
	if asks {
		more = strings.TrimSpace(more + "\n" + consentText[l])
	}
	return more, b.maybeAsk(ctx, t, r)
}

// reply answers what the guest asks of the book itself.
func (b *Book) reply(own *Set, t hook.Turn) string {
	if t.Guest == "" {
		return ""
	}
	l := languageOf(t)
	switch answer, only := b.answered(t); {
	case answer == "yes" && only:
		return consentYes[l]
	case answer == "no" && only:
		return consentNo[l]
	case asksWhatIsKnown(t.Message):
		return own.Tell(t.Thread, l)
	case asksToForgetAll(t.Message):
		return forgetText[l]
	}
	return ""
}

// languageOf returns the language that a guest is answered in.
func languageOf(t hook.Turn) lang.Language {
	if l, ok := lang.Detect(t.Message); ok {
		return l
	}
	for i := len(t.History) - 1; i >= 0; i-- {
		if l, ok := lang.Detect(t.History[i].Text); ok {
			return l
		}
	}
	return lang.Portuguese
}

// wishedLanguage returns the language that a guest has asked for, if it is one of ours.
func wishedLanguage(held []*Memory) (code string) {
	for _, m := range held {
		if m.Kind != Communication || m.Key != "language" || m.Subject != User {
			continue
		}
		value := lang.Fold(m.Value)
		for _, l := range []struct{ begins, code string }{{"port", "pt"}, {"bras", "pt"}, {"ingl", "en"}, {"engl", "en"}, {"esp", "es"}, {"span", "es"}, {"cast", "es"}} {
			if strings.HasPrefix(value, l.begins) {
				code = l.code
			}
		}
	}
	return code
}
