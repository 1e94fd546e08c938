package semcache_test

import (
	"context"
	"fmt"

	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/sqlite"
)

func Example() {
	ctx := context.Background()
	store, err := sqlite.Open(ctx, sqlite.Memory)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	cache := semcache.New(store, "soups", semcache.Options{})
	search := func(context.Context) ([]byte, error) {
		fmt.Println("searching the web")
		return []byte("Served since 1957."), nil
	}
	for _, text := range []string{"Onde tem sopa de mandioca em Recife?", "onde tem sopa de macaxeira em Recife"} {
		a, err := cache.Get(ctx, semcache.Question{Text: text}, search)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s %s\n", a.State, a.Value)
	}
	// Output:
	// searching the web
	// CACHE_MISS Served since 1957.
	// CACHE_HIT Served since 1957.
}
