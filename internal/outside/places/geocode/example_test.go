package geocode_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/maitre-dev/maitre/internal/outside/places/geocode"
	"github.com/maitre-dev/maitre/lang"
)

func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, "testdata/portland.json")
	}))
	defer server.Close()

	c := geocode.New(server.URL, nil, nil) // "" is the public server; give it a cache
	found, err := c.Find(context.Background(), "Portland", lang.Portuguese)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range found {
		fmt.Printf("%s, %s, %s (%.2f, %.2f)\n", p.Area.Name, p.Region, p.Nation, p.Area.Lat, p.Area.Lon)
	}
	// Output:
	// Portland, Oregon, Estados Unidos (45.52, -122.68)
	// Portland, Maine, Estados Unidos (43.66, -70.26)
}
