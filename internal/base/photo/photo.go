// Package photo makes photos that strangers send fit to be shown: it reads JPEG, PNG and
// WebP within bounds of memory, and writes a small JPEG that has nothing but the picture
// in it: no place, no camera, no trailing data.
package photo

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	_ "image/png" // is read
	"sync"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // is read
)

// What is taken, and what becomes of it.
const (
	MaxBytes  = 8 << 20
	MaxPixels = 16_000_000 // a bomb has few bytes and many of these
	side      = 960        // of the longer side, at most
	quality   = 82
)

// What is wrong with a photo.
var (
	ErrNoPhoto  = errors.New("this is no photo: send a JPEG, PNG or WebP")
	ErrTooLarge = fmt.Errorf("a photo has at most %d MB and %d million pixels", MaxBytes>>20, MaxPixels/1_000_000)
)

var one sync.Mutex // photo is decoded at a time, however many are sent

// Clean returns a photo as a JPEG whose longer side has at most 960 pixels. What is
// transparent becomes white.
func Clean(raw []byte) ([]byte, error) {
	if len(raw) > MaxBytes {
		return nil, ErrTooLarge
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil || size.Width < 1 || size.Height < 1 {
		return nil, ErrNoPhoto
	}
	if size.Width > MaxPixels/size.Height {
		return nil, ErrTooLarge
	}
	one.Lock()
	defer one.Unlock()
	from, _, err := image.Decode(bytes.NewReader(raw))
	if err != nil {
		return nil, ErrNoPhoto
	}
	to := image.NewRGBA(fit(from.Bounds()))
	draw.Draw(to, to.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(to, to.Bounds(), from, from.Bounds(), draw.Over, nil)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, to, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("writing a photo: %w", err)
	}
	return out.Bytes(), nil
}

// fit returns the size that a picture is shown in.
func fit(of image.Rectangle) image.Rectangle {
	w, h := of.Dx(), of.Dy()
	if longer := max(w, h); longer > side {
		w, h = max(1, w*side/longer), max(1, h*side/longer)
	}
	return image.Rect(0, 0, w, h)
}
