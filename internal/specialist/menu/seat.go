package menu

import "context"

// Cards are those of other restaurants than the house, which a guest may
// choose for the conversation.
type Cards interface {
	// Names are whose cards there are now, sorted, without the house's.
	Names(ctx context.Context) ([]string, error)
	// Open returns the card of one of them.
	Open(ctx context.Context, restaurant string) (*Card, error)
}
