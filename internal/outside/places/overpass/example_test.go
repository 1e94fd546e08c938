package overpass_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/maitre-dev/maitre/internal/outside/places"
	"github.com/maitre-dev/maitre/internal/outside/places/overpass"
)

func Example() {
	osm := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, &http.Request{Method: http.MethodGet, URL: r.URL}, "testdata/restaurants.json")
	}))
	defer osm.Close()

	c := overpass.New(osm.URL, nil) // "" is the public server
	city := places.Area{Name: "Florianópolis", Country: "BR", Lat: -27.5954, Lon: -48.548}
	found, err := c.Restaurants(context.Background(), city, places.Wish{Allergies: []string{"camarão"}, Limit: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range found {
		fmt.Println(r.Name, r.Cuisines, r.Phone, r.Attribution)
	}
	// Output: Cantinho da Terra [vegetarian brazilian local_food] +55 48 3000-0011 © OpenStreetMap contributors
}
