package server

import (
	"strings"
	"testing"

	staff "github.com/maitre-dev/maitre/internal/specialist/house"
)

type saidList struct {
	Found         int
	Conversations []talkLine
}

func TestAnOwnerReadsWhatGuestsSaidWithoutNamesAndHealth(t *testing.T) {
	h := withPeople(t)
	dona := h.enter("dona")
	h.say("ana", "de-ana", "Me chamo Joana. Sou alérgica a amendoim.")
	run := h.say("ana", "de-ana", "Blorg zuntz xpto?")
	h.say("bia", "de-bia", "Good evening! Who are you?")
	answered(t, h.ask(request{method: "POST", path: "/api/v1/feedback", guest: "ana", body: `{"threadId":"de-ana","runId":"` + run + `","type":"negative"}`}), 201)
	find := func(query string) (got saidList) {
		read(t, h.as(dona, "GET", "/guests"+query, ""), 200, &got)
		return got
	}
	if all := find(""); all.Found != 2 || strings.Contains(all.Conversations[0].Excerpt+all.Conversations[1].Excerpt, "Joana") {
		t.Errorf("all are %+v", all)
	}
	disliked := find("?kind=disliked")
	if disliked.Found != 1 || !strings.Contains(disliked.Conversations[0].Excerpt, "zuntz") || disliked.Conversations[0].Messages != 2 {
		t.Errorf("disliked are %+v", disliked)
	}
	if en := find("?language=en"); en.Found != 1 {
		t.Errorf("in English are %+v", en)
	}
	if none := find("?skip=5"); len(none.Conversations) != 0 {
		t.Errorf("further ones are %+v", none)
	}
	id := disliked.Conversations[0].ID
	if a := h.as(dona, "GET", "/guests/"+id, ""); strings.Contains(a.body, "Joana") || strings.Contains(a.body, "amendoim") || !strings.Contains(a.body, `"disliked"`) {
		t.Errorf("the conversation is %s", a.body)
	}
	answered(t, h.as(dona, "POST", "/guests/"+id+"/reveal", `{"reason":" x "}`), 400, "without a reason")
	if a := h.as(dona, "POST", "/guests/"+id+"/reveal", `{"reason":"a cozinha pergunta"}`); a.status != 200 || !strings.Contains(a.body, "amendoim") {
		t.Errorf("with a reason: %d %s", a.status, a.body)
	}
	var journal struct{ Changes []staff.Entry }
	read(t, h.as(dona, "GET", "/journal", ""), 200, &journal)
	if len(journal.Changes) != 1 || journal.Changes[0].Note != "a cozinha pergunta" || journal.Changes[0].Of != id {
		t.Errorf("the journal says %+v", journal)
	}
	for query, want := range map[string]string{"?kind=odd": "kind is", "?day=today": "day is", "?skip=-1": "skip is", "/counts?days=0": "days is", "/counts?days=x": "days is"} {
		if a := h.as(dona, "GET", "/guests"+query, ""); a.status != 400 || !strings.Contains(a.body, want) {
			t.Errorf("%s: %d %s", query, a.status, a.body)
		}
	}
	var counts struct {
		Messages int
		Opinions map[string]int
	}
	if read(t, h.as(dona, "GET", "/guests/counts", ""), 200, &counts); counts.Messages != 3 || counts.Opinions["negative"] != 1 {
		t.Errorf("the counts are %+v", counts)
	}
	answered(t, h.ask(request{method: "DELETE", path: "/api/v1/threads/de-ana", guest: "ana"}), 204)
	if wrong := isError(h.as(dona, "GET", "/guests/"+id, ""), 404, "not_found"); wrong != "" || len(find("?kind=disliked").Conversations) != 0 {
		t.Errorf("after the guest deleted it: %s", wrong)
	}
}
