package maitre

import (
	"context"

	"github.com/maitre-dev/maitre/graph"
)

// Cancel ends a run of a guest that is not over, on whichever worker it is. That
// it is over already is no error.
func (m *Maitre) Cancel(ctx context.Context, guest, run string, why error) error {
	cp, err := m.o.Store.Load(ctx, run)
	if err == nil && cp.Guest != guest {
		err = graph.ErrNotFound
	}
	if err != nil || cp.Status.Over() {
		return err
	}
	name, err := m.specialistOf(cp)
	if err != nil {
		name = answers // whoever began it is gone; ending it needs nobody else
	}
	return m.runners[name].Cancel(ctx, run, why)
}
