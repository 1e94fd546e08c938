package vector

// A worker does blocks of a search, and keeps the best of what it saw.
type worker struct {
	search *search
	best   best
	start  func() // is work; a value, so that starting it allocates nothing
}

// prepare forgets what the last search found.
func (w *worker) prepare() {
	t := &w.search.target
	w.best = best{heap: w.best.heap[:0], k: t.k, bar: t.floor, whole: fewWhole}
}

func (w *worker) work() {
	s := w.search
	defer s.wg.Done()
	for s.target.k > 0 {
		block := int(s.next.Add(1)) - 1
		if block >= len(s.x.blocks) {
			return
		}
		w.scan(block)
	}
}

const (
	// fewWhole is how many blocks are read whole before codes are tried: in
	// the beginning every vector is among the best.
	fewWhole = 4

	// tooMany is how many vectors of a block may be read whole after their
	// codes before the codes are thought useless, as they are for vectors that
	// differ only in what the codes lose. Then fewWhole blocks are read whole,
	// and each time it happens again twice as many, up to mostWhole.
	tooMany   = blockRows / 4
	mostWhole = 64
)

// scan offers the rows of a block that may be among the best.
func (w *worker) scan(number int) {
	x, t, best := w.search.x, &w.search.target, &w.best
	b, first := x.blocks[number], number*blockRows
	rows := min(blockRows, len(x.ids)-first)
	if len(t.spans) > 0 {
		b.sparse(x, t, best, first, rows)
		return
	}
	if !w.search.coded || best.whole > 0 {
		best.whole--
		b.whole(x, t, best, first, rows)
		return
	}
	best.judge(b.coded(x, t, best, first, rows) > tooMany)
}

// whole offers the first rows of b, the first of which is the row called first.
//
// Four rows are read at a time, and those far from each other: the processor
// then fetches from four places at once, which is faster than from one.
func (b *block) whole(x *Index, t *target, best *best, first, rows int) {
	quarter := (rows + 3) / 4
	var scores [4]float32
	for i := range quarter {
		dot4(&t.vector[0], &b.vectors[i*x.stride], quarter*x.stride, x.stride, &scores)
		for j, score := range scores {
			if row := i + j*quarter; row < rows && score >= best.bar {
				best.ask(x, t, entry{score, int32(first + row)})
			}
		}
	}
}

// sparse does the same, reading only where the target is not zero: what is left
// out adds nothing, so the scores are the same to the last bit.
func (b *block) sparse(x *Index, t *target, best *best, first, rows int) {
	for row := range rows {
		vector := b.vectors[row*x.stride:][:x.stride]
		var sums [lanes]float32
		for _, s := range t.spans {
			dot(&t.vector[s.from], &vector[s.from], s.n, &sums)
		}
		if score := add(&sums); score >= best.bar {
			best.ask(x, t, entry{score, int32(first + row)})
		}
	}
}

// coded does the same by way of the codes, and returns how many vectors it had
// to read.
func (b *block) coded(x *Index, t *target, best *best, first, rows int) (read int) {
	quarter := (rows + 3) / 4
	var sums [4]int32
	for i := range quarter {
		code4(&t.codes[0], &b.codes[i*x.stride], quarter*x.stride, x.stride, &sums)
		for j, sum := range sums {
			row := i + j*quarter
			if row >= rows || t.bound.highest(sum, b.step[row], b.lost[row]) < best.bar {
				continue
			}
			read++
			if score := Dot(t.vector, b.vectors[row*x.stride:][:x.stride]); score >= best.bar {
				best.ask(x, t, entry{score, int32(first + row)})
			}
		}
	}
	return read
}

// best are the best entries so far for a target.
type best struct {
	heap  []entry // the worst on top
	k     int     // at most so many
	bar   float32 // a lower score is not among them
	whole int     // blocks still to be read whole
	turns int     // that whole is set to when codes are useless again
}

type entry struct {
	score float32
	row   int32
}

// judge notes whether the codes of a block were of no use.
func (b *best) judge(useless bool) {
	if !useless {
		b.turns = 0
		return
	}
	b.turns = min(max(fewWhole, 2*b.turns), mostWhole)
	b.whole = b.turns
}

// ask offers e if the query keeps it.
func (b *best) ask(x *Index, t *target, e entry) {
	if len(b.heap) == b.k && x.compare(e, b.heap[0]) > 0 {
		return
	}
	if t.keep == nil || t.keep(x.ids[e.row]) {
		b.offer(x, e)
	}
}

// offer adds e, if it is among the k best.
func (b *best) offer(x *Index, e entry) {
	h := b.heap
	switch {
	case len(h) < b.k:
		h = append(h, e)
		b.heap = h
		for i := len(h) - 1; i > 0; {
			up := (i - 1) / 2
			if x.compare(h[i], h[up]) <= 0 {
				break
			}
			h[i], h[up] = h[up], h[i]
			i = up
		}
	case x.compare(e, h[0]) < 0:
		h[0] = e
		for i := 0; ; {
			down := 2*i + 1
			if down >= len(h) {
				break
			}
			if down+1 < len(h) && x.compare(h[down+1], h[down]) > 0 {
				down++
			}
			if x.compare(h[down], h[i]) <= 0 {
				break
			}
			h[i], h[down] = h[down], h[i]
			i = down
		}
	}
	if len(h) == b.k {
		b.bar = h[0].score
	}
}
