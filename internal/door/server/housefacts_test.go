package server

import (
	"fmt"
	"strings"
	"testing"
)

// An owner tells of the house in the page; what makes no sense is refused by its field,
// what somebody else told meanwhile is not lost, and everybody sees whose page it is.
func TestAnOwnerTellsOfTheHouse(t *testing.T) {
	h := withPeople(t)
	dona := h.enter("dona")
	set := func(version int64, facts string) answer {
		return h.as(dona, "PUT", "/house/facts", fmt.Sprintf(`{"version":%d,"facts":%s}`, version, facts))
	}
	for facts, field := range map[string]string{
		`{"hours":"Mo 29:00-31:00"}`: "hours", `{"hours":"seg a sex"}`: "hours", `{"kitchen":"Mo 12:00-12:00"}`: "kitchen", `{"name":"<b>x</b>"}`: "name", `{"wifi":"<script>"}`: "wifi",
		`{"welcome":{"en":"<i>"}}`: "welcome", `{"color":"red"}`: "color", `{"mark":"../x.jpg"}`: "mark", `{"holidays":["ontem"]}`: "holidays", `{"tables":{"seats":-1}}`: "tables", `{"country":"XX"}`: "country",
		`{"address":"` + strings.Repeat("x", 501) + `"}`: "address",
	} {
		refused(t, set(0, facts), 422, "wrong_"+field, facts)
	}
	answered(t, h.as(dona, "POST", "/answers", `{"about":["desconto"],"answer":"Não há."}`), 201)
	var told houseView
	read(t, h.as(dona, "GET", "/house/facts", ""), 200, &told)
	read(t, set(told.Version, `{"name":"Cantina","hours":"Mo-Su 00:00-24:00","color":"#123456","wifi":{"":"Cantina","en":"Cantina, guests"}}`), 200, &told)
	if !strings.Contains(told.Hours, "o dia todo") {
		t.Errorf("the hours are %q", told.Hours)
	}
	refused(t, set(told.Version-1, `{"name":"Outra"}`), 409, "changed")
	if a := h.as(dona, "GET", "/answers", ""); !strings.Contains(a.body, "desconto") {
		t.Errorf("the approved answers are lost: %s", a.body)
	}
	var looks houseLooks
	if read(t, h.as("", "GET", "/house", ""), 200, &looks); looks.Name != "Cantina" || !looks.Own || looks.Open == nil || !*looks.Open || looks.Color != "#123456" {
		t.Errorf("anybody sees %+v", looks)
	}
	answered(t, h.as(h.enter("rita"), "PUT", "/house/facts", `{"version":0,"facts":{}}`), 403, "staff")
	if a := h.as(dona, "GET", "/journal", ""); !strings.Contains(a.body, `"note":"color, hours, name, wifi"`) {
		t.Errorf("the journal: %s", a.body)
	}
}
