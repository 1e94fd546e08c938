//go:build race

package menu

// part says how many guests are served: one of so many. The waiter is many times
// slower under the race detector, which is after other things.
const part = 60
