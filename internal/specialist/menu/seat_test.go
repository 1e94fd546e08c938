package menu

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// cards are some in memory.
type cards map[string]*Card

func (c cards) Names(context.Context) ([]string, error) { return slices.Sorted(maps.Keys(c)), nil }

func (c cards) Open(_ context.Context, restaurant string) (*Card, error) {
	if c[restaurant] == nil {
		return nil, fmt.Errorf("there is no card of %q", restaurant)
	}
	return c[restaurant], nil
}
