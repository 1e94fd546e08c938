package trip_test

import "testing"

func TestAPartyTakesTheRoomsItAsksFor(t *testing.T) {
	d := deskOf(t, planner())
	at := func(f facts, name string) facts {
		for _, x := range f.items("items") {
			if x["name"] == name {
				return x
			}
		}
		return nil
	}
	const hotel, flat = "Hotel Exemplo do Ipê", "Apartamento Era Uma Vez do Jardim"
	d.call("list-accommodations", `{"place":"Natal","start_date":"2027-05-03","nights":2,"people":2}`)
	f := d.call("list-accommodations", `{"rooms":2,"max_total":1150}`)
	d.has(f, "rooms", "2", "people", "2")
	d.has(at(f, hotel), "rooms", "2", "per_room", `"R$ 280,00"`, "total", `"R$ 1.120,00"`, "number_of_rooms_unknown", "null")
	if x := at(f, "Hotel Amostra das Flores"); x != nil {
		t.Errorf("two rooms of R$ 420,00 for two nights are within R$ 1.150,00: %s", x)
	}
	f = d.call("list-accommodations", `{"kind":["apartment"]}`)
	d.has(at(f, flat), "rooms", "null", "total", `"R$ 660,00"`, "number_of_rooms_unknown", "true")
	d.call("list-accommodations", `{"kind":["hotel"],"max_total":5000}`)
	d.call("choose_place", `{"place":"Hotel Exemplo do Ipê"}`)
	d.has(d.call("trip_total", `{}`), "total", `"R$ 1.120,00"`)
	d.has(d.call("list-accommodations", `{"people":1}`), "rooms", "null")
}
