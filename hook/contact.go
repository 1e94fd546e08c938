package hook

import "context"

type contactKey struct{}

// WithContact returns a context with the telephone number or address that a guest wrote
// in the message of a turn. It is struck out of the message, so that no model and no log
// has it; a tool that passes a wish on to people may give it to them: "(11) 98888-1234".
func WithContact(ctx context.Context, contact string) context.Context {
	if contact == "" {
		return ctx
	}
	return context.WithValue(ctx, contactKey{}, contact)
}

// Contact returns what WithContact has put into a context, or nothing.
func Contact(ctx context.Context) string {
	contact, _ := ctx.Value(contactKey{}).(string)
	return contact
}
