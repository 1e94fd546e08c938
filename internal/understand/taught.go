package understand

import (
	"context"
	"slices"
)

// Teach returns weights with which some messages are read as they are labelled, by their acts, and others as before as far as
// that goes: what is missing in the score of an act is given to the features of the message, the more the rarer they are among
// the lines that the reader learned from. How spans are found stays, so that an allergy is read as before.
func Teach(ctx context.Context, taught, lines []Labelled, base []byte) ([]byte, error) {
	r, err := Open(base)
	if err != nil {
		return nil, err
	}
	lessons := make([]example, len(taught))
	for i := range taught {
		lessons[i] = newExample(&taught[i])
	}
	f := r.acts.decode(lessons)
	if err := f.countIn(ctx, lines); err != nil {
		return nil, err
	}
	rest := base[tableHead+len(r.acts.drawers):]
	for want := (1 - r.sure[1]) / r.sure[0]; ; want *= 1.5 { // so that the reader is sure of them by logistic(1), 0.73
		for moved, n := true, 0; moved && n < 50; n++ { // lessons that share features move each other
			moved = false
			for i := range lessons {
				moved = f.teach(&lessons[i], r.least, want) || moved
			}
		}
		out := append(f.file(f.w, r.acts.scale, 0), rest...)
		now, err := Open(out)
		if err != nil || want > 20 || ctx.Err() != nil || !slices.ContainsFunc(taught, func(l Labelled) bool {
			return !slices.Equal(actNames(now.Read(l.Text, l.Before()).Acts), actNames(l.Acts))
		}) {
			return out, err // else what was given was lost when it was rounded
		}
	}
}

// decode returns the weights of a table as they are while they are learned, with room for the features of some lessons, which
// are replaced by their numbers.
func (t *table) decode(lessons []example) *fit {
	f := &fit{classes: len(Acts)}
	t.each(func(x feature, _ []byte) { f.features = append(f.features, x) })
	for i := range lessons {
		for _, row := range ofActs(&lessons[i]) {
			for _, x := range row {
				f.features = append(f.features, x&^1)
			}
		}
	}
	slices.Sort(f.features)
	f.features = slices.Compact(f.features)
	number := func(x feature) uint32 {
		k, _ := slices.BinarySearch(f.features, x&^1)
		return uint32(k)
	}
	f.w, f.value = make([]float32, len(f.features)*f.classes), slices.Repeat([]float32{1}, len(f.features))
	f.reach = slices.Clone(f.value)
	t.each(func(x feature, cells []byte) {
		for w := f.w[int(number(x))*f.classes:]; len(cells) > 1; cells = cells[2:] {
			w[cells[0]] = float32(int8(cells[1])) * t.scale
		}
	})
	for i := range lessons {
		for _, row := range ofActs(&lessons[i]) {
			for k, x := range row {
				if row[k] = number(x); x&1 == 1 {
					f.reach[row[k]] = lettersWeigh
				}
			}
		}
	}
	return f
}

// countIn makes the reach of features what they take of what is missing: the less the more lines they are in.
func (f *fit) countIn(ctx context.Context, lines []Labelled) error {
	seen := make([]float32, len(f.features))
	var row []feature
	for i := range lines {
		if ctx.Err() != nil {
			break
		}
		m := newMessage(lines[i].Text, lines[i].Before())
		row = m.ofMessage(row[:0])
		slices.Sort(row)
		for _, x := range slices.Compact(row) {
			if k, ok := slices.BinarySearch(f.features, x&^1); ok {
				seen[k]++
			}
		}
	}
	for i, n := range seen {
		f.reach[i] /= 3 + n
	}
	return context.Cause(ctx)
}

// teach gives the acts of a lesson what their scores miss, and reports whether they did.
func (f *fit) teach(x *example, least, want float32) (moved bool) {
	scores := make([]float32, len(Acts))
	at := f.actScores(x, scores)
	for a, meant := range x.meant {
		missing := least - want - scores[a]
		if meant {
			missing = least + want - scores[a]
		}
		if (missing > 0) != meant || abs(missing) < 0.01 || len(x.tags) == 0 {
			continue
		}
		worth, features := float32(0), map[uint32]bool{}
		for _, k := range x.acts {
			worth, features[k] = worth+norm(len(x.tags))*f.reach[k], true
		}
		for _, k := range x.parts[at[a]] {
			worth, features[k] = worth+norm(x.sizes[at[a]])*f.reach[k], true
		}
		for k := range features {
			f.w[int(k)*f.classes+a] += missing / worth * f.reach[k]
		}
		moved = true
	}
	return moved
}

// ShippedWeights returns the weights of Default.
func ShippedWeights() []byte { return shipped }
