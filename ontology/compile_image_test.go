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
	forms := make([][]string, len(s.names))
	for _, l := range s.lines {
		for _, f := range l.forms {
			forms[l.concept] = append(forms[l.concept], strings.Join(f.form, " "))
		}
	}
	w := &writer{}
	w.text(s.hash)
	w.number(len(s.names))
	w.number(len(slices.Concat(s.links...)))
	for id, name := range s.names {
		w.text(name)
		w.byte(byte(o.traits[id]))
		w.number(int(o.rarity[id] * 64)) // see rarity
		w.links(s.links[id])
		w.text(strings.Join(forms[id], "\n"))
	}
	w.number(len(s.rules))
	for _, r := range s.rules {
		w.number(r.concept)
		w.links(r.links)
	}
	s.packForms(w, s.unhide(o))
	return w.image
}

// key is the words that a form is found by: those that are not small, or all if the form
// needs them, being whole.
func (f written) key() (words []string, whole bool) {
	small := len(f.all) - len(f.words)
	if small == 0 || len(f.all) > 1 && len(f.words) < 2 {
		return f.all, small > 0
	}
	return f.words, false
}

// packForms writes the tables of forms. What is unhidden in a form comes after all that it is.
func (s *source) packForms(w *writer, more []unhidden) {
	whole, exact, same, stems := map[string][]int{}, map[string][]int{}, map[string][]int{}, map[string][]int{}
	put := func(in map[string][]int, concept int, words []string, one func(kin) string) {
		var all []string
		for _, w := range words {
			all = append(all, one(newKin(w)))
		}
		if key := strings.Join(all, " "); !slices.Contains(in[key], concept) {
			in[key] = append(in[key], concept)
		}
	}
	itself := func(k kin) string { return k.exact }
	var keys [][]string // of all forms
	for _, l := range s.lines {
		for _, f := range l.forms {
			words, is := f.key()
			if keys = append(keys, words); is {
				put(whole, l.concept, words, itself)
				continue
			}
			put(exact, l.concept, words, itself)
			put(same, l.concept, words, func(k kin) string { return k.same })
			put(stems, l.concept, words, func(k kin) string { return k.stem })
		}
	}
	slices.SortStableFunc(more, func(a, b unhidden) int { return a.of - b.of })
	for _, u := range more {
		put(exact, u.concept, keys[u.form], itself)
	}
	for _, t := range []map[string][]int{whole, exact, same, stems} {
		w.table(t)
	}
}

func (w *writer) table(all map[string][]int) {
	var places []byte
	var forms writer
	last := ""
	for i, key := range slices.Sorted(maps.Keys(all)) {
		if i%everyForm == 0 {
			places, last = binary.LittleEndian.AppendUint32(places, uint32(len(forms.image))), ""
		}
		same := 0
		for same < min(len(last), len(key)) && last[same] == key[same] {
			same++
		}
		forms.number(same)
		forms.text(key[same:])
		for j, c := range all[key] {
			more := 0
			if j+1 < len(all[key]) {
				more = 1
			}
			forms.number(c<<1 | more)
		}
		last = key
	}
	w.number(len(places) / 4)
	w.image = append(w.image, places...)
	w.text(string(forms.image))
}

// An unhidden is a concept that a form has besides its own.
type unhidden struct{ form, of, concept int }

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
	n := 0
	for _, l := range s.lines {
		without := slices.ContainsFunc(s.links[l.concept], func(l link) bool { return l.kind == '-' })
		for _, f := range l.forms {
			for _, w := range f.words {
				if without || len(f.words) < 2 || len(named[w]) == 0 || slices.ContainsFunc(f.all, func(w string) bool { return instead[w] || negator[w] }) {
					continue
				}
				for _, c := range named[w] {
					if _, has := slices.BinarySearch(o.relations(l.concept).within, c); !has {
						more = append(more, unhidden{n, l.concept, c})
					}
				}
			}
			n++
		}
	}
	return more
}

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
