package ontology

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/lang"
)

// image writes what open reads.
func (s *source) image() []byte {
	o := &Ontology{names: s.names, ids: s.ids, links: s.links}
	o.relate()
	o.findTraits()
	o.findRarity()
	w := &writer{}
	w.text(s.hash)
	w.number(len(s.names))
	w.number(len(slices.Concat(s.links...)))
	for id, name := range s.names {
		w.text(name)
		w.byte(byte(o.traits[id]))
		w.number(int(o.rarity[id] * 64)) // see rarity
		w.links(s.links[id])
	}
	w.number(len(s.rules))
	for _, r := range s.rules {
		w.number(r.concept)
		w.links(r.links)
	}
	ids := s.packWords(w)
	s.packForms(w, ids, s.unhide(o))
	return w.image
}

// packWords numbers all words in their order. Their lengths come first, with
// which of them are folded words of forms.
func (s *source) packWords(w *writer) map[string]int {
	ids := map[string]int{}
	for word := range s.written {
		ids[word] = 0
	}
	for word, k := range s.words {
		ids[word], ids[k.same], ids[k.stem] = 0, 0, 0
	}
	words := slices.Sorted(maps.Keys(ids))
	w.number(len(words))
	for id, word := range words {
		ids[word] = id
		head := len(word) << 1
		if _, ok := s.words[word]; ok {
			head |= 1
		}
		w.number(head)
	}
	w.image = append(w.image, strings.Join(words, "")...)
	for id, word := range words {
		if k, ok := s.words[word]; ok {
			w.signed(ids[k.same] - id)
			w.signed(ids[k.stem] - id)
		}
	}
	roots := s.groups()
	w.number(len(roots))
	for _, stem := range slices.Sorted(maps.Keys(roots)) {
		w.number(ids[stem])
		w.number(ids[roots[stem]])
	}
	return ids
}

func (s *source) packForms(w *writer, ids map[string]int, more []unhidden) {
	var odd []string
	for word, becomes := range s.written {
		if len(becomes) != 1 || becomes[0] != word {
			odd = append(odd, word)
		}
	}
	slices.Sort(odd)
	w.number(len(odd))
	for _, word := range odd {
		w.number(ids[word])
		w.number(len(s.written[word]))
		for _, x := range s.written[word] {
			w.number(ids[x])
		}
	}
	w.number(len(more))
	last := 0
	for _, u := range more {
		w.number(int(u.form) - last)
		w.number(int(u.concept))
		last = int(u.form)
	}
	w.number(len(s.lines))
	last = 0
	for _, l := range s.lines {
		w.signed(l.concept - last)
		w.number(len(l.forms))
		last = l.concept
	}
	for _, l := range s.lines {
		for _, f := range l.forms {
			for i, word := range f.written {
				w.word(ids[word], i == len(f.written)-1)
			}
		}
	}
}

// groups returns the roots of stems that belong together, since words that are
// the same have them.
func (s *source) groups() map[string]string {
	roots, of := map[string]string{}, map[string]string{} // of what is the same: a stem
	root := func(stem string) string {
		for roots[stem] != "" {
			stem = roots[stem]
		}
		return stem
	}
	for _, w := range slices.Sorted(maps.Keys(s.words)) {
		k := s.words[w]
		if of[k.same] == "" {
			of[k.same] = k.stem
		}
		if a, b := root(of[k.same]), root(k.stem); a != b {
			roots[b] = a
		}
	}
	for stem := range roots {
		roots[stem] = root(stem)
	}
	return roots
}

// Words that make something else of what stands before them.
var instead = lang.Set("moscada sem zero lua coco soja amendoa amendoas aveia arroz vegano vegana vegan vegetal vegetariano vegetariana jaca cogumelo grao free without sin falso cacau fruta caju pasta pimenta notas")

// unhide gives a form of several words the watched concepts that single words
// in it name and that its own concept does not have.
func (s *source) unhide(o *Ontology) []unhidden {
	named := map[string][]int{} // watched concepts by single word
	for _, l := range s.lines {
		for _, f := range l.forms {
			if w := f.all[0]; len(f.all) == 1 && o.traits[l.concept]&watched != 0 && !slices.Contains(named[w], l.concept) {
				named[w] = append(named[w], l.concept)
			}
		}
	}
	var more []unhidden
	n := uint32(0)
	for _, l := range s.lines {
		without := slices.ContainsFunc(s.links[l.concept], func(l link) bool { return l.kind == '-' })
		for _, f := range l.forms {
			for _, w := range f.words {
				if without || len(f.words) < 2 || len(named[w]) == 0 || slices.ContainsFunc(f.all, func(w string) bool { return instead[w] || negator[w] }) {
					continue
				}
				for _, c := range named[w] {
					if _, has := slices.BinarySearch(o.relations(l.concept).within, c); !has {
						more = append(more, unhidden{n, uint32(c)})
					}
				}
			}
			n++
		}
	}
	return more
}

func (w *writer) signed(n int) { w.image = binary.AppendVarint(w.image, int64(n)) }
func (w *writer) text(t string) {
	w.number(len(t))
	w.image = append(w.image, t...)
}

func (w *writer) links(all []link) {
	w.number(len(all))
	for _, l := range all {
		w.number(l.to*len(kindsOfLink) + strings.IndexByte(kindsOfLink, l.kind))
	}
}

// A word of a form is its number twice, and 1 more if it is the last.
func (w *writer) word(id int, last bool) {
	n := id << 1
	if last {
		n |= 1
	}
	w.number(n)
}

// traitNames are the concepts that have a trait to pass on. What someone may be
// unable to eat is watched: to a guest with an allergy "espaguete ao camarão" is
// shrimp before it is pasta.
var traitNames = map[string]traits{
	"comida": traits(Comida), "bebida": traits(Bebida), "hospedagem": traits(Hospedagem), "passeio": traits(Passeio), "estatistica": traits(Estatistica),
	"carne": optional | watched | edible, "pescado": optional | watched | edible, "alcool": optional | edible,
	"ovo": watched | edible, "mel": watched | edible, "amendoim": watched | edible, "oleaginosa": watched | edible, "soja": watched | edible,
	"gluten": watched | edible, "pao": watched | edible, "massa": watched | edible, "queijo": watched | edible,
	"laticinio": edible, "acucar": edible, "vegetal": edible, "fruta": edible,
}

// findTraits works out the traits of all concepts.
func (o *Ontology) findTraits() {
	o.traits = make([]traits, len(o.names))
	for name, t := range traitNames {
		if id, ok := o.ids[name]; ok {
			o.traits[id] = t
		}
	}
	for more := true; more; {
		more = false
		for id, links := range o.links {
			for _, l := range links {
				if has := o.traits[id]; l.kind == '<' && has|o.traits[l.to] != has {
					o.traits[id] |= o.traits[l.to]
					more = true
				}
			}
		}
	}
}

// findRarity works out how rare all concepts are.
func (o *Ontology) findRarity() {
	count := make([]float64, len(o.names))
	for id := range o.names {
		for _, r := range o.relations(id).reach {
			count[r.Concept] += max(0, r.Weight)
		}
	}
	o.rarity = make([]float64, len(o.names))
	for id := range o.names {
		o.rarity[id] = rarity(float64(len(o.names)), count[id])
	}
}

// rarity is rounded to 64ths: the last bit of a logarithm depends on the
// machine, and a vector must not.
func rarity(all, implying float64) float64 {
	return math.Round(64*math.Log(1+all/(1+implying))) / 64
}
