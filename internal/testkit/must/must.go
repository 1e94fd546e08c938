// Package must is for what a test does on its way to what it is about: if that
// fails, the test ends.
//
//	must.Do(t, store.Forget(ctx, "ana"))
//	page := must.Get(store.Memories(ctx, "ana", 0))(t)
package must

import "testing"

// Do ends the test if there is an error.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Get returns a function that returns the value, or ends the test if there is an
// error: what a call returns fits no other argument beside it.
func Get[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return value
	}
}
