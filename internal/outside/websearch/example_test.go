package websearch_test

import (
	"context"
	"fmt"

	"github.com/maitre-dev/maitre/internal/outside/websearch"
	"github.com/maitre-dev/maitre/lang"
	"github.com/maitre-dev/maitre/llm"
	"github.com/maitre-dev/maitre/llm/llmtest"
	"github.com/maitre-dev/maitre/semcache"
	"github.com/maitre-dev/maitre/store/sqlite"
	"github.com/maitre-dev/maitre/task"
)

func Example() {
	ctx := context.Background()
	store, err := sqlite.Open(ctx, sqlite.Memory)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer store.Close()
	place := websearch.Place{Name: "Stone Brewing", URL: "https://www.stonebrewing.com", Type: "regional", Address: "Escondido, California"}
	m := &llmtest.Script{Steps: []llmtest.Step{searched("SUMMARY: Known for hop-forward [IPAs](https://x.example). Tours daily.", page)}}
	e := &websearch.Explorer{
		Cache: semcache.New(store, "web", semcache.Options{}),
		Tasks: &task.Runner{Models: []llm.Model{m}},
	}
	for range 2 {
		s, err := e.Summarise(ctx, place, lang.English)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(s.Status, s.Text, s.Sources)
	}
	// Output:
	// CACHE_MISS Known for hop-forward IPAs. Tours daily. [{Visit Stone https://www.stonebrewing.com/visit}]
	// CACHE_HIT Known for hop-forward IPAs. Tours daily. [{Visit Stone https://www.stonebrewing.com/visit}]
}
