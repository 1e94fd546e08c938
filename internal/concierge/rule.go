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
	call := func(tool, field string) (DecideOut, error) {
		args, err := json.Marshal(map[string]string{field: in.Message})
		return DecideOut{Calls: []DecideCall{{tool, string(args)}}}, err
	}
	switch to.Out.Specialist {
	case route.Menu:
		return call("find_dishes", "wish")
	case route.Beer:
		return call("ask_purchases", "question")
	case route.Trip:
		return call("list-accommodations", "wishes")
	case route.Data:
		return call("ask_data", "question")
	}
	return DecideOut{Answer: chat.Reply(chat.ReplyIn{Message: in.Message, House: chat.House{Name: in.House.Name}})}, nil
}
