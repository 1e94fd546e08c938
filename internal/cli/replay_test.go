package cli

import (
	"testing"

	"github.com/maitre-dev/maitre/event"
	"github.com/maitre-dev/maitre/hook"
)

func TestAReplayKnowsNothingOfAGuestWhoWasNotKnownInTime(t *testing.T) {
	for stage, want := range map[string]bool{"pre_query": true, "post_response": false} {
		trouble := event.Payload(event.HookError, hook.Trouble{Hook: "memory", Stage: stage, Problem: "timeout"})
		events := []event.Event{{Type: event.RunStart}, {Type: event.HookError, Data: trouble}}
		if got := knewNothing(events); got != want {
			t.Errorf("knewNothing after a time-out of %s = %v, want %v", stage, got, want)
		}
	}
}
