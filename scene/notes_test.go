package scene_test

import (
	"sync"
	"testing"

	"github.com/maitre-dev/maitre/scene"
)

func TestNotesThatAreUpdatedAtOnceAllStand(t *testing.T) {
	var s scene.Scene
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			var n int
			if err := s.Change("count", &n, func() { n++ }); err != nil {
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
