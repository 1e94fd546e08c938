package scene_test

import (
	"encoding/json"
	"sync"
	"testing"

	"github.com/maitre-dev/maitre/scene"
)

func TestNotesThatAreUpdatedAtOnceAllStand(t *testing.T) {
	var s scene.Scene
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if err := s.Update("count", func(before json.RawMessage) any {
				n := 0
				if before != nil && json.Unmarshal(before, &n) != nil {
					t.Error("the note is broken")
				}
				return n + 1
			}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	var n int
	if !s.Load("count", &n) || n != 50 {
		t.Errorf("50 updates left %d", n)
	}
}
