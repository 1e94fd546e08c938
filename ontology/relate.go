package ontology

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"
)

// How much of a concept's weight goes over a link, and on from there.
var pass = [128]float64{'<': 0.7, '+': 0.5, '~': 0.3, '!': -0.4, '-': -0.7}

// relations are what the links of a concept lead to.
type relations struct {
	reach  []Weight // how much of its weight goes where
	shares func() []Weight
	within []int // all that it has in it, itself too
	surely []int // the same without what things may have and often come without
}

// relate makes room for what relations finds.
func (o *Ontology) relate() {
	o.keep()
	o.related = make([]atomic.Pointer[relations], len(o.names))
	o.scratch = &sync.Pool{New: func() any { return &weights{of: make([]float64, len(o.names))} }}
}

// relations returns those of a concept, which are worked out when first asked
// for: most texts are about few concepts.
func (o *Ontology) relations(id int) *relations {
	if r := o.related[id].Load(); r != nil {
		return r
	}
	r := &relations{within: o.include(id, false), surely: o.include(id, true)}
	w := o.scratch.Get().(*weights)
	o.spread(w, id, 1, 0)
	r.reach = w.list(o)
	r.shares = sync.OnceValue(func() []Weight { return sharesOf(id, r.reach) })
	o.related[id].Store(r)
	return r
}

// sharesOf returns how much a wish for a concept is met by others, the most first: what is
// only of the same kind counts in part.
func sharesOf(id int, reach []Weight) (all []Weight) {
	for _, to := range reach {
		if to.Concept == id {
			to.Weight = 1
		} else {
			to.Weight *= kind
		}
		if to.Weight > 0 {
			all = append(all, to)
		}
	}
	slices.SortStableFunc(all, func(a, b Weight) int { return cmp.Compare(b.Weight, a.Weight) })
	return all
}

// include returns a concept and what it leads to over broader links and at most
// one that says has; if it must be sure, not what is optional.
func (o *Ontology) include(id int, sure bool) []int {
	w := o.scratch.Get().(*weights)
	o.gather(w, id, 1, sure)
	all := slices.Clone(w.touched)
	slices.Sort(all)
	w.clear(o)
	return all
}

// gather gives what it finds the weight 2 where a link that says has may follow,
// and 1 where none may.
func (o *Ontology) gather(into *weights, id int, has float64, sure bool) {
	if into.of[id] > has {
		return
	}
	into.set(id, 1+has)
	for _, l := range o.links[id] {
		switch {
		case l.kind == '<':
			o.gather(into, l.to, has, sure)
		case l.kind == '+' && has > 0 && !(sure && o.traits[l.to]&optional != 0):
			o.gather(into, l.to, has-1, sure)
		}
	}
}

// spread gives w to a concept and a share of it to what it is linked to.
// What only goes with it, or is its opposite, passes nothing on.
func (o *Ontology) spread(into *weights, id int, w float64, depth int) {
	if old := into.of[id]; old != 0 && abs(old) >= abs(w) {
		return
	}
	into.set(id, w)
	if w < 0 || depth == 4 {
		return
	}
	for _, l := range o.links[id] {
		next := depth + 1
		if l.kind != '<' && l.kind != '+' {
			if depth > 1 {
				continue
			}
			next = 4
		}
		o.spread(into, l.to, float64(w*pass[l.kind]), next)
	}
}

// traits are what a concept is or is narrower than: its kinds, and these.
type traits uint8

const (
	optional traits = 1 << (5 + iota) // what things may have and often come without
	watched                           // what must not hide in a longer form
	edible                            // what someone may be unable to eat or drink
)

const allKinds = Comida | Bebida | Hospedagem | Passeio | Estatistica

func (t traits) kinds() Kinds { return Kinds(t) & allKinds }
