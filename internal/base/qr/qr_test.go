package qr_test

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/maitre-dev/maitre/internal/base/qr"
)

const link = "https://cantina.example/#c=0123456789abcdefghij"

// The two pictures must have the same modules black.
func TestSVGAndPNGShowTheSameCode(t *testing.T) {
	svg, err := qr.SVG(link)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := qr.PNG(link)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	black := map[[2]int]bool{}
	for _, m := range regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1`).FindAllStringSubmatch(svg, -1) {
		x, _ := strconv.Atoi(m[1])
		y, _ := strconv.Atoi(m[2])
		n, _ := strconv.Atoi(m[3])
		for i := range n {
			black[[2]int{x + i, y}] = true
		}
	}
	side := img.Bounds().Dx() / 8
	for y := range side {
		for x := range side {
			r, _, _, _ := img.At(x*8+4, y*8+4).RGBA()
			if black[[2]int{x, y}] != (r == 0) {
				t.Fatalf("module %d, %d: black in the SVG %v, in the PNG %v", x, y, black[[2]int{x, y}], r == 0)
			}
		}
	}
	if len(black) < 200 {
		t.Errorf("%d modules are black: that is no code", len(black))
	}
	if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil {
		t.Errorf("the SVG is no XML: %v", err)
	}
}

func TestATextThatIsTooLongIsAnError(t *testing.T) {
	if _, err := qr.SVG(strings.Repeat("a", 4000)); err == nil {
		t.Error("4,000 bytes fit no QR code")
	}
}
