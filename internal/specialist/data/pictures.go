package data

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/semcache"
)

// Pictures keeps what was drawn for guests, so that a page can show it. They go
// when their guest is forgotten, and the oldest when there are too many. Without
// a store they have paths and are not kept, as when a run is replayed.
type Pictures struct{ Store semcache.Store }

const (
	pictures     = "charts" // the space
	manyPictures = 5000
	picturePath  = "/api/v1/charts/"
)

// Keep keeps a picture and returns its path. The same picture of the same guest
// has the same.
func (p Pictures) Keep(ctx context.Context, guest, svg string) (path string, err error) {
	id := fmt.Sprintf("%x", sha256.Sum256([]byte(guest+"\x00"+svg)))[:32]
	if p.Store == nil {
		return picturePath + id + ".svg", nil
	}
	e := semcache.Entry{Key: id, Value: []byte(svg), Guest: guest, Made: time.Now()}
	return picturePath + id + ".svg", p.Store.CachePut(ctx, pictures, e, manyPictures)
}

// ErrNoPicture is the error of a picture that is not there, or not the guest's.
var ErrNoPicture = errors.New("there is no such picture")

// Open returns a picture of a guest by the last part of its path.
func (p Pictures) Open(ctx context.Context, guest, file string) (svg []byte, err error) {
	id, ok := strings.CutSuffix(file, ".svg")
	if !ok || id == "" {
		return nil, ErrNoPicture
	}
	e, err := p.Store.CacheGet(ctx, pictures, id)
	if errors.Is(err, semcache.ErrNone) || err == nil && e.Guest != guest {
		return nil, ErrNoPicture
	}
	return e.Value, err
}
