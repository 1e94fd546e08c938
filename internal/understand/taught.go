package understand

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Teach returns weights with which some messages are read as they are labelled, by their
// acts, and others as before as far as that goes: what is missing in the score of an act is
// given to the features of the message, the more the rarer they are among the lines that
// the reader learned from. How spans are found stays, so that an allergy is read as before.
func Teach(ctx context.Context, taught, lines []Labelled, base []byte) ([]byte, error) {
	r, err := Open(base)
	if err != nil {
		return nil, err
	}
	lessons, seen := newLessons(taught), map[feature]int{}
	for _, l := range lessons {
		for _, row := range l.rows {
			for f := range row.times {
				seen[f] = 0
			}
		}
	}
	if err := countFeatures(ctx, lines, seen); err != nil {
		return nil, err
	}
	for want := (1 - r.sure[1]) / r.sure[0]; ; want *= 1.5 { // so that the reader is sure of them by logistic(1), 0.73
		d := &delta{table: r.acts, seen: seen, more: map[feature][]float32{}}
		for range 50 { // lessons that share features move each other
			if !d.pass(lessons, r.least, want) {
				break
			}
		}
		out, err := d.write(base)
		if err != nil {
			return nil, err
		}
		now, err := Open(out)
		if err != nil || want > 20 || ctx.Err() != nil || !slices.ContainsFunc(taught, func(l Labelled) bool {
			return !slices.Equal(actNames(now.Read(l.Text, l.Before()).Acts), actNames(l.Acts))
		}) {
			return out, err // else what was given was lost when it was rounded
		}
	}
}

// lesson is a labelled message as it is taught: its features and those of its clauses.
type lesson struct {
	meant []bool
	rows  []lessonRow // of the message, then of its clauses
	sizes []int       // of its clauses, in tokens
	n     int         // its tokens
}

type lessonRow struct {
	all   []feature
	times map[feature]float32
	norm  float32
}

func newLessons(taught []Labelled) (all []lesson) {
	for i := range taught {
		m := newMessage(taught[i].Text, taught[i].Before())
		l := lesson{meant: make([]bool, len(Acts)), n: len(m.tokens)}
		add := func(features []feature, size int) {
			row := lessonRow{features, map[feature]float32{}, norm(size)}
			for _, f := range features {
				row.times[f]++
			}
			l.rows = append(l.rows, row)
		}
		add(m.ofMessage(nil), l.n)
		for _, c := range m.clauses() {
			add(m.ofClause(nil, c), c.To-c.From)
			l.sizes = append(l.sizes, c.To-c.From)
		}
		for _, a := range taught[i].Acts {
			if k := slices.Index(Acts, a.Name); k >= 0 {
				l.meant[k] = true
			}
		}
		if l.n > 0 {
			all = append(all, l)
		}
	}
	return all
}

// countFeatures counts in how many lines some features are.
func countFeatures(ctx context.Context, lines []Labelled, seen map[feature]int) error {
	counts := [2]map[feature]int{{}, {}}
	half := func(from int) func() {
		return func() {
			var row []feature
			for i := from; i < len(lines) && ctx.Err() == nil; i += 2 {
				m := newMessage(lines[i].Text, lines[i].Before())
				row = m.ofMessage(row[:0])
				slices.Sort(row)
				for _, f := range slices.Compact(row) {
					if _, of := seen[f]; of {
						counts[from][f]++
					}
				}
			}
		}
	}
	parallel(half(0), half(1))
	for f := range seen {
		seen[f] = counts[0][f] + counts[1][f]
	}
	return context.Cause(ctx)
}

// delta is what is added to the weights of a table.
type delta struct {
	*table
	seen map[feature]int
	more map[feature][]float32 // by act
}

// share is how much of what is missing a feature takes.
func (d *delta) share(f feature) float32 {
	v := 1 / float32(3+d.seen[f])
	if f&1 == 1 {
		v *= lettersWeigh
	}
	return v
}

// pass gives the acts of lessons what their scores miss, and reports whether they did.
func (d *delta) pass(all []lesson, least, want float32) (moved bool) {
	for _, l := range all {
		scores, parts := make([]float32, len(Acts)), make([]float32, len(l.sizes)*len(Acts))
		d.score(l.rows[0], scores)
		for i, row := range l.rows[1:] {
			d.score(row, parts[i*len(Acts):(i+1)*len(Acts)])
		}
		at := pool(scores, parts, l.n, l.sizes)
		for a, meant := range l.meant {
			missing := least - want - scores[a]
			if meant {
				missing = least + want - scores[a]
			}
			if (missing > 0) != meant || abs(missing) < 0.01 {
				continue
			}
			rows := l.rows[:1:1]
			if len(l.sizes) > 0 {
				rows = append(rows, l.rows[1+at[a]])
			}
			worth, features := float32(0), map[feature]bool{}
			for _, row := range rows {
				for f, n := range row.times {
					worth += n * row.norm * d.share(f)
					features[f] = true
				}
			}
			for f := range features {
				d.move(f, a, missing/worth)
			}
			moved = true
		}
	}
	return moved
}

func (d *delta) move(f feature, act int, by float32) {
	if d.more[f] == nil {
		d.more[f] = make([]float32, len(Acts))
	}
	d.more[f][act] += by * d.share(f)
}

func (d *delta) score(row lessonRow, scores []float32) {
	d.addAll(row.all, scores)
	for f, n := range row.times {
		for a, w := range d.more[f] {
			scores[a] += n * w
		}
	}
}

// write returns a file of weights whose acts have what was added.
func (d *delta) write(base []byte) ([]byte, error) {
	_, rest, err := openTable(base, len(Acts))
	if err != nil {
		return nil, err
	}
	added := map[uint32]map[uint16][]float32{} // by drawer
	for _, f := range slices.Sorted(maps.Keys(d.more)) {
		in, low := drawer(f)
		if added[in] == nil {
			added[in] = map[uint16][]float32{}
		}
		sum := make([]float32, len(Acts))
		copy(sum, added[in][low]) // of a word and of letters that share a place
		for a, w := range d.more[f] {
			sum[a] += w
		}
		added[in][low] = sum
	}
	var starts, all []byte
	for in := range uint32(drawers) {
		starts = binary.LittleEndian.AppendUint32(starts, uint32(len(all)))
		from, to := binary.LittleEndian.Uint32(d.starts[4*in:]), binary.LittleEndian.Uint32(d.starts[4*in+4:])
		for cells := d.drawers[from:to]; len(cells) > 3; {
			size := 3 + 2*int(cells[2])
			if more := added[in][binary.LittleEndian.Uint16(cells)]; more != nil {
				for c := cells[3:size]; len(c) > 1; c = c[2:] {
					more[c[0]] += float32(int8(c[1])) * d.scale
				}
			} else {
				all = append(all, cells[:size]...)
			}
			cells = cells[size:]
		}
		for _, low := range slices.Sorted(maps.Keys(added[in])) {
			var cells []byte
			for c, w := range added[in][low] {
				if q := min(127, max(-127, math.RoundToEven(float64(w/d.scale)))); q != 0 {
					cells = append(cells, byte(c), byte(int8(q)))
				}
			}
			if len(cells) > 0 {
				all = append(binary.LittleEndian.AppendUint16(all, low), byte(len(cells)/2))
				all = append(all, cells...)
			}
		}
	}
	starts = binary.LittleEndian.AppendUint32(starts, uint32(len(all)))
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(Acts)))
	out = binary.LittleEndian.AppendUint32(out, math.Float32bits(d.scale))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(all)))
	out = append(append(append(out, starts...), all...), rest...)
	if len(out) > 2*len(base) {
		return nil, fmt.Errorf("%d features are more than a reader holds", len(d.more))
	}
	return out, nil
}

// ShippedWeights returns the weights of Default.
func ShippedWeights() []byte { return shipped }
