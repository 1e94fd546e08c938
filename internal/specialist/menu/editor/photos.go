package editor

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"github.com/maitre-dev/maitre/internal/base/photo"
	"github.com/maitre-dev/maitre/semcache"
)

const (
	photos     = "photos" // the space
	manyPhotos = 5000
	photoType  = ".jpg"
)

// KeepPhoto keeps a photo that is one and returns what a cell of the column photo calls
// it. The same photo is kept once.
func (d *Desk) KeepPhoto(ctx context.Context, raw []byte) (file string, err error) {
	clean, err := photo.Clean(raw)
	if err != nil {
		return "", &Mistake{err}
	}
	whole := sha256.Sum256(clean)
	id := hex.EncodeToString(whole[:16])
	return id + photoType, d.Store.CachePut(ctx, photos, semcache.Entry{Key: id, Value: clean, Made: time.Now()}, manyPhotos)
}

// Photo returns a JPEG that was kept.
func (d *Desk) Photo(ctx context.Context, file string) ([]byte, error) {
	id, ok := strings.CutSuffix(file, photoType)
	if !ok || id == "" {
		return nil, ErrNone
	}
	e, err := d.Store.CacheGet(ctx, photos, id)
	if errors.Is(err, semcache.ErrNone) {
		return nil, ErrNone
	}
	return e.Value, err
}
