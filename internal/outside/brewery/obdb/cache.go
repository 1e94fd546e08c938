package obdb

import (
	"sync"
	"time"
)

// maxKept pages are some ten megabytes.
const maxKept = 128

// cache keeps pages, also when they are no longer good: old ones are better
// than none. The oldest go first.
type cache struct {
	mu   sync.Mutex
	kept map[string]kept
}

type kept struct {
	page
	until time.Time
}

// get returns a page, empty if there is none, and whether it is still good.
func (c *cache) get(asked string) (page, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k := c.kept[asked]
	return k.page, time.Now().Before(k.until)
}

// put keeps a page that is good for some time.
func (c *cache) put(asked string, p page, good time.Duration) {
	if good <= 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil {
		c.kept = map[string]kept{}
	}
	c.kept[asked] = kept{p, p.asked.Add(good)}
	if len(c.kept) <= maxKept {
		return
	}
	oldest := ""
	for name, k := range c.kept {
		if oldest == "" || k.asked.Before(c.kept[oldest].asked) {
			oldest = name
		}
	}
	delete(c.kept, oldest)
}
