package memory

import (
	"context"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
	"github.com/maitre-dev/maitre/internal/base/texts"
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
	if t.Guest != "" && onlyForgets(t.Message) {
		say := texts.In(languageOf(t))
		return hook.Known{Reply: say.Memory.NotForgotten + " " + say.House.TryAgain, Since: t.Time, Act: func(ctx context.Context) (string, error) {
			_, err := b.forgetAll(ctx, t)
			return say.Memory.Forgotten, err
		}}, nil
	}
	t.History = own.counted(t.History)
	held := b.held(house, own, t)
	w := Choose(held, t.Message, t.History, t.Time)
	k := hook.Known{Context: w.Text, Constraints: Constrain(held), People: table(held), Language: wishedLanguage(held), Since: own.since()}
	k.Reply = b.reply(own, t)
	if len(w.Memories) > 0 {
		c := k.Constraints
		ids := slices.DeleteFunc(w.IDs(), func(id string) bool { return own.all[id] == nil && house.all[id] == nil })
		event.Emit(ctx, event.MemoryRetrieved, used{ids, len([]rune(w.Text)), len(c.Allergies) + len(c.Diets) + len(c.Dislikes)})
	}
	return k, nil
}

// held returns what holds in a turn: what is known, and what the message says.
// What concerns the guest's health counts in its thread even if the book does
// not have it: the process may have died before it was learnt, or the session
// may have been ended too early.
func (b *Book) held(house, own *Set, t hook.Turn) []*Memory {
	ours := slices.DeleteFunc(house.In(t.Thread), func(m *Memory) bool { return !b.ours(m) })
	d, before := newDraft(own, t.Time), guestsWords(t.History)
	d.catchUp(t, t.History)
	d.take(d.theirs(t, overheard(t, before, t.Message)), t, strings.Join(append(before, t.Message), "\n"), false)
	return slices.Insert(present(d.held(t.Thread), t), 0, ours...)
}

// ours reports whether a memory of a house is of this one.
func (b *Book) ours(m *Memory) bool { return m.For == ForGlobal || m.Org == b.o.Org }

// forSafety is how long a guest may well wait for what is dangerous for them.
// It leaves a hook enough of its time to read what they have just said.
const forSafety = hook.OtherBudget / 2

// safe implements hook.Hook.Safe: what was last known in this process, or, if
// that is nothing, what the store says.
func (b *Book) safe(ctx context.Context, t hook.Turn) hook.Known {
	ctx, cancel := context.WithTimeout(ctx, forSafety)
	defer cancel()
	own, err := nothing, error(nil)
	if t.Guest != "" {
		own, err = b.lastOrNow(ctx, t.Guest)
	}
	house, _ := b.lastOrNow(ctx, "")
	t.History = own.counted(t.History)
	held := b.held(house, own, t)
	k := hook.Known{Constraints: Constrain(held), People: table(held)}
	k.Constraints.Unknown = err != nil
	return k
}

func (b *Book) lastOrNow(ctx context.Context, owner string) (*Set, error) {
	if s := b.last(owner); s != nothing {
		return s, nil
	}
	s, err := b.Of(ctx, owner)
	if err != nil {
		return nothing, err
	}
	return s, nil
}

// respond implements hook.Hook.PostResponse.
func (b *Book) respond(ctx context.Context, t hook.Turn, r hook.Response) (string, error) {
	before := b.last(t.Guest)
	now, asks, err := b.learnBeside(ctx, t, r)
	if err == nil && now == nil {
		now, err = b.Of(ctx, t.Guest)
	}
	if err != nil {
		return "", err
	}
	l := languageOf(t)
	more := now.noted(t, r, l) + "\n" + now.dropped(t, before, r, l)
	if m := now.asked("health"); m != nil && m.Value == "yes" && m.Run == t.Run && !ran(r, consenting) && !now.tellsKept(t, r) {
		more = strings.TrimSpace(more) + "\n" + texts.In(l).Memory.Agreed
	}
	asked := func(s sentence) bool { return s.asked && keeps(s.text) }
	if asks && !slices.ContainsFunc(sentences(r.Text), asked) {
		more = strings.TrimSpace(more) + "\n" + texts.In(l).Memory.Consent
	}
	return strings.TrimSpace(more), b.maybeAsk(ctx, t, r, now)
}

// reply answers what the guest asks of the book itself.
func (b *Book) reply(own *Set, t hook.Turn) string {
	if t.Guest == "" {
		return ""
	}
	l := languageOf(t)
	switch answer, only := own.answered(t); {
	case answer == "yes" && only:
		return texts.In(l).Agreed(own.OnlyToday(t.Thread))
	case answer == "no" && only:
		return texts.In(l).Memory.Refused
	case answer == "maybe":
		return texts.In(l).Memory.Maybe
	case onlyDoes(t.Message, "recall"): // "o que você sabe sobre mim?"
		return own.Tell(t.Thread, l)
	case asksToForget(t.Message):
		return texts.In(l).Memory.Forget
	}
	return wishesManner(t.Message, l)
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
	var wishes []*Memory
	for _, m := range held {
		if m.Kind == Communication && m.Key == "language" && m.Subject == User {
			wishes = append(wishes, m)
		}
	}
	slices.SortFunc(wishes, lastCounts)
	for _, m := range wishes {
		value := lang.Fold(m.Value)
		for _, l := range []struct{ begins, code string }{{"port", "pt"}, {"bras", "pt"}, {"ingl", "en"}, {"engl", "en"}, {"esp", "es"}, {"span", "es"}, {"cast", "es"}} {
			if strings.HasPrefix(value, l.begins) {
				code = l.code
			}
		}
	}
	return code
}
