// Package house answers what a guest asks of the house itself: what it says of
// its hours, its rooms and its ways, and how to reach its people.
//
//	h := &house.House{Name: "Casa", Contact: "48 3333-0000", Notes: notes}
//	tools, err := h.Tools()
package house

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/maitre-dev/maitre/agent"
	"github.com/maitre-dev/maitre/internal/base/texts"
	"github.com/maitre-dev/maitre/lang"
)

// House is what the house says of itself. The zero value says nothing.
type House struct {
	Name    string
	Order   string // how to order here; "": with the staff
	Contact string // how to reach its people, for guests to read; "": at the bar or the reception

	// Facts returns what the owner told of the house; nil: nothing.
	Facts func(context.Context) (*Facts, error)

	Nobody string // the guest of whom nothing is known

	Inbox *Inbox // where guests' requests reach the staff
	// Samples returns the topics of which the house has nothing but a sample: beer, trip; nil:
	// none.
	Samples func(context.Context) []string

	// Notes returns what the operator noted for all guests, a line each; nil:
	// nothing.
	Notes func(context.Context) ([]string, error)
}

// Tools returns what an agent may ask of the house: house_info and ask_staff.
func (h *House) Tools() ([]agent.Tool, error) {
	info, err1 := h.houseInfoTool()
	staff, err2 := h.askStaffTool()
	return []agent.Tool{info, staff}, errors.Join(err1, err2)
}

// facts are what the owner told; empty where nothing was.
func (h *House) facts(ctx context.Context) (*Facts, error) {
	if h.Facts == nil {
		return &Facts{}, nil
	}
	f, err := h.Facts(ctx)
	if err == nil {
		f.public()
	}
	return f, err
}

// Lacks returns what the owner calls the house, and the topics that it does not offer: those
// of samples, once the owner has told of the house, which makes it no demonstration.
func (h *House) Lacks(ctx context.Context) (name string, topics []string) {
	f, err := h.facts(ctx)
	if err == nil && f.Own() && h.Samples != nil {
		topics = h.Samples(ctx)
	}
	if err != nil {
		f = &Facts{}
	}
	return f.Name, topics
}

func (h *House) name(f *Facts) string { return cmp.Or(f.Name, h.Name) }

func (h *House) order(f *Facts, l lang.Language) string { return cmp.Or(f.Order.In(l), h.Order) }

// contact is how to reach the people of the house, or "".
func (h *House) contact(f *Facts, l lang.Language) string {
	return cmp.Or(f.Contact.In(l), strings.TrimSpace(h.Contact))
}

// reach says how to reach the people of the house.
func (h *House) reach(f *Facts, l lang.Language) string {
	return cmp.Or(h.contact(f, l), texts.In(l).House.Staff)
}
