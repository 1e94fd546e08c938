package understand

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
)

// A table holds the weights of one model: by feature, how much it is worth for
// which classes. It is read where it lies in weights.bin: features that share
// their first 15 bits are in one drawer, one behind the other, each as its next 16
// bits, the count of its cells, and its cells of class and weight.
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
		t.add(f, scores)
	}
}

// add adds the weights of a feature to the scores of the classes.
func (t *table) add(f feature, scores []float32) {
	in, low := drawer(f)
	n := 4 * int(in)
	from, to := binary.LittleEndian.Uint32(t.starts[n:]), binary.LittleEndian.Uint32(t.starts[n+4:])
	for d := t.drawers[from:to]; len(d) > 3; {
		cells := d[3 : 3+2*int(d[2])]
		if binary.LittleEndian.Uint16(d) == low {
			for ; len(cells) > 1; cells = cells[2:] {
				scores[cells[0]] += float32(int8(cells[1])) * t.scale
			}
			return
		}
		d = d[3+len(cells):]
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
	var starts, all []byte
	for starts, all = f.cells(w, scale, least); len(all) > f.bytes; starts, all = f.cells(w, scale, least) {
		least *= 1.1 // the smallest weights go until it fits
	}
	out := binary.LittleEndian.AppendUint32(nil, uint32(f.classes))
	out = binary.LittleEndian.AppendUint32(out, math.Float32bits(scale))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(all)))
	return append(append(out, starts...), all...)
}

// cells writes the drawers of the weights that are at least so large, times their reach.
func (f *fit) cells(w []float32, scale, least float32) (starts, all []byte) {
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
	return starts, all
}

func abs(f float32) float32 { return max(f, -f) }

var errWeights = errors.New("weights.bin does not belong to this program: run make train")

// openTable reads a table, and returns what lies behind it.
func openTable(data []byte, classes int) (*table, []byte, error) {
	const head, starts = 12, 4 * (drawers + 1)
	if len(data) < head+starts {
		return nil, nil, errWeights
	}
	had, n := int(binary.LittleEndian.Uint32(data)), int(binary.LittleEndian.Uint32(data[8:]))
	if had != classes || n > len(data)-head-starts {
		return nil, nil, fmt.Errorf("%w: it has %d classes, not %d", errWeights, had, classes)
	}
	t := &table{scale: math.Float32frombits(binary.LittleEndian.Uint32(data[4:]))}
	data = data[head:]
	t.starts, data = data[:starts], data[starts:]
	t.drawers, data = data[:n], data[n:]
	return t, data, nil
}
