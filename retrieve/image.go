package retrieve

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/maitre-dev/maitre/embed"
	"github.com/maitre-dev/maitre/ontology"
	"github.com/maitre-dev/maitre/vector"
)

// Image returns what was read of docs, which are all that the collection has,
// in this order, for [Open] to begin with.
func (c *Collection) Image(docs []Doc) []byte {
	c.mu.RLock()
	defer c.mu.RUnlock()
	b := []byte(stamp(c.info, docs))
	b = append(b, byte(c.kinds))
	terms := sortedKeys(c.words.ids)
	b = binary.AppendUvarint(b, uint64(len(terms)))
	place := make([]int, len(terms)) // of a term in the image, by its id
	for i, t := range terms {
		place[c.words.ids[t]] = i
		b = appendText(b, t)
	}
	described := make([]ontology.Description, len(docs))
	for i, d := range docs {
		it := c.docs[d.ID]
		v, _ := c.vectors.Get(d.ID)
		described[i] = it.is
		b = binary.AppendUvarint(appendText(appendFloat(b, it.size), string(vector.Encode(v))), uint64(len(it.terms)))
		for _, t := range slices.SortedFunc(slices.Values(it.terms), func(a, b term) int { return place[a.id] - place[b.id] }) {
			b = appendFloat(binary.AppendUvarint(b, uint64(place[t.id])), t.n)
		}
	}
	return append(b, ontology.Pack(described)...)
}

// Open returns a collection that is kept in memory and has docs, from what
// [Collection.Image] wrote of them: nothing is read or embedded again. It is
// false if the image is of other words or another embedder. An image is the
// program's own: one that is broken further on panics.
func Open(name string, e embed.Embedder, docs []Doc, image string) (*Collection, bool) {
	c := New(name, nil, e)
	r := &imageReader{image}
	mark := stamp(c.info, docs)
	if !strings.HasPrefix(image, mark) {
		return nil, false
	}
	r.take(len(mark))
	if c.kinds = ontology.Kinds(r.take(1)[0]); c.kinds != 0 {
		c.onto = ontology.Default().Only(c.kinds)
	}
	for range r.number() {
		c.words.id(r.take(r.number()))
	}
	items := make([]item, len(docs))
	for i := range docs {
		it := &items[i]
		it.doc, it.size = &docs[i], r.float()
		c.docs[docs[i].ID] = it
		v, err := vector.Decode([]byte(r.take(r.number())), c.info.Dim)
		if err == nil {
			err = c.vectors.Put(docs[i].ID, v)
		}
		if err != nil {
			return nil, false
		}
		it.terms = make([]term, r.number())
		for n := range it.terms {
			it.terms[n] = term{int32(r.number()), r.float()}
		}
		c.words.add(it, 1)
	}
	for i, is := range ontology.Unpack(r.rest) {
		items[i].is = is
	}
	return c, true
}

// stamp tells what an image is of.
func stamp(info embed.Info, docs []Doc) string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %d\n", info.ID, len(docs))
	for _, d := range docs {
		fmt.Fprintf(sum, "%q %q\n", d.ID, d.words())
	}
	return string(sum.Sum(nil))
}

func appendFloat(b []byte, f float32) []byte {
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(f))
}

func appendText(b []byte, t string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(t))), t...)
}

type imageReader struct{ rest string }

func (r *imageReader) take(n int) string {
	t := r.rest[:n]
	r.rest = r.rest[n:]
	return t
}

func (r *imageReader) number() int {
	n, size := binary.Uvarint([]byte(r.rest[:min(len(r.rest), binary.MaxVarintLen64)]))
	r.rest = r.rest[size:]
	return int(n)
}

func (r *imageReader) float() float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32([]byte(r.take(4))))
}
