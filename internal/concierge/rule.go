package concierge

import (
	"context"
	"encoding/json"

	"github.com/maitre-dev/maitre/internal/concierge/chat"
	"github.com/maitre-dev/maitre/internal/concierge/route"
)

// decideByRule names the call that the words of a message ask for, or answers
// small talk.
func decideByRule(ctx context.Context, in DecideIn) (DecideOut, error) {
	said := route.In{Message: in.Message}
	for _, l := range in.History {
		said.Recent = append(said.Recent, l.Text)
	}
	to, err := route.Choose.Do(ctx, nil, said)
	if err != nil {
		return DecideOut{}, err
	}
	if does, ok := firstCalls[to.Out.Specialist]; ok {
		args, err := json.Marshal(map[string]string{does.field: in.Message})
		return DecideOut{Calls: []DecideCall{{does.tool, string(args)}}}, err
	}
	return DecideOut{Answer: chat.Reply(chat.ReplyIn{Message: in.Message, House: chat.House{Name: in.House.Name}})}, nil
}

// firstCalls are the tools that a specialist begins with, and the field of each that has the guest's words.
var firstCalls = map[string]struct{ tool, field string }{
	route.Menu: {"find_dishes", "wish"}, route.Beer: {"ask_purchases", "question"}, route.Trip: {"list-accommodations", "wishes"}, route.Data: {"ask_data", "question"},
}
