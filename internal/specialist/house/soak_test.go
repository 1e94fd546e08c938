//go:build soak

package house_test

import "testing"

// A thousand requests by fifty guests.
func TestSoakTwoWorkersFileEachRequestOnceAndOversellNoSeat(t *testing.T) {
	severalGuests(t, 50, 20)
}
