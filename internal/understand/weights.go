package understand

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// A table holds the weights of one model: by feature, how much it is worth for which classes. It is read where it lies in
// weights.bin: features that share their first 15 bits are in one drawer, one behind the other, each as its next 16 bits, the
// count of its cells, and its cells of class and weight.
type table struct {
	scale   float32 // of a weight, which is a signed byte
	starts  []byte  // by drawer, a uint32: where it begins
	drawers []byte
}

const drawers = 1 << 15

func drawer(f feature) (drawer uint32, rest uint16) { return f >> 17, uint16(f >> 1) }

// addAll adds the weights of features to the scores of the classes.
func (t *table) addAll(all []feature, scores []float32) {
	for _, f := range all {
		in, low := drawer(f)
		for d := t.drawer(in); len(d) > 3; {
			cells := d[3 : 3+2*int(d[2])]
			if binary.LittleEndian.Uint16(d) == low {
				for ; len(cells) > 1; cells = cells[2:] {
					scores[cells[0]] += float32(int8(cells[1])) * t.scale
				}
				break
			}
			d = d[3+len(cells):]
		}
	}
}

func (t *table) drawer(in uint32) []byte {
	return t.drawers[binary.LittleEndian.Uint32(t.starts[4*in:]):binary.LittleEndian.Uint32(t.starts[4*in+4:])]
}

// each calls do for all features with their cells. The lowest bit of a feature is not in a table.
func (t *table) each(do func(f feature, cells []byte)) {
	for in := range uint32(drawers) {
		for d := t.drawer(in); len(d) > 3; d = d[3+2*int(d[2]):] {
			do(in<<17|uint32(binary.LittleEndian.Uint16(d))<<1, d[3:3+2*int(d[2])])
		}
	}
}

// encode writes what was learned so that openTable reads it.
func (f *fit) encode() []byte {
	w := make([]float32, len(f.w)) // times the value of the feature, which is then not needed
	var sizes []float32
	for i := range f.w {
		if w[i] = f.w[i] * f.value[i/f.classes]; w[i] != 0 {
			sizes = append(sizes, abs(w[i]))
		}
	}
	slices.Sort(sizes)
	scale, least := float32(1), float32(0)
	if n := len(sizes); n > 0 {
		scale = sizes[n-1-n/1000] / 127 // the few giants are cut
		least = scale / 2
	}
	out := f.file(w, scale, least)
	for ; len(out)-tableHead > f.bytes; out = f.file(w, scale, least) {
		least *= 1.1 // the smallest weights go until it fits
	}
	return out
}

// file writes a table of the weights that are at least so large, times their reach.
func (f *fit) file(w []float32, scale, least float32) []byte {
	var starts, all []byte
	next := uint32(0) // the drawer that begins next
	for i, x := range f.features {
		var cells []byte
		for c, w := range w[i*f.classes : (i+1)*f.classes] {
			q := min(127, max(-127, math.RoundToEven(float64(w/scale))))
			if q != 0 && abs(w)*f.reach[i] >= least {
				cells = append(cells, byte(c), byte(int8(q)))
			}
		}
		if len(cells) == 0 {
			continue
		}
		in, low := drawer(x)
		for ; next <= in; next++ {
			starts = binary.LittleEndian.AppendUint32(starts, uint32(len(all)))
		}
		all = binary.LittleEndian.AppendUint16(all, low)
		all = append(append(all, byte(len(cells)/2)), cells...)
	}
	for ; next <= drawers; next++ {
		starts = binary.LittleEndian.AppendUint32(starts, uint32(len(all)))
	}
	out := binary.LittleEndian.AppendUint32(nil, uint32(f.classes))
	out = binary.LittleEndian.AppendUint32(out, math.Float32bits(scale))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(all)))
	return append(append(out, starts...), all...)
}

func abs(f float32) float32 { return max(f, -f) }

var errWeights = errors.New("weights.bin does not belong to this program: run make train")

// tableHead is how long a table is without its drawers.
const tableHead = 12 + 4*(drawers+1)

// openTable reads a table, and returns what lies behind it.
func openTable(data []byte, classes int) (*table, []byte, error) {
	if len(data) < tableHead {
		return nil, nil, errWeights
	}
	had, n := int(binary.LittleEndian.Uint32(data)), int(binary.LittleEndian.Uint32(data[8:]))
	if had != classes || n > len(data)-tableHead {
		return nil, nil, fmt.Errorf("%w: it has %d classes, not %d", errWeights, had, classes)
	}
	scale := math.Float32frombits(binary.LittleEndian.Uint32(data[4:]))
	t := &table{scale, data[12:tableHead], data[tableHead : tableHead+n]}
	for in, last := 0, uint32(0); in <= drawers; in++ { // what was kept elsewhere may be broken
		start := binary.LittleEndian.Uint32(t.starts[4*in:])
		if start < last || int(start) > n {
			return nil, nil, errWeights
		}
		for d := t.drawers[last:start]; len(d) > 0; d = d[3+2*int(d[2]):] {
			if len(d) < 3 || len(d) < 3+2*int(d[2]) {
				return nil, nil, errWeights
			}
			for c := range int(d[2]) {
				if int(d[3+2*c]) >= classes {
					return nil, nil, errWeights
				}
			}
		}
		last = start
	}
	return t, data[tableHead+n:], nil
}
