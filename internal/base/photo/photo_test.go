package photo

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"
)

func encoded(t *testing.T, w, h int, as string) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	m.Set(0, 0, color.NRGBA{200, 0, 0, 128})
	var b bytes.Buffer
	err := png.Encode(&b, m)
	if as == "jpeg" {
		b.Reset()
		err = jpeg.Encode(&b, m, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// bomb is a PNG of a few bytes that says it has many pixels.
func bomb(w, h uint32) []byte {
	head := binary.BigEndian.AppendUint32([]byte("IHDR"), w)
	head = append(binary.BigEndian.AppendUint32(head, h), 8, 6, 0, 0, 0)
	b := binary.BigEndian.AppendUint32([]byte("\x89PNG\r\n\x1a\n"), 13)
	return binary.BigEndian.AppendUint32(append(b, head...), crc32.ChecksumIEEE(head))
}

func TestAPhotoBecomesASmallJPEG(t *testing.T) {
	webp, err := base64.StdEncoding.DecodeString("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA")
	if err != nil {
		t.Fatal(err)
	}
	trailing := append(encoded(t, 40, 30, "jpeg"), "<script>alert(1)</script>"...)
	for name, tt := range map[string]struct {
		raw  []byte
		w, h int
	}{
		"a JPEG with something behind it": {trailing, 40, 30},
		"a wide PNG":                      {encoded(t, 3000, 1000, "png"), 960, 320},
		"a line":                          {encoded(t, 5000, 1, "png"), 960, 1},
		"a WebP":                          {webp, 1, 1},
	} {
		got, err := Clean(tt.raw)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		size, kind, err := image.DecodeConfig(bytes.NewReader(got))
		if err != nil || kind != "jpeg" || size.Width != tt.w || size.Height != tt.h || bytes.Contains(got, []byte("script")) {
			t.Errorf("%s is a %s of %d by %d: %v", name, kind, size.Width, size.Height, err)
		}
	}
}

func TestWhatIsNoPhotoIsRefused(t *testing.T) {
	whole := encoded(t, 200, 200, "png")
	for name, tt := range map[string]struct {
		raw  []byte
		want error
	}{
		"nothing":         {nil, ErrNoPhoto},
		"a page":          {[]byte("<html><script>alert(1)</script>"), ErrNoPhoto},
		"a GIF":           {[]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"), ErrNoPhoto},
		"an SVG":          {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`), ErrNoPhoto},
		"half a PNG":      {whole[:len(whole)/2], ErrNoPhoto},
		"a bomb":          {bomb(60_000, 60_000), ErrTooLarge},
		"a bomb of a row": {bomb(1<<31-1, 1), ErrTooLarge},
		"too many bytes":  {make([]byte, MaxBytes+1), ErrTooLarge},
	} {
		if _, err := Clean(tt.raw); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
}
