// Package qr draws a text, such as a link, as a QR code: [SVG] for pages and print,
// [PNG] for everything else.
package qr

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// quiet is how many modules of white a reader needs around a code.
const quiet = 4

// SVG returns a picture that prints sharply at any size, with one path for all that is
// black. It has no script, no style and no text.
func SVG(text string) (string, error) {
	code, err := encode(text)
	if err != nil {
		return "", err
	}
	var path strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for code.Black(x, y) { // beyond the edge nothing is
				x++
			}
			if x > from {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", from+quiet, y+quiet, x-from, x-from)
			}
		}
	}
	side := code.Size + 2*quiet
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>`,
		side, side, side, side, path.String()), nil
}

// PNG returns a picture of 8 pixels a module.
func PNG(text string) ([]byte, error) {
	code, err := encode(text)
	if err != nil {
		return nil, err
	}
	return code.PNG(), nil
}

// encode makes a code that can be read with a seventh of it stained, as on a table.
func encode(text string) (*qr.Code, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, fmt.Errorf("drawing a QR code of %d bytes: %w", len(text), err)
	}
	return code, nil
}
