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
	if t.Guest != "" && onlyForgets(t.Message) {
		say := texts.In(languageOf(t))
		return hook.Known{Reply: say.Memory.NotForgotten + " " + say.House.TryAgain, Since: t.Time, Act: func(ctx context.Context) (string, error) {
			_, err := b.forgetAll(ctx, t)
			return say.Memory.Forgotten, err
		}}, nil
	}
	k, held, err := b.known(ctx, t)
	if err != nil {
		return hook.Known{}, err
	}
	own, house := b.last(t.Guest), b.last("")
	w := Choose(held, t.Message, own.counted(t.History), t.Time)
	if k.Context = w.Text; len(w.Memories) > 0 {
		c := k.Constraints
		ids := slices.DeleteFunc(w.IDs(), func(id string) bool { return own.get(id) == nil && house.get(id) == nil }) // what was only said has none yet
		event.Emit(ctx, event.MemoryRetrieved, used{ids, len([]rune(w.Text)), len(c.Allergies) + len(c.Diets) + len(c.Dislikes)})
	}
	return k, nil
}

// Known returns what is known in a turn of who is at the table: what the book has, and what the
// conversation says.
func (b *Book) Known(ctx context.Context, t hook.Turn) (hook.Known, error) {
	k, _, err := b.known(ctx, t)
	return k, err
}

func (b *Book) known(ctx context.Context, t hook.Turn) (k hook.Known, held []*Memory, err error) {
	house, err := b.Of(ctx, "")
	own := nothing
	if err == nil && t.Guest != "" {
		own, err = b.Of(ctx, t.Guest)
	}
	if err != nil {
		return k, nil, err
	}
	t.History = own.counted(t.History)
	held = b.held(house, own, t)
	return hook.Known{Constraints: Constrain(held), People: table(held), Language: wishedLanguage(held), Since: own.since()}, held, nil
}

// held returns what holds in a turn: what is known, and what the message says,
// even if the book does not have it yet.
func (b *Book) held(house, own *Set, t hook.Turn) []*Memory {
	d := newDraft(own, t.Time)
	d.hear(t, nil)
	ours := house.which(func(m *Memory) bool { return m.holds(t.Thread) && b.ours(m) })
	return append(ours, present(d.In(t.Thread), t)...)
}

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
	now, asks, err := b.Learn(ctx, t, r)
	if err != nil {
		return "", err
	}
	l := languageOf(t)
	more := []string{now.noted(t, r, l), now.dropped(t, before, r, l), now.agreed(t, r, l)}
	if asks && !slices.ContainsFunc(sentences(r.Text), asksToKeep) {
		more = append(more, texts.In(l).Memory.Consent)
	}
	more = slices.DeleteFunc(more, func(s string) bool { return s == "" })
	return strings.Join(more, "\n"), b.maybeAsk(ctx, t, r, now)
}

// languageOf returns the language that a guest is answered in.
func languageOf(t hook.Turn) lang.Language {
	said := []string{t.Message}
	for _, m := range slices.Backward(t.History) {
		said = append(said, m.Text)
	}
	for _, text := range said {
		if l, ok := lang.Detect(text); ok {
			return l
		}
	}
	return lang.Portuguese
}
