//go:build race

package analyst_test

// part says how many statements are run: one of so many. The engine is many
// times slower under the race detector, which is after the rule, not after it.
const part = 10
