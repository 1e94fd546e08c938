package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/maitre-dev/maitre/internal/door/agui"
	staff "github.com/maitre-dev/maitre/internal/specialist/house"
	"github.com/maitre-dev/maitre/thread"
)

// withInbox is a house with staff, and a request of ana in her conversation.
func withInbox(t *testing.T) (h *house, id string) {
	t.Helper()
	h = opened(t, func(o *Options) {
		o.Tokens = true
	})
	h.say("ana", "conversa", "Olá!")
	r, err := h.kept.Inbox.File(t.Context(), "1", staff.Request{Guest: "ana", Thread: "conversa", Kind: "complaint", Text: "a sopa veio fria", Needs: []string{"leite"}})
	must(t, err)
	return h, r.ID
}

func (h *house) set(id, guest, body string) answer {
	h.t.Helper()
	return h.ask(request{method: "POST", path: "/api/v1/requests/" + id, body: body, guest: guest})
}

func TestATableWhoseSeatsWereGivenAwayIsNotTakenBack(t *testing.T) {
	h, _ := withInbox(t)
	f := &staff.Facts{Tables: &staff.Capacity{Seats: 10, Stay: 120, Slot: 30}}
	at := time.Now().Add(48 * time.Hour)
	must(t, staff.Keep(t.Context(), h.kept.Inbox.Store, f, at))
	book := func(guest string) string {
		r, err := h.kept.Inbox.Book(t.Context(), "2", staff.Request{Guest: guest, Thread: guest, Kind: "booking", Text: "mesa", People: 9, At: at}, f.Tables)
		must(t, err)
		return r.ID
	}
	first := book("bia")
	h.set(first, "rita", `{"state":"done","by":"Rita","declined":true}`)
	book("caio")
	for _, body := range []string{`{"state":"taken","by":"Rita"}`, `{"state":"done","by":"Rita","reply":"Confirmado"}`} {
		refused(t, h.set(first, "rita", body), http.StatusConflict, "full", body)
	}
}

func TestStaffTakeARequestAnswerAndHandItBack(t *testing.T) {
	h, id := withInbox(t)
	answered(t, h.set(id, "rita", `{"state":"taken","by":"Rita","reply":"Já trago outra."}`), 200, "taking it")
	refused(t, h.set(id, "dona", `{"state":"taken","by":"Dona"}`), http.StatusConflict, "taken", "another takes it")
	var talk staff.Talk
	h.get("ana", "/api/v1/threads/conversa/staff", &talk)
	if talk.Person != "Rita" || talk.Open != 1 {
		t.Errorf("the guest is told %+v", talk)
	}
	var others staff.Talk
	if h.get("bia", "/api/v1/threads/conversa/staff", &others); others != (staff.Talk{}) {
		t.Errorf("another guest is told %+v", others)
	}
	var seen struct {
		Request  staff.Request
		Messages []thread.Message
	}
	h.get("rita", "/api/v1/requests/"+id, &seen)
	if n := len(seen.Messages); n != 3 || !strings.HasPrefix(seen.Messages[2].ID, staff.PersonID) || seen.Request.Needs[0] != "leite" {
		t.Errorf("the staff sees %+v", seen)
	}
	var news struct {
		Requests []staff.Request
		Next     int64
	}
	h.get("rita", "/api/v1/requests", &news)
	next := news.Next
	h.get("rita", fmt.Sprintf("/api/v1/requests?after=%d", next), &news)
	if len(news.Requests) != 0 || news.Next != next {
		t.Errorf("nothing is new: %+v", news)
	}
	answered(t, h.set(id, "rita", `{"state":"new","by":"Rita"}`), 200, "handing it back")
	for body, want := range map[string]string{`{"state":"taken"}`: "by is", `{"state":"gone","by":"x"}`: "state is", `{"state":"taken","by":"x","reply":"` + strings.Repeat("a", 2001) + `"}`: "2,000"} {
		if a := h.set(id, "rita", body); a.status != 400 || !strings.Contains(a.body, want) {
			t.Errorf("%.60s: %d %s", body, a.status, a.body)
		}
	}
	refused(t, h.set("none", "rita", `{"state":"done","by":"Rita"}`), 404, "not_found")
	refused(t, h.ask(request{method: "GET", path: "/api/v1/requests?after=x", guest: "rita"}), 400, "bad_request")
}

// What a person says stands in the conversation where it was said.
func TestAConversationHasPeoplesWordsInTheirPlace(t *testing.T) {
	h, id := withInbox(t)
	h.set(id, "rita", `{"state":"done","by":"Rita","reply":"primeira"}`)
	h.say("ana", "conversa", "Obrigada!")
	h.set(id, "rita", `{"state":"done","by":"Rita","reply":"segunda"}`)
	var view struct{ Messages []agui.Message }
	h.get("ana", "/api/v1/threads/conversa", &view)
	var order []string
	for _, m := range view.Messages {
		var text string
		raw, _ := json.Marshal(m.Content)
		_ = json.Unmarshal(raw, &text)
		switch {
		case m.Role == "user":
			order = append(order, "guest")
		case strings.HasPrefix(m.ID, staff.PersonID):
			order = append(order, text)
		case m.Role == "assistant" && text != "":
			order = append(order, "concierge")
		}
	}
	want := "guest, concierge, 👤 Rita: primeira, guest, concierge, 👤 Rita: segunda"
	if got := strings.Join(order, ", "); got != want {
		t.Errorf("the conversation is %s, want %s", got, want)
	}
}
