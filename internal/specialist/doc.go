// Package specialist is a folder of what the concierge knows about: the card, beer,
// trips, an operator's tables, the house itself and what is remembered. Each is a set
// of tools with typed input and typed facts; none talks to a guest.
package specialist
