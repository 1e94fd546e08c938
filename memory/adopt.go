package memory

import (
	"context"
	"time"

	"github.com/maitre-dev/maitre/hook"
)

// Adopt has a guest know what was told under another name, such as by a guest of a table
// who has signed in now: what holds of it, and to what they agreed. What the guest has
// said under their own name counts before it. threads tells what conversations are called
// now. Done twice it changes nothing more.
func (b *Book) Adopt(ctx context.Context, from, to string, threads map[string]string) error {
	theirs, err := b.Of(ctx, from)
	if err != nil {
		return err
	}
	return b.learn(ctx, Lesson{Owner: to, Run: from + "~adopt"}, time.Now(), func(d *draft) {
		health := d.asked("health", "")
		for _, m := range theirs.which(func(m *Memory) bool { return m.For == ForUser && m.Retired == "" && !d.has(m) }) {
			own := *m
			own.ID = d.newID()
			if now := threads[m.Thread]; now != "" {
				own.Thread = now
			}
			if now := threads[m.Session]; now != "" {
				own.Session = now
			}
			if m.Safety() && m.Session == "" && health != nil && health.Value == "no" { // it holds where it was said
				own.Session = own.Thread
			}
			d.save(&own)
		}
	})
}

// has reports whether what a memory says is known already, or is said otherwise where
// only one thing can be true.
func (s *Set) has(m *Memory) bool {
	one := m.Kind == Asked || single(m.Candidate())
	return s.any(func(k *Memory) bool {
		return k.holds("") && k.Key == m.Key && k.Subject == m.Subject && hook.SameName(k.Person, m.Person) && (one || Same(k.Value, m.Value))
	}, m.Kind)
}
