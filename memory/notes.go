package memory

import "context"

// HouseNotes returns the facts that the operator noted for all guests of this
// house, a line each: "estacionamento: na rua de trás".
func (b *Book) HouseNotes(ctx context.Context) ([]string, error) {
	s, err := b.Of(ctx, "")
	if err != nil {
		return nil, err
	}
	var all []string
	for _, m := range s.In("") {
		if b.ours(m) && (m.Kind == Fact || m.Kind == Correction || m.Kind == Location) {
			all = append(all, m.Key+": "+m.Value)
		}
	}
	return all, nil
}
