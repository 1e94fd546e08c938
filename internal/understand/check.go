package understand

import "encoding/binary"

// Check reports whether weights that were kept elsewhere can be read safely: Open
// looks at their sizes alone.
func (r *Reader) Check() error {
	for _, t := range []struct {
		*table
		classes int
	}{{r.acts, len(Acts)}, {r.tags, tagCount}, {r.attributes, valueCount}} {
		last := uint32(0)
		for i := 0; i+4 <= len(t.starts); i += 4 {
			start := binary.LittleEndian.Uint32(t.starts[i:])
			if start < last || int(start) > len(t.drawers) {
				return errWeights
			}
			for d := t.drawers[last:start]; len(d) > 0; {
				if len(d) < 3 || len(d) < 3+2*int(d[2]) {
					return errWeights
				}
				for cells := d[3 : 3+2*int(d[2])]; len(cells) > 1; cells = cells[2:] {
					if int(cells[0]) >= t.classes {
						return errWeights
					}
				}
				d = d[3+2*int(d[2]):]
			}
			last = start
		}
	}
	return nil
}
