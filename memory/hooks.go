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
	house, own, err := b.both(ctx, t.Guest, b.Of)
	if err != nil {
		return hook.Known{}, err
	}
	k, held := b.known(house, own, t)
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
	house, own, err := b.both(ctx, t.Guest, b.Of)
	if err != nil {
		return hook.Known{}, err
	}
	k, _ := b.known(house, own, t)
	return k, nil
}

// both returns what is known of the house and of a guest, if it is one: nothing where it cannot be read.
func (b *Book) both(ctx context.Context, guest string, of func(context.Context, string) (*Set, error)) (house, own *Set, err error) {
	if house, err = of(ctx, ""); err != nil {
		house = nothing
	}
	if own = nothing; guest != "" {
		var wrong error
		if own, wrong = of(ctx, guest); wrong != nil {
			own, err = nothing, wrong
		}
	}
	return house, own, err
}

// known returns what holds in a turn, even if the book does not have it yet, and what follows from it.
func (b *Book) known(house, own *Set, t hook.Turn) (k hook.Known, held []*Memory) {
	t.History = own.counted(t.History)
	d := newDraft(own, t.Time)
	d.hear(t, nil)
	held = house.which(func(m *Memory) bool { return m.holds(t.Thread) && b.ours(m) })
	held = append(held, present(d.In(t.Thread), t)...)
	return hook.Known{Constraints: Constrain(held), People: table(held), Language: wishedLanguage(held), Since: own.since()}, held
}

// forSafety is how long a guest may well wait for what is dangerous for them.
// It leaves a hook enough of its time to read what they have just said.
const forSafety = hook.OtherBudget / 2

// safe implements hook.Hook.Safe: what was last known in this process, or, if
// that is nothing, what the store says.
func (b *Book) safe(ctx context.Context, t hook.Turn) hook.Known {
	ctx, cancel := context.WithTimeout(ctx, forSafety)
	defer cancel()
	unknown := false
	house, own, _ := b.both(ctx, t.Guest, func(ctx context.Context, owner string) (*Set, error) {
		if s := b.last(owner); s != nothing {
			return s, nil
		}
		s, err := b.Of(ctx, owner)
		unknown = unknown || owner != "" && err != nil
		return s, err
	})
	k, _ := b.known(house, own, t)
	k.Constraints.Unknown = k.Constraints.Unknown || unknown
	return k
}

// respond implements hook.Hook.PostResponse.
func (b *Book) respond(ctx context.Context, t hook.Turn, r hook.Response) (string, error) {
	before := b.last(t.Guest)
	now, asks, err := b.Learn(ctx, t, r)
	if err != nil {
		return "", err
	}
	l := languageOf(t)
	more := slices.Concat(now.dropped(t, before, r, l), now.agreed(t, r, l))
	if noted := now.noted(t, r, l); len(noted) > 0 {
		more = slices.Insert(more, 0, strings.Join(noted, " "))
	}
	if asks && !slices.ContainsFunc(sentences(r.Text), asksToKeep) {
		more = append(more, texts.In(l).Memory.Consent)
	}
	return strings.Join(more, "\n"), b.maybeAsk(ctx, t, r, now)
}

// languageOf returns the language that a guest is answered in.
func languageOf(t hook.Turn) lang.Language {
	if l, ok := lang.Detect(t.Message); ok {
		return l
	}
	for _, m := range slices.Backward(t.History) {
		if l, ok := lang.Detect(m.Text); ok {
			return l
		}
	}
	return lang.Portuguese
}
